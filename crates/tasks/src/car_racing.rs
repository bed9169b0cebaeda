//! Drive around a road: the task of Gymnasium's `CarRacing-v3`, seen from above.
//!
//! ```text
//!      _________
//!     /  _____  \         the road: some 290 tiles, another one in each episode
//!    |  /     \  |
//!    | |       |#|        # the car: a hull and four wheels on hinges; the front ones are steered, the
//!     \ \______| |          rear ones driven
//!      \_________/
//! ```
//!
//! Sizes, powers and rewards are Gymnasium's. Tiles are no bodies here: which of them a wheel touches is
//! found by geometry, with Gymnasium's delay of a step. An observation is a list of numbers; the picture,
//! which is the observation there, is drawn on demand (`Environment::pictures`).

mod picture;
mod track;
mod tyre;

use crate::canvas::{Camera, Canvas};
use crate::environment::{Described, Options};
use crate::parts::{build, choice, machine};
use crate::spec::{Actions, Quantity, Spec};
use batch::{Batch, BatchError, Outcome, Random, Task};
use compute::math::{atan2, max, min};
use geom::{Point, Pose, Rot, Shape, Vec2};
use std::f32::consts::PI;
use track::{SPACING, Track, overlap};
use tyre::{RADIUS, Tyre};
use world::solver::DirectJoints;
use world::{
    BodyDef, BodyId, ColliderDef, DefError, JointDef, JointId, Level, LevelIds, RevoluteJoint, World,
    WorldSettings,
};

/// s, of one step.
const STEP: f32 = 1.0 / 50.0;
/// m, of a unit of the outlines below.
const SCALE: f32 = 0.02;
/// The hull: front wing, nose, cockpit, rear wing.
const HULL: [&[[f32; 2]]; 4] = [
    &[[-60.0, 110.0], [60.0, 110.0], [60.0, 130.0], [-60.0, 130.0]],
    &[[-20.0, 20.0], [20.0, 20.0], [15.0, 120.0], [-15.0, 120.0]],
    &[
        [25.0, 20.0],
        [-25.0, 20.0],
        [-50.0, -10.0],
        [-50.0, -40.0],
        [-20.0, -90.0],
        [20.0, -90.0],
        [50.0, -40.0],
        [50.0, -10.0],
    ],
    &[[-50.0, -120.0], [50.0, -120.0], [50.0, -90.0], [-50.0, -90.0]],
];
/// The axles of the wheels: front left, front right, rear left, rear right.
const WHEELS: [[f32; 2]; 4] = [[-55.0, 80.0], [55.0, 80.0], [-55.0, -82.0], [55.0, -82.0]];
/// Half the width and half the length of a wheel.
const WHEEL: [f32; 2] = [14.0, 27.0];
/// kg/m^2, of hull and wheels.
const DENSITIES: [f32; 2] = [1.0, 0.1];
/// N m, of the motors that turn the wheels of the front axle and hold those of the rear one.
const STEERING_TORQUE: f32 = 64.8;
/// 1/s and rad/s: speed of steering for each rad of error, and at most.
const STEERING: [f32; 2] = [50.0, 3.0];
/// rad, of the front wheels.
const GREATEST_STEER: f32 = 0.4;
/// By which the gas grows in a step, at most.
const GAS_STEP: f32 = 0.1;
/// Steer, gas and brake of the discrete actions.
const CHOICES: [[f32; 3]; 5] =
    [[0.0, 0.0, 0.0], [0.6, 0.0, 0.0], [-0.6, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.8]];
/// m, from the origin to each side of the field.
const FIELD: f32 = 2000.0 / 6.0;
/// m, from the hull's origin to a tile that one of its wheels may touch: tile 7.6, car 2.6, rounded up.
const REACH: f32 = 12.0;
/// Tiles ahead of the car whose places are observed.
const AHEAD: [usize; 8] = [1, 3, 5, 8, 11, 15, 20, 26];

const DISCRETE: Actions = Actions::Discrete(&["nothing", "right", "left", "gas", "brake"]);
const CONTINUOUS: Actions = Actions::Continuous(&[
    Quantity::new("steering, to the right", "", -1.0, 1.0),
    Quantity::new("gas", "", 0.0, 1.0),
    Quantity::new("brake", "", 0.0, 1.0),
]);
const OBSERVATIONS: &[Quantity] = &[
    Quantity::new("speed to the right", "m/s", -100.0, 100.0),
    Quantity::new("speed forwards", "m/s", -100.0, 150.0),
    Quantity::new("angular velocity", "rad/s", -10.0, 10.0),
    Quantity::new("angle of the front wheels", "rad", -0.5, 0.5),
    Quantity::new("spin of the front left wheel", "rad/s", -300.0, 400.0),
    Quantity::new("spin of the front right wheel", "rad/s", -300.0, 400.0),
    Quantity::new("spin of the rear left wheel", "rad/s", -300.0, 400.0),
    Quantity::new("spin of the rear right wheel", "rad/s", -300.0, 400.0),
    Quantity::new("way to the right of the middle of the road", "m", -350.0, 350.0),
    Quantity::new("angle of the car to the road", "rad", -PI, PI),
    Quantity::new("share of the tiles that are visited", "", 0.0, 1.0),
    Quantity::new("1 tile ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("1 tile ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("3 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("3 tiles ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("5 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("5 tiles ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("8 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("8 tiles ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("11 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("11 tiles ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("15 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("15 tiles ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("20 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("20 tiles ahead, forwards", "m", -350.0, 350.0),
    Quantity::new("26 tiles ahead, to the right", "m", -350.0, 350.0),
    Quantity::new("26 tiles ahead, forwards", "m", -350.0, 350.0),
];

/// What of the task may be chosen.
///
/// ```
/// use tasks::{CarRacingDef, Options};
///
/// let mut batch = CarRacingDef::default().build(Options { worlds: 2, ..Options::default() })?;
/// batch.step(&[0.0, 1.0, 0.0, 0.3, 0.5, 0.0])?; // straight on, and to the right
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarRacingDef {
    /// Three numbers as the action; else one of five choices.
    pub continuous: bool,
    /// The share of the tiles that must have been visited when the car comes to the first tile, for the lap
    /// to be complete: 0 to 1, 0.95 by default.
    pub lap_complete: f32,
    /// Steps after which an episode is truncated; 0 for never, 1000 by default.
    pub max_steps: u32,
}

impl Default for CarRacingDef {
    fn default() -> Self {
        Self { continuous: true, lap_complete: 0.95, max_steps: 1000 }
    }
}

impl CarRacingDef {
    /// Makes the worlds.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn build(self, options: Options) -> Result<Batch<CarRacing>, BatchError> {
        if !(0.0..=1.0).contains(&self.lap_complete) {
            let (field, value, expected) = ("lap_complete", self.lap_complete, "0 to 1");
            return Err(DefError::Value { field, value, expected }.into());
        }
        build(&level()?, STEP, options, |ids| CarRacing::new(self, ids))
    }
}

fn level() -> Result<Level, DefError> {
    // One sub-step, so that a step is Box2D's: velocities, then positions. Nothing but joints is to be
    // solved.
    let settings = WorldSettings::default()
        .gravity([0.0, 0.0])
        .sleeping(false)
        .substeps(1)
        .direct_joints(DirectJoints::All);
    let mut level = Level { velocities_of_centers: true, ..Level::new(settings) };
    let scaled = |[x, y]: [f32; 2]| Point::new(SCALE * x, SCALE * y);
    let hull = level.body(BodyDef::dynamic());
    for outline in HULL {
        let shape = Shape::polygon(outline.iter().copied().map(scaled))?;
        level.collider(hull, ColliderDef::new(shape).density(DENSITIES[0]).filter(machine()));
    }
    let shape = Shape::rectangle(SCALE * WHEEL[0], SCALE * WHEEL[1])?;
    for at in WHEELS {
        let at = scaled(at);
        let wheel = level.body_with(
            BodyDef::dynamic().position(at),
            ColliderDef::new(shape.clone()).density(DENSITIES[1]).filter(machine()),
        );
        let hinge = RevoluteJoint::new().anchors(at, [0.0, 0.0]).motor(0.0, STEERING_TORQUE);
        level.joint(JointDef::new(hull, wheel, hinge.limits(-GREATEST_STEER, GREATEST_STEER)));
    }
    Ok(level)
}

/// The task. [`CarRacingDef::build`] makes a batch of it.
///
/// An action has three numbers: steering from -1, full left, to 1, full right; gas and brake from 0 to 1. A
/// brake of 0.9 or more blocks the wheels. Or one: 0 nothing, 1 right, 2 left, 3 gas, 4 brake. Wheels on
/// grass have 0.6 of the friction of those on the road.
///
/// | observation | meaning | unit |
/// |---|---|---|
/// | 0, 1 | velocity of the hull to its right and forwards | m/s |
/// | 2 | its angular velocity | rad/s |
/// | 3 | angle of the front wheels, positive to the left | rad |
/// | 4 to 7 | spin of the wheels: front left, front right, rear left, rear right | rad/s |
/// | 8 | way of the hull to the right of the middle of the road | m |
/// | 9 | angle of the car to the road, positive to the left | rad |
/// | 10 | share of the tiles that are visited | |
/// | 11 to 26 | the road 1, 3, 5, 8, 11, 15, 20, 26 tiles ahead (3.5 m each): right, forwards | m |
///
/// The reward of a step is -0.1, and 1000 divided by the number of tiles for each tile that a wheel touches
/// for the first time. The episode ends when all tiles are visited, or when a wheel comes to the first tile
/// after 95 % of them; and outside the field of 667 m, with -100.
#[derive(Debug)]
pub struct CarRacing {
    def: CarRacingDef,
    hull: BodyId,
    wheels: [BodyId; 4],
    joints: [JointId; 4],
}

/// What the task keeps for each world.
#[derive(Clone, Debug, Default)]
pub struct CarState {
    track: Track,
    tyres: [Tyre; 4],
    visited: usize,
    /// Tiles touched for the first time in this step.
    gain: usize,
    is_lap_complete: bool,
    /// rad/s, of the motors of the hinges.
    speeds: [f32; 4],
    steps: u32,
}

impl CarState {
    /// How many tiles the road has.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.track.tiles.len()
    }

    /// How many of them a wheel has touched.
    #[must_use]
    pub fn visited(&self) -> usize {
        self.visited
    }
}

impl CarRacing {
    fn new(def: CarRacingDef, ids: &LevelIds) -> Self {
        Self {
            def,
            hull: ids.bodies[0],
            wheels: std::array::from_fn(|i| ids.bodies[1 + i]),
            joints: std::array::from_fn(|i| ids.joints[i]),
        }
    }

    /// The hull.
    #[must_use]
    pub fn hull(&self) -> BodyId {
        self.hull
    }

    /// Steer, gas and brake.
    fn controls(&self, action: &[f32]) -> Result<[f32; 3], DefError> {
        if self.def.continuous {
            Ok([action[0], min(max(action[1], 0.0), 1.0), action[2]])
        } else {
            let choice = choice(action[0], CHOICES.len() as u32, "0, 1, 2, 3 or 4")?;
            Ok(CHOICES[choice as usize])
        }
    }

    /// Finds the tiles that the wheels touch.
    fn touch(&self, world: &World, state: &mut CarState) -> Result<(), DefError> {
        let hull = world.body(self.hull)?.pose().position;
        let half = Point::new(SCALE * WHEEL[0], SCALE * WHEEL[1]);
        let mut outlines = [[Point::origin(); 4]; 4];
        for (outline, id) in outlines.iter_mut().zip(self.wheels) {
            let pose = world.body(id)?.pose();
            *outline = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[x, y]: [f32; 2]| pose * Point::new(x * half.x, y * half.y));
        }
        state.gain = 0;
        state.tyres.iter_mut().for_each(|tyre| tyre.is_on_road = false);
        let count = state.track.tiles.len();
        for (index, tile) in state.track.tiles.iter_mut().enumerate() {
            if (tile.middle - hull).norm_squared() > REACH * REACH {
                continue;
            }
            for (outline, tyre) in outlines.iter().zip(&mut state.tyres) {
                if overlap(outline, &tile.corners) {
                    tyre.is_on_road = true;
                    if !tile.is_visited {
                        tile.is_visited = true;
                        state.gain += 1;
                        state.visited += 1;
                        let share = state.visited as f32 / count as f32;
                        state.is_lap_complete |= index == 0 && share > self.def.lap_complete;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Task for CarRacing {
    type State = CarState;

    fn action_len(&self) -> usize {
        if self.def.continuous { CONTINUOUS.len() } else { DISCRETE.len() }
    }

    fn observation_len(&self) -> usize {
        OBSERVATIONS.len()
    }

    fn reset(&self, world: &mut World, state: &mut CarState, random: &mut Random) -> Result<(), DefError> {
        let mut track = std::mem::take(&mut state.track);
        track.draw(random);
        let start = track.tiles[0];
        let hull = Pose::new(start.middle, start.across);
        world.body_mut(self.hull)?.set_pose(hull)?;
        for (id, [x, y]) in self.wheels.into_iter().zip(WHEELS) {
            let at = hull * Point::new(SCALE * x, SCALE * y);
            world.body_mut(id)?.set_pose(Pose { position: at, rotation: hull.rotation })?;
        }
        // It starts on the road.
        let tyre = Tyre { is_on_road: true, ..Tyre::default() };
        *state = CarState { track, tyres: [tyre; 4], ..CarState::default() };
        Ok(())
    }

    fn act(&self, world: &mut World, state: &mut CarState, action: &[f32], _: u32) -> Result<(), DefError> {
        let [steer, gas, brake] = self.controls(action)?;
        state.steps += 1;
        for tyre in &mut state.tyres[2..] {
            tyre.gas += min(gas - tyre.gas, GAS_STEP);
        }
        for index in 0..4 {
            let goal = if index < 2 { -steer } else { 0.0 };
            let error = goal - world.joint(self.joints[index])?.angle();
            let speed = min(max(STEERING[0] * error, -STEERING[1]), STEERING[1]);
            // A change of a joint costs more than this comparison.
            if speed != state.speeds[index] {
                state.speeds[index] = speed;
                let change = |hinge: RevoluteJoint| hinge.motor(speed, STEERING_TORQUE);
                world.joint_mut(self.joints[index])?.change(change)?;
            }
            let mut wheel = world.body_mut(self.wheels[index])?;
            let (rotation, velocity) = (wheel.view().pose().rotation, wheel.view().velocity());
            let along = Vec2::new(-rotation.sin, rotation.cos);
            let force = state.tyres[index].roll(velocity, along, brake, STEP);
            wheel.apply_central_force(force)?;
        }
        // After the forces, which are those of the tiles that were touched before the last step.
        self.touch(world, state)
    }

    fn observe(&self, world: &World, state: &mut CarState, to: &mut [f32]) -> Result<Outcome, DefError> {
        let hull = world.body(self.hull)?;
        let pose = hull.pose();
        let velocity = pose.rotation.inverse_rotate(hull.velocity());
        to[0] = velocity.x;
        to[1] = velocity.y;
        to[2] = hull.angular_velocity();
        to[3] = world.joint(self.joints[0])?.angle();
        for (to, tyre) in to[4..8].iter_mut().zip(&state.tyres) {
            *to = tyre.spin;
        }
        let tiles = &state.track.tiles;
        let here = state.track.nearest(pose.position);
        let across = Rot::from_angle(tiles[here].across);
        to[8] = across.inverse_rotate(pose.position - tiles[here].middle).x;
        to[9] = across.angle_to(pose.rotation);
        to[10] = state.visited as f32 / tiles.len() as f32;
        for (to, ahead) in to[11..].chunks_mut(2).zip(AHEAD) {
            let place = pose.inverse_transform(tiles[(here + ahead) % tiles.len()].middle);
            (to[0], to[1]) = (place.x, place.y);
        }
        let is_lost = pose.position.x.abs() > FIELD || pose.position.y.abs() > FIELD;
        let is_done = state.is_lap_complete || state.visited == tiles.len();
        Ok(Outcome {
            reward: if is_lost { -100.0 } else { 1000.0 * state.gain as f32 / tiles.len() as f32 - 0.1 },
            terminated: is_lost || is_done,
            truncated: self.def.max_steps != 0 && state.steps >= self.def.max_steps,
        })
    }
}

impl Described for CarRacing {
    fn spec(&self) -> Spec {
        Spec {
            actions: if self.def.continuous { CONTINUOUS } else { DISCRETE },
            observations: OBSERVATIONS,
            seconds: STEP,
            max_steps: self.def.max_steps,
        }
    }

    fn camera(&self, world: &World, state: &CarState) -> Camera {
        picture::camera(self, world, state)
    }

    fn paint(&self, world: &World, state: &CarState, canvas: &mut Canvas<'_>) {
        picture::paint(self, world, state, canvas);
    }
}

/// A simple driver for tests and first steps: it steers to a point of the road ahead, farther when it is
/// faster, and slows down where the road turns. Writes three numbers.
///
/// `docs/environments.md` has its returns.
pub fn car_driver(observation: &[f32], action: &mut [f32]) {
    let (&[_, speed, spin, ..], [steer, gas, brake]) = (observation, action) else { return };
    if observation.len() != OBSERVATIONS.len() {
        return;
    }
    let point = |index: usize| [observation[11 + 2 * index], observation[12 + 2 * index]];
    // rad, to the left, of a point of the road.
    let bearing = |index: usize| {
        let [right, forwards] = point(index);
        atan2(-right, forwards)
    };
    let near = if speed < 40.0 { 1 } else { 2 };
    let wanted = 1.2 * bearing(near) - 0.1 * spin;
    *steer = min(max(-wanted / GREATEST_STEER, -1.0), 1.0);
    // The sharper the road turns within its next tiles, the slower.
    let turn = max(bearing(3).abs(), max(bearing(4).abs(), bearing(5).abs()));
    let goal = max(120.0 - 100.0 * turn, 40.0);
    *gas = if speed < goal { min(0.05 * (goal - speed), 0.6) * (1.0 - 0.7 * steer.abs()) } else { 0.0 };
    *brake = if speed > goal + 6.0 { 0.3 } else { 0.0 };
}
