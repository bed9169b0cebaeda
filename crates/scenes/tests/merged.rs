//! Worlds that a `Stepper` steps together have the bits, the events and the counts of nets of worlds that
//! step alone.

use physics::prelude::*;
use physics::world::Stepper;
use scenes::{Scene, ScriptRunner, all};

/// Scenes with more bodies take too long here; a `Stepper` steps the largest alone anyhow.
const MOST_BODIES: usize = 150;

/// A world that steps alone, and its copy that a `Stepper` steps, with the runners of their script.
struct Twins {
    scene: &'static Scene,
    alone: World,
    runner_alone: ScriptRunner,
    merged: World,
    runner_merged: ScriptRunner,
    /// How many steps it has made before.
    phase: u32,
}

impl Twins {
    fn new(scene: &'static Scene, phase: u32) -> Self {
        let mut alone = World::load(&(scene.level)()).expect("a level").0;
        let mut runner_alone = ScriptRunner::of(&alone);
        for step in 0..phase {
            script(scene, step, &mut alone, &mut runner_alone);
            alone.step(1.0 / 60.0);
        }
        // A copy has the same handles, so the runner of its script begins as that of the other.
        let merged = alone.clone();
        let runner_merged = runner_alone.clone();
        Self { scene, alone, runner_alone, merged, runner_merged, phase }
    }

    /// Before a step: the script, and pushes that differ from world to world.
    fn act(&mut self, step: u32, seed: u32) {
        let push = |world: &mut World| {
            let dynamic: Vec<BodyId> = world.dynamic_bodies().map(BodyRef::id).collect();
            let lot = (step / 5 + 1).wrapping_mul(2_654_435_761) ^ seed.wrapping_mul(40_503);
            if step.is_multiple_of(5)
                && let Some(&body) = dynamic.get(lot as usize % dynamic.len().max(1))
            {
                let angle = (lot >> 8) as f32;
                let speed = Rot::from_angle(angle) * Vec2::new(0.5 + (lot >> 28) as f32, 0.0);
                let velocity = world.body(body).expect("a body").velocity();
                world.body_mut(body).expect("a body").set_velocity(velocity + speed).expect("finite");
            }
        };
        script(self.scene, self.phase + step, &mut self.alone, &mut self.runner_alone);
        push(&mut self.alone);
        script(self.scene, self.phase + step, &mut self.merged, &mut self.runner_merged);
        push(&mut self.merged);
    }

    fn assert_equal(&self, step: u32) {
        let name = self.scene.name;
        let both = [&self.alone, &self.merged];
        let [events, merged] = both.map(|world| format!("{:?}", world.events()));
        assert_eq!(events, merged, "events of {name}, step {step}");
        let [nets, merged] = both.map(|world| world.stats().nets);
        assert_eq!(nets, merged, "nets of {name}, step {step}");
        let [shortened, merged] = both.map(|world| world.shortened_bodies().count());
        assert_eq!(shortened, merged, "{name}, step {step}");
        let [hash, merged] = both.map(World::state_hash);
        assert_eq!(hash, merged, "bits of {name}, step {step}");
        // All else is hashed as text, which takes longer than the step.
        if step % 10 == 9 {
            let [hash, merged] = both.map(World::full_hash);
            assert_eq!(hash, merged, "state of {name}, step {step}");
        }
    }
}

fn script(scene: &Scene, step: u32, world: &mut World, runner: &mut ScriptRunner) {
    if let Some(script) = scene.script {
        runner.run(world, &script(step));
    }
}

/// Steps all worlds alone and together, and compares after each step.
fn compare(mut twins: Vec<Twins>, steps: u32) {
    let mut stepper = Stepper::new();
    for step in 0..steps {
        for (index, twin) in twins.iter_mut().enumerate() {
            twin.act(step, index as u32);
            twin.alone.step(1.0 / 60.0);
        }
        stepper.step(twins.iter_mut().map(|twin| &mut twin.merged), 1.0 / 60.0);
        twins.iter().for_each(|twin| twin.assert_equal(step));
    }
}

fn small_scenes() -> Vec<&'static Scene> {
    let is_small = |scene: &&Scene| (scene.level)().bodies.len() <= MOST_BODIES;
    all().filter(is_small).collect()
}

/// Copies of one scene at different times, each pushed about in its own way.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn copies_of_a_scene_have_the_bits_of_worlds_alone() {
    let scenes = small_scenes();
    assert!(scenes.len() > 60, "{}", scenes.len());
    for scene in scenes {
        compare((0..3).map(|copy| Twins::new(scene, 17 * copy)).collect(), 40);
    }
}

/// Worlds of different scenes, settings and solvers in one group.
#[test]
fn different_scenes_have_the_bits_of_worlds_alone() {
    compare(small_scenes().into_iter().map(|scene| Twins::new(scene, 5)).collect(), 60);
}
