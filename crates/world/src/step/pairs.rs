//! Stage 1: colliders that left their fat box find their partners.
//!
//! The broad phase may report too much, twice, and in any order, and does so on several threads. The world drops on the
//! same threads what does not overlap, has a contact or must not meet, puts the few that are left in order by slot, and
//! makes contacts in that order, so that nothing after depends on which broad phase is in use.

use super::{Machinery, Scratch};
use crate::core::Core;
use broadphase::Broadphase;

impl Core {
    pub(super) fn find_new_pairs(&mut self, broadphase: &mut impl Broadphase, machinery: &mut Machinery) {
        self.moved.retain(|&slot| self.has_moved[slot as usize]);
        if self.moved.is_empty() {
            return;
        }
        let Machinery { workers, scratch: Scratch { finder, found, .. }, .. } = machinery;
        // To be asked in any order: no answer depends on the contacts that are made below.
        let sift = |pairs: &mut Vec<(u32, u32)>| {
            pairs.retain_mut(|pair| {
                *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
                self.may_meet(pair.0, pair.1)
            });
        };
        finder.find(broadphase, &self.moved, workers, &sift, found);
        for &(a, b) in &*found {
            self.wake_sleeper_reached(a, b);
            self.add_contact([a, b]);
        }
        let any_asleep = !self.contacts.asleep.pairs.is_empty();
        let mut moved = std::mem::take(&mut self.moved);
        for slot in moved.drain(..) {
            self.has_moved[slot as usize] = false;
            if any_asleep {
                self.drop_parted_sleepers(slot);
            }
        }
        // Whatever wakes up meanwhile has not moved.
        debug_assert!(self.moved.is_empty());
        self.moved = moved;
    }

    /// The narrow phase removes contacts whose boxes have parted, but only looks at those that are awake. A body
    /// that gets a new box in the very step in which it falls asleep leaves its contacts to us.
    fn drop_parted_sleepers(&mut self, slot: u32) {
        let body = &self.bodies[self.colliders[slot].body];
        // All contacts of a body that is awake are.
        if body.is_awake() {
            return;
        }
        let mut cursor = body.contacts.cursor();
        while let Some((contact, _)) = self.contacts.links.advance(&mut cursor) {
            let [a, b] = self.contacts.get(contact).1.colliders;
            if self.contacts.is_asleep(contact) && !self.boxes[a as usize].overlaps(self.boxes[b as usize]) {
                self.remove_contact(contact);
            }
        }
    }

    /// Whether two colliders, the lower slot first, make a new contact.
    fn may_meet(&self, a: u32, b: u32) -> bool {
        // First what most pairs fail.
        !self.contacts.exists([a, b])
            && self.boxes[a as usize].overlaps(self.boxes[b as usize])
            && self.may_collide(a, b)
    }

    /// Whether two colliders could ever have a contact, wherever they are.
    pub(crate) fn may_collide(&self, a: u32, b: u32) -> bool {
        let (first, second) = (&self.colliders[a], &self.colliders[b]);
        let bodies = [first.body, second.body];
        bodies[0] != bodies[1]
            && bodies.iter().any(|&body| self.bodies[body].is_dynamic())
            && first.filter.accepts(second.filter)
            && !self.joined_without_collision(bodies)
    }

    fn joined_without_collision(&self, bodies: [u32; 2]) -> bool {
        let [a, b] = bodies.map(|body| self.bodies[body].joints);
        let (list, other) = if a.len <= b.len { (a, bodies[1]) } else { (b, bodies[0]) };
        self.joint_links.iter(list).any(|(joint, body)| body == other && !self.joints[joint].def.collide)
    }

    /// A sleeper is woken by what comes to it, but not by what it was created beside: of two colliders of which
    /// only one has moved, the other wakes up.
    fn wake_sleeper_reached(&mut self, a: u32, b: u32) {
        let [a_moved, b_moved] = [a, b].map(|slot| self.has_moved[slot as usize]);
        if a_moved != b_moved {
            let reached = if a_moved { b } else { a };
            self.wake(self.colliders[reached].body);
        }
    }
}
