//! A game that one process saves goes on in another, with the handles that it kept.

#[path = "../examples/save_game.rs"]
mod save_game;

use save_game::Game;
use std::process::Command;

/// The variable that names the file to a second process.
const FILE: &str = "PHYSICS2D_SAVED_GAME";

/// How a game is told apart: points, state, and where each thing is that it has a handle of.
fn tell(game: &Game) -> String {
    let handles = std::iter::once(&game.player).chain(&game.crates);
    let positions: Vec<_> = handles.map(|&id| game.world.body(id).unwrap().position()).collect();
    format!("told {} {:x} {positions:?}", game.score, game.world.full_hash())
}

/// Not a test by itself: what the second process does.
#[test]
#[ignore = "run by a_saved_game_goes_on_in_another_process"]
fn second_process() {
    let Ok(path) = std::env::var(FILE) else { return };
    // Other worlds come first, so that the tag of the loaded one differs from the saved one.
    let _others = [Game::new().unwrap(), Game::new().unwrap()];
    let mut game = Game::load(&std::fs::read(path).unwrap()).unwrap();
    println!("{}", tell(&game));
    game.play(200).unwrap();
    println!("{}", tell(&game));
}

/// Whenever the game is saved, before or after crates were removed, another process finds the same things
/// under the saved handles, and plays on with the same bits.
#[test]
fn a_saved_game_goes_on_in_another_process() {
    for steps in [0, 40, 120, 300] {
        let mut game = Game::new().unwrap();
        game.play(steps).unwrap();
        let path = std::env::temp_dir().join(format!("physics2d-{}-{steps}.save", std::process::id()));
        std::fs::write(&path, game.save().unwrap()).unwrap();
        let saved = tell(&game);
        game.play(200).unwrap();
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "second_process", "--ignored", "--nocapture"])
            .env(FILE, &path)
            .output()
            .unwrap();
        std::fs::remove_file(&path).unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // The harness writes before the first line.
        let told: Vec<_> = text.lines().filter_map(|line| Some(&line[line.find("told ")?..])).collect();
        assert_eq!(told, [saved, tell(&game)], "{steps} steps\n{text}");
    }
    assert!(Game::load(b"no game").is_err());
}
