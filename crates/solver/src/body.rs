//! What the solver knows of a body: the hot state that every pass gathers, and the input of a step.
//!
//! Positions do not occur. A solver needs only how far a body has moved *within* the step, which is a small
//! number near zero and so keeps its precision anywhere in the world.
//!
//! Source of the 32-byte state and the change within the step: Box2D 3's body states.
//! Turned down: a state of 64 bytes with both masses in it; it doubles what every gather reads. There is room for one,
//! the inverse mass; the inverse inertias are in the blocks of constraints.

use crate::settings::TINY;
use alloc::vec;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use geom::{Rot, Vec2};

/// Velocity of a body, and its motion since the step began. The first and the second half are what a
/// constraint gathers, each in one load of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct BodyState {
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s, counter-clockwise.
    pub angular_velocity: f32,
    /// 1 / mass, 1/kg, written by a solver that wants it at hand; 0 otherwise.
    pub inverse_mass: f32,
    /// How far the centre of mass has moved since the step began, m.
    pub delta_position: Vec2,
    /// How the body has turned since the step began.
    pub delta_rotation: Rot,
}

const _: () = assert!(size_of::<BodyState>() == 32 && align_of::<BodyState>() == 32);

impl BodyState {
    /// At rest.
    pub const REST: Self = Self {
        velocity: Vec2::new(0.0, 0.0),
        angular_velocity: 0.0,
        inverse_mass: 0.0,
        delta_position: Vec2::new(0.0, 0.0),
        delta_rotation: Rot::IDENTITY,
    };

    /// Moving with `velocity` (m/s) and `angular_velocity` (rad/s), at the beginning of a step.
    #[must_use]
    pub fn moving(velocity: Vec2, angular_velocity: f32) -> Self {
        Self { velocity, angular_velocity, ..Self::REST }
    }
}

/// Zero in place of what the next step must not begin with: a number so small that it may become subnormal, or one that
/// is not finite, which would come back for ever, though the bodies were stopped.
#[inline(always)]
pub(crate) fn storable(x: f32) -> f32 {
    if (TINY..=f32::MAX).contains(&x.abs()) { x } else { 0.0 }
}

/// What moves a body during a step, and how much it resists.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct BodyInput {
    /// 1 / mass, 1/kg. Zero for a body that constraints do not move.
    pub inverse_mass: f32,
    /// 1 / inertia, 1/(kg m^2). Zero for a body that constraints do not turn.
    pub inverse_inertia: f32,
    /// Gravity and forces over mass, m/s^2.
    pub acceleration: Vec2,
    /// Torque over inertia, rad/s^2.
    pub angular_acceleration: f32,
    /// Rate at which velocity decays, 1/s.
    pub damping: f32,
    /// Rate at which angular velocity decays, 1/s.
    pub angular_damping: f32,
    /// Where the body is along any line, the same for all, m: neighbours are solved by one worker. What it says shows in
    /// the speed, and in the order in which constraints are solved. Zero for all if nobody knows.
    pub along: f32,
}

const _: () = assert!(size_of::<BodyInput>() == 32);

impl BodyInput {
    /// A body that only its own velocity moves.
    pub const KINEMATIC: Self = Self {
        inverse_mass: 0.0,
        inverse_inertia: 0.0,
        acceleration: Vec2::new(0.0, 0.0),
        angular_acceleration: 0.0,
        damping: 0.0,
        angular_damping: 0.0,
        along: 0.0,
    };

    /// A free body of `mass` (kg) and `inertia` (kg m^2), both above zero, under an `acceleration` (m/s^2).
    #[must_use]
    pub fn dynamic(mass: f32, inertia: f32, acceleration: Vec2) -> Self {
        Self { inverse_mass: 1.0 / mass, inverse_inertia: 1.0 / inertia, acceleration, ..Self::KINEMATIC }
    }

    /// Whether an impulse can change its motion.
    #[inline(always)]
    #[must_use]
    pub fn is_movable(&self) -> bool {
        self.inverse_mass > 0.0 || self.inverse_inertia > 0.0
    }
}

/// The index of the ground, which is at rest for ever. All that does not move has this index.
pub const GROUND: u32 = 0;

/// The bodies of a solver in two parallel arrays. The first is the [`GROUND`].
#[derive(Clone, Debug)]
pub struct Bodies {
    states: Vec<BodyState>,
    inputs: Vec<BodyInput>,
}

impl Default for Bodies {
    fn default() -> Self {
        Self::new()
    }
}

impl Bodies {
    /// Only the ground.
    #[must_use]
    pub fn new() -> Self {
        Self { states: vec![BodyState::REST], inputs: vec![BodyInput::KINEMATIC] }
    }

    /// Adds a body and returns its index.
    ///
    /// # Panics
    /// At 2^32 bodies.
    pub fn push(&mut self, state: BodyState, input: BodyInput) -> u32 {
        let index = u32::try_from(self.states.len()).expect("fewer than 2^32 bodies");
        self.states.push(state);
        self.inputs.push(input);
        index
    }

    /// Removes a body; the last one takes its index.
    ///
    /// # Panics
    /// If it is the ground, or there is none.
    pub fn swap_remove(&mut self, index: u32) -> BodyState {
        assert!(index != GROUND, "the ground stays");
        self.inputs.swap_remove(index as usize);
        self.states.swap_remove(index as usize)
    }

    /// How many, the ground included.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // Never empty: the ground is always there.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The hot states, the ground's first.
    #[inline]
    #[must_use]
    pub fn states(&self) -> &[BodyState] {
        &self.states
    }

    /// The hot states, the ground's first; whatever is written there, a step begins with the ground at rest.
    #[inline]
    #[must_use]
    pub fn states_mut(&mut self) -> &mut [BodyState] {
        &mut self.states
    }

    /// The inputs, the ground's first.
    #[inline]
    #[must_use]
    pub fn inputs(&self) -> &[BodyInput] {
        &self.inputs
    }

    /// The inputs, the ground's first; whatever is written there, a step begins with a ground that nothing moves.
    #[inline]
    #[must_use]
    pub fn inputs_mut(&mut self) -> &mut [BodyInput] {
        &mut self.inputs
    }

    /// States to change and inputs to read, the ground's as they must be: empty lanes of every block read it on every
    /// thread at once, so nothing may ever write to it.
    pub(crate) fn split(&mut self) -> (&mut [BodyState], &[BodyInput]) {
        let ground = GROUND as usize;
        (self.states[ground], self.inputs[ground]) = (BodyState::REST, BodyInput::KINEMATIC);
        (&mut self.states, &self.inputs)
    }
}
