//! The class `Batch`: many worlds of one level, with NumPy arrays in and out.
//!
//! ```text
//!   Python      actions (worlds, a)     observations (worlds, o), rewards, terminated, truncated, flags
//!                  |  borrowed             ^  memory of fixed address, which Rust writes
//!   Rust           '--> Batch::step_into --'  while other threads of Python run
//! ```
//!
//! As for a world, a lock never waits: a second thread gets `WorldBusy`.

pub mod home;
mod maps;
pub mod memory;
pub mod signals;
mod starts;
pub mod worlds;

use crate::collect::refers;
use crate::errors::{self, out_of_range};
use crate::files::Level;
use crate::values::{self, number, whole};
use crate::world::World;
use home::Home;
use maps::Names;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use physics::batch::{Batch as EngineBatch, BatchDef, BatchError, Flag, Interrupt};
use physics::world::BodyId;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use signals::Signals;
use starts::Starts;
use std::sync::Arc;
use worlds::{Arrays, Results, Worlds, mask_of};

/// How many steps are made with one action at most; the engine's bound.
const MAX_FRAME_SKIP: usize = 10_000;

struct Inner {
    batch: EngineBatch,
    arrays: Arrays,
    signals: Arc<Signals>,
}

impl Worlds for EngineBatch {
    fn len(&self) -> usize {
        EngineBatch::len(self)
    }

    fn widths(&self) -> [usize; 2] {
        [self.action_len(), self.observation_len()]
    }

    fn step_into(&mut self, actions: &[f32], observations: &mut [f32]) -> Result<(), BatchError> {
        EngineBatch::step_into(self, actions, observations)
    }

    fn reset_into(&mut self, mask: &[bool], observations: &mut [f32]) -> Result<(), BatchError> {
        EngineBatch::reset_into(self, mask, observations)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        EngineBatch::set_interrupt(self, Some(interrupt));
    }

    fn results(&self) -> Results<'_> {
        Results {
            observations: self.observations(),
            rewards: self.rewards(),
            terminated: self.terminated(),
            truncated: self.truncated(),
            flags: self.flags(),
        }
    }
}

/// Many worlds of one level, stepped side by side on all threads: `Batch(world, worlds=4096, threads=2)`.
///
/// `level` is a `World`, a `Level`, or the path of a file. Of a world its poses and velocities become those
/// of the level; the impulses that its contacts and joints have stored are no part of a level. What
/// the numbers of an action and of an observation are, `actions`, `observations` and `parameters` list: see
/// the modules `physics2d.actions`, `physics2d.observations` and `physics2d.parameters`. `step(actions)`
/// makes `frame_skip` steps of `dt` seconds with one action. `seed` decides, with the index of a world and
/// the number of its episode, what is drawn. No result depends on the number of threads: each world has the
/// bits that it would have alone.
#[pyclass(frozen, weakref, module = "physics2d")]
pub struct Batch {
    home: Home<Inner>,
    /// The world of which it is made, if it is made of one, and its bodies.
    template: Option<Py<World>>,
    bodies: Vec<BodyId>,
}

refers!(Batch: template);

/// The exception for what a batch refuses.
pub fn error(error: BatchError) -> PyErr {
    let message = errors::plain(error);
    Python::attach(|py| match error {
        BatchError::Count { field, value, .. } => out_of_range(py, message, field, value),
        BatchError::Value { field, value, .. } => out_of_range(py, message, field, f64::from(value)),
        BatchError::Length { array, found, .. } => out_of_range(py, message, array, found),
        BatchError::World { index, .. } => out_of_range(py, message, "index", index),
        BatchError::Index { list, value, .. } => out_of_range(py, message, &format!("{list}s"), value),
        BatchError::Refused { list, index, .. } => {
            out_of_range(py, message, &format!("{list}s[{index}]"), index)
        }
        BatchError::Twice { second, .. } => {
            out_of_range(py, message, &format!("parameters[{second}]"), second)
        }
        BatchError::Def(error) => errors::definition(error),
        BatchError::Handle(error) => errors::handle(error),
        _ => out_of_range(py, message, "batch", py.None()),
    })
}

/// The index of a world of `count`.
pub fn world_of(index: &Bound<'_, PyAny>, count: usize) -> PyResult<usize> {
    values::count("index", index, 0, count.saturating_sub(1))
}

/// A count, at least 1.
pub fn count(field: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match value.extract::<i64>() {
        Ok(found) if found < 1 => {
            let message = format!("{field} is {found}: it must be at least 1");
            Err(out_of_range(value.py(), message, field, found))
        }
        _ => whole(field, value),
    }
}

impl Batch {
    fn with<T>(&self, run: impl FnOnce(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        self.home.with(run)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        level, worlds, *, threads = None, dt = None, frame_skip = None, seed = None,
        actions = Vec::new(), observations = Vec::new(), parameters = Vec::new(),
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn new(
        py: Python<'_>,
        level: &Bound<'_, PyAny>,
        worlds: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        dt: Option<&Bound<'_, PyAny>>,
        frame_skip: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        actions: Vec<Bound<'_, PyAny>>,
        observations: Vec<Bound<'_, PyAny>>,
        parameters: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let names = Names::of(level)?;
        let of_world;
        let level = match level.cast::<World>() {
            Ok(world) => {
                if !world.get().lock()?.effects.is_empty() {
                    let message = "the world has effects, which a batch does not know: take them away first";
                    return Err(out_of_range(py, message.into(), "effects", py.None()));
                }
                if world.get().lock()?.hook.is_some() {
                    let message =
                        "the world has a contact hook, which a batch does not call: take it away first";
                    return Err(out_of_range(py, message.into(), "contact_hook", py.None()));
                }
                of_world = world.get().read(physics::world::World::to_level)?;
                &of_world
            }
            Err(_) => {
                of_world = Level::given(py, level)?.get().level.clone();
                &of_world
            }
        };
        let seed = seed.map_or(Ok(0), |seed| whole("seed", seed))?;
        let mut def = BatchDef::new(level).seed(seed).worlds(count("worlds", worlds)?);
        if let Some(threads) = threads {
            def = def.threads(count("threads", threads)?);
        }
        if let Some(dt) = dt {
            def = def.dt(number("dt", dt)? as f32);
        }
        if let Some(frame_skip) = frame_skip {
            def = def.frame_skip(values::count("frame_skip", frame_skip, 1, MAX_FRAME_SKIP)? as u32);
        }
        for (index, action) in actions.iter().enumerate() {
            def.actions.push(names.action(index, action)?);
        }
        for (index, observation) in observations.iter().enumerate() {
            def.observations.push(names.observation(index, observation)?);
        }
        for (index, parameter) in parameters.iter().enumerate() {
            def.parameters.push(names.parameter(index, parameter)?);
        }
        if def.worlds > 1 {
            let one = def.clone().worlds(1).threads(1).build().map_err(error)?;
            let numbers = one.action_len() + one.observation_len() + def.parameters.len();
            memory::check(py, def.worlds, one.world(0).map_err(error)?, numbers, 0)?;
        }
        let mut batch = py.detach(|| def.build()).map_err(error)?;
        let arrays = Arrays::new(py, &batch)?;
        arrays.fill(py, &batch)?;
        let signals = Arc::<Signals>::default();
        Worlds::set_interrupt(&mut batch, signals.interrupt());
        let threads = batch.threads();
        let home = Home::new(Inner { batch, arrays, signals }, "batch", threads);
        let (template, bodies) = names.into_bodies();
        Ok(Self { home, template, bodies })
    }

    /// Steps each world with its action, and writes all arrays; returns the observations. `actions` is an
    /// array of shape (worlds, action_len).
    ///
    /// A world whose action is not finite is not stepped, and one in which a body's motion is no longer
    /// finite stops: `flags` tells, and it is truncated until it is reset. The others go on.
    #[pyo3(signature = (actions = None))]
    fn step<'py>(&self, py: Python<'py>, actions: Option<&Bound<'py, PyAny>>) -> PyResult<Py<PyArray2<f32>>> {
        self.with(|Inner { batch, arrays, signals }| arrays.step(py, batch, signals, actions))
    }

    /// Begins a new episode in each world that `mask` names (an array of bool), by default in all: as the
    /// level says, with parameters drawn anew. Returns the observations.
    ///
    /// `poses` and `velocities` give worlds starts of their own: dictionaries from bodies to arrays of shape
    /// (worlds, 3), of x (m), y (m), angle (rad), and of the velocity along x and y (m/s), angular velocity
    /// (rad/s). Rows of worlds that are not reset are not read. Joints are not closed.
    #[pyo3(signature = (mask = None, *, poses = None, velocities = None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        poses: Option<&Bound<'_, PyDict>>,
        velocities: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyArray2<f32>>> {
        let names = Names::of_bodies(self.template.as_ref().map(|world| world.bind(py)), &self.bodies);
        self.with(|Inner { batch, arrays, .. }| {
            if poses.is_none() && velocities.is_none() {
                return arrays.reset(py, batch, mask);
            }
            let mask = mask_of(mask, batch.len())?;
            let starts = Starts::new(&names, &batch.ids().bodies, &mask, poses, velocities)?;
            arrays.reset_by(py, batch, |batch, to| {
                batch.reset_with(&mask, to, |index, world| starts.set(index, world))
            })
        })
    }

    /// The observations: an array of shape (worlds, observation_len) of float32, which each step and reset
    /// writes anew at the same address. The program cannot write it.
    #[getter]
    fn observations(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f32>>> {
        self.with(|inner| Ok(inner.arrays.observations(py)))
    }

    /// The rewards of the last step; zero for a batch of maps, which rewards nothing.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> PyResult<Py<PyArray1<f32>>> {
        self.with(|inner| Ok(inner.arrays.rewards(py)))
    }

    /// Whether the task of each world is over.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> PyResult<Py<PyArray1<bool>>> {
        self.with(|inner| Ok(inner.arrays.terminated(py)))
    }

    /// Whether the episode of each world was cut short; a world that is not `RUNNING` is.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> PyResult<Py<PyArray1<bool>>> {
        self.with(|inner| Ok(inner.arrays.truncated(py)))
    }

    /// Whether each world goes on, and if not, why: `Batch.RUNNING`, `BAD_ACTION`, `BODY_STOPPED`, `REFUSED`
    /// or `INTERRUPTED`.
    #[getter]
    fn flags(&self, py: Python<'_>) -> PyResult<Py<PyArray1<u8>>> {
        self.with(|inner| Ok(inner.arrays.flags(py)))
    }

    /// Why a world does not go on, as a sentence; `None` if it does.
    fn fault(&self, index: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.with(|inner| {
            let index = world_of(index, inner.batch.len())?;
            Ok(inner.batch.fault(index).map_err(error)?.map(errors::plain))
        })
    }

    /// The factors that each world has drawn for its episode: a new array of shape (worlds, parameters).
    fn factors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.with(|inner| {
            let all = PyArray1::from_slice(py, inner.batch.parameters());
            all.reshape([inner.batch.len(), inner.batch.parameters().len() / inner.batch.len()])
        })
    }

    /// A copy of a world of the batch, to look at or to draw. What is done to it does not change the batch.
    fn world(&self, index: &Bound<'_, PyAny>) -> PyResult<World> {
        self.with(|inner| {
            let index = world_of(index, inner.batch.len())?;
            Ok(World::of(inner.batch.world(index).map_err(error)?.clone()))
        })
    }

    /// How many worlds there are.
    fn __len__(&self) -> PyResult<usize> {
        self.with(|inner| Ok(inner.batch.len()))
    }

    /// How many numbers the action of a world has.
    #[getter]
    fn action_len(&self) -> PyResult<usize> {
        self.with(|inner| Ok(inner.batch.action_len()))
    }

    /// How many numbers the observation of a world has.
    #[getter]
    fn observation_len(&self) -> PyResult<usize> {
        self.with(|inner| Ok(inner.batch.observation_len()))
    }

    /// How many threads step the worlds.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        self.with(|inner| Ok(inner.batch.threads()))
    }

    /// Frees the worlds. Arrays that the program has stay; every other call raises `RuntimeError`.
    fn close(&self) -> PyResult<()> {
        self.home.close()
    }

    /// A world that is stepped.
    #[classattr]
    const RUNNING: u8 = Flag::Running as u8;
    /// A number of the action was NaN or infinite.
    #[classattr]
    const BAD_ACTION: u8 = Flag::BadAction as u8;
    /// The motion of a body was no longer finite, or led out of the world.
    #[classattr]
    const BODY_STOPPED: u8 = Flag::BodyStopped as u8;
    /// The world refused a force or a target.
    #[classattr]
    const REFUSED: u8 = Flag::Refused as u8;
    /// A signal such as Ctrl+C ended the call before all steps of the action were made.
    #[classattr]
    const INTERRUPTED: u8 = Flag::Interrupted as u8;

    fn __repr__(&self) -> PyResult<String> {
        self.with(|Inner { batch, .. }| {
            let (worlds, a, o) = (batch.len(), batch.action_len(), batch.observation_len());
            Ok(format!("<Batch: {worlds} worlds, actions of {a}, observations of {o} numbers>"))
        })
    }
}
