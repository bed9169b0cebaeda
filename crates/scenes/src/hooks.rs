//! A scene of a contact hook: code that decides which colliders touch.

use crate::parts::{default, rectangle, regular_polygon, shape};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use physics::prelude::*;

/// A belt carries bodies over three traps; each trap is open for bodies of one shape only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SortingBelt {
    /// How many bodies fall onto the belt, three at a time.
    pub bodies: u32,
}

default!(SortingBelt { bodies: 18 });

/// The number of corners of the hull of a body, by which it is sorted: a ball has one, a triangle three, a
/// box four.
const SORTS: [u128; 3] = [4, 3, 1];

/// The hook of the scene: a trap, whose user data is a number of corners, does not touch bodies with that
/// number.
#[derive(Clone, Copy, Debug)]
pub struct Sorter;

impl ContactHook for Sorter {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        let corners = |c: &HookCollider<'_>| c.shape.hull().map_or(0, |hull| hull.vertices.len() as u128);
        !(a.user_data == corners(b) || b.user_data == corners(a))
    }
}

pub(crate) const HOOKS: Scene = scene(file!(), "hooks", 1200, view(-12.0, -4.5, 12.0, 6.0))
    .about("A belt sorts boxes, triangles and balls: a contact hook lets each fall through the trap of its shape.")
    .level(|| SortingBelt::default().level())
    .script(|step| SortingBelt::default().commands(step));

impl SortingBelt {
    /// The number of the first body that is sorted.
    pub const FIRST: u32 = 1;

    /// Steps from three bodies to the next three.
    pub const PERIOD: u32 = 180;

    /// The middle of each trap, m.
    pub const TRAPS: [f32; 3] = [-3.0, 2.0, 7.0];

    /// The level. Belt, traps and bins are body 0; boxes, triangles and balls follow in turn.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::default();
        let plant = level.body(BodyDef::fixed());
        // A positive surface speed runs clockwise: to the right on top.
        let mut belt = |left: f32, right: f32, corners: u128| {
            let part = rectangle(0.5 * (right - left), 0.1).offset([0.5 * (left + right), -0.1], 0.0);
            let part = part.surface_speed(1.5).friction(0.8).user_data(corners).hook(corners > 0);
            level.collider(plant, part);
        };
        let mut left = -11.0;
        for (x, corners) in Self::TRAPS.into_iter().zip(SORTS) {
            belt(left, x - 1.0, 0);
            belt(x - 1.0, x + 1.0, corners);
            left = x + 1.0;
        }
        belt(left, 10.0, 0);
        for x in Self::TRAPS {
            level.collider(plant, rectangle(2.2, 0.1).offset([x, -4.0], 0.0));
            for side in [-1.0, 1.0] {
                level.collider(plant, rectangle(0.1, 1.2).offset([x + 2.1 * side, -2.7], 0.0));
            }
        }
        level.collider(plant, rectangle(0.2, 2.0).offset([-11.0, 2.0], 0.0));
        self.add(&mut level, 0);
        level
    }

    /// Adds one body of each shape above the beginning of the belt.
    fn add(&self, level: &mut Level, batch: u32) {
        let shapes =
            [shape(Shape::rectangle(0.35, 0.35)), regular_polygon(3, 0.5), shape(Shape::circle(0.38))];
        for (i, shape) in shapes.into_iter().enumerate() {
            let def = BodyDef::dynamic().position([-10.0 + 1.2 * i as f32, 1.5]).angle(0.2 * batch as f32);
            // Rolling resistance, so that balls stay where the belt carries them.
            let collider = ColliderDef::new(shape).rolling_resistance(0.2);
            level.body_with(def, collider.friction(0.8));
        }
    }

    /// Gives the world the hook, and adds three more bodies every three seconds.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        match (step, step / Self::PERIOD) {
            (0, _) => vec![Command::SortByShape],
            (_, batch) if step.is_multiple_of(Self::PERIOD) && 3 * batch < self.bodies => {
                let mut part = Level::default();
                self.add(&mut part, batch);
                vec![Command::Add(part)]
            }
            _ => Vec::new(),
        }
    }
}
