//! Levels as bytes, and the check of a level that tells where it is wrong.
//!
//! ```text
//!   Level -- to_bytes -->  "level 2d" | version | check sum | records of fixed size  -- from_bytes --> Level
//!         -- serde   -->   JSON, RON, ... (feature `serde`)                          -- serde      -->
//!         -- validate -->  Ok, or "body 7 is refused: damping is -1: ..."
//! ```
//!
//! The bytes are arrays of records of fixed size, cast as they lie in memory (`snapshot/records.rs`), as in
//! *2D Collision Detection and Resolution*: little-endian words, the same everywhere. The words of a record
//! are the properties of its definition, in order; points of shapes are an array of their own, so that all
//! colliders have the same size.
//!
//! Reading checks the form only, so an editor can save an unfinished level. `docs/levels.md` lists every
//! field.
//!
//! Turned down: casting the definitions themselves, since a `bool` or an `enum` may not hold every byte;
//! records without what has not changed since the last one, which no other program could read.

use crate::body::BodyDef;
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::joint::{FilterJoint, JointDef};
use crate::level::{Level, LevelCollider};
use crate::slot::{BodySlot, Slot};
use crate::snapshot::{
    Coder, Fields, Magic, Record, RecordReader, RecordWriter, ShapeHead, SnapshotError, blank_shape, code,
};
use crate::stores::check_collider;
use geom::Point;
use std::fmt;
use thiserror::Error;

const LEVEL: Magic = *b"level 2d";

/// A part of a level: where an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelPart {
    /// [`Level::settings`].
    Settings,
    /// An item of [`Level::bodies`].
    Body,
    /// An item of [`Level::colliders`].
    Collider,
    /// A point of a shape.
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

/// Why bytes are no level, or a level makes no world.
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
    fn at(part: LevelPart, index: usize) -> impl Fn(SnapshotError) -> Self {
        move |error| match error {
            SnapshotError::Truncated { length } => Self::Truncated { length, part, index },
            SnapshotError::Value { field } => Self::Value { part, index, field },
            SnapshotError::Definition { error, .. } => Self::Refused { part, index, error },
            SnapshotError::Version { found, newest } => Self::Version { found, newest },
            SnapshotError::CheckSum => Self::CheckSum,
            SnapshotError::TooLong { extra } => Self::TooLong { extra },
            SnapshotError::NotASnapshot | SnapshotError::Empty => Self::NotALevel,
        }
    }
}

impl Level {
    /// The level as bytes, the same on every platform. Every body has the same number of bytes, so another
    /// program finds a record without reading those before; `docs/levels.md` lists the sizes.
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
    /// level.body(BodyDef::fixed());
    /// assert_eq!(level.to_bytes().len() - bytes.len(), 36 * 4); // a body has 36 words
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = RecordWriter::default();
        let written = code_level(&mut self.clone(), &mut writer as &mut dyn Coder);
        debug_assert!(written.is_ok(), "{written:?}");
        writer.finish(LEVEL)
    }

    /// The level of the bytes of [`Level::to_bytes`], with the same bits. The form is checked, the
    /// definitions are not: [`Level::validate`] checks them. Bytes of a stranger are a level or an error, in
    /// time and memory proportional to their number. (The check sum finds accidents; it is no proof of who
    /// wrote the bytes.)
    ///
    /// # Errors
    /// [`LevelError`] for bytes that are no level.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LevelError> {
        let at = LevelError::at(LevelPart::Settings, 0);
        let mut reader = RecordReader::new(bytes, LEVEL).map_err(&at)?;
        let mut level = Self::default();
        code_level(&mut level, &mut reader as &mut dyn Coder)?;
        reader.finish().map_err(&at)?;
        Ok(level)
    }

    /// Checks every definition as [`World::load`](crate::World::load) does.
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
        let first = self.check(self.settings.length_unit);
        first.map_err(|(part, index, error)| refused(part, index)(error))
    }

    pub(crate) fn check(&self, length_unit: f32) -> Result<(), (LevelPart, usize, DefError)> {
        let Self { bodies, colliders, joints, .. } = self;
        let body = |field, index: u32| {
            bodies.get(index as usize).ok_or(DefError::Index { field, index, len: bodies.len() })
        };
        let check_collider = |collider: &LevelCollider| {
            let kind = body("body of a collider", collider.body)?.kind;
            check_collider(BodySlot::new(0), kind, &collider.def, length_unit).map(|_| ())
        };
        let check_joint = |joint: &JointDef<u32>| {
            body("first body of a joint", joint.a)?;
            body("second body of a joint", joint.b)?;
            joint.validated().map(|_| ())
        };
        first_error(LevelPart::Body, bodies, |def| def.validate(length_unit))?;
        first_error(LevelPart::Collider, colliders, check_collider)?;
        first_error(LevelPart::Joint, joints, check_joint)
    }
}

fn first_error<T>(
    part: LevelPart,
    items: &[T],
    check: impl Fn(&T) -> Result<(), DefError>,
) -> Result<(), (LevelPart, usize, DefError)> {
    let mut items = items.iter().enumerate();
    items.try_for_each(|(index, item)| check(item).map_err(|error| (part, index, error)))
}

/// The points of its shape are in the array of points.
#[derive(Clone)]
struct ColliderRecord {
    collider: LevelCollider,
    shape: ShapeHead,
    /// Index of the first point of the shape.
    first_point: u32,
}

impl ColliderRecord {
    fn new(collider: &LevelCollider, points: &mut Vec<Point>) -> Self {
        let first_point = points.len() as u32;
        Self { collider: collider.clone(), shape: ShapeHead::of(&collider.def.shape, points), first_point }
    }

    fn blank() -> Self {
        let def = ColliderDef::new(blank_shape());
        Self { collider: LevelCollider { body: 0, def }, shape: ShapeHead::BLANK, first_point: 0 }
    }

    /// With the shape made from its points, if they are those at `next`.
    fn finished(self, points: &[Point], next: &mut usize) -> Result<LevelCollider, SnapshotError> {
        let Self { mut collider, shape, first_point } = self;
        let bad = SnapshotError::Value { field: "points" };
        let end = *next + shape.point_count as usize;
        let own = points.get(*next..end).filter(|_| first_point as usize == *next).ok_or(bad.clone())?;
        collider.def.shape = shape.shape(own).ok_or(bad)?.map_err(|error| SnapshotError::Definition {
            of: "collider",
            index: 0,
            error: error.into(),
        })?;
        *next = end;
        Ok(collider)
    }
}

fn code_level(level: &mut Level, coder: &mut (impl Coder + ?Sized)) -> Result<(), LevelError> {
    let Level { settings, velocities_of_centers, bodies, colliders, joints } = level;
    let at = LevelError::at(LevelPart::Settings, 0);
    coder.begin(Record::Settings);
    code(settings, coder).map_err(&at)?;
    coder.flags([velocities_of_centers]).map_err(&at)?;
    coder.end().map_err(&at)?;
    let mut points = Vec::new();
    let mut records: Vec<_> =
        colliders.iter().map(|collider| ColliderRecord::new(collider, &mut points)).collect();
    code_list(bodies, LevelPart::Body, BodyDef::default(), coder, |body, coder| {
        coder.begin(Record::Body);
        code(body, coder)
    })?;
    code_list(&mut records, LevelPart::Collider, ColliderRecord::blank(), coder, |record, coder| {
        let ColliderRecord { collider: LevelCollider { body, def }, shape, first_point } = record;
        coder.begin(Record::Collider);
        coder.int(body)?;
        coder.int(first_point)?;
        shape.code(coder)?;
        code(def, coder)
    })?;
    code_list(&mut points, LevelPart::Point, Point::origin(), coder, |point, coder| {
        coder.begin(Record::Point);
        coder.point(point)
    })?;
    code_list(joints, LevelPart::Joint, JointDef::new(0, 0, FilterJoint), coder, |joint, coder| {
        coder.begin(Record::Joint);
        coder.int(&mut joint.a)?;
        coder.int(&mut joint.b)?;
        code(joint, coder)
    })?;
    if coder.reads() {
        let mut next = 0;
        for (index, record) in records.into_iter().enumerate() {
            let finished = record.finished(&points, &mut next);
            colliders.push(finished.map_err(LevelError::at(LevelPart::Collider, index))?);
        }
        if next < points.len() {
            return Err(LevelError::Value { part: LevelPart::Point, index: next, field: "collider" });
        }
    }
    Ok(())
}

/// A reader lets it grow item by item, not by a length that it has read.
fn code_list<T: Clone, C: Coder + ?Sized>(
    items: &mut Vec<T>,
    part: LevelPart,
    blank: T,
    coder: &mut C,
    code_item: impl Fn(&mut T, &mut C) -> Result<(), SnapshotError>,
) -> Result<(), LevelError> {
    let count = coder.length(items.len()).map_err(LevelError::at(part, 0))?;
    for index in 0..count {
        if coder.reads() {
            items.push(blank.clone());
        }
        code_item(&mut items[index], coder)
            .and_then(|()| coder.end())
            .map_err(LevelError::at(part, index))?;
    }
    Ok(())
}
