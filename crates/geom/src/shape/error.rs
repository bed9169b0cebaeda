//! The errors of shape constructors, and their common checks.

use crate::tolerance::{MAX_VERTICES, MIN_EDGE};
use crate::vector::unit;
use crate::{Point, Vec2};
use thiserror::Error;

/// Why numbers do not make a shape.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ShapeError {
    /// A number is NaN or infinite.
    #[error("{field} is {value}: it must be finite")]
    NotFinite {
        /// Which number.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// A vertex is NaN or infinite.
    #[error("vertex {index} is not finite: ({x}, {y})")]
    VertexNotFinite {
        /// Which vertex.
        index: usize,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
    /// A length is not finite or below its minimum.
    #[error("{field} is {value} m: it must be finite and {at_least}")]
    Length {
        /// Which length.
        field: &'static str,
        /// Its value, m.
        value: f32,
        /// Its minimum, in words.
        at_least: &'static str,
    },
    /// A polygon has from 3 to [`Polygon::MAX_VERTICES`](crate::Polygon::MAX_VERTICES) vertices.
    #[error("{0} vertices: a polygon has from 3 to {MAX_VERTICES}")]
    VertexCount(usize),
    /// A chain has too few points.
    #[error("{count} points: an open chain has at least 2, a closed one at least 3")]
    ChainTooShort {
        /// The number of points.
        count: usize,
    },
    /// Two neighbouring vertices are too close.
    #[error(
        "vertices {index} and {next} are {length} m apart: an edge is at least {MIN_EDGE} m long. `geom::cleaned` and `Polygon::cleaned` leave out repeated vertices"
    )]
    ShortEdge {
        /// The first of the two.
        index: usize,
        /// The second.
        next: usize,
        /// Their distance, m.
        length: f32,
    },
    /// The vertices run clockwise.
    #[error("the vertices run clockwise: reverse their order, or use `Polygon::from_any_winding`")]
    Clockwise,
    /// The outline has a reflex or straight corner, or crosses itself.
    #[error(
        "vertex {vertex} lies on or beyond the line of the edge from vertex {edge}: the outline is not strictly convex. `Polygon::cleaned` leaves out straight corners; `Outline` takes what is not convex"
    )]
    NotConvex {
        /// The first vertex of the edge.
        edge: usize,
        /// It should lie on the inner side of the edge.
        vertex: usize,
    },
    /// A direction has length zero, or one that is not finite.
    #[error("{field} is ({x}, {y}): a direction needs a finite length above zero")]
    NoDirection {
        /// Which direction.
        field: &'static str,
        /// Its x.
        x: f32,
        /// Its y.
        y: f32,
    },
}

pub(crate) fn finite(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.is_finite() { Ok(value) } else { Err(ShapeError::NotFinite { field, value }) }
}

pub(crate) fn positive(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::Length { field, value, at_least: "above zero" })
    }
}

/// `fields` name the coordinates.
pub(crate) fn finite_point(fields: [&'static str; 2], point: Point) -> Result<Point, ShapeError> {
    finite(fields[0], point.x)?;
    finite(fields[1], point.y)?;
    Ok(point)
}

pub(crate) fn unit_direction(field: &'static str, direction: Vec2) -> Result<Vec2, ShapeError> {
    let length = direction.norm();
    if length.is_finite() && length > 0.0 {
        // Below this the square has lost digits; other lengths keep the bits that files hold.
        let is_exact = direction.norm_squared() >= f32::MIN_POSITIVE / f32::EPSILON;
        Ok(if is_exact { direction / length } else { unit(direction).unwrap_or(direction / length) })
    } else {
        Err(ShapeError::NoDirection { field, x: direction.x, y: direction.y })
    }
}
