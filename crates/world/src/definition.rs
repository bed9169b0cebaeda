//! Visits the values that definitions share: points, poses, springs, limits. Each definition lists its
//! properties once ([`Properties`]), for the check of ranges, the bytes of snapshots, levels and recordings,
//! and `docs/properties.json`.
//!
//! ```text
//!   BodyDef, ColliderDef, JointDef, Material, WorldSettings, ...
//!        |  visit
//!        +--> Check      is each number in its range?            here; a DefError if not
//!        +--> Coding     words of a file, to write or to read    in snapshot/code.rs
//!        +--> Listed     name, unit, range and default           in describe.rs
//! ```
//!
//! A shape is no part of the lists: it is written as the numbers of its constructor, which checks them
//! together (`snapshot/shapes.rs`).

use crate::error::DefError;
use geom::{MassProperties, Point, Pose, Position, Rot, Vec2};
use properties::{Check, Form, OutOfRange, Properties, Property, Range, Visitor, property};

pub(crate) const FREE: Range = Range::FINITE;

/// The range of coordinates of anchors, m: as far as shapes may reach.
const NEAR: Range = Range::new(-1e9, 1e9, "within 1e9 m of the origin of its body");

/// The range of lengths, angles and ratios of joints: the squares of their errors are finite.
pub(crate) const WIDE: Range = Range::new(-1e18, 1e18, "from -1e18 to 1e18");

pub(crate) const WIDE_LENGTH: Range = Range::new(0.0, 1e18, "from 0 to 1e18");

/// The lower end is not above the upper one, which `validated` of the definition checks.
const ENDS: Range =
    Range::elsewhere("the lower one not above the upper one, from -1e18 to 1e18; -inf and inf for none");

/// A visitor may write, so it visits a copy.
pub(crate) fn check_ranges<T: Properties + Clone>(definition: &T) -> Result<(), DefError> {
    Ok(definition.clone().visit(&mut Check)?)
}

impl From<OutOfRange> for DefError {
    fn from(OutOfRange { field, value, expected }: OutOfRange) -> Self {
        Self::Value { field, value, expected }
    }
}

/// Gives the coordinates of a point to the visitor as one property.
pub(crate) fn point<V: Visitor>(
    visitor: &mut V,
    property: Property,
    point: &mut Point,
) -> Result<(), V::Error> {
    let [x, y] = &mut point.coords.data.0[0];
    visitor.numbers(property, Form::Point, [x, y])
}

pub(crate) fn position<V: Visitor>(
    visitor: &mut V,
    property: Property,
    Position { x, y }: &mut Position,
) -> Result<(), V::Error> {
    visitor.doubles(property, Form::Position, [x, y])
}

pub(crate) fn vector<V: Visitor>(
    visitor: &mut V,
    property: Property,
    vector: &mut Vec2,
) -> Result<(), V::Error> {
    let [x, y] = &mut vector.data.0[0];
    visitor.numbers(property, Form::Vector, [x, y])
}

pub(crate) fn rotation<V: Visitor>(
    visitor: &mut V,
    property: Property,
    rotation: &mut Rot,
) -> Result<(), V::Error> {
    let Rot { cos, sin } = rotation;
    visitor.numbers(property, Form::Rotation, [cos, sin])
}

pub(crate) fn pose<V: Visitor>(visitor: &mut V, property: Property, pose: &mut Pose) -> Result<(), V::Error> {
    let Pose { position, rotation: Rot { cos, sin } } = pose;
    let [x, y] = &mut position.coords.data.0[0];
    visitor.numbers(property, Form::Pose, [x, y, cos, sin])
}

pub(crate) fn positions<V: Visitor>(
    visitor: &mut V,
    property: Property,
    [a, b]: &mut [Position; 2],
) -> Result<(), V::Error> {
    visitor.doubles(property, Form::Positions, [&mut a.x, &mut a.y, &mut b.x, &mut b.y])
}

pub(crate) fn anchors<V: Visitor>(visitor: &mut V, a: &mut Point, b: &mut Point) -> Result<(), V::Error> {
    point(visitor, property("anchor_a", "m", NEAR), a)?;
    point(visitor, property("anchor_b", "m", NEAR), b)
}

pub(crate) fn spring<V: Visitor>(
    visitor: &mut V,
    hertz: &mut f32,
    damping_ratio: &mut f32,
) -> Result<(), V::Error> {
    visitor.number(property("hertz", "Hz", Range::NOT_NEGATIVE), hertz)?;
    visitor.number(property("damping_ratio", "", Range::NOT_NEGATIVE), damping_ratio)
}

pub(crate) fn angular_spring<V: Visitor>(
    visitor: &mut V,
    hertz: &mut f32,
    damping_ratio: &mut f32,
) -> Result<(), V::Error> {
    visitor.number(property("angular_hertz", "Hz", Range::NOT_NEGATIVE), hertz)?;
    visitor.number(property("angular_damping_ratio", "", Range::NOT_NEGATIVE), damping_ratio)
}

pub(crate) fn limits<V: Visitor>(
    visitor: &mut V,
    unit: &'static str,
    limits: &mut [f32; 2],
) -> Result<(), V::Error> {
    visitor.numbers(property("limits", unit, ENDS), Form::Interval, limits.each_mut())
}

pub(crate) fn mass<V: Visitor>(mass: &mut MassProperties, visitor: &mut V) -> Result<(), V::Error> {
    let MassProperties { mass, center, inertia } = mass;
    visitor.number(property("mass", "kg", Range::POSITIVE), mass)?;
    let near = Range::elsewhere("within 100 km of the origin of the body");
    point(visitor, property("center of mass", "m", near), center)?;
    visitor.number(property("inertia", "kg m^2", Range::NOT_NEGATIVE), inertia)
}
