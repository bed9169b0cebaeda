//! Phase 1 of colouring: the class and the group of each constraint.
//!
//! Each share writes the keys of its constraints and compares them with those of the last step; if none has
//! changed, later phases are skipped.

#![allow(unsafe_code)]

use super::constraint::{Constraint, Constraints};
use super::groups::{StripCoupling, group_of};
use super::strips::{Class, Placement, Strips};
use crate::BodyRow;
use alloc::vec::Vec;
use bytemuck::Zeroable;
use compute::{Share, Shared};
use core::ops::Range;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) constraints: usize,
    pub(super) kinds: usize,
    pub(super) strips: usize,
    pub(super) bodies: usize,
    pub(super) workers: usize,
}

impl Sizes {
    pub(super) fn groups(&self) -> usize {
        self.kinds * Class::ALL.len() * self.strips
    }

    /// Of a table with one part of `length` entries for each worker, class or the like.
    #[inline(always)]
    pub(super) fn part(index: usize, length: usize) -> Range<usize> {
        index * length..(index + 1) * length
    }
}

/// All on which the colour of a constraint depends; small, since every step compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable)]
pub(super) struct ConstraintKey {
    pub(super) index: u32,
    pub(super) bodies: [BodyRow; 2],
    /// With three bits: whether A and B may be moved, and whether the constraint is light.
    packed: u32,
}

impl ConstraintKey {
    #[inline(always)]
    fn new(index: usize, bodies: [BodyRow; 2], group: usize, moves: [bool; 2], is_light: bool) -> Self {
        let flags = u32::from(moves[0]) | u32::from(moves[1]) << 1 | u32::from(is_light) << 2;
        Self { index: index as u32, bodies, packed: (group as u32) << 3 | flags }
    }

    #[inline(always)]
    pub(super) fn group(self) -> usize {
        (self.packed >> 3) as usize
    }

    #[inline(always)]
    pub(super) fn moves(self) -> [bool; 2] {
        [self.packed & 1 != 0, self.packed & 2 != 0]
    }

    #[inline(always)]
    pub(super) fn is_light(self) -> bool {
        self.packed & 4 != 0
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShareSummary {
    pub(super) keys: usize,
    pub(super) has_changed: bool,
    /// Not zero if a constraint may have numbers beside its block.
    pub(super) extra_bits: u32,
    pub(super) restitution_bits: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Classified {
    /// Those of a share from the beginning of the share on.
    pub(super) keys: Vec<ConstraintKey>,
    pub(super) summaries: Vec<ShareSummary>,
    counts: Vec<u32>,
    couplings: Vec<StripCoupling>,
}

impl Classified {
    pub(super) fn resize(&mut self, sizes: &Sizes) {
        self.keys.resize(sizes.constraints, ConstraintKey::zeroed());
        self.summaries.resize(sizes.workers, ShareSummary::default());
        self.counts.resize(sizes.workers * sizes.groups(), 0);
        self.couplings.resize(sizes.workers * sizes.strips, StripCoupling::default());
    }

    pub(super) fn share(&mut self) -> SharedClassified<'_> {
        SharedClassified {
            keys: Shared::new(&mut self.keys),
            summaries: Shared::new(&mut self.summaries),
            counts: Shared::new(&mut self.counts),
            couplings: Shared::new(&mut self.couplings),
        }
    }

    pub(super) fn has_changed(&self) -> bool {
        self.summaries.iter().any(|summary| summary.has_changed)
    }

    pub(super) fn sum_couplings(&self, strips: usize, sums: &mut Vec<StripCoupling>) {
        sums.clear();
        sums.resize(strips, StripCoupling::default());
        for couplings in self.couplings.chunks_exact(strips) {
            for (sum, coupling) in sums.iter_mut().zip(couplings) {
                sum.spans += coupling.spans;
                sum.is_long_range |= coupling.is_long_range;
            }
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SharedClassified<'a> {
    keys: Shared<'a, ConstraintKey>,
    summaries: Shared<'a, ShareSummary>,
    counts: Shared<'a, u32>,
    couplings: Shared<'a, StripCoupling>,
}

impl<'a> SharedClassified<'a> {
    /// # Safety
    /// The share is handed out once, and nobody reads the results in this phase.
    pub(super) unsafe fn classify<C: Constraints>(
        &self,
        sizes: &Sizes,
        strips: &Strips,
        constraints: &C,
        share: Share,
    ) {
        let own = share.of(0..sizes.constraints);
        // SAFETY: each share has parts of its own, and the caller promises that it is alone with this share.
        let (keys, counts, couplings, summary) = unsafe {
            (
                self.keys.slice(own.clone()),
                self.counts.slice(Sizes::part(share.index(), sizes.groups())),
                self.couplings.slice(Sizes::part(share.index(), sizes.strips)),
                &mut self.summaries.slice(share.index()..share.index() + 1)[0],
            )
        };
        counts.fill(0);
        couplings.fill(StripCoupling::default());
        let mut found = ShareSummary::default();
        for index in own {
            if let Some(Constraint { bodies, kind, is_light, extra_bits, restitution_bits }) =
                constraints.get(index)
                && let Some(Placement { class, strip, moves }) = strips.placement(bodies, C::ONE_MOVES)
            {
                found.extra_bits |= extra_bits;
                found.restitution_bits |= restitution_bits;
                if class == Class::LongRange || moves != [true; 2] {
                    let span = strips.span(bodies);
                    couplings[span.start].spans += 1;
                    couplings[span.end].spans -= 1;
                    couplings[span.start].is_long_range |= class == Class::LongRange;
                }
                let group = group_of(kind, class, strip, sizes.strips);
                counts[group] += 1;
                let key = ConstraintKey::new(index, bodies, group, moves, is_light);
                found.has_changed |= key != keys[found.keys];
                keys[found.keys] = key;
                found.keys += 1;
            }
        }
        found.has_changed |= found.keys != summary.keys;
        *summary = found;
    }

    /// # Safety
    /// The phase is over.
    #[inline(always)]
    pub(super) unsafe fn keys(&self) -> &'a [ConstraintKey] {
        // SAFETY: the caller's promise.
        unsafe { self.keys.read() }
    }

    /// # Safety
    /// The phase is over.
    #[inline(always)]
    pub(super) unsafe fn summaries(&self) -> &'a [ShareSummary] {
        // SAFETY: the caller's promise.
        unsafe { self.summaries.read() }
    }

    /// # Safety
    /// The phase is over.
    #[inline(always)]
    pub(super) unsafe fn counts(&self) -> &'a [u32] {
        // SAFETY: the caller's promise.
        unsafe { self.counts.read() }
    }
}
