//! The form in which `serde` writes shapes: the arguments of their constructors. Reading calls the
//! constructors, so a file is checked like any other input.
//!
//! Normals are not written but computed again, as [`Shape::transformed`](crate::Shape::transformed) does
//! when it moves a shape. So a shape that is read has the bits of the one that was written.
//!
//! Unknown fields are errors. Otherwise a file with a misspelt `radius` would be read as a shape without a
//! radius.

use crate::{
    Capsule, ChainSegment, Circle, Ellipse, HalfSpace, Outline, OutlineError, Point, Polygon, Segment,
    ShapeError, Sides, Vec2,
};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Writes and reads each shape as its data. Written here, and not as attributes of the shapes, so that the
/// files of the shapes do not depend on this one.
macro_rules! serialize_as {
    ($($shape:ty => $data:ty),* $(,)?) => {$(
        impl Serialize for $shape {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$data>::from(self.clone()).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $shape {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$data>::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
            }
        }
    )*};
}

serialize_as!(
    Circle => CircleData,
    Segment => SegmentData,
    ChainSegment => ChainSegmentData,
    Capsule => CapsuleData,
    Polygon => PolygonData,
    HalfSpace => HalfSpaceData,
    Ellipse => EllipseData,
    Outline => OutlineData,
);

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Circle", deny_unknown_fields)]
struct CircleData {
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Segment", deny_unknown_fields)]
struct SegmentData {
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "ChainSegment", deny_unknown_fields)]
struct ChainSegmentData {
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Capsule", deny_unknown_fields)]
struct CapsuleData {
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Polygon", deny_unknown_fields)]
struct PolygonData {
    vertices: Vec<Point>,
    /// Zero if the file leaves it out.
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
        Self::restored(data.vertices, data.radius)
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "HalfSpace", deny_unknown_fields)]
struct HalfSpaceData {
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
        Self::restored(normal, offset)
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Ellipse", deny_unknown_fields)]
struct EllipseData {
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Outline", deny_unknown_fields)]
struct OutlineData {
    border: Vec<Point>,
    /// Empty if the file leaves them out.
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
        Self::with_holes(data.border, data.holes)
    }
}
