//! `World::close_joints`: assemblies that begin with open joints are closed without speed.

use geom::{Pose, Shape};
use world::{
    BodyDef, BodyId, ColliderDef, DistanceJoint, JointDef, JointKind, PrismaticJoint, PulleyJoint,
    RevoluteJoint, WeldJoint, WheelJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// m and rad.
const TOLERANCE: f32 = 1e-4;

/// J for each kg: what the rest of an error within the tolerance becomes. 0.1 mm removed within a sub-step of
/// 4 ms is 24 mm/s, 3e-4 J/kg; relax sweeps take that speed away again, so a hundredth of it is allowed.
const ENERGY: f64 = 3e-6;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// From `from` to `to`.
    fn range(&mut self, from: f32, to: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }
}

fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

/// A box with these half extents (m), which collides with nothing.
fn add_box(world: &mut World, def: BodyDef, [x, y]: [f32; 2], density: f32) -> BodyId {
    let body = world.add_body(def).unwrap();
    let shape = ColliderDef::new(Shape::rectangle(x, y).unwrap()).density(density);
    world.add_collider(body, shape.filter(world::Filter { mask: 0, ..world::Filter::default() })).unwrap();
    body
}

/// The energy after a second, J for each kg.
fn energy_after_a_second(world: &mut World) -> f64 {
    for _ in 0..60 {
        world.step(DT);
    }
    let mass: f64 = world.dynamic_bodies().map(|body| f64::from(body.mass_properties().mass)).sum();
    world.kinetic_energy() / mass
}

/// Closes the joints and checks the errors, the speeds, and the energy after a second.
fn assert_closes(world: &mut World, name: &str) {
    let before: Vec<_> = world.bodies().map(|body| (body.velocity(), body.angular_velocity())).collect();
    let left = world.close_joints(TOLERANCE, 20_000).unwrap();
    assert!(left <= TOLERANCE, "{name}: {left}");
    for joint in world.joints() {
        assert!(joint.error() <= TOLERANCE, "{name}: {joint:?} {}", joint.error());
    }
    let after: Vec<_> = world.bodies().map(|body| (body.velocity(), body.angular_velocity())).collect();
    assert_eq!(before, after, "{name}");
    world.validate().unwrap();
    let energy = energy_after_a_second(world);
    assert!(energy < ENERGY, "{name}: {energy} J/kg");
}

/// Every kind of joint with rigid parts, between a fixed body and a movable one and between two movable ones,
/// with random gaps and turns.
#[test]
fn every_kind_of_joint_closes_without_speed() {
    let kinds: [(&str, JointKind); 8] = [
        ("hinge", RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.1]).into()),
        ("hinge with limits", RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.1]).limits(-0.2, 0.1).into()),
        ("weld", WeldJoint::new().anchors([0.5, 0.0], [-0.5, 0.1]).reference_angle(0.3).into()),
        ("slider", PrismaticJoint::new([1.0, 0.5]).anchors([0.5, 0.0], [-0.5, 0.1]).limits(-0.3, 0.2).into()),
        ("wheel", WheelJoint::new([0.0, 1.0]).anchors([0.5, 0.0], [0.0, 0.1]).limits(-0.1, 0.1).into()),
        ("rod", DistanceJoint::new(1.2).anchors([0.5, 0.0], [-0.5, 0.1]).into()),
        ("rope", DistanceJoint::rope(0.3).anchors([0.5, 0.0], [-0.5, 0.1]).into()),
        ("pulley", PulleyJoint::new([[-2.0, 3.0], [2.0, 3.0]], 5.0).anchors([0.5, 0.0], [-0.5, 0.1]).into()),
    ];
    let mut random = Random(7);
    for (name, kind) in kinds {
        for round in 0..40 {
            let mut world = weightless();
            let mut pose = || {
                let [x, y, angle] = [(); 3].map(|()| random.range(-1.0, 1.0));
                BodyDef::dynamic().position([x, y]).angle(angle)
            };
            let a = if round % 2 == 0 {
                world.add_body(BodyDef::fixed()).unwrap()
            } else {
                add_box(&mut world, pose(), [0.5, 0.2], 3.0)
            };
            let b = add_box(&mut world, pose(), [0.5, 0.2], 1.0);
            world.add_joint(JointDef::new(a, b, kind)).unwrap();
            assert_closes(&mut world, &format!("{name} {round}"));
        }
    }
}

/// Chains of 2 to 20 links of random sizes and places, fixed at one end or free.
#[test]
fn random_chains_close_without_speed() {
    let mut random = Random(46);
    for round in 0..30 {
        let mut world = weightless();
        let mut before = world.add_body(BodyDef::fixed()).unwrap();
        let mut end = 0.0;
        if round % 3 == 0 {
            before = add_box(&mut world, BodyDef::dynamic(), [0.3, 0.1], 1.0);
        }
        for link in 0..random.range(2.0, 21.0) as u32 {
            let half = random.range(0.1, 0.5);
            let [x, y, angle] = [(); 3].map(|()| random.range(-0.5, 0.5));
            let def = BodyDef::dynamic().position([link as f32 * 0.6 + x, y]).angle(angle);
            let density = random.range(0.2, 5.0);
            let body = add_box(&mut world, def, [half, 0.1], density);
            let hinge = RevoluteJoint::new().anchors([end, 0.0], [-half, 0.0]);
            world.add_joint(JointDef::new(before, body, hinge)).unwrap();
            (before, end) = (body, half);
        }
        assert_closes(&mut world, &format!("chain {round}"));
    }
}

/// A bridge of 20 planks between two posts 8 m apart that begins with all planks at one place. 8 m are less
/// than the planks' 10, so it can close.
#[test]
fn bridge_that_begins_as_a_heap_closes_between_its_posts() {
    let mut world = weightless();
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let mut before = (ground, -4.0);
    for plank in 0..20 {
        let def = BodyDef::dynamic().position([0.02 * plank as f32, 0.3 * (plank % 2) as f32]);
        let body = add_box(&mut world, def, [0.25, 0.1], 1.0);
        let hinge = RevoluteJoint::new().anchors([before.1, 0.0], [-0.25, 0.0]);
        world.add_joint(JointDef::new(before.0, body, hinge)).unwrap();
        before = (body, 0.25);
    }
    let hinge = RevoluteJoint::new().anchors([before.1, 0.0], [4.0, 0.0]);
    world.add_joint(JointDef::new(before.0, ground, hinge)).unwrap();
    assert_closes(&mut world, "bridge");
}

/// The walker of Gymnasium, whose hips begin 0.53 m apart. Its knees begin 0.1 rad beyond their limits.
fn walker(world: &mut World) {
    let (down, height, width) = (-8.0 / 30.0, 34.0 / 30.0_f32, 8.0 / 30.0_f32);
    let hull = add_box(world, BodyDef::dynamic(), [1.0, 0.4], 5.0);
    for side in [-1.0, 1.0_f32] {
        let leg = BodyDef::dynamic().position([0.0, -height / 2.0 - down]).angle(side * 0.05);
        let leg = add_box(world, leg, [width / 2.0, height / 2.0], 1.0);
        let hip = RevoluteJoint::new().anchors([0.0, down], [0.0, height / 2.0]).limits(-0.8, 1.1);
        world.add_joint(JointDef::new(hull, leg, hip)).unwrap();
        let lower = BodyDef::dynamic().position([0.0, -height * 1.5 - down]).angle(side * 0.05);
        let lower = add_box(world, lower, [0.4 * width, height / 2.0], 1.0);
        let knee = RevoluteJoint::new().anchors([0.0, -height / 2.0], [0.0, height / 2.0]).limits(-1.6, -0.1);
        world.add_joint(JointDef::new(leg, lower, knee)).unwrap();
    }
}

#[test]
fn walker_that_begins_half_a_metre_apart_closes_without_speed() {
    let mut world = weightless();
    walker(&mut world);
    let widest = world.joints().map(world::JointRef::error).fold(0.0, f32::max);
    assert!((widest - 0.533).abs() < 0.03, "{widest}"); // 16/30 m, and the lean of the legs
    assert_closes(&mut world, "walker");
}

/// A level is closed while it is loaded: the walker then rests, where steps that close it leave it with
/// 2,500 times the energy. What was in the world before stays where it was, also if it is open, and a level
/// that cannot be closed within the world adds nothing.
#[test]
fn levels_close_while_they_are_loaded() {
    let mut original = weightless();
    walker(&mut original);
    let level = original.to_level();
    let (mut thrown, _) = World::load(&level).unwrap();
    let energy = energy_after_a_second(&mut thrown);
    assert!(energy > 1_000.0 * ENERGY, "steps close with speed: {energy} J/kg");

    let (mut world, ids, left) = World::load_closed(&level, TOLERANCE, 1_000).unwrap();
    assert!(left <= TOLERANCE, "{left}");
    assert_eq!(ids.joints.len(), level.joints.len());
    assert!(world.joints().all(|joint| joint.error() <= TOLERANCE));
    let energy = energy_after_a_second(&mut world);
    assert!(energy < ENERGY, "{energy} J/kg");

    // A second walker comes to an open one, which stays as it is.
    let before = original.to_level();
    let (ids, left) = original.add_level_closed(&level, TOLERANCE, 1_000).unwrap();
    assert!(left <= TOLERANCE, "{left}");
    let both = original.to_level();
    assert_eq!(both.bodies[..before.bodies.len()], before.bodies);
    assert!(ids.joints.iter().all(|&joint| original.joint(joint).unwrap().error() <= TOLERANCE));
    original.validate().unwrap();

    assert!(original.add_level_closed(&level, 0.0, 1).is_err());
    let mut far = level.clone();
    let post = far.body(BodyDef::fixed().position([99_999_999.0, 0.0]));
    let weld = WeldJoint::new().anchors([0.0, 0.0], [-9.0, 0.0]);
    far.joint(JointDef::new(post, 0, weld));
    assert!(original.add_level_closed(&far, TOLERANCE, 1_000).is_err());
    assert_eq!(original.to_level(), both);
    original.validate().unwrap();
}

/// Fixed and kinematic bodies, locked coordinates and locked rotations do not move.
#[test]
fn bodies_of_infinite_mass_do_not_move() {
    let mut world = weightless();
    let hinge = RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0]);
    let mut before = world.add_body(BodyDef::fixed().position([0.1, 0.2])).unwrap();
    let mut still = vec![before];
    for (x, is_kinematic) in [(1.5, false), (3.0, true), (4.1, false)] {
        let def = if is_kinematic { BodyDef::kinematic() } else { BodyDef::dynamic() };
        let body = add_box(&mut world, def.position([x, 0.7]), [0.5, 0.1], 1.0);
        world.add_joint(JointDef::new(before, body, hinge)).unwrap();
        before = body;
        if is_kinematic {
            still.push(body);
        }
    }
    let upright = add_box(&mut world, BodyDef::dynamic().position([6.0, 0.0]), [0.5, 0.1], 1.0);
    world.body_mut(upright).unwrap().set_fixed_rotation(true);
    world.add_joint(JointDef::new(before, upright, hinge)).unwrap();
    let poses: Vec<Pose> = still.iter().map(|&body| world.body(body).unwrap().pose()).collect();
    // One body lies between two that do not move and are 2.9 m apart: it is 1 m long.
    let left = world.close_joints(TOLERANCE, 200).unwrap();
    assert!(left > 0.1, "{left}");
    let now: Vec<Pose> = still.iter().map(|&body| world.body(body).unwrap().pose()).collect();
    assert_eq!(poses, now);
    assert_eq!(world.body(upright).unwrap().pose().rotation.angle(), 0.0);
    assert!(world.joints().last().unwrap().error() < TOLERANCE);
    world.validate().unwrap();
}

/// Assemblies that are closed are not touched: they sleep on, and no bit of them changes.
#[test]
fn closed_joints_change_nothing() {
    let mut world = weightless();
    walker(&mut world);
    assert!(world.close_joints(TOLERANCE, 1_000).unwrap() <= TOLERANCE);
    let before = world.state_hash();
    assert!(world.close_joints(TOLERANCE, 1_000).unwrap() <= TOLERANCE);
    assert_eq!(world.state_hash(), before);
    assert!(world.close_joints(0.0, 1).is_err() && world.close_joints(f32::NAN, 1).is_err());
    assert_eq!(world.state_hash(), before);
}
