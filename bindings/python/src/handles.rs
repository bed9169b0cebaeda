//! What bodies, colliders and joints have in common: they are handles. And handles in other worlds: copies,
//! and worlds that were pickled.
//!
//! A handle has a slot, the generation of the slot, and the tag of its world. A copy keeps the tag. A world
//! from bytes gets a new one, so there the handle is looked up by slot and generation.

use crate::body::Body;
use crate::collider::Collider;
use crate::errors::StaleHandle;
use crate::world::{World, body, collider, joint};
use physics::prelude::{BodyId, ColliderId};
use pyo3::prelude::*;

/// Writes what every class of handles has: `read`, which reads what it names, and the members of Python that
/// say nothing of its kind. `$properties` and `$remove` are the docs of the two that do.
macro_rules! handle {
    ($class:ident, $view:ident, $on:ident, $one:literal, $many:literal, $properties:literal, $remove:literal) => {
        $crate::collect::refers!($class: world);

        impl $class {
            /// Reads it.
            pub fn read<T>(&self, read: impl FnOnce($view<'_>) -> T) -> PyResult<T> {
                let inner = self.world.get().lock()?;
                Ok(read(inner.world.$on(self.id).map_err(errors::handle)?))
            }
        }

        #[pymethods]
        impl $class {
            #[doc = concat!("The world of the ", $one, ".")]
            #[getter]
            fn world(&self, py: Python<'_>) -> Py<World> {
                self.world.clone_ref(py)
            }

            #[doc = concat!(
                "Its slot: a small number that is unique among the ", $many, " that exist at one time."
            )]
            #[getter]
            fn index(&self) -> usize {
                self.id.index()
            }

            #[doc = concat!("Whether the ", $one, " still exists.")]
            #[getter]
            fn exists(&self) -> PyResult<bool> {
                self.world.get().read(|world| world.$on(self.id).is_ok())
            }

            #[doc = $properties]
            fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let all = props::to_dict(py, &mut self.read(|one| one.def())?)?;
                self.world.get().objects.shown(all)
            }

            /// One property by name.
            fn _get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
                let value = props::value_of(py, &mut self.read(|one| one.def())?, name)?;
                self.world.get().objects.shown_as(name, value)
            }

            #[doc = $remove]
            #[pyo3(name = "remove")]
            fn py_remove(&self) -> PyResult<()> {
                self.remove()
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                let is_same = |other: &Self| {
                    self.id == other.id && self.world.as_ptr() == other.world.as_ptr()
                };
                other.cast::<Self>().is_ok_and(|other| is_same(other.get()))
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
                let py = memo.py();
                let world = py.import("copy")?.getattr("deepcopy")?.call1((&self.world, memo))?;
                $crate::handles::find(py, $one)?.call1((world, self.id.to_bits()))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<$crate::handles::Pickled<'py>> {
                let arguments = (self.world.clone_ref(py), self.id.to_bits());
                Ok(($crate::handles::find(py, $one)?, arguments))
            }
        }
    };
}
pub(crate) use handle;

/// How a handle is pickled: the function that finds it, in a world, by its bits.
pub type Pickled<'py> = (Bound<'py, PyAny>, (Py<World>, u128));

/// The function of this module that finds a body, a collider or a joint.
pub fn find<'py>(py: Python<'py>, one: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("physics2d._engine")?.getattr(format!("_find_{one}"))
}

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

/// The collider of a world that has this handle but for the tag; the handle itself, which no longer exists,
/// if the collider has been removed.
#[pyfunction]
pub fn _find_collider(world: &Bound<'_, World>, bits: u128) -> PyResult<Collider> {
    let id =
        world.get().read(|world| world.colliders().map(|c| c.id()).find(|id| is_same(id.to_bits(), bits)))?;
    let id = id.or_else(|| ColliderId::from_bits(bits));
    id.map(|id| collider(world, id)).ok_or_else(|| gone("collider"))
}

/// The joint of a world that has this handle but for the tag.
#[pyfunction]
pub fn _find_joint<'py>(world: &Bound<'py, World>, bits: u128) -> PyResult<Bound<'py, PyAny>> {
    let id =
        world.get().read(|world| world.joints().map(|j| j.id()).find(|id| is_same(id.to_bits(), bits)))?;
    id.map_or_else(|| Err(gone("joint")), |id| joint(world, id))
}

/// The same as [`_find_collider`], of a body.
#[pyfunction]
pub fn _find_body(world: &Bound<'_, World>, bits: u128) -> PyResult<Body> {
    find_body(world, bits).or_else(|error| {
        let id = BodyId::from_bits(bits).ok_or(error)?;
        Ok(body(world, id))
    })
}
