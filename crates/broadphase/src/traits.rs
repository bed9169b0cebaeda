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
//!
//! Of the questions two are to be answered by each implementation, what overlaps a box and what a [`Cast`] touches.
//! Points, rays, segments, boxes on their way and batches are these two under other names; the nearest boxes are found
//! by the first, and better by whoever can search outwards. A filter is a visitor that passes a key over.

use crate::cast::grown;
use crate::{Cast, PairSearch};
use alloc::{string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};
use thiserror::Error;

/// The name of a stored box, chosen by the caller. Keep keys small and dense: an implementation has an array
/// indexed by them, as long as the greatest key ever used (4 bytes each).
pub type Key = u32;

/// Whether a box is part of the scenery. Two `Static` boxes are never a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// It stays where it is. It may be updated all the same, at a cost, and its pairs with moving boxes found.
    Static,
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
/// appended to the lists of pairs.
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

    /// Appends to the lists of `search` every two boxes that overlap, the lower key first, if `moved` holds at least one
    /// of them and at least one is [`Mobility::Moving`]. It is called by [`Broadphase::find_pairs`], and by
    /// [`PairFinder`](crate::PairFinder) on several threads.
    ///
    /// A pair may be appended twice, and the order is the implementation's own: sort and dedup. Keys in `moved`
    /// that have no box count for nothing.
    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>);

    /// Calls `visit` once with the key of every box that overlaps `aabb` (m), until it breaks off.
    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>);

    /// Calls `visit` with the keys of the boxes that a ray, or a box on its way, touches: [`Cast::entry`] tells
    /// which. Each at most once; nearer ones first as a rule, not as a promise.
    ///
    /// The visitor returns the fraction at which the cast ends from now on, so that the nearest hit found so far
    /// spares what lies behind it. A cast never grows: infinity means "as before", which is also the answer about
    /// a box that a filter passes over, and zero ends the search.
    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32);

    /// How many boxes are stored.
    fn len(&self) -> usize;

    /// Forgets all boxes and keeps the memory.
    fn clear(&mut self);

    // What follows is made of the above. All but `nearest` are as good as they can be.

    /// Appends to `pairs` what [`Broadphase::search_pairs`] finds on the calling thread: every two boxes that overlap, the
    /// lower key first, if `moved` holds at least one of them and at least one is [`Mobility::Moving`]; perhaps twice.
    fn find_pairs(&mut self, moved: &[Key], pairs: &mut Vec<(Key, Key)>) {
        PairSearch::plain(pairs, |search| self.search_pairs(moved, search));
    }

    /// Calls `visit` with the keys of the boxes not farther than `max_distance`, m, from a point. Each at most once;
    /// nearer ones first as a rule, not as a promise. The visitor returns how far to look from now on, as with
    /// [`Broadphase::cast`].
    ///
    /// Unless told otherwise, an implementation looks at all boxes in the square of `max_distance` around the
    /// point, whatever is answered.
    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let finite = point.x.is_finite() && point.y.is_finite();
        if !(finite && max_distance >= 0.0) {
            return;
        }
        let square = grown(Aabb { lower: point, upper: point }, Vec2::new(max_distance, max_distance));
        // Where f32 ends, there is nothing beyond.
        let within = |p: Point| p.map(|x| x.clamp(f32::MIN, f32::MAX));
        let square = Aabb { lower: within(square.lower), upper: within(square.upper) };
        self.query(square, &mut |key| {
            if visit(key) <= 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Fills `found` with what is nearest to a point and not farther than `max_distance`, m, in the order of
    /// distance and, at one distance, of keys. Returns how many there are: what `found` has room for, or fewer.
    ///
    /// `distance` measures, m: the distance of what is in the box of a key, which is no less than that of the
    /// box; infinity for what a filter passes over.
    fn nearest_k(
        &self,
        point: Point,
        max_distance: f32,
        found: &mut [(f32, Key)],
        distance: &mut dyn FnMut(Key) -> f32,
    ) -> usize {
        let mut count = 0;
        if found.is_empty() {
            return count;
        }
        self.nearest(point, max_distance, &mut |key| {
            let new = (distance(key), key);
            // Not less and not equal: it may be no number.
            if new.0 < f32::INFINITY && new.0 <= max_distance {
                let place = found[..count].partition_point(|old| *old < new);
                if place < found.len() {
                    count = found.len().min(count + 1);
                    found[place..count].rotate_right(1);
                    found[place] = new;
                }
            }
            match found.last() {
                // At the distance of the last one there may be lower keys still, and zero would end the search.
                Some(&(last, _)) if count == found.len() => last.max(f32::MIN_POSITIVE),
                _ => f32::INFINITY,
            }
        });
        count
    }

    /// Calls `visit` with the key of every box that holds a point, m, until it breaks off.
    fn query_point(&self, point: Point, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        self.query(Aabb { lower: point, upper: point }, visit);
    }

    /// [`Broadphase::cast`] for a ray: the points `origin + t * translation`, m, for t from 0 to `max_fraction`,
    /// which may be infinite.
    fn ray_cast(
        &self,
        origin: Point,
        translation: Vec2,
        max_fraction: f32,
        visit: &mut dyn FnMut(Key) -> f32,
    ) {
        self.cast(Cast::ray(origin, translation, max_fraction), visit);
    }

    /// [`Broadphase::cast`] for the points between two, m. Fractions are of the way from the first to the second, as
    /// an f32 can hold it.
    fn segment_cast(&self, from: Point, to: Point, visit: &mut dyn FnMut(Key) -> f32) {
        self.cast(Cast::ray(from, to - from, 1.0), visit);
    }

    /// [`Broadphase::cast`] for a box that moves by `t * translation`, m, for t from 0 to `max_fraction`.
    fn box_cast(&self, aabb: Aabb, translation: Vec2, max_fraction: f32, visit: &mut dyn FnMut(Key) -> f32) {
        self.cast(Cast::of_box(aabb, translation, max_fraction), visit);
    }

    /// [`Broadphase::cast`] for many, one after the other; `visit` is told the place in `casts` and the key.
    ///
    /// A convenience. Those that start near each other and go the same way share what the processor has just
    /// read, so an order of that kind pays; it is the caller who knows one.
    fn cast_batch(&self, casts: &[Cast], visit: &mut dyn FnMut(usize, Key) -> f32) {
        for (place, &cast) in casts.iter().enumerate() {
            self.cast(cast, &mut |key| visit(place, key));
        }
    }

    /// Whether none is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Stores many boxes, m, as [`Broadphase::insert`] would one after the other. Who has to do with them in numbers, as with a
    /// level that is loaded, may find them all at once in less time; nothing else depends on which of the two is called.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::KeyTaken`] for the first that cannot be stored; those before it
    /// are, those after it are not.
    fn insert_many(&mut self, boxes: &[(Key, Aabb, Mobility)]) -> Result<(), BroadphaseError> {
        boxes.iter().try_for_each(|&(key, aabb, mobility)| self.insert(key, aabb, mobility))
    }

    /// Replaces many boxes, m, as [`Broadphase::update`] would one after the other. Who has to do with them in numbers may
    /// take less time for all at once; nothing else depends on which of the two is called.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::UnknownKey`] for the first that cannot be replaced; those
    /// before it are, those after it are not.
    fn update_many(&mut self, boxes: &[(Key, Aabb)]) -> Result<(), BroadphaseError> {
        boxes.iter().try_for_each(|&(key, aabb)| self.update(key, aabb))
    }

    /// Checks the whole structure, for tests.
    ///
    /// # Errors
    /// What is wrong, in words. Unless told otherwise, an implementation trusts itself.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}
