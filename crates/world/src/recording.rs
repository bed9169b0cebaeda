//! Recordings: the state of a world and every call that changed it since, to be played again to the same
//! bits.
//!
//! ```text
//!   World --- start_recording --- calls and steps --- stop_recording ---> Recording
//!                                                                            |  to_bytes, from_bytes
//!   Replay::world <------ the same calls, checked after every step ----------'
//!                         the first frame that differs, and the body
//! ```
//!
//! **How.** Each public function that changes the world looks, after it has succeeded, whether there is a
//! recorder: one comparison for a call or a step. So whatever takes a `&mut World` is recorded without
//! knowing of it.
//!
//! **What.** The calls of `recording/call.rs`: all that decides how the world goes on. Not threads, width and
//! broad phase, which change no result; nor calls that fail; nor the code of a
//! [`ContactHook`](crate::ContactHook). `docs/replays.md` has the format and figures.
//!
//! Turned down: a type that wraps a world, which nothing that takes a `&mut World` could use; a type
//! parameter of the world, which would be in each signature; the inputs of players, with which only the
//! program itself can replay.

mod apply;
mod call;
mod compare;
mod file;
mod list;
mod recorder;
mod replay;
mod sums;
#[cfg(test)]
mod tests;

pub(crate) use call::{Call, halves};
pub use compare::Difference;
pub use file::RecordingError;
pub(crate) use recorder::{Place, Recorder};
pub use replay::{Replay, ReplayError, ReplayMark};

use crate::snapshot::Snapshot;
use crate::world::World;
use broadphase::Broadphase;
use std::sync::Arc;
use sums::Sums;

/// The state of a world at the beginning, and every call that changed it since.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, Recording, World};
///
/// let mut world = World::default();
/// let ball = world.add_body(BodyDef::dynamic())?;
/// world.start_recording();
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
/// for frame in 0..120 {
///     if frame == 30 {
///         world.body_mut(ball)?.apply_central_impulse([0.0, 5.0])?;
///     }
///     world.step(1.0 / 60.0);
/// }
/// let recording = world.stop_recording().expect("it was started");
/// let bytes = recording.to_bytes();
///
/// // Elsewhere, or years later.
/// let recording = Recording::from_bytes(&bytes)?;
/// recording.check()?; // the same bits in every frame
/// let mut replay = recording.replay();
/// while replay.step()? {
///     // draw `replay.world()`
/// }
/// assert_eq!(replay.world().state_hash(), world.state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A frame is the state after a step: frame 0 is the beginning. Clones share the content. `docs/replays.md`
/// describes the file.
#[derive(Clone, Debug)]
#[doc(alias("replay", "demo", "b2World_Dump"))]
pub struct Recording {
    content: Arc<Content>,
}

#[derive(Clone, Debug)]
struct Content {
    snapshots: Vec<Snapshot>,
    had_hook: bool,
    calls: Vec<Call>,
    sums: Vec<Sums>,
    hashes: Vec<(usize, u64)>,
}

impl Recording {
    fn of(recorder: Recorder) -> Self {
        let Recorder { snapshots, had_hook, calls, sums, hashes, .. } = recorder;
        let snapshots = snapshots.into_iter().map(Snapshot::of).collect();
        Self { content: Arc::new(Content { snapshots, had_hook, calls, sums, hashes }) }
    }

    /// The number of steps, and of the last frame.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.content.sums.len()
    }

    /// The number of calls, steps not counted.
    #[must_use]
    pub fn calls(&self) -> usize {
        self.content.calls.len() - self.content.sums.len()
    }

    /// Whether the world had a contact hook at any time: then a replay must be given one.
    #[must_use]
    pub fn needs_contact_hook(&self) -> bool {
        let sets = |call: &Call| matches!(call, Call::SetContactHook(true) | Call::KeepContactHook(true));
        self.content.had_hook || self.content.calls.iter().any(sets)
    }

    /// The recorded [state hashes](World::state_hash) and their frames: each 60th frame, and the last one.
    pub fn hashes(&self) -> impl Iterator<Item = (usize, u64)> {
        self.content.hashes.iter().copied()
    }
}

impl<B: Broadphase> World<B> {
    /// Begins to record every call that changes this world, and the steps, in place of an earlier recording.
    ///
    /// A snapshot saved meanwhile knows its place in the recording: if the world goes back to it, what was
    /// recorded since is forgotten, so that the recording of a game with rollback holds its final course.
    pub fn start_recording(&mut self) {
        self.recorder = Some(Box::new(Recorder::new(&self.stores)));
    }

    /// Ends the recording and returns it; `None` if there is none.
    pub fn stop_recording(&mut self) -> Option<Recording> {
        let mut recorder = self.recorder.take()?;
        recorder.push_hash(&self.stores);
        Some(Recording::of(*recorder))
    }

    /// A copy of what has been recorded until now; `None` if the world is not recorded.
    #[must_use]
    pub fn recording(&self) -> Option<Recording> {
        let mut recorder = self.recorder.as_deref()?.clone();
        recorder.push_hash(&self.stores);
        Some(Recording::of(recorder))
    }

    #[inline]
    pub(crate) fn note(&mut self, call: impl FnOnce() -> Call) {
        if let Some(recorder) = &mut self.recorder {
            recorder.push(call());
        }
    }
}
