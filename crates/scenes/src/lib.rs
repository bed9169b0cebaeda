//! Scenes for tests, benches and demos, each defined once.
//!
//! A scene is a struct of parameters with a default and a function that gives its [`Level`]: plain data, from
//! which any engine can build it. [`SCENES`] lists them with names, for those who choose by name.

use physics::prelude::*;

mod basics;
mod joints;
mod piles;

pub use basics::{Billiards, FallingCrate, FrictionRamp};
pub use joints::{Bridge, Pendulum};
pub use piles::{Pile, Pyramid, Tower};

/// A scene with its default parameters, under a name.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Its name, as given on a command line.
    pub name: &'static str,
    /// What is seen, in one sentence.
    pub about: &'static str,
    /// After how many steps of a 60th of a second it has shown what it has to show.
    pub steps: u32,
    /// The part of the world that a picture should show, m.
    pub view: Aabb,
    /// Its level.
    pub level: fn() -> Level,
}

const fn view(left: f32, bottom: f32, right: f32, top: f32) -> Aabb {
    Aabb { lower: Point::new(left, bottom), upper: Point::new(right, top) }
}

/// All scenes.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "falling_crate",
        about: "A crate falls on the ground and comes to rest.",
        steps: 240,
        view: view(-4.0, -1.0, 4.0, 6.0),
        level: || FallingCrate::default().level(),
    },
    Scene {
        name: "tower",
        about: "Ten boxes stand on each other.",
        steps: 600,
        view: view(-6.0, -1.0, 6.0, 11.0),
        level: || Tower::default().level(),
    },
    Scene {
        name: "pyramid",
        about: "A pyramid of boxes, twenty at the base, rests.",
        steps: 600,
        view: view(-12.0, -1.0, 12.0, 21.0),
        level: || Pyramid::default().level(),
    },
    Scene {
        name: "large_pyramid",
        about: "A pyramid of 5,050 boxes, a hundred at the base: the benchmark.",
        steps: 500,
        view: view(-55.0, -2.0, 55.0, 102.0),
        level: || Pyramid::large().level(),
    },
    Scene {
        name: "friction_ramp",
        about: "Five boxes on a slope: those with more friction than its tangent stay, the others slide.",
        steps: 180,
        view: view(-16.0, -2.0, 12.0, 14.0),
        level: || FrictionRamp::default().level(),
    },
    Scene {
        name: "bridge",
        about: "Thirty planks, joined and hung between two walls, carry three crates.",
        steps: 600,
        view: view(-18.0, -9.0, 18.0, 9.0),
        level: || Bridge::default().level(),
    },
    Scene {
        name: "pendulum",
        about: "A bob swings on a massless arm, let go from the side.",
        steps: 600,
        view: view(-3.0, -3.0, 3.0, 1.0),
        level: || Pendulum::default().level(),
    },
    Scene {
        name: "pile",
        about: "A thousand polygons, circles and capsules fall into a trough and come to rest.",
        steps: 900,
        view: view(-17.0, -1.0, 17.0, 24.0),
        level: || Pile::default().level(),
    },
    Scene {
        name: "billiards",
        about: "A cue ball hits fifteen others on a table without gravity.",
        steps: 240,
        view: view(-1.6, -0.9, 1.6, 0.9),
        level: || Billiards::default().level(),
    },
];

/// The scene of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}

/// The shape that `make` describes; the numbers of the scenes are right by construction, and a test loads all.
fn shape(made: Result<Shape, ShapeError>) -> Shape {
    match made {
        Ok(shape) => shape,
        Err(error) => panic!("a scene's shape: {error}"),
    }
}

fn rectangle(half_width: f32, half_height: f32) -> ColliderDef {
    ColliderDef::new(shape(Shape::rectangle(half_width, half_height)))
}

/// Adds a fixed box.
fn wall(level: &mut Level, center: [f32; 2], half_width: f32, half_height: f32) -> u32 {
    level.body_with(BodyDef::fixed().position(center), rectangle(half_width, half_height))
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
