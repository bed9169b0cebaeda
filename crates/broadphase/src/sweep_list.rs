//! Sort and sweep as it was first described: begins and ends of the boxes in one sorted list.
//!
//! The projections of boxes on the x axis are intervals. Walk along the sorted list of their begins (b) and
//! ends (e) with a list of active boxes: those active together overlap along x.
//!
//! ```text
//!      |---- 3 ----|     |--- 1 ---|
//!            |------ 7 ------|
//!      b3    b7    e3    b1  e7    e1        the list
//!      {}   {3}  {3 7}  {7} {7 1} {1}        the active boxes as each endpoint is reached
//! ```
//!
//! - **At equal values begins come before ends**: boxes that only touch are active together.
//! - **Insertion sort sorts the kept list again**, in time that grows with the endpoints that changed places
//!   ([`SweepList::swaps`]): quadratic where a scene is mirrored.
//! - **New boxes** are appended; more than [`MAX_NEW_FOR_INSERTION`] are sorted by a general sort.
//! - **A box that has not moved** is compared only with those that have. The axis is always x, so a tower is
//!   the worst scene.
//!
//! Source: Souto, *Video Game Physics II*, The Sort and Sweep Algorithm; Baraff, "Dynamic Simulation of
//! Non-Penetrating Rigid Bodies", thesis, Cornell 1992, p. 52. Turned down
//! (`docs/experiments/broadphase.md`): a list for each axis and a set of pairs that changes at each swap.

use crate::common::{Circle, Proxies, Proxy};
use crate::insertion_sort::insertion_sort;
use crate::proxies::pair;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point};

/// With more new boxes, a general sort replaces insertion, which moves each new endpoint past half of the
/// list; a general sort handles each about log n times. So the break-even hardly grows with n: 18 among 1,000
/// boxes, 27 among 50,000.
const MAX_NEW_FOR_INSERTION: usize = 24;

/// The begins and ends of all boxes along x, in one list that insertion sort keeps sorted.
///
/// Changes take no time until [`Broadphase::find_pairs`], whose time is proportional to all boxes and to the
/// swaps. Queries and casts test every box.
///
/// ```
/// use broadphase::{Broadphase, Mobility, SweepList};
/// use geom::{Aabb, Point};
///
/// let mut list = SweepList::default();
/// for key in 0..3 {
///     list.insert(key, Aabb::around([key as f32, 0.0], [0.6, 0.6]), Mobility::Moving)?;
/// }
/// let mut pairs = Vec::new();
/// list.find_pairs(&[0, 1, 2], &mut pairs);
/// pairs.sort_unstable();
/// assert_eq!(pairs, [(0, 1), (1, 2)]);
/// // Box 0 jumps over the two others. Its begin passes their four endpoints, its end the three ahead of it.
/// list.update(0, Aabb::around([9.0, 0.0], [0.6, 0.6]))?;
/// list.find_pairs(&[0], &mut pairs);
/// assert_eq!(list.swaps(), 7);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SweepList {
    proxies: Proxies,
    /// Two for each box of the last sort, with its index in `proxies`, which after a removal may be that of
    /// another box, or of none.
    endpoints: Vec<Endpoint>,
    is_sorted: bool,
    swaps: usize,
    /// Scratch, by index.
    has_moved: Vec<bool>,
    /// Scratch: begun and not ended, those that have not moved and those that have.
    active: [Vec<Active>; 2],
    /// Scratch, by index: the place in its list of `active`.
    active_position: Vec<u32>,
}

/// Where a box begins or ends, as one integer, so that one instruction compares two:
///
/// ```text
///   63         32  31      30        0
///   [   value   ][ is end ][  index  ]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Endpoint(u64);

impl Endpoint {
    const IS_END: u64 = 1 << 31;

    fn begin(index: u32, proxy: &Proxy) -> Self {
        Self(sort_key(proxy.aabb.lower.x) << 32 | u64::from(index))
    }

    fn end(index: u32, proxy: &Proxy) -> Self {
        Self(sort_key(proxy.aabb.upper.x) << 32 | Self::IS_END | u64::from(index))
    }

    fn is_end(self) -> bool {
        self.0 & Self::IS_END != 0
    }

    /// Less than 2^31: so many boxes would take 48 GiB.
    fn index(self) -> u32 {
        (self.0 & (Self::IS_END - 1)) as u32
    }

    /// Of the box that now has this index.
    fn updated(self, proxy: &Proxy) -> Self {
        if self.is_end() { Self::end(self.index(), proxy) } else { Self::begin(self.index(), proxy) }
    }
}

fn sort_key(x: f32) -> u64 {
    let bits = x.to_bits();
    // The bits of positive floats rise with their values, those of negative ones fall. -0.0 equals 0.0.
    u64::from(if x < 0.0 { !bits } else { bits | 1 << 31 })
}

#[derive(Clone, Copy, Debug)]
struct Active {
    lower_y: f32,
    upper_y: f32,
    key: Key,
    index: u32,
    mobility: Mobility,
}

impl Active {
    fn new(index: u32, proxy: &Proxy) -> Self {
        let Proxy { aabb, key, mobility } = *proxy;
        Self { lower_y: aabb.lower.y, upper_y: aabb.upper.y, key, index, mobility }
    }

    #[inline(always)]
    fn pairs_with(&self, other: &Self) -> bool {
        // Two comparisons, each true every other time, would nearly double the time of the sweep by
        // mispredictions.
        let lower = if self.lower_y > other.lower_y { self.lower_y } else { other.lower_y };
        let upper = if self.upper_y < other.upper_y { self.upper_y } else { other.upper_y };
        lower <= upper && (self.mobility == Mobility::Moving || other.mobility == Mobility::Moving)
    }
}

/// One step of the sweep, at one endpoint of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepStep<'a> {
    /// Where the box begins or ends on the axis, m.
    pub position: f32,
    /// The key of the box.
    pub key: Key,
    /// Whether the box ends here; otherwise it begins.
    pub is_end: bool,
    /// The boxes that are active after this endpoint, in no particular order.
    pub active: &'a [Key],
    /// All pairs found so far.
    pub pairs: &'a [(Key, Key)],
}

/// One step of insertion sort. All endpoints before it are sorted already.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SortStep<'a> {
    /// The endpoint's place in the list before the step.
    pub from: usize,
    /// Its place after the step, past `from - to` neighbours.
    pub to: usize,
    /// The list after the step, sorted up to and with `from`: the box of each endpoint, and whether it ends.
    pub list: &'a [(Key, bool)],
}

impl SweepList {
    /// Sorts the list, as [`Broadphase::find_pairs`] does first, with a callback for every endpoint but the
    /// first; none if it was sorted, or so many boxes are new that a general sort is called.
    ///
    /// ```
    /// use broadphase::{Broadphase, Mobility, SweepList};
    /// use geom::{Aabb, Point};
    ///
    /// let mut list = SweepList::default();
    /// for key in 0..2 {
    ///     list.insert(key, Aabb::around([key as f32, 0.0], [0.6, 0.6]), Mobility::Moving)?;
    /// }
    /// // Appended as begin and end of box 0, begin and end of box 1. The second begin passes the first end.
    /// let mut moves = Vec::new();
    /// list.sort_observed(|step| moves.push((step.from, step.to)));
    /// assert_eq!(moves, [(1, 1), (2, 1), (3, 3)]);
    /// # Ok::<(), broadphase::BroadphaseError>(())
    /// ```
    pub fn sort_observed(&mut self, mut observe: impl FnMut(SortStep<'_>)) {
        let mut list = Vec::new();
        self.sort_with(|proxies, endpoints, from, to| {
            let key = |endpoint: &Endpoint| proxies.list[endpoint.index() as usize].key;
            list.clear();
            list.extend(endpoints.iter().map(|endpoint| (key(endpoint), endpoint.is_end())));
            observe(SortStep { from, to, list: &list });
        });
    }

    /// [`Broadphase::find_pairs`] for boxes that have all moved, with a callback for each endpoint, for
    /// pictures.
    ///
    /// ```
    /// use broadphase::{Broadphase, Mobility, SweepList};
    /// use geom::{Aabb, Point};
    ///
    /// let mut list = SweepList::default();
    /// for key in 0..3 {
    ///     list.insert(key, Aabb::around([key as f32, 0.0], [0.6, 0.6]), Mobility::Moving)?;
    /// }
    /// let (mut most_active, mut pairs) = (0, 0);
    /// list.sweep_observed(|step| {
    ///     most_active = most_active.max(step.active.len());
    ///     pairs = step.pairs.len();
    /// });
    /// assert_eq!((most_active, pairs), (2, 2));
    /// # Ok::<(), broadphase::BroadphaseError>(())
    /// ```
    pub fn sweep_observed(&mut self, mut observe: impl FnMut(SweepStep<'_>)) {
        self.sort();
        self.has_moved.clear();
        self.has_moved.resize(self.proxies.list.len(), true);
        let mut keys = Vec::new();
        self.sweep(&mut Vec::new(), |proxies, endpoint, active, pairs| {
            let (proxy, is_end) = (&proxies.list[endpoint.index() as usize], endpoint.is_end());
            keys.clear();
            keys.extend(active.iter().flatten().map(|one| one.key));
            let position = if is_end { proxy.aabb.upper.x } else { proxy.aabb.lower.x };
            observe(SweepStep { position, key: proxy.key, is_end, active: &keys, pairs });
        });
    }

    /// Swaps of neighbours in the last insertion sort; 0 after a general sort.
    #[must_use]
    pub fn swaps(&self) -> usize {
        self.swaps
    }

    fn sort(&mut self) {
        self.sort_with(|_, _, _, _| ());
    }

    fn sort_with(&mut self, mut observe: impl FnMut(&Proxies, &[Endpoint], usize, usize)) {
        if self.is_sorted {
            return;
        }
        let new = self.update_endpoints();
        self.swaps = 0;
        if new > MAX_NEW_FOR_INSERTION {
            self.endpoints.sort_unstable();
        } else {
            let _ = insertion_sort(&mut self.endpoints, Endpoint::cmp, |list, from, to| {
                self.swaps += from - to;
                observe(&self.proxies, list, from, to);
                ControlFlow::Continue(())
            });
        }
        self.is_sorted = true;
    }

    /// Returns the number of new ones.
    fn update_endpoints(&mut self) -> usize {
        let proxies = &self.proxies.list;
        self.endpoints.retain_mut(|endpoint| {
            let Some(proxy) = proxies.get(endpoint.index() as usize) else { return false };
            *endpoint = endpoint.updated(proxy);
            true
        });
        // Boxes without endpoints are the last.
        let listed = self.endpoints.len() / 2;
        for (index, proxy) in (listed as u32..).zip(&proxies[listed..]) {
            self.endpoints.extend([Endpoint::begin(index, proxy), Endpoint::end(index, proxy)]);
        }
        proxies.len() - listed
    }

    fn mark(&mut self, moved: &[Key]) {
        self.has_moved.clear();
        self.has_moved.resize(self.proxies.list.len(), false);
        for index in moved.iter().filter_map(|&key| self.proxies.find(key).ok()) {
            self.has_moved[index as usize] = true;
        }
    }

    fn sweep(
        &mut self,
        pairs: &mut Vec<(Key, Key)>,
        mut observe: impl FnMut(&Proxies, Endpoint, &[Vec<Active>; 2], &[(Key, Key)]),
    ) {
        self.active_position.resize(self.proxies.list.len(), 0);
        for endpoint in &self.endpoints {
            let index = endpoint.index();
            let moved = self.has_moved[index as usize];
            let own = &mut self.active[usize::from(moved)];
            if endpoint.is_end() {
                remove_active(own, &mut self.active_position, index);
                observe(&self.proxies, *endpoint, &self.active, pairs);
                continue;
            }
            let beginning = Active::new(index, &self.proxies.list[index as usize]);
            self.active_position[index as usize] = own.len() as u32;
            let [others_active, moved_active] = &self.active;
            add_pairs(&beginning, moved_active, pairs);
            if moved {
                add_pairs(&beginning, others_active, pairs);
            }
            self.active[usize::from(moved)].push(beginning);
            observe(&self.proxies, *endpoint, &self.active, pairs);
        }
    }
}

fn add_pairs(beginning: &Active, active: &[Active], pairs: &mut Vec<(Key, Key)>) {
    let partners = active.iter().filter(|other| other.pairs_with(beginning));
    pairs.extend(partners.map(|other| pair(beginning.key, other.key)));
}

fn remove_active(active: &mut Vec<Active>, active_position: &mut [u32], index: u32) {
    let gap = active_position[index as usize];
    active.swap_remove(gap as usize);
    if let Some(filler) = active.get(gap as usize) {
        active_position[filler.index as usize] = gap;
    }
}

impl Broadphase for SweepList {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.proxies.insert(key, aabb, mobility)?;
        self.is_sorted = false;
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
        self.mark(moved);
        search.run_serial(|pairs| self.sweep(pairs, |_, _, _, _| ()));
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        self.proxies.overlap_aabb(aabb, visit);
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
        self.endpoints.clear();
        self.is_sorted = false;
    }

    fn validate(&self) -> Result<(), String> {
        self.proxies.validate()?;
        if let Some(active) = self.active.iter().flatten().next() {
            return Err(format!("key {} is still active after the sweep", active.key));
        }
        if !self.is_sorted {
            return Ok(());
        }
        // None twice, so each box has its begin and its end.
        if self.endpoints.len() != 2 * self.len() {
            return Err(format!("{} ends of {} boxes", self.endpoints.len(), self.len()));
        }
        if let Some(two) = self.endpoints.windows(2).find(|two| two[0] >= two[1]) {
            return Err(format!("an endpoint of box {} is out of order, or listed twice", two[1].index()));
        }
        for endpoint in &self.endpoints {
            let proxy = self.proxies.list.get(endpoint.index() as usize);
            if proxy.is_none_or(|proxy| endpoint.updated(proxy) != *endpoint) {
                return Err(format!("an endpoint of box {} is not up to date", endpoint.index()));
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
        /// Endpoints are ordered by value, and zeros of either sign are equal. At equal values a begin comes
        /// before an end.
        #[test]
        fn endpoints_are_ordered_by_value_and_begins_come_before_ends(
            a in any::<f32>(), b in any::<f32>(), same in prop::option::of(prop_oneof![Just(0.0_f32), any::<f32>()]),
            indices in prop::array::uniform2(0_u32..1 << 31),
        ) {
            let (a, b) = same.map_or((a, b), |value| (value, if value == 0.0 { -value } else { value }));
            prop_assume!(a.is_finite() && b.is_finite());
            let at = |x| Proxy { aabb: Aabb::new([x, 0.0], [x, 0.0]), key: 0, mobility: Mobility::Moving };
            let [index_a, index_b] = indices;
            let (begin, end) = (Endpoint::begin(index_a, &at(a)), Endpoint::end(index_b, &at(b)));
            let expected = a.partial_cmp(&b).unwrap().then(Ordering::Less);
            prop_assert_eq!(begin.cmp(&end), expected);
            prop_assert_eq!(begin.cmp(&Endpoint::begin(index_b, &at(b))), a.partial_cmp(&b).unwrap().then(index_a.cmp(&index_b)));
            prop_assert_eq!([begin.index(), end.index()], indices);
            prop_assert_eq!([begin.is_end(), end.is_end()], [false, true]);
        }
    }
}
