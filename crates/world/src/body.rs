//! Bodies: how one is described, and the cold record behind its handle.

use crate::awake::NOT_AWAKE;
use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::links::{List, NONE};
use crate::settings::WORLD_EXTENT;
use geom::{MassProperties, Point, Pose, Vec2};
use solver::BodyRow;

/// What may move a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Nothing, ever: infinite mass, no velocity.
    #[default]
    Fixed,
    /// Only its own velocity: infinite mass.
    Kinematic,
    /// Forces, contacts and joints.
    Dynamic,
}

/// A body to be added. Plain data: a [`Level`](crate::Level) is made of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDef {
    /// What may move it.
    pub kind: BodyKind,
    /// Where its origin is, m.
    pub position: Point,
    /// How it is turned, rad, counter-clockwise.
    pub angle: f32,
    /// Velocity of its centre of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s.
    pub angular_velocity: f32,
    /// Rate at which its velocity decays, 1/s, not negative.
    pub damping: f32,
    /// Rate at which its angular velocity decays, 1/s, not negative.
    pub angular_damping: f32,
    /// Share of gravity that acts on it.
    pub gravity_scale: f32,
    /// Whether it keeps its angle.
    pub fixed_rotation: bool,
    /// Whether it may fall asleep, and with it what it touches: see
    /// [`WorldSettings::sleeping`](crate::WorldSettings::sleeping).
    pub can_sleep: bool,
    /// Whether it is awake when added; one that is asleep waits until something touches it, and has no velocity.
    pub awake: bool,
}

impl Default for BodyDef {
    fn default() -> Self {
        Self {
            kind: BodyKind::Fixed,
            position: Point::origin(),
            angle: 0.0,
            velocity: Vec2::zeros(),
            angular_velocity: 0.0,
            damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            fixed_rotation: false,
            can_sleep: true,
            awake: true,
        }
    }
}

impl BodyDef {
    /// A body that nothing moves: ground, walls.
    #[must_use]
    pub fn fixed() -> Self {
        Self::default()
    }

    /// A body that moves with its own velocity and pushes others: lifts, platforms.
    #[must_use]
    pub fn kinematic() -> Self {
        Self { kind: BodyKind::Kinematic, ..Self::default() }
    }

    /// A body that forces, contacts and joints move.
    #[must_use]
    pub fn dynamic() -> Self {
        Self { kind: BodyKind::Dynamic, ..Self::default() }
    }

    /// At `position`, m.
    #[must_use]
    pub fn position(mut self, position: impl Into<Point>) -> Self {
        self.position = position.into();
        self
    }

    /// Turned by `angle`, rad.
    #[must_use]
    pub fn angle(mut self, angle: f32) -> Self {
        self.angle = angle;
        self
    }

    /// Moving with `velocity`, m/s.
    #[must_use]
    pub fn velocity(mut self, velocity: impl Into<Vec2>) -> Self {
        self.velocity = velocity.into();
        self
    }

    /// Turning with `angular_velocity`, rad/s.
    #[must_use]
    pub fn angular_velocity(mut self, angular_velocity: f32) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Losing velocity at the rate `damping` and angular velocity at `angular_damping`, 1/s.
    #[must_use]
    pub fn damping(mut self, damping: f32, angular_damping: f32) -> Self {
        (self.damping, self.angular_damping) = (damping, angular_damping);
        self
    }

    /// Under a share of gravity.
    #[must_use]
    pub fn gravity_scale(mut self, gravity_scale: f32) -> Self {
        self.gravity_scale = gravity_scale;
        self
    }

    /// Keeping its angle, or not.
    #[must_use]
    pub fn fixed_rotation(mut self, fixed_rotation: bool) -> Self {
        self.fixed_rotation = fixed_rotation;
        self
    }

    /// Allowed to fall asleep, or not.
    #[must_use]
    pub fn can_sleep(mut self, can_sleep: bool) -> Self {
        self.can_sleep = can_sleep;
        self
    }

    /// Awake when added, or asleep.
    #[must_use]
    pub fn awake(mut self, awake: bool) -> Self {
        self.awake = awake;
        self
    }

    pub(crate) fn validate(&self, length_unit: f32) -> Result<(), DefError> {
        check_position(self.position, length_unit)?;
        finite("angle", self.angle)?;
        finite_vector("velocity", self.velocity)?;
        finite("angular_velocity", self.angular_velocity)?;
        not_negative("damping", self.damping)?;
        not_negative("angular_damping", self.angular_damping)?;
        finite("gravity_scale", self.gravity_scale)?;
        Ok(())
    }
}

/// Whether a position is where the engine keeps its promises.
pub(crate) fn check_position(position: Point, length_unit: f32) -> Result<(), DefError> {
    for (field, value) in [("position.x", position.x), ("position.y", position.y)] {
        if !is_in_world(value, length_unit) {
            return Err(DefError::Value { field, value, expected: "within 100 km of the origin" });
        }
    }
    Ok(())
}

/// Whether a coordinate lies in the world; false for NaN.
pub(crate) fn is_in_world(coordinate: f32, length_unit: f32) -> bool {
    coordinate.abs() <= WORLD_EXTENT * length_unit
}

/// Pose and centre of mass of a body: all that the narrow phase asks about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) pose: Pose,
    /// Centre of mass in the body's frame, m.
    pub(crate) local_center: Vec2,
}

impl Frame {
    pub(crate) fn center(&self) -> Point {
        self.pose.position + self.pose.rotation * self.local_center
    }
}

/// The cold record.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) kind: BodyKind,
    pub(crate) fixed_rotation: bool,
    pub(crate) can_sleep: bool,
    pub(crate) damping: f32,
    pub(crate) angular_damping: f32,
    pub(crate) gravity_scale: f32,
    /// What its colliders add up to.
    pub(crate) mass: MassProperties,
    /// The greatest distance of a point of its colliders from the centre of mass, m.
    pub(crate) reach: f32,
    pub(crate) first_collider: u32,
    pub(crate) contacts: List,
    pub(crate) joints: List,
    /// Row in the awake arrays, or [`NOT_AWAKE`].
    pub(crate) awake: BodyRow,
    /// The next body of the same sleeping island; the last one points to the first.
    pub(crate) next_asleep: u32,
}

impl Body {
    pub(crate) fn new(def: &BodyDef) -> Self {
        Self {
            kind: def.kind,
            fixed_rotation: def.fixed_rotation,
            can_sleep: def.can_sleep,
            damping: def.damping,
            angular_damping: def.angular_damping,
            gravity_scale: def.gravity_scale,
            mass: MassProperties::ZERO,
            reach: 0.0,
            first_collider: NONE,
            contacts: List::default(),
            joints: List::default(),
            awake: NOT_AWAKE,
            next_asleep: NONE,
        }
    }

    pub(crate) fn is_awake(&self) -> bool {
        self.awake != NOT_AWAKE
    }

    pub(crate) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    /// 1 / mass and 1 / inertia. A dynamic body without massive colliders is a point of 1 kg that does not
    /// turn.
    pub(crate) fn inverse_masses(&self) -> [f32; 2] {
        if !self.is_dynamic() {
            return [0.0; 2];
        }
        let MassProperties { mass, inertia, .. } = self.mass;
        [
            if mass > 0.0 { 1.0 / mass } else { 1.0 },
            if inertia > 0.0 && !self.fixed_rotation { 1.0 / inertia } else { 0.0 },
        ]
        // A mass so small that its inverse overflows moves nothing that is not as small.
        .map(|inverse| compute::math::min(inverse, f32::MAX))
    }
}
