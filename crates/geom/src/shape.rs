//! Convex shapes, and what can be measured on them without a second shape.
//!
//! All but the half-space are the same thing, a [`RoundedHull`]: all points within `radius` of the convex hull of
//! some vertices.
//!
//! ```text
//!              vertices   radius     collide needs only
//!   Circle         1       > 0       one routine for a point against a hull
//!   Segment        2         0       and one for a hull against a hull
//!   ChainSegment   2         0       (and what its neighbours leave of the directions)
//!   Capsule        2       > 0
//!   Polygon      3..       >= 0
//!   HalfSpace    none: a normal and an offset
//! ```
//!
//! Vertices are given in the frame of the body that carries the shape, so that one pose, the body's, moves
//! it. A collider's own offset is applied once, by [`Shape::transformed`].
//!
//! Turned down: a pose for each shape, which costs a product of poses in every narrow-phase call; a trait
//! object, which hides the vertices from the loop that needs them.

mod chain;
mod hull;
mod polygon;
mod round;

pub use chain::{ChainSegment, Sides, chain};
pub use hull::RoundedHull;
pub use polygon::Polygon;
pub use round::{Capsule, Circle, HalfSpace, Segment};

use crate::{Aabb, MassError, MassProperties, Point, Pose, Vec2};
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
    /// A length that must be positive is not.
    #[error("{field} is {value} m: it must be finite and {at_least}")]
    Length {
        /// Which length.
        field: &'static str,
        /// Its value, m.
        value: f32,
        /// What it must be.
        at_least: &'static str,
    },
    /// A polygon has from 3 to [`Polygon::MAX_VERTICES`] vertices.
    #[error("{0} vertices: a polygon has from 3 to {max}", max = Polygon::MAX_VERTICES)]
    VertexCount(usize),
    /// Two neighbouring vertices are too close.
    #[error("vertices {index} and {next} are {length} m apart: at least {least} m make an edge",
        least = crate::tolerance::MIN_EDGE)]
    ShortEdge {
        /// The first of the two.
        index: usize,
        /// The second.
        next: usize,
        /// Their distance, m.
        length: f32,
    },
    /// The vertices run clockwise.
    #[error("the vertices run clockwise: reverse their order")]
    Clockwise,
    /// The outline is not convex: it turns right or goes straight on, or crosses itself.
    #[error(
        "vertex {vertex} does not lie to the left of the edge from vertex {edge}: the outline is not strictly convex"
    )]
    NotConvex {
        /// The first vertex of the edge.
        edge: usize,
        /// The vertex that should lie to its left.
        vertex: usize,
    },
    /// A direction has no length.
    #[error("{field} is ({x}, {y}): a direction needs a length")]
    NoDirection {
        /// Which direction.
        field: &'static str,
        /// Its x.
        x: f32,
        /// Its y.
        y: f32,
    },
}

/// One of the convex shapes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// All points within a radius of a point.
    Circle(Circle),
    /// The points between two points: for ground, not for moving bodies, since it has no mass.
    Segment(Segment),
    /// A segment of a chain, which knows its neighbours: ground over which bodies slide without a bump.
    ChainSegment(ChainSegment),
    /// All points within a radius of a segment.
    Capsule(Capsule),
    /// A convex polygon, its corners sharp or rounded.
    Polygon(Polygon),
    /// All points behind a line, endlessly.
    HalfSpace(HalfSpace),
}

impl Shape {
    /// A circle of `radius` (m, positive) around the origin.
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Circle::new(Point::origin(), radius).map(Self::Circle)
    }

    /// A rectangle around the origin, from its half extents (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn rectangle(half_width: f32, half_height: f32) -> Result<Self, ShapeError> {
        Polygon::rectangle(half_width, half_height).map(Self::Polygon)
    }

    /// A convex polygon, vertices in metres, counter-clockwise.
    ///
    /// # Errors
    /// [`ShapeError`] naming the vertex that is wrong.
    pub fn polygon<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        Polygon::new(vertices).map(Self::Polygon)
    }

    /// A capsule: all points within `radius` (m, positive) of the segment from `a` to `b` (m).
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn capsule(a: impl Into<Point>, b: impl Into<Point>, radius: f32) -> Result<Self, ShapeError> {
        Capsule::new(a, b, radius).map(Self::Capsule)
    }

    /// A segment from `a` to `b` (m).
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn segment(a: impl Into<Point>, b: impl Into<Point>) -> Result<Self, ShapeError> {
        Segment::new(a, b).map(Self::Segment)
    }

    /// All points p with `normal . p <= offset` (m); `normal` points out of the solid and may have any length.
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn half_space(normal: impl Into<Vec2>, offset: f32) -> Result<Self, ShapeError> {
        HalfSpace::new(normal, offset).map(Self::HalfSpace)
    }

    /// The shape as a rounded hull; `None` for a half-space.
    #[inline]
    #[must_use]
    pub fn hull(&self) -> Option<RoundedHull<'_>> {
        match self {
            Self::Circle(circle) => Some(circle.hull()),
            Self::Segment(segment) => Some(segment.hull()),
            Self::ChainSegment(segment) => Some(segment.hull()),
            Self::Capsule(capsule) => Some(capsule.hull()),
            Self::Polygon(polygon) => Some(polygon.hull()),
            Self::HalfSpace(_) => None,
        }
    }

    /// The smallest box around the shape at `pose`, m; for a half-space one of
    /// [`HALF_SPACE_EXTENT`](crate::tolerance::HALF_SPACE_EXTENT), cut where its line is level or plumb.
    #[must_use]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        match self {
            Self::HalfSpace(half_space) => half_space.aabb(pose),
            Self::Circle(circle) => circle.hull().aabb(pose),
            Self::Segment(segment) => segment.hull().aabb(pose),
            Self::ChainSegment(segment) => segment.hull().aabb(pose),
            Self::Capsule(capsule) => capsule.hull().aabb(pose),
            Self::Polygon(polygon) => polygon.hull().aabb(pose),
        }
    }

    /// Mass, centre and inertia for an even `density` (kg/m^2). Segments and half-spaces have no mass.
    ///
    /// # Errors
    /// [`MassError`] for a density that is not finite or is negative, and for a mass beyond f32.
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        match self {
            Self::Circle(circle) => circle.mass_properties(density),
            Self::Capsule(capsule) => capsule.mass_properties(density),
            Self::Polygon(polygon) => polygon.mass_properties(density),
            Self::Segment(_) | Self::ChainSegment(_) | Self::HalfSpace(_) => {
                MassProperties::from_moments(0.0, Point::origin(), 0.0, density)
            }
        }
    }

    /// Whether `point` (m, in the shape's frame) lies in the shape; its border belongs to it.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        match (self, self.hull()) {
            (_, Some(hull)) => hull.contains(point),
            (Self::HalfSpace(half_space), _) => half_space.separation(point) <= 0.0,
            _ => false,
        }
    }

    /// The greatest distance of a point of the shape from `point` (in its frame), m; infinite for a half-space.
    #[must_use]
    pub fn reach(&self, point: Point) -> f32 {
        self.hull().map_or(f32::INFINITY, |hull| hull.reach(point))
    }

    /// The shape moved by `pose` within its frame.
    #[must_use]
    pub fn transformed(&self, pose: Pose) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(circle.transformed(pose)),
            Self::Segment(segment) => Self::Segment(segment.transformed(pose)),
            Self::ChainSegment(segment) => Self::ChainSegment(segment.transformed(pose)),
            Self::Capsule(capsule) => Self::Capsule(capsule.transformed(pose)),
            Self::Polygon(polygon) => Self::Polygon(polygon.transformed(pose)),
            Self::HalfSpace(half_space) => Self::HalfSpace(half_space.transformed(pose)),
        }
    }
}

/// `value`, if it is a finite number.
pub(crate) fn finite(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.is_finite() { Ok(value) } else { Err(ShapeError::NotFinite { field, value }) }
}

/// `value`, if it is a finite length above zero.
pub(crate) fn positive(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::Length { field, value, at_least: "above zero" })
    }
}
