//! Two players in one world, rolled back seven frames in every frame and played again: GGRS compares the hash
//! of the world and stops the program if a single bit differs. Without a window.
//!
//! `cargo run --features ggrs --example rollback`

mod game;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ggrs::prelude::*;
use bevy_ggrs::{LocalInputs, LocalPlayers};
use bevy_physics2d::Physics;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use std::time::Duration;

/// Frames that are taken back in every frame.
const ROLLBACK: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = SessionBuilder::<game::Config>::new()
        .with_num_players(2)?
        .with_check_distance(ROLLBACK)
        .with_max_prediction_window(ROLLBACK + 1);
    for player in 0..2 {
        session = session.add_player(PlayerType::Local, player)?;
    }
    let mut app = App::new();
    app.add_plugins((TimePlugin, game::GamePlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)))
        .insert_resource(Session::SyncTest(session.start_synctest_session()?))
        .add_systems(ReadInputs, read_inputs)
        .add_observer(|mismatch: On<'_, '_, SyncTestMismatch>| panic!("{:?}", mismatch.event()));
    app.finish();
    app.cleanup();
    for second in 1..=5 {
        (0..60).for_each(|_| app.update());
        let score = app.world().resource::<game::Score>().0;
        let hash = app.world().resource::<Physics>().world.state_hash();
        println!("{second} s: score {score:?}, hash {hash:016x}");
    }
    Ok(())
}

#[test]
fn five_seconds_have_no_difference() {
    main().unwrap();
}

/// In the place of a keyboard: the players run to and fro, jump now and then, and shoot twice a second.
fn read_inputs(mut commands: Commands<'_, '_>, players: Res<'_, LocalPlayers>, mut frame: Local<'_, u32>) {
    *frame += 1;
    let input = |player: usize| {
        let time = *frame as usize + 17 * player;
        let run = if (time / 40).is_multiple_of(2) { game::RIGHT } else { game::LEFT };
        let jump = if time.is_multiple_of(50) { game::JUMP } else { 0 };
        let fire = if time.is_multiple_of(30) { game::FIRE } else { 0 };
        run | jump | fire
    };
    commands.insert_resource(LocalInputs::<game::Config>(
        players.0.iter().map(|&player| (player, input(player))).collect(),
    ));
}
