//! A shape as the numbers of its constructor: kind, radius and points. Reading calls the constructor, so what
//! comes out is a shape or an error.
//!
//! | kind | points | radius |
//! |---|---|---|
//! | circle | centre | yes |
//! | segment | two ends | |
//! | chain segment, of one side or of two | vertex before, two ends, vertex after | |
//! | capsule | two ends of the centre line | yes |
//! | polygon | vertices, counter-clockwise | yes |
//! | half-space | outward normal; the offset as x | |
//!
//! An end of a chain segment without a neighbour is given twice.

use super::SnapshotError;
use super::coder::{Coder, Fields};
use geom::{
    Capsule, ChainSegment, Circle, HalfSpace, Point, Polygon, Segment, Shape, ShapeError, Sides, Vec2,
};
use properties::{Choice, choices};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShapeKind {
    Circle,
    Segment,
    ChainSegment,
    OneSidedChainSegment,
    Capsule,
    Polygon,
    HalfSpace,
}

choices!(ShapeKind: Circle, Segment, ChainSegment, OneSidedChainSegment, Capsule, Polygon, HalfSpace);

#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeHead {
    pub(crate) kind: ShapeKind,
    /// m; zero for shapes without one.
    pub(crate) radius: f32,
    pub(crate) point_count: u32,
}

impl ShapeHead {
    pub(crate) const BLANK: Self = Self { kind: ShapeKind::Circle, radius: 0.0, point_count: 0 };

    /// Adds the points of the shape to `points`.
    pub(crate) fn of(shape: &Shape, points: &mut Vec<Point>) -> Self {
        let first = points.len();
        let (kind, radius) = match shape {
            Shape::Circle(circle) => {
                points.push(circle.center());
                (ShapeKind::Circle, circle.radius())
            }
            Shape::Segment(segment) => {
                points.extend(segment.ends());
                (ShapeKind::Segment, 0.0)
            }
            Shape::ChainSegment(segment) => {
                let [a, b] = segment.segment().ends();
                points.extend([segment.before().unwrap_or(a), a, b, segment.after().unwrap_or(b)]);
                match segment.sides() {
                    Sides::Two => (ShapeKind::ChainSegment, 0.0),
                    Sides::One => (ShapeKind::OneSidedChainSegment, 0.0),
                }
            }
            Shape::Capsule(capsule) => {
                points.extend(capsule.segment().ends());
                (ShapeKind::Capsule, capsule.radius())
            }
            Shape::Polygon(polygon) => {
                points.extend_from_slice(polygon.vertices());
                (ShapeKind::Polygon, polygon.radius())
            }
            Shape::HalfSpace(half_space) => {
                points.extend([Point::from(half_space.normal()), Point::new(half_space.offset(), 0.0)]);
                (ShapeKind::HalfSpace, 0.0)
            }
        };
        Self { kind, radius, point_count: (points.len() - first) as u32 }
    }

    /// `None` if these are not the points with which this shape is written: each shape is written in one way
    /// only.
    pub(crate) fn shape(&self, points: &[Point]) -> Option<Result<Shape, ShapeError>> {
        let radius = self.radius;
        let made = match (self.kind, points) {
            (ShapeKind::Circle, &[center]) => Circle::new(center, radius).map(Shape::Circle),
            (ShapeKind::Segment, &[a, b]) => Segment::new(a, b).map(Shape::Segment),
            (ShapeKind::ChainSegment | ShapeKind::OneSidedChainSegment, &[before, a, b, after]) => {
                let sides = if self.kind == ShapeKind::ChainSegment { Sides::Two } else { Sides::One };
                let (before, after) = ((before != a).then_some(before), (after != b).then_some(after));
                ChainSegment::new(a, b, before, after, sides).map(Shape::ChainSegment)
            }
            (ShapeKind::Capsule, &[a, b]) => Capsule::new(a, b, radius).map(Shape::Capsule),
            (ShapeKind::Polygon, vertices) => {
                Polygon::restored(vertices.iter().copied(), radius).map(Shape::Polygon)
            }
            (ShapeKind::HalfSpace, &[normal, offset]) => {
                HalfSpace::restored(normal.coords, offset.x).map(Shape::HalfSpace)
            }
            _ => return None,
        };
        let bits = |points: &[Point]| -> Vec<[u32; 2]> {
            points.iter().map(|point| [point.x.to_bits(), point.y.to_bits()]).collect()
        };
        let mut written = Vec::new();
        let is_same = made.as_ref().map_or(true, |shape| {
            let head = Self::of(shape, &mut written);
            head.radius.to_bits() == radius.to_bits() && bits(&written) == bits(points)
        });
        is_same.then_some(made)
    }

    pub(crate) fn code(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let Self { kind, radius, point_count } = self;
        coder.choice(kind, ShapeKind::ALL).map_err(|error| match error {
            SnapshotError::Value { .. } => SnapshotError::Value { field: "kind of shape" },
            other => other,
        })?;
        coder.float(radius)?;
        coder.int(point_count)?;
        // Nothing is allocated for more points than a shape may have.
        let is_possible = *point_count as usize <= Polygon::MAX_VERTICES;
        if is_possible { Ok(()) } else { Err(SnapshotError::Value { field: "number of points" }) }
    }
}

pub(crate) fn blank_shape() -> Shape {
    let ground = HalfSpace::restored(Vec2::new(0.0, 1.0), 0.0);
    Shape::HalfSpace(ground.expect("a half-space with a unit normal"))
}

/// The head, then the points.
pub(crate) fn code_shape(shape: &mut Shape, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let mut points = Vec::new();
    let mut head = ShapeHead::of(shape, &mut points);
    head.code(coder)?;
    points.resize(head.point_count as usize, Point::origin());
    coder.points(&mut points)?;
    if coder.reads() {
        let read = head.shape(&points).ok_or(SnapshotError::Value { field: "points of a shape" })?;
        *shape =
            read.map_err(|error| SnapshotError::Definition { of: "shape", index: 0, error: error.into() })?;
    }
    Ok(())
}
