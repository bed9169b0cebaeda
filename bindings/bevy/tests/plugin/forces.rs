//! Forces and impulses as components. The disc of `ball` has pi / 4 kg and the inertia m r^2 / 2.

use crate::common::{DT, STEP, app, ball, run};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

const MASS: f32 = std::f32::consts::FRAC_PI_4;
const INERTIA: f32 = MASS * 0.125;

fn weightless() -> App {
    app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP)
}

fn motion(app: &App, entity: Entity) -> (Vec2, f32) {
    let world = app.world();
    (world.get::<LinearVelocity>(entity).unwrap().0, world.get::<AngularVelocity>(entity).unwrap().0)
}

/// dv = J / m and dw = L / I, once; the component is zero afterwards, and a second value acts again.
#[test]
fn impulse_acts_once() {
    let mut app = weightless();
    let push = ExternalImpulse { impulse: Vec2::new(2.0 * MASS, 0.0), torque_impulse: 3.0 * INERTIA };
    let ball = app.world_mut().spawn((ball(0.0, 0.0), push)).id();
    for times in 1..=2 {
        run(&mut app, 10);
        let (v, w) = motion(&app, ball);
        let times = times as f32;
        assert!((v.x - 2.0 * times).abs() < 1e-4 && v.y == 0.0, "{v}");
        assert!((w - 3.0 * times).abs() < 1e-4, "{w}");
        assert_eq!(*app.world().get::<ExternalImpulse>(ball).unwrap(), ExternalImpulse::default());
        *app.world_mut().get_mut::<ExternalImpulse>(ball).unwrap() = push;
    }
}

/// dw = T t / I in each step, until the component goes.
#[test]
fn torque_acts_in_each_step_until_it_is_removed() {
    let mut app = weightless();
    let turn = ExternalForce { force: Vec2::ZERO, torque: INERTIA };
    let ball = app.world_mut().spawn((ball(0.0, 0.0), turn)).id();
    run(&mut app, 32);
    assert!((motion(&app, ball).1 - 32.0 * DT).abs() < 1e-4);
    app.world_mut().entity_mut(ball).remove::<ExternalForce>();
    run(&mut app, 32);
    assert!((motion(&app, ball).1 - 32.0 * DT).abs() < 1e-4);
}

/// A force that begins wakes a body that sleeps, and `Sleeping` follows.
#[test]
fn force_wakes_a_sleeper() {
    let mut app = weightless();
    let ball = app.world_mut().spawn(ball(0.0, 0.0)).id();
    run(&mut app, 200);
    assert!(app.world().get::<Sleeping>(ball).is_some());
    app.world_mut().entity_mut(ball).insert(ExternalForce { force: Vec2::X, torque: 0.0 });
    run(&mut app, 2);
    assert!(app.world().get::<Sleeping>(ball).is_none() && motion(&app, ball).0.x > 0.0);
}

/// What is not finite is told with the field, and does nothing; the half of an impulse that is good does
/// nothing, either.
#[test]
fn infinite_impulse_is_refused() {
    let mut app = weightless();
    crate::common::listen::<PhysicsProblem>(&mut app);
    let push = ExternalImpulse { impulse: Vec2::X, torque_impulse: f32::INFINITY };
    let ball = app.world_mut().spawn((ball(0.0, 0.0), push)).id();
    run(&mut app, 5);
    let problems = crate::common::heard::<PhysicsProblem>(&app);
    assert!(problems.len() == 1 && problems[0].error.contains("inf"), "{problems:?}");
    assert_eq!(motion(&app, ball), (Vec2::ZERO, 0.0));
}

/// Locked axes, damping and top speed: each changes one quantity in a closed form.
#[test]
fn properties_of_a_body_are_applied_and_taken_back() {
    let mut app = weightless();
    let fast = || LinearVelocity(Vec2::new(8.0, 0.0));
    let locked = app.world_mut().spawn((ball(0.0, 0.0), fast(), LockedAxes::ROTATION_LOCKED)).id();
    let spin = ExternalImpulse { impulse: Vec2::ZERO, torque_impulse: INERTIA };
    app.world_mut().entity_mut(locked).insert(spin);
    let slow = app.world_mut().spawn((ball(0.0, 5.0), fast(), MaxLinearSpeed(2.0))).id();
    let damped = app.world_mut().spawn((ball(0.0, 10.0), fast(), LinearDamping(1.0))).id();
    run(&mut app, 64);
    assert_eq!(motion(&app, locked), (Vec2::new(8.0, 0.0), 0.0));
    assert!((motion(&app, slow).0.x - 2.0).abs() < 1e-4);
    // v = v0 exp(-t), to the first order in a sub-step: 0.5 t h = 0.2%.
    let expected = 8.0 * (-1.0_f32).exp();
    assert!((motion(&app, damped).0.x / expected - 1.0).abs() < 0.01, "{:?}", motion(&app, damped));
    for entity in [locked, slow, damped] {
        let mut entity = app.world_mut().entity_mut(entity);
        entity.remove::<(LockedAxes, MaxLinearSpeed, LinearDamping)>();
        entity.insert((fast(), ExternalImpulse { impulse: Vec2::ZERO, torque_impulse: INERTIA }));
    }
    run(&mut app, 10);
    for entity in [locked, slow, damped] {
        let (v, w) = motion(&app, entity);
        assert!((v.x - 8.0).abs() < 1e-4 && (w - 1.0).abs() < 1e-4, "{v} {w}");
    }
}

/// `Sleeping` that the program inserts puts a body to sleep with all that touches it, and one that it takes
/// away wakes them; what is spawned asleep sleeps, above the ground as well.
#[test]
fn program_puts_to_sleep_and_wakes() {
    let mut app = crate::common::step_app();
    app.world_mut().spawn(Collider::rectangle(40.0, 1.0));
    let boxes: Vec<Entity> = (0..3)
        .map(|i| {
            let place = Transform::from_xyz(0.0, 1.0 + i as f32, 0.0);
            app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), place)).id()
        })
        .collect();
    let hangs = app.world_mut().spawn((ball(10.0, 9.0), Sleeping)).id();
    run(&mut app, 10);
    let sleeping = |app: &App| boxes.iter().filter(|&&it| app.world().get::<Sleeping>(it).is_some()).count();
    assert_eq!(sleeping(&app), 0);
    app.world_mut().entity_mut(boxes[2]).insert(Sleeping);
    run(&mut app, 2);
    assert_eq!(sleeping(&app), 3);
    assert!(boxes.iter().all(|&it| motion(&app, it) == (Vec2::ZERO, 0.0)));
    assert_eq!(motion(&app, hangs), (Vec2::ZERO, 0.0));
    app.world_mut().entity_mut(boxes[0]).remove::<Sleeping>();
    app.world_mut().entity_mut(hangs).remove::<Sleeping>();
    run(&mut app, 2);
    assert_eq!(sleeping(&app), 0);
    assert!(motion(&app, hangs).0.y < 0.0);
    app.world_mut().resource_mut::<Physics>().body_mut(boxes[1]).unwrap().sleep();
    run(&mut app, 2);
    assert_eq!(sleeping(&app), 3);
}
