//! What a step tells.

use crate::common::{ball, heard, listen, run, step_app};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

fn floor(app: &mut App) -> Entity {
    app.world_mut().spawn(Collider::rectangle(20.0, 1.0)).id()
}

/// A ball that falls h = 5 m hits with sqrt(2 g h), once, and the impulse of the step is at least m v. The
/// child's collider is told as such, with its body.
#[test]
fn hit_tells_speed_and_both_entities() {
    let mut app = step_app();
    listen::<CollisionHit>(&mut app);
    let floor = floor(&mut app);
    let body = app.world_mut().spawn((RigidBody::Dynamic, Transform::from_xyz(0.0, 6.0, 0.0))).id();
    let part = app.world_mut().spawn((Collider::circle(0.5), ChildOf(body))).id();
    run(&mut app, 100);
    let [hit] = heard::<CollisionHit>(&app) else { panic!("{:?}", heard::<CollisionHit>(&app)) };
    let (speed, mass) = ((2.0 * 9.81 * 5.0_f32).sqrt(), std::f32::consts::FRAC_PI_4);
    assert!((hit.approach_speed - speed).abs() < 0.2, "{hit:?}");
    assert!(hit.impulse > 0.95 * mass * speed, "{hit:?}");
    assert!((hit.point - Vec2::new(0.0, 0.5)).length() < 0.2 && hit.normal.y.abs() > 0.99, "{hit:?}");
    let mut pairs = [(hit.collider1, hit.body1), (hit.collider2, hit.body2)];
    pairs.sort_unstable();
    let mut expected = [(floor, floor), (part, body)];
    expected.sort_unstable();
    assert_eq!(pairs, expected);
}

/// What began to touch ends to touch, once each, when it jumps away.
#[test]
fn collision_begins_and_ends_once() {
    let mut app = step_app();
    listen::<CollisionStart>(&mut app);
    listen::<CollisionEnd>(&mut app);
    floor(&mut app);
    let ball = app.world_mut().spawn(ball(0.0, 1.2)).id();
    run(&mut app, 60);
    assert_eq!((heard::<CollisionStart>(&app).len(), heard::<CollisionEnd>(&app).len()), (1, 0));
    app.world_mut().get_mut::<Transform>(ball).unwrap().translation.y = 50.0;
    run(&mut app, 2);
    let (started, ended) = (heard::<CollisionStart>(&app), heard::<CollisionEnd>(&app));
    assert_eq!((started.len(), ended.len()), (1, 1));
    assert_eq!((started[0].collider1, started[0].body2), (ended[0].collider1, ended[0].body2));
}

/// The end is told with the entity that is gone.
#[test]
fn collision_ends_when_an_entity_is_despawned() {
    let mut app = step_app();
    listen::<CollisionEnd>(&mut app);
    let floor = floor(&mut app);
    let ball = app.world_mut().spawn(ball(0.0, 1.2)).id();
    run(&mut app, 60);
    app.world_mut().despawn(ball);
    run(&mut app, 2);
    let [end] = heard::<CollisionEnd>(&app) else { panic!("{:?}", heard::<CollisionEnd>(&app)) };
    let mut both = [end.body1, end.body2];
    both.sort_unstable();
    let mut expected = [floor, ball];
    expected.sort_unstable();
    assert_eq!(both, expected);
}

/// The same through the removal of the collider alone: the body stays.
#[test]
fn collision_ends_when_a_collider_is_removed() {
    let mut app = step_app();
    listen::<CollisionEnd>(&mut app);
    floor(&mut app);
    let ball = app.world_mut().spawn(ball(0.0, 1.2)).id();
    run(&mut app, 60);
    app.world_mut().entity_mut(ball).remove::<Collider>();
    run(&mut app, 2);
    let [end] = heard::<CollisionEnd>(&app) else { panic!("{:?}", heard::<CollisionEnd>(&app)) };
    assert!([end.collider1, end.collider2].contains(&ball));
    assert!(app.world().resource::<Physics>().body(ball).is_some());
}

/// A ball falls through a sensor: it enters, then leaves, and is not slowed. The sensor is a component that
/// comes and goes.
#[test]
fn sensor_tells_who_enters_and_leaves() {
    let mut app = step_app();
    listen::<SensorEnter>(&mut app);
    listen::<SensorExit>(&mut app);
    listen::<CollisionStart>(&mut app);
    let gate = app.world_mut().spawn((Collider::rectangle(20.0, 1.0), Sensor)).id();
    let falling = app.world_mut().spawn(ball(0.0, 3.0)).id();
    run(&mut app, 100);
    assert_eq!(heard::<SensorEnter>(&app), [SensorEnter { sensor: gate, visitor: falling }]);
    assert_eq!(heard::<SensorExit>(&app), [SensorExit { sensor: gate, visitor: falling }]);
    assert!(heard::<CollisionStart>(&app).is_empty());
    app.world_mut().entity_mut(gate).remove::<Sensor>();
    app.world_mut().spawn(ball(0.0, 3.0));
    run(&mut app, 100);
    assert_eq!((heard::<SensorEnter>(&app).len(), heard::<CollisionStart>(&app).len()), (1, 1));
}

/// A visitor that is despawned inside a sensor has left it.
#[test]
fn despawned_visitor_leaves_the_sensor() {
    let mut app = step_app();
    listen::<SensorExit>(&mut app);
    let zone = app.world_mut().spawn((Collider::rectangle(20.0, 20.0), Sensor)).id();
    let inside = app.world_mut().spawn(ball(0.0, 0.0)).id();
    run(&mut app, 5);
    app.world_mut().despawn(inside);
    run(&mut app, 2);
    assert_eq!(heard::<SensorExit>(&app), [SensorExit { sensor: zone, visitor: inside }]);
}
