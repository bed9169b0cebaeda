//! A level: a scene as plain data. A program builds it, compares it, and loads it any number of times.
//!
//! ```text
//!   bodies      BodyDef, BodyDef, ...
//!   colliders   LevelCollider { body: index into `bodies`, def: ColliderDef }, ...
//!   joints      JointDef { a, b: indices into `bodies`, ... }
//! ```
//!
//! Turned down: objects that build themselves, which can be neither compared nor given to another engine.

use crate::body::{BodyDef, unit_rotation};
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::id::{BodyId, ColliderId, JointId};
use crate::joint::{BodyPoses, JointDef};
use crate::settings::{Filter, Material, WorldSettings};
use geom::{ChainSegment, Shape, WorldPose};

/// A collider of a level.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct LevelCollider {
    /// Index of its body in [`Level::bodies`].
    pub body: u32,
    /// Its shape, material and all else.
    pub def: ColliderDef,
}

/// A scene as plain data. [`World::load`](crate::World::load) makes a world from it.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, DistanceJoint, JointDef, Level, World, WorldSettings};
///
/// let mut level = Level::new(WorldSettings::default());
/// let hook = level.body(BodyDef::fixed());
/// let ball = ColliderDef::new(Shape::circle(0.25)?);
/// let bob = level.body_with(BodyDef::dynamic().position([0.0, -2.0]), ball);
/// level.joint(JointDef::new(hook, bob, DistanceJoint::new(2.0)));
///
/// let (world, _) = World::load(&level)?;
/// assert_eq!(world.stats().bodies, 2);
/// assert_eq!(level, level.clone()); // plain data: it can be compared and kept
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Level {
    /// The settings of the world.
    pub settings: WorldSettings,
    /// Which points of the bodies have the velocities in [`Level::bodies`]: the centres of mass, all
    /// colliders included, as [`World::to_level`](crate::World::to_level) writes them, or the origins. They
    /// differ for a body that turns and has its centre of mass beside its origin.
    pub velocities_of_centers: bool,
    /// The bodies.
    pub bodies: Vec<BodyDef>,
    /// The colliders of the bodies.
    pub colliders: Vec<LevelCollider>,
    /// The joints; `a` and `b` are indices into [`Level::bodies`].
    pub joints: Vec<JointDef<u32>>,
}

/// The handles of what was added, in the order of the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelIds {
    /// Of [`Level::bodies`].
    pub bodies: Vec<BodyId>,
    /// Of [`Level::colliders`].
    pub colliders: Vec<ColliderId>,
    /// Of [`Level::joints`].
    pub joints: Vec<JointId>,
}

impl BodyPoses<u32> for Level {
    fn pose_of(&self, body: u32) -> Result<WorldPose, DefError> {
        let def = self.bodies.get(body as usize);
        let len = self.bodies.len();
        let def = def.ok_or(DefError::Index { field: "body of a joint", index: body, len })?;
        Ok(WorldPose { position: def.position, rotation: unit_rotation(def.rotation) })
    }
}

impl Level {
    /// An empty level.
    #[must_use]
    pub fn new(settings: WorldSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Adds a body and returns its index.
    pub fn body(&mut self, def: BodyDef) -> u32 {
        self.bodies.push(def);
        self.bodies.len() as u32 - 1
    }

    /// Adds a collider to the body with this index.
    pub fn collider(&mut self, body: u32, def: ColliderDef) {
        self.colliders.push(LevelCollider { body, def });
    }

    /// Adds a collider for each segment of a chain to a body.
    pub fn chain(&mut self, body: u32, chain: &[ChainSegment], material: Material, filter: Filter) {
        for segment in chain {
            let shape = Shape::ChainSegment(*segment);
            self.collider(body, ColliderDef::new(shape).material(material).filter(filter));
        }
    }

    /// Adds a body with one collider and returns the index of the body.
    pub fn body_with(&mut self, def: BodyDef, collider: ColliderDef) -> u32 {
        let body = self.body(def);
        self.collider(body, collider);
        body
    }

    /// Adds a joint between two bodies, given by their indices.
    pub fn joint(&mut self, def: JointDef<u32>) {
        self.joints.push(def);
    }
}
