//! Sort and sweep (sweep and prune) on boxes in one array.
//!
//! Boxes that overlap also overlap in their projections on an axis. So sort them by where these begin, and
//! walk along the axis with a list of active boxes:
//!
//! ```text
//!      |---- 3 ----|      |-- 1 --|
//!            |------ 7 ------|             a box begins: compare it with the active ones, then add it
//!   ---*-----*-----------*-------------->  an active box that has ended before is removed from the list
//!      {}    {3}         {3 7} -> {7}      the list as 3, 7 and 1 begin
//! ```
//!
//! - **The order is kept.** Insertion sort of the nearly sorted array takes time linear in n and in the pairs
//!   that changed places; if these are many, a general sort is called.
//! - **The axis** of the next sweep is that of the greater variance of the centres, without static boxes: a
//!   half-space reaches 1e9 m down.
//! - **A box that has not moved** is compared only with those that have.
//!
//! Boxes that are very long along the axis, and rows across it, are slow.
//!
//! Source: Souto, *Video Game Physics II*, The Sort and Sweep Algorithm, after Baraff's thesis (the list, as
//! in [`SweepList`](crate::SweepList)), and Ericson, *Real-Time Collision Detection*, 7.5 (one array, the
//! axis of greatest variance).

use crate::common::{Circle, Proxies, Proxy};
use crate::insertion_sort::insertion_sort;
use crate::proxies;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// Insertion sort of n boxes stops after this many times n shifts: about the time of a general sort of some
/// thousands of boxes, so a failed attempt at most doubles the time.
const SHIFTS_PER_BOX: usize = 16;

/// All boxes in one array, sorted along the axis on which the moving boxes spread most.
///
/// Changes take constant time; [`Broadphase::find_pairs`] takes time at least proportional to all boxes. An
/// overlap query between a sweep and the next change uses the order; otherwise it tests every box, as casts
/// and nearest-point searches always do.
///
/// ```
/// use broadphase::{Broadphase, Mobility, SortAndSweep};
/// use geom::Aabb;
///
/// let mut sweep = SortAndSweep::default();
/// for key in 0..3 {
///     sweep.insert(key, Aabb::around([0.0, key as f32], [0.6, 0.6]), Mobility::Moving)?;
/// }
/// let mut pairs = Vec::new();
/// sweep.find_pairs(&[1], &mut pairs);
/// pairs.sort_unstable();
/// assert_eq!(pairs, [(0, 1), (1, 2)]);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SortAndSweep {
    proxies: Proxies,
    axis: usize,
    next_axis: usize,
    is_sorted: bool,
    /// By index `i`: the greatest end of the boxes 0 to `i`, m: ascending, for a binary search of the first
    /// box that may reach a coordinate. Valid while `is_sorted`.
    max_ends: Vec<f32>,
    /// Scratch, by key.
    has_moved: Vec<bool>,
    /// Scratch: begun and not ended, those that moved and the others.
    active: [Vec<Proxy>; 2],
}

impl SortAndSweep {
    /// The axis of the last sort: 0 for x, 1 for y.
    #[must_use]
    pub fn axis(&self) -> usize {
        self.axis
    }

    fn sort(&mut self) {
        if self.is_sorted && self.axis == self.next_axis {
            return;
        }
        self.axis = self.next_axis;
        let axis = self.axis;
        let order = |a: &Proxy, b: &Proxy| begin(a, axis).total_cmp(&begin(b, axis)).then(a.key.cmp(&b.key));
        let mut shifts_left = SHIFTS_PER_BOX * self.proxies.list.len();
        let sorted = insertion_sort(&mut self.proxies.list, order, |_, from, to| {
            match shifts_left.checked_sub(from - to) {
                Some(left) => shifts_left = left,
                None => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        if sorted.is_break() {
            self.proxies.list.sort_unstable_by(order);
        }
        self.proxies.update_key_map();
        self.max_ends.clear();
        self.max_ends.extend(self.proxies.list.iter().scan(f32::NEG_INFINITY, |farthest, proxy| {
            let end = end(proxy, axis);
            *farthest = if end > *farthest { end } else { *farthest };
            Some(*farthest)
        }));
        self.is_sorted = true;
    }

    fn mark(&mut self, moved: &[Key], value: bool) {
        for &key in moved {
            if let Some(mark) = self.has_moved.get_mut(key as usize) {
                *mark = value;
            }
        }
    }

    fn sweep(&mut self, pairs: &mut Vec<(Key, Key)>) {
        let mut spread = Spread::default();
        let [active_moved, active_others] = &mut self.active;
        for proxy in &self.proxies.list {
            pairs_with_active(proxy, active_moved, self.axis, pairs);
            if self.has_moved[proxy.key as usize] {
                pairs_with_active(proxy, active_others, self.axis, pairs);
                active_moved.push(*proxy);
            } else {
                active_others.push(*proxy);
            }
            if proxy.mobility == Mobility::Moving {
                spread.add(proxy.aabb.center());
            }
        }
        self.active.iter_mut().for_each(Vec::clear);
        self.next_axis = spread.widest_axis();
    }

    /// Those whose boxes overlap `aabb`, and perhaps others.
    fn candidates(&self, aabb: Aabb) -> &[Proxy] {
        let proxies = &self.proxies.list[..];
        if !self.is_sorted {
            return proxies;
        }
        let (low, high) = (aabb.lower.coords[self.axis], aabb.upper.coords[self.axis]);
        let last = proxies.partition_point(|proxy| begin(proxy, self.axis) <= high);
        let first = self.max_ends[..last].partition_point(|&max_end| max_end < low);
        &proxies[first..last]
    }
}

fn begin(proxy: &Proxy, axis: usize) -> f32 {
    proxy.aabb.lower.coords[axis]
}

fn end(proxy: &Proxy, axis: usize) -> f32 {
    proxy.aabb.upper.coords[axis]
}

/// Drops active boxes that ended before.
fn pairs_with_active(proxy: &Proxy, active: &mut Vec<Proxy>, axis: usize, pairs: &mut Vec<(Key, Key)>) {
    active.retain(|other| {
        let is_active = begin(proxy, axis) <= end(other, axis);
        if is_active && let Some(pair) = proxy.pair_with(other) {
            pairs.push(pair);
        }
        is_active
    });
}

/// By Welford's recurrence, which subtracts no two large sums.
#[derive(Default)]
struct Spread {
    count: f32,
    mean: Vec2,
    /// Of distances from the mean, m^2.
    squares: Vec2,
}

impl Spread {
    fn add(&mut self, point: Point) {
        self.count += 1.0;
        let before = point.coords - self.mean;
        self.mean += before / self.count;
        self.squares += before.component_mul(&(point.coords - self.mean));
    }

    fn widest_axis(&self) -> usize {
        usize::from(self.squares.y > self.squares.x)
    }
}

impl Broadphase for SortAndSweep {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.proxies.insert(key, aabb, mobility)?;
        self.is_sorted = false;
        if self.has_moved.len() <= key as usize {
            self.has_moved.resize(key as usize + 1, false);
        }
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.is_sorted = false;
        self.proxies.remove(key)
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.is_sorted = false;
        self.proxies.update(key, aabb)
    }

    fn contains(&self, key: Key) -> bool {
        self.proxies.get(key).is_some()
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        self.sort();
        self.mark(moved, true);
        search.run_serial(|pairs| self.sweep(pairs));
        self.mark(moved, false);
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        proxies::overlap_aabb(self.candidates(aabb), aabb, visit);
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        self.proxies.visit_within_reach(cast, visit);
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        self.proxies.visit_within_reach(Circle::new(point, max_distance), visit);
    }

    fn len(&self) -> usize {
        self.proxies.list.len()
    }

    fn clear(&mut self) {
        self.proxies.clear();
        self.is_sorted = false;
    }

    fn validate(&self) -> Result<(), String> {
        self.proxies.validate()?;
        if self.has_moved.contains(&true) {
            return Err(String::from("a mark of the last sweep was not cleared"));
        }
        if !self.is_sorted {
            return Ok(());
        }
        let mut farthest = f32::NEG_INFINITY;
        let mut previous = f32::NEG_INFINITY;
        if self.max_ends.len() != self.len() {
            return Err(format!("{} maxima of ends for {} boxes", self.max_ends.len(), self.len()));
        }
        for (proxy, &max_end) in self.proxies.list.iter().zip(&self.max_ends) {
            if begin(proxy, self.axis) < previous {
                return Err(format!("the box of key {} is out of order", proxy.key));
            }
            previous = begin(proxy, self.axis);
            farthest = if end(proxy, self.axis) > farthest { end(proxy, self.axis) } else { farthest };
            if max_end != farthest {
                return Err(format!("the maximum of ends at key {} is {max_end}, not {farthest}", proxy.key));
            }
        }
        Ok(())
    }
}
