//! Many worlds stepped by one thread.
//!
//! A world that steps itself owns the memory of its stages, as much as the rest of a small world, so a
//! thousand worlds in turn do not fit into the cache. A [`Stepper`] has memory for 64, and solves so many at
//! once.

use crate::World;
use crate::step::{LastStep, MOST_WORLDS, MergedStep, Stepped};
use crate::stores::Stores;
use broadphase::Broadphase;
use compute::Width;
use smallvec::SmallVec;

/// Steps many worlds on the calling thread, 64 at a time, with one solve for those that allow it. Each world
/// ends with the same bits as after [`World::step`].
///
/// A program with several threads has a stepper for each. The number of threads, the width and the clock of a
/// world are not used, and its [`World::stage_times`] are zero.
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
    /// On the widest lanes of this processor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the width of vector instructions. The results do not depend on it.
    pub fn set_width(&mut self, width: Width) {
        self.merged.set_width(width);
    }

    /// [`World::step`] for each of these worlds.
    pub fn step<'w, B: Broadphase + 'w>(
        &mut self,
        worlds: impl IntoIterator<Item = &'w mut World<B>>,
        dt: f32,
    ) {
        let mut worlds = worlds.into_iter();
        loop {
            let mut group: SmallVec<[&mut World<B>; MOST_WORLDS]> =
                worlds.by_ref().take(MOST_WORLDS).collect();
            if group.is_empty() {
                return;
            }
            self.merged.step(&mut group, dt);
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
