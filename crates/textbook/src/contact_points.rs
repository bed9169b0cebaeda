//! Contact points of two polygons: four methods of the texts, to be compared.
//!
//! - [`by_most_opposed_normal`] clips the incident edge at the sides of the reference edge (2D Collision
//!   Detection and Resolution). This is the method to use.
//! - [`by_farthest_vertex`] does the same, but searches each edge at the farthest vertex (Sotirov 2022). It
//!   finds the same points.
//! - [`by_mean`] takes the mean of these points. The first text explains it and turns it down: it rotates
//!   bodies the wrong way.
//! - [`by_support_average`] takes the vertex farthest along the normal, or the mean of two that are equally
//!   far: the first method of Sotirov 2022. It also rotates bodies the wrong way, and its point may be beyond
//!   the other body.
//!
//! ```text
//!     by clipping            by the mean             by the average of the support points
//!       ____B_____              ____B_____               ____B_____
//!    __*________*              _____*____               _____*____
//!   | A |                      | A |                    | A |
//! ```
//!
//! `tests/contact_points.rs` draws them (`tests/snapshots/all__contact_points__methods.snap.svg`). A single
//! point to the right of the centre rotates a body whose left end has sunk deeper the wrong way; with two
//! points, each with its depth, the solver finds the right impulses.
//!
//! All methods start from [`mtv::polygons`](crate::mtv::polygons), ignore the rounding radii, and
//! return `None` for polygons that are apart. [`manifold`](collide::manifold()) finds the points of the first
//! method, moved to the middle between the surfaces.

mod clipping;
mod support;

pub use clipping::{by_farthest_vertex, by_mean, by_most_opposed_normal, edge_at_farthest_vertex};
pub(crate) use support::by_support_average_within;
pub use support::{SUPPORT_TOLERANCE, by_support_average};

use super::mtv::Mtv;
use collide::{FeatureId, Manifold, ManifoldPoint};
use geom::{Point, Pose};

/// A point at which two polygons may touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// In the world, m. On the incident edge, if the method uses one.
    pub position: Point,
    /// The depth behind the reference edge, m; negative in front of it.
    pub depth: f32,
    /// Whether it is a contact point. A candidate in front of the reference edge is not.
    pub is_contact: bool,
}

/// The result of one of the methods.
///
/// ```
/// use collide::geom::{Polygon, Pose, Vec2};
/// use textbook::contact_points::by_most_opposed_normal;
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let found = by_most_opposed_normal(&square, Pose::IDENTITY, &square, Pose::at([0.25, 0.75])).unwrap();
/// assert_eq!((found.mtv.normal, found.mtv.depth), (Vec2::new(0.0, 1.0), 0.25));
/// assert_eq!(found.candidates().len(), 2);
/// assert!(found.contacts().all(|point| point.depth == 0.25));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoints {
    /// The shortest translation that separates the polygons.
    pub mtv: Mtv,
    candidates: [Candidate; 2],
    count: usize,
}

impl ContactPoints {
    fn new(mtv: Mtv, candidates: &[Candidate]) -> Self {
        let none = Candidate { position: Point::origin(), depth: 0.0, is_contact: false };
        let mut found = Self { mtv, candidates: [none; 2], count: candidates.len().min(2) };
        for (slot, &candidate) in found.candidates.iter_mut().zip(candidates) {
            *slot = candidate;
        }
        found
    }

    /// All points that the method considered: none, one or two.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates[..self.count]
    }

    /// The candidates that are contact points.
    pub fn contacts(&self) -> impl Iterator<Item = Candidate> {
        self.candidates().iter().copied().filter(|candidate| candidate.is_contact)
    }

    /// A manifold for a solver. A point stays where the method has put it, on the incident edge.
    ///
    /// ```
    /// use collide::geom::{Polygon, Pose};
    /// use textbook::contact_points::by_mean;
    /// let square = Polygon::rectangle(0.5, 0.5)?;
    /// let (low, high) = (Pose::IDENTITY, Pose::at([0.25, 0.75]));
    /// let manifold = by_mean(&square, low, &square, high).unwrap().manifold(low, high);
    /// assert_eq!(manifold.points().len(), 1); // the mean of two
    /// assert_eq!(manifold.points()[0].separation, -0.25);
    /// # Ok::<(), collide::geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn manifold(&self, pose_a: Pose, pose_b: Pose) -> Manifold {
        let mut manifold = Manifold::EMPTY;
        for (id, candidate) in self.contacts().enumerate() {
            manifold.points[id] = ManifoldPoint {
                anchor_a: candidate.position - pose_a.position,
                anchor_b: candidate.position - pose_b.position,
                separation: -candidate.depth,
                feature: FeatureId::new(id, id),
            };
            manifold.count += 1;
            manifold.normal = self.mtv.normal;
        }
        manifold
    }
}
