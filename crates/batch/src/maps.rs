//! Actions and observations as maps that are fixed when the batch is made: the task of a program that has
//! none of its own, such as one in another language.
//!
//! ```text
//!   action        [ f_x | f_y | speed ]          observation   [ x | y | cos | sin | v_x | v_y | w | 1.0 ]
//!                  force of    of a                             pose of a body     velocity        touches?
//!                  a body      motor
//! ```

mod act;
mod observe;

pub use act::{Action, Drive};
pub use observe::{Observation, RayFan};

use crate::error::BatchError;
use crate::random::Random;
use crate::task::{Outcome, Task};
use act::BoundAction;
use observe::BoundObservation;
use world::{DefError, LevelIds, World};

/// The task that does what maps say: each action drives a body or a joint, each observation reads one. It
/// rewards nothing and never ends.
#[derive(Clone, Debug, Default)]
pub struct Maps {
    actions: Vec<BoundAction>,
    action_len: usize,
    observations: Vec<BoundObservation>,
    observation_len: usize,
}

impl Maps {
    /// Of worlds like `world`; `action_seconds` is how long an action lasts, s.
    pub(crate) fn new(
        actions: &[Action],
        observations: &[Observation],
        world: &World,
        ids: &LevelIds,
        action_seconds: f32,
    ) -> Result<Self, BatchError> {
        let mut maps = Self::default();
        for (index, action) in actions.iter().enumerate() {
            maps.actions.push(BoundAction::new(index, action, world, ids, action_seconds)?);
            maps.action_len += action.drive.len();
        }
        for (index, observation) in observations.iter().enumerate() {
            maps.observations.push(BoundObservation::new(index, observation, ids)?);
            maps.observation_len += observation.len();
        }
        Ok(maps)
    }
}

impl Task for Maps {
    type State = ();

    fn action_len(&self) -> usize {
        self.action_len
    }

    fn observation_len(&self) -> usize {
        self.observation_len
    }

    fn reset(&self, _: &mut World, (): &mut (), _: &mut Random) -> Result<(), DefError> {
        Ok(())
    }

    fn act(&self, world: &mut World, (): &mut (), action: &[f32], frame: u32) -> Result<(), DefError> {
        let mut rest = action;
        for map in &self.actions {
            let (numbers, others) = rest.split_at(map.len());
            map.act(world, numbers, frame)?;
            rest = others;
        }
        Ok(())
    }

    fn observe(&self, world: &World, (): &mut (), observation: &mut [f32]) -> Result<Outcome, DefError> {
        let mut rest = observation;
        for map in &self.observations {
            let (numbers, others) = rest.split_at_mut(map.len());
            map.observe(world, numbers)?;
            rest = others;
        }
        Ok(Outcome::default())
    }
}
