//! Stage 4: poses, boxes, and how long each body has been slow.

use crate::body::{BodyKind, is_in_world};
use crate::core::Core;
use crate::events::StepWarning;
use crate::links::NONE;
use crate::settings::SLEEP_SPEED;
use geom::Pose;
use solver::BodyState;

impl Core {
    pub(super) fn finalize_bodies(&mut self, dt: f32) {
        for row in 1..self.awake.motions.len() {
            self.advance(row);
            self.refit(row);
            self.time_rest(row, dt);
        }
    }

    /// Adds what the body has moved in the step to its pose. A body whose motion is not finite, or leads out of
    /// the world, is stopped where it was.
    pub(super) fn advance(&mut self, row: usize) {
        let motion = &mut self.awake.motions[row];
        let state = &self.awake.bodies.states()[row];
        let slot = motion.body as usize;
        let frame = &mut self.frames[slot];
        let unit = self.settings.length_unit;
        let center = motion.center + state.delta_position;
        let rotation = (state.delta_rotation * frame.pose.rotation).normalized();
        let sound = is_in_world(center.x, unit)
            && is_in_world(center.y, unit)
            && rotation.is_finite()
            && state.velocity.norm_squared().is_finite()
            && state.angular_velocity.is_finite();
        if !sound {
            self.awake.bodies.states_mut()[row] = BodyState::REST;
            let body = self.bodies.handle(slot as u32);
            self.events.warnings.push(StepWarning::BodyStopped(body));
            return;
        }
        motion.center = center;
        frame.pose = Pose { position: center - rotation * frame.local_center, rotation };
    }

    /// Gives the colliders that have left their fat box a new one.
    ///
    /// Turned down: boxes that reach ahead along the velocity. They are left less often, but overlap others without
    /// need: with two steps of motion `spinner` took 15 ms instead of 6, and no scene was faster.
    fn refit(&mut self, row: usize) {
        let slot = self.awake.motions[row].body;
        let pose = self.frames[slot as usize].pose;
        let mut collider = self.bodies[slot].first_collider;
        while collider != NONE {
            let aabb = self.colliders[collider].shape.aabb(pose);
            // The margin is there to be used up; half of it must be left, or contacts come too late.
            let margin = self.colliders[collider].margin;
            let needed =
                aabb.expanded(0.5 * crate::settings::SPECULATIVE_DISTANCE * self.settings.length_unit);
            if !self.boxes[collider as usize].contains(needed) {
                self.set_box(collider, aabb.expanded(margin));
            }
            collider = self.colliders[collider].next;
        }
    }

    fn time_rest(&mut self, row: usize, dt: f32) {
        let motion = &mut self.awake.motions[row];
        let state = &self.awake.bodies.states()[row];
        let body = &self.bodies[motion.body];
        // Of all its points the fastest: the centre moves, and the rim turns about it.
        let rim = body.reach * state.angular_velocity.abs();
        let limit = match body.kind {
            // A kinematic body that moves at all has been told to.
            BodyKind::Kinematic => 0.0,
            _ => SLEEP_SPEED * self.settings.length_unit,
        };
        let slow = state.velocity.norm() + rim <= limit;
        motion.slow_for = if slow && body.can_sleep { motion.slow_for + dt } else { 0.0 };
    }
}
