//! Strips: parts of the scene between parallel lines, and classes of constraints.
//!
//! The strip of a body follows from [`BodyInput::strip_coordinate`](crate::BodyInput::strip_coordinate); its
//! bodies get consecutive indices. Most constraints are inside one strip or across the border to the next:
//!
//! ```text
//!   body index   0 ... | ... | ... | ... n      n bodies, cut into 1, 2, 4, ... strips
//!   Interior       0      1     2     3         all strips at once: no two of them share a body
//!   EvenBorder     0|1         2|3              all borders above even strips at once,
//!   OddBorder          1|2                      then those above odd strips
//!   LongRange                                   constraints that reach farther, by colour
//!   Static         0      1     2     3         one body has infinite mass; strip of the other
//! ```
//!
//! So workers wait for each other once for each class (in `LongRange` once for each run of blocks), not for
//! each colour. A body is used by one worker, except at borders: fetching a cache line from another core
//! takes half of a block's time. Borders are in gaps, so piles apart are independent batches (`batches.rs`).
//!
//! Without coordinates the body row is the coordinate: slower, if neighbouring rows are not neighbours. For
//! alternatives, see `docs/experiments/solver.md`.

use crate::body::BodyIndex;
use crate::{BodyInput, BodyRow};
use alloc::vec::Vec;
use compute::LANES;
use core::ops::Range;

/// A strip has this many times the square root of the number of bodies: in a heap as wide as high it is ten
/// bodies wide, so that one in twenty contacts crosses a border.
const BODIES_ACROSS: f32 = 10.0;

/// Fewer bodies are one strip: one worker is done before another has woken up.
const MIN_BODIES: usize = 512;

/// Bodies per strip among which the position of each border is chosen.
const SAMPLE: usize = 128;

/// In mean gaps: a wider one gets a border. The widest of n bodies at random is about ln n.
const WIDE_GAP: f32 = 15.0;

/// One byte holds a strip and [`INFINITE_MASS_FLAG`].
const MAX_STRIPS: usize = 128;

const INFINITE_MASS_FLAG: u8 = 128;

/// Which strips a constraint touches, in the order of solving. Constraints of one class under different
/// strips share no moving body; in [`Class::LongRange`], all under strip 0, colours keep them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Within a strip; also joints to a body of infinite mass
    /// ([`Constraints::ONE_MOVES`](super::Constraints::ONE_MOVES)).
    Interior,
    EvenBorder,
    OddBorder,
    LongRange,
    /// With a body of infinite mass: last, so that a body wedged between two others ends the sweep outside
    /// the ground.
    Static,
}

impl Class {
    pub(crate) const ALL: [Self; 5] =
        [Self::Interior, Self::EvenBorder, Self::OddBorder, Self::LongRange, Self::Static];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) class: Class,
    pub(super) strip: usize,
    pub(super) moves: [bool; 2],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    /// By body row, with [`INFINITE_MASS_FLAG`].
    strips: Vec<u8>,
    indices: Vec<BodyIndex>,
    rows: Vec<BodyRow>,
    /// And the end of the last one.
    starts: Vec<u32>,
    sample: Sample,
    borders: Vec<f32>,
}

impl Strips {
    /// Body indices are rows.
    pub(crate) fn unite(&mut self, inputs: &[BodyInput]) {
        self.borders.clear();
        self.assign(inputs, |_| 0.0);
        self.index_by_row();
    }

    /// Call [`Strips::index_by_row`] or [`Strips::index_by_strip`] next.
    pub(super) fn draw(&mut self, inputs: &[BodyInput]) {
        let bodies = inputs.len();
        let count = strip_count(bodies);
        let has_coordinates = inputs.iter().any(|input| input.strip_coordinate != 0.0);
        let coordinate = |row: usize| if has_coordinates { inputs[row].strip_coordinate } else { row as f32 };
        self.borders.clear();
        if count > 1 {
            // The sign of a NaN differs between processors, so it would change the order: zero instead.
            let finite = |row| Some(coordinate(row)).filter(|x| !x.is_nan()).unwrap_or(0.0);
            let sample = self.sample.sorted(bodies, (bodies / (SAMPLE * count)).max(1), finite);
            let half = sample.len() / (2 * count);
            let middles = (1..count).map(|strip| sample.len() * strip / count);
            self.borders.extend(middles.map(|middle| border(&sample[middle - half..middle + half])));
        }
        self.assign(inputs, coordinate);
    }

    /// NaN is below every border.
    fn assign(&mut self, inputs: &[BodyInput], coordinate: impl Fn(usize) -> f32) {
        let Self { strips, starts, borders, .. } = self;
        let mut sizes = [0_u32; MAX_STRIPS];
        strips.clear();
        strips.resize(inputs.len(), 0);
        let groups = inputs.chunks(LANES).zip(strips.chunks_mut(LANES)).enumerate();
        for (group, (inputs, strips)) in groups {
            let mut at = [f32::NAN; LANES];
            for (lane, at) in at[..inputs.len()].iter_mut().enumerate() {
                *at = coordinate(LANES * group + lane);
            }
            if group == 0 {
                at[BodyRow::STATIC.index()] = f32::NAN;
            }
            for ((own, input), strip) in strips.iter_mut().zip(inputs).zip(strips_of(at, borders)) {
                sizes[strip as usize] += 1;
                *own = if input.is_movable() { strip as u8 } else { strip as u8 | INFINITE_MASS_FLAG };
            }
        }
        starts.clear();
        starts.push(0);
        for size in &sizes[..=borders.len()] {
            starts.push(starts[starts.len() - 1] + size);
        }
    }

    /// So one worker with one batch reads memory in order.
    pub(super) fn index_by_row(&mut self) {
        let count = self.strips.len() as u32;
        self.rows.clear();
        self.rows.extend((0..count).map(BodyRow));
        self.indices.clear();
        self.indices.extend((0..count).map(BodyIndex));
    }

    /// [`BodyRow::STATIC`] is the first.
    pub(super) fn index_by_strip(&mut self) {
        let Self { strips, indices, rows, starts, .. } = self;
        let mut next = [0_u32; MAX_STRIPS];
        next[..starts.len() - 1].copy_from_slice(&starts[..starts.len() - 1]);
        rows.resize(strips.len(), BodyRow::STATIC);
        indices.clear();
        for (row, strip) in (0..).zip(strips) {
            let next = &mut next[(*strip & !INFINITE_MASS_FLAG) as usize];
            rows[*next as usize] = BodyRow(row);
            indices.push(BodyIndex(*next));
            *next += 1;
        }
    }

    pub(crate) fn borders(&self) -> &[f32] {
        &self.borders
    }

    pub(crate) fn strip_of(&self, row: BodyRow) -> Option<usize> {
        self.strips.get(row.index()).map(|strip| (strip & !INFINITE_MASS_FLAG) as usize)
    }

    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn bodies(&self) -> usize {
        self.strips.len()
    }

    #[inline(always)]
    pub(crate) fn index_of(&self, row: BodyRow) -> BodyIndex {
        self.indices[row.index()]
    }

    #[inline(always)]
    pub(super) fn rows(&self, indices: Range<usize>) -> &[BodyRow] {
        &self.rows[indices]
    }

    /// If indices follow the strips; else of all bodies.
    #[inline(always)]
    pub(super) fn indices(&self, strips: Range<usize>) -> Range<usize> {
        self.starts[strips.start] as usize..self.starts[strips.end] as usize
    }

    /// `None` if it can move neither body. `one_moves` is the class for one body of infinite mass.
    #[inline]
    pub(super) fn placement(&self, bodies: [BodyRow; 2], one_moves: Class) -> Option<Placement> {
        let [a, b] = bodies.map(|row| self.strips[row.index()]);
        let moves = [a < INFINITE_MASS_FLAG, b < INFINITE_MASS_FLAG];
        let low = a.min(b);
        if low >= INFINITE_MASS_FLAG {
            return None;
        }
        // A body of infinite mass has a greater number than any that moves.
        let class = match a.max(b) - low {
            0 => Class::Interior,
            _ if moves != [true; 2] => one_moves,
            1 if low.is_multiple_of(2) => Class::EvenBorder,
            1 => Class::OddBorder,
            _ => return Some(Placement { class: Class::LongRange, strip: 0, moves }),
        };
        Some(Placement { class, strip: low as usize, moves })
    }

    /// Border i is above strip i, from the lowest strip to the highest, which is excluded;
    /// [`BodyRow::STATIC`] is in no strip.
    #[inline]
    pub(super) fn span(&self, bodies: [BodyRow; 2]) -> Range<usize> {
        let [mut a, mut b] = bodies.map(|row| (self.strips[row.index()] & !INFINITE_MASS_FLAG) as usize);
        if bodies[0] == BodyRow::STATIC {
            a = b;
        }
        if bodies[1] == BodyRow::STATIC {
            b = a;
        }
        a.min(b)..a.max(b)
    }
}

/// Kept sorted: the order of the coordinates changes slowly, and insertion sorts that in few moves. The order
/// of equal coordinates has no effect.
#[derive(Clone, Debug, Default)]
struct Sample {
    bodies: Vec<(f32, u32)>,
    source: (usize, usize),
}

impl Sample {
    /// Every `step`-th body but the first one.
    fn sorted(&mut self, bodies: usize, step: usize, coordinate: impl Fn(usize) -> f32) -> &[(f32, u32)] {
        if self.source != (bodies, step) {
            self.source = (bodies, step);
            self.bodies.clear();
            self.bodies.extend((1..bodies as u32).step_by(step).map(|row| (0.0, row)));
        }
        for (at, row) in &mut self.bodies {
            *at = coordinate(*row as usize);
        }
        sort_nearly_sorted(&mut self.bodies);
        &self.bodies
    }
}

/// By insertion, if few items are out of order.
fn sort_nearly_sorted(items: &mut [(f32, u32)]) {
    let mut moves_left = 4 * items.len();
    for sorted in 1..items.len() {
        let item = items[sorted];
        let mut at = sorted;
        while at > 0 && items[at - 1].0.total_cmp(&item.0).is_gt() {
            items[at] = items[at - 1];
            at -= 1;
        }
        items[at] = item;
        moves_left = moves_left.saturating_sub(sorted - at);
        if moves_left == 0 {
            compute::sort_by(items, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            return;
        }
    }
}

/// A power of two, so that 2, 4 or 8 workers have equally many.
fn strip_count(bodies: usize) -> usize {
    let mut count = 1;
    while bodies >= MIN_BODIES
        && count < MAX_STRIPS
        && (BODIES_ACROSS * BODIES_ACROSS) * ((2 * count * count) as f32) < bodies as f32
    {
        count *= 2;
    }
    count
}

/// The number of borders below each coordinate. Compiled into four comparisons at a time.
fn strips_of(at: [f32; LANES], borders: &[f32]) -> [u32; LANES] {
    let mut strips = [0; LANES];
    for &border in borders {
        for (strip, at) in strips.iter_mut().zip(at) {
            *strip += u32::from(at > border);
        }
    }
    strips
}

/// The middle, or of the gaps wider than random places would give the one with the greatest product of
/// squared width and nearness to the middle.
fn border(near: &[(f32, u32)]) -> f32 {
    let middle = near.len() / 2;
    let min_gap = WIDE_GAP * (near[near.len() - 1].0 - near[0].0) / near.len() as f32;
    let (mut border, mut best) = (near[middle].0, 0.0);
    for (i, pair) in near.windows(2).enumerate() {
        let (before, after) = (pair[0].0, pair[1].0);
        let gap = after - before;
        if gap > min_gap {
            let merit = gap * gap * (2 * middle - i.abs_diff(middle)) as f32;
            if merit > best {
                (border, best) = (0.5 * (before + after), merit);
            }
        }
    }
    border
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use proptest::prelude::*;

    fn bodies(coordinates: impl IntoIterator<Item = f32>) -> Vec<BodyInput> {
        let movable = BodyInput::dynamic(1.0, 1.0, Vec2::zeros());
        let body = |strip_coordinate| BodyInput { strip_coordinate, ..movable };
        core::iter::once(BodyInput::INFINITE_MASS).chain(coordinates.into_iter().map(body)).collect()
    }

    proptest! {
        /// A sample that is kept from step to step is sorted as any sort would do it, whether bodies move a
        /// little, change places, or become others.
        #[test]
        fn kept_sample_is_sorted(
            first in prop::collection::vec(-100_f32..100.0, 2..200),
            motions in prop::collection::vec((0_f32..200.0, 1_usize..200, 1_usize..4), 1..8),
        ) {
            let (mut sample, mut coordinates) = (Sample::default(), first);
            for (greatest, stride, step) in motions {
                for (i, x) in coordinates.iter_mut().enumerate() {
                    *x += greatest * ((i * stride % 17) as f32 / 17.0 - 0.5);
                }
                let kept = sample.sorted(coordinates.len(), step, |row| coordinates[row]);
                let mut expected: Vec<f32> = coordinates[1..].iter().step_by(step).copied().collect();
                expected.sort_by(f32::total_cmp);
                let found: Vec<f32> = kept.iter().map(|it| it.0).collect();
                prop_assert_eq!(found, expected);
                prop_assert!(kept.iter().all(|&(x, row)| x == coordinates[row as usize]));
            }
        }

        /// Each body has one index, the static row the first. Strips are runs of indices and of coordinates,
        /// all of about the same size.
        #[test]
        fn strips_are_runs_of_indices_and_of_coordinates(
            count in 1_usize..20_000, seed in any::<u32>(), has_coordinates in any::<bool>(),
        ) {
            // A linear congruential generator: a vector of coordinates would take long to shrink.
            let mut number = seed;
            let inputs = bodies((1..count).map(|_| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if has_coordinates { (number >> 8) as f32 - 1e6 } else { 0.0 }
            }));
            let mut strips = Strips::default();
            strips.draw(&inputs);
            strips.index_by_strip();
            prop_assert_eq!(strips.index_of(BodyRow::STATIC), BodyIndex::STATIC);
            prop_assert_eq!(strips.indices(0..strips.count()), 0..count);
            let mut by_row = Strips::default();
            by_row.draw(&inputs);
            by_row.index_by_row();
            let mut greatest = f32::NEG_INFINITY;
            for strip in 0..strips.count() {
                let indices = strips.indices(strip..strip + 1);
                // No strip is larger than 1.4 times the mean, apart from the random variation of small
                // samples.
                let is_fair = indices.len() * strips.count() * 10 < count * 14 + 1000;
                prop_assert!(is_fair, "{indices:?} of {count}");
                let mut last = greatest;
                for (index, &row) in indices.clone().zip(strips.rows(indices)) {
                    prop_assert_eq!(strips.index_of(row).index(), index);
                    prop_assert_eq!((strips.strips[row.index()] & !INFINITE_MASS_FLAG) as usize, strip);
                    prop_assert_eq!(by_row.index_of(row).0, row.0);
                    prop_assert_eq!(by_row.rows(row.index()..row.index() + 1), &[row]);
                    if row != BodyRow::STATIC {
                        let at = inputs[row.index()].strip_coordinate;
                        let at = if has_coordinates { at } else { row.0 as f32 };
                        prop_assert!(at >= greatest);
                        last = last.max(at);
                    }
                }
                greatest = last;
            }
        }

        /// Constraints of one class and different strips share no moving body, except in `LongRange`; a
        /// constraint that moves nothing is not solved; and the span of a constraint contains the strips of
        /// its bodies.
        #[test]
        fn constraints_of_one_class_and_different_strips_share_no_moving_body(
            pairs in prop::collection::vec((0_u32..3000, 0_u32..3000), 1..200), near in any::<bool>(),
        ) {
            let mut inputs = bodies((1..3000).map(|i| i as f32));
            for input in inputs.iter_mut().step_by(7) {
                *input = BodyInput { strip_coordinate: input.strip_coordinate, ..BodyInput::INFINITE_MASS };
            }
            let mut strips = Strips::default();
            strips.draw(&inputs);
            prop_assert!(strips.count() >= 4);
            let mut owners = alloc::vec![[None; 5]; inputs.len()];
            for (a, b) in pairs {
                let b = if near { (a + b % 400) % 3000 } else { b };
                let bodies = [a, b].map(BodyRow);
                let movable = bodies.map(|body| inputs[body.index()].is_movable());
                let Some(Placement { class, strip, moves }) = strips.placement(bodies, Class::Static) else {
                    prop_assert_eq!(movable, [false; 2]);
                    continue;
                };
                prop_assert_eq!(moves, movable);
                prop_assert_eq!(class == Class::Static, movable != [true; 2]);
                let span = strips.span(bodies);
                for (body, _) in bodies.into_iter().zip(moves).filter(|&(_, moves)| moves) {
                    let own = strips.strips[body.index()] as usize;
                    prop_assert!(span.start <= own && own <= span.end);
                    if class != Class::LongRange {
                        let owner = owners[body.index()][class as usize].get_or_insert(strip);
                        prop_assert_eq!(*owner, strip, "{:?} {:?}", body, class);
                    }
                }
            }
        }
    }

    /// Two groups of bodies that stand apart are separated in the gap between them, although it is not quite
    /// in the middle.
    #[test]
    fn a_border_lies_in_a_wide_gap() {
        let crowd = |first: f32, count: u16| (0..count).map(move |i| first + f32::from(i) * 1e-3);
        let mut strips = Strips::default();
        strips.draw(&bodies(crowd(0.0, 380).chain(crowd(100.0, 420))));
        assert_eq!(strips.count(), 4);
        let middle = strips.borders[1];
        assert!((1.0..99.0).contains(&middle), "{middle}");
    }
}
