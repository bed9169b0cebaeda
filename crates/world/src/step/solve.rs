//! Stage 3: what moves the bodies is written down for the solver, and the solver runs.

use super::Scratch;
use crate::core_edit::Core;
use crate::joint::JointDef;
use geom::Vec2;
use solver::joint::JointFrame;
use solver::{BodyInput, SoftSolver};

impl Core {
    pub(super) fn solve(&mut self, solver: &mut SoftSolver, scratch: &mut Scratch, dt: f32) {
        self.write_inputs();
        let rows = &mut scratch.joint_rows;
        rows.clear();
        for &slot in &self.awake_joints {
            let joint = &self.joints[slot];
            let bodies = [joint.def.a, joint.def.b].map(|body| self.bodies[body].awake);
            rows.push(joint.rows(bodies, &joint_frame(self, &joint.def)));
        }
        let settings = self.settings.scaled_solver();
        solver.step(&mut self.awake.bodies, &mut self.contacts.awake.contacts, rows, &settings, dt);
        for (&slot, rows) in self.awake_joints.iter().zip(&*rows) {
            self.joints[slot].impulses = rows.impulses;
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

/// Where the anchors of a joint are now.
pub(crate) fn joint_frame(core: &Core, def: &JointDef<u32>) -> JointFrame {
    let [a, b] = [def.a, def.b].map(|body| core.frames[body as usize]);
    let anchor_a = a.pose.rotation * (def.anchor_a.coords - a.local_center);
    let anchor_b = b.pose.rotation * (def.anchor_b.coords - b.local_center);
    // Positions are subtracted before anchors are added, which keeps the gap exact far from the origin.
    JointFrame { anchor_a, anchor_b, gap: (b.center() - a.center()) + (anchor_b - anchor_a) }
}
