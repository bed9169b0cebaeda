//! NumPy arrays of fixed address that each step writes.
//!
//! The memory belongs to NumPy. A program gets views that it cannot write, which keep the memory alive when
//! the world is gone. The step writes through the borrow checks of the crate `numpy`, so no `unsafe` is
//! needed.

use crate::errors::WorldBusy;
use numpy::{PyArray2, PyArrayMethods, PyReadwriteArray2};
use physics::world::{BodyId, World};
use pyo3::prelude::*;

/// Which numbers an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// x, y, angle.
    Poses,
    /// Along x, along y, angular.
    Velocities,
}

/// An array, and the view of it that the program gets.
struct Array {
    memory: Py<PyArray2<f64>>,
    view: Py<PyArray2<f64>>,
}

/// The arrays of a world.
#[derive(Default)]
pub struct Arrays {
    /// The body of each row.
    rows: Vec<BodyId>,
    poses: Option<Array>,
    velocities: Option<Array>,
}

/// The arrays while they are written.
pub struct Borrowed<'a, 'py> {
    rows: &'a [BodyId],
    poses: Option<PyReadwriteArray2<'py, f64>>,
    velocities: Option<PyReadwriteArray2<'py, f64>>,
}

/// The memory of the arrays.
pub struct Slices<'a> {
    rows: &'a [BodyId],
    poses: Option<&'a mut [f64]>,
    velocities: Option<&'a mut [f64]>,
}

impl Arrays {
    /// The array with these columns, up to date.
    pub fn of(&mut self, py: Python<'_>, world: &World, columns: Columns) -> PyResult<Py<PyArray2<f64>>> {
        if !world.bodies().map(|body| body.id()).eq(self.rows.iter().copied()) {
            self.rows = world.bodies().map(|body| body.id()).collect();
            (self.poses, self.velocities) = (None, None);
        }
        let shape = [self.rows.len(), 3];
        let array = match columns {
            Columns::Poses => &mut self.poses,
            Columns::Velocities => &mut self.velocities,
        };
        let view = match array {
            Some(array) => array.view.clone_ref(py),
            None => {
                let made = Array::new(py, shape)?;
                let view = made.view.clone_ref(py);
                *array = Some(made);
                view
            }
        };
        self.columns(py)?.slices().write(world);
        Ok(view)
    }

    /// The arrays, to be written.
    pub fn columns<'a, 'py>(&'a self, py: Python<'py>) -> PyResult<Borrowed<'a, 'py>> {
        let borrow = |array: &Option<Array>| {
            array.as_ref().map(|array| array.memory.bind(py).try_readwrite()).transpose()
        };
        let busy = |_| WorldBusy::new_err("an array of the world is in use by other native code");
        Ok(Borrowed {
            rows: &self.rows,
            poses: borrow(&self.poses).map_err(busy)?,
            velocities: borrow(&self.velocities).map_err(busy)?,
        })
    }
}

impl Array {
    fn new(py: Python<'_>, shape: [usize; 2]) -> PyResult<Self> {
        let memory = PyArray2::<f64>::zeros(py, shape, false);
        let view = memory.call_method0("view")?;
        view.getattr("flags")?.setattr("writeable", false)?;
        Ok(Self { memory: memory.unbind(), view: view.cast_into::<PyArray2<f64>>()?.unbind() })
    }
}

impl Borrowed<'_, '_> {
    /// The memory itself.
    pub fn slices(&mut self) -> Slices<'_> {
        fn memory<'a>(array: &'a mut Option<PyReadwriteArray2<'_, f64>>) -> Option<&'a mut [f64]> {
            array.as_mut()?.as_slice_mut().ok()
        }
        Slices { rows: self.rows, poses: memory(&mut self.poses), velocities: memory(&mut self.velocities) }
    }
}

impl Slices<'_> {
    /// Writes what the bodies have now; NaN for those that are gone.
    pub fn write(&mut self, world: &World) {
        const GONE: [f64; 3] = [f64::NAN; 3];
        let Self { rows, poses, velocities } = self;
        if let Some(poses) = poses {
            for (row, &id) in poses.chunks_exact_mut(3).zip(rows.iter()) {
                let pose = world.body(id).map(|body| {
                    let pose = body.world_pose();
                    [pose.position.x, pose.position.y, f64::from(pose.rotation.angle())]
                });
                row.copy_from_slice(&pose.unwrap_or(GONE));
            }
        }
        if let Some(velocities) = velocities {
            for (row, &id) in velocities.chunks_exact_mut(3).zip(rows.iter()) {
                let velocity = world.body(id).map(|body| {
                    let v = body.velocity();
                    [v.x, v.y, body.angular_velocity()].map(f64::from)
                });
                row.copy_from_slice(&velocity.unwrap_or(GONE));
            }
        }
    }
}
