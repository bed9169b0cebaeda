//! Zones: strips of the scene, so that workers need not wait for each other after every colour.
//!
//! Where a body lies along a line through the scene ([`BodyInput::along`](crate::BodyInput::along)) decides its zone, and
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
//! Zones are made anew in each step from the bodies alone, so the result does not know how many workers there are, nor
//! what was before. If nobody has said where bodies are, the order of their rows counts; if that says nothing, most
//! constraints are elsewhere, and nothing is lost but time.
//!
//! Turned down: parts of the graph of contacts cut out by weight (METIS and the like), which costs more than a step;
//! squares rather than strips, which have shorter borders but eight neighbours; islands, of which a heap is one; rows of
//! the world kept in order (finding new poses took half as long again, since all else lies by slot).

use crate::{BodyInput, GROUND};
use alloc::vec::Vec;
use compute::Share;
use core::ops::Range;

/// A zone has about this many times the square root of all bodies: in a heap as wide as high that makes strips ten
/// bodies wide, of whose contacts one in twenty is across a border.
const STRIP: f32 = 10.0;

/// Fewer bodies are one zone: one worker is done with them before another has woken up.
const LEAST_BODIES: usize = 512;

/// Borders are drawn so that one body in this many is divided evenly.
const SAMPLE: usize = 4;

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
    /// The place of each row.
    places: Vec<u32>,
    /// The row at each place.
    rows: Vec<u32>,
    /// The zone of each row, or [`STILL`].
    zones: Vec<u8>,
    /// Where each zone begins, and where the last one ends.
    starts: Vec<u32>,
    sample: Vec<f32>,
    borders: Vec<f32>,
}

/// As many as a byte can tell apart.
const MOST_ZONES: usize = 128;

/// In place of the zone of a body that no constraint moves.
const STILL: u8 = u8::MAX;

impl Zones {
    /// Puts all bodies in one zone, each at the place of its row.
    pub(crate) fn unite(&mut self, inputs: &[BodyInput]) {
        self.borders.clear();
        self.assign(inputs, |_| 0.0, false);
    }

    /// Draws the borders for these bodies, and gives each a place: zone by zone if they are `grouped`, and else that of
    /// its row, which says nothing to the result, and spares one worker a walk through all memory.
    pub(crate) fn arrange(&mut self, inputs: &[BodyInput], grouped: bool) {
        let bodies = inputs.len();
        let mut count = 1;
        // A power of two of them, so that 2, 4 or 8 workers have the same number each.
        while bodies >= LEAST_BODIES
            && count < MOST_ZONES
            && (STRIP * STRIP) * ((2 * count * count) as f32) < bodies as f32
        {
            count *= 2;
        }
        let told = inputs.iter().any(|input| input.along != 0.0);
        let along = |row: usize| if told { inputs[row].along } else { row as f32 };
        self.borders.clear();
        if count > 1 {
            self.sample.clear();
            self.sample.extend((1..bodies).step_by(SAMPLE).map(along));
            let (mut above, mut taken) = (self.sample.as_mut_slice(), 0);
            let len = above.len();
            for zone in 1..count {
                let nth = len * zone / count;
                let (_, &mut border, rest) = above.select_nth_unstable_by(nth - taken, f32::total_cmp);
                self.borders.push(border);
                (above, taken) = (rest, nth + 1);
            }
        }
        self.assign(inputs, along, grouped);
    }

    /// Places bodies between the borders; the ground has the first place.
    fn assign(&mut self, inputs: &[BodyInput], along: impl Fn(usize) -> f32, grouped: bool) {
        let Self { places, rows, zones, starts, borders, .. } = self;
        let (bodies, count) = (inputs.len(), borders.len() + 1);
        let mut next = [0_u32; MOST_ZONES];
        places.clear();
        zones.clear();
        for (row, input) in inputs.iter().enumerate() {
            let at = along(row);
            let mut zone = borders.iter().map(|&border| u8::from(at > border)).sum::<u8>();
            if row == GROUND as usize {
                zone = 0;
            }
            next[zone as usize] += 1;
            // Its zone, for now.
            places.push(u32::from(zone));
            zones.push(if input.is_movable() { zone } else { STILL });
        }
        starts.clear();
        starts.push(0);
        for next in &mut next[..count] {
            let start = starts[starts.len() - 1];
            starts.push(start + *next);
            *next = start;
        }
        rows.clear();
        if !grouped {
            rows.extend(0..bodies as u32);
            places.copy_from_slice(rows);
            return;
        }
        rows.resize(bodies, 0);
        for (row, place) in (0..).zip(places) {
            let next = &mut next[*place as usize];
            *place = *next;
            *next += 1;
            rows[*place as usize] = row;
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The place of a row.
    #[inline(always)]
    pub(crate) fn place(&self, row: u32) -> u32 {
        self.places[row as usize]
    }

    /// The rows at some places.
    #[inline(always)]
    pub(crate) fn rows(&self, places: Range<usize>) -> &[u32] {
        &self.rows[places]
    }

    pub(crate) fn bodies(&self) -> usize {
        self.rows.len()
    }

    /// The places of some zones: of all zones, if bodies are not grouped.
    #[inline(always)]
    pub(crate) fn places(&self, zones: Range<usize>) -> Range<usize> {
        self.starts[zones.start] as usize..self.starts[zones.end] as usize
    }

    /// The class of a constraint between two rows, and the zone to which it belongs, if it can move either of them; and
    /// which of them.
    #[inline]
    pub(crate) fn between(&self, rows: [u32; 2], ground: Class) -> Option<(Class, usize, [bool; 2])> {
        let [a, b] = rows.map(|row| self.zones[row as usize]);
        let moves = [a != STILL, b != STILL];
        let low = a.min(b);
        if low == STILL {
            return None;
        }
        let class = match a.max(b) - low {
            0 => Class::Inside,
            _ if a == STILL || b == STILL => ground,
            1 if low.is_multiple_of(2) => Class::Even,
            1 => Class::Odd,
            _ => return Some((Class::Elsewhere, 0, moves)),
        };
        Some((class, low as usize, moves))
    }
}

/// Which zones are whose: a contiguous run for each share of a phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ownership {
    /// Where the run of each share begins, and where the last one ends.
    cuts: Vec<u32>,
}

impl Ownership {
    /// Shares zones of these weights among so many workers, as evenly as whole zones allow.
    pub(crate) fn divide(&mut self, weights: &[u32], workers: usize) {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        self.cuts.clear();
        self.cuts.push(0);
        let (mut zone, mut sum) = (0, 0);
        for worker in 1..workers as u64 {
            // A zone goes to the worker in whose part its middle lies.
            while zone < weights.len()
                && 2 * workers as u64 * sum + workers as u64 * u64::from(weights[zone]) < 2 * worker * total
            {
                sum += u64::from(weights[zone]);
                zone += 1;
            }
            self.cuts.push(zone as u32);
        }
        self.cuts.push(weights.len() as u32);
    }

    /// The zones of a share, of as many shares as there are workers.
    #[inline(always)]
    pub(crate) fn zones(&self, share: Share) -> Range<usize> {
        self.cuts[share.index()] as usize..self.cuts[share.index() + 1] as usize
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
                input.along = (number >> 8) as f32 - 1e6;
            }
            let mut zones = Zones::default();
            zones.arrange(&inputs, true);
            prop_assert_eq!(zones.place(GROUND), 0);
            prop_assert_eq!(zones.places(0..zones.count()), 0..bodies);
            let mut rows_alone = Zones::default();
            rows_alone.arrange(&inputs, false);
            let mut greatest = f32::NEG_INFINITY;
            for zone in 0..zones.count() {
                let places = zones.places(zone..zone + 1);
                prop_assert!(places.len() * zones.count() * 10 < bodies * 14 + 1000, "{:?} of {}", places, bodies);
                let mut last = greatest;
                for (place, &row) in places.clone().zip(zones.rows(places)) {
                    prop_assert_eq!((zones.place(row) as usize, zones.zones[row as usize] as usize), (place, zone));
                    prop_assert_eq!((rows_alone.place(row), rows_alone.zones[row as usize] as usize), (row, zone));
                    if row != GROUND {
                        let along = if told { inputs[row as usize].along } else { row as f32 };
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
            ownership.divide(&weights, workers);
            prop_assert!(ownership.cuts.is_sorted());
            prop_assert_eq!(ownership.cuts.len(), workers + 1);
            prop_assert_eq!((ownership.cuts[0], ownership.cuts[workers]), (0, weights.len() as u32));
            let total: u32 = weights.iter().sum();
            let greatest = weights.iter().max().copied().unwrap_or(0);
            for cut in ownership.cuts.windows(2) {
                let weight: u32 = weights[cut[0] as usize..cut[1] as usize].iter().sum();
                prop_assert!(weight <= total.div_ceil(workers as u32) + greatest);
            }
        }
    }
}
