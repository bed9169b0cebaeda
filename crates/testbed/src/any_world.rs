//! A world whose broad phase is chosen while the program runs.
//!
//! A step calls the broad phase few times, so a call through a pointer costs nothing measurable, and the
//! world is compiled once instead of once for each broad phase.

use crate::options::BroadphaseKind;
use physics::prelude::*;
use std::fmt::Debug;

/// A broad phase that [`Debug`] can print.
pub trait DebugBroadphase: Broadphase + Debug {}

impl<B: Broadphase + Debug> DebugBroadphase for B {}

/// A world on any broad phase.
pub type AnyWorld = World<Box<dyn DebugBroadphase>>;

/// An empty broad phase.
pub fn broadphase(kind: BroadphaseKind) -> Box<dyn DebugBroadphase> {
    match kind {
        BroadphaseKind::Tree => Box::new(DynamicTree::default()),
        BroadphaseKind::Sweep => Box::new(SortAndSweep::default()),
        BroadphaseKind::List => Box::new(SweepList::default()),
        BroadphaseKind::Avl => Box::new(AvlTree::default()),
        BroadphaseKind::Grid => Box::new(UniformGrid::default()),
        BroadphaseKind::Quad => Box::new(QuadTree::default()),
        BroadphaseKind::Brute => Box::new(BruteForce::default()),
    }
}

/// A world without bodies, on the default broad phase. The window holds it while it replaces a world.
#[cfg(feature = "window")]
pub fn empty() -> AnyWorld {
    World::new(WorldSettings::default()).replace_broadphase(broadphase(BroadphaseKind::Tree))
}
