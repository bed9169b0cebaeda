//! Scenes for tests, benches and demos, each defined once.
//!
//! A scene is a struct of parameters with a default and a method that returns its [`Level`]: plain data, from
//! which any engine can build the scene. [`SCENES`] lists them with their names.
//!
//! **Panics.** The defaults are valid, and a test loads each of them. `level` panics for parameters of which
//! no level can be made, and says which part is invalid: a length of zero, an ellipse of two sides.

use physics::prelude::*;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

mod basics;
mod benchmarks;
mod chains;
mod comparisons;
pub mod crowds;
mod effects;
mod figures;
mod heaps;
mod hollows;
mod hooks;
mod joints;
mod ledges;
mod loops;
mod machinery;
mod marks;
mod mechanisms;
mod methods;
mod mixture;
mod movers;
mod people;
mod piles;
mod platformer;
mod portals;
mod random;
mod recipes;
mod rest;
mod restraints;
mod road;
mod rolling;
mod ruins;
mod rules;
mod scissors;
mod script;
mod seams;
mod settings;
mod side_by_side;
mod sights;
mod steady;
mod structures;
mod surfaces;
mod text;
mod tracks;
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
pub use figures::{Figure, Meter};
pub use heaps::RagdollPile;
pub use hollows::{Bowl, Hollows, Solid};
pub use hooks::{Sorter, SortingBelt};
pub use joints::{Bridge, NewtonsCradle, Pendulum, SwingingJoints};
pub use ledges::Ledges;
pub use loops::VerticalLoop;
pub use machinery::{Catapult, Clockwork, Drawbridge};
pub use marks::{Mark, Query};
pub use mechanisms::{Atwood, Car, DivingBoard, GearTrain, Lifts, Ropes, Slider};
pub use methods::{Ellipses, Heap, Impacts, Iterated, Landing, OpeningFloor, Ordered, Tables};
pub use mixture::Mixture;
pub use movers::{Ladder, Press};
pub use piles::{Pile, Pyramid, Rain, Tower};
pub use platformer::Platformer;
pub use portals::PortalRoom;
pub use recipes::{Jitter, Recipe};
pub use rest::{ElasticPlanks, SlowMotions};
pub use restraints::{Hoist, LockedBodies, Shuffleboard};
pub use road::Road;
pub use rolling::WheelRace;
pub use ruins::Ruins;
pub use rules::{Bumpers, Gates, Planks};
pub use scissors::ScissorLift;
pub use script::{Command, Effect, Script, ScriptRunner};
pub use seams::Seams;
pub use settings::{BodySettings, GravityWells};
pub use side_by_side::{COMPARISONS, COMPARISONS_SOURCE, Comparison, Panel, find_comparison};
pub use sights::Lookout;
pub use steady::{Crane, HeavyOnGlass, ManyCranes, TallTower};
pub use structures::{Arch, CardHouse, Ragdoll, WreckingBall};
pub use surfaces::{Conveyor, RollingSlope};
pub use text::{Section, Text};
pub use tracks::TrackedVehicle;
pub use tutorial::{Collision, Grabbing, Normals, Tunnelling};
pub use variants::{Corrections, Detection, Layers, ManySided, Slopes, Weights, WithoutRotation};

/// A scene with its default parameters and a name.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The name, as given on a command line.
    pub name: &'static str,
    /// What the scene shows, in one sentence.
    pub about: &'static str,
    /// The sections of the texts that it shows; none if it comes from elsewhere.
    pub sections: &'static [Section],
    /// The file that builds its level, from the root of the repository.
    pub source: &'static str,
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
    basics::FALLING_CRATE,
    piles::TOWER,
    piles::PYRAMID,
    benchmarks::LARGE_PYRAMID,
    basics::FRICTION_RAMP,
    joints::BRIDGE,
    joints::PENDULUM,
    piles::PILE,
    basics::BILLIARDS,
    tutorial::GRABBING,
    tutorial::NORMALS,
    tutorial::COLLISION,
    tutorial::COLLISION_WITHOUT_IMPULSES,
    tutorial::TUNNELLING,
    comparisons::BOUNCING_MAX,
    comparisons::BOUNCING_MIN,
    comparisons::STATIC_FRICTION,
    joints::SWINGING_JOINTS,
    comparisons::SQUASH_1,
    comparisons::SQUASH_5,
    comparisons::SQUASH_20,
    comparisons::EULER_EXPLICIT,
    comparisons::EULER_SYMPLECTIC,
    joints::NEWTONS_CRADLE,
    structures::RAGDOLL,
    structures::CARD_HOUSE,
    structures::ARCH,
    structures::WRECKING_BALL,
    piles::RAIN,
    chains::HILLS,
    mechanisms::SLIDER,
    mechanisms::CAR,
    mechanisms::DIVING_BOARD,
    mechanisms::ATWOOD,
    mechanisms::GEAR_TRAIN,
    mechanisms::ROPES,
    mechanisms::LIFTS,
    hollows::BOWL,
    hollows::HOLLOWS_HULL,
    hollows::HOLLOWS_PIECES,
    surfaces::CONVEYOR,
    surfaces::ROLLING_SLOPE,
    rolling::ROLLING,
    road::ROAD,
    loops::LOOP,
    seams::SEAMS,
    ledges::LEDGES,
    rules::SENSORS,
    rules::ONE_WAY,
    rules::BUMPERS,
    mixture::MIXTURE,
    platformer::PLATFORMER,
    movers::LADDER,
    movers::PRESS,
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
    settings::GRAVITY_WELLS,
    settings::BODY_SETTINGS,
    variants::CORRECTIONS_BAUMGARTE,
    variants::CORRECTIONS_NONE,
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
    methods::LANDING_MEAN,
    methods::LANDING_PLAIN,
    methods::LANDING_BY_DEPTH,
    methods::POSITIONS_FIRST,
    methods::CONSTRAINTS_FIRST,
    methods::OPENING_FLOOR,
    methods::IMPACTS_MISSED,
    methods::IMPACTS_STOPPED,
    methods::IMPACTS_RESOLVED,
    methods::BILLIARDS_ITERATED,
    methods::TOWER_ITERATED,
    methods::TOWER_ITERATED_60,
    methods::ELLIPSES,
    recipes::JITTER_40_SLOP,
    recipes::JITTER_20,
    recipes::JITTER_80,
    recipes::JITTER_100,
    recipes::JITTER_100_SLOP,
    recipes::RECIPE_5,
    recipes::RECIPE_10,
    recipes::RECIPE_20,
    recipes::RECIPE_WARM,
    steady::STEADY_GLASS,
    steady::SOFT_GLASS,
    steady::STEADY_TOWER,
    steady::SOFT_TOWER,
    steady::STEADY_CRANE,
    steady::SOFT_CRANE,
    steady::STEADY_BALL,
    steady::STEADY_HUNDRED_CRANES,
    steady::SOFT_HUNDRED_CRANES,
    machinery::STEADY_DRAWBRIDGE,
    machinery::SOFT_DRAWBRIDGE,
    machinery::STEADY_CATAPULT,
    machinery::SOFT_CATAPULT,
    machinery::STEADY_CLOCKWORK,
    machinery::SOFT_CLOCKWORK,
    scissors::STEADY_SCISSOR_LIFT,
    scissors::SOFT_SCISSOR_LIFT,
    tracks::STEADY_TRACKED_VEHICLE,
    tracks::SOFT_TRACKED_VEHICLE,
    heaps::STEADY_RAGDOLL_PILE,
    heaps::SOFT_RAGDOLL_PILE,
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

/// The part, which is valid if the parameters of the scene are: see the head of this file.
fn made<T, E: Display>(part: Result<T, E>) -> T {
    match part {
        Ok(part) => part,
        Err(error) => panic!("a part of a scene is invalid: {error}"),
    }
}

/// A parameter that says how many parts there are, if it lies in this range: see the head of this file.
fn in_range<T: PartialOrd + Debug>(range: RangeInclusive<T>, name: &str, value: T) -> T {
    if range.contains(&value) {
        return value;
    }
    made(Err(format!("{name} is {value:?}: it must be in {range:?}")))
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
