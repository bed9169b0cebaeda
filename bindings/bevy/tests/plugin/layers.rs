//! Which colliders push each other: layers, one-way platforms, switches, hooks.

use crate::common::{at, ball, run, step_app};
use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::physics::prelude::{ContactHook, ContactResponse, HookCollider, HookContact};
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;
use std::sync::Arc;

fn floor(app: &mut App) -> Entity {
    app.world_mut().spawn(Collider::rectangle(20.0, 1.0)).id()
}

/// A ball falls through a floor of another layer, rests on one of its own, and falls again when the layer is
/// changed under it.
#[test]
fn layers_decide_what_collides() {
    let mut app = step_app();
    let floor = floor(&mut app);
    app.world_mut().entity_mut(floor).insert(CollisionLayers::new(0b01, 0b01));
    let same = app.world_mut().spawn((ball(-5.0, 1.2), CollisionLayers::new(0b01, 0b01))).id();
    let other = app.world_mut().spawn((ball(5.0, 1.2), CollisionLayers::new(0b10, 0b10))).id();
    run(&mut app, 200);
    assert!((at(&app, same).y - 1.0).abs() < 0.01, "{}", at(&app, same));
    assert!(at(&app, other).y < -5.0);
    app.world_mut().entity_mut(same).insert(CollisionLayers::new(0b10, 0b10));
    run(&mut app, 100);
    assert!(at(&app, same).y < -5.0, "{}", at(&app, same));
}

/// A ball flies up through a one-way platform and lands on it: it comes to rest one radius above the top.
/// Without the component it would have stayed below.
#[test]
fn one_way_platform_lets_pass_from_below() {
    let mut app = step_app();
    let platform = (Collider::rectangle(4.0, 0.2), OneWay(Vec2::Y));
    app.world_mut().spawn(platform);
    let up = LinearVelocity(Vec2::new(0.0, 9.0));
    let ball = app.world_mut().spawn((ball(0.0, -2.0), up)).id();
    run(&mut app, 300);
    assert!((at(&app, ball).y - 0.6).abs() < 0.01, "{}", at(&app, ball));
}

#[test]
fn solid_platform_stops_from_below() {
    let mut app = step_app();
    app.world_mut().spawn(Collider::rectangle(4.0, 0.2));
    let ball = app.world_mut().spawn((ball(0.0, -2.0), LinearVelocity(Vec2::new(0.0, 9.0)))).id();
    for _ in 0..100 {
        app.update();
        assert!(at(&app, ball).y < -0.55, "{}", at(&app, ball));
    }
}

/// A disabled collider does not push; enabled again it does.
#[test]
fn disabled_collider_and_body_take_no_part() {
    let mut app = step_app();
    let floor = floor(&mut app);
    app.world_mut().entity_mut(floor).insert(ColliderDisabled);
    let falls = app.world_mut().spawn(ball(0.0, 2.0)).id();
    let stays = app.world_mut().spawn((ball(5.0, 2.0), RigidBodyDisabled)).id();
    run(&mut app, 100);
    assert!(at(&app, falls).y < -2.0);
    assert_eq!(at(&app, stays).y, 2.0);
    app.world_mut().entity_mut(floor).remove::<ColliderDisabled>();
    app.world_mut().entity_mut(stays).remove::<RigidBodyDisabled>();
    run(&mut app, 200);
    assert!((at(&app, stays).y - 1.0).abs() < 0.01, "{}", at(&app, stays));
}

/// Bodies whose user data are the same pass through each other; what is asked has no friction.
#[derive(Debug)]
struct Teams;

impl ContactHook for Teams {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        a.body_user_data == 0 || a.body_user_data != b.body_user_data
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        contact.response.friction(0.0)
    }
}

/// The hook is asked for a collider with `ContactHooks`, and not for one without.
#[test]
fn hook_decides_for_colliders_that_ask_for_it() {
    let mut app = step_app();
    app.world_mut().resource_mut::<Physics>().world.set_contact_hook(Some(Arc::new(Teams)));
    let ice = app.world_mut().spawn(Collider::rectangle(100.0, 1.0)).id();
    let member = BodyTemplate(BodyDef::dynamic().user_data(7));
    let sliding = |x: f32, v: f32| {
        let at = Transform::from_xyz(x, 1.0, 0.0);
        (RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), at, LinearVelocity(Vec2::new(v, 0.0)), member)
    };
    let a = app.world_mut().spawn((sliding(-3.0, 3.0), ContactHooks)).id();
    let b = app.world_mut().spawn((sliding(3.0, -3.0), ContactHooks)).id();
    let c = app.world_mut().spawn(sliding(-20.0, 3.0)).id();
    run(&mut app, 128);
    // a and b have slid through each other without loss; c was stopped by friction within v^2 / (2 mu g).
    assert!((at(&app, a).x - 3.0).abs() < 0.01 && (at(&app, b).x + 3.0).abs() < 0.01);
    assert!((at(&app, c).x + 20.0 - 9.0 / (2.0 * 0.6 * 9.81)).abs() < 0.05, "{}", at(&app, c));
    assert!(app.world().get::<RigidBody>(ice).is_some());
}

/// An entity with Bevy's `Disabled` takes no part: a floor lets fall, a body stays, a joint lets go. Enabled
/// again, each does what it did.
#[test]
fn disabled_entities_take_no_part() {
    let mut app = step_app();
    let floor = floor(&mut app);
    let falls = app.world_mut().spawn(ball(0.0, 2.0)).id();
    let stays = app.world_mut().spawn((ball(5.0, 2.0), Disabled)).id();
    let post = app.world_mut().spawn((RigidBody::Static, Transform::from_xyz(30.0, 0.0, 0.0))).id();
    let bob = app.world_mut().spawn(ball(30.0, -1.0)).id();
    let rod = app.world_mut().spawn(Joint::new(post, bob, DistanceJoint::new(1.0))).id();
    run(&mut app, 10);
    for entity in [floor, rod] {
        app.world_mut().entity_mut(entity).insert(Disabled);
    }
    run(&mut app, 100);
    assert!(at(&app, falls).y < -2.0 && at(&app, bob).y < -3.0);
    assert_eq!(at(&app, stays).y, 2.0);
    for entity in [floor, stays, rod] {
        app.world_mut().entity_mut(entity).remove::<Disabled>();
    }
    run(&mut app, 200);
    assert!((at(&app, stays).y - 1.0).abs() < 0.01, "{}", at(&app, stays));
    assert!((at(&app, bob).y + 1.0).abs() < 0.1, "{}", at(&app, bob));
}
