//! What a batch is made of.

use crate::actor::{Actor, Plan};
use crate::batch::Batch;
use crate::error::BatchError;
use crate::maps::{Action, Maps, Observation};
use crate::parameters::{Parameter, Parameters};
use crate::rows::Widths;
use crate::task::Task;
use compute::Workers;
use world::{DefError, Level, LevelIds, World};

/// Worlds of a chunk. Larger chunks leave the cache, smaller ones give a stepper less to solve together: see
/// `docs/batch.md`.
const CHUNK: usize = 64;

/// The most steps that are made with one action: more are an error of units.
const MAX_FRAME_SKIP: u32 = 10_000;

/// What a batch is made of: many worlds of one level, and what an action, an observation and an episode are.
///
/// ```
/// use batch::{Action, BatchDef, Observation};
/// use batch::geom::Shape;
/// use batch::world::{BodyDef, ColliderDef, Level};
///
/// let mut level = Level::default();
/// let puck = level.body_with(BodyDef::dynamic(), ColliderDef::new(Shape::circle(0.1)?));
/// let mut batch = BatchDef::new(&level)
///     .worlds(64)
///     .threads(2)
///     .frame_skip(4)
///     .actions(vec![Action::force(puck)])
///     .observations(vec![Observation::Pose { body: puck }, Observation::Velocity { body: puck }])
///     .build()?;
/// batch.step(&[0.5; 64 * 2])?;
/// assert_eq!(batch.observations().len(), 64 * 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchDef<'a> {
    /// The level of all worlds.
    pub level: &'a Level,
    /// How many worlds, at least 1.
    pub worlds: usize,
    /// How many threads step them, the calling one among them, at least 1; see
    /// [`Workers::new`](compute::Workers::new). No result depends on it.
    pub threads: usize,
    /// s, of one step, above 0 and at most 1.
    pub dt: f32,
    /// How many steps are made with one action, 1 to 10,000.
    pub frame_skip: u32,
    /// With the index of a world and the number of its episode it decides what is drawn.
    pub seed: u64,
    /// What the numbers of an action are, in this order. Empty for a batch with a task of its own.
    pub actions: Vec<Action>,
    /// What the numbers of an observation are, in this order. Empty for a batch with a task of its own.
    pub observations: Vec<Observation>,
    /// What differs from world to world.
    pub parameters: Vec<Parameter>,
    /// How many worlds a worker steps together, at least 1. No result depends on it.
    pub chunk: usize,
}

impl<'a> BatchDef<'a> {
    /// One world of this level on one thread, with steps of 1/60 s, without actions, observations and
    /// parameters.
    #[must_use]
    pub fn new(level: &'a Level) -> Self {
        Self {
            level,
            worlds: 1,
            threads: 1,
            dt: 1.0 / 60.0,
            frame_skip: 1,
            seed: 0,
            actions: Vec::new(),
            observations: Vec::new(),
            parameters: Vec::new(),
            chunk: CHUNK,
        }
    }

    /// Sets the number of worlds.
    #[must_use]
    pub fn worlds(self, worlds: usize) -> Self {
        Self { worlds, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the length of a step, s.
    #[must_use]
    pub fn dt(self, dt: f32) -> Self {
        Self { dt, ..self }
    }

    /// Sets how many steps are made with one action.
    #[must_use]
    pub fn frame_skip(self, frame_skip: u32) -> Self {
        Self { frame_skip, ..self }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets what the numbers of an action are.
    #[must_use]
    pub fn actions(self, actions: Vec<Action>) -> Self {
        Self { actions, ..self }
    }

    /// Sets what the numbers of an observation are.
    #[must_use]
    pub fn observations(self, observations: Vec<Observation>) -> Self {
        Self { observations, ..self }
    }

    /// Sets what differs from world to world.
    #[must_use]
    pub fn parameters(self, parameters: Vec<Parameter>) -> Self {
        Self { parameters, ..self }
    }

    /// Sets how many worlds a worker steps together.
    #[must_use]
    pub fn chunk(self, chunk: usize) -> Self {
        Self { chunk, ..self }
    }

    /// Makes the batch. All worlds are at the beginning of their episode 0, and observed.
    ///
    /// # Errors
    /// [`BatchError`] that names what is out of its range, or what the level does not hold.
    pub fn build(self) -> Result<Batch, BatchError> {
        let (template, ids) = self.load()?;
        let action_seconds = self.dt * self.frame_skip as f32;
        let maps = Maps::new(&self.actions, &self.observations, &template, &ids, action_seconds)?;
        self.finish(template, ids, maps)
    }

    /// Makes a batch with a task, which `make` gets a world and the handles for.
    ///
    /// # Errors
    /// As [`BatchDef::build`], the error of `make`, and [`BatchError::BesideTask`] if there are actions or
    /// observations too.
    pub fn build_task<T: Task>(
        self,
        make: impl FnOnce(&World, &LevelIds) -> Result<T, DefError>,
    ) -> Result<Batch<T>, BatchError> {
        if !self.actions.is_empty() {
            return Err(BatchError::BesideTask { list: "actions" });
        }
        if !self.observations.is_empty() {
            return Err(BatchError::BesideTask { list: "observations" });
        }
        let (template, ids) = self.load()?;
        let task = make(&template, &ids)?;
        self.finish(template, ids, task)
    }

    /// Checks the numbers and makes the first world.
    fn load(&self) -> Result<(World, LevelIds), BatchError> {
        let counts = [
            ("worlds", self.worlds),
            ("threads", self.threads),
            ("frame_skip", self.frame_skip as usize),
            ("chunk", self.chunk),
        ];
        for (field, value) in counts {
            if value == 0 {
                return Err(BatchError::Count { field, value, expected: "at least 1" });
            }
        }
        if self.frame_skip > MAX_FRAME_SKIP {
            let (field, value) = ("frame_skip", self.frame_skip as usize);
            return Err(BatchError::Count { field, value, expected: "at most 10,000" });
        }
        if !(self.dt > 0.0 && self.dt <= 1.0) {
            return Err(BatchError::Value { field: "dt", value: self.dt, expected: "above 0 and at most 1" });
        }
        Ok(World::load(self.level)?)
    }

    fn finish<T: Task>(self, template: World, ids: LevelIds, task: T) -> Result<Batch<T>, BatchError> {
        let action_len = task.action_len();
        let parameters = Parameters::new(&self.parameters, &template, &ids, action_len)?;
        let widths =
            Widths { action: action_len, observation: task.observation_len(), factors: parameters.len() };
        let Self { dt, frame_skip, seed, chunk, worlds, threads, .. } = self;
        let plan = Plan { dt, frame_skip, seed, chunk, widths, parameters, interrupt: None };
        let workers = Workers::new(threads.min(worlds));
        let actors = (0..workers.threads()).map(|_| Actor::new(&template, action_len)).collect();
        Ok(Batch::of(plan, task, template, ids, worlds, workers, actors))
    }
}

impl Batch {
    /// Worlds of a level without actions and observations, which the program changes and reads by
    /// [`Batch::world_mut`] and [`Batch::world`]. [`BatchDef`] is the long form.
    ///
    /// # Errors
    /// As [`BatchDef::build`].
    pub fn new(level: &Level, worlds: usize, threads: usize) -> Result<Self, BatchError> {
        BatchDef::new(level).worlds(worlds).threads(threads).build()
    }
}
