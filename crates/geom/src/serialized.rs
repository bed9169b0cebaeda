//! Shapes as `serde` sees them: the numbers that their constructors take, which check them again when they are read.
//!
//! Normals are not stored but made anew. A shape that was moved within its frame has turned its normals instead, so it
//! may come back with normals that differ in their last bit; one that was built comes back with the same bits.
//!
//! Unknown fields are refused: a misspelt `radius` would otherwise read as none.

use crate::tolerance::UNIT_NORMAL;
use crate::{
    Capsule, ChainSegment, Circle, Ellipse, HalfSpace, Outline, OutlineError, Point, Polygon, Segment,
    ShapeError, Sides, Vec2,
};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Circle", deny_unknown_fields)]
pub(crate) struct CircleData {
    center: Point,
    radius: f32,
}

impl From<Circle> for CircleData {
    fn from(circle: Circle) -> Self {
        Self { center: circle.center(), radius: circle.radius() }
    }
}

impl TryFrom<CircleData> for Circle {
    type Error = ShapeError;

    fn try_from(data: CircleData) -> Result<Self, ShapeError> {
        Self::new(data.center, data.radius)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Segment", deny_unknown_fields)]
pub(crate) struct SegmentData {
    a: Point,
    b: Point,
}

impl From<Segment> for SegmentData {
    fn from(segment: Segment) -> Self {
        let [a, b] = segment.ends();
        Self { a, b }
    }
}

impl TryFrom<SegmentData> for Segment {
    type Error = ShapeError;

    fn try_from(data: SegmentData) -> Result<Self, ShapeError> {
        Self::new(data.a, data.b)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "ChainSegment", deny_unknown_fields)]
pub(crate) struct ChainSegmentData {
    a: Point,
    b: Point,
    before: Option<Point>,
    after: Option<Point>,
    sides: Sides,
}

impl From<ChainSegment> for ChainSegmentData {
    fn from(segment: ChainSegment) -> Self {
        let [a, b] = segment.segment().ends();
        Self { a, b, before: segment.before(), after: segment.after(), sides: segment.sides() }
    }
}

impl TryFrom<ChainSegmentData> for ChainSegment {
    type Error = ShapeError;

    fn try_from(data: ChainSegmentData) -> Result<Self, ShapeError> {
        Self::new(data.a, data.b, data.before, data.after, data.sides)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Capsule", deny_unknown_fields)]
pub(crate) struct CapsuleData {
    a: Point,
    b: Point,
    radius: f32,
}

impl From<Capsule> for CapsuleData {
    fn from(capsule: Capsule) -> Self {
        let [a, b] = capsule.segment().ends();
        Self { a, b, radius: capsule.radius() }
    }
}

impl TryFrom<CapsuleData> for Capsule {
    type Error = ShapeError;

    fn try_from(data: CapsuleData) -> Result<Self, ShapeError> {
        Self::new(data.a, data.b, data.radius)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Polygon", deny_unknown_fields)]
pub(crate) struct PolygonData {
    vertices: Vec<Point>,
    /// Left out by those who write by hand.
    #[serde(default)]
    radius: f32,
}

impl From<Polygon> for PolygonData {
    fn from(polygon: Polygon) -> Self {
        Self { vertices: polygon.vertices().to_vec(), radius: polygon.radius() }
    }
}

impl TryFrom<PolygonData> for Polygon {
    type Error = ShapeError;

    fn try_from(data: PolygonData) -> Result<Self, ShapeError> {
        Self::new(data.vertices)?.rounded(data.radius)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "HalfSpace", deny_unknown_fields)]
pub(crate) struct HalfSpaceData {
    normal: Vec2,
    offset: f32,
}

impl From<HalfSpace> for HalfSpaceData {
    fn from(half_space: HalfSpace) -> Self {
        Self { normal: half_space.normal(), offset: half_space.offset() }
    }
}

impl TryFrom<HalfSpaceData> for HalfSpace {
    type Error = ShapeError;

    fn try_from(HalfSpaceData { normal, offset }: HalfSpaceData) -> Result<Self, ShapeError> {
        let made = Self::new(normal, offset)?;
        let stored = (made.normal() - normal).norm() < UNIT_NORMAL;
        Ok(if stored { bytemuck::must_cast([normal.x, normal.y, offset]) } else { made })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Ellipse", deny_unknown_fields)]
pub(crate) struct EllipseData {
    center: Point,
    half_axes: Vec2,
}

impl From<Ellipse> for EllipseData {
    fn from(ellipse: Ellipse) -> Self {
        Self { center: ellipse.center(), half_axes: ellipse.half_axes() }
    }
}

impl TryFrom<EllipseData> for Ellipse {
    type Error = ShapeError;

    fn try_from(data: EllipseData) -> Result<Self, ShapeError> {
        Self::new(data.center, data.half_axes)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Outline", deny_unknown_fields)]
pub(crate) struct OutlineData {
    border: Vec<Point>,
    /// Left out by those who write by hand.
    #[serde(default)]
    holes: Vec<Vec<Point>>,
}

impl From<Outline> for OutlineData {
    fn from(outline: Outline) -> Self {
        Self { border: outline.border().to_vec(), holes: outline.holes().map(<[Point]>::to_vec).collect() }
    }
}

impl TryFrom<OutlineData> for Outline {
    type Error = OutlineError;

    fn try_from(data: OutlineData) -> Result<Self, OutlineError> {
        let holes: Vec<&[Point]> = data.holes.iter().map(Vec::as_slice).collect();
        Self::with_holes(&data.border, &holes)
    }
}
