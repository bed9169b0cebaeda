//! The same few thousand inputs for each target, and every input that once made a target panic.

use fuzz::{Search, TARGETS, find};
use std::fs;
use std::path::Path;

/// As many inputs as a second allows, the same ones in each run.
fn try_inputs(name: &str) {
    let target = find(name).expect("a target of the list");
    let mut search = Search::new(target, 0x5eed);
    for _ in 0..target.short {
        if let Err(crash) = search.step() {
            panic!("{name} panics: {}\n  with the input {:?}", crash.message, crash.bytes);
        }
    }
}

#[test]
fn geometry_keeps_its_promises_for_any_points() {
    try_inputs("geometry");
}

#[test]
fn collide_keeps_its_promises_for_any_two_shapes() {
    try_inputs("collide");
}

#[test]
fn twin_worlds_agree_whatever_is_called() {
    try_inputs("world");
}

#[test]
fn snapshot_bytes_of_strangers_are_refused_or_make_a_valid_world() {
    try_inputs("snapshot");
}

#[test]
fn level_bytes_of_strangers_are_refused_or_make_a_level() {
    try_inputs("level");
}

#[test]
fn level_texts_of_strangers_are_refused_or_make_a_level() {
    try_inputs("level_text");
}

#[test]
fn recordings_of_strangers_are_refused_or_played_in_a_valid_world() {
    try_inputs("replay");
}

#[test]
fn every_target_has_a_test_here() {
    let source = include_str!("short.rs");
    for target in TARGETS {
        assert!(source.contains(&format!("try_inputs(\"{}\")", target.name)), "{target:?} has no test");
    }
}

/// `fuzz/crashes` holds what was found: TARGET-NUMBER.bin.
#[test]
fn inputs_that_once_panicked_pass_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crashes");
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "bin")) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let name = stem.rsplit_once('-').map_or(stem, |(name, _)| name);
        let target = find(name).unwrap_or_else(|| panic!("{} names no target", path.display()));
        (target.run)(&fs::read(&path).expect("a file of the folder"));
    }
}
