//! Many rays in one call, from and to NumPy arrays.

use super::World;
use super::query::Sieve;
use crate::errors::{self, out_of_range};
use crate::values::floats;
use numpy::{PyArrayMethods, PyReadonlyArray2, PyReadwriteArray, PyUntypedArrayMethods};
use physics::compute::Workers;
use physics::geom::{Point, Vec2};
use physics::world::Ray;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The names of the arrays of the result, whether they have two columns, and their types.
const COLUMNS: [(&str, bool, &str); 7] = [
    ("hit", false, "bool"),
    ("fraction", false, "float64"),
    ("distance", false, "float64"),
    ("point", true, "float64"),
    ("normal", true, "float64"),
    ("body", false, "int64"),
    ("collider", false, "int64"),
];

/// Rows of pairs: an array of floats of shape (n, 2), or a sequence of pairs.
fn rows<'py>(field: &str, value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, f64>> {
    let (py, array) = (value.py(), floats(field, value, "float64")?);
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    match array.extract::<PyReadonlyArray2<'py, f64>>() {
        Ok(rows) if rows.shape()[1] == 2 => Ok(rows),
        _ => {
            let message = format!("{field} has the shape {shape:?}: it must be (n, 2)");
            Err(out_of_range(py, message, field, shape))
        }
    }
}

/// The arrays of the result: new ones, or those of `out`.
fn result<'py>(
    py: Python<'py>,
    count: usize,
    out: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    if let Some(out) = out {
        return Ok(out);
    }
    let (numpy, arrays) = (py.import("numpy")?, PyDict::new(py));
    for (name, is_pair, kind) in COLUMNS {
        let array = match is_pair {
            true => numpy.call_method1("zeros", ((count, 2), kind))?,
            false => numpy.call_method1("zeros", (count, kind))?,
        };
        arrays.set_item(name, array)?;
    }
    Ok(arrays)
}

/// One array of the result, to be written.
fn column<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    arrays: &Bound<'py, PyDict>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let py = arrays.py();
    let wrong = |value: Option<Bound<'py, PyAny>>| {
        let kind = COLUMNS.iter().find(|column| column.0 == name).map_or("", |column| column.2);
        let field = format!("out['{name}']");
        let message =
            format!("{field} must be a writable array of {kind} in C order, of the shape {shape:?}");
        out_of_range(py, message, &field, value)
    };
    let Some(value) = arrays.get_item(name)? else { return Err(wrong(None)) };
    let Ok(array) = value.cast::<numpy::PyArray<T, D>>() else { return Err(wrong(Some(value))) };
    if array.shape() != shape || !array.is_c_contiguous() {
        return Err(wrong(Some(value)));
    }
    array.try_readwrite().map_err(|_| wrong(Some(value.clone())))
}

#[pymethods]
impl World {
    /// Casts a ray from each of `origins` by the same row of `translations` (arrays of shape (n, 2), m),
    /// while other threads of Python run. Returns a dictionary of arrays with a row for each ray: `hit`,
    /// `fraction`, `distance` (m), `point` (m), `normal`, and the indices of `body` and `collider`, -1
    /// without a hit. Without a hit, `fraction` is 1 and the rest 0. `out` is an earlier result whose memory
    /// is used again.
    #[pyo3(signature = (origins, translations, *, out = None, **filter))]
    fn cast_rays<'py>(
        &self,
        py: Python<'py>,
        origins: &Bound<'py, PyAny>,
        translations: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyDict>>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let sieve = Sieve::new(filter, "cast_rays")?;
        let (origins, translations) = (rows("origins", origins)?, rows("translations", translations)?);
        let count = origins.shape()[0];
        if translations.shape()[0] != count {
            let (field, found) = ("translations", translations.shape()[0]);
            let message = format!("{field} has {found} rows: it must have {count}, as origins");
            return Err(out_of_range(py, message, field, found));
        }
        let rays = rays(py, &origins, &translations)?;
        let arrays = result(py, count, out)?;
        let mut hit = column::<bool, numpy::Ix1>(&arrays, "hit", &[count])?;
        let mut fraction = column::<f64, numpy::Ix1>(&arrays, "fraction", &[count])?;
        let mut distance = column::<f64, numpy::Ix1>(&arrays, "distance", &[count])?;
        let mut point = column::<f64, numpy::Ix2>(&arrays, "point", &[count, 2])?;
        let mut normal = column::<f64, numpy::Ix2>(&arrays, "normal", &[count, 2])?;
        let mut body = column::<i64, numpy::Ix1>(&arrays, "body", &[count])?;
        let mut collider = column::<i64, numpy::Ix1>(&arrays, "collider", &[count])?;
        let (hit, fraction, distance) =
            (hit.as_slice_mut()?, fraction.as_slice_mut()?, distance.as_slice_mut()?);
        let (point, normal) = (point.as_slice_mut()?, normal.as_slice_mut()?);
        let (body, collider) = (body.as_slice_mut()?, collider.as_slice_mut()?);
        let guard = self.lock()?;
        let world = &guard.world;
        py.detach(|| {
            let mut workers = Workers::new(world.threads());
            let found = world.cast_rays(&mut workers, &rays, sieve.filter())?;
            for (i, found) in found.into_iter().enumerate() {
                hit[i] = found.is_some();
                let zero = [0.0; 2];
                let (part, way, at, out, of) = found.map_or((1.0, 0.0, zero, zero, [-1; 2]), |found| {
                    (
                        f64::from(found.fraction),
                        f64::from(found.distance),
                        [found.point.x, found.point.y].map(f64::from),
                        [found.normal.x, found.normal.y].map(f64::from),
                        [found.collider.body().id().index(), found.collider.id().index()].map(|i| i as i64),
                    )
                });
                (fraction[i], distance[i], body[i], collider[i]) = (part, way, of[0], of[1]);
                point[2 * i..2 * i + 2].copy_from_slice(&at);
                normal[2 * i..2 * i + 2].copy_from_slice(&out);
            }
            Ok(())
        })
        .map_err(errors::definition)?;
        Ok(arrays)
    }
}

/// The rays, each checked.
fn rays(
    py: Python<'_>,
    origins: &PyReadonlyArray2<'_, f64>,
    translations: &PyReadonlyArray2<'_, f64>,
) -> PyResult<Vec<Ray>> {
    let (origins, translations) = (origins.as_array(), translations.as_array());
    let mut rays = Vec::with_capacity(origins.nrows());
    for (i, (origin, translation)) in origins.rows().into_iter().zip(translations.rows()).enumerate() {
        for (field, row) in [("origins", &origin), ("translations", &translation)] {
            if let Some(bad) = row.iter().find(|x| !(**x as f32).is_finite()) {
                let field = format!("{field}[{i}]");
                return Err(out_of_range(py, format!("{field} has {bad}: it must be finite"), &field, *bad));
            }
        }
        let point = Point::new(origin[0] as f32, origin[1] as f32);
        rays.push(Ray::new(point, Vec2::new(translation[0] as f32, translation[1] as f32)));
    }
    Ok(rays)
}
