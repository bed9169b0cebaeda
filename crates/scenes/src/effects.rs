//! Scenes of water, wind and an explosion: the effects of the crate `toolkit`, applied by scripts.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::script::{Command, Effect};
use physics::prelude::*;

/// Rafts of several densities fall into a basin and float as deep as their densities say; the last one sinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Buoyancy {
    /// The densities of the rafts, kg/m^2, from left to right. That of water is 1000.
    pub densities: [f32; 6],
    /// Half extents of a raft, m.
    pub raft: [f32; 2],
    /// The height of the water above the bottom of the basin, m.
    pub depth: f32,
}

default!(Buoyancy { densities: [100.0, 300.0, 500.0, 700.0, 900.0, 1200.0], raft: [1.0, 0.4], depth: 4.0 });

pub(crate) const BUOYANCY: Scene = scene(file!(), "buoyancy", 600, view(-11.0, -1.0, 11.0, 9.0))
    .about("Rafts fall into water and float as deep as their density says; the densest sinks, and balls float among them.")
    .level(|| Buoyancy::default().level())
    .script(|_step| vec![Command::Apply(Effect::Water(Buoyancy::default().water()))]);

impl Buoyancy {
    /// Half the width of the basin, m.
    const HALF_WIDTH: f32 = 10.0;

    /// The water in the basin.
    #[must_use]
    pub fn water(&self) -> Water {
        Water::new(Region::Box(Aabb::new([-Self::HALF_WIDTH, 0.0], [Self::HALF_WIDTH, self.depth])))
    }

    /// The level. The basin is bodies 0 to 2, the rafts follow, then six balls of a third of the density of
    /// water.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        wall(&mut level, [0.0, -0.5], Self::HALF_WIDTH + 1.0, 0.5);
        for side in [-1.0, 1.0] {
            wall(&mut level, [side * (Self::HALF_WIDTH + 0.5), 3.0], 0.5, 3.0);
        }
        let place = |i: usize| 3.2 * (i as f32 - 2.5);
        for (i, density) in self.densities.into_iter().enumerate() {
            let [half_width, half_height] = self.raft;
            let def = BodyDef::dynamic().position([place(i), self.depth + 1.5]);
            level.body_with(def, rectangle(half_width, half_height).density(density));
        }
        for i in 0..6 {
            let def = BodyDef::dynamic().position([place(i) + 0.2, self.depth + 3.5]);
            level.body_with(def, ColliderDef::new(shape(Shape::circle(0.3))).density(333.0));
        }
        level
    }
}

/// Sheets and stones lie on the ground, and gusts of wind blow over them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gusts {
    /// The speed of the wind in a gust, m/s.
    pub speed: f32,
    /// The time from one gust to the next, steps; half of it the wind blows.
    pub period: u32,
}

default!(Gusts { speed: 18.0, period: 120 });

pub(crate) const WIND: Scene = scene(file!(), "wind", 600, view(-12.0, -1.0, 28.0, 14.0))
    .about("Gusts of wind blow sheets of cardboard and a row of bricks; heavy stones stay.")
    .level(|| Gusts::default().level())
    .script(|step| Gusts::default().commands(step));

impl Gusts {
    /// The wind in a gust; it rises a little.
    #[must_use]
    pub fn wind(&self) -> Wind {
        Wind::new([self.speed, 0.1 * self.speed])
    }

    /// The commands before a step.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let blows = step % self.period < self.period / 2;
        if blows { vec![Command::Apply(Effect::Wind(self.wind()))] } else { Vec::new() }
    }

    /// The level. The ground is body 0; then eight sheets that stay awake to feel each gust, and four stones.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        wall(&mut level, [8.0, -0.5], 20.0, 0.5);
        for i in 0..8_u16 {
            let def = BodyDef::dynamic().position([-10.0 + 1.5 * f32::from(i), 0.6]).angle(1.0);
            level.body_with(def.can_sleep(false), rectangle(0.5, 0.015).density(3.0));
        }
        for i in 0..4_u16 {
            let def = BodyDef::dynamic().position([4.0 + 3.0 * f32::from(i), 0.4]);
            level.body_with(def, rectangle(0.4, 0.4).density(2500.0));
        }
        level
    }
}

/// Crates stand around a charge, some of them behind a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// The step before which the charge explodes.
    pub step: u32,
    /// Impulse on each metre that faces the charge, N s/m.
    pub impulse: f32,
}

default!(Blast { step: 60, impulse: 400.0 });

pub(crate) const EXPLOSION: Scene = scene(file!(), "explosion", 300, view(-14.0, -1.0, 14.0, 12.0))
    .about(
        "After a second a charge explodes between two stacks of crates; the one behind a wall is sheltered.",
    )
    .level(|| Blast::default().level())
    .script(|step| Blast::default().commands(step));

impl Blast {
    /// The category of the wall, as bits.
    const WALL: u64 = 1 << 1;

    /// The commands before a step.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let charge = Explosion {
            falloff: 4.0,
            obstacles: Self::WALL,
            ..Explosion::new([0.0, 0.5], 4.0, self.impulse)
        };
        if step == self.step { vec![Command::Apply(Effect::Explosion(charge))] } else { Vec::new() }
    }

    /// The level. The ground is body 0 and the wall body 1; then five crates to the left, in the open, and
    /// five to the right, behind the wall.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        wall(&mut level, [0.0, -0.5], 14.0, 0.5);
        let shelter = rectangle(0.25, 3.0).filter(Filter { category: Self::WALL, ..Filter::default() });
        level.body_with(BodyDef::fixed().position([2.0, 3.0]), shelter);
        for side in [-1.0, 1.0] {
            for i in 0..5_u16 {
                let def = BodyDef::dynamic().position([side * 4.0, 0.5 + f32::from(i)]);
                level.body_with(def, rectangle(0.5, 0.5).density(50.0));
            }
        }
        level
    }
}
