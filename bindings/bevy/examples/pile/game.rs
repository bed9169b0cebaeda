//! A pyramid of boxes, which a heavy ball knocks down after three seconds.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_time::Time;
use bevy_transform::components::Transform;

/// Rows of the pyramid.
pub const ROWS: usize = 12;

/// A box, with its row.
#[derive(Component, Clone, Copy)]
pub struct Brick(pub usize);

/// The ball.
#[derive(Component, Clone, Copy)]
pub struct Ball;

pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PhysicsPlugin::default().interpolate_all());
        app.add_systems(Startup, build).add_systems(FixedUpdate, throw);
    }
}

fn build(mut commands: Commands<'_, '_>) {
    commands.spawn((Collider::rectangle(60.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    for row in 0..ROWS {
        for i in 0..ROWS - row {
            let x = 1.05 * (i as f32 - 0.5 * (ROWS - row - 1) as f32);
            let place = Transform::from_xyz(x, 0.5 + row as f32, 0.0);
            commands.spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), place, Brick(row)));
        }
    }
}

fn throw(mut commands: Commands<'_, '_>, time: Res<'_, Time>, balls: Query<'_, '_, (), With<Ball>>) {
    if time.elapsed_secs() > 3.0 && balls.is_empty() {
        let ball = (RigidBody::Dynamic, Collider::circle(1.2), ColliderDensity(4.0), Ball);
        commands.spawn((ball, Transform::from_xyz(-20.0, 3.0, 0.0), LinearVelocity(Vec2::new(22.0, 4.0))));
    }
}
