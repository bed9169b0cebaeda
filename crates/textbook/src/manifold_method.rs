//! How a world finds the manifold of two shapes: separating axes, or one of the ways of the texts.
//!
//! ```text
//!   SeparatingAxes   best edge of A and of B, incident edge, clipping                collide::manifold
//!   GjkEpa           GJK or EPA give the edge; the rest is the same                  manifold_by_gjk
//!   MeanPoint        the mean of the clipped points                                  contact_points::by_mean
//!   SupportAverage   the deepest vertex, or the mean of two that are equally deep    by_support_average
//!   StartOfStep      as SeparatingAxes, for the poses at the start of the step       collide::manifold
//! ```
//!
//! GJK starts without the simplex of the last step, so a manifold follows from the poses alone, and snapshots
//! hold nothing more; the search takes a few iterations longer. Turned down: a table of functions in the
//! world, which a level could not store.

use crate::contact_points::{self, ContactPoints, SUPPORT_TOLERANCE};
use crate::manifold_by_gjk;
use collide::algorithms::GjkCache;
use collide::{Manifold, Tolerances};
use geom::{Polygon, Pose, Shape};

/// As [`Tolerances::manifold`]: of A and B at their poses, with points up to a distance, m.
pub type FindManifold = fn(Tolerances, [&Shape; 2], [Pose; 2], f32) -> Manifold;

/// How contact manifolds are found (`WorldSettings::manifolds`).
///
/// Programs keep the default. The others are for learning, and to compare their results.
///
/// ```
/// use textbook::ManifoldMethod;
/// use textbook::collide::Tolerances;
/// use textbook::collide::geom::{Pose, Shape};
///
/// let square = Shape::rectangle(0.5, 0.5)?;
/// let find = ManifoldMethod::MeanPoint.function().unwrap();
/// let mean = find(Tolerances::METRES, [&square; 2], [Pose::IDENTITY, Pose::at([0.25, 0.75])], 0.02);
/// assert_eq!(mean.points().len(), 1);
/// assert!(ManifoldMethod::default().function().is_none());
/// # Ok::<(), textbook::collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ManifoldMethod {
    /// Separating axes and clipping: [`collide::manifold`](collide::manifold()). A contact of one point is
    /// found for the poses in the middle of the step, since its normal turns as the bodies roll.
    #[default]
    SeparatingAxes,
    /// The reference edge by GJK, or by EPA where cores overlap, and clipping:
    /// [`manifold_by_gjk()`](crate::manifold_by_gjk()). The same manifolds but for rounding, and but for axes
    /// that are equally good. Circles, half-spaces and chains are the same as by separating axes.
    GjkEpa,
    /// Of two polygons without rounding, the mean of the two contact points as the only one: the version
    /// that *2D Collision Detection and Resolution* turns down, since it turns bodies the wrong way. Other
    /// shapes as by separating axes.
    MeanPoint,
    /// Of two polygons without rounding, the deepest vertex of the second one, or the mean of two: the
    /// failed first try of *Sotirov 2022*. Other shapes as by separating axes.
    SupportAverage,
    /// Separating axes and clipping, and all contacts for the poses at the start of the step, as in most
    /// engines. What rocks on round shapes then gains energy.
    StartOfStep,
}

properties::choices!(ManifoldMethod: SeparatingAxes, GjkEpa, MeanPoint, SupportAverage, StartOfStep);

impl ManifoldMethod {
    /// All methods, in the order in which a file names them.
    pub const ALL: [Self; 5] =
        [Self::SeparatingAxes, Self::GjkEpa, Self::MeanPoint, Self::SupportAverage, Self::StartOfStep];

    /// The function that finds a manifold; `None` for [`collide::manifold`](collide::manifold()), which an
    /// engine calls in ways of its own.
    #[must_use]
    pub fn function(self) -> Option<FindManifold> {
        match self {
            Self::SeparatingAxes | Self::StartOfStep => None,
            Self::GjkEpa => Some(by_gjk),
            Self::MeanPoint => Some(by_mean),
            Self::SupportAverage => Some(by_support_average),
        }
    }

    /// Whether a contact of one point is found for the middle of the step: not if the point stands for two.
    #[must_use]
    pub fn has_midpoints(self) -> bool {
        matches!(self, Self::SeparatingAxes | Self::GjkEpa)
    }
}

fn by_gjk(tolerances: Tolerances, shapes: [&Shape; 2], poses: [Pose; 2], speculative: f32) -> Manifold {
    manifold_by_gjk::with_tolerances(tolerances, shapes, poses, speculative, &mut GjkCache::default())
}

fn by_mean(tolerances: Tolerances, shapes: [&Shape; 2], poses: [Pose; 2], speculative: f32) -> Manifold {
    of_sharp_polygons(contact_points::by_mean, tolerances, shapes, poses, speculative)
}

fn by_support_average(
    tolerances: Tolerances,
    shapes: [&Shape; 2],
    poses: [Pose; 2],
    speculative: f32,
) -> Manifold {
    let method = |p: &Polygon, pose_p: Pose, q: &Polygon, pose_q: Pose| {
        contact_points::by_support_average_within(tolerances.scaled(SUPPORT_TOLERANCE), p, pose_p, q, pose_q)
    };
    of_sharp_polygons(method, tolerances, shapes, poses, speculative)
}

/// Other shapes by separating axes.
fn of_sharp_polygons(
    method: impl Fn(&Polygon, Pose, &Polygon, Pose) -> Option<ContactPoints>,
    tolerances: Tolerances,
    shapes: [&Shape; 2],
    [pose_a, pose_b]: [Pose; 2],
    speculative: f32,
) -> Manifold {
    match shapes {
        [Shape::Polygon(p), Shape::Polygon(q)] if p.radius() == 0.0 && q.radius() == 0.0 => {
            let found = method(p, pose_a, q, pose_b);
            found.map_or(Manifold::EMPTY, |points| points.manifold(pose_a, pose_b))
        }
        [a, b] => tolerances.manifold(a, pose_a, b, pose_b, speculative),
    }
}
