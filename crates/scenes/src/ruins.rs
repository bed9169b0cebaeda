//! A scene of destruction.

use crate::parts::{rectangle, wall};
use crate::scene::{Scene, scene, view};
use crate::script::{Command, Effect};
use crate::text::Text;
use physics::prelude::*;

/// Three walls: a blade slices the first, the second shatters, the third shatters and is blown away.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ruins;

pub(crate) const DESTRUCTION: Scene = scene(file!(), "destruction", 420, view(-10.0, -0.8, 12.0, 7.0))
    .about("One wall is sliced three times, one breaks to shards, one breaks and is blown away.")
    .sections(&[Text::GaulCustom.section("Game Physics High Level Detail")])
    .level(|| Ruins.level())
    .script(|step| Ruins.commands(step));

impl Ruins {
    /// The numbers of the three walls.
    pub const WALLS: [u32; 3] = [1, 2, 3];

    /// Half extents of a wall, m.
    pub const HALF: [f32; 2] = [1.0, 2.0];

    /// The level: the ground, then the walls.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        wall(&mut level, [0.0, -0.5], 14.0, 0.5);
        for x in [-6.0, 0.0, 6.0] {
            let slab = rectangle(Self::HALF[0], Self::HALF[1]).density(500.0).friction(0.6);
            level.body_with(BodyDef::dynamic().position([x, Self::HALF[1]]), slab);
        }
        level
    }

    /// Slices at 1 s, 1.5 s and 2 s, shards at 2.5 s, shards and a blast at 3.5 s.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        // A slanted cut leaves two pieces, of which the next cut takes the one on the left of its line.
        let cut = |body: u32, [from, to]: [f32; 2]| Command::Slice {
            body,
            line: [Point::new(-8.0, from), Point::new(-4.0, to)],
        };
        match step {
            60 => vec![cut(Self::WALLS[0], [2.6, 3.4])],
            // Left of the line is above it: the upper piece is number 4, the lower one 5.
            90 => vec![cut(5, [1.9, 1.5])],
            120 => vec![cut(7, [0.6, 1.2])],
            150 => vec![Command::Fracture { body: Self::WALLS[1], sites: sites([0.0, 2.0], 14) }],
            210 => vec![
                Command::Fracture { body: Self::WALLS[2], sites: sites([6.0, 2.0], 14) },
                Command::Apply(Effect::Explosion(Explosion::new([4.6, 0.6], 5.0, 900.0))),
            ],
            _ => Vec::new(),
        }
    }
}

/// Points in a wall, spread like the seeds of a sunflower.
fn sites(center: [f32; 2], count: u32) -> Vec<Point> {
    let golden = 2.4;
    (0..count)
        .map(|i| {
            let radius = ((i as f32 + 0.5) / count as f32).sqrt();
            let arm = Rot::from_angle(golden * i as f32) * Vec2::new(radius, 0.0);
            Point::new(center[0] + arm.x * Ruins::HALF[0], center[1] + arm.y * Ruins::HALF[1])
        })
        .collect()
}
