//! The rows of awake joints: written before the solver, and read for their impulses afterwards.
//!
//! ```text
//!   awake joints   [ j0 | j1 | ... | j255 ][ j256 | ...        ]     chunks, each for one worker at a time
//!   rows           [ r r | r r r | ...    ][ r | r r | ...     ]     the rows of each joint, one to five
//!   cuts           0                       611               1022    where the rows of each chunk begin
//! ```
//!
//! After them are the rows that hold locked coordinates of bodies: see `restrict.rs`.

use crate::events::{JointBreak, finite_in_event};
use crate::joint::{total_reaction, unused_row};
use crate::settings::JOINT_CHUNK;
use crate::slot::{BodySlot, JointSlot};
use crate::stores::{AwakeJoint, Bodies, Body, Joints, Stores};
use crate::time_step::TimeStep;
use compute::Workers;
use geom::Vec2;
use solver::joint::{ConstraintError, JointFrame};
use solver::{BodyRow, JointRows};
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) rows: Vec<JointRows>,
    /// In the order of their slots.
    pub(super) broken: Vec<JointSlot>,
}

/// With the impulses that warm-start them.
pub(super) fn write(
    bodies: &Bodies,
    joints: &mut Joints,
    time: &TimeStep,
    workers: &mut Workers,
    memory: &mut Memory,
) {
    let rows = &mut memory.rows;
    joints.count_rows();
    rows.resize(joints.row_count(), unused_row());
    rows.extend(locked_bodies(bodies).map(|slot| lock_rows(bodies, slot)));
    let (records, awake, cuts) = joints.awake_with_cuts();
    workers.for_each_chunk_of_runs(awake, rows, JOINT_CHUNK, cuts, |_, awake, rows| {
        let mut rows = rows;
        for AwakeJoint { slot, row_count, state, .. } in awake {
            let (own, rest) = rows.split_at_mut(*row_count as usize);
            rows = rest;
            let joint = &records[*slot];
            let ends = joint.bodies;
            let pair = bodies.pair(ends);
            state.scale_impulses_to(time.h);
            state.update_angle(&joint.kind, pair);
            let geometry = joint.geometry(state, pair, &bodies.grid);
            joint.write_rows(state, ends.map(|body| bodies[body].row()), &geometry, own);
        }
    });
}

/// What keeps both coordinates, or the rotation, has a mass or an inertia that nothing moves, and needs no
/// row.
fn locked_bodies(bodies: &Bodies) -> impl Iterator<Item = BodySlot> {
    let is_locked = |body: &Body| body.is_dynamic() && body.is_awake() && body.locks.x != body.locks.y;
    bodies.restricted().iter().copied().filter(move |&slot| is_locked(&bodies[slot]))
}

/// Where it is when the step begins.
fn lock_rows(bodies: &Bodies, slot: BodySlot) -> JointRows {
    let body = &bodies[slot];
    let axis = if body.locks.x { Vec2::new(1.0, 0.0) } else { Vec2::new(0.0, 1.0) };
    let error = ConstraintError::Axis { frame: JointFrame::default(), axis, rest: 0.0 };
    JointRows::new(BodyRow::STATIC, body.row(), error, [bodies.extra(slot).lock_impulse, 0.0])
}

pub(super) fn store_lock_impulses(bodies: &mut Bodies, joints: &Joints, memory: &Memory) {
    let rows = &memory.rows[joints.row_count()..];
    for row in rows {
        let body = bodies.awake.motions[row.b.index()].body;
        bodies.extra_mut(body).lock_impulse = row.impulse[0];
    }
}

/// Also records the joints that break.
pub(super) fn store_impulses(
    joints: &mut Joints,
    time: &TimeStep,
    workers: &mut Workers,
    memory: &mut Memory,
) {
    let Memory { rows, broken } = memory;
    let (records, awake, cuts) = joints.awake_with_cuts();
    let any_breaks = AtomicBool::new(false);
    workers.for_each_chunk_of_runs(awake, rows, JOINT_CHUNK, cuts, |_, awake, rows| {
        let mut rows = &*rows;
        for joint in awake {
            let (own, rest) = rows.split_at(joint.row_count as usize);
            rows = rest;
            joint.state.take_impulses(own.iter().copied());
            let record = &records[joint.slot];
            if record.can_break() {
                let means = || own.iter().map(|rows| rows.with_mean_impulse());
                let (impulse, angular_impulse) = total_reaction(means());
                let too_much_force = impulse.norm() > record.break_force * time.h;
                joint.breaks = too_much_force || angular_impulse.abs() > record.break_torque * time.h;
                if joint.breaks {
                    joint.state.take_impulses(means());
                    any_breaks.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    broken.clear();
    if any_breaks.into_inner() {
        broken.extend(awake.iter().filter(|joint| joint.breaks).map(|joint| joint.slot));
        compute::sort(broken);
    }
}

pub(super) fn break_joints(stores: &mut Stores, broken: &[JointSlot]) {
    for &slot in broken {
        let joint = stores.joints.handle(slot);
        let user_data = stores.joints.user_data(slot);
        let slots = stores.joints.bodies(slot);
        let bodies = slots.map(|body| stores.bodies.handle(body));
        let body_user_data = slots.map(|body| stores.bodies.extra(body).user_data);
        let (force, torque) = stores.joints.reaction(slot, &stores.bodies);
        let (force, torque) = (force.map(finite_in_event), finite_in_event(torque));
        let event = JointBreak { joint, user_data, bodies, body_user_data, force, torque };
        stores.events.new.broken.push(event);
        stores.remove_joint(slot);
    }
}
