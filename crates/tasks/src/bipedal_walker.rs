//! Walk to the end of the course: the task of Gymnasium's `BipedalWalker-v3`, and of its hardcore form.
//!
//! ```text
//!        ______
//!       |______\      24 numbers in: hull, joints, feet, ten rays ahead; four motors out
//!         |\ \ `.
//!        /  \  `  `   rays
//!   ____|____\__
//! ```
//!
//! Sizes, motors, rewards and the ground are Gymnasium's. It begins with legs out of their hinges, which its
//! solver closes within two steps; here the episode begins with the poses that this leads to. Rays are
//! computed from the heights of the ground in place of queries, which would take most of the time.

mod course;

use crate::canvas::Camera;
use crate::environment::{Described, Options};
use crate::parts::{CountedAngle, build, ground, is_touched, machine};
use crate::spec::{Actions, Quantity, Spec};
use batch::{Batch, BatchError, Outcome, Random, Task};
use compute::math::{min, sin_cos};
use course::{BOXES, Course, POINTS, SPACING};
use geom::{Pose, Shape};
use std::f32::consts::PI;
use world::solver::DirectJoints;
use world::{
    BodyDef, BodyId, ColliderDef, ColliderId, Continuous, DefError, JointDef, JointId, Level, LevelIds,
    QueryFilter, Ray, RevoluteJoint, World, WorldSettings,
};

/// s, of one step.
const STEP: f32 = 1.0 / 50.0;
/// Pixels of Gymnasium's picture in a metre.
const SCALE: f32 = 30.0;
/// Pixels, the outline of the hull.
const HULL: [[f32; 2]; 5] = [[-30.0, -8.0], [34.0, -8.0], [34.0, 1.0], [6.0, 9.0], [-30.0, 9.0]];
/// m, width and height of what a picture shows.
const VIEW: [f32; 2] = [600.0 / SCALE, 400.0 / SCALE];
/// m, of the hips below the hull's origin.
const HIP_DOWN: f32 = 8.0 / SCALE;
/// m, of each of the two parts of a leg.
const LEG: [f32; 2] = [8.0 / SCALE, 34.0 / SCALE];
/// N m, of each motor.
const TORQUE: f32 = 80.0;
/// rad/s, of the motors of hips and knees.
const SPEEDS: [f32; 2] = [4.0, 6.0];
/// rad, of hips and knees.
const LIMITS: [[f32; 2]; 2] = [[-0.8, 1.1], [-1.6, -0.1]];
/// Of the ground.
const FRICTION: f32 = 2.5;
/// m, of a ray.
const RANGE: f32 = 160.0 / SCALE;
/// Rays, from straight down, 0.15 rad from one to the next.
const RAYS: usize = 10;
/// N, the greatest force to the side on the hull in Gymnasium's first step.
const FIRST_FORCE: f32 = 5.0;
/// m and rad, m/s and rad/s: hull, first thigh and shin, second thigh and shin, as Gymnasium has them one
/// step after its first observation. In that one the legs are still half folded, and stretch without a
/// velocity.
const START: [[f32; 6]; 5] = [
    [4.648_059, 5.732_401, -0.005_232, -0.030_25, -0.015_9, 0.000_21],
    [4.856_369, 4.940_088, 0.380_528, 0.119_78, -0.008_23, 0.265_09],
    [4.792_803, 3.917_952, -0.504_748, 0.136_98, 0.012_33, -0.234_95],
    [4.858_602, 4.940_153, 0.383_278, 0.129_59, -0.002_28, 0.283_01],
    [4.798_631, 3.917_822, -0.500_414, 0.146_45, 0.018_23, -0.253_39],
];
/// x of the place at which the course is won, m.
const END: f32 = (POINTS - 10) as f32 * SPACING;

const ACTIONS: Actions = Actions::Continuous(&[
    Quantity::new("first hip", "80 N m", -1.0, 1.0),
    Quantity::new("first knee", "80 N m", -1.0, 1.0),
    Quantity::new("second hip", "80 N m", -1.0, 1.0),
    Quantity::new("second knee", "80 N m", -1.0, 1.0),
]);
const OBSERVATIONS: &[Quantity] = &[
    Quantity::new("angle of the hull, whole turns counted", "rad", -PI, PI),
    Quantity::new("angular velocity of the hull", "25 rad/s", -5.0, 5.0),
    Quantity::new("velocity to the right", "8.33 m/s", -5.0, 5.0),
    Quantity::new("velocity upwards", "12.5 m/s", -5.0, 5.0),
    Quantity::new("first hip", "rad", -PI, PI),
    Quantity::new("speed of the first hip", "4 rad/s", -5.0, 5.0),
    Quantity::new("first knee, plus 1", "rad", -PI, PI),
    Quantity::new("speed of the first knee", "6 rad/s", -5.0, 5.0),
    Quantity::new("1 if the first foot touches the ground", "", 0.0, 5.0),
    Quantity::new("second hip", "rad", -PI, PI),
    Quantity::new("speed of the second hip", "4 rad/s", -5.0, 5.0),
    Quantity::new("second knee, plus 1", "rad", -PI, PI),
    Quantity::new("speed of the second knee", "6 rad/s", -5.0, 5.0),
    Quantity::new("1 if the second foot touches the ground", "", 0.0, 5.0),
    Quantity::new("ray straight down", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 0.15 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 0.30 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 0.45 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 0.60 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 0.75 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 0.90 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 1.05 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 1.20 rad", "5.33 m", -1.0, 1.0),
    Quantity::new("ray at 1.35 rad", "5.33 m", -1.0, 1.0),
];

// The solver has its default of four sub-steps. With one, two, four and eight the mean return of this file's
// gait is 252, 280, 187 and 242 in 100 worlds, on Box2D 144.

/// What of the task may be chosen.
///
/// ```
/// use tasks::{BipedalWalkerDef, Options};
///
/// let hard = BipedalWalkerDef { hardcore: true, max_steps: 2000 };
/// let mut batch = hard.build(Options { worlds: 2, ..Options::default() })?;
/// batch.step(&[0.5, -0.5, 0.0, 0.0, 0.5, -0.5, 0.0, 0.0])?;
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BipedalWalkerDef {
    /// Stumps, stairs and pits on the course.
    pub hardcore: bool,
    /// Steps after which an episode is truncated; 0 for never, 1600 by default. Gymnasium has 2000 for
    /// hardcore.
    pub max_steps: u32,
}

impl Default for BipedalWalkerDef {
    fn default() -> Self {
        Self { hardcore: false, max_steps: 1600 }
    }
}

impl BipedalWalkerDef {
    /// Makes the worlds.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn build(self, options: Options) -> Result<Batch<BipedalWalker>, BatchError> {
        build(&self.level()?, STEP, options, |ids| BipedalWalker::new(self, ids))
    }

    fn level(self) -> Result<Level, DefError> {
        let mut settings = WorldSettings::default()
            .gravity([0.0, -10.0])
            .sleeping(false)
            .continuous(Continuous::AgainstStatic)
            .rolling_resistance(0.0)
            .direct_joints(DirectJoints::All);
        settings.hit_speed = f32::INFINITY;
        let mut level = Level { velocities_of_centers: true, ..Level::new(settings) };
        let terrain = level.body(BodyDef::fixed());
        let course = Course::default();
        for index in 0..POINTS - 1 {
            let shape = course.segment(index)?;
            level.collider(terrain, ColliderDef::new(shape).friction(FRICTION).filter(ground()));
        }
        for _ in 0..if self.hardcore { BOXES } else { 0 } {
            let shape = Shape::rectangle(SPACING, SPACING)?;
            let obstacle = ColliderDef::new(shape).friction(FRICTION).filter(ground());
            level.collider(terrain, obstacle.enabled(false));
        }
        let hull = Shape::polygon(HULL.map(|[x, y]| [x / SCALE, y / SCALE]))?;
        let thigh = Shape::rectangle(LEG[0] / 2.0, LEG[1] / 2.0)?;
        let shin = Shape::rectangle(0.8 * LEG[0] / 2.0, LEG[1] / 2.0)?;
        let parts =
            [(&hull, 5.0, 0.1), (&thigh, 1.0, 0.2), (&shin, 1.0, 0.2), (&thigh, 1.0, 0.2), (&shin, 1.0, 0.2)];
        for ([x, y, angle, vx, vy, spin], (shape, density, friction)) in START.into_iter().zip(parts) {
            level.body_with(
                BodyDef::dynamic().position([x, y]).angle(angle).velocity([vx, vy]).angular_velocity(spin),
                ColliderDef::new(shape.clone()).density(density).friction(friction).filter(machine()),
            );
        }
        let half = LEG[1] / 2.0;
        for (a, b, anchor, [least, most]) in [
            (1, 2, -HIP_DOWN, LIMITS[0]),
            (2, 3, -half, LIMITS[1]),
            (1, 4, -HIP_DOWN, LIMITS[0]),
            (4, 5, -half, LIMITS[1]),
        ] {
            let hinge = RevoluteJoint::new().anchors([0.0, anchor], [0.0, half]).limits(least, most);
            level.joint(JointDef::new(a, b, hinge));
        }
        Ok(level)
    }
}

/// The task. [`BipedalWalkerDef::build`] makes a batch of it.
///
/// An action has four numbers, for the motors of the first hip and knee, and of the second ones: the sign
/// says which way each turns, at 4 rad/s for hips and 6 rad/s for knees; the size, up to 1, is its share of
/// 80 N m.
///
/// | observation | meaning | unit | range |
/// |---|---|---|---|
/// | 0 | angle of the hull, whole turns counted | rad | -pi to pi |
/// | 1 | its angular velocity | 25 rad/s | -5 to 5 |
/// | 2 | velocity of its centre of mass to the right | 8.33 m/s | -5 to 5 |
/// | 3 | upwards | 12.5 m/s | -5 to 5 |
/// | 4, 9 | angles of the hips, first and second leg | rad | -pi to pi |
/// | 5, 10 | their speeds | 4 rad/s | -5 to 5 |
/// | 6, 11 | angles of the knees, plus 1 | rad | -pi to pi |
/// | 7, 12 | their speeds | 6 rad/s | -5 to 5 |
/// | 8, 13 | 1 if the foot touches the ground | | 0 or 1 |
/// | 14 to 23 | rays to the ground, from straight down, 0.15 rad apart | 5.33 m | 0 to 1 |
///
/// The reward is the gain of the potential `130 x / 30 - 5 |angle|` (x in m), less 0.028 for the size of
/// each of the four numbers, up to 1. It is -100 in the step in which the hull touches the ground or goes
/// back to x below 0. That ends the episode, and so does x beyond 88.7 m.
#[derive(Debug)]
pub struct BipedalWalker {
    def: BipedalWalkerDef,
    hull: BodyId,
    shins: [BodyId; 2],
    joints: [JointId; 4],
    ground: Vec<ColliderId>,
    boxes: Vec<ColliderId>,
    /// m, from the hull to the end of each ray.
    rays: [[f32; 2]; RAYS],
}

/// What the task keeps for each world.
#[derive(Clone, Debug, Default)]
pub struct WalkerState {
    course: Course,
    angle: CountedAngle,
    potential: f32,
    effort: f32,
    /// rad/s and N m, of each motor.
    motors: [[f32; 2]; 4],
    steps: u32,
}

impl BipedalWalker {
    fn new(def: BipedalWalkerDef, ids: &LevelIds) -> Self {
        Self {
            def,
            hull: ids.bodies[1],
            shins: [ids.bodies[3], ids.bodies[5]],
            joints: std::array::from_fn(|i| ids.joints[i]),
            ground: ids.colliders[..POINTS - 1].to_vec(),
            boxes: if def.hardcore { ids.colliders[POINTS - 1..][..BOXES].to_vec() } else { Vec::new() },
            rays: std::array::from_fn(|i| {
                let (sin, cos) = sin_cos(0.15 * i as f32);
                [sin * RANGE, -cos * RANGE]
            }),
        }
    }

    /// The hull.
    #[must_use]
    pub fn hull(&self) -> BodyId {
        self.hull
    }

    fn place_course(&self, world: &mut World, course: &Course) -> Result<(), DefError> {
        for (index, id) in self.ground.iter().enumerate() {
            world.collider_mut(*id)?.set_shape(course.segment(index)?)?;
        }
        for (id, [left, lower, right, upper]) in self.boxes.iter().zip(course.boxes()) {
            let shape =
                Shape::polygon([[*left, *lower], [*right, *lower], [*right, *upper], [*left, *upper]])?;
            world.collider_mut(*id)?.set_shape(shape)?.set_enabled(true);
        }
        Ok(())
    }
}

impl Task for BipedalWalker {
    type State = WalkerState;

    fn action_len(&self) -> usize {
        ACTIONS.len()
    }

    fn observation_len(&self) -> usize {
        OBSERVATIONS.len()
    }

    fn reset(&self, world: &mut World, state: &mut WalkerState, random: &mut Random) -> Result<(), DefError> {
        state.course.draw(self.def.hardcore, random);
        self.place_course(world, &state.course)?;
        let push = random.between(-FIRST_FORCE, FIRST_FORCE) * STEP;
        world.body_mut(self.hull)?.apply_central_impulse([push, 0.0])?;
        let course = std::mem::take(&mut state.course);
        *state = WalkerState { course, ..WalkerState::default() };
        Ok(())
    }

    fn act(
        &self,
        world: &mut World,
        state: &mut WalkerState,
        action: &[f32],
        _: u32,
    ) -> Result<(), DefError> {
        state.steps += 1;
        state.effort = 0.0;
        for (index, (id, number)) in self.joints.iter().zip(action).enumerate() {
            let size = min(number.abs(), 1.0);
            state.effort += size;
            let speed = if *number == 0.0 { 0.0 } else { SPEEDS[index % 2] * number.signum() };
            let motor = [speed, TORQUE * size];
            // A change of a joint costs more than this comparison.
            if motor != state.motors[index] {
                state.motors[index] = motor;
                world.joint_mut(*id)?.change(|hinge: RevoluteJoint| hinge.motor(motor[0], motor[1]))?;
            }
        }
        Ok(())
    }

    fn observe(&self, world: &World, state: &mut WalkerState, to: &mut [f32]) -> Result<Outcome, DefError> {
        let hull = world.body(self.hull)?;
        let (Pose { position, rotation }, velocity) = (hull.pose(), hull.velocity());
        to[0] = state.angle.follow(rotation);
        to[1] = 2.0 * hull.angular_velocity() * STEP;
        to[2] = 0.3 * velocity.x * (600.0 / SCALE) * STEP;
        to[3] = 0.3 * velocity.y * (400.0 / SCALE) * STEP;
        for leg in 0..2 {
            let at = 4 + 5 * leg;
            for part in 0..2 {
                let joint = world.joint(self.joints[2 * leg + part])?;
                to[at + 2 * part] = joint.angle() + part as f32;
                to[at + 2 * part + 1] = joint.angular_speed() / SPEEDS[part];
            }
            to[at + 4] = f32::from(u8::from(is_touched(world, self.shins[leg])?));
        }
        for (share, ray) in to[14..].iter_mut().zip(self.rays) {
            *share = state.course.cast(position, ray);
            if self.def.hardcore {
                let ray = Ray { max_fraction: *share, ..Ray::new(position, ray) };
                let hit = world.cast_ray(&ray, QueryFilter::default().mask(ground().category))?;
                *share = hit.map_or(*share, |hit| hit.fraction);
            }
        }
        let potential = 130.0 * position.x / SCALE - 5.0 * to[0].abs();
        let gain = potential - state.potential - 0.000_35 * TORQUE * state.effort;
        state.potential = potential;
        let is_lost = is_touched(world, self.hull)? || position.x < 0.0;
        Ok(Outcome {
            reward: if is_lost { -100.0 } else { gain },
            terminated: is_lost || position.x > END,
            truncated: self.def.max_steps != 0 && state.steps >= self.def.max_steps,
        })
    }
}

impl Described for BipedalWalker {
    fn spec(&self) -> Spec {
        Spec { actions: ACTIONS, observations: OBSERVATIONS, seconds: STEP, max_steps: self.def.max_steps }
    }

    fn camera(&self, world: &World, _: &WalkerState) -> Camera {
        // A fifth of the width lies behind the hull.
        let x = world.body(self.hull).map_or(0.0, |hull| hull.pose().position.x) - VIEW[0] / 5.0;
        Camera::of([x, 0.0, x + VIEW[0], VIEW[1]])
    }
}

/// What a step of the gait is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// One leg stands, the other swings forwards.
    #[default]
    Swing,
    /// The swinging leg is put down.
    PutDown,
    /// The leg behind stretches.
    PushOff,
}

/// A simple gait for tests and first steps, after the rule that Gymnasium uses for the same purpose: swing a
/// leg forwards until the standing one is behind, put it down, push off, change legs. Each phase has target
/// angles, to which the motors are driven by position and speed. One for each world.
#[derive(Clone, Debug)]
pub struct WalkerGait {
    phase: Phase,
    moving: usize,
    standing_knee: f32,
}

impl Default for WalkerGait {
    fn default() -> Self {
        Self { phase: Phase::Swing, moving: 0, standing_knee: KNEE }
    }
}

/// rad, as observed: of a knee that bears the hull.
const KNEE: f32 = 0.1;
/// As observed: it falls forwards if it walks faster.
const GAIT_SPEED: f32 = 0.29;

impl WalkerGait {
    /// Writes the four numbers of an action for an observation.
    pub fn act(&mut self, observation: &[f32], action: &mut [f32]) {
        let o = observation;
        let [moving, standing] = [self.moving, 1 - self.moving];
        let (own, other) = (4 + 5 * moving, 4 + 5 * standing);
        let (mut hips, mut knees) = ([None; 2], [None; 2]);
        // Phases may follow each other within one step.
        if self.phase == Phase::Swing {
            (hips[moving], knees[moving]) = (Some(1.1), Some(-0.6));
            self.standing_knee += if o[2] > GAIT_SPEED { 0.06 } else { 0.03 };
            self.standing_knee = min(self.standing_knee, KNEE);
            knees[standing] = Some(self.standing_knee);
            if o[other] < 0.1 {
                self.phase = Phase::PutDown;
            }
        }
        if self.phase == Phase::PutDown {
            (hips[moving], knees[moving]) = (Some(0.1), Some(KNEE));
            knees[standing] = Some(self.standing_knee);
            if o[own + 4] > 0.0 {
                self.phase = Phase::PushOff;
                self.standing_knee = min(o[own + 2], KNEE);
            }
        }
        if self.phase == Phase::PushOff {
            (knees[moving], knees[standing]) = (Some(self.standing_knee), Some(1.0));
            if o[other + 2] > 0.88 || o[2] > 1.2 * GAIT_SPEED {
                self.phase = Phase::Swing;
                self.moving = standing;
            }
        }
        let upright = 0.9 * o[0] + 1.5 * o[1];
        for leg in 0..2 {
            let at = 4 + 5 * leg;
            let hip = hips[leg].map_or(0.0, |goal: f32| 0.9 * (goal - o[at]) - 0.25 * o[at + 1]);
            let knee = knees[leg].map_or(0.0, |goal: f32| 4.0 * (goal - o[at + 2]) - 0.25 * o[at + 3]);
            action[2 * leg] = (0.5 * (hip + upright)).clamp(-1.0, 1.0);
            action[2 * leg + 1] = (0.5 * (knee - 15.0 * o[3])).clamp(-1.0, 1.0);
        }
    }
}
