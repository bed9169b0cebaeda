//! The properties of a definition as a dictionary, or one of them.

use super::names::{VARIANT, is_flat, keyword, variants, word};
use crate::values::short;
use properties::{Choice, Form, Properties, Property, Visitor, Word};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// All properties of a definition, by the names under which they may be given.
pub fn to_dict<'py, T: Properties>(py: Python<'py>, definition: &mut T) -> PyResult<Bound<'py, PyDict>> {
    let mut reader = Reader { values: PyDict::new(py), only: None, kind: "" };
    definition.visit(&mut reader)?;
    Ok(reader.values)
}

/// One property of a definition; `None` if it has none with this name.
pub fn value_of<'py, T: Properties>(
    py: Python<'py>,
    definition: &mut T,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut reader = Reader { values: PyDict::new(py), only: Some(name), kind: "" };
    definition.visit(&mut reader)?;
    reader.values.get_item(name)
}

struct Reader<'py, 'a> {
    values: Bound<'py, PyDict>,
    only: Option<&'a str>,
    kind: &'static str,
}

impl<'py> Reader<'py, '_> {
    fn put(&self, name: &str, value: impl IntoPyObject<'py>) -> PyResult<()> {
        let key = keyword(name);
        if self.only.is_none_or(|only| only == key) {
            self.values.set_item(key, value)?;
        }
        Ok(())
    }

    fn put_numbers(&self, name: &str, form: Form, all: &[f64]) -> PyResult<()> {
        match (form, all) {
            (Form::Number, [x]) => self.put(name, *x),
            (Form::Positions, [ax, ay, bx, by]) => self.put(name, ((*ax, *ay), (*bx, *by))),
            _ => self.put(name, PyTuple::new(self.values.py(), all)?),
        }
    }
}

impl Visitor for Reader<'_, '_> {
    type Error = PyErr;

    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f32; N],
    ) -> PyResult<()> {
        self.put_numbers(property.name, form, &values.map(|value| short(*value)))
    }

    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f64; N],
    ) -> PyResult<()> {
        self.put_numbers(property.name, form, &values.map(|value| *value))
    }

    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> PyResult<()> {
        match word {
            Word::Signed => self.put(property.name, value.cast_signed()),
            Word::Count | Word::Whole => self.put(property.name, *value),
        }
    }

    fn mask(&mut self, name: &'static str, value: &mut u64) -> PyResult<()> {
        self.put(name, *value)
    }

    fn flag(&mut self, name: &'static str, value: &mut bool) -> PyResult<()> {
        self.put(name, *value)
    }

    fn data(&mut self, name: &'static str, value: &mut u128) -> PyResult<()> {
        self.put(name, *value)
    }

    fn variant(&mut self, _: &'static str, count: usize, index: &mut usize) -> PyResult<()> {
        if self.kind == "JointKind" {
            return Ok(());
        }
        match variants(self.kind, count).get(*index) {
            Some(name) => self.put(VARIANT, name),
            None => Ok(()),
        }
    }

    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> PyResult<()> {
        self.put(name, word(&format!("{value:?}")))
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        _: T,
        visit: impl FnOnce(&mut T, &mut Self) -> PyResult<()>,
    ) -> PyResult<()> {
        let py = self.values.py();
        let Some(some) = value else { return self.put(name, py.None()) };
        let mut inner = Reader { values: PyDict::new(py), only: None, kind: "" };
        std::mem::swap(&mut self.values, &mut inner.values);
        let only = self.only.take();
        let visited = visit(some, self);
        std::mem::swap(&mut self.values, &mut inner.values);
        self.only = only;
        visited?;
        // The value itself if it is the only one.
        match inner.values.values().iter().collect::<Vec<_>>().as_slice() {
            [one] => self.put(name, one),
            _ => self.put(name, inner.values),
        }
    }

    fn part<T: Properties>(&mut self, name: &'static str, kind: &'static str, part: &mut T) -> PyResult<()> {
        if is_flat(kind) {
            let outer = std::mem::replace(&mut self.kind, kind);
            part.visit(self)?;
            self.kind = outer;
            return Ok(());
        }
        let py = self.values.py();
        let mut inner = Reader { values: PyDict::new(py), only: None, kind };
        part.visit(&mut inner)?;
        self.put(name, inner.values)
    }
}
