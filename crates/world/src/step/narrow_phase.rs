//! Stage 2: the manifolds of awake contacts.
//!
//! In parallel, each contact on its own: has it lost its overlap of boxes, what is its manifold now, has
//! touching begun or ended. Then, in order: events, contacts that are lost, sleepers that are touched.
//!
//! Touching begins when the shapes are within the slop, and ends when they are farther apart than the
//! speculative distance, so that a body that hovers does not begin and end in every step.

use super::Scratch;
use crate::body::Body;
use crate::contact::{CHANGED, ContactSet, Pair, SEPARATED, TOUCHING};
use crate::core::Core;
use crate::id::{BodyId, Slots};
use crate::settings::{LINEAR_SLOP, NARROW_CHUNK, SPECULATIVE_DISTANCE};
use collide::Manifold;
use compute::Workers;
use solver::{Contact, GROUND};

impl Core {
    /// The stage: manifolds, then what follows from them.
    pub(super) fn narrow_phase(&mut self, workers: &mut Workers, scratch: &mut Scratch) {
        self.renew_manifolds(workers, Self::renew_and_compare);
        self.gather_changes(scratch);
        self.remove_separated(scratch);
        self.wake_touched(scratch);
    }

    /// The manifolds anew, in the middle of a step. What has parted ceases to touch; what has met will be told, and
    /// boxes that have parted will be noticed, in the next step.
    pub(super) fn detect_again(&mut self, workers: &mut Workers, scratch: &mut Scratch) {
        self.renew_manifolds(workers, Self::renew);
        scratch.separated.clear();
        scratch.wake.clear();
        let Self { contacts, colliders, bodies, events, .. } = self;
        for (contact, pair) in contacts.awake.contacts.iter_mut().zip(&contacts.awake.pairs) {
            if contact.manifold.count == 0 && contact.user & TOUCHING != 0 {
                contact.user &= !TOUCHING;
                let [a, b] = pair.colliders.map(|slot| colliders.handle(slot));
                events.ended.push(crate::events::ContactEvent { a, b });
            }
            note_sleepers(bodies, contact, pair, &mut scratch.wake);
        }
        self.wake_touched(scratch);
    }

    fn renew_manifolds(&mut self, workers: &mut Workers, renew: fn(&Self, &mut Contact, &Pair)) {
        // The arrays are taken out for the time of the loop, so that the rest can be read from all threads.
        let mut awake = std::mem::take(&mut self.contacts.awake);
        let ContactSet { contacts, pairs } = &mut awake;
        let (core, pairs) = (&*self, &*pairs);
        workers.for_each_chunk(contacts, NARROW_CHUNK, |chunk, contacts| {
            for (contact, pair) in contacts.iter_mut().zip(&pairs[chunk * NARROW_CHUNK..]) {
                renew(core, contact, pair);
            }
        });
        self.contacts.awake = awake;
    }

    /// Renews one contact, and sets the flags of what has changed. Reads only what no contact writes.
    fn renew_and_compare(&self, contact: &mut Contact, pair: &Pair) {
        contact.user &= TOUCHING;
        self.renew(contact, pair);
        let [box_a, box_b] = pair.colliders.map(|slot| self.boxes[slot as usize]);
        if !box_a.overlaps(box_b) {
            contact.user |= SEPARATED;
            return;
        }
        let before = contact.user & TOUCHING != 0;
        if touches(&contact.manifold, before, LINEAR_SLOP * self.settings.length_unit) != before {
            contact.user ^= TOUCHING | CHANGED;
        }
    }

    /// Gives one contact its rows and its manifold.
    fn renew(&self, contact: &mut Contact, pair: &Pair) {
        [contact.a, contact.b] = self.rows_of(pair);
        let [frame_a, frame_b] = pair.bodies.map(|slot| self.frames[slot as usize]);
        let [shape_a, shape_b] = pair.colliders.map(|slot| &self.colliders[slot].shape);
        let distance = SPECULATIVE_DISTANCE * self.settings.length_unit;
        let mut manifold = collide::manifold(shape_a, frame_a.pose, shape_b, frame_b.pose, distance);
        // From the origins of the bodies to their centres of mass.
        let center_a = frame_a.pose.rotation * frame_a.local_center;
        let center_b = frame_b.pose.rotation * frame_b.local_center;
        for point in &mut manifold.points {
            point.anchor_a -= center_a;
            point.anchor_b -= center_b;
        }
        contact.renew(manifold);
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
            note_sleepers(bodies, contact, pair, &mut scratch.wake);
        }
    }

    fn remove_separated(&mut self, scratch: &Scratch) {
        for &contact in &scratch.separated {
            self.remove_contact(contact);
        }
    }

    fn wake_touched(&mut self, scratch: &Scratch) {
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

/// Notes bodies that can be moved, are not awake, and are touched.
fn note_sleepers(bodies: &Slots<BodyId, Body>, contact: &Contact, pair: &Pair, wake: &mut Vec<u32>) {
    if contact.manifold.count > 0 {
        for (row, body) in [contact.a, contact.b].into_iter().zip(pair.bodies) {
            if row == GROUND && bodies[body].is_dynamic() {
                wake.push(body);
            }
        }
    }
}

fn touches(manifold: &Manifold, before: bool, slop: f32) -> bool {
    let near = manifold.points().iter().any(|point| point.separation <= slop);
    near || (before && manifold.count > 0)
}
