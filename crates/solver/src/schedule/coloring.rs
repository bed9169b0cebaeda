//! Colouring: which constraint is solved in which lane of which block.
//!
//! A colour is a set of constraints of one group that share no moving body: eight can be solved at once, in
//! any order. Blocks lie in the order in which they are solved; constraints between the same bodies keep
//! their order.
//!
//! ```text
//!   constraints  0 1 2 3 4 5 6 7      1 classify       the group of each       by shares of the constraints
//!   order        0 3 | 1 2 5 7 | 4 6  2 sort_by_group  group by group, stable  by the same
//!   buckets      0 1 | 0 0 1 0 | 0 1  3 assign_colors  colours of a group      by shares of the groups
//!   lanes        03| 1257| 46         4 fill_lanes     blocks of eight         by the owners of the strips
//! ```
//!
//! Colours follow from groups and bodies alone. If no key of phase 1 has changed since the last step, phases
//! 2 to 4 are skipped.
//!
//! A chain of joints has two colours, which converge at the rate of a sweep along the chain (Young,
//! "Iterative Methods for Solving Partial Difference Equations of Elliptic Type", 1954). For alternatives,
//! such as colours that last (Box2D), see `docs/experiments/solver.md`.

#![allow(unsafe_code)]

use super::classify::{Classified, SharedClassified, Sizes};
use super::colors::{Colors, OVERFLOW, SharedColors};
use super::constraint::Constraints;
use super::groups::Groups;
use super::sort::{SharedSorted, Sorted};
use super::strips::{Class, Strips};
use alloc::vec::Vec;
use compute::{LANES, Member, Shared};
use core::ops::Range;

pub(crate) const EMPTY_LANE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Coloring {
    tables: Tables,
    /// In each lane of each block, or [`EMPTY_LANE`].
    lanes: Vec<[u32; LANES]>,
    /// By block: the next one has the same colour, and shares no moving body.
    is_color_of_next: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    sizes: Sizes,
    groups: Groups,
    classified: Classified,
    sorted: Sorted,
    colors: Colors,
    /// For the keys of the last phase 1.
    is_filled: bool,
    is_kept: bool,
}

impl Coloring {
    pub(super) fn begin<C: Constraints>(&mut self, strips: &Strips, constraints: &C, workers: usize) {
        let Tables { sizes, groups, classified, sorted, colors, is_filled, is_kept } = &mut self.tables;
        let (constraints, kinds) = (constraints.len(), C::KINDS);
        let new = Sizes { constraints, kinds, strips: strips.count(), bodies: strips.bodies(), workers };
        // The number of bodies may change, because colours depend only on bodies of constraints.
        *is_kept = core::mem::take(is_filled) && Sizes { bodies: new.bodies, ..*sizes } == new;
        *sizes = new;
        (groups.strips, groups.kinds) = (new.strips, new.kinds);
        classified.resize(&new);
        sorted.resize(&new);
        colors.resize(&new);
    }

    pub(super) fn share<'a, C: Constraints>(
        &'a mut self,
        strips: &'a Strips,
        constraints: &'a C,
    ) -> SharedColoring<'a, C> {
        let Tables { sizes, classified, sorted, colors, is_kept, .. } = &mut self.tables;
        SharedColoring {
            sizes: *sizes,
            may_keep: *is_kept,
            strips,
            constraints,
            classified: classified.share(),
            sorted: sorted.share(),
            colors: colors.share(),
        }
    }

    /// After phase 3. The lanes must then be [filled](LaneTable).
    pub(super) fn lay_out(&mut self) {
        let Tables { sizes, groups, classified, colors, is_kept, .. } = &mut self.tables;
        classified.sum_couplings(sizes.strips, &mut groups.couplings);
        *is_kept &= !classified.has_changed();
        if *is_kept {
            return;
        }
        groups.starts.clear();
        let mut block = 0;
        for layout in &colors.layouts {
            groups.starts.push(block);
            block += layout.blocks;
        }
        groups.starts.push(block);
        self.lanes.resize(block as usize, [EMPTY_LANE; LANES]);
        self.is_color_of_next.resize(block as usize, false);
        groups.long_range.clear();
        if sizes.kinds == 1 {
            let group = Class::LongRange as usize * sizes.strips;
            colors.layouts[group].split_long_range(groups.starts[group], &mut groups.long_range);
        }
    }

    pub(super) fn groups(&self) -> &Groups {
        &self.tables.groups
    }

    pub(super) fn is_kept(&self) -> bool {
        self.tables.is_kept
    }

    pub(super) fn may_need_extra(&self) -> bool {
        self.tables.classified.summaries.iter().any(|summary| summary.extra_bits != 0)
    }

    pub(super) fn may_bounce(&self) -> bool {
        self.tables.classified.summaries.iter().any(|summary| summary.restitution_bits != 0)
    }

    pub(super) fn table(&mut self) -> LaneTable<'_> {
        LaneTable {
            tables: &self.tables,
            lanes: Shared::new(&mut self.lanes),
            is_color_of_next: Shared::new(&mut self.is_color_of_next),
        }
    }

    /// Phase 4 is over, so the next step may keep the lanes.
    pub(super) fn note_filled(&mut self) {
        self.tables.is_filled = true;
    }

    /// After phase 4.
    pub(super) fn lanes(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// Visits constraints of one kind with index, class, strip and colour, after phase 3. The overflow has no
    /// colour.
    pub(super) fn for_each(&self, mut visit: impl FnMut(u32, Class, usize, Option<usize>)) {
        let Tables { sizes, classified, sorted, colors, .. } = &self.tables;
        for group in 0..sizes.groups() {
            let positions = sorted.starts[group] as usize..sorted.starts[group + 1] as usize;
            let buckets = &colors.buckets[positions.clone()];
            for (&position, &bucket) in sorted.order[positions].iter().zip(buckets) {
                let color = (usize::from(bucket) != OVERFLOW).then_some(usize::from(bucket) / 2);
                let class = Class::ALL[group / sizes.strips % Class::ALL.len()];
                visit(classified.keys[position as usize].index, class, group % sizes.strips, color);
            }
        }
    }

    /// All phases, on the calling thread.
    #[cfg(test)]
    pub(super) fn color(&mut self, strips: &Strips, constraints: &impl Constraints) {
        self.begin(strips, constraints, 1);
        self.share(strips, constraints).run(&Member::alone());
        self.lay_out();
        // SAFETY: nobody else is there.
        unsafe { self.table().fill_lanes(0..strips.count()) };
        self.note_filled();
    }
}

/// For phases 1 to 3.
#[derive(Clone, Copy)]
pub(super) struct SharedColoring<'a, C> {
    sizes: Sizes,
    /// If no key changes.
    may_keep: bool,
    strips: &'a Strips,
    constraints: &'a C,
    classified: SharedClassified<'a>,
    sorted: SharedSorted<'a>,
    colors: SharedColors<'a>,
}

impl<C: Constraints> SharedColoring<'_, C> {
    /// The part of one worker.
    ///
    /// # Panics
    /// If a constraint names a body that does not exist.
    pub(super) fn run(&self, member: &Member<'_>) {
        let Self { sizes, may_keep, strips, constraints, classified, sorted, colors } = self;
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            // SAFETY: each share is handed out once, and the results are read in later phases.
            unsafe { classified.classify(sizes, strips, *constraints, share) };
        }
        // SAFETY: the phase is over.
        let has_changed = unsafe { classified.summaries() }.iter().any(|summary| summary.has_changed);
        if *may_keep && !has_changed {
            return;
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            // SAFETY: phase 1 is over, and the same.
            unsafe {
                sorted.sort_by_group(sizes, classified, share);
                colors.clear(sizes, classified, share);
            }
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            // SAFETY: phases 1 and 2 are over, and the same.
            unsafe { colors.assign_colors(sizes, classified, sorted, share) };
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct LaneTable<'a> {
    tables: &'a Tables,
    lanes: Shared<'a, [u32; LANES]>,
    is_color_of_next: Shared<'a, bool>,
}

impl<'a> LaneTable<'a> {
    #[inline(always)]
    pub(super) fn groups(&self) -> &'a Groups {
        &self.tables.groups
    }

    /// Fills the lanes of some strips; those of long-range constraints belong to the first strip.
    ///
    /// # Safety
    /// Nobody else fills these strips, and nobody reads lanes in this phase.
    pub(super) unsafe fn fill_lanes(&self, strips: Range<usize>) {
        let Tables { sizes, groups, classified, sorted, colors, is_kept, .. } = self.tables;
        if *is_kept {
            return;
        }
        for first in (0..sizes.groups()).step_by(sizes.strips) {
            for group in first + strips.start..first + strips.end {
                let blocks = groups.starts[group] as usize..groups.starts[group + 1] as usize;
                if blocks.is_empty() {
                    continue;
                }
                // SAFETY: the blocks of a group are its own, and the caller promises that the groups are.
                let (lanes, is_color_of_next) =
                    unsafe { (self.lanes.slice(blocks.clone()), self.is_color_of_next.slice(blocks)) };
                colors.layouts[group].mark_same_colors(is_color_of_next);
                lanes.fill([EMPTY_LANE; LANES]);
                let lanes = lanes.as_flattened_mut();
                let mut next = colors.layouts[group].lanes;
                let positions = sorted.starts[group] as usize..sorted.starts[group + 1] as usize;
                let buckets = &colors.buckets[positions.clone()];
                for (&position, &bucket) in sorted.order[positions].iter().zip(buckets) {
                    let next = &mut next[bucket as usize];
                    lanes[*next as usize] = classified.keys[position as usize].index;
                    *next += if bucket as usize == OVERFLOW { LANES as u32 } else { 1 };
                }
            }
        }
    }

    /// # Safety
    /// As long as the reference lives, nobody fills lanes.
    #[inline(always)]
    pub(super) unsafe fn lanes(&self, blocks: Range<usize>) -> &'a [[u32; LANES]] {
        // SAFETY: the caller's promise.
        unsafe { &self.lanes.read()[blocks] }
    }

    /// # Safety
    /// As [`LaneTable::lanes`].
    #[inline(always)]
    pub(super) unsafe fn is_color_of_next(&self, blocks: Range<usize>) -> &'a [bool] {
        // SAFETY: the caller's promise.
        unsafe { &self.is_color_of_next.read()[blocks] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::constraint::Constraint;
    use super::super::groups::LongRangeRun;
    use super::*;
    use crate::{BodyInput, BodyRow};
    use alloc::vec;
    use proptest::prelude::*;

    /// Number of bodies, of which each fifth has infinite mass.
    const BODIES: u32 = 800;

    fn is_movable(body: u32) -> bool {
        !body.is_multiple_of(5)
    }

    fn movable_bodies(constraint: &Constraint) -> impl Iterator<Item = u32> {
        constraint.bodies.into_iter().map(|body| body.0).filter(|&body| is_movable(body))
    }

    /// Whether no two of the constraints share a moving body.
    fn share_no_moving_body<'a>(constraints: impl Iterator<Item = &'a Constraint>) -> bool {
        let mut bodies: Vec<_> = constraints.flat_map(movable_bodies).collect();
        let count = bodies.len();
        bodies.sort_unstable();
        bodies.dedup();
        bodies.len() == count
    }

    struct List(Vec<Option<Constraint>>);

    impl Constraints for List {
        const KINDS: usize = 1;
        const ONE_MOVES: Class = Class::Static;

        fn len(&self) -> usize {
            self.0.len()
        }

        fn get(&self, index: usize) -> Option<Constraint> {
            self.0[index]
        }
    }

    impl List {
        /// Most constraints connect bodies that are near each other. Body 1 has more constraints than there
        /// are colours. Each constraint comes twice.
        fn new(pairs: &[(u32, u32, u32)]) -> Self {
            let ends = pairs.iter().flat_map(|&(a, step, lot)| {
                let b = if lot == 0 { (a + step) % BODIES } else { (a + step % 20) % BODIES };
                [(a, b, lot), (if lot < 2 { 1 } else { a }, b, lot)]
            });
            Self(
                ends.map(|(a, b, lot)| {
                    let bodies = [a, b].map(BodyRow);
                    let is_light = lot % 2 == 0;
                    (a != b).then_some(Constraint {
                        bodies,
                        kind: 0,
                        is_light,
                        extra_bits: 0,
                        restitution_bits: 0,
                    })
                })
                .collect(),
            )
        }
    }

    fn strips() -> Strips {
        let movable = BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros());
        let input = |body| if is_movable(body) { movable } else { BodyInput::INFINITE_MASS };
        let mut strips = Strips::default();
        strips.draw(&(0..BODIES).map(input).collect::<Vec<_>>());
        assert!(strips.count() > 1);
        strips
    }

    fn pairs() -> impl Strategy<Value = Vec<(u32, u32, u32)>> {
        prop::collection::vec((0..BODIES, 0_u32..200, 0_u32..12), 0..1500)
    }

    proptest! {
        /// Every constraint that can move a body is in one lane; no block holds a moving body twice, nor do
        /// two blocks of one colour or a long-range run that is shared; and constraints between the same two
        /// bodies keep their order.
        #[test]
        fn a_block_and_a_shared_run_hold_no_moving_body_twice(pairs in pairs()) {
            let (list, strips) = (List::new(&pairs), strips());
            let mut coloring = Coloring::default();
            coloring.color(&strips, &list);
            let in_lanes = |lanes: &[[u32; LANES]]| -> Vec<u32> {
                lanes.as_flattened().iter().copied().filter(|&lane| lane != EMPTY_LANE).collect()
            };
            let order = in_lanes(coloring.lanes());
            let mut all = order.clone();
            all.sort_unstable();
            let solved = |constraint: &Option<Constraint>| {
                constraint.as_ref().is_some_and(|constraint| movable_bodies(constraint).count() > 0)
            };
            let expected = (0..).zip(&list.0).filter(|(_, constraint)| solved(constraint)).map(|(i, _)| i);
            prop_assert!(all.iter().copied().eq(expected));
            let of = |blocks: Range<usize>| -> Vec<&Constraint> {
                let lanes = in_lanes(&coloring.lanes()[blocks]);
                lanes.iter().map(|&lane| list.0[lane as usize].as_ref().expect("solved")).collect()
            };
            for block in 0..coloring.lanes().len() {
                let end = if coloring.is_color_of_next[block] { block + 2 } else { block + 1 };
                prop_assert!(share_no_moving_body(of(block..end).into_iter()));
            }
            let groups = coloring.groups();
            let mut end = groups.blocks(0, Class::LongRange, 0..1).start;
            for LongRangeRun { blocks, is_shared } in &groups.long_range {
                prop_assert_eq!(blocks.start, end);
                end = blocks.end;
                prop_assert!(!is_shared || share_no_moving_body(of(blocks.clone()).into_iter()));
            }
            prop_assert_eq!(end, groups.blocks(0, Class::LongRange, 0..1).end);
            for (i, &constraint) in order.iter().enumerate() {
                let bodies = |constraint: u32| list.0[constraint as usize].expect("solved").bodies;
                let mut twins = order[i + 1..].iter().filter(|&&other| bodies(other) == bodies(constraint));
                prop_assert!(twins.all(|&other| other > constraint));
            }
        }

        /// Blocks lie class by class and strip by strip; no moving body is in blocks of two strips of a
        /// class.
        #[test]
        fn no_moving_body_is_in_two_groups_of_a_class(pairs in pairs()) {
            let (list, strips) = (List::new(&pairs), strips());
            let mut coloring = Coloring::default();
            coloring.color(&strips, &list);
            let mut end = 0;
            for class in Class::ALL {
                let mut strip_of = vec![None; BODIES as usize];
                for strip in 0..strips.count() {
                    let blocks = coloring.groups().blocks(0, class, strip..strip + 1);
                    prop_assert_eq!(blocks.start, end);
                    end = blocks.end;
                    let lanes = coloring.lanes()[blocks].as_flattened().iter();
                    for &lane in lanes.filter(|&&lane| lane != EMPTY_LANE) {
                        let constraint = list.0[lane as usize].expect("solved");
                        prop_assert_eq!(class == Class::Static, movable_bodies(&constraint).count() < 2);
                        for body in movable_bodies(&constraint) {
                            let found = strip_of[body as usize].get_or_insert(strip);
                            prop_assert_eq!(*found, strip, "body {} in {:?}", body, class);
                        }
                    }
                }
            }
            prop_assert_eq!(end, coloring.lanes().len());
        }

        /// Three workers give the result of one worker, and a result that is kept from the last step equals
        /// one that is computed anew.
        #[test]
        fn workers_and_history_do_not_show(pairs in pairs(), other in pairs()) {
            let (list, other, strips) = (List::new(&pairs), List::new(&other), strips());
            let mut workers = compute::Workers::new(3);
            let mut coloring = Coloring::default();
            for (list, is_kept) in [(&other, false), (&list, false), (&list, true)] {
                coloring.begin(&strips, list, 3);
                let shared = coloring.share(&strips, list);
                workers.run_team(true, |member| shared.run(&member));
                coloring.lay_out();
                // SAFETY: nobody else is there.
                unsafe { coloring.table().fill_lanes(0..strips.count()) };
                coloring.note_filled();
                prop_assert!(coloring.tables.is_kept || !is_kept);
                let mut alone = Coloring::default();
                alone.color(&strips, list);
                prop_assert_eq!(alone.lanes(), coloring.lanes());
                prop_assert_eq!(&alone.groups().starts, &coloring.groups().starts);
                prop_assert_eq!(&alone.groups().long_range, &coloring.groups().long_range);
            }
        }
    }
}
