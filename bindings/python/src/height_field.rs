//! The class `HeightField`: ground of heights at equal distances, with edits and holes.

use crate::body::Body;
use crate::collect::refers;
use crate::collider::Collider;
use crate::errors::{self, StaleHandle, WorldBusy, out_of_range};
use crate::values;
use crate::world::collider;
use numpy::PyArray1;
use physics::toolkit::HeightField as Field;
use physics::world::ColliderDef;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Mutex, MutexGuard};

/// Ground of heights at equal distances: `Body.add_height_field`. A cell lies between each two heights.
///
/// The world holds its colliders; heights and holes as this object holds them are no part of the state of
/// the world. Where they are edited between a snapshot and its restore, keep a `copy` with the snapshot, and
/// go on with that.
#[pyclass(frozen, module = "physics2d")]
pub struct HeightField {
    body: Py<Body>,
    /// `None` once it has been removed.
    field: Mutex<Option<Field>>,
}

refers!(HeightField: body);

/// Heights, m: a sequence of numbers, or an array of one dimension.
fn heights_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    let wrong = || values::wrong_type("heights", "a sequence of numbers", value);
    if value.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let read = |(place, item): (usize, PyResult<Bound<'_, PyAny>>)| {
        let (field, item) = (format!("heights[{place}]"), item?);
        let height = values::number(&field, &item)? as f32;
        if height.abs() <= Field::GREATEST_HEIGHT {
            return Ok(height);
        }
        let message = format!("{field} is {item}: it must be from -1e6 to 1e6");
        Err(out_of_range(value.py(), message, &field, item))
    };
    value.try_iter().map_err(|_| wrong())?.enumerate().map(read).collect()
}

impl HeightField {
    /// On a body, all cells with the properties of this definition.
    pub fn add(
        body: &Bound<'_, Body>,
        heights: &Bound<'_, PyAny>,
        spacing: &Bound<'_, PyAny>,
        def: ColliderDef,
    ) -> PyResult<Self> {
        let (given, spacing) = (heights_of(heights)?, values::finite("spacing", spacing)?);
        if given.len() < 2 {
            let message = format!("heights has {} numbers: it must have 2 at least", given.len());
            return Err(out_of_range(body.py(), message, "heights", heights));
        }
        let field = Field::new(body.get().id, spacing, given).map_err(errors::definition)?;
        let mut field = field.properties(def);
        body.get().world.get().change(|world| field.update(world))?;
        Ok(Self { body: body.clone().unbind(), field: Mutex::new(Some(field)) })
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Field>>> {
        self.field.try_lock().map_err(|_| WorldBusy::new_err("another thread uses the height field"))
    }

    fn read<T>(&self, read: impl FnOnce(&Field) -> PyResult<T>) -> PyResult<T> {
        read(self.lock()?.as_ref().ok_or_else(removed)?)
    }

    fn cell(py: Python<'_>, field: &Field, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (cell, cells) = (values::whole::<usize>("cell", value)?, field.heights().len() - 1);
        if cell < cells {
            return Ok(cell);
        }
        let message = format!("cell is {cell}: it must be below {cells}, the number of cells");
        Err(out_of_range(py, message, "cell", cell))
    }
}

fn removed() -> PyErr {
    StaleHandle::new_err("the height field has been removed")
}

#[pymethods]
impl HeightField {
    /// The body on which it is.
    #[getter]
    fn body(&self, py: Python<'_>) -> Py<Body> {
        self.body.clone_ref(py)
    }

    /// The heights, m, as they are now: an array of its own.
    #[getter]
    fn heights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.read(|field| {
            let heights = field.heights().iter().map(|&height| values::short(height));
            Ok(PyArray1::from_iter(py, heights))
        })
    }

    /// How many heights there are: one more than cells.
    fn __len__(&self) -> PyResult<usize> {
        self.read(|field| Ok(field.heights().len()))
    }

    /// The distance from one height to the next, m.
    #[getter]
    fn spacing(&self) -> PyResult<f64> {
        self.read(|field| Ok(values::short(field.spacing())))
    }

    /// Whether it and its body still exist.
    #[getter]
    fn exists(&self) -> PyResult<bool> {
        let body = self.body.get();
        Ok(self.lock()?.is_some() && body.world.get().read(|world| world.body(body.id).is_ok())?)
    }

    /// Sets the heights from number `start` on, m, and wakes what touches the cells that change: those beside
    /// the heights, and their neighbours. Returns how many they are.
    fn set_heights(&self, start: &Bound<'_, PyAny>, heights: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (place, new) = (values::whole::<usize>("start", start)?, heights_of(heights)?);
        let mut field = self.lock()?;
        let field = field.as_mut().ok_or_else(removed)?;
        let count = field.heights().len();
        if place.saturating_add(new.len()) > count {
            let message = format!(
                "heights has {} numbers from number {place} on: the field has {count} heights",
                new.len()
            );
            return Err(out_of_range(start.py(), message, "heights", heights));
        }
        self.body.get().world.get().change(|world| field.set_heights_in(world, place, &new))
    }

    /// Makes the cell between heights `cell` and `cell + 1` a hole, or fills it.
    #[pyo3(signature = (cell, is_hole = true))]
    fn set_hole(&self, py: Python<'_>, cell: &Bound<'_, PyAny>, is_hole: bool) -> PyResult<()> {
        let mut field = self.lock()?;
        let field = field.as_mut().ok_or_else(removed)?;
        let cell = Self::cell(py, field, cell)?;
        self.body.get().world.get().change(|world| field.set_hole_in(world, cell, is_hole)).map(drop)
    }

    /// Whether a cell is a hole.
    fn is_hole(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.read(|field| Ok(field.is_hole(Self::cell(py, field, cell)?)))
    }

    /// The height at `x`, both in m in the frame of the body; `None` beyond the ends and at a hole.
    fn height_at(&self, x: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        let x = values::finite("x", x)?;
        self.read(|field| Ok(field.height_at(x).map(f64::from)))
    }

    /// The number of the cell at `x`, m in the frame of the body; `None` beyond the ends. A hole is a cell.
    fn cell_at(&self, x: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let x = values::finite("x", x)?;
        self.read(|field| Ok(field.cell_at(x)))
    }

    /// The collider of a cell; `None` for a hole.
    fn collider(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Option<Collider>> {
        let world = self.body.get().world.bind(py);
        self.read(|field| Ok(field.collider(Self::cell(py, field, cell)?).map(|id| collider(world, id))))
    }

    /// Heights, holes and colliders as they are now: for a snapshot that is taken now.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let field = self.read(|field| Ok(field.clone()))?;
        Ok(Self { body: self.body.clone_ref(py), field: Mutex::new(Some(field)) })
    }

    /// The same as `copy`.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    /// Removes its colliders; the body stays.
    fn remove(&self) -> PyResult<()> {
        let mut held = self.lock()?;
        let field = held.as_mut().ok_or_else(removed)?;
        self.body.get().world.get().change(|world| field.remove(world))?;
        *held = None;
        Ok(())
    }
}
