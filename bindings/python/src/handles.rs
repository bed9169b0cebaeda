//! Handles in other worlds: of copies, and of worlds that were pickled.
//!
//! A handle has a slot, the generation of the slot, and the tag of its world. A copy keeps the tag. A world
//! from bytes gets a new one, so there the handle is looked up by slot and generation.

use crate::body::Body;
use crate::collider::Collider;
use crate::errors::StaleHandle;
use crate::world::{World, body, collider, joint};
use pyo3::prelude::*;

/// Slot, generation and kind of a handle, without the tag of its world.
const WITHOUT_WORLD: u128 = !(0xffff_ffff << 64);

fn is_same(bits: u128, other: u128) -> bool {
    bits & WITHOUT_WORLD == other & WITHOUT_WORLD
}

fn gone(kind: &str) -> PyErr {
    StaleHandle::new_err(format!("the {kind} is not in this world"))
}

/// The body of a world that has this handle but for the tag.
pub fn find_body(world: &Bound<'_, World>, bits: u128) -> PyResult<Body> {
    let id =
        world.get().read(|world| world.bodies().map(|b| b.id()).find(|id| is_same(id.to_bits(), bits)))?;
    id.map(|id| body(world, id)).ok_or_else(|| gone("body"))
}

/// The collider of a world that has this handle but for the tag.
#[pyfunction]
pub fn _find_collider(world: &Bound<'_, World>, bits: u128) -> PyResult<Collider> {
    let id =
        world.get().read(|world| world.colliders().map(|c| c.id()).find(|id| is_same(id.to_bits(), bits)))?;
    id.map(|id| collider(world, id)).ok_or_else(|| gone("collider"))
}

/// The joint of a world that has this handle but for the tag.
#[pyfunction]
pub fn _find_joint<'py>(world: &Bound<'py, World>, bits: u128) -> PyResult<Bound<'py, PyAny>> {
    let id =
        world.get().read(|world| world.joints().map(|j| j.id()).find(|id| is_same(id.to_bits(), bits)))?;
    id.map_or_else(|| Err(gone("joint")), |id| joint(world, id))
}

/// The body of a world that has this handle but for the tag.
#[pyfunction]
pub fn _find_body(world: &Bound<'_, World>, bits: u128) -> PyResult<Body> {
    find_body(world, bits)
}
