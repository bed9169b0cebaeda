//! A landscape of static tiles, with little that moves.

use super::settings;
use crate::random::Random;
use crate::{rectangle, shape};
use physics::prelude::*;

/// Hills of unit tiles, each a body of its own, and shapes that fall on them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiles {
    /// Columns of tiles.
    pub columns: u32,
    /// Tiles in each column.
    pub depth: u32,
    /// Number of shapes.
    pub movers: u32,
}

impl Default for Tiles {
    fn default() -> Self {
        Self { columns: 1000, depth: 20, movers: 200 }
    }
}

impl Tiles {
    /// The level. The tiles come first, column by column from above; then the shapes from left to right.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        let half = 0.5 * self.columns as f32;
        // Slopes of up to 0.4, in steps of what a tile is wide.
        let hill = |x: f32| 8.0 * Rot::from_angle(0.05 * x).sin;
        for column in 0..self.columns {
            let x = column as f32 - half;
            for tile in 0..self.depth {
                let position = [x, hill(x) - 0.5 - tile as f32];
                level.body_with(BodyDef::fixed().position(position), rectangle(0.5, 0.5));
            }
        }
        let mut random = Random(5);
        for i in 0..self.movers {
            let x = i as f32 - 0.5 * self.movers as f32;
            let position = [x, hill(x) + random.between(3.0, 6.0)];
            level.body_with(BodyDef::dynamic().position(position), ColliderDef::new(shape(random.mixed(i))));
        }
        level
    }
}
