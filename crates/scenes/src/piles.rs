//! Scenes of stacked and piled bodies.

use crate::parts::{default, in_range, rectangle, shape, wall};
use crate::random::Random;
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;

/// A stack of boxes with sides of 1 m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tower {
    /// Number of boxes.
    pub boxes: u32,
    /// Gap between them at the start, m.
    pub gap: f32,
}

default!(Tower { boxes: 10, gap: 0.0 });

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

/// A pyramid of boxes with sides of 1 m, as in a well-known benchmark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pyramid {
    /// Boxes in the lowest row.
    pub base: u32,
    /// Whether bodies at rest may fall asleep.
    pub sleeping: bool,
}

default!(Pyramid { base: 20, sleeping: true });

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
        add_pyramid(&mut level, self.base, Vec2::zeros());
        level
    }
}

/// Adds a pyramid of boxes with sides of 1 m, row by row, with the middle of its base at `foot`.
pub(crate) fn add_pyramid(level: &mut Level, base: u32, foot: Vec2) {
    let half = 0.5 * base as f32;
    for i in 0..base {
        let y = i as f32 + 0.5;
        for j in i..base {
            let x = 0.5 * (i + 1) as f32 + (j - i) as f32 - half;
            level.body_with(BodyDef::dynamic().position([foot.x + x, foot.y + y]), rectangle(0.5, 0.5));
        }
    }
}

/// Mixed shapes that fall into a trough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pile {
    /// Number of bodies.
    pub bodies: u32,
    /// Bodies in a row, above 0.
    pub columns: u32,
    /// Chooses the shapes.
    pub seed: u32,
}

default!(Pile { bodies: 1000, columns: 25, seed: 1 });

impl Pile {
    /// The level. Ground and two walls are bodies 0 to 2, the shapes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let columns = in_range(1..=u32::MAX, "columns", self.columns);
        let half = 0.6 * columns as f32;
        wall(&mut level, [0.0, -0.5], half + 2.0, 0.5);
        wall(&mut level, [-half - 1.5, 15.0], 0.5, 16.0);
        wall(&mut level, [half + 1.5, 15.0], 0.5, 16.0);
        let mut random = Random(self.seed);
        for i in 0..self.bodies {
            let (row, column) = (i / columns, i % columns);
            let x = 1.2 * (column as f32 - 0.5 * (columns as f32 - 1.0)) + 0.2 * random.signed();
            let y = 1.0 + 1.2 * row as f32;
            let body = BodyDef::dynamic().position([x, y]).angle(3.0 * random.signed());
            level.body_with(body, ColliderDef::new(shape(random.mixed(i))));
        }
        level
    }
}

/// Mixed shapes that fall like rain into a wide trough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rain {
    /// Number of bodies.
    pub bodies: u32,
    /// Bodies in a row, above 0.
    pub columns: u32,
    /// Distance between rows, m.
    pub rise: f32,
    /// Terminal speed of the falling shapes, m/s, which damping sets. Without damping the last shape would
    /// arrive at 35 m/s and move by more than its size in a step.
    pub terminal_speed: f32,
    /// Chooses the shapes.
    pub seed: u32,
}

default!(Rain { bodies: 2000, columns: 50, rise: 1.5, terminal_speed: 10.0, seed: 2 });

impl Rain {
    /// The level. Ground and two walls are bodies 0 to 2, the shapes follow from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let settings = WorldSettings::default();
        let damping = -settings.gravity.y / self.terminal_speed;
        let mut level = Level::new(settings);
        let columns = in_range(1..=u32::MAX, "columns", self.columns);
        let half = 0.6 * columns as f32;
        wall(&mut level, [0.0, -1.0], half + 2.0, 1.0);
        wall(&mut level, [-half - 1.5, 15.0], 0.5, 16.0);
        wall(&mut level, [half + 1.5, 15.0], 0.5, 16.0);
        let mut random = Random(self.seed);
        for i in 0..self.bodies {
            let (row, column) = (i / columns, i % columns);
            let x = 1.2 * (column as f32 - 0.5 * (columns as f32 - 1.0)) + 0.1 * random.signed();
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

pub(crate) const TOWER: Scene = scene(file!(), "tower", 600, view(-6.0, -1.0, 6.0, 11.0))
    .about("A tower of ten boxes stands still.")
    .level(|| Tower::default().level());

pub(crate) const PYRAMID: Scene = scene(file!(), "pyramid", 600, view(-12.0, -1.0, 12.0, 21.0))
    .about("A pyramid of 210 boxes, twenty at its base, stands still.")
    .level(|| Pyramid::default().level());

pub(crate) const PILE: Scene = scene(file!(), "pile", 900, view(-17.0, -1.0, 17.0, 24.0))
    .about("A thousand polygons, circles and capsules fall into a trough and come to rest.")
    .sections(&[
        Text::Sotirov.section("Rotational Inertia"),
        Text::GaulCustom.section("Game Physics High Level Detail"),
    ])
    .level(|| Pile::default().level());

pub(crate) const RAIN: Scene = scene(file!(), "rain", 900, view(-34.0, -2.0, 34.0, 70.0))
    .about("Two thousand mixed shapes rain into a wide trough and fill it.")
    .level(|| Rain::default().level());
