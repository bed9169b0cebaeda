//! Carry a hanging load over a wall and set it down.
//!
//! ```text
//!   =====[__]==================   trolley on a rail, driven sideways
//!          \                      rope, which can be wound up
//!          [ ]    |
//!   _______________|_____[goal]___
//! ```
//!
//! The rope only pulls: it goes slack when the load stands. The motor has a greatest force, so a swinging
//! load moves the trolley too.

use crate::canvas::Camera;
use crate::environment::{Described, Options};
use crate::parts::{build, is_touched};
use crate::spec::{Actions, Quantity, Spec};
use batch::{Batch, BatchError, Outcome, Random, Task};
use geom::{Pose, Shape, Vec2};
use world::solver::DirectJoints;
use world::{
    BodyDef, BodyId, ColliderDef, ColliderId, DefError, DistanceJoint, JointDef, JointId, Level, LevelIds,
    PrismaticJoint, World, WorldSettings,
};

/// s, of one step.
const STEP: f32 = 1.0 / 50.0;
/// m, of the rail above the ground.
const RAIL: f32 = 9.0;
/// m, how far the trolley goes to either side.
const REACH: f32 = 10.0;
/// m/s, the greatest speed of the trolley, and of the rope.
const SPEEDS: [f32; 2] = [3.0, 1.5];
/// N, of the trolley's motor. Trolley and load have 300 kg.
const FORCE: f32 = 1500.0;
/// m, half of the load's side.
const HALF: f32 = 0.5;
/// m, of the rope: the shortest, at first, and the longest, with which the load lies on the ground.
const ROPE: [f32; 3] = [1.0, 5.0, RAIL - HALF];
/// m, half of the wall's width; it stands in the middle.
const WALL: f32 = 0.3;
/// m, how high the wall is.
const WALL_HEIGHTS: [f32; 2] = [2.0, 4.0];
/// m, where the trolley begins, and where the goal is.
const STARTS: [f32; 2] = [-8.0, -5.0];
const GOALS: [f32; 2] = [4.0, 8.0];
/// m, how near the goal is near enough.
const NEAR: f32 = 0.4;
/// m/s with which the load may at most meet the ground.
const HARD: f32 = 1.0;
/// m/s below which the load rests, and for how many steps it must.
const REST: (f32, u32) = (0.05, 25);

const ACTIONS: Actions = Actions::Continuous(&[
    Quantity::new("speed of the trolley", "3 m/s", -1.0, 1.0),
    Quantity::new("speed of the rope, downwards", "1.5 m/s", -1.0, 1.0),
]);
const OBSERVATIONS: &[Quantity] = &[
    Quantity::new("place of the trolley", "10 m", -1.1, 1.1),
    Quantity::new("velocity of the trolley", "3 m/s", -2.0, 2.0),
    Quantity::new("length of the rope", "8.5 m", 0.0, 1.0),
    Quantity::new("place of the load", "10 m", -2.0, 2.0),
    Quantity::new("height of the load", "9 m", 0.0, 1.5),
    Quantity::new("velocity of the load to the right", "5 m/s", -3.0, 3.0),
    Quantity::new("velocity of the load upwards", "5 m/s", -3.0, 3.0),
    Quantity::new("angle of the load", "rad", -std::f32::consts::PI, std::f32::consts::PI),
    Quantity::new("angular velocity of the load", "rad/s", -20.0, 20.0),
    Quantity::new("place of the goal", "10 m", 0.4, 0.8),
    Quantity::new("height of the wall", "4 m", 0.5, 1.0),
    Quantity::new("1 if something touches the load", "", 0.0, 1.0),
];

/// What of the task may be chosen.
///
/// ```
/// use tasks::{CraneDef, Options};
///
/// let mut batch = CraneDef::default().build(Options { worlds: 2, ..Options::default() })?;
/// batch.step(&[0.0, -1.0, 0.0, -1.0])?; // both wind up
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CraneDef {
    /// Steps after which an episode is truncated; 0 for never, 1000 by default.
    pub max_steps: u32,
}

impl Default for CraneDef {
    fn default() -> Self {
        Self { max_steps: 1000 }
    }
}

impl CraneDef {
    /// Makes the worlds.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn build(self, options: Options) -> Result<Batch<Crane>, BatchError> {
        build(&level()?, STEP, options, |ids| Crane::new(self, ids))
    }
}

fn level() -> Result<Level, DefError> {
    let mut settings =
        WorldSettings::default().sleeping(false).rolling_resistance(0.0).direct_joints(DirectJoints::All);
    settings.hit_speed = f32::INFINITY;
    let mut level = Level::new(settings);
    let ground = level
        .body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?).friction(0.6));
    let wall = level.body_with(BodyDef::fixed(), ColliderDef::new(wall(WALL_HEIGHTS[0])?));
    debug_assert_eq!((ground, wall), (0, 1));
    let trolley = level.body_with(
        BodyDef::dynamic().position([STARTS[0], RAIL]),
        ColliderDef::new(Shape::rectangle(0.5, 0.2)?).density(500.0),
    );
    let load = level.body_with(
        BodyDef::dynamic().position([STARTS[0], RAIL - ROPE[1] - HALF]),
        ColliderDef::new(Shape::rectangle(HALF, HALF)?).density(100.0).friction(0.6),
    );
    let rail = PrismaticJoint::new([1.0, 0.0]).anchors([0.0, RAIL], [0.0, 0.0]).limits(-REACH, REACH);
    level.joint(JointDef::new(ground, trolley, rail.motor(0.0, FORCE)));
    level.joint(JointDef::new(trolley, load, rope(ROPE[1])));
    Ok(level)
}

fn wall(height: f32) -> Result<Shape, DefError> {
    Ok(Shape::polygon([[-WALL, 0.0], [WALL, 0.0], [WALL, height], [-WALL, height]])?)
}

/// From the trolley to the top of the load.
fn rope(length: f32) -> DistanceJoint {
    DistanceJoint::rope(length).anchors([0.0, 0.0], [0.0, HALF])
}

/// The task. [`CraneDef::build`] makes a batch of it.
///
/// An action has two numbers, each taken as -1 to 1 if it is beyond: the speed of the trolley to the right,
/// as a share of 3 m/s, reached with at most 1500 N; and the speed with which the rope gets longer, as a
/// share of 1.5 m/s.
///
/// | observation | meaning | unit | range |
/// |---|---|---|---|
/// | 0, 1 | place and velocity of the trolley | 10 m, 3 m/s | -1 to 1 |
/// | 2 | length of the rope | 8.5 m | 0.12 to 1 |
/// | 3, 4 | place and height of the load's centre | 10 m, 9 m | |
/// | 5, 6 | its velocity to the right and upwards | 5 m/s | |
/// | 7, 8 | its angle and angular velocity | rad, rad/s | |
/// | 9 | place of the goal | 10 m | 0.4 to 0.8 |
/// | 10 | height of the wall, which stands at 0 and is 0.6 m wide | 4 m | 0.5 to 1 |
/// | 11 | 1 if something touches the load | | 0 or 1 |
///
/// The reward is the gain of the potential `-10 d - 2 v`, with the distance d of the load from where it is
/// to stand (m) and its speed v (m/s), less 0.01 for each step. It is -100 in the step in which the load
/// touches the wall, or meets the ground faster than 1 m/s; and 100 in the step after which it has rested on
/// the ground, nearer than 0.4 m to the goal, for half a second. Both end the episode.
#[derive(Debug)]
pub struct Crane {
    def: CraneDef,
    wall: ColliderId,
    walls: BodyId,
    trolley: BodyId,
    load: BodyId,
    rope: JointId,
    rail: JointId,
}

/// What the task keeps for each world.
#[derive(Clone, Debug, Default)]
pub struct CraneState {
    /// m, of the rope.
    length: f32,
    /// The share of its speed at which the trolley is driven.
    drive: f32,
    goal: f32,
    wall: f32,
    potential: f32,
    /// m/s, of the load before the step, downwards.
    fall: f32,
    touched: bool,
    steps: u32,
    rest_steps: u32,
}

impl Crane {
    fn new(def: CraneDef, ids: &LevelIds) -> Self {
        Self {
            def,
            wall: ids.colliders[1],
            walls: ids.bodies[1],
            trolley: ids.bodies[2],
            load: ids.bodies[3],
            rail: ids.joints[0],
            rope: ids.joints[1],
        }
    }

    /// The load.
    #[must_use]
    pub fn load(&self) -> BodyId {
        self.load
    }
}

impl Task for Crane {
    type State = CraneState;

    fn action_len(&self) -> usize {
        ACTIONS.len()
    }

    fn observation_len(&self) -> usize {
        OBSERVATIONS.len()
    }

    fn reset(&self, world: &mut World, state: &mut CraneState, random: &mut Random) -> Result<(), DefError> {
        let x = random.between(STARTS[0], STARTS[1]);
        let goal = random.between(GOALS[0], GOALS[1]);
        let height = random.between(WALL_HEIGHTS[0], WALL_HEIGHTS[1]);
        *state = CraneState { length: ROPE[1], goal, wall: height, ..CraneState::default() };
        world.collider_mut(self.wall)?.set_shape(wall(height)?)?;
        world.body_mut(self.trolley)?.set_pose(Pose::at([x, RAIL]))?;
        world.body_mut(self.load)?.set_pose(Pose::at([x, RAIL - ROPE[1] - HALF]))?;
        Ok(())
    }

    fn act(&self, world: &mut World, state: &mut CraneState, action: &[f32], _: u32) -> Result<(), DefError> {
        let [drive, wind] = [action[0], action[1]].map(|number| number.clamp(-1.0, 1.0));
        state.steps += 1;
        state.fall = -world.body(self.load)?.velocity().y;
        let length = (state.length + wind * SPEEDS[1] * STEP).clamp(ROPE[0], ROPE[2]);
        // A change of a joint costs more than these comparisons.
        if drive != state.drive {
            state.drive = drive;
            world
                .joint_mut(self.rail)?
                .change(|rail: PrismaticJoint| rail.motor(drive * SPEEDS[0], FORCE))?;
        }
        if length != state.length {
            state.length = length;
            world.joint_mut(self.rope)?.change(|_: DistanceJoint| rope(length))?;
        }
        Ok(())
    }

    fn observe(&self, world: &World, state: &mut CraneState, to: &mut [f32]) -> Result<Outcome, DefError> {
        let [trolley, load] = [world.body(self.trolley)?, world.body(self.load)?];
        let (Pose { position, rotation }, velocity) = (load.pose(), load.velocity());
        let touches = is_touched(world, self.load)?;
        to.copy_from_slice(&[
            trolley.pose().position.x / REACH,
            trolley.velocity().x / SPEEDS[0],
            state.length / ROPE[2],
            position.x / REACH,
            position.y / RAIL,
            velocity.x / 5.0,
            velocity.y / 5.0,
            rotation.angle(),
            load.angular_velocity(),
            state.goal / REACH,
            state.wall / WALL_HEIGHTS[1],
            f32::from(u8::from(touches)),
        ]);
        let distance = Vec2::new(position.x - state.goal, position.y - HALF).norm();
        let potential = -10.0 * distance - 2.0 * velocity.norm();
        let gain = potential - state.potential - 0.01;
        state.potential = potential;
        let is_dropped = touches && !state.touched && state.fall > HARD;
        let is_lost = is_dropped || is_touched(world, self.walls)?;
        state.touched = touches;
        let rests = touches && (position.x - state.goal).abs() < NEAR && velocity.norm() < REST.0;
        state.rest_steps = if rests { state.rest_steps + 1 } else { 0 };
        let is_done = state.rest_steps >= REST.1;
        Ok(Outcome {
            reward: if is_lost {
                -100.0
            } else if is_done {
                100.0
            } else {
                gain
            },
            terminated: is_lost || is_done,
            truncated: self.def.max_steps != 0 && state.steps >= self.def.max_steps,
        })
    }
}

impl Described for Crane {
    fn spec(&self) -> Spec {
        Spec { actions: ACTIONS, observations: OBSERVATIONS, seconds: STEP, max_steps: self.def.max_steps }
    }

    fn camera(&self, _: &World, _: &CraneState) -> Camera {
        Camera::of([-11.0, -1.0, 11.0, 10.0])
    }
}

/// A simple driver for tests and first steps: winds up until the load is above the wall, drives to the goal
/// and follows the swinging load, which calms it, and lets it down there.
pub fn crane_driver(observation: &[f32], action: &mut [f32]) {
    let &[trolley, _, length, load, height, speed, _, _, _, goal, wall, _] = observation else { return };
    let [trolley, load, goal] = [trolley, load, goal].map(|share| share * REACH);
    let (lowest, wall) = (height * RAIL - HALF, wall * WALL_HEIGHTS[1]);
    let is_past = load > WALL + 2.0 * HALF;
    let is_there = (load - goal).abs() < 0.5 * NEAR && (speed * 5.0).abs() < 0.2;
    // Once it is on its way down it stays so.
    let is_low = is_past && lowest < wall;
    action[1] = if is_there || (is_low && (load - goal).abs() < NEAR) {
        // Slower and slower, until the rope is slack.
        (0.5 * lowest + 0.1).clamp(0.0, 1.0)
    } else if is_past {
        0.0
    } else {
        (2.0 * (lowest - wall - 0.6)).clamp(-1.0, 1.0)
    };
    let is_clear = is_past || lowest > wall + 0.4 || length * ROPE[2] <= ROPE[0];
    let goal = if is_clear { goal } else { trolley };
    action[0] = ((0.5 * (goal - trolley)).clamp(-1.8, 1.8) + 0.8 * (load - trolley)) / SPEEDS[0];
    action[0] = action[0].clamp(-1.0, 1.0);
}
