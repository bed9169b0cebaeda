//! Stage 3: what moves the bodies is written down for the solver, and the solver runs.

use super::Machinery;
use crate::body::Frame;
use crate::core::Core;
use crate::joint::JointDef;
use crate::settings::Method;
use geom::{Rot, Vec2};
use solver::joint::JointFrame;
use solver::{BodyInput, JointRows};

impl Core {
    pub(super) fn solve(&mut self, machinery: &mut Machinery, dt: f32) {
        self.write_inputs();
        self.write_rows(&mut machinery.scratch.joint_rows);
        match self.settings.method {
            Method::Soft => {
                let settings = self.settings.scaled_solver();
                let contacts = &mut self.contacts.awake.contacts;
                let rows = &mut machinery.scratch.joint_rows;
                let Machinery { solver, workers, .. } = machinery;
                solver.step_on(workers, &mut self.awake.bodies, contacts, rows, &settings, dt);
            }
            Method::Classic => self.solve_classic(machinery, dt),
        }
        self.store_impulses(&machinery.scratch.joint_rows);
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
                self.take_up_motion();
                self.detect_again(workers, scratch);
                self.store_impulses(&scratch.joint_rows);
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
            joint.turn(|| (frames[0].pose.rotation.inverse() * frames[1].pose.rotation).angle());
            let frame = joint_frame(frames, &joint.def);
            joint.write(bodies.map(|body| self.bodies[body].awake), frame, |written| rows.push(written));
        }
    }

    fn store_impulses(&mut self, mut rows: &[JointRows]) {
        for &slot in &self.awake_joints {
            rows = self.joints[slot].take_impulses(rows);
        }
    }

    fn write_inputs(&mut self) {
        let gravity = self.settings.gravity;
        let rows = self.awake.bodies.inputs_mut().iter_mut().zip(&mut self.awake.motions);
        for (input, motion) in rows.skip(1) {
            let body = &self.bodies[motion.body];
            let [inverse_mass, inverse_inertia] = body.inverse_masses();
            *input = if body.is_dynamic() {
                BodyInput {
                    inverse_mass,
                    inverse_inertia,
                    acceleration: gravity * body.gravity_scale + motion.force * inverse_mass,
                    angular_acceleration: motion.torque * inverse_inertia,
                    damping: body.damping,
                    angular_damping: body.angular_damping,
                    reserved: 0.0,
                }
            } else {
                BodyInput::KINEMATIC
            };
            (motion.force, motion.torque) = (Vec2::zeros(), 0.0);
        }
    }
}

/// Where the anchors of a joint are now, its bodies being in these frames.
pub(crate) fn joint_frame([a, b]: [&Frame; 2], def: &JointDef<u32>) -> JointFrame {
    let anchor_a = a.pose.rotation * (def.anchor_a.coords - a.local_center);
    let anchor_b = b.pose.rotation * (def.anchor_b.coords - b.local_center);
    // Positions are subtracted before anchors are added, which keeps the gap exact far from the origin.
    JointFrame { anchor_a, anchor_b, gap: (b.center() - a.center()) + (anchor_b - anchor_a) }
}
