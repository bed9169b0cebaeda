//! Many worlds stepped by one thread, with one set of memory for the stages.
//!
//! A world that steps itself owns the memory that its stages use again in each step: as much as the rest of a
//! small world. With a thousand worlds in turn that memory is never in the cache. A [`Stepper`] has it once.

use crate::World;
use crate::step::{MOST_WORLDS, SideBySide};
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
    side_by_side: SideBySide,
}

impl Stepper {
    /// A stepper without memory yet, on the widest lanes of this processor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the width of vector instructions. The results do not depend on it.
    pub fn set_width(&mut self, width: Width) {
        self.side_by_side.set_width(width);
    }

    /// Advances each of these worlds by `dt` seconds, as [`World::step`] does.
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
            self.side_by_side.step(&mut group, dt);
        }
    }
}
