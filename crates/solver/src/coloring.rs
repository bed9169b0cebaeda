//! Colours: sets of constraints of which no two share a body that moves, so that eight of them can be solved at
//! once, and the order within a colour cannot show in the result.
//!
//! Greedy: each constraint in turn takes the lowest colour that neither of its bodies has in its class (`zones.rs`). What
//! finds no colour has a block for itself. Contacts with something that does not move are a class of their own, since
//! they are solved with another stiffness, and last: they must win where all cannot.
//!
//! ```text
//!   class and zone   inside 0 | inside 1 | .. | even 0 | even 2 | .. | odd 1 | .. | elsewhere | ground 0 | ..
//!   its blocks       colour 0: heavy, light | colour 1 | ... | the rest, one by one
//!   a colour         hhhhhhhh hhhhhlll llllllll        heavy ones first: a block of light ones takes half of the time
//! ```
//!
//! Blocks lie in the order in which they are solved. Constraints of the same two bodies keep theirs.
//!
//! A chain of joints has two colours, whatever its length, and they converge at the rate of a sweep along it (Young,
//! "Iterative Methods for Solving Partial Difference Equations of Elliptic Type", 1954: both orders are consistent). So it
//! came out: with a ball of 1 and 100 times a link's mass, thirty links gape by 5.3 and 9.2 cm at most, and by 5.5 and
//! 9.2 in the order of the chain (`peers --quality chain_30`).
//!
//! The colours are made anew in every step, from the constraints alone, so that they need not be part of a
//! snapshot.
//! Turned down for now: keeping them from step to step (Box2D's constraint graph), which saves a few
//! nanoseconds per contact and makes the result depend on the history. Turned down: levels, a row waiting for those
//! before it that share a body with it, so that all levels in turn are the sweep in the order of the joints, bit for bit.
//! A single chain fills one lane of eight then, and a level is too little work for several threads.

use crate::zones::{CLASSES, Class, Meeting, Zones};
use alloc::vec::Vec;
use compute::LANES;
use core::ops::Range;

/// As many as there are bits in the set that each body keeps.
const COLORS: usize = 32;

/// A lane that holds nothing.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Colours elsewhere with fewer blocks are not worth sharing: half a microsecond for each of two workers.
const WORTH_SHARING: usize = 16;

/// A constraint, as far as colours care.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Their rows.
    pub(crate) bodies: [u32; 2],
    /// Whether it takes half of the time.
    pub(crate) light: bool,
}

/// Blocks elsewhere, all solved before those after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    pub(crate) blocks: Range<usize>,
    /// Whether they are of one colour and worth it.
    pub(crate) shared: bool,
}

/// Which constraint is solved in which lane of which block. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coloring {
    /// How many zones there are.
    zones: usize,
    /// Constraint of each lane, or [`NOTHING`].
    lanes: Vec<[u32; LANES]>,
    /// Where the blocks of each group begin, a group being a class and a zone, and where the last ones end.
    starts: Vec<u32>,
    elsewhere: Vec<Elsewhere>,
    /// For each class the colours that a body has, as bits.
    used: [Vec<u32>; CLASSES],
    /// Group and slot of each constraint that is solved.
    places: Vec<Place>,
    /// How many constraints are in each slot of each group, and then the lane for the next.
    counts: Vec<[u32; SLOTS]>,
    ties: Vec<Tie>,
}

/// What holds a zone to others, other than across its borders: bodies that only their own velocity moves, and what is
/// elsewhere.
#[derive(Clone, Copy, Debug, Default)]
struct Tie {
    /// How many begin here, less those that end.
    begin: i32,
    elsewhere: bool,
}

/// For each colour the heavy and the light, and for the rest both together.
const SLOTS: usize = 2 * COLORS + 1;
const REST: usize = 2 * COLORS;

#[derive(Clone, Copy, Debug)]
struct Place {
    constraint: u32,
    group: u16,
    slot: u8,
}

impl Coloring {
    /// Colours constraints between the bodies of these zones; `None` is not solved, nor what moves neither body. Those that
    /// move one of them are of the class `ground`, or inside its zone.
    pub(crate) fn color(&mut self, zones: &Zones, edges: impl Iterator<Item = Option<Edge>>, ground: Class) {
        self.zones = zones.count();
        for used in &mut self.used {
            used.clear();
            used.resize(zones.bodies(), 0);
        }
        self.counts.clear();
        self.counts.resize(CLASSES * zones.count(), [0; SLOTS]);
        self.ties.clear();
        self.ties.resize(zones.count(), Tie::default());
        self.places.clear();
        for (constraint, edge) in (0..).zip(edges) {
            if let Some(place) = edge.and_then(|edge| self.pick(zones, constraint, &edge, ground)) {
                self.counts[place.group as usize][place.slot as usize] += 1;
                self.places.push(place);
            }
        }
        self.lay_out();
        self.lanes.clear();
        self.lanes.resize(self.starts.last().map_or(0, |&end| end as usize), [NOTHING; LANES]);
        let lanes = self.lanes.as_flattened_mut();
        for &Place { constraint, group, slot } in &self.places {
            let next = &mut self.counts[group as usize][slot as usize];
            lanes[*next as usize] = constraint;
            *next += if slot as usize == REST { LANES as u32 } else { 1 };
        }
    }

    /// Of no constraints.
    pub(crate) fn clear(&mut self, zones: &Zones) {
        self.zones = zones.count();
        self.lanes.clear();
        self.elsewhere.clear();
        self.starts.clear();
        self.starts.resize(CLASSES * zones.count() + 1, 0);
    }

    #[inline]
    fn pick(&mut self, zones: &Zones, constraint: u32, edge: &Edge, ground: Class) -> Option<Place> {
        let Meeting { class, zone, moves } = zones.between(edge.bodies, ground)?;
        if class == Class::Elsewhere || moves != [true; 2] {
            self.tie(zones.span(edge.bodies), class);
        }
        let used = &mut self.used[class as usize];
        let [a, b] = edge.bodies.map(|body| used[body as usize]);
        let taken = if moves[0] { a } else { 0 } | if moves[1] { b } else { 0 };
        let color = taken.trailing_ones();
        let group = (class as usize * self.zones + zone) as u16;
        if color as usize == COLORS {
            return Some(Place { constraint, group, slot: REST as u8 });
        }
        for (body, moves) in edge.bodies.into_iter().zip(moves) {
            used[body as usize] |= u32::from(moves) << color;
        }
        Some(Place { constraint, group, slot: (2 * color) as u8 + u8::from(edge.light) })
    }

    /// Notes a constraint of which one end is not in its class and zone.
    #[inline]
    fn tie(&mut self, span: Range<usize>, class: Class) {
        self.ties[span.start].begin += 1;
        self.ties[span.end].begin -= 1;
        self.ties[span.start].elsewhere |= class == Class::Elsewhere;
    }

    /// Adds to the ties of zones what constraints tie together: `tied[i]` says whether zone `i` goes with the next one.
    /// Notes the zones in which a constraint begins that is elsewhere.
    pub(crate) fn find_ties(&self, tied: &mut [bool], elsewhere: &mut [bool]) {
        if self.lanes.is_empty() {
            return;
        }
        let mut open = 0;
        for (zone, tie) in self.ties.iter().enumerate() {
            open += tie.begin;
            let across =
                [Class::Even, Class::Odd].into_iter().any(|class| !self.of(class, zone..zone + 1).is_empty());
            tied[zone] |= open > 0 || across;
            elsewhere[zone] |= tie.elsewhere;
        }
    }

    /// Turns the counts into the first lane of each slot, and notes where groups begin.
    fn lay_out(&mut self) {
        self.starts.clear();
        self.elsewhere.clear();
        let elsewhere = Class::Elsewhere as usize * self.zones;
        let mut block = 0;
        for (group, counts) in self.counts.iter_mut().enumerate() {
            self.starts.push(block);
            let mut first_small = block;
            for color in counts[..REST].chunks_exact_mut(2) {
                let (heavy, light) = (color[0], color[1]);
                let blocks = (heavy + light).div_ceil(LANES as u32);
                color[0] = block * LANES as u32;
                color[1] = color[0] + heavy;
                if group == elsewhere && blocks as usize >= WORTH_SHARING {
                    note(&mut self.elsewhere, first_small..block, false);
                    note(&mut self.elsewhere, block..block + blocks, true);
                    first_small = block + blocks;
                }
                block += blocks;
            }
            let rest = core::mem::replace(&mut counts[REST], block * LANES as u32);
            block += rest;
            if group == elsewhere {
                note(&mut self.elsewhere, first_small..block, false);
            }
        }
        self.starts.push(block);
    }

    /// The constraints of each block.
    pub(crate) fn blocks(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// Whether a class has blocks.
    #[inline(always)]
    pub(crate) fn has(&self, class: Class) -> bool {
        !self.of(class, 0..self.zones).is_empty()
    }

    /// The blocks of some zones in a class.
    #[inline(always)]
    pub(crate) fn of(&self, class: Class, zones: Range<usize>) -> Range<usize> {
        let first = class as usize * self.zones;
        self.starts[first + zones.start] as usize..self.starts[first + zones.end] as usize
    }

    /// The blocks of the class elsewhere, in order.
    pub(crate) fn elsewhere(&self) -> &[Elsewhere] {
        &self.elsewhere
    }

    /// Adds the blocks of each zone to its weight.
    pub(crate) fn weigh(&self, weights: &mut [u32]) {
        for class in [Class::Inside, Class::Even, Class::Odd, Class::Ground] {
            for (zone, weight) in weights.iter_mut().enumerate() {
                *weight += self.of(class, zone..zone + 1).len() as u32;
            }
        }
    }
}

fn note(list: &mut Vec<Elsewhere>, blocks: Range<u32>, shared: bool) {
    if !blocks.is_empty() {
        list.push(Elsewhere { blocks: blocks.start as usize..blocks.end as usize, shared });
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
        edge.bodies.into_iter().filter(|&body| moves(body))
    }

    /// That no body is named twice by these constraints, all together.
    fn are_apart<'a>(edges: impl Iterator<Item = &'a Edge>) -> bool {
        let mut bodies: Vec<_> = edges.flat_map(ends).collect();
        let count = bodies.len();
        bodies.sort_unstable();
        bodies.dedup();
        bodies.len() == count
    }

    proptest! {
        /// Every constraint stands in one lane; no block holds a moving body twice, nor do two zones of a class, nor does
        /// a colour elsewhere that is shared; and constraints of the same two bodies keep their order. Body 1 takes
        /// part in so many that it runs out of colours.
        #[test]
        fn what_is_solved_at_once_shares_no_moving_body(
            pairs in prop::collection::vec((0..BODIES, 0_u32..200, 0_u32..12), 0..1500),
            apart in any::<bool>(),
        ) {
            let edges: Vec<_> = pairs
                .iter()
                .flat_map(|&(a, step, lot)| {
                    // Most reach not far.
                    let b = if lot == 0 { (a + step) % BODIES } else { (a + step % 20) % BODIES };
                    [(a, b), (if lot < 2 { 1 } else { a }, b)].map(|(a, b)| (a, b, lot % 2 == 0))
                })
                .map(|(a, b, light)| {
                    (a != b).then_some(Edge { bodies: [a, b], light })
                })
                .collect();
            let mut zones = Zones::default();
            let movable = BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros());
            let input = |body| if moves(body) { movable } else { BodyInput::KINEMATIC };
            zones.arrange(&(0..BODIES).map(input).collect::<Vec<_>>());
            prop_assert!(zones.count() > 1);
            let ground = if apart { Class::Ground } else { Class::Inside };
            let mut coloring = Coloring::default();
            coloring.color(&zones, edges.iter().copied(), ground);

            let order: Vec<_> =
                coloring.blocks().as_flattened().iter().copied().filter(|&lane| lane != NOTHING).collect();
            let mut all = order.clone();
            all.sort_unstable();
            prop_assert!(all.iter().copied().eq((0..).zip(&edges).filter_map(|(i, edge)| edge.filter(|edge| ends(edge).count() > 0).map(|_| i))));
            let of = |blocks: Range<usize>| {
                let lanes = coloring.blocks()[blocks].as_flattened().iter().filter(|&&lane| lane != NOTHING);
                lanes.map(|&lane| edges[lane as usize].as_ref().expect("solved")).collect::<Vec<_>>()
            };
            for block in 0..coloring.blocks().len() {
                prop_assert!(are_apart(of(block..block + 1).into_iter()));
            }
            let mut end = 0;
            for class in [Class::Inside, Class::Even, Class::Odd, Class::Elsewhere, Class::Ground] {
                let mut met = alloc::vec![usize::MAX; BODIES as usize];
                for zone in 0..zones.count() {
                    let blocks = coloring.of(class, zone..zone + 1);
                    prop_assert_eq!(blocks.start, end);
                    end = blocks.end;
                    for edge in of(blocks) {
                        let fixed = ends(edge).count() < 2;
                        prop_assert_eq!(class == Class::Ground, fixed && apart);
                        for body in ends(edge) {
                            let before = core::mem::replace(&mut met[body as usize], zone);
                            prop_assert!(before == usize::MAX || before == zone, "{body} in {class:?} {zone}");
                        }
                    }
                }
            }
            prop_assert_eq!(end, coloring.blocks().len());
            let mut end = coloring.of(Class::Elsewhere, 0..1).start;
            for elsewhere in coloring.elsewhere() {
                prop_assert_eq!(elsewhere.blocks.start, end);
                end = elsewhere.blocks.end;
                prop_assert!(!elsewhere.shared || are_apart(of(elsewhere.blocks.clone()).into_iter()));
            }
            prop_assert_eq!(end, coloring.of(Class::Elsewhere, 0..1).end);
            for (i, &constraint) in order.iter().enumerate() {
                let of = |constraint: u32| edges[constraint as usize].expect("solved").bodies;
                let twins = order[i + 1..].iter().filter(|&&other| of(other) == of(constraint));
                prop_assert!(twins.into_iter().all(|&other| other > constraint));
            }
        }
    }
}
