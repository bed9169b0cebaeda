//! Colours: sets of constraints of which no two share a body that moves, so that eight of them can be solved at
//! once, and the order within a colour cannot show in the result.
//!
//! Greedy: each constraint in turn takes the lowest colour that neither of its bodies has in its group, the constraints of
//! one sort in one class and zone (`zones.rs`). What finds no colour has a block for itself. Contacts with something that
//! does not move are a class of their own, since they are solved with another stiffness, and last: they must win where
//! all cannot.
//!
//! ```text
//!   class and zone   inside 0 | inside 1 | .. | even 0 | even 2 | .. | odd 1 | .. | elsewhere | ground 0 | ..
//!   its blocks       colour 0: heavy, light | colour 1 | ... | the rest, one by one
//!   a colour         hhhhhhhh hhhhhlll llllllll        heavy ones first: a block of light ones takes half of the time
//! ```
//!
//! Blocks lie in the order in which they are solved. Constraints of the same two bodies keep theirs.
//!
//! ```text
//!   constraints   0 1 2 3 4 5 6 7         meet      of which group is each?    by shares of the constraints
//!   order         0 3 | 1 2 5 7 | 4 6     line up   group by group, stable     by the same
//!   slots         0 1 | 0 0 1 0 | 0 1     pick      colours of a group         by shares of the groups
//!   lanes         03| 1257| 46            arrange   blocks of eight            by the owners of the zones
//! ```
//!
//! No two groups of a class and sort share a body that moves, so several can be coloured at the same time, and by whom
//! does not show. And colours follow from groups and bodies alone: where these are what they were in the last step, so
//! are the colours, and they are kept, which is all but the first of the four.
//!
//! A chain of joints has two colours, whatever its length, and they converge at the rate of a sweep along it (Young,
//! "Iterative Methods for Solving Partial Difference Equations of Elliptic Type", 1954: both orders are consistent). So it
//! came out: with a ball of 1 and 100 times a link's mass, thirty links gape by 5.3 and 9.2 cm at most, and by 5.5 and
//! 9.2 in the order of the chain (`peers --quality chain_30`).
//!
//! Turned down: a constraint that has its colour as long as it is there, and only new ones that look for one (Box2D's
//! constraint graph), since then the result depends on the history, and a snapshot has to hold it. Turned down: levels, a
//! row waiting for those before it that share a body with it, so that all levels in turn are the sweep in the order of the
//! joints, bit for bit. A single chain fills one lane of eight then, and a level is too little work for several threads.

#![allow(unsafe_code)]

use crate::BodyRow;
use crate::zones::{CLASSES, Class, Zones};
use alloc::vec::Vec;
use bytemuck::Zeroable;
use compute::{LANES, Member, Shared};
use core::ops::Range;
pub(crate) use groups::Groups;
use groups::Tie;
pub(crate) use phases::SharedColoring;
use phases::{Findings, Layout, Met, REST, SLOTS};

mod groups;
mod phases;

/// A lane that holds nothing.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A constraint, as far as colours care.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The two bodies.
    pub(crate) bodies: [BodyRow; 2],
    /// Which of the sorts, that have blocks of their own.
    pub(crate) sort: usize,
    /// Whether it takes half of the time.
    pub(crate) light: bool,
    /// Whether the caller will have to look at it once more.
    pub(crate) special: bool,
}

/// What is to be coloured.
pub(crate) trait Edges: Sync {
    /// How many sorts there are. What is elsewhere is shared by colours only if there is one.
    const SORTS: usize;

    /// The class of constraints that move one of their bodies, if they are not to be inside its zone.
    const GROUND: Class;

    fn len(&self) -> usize;

    /// A constraint, if it is to be solved.
    fn edge(&self, index: usize) -> Option<Edge>;
}

/// Which constraint is solved in which lane of which block. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coloring {
    pub(crate) groups: Groups,
    /// Constraint of each lane, or [`NOTHING`].
    lanes: Vec<[u32; LANES]>,
    /// For each share of the constraints those that are to be solved, from where the share begins.
    met: Vec<Met>,
    /// What was found in each share of them.
    findings: Vec<Findings>,
    /// For each share: how many constraints are in each group, where the next one comes in the order, what ties zones.
    counts: Vec<u32>,
    cursors: Vec<u32>,
    ties: Vec<Tie>,
    /// Where in the above each is, group by group.
    order: Vec<u32>,
    /// Where each group begins there, and where the last one ends.
    firsts: Vec<u32>,
    /// Of the constraints in the order.
    slots: Vec<u8>,
    layouts: Vec<Layout>,
    /// For each sort and class the colours that a body has, as bits.
    used: Vec<u32>,
    /// Whether blocks are those of the constraints that were met, and were when this step began.
    is_kept: bool,
    was_kept: bool,
}

impl Coloring {
    /// Makes room for constraints between the bodies of these zones, and for so many workers.
    pub(crate) fn begin<E: Edges>(&mut self, zones: &Zones, edges: &E, workers: usize) {
        let Groups { zones: had_zones, sorts, .. } = self.groups;
        self.was_kept = core::mem::take(&mut self.is_kept)
            && (had_zones, sorts) == (zones.count(), E::SORTS)
            && (self.findings.len(), self.met.len()) == (workers, edges.len());
        (self.groups.zones, self.groups.sorts) = (zones.count(), E::SORTS);
        let groups = E::SORTS * CLASSES * zones.count();
        self.met.resize(edges.len(), Met::zeroed());
        self.findings.resize(workers, Findings::default());
        self.counts.resize(workers * groups, 0);
        self.cursors.resize(workers * groups, 0);
        self.ties.resize(workers * zones.count(), Tie::default());
        self.order.resize(edges.len(), 0);
        self.firsts.resize(groups + 1, 0);
        self.slots.resize(edges.len(), 0);
        self.layouts.resize(groups, Layout { lanes: [0; SLOTS], blocks: 0 });
        self.used.resize(E::SORTS * CLASSES * zones.bodies(), 0);
    }

    /// The work up to the colours, for the workers to share.
    pub(crate) fn share<'a, E: Edges>(&'a mut self, zones: &'a Zones, edges: &'a E) -> SharedColoring<'a, E> {
        SharedColoring {
            zones,
            edges,
            was_kept: self.was_kept,
            groups: self.layouts.len(),
            met: Shared::new(&mut self.met),
            findings: Shared::new(&mut self.findings),
            counts: Shared::new(&mut self.counts),
            cursors: Shared::new(&mut self.cursors),
            ties: Shared::new(&mut self.ties),
            order: Shared::new(&mut self.order),
            firsts: Shared::new(&mut self.firsts),
            slots: Shared::new(&mut self.slots),
            layouts: Shared::new(&mut self.layouts),
            used: Shared::new(&mut self.used),
        }
    }

    /// Says where the blocks of each group are, now that groups have their colours. What is in them has still to be
    /// [arranged](Coloring::blocks).
    pub(crate) fn lay_out(&mut self) {
        let Self { groups, lanes, findings, ties, layouts, was_kept, .. } = self;
        let Groups { zones, sorts, starts, elsewhere, ties: sums } = groups;
        sums.clear();
        sums.resize(*zones, Tie::default());
        for ties in ties.chunks_exact(*zones) {
            for (sum, tie) in sums.iter_mut().zip(ties) {
                sum.begin += tie.begin;
                sum.elsewhere |= tie.elsewhere;
            }
        }
        *was_kept &= !findings.iter().any(|found| found.changed);
        if *was_kept {
            return;
        }
        starts.clear();
        let mut block = 0;
        for layout in &*layouts {
            starts.push(block);
            block += layout.blocks;
        }
        starts.push(block);
        lanes.resize(block as usize, [NOTHING; LANES]);
        elsewhere.clear();
        if *sorts == 1 {
            let group = Class::Elsewhere as usize * *zones;
            layouts[group].note_elsewhere(starts[group], elsewhere);
        }
    }

    /// Whether a constraint is special.
    pub(crate) fn has_special(&self) -> bool {
        self.findings.iter().any(|found| found.special)
    }

    /// Where blocks are, and which constraints are in them once they have been arranged.
    pub(crate) fn blocks(&mut self) -> (&Groups, Arrangement<'_>) {
        let Self { groups, lanes, met, order, firsts, slots, layouts, was_kept, .. } = self;
        let arrangement = Arrangement {
            groups,
            was_kept: *was_kept,
            met,
            order,
            firsts,
            slots,
            layouts,
            lanes: Shared::new(lanes),
        };
        (groups, arrangement)
    }

    /// Says that blocks have been arranged: the next step may keep them.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// The constraints of each block, which have been arranged.
    pub(crate) fn lanes(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// All of it, for one who is alone.
    pub(crate) fn color(&mut self, zones: &Zones, edges: &impl Edges) {
        self.begin(zones, edges, 1);
        self.share(zones, edges).run(&Member::alone());
        self.lay_out();
        let (_, arrangement) = self.blocks();
        // SAFETY: nobody else is there.
        unsafe { arrangement.arrange(0..zones.count()) };
        self.keep();
    }
}

/// What is still to be done once blocks are laid out: constraints go to their lanes.
#[derive(Clone, Copy)]
pub(crate) struct Arrangement<'a> {
    groups: &'a Groups,
    was_kept: bool,
    met: &'a [Met],
    order: &'a [u32],
    firsts: &'a [u32],
    slots: &'a [u8],
    layouts: &'a [Layout],
    lanes: Shared<'a, [u32; LANES]>,
}

impl<'a> Arrangement<'a> {
    /// Fills the lanes of some zones, and with the first zone those elsewhere.
    ///
    /// # Safety
    /// Nobody else has these zones, or reads lanes, as long as it runs.
    pub(crate) unsafe fn arrange(&self, zones: Range<usize>) {
        if self.was_kept {
            return;
        }
        let Groups { zones: all, starts, .. } = self.groups;
        for first in (0..self.layouts.len()).step_by(*all) {
            for group in first + zones.start..first + zones.end {
                // SAFETY: blocks of a group are its own, and the caller has promised that groups are.
                let lanes = unsafe { self.lanes.slice(starts[group] as usize..starts[group + 1] as usize) };
                lanes.fill([NOTHING; LANES]);
                let lanes = lanes.as_flattened_mut();
                let mut next = self.layouts[group].lanes;
                let places = self.firsts[group] as usize..self.firsts[group + 1] as usize;
                for (&place, &slot) in self.order[places.clone()].iter().zip(&self.slots[places]) {
                    let next = &mut next[slot as usize];
                    lanes[*next as usize] = self.met[place as usize].index;
                    *next += if slot as usize == REST { LANES as u32 } else { 1 };
                }
            }
        }
    }

    /// The constraints of some blocks.
    ///
    /// # Safety
    /// As long as it lives nobody arranges them.
    #[inline(always)]
    pub(crate) unsafe fn lanes(&self, blocks: Range<usize>) -> &'a [[u32; LANES]] {
        // SAFETY: the caller's promise.
        unsafe { &self.lanes.read()[blocks] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyInput;
    use proptest::prelude::*;

    /// How many bodies there are; each fifth does not move.
    const BODIES: u32 = 800;

    fn moves(body: u32) -> bool {
        !body.is_multiple_of(5)
    }

    fn ends(edge: &Edge) -> impl Iterator<Item = u32> {
        edge.bodies.into_iter().map(|body| body.0).filter(|&body| moves(body))
    }

    /// That no body is named twice by these constraints, all together.
    fn are_apart<'a>(edges: impl Iterator<Item = &'a Edge>) -> bool {
        let mut bodies: Vec<_> = edges.flat_map(ends).collect();
        let count = bodies.len();
        bodies.sort_unstable();
        bodies.dedup();
        bodies.len() == count
    }

    impl Edges for Vec<Option<Edge>> {
        const SORTS: usize = 1;
        const GROUND: Class = Class::Ground;

        fn len(&self) -> usize {
            Vec::len(self)
        }

        fn edge(&self, index: usize) -> Option<Edge> {
            self[index]
        }
    }

    proptest! {
            /// Every constraint stands in one lane; no block holds a moving body twice, nor do two zones of a class, nor does
            /// a colour elsewhere that is shared; and constraints of the same two bodies keep their order. Body 1 takes
            /// part in so many that it runs out of colours.
            #[test]
            fn what_is_solved_at_once_shares_no_moving_body(
                pairs in prop::collection::vec((0..BODIES, 0_u32..200, 0_u32..12), 0..1500),
    ) {
                let edges: Vec<_> = pairs
                    .iter()
                    .flat_map(|&(a, step, lot)| {
                        // Most reach not far.
                        let b = if lot == 0 { (a + step) % BODIES } else { (a + step % 20) % BODIES };
                        [(a, b), (if lot < 2 { 1 } else { a }, b)].map(|(a, b)| (a, b, lot % 2 == 0))
                    })
                    .map(|(a, b, light)| {
                        (a != b).then_some(Edge { bodies: [a, b].map(BodyRow), sort: 0, light, special: false })
                    })
                    .collect();
                let mut zones = Zones::default();
                let movable = BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros());
                let input = |body| if moves(body) { movable } else { BodyInput::INFINITE_MASS };
                zones.arrange(&(0..BODIES).map(input).collect::<Vec<_>>());
                prop_assert!(zones.count() > 1);
                let (mut coloring, mut workers) = (Coloring::default(), compute::Workers::new(3));
                for _ in 0..2 {
                    // On several threads, and then what was kept: the same as by one for whom all is new.
                    coloring.begin(&zones, &edges, 3);
                    let shared = coloring.share(&zones, &edges);
                    workers.run_team(true, |member| shared.run(&member));
                    coloring.lay_out();
                    // SAFETY: nobody else is there.
                    unsafe { coloring.blocks().1.arrange(0..zones.count()) };
                    coloring.keep();
                    let mut alone = Coloring::default();
                    alone.color(&zones, &edges);
                    prop_assert_eq!(&alone.lanes, &coloring.lanes);
                    prop_assert_eq!(&alone.groups.starts, &coloring.groups.starts);
                    prop_assert_eq!(&alone.groups.elsewhere, &coloring.groups.elsewhere);
                }
                prop_assert!(coloring.was_kept);
                let groups = &coloring.groups;

                let order: Vec<_> =
                    coloring.lanes().as_flattened().iter().copied().filter(|&lane| lane != NOTHING).collect();
                let mut all = order.clone();
                all.sort_unstable();
                prop_assert!(all.iter().copied().eq((0..).zip(&edges).filter_map(|(i, edge)| edge.filter(|edge| ends(edge).count() > 0).map(|_| i))));
                let of = |blocks: Range<usize>| {
                    let lanes = coloring.lanes()[blocks].as_flattened().iter().filter(|&&lane| lane != NOTHING);
                    lanes.map(|&lane| edges[lane as usize].as_ref().expect("solved")).collect::<Vec<_>>()
                };
                for block in 0..coloring.lanes().len() {
                    prop_assert!(are_apart(of(block..block + 1).into_iter()));
                }
                let mut end = 0;
                for class in [Class::Inside, Class::Even, Class::Odd, Class::Elsewhere, Class::Ground] {
                    let mut met = alloc::vec![usize::MAX; BODIES as usize];
                    for zone in 0..zones.count() {
                        let blocks = groups.of(0, class, zone..zone + 1);
                        prop_assert_eq!(blocks.start, end);
                        end = blocks.end;
                        for edge in of(blocks) {
                            let fixed = ends(edge).count() < 2;
                            prop_assert_eq!(class == Class::Ground, fixed);
                            for body in ends(edge) {
                                let before = core::mem::replace(&mut met[body as usize], zone);
                                prop_assert!(before == usize::MAX || before == zone, "{body} in {class:?} {zone}");
                            }
                        }
                    }
                }
                prop_assert_eq!(end, coloring.lanes().len());
                let mut end = groups.of(0, Class::Elsewhere, 0..1).start;
                for elsewhere in groups.elsewhere() {
                    prop_assert_eq!(elsewhere.blocks.start, end);
                    end = elsewhere.blocks.end;
                    prop_assert!(!elsewhere.shared || are_apart(of(elsewhere.blocks.clone()).into_iter()));
                }
                prop_assert_eq!(end, groups.of(0, Class::Elsewhere, 0..1).end);
                for (i, &constraint) in order.iter().enumerate() {
                    let of = |constraint: u32| edges[constraint as usize].expect("solved").bodies;
                    let twins = order[i + 1..].iter().filter(|&&other| of(other) == of(constraint));
                    prop_assert!(twins.into_iter().all(|&other| other > constraint));
                }
            }
        }
}
