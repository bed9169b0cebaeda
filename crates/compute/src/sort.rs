//! Sorting in few instructions of code.
//!
//! The sort of the standard library is 3 to 9 KB for each type in WebAssembly. There, these are 0.5 KB for a
//! type with an order, and 0.2 KB for each function that compares; elsewhere they are that of the library.
//! The order is the same, because equal items are the same in all that can be seen of them.

use core::cmp::Ordering;

/// Up to this many items are inserted one by one.
const FEW: usize = 16;

/// Sorts integers, or a type around them, whose equal items are the same.
///
/// ```
/// let mut numbers = [3, 1, 2];
/// compute::sort(&mut numbers);
/// assert_eq!(numbers, [1, 2, 3]);
/// ```
pub fn sort<T: Ord>(items: &mut [T]) {
    if cfg!(target_arch = "wasm32") {
        sort_in_little_code(items);
    } else {
        items.sort_unstable();
    }
}

/// Sorts by a function that finds items equal only if they are the same in all that can be seen of them: it
/// ends with what tells them apart, such as an index.
///
/// ```
/// let mut places = [(2.5, 7), (1.0, 9), (1.0, 4)];
/// compute::sort_by(&mut places, |a, b| f64::total_cmp(&a.0, &b.0).then(a.1.cmp(&b.1)));
/// assert_eq!(places, [(1.0, 4), (1.0, 9), (2.5, 7)]);
/// ```
pub fn sort_by<T>(items: &mut [T], compare: impl FnMut(&T, &T) -> Ordering) {
    if cfg!(target_arch = "wasm32") {
        sort_places(&mut Compared { items, compare });
    } else {
        items.sort_unstable_by(compare);
    }
}

/// For [`sort_places`], which does not know the type of items, so that its code occurs once.
trait Places {
    fn len(&self) -> usize;
    fn is_less(&mut self, a: usize, b: usize) -> bool;
    fn swap(&mut self, a: usize, b: usize);
}

struct Compared<'a, T, F> {
    items: &'a mut [T],
    compare: F,
}

impl<T, F: FnMut(&T, &T) -> Ordering> Places for Compared<'_, T, F> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn is_less(&mut self, a: usize, b: usize) -> bool {
        (self.compare)(&self.items[a], &self.items[b]).is_lt()
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.items.swap(a, b);
    }
}

/// A heap sort.
#[inline(never)]
fn sort_places(places: &mut dyn Places) {
    let len = places.len();
    for root in (0..len / 2).rev() {
        sift_place_down(places, len, root);
    }
    for end in (1..len).rev() {
        places.swap(0, end);
        sift_place_down(places, end, 0);
    }
}

/// The heap has the first `len` places.
fn sift_place_down(places: &mut dyn Places, len: usize, mut root: usize) {
    loop {
        let mut greatest = 2 * root + 1;
        if greatest >= len {
            return;
        }
        if greatest + 1 < len && places.is_less(greatest, greatest + 1) {
            greatest += 1;
        }
        if !places.is_less(root, greatest) {
            return;
        }
        places.swap(root, greatest);
        root = greatest;
    }
}

/// A few by insertion, more by a heap.
fn sort_in_little_code<T: Ord>(items: &mut [T]) {
    if items.len() <= FEW {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && items[at] < items[at - 1] {
                items.swap(at, at - 1);
                at -= 1;
            }
        }
    } else if !items.is_sorted() {
        for root in (0..items.len() / 2).rev() {
            sift_down(items, root);
        }
        for end in (1..items.len()).rev() {
            items.swap(0, end);
            sift_down(&mut items[..end], 0);
        }
    }
}

/// The greatest item of a heap is the first.
fn sift_down<T: Ord>(heap: &mut [T], mut root: usize) {
    loop {
        let mut greatest = 2 * root + 1;
        if greatest >= heap.len() {
            return;
        }
        if greatest + 1 < heap.len() && heap[greatest] < heap[greatest + 1] {
            greatest += 1;
        }
        if heap[greatest] <= heap[root] {
            return;
        }
        heap.swap(root, greatest);
        root = greatest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn little_code_sorts_like_the_library(numbers in prop::collection::vec(0_u32..200, 0..100)) {
            let (mut found, mut expected): (Vec<u32>, Vec<u32>) = (numbers.clone(), numbers.clone());
            sort_in_little_code(&mut found);
            expected.sort_unstable();
            prop_assert_eq!(&found, &expected);
            let mut by_places = numbers;
            sort_places(&mut Compared { items: &mut by_places, compare: u32::cmp });
            prop_assert_eq!(by_places, expected);
        }
    }
}
