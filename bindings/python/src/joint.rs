//! The class `Joint`: a world and a handle. `physics2d/_joints.py` has a class for each kind.

mod calls;

use crate::body::{Body, Pair, Pickled, deep_copy};
use crate::collect::refers;
use crate::errors;
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

refers!(Joint: world);

/// The object for a joint of this kind.
pub fn object<'py>(world: &Bound<'py, World>, id: JointId, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let class = world.py().import("physics2d._joints")?.getattr("CLASSES")?.get_item(kind)?;
    class.call1((world, id.to_bits()))
}

impl Joint {
    fn read<T>(&self, read: impl FnOnce(JointRef<'_>) -> T) -> PyResult<T> {
        let inner = self.world.get().lock()?;
        Ok(read(inner.world.joint(self.id).map_err(errors::handle)?))
    }

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

    /// The world of the joint.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    /// Its slot: a small number that is unique among the joints that exist at one time.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// Whether the joint still exists.
    #[getter]
    fn exists(&self) -> PyResult<bool> {
        self.world.get().read(|world| world.joint(self.id).is_ok())
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

    /// All properties as a dictionary, which the function that adds a joint of this kind takes.
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.world.get().objects.shown(props::to_dict(py, &mut self.read(|one| one.def())?)?)
    }

    /// One property by name.
    fn _get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = props::value_of(py, &mut self.read(|one| one.def())?, name)?;
        self.world.get().objects.shown_as(name, value)
    }

    /// Removes it.
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

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<{} {}>", slf.get_type().name()?, slf.get().id))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__<'py>(&self, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let world = deep_copy(self.world.bind(memo.py()), memo)?;
        crate::handles::_find_joint(&world, self.id.to_bits())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let find = py.import("physics2d._engine")?.getattr("_find_joint")?;
        Ok((find, (self.world.clone_ref(py), self.id.to_bits())))
    }
}
