//! Whatever of a definition changes while the app runs is found in the world.
//!
//! The definitions are taken apart field by field: a new property fails to compile here until it is listed.

use crate::common::{heard, listen, run, step_app};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_reflect::GetPath;
use bevy_transform::components::Transform;
use physics::geom::{MassProperties, Point};
use physics::prelude::{BodyDef, ColliderDef, Filter, Locks, Material, Shape};
use physics::world::PortalRole;

#[test]
fn every_changed_property_of_a_body_is_found_in_the_world() {
    let mut app = step_app();
    let (old, mass) =
        (BodyDef::dynamic(), MassProperties { mass: 3.0, center: Point::new(0.1, 0.2), inertia: 2.0 });
    let new = BodyDef {
        damping: 0.1,
        angular_damping: 0.2,
        gravity_scale: 0.5,
        dominance: 3,
        locks: Locks { x: true, ..Locks::NONE },
        max_speed: 40.0,
        max_angular_speed: 50.0,
        mass: Some(mass),
        sleep_speed: 0.2,
        enabled: false,
        continuous: false,
        can_sleep: false,
        user_data: 7,
        ..old
    };
    let body = (RigidBody::Dynamic, BodyTemplate(old), Collider::circle(0.5), Transform::default());
    let entity = app.world_mut().spawn(body).id();
    run(&mut app, 1);
    app.world_mut().entity_mut(entity).insert(BodyTemplate(new));
    run(&mut app, 1);
    let found = app.world().resource::<Physics>().body(entity).unwrap().def();
    let BodyDef {
        // Of components of their own, or of the world.
        kind: _,
        position: _,
        rotation: _,
        velocity: _,
        angular_velocity: _,
        awake: _,
        damping,
        angular_damping,
        gravity_scale,
        dominance,
        locks,
        max_speed,
        max_angular_speed,
        mass,
        sleep_speed,
        enabled,
        continuous,
        can_sleep,
        user_data,
    } = new;
    assert!(damping != old.damping && damping == found.damping);
    assert!(angular_damping != old.angular_damping && angular_damping == found.angular_damping);
    assert!(gravity_scale != old.gravity_scale && gravity_scale == found.gravity_scale);
    assert!(dominance != old.dominance && dominance == found.dominance);
    assert!(locks != old.locks && locks == found.locks);
    assert!(max_speed != old.max_speed && max_speed == found.max_speed);
    assert!(max_angular_speed != old.max_angular_speed && max_angular_speed == found.max_angular_speed);
    assert!(mass != old.mass && mass == found.mass);
    assert!(sleep_speed != old.sleep_speed && sleep_speed == found.sleep_speed);
    assert!(enabled != old.enabled && enabled == found.enabled);
    assert!(continuous != old.continuous && continuous == found.continuous);
    assert!(can_sleep != old.can_sleep && can_sleep == found.can_sleep);
    assert!(user_data != old.user_data && user_data == found.user_data);
}

#[test]
fn every_changed_property_of_a_collider_is_found_in_the_world() {
    let old = ColliderDef::new(Shape::rectangle(0.5, 0.4).unwrap());
    let one_way = ColliderDef { one_way: Some([0.0, 1.0].into()), ..old.clone() };
    let sensor = ColliderDef { sensor: true, ..old.clone() };
    let portal = ColliderDef { portal: Some(PortalRole::Rim { portal: 2 }), ..old.clone() };
    let all = ColliderDef {
        shape: Shape::rectangle(0.6, 0.3).unwrap(),
        offset: physics::geom::Pose::new([0.1, 0.2], 0.3),
        material: Material {
            density: 2.0,
            friction: 0.3,
            static_friction: 0.4,
            restitution: 0.2,
            ..old.material
        },
        filter: Filter { mask: 5, ..old.filter },
        hook: true,
        enabled: false,
        contact_events: false,
        hit_events: false,
        sensor_events: false,
        user_data: 9,
        contact_skin: 0.01,
        ..old.clone()
    };
    let ColliderDef {
        one_way: _,
        sensor: _,
        portal: _,
        shape,
        offset,
        material,
        filter,
        hook,
        enabled,
        contact_events,
        hit_events,
        sensor_events,
        user_data,
        contact_skin,
    } = all.clone();
    assert!(shape != old.shape && offset != old.offset && material != old.material && filter != old.filter);
    assert!(hook != old.hook && enabled != old.enabled && contact_events != old.contact_events);
    assert!(hit_events != old.hit_events && sensor_events != old.sensor_events);
    assert!(user_data != old.user_data && contact_skin != old.contact_skin);
    for new in [all, one_way, sensor, portal] {
        let mut app = step_app();
        let body = (RigidBody::Dynamic, Collider::from(old.clone()), Transform::default());
        let entity = app.world_mut().spawn(body).id();
        run(&mut app, 1);
        app.world_mut().entity_mut(entity).insert(Collider::from(new.clone()));
        run(&mut app, 1);
        let physics = app.world().resource::<Physics>();
        let id = physics.collider_ids(entity)[0];
        let mut found = physics.world.collider(id).unwrap().def();
        // The angle is set as a number.
        assert!((found.offset.rotation.angle() - new.offset.rotation.angle()).abs() < 1e-6);
        found.offset = new.offset;
        assert_eq!(found, new);
    }
}

/// A body that becomes dynamic takes the velocity that comes with its new kind, and one that may turn again
/// the angular velocity that comes with that.
#[test]
fn velocity_that_is_inserted_with_a_new_kind_or_other_locks_counts() {
    let mut app = step_app();
    let body = (
        RigidBody::Static,
        Collider::circle(0.5),
        Transform::default(),
        LockedAxes(Locks { rotation: true, ..Locks::NONE }),
    );
    let entity = app.world_mut().spawn(body).id();
    run(&mut app, 1);
    let dynamic = (RigidBody::Dynamic, LinearVelocity(Vec2::new(3.0, 0.0)));
    app.world_mut().entity_mut(entity).insert(dynamic);
    run(&mut app, 1);
    let velocity = |app: &bevy_app::App| {
        let physics = app.world().resource::<Physics>();
        let body = physics.body(entity).unwrap();
        (body.velocity().x, body.angular_velocity())
    };
    assert_eq!(velocity(&app).0, 3.0);
    app.world_mut().entity_mut(entity).remove::<LockedAxes>().insert(AngularVelocity(2.0));
    run(&mut app, 1);
    assert_eq!(velocity(&app).1, 2.0);
}

/// An error stands as long as what was refused is there, whatever else of the entity is accepted; it is told
/// once.
#[test]
fn error_stands_until_what_was_refused_is_mended_or_gone() {
    let mut app = step_app();
    listen::<PhysicsProblem>(&mut app);
    let body = (RigidBody::Dynamic, Collider::circle(0.5), Friction::new(f32::NAN), LinearDamping(-1.0));
    let entity = app.world_mut().spawn(body).id();
    let error = |app: &bevy_app::App| app.world().get::<PhysicsError>(entity).map(ToString::to_string);
    run(&mut app, 2);
    assert!(error(&app).unwrap().contains("damping"), "{:?}", error(&app));
    app.world_mut().entity_mut(entity).insert(LinearDamping(1.0));
    run(&mut app, 2);
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 4.0;
    app.world_mut().entity_mut(entity).insert(GravityScale(0.5));
    run(&mut app, 2);
    let both = error(&app).unwrap();
    assert!(both.contains("friction is NaN") && !both.contains("damping"), "{both}");
    app.world_mut().entity_mut(entity).insert(ExternalForce { force: Vec2::NAN, torque: 0.0 });
    run(&mut app, 5);
    assert_eq!(app.world().get::<PhysicsError>(entity).unwrap().reasons().count(), 2);
    assert_eq!(heard::<PhysicsProblem>(&app).len(), 3, "{:?}", heard::<PhysicsProblem>(&app));
    app.world_mut().entity_mut(entity).insert(Friction::new(0.5)).remove::<ExternalForce>();
    run(&mut app, 2);
    assert_eq!(error(&app), None);
    let physics = app.world().resource::<Physics>();
    assert_eq!(physics.collider(entity).unwrap().material().friction, 0.5);
}

/// A velocity that was refused, as any of a static body, is told and written over: no error stands.
#[test]
fn velocity_that_was_refused_is_told_and_written_over() {
    let mut app = step_app();
    listen::<PhysicsProblem>(&mut app);
    let fast = LinearVelocity(Vec2::new(f32::INFINITY, 0.0));
    let ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5))).id();
    let wall = (RigidBody::Static, Collider::circle(0.5), LinearVelocity(Vec2::X));
    let wall = app.world_mut().spawn(wall).id();
    run(&mut app, 2);
    app.world_mut().entity_mut(ball).insert(fast);
    run(&mut app, 2);
    let told: Vec<_> = heard::<PhysicsProblem>(&app).iter().map(|it| it.entity).collect();
    assert_eq!(told, [wall, ball]);
    assert!(heard::<PhysicsProblem>(&app)[0].error.contains("static"));
    assert!(app.world().resource::<Physics>().collider(wall).is_some());
    for entity in [ball, wall] {
        assert!(app.world().get::<PhysicsError>(entity).is_none());
        // The ball is inside the wall, and pushed up.
        assert!(app.world().get::<LinearVelocity>(entity).unwrap().x.abs() < 1e-3);
    }
}

/// What the program has set in the world without a component stays when a component of the same entity
/// changes.
#[test]
fn property_set_in_the_world_stays_when_another_component_changes() {
    let mut app = step_app();
    let body = (RigidBody::Dynamic, Collider::circle(0.5), LinearDamping(0.1), Friction::new(0.3));
    let entity = app.world_mut().spawn(body).id();
    run(&mut app, 1);
    let mut physics = app.world_mut().resource_mut::<Physics>();
    physics.body_mut(entity).unwrap().set_gravity_scale(0.25).unwrap();
    physics.collider_mut(entity).unwrap().set_user_data(7);
    app.world_mut().entity_mut(entity).insert((LinearDamping(0.2), Friction::new(0.4)));
    run(&mut app, 1);
    let physics = app.world().resource::<Physics>();
    let (body, collider) = (physics.body(entity).unwrap().def(), physics.collider(entity).unwrap().def());
    assert_eq!((body.gravity_scale, body.damping), (0.25, 0.2));
    assert_eq!((collider.user_data, collider.material.friction), (7, 0.4));
}

/// Velocities are vectors and numbers, and an editor finds components by their names.
#[test]
fn components_are_values_and_are_reflected() {
    let mut app = step_app();
    let body = (RigidBody::Dynamic, LinearVelocity::from(Vec2::X), GravityScale(0.0), Friction::new(0.3));
    let entity = app.world_mut().spawn((body, Collider::circle(0.5), AngularVelocity::ZERO)).id();
    let mut velocity = app.world_mut().get_mut::<LinearVelocity>(entity).unwrap();
    **velocity += Vec2::Y;
    assert_eq!(velocity.length_squared(), 2.0);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let data = |name: &str| {
        let found = registry.get_with_short_type_path(name);
        found.and_then(|it| it.data::<ReflectComponent>()).unwrap_or_else(|| panic!("{name}"))
    };
    for name in ["RigidBody", "LinearVelocity", "Friction", "Collider", "Joint", "BodyTemplate", "Sleeping"] {
        data(name);
    }
    let mut it = app.world_mut().entity_mut(entity);
    let mut friction = data("Friction").reflect_mut(&mut it).unwrap();
    friction.reflect_path_mut("dynamic_coefficient").unwrap().try_apply(&0.1_f32).unwrap();
    drop(registry);
    run(&mut app, 1);
    let physics = app.world().resource::<Physics>();
    assert_eq!(physics.collider(entity).unwrap().material().friction, 0.1);
}
