//! The manifolds of awake contacts once more, in the middle of a step: for a solver that moves the bodies and
//! looks where they touch now.
//!
//! It does less than the stage: no impact is looked for, and the next step handles what follows from changes
//! but for touching that ends and sleepers that are touched.

use super::chunk::for_each_chunk;
use super::finder::ManifoldFinder;
use super::{Memory, may_begin, touched_sleepers, wake_touched};
use crate::events::{ContactEnd, EventCollider};
use crate::step::conditional::Conditions;
use crate::stores::{Flagged, Flags, Stores};
use crate::time_step::TimeStep;
use compute::Workers;

/// The next step reports the contacts that begin to touch.
pub(in crate::step) fn run(stores: &mut Stores, time: &TimeStep, workers: &mut Workers, memory: &mut Memory) {
    let Stores { settings, bodies, colliders, contacts, events, hook, .. } = stores;
    let (awake, lists) = contacts.split_awake();
    let finder = ManifoldFinder::new(settings, bodies, colliders, lists, time, 0.0);
    // What the hook answers wrongly was noted when the step began.
    let hook = hook.as_deref();
    let conditions = Conditions { settings, bodies, colliders, hook, dt: 0.0, refused: None };
    for_each_chunk(awake, lists.pairs, workers, &mut memory.flagged, |chunk| {
        for index in 0..chunk.pairs.len() {
            let (contact, cache, pair) = chunk.get(index);
            let had_points = contact.manifold.count > 0;
            let is_new = finder.move_along(contact, cache, pair).is_none();
            if is_new {
                finder.compute(contact, cache, pair);
            }
            let is_conditional = contact.has(Flags::CONDITIONAL);
            if is_conditional {
                conditions.apply(contact, cache, pair, had_points);
            }
            chunk.note(index, is_new || is_conditional);
        }
    });
    let changes = &mut memory.changes.all;
    changes.wake.clear();
    for (contact, pair) in contacts.awake.contacts.iter_mut().zip(&contacts.awake.pairs) {
        if contact.manifold.count == 0 && contact.has(Flags::TOUCHING) {
            if !contact.has(Flags::SILENT) {
                let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
                events.new.ended.push(ContactEnd { a, b });
            }
            contact.clear(Flags::TOUCHING | Flags::SILENT);
        }
        if may_begin(contact) {
            changes.candidates.begins.push(pair.slot);
        }
        changes.wake.extend(touched_sleepers(bodies, contact, pair));
    }
    // Contacts that have lost their points are not recorded one by one, so any island may have to fall
    // asleep.
    stores.bodies.longest_slow = f32::INFINITY;
    wake_touched(stores, &changes.wake);
}
