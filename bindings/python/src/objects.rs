//! Objects of the program as user data.
//!
//! The engine keeps a number of 128 bits with each body, collider and joint. A whole number is that number.
//! Any other object is kept by its world, in a list that only grows while the world lives, and the number is
//! its index under a mark; so snapshots and copies name the same objects. The same object is kept once.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The upper half of a number that stands for an object.
const MARK: u128 = 0x7079_6f62_6a65_6374 << 64;
/// The name under which user data are given.
const NAME: &str = "user_data";

#[derive(Default)]
struct List {
    all: Vec<Py<PyAny>>,
    /// Indices by address.
    places: HashMap<usize, usize>,
}

/// The objects that a world keeps.
#[derive(Default)]
pub struct Objects(Mutex<List>);

impl Objects {
    fn with<T>(&self, run: impl FnOnce(&mut List) -> T) -> T {
        // Whoever has the lock changes no Python object, so nothing is left half-changed.
        run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The number of an object.
    fn keep(&self, object: &Bound<'_, PyAny>) -> u128 {
        self.with(|List { all, places }| {
            let place = *places.entry(object.as_ptr() as usize).or_insert_with(|| {
                all.push(object.clone().unbind());
                all.len() - 1
            });
            MARK | place as u128
        })
    }

    /// Keyword arguments with a number in the place of an object.
    pub fn kept<'py>(&self, given: Option<&Bound<'py, PyDict>>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(given) = given else { return Ok(None) };
        match given.get_item(NAME)? {
            Some(data) if !data.hasattr("__index__")? => {
                let given = given.copy()?;
                given.set_item(NAME, self.keep(&data))?;
                Ok(Some(given))
            }
            _ => Ok(Some(given.clone())),
        }
    }

    /// What a number stands for: itself, or an object; `None` if the object is another world's.
    pub fn of(&self, py: Python<'_>, data: u128) -> PyResult<Py<PyAny>> {
        if data & !u128::from(u64::MAX) != MARK {
            return Ok(data.into_pyobject(py)?.into_any().unbind());
        }
        let object = self.with(|list| list.all.get(data as u64 as usize).map(|object| object.clone_ref(py)));
        Ok(object.unwrap_or_else(|| py.None()))
    }

    /// Properties with the object in the place of its number.
    pub fn shown<'py>(&self, properties: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
        if let Some(data) = properties.get_item(NAME)? {
            properties.set_item(NAME, self.of(properties.py(), data.extract()?)?)?;
        }
        Ok(properties)
    }

    /// One property of this name.
    pub fn shown_as<'py>(
        &self,
        name: &str,
        value: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match value {
            Some(data) if name == NAME => {
                Ok(Some(self.of(data.py(), data.extract()?)?.into_bound(data.py())))
            }
            value => Ok(value),
        }
    }

    /// Whether there is any.
    pub fn is_empty(&self) -> bool {
        self.with(|list| list.all.is_empty())
    }

    /// All of them, in their order.
    pub fn all(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.with(|list| list.all.iter().map(|object| object.clone_ref(py)).collect())
    }

    /// Keeps these, in their order, in place of any others.
    pub fn set(&self, all: Vec<Py<PyAny>>) {
        let places =
            all.iter().enumerate().map(|(place, object)| (object.as_ptr() as usize, place)).collect();
        // What is dropped may call back.
        drop(self.with(|list| std::mem::replace(list, List { all, places })));
    }

    /// Lets go of all.
    pub fn clear(&self) {
        self.set(Vec::new());
    }

    /// Tells the collector of Python what is kept, unless another thread uses it.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(list) = self.0.try_lock() else { return Ok(()) };
        list.all.iter().try_for_each(|object| visit.call(object))
    }
}
