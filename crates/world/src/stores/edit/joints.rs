//! Adds and removes joints, and the contacts that they forbid.

use crate::error::DefError;
use crate::id::JointId;
use crate::joint::JointDef;
use crate::slot::{BodySlot, JointSlot};
use crate::stores::Stores;

impl Stores {
    pub(crate) fn add_joint(&mut self, def: JointDef<BodySlot>) -> Result<JointId, DefError> {
        let def = def.validated()?;
        if def.a == def.b {
            return Err(DefError::SameBody);
        }
        let slot = self.joints.insert(def, &mut self.bodies);
        for body in [def.a, def.b] {
            self.wake(body);
        }
        self.joints.wake(slot, &self.bodies);
        self.remove_contacts_that_a_joint_forbids(slot);
        Ok(self.joints.handle(slot))
    }

    /// If a joint forbids that its bodies collide, removes their contacts; none will be added.
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
            // The two bodies may collide again: look for the pairs of one of them.
            self.renew_boxes(bodies[0]);
        }
    }
}
