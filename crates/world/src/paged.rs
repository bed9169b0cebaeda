//! A growing array that knows which parts of it have changed since it was last copied.
//!
//! ```text
//!   items    0 .. 31 | 32 .. 63 | 64 .. 95 | 96 .. 101      pages of 32 items
//!   stamps      7    |    3     |    9     |     7          one for each page
//!   epoch 9                                                 the stamp of what changes now
//! ```
//!
//! [`Paged::copy_from`] copies the pages whose stamps differ, and their stamps: a snapshot of ten thousand
//! bodies of which ten are awake copies the pages of these ten.
//!
//! **Two pages with the same stamp and number hold the same items**, in all arrays copied from each other:
//! every change writes the epoch of the array as the stamp of its page; every copy gives the array that was
//! copied a new epoch; and one counter of the process gives each epoch once. No result of a simulation
//! depends on the numbers.
//!
//! Functions that change an array mark it: `array[i] = x` marks the page of i, a mutable slice all pages.
//! Only [`Paged::split_marks`], for a loop on many threads that changes few items, says afterwards which
//! pages changed, and debug builds compare. Turned down: a flag that all callers set; comparing items with
//! the copy, which reads twice as much.

use std::ops::{Deref, DerefMut, Index, IndexMut, Range, RangeFrom};
use std::sync::atomic::{AtomicU64, Ordering};

/// Smaller pages copy less around a change, and take more stamps.
pub(crate) const PAGE: usize = 32;

static NEXT_EPOCH: AtomicU64 = AtomicU64::new(1);

pub(crate) fn next_epoch() -> u64 {
    NEXT_EPOCH.fetch_add(1, Ordering::Relaxed)
}

#[derive(Debug)]
pub(crate) struct Paged<T> {
    items: Vec<T>,
    stamps: Vec<u64>,
    /// Atomic, because a copy, which only reads, begins a new epoch.
    epoch: AtomicU64,
}

impl<T> Default for Paged<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for Paged<T> {
    fn from(items: Vec<T>) -> Self {
        let epoch = next_epoch();
        let stamps = vec![epoch; items.len().div_ceil(PAGE)];
        Self { items, stamps, epoch: AtomicU64::new(epoch) }
    }
}

impl<T: Clone> Clone for Paged<T> {
    fn clone(&self) -> Self {
        self.epoch.store(next_epoch(), Ordering::Relaxed);
        let epoch = AtomicU64::new(next_epoch());
        Self { items: self.items.clone(), stamps: self.stamps.clone(), epoch }
    }
}

impl<T> Paged<T> {
    #[inline]
    pub(crate) fn prefetch(&self) {
        compute::prefetch_slice(&self.items);
        compute::prefetch_slice(&self.stamps);
    }

    pub(crate) fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    pub(crate) fn push(&mut self, item: T) {
        let before = self.items.len();
        self.items.push(item);
        self.mark_length(before);
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let before = self.items.len();
        let item = self.items.pop();
        self.mark_length(before);
        item
    }

    /// The last item takes its place.
    pub(crate) fn swap_remove(&mut self, index: usize) -> T {
        let before = self.items.len();
        let item = self.items.swap_remove(index);
        self.mark_length(before);
        if index < self.items.len() {
            self.mark(index);
        }
        item
    }

    fn mark_length(&mut self, before: usize) {
        let now = self.items.len();
        let epoch = *self.epoch.get_mut();
        self.stamps.resize(now.div_ceil(PAGE), epoch);
        let unchanged = before.min(now);
        if before != now && !unchanged.is_multiple_of(PAGE) {
            self.stamps[unchanged / PAGE] = epoch;
        }
    }

    #[inline]
    fn mark(&mut self, index: usize) {
        self.stamps[index / PAGE] = *self.epoch.get_mut();
    }

    /// All items, unmarked, and the marks: the caller must mark the page of each item that it changes.
    pub(crate) fn split_marks(&mut self) -> (&mut [T], Marks<'_>) {
        (&mut self.items, Marks { stamps: &mut self.stamps, epoch: *self.epoch.get_mut() })
    }

    /// At most so many parts of equal numbers of pages, for threads that each change items of their own part.
    /// Only what changes is marked.
    pub(crate) fn parts_mut(&mut self, count: usize) -> impl Iterator<Item = PagedPart<'_, T>> {
        let epoch = *self.epoch.get_mut();
        let pages = self.stamps.len().div_ceil(count).max(1);
        let parts = self.items.chunks_mut(pages * PAGE).zip(self.stamps.chunks_mut(pages));
        parts.enumerate().map(move |(index, (items, stamps))| PagedPart {
            items,
            marks: Marks { stamps, epoch },
            first: index * pages * PAGE,
        })
    }

    /// In order. Where lengths differ, a part may end after the end of one or both arrays.
    pub(crate) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Range<usize>> + 'a {
        differences(&self.stamps, &other.stamps)
    }
}

pub(crate) struct Marks<'a> {
    stamps: &'a mut [u64],
    epoch: u64,
}

impl Marks<'_> {
    pub(crate) fn mark(&mut self, page: usize) {
        self.stamps[page] = self.epoch;
    }
}

pub(crate) struct PagedPart<'a, T> {
    items: &'a mut [T],
    marks: Marks<'a>,
    first: usize,
}

impl<T> PagedPart<'_, T> {
    pub(crate) fn indices(&self) -> Range<usize> {
        self.first..self.first + self.items.len()
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let own = index.wrapping_sub(self.first);
        let item = self.items.get_mut(own)?;
        self.marks.mark(own / PAGE);
        Some(item)
    }
}

fn differences<'a>(a: &'a [u64], b: &'a [u64]) -> impl Iterator<Item = Range<usize>> + 'a {
    let pages = a.len().max(b.len());
    let mut next = 0;
    std::iter::from_fn(move || {
        let differs = |page: &usize| a.get(*page) != b.get(*page);
        let first = (next..pages).find(differs)?;
        next = (first..pages).find(|page| !differs(page)).unwrap_or(pages);
        Some(first * PAGE..next * PAGE)
    })
}

impl<T: Clone> Paged<T> {
    pub(crate) fn resize(&mut self, len: usize, item: T) {
        let before = self.items.len();
        self.items.resize(len, item);
        self.mark_length(before);
    }

    /// Allocates only if this array must grow.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        other.epoch.store(next_epoch(), Ordering::Relaxed);
        let Self { items, stamps, .. } = self;
        for part in differences(stamps, &other.stamps) {
            let Some(new) = other.items.get(part.start..part.end.min(other.items.len())) else { break };
            // All before is complete: the array reaches to the beginning of this part.
            let (old, added) = new.split_at(new.len().min(items.len() - part.start));
            items[part.start..part.start + old.len()].clone_from_slice(old);
            items.extend_from_slice(added);
        }
        items.truncate(other.items.len());
        stamps.clone_from(&other.stamps);
    }
}

impl<T> Deref for Paged<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> DerefMut for Paged<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.stamps.fill(*self.epoch.get_mut());
        &mut self.items
    }
}

impl<T> Index<usize> for Paged<T> {
    type Output = T;
    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.items[index]
    }
}

impl<T> Index<Range<usize>> for Paged<T> {
    type Output = [T];

    #[inline]
    fn index(&self, range: Range<usize>) -> &[T] {
        &self.items[range]
    }
}

impl<T> Index<RangeFrom<usize>> for Paged<T> {
    type Output = [T];
    #[inline]
    fn index(&self, range: RangeFrom<usize>) -> &[T] {
        &self.items[range]
    }
}

impl<T> IndexMut<usize> for Paged<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.mark(index);
        &mut self.items[index]
    }
}

impl<'a, T> IntoIterator for &'a Paged<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Paged<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Change {
        Push(u16),
        Pop,
        Set(usize, u16),
        SwapRemove(usize),
        Resize(usize),
        SetAll(u16),
        /// Sets an item and marks its page.
        SetAndMark(usize, u16),
        /// Sets an item through the part that has it, of at most so many parts.
        SetInPart(usize, u16, usize),
        /// Saves the array with this number in the copy with this number.
        Save(usize, usize),
        /// Restores it.
        Restore(usize, usize),
        /// Replaces one array by a clone of the other.
        Clone(usize),
    }

    fn change() -> impl Strategy<Value = (usize, Change)> {
        let index = || 0_usize..200;
        let change = prop_oneof![
            8 => any::<u16>().prop_map(Change::Push),
            4 => Just(Change::Pop),
            8 => (index(), any::<u16>()).prop_map(|(i, x)| Change::Set(i, x)),
            4 => index().prop_map(Change::SwapRemove),
            1 => index().prop_map(Change::Resize),
            1 => any::<u16>().prop_map(Change::SetAll),
            4 => (index(), any::<u16>()).prop_map(|(i, x)| Change::SetAndMark(i, x)),
            4 => (index(), any::<u16>(), 1_usize..4).prop_map(|(i, x, count)| Change::SetInPart(i, x, count)),
            6 => (0_usize..2, 0_usize..3).prop_map(|(a, b)| Change::Save(a, b)),
            6 => (0_usize..2, 0_usize..3).prop_map(|(a, b)| Change::Restore(a, b)),
            1 => (0_usize..2).prop_map(Change::Clone),
        ];
        (0_usize..2, change)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Two arrays and three copies, changed, copied to and fro and cloned at random, compared with lists
        /// that are always copied whole.
        #[test]
        fn copy_by_pages_equals_a_copy_of_everything(
            changes in prop::collection::vec(change(), 1..120),
        ) {
            let mut arrays = [Paged::from(vec![1_u16; 150]), Paged::default()];
            let mut copies: [Paged<u16>; 3] = Default::default();
            let mut lists = arrays.each_ref().map(|array| array.to_vec());
            let mut saved: [Vec<u16>; 3] = Default::default();
            for (which, change) in changes {
                let (array, list) = (&mut arrays[which], &mut lists[which]);
                let len = list.len();
                match change {
                    Change::Push(x) => {
                        array.push(x);
                        list.push(x);
                    }
                    Change::Pop => prop_assert_eq!(array.pop(), list.pop()),
                    Change::Set(i, x) if len > 0 => (array[i % len], list[i % len]) = (x, x),
                    Change::SwapRemove(i) if len > 0 => {
                        prop_assert_eq!(array.swap_remove(i % len), list.swap_remove(i % len));
                    }
                    Change::Resize(len) => {
                        array.resize(len, 3);
                        list.resize(len, 3);
                    }
                    Change::SetAll(x) => {
                        array.fill(x);
                        list.fill(x);
                    }
                    Change::SetAndMark(i, x) if len > 0 => {
                        let (items, mut marks) = array.split_marks();
                        (items[i % len], list[i % len]) = (x, x);
                        marks.mark(i % len / PAGE);
                    }
                    Change::SetInPart(i, x, count) if len > 0 => {
                        // Exactly one part has the item.
                        let set = |mut part: PagedPart<'_, u16>| {
                            let is_own = part.indices().contains(&(i % len));
                            let item = part.get_mut(i % len).map(|item| *item = x);
                            assert_eq!(item.is_some(), is_own);
                            is_own
                        };
                        prop_assert!(array.parts_mut(count).count() <= count);
                        prop_assert_eq!(array.parts_mut(count).map(set).filter(|&is_own| is_own).count(), 1);
                        list[i % len] = x;
                    }
                    Change::Save(a, b) => {
                        copies[b].copy_from(&arrays[a]);
                        saved[b].clone_from(&lists[a]);
                    }
                    Change::Restore(a, b) => {
                        arrays[a].copy_from(&copies[b]);
                        lists[a].clone_from(&saved[b]);
                    }
                    Change::Clone(a) => {
                        arrays[a] = arrays[1 - a].clone();
                        lists[a] = lists[1 - a].clone();
                    }
                    Change::Set(..)
                    | Change::SwapRemove(_)
                    | Change::SetAndMark(..)
                    | Change::SetInPart(..) => {}
                }
                for (array, list) in arrays.iter().zip(&lists).chain(copies.iter().zip(&saved)) {
                    prop_assert_eq!(&**array, &**list);
                }
            }
        }
    }

    /// One item of a thousand has changed: the copy reads one page.
    #[test]
    fn only_the_page_of_a_changed_item_differs() {
        let mut array = Paged::from(vec![0_u8; 1000]);
        let mut copy = Paged::default();
        copy.copy_from(&array);
        assert_eq!(array.differences(&copy).count(), 0);
        array[70] = 1;
        assert!(array.differences(&copy).eq(std::iter::once(64..96)));
        array.push(1);
        assert_eq!(array.differences(&copy).collect::<Vec<_>>(), [64..96, 992..1024]);
        array.copy_from(&copy);
        assert_eq!((array.len(), array.differences(&copy).count()), (1000, 0));
    }
}
