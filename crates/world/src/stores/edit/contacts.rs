//! Adds and removes contacts: which two colliders make a pair, and what a pair has of both.

use crate::body::BodyKind;
use crate::events::{ContactEnd, EventCollider, Events, SensorEvent};
use crate::settings::WorldSettings;
use crate::slot::{BodySlot, ColliderSlot, ContactSlot};
use crate::stores::{Collider, ColliderExtra, Flagged, Flags, Pair, Stores, carries_load};
use compute::math::{clamp, max};
use solver::Contact;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairKind {
    Contact,
    Sensor,
}

impl Stores {
    pub(crate) fn add_contact(&mut self, colliders: [ColliderSlot; 2]) {
        let bodies = colliders.map(|slot| self.colliders[slot].body);
        let is_sensor = colliders.iter().any(|&slot| self.colliders[slot].is_sensor);
        let slot = self.contacts.insert(colliders, bodies, is_sensor, &mut self.bodies);
        for collider in colliders {
            *self.colliders.contact_count_mut(collider) += 1;
        }
        if is_sensor {
            return;
        }
        self.combine_materials(slot);
        self.update_conditional(slot);
        self.update_dominance(slot);
        if !bodies.iter().any(|&body| self.bodies[body].is_awake()) {
            self.contacts.put_to_sleep(slot);
        }
    }

    /// Reports the end of touching. Bodies that it connected wake up.
    pub(crate) fn remove_contact(&mut self, slot: ContactSlot) {
        let is_sensor = self.contacts.is_sensor(slot);
        let h = self.contacts.length_of_substep(slot);
        let (contact, pair) = self.contacts.remove(slot, &mut self.bodies);
        for collider in pair.colliders {
            *self.colliders.contact_count_mut(collider) -= 1;
        }
        self.colliders.search_pair_again(pair.colliders);
        let is_told = contact.has(Flags::TOUCHING) && !contact.has(Flags::SILENT);
        if is_told && is_sensor {
            self.report_sensor(&pair, |events| &mut events.left);
        } else if is_told {
            let [a, b] = EventCollider::of_pair(&pair, &self.colliders, &self.bodies);
            self.events.new.ended.push(ContactEnd { a, b });
        }
        if contact.manifold.count > 0 {
            for body in pair.bodies {
                self.wake(body);
            }
            if carries_load(&self.settings, &self.bodies, &contact, pair.bodies, h) {
                self.forget_load(pair.bodies);
            }
        }
    }

    pub(crate) fn report_sensor(
        &mut self,
        pair: &Pair,
        list: impl FnOnce(&mut Events) -> &mut Vec<SensorEvent>,
    ) {
        let [a, b] = EventCollider::of_pair(pair, &self.colliders, &self.bodies);
        let list = list(&mut self.events.new);
        for (slot, sensor, visitor) in [(pair.colliders[0], a, b), (pair.colliders[1], b, a)] {
            if self.colliders[slot].is_sensor {
                list.push(SensorEvent { sensor, visitor });
            }
        }
    }

    /// The part of [`Stores::pair_kind`] that reads nothing but records.
    #[inline]
    pub(crate) fn filters_accept(&self, [a, b]: [ColliderSlot; 2]) -> bool {
        let (a, b) = (&self.colliders[a], &self.colliders[b]);
        a.body != b.body && a.filter().accepts(b.filter())
    }

    /// `None` if they ignore each other.
    pub(crate) fn pair_kind(&self, [a, b]: [ColliderSlot; 2]) -> Option<PairKind> {
        if !self.filters_accept([a, b]) {
            return None;
        }
        let (a, b) = (&self.colliders[a], &self.colliders[b]);
        let bodies = [a.body, b.body];
        let records = bodies.map(|body| &self.bodies[body]);
        if !(records[0].is_enabled && records[1].is_enabled && a.is_enabled && b.is_enabled) {
            return None;
        }
        if a.is_sensor || b.is_sensor {
            return records.iter().any(|body| body.kind != BodyKind::Static).then_some(PairKind::Sensor);
        }
        let may_collide = records.iter().any(|body| body.is_dynamic());
        (may_collide && !self.are_joined_without_collision(bodies)).then_some(PairKind::Contact)
    }

    /// Walks the shorter of their lists.
    fn are_joined_without_collision(&self, [a, b]: [BodySlot; 2]) -> bool {
        let is_shorter = self.bodies[a].joints.len <= self.bodies[b].joints.len;
        let (body, wanted) = if is_shorter { (a, b) } else { (b, a) };
        let mut joints = self.joints.of_body(&self.bodies, body);
        joints.any(|(joint, other)| other == wanted && self.joints[joint].forbids_contacts())
    }

    /// After the rules have changed.
    pub(crate) fn combine_all_materials(&mut self) {
        // By index: a list would be allocated.
        for index in 0..self.contacts.len() {
            let slot = self.contacts.slot_at(index);
            self.combine_materials(slot);
        }
    }

    pub(super) fn update_conditional(&mut self, slot: ContactSlot) {
        let colliders = self.contacts.get(slot).1.colliders;
        let is_conditional = colliders.iter().any(|&slot| self.colliders.extra(slot).is_conditional());
        let contact = self.contacts.contact_mut(slot);
        contact.clear(Flags::CONDITIONAL | Flags::PASSING | Flags::DROPPING);
        contact.add_if(is_conditional, Flags::CONDITIONAL);
    }

    pub(crate) fn update_dominance(&mut self, slot: ContactSlot) {
        if self.bodies.may_dominate {
            let dominant = self.bodies.dominant(self.contacts.get(slot).1.bodies);
            self.contacts.contact_mut(slot).set_dominant(dominant);
        }
    }

    /// Wakes it with all that it has a contact with.
    pub(crate) fn set_dominance(&mut self, slot: BodySlot, dominance: i32) {
        self.bodies.extra_mut(slot).dominance = dominance;
        self.bodies.may_dominate |= dominance != 0;
        let mut cursor = self.bodies[slot].contacts.cursor();
        while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
            if !self.contacts.is_sensor(contact) {
                self.update_dominance(contact);
                self.wake(other);
            }
        }
        self.wake(slot);
    }

    /// Wakes all that touch it.
    pub(crate) fn change_conditions(&mut self, slot: ColliderSlot, change: impl FnOnce(&mut ColliderExtra)) {
        change(self.colliders.extra_mut(slot));
        self.colliders.may_have_hooks |= self.colliders.extra(slot).has_hook;
        let body = self.colliders[slot].body;
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
            if self.contacts.is_sensor(contact) || !self.contacts.get(contact).1.colliders.contains(&slot) {
                continue;
            }
            self.update_conditional(contact);
            self.combine_materials(contact);
            self.contacts.forget_cache(contact);
            self.wake(other);
        }
        self.wake(body);
    }

    pub(crate) fn drop_through(&mut self, body: BodySlot) {
        self.wake(body);
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, _)) = self.contacts.advance(&mut cursor) {
            let (state, pair) = self.contacts.get(contact);
            let is_one_way = |&slot: &ColliderSlot| {
                self.colliders[slot].body != body && self.colliders.extra(slot).one_way.is_some()
            };
            if state.manifold.count > 0 && pair.colliders.iter().any(is_one_way) {
                self.contacts.contact_mut(contact).add(Flags::DROPPING);
                self.contacts.forget_cache(contact);
            }
        }
    }

    pub(in crate::stores) fn combine_materials(&mut self, slot: ContactSlot) {
        let colliders = self.contacts.get(slot).1.colliders.map(|slot| &self.colliders[slot]);
        combine_materials(&self.settings, colliders, self.contacts.contact_mut(slot));
    }
}

pub(crate) fn combine_materials(settings: &WorldSettings, colliders: [&Collider; 2], contact: &mut Contact) {
    let [a, b] = colliders.map(|collider| collider.material);
    let [radius_a, radius_b] = colliders.map(|collider| collider.shape.radius());
    let WorldSettings { friction_rule, restitution_rule, rolling_resistance: least, .. } = *settings;
    // Infinite friction times zero normal impulse is NaN, so clamp to finite.
    let finite = |x: f32| clamp(x, -f32::MAX, f32::MAX);
    contact.friction = finite(friction_rule.combine(a.friction, b.friction));
    contact.static_friction = finite(friction_rule.combine(a.static_friction, b.static_friction));
    contact.restitution = restitution_rule.combine(a.restitution, b.restitution);
    // Without friction no rolling resistance, unless the material says so.
    let least = if contact.friction > 0.0 { least } else { 0.0 };
    let rolling_resistance = max(least, max(a.rolling_resistance, b.rolling_resistance));
    contact.rolling_resistance = finite(rolling_resistance * max(radius_a, radius_b));
    contact.surface_speed = finite(a.surface_speed + b.surface_speed);
}
