//! Single operations: rays, boxes and swept circles against many static boxes, pair finding, snapshots, and
//! all operations of trees of boxes.
//!
//! The static world is a square grid of boxes of half extent 0.2, one metre apart, every other one turned, so
//! that no query runs along the grid. Queries begin in the gaps, since engines differ in what a ray reports
//! that begins inside a box. Queries are drawn from a fixed seed, the same for each engine, and what they
//! found is reported too.

mod geometry;
pub mod trees;

use crate::engine::{BuildOptions, Engine, EngineKind, Unsupported};
use crate::measure::median;
use crate::row::MicroRow;
use crate::speed::DT;
use fastrand::Rng;
use geometry::{Pair, Question};
use physics::prelude::*;
use std::time::Instant;

/// A comparison.
#[derive(Clone, Copy, Debug)]
pub struct Micro {
    /// Its name.
    pub name: &'static str,
    /// What is done.
    pub about: &'static str,
    work: Work,
}

/// The kind of a comparison.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// One operation.
    Operation(fn(EngineKind) -> Result<Measured, Unsupported>),
    /// All operations of a tree with this many boxes.
    Trees(u32),
}

impl Micro {
    /// Whether it gives a row for each of [`trees::OPERATIONS`] and includes rstar.
    #[must_use]
    pub fn is_of_trees(&self) -> bool {
        matches!(self.work, Work::Trees(_))
    }

    /// Whether it takes minutes, so that it runs only if it is named.
    #[must_use]
    pub fn is_long(&self) -> bool {
        matches!(self.work, Work::Trees(1_000_000..))
    }
}

/// The time of an operation, and what it found.
struct Measured {
    ns_per_op: f64,
    found: f64,
}

/// All comparisons.
pub const MICROS: &[Micro] = &[
    Micro {
        name: "ray_10k",
        about: "rays of 10 m against 10,000 static boxes",
        work: Work::Operation(|engine| asked(engine, 10_000, rays)),
    },
    Micro {
        name: "ray_1m",
        about: "rays of 10 m against 1,000,000 static boxes",
        work: Work::Operation(|engine| asked(engine, 1_000_000, rays)),
    },
    Micro {
        name: "box_10k",
        about: "boxes of 4 m x 4 m against 10,000 static boxes",
        work: Work::Operation(|engine| asked(engine, 10_000, boxes)),
    },
    Micro {
        name: "box_1m",
        about: "boxes of 4 m x 4 m against 1,000,000 static boxes",
        work: Work::Operation(|engine| asked(engine, 1_000_000, boxes)),
    },
    Micro {
        name: "circle_cast_10k",
        about: "circles of radius 0.1 m swept over 10 m against 10,000 static boxes",
        work: Work::Operation(|engine| asked(engine, 10_000, circles)),
    },
    Micro {
        name: "circle_cast_1m",
        about: "circles of radius 0.1 m swept over 10 m against 1,000,000 static boxes",
        work: Work::Operation(|engine| asked(engine, 1_000_000, circles)),
    },
    Micro {
        name: "pairs_10k",
        about: "a step of 10,000 circles that fly through each other without touching, per circle",
        work: Work::Operation(pairs),
    },
    Micro { name: "trees_1k", about: "trees of 1,000 boxes by themselves", work: Work::Trees(1_000) },
    Micro { name: "trees_10k", about: "trees of 10,000 boxes by themselves", work: Work::Trees(10_000) },
    Micro { name: "trees_100k", about: "trees of 100,000 boxes by themselves", work: Work::Trees(100_000) },
    Micro {
        name: "trees_1m",
        about: "trees of 1,000,000 boxes by themselves: minutes, so only if named",
        work: Work::Trees(1_000_000),
    },
    Micro {
        name: "manifold_boxes",
        about: "the manifold of two boxes that mostly touch",
        work: Work::Operation(|engine| geometry::pairs(engine, Pair::Boxes, Question::Manifold)),
    },
    Micro {
        name: "manifold_octagons",
        about: "the manifold of two octagons that mostly touch",
        work: Work::Operation(|engine| geometry::pairs(engine, Pair::Octagons, Question::Manifold)),
    },
    Micro {
        name: "manifold_octagon_circle",
        about: "the manifold of an octagon and a circle that mostly touch",
        work: Work::Operation(|engine| geometry::pairs(engine, Pair::OctagonCircle, Question::Manifold)),
    },
    Micro {
        name: "distance_boxes",
        about: "the distance of two boxes, from a cold start",
        work: Work::Operation(|engine| geometry::pairs(engine, Pair::Boxes, Question::Distance)),
    },
    Micro {
        name: "distance_octagons",
        about: "the distance of two octagons, from a cold start",
        work: Work::Operation(|engine| geometry::pairs(engine, Pair::Octagons, Question::Distance)),
    },
    Micro {
        name: "distance_octagon_circle",
        about: "the distance of an octagon and a circle, from a cold start",
        work: Work::Operation(|engine| geometry::pairs(engine, Pair::OctagonCircle, Question::Distance)),
    },
    Micro {
        name: "ray_octagon",
        about: "a ray against an octagon, with its normal",
        work: Work::Operation(geometry::rays),
    },
    Micro {
        name: "hull_8",
        about: "the hull of 8 points",
        work: Work::Operation(|engine| geometry::hulls(engine, 8)),
    },
    Micro {
        name: "hull_1000",
        about: "the hull of 1,000 points",
        work: Work::Operation(|engine| geometry::hulls(engine, 1000)),
    },
    Micro {
        name: "decompose_24",
        about: "a star of 24 corners as convex pieces",
        work: Work::Operation(|engine| geometry::decompositions(engine, 24)),
    },
    Micro {
        name: "snapshot",
        about: "a snapshot of the large pyramid in motion",
        work: Work::Operation(|engine| snapshot(engine, false)),
    },
    Micro {
        name: "restore",
        about: "going back to that snapshot",
        work: Work::Operation(|engine| snapshot(engine, true)),
    },
];

/// Runs a comparison.
#[must_use]
pub fn run(micro: &Micro, engine: EngineKind) -> Vec<MicroRow> {
    let row =
        MicroRow { micro: micro.name.to_owned(), engine, ns_per_op: None, found: None, unsupported: None };
    match micro.work {
        Work::Trees(count) => trees::measure(micro.name, engine, count),
        Work::Operation(run) => vec![match run(engine) {
            Ok(Measured { ns_per_op, found }) => {
                MicroRow { ns_per_op: Some(ns_per_op), found: Some(found), ..row }
            }
            Err(Unsupported(reason)) => MicroRow { unsupported: Some(reason), ..row },
        }],
    }
}

/// Number of operations that are timed together.
const BATCH: u32 = 2_000;

/// Number of such measurements; their median counts.
const BATCHES: u32 = 15;

/// One query at a position in a world of this side length (m); returns what it found.
type Operation = fn(&dyn Engine, Point, Vec2) -> Result<f64, Unsupported>;

fn asked(engine: EngineKind, count: u32, operation: Operation) -> Result<Measured, Unsupported> {
    let side = f64::from(count).sqrt().ceil() as u32;
    let mut level = Level::new(WorldSettings::default());
    let square =
        ColliderDef::new(Shape::rectangle(0.2, 0.2).map_err(|e| Unsupported::because(e.to_string()))?);
    for i in 0..count {
        let position = [(i % side) as f32, (i / side) as f32];
        let angle = if i % 2 == 0 { 0.0 } else { 0.3 };
        level.body_with(BodyDef::fixed().position(position).angle(angle), square.clone());
    }
    let mut world = engine.build(&level, BuildOptions::default())?;
    // Engines build their trees in the first step.
    world.step(DT);
    let mut random = Rng::with_seed(7);
    let mut found = 0.0;
    let mut times = Vec::new();
    for _ in 0..BATCHES {
        let places: Vec<(Point, Vec2)> = (0..BATCH)
            .map(|_| {
                // Near the middle between four boxes.
                let mut next = || random.u32(0..side) as f32 + 0.4 + 0.2 * random.f32();
                let origin = Point::new(next(), next());
                let angle = random.f32() * std::f32::consts::TAU;
                (origin, Rot::from_angle(angle) * Vec2::new(10.0, 0.0))
            })
            .collect();
        let start = Instant::now();
        for &(origin, translation) in &places {
            found += operation(&*world, origin, translation)?;
        }
        times.push(start.elapsed().as_nanos() as f64 / f64::from(BATCH));
    }
    Ok(Measured { ns_per_op: median(&times), found: found / f64::from(BATCH * BATCHES) })
}

fn rays(world: &dyn Engine, origin: Point, translation: Vec2) -> Result<f64, Unsupported> {
    Ok(world.cast_ray(origin, translation).map_or(1.0, f64::from))
}

fn boxes(world: &dyn Engine, origin: Point, _: Vec2) -> Result<f64, Unsupported> {
    let half = Vec2::new(2.0, 2.0);
    Ok(world.count_in_box(Aabb { lower: origin - half, upper: origin + half }) as f64)
}

fn circles(world: &dyn Engine, origin: Point, translation: Vec2) -> Result<f64, Unsupported> {
    Ok(world.cast_circle(origin, 0.1, translation)?.map_or(1.0, f64::from))
}

/// Circles that fly in all directions and do not collide with each other: boxes move, pairs come and go, and
/// there is nothing to solve.
fn pairs(engine: EngineKind) -> Result<Measured, Unsupported> {
    const COUNT: u32 = 10_000;
    let mut random = Rng::with_seed(11);
    let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]).sleeping(false));
    let shape = Shape::circle(0.25).map_err(|e| Unsupported::because(e.to_string()))?;
    let ghost = ColliderDef::new(shape).filter(Filter { category: 2, mask: !2, group: 0 });
    for _ in 0..COUNT {
        let mut next = || random.f32() * 50.0;
        let position = [next(), next()];
        let angle = random.f32() * std::f32::consts::TAU;
        let velocity = Rot::from_angle(angle) * Vec2::new(5.0, 0.0);
        level.body_with(BodyDef::dynamic().position(position).velocity(velocity), ghost.clone());
    }
    let mut world = engine.build(&level, BuildOptions::default())?;
    world.step(DT);
    let mut times = Vec::new();
    for _ in 0..60 {
        let start = Instant::now();
        world.step(DT);
        times.push(start.elapsed().as_nanos() as f64 / f64::from(COUNT));
    }
    Ok(Measured { ns_per_op: median(&times), found: world.touching() as f64 })
}

fn snapshot(engine: EngineKind, restoring: bool) -> Result<Measured, Unsupported> {
    let level = scenes::find("large_pyramid")
        .map(|scene| (scene.level)())
        .ok_or_else(|| Unsupported::because("no scene named large_pyramid"))?;
    let mut world = engine.build(&level, BuildOptions::default())?;
    for _ in 0..10 {
        world.step(DT);
    }
    let mut times = Vec::new();
    let mut size = world.save()?;
    for _ in 0..30 {
        world.step(DT);
        let start = Instant::now();
        if restoring {
            world.restore()?;
        } else {
            size = world.save()?;
        }
        times.push(start.elapsed().as_nanos() as f64);
    }
    Ok(Measured { ns_per_op: median(&times), found: size as f64 })
}
