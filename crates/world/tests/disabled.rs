//! Bodies and joints that are disabled and enabled: nothing touches them meanwhile, and nothing of them is
//! lost.

use crate::properties::{DT, add, square, steps, weightless};
use geom::{Pose, Shape, Vec2};
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, DefError, DistanceJoint, JointDef, QueryFilter, RevoluteJoint,
    WeldJoint, World, WorldSettings,
};

/// Two boxes on a shelf, the lower one hanging from a rope.
fn shelf() -> (World, [BodyId; 3]) {
    let mut world = World::new(WorldSettings::default());
    let (ground, _) =
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap()));
    let (lower, _) = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), square(0.5));
    let (upper, _) = add(&mut world, BodyDef::dynamic().position([0.0, 2.0]), square(0.5));
    world.add_joint(JointDef::new(ground, lower, DistanceJoint::rope(3.0)).collide(true)).unwrap();
    (world, [ground, lower, upper])
}

/// Whether asleep or awake: what lies on a disabled body falls, no query finds it, it keeps its pose and
/// velocity through anything, and when it is back it touches, hangs and moves as before.
#[test]
fn disabled_body_is_out_of_the_world_and_comes_back_whole() {
    for steps_before in [20, 200] {
        let (mut world, [_, lower, upper]) = shelf();
        steps(&mut world, steps_before);
        let (pose, joints) = (world.body(lower).unwrap().pose(), world.stats().joints);
        world.body_mut(lower).unwrap().set_enabled(false);
        world.validate().unwrap();
        let view = world.body(lower).unwrap();
        assert!(!view.is_enabled() && !view.is_awake() && view.contacts().count() == 0);
        assert_eq!((view.colliders().count(), view.joints().count()), (1, 1));
        let found = world.collider_at(pose.position, QueryFilter::default()).unwrap();
        assert!(found.is_none(), "{found:?}");
        steps(&mut world, 1);
        assert_eq!(world.events().contacts_ended().len(), 2);
        steps(&mut world, 60);
        assert_eq!(world.body(lower).unwrap().pose(), pose);
        assert!(
            (world.body(upper).unwrap().pose().position.y - 1.0).abs() < 0.01,
            "the upper box has fallen"
        );

        world.body_mut(upper).unwrap().set_pose(Pose::at([0.0, 2.0])).unwrap();
        world.body_mut(lower).unwrap().set_enabled(true);
        world.validate().unwrap();
        assert!(world.body(lower).unwrap().is_awake() && world.stats().joints == joints);
        steps(&mut world, 120);
        assert!((world.body(upper).unwrap().pose().position.y - 2.0).abs() < 0.01);
        assert!((world.body(lower).unwrap().pose().position - pose.position).norm() < 0.01);
    }
}

/// Its velocity is kept, and can be read and set meanwhile; so can all else.
#[test]
fn disabled_body_keeps_its_velocity_and_can_be_changed() {
    let mut world = weightless();
    let def = BodyDef::dynamic().velocity([2.0, 0.0]).angular_velocity(1.0);
    let (body, collider) = add(&mut world, def, square(0.5));
    world.body_mut(body).unwrap().set_enabled(false).set_enabled(false);
    steps(&mut world, 30);
    let view = world.body(body).unwrap();
    assert_eq!(
        (view.pose(), view.velocity(), view.angular_velocity()),
        (Pose::IDENTITY, Vec2::new(2.0, 0.0), 1.0)
    );

    let mut view = world.body_mut(body).unwrap();
    view.set_velocity([3.0, 0.0]).unwrap().set_pose(Pose::at([9.0, 0.0])).unwrap().wake().sleep();
    let error = view.apply_central_impulse([1.0, 0.0]).unwrap_err();
    assert_eq!(error, DefError::BodyKind { found: "disabled", expected: "enabled" });
    world.collider_mut(collider).unwrap().set_shape(Shape::circle(0.5).unwrap()).unwrap();
    let second = world.add_collider(body, square(0.5).offset([1.0, 0.0], 0.0)).unwrap();
    world.validate().unwrap();
    world.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
    world.validate().unwrap();
    world.remove_collider(collider).unwrap();
    steps(&mut world, 1);
    world.body_mut(body).unwrap().set_enabled(true);
    steps(&mut world, 60);
    let view = world.body(body).unwrap();
    assert_eq!(view.kind(), BodyKind::Kinematic);
    assert!((view.pose().position.x - 12.0).abs() < 0.9, "{:?}", view.pose());
    let found = world.collider_at(view.center(), QueryFilter::default());
    assert_eq!(found.unwrap().map(world::ColliderRef::id), Some(second));
    world.body_mut(body).unwrap().set_enabled(false);
    world.remove_body(body).unwrap();
    steps(&mut world, 1);
}

/// The centre of mass of a disabled body moves with its colliders; no point of it gets another velocity,
/// neither then nor when the body is back.
#[test]
fn no_point_of_a_disabled_body_changes_its_velocity_when_a_collider_is_added() {
    let mut world = weightless();
    let def = BodyDef::dynamic().velocity([1.0, 2.0]).angular_velocity(3.0).enabled(false);
    let (body, _) = add(&mut world, def, square(0.5));
    let point = [0.3, 0.7];
    let velocity = |world: &World| world.body(body).unwrap().velocity_at(point);
    let before = velocity(&world);
    world.add_collider(body, square(0.5).offset([4.0, 1.0], 0.0)).unwrap();
    assert!((velocity(&world) - before).norm() < 1e-5, "read: {:?}", velocity(&world));
    steps(&mut world, 1);
    assert!((velocity(&world) - before).norm() < 1e-5, "after a step: {:?}", velocity(&world));
    world.body_mut(body).unwrap().set_enabled(true);
    assert!((velocity(&world) - before).norm() < 1e-5, "enabled: {:?}", velocity(&world));
}

/// A body that is added disabled, also through another broad phase.
#[test]
fn body_is_added_disabled() {
    let mut world = World::new(WorldSettings::default());
    let def = BodyDef::dynamic().velocity([1.0, 0.0]).enabled(false);
    let (body, _) = add(&mut world, def, square(0.5));
    let (wall, _) = add(&mut world, BodyDef::fixed().enabled(false), square(0.5));
    steps(&mut world, 5);
    let mut world = world.replace_broadphase(broadphases::BruteForce::default());
    assert!(world.collider_at([0.0, 0.0], QueryFilter::default()).unwrap().is_none());
    world.step(DT);
    world.body_mut(wall).unwrap().set_enabled(true);
    world.body_mut(body).unwrap().set_enabled(true);
    world.validate().unwrap();
    world.step(DT);
    world.validate().unwrap();
    assert_eq!(world.stats().contacts, 1);
}

/// A joint that is disabled lets go, and pulls its bodies together again afterwards. While it is disabled its
/// bodies collide.
#[test]
fn joint_is_disabled_and_enabled() {
    let mut world = World::new(WorldSettings::default());
    let hook = world.add_body(BodyDef::fixed()).unwrap();
    let (bob, _) = add(&mut world, BodyDef::dynamic().position([0.0, -1.0]), square(0.2));
    let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [0.0, 1.0]);
    let joint = world.add_joint(JointDef::new(hook, bob, hinge).breaks(1e4, 1e4)).unwrap();
    steps(&mut world, 120);
    assert!(!world.body(bob).unwrap().is_awake());
    world.joint_mut(joint).unwrap().set_enabled(false);
    world.validate().unwrap();
    steps(&mut world, 30);
    assert!(world.body(bob).unwrap().velocity().y < -4.0 && !world.joint(joint).unwrap().is_enabled());
    world.body_mut(bob).unwrap().set_pose(Pose::at([0.0, -1.1])).unwrap().set_velocity([0.0, 0.0]).unwrap();
    world.joint_mut(joint).unwrap().set_enabled(true);
    steps(&mut world, 120);
    assert!(world.joint(joint).unwrap().error() < 1e-3);

    let (rider, _) = add(&mut world, BodyDef::dynamic().position([0.0, -1.0]), square(0.2));
    let weld = world.add_joint(JointDef::new(bob, rider, WeldJoint::new()).enabled(false)).unwrap();
    steps(&mut world, 1);
    assert_eq!(world.body(rider).unwrap().contacts().count(), 1);
    world.joint_mut(weld).unwrap().set_enabled(true);
    assert_eq!(world.body(rider).unwrap().contacts().count(), 0);
    world.joint_mut(weld).unwrap().set_collide(true);
    steps(&mut world, 1);
    assert_eq!(world.body(rider).unwrap().contacts().count(), 1);
    assert!(world.joint(weld).unwrap().collides());
    assert_eq!(world.joint(joint).unwrap().break_limits(), [1e4, 1e4]);
}
