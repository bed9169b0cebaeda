//! New poses, new fat AABBs, and how long each body has been slow.
//!
//! ```text
//!   rows       1 2 3 4 5 6 | 7 8 9 10 11 12       a run of rows for each worker
//!                   |               |
//!   results    r r r r r r | r r r r r  r         r: pose and slack of a body, by body row
//!   slots      0 1 2 3 4 5 | 6 7 8 9 10 11        then each worker has a range of slots, and copies there
//!                                                 the results of the bodies that have these slots
//!   findings   {b} {d}       {h}                  colliders (b, d, h) outside their fat AABBs with their new
//!                                                 ones, and bodies to be stopped
//!                   \               /
//!               boxes, warnings                   written by one thread, in the order of rows
//! ```
//!
//! Changes of shared data are collected and done in the order of rows, so the result does not depend on the
//! workers. Most bodies have moved less than their slack (`aabb_slack.rs`): neither shapes nor boxes are
//! read, and records only of slow ones. Rows are mostly in the order of slots, so a worker finds most results
//! of its slots among its own. Turned down (`docs/experiments/continuous.md`): fat AABBs that reach ahead
//! along the velocity.

use crate::aabb_slack::{AabbSlack, NO_CHANGE};
use crate::body::BodyKind;
use crate::events::StepWarning;
use crate::frame::Frame;
use crate::id::{BodyId, Slots};
use crate::paged::{Paged, PagedPart};
use crate::parts;
use crate::place::{Grid, Place, moved_aabb};
use crate::settings::{SPECULATIVE_DISTANCE, STEADY_SHARE, WorldSettings};
use crate::slot::{BodySlot, ColliderSlot, Slot};
use crate::stores::{Bodies, Body, Colliders, Motion, Stores};
use crate::time_step::TimeStep;
use compute::Workers;
use geom::{Aabb, Rot, Vec2};
use solver::BodyState;

/// A body stopped in the outermost 1 / `BORDER_PARTS` of the world, beyond 90,000 km, has reached the border
/// and stays; one farther in had an absurd velocity, and may fall on.
const BORDER_PARTS: i64 = 10;

#[derive(Clone, Copy, Debug)]
struct RowResult {
    place: Place,
    rotation: Rot,
    slack: AabbSlack,
}

const NO_RESULT: RowResult =
    RowResult { place: Place { x: 0, y: 0 }, rotation: Rot::IDENTITY, slack: AabbSlack::UNKNOWN };

/// What one worker has collected, on cache lines of its own, since the lengths of the lists change.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Findings {
    /// With the new one.
    boxes: Vec<(ColliderSlot, Aabb)>,
    stopped: Vec<usize>,
    slots: [usize; 2],
}

#[derive(Debug, Default)]
pub(super) struct Memory {
    results: Vec<RowResult>,
    findings: Vec<Findings>,
}

struct Run<'a> {
    motions: &'a mut [Motion],
    states: &'a [BodyState],
    results: &'a mut [RowResult],
    first_row: usize,
    findings: &'a mut Findings,
}

struct SlotRange<'a> {
    frames: PagedPart<'a, Frame>,
    slack: PagedPart<'a, AabbSlack>,
}

impl SlotRange<'_> {
    fn copy(&mut self, motions: &[Motion], results: &[RowResult], [lowest, highest]: [usize; 2]) {
        let own = self.frames.indices();
        if highest < own.start || lowest >= own.end {
            return;
        }
        for (motion, result) in motions.iter().zip(results) {
            let slot = motion.body.index();
            if let (Some(frame), Some(slack)) = (self.frames.get_mut(slot), self.slack.get_mut(slot)) {
                (frame.place, frame.rotation) = (result.place, result.rotation);
                *slack = result.slack;
            }
        }
    }
}

pub(super) fn run(stores: &mut Stores, time: &TimeStep, workers: &mut Workers, memory: &mut Memory) {
    let Stores { settings, bodies, colliders, .. } = stores;
    let sleep_speed = bodies.greatest_sleep_speed * settings.length_unit;
    let Bodies { grid, records, frames, slack, awake, .. } = bodies;
    let Memory { results, findings } = memory;
    let rows = awake.len();
    let count = parts::count_for(rows, workers);
    let size = rows.div_ceil(count).max(1);
    results.resize(rows, NO_RESULT);
    if findings.len() < count {
        findings.resize_with(count, Findings::default);
    }
    // Row 0 stands for static bodies.
    let (motions, states) = (&mut awake.motions[1..], &awake.solver.states()[1..]);
    let runs = motions
        .chunks_mut(size)
        .zip(states.chunks(size))
        .zip(results.chunks_mut(size))
        .zip(&mut *findings)
        .enumerate();
    let runs = runs.map(|(index, (((motions, states), results), findings))| Run {
        motions,
        states,
        results,
        first_row: 1 + index * size,
        findings,
    });
    let unit = settings.length_unit;
    let boxes = BoxChecker { grid, records, colliders, unit };
    let tremble = settings.gravity.norm() * time.change_of_substep();
    let finisher = Finisher { grid, records, frames, slack, boxes, unit, sleep_speed, tremble, dt: time.dt };
    parts::for_each(workers, count, runs, |run| finisher.finish(run));
    let runs = awake.motions[1..].chunks(size).zip(results.chunks(size)).zip(&*findings);
    copy_to_slots(frames, slack, runs, count, workers);
    stores.colliders.set_boxes(findings.iter().map(|it| it.boxes.as_slice()), workers);
    for Findings { boxes, stopped, .. } in findings {
        boxes.clear();
        for row in stopped.drain(..) {
            stop(stores, row);
        }
    }
}

fn copy_to_slots<'a>(
    frames: &mut Paged<Frame>,
    slack: &mut Paged<AabbSlack>,
    runs: impl Iterator<Item = ((&'a [Motion], &'a [RowResult]), &'a Findings)> + Clone + Sync,
    count: usize,
    workers: &mut Workers,
) {
    let arrays = frames.parts_mut(count).zip(slack.parts_mut(count));
    let ranges = arrays.map(|(frames, slack)| SlotRange { frames, slack });
    parts::for_each(workers, count, ranges, |range| {
        for ((motions, results), findings) in runs.clone() {
            range.copy(motions, results, findings.slots);
        }
    });
}

struct Finisher<'a> {
    grid: &'a Grid,
    records: &'a Slots<BodyId, Body>,
    frames: &'a [Frame],
    slack: &'a [AabbSlack],
    boxes: BoxChecker<'a>,
    unit: f32,
    /// m/s, scaled by the length unit: no faster body is slow.
    sleep_speed: f32,
    /// m/s: gravity times the difference of sub-steps, by which the velocity of a body at rest may differ if
    /// this step has another length than the last.
    tremble: f32,
    /// s.
    dt: f32,
}

impl Finisher<'_> {
    fn finish(&self, run: &mut Run<'_>) {
        let rows = run.motions.iter_mut().zip(&mut *run.results).zip(run.states);
        let [mut lowest, mut highest] = [usize::MAX, 0];
        for (index, ((motion, result), state)) in rows.enumerate() {
            let slot = motion.body.index();
            (lowest, highest) = (lowest.min(slot), highest.max(slot));
            let (frame, mut slack) = (&self.frames[slot], self.slack[slot]);
            let (moved, state) = match moved(frame, state, self.grid) {
                Some(moved) => (moved, state),
                None => {
                    run.findings.stopped.push(run.first_row + index);
                    (Moved::not(frame), &BodyState::REST)
                }
            };
            let Moved { way, change, frame: after } = moved;
            let Frame { place, rotation, .. } = after;
            let has_swept_boxes = slack.holds_way();
            slack.subtract_motion(way, change);
            if !slack.remains() {
                slack = self.boxes.check(motion.body, &after, has_swept_boxes, &mut run.findings.boxes);
            }
            *result = RowResult { place, rotation, slack };
            motion.slow_for = self.slow_for(motion, state);
        }
        run.findings.slots = [lowest, highest];
    }

    /// For how long the body has been slow and steady, s. `motion.steady_velocity` keeps the velocity with
    /// which that began: a body that is slow only at this moment, since gravity begins to move it or turns it
    /// round, must not stop there.
    #[inline]
    fn slow_for(&self, motion: &mut Motion, state: &BodyState) -> f32 {
        let speed = state.velocity.norm();
        if speed > self.sleep_speed {
            return 0.0;
        }
        let body = &self.records[motion.body];
        let limit = body.sleep_speed * self.unit;
        let is_slow = match body.kind {
            // The program moves it: it is not slow while it moves.
            BodyKind::Kinematic => speed == 0.0 && state.angular_velocity == 0.0,
            _ => body.greatest_speed(state.velocity, state.angular_velocity) <= limit,
        };
        if !(is_slow && body.can_sleep) {
            return 0.0;
        }
        let now = (state.velocity, state.angular_velocity);
        if motion.slow_for > 0.0 {
            let (velocity, angular_velocity) = motion.steady_velocity;
            let change = body.greatest_speed(now.0 - velocity, now.1 - angular_velocity);
            if change > STEADY_SHARE * limit + self.tremble {
                return 0.0;
            }
        } else {
            motion.steady_velocity = now;
        }
        motion.slow_for + self.dt
    }
}

#[derive(Clone, Copy)]
pub(super) struct BoxChecker<'a> {
    grid: &'a Grid,
    records: &'a Slots<BodyId, Body>,
    colliders: &'a Colliders,
    unit: f32,
}

impl<'a> BoxChecker<'a> {
    pub(super) fn new(bodies: &'a Bodies, colliders: &'a Colliders, settings: &WorldSettings) -> Self {
        Self { grid: &bodies.grid, records: &bodies.records, colliders, unit: settings.length_unit }
    }

    /// Finds the colliders that have left their fat boxes, or all if its boxes cover the motion of the step,
    /// and returns how far the body may move from here.
    #[inline]
    pub(super) fn check(
        &self,
        body: BodySlot,
        frame: &Frame,
        has_swept_boxes: bool,
        new_boxes: &mut Vec<(ColliderSlot, Aabb)>,
    ) -> AabbSlack {
        let mut slack = AabbSlack::UNLIMITED;
        let Body { kind, first_collider: mut next, .. } = self.records[body];
        let base = self.grid.near_exact(frame.place);
        while let Some(slot) = next {
            let collider = &self.colliders[slot];
            next = collider.next;
            if !collider.is_enabled {
                continue;
            }
            let own = collider.shape.aabb(frame.own_pose());
            // Half of the speculative distance stays: else contacts would begin too late.
            let needed = moved_aabb(base, own.expanded(0.5 * SPECULATIVE_DISTANCE * self.unit));
            let mut fat = self.colliders.fat_aabb(slot);
            if has_swept_boxes || !fat.contains(needed) {
                fat = moved_aabb(base, own.expanded(collider.margin(kind)));
                new_boxes.push((slot, fat));
            }
            slack.include(fat, needed, collider.reach);
        }
        slack
    }
}

pub(super) fn advance(stores: &mut Stores, row: usize) {
    let bodies = &mut stores.bodies;
    let (slot, state) = (bodies.awake.motions[row].body, &bodies.awake.solver.states()[row]);
    if let Some(Moved { frame: after, .. }) = moved(bodies.frame(slot), state, &bodies.grid) {
        *bodies.frame_mut(slot) = after;
        bodies.forget_slack(slot);
    } else {
        stop(stores, row);
    }
}

struct Moved {
    way: Vec2,
    change: Rot,
    frame: Frame,
}

impl Moved {
    fn not(frame: &Frame) -> Self {
        Self { way: Vec2::zeros(), change: NO_CHANGE, frame: *frame }
    }
}

/// `None` if the motion is not finite or leads out of the world. The centre of mass moves by d, so the origin
/// by d + (R - R') c, with c the centre in the body's frame. The difference is exact for small turns, which
/// keeps the centre of a spinning body in its place.
#[inline(always)]
fn moved(frame: &Frame, state: &BodyState, grid: &Grid) -> Option<Moved> {
    let BodyState { velocity, angular_velocity, delta_position, delta_rotation, .. } = *state;
    if !(velocity.norm_squared().is_finite() && angular_velocity.is_finite()) {
        return None;
    }
    if delta_position == Vec2::zeros() && delta_rotation == Rot::IDENTITY {
        // Normalising the rotation again might change its last bits.
        return Some(Moved::not(frame));
    }
    let rotation = (delta_rotation * frame.rotation).normalized();
    let change = Rot { cos: frame.rotation.cos - rotation.cos, sin: frame.rotation.sin - rotation.sin };
    let way = delta_position + change * frame.local_center;
    let place = grid.moved_within(frame.place, way)?;
    rotation.is_finite().then_some(Moved { way, change, frame: Frame { place, rotation, ..*frame } })
}

/// Also sets the impulses of its contacts and joints to zero. One at the border of the world gets no
/// acceleration from now on, and rests there with one warning; gravity would lead it out again and again.
fn stop(stores: &mut Stores, row: usize) {
    let Stores { bodies, joints, contacts, events, nets, .. } = stores;
    nets.stopped += 1;
    bodies.awake.solver.states_mut()[row] = BodyState::REST;
    let slot = bodies.awake.motions[row].body;
    let is_at_border = !bodies.grid.contains_within(bodies.frame(slot).place, BORDER_PARTS);
    let was_at_border = std::mem::replace(&mut bodies[slot].has_left_world, is_at_border);
    let mut cursor = bodies[slot].contacts.cursor();
    while let Some((contact, _)) = contacts.advance(&mut cursor) {
        contacts.forget_impulses(contact);
    }
    let mut cursor = bodies[slot].joints.cursor();
    while let Some((joint, _)) = joints.advance(&mut cursor) {
        joints.state_mut(joint).forget_impulses();
    }
    if !(is_at_border && was_at_border) {
        events.new.warnings.push(StepWarning::BodyStopped(bodies.handle(slot)));
    }
}
