//! `serde` writes shapes as the arguments of their constructors, which reading calls, so a file is checked
//! like any other input. Normals are computed again, as in [`Shape::transformed`](crate::Shape::transformed),
//! so a shape that is read has the bits of the one written. Unknown fields are errors, so that a misspelt
//! `radius` is not a shape without one.

use crate::{
    Capsule, ChainSegment, Circle, Ellipse, HalfSpace, Outline, Point, Polygon, Segment, Sides, Vec2,
};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// A shape's data, its constructor, and how the shape gives them. Not attributes, so that the files of the
/// shapes do not depend on this one.
macro_rules! serialize_as {
    ($(
        $shape:ident = $name:literal { $($(#[$attribute:meta])* $field:ident: $type:ty,)+ }
        $constructor:path, |$it:ident| $($given:expr),+;
    )+) => {$(
        const _: () = {
            #[derive(serde::Serialize, serde::Deserialize)]
            #[serde(rename = $name, deny_unknown_fields)]
            struct Data {
                $($(#[$attribute])* $field: $type,)+
            }

            impl Serialize for $shape {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let $it = self;
                    let ($($field,)+) = ($($given,)+);
                    Data { $($field),+ }.serialize(serializer)
                }
            }

            impl<'de> Deserialize<'de> for $shape {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let Data { $($field),+ } = Data::deserialize(deserializer)?;
                    $constructor($($field),+).map_err(D::Error::custom)
                }
            }
        };
    )+};
}

serialize_as! {
    Circle = "Circle" { center: Point, radius: f32, }
        Self::new, |circle| circle.center(), circle.radius();
    Segment = "Segment" { a: Point, b: Point, }
        Self::new, |segment| segment.ends()[0], segment.ends()[1];
    ChainSegment = "ChainSegment" {
        a: Point,
        b: Point,
        before: Option<Point>,
        after: Option<Point>,
        sides: Sides,
    }
        Self::new, |it| it.segment().ends()[0], it.segment().ends()[1], it.before(), it.after(), it.sides();
    Capsule = "Capsule" { a: Point, b: Point, radius: f32, }
        Self::new, |capsule| capsule.segment().ends()[0], capsule.segment().ends()[1], capsule.radius();
    Polygon = "Polygon" {
        vertices: Vec<Point>,
        /// Zero if the file leaves it out.
        #[serde(default)]
        radius: f32,
    }
        Self::restored, |polygon| polygon.vertices().to_vec(), polygon.radius();
    HalfSpace = "HalfSpace" { normal: Vec2, offset: f32, }
        Self::restored, |half_space| half_space.normal(), half_space.offset();
    Ellipse = "Ellipse" { center: Point, half_axes: Vec2, }
        Self::new, |ellipse| ellipse.center(), ellipse.half_axes();
    Outline = "Outline" {
        border: Vec<Point>,
        /// Empty if the file leaves them out.
        #[serde(default)]
        holes: Vec<Vec<Point>>,
    }
        Self::with_holes, |outline|
        outline.border().to_vec(), outline.holes().map(<[Point]>::to_vec).collect();
}
