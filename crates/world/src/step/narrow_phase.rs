//! Stage 2: the manifolds of awake contacts.
//!
//! In parallel, each contact on its own: has it lost its overlap of boxes, what is its manifold now, has
//! touching begun or ended. Then, in order: events, contacts that are lost, sleepers that are touched.
//!
//! Touching begins when the shapes are within the slop, and ends when they are farther apart than the
//! speculative distance, so that a body that hovers does not begin and end in every step.

use super::Scratch;
use crate::contact::{CHANGED, ContactSet, Pair, SEPARATED, TOUCHING};
use crate::core_edit::Core;
use crate::settings::{LINEAR_SLOP, NARROW_CHUNK, SPECULATIVE_DISTANCE};
use collide::Manifold;
use compute::Workers;
use solver::Contact;

impl Core {
    pub(super) fn renew_manifolds(&mut self, workers: &mut Workers, scratch: &mut Scratch) {
        // The arrays are taken out for the time of the loop, so that the rest can be read from all threads.
        let mut awake = std::mem::take(&mut self.contacts.awake);
        let ContactSet { contacts, pairs } = &mut awake;
        let (core, pairs) = (&*self, &*pairs);
        workers.for_each_chunk(contacts, NARROW_CHUNK, |chunk, contacts| {
            for (contact, pair) in contacts.iter_mut().zip(&pairs[chunk * NARROW_CHUNK..]) {
                core.renew(contact, pair);
            }
        });
        self.contacts.awake = awake;
        self.gather_changes(scratch);
        self.apply_changes(scratch);
    }

    /// Renews one contact. Reads only what no contact writes.
    fn renew(&self, contact: &mut Contact, pair: &Pair) {
        contact.user &= TOUCHING;
        let [box_a, box_b] = pair.colliders.map(|slot| self.boxes[slot as usize]);
        if !box_a.overlaps(box_b) {
            contact.user |= SEPARATED;
            return;
        }
        let unit = self.settings.length_unit;
        [contact.a, contact.b] = self.rows_of(pair);
        let [frame_a, frame_b] = pair.bodies.map(|slot| self.frames[slot as usize]);
        let [shape_a, shape_b] = pair.colliders.map(|slot| &self.colliders[slot].shape);
        let mut manifold =
            collide::manifold(shape_a, frame_a.pose, shape_b, frame_b.pose, SPECULATIVE_DISTANCE * unit);
        // From the origins of the bodies to their centres of mass.
        let center_a = frame_a.pose.rotation * frame_a.local_center;
        let center_b = frame_b.pose.rotation * frame_b.local_center;
        for point in &mut manifold.points {
            point.anchor_a -= center_a;
            point.anchor_b -= center_b;
        }
        contact.renew(manifold);
        let touching = touches(&manifold, contact.user & TOUCHING != 0, LINEAR_SLOP * unit);
        if touching != (contact.user & TOUCHING != 0) {
            contact.user ^= TOUCHING | CHANGED;
        }
    }

    fn gather_changes(&mut self, scratch: &mut Scratch) {
        scratch.separated.clear();
        scratch.wake.clear();
        let Self { contacts, colliders, bodies, events, .. } = self;
        for (contact, pair) in contacts.awake.contacts.iter().zip(&contacts.awake.pairs) {
            if contact.user & SEPARATED != 0 {
                scratch.separated.push(pair.id);
                continue;
            }
            if contact.user & CHANGED != 0 {
                let [a, b] = pair.colliders.map(|slot| colliders.handle(slot));
                let list = if contact.user & TOUCHING != 0 { &mut events.begun } else { &mut events.ended };
                list.push(crate::events::ContactEvent { a, b });
            }
            if contact.manifold.count > 0 {
                for (row, body) in [contact.a, contact.b].into_iter().zip(pair.bodies) {
                    if row == solver::GROUND && bodies[body].is_dynamic() {
                        scratch.wake.push(body);
                    }
                }
            }
        }
    }

    fn apply_changes(&mut self, scratch: &Scratch) {
        for &contact in &scratch.separated {
            self.remove_contact(contact);
        }
        for &body in &scratch.wake {
            if !self.bodies[body].is_awake() {
                self.wake(body);
            }
        }
        // Rows of bodies have changed: those woken, and those that joined the awake contacts with them.
        if !scratch.wake.is_empty() || !scratch.separated.is_empty() {
            let mut awake = std::mem::take(&mut self.contacts.awake);
            for (contact, pair) in awake.contacts.iter_mut().zip(&awake.pairs) {
                [contact.a, contact.b] = self.rows_of(pair);
            }
            self.contacts.awake = awake;
        }
    }
}

fn touches(manifold: &Manifold, before: bool, slop: f32) -> bool {
    let near = manifold.points().iter().any(|point| point.separation <= slop);
    near || (before && manifold.count > 0)
}
