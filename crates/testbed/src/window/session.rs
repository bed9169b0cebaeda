//! The running scene: paused or not, step by step, with a body held or not. Independent of the window.
//!
//! The screen shows frames of any length; the world runs steps of 1/60 s. [`FixedStep`] tells how many are
//! due in a frame, and an [`Interpolator`] where bodies are between the last two of them:
//!
//! ```text
//!   frames   |----|---------|----|----|--------------------|--|
//!   steps    |-----|-----|-----|-----|-----|-----|              steps that are too many for a frame are left
//!                                                               out: a scene too heavy for the machine runs
//!                                                               slowly
//! ```
//!
//! Contacts and boxes are drawn as the last step left them. A scene that is paused is drawn as it is.

#[cfg(test)]
mod tests;

mod destruction;
mod joints;
mod scrub;
mod tools;

use super::controls::{Controls, Made};
use super::hand::{Grip, Hand};
use super::player::{Keys, Player};
use super::traces::Traces;
use crate::any_world::{self, AnyWorld};
use crate::options::BroadphaseKind;
use crate::parameters;
pub use destruction::Tool;
use physics::compute::Width;
use physics::prelude::*;
use physics::world::Method;
use scenes::{Scene, ScriptRunner};
use scrub::Scrub;
use std::time::Duration;

/// Steps in a second for which the scenes are made.
const HERTZ: u32 = 60;

/// The same as a time step, s.
pub const DT: f32 = 1.0 / HERTZ as f32;

/// Greatest number of steps in a frame.
const CATCH_UP: u32 = 4;

/// Weight of the newest step in the moving average of the times, so that they are readable and follow within
/// a second.
const NEWEST: f64 = 0.08;

/// Names and times of the stages of a step, ms.
pub type StageMs = [(&'static str, f64); 5];

/// How scenes are computed; kept when another scene is chosen.
#[derive(Clone, Copy, Debug)]
pub struct ComputeOptions {
    /// The solver; `None` for the one that the scene asks for.
    pub solver: Option<Method>,
    /// The broad phase.
    pub broadphase: BroadphaseKind,
    /// Number of threads.
    pub threads: usize,
    /// The vector instructions.
    pub width: Width,
}

#[derive(Debug)]
pub struct Session {
    scene: &'static Scene,
    level: Level,
    /// The values of the scene's parameters.
    values: Vec<f32>,
    /// What the scene shows with these, m; `None` for the area that the scene names.
    area: Option<Aabb>,
    world: AnyWorld,
    /// While a frame of the past is shown.
    scrub: Option<Scrub>,
    /// The bodies that the scene's script refers to.
    script_runner: ScriptRunner,
    made: Made,
    controls: Controls,
    compute_options: ComputeOptions,
    hand: Option<Hand>,
    /// Beginning and end of the stroke that will cut when the button goes up, m.
    stroke: Option<[Point; 2]>,
    /// Whether the user has destroyed a body that the scene's script may name.
    script_ended: bool,
    /// The player, if keys have taken it over.
    player: Option<Player>,
    pub keys: Keys,
    steps: u64,
    /// How many bodies the user has added: they have different shapes by turns.
    added: u32,
    clock: FixedStep,
    /// The bodies before the last step.
    before: Interpolator,
    stages: StageMs,
    error: Option<String>,
    pub paused: bool,
    /// Whether bodies are drawn between their last two states, at the time of the frame.
    pub smooth: bool,
    /// How fast time passes: 1 in real time.
    pub speed: f32,
    /// What the left button does.
    pub tool: Tool,
    /// Distance within which a joint is under the pointer, m.
    pub reach: f32,
    /// How bodies are held.
    pub grip: Grip,
    /// What is seen of the last second.
    pub traces: Traces,
}

impl Session {
    /// A scene at its beginning.
    ///
    /// # Errors
    /// The name of the scene and the reason, if its level is not valid.
    pub fn new(scene: &'static Scene, compute_options: ComputeOptions) -> Result<Self, String> {
        let level = (scene.level)();
        let mut controls = Controls::of(&level, compute_options.broadphase);
        controls.settings.method = compute_options.solver.unwrap_or(controls.settings.method);
        let mut session = Self {
            scene,
            level,
            values: parameters::of(scene.name).iter().map(|parameter| parameter.default).collect(),
            area: None,
            world: any_world::empty(),
            scrub: None,
            script_runner: ScriptRunner::default(),
            made: Made::default(),
            controls,
            compute_options,
            hand: None,
            stroke: None,
            script_ended: false,
            player: None,
            keys: Keys::default(),
            steps: 0,
            added: 0,
            clock: FixedStep::new(HERTZ).map_err(|error| error.to_string())?,
            before: Interpolator::default(),
            stages: Default::default(),
            error: None,
            paused: false,
            smooth: true,
            speed: 1.0,
            tool: Tool::default(),
            reach: 0.0,
            grip: Grip::default(),
            traces: Traces::default(),
        };
        session.begin().map_err(|error| format!("scene {}: {error}", scene.name))?;
        Ok(session)
    }

    /// Changes to another scene at its beginning, with its own settings; how it is computed stays.
    ///
    /// # Errors
    /// The name of the scene and the reason, if its level is not valid; the current scene then stays.
    pub fn choose(&mut self, scene: &'static Scene) -> Result<(), String> {
        let mut next = Self::new(scene, self.compute_options())?;
        (next.paused, next.smooth, next.speed) = (self.paused, self.smooth, self.speed);
        (next.tool, next.grip) = (self.tool, self.grip);
        *self = next;
        Ok(())
    }

    /// How the scene is computed now. A solver that the user has not chosen is not kept for the next scene.
    pub fn compute_options(&self) -> ComputeOptions {
        let begun = self.compute_options.solver.unwrap_or(self.level.settings.method);
        let Controls { broadphase, settings, .. } = self.controls;
        let solver =
            if settings.method == begun { self.compute_options.solver } else { Some(settings.method) };
        ComputeOptions { solver, broadphase, ..self.compute_options }
    }

    /// The part of the world that the scene wants to be shown now, m.
    pub fn shown_area(&self) -> Aabb {
        self.area.unwrap_or_else(|| self.scene.view.area_in(&self.world, &self.script_runner.bodies))
    }

    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Builds the scene anew with other values of its parameters. Controls stay as they are. More of the
    /// world is shown if the scene is larger than its own area.
    pub fn set_values(&mut self, values: Vec<f32>) {
        let Some(level) = parameters::level(self.scene.name, &values) else { return };
        (self.level, self.values) = (level, values);
        self.restart();
        let boxes = self.world.dynamic_bodies().flat_map(|body| body.colliders().map(ColliderRef::fat_aabb));
        let bounds = boxes.reduce(Aabb::union);
        let own = self.scene.view.area;
        self.area = bounds.filter(|bounds| !own.contains(*bounds)).map(|bounds| bounds.union(own));
    }

    /// Restarts the scene from its beginning. Controls stay as they are.
    pub fn restart(&mut self) {
        self.error = None;
        let outcome = self.begin();
        self.report(outcome);
    }

    /// Loads the level and applies the controls.
    fn begin(&mut self) -> Result<(), DefError> {
        let broadphase = any_world::broadphase(self.controls.broadphase);
        let mut world = World::load_with(&self.level, broadphase)?.0;
        world.set_threads(self.compute_options.threads);
        world.set_width(self.compute_options.width);
        world.set_clock(Some(super::stopwatch::time));
        // One thread works all the time.
        world.set_tracing(self.compute_options.threads > 1);
        // All that the user does from here on: the recording is written at the end, and scrubbed.
        world.start_recording();
        let made = Made::of(&world, &self.level);
        self.controls.apply(&Controls::of(&self.level, self.controls.broadphase), &mut world, &made)?;
        self.script_runner = ScriptRunner::before(&world, self.scene.script);
        (self.world, self.made, self.hand, self.scrub) = (world, made, None, None);
        (self.player, self.stroke, self.script_ended) = (None, None, false);
        self.traces.clear();
        (self.clock, self.before) = (FixedStep::new(HERTZ)?, Interpolator::default());
        self.steps = 0;
        // Their names are shown before the first step, too.
        self.stages = self.world.stage_times().stages().map(|(name, _)| (name, 0.0));
        Ok(())
    }

    /// Seconds of real time.
    pub fn advance(&mut self, seconds: f32) {
        if self.paused {
            return;
        }
        let most = if self.last_step().as_secs_f32() > DT { 1 } else { CATCH_UP };
        // Never refused, since `most` is at least 1.
        if let Ok(clock) = self.clock.clone().max_steps(most) {
            self.clock = clock;
        }
        for _ in 0..self.clock.advance_seconds((seconds * self.speed).into()) {
            self.step();
        }
    }

    /// Where to draw a body of the world.
    pub fn pose(&self, body: BodyRef<'_>) -> Pose {
        let is_between = self.smooth && !self.paused;
        if is_between { self.before.pose(body, self.clock.alpha()) } else { body.pose() }
    }

    /// Where a body was before the last step.
    pub fn pose_before(&self, body: BodyRef<'_>) -> Pose {
        self.before.pose(body, 0.0)
    }

    /// Runs one step, whether paused or not.
    pub fn step(&mut self) {
        self.return_to_now();
        self.follow_script();
        let moved = self.move_player();
        self.report(moved);
        let Self { world, hand, .. } = self;
        let held = hand.as_mut().map_or(Ok(()), |hand| hand.before_step(world, DT));
        if held.is_err() {
            self.release();
        }
        self.report(held);
        self.before.record(&self.world);
        self.world.step(DT);
        self.steps += 1;
        self.traces.note(&self.world, self.steps);
        self.note_times();
    }

    /// Runs the commands of the scene's script for this step. Controls are not applied to bodies that it
    /// adds. If it removes the held body, nothing is held any more.
    fn follow_script(&mut self) {
        let (Some(script), Ok(step)) = (self.scene.script, u32::try_from(self.steps)) else { return };
        if self.script_ended {
            return;
        }
        let Self { world, script_runner, player, .. } = self;
        let commands = script(step);
        let commands = if player.is_some() { Player::filter(commands) } else { commands };
        script_runner.run(world, &commands);
        let gone = |body| self.world.body(body).is_err();
        if self.held().is_some_and(gone)
            && let Some(hand) = self.hand.take()
        {
            // A removed body cannot be thrown, so this error is expected and ignored.
            let _ = hand.release(&mut self.world);
        }
    }

    /// Where the player of the scene is, if there is one that no key has taken over yet: above its head, m.
    pub fn head_of_player(&self) -> Option<Point> {
        let is_free = self.player.is_none() && Player::is_in(self.scene);
        let body = is_free.then(|| Player::body(&self.world, &self.script_runner.bodies)).flatten()?;
        let bounds = body.colliders().map(ColliderRef::fat_aabb).reduce(Aabb::union)?;
        Some(Point::new(bounds.center().x, bounds.upper.y + 0.6))
    }

    /// Moves the player of the scene as the keys say, once one was pressed.
    fn move_player(&mut self) -> Result<(), DefError> {
        let Self { world, script_runner, player, keys, scene, .. } = self;
        if player.is_none() && *keys != Keys::default() && Player::is_in(scene) {
            let taken = Player::take_over(world, &script_runner.bodies)?;
            *player = Some(taken);
        }
        let Some(player) = player else { return Ok(()) };
        player.before_step(world, *keys, DT)
    }

    /// Sets the controls. A value that is not valid is reported and leaves them unchanged.
    pub fn set_controls(&mut self, controls: Controls) {
        if controls != self.controls {
            self.return_to_now();
            self.error = None;
            let outcome = controls.apply(&self.controls, &mut self.world, &self.made);
            if outcome.is_ok() {
                self.controls = controls;
            }
            self.report(outcome);
        }
    }

    /// Grabs the dynamic body at `pointer`, m. Returns whether there is one.
    fn grab(&mut self, pointer: Point) -> bool {
        self.release();
        let grip = self.grip;
        self.hand = Hand::grab(&mut self.world, pointer, grip);
        self.hand.is_some()
    }

    /// m.
    pub fn point_to(&mut self, pointer: Point) {
        if let Some(hand) = &mut self.hand {
            hand.point_to(pointer);
        }
        if let Some([_, end]) = &mut self.stroke {
            *end = pointer;
        }
    }

    /// Releases and throws the held body, if there is one.
    pub fn release(&mut self) {
        if let Some(hand) = self.hand.take() {
            let outcome = hand.release(&mut self.world);
            self.report(outcome);
        }
    }

    pub fn held(&self) -> Option<BodyId> {
        self.hand.as_ref().map(Hand::body)
    }

    /// Whether the pointer draws a stroke that cuts.
    pub fn is_cutting(&self) -> bool {
        self.stroke.is_some()
    }

    /// The line from the pointer to the grabbed point, or the stroke, m.
    pub fn pointer_line(&self) -> Option<[Point; 2]> {
        self.stroke.or_else(|| self.hand.as_ref()?.line(&self.world))
    }

    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// What the scene's script has beside the world.
    pub fn script_runner(&self) -> &ScriptRunner {
        &self.script_runner
    }

    pub fn world(&self) -> &AnyWorld {
        &self.world
    }

    pub fn controls(&self) -> Controls {
        self.controls
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Moving average of the time of each stage, ms.
    pub fn stages(&self) -> &StageMs {
        &self.stages
    }

    /// The last error, until a control is changed or the scene restarts.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    fn last_step(&self) -> Duration {
        self.world.stage_times().total()
    }

    fn note_times(&mut self) {
        let newest = self.world.stage_times().stages();
        let share = if self.steps == 1 { 1.0 } else { NEWEST };
        for (shown, (name, time)) in self.stages.iter_mut().zip(newest) {
            *shown = (name, shown.1 + share * (1e3 * time.as_secs_f64() - shown.1));
        }
    }

    fn report(&mut self, outcome: Result<(), DefError>) {
        if let Err(error) = outcome {
            self.error = Some(error.to_string());
        }
    }
}
