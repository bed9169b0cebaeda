//! Which pairs of colliders have a contact: a set that is only ever asked, never gone through.
//!
//! The broad phase names a pair again each time one of the two gets a new box, so nearly all that it names has a
//! contact already. Open addressing with linear probing: a pair lies where its hash says or a few places on, so the
//! answer is mostly one cache line.
//!
//! ```text
//!   place         5    6    7    8    9
//!   holds         -   {a}  {b}  {c}   -        a and b hash to 6, c to 7
//!   remove a      -   {b}  {c}   -    -        whoever may move back to the gap does, so that no search ends early
//! ```
//!
//! Nothing depends on the order of the places. Source: Knuth, The Art of Computer Programming 3, section 6.4, algorithm R.
//! Turned down: walking the shorter contact list of the two bodies. Where everything is on the move it took 45 % of
//! a step of `spinner`, most of it waiting for memory. Turned down too: a `HashMap`, whose hash is made for
//! strangers' keys and takes longer than the rest.

/// No pair: a collider is never paired with itself.
const EMPTY: u64 = u64::MAX;

/// The least number of places, a power of two.
const LEAST: usize = 64;

/// Pairs of different collider slots, the lower one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairSet {
    /// None, or a power of two of them, less than half of them taken.
    places: Vec<u64>,
    len: usize,
}

fn packed([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl PairSet {
    pub(crate) fn contains(&self, pair: [u32; 2]) -> bool {
        !self.places.is_empty() && self.places[self.find(packed(pair))] != EMPTY
    }

    /// Adds a pair that is not there.
    pub(crate) fn insert(&mut self, pair: [u32; 2]) {
        if 2 * (self.len + 1) >= self.places.len() {
            let larger = vec![EMPTY; LEAST.max(2 * self.places.len())];
            for key in std::mem::replace(&mut self.places, larger).into_iter().filter(|&key| key != EMPTY) {
                let place = self.find(key);
                self.places[place] = key;
            }
        }
        let place = self.find(packed(pair));
        debug_assert!(self.places[place] == EMPTY, "{pair:?} is there already");
        self.places[place] = packed(pair);
        self.len += 1;
    }

    /// Removes a pair that is there.
    pub(crate) fn remove(&mut self, pair: [u32; 2]) {
        let mask = self.places.len() - 1;
        let mut gap = self.find(packed(pair));
        debug_assert!(self.places[gap] != EMPTY, "{pair:?} is not there");
        let mut place = gap;
        loop {
            place = (place + 1) & mask;
            let key = self.places[place];
            if key == EMPTY {
                break;
            }
            // It must not come to lie before its home, round the end of the array or not.
            let from_home = place.wrapping_sub(self.home(key)) & mask;
            if from_home >= place.wrapping_sub(gap) & mask {
                self.places[gap] = key;
                gap = place;
            }
        }
        self.places[gap] = EMPTY;
        self.len -= 1;
    }

    /// Where a key is, or the empty place where it would be put.
    fn find(&self, key: u64) -> usize {
        let mut place = self.home(key);
        while self.places[place] != key && self.places[place] != EMPTY {
            place = (place + 1) & (self.places.len() - 1);
        }
        place
    }

    /// Fibonacci hashing: the product with 2^64 over the golden ratio spreads what differs little over its upper half,
    /// to which all bits of the upper slot and, folded down onto it, those of the lower one contribute.
    fn home(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.places.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Random insertions and removals against an ordered set; few slots, so that the searches run into each other.
        #[test]
        fn it_holds_what_was_put_in(pairs in prop::collection::vec((0_u32..40, 0_u32..40), 0..400)) {
            let (mut set, mut model) = (PairSet::default(), BTreeSet::new());
            for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
                let pair = [a.min(b), a.max(b)];
                prop_assert_eq!(set.contains(pair), model.contains(&pair));
                if model.remove(&pair) {
                    set.remove(pair);
                } else {
                    model.insert(pair);
                    set.insert(pair);
                }
                prop_assert_eq!(set.len, model.len());
            }
            for a in 0..40 {
                for b in a + 1..40 {
                    prop_assert_eq!(set.contains([a, b]), model.contains(&[a, b]));
                }
            }
        }
    }

    /// Boxes side by side, a ground under all of them, a cloud that all of them meet: no search is long.
    #[test]
    fn pairs_of_neighbours_do_not_crowd() {
        let (mut set, mut longest) = (PairSet::default(), 0);
        let pairs = (1..10_000).flat_map(|i| [[0, i], [i, i + 1], [i, i + 100], [i, 20_000]]);
        pairs.clone().for_each(|pair| set.insert(pair));
        for pair in pairs {
            let key = packed(pair);
            longest = longest.max(set.find(key).wrapping_sub(set.home(key)) & (set.places.len() - 1));
        }
        assert!(longest < 40, "{longest} places from home");
    }
}
