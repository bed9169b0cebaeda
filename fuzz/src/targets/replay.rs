//! Any bytes as a recording: an error, or a recording whose bytes are read as the same recording, and which
//! can be played. A changed recording soon does something else than what was recorded, or makes calls that
//! the world refuses; the replay says so, and its world stays valid and can be stepped on.

use super::{HEADER, signed};
use physics::prelude::*;
use physics::world::{Recording, ReplayError};

const DT: f32 = 1.0 / 60.0;

/// So many frames are played: a few words may stand for thousands of equal steps.
const MOST_FRAMES: usize = 40;

/// Greater worlds are read, but not played.
const MOST_BODIES: usize = 100;

/// Scenes that are recorded while their bodies are pushed about.
const SCENES: [&str; 3] = ["ragdoll", "car", "one_way"];

pub(super) fn corpus() -> Vec<Vec<u8>> {
    let scenes = SCENES.iter().filter_map(|name| scenes::find(name));
    let mut found: Vec<Vec<u8>> = scenes
        .map(|scene| {
            let (mut world, _) = World::load(&(scene.level)()).expect("a scene can be loaded");
            world.start_recording();
            push_about(&mut world).expect("calls that a world accepts");
            world.stop_recording().expect("it was started").to_bytes()
        })
        .collect();
    let mut world = World::default();
    world.start_recording();
    build(&mut world).expect("calls that a world accepts");
    found.push(world.stop_recording().expect("it was started").to_bytes());
    found
}

fn push_about(world: &mut World) -> Result<(), DefError> {
    let bodies: Vec<BodyId> = world.dynamic_bodies().map(BodyRef::id).collect();
    for frame in 0..12 {
        if let Some(&body) = bodies.get(frame % bodies.len().max(1)) {
            world.body_mut(body)?.wake().apply_central_impulse([0.5, 1.0])?;
        }
        world.step(DT);
    }
    Ok(())
}

/// A world that is built, changed, saved, restored and taken apart while it is recorded.
fn build(world: &mut World) -> Result<(), DefError> {
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(9.0, 0.5)?))?;
    let mut saved = physics::world::Snapshot::new();
    let mut bodies = Vec::new();
    for i in 0..4_u8 {
        let at = [f32::from(i), 1.5];
        let body = world.add_body(BodyDef::dynamic().position(at).velocity([1.0, 0.0]))?;
        let shape = if i % 2 == 0 { Shape::circle(0.4)? } else { Shape::rectangle(0.4, 0.3)? };
        world.add_collider(body, ColliderDef::new(shape).restitution(0.3))?;
        bodies.push(body);
        world.step(DT);
        if i == 1 {
            world.save(&mut saved);
        }
    }
    let hinge = RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0]).motor(1.0, 5.0);
    world.add_joint(JointDef::new(bodies[2], bodies[3], hinge))?;
    (0..4).for_each(|_| world.step(DT));
    world.body_mut(bodies[0])?.set_kind(BodyKind::Kinematic)?.set_target_pose(Pose::at([0.0, 2.0]), 0.5)?;
    world.body_mut(bodies[1])?.set_pose(Pose::at([4.0, 3.0]))?.set_gravity_scale(0.5)?.set_max_speed(9.0)?;
    world.step(DT);
    world.remove_body(bodies[3])?;
    world.set_settings(WorldSettings::default().gravity([1.0, -5.0]))?;
    (0..3).for_each(|_| world.step(DT));
    if !saved.is_empty() {
        world.restore(&saved).expect("it was saved");
    }
    world.body_mut(bodies[1])?.apply_impulse([0.1, 0.2], [1.0, 1.0])?.set_enabled(false);
    (0..3).for_each(|_| world.step(DT));
    Ok(())
}

/// Gives the snapshots inside a recording their check sums, as far as their lengths can be followed.
fn sign_snapshots(bytes: &mut [u8]) {
    let word = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(u32::from_le_bytes(word) as usize)
    };
    let Some(count) = word(bytes, HEADER + 4) else { return };
    let mut at = HEADER + 8;
    for _ in 0..count {
        let Some(length) = word(bytes, at) else { return };
        let end = (at + 4).saturating_add(length);
        let Some(snapshot) = bytes.get_mut(at + 4..end) else { return };
        if let Some(signed) = signed(snapshot, b"snapshot") {
            snapshot.copy_from_slice(&signed);
        }
        at = end;
    }
}

pub(super) fn run(bytes: &[u8]) {
    let _ = Recording::from_bytes(bytes);
    let mut bytes = bytes.to_vec();
    sign_snapshots(&mut bytes);
    let Some(Ok(recording)) = signed(&bytes, b"replayed").map(|bytes| Recording::from_bytes(&bytes)) else {
        return;
    };
    let again = recording.to_bytes();
    let read = Recording::from_bytes(&again).expect("what was written is read");
    assert_eq!(read.to_bytes(), again, "the bytes of the recording that was read");
    let (mut replay, mut twin) = (recording.replay(), read.replay());
    for _ in 0..MOST_FRAMES {
        if replay.world().stats().bodies > MOST_BODIES {
            return;
        }
        let found = replay.step();
        // Not the errors: NaN does not equal itself.
        assert_eq!(format!("{found:?}"), format!("{:?}", twin.step()), "the recording and its copy");
        assert_eq!(replay.world().full_hash(), twin.world().full_hash(), "the worlds of both");
        replay.world().validate().expect("the world of a replay is valid after each step");
        if matches!(found, Ok(false) | Err(ReplayError::NoContactHook { .. })) {
            break;
        }
    }
    replay.world_mut().step(DT);
    replay.world().validate().expect("valid after a step of its own");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the search begins with inputs that end at the first comparison.
    #[test]
    fn recordings_of_the_corpus_are_played_to_their_end() {
        for bytes in corpus() {
            let mut signed_again = bytes.clone();
            sign_snapshots(&mut signed_again);
            assert_eq!(signed(&signed_again, b"replayed").unwrap(), bytes);
            Recording::from_bytes(&bytes).unwrap().check().unwrap();
        }
    }
}
