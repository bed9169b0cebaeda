//! The class `Shape`, and shapes from arguments.

use crate::errors;
use crate::values;
use physics::geom::{self, Polygon, Pose};
use pyo3::prelude::*;

/// A number that an `f32` holds, whose range the shape checks.
fn length(field: &str, value: &Bound<'_, PyAny>) -> PyResult<f32> {
    values::finite(field, value)
}

/// A width or a height, of which the engine takes the half.
fn half(field: &str, value: &Bound<'_, PyAny>) -> PyResult<f32> {
    let x = length(field, value)?;
    if x > 0.0 {
        return Ok(0.5 * x);
    }
    let message = format!("{field} is {x}: it must be finite and above zero");
    Err(errors::out_of_range(value.py(), message, field, value))
}

fn rounded(polygon: Polygon, radius: Option<&Bound<'_, PyAny>>) -> PyResult<geom::Shape> {
    let polygon = match radius {
        Some(radius) => polygon.rounded(length("radius", radius)?).map_err(errors::shape)?,
        None => polygon,
    };
    Ok(geom::Shape::Polygon(polygon))
}

/// A circle.
pub fn circle(radius: &Bound<'_, PyAny>) -> PyResult<geom::Shape> {
    geom::Shape::circle(length("radius", radius)?).map_err(errors::shape)
}

/// A box of this width and height.
pub fn rectangle(
    width: &Bound<'_, PyAny>,
    height: &Bound<'_, PyAny>,
    radius: Option<&Bound<'_, PyAny>>,
) -> PyResult<geom::Shape> {
    rounded(
        Polygon::rectangle(half("width", width)?, half("height", height)?).map_err(errors::shape)?,
        radius,
    )
}

/// A convex polygon, in either winding.
pub fn polygon(vertices: &Bound<'_, PyAny>, radius: Option<&Bound<'_, PyAny>>) -> PyResult<geom::Shape> {
    let vertices = values::points("vertices", vertices)?;
    rounded(Polygon::from_any_winding(vertices).map_err(errors::shape)?, radius)
}

/// A capsule.
pub fn capsule(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    radius: &Bound<'_, PyAny>,
) -> PyResult<geom::Shape> {
    let (a, b) = (values::point("a", a)?, values::point("b", b)?);
    geom::Shape::capsule(a, b, length("radius", radius)?).map_err(errors::shape)
}

/// A segment.
pub fn segment(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<geom::Shape> {
    let (a, b) = (values::point("a", a)?, values::point("b", b)?);
    geom::Shape::segment(a, b).map_err(errors::shape)
}

/// A half-space.
pub fn half_space(normal: &Bound<'_, PyAny>, distance: &Bound<'_, PyAny>) -> PyResult<geom::Shape> {
    let normal = values::vector("normal", normal)?;
    geom::Shape::half_space(normal, length("distance", distance)?).map_err(errors::shape)
}

/// A convex shape: for casts, movers, and colliders with the same shape.
#[pyclass(frozen, eq, module = "physics2d")]
#[derive(Clone, PartialEq)]
pub struct Shape {
    pub shape: geom::Shape,
}

#[pymethods]
impl Shape {
    /// A circle about the origin; radius in m.
    #[staticmethod]
    #[pyo3(name = "circle")]
    fn py_circle(radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { shape: circle(radius)? })
    }

    /// A box about the origin with this width and height, m, rounded by `radius`, m.
    #[staticmethod]
    #[pyo3(name = "box", signature = (width, height, radius = None))]
    fn py_box(
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self { shape: rectangle(width, height, radius)? })
    }

    /// A convex polygon; vertices in m, in either winding. `radius` (m) rounds it.
    #[staticmethod]
    #[pyo3(name = "polygon", signature = (vertices, radius = None))]
    fn py_polygon(vertices: &Bound<'_, PyAny>, radius: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self { shape: polygon(vertices, radius)? })
    }

    /// A capsule from `a` to `b` with this radius, m.
    #[staticmethod]
    #[pyo3(name = "capsule")]
    fn py_capsule(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { shape: capsule(a, b, radius)? })
    }

    /// A segment from `a` to `b`, m.
    #[staticmethod]
    #[pyo3(name = "segment")]
    fn py_segment(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { shape: segment(a, b)? })
    }

    /// All points p with p . normal <= distance (m): the ground below a height is `half_space((0, 1),
    /// height)`.
    #[staticmethod]
    #[pyo3(name = "half_space")]
    fn py_half_space(normal: &Bound<'_, PyAny>, distance: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { shape: half_space(normal, distance)? })
    }

    /// `"circle"`, `"polygon"`, `"capsule"`, `"segment"`, `"chain_segment"` or `"half_space"`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.shape {
            geom::Shape::Circle(_) => "circle",
            geom::Shape::Polygon(_) => "polygon",
            geom::Shape::Capsule(_) => "capsule",
            geom::Shape::Segment(_) => "segment",
            geom::Shape::ChainSegment(_) => "chain_segment",
            geom::Shape::HalfSpace(_) => "half_space",
        }
    }

    /// The vertices, m: one for a circle, its centre; none for a half-space.
    #[getter]
    fn vertices(&self) -> Vec<(f64, f64)> {
        let hull = self.shape.hull();
        hull.map_or_else(Vec::new, |hull| hull.vertices.iter().map(|v| values::tuple(v.coords)).collect())
    }

    /// The radius, m; 0 for a shape with sharp corners.
    #[getter]
    fn radius(&self) -> f64 {
        values::short(self.shape.radius())
    }

    /// The area, m^2, as a body of density 1 weighs it.
    #[getter]
    fn area(&self) -> PyResult<f64> {
        Ok(f64::from(self.shape.mass_properties(1.0).map_err(errors::mass)?.mass))
    }

    /// The bounding box: x and y of its lower, then of its upper corner, m.
    #[getter]
    fn bounds(&self) -> (f64, f64, f64, f64) {
        crate::draw::corners(self.shape.aabb(Pose::IDENTITY))
    }

    /// Whether a point (m) of the shape's frame lies in it.
    fn contains(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.shape.contains(values::point("point", point)?))
    }

    fn __repr__(&self) -> String {
        match self.kind() {
            "circle" => format!("<Shape circle: radius {} m>", self.radius()),
            kind => format!("<Shape {kind}: {} vertices>", self.vertices().len()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = serde_json::to_string(&slf.get().shape);
        let text = text.map_err(|error| errors::FileError::new_err(errors::plain(error)))?;
        Ok((slf.get_type().getattr("_from_json")?, (text,)))
    }

    #[staticmethod]
    fn _from_json(text: &str) -> PyResult<Self> {
        let shape = serde_json::from_str(text);
        Ok(Self { shape: shape.map_err(|error| errors::FileError::new_err(errors::plain(error)))? })
    }
}
