//! What one worker does with its range of worlds.
//!
//! ```text
//!   for each chunk of worlds, which fits the cache:
//!     as often as the frame skip says:  act in each world | step all of them with one stepper | faults?
//!     observe each world
//! ```
//!
//! A world with a fault is left out from then on. Its row of the observations is still written, so that each
//! call writes all rows.

use crate::flag::{Fault, Flag};
use crate::interrupt::Interrupt;
use crate::parameters::Parameters;
use crate::random::Random;
use crate::rows::{Rows, Slot, Widths, row};
use crate::task::{Outcome, Task};
use world::{DefError, Snapshot, StepWarning, Stepper, World};

/// What all workers read.
#[derive(Debug)]
pub(crate) struct Plan {
    /// s, of one step.
    pub(crate) dt: f32,
    pub(crate) frame_skip: u32,
    pub(crate) seed: u64,
    /// Worlds of a chunk.
    pub(crate) chunk: usize,
    pub(crate) widths: Widths,
    pub(crate) parameters: Parameters,
    /// Ends a step early.
    pub(crate) interrupt: Option<Interrupt>,
}

/// What the program does to a world that is reset, by its index, after all else.
pub(crate) type Begin<'a> = &'a (dyn Fn(usize, &mut World) -> Result<(), DefError> + Sync);

/// What one worker has for itself.
#[derive(Debug, Default)]
pub(crate) struct Actor {
    stepper: Stepper,
    /// The world as the level says. Each worker has its own, since to restore it writes to it.
    snapshot: Snapshot,
    /// An action with the strength of its world.
    action: Vec<f32>,
}

impl Actor {
    /// For worlds like `template`, whose actions have `action_len` numbers.
    pub(crate) fn new(template: &World, action_len: usize) -> Self {
        let mut actor = Self { action: vec![0.0; action_len], ..Self::default() };
        template.save(&mut actor.snapshot);
        actor
    }

    /// Acts, steps and observes.
    pub(crate) fn step<T: Task>(&mut self, plan: &Plan, task: &T, mut rows: Rows<'_, T::State>) {
        while !rows.slots.is_empty() {
            let mut chunk = rows.take_front(plan.chunk, plan.widths);
            refuse_bad_actions(&mut chunk, plan.widths.action);
            for frame in 0..plan.frame_skip {
                if plan.interrupt.as_ref().is_some_and(Interrupt::asks) {
                    for slot in chunk.slots.iter_mut().filter(|slot| slot.fault.is_none()) {
                        slot.fault = Some(Fault::Interrupted { frame });
                    }
                    break;
                }
                self.act(plan, task, &mut chunk, frame);
                let running = chunk.slots.iter_mut().filter(|slot| slot.fault.is_none());
                self.stepper.step(running.map(|slot| &mut slot.world), plan.dt);
                chunk.slots.iter_mut().for_each(Slot::find_stopped_body);
            }
            for index in 0..chunk.slots.len() {
                observe(task, &mut chunk, index, plan.widths.observation);
            }
        }
    }

    fn act<T: Task>(&mut self, plan: &Plan, task: &T, chunk: &mut Rows<'_, T::State>, frame: u32) {
        let vary_strength = plan.parameters.vary_strength();
        for index in 0..chunk.slots.len() {
            if frame == 0
                && let Some(next) = chunk.slots.get(index + 1)
            {
                next.world.prefetch();
            }
            let slot = &mut chunk.slots[index];
            if slot.fault.is_some() {
                continue;
            }
            let mut action = &chunk.actions[row(index, plan.widths.action)];
            if vary_strength {
                self.action.copy_from_slice(action);
                let factors = &chunk.factors[row(index, plan.widths.factors)];
                plan.parameters.strengthen(&mut self.action, factors);
                action = &self.action;
            }
            if let Err(error) = task.act(&mut slot.world, &mut slot.state, action, frame) {
                slot.fault = Some(Fault::Refused(error));
            }
        }
    }

    /// Begins an episode in each world that the mask names.
    pub(crate) fn reset<T: Task>(
        &mut self,
        plan: &Plan,
        task: &T,
        mut rows: Rows<'_, T::State>,
        begin: Option<Begin<'_>>,
    ) {
        for index in 0..rows.slots.len() {
            if rows.mask[index] {
                self.reset_world(plan, task, &mut rows, index, begin);
            }
        }
    }

    fn reset_world<T: Task>(
        &self,
        plan: &Plan,
        task: &T,
        rows: &mut Rows<'_, T::State>,
        index: usize,
        begin: Option<Begin<'_>>,
    ) {
        let world = (rows.first + index) as u64;
        let slot = &mut rows.slots[index];
        let episode = slot.next_episode;
        slot.next_episode += 1;
        let factors = &mut rows.factors[row(index, plan.widths.factors)];
        plan.parameters.draw(plan.seed, world, episode, factors);
        let mut restart = || {
            // The only error is that of an empty snapshot.
            let _never = slot.world.restore(&self.snapshot);
            plan.parameters.apply(&mut slot.world, factors)?;
            let mut random = Random::new(plan.seed, world, episode);
            task.reset(&mut slot.world, &mut slot.state, &mut random)?;
            begin.map_or(Ok(()), |begin| begin(world as usize, &mut slot.world))
        };
        slot.fault = restart().err().map(Fault::Refused);
        observe(task, rows, index, plan.widths.observation);
        // Nothing has been done yet.
        let is_faulty = rows.slots[index].fault.is_some();
        (rows.rewards[index], rows.terminated[index], rows.truncated[index]) = (0.0, false, is_faulty);
    }
}

/// Gives each world a fault whose action has a number that is not finite.
fn refuse_bad_actions<S>(chunk: &mut Rows<'_, S>, action_len: usize) {
    if chunk.actions.iter().all(|number| number.is_finite()) {
        return;
    }
    for (index, slot) in chunk.slots.iter_mut().enumerate().filter(|(_, slot)| slot.fault.is_none()) {
        let action = &chunk.actions[row(index, action_len)];
        let bad = action.iter().position(|number| !number.is_finite());
        slot.fault = bad.map(|index| Fault::BadAction { index, value: action[index] });
    }
}

/// Writes the rows of one world.
fn observe<T: Task>(task: &T, rows: &mut Rows<'_, T::State>, index: usize, width: usize) {
    let slot = &mut rows.slots[index];
    let observation = &mut rows.observations[row(index, width)];
    let outcome = task.observe(&slot.world, &mut slot.state, observation).unwrap_or_else(|error| {
        observation.fill(0.0);
        slot.fault = slot.fault.or(Some(Fault::Refused(error)));
        Outcome::default()
    });
    // What a faulty world seems to have won says nothing, and its episode goes no further.
    let outcome = match slot.fault {
        None => outcome,
        Some(_) => Outcome { reward: 0.0, terminated: false, truncated: true },
    };
    rows.flags[index] = slot.fault.map_or(Flag::Running, |fault| fault.flag());
    rows.rewards[index] = outcome.reward;
    rows.terminated[index] = outcome.terminated;
    rows.truncated[index] = outcome.truncated;
}

impl<S> Slot<S> {
    /// Gives the world a fault if its last step has stopped a body.
    fn find_stopped_body(&mut self) {
        if self.fault.is_none() {
            self.fault = self.world.events().warnings().iter().find_map(|warning| match warning {
                StepWarning::BodyStopped(body) => Some(Fault::BodyStopped(*body)),
                _ => None,
            });
        }
    }
}
