//! Stage 2: the manifolds of awake contacts, and the effects of their changes.
//!
//! ```text
//!   in parallel, each contact by itself                       then one thread, in the order of contacts
//!   -----------------------------------                       -----------------------------------------
//!   move the cached manifold along with the bodies, or        reports touching that begins and ends,
//!   find the one point at the middle of the step, or     -->  removes contacts whose fat boxes have parted,
//!   compute the manifold from the shapes,                     wakes sleepers that are touched
//!   without what neighbours cover;
//!   set flags for what has changed
//! ```
//!
//! The three ways to a manifold are in `manifold_cache.rs`, `midpoint.rs` and the crate `collide`; `seams.rs`
//! knows the neighbours of a shape. Whether
//! fat boxes overlap is checked only where a manifold was computed from the shapes and has no point: shapes
//! that are known to be apart may keep their contact a little longer.
//!
//! If no body can reach the other within the step, that is all. Otherwise `sweep.rs` looks for an impact on
//! the way of two shapes without a contact point.
//!
//! Touching begins when a separation is at most [`LINEAR_SLOP`], and ends when the shapes are farther apart
//! than the speculative distance. So a body that hovers at the slop does not begin and end to touch in every
//! step.

use super::conditional::Conditions;
use super::contact_events::{Candidates, HitCandidate, approach_speed, has_unloaded_point};
use super::seams::{PlacedPair, Resolved, Seams};
use super::sweep::{self, SweptContacts, order};
use crate::events::{ContactBegin, ContactEnd, EventCollider};
use crate::frame::Frame;
use crate::manifold_cache::{ManifoldCache, REUSE_DISTANCE};
use crate::manifold_method::ManifoldMethod;
use crate::midpoint::{MovingShape, midpoint_manifold};
use crate::paged::PAGE;
use crate::settings::{LINEAR_SLOP, Method, NARROW_CHUNK, SPECULATIVE_DISTANCE, WorldSettings};
use crate::slot::{BodySlot, ContactSlot};
use crate::stores::{
    AwakeContacts, Bodies, CANDIDATE, CHANGED, CONDITIONAL, Colliders, ContactLists, ContactSet,
    DISCONNECTED, IMPACT, MAY_BEGIN, Pair, SEPARATED, STATE_FLAGS, Stores, TOUCHING, WAKES,
};
use crate::time_step::TimeStep;
use collide::Manifold;
use compute::Workers;
use compute::math::max;
use solver::{BodyRow, Contact};
use std::sync::atomic::{AtomicU64, Ordering};

/// The distance that the hit speed covers in a step is multiplied by this, since the last step may have been
/// shorter, and the speed lower.
const HIT_DISTANCE_SHARE: f32 = 0.25;

/// The memory of this stage.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// For each chunk of contacts: a bit for each contact that has to be looked at afterwards.
    flagged: Vec<FlaggedContacts>,
    /// Contacts whose fat boxes no longer overlap.
    separated: Vec<ContactSlot>,
    /// Sleeping bodies that are touched.
    wake: Vec<BodySlot>,
    /// The contacts of which the step may report that they begin to touch or are hit.
    candidates: Candidates,
    order: order::Memory,
}

impl Memory {
    pub(super) fn candidates(&self) -> &Candidates {
        &self.candidates
    }
}

/// Two bits for each contact of a chunk.
#[derive(Debug, Default)]
struct FlaggedContacts {
    /// Whether it has to be looked at.
    flags: [AtomicU64; NARROW_CHUNK / 64],
    /// Whether its cache has changed.
    changed_caches: [AtomicU64; NARROW_CHUNK / 64],
}

impl FlaggedContacts {
    /// The indices of the contacts whose bits are set, in order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.flags.iter().enumerate().flat_map(|(i, word)| {
            let mut left = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                let lowest = (left != 0).then(|| 64 * i + left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                lowest
            })
        })
    }
}

/// Runs the stage.
pub(super) fn run(
    stores: &mut Stores,
    time: &TimeStep,
    workers: &mut Workers,
    sweeps: &sweep::Memory,
    memory: &mut Memory,
) {
    stores.renew_rows();
    stores.contacts.h = time.h;
    let Stores { settings, bodies, colliders, joints, contacts, hook, .. } = stores;
    let motions = sweep::Motions::of_parts(bodies, colliders, joints, settings.gravity, time);
    let swept = SweptContacts::new(motions, settings, sweeps);
    let (awake, lists) = contacts.split_awake();
    let finder = ManifoldFinder::new(settings, bodies, colliders, lists, 0.5 * time.dt);
    let limits = Limits {
        warm_start_scale: time.warm_start_scale,
        slop: LINEAR_SLOP * settings.length_unit,
        hit_speed: settings.scaled_hit_speed(),
        hit_distance: HIT_DISTANCE_SHARE * settings.scaled_hit_speed() * time.dt,
        conditions: Conditions { settings, bodies, colliders, hook: hook.as_deref(), dt: time.dt },
    };
    for_each_awake(awake, lists.pairs, workers, &mut memory.flagged, |contact, cache, pair| {
        renew_and_compare(&finder, &swept, &limits, contact, cache, pair)
    });
    order::run(stores, flagged_indices(&memory.flagged), time.dt, &mut memory.order);
    collect_changes(stores, memory);
    for &contact in &memory.separated {
        stores.remove_contact(contact);
    }
    let awake_before = stores.contacts.awake.contacts.len();
    wake_touched(stores, &memory.wake);
    let ContactSet { contacts, pairs, .. } = &stores.contacts.awake;
    for (contact, pair) in contacts.iter().zip(pairs).skip(awake_before) {
        if may_begin(contact) {
            memory.candidates.begins.push(pair.slot);
        }
    }
}

/// Whether a contact that does not touch may push in this step.
fn may_begin(contact: &Contact) -> bool {
    contact.manifold.count > 0 && contact.user & TOUCHING == 0
}

/// Computes the manifolds again in the middle of a step, for the classic solver. Touching may end and
/// sleeping bodies may wake, but the next step reports the contacts that begin to touch.
pub(super) fn run_again(stores: &mut Stores, workers: &mut Workers, memory: &mut Memory) {
    let Stores { settings, bodies, colliders, contacts, events, hook, .. } = stores;
    let (awake, lists) = contacts.split_awake();
    let finder = ManifoldFinder::new(settings, bodies, colliders, lists, 0.0);
    let conditions = Conditions { settings, bodies, colliders, hook: hook.as_deref(), dt: 0.0 };
    for_each_awake(awake, lists.pairs, workers, &mut memory.flagged, |contact, cache, pair| {
        let had_points = contact.manifold.count > 0;
        let Renewed { is_new, .. } = finder.renew(contact, cache, pair);
        let is_conditional = contact.user & CONDITIONAL != 0;
        if is_conditional {
            conditions.apply(contact, cache, pair, had_points);
        }
        is_new || is_conditional
    });
    memory.wake.clear();
    for (contact, pair) in contacts.awake.contacts.iter_mut().zip(&contacts.awake.pairs) {
        if contact.manifold.count == 0 && contact.user & TOUCHING != 0 {
            contact.user &= !TOUCHING;
            let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
            events.new.ended.push(ContactEnd { a, b });
        }
        if may_begin(contact) {
            memory.candidates.begins.push(pair.slot);
        }
        memory.wake.extend(touched_sleepers(bodies, contact, pair));
    }
    // Contacts that have lost their points are not recorded one by one, so any island may have to fall
    // asleep.
    stores.bodies.longest_slow = f32::INFINITY;
    wake_touched(stores, &memory.wake);
}

/// Calls `work` for every awake contact, in parallel, and notes which contacts are flagged with anything but
/// [`STATE_FLAGS`]. `work` returns whether it has changed the cache.
fn for_each_awake(
    awake: AwakeContacts<'_>,
    pairs: &[Pair],
    workers: &mut Workers,
    flagged: &mut Vec<FlaggedContacts>,
    work: impl Fn(&mut Contact, &mut ManifoldCache, &Pair) -> bool + Sync,
) {
    let AwakeContacts { contacts, caches, mut changed_caches } = awake;
    flagged.resize_with(contacts.len().div_ceil(NARROW_CHUNK), FlaggedContacts::default);
    let noted = &*flagged;
    workers.for_each_chunk_of_two(contacts, caches, NARROW_CHUNK, |chunk, contacts, caches| {
        let pairs = &pairs[chunk * NARROW_CHUNK..];
        let words = contacts.chunks_mut(64).zip(caches.chunks_mut(64)).zip(pairs.chunks(64));
        let FlaggedContacts { flags, changed_caches } = &noted[chunk];
        let mut bits = flags.iter().zip(changed_caches);
        for ((contacts, caches), pairs) in words {
            let (mut flagged, mut changed) = (0, 0);
            for (i, ((contact, cache), pair)) in contacts.iter_mut().zip(caches).zip(pairs).enumerate() {
                #[cfg(debug_assertions)]
                let (before, same) = (*cache, *cache);
                let has_changed = work(contact, cache, pair);
                // A cache with a NaN does not equal its copy.
                #[cfg(debug_assertions)]
                assert!(has_changed || *cache == before || before != same, "an unmarked cache has changed");
                changed |= u64::from(has_changed) << i;
                if contact.user & !STATE_FLAGS != 0 {
                    flagged |= 1 << i;
                }
            }
            if let Some((flag_bits, cache_bits)) = bits.next() {
                flag_bits.store(flagged, Ordering::Relaxed);
                cache_bits.store(changed, Ordering::Relaxed);
            }
        }
        for (flag_bits, cache_bits) in bits {
            flag_bits.store(0, Ordering::Relaxed);
            cache_bits.store(0, Ordering::Relaxed);
        }
    });
    const { assert!(PAGE == 32, "a word of bits stands for two pages of caches") };
    for (word, bits) in flagged.iter_mut().flat_map(|chunk| &mut chunk.changed_caches).enumerate() {
        let bits = *bits.get_mut();
        if bits as u32 != 0 {
            changed_caches.mark(2 * word);
        }
        if bits >> 32 != 0 {
            changed_caches.mark(2 * word + 1);
        }
    }
}

/// The numbers with which each contact is compared.
struct Limits<'a> {
    warm_start_scale: f32,
    /// m.
    slop: f32,
    /// m/s.
    hit_speed: f32,
    /// m. Points of a contact that was hit have approached by more than this in the last step.
    hit_distance: f32,
    conditions: Conditions<'a>,
}

/// Updates one contact, and sets the flags of its changes. Returns whether the cache has changed.
#[inline(always)]
fn renew_and_compare(
    finder: &ManifoldFinder<'_>,
    swept: &SweptContacts<'_>,
    limits: &Limits<'_>,
    contact: &mut Contact,
    cache: &mut ManifoldCache,
    pair: &Pair,
) -> bool {
    contact.user &= STATE_FLAGS;
    if limits.warm_start_scale != 1.0 {
        contact.scale_impulses(limits.warm_start_scale);
    }
    let had_points = contact.manifold.count > 0;
    let before = contact.manifold.points.map(|point| point.separation);
    let Renewed { mut is_new, clearance } = finder.renew(contact, cache, pair);
    if swept.may_hit(contact, clearance) {
        is_new |= swept.search(contact, cache, pair, &finder.seams, clearance);
    }
    let is_conditional = contact.user & CONDITIONAL != 0;
    if is_conditional {
        limits.conditions.apply(contact, cache, pair, had_points);
    }
    let has_cache_changed = is_new || is_conditional;
    if contact.manifold.count == 0 {
        if had_points {
            contact.user |= DISCONNECTED;
        }
        if contact.user & TOUCHING != 0 {
            contact.user ^= TOUCHING | CHANGED;
        }
        return has_cache_changed;
    }
    let touched = contact.user & TOUCHING != 0;
    if is_touching(&contact.manifold, touched, limits.slop) != touched {
        contact.user ^= TOUCHING | CHANGED;
    }
    if contact.user & TOUCHING == 0 {
        contact.user |= MAY_BEGIN;
    }
    if contact.restitution > 0.0 && swept.is_fast_impact(contact, pair) {
        contact.user |= IMPACT;
    }
    // The velocities of the bodies are read only if they may have approached fast.
    if has_unloaded_point(contact)
        && (is_new || approach_distance(before, &contact.manifold) > limits.hit_distance)
        && approach_speed(contact, finder.bodies).0 > limits.hit_speed
    {
        contact.user |= CANDIDATE;
    }
    if touched_sleepers(finder.bodies, contact, pair).next().is_some() {
        contact.user |= WAKES;
    }
    has_cache_changed
}

/// What has become of a manifold.
struct Renewed {
    is_new: bool,
    /// The least distance of the shapes, m. Zero if the manifold has points, and if nothing is known.
    clearance: f32,
}

/// The data from which manifolds are computed.
#[derive(Clone, Copy)]
struct ManifoldFinder<'a> {
    bodies: &'a Bodies,
    colliders: &'a Colliders,
    method: ManifoldMethod,
    length_unit: f32,
    /// m.
    speculative: f32,
    /// How far touching points may move apart before the manifold is computed from the shapes again, m. If it
    /// is negative, that is done in every step.
    reuse_distance: f32,
    /// The time until the middle of the step, s, for which contacts of one point are found; zero for now.
    time_to_middle: f32,
    seams: Seams<'a>,
}

impl<'a> ManifoldFinder<'a> {
    fn new(
        settings: &WorldSettings,
        bodies: &'a Bodies,
        colliders: &'a Colliders,
        lists: ContactLists<'a>,
        time_to_middle: f32,
    ) -> Self {
        let length_unit = settings.length_unit;
        // The classic solver works as in the texts: in every step each manifold is computed from the shapes
        // at their present poses.
        let is_soft = settings.method == Method::Soft;
        Self {
            bodies,
            colliders,
            method: settings.manifolds,
            length_unit,
            speculative: SPECULATIVE_DISTANCE * length_unit,
            reuse_distance: if is_soft { REUSE_DISTANCE * length_unit } else { -1.0 },
            time_to_middle: if is_soft && settings.manifolds.has_midpoints() { time_to_middle } else { 0.0 },
            seams: Seams::new(settings, bodies, colliders, lists),
        }
    }

    /// Gives a contact its manifold: the cached one moved along with the bodies, or a new one.
    #[inline(always)]
    fn renew(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) -> Renewed {
        let frames = pair.bodies.map(|body| self.bodies.frame(body));
        match cache.move_along(&mut contact.manifold, frames, self.speculative) {
            Some(clearance) => Renewed { is_new: false, clearance },
            None => {
                self.compute(contact, cache, pair, frames);
                let has_clearance = contact.manifold.count == 0 && cache.allowed_motion >= 0.0;
                let clearance = if has_clearance { contact.manifold.clearance() } else { 0.0 };
                Renewed { is_new: true, clearance }
            }
        }
    }

    /// Gives a contact a manifold that is computed from the shapes.
    #[inline(never)]
    fn compute(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair, [a, b]: [&Frame; 2]) {
        let [collider_a, collider_b] = pair.colliders.map(|slot| &self.colliders[slot]);
        let (shape_a, shape_b) = (&collider_a.shape, &collider_b.shape);
        let has_one_point = contact.manifold.count == 1;
        let midpoint = (has_one_point && self.time_to_middle > 0.0).then(|| {
            let states = self.bodies.awake.solver.states();
            let [state_a, state_b] = [contact.a, contact.b].map(|row| &states[row.index()]);
            let shapes = [
                MovingShape { shape: shape_a, frame: a, state: state_a },
                MovingShape { shape: shape_b, frame: b, state: state_b },
            ];
            midpoint_manifold(
                self.method,
                &contact.manifold,
                shapes,
                self.time_to_middle,
                self.speculative,
                self.length_unit,
            )
        });
        let midpoint = midpoint.flatten().filter(|(later, poses)| {
            !self.seams.is_ghost(later, PlacedPair { pair, poses: *poses, time: self.time_to_middle })
        });
        let Resolved { mut manifold, may_be_cached } = match midpoint {
            Some((later, _)) => Resolved { manifold: later, may_be_cached: true },
            None => {
                let now = self.method.find(shape_a, a.pose, shape_b, b.pose, self.speculative);
                self.seams.resolve(now, PlacedPair { pair, poses: [a.pose, b.pose], time: 0.0 })
            }
        };
        // From anchors that are measured from the bodies' origins to anchors measured from their centres of
        // mass.
        let center_a = a.pose.rotation * a.local_center;
        let center_b = b.pose.rotation * b.local_center;
        for point in &mut manifold.points {
            point.anchor_a -= center_a;
            point.anchor_b -= center_b;
        }
        contact.replace_manifold(manifold);
        if manifold.count == 0 && !self.colliders.boxes_overlap(pair.colliders) {
            contact.user |= SEPARATED;
        }
        let reuse_distance = if may_be_cached { self.reuse_distance } else { -1.0 };
        *cache = ManifoldCache::new(&manifold, [a, b], collider_b.reach, reuse_distance, self.speculative);
    }
}

/// The indices of flagged contacts, in order.
fn flagged_indices(flagged: &[FlaggedContacts]) -> impl Iterator<Item = usize> {
    let chunks = flagged.iter().enumerate();
    chunks.flat_map(|(chunk, bits)| bits.iter().map(move |i| chunk * NARROW_CHUNK + i))
}

/// Collects what has changed, in the order of contacts; only contacts with a flag are looked at.
fn collect_changes(stores: &mut Stores, memory: &mut Memory) {
    let Memory { flagged, separated, wake, candidates, .. } = memory;
    separated.clear();
    wake.clear();
    candidates.clear();
    let Stores { bodies, colliders, contacts, events, .. } = stores;
    let ContactSet { contacts, pairs, .. } = &contacts.awake;
    for (contact, pair) in flagged_indices(flagged).map(|index| (&contacts[index], &pairs[index])) {
        if contact.user & DISCONNECTED != 0 {
            // An island may have split: see `sleep.rs`.
            for row in [contact.a, contact.b] {
                bodies.longest_slow = max(bodies.longest_slow, bodies.awake.motions[row.index()].slow_for);
            }
        }
        if contact.user & SEPARATED != 0 {
            separated.push(pair.slot);
        }
        if contact.user & CHANGED != 0 {
            if contact.user & TOUCHING != 0 {
                events.new.begun.push(ContactBegin::new(contact, pair, colliders, bodies));
            } else {
                let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
                events.new.ended.push(ContactEnd { a, b });
            }
        }
        if contact.user & CANDIDATE != 0 {
            candidates.hits.push(HitCandidate::new(pair.slot, contact, bodies));
        }
        if contact.user & MAY_BEGIN != 0 {
            candidates.begins.push(pair.slot);
        }
        if contact.user & WAKES != 0 {
            wake.extend(touched_sleepers(bodies, contact, pair));
        }
    }
}

fn wake_touched(stores: &mut Stores, wake: &[BodySlot]) {
    for &body in wake {
        if !stores.bodies[body].is_awake() {
            stores.wake(body);
        }
    }
    stores.renew_rows();
}

/// The dynamic bodies of a contact with points that are not awake.
fn touched_sleepers<'a>(
    bodies: &'a Bodies,
    contact: &Contact,
    pair: &Pair,
) -> impl Iterator<Item = BodySlot> + use<'a> {
    let has_points = contact.manifold.count > 0;
    let rows = [contact.a, contact.b];
    // The row is tested first, since it has already been read.
    let is_touched = move |row| has_points && row == BodyRow::STATIC;
    let ends = rows.into_iter().zip(pair.bodies);
    ends.filter(move |&(row, body)| is_touched(row) && bodies[body].is_dynamic()).map(|(_, body)| body)
}

/// How far the point that approached most has approached since it had one of these separations, m.
fn approach_distance([p, q]: [f32; 2], manifold: &Manifold) -> f32 {
    max(p - manifold.points[0].separation, q - manifold.points[1].separation)
}

/// Whether colliders whose manifold has points touch, as reported by events.
fn is_touching(manifold: &Manifold, touched: bool, slop: f32) -> bool {
    let [p, q] = &manifold.points;
    touched || p.separation <= slop || (manifold.count > 1 && q.separation <= slop)
}
