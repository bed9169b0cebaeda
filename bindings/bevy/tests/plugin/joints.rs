//! Joints as components.

use crate::common::{DT, at, ball, heard, listen, run, step_app};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::physics::prelude::JointId;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

fn joint_ids(app: &App) -> Vec<JointId> {
    app.world().resource::<Physics>().world.joints().map(|joint| joint.id()).collect()
}

fn post(app: &mut App) -> Entity {
    app.world_mut().spawn((RigidBody::Static, Transform::from_xyz(0.0, 10.0, 0.0))).id()
}

/// A bob at a rod of 2 m keeps its distance while it swings, to the slop of 5 mm; without the component it
/// falls.
#[test]
fn rod_keeps_its_length_until_it_is_removed() {
    let mut app = step_app();
    let post = post(&mut app);
    let bob = app.world_mut().spawn(ball(2.0, 10.0)).id();
    let rod = app.world_mut().spawn(Joint::new(post, bob, DistanceJoint::new(2.0))).id();
    for _ in 0..100 {
        app.update();
        let length = (at(&app, bob) - Vec2::new(0.0, 10.0)).length();
        assert!((length - 2.0).abs() < 0.005, "{length}");
    }
    app.world_mut().entity_mut(rod).remove::<Joint>();
    run(&mut app, 128);
    assert!(joint_ids(&app).is_empty());
    assert!(at(&app, bob).y < 0.0, "{}", at(&app, bob));
}

/// A joint that comes before its bodies waits for them.
#[test]
fn joint_waits_for_its_bodies() {
    let mut app = step_app();
    let [a, b] = [(); 2].map(|()| app.world_mut().spawn_empty().id());
    app.world_mut().spawn(Joint::new(a, b, DistanceJoint::new(1.0)));
    run(&mut app, 3);
    assert!(joint_ids(&app).is_empty());
    app.world_mut().entity_mut(a).insert(RigidBody::Static);
    app.world_mut().entity_mut(b).insert(ball(1.0, 0.0));
    run(&mut app, 1);
    assert_eq!(joint_ids(&app).len(), 1);
}

/// A changed component makes another joint; one that was only looked at does not.
#[test]
fn changed_joint_is_made_anew_and_an_equal_one_stays() {
    let mut app = step_app();
    let post = post(&mut app);
    let bob = app.world_mut().spawn(ball(2.0, 10.0)).id();
    let rod = app.world_mut().spawn(Joint::new(post, bob, DistanceJoint::new(2.0))).id();
    run(&mut app, 2);
    let first = joint_ids(&app);
    app.world_mut().get_mut::<Joint>(rod).unwrap().set_changed();
    run(&mut app, 2);
    assert_eq!(joint_ids(&app), first);
    *app.world_mut().get_mut::<Joint>(rod).unwrap() = Joint::new(post, bob, DistanceJoint::new(3.0));
    run(&mut app, 200);
    assert_ne!(joint_ids(&app), first);
    let length = (at(&app, bob) - Vec2::new(0.0, 10.0)).length();
    assert!((length - 3.0).abs() < 0.005, "{length}");
}

/// A motor of a wheel without load turns it with its speed, w dt each step.
#[test]
fn motor_is_set_through_the_resource() {
    let mut app = step_app();
    let post = post(&mut app);
    let wheel = app.world_mut().spawn(ball(0.0, 10.0)).id();
    let hinge = app.world_mut().spawn(Joint::new(post, wheel, RevoluteJoint::new().motor(0.0, 1000.0))).id();
    run(&mut app, 1);
    let mut physics = app.world_mut().resource_mut::<Physics>();
    let mut joint = physics.joint_mut(hinge).unwrap();
    joint.change(|hinge: RevoluteJoint| hinge.motor(3.0, 1000.0)).unwrap();
    run(&mut app, 64);
    let speed = app.world().get::<AngularVelocity>(wheel).unwrap().0;
    assert!((speed - 3.0).abs() < 1e-3, "{speed}");
}

/// With a body its joints go; the other body is free, and the component does nothing any more.
#[test]
fn joint_goes_with_its_body_and_comes_back_with_it() {
    let mut app = step_app();
    let post = post(&mut app);
    let bob = app.world_mut().spawn(ball(2.0, 10.0)).id();
    app.world_mut().spawn(Joint::new(post, bob, DistanceJoint::new(2.0)));
    run(&mut app, 2);
    app.world_mut().entity_mut(post).remove::<RigidBody>();
    run(&mut app, 2);
    assert!(joint_ids(&app).is_empty());
    app.world_mut().entity_mut(post).insert(RigidBody::Static);
    run(&mut app, 2);
    assert_eq!(joint_ids(&app).len(), 1);
    app.world_mut().despawn(bob);
    run(&mut app, 2);
    assert!(joint_ids(&app).is_empty());
}

/// A rod that bears half of the weight of its load breaks in the first step in which it pulls, is told once
/// with a force above its limit, and the load falls: y = y0 - g t^2 / 2.
#[test]
fn overloaded_joint_breaks_and_is_told_once() {
    let mut app = step_app();
    listen::<JointBroken>(&mut app);
    let post = post(&mut app);
    let load = app.world_mut().spawn(ball(0.0, 8.0)).id();
    let weight = std::f32::consts::FRAC_PI_4 * 9.81;
    let mut rod = Joint::new(post, load, DistanceJoint::new(2.0));
    rod.0 = rod.0.breaks(0.5 * weight, f32::INFINITY);
    let rod = app.world_mut().spawn(rod).id();
    run(&mut app, 65);
    let [broken] = heard::<JointBroken>(&app) else { panic!("{:?}", heard::<JointBroken>(&app)) };
    assert!(broken.joint == rod && broken.force.length() > 0.5 * weight, "{broken:?}");
    assert!(app.world().get::<Joint>(rod).is_none());
    let fallen = 8.0 - at(&app, load).y;
    assert!((fallen - 4.905).abs() < 9.81 * 4.0 * DT, "{fallen}"); // up to four steps late
}

/// Wrong numbers of a joint are told with the field, and a later change is accepted.
#[test]
fn bad_joint_is_told_and_can_be_mended() {
    let mut app = step_app();
    listen::<PhysicsProblem>(&mut app);
    let post = post(&mut app);
    let bob = app.world_mut().spawn(ball(2.0, 10.0)).id();
    let rod = app.world_mut().spawn(Joint::new(post, bob, DistanceJoint::new(f32::NAN))).id();
    run(&mut app, 5);
    let [problem] = heard::<PhysicsProblem>(&app) else { panic!("{:?}", heard::<PhysicsProblem>(&app)) };
    assert!(problem.entity == rod && problem.error.contains("length"), "{problem:?}");
    *app.world_mut().get_mut::<Joint>(rod).unwrap() = Joint::new(post, bob, DistanceJoint::new(2.0));
    run(&mut app, 2);
    assert_eq!(joint_ids(&app).len(), 1);
    assert!(app.world().get::<PhysicsError>(rod).is_none());
}

/// A clone of two bodies with their joint, as a scene is spawned twice, has a joint of its own.
#[test]
fn joint_that_is_cloned_with_its_bodies_joins_the_clones() {
    let mut app = step_app();
    let root = app.world_mut().spawn(Transform::default()).id();
    let a = app.world_mut().spawn((ball(0.0, 0.0), ChildOf(root))).id();
    let b = app.world_mut().spawn((ball(2.0, 0.0), ChildOf(root))).id();
    app.world_mut().spawn((Joint::new(a, b, DistanceJoint::new(2.0)), ChildOf(root)));
    app.world_mut().entity_mut(root).clone_and_spawn_with_opt_out(|it| {
        it.linked_cloning(true);
    });
    run(&mut app, 2);
    let physics = app.world().resource::<Physics>();
    let ends = |it: physics::world::JointRef<'_>| {
        let mut ends = it.bodies().map(|body| physics.entity_of_body(body.id()).unwrap());
        ends.sort_unstable();
        ends
    };
    let [first, second] = physics.world.joints().map(ends).collect::<Vec<_>>()[..] else { panic!() };
    let mut originals = [a, b];
    originals.sort_unstable();
    assert!(first == originals && second.iter().all(|it| !first.contains(it)), "{first:?} {second:?}");
}
