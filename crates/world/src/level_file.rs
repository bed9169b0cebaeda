//! Levels as bytes, and the check of a level that tells where it is wrong.
//!
//! ```text
//!   Level -- to_bytes -->    "level 2d" | 1 u32 | check sum u64 | records   -- from_bytes --> Level
//!         -- to_records -->  "level 2d" | 2 u32 | check sum u64 | records   -- from_bytes -->
//!         -- serde   -->     JSON, RON, ... (feature `serde`)               -- serde      -->
//!         -- validate -->    Ok, or "body 7 is refused: damping is -1: ..."
//! ```
//!
//! The records of version 1 are those of [`snapshot/coder.rs`](crate::Snapshot): a word is written only where
//! it differs from the same word of the record before, so what a thousand bodies have in common costs a bit
//! for each. Those of version 2 are arrays of records of fixed size, cast to bytes as they lie in memory
//! (`snapshot/records.rs`), as *2D Collision Detection and Resolution* saves its levels. In both, all words
//! are little-endian, every bit of a float is kept, and the same level gives the same bytes everywhere.
//!
//! Reading checks the form: that the bytes are a level, with numbers of kinds that exist. It does not check
//! the definitions, so an editor can save a level that is not finished. [`Level::validate`] checks them, as
//! [`World::load`](crate::World::load) does, and says which part is refused. `docs/levels.md` lists every
//! field.
//!
//! Turned down: casting the definitions themselves. They are plain data without pointers, but a `bool` or an
//! `enum` may not hold every byte, so bytes of a stranger could not be cast back. The records of version 2
//! hold words, which may.

use crate::body::{BodyDef, BodyKind, Locks};
use crate::error::DefError;
use crate::joint::{FilterJoint, JointDef};
use crate::level::{Level, LevelCollider, LevelIds, ShapeKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material};
use crate::snapshot::{Coder, Format, Reader, Record, RecordReader, RecordWriter, SnapshotError, Writer};
use crate::stores::definitions::{
    code_filter, code_joint_kind, code_material, code_portal, code_settings, code_start_angle,
    has_start_angle,
};
use crate::world::World;
use geom::{MassProperties, Point, Pose, Rot, Vec2};
use std::fmt;
use thiserror::Error;

/// What the bytes of a level begin with.
const LEVEL: Format = Format { magic: *b"level 2d", version: 1 };

/// What those begin with whose records have a fixed size.
const RECORDS: Format = Format { version: 2, ..LEVEL };

/// A part of a level: where an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelPart {
    /// [`Level::settings`].
    Settings,
    /// An item of [`Level::bodies`].
    Body,
    /// An item of [`Level::colliders`].
    Collider,
    /// An item of [`Level::points`].
    Point,
    /// An item of [`Level::joints`].
    Joint,
}

impl fmt::Display for LevelPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Settings => "settings",
            Self::Body => "body",
            Self::Collider => "collider",
            Self::Point => "point",
            Self::Joint => "joint",
        })
    }
}

/// The reason for which bytes are no level, or a level makes no world.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum LevelError {
    /// The bytes do not begin as those of a level do.
    #[error("these bytes are not a level")]
    NotALevel,
    /// A later version of this crate has written the bytes.
    #[error("the level has version {found} of the format: this crate reads versions 1 to {newest}")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The newest version that can be read.
        newest: u32,
    },
    /// The bytes are not those that were written.
    #[error("the check sum of the level is wrong: its bytes have changed since they were written")]
    CheckSum,
    /// The bytes end too early.
    #[error("the level ends after {length} bytes, within {part} {index}")]
    Truncated {
        /// How many bytes there are.
        length: usize,
        /// What could not be read.
        part: LevelPart,
        /// Its index.
        index: usize,
    },
    /// Bytes follow the level.
    #[error("{extra} bytes follow the level")]
    TooLong {
        /// How many.
        extra: usize,
    },
    /// A number in the bytes stands for nothing.
    #[error("the {field} of {part} {index} is impossible")]
    Value {
        /// Where it is.
        part: LevelPart,
        /// The index of the body, the collider or the joint; zero for the settings.
        index: usize,
        /// What the number means.
        field: &'static str,
    },
    /// A definition is refused.
    #[error("{part} {index} is refused: {error}")]
    Refused {
        /// What is refused.
        part: LevelPart,
        /// The index of the body, the collider or the joint; zero for the settings.
        index: usize,
        /// What is wrong with it.
        #[source]
        error: DefError,
    },
}

impl LevelError {
    /// An error of the coder, with its place.
    fn at(part: LevelPart, index: usize) -> impl Fn(SnapshotError) -> Self {
        move |error| match error {
            SnapshotError::Truncated { length } => Self::Truncated { length, part, index },
            SnapshotError::Value { field } => Self::Value { part, index, field },
            SnapshotError::Definition { error, .. } => Self::Refused { part, index, error },
            SnapshotError::Version { found, .. } => Self::Version { found, newest: RECORDS.version },
            SnapshotError::CheckSum => Self::CheckSum,
            SnapshotError::TooLong { extra } => Self::TooLong { extra },
            SnapshotError::NotASnapshot | SnapshotError::Empty => Self::NotALevel,
        }
    }
}

impl Level {
    /// The level as bytes, the same on every platform. Later versions of this crate read them.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, Level};
    ///
    /// let mut level = Level::default();
    /// let ball = ColliderDef::new(Shape::circle(0.5)?);
    /// for i in 0..100 {
    ///     level.body_with(BodyDef::dynamic().position([i as f32, 3.0]), ball.clone());
    /// }
    /// let bytes = level.to_bytes();
    /// assert_eq!(Level::from_bytes(&bytes)?, level);
    /// assert!(bytes.len() < 25 * 100); // the radius and the material cost a bit for each ball
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        let written = code(&mut self.clone(), &mut writer);
        debug_assert!(written.is_ok(), "{written:?}");
        writer.finish(LEVEL)
    }

    /// The level as arrays of records of fixed size, cast to bytes: the same on every platform. They are ten
    /// to twenty times as long as those of [`Level::to_bytes`]. But every body has the same number of bytes,
    /// so another program finds a record without reading those before. `docs/levels.md` lists the sizes.
    ///
    /// ```
    /// use world::{BodyDef, Level};
    ///
    /// let mut level = Level::default();
    /// (0..100).for_each(|i| _ = level.body(BodyDef::dynamic().position([i as f32, 3.0])));
    /// let bytes = level.to_records();
    /// assert_eq!(Level::from_bytes(&bytes)?, level);
    /// level.body(BodyDef::fixed());
    /// assert_eq!(level.to_records().len() - bytes.len(), 24 * 4); // a body has 24 words
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_records(&self) -> Vec<u8> {
        let mut writer = RecordWriter::default();
        let written = code(&mut self.clone(), &mut writer);
        debug_assert!(written.is_ok(), "{written:?}");
        writer.finish(RECORDS)
    }

    /// The level of the bytes of [`Level::to_bytes`] or [`Level::to_records`], with the same bits. The form
    /// is checked, the definitions are not: [`Level::validate`] checks them. Bytes of a stranger are a level
    /// or an error; reading them takes time and memory in proportion to their number. (A check sum finds
    /// accidents. It is no proof of who wrote the bytes.)
    ///
    /// # Errors
    /// [`LevelError`], which says what is wrong and where.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LevelError> {
        let at = LevelError::at(LevelPart::Settings, 0);
        let mut level = Self::default();
        if bytes.get(LEVEL.magic.len()..).is_some_and(|rest| rest.starts_with(&RECORDS.version.to_le_bytes()))
        {
            let mut reader = RecordReader::new(bytes, RECORDS).map_err(&at)?;
            code(&mut level, &mut reader)?;
            reader.finish().map_err(&at)?;
        } else {
            let mut reader = Reader::new(bytes, LEVEL).map_err(&at)?;
            code(&mut level, &mut reader)?;
            reader.finish().map_err(&at)?;
        }
        Ok(level)
    }

    /// Checks every definition as [`World::load`](crate::World::load) does, and names the first part that it
    /// refuses.
    ///
    /// ```
    /// use world::{BodyDef, Level};
    ///
    /// let mut level = Level::default();
    /// level.body(BodyDef::fixed());
    /// level.body(BodyDef::dynamic().damping(-1.0, 0.0));
    /// let error = level.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "body 1 is refused: damping is -1: it must be finite and not negative");
    /// ```
    ///
    /// # Errors
    /// [`LevelError::Refused`].
    pub fn validate(&self) -> Result<(), LevelError> {
        let refused = |part, index| move |error| LevelError::Refused { part, index, error };
        self.settings.validate().map_err(refused(LevelPart::Settings, 0))?;
        let (mut world, mut ids) = (World::new(self.settings), LevelIds::default());
        // The broad phase stays empty: nothing steps this world.
        world.add_parts(self, &mut ids).map_err(|error| {
            let LevelIds { bodies, colliders, joints } = &ids;
            let (part, index) = if bodies.len() < self.bodies.len() {
                (LevelPart::Body, bodies.len())
            } else if colliders.len() < self.colliders.len() {
                (LevelPart::Collider, colliders.len())
            } else {
                (LevelPart::Joint, joints.len())
            };
            refused(part, index)(error)
        })
    }
}

type Coded = Result<(), SnapshotError>;

/// Visits all that a level holds.
fn code<C: Coder>(level: &mut Level, coder: &mut C) -> Result<(), LevelError> {
    let Level { settings, velocities_of_centers, bodies, colliders, points, joints } = level;
    let at = LevelError::at(LevelPart::Settings, 0);
    coder.begin(Record::Settings);
    code_settings(settings, coder).map_err(&at)?;
    coder.flags([velocities_of_centers]).map_err(&at)?;
    coder.end().map_err(&at)?;
    code_list(bodies, LevelPart::Body, BodyDef::default(), code_body, coder)?;
    code_list(colliders, LevelPart::Collider, no_collider(), code_collider, coder)?;
    code_list(points, LevelPart::Point, Point::origin(), code_point, coder)?;
    code_list(joints, LevelPart::Joint, JointDef::new(0, 0, FilterJoint), code_joint, coder)
}

/// Visits a list. A reader lets it grow item by item, not by a length that it has read.
fn code_list<T: Copy, C: Coder>(
    items: &mut Vec<T>,
    part: LevelPart,
    blank: T,
    code_item: fn(&mut T, &mut C) -> Coded,
    coder: &mut C,
) -> Result<(), LevelError> {
    let count = coder.length(items.len()).map_err(LevelError::at(part, 0))?;
    for index in 0..count {
        if C::READS {
            items.push(blank);
        }
        code_item(&mut items[index], coder)
            .and_then(|()| coder.end())
            .map_err(LevelError::at(part, index))?;
    }
    Ok(())
}

/// The error with the name of the field that is impossible.
fn named(error: SnapshotError, field: &'static str) -> SnapshotError {
    match error {
        SnapshotError::Value { .. } => SnapshotError::Value { field },
        other => other,
    }
}

fn code_body<C: Coder>(body: &mut BodyDef, coder: &mut C) -> Coded {
    let BodyDef {
        kind,
        position,
        rotation: Rot { cos, sin },
        velocity,
        angular_velocity,
        damping,
        angular_damping,
        gravity_scale,
        locks: Locks { x, y, rotation },
        max_speed,
        max_angular_speed,
        mass,
        sleep_speed,
        enabled,
        continuous,
        can_sleep,
        awake,
        user_data,
    } = body;
    let mut has_mass = mass.is_some();
    coder.begin(Record::Body);
    let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
    coder.choice(kind, &kinds).map_err(|error| named(error, "kind"))?;
    coder.flags([x, y, rotation, enabled, continuous, can_sleep, awake, &mut has_mass])?;
    coder.point(position)?;
    coder.floats([cos, sin])?;
    coder.vector(velocity)?;
    coder.floats([angular_velocity, damping, angular_damping, gravity_scale])?;
    coder.floats([max_speed, max_angular_speed, sleep_speed])?;
    coder.wide(user_data)?;
    if has_mass {
        coder.mass(mass.get_or_insert(MassProperties::ZERO))?;
    }
    Ok(())
}

/// A collider to be read over.
fn no_collider() -> LevelCollider {
    LevelCollider {
        body: 0,
        kind: ShapeKind::Circle,
        first_point: 0,
        point_count: 0,
        radius: 0.0,
        offset: Pose::IDENTITY,
        material: Material::default(),
        filter: Filter::default(),
        one_way: None,
        hook: false,
        sensor: false,
        portal: None,
        enabled: true,
        user_data: 0,
    }
}

fn code_collider<C: Coder>(collider: &mut LevelCollider, coder: &mut C) -> Coded {
    const KINDS: [ShapeKind; 7] = [
        ShapeKind::Circle,
        ShapeKind::Segment,
        ShapeKind::ChainSegment,
        ShapeKind::OneSidedChainSegment,
        ShapeKind::Capsule,
        ShapeKind::Polygon,
        ShapeKind::HalfSpace,
    ];
    let LevelCollider {
        body,
        kind,
        first_point,
        point_count,
        radius,
        offset,
        material,
        filter,
        one_way,
        hook,
        sensor,
        portal,
        enabled,
        user_data,
    } = collider;
    let (mut is_one_way, mut has_portal) = (one_way.is_some(), portal.is_some());
    // Files of before there was this flag have a zero in its place.
    let mut is_disabled = !*enabled;
    coder.begin(Record::Collider);
    coder.int(body)?;
    coder.choice(kind, &KINDS).map_err(|error| named(error, "kind of shape"))?;
    coder.int(first_point)?;
    coder.int(point_count)?;
    coder.flags([hook, sensor, &mut is_one_way, &mut has_portal, &mut is_disabled])?;
    *enabled = !is_disabled;
    coder.float(radius)?;
    coder.pose(offset)?;
    code_material(material, coder)?;
    code_filter(filter, coder)?;
    coder.wide(user_data)?;
    if is_one_way {
        coder.vector(one_way.get_or_insert(Vec2::zeros()))?;
    }
    if has_portal {
        code_portal(portal.get_or_insert(PortalRole::Rim { portal: 0 }), coder)?;
    }
    Ok(())
}

fn code_point<C: Coder>(point: &mut Point, coder: &mut C) -> Coded {
    coder.begin(Record::Point);
    coder.point(point)
}

fn code_joint<C: Coder>(joint: &mut JointDef<u32>, coder: &mut C) -> Coded {
    let JointDef { a, b, kind, break_force, break_torque, collide, enabled, user_data } = joint;
    coder.begin(Record::Joint);
    coder.int(a)?;
    coder.int(b)?;
    let mut has_start = has_start_angle(*kind);
    coder.flags([collide, enabled, &mut has_start])?;
    coder.floats([break_force, break_torque])?;
    coder.wide(user_data)?;
    code_joint_kind(kind, coder)?;
    code_start_angle(kind, has_start, coder)
}
