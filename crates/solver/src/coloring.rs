//! Colours: sets of contacts of which no two share a body that moves, so that eight of them can be solved at
//! once, and the order within a colour cannot show in the result.
//!
//! Greedy: each contact in turn takes the lowest colour that neither of its bodies has. Contacts with
//! something that does not move have colours of their own, since they are solved with another stiffness, and
//! last: they must win where all cannot. What finds no colour is solved one by one, in the order given. Within a
//! colour, contacts of two points come first, so that those of one share blocks, which are solved in half of the time.
//!
//! ```text
//!   both move      colour 0: two points, one point | colour 1 | ... | the rest, one by one
//!   one moves      colour 0: two points, one point | colour 1 | ... | the rest, one by one
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
use core::ops::Range;

/// Colours of each kind: as many as there are bits in the set that each body keeps.
const COLORS: usize = 32;

/// A lane that holds no contact.
pub(crate) const NO_CONTACT: u32 = u32::MAX;

/// Which stiffness contacts are solved with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    BothMove,
    OneMoves,
}

/// A run of blocks of one colour, or of those that have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Color {
    pub(crate) blocks: Range<usize>,
    pub(crate) kind: Kind,
    /// Whether they have to be solved one by one.
    pub(crate) in_turn: bool,
}

/// Which contact is solved in which lane of which block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coloring {
    /// Contact of each lane, or [`NO_CONTACT`].
    lanes: Vec<[u32; LANES]>,
    /// Those that have blocks, in order.
    colors: Vec<Color>,
    /// The slot that was noted last.
    last_slot: usize,
    /// The colours that a body has, as bits, of both kinds.
    used: Vec<[u32; 2]>,
    /// The slot of each contact: by kind, colour and number of points.
    color: Vec<u8>,
}

/// For each kind all colours and the rest, and for each of these contacts of two points and of one.
const SLOTS: usize = 2 * SLOTS_OF_KIND;
const SLOTS_OF_KIND: usize = 2 * (COLORS + 1);
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
        self.colors.clear();
        for slot in 0..SLOTS {
            next[slot] = blocks * LANES;
            let count = if is_rest(slot) { counts[slot] } else { counts[slot].div_ceil(LANES) };
            self.note(slot, blocks..blocks + count);
            blocks += count;
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
        // The rest keeps its order.
        let one_point = color < COLORS && contact.manifold.count == 1;
        (kind * SLOTS_OF_KIND + 2 * color + usize::from(one_point)) as u8
    }

    /// The contacts of each block.
    pub(crate) fn blocks(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// The colours, in the order in which they are to be solved, which is that of their blocks.
    pub(crate) fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// Adds the blocks of a slot to their colour.
    fn note(&mut self, slot: usize, blocks: Range<usize>) {
        if blocks.is_empty() {
            return;
        }
        let kind = if slot < SLOTS_OF_KIND { Kind::BothMove } else { Kind::OneMoves };
        // Slots of one colour differ in the number of points alone.
        match self.colors.last_mut() {
            Some(last) if slot % 2 == 1 && last.kind == kind && self.last_slot + 1 == slot => {
                last.blocks.end = blocks.end;
            }
            _ => self.colors.push(Color { blocks, kind, in_turn: is_rest(slot) }),
        }
        self.last_slot = slot;
    }
}

/// Whether the slot is that of contacts without a colour.
fn is_rest(slot: usize) -> bool {
    slot % SLOTS_OF_KIND >= 2 * COLORS
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
            let contacts: Vec<_> = pairs
                .iter()
                .flat_map(|&(a, b)| [(a, b), (1, b)])
                .filter(|(a, b)| a != b)
                .map(|(a, b)| {
                    manifold.count = 1 + (a + b) % 2;
                    Contact::new(a, b, manifold, 0.0, 0.0)
                })
                .collect();
            let mut coloring = Coloring::default();
            coloring.color(&contacts, &inputs);
            let mut seen = alloc::vec![0; contacts.len()];
            for (index, block) in coloring.blocks().iter().enumerate() {
                let of: Vec<_> = coloring.colors().iter().filter(|c| c.blocks.contains(&index)).collect();
                let [color] = of[..] else { panic!("block {index} is in {of:?}") };
                let fixed = color.kind == Kind::OneMoves;
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
            // Nor does a colour, however its contacts are spread over blocks.
            for color in coloring.colors().iter().filter(|color| !color.in_turn) {
                let lanes = coloring.blocks()[color.blocks.clone()].as_flattened();
                let contacts = lanes.iter().filter(|&&lane| lane != NO_CONTACT).map(|&lane| &contacts[lane as usize]);
                let mut moving: Vec<_> =
                    contacts.flat_map(|contact| [contact.a, contact.b]).filter(|i| i % 5 != 0).collect();
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
