//! The view that changes a collider.

use crate::collider::one_way_direction;
use crate::error::DefError;
use crate::id::ColliderId;
use crate::portal::PortalRole;
use crate::recording::{Call, halves};
use crate::settings::{Filter, Material};
use crate::slot::ColliderSlot;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};
use geom::{Point, Pose, Shape, Vec2};

/// A view of a collider that can change it: see [`World::collider_mut`]. A call that returns an error has
/// changed nothing.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, Filter, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let body = world.add_body(BodyDef::dynamic())?;
/// let id = world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5)?))?;
/// let mut collider = world.collider_mut(id)?;
/// collider.set_density(3.0)?.set_friction(0.1)?.set_offset([1.0, 0.0], 0.0)?;
/// collider.set_filter(Filter { category: 2, ..Filter::default() }).set_user_data(7);
/// assert_eq!(world.body(body)?.mass_properties().mass, 3.0); // kg
/// assert_eq!(world.body(body)?.center().x, 1.0); // m
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
pub struct ColliderMut<'a, B: Broadphase = DynamicTree> {
    pub(super) world: &'a mut World<B>,
    pub(super) slot: ColliderSlot,
}

impl<B: Broadphase> ColliderMut<'_, B> {
    /// The view that reads.
    #[must_use]
    pub fn view(&self) -> ColliderRef<'_> {
        ColliderRef { stores: &self.world.stores, slot: self.slot }
    }

    #[inline]
    fn note(&mut self, call: impl FnOnce(ColliderId) -> Call) -> &mut Self {
        if self.world.recorder.is_some() {
            let id = self.world.stores.colliders.handle(self.slot);
            self.world.note(|| call(id));
        }
        self
    }

    /// Sets the data of the program.
    #[doc(alias = "b2Shape_SetUserData")]
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.colliders.extra_mut(self.slot).user_data = user_data;
        self.note(|id| Call::SetColliderUserData(id, halves(user_data)))
    }

    fn flush(&mut self) -> &mut Self {
        self.world.stores.colliders.flush(&mut self.world.broadphase);
        self
    }

    /// Sets what it collides with. Contacts that the filter forbids end at once, and the next step finds
    /// those that it allows. Wakes its body.
    ///
    /// If it has contacts and the filter forbids what the last one allowed, the time grows with the contacts
    /// of its body; otherwise it is constant.
    #[doc(alias("b2Shape_SetFilter", "set_collision_groups"))]
    pub fn set_filter(&mut self, filter: Filter) -> &mut Self {
        self.world.stores.set_filter(self.slot, filter);
        self.flush().note(|id| Call::SetFilter(id, filter))
    }

    /// Gives it another shape at the same offset. What it touches before and after goes on to touch, with its
    /// impulses and without an event. Changes the mass of its body, and wakes the body and all that touched
    /// it.
    ///
    /// # Errors
    /// [`DefError`] for a half-space on a dynamic body or a shape that is too large.
    #[doc(alias("b2Shape_SetCircle", "b2Shape_SetPolygon", "b2Shape_SetCapsule", "b2Shape_SetSegment"))]
    pub fn set_shape(&mut self, shape: Shape) -> Result<&mut Self, DefError> {
        let offset = self.view().offset();
        let recorded = self.world.recorder.is_some().then(|| Box::new(shape.clone()));
        self.world.stores.set_shape(self.slot, shape, offset)?;
        if let Some(shape) = recorded {
            self.note(|id| Call::SetShape(id, shape));
        }
        Ok(self.flush())
    }

    /// Rotates its shape by `angle` (rad) in the frame of its body and moves it by `position` (m). As
    /// [`ColliderMut::set_shape`] in all else.
    ///
    /// # Errors
    /// [`DefError`] for a number that is not finite or too large.
    #[doc(alias("set_position_wrt_parent", "set_translation_wrt_parent"))]
    pub fn set_offset(&mut self, position: impl Into<Point>, angle: f32) -> Result<&mut Self, DefError> {
        let (shape, position) = (self.view().local_shape().clone(), position.into());
        self.world.stores.set_shape(self.slot, shape, Pose::new(position, angle))?;
        Ok(self.flush().note(|id| Call::SetOffset(id, position, angle)))
    }

    /// See [`ColliderDef::contact_skin`](crate::ColliderDef::contact_skin). Wakes its body and all that touch
    /// it.
    ///
    /// # Errors
    /// [`DefError::Value`] for a number out of its range, or a skin of a segment of a chain.
    pub fn set_contact_skin(&mut self, skin: f32) -> Result<&mut Self, DefError> {
        self.world.stores.set_contact_skin(self.slot, skin)?;
        Ok(self.flush().note(|id| Call::SetContactSkin(id, skin)))
    }

    /// Sets the direction in which it pushes, a vector in the body's frame, or lets it push in all: see
    /// [`ColliderDef::one_way`](crate::ColliderDef::one_way). Wakes all that touch it.
    ///
    /// # Errors
    /// [`DefError::Value`] for a direction that is zero or not finite.
    pub fn set_one_way(&mut self, direction: Option<Vec2>) -> Result<&mut Self, DefError> {
        let one_way = direction.map(one_way_direction).transpose()?;
        self.world.stores.change_conditions(self.slot, |extra| extra.one_way = one_way);
        Ok(self.note(|id| Call::SetOneWay(id, direction)))
    }

    /// Sets whether the [`ContactHook`](crate::ContactHook) of the world decides about its contacts. Wakes
    /// all that touch it.
    pub fn set_hook(&mut self, hook: bool) -> &mut Self {
        self.world.stores.change_conditions(self.slot, |extra| extra.has_hook = hook);
        self.world.stores.search_pairs_of(self.slot);
        self.flush().note(|id| Call::SetHook(id, hook))
    }

    /// Gives it a role in a portal, or takes it away: see
    /// [`ColliderDef::portal`](crate::ColliderDef::portal). Wakes all that touch it.
    ///
    /// # Errors
    /// [`DefError::Value`] for a plane that is not finite.
    pub fn set_portal_role(&mut self, role: Option<PortalRole>) -> Result<&mut Self, DefError> {
        let valid = role.map(PortalRole::validated).transpose()?;
        self.world.stores.change_conditions(self.slot, |extra| extra.portal = valid);
        Ok(self.note(|id| Call::SetPortalRole(id, role)))
    }

    /// Makes it a sensor or a collider that pushes: see [`ColliderDef::sensor`](crate::ColliderDef::sensor).
    /// What it touches, or has inside, ends; what it overlaps begins in the next step. Wakes its body, and
    /// changes its mass.
    ///
    /// # Errors
    /// [`DefError::Mass`] if the mass of the collider is not finite.
    pub fn set_sensor(&mut self, sensor: bool) -> Result<&mut Self, DefError> {
        self.world.stores.set_sensor(self.slot, sensor)?;
        Ok(self.flush().note(|id| Call::SetSensor(id, sensor)))
    }

    /// Takes it out of the simulation or puts it back: see
    /// [`ColliderDef::enabled`](crate::ColliderDef::enabled). The next step reports what ends or begins by
    /// that. Wakes its body, with all that touched it, and changes its mass.
    pub fn set_enabled(&mut self, enabled: bool) -> &mut Self {
        self.world.stores.set_collider_enabled(self.slot, enabled);
        self.flush().note(|id| Call::SetColliderEnabled(id, enabled))
    }

    /// See [`ColliderDef::contact_events`](crate::ColliderDef::contact_events). Of what touches already, an
    /// end is reported if the begin was.
    #[doc(alias("b2Shape_EnableContactEvents", "set_active_events"))]
    pub fn set_contact_events(&mut self, asks: bool) -> &mut Self {
        self.world.stores.colliders.extra_mut(self.slot).events.of_contacts = asks;
        self.note(|id| Call::SetContactEvents(id, asks))
    }

    /// See [`ColliderDef::hit_events`](crate::ColliderDef::hit_events).
    #[doc(alias = "b2Shape_EnableHitEvents")]
    pub fn set_hit_events(&mut self, asks: bool) -> &mut Self {
        self.world.stores.colliders.extra_mut(self.slot).events.of_hits = asks;
        self.note(|id| Call::SetHitEvents(id, asks))
    }

    /// See [`ColliderDef::sensor_events`](crate::ColliderDef::sensor_events). Of what overlaps already, a
    /// leaving is reported if the entering was.
    #[doc(alias = "b2Shape_EnableSensorEvents")]
    pub fn set_sensor_events(&mut self, takes_part: bool) -> &mut Self {
        self.world.stores.colliders.extra_mut(self.slot).events.of_sensors = takes_part;
        self.note(|id| Call::SetSensorEvents(id, takes_part))
    }

    /// Sets its material, which may change the mass of its body. Wakes the body and all that touch it.
    ///
    /// # Errors
    /// [`DefError`] for a field out of its range.
    pub fn set_material(&mut self, material: Material) -> Result<&mut Self, DefError> {
        self.world.stores.set_material(self.slot, material)?;
        Ok(self.note(|id| Call::SetMaterial(id, material)))
    }

    fn change_material(&mut self, change: impl FnOnce(&mut Material)) -> Result<&mut Self, DefError> {
        let mut material = self.view().material();
        change(&mut material);
        self.set_material(material)
    }

    /// Sets the density, kg/m^2, not negative, and with it the mass of its body.
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    #[doc(alias = "b2Shape_SetDensity")]
    pub fn set_density(&mut self, density: f32) -> Result<&mut Self, DefError> {
        self.change_material(|material| material.density = density)
    }

    /// Sets the coefficients of sliding and of static friction, not negative.
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    #[doc(alias = "b2Shape_SetFriction")]
    pub fn set_friction(&mut self, friction: f32) -> Result<&mut Self, DefError> {
        self.change_material(|material| {
            (material.friction, material.static_friction) = (friction, friction);
        })
    }

    /// Sets the coefficient of static friction, not below that of sliding friction.
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    pub fn set_static_friction(&mut self, static_friction: f32) -> Result<&mut Self, DefError> {
        if static_friction < self.view().material().friction {
            let (field, expected) = ("static_friction", "at least friction");
            return Err(DefError::Value { field, value: static_friction, expected });
        }
        self.change_material(|material| material.static_friction = static_friction)
    }

    /// Sets the restitution: see [`Material::restitution`].
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    #[doc(alias = "b2Shape_SetRestitution")]
    pub fn set_restitution(&mut self, restitution: f32) -> Result<&mut Self, DefError> {
        self.change_material(|material| material.restitution = restitution)
    }

    /// Sets the resistance to rolling, not negative: see [`Material::rolling_resistance`].
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    pub fn set_rolling_resistance(&mut self, rolling_resistance: f32) -> Result<&mut Self, DefError> {
        self.change_material(|material| material.rolling_resistance = rolling_resistance)
    }

    /// Sets the speed with which the surface moves around the shape, clockwise, m/s.
    ///
    /// # Errors
    /// [`DefError`] for a number out of its range.
    pub fn set_surface_speed(&mut self, surface_speed: f32) -> Result<&mut Self, DefError> {
        self.change_material(|material| material.surface_speed = surface_speed)
    }
}
