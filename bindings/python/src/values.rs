//! Numbers and points from Python objects, with errors that name the field.

use crate::errors::out_of_range;
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use physics::geom::{Point, Position, Rot, Vec2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBool, PyString};

/// The `TypeError` for a field that must be something else.
pub fn wrong_type(field: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type();
    let name = kind.name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{field} must be {expected}, not {name}"))
}

/// A number. A `bool` is none.
pub fn number(field: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyString>() {
        return Err(wrong_type(field, "a number", value));
    }
    value.extract().map_err(|_| wrong_type(field, "a number", value))
}

/// A whole number that is not negative, and not too large for its type. A `bool` is none.
pub fn whole<'py, T: for<'a> FromPyObject<'a, 'py>>(field: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
    if value.is_instance_of::<PyBool>() {
        return Err(wrong_type(field, "a whole number", value));
    }
    value.extract().map_err(|_| match value.hasattr("__index__") {
        Ok(true) => {
            let bits = 8 * size_of::<T>();
            let message = format!("{field} is {value}: it must be from 0 to 2^{bits} - 1");
            out_of_range(value.py(), message, field, value.clone())
        }
        _ => wrong_type(field, "a whole number", value),
    })
}

/// A whole number from `least` to `most`. A `bool` is none.
pub fn count(field: &str, value: &Bound<'_, PyAny>, least: usize, most: usize) -> PyResult<usize> {
    if value.is_instance_of::<PyBool>() || !value.hasattr("__index__")? {
        return Err(wrong_type(field, "a whole number", value));
    }
    value.extract().ok().filter(|count| (least..=most).contains(count)).ok_or_else(|| {
        let message = format!("{field} is {value}: it must be from {least} to {most}");
        out_of_range(value.py(), message, field, value)
    })
}

/// A number as text, without the three hundred zeros of 1e300.
pub fn shown(x: f64) -> String {
    if x.is_finite() && x.abs() >= 1e16 { format!("{x:e}") } else { x.to_string() }
}

/// A number that an `f32` holds.
pub fn finite_f32(py: Python<'_>, field: &str, x: f64) -> PyResult<f32> {
    if (x as f32).is_finite() {
        return Ok(x as f32);
    }
    Err(out_of_range(py, format!("{field} is {}: it must be {}", shown(x), expected(x)), field, x))
}

/// What a number must be that is too large, or not finite.
pub fn expected(x: f64) -> &'static str {
    if x.is_finite() { "at most 3.4e38 in size" } else { "finite" }
}

/// `count` numbers in a sequence.
pub fn numbers(field: &str, value: &Bound<'_, PyAny>, counts: &[usize], what: &str) -> PyResult<Vec<f64>> {
    let wrong = || wrong_type(field, what, value);
    if value.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let mut all = Vec::with_capacity(4);
    for item in value.try_iter().map_err(|_| wrong())? {
        all.push(number(field, &item?)?);
        if all.len() > 4 {
            break;
        }
    }
    if counts.contains(&all.len()) {
        return Ok(all);
    }
    let message = format!("{field} must be {what}, not {} numbers", all.len());
    Err(PyTypeError::new_err(message))
}

/// Two numbers.
pub fn pair(field: &str, value: &Bound<'_, PyAny>) -> PyResult<[f64; 2]> {
    let all = numbers(field, value, &[2], "a pair of numbers (x, y)")?;
    Ok([all[0], all[1]])
}

/// A position in the world, m, finite.
pub fn position(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Position> {
    let [x, y] = finite_pair(field, value)?;
    Ok(Position::new(x, y))
}

/// A point, m, finite.
pub fn point(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Point> {
    let [x, y] = finite_pair(field, value)?;
    Ok(Point::new(x as f32, y as f32))
}

/// A vector, finite.
pub fn vector(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec2> {
    point(field, value).map(|point| point.coords)
}

/// A finite number.
pub fn finite(field: &str, value: &Bound<'_, PyAny>) -> PyResult<f32> {
    finite_f32(value.py(), field, number(field, value)?)
}

fn finite_pair(field: &str, value: &Bound<'_, PyAny>) -> PyResult<[f64; 2]> {
    let both = pair(field, value)?;
    for (axis, x) in ["x", "y"].iter().zip(both) {
        if !(x as f32).is_finite() {
            let message = format!("{field}.{axis} is {}: it must be {}", shown(x), expected(x));
            return Err(out_of_range(value.py(), message, field, value));
        }
    }
    Ok(both)
}

/// The points of a sequence of pairs, or of an array of shape (n, 2).
pub fn points(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Point>> {
    let wrong = || wrong_type(field, "a sequence of pairs of numbers", value);
    let items = value.try_iter().map_err(|_| wrong())?;
    items.enumerate().map(|(index, item)| point(&format!("{field}[{index}]"), &item?)).collect()
}

/// The positions of a sequence of pairs, or of an array of shape (n, 2).
pub fn positions(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let wrong = || wrong_type(field, "a sequence of pairs of numbers", value);
    let items = value.try_iter().map_err(|_| wrong())?;
    items.enumerate().map(|(index, item)| position(&format!("{field}[{index}]"), &item?)).collect()
}

/// The name of the type of the numbers of an array; `None` for what is no array.
pub fn dtype_of(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let Ok(array) = value.cast::<PyUntypedArray>() else { return Ok(None) };
    Ok(Some(array.dtype().getattr("name")?.extract()?))
}

/// An array of this type in C order: of an array of floats, or of nested sequences of numbers.
pub fn floats<'py>(field: &str, value: &Bound<'py, PyAny>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let numpy = value.py().import("numpy")?;
    let array = if dtype_of(value)?.is_some() {
        value.clone()
    } else if value.is_instance_of::<PyString>() || value.try_iter().is_err() {
        return Err(wrong_type(field, "an array of floats", value));
    } else {
        // Whole numbers in a list are meant as numbers; an array of them is a mistake more often.
        let array = numpy.call_method1("asarray", (value,)).map_err(|_| {
            let message = format!("{field} is no table of numbers: its rows have different lengths");
            out_of_range(value.py(), message, field, value)
        })?;
        let is_whole =
            ["i", "u"].contains(&array.getattr("dtype")?.getattr("kind")?.extract::<String>()?.as_str());
        if is_whole { array.call_method1("astype", ("float64",))? } else { array }
    };
    if array.getattr("dtype")?.getattr("kind")?.extract::<String>()? != "f" {
        let found = dtype_of(&array)?.unwrap_or_default();
        return Err(PyTypeError::new_err(format!("{field} must be an array of floats, not of {found}")));
    }
    numpy.call_method("ascontiguousarray", (array,), Some(&[("dtype", kind)].into_py_dict(value.py())?))
}

/// The rotation by an angle, rad.
pub fn rotation(field: &str, angle: &Bound<'_, PyAny>) -> PyResult<Rot> {
    finite(field, angle).map(Rot::from_angle)
}

/// A number of a definition with the fewest digits that mean it: 0.4 and not 0.4000000059604645.
pub fn short(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}

/// x and y.
pub fn tuple(v: Vec2) -> (f64, f64) {
    (f64::from(v.x), f64::from(v.y))
}
