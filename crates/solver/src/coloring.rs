//! Colours: sets of contacts of which no two share a body that moves, so that eight of them can be solved at
//! once, and the order within a colour cannot show in the result.
//!
//! Greedy: each contact in turn takes the lowest colour that neither of its bodies has. Contacts with
//! something that does not move have colours of their own, since they are solved with another stiffness, and
//! last: they must win where all cannot. What finds no colour is solved one by one, in the order given.
//!
//! ```text
//!   both move      colour 0 | colour 1 | ... | the rest, one by one
//!   one moves      colour 0 | colour 1 | ... | the rest, one by one
//! ```
//!
//! The colours are made anew in every step, from the contacts alone, so that they need not be part of a
//! snapshot.
//! Turned down for now: keeping them from step to step (Box2D's constraint graph), which saves a few
//! nanoseconds per contact and makes the result depend on the history.

use crate::BodyInput;
use crate::contact::Contact;
use alloc::vec::Vec;
use compute::LANES;

/// Colours of each kind: as many as there are bits in the set that each body keeps.
const COLORS: usize = 32;

/// A lane that holds no contact.
pub(crate) const NO_CONTACT: u32 = u32::MAX;

/// A run of blocks that are solved with the same stiffness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    BothMove,
    OneMoves,
}

/// Which contact is solved in which lane of which block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coloring {
    /// Contact of each lane, or [`NO_CONTACT`].
    lanes: Vec<[u32; LANES]>,
    /// The first block whose contacts are with something that does not move.
    first_fixed: usize,
    /// The colours that a body has, as bits, of both kinds.
    used: Vec<[u32; 2]>,
    /// The colour of each contact; both kinds in one row of `2 * (COLORS + 1)`.
    color: Vec<u8>,
}

const SLOTS: usize = 2 * (COLORS + 1);
const SKIP: u8 = SLOTS as u8;

impl Coloring {
    /// Colours the contacts that have points. Keeps its memory from call to call.
    pub(crate) fn color(&mut self, contacts: &[Contact], inputs: &[BodyInput]) {
        self.used.clear();
        self.used.resize(inputs.len(), [0; 2]);
        self.color.clear();
        let mut counts = [0_usize; SLOTS];
        for contact in contacts {
            let slot = self.pick(contact, inputs);
            if slot != SKIP {
                counts[slot as usize] += 1;
            }
            self.color.push(slot);
        }

        // Where each colour begins, in lanes; colours begin with a block, and what has no colour has a
        // block for each contact.
        let mut next = [0_usize; SLOTS];
        let mut blocks = 0;
        for slot in 0..SLOTS {
            if slot == SLOTS / 2 {
                self.first_fixed = blocks;
            }
            next[slot] = blocks * LANES;
            blocks += if is_rest(slot) { counts[slot] } else { counts[slot].div_ceil(LANES) };
        }
        self.lanes.clear();
        self.lanes.resize(blocks, [NO_CONTACT; LANES]);
        let lanes = self.lanes.as_flattened_mut();
        for (contact, &slot) in self.color.iter().enumerate() {
            if slot != SKIP {
                let slot = slot as usize;
                lanes[next[slot]] = contact as u32;
                next[slot] += if is_rest(slot) { LANES } else { 1 };
            }
        }
    }

    fn pick(&mut self, contact: &Contact, inputs: &[BodyInput]) -> u8 {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let moves = [inputs[a].is_movable(), inputs[b].is_movable()];
        if contact.manifold.count == 0 || moves == [false; 2] {
            return SKIP;
        }
        let kind = usize::from(moves != [true; 2]);
        let taken =
            if moves[0] { self.used[a][kind] } else { 0 } | if moves[1] { self.used[b][kind] } else { 0 };
        let color = taken.trailing_ones() as usize;
        if color < COLORS {
            for (body, moves) in [(a, moves[0]), (b, moves[1])] {
                if moves {
                    self.used[body][kind] |= 1 << color;
                }
            }
        }
        (kind * (COLORS + 1) + color) as u8
    }

    /// The contacts of each block.
    pub(crate) fn blocks(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// The blocks of a kind.
    pub(crate) fn range(&self, kind: Kind) -> core::ops::Range<usize> {
        match kind {
            Kind::BothMove => 0..self.first_fixed,
            Kind::OneMoves => self.first_fixed..self.lanes.len(),
        }
    }
}

/// Whether the slot is that of contacts without a colour.
fn is_rest(slot: usize) -> bool {
    slot % (COLORS + 1) == COLORS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyInput;
    use collide::Manifold;
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        /// Every contact with points stands in one lane, and no block holds a moving body twice. Body 1 takes
        /// part in so many contacts that it runs out of colours.
        #[test]
        fn blocks_share_no_moving_body(pairs in prop::collection::vec((0_u32..40, 0_u32..40), 0..300)) {
            let movable = BodyInput::dynamic(1.0, 1.0, Vec2::zeros());
            let inputs: Vec<_> =
                (0..40).map(|i| if i % 5 == 0 { BodyInput::KINEMATIC } else { movable }).collect();
            let mut manifold = Manifold::EMPTY;
            manifold.count = 1;
            let contacts: Vec<_> = pairs
                .iter()
                .flat_map(|&(a, b)| [(a, b), (1, b)])
                .filter(|(a, b)| a != b)
                .map(|(a, b)| Contact::new(a, b, manifold, 0.0, 0.0))
                .collect();
            let mut coloring = Coloring::default();
            coloring.color(&contacts, &inputs);
            let mut seen = alloc::vec![0; contacts.len()];
            for (index, block) in coloring.blocks().iter().enumerate() {
                let fixed = coloring.range(Kind::OneMoves).contains(&index);
                prop_assert_eq!(coloring.range(Kind::BothMove).contains(&index), !fixed);
                let mut moving = Vec::new();
                for &lane in block.iter().filter(|&&lane| lane != NO_CONTACT) {
                    seen[lane as usize] += 1;
                    let contact = &contacts[lane as usize];
                    let bodies = [contact.a, contact.b].into_iter().filter(|&i| i % 5 != 0);
                    prop_assert_eq!(bodies.clone().count() == 1, fixed);
                    moving.extend(bodies);
                }
                let count = moving.len();
                moving.sort_unstable();
                moving.dedup();
                prop_assert_eq!(moving.len(), count);
            }
            for (times, contact) in seen.iter().zip(&contacts) {
                let solved = contact.a % 5 != 0 || contact.b % 5 != 0;
                prop_assert_eq!(*times, i32::from(solved));
            }
        }
    }
}
