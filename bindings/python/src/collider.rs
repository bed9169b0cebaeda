//! The class `Collider`: a world and a handle.

mod calls;

use crate::body::Body;
use crate::draw::corners;
use crate::errors;
use crate::handles::handle;
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

handle!(
    Collider,
    ColliderRef,
    collider,
    "collider",
    "colliders",
    "All properties as a dictionary, which `add_shape(shape, **properties)` takes.",
    "Removes it."
);

impl Collider {
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
}
