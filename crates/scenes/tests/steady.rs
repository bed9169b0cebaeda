//! Loads and chains that are solved together, beside the same scenes with sweeps alone.

use physics::prelude::*;
use scenes::{Catapult, Clockwork, Crane, Drawbridge, HeavyOnGlass, TallTower};

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

/// The greatest gap or angular error of a joint in the first steps of a level.
fn greatest_error(level: &Level, steps: u32) -> f32 {
    let (mut world, _) = load(level);
    let mut greatest = 0.0_f32;
    for _ in 0..steps {
        world.step(DT);
        greatest = world.joints().map(|joint| joint.error().abs()).fold(greatest, f32::max);
    }
    greatest
}

/// The drawbridge: its chain stays closed while the winch raises deck and cart, where sweeps let it open by
/// decimetres and the deck fall.
#[test]
fn drawbridge_is_raised_by_a_chain_that_does_not_stretch() {
    for is_steady in [true, false] {
        let level = Drawbridge { is_steady, ..Drawbridge::default() }.level();
        let (mut world, bodies) = load(&level);
        let (deck, mut gap) = (bodies[2], 0.0_f32);
        for _ in 0..240 {
            world.step(DT);
            gap = world.joints().map(|joint| joint.error().abs()).fold(gap, f32::max);
        }
        let deck = height(&world, deck);
        assert!(if is_steady { gap < 1e-3 } else { gap > 0.1 }, "steady {is_steady}: {gap} m");
        assert!(if is_steady { deck > 0.3 } else { deck < -0.5 }, "steady {is_steady}: deck at {deck} m");
    }
}

/// The catapult: the axle of the beam holds to a tenth of a millimetre, where sweeps let it give by
/// centimetres. The stone leaves at 25 to 35 m/s with both.
#[test]
fn catapult_keeps_to_its_axle() {
    for is_steady in [true, false] {
        let level = Catapult { is_steady, ..Catapult::default() }.level();
        let gap = greatest_error(&level, 120);
        assert!(if is_steady { gap < 1e-4 } else { gap > 0.01 }, "steady {is_steady}: {gap} m");
        let (mut world, bodies) = load(&level);
        let stone = bodies[bodies.len() - 1];
        let mut fastest = 0.0_f32;
        for _ in 0..120 {
            world.step(DT);
            fastest = fastest.max(world.body(stone).expect("a stone").velocity().norm());
        }
        assert!((25.0..35.0).contains(&fastest), "steady {is_steady}: {fastest} m/s");
    }
}

/// The clockwork: after ten seconds each wheel has turned three times as far as the one before, to 10 urad,
/// and the first one as far as its motor drives it.
#[test]
fn clockwork_keeps_its_ratio() {
    let clockwork = Clockwork::default();
    assert!(greatest_error(&clockwork.level(), 600) < 1e-5);
    assert!(greatest_error(&Clockwork { is_steady: false, ..clockwork }.level(), 600) > 5e-5);
    let (mut world, bodies) = load(&clockwork.level());
    for _ in 0..600 {
        world.step(DT);
    }
    let mut wanted = Clockwork::SPEED;
    for &wheel in &bodies[1..] {
        let spin = world.body(wheel).expect("a wheel").angular_velocity();
        assert!((spin - wanted).abs() < 1e-3 * wanted.abs(), "{spin} rad/s instead of {wanted}");
        wanted *= -clockwork.ratio;
    }
}
