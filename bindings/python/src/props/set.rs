//! Keyword arguments onto a definition.

use super::names::{self, VARIANT, is_flat, keyword, variants};
use crate::errors::out_of_range;
use crate::values::{number, numbers, shown, whole, wrong_type};
use physics::geom::Rot;
use properties::{Choice, Form, Properties, Property, Visitor, Word};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// Sets the properties of a definition that `given` names. `call` is the name of the function in errors. The
/// names in `others` are not of this definition: they are left alone.
///
/// # Errors
/// `TypeError` for an unknown name or a wrong type, `OutOfRange` for a value out of its range.
pub fn set<T: Properties>(
    definition: &mut T,
    given: Option<&Bound<'_, PyDict>>,
    call: &str,
    others: &[&str],
) -> PyResult<()> {
    let Some(given) = given.filter(|given| !given.is_empty()) else { return Ok(()) };
    let mut setter = Setter::new(Given::Names(given.clone()), String::new());
    definition.visit(&mut setter)?;
    setter.finish(call, others)
}

/// What is given for a part of a definition.
enum Given<'py> {
    /// Values by name.
    Names(Bound<'py, PyDict>),
    /// The value of the only property of an optional.
    One(Bound<'py, PyAny>),
    /// Nothing is left of it.
    Taken,
}

struct Setter<'py> {
    given: Given<'py>,
    /// The names before that of a property in errors, as `"solver."`.
    path: String,
    /// The names that the definition has.
    known: Vec<String>,
    /// The type of the part that is visited.
    kind: &'static str,
}

impl<'py> Setter<'py> {
    fn new(given: Given<'py>, path: String) -> Self {
        Self { given, path, known: Vec::new(), kind: "" }
    }

    /// Refuses names that no property has.
    fn finish(self, call: &str, others: &[&str]) -> PyResult<()> {
        let Given::Names(given) = &self.given else { return Ok(()) };
        for name in given.keys() {
            let name: String = name.extract().map_err(|_| wrong_type(call, "given names", &name))?;
            if self.known.contains(&name) || others.contains(&name.as_str()) {
                continue;
            }
            let names = self.known.iter().map(String::as_str).chain(others.iter().copied());
            let hint = names::hint(given.py(), call, &name, names)?;
            let message = format!("{call}() has no argument '{}{name}'{hint}", self.path);
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }

    /// What is given for a property.
    fn take(&mut self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let key = keyword(name);
        let value = match std::mem::replace(&mut self.given, Given::Taken) {
            Given::Names(given) => {
                let value = given.get_item(&key)?;
                self.given = Given::Names(given);
                value
            }
            Given::One(value) => Some(value),
            // A mass alone, in kg: `physics2d::mass` knows the rest.
            Given::Taken if self.path == "mass." => return Ok(None),
            Given::Taken => {
                let message = format!("{} must be a dictionary or None", self.path.trim_end_matches('.'));
                return Err(PyTypeError::new_err(message));
            }
        };
        self.known.push(key);
        Ok(value)
    }

    fn field(&self, name: &str) -> String {
        match self.given {
            Given::Names(_) => format!("{}{}", self.path, keyword(name)),
            _ => self.path.trim_end_matches('.').to_owned(),
        }
    }

    /// The numbers given for a property, and the object that they come from.
    fn given_numbers(
        &mut self,
        Property { name, .. }: Property,
        form: Form,
    ) -> PyResult<Option<(Vec<f64>, Bound<'py, PyAny>)>> {
        if form == Form::Rotation {
            let angle = self.take(&name.replace("rotation", "angle"))?;
            if let Some(angle) = angle {
                let rotation = crate::values::rotation(&self.field("angle"), &angle)?;
                // Known, too.
                self.known.push(keyword(name));
                return Ok(Some((rotation_numbers(rotation), angle)));
            }
        }
        let Some(value) = self.take(name)? else { return Ok(None) };
        let field = self.field(name);
        let pair = "a pair of numbers (x, y)";
        let all = match form {
            Form::Number => vec![number(&field, &value)?],
            Form::Point | Form::Vector | Form::Position => numbers(&field, &value, &[2], pair)?,
            Form::Interval => numbers(&field, &value, &[2], "a pair of numbers (lower, upper)")?,
            Form::Rotation => numbers(&field, &value, &[2], "a pair of numbers (cos, sin)")?,
            Form::Pose => {
                let what = "(x, y), (x, y, angle) or (x, y, cos, sin)";
                let mut all = numbers(&field, &value, &[2, 3, 4], what)?;
                if all.len() < 4 {
                    let angle = all.get(2).map_or(0.0, |angle| *angle as f32);
                    all.truncate(2);
                    all.extend(rotation_numbers(Rot::from_angle(angle)));
                }
                all
            }
            Form::Positions => {
                let mut all = Vec::new();
                for item in
                    value.try_iter().map_err(|_| wrong_type(&field, "two pairs of numbers", &value))?
                {
                    all.extend(numbers(&field, &item?, &[2], pair)?);
                }
                if all.len() != 4 {
                    return Err(wrong_type(&field, "two pairs of numbers", &value));
                }
                all
            }
        };
        Ok(Some((all, value)))
    }

    /// Checks a number against the range of its property.
    fn check(&self, property: Property, x: f64, value: &Bound<'py, PyAny>) -> PyResult<()> {
        property.range.check(property.name, x as f32).map_err(|error| {
            let field = self.field(property.name);
            let message = format!("{field} is {}: it must be {}", shown(x), error.expected);
            out_of_range(value.py(), message, &field, value)
        })
    }

    /// A whole number within bounds.
    fn whole(&mut self, name: &str, least: i64, most: i64) -> PyResult<Option<i64>> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let field = self.field(name);
        if value.is_instance_of::<PyBool>() {
            return Err(wrong_type(&field, "a whole number", &value));
        }
        // What `__index__` gives: not a `float`.
        let index =
            value.call_method0("__index__").map_err(|_| wrong_type(&field, "a whole number", &value))?;
        match index.extract::<i64>() {
            Ok(whole) if (least..=most).contains(&whole) => Ok(Some(whole)),
            _ => {
                let message = format!("{field} is {index}: it must be from {least} to {most}");
                Err(out_of_range(value.py(), message, &field, &value))
            }
        }
    }
}

fn rotation_numbers(Rot { cos, sin }: Rot) -> Vec<f64> {
    vec![f64::from(cos), f64::from(sin)]
}

impl Visitor for Setter<'_> {
    type Error = PyErr;

    fn numbers<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f32; N],
    ) -> PyResult<()> {
        let Some((all, value)) = self.given_numbers(property, form)? else { return Ok(()) };
        for (place, x) in values.into_iter().zip(all) {
            self.check(property, x, &value)?;
            *place = x as f32;
        }
        Ok(())
    }

    fn doubles<const N: usize>(
        &mut self,
        property: Property,
        form: Form,
        values: [&mut f64; N],
    ) -> PyResult<()> {
        let Some((all, value)) = self.given_numbers(property, form)? else { return Ok(()) };
        for (place, x) in values.into_iter().zip(all) {
            self.check(property, x, &value)?;
            *place = x;
        }
        Ok(())
    }

    fn word(&mut self, property: Property, word: Word, value: &mut u32) -> PyResult<()> {
        let (least, most) = match word {
            Word::Signed => (
                i64::from(i32::MIN).max(property.range.least as i64),
                i64::from(i32::MAX).min(property.range.most as i64),
            ),
            Word::Count => (property.range.least as i64, property.range.most as i64),
            Word::Whole => (0, i64::from(u32::MAX)),
        };
        if let Some(whole) = self.whole(property.name, least, most)? {
            *value = whole as u32;
        }
        Ok(())
    }

    fn mask(&mut self, name: &'static str, value: &mut u64) -> PyResult<()> {
        let Some(given) = self.take(name)? else { return Ok(()) };
        *value = whole(&self.field(name), &given)?;
        Ok(())
    }

    fn flag(&mut self, name: &'static str, value: &mut bool) -> PyResult<()> {
        if let Some(given) = self.take(name)? {
            *value = given.extract().map_err(|_| wrong_type(&self.field(name), "True or False", &given))?;
        }
        Ok(())
    }

    fn data(&mut self, name: &'static str, value: &mut u128) -> PyResult<()> {
        let Some(given) = self.take(name)? else { return Ok(()) };
        let field = self.field(name);
        let index =
            given.call_method0("__index__").map_err(|_| wrong_type(&field, "a whole number", &given))?;
        *value = index.extract().map_err(|_| {
            let message = format!("{field} is {index}: it must be from 0 to 2^128 - 1");
            out_of_range(given.py(), message, &field, &given)
        })?;
        Ok(())
    }

    fn variant(&mut self, _: &'static str, count: usize, index: &mut usize) -> PyResult<()> {
        // The kind of a joint is fixed by the function that is called.
        if self.kind == "JointKind" {
            return Ok(());
        }
        let names = variants(self.kind, count);
        if let Some(given) = self.take(VARIANT)? {
            *index = chosen(&self.field(VARIANT), &given, &names)?;
        }
        Ok(())
    }

    fn choice<T: Choice>(&mut self, name: &'static str, value: &mut T) -> PyResult<()> {
        if let Some(given) = self.take(name)? {
            let names: Vec<String> = T::ALL.iter().map(|one| names::word(&format!("{one:?}"))).collect();
            *value = T::ALL[chosen(&self.field(name), &given, &names)?];
        }
        Ok(())
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> PyResult<()>,
    ) -> PyResult<()> {
        let Some(given) = self.take(name)? else { return Ok(()) };
        if given.is_none() {
            *value = None;
            return Ok(());
        }
        let given = match given.cast_into::<PyDict>() {
            Ok(dict) => Given::Names(dict),
            Err(error) => Given::One(error.into_inner()),
        };
        let path = format!("{}{}.", self.path, keyword(name));
        let mut inner = Setter::new(given, path);
        std::mem::swap(self, &mut inner);
        let mut some = value.unwrap_or(blank);
        let visited = visit(&mut some, self);
        std::mem::swap(self, &mut inner);
        visited?;
        inner.finish(name, &[])?;
        *value = Some(some);
        Ok(())
    }

    fn part<T: Properties>(&mut self, name: &'static str, kind: &'static str, part: &mut T) -> PyResult<()> {
        if is_flat(kind) {
            let outer = std::mem::replace(&mut self.kind, kind);
            part.visit(self)?;
            self.kind = outer;
            return Ok(());
        }
        let Some(given) = self.take(name)? else { return Ok(()) };
        let field = self.field(name);
        let dict = given.cast_into::<PyDict>();
        let dict = dict.map_err(|error| wrong_type(&field, "a dictionary", &error.into_inner()))?;
        let mut inner = Setter::new(Given::Names(dict), format!("{field}."));
        inner.kind = kind;
        part.visit(&mut inner)?;
        inner.finish(name, &[])
    }
}

/// The index of the name that is given.
fn chosen(field: &str, given: &Bound<'_, PyAny>, names: &[String]) -> PyResult<usize> {
    let expected = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let name: String =
        given.extract().map_err(|_| wrong_type(field, &format!("one of {expected}"), given))?;
    names.iter().position(|one| *one == name).ok_or_else(|| {
        let message = format!("{field} is '{name}': it must be one of {expected}");
        out_of_range(given.py(), message, field, given)
    })
}
