//! The definition of a joint: [`JointDef`] holds what all kinds have in common, [`JointKind`] one small
//! struct for each kind, so a field that means nothing for a kind cannot be set.
//!
//! ```text
//!   revolute.rs, distance.rs, ...   one kind each: its struct, its checks, the rows it writes for the solver
//!   rows.rs                         what those files share: where the bodies are, and where the rows go
//!   record.rs                       what the world stores for a joint, what a joint keeps from step to step
//! ```
//!
//! Turned down: a trait object for each joint, since a [`Level`](crate::Level) is plain data; a macro for
//! shared setters such as `limits`, since each says what it limits and in which unit.

use crate::error::DefError;
use crate::id::BodyId;
use geom::{Point, Vec2};
use properties::{Properties, Range, Visitor, property};

mod at_points;
mod distance;
mod filter;
mod friction;
mod gear;
mod motor;
mod mouse;
mod portal;
mod prismatic;
mod pulley;
mod rack;
mod ratchet;
mod record;
mod revolute;
mod rows;
mod weld;
mod wheel;

pub use at_points::BodyPoses;
pub use distance::DistanceJoint;
pub use filter::FilterJoint;
pub use friction::FrictionJoint;
pub use gear::GearJoint;
pub use motor::MotorJoint;
pub use mouse::MouseJoint;
pub use portal::PortalJoint;
pub use prismatic::PrismaticJoint;
pub use pulley::PulleyJoint;
pub use rack::RackJoint;
pub use ratchet::RatchetJoint;
pub(crate) use record::{Joint, JointState, total_reaction, unused_row, unwrapped};
pub use revolute::RevoluteJoint;
use rows::{JointBehaviour, RowWriter};
pub(crate) use rows::{JointGeometry, MAX_ROWS};
pub use weld::WeldJoint;
pub use wheel::WheelJoint;

/// A joint to be added: two bodies, a kind, and what all kinds have in common.
///
/// `B` names a body: a [`BodyId`] in a [`World`](crate::World), an index into
/// [`Level::bodies`](crate::Level::bodies) in a level.
///
/// ```
/// use world::{BodyDef, JointDef, RevoluteJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let post = world.add_body(BodyDef::fixed())?;
/// let gate = world.add_body(BodyDef::dynamic().position([1.0, 0.0]))?;
/// let hinge = RevoluteJoint::new()
///     .anchors([0.0, 0.0], [-1.0, 0.0]) // m, each in its body's frame
///     .limits(-0.5, 0.5) // rad
///     .motor(2.0, 10.0); // rad/s, N m
/// let joint = world.add_joint(JointDef::new(post, gate, hinge).collide(true).breaks(500.0, 50.0))?;
/// assert_eq!(world.joint(joint)?.kind(), hinge.into());
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("GenericJoint", "b2JointDef"))]
pub struct JointDef<B = BodyId> {
    /// The first body, A.
    pub a: B,
    /// The second body, B.
    pub b: B,
    /// The kind of joint, with the fields of that kind.
    pub kind: JointKind,
    /// The joint breaks when it exerts more than this force, N; above zero, infinite for never. See
    /// [`JointDef::breaks`] for chains that are made straight.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::serialized::infinity", with = "crate::serialized::number")
    )]
    pub break_force: f32,
    /// The joint breaks when it exerts more than this torque, N m; above zero, infinite for never.
    #[cfg_attr(
        feature = "serde",
        serde(default = "crate::serialized::infinity", with = "crate::serialized::number")
    )]
    pub break_torque: f32,
    /// Whether the colliders of the two bodies collide with each other.
    #[cfg_attr(feature = "serde", serde(default))]
    pub collide: bool,
    /// Whether it acts: see [`JointMut::set_enabled`](crate::JointMut::set_enabled).
    #[cfg_attr(feature = "serde", serde(default = "crate::serialized::yes"))]
    pub enabled: bool,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    #[cfg_attr(feature = "serde", serde(default, with = "crate::serialized::user_data"))]
    pub user_data: u128,
}

impl<B> JointDef<B> {
    /// A joint between the bodies `a` and `b`, which do not collide, that does not break.
    #[must_use]
    #[doc(alias(
        "b2CreateRevoluteJoint",
        "b2CreatePrismaticJoint",
        "b2CreateDistanceJoint",
        "b2CreateWeldJoint",
        "b2CreateWheelJoint",
        "b2CreateMotorJoint",
        "b2CreateMouseJoint",
        "b2CreateFilterJoint"
    ))]
    pub fn new(a: B, b: B, kind: impl Into<JointKind>) -> Self {
        Self {
            a,
            b,
            kind: kind.into(),
            break_force: f32::INFINITY,
            break_torque: f32::INFINITY,
            collide: false,
            enabled: true,
            user_data: 0,
        }
    }

    /// Makes the joint break when it exerts more than `force` (N) or `torque` (N m) at the end of a step, or
    /// in the mean of the step if it is [solved directly](solver::DirectJoints); infinite for never. A broken
    /// joint is removed and reported in [`Events::joints_broken`](crate::Events::joints_broken).
    ///
    /// A straight chain between two fixed points that cannot stretch has no direction in which to bear a
    /// weight: a bridge of 20 planks pulls with 74 times its weight. Let it sag (with 1% to spare its pull is
    /// twice its weight), close its joints with [`World::close_joints`](crate::World::close_joints), or set
    /// the limits later, with [`JointMut::set_break_limits`](crate::JointMut::set_break_limits).
    #[must_use]
    #[doc(alias("breakable", "break_force", "maxForce"))]
    pub fn breaks(mut self, force: f32, torque: f32) -> Self {
        (self.break_force, self.break_torque) = (force, torque);
        self
    }

    /// Sets whether the two bodies collide with each other. By default they do not.
    #[must_use]
    pub fn collide(mut self, collide: bool) -> Self {
        self.collide = collide;
        self
    }

    /// Sets whether it acts.
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Sets the data of the program.
    #[must_use]
    pub fn user_data(mut self, user_data: u128) -> Self {
        self.user_data = user_data;
        self
    }

    pub(crate) fn between<C>(self, a: C, b: C) -> JointDef<C> {
        let Self { kind, break_force, break_torque, collide, enabled, user_data, .. } = self;
        JointDef { a, b, kind, break_force, break_torque, collide, enabled, user_data }
    }

    /// With axes of unit length.
    pub(crate) fn validated(self) -> Result<Self, DefError>
    where
        B: PartialEq,
    {
        for (field, value) in [("break_force", self.break_force), ("break_torque", self.break_torque)] {
            Range::ABOVE_ZERO.check(field, value)?;
        }
        let kind = self.kind.validated()?;
        if self.a == self.b { Err(DefError::SameBody) } else { Ok(Self { kind, ..self }) }
    }
}

/// Defines [`JointKind`], its conversions from and to the struct of each kind, and passes calls on to the
/// struct.
macro_rules! joint_kinds {
    ($($(#[$doc:meta])* $kind:ident($joint:ident) = $name:literal,)+) => {
        /// A kind of joint, with its fields.
        ///
        /// [`JointDef::new`] makes it from its struct with `into`, and `try_from` gives the struct back:
        ///
        /// ```
        /// use world::{JointKind, WeldJoint, WheelJoint};
        ///
        /// let kind = JointKind::from(WheelJoint::new([0.0, 1.0]).motor(20.0, 15.0));
        /// assert_eq!(WheelJoint::try_from(kind)?.motor_speed, 20.0);
        /// assert_eq!(
        ///     WeldJoint::try_from(kind).unwrap_err().to_string(),
        ///     "the joint is a wheel joint: it must be a weld joint"
        /// );
        /// # Ok::<(), world::DefError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum JointKind {
            $($(#[$doc])* $kind($joint),)+
        }

        $(
            impl From<$joint> for JointKind {
                fn from(joint: $joint) -> Self {
                    Self::$kind(joint)
                }
            }

            impl TryFrom<JointKind> for $joint {
                type Error = DefError;

                /// The struct of this kind, or [`DefError::JointKind`] if the joint is of another kind.
                fn try_from(kind: JointKind) -> Result<Self, DefError> {
                    match kind {
                        JointKind::$kind(joint) => Ok(joint),
                        other => Err(DefError::JointKind { found: other.name(), expected: $name }),
                    }
                }
            }
        )+

        /// The struct of each kind of joint, for a `use` of all of them.
        pub mod kinds {
            $(pub use super::$joint;)+
        }

        impl JointKind {
            /// Such as `"revolute"`, in error messages.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)+
                }
            }

            /// Such as `"RevoluteJoint"`.
            pub(crate) fn type_name(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => stringify!($joint),)+
                }
            }

            pub(crate) const COUNT: usize = [$($name),+].len();

            /// In files.
            pub(crate) fn number(&self) -> usize {
                [$($name),+].iter().position(|&name| name == self.name()).unwrap_or(0)
            }

            /// Without anything optional.
            pub(crate) fn blank(number: usize) -> Option<Self> {
                [$(|| Self::$kind($joint::default())),+].get(number).map(|blank: &fn() -> Self| blank())
            }

            fn visit_fields<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
                match self {
                    $(Self::$kind(joint) => joint.visit(visitor),)+
                }
            }

            /// With an axis of unit length.
            pub(crate) fn validated(self) -> Result<Self, DefError> {
                match self {
                    $(Self::$kind(joint) => joint.validated().map(Self::$kind),)+
                }
            }

            /// See [`JointRef::error`](crate::JointRef::error), m.
            pub(crate) fn error(&self, at: &JointGeometry) -> f32 {
                match self {
                    $(Self::$kind(joint) => joint.error(at),)+
                }
            }

            #[inline]
            fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
                match self {
                    $(Self::$kind(joint) => joint.write_rows(at, rows),)+
                }
            }

            fn acts(&self) -> &'static str {
                match self {
                    $(Self::$kind(joint) => joint.acts(),)+
                }
            }

            /// Of B in A's frame, rad; zero for kinds without one.
            pub(crate) fn reference_angle(&self) -> f32 {
                match self {
                    $(Self::$kind(joint) => joint.reference_angle(),)+
                }
            }

            /// Whether its rows depend on the angle of B in A's frame.
            #[inline]
            pub(crate) fn measures_angle(&self) -> bool {
                match self {
                    $(Self::$kind(joint) => joint.measures_angle(),)+
                }
            }

            /// The axis in A's frame along which B's anchor moves.
            pub(crate) fn axis(&self) -> Option<Vec2> {
                match self {
                    $(Self::$kind(joint) => joint.axis(),)+
                }
            }

            pub(crate) fn direction(&self) -> Option<Vec2> {
                match self {
                    $(Self::$kind(joint) => joint.direction(),)+
                }
            }

            pub(crate) fn start_angle_mut(&mut self) -> Option<&mut Option<f32>> {
                match self {
                    $(Self::$kind(joint) => joint.start_angle_mut(),)+
                }
            }

            fn motor(&self) -> [f32; 2] {
                match self {
                    $(Self::$kind(joint) => joint.motor(),)+
                }
            }

            /// Whether its bodies belong to one island.
            pub(crate) fn transmits(&self) -> bool {
                match self {
                    $(Self::$kind(joint) => joint.transmits(),)+
                }
            }

            #[inline]
            pub(crate) fn anchors_mut(&mut self) -> Option<[&mut Point; 2]> {
                match self {
                    $(Self::$kind(joint) => joint.anchors_mut(),)+
                }
            }

            fn reference_angle_mut(&mut self) -> Option<&mut f32> {
                match self {
                    $(Self::$kind(joint) => joint.reference_angle_mut(),)+
                }
            }
        }
    };
}

joint_kinds! {
    /// A point of A and a point of B stay together; the bodies turn about it.
    Revolute(RevoluteJoint) = "revolute",
    /// A spring draws a point of B to a point of A with a limited force.
    Mouse(MouseJoint) = "mouse",
    /// Two points keep a distance: a rod, a spring or a rope.
    Distance(DistanceJoint) = "distance",
    /// B slides along an axis of A and does not rotate relative to A.
    Prismatic(PrismaticJoint) = "prismatic",
    /// B is fastened to A, rigidly or by springs.
    Weld(WeldJoint) = "weld",
    /// B turns freely and moves along an axis of A on a spring.
    Wheel(WheelJoint) = "wheel",
    /// B is driven to a position and an angle in A's frame with a limited force and torque.
    Motor(MotorJoint) = "motor",
    /// A rope runs from A over two fixed points to B.
    Pulley(PulleyJoint) = "pulley",
    /// The angles of the two bodies keep a ratio.
    Gear(GearJoint) = "gear",
    /// B, a pinion, rolls along the axis of A, a rack.
    Rack(RackJoint) = "rack",
    /// A resists the motion of B with a limited force and torque.
    Friction(FrictionJoint) = "friction",
    /// The two bodies do not collide; nothing else.
    Filter(FilterJoint) = "filter",
    /// B is the image of A under a rotation and a translation of the world.
    Portal(PortalJoint) = "portal",
    /// B turns freely in one direction and is held at clicks in the other.
    Ratchet(RatchetJoint) = "ratchet",
}

impl JointKind {
    /// The anchors, each in its body's frame, m; `None` for gears, friction joints, filters, portals and
    /// ratchets.
    #[must_use]
    pub fn anchors(mut self) -> Option<[Point; 2]> {
        self.anchors_mut().map(|anchors| anchors.map(|anchor| *anchor))
    }

    pub(crate) fn no_anchors(&self) -> DefError {
        DefError::NoAnchors { kind: self.name(), acts: self.acts() }
    }

    /// Without what a joint needs only when it is added.
    pub(crate) fn started(mut self) -> Self {
        self.start_angle_mut().map(Option::take);
        self
    }

    /// A motor of speed zero is a brake.
    pub(crate) fn is_driving(&self) -> bool {
        let [speed, most] = self.motor();
        speed != 0.0 && most > 0.0
    }
}

impl Properties for JointKind {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let held = self.number();
        let mut number = held;
        visitor.variant("kind of joint", Self::COUNT, &mut number)?;
        if let Some(blank) = Self::blank(number).filter(|_| number != held) {
            *self = blank;
        }
        self.visit_fields(visitor)
    }
}

/// All but the two bodies, which a world and a level name in different ways.
impl<B> Properties for JointDef<B> {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { a: _, b: _, kind, break_force, break_torque, collide, enabled, user_data } = self;
        visitor.number(property("break_force", "N", Range::ABOVE_ZERO), break_force)?;
        visitor.number(property("break_torque", "N m", Range::ABOVE_ZERO), break_torque)?;
        visitor.flag("collide", collide)?;
        visitor.flag("enabled", enabled)?;
        visitor.data("user_data", user_data)?;
        visitor.part("kind", "JointKind", kind)
    }
}
