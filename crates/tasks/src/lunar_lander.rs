//! Land on the pad: the task of Gymnasium's `LunarLander-v3`.
//!
//! ```text
//!            o     8 numbers in, one of four actions or two throttles out
//!          /___\
//!          /   \    legs on hinges, with motors that spread them
//!   \   |>      |>   ___
//!    \__|_______|___/   ten segments, drawn anew in each episode
//! ```
//!
//! Sizes, forces, rewards and limits are Gymnasium's, in its metres (30 pixels). What differs:
//!
//! - Gymnasium begins with folded legs far out of their hinges, steps once, and shows what comes of it. Here
//!   the episode begins with that outcome: the legs spread to [`SPREAD`], and the velocities that a force on
//!   the hull gives hull and legs together.
//! - Rest is measured here and not by the engine: 25 steps in which no part is faster than Box2D's bounds of
//!   sleep.
//! - One sub-step and no more, so that free flight has Box2D's rule: velocities first, then positions. With
//!   more, positions fall behind by 1.5 mm in a step.

use crate::canvas::Camera;
use crate::environment::{Described, Options};
use crate::parts::{CountedAngle, Draws, build, choice, ground, is_touched, machine};
use crate::spec::{Actions, Quantity, Spec};
use batch::{Batch, BatchError, Outcome, Random, Task};
use compute::math::sin_cos;
use geom::{Point, Pose, Shape, ShapeError, Vec2};
use world::solver::DirectJoints;
use world::{
    BodyDef, BodyId, ColliderDef, ColliderId, Continuous, DefError, JointDef, Level, LevelIds, RevoluteJoint,
    World, WorldSettings,
};

/// s, of one step.
const STEP: f32 = 1.0 / 50.0;
/// Pixels of Gymnasium's picture in a metre.
const SCALE: f32 = 30.0;
/// m, of the visible part of the world.
const WIDTH: f32 = 600.0 / SCALE;
/// m.
const HEIGHT: f32 = 400.0 / SCALE;
/// Points of the ground.
const GROUND_POINTS: usize = 11;
/// m, of the pad.
const PAD_HEIGHT: f32 = HEIGHT / 4.0;
/// m, how far the middle of a leg is from its hinge, sideways and down, while the leg's own angle is zero.
const LEG_AWAY: f32 = 20.0 / SCALE;
/// m.
const LEG_DOWN: f32 = 18.0 / SCALE;
/// Pixels, the outline of the hull.
const HULL: [[f32; 2]; 6] =
    [[-14.0, 17.0], [-17.0, 0.0], [-17.0, -10.0], [17.0, -10.0], [17.0, 0.0], [14.0, 17.0]];
/// N m, of the motors that spread the legs.
const LEG_TORQUE: f32 = 40.0;
/// rad/s, of these motors.
const LEG_SPEED: f32 = 0.3;
/// rad, between which a leg turns.
const LEG_LIMITS: [f32; 2] = [0.4, 0.9];
/// rad, of a leg after Gymnasium's first step.
const SPREAD: f32 = 0.492;
/// m, by which the hull is then above where it was put.
const LIFT: f32 = 0.0022;
/// rad/m: the angular velocity that a force on the hull gives, as a multiple of the velocity to the side.
/// The legs hang below the hull, and lag behind.
const LAG: f32 = -0.113;
/// N s for each metre of arm, of the main engine.
const MAIN_POWER: f32 = 13.0;
/// N s for each metre of arm, of the side engines.
const SIDE_POWER: f32 = 0.6;
/// m, below the hull's origin, of the main engine.
const MAIN_DOWN: f32 = 4.0 / SCALE;
/// m, beside the hull's origin, of the side engines.
const SIDE_AWAY: f32 = 12.0 / SCALE;
/// m, above the hull's origin, of the side engines: Gymnasium has two numbers, one for each component.
const SIDE_UP: [f32; 2] = [17.0 / SCALE, 14.0 / SCALE];
/// m/s and rad/s below which Box2D lets a body fall asleep.
const REST: [f32; 2] = [0.01, 2.0 * std::f32::consts::PI / 180.0];
/// Steps of half a second, after which it sleeps.
const REST_STEPS: u32 = 25;

/// Biased and relax sweeps of the one sub-step. With fewer the lander trembles on its legs and never rests:
/// with 2 and 1 a pilot's landing took 995 steps, here 245.
const SWEEPS: (u32, u32) = (8, 4);

const DISCRETE: Actions = Actions::Discrete(&["nothing", "left engine", "main engine", "right engine"]);
const CONTINUOUS: Actions = Actions::Continuous(&[
    Quantity::new("main engine: off up to 0, then from half to full power", "", -1.0, 1.0),
    Quantity::new("side engines: left up to -0.5, right from 0.5, off between", "", -1.0, 1.0),
]);
const OBSERVATIONS: &[Quantity] = &[
    Quantity::new("place beside the pad", "10 m", -2.5, 2.5),
    Quantity::new("height above the pad", "6.67 m", -2.5, 2.5),
    Quantity::new("velocity to the right", "5 m/s", -10.0, 10.0),
    Quantity::new("velocity upwards", "7.5 m/s", -10.0, 10.0),
    Quantity::new("angle, whole turns counted", "rad", -std::f32::consts::TAU, std::f32::consts::TAU),
    Quantity::new("angular velocity", "2.5 rad/s", -10.0, 10.0),
    Quantity::new("1 if the right leg touches the ground", "", 0.0, 1.0),
    Quantity::new("1 if the left leg touches the ground", "", 0.0, 1.0),
];

/// What of the task may be chosen.
///
/// ```
/// use tasks::{LunarLanderDef, Options};
///
/// let windy = LunarLanderDef { wind_power: 15.0, turbulence_power: 1.5, ..LunarLanderDef::default() };
/// let mut batch = windy.build(Options { worlds: 4, ..Options::default() })?;
/// batch.step(&[0.0, 1.0, 2.0, 3.0])?; // another action in each world
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LunarLanderDef {
    /// Two throttles in place of four actions.
    pub continuous: bool,
    /// m/s^2, upwards, above -12 and below 0; -10 by default.
    pub gravity: f32,
    /// N, the greatest force of the wind, 0 to 20; 0 by default, for no wind. It blows while no leg touches.
    pub wind_power: f32,
    /// N m, the greatest torque of the wind, 0 to 2; 0 by default.
    pub turbulence_power: f32,
    /// N, 0 to 2000: the greatest force on the hull in the first step, along each axis; 1000 by default,
    /// Gymnasium's `INITIAL_RANDOM`.
    pub first_force: f32,
    /// How far engines miss their direction and place, as a share of what they do in Gymnasium, 0 to 1; 1 by
    /// default.
    pub dispersion: f32,
    /// Steps after which an episode is truncated; 0 for never, 1000 by default.
    pub max_steps: u32,
}

impl Default for LunarLanderDef {
    fn default() -> Self {
        Self {
            continuous: false,
            gravity: -10.0,
            wind_power: 0.0,
            turbulence_power: 0.0,
            first_force: 1000.0,
            dispersion: 1.0,
            max_steps: 1000,
        }
    }
}

impl LunarLanderDef {
    /// Makes the worlds.
    ///
    /// # Errors
    /// [`BatchError`] that names the field and its range.
    pub fn build(self, options: Options) -> Result<Batch<LunarLander>, BatchError> {
        let checks = [
            ("gravity", self.gravity, self.gravity > -12.0 && self.gravity < 0.0, "above -12 and below 0"),
            ("first_force", self.first_force, (0.0..=2000.0).contains(&self.first_force), "0 to 2000"),
            ("dispersion", self.dispersion, (0.0..=1.0).contains(&self.dispersion), "0 to 1"),
            ("wind_power", self.wind_power, (0.0..=20.0).contains(&self.wind_power), "0 to 20"),
            (
                "turbulence_power",
                self.turbulence_power,
                (0.0..=2.0).contains(&self.turbulence_power),
                "0 to 2",
            ),
        ];
        for (field, value, is_valid, expected) in checks {
            if !is_valid {
                return Err(BatchError::Value { field, value, expected });
            }
        }
        let level = self.level()?;
        build(&level, STEP, options, |ids| LunarLander::new(self, ids))
    }

    fn level(self) -> Result<Level, DefError> {
        let mut settings = WorldSettings::default()
            .gravity([0.0, self.gravity])
            .sleeping(false)
            .continuous(Continuous::AgainstStatic)
            .rolling_resistance(0.0)
            .direct_joints(DirectJoints::All)
            .substeps(1);
        settings.hit_speed = f32::INFINITY;
        (settings.solver.biased_sweeps, settings.solver.relax_sweeps) = SWEEPS;
        let mut level = Level::new(settings);
        let terrain = level.body(BodyDef::fixed());
        // Below the lowest ground, which nothing reaches but what has left the picture.
        let base = ColliderDef::new(Shape::segment([0.0, 0.0], [WIDTH, 0.0])?).friction(0.2).filter(ground());
        let flat = [PAD_HEIGHT; GROUND_POINTS];
        for index in 0..GROUND_POINTS - 1 {
            level.collider(terrain, ColliderDef::new(segment(&flat, index)?).friction(0.1).filter(ground()));
        }
        level.collider(terrain, base);
        let hull = Shape::polygon(HULL.map(|[x, y]| [x / SCALE, y / SCALE]))?;
        let hull = level.body_with(
            BodyDef::dynamic().position([WIDTH / 2.0, HEIGHT + LIFT]),
            ColliderDef::new(hull).density(5.0).friction(0.1).filter(machine()),
        );
        for side in [1.0, -1.0] {
            let pose = leg_pose(Pose::new([WIDTH / 2.0, HEIGHT + LIFT], 0.0), side);
            let leg = level.body_with(
                BodyDef::dynamic().position(pose.position).angle(pose.rotation.angle()),
                ColliderDef::new(Shape::rectangle(2.0 / SCALE, 8.0 / SCALE)?)
                    .density(1.0)
                    .friction(0.2)
                    .filter(machine()),
            );
            let [least, most] = if side > 0.0 { LEG_LIMITS } else { [-LEG_LIMITS[1], -LEG_LIMITS[0]] };
            let hinge = RevoluteJoint::new()
                .anchors([0.0, 0.0], [-side * LEG_AWAY, LEG_DOWN])
                .limits(least, most)
                .motor(-side * LEG_SPEED, LEG_TORQUE);
            level.joint(JointDef::new(hull, leg, hinge));
        }
        Ok(level)
    }
}

/// Where a leg is, whose hinge is in the hull's origin; `side` is 1 for the right one, -1 for the left one.
fn leg_pose(hull: Pose, side: f32) -> Pose {
    let turned = Pose::new([0.0, 0.0], side * SPREAD);
    hull * turned * Pose::at([side * LEG_AWAY, -LEG_DOWN])
}

/// The ground between point `index` and the next one.
fn segment(heights: &[f32; GROUND_POINTS], index: usize) -> Result<Shape, ShapeError> {
    let point = |i: usize| Point::new(WIDTH / (GROUND_POINTS - 1) as f32 * i as f32, heights[i]);
    Shape::segment(point(index), point(index + 1))
}

/// The heights of the ground, m: even numbers from 0 to half of [`HEIGHT`], flat at the pad, each then about
/// the mean of three.
fn draw_ground(random: &mut Random) -> [f32; GROUND_POINTS] {
    let mut heights: [f32; GROUND_POINTS + 1] = std::array::from_fn(|_| random.between(0.0, HEIGHT / 2.0));
    heights[3..8].fill(PAD_HEIGHT);
    // The point before the first is the last one.
    std::array::from_fn(|i| {
        0.33 * (heights[(i + GROUND_POINTS) % (GROUND_POINTS + 1)] + heights[i] + heights[i + 1])
    })
}

/// The task. [`LunarLanderDef::build`] makes a batch of it.
///
/// | action | meaning |
/// |---|---|
/// | 0 | nothing |
/// | 1 | left engine: turns counter-clockwise, and pushes a little to the left |
/// | 2 | main engine |
/// | 3 | right engine: turns clockwise, and pushes a little to the right |
///
/// With [`LunarLanderDef::continuous`] an action has two numbers, each taken as -1 to 1 if it is beyond: the
/// main engine is off up to 0 and has 0.5 to 1 of its power above; the left engine fires up to -0.5, the
/// right one from 0.5, with that share of its power.
///
/// | observation | meaning | unit | range |
/// |---|---|---|---|
/// | 0 | place of the hull's origin beside the middle of the pad | 10 m | -2.5 to 2.5 |
/// | 1 | its height above where it is when the legs stand on the pad | 6.67 m | -2.5 to 2.5 |
/// | 2 | velocity of the hull's centre of mass to the right | 5 m/s | -10 to 10 |
/// | 3 | upwards | 7.5 m/s | -10 to 10 |
/// | 4 | angle of the hull, whole turns counted | rad | -2 pi to 2 pi |
/// | 5 | angular velocity | 2.5 rad/s | -10 to 10 |
/// | 6, 7 | 1 if the right, the left leg touches the ground | | 0 or 1 |
///
/// (The units are those with which Gymnasium's numbers come out; it multiplies velocities by what others
/// divide them by.)
///
/// The reward is the gain of the potential `-100 |(o0, o1)| - 100 |(o2, o3)| - 100 |o4| + 10 o6 + 10 o7`,
/// less 0.3 for a step of the main engine and 0.03 for one of a side engine, by their power. It is -100 in
/// the step in which the hull touches the ground or leaves the picture sideways, and 100 in the step after
/// which the lander has rested for half a second; both end the episode.
#[derive(Debug)]
pub struct LunarLander {
    def: LunarLanderDef,
    hull: BodyId,
    legs: [BodyId; 2],
    ground: [ColliderId; GROUND_POINTS - 1],
}

/// What the task keeps for each world.
#[derive(Clone, Debug, Default)]
pub struct LanderState {
    draws: Draws,
    /// Of the last observation.
    potential: f32,
    angle: CountedAngle,
    /// What the engines have used in this step, as a loss of reward.
    fuel: f32,
    /// Where in its course the wind is: force and torque.
    wind: [i32; 2],
    steps: u32,
    rest_steps: u32,
    touches: [bool; 2],
}

impl LunarLander {
    fn new(def: LunarLanderDef, ids: &LevelIds) -> Self {
        Self {
            def,
            hull: ids.bodies[1],
            legs: [ids.bodies[2], ids.bodies[3]],
            ground: std::array::from_fn(|i| ids.colliders[i]),
        }
    }

    /// The hull.
    #[must_use]
    pub fn hull(&self) -> BodyId {
        self.hull
    }

    /// The legs, the right one first.
    #[must_use]
    pub fn legs(&self) -> [BodyId; 2] {
        self.legs
    }

    /// How much of its power each engine has, and to which side the side engine pushes the fire.
    fn throttles(&self, action: &[f32]) -> Result<(f32, f32, f32), DefError> {
        if self.def.continuous {
            let [main, side] = [action[0], action[1]].map(|number| number.clamp(-1.0, 1.0));
            let main = if main > 0.0 { 0.5 + 0.5 * main } else { 0.0 };
            Ok((main, if side.abs() > 0.5 { side.abs() } else { 0.0 }, side.signum()))
        } else {
            Ok(match choice(action[0], 4, "0, 1, 2 or 3")? {
                1 => (0.0, 1.0, -1.0),
                2 => (1.0, 0.0, 0.0),
                3 => (0.0, 1.0, 1.0),
                _ => (0.0, 0.0, 0.0),
            })
        }
    }

    fn blow(&self, world: &mut World, state: &mut LanderState) -> Result<(), DefError> {
        let is_still = self.def.wind_power == 0.0 && self.def.turbulence_power == 0.0;
        if is_still || state.touches != [false; 2] {
            return Ok(());
        }
        let [force, torque] = state.wind.map(gust);
        state.wind = state.wind.map(|index| index + 1);
        let mut hull = world.body_mut(self.hull)?;
        hull.apply_central_force([force * self.def.wind_power, 0.0])?;
        hull.apply_torque(torque * self.def.turbulence_power)?;
        Ok(())
    }
}

/// The hyperbolic tangent of a number from -2 to 2, by its continued fraction, to 1e-5.
fn tanh(x: f32) -> f32 {
    let square = x * x;
    let rest = [9.0, 7.0, 5.0, 3.0, 1.0].into_iter().fold(11.0, |rest, number| number + square / rest);
    x / rest
}

/// The wind of a step, -1 to 1, which never repeats.
fn gust(index: i32) -> f32 {
    let x = 0.01 * index as f32;
    tanh(sin_cos(2.0 * x).0 + sin_cos(std::f32::consts::PI * x).0)
}

impl Task for LunarLander {
    type State = LanderState;

    fn action_len(&self) -> usize {
        self.spec().actions.len()
    }

    fn observation_len(&self) -> usize {
        OBSERVATIONS.len()
    }

    fn reset(&self, world: &mut World, state: &mut LanderState, random: &mut Random) -> Result<(), DefError> {
        let heights = draw_ground(random);
        for (index, id) in self.ground.iter().enumerate() {
            world.collider_mut(*id)?.set_shape(segment(&heights, index)?)?;
        }
        let mut index = || (random.unit() * 19_998.0) as i32 - 9999;
        let wind = [index(), index()];
        let most = self.def.first_force;
        let force = Vec2::new(random.between(-most, most), random.between(-most, most));
        let mut mass = 0.0;
        for id in [self.hull, self.legs[0], self.legs[1]] {
            mass += world.body(id)?.mass_properties().mass;
        }
        let velocity = force * (STEP / mass) + Vec2::new(0.0, self.def.gravity * STEP);
        let spin = LAG * velocity.x;
        let from = Point::new(WIDTH / 2.0, HEIGHT + LIFT);
        let hull = Pose::new(from + (velocity - Vec2::new(0.0, self.def.gravity * STEP)) * STEP, spin * STEP);
        world.body_mut(self.hull)?.set_pose(hull)?;
        for (leg, side) in self.legs.iter().zip([1.0, -1.0]) {
            world.body_mut(*leg)?.set_pose(leg_pose(hull, side))?;
        }
        let center = world.body(self.hull)?.center();
        for id in [self.hull, self.legs[0], self.legs[1]] {
            let arm = world.body(id)?.center() - center;
            let mut body = world.body_mut(id)?;
            body.set_velocity(velocity + Vec2::new(-arm.y, arm.x) * spin)?.set_angular_velocity(spin)?;
        }
        // What is drawn while the episode runs is drawn from here on.
        *state = LanderState { draws: Draws(random.clone()), wind, ..LanderState::default() };
        Ok(())
    }

    fn act(
        &self,
        world: &mut World,
        state: &mut LanderState,
        action: &[f32],
        _: u32,
    ) -> Result<(), DefError> {
        let (main, side, direction) = self.throttles(action)?;
        self.blow(world, state)?;
        state.steps += 1;
        state.fuel = 0.3 * main + 0.03 * side;
        // Both are drawn in each step, so that no draw depends on the actions before it.
        let [along, across] =
            [(); 2].map(|()| state.draws.0.between(-1.0, 1.0) * self.def.dispersion / SCALE);
        if main == 0.0 && side == 0.0 {
            return Ok(());
        }
        let Pose { position, rotation } = world.body(self.hull)?.pose();
        // Down the hull, and to its left: fire goes this way, the hull the other way.
        let [down, left] = [Vec2::new(rotation.sin, -rotation.cos), Vec2::new(-rotation.cos, -rotation.sin)];
        let mut hull = world.body_mut(self.hull)?;
        if main > 0.0 {
            let fire = down * (MAIN_DOWN + 2.0 * along) + left * across;
            hull.apply_impulse(fire * (-MAIN_POWER * main), position + fire)?;
        }
        if side > 0.0 {
            let fire = down * along + left * (3.0 * across + direction * SIDE_AWAY);
            let up = Vec2::new(-down.x * SIDE_UP[0], -down.y * SIDE_UP[1]);
            hull.apply_impulse(fire * (-SIDE_POWER * side), position + fire + up)?;
        }
        Ok(())
    }

    fn observe(&self, world: &World, state: &mut LanderState, to: &mut [f32]) -> Result<Outcome, DefError> {
        let hull = world.body(self.hull)?;
        let (pose, velocity, spin) = (hull.pose(), hull.velocity(), hull.angular_velocity());
        let is_crashed = is_touched(world, self.hull)?;
        let mut is_slow = is_at_rest(velocity, spin);
        for (leg, touches) in self.legs.iter().zip(&mut state.touches) {
            *touches = is_touched(world, *leg)?;
            let leg = world.body(*leg)?;
            is_slow &= is_at_rest(leg.velocity(), leg.angular_velocity());
        }
        state.rest_steps = if is_slow { state.rest_steps + 1 } else { 0 };
        to.copy_from_slice(&[
            (pose.position.x - WIDTH / 2.0) / (WIDTH / 2.0),
            (pose.position.y - (PAD_HEIGHT + LEG_DOWN)) / (HEIGHT / 2.0),
            velocity.x * (WIDTH / 2.0) * STEP,
            velocity.y * (HEIGHT / 2.0) * STEP,
            state.angle.follow(pose.rotation),
            spin * 20.0 * STEP,
            f32::from(u8::from(state.touches[0])),
            f32::from(u8::from(state.touches[1])),
        ]);
        let potential = lander_potential(to);
        let gain = potential - state.potential - state.fuel;
        state.potential = potential;
        let is_lost = is_crashed || to[0].abs() >= 1.0;
        let is_landed = state.rest_steps >= REST_STEPS;
        Ok(Outcome {
            reward: if is_landed {
                100.0
            } else if is_lost {
                -100.0
            } else {
                gain
            },
            terminated: is_lost || is_landed,
            truncated: self.def.max_steps != 0 && state.steps >= self.def.max_steps,
        })
    }
}

fn is_at_rest(velocity: Vec2, spin: f32) -> bool {
    velocity.norm() <= REST[0] && spin.abs() <= REST[1]
}

/// What the reward of a step is the gain of.
fn lander_potential(o: &[f32]) -> f32 {
    let length = |x: f32, y: f32| (x * x + y * y).sqrt();
    -100.0 * (length(o[0], o[1]) + length(o[2], o[3]) + o[4].abs()) + 10.0 * (o[6] + o[7])
}

impl Described for LunarLander {
    fn spec(&self) -> Spec {
        Spec {
            actions: if self.def.continuous { CONTINUOUS } else { DISCRETE },
            observations: OBSERVATIONS,
            seconds: STEP,
            max_steps: self.def.max_steps,
        }
    }

    fn camera(&self, _: &World, _: &LanderState) -> Camera {
        Camera::of([0.0, 0.0, WIDTH, HEIGHT])
    }
}

/// A simple pilot for tests and first steps, after the rule that Gymnasium uses for the same purpose: steer
/// the angle towards the pad, and the height towards a cone above it, each by position and speed. Writes one
/// action for an observation: one number if `action` has one, else two.
///
/// It lands safely more often than not; `docs/environments.md` has its returns.
pub fn lander_pilot(observation: &[f32], action: &mut [f32]) {
    let &[x, y, vx, vy, angle, spin, right, left] = observation else { return };
    let wanted_angle = (0.5 * x + vx).clamp(-0.4, 0.4);
    let mut turn = 0.5 * (wanted_angle - angle) - spin;
    let mut lift = 0.5 * (0.55 * x.abs() - y) - 0.5 * vy;
    if right > 0.0 || left > 0.0 {
        // It stands: brake the fall, no more.
        (turn, lift) = (0.0, -0.5 * vy);
    }
    match action {
        [choice] => {
            *choice = if lift > turn.abs() && lift > 0.05 {
                2.0
            } else if turn < -0.05 {
                3.0
            } else if turn > 0.05 {
                1.0
            } else {
                0.0
            };
        }
        [main, side, ..] => {
            *main = (20.0 * lift - 1.0).clamp(-1.0, 1.0);
            *side = (-20.0 * turn).clamp(-1.0, 1.0);
        }
        [] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tanh_is_that_of_the_standard_library() {
        for i in -200..=200 {
            let x = 0.01 * i as f32;
            assert!((tanh(x) - x.tanh()).abs() < 1e-5, "{x}");
        }
    }
}
