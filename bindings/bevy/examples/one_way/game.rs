//! A fountain: balls fly up through three one-way platforms and land on them.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

/// Tops of the platforms, m.
pub const TOPS: [f32; 3] = [2.0, 4.0, 6.0];

/// How many balls the fountain has.
pub const BALLS: u32 = 30;

/// A ball.
#[derive(Component, Clone, Copy)]
pub struct Ball;

pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PhysicsPlugin::default().interpolate_all());
        app.add_systems(Startup, build).add_systems(FixedUpdate, spout);
    }
}

fn build(mut commands: Commands<'_, '_>) {
    commands.spawn((Collider::rectangle(16.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    for side in [-8.5, 8.5] {
        commands.spawn((Collider::rectangle(1.0, 14.0), Transform::from_xyz(side, 6.0, 0.0)));
    }
    for top in TOPS {
        let platform = (Collider::rectangle(16.0, 0.2), OneWay(Vec2::Y));
        commands.spawn((platform, Transform::from_xyz(0.0, top - 0.1, 0.0)));
    }
}

/// A ball in every twelfth step, each with another speed upwards.
fn spout(mut commands: Commands<'_, '_>, mut step: Local<'_, u32>) {
    if step.is_multiple_of(12) && *step / 12 < BALLS {
        let number = *step / 12;
        let speed = Vec2::new((number * 7 % 11) as f32 - 5.0, 8.0 + (number % 5) as f32);
        let ball = (RigidBody::Dynamic, Collider::circle(0.25), RollingResistance(0.05), Ball);
        commands.spawn((ball, Transform::from_xyz(0.0, 0.3, 0.0), LinearVelocity(speed)));
    }
    *step += 1;
}
