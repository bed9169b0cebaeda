//! The read-only view of a contact.

use super::ColliderRef;
use crate::events::{normal_on, side_of};
use crate::id::BodyId;
use crate::stores::{Flagged, Flags, Pair, Stores};
use collide::Manifold;
use geom::{Point, Position, Vec2};
use solver::{Contact, PointImpulse};

/// A view of a contact: two colliders whose fat AABBs overlap.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::rectangle(10.0, 0.5)?))?;
/// let body = world.add_body(BodyDef::dynamic().position([0.0, 1.0]))?;
/// world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5)?))?;
/// world.step(1.0 / 60.0);
/// let contact = world.body(body)?.contacts().next().expect("the ground");
/// assert!(contact.is_touching());
/// assert_eq!(contact.points().count(), 2); // the lower corners of the box
/// assert_eq!(contact.normal_on(body).unwrap().y, 1.0); // the ground pushes it up
/// assert_eq!(contact.other(body).unwrap().body().id(), ground);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias("ContactPair", "b2ContactData"))]
pub struct ContactRef<'a> {
    pub(crate) stores: &'a Stores,
    pub(crate) contact: &'a Contact,
    pub(crate) pair: &'a Pair,
}

impl std::fmt::Debug for ContactRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContactRef")
            .field("colliders", &self.colliders().map(ColliderRef::id))
            .field("manifold", &self.manifold())
            .finish_non_exhaustive()
    }
}

impl<'a> ContactRef<'a> {
    /// The two colliders, the one with the lower slot first.
    #[must_use]
    pub fn colliders(self) -> [ColliderRef<'a>; 2] {
        self.pair.colliders.map(|slot| ColliderRef { stores: self.stores, slot })
    }

    /// The two bodies, in the order of the colliders.
    #[must_use]
    pub fn bodies(self) -> [BodyId; 2] {
        self.pair.bodies.map(|slot| self.stores.bodies.handle(slot))
    }

    /// The collider that is on `body`; `None` if neither is.
    #[must_use]
    pub fn own(self, body: BodyId) -> Option<ColliderRef<'a>> {
        side_of(body, self.bodies()).map(|side| self.colliders()[side])
    }

    /// The collider that is not on `body`, which `body` touches; `None` if neither is on `body`.
    #[must_use]
    pub fn other(self, body: BodyId) -> Option<ColliderRef<'a>> {
        side_of(body, self.bodies()).map(|side| self.colliders()[1 - side])
    }

    /// The unit normal that points away from the other body onto `body`: upwards for what stands on the
    /// ground. `None` if neither collider is on `body`, or the contact has no points.
    #[must_use]
    pub fn normal_on(self, body: BodyId) -> Option<Vec2> {
        let manifold = self.manifold();
        if manifold.count == 0 {
            return None;
        }
        normal_on(body, self.bodies(), manifold.normal)
    }

    /// Whether the colliders touch, as the events report it. A contact touches without points in a step in
    /// which another contact turns one of its bodies away before.
    #[must_use]
    pub fn is_touching(self) -> bool {
        self.contact.has(Flags::TOUCHING)
    }

    /// Whether the last step swept the contact: a fast body would first touch there within the step, from too
    /// far apart for points at its beginning.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// let mut world = World::default();
    /// let wall = world.add_body(BodyDef::fixed())?;
    /// world.add_collider(wall, ColliderDef::new(Shape::rectangle(0.05, 5.0)?))?;
    /// let ball = world.add_body(BodyDef::dynamic().position([-1.0, 0.0]).velocity([120.0, 0.0]))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.1)?))?;
    /// world.step(1.0 / 60.0); // in which the ball would move by 2 m
    /// assert!(world.contacts().any(|contact| contact.is_swept()));
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn is_swept(self) -> bool {
        self.contact.has(Flags::SWEPT)
    }

    /// Whether the last step left out or replaced a part of the contact that a neighbour of one of the shapes
    /// covers, at which a sliding body would trip.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// let mut world = World::default();
    /// let floor = world.add_body(BodyDef::fixed())?;
    /// for x in [-1.0, 1.0] {
    ///     let tile = Shape::rectangle(1.0, 0.5)?;
    ///     world.add_collider(floor, ColliderDef::new(tile).offset([x, -0.5], 0.0))?;
    /// }
    /// let slider = world.add_body(BodyDef::dynamic().position([-0.5, 0.5]).velocity([3.0, 0.0]))?;
    /// world.add_collider(slider, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).friction(0.0))?;
    /// let mut steps_at_the_seam = 0;
    /// for _ in 0..30 {
    ///     world.step(1.0 / 60.0);
    ///     steps_at_the_seam += u32::from(world.contacts().any(|contact| contact.is_at_seam()));
    /// }
    /// assert!(steps_at_the_seam > 0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn is_at_seam(self) -> bool {
        self.contact.has(Flags::SEAM)
    }

    /// Normal (from the first collider to the second: see [`ContactRef::normal_on`]), points and separations
    /// of the last step. Anchors are relative to the centres of mass.
    #[must_use]
    pub fn manifold(self) -> &'a Manifold {
        &self.contact.manifold
    }

    /// The normal impulse of all points in the whole last step, N s.
    #[must_use]
    pub fn step_impulse(self) -> f32 {
        self.contact.step_impulse
    }

    /// Share of the approach speed with which the colliders part, as combined from their materials and
    /// changed by a [`ContactHook`](crate::ContactHook).
    #[must_use]
    pub fn restitution(self) -> f32 {
        self.contact.restitution
    }

    /// For each contact point: its position (m), its separation when the last step began (m), and the impulse
    /// of the last sub-step (N s). The position is the middle between the points of the two bodies.
    pub fn points(self) -> impl Iterator<Item = (Point, f32, PointImpulse)> {
        self.points_from(Position::ORIGIN)
    }

    /// [`ContactRef::points`] with positions as seen from `origin` (m), exact also far from the origin of the
    /// world.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// let mut world = World::default();
    /// let ground = world.add_body(BodyDef::fixed().position([1e7, 0.0]))?;
    /// world.add_collider(ground, ColliderDef::new(Shape::rectangle(10.0, 0.5)?))?;
    /// let ball = world.add_body(BodyDef::dynamic().position([1e7 + 0.25, 1.0]))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
    /// world.step(1.0 / 60.0);
    /// let contact = world.body(ball)?.contacts().next().expect("the ground");
    /// let (point, _, _) = contact.points_from([1e7, 0.0]).next().expect("a point");
    /// assert!((point.x - 0.25).abs() < 1e-3 && (point.y - 0.5).abs() < 1e-3);
    /// # Ok::<(), world::DefError>(())
    /// ```
    pub fn points_from(
        self,
        origin: impl Into<Position>,
    ) -> impl Iterator<Item = (Point, f32, PointImpulse)> {
        let bodies = &self.stores.bodies;
        let origin = origin.into();
        let frames = bodies.pair(self.colliders().map(|collider| collider.body().slot));
        let [a, _] = frames.frames;
        self.manifold().points().iter().zip(self.contact.impulses).map(move |(point, impulse)| {
            let from_center = (point.anchor_a + frames.between_centers() + point.anchor_b) * 0.5;
            let own = a.arm() + from_center;
            let place = bodies.grid.moved(a.place, [own.x, own.y].map(f64::from));
            (bodies.grid.point_from(origin, place), point.separation, impulse)
        })
    }
}
