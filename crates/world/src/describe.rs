//! All definitions as data.

use crate::body::BodyDef;
use crate::collider::ColliderDef;
use crate::joint::{FilterJoint, JointDef, JointKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material, WorldSettings};
use crate::snapshot::blank_shape;
use properties::{Listed, Properties, list};
use solver::SolverSettings;
use textbook::{ClassicSettings, PositionCorrection};

/// A definition, for documentation and for other languages.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// The name of the type; of a variant of an enum, `Type::Variant`.
    pub name: String,
    /// Its properties, with the values of the default.
    pub properties: Vec<Listed>,
}

/// All definitions of settings, bodies, colliders and joints, with all their properties.
/// `docs/properties.json` is written from this list.
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
