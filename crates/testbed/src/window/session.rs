//! The scene that runs: paused or not, step by step, with a hand in it. It knows nothing of windows.
//!
//! Real time comes in frames, the world's in steps of 1/60 s. What a frame brings is saved up, and spent in
//! whole steps:
//!
//! ```text
//!   frames   |----|---------|----|----|--------------------|--|
//!   steps    |-----|-----|-----|-----|-----|-----|              what does not fit is forgotten: a scene too
//!                                                               heavy for the machine runs slowly, not in jumps
//! ```

#[cfg(test)]
mod tests;

use super::any_world::{AnyWorld, with_world};
use super::hand::{Grip, Hand};
use super::knobs::{Knobs, Made};
use crate::options::BroadphaseKind;
use physics::compute::Width;
use physics::prelude::*;
use physics::world::Method;
use scenes::{Cast, Scene};
use std::time::Duration;

/// s. The step that the scenes are made for.
pub const DT: f32 = 1.0 / 60.0;

/// s. A frame that is short of a step by less still has one: frames and steps at the same rate keep pace.
const HAIR: f32 = 1e-4;

/// The most steps in a frame.
const CATCH_UP: u32 = 4;

/// The share of the newest step in the times that are shown: they can be read, and follow within a second.
const NEWEST: f64 = 0.08;

/// Names and times of the stages of a step, ms.
pub type StageMs = [(&'static str, f64); 5];

/// How scenes are computed, whichever it is.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Which solver; `None` for what the scene asks for.
    pub solver: Option<Method>,
    /// Which broad phase.
    pub broadphase: BroadphaseKind,
    /// How many threads.
    pub threads: usize,
    /// In which lanes.
    pub width: Width,
}

/// A scene that runs.
#[derive(Debug)]
pub struct Session {
    scene: &'static Scene,
    level: Level,
    world: AnyWorld,
    /// Whom the scene's script names.
    cast: Cast,
    made: Made,
    knobs: Knobs,
    means: Means,
    hand: Option<Hand>,
    steps: u64,
    /// s. Real time that is not spent yet.
    saved: f32,
    stages: StageMs,
    complaint: Option<String>,
    /// Whether time stands still.
    pub paused: bool,
    /// How bodies are held.
    pub grip: Grip,
}

impl Session {
    /// A scene at its beginning.
    ///
    /// # Errors
    /// The scene and what is wrong with it, if its level cannot be.
    pub fn new(scene: &'static Scene, means: Means) -> Result<Self, String> {
        let level = (scene.level)();
        let mut knobs = Knobs::of(&level, means.broadphase);
        knobs.settings.method = means.solver.unwrap_or(knobs.settings.method);
        let mut session = Self {
            scene,
            level,
            world: AnyWorld::default(),
            cast: Cast::default(),
            made: Made::default(),
            knobs,
            means,
            hand: None,
            steps: 0,
            saved: 0.0,
            stages: Default::default(),
            complaint: None,
            paused: false,
            grip: Grip::default(),
        };
        session.begin().map_err(|error| format!("scene {}: {error}", scene.name))?;
        Ok(session)
    }

    /// Another scene at its beginning, as it is made; how it is computed stays.
    ///
    /// # Errors
    /// The scene and what is wrong with it, if its level cannot be; this one goes on.
    pub fn choose(&mut self, scene: &'static Scene) -> Result<(), String> {
        let mut next = Self::new(scene, self.means())?;
        (next.paused, next.grip) = (self.paused, self.grip);
        *self = next;
        Ok(())
    }

    /// How it is computed now. A solver that nobody has chosen is none for the next scene.
    fn means(&self) -> Means {
        let begun = self.means.solver.unwrap_or(self.level.settings.method);
        let Knobs { broadphase, settings, .. } = self.knobs;
        let solver = if settings.method == begun { self.means.solver } else { Some(settings.method) };
        Means { solver, broadphase, ..self.means }
    }

    /// The same scene from its beginning. Knobs stay as they are.
    pub fn restart(&mut self) {
        self.complaint = None;
        let outcome = self.begin();
        self.complain(outcome);
    }

    /// Loads the level, and turns the knobs from where its makers left them.
    fn begin(&mut self) -> Result<(), DefError> {
        let mut world = AnyWorld::load(&self.level, self.knobs.broadphase)?;
        with_world!(&mut world, world => world.set_threads(self.means.threads));
        with_world!(&mut world, world => world.set_width(self.means.width));
        let made = Made::of(&world, &self.level);
        self.knobs.turn(&Knobs::of(&self.level, self.knobs.broadphase), &mut world, &made)?;
        self.cast = with_world!(&world, world => Cast::of(world));
        (self.world, self.made, self.hand) = (world, made, None);
        (self.steps, self.saved, self.stages) = (0, 0.0, Default::default());
        Ok(())
    }

    /// Lets `seconds` of real time pass.
    pub fn advance(&mut self, seconds: f32) {
        if self.paused {
            return;
        }
        self.saved += seconds;
        let mut left = if self.last_step().as_secs_f32() > DT { 1 } else { CATCH_UP };
        while self.saved + HAIR >= DT && left > 0 {
            self.step();
            self.saved -= DT;
            left -= 1;
        }
        self.saved = self.saved.clamp(-HAIR, DT);
    }

    /// One step, whether paused or not.
    pub fn step(&mut self) {
        self.follow_script();
        let Self { world, hand, .. } = self;
        let held =
            with_world!(world, world => hand.as_mut().map_or(Ok(()), |hand| hand.before_step(world, DT)));
        if held.is_err() {
            self.release();
        }
        self.complain(held);
        with_world!(&mut self.world, world => world.step(DT));
        self.steps += 1;
        self.note_times();
    }

    /// Does what the scene's script says of this step. Knobs are not turned for what it adds, and the hand is empty
    /// once what it held is gone.
    fn follow_script(&mut self) {
        let (Some(script), Ok(step)) = (self.scene.script, u32::try_from(self.steps)) else { return };
        let Self { world, cast, .. } = self;
        with_world!(world, world => cast.follow(world, &script(step)));
        let gone = |body| with_world!(&self.world, world => world.body(body).is_err());
        if self.held().is_some_and(gone)
            && let Some(hand) = self.hand.take()
        {
            // What is gone cannot be thrown: that there is nothing to complain of is all that matters.
            let _ = with_world!(&mut self.world, world => hand.release(world));
        }
    }

    /// Sets the knobs. A value that cannot be is complained of, and leaves them as they were.
    pub fn turn(&mut self, knobs: Knobs) {
        if knobs != self.knobs {
            self.complaint = None;
            let outcome = knobs.turn(&self.knobs, &mut self.world, &self.made);
            if outcome.is_ok() {
                self.knobs = knobs;
            }
            self.complain(outcome);
        }
    }

    /// Takes hold of the dynamic body at `pointer`, m. Whether there is one.
    pub fn grab(&mut self, pointer: Point) -> bool {
        self.release();
        let grip = self.grip;
        self.hand = with_world!(&mut self.world, world => Hand::grab(world, pointer, grip));
        self.hand.is_some()
    }

    /// The pointer is elsewhere now, m.
    pub fn point_to(&mut self, pointer: Point) {
        if let Some(hand) = &mut self.hand {
            hand.point_to(pointer);
        }
    }

    /// Lets go of what is held, if anything is, and throws it.
    pub fn release(&mut self) {
        if let Some(hand) = self.hand.take() {
            let outcome = with_world!(&mut self.world, world => hand.release(world));
            self.complain(outcome);
        }
    }

    /// The body that is held.
    pub fn held(&self) -> Option<BodyId> {
        self.hand.as_ref().map(Hand::body)
    }

    /// From the pointer to where it holds a body, m.
    pub fn hold_line(&self) -> Option<[Point; 2]> {
        with_world!(&self.world, world => self.hand.as_ref()?.line(world))
    }

    /// The scene.
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// The world.
    pub fn world(&self) -> &AnyWorld {
        &self.world
    }

    /// The knobs as they stand.
    pub fn knobs(&self) -> Knobs {
        self.knobs
    }

    /// How many steps it has gone.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How long the stages of a step take at present, ms.
    pub fn stages(&self) -> &StageMs {
        &self.stages
    }

    /// What could not be done, until a knob is turned or the scene begins anew.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    fn last_step(&self) -> Duration {
        with_world!(&self.world, world => world.stage_times().total())
    }

    fn note_times(&mut self) {
        let newest = with_world!(&self.world, world => world.stage_times().stages());
        let share = if self.steps == 1 { 1.0 } else { NEWEST };
        for (shown, (name, time)) in self.stages.iter_mut().zip(newest) {
            *shown = (name, shown.1 + share * (1e3 * time.as_secs_f64() - shown.1));
        }
    }

    fn complain(&mut self, outcome: Result<(), DefError>) {
        if let Err(error) = outcome {
            self.complaint = Some(error.to_string());
        }
    }
}
