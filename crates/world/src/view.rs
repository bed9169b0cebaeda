//! What a world shows of a body, collider, contact or joint: read-only views.

use crate::body::BodyKind;
use crate::collider::Collider;
use crate::id::{BodyId, ColliderId, JointId};
use crate::joint::{JointDef, JointGeometry, JointKind};
use crate::settings::{Filter, Material};
use crate::slot::{BodySlot, ColliderSlot, JointSlot};
use crate::stores::{Body, Pair, Stores, TOUCHING};
use collide::Manifold;
use geom::{Aabb, MassProperties, Point, Pose, Rot, Shape, Vec2};
use solver::{Contact, PointImpulse};

/// A body.
#[derive(Clone, Copy)]
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

    /// What may move it.
    #[must_use]
    pub fn kind(self) -> BodyKind {
        self.record().kind
    }

    /// Where its origin is and how it is turned.
    #[must_use]
    pub fn pose(self) -> Pose {
        self.stores.bodies.frame(self.slot).pose
    }

    /// Its centre of mass, m.
    #[must_use]
    pub fn center(self) -> Point {
        self.stores.bodies.frame(self.slot).center()
    }

    /// Velocity of its centre of mass, m/s.
    #[must_use]
    pub fn velocity(self) -> Vec2 {
        self.stores.bodies.velocity(self.slot).0
    }

    /// Angular velocity, rad/s.
    #[must_use]
    pub fn angular_velocity(self) -> f32 {
        self.stores.bodies.velocity(self.slot).1
    }

    /// Velocity of the point of the body that is now at `point` (m), m/s.
    #[must_use]
    pub fn velocity_at(self, point: impl Into<Point>) -> Vec2 {
        let (velocity, angular_velocity) = self.stores.bodies.velocity(self.slot);
        velocity + geom::left_normal(point.into() - self.center()) * angular_velocity
    }

    /// Mass (kg), centre and inertia (kg m^2) of its colliders together, in its frame.
    #[must_use]
    pub fn mass_properties(self) -> MassProperties {
        self.record().mass
    }

    /// Kinetic energy of translation and rotation, J. Zero for bodies of infinite mass.
    #[must_use]
    pub fn kinetic_energy(self) -> f32 {
        if self.kind() != BodyKind::Dynamic {
            return 0.0;
        }
        let (velocity, angular_velocity) = self.stores.bodies.velocity(self.slot);
        let MassProperties { mass, inertia, .. } = self.record().mass;
        0.5 * (mass * velocity.norm_squared() + inertia * angular_velocity * angular_velocity)
    }

    /// Whether it is awake. Static bodies never are.
    #[must_use]
    pub fn is_awake(self) -> bool {
        self.record().is_awake()
    }

    /// Its colliders.
    pub fn colliders(self) -> impl Iterator<Item = ColliderRef<'a>> {
        let stores = self.stores;
        stores.colliders.on_body(self.record()).map(move |slot| ColliderRef { stores, slot })
    }

    /// Its contacts: everything whose box its own overlaps. Those that touch say so.
    pub fn contacts(self) -> impl Iterator<Item = ContactRef<'a>> {
        let stores = self.stores;
        stores.contacts.of_body(&stores.bodies, self.slot).map(move |(slot, _)| {
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

/// A collider.
#[derive(Clone, Copy)]
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

    /// Density, friction and the like.
    #[must_use]
    pub fn material(self) -> Material {
        self.record().material
    }

    /// What it meets.
    #[must_use]
    pub fn filter(self) -> Filter {
        self.record().filter
    }

    /// The box that the broad phase stores: the AABB of the shape and a margin.
    #[must_use]
    pub fn fat_aabb(self) -> Aabb {
        self.stores.colliders.fat_aabb(self.slot)
    }
}

/// Two colliders whose boxes overlap.
#[derive(Clone, Copy)]
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
    /// The two colliders, that of the lower slot first.
    #[must_use]
    pub fn colliders(self) -> [ColliderRef<'a>; 2] {
        self.pair.colliders.map(|slot| ColliderRef { stores: self.stores, slot })
    }

    /// Whether they touch, as told by the events.
    #[must_use]
    pub fn is_touching(self) -> bool {
        self.contact.user & TOUCHING != 0
    }

    /// Normal, points and separations as of the last step; anchors are from the centres of mass.
    #[must_use]
    pub fn manifold(self) -> &'a Manifold {
        &self.contact.manifold
    }

    /// For each point: where it is (m), its separation as the last step began (m), and the impulse of the last
    /// sub-step (N s). Its place is the middle between the points of the two bodies, as both have moved on.
    pub fn points(self) -> impl Iterator<Item = (Point, f32, PointImpulse)> {
        let [a, b] = self.colliders().map(|collider| collider.body().center());
        self.manifold().points().iter().zip(self.contact.impulses).map(move |(point, impulse)| {
            let place = a + (point.anchor_a + (b - a) + point.anchor_b) * 0.5;
            (place, point.separation, impulse)
        })
    }
}

/// A joint.
#[derive(Clone, Copy)]
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

    /// Its kind, with the fields of that kind as they are now; an axis has a length of one.
    #[must_use]
    pub fn kind(self) -> JointKind {
        self.stores.joints[self.slot].def.kind
    }

    /// The two bodies, A and B.
    #[must_use]
    pub fn bodies(self) -> [BodyRef<'a>; 2] {
        let def = &self.stores.joints[self.slot].def;
        [def.a, def.b].map(|slot| BodyRef { stores: self.stores, slot })
    }

    /// The positions of its anchors in the world, m; for gears and filters, which have none, the origins of the bodies.
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
        self.stores.joints[self.slot].def.between(a, b)
    }

    /// The force (N) on B at its anchor and the torque (N m) on B in the last sub-step; zero before the first step. A
    /// gets the opposite force and torque, except from pulleys and gears.
    #[must_use]
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

    /// The angle of B in A's frame minus the reference angle, which kinds without one take as zero; from -pi to pi, rad.
    #[must_use]
    pub fn angle(self) -> f32 {
        let [a, b] = self.bodies().map(|body| body.pose().rotation);
        let reference = Rot::from_angle(self.kind().reference_angle());
        (reference.inverse() * a.inverse() * b).angle()
    }

    /// By how much the joint is violated, m, not negative: the distance of anchors that should coincide, the distance of
    /// B's anchor from its axis, or by how much a rod is too long or too short and a rope too long. Zero for gears and
    /// filters, and for motor and mouse joints, which give by design.
    #[must_use]
    pub fn error(self) -> f32 {
        self.kind().error(&self.geometry())
    }

    fn geometry(self) -> JointGeometry {
        self.stores.joints.geometry(self.slot, &self.stores.bodies)
    }
}
