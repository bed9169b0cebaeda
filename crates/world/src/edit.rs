//! How a world is edited: bodies, colliders, joints and contacts come, change and go.

use crate::body::{Body, BodyDef, BodyKind, Frame, check_position};
use crate::collider::{Collider, ColliderDef};
use crate::contact::{Pair, TOUCHING};
use crate::core::{BoxChange, Core, mobility};
use crate::error::DefError;
use crate::events::ContactEvent;
use crate::id::{BodyId, ColliderId, JointId};
use crate::joint::{Joint, JointDef};
use crate::links::NONE;
use crate::room::Room;
use crate::settings::{Material, WorldSettings};
use compute::math::{clamp, max};
use geom::{MassProperties, Point, Pose, Shape, Vec2, left_normal};
use solver::BodyState;

impl Core {
    pub(crate) fn add_body(&mut self, def: &BodyDef) -> Result<BodyId, DefError> {
        def.validate(self.settings.length_unit)?;
        let id = self.bodies.insert(Body::new(def));
        let slot = id.index() as u32;
        let frame = Frame { pose: Pose::new(def.position, def.angle), local_center: Vec2::zeros() };
        if self.frames.len() < self.bodies.capacity() {
            self.frames.push(frame);
            self.rooms.push(Room::UNKNOWN);
        } else {
            self.frames[slot as usize] = frame;
            self.rooms[slot as usize] = Room::UNKNOWN;
        }
        if def.kind != BodyKind::Fixed {
            self.bodies[slot].next_asleep = slot;
            if def.awake {
                self.wake(slot);
                *self.state_mut(slot).expect("awake") = BodyState::moving(def.velocity, def.angular_velocity);
            }
        }
        Ok(id)
    }

    pub(crate) fn remove_body(&mut self, slot: u32) {
        while let Some((joint, _)) = self.joint_links.advance(&mut self.bodies[slot].joints.cursor()) {
            self.remove_joint(joint);
        }
        while self.bodies[slot].first_collider != NONE {
            self.remove_collider(self.bodies[slot].first_collider);
        }
        self.wake(slot);
        self.drop_row(slot);
        self.bodies.remove(slot);
    }

    pub(crate) fn add_collider(&mut self, body: u32, def: ColliderDef) -> Result<ColliderId, DefError> {
        let mass = def.validate()?;
        let Body { kind, first_collider, .. } = self.bodies[body];
        if kind == BodyKind::Dynamic && matches!(def.shape, Shape::HalfSpace(_)) {
            return Err(DefError::EndlessOnDynamic);
        }
        let pose = self.frames[body as usize].pose;
        let aabb = def.shape.aabb(pose);
        if !aabb.is_valid() {
            return Err(DefError::Value {
                field: "extent of the shape",
                value: aabb.half_perimeter(),
                expected: "finite",
            });
        }
        let collider = Collider::new(def, mass, body, first_collider, self.settings.length_unit);
        let fat = aabb.expanded(collider.margin);
        let id = self.colliders.insert(collider);
        let slot = id.index() as u32;
        if self.boxes.len() < self.colliders.capacity() {
            self.boxes.push(fat);
            self.has_moved.push(true);
        } else {
            self.boxes[slot as usize] = fat;
            self.has_moved[slot as usize] = true;
        }
        self.bodies[body].first_collider = slot;
        self.rooms[body as usize] = Room::UNKNOWN;
        self.changes.push(BoxChange::Insert(slot, mobility(kind)));
        self.moved.push(slot);
        self.update_mass(body);
        // What is being built may be asleep; what something holds up has fallen asleep, and weighs otherwise now.
        if self.bodies[body].contacts.len + self.bodies[body].joints.len > 0 {
            self.wake(body);
        }
        Ok(id)
    }

    pub(crate) fn remove_collider(&mut self, slot: u32) {
        let body = self.colliders[slot].body;
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, _)) = self.contacts.links.advance(&mut cursor) {
            if self.contacts.get(contact).1.colliders.contains(&slot) {
                self.remove_contact(contact);
            }
        }
        let next = self.colliders[slot].next;
        if self.bodies[body].first_collider == slot {
            self.bodies[body].first_collider = next;
        } else {
            let mut before = self.bodies[body].first_collider;
            while self.colliders[before].next != slot {
                before = self.colliders[before].next;
            }
            self.colliders[before].next = next;
        }
        self.changes.push(BoxChange::Remove(slot));
        self.has_moved[slot as usize] = false;
        self.colliders.remove(slot);
        self.update_mass(body);
        self.wake(body);
    }

    pub(crate) fn add_joint(&mut self, def: JointDef<u32>) -> Result<JointId, DefError> {
        let def = def.validated()?;
        if def.a == def.b {
            return Err(DefError::SameBody);
        }
        let angles = [def.a, def.b].map(|body| self.frames[body as usize].pose.rotation.angle());
        let id = self.joints.insert(Joint::new(def, angles));
        let slot = id.index() as u32;
        self.joint_links.link(slot, [def.a, def.b], &mut self.bodies, |bodies, b| &mut bodies[b].joints);
        for body in [def.a, def.b] {
            self.wake(body);
        }
        self.keep_joint_awake(slot);
        if !def.collide {
            // Contacts between the two end; no new ones will be made.
            let mut cursor = self.bodies[def.a].contacts.cursor();
            while let Some((contact, other)) = self.contacts.links.advance(&mut cursor) {
                if other == def.b {
                    self.remove_contact(contact);
                }
            }
        }
        Ok(id)
    }

    /// Changes the definition of a joint, all but its bodies and `collide`, and wakes the bodies.
    pub(crate) fn change_joint(&mut self, slot: u32, def: JointDef<u32>) -> Result<(), DefError> {
        let def = def.validated()?;
        if self.joints[slot].redefine(def) {
            self.joint_memory_mut(slot).forget_impulses();
        }
        let Joint { awake, count, .. } = self.joints[slot];
        if let Some(awake) = self.awake_joints.get_mut(awake as usize) {
            awake.count = count;
            self.joints_changed = true;
        }
        for body in [def.a, def.b] {
            self.wake(body);
        }
        Ok(())
    }

    pub(crate) fn remove_joint(&mut self, slot: u32) {
        let bodies = self.joint_links.bodies(slot);
        for body in bodies {
            self.wake(body);
        }
        self.let_joint_sleep(slot);
        self.joint_links.unlink(slot, &mut self.bodies, |bodies, b| &mut bodies[b].joints);
        let def = self.joints.remove(slot).def;
        if !def.collide {
            // The two may meet again: look for partners of one of them.
            self.look_for_partners(bodies[0]);
        }
    }

    /// Adds the contact of two colliders, awake.
    pub(crate) fn add_contact(&mut self, colliders: [u32; 2]) {
        let bodies = colliders.map(|slot| self.colliders[slot].body);
        let rows = bodies.map(|body| self.bodies[body].awake);
        let id = self.contacts.create(colliders, bodies, rows);
        self.contacts.links.link(id, bodies, &mut self.bodies, |bodies, b| &mut bodies[b].contacts);
        self.combine_materials(id);
        if !bodies.iter().any(|&b| self.bodies[b].is_awake()) {
            self.contacts.put_to_sleep(id, self.substep);
        }
    }

    /// Gives a contact what the materials of its colliders make of each other.
    pub(crate) fn combine_materials(&mut self, id: u32) {
        let colliders = self.contacts.get(id).1.colliders.map(|slot| &self.colliders[slot]);
        let [a, b] = colliders.map(|collider| collider.material);
        // Half-spaces have no hull, and no radius either.
        let [radius_a, radius_b] =
            colliders.map(|collider| collider.shape.hull().map_or(0.0, |hull| hull.radius));
        let WorldSettings { friction_rule, restitution_rule, .. } = self.settings;
        let contact = self.contacts.contact_mut(id);
        // Infinitely much of nothing would be no number.
        let finite = |x: f32| clamp(x, -f32::MAX, f32::MAX);
        contact.friction = finite(friction_rule.combine(a.friction, b.friction));
        contact.static_friction = finite(friction_rule.combine(a.static_friction, b.static_friction));
        contact.restitution = restitution_rule.combine(a.restitution, b.restitution);
        contact.rolling_resistance =
            finite(max(a.rolling_resistance, b.rolling_resistance) * max(radius_a, radius_b));
        contact.surface_speed = finite(a.surface_speed + b.surface_speed);
    }

    /// Removes a contact; bodies that touched wake up, and the end of touching is told.
    pub(crate) fn remove_contact(&mut self, id: u32) {
        self.contacts.links.unlink(id, &mut self.bodies, |bodies, b| &mut bodies[b].contacts);
        let (contact, pair) = self.contacts.remove(id);
        if contact.user & TOUCHING != 0 {
            self.events.ended.push(self.contact_event(&pair));
        }
        if contact.manifold.count > 0 {
            for body in pair.bodies {
                self.wake(body);
            }
        }
    }

    pub(crate) fn contact_event(&self, pair: &Pair) -> ContactEvent {
        let [a, b] = pair.colliders.map(|slot| self.colliders.handle(slot));
        ContactEvent { a, b }
    }

    /// Puts a body elsewhere.
    pub(crate) fn set_pose(&mut self, slot: u32, pose: Pose) -> Result<(), DefError> {
        check_position(pose.position, self.settings.length_unit)?;
        if !pose.rotation.is_finite() {
            return Err(DefError::Value { field: "rotation", value: f32::NAN, expected: "finite" });
        }
        self.frames[slot as usize].pose = Pose { rotation: pose.rotation.normalized(), ..pose };
        let center = self.frames[slot as usize].center();
        // What lay on it or against it must notice.
        let mut cursor = self.bodies[slot].contacts.cursor();
        while let Some((_, other)) = self.contacts.links.advance(&mut cursor) {
            self.wake(other);
        }
        self.wake(slot);
        if let Some(motion) = self.motion_mut(slot) {
            motion.center = center;
        }
        self.look_for_partners(slot);
        Ok(())
    }

    /// The ids of all contacts.
    pub(crate) fn contact_ids(&self) -> Vec<u32> {
        self.all_contacts().map(|(_, pair)| pair.id).collect()
    }

    pub(crate) fn set_material(&mut self, slot: u32, material: Material) -> Result<(), DefError> {
        material.validate()?;
        let mass = self.colliders[slot].shape.mass_properties(material.density)?;
        let collider = &mut self.colliders[slot];
        (collider.material, collider.mass) = (material, mass);
        let body = collider.body;
        self.update_mass(body);
        let mut cursor = self.bodies[body].contacts.cursor();
        while let Some((contact, other)) = self.contacts.links.advance(&mut cursor) {
            self.combine_materials(contact);
            // What lies on it may begin to slide.
            self.wake(other);
        }
        self.wake(body);
        Ok(())
    }

    /// Changes what may move a body. It keeps its place; a body that becomes fixed loses its velocity.
    pub(crate) fn set_kind(&mut self, slot: u32, kind: BodyKind) -> Result<(), DefError> {
        if self.bodies[slot].kind == kind {
            return Ok(());
        }
        let endless = |slot: u32| matches!(self.colliders[slot].shape, Shape::HalfSpace(_));
        if kind == BodyKind::Dynamic && crate::view::collider_slots(self, slot).any(endless) {
            return Err(DefError::EndlessOnDynamic);
        }
        // Whatever it touches must notice, and pairs that may not meet any more must go: contacts are made anew.
        self.wake(slot);
        while let Some((contact, other)) =
            self.contacts.links.advance(&mut self.bodies[slot].contacts.cursor())
        {
            self.wake(other);
            self.remove_contact(contact);
        }
        self.drop_row(slot);
        self.bodies[slot].kind = kind;
        let colliders: Vec<u32> = crate::view::collider_slots(self, slot).collect();
        for collider in colliders {
            self.changes.push(BoxChange::Remove(collider));
            self.changes.push(BoxChange::Insert(collider, mobility(kind)));
        }
        if kind != BodyKind::Fixed {
            self.bodies[slot].next_asleep = slot;
            self.wake(slot);
        }
        let mut cursor = self.bodies[slot].joints.cursor();
        while let Some((joint, other)) = self.joint_links.advance(&mut cursor) {
            self.wake(other);
            self.let_joint_sleep(joint);
            self.keep_joint_awake(joint);
        }
        self.look_for_partners(slot);
        Ok(())
    }

    /// Adds up the mass of a body's colliders; its velocity stays that of the same point of the body.
    fn update_mass(&mut self, slot: u32) {
        let (mut mass, mut collider) = (MassProperties::ZERO, self.bodies[slot].first_collider);
        while collider != NONE {
            mass = mass.combined(self.colliders[collider].mass);
            collider = self.colliders[collider].next;
        }
        let mut reach = 0.0;
        collider = self.bodies[slot].first_collider;
        while collider != NONE {
            reach = max(reach, self.colliders[collider].shape.reach(mass.center));
            collider = self.colliders[collider].next;
        }
        (self.bodies[slot].mass, self.bodies[slot].reach) = (mass, reach);
        let frame = &mut self.frames[slot as usize];
        let shift = frame.pose.rotation * (mass.center.coords - frame.local_center);
        frame.local_center = mass.center.coords;
        let center = frame.center();
        if let Some(motion) = self.motion_mut(slot) {
            motion.center = center;
        }
        if let Some(state) = self.state_mut(slot) {
            state.velocity += left_normal(shift) * state.angular_velocity;
        }
        if shift != Vec2::zeros() {
            // The points of its manifolds are measured from where the centre was.
            let mut cursor = self.bodies[slot].contacts.cursor();
            while let Some((contact, _)) = self.contacts.links.advance(&mut cursor) {
                self.contacts.forget_detection(contact);
            }
        }
    }

    /// The impulse `impulse` (N s) at `point` (m), and a change of angular momentum (N m s).
    pub(crate) fn apply_impulse(&mut self, slot: u32, impulse: Vec2, point: Option<Point>, twist: f32) {
        if !self.bodies[slot].is_dynamic() {
            return;
        }
        self.wake(slot);
        let [inverse_mass, inverse_inertia] = self.bodies[slot].inverse_masses();
        let lever = point.map_or(Vec2::zeros(), |p| p - self.frames[slot as usize].center());
        if let Some(state) = self.state_mut(slot) {
            state.velocity += impulse * inverse_mass;
            state.angular_velocity += (geom::cross(lever, impulse) + twist) * inverse_inertia;
        }
    }

    /// The force `force` (N) at `point` (m), and a torque (N m), for the next step.
    pub(crate) fn apply_force(&mut self, slot: u32, force: Vec2, point: Option<Point>, torque: f32) {
        if !self.bodies[slot].is_dynamic() {
            return;
        }
        self.wake(slot);
        let lever = point.map_or(Vec2::zeros(), |p| p - self.frames[slot as usize].center());
        if let Some(motion) = self.motion_mut(slot) {
            motion.force += force;
            motion.torque += geom::cross(lever, force) + torque;
        }
    }
}
