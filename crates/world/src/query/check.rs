//! The checks of what a query is given. Each error names the field and its value.

use super::filter::QueryFilter;
use crate::body::check_in_world;
use crate::error::{DefError, finite, finite_vector};
use collide::{Ray, ShapeCast};
use geom::{Aabb, Point, Pose};

/// Names the coordinate that is wrong.
type Names = [&'static str; 2];

fn in_world(names: Names, point: Point, length_unit: f32) -> Result<(), DefError> {
    check_in_world(names, point.into(), length_unit)
}

pub(super) fn origin(filter: &QueryFilter<'_>, length_unit: f32) -> Result<(), DefError> {
    check_in_world(["origin.x of the query", "origin.y of the query"], filter.origin, length_unit)
}

/// Infinity included.
pub(super) fn reach(field: &'static str, value: f32) -> Result<(), DefError> {
    // False for NaN.
    if value >= 0.0 { Ok(()) } else { Err(DefError::Value { field, value, expected: "zero or above" }) }
}

pub(super) fn ray(ray: &Ray, length_unit: f32) -> Result<(), DefError> {
    in_world(["origin.x", "origin.y"], ray.origin, length_unit)?;
    finite_vector("translation", ray.translation)?;
    reach("max_fraction", ray.max_fraction)
}

pub(super) fn shape_cast(cast: &ShapeCast<'_>, length_unit: f32) -> Result<(), DefError> {
    in_world(["start.position.x", "start.position.y"], cast.start.position, length_unit)?;
    finite("start.angle", cast.start.rotation.angle())?;
    finite_vector("translation", cast.translation)?;
    finite("turn", cast.turn)?;
    finite_vector("center", cast.center.coords)?;
    reach("max_fraction", cast.max_fraction)
}

/// Points outside the world are allowed: nothing is there.
pub(super) fn point(point: Point) -> Result<(), DefError> {
    finite("point.x", point.x)?;
    finite("point.y", point.y)?;
    Ok(())
}

pub(super) fn pose(pose: Pose) -> Result<(), DefError> {
    finite("pose.position.x", pose.position.x)?;
    finite("pose.position.y", pose.position.y)?;
    finite("pose.angle", pose.rotation.angle())?;
    Ok(())
}

pub(super) fn aabb(aabb: Aabb) -> Result<(), DefError> {
    let Aabb { lower, upper } = aabb;
    for (field, low, high) in [("aabb.lower.x", lower.x, upper.x), ("aabb.lower.y", lower.y, upper.y)] {
        finite(field, low)?;
        if low > high {
            return Err(DefError::Value { field, value: low, expected: "not above that of aabb.upper" });
        }
    }
    finite("aabb.upper.x", upper.x)?;
    finite("aabb.upper.y", upper.y)?;
    Ok(())
}
