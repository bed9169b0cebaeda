//! Adds, removes, moves and pushes bodies, and changes what kind they are.

use crate::body::{BodyDef, BodyKind, Load, check_mass, check_rotation, unit_rotation};
use crate::error::{DefError, finite, finite_vector};
use crate::id::BodyId;
use crate::place::Place;
use crate::slot::{BodySlot, ColliderSlot};
use crate::stores::Stores;
use crate::stores::bodies::Moving;
use broadphase::Mobility;
use geom::{MassProperties, Position, Rot, Shape, Vec2};
use solver::BodyState;

pub(in crate::stores) fn mobility(kind: BodyKind) -> Mobility {
    if kind == BodyKind::Static { Mobility::Static } else { Mobility::Moving }
}

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
        self.lock_velocity(slot);
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

    pub(crate) fn set_place(&mut self, slot: BodySlot, place: Place, rotation: Rot) -> Result<(), DefError> {
        check_rotation(rotation)?;
        let frame = self.bodies.frame_mut(slot);
        if (frame.place, frame.rotation) == (place, rotation) {
            // Giving a body its own pose changes no bit.
            self.wake(slot);
            return Ok(());
        }
        (frame.place, frame.rotation) = (place, unit_rotation(rotation));
        self.forget_target(slot);
        self.bodies[slot].has_left_world = false;
        // Bodies that lay on it have lost their support.
        let mut cursor = self.bodies[slot].contacts.cursor();
        while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
            if self.contacts.is_sensor(contact) {
                self.contacts.wake(contact);
            } else {
                self.wake(other);
            }
        }
        self.wake(slot);
        self.renew_boxes(slot);
        Ok(())
    }

    pub(crate) fn check_kind(&self, slot: BodySlot, kind: BodyKind) -> Result<(), DefError> {
        let mut colliders = self.colliders.on_body(&self.bodies[slot]);
        if kind == BodyKind::Dynamic
            && colliders.any(|slot| matches!(self.colliders[slot].shape, Shape::HalfSpace(_)))
        {
            return Err(DefError::EndlessOnDynamic);
        }
        Ok(())
    }

    /// Keeps the pose; a body that becomes static loses its velocity.
    pub(crate) fn set_kind(&mut self, slot: BodySlot, kind: BodyKind) -> Result<(), DefError> {
        if self.bodies[slot].kind == kind {
            return Ok(());
        }
        self.check_kind(slot, kind)?;
        let colliders: Vec<ColliderSlot> = self.colliders.on_body(&self.bodies[slot]).collect();
        // The kind decides which pairs may have a contact: all are removed and searched for again.
        self.wake(slot);
        while let Some((contact, other)) = self.contacts.advance(&mut self.bodies[slot].contacts.cursor()) {
            if !self.contacts.is_sensor(contact) {
                self.wake(other);
            }
            self.remove_contact(contact);
        }
        let is_static = kind == BodyKind::Static;
        let (velocity, angular_velocity) =
            if is_static { (Vec2::zeros(), 0.0) } else { self.bodies.velocity(slot) };
        let was_static = self.bodies[slot].kind == BodyKind::Static;
        self.bodies.set_kind(slot, kind);
        if is_static || was_static {
            self.bodies.make_mass_stale(slot);
        }
        if is_static {
            // A static body never has a stale mass.
            self.settle_mass(slot);
        }
        if self.bodies[slot].is_enabled {
            for collider in colliders {
                if self.colliders[collider].is_enabled {
                    self.colliders.set_mobility(collider, mobility(kind));
                }
            }
        }
        // No event: it was awake or static before.
        self.open_ring(slot, |_, _| {});
        if let Some(state) = self.bodies.state_mut(slot) {
            (state.velocity, state.angular_velocity) = (velocity, angular_velocity);
        } else {
            self.bodies.extra_mut(slot).kept_velocity = (velocity, angular_velocity);
        }
        let mut cursor = self.bodies[slot].joints.cursor();
        while let Some((joint, other)) = self.joints.advance(&mut cursor) {
            self.wake(other);
            self.joints.put_to_sleep(joint);
            self.joints.wake(joint, &self.bodies);
        }
        self.renew_boxes(slot);
        self.lock_velocity(slot);
        Ok(())
    }

    /// m/s and rad/s.
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
        self.lock_velocity(slot);
    }

    /// Applies an impulse (N s) at `point` (m), or at the centre of mass, and a change of angular momentum by
    /// `twist` (N m s). One too large for the mass is an error.
    pub(crate) fn apply_impulse(
        &mut self,
        slot: BodySlot,
        impulse: Vec2,
        point: Option<Position>,
        twist: f32,
    ) -> Result<(), DefError> {
        if !self.bodies[slot].is_dynamic() {
            return Ok(());
        }
        // Settled once nothing refuses the call: a recording does not hold a refused one.
        let ([inverse_mass, inverse_inertia], local_center) = self.inverse_masses_now(slot);
        let lever = self.lever(slot, local_center, point);
        let (velocity, angular_velocity) = self.velocity(slot);
        let velocity = velocity + impulse * inverse_mass;
        let angular_velocity = angular_velocity + (geom::cross(lever, impulse) + twist) * inverse_inertia;
        finite_vector("velocity after the impulse", velocity)?;
        finite("angular velocity after the impulse", angular_velocity)?;
        self.change_velocity(slot, |linear, angular| (*linear, *angular) = (velocity, angular_velocity));
        Ok(())
    }

    /// For the next step. Loads whose sum is too large are an error.
    pub(crate) fn apply_load(&mut self, slot: BodySlot, load: &Load) -> Result<(), DefError> {
        let &Load { mass, inertia, point, velocity, angular_velocity } = load;
        let frame = self.bodies.frame(slot);
        let center = frame.rotation.inverse() * self.bodies.grid.seen_from(frame.place, point).coords;
        let mass = MassProperties { mass, center: center.into(), inertia };
        check_mass(mass, self.settings.length_unit)?;
        let new = Moving { mass, velocity, angular_momentum: inertia * angular_velocity };
        let load = self.bodies.extra(slot).load.unwrap_or_default().joined(new, frame.rotation);
        finite("sum of the loads", if load.is_sound() { 0.0 } else { f32::INFINITY })?;
        self.wake(slot);
        self.bodies.extra_mut(slot).load = Some(load);
        self.bodies.make_mass_stale(slot);
        Ok(())
    }

    /// m; zero without a point.
    fn lever(&self, slot: BodySlot, local_center: Vec2, point: Option<Position>) -> Vec2 {
        let frame = self.bodies.frame(slot);
        let from_origin = |point| self.bodies.grid.seen_from(frame.place, point).coords;
        point.map_or(Vec2::zeros(), |point| from_origin(point) - frame.rotation * local_center)
    }

    /// Applies a force (N) at `point` (m), or at the centre of mass, and a torque (N m) in the next step.
    /// Sums that are too large are an error. If it does not wake the body, a sleeper stays asleep, and an
    /// awake one may fall asleep.
    pub(crate) fn apply_force(
        &mut self,
        slot: BodySlot,
        force: Vec2,
        point: Option<Position>,
        torque: f32,
        wakes: bool,
    ) -> Result<(), DefError> {
        if !self.bodies[slot].is_dynamic() {
            return Ok(());
        }
        let lever = match point {
            Some(_) => self.lever(slot, self.inverse_masses_now(slot).1, point),
            None => Vec2::zeros(),
        };
        let so_far = self.bodies.motion_mut(slot).map(|motion| (motion.force, motion.torque));
        let (force_so_far, torque_so_far) = so_far.unwrap_or((Vec2::zeros(), 0.0));
        let torque = torque_so_far + (geom::cross(lever, force) + torque);
        let force = force_so_far + force;
        finite_vector("sum of the forces", force)?;
        finite("sum of the torques", torque)?;
        self.settle_mass(slot);
        if wakes {
            self.wake(slot);
        }
        if let Some(motion) = self.bodies.motion_mut(slot) {
            (motion.force, motion.torque) = (force, torque);
        }
        Ok(())
    }
}
