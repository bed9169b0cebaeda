//! The class `Body`: a world and a handle.

mod calls;
mod colliders;
mod pieces;

use crate::collect::refers;
use crate::collider::Collider;
use crate::contact::Contact;
use crate::errors;
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

/// How a handle is pickled: the function that finds it, in a world, by its bits.
pub type Pickled<'py> = (Bound<'py, PyAny>, (Py<World>, u128));

/// A body of a world. It is a handle: light, hashable, equal to any other handle of the same body, and
/// refused with `StaleHandle` once the body has been removed.
#[pyclass(frozen, weakref, module = "physics2d")]
pub struct Body {
    pub world: Py<World>,
    pub id: BodyId,
}

refers!(Body: world);

impl Body {
    /// Reads the body.
    pub fn read<T>(&self, read: impl FnOnce(BodyRef<'_>) -> T) -> PyResult<T> {
        let inner = self.world.get().lock()?;
        Ok(read(inner.world.body(self.id).map_err(errors::handle)?))
    }

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
    /// The world of the body.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    /// Its slot: a small number that is unique among the bodies that exist at one time.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// Whether the body still exists.
    #[getter]
    fn exists(&self) -> PyResult<bool> {
        self.world.get().read(|world| world.body(self.id).is_ok())
    }

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

    /// All properties as a dictionary, which `add_body(**properties)` takes.
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.world.get().objects.shown(props::to_dict(py, &mut self.read(|one| one.def())?)?)
    }

    /// One property by name.
    fn _get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = props::value_of(py, &mut self.read(|one| one.def())?, name)?;
        self.world.get().objects.shown_as(name, value)
    }

    /// Removes it with its colliders and joints.
    #[pyo3(name = "remove")]
    fn py_remove(&self) -> PyResult<()> {
        self.remove()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| self.id == other.get().id && self.world.as_ptr() == other.get().world.as_ptr())
    }

    fn __hash__(&self) -> u64 {
        self.id.to_bits() as u64
    }

    fn __repr__(&self) -> String {
        format!("<Body {}>", self.id)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyDict>) -> PyResult<Self> {
        let world = deep_copy(self.world.bind(memo.py()), memo)?;
        crate::handles::find_body(&world, self.id.to_bits())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let find = py.import("physics2d._engine")?.getattr("_find_body")?;
        Ok((find, (self.world.clone_ref(py), self.id.to_bits())))
    }
}

/// The copy of a world that belongs to a deep copy.
pub fn deep_copy<'py>(world: &Bound<'py, World>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, World>> {
    let copy = world.py().import("copy")?.getattr("deepcopy")?.call1((world, memo))?;
    Ok(copy.cast_into::<World>()?)
}
