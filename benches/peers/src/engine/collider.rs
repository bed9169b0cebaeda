//! Functions that read a level's colliders for the adapters.

use super::Unsupported;
use physics::prelude::*;
use physics::world::LevelCollider;

/// Whether a collider has mass.
pub(super) fn is_massive(collider: &LevelCollider) -> bool {
    let solid = matches!(collider.def.shape, Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_));
    solid && collider.def.material.density > 0.0
}

/// The mass of a collider as this engine computes it.
pub(crate) fn mass(collider: &LevelCollider) -> Result<physics::geom::MassProperties, Unsupported> {
    let mass = collider.def.placed_shape().mass_properties(collider.def.material.density);
    mass.map_err(|error| Unsupported::because(error.to_string()))
}

/// Centre and half extents if four vertices are the corners of an axis-aligned box: engines have a faster
/// shape for it than a polygon.
pub(super) fn axis_aligned_box(vertices: &[Point]) -> Option<(Point, Vec2)> {
    let &[a, b, c, d] = vertices else { return None };
    let along = |a: Point, b: Point, c: Point, d: Point| a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    let aligned = along(a, b, c, d) || along(b, c, d, a);
    aligned.then(|| (a + 0.5 * (c - a), (c - a).abs() * 0.5))
}
