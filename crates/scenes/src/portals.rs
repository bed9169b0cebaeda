//! A scene of portals.

use crate::parts::{default, rectangle, regular_polygon, shape};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use crate::text::Text;
use physics::prelude::*;

/// A room with three portals: from the floor to the ceiling, from the floor out of a wall, and from wall to
/// wall at the level of the floor, where a ball rolls for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalRoom {
    /// How many bodies fall into the room.
    pub bodies: u32,
}

default!(PortalRoom { bodies: 9 });

pub(crate) const PORTALS: Scene = scene(file!(), "portals", 600, view(-11.0, -1.0, 11.0, 11.0))
    .about("Bodies fall through portals from floor to ceiling and out of walls, and are in two places while they pass.")
    .sections(&[Text::GaulCustom.section("Game Physics High Level Detail")])
    .level(|| PortalRoom::default().level())
    .script(|step| PortalRoom::default().commands(step));

impl PortalRoom {
    /// The number of the post that stops what comes slowly out of the wall.
    pub const POST: u32 = 1;

    /// The number of the first body that falls.
    pub const FIRST: u32 = 2;

    /// The portals.
    #[must_use]
    pub fn portals(&self) -> [PortalDef; 3] {
        let floor = |x: f32| Opening::new([x, 0.0], [0.0, 1.0]);
        [
            PortalDef::new(floor(-6.0), Opening::new([-6.0, 10.0], [0.0, -1.0]), 2.0),
            PortalDef::new(floor(5.0), Opening::new([-10.0, 6.0], [1.0, 0.0]), 1.6),
            PortalDef::new(
                Opening::new([10.0, 0.75], [-1.0, 0.0]),
                Opening::new([-10.0, 0.75], [1.0, 0.0]),
                1.5,
            ),
        ]
    }

    /// The level. The room is body 0.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let room = level.body(BodyDef::fixed());
        for (center, half_width, half_height) in [
            ([0.0, -0.5], 11.0, 0.5),
            ([0.0, 10.5], 11.0, 0.5),
            ([-10.5, 5.0], 0.5, 5.0),
            ([10.5, 5.0], 0.5, 5.0),
        ] {
            level.collider(room, rectangle(half_width, half_height).offset(center, 0.0));
        }
        level.body_with(BodyDef::fixed().position([1.0, 4.5]), rectangle(0.3, 0.8));
        // Drag, as in air, bounds the speed of what falls for ever.
        let places = [-6.0, 5.0, -5.6, 5.2, -6.3, 4.8, 2.0, -1.5, 5.1];
        let shapes = [shape(Shape::rectangle(0.5, 0.4)), shape(Shape::circle(0.45)), regular_polygon(5, 0.5)];
        for i in 0..self.bodies {
            let x = places[i as usize % places.len()];
            let def = BodyDef::dynamic().position([x, 2.0 + 0.85 * i as f32]).angle(0.3 * i as f32);
            let collider = ColliderDef::new(shapes[i as usize % 3].clone()).restitution(0.2);
            level.body_with(def.damping(0.15, 0.05), collider);
        }
        level
    }

    /// Adds the portals, and lets bodies pass.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let portals = if step == 0 { self.portals().to_vec() } else { Vec::new() };
        portals.into_iter().map(Command::AddPortal).chain([Command::Pass]).collect()
    }
}
