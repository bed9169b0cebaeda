//! Touches of kinematic and static bodies with static and kinematic ones, which no contact tells.
//!
//! Two bodies of infinite mass do not push each other, so the world makes no contact of them and has no
//! events for them. A sensor sees them: each collider of a watched kinematic body gets a twin, a sensor of
//! the same shape. Sensors on static bodies see no static ones, so a watched static body, which moves only
//! where the program puts it, is asked for by a query in each update.
//!
//! ```text
//!   kinematic door           [####]  collider        pushes dynamic bodies: contact events
//!                            [::::]  its twin        sees walls, other doors: these touches
//! ```
//!
//! Turned down: contacts without impulses in the world, of which each step would pay for every lift in its
//! shaft.

use broadphase::Broadphase;
use std::collections::{BTreeMap, BTreeSet};
use world::{
    BodyId, BodyKind, ColliderId, ColliderRef, DefError, EventCollider, HandleError, QueryFilter, World,
};

/// A collider of a watched body, and what it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KinematicTouch {
    /// The collider of the watched body.
    pub own: ColliderId,
    /// What it touches, or touched: a collider of a static or kinematic body. It may have been removed since.
    pub other: EventCollider,
}

/// Tells when colliders of kinematic and static bodies begin and cease to touch static and kinematic ones.
/// Each watched body reports its own touches, so two watched bodies report theirs twice, once from each side.
///
/// ```
/// use toolkit::KinematicTouches;
/// use toolkit::geom::Shape;
/// use toolkit::world::{BodyDef, ColliderDef, World};
///
/// let mut world = World::default();
/// let wall = world.add_body(BodyDef::fixed().position([3.0, 0.0]))?;
/// world.add_collider(wall, ColliderDef::new(Shape::rectangle(1.0, 2.0)?))?;
/// let door = world.add_body(BodyDef::kinematic().velocity([1.0, 0.0]))?;
/// world.add_collider(door, ColliderDef::new(Shape::rectangle(1.0, 2.0)?))?;
/// let mut touches = KinematicTouches::default();
/// touches.watch(&mut world, door)?;
/// let mut hit = None;
/// for step in 0..90 {
///     world.step(1.0 / 60.0);
///     touches.update(&world);
///     hit = hit.or(touches.begun().first().map(|touch| (step, touch.other.body)));
/// }
/// assert_eq!(hit, Some((59, wall))); // in the 60th step: after a metre at 1 m/s
/// # Ok::<(), toolkit::world::DefError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[doc(alias("KINEMATIC_STATIC", "KINEMATIC_KINEMATIC", "ActiveCollisionTypes", "kinematic_events"))]
pub struct KinematicTouches {
    /// The collider of which each twin is one.
    twins: BTreeMap<ColliderId, ColliderId>,
    touching: BTreeSet<(ColliderId, ColliderId)>,
    /// The static bodies, and what their colliders touch.
    fixed: BTreeSet<BodyId>,
    of_fixed: BTreeMap<(ColliderId, ColliderId), EventCollider>,
    begun: Vec<KinematicTouch>,
    ended: Vec<KinematicTouch>,
}

impl KinematicTouches {
    /// Watches the colliders that a kinematic body has now. Each gets a twin, which is one more collider of
    /// the body with the same filter and user data; a shape that changes later must be watched again
    /// ([`KinematicTouches::forget`], then this). A static body, which moves by
    /// [`BodyMut::set_pose`](world::BodyMut::set_pose), is watched with all colliders that it gets, without
    /// twins: each update asks a query for each of them.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a dynamic body; nothing is changed.
    pub fn watch<B: Broadphase>(&mut self, world: &mut World<B>, body: BodyId) -> Result<(), DefError> {
        let view = world.body(body)?;
        match view.kind() {
            BodyKind::Kinematic => {}
            BodyKind::Static => {
                self.fixed.insert(body);
                return Ok(());
            }
            BodyKind::Dynamic => {
                return Err(DefError::BodyKind { found: "dynamic", expected: "kinematic or static" });
            }
        }
        let solid = view.colliders().filter(|collider| !collider.is_sensor());
        let twins: Vec<_> = solid.map(|collider| (collider.id(), collider.def().sensor(true))).collect();
        for (own, mut twin) in twins {
            (twin.one_way, twin.portal) = (None, None);
            let twin = world.add_collider(body, twin)?;
            self.twins.insert(twin, own);
        }
        Ok(())
    }

    /// Watches a body no longer, and removes the twins of its colliders.
    ///
    /// # Errors
    /// [`HandleError`] for a stale handle; a body that is removed needs no call.
    pub fn forget<B: Broadphase>(&mut self, world: &mut World<B>, body: BodyId) -> Result<(), HandleError> {
        let own: Vec<ColliderId> = world.body(body)?.colliders().map(ColliderRef::id).collect();
        if self.fixed.remove(&body) {
            self.of_fixed.retain(|(watched, _), _| !own.contains(watched));
        }
        for twin in own {
            if self.twins.remove(&twin).is_some() {
                world.remove_collider(twin)?;
            }
        }
        Ok(())
    }

    /// Reads the events of the last step. Call it once after each step of the world.
    pub fn update<B: Broadphase>(&mut self, world: &World<B>) {
        let Self { twins, touching, begun, ended, .. } = self;
        begun.clear();
        ended.clear();
        for event in world.events().sensors_begun() {
            let Some(&own) = twins.get(&event.sensor.collider) else { continue };
            let visitor = world.collider(event.visitor.collider);
            // Dynamic bodies have contacts, and a sensor touches nothing. What is gone already has come and
            // gone within the step.
            let counts = visitor.is_ok_and(|it| !it.is_sensor() && it.body().kind() != BodyKind::Dynamic);
            if counts && touching.insert((own, event.visitor.collider)) {
                begun.push(KinematicTouch { own, other: event.visitor });
            }
        }
        for event in world.events().sensors_ended() {
            let Some(&own) = twins.get(&event.sensor.collider) else { continue };
            if touching.remove(&(own, event.visitor.collider)) {
                ended.push(KinematicTouch { own, other: event.visitor });
            }
        }
        twins.retain(|&twin, _| world.collider(twin).is_ok());
        self.update_fixed(world);
    }

    fn update_fixed<B: Broadphase>(&mut self, world: &World<B>) {
        self.fixed.retain(|&body| world.body(body).is_ok());
        let mut now = BTreeMap::new();
        for body in self.fixed.iter().filter_map(|&body| world.body(body).ok()) {
            let (origin, pose) = (body.world_pose().position, body.pose_from(body.world_pose().position));
            for own in
                body.colliders().filter(|own| !own.is_sensor() && own.is_enabled() && body.is_enabled())
            {
                let filter = QueryFilter::from(own.filter()).exclude_body(body.id()).seen_from(origin);
                let filter = filter.predicate(|other| other.body().kind() != BodyKind::Dynamic);
                // A shape that is out of the bounds of queries meets nothing.
                let found = world.overlap_shape_all(own.shape(), pose, filter).unwrap_or_default();
                now.extend(found.into_iter().map(|other| {
                    let (collider, it) = (other.id(), other.body());
                    let (user_data, body_user_data) = (other.user_data(), it.user_data());
                    let event = EventCollider { collider, body: it.id(), user_data, body_user_data };
                    ((own.id(), collider), event)
                }));
            }
        }
        let old = std::mem::replace(&mut self.of_fixed, now);
        let touch =
            |(&(own, _), &other): (&(ColliderId, ColliderId), &EventCollider)| KinematicTouch { own, other };
        self.begun.extend(self.of_fixed.iter().filter(|it| !old.contains_key(it.0)).map(touch));
        self.ended.extend(old.iter().filter(|it| !self.of_fixed.contains_key(it.0)).map(touch));
    }

    /// The touches that began in the last step.
    #[must_use]
    pub fn begun(&self) -> &[KinematicTouch] {
        &self.begun
    }

    /// The touches that ended in the last step.
    #[must_use]
    pub fn ended(&self) -> &[KinematicTouch] {
        &self.ended
    }

    /// What touches now: the collider of the watched body, and the other.
    pub fn touching(&self) -> impl Iterator<Item = (ColliderId, ColliderId)> + '_ {
        self.touching.iter().chain(self.of_fixed.keys()).copied()
    }
}
