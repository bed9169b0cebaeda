//! The Python package steps a level to the same bits: `bindings/python/tests/test_laws.py` reads the same two
//! files.
#![cfg(feature = "serde")]

use physics::prelude::*;
use std::fs;
use std::path::Path;

/// The hash of the world at the beginning, and after 120 steps of a sixtieth of a second.
#[test]
fn level_of_the_python_tests_has_the_same_hashes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/python/tests/data");
    let level: Level = serde_json::from_str(&fs::read_to_string(folder.join("level.json")).unwrap()).unwrap();
    let (mut world, _) = World::load(&level).unwrap();
    let start = world.state_hash();
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    let hashes = format!("{start:016x}\n{:016x}\n", world.state_hash());
    assert_eq!(fs::read_to_string(folder.join("hashes.txt")).unwrap(), hashes);
}
