//! Phase 3 of colouring: each constraint in turn takes the lowest colour that neither of its moving bodies
//! has in its group; one that finds none is overflow, in a block of its own. Groups of one kind and class
//! share no moving body (`strips.rs`), so several are coloured at the same time.
//!
//! ```text
//!   blocks of a group   colour 0: heavy, then light | colour 1 | ... | overflow, one constraint each
//!   lanes of a colour   hhhhhhhh hhhhhlll llllllll     a block of light constraints takes half of the time
//! ```

#![allow(unsafe_code)]

use super::classify::{SharedClassified, Sizes};
use super::groups::LongRangeRun;
use super::sort::SharedSorted;
use crate::BodyRow;
use alloc::vec::Vec;
use compute::{LANES, Share, Shared};
use core::ops::Range;

/// One for each bit of the set that each body keeps.
const COLORS: usize = 32;

/// A long-range colour with fewer is solved by one worker: sharing would save half a microsecond.
const MIN_SHARED_BLOCKS: usize = 16;

/// For each colour two, of heavy and of light constraints, and one for overflow.
pub(super) const BUCKETS: usize = 2 * COLORS + 1;

pub(super) const OVERFLOW: usize = 2 * COLORS;

/// Counted from the group's first block.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupLayout {
    /// In the overflow, a constraint takes all lanes of a block.
    pub(super) lanes: [u32; BUCKETS],
    pub(super) blocks: u32,
}

impl GroupLayout {
    const EMPTY: Self = Self { lanes: [0; BUCKETS], blocks: 0 };

    fn new(counts: &[u32; BUCKETS]) -> Self {
        let (mut lanes, mut blocks) = ([0; BUCKETS], 0);
        for color in 0..COLORS {
            let (heavy, light) = (counts[2 * color], counts[2 * color + 1]);
            lanes[2 * color] = blocks * LANES as u32;
            lanes[2 * color + 1] = lanes[2 * color] + heavy;
            blocks += (heavy + light).div_ceil(LANES as u32);
        }
        lanes[OVERFLOW] = blocks * LANES as u32;
        Self { lanes, blocks: blocks + counts[OVERFLOW] }
    }

    fn clear(&mut self) {
        if self.blocks > 0 {
            *self = Self::EMPTY;
        }
    }

    fn colors(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        (0..COLORS).map(|color| {
            let [begin, end] = [2 * color, 2 * color + 2].map(|bucket| self.lanes[bucket] / LANES as u32);
            begin..end
        })
    }

    /// By block, whether the next one has the same colour; never in the overflow.
    pub(super) fn mark_same_colors(&self, is_color_of_next: &mut [bool]) {
        is_color_of_next.fill(false);
        for color in self.colors().filter(|color| !color.is_empty()) {
            is_color_of_next[color.start as usize..color.end as usize - 1].fill(true);
        }
    }

    /// The blocks begin at `start`.
    pub(super) fn split_long_range(&self, start: u32, runs: &mut Vec<LongRangeRun>) {
        let mut add = |blocks: Range<u32>, is_shared: bool| {
            if !blocks.is_empty() {
                let blocks = (start + blocks.start) as usize..(start + blocks.end) as usize;
                runs.push(LongRangeRun { blocks, is_shared });
            }
        };
        let mut first_small = 0;
        for color in self.colors().filter(|color| color.len() >= MIN_SHARED_BLOCKS) {
            add(first_small..color.start, false);
            first_small = color.end;
            add(color, true);
        }
        add(first_small..self.blocks, false);
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Colors {
    /// In the order of phase 2.
    pub(super) buckets: Vec<u8>,
    pub(super) layouts: Vec<GroupLayout>,
    /// As bits, for each kind and class.
    used: Vec<u32>,
}

impl Colors {
    pub(super) fn resize(&mut self, sizes: &Sizes) {
        self.buckets.resize(sizes.constraints, 0);
        self.layouts.resize(sizes.groups(), GroupLayout::EMPTY);
        self.used.resize(sizes.groups() / sizes.strips * sizes.bodies, 0);
    }

    pub(super) fn share(&mut self) -> SharedColors<'_> {
        SharedColors {
            buckets: Shared::new(&mut self.buckets),
            layouts: Shared::new(&mut self.layouts),
            used: Shared::new(&mut self.used),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SharedColors<'a> {
    buckets: Shared<'a, u8>,
    layouts: Shared<'a, GroupLayout>,
    used: Shared<'a, u32>,
}

impl SharedColors<'_> {
    /// Clears the colours of a share of the bodies, in kinds and classes that have constraints. Part of phase
    /// 2.
    ///
    /// # Safety
    /// Phase 1 is over, the share is handed out once, and nobody assigns colours in this phase.
    pub(super) unsafe fn clear(&self, sizes: &Sizes, classified: &SharedClassified<'_>, share: Share) {
        let (groups, strips) = (sizes.groups(), sizes.strips);
        // SAFETY: the caller's promise.
        let counts = unsafe { classified.counts() };
        for first in (0..groups).step_by(strips) {
            let is_empty = |counts: &[u32]| counts[first..first + strips].iter().all(|&count| count == 0);
            if !counts.chunks_exact(groups).all(is_empty) {
                let own = share.of(Sizes::part(first / strips, sizes.bodies));
                // SAFETY: each share has bodies of its own.
                unsafe { self.used.slice(own) }.fill(0);
            }
        }
    }

    /// To the groups that begin within the share.
    ///
    /// # Safety
    /// Phases 1 and 2 are over, the share is handed out once, and nobody reads the results in this phase.
    pub(super) unsafe fn assign_colors(
        &self,
        sizes: &Sizes,
        classified: &SharedClassified<'_>,
        sorted: &SharedSorted<'_>,
        share: Share,
    ) {
        let groups = sizes.groups();
        // SAFETY: the caller's promise.
        let starts = unsafe { sorted.starts() };
        let own = share.of(0..starts[groups] as usize);
        let group_at =
            |position: usize| starts[..groups].partition_point(|&first| (first as usize) < position);
        let end = if share.is_last() { groups } else { group_at(own.end) };
        for group in group_at(own.start)..end {
            let positions = starts[group] as usize..starts[group + 1] as usize;
            if positions.is_empty() {
                // Most groups of a small scene. SAFETY: as below.
                unsafe { self.layouts.slice(group..group + 1)[0].clear() };
                continue;
            }
            // SAFETY: the caller's promise; each group is in one share.
            unsafe { self.color_group(sizes, classified, sorted, group, positions) };
        }
    }

    /// # Safety
    /// As [`SharedColors::assign_colors`]; and no other worker has this group.
    unsafe fn color_group(
        &self,
        sizes: &Sizes,
        classified: &SharedClassified<'_>,
        sorted: &SharedSorted<'_>,
        group: usize,
        positions: Range<usize>,
    ) {
        // SAFETY: keys and order are only read by now; a group has positions and a layout of its own.
        let (keys, order, buckets, layout) = unsafe {
            (
                classified.keys(),
                &sorted.order()[positions.clone()],
                self.buckets.slice(positions),
                &mut self.layouts.slice(group..group + 1)[0],
            )
        };
        let first = group / sizes.strips * sizes.bodies;
        // The colours of a moving body. SAFETY: of all groups of this kind and class, the body is in this one
        // only; and `placement` has looked it up.
        let used = |body: BodyRow| unsafe {
            &mut self.used.slice(first + body.index()..first + body.index() + 1)[0]
        };
        let mut counts = [0; BUCKETS];
        for (&position, bucket) in order.iter().zip(buckets) {
            let key = keys[position as usize];
            let ([a, b], moves) = (key.bodies, key.moves());
            let taken = if moves[0] { *used(a) } else { 0 } | if moves[1] { *used(b) } else { 0 };
            let color = taken.trailing_ones() as usize;
            *bucket = OVERFLOW as u8;
            if color < COLORS {
                if moves[0] {
                    *used(a) |= 1 << color;
                }
                if moves[1] {
                    *used(b) |= 1 << color;
                }
                *bucket = (2 * color) as u8 + u8::from(key.is_light());
            }
            counts[*bucket as usize] += 1;
        }
        *layout = GroupLayout::new(&counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every constraint has a lane: a colour starts at a block, its light constraints follow the heavy
        /// ones, and each constraint of the overflow has a block for itself. Long-range runs cover all
        /// blocks, in order.
        #[test]
        fn a_layout_has_a_lane_for_every_constraint(
            counts in prop::collection::vec(0_u32..300, BUCKETS), start in 0_u32..100,
        ) {
            let counts: [u32; BUCKETS] = counts.try_into().expect("one for each bucket");
            let layout = GroupLayout::new(&counts);
            let lanes = LANES as u32;
            let mut end = 0;
            for color in 0..COLORS {
                let [heavy, light] = [2 * color, 2 * color + 1];
                prop_assert_eq!(layout.lanes[heavy], end);
                prop_assert_eq!(layout.lanes[light], end + counts[heavy]);
                end = (layout.lanes[light] + counts[light]).div_ceil(lanes) * lanes;
            }
            prop_assert_eq!(layout.lanes[OVERFLOW], end);
            prop_assert_eq!(layout.blocks, end / lanes + counts[OVERFLOW]);
            let mut runs = Vec::new();
            layout.split_long_range(start, &mut runs);
            let mut next = start as usize;
            for run in runs {
                prop_assert_eq!(run.blocks.start, next);
                prop_assert!(!run.is_shared || run.blocks.len() >= MIN_SHARED_BLOCKS);
                next = run.blocks.end;
            }
            prop_assert_eq!(next, (start + layout.blocks) as usize);
        }
    }
}
