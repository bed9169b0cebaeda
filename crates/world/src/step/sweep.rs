//! Swept contacts (continuous collision): what moves far within a step is stopped where it first touches.
//!
//! ```text
//!   mark          rows whose motion could matter; fat boxes of some grow to their way             `ways.rs`
//!   pairs         finds the pairs of these boxes, too
//!   narrow phase  pairs without points: time of impact --> a *swept contact*: the manifold there    `hit.rs`
//!                 points of shapes that are apart: do they meet, or pass by?                  `near_miss.rs`
//!                 of the bouncing impacts of a fast body, the first one is kept                   `order.rs`
//!   solve         nothing is special: the speculative row lets the body move up to s = 0
//!   clamp         fast bodies whose motion was not the free one: search it, shorten it            `clamp.rs`
//!   finalize      gives fast bodies ordinary fat boxes again
//! ```
//!
//! A body is *quick* if it may move by more than half of the speculative distance, *fast* if by half of the
//! half-width of its thinnest collider more, or 10 cm, and *very fast* if by the whole half-width more: two
//! bodies that are not very fast and were not a pair do not pass each other in this step. A pair is swept if
//! the relative way exceeds the clearance that the cache knows. A hit counts only if the shapes would overlap
//! by more than [`GRAZE`] on the way. More: `docs/continuous.md`.

pub(super) mod clamp;
mod hit;
mod motion;
mod near_miss;
pub(super) mod order;
mod search;
mod ways;

use super::seams::{PlacedPair, Seams};
use crate::body::BodyKind;
use crate::manifold_cache::ManifoldCache;
use crate::midpoint::MIN_TURN;
use crate::settings::{Continuous, SPECULATIVE_DISTANCE, WorldSettings};
use crate::slot::{BodySlot, ColliderSlot};
use crate::stores::{Bodies, Collider, Flagged, Flags, Pair, PairKind, Stores};
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use collide::{Manifold, Sweep, Tolerances};
use compute::Workers;
use compute::math::{max, min};
use core::ops::ControlFlow;
use geom::{Aabb, Pose, Shape, Vec2};
use hit::{Hit, SweptPair, find_hit, graze, reversed};
pub(super) use motion::{Motions, comes_within};
use solver::{BodyRow, Contact, Cores};
use ways::{FreeWays, Mark};

/// rad. A shape that turns farther within the step gets the box of its bounding circle. Below, its arc bulges
/// out of the boxes of start and end by at most reach * angle^2 / 8.
const WIDE_TURN: f32 = 1.5;

/// Share of what counts as a graze, for segments of chains: they know their neighbours, so nothing grazes an
/// end at which the chain goes on, and a ball that may cut a bend by 2 mm would skip segments.
const CHAIN_GRAZE_SHARE: f32 = 0.1;

#[inline]
pub(super) fn is_swept(settings: &WorldSettings, bodies: &Bodies, pair: [BodySlot; 2]) -> bool {
    match settings.continuous {
        Continuous::Nothing => false,
        Continuous::AgainstStatic => pair.iter().any(|&body| bodies[body].kind == BodyKind::Static),
        Continuous::All => true,
    }
}

#[derive(Debug, Default)]
pub(super) struct Memory {
    ways: FreeWays,
    boxes: Boxes,
    clamp: clamp::Memory,
}

impl Memory {
    /// Before a step, which may have several parts.
    pub(super) fn clear_shortened(&mut self) {
        self.clamp.shortened.clear();
    }

    pub(super) fn shortened(&mut self) -> &[BodySlot] {
        let shortened = &mut self.clamp.shortened;
        compute::sort(shortened);
        shortened.dedup();
        shortened
    }
}

/// Marks the rows of quick and of fast bodies, and gives fat boxes of their way to those that may meet
/// something there which is not in a pair with them yet. Returns whether a box has changed.
pub(super) fn mark(
    stores: &mut Stores,
    broadphase: &impl Broadphase,
    time: &TimeStep,
    workers: &mut Workers,
    memory: &mut Memory,
) -> bool {
    let Memory { ways, boxes, .. } = memory;
    if stores.settings.continuous == Continuous::Nothing {
        ways.marks.clear();
        return false;
    }
    if !ways.find(stores, broadphase, time, workers) {
        return false;
    }
    let mut any_new = false;
    for (row, (&mark, fast)) in ways.marks.iter().zip(&ways.fast).enumerate() {
        if mark >= Mark::Leaves {
            let body = stores.bodies.awake.motions[row].body;
            any_new |= boxes.extend(stores, broadphase, body, &fast.way, mark == Mark::LeavesFar);
        }
    }
    any_new
}

#[derive(Debug, Default)]
struct Boxes {
    /// The colliders of one body that leave their fat boxes, and the boxes of their way.
    ways: Vec<(ColliderSlot, Aabb)>,
    /// Static sensors on the way of one body.
    sensors: Vec<[ColliderSlot; 2]>,
}

impl Boxes {
    /// Gives the colliders of a body that leaves its boxes fat boxes that hold its way, if it is very fast or
    /// may meet something static there. Returns whether it has.
    ///
    /// A body that is not very fast does not pass what moves and was not in a pair with it. So most bodies
    /// keep their boxes, though their way leads out of them, and no new pairs come of it.
    fn extend(
        &mut self,
        stores: &mut Stores,
        broadphase: &impl Broadphase,
        body: BodySlot,
        sweep: &Sweep,
        is_very_fast: bool,
    ) -> bool {
        let Self { ways, sensors, .. } = self;
        ways.clear();
        let place = stores.bodies.frame(body).place;
        let from_pivot = sweep.center - stores.bodies.frame(body).local_center;
        let reach = stores.bodies[body].reach + from_pivot.coords.norm();
        let margin = 0.5 * SPECULATIVE_DISTANCE * stores.settings.length_unit;
        for slot in stores.colliders.on_body(&stores.bodies[body]) {
            let collider = &stores.colliders[slot];
            let way = swept_aabb(&collider.shape, sweep, reach).expanded(margin);
            let way = stores.bodies.grid.aabb(place, way);
            if collider.is_enabled && way.is_valid() && !stores.colliders.fat_aabb(slot).contains(way) {
                ways.push((slot, way));
            }
        }
        sensors.clear();
        // A very fast body gets boxes anyway, and they find its pairs; if only static bodies stop it, it gets
        // them near static ones.
        let is_against_all = stores.settings.continuous == Continuous::All;
        let mut gets_boxes = is_very_fast && is_against_all;
        for &(slot, way) in if gets_boxes { &[] } else { ways.as_slice() } {
            let way = if is_very_fast { stores.colliders.fat_aabb(slot).union(way) } else { way };
            broadphase.overlap_static(way, &mut |key| {
                let other = ColliderSlot::from_key(key);
                let pair = [slot.min(other), slot.max(other)];
                // A broad phase may report what moves, too.
                let is_static = stores.bodies[stores.colliders[other].body].kind == BodyKind::Static;
                if is_static && (is_very_fast || !stores.contacts.exists(pair)) {
                    match stores.pair_kind(pair) {
                        Some(PairKind::Sensor) => sensors.push(pair),
                        Some(PairKind::Contact) => gets_boxes |= stores.hook_accepts(pair),
                        None => {}
                    }
                }
                ControlFlow::Continue(())
            });
        }
        compute::sort(sensors);
        for pair in sensors.drain(..) {
            if !stores.contacts.exists(pair) && stores.hook_accepts(pair) {
                stores.add_contact(pair);
            }
        }
        if ways.is_empty() || !gets_boxes {
            return false;
        }
        // All boxes of the body: whether a sensor has a new one must not decide about the others.
        stores.bodies.expect_new_boxes(body);
        stores.colliders.expect_refusals(&stores.bodies[body]);
        for &(slot, way) in &*ways {
            let fat = stores.colliders.fat_aabb(slot);
            stores.colliders.set_box(slot, fat.union(way));
        }
        true
    }
}

/// A box around all poses of a shape during a sweep; no point of it is farther than `reach` from the point of
/// the sweep that moves on a straight line.
fn swept_aabb(shape: &Shape, sweep: &Sweep, reach: f32) -> Aabb {
    let angle = sweep.angle.abs();
    if angle > WIDE_TURN {
        let center = sweep.start * sweep.center;
        return Aabb::around(center, Vec2::new(reach, reach)).swept(sweep.translation);
    }
    let ends = shape.aabb(sweep.start).union(shape.aabb(sweep.pose_at(1.0)));
    ends.expanded(reach * angle * angle * 0.125)
}

/// Whether two colliders have met in the step that has just ended, if one of their bodies is fast. The poses
/// are those of the end, so the motion is searched backwards.
pub(super) fn met_on_the_way(motions: &Motions<'_>, pair: &Pair, tolerances: Tolerances) -> bool {
    if !pair.bodies.iter().any(|&body| motions.has_moved_far(body)) {
        return false;
    }
    let [a, b] = pair.colliders.map(|slot| motions.colliders.bare_shape(slot));
    let back = motions.seen_from_first(pair.bodies, pair.bodies.map(|body| motions.backwards(body)));
    let Some(leaves) = tolerances.time_of_impact(a, &back[0], b, &back[1], 0.0).touch() else { return false };
    let forth = back.map(|sweep| reversed(&sweep));
    let Some(enters) = tolerances.time_of_impact(a, &forth[0], b, &forth[1], 0.0).touch() else {
        return false;
    };
    // Shapes that only touch do not overlap, so the middle between the two is tested.
    let middle = 0.5 * (enters.fraction + 1.0 - leaves.fraction);
    tolerances.overlap(a, forth[0].pose_at(middle), b, forth[1].pose_at(middle))
}

/// How far two bodies must move, relative to each other, to pass each other, m: by both half-widths. A very
/// fast way is a half-width and half of the speculative distance.
fn passing_way([a, b]: [f32; 2], unit: f32) -> f32 {
    max(min(a, b), a + b - SPECULATIVE_DISTANCE * unit)
}

#[derive(Clone, Copy)]
pub(super) struct SweptContacts<'a> {
    ways: &'a FreeWays,
    motions: Motions<'a>,
    settings: &'a WorldSettings,
    is_against_all: bool,
    length_unit: f32,
    dt: f32,
    /// How far gravity may move a body in the step, m.
    fall: f32,
}

impl<'a> SweptContacts<'a> {
    pub(super) fn new(
        motions: Motions<'a>,
        settings: &'a WorldSettings,
        time: &TimeStep,
        memory: &'a Memory,
    ) -> Self {
        let dt = motions.dt();
        let ways = if time.rules.is_speculative { &memory.ways } else { FreeWays::NONE };
        let (length_unit, fall) = (settings.length_unit, settings.gravity.norm() * dt * dt);
        let is_against_all = settings.continuous == Continuous::All;
        Self { ways, motions, settings, is_against_all, length_unit, dt, fall }
    }

    /// Gives a contact without points a swept manifold, if the shapes touch in this step. Returns whether
    /// they do.
    #[inline(never)]
    pub(super) fn search(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        seams: &Seams<'_>,
        clearance: f32,
    ) -> bool {
        if !self.sweeps(pair) {
            return false;
        }
        let surface = |manifold, poses, fraction: f32| {
            let placed = PlacedPair { pair, poses, time: fraction * self.dt };
            seams.resolve(&manifold, &placed).of(manifold)
        };
        let Some(hit) = self.find(contact, clearance, pair, surface) else { return false };
        self.make_swept(contact, cache, &hit);
        true
    }

    fn make_swept(&self, contact: &mut Contact, cache: &mut ManifoldCache, hit: &Hit) {
        contact.replace_manifold(hit.manifold);
        let states = self.motions.bodies.awake.solver.states();
        let spins = [contact.a, contact.b].map(|row| states[row.index()].angular_velocity.abs());
        let moment = hit.found_at * self.dt;
        let is_turning = max(spins[0], spins[1]) * self.dt >= MIN_TURN;
        contact.cores = Cores { depth: hit.depth, moment: if is_turning { moment } else { 0.0 } };
        contact.add(Flags::SWEPT);
        *cache = ManifoldCache::of_impact(hit.point, hit.fraction);
    }

    /// Whether a contact without points may be swept: a body is quick, and the clearance (m) is known and
    /// small. Without a clearance the shapes may touch, and the seams or the rules of a collider decide.
    #[inline(always)]
    pub(super) fn may_hit(&self, contact: &Contact, clearance: f32) -> bool {
        if self.ways.marks.is_empty() || clearance <= 0.0 || contact.has(Flags::SEPARATED) {
            return false;
        }
        if !self.is_quick(contact.a) && !self.is_quick(contact.b) {
            return false;
        }
        let rows = [contact.a, contact.b].map(BodyRow::index);
        let awake = &self.motions.bodies.awake;
        let [a, b] = rows.map(|row| &awake.solver.states()[row]);
        let [reach_a, reach_b] = rows.map(|row| awake.extents[row].spin_reach);
        let spin = a.angular_velocity.abs() * reach_a + b.angular_velocity.abs() * reach_b;
        let approach = b.velocity - a.velocity;
        // A bound without a root. NaN fails the comparison.
        let is_near = (approach.x.abs() + approach.y.abs() + spin) * self.dt + self.fall > clearance;
        is_near && self.may_be_swept(contact)
    }

    #[inline(always)]
    fn is_quick(&self, row: BodyRow) -> bool {
        self.ways.mark(row.index()) != Mark::Slow
    }

    /// A bound of [`Self::sweeps`] that reads no records of bodies: row 0 stands for what is static or
    /// asleep.
    #[inline(always)]
    fn may_be_swept(&self, contact: &Contact) -> bool {
        self.is_against_all || contact.a == BodyRow::STATIC || contact.b == BodyRow::STATIC
    }

    #[inline]
    fn sweeps(&self, pair: &Pair) -> bool {
        self.is_against_all || is_swept(self.settings, self.motions.bodies, pair.bodies)
    }

    /// The impact of two shapes without a contact point in this step. The anchors of its manifold are
    /// measured from the centres of mass, those of the manifold that `surface` decides about from the bodies'
    /// origins.
    fn find(
        &self,
        contact: &Contact,
        clearance: f32,
        pair: &Pair,
        surface: impl Fn(Manifold, [Pose; 2], f32) -> Manifold,
    ) -> Option<Hit> {
        let way = self.greatest_way(contact);
        let speculative = SPECULATIVE_DISTANCE * self.length_unit;
        if way <= max(speculative, clearance + self.allowance(pair, way)) {
            return None;
        }
        let swept = self.swept_pair(contact, pair);
        if !swept.may_overlap(self.motions.reaches(pair), 0.0) {
            return None;
        }
        let is_chain = |collider: &Collider| matches!(collider.shape, Shape::ChainSegment(_));
        let share = if swept.colliders.iter().any(|it| is_chain(it)) { CHAIN_GRAZE_SHARE } else { 1.0 };
        let graze = share * graze(swept.colliders.map(|collider| collider.half_width), self.length_unit);
        find_hit(&swept, self.length_unit, graze, true, surface)
    }

    fn swept_pair(&self, contact: &Contact, pair: &Pair) -> SweptPair<'a> {
        let Motions { bodies, colliders, .. } = self.motions;
        let rows = [contact.a, contact.b];
        let free = [0, 1].map(|side| self.free_motion(rows[side].index(), pair.bodies[side]));
        SweptPair {
            colliders: pair.colliders.map(|slot| &colliders[slot]),
            frames: bodies.pair(pair.bodies).frames,
            sweeps: self.motions.seen_from_first(pair.bodies, free),
        }
    }

    /// How far two bodies may overlap after a step in which they approach by at most `way`, m.
    ///
    /// What lands on a body of infinite mass should not sink in. Two dynamic bodies may, as far as either may
    /// move without being very fast: an impact that begins within a step reaches third bodies in the same
    /// step, and a cradle then loses its energy. But not if they could pass each other in the next step: a
    /// manifold of its middle would show them on the wrong sides.
    fn allowance(&self, pair: &Pair, way: f32) -> f32 {
        let Motions { bodies, colliders, .. } = self.motions;
        let ways = pair.colliders.map(|slot| colliders[slot].very_fast_way);
        let are_dynamic = pair.bodies.iter().all(|&body| bodies[body].is_dynamic());
        if are_dynamic && way <= passing_way(ways, self.length_unit) { min(ways[0], ways[1]) } else { 0.0 }
    }

    fn free_motion(&self, row: usize, body: BodySlot) -> Sweep {
        self.ways.found(row).copied().unwrap_or_else(|| self.motions.free(body))
    }

    /// A bound of the way by which two bodies approach within the step, m. Without forces other than gravity:
    /// a pair that they make fast is swept one step later.
    fn greatest_way(&self, contact: &Contact) -> f32 {
        let awake = &self.motions.bodies.awake;
        let [a, b] = [contact.a, contact.b].map(|row| &awake.solver.states()[row.index()]);
        let [reach_a, reach_b] = [contact.a, contact.b].map(|row| awake.extents[row.index()].spin_reach);
        let spin = a.angular_velocity.abs() * reach_a + b.angular_velocity.abs() * reach_b;
        max((b.velocity - a.velocity).norm() + spin, 0.0) * self.dt + self.fall
    }
}
