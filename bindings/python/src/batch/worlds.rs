//! The NumPy arrays that many worlds write, whichever task they are for.

use super::error;
use super::signals::Signals;
use crate::errors::{WorldBusy, out_of_range};
use crate::values::{dtype_of, floats, wrong_type};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray1,
    PyUntypedArrayMethods,
};
use physics::batch::{BatchError, Flag, Interrupt};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// What a step or a reset tells of each world.
pub struct Results<'a> {
    /// Those of the last call that has not written them elsewhere.
    pub observations: &'a [f32],
    pub rewards: &'a [f32],
    pub terminated: &'a [bool],
    pub truncated: &'a [bool],
    pub flags: &'a [Flag],
}

/// Many worlds.
pub trait Worlds: Send {
    fn len(&self) -> usize;

    /// How many numbers an action and an observation of a world have.
    fn widths(&self) -> [usize; 2];

    fn step_into(&mut self, actions: &[f32], observations: &mut [f32]) -> Result<(), BatchError>;

    fn reset_into(&mut self, mask: &[bool], observations: &mut [f32]) -> Result<(), BatchError>;

    fn set_interrupt(&mut self, interrupt: Interrupt);

    fn results(&self) -> Results<'_>;
}

/// The memory of the arrays, and the views that the program gets.
pub struct Arrays {
    observations: [Py<PyArray2<f32>>; 2],
    rewards: [Py<PyArray1<f32>>; 2],
    terminated: [Py<PyArray1<bool>>; 2],
    truncated: [Py<PyArray1<bool>>; 2],
    flags: [Py<PyArray1<u8>>; 2],
}

fn array<T: Element>(array: Bound<'_, numpy::PyArrayDyn<T>>) -> PyResult<[Bound<'_, PyAny>; 2]> {
    let view = array.call_method0("view")?;
    view.getattr("flags")?.setattr("writeable", false)?;
    Ok([array.into_any(), view])
}

fn line<T: Element>(py: Python<'_>, count: usize) -> PyResult<[Py<PyArray1<T>>; 2]> {
    let made = array(PyArray1::<T>::zeros(py, count, false).to_dyn().clone())?;
    let [memory, view] = made.map(|one| one.cast_into::<PyArray1<T>>().map(Bound::unbind));
    Ok([memory?, view?])
}

fn table<T: Element>(py: Python<'_>, shape: [usize; 2]) -> PyResult<[Py<PyArray2<T>>; 2]> {
    let made = array(PyArray2::<T>::zeros(py, shape, false).to_dyn().clone())?;
    let [memory, view] = made.map(|one| one.cast_into::<PyArray2<T>>().map(Bound::unbind));
    Ok([memory?, view?])
}

fn busy<E>(_: E) -> PyErr {
    WorldBusy::new_err("an array of the batch is in use by other native code")
}

impl Arrays {
    /// For these worlds, all zero.
    pub fn new(py: Python<'_>, of: &impl Worlds) -> PyResult<Self> {
        let worlds = of.len();
        Ok(Self {
            observations: table(py, [worlds, of.widths()[1]])?,
            rewards: line(py, worlds)?,
            terminated: line(py, worlds)?,
            truncated: line(py, worlds)?,
            flags: line(py, worlds)?,
        })
    }

    /// Copies what is known of each world.
    fn write(&self, py: Python<'_>, results: &Results<'_>) -> PyResult<()> {
        fn fill<T: Element + Copy>(
            py: Python<'_>,
            to: &Py<PyArray1<T>>,
            from: impl Iterator<Item = T>,
        ) -> PyResult<()> {
            let mut memory: PyReadwriteArray1<'_, T> = to.bind(py).try_readwrite().map_err(busy)?;
            for (to, from) in memory.as_slice_mut()?.iter_mut().zip(from) {
                *to = from;
            }
            Ok(())
        }
        fill(py, &self.rewards[0], results.rewards.iter().copied())?;
        fill(py, &self.terminated[0], results.terminated.iter().copied())?;
        fill(py, &self.truncated[0], results.truncated.iter().copied())?;
        fill(py, &self.flags[0], results.flags.iter().map(|&flag| flag as u8))
    }

    /// Copies everything, from worlds that have just been made. Returns the observations.
    pub fn fill(&self, py: Python<'_>, worlds: &impl Worlds) -> PyResult<Py<PyArray2<f32>>> {
        let results = worlds.results();
        let mut memory = self.observations[0].bind(py).try_readwrite().map_err(busy)?;
        memory.as_slice_mut()?.copy_from_slice(results.observations);
        self.write(py, &results)?;
        Ok(self.observations(py))
    }

    /// Steps all worlds, while other threads of Python run, and writes the arrays. A signal of the system
    /// ends it early, with the exception that its handler raises.
    pub fn step(
        &self,
        py: Python<'_>,
        worlds: &mut impl Worlds,
        signals: &Signals,
        actions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyArray2<f32>>> {
        let shape = [worlds.len(), worlds.widths()[0]];
        let rows: Option<PyReadonlyArray2<'_, f32>> = match actions {
            Some(actions) => Some(rows("actions", actions, shape, "float32")?),
            None if shape[1] == 0 => None,
            None => {
                let message = format!("actions is missing: it must be an array of shape {shape:?}");
                return Err(out_of_range(py, message, "actions", py.None()));
            }
        };
        // A copy, since other threads may write the array meanwhile.
        let numbers = match &rows {
            Some(rows) => rows.as_slice()?.to_vec(),
            None => Vec::new(),
        };
        let mut memory = self.observations[0].bind(py).try_readwrite().map_err(busy)?;
        let to = memory.as_slice_mut()?;
        signals.begin();
        py.detach(|| worlds.step_into(&numbers, to)).map_err(error)?;
        self.write(py, &worlds.results())?;
        signals.end()?;
        Ok(self.observations(py))
    }

    /// Resets the worlds of a mask, or all of them, and writes the arrays.
    pub fn reset(
        &self,
        py: Python<'_>,
        worlds: &mut impl Worlds,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyArray2<f32>>> {
        let mask = mask_of(mask, worlds.len())?;
        self.reset_by(py, worlds, |worlds, to| worlds.reset_into(&mask, to))
    }

    /// Writes the arrays after `reset`, which writes the observations.
    pub fn reset_by<W: Worlds>(
        &self,
        py: Python<'_>,
        worlds: &mut W,
        reset: impl FnOnce(&mut W, &mut [f32]) -> Result<(), BatchError> + Send,
    ) -> PyResult<Py<PyArray2<f32>>> {
        let mut memory = self.observations[0].bind(py).try_readwrite().map_err(busy)?;
        let to = memory.as_slice_mut()?;
        py.detach(|| reset(worlds, to)).map_err(error)?;
        self.write(py, &worlds.results())?;
        Ok(self.observations(py))
    }

    pub fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations[1].clone_ref(py)
    }

    pub fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.rewards[1].clone_ref(py)
    }

    pub fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated[1].clone_ref(py)
    }

    pub fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.truncated[1].clone_ref(py)
    }

    pub fn flags(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.flags[1].clone_ref(py)
    }
}

/// Which of `count` worlds are meant; without a mask all.
pub fn mask_of(mask: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<bool>> {
    let Some(mask) = mask else { return Ok(vec![true; count]) };
    let expected = format!("an array of {count} bool");
    if let Some(kind) = dtype_of(mask)?.filter(|kind| kind != "bool") {
        return Err(PyTypeError::new_err(format!("mask must be {expected}, not of {kind}")));
    }
    let array = mask.cast::<PyArrayDyn<bool>>().map_err(|_| wrong_type("mask", &expected, mask))?;
    if array.shape() == [count] {
        return Ok(array.readonly().as_array().iter().copied().collect());
    }
    let shape = array.shape().to_vec();
    let message = format!("mask has the shape {shape:?}: it must be [{count}]");
    Err(out_of_range(mask.py(), message, "mask", shape))
}

/// Rows of numbers: an array of floats of this shape, or nested sequences.
pub fn rows<'py, T: Element>(
    field: &str,
    value: &Bound<'py, PyAny>,
    shape: [usize; 2],
    kind: &str,
) -> PyResult<PyReadonlyArray2<'py, T>> {
    let py = value.py();
    let array = floats(field, value, kind)?;
    let found: Vec<usize> = array.getattr("shape")?.extract()?;
    // One number for each world needs no second axis.
    let array =
        if found == [shape[0]] && shape[1] == 1 { array.call_method1("reshape", (shape,))? } else { array };
    match array.extract::<PyReadonlyArray2<'py, T>>() {
        Ok(rows) if rows.shape() == shape => Ok(rows),
        _ => {
            let message = format!("{field} has the shape {found:?}: it must be {shape:?}");
            Err(out_of_range(py, message, field, found))
        }
    }
}
