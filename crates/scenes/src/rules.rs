//! Scenes of colliders that follow rules of their own: sensors, one-way planks, bumpers.

use crate::parts::{default, rectangle, shape};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use physics::prelude::*;
use physics::solver::impulse::CombineRule;

/// Adds a static body at the origin with a floor whose top is at a height of zero. Returns its index.
fn ground(level: &mut Level, half_width: f32) -> u32 {
    let floor = rectangle(half_width, 0.25).offset([0.0, -0.25], 0.0);
    level.body_with(BodyDef::fixed(), floor)
}

/// Balls roll down a slope through three gates, which are sensors. An arm, which is a sensor on a kinematic
/// body, sweeps over sleeping boxes and wakes none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gates {
    /// Number of balls.
    pub balls: u32,
}

default!(Gates { balls: 6 });

pub(crate) const SENSORS: Scene = scene(file!(), "sensors", 600, view(-11.0, -1.0, 11.0, 7.0))
    .about("Balls roll through three gates that report them; a sweeping sensor passes over sleeping boxes and wakes none.")
    .level(|| Gates::default().level());

impl Gates {
    /// The index of the body with the three gates, the left one first.
    pub const GATES: u32 = 1;
    /// The index of the sweeping arm.
    pub const ARM: u32 = 2;

    /// The level. The slope is body 0; after the gates and the arm come four boxes, then the balls.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let ground = ground(&mut level, 11.0);
        level.collider(ground, rectangle(0.2, 1.2).offset([3.2, 1.2], 0.0));
        level.collider(ground, rectangle(6.0, 0.15).offset([-4.5, 2.4], -0.2));
        level.collider(ground, rectangle(0.2, 1.0).offset([10.8, 1.0], 0.0));
        level.collider(ground, rectangle(0.1, 1.5).offset([-10.6, 4.8], 0.0));
        let gates = level.body(BodyDef::fixed());
        for x in [-7.0, -4.0, -1.0] {
            let height = 2.4 - (x + 4.5) * 0.2_f32.tan() + 0.9;
            level.collider(gates, rectangle(0.15, 0.8).offset([x, height], 0.0).sensor(true));
        }
        let arm = level.body(BodyDef::kinematic().position([7.5, 0.0]).angular_velocity(0.8));
        level.collider(arm, rectangle(1.6, 0.1).offset([1.6, 0.0], 0.0).sensor(true));
        for i in 0..4 {
            level.body_with(BodyDef::dynamic().position([4.5 + 1.6 * i as f32, 0.4]), rectangle(0.4, 0.4));
        }
        for i in 0..self.balls {
            let ball = ColliderDef::new(shape(Shape::circle(0.3))).restitution(0.1).rolling_resistance(0.03);
            level.body_with(BodyDef::dynamic().position([-10.0, 4.2 + 0.7 * i as f32]), ball);
        }
        level
    }
}

/// Boxes, balls and capsules jump up a stair of one-way planks, one plank with each jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planks {
    /// Number of planks above the ground.
    pub planks: u32,
    /// Height between two planks, m.
    pub rise: f32,
}

default!(Planks { planks: 4, rise: 1.5 });

pub(crate) const ONE_WAY: Scene = scene(file!(), "one_way", 600, view(-5.0, -0.5, 5.0, 8.0))
    .about("Three bodies jump up through one-way planks and land on them, a plank with each jump.")
    .level(|| Planks::default().level())
    .script(|step| Planks::default().commands(step));

impl Planks {
    /// The index of the first of the three bodies that jump.
    pub const FIRST_JUMPER: u32 = 1;
    /// Steps from one jump to the next.
    pub const PERIOD: u32 = 100;

    /// The level. The ground with all planks is body 0.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let ground = ground(&mut level, 5.0);
        for i in 1..=self.planks {
            let height = self.rise * i as f32;
            level.collider(ground, rectangle(4.0, 0.1).offset([0.0, height - 0.1], 0.0).one_way([0.0, 1.0]));
        }
        let shapes = [
            shape(Shape::rectangle(0.35, 0.35)),
            shape(Shape::circle(0.35)),
            shape(Shape::capsule([0.0, -0.2], [0.0, 0.2], 0.25)),
        ];
        for (i, shape) in shapes.into_iter().enumerate() {
            let def = BodyDef::dynamic().position([2.5 * i as f32 - 2.5, 0.6]).fixed_rotation(true);
            level.body_with(def, ColliderDef::new(shape));
        }
        level
    }

    /// Lets the bodies jump, high enough for one plank.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        if step == 0 || !step.is_multiple_of(Self::PERIOD) || step / Self::PERIOD > self.planks {
            return Vec::new();
        }
        // v^2 = 2 g h for half a metre above the plank.
        let speed = (2.0 * 9.81 * (self.rise + 0.5)).sqrt();
        let jump = |i| Command::Drive {
            body: Self::FIRST_JUMPER + i,
            velocity: Vec2::new(0.0, speed),
            angular_velocity: 0.0,
        };
        (0..3).map(jump).collect()
    }
}

/// Balls in a box with round bumpers, whose restitution is above one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bumpers {
    /// Restitution of the bumpers.
    pub restitution: f32,
}

default!(Bumpers { restitution: 1.4 });

pub(crate) const BUMPERS: Scene = scene(file!(), "bumpers", 600, view(-4.5, -0.5, 4.5, 10.5))
    .about("Balls on a pinball table gain speed at round bumpers and lose it at the walls, so they never come to rest.")
    .level(|| Bumpers::default().level());

impl Bumpers {
    /// The level. The table with its bumpers is body 0, the balls follow.
    #[must_use]
    pub fn level(&self) -> Level {
        // A table that leans by 20 degrees.
        let settings = WorldSettings { restitution_rule: CombineRule::Max, ..WorldSettings::default() };
        let mut level = Level::new(settings.gravity([0.0, -9.81 * 20.0_f32.to_radians().sin()]));
        let table = ground(&mut level, 4.5);
        for (position, half_width, half_height) in
            [([0.0, 10.25], 4.5, 0.25), ([-4.25, 5.0], 0.25, 5.0), ([4.25, 5.0], 0.25, 5.0)]
        {
            level.collider(table, rectangle(half_width, half_height).offset(position, 0.0));
        }
        let floor = [[-3.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [3.0, 0.0]];
        for position in [[-1.8, 5.0], [1.8, 5.0], [0.0, 3.0], [0.0, 7.5]].into_iter().chain(floor) {
            let bumper = ColliderDef::new(shape(Shape::circle(0.6))).offset(position, 0.0);
            level.collider(table, bumper.restitution(self.restitution));
        }
        for i in 0..4 {
            let ball = ColliderDef::new(shape(Shape::circle(0.2))).restitution(0.5).friction(0.1);
            let def = BodyDef::dynamic().position([0.9 * i as f32 - 1.4, 9.0]).can_sleep(false);
            level.body_with(def, ball);
        }
        level
    }
}
