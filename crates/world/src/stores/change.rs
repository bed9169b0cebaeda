//! Changes what exists: properties of bodies, colliders and joints that involve more than one store.
//!
//! Each function checks its numbers first, leaves the invariants of all stores true, and wakes every body
//! that it may affect.

use super::bodies::Body;
use super::colliders::{Collider, mass_of};
use super::edit::{check_shape, mobility};
use super::{Placement, Stores, Target};
use crate::body::{Locks, check_mass, check_position, check_rotation, unit_rotation};
use crate::collider::check_offset;
use crate::error::{DefError, positive};
use crate::joint::JointDef;
use crate::place::Place;
use crate::settings::Filter;
use crate::slot::{BodySlot, ColliderSlot, JointSlot};
use geom::{Aabb, MassProperties, Pose, Position, Rot, Shape, Vec2};

impl Stores {
    /// ```text
    ///   enabled    row or ring, colliders in the broad phase, contacts, joints that act
    ///   disabled   its velocity is kept; no row, no ring, no contact; joints exist and do not act
    /// ```
    pub(crate) fn set_enabled(&mut self, slot: BodySlot, enabled: bool) {
        if self.bodies[slot].is_enabled == enabled {
            return;
        }
        self.settle_mass(slot);
        if enabled {
            self.enable(slot);
        } else {
            self.disable(slot);
        }
    }

    fn disable(&mut self, slot: BodySlot) {
        self.wake(slot);
        while let Some((contact, other)) = self.contacts.advance(&mut self.bodies[slot].contacts.cursor()) {
            if !self.contacts.is_sensor(contact) {
                self.wake(other);
            }
            self.remove_contact(contact);
        }
        let mut cursor = self.bodies[slot].joints.cursor();
        while let Some((joint, other)) = self.joints.advance(&mut cursor) {
            self.wake(other);
            self.joints.put_to_sleep(joint);
        }
        self.bodies.disable(slot);
        let colliders: Vec<ColliderSlot> = self.colliders.on_body(&self.bodies[slot]).collect();
        for collider in colliders {
            self.colliders.take_out(collider);
        }
    }

    fn enable(&mut self, slot: BodySlot) {
        let (velocity, angular_velocity) = self.bodies.extra(slot).kept_velocity;
        self.bodies.enable(slot);
        // No event: it was not asleep before.
        self.open_ring(slot, |_, _| {});
        if let Some(state) = self.bodies.state_mut(slot) {
            (state.velocity, state.angular_velocity) = (velocity, angular_velocity);
        }
        self.bodies.forget_slack(slot);
        let mobility = mobility(self.bodies[slot].kind);
        let colliders: Vec<ColliderSlot> = self.colliders.on_body(&self.bodies[slot]).collect();
        for collider in colliders {
            if self.colliders[collider].is_enabled {
                let fat = self.fat_aabb_now(collider);
                self.colliders.put_back(collider, fat, mobility);
            }
        }
        let mut cursor = self.bodies[slot].joints.cursor();
        while let Some((joint, other)) = self.joints.advance(&mut cursor) {
            if self.joints.acts(joint, &self.bodies) {
                self.wake(other);
                self.joints.wake(joint, &self.bodies);
            }
        }
    }

    /// Lets the dynamic bodies that contacts with points and joints connect to a body fall asleep at once.
    /// What touches an awake body in the next step wakes again.
    pub(crate) fn fall_asleep(&mut self, slot: BodySlot) {
        if !self.bodies[slot].is_awake() {
            return;
        }
        let mut is_found = vec![false; self.bodies.awake.motions.len()];
        is_found[self.bodies[slot].row().index()] = true;
        let mut island = vec![slot];
        let mut visited = 0;
        while let Some(&body) = island.get(visited) {
            visited += 1;
            if !self.bodies[body].is_dynamic() {
                continue;
            }
            let touching = self.contacts.of_body(&self.bodies, body);
            let touching = touching.filter(|&(contact, _)| {
                !self.contacts.is_sensor(contact) && self.contacts.get(contact).0.manifold.count > 0
            });
            let joined = self.joints.of_body(&self.bodies, body);
            let joined = joined.filter(|&(joint, _)| self.joints[joint].awake_index.is_some());
            for other in touching.map(|(_, other)| other).chain(joined.map(|(_, other)| other)) {
                let record = &self.bodies[other];
                if record.is_dynamic()
                    && record.is_awake()
                    && !std::mem::replace(&mut is_found[record.row().index()], true)
                {
                    island.push(other);
                }
            }
        }
        let row = |body: BodySlot| self.bodies[body].row().index();
        compute::sort_by(&mut island, |&a, &b| row(a).cmp(&row(b)));
        self.put_to_sleep(&island);
        // A body may have moved out of a sensor since the last step: tested once more.
        for body in island {
            let mut cursor = self.bodies[body].contacts.cursor();
            while let Some((contact, _)) = self.contacts.advance(&mut cursor) {
                if self.contacts.is_sensor(contact) {
                    self.contacts.wake(contact);
                }
            }
        }
    }

    pub(crate) fn set_locks(&mut self, slot: BodySlot, locks: Locks) {
        self.bodies[slot].locks = locks;
        self.bodies.extra_mut(slot).lock_impulse = 0.0;
        self.bodies.update_restricted(slot);
        self.wake(slot);
        self.lock_velocity(slot);
    }

    pub(crate) fn lock_velocity(&mut self, slot: BodySlot) {
        let Body { locks, is_enabled, .. } = self.bodies[slot];
        if locks == Locks::NONE || !self.bodies[slot].is_dynamic() {
            return;
        }
        if let Some(state) = self.bodies.state_mut(slot) {
            (state.velocity, state.angular_velocity) = locks.apply(state.velocity, state.angular_velocity);
        } else if !is_enabled {
            let kept = &mut self.bodies.extra_mut(slot).kept_velocity;
            *kept = locks.apply(kept.0, kept.1);
        }
    }

    pub(crate) fn set_mass(&mut self, slot: BodySlot, mass: Option<MassProperties>) -> Result<(), DefError> {
        mass.map_or(Ok(()), |mass| check_mass(mass, self.settings.length_unit))?;
        self.bodies.extra_mut(slot).mass = mass;
        self.bodies.mark_stale_mass(slot);
        self.wake(slot);
        Ok(())
    }

    /// A coordinate that it has already, rounded, stays.
    pub(crate) fn place_of_pose(&self, slot: BodySlot, pose: Pose) -> Result<Place, DefError> {
        check_position(pose.position.into(), self.settings.length_unit)?;
        Ok(self.bodies.grid.place_of_point(pose.position, self.bodies.frame(slot).place))
    }

    pub(crate) fn place_of_position(&self, slot: BodySlot, position: Position) -> Result<Place, DefError> {
        check_position(position, self.settings.length_unit)?;
        Ok(self.bodies.grid.place_of_position(position.into(), self.bodies.frame(slot).place))
    }

    /// Sets its velocity now; each step sets it again (`step/restrict.rs`).
    pub(crate) fn set_target(
        &mut self,
        slot: BodySlot,
        place: Place,
        rotation: Rot,
        time: f32,
    ) -> Result<(), DefError> {
        check_rotation(rotation)?;
        positive("time to the target", time)?;
        let target = Target { place, rotation: unit_rotation(rotation), time };
        self.settle_mass(slot);
        let (velocity, angular_velocity) = self.velocity_to(slot, &target, time);
        self.change_velocity(slot, |v, w| (*v, *w) = (velocity, angular_velocity));
        self.bodies.extra_mut(slot).target = Some(target);
        self.bodies.update_restricted(slot);
        Ok(())
    }

    /// m/s and rad/s.
    pub(crate) fn velocity_to(&self, slot: BodySlot, target: &Target, time: f32) -> (Vec2, f32) {
        let frame = self.bodies.frame(slot);
        let arms = target.rotation * frame.local_center - frame.arm();
        let way = self.bodies.grid.vector(frame.place, target.place) + arms;
        let turn = frame.rotation.inverse() * target.rotation;
        (way / time, turn.angle() / time)
    }

    /// Of the centre of mass of a body that was just added, with all its colliders, m/s.
    pub(crate) fn restore_velocity(&mut self, slot: BodySlot, velocity: Vec2) {
        self.settle_mass(slot);
        if let Some(state) = self.bodies.state_mut(slot) {
            state.velocity = velocity;
        } else if !self.bodies[slot].is_enabled {
            self.bodies.extra_mut(slot).kept_velocity.0 = velocity;
        }
        self.lock_velocity(slot);
    }

    pub(crate) fn forget_target(&mut self, slot: BodySlot) {
        if self.bodies.extra_mut(slot).target.take().is_some() {
            self.bodies.update_restricted(slot);
        }
    }
}

impl Stores {
    /// Contacts that it forbids end, and others are looked for.
    pub(crate) fn set_filter(&mut self, slot: ColliderSlot, filter: Filter) {
        let old = self.colliders[slot].replace_filter(filter);
        if self.hook.is_none() && filter.accepts_all_of(old) {
            self.renew_box(slot);
        } else {
            self.search_pairs_of(slot);
        }
        self.wake(self.colliders[slot].body);
    }

    /// The next step finds out which of its contacts go on, and looks for others.
    pub(crate) fn set_shape(
        &mut self,
        slot: ColliderSlot,
        shape: Shape,
        offset: Pose,
    ) -> Result<(), DefError> {
        check_offset(offset)?;
        let skin = self.colliders.extra(slot).contact_skin();
        let placed = if offset == Pose::IDENTITY { shape.clone() } else { shape.transformed(offset) };
        self.reshape(slot, placed, skin)?;
        self.colliders.extra_mut(slot).placement = Placement::of(shape, offset);
        Ok(())
    }

    pub(crate) fn set_contact_skin(&mut self, slot: ColliderSlot, skin: f32) -> Result<(), DefError> {
        let bare = self.colliders.bare_shape(slot).clone();
        self.reshape(slot, bare, skin)
    }

    fn reshape(&mut self, slot: ColliderSlot, placed: Shape, skin: f32) -> Result<(), DefError> {
        let body = self.colliders[slot].body;
        check_shape(self.bodies[body].kind, &placed)?;
        let unit = self.settings.length_unit;
        let skin = self.colliders[slot].set_shape(placed, skin, unit)?;
        self.colliders.extra_mut(slot).skin = skin;
        self.bodies.mark_stale_mass(body);
        self.renew_contacts_of(slot);
        self.wake(body);
        self.renew_box(slot);
        Ok(())
    }

    /// The next step computes them from the new shape. They keep their impulses, and go on without an event.
    fn renew_contacts_of(&mut self, slot: ColliderSlot) {
        let mut left = self.colliders.contact_count(slot);
        let mut cursor = self.bodies[self.colliders[slot].body].contacts.cursor();
        while left > 0
            && let Some((contact, other)) = self.contacts.advance(&mut cursor)
        {
            if !self.contacts.get(contact).1.colliders.contains(&slot) {
                continue;
            }
            left -= 1;
            if self.contacts.is_sensor(contact) {
                self.contacts.wake(contact);
            } else {
                self.contacts.forget_cache(contact);
                // How it rolls depends on the radius.
                self.combine_materials(contact);
                self.wake(other);
            }
        }
    }

    /// Its contacts end, or the next step looks for them; its body wakes, and has another mass.
    pub(crate) fn set_collider_enabled(&mut self, slot: ColliderSlot, is_enabled: bool) {
        let Collider { body, is_enabled: was_enabled, .. } = self.colliders[slot];
        if is_enabled == was_enabled {
            return;
        }
        self.remove_contacts_of(slot);
        self.colliders[slot].is_enabled = is_enabled;
        let record = &self.colliders[slot];
        let mass = mass_of(self.colliders.bare_shape(slot), record.material.density, record.counts());
        self.colliders[slot].mass = mass.unwrap_or(MassProperties::ZERO);
        if is_enabled && self.bodies[body].is_enabled {
            let fat = self.fat_aabb_now(slot);
            self.colliders.put_back(slot, fat, mobility(self.bodies[body].kind));
            self.bodies.forget_slack(body);
        } else {
            self.colliders.take_out(slot);
        }
        self.bodies.mark_stale_mass(body);
        self.wake(body);
    }

    pub(crate) fn fat_aabb_now(&self, slot: ColliderSlot) -> Aabb {
        let collider = &self.colliders[slot];
        let (frame, kind) = (self.bodies.frame(collider.body), self.bodies[collider.body].kind);
        collider.fat_aabb(frame, &self.bodies.grid, kind)
    }

    /// The next step looks for its pairs.
    pub(super) fn renew_box(&mut self, slot: ColliderSlot) {
        let Collider { body, is_enabled, .. } = self.colliders[slot];
        if self.bodies[body].is_enabled && is_enabled {
            let fat = self.fat_aabb_now(slot);
            self.colliders.set_box_at_will(slot, fat);
            self.bodies.forget_slack(body);
        }
    }
}

impl Stores {
    /// All but its bodies, which wake.
    pub(crate) fn change_joint(&mut self, slot: JointSlot, def: JointDef<BodySlot>) -> Result<(), DefError> {
        let def = def.validated()?;
        let forbade = self.joints[slot].forbids_contacts();
        self.joints.redefine(slot, def, &self.bodies);
        for body in [def.a, def.b] {
            self.wake(body);
        }
        if self.joints.acts(slot, &self.bodies) {
            self.joints.wake(slot, &self.bodies);
        } else {
            self.joints.put_to_sleep(slot);
        }
        match (forbade, self.joints[slot].forbids_contacts()) {
            (false, true) => self.remove_contacts_that_a_joint_forbids(slot),
            // They may collide again: look for the pairs of one of them.
            (true, false) => self.renew_boxes(def.a),
            _ => {}
        }
        Ok(())
    }
}
