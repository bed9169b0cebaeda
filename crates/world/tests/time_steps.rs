//! Steps of changing length: warm starting scales stored impulses, so a load is borne from the first sub-step
//! on.

use geom::Shape;
use world::{BodyDef, BodyId, ColliderDef, JointDef, RevoluteJoint, World, WorldSettings};

const GRAVITY: f32 = 10.0;

fn world() -> World {
    World::new(WorldSettings::default().gravity([0.0, -GRAVITY]))
}

fn add_box(world: &mut World, def: BodyDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
    body
}

fn add_ground(world: &mut World) -> BodyId {
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap())).unwrap();
    ground
}

/// The sum of the normal impulses at all contact points of a body, N s.
fn support(world: &World, body: BodyId) -> f32 {
    let contacts = world.body(body).unwrap().contacts();
    contacts.flat_map(|contact| contact.points().map(|point| point.2.normal).collect::<Vec<_>>()).sum()
}

/// A tower of ten boxes falls asleep under steps of changing length, and sinks within 1 cm as far as under
/// equal steps.
#[test]
fn tower_falls_asleep_under_steps_of_changing_length() {
    let height = |lengths: &[f32]| {
        let mut world = world();
        add_ground(&mut world);
        let boxes: Vec<_> = (0..10)
            .map(|i| add_box(&mut world, BodyDef::dynamic().position([0.0, 0.5 + i as f32])))
            .collect();
        let mut steps = 0;
        while world.stats().awake > 0 {
            assert!(steps < 300, "awake after {steps} steps of {lengths:?}");
            world.step(1.0 / lengths[steps % lengths.len()]);
            steps += 1;
        }
        world.body(boxes[9]).unwrap().pose().position.y
    };
    let even = height(&[60.0]);
    for lengths in [[60.0, 144.0, 30.0], [30.0, 240.0, 60.0], [59.0, 61.0, 60.0]] {
        assert!((height(&lengths) - even).abs() < 0.01, "{} {even}", height(&lengths));
    }
}

/// The force on each pin of a hanging chain is the weight below it, also in the step in which the step length
/// changes. (Steps below 60 Hz are left out: joints are softer then, so the chain gets longer, which takes
/// several steps.)
#[test]
fn pin_bears_its_load_in_the_step_in_which_the_length_changes() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, -GRAVITY]).sleeping(false));
    let ceiling = world.add_body(BodyDef::fixed()).unwrap();
    let mut last = ceiling;
    let mut joints = Vec::new();
    for i in 0..20 {
        let link = add_box(&mut world, BodyDef::dynamic().position([0.0, -0.5 - i as f32]));
        let top = if i == 0 { [0.0, 0.0] } else { [0.0, -0.5] };
        let pin = RevoluteJoint::new().anchors(top, [0.0, 0.5]);
        joints.push(world.add_joint(JointDef::new(last, link, pin)).unwrap());
        last = link;
    }
    let off = |world: &World| {
        let error = |(i, &joint): (usize, _)| {
            let load = GRAVITY * (20 - i) as f32;
            (world.joint(joint).unwrap().reaction().0.y - load).abs() / load
        };
        joints.iter().enumerate().map(error).fold(0.0, f32::max)
    };
    for _ in 0..600 {
        world.step(1.0 / 60.0);
    }
    assert!(off(&world) < 1e-3, "at rest: {}", off(&world));
    for hertz in [120.0, 60.0, 200.0, 70.0, 144.0, 60.0] {
        world.step(1.0 / hertz);
        assert!(off(&world) < 1e-3, "{hertz}: {}", off(&world));
    }
}

/// A body that falls asleep under steps of one length and wakes under another has support impulses that bear
/// its weight.
#[test]
fn body_that_wakes_has_its_support_scaled_to_the_present_step_length() {
    let mut world = world();
    add_ground(&mut world);
    let sleeper = add_box(&mut world, BodyDef::dynamic().position([0.0, 0.5]));
    add_box(&mut world, BodyDef::dynamic().position([5.0, 0.5]).can_sleep(false));
    let weight = |hertz: f32| GRAVITY / (4.0 * hertz);
    while world.body(sleeper).unwrap().is_awake() {
        world.step(1.0 / 60.0);
    }
    assert!((support(&world, sleeper) / weight(60.0) - 1.0).abs() < 1e-3);
    for hertz in [240.0, 30.0] {
        world.step(1.0 / hertz);
    }
    world.body_mut(sleeper).unwrap().wake();
    assert!((support(&world, sleeper) / weight(30.0) - 1.0).abs() < 1e-3);
    world.step(1.0 / 120.0);
    assert!((support(&world, sleeper) / weight(120.0) - 1.0).abs() < 1e-3);
}

/// In a very short step the impulses are mostly rounding errors. A long step after it does not scale them up:
/// no box of a tower at rest moves faster than 0.2 m/s, the speed that gravity gives in 1/50 s.
#[test]
fn long_step_after_a_tiny_one_throws_nothing() {
    for short in [1e-9, 1e-6, 1e-30] {
        let mut world = world();
        add_ground(&mut world);
        for i in 0..5 {
            add_box(&mut world, BodyDef::dynamic().position([0.0, 0.5 + i as f32]));
        }
        for step in 0..120 {
            world.step(if step % 2 == 0 { 1.0 / 60.0 } else { short });
            let fastest = world.dynamic_bodies().map(|body| body.velocity().norm()).fold(0.0, f32::max);
            assert!(fastest < 0.2, "{short} {step}: {fastest} m/s");
        }
    }
}
