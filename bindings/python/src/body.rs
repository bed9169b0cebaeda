//! The class `Body`: a world and a handle.

mod calls;
mod colliders;
mod pieces;

use crate::collider::Collider;
use crate::contact::Contact;
use crate::errors;
use crate::handles::handle;
use crate::mass;
use crate::props;
use crate::values::{self, tuple};
use crate::world::{World, collider, joint};
use physics::geom::{Rot, WorldPose};
use physics::world::{BodyId, BodyMut, BodyRef, DefError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// x and y.
pub type Pair = (f64, f64);

/// A body of a world. It is a handle: light, hashable, equal to any other handle of the same body, and
/// refused with `StaleHandle` once the body has been removed.
#[pyclass(frozen, weakref, module = "physics2d")]
pub struct Body {
    pub world: Py<World>,
    pub id: BodyId,
}

handle!(
    Body,
    BodyRef,
    body,
    "body",
    "bodies",
    "All properties as a dictionary, which `add_body(**properties)` takes.",
    "Removes it with its colliders and joints."
);

impl Body {
    /// Changes the body.
    pub fn change(&self, change: impl FnOnce(&mut BodyMut<'_>) -> Result<(), DefError>) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        let mut body = inner.world.body_mut(self.id).map_err(errors::handle)?;
        let changed = change(&mut body).map_err(errors::definition);
        inner.take_hook_error()?;
        changed
    }

    /// Removes the body.
    pub fn remove(&self) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        inner.world.remove_body(self.id).map_err(errors::handle)
    }
}

#[pymethods]
impl Body {
    #[setter]
    fn set_mass(slf: &Bound<'_, Self>, mass: &Bound<'_, PyAny>) -> PyResult<()> {
        let mass = values::finite("mass", mass)?;
        let (body, world) = (slf.get(), slf.get().world.get());
        body.read(|_| ())?;
        world.change(|world| mass::set(world, body.id, mass))
    }

    /// What it touches: each contact with the other collider, the normal on this body, and the impulse.
    #[getter]
    fn contacts(&self, py: Python<'_>) -> PyResult<Vec<Contact>> {
        let world = self.world.bind(py);
        self.read(|body| {
            let touching = body.contacts().filter(|contact| contact.is_touching());
            touching.filter_map(|contact| Contact::of(world, self.id, contact)).collect::<PyResult<Vec<_>>>()
        })?
    }

    /// Gives a kinematic body the velocities that bring it to a position (m) and an angle (rad) in a step of
    /// `dt` seconds.
    #[pyo3(signature = (position, angle = 0.0, dt = 1.0 / 60.0))]
    fn move_to(&self, position: &Bound<'_, PyAny>, angle: f64, dt: f64) -> PyResult<()> {
        let py = position.py();
        let angle = values::finite_f32(py, "angle", angle)?;
        let dt = values::finite_f32(py, "dt", dt)?;
        let pose = WorldPose::new(values::position("position", position)?, angle);
        self.change(|body| body.set_target_world_pose(pose, dt).map(|_| ()))
    }

    /// Changes properties: `body.set(damping=0.5, locks_rotation=True)`. Takes what `add_body` takes, but for
    /// `awake`: that is `wake` and `sleep`.
    #[pyo3(signature = (**properties))]
    fn set(&self, properties: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut new = self.read(|one| one.def())?;
        let properties = self.world.get().objects.kept(properties)?;
        props::set(&mut new, properties.as_ref(), "set", &[])?;
        self.read(|body| mass::complete(&mut new, properties.as_ref(), Some(body)))??;
        self.change(|body| body.set_def(new).map(|_| ()))
    }
}
