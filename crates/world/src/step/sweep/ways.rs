//! Which bodies are quick and which are fast when a step begins, and the ways that they go if nothing stops
//! them.
//!
//! ```text
//!   row   marks    velocities    fast: the disc around the body, its way
//!   0     slow     .             .
//!   1     fast     .             disc: nothing static is near
//!   2     leaves   .             way, on which it leaves its fat boxes
//! ```
//!
//! All threads mark rows and write only their own places of `fast`. What follows changes boxes and contacts,
//! and is done by one thread ([`mark`](super::mark)).

use super::{Motions, Sweep};
use crate::body::{BodyKind, is_local};
use crate::settings::{Continuous, MIN_ROWS, SPECULATIVE_DISTANCE};
use crate::slot::{BodySlot, ColliderSlot};
use crate::stores::{Extent, Stores};
use crate::time_step::TimeStep;
use broadphase::Broadphase;
use compute::Workers;
use core::ops::ControlFlow;
use geom::{Aabb, Point, Pose, Vec2};
use solver::BodyState;
use std::sync::atomic::{AtomicBool, Ordering};

/// The radius of an empty disc, in ways of one step: a body in one need not look for several steps.
const DISC_WAYS: f32 = 8.0;

/// See the head of this file.
#[derive(Debug, Default)]
pub(in crate::step) struct FreeWays {
    /// By row. Empty if no body is quick. Rows of bodies that wake later in the step are missing: they begin
    /// at rest.
    pub(super) marks: Vec<Mark>,
    /// m/s and rad/s of each row, if any body is quick.
    velocities: Vec<(Vec2, f32)>,
    /// By row; only those of fast bodies are written.
    pub(super) fast: Vec<FastRow>,
    /// The static boxes of which the empty discs know.
    static_version: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Slow,
    Quick,
    /// It is fast, and meets nothing static.
    Fast,
    /// It is fast, and its way does not lead out of its boxes.
    Stays,
    /// The same, but its way leads out of its boxes.
    Leaves,
    /// The same, and it is very fast.
    LeavesFar,
}

#[derive(Clone, Copy, Debug)]
struct EmptyDisc {
    /// As seen from the anchor, m.
    center: Point,
    /// m. If negative, there is no such disc, and none is looked for until the body is so far from here.
    radius: f32,
}

/// While the row is fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastRow {
    /// The body around which the disc was found: when some fall asleep, rows are given to other bodies.
    body: Option<BodySlot>,
    disc: EmptyDisc,
    /// From [`Mark::Stays`] on, as seen from where the body is.
    pub(super) way: Sweep,
}

impl FastRow {
    fn unknown() -> Self {
        let disc = EmptyDisc { center: Point::origin(), radius: 0.0 };
        Self { body: None, disc, way: Sweep::still(Pose::IDENTITY) }
    }

    /// Whether the body of this row, no point of which moves farther than `way` (m), stays in the empty disc.
    #[inline]
    fn stays_in_disc(&self, stores: &Stores, row: usize, way: f32) -> bool {
        let awake = &stores.bodies.awake;
        let body = awake.motions[row].body;
        self.body == Some(body) && {
            let center = stores.bodies.near_center(body);
            let reach = awake.extents[row].reach + 0.5 * SPECULATIVE_DISTANCE * stores.settings.length_unit;
            (center - self.disc.center).norm() + way + reach <= self.disc.radius
        }
    }

    /// Whether the body of this row, no point of which moves farther than `way` (m), is known to meet nothing
    /// static. What falls or flies far from everything static searches only once in several steps.
    pub(super) fn meets_nothing(
        &mut self,
        stores: &Stores,
        broadphase: &impl Broadphase,
        row: usize,
        way: f32,
    ) -> bool {
        if self.stays_in_disc(stores, row, way) {
            return true;
        }
        let (colliders, awake) = (&stores.colliders, &stores.bodies.awake);
        let body = awake.motions[row].body;
        let center = stores.bodies.near_center(body);
        if self.body == Some(body) && (center - self.disc.center).norm() < -self.disc.radius {
            return false;
        }
        self.body = Some(body);
        let reach = awake.extents[row].reach + 0.5 * SPECULATIVE_DISTANCE * stores.settings.length_unit;
        let radius = reach + DISC_WAYS * way;
        let mut is_empty = true;
        broadphase.overlap_static(Aabb::around(center, Vec2::new(radius, radius)), &mut |key| {
            let body = colliders[ColliderSlot::from_key(key)].body;
            is_empty &= stores.bodies[body].kind != BodyKind::Static;
            if is_empty { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.disc = EmptyDisc { center, radius: if is_empty { radius } else { -0.5 * DISC_WAYS * way } };
        is_empty
    }
}

impl FreeWays {
    pub(super) const NONE: &Self =
        &Self { marks: Vec::new(), velocities: Vec::new(), fast: Vec::new(), static_version: 0 };

    pub(super) fn mark(&self, row: usize) -> Mark {
        self.marks.get(row).copied().unwrap_or(Mark::Slow)
    }

    /// As seen from where the body is, if it has been found.
    pub(super) fn found(&self, row: usize) -> Option<&Sweep> {
        (self.mark(row) >= Mark::Stays).then(|| &self.fast[row].way)
    }

    /// At any time within the step.
    pub(super) fn of(&self, motions: &Motions<'_>, row: usize, body: BodySlot) -> Sweep {
        self.found(row).copied().unwrap_or_else(|| {
            let (velocity, spin) = self.velocities.get(row).copied().unwrap_or((Vec2::zeros(), 0.0));
            motions.free_from(body, velocity, spin)
        })
    }

    /// As [`FastRow::meets_nothing`], without searching.
    #[inline]
    pub(super) fn knows_nothing_near(&self, stores: &Stores, row: usize, way: f32) -> bool {
        self.fast.get(row).is_some_and(|fast| fast.stays_in_disc(stores, row, way))
    }

    /// Also forgets the discs if static boxes have changed.
    pub(super) fn resize_fast(&mut self, stores: &Stores) {
        let (rows, version) = (stores.bodies.awake.extents.len(), stores.colliders.static_version());
        if self.static_version != version {
            self.static_version = version;
            self.fast.iter_mut().for_each(|fast| fast.body = None);
        }
        if self.fast.len() < rows {
            self.fast.resize(rows, FastRow::unknown());
        }
    }

    /// On all threads. Returns whether any body is quick.
    pub(super) fn find(
        &mut self,
        stores: &Stores,
        broadphase: &impl Broadphase,
        time: &TimeStep,
        workers: &mut Workers,
    ) -> bool {
        self.resize_fast(stores);
        let Self { marks, velocities, fast, .. } = self;
        let awake = &stores.bodies.awake;
        let unit = stores.settings.length_unit;
        let quick_speed = 0.5 * SPECULATIVE_DISTANCE * unit / time.dt;
        let fall = stores.settings.gravity.norm() * time.dt * time.dt;
        let motions = Motions::new(stores, time);
        let is_against_all = stores.settings.continuous == Continuous::All;
        let mark = |row: usize, state: &BodyState, extent: &Extent, fast: &mut FastRow| {
            let &BodyState { velocity, angular_velocity, .. } = state;
            // A bound without a root, which nearly every body passes. NaN fails it.
            let spin = extent.spin_reach * angular_velocity.abs();
            let may_be_quick = velocity.x.abs() + velocity.y.abs() + spin > quick_speed;
            if !may_be_quick || extent.fast_way == f32::INFINITY {
                return Mark::Slow;
            }
            let way = (velocity.norm() + spin) * time.dt;
            if !(way > extent.fast_way && is_local(way, unit)) {
                return Mark::Quick;
            }
            let is_very_fast = way > extent.very_fast_way;
            // A disc is not saved with a world. It may spare work, and decides nothing else.
            if !(is_very_fast && is_against_all) && fast.meets_nothing(stores, broadphase, row, way + fall) {
                return Mark::Fast;
            }
            let body = awake.motions[row].body;
            let sweep = motions.free(body);
            fast.way = sweep;
            let turn = if extent.spin_reach > 0.0 { sweep.angle } else { 0.0 };
            let end = Sweep { angle: turn, ..sweep }.pose_at(1.0);
            match leaves(stores, body, end, turn) {
                false => Mark::Stays,
                true if is_very_fast => Mark::LeavesFar,
                true => Mark::Leaves,
            }
        };
        let rows = awake.extents.len();
        marks.clear();
        marks.resize(rows, Mark::Slow);
        let is_any_quick = AtomicBool::new(false);
        workers.for_each_chunk_of_two(marks, &mut fast[..rows], MIN_ROWS, |chunk, marks, fast| {
            let first = chunk * MIN_ROWS;
            let rows = first..first + marks.len();
            let bodies = awake.solver.states()[rows.clone()].iter().zip(&awake.extents[rows]);
            let mut is_quick = false;
            for (row, ((own, fast), (state, extent))) in (first..).zip(marks.iter_mut().zip(fast).zip(bodies))
            {
                *own = mark(row, state, extent, fast);
                is_quick |= *own != Mark::Slow;
            }
            if is_quick {
                is_any_quick.store(true, Ordering::Relaxed);
            }
        });
        let is_any_quick = is_any_quick.into_inner();
        velocities.clear();
        if is_any_quick {
            velocities
                .extend(awake.solver.states().iter().map(|state| (state.velocity, state.angular_velocity)));
        } else {
            marks.clear();
        }
        is_any_quick
    }
}

/// Whether a body leaves its fat boxes in a step that takes it to the pose `end`, as seen from where it is
/// now, and turns it by `turn` (rad). Colliders that do not push do not decide.
pub(super) fn leaves(stores: &Stores, body: BodySlot, end: Pose, turn: f32) -> bool {
    let margin = 0.5 * SPECULATIVE_DISTANCE * stores.settings.length_unit;
    let place = stores.bodies.frame(body).place;
    let bulge = 2.0 * stores.bodies[body].reach * turn * turn * 0.125;
    // A body is within its boxes with this margin when the step begins.
    let mut colliders = stores.colliders.on_body(&stores.bodies[body]);
    colliders.any(|slot| {
        let collider = &stores.colliders[slot];
        let within = || stores.bodies.grid.aabb(place, collider.shape.aabb(end).expanded(bulge + margin));
        collider.counts() && (bulge > margin || !stores.colliders.fat_aabb(slot).contains(within()))
    })
}
