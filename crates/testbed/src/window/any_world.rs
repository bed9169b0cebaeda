//! A world on any of the broad phases.
//!
//! The broad phase is a type of the world, and what the window does is compiled once for each; [`with_world`] says
//! what is to be done, and this enum which world does it.
//! Turned down: a trait object over `World`. It would list again each of the few dozen methods that the window
//! calls, and iterators could not pass through it.

use crate::options::BroadphaseKind;
use physics::prelude::*;

/// A world on one of the broad phases.
#[derive(Debug)]
pub enum AnyWorld {
    /// On the tree.
    Tree(World<DynamicTree>),
    /// On sorted intervals.
    Sweep(World<SortAndSweep>),
    /// On [`SweepList`].
    List(World<SweepList>),
    /// On [`UniformGrid`].
    Grid(World<UniformGrid>),
    /// On [`QuadTree`].
    Quad(World<QuadTree>),
    /// On no structure at all.
    Brute(World<BruteForce>),
}

/// Does the same with a world, whatever its broad phase: `with_world!(any, world => world.step(dt))`.
macro_rules! with_world {
    ($any:expr, $world:ident => $what:expr) => {
        match $any {
            $crate::window::any_world::AnyWorld::Tree($world) => $what,
            $crate::window::any_world::AnyWorld::Sweep($world) => $what,
            $crate::window::any_world::AnyWorld::List($world) => $what,
            $crate::window::any_world::AnyWorld::Grid($world) => $what,
            $crate::window::any_world::AnyWorld::Quad($world) => $what,
            $crate::window::any_world::AnyWorld::Brute($world) => $what,
        }
    };
}
pub(super) use with_world;

impl AnyWorld {
    /// With what a level describes.
    ///
    /// # Errors
    /// What the world says.
    pub fn load(level: &Level, broadphase: BroadphaseKind) -> Result<Self, DefError> {
        Ok(match broadphase {
            BroadphaseKind::Tree => Self::Tree(World::load_with(level, DynamicTree::default())?),
            BroadphaseKind::Sweep => Self::Sweep(World::load_with(level, SortAndSweep::default())?),
            BroadphaseKind::List => Self::List(World::load_with(level, SweepList::default())?),
            BroadphaseKind::Grid => Self::Grid(World::load_with(level, UniformGrid::default())?),
            BroadphaseKind::Quad => Self::Quad(World::load_with(level, QuadTree::default())?),
            BroadphaseKind::Brute => Self::Brute(World::load_with(level, BruteForce::default())?),
        })
    }

    /// Which broad phase it is on.
    #[cfg(test)]
    pub fn broadphase(&self) -> BroadphaseKind {
        match self {
            Self::Tree(_) => BroadphaseKind::Tree,
            Self::Sweep(_) => BroadphaseKind::Sweep,
            Self::List(_) => BroadphaseKind::List,
            Self::Grid(_) => BroadphaseKind::Grid,
            Self::Quad(_) => BroadphaseKind::Quad,
            Self::Brute(_) => BroadphaseKind::Brute,
        }
    }

    /// The same world, going on with another broad phase.
    pub fn on(self, broadphase: BroadphaseKind) -> Self {
        with_world!(self, world => match broadphase {
            BroadphaseKind::Tree => Self::Tree(world.replace_broadphase(DynamicTree::default())),
            BroadphaseKind::Sweep => Self::Sweep(world.replace_broadphase(SortAndSweep::default())),
            BroadphaseKind::List => Self::List(world.replace_broadphase(SweepList::default())),
            BroadphaseKind::Grid => Self::Grid(world.replace_broadphase(UniformGrid::default())),
            BroadphaseKind::Quad => Self::Quad(world.replace_broadphase(QuadTree::default())),
            BroadphaseKind::Brute => Self::Brute(world.replace_broadphase(BruteForce::default())),
        })
    }
}

impl Default for AnyWorld {
    /// Empty.
    fn default() -> Self {
        Self::Tree(World::new(WorldSettings::default()))
    }
}
