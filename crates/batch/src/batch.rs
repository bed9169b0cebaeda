//! The batch: the interface of this crate for programs.

use crate::actor::{Actor, Begin, Plan};
use crate::error::BatchError;
use crate::flag::{Fault, Flag};
use crate::interrupt::Interrupt;
use crate::maps::Maps;
use crate::rows::{Arrays, Rows, Slot};
use crate::task::Task;
use compute::Workers;
use std::fmt;
use world::{DefError, LevelIds, World};

/// The greatest number of workers, that of [`Workers::new`].
const MAX_WORKERS: usize = 32;

/// Many worlds of one level, which are stepped side by side.
///
/// All arrays are flat and in the order of the worlds: world `i` has `width` numbers from `i * width` on.
/// Nothing depends on the number of threads: each world has the bits that it would have alone.
///
/// ```
/// use batch::Batch;
/// use batch::geom::Shape;
/// use batch::world::{BodyDef, ColliderDef, Level};
///
/// let mut level = Level::default();
/// let ball = level.body_with(BodyDef::dynamic(), ColliderDef::new(Shape::circle(0.5)?));
/// let mut batch = Batch::new(&level, 1000, 2)?;
/// let ball = batch.ids().bodies[ball as usize]; // in every world
/// batch.world_mut(7)?.body_mut(ball)?.set_velocity([3.0, 0.0])?;
/// batch.step(&[])?;
/// assert!(batch.world(7)?.body(ball)?.pose().position.x > 0.0);
/// assert_eq!(batch.world(8)?.body(ball)?.pose().position.x, 0.0);
/// batch.reset_all();
/// assert_eq!(batch.world(7)?.full_hash(), batch.world(8)?.full_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("VecEnv", "vectorized environment"))]
pub struct Batch<T: Task = Maps> {
    plan: Plan,
    task: T,
    ids: LevelIds,
    arrays: Arrays<T::State>,
    workers: Workers,
    /// One for each worker.
    actors: Vec<Actor>,
    /// `true` for each world.
    all: Vec<bool>,
    /// Which worlds are reset by [`Batch::reset_ended`].
    ended: Vec<bool>,
    observations: Vec<f32>,
}

impl<T: Task> Batch<T> {
    /// A batch of copies of `template`, all reset.
    pub(crate) fn of(
        plan: Plan,
        task: T,
        template: World,
        ids: LevelIds,
        worlds: usize,
        workers: Workers,
        actors: Vec<Actor>,
    ) -> Self {
        let widths = plan.widths;
        let slot = |world| Slot { world, state: T::State::default(), next_episode: 0, fault: None };
        let mut slots: Vec<_> = (1..worlds).map(|_| slot(template.clone())).collect();
        slots.push(slot(template));
        let arrays = Arrays {
            slots,
            rewards: vec![0.0; worlds],
            terminated: vec![false; worlds],
            truncated: vec![false; worlds],
            flags: vec![Flag::Running; worlds],
            factors: vec![0.0; worlds * widths.factors],
        };
        let (all, ended) = (vec![true; worlds], vec![false; worlds]);
        let observations = vec![0.0; worlds * widths.observation];
        let mut batch = Self { plan, task, ids, arrays, workers, actors, all, ended, observations };
        batch.reset_all();
        batch
    }

    /// Steps each world with its action, as often as the frame skip says, and writes the observations.
    /// `actions` has [`Batch::action_len`] numbers for each world.
    ///
    /// A world whose action is not finite is not stepped and gets the flag [`Flag::BadAction`]; one in which
    /// a body's motion is no longer finite stops there with [`Flag::BodyStopped`]. Such a world stays as it
    /// is, with reward 0 and truncated, until it is reset; the others go on as they would without it.
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    pub fn step(&mut self, actions: &[f32]) -> Result<(), BatchError> {
        self.check_length("actions", actions.len(), self.action_len())?;
        let Self { plan, task, arrays, workers, actors, observations, .. } = self;
        step(plan, task, arrays.rows(&[], actions, observations), workers, actors);
        Ok(())
    }

    /// [`Batch::step`] that writes the observations into an array of the program, and not into
    /// [`Batch::observations`], which stays as it is.
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    pub fn step_into(&mut self, actions: &[f32], observations: &mut [f32]) -> Result<(), BatchError> {
        self.check_length("actions", actions.len(), self.action_len())?;
        self.check_length("observations", observations.len(), self.observation_len())?;
        let Self { plan, task, arrays, workers, actors, .. } = self;
        step(plan, task, arrays.rows(&[], actions, observations), workers, actors);
        Ok(())
    }

    /// Begins a new episode in each world that `mask` names: as the level says, with parameters drawn anew.
    /// Writes their rows of all arrays. The other worlds are not touched.
    ///
    /// # Errors
    /// [`BatchError::Length`] if the mask has not one value for each world; nothing is changed.
    pub fn reset(&mut self, mask: &[bool]) -> Result<(), BatchError> {
        self.check_length("mask", mask.len(), 1)?;
        let Self { plan, task, arrays, workers, actors, observations, .. } = self;
        begin(plan, task, arrays.rows(mask, &[], observations), workers, actors, None);
        Ok(())
    }

    /// [`Batch::reset`] that writes the observations into an array of the program, and not into
    /// [`Batch::observations`].
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    pub fn reset_into(&mut self, mask: &[bool], observations: &mut [f32]) -> Result<(), BatchError> {
        self.check_length("mask", mask.len(), 1)?;
        self.check_length("observations", observations.len(), self.observation_len())?;
        let Self { plan, task, arrays, workers, actors, .. } = self;
        begin(plan, task, arrays.rows(mask, &[], observations), workers, actors, None);
        Ok(())
    }

    /// [`Batch::reset_into`] with initial values of the program: `start` gets the index of each world that is
    /// reset, and the world as its episode would begin, to be changed. It is called by the workers, and what
    /// it does may depend on its arguments only.
    ///
    /// A world for which it returns an error gets the flag [`Flag::Refused`]. What the task keeps beside the
    /// world has been set before.
    ///
    /// ```
    /// use batch::BatchDef;
    /// use batch::world::{BodyDef, Level};
    ///
    /// let mut level = Level::default();
    /// let ball = level.body(BodyDef::dynamic());
    /// let mut batch = BatchDef::new(&level).worlds(8).build()?;
    /// let ball = batch.ids().bodies[ball as usize];
    /// batch.reset_with(&[true; 8], &mut [], |index, world| {
    ///     world.body_mut(ball)?.set_velocity([index as f32, 0.0])?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(batch.world(5)?.body(ball)?.velocity().x, 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BatchError::Length`]; nothing is changed.
    pub fn reset_with(
        &mut self,
        mask: &[bool],
        observations: &mut [f32],
        start: impl Fn(usize, &mut World) -> Result<(), DefError> + Sync,
    ) -> Result<(), BatchError> {
        self.check_length("mask", mask.len(), 1)?;
        self.check_length("observations", observations.len(), self.observation_len())?;
        let Self { plan, task, arrays, workers, actors, .. } = self;
        begin(plan, task, arrays.rows(mask, &[], observations), workers, actors, Some(&start));
        Ok(())
    }

    /// Sets what ends a long step early; `None`, as at the beginning, for nothing.
    pub fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        self.plan.interrupt = interrupt;
    }

    /// [`Batch::reset`] of all worlds.
    pub fn reset_all(&mut self) {
        let Self { plan, task, arrays, workers, actors, observations, all, .. } = self;
        begin(plan, task, arrays.rows(all, &[], observations), workers, actors, None);
    }

    /// [`Batch::reset`] of all worlds whose episode is over: terminated, truncated, or stopped by a fault.
    /// Call it after the rewards and observations of the step have been read.
    pub fn reset_ended(&mut self) {
        let Self { plan, task, arrays, workers, actors, observations, ended, .. } = self;
        let Arrays { terminated, truncated, .. } = &*arrays;
        for (ended, (terminated, truncated)) in ended.iter_mut().zip(terminated.iter().zip(truncated)) {
            // A world with a fault is truncated.
            *ended = *terminated || *truncated;
        }
        begin(plan, task, arrays.rows(ended, &[], observations), workers, actors, None);
    }

    /// How many worlds there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is at least one world")]
    pub fn len(&self) -> usize {
        self.arrays.slots.len()
    }

    /// How many numbers the action of a world has.
    #[must_use]
    pub fn action_len(&self) -> usize {
        self.plan.widths.action
    }

    /// How many numbers the observation of a world has.
    #[must_use]
    pub fn observation_len(&self) -> usize {
        self.plan.widths.observation
    }

    /// How many threads step the worlds.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.workers.threads()
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &T {
        &self.task
    }

    /// The handles of what is in the level. They are the same in every world.
    #[must_use]
    pub fn ids(&self) -> &LevelIds {
        &self.ids
    }

    /// A world.
    ///
    /// # Errors
    /// [`BatchError::World`] if there is none with this index.
    pub fn world(&self, index: usize) -> Result<&World, BatchError> {
        let error = BatchError::World { index, worlds: self.arrays.slots.len() };
        self.arrays.slots.get(index).map(|slot| &slot.world).ok_or(error)
    }

    /// A world, to be changed. What is changed lasts until the world is reset.
    ///
    /// # Errors
    /// [`BatchError::World`] if there is none with this index.
    pub fn world_mut(&mut self, index: usize) -> Result<&mut World, BatchError> {
        let error = BatchError::World { index, worlds: self.arrays.slots.len() };
        self.arrays.slots.get_mut(index).map(|slot| &mut slot.world).ok_or(error)
    }

    /// What the task keeps for a world.
    ///
    /// # Errors
    /// [`BatchError::World`] if there is none with this index.
    pub fn state(&self, index: usize) -> Result<&T::State, BatchError> {
        let error = BatchError::World { index, worlds: self.arrays.slots.len() };
        self.arrays.slots.get(index).map(|slot| &slot.state).ok_or(error)
    }

    /// Writes a row of `each` items for every world into an array of the program, on the threads of the
    /// batch: pictures, costs, whatever is asked of all worlds at once. `write` gets the task, a world, its
    /// state, its row, and something that it may keep from world to world for its memory.
    ///
    /// # Errors
    /// [`BatchError::Length`] if the array, called `array` in the error, has not `each` items for each world;
    /// nothing is written.
    ///
    /// ```
    /// # use batch::Batch;
    /// # use batch::geom::Shape;
    /// # use batch::world::{BodyDef, ColliderDef, Level};
    /// # let mut level = Level::default();
    /// # level.body_with(BodyDef::dynamic(), ColliderDef::new(Shape::circle(0.5)?));
    /// # let mut batch = Batch::new(&level, 100, 2)?;
    /// let mut counts = [0; 100];
    /// batch.write_rows("counts", &mut counts, 1, |_, world, _, row, _: &mut ()| {
    ///     row[0] = world.bodies().count();
    /// })?;
    /// assert_eq!(counts, [1; 100]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_rows<R: Send, B: Default>(
        &mut self,
        array: &'static str,
        to: &mut [R],
        each: usize,
        write: impl Fn(&T, &World, &T::State, &mut [R], &mut B) + Sync,
    ) -> Result<(), BatchError> {
        self.check_length(array, to.len(), each)?;
        if each == 0 {
            return Ok(());
        }
        let (task, chunk) = (&self.task, self.plan.chunk);
        let mut rows: Vec<&mut [R]> = to.chunks_exact_mut(each).collect();
        self.workers.for_each_chunk_of_two(&mut self.arrays.slots, &mut rows, chunk, |_, slots, rows| {
            let mut kept = B::default();
            for (slot, row) in slots.iter().zip(rows) {
                write(task, &slot.world, &slot.state, row, &mut kept);
            }
        });
        Ok(())
    }

    /// The observations, [`Batch::observation_len`] numbers for each world. The array stays where it is in
    /// memory as long as the batch lives.
    #[must_use]
    pub fn observations(&self) -> &[f32] {
        &self.observations
    }

    /// The reward of the last step, one number for each world; zero after a reset and for maps.
    #[must_use]
    pub fn rewards(&self) -> &[f32] {
        &self.arrays.rewards
    }

    /// Whether the last step ended the task, for each world. A world goes on until it is reset.
    #[must_use]
    pub fn terminated(&self) -> &[bool] {
        &self.arrays.terminated
    }

    /// Whether the episode was cut short, for each world: by the task, or since the world has a fault.
    #[must_use]
    pub fn truncated(&self) -> &[bool] {
        &self.arrays.truncated
    }

    /// Whether each world goes on, and if not, why.
    #[must_use]
    pub fn flags(&self) -> &[Flag] {
        &self.arrays.flags
    }

    /// Why a world does not go on, with the numbers; `None` if it does.
    ///
    /// # Errors
    /// [`BatchError::World`] if there is none with this index.
    pub fn fault(&self, index: usize) -> Result<Option<Fault>, BatchError> {
        let error = BatchError::World { index, worlds: self.arrays.slots.len() };
        self.arrays.slots.get(index).map(|slot| slot.fault).ok_or(error)
    }

    /// The factors that each world has drawn for its episode, as many as there are parameters for each world.
    #[must_use]
    pub fn parameters(&self) -> &[f32] {
        &self.arrays.factors
    }

    fn check_length(&self, array: &'static str, found: usize, each: usize) -> Result<(), BatchError> {
        let worlds = self.arrays.slots.len();
        if found == worlds * each { Ok(()) } else { Err(BatchError::Length { array, found, worlds, each }) }
    }
}

impl<T: Task> fmt::Debug for Batch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch")
            .field("worlds", &self.len())
            .field("threads", &self.threads())
            .field("action_len", &self.action_len())
            .field("observation_len", &self.observation_len())
            .finish_non_exhaustive()
    }
}

/// Steps the worlds of these rows.
fn step<T: Task>(
    plan: &Plan,
    task: &T,
    rows: Rows<'_, T::State>,
    workers: &mut Workers,
    actors: &mut [Actor],
) {
    let work = |actor: &mut Actor, rows: Rows<'_, T::State>| actor.step(plan, task, rows);
    run(workers, actors, plan, rows, work);
}

/// Begins an episode in each world of these rows that their mask names.
fn begin<T: Task>(
    plan: &Plan,
    task: &T,
    rows: Rows<'_, T::State>,
    workers: &mut Workers,
    actors: &mut [Actor],
    start: Option<Begin<'_>>,
) {
    let work = |actor: &mut Actor, rows: Rows<'_, T::State>| actor.reset(plan, task, rows, start);
    run(workers, actors, plan, rows, work);
}

/// Gives each worker its range of the worlds, and does the work on all of them.
fn run<S: Send>(
    workers: &mut Workers,
    actors: &mut [Actor],
    plan: &Plan,
    mut rows: Rows<'_, S>,
    work: impl Fn(&mut Actor, Rows<'_, S>) + Sync,
) {
    let (worlds, parts) = (rows.slots.len(), actors.len());
    if parts == 1 {
        return work(&mut actors[0], rows);
    }
    // On the stack, so that nothing is allocated.
    let mut jobs: [Option<Rows<'_, S>>; MAX_WORKERS] = std::array::from_fn(|part| {
        let range = |part: usize| worlds * part / parts;
        (part < parts).then(|| rows.take_front(range(part + 1) - range(part), plan.widths))
    });
    workers.for_each_chunk_of_two(actors, &mut jobs[..parts], 1, |_, actors, jobs| {
        for (actor, job) in actors.iter_mut().zip(jobs) {
            if let Some(rows) = job.take() {
                work(actor, rows);
            }
        }
    });
}
