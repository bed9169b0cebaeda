//! The world: the interface of this crate for programs.
//!
//! ```text
//!   world.rs    what a world is; settings, threads, the step and its events
//!   load.rs     levels in (`../save.rs` is the way back)
//!   edit.rs     bodies, colliders and joints are added and removed
//!   close_joints.rs  open joints are closed without speed
//!   read.rs     views of what there is, and sums
//!   saved_handles.rs  handles that were saved, in a world from bytes
//! ```

mod close_joints;
mod edit;
mod load;
mod read;
mod saved_handles;

pub use read::WorldStats;

use crate::body::check_in_world;
use crate::error::DefError;
use crate::events::Events;
use crate::hook::ContactHook;
use crate::id::BodyId;
use crate::invalid::Invalid;
use crate::joint::BodyPoses;
use crate::level::{Level, LevelIds};
use crate::recording::{Call, Recorder};
use crate::settings::WorldSettings;
use crate::snapshot::Snapshot;
use crate::step::{Clock, LastStep, Pipeline, StageTimes, StepTrace};
use crate::stores::Stores;
use broadphase::{Broadphase, DynamicTree};
use compute::workers::Executor;
use compute::{Width, Workers};
use geom::{Position, WorldPose};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Every handle holds the tag of its world.
static NEXT_TAG: AtomicU32 = AtomicU32::new(0);

/// A simulation: bodies, colliders and joints, and the step that moves them.
///
/// The broad phase is a type parameter. It changes the speed of a simulation, but no bit of its result.
///
/// ```
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
/// use geom::Shape;
///
/// let mut world = World::new(WorldSettings::default()); // gravity (0, -9.81) m/s^2
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5)?))?; // half extents, m
/// let ball = world.add_body(BodyDef::dynamic().position([0.0, 3.0]))?;
/// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?).restitution(0.5))?;
/// for _ in 0..300 {
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.body(ball)?.pose().position.y - 1.0).abs() < 0.01);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
#[doc(alias("b2WorldId", "PhysicsWorld", "RigidBodySet", "ColliderSet", "PhysicsPipeline"))]
#[doc(alias("IslandManager", "as_query_pipeline"))]
pub struct World<B: Broadphase = DynamicTree> {
    pub(crate) stores: Stores,
    pub(crate) broadphase: B,
    /// Made when it is first needed; a [`Stepper`](crate::Stepper) does not need it.
    pub(crate) pipeline: Option<Box<Pipeline>>,
    pub(crate) last_step: LastStep,
    pub(crate) recorder: Option<Box<Recorder>>,
}

impl World {
    /// An empty world with the default broad phase.
    ///
    /// # Panics
    /// If a setting is out of its range, with the message of [`WorldSettings::validate`];
    /// [`World::with_broadphase`] returns the error.
    #[must_use]
    #[doc(alias = "b2CreateWorld")]
    #[doc(alias = "b2DestroyWorld")]
    pub fn new(settings: WorldSettings) -> Self {
        match Self::with_broadphase(settings, DynamicTree::default()) {
            Ok(world) => world,
            Err(error) => panic!("{error}"),
        }
    }

    /// A world with the settings, bodies, colliders and joints of a level, and their handles. The slot of a
    /// body is its index in the level. [`World::to_level`] is the way back.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, Level, World, WorldSettings};
    ///
    /// let mut level = Level::new(WorldSettings::default());
    /// let ball = ColliderDef::new(Shape::circle(0.25)?);
    /// let player = level.body_with(BodyDef::dynamic(), ball);
    /// let (mut world, ids) = World::load(&level)?;
    /// world.body_mut(ids.bodies[player as usize])?.set_velocity([1.0, 0.0])?;
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level.
    pub fn load(level: &Level) -> Result<(Self, LevelIds), DefError> {
        Self::load_with(level, DynamicTree::default())
    }

    /// [`World::load`] which also closes joints that begin open, as [`World::close_joints`] does. Returns
    /// also the greatest error left, m or rad, which is large where joints contradict each other.
    ///
    /// # Errors
    /// [`DefError`] for the first invalid part of the level, for a tolerance that is not above zero, or if a
    /// body would leave the world.
    pub fn load_closed(
        level: &Level,
        tolerance: f32,
        max_sweeps: u32,
    ) -> Result<(Self, LevelIds, f32), DefError> {
        let mut world = Self::with_broadphase(level.settings, DynamicTree::default())?;
        let (ids, left) = world.add_level_closed(level, tolerance, max_sweeps)?;
        Ok((world, ids, left))
    }
}

impl Default for World {
    /// An empty world with the default settings and the default broad phase.
    fn default() -> Self {
        Self::new(WorldSettings::default())
    }
}

impl<B: Broadphase> BodyPoses<BodyId> for World<B> {
    fn pose_of(&self, body: BodyId) -> Result<WorldPose, DefError> {
        Ok(self.body(body)?.world_pose())
    }
}

impl<B: Broadphase> World<B> {
    /// An empty world with this broad phase, which must be empty.
    ///
    /// # Errors
    /// [`DefError`] that names a setting out of its range.
    ///
    /// ```
    /// use broadphase::SortAndSweep;
    /// use world::{World, WorldSettings};
    ///
    /// let mut world = World::with_broadphase(WorldSettings::default(), SortAndSweep::default())?;
    /// world.step(1.0 / 60.0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn with_broadphase(settings: WorldSettings, broadphase: B) -> Result<Self, DefError> {
        settings.validate()?;
        let tag = NEXT_TAG.fetch_add(1, Ordering::Relaxed);
        let stores = Stores::new(settings, tag);
        Ok(Self { stores, broadphase, pipeline: None, last_step: LastStep::default(), recorder: None })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &WorldSettings {
        &self.stores.settings
    }

    /// Checks that a position (m) is in the world, within 1e8 length units of the origin along each axis.
    /// Errors call its coordinates `names`.
    ///
    /// ```
    /// let world = world::World::default();
    /// assert!(world.check_position(["start.x", "start.y"], [1e8, 0.0]).is_ok());
    /// let error = world.check_position(["start.x", "start.y"], [0.0, f64::NAN]).unwrap_err();
    /// assert_eq!(error.to_string(), "start.y is NaN: it must be within 100,000 km of the origin");
    /// ```
    ///
    /// # Errors
    /// [`DefError::Value`] for the first coordinate that is not.
    pub fn check_position(
        &self,
        names: [&'static str; 2],
        position: impl Into<Position>,
    ) -> Result<(), DefError> {
        check_in_world(names, position.into(), self.stores.settings.length_unit)
    }

    /// Changes the settings and, if any is different, wakes all bodies. `length_unit` cannot change: the
    /// margins of the existing colliders depend on it.
    ///
    /// # Errors
    /// [`DefError`] that names a setting out of its range.
    #[doc(alias = "b2World_SetGravity")]
    #[doc(alias("b2World_EnableSleeping", "b2World_SetRestitutionThreshold"))]
    pub fn set_settings(&mut self, settings: WorldSettings) -> Result<(), DefError> {
        settings.validate()?;
        if settings.length_unit != self.stores.settings.length_unit {
            return Err(DefError::Value {
                field: "length_unit",
                value: settings.length_unit,
                expected: "what it was when the world was made",
            });
        }
        let is_changed = settings != self.stores.settings;
        if settings.manifolds != self.stores.settings.manifolds {
            self.stores.contacts.forget_all_caches();
        }
        self.stores.settings = settings;
        self.stores.combine_all_materials();
        if is_changed {
            self.stores.wake_all();
        }
        self.note(|| Call::SetSettings(Box::new(settings)));
        Ok(())
    }

    /// Sets the [`ContactHook`], and searches for the pairs of the colliders that ask for it again.
    #[doc(alias = "b2World_SetPreSolveCallback")]
    #[doc(alias = "b2World_SetCustomFilterCallback")]
    #[doc(alias = "PhysicsHooks")]
    pub fn set_contact_hook(&mut self, hook: Option<Arc<dyn ContactHook>>) {
        let is_some = hook.is_some();
        self.stores.hook = hook;
        let hooked: Vec<_> = self.stores.colliders.iter().map(|(slot, _)| slot).collect();
        for slot in hooked {
            if self.stores.colliders.extra(slot).has_hook {
                self.stores.change_conditions(slot, |_| {});
                self.stores.search_pairs_of(slot);
            }
        }
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::SetContactHook(is_some));
    }

    /// [`World::set_contact_hook`] without asking the hook about pairs whose boxes overlap already: for a
    /// copy of a world, or one restored from bytes, which is to go on with the same bits. The new hook must
    /// answer as the old one.
    pub fn keep_contact_hook(&mut self, hook: Option<Arc<dyn ContactHook>>) {
        let is_some = hook.is_some();
        self.stores.hook = hook;
        self.note(|| Call::KeepContactHook(is_some));
    }

    /// Removes everything. What is added from now on moves as in a new world with the same settings, bit for
    /// bit; after removing all bodies one by one it does not, since contacts are solved in the order of
    /// slots. Settings, contact hook, threads, width and broad phase stay. All handles are refused from now
    /// on, and the removal leaves no events.
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let ball = world.add_body(BodyDef::dynamic())?;
    /// world.clear();
    /// assert!(world.body(ball).is_err());
    /// assert_eq!(world.full_hash(), World::default().full_hash());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias("reset", "remove_all"))]
    pub fn clear(&mut self) {
        let tag = NEXT_TAG.fetch_add(1, Ordering::Relaxed);
        let restored = self.restore(&Snapshot::of(Stores::new(self.stores.settings, tag)));
        debug_assert!(restored.is_ok(), "{restored:?}");
    }

    /// Sets how many threads a step uses, clamped to 1 to 32, the calling thread included. The results do not
    /// depend on it.
    ///
    /// No more threads start than the machine has cores (`std::thread::available_parallelism`). Asking for
    /// more costs some percent.
    #[doc(alias("enqueueTask", "finishTask"))]
    pub fn set_threads(&mut self, threads: usize) {
        self.pipeline().workers = Workers::new(threads);
    }

    /// Lets a step run on threads of the program, such as the pool of a game, the calling thread included,
    /// instead of [`World::set_threads`].
    ///
    /// ```
    /// use compute::workers::Executor;
    /// use std::sync::Arc;
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// #[derive(Debug)]
    /// struct Scoped;
    ///
    /// impl Executor for Scoped {
    ///     fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
    ///         std::thread::scope(|scope| {
    ///             for worker in 1..workers {
    ///                 scope.spawn(move || job(worker));
    ///             }
    ///             job(0);
    ///         });
    ///     }
    /// }
    ///
    /// let mut world = World::default();
    /// let ground = world.add_body(BodyDef::fixed())?;
    /// world.add_collider(ground, ColliderDef::new(geom::Shape::rectangle(50.0, 0.5)?))?;
    /// for index in 0..400 {
    ///     let (x, y) = (f64::from(index % 20), f64::from(index / 20));
    ///     let body = world.add_body(BodyDef::dynamic().position([x * 1.05, 1.5 + y * 1.05]))?;
    ///     world.add_collider(body, ColliderDef::new(geom::Shape::rectangle(0.5, 0.5)?))?;
    /// }
    /// let mut hosted = world.clone();
    /// hosted.set_executor(3, Arc::new(Scoped));
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    ///     hosted.step(1.0 / 60.0);
    /// }
    /// assert_eq!(hosted.state_hash(), world.state_hash());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias("enqueueTask", "finishTask"))]
    pub fn set_executor(&mut self, threads: usize, executor: Arc<dyn Executor>) {
        self.pipeline().workers = Workers::with_executor(threads, executor);
    }

    /// The number of threads that [`World::set_threads`] has set; 1 at first.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pipeline.as_ref().map_or(1, |pipeline| pipeline.workers.threads())
    }

    /// Sets the width of vector instructions, on which no result depends; by default the widest of the
    /// machine.
    pub fn set_width(&mut self, width: Width) {
        self.pipeline().set_width(width);
    }

    /// The width of vector instructions in use.
    #[must_use]
    pub fn width(&self) -> Width {
        self.pipeline.as_ref().map_or_else(Width::best, |pipeline| pipeline.width())
    }

    /// The same world with another broad phase, which must be empty.
    #[must_use]
    pub fn replace_broadphase<C: Broadphase>(self, mut broadphase: C) -> World<C> {
        let Self { mut stores, broadphase: _, pipeline, last_step, recorder } = self;
        stores.fill(&mut broadphase);
        World { stores, broadphase, pipeline, last_step, recorder }
    }

    /// Advances the simulation by `dt` seconds, 0 to 1. With zero, or a `dt` out of that range, no time
    /// passes, but [`World::events`] are those since the last step, with a [warning](Events::warnings) if
    /// `dt` is out of range. Panics only with the feature `validate`, if [`World::validate`] finds an error.
    #[doc(alias = "b2World_Step")]
    pub fn step(&mut self, dt: f32) {
        let pipeline = self.pipeline.get_or_insert_default();
        pipeline.step(&mut self.stores, &mut self.broadphase, &mut self.last_step, dt);
        self.finish_step(dt);
    }

    fn pipeline(&mut self) -> &mut Pipeline {
        self.pipeline.get_or_insert_default()
    }

    pub(crate) fn finish_step(&mut self, dt: f32) {
        if let Some(recorder) = &mut self.recorder {
            recorder.push_step(dt, &self.stores);
        }
        #[cfg(feature = "validate")]
        if let Err(invalid) = self.validate() {
            panic!("{invalid}");
        }
    }

    /// What happened in the last step, and by changes of the program just before it.
    #[must_use]
    #[doc(alias("b2World_GetContactEvents", "b2World_GetSensorEvents", "EventHandler"))]
    pub fn events(&self) -> &Events {
        &self.stores.events.last
    }

    /// Takes the events out of the world, so that a handler can change the world while it reads them.
    /// [`World::swap_events`] does the same without allocating.
    ///
    /// ```
    /// # use geom::Shape;
    /// # use world::{BodyDef, ColliderDef, World, WorldSettings};
    /// # let mut world = World::new(WorldSettings::default());
    /// # let ground = world.add_body(BodyDef::fixed())?;
    /// # world.add_collider(ground, ColliderDef::new(Shape::rectangle(10.0, 0.5)?))?;
    /// # let egg = world.add_body(BodyDef::dynamic().position([0.0, 1.1]))?;
    /// # world.add_collider(egg, ColliderDef::new(Shape::circle(0.5)?))?;
    /// # for _ in 0..60 {
    /// world.step(1.0 / 60.0);
    /// for touch in world.take_events().contacts_begun() {
    ///     world.remove_body(touch.b.body)?;
    /// }
    /// # }
    /// # assert!(world.body(egg).is_err());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn take_events(&mut self) -> Events {
        std::mem::take(&mut self.stores.events.last)
    }

    /// Exchanges the events of the world for `events`, which are cleared before: [`World::take_events`] which
    /// reuses memory.
    pub fn swap_events(&mut self, events: &mut Events) {
        events.clear();
        std::mem::swap(&mut self.stores.events.last, events);
    }

    /// How long the stages of the last step took; zero without a clock ([`World::set_clock`]).
    #[must_use]
    #[doc(alias = "b2World_GetProfile")]
    pub fn stage_times(&self) -> &StageTimes {
        &self.last_step.times
    }

    /// Sets the clock of [`World::stage_times`]: a function that returns the time since any moment, such as
    /// [`machine_clock`](crate::machine_clock). `None`, the default, measures nothing: a step of ten bodies
    /// would spend a twentieth of its time reading the clock.
    ///
    /// ```
    /// use world::{World, machine_clock};
    ///
    /// let mut world = World::default();
    /// world.set_clock(Some(machine_clock)); // in a browser page: `performance.now() / 1000`
    /// world.step(1.0 / 60.0);
    /// println!("{:?}", world.stage_times());
    /// ```
    #[doc(alias = "timer")]
    pub fn set_clock(&mut self, clock: Option<fn() -> Duration>) {
        self.pipeline().clock = Clock(clock);
    }

    /// Records from now on what each thread does in each step, for [`World::step_trace`]; off by default.
    /// Each share of a stage then reads the clock ([`World::set_clock`]) twice; without a clock all times are
    /// zero.
    ///
    /// ```
    /// use world::{World, machine_clock};
    ///
    /// let mut world = World::default();
    /// world.set_clock(Some(machine_clock));
    /// world.set_tracing(true);
    /// world.step(1.0 / 60.0);
    /// for stage in &world.step_trace().stages {
    ///     println!("{:12} {:?}", stage.name, stage.duration());
    /// }
    /// ```
    #[doc(alias = "profile")]
    pub fn set_tracing(&mut self, is_tracing: bool) {
        self.pipeline().is_tracing = is_tracing;
    }

    /// What each thread did in the last [`World::step`]; empty unless [`World::set_tracing`] asked for it.
    #[must_use]
    pub fn step_trace(&self) -> &StepTrace {
        &self.last_step.trace
    }

    /// Prefetches what a step of a small world reads, for a program that goes through thousands of worlds.
    pub fn prefetch(&self) {
        self.stores.prefetch();
        self.broadphase.prefetch();
    }

    /// A hash of the bits of every body's pose and velocity. For the same inputs it is the same on every
    /// platform, width, number of threads and broad phase.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.stores.state_hash()
    }

    /// Checks the invariants of the whole world. For tests: the time grows with the square of the number of
    /// colliders.
    ///
    /// # Errors
    /// [`Invalid`] with the first invariant that does not hold.
    pub fn validate(&self) -> Result<(), Invalid> {
        self.stores.validate()?;
        self.broadphase.validate().map_err(Invalid)
    }
}
