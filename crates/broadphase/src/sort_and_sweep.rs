//! Sort and sweep (or sweep and prune) on boxes in one array.
//!
//! Boxes that overlap also overlap in their shadows on an axis. So sort the boxes by where their shadows begin, and
//! walk along the axis with a list of the boxes that have begun and not ended: a box that begins can only meet
//! those in the list.
//!
//! ```text
//!      |---- 3 ----|      |-- 1 --|
//!            |------ 7 ------|             a box begins:  it meets whoever is in the list, then joins it
//!   ---*-----*-----------*-------------->  whoever has ended before that leaves the list
//!      {}    {3}         {3 7} -> {7}      the list as 3, 7 and 1 begin
//! ```
//!
//! - **The order is kept between sweeps.** Boxes move little from one step to the next, so the array is nearly in
//!   order, and an insertion sort takes time linear in n and in the number of pairs that changed places. If
//!   that number turns out large (a new axis, a load of new boxes, teleports) the sort gives up and a general
//!   one takes over. Ties go by key, so both end in the same order.
//! - **The axis follows the scene.** During a sweep the variance of the centres is taken along x and y, and the
//!   next one runs along the axis where they spread more. Only moving boxes count: the centre of one
//!   half-space, 5e8 m down, would outvote the scene.
//! - **Only what moved is tested.** There is a list of moved boxes and one of the others; a box that has not moved
//!   is not compared with those that have not either.
//!
//! What no sort can help: a very wide box stays in the list to the end and is met by all who move; boxes in a
//! row across the axis all share one shadow, so a grid of n boxes has lists of sqrt(n).
//!
//! Source: seed 004, The Sort and Sweep Algorithm, after Baraff's thesis (the list) and Ericson, Real-Time
//! Collision Detection, 7.5 (one array of boxes, the axis of greatest variance). Turned down: begin and end
//! values as separate entries in the list, which is [`SweepList`](crate::SweepList). Each entry says less, and
//! there are twice as many to sort.

use crate::boxes::{self, Boxes, Entry, pair};
use crate::probe::Circle;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use core::cmp::Ordering;
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// How often an entry may move up by one place, per box stored, before insertion sort gives up. So many shifts
/// cost about as much as a general sort of some thousands of boxes: the attempt at most doubles the time.
const SHIFTS_PER_BOX: usize = 16;

/// All boxes in one array, sorted along the axis on which the moving ones spread most.
///
/// Changes cost nothing at first; the sort and the sweep of [`Broadphase::find_pairs`] cost the number of
/// boxes stored, also when few have moved. Queries between a sweep and the next change use the order, at other
/// times they look at every box; rays always do.
#[derive(Clone, Debug, Default)]
pub struct SortAndSweep {
    boxes: Boxes,
    /// The axis along which `boxes` was last sorted, 0 or 1.
    axis: usize,
    /// The axis for the next sort.
    next_axis: usize,
    /// Whether nothing has changed since the last sort.
    in_order: bool,
    /// At `i`, the farthest that any of the boxes 0 to `i` extends along the axis, m: ascending, so that the first
    /// box that may reach a coordinate is found by halving. Valid while `in_order`.
    reach: Vec<f32>,
    /// Scratch of the sweep: by key, whether it moved.
    has_moved: Vec<bool>,
    /// Scratch of the sweep: boxes begun and not known to have ended, the moved and the others.
    active: [Vec<Entry>; 2],
}

impl SortAndSweep {
    /// The axis along which the boxes were last sorted: 0 for x, 1 for y.
    #[must_use]
    pub fn axis(&self) -> usize {
        self.axis
    }

    fn sort(&mut self) {
        if self.in_order && self.axis == self.next_axis {
            return;
        }
        self.axis = self.next_axis;
        let axis = self.axis;
        let order = |a: &Entry, b: &Entry| begin(a, axis).total_cmp(&begin(b, axis)).then(a.key.cmp(&b.key));
        if !insertion_sort(&mut self.boxes.entries, order) {
            self.boxes.entries.sort_unstable_by(order);
        }
        self.boxes.note_places();
        self.reach.clear();
        self.reach.extend(self.boxes.entries.iter().scan(f32::NEG_INFINITY, |farthest, entry| {
            let end = end(entry, axis);
            *farthest = if end > *farthest { end } else { *farthest };
            Some(*farthest)
        }));
        self.in_order = true;
    }

    fn mark(&mut self, moved: &[Key], value: bool) {
        for &key in moved {
            // A key that was never inserted has no mark to set.
            if let Some(mark) = self.has_moved.get_mut(key as usize) {
                *mark = value;
            }
        }
    }

    fn sweep(&mut self, pairs: &mut Vec<(Key, Key)>) {
        let mut spread = Spread::default();
        let [active_moved, active_others] = &mut self.active;
        for entry in &self.boxes.entries {
            meet_active(entry, active_moved, self.axis, pairs);
            if self.has_moved[entry.key as usize] {
                meet_active(entry, active_others, self.axis, pairs);
                active_moved.push(*entry);
            } else {
                active_others.push(*entry);
            }
            if entry.mobility == Mobility::Moving {
                spread.add(entry.aabb.center());
            }
        }
        self.active.iter_mut().for_each(Vec::clear);
        self.next_axis = spread.widest_axis();
    }

    /// The entries among which those that overlap `aabb` are.
    fn near(&self, aabb: Aabb) -> &[Entry] {
        let entries = &self.boxes.entries[..];
        if !self.in_order {
            return entries;
        }
        let (low, high) = (aabb.lower.coords[self.axis], aabb.upper.coords[self.axis]);
        let last = entries.partition_point(|entry| begin(entry, self.axis) <= high);
        let first = self.reach[..last].partition_point(|&reach| reach < low);
        &entries[first..last]
    }
}

fn begin(entry: &Entry, axis: usize) -> f32 {
    entry.aabb.lower.coords[axis]
}

fn end(entry: &Entry, axis: usize) -> f32 {
    entry.aabb.upper.coords[axis]
}

/// Reports the active boxes that a box meets as it begins, and drops those that ended before.
fn meet_active(entry: &Entry, active: &mut Vec<Entry>, axis: usize, pairs: &mut Vec<(Key, Key)>) {
    active.retain(|other| {
        let goes_on = begin(entry, axis) <= end(other, axis);
        if goes_on && entry.meets(other) {
            pairs.push(pair(entry.key, other.key));
        }
        goes_on
    });
}

/// Sorts an array that is nearly in order. False if it is not so near, and then it is left half sorted.
fn insertion_sort(entries: &mut [Entry], order: impl Fn(&Entry, &Entry) -> Ordering) -> bool {
    let mut shifts_left = SHIFTS_PER_BOX * entries.len();
    for i in 1..entries.len() {
        let entry = entries[i];
        let mut place = i;
        while place > 0 && order(&entry, &entries[place - 1]).is_lt() {
            entries[place] = entries[place - 1];
            place -= 1;
        }
        entries[place] = entry;
        let Some(left) = shifts_left.checked_sub(i - place) else { return false };
        shifts_left = left;
    }
    true
}

/// The variance of points along both axes, in one pass: Welford's recurrence, which does not subtract two large
/// sums as the textbook's E[x^2] - E[x]^2 does.
#[derive(Default)]
struct Spread {
    count: f32,
    mean: Vec2,
    /// The sum of the squared distances from the mean, along each axis, m^2.
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
        self.boxes.insert(key, aabb, mobility)?;
        self.in_order = false;
        if self.has_moved.len() <= key as usize {
            self.has_moved.resize(key as usize + 1, false);
        }
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.boxes.remove(key)?;
        self.in_order = false;
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.boxes.update(key, aabb)?;
        self.in_order = false;
        Ok(())
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        self.sort();
        self.mark(moved, true);
        search.alone(|pairs| self.sweep(pairs));
        self.mark(moved, false);
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        boxes::query(self.near(aabb), aabb, visit);
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        boxes::search(&self.boxes.entries, cast, visit);
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        boxes::search(&self.boxes.entries, Circle::new(point, max_distance), visit);
    }

    fn len(&self) -> usize {
        self.boxes.entries.len()
    }

    fn clear(&mut self) {
        self.boxes.clear();
        self.in_order = false;
    }

    fn validate(&self) -> Result<(), String> {
        self.boxes.validate()?;
        if self.has_moved.contains(&true) {
            return Err(String::from("a mark of the last sweep is left"));
        }
        if !self.in_order {
            return Ok(());
        }
        let mut farthest = f32::NEG_INFINITY;
        let mut before = f32::NEG_INFINITY;
        if self.reach.len() != self.len() {
            return Err(format!("{} reaches for {} boxes", self.reach.len(), self.len()));
        }
        for (entry, &reach) in self.boxes.entries.iter().zip(&self.reach) {
            if begin(entry, self.axis) < before {
                return Err(format!("the box of key {} is out of order", entry.key));
            }
            before = begin(entry, self.axis);
            farthest = if end(entry, self.axis) > farthest { end(entry, self.axis) } else { farthest };
            if reach != farthest {
                return Err(format!("the reach at key {} is {reach}, not {farthest}", entry.key));
            }
        }
        Ok(())
    }
}
