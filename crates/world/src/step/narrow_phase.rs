//! Stage 2: the manifolds of awake contacts.
//!
//! In parallel, each contact on its own: what is its manifold now, the last one moved on with the bodies or a new one
//! (`detection.rs`), that of a single point as it will be in the middle of the step (`ahead.rs`), has touching begun or ended, do the boxes still overlap. Then, in order: events, contacts that are
//! lost, sleepers that are touched. Whether boxes overlap is asked only of shapes that were looked at and do not touch:
//! what is known to be apart may stay a little longer.
//!
//! Touching begins when the shapes are within the slop, and ends when they are farther apart than the
//! speculative distance, so that a body that hovers does not begin and end in every step.

use super::Scratch;
use crate::ahead::{Mover, look_ahead};
use crate::body::Body;
use crate::contact::{CHANGED, ContactSet, PARTED, Pair, SEPARATED, TOUCHING, WAKES};
use crate::core::Core;
use crate::detection::{Detection, KEEP};
use crate::id::{BodyId, Slots};
use crate::settings::{LINEAR_SLOP, Method, NARROW_CHUNK, SPECULATIVE_DISTANCE};
use collide::Manifold;
use compute::Workers;
use compute::math::max;
use solver::{BodyRow, Contact};
use std::sync::atomic::{AtomicBool, Ordering};

/// How the manifolds of a step are found.
#[derive(Clone, Copy)]
struct Renewal {
    /// m.
    speculative: f32,
    /// How far touching points may part before the shapes are looked at again, m; negative for always.
    keep: f32,
    /// The time until the middle of the step, s, for which contacts of one point are found; zero for now.
    ahead: f32,
    /// What impulses are multiplied by, since the last step may have been of another length.
    growth: f32,
}

impl Core {
    /// The stage, in a step of `dt` seconds: manifolds, then what follows from them.
    pub(super) fn narrow_phase(&mut self, workers: &mut Workers, scratch: &mut Scratch, dt: f32) {
        self.renew_rows();
        let growth = self.take_substeps_of(self.settings.substep(dt));
        self.renew_manifolds(workers, &mut scratch.flagged, growth, 0.5 * dt, Self::renew_and_compare);
        self.gather_changes(scratch);
        self.remove_separated(scratch);
        self.wake_touched(scratch);
    }

    /// The manifolds anew, in the middle of a step. What has parted ceases to touch; what has met will be told in the
    /// next step.
    pub(super) fn detect_again(&mut self, workers: &mut Workers, scratch: &mut Scratch) {
        self.renew_manifolds(workers, &mut scratch.flagged, 1.0, 0.0, Self::renew);
        // What has parted is not noted: islands are to be looked for.
        self.longest_rest = f32::INFINITY;
        scratch.wake.clear();
        let Self { contacts, colliders, bodies, events, .. } = self;
        for (contact, pair) in contacts.awake.contacts.iter_mut().zip(&contacts.awake.pairs) {
            if contact.manifold.count == 0 && contact.user & TOUCHING != 0 {
                contact.user &= !TOUCHING;
                let [a, b] = pair.colliders.map(|slot| colliders.handle(slot));
                events.ended.push(crate::events::ContactEvent { a, b });
            }
            if touches_sleeper(bodies, contact, pair) {
                note_sleepers(bodies, contact, pair, &mut scratch.wake);
            }
        }
        self.wake_touched(scratch);
    }

    /// Renews all manifolds, and says for each chunk whether a contact in it has a flag other than that it touches.
    fn renew_manifolds(
        &mut self,
        workers: &mut Workers,
        flagged: &mut Vec<AtomicBool>,
        growth: f32,
        ahead: f32,
        renew: fn(&Self, &Renewal, &mut Contact, &mut Detection, &Pair),
    ) {
        // The classic solver is to find what the texts find, step by step.
        let (keep, ahead) = if self.settings.method == Method::Soft { (KEEP, ahead) } else { (-1.0, 0.0) };
        let renewal = Renewal {
            speculative: SPECULATIVE_DISTANCE * self.settings.length_unit,
            keep: keep * self.settings.length_unit,
            ahead,
            growth,
        };
        // The arrays are taken out for the time of the loop, so that the rest can be read from all threads.
        let mut awake = std::mem::take(&mut self.contacts.awake);
        let ContactSet { contacts, detections, pairs } = &mut awake;
        let (core, pairs) = (&*self, &*pairs);
        flagged.clear();
        flagged.resize_with(contacts.len().div_ceil(NARROW_CHUNK), AtomicBool::default);
        let flagged = &*flagged;
        workers.for_each_chunk_of_two(contacts, detections, NARROW_CHUNK, |chunk, contacts, detections| {
            let pairs = &pairs[chunk * NARROW_CHUNK..];
            let mut flags = 0;
            for ((contact, detection), pair) in contacts.iter_mut().zip(detections).zip(pairs) {
                renew(core, &renewal, contact, detection, pair);
                flags |= contact.user & !TOUCHING;
            }
            flagged[chunk].store(flags != 0, Ordering::Relaxed);
        });
        self.contacts.awake = awake;
    }

    /// Renews one contact, and sets the flags of what has changed. Reads only what no contact writes.
    fn renew_and_compare(
        &self,
        renewal: &Renewal,
        contact: &mut Contact,
        detection: &mut Detection,
        pair: &Pair,
    ) {
        contact.user &= TOUCHING;
        if renewal.growth != 1.0 {
            contact.scale_impulses(renewal.growth);
        }
        let held = contact.manifold.count > 0;
        self.renew(renewal, contact, detection, pair);
        if held && contact.manifold.count == 0 {
            contact.user |= PARTED;
        }
        let before = contact.user & TOUCHING != 0;
        if touches(&contact.manifold, before, LINEAR_SLOP * self.settings.length_unit) != before {
            contact.user ^= TOUCHING | CHANGED;
        }
        if touches_sleeper(&self.bodies, contact, pair) {
            contact.user |= WAKES;
        }
    }

    /// Gives one contact its manifold: the last one moved on, or a new one.
    fn renew(&self, renewal: &Renewal, contact: &mut Contact, detection: &mut Detection, pair: &Pair) {
        let frames = pair.bodies.map(|slot| &self.frames[slot as usize]);
        if !detection.follow(&mut contact.manifold, frames, renewal.speculative) {
            self.detect(renewal, contact, detection, pair);
        }
    }

    /// Looks at the shapes.
    #[inline(never)]
    fn detect(&self, renewal: &Renewal, contact: &mut Contact, detection: &mut Detection, pair: &Pair) {
        let [a, b] = pair.bodies.map(|slot| &self.frames[slot as usize]);
        let [of_a, of_b] = pair.colliders.map(|slot| &self.colliders[slot]);
        let ahead = (contact.manifold.count == 1 && renewal.ahead > 0.0).then(|| {
            let [of_row_a, of_row_b] =
                [contact.a, contact.b].map(|row| &self.awake.bodies.states()[row.index()]);
            let movers = [
                Mover { shape: &of_a.shape, frame: a, state: of_row_a },
                Mover { shape: &of_b.shape, frame: b, state: of_row_b },
            ];
            look_ahead(
                &contact.manifold,
                movers,
                renewal.ahead,
                renewal.speculative,
                self.settings.length_unit,
            )
        });
        let mut manifold = ahead.flatten().unwrap_or_else(|| {
            collide::manifold(&of_a.shape, a.pose, &of_b.shape, b.pose, renewal.speculative)
        });
        // From the origins of the bodies to their centres of mass.
        let center_a = a.pose.rotation * a.local_center;
        let center_b = b.pose.rotation * b.local_center;
        for point in &mut manifold.points {
            point.anchor_a -= center_a;
            point.anchor_b -= center_b;
        }
        contact.replace_manifold(manifold);
        let [box_a, box_b] = pair.colliders.map(|slot| self.boxes[slot as usize]);
        if manifold.count == 0 && !box_a.overlaps(box_b) {
            contact.user |= SEPARATED;
        }
        *detection = Detection::new(&manifold, [a, b], of_b.reach, renewal.keep, renewal.speculative);
    }

    /// Tells what has changed, in the order of the contacts; where nothing is flagged nothing is looked at.
    fn gather_changes(&mut self, scratch: &mut Scratch) {
        scratch.wake.clear();
        scratch.separated.clear();
        let Self { contacts, colliders, bodies, events, awake, longest_rest, .. } = self;
        let ContactSet { contacts, pairs, .. } = &contacts.awake;
        let chunks = contacts.chunks(NARROW_CHUNK).zip(pairs.chunks(NARROW_CHUNK));
        let flagged = chunks.zip(&scratch.flagged).filter(|(_, flagged)| flagged.load(Ordering::Relaxed));
        for (contact, pair) in flagged.flat_map(|((contacts, pairs), _)| contacts.iter().zip(pairs)) {
            if contact.user & PARTED != 0 {
                for row in [contact.a, contact.b] {
                    *longest_rest = max(*longest_rest, awake.motions[row.index()].slow_for);
                }
            }
            if contact.user & SEPARATED != 0 {
                scratch.separated.push(pair.id);
            }
            if contact.user & CHANGED != 0 {
                let [a, b] = pair.colliders.map(|slot| colliders.handle(slot));
                let list = if contact.user & TOUCHING != 0 { &mut events.begun } else { &mut events.ended };
                list.push(crate::events::ContactEvent { a, b });
            }
            if contact.user & WAKES != 0 {
                note_sleepers(bodies, contact, pair, &mut scratch.wake);
            }
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
        self.renew_rows();
    }
}

/// Whether a body that can be moved, and is not awake, is touched.
fn touches_sleeper(bodies: &Slots<BodyId, Body>, contact: &Contact, pair: &Pair) -> bool {
    let sleeps = |row: BodyRow, body: u32| row == BodyRow::STATIC && bodies[body].is_dynamic();
    contact.manifold.count > 0 && (sleeps(contact.a, pair.bodies[0]) || sleeps(contact.b, pair.bodies[1]))
}

/// Notes the sleepers among the bodies of a contact.
fn note_sleepers(bodies: &Slots<BodyId, Body>, contact: &Contact, pair: &Pair, wake: &mut Vec<u32>) {
    for (row, body) in [contact.a, contact.b].into_iter().zip(pair.bodies) {
        if row == BodyRow::STATIC && bodies[body].is_dynamic() {
            wake.push(body);
        }
    }
}

fn touches(manifold: &Manifold, before: bool, slop: f32) -> bool {
    let near = manifold.points().iter().any(|point| point.separation <= slop);
    near || (before && manifold.count > 0)
}
