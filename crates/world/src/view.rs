//! Read-only views of the bodies, colliders, contacts and joints of a world.

use crate::body::{BodyDef, BodyKind, Locks};
use crate::collider::{Collider, ColliderDef};
use crate::id::{BodyId, ColliderId, JointId};
use crate::joint::{JointDef, JointGeometry, JointKind};
use crate::portal::PortalRole;
use crate::settings::{Filter, Material};
use crate::slot::{BodySlot, ColliderSlot, JointSlot};
use crate::stores::{Body, Pair, Stores, TOUCHING};
use collide::Manifold;
use geom::{Aabb, MassProperties, Point, Pose, Rot, Shape, Vec2};
use solver::{Contact, PointImpulse};

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

    /// The data that the program keeps with it.
    #[must_use]
    pub fn user_data(self) -> u128 {
        self.stores.bodies.extra(self.slot).user_data
    }

    /// Its definition as it is now: a body that is made from it has the same pose, velocity and properties,
    /// bit for bit. Of a body that is driven to a target the definition has the velocity only.
    #[must_use]
    pub fn def(self) -> BodyDef {
        let pose = self.pose();
        BodyDef {
            kind: self.kind(),
            position: pose.position,
            rotation: pose.rotation,
            velocity: self.velocity(),
            angular_velocity: self.angular_velocity(),
            damping: self.damping(),
            angular_damping: self.angular_damping(),
            gravity_scale: self.gravity_scale(),
            locks: self.locks(),
            max_speed: self.max_speed(),
            max_angular_speed: self.max_angular_speed(),
            mass: self.mass_override(),
            sleep_speed: self.sleep_speed(),
            enabled: self.is_enabled(),
            continuous: self.is_continuous(),
            can_sleep: self.can_sleep(),
            awake: self.record().next_asleep.is_none(),
            user_data: self.user_data(),
        }
    }

    /// What moves it: static, kinematic or dynamic.
    #[must_use]
    pub fn kind(self) -> BodyKind {
        self.record().kind
    }

    /// Position of its origin, m, and its rotation.
    #[must_use]
    #[doc(alias("b2Body_GetTransform", "isometry"))]
    pub fn pose(self) -> Pose {
        self.stores.bodies.frame(self.slot).pose
    }

    /// Its centre of mass, m.
    #[must_use]
    #[doc(alias("center_of_mass", "b2Body_GetWorldCenterOfMass"))]
    pub fn center(self) -> Point {
        self.stores.center(self.slot)
    }

    /// Velocity of its centre of mass, m/s.
    #[must_use]
    #[doc(alias("linvel", "b2Body_GetLinearVelocity"))]
    pub fn velocity(self) -> Vec2 {
        self.stores.velocity(self.slot).0
    }

    /// Angular velocity, rad/s.
    #[must_use]
    #[doc(alias("angvel", "b2Body_GetAngularVelocity"))]
    pub fn angular_velocity(self) -> f32 {
        self.stores.velocity(self.slot).1
    }

    /// Velocity of the body at `point`, a point of the world (m), m/s.
    #[must_use]
    #[doc(alias = "velocity_at_point")]
    pub fn velocity_at(self, point: impl Into<Point>) -> Vec2 {
        let (velocity, angular_velocity) = self.stores.velocity(self.slot);
        velocity + geom::left_normal(point.into() - self.center()) * angular_velocity
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

    /// What of its motion it keeps.
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
        self.stores.bodies.extra(self.slot).target.map(|target| target.pose)
    }

    /// The speed of its fastest point below which it counts as slow, m/s.
    #[must_use]
    pub fn sleep_speed(self) -> f32 {
        self.record().sleep_speed
    }

    /// Whether it takes part in the simulation: see [`BodyMut::set_enabled`](crate::BodyMut::set_enabled).
    #[must_use]
    pub fn is_enabled(self) -> bool {
        self.record().is_enabled
    }

    /// Whether its own motion is swept: see [`BodyDef::continuous`].
    #[must_use]
    pub fn is_continuous(self) -> bool {
        self.record().is_continuous
    }

    /// Whether it may fall asleep.
    #[must_use]
    pub fn can_sleep(self) -> bool {
        self.record().can_sleep
    }

    /// Mass (kg), centre of mass (m, in its frame) and rotational inertia (kg m^2) of its colliders together.
    #[must_use]
    pub fn mass_properties(self) -> MassProperties {
        self.stores.mass(self.slot)
    }

    /// Kinetic energy of translation and rotation, J; zero for static and kinematic bodies.
    #[must_use]
    pub fn kinetic_energy(self) -> f32 {
        if self.kind() != BodyKind::Dynamic {
            return 0.0;
        }
        let (velocity, angular_velocity) = self.stores.velocity(self.slot);
        let MassProperties { mass, inertia, .. } = self.stores.mass(self.slot);
        // In f64, since the square of a great velocity overflows f32, and its product with zero is NaN.
        let [mass, inertia, angular] = [mass, inertia, angular_velocity].map(f64::from);
        let [x, y] = [velocity.x, velocity.y].map(f64::from);
        (0.5 * (mass * (x * x + y * y) + inertia * angular * angular)) as f32
    }

    /// Whether it is awake. A static or disabled body never is.
    #[must_use]
    pub fn is_awake(self) -> bool {
        self.record().is_awake()
    }

    /// Its colliders.
    pub fn colliders(self) -> impl Iterator<Item = ColliderRef<'a>> {
        let stores = self.stores;
        stores.colliders.on_body(self.record()).map(move |slot| ColliderRef { stores, slot })
    }

    /// Its contacts: all pairs of its colliders with others whose fat AABBs overlap, touching or not.
    #[doc(alias("b2Body_GetContactData", "contacts_with", "contact_pairs_with"))]
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

    /// The data that the program keeps with it.
    #[must_use]
    pub fn user_data(self) -> u128 {
        self.stores.colliders.extra(self.slot).user_data
    }

    /// Its definition as it is now: a collider that is made from it is the same, bit for bit.
    #[must_use]
    pub fn def(self) -> ColliderDef {
        ColliderDef {
            shape: self.local_shape().clone(),
            offset: self.offset(),
            material: self.material(),
            filter: self.filter(),
            one_way: self.one_way(),
            hook: self.has_hook(),
            sensor: self.is_sensor(),
            portal: self.portal_role(),
            user_data: self.user_data(),
        }
    }

    /// The body it is on.
    #[must_use]
    pub fn body(self) -> BodyRef<'a> {
        BodyRef { stores: self.stores, slot: self.record().body }
    }

    /// Its shape, in the body's frame.
    #[must_use]
    pub fn shape(self) -> &'a Shape {
        &self.record().shape
    }

    /// Its shape, in its own frame.
    #[must_use]
    pub fn local_shape(self) -> &'a Shape {
        let placement = self.stores.colliders.extra(self.slot).placement.as_deref();
        placement.map_or(&self.record().shape, |placement| &placement.shape)
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
        self.record().filter
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

    /// What it has to do with a portal: see [`ColliderDef::portal`](crate::ColliderDef::portal).
    #[must_use]
    pub fn portal_role(self) -> Option<PortalRole> {
        self.stores.colliders.extra(self.slot).portal
    }

    /// Whether it is a sensor: see [`ColliderDef::sensor`](crate::ColliderDef::sensor).
    #[must_use]
    pub fn is_sensor(self) -> bool {
        self.record().is_sensor
    }

    /// What overlaps it, as of the end of the last step: for a sensor the colliders and sensors inside it,
    /// for another collider the sensors that it is in. The events of sensors tell the changes of this list.
    ///
    /// The time grows with the number of contacts of its body.
    #[doc(alias = "b2Shape_GetSensorData")]
    #[doc(alias = "intersection_pairs_with")]
    pub fn overlaps(self) -> impl Iterator<Item = ColliderRef<'a>> {
        let Self { stores, slot } = self;
        let pairs = stores.contacts.of_body(&stores.bodies, self.record().body);
        pairs.filter_map(move |(contact, _)| {
            let is_sensor = stores.contacts.is_sensor(contact);
            let (contact, pair) = stores.contacts.get(contact);
            let inside = is_sensor && contact.user & TOUCHING != 0;
            match pair.colliders {
                [a, b] if inside && a == slot => Some(ColliderRef { stores, slot: b }),
                [a, b] if inside && b == slot => Some(ColliderRef { stores, slot: a }),
                _ => None,
            }
        })
    }

    /// The box that the broad phase stores: the AABB of the shape and a margin.
    #[must_use]
    pub fn fat_aabb(self) -> Aabb {
        self.stores.colliders.fat_aabb(self.slot)
    }
}

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

    /// Whether the colliders touch, as the events report it.
    #[must_use]
    pub fn is_touching(self) -> bool {
        self.contact.user & TOUCHING != 0
    }

    /// Normal, points and separations of the last step. Anchors are relative to the centres of mass.
    #[must_use]
    pub fn manifold(self) -> &'a Manifold {
        &self.contact.manifold
    }

    /// The normal impulse of all points together in the whole last step, N s: mass times the change of
    /// velocity that the contact caused along its normal.
    #[must_use]
    pub fn step_impulse(self) -> f32 {
        self.contact.step_impulse
    }

    /// For each contact point: its position (m), its separation when the last step began (m), and the impulse
    /// of the last sub-step (N s). The position is the middle between the points of the two bodies, which
    /// have moved since. [`ContactRef::step_impulse`] is the impulse of the whole step.
    pub fn points(self) -> impl Iterator<Item = (Point, f32, PointImpulse)> {
        let [a, b] = self.colliders().map(|collider| collider.body().center());
        self.manifold().points().iter().zip(self.contact.impulses).map(move |(point, impulse)| {
            let position = a + (point.anchor_a + (b - a) + point.anchor_b) * 0.5;
            (position, point.separation, impulse)
        })
    }
}

/// A view of a joint.
///
/// ```
/// use geom::Point;
/// use world::{BodyDef, JointDef, RevoluteJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let hook = world.add_body(BodyDef::fixed())?;
/// let bob = world.add_body(BodyDef::dynamic().position([0.0, -1.0]))?; // 1 kg
/// let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [0.0, 1.0]);
/// let id = world.add_joint(JointDef::new(hook, bob, hinge))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let joint = world.joint(id)?;
/// assert_eq!(joint.anchors()[0], Point::origin());
/// assert!((joint.reaction().0.y - 9.81).abs() < 0.1); // N
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias("b2JointId", "ImpulseJoint"))]
pub struct JointRef<'a> {
    pub(crate) stores: &'a Stores,
    pub(crate) slot: JointSlot,
}

impl std::fmt::Debug for JointRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JointRef")
            .field("id", &self.id())
            .field("kind", &self.kind())
            .field("anchors", &self.anchors())
            .finish_non_exhaustive()
    }
}

impl<'a> JointRef<'a> {
    /// Its handle.
    #[must_use]
    pub fn id(self) -> JointId {
        self.stores.joints.handle(self.slot)
    }

    /// The data that the program keeps with it.
    #[must_use]
    pub fn user_data(self) -> u128 {
        self.stores.joints.user_data(self.slot)
    }

    /// Its kind, with the fields of that kind as they are now; an axis has a length of one.
    #[must_use]
    pub fn kind(self) -> JointKind {
        self.stores.joints[self.slot].kind
    }

    /// Whether the colliders of its two bodies collide with each other, as far as it is concerned.
    #[must_use]
    pub fn collides(self) -> bool {
        self.stores.joints[self.slot].collide
    }

    /// The force (N) and the torque (N m) above which it breaks; infinite for never.
    #[must_use]
    pub fn break_limits(self) -> [f32; 2] {
        let joint = &self.stores.joints[self.slot];
        [joint.break_force, joint.break_torque]
    }

    /// Whether it is enabled: see [`JointMut::set_enabled`](crate::JointMut::set_enabled). It does not act
    /// either while one of its bodies is disabled.
    #[must_use]
    pub fn is_enabled(self) -> bool {
        self.stores.joints[self.slot].is_enabled
    }

    /// The two bodies, A and B.
    #[must_use]
    pub fn bodies(self) -> [BodyRef<'a>; 2] {
        self.stores.joints[self.slot].bodies.map(|slot| BodyRef { stores: self.stores, slot })
    }

    /// The positions of its anchors in the world, m; for gears, friction joints and filters, which have
    /// none, the origins of the bodies.
    #[must_use]
    pub fn anchors(self) -> [Point; 2] {
        let [anchor_a, anchor_b] = self.kind().anchors().unwrap_or([Point::origin(); 2]);
        let [a, b] = self.bodies();
        [a.pose() * anchor_a, b.pose() * anchor_b]
    }

    /// Its definition as it is now; an axis has a length of one.
    #[must_use]
    pub fn def(self) -> JointDef {
        let [a, b] = self.bodies().map(BodyRef::id);
        self.stores.joints.def(self.slot).between(a, b)
    }

    /// The force (N) on B at its anchor and the torque (N m) on B in the last sub-step; zero before the first
    /// step. A gets the opposite force and torque, except from pulleys and gears.
    #[must_use]
    #[doc(alias("b2Joint_GetConstraintForce", "b2Joint_GetConstraintTorque"))]
    pub fn reaction(self) -> (Vec2, f32) {
        self.stores.joints.reaction(self.slot, &self.stores.bodies)
    }

    /// How far B's anchor is from A's along the axis of a prismatic or wheel joint, m; zero for other kinds.
    #[must_use]
    pub fn translation(self) -> f32 {
        match self.kind() {
            JointKind::Prismatic(joint) => self.geometry().translation(joint.axis),
            JointKind::Wheel(joint) => self.geometry().translation(joint.axis),
            _ => 0.0,
        }
    }

    /// The angle of B in A's frame minus the reference angle (zero for kinds without one); from -pi to pi,
    /// rad.
    #[must_use]
    pub fn angle(self) -> f32 {
        let [a, b] = self.bodies().map(|body| body.pose().rotation);
        let reference = Rot::from_angle(self.kind().reference_angle());
        (reference.inverse() * a.inverse() * b).angle()
    }

    /// By how much the joint is violated, m, not negative: the distance of anchors that should coincide, the
    /// distance of B's anchor from its axis, or by how much a rod is too long or too short and a rope too
    /// long. Zero for gears and filters, and for motor and mouse joints, which are springs by design.
    #[must_use]
    pub fn error(self) -> f32 {
        self.kind().error(&self.geometry())
    }

    fn geometry(self) -> JointGeometry {
        self.stores.joints.geometry(self.slot, &self.stores.bodies)
    }
}
