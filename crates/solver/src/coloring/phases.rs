//! From constraints to colours, in three phases that several workers share: which group is each of, in which order are they
//! then, which colour does each take.

#![allow(unsafe_code)]

use super::groups::{Elsewhere, Tie};
use super::{Edge, Edges};
use crate::BodyRow;
use crate::zones::{CLASSES, Class, Meeting, Zones};
use alloc::vec::Vec;
use bytemuck::Zeroable;
use compute::{LANES, Member, Share, Shared};
use core::ops::Range;

/// As many as there are bits in the set that each body keeps.
const COLORS: usize = 32;

/// Colours elsewhere with fewer blocks are not worth sharing: half a microsecond for each of two workers.
const WORTH_SHARING: usize = 16;

/// A constraint that is to be solved, as its group sees it. Compared with that of the last step, so it is few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable)]
pub(super) struct Met {
    /// Which of all constraints it is.
    pub(super) index: u32,
    bodies: [BodyRow; 2],
    /// Its group, and as bits what it moves, and whether it is light.
    what: u32,
}

impl Met {
    #[inline(always)]
    fn new(index: usize, bodies: [BodyRow; 2], group: usize, moves: [bool; 2], light: bool) -> Self {
        let flags = u32::from(moves[0]) | u32::from(moves[1]) << 1 | u32::from(light) << 2;
        Self { index: index as u32, bodies, what: (group as u32) << 3 | flags }
    }

    #[inline(always)]
    fn group(self) -> usize {
        (self.what >> 3) as usize
    }

    #[inline(always)]
    fn moves(self) -> [bool; 2] {
        [self.what & 1 != 0, self.what & 2 != 0]
    }

    #[inline(always)]
    fn is_light(self) -> bool {
        self.what & 4 != 0
    }
}

/// What was found in a share of the constraints.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Findings {
    /// How many of them are to be solved.
    met: usize,
    /// Whether one is not what it was in the last step.
    pub(super) changed: bool,
    pub(super) special: bool,
}

/// For each colour the heavy and the light, and for the rest both together.
pub(super) const SLOTS: usize = 2 * COLORS + 1;
pub(super) const REST: usize = 2 * COLORS;

/// The blocks of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Where each slot begins, counted in lanes.
    pub(super) lanes: [u32; SLOTS],
    pub(super) blocks: u32,
}

impl Layout {
    /// Blocks for so many constraints in each slot.
    fn new(counts: &[u32; SLOTS]) -> Self {
        let (mut lanes, mut blocks) = ([0; SLOTS], 0);
        for color in 0..COLORS {
            let (heavy, light) = (counts[2 * color], counts[2 * color + 1]);
            lanes[2 * color] = blocks * LANES as u32;
            lanes[2 * color + 1] = lanes[2 * color] + heavy;
            blocks += (heavy + light).div_ceil(LANES as u32);
        }
        lanes[REST] = blocks * LANES as u32;
        Self { lanes, blocks: blocks + counts[REST] }
    }

    /// Cuts the blocks, which begin at `start`, into those that are worth sharing and others.
    pub(super) fn note_elsewhere(&self, start: u32, list: &mut Vec<Elsewhere>) {
        let mut note = |blocks: Range<u32>, shared: bool| {
            if !blocks.is_empty() {
                let blocks = (start + blocks.start) as usize..(start + blocks.end) as usize;
                list.push(Elsewhere { blocks, shared });
            }
        };
        let mut first_small = 0;
        for color in 0..COLORS {
            let [begin, end] = [2 * color, 2 * color + 2].map(|slot| self.lanes[slot] / LANES as u32);
            if (end - begin) as usize >= WORTH_SHARING {
                note(first_small..begin, false);
                note(begin..end, true);
                first_small = end;
            }
        }
        note(first_small..self.blocks, false);
    }
}

/// The work up to the colours, as its workers share it.
#[derive(Clone, Copy)]
pub(crate) struct SharedColoring<'a, E> {
    pub(super) zones: &'a Zones,
    pub(super) edges: &'a E,
    pub(super) was_kept: bool,
    pub(super) groups: usize,
    pub(super) met: Shared<'a, Met>,
    pub(super) findings: Shared<'a, Findings>,
    pub(super) counts: Shared<'a, u32>,
    pub(super) cursors: Shared<'a, u32>,
    pub(super) ties: Shared<'a, Tie>,
    pub(super) order: Shared<'a, u32>,
    pub(super) firsts: Shared<'a, u32>,
    pub(super) slots: Shared<'a, u8>,
    pub(super) layouts: Shared<'a, Layout>,
    pub(super) used: Shared<'a, u32>,
}

/// One of several rows of the same length that lie one after the other.
fn row(index: usize, length: usize) -> Range<usize> {
    index * length..(index + 1) * length
}

impl<E: Edges> SharedColoring<'_, E> {
    /// For one worker.
    ///
    /// # Panics
    /// If a constraint names a body that is not there.
    pub(crate) fn run(&self, member: &Member<'_>) {
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.meet(share);
        }
        // SAFETY: all have met.
        let changed = unsafe { self.findings.read() }.iter().any(|found| found.changed);
        if self.was_kept && !changed {
            return;
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.line_up(share);
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            // SAFETY: the order has been found, and is only read from now on.
            let firsts = unsafe { self.firsts.read() };
            let mine = share.of(0..firsts[self.groups] as usize);
            let group_at =
                |place: usize| firsts[..self.groups].partition_point(|&first| (first as usize) < place);
            let end = if share.is_last() { self.groups } else { group_at(mine.end) };
            for group in group_at(mine.start)..end {
                self.pick(group, firsts[group] as usize..firsts[group + 1] as usize);
            }
        }
    }

    /// Of which group each constraint of a share is, and how many each has.
    fn meet(&self, share: Share) {
        let mine = share.of(0..self.met.len());
        // SAFETY: each share has places of its own, and is handed out once.
        let (met, counts, ties, findings) = unsafe {
            (
                self.met.slice(mine.clone()),
                self.counts.slice(row(share.index(), self.groups)),
                self.ties.slice(row(share.index(), self.zones.count())),
                &mut self.findings.slice(share.index()..share.index() + 1)[0],
            )
        };
        counts.fill(0);
        ties.fill(Tie::default());
        let mut found = Findings::default();
        for index in mine {
            if let Some(Edge { bodies, sort, light, special }) = self.edges.edge(index)
                && let Some(Meeting { class, zone, moves }) = self.zones.between(bodies, E::GROUND)
            {
                found.special |= special;
                if class == Class::Elsewhere || moves != [true; 2] {
                    let span = self.zones.span(bodies);
                    ties[span.start].begin += 1;
                    ties[span.end].begin -= 1;
                    ties[span.start].elsewhere |= class == Class::Elsewhere;
                }
                let group = (sort * CLASSES + class as usize) * self.zones.count() + zone;
                counts[group] += 1;
                let new = Met::new(index, bodies, group, moves, light);
                found.changed |= new != met[found.met];
                met[found.met] = new;
                found.met += 1;
            }
        }
        found.changed |= found.met != findings.met;
        *findings = found;
    }

    /// Puts the constraints of a share in the order of the groups, those of a group in their own order.
    fn line_up(&self, share: Share) {
        let groups = self.groups;
        // SAFETY: all have met; what is written is the share's own, the firsts that of the first share, and so are the
        // places in the order, by the counts.
        unsafe {
            let (met, counts) = (self.met.read(), self.counts.read());
            let next = self.cursors.slice(row(share.index(), groups));
            let mut total = 0;
            for (group, next) in next.iter_mut().enumerate() {
                if share.index() == 0 {
                    self.firsts.slice(group..group + 1)[0] = total;
                }
                for (of, counts) in counts.chunks_exact(groups).enumerate() {
                    if of == share.index() {
                        *next = total;
                    }
                    total += counts[group];
                }
            }
            if share.is_last() {
                self.firsts.slice(groups..groups + 1)[0] = total;
            }
            let start = share.of(0..met.len()).start;
            let solved = start..start + self.findings.read()[share.index()].met;
            for (place, met) in (solved.start as u32..).zip(&met[solved]) {
                let next = &mut next[met.group()];
                self.order.slice(*next as usize..*next as usize + 1)[0] = place;
                *next += 1;
            }
            // No body has a colour yet, where there are constraints to give it one.
            let (zones, bodies) = (self.zones.count(), self.zones.bodies());
            for first in (0..self.groups).step_by(zones) {
                let is_empty = |counts: &[u32]| counts[first..first + zones].iter().all(|&count| count == 0);
                if !counts.chunks_exact(groups).all(is_empty) {
                    let mine = share.of(row(first / zones, bodies));
                    self.used.slice(mine).fill(0);
                }
            }
        }
    }

    /// Colours the constraints of a group.
    fn pick(&self, group: usize, places: Range<usize>) {
        // SAFETY: order and what was met are only read by now; a group has places and a layout of its own.
        let (met, order, slots, layout) = unsafe {
            (
                self.met.read(),
                &self.order.read()[places.clone()],
                self.slots.slice(places),
                &mut self.layouts.slice(group..group + 1)[0],
            )
        };
        let bodies = self.zones.bodies();
        let first = group / self.zones.count() * bodies;
        // The colours of a body that moves.
        // SAFETY: it belongs to this group alone, of all of its class and sort; and `between` has looked it up.
        let used = |body: BodyRow| unsafe {
            &mut self.used.slice(first + body.index()..first + body.index() + 1)[0]
        };
        let mut counts = [0; SLOTS];
        for (&place, slot) in order.iter().zip(slots) {
            let met = met[place as usize];
            let ([a, b], moves) = (met.bodies, met.moves());
            let taken = if moves[0] { *used(a) } else { 0 } | if moves[1] { *used(b) } else { 0 };
            let color = taken.trailing_ones() as usize;
            *slot = REST as u8;
            if color < COLORS {
                if moves[0] {
                    *used(a) |= 1 << color;
                }
                if moves[1] {
                    *used(b) |= 1 << color;
                }
                *slot = (2 * color) as u8 + u8::from(met.is_light());
            }
            counts[*slot as usize] += 1;
        }
        *layout = Layout::new(&counts);
    }
}
