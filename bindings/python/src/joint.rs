//! The class `Joint`: a world and a handle. `physics2d/_joints.py` has a class for each kind.

mod calls;

use crate::body::{Body, Pair};
use crate::errors;
use crate::handles::handle;
use crate::props;
use crate::values::tuple;
use crate::world::{World, body};
use physics::world::{JointId, JointRef};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A joint between two bodies. It is a handle, as a `Body` is. Its class tells its kind: `RevoluteJoint`, ...
#[pyclass(frozen, subclass, weakref, module = "physics2d")]
pub struct Joint {
    pub world: Py<World>,
    pub id: JointId,
}

handle!(
    Joint,
    JointRef,
    joint,
    "joint",
    "joints",
    "All properties as a dictionary, which the function that adds a joint of this kind takes.",
    "Removes it."
);

/// The object for a joint of this kind.
pub fn object<'py>(world: &Bound<'py, World>, id: JointId, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let class = world.py().import("physics2d._joints")?.getattr("CLASSES")?.get_item(kind)?;
    class.call1((world, id.to_bits()))
}

impl Joint {
    /// Removes the joint.
    pub fn remove(&self) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        inner.world.remove_joint(self.id).map_err(errors::handle)
    }
}

#[pymethods]
impl Joint {
    #[new]
    fn new(world: Py<World>, bits: u128) -> PyResult<Self> {
        let id = JointId::from_bits(bits);
        let id =
            id.ok_or_else(|| errors::StaleHandle::new_err("joints come from World.add_revolute, ..."))?;
        Ok(Self { world, id })
    }

    /// `"revolute"`, `"mouse"`, ...
    #[getter]
    fn kind(&self) -> PyResult<&'static str> {
        self.read(|joint| joint.kind().name())
    }

    /// Where its two anchors are in the world, m.
    #[getter]
    fn anchors(&self) -> PyResult<(Pair, Pair)> {
        let [a, b] = self.read(|one| one.anchors())?;
        Ok((tuple(a.coords), tuple(b.coords)))
    }

    /// Changes properties: `joint.set(motor_speed=3, max_motor_torque=10)`.
    #[pyo3(signature = (**properties))]
    fn set(&self, properties: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut new = self.read(|one| one.def())?;
        let properties = self.world.get().objects.kept(properties)?;
        props::set(&mut new, properties.as_ref(), "set", &[])?;
        let mut inner = self.world.get().lock()?;
        let mut joint = inner.world.joint_mut(self.id).map_err(errors::handle)?;
        let changed = joint.set_def(new).map(drop).map_err(errors::definition);
        inner.take_hook_error()?;
        changed
    }
}
