//! Mechanisms that loaded clusters absorb: those of which a heavy body presses on a link.
//!
//! ```text
//!   admit    a heavy body presses on a link, or a link presses on one of those
//!   absorb   rows and bodies of the mechanism become part of the cluster, if that is not too large; if it
//!            is, the mechanism is solved by itself, and its contacts are swept
//! ```
//!
//! Who is admitted may change from step to step, because it follows from the loads (`pressed.rs`). All
//! solvers share the impulses of contacts and joints, so each goes on from what another left.

use super::super::pressed::{Load, Source};
use super::{Ends, Found};
use crate::together::matrix::elimination::NONE;
use crate::together::mechanisms::DirectSolver;

impl Found {
    pub(super) fn admit(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        let Self { loads, is_admitted, owners, .. } = self;
        is_admitted.clear();
        owners.clear();
        if direct.count() == 0 {
            return;
        }
        is_admitted.resize(direct.count(), false);
        owners.resize(source.inputs.len(), NONE);
        for (mechanism, is_admitted) in is_admitted.iter_mut().enumerate() {
            for row in direct.bodies_of(mechanism) {
                owners[row.index()] = mechanism as u32;
                *is_admitted |= loads.of[row.index()] == Load::Heavy;
            }
        }
        if !is_admitted.contains(&true) {
            return;
        }
        for contact in source.contacts {
            for (row, other) in [(contact.a, contact.b), (contact.b, contact.a)] {
                let (owner, presser) = (owners[row.index()], owners[other.index()]);
                if owner != NONE
                    && presser != NONE
                    && loads.of[row.index()] == Load::Heavy
                    && source.is_heavier(other, row)
                {
                    is_admitted[presser as usize] = true;
                }
            }
        }
    }

    /// Returns whether any set is too large.
    pub(super) fn refuse_large(&mut self, direct: &DirectSolver) -> bool {
        let Self { is_admitted, parents, sets, .. } = self;
        let mut has_refused = false;
        for (mechanism, is_admitted) in
            is_admitted.iter_mut().enumerate().filter(|(_, is_admitted)| **is_admitted)
        {
            let root = parents[direct.bodies_of(mechanism)[0].index()];
            if sets[root as usize].is_too_large() {
                (*is_admitted, has_refused) = (false, true);
            }
        }
        has_refused
    }

    pub(super) fn absorb(&mut self, direct: &DirectSolver) {
        let Self { is_admitted, mechanisms, pins, homes, pairs, parts, sets, parents, nodes, .. } = self;
        self.is_absorbed.resize(is_admitted.len(), false);
        pairs.clear();
        for mechanism in (0..is_admitted.len()).filter(|&mechanism| is_admitted[mechanism]) {
            let root = parents[direct.bodies_of(mechanism)[0].index()];
            pairs.extend(sets[root as usize].part.map(|part| [part, mechanism as u32]));
        }
        compute::sort(pairs);
        let mut pairs = pairs.iter().peekable();
        for (index, part) in (0..).zip(parts) {
            let starts = [mechanisms.len(), pins.len(), homes.len()];
            while let Some(&[_, mechanism]) = pairs.next_if(|pair| pair[0] == index) {
                mechanisms.push(mechanism);
                let bodies = direct.bodies_of(mechanism as usize);
                homes.extend(bodies.iter().map(|row| nodes[row.index()]));
                pins.extend(direct.links_of(mechanism as usize).iter().map(|link| {
                    let nodes =
                        link.nodes.map(|own| bodies.get(own as usize).map_or(NONE, |row| nodes[row.index()]));
                    Ends { index: link.joint, nodes, block: NONE }
                }));
            }
            part.mechanisms = starts[0]..mechanisms.len();
            part.pins = starts[1]..pins.len();
            part.homes = starts[2]..homes.len();
        }
    }
}
