//! The manifolds of awake contacts, and the effects of their changes.
//!
//! ```text
//!   in parallel, each contact by itself                       then one thread, in the order of contacts
//!   -----------------------------------                       -----------------------------------------
//!   move the cached manifold along with the bodies, or        reports touching that begins and ends,
//!   compute a midpoint contact (`midpoint.rs`), or       -->  removes contacts whose fat boxes have parted,
//!   compute the manifold from the shapes,                     wakes sleepers that are touched
//!   without what neighbours cover;
//!   set flags for what has changed
//! ```
//!
//! `narrow_phase/finder.rs` knows the ways to a manifold; `circles.rs`, `polygons.rs` and `hull_circles.rs`
//! compute eight such pairs at a time; and `chunk.rs` cuts the contacts for the workers. Whether fat boxes
//! overlap is checked only where a manifold was computed from the shapes and has no point.
//!
//! If two shapes without a contact point may meet within the step, `sweep.rs` searches for a time of impact.
//!
//! Touching begins when a separation is at most [`LINEAR_SLOP`], and ends when the shapes are farther apart
//! than the speculative distance, so that a body that hovers at the slop does not begin and end to touch in
//! every step.

pub(super) mod again;
mod batch_results;
mod bends;
mod changes;
mod chunk;
mod circles;
mod finder;
mod hull_circles;
mod hull_lanes;
mod pair_batch;
mod polygons;
mod sleepers;

use self::changes::CollectedChanges;
use self::chunk::{Chunk, FlaggedContacts, count_deferred, for_each_chunk, indices_near_impacts};
use self::circles::CircleBatch;
use self::finder::{ManifoldFinder, Moment, PairLanes};
use self::hull_circles::HullCircleBatch;
use self::polygons::PolygonBatch;
use self::sleepers::{has_static_row, touched_sleepers, touches_sleeper, wake_touched};
use super::columns::BaseTest;
use super::conditional::{Conditions, RefusedAnswers};
use super::contact_events::{Candidates, approach_speed, has_unloaded_point};
use super::jam;
use super::sweep::{self, SweptContacts, order};
use crate::manifold_cache::ManifoldCache;
use crate::settings::{LINEAR_SLOP, NARROW_CHUNK};
use crate::slot::ContactSlot;
use crate::stores::{ContactSet, Flagged, Flags, Pair, Stores};
use crate::time_step::TimeStep;
use collide::Manifold;
use compute::math::{max, min};
use compute::{Width, Workers};
use solver::Contact;
use std::cell::Cell;

/// Points that have approached by less than this share of the distance that the hit speed covers in a step
/// were not hit. Below one, because the last step may have been shorter, and the speed lower when it began.
const HIT_DISTANCE_SHARE: f32 = 0.25;

/// While a manifold is computed, the colliders of the contact this many places later are prefetched: those of
/// thousands of colliders do not fit into the cache, and loading one takes longer than computing one
/// manifold.
const AHEAD: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Memory {
    /// By chunk: a bit for each contact that has to be looked at afterwards.
    flagged: Vec<FlaggedContacts>,
    changes: CollectedChanges,
    order: order::Memory,
}

impl Memory {
    pub(super) fn candidates(&self) -> &Candidates {
        &self.changes.all.candidates
    }

    /// The contacts on which a tall column may stand (`docs/loads.md#columns`).
    pub(super) fn bases(&self) -> &[ContactSlot] {
        &self.changes.all.bases
    }

    /// Contacts of static and sleeping bodies that are deep in others.
    pub(super) fn deep(&self) -> &[ContactSlot] {
        &self.changes.all.deep
    }
}

pub(super) fn run(
    stores: &mut Stores,
    time: &TimeStep,
    width: Width,
    workers: &mut Workers,
    sweeps: &sweep::Memory,
    memory: &mut Memory,
) {
    stores.renew_rows();
    stores.contacts.h = time.h;
    let Stores { settings, bodies, colliders, joints, contacts, hook, .. } = stores;
    let motions = sweep::Motions::of_parts(bodies, colliders, joints, settings.gravity, time);
    let swept = SweptContacts::new(motions, settings, time, sweeps);
    let (awake, lists) = contacts.split_awake();
    let finder = ManifoldFinder::new(settings, bodies, colliders, lists, time, 0.5 * time.dt);
    let refused = RefusedAnswers::default();
    let limits = Limits {
        warm_start_scale: time.warm_start_scale,
        slop: LINEAR_SLOP * settings.length_unit,
        hit_speed: settings.scaled_hit_speed(),
        hit_distance: HIT_DISTANCE_SHARE * settings.scaled_hit_speed() * time.dt,
        base_test: BaseTest::new(settings, time),
        deep: -jam::DEEP * settings.length_unit,
        conditions: Conditions {
            settings,
            bodies,
            colliders,
            hook: hook.as_deref(),
            dt: time.dt,
            refused: Some(&refused),
        },
    };
    let renewal = Renewal { finder: &finder, swept: &swept, limits: &limits, width };
    for_each_chunk(awake, lists.pairs, workers, &mut memory.flagged, |chunk| renewal.run(chunk));
    stores.events.new.warnings.extend(refused.warning(&stores.colliders));
    let Memory { flagged, changes, order } = memory;
    let deferred = order::run(stores, indices_near_impacts(flagged), time.dt, order);
    changes.collect(stores, flagged, workers);
    let changes = &mut changes.all;
    stores.nets.deferred += count_deferred(flagged) + deferred;
    stores.nets.swept += changes.swept;
    for &pair in &changes.unloaded {
        stores.forget_load(pair);
    }
    for &contact in &changes.separated {
        stores.remove_contact(contact);
    }
    let base_test = BaseTest::new(&stores.settings, time);
    let awake_before = stores.contacts.awake.contacts.len();
    wake_touched(stores, &changes.wake);
    let ContactSet { contacts, pairs, .. } = &stores.contacts.awake;
    // Contacts that woke just now have kept their manifolds; they may begin to push, and bear a column.
    for (contact, pair) in contacts.iter().zip(pairs).skip(awake_before) {
        if may_begin(contact) {
            changes.candidates.begins.push(pair.slot);
        }
        if base_test
            .is_some_and(|test| has_static_row(contact) && test.accepts_static(&stores.bodies, contact, pair))
        {
            changes.bases.push(pair.slot);
        }
    }
}

fn may_begin(contact: &Contact) -> bool {
    contact.manifold.count > 0 && !contact.has(Flags::TOUCHING)
}

struct Limits<'a> {
    warm_start_scale: f32,
    /// m.
    slop: f32,
    /// m/s.
    hit_speed: f32,
    /// m. Points of a contact that was hit have approached by more than this in the last step.
    hit_distance: f32,
    /// For the contact of the lowest body of a tall column with the ground (`docs/loads.md#columns`).
    base_test: Option<BaseTest>,
    /// m, negative: bodies with a lesser separation may be jammed.
    deep: f32,
    conditions: Conditions<'a>,
}

#[derive(Clone, Copy)]
struct Renewal<'a> {
    finder: &'a ManifoldFinder<'a>,
    swept: &'a SweptContacts<'a>,
    limits: &'a Limits<'a>,
    width: Width,
}

impl Renewal<'_> {
    /// The first loop moves cached manifolds along with the bodies, which is all that most contacts need. The
    /// others are collected, and batches of similar pairs are computed together.
    fn run(&self, chunk: &mut Chunk<'_>) {
        let Self { finder, swept, limits, .. } = *self;
        let mut scratch = SCRATCH.try_with(Cell::take).ok().flatten().unwrap_or_default();
        let Scratch { unsettled, circles, polygons, hull_circles } = &mut *scratch;
        let mut count = 0;
        let contacts = chunk.contacts.iter_mut().zip(&*chunk.caches).zip(chunk.pairs);
        for (index, ((contact, cache), pair)) in contacts.enumerate() {
            contact.keep(Flags::STATE);
            if limits.warm_start_scale != 1.0 {
                contact.scale_impulses(limits.warm_start_scale);
            }
            let before = contact.manifold.points.map(|point| point.separation);
            if has_static_row(contact) {
                let is_base =
                    limits.base_test.is_some_and(|test| test.accepts_static(finder.bodies, contact, pair));
                let is_deep = min(before[0], before[1]) < limits.deep;
                contact.add_if(is_base, Flags::BASE);
                contact.add_if(is_deep, Flags::DEEP);
                chunk.flags[index / 64] |= u64::from(is_base | is_deep) << (index % 64);
            }
            let moved = finder.move_along(contact, cache, pair);
            let is_calm = |contact: &Contact| {
                !has_unloaded_point(contact)
                    || approach_distance(before, &contact.manifold) <= limits.hit_distance
            };
            let is_settled =
                |clearance: f32| is_settled(finder, swept, contact, pair, clearance) && is_calm(contact);
            if !moved.is_some_and(is_settled) {
                unsettled[count] = Unsettled { index: index as u32, moved, before };
                count += 1;
            }
        }
        let unsettled = &unsettled[..count];
        for (at, &Unsettled { index, moved, before }) in unsettled.iter().enumerate() {
            if let Some(ahead) = unsettled.get(at + AHEAD).filter(|it| it.moved.is_none()) {
                let pair = &chunk.pairs[ahead.index as usize];
                pair.colliders.into_iter().for_each(|collider| finder.colliders.prefetch(collider));
            }
            let index = index as usize;
            let (contact, cache, pair) = chunk.get(index);
            if let Some(clearance) = moved {
                let renewed = Renewed { had_points: contact.manifold.count > 0, is_new: false, clearance };
                let has_changed = self.finish(contact, cache, pair, before, renewed);
                chunk.note(index, has_changed);
                continue;
            }
            match finder.lanes(pair) {
                PairLanes::Circles(shapes) => {
                    if circles.push(finder.batched(contact, pair, index), shapes) {
                        self.compute_circles(circles, chunk);
                    }
                }
                PairLanes::Polygons(shapes) => {
                    if polygons.push(finder.batched(contact, pair, index), shapes) {
                        self.compute_polygons(polygons, chunk);
                    }
                }
                PairLanes::HullAndCircle(shapes) => {
                    if hull_circles.push(finder.batched(contact, pair, index), shapes) {
                        self.compute_hull_circles(hull_circles, chunk);
                    }
                }
                PairLanes::None => {
                    let had_points = contact.manifold.count > 0;
                    finder.compute(contact, cache, pair);
                    self.finish_new(chunk, index, had_points);
                }
            }
        }
        self.compute_circles(circles, chunk);
        self.compute_polygons(polygons, chunk);
        self.compute_hull_circles(hull_circles, chunk);
        // While its thread ends there is no place to keep it.
        let _is_kept = SCRATCH.try_with(|place| place.set(Some(scratch)));
    }

    #[inline(never)]
    fn compute_circles(&self, circles: &mut CircleBatch, chunk: &mut Chunk<'_>) {
        let finder = self.finder;
        for lane in 0..circles.compute(self.width, finder.scene()) {
            let index = circles.contact(lane);
            let (contact, cache, pair) = chunk.get(index);
            let had_points = contact.manifold.count > 0;
            let frames = finder.bodies.pair(pair.bodies);
            let (manifold, then) =
                circles.found(lane).unwrap_or_else(|| (finder.find_now(pair, frames), None));
            let rotations = match then {
                Some(_) => circles.rotations(lane),
                None => frames.frames.map(|frame| frame.rotation),
            };
            let moment = Moment { rotations, radii: circles.radii(lane), then };
            finder.replace(contact, cache, pair, frames, (&manifold, true), moment);
            self.finish_new(chunk, index, had_points);
        }
    }

    #[inline(never)]
    fn compute_polygons(&self, polygons: &mut PolygonBatch, chunk: &mut Chunk<'_>) {
        for lane in 0..polygons.compute(self.width, self.finder.scene()) {
            let index = polygons.contact(lane);
            let (contact, cache, pair) = chunk.get(index);
            let had_points = contact.manifold.count > 0;
            match polygons.found(lane) {
                // Batched polygons are sharp.
                Some(found) => self.finder.settle(contact, cache, pair, [0.0; 2], found),
                None => self.finder.compute(contact, cache, pair),
            }
            self.finish_new(chunk, index, had_points);
        }
    }

    #[inline(never)]
    fn compute_hull_circles(&self, pairs: &mut HullCircleBatch, chunk: &mut Chunk<'_>) {
        for lane in 0..pairs.compute(self.width, self.finder.scene()) {
            let index = pairs.contact(lane);
            let (contact, cache, pair) = chunk.get(index);
            let had_points = contact.manifold.count > 0;
            let (radii, found) = (pairs.radii(lane), pairs.found(lane));
            self.finder.settle(contact, cache, pair, radii, found);
            self.finish_new(chunk, index, had_points);
        }
    }

    /// [`Renewal::finish`] for a contact whose manifold has just been computed.
    #[inline]
    fn finish_new(&self, chunk: &mut Chunk<'_>, index: usize, had_points: bool) {
        let (contact, cache, pair) = chunk.get(index);
        let clearance = contact.manifold.clearance();
        // How far points have approached does not matter where all are new.
        self.finish(contact, cache, pair, [0.0; 2], Renewed { had_points, is_new: true, clearance });
        chunk.note(index, true);
    }

    /// Finishes a contact from whose manifold a flag, an event, an impact or a condition may follow, and
    /// whose points had these separations (m). Returns whether the cache has changed.
    ///
    /// Later parts see what earlier ones made of the manifold, so their order decides bits: a one-way
    /// collider judges the points of an impact, and what it lets pass neither touches nor hits.
    #[inline(never)]
    fn finish(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        separations: [f32; 2],
        renewed: Renewed,
    ) -> bool {
        let is_new = self.follow_motion(contact, cache, pair, renewed);
        let is_conditional = contact.has(Flags::CONDITIONAL);
        if is_conditional {
            self.limits.conditions.apply(contact, cache, pair, renewed.had_points);
        }
        self.note_touching(contact, renewed.had_points);
        if contact.manifold.count > 0 {
            self.note_speed(contact, pair, separations, is_new);
            if touches_sleeper(self.finder.bodies, contact, pair) {
                contact.add(Flags::WAKES);
            }
        }
        is_new || is_conditional
    }

    /// What the motion of the step does to the manifold: an impact within the step, the bend of a chain that
    /// a disc rolls over, a near miss. Returns whether the manifold is new.
    #[inline(always)]
    fn follow_motion(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        renewed: Renewed,
    ) -> bool {
        let Self { finder, swept, .. } = *self;
        let Renewed { is_new, clearance, .. } = renewed;
        let follows_bends = !order::bounces(contact);
        if swept.may_hit(contact, clearance) {
            let is_left_to_bends = follows_bends && finder.is_followed(pair);
            return is_new
                | (!is_left_to_bends && swept.search(contact, cache, pair, &finder.seams, clearance));
        }
        if !is_new || contact.manifold.count == 0 {
            return is_new;
        }
        // After this, the plane of the contact is the chord of the disc's motion over the bend (`bends.rs`).
        let is_on_bend =
            follows_bends && contact.manifold.count == 1 && finder.follow_bend(contact, cache, pair);
        if !is_on_bend && swept.may_miss(contact) && !(follows_bends && finder.stays_over_chain(pair)) {
            swept.foresee(contact, cache, pair, &finder.seams);
        }
        true
    }

    /// Touching that begins or ends.
    #[inline(always)]
    fn note_touching(&self, contact: &mut Contact, had_points: bool) {
        let (has_points, touched) = (contact.manifold.count > 0, contact.has(Flags::TOUCHING));
        contact.add_if(had_points && !has_points, Flags::DISCONNECTED);
        if (has_points && is_touching(&contact.manifold, touched, self.limits.slop)) != touched {
            contact.toggle(Flags::TOUCHING | Flags::CHANGED);
        }
        contact.add_if(has_points && !contact.has(Flags::TOUCHING), Flags::MAY_BEGIN);
    }

    /// Impacts and hits of a contact with points.
    #[inline(always)]
    fn note_speed(&self, contact: &mut Contact, pair: &Pair, separations: [f32; 2], is_new: bool) {
        let Self { finder, swept, limits, .. } = *self;
        if order::bounces(contact) && swept.is_fast_impact(contact, pair) {
            contact.add(Flags::IMPACT);
        }
        // Velocities are read only if the bodies may have approached fast.
        if has_unloaded_point(contact)
            && (is_new || approach_distance(separations, &contact.manifold) > limits.hit_distance)
            && approach_speed(contact, finder.bodies).0 > limits.hit_speed
        {
            contact.add(Flags::CANDIDATE);
        }
    }
}

/// Whether no flag, event, impact or condition can follow from moving a manifold along, as for most contacts
/// of a heap: shapes that are apart stay so, and points that touch and carry a load go on doing so.
#[inline(always)]
fn is_settled(
    finder: &ManifoldFinder<'_>,
    swept: &SweptContacts<'_>,
    contact: &Contact,
    pair: &Pair,
    clearance: f32,
) -> bool {
    let flags = contact.flags().intersection(Flags::TOUCHING | Flags::CONDITIONAL);
    if contact.manifold.count == 0 {
        return flags.is_empty() && !swept.may_hit(contact, clearance);
    }
    flags == Flags::TOUCHING && !order::bounces(contact) && !touches_sleeper(finder.bodies, contact, pair)
}

/// [`Renewal::finish`] has to finish it.
#[derive(Clone, Copy, Debug, Default)]
struct Unsettled {
    /// Where it is in its chunk.
    index: u32,
    /// The clearance, m, if the cached manifold was moved along; `None` if it has to be computed.
    moved: Option<f32>,
    /// The separations before that, m.
    before: [f32; 2],
}

/// What one chunk needs at a time. All of it is written before it is read, so it is kept for the next chunk
/// and step: to clear it would take longer than to renew the contacts of a small world.
#[derive(Debug)]
struct Scratch {
    /// For the second loop.
    unsettled: [Unsettled; NARROW_CHUNK],
    circles: CircleBatch,
    polygons: PolygonBatch,
    hull_circles: HullCircleBatch,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            unsettled: [Unsettled::default(); NARROW_CHUNK],
            circles: CircleBatch::new(),
            polygons: PolygonBatch::new(),
            hull_circles: HullCircleBatch::new(),
        }
    }
}

thread_local! {
    /// Taken while a chunk is renewed: a hook that steps another world meanwhile finds none, and makes one.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct Renewed {
    had_points: bool,
    /// Whether it was computed, and not moved along.
    is_new: bool,
    /// The least distance of the shapes, m; zero if the manifold has points or nothing is known.
    clearance: f32,
}

/// How far the point that approached most has approached since it had one of these separations, m.
fn approach_distance([p, q]: [f32; 2], manifold: &Manifold) -> f32 {
    max(p - manifold.points[0].separation, q - manifold.points[1].separation)
}

/// As reported by events, for a manifold with points.
fn is_touching(manifold: &Manifold, touched: bool, slop: f32) -> bool {
    let [p, q] = &manifold.points;
    touched || p.separation <= slop || (manifold.count > 1 && q.separation <= slop)
}
