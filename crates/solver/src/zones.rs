//! Zones: strips of the scene, so that workers need not wait for each other after every colour.
//!
//! Where a body lies along a line through the scene ([`BodyInput::strip_coordinate`](crate::BodyInput::strip_coordinate)) decides its zone, and
//! bodies of a zone get places side by side. A constraint is then inside a zone, or across the border to the next, and
//! only few are elsewhere:
//!
//! ```text
//!   places    0 ... | ... | ... | ... n        n bodies, cut into 1, 2, 4, ... zones
//!   inside      0      1     2     3           all at once: no two zones share a body
//!   even        0|1         2|3                then all borders above even zones at once,
//!   odd            1|2                         and those above odd ones
//!   elsewhere                                  colour by colour: what reaches farther
//!   ground      0      1     2     3           where one body moves: it belongs to that body's zone
//! ```
//!
//! Four waits in a sweep, where colours alone take ten; and a body is touched by one worker, except at the one border
//! between its zones and another's. That is what counts: a cache line that has to come from another core costs some 50 ns,
//! by the difference that it made, as much as half a block of contacts. (`convex3k` on two threads, shares of colours that cut across each other: 40% of
//! all bodies met changed their core, and the solver took 0.93 ms, for 0.52 on one thread.)
//!
//! Borders lie in gaps between bodies where there are any, so that what stands apart is cut apart: zones that no constraint
//! ties together wait for nobody (`soft/partition.rs`).
//!
//! Zones are made anew in each step from the bodies alone, so the result does not know how many workers there are, nor
//! what was before. If nobody has said where bodies are, the order of their rows counts; if that says nothing, most
//! constraints are elsewhere, and nothing is lost but time.
//!
//! Turned down: parts of the graph of contacts cut out by weight (METIS and the like), which costs more than a step;
//! squares rather than strips, which have shorter borders but eight neighbours; islands, of which a heap is one; rows of
//! the world kept in order (finding new poses took half as long again, since all else lies by slot).

use crate::body::BodyIndex;
use crate::{BodyInput, BodyRow};
use alloc::vec::Vec;
use compute::Share;
use core::ops::Range;

/// A zone has about this many times the square root of all bodies: in a heap as wide as high that makes strips ten
/// bodies wide, of whose contacts one in twenty is across a border.
const STRIP: f32 = 10.0;

/// Fewer bodies are one zone: one worker is done with them before another has woken up.
const LEAST_BODIES: usize = 512;

/// Borders are drawn by about so many bodies of each zone.
const SAMPLE: usize = 128;

/// A gap is one if it is wider than so many mean gaps: of n bodies at random the widest is about ln n.
const GAP: f32 = 15.0;

/// Which constraints may be solved at the same time, in the order in which they are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Between two bodies of a zone.
    Inside,
    /// Across the border above an even zone.
    Even,
    /// Across the border above an odd zone.
    Odd,
    /// Between other zones.
    Elsewhere,
    /// Between a body and what does not move.
    Ground,
}

/// How many there are.
pub(crate) const CLASSES: usize = 5;

/// Which body is in which zone. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zones {
    /// The zone of each row, with [`STILL`].
    zones: Vec<u8>,
    /// The place of each row.
    places: Vec<BodyIndex>,
    /// The row at each place.
    rows: Vec<BodyRow>,
    /// Where each zone begins, and where the last one ends.
    starts: Vec<u32>,
    sample: Vec<f32>,
    borders: Vec<f32>,
}

/// As many as a byte can tell apart, with a bit to spare.
const MOST_ZONES: usize = 128;

/// Added to the zone of a body that no constraint moves.
const STILL: u8 = 128;

/// A constraint as zones see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub(crate) class: Class,
    /// The zone to which it belongs.
    pub(crate) zone: usize,
    /// Which of the two it may move.
    pub(crate) moves: [bool; 2],
}

impl Zones {
    /// Puts all bodies in one zone, each at the place of its row.
    pub(crate) fn unite(&mut self, inputs: &[BodyInput]) {
        self.borders.clear();
        self.assign(inputs, |_| 0.0);
        self.place_by_row();
    }

    /// Draws the borders for these bodies. They have no places yet.
    pub(crate) fn arrange(&mut self, inputs: &[BodyInput]) {
        let bodies = inputs.len();
        let mut count = 1;
        // A power of two of them, so that 2, 4 or 8 workers have the same number each.
        while bodies >= LEAST_BODIES
            && count < MOST_ZONES
            && (STRIP * STRIP) * ((2 * count * count) as f32) < bodies as f32
        {
            count *= 2;
        }
        let told = inputs.iter().any(|input| input.strip_coordinate != 0.0);
        let along = |row: usize| if told { inputs[row].strip_coordinate } else { row as f32 };
        self.borders.clear();
        if count > 1 {
            self.sample.clear();
            let step = (bodies / (SAMPLE * count)).max(1);
            // What is not a number has a sign, by which it would be sorted, and which is not the same on all processors.
            let number = |x: f32| if x.is_nan() { 0.0 } else { x };
            self.sample.extend((1..bodies).step_by(step).map(along).map(number));
            self.sample.sort_unstable_by(f32::total_cmp);
            let half = self.sample.len() / (2 * count);
            let middles = (1..count).map(|zone| self.sample.len() * zone / count);
            self.borders.extend(middles.map(|middle| border(&self.sample[middle - half..middle + half])));
        }
        self.assign(inputs, along);
    }

    /// Says in which zone each body is: from border to border.
    fn assign(&mut self, inputs: &[BodyInput], along: impl Fn(usize) -> f32) {
        let Self { zones, starts, borders, .. } = self;
        let mut sizes = [0_u32; MOST_ZONES];
        zones.clear();
        for (row, input) in inputs.iter().enumerate() {
            let at = along(row);
            let mut zone = borders.iter().map(|&border| u8::from(at > border)).sum::<u8>();
            if row == BodyRow::STATIC.index() {
                zone = 0;
            }
            sizes[zone as usize] += 1;
            zones.push(if input.is_movable() { zone } else { zone | STILL });
        }
        starts.clear();
        starts.push(0);
        for size in &sizes[..=borders.len()] {
            starts.push(starts[starts.len() - 1] + size);
        }
    }

    /// Gives each body the place of its row, which spares one worker with one batch a walk through all memory. Where
    /// bodies are shows in no result.
    pub(crate) fn place_by_row(&mut self) {
        self.rows.clear();
        self.rows.extend((0..self.zones.len() as u32).map(BodyRow));
        self.places.clear();
        self.places.extend((0..self.zones.len() as u32).map(BodyIndex));
    }

    /// Gives each body a place, zone by zone, the ground the first of all.
    pub(crate) fn place_by_zone(&mut self) {
        let Self { zones, places, rows, starts, .. } = self;
        let mut next = [0_u32; MOST_ZONES];
        next[..starts.len() - 1].copy_from_slice(&starts[..starts.len() - 1]);
        rows.resize(zones.len(), BodyRow::STATIC);
        places.clear();
        for (row, zone) in (0..).zip(zones) {
            let next = &mut next[(*zone & !STILL) as usize];
            rows[*next as usize] = BodyRow(row);
            places.push(BodyIndex(*next));
            *next += 1;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The place of a row.
    #[inline(always)]
    pub(crate) fn place(&self, row: BodyRow) -> BodyIndex {
        self.places[row.index()]
    }

    /// The rows at some places.
    #[inline(always)]
    pub(crate) fn rows(&self, places: Range<usize>) -> &[BodyRow] {
        &self.rows[places]
    }

    pub(crate) fn bodies(&self) -> usize {
        self.zones.len()
    }

    /// The places of some zones, if bodies are placed by zone; and of all zones.
    #[inline(always)]
    pub(crate) fn places(&self, zones: Range<usize>) -> Range<usize> {
        self.starts[zones.start] as usize..self.starts[zones.end] as usize
    }

    /// What a constraint between two rows is, if it can move either of them.
    #[inline]
    pub(crate) fn between(&self, rows: [BodyRow; 2], ground: Class) -> Option<Meeting> {
        let [a, b] = rows.map(|row| self.zones[row.index()]);
        let moves = [a < STILL, b < STILL];
        let low = a.min(b);
        if low >= STILL {
            return None;
        }
        let class = match a.max(b) - low {
            0 => Class::Inside,
            _ if moves != [true; 2] => ground,
            1 if low.is_multiple_of(2) => Class::Even,
            1 => Class::Odd,
            _ => return Some(Meeting { class: Class::Elsewhere, zone: 0, moves }),
        };
        Some(Meeting { class, zone: low as usize, moves })
    }

    /// From which zone to which it reaches; what is at rest for ever is everywhere.
    #[inline]
    pub(crate) fn span(&self, rows: [BodyRow; 2]) -> Range<usize> {
        let [mut a, mut b] = rows.map(|row| (self.zones[row.index()] & !STILL) as usize);
        if rows[0] == BodyRow::STATIC {
            a = b;
        }
        if rows[1] == BodyRow::STATIC {
            b = a;
        }
        a.min(b)..a.max(b)
    }
}

/// Where to cut sorted coordinates: in the middle by number, or in the widest gap if it is wider than chance would leave
/// one, of those as wide in the one nearest to the middle.
///
/// Then what stands apart is cut apart, and can be solved from beginning to end in one go.
fn border(near: &[f32]) -> f32 {
    let middle = near.len() / 2;
    let least = GAP * (near[near.len() - 1] - near[0]) / near.len() as f32;
    let (mut border, mut best) = (near[middle], 0.0);
    for (i, pair) in near.windows(2).enumerate() {
        let gap = pair[1] - pair[0];
        let merit = gap * gap * (2 * middle - i.abs_diff(middle)) as f32;
        if gap > least && merit > best {
            (border, best) = (0.5 * (pair[0] + pair[1]), merit);
        }
    }
    border
}

/// Which zones are whose: for each share of a phase a few runs of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ownership {
    runs: Vec<Range<usize>>,
    /// Where the runs of each share begin, and where those of the last one end.
    starts: Vec<usize>,
}

impl Ownership {
    /// Shares pieces among so many workers, in their order, each to the worker in whose part of the whole weight its middle
    /// lies. Pieces of one worker become one run where they `join` and one begins where the other ends.
    pub(crate) fn divide(&mut self, pieces: &[Range<usize>], weights: &[u32], workers: usize, join: bool) {
        let weight = |piece: &Range<usize>| {
            weights[piece.clone()].iter().map(|&weight| u64::from(weight)).sum::<u64>()
        };
        let total = pieces.iter().map(weight).sum::<u64>().max(1);
        self.runs.clear();
        self.starts.clear();
        self.starts.push(0);
        let mut before = 0;
        for piece in pieces {
            let weight = weight(piece);
            let owner = ((2 * before + weight) * workers as u64 / (2 * total)).min(workers as u64 - 1);
            before += weight;
            while self.starts.len() <= owner as usize {
                self.starts.push(self.runs.len());
            }
            let own = self.starts[owner as usize];
            match self.runs[own..].last_mut() {
                Some(run) if join && run.end == piece.start => run.end = piece.end,
                _ => self.runs.push(piece.clone()),
            }
        }
        self.starts.resize(workers + 1, self.runs.len());
    }

    /// The runs of a share, of as many shares as there are workers.
    #[inline(always)]
    pub(crate) fn zones(&self, share: Share) -> &[Range<usize>] {
        &self.runs[self.starts[share.index()]..self.starts[share.index() + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Each body has one place, the ground the first; zones are runs of places and of coordinates, about as long as
        /// each other.
        #[test]
        fn zones_are_strips(bodies in 1_usize..20_000, seed in any::<u32>(), told in any::<bool>()) {
            // A linear congruential generator, so that long rows cost no time to shrink.
            let mut number = seed;
            let mut inputs = alloc::vec![BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros()); bodies];
            for input in inputs.iter_mut().skip(1).filter(|_| told) {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                input.strip_coordinate = (number >> 8) as f32 - 1e6;
            }
            let mut zones = Zones::default();
            zones.arrange(&inputs);
            zones.place_by_zone();
            prop_assert_eq!(zones.place(BodyRow::STATIC), BodyIndex::STATIC);
            prop_assert_eq!(zones.places(0..zones.count()), 0..bodies);
            let mut rows_alone = Zones::default();
            rows_alone.arrange(&inputs);
            rows_alone.place_by_row();
            let mut greatest = f32::NEG_INFINITY;
            for zone in 0..zones.count() {
                let places = zones.places(zone..zone + 1);
                prop_assert!(places.len() * zones.count() * 10 < bodies * 14 + 1000, "{:?} of {}", places, bodies);
                let mut last = greatest;
                for (place, &row) in places.clone().zip(zones.rows(places)) {
                    prop_assert_eq!((zones.place(row).index(), zones.zones[row.index()] as usize), (place, zone));
                    prop_assert_eq!((rows_alone.place(row).0, rows_alone.zones[row.index()] as usize), (row.0, zone));
                    if row != BodyRow::STATIC {
                        let along = if told { inputs[row.index()].strip_coordinate } else { row.0 as f32 };
                        prop_assert!(along >= greatest);
                        last = last.max(along);
                    }
                }
                greatest = last;
            }
        }

        /// Every zone has one owner, and none has more than its part and a zone.
        #[test]
        fn every_zone_has_an_owner(weights in prop::collection::vec(0_u32..1000, 1..40), workers in 1_usize..9) {
            let mut ownership = Ownership::default();
            // Some zones are not to be shared.
            let pieces: Vec<_> = (0..weights.len()).filter(|zone| zone % 7 != 3).map(|zone| zone..zone + 1).collect();
            for join in [false, true] {
                ownership.divide(&pieces, &weights, workers, join);
                prop_assert_eq!(ownership.starts.len(), workers + 1);
                let zones: Vec<_> = ownership.runs.iter().cloned().flatten().collect();
                prop_assert!(zones.iter().eq(pieces.iter().map(|piece| &piece.start)));
                let of = |zones: &[usize]| zones.iter().map(|&zone| weights[zone]).sum::<u32>();
                let greatest = weights.iter().max().copied().unwrap_or(0);
                for start in ownership.starts.windows(2) {
                    let own: Vec<_> = ownership.runs[start[0]..start[1]].iter().cloned().flatten().collect();
                    prop_assert!(of(&own) <= of(&zones).div_ceil(workers as u32) + greatest);
                }
            }
        }
    }
}
