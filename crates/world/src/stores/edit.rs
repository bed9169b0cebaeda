//! Adds and removes bodies, colliders, joints and contacts, and moves and pushes bodies.
//!
//! Each function checks its numbers first, so a call that fails has changed nothing, and each leaves the
//! invariants of all stores true. A change wakes every body that it may affect.

use super::{Body, CONDITIONAL, ColliderExtra, DROPPING, PASSING, Pair, Placement, Stores, TOUCHING};
use crate::body::{BodyDef, BodyKind, check_position, check_rotation, unit_rotation};
use crate::collider::{Collider, ColliderDef, check_offset, mass_of, one_way_direction};
use crate::error::{DefError, finite, finite_vector};
use crate::events::{ContactEnd, EventCollider, Events, SensorEvent};
use crate::hook::{ContactHook, HookCollider};
use crate::id::{BodyId, ColliderId, JointId};
use crate::joint::JointDef;
use crate::portal::PortalRole;
use crate::settings::{Material, WorldSettings};
use crate::slot::{BodySlot, ColliderSlot, ContactSlot, JointSlot};
use broadphase::{Broadphase, Mobility};
use compute::math::{clamp, max};
use geom::{Aabb, Point, Pose, Shape, Vec2};
use solver::{BodyState, Contact};
use std::sync::Arc;

/// Which pair two colliders become when their fat boxes overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairKind {
    /// A contact, which may push.
    Contact,
    /// One of them is a sensor, which reports the other.
    Sensor,
}

/// A static body of no more colliders than this is taken out of the broad phase and put in again where it is
/// moved to. Among a million static boxes, to move one in its place in the tree took 280 us, since the boxes
/// around it grew and were rebuilt; to remove and insert it takes 1 us.
const MAX_INSERTED: usize = 16;

/// The mobility in the broad phase of the colliders of a body of this kind.
pub(super) fn mobility(kind: BodyKind) -> Mobility {
    if kind == BodyKind::Static { Mobility::Static } else { Mobility::Moving }
}

// Bodies.
impl Stores {
    pub(crate) fn add_body(&mut self, def: &BodyDef) -> Result<BodyId, DefError> {
        def.validate(self.settings.length_unit)?;
        let slot = self.bodies.insert(def);
        if def.awake {
            self.open_ring(slot, |_, _| {});
            if let Some(state) = self.bodies.state_mut(slot) {
                *state = BodyState::moving(def.velocity, def.angular_velocity);
            }
        }
        Ok(self.bodies.handle(slot))
    }

    pub(crate) fn remove_body(&mut self, slot: BodySlot) {
        while let Some((joint, _)) = self.joints.advance(&mut self.bodies[slot].joints.cursor()) {
            self.remove_joint(joint);
        }
        while let Some(collider) = self.bodies[slot].last_collider {
            self.remove_collider(collider);
        }
        // The other bodies of a sleeping island must not keep it in their ring.
        self.wake(slot);
        self.bodies.remove(slot);
    }

    /// Moves a body to a pose at once.
    pub(crate) fn set_pose(&mut self, slot: BodySlot, pose: Pose) -> Result<(), DefError> {
        check_position(pose.position, self.settings.length_unit)?;
        check_rotation(pose.rotation)?;
        if pose == self.bodies.frame(slot).pose {
            // To give a body its own pose changes no bit: the centre of mass is integrated, and differs from
            // the one that follows from the pose by its rounding errors.
            self.wake(slot);
            return Ok(());
        }
        self.forget_target(slot);
        self.bodies[slot].has_left_world = false;
        let frame = self.bodies.frame_mut(slot);
        frame.pose = Pose { rotation: unit_rotation(pose.rotation), ..pose };
        let center = frame.center();
        // Bodies that lay on it or against it have lost their support.
        let mut cursor = self.bodies[slot].contacts.cursor();
        while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
            if self.contacts.is_sensor(contact) {
                self.contacts.wake(contact);
            } else {
                self.wake(other);
            }
        }
        self.wake(slot);
        if let Some(motion) = self.bodies.motion_mut(slot) {
            motion.center = center;
        }
        self.renew_boxes(slot);
        Ok(())
    }

    /// Makes a body static, kinematic or dynamic. It keeps its pose; a body that becomes static loses its
    /// velocity.
    pub(crate) fn set_kind(&mut self, slot: BodySlot, kind: BodyKind) -> Result<(), DefError> {
        if self.bodies[slot].kind == kind {
            return Ok(());
        }
        let colliders: Vec<ColliderSlot> = self.colliders.on_body(&self.bodies[slot]).collect();
        let has_no_end = |&slot: &ColliderSlot| matches!(self.colliders[slot].shape, Shape::HalfSpace(_));
        if kind == BodyKind::Dynamic && colliders.iter().any(has_no_end) {
            return Err(DefError::EndlessOnDynamic);
        }
        // Which pairs may have a contact depends on the kind, so all contacts are removed and searched for
        // again.
        self.wake(slot);
        while let Some((contact, other)) = self.contacts.advance(&mut self.bodies[slot].contacts.cursor()) {
            if !self.contacts.is_sensor(contact) {
                self.wake(other);
            }
            self.remove_contact(contact);
        }
        self.bodies.set_kind(slot, kind);
        if self.bodies[slot].is_enabled {
            for collider in colliders {
                self.colliders.set_mobility(collider, mobility(kind));
            }
        }
        // It was awake or static before, so this is no event.
        self.open_ring(slot, |_, _| {});
        let mut cursor = self.bodies[slot].joints.cursor();
        while let Some((joint, other)) = self.joints.advance(&mut cursor) {
            self.wake(other);
            self.joints.put_to_sleep(joint);
            self.joints.wake(joint, &self.bodies);
        }
        self.renew_boxes(slot);
        Ok(())
    }

    /// Wakes a body, and changes its velocity (m/s) and angular velocity (rad/s).
    pub(crate) fn change_velocity(&mut self, slot: BodySlot, change: impl FnOnce(&mut Vec2, &mut f32)) {
        self.settle_mass(slot);
        self.wake(slot);
        self.bodies[slot].has_left_world = false;
        if let Some(state) = self.bodies.state_mut(slot) {
            change(&mut state.velocity, &mut state.angular_velocity);
        } else if !self.bodies[slot].is_enabled {
            let (velocity, angular_velocity) = &mut self.bodies.extra_mut(slot).kept_velocity;
            change(velocity, angular_velocity);
        }
    }

    /// Applies an impulse (N s) at `point` (m), or at the centre of mass if there is none, and changes the
    /// angular momentum by `twist` (N m s). An impulse that is too large for the mass of the body is an
    /// error.
    pub(crate) fn apply_impulse(
        &mut self,
        slot: BodySlot,
        impulse: Vec2,
        point: Option<Point>,
        twist: f32,
    ) -> Result<(), DefError> {
        if !self.bodies[slot].is_dynamic() {
            return Ok(());
        }
        self.settle_mass(slot);
        let [inverse_mass, inverse_inertia] = self.bodies[slot].inverse_masses();
        let lever = point.map_or(Vec2::zeros(), |p| p - self.bodies.frame(slot).center());
        let (velocity, angular_velocity) = self.velocity(slot);
        let velocity = velocity + impulse * inverse_mass;
        let angular_velocity = angular_velocity + (geom::cross(lever, impulse) + twist) * inverse_inertia;
        finite_vector("velocity after the impulse", velocity)?;
        finite("angular velocity after the impulse", angular_velocity)?;
        self.change_velocity(slot, |linear, angular| (*linear, *angular) = (velocity, angular_velocity));
        Ok(())
    }

    /// Applies a force (N) at `point` (m), or at the centre of mass if there is none, and a torque (N m) in
    /// the next step. Forces whose sum is too large are an error. If it does not wake the body, a sleeping
    /// body stays as it is, and an awake one may still fall asleep.
    pub(crate) fn apply_force(
        &mut self,
        slot: BodySlot,
        force: Vec2,
        point: Option<Point>,
        torque: f32,
        wakes: bool,
    ) -> Result<(), DefError> {
        if !self.bodies[slot].is_dynamic() {
            return Ok(());
        }
        self.settle_mass(slot);
        let lever = point.map_or(Vec2::zeros(), |p| p - self.bodies.frame(slot).center());
        let so_far = self.bodies.motion_mut(slot).map(|motion| (motion.force, motion.torque));
        let (force_so_far, torque_so_far) = so_far.unwrap_or((Vec2::zeros(), 0.0));
        let torque = torque_so_far + (geom::cross(lever, force) + torque);
        let force = force_so_far + force;
        finite_vector("sum of the forces", force)?;
        finite("sum of the torques", torque)?;
        if wakes {
            self.wake(slot);
        }
        if let Some(motion) = self.bodies.motion_mut(slot) {
            (motion.force, motion.torque) = (force, torque);
        }
        Ok(())
    }
}

// Colliders.
impl Stores {
    pub(crate) fn add_collider(&mut self, body: BodySlot, def: ColliderDef) -> Result<ColliderId, DefError> {
        check_offset(def.offset)?;
        let placed = def.placed_shape();
        let ColliderDef { shape, offset, material, filter, one_way, hook, sensor, portal, user_data } = def;
        let one_way = one_way.map(one_way_direction).transpose()?;
        let portal = portal.map(PortalRole::validated).transpose()?;
        let unit = self.settings.length_unit;
        let collider = Collider::new(placed, material, filter, sensor, body, unit)?;
        let aabb = self.check_shape(body, &collider.shape)?;
        let placement = Placement::of(shape, offset);
        let extra = ColliderExtra { user_data, placement, one_way, has_hook: hook, portal };
        let fat = aabb.expanded(collider.margin);
        let mobility = mobility(self.bodies[body].kind);
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

    /// Removes all contacts of a collider, and reports the end of touching.
    pub(super) fn remove_contacts_of(&mut self, slot: ColliderSlot) {
        let mut cursor = self.bodies[self.colliders[slot].body].contacts.cursor();
        while self.colliders.contact_count(slot) > 0
            && let Some((contact, _)) = self.contacts.advance(&mut cursor)
        {
            if self.contacts.get(contact).1.colliders.contains(&slot) {
                self.remove_contact(contact);
            }
        }
    }

    /// Checks that a shape, given in the frame of a body, can be on that body, and returns its AABB.
    pub(super) fn check_shape(&self, body: BodySlot, shape: &Shape) -> Result<Aabb, DefError> {
        if self.bodies[body].is_dynamic() && matches!(shape, Shape::HalfSpace(_)) {
            return Err(DefError::EndlessOnDynamic);
        }
        Ok(shape.aabb(self.bodies.frame(body).pose))
    }

    /// Removes the contacts of a collider that the filter or the hook no longer accepts, and lets the next
    /// step search for new ones. Other colliders of the body cost nothing, but the walk to the contacts of
    /// this one leads past theirs.
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

    /// Whether the hook of the world, if it is to be asked, lets two colliders have a contact.
    pub(crate) fn hook_accepts(&self, pair: [ColliderSlot; 2]) -> bool {
        let is_asked = |hook: &Arc<dyn ContactHook>| {
            let [a, b] = pair.map(|slot| HookCollider::new(slot, &self.colliders, &self.bodies));
            hook.accepts(&a, &b)
        };
        let has_hook = |&slot: &ColliderSlot| self.colliders.extra(slot).has_hook;
        self.hook.as_ref().is_none_or(|hook| !pair.iter().any(has_hook) || is_asked(hook))
    }

    /// Makes a collider a sensor or one that pushes, and searches for its pairs again.
    pub(crate) fn set_sensor(&mut self, slot: ColliderSlot, is_sensor: bool) -> Result<(), DefError> {
        let Collider { body, ref shape, material, is_sensor: was_sensor, .. } = self.colliders[slot];
        if is_sensor == was_sensor {
            return Ok(());
        }
        let mass = mass_of(shape, material.density, is_sensor)?;
        self.remove_contacts_of(slot);
        self.colliders[slot].mass = mass;
        self.colliders.set_sensor(slot, is_sensor);
        self.bodies.mark_stale_mass(body);
        self.renew_boxes(body);
        self.wake(body);
        Ok(())
    }

    pub(crate) fn set_material(&mut self, slot: ColliderSlot, material: Material) -> Result<(), DefError> {
        material.validate()?;
        let Collider { shape, is_sensor, .. } = &self.colliders[slot];
        let mass = mass_of(shape, material.density, *is_sensor)?;
        let collider = &mut self.colliders[slot];
        (collider.material, collider.mass) = (material, mass);
        let body = collider.body;
        self.bodies.mark_stale_mass(body);
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
            if !self.contacts.is_sensor(contact) {
                self.combine_materials(contact);
                // A body that rests on it may begin to slide.
                self.wake(other);
            }
        }
        self.wake(body);
        Ok(())
    }

    /// Makes the fat boxes of all colliders of a body anew, so that the next step looks for their pairs.
    pub(super) fn renew_boxes(&mut self, body: BodySlot) {
        if !self.bodies[body].is_enabled {
            return;
        }
        self.bodies.forget_slack(body);
        let pose = self.bodies.frame(body).pose;
        let is_static = self.bodies[body].kind == BodyKind::Static;
        let inserts = is_static && self.colliders.on_body(&self.bodies[body]).nth(MAX_INSERTED).is_none();
        let mut next = self.bodies[body].first_collider;
        while let Some(slot) = next {
            let collider = &self.colliders[slot];
            next = collider.next;
            let fat = collider.shape.aabb(pose).expanded(collider.margin);
            if inserts {
                self.colliders.insert_box_again(slot, fat, Mobility::Static);
            } else {
                self.colliders.set_box_at_will(slot, fat);
            }
        }
    }

    /// Stores all fat boxes in another broad phase, which must be empty.
    pub(crate) fn fill(&mut self, broadphase: &mut impl Broadphase) {
        self.colliders.fill(broadphase);
    }
}

// Joints.
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
    pub(super) fn remove_contacts_that_a_joint_forbids(&mut self, slot: JointSlot) {
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

// Contacts.
impl Stores {
    /// Adds the contact of two colliders.
    pub(crate) fn add_contact(&mut self, colliders: [ColliderSlot; 2]) {
        let bodies = colliders.map(|slot| self.colliders[slot].body);
        let is_sensor = colliders.iter().any(|&slot| self.colliders[slot].is_sensor);
        let slot = self.contacts.insert(colliders, bodies, is_sensor, &mut self.bodies);
        for collider in colliders {
            *self.colliders.contact_count_mut(collider) += 1;
        }
        if is_sensor {
            // It stays awake until the step has tested it.
            return;
        }
        self.combine_materials(slot);
        self.update_conditional(slot);
        if !bodies.iter().any(|&body| self.bodies[body].is_awake()) {
            self.contacts.put_to_sleep(slot);
        }
    }

    /// Removes a contact, and reports the end of touching. Bodies that it connected wake up.
    pub(crate) fn remove_contact(&mut self, slot: ContactSlot) {
        let is_sensor = self.contacts.is_sensor(slot);
        let (contact, pair) = self.contacts.remove(slot, &mut self.bodies);
        for collider in pair.colliders {
            *self.colliders.contact_count_mut(collider) -= 1;
        }
        if contact.user & TOUCHING != 0 && is_sensor {
            self.report_sensor(&pair, |events| &mut events.left);
        } else if contact.user & TOUCHING != 0 {
            let [a, b] = EventCollider::of_pair(&pair, &self.colliders, &self.bodies);
            self.events.new.ended.push(ContactEnd { a, b });
        }
        if contact.manifold.count > 0 {
            for body in pair.bodies {
                self.wake(body);
            }
        }
    }

    /// Adds an event for each sensor of a pair to a list.
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

    /// Which pair two colliders become when their fat boxes overlap; `None` if they ignore each other.
    pub(crate) fn pair_kind(&self, [a, b]: [ColliderSlot; 2]) -> Option<PairKind> {
        let (a, b) = (&self.colliders[a], &self.colliders[b]);
        let bodies = [a.body, b.body];
        if bodies[0] == bodies[1] || !a.filter.accepts(b.filter) {
            return None;
        }
        let records = bodies.map(|body| &self.bodies[body]);
        if !(records[0].is_enabled && records[1].is_enabled) {
            return None;
        }
        if a.is_sensor || b.is_sensor {
            return records.iter().any(|body| body.kind != BodyKind::Static).then_some(PairKind::Sensor);
        }
        let may_collide = records.iter().any(|body| body.is_dynamic());
        (may_collide && !self.are_joined_without_collision(bodies)).then_some(PairKind::Contact)
    }

    /// Whether one of the joints between two bodies forbids that they collide. Walks the shorter of their
    /// lists.
    fn are_joined_without_collision(&self, [a, b]: [BodySlot; 2]) -> bool {
        let is_shorter = self.bodies[a].joints.len <= self.bodies[b].joints.len;
        let (body, wanted) = if is_shorter { (a, b) } else { (b, a) };
        let mut joints = self.joints.of_body(&self.bodies, body);
        joints.any(|(joint, other)| other == wanted && self.joints[joint].forbids_contacts())
    }

    /// Combines the materials of all pairs of colliders anew, after the rules have changed.
    pub(crate) fn combine_all_materials(&mut self) {
        let slots: Vec<ContactSlot> = self.contacts.iter().map(|(_, pair)| pair.slot).collect();
        for slot in slots {
            self.combine_materials(slot);
        }
    }

    /// Marks a contact as conditional if one of its colliders makes it so.
    fn update_conditional(&mut self, slot: ContactSlot) {
        let colliders = self.contacts.get(slot).1.colliders;
        let is_conditional = colliders.iter().any(|&slot| self.colliders.extra(slot).is_conditional());
        let contact = self.contacts.contact_mut(slot);
        contact.user &= !(CONDITIONAL | PASSING | DROPPING);
        contact.user |= if is_conditional { CONDITIONAL } else { 0 };
    }

    /// Changes what makes the contacts of a collider conditional, and wakes all that touch it.
    pub(crate) fn change_conditions(&mut self, slot: ColliderSlot, change: impl FnOnce(&mut ColliderExtra)) {
        change(self.colliders.extra_mut(slot));
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

    /// Lets a body fall through the one-way colliders that it touches.
    pub(crate) fn drop_through(&mut self, body: BodySlot) {
        self.wake(body);
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, _)) = self.contacts.advance(&mut cursor) {
            let (state, pair) = self.contacts.get(contact);
            let is_one_way = |&slot: &ColliderSlot| {
                self.colliders[slot].body != body && self.colliders.extra(slot).one_way.is_some()
            };
            if state.manifold.count > 0 && pair.colliders.iter().any(is_one_way) {
                self.contacts.contact_mut(contact).user |= DROPPING;
                self.contacts.forget_cache(contact);
            }
        }
    }

    /// Gives a contact the material that those of its two colliders combine to.
    fn combine_materials(&mut self, slot: ContactSlot) {
        let colliders = self.contacts.get(slot).1.colliders.map(|slot| &self.colliders[slot]);
        combine_materials(&self.settings, colliders, self.contacts.contact_mut(slot));
    }
}

/// Gives a contact the material that those of its two colliders combine to.
pub(crate) fn combine_materials(settings: &WorldSettings, colliders: [&Collider; 2], contact: &mut Contact) {
    let [a, b] = colliders.map(|collider| collider.material);
    // A half-space has no hull, and no radius either.
    let [radius_a, radius_b] =
        colliders.map(|collider| collider.shape.hull().map_or(0.0, |hull| hull.radius));
    let WorldSettings { friction_rule, restitution_rule, rolling_resistance: least, .. } = *settings;
    // Infinite friction times zero normal impulse is NaN, so clamp to finite.
    let finite = |x: f32| clamp(x, -f32::MAX, f32::MAX);
    contact.friction = finite(friction_rule.combine(a.friction, b.friction));
    contact.static_friction = finite(friction_rule.combine(a.static_friction, b.static_friction));
    contact.restitution = restitution_rule.combine(a.restitution, b.restitution);
    let rolling_resistance = max(least, max(a.rolling_resistance, b.rolling_resistance));
    contact.rolling_resistance = finite(rolling_resistance * max(radius_a, radius_b));
    contact.surface_speed = finite(a.surface_speed + b.surface_speed);
}
