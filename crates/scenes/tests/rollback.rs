//! A world that is restored goes on with the bits of the one that was saved: poses, velocities, events, on
//! another broad phase, another number of threads and another width, whatever it held before.
//!
//! The worlds that restore are few and are used again and again, so each restore patches the state that the
//! last one left.

use super::DT;
use physics::compute::Width;
use physics::prelude::*;
use physics::world::{Events, Snapshot};
use scenes::{Script, ScriptRunner, Sorter};
use std::sync::Arc;

/// What can be seen of a step.
fn seen<B: Broadphase>(world: &World<B>) -> (u64, String) {
    (world.state_hash(), format!("{:?}", world.events()))
}

/// A world with the script that changes it.
struct Run<B: Broadphase> {
    world: World<B>,
    runner: ScriptRunner,
    script: Option<Script>,
}

impl<B: Broadphase> Run<B> {
    fn new(level: &Level, script: Option<Script>, broadphase: B) -> Self {
        let (mut world, _) = World::load_with(level, broadphase).expect("a level of this crate");
        // A snapshot holds no code: a world that restores needs the hook of the one that was saved. Only the
        // colliders of the scene `hooks` ask it.
        world.set_contact_hook(Some(Arc::new(Sorter)));
        let runner = ScriptRunner::of(&world);
        Self { world, runner, script }
    }

    fn step(&mut self, frame: u32) {
        if let Some(script) = self.script {
            self.runner.run(&mut self.world, &script(frame));
        }
        self.world.step(DT);
    }

    /// Goes back to a snapshot of `frame`, steps to the end or for `steps`, and compares.
    fn repeat(&mut self, name: &str, saved: &Saved, frames: &[(u64, String)], steps: usize) {
        self.repeat_from(&saved.snapshot, true, name, saved, frames, steps);
    }

    /// The same from the bytes of the snapshot, which hold no events of the last step.
    fn repeat_from_bytes(&mut self, name: &str, saved: &Saved, frames: &[(u64, String)], steps: usize) {
        let bytes = saved.snapshot.to_bytes().expect("a snapshot");
        let read = Snapshot::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read.to_bytes().as_ref() == Ok(&bytes), "{name}: other bytes from frame {}", saved.frame);
        self.repeat_from(&read, false, name, saved, frames, steps);
    }

    fn repeat_from(
        &mut self,
        snapshot: &Snapshot,
        has_events: bool,
        name: &str,
        saved: &Saved,
        frames: &[(u64, String)],
        steps: usize,
    ) {
        self.world.restore(snapshot).expect("a snapshot");
        self.runner = saved.runner.clone();
        assert_eq!(self.world.full_hash(), saved.full_hash, "{name}, restored at frame {}", saved.frame);
        let events = format!("{:?}", self.world.events());
        let expected = if has_events { &frames[saved.frame].1 } else { &format!("{:?}", Events::default()) };
        assert!(*expected == events, "{name}: other events of the last step");
        let following = frames.iter().enumerate().skip(saved.frame + 1).take(steps);
        for (frame, expected) in following {
            self.step(frame as u32);
            let found = seen(&self.world);
            assert_eq!(found.0, expected.0, "{name}: from frame {} to {frame}", saved.frame);
            assert!(found.1 == expected.1, "{name}: other events, from {} to {frame}", saved.frame);
        }
        // The check takes time that grows with the square of the number of colliders.
        if self.world.stats().colliders < 500 {
            self.world.validate().expect("a valid world");
        }
    }
}

struct Saved {
    snapshot: Snapshot,
    runner: ScriptRunner,
    frame: usize,
    full_hash: u64,
}

/// Runs a scene, saves it in every `every`-th frame, and repeats up to `steps` steps from each.
fn check(name: &str, level: &Level, script: Option<Script>, frames: u32, every: usize, steps: usize) {
    let mut run = Run::new(level, script, DynamicTree::default());
    run.world.set_width(Width::best());
    let (mut seen_frames, mut saved) = (Vec::new(), Vec::new());
    for frame in 0..frames {
        run.step(frame);
        seen_frames.push(seen(&run.world));
        if (frame as usize).is_multiple_of(every) {
            let mut snapshot = Snapshot::new();
            run.world.save(&mut snapshot);
            assert_eq!(snapshot.state_hash(), run.world.state_hash());
            let full_hash = run.world.full_hash();
            saved.push(Saved { snapshot, runner: run.runner.clone(), frame: frame as usize, full_hash });
        }
    }
    // Saving changes nothing.
    let mut unsaved = Run::new(level, script, DynamicTree::default());
    (0..frames).for_each(|frame| unsaved.step(frame));
    assert_eq!(unsaved.world.state_hash(), run.world.state_hash(), "{name} is changed by saving");

    let empty = Level::default();
    let mut narrow = Run::new(&empty, script, SortAndSweep::default());
    narrow.world.set_threads(3);
    narrow.world.set_width(Width::all().next().expect("a width"));
    let mut grid = Run::new(&Level::default(), script, UniformGrid::default());
    grid.world.set_threads(2);
    // From now on it has the handles of the script; bytes leave them to it.
    narrow.world.restore(&saved[saved.len() / 2].snapshot).expect("a snapshot");
    // Not in the order of time, so that things vanish and come back.
    for i in 0..saved.len() {
        let saved = &saved[(7 * i + 3) % saved.len()];
        run.repeat(name, saved, &seen_frames, steps);
        narrow.repeat_from_bytes(name, saved, &seen_frames, steps);
        if i % 4 == 0 {
            grid.repeat(name, saved, &seen_frames, steps);
            let mut fresh = Run::new(&empty, script, DynamicTree::default());
            fresh.repeat(name, saved, &seen_frames, steps);
            let mut clone = Run { world: fresh.world.clone(), runner: fresh.runner.clone(), script };
            assert_eq!(clone.world.full_hash(), fresh.world.full_hash());
            clone.world.step(DT);
            fresh.world.step(DT);
            assert_eq!(seen(&clone.world), seen(&fresh.world), "{name}: a clone goes on as the original");
        }
    }
}

fn check_scene(name: &str, frames: u32, every: usize, steps: usize) {
    let scene = scenes::find(name).expect("a scene");
    check(name, &(scene.level)(), scene.script, frames, every, steps);
}

/// A plank that hangs from joints of different strength, on which boxes fall until the joints break.
fn breaking() -> Level {
    let mut level = Level::new(WorldSettings::default());
    let shape = |half: [f32; 2]| ColliderDef::new(Shape::rectangle(half[0], half[1]).expect("a shape"));
    let ceiling = level.body_with(BodyDef::fixed().position([0.0, 6.0]), shape([6.0, 0.2]));
    level.body_with(BodyDef::fixed().position([0.0, -1.0]), shape([20.0, 0.5]));
    let plank = level.body_with(BodyDef::dynamic().position([0.0, 3.0]), shape([5.0, 0.1]));
    for (x, strength) in [(-4.0, 12.0), (-1.0, 25.0), (1.0, 40.0), (4.0, 14.0)] {
        let rope = DistanceJoint::new(2.7).anchors([x, -0.2], [x, 0.1]);
        level.joint(JointDef::new(ceiling, plank, rope).breaks(strength, f32::INFINITY));
    }
    for i in 0..12 {
        let at = [(i * 5 % 9) as f32 - 4.0, 4.0 + 0.7 * i as f32];
        level.body_with(BodyDef::dynamic().position(at), shape([0.3, 0.25]));
    }
    level
}

#[test]
fn restored_scenes_with_joints_go_on_with_the_same_bits() {
    for name in ["bridge", "wrecking_ball", "gear_train", "ragdoll"] {
        check_scene(name, 150, 13, 60);
    }
}

#[test]
fn restored_scenes_with_chains_sensors_and_one_way_colliders_go_on_with_the_same_bits() {
    for name in ["hills", "sensors", "one_way", "bumpers", "conveyor"] {
        check_scene(name, 200, 17, 80);
    }
}

/// The portals, and who is half through, are beside the world: a copy of them is kept with the snapshot.
#[test]
fn restored_scene_of_portals_goes_on_with_the_same_bits() {
    check_scene("portals", 200, 9, 60);
}

#[test]
fn restored_scene_in_which_joints_break_goes_on_with_the_same_bits() {
    let level = breaking();
    let (mut world, _) = World::load(&level).expect("a level");
    let mut broken = 0;
    for _ in 0..200 {
        world.step(DT);
        broken += world.events().joints_broken().len();
    }
    assert!(broken >= 2, "{broken} joints break");
    check("breaking", &level, None, 200, 9, 100);
}

/// Bodies fall asleep from the third second on.
#[test]
fn restored_scenes_whose_bodies_sleep_and_wake_go_on_with_the_same_bits() {
    for name in ["falling_crate", "card_house", "platformer", "squash_20"] {
        check_scene(name, 240, 19, 120);
    }
}

/// People fall on a heap and are removed.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn restored_scene_with_bodies_that_are_added_and_removed_goes_on_with_the_same_bits() {
    check_scene("mixture", 75, 18, 20);
}

/// What falls fast remembers where nothing static is near. That is not saved, so nothing may follow from it:
/// in `junkyard`, frame 84 went on to another event in frame 87.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn restored_scene_of_fast_bodies_goes_on_with_the_same_bits() {
    let level = (scenes::find("junkyard").expect("a scene").level)();
    let mut run = Run::new(&level, None, DynamicTree::default());
    (0..60).for_each(|frame| run.step(frame));
    let mut restored: Vec<(u32, Run<DynamicTree>)> = Vec::new();
    for frame in 60..150 {
        run.step(frame);
        for (from, other) in &mut restored {
            other.step(frame);
            assert!(seen(&run.world) == seen(&other.world), "frame {frame}, restored at {from}");
        }
        restored.retain(|(from, _)| frame < from + 3);
        let mut snapshot = Snapshot::new();
        run.world.save(&mut snapshot);
        let mut other = Run::new(&Level::default(), None, DynamicTree::default());
        other.world.restore(&snapshot).expect("a snapshot");
        restored.push((frame, other));
    }
}

/// All frames of all scenes, for 300 steps. Takes hours in a debug build.
#[test]
#[ignore = "takes hours: cargo xtask soak --long rollback"]
fn every_frame_of_every_scene_is_repeated() {
    for scene in scenes::SCENES {
        let (every, frames) = if (scene.level)().bodies.len() > 500 { (20, 200) } else { (1, 360) };
        check(scene.name, &(scene.level)(), scene.script, frames, every, 300);
    }
    check("breaking", &breaking(), None, 360, 1, 300);
}
