//! Functions that read a level's colliders for the adapters.

use super::Unsupported;
use physics::prelude::*;
use physics::world::{LevelCollider, ShapeKind};

/// The points of a collider, in the frame of its body.
pub(super) fn points(level: &Level, collider: &LevelCollider) -> Result<Vec<Point>, Unsupported> {
    let first = collider.first_point as usize;
    let points = level.points.get(first..first + collider.point_count as usize);
    let points = points.ok_or_else(|| Unsupported::because("a collider without its points"))?;
    if collider.offset == Pose::IDENTITY {
        return Ok(points.to_vec());
    }
    if collider.kind == ShapeKind::HalfSpace {
        return Err(Unsupported::because("a half-space with an offset"));
    }
    Ok(points.iter().map(|&point| collider.offset * point).collect())
}

/// Whether a collider has mass.
pub(super) fn is_massive(collider: &LevelCollider) -> bool {
    let solid = matches!(collider.kind, ShapeKind::Circle | ShapeKind::Capsule | ShapeKind::Polygon);
    solid && collider.material.density > 0.0
}

/// The mass of a collider as this engine computes it.
pub(super) fn mass(
    level: &Level,
    collider: &LevelCollider,
) -> Result<physics::geom::MassProperties, Unsupported> {
    let wrong = |error: &dyn std::fmt::Display| Unsupported::because(error.to_string());
    let def = level.collider_def(collider).map_err(|error| wrong(&error))?;
    def.placed_shape().mass_properties(def.material.density).map_err(|error| wrong(&error))
}

/// Centre and half extents if four vertices are the corners of an axis-aligned box: engines have a faster
/// shape for it than a polygon.
pub(super) fn axis_aligned_box(vertices: &[Point]) -> Option<(Point, Vec2)> {
    let &[a, b, c, d] = vertices else { return None };
    let along = |a: Point, b: Point, c: Point, d: Point| a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    let aligned = along(a, b, c, d) || along(b, c, d, a);
    aligned.then(|| (a + 0.5 * (c - a), (c - a).abs() * 0.5))
}
