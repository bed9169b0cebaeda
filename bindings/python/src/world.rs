//! The class `World`: the world of the engine behind a lock that never waits.
//!
//! ```text
//!   Python          World  <-- Body, Collider, Joint        a reference to the World, and a handle
//!                     |
//!   Rust            Mutex<Inner>                            `lock` fails if another thread is inside
//!                     |-- world     the engine's
//!                     |-- arrays    NumPy arrays that each step writes
//!                     '-- fields    effects that each step applies
//! ```
//!
//! A step lets other threads of Python run. One that uses the same world meanwhile gets `WorldBusy`: waiting
//! could deadlock with Python's own lock.

mod calls;
mod edit;
mod notebook;
mod query;
mod rays;
mod state;
mod step;

pub use query::{Closest, Hit};

use crate::arrays::Arrays;
use crate::body::Body;
use crate::collider::Collider;
use crate::errors::{self, WorldBusy, WrongState};
use crate::hook::Hook;
use crate::joint;
use crate::objects::Objects;
use crate::props;
use crate::values;
use physics::toolkit::effects::Fields;
use physics::world::{self as engine, BodyId, ColliderId, JointId, WorldSettings};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// What a `World` holds.
#[derive(Default)]
pub struct Inner {
    /// The world of the engine.
    pub world: engine::World,
    /// The arrays of poses and velocities, once they have been asked for.
    pub arrays: Arrays,
    /// The effects that act in each step.
    pub fields: Fields,
    /// The same effects as Python objects.
    pub effects: Vec<Py<PyAny>>,
    /// What decides about contacts.
    pub hook: Option<Arc<Hook>>,
    /// The sum of the lengths of its steps, s.
    pub time: f64,
}

impl Inner {
    /// Raises what the hook has raised since it was asked last.
    pub fn take_hook_error(&self) -> PyResult<()> {
        self.hook.as_ref().map_or(Ok(()), |hook| hook.take_error())
    }
}

/// A world of rigid bodies: bodies, colliders, joints, and the step that moves them.
///
/// Settings are keyword arguments: `World(gravity=(0, -10), sleeping=False, solver={"substeps": 8})`. Lengths
/// are in m, masses in kg, times in s, angles in rad.
#[pyclass(frozen, weakref, module = "physics2d")]
#[derive(Default)]
pub struct World {
    inner: Mutex<Inner>,
    /// Behind a lock of its own: a contact hook reads it while the world is stepped.
    pub objects: Objects,
}

impl World {
    /// With this world of the engine.
    pub fn of(world: engine::World) -> Self {
        Self { inner: Mutex::new(Inner { world, ..Inner::default() }), ..Self::default() }
    }

    /// The inside, if no other thread is there.
    pub fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            Err(TryLockError::WouldBlock) => Err(WorldBusy::new_err(
                "the world is in use: another thread steps it, or a call of it has called back",
            )),
            Err(TryLockError::Poisoned(_)) => {
                Err(WrongState::new_err("a panic has left the world in the middle of a change"))
            }
        }
    }

    /// Reads the world of the engine.
    pub fn read<T>(&self, read: impl FnOnce(&engine::World) -> T) -> PyResult<T> {
        Ok(read(&self.lock()?.world))
    }

    /// Changes the world of the engine.
    pub fn change<T>(
        &self,
        change: impl FnOnce(&mut engine::World) -> Result<T, engine::DefError>,
    ) -> PyResult<T> {
        let mut inner = self.lock()?;
        let changed = change(&mut inner.world).map_err(errors::definition);
        inner.take_hook_error()?;
        changed
    }
}

/// Tells `physics2d/_fork.py` of a world with threads.
fn watch_threads(world: &Bound<'_, World>) -> PyResult<()> {
    if world.get().read(engine::World::threads)? > 1 {
        world.py().import("physics2d._fork")?.getattr("_watch")?.call1((world,))?;
    }
    Ok(())
}

/// The Python object for the handle of a body.
pub fn body(world: &Bound<'_, World>, id: BodyId) -> Body {
    Body { world: world.clone().unbind(), id }
}

/// The Python object for the handle of a collider.
pub fn collider(world: &Bound<'_, World>, id: ColliderId) -> Collider {
    Collider { world: world.clone().unbind(), id }
}

/// The Python object for the handle of a joint: of the class of its kind.
pub fn joint<'py>(world: &Bound<'py, World>, id: JointId) -> PyResult<Bound<'py, PyAny>> {
    let kind =
        world.get().read(|world| world.joint(id).map(|joint| joint.kind()))?.map_err(errors::handle)?;
    joint::object(world, id, kind.name())
}

#[pymethods]
impl World {
    // Whoever has the lock uses the world, which is then no garbage.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.objects.traverse(&visit)?;
        let Ok(inner) = self.inner.try_lock() else { return Ok(()) };
        for effect in &inner.effects {
            visit.call(effect)?;
        }
        match &inner.hook {
            // Each reference is told once: the hook belongs to this and to the world of the engine alone.
            Some(hook) if Arc::strong_count(hook) <= 2 => hook.traverse(&visit),
            _ => Ok(()),
        }
    }

    fn __clear__(&self) {
        let Ok(mut inner) = self.inner.try_lock() else { return };
        inner.world.keep_contact_hook(None);
        let taken = (inner.hook.take(), std::mem::take(&mut inner.effects));
        // What is dropped may call back.
        drop(inner);
        drop(taken);
        self.objects.clear();
    }

    #[new]
    #[pyo3(signature = (**settings))]
    fn new(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut all = WorldSettings::default();
        props::set(&mut all, settings, "World", &[])?;
        all.validate().map_err(errors::definition)?;
        Ok(Self::of(engine::World::new(all)))
    }

    /// Changes settings: `world.set(gravity=(0, 0))`. Wakes all bodies if a setting is now another.
    #[pyo3(signature = (**settings))]
    fn set(&self, settings: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut all = self.read(|world| *world.settings())?;
        props::set(&mut all, settings, "set", &[])?;
        self.change(|world| world.set_settings(all))
    }

    /// All settings as a dictionary, which `World(**settings)` takes.
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut settings = self.read(|world| *world.settings())?;
        props::to_dict(py, &mut settings)
    }

    /// One setting by name.
    fn _get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut settings = self.read(|world| *world.settings())?;
        props::value_of(py, &mut settings, name)
    }

    /// The number of threads that a step uses: 1 unless it is set. No result depends on it.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        self.read(engine::World::threads)
    }

    #[setter]
    fn set_threads(slf: &Bound<'_, Self>, threads: &Bound<'_, PyAny>) -> PyResult<()> {
        let threads = values::count("threads", threads, 1, 1024)?;
        slf.get().lock()?.world.set_threads(threads);
        watch_threads(slf)
    }

    /// The sum of the lengths of all steps, s. `restore` brings back that of the snapshot.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.time)
    }

    /// How many bodies there are.
    fn __len__(&self) -> PyResult<usize> {
        self.read(|world| world.stats().bodies)
    }

    /// A world without bodies is a world, too.
    fn __bool__(&self) -> bool {
        true
    }

    /// How many bodies, awake bodies, colliders, contacts, touching contacts and joints there are.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.read(engine::World::stats)?;
        let counts = PyDict::new(py);
        for (name, count) in [
            ("bodies", stats.bodies),
            ("awake", stats.awake),
            ("colliders", stats.colliders),
            ("contacts", stats.contacts),
            ("touching", stats.touching),
            ("joints", stats.joints),
        ] {
            counts.set_item(name, count)?;
        }
        Ok(counts)
    }

    /// A number that two worlds share if all that decides how they go on is equal, bit for bit. The same in
    /// Rust, and on every platform.
    fn state_hash(&self) -> PyResult<u64> {
        self.read(engine::World::state_hash)
    }

    /// Removes all bodies, colliders and joints.
    fn clear(&self) -> PyResult<()> {
        self.lock()?.world.clear();
        Ok(())
    }

    fn __repr__(&self) -> PyResult<String> {
        let stats = self.read(engine::World::stats)?;
        Ok(format!(
            "<World: {} bodies, {} colliders, {} joints>",
            stats.bodies, stats.colliders, stats.joints
        ))
    }
}
