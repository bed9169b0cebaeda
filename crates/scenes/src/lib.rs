//! Scenes for tests, benches and demos, each defined once.
//!
//! A scene is a struct of parameters with a default and a method that returns its
//! [`Level`](physics::world::Level): plain data, from which any engine can build the scene. [`SCENES`] lists
//! them with their names.
//!
//! **Panics.** The defaults are valid, and a test loads each of them. `level` panics for parameters of which
//! no level can be made, and says which part is invalid: a length of zero, an ellipse of two sides.

mod basics;
mod benchmarks;
mod chains;
mod comparisons;
pub mod crowds;
mod effects;
mod everyday;
mod figures;
mod heaps;
mod heights;
mod hollows;
mod hooks;
mod joints;
mod ledges;
mod list;
mod loops;
mod machinery;
mod marks;
mod mechanisms;
mod methods;
mod mixture;
mod movers;
mod pairs;
mod parts;
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
mod scene;
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
pub use everyday::{CHAIN_LENGTHS, EVERYDAY, HangingChains};
pub use figures::{Figure, Meter};
pub use heaps::RagdollPile;
pub use heights::Heights;
pub use hollows::{Bowl, Hollows, Solid};
pub use hooks::{Sorter, SortingBelt};
pub use joints::{Bridge, NewtonsCradle, Pendulum, SwingingJoints};
pub use ledges::Ledges;
pub use list::{SCENES, all, find};
pub use loops::VerticalLoop;
pub use machinery::{Catapult, Clockwork, Drawbridge};
pub use marks::{Mark, Query};
pub use mechanisms::{Atwood, Car, DivingBoard, GearTrain, Jack, Lifts, Ropes, Slider};
pub use methods::{Ellipses, Heap, Impacts, Iterated, Landing, OpeningFloor, Ordered, Tables, Upright};
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
pub use scene::{Scene, SceneView};
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

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
