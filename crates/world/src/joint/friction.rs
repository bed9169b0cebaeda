//! The friction joint: it resists motion, and holds no position.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, relative_angle};
use geom::Vec2;
use properties::{Properties, Range, Visitor, property};
use solver::joint::{ConstraintError, JointFrame, RowMode};

/// A resists the motion of B's centre of mass relative to itself with a limited force, and its rotation with
/// a limited torque: dry friction without a contact.
///
/// For games seen from above: with a static ground as A, a puck of mass m slows down by `max_force` / m, so
/// `max_force` = mu m g for a coefficient of friction mu. A round plate of radius r that lies flat resists
/// with the torque 2/3 mu m g r, a square one of side s with 0.38 mu m g s.
///
/// ```
/// use world::{BodyDef, FrictionJoint, JointDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings { gravity: [0.0, 0.0].into(), ..WorldSettings::default() });
/// let table = world.add_body(BodyDef::fixed())?;
/// let puck = world.add_body(BodyDef::dynamic().velocity([2.0, 0.0]))?; // 1 kg
/// let friction = FrictionJoint::new(0.1 * 9.81, 0.0); // mu m g in N
/// world.add_joint(JointDef::new(table, puck, friction).collide(true))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.body(puck)?.velocity().x - (2.0 - 0.981)).abs() < 1e-4); // after 1 s
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias = "b2FrictionJointDef")]
pub struct FrictionJoint {
    /// The greatest force, N, not negative; infinite for no bound, 0 to leave the position free.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_force: f32,
    /// The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_torque: f32,
}

impl FrictionJoint {
    /// Resists with at most `max_force` (N) and `max_torque` (N m), neither negative.
    #[must_use]
    pub fn new(max_force: f32, max_torque: f32) -> Self {
        Self { max_force, max_torque }
    }
}

impl Properties for FrictionJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { max_force, max_torque } = self;
        visitor.number(property("max_force", "N", Range::NOT_NEGATIVE_OR_INFINITE), max_force)?;
        visitor.number(property("max_torque", "N m", Range::NOT_NEGATIVE_OR_INFINITE), max_torque)
    }
}

impl JointBehaviour for FrictionJoint {
    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        // Motors with the speed zero; they have no error, so the angle has no effect.
        let rest = RowMode::motor(0.0);
        if self.max_torque > 0.0 {
            rows.write_limited(relative_angle(0.0), rest, self.max_torque);
        }
        if self.max_force > 0.0 {
            // The point of A that lies at B's centre of mass: A may turn under B.
            let anchor_a = at.between_centers;
            let frame = JointFrame { anchor_a, anchor_b: Vec2::zeros(), gap: Vec2::zeros() };
            rows.write_limited(ConstraintError::Point(frame), rest, self.max_force);
        }
    }

    fn acts(&self) -> &'static str {
        "at the centre of mass of body B"
    }
}
