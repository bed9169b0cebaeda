//! A straight chain bears a huge force: its joints break at first, and those of one that sags do not.

use geom::Shape;
use world::{BodyDef, ColliderDef, JointDef, RevoluteJoint, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// N. Five times the weight of all planks.
const LIMIT: f32 = 60e3;

/// A bridge of 20 planks of 1 m and 60 kg between two posts that are `span` apart, m. It begins on a parabola
/// as deep as the planks allow, with closed joints that break at `limit` (N).
fn bridge(span: f32, limit: f32) -> World {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    let mut before = (ground, [-span / 2.0, 0.0]);
    let sag = span * (0.375 * (20.0 / span - 1.0)).sqrt(); // of a parabola that is 20 m long
    for plank in 0..20 {
        let u = (plank as f32 + 0.5) / 10.0 - 1.0;
        let def = BodyDef::dynamic().position([u * span / 2.0, -sag * (1.0 - u * u)]).damping(1.0, 1.0);
        let body = world.add_body(def).unwrap();
        let shape = ColliderDef::new(Shape::rectangle(0.5, 0.1).unwrap()).density(300.0);
        world.add_collider(body, shape).unwrap();
        let hinge = RevoluteJoint::new().anchors(before.1, [-0.5, 0.0]);
        world.add_joint(JointDef::new(before.0, body, hinge).breaks(limit, f32::INFINITY)).unwrap();
        before = (body, [0.5, 0.0]);
    }
    let hinge = RevoluteJoint::new().anchors(before.1, [span / 2.0, 0.0]);
    world.add_joint(JointDef::new(before.0, ground, hinge).breaks(limit, f32::INFINITY)).unwrap();
    if span < 20.0 {
        let left = world.close_joints(1e-3, 20_000).unwrap();
        assert!(left <= 1e-3, "{left}");
    }
    world
}

/// The greatest force of a joint in the next steps, N.
fn greatest_force(world: &mut World, steps: u32) -> f32 {
    let mut greatest = 0.0;
    for _ in 0..steps {
        world.step(DT);
        let forces = world.joints().map(|joint| joint.reaction().0.norm());
        greatest = forces.fold(greatest, f32::max);
    }
    greatest
}

/// A straight bridge that cannot stretch has no direction in which to bear its weight: the force grows until
/// it bends by what its joints give. Statics: a chain with the weight W and the sag s has the pull W L / (8
/// s).
#[test]
fn straight_bridge_breaks_and_one_that_sags_holds() {
    let mut world = bridge(20.0, LIMIT);
    world.step(DT);
    assert!(world.events().joints_broken().is_empty());
    world.step(DT);
    let broken: Vec<f32> = world.events().joints_broken().iter().map(|event| event.force.norm()).collect();
    assert_eq!(broken.len(), 21);
    // Measured: 83 kN in the mean of the step, seven times the weight of the bridge.
    assert!(broken.iter().all(|&force| force > 70e3 && force < 100e3), "{broken:?}");

    // Unbreakable: measured 872 kN after a quarter of a second, 74 times the weight.
    let greatest = greatest_force(&mut bridge(20.0, f32::INFINITY), 120);
    assert!(greatest > 600e3, "{greatest}");

    // With 20 cm between the ends to spare, it sags by 1.2 m, and statics say W L / (8 s) = 24 kN.
    let mut world = bridge(19.8, LIMIT);
    let greatest = greatest_force(&mut world, 600);
    assert!(greatest > 20e3 && greatest < 30e3, "{greatest}");
    assert_eq!(world.joints().count(), 21);
}

/// The other way: the limits are set when the bridge has settled. It begins 2 m longer than the gap and off
/// its rest, so it falls and goes taut with a jerk: measured 78 kN, against 9 kN after ten seconds of
/// damping.
#[test]
fn limits_that_are_set_after_settling_do_not_break() {
    let mut world = bridge(18.0, f32::INFINITY);
    let first = greatest_force(&mut world, 60);
    assert!(first > LIMIT, "{first}");

    let mut world = bridge(18.0, f32::INFINITY);
    for _ in 0..600 {
        world.step(DT);
    }
    let ids: Vec<_> = world.joints().map(world::JointRef::id).collect();
    for id in ids {
        world.joint_mut(id).unwrap().set_break_limits(LIMIT, f32::INFINITY).unwrap();
    }
    let greatest = greatest_force(&mut world, 600);
    assert_eq!(world.joints().count(), 21, "{greatest}");
}
