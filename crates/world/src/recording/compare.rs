//! Compares two recordings: the first frame, and the body, in which they differ.
//!
//! The sums in both files give the frame, without a step. For the body, both are played up to that frame.

use super::{Recording, Replay, ReplayError};
use crate::id::BodyId;
use crate::slot::Slot;
use std::fmt;

/// Where two recordings begin to differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first frame in which they differ.
    pub frame: usize,
    /// The first body, in the order of slots, whose pose or velocity differs, or that only one of them has;
    /// `None` if one recording ends before this frame.
    pub body: Option<BodyId>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.body {
            Some(body) => write!(f, "frame {}: {body} differs", self.frame),
            None => write!(f, "frame {}: one recording ends before it", self.frame),
        }
    }
}

impl Recording {
    /// The first frame in which two recordings differ, and the first body that differs there; `None` if all
    /// frames are equal and there are as many. For recordings that need a contact hook:
    /// [`Replay::difference`].
    ///
    /// # Errors
    /// [`ReplayError`] if one of them does not play as it was recorded.
    pub fn difference(&self, other: &Self) -> Result<Option<Difference>, ReplayError> {
        self.replay().difference(other.replay())
    }
}

impl Replay {
    /// [`Recording::difference`] of the recordings of two replays that stand at their beginnings, with their
    /// contact hooks.
    ///
    /// # Errors
    /// [`ReplayError`] if one of them does not play as it was recorded.
    pub fn difference(self, other: Self) -> Result<Option<Difference>, ReplayError> {
        let mut replays = [self, other];
        if let Some(body) = first_body(&replays) {
            return Ok(Some(Difference { frame: 0, body: Some(body) }));
        }
        let [a, b] = replays.each_ref().map(|replay| &replay.recording().content.sums);
        let (frames, frames_of_b) = (a.len(), b.len());
        let Some(before) = a.iter().zip(b).position(|(a, b)| a != b) else {
            let frame = frames.min(frames_of_b) + 1;
            return Ok((frames != frames_of_b).then_some(Difference { frame, body: None }));
        };
        let frame = before + 1;
        for replay in &mut replays {
            while replay.frame() < frame {
                replay.step()?;
            }
        }
        Ok(Some(Difference { frame, body: first_body(&replays) }))
    }
}

fn first_body([a, b]: &[Replay; 2]) -> Option<BodyId> {
    let [a, b] = [a, b].map(|replay| &replay.world().stores);
    let mut bodies = a.bodies.iter().map(|(slot, _)| slot);
    let of_a =
        bodies.find(|&slot| b.bodies.try_get(slot).is_none() || a.body_hash(slot) != b.body_hash(slot));
    let mut bodies = b.bodies.iter().map(|(slot, _)| slot);
    let only_b = bodies.find(|&slot| a.bodies.try_get(slot).is_none());
    let first = [of_a, only_b].into_iter().flatten().min_by_key(|slot| slot.index())?;
    let world = if a.bodies.try_get(first).is_some() { a } else { b };
    Some(world.bodies.handle(first))
}
