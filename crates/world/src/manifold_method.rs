//! How the narrow phase finds the manifold of two shapes: separating axes, or one of the ways of the texts.
//!
//! ```text
//!   SeparatingAxes   best edge of A and of B, incident edge, clipping                collide::manifold
//!   GjkEpa           GJK or EPA give the edge; the rest is the same                  manifold_by_gjk
//!   MeanPoint        the mean of the clipped points                                  contact_points::by_mean
//!   SupportAverage   the deepest vertex, or the mean of two that are equally deep    by_support_average
//!   StartOfStep      as SeparatingAxes, for the poses at the start of the step       collide::manifold
//! ```
//!
//! Turned down: a table of functions in the world, which a level could not store.

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
    /// Separating axes and clipping: [`collide::manifold`](collide::manifold()). A contact of one point is
    /// found for the poses in the middle of the step, since its normal turns as the bodies roll.
    #[default]
    SeparatingAxes,
    /// The reference edge by GJK, or by EPA where cores overlap, and clipping:
    /// [`manifold_by_gjk`](textbook::manifold_by_gjk()). The same manifolds but for rounding, and but
    /// for axes that are equally good. Circles, half-spaces and chains are the same as by separating axes.
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
}
