//! Changes a body or a collider to what a definition says: for editors, and for bindings whose `set` takes
//! many properties at once.
//!
//! All is checked before anything is changed. Only what differs is set, by the setters that programs call,
//! which recordings hold, and nothing else wakes.

use super::{BodyMut, ColliderMut};
use crate::body::{BodyDef, BodyKind};
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::settings::Material;
use crate::stores::check_collider;
use broadphase::Broadphase;
use geom::{Vec2, WorldPose};

impl<B: Broadphase> BodyMut<'_, B> {
    /// Makes it what a definition says: [`BodyRef::def`](crate::BodyRef::def), changed. Only what differs is
    /// set. A velocity that it has already is no error for a body that becomes static: it ends.
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let id = world.add_body(BodyDef::dynamic())?;
    /// let def = world.body(id)?.def();
    /// world.body_mut(id)?.set_def(def.gravity_scale(0.5).damping(0.1, 0.0))?;
    /// assert_eq!(world.body(id)?.gravity_scale(), 0.5);
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] as [`World::add_body`](crate::World::add_body), and [`DefError::EndlessOnDynamic`] as
    /// [`BodyMut::set_kind`].
    pub fn set_def(&mut self, mut def: BodyDef) -> Result<&mut Self, DefError> {
        let old = self.view().def();
        let is_static = def.kind == BodyKind::Static;
        if is_static && def.velocity == old.velocity {
            def.velocity = Vec2::zeros();
        }
        if is_static && def.angular_velocity == old.angular_velocity {
            def.angular_velocity = 0.0;
        }
        def.validate(self.world.stores.settings.length_unit)?;
        self.world.stores.check_kind(self.slot, def.kind)?;
        if (def.position, def.rotation) != (old.position, old.rotation) {
            self.set_world_pose(WorldPose { position: def.position, rotation: def.rotation })?;
        }
        if def.mass != old.mass {
            self.set_mass_override(def.mass)?;
        }
        if def.kind != old.kind {
            self.set_kind(def.kind)?;
        }
        // A locked axis has no velocity, so locks come first, as the kind does.
        if def.locks != old.locks {
            self.set_locks(def.locks);
        }
        if !is_static && def.velocity != old.velocity {
            self.set_velocity(def.velocity)?;
        }
        if !is_static && def.angular_velocity != old.angular_velocity {
            self.set_angular_velocity(def.angular_velocity)?;
        }
        if def.damping != old.damping {
            self.set_damping(def.damping)?;
        }
        if def.angular_damping != old.angular_damping {
            self.set_angular_damping(def.angular_damping)?;
        }
        if def.gravity_scale != old.gravity_scale {
            self.set_gravity_scale(def.gravity_scale)?;
        }
        if def.max_speed != old.max_speed {
            self.set_max_speed(def.max_speed)?;
        }
        if def.max_angular_speed != old.max_angular_speed {
            self.set_max_angular_speed(def.max_angular_speed)?;
        }
        if def.dominance != old.dominance {
            self.set_dominance(def.dominance)?;
        }
        if def.sleep_speed != old.sleep_speed {
            self.set_sleep_speed(def.sleep_speed)?;
        }
        if def.enabled != old.enabled {
            self.set_enabled(def.enabled);
        }
        if def.continuous != old.continuous {
            self.set_continuous(def.continuous);
        }
        if def.can_sleep != old.can_sleep {
            self.set_can_sleep(def.can_sleep);
        }
        if def.user_data != old.user_data {
            self.set_user_data(def.user_data);
        }
        Ok(match (old.awake, def.awake) {
            (false, true) => self.wake(),
            (true, false) => self.sleep(),
            _ => self,
        })
    }
}

impl<B: Broadphase> ColliderMut<'_, B> {
    /// Makes it what a definition says: [`ColliderRef::def`](crate::ColliderRef::def), changed. Only what
    /// differs is set.
    ///
    /// # Errors
    /// [`DefError`] as [`World::add_collider`](crate::World::add_collider).
    pub fn set_def(&mut self, def: ColliderDef) -> Result<&mut Self, DefError> {
        let old = self.view().def();
        let stores = &self.world.stores;
        let body = stores.colliders[self.slot].body;
        check_collider(body, stores.bodies[body].kind, &def, stores.settings.length_unit)?;
        let ColliderDef { shape, offset, filter, sensor, .. } = def;
        let material = def.material.validated()?;
        let (moves, reshapes) = (offset != old.offset, shape != old.shape);
        // Old density and new shape, or the reverse, may be a refused mass.
        if material != old.material && (moves || reshapes) {
            self.set_material(Material { density: 0.0, ..material })?;
        }
        // The shape may take the old skin no more than the new one.
        if def.contact_skin != old.contact_skin && reshapes {
            self.set_contact_skin(0.0)?;
        }
        if reshapes {
            self.set_shape(shape)?;
        }
        if moves {
            self.set_offset(offset.position, offset.rotation.angle())?;
        }
        if material != self.view().material() {
            self.set_material(material)?;
        }
        if def.contact_skin != self.view().contact_skin() {
            self.set_contact_skin(def.contact_skin)?;
        }
        if def.one_way != old.one_way {
            self.set_one_way(def.one_way)?;
        }
        if def.portal != old.portal {
            self.set_portal_role(def.portal)?;
        }
        if filter != old.filter {
            self.set_filter(filter);
        }
        if def.hook != old.hook {
            self.set_hook(def.hook);
        }
        if def.contact_events != old.contact_events {
            self.set_contact_events(def.contact_events);
        }
        if def.hit_events != old.hit_events {
            self.set_hit_events(def.hit_events);
        }
        if def.sensor_events != old.sensor_events {
            self.set_sensor_events(def.sensor_events);
        }
        if def.user_data != old.user_data {
            self.set_user_data(def.user_data);
        }
        if sensor != old.sensor {
            self.set_sensor(sensor)?;
        }
        if def.enabled != old.enabled {
            self.set_enabled(def.enabled);
        }
        Ok(self)
    }
}
