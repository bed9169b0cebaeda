//! The rules of a duel: two players in a pit with crates, who run, jump and shoot. A shot lives half a
//! second, a crate until it is shot. All of it runs in `GgrsSchedule` and depends on the inputs alone.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ggrs::prelude::*;
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_transform::components::Transform;

/// Bits of an input.
pub const LEFT: u8 = 1;
pub const RIGHT: u8 = 2;
pub const JUMP: u8 = 4;
pub const FIRE: u8 = 8;

pub type Config = GgrsConfig<u8>;

/// The number of its player.
#[derive(Component, Clone, Copy, Debug, Hash)]
pub struct Player(pub usize);

/// How many frames it will live.
#[derive(Component, Clone, Copy, Debug, Hash)]
pub struct Shot(pub u32);

/// It breaks when it is shot.
#[derive(Component, Clone, Copy, Debug, Hash)]
pub struct Crate;

/// Crates that each player has broken.
#[derive(Resource, Clone, Copy, Debug, Default, Hash)]
pub struct Score(pub [u32; 2]);

/// The physics, the rules and the pit.
pub struct GamePlugin;

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            GgrsPlugin::<Config>::default(),
            PhysicsPlugin::new(GgrsSchedule),
            PhysicsRollbackPlugin,
        ));
        app.rollback_component_with_copy::<Player>()
            .rollback_component_with_copy::<Shot>()
            .rollback_component_with_copy::<Crate>()
            .rollback_resource_with_copy::<Score>()
            .checksum_resource_with_hash::<Score>()
            .init_resource::<Score>();
        app.add_systems(Startup, pit);
        app.add_systems(GgrsSchedule, (play, age).chain().before(PhysicsSystems::Prepare));
        app.add_systems(GgrsSchedule, hit.after(PhysicsSystems::Writeback));
    }
}

fn pit(mut commands: Commands<'_, '_>) {
    for (x, y, width, height) in [(0.0, -0.5, 20.0, 1.0), (-10.5, 4.5, 1.0, 11.0), (10.5, 4.5, 1.0, 11.0)] {
        commands.spawn((Collider::rectangle(width, height), Transform::from_xyz(x, y, 0.0)));
    }
    for i in 0..12 {
        let place = Transform::from_xyz(1.1 * (i % 4) as f32 - 1.6, 0.5 + (i / 4) as f32, 0.0);
        let wood = (RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), ColliderDensity(0.3));
        commands.spawn((wood, place, Crate));
    }
    for player in 0..2 {
        let place = Transform::from_xyz(if player == 0 { -7.0 } else { 7.0 }, 1.0, 0.0);
        let body = (RigidBody::Dynamic, Collider::capsule(0.4, 1.0), LockedAxes::ROTATION_LOCKED);
        commands.spawn((body, place, Friction::new(0.0), Player(player)));
    }
}

/// What the inputs do.
fn play(
    mut commands: Commands<'_, '_>,
    inputs: Res<'_, PlayerInputs<Config>>,
    query: SpatialQuery<'_>,
    mut players: Query<'_, '_, (Entity, &Player, &Transform, &mut LinearVelocity)>,
) {
    for number in 0..2 {
        let Some((entity, _, transform, mut velocity)) =
            players.iter_mut().find(|(_, player, ..)| player.0 == number)
        else {
            continue;
        };
        let input = inputs[number].0;
        let way = f32::from(input & RIGHT != 0) - f32::from(input & LEFT != 0);
        velocity.0.x = 5.0 * way;
        let at = transform.translation.truncate();
        let others = SpatialQueryFilter { excluded_bodies: vec![entity], ..SpatialQueryFilter::default() };
        let stands = query.cast_ray(at, Vec2::NEG_Y, 1.0, &others).is_some();
        if input & JUMP != 0 && stands {
            velocity.0.y = 7.0;
        }
        if input & FIRE != 0 {
            let way = if number == 0 { 1.0 } else { -1.0 };
            let ball = (RigidBody::Dynamic, Collider::circle(0.15), ColliderDensity(5.0), Restitution(0.5));
            let flight = LinearVelocity(Vec2::new(14.0 * way, 2.0));
            let place = Transform::from_translation((at + Vec2::new(0.7 * way, 0.3)).extend(number as f32));
            commands.spawn((ball, flight, place, Shot(30)));
        }
    }
}

/// Shots do not live long.
fn age(mut commands: Commands<'_, '_>, mut shots: Query<'_, '_, (Entity, &mut Shot)>) {
    for (entity, mut shot) in &mut shots {
        shot.0 -= 1;
        if shot.0 == 0 {
            commands.entity(entity).despawn();
        }
    }
}

/// A crate that is shot breaks, and so does the shot. Its depth says whose it was.
fn hit(
    mut commands: Commands<'_, '_>,
    mut started: MessageReader<'_, '_, CollisionStart>,
    shots: Query<'_, '_, &Transform, With<Shot>>,
    crates: Query<'_, '_, (), With<Crate>>,
    mut score: ResMut<'_, Score>,
    mut broken: Local<'_, Vec<Entity>>,
) {
    broken.clear();
    for start in started.read() {
        for (shot, target) in [(start.body1, start.body2), (start.body2, start.body1)] {
            let is_new = !broken.contains(&shot) && !broken.contains(&target);
            if let (Ok(place), true, true) = (shots.get(shot), crates.contains(target), is_new) {
                score.0[place.translation.z as usize] += 1;
                commands.entity(shot).despawn();
                commands.entity(target).despawn();
                broken.extend([shot, target]);
            }
        }
    }
}
