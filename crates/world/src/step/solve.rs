//! Writes masses and accelerations of the bodies and rows of the joints for the chosen solver
//! (`step_solver.rs`), and stores the impulses of joints after it.
//!
//! ```text
//!   gravity, forces, damping  -->  inputs of bodies      --,
//!   awake joints              -->  rows (joint_rows.rs)  ---->  solver  -->  velocities, change of poses
//!   awake contacts, as the narrow phase has left them    --+            -->  impulses of contacts, joints
//!   tall columns (columns.rs)                            --'
//! ```

use super::body_input::input_of;
use super::{jam, joint_rows};
use crate::settings::MIN_ROWS;
use crate::slot::{ContactSlot, JointSlot, Slot};
use crate::stores::{Bodies, Motion, Stores};
use crate::time_step::TimeStep;
use compute::Workers;
use geom::Vec2;
use std::sync::atomic::{AtomicBool, Ordering};

/// One body in so many chooses the axis of the strips.
const AXIS_SAMPLE: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) joints: joint_rows::Memory,
    jam: jam::Memory,
    pub(super) has_kinematic: bool,
}

impl Memory {
    /// In the order of their slots.
    pub(super) fn broken_joints(&self) -> &[JointSlot] {
        &self.joints.broken
    }
}

/// Before the solver. `deep` are the contacts of static bodies that are deep in others.
pub(super) fn prepare(
    stores: &mut Stores,
    time: &TimeStep,
    workers: &mut Workers,
    deep: &[ContactSlot],
    memory: &mut Memory,
) {
    let Memory { joints, jam, has_kinematic } = memory;
    *has_kinematic = write_inputs(&mut stores.bodies, stores.settings.gravity, workers);
    joint_rows::write(&stores.bodies, &mut stores.joints, time, workers, joints);
    if *has_kinematic || !deep.is_empty() {
        jam::relieve(stores, deep, jam);
    }
}

/// After it.
pub(super) fn store(stores: &mut Stores, time: &TimeStep, workers: &mut Workers, memory: &mut Memory) {
    let joints = &mut memory.joints;
    joint_rows::store_impulses(&mut stores.joints, time, workers, joints);
    joint_rows::store_lock_impulses(&mut stores.bodies, &stores.joints, joints);
}

/// Also takes the forces that the user has applied. Returns whether a kinematic body is awake.
fn write_inputs(bodies: &mut Bodies, gravity: Vec2, workers: &mut Workers) -> bool {
    let has_kinematic = AtomicBool::new(false);
    let axis = widest_axis(bodies);
    let Bodies { grid, records, frames, awake, .. } = bodies;
    let (inputs, motions) = (&mut awake.solver.inputs_mut()[1..], &mut awake.motions[1..]);
    workers.for_each_chunk_of_two(inputs, motions, MIN_ROWS, |_, inputs, motions| {
        for (input, motion) in inputs.iter_mut().zip(motions) {
            let body = &records[motion.body];
            *input = input_of(body, motion, gravity);
            if !body.is_dynamic() {
                has_kinematic.store(true, Ordering::Relaxed);
            }
            input.strip_coordinate = grid.near_along(frames[motion.body.index()].place, axis);
            (motion.force, motion.torque) = (Vec2::zeros(), 0.0);
        }
    });
    has_kinematic.into_inner()
}

/// 0 for x, 1 for y: along which positions vary most, on a sample. The strips cut it.
pub(super) fn widest_axis(bodies: &Bodies) -> usize {
    let motions = bodies.awake.motions[1..].iter().step_by(AXIS_SAMPLE);
    let sample = |axis: usize| {
        let along = move |motion: &Motion| bodies.grid.near_along(bodies.frame(motion.body).place, axis);
        motions.clone().map(move |motion| f64::from(along(motion)))
    };
    let count = motions.clone().count().max(1) as f64;
    let variance = |axis: usize| {
        let mean = sample(axis).sum::<f64>() / count;
        sample(axis).map(|x| (x - mean) * (x - mean)).sum::<f64>()
    };
    usize::from(variance(1) > variance(0))
}
