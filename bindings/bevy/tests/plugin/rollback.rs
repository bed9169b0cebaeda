//! Rollback by `bevy_ggrs`: the example's duel, each frame of which is taken back and played again.

use crate::game::{self, Config, Crate, GamePlugin, Score, Shot};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ggrs::prelude::*;
use bevy_ggrs::{LocalInputs, LocalPlayers};
use bevy_math::Vec2;
use bevy_physics2d::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use std::time::Duration;

/// Where GGRS has found a difference.
#[derive(Resource, Default)]
struct Mismatches(Vec<SyncTestMismatch>);

/// Inputs without a pattern, by the number of the frame: the finalizer of splitmix64.
pub fn random_input(frame: u64, player: u64) -> u8 {
    let mut x = (2 * frame + player).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let x = x ^ (x >> 31);
    // Fire in a quarter of the frames.
    (x & 0b0111) as u8 | if (x >> 8) & 3 == 0 { game::FIRE } else { 0 }
}

fn duel(rollback: usize) -> App {
    duel_with(rollback, |_| ())
}

/// Rolled back by so many frames, with what the test adds.
fn duel_with(rollback: usize, add: impl FnOnce(&mut App)) -> App {
    let mut session = SessionBuilder::<Config>::new()
        .with_num_players(2)
        .unwrap()
        .with_check_distance(rollback)
        .with_max_prediction_window(rollback + 1);
    for player in 0..2 {
        session = session.add_player(PlayerType::Local, player).unwrap();
    }
    play_with(Session::SyncTest(session.start_synctest_session().unwrap()), random_input, add)
}

/// The duel in this session, with these inputs by frame and player, and with what the test adds.
pub fn play_with(session: Session<Config>, input: fn(u64, u64) -> u8, add: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GamePlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)))
        .insert_resource(session)
        .init_resource::<Mismatches>()
        .add_observer(|mismatch: On<'_, '_, SyncTestMismatch>, mut found: ResMut<'_, Mismatches>| {
            found.0.push(mismatch.event().clone());
        });
    let read =
        move |mut commands: Commands<'_, '_>, players: Res<'_, LocalPlayers>, mut frame: Local<'_, u64>| {
            let inputs = players.0.iter().map(|&player| (player, input(*frame, player as u64)));
            commands.insert_resource(LocalInputs::<Config>(inputs.collect()));
            *frame += 1;
        };
    app.add_systems(ReadInputs, read);
    add(&mut app);
    app.finish();
    app.cleanup();
    // The first frame of Bevy's clock has no length.
    app.update();
    app
}

fn hash(app: &App) -> u64 {
    app.world().resource::<Physics>().world.sync_hash()
}

/// 400 frames, each taken back seven frames and played again, have no difference and end with the hash of the
/// game without rollback. Shots are spawned and despawned all the time, so also within the seven frames.
#[test]
fn duel_with_rollbacks_has_the_hash_of_the_duel_without() {
    let [mut with, mut without] = [duel(7), duel(0)];
    let mut counts = Vec::new();
    for frame in 0..400 {
        with.update();
        without.update();
        let found = &with.world().resource::<Mismatches>().0;
        assert!(found.is_empty(), "frame {frame}: {found:?}");
        assert_eq!(hash(&with), hash(&without), "frame {frame}");
        let shots = with.world_mut().query::<&Shot>().iter(with.world()).count();
        counts.push(shots);
    }
    let physics = with.world().resource::<Physics>();
    let bodies = physics.world.bodies().count();
    let broken: u32 = with.world().resource::<Score>().0.iter().sum();
    assert_eq!(with.world().resource::<Score>().0, without.world().resource::<Score>().0);
    assert!(broken >= 5, "crates were broken: {broken}");
    assert!(counts.windows(2).filter(|two| two[0] != two[1]).count() > 100, "shots come and go");
    // Walls, players, and what is left of the 12 crates.
    let shots = *counts.last().unwrap();
    assert_eq!(bodies, 3 + 2 + (12 - broken as usize) + shots);
    // Components say what the world says.
    let mut query = with.world_mut().query::<(Entity, &bevy_transform::components::Transform)>();
    for (entity, transform) in query.iter(with.world()) {
        let physics = with.world().resource::<Physics>();
        let position = physics.body(entity).unwrap().pose().position;
        assert_eq!(transform.translation.truncate(), Vec2::new(position.x, position.y));
    }
}

/// A system that is not the same when a frame is played again is found: the comparison is not empty.
#[test]
fn game_that_is_not_deterministic_is_found() {
    let mut app = duel(7);
    let spoil = |mut calls: Local<'_, u32>, mut players: Query<'_, '_, &mut AngularVelocity, With<Crate>>| {
        *calls += 1;
        if let Some(mut velocity) = players.iter_mut().next() {
            velocity.0 = *calls as f32 * 1e-3;
        }
    };
    app.add_systems(GgrsSchedule, spoil.before(PhysicsSystems::Prepare));
    for _ in 0..30 {
        app.update();
    }
    assert!(!app.world().resource::<Mismatches>().0.is_empty());
}

/// A joint whose bodies were despawned and come back by a rollback holds them again, under their new names.
#[test]
fn joint_survives_a_rollback_over_the_death_of_its_bodies() {
    #[derive(Component, Clone, Copy)]
    struct Doomed(u32);
    let run = |rollback: usize| {
        let die = |mut commands: Commands<'_, '_>, mut all: Query<'_, '_, (Entity, &mut Doomed)>| {
            for (entity, mut doomed) in &mut all {
                doomed.0 -= 1;
                if doomed.0 == 0 {
                    commands.entity(entity).despawn();
                }
            }
        };
        let mut app = duel_with(rollback, |app| {
            app.rollback_component_with_copy::<Doomed>();
            app.add_systems(GgrsSchedule, die.before(PhysicsSystems::Prepare));
        });
        let ball = |x: f32| {
            let place = bevy_transform::components::Transform::from_xyz(x, 8.0, 0.0);
            (RigidBody::Dynamic, Collider::circle(0.3), place)
        };
        let a = app.world_mut().spawn((ball(-2.0), Doomed(40))).id();
        let b = app.world_mut().spawn(ball(0.0)).id();
        app.world_mut().spawn((Joint::new(a, b, DistanceJoint::new(2.0)), Doomed(60)));
        let mut hashes = Vec::new();
        for _ in 0..100 {
            app.update();
            hashes.push(hash(&app));
        }
        assert!(app.world().resource::<Mismatches>().0.is_empty());
        assert_eq!(app.world().resource::<Physics>().world.joints().count(), 0);
        hashes
    };
    assert_eq!(run(7), run(0));
}
