//! Joints: how one is described. What becomes of it is in `record.rs`.
//!
//! Turned down: a struct for each kind. What they have in common is nearly everything, and a level could not be a flat
//! array of them.

use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::id::BodyId;
use geom::{Point, Vec2};

mod record;

pub(crate) use record::{Joint, JointGeometry, JointState};

/// rad or m. The limits of a joint that has none.
const NO_LIMITS: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// The two anchors stay together; the bodies turn about them.
    Revolute,
    /// The anchors keep a distance, as a rod, a spring or a rope.
    Distance,
    /// B slides along an axis of A and does not turn.
    Prismatic,
    /// B is part of A, firmly or on springs.
    Weld,
    /// B turns freely, and moves on a spring along an axis of A.
    Wheel,
    /// B is driven to a place and an angle in A's frame, with no more than so much force and torque.
    Motor,
    /// A rope from A over two wheels in the world to B.
    Pulley,
    /// The angles of the bodies keep a ratio.
    Gear,
    /// Nothing is held; the two bodies only do not collide.
    Filter,
}

/// A joint to be added. `B` names a body: a handle in a [`World`](crate::World), an index in a
/// [`Level`](crate::Level). What a kind does not mention below, it does not look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDef<B = BodyId> {
    /// The first body.
    pub a: B,
    /// The second body.
    pub b: B,
    /// What it leaves free.
    pub kind: JointKind,
    /// The anchor in the first body's frame, m. Of a motor joint: where B's anchor is to be.
    pub anchor_a: Point,
    /// The anchor in the second body's frame, m.
    pub anchor_b: Point,
    /// Of a prismatic or wheel joint: the axis in A's frame, of any length but zero.
    pub axis: Vec2,
    /// Of a pulley: its two wheels in the world, that of A first, m.
    pub wheels: [Point; 2],
    /// Of a distance joint: the distance of the anchors; of a pulley: the length of the rope, where B's part counts
    /// `ratio` times; m, not negative.
    pub length: f32,
    /// Of a pulley: how often the rope goes to and fro on B's side, above zero. Of gears: how often A turns, the other
    /// way, while B turns once; not zero, and below zero for a belt.
    pub ratio: f32,
    /// Frequency as a spring, Hz; 0 for a joint that is as firm as the solver can make it. Of a prismatic or wheel
    /// joint: of the spring along the axis; 0 for none.
    pub hertz: f32,
    /// Of that spring: damping ratio, not negative; 1 is critical.
    pub damping_ratio: f32,
    /// Frequency of the spring that turns B to `reference_angle`, Hz. Of a revolute joint: 0 for none; of a weld or
    /// motor joint: 0 for as firm as the solver can make it.
    pub angular_hertz: f32,
    /// Of that spring: damping ratio, not negative.
    pub angular_damping_ratio: f32,
    /// Of a revolute or motor joint: the greatest force that it exerts, N, above zero; infinite for none.
    pub max_force: f32,
    /// The angle of B in A's frame that counts as none, rad.
    pub reference_angle: f32,
    /// Of a revolute joint: the least and the greatest angle of B in A's frame, less `reference_angle`, rad. Of a
    /// prismatic or wheel joint: the way along the axis, and of a distance joint: the distance, m. Infinite for
    /// none.
    pub limits: [f32; 2],
    /// The velocity of B, as seen from A, that its motor strives for: rad/s; along the axis of a prismatic joint, m/s.
    pub motor_speed: f32,
    /// The greatest torque of its motor, N m (of a prismatic joint: force, N); 0 for no motor, infinite for one that
    /// nothing stops. Of a motor joint: the greatest torque with which it turns B.
    pub max_motor_torque: f32,
    /// It breaks when it exerts more force, N, above zero; infinite for never.
    pub break_force: f32,
    /// It breaks when it exerts more torque, N m, above zero; infinite for never.
    pub break_torque: f32,
    /// Whether the two bodies still collide with each other.
    pub collide: bool,
}

impl<B> JointDef<B> {
    fn new(kind: JointKind, a: B, b: B) -> Self {
        Self {
            a,
            b,
            kind,
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            axis: Vec2::new(1.0, 0.0),
            wheels: [Point::origin(); 2],
            length: 0.0,
            ratio: 1.0,
            hertz: 0.0,
            damping_ratio: 0.0,
            angular_hertz: 0.0,
            angular_damping_ratio: 0.0,
            max_force: f32::INFINITY,
            reference_angle: 0.0,
            limits: NO_LIMITS,
            motor_speed: 0.0,
            max_motor_torque: 0.0,
            break_force: f32::INFINITY,
            break_torque: f32::INFINITY,
            collide: false,
        }
    }

    /// Two points stay together: see [`JointDef::anchors`].
    #[must_use]
    pub fn revolute(a: B, b: B) -> Self {
        Self::new(JointKind::Revolute, a, b)
    }

    /// A point of B is drawn to a point of A by a spring of 5 Hz with a force of at most `max_force` (N): what a
    /// pointer drags a body with, A being fixed and its anchor moved by
    /// [`World::set_anchors`](crate::World::set_anchors).
    #[must_use]
    pub fn mouse(a: B, b: B, max_force: f32) -> Self {
        Self::revolute(a, b).spring(5.0, 0.7).max_force(max_force)
    }

    /// Two points stay `length` (m) apart, as if by a rod.
    #[must_use]
    pub fn distance(a: B, b: B, length: f32) -> Self {
        Self { length, ..Self::new(JointKind::Distance, a, b) }
    }

    /// Two points stay within `length` (m) of each other, as if by a rope.
    #[must_use]
    pub fn rope(a: B, b: B, length: f32) -> Self {
        Self::distance(a, b, length).limits(0.0, length)
    }

    /// B slides along an axis, given in A's frame, and does not turn.
    #[must_use]
    pub fn prismatic(a: B, b: B, axis: impl Into<Vec2>) -> Self {
        Self { axis: axis.into(), ..Self::new(JointKind::Prismatic, a, b) }
    }

    /// B is part of A.
    #[must_use]
    pub fn weld(a: B, b: B) -> Self {
        Self::new(JointKind::Weld, a, b)
    }

    /// B turns freely, and is held on an axis, given in A's frame, where [`JointDef::spring`] bears it.
    #[must_use]
    pub fn wheel(a: B, b: B, axis: impl Into<Vec2>) -> Self {
        Self { axis: axis.into(), ..Self::new(JointKind::Wheel, a, b) }
    }

    /// B's anchor is driven to A's, and its angle to the reference angle, by springs of 5 Hz, critically damped, with
    /// no more than `max_force` (N, above zero) and `max_torque` (N m, not negative). Without springs it would hold on
    /// to where it is: what is rigid works off errors without gaining speed.
    #[must_use]
    pub fn motor_joint(a: B, b: B, max_force: f32, max_torque: f32) -> Self {
        Self { max_force, max_motor_torque: max_torque, ..Self::new(JointKind::Motor, a, b) }
            .spring(5.0, 1.0)
            .angular_spring(5.0, 1.0)
    }

    /// A rope of `length` (m) runs from A's anchor over two `wheels` (points of the world, m) to B's.
    #[must_use]
    pub fn pulley(a: B, b: B, wheels: [Point; 2], length: f32) -> Self {
        Self { wheels, length, ..Self::new(JointKind::Pulley, a, b) }
    }

    /// The bodies turn against each other, A `ratio` times as fast as B. Their angles when it is added count as none.
    #[must_use]
    pub fn gear(a: B, b: B, ratio: f32) -> Self {
        Self { ratio, ..Self::new(JointKind::Gear, a, b) }
    }

    /// The two bodies do not collide.
    #[must_use]
    pub fn filter(a: B, b: B) -> Self {
        Self::new(JointKind::Filter, a, b)
    }

    /// Where it holds, in each body's frame, m; the origins if not called.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// As a spring of `hertz` (above zero) with a damping ratio.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// With a spring of `hertz` (above zero) that turns B to the reference angle, and its damping ratio.
    #[must_use]
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.angular_hertz, self.angular_damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// With no more force than `max_force`, N.
    #[must_use]
    pub fn max_force(mut self, max_force: f32) -> Self {
        self.max_force = max_force;
        self
    }

    /// With another ratio; see [`JointDef::ratio`].
    #[must_use]
    pub fn ratio(mut self, ratio: f32) -> Self {
        self.ratio = ratio;
        self
    }

    /// With the bodies unturned to each other when B's angle in A's frame is `angle`, rad.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// With the angle (rad) or way (m) held between `lower` and `upper`; see [`JointDef::limits`].
    #[must_use]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// With a motor that turns B, as seen from A, at `speed` (rad/s) with no more than `max_torque` (N m); along the
    /// axis of a prismatic joint: m/s, N.
    #[must_use]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        (self.motor_speed, self.max_motor_torque) = (speed, max_torque);
        self
    }

    /// It breaks, which [`Events::joints_broken`](crate::Events::joints_broken) tells, when it exerts more than `force`
    /// (N) or `torque` (N m) at the end of a step; infinite for what it bears.
    #[must_use]
    pub fn breaks(mut self, force: f32, torque: f32) -> Self {
        (self.break_force, self.break_torque) = (force, torque);
        self
    }

    /// Whether the two bodies still collide; they do not, if not called.
    #[must_use]
    pub fn collide(mut self, collide: bool) -> Self {
        self.collide = collide;
        self
    }

    /// The same joint between bodies named in another way.
    pub(crate) fn between<C>(self, a: C, b: C) -> JointDef<C> {
        JointDef {
            a,
            b,
            kind: self.kind,
            anchor_a: self.anchor_a,
            anchor_b: self.anchor_b,
            axis: self.axis,
            wheels: self.wheels,
            length: self.length,
            ratio: self.ratio,
            hertz: self.hertz,
            damping_ratio: self.damping_ratio,
            angular_hertz: self.angular_hertz,
            angular_damping_ratio: self.angular_damping_ratio,
            max_force: self.max_force,
            reference_angle: self.reference_angle,
            limits: self.limits,
            motor_speed: self.motor_speed,
            max_motor_torque: self.max_motor_torque,
            break_force: self.break_force,
            break_torque: self.break_torque,
            collide: self.collide,
        }
    }

    pub(crate) fn validate(&self) -> Result<(), DefError> {
        let refuse = |field, value, expected| Err(DefError::Value { field, value, expected });
        for (field, point) in [
            ("anchor_a", self.anchor_a),
            ("anchor_b", self.anchor_b),
            ("first wheel", self.wheels[0]),
            ("second wheel", self.wheels[1]),
        ] {
            finite_vector(field, point.coords)?;
        }
        finite_vector("axis", self.axis)?;
        if self.unit_axis().is_none() {
            return refuse("length of the axis", self.axis.norm(), "above zero and finite");
        }
        for (field, value) in [
            ("length", self.length),
            ("hertz", self.hertz),
            ("damping_ratio", self.damping_ratio),
            ("angular_hertz", self.angular_hertz),
            ("angular_damping_ratio", self.angular_damping_ratio),
        ] {
            not_negative(field, value)?;
        }
        finite("reference_angle", self.reference_angle)?;
        finite("motor_speed", self.motor_speed)?;
        finite("ratio", self.ratio)?;
        if self.ratio == 0.0 || (self.kind == JointKind::Pulley && self.ratio < 0.0) {
            return refuse("ratio", self.ratio, "not zero, and of a pulley above zero");
        }
        let [lower, upper] = self.limits;
        if lower.is_nan() || upper.is_nan() || lower > upper {
            return refuse("lower limit", lower, "not above the upper limit");
        }
        if self.max_motor_torque.is_nan() || self.max_motor_torque < 0.0 {
            return refuse("max_motor_torque", self.max_motor_torque, "not negative");
        }
        for (field, value) in [
            ("max_force", self.max_force),
            ("break_force", self.break_force),
            ("break_torque", self.break_torque),
        ] {
            if value.is_nan() || value <= 0.0 {
                return refuse(field, value, "above zero");
            }
        }
        Ok(())
    }

    /// The axis with a length of one, or `None` if it has no direction.
    pub(crate) fn unit_axis(&self) -> Option<Vec2> {
        let length = self.axis.norm();
        (length > 0.0 && length.is_finite()).then(|| self.axis / length)
    }

    /// Whether it breaks at all.
    pub(crate) fn can_break(&self) -> bool {
        self.break_force < f32::INFINITY || self.break_torque < f32::INFINITY
    }

    /// Whether its rows depend on the angles of the bodies.
    fn measures_angle(&self) -> bool {
        match self.kind {
            JointKind::Revolute => self.limits != NO_LIMITS || self.angular_hertz > 0.0,
            JointKind::Prismatic | JointKind::Weld | JointKind::Motor | JointKind::Gear => true,
            JointKind::Distance | JointKind::Wheel | JointKind::Pulley | JointKind::Filter => false,
        }
    }
}
