//! A slice that several workers change at once, each its own items.
//!
//! The type system cannot check whose items those are (in the solver, strips and colours decide it), so the
//! code that accesses a [`Shared`] promises it, and the promise is `unsafe`. Accesses use a pointer; a Rust
//! reference to an item exists only while the owner of the item uses it. Debug builds check the promise
//! (`owners.rs`).

#![allow(unsafe_code)]

use crate::owners;
use core::marker::PhantomData;
use core::ops::Range;

/// A slice that several workers change.
#[derive(Debug)]
pub struct Shared<'a, T> {
    start: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<T> Clone for Shared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Shared<'_, T> {}

// SAFETY: it stands for an exclusive slice of `T: Send`, of which each worker uses items of its own.
unsafe impl<T: Send> Send for Shared<'_, T> {}
// SAFETY: the same.
unsafe impl<T: Send> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    /// The slice is borrowed exclusively as long as a copy of the result exists.
    pub fn new(slice: &'a mut [T]) -> Self {
        Self { start: slice.as_mut_ptr(), len: slice.len(), slice: PhantomData }
    }

    /// Number of items.
    #[must_use]
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A run of items, to be changed.
    ///
    /// # Safety
    /// As long as the reference lives, nobody else reads or writes these items.
    ///
    /// # Panics
    /// If the run does not lie in the slice, and in debug builds if another share of the phase uses an item.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    #[must_use]
    pub unsafe fn slice(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.len, "a run beyond the slice");
        owners::write(self.start, range.clone());
        // SAFETY: the run lies in the slice, and is the caller's alone.
        unsafe { core::slice::from_raw_parts_mut(self.start.add(range.start), range.len()) }
    }

    /// All items, to be read.
    ///
    /// # Safety
    /// As long as the reference lives, nobody writes to any of them.
    ///
    /// # Panics
    /// In debug builds if another share of the phase writes an item.
    #[inline(always)]
    #[must_use]
    pub unsafe fn read(&self) -> &'a [T]
    where
        T: Sync,
    {
        owners::read_all(self.start);
        // SAFETY: it is the whole slice, which nobody changes.
        unsafe { core::slice::from_raw_parts(self.start, self.len) }
    }

    /// A copy of an item.
    ///
    /// # Safety
    /// Nobody writes to the item at the same time.
    ///
    /// # Panics
    /// If there is no such item, and in debug builds if another share of the phase writes it.
    #[inline(always)]
    #[must_use]
    pub unsafe fn get(&self, index: usize) -> T
    where
        T: Copy,
    {
        assert!(index < self.len, "an item beyond the slice");
        owners::read(self.start, index);
        // SAFETY: the item exists, and nobody changes it.
        unsafe { *self.start.add(index) }
    }

    /// A run of the items, shared as well.
    ///
    /// # Panics
    /// If the run does not lie in the slice.
    #[must_use]
    #[inline(always)]
    pub fn part(self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.len, "a run beyond the slice");
        // SAFETY: the run lies in the slice.
        Self { start: unsafe { self.start.add(range.start) }, len: range.len(), slice: PhantomData }
    }

    /// The same memory as items of another type of the same size.
    ///
    /// # Panics
    /// At compile time, if size or alignment do not fit.
    #[must_use]
    #[inline(always)]
    pub fn cast<U>(self) -> Shared<'a, U>
    where
        T: bytemuck::Pod,
        U: bytemuck::Pod,
    {
        const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() >= align_of::<U>()) };
        Shared { start: self.start.cast(), len: self.len, slice: PhantomData }
    }

    /// To read an item.
    ///
    /// # Safety
    /// `index` is less than [`Shared::len`].
    #[inline(always)]
    pub(crate) unsafe fn read_at(&self, index: usize) -> *const T {
        debug_assert!(index < self.len);
        owners::read(self.start, index);
        // SAFETY: the caller's promise.
        unsafe { self.start.add(index) }
    }

    /// To write an item.
    ///
    /// # Safety
    /// `index` is less than [`Shared::len`].
    #[inline(always)]
    pub(crate) unsafe fn write_at(&self, index: usize) -> *mut T {
        debug_assert!(index < self.len);
        owners::write(self.start, index..index + 1);
        // SAFETY: the caller's promise.
        unsafe { self.start.add(index) }
    }
}

#[cfg(all(test, debug_assertions, feature = "std"))]
mod tests {
    use super::*;
    use crate::{Member, Workers};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Whether the check of debug builds panics for a team of two that does this in two phases: `access` gets
    /// the slice, the phase and the share.
    fn is_stopped(access: impl Fn(Shared<'_, u32>, usize, usize) + Sync) -> bool {
        let mut items = [0; 100];
        let shared = Shared::new(&mut items);
        let job = AssertUnwindSafe(|| {
            Workers::new(2).run_team(true, |member: Member<'_>| {
                for number in 0..2 {
                    let mut phase = member.phase();
                    while let Some(share) = phase.next() {
                        access(shared, number, share.index());
                    }
                }
            });
        });
        catch_unwind(job).is_err()
    }

    /// The share writes these items, one by one.
    fn write(shared: Shared<'_, u32>, items: Range<usize>) {
        // SAFETY: the check comes before the reference; where it does not stop the test, items have one
        // owner.
        items.for_each(|i| unsafe { shared.slice(i..i + 1)[0] += 1 });
    }

    #[test]
    fn two_shares_that_write_one_item_in_a_phase_are_stopped() {
        assert!(is_stopped(|shared, _, share| write(shared, 49 * share..49 * share + 50)));
        assert!(!is_stopped(|shared, _, share| write(shared, 50 * share..50 * share + 50)));
    }

    #[test]
    fn an_item_may_change_its_share_from_phase_to_phase() {
        assert!(!is_stopped(|shared, phase, share| {
            let own = (phase + share) % 2;
            write(shared, 50 * own..50 * own + 50);
        }));
    }

    #[test]
    fn two_shares_may_read_one_item_but_not_if_one_of_them_writes_it() {
        // SAFETY: nobody writes what is read, or the check stops the test.
        let read = |shared: Shared<'_, u32>, i: usize| unsafe { shared.read_at(i).read() };
        assert!(!is_stopped(|shared, _, _| assert_eq!(read(shared, 7), 0)));
        assert!(is_stopped(|shared, _, share| {
            if share == 0 {
                write(shared, 7..8);
            } else {
                let _ = read(shared, 7);
            }
        }));
    }

    #[test]
    fn a_slice_that_is_read_whole_may_not_be_written_by_another_share() {
        // SAFETY: the same.
        let sum = |shared: Shared<'_, u32>| unsafe { shared.read() }.iter().sum::<u32>();
        assert!(!is_stopped(|shared, _, _| assert_eq!(sum(shared), 0)));
        assert!(is_stopped(|shared, _, share| {
            if share == 0 {
                write(shared, 7..8);
            } else {
                let _ = sum(shared);
            }
        }));
        // In the next phase it may.
        assert!(!is_stopped(|shared, phase, share| match phase {
            0 => write(shared, 50 * share..50 * share + 50),
            _ => assert_eq!(sum(shared), 100),
        }));
    }

    /// A team of one inside of a share has phases of its own, in which no other worker takes part.
    #[test]
    fn a_worker_alone_acts_for_its_share() {
        let write_alone = |shared: Shared<'_, u32>, items: Range<usize>| {
            let alone = Member::alone();
            for _ in 0..3 {
                let mut phase = alone.phase();
                while let Some(share) = phase.next() {
                    write(shared, share.of(items.clone()));
                }
            }
        };
        assert!(!is_stopped(|shared, _, share| write_alone(shared, 50 * share..50 * share + 50)));
        assert!(is_stopped(|shared, _, share| write_alone(shared, 49 * share..49 * share + 50)));
    }

    /// After a panic the thread has no share.
    #[test]
    fn a_stopped_team_leaves_nothing_behind() {
        let mut items = [0_u32; 10];
        let shared = Shared::new(&mut items);
        for _ in 0..3 {
            let job = AssertUnwindSafe(|| {
                Workers::new(2).run_team(true, |member: Member<'_>| {
                    let mut phase = member.phase();
                    while phase.next().is_some() {
                        write(shared, 0..10);
                    }
                });
            });
            assert!(catch_unwind(job).is_err());
            write(shared, 0..10);
        }
    }
}
