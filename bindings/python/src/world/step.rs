//! Steps, arrays and events.

use super::World;
use crate::arrays::Columns;
use crate::errors;
use crate::events::Events;
use crate::hook::Hook;
use crate::values::{self, wrong_type};
use numpy::PyArray2;
use physics::toolkit::effects::Fields;
use physics::world::{DefError, StepWarning};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::time::{Duration, Instant};

/// How long steps are made before signals of the system are looked at, and progress is told.
const PATIENCE: Duration = Duration::from_millis(100);

/// Makes steps of `dt` seconds, with the effects: `most`, or as many as there is patience for. Returns how
/// many.
fn steps(
    world: &mut physics::world::World,
    fields: &mut Fields,
    hook: Option<&Hook>,
    dt: f32,
    most: usize,
) -> Result<usize, DefError> {
    let start = Instant::now();
    for done in 0..most {
        if hook.is_some_and(Hook::has_failed) || (done > 0 && start.elapsed() > PATIENCE) {
            return Ok(done);
        }
        // What an effect has held asleep wakes when it ends, so it is applied once more without any.
        if *fields != Fields::default() {
            fields.apply(world, dt)?;
        }
        world.step(dt);
    }
    Ok(most)
}

/// The function that is told how far the steps have come: that of the program, or a bar for `True`.
fn progress<'py>(given: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    match given {
        Some(given) if given.is_callable() => Ok(Some(given.clone())),
        Some(given) => match given.cast::<PyBool>() {
            Ok(wanted) if wanted.is_true() => {
                given.py().import("physics2d._progress")?.call_method0("bar").map(Some)
            }
            Ok(_) => Ok(None),
            Err(_) => Err(wrong_type("progress", "a bool or a function of the steps done and of all", given)),
        },
        None => Ok(None),
    }
}

#[pymethods]
impl World {
    /// Moves the world on by `count` steps of `dt` seconds. Other threads of Python run meanwhile. The arrays
    /// of `poses` and `velocities` are written at the end; `events` are those of the last step.
    ///
    /// `progress=True` shows a bar for a long run; a function is called some ten times a second with the
    /// number of steps done and that of all, while the world is locked.
    #[pyo3(signature = (dt = 1.0 / 60.0, count = None, *, progress = None),
           text_signature = "($self, dt=..., count=1, *, progress=None)")]
    fn step(
        &self,
        py: Python<'_>,
        dt: f64,
        count: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let tell = self::progress(progress)?;
        let count = count.map_or(Ok(1), |count| values::count("count", count, 0, u32::MAX as usize))?;
        let mut guard = self.lock()?;
        let inner = &mut *guard;
        let short = dt as f32;
        let (done, ended) = {
            let (world, fields, hook) = (&mut inner.world, &mut inner.fields, inner.hook.as_deref());
            let mut columns = inner.arrays.columns(py)?;
            let mut slices = columns.slices();
            let (mut done, mut ended) = (0, Ok(()));
            while done < count && ended.is_ok() && !hook.is_some_and(Hook::has_failed) {
                let stepped = py.detach(|| steps(world, fields, hook, short, count - done));
                ended = stepped.map(|now| done += now).map_err(errors::definition);
                // Nobody is told of steps that an exception has ended.
                if ended.is_ok()
                    && !hook.is_some_and(Hook::has_failed)
                    && let Some(tell) = &tell
                {
                    ended = tell.call1((done, count)).map(|_| ());
                }
                if ended.is_ok() && done < count {
                    // So that Ctrl+C ends a long call.
                    ended = py.check_signals();
                }
            }
            // Also after an exception: the steps before it are made.
            py.detach(|| slices.write(world));
            (done, ended)
        };
        let is_refused = count > 0
            && inner.world.events().warnings().iter().any(|w| matches!(w, StepWarning::TimeStep(_)));
        if !is_refused {
            inner.time += dt * done as f64;
        }
        // First, since it came first.
        inner.take_hook_error()?;
        ended?;
        if is_refused {
            let message = format!("dt is {} s, out of its range: nothing was changed", values::shown(dt));
            return Err(errors::out_of_range(py, message, "dt", dt));
        }
        Ok(())
    }

    /// x (m), y (m) and angle (rad) of each body, in the order of `bodies`: an array of shape (n, 3) that
    /// each step writes anew, at the same address. It cannot be written by the program. While no body is
    /// added or removed, each call returns the same array, up to date; then there is a new one, and in the
    /// old one the row of a body that is gone is NaN. An array keeps its memory as long as anything refers to
    /// it.
    fn poses(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let mut guard = self.lock()?;
        let inner = &mut *guard;
        inner.arrays.of(py, &inner.world, Columns::Poses)
    }

    /// Velocity (m/s) along x and y, and angular velocity (rad/s) of each body: as `poses`.
    fn velocities(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let mut guard = self.lock()?;
        let inner = &mut *guard;
        inner.arrays.of(py, &inner.world, Columns::Velocities)
    }

    /// What happened in the last step, and between it and the one before.
    #[getter]
    fn events(slf: &Bound<'_, Self>) -> PyResult<Events> {
        let events = slf.get().read(|world| world.events().clone())?;
        Ok(Events::new(slf.clone().unbind(), events))
    }
}
