//! Bodies that slide over the seams of flush tiles.

use crate::parts::{default, made, rectangle, shape};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// Three floors, one above the other: one long box, tiles of one body, tiles of a body each. On each of them
/// a box, a ball, a capsule and a flat plate slide to the right without friction. If seams are smooth, those
/// on the tiles stay beside those on the box; else they trip within two metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seams {
    /// Speed of the sliders, m/s.
    pub speed: f32,
    /// The number of tiles of a metre of each floor.
    pub tiles: u32,
    /// [`WorldSettings::smooth_seams`].
    pub smooth: bool,
}

default!(Seams { speed: 5.0, tiles: 30, smooth: true });

pub(crate) const SEAMS: Scene = scene(file!(), "seams", 240, view(-1.0, -1.0, 31.0, 11.0))
    .about("A box, a ball, a capsule and a plate slide over one box, over tiles of one body and over tiles of many.")
    .level(|| Seams::default().level());

/// Distance between floors, m.
const LANE_HEIGHT: f32 = 4.0;

impl Seams {
    /// The level. The last twelve bodies are the sliders: box, ball, capsule and plate on the one box, then
    /// on the tiles of one body, then on the tiles of many.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().smooth_seams(self.smooth));
        let (half_length, lane) = (0.5 * self.tiles as f32, |lane: u32| LANE_HEIGHT * lane as f32);
        level.body_with(
            BodyDef::fixed().position([half_length, lane(0) - 0.25]),
            rectangle(half_length, 0.25),
        );
        let one = level.body(BodyDef::fixed().position([0.0, lane(1) - 0.25]));
        for i in 0..self.tiles {
            let x = i as f32 + 0.5;
            level.collider(one, rectangle(0.5, 0.25).offset([x, 0.0], 0.0));
            level.body_with(BodyDef::fixed().position([x, lane(2) - 0.25]), rectangle(0.5, 0.25));
        }
        let sliders = [
            (0.3, shape(Shape::rectangle(0.3, 0.3))),
            (0.3, shape(Shape::circle(0.3))),
            (0.2, shape(Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2))),
            (0.05, Shape::Polygon(made(Polygon::rectangle(0.6, 0.05)))),
        ];
        for floor in 0..3 {
            for (i, (half_height, shape)) in sliders.iter().enumerate() {
                let position = [1.0 + 2.0 * i as f32, lane(floor) + half_height];
                let def = BodyDef::dynamic().position(position).velocity([self.speed, 0.0]);
                level.body_with(def, ColliderDef::new(shape.clone()).friction(0.0));
            }
        }
        level
    }
}
