//! Scenes of bodies that lie on each other.

use crate::{rectangle, shape, wall};
use physics::prelude::*;

/// Boxes of a metre on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tower {
    /// Number of boxes.
    pub boxes: u32,
    /// Gap between them at the start, m.
    pub gap: f32,
}

impl Default for Tower {
    fn default() -> Self {
        Self { boxes: 10, gap: 0.0 }
    }
}

impl Tower {
    /// The level. The ground is body 0, the boxes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]));
        wall(&mut level, [0.0, -1.0], 20.0, 1.0);
        for i in 0..self.boxes {
            let y = 0.5 + self.gap + i as f32 * (1.0 + self.gap);
            level.body_with(BodyDef::dynamic().position([0.0, y]), rectangle(0.5, 0.5));
        }
        level
    }
}

/// A pyramid of boxes of a metre, as in the well-known benchmark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pyramid {
    /// Boxes in the lowest row.
    pub base: u32,
    /// Whether what rests may fall asleep.
    pub sleeping: bool,
}

impl Default for Pyramid {
    fn default() -> Self {
        Self { base: 20, sleeping: true }
    }
}

impl Pyramid {
    /// The benchmark: a base of 100, never asleep.
    #[must_use]
    pub fn large() -> Self {
        Self { base: 100, sleeping: false }
    }

    /// The level. The ground is body 0, the boxes follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let settings = WorldSettings::default().gravity([0.0, -10.0]).sleeping(self.sleeping);
        let mut level = Level::new(settings);
        wall(&mut level, [0.0, -1.0], 100.0, 1.0);
        let half = 0.5 * self.base as f32;
        for i in 0..self.base {
            let y = i as f32 + 0.5;
            for j in i..self.base {
                let x = 0.5 * (i + 1) as f32 + (j - i) as f32 - half;
                level.body_with(BodyDef::dynamic().position([x, y]), rectangle(0.5, 0.5));
            }
        }
        level
    }
}

/// Mixed shapes that fall into a trough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pile {
    /// Number of bodies.
    pub bodies: u32,
    /// Bodies in a row.
    pub columns: u32,
    /// Chooses the shapes.
    pub seed: u32,
}

impl Default for Pile {
    fn default() -> Self {
        Self { bodies: 1000, columns: 25, seed: 1 }
    }
}

impl Pile {
    /// The level. Ground and two walls are bodies 0 to 2, the shapes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let half = 0.6 * self.columns as f32;
        wall(&mut level, [0.0, -0.5], half + 2.0, 0.5);
        wall(&mut level, [-half - 1.5, 15.0], 0.5, 16.0);
        wall(&mut level, [half + 1.5, 15.0], 0.5, 16.0);
        let mut random = Random(self.seed);
        for i in 0..self.bodies {
            let (row, column) = (i / self.columns, i % self.columns);
            let x = 1.2 * (column as f32 - 0.5 * (self.columns as f32 - 1.0)) + 0.2 * random.signed();
            let y = 1.0 + 1.2 * row as f32;
            let body = BodyDef::dynamic().position([x, y]).angle(3.0 * random.signed());
            level.body_with(body, ColliderDef::new(shape(random.mixed(i))));
        }
        level
    }
}

/// Mixed shapes that come down like rain into a wide trough, for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rain {
    /// Number of bodies.
    pub bodies: u32,
    /// Bodies in a row.
    pub columns: u32,
    /// From row to row, m.
    pub rise: f32,
    /// How fast drops fall once the air carries them, m/s. Without air the last would come at 35 m/s, by more
    /// than its size in a step.
    pub terminal_speed: f32,
    /// Chooses the shapes.
    pub seed: u32,
}

impl Default for Rain {
    fn default() -> Self {
        Self { bodies: 2000, columns: 50, rise: 1.5, terminal_speed: 10.0, seed: 2 }
    }
}

impl Rain {
    /// The level. Ground and two walls are bodies 0 to 2, the shapes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let settings = WorldSettings::default();
        let damping = -settings.gravity.y / self.terminal_speed;
        let mut level = Level::new(settings);
        let half = 0.6 * self.columns as f32;
        wall(&mut level, [0.0, -1.0], half + 2.0, 1.0);
        wall(&mut level, [-half - 1.5, 15.0], 0.5, 16.0);
        wall(&mut level, [half + 1.5, 15.0], 0.5, 16.0);
        let mut random = Random(self.seed);
        for i in 0..self.bodies {
            let (row, column) = (i / self.columns, i % self.columns);
            let x = 1.2 * (column as f32 - 0.5 * (self.columns as f32 - 1.0)) + 0.1 * random.signed();
            let y = 8.0 + self.rise * row as f32 + 0.2 * random.signed();
            let body = BodyDef::dynamic()
                .position([x, y])
                .angle(3.0 * random.signed())
                .velocity([0.0, -self.terminal_speed])
                .damping(damping, 0.0);
            level.body_with(body, ColliderDef::new(shape(random.mixed(i))));
        }
        level
    }
}

/// A small generator of numbers that look random (xorshift, Marsaglia 2003): the same everywhere.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        let mut x = self.0.max(1);
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.0 = x;
        x
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next() >> 8) as f32 / (1 << 24) as f32;
        low + (high - low) * unit
    }

    fn signed(&mut self) -> f32 {
        self.between(-1.0, 1.0)
    }

    /// In turn a circle, a capsule, a rectangle and a polygon.
    fn mixed(&mut self, i: u32) -> Result<Shape, ShapeError> {
        match i % 4 {
            0 => Shape::circle(self.between(0.25, 0.5)),
            1 => {
                let half = self.between(0.1, 0.3);
                Shape::capsule([-half, 0.0], [half, 0.0], self.between(0.12, 0.25))
            }
            2 => Shape::rectangle(self.between(0.2, 0.45), self.between(0.2, 0.45)),
            _ => self.polygon(),
        }
    }

    /// Five to eight corners on a circle, with steps of at least two fifths of an even one, so that every edge
    /// has a length.
    fn polygon(&mut self) -> Result<Shape, ShapeError> {
        let (corners, radius) = (5 + self.next() % 4, self.between(0.25, 0.5));
        let turn = std::f32::consts::TAU / corners as f32;
        let vertices: Vec<Point> = (0..corners)
            .map(|i| Rot::from_angle(turn * (i as f32 + 0.3 * self.signed())) * Vec2::new(radius, 0.0))
            .map(Point::from)
            .collect();
        Shape::polygon(vertices)
    }
}
