//! Sorting in few instructions of code.
//!
//! The sort of the standard library is 3 to 9 KB for each type in WebAssembly. This one is 0.5 KB there, and
//! on other platforms it is that of the library. Both give the same order, because equal items are the same
//! in all that can be seen of them: so there is no form with a key or a function.

/// Items up to this many are inserted one by one.
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

/// Moves an item down a heap, whose greatest item is the first, until none below it is greater.
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
            let (mut found, mut expected): (Vec<u32>, Vec<u32>) = (numbers.clone(), numbers);
            sort_in_little_code(&mut found);
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
