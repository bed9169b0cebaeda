//! Whole steps of scenes whose bodies rest but stay awake, and of the same shapes above few and above many
//! tiles.

use criterion::{Criterion, criterion_group, criterion_main};
use physics::compute::Width;
use physics::prelude::*;
use scenes::{Bridge, Pile, Pyramid, Tiles};

/// Measures a step of a level whose bodies stay awake, after `after` other steps.
fn steady(c: &mut Criterion, name: &str, mut level: Level, width: Width, after: u32) {
    level.settings.sleeping = false;
    let (mut world, _) = World::load(&level).unwrap();
    world.set_width(width);
    for _ in 0..after {
        world.step(1.0 / 60.0);
    }
    c.bench_function(&format!("step/{name}/{}", width.name()), |bench| bench.iter(|| world.step(1.0 / 60.0)));
}

fn steps(c: &mut Criterion) {
    for width in Width::all() {
        steady(c, "pyramid of 20", Pyramid::default().level(), width, 120);
    }
    steady(c, "bridge of 30", Bridge::default().level(), Width::best(), 120);
    steady(c, "pile of 200", Pile { bodies: 200, columns: 10, seed: 1 }.level(), Width::best(), 120);
    // Both levels have the same hills, so the same steps; the second has more tiles below. After 600 steps
    // nearly all shapes have rolled to the bottom.
    for depth in [25, 1250] {
        let tiles = Tiles { depth, ..Tiles::default() };
        let name = format!("200 shapes over {} tiles", tiles.columns * depth);
        steady(c, &name, tiles.level(), Width::best(), 600);
    }
}

/// Measures a step of a large pyramid that may sleep, but stays awake because a slow ball moves into its
/// lowest row.
fn disturbed(c: &mut Criterion) {
    let mut level = Pyramid { base: 100, sleeping: true }.level();
    let ball = ColliderDef::new(Shape::circle(0.5).unwrap());
    level.body_with(BodyDef::kinematic().position([50.5, 0.5]).velocity([-0.001, 0.0]), ball);
    let (mut world, _) = World::load(&level).unwrap();
    for _ in 0..200 {
        world.step(1.0 / 60.0);
    }
    c.bench_function("step/pyramid of 100, kept awake", |bench| bench.iter(|| world.step(1.0 / 60.0)));
    assert_eq!(world.stats().awake, 5051);
}

criterion_group!(benches, steps, disturbed);
criterion_main!(benches);
