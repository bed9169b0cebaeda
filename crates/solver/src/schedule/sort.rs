//! Phase 2 of colouring: a stable counting sort of the constraints by group, in shares of the constraints.

#![allow(unsafe_code)]

use super::classify::{SharedClassified, Sizes};
use alloc::vec::Vec;
use compute::{Share, Shared};

#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    /// Of keys by group; within a group in the order of the constraints.
    pub(super) order: Vec<u32>,
    /// In `order`, and where the last group ends.
    pub(super) starts: Vec<u32>,
    cursors: Vec<u32>,
}

impl Sorted {
    pub(super) fn resize(&mut self, sizes: &Sizes) {
        self.order.resize(sizes.constraints, 0);
        self.starts.resize(sizes.groups() + 1, 0);
        self.cursors.resize(sizes.workers * sizes.groups(), 0);
    }

    pub(super) fn share(&mut self) -> SharedSorted<'_> {
        SharedSorted {
            order: Shared::new(&mut self.order),
            starts: Shared::new(&mut self.starts),
            cursors: Shared::new(&mut self.cursors),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SharedSorted<'a> {
    order: Shared<'a, u32>,
    starts: Shared<'a, u32>,
    cursors: Shared<'a, u32>,
}

impl<'a> SharedSorted<'a> {
    /// The first share also writes where the groups begin.
    ///
    /// # Safety
    /// Phase 1 is over, the share is handed out once, and nobody reads the results in this phase.
    pub(super) unsafe fn sort_by_group(
        &self,
        sizes: &Sizes,
        classified: &SharedClassified<'_>,
        share: Share,
    ) {
        let groups = sizes.groups();
        // SAFETY: phase 1 is over. What is written belongs to the share: its cursors, positions in the order
        // that the counts reserve for it, and the starts to the first share, their end to the last.
        unsafe {
            let (keys, counts) = (classified.keys(), classified.counts());
            let next = self.cursors.slice(Sizes::part(share.index(), groups));
            let mut total = 0;
            for (group, next) in next.iter_mut().enumerate() {
                if share.index() == 0 {
                    self.starts.slice(group..group + 1)[0] = total;
                }
                for (of, counts) in counts.chunks_exact(groups).enumerate() {
                    if of == share.index() {
                        *next = total;
                    }
                    total += counts[group];
                }
            }
            if share.is_last() {
                self.starts.slice(groups..groups + 1)[0] = total;
            }
            let first = share.of(0..sizes.constraints).start;
            let own = first..first + classified.summaries()[share.index()].keys;
            for (position, key) in (own.start as u32..).zip(&keys[own]) {
                let next = &mut next[key.group()];
                self.order.slice(*next as usize..*next as usize + 1)[0] = position;
                *next += 1;
            }
        }
    }

    /// # Safety
    /// The phase is over.
    #[inline(always)]
    pub(super) unsafe fn order(&self) -> &'a [u32] {
        // SAFETY: the caller's promise.
        unsafe { self.order.read() }
    }

    /// # Safety
    /// The phase is over.
    #[inline(always)]
    pub(super) unsafe fn starts(&self) -> &'a [u32] {
        // SAFETY: the caller's promise.
        unsafe { self.starts.read() }
    }
}
