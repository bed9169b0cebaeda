//! Scenes for tests, benches and demos, each defined once.
//!
//! A scene is a struct of parameters with a default and a method that returns its [`Level`]: plain data, from
//! which any engine can build the scene. [`SCENES`] lists them with their names.

use physics::prelude::*;
use physics::solver::impulse::CombineRule;
use physics::solver::{ImpulseMethod, Integrator};
use std::fmt::Display;

mod basics;
mod benchmarks;
mod chains;
mod comparisons;
pub mod crowds;
mod effects;
mod hollows;
mod hooks;
mod joints;
mod marks;
mod mechanisms;
mod methods;
mod mixture;
mod people;
mod piles;
mod platformer;
mod portals;
mod random;
mod rest;
mod restraints;
mod ruins;
mod rules;
mod script;
mod seams;
mod sights;
mod steady;
mod structures;
mod surfaces;
mod tutorial;
mod variants;

pub use basics::{Billiards, FallingCrate, FrictionRamp};
pub use benchmarks::{
    BENCHMARKS, Circles, Compounds, Convex, FastBalls, JointGrid, Junkyard, ManyPyramids, RagdollRain, Small,
    Smash, Spinner, Tiles, Tumbler, Washer,
};
pub use chains::Hills;
pub use comparisons::{Bouncing, Euler, Squash, StaticFriction};
pub use crowds::Crowd;
pub use effects::{Blast, Buoyancy, Gusts};
pub use hollows::{Bowl, Hollows, Solid};
pub use hooks::{Sorter, SortingBelt};
pub use joints::{Bridge, NewtonsCradle, Pendulum, SwingingJoints};
pub use marks::{Mark, Query};
pub use mechanisms::{Atwood, Car, DivingBoard, GearTrain, Lifts, Ropes, Slider};
pub use methods::{Ellipses, Heap, Impacts, Iterated, OpeningFloor, Ordered, Tables};
pub use mixture::Mixture;
pub use piles::{Pile, Pyramid, Rain, Tower};
pub use platformer::Platformer;
pub use portals::PortalRoom;
pub use rest::{ElasticPlanks, SlowMotions};
pub use restraints::{Hoist, LockedBodies, Shuffleboard};
pub use ruins::Ruins;
pub use rules::{Bumpers, Gates, Planks};
pub use script::{Command, Effect, Script, ScriptRunner};
pub use seams::Seams;
pub use sights::Lookout;
pub use steady::{Crane, HeavyOnGlass, TallTower};
pub use structures::{Arch, CardHouse, Ragdoll, WreckingBall};
pub use surfaces::{Conveyor, RollingSlope};
pub use tutorial::{Collision, Grabbing, Normals, Tunnelling};
pub use variants::{Corrections, Detection, Layers, ManySided, Slopes, Weights, WithoutRotation};

/// A scene with its default parameters and a name.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The name, as given on a command line.
    pub name: &'static str,
    /// What the scene shows, in one sentence.
    pub about: &'static str,
    /// The number of steps, of a 60th of a second, within which the scene shows it.
    pub steps: u32,
    /// What a picture should show.
    pub view: SceneView,
    /// The level.
    pub level: fn() -> Level,
    /// The commands that change the scene while it runs.
    pub script: Option<Script>,
}

/// What a picture of a scene should show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneView {
    /// The part of the world, m.
    pub area: Aabb,
    /// Whether each edge of a polygon should have its outward normal.
    pub edge_normals: bool,
    /// The index in the level of a body with which the area moves: it is where the area says when the body is
    /// at the origin.
    pub follow: Option<u32>,
}

impl SceneView {
    /// With an outward normal on each edge of a polygon.
    const fn with_edge_normals(self) -> Self {
        Self { edge_normals: true, ..self }
    }

    /// Moves with a body of the level.
    const fn following(self, body: u32) -> Self {
        Self { follow: Some(body), ..self }
    }

    /// The part of a world to show now, m. `bodies` are those of the level, in its order.
    #[must_use]
    pub fn area_in<B: Broadphase>(&self, world: &World<B>, bodies: &[BodyId]) -> Aabb {
        let followed = self.follow.and_then(|body| world.body(*bodies.get(body as usize)?).ok());
        let moved = followed.map_or(Vec2::zeros(), |body| body.center().coords);
        Aabb { lower: self.area.lower + moved, upper: self.area.upper + moved }
    }
}

const fn view(left: f32, bottom: f32, right: f32, top: f32) -> SceneView {
    let area = Aabb { lower: Point::new(left, bottom), upper: Point::new(right, top) };
    SceneView { area, edge_normals: false, follow: None }
}

/// The scenes that show one thing each.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "falling_crate",
        about: "A crate falls onto the ground and comes to rest.",
        steps: 240,
        view: view(-4.0, -1.0, 4.0, 6.0),
        level: || FallingCrate::default().level(),
        script: None,
    },
    Scene {
        name: "tower",
        about: "A tower of ten boxes stands still.",
        steps: 600,
        view: view(-6.0, -1.0, 6.0, 11.0),
        level: || Tower::default().level(),
        script: None,
    },
    Scene {
        name: "pyramid",
        about: "A pyramid of 210 boxes, twenty at its base, stands still.",
        steps: 600,
        view: view(-12.0, -1.0, 12.0, 21.0),
        level: || Pyramid::default().level(),
        script: None,
    },
    benchmarks::LARGE_PYRAMID,
    Scene {
        name: "friction_ramp",
        about: "Of five boxes on a slope, those whose friction exceeds the tangent of the slope stay, and the others slide.",
        steps: 180,
        view: view(-16.0, -2.0, 12.0, 14.0),
        level: || FrictionRamp::default().level(),
        script: None,
    },
    Scene {
        name: "bridge",
        about: "A bridge of thirty jointed planks hangs between two walls and carries three crates.",
        steps: 600,
        view: view(-18.0, -9.0, 18.0, 9.0),
        level: || Bridge::default().level(),
        script: None,
    },
    Scene {
        name: "pendulum",
        about: "A bob on a massless arm is released from the side and swings.",
        steps: 600,
        view: view(-3.0, -3.0, 3.0, 1.0),
        level: || Pendulum::default().level(),
        script: None,
    },
    Scene {
        name: "pile",
        about: "A thousand polygons, circles and capsules fall into a trough and come to rest.",
        steps: 900,
        view: view(-17.0, -1.0, 17.0, 24.0),
        level: || Pile::default().level(),
        script: None,
    },
    Scene {
        name: "billiards",
        about: "A cue ball hits fifteen others and scatters them; seen from above, so there is no gravity.",
        steps: 240,
        view: view(-1.6, -0.9, 1.6, 0.9),
        level: || Billiards::default().level(),
        script: None,
    },
    Scene {
        name: "grabbing",
        about: "A triangle and a box sink slowly to a floor: grab them and throw them.",
        steps: 300,
        view: view(-7.5, -1.0, 7.5, 5.5),
        level: || Grabbing::default().level(),
        script: None,
    },
    Scene {
        name: "normals",
        about: "Polygons with three to eight corners turn about their centres with their normals.",
        steps: 240,
        view: view(-2.0, -5.0, 8.0, 2.0).with_edge_normals(),
        level: || Normals::default().level(),
        script: None,
    },
    Scene {
        name: "collision",
        about: "Polygons and a circle without friction fall into a room; impulses make them bounce and turn.",
        steps: 300,
        view: view(-5.5, -1.5, 5.5, 7.0),
        level: || Collision::default().level(),
        script: None,
    },
    Scene {
        name: "collision_without_impulses",
        about: "The same room without impulses: overlapping shapes are only moved apart, and neither bounce nor turn.",
        steps: 120,
        view: view(-5.5, -1.5, 5.5, 7.0),
        level: || Collision { impulses: ImpulseMethod::Displacement, ..Collision::default() }.level(),
        script: None,
    },
    Scene {
        name: "tunnelling",
        about: "Ten balls of 3 to 300 m/s fly at thin walls: those above are not swept, and the three fastest pass; all others bounce.",
        steps: 120,
        view: view(-8.0, -1.0, 8.0, 10.0),
        level: || Tunnelling::default().level(),
        script: None,
    },
    Scene {
        name: "bouncing_max",
        about: "Balls of restitution 0 to 1 fall onto a floor of restitution 0 and one of 1; the larger of the two values counts.",
        steps: 180,
        view: view(-7.5, -1.0, 7.5, 5.0),
        level: || Bouncing::default().level(),
        script: None,
    },
    Scene {
        name: "bouncing_min",
        about: "Balls of restitution 0 to 1 fall onto a floor of restitution 0 and one of 1; the smaller of the two values counts.",
        steps: 180,
        view: view(-7.5, -1.0, 7.5, 5.0),
        level: || Bouncing { rule: CombineRule::Min, ..Bouncing::default() }.level(),
        script: None,
    },
    Scene {
        name: "static_friction",
        about: "Of two equal boxes on a slope, the one at rest stays, and the one that was pushed keeps sliding.",
        steps: 180,
        view: view(-7.0, -4.0, 12.0, 4.0),
        level: || StaticFriction::default().level(),
        script: None,
    },
    Scene {
        name: "swinging_joints",
        about: "A bar, two bars, a chain and a swing hang on revolute joints and are released from the side.",
        steps: 600,
        view: view(-11.0, -6.0, 11.0, 2.0),
        level: || SwingingJoints::default().level(),
        script: None,
    },
    Scene {
        name: "squash_1",
        about: "Stacks of one to six boxes with one iteration: the higher the stack, the deeper its boxes overlap.",
        steps: 300,
        view: view(-7.5, -1.0, 7.5, 7.0),
        level: || Squash::default().level(),
        script: None,
    },
    Scene {
        name: "squash_20",
        about: "The same stacks with twenty iterations: the boxes hardly overlap.",
        steps: 300,
        view: view(-7.5, -1.0, 7.5, 7.0),
        level: || Squash { iterations: 20, ..Squash::default() }.level(),
        script: None,
    },
    Scene {
        name: "euler_explicit",
        about: "Four pendulums integrated by explicit Euler gain energy: each swing is higher than the one before.",
        steps: 600,
        view: view(-7.0, -2.8, 7.0, 2.5),
        level: || Euler { integrator: Integrator::Explicit, ..Euler::default() }.level(),
        script: None,
    },
    Scene {
        name: "euler_symplectic",
        about: "Four pendulums integrated by symplectic Euler keep their energy: each swing is as high as the one before.",
        steps: 600,
        view: view(-7.0, -2.8, 7.0, 2.5),
        level: || Euler::default().level(),
        script: None,
    },
    Scene {
        name: "newtons_cradle",
        about: "One of five balls is released from the side: its impact passes through the row, and the last ball leaves.",
        steps: 600,
        view: view(-3.5, -2.8, 3.5, 0.5),
        level: || NewtonsCradle::default().level(),
        script: None,
    },
    Scene {
        name: "ragdoll",
        about: "Three ragdolls of eleven bones each fall down stairs and come to rest.",
        steps: 480,
        view: view(-5.0, -1.0, 9.0, 11.0),
        level: || Ragdoll::default().level(),
        script: None,
    },
    Scene {
        name: "card_house",
        about: "A house of fifteen cards, three storeys high, stands by friction alone.",
        steps: 600,
        view: view(-3.0, -0.5, 3.0, 3.5),
        level: || CardHouse::default().level(),
        script: None,
    },
    Scene {
        name: "arch",
        about: "An arch of fifteen wedge-shaped stones stands without mortar.",
        steps: 600,
        view: view(-7.0, -2.5, 7.0, 6.0),
        level: || Arch::default().level(),
        script: None,
    },
    Scene {
        name: "wrecking_ball",
        about: "A heavy ball on a chain swings into a wall of boxes and knocks it down.",
        steps: 360,
        view: view(-9.0, -1.0, 14.0, 10.0),
        level: || WreckingBall::default().level(),
        script: None,
    },
    Scene {
        name: "rain",
        about: "Two thousand mixed shapes rain into a wide trough and fill it.",
        steps: 900,
        view: view(-34.0, -2.0, 34.0, 70.0),
        level: || Rain::default().level(),
        script: None,
    },
    Scene {
        name: "hills",
        about: "Shapes roll and slide over hills made of one chain; they do not catch on the seams between its segments.",
        steps: 480,
        view: view(-21.0, -3.0, 21.0, 10.0),
        level: || Hills::default().level(),
        script: None,
    },
    mechanisms::SLIDER,
    mechanisms::CAR,
    mechanisms::DIVING_BOARD,
    mechanisms::ATWOOD,
    mechanisms::GEAR_TRAIN,
    mechanisms::ROPES,
    mechanisms::LIFTS,
    Scene {
        name: "bowl",
        about: "A ball rolls back and forth in a round bowl.",
        steps: 600,
        view: view(-4.5, -4.5, 4.5, 0.5),
        level: || Bowl::default().level(),
        script: None,
    },
    Scene {
        name: "hollows_hull",
        about: "As convex hulls: a ball lies on the bowl, and a box floats above the bed of the car.",
        steps: 240,
        view: view(-5.5, -1.0, 5.5, 4.0),
        level: || Hollows { solid: Solid::Hull }.level(),
        script: None,
    },
    Scene {
        name: "hollows_pieces",
        about: "As convex pieces: the ball lies in the bowl, and the box in the bed of the car.",
        steps: 240,
        view: view(-5.5, -1.0, 5.5, 4.0),
        level: || Hollows::default().level(),
        script: None,
    },
    surfaces::CONVEYOR,
    surfaces::ROLLING_SLOPE,
    seams::SEAMS,
    rules::SENSORS,
    rules::ONE_WAY,
    rules::BUMPERS,
    mixture::MIXTURE,
    platformer::PLATFORMER,
    effects::BUOYANCY,
    effects::WIND,
    effects::EXPLOSION,
    rest::SLOW_MOTIONS,
    rest::ELASTIC_PLANKS,
    portals::PORTALS,
    hooks::HOOKS,
    sights::QUERIES,
    ruins::DESTRUCTION,
    restraints::TOP_DOWN,
    restraints::WINCH,
    restraints::LOCKS,
    variants::CORRECTIONS_BAUMGARTE,
    variants::CORRECTIONS_PROJECTION,
    variants::CORRECTIONS_SPLIT,
    variants::WEIGHTS_PLAIN,
    variants::WEIGHTS_BY_DEPTH,
    variants::DETECTION_ONCE,
    variants::DETECTION_EACH,
    variants::LAYERS,
    variants::HALF_SPACE,
    variants::MANY_SIDED,
    variants::WITHOUT_ROTATION,
    methods::MANIFOLDS_GJK,
    methods::CONTACT_POINTS_CLIPPED,
    methods::CONTACT_POINTS_MEAN,
    methods::CONTACT_POINTS_SUPPORT,
    methods::POSITIONS_FIRST,
    methods::OPENING_FLOOR,
    methods::IMPACTS_MISSED,
    methods::IMPACTS_STOPPED,
    methods::IMPACTS_RESOLVED,
    methods::BILLIARDS_ITERATED,
    methods::TOWER_ITERATED,
    methods::ELLIPSES,
    steady::STEADY_GLASS,
    steady::SOFT_GLASS,
    steady::STEADY_TOWER,
    steady::SOFT_TOWER,
    steady::STEADY_CRANE,
    steady::SOFT_CRANE,
    steady::STEADY_BALL,
];

/// All scenes, including those of [`BENCHMARKS`], each once.
pub fn all() -> impl Iterator<Item = &'static Scene> {
    let shown = |scene: &&Scene| !SCENES.iter().any(|known| known.name == scene.name);
    SCENES.iter().chain(BENCHMARKS.iter().filter(shown))
}

/// The scene with this name, among [`all`].
#[must_use]
pub fn find(name: &str) -> Option<&'static Scene> {
    all().find(|scene| scene.name == name)
}

/// The part, which is valid: the numbers of the scenes are constants, and a test loads every scene.
fn made<T, E: Display>(part: Result<T, E>) -> T {
    match part {
        Ok(part) => part,
        Err(error) => panic!("a part of a scene is invalid: {error}"),
    }
}

fn shape(part: Result<Shape, ShapeError>) -> Shape {
    made(part)
}

fn rectangle(half_width: f32, half_height: f32) -> ColliderDef {
    ColliderDef::new(shape(Shape::rectangle(half_width, half_height)))
}

/// A regular polygon around the origin, with its corners on a circle.
fn regular_polygon(corners: u32, radius: f32) -> Shape {
    let turn = std::f32::consts::TAU / corners as f32;
    let corner = |i: u32| Rot::from_angle(turn * i as f32) * Vec2::new(radius, 0.0);
    shape(Shape::polygon((0..corners).map(|i| Point::from(corner(i)))))
}

/// Adds a static box.
fn wall(level: &mut Level, center: [f32; 2], half_width: f32, half_height: f32) -> u32 {
    level.body_with(BodyDef::fixed().position(center), rectangle(half_width, half_height))
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
