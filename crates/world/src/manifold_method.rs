//! How the narrow phase finds the manifold of two shapes: separating axes, or one of the ways of the texts.
//!
//! ```text
//!   SeparatingAxes   best edge of A and of B, incident edge, clipping                collide::manifold
//!   GjkEpa           GJK or EPA give the edge; the rest is the same                  manifold_by_gjk
//!   MeanPoint        the mean of the clipped points                                  contact_points::by_mean
//!   SupportAverage   the deepest vertex, or the mean of two that are equally deep    by_support_average
//! ```
//!
//! GJK starts without the simplex of the last step. So a manifold follows from the poses alone, a contact
//! needs no memory for it, and a snapshot holds nothing more; the search takes a few iterations longer.
//!
//! Swept contacts and what replaces a covered side at a seam always come from separating axes: they ask for
//! the manifold with a given edge, or at another time.
//!
//! Turned down: a table of functions in the world, which a level could not store.

use collide::Manifold;
use collide::algorithms::GjkCache;
use collide::textbook::contact_points::{ContactPoints, by_mean, by_support_average};
use collide::textbook::manifold_by_gjk;
use geom::{Polygon, Pose, Shape};

/// How contact manifolds are found ([`WorldSettings::manifolds`](crate::WorldSettings::manifolds)).
///
/// Programs keep the default. The others are for learning, and to compare their results.
///
/// ```
/// use world::{ManifoldMethod, World, WorldSettings};
///
/// let world = World::new(WorldSettings::default().manifolds(ManifoldMethod::GjkEpa));
/// assert_eq!(world.settings().manifolds, ManifoldMethod::GjkEpa);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ManifoldMethod {
    /// Separating axes and clipping: [`collide::manifold`](collide::manifold()).
    #[default]
    SeparatingAxes,
    /// The reference edge by GJK, or by EPA where cores overlap, and clipping:
    /// [`manifold_by_gjk`]. The same manifolds but for rounding, and but for
    /// axes that are equally good. Circles, half-spaces and chains are the same as by separating axes.
    GjkEpa,
    /// Of two polygons without rounding, the mean of the two contact points as the only one: the version
    /// that *2D Collision Detection and Resolution* turns down, since it turns bodies the wrong way. Other
    /// shapes as by separating axes.
    MeanPoint,
    /// Of two polygons without rounding, the deepest vertex of the second one, or the mean of two: the
    /// failed first try of *Sotirov 2022*. Other shapes as by separating axes.
    SupportAverage,
}

properties::choices!(ManifoldMethod: SeparatingAxes, GjkEpa, MeanPoint, SupportAverage);

impl ManifoldMethod {
    /// All methods, in the order in which a file names them.
    pub const ALL: [Self; 4] = [Self::SeparatingAxes, Self::GjkEpa, Self::MeanPoint, Self::SupportAverage];

    /// Whether a contact of one point may be computed for the middle of the step: not if the single point
    /// stands for two.
    pub(crate) fn has_midpoints(self) -> bool {
        matches!(self, Self::SeparatingAxes | Self::GjkEpa)
    }

    /// The manifold of two shapes at these poses, as by [`collide::manifold`](collide::manifold()).
    #[inline(always)]
    pub(crate) fn find(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> Manifold {
        if self == Self::SeparatingAxes {
            collide::manifold(a, pose_a, b, pose_b, speculative)
        } else {
            self.find_as_texts(a, pose_a, b, pose_b, speculative)
        }
    }

    #[cold]
    #[inline(never)]
    fn find_as_texts(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> Manifold {
        let method: fn(&Polygon, Pose, &Polygon, Pose) -> Option<ContactPoints> = match self {
            Self::SeparatingAxes => return collide::manifold(a, pose_a, b, pose_b, speculative),
            Self::GjkEpa => {
                return manifold_by_gjk(a, pose_a, b, pose_b, speculative, &mut GjkCache::default());
            }
            Self::MeanPoint => by_mean,
            Self::SupportAverage => by_support_average,
        };
        match (a, b) {
            (Shape::Polygon(p), Shape::Polygon(q)) if p.radius() == 0.0 && q.radius() == 0.0 => {
                let found = method(p, pose_a, q, pose_b);
                found.map_or(Manifold::EMPTY, |points| points.manifold(pose_a, pose_b))
            }
            _ => collide::manifold(a, pose_a, b, pose_b, speculative),
        }
    }
}
