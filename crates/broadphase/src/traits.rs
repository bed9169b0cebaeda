//! The interface of a broad phase.
//!
//! One call finds all pairs of a step. So an implementation may sort, walk a tree, or compare everything;
//! `docs/broadphase.md` writes one in about 100 lines. Fat margins, filters and contacts belong to the
//! caller. An implementation
//!
//! - may report a pair more than once and in any order: the caller sorts and removes duplicates;
//! - may report a pair that does not quite overlap: the caller's exact test comes next;
//! - must **never** miss a pair that overlaps;
//! - has two queries: which boxes overlap an AABB, and which a [`Cast`] touches. The others have default
//!   implementations on these. A visitor filters by ignoring a key.

use crate::cast::expanded;
use crate::types::check_box;
use crate::{BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{boxed::Box, string::String, vec::Vec};
use compute::{Workers, math};
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// A store of boxes that knows which of them overlap; boxes that share only a side or a corner do.
///
/// Boxes may have any finite size: one of 1e9 m for a half-space may make searches slower, but not wrong.
/// Searches allocate nothing once they have run on a scene of the same size, except in lists of pairs.
/// Several threads may search at once, hence `Sync`. With `Box<B>` a program can choose at run time:
///
/// ```
/// use broadphase::geom::Aabb;
/// use broadphase::{Broadphase, DynamicTree, Mobility, SortAndSweep};
/// use std::ops::ControlFlow;
///
/// # let everything_moves = true;
/// let mut broadphase: Box<dyn Broadphase> =
///     if everything_moves { Box::new(SortAndSweep::default()) } else { Box::new(DynamicTree::default()) };
/// broadphase.insert(7, Aabb::around([3.0, 0.0], [0.5, 0.5]), Mobility::Moving)?;
///
/// let mut found = Vec::new();
/// broadphase.overlap_aabb(Aabb::around([2.0, 0.0], [1.0, 1.0]), &mut |key| {
///     found.push(key);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, [7]);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
pub trait Broadphase: Sync {
    /// Stores a box (m) under `key`, which the caller chooses and which has no box yet.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::KeyTaken`]; nothing changes.
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError>;

    /// Removes the box of a key, which may then be used again.
    ///
    /// # Errors
    /// [`BroadphaseError::UnknownKey`]; nothing changes.
    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError>;

    /// Replaces the box of a key, m.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::UnknownKey`]; nothing changes.
    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError>;

    /// Whether a box is stored under a key.
    fn contains(&self, key: Key) -> bool;

    /// Appends to `search` every pair of boxes that overlap, the lower key first, if at least one is in
    /// `moved` and at least one is [`Mobility::Moving`]. [`Broadphase::find_pairs`] calls it, and
    /// [`PairFinder`](crate::PairFinder), which shares the work among threads. A pair may be appended twice.
    /// Keys in `moved` that have no box are ignored.
    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>);

    /// Calls `visit` once with the key of every box that overlaps `aabb` (m), until it breaks.
    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>);

    /// Calls `visit` with the keys of the boxes that a ray or a moving box touches ([`Cast::entry`]), each
    /// once at most; usually the nearer ones first.
    ///
    /// The visitor returns the fraction at which the cast ends from now on, to skip boxes behind the nearest
    /// hit. A greater one changes nothing: infinity for a box that its filter ignores. Zero ends the search.
    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32);

    /// The number of boxes.
    fn len(&self) -> usize;

    /// Removes all boxes and keeps the memory.
    fn clear(&mut self);

    // Default implementations follow. Override `overlap_static`, `nearest`, `insert_many`, `update_many` and
    // `update_all_moving` where that is faster.

    /// [`Broadphase::overlap_aabb`] for a caller that needs only [`Mobility::Static`] boxes: an
    /// implementation may leave out moving ones.
    fn overlap_static(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        self.overlap_aabb(aabb, visit);
    }

    /// Appends the pairs of [`Broadphase::search_pairs`], found on the calling thread, to `pairs`.
    fn find_pairs(&mut self, moved: &[Key], pairs: &mut Vec<(Key, Key)>) {
        PairSearch::run_unfiltered(pairs, |search| self.search_pairs(moved, search));
    }

    /// Calls `visit` with the keys of the boxes not farther than `max_distance`, m, from a point, each once
    /// at most; usually the nearer ones first. The visitor returns the distance, m, up to which the search
    /// goes on. By default searches the whole square around the point.
    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let is_finite = point.x.is_finite() && point.y.is_finite();
        if !(is_finite && max_distance >= 0.0) {
            return;
        }
        let square = expanded(Aabb { lower: point, upper: point }, Vec2::new(max_distance, max_distance));
        // The box is finite for an infinite `max_distance` too.
        let clamp = |p: Point| p.map(|x| x.clamp(f32::MIN, f32::MAX));
        let square = Aabb { lower: clamp(square.lower), upper: clamp(square.upper) };
        self.overlap_aabb(square, &mut |key| {
            if visit(key) <= 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Fills `found` with the boxes nearest to a point and not farther than `max_distance`, m, by distance,
    /// then by key. Returns how many. `distance(key)` returns the distance (m) of the shape in the box, never
    /// less than that of the box; infinity for a shape that a filter ignores.
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
            if new.0 < f32::INFINITY && new.0 <= max_distance {
                let index = found[..count].partition_point(|old| *old < new);
                if index < found.len() {
                    count = found.len().min(count + 1);
                    found[index..count].rotate_right(1);
                    found[index] = new;
                }
            }
            match found.last() {
                // At the distance of the last, a lower key would replace it; zero would end the search.
                Some(&(last, _)) if count == found.len() => math::max(last, f32::MIN_POSITIVE),
                _ => f32::INFINITY,
            }
        });
        count
    }

    /// Calls `visit` with the key of every box that contains a point, m, until it breaks.
    fn overlap_point(&self, point: Point, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        self.overlap_aabb(Aabb { lower: point, upper: point }, visit);
    }

    /// [`Broadphase::cast`] for the points `origin + t * translation`, m, for t from 0 to `max_fraction`,
    /// which may be infinite.
    fn cast_ray(
        &self,
        origin: Point,
        translation: Vec2,
        max_fraction: f32,
        visit: &mut dyn FnMut(Key) -> f32,
    ) {
        self.cast(Cast::ray(origin, translation, max_fraction), visit);
    }

    /// [`Broadphase::cast`] for the segment between two points, m. Fractions are those of the way, in f32.
    fn cast_segment(&self, from: Point, to: Point, visit: &mut dyn FnMut(Key) -> f32) {
        self.cast(Cast::ray(from, to - from, 1.0), visit);
    }

    /// [`Broadphase::cast`] for a box that moves by `t * translation`, m, for t from 0 to `max_fraction`.
    fn cast_aabb(&self, aabb: Aabb, translation: Vec2, max_fraction: f32, visit: &mut dyn FnMut(Key) -> f32) {
        self.cast(Cast::aabb(aabb, translation, max_fraction), visit);
    }

    /// Many [`Broadphase::cast`]s in turn. `visit` gets the index in `casts` and the key. Neighbours that
    /// start near each other and go the same way share what is in the cache.
    fn cast_many(&self, casts: &[Cast], visit: &mut dyn FnMut(usize, Key) -> f32) {
        for (index, &cast) in casts.iter().enumerate() {
            self.cast(cast, &mut |key| visit(index, key));
        }
    }

    /// Whether no box is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Asks the memory for what a small search will read soon: for programs with more broad phases than fit
    /// the cache. Does nothing by default.
    fn prefetch(&self) {}

    /// Calls `visit` with the box (m) of each part into which the broad phase divides its boxes, and how many
    /// such parts enclose it. For drawings; by default there are none.
    fn for_each_part(&self, visit: &mut dyn FnMut(u32, Aabb)) {
        let _ = visit;
    }

    /// Stores many boxes, m, as one [`Broadphase::insert`] after the other, perhaps faster, as when a level
    /// is loaded.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::KeyTaken`] for the first box that cannot be
    /// stored, also where its key comes twice; nothing changes.
    fn insert_many(&mut self, boxes: &[(Key, Aabb, Mobility)]) -> Result<(), BroadphaseError> {
        for (index, &(key, aabb, mobility)) in boxes.iter().enumerate() {
            if let Err(error) = self.insert(key, aabb, mobility) {
                for &(key, ..) in &boxes[..index] {
                    self.remove(key)?;
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Replaces many boxes, m, as one [`Broadphase::update`] after the other, perhaps faster. Of a key that
    /// comes twice the last box counts.
    ///
    /// # Errors
    /// [`BroadphaseError::InvalidBox`] and [`BroadphaseError::UnknownKey`] for the first box that cannot be
    /// replaced; nothing changes.
    fn update_many(&mut self, boxes: &[(Key, Aabb)]) -> Result<(), BroadphaseError> {
        boxes.iter().try_for_each(|&(key, aabb)| check_update(self.contains(key), key, aabb))?;
        boxes.iter().try_for_each(|&(key, aabb)| self.update(key, aabb))
    }

    /// Replaces the boxes of all keys with [`Mobility::Moving`], on several threads, by `boxes`, which holds
    /// the box (m) of each key at its index, and returns true, if that is faster than replacing the about
    /// `count` that have changed. Otherwise, as by default, the caller uses [`Broadphase::update_many`].
    ///
    /// # Panics
    /// If there is no box at the index of a moving key. In debug builds also if that box is invalid.
    fn update_all_moving(&mut self, boxes: &[Aabb], count: usize, workers: &mut Workers) -> bool {
        let _ = (boxes, count, workers);
        false
    }

    /// Checks the whole structure, for tests.
    ///
    /// # Errors
    /// A description of what is wrong. The default checks nothing.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

pub(crate) fn check_update(is_stored: bool, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
    if is_stored { check_box(key, aabb) } else { Err(BroadphaseError::UnknownKey { key }) }
}

/// Of the broad phase in the box, which may override defaults.
macro_rules! forward {
    (&mut $this:ident: $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(fn $name(&mut $this, $($argument: $type),*) $(-> $result)? { (**$this).$name($($argument),*) })*
    };
    (& $this:ident: $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(fn $name(&$this, $($argument: $type),*) $(-> $result)? { (**$this).$name($($argument),*) })*
    };
}

impl<B: Broadphase + ?Sized> Broadphase for Box<B> {
    forward! { &mut self:
        fn insert(key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError>;
        fn remove(key: Key) -> Result<(), BroadphaseError>;
        fn update(key: Key, aabb: Aabb) -> Result<(), BroadphaseError>;
        fn search_pairs(moved: &[Key], search: &mut PairSearch<'_>);
        fn find_pairs(moved: &[Key], pairs: &mut Vec<(Key, Key)>);
        fn clear();
        fn insert_many(boxes: &[(Key, Aabb, Mobility)]) -> Result<(), BroadphaseError>;
        fn update_many(boxes: &[(Key, Aabb)]) -> Result<(), BroadphaseError>;
        fn update_all_moving(boxes: &[Aabb], count: usize, workers: &mut Workers) -> bool;
    }

    forward! { &self:
        fn contains(key: Key) -> bool;
        fn len() -> usize;
        fn is_empty() -> bool;
        fn overlap_aabb(aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>);
        fn overlap_static(aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>);
        fn overlap_point(point: Point, visit: &mut dyn FnMut(Key) -> ControlFlow<()>);
        fn cast(cast: Cast, visit: &mut dyn FnMut(Key) -> f32);
        fn cast_ray(from: Point, way: Vec2, max_fraction: f32, visit: &mut dyn FnMut(Key) -> f32);
        fn cast_segment(from: Point, to: Point, visit: &mut dyn FnMut(Key) -> f32);
        fn cast_aabb(aabb: Aabb, way: Vec2, max_fraction: f32, visit: &mut dyn FnMut(Key) -> f32);
        fn cast_many(casts: &[Cast], visit: &mut dyn FnMut(usize, Key) -> f32);
        fn nearest(point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32);
        fn nearest_k(
            point: Point, max_distance: f32, found: &mut [(f32, Key)], distance: &mut dyn FnMut(Key) -> f32
        ) -> usize;
        fn prefetch();
        fn for_each_part(visit: &mut dyn FnMut(u32, Aabb));
        fn validate() -> Result<(), String>;
    }
}
