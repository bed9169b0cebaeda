//! Ownership: which worker solves which strips.
//!
//! The owner of a strip is offered its share of each phase first, so bodies and blocks stay in its cache. If
//! it is late, another worker takes the share.

use alloc::vec::Vec;
use compute::Share;
use core::ops::Range;

#[derive(Clone, Debug, Default)]
pub(super) struct Ownership {
    runs: Vec<Range<usize>>,
    /// In `runs`, and where those of the last worker end.
    starts: Vec<usize>,
}

impl Ownership {
    /// Divides pieces (runs of strips, ascending): each goes to the worker in whose part of the total weight
    /// its middle lies. With `join`, touching pieces of a worker become one run.
    pub(super) fn divide(&mut self, pieces: &[Range<usize>], weights: &[u32], workers: usize, join: bool) {
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

    #[inline(always)]
    pub(super) fn of(&self, share: Share) -> &[Range<usize>] {
        &self.runs[self.starts[share.index()]..self.starts[share.index() + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every piece has one owner, and no worker gets more than its part of the weight plus one piece.
        #[test]
        fn every_piece_has_one_owner_and_no_worker_too_much(
            weights in prop::collection::vec(0_u32..1000, 1..40), workers in 1_usize..9,
        ) {
            let mut ownership = Ownership::default();
            // Some strips are not divided here.
            let pieces: Vec<_> = (0..weights.len()).filter(|i| i % 7 != 3).map(|i| i..i + 1).collect();
            for join in [false, true] {
                ownership.divide(&pieces, &weights, workers, join);
                prop_assert_eq!(ownership.starts.len(), workers + 1);
                let strips: Vec<_> = ownership.runs.iter().cloned().flatten().collect();
                prop_assert!(strips.iter().eq(pieces.iter().map(|piece| &piece.start)));
                let weight_of = |strips: &[usize]| strips.iter().map(|&strip| weights[strip]).sum::<u32>();
                let greatest = weights.iter().max().copied().unwrap_or(0);
                for start in ownership.starts.windows(2) {
                    let own: Vec<_> = ownership.runs[start[0]..start[1]].iter().cloned().flatten().collect();
                    prop_assert!(weight_of(&own) <= weight_of(&strips).div_ceil(workers as u32) + greatest);
                }
            }
        }
    }
}
