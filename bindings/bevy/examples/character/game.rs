//! A platformer: the toolkit's character runs, jumps, rides a lift, and drops through one-way platforms.
//!
//! The character is a kinematic body that `CharacterMover` moves; the plugin writes where it is into
//! `Transform`. The taste of the game (speeds, coyote time) is in `play`.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::physics::prelude::{CharacterMover, Vec2 as Velocity};
use bevy_physics2d::prelude::*;
use bevy_time::Time;
use bevy_transform::components::Transform;

/// What the player holds.
#[derive(Resource, Clone, Copy, Default)]
pub struct Keys {
    /// -1 to 1.
    pub run: f32,
    /// Held or not.
    pub jump: bool,
    /// With `jump`: drops through a one-way platform.
    pub down: bool,
}

/// The player.
#[derive(Component, Default)]
pub struct Player {
    /// There from the first step on.
    pub mover: Option<CharacterMover>,
    velocity: Velocity,
    air_time: f32,
}

/// A platform that goes up and down.
#[derive(Component)]
pub struct Lift;

/// Half of the length of the capsule, and its radius, m.
const CAPSULE: (f32, f32) = (0.5, 0.3);

pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Keys>();
        app.add_plugins(PhysicsPlugin::default().with_gravity(Vec2::new(0.0, -20.0)).interpolate_all());
        app.add_systems(Startup, build).add_systems(FixedUpdate, (ride, play).chain());
    }
}

fn build(mut commands: Commands<'_, '_>) {
    let mut tile = |x: f32, y: f32, width: f32, height: f32| {
        let place = Transform::from_xyz(x + 0.5 * width, y - 0.5 * height, 0.0);
        commands.spawn((Collider::rectangle(width, height), place)).id()
    };
    tile(-10.0, 0.0, 40.0, 1.0);
    for i in 0..10 {
        let height = 0.2 * (i + 1) as f32;
        tile(4.0 + 0.4 * i as f32, height, 0.4, height);
    }
    tile(8.0, 2.0, 3.0, 2.0);
    let platforms = [tile(-8.0, 1.5, 4.0, 0.2), tile(-8.0, 3.0, 4.0, 0.2), tile(16.0, 2.0, 5.0, 0.2)];
    for platform in platforms {
        commands.entity(platform).insert(OneWay(Vec2::Y));
    }
    let place = Transform::from_xyz(13.2, 0.5, 0.0);
    commands.spawn((RigidBody::Kinematic, Collider::rectangle(2.0, 0.3), place, Lift));
    for i in 0..3 {
        let place = Transform::from_xyz(9.5, 2.4 + 0.8 * i as f32, 0.0);
        let wood = (RigidBody::Dynamic, Collider::rectangle(0.8, 0.8), ColliderDensity(20.0));
        commands.spawn((wood, place));
    }
    let capsule = (RigidBody::Kinematic, Collider::capsule_y(CAPSULE.0, CAPSULE.1));
    commands.spawn((capsule, Transform::from_xyz(0.0, 1.0, 0.0), Player::default()));
}

fn ride(mut lifts: Query<'_, '_, (&Transform, &mut LinearVelocity), With<Lift>>) {
    for (transform, mut velocity) in &mut lifts {
        let y = transform.translation.y;
        let speed = match velocity.0.y {
            0.0 => 1.0,
            up if up > 0.0 && y > 3.0 => -1.0,
            down if down < 0.0 && y < 0.5 => 1.0,
            same => same,
        };
        velocity.set_if_neq(LinearVelocity(Vec2::new(0.0, speed)));
    }
}

fn play(
    mut physics: ResMut<'_, Physics>,
    mut players: Query<'_, '_, (Entity, &mut Player)>,
    keys: Res<'_, Keys>,
    time: Res<'_, Time>,
) -> Result {
    let dt = time.delta_secs();
    for (entity, mut player) in &mut players {
        // The body comes with the first step.
        let Some(body) = physics.body_id(entity) else { continue };
        let gravity = physics.world.settings().gravity;
        if player.mover.is_none() {
            let shape = Shape::capsule([0.0, -CAPSULE.0], [0.0, CAPSULE.0], CAPSULE.1)?;
            let start = physics.world.body(body)?.position_f64();
            let mover = CharacterMover::new(shape, physics.world.settings())?;
            player.mover = Some(mover.at(start).with_body(body));
        }
        let Player { mover: Some(mover), velocity, air_time } = &mut *player else { continue };
        velocity.x += (5.0 * keys.run - velocity.x).clamp(-60.0 * dt, 60.0 * dt);
        velocity.y += gravity.y * dt;
        if keys.jump && keys.down {
            mover.drop_through();
        } else if keys.jump && *air_time < 0.1 {
            // Coyote time: a jump counts for a tenth of a second after running off a ledge.
            (velocity.y, *air_time) = (9.0, 0.1);
        }
        let motion = mover.step(&mut physics.world, *velocity, dt)?;
        *velocity = motion.velocity;
        *air_time = if motion.ground.is_some() { 0.0 } else { *air_time + dt };
    }
    Ok(())
}
