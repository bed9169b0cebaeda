//! What all definitions of a world have in common: each lists its properties once
//! ([`Properties`]), and the check of its ranges, its bytes in snapshots, levels and recordings, and its
//! description in `docs/properties.json` follow from the list.
//!
//! ```text
//!   BodyDef, ColliderDef, JointDef, Material, WorldSettings, ...
//!        |  visit
//!        +--> Check      is each number in its range?            DefError
//!        +--> Coding     words of a file, to write or to read    snapshot/coder.rs
//!        +--> Listed     name, unit, range and default           describe
//! ```
//!
//! A shape is no part of these lists: it is written as the numbers of its constructor, which checks them
//! together (`stores/portable/shapes.rs`).

use crate::body::BodyDef;
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::joint::{FilterJoint, JointDef, JointKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material, WorldSettings};
use crate::snapshot::{Coder, SnapshotError};
use crate::stores::shapes::blank_shape;
use geom::{MassProperties, Point, Pose, Rot, Vec2};
use properties::{
    Check, Form, Listed, OutOfRange, Properties, Property, Range, Visitor, Word, list, property,
};
use solver::{ClassicSettings, PositionCorrection, SolverSettings};

/// Of numbers without a bound.
pub(crate) const FREE: Range = Range::FINITE;

/// Of the two ends of an interval, which the definition compares.
const ENDS: Range = Range::elsewhere("the lower one not above the upper one; infinite for none");

/// Checks the ranges of all properties.
pub(crate) fn check_ranges<T: Properties + Clone>(definition: &T) -> Result<(), DefError> {
    Ok(definition.clone().visit(&mut Check)?)
}

/// Writes or reads all properties.
pub(crate) fn code<T: Properties>(definition: &mut T, coder: &mut impl Coder) -> Result<(), SnapshotError> {
    definition.visit(&mut Coding { coder, missing: None })
}

impl From<OutOfRange> for DefError {
    fn from(OutOfRange { field, value, expected }: OutOfRange) -> Self {
        Self::Value { field, value, expected }
    }
}

/// Visits a point.
pub(crate) fn point<V: Visitor>(
    visitor: &mut V,
    property: Property,
    point: &mut Point,
) -> Result<(), V::Error> {
    let [x, y] = &mut point.coords.data.0[0];
    visitor.numbers(property, Form::Point, [x, y])
}

/// Visits a vector.
pub(crate) fn vector<V: Visitor>(
    visitor: &mut V,
    property: Property,
    vector: &mut Vec2,
) -> Result<(), V::Error> {
    let [x, y] = &mut vector.data.0[0];
    visitor.numbers(property, Form::Vector, [x, y])
}

/// Visits a rotation.
pub(crate) fn rotation<V: Visitor>(
    visitor: &mut V,
    property: Property,
    rotation: &mut Rot,
) -> Result<(), V::Error> {
    let Rot { cos, sin } = rotation;
    visitor.numbers(property, Form::Rotation, [cos, sin])
}

/// Visits a pose.
pub(crate) fn pose<V: Visitor>(visitor: &mut V, property: Property, pose: &mut Pose) -> Result<(), V::Error> {
    let Pose { position, rotation: Rot { cos, sin } } = pose;
    let [x, y] = &mut position.coords.data.0[0];
    visitor.numbers(property, Form::Pose, [x, y, cos, sin])
}

/// Visits two points.
pub(crate) fn points<V: Visitor>(
    visitor: &mut V,
    property: Property,
    [a, b]: &mut [Point; 2],
) -> Result<(), V::Error> {
    let ([ax, ay], [bx, by]) = (&mut a.coords.data.0[0], &mut b.coords.data.0[0]);
    visitor.numbers(property, Form::Points, [ax, ay, bx, by])
}

/// Visits the two anchors of a joint.
pub(crate) fn anchors<V: Visitor>(visitor: &mut V, a: &mut Point, b: &mut Point) -> Result<(), V::Error> {
    point(visitor, property("anchor_a", "m", FREE), a)?;
    point(visitor, property("anchor_b", "m", FREE), b)
}

/// Visits the spring of a joint.
pub(crate) fn spring<V: Visitor>(
    visitor: &mut V,
    hertz: &mut f32,
    damping_ratio: &mut f32,
) -> Result<(), V::Error> {
    visitor.number(property("hertz", "Hz", Range::NOT_NEGATIVE), hertz)?;
    visitor.number(property("damping_ratio", "", Range::NOT_NEGATIVE), damping_ratio)
}

/// Visits the spring of a joint that turns B.
pub(crate) fn angular_spring<V: Visitor>(
    visitor: &mut V,
    hertz: &mut f32,
    damping_ratio: &mut f32,
) -> Result<(), V::Error> {
    visitor.number(property("angular_hertz", "Hz", Range::NOT_NEGATIVE), hertz)?;
    visitor.number(property("angular_damping_ratio", "", Range::NOT_NEGATIVE), damping_ratio)
}

/// Visits two limits in this unit.
pub(crate) fn limits<V: Visitor>(
    visitor: &mut V,
    unit: &'static str,
    limits: &mut [f32; 2],
) -> Result<(), V::Error> {
    visitor.numbers(property("limits", unit, ENDS), Form::Interval, limits.each_mut())
}

/// Visits the mass, the centre of mass and the inertia that a program gives a body.
pub(crate) fn mass<V: Visitor>(mass: &mut MassProperties, visitor: &mut V) -> Result<(), V::Error> {
    let MassProperties { mass, center, inertia } = mass;
    visitor.number(property("mass", "kg", Range::POSITIVE), mass)?;
    let near = Range::elsewhere("within 100 km of the origin of the body");
    point(visitor, property("center of mass", "m", near), center)?;
    visitor.number(property("inertia", "kg m^2", Range::NOT_NEGATIVE), inertia)
}

/// A definition, for documentation and for other languages.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// The name of the type; of a variant of an enum, `Type::Variant`.
    pub name: String,
    /// Its properties, with the values of the default.
    pub properties: Vec<Listed>,
}

/// All definitions of settings, bodies, colliders and joints, with all their properties: from this list
/// `docs/properties.json` is written, which other languages read.
///
/// ```
/// let all = world::describe();
/// let body = all.iter().find(|one| one.name == "BodyDef").unwrap();
/// let damping = body.properties.iter().find(|one| one.name == "damping").unwrap();
/// assert_eq!((damping.unit, damping.range.unwrap().expected), ("1/s", "finite and not negative"));
/// ```
#[must_use]
pub fn describe() -> Vec<Described> {
    fn of<T: Properties>(name: impl Into<String>, mut default: T) -> Described {
        Described { name: name.into(), properties: list(&mut default) }
    }
    let (fraction, slop) = (0.2, 0.01);
    let role = PortalRole::BLANK;
    let mut all = vec![
        of("WorldSettings", WorldSettings::default()),
        of("SolverSettings", SolverSettings::default()),
        of("ClassicSettings", ClassicSettings::default()),
        of("PositionCorrection::Baumgarte", PositionCorrection::Baumgarte { factor: fraction, slop }),
        of("PositionCorrection::Projection", PositionCorrection::Projection { fraction, slop }),
        of("PositionCorrection::Split", PositionCorrection::Split { fraction }),
        of("BodyDef", BodyDef::default()),
        of("ColliderDef", ColliderDef::new(blank_shape())),
        of("Material", Material::default()),
        of("Filter", Filter::default()),
        of("PortalRole::Passing", role),
        of("PortalRole::Rim", PortalRole::Rim { portal: 0 }),
        of("JointDef", JointDef::new((), (), FilterJoint)),
    ];
    let kinds = (0..JointKind::COUNT).filter_map(JointKind::blank);
    all.extend(kinds.map(|kind| of(kind.type_name(), kind)));
    all
}

/// Gives the properties to a coder, word by word.
struct Coding<'a, C> {
    coder: &'a mut C,
    /// The name of the optional value that is missing while its place in a record is visited: all its words
    /// are zero.
    missing: Option<&'static str>,
}

impl<C> Coding<'_, C> {
    fn check_missing(&self, is_zero: bool) -> Result<(), SnapshotError> {
        match self.missing {
            Some(field) if !is_zero => Err(SnapshotError::Value { field }),
            _ => Ok(()),
        }
    }
}

impl<C: Coder> Visitor for Coding<'_, C> {
    type Error = SnapshotError;

    fn numbers<const N: usize>(
        &mut self,
        _: Property,
        _: Form,
        values: [&mut f32; N],
    ) -> Result<(), SnapshotError> {
        values.into_iter().try_for_each(|value| {
            self.coder.float(value)?;
            self.check_missing(value.to_bits() == 0)
        })
    }

    fn word(&mut self, _: Property, word: Word, value: &mut u32) -> Result<(), SnapshotError> {
        match word {
            Word::Count | Word::Whole => self.coder.int(value)?,
            // No difference of two of them is small.
            Word::Signed | Word::Mask => self.coder.bits(value, None)?,
        }
        self.check_missing(*value == 0)
    }

    fn flag(&mut self, name: &'static str, value: &mut bool) -> Result<(), SnapshotError> {
        let mut index = usize::from(*value);
        self.variant(name, 2, &mut index)?;
        *value = index == 1;
        Ok(())
    }

    fn data(&mut self, _: &'static str, value: &mut u128) -> Result<(), SnapshotError> {
        self.coder.wide(value)?;
        self.check_missing(*value == 0)
    }

    fn variant(&mut self, name: &'static str, count: usize, index: &mut usize) -> Result<(), SnapshotError> {
        let mut word = *index as u32;
        self.coder.int(&mut word)?;
        *index = word as usize;
        self.check_missing(word == 0)?;
        if *index < count { Ok(()) } else { Err(SnapshotError::Value { field: name }) }
    }

    fn option<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        blank: T,
        visit: impl FnOnce(&mut T, &mut Self) -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        let mut is_some = value.is_some();
        self.flag(name, &mut is_some)?;
        let mut held = value.unwrap_or(blank);
        if is_some {
            visit(&mut held, self)?;
        } else if C::HAS_FIXED_RECORDS {
            self.missing = Some(name);
            visit(&mut held, self)?;
            self.missing = None;
        }
        *value = is_some.then_some(held);
        Ok(())
    }
}
