//! Any bytes as a snapshot: an error, or a world that is valid, can be stepped, and is saved as the same
//! world again.

use super::signed;
use physics::prelude::*;
use physics::world::Snapshot;
use scenes::Scene;

/// Scenes with contacts, joints of many kinds, sensors and sleep, small enough to be read often.
const SCENES: [&str; 6] = ["ragdoll", "car", "sensors", "locks", "winch", "one_way"];

pub(super) fn corpus() -> Vec<Vec<u8>> {
    SCENES.iter().filter_map(|name| scenes::find(name)).map(bytes_of).collect()
}

/// The bytes of a scene after a second.
fn bytes_of(scene: &Scene) -> Vec<u8> {
    let (mut world, _) = World::load(&(scene.level)()).expect("a scene can be loaded");
    (0..60).for_each(|_| world.step(1.0 / 60.0));
    let mut snapshot = Snapshot::new();
    world.save(&mut snapshot);
    snapshot.to_bytes().expect("it was saved")
}

pub(super) fn run(bytes: &[u8]) {
    let _ = Snapshot::from_bytes(bytes);
    let Some(Ok(snapshot)) = signed(bytes, b"snapshot").map(|bytes| Snapshot::from_bytes(&bytes)) else {
        return;
    };
    let mut world = World::default();
    world.restore(&snapshot).expect("not empty");
    world.validate().expect("what is read is valid");
    let again = snapshot.to_bytes().expect("not empty");
    let read = Snapshot::from_bytes(&again).expect("what was written is read");
    let mut twin = World::default();
    twin.restore(&read).expect("not empty");
    for _ in 0..3 {
        world.step(1.0 / 60.0);
        twin.step(1.0 / 60.0);
        world.validate().expect("valid after a step");
        assert_eq!(world.full_hash(), twin.full_hash(), "the world and its copy");
    }
}
