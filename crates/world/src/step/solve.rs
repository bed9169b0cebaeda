//! Stage 3: what moves the bodies is written down for the solver, and the solver runs.

use super::{Machinery, Scratch};
use crate::awake::Motion;
use crate::body::{Body, Frame};
use crate::core::Core;
use crate::events::JointBreak;
use crate::joint::{JointDef, Place};
use crate::settings::{LEAST_ROWS, Method};
use compute::Workers;
use geom::{Rot, Vec2};
use solver::joint::{JointFrame, brace};
use solver::{BodyInput, JointRows};

impl Core {
    pub(super) fn solve(&mut self, machinery: &mut Machinery, dt: f32) {
        self.write_inputs(&mut machinery.workers);
        self.write_rows(&mut machinery.scratch.joint_rows);
        match self.settings.method {
            Method::Soft => {
                let settings = self.settings.scaled_solver();
                let contacts = &mut self.contacts.awake.contacts;
                let Scratch { joint_rows: rows, braced, .. } = &mut machinery.scratch;
                brace(self.awake.bodies.inputs_mut(), rows, dt / settings.substeps as f32, braced);
                let Machinery { solver, workers, .. } = machinery;
                solver.step_on(workers, &mut self.awake.bodies, contacts, rows, &settings, dt);
            }
            Method::Classic => self.solve_classic(machinery, dt),
        }
        let h = match self.settings.method {
            Method::Soft => dt / self.settings.scaled_solver().substeps as f32,
            Method::Classic => dt,
        };
        let scratch = &mut machinery.scratch;
        self.store_impulses(&scratch.joint_rows, h, &mut scratch.broken);
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
                classic.project(&mut self.awake.bodies, contacts, &settings);
                classic.store_joints(&mut scratch.joint_rows);
                // Before what is met wakes: its joints have no rows yet.
                self.store_impulses(&scratch.joint_rows, dt, &mut scratch.broken);
                self.take_up_motion();
                self.detect_again(workers, scratch);
                self.write_rows(&mut scratch.joint_rows);
                let contacts = &self.contacts.awake.contacts;
                classic.detected(&mut self.awake.bodies, contacts, &scratch.joint_rows, &settings, dt);
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

    fn write_rows(&mut self, rows: &mut Vec<JointRows>) {
        rows.clear();
        for &slot in &self.awake_joints {
            let joint = &mut self.joints[slot];
            let bodies = [joint.def.a, joint.def.b];
            let frames = bodies.map(|body| &self.frames[body as usize]);
            joint.turn(frames.map(|frame| frame.pose.rotation));
            let place = joint_place(frames, &joint.def);
            joint.write(bodies.map(|body| self.bodies[body].awake), &place, |written| rows.push(written));
        }
    }

    /// Takes back the impulses of sub-steps of `h` seconds, and notes the joints that they break.
    fn store_impulses(&mut self, mut rows: &[JointRows], h: f32, broken: &mut Vec<u32>) {
        self.substep = h;
        broken.clear();
        for &slot in &self.awake_joints {
            let joint = &mut self.joints[slot];
            let (own, rest) = joint.take_impulses(rows);
            rows = rest;
            if joint.def.can_break() {
                let (impulse, twist) = reaction(own);
                if impulse.norm() > joint.def.break_force * h || twist.abs() > joint.def.break_torque * h {
                    broken.push(slot);
                }
            }
        }
        // The list of awake joints is in the order in which they woke; the events are not.
        broken.sort_unstable();
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
                input.along = motion.center[axis];
                (motion.force, motion.torque) = (Vec2::zeros(), 0.0);
            }
        });
    }
}

/// What moves a body in this step.
fn input_of(body: &Body, motion: &Motion, gravity: Vec2) -> BodyInput {
    if !body.is_dynamic() {
        return BodyInput::KINEMATIC;
    }
    let [inverse_mass, inverse_inertia] = body.inverse_masses();
    BodyInput {
        inverse_mass,
        inverse_inertia,
        acceleration: gravity * body.gravity_scale + motion.force * inverse_mass,
        angular_acceleration: motion.torque * inverse_inertia,
        damping: body.damping,
        angular_damping: body.angular_damping,
        along: 0.0,
    }
}

/// Impulse (N s) on B and twist (N m s) of all rows of a joint.
fn reaction(rows: &[JointRows]) -> (Vec2, f32) {
    rows.iter().map(JointRows::reaction).fold((Vec2::zeros(), 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1))
}

/// Where a joint is now, its bodies being in these frames.
pub(crate) fn joint_place([a, b]: [&Frame; 2], def: &JointDef<u32>) -> Place {
    let anchor_a = a.pose.rotation * (def.anchor_a.coords - a.local_center);
    let anchor_b = b.pose.rotation * (def.anchor_b.coords - b.local_center);
    // Positions are subtracted before anchors are added, which keeps the gap exact far from the origin.
    let gap = (b.center() - a.center()) + (anchor_b - anchor_a);
    let ropes = [(a.center() - def.wheels[0]) + anchor_a, (b.center() - def.wheels[1]) + anchor_b];
    Place { points: JointFrame { anchor_a, anchor_b, gap }, axis: a.pose.rotation * def.axis, ropes }
}
