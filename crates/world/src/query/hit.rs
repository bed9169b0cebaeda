//! What casts and distance queries return: the collider, and where and how it was met.
//!
//! One struct serves rays and shapes, so that a handler of hits need not know what was cast.

use crate::view::ColliderRef;
use geom::{Point, Vec2};

/// Where a ray or a moving shape hits a collider.
///
/// ```text
///        normal                          |      |<--- initial_overlap: Some(depth)
///          ^                             |  +---|--+
///          |  point                      |  |   |  |---> normal: moving the shape by depth
///   -------x-------  collider            |__|___|  |            along it separates the two
///         /                                 +------+
///        /  distance = fraction * |translation|       fraction = distance = 0
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias = "RayIntersection")]
#[doc(alias = "ShapeCastHit")]
#[doc(alias = "b2RayResult")]
#[doc(alias = "b2CastOutput")]
pub struct CastHit<'a> {
    /// The collider that is hit.
    pub collider: ColliderRef<'a>,
    /// A point of its surface where it is hit, m. For a ray that starts inside, the origin of the ray; for a
    /// shape that starts in overlap, the point of the collider's surface that is deepest in the shape.
    pub point: Point,
    /// The outward unit normal of the collider there; if the cast starts in overlap, the shortest way out of
    /// the collider.
    pub normal: Vec2,
    /// The fraction of the translation, from 0 to `max_fraction`.
    pub fraction: f32,
    /// The fraction times the length of the translation, m.
    pub distance: f32,
    /// How deep the cast is in the collider where it starts, m, zero or more; `None` if it starts outside.
    /// Moving its start by this along `normal` leads out of this collider.
    pub initial_overlap: Option<f32>,
}

/// What is nearest to a point or to a shape.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "PointProjection")]
#[doc(alias = "b2DistanceOutput")]
pub struct ClosestHit<'a> {
    /// The nearest collider.
    pub collider: ColliderRef<'a>,
    /// The distance of its surface, m; inside minus the depth of the point or of the overlap.
    pub distance: f32,
    /// Unit, from the collider to the point or shape, which touches the collider after moving by `-distance`
    /// along it.
    pub normal: Vec2,
    /// The point of the collider's surface that is nearest, or deepest in the shape, m.
    pub point: Point,
    /// The point of the shape's surface that is nearest, or deepest in the collider, m. For a point, itself.
    pub point_on_shape: Point,
}
