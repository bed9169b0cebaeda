//! Adds and removes colliders, and changes what of them decides about contacts: material, filter, box.

use super::mobility;
use crate::body::BodyKind;
use crate::collider::{ColliderDef, check_offset, one_way_direction};
use crate::error::DefError;
use crate::hook::{ContactHook, HookCollider};
use crate::id::ColliderId;
use crate::portal::PortalRole;
use crate::settings::Material;
use crate::slot::{BodySlot, ColliderSlot};
use crate::stores::colliders::mass_of;
use crate::stores::{Body, Collider, ColliderExtra, Stores};
use broadphase::{Broadphase, Mobility};
use geom::{Shape, Vec2};
use std::sync::Arc;

/// A static body of no more colliders is removed from the broad phase and inserted where it is moved to.
/// Among a million static boxes that takes 1 us, and moving its box 280 us: the boxes around it grew and were
/// rebuilt.
const MAX_INSERTED: usize = 16;

pub(crate) struct Checked {
    collider: Collider,
    one_way: Option<Vec2>,
    portal: Option<PortalRole>,
}

pub(in crate::stores) fn check_shape(kind: BodyKind, shape: &Shape) -> Result<(), DefError> {
    if kind == BodyKind::Dynamic && matches!(shape, Shape::HalfSpace(_)) {
        return Err(DefError::EndlessOnDynamic);
    }
    Ok(())
}

pub(crate) fn check_collider(
    body: BodySlot,
    kind: BodyKind,
    def: &ColliderDef,
    length_unit: f32,
) -> Result<Checked, DefError> {
    check_offset(def.offset)?;
    let one_way = def.one_way.map(one_way_direction).transpose()?;
    let portal = def.portal.map(PortalRole::validated).transpose()?;
    let collider = Collider::new(def, body, length_unit)?;
    check_shape(kind, &collider.shape)?;
    Ok(Checked { collider, one_way, portal })
}

impl Stores {
    pub(crate) fn add_collider(&mut self, body: BodySlot, def: ColliderDef) -> Result<ColliderId, DefError> {
        let kind = self.bodies[body].kind;
        let Checked { collider, one_way, portal } =
            check_collider(body, kind, &def, self.settings.length_unit)?;
        let extra = ColliderExtra::new(ColliderDef { one_way, portal, ..def });
        let fat = collider.fat_aabb(self.bodies.frame(body), &self.bodies.grid, kind);
        let mobility = mobility(kind);
        let slot = self.colliders.insert(collider, extra, fat, mobility, &mut self.bodies[body]);
        self.bodies.forget_slack(body);
        self.bodies.mark_stale_mass(body);
        // A body that is being built stays asleep. One that something lies on or hangs from weighs more now.
        let Body { contacts, joints, .. } = &self.bodies[body];
        if contacts.len + joints.len > 0 {
            self.wake(body);
        }
        Ok(self.colliders.handle(slot))
    }

    pub(crate) fn remove_collider(&mut self, slot: ColliderSlot) {
        let body = self.colliders[slot].body;
        self.remove_contacts_of(slot);
        self.colliders.remove(slot, &mut self.bodies[body]);
        self.bodies.mark_stale_mass(body);
        self.wake(body);
    }

    /// Reports the end of touching.
    pub(in crate::stores) fn remove_contacts_of(&mut self, slot: ColliderSlot) {
        let mut cursor = self.bodies[self.colliders[slot].body].contacts.cursor();
        while self.colliders.contact_count(slot) > 0
            && let Some((contact, _)) = self.contacts.advance(&mut cursor)
        {
            if self.contacts.get(contact).1.colliders.contains(&slot) {
                self.remove_contact(contact);
            }
        }
    }

    /// Removes the contacts that the filter or the hook no longer accepts; the next step searches for new
    /// ones.
    pub(crate) fn search_pairs_of(&mut self, slot: ColliderSlot) {
        let mut left = self.colliders.contact_count(slot);
        let mut cursor = self.bodies[self.colliders[slot].body].contacts.cursor();
        while left > 0
            && let Some((contact, _)) = self.contacts.advance(&mut cursor)
        {
            let pair = self.contacts.get(contact).1.colliders;
            if pair.contains(&slot) {
                left -= 1;
                if self.pair_kind(pair).is_none() || !self.hook_accepts(pair) {
                    self.remove_contact(contact);
                }
            }
        }
        self.renew_box(slot);
    }

    pub(crate) fn hook_accepts(&self, pair: [ColliderSlot; 2]) -> bool {
        let is_asked = |hook: &Arc<dyn ContactHook>| {
            let [a, b] = pair.map(|slot| HookCollider::new(slot, &self.colliders, &self.bodies));
            hook.accepts(&a, &b)
        };
        let has_hook = |&slot: &ColliderSlot| self.colliders.extra(slot).has_hook;
        self.hook.as_ref().is_none_or(|hook| !pair.iter().any(has_hook) || is_asked(hook))
    }

    /// Searches for its pairs again.
    pub(crate) fn set_sensor(&mut self, slot: ColliderSlot, is_sensor: bool) -> Result<(), DefError> {
        let Collider { body, material, is_sensor: was_sensor, is_enabled, .. } = self.colliders[slot];
        if is_sensor == was_sensor {
            return Ok(());
        }
        let mass = mass_of(self.colliders.bare_shape(slot), material.density, is_enabled && !is_sensor)?;
        self.remove_contacts_of(slot);
        self.colliders[slot].mass = mass;
        self.colliders.set_sensor(slot, is_sensor);
        self.bodies.mark_stale_mass(body);
        self.renew_box(slot);
        self.wake(body);
        Ok(())
    }

    pub(crate) fn set_material(&mut self, slot: ColliderSlot, material: Material) -> Result<(), DefError> {
        let material = material.validated()?;
        let collider = &self.colliders[slot];
        let mass = mass_of(self.colliders.bare_shape(slot), material.density, collider.counts())?;
        let collider = &mut self.colliders[slot];
        (collider.material, collider.mass) = (material, mass);
        let body = collider.body;
        self.bodies.mark_stale_mass(body);
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
            if !self.contacts.is_sensor(contact) {
                self.combine_materials(contact);
                self.wake(other);
            }
        }
        self.wake(body);
        Ok(())
    }

    /// The next step looks for their pairs.
    pub(in crate::stores) fn renew_boxes(&mut self, body: BodySlot) {
        if !self.bodies[body].is_enabled {
            return;
        }
        self.bodies.forget_slack(body);
        let inserts = self.bodies[body].kind == BodyKind::Static
            && self.colliders.on_body(&self.bodies[body]).nth(MAX_INSERTED).is_none();
        let mut next = self.bodies[body].first_collider;
        while let Some(slot) = next {
            let collider = &self.colliders[slot];
            next = collider.next;
            if !collider.is_enabled {
                continue;
            }
            let fat = self.fat_aabb_now(slot);
            if inserts {
                self.colliders.insert_box_again(slot, fat, Mobility::Static);
            } else {
                self.colliders.set_box_at_will(slot, fat);
            }
        }
    }

    /// It must be empty.
    pub(crate) fn fill(&mut self, broadphase: &mut impl Broadphase) {
        self.colliders.fill(broadphase);
    }
}
