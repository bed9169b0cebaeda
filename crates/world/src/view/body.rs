//! The read-only view of a body.

use super::{ColliderRef, ContactRef, JointRef};
use crate::body::{BodyDef, BodyKind, Locks};
use crate::frame::Frame;
use crate::id::BodyId;
use crate::place::Place;
use crate::slot::BodySlot;
use crate::stores::{Body, Stores};
use geom::{MassProperties, Point, Pose, Position, Rot, Vec2, WorldPose};

/// A view of a body.
///
/// ```
/// use geom::{Point, Shape};
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let id = world.add_body(BodyDef::dynamic().position([1.0, 2.0]).velocity([3.0, 0.0]))?;
/// world.add_collider(id, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).density(2.0))?;
/// let body = world.body(id)?;
/// assert_eq!(body.center(), Point::new(1.0, 2.0));
/// assert_eq!(body.mass_properties().mass, 2.0); // kg: 1 m x 1 m x 2 kg/m^2
/// assert_eq!(body.kinetic_energy(), 9.0); // J
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias("RigidBody", "b2BodyId"))]
pub struct BodyRef<'a> {
    pub(crate) stores: &'a Stores,
    pub(crate) slot: BodySlot,
}

impl std::fmt::Debug for BodyRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BodyRef")
            .field("id", &self.id())
            .field("kind", &self.kind())
            .field("pose", &self.pose())
            .field("velocity", &self.velocity())
            .finish_non_exhaustive()
    }
}

impl<'a> BodyRef<'a> {
    fn record(self) -> &'a Body {
        &self.stores.bodies[self.slot]
    }

    /// Its handle.
    #[must_use]
    pub fn id(self) -> BodyId {
        self.stores.bodies.handle(self.slot)
    }

    /// The data of the program.
    #[must_use]
    pub fn user_data(self) -> u128 {
        self.stores.bodies.extra(self.slot).user_data
    }

    /// Its definition as it is now: a body made from it has the same pose, velocity and properties, bit for
    /// bit. Of a target, the definition has the velocity only.
    #[must_use]
    pub fn def(self) -> BodyDef {
        BodyDef {
            velocity: self.velocity(),
            angular_velocity: self.angular_velocity(),
            awake: self.record().next_asleep.is_none(),
            ..{
                let WorldPose { position, rotation } = self.world_pose();
                self.record().def(self.stores.bodies.extra(self.slot), position, rotation)
            }
        }
    }

    /// What moves it: static, kinematic or dynamic.
    #[must_use]
    pub fn kind(self) -> BodyKind {
        self.record().kind
    }

    /// Position of its origin, m, rounded to `f32`, and its rotation: `pose * point` is where a point of its
    /// frame is in the world. Far from the origin of the world, [`BodyRef::world_pose`] and
    /// [`BodyRef::pose_from`] are more exact.
    #[must_use]
    #[doc(alias("b2Body_GetTransform", "isometry", "transform_point", "b2Body_GetWorldPoint"))]
    #[doc(alias("b2Body_GetRotation"))]
    pub fn pose(self) -> Pose {
        self.stores.bodies.pose(self.slot)
    }

    /// Position of its origin, m, rounded to `f32`.
    #[must_use]
    #[doc(alias("b2Body_GetPosition", "translation"))]
    pub fn position(self) -> Point {
        self.pose().position
    }

    /// Its angle, rad, from -pi to pi.
    #[must_use]
    #[doc(alias = "rotation")]
    pub fn angle(self) -> f32 {
        self.pose().rotation.angle()
    }

    /// Position of its origin, m: exact within 131 km of the origin of the world (times the length unit), and
    /// to half of the last digit of an `f64` beyond.
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let far = world.add_body(BodyDef::fixed().position([1e7 + 0.125, 0.0]))?;
    /// assert_eq!(world.body(far)?.position_f64().x, 10_000_000.125);
    /// assert_eq!(world.body(far)?.pose_from([1e7, 0.0]).position.x, 0.125);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias("b2Body_GetWorldPosition", "translation_f64"))]
    pub fn position_f64(self) -> Position {
        let bodies = &self.stores.bodies;
        bodies.grid.position(bodies.frame(self.slot).place).into()
    }

    /// Its pose with the position of [`BodyRef::position_f64`].
    #[must_use]
    pub fn world_pose(self) -> WorldPose {
        let rotation = self.stores.bodies.frame(self.slot).rotation;
        WorldPose { position: self.position_f64(), rotation }
    }

    /// Its pose as seen from a position, such as that of a camera, m: the difference is exact, and rounded
    /// once to `f32`. From a position outside the world it has the digits of an `f64`.
    #[must_use]
    pub fn pose_from(self, origin: impl Into<Position>) -> Pose {
        let bodies = &self.stores.bodies;
        let Frame { place, rotation, .. } = *bodies.frame(self.slot);
        Pose { position: bodies.grid.point_from(origin.into(), place), rotation }
    }

    /// Its centre of mass, m; that of a static body is its origin.
    #[must_use]
    #[doc(alias("center_of_mass", "b2Body_GetWorldCenterOfMass"))]
    pub fn center(self) -> Point {
        self.center_f64().to_point()
    }

    /// [`BodyRef::center`] in `f64`.
    #[must_use]
    pub fn center_f64(self) -> Position {
        let local_center = self.stores.mass(self.slot).center.coords;
        let [x, y] = Frame { local_center, ..*self.stores.bodies.frame(self.slot) }.exact_arm();
        let origin = self.position_f64();
        Position::new(origin.x + x, origin.y + y)
    }

    /// Its centre of mass as seen from a position, m; as exact as [`BodyRef::pose_from`].
    ///
    /// ```
    /// use geom::{Circle, Shape};
    /// use world::{BodyDef, ColliderDef, World};
    ///
    /// let mut world = World::default();
    /// let far = world.add_body(BodyDef::dynamic().position([1e7 + 0.125, 0.0]))?;
    /// world.add_collider(far, ColliderDef::new(Shape::Circle(Circle::new([0.25, 0.0], 1.0)?)))?;
    /// assert_eq!(world.body(far)?.center_from([1e7, 0.0]).x, 0.375);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn center_from(self, origin: impl Into<Position>) -> Point {
        self.pose_from(origin).position + self.stores.arm(self.slot)
    }

    fn lever(self, point: Position) -> Vec2 {
        let bodies = &self.stores.bodies;
        bodies.grid.seen_from(bodies.frame(self.slot).place, point).coords - self.stores.arm(self.slot)
    }

    /// Velocity of its centre of mass, m/s.
    #[must_use]
    #[doc(alias("linvel", "b2Body_GetLinearVelocity"))]
    pub fn velocity(self) -> Vec2 {
        self.motion().0
    }

    /// Angular velocity, rad/s.
    #[must_use]
    #[doc(alias("angvel", "b2Body_GetAngularVelocity"))]
    pub fn angular_velocity(self) -> f32 {
        self.motion().1
    }

    /// A centre of mass that has moved within a turning body has another velocity, but none along a locked
    /// axis.
    fn motion(self) -> (Vec2, f32) {
        let (velocity, angular_velocity) = self.stores.velocity(self.slot);
        let locks = if self.kind() == BodyKind::Dynamic { self.locks() } else { Locks::NONE };
        locks.apply(velocity, angular_velocity)
    }

    /// Velocity of the body at `point`, a point of the world (m), m/s.
    #[must_use]
    #[doc(alias = "velocity_at_point")]
    #[doc(alias = "b2Body_GetWorldPointVelocity")]
    pub fn velocity_at(self, point: impl Into<Position>) -> Vec2 {
        let (velocity, angular_velocity) = self.motion();
        velocity + geom::left_normal(self.lever(point.into())) * angular_velocity
    }

    /// The force at the centre of mass (N) and the torque (N m) that the program has applied for the next
    /// step; zero if the body sleeps.
    #[must_use]
    #[doc(alias("user_force", "user_torque", "total_force"))]
    pub fn applied_force(self) -> (Vec2, f32) {
        let bodies = &self.stores.bodies;
        let body = &bodies[self.slot];
        let motion = body.is_awake().then(|| &bodies.awake.motions[body.row().index()]);
        motion.map_or((Vec2::zeros(), 0.0), |motion| (motion.force, motion.torque))
    }

    /// The pose that it will have after a step of `dt` seconds, as far as that is known: a kinematic body
    /// goes on with its velocity, or to its target; for a dynamic body it is a guess without forces and
    /// contacts. What rides on a lift is drawn without a lag if it moves to where the lift will be.
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let lift = world.add_body(BodyDef::kinematic().velocity([0.0, 3.0]))?;
    /// let expected = world.body(lift)?.pose_after(0.5);
    /// world.step(0.5);
    /// assert_eq!(world.body(lift)?.pose(), expected);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias("next_position", "predict_position_using_velocity"))]
    pub fn pose_after(self, dt: f32) -> Pose {
        let (place, rotation) = self.place_after(dt);
        Pose { position: self.stores.bodies.grid.point(place), rotation }
    }

    /// [`BodyRef::pose_after`] as seen from a position: as exact as [`BodyRef::pose_from`].
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let lift = world.add_body(BodyDef::kinematic().position([1e7, 0.0]).velocity([0.25, 3.0]))?;
    /// let expected = world.body(lift)?.pose_after_from(0.5, [1e7, 0.0]);
    /// assert_eq!(expected.position.x, 0.125);
    /// world.step(0.5);
    /// assert_eq!(world.body(lift)?.pose_from([1e7, 0.0]), expected);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn pose_after_from(self, dt: f32, origin: impl Into<Position>) -> Pose {
        let (place, rotation) = self.place_after(dt);
        Pose { position: self.stores.bodies.grid.point_from(origin.into(), place), rotation }
    }

    fn place_after(self, dt: f32) -> (Place, Rot) {
        let (mut velocity, mut angular_velocity) = self.motion();
        if let Some(target) = self.stores.bodies.extra(self.slot).target {
            if target.is_reached_within(dt) {
                return (target.place, target.rotation);
            }
            (velocity, angular_velocity) = self.stores.velocity_to(self.slot, &target, target.time);
        }
        let Frame { place, rotation, .. } = *self.stores.bodies.frame(self.slot);
        let moved = |way: Vec2| self.stores.bodies.grid.moved(place, [way.x, way.y].map(f64::from));
        if angular_velocity == 0.0 {
            return (moved(velocity * dt), rotation);
        }
        let after = (Rot::from_angle(angular_velocity * dt) * rotation).normalized();
        let arm = self.stores.arm(self.slot);
        let arm_after = after * rotation.inverse_rotate(arm);
        (moved(arm + velocity * dt - arm_after), after)
    }

    /// Rate at which its velocity decays, 1/s.
    #[must_use]
    pub fn damping(self) -> f32 {
        self.record().damping
    }

    /// Rate at which its angular velocity decays, 1/s.
    #[must_use]
    pub fn angular_damping(self) -> f32 {
        self.record().angular_damping
    }

    /// Factor of the gravity that acts on it.
    #[must_use]
    pub fn gravity_scale(self) -> f32 {
        self.record().gravity_scale
    }

    /// What of its motion is locked.
    #[must_use]
    pub fn locks(self) -> Locks {
        self.record().locks
    }

    /// Its greatest speed, m/s; infinite for no bound.
    #[must_use]
    pub fn max_speed(self) -> f32 {
        self.stores.bodies.extra(self.slot).max_speeds[0]
    }

    /// Its greatest angular speed, rad/s; infinite for no bound.
    #[must_use]
    pub fn max_angular_speed(self) -> f32 {
        self.stores.bodies.extra(self.slot).max_speeds[1]
    }

    /// The mass that the program has set in place of that of its colliders.
    #[must_use]
    pub fn mass_override(self) -> Option<MassProperties> {
        self.stores.bodies.extra(self.slot).mass
    }

    /// The pose to which it is driven: see [`BodyMut::set_target_pose`](crate::BodyMut::set_target_pose).
    #[must_use]
    pub fn target_pose(self) -> Option<Pose> {
        let target = self.stores.bodies.extra(self.slot).target?;
        Some(Pose { position: self.stores.bodies.grid.point(target.place), rotation: target.rotation })
    }

    /// See [`BodyDef::dominance`](crate::BodyDef::dominance).
    #[must_use]
    pub fn dominance(self) -> i32 {
        self.stores.bodies.extra(self.slot).dominance
    }

    /// The speed of its fastest point below which it counts as slow, m/s.
    #[must_use]
    pub fn sleep_speed(self) -> f32 {
        self.record().sleep_speed
    }

    /// See [`BodyMut::set_enabled`](crate::BodyMut::set_enabled).
    #[must_use]
    pub fn is_enabled(self) -> bool {
        self.record().is_enabled
    }

    /// See [`BodyDef::continuous`].
    #[must_use]
    pub fn is_continuous(self) -> bool {
        self.record().is_continuous
    }

    /// Whether it may fall asleep.
    #[must_use]
    pub fn can_sleep(self) -> bool {
        self.record().can_sleep
    }

    /// Mass (kg), centre of mass (m, in its frame) and rotational inertia (kg m^2): those that the program
    /// has set, or those of its colliders together. Those of a static body are not computed, and zero
    /// ([`Shape::mass_properties`](geom::Shape::mass_properties) tells what a shape weighs).
    ///
    /// Each call visits all colliders if one of them has changed since the last step.
    #[must_use]
    #[doc(alias("b2Body_GetMass", "b2Body_GetMassData"))]
    pub fn mass_properties(self) -> MassProperties {
        self.stores.mass(self.slot)
    }

    /// Kinetic energy of translation and rotation, J; zero for static and kinematic bodies.
    #[must_use]
    pub fn kinetic_energy(self) -> f32 {
        if self.kind() != BodyKind::Dynamic {
            return 0.0;
        }
        let (velocity, angular_velocity) = self.motion();
        let MassProperties { mass, inertia, .. } = self.stores.mass(self.slot);
        // In f64: the square of a great velocity overflows f32, and its product with zero is NaN.
        let [mass, inertia, angular] = [mass, inertia, angular_velocity].map(f64::from);
        let [x, y] = [velocity.x, velocity.y].map(f64::from);
        (0.5 * (mass * (x * x + y * y) + inertia * angular * angular)) as f32
    }

    /// Whether it is awake. A static or disabled body never is.
    #[must_use]
    #[doc(alias = "is_sleeping")]
    pub fn is_awake(self) -> bool {
        self.record().is_awake()
    }

    /// Its colliders.
    pub fn colliders(self) -> impl Iterator<Item = ColliderRef<'a>> {
        let stores = self.stores;
        stores.colliders.on_body(self.record()).map(move |slot| ColliderRef { stores, slot })
    }

    /// Its contacts: all pairs of its colliders with others whose fat AABBs overlap, touching or not.
    #[doc(alias("b2Body_GetContactData", "contacts_with", "contact_pairs_with", "contact_pair"))]
    pub fn contacts(self) -> impl Iterator<Item = ContactRef<'a>> {
        let stores = self.stores;
        let contacts = stores.contacts.of_body(&stores.bodies, self.slot);
        contacts.filter(move |&(slot, _)| !stores.contacts.is_sensor(slot)).map(move |(slot, _)| {
            let (contact, pair) = stores.contacts.get(slot);
            ContactRef { stores, contact, pair }
        })
    }

    /// Its joints.
    pub fn joints(self) -> impl Iterator<Item = JointRef<'a>> {
        let stores = self.stores;
        stores.joints.of_body(&stores.bodies, self.slot).map(move |(slot, _)| JointRef { stores, slot })
    }
}
