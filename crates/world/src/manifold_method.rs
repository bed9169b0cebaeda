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

use collide::algorithms::GjkCache;
use collide::textbook::contact_points::by_mean;
use collide::{Manifold, Tolerances};
use geom::{Pose, Shape};

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
    /// [`manifold_by_gjk`](collide::textbook::manifold_by_gjk). The same manifolds but for rounding, and but
    /// for axes that are equally good. Circles, half-spaces and chains are the same as by separating axes.
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
    pub(crate) fn find(
        self,
        tolerances: Tolerances,
        [a, b]: [&Shape; 2],
        [pose_a, pose_b]: [Pose; 2],
        speculative: f32,
    ) -> Manifold {
        if self == Self::SeparatingAxes {
            tolerances.manifold(a, pose_a, b, pose_b, speculative)
        } else {
            self.find_as_texts(tolerances, [a, b], [pose_a, pose_b], speculative)
        }
    }

    #[cold]
    #[inline(never)]
    fn find_as_texts(
        self,
        tolerances: Tolerances,
        [a, b]: [&Shape; 2],
        [pose_a, pose_b]: [Pose; 2],
        speculative: f32,
    ) -> Manifold {
        let sharp = match (a, b) {
            (Shape::Polygon(p), Shape::Polygon(q)) if p.radius() == 0.0 && q.radius() == 0.0 => Some((p, q)),
            _ => None,
        };
        let found = match (self, sharp) {
            (Self::GjkEpa, _) => {
                let mut cache = GjkCache::default();
                return tolerances.manifold_by_gjk(a, pose_a, b, pose_b, speculative, &mut cache);
            }
            (Self::MeanPoint, Some((p, q))) => by_mean(p, pose_a, q, pose_b),
            (Self::SupportAverage, Some((p, q))) => tolerances.by_support_average(p, pose_a, q, pose_b),
            _ => return tolerances.manifold(a, pose_a, b, pose_b, speculative),
        };
        found.map_or(Manifold::EMPTY, |points| points.manifold(pose_a, pose_b))
    }
}
