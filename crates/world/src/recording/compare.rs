//! Compares two recordings: the first frame, and the body, in which they differ.
//!
//! The frame is found by the sums that stand in both files, without a step. To find the body, both are played
//! up to that frame, and their bodies are compared one by one.

use super::{Recording, Replay, ReplayError};
use crate::id::BodyId;
use std::fmt;

/// Where two recordings begin to differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first frame in which they differ.
    pub frame: usize,
    /// The first body, in the order of slots, of which pose or velocity differ, or that only one of them has;
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
    /// frames are equal and there are as many. Recordings that need a contact hook can be compared as long as
    /// they differ before it is needed.
    ///
    /// # Errors
    /// [`ReplayError`] if one of them does not play as it was recorded, up to the frame that differs.
    pub fn difference(&self, other: &Self) -> Result<Option<Difference>, ReplayError> {
        let mut replays = [self.replay(), other.replay()];
        if let Some(body) = first_body(&replays) {
            return Ok(Some(Difference { frame: 0, body: Some(body) }));
        }
        let pairs = || self.sums.iter().zip(&other.sums);
        let Some(before) = pairs().position(|(a, b)| a != b) else {
            let frame = self.frames().min(other.frames()) + 1;
            let is_longer = self.frames() != other.frames();
            return Ok(is_longer.then_some(Difference { frame, body: None }));
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

/// The first body in which two worlds differ.
fn first_body([a, b]: &[Replay<'_>; 2]) -> Option<BodyId> {
    let [a, b] = [a, b].map(|replay| &replay.world().stores);
    let mut bodies = a.bodies.iter().map(|(slot, _)| slot);
    let of_a =
        bodies.find(|&slot| b.bodies.try_get(slot).is_none() || a.body_hash(slot) != b.body_hash(slot));
    let mut bodies = b.bodies.iter().map(|(slot, _)| slot);
    let only_b = bodies.find(|&slot| a.bodies.try_get(slot).is_none());
    let first = [of_a, only_b].into_iter().flatten().min()?;
    let world = if a.bodies.try_get(first).is_some() { a } else { b };
    Some(world.bodies.handle(first))
}
