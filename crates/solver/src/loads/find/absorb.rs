//! Mechanisms that loaded clusters absorb: those of which a heavy body presses on a link.
//!
//! ```text
//!   admit    a heavy body presses on a link, or a link presses on one of those
//!   absorb   rows and bodies of the mechanism become part of the cluster, if that is not too large; otherwise
//!            the mechanism is solved by itself, and its contacts are swept
//! ```
//!
//! Who is admitted follows from the loads of a step (`pressed.rs`), so it may change from step to step. The
//! impulses of contacts and joints are the same in all solvers, and so each goes on from what another left.

use super::super::pressed::{Load, Source};
use super::{Ends, Found};
use crate::BodyRow;
use crate::direct::DirectSolver;
use crate::direct::elimination::NONE;

impl Found {
    /// Decides from which mechanisms bodies may be in a cluster: those on which something heavy presses, and
    /// those that press on these.
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

    /// Gives each cluster its mechanisms.
    pub(super) fn absorb(&mut self, direct: &DirectSolver) {
        let Self { is_admitted, is_absorbed, mechanisms, pins, homes, pairs, parts, .. } = self;
        let Self { part_of, node, member_of, .. } = self;
        pairs.clear();
        for mechanism in (0..is_admitted.len()).filter(|&mechanism| is_admitted[mechanism]) {
            let member = member_of[direct.bodies_of(mechanism)[0].index()];
            if let Some(&part) = part_of.get(member as usize).filter(|&&part| part != NONE) {
                pairs.push([part, mechanism as u32]);
            }
        }
        if pairs.is_empty() {
            return;
        }
        let node_of = |row: BodyRow| node[member_of[row.index()] as usize];
        pairs.sort_unstable();
        is_absorbed.resize(is_admitted.len(), false);
        let mut next = 0;
        for (index, part) in parts.iter_mut().enumerate() {
            (part.mechanisms, part.pins) = (mechanisms.len()..mechanisms.len(), pins.len()..pins.len());
            part.homes = homes.len()..homes.len();
            while let Some(&[_, mechanism]) = pairs.get(next).filter(|pair| pair[0] == index as u32) {
                next += 1;
                mechanisms.push(mechanism);
                is_absorbed[mechanism as usize] = true;
                let bodies = direct.bodies_of(mechanism as usize);
                homes.extend(bodies.iter().map(|row| node_of(*row)));
                for link in direct.links_of(mechanism as usize) {
                    let nodes = link.nodes.map(|own| match own {
                        NONE => NONE,
                        own => node_of(bodies[own as usize]),
                    });
                    let block = self.elimination.block(part.nodes.start, part.blocks.start, nodes);
                    pins.push(Ends { index: link.joint, nodes, block });
                }
            }
            (part.mechanisms.end, part.pins.end, part.homes.end) =
                (mechanisms.len(), pins.len(), homes.len());
        }
    }
}
