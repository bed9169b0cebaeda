//! A world on any of the broad phases.
//!
//! The broad phase is a type parameter of the world, and the code of the window is compiled once for each.
//! The macro [`with_world`] takes an expression and evaluates it on whichever world this enum holds.
//!
//! Turned down: a trait object over `World`. It would have to repeat each of the few dozen methods that the
//! window calls, and iterators could not pass through it.

use crate::options::BroadphaseKind;
use physics::prelude::*;

/// A world on one of the broad phases.
#[derive(Debug)]
pub enum AnyWorld {
    /// On [`DynamicTree`].
    Tree(World<DynamicTree>),
    /// On [`SortAndSweep`].
    Sweep(World<SortAndSweep>),
    /// On [`SweepList`].
    List(World<SweepList>),
    /// On [`UniformGrid`].
    Grid(World<UniformGrid>),
    /// On [`QuadTree`].
    Quad(World<QuadTree>),
    /// On [`BruteForce`].
    Brute(World<BruteForce>),
}

/// Evaluates the same expression on a world of any broad phase: `with_world!(any, world => world.step(dt))`.
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
    /// The world that a level describes.
    ///
    /// # Errors
    /// Those of [`World::load_with`].
    pub fn load(level: &Level, broadphase: BroadphaseKind) -> Result<Self, DefError> {
        Ok(match broadphase {
            BroadphaseKind::Tree => Self::Tree(World::load_with(level, DynamicTree::default())?.0),
            BroadphaseKind::Sweep => Self::Sweep(World::load_with(level, SortAndSweep::default())?.0),
            BroadphaseKind::List => Self::List(World::load_with(level, SweepList::default())?.0),
            BroadphaseKind::Grid => Self::Grid(World::load_with(level, UniformGrid::default())?.0),
            BroadphaseKind::Quad => Self::Quad(World::load_with(level, QuadTree::default())?.0),
            BroadphaseKind::Brute => Self::Brute(World::load_with(level, BruteForce::default())?.0),
        })
    }

    /// The broad phase in use.
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

    /// The same world, with another broad phase.
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
    /// An empty world.
    fn default() -> Self {
        Self::Tree(World::new(WorldSettings::default()))
    }
}
