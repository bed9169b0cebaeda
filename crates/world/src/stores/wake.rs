//! Whole islands of bodies wake and fall asleep, with their contacts and joints.

use super::Stores;
use crate::events::BodyEvent;
use crate::slot::{BodySlot, Slot};

impl Stores {
    /// Wakes a whole island. An awake body counts as fast again; a static one does not wake.
    pub(crate) fn wake(&mut self, slot: BodySlot) {
        if let Some(motion) = self.bodies.motion_mut(slot) {
            motion.slow_for = 0.0;
            return;
        }
        self.open_ring(slot, |stores, body| {
            let event = BodyEvent::new(body, &stores.bodies);
            stores.events.new.woke.push(event);
        });
    }

    /// In the order of slots; allocates no list.
    pub(crate) fn wake_all(&mut self) {
        for slot in (0..self.bodies.records.capacity()).map(BodySlot::new) {
            if self.bodies.records.try_get(slot).is_some() {
                self.wake(slot);
            }
        }
    }

    /// Calls `report` for each of its bodies.
    pub(super) fn open_ring(&mut self, slot: BodySlot, mut report: impl FnMut(&mut Self, BodySlot)) {
        // The loop visits the ring and opens it: at the end the first body has no next.
        let mut body = slot;
        while let Some(next) = self.bodies[body].next_asleep.take() {
            self.bodies.push_row(next);
            self.wake_constraints(next);
            report(self, next);
            body = next;
        }
    }

    fn wake_constraints(&mut self, body: BodySlot) {
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, _)) = self.contacts.advance(&mut cursor) {
            self.contacts.wake(contact);
        }
        let mut cursor = self.bodies[body].joints.cursor();
        while let Some((joint, _)) = self.joints.advance(&mut cursor) {
            self.joints.wake(joint, &self.bodies);
        }
    }

    /// As one island, with the contacts and joints that no awake body has.
    pub(crate) fn put_to_sleep(&mut self, island: &[BodySlot]) {
        for &body in island {
            self.bodies.remove_row(body);
            self.events.new.asleep.push(BodyEvent::new(body, &self.bodies));
        }
        self.bodies.close_ring(island);
        for &body in island {
            let mut cursor = self.bodies[body].contacts.cursor();
            while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
                if !self.bodies[other].is_awake() {
                    self.contacts.put_to_sleep(contact);
                }
            }
            let mut cursor = self.bodies[body].joints.cursor();
            while let Some((joint, other)) = self.joints.advance(&mut cursor) {
                if !self.bodies[other].is_awake() {
                    self.joints.put_to_sleep(joint);
                }
            }
        }
    }
}
