//! A body as the solver stores it: its state, which every sweep gathers, and its input for a step. The motion
//! *within* the step takes the place of a position: small numbers, precise anywhere in the world. The state
//! of 32 bytes is that of Box2D 3; with inverse inertias, gathers would read 64.

use crate::settings::TINY;
use alloc::vec;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use geom::{Rot, Vec2};

/// Velocity of a body, and its motion since the step began. Constraints gather each half in one load of 128
/// bits.
///
/// After a step, the caller composes the motion onto the pose of the body:
///
/// ```
/// use solver::geom::{Point, Pose, Rot, Vec2};
/// use solver::{Bodies, BodyInput, BodyState, SoftSolver, SolverSettings};
///
/// // A body whose centre of mass is 0.25 m to the right of the origin of its pose. It moves up and turns.
/// let mut pose = Pose::at([2.0, 5.0]);
/// let local_center = Vec2::new(0.25, 0.0);
/// let mut bodies = Bodies::new();
/// let state = BodyState::moving(Vec2::new(0.0, 3.0), 6.0);
/// let body = bodies.push(state, BodyInput::dynamic(1.0, 0.2, Vec2::zeros()));
/// SoftSolver::new().step(&mut bodies, &mut [], &mut [], &SolverSettings::default(), 0.1);
///
/// let state = &bodies.states()[body.index()];
/// let center = pose.position + pose.rotation * local_center + state.delta_position;
/// pose.rotation = (state.delta_rotation * pose.rotation).normalized();
/// pose.position = center - pose.rotation * local_center;
///
/// assert!((center - Point::new(2.25, 5.3)).norm() < 1e-5);
/// assert!((pose.rotation.angle() - 0.6).abs() < 1e-4);
/// ```
///
/// Each solver sets the motion to zero at the beginning of a step.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct BodyState {
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s, counter-clockwise.
    pub angular_velocity: f32,
    /// 1 / mass, 1/kg. The soft solver writes it; callers can leave it at 0.
    pub inverse_mass: f32,
    /// Displacement of the centre of mass since the step began, m.
    pub delta_position: Vec2,
    /// Rotation of the body since the step began.
    pub delta_rotation: Rot,
}

const _: () = assert!(size_of::<BodyState>() == 32 && align_of::<BodyState>() == 32);

impl BodyState {
    /// A body at rest.
    pub const REST: Self = Self {
        velocity: Vec2::new(0.0, 0.0),
        angular_velocity: 0.0,
        inverse_mass: 0.0,
        delta_position: Vec2::new(0.0, 0.0),
        delta_rotation: Rot::IDENTITY,
    };

    /// A body with `velocity` (m/s) and `angular_velocity` (rad/s).
    #[must_use]
    pub fn moving(velocity: Vec2, angular_velocity: f32) -> Self {
        Self { velocity, angular_velocity, ..Self::REST }
    }
}

/// `x` as a stored impulse: zero in place of a number that may become subnormal, and of one that is not
/// finite, which warm starting would apply in every later step.
#[inline(always)]
#[must_use]
pub fn storable(x: f32) -> f32 {
    if (TINY..=f32::MAX).contains(&x.abs()) { x } else { 0.0 }
}

/// The mass of a body, and the forces on it during a step.
///
/// ```
/// use solver::BodyInput;
/// use solver::geom::Vec2;
///
/// // A crate of 20 kg and 3 kg m^2 under gravity and a wind of 5 N, which slows down by a tenth in a second.
/// let acceleration = Vec2::new(5.0 / 20.0, -9.81);
/// let input = BodyInput { damping: 0.1, ..BodyInput::dynamic(20.0, 3.0, acceleration) };
/// assert!(input.is_movable() && !BodyInput::INFINITE_MASS.is_movable());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct BodyInput {
    /// 1 / mass, 1/kg. Zero for a body that impulses do not displace.
    pub inverse_mass: f32,
    /// 1 / inertia, 1/(kg m^2). Zero for a body that impulses do not turn.
    pub inverse_inertia: f32,
    /// Gravity, plus force divided by mass, m/s^2.
    pub acceleration: Vec2,
    /// Torque divided by inertia, rad/s^2.
    pub angular_acceleration: f32,
    /// Rate at which velocity decays, 1/s, not negative.
    pub damping: f32,
    /// Rate at which angular velocity decays, 1/s, not negative.
    pub angular_damping: f32,
    /// Coordinate of the body along an axis that the caller chooses for all bodies, m. The solver cuts the
    /// scene into strips across that axis, each solved by one worker: it affects only speed and the order of
    /// constraints. Zero for all bodies if positions are unknown.
    pub strip_coordinate: f32,
}

const _: () = assert!(size_of::<BodyInput>() == 32);

impl BodyInput {
    /// A body of infinite mass: it moves with its velocity, and no impulse changes that.
    pub const INFINITE_MASS: Self = Self {
        inverse_mass: 0.0,
        inverse_inertia: 0.0,
        acceleration: Vec2::new(0.0, 0.0),
        angular_acceleration: 0.0,
        damping: 0.0,
        angular_damping: 0.0,
        strip_coordinate: 0.0,
    };

    /// A free body of `mass` (kg) and `inertia` (kg m^2), both above zero, under an `acceleration` (m/s^2).
    #[must_use]
    pub fn dynamic(mass: f32, inertia: f32, acceleration: Vec2) -> Self {
        Self { inverse_mass: 1.0 / mass, inverse_inertia: 1.0 / inertia, acceleration, ..Self::INFINITE_MASS }
    }

    /// Whether impulses can change the motion of the body.
    #[inline(always)]
    #[must_use]
    pub fn is_movable(&self) -> bool {
        self.inverse_mass > 0.0 || self.inverse_inertia > 0.0
    }

    /// Velocity (m/s) and angular velocity (rad/s) after a sub-step of `h` seconds without impulses, as in
    /// `motion.rs`.
    #[must_use]
    pub fn freely_moving(&self, velocity: Vec2, angular_velocity: f32, h: f32) -> (Vec2, f32) {
        let damped = |damping: f32| {
            let lost = h * damping;
            if lost > 1.0 { (0.0, h / lost) } else { (1.0 - lost, h) }
        };
        let ((kept, gain), (kept_spin, gain_spin)) = (damped(self.damping), damped(self.angular_damping));
        let spin = angular_velocity * kept_spin + self.angular_acceleration * gain_spin;
        (velocity * kept + self.acceleration * gain, spin)
    }
}

/// Index of a body in [`Bodies`].
///
/// ```
/// use solver::{Bodies, BodyInput, BodyRow, BodyState};
///
/// let mut bodies = Bodies::new();
/// let body = bodies.push(BodyState::REST, BodyInput::INFINITE_MASS);
/// assert_eq!((body, BodyRow::STATIC.index()), (BodyRow(1), 0));
/// assert_eq!(bodies.states()[body.index()], BodyState::REST);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct BodyRow(pub u32);

impl BodyRow {
    /// Stands for every static body, and never moves.
    pub const STATIC: Self = Self(0);

    /// As an index into the arrays of [`Bodies`].
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index in the solver's own copy of the bodies, sorted by strip; valid for one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct BodyIndex(pub(crate) u32);

impl BodyIndex {
    pub(crate) const STATIC: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The bodies of a solver in two parallel arrays. The first row is [`BodyRow::STATIC`].
///
/// ```
/// use solver::geom::Vec2;
/// use solver::{Bodies, BodyInput, BodyRow, BodyState};
///
/// let mut bodies = Bodies::new();
/// assert_eq!(bodies.len(), 1); // The static row.
/// let gravity = Vec2::new(0.0, -9.81);
/// let ball = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 0.1, gravity));
/// let platform = bodies.push(BodyState::moving(Vec2::new(1.0, 0.0), 0.0), BodyInput::INFINITE_MASS);
///
/// // Before each step, the caller may change velocities and inputs.
/// bodies.states_mut()[ball.index()].velocity += Vec2::new(0.0, 3.0);
/// bodies.inputs_mut()[ball.index()].damping = 0.5;
///
/// // The last body takes the row of a removed one.
/// bodies.swap_remove(ball);
/// assert_eq!((bodies.len(), ball.index()), (2, platform.index() - 1));
/// ```
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
    /// A list with the static row only.
    #[must_use]
    pub fn new() -> Self {
        Self { states: vec![BodyState::REST], inputs: vec![BodyInput::INFINITE_MASS] }
    }

    /// Adds a body and returns its row.
    ///
    /// # Panics
    /// If there are 2^32 bodies already.
    pub fn push(&mut self, state: BodyState, input: BodyInput) -> BodyRow {
        let row = BodyRow(u32::try_from(self.states.len()).expect("fewer than 2^32 bodies"));
        self.states.push(state);
        self.inputs.push(input);
        row
    }

    /// Removes a body; the last body takes its row.
    ///
    /// # Panics
    /// If `row` is [`BodyRow::STATIC`], or there is no such row.
    pub fn swap_remove(&mut self, row: BodyRow) -> BodyState {
        assert!(row != BodyRow::STATIC, "row 0 stands for static bodies and cannot be removed");
        self.inputs.swap_remove(row.index());
        self.states.swap_remove(row.index())
    }

    /// Adds all bodies of another list but its static row. Row r there becomes r plus the returned number.
    ///
    /// ```
    /// use solver::{Bodies, BodyInput, BodyRow, BodyState};
    ///
    /// let (mut all, mut scene) = (Bodies::new(), Bodies::new());
    /// scene.push(BodyState::REST, BodyInput::INFINITE_MASS);
    /// assert_eq!((all.append(&scene), all.append(&scene), all.len()), (0, 1, 3));
    /// ```
    pub fn append(&mut self, other: &Self) -> u32 {
        let before = self.states.len() as u32 - 1;
        self.states.extend_from_slice(&other.states[1..]);
        self.inputs.extend_from_slice(&other.inputs[1..]);
        before
    }

    /// Removes all bodies but the static row.
    pub fn clear(&mut self) {
        self.states.truncate(1);
        self.inputs.truncate(1);
    }

    /// Number of rows, the static one included.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // Never empty: the static row is always there.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The states by row.
    #[inline]
    #[must_use]
    pub fn states(&self) -> &[BodyState] {
        &self.states
    }

    /// The states by row. Each step sets that of [`BodyRow::STATIC`] to rest.
    #[inline]
    #[must_use]
    pub fn states_mut(&mut self) -> &mut [BodyState] {
        &mut self.states
    }

    /// The inputs by row.
    #[inline]
    #[must_use]
    pub fn inputs(&self) -> &[BodyInput] {
        &self.inputs
    }

    /// The inputs by row. Each step gives [`BodyRow::STATIC`] infinite mass.
    #[inline]
    #[must_use]
    pub fn inputs_mut(&mut self) -> &mut [BodyInput] {
        &mut self.inputs
    }

    /// States to change and inputs to read. Resets the static row first, which empty lanes of blocks read on
    /// all threads, so no solver may ever write it.
    pub fn split(&mut self) -> (&mut [BodyState], &[BodyInput]) {
        let fixed = BodyRow::STATIC.index();
        (self.states[fixed], self.inputs[fixed]) = (BodyState::REST, BodyInput::INFINITE_MASS);
        (&mut self.states, &self.inputs)
    }
}
