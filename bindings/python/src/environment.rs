//! The class `Environment`: many worlds of a task of the engine, with NumPy arrays in and out. The vector
//! environments of `physics2d.gym` are made of it.

use crate::batch::home::Home;
use crate::batch::signals::Signals;
use crate::batch::worlds::{Arrays, Results, Worlds};
use crate::batch::{count, error, memory, world_of};
use crate::errors::out_of_range;
use crate::props::hint;
use crate::values::{number, whole};
use crate::world::World;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use physics::batch::{BatchError, Interrupt};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use tasks::{Actions, Entry, Options, Quantity, SettingError};

/// Pixels, the width and the height of a picture by default; and at most.
const PICTURE: usize = 96;
const MAX_PICTURE: usize = 4096;

struct Held(Box<dyn tasks::Environment>);

impl Worlds for Held {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn widths(&self) -> [usize; 2] {
        let spec = self.0.spec();
        [spec.actions.len(), spec.observations.len()]
    }

    fn step_into(&mut self, actions: &[f32], observations: &mut [f32]) -> Result<(), BatchError> {
        self.0.step_into(actions, observations)
    }

    fn reset_into(&mut self, mask: &[bool], observations: &mut [f32]) -> Result<(), BatchError> {
        self.0.reset_into(mask, observations)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.0.set_interrupt(Some(interrupt));
    }

    fn results(&self) -> Results<'_> {
        Results {
            observations: self.0.observations(),
            rewards: self.0.rewards(),
            terminated: self.0.terminated(),
            truncated: self.0.truncated(),
            flags: self.0.flags(),
        }
    }
}

struct Inner {
    held: Held,
    arrays: Arrays,
    signals: Arc<Signals>,
}

/// Many worlds of a task of the engine: `Environment("lunar_lander", 1024, threads=2)`. `Environment.names()`
/// lists the tasks. An action is an array of shape (worlds, action_len); `spec()` says what its numbers are.
/// Settings of the task are keyword arguments: `Environment("lunar_lander", 8, wind_power=15)`;
/// `Environment.settings("lunar_lander")` lists them.
#[pyclass(frozen, weakref, module = "physics2d")]
pub struct Environment {
    entry: &'static Entry,
    options: Options,
    settings: Vec<(String, f32)>,
    home: Home<Inner>,
}

impl Environment {
    fn with<T>(&self, run: impl FnOnce(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        self.home.with(run)
    }
}

fn list<'py>(py: Python<'py>, quantities: &[Quantity]) -> PyResult<Bound<'py, PyList>> {
    let dicts = quantities.iter().map(|&Quantity { name, unit, low, high }| {
        let one = PyDict::new(py);
        one.set_item("name", name)?;
        one.set_item("unit", unit)?;
        one.set_item("low", low)?;
        one.set_item("high", high)?;
        Ok(one)
    });
    PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
}

/// The task with this name.
fn find(py: Python<'_>, name: &str) -> PyResult<&'static Entry> {
    tasks::find(name).ok_or_else(|| {
        let names: Vec<_> = tasks::ENTRIES.iter().map(|entry| entry.name).collect();
        let message = format!("there is no task '{name}'; there are {}", names.join(", "));
        out_of_range(py, message, "name", name)
    })
}

/// The settings that are given for a task, each a number.
fn given(entry: &Entry, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, f32)>> {
    let known = || entry.settings.iter().map(|one| one.name);
    let mut all = Vec::new();
    for (name, value) in settings.into_iter().flat_map(|settings| settings.iter()) {
        let name: String = name.extract()?;
        if known().all(|one| one != name) {
            let hint = hint(value.py(), entry.name, &name, known())?;
            let message = format!("the task '{}' has no setting '{name}'{hint}", entry.name);
            return Err(PyTypeError::new_err(message));
        }
        let value = number(&name, &value)?;
        all.push((name, value as f32));
    }
    Ok(all)
}

/// The worlds of a task.
fn make(entry: &Entry, options: Options, settings: &[(String, f32)]) -> PyResult<Held> {
    let settings: Vec<_> = settings.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    match entry.make_with(options, &settings) {
        Ok(made) => Ok(Held(made)),
        Err(SettingError::Batch(refused)) => Err(error(refused)),
        Err(unknown) => Err(PyTypeError::new_err(unknown.to_string())),
    }
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (name, worlds, *, threads = None, seed = None, **settings))]
    fn new(
        py: Python<'_>,
        name: &str,
        worlds: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let worlds = count("worlds", worlds)?;
        let threads = threads.map_or(Ok(1), |threads| count("threads", threads))?;
        let seed = seed.map_or(Ok(0), |seed| whole("seed", seed))?;
        let entry = find(py, name)?;
        let options = Options { worlds, threads, seed, ..Options::default() };
        let settings = given(entry, settings)?;
        if worlds > 1 {
            let one = make(entry, Options { worlds: 1, threads: 1, ..options }, &settings)?;
            let numbers = one.widths().into_iter().sum();
            memory::check(py, worlds, one.0.world(0).map_err(error)?, numbers, memory::TASK)?;
        }
        let mut held = py.detach(|| make(entry, options, &settings))?;
        let arrays = Arrays::new(py, &held)?;
        arrays.fill(py, &held)?;
        let signals = Arc::<Signals>::default();
        held.set_interrupt(signals.interrupt());
        let home = Home::new(Inner { held, arrays, signals }, "environment", threads);
        Ok(Self { entry, options, settings, home })
    }

    /// The settings of a task, each with what it is.
    #[staticmethod]
    fn settings<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let settings = PyDict::new(py);
        for one in find(py, name)?.settings {
            let unit = if one.unit.is_empty() { String::new() } else { format!("{}: ", one.unit) };
            settings.set_item(one.name, format!("{unit}{}", one.about))?;
        }
        Ok(settings)
    }

    /// The names of all tasks, each with what has to be done.
    #[staticmethod]
    fn names(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let names = PyDict::new(py);
        for entry in tasks::ENTRIES {
            names.set_item(entry.name, entry.about)?;
        }
        Ok(names)
    }

    /// What the task takes and gives: `actions` and `observations` (lists of dictionaries with `name`,
    /// `unit`, `low` and `high`; discrete actions are a list of what each does), `seconds` from one action to
    /// the next, and `max_steps` of an episode.
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let spec = self.with(|inner| Ok(inner.held.0.spec()))?;
        let dict = PyDict::new(py);
        match spec.actions {
            Actions::Discrete(names) => dict.set_item("actions", names.to_vec())?,
            Actions::Continuous(quantities) => dict.set_item("actions", list(py, quantities)?)?,
        }
        dict.set_item("observations", list(py, spec.observations)?)?;
        dict.set_item("seconds", spec.seconds)?;
        dict.set_item("max_steps", spec.max_steps)?;
        Ok(dict)
    }

    /// Gives each world its action, and writes all arrays; returns the observations.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyArray2<f32>>> {
        self.with(|Inner { held, arrays, signals }| arrays.step(py, held, signals, Some(actions)))
    }

    /// Begins a new episode in each world that `mask` names (an array of bool), by default in all. With a
    /// `seed`, all worlds begin again as with that seed. Returns the observations.
    #[pyo3(signature = (mask = None, seed = None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyArray2<f32>>> {
        let seed: Option<u64> = seed.map(|seed| whole("seed", seed)).transpose()?;
        self.with(|Inner { held, arrays, signals }| {
            let Some(seed) = seed else { return arrays.reset(py, held, mask) };
            if mask.is_some() {
                let message = "a seed begins all worlds anew, so it cannot be given with a mask";
                return Err(out_of_range(py, message.into(), "seed", seed));
            }
            let options = Options { seed, ..self.options };
            *held = py.detach(|| make(self.entry, options, &self.settings))?;
            held.set_interrupt(signals.interrupt());
            arrays.fill(py, held)
        })
    }

    /// The observations: an array of float32 that each step and reset writes anew at the same address. The
    /// program cannot write it.
    #[getter]
    fn observations(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f32>>> {
        self.with(|inner| Ok(inner.arrays.observations(py)))
    }

    /// The rewards of the last step.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> PyResult<Py<PyArray1<f32>>> {
        self.with(|inner| Ok(inner.arrays.rewards(py)))
    }

    /// Whether the task of each world is over.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> PyResult<Py<PyArray1<bool>>> {
        self.with(|inner| Ok(inner.arrays.terminated(py)))
    }

    /// Whether the episode of each world was cut short.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> PyResult<Py<PyArray1<bool>>> {
        self.with(|inner| Ok(inner.arrays.truncated(py)))
    }

    /// Whether each world goes on, and if not, why: see `Batch.flags`.
    #[getter]
    fn flags(&self, py: Python<'_>) -> PyResult<Py<PyArray1<u8>>> {
        self.with(|inner| Ok(inner.arrays.flags(py)))
    }

    /// A picture of each world: a new array of uint8 of shape (worlds, height, width, 3), rows from the top,
    /// red, green and blue. Width and height are in pixels, 1 to 4096. The threads of the environment draw.
    #[pyo3(signature = (width = None, height = None))]
    fn pictures<'py>(
        &self,
        py: Python<'py>,
        width: Option<&Bound<'py, PyAny>>,
        height: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let width = width.map_or(Ok(PICTURE), |width| count("width", width))?;
        let height = height.map_or(Ok(PICTURE), |height| count("height", height))?;
        self.with(|inner| {
            let worlds = inner.held.len();
            let bytes = width.saturating_mul(height).saturating_mul(3).saturating_mul(worlds);
            let mut pixels: Vec<u8> = Vec::new();
            // Sizes out of their range are refused below, before anything of that size is needed.
            if width <= MAX_PICTURE && height <= MAX_PICTURE {
                if pixels.try_reserve_exact(bytes).is_err() {
                    let message = format!("there is no memory for pictures of {bytes} bytes");
                    return Err(PyMemoryError::new_err(message));
                }
                pixels.resize(bytes, 0);
            }
            py.detach(|| inner.held.0.pictures([width, height], &mut pixels)).map_err(error)?;
            PyArray1::from_vec(py, pixels).reshape([worlds, height, width, 3])
        })
    }

    /// A copy of a world, to look at or to draw.
    fn world(&self, index: &Bound<'_, PyAny>) -> PyResult<World> {
        self.with(|inner| {
            let index = world_of(index, inner.held.len())?;
            Ok(World::of(inner.held.0.world(index).map_err(error)?.clone()))
        })
    }

    /// The name of the task.
    #[getter]
    fn name(&self) -> &'static str {
        self.entry.name
    }

    /// How many worlds there are.
    fn __len__(&self) -> PyResult<usize> {
        self.with(|inner| Ok(inner.held.len()))
    }

    /// Frees the worlds. Arrays that the program has stay; every other call raises `RuntimeError`.
    fn close(&self) -> PyResult<()> {
        self.home.close()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Environment {}: {} worlds>", self.entry.name, self.__len__()?))
    }
}
