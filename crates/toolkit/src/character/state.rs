//! A character in the middle of its step. `walk.rs` moves it, `ground.rs` finds what it stands on.

use super::motion::{CharacterCollision, CharacterGround};
use super::settings::{CharacterSettings, Frame};
use super::surroundings::Surroundings;
use geom::{Point, Position, Vec2};
use world::BodyId;

/// Share of the skin. Overlaps of the outer shape below this are left as they are.
pub(super) const OVERLAP_TOLERANCE: f32 = 0.01;

#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub(super) body: BodyId,
    /// kg m/s^2.
    pub(super) force: Vec2,
    /// m.
    pub(super) point: Position,
}

pub(super) struct Walk<'w, 's> {
    pub(super) around: Surroundings<'w>,
    pub(super) settings: &'s CharacterSettings,
    pub(super) frame: Frame,
    pub(super) dt: f32,
    /// As seen from where the step began, m, like all points of a step.
    pub(super) position: Point,
    /// Relative to the ground while there is one, m/s.
    pub(super) velocity: Vec2,
    pub(super) ground: Option<CharacterGround>,
    /// The velocity (m/s) and the angular velocity (rad/s) with which it comes onto the ground of this step,
    /// without its own walk: those of the ground of the last step, or of its fall.
    pub(super) arrival: (Vec2, f32),
    /// By how much a kinematic body has lifted it into others that are not static, m.
    pub(super) lifted: Vec2,
    pub(super) is_crushed: bool,
    pub(super) has_climbed_step: bool,
    pub(super) collisions: Vec<CharacterCollision>,
    pub(super) pushes: Vec<Push>,
}

impl<'w, 's> Walk<'w, 's> {
    pub(super) fn new(around: Surroundings<'w>, settings: &'s CharacterSettings, dt: f32) -> Self {
        Self {
            around,
            settings,
            frame: settings.frame(),
            dt,
            position: Point::origin(),
            velocity: Vec2::zeros(),
            ground: None,
            arrival: (Vec2::zeros(), 0.0),
            lifted: Vec2::zeros(),
            is_crushed: false,
            has_climbed_step: false,
            collisions: Vec::new(),
            pushes: Vec::new(),
        }
    }
}
