//! The read-only view of a collider.

use super::BodyRef;
use crate::collider::ColliderDef;
use crate::id::ColliderId;
use crate::portal::PortalRole;
use crate::settings::{Filter, Material};
use crate::slot::ColliderSlot;
use crate::stores::{Collider, Flagged, Flags, Stores};
use geom::{Aabb, Pose, Position, Shape, Vec2};

/// A view of a collider.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let body = world.add_body(BodyDef::fixed())?;
/// let id = world.add_collider(body, ColliderDef::new(Shape::circle(1.0)?).friction(0.9))?;
/// let collider = world.collider(id)?;
/// assert_eq!(collider.body().id(), body);
/// assert_eq!(collider.material().friction, 0.9);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias("Collider", "b2ShapeId"))]
pub struct ColliderRef<'a> {
    pub(crate) stores: &'a Stores,
    pub(crate) slot: ColliderSlot,
}

impl std::fmt::Debug for ColliderRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ColliderRef")
            .field("id", &self.id())
            .field("shape", self.shape())
            .finish_non_exhaustive()
    }
}

impl<'a> ColliderRef<'a> {
    fn record(self) -> &'a Collider {
        &self.stores.colliders[self.slot]
    }

    /// Its handle.
    #[must_use]
    pub fn id(self) -> ColliderId {
        self.stores.colliders.handle(self.slot)
    }

    /// The data of the program.
    #[must_use]
    pub fn user_data(self) -> u128 {
        self.stores.colliders.extra(self.slot).user_data
    }

    /// Its definition as it is now: a collider made from it is the same, bit for bit.
    #[must_use]
    pub fn def(self) -> ColliderDef {
        self.stores.colliders.def(self.slot)
    }

    /// The body it is on.
    #[must_use]
    pub fn body(self) -> BodyRef<'a> {
        BodyRef { stores: self.stores, slot: self.record().body }
    }

    /// Its shape, in the body's frame.
    #[must_use]
    pub fn shape(self) -> &'a Shape {
        self.stores.colliders.bare_shape(self.slot)
    }

    /// See [`ColliderDef::contact_skin`](crate::ColliderDef::contact_skin).
    #[must_use]
    pub fn contact_skin(self) -> f32 {
        self.stores.colliders.extra(self.slot).contact_skin()
    }

    /// Its shape, in its own frame.
    #[must_use]
    pub fn local_shape(self) -> &'a Shape {
        let placement = self.stores.colliders.extra(self.slot).placement.as_deref();
        placement.map_or_else(|| self.shape(), |placement| &placement.shape)
    }

    /// Where its own frame is in that of the body.
    #[must_use]
    pub fn offset(self) -> Pose {
        let placement = self.stores.colliders.extra(self.slot).placement.as_deref();
        placement.map_or(Pose::IDENTITY, |placement| placement.offset)
    }

    /// Density, friction, restitution.
    #[must_use]
    pub fn material(self) -> Material {
        self.record().material
    }

    /// What it collides with.
    #[must_use]
    pub fn filter(self) -> Filter {
        self.record().filter()
    }

    /// The direction in which it pushes, a unit vector in the body's frame, if it does not push in all: see
    /// [`ColliderDef::one_way`](crate::ColliderDef::one_way).
    #[must_use]
    pub fn one_way(self) -> Option<Vec2> {
        self.stores.colliders.extra(self.slot).one_way
    }

    /// Whether the [`ContactHook`](crate::ContactHook) of the world decides about its contacts.
    #[must_use]
    pub fn has_hook(self) -> bool {
        self.stores.colliders.extra(self.slot).has_hook
    }

    /// See [`ColliderDef::portal`](crate::ColliderDef::portal).
    #[must_use]
    pub fn portal_role(self) -> Option<PortalRole> {
        self.stores.colliders.extra(self.slot).portal
    }

    /// See [`ColliderDef::sensor`](crate::ColliderDef::sensor).
    #[must_use]
    pub fn is_sensor(self) -> bool {
        self.record().is_sensor
    }

    /// Whether it takes part in the simulation, if its body does: see
    /// [`ColliderDef::enabled`](crate::ColliderDef::enabled).
    #[must_use]
    pub fn is_enabled(self) -> bool {
        self.record().is_enabled
    }

    /// See [`ColliderDef::contact_events`](crate::ColliderDef::contact_events).
    #[must_use]
    #[doc(alias = "b2Shape_AreContactEventsEnabled")]
    pub fn has_contact_events(self) -> bool {
        self.stores.colliders.extra(self.slot).events.of_contacts
    }

    /// See [`ColliderDef::hit_events`](crate::ColliderDef::hit_events).
    #[must_use]
    #[doc(alias = "b2Shape_AreHitEventsEnabled")]
    pub fn has_hit_events(self) -> bool {
        self.stores.colliders.extra(self.slot).events.of_hits
    }

    /// See [`ColliderDef::sensor_events`](crate::ColliderDef::sensor_events).
    #[must_use]
    #[doc(alias = "b2Shape_AreSensorEventsEnabled")]
    pub fn has_sensor_events(self) -> bool {
        self.stores.colliders.extra(self.slot).events.of_sensors
    }

    /// What overlaps it, as of the end of the last step: for a sensor the colliders and sensors inside it,
    /// for another collider the sensors that it is in. The events of sensors tell the changes of this list.
    /// The time grows with the number of contacts of its body.
    #[doc(alias = "b2Shape_GetSensorData")]
    #[doc(alias("intersection_pairs_with", "intersection_pair"))]
    pub fn overlaps(self) -> impl Iterator<Item = ColliderRef<'a>> {
        let Self { stores, slot } = self;
        let pairs = stores.contacts.of_body(&stores.bodies, self.record().body);
        pairs.filter_map(move |(contact, _)| {
            let is_sensor = stores.contacts.is_sensor(contact);
            let (contact, pair) = stores.contacts.get(contact);
            let inside = is_sensor && contact.has(Flags::TOUCHING);
            match pair.colliders {
                [a, b] if inside && a == slot => Some(ColliderRef { stores, slot: b }),
                [a, b] if inside && b == slot => Some(ColliderRef { stores, slot: a }),
                _ => None,
            }
        })
    }

    /// [`ColliderRef::fat_aabb`] as seen from `origin`, m, rounded outward by the digits that an `f32` lacks
    /// for its distance from the origin or from the first body of the world.
    ///
    /// ```
    /// use geom::{Aabb, Shape};
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// let boxed = |x: f64| {
    ///     let mut world = World::default();
    ///     let body = world.add_body(BodyDef::dynamic().position([x + 0.25, 0.0]))?;
    ///     let ball = world.add_collider(body, ColliderDef::new(Shape::circle(0.5)?))?;
    ///     Ok::<Aabb, world::DefError>(world.collider(ball)?.fat_aabb_from([x, 0.0]))
    /// };
    /// assert_eq!(boxed(9_999_360.0)?, boxed(0.0)?); // a multiple of 1,024 m
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn fat_aabb_from(self, origin: impl Into<Position>) -> Aabb {
        let grid = &self.stores.bodies.grid;
        grid.aabb_from(origin.into(), self.stores.colliders.fat_aabb(self.slot))
    }

    /// The box that the broad phase stores: the AABB of the shape with its skin, and a margin.
    #[must_use]
    pub fn fat_aabb(self) -> Aabb {
        self.fat_aabb_from(Position::ORIGIN)
    }
}
