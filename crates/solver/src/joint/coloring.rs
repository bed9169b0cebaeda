//! In which lane of which block a row is solved: rows of one colour share no body that moves.
//!
//! Each row in turn takes the lowest colour that neither of its bodies has, so rows of one joint keep their order:
//!
//! ```text
//!   chain   a-b  b-c  c-d  d-e       colours 0 1 0 1      half of it in each, whatever its length
//!   grid                             colours 0 1 2 3
//!   the rest                         one by one, in the order of the joints, once there are no colours left
//! ```
//!
//! Two colours of a chain converge at the rate of a sweep along it (Young, "Iterative Methods for Solving Partial
//! Difference Equations of Elliptic Type", 1954: both orders are consistent), and so it came out: with a ball of 1 and
//! 100 times a link's mass, thirty links gape by 5.3 and 9.2 cm at most, and by 5.5 and 9.2 in the order of the chain
//! (`peers --quality chain_30`).
//!
//! Turned down: levels, a row waiting for those before it that share a body with it, so that all levels in turn are the
//! sweep in the order of the joints, bit for bit. A single chain fills one lane of eight then and takes about twice
//! as long, `joint_grid` 5.3 ms a step rather than 4.7, and a level is too little work for several threads.

use crate::{BodyInput, JointRows};
use alloc::vec::Vec;
use compute::LANES;
use core::ops::Range;

/// A lane that holds no row.
pub(super) const NO_ROWS: u32 = u32::MAX;

/// As many as there are bits in the set that each body keeps.
const COLORS: usize = 32;

/// The rows of one sort, by colour. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct Coloring {
    /// Rows of each lane, or [`NO_ROWS`].
    lanes: Vec<[u32; LANES]>,
    /// The blocks of each colour.
    colors: Vec<Range<usize>>,
    /// The colours that a body has, as bits.
    used: Vec<u32>,
    /// The colour of each row, or [`COLORS`] for the rest.
    color: Vec<u8>,
}

impl Coloring {
    /// Puts `rows`, which are places in `joints`, in their lanes. Each must have a body that moves.
    pub(super) fn color(&mut self, rows: &[u32], joints: &[JointRows], inputs: &[BodyInput]) {
        self.lanes.clear();
        self.colors.clear();
        if rows.is_empty() {
            return;
        }
        self.used.clear();
        self.used.resize(inputs.len(), 0);
        self.color.clear();
        let mut counts = [0; COLORS + 1];
        for &row in rows {
            let JointRows { a, b, .. } = joints[row as usize];
            let bodies = [a, b].map(|body| (body as usize, inputs[body as usize].is_movable()));
            let taken = bodies.map(|(body, moves)| if moves { self.used[body] } else { 0 });
            let color = (taken[0] | taken[1]).trailing_ones() as usize;
            if color < COLORS {
                for (body, moves) in bodies {
                    self.used[body] |= u32::from(moves) << color;
                }
            }
            counts[color] += 1;
            self.color.push(color as u8);
        }

        // Where each colour begins, in lanes; what has no colour has a block for itself.
        let mut next = [0; COLORS + 1];
        let mut blocks = 0;
        for color in 0..=COLORS {
            next[color] = blocks * LANES;
            let end =
                blocks + if color < COLORS { usize::div_ceil(counts[color], LANES) } else { counts[color] };
            if color < COLORS && end > blocks {
                self.colors.push(blocks..end);
            }
            blocks = end;
        }
        self.lanes.resize(blocks, [NO_ROWS; LANES]);
        let lanes = self.lanes.as_flattened_mut();
        for (&row, &color) in rows.iter().zip(&self.color) {
            let next = &mut next[color as usize];
            lanes[*next] = row;
            *next += if (color as usize) < COLORS { 1 } else { LANES };
        }
    }

    /// The rows of each block.
    pub(super) fn blocks(&self) -> &[[u32; LANES]] {
        &self.lanes
    }

    /// The blocks of each colour, in order: those of one may be solved at the same time. The blocks after the last
    /// colour are the rest, to be solved one by one.
    #[cfg_attr(not(test), expect(dead_code, reason = "the threads that will share a colour are to come"))]
    pub(super) fn colors(&self) -> &[Range<usize>] {
        &self.colors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::Measure;
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        /// Every row stands in one lane, no colour holds a moving body twice, and rows of the same two bodies keep
        /// their order. Body 1 takes part in so many rows that it runs out of colours.
        #[test]
        fn colors_share_no_moving_body(pairs in prop::collection::vec((0_u32..40, 0_u32..40), 0..200)) {
            let movable = BodyInput::dynamic(1.0, 1.0, Vec2::zeros());
            let inputs: Vec<_> =
                (0..40).map(|i| if i % 5 == 0 { BodyInput::KINEMATIC } else { movable }).collect();
            let moves = |body: u32| !body.is_multiple_of(5);
            let angle = Measure::Angle { factors: [1.0; 2], error: 0.0 };
            let joints: Vec<_> = pairs
                .iter()
                .flat_map(|&(a, b)| [(a, b), (1, b)])
                .map(|(a, b)| JointRows::new(a, b, angle, [0.0; 2]))
                .collect();
            let rows: Vec<u32> = (0..)
                .zip(&joints)
                .filter_map(|(i, rows)| (rows.a != rows.b && (moves(rows.a) || moves(rows.b))).then_some(i))
                .collect();
            let mut coloring = Coloring::default();
            coloring.color(&rows, &joints, &inputs);

            let lanes = coloring.blocks().as_flattened();
            let order: Vec<u32> = lanes.iter().copied().filter(|&row| row != NO_ROWS).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(&sorted, &rows);
            for color in coloring.colors() {
                let lanes = coloring.blocks()[color.clone()].as_flattened();
                let rows = lanes.iter().filter(|&&row| row != NO_ROWS).map(|&row| &joints[row as usize]);
                let mut bodies: Vec<_> = rows.flat_map(|r| [r.a, r.b]).filter(|&body| moves(body)).collect();
                let count = bodies.len();
                bodies.sort_unstable();
                bodies.dedup();
                prop_assert_eq!(bodies.len(), count);
            }
            let rest = coloring.colors().last().map_or(0, |last| last.end);
            for block in &coloring.blocks()[rest..] {
                prop_assert!(block[0] != NO_ROWS && block[1..].iter().all(|&row| row == NO_ROWS));
            }
            let ends = |row: u32| (joints[row as usize].a, joints[row as usize].b);
            for (i, &row) in order.iter().enumerate() {
                let twins = order[i + 1..].iter().filter(|&&other| ends(other) == ends(row));
                prop_assert!(twins.into_iter().all(|&other| other > row));
            }
        }
    }
}
