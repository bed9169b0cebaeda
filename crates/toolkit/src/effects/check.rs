//! Checks of the numbers of an effect; each error names field and value.

use geom::{Position, Vec2};
use world::DefError;

fn check(ok: bool, field: &'static str, value: f32, expected: &'static str) -> Result<(), DefError> {
    if ok { Ok(()) } else { Err(DefError::Value { field, value, expected }) }
}

pub(super) fn finite(field: &'static str, value: f32) -> Result<(), DefError> {
    check(value.is_finite(), field, value, "finite")
}

pub(super) fn finite_vector(field: &'static str, v: Vec2) -> Result<(), DefError> {
    finite(field, v.x)?;
    finite(field, v.y)
}

pub(super) fn finite_position(field: &'static str, Position { x, y }: Position) -> Result<(), DefError> {
    check(x.is_finite(), field, x as f32, "finite")?;
    check(y.is_finite(), field, y as f32, "finite")
}

pub(super) fn not_negative(field: &'static str, value: f32) -> Result<(), DefError> {
    check(value.is_finite() && value >= 0.0, field, value, "finite and not negative")
}

pub(super) fn positive(field: &'static str, value: f32) -> Result<(), DefError> {
    check(value.is_finite() && value > 0.0, field, value, "finite and above zero")
}

/// The length of a step, as [`World::step`](world::World::step) takes it.
pub(super) fn time_step(dt: f32) -> Result<(), DefError> {
    check((0.0..=1.0).contains(&dt), "dt", dt, "from 0 to 1")
}
