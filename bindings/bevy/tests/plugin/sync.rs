//! Components to the world and back, headless, with a clock that the test moves.

use crate::common::{DT, STEP, app, at, ball, heard, listen, run, step_app};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_physics2d::physics::prelude::{World as Engine, *};
use bevy_physics2d::prelude::{
    Collider, CollisionStart, ExternalForce, Friction, KinematicTarget, LinearVelocity, Physics,
    PhysicsError, PhysicsPlugin, PhysicsProblem, RigidBody, Sleeping, SpatialQuery, SpatialQueryFilter,
    TransformInterpolation,
};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use std::time::Duration;

/// y = y0 - g t^2 / 2 to the error of a first-order integrator with four sub-steps, g t h / 2 with h = dt
/// / 4:
/// 0.02 m after a second. Depth is the program's.
#[test]
fn ball_falls_by_half_g_t_squared() {
    let mut app = step_app();
    let ball = app.world_mut().spawn(ball(0.0, 10.0)).id();
    run(&mut app, 64);
    assert!((at(&app, ball).y - (10.0 - 0.5 * 9.81)).abs() < 0.02, "{}", at(&app, ball));
    assert_eq!(app.world().get::<Transform>(ball).unwrap().translation.z, 7.0);
    let velocity = app.world().get::<LinearVelocity>(ball).unwrap().0;
    assert!((velocity.y + 9.81).abs() < 1e-3, "{velocity}");
}

/// The pile through the plugin has the bits of the same calls to the engine, so nothing that the plugin has
/// written comes back as a change. It is the pile of `bindings/c/tests/c/pile.h`, which programs in C and Lua
/// compare with the engine, too.
#[test]
fn pile_has_the_hash_of_the_program_without_bevy() {
    let frame = Duration::from_nanos(16_666_667);
    let place = |i: u32| [(i % 10) as f32 * 1.25 + (i / 10) as f32 * 0.125, 1.0 + (i / 10) as f32 * 1.5];
    let mut engine = Engine::default();
    let ground = engine.add_body(BodyDef::fixed()).unwrap();
    let half_space = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    engine.add_collider(ground, ColliderDef::new(half_space)).unwrap();
    for i in 0..100 {
        let body = engine.add_body(BodyDef::dynamic().position(place(i))).unwrap();
        let shape = if i % 3 == 0 { Shape::circle(0.5) } else { Shape::rectangle(0.5, 0.25) };
        engine.add_collider(body, ColliderDef::new(shape.unwrap())).unwrap();
    }
    let hash = |marked: bool, interpolates: bool| {
        let plugin = PhysicsPlugin::default();
        let mut app = app(if interpolates { plugin.interpolate_all() } else { plugin }, frame);
        app.insert_resource(Time::<Fixed>::from_duration(frame));
        app.world_mut().spawn((RigidBody::Static, Collider::half_space(Vec2::Y)));
        for i in 0..100 {
            let shape = if i % 3 == 0 { Collider::circle(0.5) } else { Collider::cuboid(0.5, 0.25) };
            let [x, y] = place(i);
            let mut entity =
                app.world_mut().spawn((RigidBody::Dynamic, shape, Transform::from_xyz(x, y, 0.0)));
            // Another archetype, so that Bevy visits the entities in another order.
            if marked && i % 7 == 0 {
                entity.insert(Name::new("marked"));
            }
        }
        run(&mut app, 120);
        app.world().resource::<Physics>().world.state_hash()
    };
    (0..120).for_each(|_| engine.step(1.0 / 60.0));
    let expected = engine.state_hash();
    assert_eq!(hash(false, false), expected);
    assert_eq!(hash(true, false), expected, "archetypes change the result");
    assert_eq!(hash(false, true), expected, "interpolation changes the result");
}

/// A change of `Transform` is a jump that keeps the velocity and the rotation, bit for bit.
#[test]
fn transform_written_by_the_program_moves_the_body() {
    let mut app = step_app();
    let ball = app.world_mut().spawn((ball(0.0, 10.0), LinearVelocity(Vec2::new(2.0, 0.0)))).id();
    run(&mut app, 10);
    let x = at(&app, ball).x;
    app.world_mut().get_mut::<Transform>(ball).unwrap().translation.x = 100.0 + x;
    run(&mut app, 1);
    assert!((at(&app, ball).x - (100.0 + x + 2.0 * DT)).abs() < 1e-4, "{}", at(&app, ball));
}

/// A velocity that the program writes counts from the next step; one that the engine has does not come back.
#[test]
fn velocity_written_by_the_program_counts_and_the_engines_own_change_stays() {
    let mut app = step_app();
    let ball = app.world_mut().spawn(ball(0.0, 10.0)).id();
    run(&mut app, 1);
    app.world_mut().get_mut::<LinearVelocity>(ball).unwrap().0.x = 6.4;
    run(&mut app, 10);
    assert!((at(&app, ball).x - 1.0).abs() < 1e-4, "{}", at(&app, ball)); // 10 steps of 0.1 m
    app.world_mut().resource_mut::<Physics>().body_mut(ball).unwrap().set_velocity([-6.4, 0.0]).unwrap();
    run(&mut app, 10);
    assert!(at(&app, ball).x.abs() < 1e-4, "{}", at(&app, ball));
}

/// A child collider is at its place in the body: the centre of mass of two equal discs is between them.
/// Moving
/// the child moves the centre, and despawning it leaves the body's own.
#[test]
fn collider_of_a_child_belongs_to_the_body_above() {
    let mut app = step_app();
    let body = app.world_mut().spawn(ball(0.0, 10.0)).id();
    let child = (Collider::circle(0.5), Transform::from_xyz(2.0, 0.0, 0.0), ChildOf(body));
    let child = app.world_mut().spawn(child).id();
    let center = |app: &App| app.world().resource::<Physics>().body(body).unwrap().mass_properties().center.x;
    run(&mut app, 1);
    assert!((center(&app) - 1.0).abs() < 1e-6);
    app.world_mut().get_mut::<Transform>(child).unwrap().translation.x = 4.0;
    run(&mut app, 1);
    assert!((center(&app) - 2.0).abs() < 1e-6);
    app.world_mut().despawn(child);
    run(&mut app, 1);
    assert!(center(&app).abs() < 1e-6);
    app.world_mut().despawn(body);
    run(&mut app, 1);
    assert_eq!(app.world().resource::<Physics>().world.bodies().count(), 0);
}

/// Mass grows with the area: a scale of (3, 2) makes a box of 1 m 6 kg, and a circle an ellipse of
/// 6 pi r^2 less what 32 corners cut off, 0.7%.
#[test]
fn scale_is_applied_to_shapes() {
    let mut app = step_app();
    let scale = Transform::from_scale(Vec2::new(3.0, 2.0).extend(1.0));
    let box_ = app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), scale)).id();
    let disc = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(1.0), scale)).id();
    run(&mut app, 1);
    let mass = |app: &App, it| app.world().resource::<Physics>().body(it).unwrap().mass_properties().mass;
    assert!((mass(&app, box_) - 6.0).abs() < 1e-5);
    let ellipse = 6.0 * std::f32::consts::PI;
    assert!((mass(&app, disc) / ellipse - 1.0).abs() < 0.007);
    app.world_mut().get_mut::<Transform>(box_).unwrap().scale.x = 1.0;
    run(&mut app, 1);
    assert!((mass(&app, box_) - 2.0).abs() < 1e-5);
}

/// A body below an entity that is turned, moved and scaled is where Bevy would draw it, and falls down in the
/// world: by its own `Transform`, along the parent's x axis, in units of the parent's scale.
#[test]
fn body_below_a_turned_parent_falls_down_in_the_world() {
    let mut app = step_app();
    let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let parent =
        Transform::from_xyz(5.0, 0.0, 0.0).with_rotation(turn).with_scale(bevy_math::Vec3::splat(2.0));
    let parent = app.world_mut().spawn(parent).id();
    let child = app.world_mut().spawn((ball(10.0, 0.0), ChildOf(parent))).id();
    run(&mut app, 64);
    let physics = app.world().resource::<Physics>();
    let pose = physics.body(child).unwrap().pose().position;
    assert!((pose.x - 5.0).abs() < 1e-4 && (pose.y - (20.0 - 4.905)).abs() < 0.02, "{pose}");
    assert!((at(&app, child).x - 0.5 * pose.y).abs() < 1e-4, "{}", at(&app, child));
}

/// In frames of a fifth of a step, a body of constant velocity is shown a fifth of its way farther in
/// each.
#[test]
fn interpolated_body_moves_evenly() {
    let mut app = app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP / 5);
    let ship = (ball(0.0, 0.0), LinearVelocity(Vec2::new(64.0, 0.0)), TransformInterpolation);
    let ship = app.world_mut().spawn(ship).id();
    run(&mut app, 10);
    let mut x = at(&app, ship).x;
    for frame in 0..20 {
        app.update();
        let next = at(&app, ship).x;
        assert!((next - x - 0.2).abs() < 1e-4, "frame {frame}: {x} {next}"); // 1 m in a step
        x = next;
    }
    // The program's own jump wins over what is shown.
    app.world_mut().get_mut::<Transform>(ship).unwrap().translation.x = 1000.0;
    run(&mut app, 10);
    assert!((at(&app, ship).x - 1001.0).abs() < 1.0, "{}", at(&app, ship));
}

#[derive(Resource, Default)]
struct Heard(Vec<CollisionStart>, Vec<PhysicsProblem>, Option<Entity>);

fn hear(
    mut heard: ResMut<'_, Heard>,
    mut started: MessageReader<'_, '_, CollisionStart>,
    mut problems: MessageReader<'_, '_, PhysicsProblem>,
    query: SpatialQuery<'_>,
) {
    heard.0.extend(started.read());
    heard.1.extend(problems.read().cloned());
    let hit = query.cast_ray(Vec2::new(0.0, 50.0), Vec2::NEG_Y, 100.0, &SpatialQueryFilter::default());
    heard.2 = hit.map(|hit| hit.entity);
}

/// A collider without a body is ground; a ball lands on it once, and a ray from above sees the ball.
#[test]
fn landing_is_told_and_a_ray_sees_the_ball() {
    let mut app = step_app();
    app.init_resource::<Heard>().add_systems(Update, hear);
    let ground = app.world_mut().spawn(Collider::rectangle(20.0, 1.0)).id();
    let ball = app.world_mut().spawn(ball(0.0, 3.0)).id();
    run(&mut app, 120);
    let Heard(started, problems, seen) = app.world().resource::<Heard>();
    let [start] = started[..] else { panic!("{started:?}") };
    assert_eq!([start.collider1, start.collider2].iter().filter(|it| [ground, ball].contains(it)).count(), 2);
    assert!(problems.is_empty());
    assert_eq!(*seen, Some(ball));
}

/// Wrong numbers are told with the field and the entity; nothing panics, and the entity recovers.
#[test]
fn bad_input_is_told_and_changes_nothing() {
    let mut app = step_app();
    app.init_resource::<Heard>().add_systems(Update, hear);
    let good = app.world_mut().spawn((ball(0.0, 3.0), Friction::new(0.1))).id();
    let bad = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(-1.0))).id();
    run(&mut app, 2);
    app.world_mut().get_mut::<Friction>(good).unwrap().dynamic_coefficient = f32::NAN;
    app.world_mut().get_mut::<LinearVelocity>(good).unwrap().0.x = f32::INFINITY;
    app.world_mut().get_mut::<Transform>(good).unwrap().translation.y = f32::NAN;
    run(&mut app, 2);
    let problems = &app.world().resource::<Heard>().1;
    let about = |it| problems.iter().filter(|problem| problem.entity == it).count();
    assert!(about(bad) == 1 && about(good) >= 3, "{problems:?}");
    assert!(app.world().get::<PhysicsError>(bad).is_some());
    let physics = app.world().resource::<Physics>();
    assert!(physics.body(good).unwrap().pose().position.y.is_finite());
    assert_eq!(physics.collider(good).unwrap().material().friction, 0.1);
    *app.world_mut().get_mut::<Collider>(bad).unwrap() = Collider::circle(1.0);
    run(&mut app, 2);
    assert!(app.world().get::<PhysicsError>(bad).is_none());
    assert!(app.world().resource::<Physics>().collider(bad).is_some());
}

/// A kinematic body reaches its target in one step, at the speed that this takes.
#[test]
fn kinematic_body_moves_to_its_target() {
    let mut app = step_app();
    let lift = app.world_mut().spawn((RigidBody::Kinematic, Collider::rectangle(2.0, 0.2))).id();
    run(&mut app, 1);
    app.world_mut().entity_mut(lift).insert(KinematicTarget { position: Vec2::new(0.0, 0.5), angle: 0.0 });
    run(&mut app, 1);
    assert!((at(&app, lift).y - 0.5).abs() < 1e-5);
}

/// What follows a restored snapshot has the bits of what followed the save.
#[test]
fn restored_physics_goes_on_with_the_same_bits() {
    let mut app = step_app();
    app.world_mut().spawn(Collider::rectangle(20.0, 1.0));
    for i in 0..10 {
        app.world_mut().spawn(ball(0.1 * i as f32, 2.0 + i as f32));
    }
    run(&mut app, 60);
    let saved = app.world().resource::<Physics>().save();
    let mut copy = saved.to_physics().world;
    run(&mut app, 60);
    (0..60).for_each(|_| copy.step(DT));
    assert_eq!(copy.state_hash(), app.world().resource::<Physics>().world.state_hash());
}

/// A force of F on a mass m for a second gives the speed F / m, however long the pause before, to the
/// rounding of 64 steps. A disc of 0.5 m and 1 kg/m^2 has pi / 4 kg.
#[test]
fn force_does_not_pile_up_in_a_pause() {
    let mut app = app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP);
    let push = ExternalForce { force: Vec2::new(std::f32::consts::FRAC_PI_4, 0.0), torque: 0.0 };
    let ball = app.world_mut().spawn((ball(0.0, 0.0), push)).id();
    app.world_mut().resource_mut::<Physics>().paused = true;
    run(&mut app, 30);
    app.world_mut().resource_mut::<Physics>().paused = false;
    run(&mut app, 64);
    let speed = app.world().get::<LinearVelocity>(ball).unwrap().0.x;
    assert!((speed - 1.0).abs() < 1e-4, "{speed}");
}

/// A body that sleeps is not looked at, and yet what the program does to it is seen: a jump, a velocity
/// through the resource, and that of a static body.
#[test]
fn sleeping_and_static_bodies_follow_the_program() {
    let mut app = app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP);
    let sleeper = app.world_mut().spawn(ball(0.0, 0.0)).id();
    let wall = app.world_mut().spawn((RigidBody::Static, Collider::circle(0.5))).id();
    app.world_mut().get_mut::<Transform>(wall).unwrap().translation.y = 20.0;
    run(&mut app, 200);
    assert!(app.world().get::<Sleeping>(sleeper).is_some());
    app.world_mut().get_mut::<Transform>(sleeper).unwrap().translation.x = 5.0;
    run(&mut app, 3);
    let pose = |app: &App, it| app.world().resource::<Physics>().body(it).unwrap().pose().position;
    assert_eq!((pose(&app, sleeper).x, at(&app, sleeper).x), (5.0, 5.0));
    let mut physics = app.world_mut().resource_mut::<Physics>();
    physics.body_mut(wall).unwrap().set_pose(Pose::at([7.0, 8.0])).unwrap();
    physics.body_mut(sleeper).unwrap().set_velocity([0.0, 6.4]).unwrap();
    run(&mut app, 10);
    assert_eq!(at(&app, wall), Vec2::new(7.0, 8.0));
    assert!((at(&app, sleeper).y - 1.0).abs() < 1e-4, "{}", at(&app, sleeper)); // 10 steps of 0.1 m
    assert!(app.world().get::<Sleeping>(sleeper).is_none());
}

/// Change detection names what has moved: of a pile at rest, nothing; of one that is pushed, what moves.
#[test]
fn only_what_moved_counts_as_changed() {
    #[derive(Resource, Default)]
    struct Changed(Vec<Entity>);
    let mut app = step_app();
    app.init_resource::<Changed>();
    let note = |changed: Query<'_, '_, Entity, bevy_ecs::prelude::Changed<Transform>>,
                mut list: ResMut<'_, Changed>| list.0 = changed.iter().collect();
    app.add_systems(Update, note);
    app.world_mut().spawn(Collider::rectangle(40.0, 1.0));
    let boxes: Vec<Entity> = (0..5)
        .map(|i| {
            let place = Transform::from_xyz(3.0 * i as f32, 1.0, 0.0);
            app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), place)).id()
        })
        .collect();
    run(&mut app, 300);
    assert!(app.world().resource::<Changed>().0.is_empty());
    app.world_mut().get_mut::<LinearVelocity>(boxes[2]).unwrap().0.y = 3.0;
    run(&mut app, 1);
    assert_eq!(app.world().resource::<Changed>().0, [boxes[2]]);
}

/// Bad numbers above a body or a collider are told once, not in every step; the body goes on in the world,
/// and follows its parent again when that is good.
#[test]
fn bad_parent_is_told_once_and_the_body_goes_on() {
    let mut app = app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP);
    listen::<PhysicsProblem>(&mut app);
    let parent = app.world_mut().spawn(Transform::default()).id();
    let flies = LinearVelocity(Vec2::new(6.4, 0.0));
    let child = app.world_mut().spawn((ball(0.0, 0.0), flies, ChildOf(parent))).id();
    let arm = app.world_mut().spawn((Transform::default(), ChildOf(child))).id();
    app.world_mut().spawn((Collider::circle(0.1), Transform::default(), ChildOf(arm)));
    run(&mut app, 10);
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation.x = f32::NAN;
    app.world_mut().get_mut::<Transform>(arm).unwrap().translation.x = f32::NAN;
    run(&mut app, 10);
    let problems = heard::<PhysicsProblem>(&app).len();
    assert!((1..=2).contains(&problems), "{:?}", heard::<PhysicsProblem>(&app));
    assert!(at(&app, child).is_finite());
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation.x = 1.0;
    app.world_mut().get_mut::<Transform>(arm).unwrap().translation.x = 0.0;
    run(&mut app, 10);
    // 30 steps of 0.1 m in the world; 1 m less as seen from the parent.
    assert!((at(&app, child).x - 2.0).abs() < 1e-4, "{}", at(&app, child));
    assert_eq!(heard::<PhysicsProblem>(&app).len(), problems);
}

/// What was refused at first is taken when it is mended, by whatever component: its scale, its place, the
/// removal of a property, the body above.
#[test]
fn refused_body_and_collider_are_tried_again_when_they_are_mended() {
    let mut app = step_app();
    listen::<PhysicsProblem>(&mut app);
    let flat = Transform::from_scale(Vec2::new(1.0, 0.0).extend(1.0));
    let scaled = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(1.0), flat)).id();
    let rough = (RigidBody::Dynamic, Collider::circle(1.0), Friction::new(f32::NAN));
    let rough = app.world_mut().spawn(rough).id();
    let lost = app.world_mut().spawn(ball(f32::NAN, 0.0)).id();
    run(&mut app, 5);
    assert_eq!(heard::<PhysicsProblem>(&app).len(), 3, "{:?}", heard::<PhysicsProblem>(&app));
    app.world_mut().get_mut::<Transform>(scaled).unwrap().scale.y = 1.0;
    app.world_mut().entity_mut(rough).remove::<Friction>();
    app.world_mut().get_mut::<Transform>(lost).unwrap().translation.x = 0.0;
    run(&mut app, 2);
    for entity in [scaled, rough, lost] {
        assert_eq!(app.world().resource::<Physics>().collider_ids(entity).len(), 1);
        assert!(app.world().get::<PhysicsError>(entity).is_none());
    }
}

/// A collider whose new parts are refused keeps those that it has.
#[test]
fn refused_shape_leaves_the_old_parts() {
    let mut app = step_app();
    let body = app.world_mut().spawn(ball(0.0, 0.0)).id();
    run(&mut app, 2);
    let bad = [1.0, f32::NAN].map(|x| (Vec2::new(x, 0.0), 0.0, Collider::circle(0.5)));
    *app.world_mut().get_mut::<Collider>(body).unwrap() = Collider::compound(bad);
    run(&mut app, 2);
    assert_eq!(app.world().resource::<Physics>().collider_ids(body).len(), 1);
    assert!(app.world().get::<PhysicsError>(body).is_some());
}

/// A quick save: what follows it has the bits and the `Transform`s of what followed the first time, also if a
/// ball was despawned and another spawned in between: the first is gone, the second a body again.
#[test]
fn quick_save_goes_on_with_the_same_bits_and_components() {
    let mut app = step_app();
    app.world_mut().spawn(Collider::rectangle(20.0, 1.0));
    let balls: Vec<Entity> =
        (0..10).map(|i| app.world_mut().spawn(ball(0.1 * i as f32, 2.0 + i as f32)).id()).collect();
    run(&mut app, 60);
    let saved = app.world().resource::<Physics>().save();
    let hash = |app: &App| app.world().resource::<Physics>().world.state_hash();
    let seen = |app: &App| balls.iter().map(|&it| at(app, it)).collect::<Vec<_>>();
    run(&mut app, 60);
    let expected = (hash(&app), seen(&app));
    run(&mut app, 300);
    saved.restore_into(app.world_mut());
    assert!(app.world().get::<Sleeping>(balls[0]).is_none());
    run(&mut app, 60);
    assert_eq!((hash(&app), seen(&app)), expected);

    let late = app.world_mut().spawn(ball(50.0, 5.0)).id();
    app.world_mut().despawn(balls[3]);
    run(&mut app, 30);
    saved.restore_into(app.world_mut());
    run(&mut app, 1);
    let physics = app.world().resource::<Physics>();
    assert!(physics.body(late).is_some() && physics.body(balls[3]).is_none());
    assert_eq!(physics.world.bodies().count(), 1 + 9 + 1);
}
