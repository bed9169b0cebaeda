//! Insertion sort of what is nearly sorted, in time linear in the places by which items move.

use core::cmp::Ordering;
use core::ops::ControlFlow;

/// Calls `after` with the list and both places of each item but the first. Where that breaks, the list stays
/// partly sorted.
#[inline(always)]
pub(crate) fn insertion_sort<T: Copy>(
    list: &mut [T],
    order: impl Fn(&T, &T) -> Ordering,
    mut after: impl FnMut(&[T], usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for from in 1..list.len() {
        let item = list[from];
        let mut to = from;
        while to > 0 && order(&item, &list[to - 1]).is_lt() {
            list[to] = list[to - 1];
            to -= 1;
        }
        list[to] = item;
        after(list, from, to)?;
    }
    ControlFlow::Continue(())
}
