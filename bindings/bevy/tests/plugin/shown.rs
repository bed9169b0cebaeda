//! What interpolation shows: between two poses, in a pause, below another body.

use crate::common::{STEP, app, at, ball, run};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;
use physics::geom::WorldPose;

/// Frames of 0.6 steps: no two in a row are at the same place between two steps.
fn stage() -> App {
    app(PhysicsPlugin::default().with_gravity(Vec2::ZERO), STEP * 3 / 5)
}

fn flying(x: f32, y: f32) -> impl Bundle {
    (ball(x, y), LinearVelocity(Vec2::new(64.0, 0.0)), TransformInterpolation) // 1 m in a step
}

/// In a pause the clock of the fixed steps goes on, and what is shown stands; a jump in a pause is shown at
/// once, and is not made up of the way before it.
#[test]
fn pause_shows_the_last_frame() {
    let mut app = stage();
    let ship = app.world_mut().spawn(flying(0.0, 0.0)).id();
    run(&mut app, 11);
    let last = at(&app, ship);
    app.world_mut().resource_mut::<Physics>().paused = true;
    for frame in 0..10 {
        app.update();
        assert_eq!(at(&app, ship), last, "{frame}");
    }
    let mut physics = app.world_mut().resource_mut::<Physics>();
    physics.body_mut(ship).unwrap().set_world_pose(WorldPose::at([200.0, 3.0])).unwrap();
    for _ in 0..10 {
        // A frame without a fixed step writes nothing.
        run(&mut app, 2);
        assert_eq!(at(&app, ship), Vec2::new(200.0, 3.0));
    }
    app.world_mut().resource_mut::<Physics>().paused = false;
    run(&mut app, 10);
    // Six steps, shown up to one late.
    let way = at(&app, ship).x - 200.0;
    assert!((4.9..=6.1).contains(&way), "{way}");
}

/// A program that writes one coordinate in each frame leaves the other: 64 steps of 0.1 m.
#[test]
fn coordinate_that_is_not_written_goes_on() {
    let mut app = stage();
    let rail = |mut all: Query<'_, '_, &mut Transform, With<RigidBody>>| {
        all.iter_mut().for_each(|mut it| it.translation.x = 5.0);
    };
    app.add_systems(Update, rail);
    let up = LinearVelocity(Vec2::new(0.0, 6.4));
    let lift = app.world_mut().spawn((ball(0.0, 0.0), up, TransformInterpolation)).id();
    run(&mut app, 107);
    let way = at(&app, lift);
    assert!(way.x == 5.0 && (way.y - 6.4).abs() < 0.11, "{way}");
}

/// A coordinate that the program has not written keeps the digits that a `Transform` does not show, also
/// below a group that is not turned.
#[test]
fn coordinate_that_is_not_written_keeps_its_digits() {
    let far = BodyTemplate(BodyDef::dynamic().position([0.0, 10_000_000.25]));
    let mut app = stage();
    let place = Transform::from_xyz(0.0, 1e7, 0.0);
    let body = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), far, place)).id();
    run(&mut app, 3);
    app.world_mut().get_mut::<Transform>(body).unwrap().translation.x = 3.0;
    run(&mut app, 3);
    let position = app.world().resource::<Physics>().body(body).unwrap().world_pose().position;
    assert_eq!([position.x, position.y], [3.0, 10_000_000.25]);
}

/// Bodies below a body that is shown between two poses: one that flies with it is shown beside it, one that
/// rests is shown where it rests, whether it is interpolated itself or not, and a true pose is a true pose.
#[test]
fn body_below_an_interpolated_body_is_shown_in_its_place() {
    let mut app = stage();
    let ship = app.world_mut().spawn(flying(0.0, 0.0)).id();
    let group = app.world_mut().spawn((Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(ship))).id();
    let wing = app.world_mut().spawn((flying(0.0, 2.0), ChildOf(group))).id();
    let rock = app.world_mut().spawn((ball(5.0, 9.0), ChildOf(group))).id();
    let true_wing = (ball(0.0, 5.0), LinearVelocity(Vec2::new(64.0, 0.0)), ChildOf(ship));
    let true_wing = app.world_mut().spawn(true_wing).id();
    run(&mut app, 4);
    for frame in 0..20 {
        app.update();
        assert!((at(&app, wing) - Vec2::new(0.0, 2.0)).length() < 1e-4, "{frame}: {}", at(&app, wing));
        let rests = at(&app, ship) + Vec2::Y + at(&app, rock);
        assert!((rests - Vec2::new(5.0, 10.0)).length() < 1e-4, "{frame}: {rests}");
        let drawn = at(&app, ship).x + at(&app, true_wing).x;
        let is = app.world().resource::<Physics>().body(true_wing).unwrap().pose().position.x;
        assert!((drawn - is).abs() < 1e-4, "{frame}: {drawn} {is}");
    }
}
