//! Worlds that a `Stepper` steps together have the bits and the counts of nets of worlds that step alone.
//! (`crates/scenes/tests/merged.rs` compares scenes.)

use geom::Shape;
use proptest::prelude::*;
use world::{BodyDef, ColliderDef, JointDef, Level, RevoluteJoint, Stepper, World, WorldSettings};

/// A room of balls and boxes, some of which are joined, with restitution or without.
fn room(parts: &[(f32, f32, u8)], restitution: f32) -> World {
    let mut level = Level::new(WorldSettings::default());
    let ground = level.body(BodyDef::fixed());
    for (x, y, hw, hh) in [(0.0, -0.5, 6.0, 0.5), (-6.5, 4.0, 0.5, 5.0), (6.5, 4.0, 0.5, 5.0)] {
        level.collider(ground, ColliderDef::new(Shape::rectangle(hw, hh).unwrap()).offset([x, y], 0.0));
    }
    for (index, &(x, y, kind)) in parts.iter().enumerate() {
        let shape = match kind % 3 {
            0 => Shape::circle(0.3).unwrap(),
            1 => Shape::rectangle(0.3, 0.4).unwrap(),
            _ => Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.2).unwrap(),
        };
        // One in eight is two hundred times as dense: contacts are then solved together.
        let density = if kind & 56 == 0 { 200.0 } else { 1.0 };
        let collider = ColliderDef::new(shape).restitution(restitution).density(density);
        let body = level.body_with(BodyDef::dynamic().position([x, y]).angle(x), collider);
        if kind & 64 != 0 && index > 0 {
            let joint = RevoluteJoint::new().anchors([0.4, 0.0], [-0.4, 0.0]);
            level.joint(JointDef::new(body - 1, body, joint));
        }
    }
    World::load(&level).unwrap().0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    /// Random rooms, in groups of a random size.
    #[test]
    fn random_rooms_have_the_bits_of_worlds_alone(
        rooms in prop::collection::vec(
            (prop::collection::vec((-5.0_f32..5.0, 0.4_f32..8.0, any::<u8>()), 0..12), 0_u8..3), 1..40),
    ) {
        let mut alone: Vec<World> =
            rooms.iter().map(|(parts, bounce)| room(parts, 0.5 * f32::from(*bounce))).collect();
        let mut merged = alone.clone();
        let mut stepper = Stepper::new();
        for step in 0..60 {
            let dt = if step % 20 == 19 { 0.03 } else { 1.0 / 60.0 };
            alone.iter_mut().for_each(|world| world.step(dt));
            stepper.step(&mut merged, dt);
            for (index, (alone, merged)) in alone.iter().zip(&merged).enumerate() {
                prop_assert_eq!(alone.full_hash(), merged.full_hash(), "room {}, step {}", index, step);
                prop_assert_eq!(alone.stats().nets, merged.stats().nets, "room {}, step {}", index, step);
            }
        }
    }
}
