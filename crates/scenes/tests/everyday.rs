//! The scenes of the everyday race have their numbers of parts, begin apart, are valid and run.

use super::DT;
use physics::prelude::*;
use scenes::{CHAIN_LENGTHS, EVERYDAY};

/// Dynamic bodies, colliders and joints.
fn counts(level: &Level) -> [usize; 3] {
    let dynamic = level.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic).count();
    [dynamic, level.colliders.len(), level.joints.len()]
}

#[test]
fn scenes_have_their_numbers_of_bodies_colliders_and_joints() {
    let expected = [
        ("race_pendulums", [200, 200, 200]),
        ("race_bridges", [250, 250, 210]),
        ("race_chains", [500, 500, 500]),
        ("race_swings", [500, 500, 500]),
        ("race_poles", [800, 801, 700]),
        ("race_vehicles", [60, 60 + 843, 40]),
        ("race_ragdolls", [440, 443, 400]),
    ];
    let found: Vec<_> = EVERYDAY.iter().map(|scene| (scene.name, counts(&(scene.level)()))).collect();
    assert_eq!(found, expected);
    for scene in CHAIN_LENGTHS {
        let links: usize = scene.name.trim_start_matches("race_chain_").parse().unwrap();
        assert_eq!(counts(&(scene.level)()), [50 * links; 3], "{}", scene.name);
        assert_eq!(scenes::find(scene.name).map(|found| found.name), Some(scene.name));
    }
}

/// No shapes overlap at the start, apart from rounding. The chains of `race_chains` do: its subject is what
/// becomes of them.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn scenes_run_without_warnings_from_bodies_apart() {
    for scene in EVERYDAY.iter().chain(CHAIN_LENGTHS) {
        let (mut world, _) = World::load(&(scene.level)()).unwrap();
        world.step(DT);
        let points = world.contacts().flat_map(|contact| contact.points().map(|point| point.1));
        let deepest = points.fold(0.0, f32::min);
        assert!(deepest > -1e-4 || scene.name == "race_chains", "{}: {deepest} m", scene.name);
        (0..10).for_each(|_| world.step(DT));
        world.validate().unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        assert!(world.events().warnings().is_empty(), "{}", scene.name);
    }
}
