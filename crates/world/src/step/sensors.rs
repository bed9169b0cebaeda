//! After the stage `finalize`: what is inside each sensor, at the poses that the step has given.
//!
//! ```text
//!   awake pairs of a sensor and a visitor    -->  overlap now?  -->  entered, left  -->  events
//!   new pairs of colliders that have left         in parallel        in the order
//!   their fat boxes in this step                                     of pairs
//! ```
//!
//! If two motions are swept (`WorldSettings::continuous`), a fast body that passes through a sensor enters
//! and leaves in the same step. Such pairs are added at the beginning of the step (`sweep.rs`), from the
//! boxes of very fast bodies and by a search along the motion of other fast ones.
//!
//! The store of contacts keeps the pairs in sets of their own. A new pair is tested once; later not while its
//! bodies are asleep or static. The stage `pairs` of the next step would find new pairs a step late, so a
//! world with sensors looks for them here.

use super::sweep::{Motions, is_swept, met_on_the_way};
use crate::settings::NARROW_CHUNK;
use crate::slot::{BodySlot, ColliderSlot, ContactSlot};
use crate::stores::{Flagged, Flags, PairKind, Stores};
use crate::time_step::TimeStep;
use broadphase::{Broadphase, Key, PairFinder};
use compute::Workers;

#[derive(Debug, Default)]
pub(super) struct Memory {
    finder: PairFinder,
    moved: Vec<Key>,
    found: Vec<(Key, Key)>,
    /// Whose fat boxes no longer overlap, or without a body that is awake.
    parted: Vec<ContactSlot>,
    unmoved: Vec<ContactSlot>,
}

pub(super) fn run(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    time: &TimeStep,
    workers: &mut Workers,
    memory: &mut Memory,
) {
    if stores.colliders.sensor_count() == 0 {
        return;
    }
    add_new_pairs(stores, broadphase, workers, memory);
    test_overlaps(stores, time, workers);
    report(stores, memory);
}

/// Of the colliders that have left their fat boxes.
fn add_new_pairs(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    workers: &mut Workers,
    memory: &mut Memory,
) {
    let Memory { finder, moved, found, .. } = memory;
    stores.colliders.copy_moved(moved);
    if moved.is_empty() {
        return;
    }
    let filter = |pairs: &mut Vec<(Key, Key)>| {
        pairs.retain_mut(|pair| {
            *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
            let pair = [pair.0, pair.1].map(ColliderSlot::from_key);
            let has_sensor = pair.iter().any(|&slot| stores.colliders[slot].is_sensor);
            has_sensor
                && !stores.contacts.exists(pair)
                && stores.colliders.boxes_overlap(pair)
                && stores.pair_kind(pair) == Some(PairKind::Sensor)
                && stores.hook_accepts(pair)
        });
    };
    finder.find(broadphase, moved, workers, &filter, found);
    for &(a, b) in &*found {
        stores.add_contact([a, b].map(ColliderSlot::from_key));
    }
}

fn test_overlaps(stores: &mut Stores, time: &TimeStep, workers: &mut Workers) {
    let Stores { bodies, colliders, joints, contacts, settings, .. } = stores;
    let motions = Motions::of_parts(bodies, colliders, joints, settings.gravity, time);
    let tolerances = settings.tolerances();
    let set = &mut contacts.sensors_awake;
    let pairs = &set.pairs;
    workers.for_each_chunk(&mut set.contacts, NARROW_CHUNK, |chunk, contacts| {
        for (contact, pair) in contacts.iter_mut().zip(&pairs[chunk * NARROW_CHUNK..]) {
            let [a, b] = pair.colliders.map(|slot| colliders.bare_shape(slot));
            let [pose_a, pose_b] = bodies.pair(pair.bodies).poses();
            let boxes_overlap = colliders.boxes_overlap(pair.colliders);
            let overlap = boxes_overlap && tolerances.overlap(a, pose_a, b, pose_b);
            let was_inside = contact.has(Flags::TOUCHING);
            contact.keep(Flags::SILENT);
            contact.add_if(overlap, Flags::TOUCHING);
            contact.add_if(overlap != was_inside, Flags::CHANGED);
            contact.add_if(!boxes_overlap, Flags::SEPARATED);
            let may_pass = !overlap && !was_inside && is_swept(settings, bodies, pair.bodies);
            if may_pass && met_on_the_way(&motions, pair, tolerances) {
                contact.add(Flags::PASSED);
            }
        }
    });
}

/// Removes pairs that have parted, and lets pairs sleep that nothing moves.
fn report(stores: &mut Stores, memory: &mut Memory) {
    let Memory { parted, unmoved, .. } = memory;
    parted.clear();
    unmoved.clear();
    for index in 0..stores.contacts.sensors_awake.pairs.len() {
        let set = &mut stores.contacts.sensors_awake;
        let (flags, pair) = (set.contacts[index].flags(), set.pairs[index]);
        let entered = flags.has(Flags::TOUCHING);
        let is_silent = if entered || flags.has(Flags::PASSED) {
            !stores.colliders.take_part_in_sensors(&pair)
        } else {
            flags.has(Flags::SILENT)
        };
        if flags.has(Flags::CHANGED) {
            // A visitor that leaves in silence has to be reported when it enters again.
            let contact = &mut set.contacts[index];
            contact.clear(Flags::SILENT);
            contact.add_if(entered && is_silent, Flags::SILENT);
        }
        if flags.has(Flags::PASSED) && !is_silent {
            stores.report_sensor(&pair, |events| &mut events.entered);
            stores.report_sensor(&pair, |events| &mut events.left);
        }
        if flags.has(Flags::CHANGED) && !is_silent {
            stores
                .report_sensor(&pair, |events| if entered { &mut events.entered } else { &mut events.left });
        }
        let is_awake = |body: &BodySlot| stores.bodies[*body].is_awake();
        if flags.has(Flags::SEPARATED) {
            parted.push(pair.slot);
        } else if !pair.bodies.iter().any(is_awake) {
            unmoved.push(pair.slot);
        }
    }
    for &slot in &*parted {
        stores.remove_contact(slot);
    }
    for &slot in &*unmoved {
        stores.contacts.put_to_sleep(slot);
    }
}
