//! The class `Collider`: a world and a handle.

mod calls;

use crate::body::{Body, Pickled, deep_copy};
use crate::collect::refers;
use crate::draw::corners;
use crate::errors;
use crate::mass;
use crate::props;
use crate::shape::Shape;
use crate::world::{World, body, collider};
use physics::world::{ColliderId, ColliderMut, ColliderRef, DefError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A collider of a body: a shape, a material and a filter. It is a handle, as a `Body` is.
#[pyclass(frozen, weakref, module = "physics2d")]
pub struct Collider {
    pub world: Py<World>,
    pub id: ColliderId,
}

refers!(Collider: world);

impl Collider {
    fn read<T>(&self, read: impl FnOnce(ColliderRef<'_>) -> T) -> PyResult<T> {
        let inner = self.world.get().lock()?;
        Ok(read(inner.world.collider(self.id).map_err(errors::handle)?))
    }

    fn change(&self, change: impl FnOnce(&mut ColliderMut<'_>) -> Result<(), DefError>) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        let body = inner.world.collider(self.id).map_err(errors::handle)?.body().id();
        let changed = mass::follow(&mut inner.world, body, |world| change(&mut world.collider_mut(self.id)?));
        inner.take_hook_error()?;
        changed.map_err(errors::definition)
    }

    /// Removes the collider.
    pub fn remove(&self) -> PyResult<()> {
        let mut inner = self.world.get().lock()?;
        let body = inner.world.collider(self.id).map_err(errors::handle)?.body().id();
        let remove = |world: &mut physics::world::World| Ok(world.remove_collider(self.id)?);
        mass::follow(&mut inner.world, body, remove).map_err(errors::definition)
    }
}

#[pymethods]
impl Collider {
    /// The world of the collider.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    /// Its slot: a small number that is unique among the colliders that exist at one time.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    /// Whether the collider still exists.
    #[getter]
    fn exists(&self) -> PyResult<bool> {
        self.world.get().read(|world| world.collider(self.id).is_ok())
    }

    /// Its shape, in its own frame. Another may be set.
    #[getter]
    fn shape(&self) -> PyResult<Shape> {
        self.read(|collider| Shape { shape: collider.local_shape().clone() })
    }

    #[setter]
    fn set_shape(&self, shape: &Bound<'_, Shape>) -> PyResult<()> {
        self.change(|collider| collider.set_shape(shape.get().shape.clone()).map(|_| ()))
    }

    /// The box that the broad phase has of it, with a margin: x and y of its lower, then of its upper corner,
    /// m.
    #[getter]
    fn bounds(&self) -> PyResult<(f64, f64, f64, f64)> {
        self.read(|collider| corners(collider.fat_aabb()))
    }

    /// Changes properties: `collider.set(friction=0.1, sensor=True)`. Takes what `add_circle` takes.
    #[pyo3(signature = (**properties))]
    fn set(&self, properties: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut new = self.read(|one| one.def())?;
        let properties = self.world.get().objects.kept(properties)?;
        let properties = properties.as_ref();
        props::set(&mut new, properties, "set", &[])?;
        let is_given = |name: &str| properties.is_some_and(|given| given.contains(name).unwrap_or(false));
        if is_given("friction") && !is_given("static_friction") {
            new.material.static_friction = new.material.friction;
        }
        self.change(|collider| collider.set_def(new).map(|_| ()))
    }

    /// All properties as a dictionary, which `add_shape(shape, **properties)` takes.
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

    fn __repr__(&self) -> String {
        format!("<Collider {}>", self.id)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyDict>) -> PyResult<Self> {
        let world = deep_copy(self.world.bind(memo.py()), memo)?;
        crate::handles::_find_collider(&world, self.id.to_bits())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let find = py.import("physics2d._engine")?.getattr("_find_collider")?;
        Ok((find, (self.world.clone_ref(py), self.id.to_bits())))
    }
}
