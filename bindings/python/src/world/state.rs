//! The state of a world: snapshots, copies, levels, recordings.

use super::{World, body, watch_threads};
use crate::body::Body;
use crate::errors::{self, WrongState};
use crate::files::{Level, Recording, Snapshot};
use physics::world as engine;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

#[pymethods]
impl World {
    /// All state of the world at this moment, to go back to with `restore`. Effects are no part of it: they
    /// belong to the world, and go along when it is copied or pickled, as its contact hook does. `into` is
    /// an old snapshot whose memory is used again, which is faster; what it held is lost.
    #[pyo3(signature = (into = None))]
    fn save<'py>(
        &self,
        py: Python<'py>,
        into: Option<Bound<'py, Snapshot>>,
    ) -> PyResult<Bound<'py, Snapshot>> {
        let snapshot = match into {
            Some(snapshot) => snapshot,
            None => Bound::new(py, Snapshot::default())?,
        };
        let inner = self.lock()?;
        let mut saved = snapshot.get().lock()?;
        inner.world.save(&mut saved.state);
        saved.time = Some(inner.time);
        drop(saved);
        Ok(snapshot)
    }

    /// Makes the world what it was when it was saved, bit for bit. Handles of what existed then are valid
    /// again; those of what was added since are stale. To be equal bit for bit, the world gives the same
    /// handles again from here on: what is added next has the handle of what was added first after `save`,
    /// so forget those.
    fn restore(&self, snapshot: &Bound<'_, Snapshot>) -> PyResult<()> {
        let (saved, mut inner) = (snapshot.get().lock()?, self.lock()?);
        inner.world.restore(&saved.state).map_err(errors::snapshot)?;
        inner.time = saved.time.unwrap_or(inner.time);
        Ok(())
    }

    /// A world from a level: a `Level`, or the path of a file.
    #[classmethod]
    fn load<'py>(_: &Bound<'py, PyType>, py: Python<'py>, level: &Bound<'py, PyAny>) -> PyResult<Self> {
        let level = Level::given(py, level)?;
        let level = level.get();
        level.level.validate().map_err(errors::level)?;
        let (world, _) = engine::World::load(&level.level).map_err(errors::definition)?;
        Ok(Self::of(world))
    }

    /// Adds a level to this world, without its settings, and returns its bodies in their order.
    fn add_level(slf: &Bound<'_, Self>, level: &Bound<'_, Level>) -> PyResult<Vec<Body>> {
        level.get().level.validate().map_err(errors::level)?;
        let ids = slf.get().change(|world| world.add_level(&level.get().level))?;
        Ok(ids.bodies.into_iter().map(|id| body(slf, id)).collect())
    }

    /// The world as a level: all that definitions can say. A world that is loaded from it has the same
    /// state. A level has no effects, no contact hook, and of user data only whole numbers: a `UserWarning`
    /// says so if the world has others. Set them anew where it is loaded.
    fn to_level(&self, py: Python<'_>) -> PyResult<Level> {
        let (has_effects, has_hook) = {
            let inner = self.lock()?;
            (!inner.effects.is_empty(), inner.hook.is_some())
        };
        let messages = [
            (has_effects, c"a level has no effects: set world.effects again where it is loaded"),
            (has_hook, c"a level has no contact hook: set world.contact_hook again where it is loaded"),
            (
                !self.objects.is_empty(),
                c"a level has no objects of the program: set user_data again where it is loaded",
            ),
        ];
        for (_, message) in messages.into_iter().filter(|(is_lost, _)| *is_lost) {
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), message, 1)?;
        }
        self.read(|world| Level { level: world.to_level() })
    }

    /// Begins to record every call that changes the world, and the steps. Effects and movers are recorded as
    /// the forces and motions that they cause.
    fn start_recording(&self) -> PyResult<()> {
        self.lock()?.world.start_recording();
        Ok(())
    }

    /// Ends the recording and returns it.
    fn stop_recording(&self) -> PyResult<Recording> {
        let recording = self.lock()?.world.stop_recording();
        let recording = recording.ok_or_else(|| WrongState::new_err("the world is not recorded"))?;
        Ok(Recording { recording })
    }

    /// A world that goes on with the same bits. It is not recorded; effects and the contact hook act on both.
    pub fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
        let inner = self.lock()?;
        let copy = Self::of(inner.world.clone());
        copy.objects.set(self.objects.all(py));
        {
            let mut new = copy.lock()?;
            new.time = inner.time;
            new.fields = inner.fields.clone();
            new.effects = inner.effects.iter().map(|effect| effect.clone_ref(py)).collect();
        }
        let copy = Bound::new(py, copy)?;
        if let Some(hook) = &inner.hook {
            Self::keep_hook(&copy, hook.object.bind(py))?;
        }
        watch_threads(&copy)?;
        Ok(copy)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        slf.get().copy(slf.py())
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> PyResult<Bound<'py, Self>> {
        let copy = slf.get().copy(slf.py())?;
        memo.set_item(slf.as_ptr() as usize, &copy)?;
        Ok(copy)
    }

    /// The body of this world that is the same as one of a world of which this is a copy.
    fn same_body(slf: &Bound<'_, Self>, other: &Bound<'_, Body>) -> PyResult<Body> {
        let index = other.get().id.to_bits();
        crate::handles::find_body(slf, index)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = slf.py();
        let inner = slf.get().lock()?;
        let mut snapshot = engine::Snapshot::new();
        inner.world.save(&mut snapshot);
        let bytes = PyBytes::new(py, &snapshot.to_bytes().map_err(errors::snapshot)?);
        let effects: Vec<_> = inner.effects.iter().map(|effect| effect.clone_ref(py)).collect();
        let make = slf.get_type().getattr("_from_state")?;
        let hook = inner.hook.as_ref().map(|hook| hook.object.clone_ref(py));
        let objects = slf.get().objects.all(py);
        let arguments =
            (bytes, inner.world.threads(), effects, hook, inner.time, objects).into_pyobject(py)?;
        Ok((make, arguments.into_any()))
    }

    #[classmethod]
    #[pyo3(signature = (bytes, threads, effects, hook = None, time = 0.0, objects = Vec::new()))]
    #[expect(clippy::too_many_arguments, reason = "what is pickled")]
    fn _from_state<'py>(
        _: &Bound<'py, PyType>,
        py: Python<'py>,
        bytes: &[u8],
        threads: usize,
        effects: Vec<Py<PyAny>>,
        hook: Option<Bound<'py, PyAny>>,
        time: f64,
        objects: Vec<Py<PyAny>>,
    ) -> PyResult<Bound<'py, Self>> {
        let snapshot = engine::Snapshot::from_bytes(bytes).map_err(errors::snapshot)?;
        let made = Self::default();
        {
            let mut inner = made.lock()?;
            inner.world.restore(&snapshot).map_err(errors::snapshot)?;
            inner.world.set_threads(threads);
            inner.time = time;
        }
        made.objects.set(objects);
        made.set_effects(py, effects)?;
        let made = Bound::new(py, made)?;
        if let Some(hook) = hook {
            Self::keep_hook(&made, &hook)?;
        }
        watch_threads(&made)?;
        Ok(made)
    }
}
