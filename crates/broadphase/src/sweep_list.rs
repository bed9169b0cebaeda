//! Sort and sweep as it was first written down: where the boxes begin and where they end, all in one sorted list.
//!
//! The shadow of a box on the x axis is an interval. Put the begins (b) and the ends (e) of all shadows in one list,
//! sort it, and walk along it with a list of active boxes: at its begin a box joins them, at its end it
//! leaves. Those that are active together overlap on x, and what is left to test is y.
//!
//! ```text
//!      |---- 3 ----|     |--- 1 ---|
//!            |------ 7 ------|
//!      b3    b7    e3    b1  e7    e1        the list
//!      {}   {3}  {3 7}  {7} {7 1} {1}        who is active as each of them is reached
//! ```
//!
//! - **At equal values begins come before ends**, so that boxes whose borders touch are active together.
//! - **The list is kept, and sorted again by insertion.** From one step to the next boxes move little, so the list
//!   is nearly in order, and insertion sort takes time linear in its length and in the swaps: the pairs of ends
//!   that have changed places ([`SweepList::swaps`]). How many these are depends on how many ends lie on the
//!   way of each that moves; but in the worst case, a scene turned round, all pairs have, and the time is
//!   quadratic. It is left so here, as the method stands; [`SortAndSweep`](crate::SortAndSweep) is the one that
//!   counts its losses and calls a general sort.
//! - **New boxes** go to the back of the list and are sorted in by insertion too, past half the list on average; if
//!   there are more than [`NEW_AT_ONCE`], as when a level is loaded, a general sort takes over for once.
//! - **Only what moved is tested.** The active boxes are two lists, the moved ones and the others, and a box
//!   that has not moved is not compared with those that have not either.
//!
//! Removing a box costs nothing by itself, but the last one takes its place in the array of boxes, and its two ends
//! then travel through the list to where the ends of the other were, or the other way about: linear at worst.
//!
//! The axis is x and stays x, so a tower, in which everything is active at once, is the worst scene.
//!
//! Source: seed 004, The Sort and Sweep Algorithm; Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies",
//! thesis, Cornell 1992, p. 52. Turned down: a list for each axis and a set of pairs, changed at each swap of a
//! begin with an end (I-COLLIDE, Bullet). It needs no sweep, but every pair is held twice, here and by the caller.

use crate::boxes::{self, Boxes, Entry, pair};
use crate::probe::Circle;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point};

/// With more new boxes than this the whole list is sorted anew. Each of their ends passes half the list on its way,
/// and a general sort handles each end of the list some log n times: which costs less is a question of the
/// number of new boxes, not of their share. Both cost the same at 18 among 1,000 and at 27 among 50,000.
const NEW_AT_ONCE: usize = 24;

/// The begins and ends of all boxes along x, in one list that is kept sorted by insertion.
///
/// Changes cost nothing at first; [`Broadphase::find_pairs`] costs the number of boxes stored and of ends that
/// changed places, also when few have moved. Queries and rays look at every box.
#[derive(Clone, Debug, Default)]
pub struct SweepList {
    boxes: Boxes,
    /// Two for each box of the last sort, in order then. They name the boxes by their places in `boxes`: after a
    /// removal a place may have another box, or none any more.
    endpoints: Vec<Endpoint>,
    /// Whether nothing has changed since the last sort.
    in_order: bool,
    swaps: usize,
    /// Scratch of the sweep: by place, whether the box moved.
    has_moved: Vec<bool>,
    /// Scratch of the sweep: the boxes begun and not ended, those that have not moved and those that have.
    active: [Vec<Active>; 2],
    /// Scratch of the sweep: by place, where in its list of `active` the box is.
    active_at: Vec<u32>,
}

/// Where a box begins or ends on the axis, as one number, so that comparing two takes one instruction:
///
/// ```text
///   63         32  31      30        0
///   [   value   ][ is end ][  place  ]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Endpoint(u64);

impl Endpoint {
    const IS_END: u64 = 1 << 31;

    fn begin(place: u32, entry: &Entry) -> Self {
        Self(ascending(entry.aabb.lower.x) << 32 | u64::from(place))
    }

    fn end(place: u32, entry: &Entry) -> Self {
        Self(ascending(entry.aabb.upper.x) << 32 | Self::IS_END | u64::from(place))
    }

    fn is_end(self) -> bool {
        self.0 & Self::IS_END != 0
    }

    /// Less than 2^31, as many boxes as 48 GiB hold.
    fn place(self) -> u32 {
        (self.0 & (Self::IS_END - 1)) as u32
    }

    /// The same end of the box that has its place now.
    fn renewed(self, entry: &Entry) -> Self {
        if self.is_end() { Self::end(self.place(), entry) } else { Self::begin(self.place(), entry) }
    }
}

/// An integer that rises with `x`, equal for equal numbers.
fn ascending(x: f32) -> u64 {
    let bits = x.to_bits();
    // The bits of positive numbers rise with them, those of negative ones fall; -0.0 is not below zero.
    u64::from(if x < 0.0 { !bits } else { bits | 1 << 31 })
}

/// A box that has begun and not ended: what it takes to compare it with one that begins.
#[derive(Clone, Copy, Debug)]
struct Active {
    lower_y: f32,
    upper_y: f32,
    key: Key,
    place: u32,
    mobility: Mobility,
}

impl Active {
    fn new(place: u32, entry: &Entry) -> Self {
        let Entry { aabb, key, mobility } = *entry;
        Self { lower_y: aabb.lower.y, upper_y: aabb.upper.y, key, place, mobility }
    }

    /// Whether two that are active together are a pair.
    #[inline(always)]
    fn meets(&self, other: &Self) -> bool {
        // Two selects and one comparison, which seldom holds. Two comparisons hold every other time each, and the
        // processor guesses their branches wrong: sort and sweep then take nearly twice as long.
        let lower = if self.lower_y > other.lower_y { self.lower_y } else { other.lower_y };
        let upper = if self.upper_y < other.upper_y { self.upper_y } else { other.upper_y };
        lower <= upper && (self.mobility == Mobility::Moving || other.mobility == Mobility::Moving)
    }
}

impl SweepList {
    /// By how many places ends moved down the list, taken together, when it was last sorted by insertion: the work
    /// of that sort beyond looking at each end once. 0 after a general sort.
    #[must_use]
    pub fn swaps(&self) -> usize {
        self.swaps
    }

    fn sort(&mut self) {
        if self.in_order {
            return;
        }
        let new = self.renew();
        if new > NEW_AT_ONCE {
            self.endpoints.sort_unstable();
            self.swaps = 0;
        } else {
            self.swaps = insertion_sort(&mut self.endpoints);
        }
        self.in_order = true;
    }

    /// Brings the values of the list up to date, drops what is left of removed boxes, and appends the new ones, whose
    /// number is returned.
    fn renew(&mut self) -> usize {
        let entries = &self.boxes.entries;
        self.endpoints.retain_mut(|endpoint| {
            let Some(entry) = entries.get(endpoint.place() as usize) else { return false };
            *endpoint = endpoint.renewed(entry);
            true
        });
        // Places are used from the first on, so those that the list does not have are the last ones.
        let listed = self.endpoints.len() / 2;
        for (place, entry) in (listed as u32..).zip(&entries[listed..]) {
            self.endpoints.extend([Endpoint::begin(place, entry), Endpoint::end(place, entry)]);
        }
        entries.len() - listed
    }

    fn mark(&mut self, moved: &[Key]) {
        self.has_moved.clear();
        self.has_moved.resize(self.boxes.entries.len(), false);
        for place in moved.iter().filter_map(|&key| self.boxes.find(key).ok()) {
            self.has_moved[place as usize] = true;
        }
    }

    fn sweep(&mut self, pairs: &mut Vec<(Key, Key)>) {
        self.active_at.resize(self.boxes.entries.len(), 0);
        for endpoint in &self.endpoints {
            let place = endpoint.place();
            let moved = self.has_moved[place as usize];
            let own = &mut self.active[usize::from(moved)];
            if endpoint.is_end() {
                leave(own, &mut self.active_at, place);
                continue;
            }
            let beginning = Active::new(place, &self.boxes.entries[place as usize]);
            self.active_at[place as usize] = own.len() as u32;
            let [others_active, moved_active] = &self.active;
            meet(&beginning, moved_active, pairs);
            if moved {
                meet(&beginning, others_active, pairs);
            }
            self.active[usize::from(moved)].push(beginning);
        }
    }
}

/// Reports whom a box meets among the active as it begins.
fn meet(beginning: &Active, active: &[Active], pairs: &mut Vec<(Key, Key)>) {
    let met = active.iter().filter(|other| other.meets(beginning));
    pairs.extend(met.map(|other| pair(beginning.key, other.key)));
}

/// Takes a box off its list of the active; the last one there fills the gap.
fn leave(active: &mut Vec<Active>, active_at: &mut [u32], place: u32) {
    let gap = active_at[place as usize];
    active.swap_remove(gap as usize);
    if let Some(filler) = active.get(gap as usize) {
        active_at[filler.place as usize] = gap;
    }
}

/// Sorts, and returns how many pairs were out of order.
fn insertion_sort(endpoints: &mut [Endpoint]) -> usize {
    let mut swaps = 0;
    for i in 1..endpoints.len() {
        let endpoint = endpoints[i];
        let mut at = i;
        while at > 0 && endpoint < endpoints[at - 1] {
            endpoints[at] = endpoints[at - 1];
            at -= 1;
        }
        endpoints[at] = endpoint;
        swaps += i - at;
    }
    swaps
}

impl Broadphase for SweepList {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.boxes.insert(key, aabb, mobility)?;
        self.in_order = false;
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
        self.mark(moved);
        search.alone(|pairs| self.sweep(pairs));
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        boxes::query(&self.boxes.entries, aabb, visit);
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
        self.endpoints.clear();
        self.in_order = false;
    }

    fn validate(&self) -> Result<(), String> {
        self.boxes.validate()?;
        if let Some(active) = self.active.iter().flatten().next() {
            return Err(format!("after the sweep key {} is still active", active.key));
        }
        if !self.in_order {
            return Ok(());
        }
        // Two for each box, none of them twice: then each box has its begin and its end.
        if self.endpoints.len() != 2 * self.len() {
            return Err(format!("{} ends of {} boxes", self.endpoints.len(), self.len()));
        }
        if let Some(two) = self.endpoints.windows(2).find(|two| two[0] >= two[1]) {
            return Err(format!("place {} is listed out of order, or twice", two[1].place()));
        }
        for endpoint in &self.endpoints {
            let entry = self.boxes.entries.get(endpoint.place() as usize);
            if entry.is_none_or(|entry| endpoint.renewed(entry) != *endpoint) {
                return Err(format!("the list is not up to date about place {}", endpoint.place()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cmp::Ordering;
    use proptest::prelude::*;

    proptest! {
        /// Ends are in the order of their values, zeros of either sign alike; at one value a begin comes first.
        #[test]
        fn the_order_of_the_list_is_that_of_the_axis(
            a in any::<f32>(), b in any::<f32>(), same in prop::option::of(prop_oneof![Just(0.0_f32), any::<f32>()]),
            places in prop::array::uniform2(0_u32..1 << 31),
        ) {
            let (a, b) = same.map_or((a, b), |value| (value, if value == 0.0 { -value } else { value }));
            prop_assume!(a.is_finite() && b.is_finite());
            let at = |x| Entry { aabb: Aabb::new([x, 0.0], [x, 0.0]), key: 0, mobility: Mobility::Moving };
            let [place_a, place_b] = places;
            let (begin, end) = (Endpoint::begin(place_a, &at(a)), Endpoint::end(place_b, &at(b)));
            let expected = a.partial_cmp(&b).unwrap().then(Ordering::Less);
            prop_assert_eq!(begin.cmp(&end), expected);
            prop_assert_eq!(begin.cmp(&Endpoint::begin(place_b, &at(b))), a.partial_cmp(&b).unwrap().then(place_a.cmp(&place_b)));
            prop_assert_eq!([begin.place(), end.place()], places);
            prop_assert_eq!([begin.is_end(), end.is_end()], [false, true]);
        }
    }
}
