//! Checks that every store keeps its invariants, and that the stores agree with each other.

use super::Stores;
use super::edit::mobility;
use crate::invalid::{Invalid, ensure};
use crate::settings::SPECULATIVE_DISTANCE;
use crate::slot::ColliderSlot;

impl Stores {
    /// Looks at all pairs of colliders, so it is for tests.
    ///
    /// # Errors
    /// [`Invalid`] with the first disagreement.
    pub(crate) fn validate(&self) -> Result<(), Invalid> {
        self.bodies.validate()?;
        self.colliders.validate()?;
        self.joints.validate(&self.bodies)?;
        self.contacts.validate(&self.bodies)?;
        self.validate_colliders()?;
        self.validate_contacts()?;
        self.validate_pairs()
    }

    fn validate_colliders(&self) -> Result<(), Invalid> {
        let mut count = 0;
        for (slot, body) in self.bodies.iter() {
            let mut previous = None;
            for collider in self.colliders.on_body(body) {
                let record = &self.colliders[collider];
                ensure!(record.body == slot, "collider {collider} is not on body {slot}");
                ensure!(record.previous == previous, "collider {collider} comes after {previous:?}");
                previous = Some(collider);
                let is_enabled = body.is_enabled && record.is_enabled;
                let expected = is_enabled.then(|| mobility(body.kind));
                let held = self.colliders.held_mobility(collider);
                ensure!(held == expected, "collider {collider} is held as {held:?}, not {expected:?}");
                let frame = self.bodies.frame(slot);
                // Each step leaves every collider this margin, whatever the slack.
                let margin = 0.5 * SPECULATIVE_DISTANCE * self.settings.length_unit;
                let own = record.shape.aabb(frame.own_pose()).expanded(margin);
                let needed = self.bodies.grid.aabb(frame.place, own);
                let fat = self.colliders.fat_aabb(collider);
                ensure!(
                    !is_enabled || fat.contains(needed),
                    "collider {collider} has left its box: {needed:?}, {fat:?}"
                );
                count += 1;
            }
            ensure!(body.last_collider == previous, "the last collider of body {slot} is {previous:?}");
        }
        ensure!(count == self.colliders.len(), "{count} of {} colliders are on bodies", self.colliders.len());
        Ok(())
    }

    fn validate_contacts(&self) -> Result<(), Invalid> {
        for (_, pair) in self.contacts.iter().chain(self.contacts.sensor_pairs()) {
            for (collider, body) in pair.colliders.into_iter().zip(pair.bodies) {
                let found = self.colliders.try_get(collider).map(|collider| collider.body);
                ensure!(found == Some(body), "contact {}: collider {collider} is on {found:?}", pair.slot);
            }
        }
        Ok(())
    }

    /// Colliders whose fat boxes overlap and that may collide have a contact, unless a box is new since pairs
    /// were last looked for; others have none. Pairs that a hook decides about may lack one in a world
    /// without a hook: bytes do not hold the hook that refused them.
    fn validate_pairs(&self) -> Result<(), Invalid> {
        let slots: Vec<ColliderSlot> = self.colliders.iter().map(|(slot, _)| slot).collect();
        for (i, &a) in slots.iter().enumerate() {
            for &b in &slots[i + 1..] {
                let exists = self.contacts.exists([a, b]);
                let may_collide = self.pair_kind([a, b]).is_some();
                let is_decided = self.colliders.is_decided([a, b]);
                ensure!(
                    !is_decided || exists || !may_collide || !self.hook_wants([a, b]),
                    "colliders {a}, {b}: pairs are not looked for again, and they have no contact"
                );
                if self.colliders.has_moved(a) || self.colliders.has_moved(b) {
                    continue;
                }
                let overlap = self.colliders.boxes_overlap([a, b]);
                if !exists && !self.hook_wants([a, b]) {
                    continue;
                }
                ensure!(
                    if may_collide && overlap { exists } else { may_collide || !exists },
                    "colliders {a}, {b}: may collide {may_collide}, boxes overlap {overlap}, contact {exists}"
                );
            }
        }
        Ok(())
    }

    /// As far as the hook is concerned.
    pub(super) fn hook_wants(&self, pair: [ColliderSlot; 2]) -> bool {
        let is_asked = pair.iter().any(|&slot| self.colliders.extra(slot).has_hook);
        !is_asked || (self.hook.is_some() && self.hook_accepts(pair))
    }
}
