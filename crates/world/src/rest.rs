//! How bodies wake and fall asleep: whole islands, with their contacts and joints.

use crate::core::Core;
use crate::joint::{AwakeJoint, Joint};
use crate::links::NONE;
use solver::BodyState;

impl Core {
    /// Wakes a body and all of its island. Static bodies do not wake; one that is awake is not slow any more.
    pub(crate) fn wake(&mut self, slot: u32) {
        if let Some(motion) = self.motion_mut(slot) {
            motion.slow_for = 0.0;
            return;
        }
        let mut next = self.bodies[slot].next_asleep;
        while next != NONE {
            let body = next;
            next = std::mem::replace(&mut self.bodies[body].next_asleep, NONE);
            if next == NONE {
                break; // Round the island, back at the first.
            }
            let center = self.frames[body as usize].center();
            self.bodies[body].awake = self.awake.push(body, center, BodyState::REST);
            let mut cursor = self.bodies[body].contacts.cursor();
            while let Some((contact, _)) = self.contacts.links.advance(&mut cursor) {
                self.contacts.wake(contact, self.substep);
            }
            let mut cursor = self.bodies[body].joints.cursor();
            while let Some((joint, _)) = self.joint_links.advance(&mut cursor) {
                self.keep_joint_awake(joint);
            }
        }
    }

    /// Puts awake bodies to sleep, as one island.
    pub(crate) fn put_to_sleep(&mut self, island: &[u32]) {
        for (i, &body) in island.iter().enumerate() {
            self.drop_row(body);
            self.bodies[body].next_asleep = island[(i + 1) % island.len()];
            self.events.asleep.push(self.bodies.handle(body));
        }
        for &body in island {
            let mut cursor = self.bodies[body].contacts.cursor();
            while let Some((contact, other)) = self.contacts.links.advance(&mut cursor) {
                if !self.bodies[other].is_awake() {
                    self.contacts.put_to_sleep(contact, self.substep);
                }
            }
            let mut cursor = self.bodies[body].joints.cursor();
            while let Some((joint, other)) = self.joint_links.advance(&mut cursor) {
                if !self.bodies[other].is_awake() {
                    self.let_joint_sleep(joint);
                }
            }
        }
    }

    /// Takes a body out of the awake arrays.
    pub(crate) fn drop_row(&mut self, slot: u32) {
        if !self.bodies[slot].is_awake() {
            return;
        }
        let row = std::mem::replace(&mut self.bodies[slot].awake, crate::awake::NOT_AWAKE);
        if let (_, Some(moved)) = self.awake.swap_remove(row) {
            self.bodies[moved].awake = row;
        }
    }

    pub(crate) fn keep_joint_awake(&mut self, slot: u32) {
        let bodies = self.joint_links.bodies(slot);
        if self.joints[slot].awake == NONE && bodies.iter().any(|&b| self.bodies[b].is_awake()) {
            let joint = &mut self.joints[slot];
            joint.awake = self.awake_joints.len() as u32;
            self.joints_changed = true;
            let Joint { count, memory, .. } = *joint;
            self.awake_joints.push(AwakeJoint { slot, count, breaks: false, memory });
        }
    }

    pub(crate) fn let_joint_sleep(&mut self, slot: u32) {
        let place = std::mem::replace(&mut self.joints[slot].awake, NONE);
        if place != NONE {
            self.joints_changed = true;
            self.joints[slot].memory = self.awake_joints.swap_remove(place as usize).memory;
            if let Some(moved) = self.awake_joints.get(place as usize) {
                self.joints[moved.slot].awake = place;
            }
        }
    }
}
