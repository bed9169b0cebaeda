//! Any bytes, or any text, as a level: an error, or a level whose bytes are read as the same level. What
//! `Level::validate` accepts can be loaded and stepped; what it refuses, `World::load` refuses, too.

use super::signed;
use physics::prelude::*;

/// Scenes that hold all kinds of shapes and most kinds of joints.
const SCENES: [&str; 6] = ["ragdoll", "car", "sensors", "locks", "portals", "friction_ramp"];

/// Greater levels are read, but not stepped.
const MOST_COLLIDERS: usize = 300;

fn levels() -> impl Iterator<Item = Level> {
    SCENES.iter().filter_map(|name| scenes::find(name)).map(|scene| (scene.level)())
}

pub(super) fn corpus() -> Vec<Vec<u8>> {
    levels().map(|level| level.to_bytes()).collect()
}

pub(super) fn corpus_of_text() -> Vec<Vec<u8>> {
    levels().filter_map(|level| serde_json::to_vec(&level).ok()).collect()
}

pub(super) fn run(bytes: &[u8]) {
    let _ = Level::from_bytes(bytes);
    if let Some(Ok(level)) = signed(bytes, b"level 2d").map(|bytes| Level::from_bytes(&bytes)) {
        try_level(&level);
    }
}

pub(super) fn run_text(bytes: &[u8]) {
    if let Ok(level) = serde_json::from_slice::<Level>(bytes) {
        try_level(&level);
    }
}

fn try_level(level: &Level) {
    let bytes = level.to_bytes();
    let again = Level::from_bytes(&bytes).expect("what was written is read");
    // Not the levels: NaN does not equal itself.
    assert_eq!(again.to_bytes(), bytes, "the bytes of the level that was read");
    match (level.validate(), World::load(level)) {
        (Ok(()), Ok((mut world, _))) => {
            world.validate().expect("a loaded world is valid");
            if level.colliders.len() <= MOST_COLLIDERS {
                (0..2).for_each(|_| world.step(1.0 / 60.0));
                world.validate().expect("valid after a step");
            }
        }
        (Err(_), Err(_)) => {}
        (Ok(()), Err(error)) => panic!("validate accepts what load refuses: {error}"),
        (Err(error), Ok(_)) => panic!("load accepts what validate refuses: {error}"),
    }
}
