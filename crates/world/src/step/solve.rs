//! Stage 3: what moves the bodies is written down for the solver, and the solver runs.

use super::{Machinery, Scratch};
use crate::awake::Motion;
use crate::body::Body;
use crate::core::Core;
use crate::events::JointBreak;
use crate::joint::{AwakeJoint, total_reaction, unused_row};
use crate::settings::{JOINT_CHUNK, LEAST_ROWS, Method};
use compute::Workers;
use geom::{Rot, Vec2};
use solver::BodyInput;
use solver::joint::add_geometric_stiffness;
use std::sync::atomic::{AtomicBool, Ordering};

impl Core {
    pub(super) fn solve(&mut self, machinery: &mut Machinery, dt: f32) {
        self.write_inputs(&mut machinery.workers);
        let h = self.settings.substep(dt);
        self.write_rows(&mut machinery.workers, &mut machinery.scratch, h);
        match self.settings.method {
            Method::Soft => {
                let settings = self.settings.scaled_solver();
                let contacts = &mut self.contacts.awake.contacts;
                let Scratch { joint_rows: rows, added_inertia, .. } = &mut machinery.scratch;
                add_geometric_stiffness(self.awake.bodies.inputs_mut(), rows, h, added_inertia);
                let Machinery { solver, workers, .. } = machinery;
                solver.step_on(workers, &mut self.awake.bodies, contacts, rows, &settings, dt);
            }
            Method::Classic => self.solve_classic(machinery, dt),
        }
        self.store_impulses(&mut machinery.workers, &mut machinery.scratch, h);
    }

    /// The classic solver in its parts, with collision detection before each iteration if it wants that.
    fn solve_classic(&mut self, machinery: &mut Machinery, dt: f32) {
        let settings = self.settings.classic.scaled(self.settings.length_unit);
        let Machinery { classic, workers, scratch, .. } = machinery;
        let contacts = &mut self.contacts.awake.contacts;
        classic.begin(&mut self.awake.bodies, contacts, &mut scratch.joint_rows, &settings, dt);
        for iteration in 0..settings.iterations {
            if settings.detect_each_iteration && iteration > 0 {
                let contacts = &self.contacts.awake.contacts;
                classic.correct_positions(&mut self.awake.bodies, contacts, &settings);
                classic.store_joint_impulses(&mut scratch.joint_rows);
                self.store_impulses(workers, scratch, dt);
                self.take_up_motion();
                // This may wake up others, whose joints are not among the rows yet.
                self.detect_again(workers, scratch);
                self.write_rows(workers, scratch, dt);
                let contacts = &self.contacts.awake.contacts;
                classic.update_contacts(&mut self.awake.bodies, contacts, &scratch.joint_rows, &settings, dt);
            }
            let contacts = &mut self.contacts.awake.contacts;
            classic.iterate(&mut self.awake.bodies, contacts, &settings, dt);
        }
        let contacts = &mut self.contacts.awake.contacts;
        classic.finish(&mut self.awake.bodies, contacts, &mut scratch.joint_rows, &settings, dt);
    }

    /// Adds what the bodies have moved so far to their poses, in the middle of a step.
    fn take_up_motion(&mut self) {
        for row in 1..self.awake.motions.len() {
            self.advance(row);
            let state = &mut self.awake.bodies.states_mut()[row];
            (state.delta_position, state.delta_rotation) = (Vec2::zeros(), Rot::IDENTITY);
        }
    }

    /// Writes down the rows of all awake joints, for sub-steps of `h` seconds, those of a joint one after the other.
    fn write_rows(&mut self, workers: &mut Workers, scratch: &mut Scratch, h: f32) {
        let Scratch { joint_rows: rows, joint_cuts: cuts, .. } = scratch;
        if std::mem::take(&mut self.joints_changed) || cuts.is_empty() {
            let mut end = 0;
            cuts.clear();
            cuts.push(end);
            for joints in self.awake_joints.chunks(JOINT_CHUNK) {
                end += joints.iter().map(|joint| joint.count as usize).sum::<usize>();
                cuts.push(end);
            }
            rows.resize(end, unused_row());
        }
        let Self { joints, frames, bodies, awake_joints, .. } = self;
        workers.for_each_chunk_of_runs(awake_joints, rows, JOINT_CHUNK, cuts, |_, awake, rows| {
            let mut rows = rows;
            for AwakeJoint { slot, count, memory, .. } in awake {
                let (own, rest) = rows.split_at_mut(*count as usize);
                rows = rest;
                let joint = &joints[*slot];
                let ends = [joint.def.a, joint.def.b];
                let frames = ends.map(|body| &frames[body as usize]);
                memory.take_substeps_of(h);
                memory.update_angle(&joint.def.kind, frames.map(|frame| frame.pose.rotation));
                let geometry = joint.geometry(memory, frames);
                joint.write_rows(memory, ends.map(|body| bodies[body].awake), &geometry, own);
            }
        });
    }

    /// Takes back the impulses of sub-steps of `h` seconds, and notes the joints that they break.
    fn store_impulses(&mut self, workers: &mut Workers, scratch: &mut Scratch, h: f32) {
        let Scratch { joint_rows: rows, joint_cuts: cuts, broken, .. } = scratch;
        let Self { joints, awake_joints, .. } = self;
        let breaks = AtomicBool::new(false);
        workers.for_each_chunk_of_runs(awake_joints, rows, JOINT_CHUNK, cuts, |_, awake, rows| {
            let mut rows = &*rows;
            for joint in awake {
                let (own, rest) = rows.split_at(joint.count as usize);
                rows = rest;
                joint.memory.take_impulses(own);
                let def = &joints[joint.slot].def;
                if def.can_break() {
                    let (impulse, twist) = total_reaction(own);
                    joint.breaks = impulse.norm() > def.break_force * h || twist.abs() > def.break_torque * h;
                    if joint.breaks {
                        breaks.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        broken.clear();
        if breaks.into_inner() {
            broken.extend(awake_joints.iter().filter(|joint| joint.breaks).map(|joint| joint.slot));
            // The list of awake joints is in the order in which they woke; the events are not.
            broken.sort_unstable();
        }
    }

    /// Removes the joints that were noted, and tells of them.
    pub(super) fn break_joints(&mut self, broken: &[u32]) {
        for &slot in broken {
            let joint = self.joints.handle(slot);
            let bodies = self.joint_links.bodies(slot).map(|body| self.bodies.handle(body));
            let (force, torque) = crate::view::JointRef { core: self, slot }.reaction();
            self.events.broken.push(JointBreak { joint, bodies, force, torque });
            self.remove_joint(slot);
        }
    }

    /// The axis along which the bodies differ most, as far as a sample of them tells.
    fn widest_axis(&self) -> usize {
        let sample = || self.awake.motions.iter().skip(1).step_by(16).map(|motion| motion.center);
        let variance = |axis: usize| {
            let count = sample().count().max(1) as f64;
            let mean = sample().map(|center| f64::from(center[axis])).sum::<f64>() / count;
            sample()
                .map(|center| (f64::from(center[axis]) - mean) * (f64::from(center[axis]) - mean))
                .sum::<f64>()
        };
        usize::from(variance(1) > variance(0))
    }

    fn write_inputs(&mut self, workers: &mut Workers) {
        let axis = self.widest_axis();
        let Self { settings, bodies, awake, .. } = self;
        let (inputs, motions) = (&mut awake.bodies.inputs_mut()[1..], &mut awake.motions[1..]);
        workers.for_each_chunk_of_two(inputs, motions, LEAST_ROWS, |_, inputs, motions| {
            for (input, motion) in inputs.iter_mut().zip(motions) {
                *input = input_of(&bodies[motion.body], motion, settings.gravity);
                input.strip_coordinate = motion.center[axis];
                (motion.force, motion.torque) = (Vec2::zeros(), 0.0);
            }
        });
    }
}

/// What moves a body in this step.
fn input_of(body: &Body, motion: &Motion, gravity: Vec2) -> BodyInput {
    if !body.is_dynamic() {
        return BodyInput::INFINITE_MASS;
    }
    let [inverse_mass, inverse_inertia] = body.inverse_masses();
    BodyInput {
        inverse_mass,
        inverse_inertia,
        acceleration: gravity * body.gravity_scale + motion.force * inverse_mass,
        angular_acceleration: motion.torque * inverse_inertia,
        damping: body.damping,
        angular_damping: body.angular_damping,
        strip_coordinate: 0.0,
    }
}
