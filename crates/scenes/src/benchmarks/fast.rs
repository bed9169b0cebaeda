//! Fast bodies among thin walls.

use super::settings;
use crate::parts::{default, shape};
use crate::random::Random;
use physics::prelude::*;

/// Small balls fly in a closed box of thin walls, and bounce for ever.
///
/// ```text
///   +--------------+
///   |  o ->        |    Each wall is 1 cm thick. A ball of 10 cm flies a metre in a step of a 60th of a
///   |       <- o   |    second: without continuous collision it leaves the box at once.
///   +--------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FastBalls {
    /// Balls in each row and column.
    pub side: u32,
    /// Speed at the start, m/s.
    pub speed: f32,
    /// Seed of the directions.
    pub seed: u32,
}

default!(FastBalls { side: 45, speed: 60.0, seed: 5 });

/// m. Half the width of the box.
const HALF_BOX: f32 = 40.0;

impl FastBalls {
    /// The level. The walls are bodies 0 to 3.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings().gravity([0.0, 0.0]).continuous(true));
        let half_thickness = 0.005;
        for [x, y] in [[0.0_f32, -1.0_f32], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]] {
            let position = [x, y].map(|side| side * (HALF_BOX + half_thickness));
            let half = [x, y].map(|side| if side == 0.0 { HALF_BOX } else { half_thickness });
            let wall = ColliderDef::new(shape(Shape::rectangle(half[0], half[1])));
            level.body_with(BodyDef::fixed().position(position), wall.restitution(1.0).friction(0.0));
        }
        let ball = ColliderDef::new(shape(Shape::circle(0.05))).restitution(1.0).friction(0.0);
        let mut random = Random(self.seed);
        let spacing = 1.8 * HALF_BOX / self.side as f32;
        let along = |i: u32| spacing * (i as f32 - 0.5 * (self.side - 1) as f32);
        for i in 0..self.side * self.side {
            let direction = Rot::from_angle(std::f32::consts::PI * random.signed());
            let body = BodyDef::dynamic()
                .position([along(i % self.side), along(i / self.side)])
                .velocity(direction * Vec2::new(self.speed, 0.0));
            level.body_with(body, ball.clone());
        }
        level
    }
}
