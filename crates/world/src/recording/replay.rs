//! Plays a recording again and compares every frame with what was recorded.

use super::Recording;
use super::apply::apply;
use super::call::Call;
use super::recorder::HASH_INTERVAL;
use super::sums::Sums;
use crate::error::DefError;
use crate::hook::ContactHook;
use crate::id::BodyId;
use crate::settings::WorldSettings;
use crate::snapshot::Snapshot;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};
use std::sync::Arc;
use thiserror::Error;

/// Why a replay does not go on.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReplayError {
    /// The world of the replay is not what the recorded one was.
    #[error("frame {frame} differs from the recording{}",
        .body.map_or(String::new(), |body| format!(": {body} differs, and all other bodies are equal")))]
    Diverged {
        /// The first frame that differs.
        frame: usize,
        /// The body that differs, if it is the only one.
        body: Option<BodyId>,
    },
    /// The world refused a call that the recorded world took.
    #[error("{call}, before frame {frame}, is refused: {error}")]
    Refused {
        /// The frame that the next step would have made.
        frame: usize,
        /// The name of the call.
        call: &'static str,
        /// What is wrong with it.
        #[source]
        error: DefError,
    },
    /// The recorded world had a contact hook, which is not in the recording.
    #[error(
        "the recording needs the contact hook of its world before frame {frame}: Replay::set_contact_hook"
    )]
    NoContactHook {
        /// The frame that the next step would have made.
        frame: usize,
    },
}

/// A recording that is played. [`Replay::save`] and [`Replay::restore`], or the `Timeline` of the crate
/// `toolkit`, lead to other frames than the next one.
#[derive(Debug)]
pub struct Replay<B: Broadphase = DynamicTree> {
    recording: Recording,
    world: World<B>,
    hook: Option<Arc<dyn ContactHook>>,
    next: usize,
    frame: usize,
    hashes: usize,
}

/// The state of a [`Replay`] at one moment, to go back to.
#[derive(Clone, Debug, Default)]
pub struct ReplayMark {
    snapshot: Snapshot,
    next: usize,
    frame: usize,
    hashes: usize,
}

impl ReplayMark {
    /// The frame that was saved.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame
    }
}

impl Recording {
    /// Plays it with the default broad phase.
    #[must_use]
    pub fn replay(&self) -> Replay {
        self.replay_with(DynamicTree::default())
    }

    /// Plays it with this broad phase, which must be empty.
    #[must_use]
    pub fn replay_with<B: Broadphase>(&self, broadphase: B) -> Replay<B> {
        let mut world = World::with_broadphase(WorldSettings::default(), broadphase)
            .expect("the default settings are valid");
        let restored = world.restore(&self.content.snapshots[0]);
        debug_assert!(restored.is_ok(), "{restored:?}");
        Replay { recording: self.clone(), world, hook: None, next: 0, frame: 0, hashes: 0 }
    }

    /// Plays all of it and compares every frame. A recording that needs a contact hook must be played by a
    /// [`Replay`] that has it.
    ///
    /// # Errors
    /// [`ReplayError`], which names the first frame that differs, and the body if it is only one.
    pub fn check(&self) -> Result<(), ReplayError> {
        let mut replay = self.replay();
        while replay.step()? {}
        Ok(())
    }
}

impl<B: Broadphase> Replay<B> {
    /// Makes the calls up to the next step, makes the step, and compares. Returns whether there was a step;
    /// if not, the calls after the last one are made.
    ///
    /// # Errors
    /// [`ReplayError`]; nothing that follows will be as recorded.
    pub fn step(&mut self) -> Result<bool, ReplayError> {
        if self.next == 0 && self.recording.content.had_hook {
            self.world.stores.hook = Some(self.expect_hook()?);
        }
        let recording = Arc::clone(&self.recording.content);
        while let Some(call) = recording.calls.get(self.next) {
            self.next += 1;
            if let Call::SetContactHook(is_some) = *call {
                let hook = is_some.then(|| self.expect_hook()).transpose()?;
                self.world.set_contact_hook(hook);
            }
            if let Call::KeepContactHook(is_some) = *call {
                self.world.stores.hook = is_some.then(|| self.expect_hook()).transpose()?;
            }
            apply(&mut self.world, call, &recording).map_err(|error| ReplayError::Refused {
                frame: self.frame + 1,
                call: call.name(),
                error,
            })?;
            if let Call::Step(_) = call {
                self.frame += 1;
                return self.compare().map(|()| true);
            }
        }
        self.compare_hash().map(|()| false)
    }

    fn expect_hook(&self) -> Result<Arc<dyn ContactHook>, ReplayError> {
        self.hook.clone().ok_or(ReplayError::NoContactHook { frame: self.frame + 1 })
    }

    fn compare(&mut self) -> Result<(), ReplayError> {
        let (found, recorded) = (Sums::of(&self.world.stores), self.recording.content.sums[self.frame - 1]);
        if found != recorded {
            let slot = found.different_body(recorded);
            let body = slot.filter(|&slot| self.world.stores.bodies.try_get(slot).is_some());
            let body = body.map(|slot| self.world.stores.bodies.handle(slot));
            return Err(ReplayError::Diverged { frame: self.frame, body });
        }
        // The last hash is after the calls that follow the last step.
        if self.frame.is_multiple_of(HASH_INTERVAL) { self.compare_hash() } else { Ok(()) }
    }

    fn compare_hash(&mut self) -> Result<(), ReplayError> {
        match self.recording.content.hashes.get(self.hashes) {
            Some(&(frame, hash)) if frame == self.frame => {
                self.hashes += 1;
                if self.world.state_hash() == hash {
                    Ok(())
                } else {
                    Err(ReplayError::Diverged { frame, body: None })
                }
            }
            _ => Ok(()),
        }
    }

    /// The number of steps that were made.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// The recording.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The world.
    #[must_use]
    pub fn world(&self) -> &World<B> {
        &self.world
    }

    /// The world, for threads, width and events. Any other change makes it differ from the recording.
    #[must_use]
    pub fn world_mut(&mut self) -> &mut World<B> {
        &mut self.world
    }

    /// Gives the replay the contact hook that the recorded world had: see [`Recording::needs_contact_hook`].
    /// The replay uses it at the same times.
    pub fn set_contact_hook(&mut self, hook: Arc<dyn ContactHook>) {
        self.hook = Some(hook);
    }

    /// Saves this moment for [`Replay::restore`]. Uses the memory of the mark again.
    pub fn save(&self, mark: &mut ReplayMark) {
        self.world.save(&mut mark.snapshot);
        (mark.next, mark.frame, mark.hashes) = (self.next, self.frame, self.hashes);
    }

    /// Goes to a moment of this recording that was saved before, earlier or later. An empty mark leads to the
    /// beginning.
    pub fn restore(&mut self, mark: &ReplayMark) {
        let content = &self.recording.content;
        let is_blank = mark.snapshot.is_empty();
        let snapshot = if is_blank { &content.snapshots[0] } else { &mark.snapshot };
        let restored = self.world.restore(snapshot);
        debug_assert!(restored.is_ok(), "{restored:?}");
        (self.next, self.frame, self.hashes) = (mark.next, mark.frame, mark.hashes);
        let set_before = content.calls[..self.next].iter().rev().find_map(|call| match *call {
            Call::SetContactHook(is_some) | Call::KeepContactHook(is_some) => Some(is_some),
            _ => None,
        });
        let has_hook = self.next > 0 && set_before.unwrap_or(content.had_hook);
        self.world.stores.hook = if has_hook { self.hook.clone() } else { None };
    }
}
