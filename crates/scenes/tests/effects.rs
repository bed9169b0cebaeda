//! The scenes of effects show what their sentences say.

use physics::prelude::*;
use scenes::{Blast, Buoyancy, Gusts, Scene, ScriptRunner, find};

/// Runs a scene with its script.
fn run(scene: &Scene, steps: u32) -> World {
    run_on(scene, steps, DynamicTree::default(), 1)
}

/// Runs a scene with its script on a broad phase and a number of threads.
fn run_on<B: Broadphase>(scene: &Scene, steps: u32, broadphase: B, threads: usize) -> World<B> {
    let mut world = World::load_with(&(scene.level)(), broadphase).unwrap().0;
    world.set_threads(threads);
    let mut runner = ScriptRunner::of(&world);
    let script = scene.script.unwrap();
    for step in 0..steps {
        runner.run(&mut world, &script(step));
        world.step(1.0 / 60.0);
    }
    world
}

fn centers(world: &World, first: usize, count: usize) -> Vec<Point> {
    world.bodies().skip(first).take(count).map(physics::world::BodyRef::center).collect()
}

/// Each raft that is lighter than water is under water by the ratio of the densities, to the 3 cm by which
/// it still bobs, or a ball on it presses it down; the heaviest lies on the bottom.
#[test]
fn rafts_float_as_deep_as_their_densities_say() {
    let scene = Buoyancy::default();
    let world = run(find("buoyancy").unwrap(), 900);
    for (center, density) in centers(&world, 3, 6).into_iter().zip(scene.densities) {
        let half_height = scene.raft[1];
        let expected = if density < 1000.0 {
            scene.depth + half_height - 2.0 * half_height * density / 1000.0
        } else {
            half_height
        };
        // A ball of 94 kg on a raft of 2 m presses it down by 4.7 cm.
        assert!((center.y - expected).abs() < 0.08, "{density}: {center:?} {expected}");
    }
}

/// The gusts carry every sheet, and no stone.
#[test]
fn wind_carries_sheets_and_leaves_stones() {
    let before = World::load(&Gusts::default().level()).unwrap().0;
    let after = run(find("wind").unwrap(), 240);
    for (from, to) in centers(&before, 1, 8).into_iter().zip(centers(&after, 1, 8)) {
        assert!(to.x - from.x > 1.5, "{from:?} {to:?}");
    }
    for (from, to) in centers(&before, 9, 4).into_iter().zip(centers(&after, 9, 4)) {
        assert!((to - from).norm() < 0.3, "{from:?} {to:?}");
    }
}

/// The open stack is blown away, the sheltered one stands.
#[test]
fn explosion_leaves_what_the_wall_shelters() {
    let before = World::load(&Blast::default().level()).unwrap().0;
    let after = run(find("explosion").unwrap(), 300);
    for (from, to) in centers(&before, 2, 5).into_iter().zip(centers(&after, 2, 5)) {
        assert!((to - from).norm() > 1.0, "{from:?} {to:?}");
    }
    for (from, to) in centers(&before, 7, 5).into_iter().zip(centers(&after, 7, 5)) {
        assert!((to - from).norm() < 0.05, "{from:?} {to:?}");
    }
}

/// Effects give the recorded bits with every broad phase and number of threads, on every platform.
#[test]
fn effects_give_their_golden_hashes() {
    let golden = [
        ("buoyancy", 0xdf85_1118_dbfa_9400),
        ("wind", 0x7868_fc2e_0565_974e),
        ("explosion", 0x2c51_4c64_9110_32a3),
    ];
    let found = golden.map(|(name, _)| (name, run(find(name).unwrap(), 150).state_hash()));
    assert_eq!(found, golden, "{found:#x?}");
    for (name, hash) in golden {
        let scene = find(name).unwrap();
        assert_eq!(run_on(scene, 150, SortAndSweep::default(), 3).state_hash(), hash, "{name}");
        assert_eq!(run_on(scene, 150, UniformGrid::default(), 2).state_hash(), hash, "{name}");
    }
}
