//! Swept contacts (continuous collision): what moves far within a step is stopped where it first touches.
//!
//! A step looks at shapes where they are when it begins. What is nearer than the speculative distance gets
//! contact points then. A ball that is farther away and moves by more than its radius is behind a thin wall
//! before anything has looked again. So the way within the step is searched for impacts:
//!
//! ```text
//!   mark          rows whose motion could matter; fat boxes of fast bodies grow to their way
//!   pairs           finds the pairs of these boxes, too
//!   narrow phase    pairs without points, one body marked:                              `hit.rs`
//!                     time of impact along the free motion --> a *swept contact*: the manifold at the
//!                     poses of impact, with a separation that the solver brings to contact just then
//!   solve           nothing is special: the speculative row lets the body move up to s = 0, and no farther
//!   clamp         fast bodies whose motion was not the free one: search it, shorten it   `clamp.rs`
//!   finalize        gives fast bodies ordinary fat boxes again
//! ```
//!
//! **Fast is relative to what is near.** Three tests follow each other, each cheaper than the next:
//!
//! - *A body is quick* if it may move by more than half of the speculative distance: two bodies that are not
//!   quick cannot close the gap that shapes without points have. One comparison for each awake body.
//! - *A body is fast* if it moves by more than half of the half-width of its thinnest collider (and half of
//!   the speculative distance). Only fast bodies need larger boxes: two others that were not even a pair
//!   overlap after the step by no more than half of both half-widths, and the manifold shows on which side
//!   they are.
//! - *A pair is swept* if the relative way, rotation included, exceeds the clearance that the cache knows.
//!   The search then costs about as much as a manifold.
//!
//! A hit counts only if the shapes would overlap by more than [`GRAZE`] on the way: a box that slides along a
//! floor touches the side of the next tile all the time, as deep as it has sunk in.
//!
//! **What is not swept**: bodies that have opted out, sensors of their own, rotating half-spaces, what the
//! program moves at once (only velocities count), and bodies that would leave the world in this step.
//!
//! Turned down:
//! - a flag for bullets, as Box2D and Rapier have it: games forget it, and a slow ball that a bullet hits
//!   needs it as much;
//! - only static bodies as targets (Box2D without the flag): 99% of shots pass through a crate;
//! - moving bodies to the time of impact after an ordinary step, and nothing else (Box2D): the impact acts a
//!   step late, on a lever of another pose, and a ball that bounces has lost its energy's bookkeeping;
//! - sub-steps for bodies that hit (Rapier): the solver would run again on a part of the world;
//! - more sub-steps for all: 300 m/s against a wall of 1 cm needs 250;
//! - boxes that reach ahead for every body: `spinner` took 15 ms instead of 6 (`finalize.rs`).

pub(super) mod clamp;
mod hit;
mod motion;

use super::seams::{PlacedPair, Seams};
use crate::body::is_in_world;
use crate::manifold_cache::ManifoldCache;
use crate::settings::{Method, SPECULATIVE_DISTANCE, WorldSettings};
use crate::slot::BodySlot;
use crate::stores::{Pair, SEPARATED, SWEPT, Stores};
use crate::time_step::TimeStep;
use collide::{Manifold, Sweep, time_of_impact};
use compute::math::{max, min};
use geom::{Aabb, Pose, Shape, Vec2};
use hit::{Hit, SweptPair, find_hit, reversed};
pub(super) use motion::Motions;
use solver::{BodyState, Contact};

/// In [`Memory::marks`]: the body is quick, and not fast. Greater numbers are indices into the fast bodies.
const QUICK: u32 = 1;

/// rad. A shape that turns farther within the step gets the box of its bounding circle. Below, its arc bulges
/// out of the boxes of start and end by at most reach * angle^2 / 8.
const WIDE_TURN: f32 = 1.5;

/// A body that is fast, and the way that it goes if nothing stops it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastBody {
    body: BodySlot,
    sweep: Sweep,
}

/// The memory of this stage.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// By row: 0 for a slow body, [`QUICK`], or [`QUICK`] + 1 + the index of a fast body. Empty if no body is
    /// quick. Rows of bodies that wake later in the step are missing: they begin at rest.
    marks: Vec<u32>,
    fast: Vec<FastBody>,
    clamp: clamp::Memory,
}

impl Memory {
    /// The index of a row among the fast bodies.
    fn fast_index(&self, row: usize) -> Option<usize> {
        self.marks.get(row).and_then(|&mark| mark.checked_sub(QUICK + 1)).map(|index| index as usize)
    }
}

/// Marks the rows of quick and of fast bodies, and gives the fast ones fat boxes of their way. Returns
/// whether a box has changed.
pub(super) fn mark(stores: &mut Stores, time: &TimeStep, memory: &mut Memory) -> bool {
    let Memory { marks, fast, .. } = memory;
    marks.clear();
    fast.clear();
    if !stores.settings.continuous {
        return false;
    }
    let unit = stores.settings.length_unit;
    let quick_speed = 0.5 * SPECULATIVE_DISTANCE * unit / time.dt;
    let awake = &stores.bodies.awake;
    let rows = awake.solver.states().iter().zip(&awake.extents).enumerate().skip(1);
    for (row, (state, extent)) in rows {
        // A bound without a root, which nearly every body passes. NaN fails it.
        let BodyState { velocity, angular_velocity, .. } = state;
        let spin = extent.reach * angular_velocity.abs();
        let may_be_quick = velocity.x.abs() + velocity.y.abs() + spin > quick_speed;
        if !may_be_quick || extent.free_way == f32::INFINITY {
            continue;
        }
        if marks.is_empty() {
            marks.resize(awake.extents.len(), 0);
        }
        let way = (velocity.norm() + spin) * time.dt;
        marks[row] = QUICK;
        if way > extent.free_way && is_in_world(way, unit) {
            fast.push(FastBody { body: awake.motions[row].body, sweep: Sweep::still(Pose::IDENTITY) });
            marks[row] += fast.len() as u32;
        }
    }
    let mut any_new = false;
    for fast in &mut *fast {
        fast.sweep = Motions::new(stores, time).free(fast.body);
        any_new |= extend_boxes(stores, fast.body, &fast.sweep);
    }
    any_new
}

/// Gives the colliders of a body fat boxes that hold its way. Returns whether one has changed.
fn extend_boxes(stores: &mut Stores, body: BodySlot, sweep: &Sweep) -> bool {
    let mut any_new = false;
    // Also if no box grows: whether a sensor on the body has a new box must not decide about the others.
    stores.bodies.expect_new_boxes(body);
    let from_pivot = sweep.center - stores.bodies.frame(body).local_center;
    let reach = stores.bodies[body].reach + from_pivot.coords.norm();
    let margin = 0.5 * SPECULATIVE_DISTANCE * stores.settings.length_unit;
    let mut next = stores.bodies[body].first_collider;
    while let Some(slot) = next {
        let collider = &stores.colliders[slot];
        next = collider.next;
        let way = swept_aabb(&collider.shape, sweep, reach).expanded(margin);
        let fat = stores.colliders.fat_aabb(slot);
        if way.is_valid() && !fat.contains(way) {
            stores.colliders.set_box(slot, fat.union(way));
            any_new = true;
        }
    }
    any_new
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
pub(super) fn met_on_the_way(motions: &Motions<'_>, pair: &Pair) -> bool {
    if !pair.bodies.iter().any(|&body| motions.has_moved_far(body)) {
        return false;
    }
    let [a, b] = pair.colliders.map(|slot| &motions.colliders[slot].shape);
    let back = pair.bodies.map(|body| motions.backwards(body));
    let Some(leaves) = time_of_impact(a, &back[0], b, &back[1], 0.0).touch() else { return false };
    let forth = back.map(|sweep| reversed(&sweep));
    let Some(enters) = time_of_impact(a, &forth[0], b, &forth[1], 0.0).touch() else { return false };
    // Half way between the two, since shapes that only touch do not overlap.
    let middle = 0.5 * (enters.fraction + 1.0 - leaves.fraction);
    collide::overlap(a, forth[0].pose_at(middle), b, forth[1].pose_at(middle))
}

/// The data with which the narrow phase finds swept contacts.
#[derive(Clone, Copy)]
pub(super) struct SweptContacts<'a> {
    marks: &'a [u32],
    fast: &'a [FastBody],
    motions: Motions<'a>,
    length_unit: f32,
    dt: f32,
    /// How far gravity may move a body in the step, m.
    fall: f32,
}

impl<'a> SweptContacts<'a> {
    pub(super) fn new(motions: Motions<'a>, settings: &WorldSettings, memory: &'a Memory) -> Self {
        let dt = motions.dt();
        // The classic solver ignores points that do not overlap.
        let marks = if settings.method == Method::Soft { &*memory.marks } else { &[] };
        let (length_unit, fall) = (settings.length_unit, settings.gravity.norm() * dt * dt);
        Self { marks, fast: &memory.fast, motions, length_unit, dt, fall }
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
    ) -> bool {
        let surface = |manifold, poses, fraction: f32| {
            seams.resolve(manifold, PlacedPair { pair, poses, time: fraction * self.dt }).manifold
        };
        let Some(hit) = self.find(contact, cache, pair, surface) else { return false };
        contact.replace_manifold(hit.manifold);
        contact.user |= SWEPT;
        *cache = ManifoldCache::of_impact(hit.point);
        true
    }

    /// Whether a body of the contact is quick, so that a contact without points may be swept.
    #[inline]
    pub(super) fn may_hit(&self, contact: &Contact) -> bool {
        let is_quick = |row: solver::BodyRow| self.marks.get(row.index()).is_some_and(|&mark| mark != 0);
        let is_open = contact.manifold.count == 0 && contact.user & SEPARATED == 0;
        !self.marks.is_empty() && is_open && (is_quick(contact.a) || is_quick(contact.b))
    }

    /// The impact of two shapes without a contact point, if they have one in this step. The anchors of its
    /// manifold are measured from the centres of mass. `surface` has the last word about the manifold at the
    /// poses of impact, with anchors that are measured from the bodies' origins.
    fn find(
        &self,
        contact: &Contact,
        cache: &ManifoldCache,
        pair: &Pair,
        surface: impl Fn(Manifold, [Pose; 2], f32) -> Manifold,
    ) -> Option<Hit> {
        let Motions { bodies, colliders, .. } = self.motions;
        let frames = pair.bodies.map(|body| bodies.frame(body));
        let way = self.greatest_way(contact);
        let speculative = SPECULATIVE_DISTANCE * self.length_unit;
        if way <= speculative {
            return None;
        }
        // Without a clearance the shapes may touch, and the seams or the rules of a collider have the say.
        let clearance = cache.clearance(frames, speculative);
        if clearance <= 0.0 || way <= clearance + self.allowance(pair) {
            return None;
        }
        let rows = [contact.a, contact.b];
        let sweeps = [0, 1].map(|side| self.free_motion(rows[side].index(), pair.bodies[side]));
        let swept = SweptPair { colliders: pair.colliders.map(|slot| &colliders[slot]), frames, sweeps };
        find_hit(&swept, self.length_unit, surface)
    }

    /// How far two bodies may overlap after the step, m: what lands on a body of infinite mass should not
    /// sink in; two dynamic bodies may as far as either may move without being fast, since an impact that
    /// begins within a step reaches third bodies in the same step, and a cradle then loses its energy.
    fn allowance(&self, pair: &Pair) -> f32 {
        let Motions { bodies, colliders, .. } = self.motions;
        let [a, b] = pair.colliders.map(|slot| colliders[slot].free_way);
        if pair.bodies.iter().all(|&body| bodies[body].is_dynamic()) { min(a, b) } else { 0.0 }
    }

    fn free_motion(&self, row: usize, body: BodySlot) -> Sweep {
        match self.marks.get(row).and_then(|&mark| self.fast.get(mark.checked_sub(QUICK + 1)? as usize)) {
            Some(fast) => fast.sweep,
            None => self.motions.free(body),
        }
    }

    /// A bound of the way by which two bodies approach within the step, m. Forces other than gravity are not
    /// in it: a pair that they make fast is swept one step later.
    fn greatest_way(&self, contact: &Contact) -> f32 {
        let awake = &self.motions.bodies.awake;
        let [a, b] = [contact.a, contact.b].map(|row| &awake.solver.states()[row.index()]);
        let [reach_a, reach_b] = [contact.a, contact.b].map(|row| awake.extents[row.index()].reach);
        let spin = a.angular_velocity.abs() * reach_a + b.angular_velocity.abs() * reach_b;
        max((b.velocity - a.velocity).norm() + spin, 0.0) * self.dt + self.fall
    }
}
