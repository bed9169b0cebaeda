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
use crate::time::DT;
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

const fn operation(
    name: &'static str,
    about: &'static str,
    run: fn(EngineKind) -> Result<Measured, Unsupported>,
) -> Micro {
    Micro { name, about, work: Work::Operation(run) }
}

const fn of_trees(name: &'static str, about: &'static str, boxes: u32) -> Micro {
    Micro { name, about, work: Work::Trees(boxes) }
}

/// All comparisons.
pub const MICROS: &[Micro] = &[
    operation("ray_10k", "rays of 10 m against 10,000 static boxes", |engine| asked(engine, 10_000, rays)),
    operation("ray_1m", "rays of 10 m against 1,000,000 static boxes", |engine| {
        asked(engine, 1_000_000, rays)
    }),
    operation("box_10k", "boxes of 4 m x 4 m against 10,000 static boxes", |engine| {
        asked(engine, 10_000, boxes)
    }),
    operation("box_1m", "boxes of 4 m x 4 m against 1,000,000 static boxes", |engine| {
        asked(engine, 1_000_000, boxes)
    }),
    operation(
        "circle_cast_10k",
        "circles of radius 0.1 m swept over 10 m against 10,000 static boxes",
        |engine| asked(engine, 10_000, circles),
    ),
    operation(
        "circle_cast_1m",
        "circles of radius 0.1 m swept over 10 m against 1,000,000 static boxes",
        |engine| asked(engine, 1_000_000, circles),
    ),
    operation(
        "pairs_10k",
        "a step of 10,000 circles that fly through each other without touching, per circle",
        pairs,
    ),
    of_trees("trees_1k", "trees of 1,000 boxes by themselves", 1_000),
    of_trees("trees_10k", "trees of 10,000 boxes by themselves", 10_000),
    of_trees("trees_100k", "trees of 100,000 boxes by themselves", 100_000),
    of_trees("trees_1m", "trees of 1,000,000 boxes by themselves: minutes, so only if named", 1_000_000),
    operation("manifold_boxes", "the manifold of two boxes that mostly touch", |engine| {
        geometry::pairs(engine, Pair::Boxes, Question::Manifold)
    }),
    operation("manifold_octagons", "the manifold of two octagons that mostly touch", |engine| {
        geometry::pairs(engine, Pair::Octagons, Question::Manifold)
    }),
    operation(
        "manifold_octagon_circle",
        "the manifold of an octagon and a circle that mostly touch",
        |engine| geometry::pairs(engine, Pair::OctagonCircle, Question::Manifold),
    ),
    operation("distance_boxes", "the distance of two boxes, from a cold start", |engine| {
        geometry::pairs(engine, Pair::Boxes, Question::Distance)
    }),
    operation("distance_octagons", "the distance of two octagons, from a cold start", |engine| {
        geometry::pairs(engine, Pair::Octagons, Question::Distance)
    }),
    operation(
        "distance_octagon_circle",
        "the distance of an octagon and a circle, from a cold start",
        |engine| geometry::pairs(engine, Pair::OctagonCircle, Question::Distance),
    ),
    operation("ray_octagon", "a ray against an octagon, with its normal", geometry::rays),
    operation("hull_8", "the hull of 8 points", |engine| geometry::hulls(engine, 8)),
    operation("hull_1000", "the hull of 1,000 points", |engine| geometry::hulls(engine, 1000)),
    operation("decompose_24", "a star of 24 corners as convex pieces", |engine| {
        geometry::decompositions(engine, 24)
    }),
    operation("snapshot", "a snapshot of the large pyramid in motion", |engine| snapshot(engine, false)),
    operation("restore", "going back to that snapshot", |engine| snapshot(engine, true)),
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
