//! The read-only view of a joint.

use super::BodyRef;
use crate::id::JointId;
use crate::joint::{JointDef, JointGeometry, JointKind, unwrapped};
use crate::slot::JointSlot;
use crate::stores::Stores;
use geom::{Point, Rot, Vec2};

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

    /// The data of the program.
    #[must_use]
    pub fn user_data(self) -> u128 {
        self.stores.joints.user_data(self.slot)
    }

    /// Its kind, with its fields as they are now; an axis has a length of one.
    #[must_use]
    pub fn kind(self) -> JointKind {
        self.stores.joints[self.slot].kind
    }

    /// Whether it lets the colliders of its two bodies collide.
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

    /// See [`JointMut::set_enabled`](crate::JointMut::set_enabled). It does not act either while one of its
    /// bodies is disabled.
    #[must_use]
    pub fn is_enabled(self) -> bool {
        self.stores.joints[self.slot].is_enabled
    }

    /// The two bodies, A and B.
    #[must_use]
    pub fn bodies(self) -> [BodyRef<'a>; 2] {
        self.stores.joints[self.slot].bodies.map(|slot| BodyRef { stores: self.stores, slot })
    }

    /// The positions of its anchors in the world, m; for kinds that have none
    /// ([`JointKind::anchors`](crate::JointKind::anchors)), the origins of the bodies.
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
    /// step. A gets the opposite, except from pulleys and gears.
    #[must_use]
    #[doc(alias("b2Joint_GetConstraintForce", "b2Joint_GetConstraintTorque"))]
    pub fn reaction(self) -> (Vec2, f32) {
        self.stores.joints.reaction(self.slot, &self.stores.bodies)
    }

    /// How far B's anchor is from A's along the axis of a prismatic, wheel or rack joint, m; zero for other
    /// kinds.
    #[must_use]
    pub fn translation(self) -> f32 {
        self.kind().axis().map_or(0.0, |axis| self.geometry().translation(axis))
    }

    /// The angle of B in A's frame minus the reference angle (zero for kinds without one); from -pi to pi,
    /// rad.
    #[must_use]
    pub fn angle(self) -> f32 {
        let [a, b] = self.bodies().map(|body| body.pose().rotation);
        let reference = Rot::from_angle(self.kind().reference_angle());
        (reference.inverse() * a.inverse() * b).angle()
    }

    /// The angle of a ratchet, or of a hinge with limits or an angular spring, with whole turns counted, rad;
    /// of other joints [`JointRef::angle`]. It begins with the number of turns for which the angle is nearest
    /// to the limits. Limits of a million radians let a hinge count turns without limiting it.
    #[must_use]
    #[doc(alias("revolutions", "turns"))]
    pub fn counted_angle(self) -> f32 {
        let joints = &self.stores.joints;
        unwrapped(self.angle(), joints.state(self.slot).counted_angle(&joints[self.slot].kind))
    }

    /// Its kind, with the start angle that gives a new joint the turns that this one has counted.
    pub(crate) fn kind_to_start(self) -> JointKind {
        let angles = self.bodies().map(|body| body.pose().rotation.angle());
        let joints = &self.stores.joints;
        joints[self.slot].kind_to_start(joints.state(self.slot), angles)
    }

    /// The angular velocity of B relative to A, rad/s.
    #[must_use]
    #[doc(alias("b2RevoluteJoint_GetSpeed", "GetJointSpeed", "joint_speed"))]
    pub fn angular_speed(self) -> f32 {
        let [a, b] = self.bodies().map(BodyRef::angular_velocity);
        b - a
    }

    /// How fast [`JointRef::translation`] grows, m/s; zero for other kinds.
    #[must_use]
    #[doc(alias("b2PrismaticJoint_GetSpeed", "GetJointTranslationSpeed"))]
    pub fn translation_speed(self) -> f32 {
        let Some(axis) = self.kind().axis() else { return 0.0 };
        let [a, b] = self.bodies();
        let point = self.anchors()[1];
        (b.velocity_at(point) - a.velocity_at(point)).dot(&(a.pose().rotation * axis))
    }

    /// By how much the joint is violated, m, not negative: the distance of anchors that should coincide, the
    /// distance of B's anchor from its axis, or by how much a rod is too long or too short and a rope too
    /// long. Zero for gears, ratchets and filters, and for motor and mouse joints, which are springs by
    /// design.
    #[must_use]
    pub fn error(self) -> f32 {
        self.kind().error(&self.geometry())
    }

    fn geometry(self) -> JointGeometry {
        self.stores.joints.geometry(self.slot, &self.stores.bodies)
    }
}
