//! Many worlds stepped by one thread, with one set of memory for the stages.
//!
//! A world that steps itself owns the memory that its stages use again in each step: as much as the rest of a
//! small world. With a thousand worlds in turn that memory is never in the cache. A [`Stepper`] has it once.

use crate::World;
use crate::step::{LastStep, MOST_WORLDS, MergedStep, Stepped};
use crate::stores::Stores;
use broadphase::Broadphase;
use compute::Width;
use smallvec::SmallVec;

/// Steps worlds one after the other, on the calling thread, with memory that all of them share. Each world
/// ends with the same bits as after [`World::step`].
///
/// A program with several threads has a stepper for each. The number of threads, the width and the clock that
/// a world was given for its own steps are not used.
///
/// ```
/// use world::{BodyDef, Level, Stepper, World, WorldSettings};
///
/// let mut level = Level::new(WorldSettings::default());
/// level.body(BodyDef::dynamic());
/// let (alone, _) = World::load(&level)?;
/// let mut worlds = vec![alone.clone(); 100];
/// let mut stepper = Stepper::new();
/// stepper.step(&mut worlds, 1.0 / 60.0);
/// let mut alone = alone;
/// alone.step(1.0 / 60.0);
/// assert!(worlds.iter().all(|world| world.full_hash() == alone.full_hash()));
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug, Default)]
pub struct Stepper {
    merged: MergedStep,
}

impl Stepper {
    /// A stepper without memory yet, on the widest lanes of this processor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the width of vector instructions. The results do not depend on it.
    pub fn set_width(&mut self, width: Width) {
        self.merged.set_width(width);
    }

    /// Advances each of these worlds by `dt` seconds, as [`World::step`] does.
    pub fn step<'w, B: Broadphase + 'w>(
        &mut self,
        worlds: impl IntoIterator<Item = &'w mut World<B>>,
        dt: f32,
    ) {
        self.step_with(worlds, dt, |_, _| (), |_, _| ());
    }

    /// [`Stepper::step`] with functions that are called for each world right before and right after its step,
    /// when what a step reads of it is in the cache: with thousands of worlds, a loop of its own over them
    /// takes as long as a part of the step. They get the position of the world in the list; `after` is not
    /// called in that order.
    ///
    /// ```
    /// use world::{BodyDef, Level, Stepper, World, WorldSettings};
    ///
    /// let mut level = Level::new(WorldSettings::default());
    /// level.body(BodyDef::dynamic());
    /// let (world, ids) = World::load(&level)?;
    /// let (mut worlds, ball) = (vec![world; 3], ids.bodies[0]);
    /// let mut heights = [0.0; 3];
    /// Stepper::new().step_with(
    ///     &mut worlds,
    ///     0.5,
    ///     |index, world| {
    ///         let mut ball = world.body_mut(ball).expect("nobody removes it");
    ///         ball.set_velocity([0.0, index as f32]).expect("finite");
    ///     },
    ///     |index, world| heights[index] = world.body(ball).expect("the same").pose().position.y,
    /// );
    /// assert!((heights[2] - heights[0] - 1.0).abs() < 1e-6);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn step_with<'w, B: Broadphase + 'w>(
        &mut self,
        worlds: impl IntoIterator<Item = &'w mut World<B>>,
        dt: f32,
        mut before: impl FnMut(usize, &mut World<B>),
        mut after: impl FnMut(usize, &mut World<B>),
    ) {
        let (mut worlds, mut first) = (worlds.into_iter(), 0);
        loop {
            let mut group: SmallVec<[&mut World<B>; MOST_WORLDS]> =
                worlds.by_ref().take(MOST_WORLDS).collect();
            if group.is_empty() {
                return;
            }
            self.merged.step(&mut group, first, dt, &mut before, &mut after);
            first += group.len();
        }
    }
}

impl<B: Broadphase> Stepped for World<B> {
    type Broadphase = B;

    fn stores(&self) -> &Stores {
        &self.stores
    }

    fn prefetch(&self) {
        World::prefetch(self);
    }

    fn parts(&mut self) -> (&mut Stores, &mut B, &mut LastStep) {
        (&mut self.stores, &mut self.broadphase, &mut self.last_step)
    }

    fn finish_step(&mut self, dt: f32) {
        World::finish_step(self, dt);
    }
}
