//! The set of pairs of colliders that have a contact, which is never iterated.
//!
//! The broad phase reports a pair again each time one of its colliders gets a new fat box, so nearly all
//! pairs are in the set. Open addressing with linear probing answers most from one cache line:
//!
//! ```text
//!   bucket        5    6    7    8    9
//!   holds         -   {a}  {b}  {c}   -        a and b hash to 6, c to 7
//!   remove a      -   {b}  {c}   -    -        later keys move back into the gap: no search may end early
//! ```
//!
//! Source: Knuth, The Art of Computer Programming 3, section 6.4, algorithm R. Turned down
//! (`docs/experiments/world.md`): walking the shorter contact list of the two bodies; a `HashMap`.

use crate::paged::Paged;
use crate::slot::ColliderSlot;
use broadphase::Key;

/// A collider is never paired with itself.
const EMPTY: u64 = u64::MAX;

/// Of the smallest table that is not empty; a power of two.
const MIN_BUCKETS: usize = 64;

const BATCH: usize = 16;

/// 2^64 over the golden ratio, made odd: it spreads keys that differ little over the upper bits (Fibonacci
/// hashing).
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Debug, Default)]
pub(crate) struct PairSet {
    /// *Derived* from the contacts. Empty, or a power of two of buckets, less than half taken.
    buckets: Paged<u64>,
    len: usize,
    keys: Vec<u64>,
}

fn packed([a, b]: [ColliderSlot; 2]) -> u64 {
    packed_keys((a.key(), b.key()))
}

fn packed_keys((a, b): (Key, Key)) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl PairSet {
    pub(crate) fn prefetch(&self) {
        self.buckets.prefetch();
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { buckets, len, keys: _ } = other;
        self.buckets.copy_from(buckets);
        self.len = *len;
    }

    pub(crate) fn contains(&self, pair: [ColliderSlot; 2]) -> bool {
        !self.buckets.is_empty() && self.buckets[self.find(packed(pair))] != EMPTY
    }

    /// Drops the pairs of a list that are in the set; the lower slot of each comes first. Reads the buckets
    /// of some pairs before it compares, so that the processor waits for all at once.
    pub(crate) fn retain_missing(&self, pairs: &mut Vec<(Key, Key)>) {
        if self.buckets.is_empty() {
            return;
        }
        let (mut kept, mut first) = (0, 0);
        while first < pairs.len() {
            let count = BATCH.min(pairs.len() - first);
            let mut found = [EMPTY; BATCH];
            for (found, &pair) in found.iter_mut().zip(&pairs[first..first + count]) {
                *found = self.buckets[self.home(packed_keys(pair))];
            }
            for (i, &found) in found[..count].iter().enumerate() {
                let pair = pairs[first + i];
                let key = packed_keys(pair);
                if found == EMPTY || (found != key && self.buckets[self.find(key)] == EMPTY) {
                    pairs[kept] = pair;
                    kept += 1;
                }
            }
            first += count;
        }
        pairs.truncate(kept);
    }

    pub(crate) fn insert(&mut self, pair: [ColliderSlot; 2]) {
        if 2 * (self.len + 1) >= self.buckets.len() {
            self.grow();
        }
        let bucket = self.find(packed(pair));
        debug_assert!(self.buckets[bucket] == EMPTY, "{pair:?} is in the set already");
        self.buckets[bucket] = packed(pair);
        self.len += 1;
    }

    /// Allocates nothing if it has been as large before: a world that is restored again and again makes the
    /// same contacts each time.
    fn grow(&mut self) {
        self.keys.clear();
        self.keys.extend(self.buckets.iter().copied().filter(|&key| key != EMPTY));
        self.buckets.fill(EMPTY);
        self.buckets.resize(MIN_BUCKETS.max(2 * self.buckets.len()), EMPTY);
        for index in 0..self.keys.len() {
            let bucket = self.find(self.keys[index]);
            self.buckets[bucket] = self.keys[index];
        }
    }

    pub(crate) fn remove(&mut self, pair: [ColliderSlot; 2]) {
        let mask = self.buckets.len() - 1;
        let mut gap = self.find(packed(pair));
        debug_assert!(self.buckets[gap] != EMPTY, "{pair:?} is not in the set");
        let mut bucket = gap;
        loop {
            bucket = (bucket + 1) & mask;
            let key = self.buckets[bucket];
            if key == EMPTY {
                break;
            }
            // A key may move back into the gap, but not before the bucket of its hash, counted round the
            // table.
            let from_home = bucket.wrapping_sub(self.home(key)) & mask;
            if from_home >= bucket.wrapping_sub(gap) & mask {
                self.buckets[gap] = key;
                gap = bucket;
            }
        }
        self.buckets[gap] = EMPTY;
        self.len -= 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Or the empty one where it would go.
    fn find(&self, key: u64) -> usize {
        let mut bucket = self.home(key);
        while self.buckets[bucket] != key && self.buckets[bucket] != EMPTY {
            bucket = (bucket + 1) & (self.buckets.len() - 1);
        }
        bucket
    }

    /// The shift folds the bits of one slot onto those of the other, so that both reach the upper half of the
    /// product.
    fn home(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 29).wrapping_mul(GOLDEN);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slot::Slot;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pair(a: usize, b: usize) -> [ColliderSlot; 2] {
        [a.min(b), a.max(b)].map(ColliderSlot::new)
    }

    proptest! {
        /// Random insertions and removals, compared with an ordered set. There are few slots, so keys often
        /// have the same bucket.
        #[test]
        fn set_holds_what_an_ordered_set_holds(
            pairs in prop::collection::vec((0_usize..40, 0_usize..40), 0..400),
        ) {
            let (mut set, mut model) = (PairSet::default(), BTreeSet::new());
            for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
                let pair = pair(a, b);
                prop_assert_eq!(set.contains(pair), model.contains(&pair));
                if model.remove(&pair) {
                    set.remove(pair);
                } else {
                    model.insert(pair);
                    set.insert(pair);
                }
                prop_assert_eq!(set.len(), model.len());
            }
            for a in 0..40 {
                for b in a + 1..40 {
                    prop_assert_eq!(set.contains(pair(a, b)), model.contains(&pair(a, b)));
                }
            }
        }
    }

    /// Boxes side by side, a ground under all of them, and a cloud collider that overlaps all: no search is
    /// long.
    #[test]
    fn searches_are_short_for_pairs_of_neighbours() {
        let (mut set, mut longest) = (PairSet::default(), 0);
        let pairs = (1..10_000).flat_map(|i| [(0, i), (i, i + 1), (i, i + 100), (i, 20_000)]);
        let pairs = pairs.map(|(a, b)| pair(a, b));
        pairs.clone().for_each(|pair| set.insert(pair));
        for pair in pairs {
            let key = packed(pair);
            longest = longest.max(set.find(key).wrapping_sub(set.home(key)) & (set.buckets.len() - 1));
        }
        assert!(longest < 40, "a key lies {longest} buckets from its home");
    }
}
