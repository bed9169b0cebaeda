//! What a broad phase is asked to do.
//!
//! The interface is coarse: one call finds all pairs of a step, and no call is made per pair or per node. So an
//! implementation is free to sort, to walk a tree, or to look at everything, and a new one is an afternoon's work.
//! It holds only boxes: the margins that make a box last several steps, the filters, and the contacts that
//! follow from a pair belong to the caller.
//!
//! Two freedoms keep implementations simple, and a duty makes them right:
//!
//! - they may report a pair more than once, in any order: the caller sorts and drops doubles;
//! - they may report what does not quite overlap: the caller's exact test comes next anyway;
//! - they may **never** miss what overlaps.
//!
//! Turned down: a call for each new pair and each lost pair, as in libraries that keep the pairs themselves. Who
//! keeps contacts has the lost ones at hand, and would hold every pair twice. Turned down too: `Default` as a
//! requirement; a grid needs a cell size.

use alloc::{string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};
use thiserror::Error;

/// The name of a stored box, chosen by the caller. Keep keys small and dense: an implementation has an array
/// indexed by them, as long as the greatest key ever used (4 bytes each).
pub type Key = u32;

/// Whether a box is part of the scenery. Two `Fixed` boxes are never a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// It stays where it is. It may be updated all the same, at a cost, and its pairs with moving boxes found.
    Fixed,
    /// It may move at any step.
    Moving,
}

/// Why a call is refused. What is stored stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BroadphaseError {
    /// A corner is not finite, or the lower one is above the upper one.
    #[error(
        "the box of key {key}, from ({}, {}) to ({}, {}), must have finite corners in order",
        .aabb.lower.x, .aabb.lower.y, .aabb.upper.x, .aabb.upper.y
    )]
    InvalidBox {
        /// Whose box.
        key: Key,
        /// The box.
        aabb: Aabb,
    },
    /// A box is inserted under a key that has one.
    #[error("key {key} has a box already")]
    KeyTaken {
        /// The key.
        key: Key,
    },
    /// A box is updated or removed under a key that has none.
    #[error("key {key} has no box")]
    UnknownKey {
        /// The key.
        key: Key,
    },
}

/// A store of boxes that knows which of them overlap; touching borders count as overlap.
///
/// Boxes may be of any finite size: one of 1e9 m, which stands for a half-space, costs speed at most. The methods
/// that find something allocate nothing once they have run on a scene of the same size, but for what is
/// appended to `pairs`.
pub trait Broadphase {
    /// Stores a box, m, under a key that has none.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::KeyTaken`]; nothing changes.
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError>;

    /// Forgets the box of a key, which may then be used again, for either mobility.
    ///
    /// # Errors
    /// [`BroadphaseError::UnknownKey`]; nothing changes.
    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError>;

    /// Replaces the box of a key by another, m.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::UnknownKey`]; nothing changes.
    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError>;

    /// Appends to `pairs` every two boxes that overlap, the lower key first, if `moved` holds at least one of
    /// them and at least one is [`Mobility::Moving`].
    ///
    /// A pair may be appended twice, and the order is the implementation's own: sort and dedup. Keys in `moved`
    /// that have no box count for nothing.
    fn find_pairs(&mut self, moved: &[Key], pairs: &mut Vec<(Key, Key)>);

    /// Calls `visit` once with the key of every box that overlaps `aabb` (m), until it breaks off.
    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>);

    /// Calls `visit` with the keys of the boxes that a ray touches: the points `origin + t * translation`, m, for
    /// t from 0 to `max_fraction`, which may be infinite. Each at most once; nearer ones first as a rule, not as
    /// a promise.
    ///
    /// The visitor returns the fraction at which the ray ends from now on, so that the nearest hit found so far
    /// spares what lies behind it. A ray never grows: infinity means "as before", and zero ends the search.
    fn ray_cast(
        &self,
        origin: Point,
        translation: Vec2,
        max_fraction: f32,
        visit: &mut dyn FnMut(Key) -> f32,
    );

    /// How many boxes are stored.
    fn len(&self) -> usize;

    /// Whether none is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all boxes and keeps the memory.
    fn clear(&mut self);

    /// Checks the whole structure, for tests.
    ///
    /// # Errors
    /// What is wrong, in words. Unless told otherwise, an implementation trusts itself.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}
