//! A scene of queries: what a program can ask a world while it runs.

use crate::marks::Query;
use crate::parts::{default, rectangle, regular_polygon, shape};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use crate::text::Text;
use physics::prelude::*;

/// Bodies tumble among pegs, and queries look at them: a fan of rays that turns, a ball that is cast down, a
/// disc that moves about and marks what it overlaps, and the surface that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookout {
    /// How many rays the fan has.
    pub rays: u32,
}

default!(Lookout { rays: 24 });

pub(crate) const QUERIES: Scene = scene(file!(), "queries", 600, view(-10.0, -1.0, 10.0, 11.0))
    .about("Rays, a cast ball, an overlapping disc and a nearest point ask a running world; what they find is marked.")
    .sections(&[
        Text::GaulCustom.section("Game Physics High Level Detail"),
        Text::GaulCustom.section("Architecture"),
    ])
    .level(|| Lookout::default().level())
    .script(|step| Lookout::default().commands(step));

impl Lookout {
    /// The level. Room and pegs are body 0.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let room = level.body(BodyDef::fixed());
        level.collider(room, rectangle(10.0, 0.25).offset([0.0, -0.25], 0.0));
        for side in [-1.0, 1.0] {
            level.collider(room, rectangle(0.25, 5.0).offset([9.75 * side, 5.0], 0.0));
        }
        for i in 0..4 {
            let peg = ColliderDef::new(shape(Shape::circle(0.5)));
            level.collider(room, peg.offset([-6.0 + 4.0 * i as f32, 3.0 + (i % 2) as f32], 0.0));
        }
        for i in 0..16_u32 {
            let def = BodyDef::dynamic().position([-7.5 + (i % 8) as f32 * 2.1, 6.5 + (i / 8) as f32 * 2.0]);
            let collider = match i % 3 {
                0 => rectangle(0.45, 0.3),
                1 => ColliderDef::new(shape(Shape::circle(0.4))),
                _ => ColliderDef::new(regular_polygon(6, 0.5)),
            };
            level.body_with(def.angle(0.4 * i as f32), collider.restitution(0.3));
        }
        level
    }

    /// The queries of a step.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let turn = Rot::from_angle(0.01 * step as f32);
        let mut queries: Vec<Query> = (0..self.rays)
            .map(|i| {
                let angle = std::f32::consts::TAU * i as f32 / self.rays as f32;
                Query::Ray(Ray::new([0.0, 5.5], turn * Rot::from_angle(angle) * Vec2::new(12.0, 0.0)))
            })
            .collect();
        let to_and_fro = (turn * turn).sin;
        queries.push(Query::Cast {
            shape: shape(Shape::circle(0.4)),
            start: Pose::at([-6.0 + 2.5 * to_and_fro, 10.0]),
            translation: Vec2::new(0.0, -12.0),
        });
        queries.push(Query::Overlap {
            shape: shape(Shape::circle(1.5)),
            pose: Pose::at([5.0 + 2.0 * to_and_fro, 1.5]),
        });
        queries.push(Query::Nearest(Point::new(7.0, 7.5 + to_and_fro)));
        queries.into_iter().map(Command::Ask).collect()
    }
}
