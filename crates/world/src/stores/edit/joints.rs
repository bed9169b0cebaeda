//! Adds and removes joints, and the contacts that they forbid.

use crate::body::BodyKind;
use crate::error::DefError;
use crate::id::JointId;
use crate::joint::{JointDef, JointKind};
use crate::slot::{BodySlot, JointSlot};
use crate::stores::Stores;

impl Stores {
    pub(crate) fn add_joint(&mut self, def: JointDef<BodySlot>) -> Result<JointId, DefError> {
        let def = def.validated()?;
        let slot = self.joints.insert(def, &mut self.bodies);
        for body in [def.a, def.b] {
            self.wake(body);
        }
        self.joints.wake(slot, &self.bodies);
        self.remove_contacts_that_a_joint_forbids(slot);
        Ok(self.joints.handle(slot))
    }

    /// Refuses a gear on a body that cannot turn, and a slider that would hold the rotation of a body with a
    /// gear. Only for joints that programs add: bodies may change later, and what a world has reached must
    /// load again.
    pub(crate) fn check_gears(&self, def: &JointDef<BodySlot>) -> Result<(), DefError> {
        let error = |body, reason| Err(DefError::GearWithoutTurn { body, reason });
        match def.kind {
            JointKind::Gear(_) => {
                for (body, name) in [(def.a, "body A of the gear"), (def.b, "body B of the gear")] {
                    if self.never_turns(body) {
                        return error(name, "is static or keeps its rotation");
                    }
                    let slides = |(joint, other)| {
                        let joint: &crate::joint::Joint = &self.joints[joint];
                        matches!(joint.kind, JointKind::Prismatic(_)) && self.never_turns(other)
                    };
                    if self.joints.of_body(&self.bodies, body).any(slides) {
                        return error(name, "slides on a body that does not turn");
                    }
                }
            }
            JointKind::Rack(_) if self.never_turns(def.b) => {
                return error("the pinion, body B of the rack,", "is static or keeps its rotation");
            }
            JointKind::Prismatic(_) => {
                for (body, other, name) in
                    [(def.a, def.b, "body A of the slider"), (def.b, def.a, "body B of the slider")]
                {
                    let mut joints = self.joints.of_body(&self.bodies, body);
                    let has_gear =
                        joints.any(|(joint, _)| matches!(self.joints[joint].kind, JointKind::Gear(_)));
                    if has_gear && self.never_turns(other) {
                        return error(name, "has a gear and would slide on a body that does not turn");
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn never_turns(&self, body: BodySlot) -> bool {
        let body = &self.bodies[body];
        body.kind == BodyKind::Static || body.is_dynamic() && body.locks.rotation
    }

    /// None will be added.
    pub(in crate::stores) fn remove_contacts_that_a_joint_forbids(&mut self, slot: JointSlot) {
        if self.joints[slot].forbids_contacts() {
            let [a, b] = self.joints.bodies(slot);
            let mut cursor = self.bodies[a].contacts.cursor();
            while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
                if other == b && !self.contacts.is_sensor(contact) {
                    self.remove_contact(contact);
                }
            }
        }
    }

    pub(crate) fn remove_joint(&mut self, slot: JointSlot) {
        let bodies = self.joints.bodies(slot);
        for body in bodies {
            self.wake(body);
        }
        let joint = self.joints.remove(slot, &mut self.bodies);
        if joint.forbids_contacts() {
            // They may collide again: look for the pairs of one of them.
            self.renew_boxes(bodies[0]);
        }
    }
}
