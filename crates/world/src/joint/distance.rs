//! The distance joint: a rod, a spring, a rope or a winch.

use super::rows::{JointBehaviour, JointGeometry, NO_LIMITS, RowWriter, check_limits, has, spring_or_rigid};
use crate::definition::{self, FREE, WIDE_LENGTH, check_ranges};
use crate::error::DefError;
use compute::math::max;
use geom::Point;
use properties::{Properties, Range, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// Two points keep a distance: rigidly as a rod, by a spring, within limits as a rope, or driven by a motor
/// as a winch.
///
/// | spring | motor | limits | the joint is |
/// |---|---|---|---|
/// | no | no | no | a rod of [`DistanceJoint::length`] |
/// | yes | no | no | a spring of that rest length |
/// | no | no | yes | a rope or a telescopic rod: only the limits act |
/// | yes | no | yes | a spring that stops at the limits |
/// | any | yes | any | a winch or a piston: the motor changes the distance; spring and limits act as well |
///
/// A motor with the speed zero is a brake, which slips under more than its greatest force.
///
/// ```
/// use world::{BodyDef, DistanceJoint, JointDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let hook = world.add_body(BodyDef::fixed())?;
/// let bob = world.add_body(BodyDef::dynamic().position([2.0, 0.0]))?;
/// let rod = world.add_joint(JointDef::new(hook, bob, DistanceJoint::new(2.0)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
///     assert!(world.joint(rod)?.error() < 0.005); // m
/// }
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2DistanceJointDef", "SpringJoint", "RopeJoint", "rod"))]
pub struct DistanceJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The distance of the anchors, m, not negative.
    pub length: f32,
    /// Frequency of the spring, Hz, not negative; 0 for a rigid joint. The masses of the bodies count, not
    /// their inertia: w^2 m x is the force at the extension x, 1/m = 1/mA + 1/mB.
    pub hertz: f32,
    /// Damping ratio of the spring, not negative; 1 is critical, and with 0 the spring swings for ever.
    pub damping_ratio: f32,
    /// The least and the greatest distance of the anchors, m; an infinite value is no limit.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::limits"))]
    pub limits: [f32; 2],
    /// The rate at which the motor changes the distance of the anchors, m/s; negative to wind in.
    pub motor_speed: f32,
    /// The greatest force of the motor, N, not negative; infinite for no bound, 0 for no motor.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_motor_force: f32,
}

impl Default for DistanceJoint {
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            length: 0.0,
            hertz: 0.0,
            damping_ratio: 0.0,
            limits: NO_LIMITS,
            motor_speed: 0.0,
            max_motor_force: 0.0,
        }
    }
}

impl DistanceJoint {
    /// A rod of `length` (m, not negative) between the origins of the bodies.
    #[must_use]
    pub fn new(length: f32) -> Self {
        Self { length, ..Self::default() }
    }

    /// A rope: the anchors stay within `length` (m, not negative) of each other.
    #[must_use]
    #[doc(alias = "RopeJointBuilder")]
    pub fn rope(length: f32) -> Self {
        Self::new(length).limits(0.0, length)
    }

    /// Sets the anchors, each in its body's frame, m.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Makes the joint a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    #[doc(alias = "SpringJointBuilder")]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// Keeps the distance between `lower` and `upper`, m; infinite for no limit.
    #[must_use]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// Changes the distance at `speed` (m/s, negative to wind in) with at most `max_force` (N).
    ///
    /// ```
    /// use world::{BodyDef, DistanceJoint, JointDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default());
    /// let crane = world.add_body(BodyDef::fixed())?;
    /// let load = world.add_body(BodyDef::dynamic().position([0.0, -5.0]))?; // 1 kg
    /// let winch = DistanceJoint::rope(5.0).limits(1.0, 5.0).motor(-0.5, 20.0);
    /// let winch = world.add_joint(JointDef::new(crane, load, winch))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!((world.body(load)?.center().y + 4.0).abs() < 0.02); // 1 m in 2 s
    /// world.joint_mut(winch)?.change(|winch: DistanceJoint| winch.motor(0.0, 20.0))?; // holds the load
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[doc(alias = "winch")]
    #[must_use]
    #[doc(alias = "enableMotor")]
    pub fn motor(mut self, speed: f32, max_force: f32) -> Self {
        (self.motor_speed, self.max_motor_force) = (speed, max_force);
        self
    }

    /// No limits and no motor leave it free.
    fn is_held(&self) -> bool {
        self.limits == NO_LIMITS && self.max_motor_force == 0.0
    }
}

impl Properties for DistanceJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { anchor_a, anchor_b, length, hertz, damping_ratio, limits, motor_speed, max_motor_force } =
            self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        visitor.number(property("length", "m", WIDE_LENGTH), length)?;
        definition::spring(visitor, hertz, damping_ratio)?;
        definition::limits(visitor, "m", limits)?;
        visitor.number(property("motor_speed", "m/s", FREE), motor_speed)?;
        visitor.number(property("max_motor_force", "N", Range::NOT_NEGATIVE_OR_INFINITE), max_motor_force)
    }
}

impl JointBehaviour for DistanceJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        check_limits(self.limits)?;
        Ok(self)
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let distance = |length| ConstraintError::Distance { frame: at.frame, length };
        if self.hertz > 0.0 || self.is_held() {
            rows.write(distance(self.length), spring_or_rigid(self.hertz, self.damping_ratio));
        }
        if self.max_motor_force > 0.0 {
            let motor = RowMode::Motor { speed: self.motor_speed, range: self.limits };
            rows.write_limited(distance(0.0), motor, self.max_motor_force);
        }
        rows.write_limit(self.limits, distance);
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        let distance = at.frame.gap.norm();
        if self.is_held() || self.hertz > 0.0 && self.limits == NO_LIMITS {
            (distance - self.length).abs()
        } else {
            let [lower, upper] = self.limits;
            max(max(lower - distance, distance - upper), 0.0)
        }
    }

    has!(anchors, motor: max_motor_force);
}
