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

/// The bits of a world: poses and velocities in every step, all else in every tenth, since that is hashed as
/// text, which takes longer than the step. If anything else has other bits, later poses have, too.
fn bits(world: &World, step: u32) -> (u64, Option<u64>) {
    (world.state_hash(), (step % 10 == 9).then(|| world.full_hash()))
}

/// Steps copies of these worlds together, and compares them with the worlds alone.
fn compare(worlds: Vec<World>, steps: u32) {
    let mut alone = worlds.clone();
    let mut merged = worlds;
    let mut stepper = Stepper::new();
    for step in 0..steps {
        alone.iter_mut().for_each(|world| world.step(1.0 / 60.0));
        stepper.step(&mut merged, 1.0 / 60.0);
        for (index, (alone, merged)) in alone.iter().zip(&merged).enumerate() {
            assert_eq!(bits(alone, step), bits(merged, step), "world {index}, step {step}");
            assert_eq!(alone.stats().nets, merged.stats().nets, "world {index}, step {step}");
        }
    }
}

/// A world with one body awake, which falls on a wall of 600 bricks that sleep: in the step in which they
/// wake, the world is large enough for the solver to cut it into strips.
#[test]
fn a_world_that_becomes_large_within_a_step_has_the_bits_of_a_world_alone() {
    let mut level = Level::new(WorldSettings::default());
    let ground = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
    level.body_with(BodyDef::fixed(), ground);
    let brick = ColliderDef::new(Shape::rectangle(0.5, 0.25).unwrap());
    for i in 0..600 {
        let (column, row) = (i / 3, i % 3);
        let x = column as f32 + 0.5 * (row % 2) as f32;
        level.body_with(BodyDef::dynamic().position([x, 0.25 + 0.5 * row as f32]), brick.clone());
    }
    let (mut world, ids) = World::load(&level).unwrap();
    for _ in 0..5 {
        world.step(1.0 / 60.0);
    }
    world.body_mut(ids.bodies[1]).unwrap().sleep();
    assert_eq!(world.stats().awake, 0);
    let ball = world.add_body(BodyDef::dynamic().position([100.0, 2.2])).unwrap();
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
    assert_eq!(world.stats().awake, 1);
    compare(vec![world.clone(), room(&[(0.0, 1.0, 1)], 0.0), world], 30);
}

/// A block of a hundred times the mass of the one below it, whose contact is solved directly; beside it a
/// world with a ball beside whose mass the block would count as infinite.
#[test]
fn a_heavy_world_beside_a_very_light_one_has_the_bits_of_a_world_alone() {
    let heavy = |joined: bool| {
        let mut level = Level::new(WorldSettings::default());
        let ground = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
        let ground = level.body_with(BodyDef::fixed(), ground);
        let block = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
        level.body_with(BodyDef::dynamic().position([0.0, 0.5]), block.clone().density(1e3));
        level.body_with(BodyDef::dynamic().position([0.0, 1.5]), block.clone().density(1e5));
        if joined {
            let bob = level.body_with(BodyDef::dynamic().position([5.0, 3.0]), block.clone().density(1e3));
            level.joint(JointDef::new(ground, bob, RevoluteJoint::new().anchors([4.0, 4.0], [-1.0, 1.0])));
        }
        World::load(&level).unwrap().0
    };
    let light = |joined: bool| {
        let mut level = Level::new(WorldSettings::default());
        let ground = level.body(BodyDef::fixed());
        let ball = ColliderDef::new(Shape::circle(0.01).unwrap()).density(0.5);
        let ball = level.body_with(BodyDef::dynamic().position([0.0, 1.0]), ball);
        if joined {
            level.joint(JointDef::new(ground, ball, RevoluteJoint::new().anchors([0.0, 1.1], [0.0, 0.1])));
        }
        World::load(&level).unwrap().0
    };
    for joined in [false, true] {
        compare(vec![heavy(joined), light(joined), heavy(joined)], 60);
    }
}

/// One case in a hundred: each is up to forty worlds, and their hashes after every step.
fn few_cases() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: (default.cases / 100).max(1), ..default }
}

proptest! {
    #![proptest_config(few_cases())]

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
                prop_assert_eq!(bits(alone, step), bits(merged, step), "room {}, step {}", index, step);
                prop_assert_eq!(alone.stats().nets, merged.stats().nets, "room {}, step {}", index, step);
            }
        }
    }
}
