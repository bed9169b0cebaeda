//! Recordings of scenes with joints, sensors, breaking, scripts, portals and a contact hook replay to the
//! same bits on other broad phases, threads and widths, and can be wound to any frame.

use super::DT;
use physics::compute::Width;
use physics::prelude::*;
use physics::toolkit::Timeline;
use physics::world::{Recording, Replay};
use scenes::{ScriptRunner, Sorter};
use std::sync::Arc;

const FRAMES: u32 = 240;

/// A recording, and the state and the full hash of each frame that was recorded.
fn record(name: &str) -> (Recording, Vec<u64>, u64) {
    let scene = scenes::find(name).unwrap_or_else(|| panic!("no scene {name}"));
    let (mut world, _) = World::load(&(scene.level)()).expect("a level of this crate");
    let mut runner = ScriptRunner::of(&world);
    world.start_recording();
    let mut hashes = vec![world.state_hash()];
    for frame in 0..FRAMES {
        if let Some(script) = scene.script {
            runner.run(&mut world, &script(frame));
        }
        world.step(DT);
        hashes.push(world.state_hash());
    }
    let recording = world.stop_recording().expect("started");
    (Recording::from_bytes(&recording.to_bytes()).expect("its own bytes"), hashes, world.full_hash())
}

fn give_hook<B: Broadphase>(mut replay: Replay<B>) -> Replay<B> {
    if replay.recording().needs_contact_hook() {
        replay.set_contact_hook(Arc::new(Sorter));
    }
    replay
}

fn expect_equal<B: Broadphase>(name: &str, replay: Replay<B>, hashes: &[u64], full_hash: u64) {
    let mut replay = give_hook(replay);
    while replay.step().unwrap_or_else(|error| panic!("{name}: {error}")) {
        assert_eq!(replay.world().state_hash(), hashes[replay.frame()], "{name}, frame {}", replay.frame());
    }
    assert_eq!((replay.frame(), replay.world().full_hash()), (FRAMES as usize, full_hash), "{name}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn recorded_scenes_replay_to_the_same_bits_on_other_broad_phases_threads_and_widths() {
    for name in ["winch", "locks", "bridge", "sensors", "one_way", "portals", "destruction", "hooks", "wind"]
    {
        let (recording, hashes, full_hash) = record(name);
        expect_equal(name, recording.replay_with(SweepList::default()), &hashes, full_hash);
        expect_equal(name, recording.replay_with(UniformGrid::default()), &hashes, full_hash);
        let mut replay = recording.replay();
        replay.world_mut().set_threads(4);
        replay.world_mut().set_width(Width::all().next().expect("a width"));
        expect_equal(name, replay, &hashes, full_hash);
    }
}

/// Backwards through all frames, and to and fro.
#[test]
fn timeline_shows_every_frame_as_it_was() {
    for name in ["tower", "hooks"] {
        let (recording, hashes, _) = record(name);
        let mut timeline = Timeline::new(give_hook(recording.replay())).expect("it plays");
        let to_and_fro = (0..FRAMES as usize).map(|i| i * 97 % (FRAMES as usize + 1));
        for frame in (0..=FRAMES as usize).rev().chain(to_and_fro) {
            let world = timeline.seek(frame).expect("it plays");
            assert_eq!(world.state_hash(), hashes[frame], "{name}, frame {frame}");
            assert_eq!(timeline.frame(), frame);
        }
        assert_eq!(timeline.seek(usize::MAX).expect("it plays").state_hash(), hashes[FRAMES as usize]);
    }
}
