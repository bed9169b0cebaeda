//! Colliders of several parts: lines of ground, concave outlines, compounds.

use crate::common::{at, ball, heard, listen, run, step_app};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

fn mass(app: &App, entity: Entity) -> MassProperties {
    app.world().resource::<Physics>().body(entity).unwrap().mass_properties()
}

/// A box without friction slides over the joints of a polyline without being slowed or thrown up.
#[test]
fn box_slides_over_a_polyline_without_a_bump() {
    let mut app = step_app();
    let ground = Collider::polyline((-20..=20).map(|x| Vec2::new(x as f32, 0.0)), false);
    let ground = app.world_mut().spawn((ground, Friction::new(0.0))).id();
    let slider = (RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), Friction::new(0.0));
    let place = Transform::from_xyz(-10.0, 0.5, 0.0);
    let slider = app.world_mut().spawn((slider, place, LinearVelocity(Vec2::new(6.0, 0.0)))).id();
    assert!(app.world().get::<Collider>(ground).unwrap().parts().unwrap().len() == 40);
    for _ in 0..128 {
        app.update();
        assert!((at(&app, slider).y - 0.5).abs() < 0.01, "{}", at(&app, slider));
    }
    assert!((at(&app, slider).x - 2.0).abs() < 0.02, "{}", at(&app, slider));
}

/// A closed polyline keeps a ball in, also mirrored by its scale.
#[test]
fn closed_polyline_holds_a_ball_also_mirrored() {
    for scale in [Vec2::ONE, Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0)] {
        let mut app = step_app();
        let corners = [[-3.0, -3.0], [3.0, -3.0], [3.0, 3.0], [-3.0, 3.0]].map(Vec2::from);
        app.world_mut().spawn((Collider::polyline(corners, true), Transform::from_scale(scale.extend(1.0))));
        let ball = app.world_mut().spawn((ball(0.0, 0.0), LinearVelocity(Vec2::new(9.0, 5.0)))).id();
        for _ in 0..300 {
            app.update();
            assert!(at(&app, ball).abs().max_element() < 2.52, "{scale} {}", at(&app, ball));
        }
    }
}

/// An L of 3 m^2 has its area's mass and the centroid of its three squares.
#[test]
fn concave_polygon_has_the_mass_of_its_area() {
    let mut app = step_app();
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]].map(Vec2::from);
    let l =
        app.world_mut().spawn((RigidBody::Dynamic, Collider::polygon(outline), ColliderDensity(2.0))).id();
    run(&mut app, 1);
    let it = mass(&app, l);
    assert!((it.mass - 6.0).abs() < 1e-5, "{it:?}");
    // Squares about (0.5, 0.5), (1.5, 0.5), (0.5, 1.5).
    let centroid = 2.5 / 3.0;
    assert!((it.center.x - centroid).abs() < 1e-5 && (it.center.y - centroid).abs() < 1e-5, "{it:?}");
    // The corner that the outline leaves out is free.
    let physics = app.world().resource::<Physics>();
    assert_eq!(physics.collider_ids(l).len(), physics.body(l).unwrap().colliders().count());
}

/// A dumbbell: the inertia of two discs, 2 (m r^2 / 2 + m d^2), whatever the angle at which a part sits.
#[test]
fn compound_adds_up_its_parts() {
    let mut app = step_app();
    let disc = || Collider::circle(0.5);
    let dumbbell =
        Collider::compound([(Vec2::new(-2.0, 0.0), 0.7, disc()), (Vec2::new(2.0, 0.0), 0.0, disc())]);
    let dumbbell = app.world_mut().spawn((RigidBody::Dynamic, dumbbell)).id();
    run(&mut app, 1);
    let (it, m) = (mass(&app, dumbbell), std::f32::consts::FRAC_PI_4);
    assert!((it.mass - 2.0 * m).abs() < 1e-5 && it.center.x.abs() < 1e-6, "{it:?}");
    let inertia = 2.0 * (m * 0.125 + m * 4.0);
    assert!((it.inertia / inertia - 1.0).abs() < 1e-5, "{it:?} {inertia}");
}

/// A part of a compound that is a compound itself, turned by a quarter: its offset turns with it.
#[test]
fn compound_of_compounds_places_parts_in_the_outer_frame() {
    let mut app = step_app();
    let inner = Collider::compound([(Vec2::new(1.0, 0.0), 0.0, Collider::circle(0.25))]);
    let outer = Collider::compound([(Vec2::new(3.0, 0.0), std::f32::consts::FRAC_PI_2, inner)]);
    let body = app.world_mut().spawn((RigidBody::Dynamic, outer)).id();
    run(&mut app, 1);
    let center = mass(&app, body).center;
    assert!((center.x - 3.0).abs() < 1e-5 && (center.y - 1.0).abs() < 1e-5, "{center}");
}

/// A new shape with another number of parts replaces the old one; the body keeps its place.
#[test]
fn collider_may_change_its_number_of_parts() {
    let mut app = step_app();
    let body = app.world_mut().spawn(ball(0.0, 10.0)).id();
    run(&mut app, 10);
    let y = at(&app, body).y;
    let two = [-1.0, 1.0].map(|x| (Vec2::new(x, 0.0), 0.0, Collider::circle(0.5)));
    *app.world_mut().get_mut::<Collider>(body).unwrap() = Collider::compound(two);
    run(&mut app, 1);
    let physics = app.world().resource::<Physics>();
    assert_eq!(physics.collider_ids(body).len(), 2);
    assert!((mass(&app, body).mass - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    assert!(at(&app, body).y < y);
}

/// What is below the line of a half-space pushes up along its normal, turned with its entity.
#[test]
fn half_space_turns_with_its_entity() {
    let mut app = step_app();
    let slope = Quat::from_rotation_z(-0.5);
    app.world_mut().spawn((Collider::half_space(Vec2::Y), Transform::from_rotation(slope)));
    let ball = app.world_mut().spawn((ball(0.0, 1.0), Friction::new(0.0))).id();
    run(&mut app, 128);
    let normal = Vec2::new(0.5_f32.sin(), 0.5_f32.cos());
    // It has slid down the slope, one radius above it.
    assert!((at(&app, ball).dot(normal) - 0.5).abs() < 0.02 && at(&app, ball).x > 3.0, "{}", at(&app, ball));
}

/// Wrong numbers in any constructor are told with the entity and do not panic.
#[test]
fn bad_shapes_are_told() {
    let bad = [
        Collider::polyline([Vec2::ZERO], false),
        Collider::polyline([Vec2::ZERO, Vec2::NAN], false),
        Collider::polygon([Vec2::ZERO, Vec2::X]),
        Collider::convex_hull([Vec2::ZERO, Vec2::X, Vec2::new(2.0, 0.0)]),
        Collider::compound([(Vec2::ZERO, f32::NAN, Collider::circle(1.0))]),
        Collider::compound([(Vec2::ZERO, 0.0, Collider::circle(0.0))]),
        Collider::segment(Vec2::ONE, Vec2::ONE),
        Collider::half_space(Vec2::ZERO),
        Collider::capsule(-1.0, 2.0),
    ];
    for (index, shape) in bad.into_iter().enumerate() {
        let mut app = step_app();
        listen::<PhysicsProblem>(&mut app);
        let entity = app.world_mut().spawn((RigidBody::Dynamic, shape)).id();
        run(&mut app, 3);
        let problems = heard::<PhysicsProblem>(&app);
        assert!(problems.len() == 1 && problems[0].entity == entity, "{index}: {problems:?}");
        assert!(app.world().resource::<Physics>().collider_ids(entity).is_empty(), "{index}");
    }
}
