//! Steps, arrays and events.

use super::World;
use crate::arrays::Columns;
use crate::errors;
use crate::events::Events;
use numpy::PyArray2;
use physics::toolkit::effects::Fields;
use physics::world::{DefError, StepWarning};
use pyo3::prelude::*;

/// How many steps are made before signals of the system are looked at.
const STEPS_AT_ONCE: usize = 64;

/// Makes steps of `dt` seconds, with the effects.
fn steps(
    world: &mut physics::world::World,
    fields: &mut Fields,
    dt: f32,
    count: usize,
) -> Result<(), DefError> {
    for _ in 0..count {
        // What an effect has held asleep wakes when it ends, so it is applied once more without any.
        if *fields != Fields::default() {
            fields.apply(world, dt)?;
        }
        world.step(dt);
    }
    Ok(())
}

#[pymethods]
impl World {
    /// Moves the world on by `count` steps of `dt` seconds. Other threads of Python run meanwhile. The arrays
    /// of `poses` and `velocities` are written at the end; `events` are those of the last step.
    #[pyo3(signature = (dt = 1.0 / 60.0, count = 1))]
    fn step(&self, py: Python<'_>, dt: f64, count: usize) -> PyResult<()> {
        let mut guard = self.lock()?;
        let inner = &mut *guard;
        let short = dt as f32;
        let stepped = {
            let (world, fields) = (&mut inner.world, &mut inner.fields);
            let mut columns = inner.arrays.columns(py)?;
            let mut slices = columns.slices();
            let (mut left, mut stepped) = (count, Ok(()));
            while left > 0 && stepped.is_ok() {
                let now = left.min(STEPS_AT_ONCE);
                left -= now;
                stepped = py.detach(|| steps(world, fields, short, now));
                if left > 0 {
                    // So that Ctrl+C ends a long call.
                    py.check_signals()?;
                }
            }
            py.detach(|| slices.write(world));
            stepped
        };
        stepped.map_err(errors::definition)?;
        if inner.world.events().warnings().iter().any(|w| matches!(w, StepWarning::TimeStep(_))) {
            let message = format!("dt is {dt} s, out of its range: nothing was changed");
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
