//! What happens in a world beside its step: the hook for code of the program.

use crate::random::Random;
use world::{DefError, World};

/// What the worlds of a batch are for: what an action does, what is observed, what is rewarded. Its
/// functions are called by the worker that owns the world, while the world is in its cache, and for one
/// world at a time. What they do may depend on the world, its state and the arguments only; then no result
/// depends on the number of threads.
///
/// ```
/// use batch::{BatchDef, Outcome, Random, Task};
/// use batch::geom::Shape;
/// use batch::world::{BodyDef, BodyId, ColliderDef, DefError, Level, World};
///
/// /// Keep a ball in the air by its force upwards.
/// struct Hover {
///     ball: BodyId,
/// }
///
/// impl Task for Hover {
///     type State = u32; // the steps so far
///
///     fn action_len(&self) -> usize {
///         1
///     }
///
///     fn observation_len(&self) -> usize {
///         2
///     }
///
///     fn reset(&self, world: &mut World, steps: &mut u32, random: &mut Random) -> Result<(), DefError> {
///         *steps = 0;
///         world.body_mut(self.ball)?.set_velocity([0.0, random.between(-1.0, 1.0)])?;
///         Ok(())
///     }
///
///     fn act(&self, world: &mut World, _: &mut u32, action: &[f32], _: u32) -> Result<(), DefError> {
///         world.body_mut(self.ball)?.apply_central_force([0.0, 20.0 * action[0]])?;
///         Ok(())
///     }
///
///     fn observe(&self, world: &World, steps: &mut u32, to: &mut [f32]) -> Result<Outcome, DefError> {
///         *steps += 1;
///         let ball = world.body(self.ball)?;
///         to.copy_from_slice(&[ball.pose().position.y, ball.velocity().y]);
///         Ok(Outcome { reward: 1.0, terminated: to[0] < 0.0, truncated: *steps == 500 })
///     }
/// }
///
/// let mut level = Level::default();
/// let ball = level.body_with(
///     BodyDef::dynamic().position([0.0, 2.0]),
///     ColliderDef::new(Shape::circle(0.5)?),
/// );
/// let def = BatchDef::new(&level).worlds(100).frame_skip(4);
/// let mut batch = def.build_task(|_, ids| Ok(Hover { ball: ids.bodies[ball as usize] }))?;
/// for _ in 0..60 {
///     batch.step(&vec![0.0; 100])?;
///     let best = batch.rewards().iter().fold(0.0, |best: f32, &reward| best.max(reward));
///     assert_eq!(best, 1.0);
///     batch.reset_ended();
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Task: Send + Sync {
    /// What the task keeps for each world beside the world: a count of steps, a goal, what the last reward
    /// was measured from. [`Task::reset`] must set all of it.
    type State: Clone + Default + Send;

    /// How many numbers the action of a world has.
    fn action_len(&self) -> usize;

    /// How many numbers the observation of a world has.
    fn observation_len(&self) -> usize;

    /// Begins an episode: the world is as in the level, with the parameters of the episode. `random` depends
    /// on the seed of the batch, the index of the world and the number of the episode.
    ///
    /// # Errors
    /// Any error of the world: it gets the flag [`Flag::Refused`](crate::Flag::Refused).
    fn reset(&self, world: &mut World, state: &mut Self::State, random: &mut Random) -> Result<(), DefError>;

    /// Does what the action means, before step `frame` of those that are made with this action, from 0 to one
    /// below the frame skip. The numbers are finite. Forces last for one step, so they are applied in each
    /// frame; what stays, such as the speed of a motor, may be set in frame 0 only.
    ///
    /// # Errors
    /// Any error of the world: it gets the flag [`Flag::Refused`](crate::Flag::Refused).
    fn act(
        &self,
        world: &mut World,
        state: &mut Self::State,
        action: &[f32],
        frame: u32,
    ) -> Result<(), DefError>;

    /// Writes the observation after the steps of an action, and tells what came of it. Called after a reset
    /// too, where the outcome is not used.
    ///
    /// # Errors
    /// Any error of the world: it gets the flag [`Flag::Refused`](crate::Flag::Refused), and its observation
    /// is zero.
    fn observe(
        &self,
        world: &World,
        state: &mut Self::State,
        observation: &mut [f32],
    ) -> Result<Outcome, DefError>;
}

/// What came of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The reward.
    pub reward: f32,
    /// Whether the task is over: won, lost, fallen.
    pub terminated: bool,
    /// Whether the episode was cut short, by a bound of its length.
    pub truncated: bool,
}
