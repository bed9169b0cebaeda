//! Recordings: what differs is named, rollbacks are cut out, hostile bytes give an error or a recording, and
//! those of version 1 are read for ever.

use crate::snapshot_bytes::{sign, small_world};
use geom::{Pose, Shape};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use world::{
    BodyDef, BodyId, ColliderDef, JointDef, MouseJoint, Recording, RecordingError, ReplayError,
    RevoluteJoint, Snapshot, World,
};

const DT: f32 = 1.0 / 60.0;

/// Balls that fly apart and touch nothing.
fn sparks(count: usize) -> (World, Vec<BodyId>) {
    let mut world = World::default();
    let ids = (0..count).map(|i| {
        let x = i as f32;
        let def = BodyDef::dynamic().position([3.0 * x, 0.0]).velocity([0.1 * x, 5.0]);
        let body = world.add_body(def).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
        body
    });
    let ids = ids.collect();
    (world, ids)
}

/// A heap into which a ball is thrown every second, while a hand drags a crate.
fn play(frames: usize) -> (World, Recording) {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
    let mut crates = Vec::new();
    for i in 0..20 {
        let at = [(i % 5) as f32, 1.0 + (i / 5) as f32];
        let body = world.add_body(BodyDef::dynamic().position(at)).unwrap();
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.45, 0.45).unwrap())).unwrap();
        crates.push(body);
    }
    world
        .add_joint(JointDef::new(crates[0], crates[1], RevoluteJoint::new().anchors([0.5, 0.0], [-0.5, 0.0])))
        .unwrap();
    world.start_recording();
    let hold = MouseJoint::new(500.0).anchors([0.0, 5.0], [0.0, 0.0]);
    let hand = world.add_joint(JointDef::new(ground, crates[12], hold)).unwrap();
    let mut thrown = Vec::new();
    for frame in 0..frames {
        if frame % 60 == 30 {
            let def = BodyDef::dynamic().position([-8.0, 3.0]).velocity([9.0, 1.0]);
            let ball = world.add_body(def).unwrap();
            world.add_collider(ball, ColliderDef::new(Shape::circle(0.3).unwrap()).density(4.0)).unwrap();
            thrown.push(ball);
        }
        if frame % 240 == 239 {
            world.remove_body(thrown.remove(0)).unwrap();
        }
        let x = 6.0 * (((frame % 120) as f32) / 60.0 - 1.0).abs() - 1.0;
        world.joint_mut(hand).unwrap().set_anchors([x, 5.0], [0.0, 0.0]).unwrap();
        world.step(DT);
    }
    let recording = world.stop_recording().unwrap();
    (world, recording)
}

/// Whichever body is moved by the last bit of its velocity, before whichever frame: that frame and that body
/// are named. If two are, the frame is.
#[test]
fn planted_divergence_is_named_at_its_frame_and_body() {
    let (mut world, ids) = sparks(40);
    world.start_recording();
    for _ in 0..100 {
        world.step(DT);
    }
    let recording = Recording::from_bytes(&world.stop_recording().unwrap().to_bytes()).unwrap();
    recording.check().unwrap();
    for (frame, planted) in [(1, 0), (38, 17), (60, 39), (61, 1), (100, 20)] {
        for second in [None, Some(5)] {
            let mut replay = recording.replay();
            while replay.frame() < frame - 1 {
                replay.step().unwrap();
            }
            let handles: Vec<BodyId> = replay.world().bodies().map(world::BodyRef::id).collect();
            for index in [Some(planted), second].into_iter().flatten() {
                let mut body = replay.world_mut().body_mut(handles[index]).unwrap();
                let velocity = body.view().velocity();
                body.set_velocity([velocity.x, velocity.y.next_up()]).unwrap();
            }
            let body = second.is_none().then_some(handles[planted]);
            assert_eq!(replay.step(), Err(ReplayError::Diverged { frame, body }), "body {planted}");
            if second.is_none() {
                let name = format!("frame {frame} differs from the recording: {} differs", ids[planted]);
                let error = ReplayError::Diverged { frame, body }.to_string();
                assert!(error.starts_with(&name), "{error}");
            }
        }
    }
}

/// Two recordings are compared frame by frame: equal ones, ones that differ in a body, in their beginnings,
/// and in their lengths.
#[test]
fn comparison_names_the_first_frame_and_body_that_differ() {
    let record = |plant: Option<(usize, usize)>, frames: usize| {
        let (mut world, ids) = sparks(12);
        if let Some((0, body)) = plant {
            world.body_mut(ids[body]).unwrap().set_angular_velocity(1e-6).unwrap();
        }
        world.start_recording();
        for frame in 1..=frames {
            if let Some((_, body)) = plant.filter(|&(at, _)| at == frame) {
                world.body_mut(ids[body]).unwrap().apply_angular_impulse(1e-6).unwrap();
            }
            world.step(DT);
        }
        world.stop_recording().unwrap()
    };
    let plain = record(None, 90);
    assert_eq!(plain.difference(&record(None, 90)), Ok(None));
    for plant in [(0, 3), (1, 11), (60, 0), (90, 7)] {
        for (a, b) in [(&plain, &record(Some(plant), 90)), (&record(Some(plant), 90), &plain)] {
            let found = a.difference(b).unwrap().unwrap();
            assert_eq!((found.frame, found.body.map(BodyId::index)), (plant.0, Some(plant.1)));
        }
    }
    let found = plain.difference(&record(None, 70)).unwrap().unwrap();
    assert_eq!((found.frame, found.body), (71, None));
}

/// A minute of play takes kilobytes, has a hash each second and one at the end, and replays to the same state
/// with other threads.
#[test]
fn minute_takes_kilobytes_and_has_a_hash_each_second() {
    let (world, recording) = play(3630);
    let bytes = recording.to_bytes();
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    let frames: Vec<usize> = recording.hashes().map(|(frame, _)| frame).collect();
    assert_eq!(frames, (1..=60).map(|second| 60 * second).chain([3630]).collect::<Vec<_>>());
    assert_eq!(recording.hashes().last(), Some((3630, world.state_hash())));
    let mut replay = Recording::from_bytes(&bytes).unwrap().replay();
    replay.world_mut().set_threads(3);
    while replay.step().unwrap() {}
    assert_eq!(replay.world().full_hash(), world.full_hash());
}

/// A replay that goes back and forth by its marks ends as if it had not.
#[test]
fn replay_restored_from_a_mark_goes_on_with_the_same_bits() {
    let (world, recording) = play(200);
    let mut replay = recording.replay();
    let mut marks = vec![Default::default(); 3];
    for mark in &mut marks {
        replay.save(mark);
        for _ in 0..60 {
            assert!(replay.step().unwrap());
        }
    }
    for mark in [&marks[2], &marks[0], &marks[1], &Default::default()] {
        replay.restore(mark);
        assert_eq!(replay.frame(), mark.frame());
        while replay.step().unwrap() {}
        assert_eq!((replay.frame(), replay.world().full_hash()), (200, world.full_hash()));
    }
}

/// Frames that were rolled back are not in the recording; what a foreign snapshot brought is.
#[test]
fn rollback_is_cut_out_and_a_foreign_snapshot_is_kept() {
    let (mut world, ids) = sparks(5);
    world.start_recording();
    let mut frames = [(); 3].map(|()| Snapshot::new());
    let push = |world: &mut World, impulse: f32| {
        world.body_mut(ids[2]).unwrap().apply_central_impulse([impulse, 0.0]).unwrap();
        world.step(DT);
    };
    world.save(&mut frames[0]);
    push(&mut world, 1.0);
    world.save(&mut frames[1]);
    push(&mut world, 2.0);
    world.restore(&frames[1]).unwrap();
    push(&mut world, 3.0);
    world.save(&mut frames[2]);
    world.restore(&frames[0]).unwrap();
    push(&mut world, 4.0);
    let recording = world.recording().unwrap();
    assert_eq!((recording.frames(), recording.calls()), (1, 1));
    recording.check().unwrap();
    // Its course was cut off: it is kept whole.
    world.restore(&frames[2]).unwrap();
    push(&mut world, 5.0);
    let (mut other, _) = sparks(3);
    other.step(DT);
    let mut foreign = Snapshot::new();
    other.save(&mut foreign);
    world.restore(&Snapshot::from_bytes(&foreign.to_bytes().unwrap()).unwrap()).unwrap();
    world.step(DT);
    let recording = world.stop_recording().unwrap();
    assert_eq!((recording.frames(), recording.calls()), (3, 4));
    let mut replay = Recording::from_bytes(&recording.to_bytes()).unwrap().replay();
    while replay.step().unwrap() {}
    assert_eq!(replay.world().full_hash(), world.full_hash());
    assert!(world.recording().is_none());
}

/// A call that the world of the replay refuses is named with its frame.
#[test]
fn refused_call_names_frame_and_call() {
    let (mut world, ids) = sparks(2);
    world.start_recording();
    world.step(DT);
    assert!(world.body_mut(ids[0]).unwrap().set_damping(-1.0).is_err(), "not recorded");
    world.body_mut(ids[0]).unwrap().set_damping(1.0).unwrap();
    world.step(DT);
    let recording = world.stop_recording().unwrap();
    assert_eq!(recording.calls(), 1);
    let mut replay = recording.replay();
    replay.step().unwrap();
    replay.world_mut().remove_body(ids[0]).unwrap();
    let message = replay.step().unwrap_err().to_string();
    assert_eq!(message, "SetDamping, before frame 2, is refused: the body has been removed");
}

#[test]
fn bytes_that_are_no_recording_are_refused() {
    let (_, recording) = play(70);
    let bytes = recording.to_bytes();
    let error = |bytes: &[u8]| Recording::from_bytes(bytes).unwrap_err();
    assert_eq!(error(b""), RecordingError::NotARecording);
    assert_eq!(error(b"snapshot and more"), RecordingError::NotARecording);
    assert_eq!(error(&bytes[..14]), RecordingError::Truncated { length: 14 });
    let mut changed = bytes.clone();
    changed[8] = 3;
    assert_eq!(error(&changed), RecordingError::Version { found: 3, newest: 2 });
    let mut changed = bytes.clone();
    changed[500] ^= 1;
    assert_eq!(error(&changed), RecordingError::CheckSum);
    for length in (21..bytes.len()).step_by(97) {
        let mut short = bytes[..length].to_vec();
        sign(&mut short);
        assert!(Recording::from_bytes(&short).is_err(), "{length} of {} bytes", bytes.len());
    }
    let mut long = bytes;
    long.push(0);
    sign(&mut long);
    assert_eq!(error(&long), RecordingError::Value { field: "length of the file" });
}

/// Bytes of which some are changed, with a check sum that is right: an error, or a recording that plays until
/// it differs. Neither panics, and the world stays valid.
#[test]
fn hostile_bytes_give_an_error_or_a_recording() {
    let mut world = small_world();
    world.start_recording();
    let ids: Vec<BodyId> = world.bodies().map(world::BodyRef::id).collect();
    for (i, &id) in ids.iter().enumerate() {
        let mut body = world.body_mut(id).unwrap();
        let _ = body.set_velocity([1.0, i as f32]).is_ok();
        let _ = body.set_pose(Pose::new([i as f32, 3.0], 0.2)).is_ok();
        let shape = Shape::polygon([[-0.5, -0.3], [0.6, -0.3], [0.1, 0.5]]).unwrap();
        let _ = world.add_collider(id, ColliderDef::new(shape)).is_ok();
        world.step(DT);
    }
    let bytes = world.stop_recording().unwrap().to_bytes();
    let mut runner = TestRunner::deterministic();
    // Most of the file is the snapshot, which has a check sum of its own: every other case changes what
    // follows.
    let records = 32 + u32::from_le_bytes(bytes[28..32].try_into().unwrap()) as usize;
    let strategy = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4);
    let (mut refused, mut differed, mut equal) = (0, 0, 0);
    for case in 0..2_000 {
        let mut changed = bytes.clone();
        let first = if case % 2 == 0 { 20 } else { records };
        for (at, byte) in strategy.new_tree(&mut runner).unwrap().current() {
            changed[first + at.index(bytes.len() - first)] = byte;
        }
        sign(&mut changed);
        let Ok(recording) = Recording::from_bytes(&changed) else {
            refused += 1;
            continue;
        };
        let mut replay = recording.replay();
        let outcome = loop {
            match replay.step() {
                Ok(true) => {}
                other => break other,
            }
        };
        replay.world().validate().unwrap();
        if outcome.is_ok() { equal += 1 } else { differed += 1 }
    }
    assert!(refused > 100 && differed > 100, "{refused} refused, {differed} differ, {equal} equal");
}

/// A recording of each version is read and replays to the same bits. One of the newest is written again with
/// the same bytes.
///
/// If the results of a step have changed for a good reason, `golden.rs` of the scenes says so too: then write
/// the file of the newest version again (`cargo test -p physics2d-world --test all
/// write_recording_of_this_version -- --ignored`), and remove those of older ones, of which nothing is
/// published.
#[test]
fn recordings_of_each_version_are_read() {
    let newest = include_bytes!("data/recording_v2.bin").as_slice();
    for bytes in [include_bytes!("data/recording_v1.bin"), newest] {
        let recording = Recording::from_bytes(bytes).unwrap();
        assert_eq!((recording.frames(), recording.calls()), (150, 155));
        recording.check().unwrap();
        assert_eq!(recording.to_bytes(), newest);
    }
}

#[test]
#[ignore = "writes the file of the test above"]
fn write_recording_of_this_version() {
    let (_, recording) = play(150);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/recording_v2.bin");
    std::fs::write(path, recording.to_bytes()).unwrap();
}
