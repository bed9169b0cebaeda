//! Finds pairs of the colliders that have left their fat boxes; new pairs become contacts.
//!
//! The broad phase may report too many pairs, in any order. The searching threads drop those that do not
//! overlap, have a contact already or may not collide; the rest become contacts in the order of slots.
//!
//! A very fast body has a box that covers its motion (`sweep.rs`) and overlaps many bodies that it never
//! meets. By such a box two dynamic bodies become a pair only if the circles around them come near; if only
//! static bodies are swept against, never.

use super::sweep::comes_within;
use crate::settings::Continuous;
use crate::slot::{BodySlot, ColliderSlot, Slot};
use crate::stores::{Contacts, PairKind, Stores};
use broadphase::{Broadphase, Key, PairFinder};
use compute::Workers;
use geom::{Aabb, Vec2};
use solver::BodyState;
use std::ops::ControlFlow;

/// m. Bodies that pass each other at this distance are a pair: forces and impulses change their motion.
const NEAR: f32 = 0.1;

/// A body of more colliders is not searched if the box around them overlaps no other body's: they would find
/// only each other. One such test takes as long as searching for a few colliders.
const MANY: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Memory {
    finder: PairFinder,
    moved: Vec<Key>,
    searched: Vec<Key>,
    found: Vec<(Key, Key)>,
}

/// `way_of` is how far the centre of mass of a body moves within the step, m.
pub(super) fn run(
    stores: &mut Stores,
    broadphase: &mut impl Broadphase,
    workers: &mut Workers,
    memory: &mut Memory,
    way_of: impl Fn(&BodyState) -> Vec2 + Sync,
) {
    let Memory { finder, moved, searched, found } = memory;
    if !stores.colliders.take_moved(moved) {
        return;
    }
    leave_out_lonely_bodies(stores, broadphase, moved, searched);
    let filter = |pairs: &mut Vec<(Key, Key)>| {
        // Boxes before the set of contacts: most pairs overlapped in the last search, too, and boxes are in
        // the cache more often than the bucket of a pair.
        pairs.retain_mut(|pair| {
            *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
            !stores.colliders.is_decided([pair.0, pair.1].map(ColliderSlot::from_key))
        });
        stores.contacts.retain_new(pairs);
        pairs.retain(|&(a, b)| {
            let pair = [a, b].map(ColliderSlot::from_key);
            // The cheapest test first. Where much is fast, the second refuses most pairs.
            stores.filters_accept(pair) && may_meet(stores, pair, &way_of) && may_be_contact(stores, pair)
        });
    };
    finder.find(broadphase, searched, workers, &filter, found);
    stores.contacts.reserve(found.len());
    for &(a, b) in &*found {
        let pair = [a, b].map(ColliderSlot::from_key);
        if stores.pair_kind(pair) == Some(PairKind::Contact) {
            wake_sleeper_that_is_reached(stores, pair);
        }
        stores.add_contact(pair);
    }
    let Contacts { asleep, sensors_asleep, .. } = &stores.contacts;
    let any_asleep = !asleep.pairs.is_empty() || !sensors_asleep.pairs.is_empty();
    stores.colliders.clear_moved(moved, workers);
    if any_asleep {
        // In the order of slots: `moved` has another order after a restore from bytes, and the order of
        // removal decides which slot of a contact is used next, and in which order bodies wake.
        let of_sleeper = |key: &Key| {
            let body = stores.colliders[ColliderSlot::from_key(*key)].body;
            !stores.bodies[body].is_awake()
        };
        searched.clear();
        searched.extend(moved.iter().copied().filter(of_sleeper));
        compute::sort(searched);
        for &key in &*searched {
            remove_separated_of_sleeper(stores, ColliderSlot::from_key(key));
        }
    }
    stores.colliders.end_search();
}

fn leave_out_lonely_bodies(
    stores: &Stores,
    broadphase: &impl Broadphase,
    moved: &[Key],
    searched: &mut Vec<Key>,
) {
    searched.clear();
    let body_of = |&key: &Key| stores.colliders[ColliderSlot::from_key(key)].body;
    let mut rest = moved;
    // The colliders of a body follow each other. Where keys `MANY` apart are of different bodies, no record
    // between is read.
    while let [first, ..] = rest {
        let body = body_of(first);
        let is_long = rest.get(MANY).is_some_and(|key| body_of(key) == body);
        let end = if is_long { rest.iter().take_while(|key| body_of(key) == body).count() } else { MANY };
        let (keys, others) = rest.split_at(end.min(rest.len()));
        if !(is_long && is_alone(stores, broadphase, body, keys)) {
            searched.extend_from_slice(keys);
        }
        rest = others;
    }
}

fn is_alone(stores: &Stores, broadphase: &impl Broadphase, body: BodySlot, keys: &[Key]) -> bool {
    let boxes = keys.iter().map(|&key| stores.colliders.fat_aabb(ColliderSlot::from_key(key)));
    let Some(around) = boxes.reduce(Aabb::union) else { return true };
    let mut is_alone = true;
    broadphase.overlap_aabb(around, &mut |key| {
        is_alone = stores.colliders[ColliderSlot::from_key(key)].body == body;
        if is_alone { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    is_alone
}

/// The lower slot first.
fn may_be_contact(stores: &Stores, pair: [ColliderSlot; 2]) -> bool {
    stores.colliders.boxes_overlap(pair) && stores.pair_kind(pair).is_some() && stores.hook_accepts(pair)
}

/// Not if a body has a box that covers its motion, both are dynamic, and the circles around the bodies stay
/// apart. The end of the step gives such a body an ordinary box, and its pairs are looked for again.
fn may_meet(stores: &Stores, pair: [ColliderSlot; 2], way_of: impl Fn(&BodyState) -> Vec2) -> bool {
    // A broad phase may report a refused pair again.
    if !pair.iter().any(|&slot| stores.colliders.has_moved(slot)) {
        return false;
    }
    // The compiler does not inline the closure of `map`.
    let [a, b] = pair;
    let bodies = [stores.colliders[a].body, stores.colliders[b].body];
    let has_box_of_way = |body: BodySlot| stores.bodies.slack[body.index()].holds_way();
    if !bodies.into_iter().any(has_box_of_way) || pair.iter().any(|&slot| stores.colliders[slot].is_sensor) {
        return true;
    }
    let [a, b] = bodies.map(|body| &stores.bodies[body]);
    if !(a.is_dynamic() && a.is_awake() && b.is_dynamic() && b.is_awake()) {
        return true;
    }
    if stores.settings.continuous == Continuous::AgainstStatic {
        return ordinary_boxes_overlap(stores, pair);
    }
    let between = stores.bodies.pair(bodies).between_centers();
    let states = stores.bodies.awake.solver.states();
    let [way_a, way_b] = [a, b].map(|body| way_of(&states[body.row().index()]));
    let distance = a.reach + b.reach + NEAR * stores.settings.length_unit;
    comes_within(between, way_b - way_a, distance)
}

/// Without those that cover a motion.
#[cold]
fn ordinary_boxes_overlap(stores: &Stores, pair: [ColliderSlot; 2]) -> bool {
    let [a, b] = pair.map(|slot| {
        let body = stores.colliders[slot].body;
        if stores.bodies.slack[body.index()].holds_way() {
            stores.fat_aabb_now(slot)
        } else {
            stores.colliders.fat_aabb(slot)
        }
    });
    a.overlaps(b)
}

/// If one of the two colliders has moved, the body of the other wakes. If both have, they were added beside
/// each other and may both stay asleep.
fn wake_sleeper_that_is_reached(stores: &mut Stores, [a, b]: [ColliderSlot; 2]) {
    let (a_moved, b_moved) = (stores.colliders.has_moved(a), stores.colliders.has_moved(b));
    if a_moved != b_moved {
        let (reaching, reached) = if a_moved { (a, b) } else { (b, a) };
        // The box of a fast body covers its motion, which may pass by: what it hits wakes when it is hit.
        if stores.fat_aabb_now(reaching).overlaps(stores.colliders.fat_aabb(reached)) {
            stores.wake(stores.colliders[reached].body);
        }
    }
}

/// A sleeping body got a new box in the step in which it fell asleep, so fat boxes may no longer overlap. The
/// narrow phase removes such contacts of awake bodies.
fn remove_separated_of_sleeper(stores: &mut Stores, slot: ColliderSlot) {
    let body = &stores.bodies[stores.colliders[slot].body];
    if body.is_awake() {
        return;
    }
    let mut cursor = body.contacts.cursor();
    while let Some((contact, _)) = stores.contacts.advance(&mut cursor) {
        let colliders = stores.contacts.get(contact).1.colliders;
        if stores.contacts.is_asleep(contact) && !stores.colliders.boxes_overlap(colliders) {
            stores.remove_contact(contact);
        }
    }
}
