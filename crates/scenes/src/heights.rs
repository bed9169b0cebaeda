//! A scene of ground that is given by heights.

use crate::parts::{default, rectangle, shape, wall};
use crate::road::add_car;
use crate::scene::{Scene, scene, view};
use crate::script::{Command, Effect};
use physics::prelude::*;
use std::f32::consts::TAU;

/// A car drives over hills of heights at equal distances. A trapdoor of four cells opens below balls and
/// closes before the car comes; an explosion digs a crater below a stack.
///
/// ```text
///                                              []
///   \  car         o  o  o                      []
///    \      __     o     o     __         ______[]_____/
///     \____/  \____\_____/____/  \_______/    crater
///                trapdoor
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heights {
    /// How high the hills are above the valleys, m.
    pub height: f32,
}

default!(Heights { height: 0.8 });

pub(crate) const HEIGHT_FIELD: Scene = scene(file!(), "height_field", 600, view(-21.0, -5.0, 21.0, 8.0))
    .about("A car drives over ground of heights; a trapdoor of four cells opens and closes below balls, and an explosion digs a crater.")
    .level(|| Heights::default().level())
    .script(|step| Heights::default().commands(step));

impl Heights {
    /// m. The distance between two heights.
    pub const SPACING: f32 = 0.5;
    /// m. Where the heights begin and end, left and right of the middle.
    pub const END: f32 = 20.0;
    /// m. The distance of two valleys.
    const WAVE: f32 = 8.0;
    /// The number of the body that has the heights; the floor below the trapdoor is body 1.
    pub const GROUND: u32 = 0;
    /// The number of the first ball.
    pub const FIRST_BALL: u32 = 2;
    /// How many balls roll into the valley of the trapdoor.
    pub const BALLS: u32 = 5;
    /// The number of the lowest crate of the stack above the crater.
    pub const FIRST_CRATE: u32 = Self::FIRST_BALL + Self::BALLS;
    /// How many crates are in the stack.
    pub const CRATES: u32 = 4;
    /// The number of the car's hull; its wheels follow.
    pub const CAR: u32 = Self::FIRST_CRATE + Self::CRATES;
    /// m. Where the crater is dug, and how far it reaches to each side.
    pub const CRATER: [f32; 2] = [15.0, 2.0];
    /// m. How deep it is.
    pub const DEPTH: f32 = 1.2;
    /// The step before which the crater is dug.
    pub const DUG: u32 = 150;
    /// The steps before which the trapdoor opens and closes.
    pub const TRAPDOOR: [u32; 2] = [90, 190];

    /// The height of the ground at a place, m, before the crater.
    #[must_use]
    pub fn height_at(&self, x: f32) -> f32 {
        let wave = 0.5 * self.height * (1.0 - Rot::from_angle(TAU * x / Self::WAVE).cos);
        let slope = (x.abs() - (Self::END - 2.0)).max(0.0);
        // The stack stands on a plain, which begins on top of a hill.
        let is_plain = x > 1.5 * Self::WAVE;
        (if is_plain { self.height } else { wave }) + 1.5 * slope
    }

    /// The number of the height at a place, m.
    fn index(x: f32) -> usize {
        ((x + Self::END) / Self::SPACING).round() as usize
    }

    /// The heights from left to right, m.
    fn heights(&self) -> Vec<f32> {
        (0..=Self::index(Self::END)).map(|i| self.height_at(i as f32 * Self::SPACING - Self::END)).collect()
    }

    /// The level. The script adds the heights.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        level.body(BodyDef::fixed().position([-Self::END, 0.0]));
        wall(&mut level, [0.0, -4.5], 12.0, 0.5);
        for i in 0..Self::BALLS {
            let x = 0.9 * (i as f32 - 2.0);
            let ball = ColliderDef::new(shape(Shape::circle(0.3))).rolling_resistance(0.02);
            level.body_with(BodyDef::dynamic().position([x, self.height_at(x) + 0.6]), ball);
        }
        for i in 0..Self::CRATES {
            let y = self.height + 0.4 + 0.8 * i as f32;
            level.body_with(BodyDef::dynamic().position([Self::CRATER[0], y]), rectangle(0.4, 0.4));
        }
        add_car(&mut level, Point::new(-16.0, self.height_at(-16.0) + 0.5), 4.0);
        level
    }

    /// Adds the heights, digs the crater, and opens the trapdoor.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let [opens, closes] = Self::TRAPDOOR;
        match step {
            0 => {
                let (body, spacing, heights) = (Self::GROUND, Self::SPACING, self.heights());
                vec![Command::AddHeights { body, spacing, heights }]
            }
            _ if step == opens || step == closes => (Self::index(-1.0)..Self::index(1.0))
                .map(|cell| Command::SetHole { field: 0, cell, is_hole: step == opens })
                .collect(),
            Self::DUG => {
                let [center, reach] = Self::CRATER;
                let start = Self::index(center - reach);
                let dug = |i: usize| {
                    let x = i as f32 * Self::SPACING - Self::END;
                    let share = (x - center) / reach;
                    self.height_at(x) - Self::DEPTH * (1.0 - share * share)
                };
                let heights = (start..=Self::index(center + reach)).map(dug).collect();
                let blast = Explosion::new([center, self.height], 2.0 * reach, 9.0);
                vec![
                    Command::SetHeights { field: 0, start, heights },
                    Command::Apply(Effect::Explosion(blast)),
                ]
            }
            _ => Vec::new(),
        }
    }
}
