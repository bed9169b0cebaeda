//! Frames of the past: the recording of the session, wound to and fro.
//!
//! The present world is put aside and comes back unchanged when the session goes on; what is shown meanwhile
//! is a world of its own. The past can be seen and not changed: the script of a scene, and what it keeps
//! beside the world, know only the present.

use super::Session;
use crate::any_world::{self, AnyWorld};
use physics::toolkit::Timeline;
use physics::world::{Recording, Snapshot};
use scenes::Sorter;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Scrub {
    timeline: Timeline,
    /// The present.
    world: AnyWorld,
    /// Carries a frame of the timeline into the world that is shown.
    snapshot: Snapshot,
}

impl Session {
    /// Shows a frame of the past, and pauses. The first time, the recording is played once, as fast as the
    /// machine can.
    pub fn scrub(&mut self, frame: usize) {
        self.release();
        self.paused = true;
        if let Err(error) = self.try_scrub(frame) {
            self.return_to_now();
            self.error = Some(error);
        }
    }

    fn try_scrub(&mut self, frame: usize) -> Result<(), String> {
        if self.scrub.is_none() {
            let Some(recording) = self.recording() else { return Ok(()) };
            let mut replay = recording.replay();
            replay.set_contact_hook(Arc::new(Sorter));
            let timeline = Timeline::new(replay).map_err(|error| error.to_string())?;
            let world = std::mem::replace(&mut self.world, any_world::empty());
            self.scrub = Some(Scrub { timeline, world, snapshot: Snapshot::new() });
        }
        let Some(Scrub { timeline, snapshot, .. }) = &mut self.scrub else { return Ok(()) };
        timeline.seek(frame).map_err(|error| error.to_string())?.save(snapshot);
        self.world.restore(snapshot).map_err(|error| error.to_string())
    }

    pub fn return_to_now(&mut self) {
        if let Some(Scrub { world, .. }) = self.scrub.take() {
            self.world = world;
        }
    }

    /// The frame that is shown, and the present one.
    pub fn frames(&self) -> [usize; 2] {
        let now = usize::try_from(self.steps).unwrap_or(usize::MAX);
        [self.scrub.as_ref().map_or(now, |scrub| scrub.timeline.frame()), now]
    }

    /// All that happened since the scene began, the user's hand and settings included.
    pub fn recording(&self) -> Option<Recording> {
        self.scrub.as_ref().map_or(&self.world, |scrub| &scrub.world).recording()
    }
}
