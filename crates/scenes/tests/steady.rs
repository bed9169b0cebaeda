//! Loads and chains that are solved together, beside the same scenes with sweeps alone.

use physics::prelude::*;
use scenes::{Crane, HeavyOnGlass, TallTower};

const DT: f32 = 1.0 / 60.0;

fn load(level: &Level) -> (World, Vec<BodyId>) {
    let (world, ids) = World::load(level).expect("a level of this crate");
    (world, ids.bodies)
}

fn height(world: &World, body: BodyId) -> f32 {
    world.body(body).expect("a body").center().y
}

/// The block on the glass: 1 mm at most, where sweeps let it sink by centimetres.
#[test]
fn heavy_block_does_not_sink_into_glass() {
    for is_steady in [true, false] {
        let (mut world, bodies) = load(&HeavyOnGlass { is_steady, ..HeavyOnGlass::default() }.level());
        for _ in 0..240 {
            world.step(DT);
        }
        let sunk = HeavyOnGlass::HEIGHT - height(&world, bodies[bodies.len() - 1]);
        assert!(if is_steady { sunk.abs() < 1e-3 } else { sunk > 0.02 }, "steady {is_steady}: {sunk} m");
    }
}

/// The tower: 1 cm at most, where sweeps lose more than a decimetre.
#[test]
fn tall_tower_keeps_its_height() {
    for is_steady in [true, false] {
        let (mut world, bodies) = load(&TallTower { is_steady, ..TallTower::default() }.level());
        for _ in 0..300 {
            world.step(DT);
        }
        let lost = 29.5 - height(&world, bodies[bodies.len() - 1]);
        assert!(if is_steady { lost.abs() < 0.01 } else { lost > 0.1 }, "steady {is_steady}: {lost} m");
    }
}

/// The crane: no joint opens by more than a millimetre, where sweeps leave centimetres.
#[test]
fn crane_under_a_heavy_load_stays_closed() {
    for is_steady in [true, false] {
        let (mut world, _) = load(&Crane { is_steady, ..Crane::default() }.level());
        let mut gap = 0.0_f32;
        for _ in 0..300 {
            world.step(DT);
            gap = world.joints().map(|joint| joint.error().abs()).fold(gap, f32::max);
        }
        assert!(if is_steady { gap < 1e-3 } else { gap > 0.01 }, "steady {is_steady}: {gap} m");
    }
}
