//! What a character reports after each step: plain data.

use geom::{Point, Position, Vec2};
use world::{BodyId, ColliderId};

/// What a character did in a step: see [`CharacterMover::step`](crate::CharacterMover::step).
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterMotion {
    /// Where its origin is now, m.
    pub position: Position,
    /// Its velocity after sliding along what it hit, m/s: on the ground it is along the axis to the right and
    /// relative to the ground, in the air relative to the world. Give it to the next step with gravity and
    /// the wishes of the player added.
    pub velocity: Vec2,
    /// The ground that it stands on; `None` in the air and on slopes that are too steep.
    pub ground: Option<CharacterGround>,
    /// Whether a wall, or a slope that is too steep, touches it on the left, the side of negative x.
    pub is_wall_left: bool,
    /// Whether a wall, or a slope that is too steep, touches it on the right.
    pub is_wall_right: bool,
    /// Whether it touches a ceiling; seen from above, something on the side of positive y.
    pub is_ceiling: bool,
    /// Whether things that move have left it no room: it overlaps one by more than a quarter of its skin. It
    /// still moves, so a game may ignore it.
    pub is_crushed: bool,
    /// Whether it climbed a step.
    pub has_climbed_step: bool,
    /// What stopped it or was pushed by it, in the order of the hits.
    pub collisions: Vec<CharacterCollision>,
}

/// The ground that a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterGround {
    /// Its body.
    pub body: BodyId,
    /// Its collider.
    pub collider: ColliderId,
    /// Unit, out of the ground. At an edge it is the normal of the side that can be walked on.
    pub normal: Vec2,
    /// Where it carries the character, m.
    pub point: Position,
    /// Its velocity there, m/s, with the speed of a conveyor belt.
    pub velocity: Vec2,
    /// `point` in the frame of the body, by which the character follows the body.
    pub(super) local_point: Point,
    /// The part of `velocity` that comes from the surface of a belt, m/s.
    pub(super) belt_velocity: Vec2,
    /// The length of the step in which it was found, s.
    pub(super) dt: f32,
}

/// A hit of a character that stopped it or pushed something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterCollision {
    /// The body that was hit.
    pub body: BodyId,
    /// The collider that was hit.
    pub collider: ColliderId,
    /// A point of its surface, m.
    pub point: Position,
    /// Unit, from the collider to the character.
    pub normal: Vec2,
    /// How fast the character came towards it, m/s.
    pub speed: f32,
    /// The impulse on a dynamic body, N s, against `normal`; zero for other bodies, and for a landing, whose
    /// momentum the ground gets with the mass. It acts as a force during the next step of the world, so that
    /// friction can bear it; that force is at most
    /// [`CharacterSettings::push_force`](crate::CharacterSettings::push_force).
    pub impulse: f32,
}
