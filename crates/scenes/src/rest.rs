//! Scenes of what comes to rest and what does not: slow motions that must not freeze, and elastic planks.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// Motions slower than the speed below which bodies fall asleep, beside boxes that do sleep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowMotions {
    /// How weak the gravity of each falling ball is, as a share of that of the world.
    pub gravity_scales: [f32; 4],
    /// The amplitude of the pendulum, m. It hangs on 10 m, so it is at most as fast as its amplitude in a
    /// second.
    pub amplitude: f32,
}

default!(SlowMotions { gravity_scales: [0.015, 0.009, 0.004, 0.001], amplitude: 0.045 });

pub(crate) const SLOW_MOTIONS: Scene = scene(file!(), "slow_motions", 900, view(-6.0, -0.5, 6.0, 11.0))
    .about("Balls fall in weak gravity, one turns round at the top of its flight, and a long pendulum swings by centimetres: none falls asleep in the air, while the boxes below do.")
    .level(|| SlowMotions::default().level());

impl SlowMotions {
    /// The index of the first falling ball; the one that is thrown upwards follows after the last one.
    pub const FIRST_BALL: u32 = 1;
    /// The index of the bob of the pendulum.
    pub const BOB: u32 = 6;
    /// The index of the first of three boxes in a stack.
    pub const FIRST_BOX: u32 = 7;

    /// The level. The ground is body 0.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        wall(&mut level, [0.0, -0.25], 6.0, 0.25);
        let ball = || ColliderDef::new(shape(Shape::circle(0.3)));
        for (i, scale) in self.gravity_scales.into_iter().enumerate() {
            let def = BodyDef::dynamic().position([-5.0 + i as f32, 10.0]).gravity_scale(scale);
            level.body_with(def, ball());
        }
        // It rises for three seconds, by 20 cm.
        let thrown = BodyDef::dynamic().position([-1.0, 3.0]).gravity_scale(0.0045);
        level.body_with(thrown.velocity([0.0, 0.13]), ball());
        let length = 10.0_f32;
        let below = (length * length - self.amplitude * self.amplitude).sqrt();
        let bob = level.body_with(BodyDef::dynamic().position([1.0 + self.amplitude, 10.5 - below]), ball());
        let rope = DistanceJoint::new(length).anchors([1.0, 10.75], [0.0, 0.0]);
        level.joint(JointDef::new(0, bob, rope));
        for i in 0..3 {
            level.body_with(BodyDef::dynamic().position([4.0, 0.5 + i as f32]), rectangle(0.5, 0.5));
        }
        level
    }
}

/// Planks that lose no energy, in a closed house without gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElasticPlanks {
    /// Length and thickness of a plank, m.
    pub plank: [f32; 2],
    /// Half of the width of the house, m.
    pub half_width: f32,
}

default!(ElasticPlanks { plank: [4.0, 0.2], half_width: 10.0 });

pub(crate) const ELASTIC_PLANKS: Scene = scene(file!(), "elastic_planks", 900, view(-11.0, -11.0, 11.0, 11.0))
    .about("Long planks of restitution 1 fly about in a closed house without gravity: they turn, meet with both ends, and never have more energy than at the start.")
    .level(|| ElasticPlanks::default().level());

impl ElasticPlanks {
    /// The level. The house is body 0, eight planks follow.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]));
        let house = level.body(BodyDef::fixed());
        let (inside, side) = (self.half_width, self.half_width + 0.5);
        for (x, y, half_x, half_y) in
            [(0.0, -side, side, 0.5), (0.0, side, side, 0.5), (-side, 0.0, 0.5, side), (side, 0.0, 0.5, side)]
        {
            level.collider(
                house,
                rectangle(half_x, half_y).offset([x, y], 0.0).restitution(1.0).friction(0.0),
            );
        }
        let [length, thickness] = self.plank;
        for i in 0..8 {
            let direction = if i % 2 == 0 { 1.0 } else { -1.0 };
            let position = [inside * (0.4 * (i % 4) as f32 - 0.6), inside * (0.8 * (i / 4) as f32 - 0.4)];
            let def = BodyDef::dynamic().position(position).angle(1.4).angular_velocity(i as f32 - 3.0);
            let plank = rectangle(0.5 * length, 0.5 * thickness).restitution(1.0).friction(0.0);
            level.body_with(def.velocity([direction * (3.0 + i as f32), 0.0]), plank);
        }
        level
    }
}
