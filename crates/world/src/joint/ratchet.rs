//! The ratchet joint: a wheel with teeth and a pawl.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, relative_angle};
use crate::definition::{WIDE, check_ranges};
use crate::error::DefError;
use compute::math::{clamp, max};
use core::f64::consts::TAU;
use properties::{Properties, Range, Visitor, property};
use solver::joint::RowMode;

/// rad. A smaller click is lost in the rounding of an angle.
const CLICK_SIZES: [f32; 2] = [1e-4, 1e4];

/// Of a click: it counts as reached this much before, or rounding could lose the one at which a joint begins.
const REACHED: f64 = 1e-3;

/// rad. Beyond this an angle past the click has no meaning: a damaged file.
const MOST_PAST: f32 = 1e9;

/// B turns freely relative to A in one direction, and does not turn back behind the last click at each
/// [`RatchetJoint::ratchet`] of its way.
///
/// ```text
///   ratchet > 0          click            click            click      the angle of B in A's frame
///                          |  B  --->       |                |        grows; it falls back to the last
///   -----------------------|=====x----------|----------------|-->     click and is held there
///                  phase + k ratchet
/// ```
///
/// The angle counts whole turns. The click is found when a step begins, and kept in snapshots. The joint acts
/// on the rotations only: a wheel on an axle needs a revolute joint, too. If
/// [`BodyMut::set_pose`](crate::BodyMut::set_pose) turns B back, the joint turns B forward again.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, JointDef, RatchetJoint, RevoluteJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let frame = world.add_body(BodyDef::fixed())?;
/// let wheel = world.add_body(BodyDef::dynamic())?;
/// world.add_collider(wheel, ColliderDef::new(Shape::circle(0.5)?))?;
/// world.add_joint(JointDef::new(frame, wheel, RevoluteJoint::new()))?;
/// let ratchet = world.add_joint(JointDef::new(frame, wheel, RatchetJoint::new(0.5)))?; // rad
/// for torque in [0.2, -0.2] { // N m: forward for a second, then back
///     for _ in 0..60 {
///         world.body_mut(wheel)?.apply_torque(torque)?;
///         world.step(1.0 / 60.0);
///     }
/// }
/// for _ in 0..60 {
///     world.body_mut(wheel)?.apply_torque(-0.2)?;
///     world.step(1.0 / 60.0);
/// }
/// let angle = world.joint(ratchet)?.counted_angle();
/// assert!((angle / 0.5 - (angle / 0.5).round()).abs() < 0.01 && angle > 0.9); // at a click
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("cpRatchetJoint", "pawl", "freewheel"))]
pub struct RatchetJoint {
    /// The angle of B in A's frame at which one of the clicks is, rad.
    pub phase: f32,
    /// The angle from one click to the next, rad, from 1e-4 to 1e4; negative for a joint that lets B turn
    /// clockwise.
    pub ratchet: f32,
    /// Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from
    /// that of the bodies, the one nearest to this. `None` for the one between -pi and pi. One that exists
    /// counts on, and has `None`.
    pub start_angle: Option<f32>,
}

impl Default for RatchetJoint {
    /// A click each tenth of a turn, counter-clockwise.
    fn default() -> Self {
        Self { phase: 0.0, ratchet: core::f32::consts::TAU / 10.0, start_angle: None }
    }
}

impl RatchetJoint {
    /// With `ratchet` (rad) from click to click; negative if B turns clockwise.
    #[must_use]
    pub fn new(ratchet: f32) -> Self {
        Self { ratchet, ..Self::default() }
    }

    /// Sets the angle of B in A's frame at one of the clicks, rad.
    #[must_use]
    pub fn phase(mut self, angle: f32) -> Self {
        self.phase = angle;
        self
    }

    /// Begins to count whole turns at the angle nearest to `angle`, rad.
    #[must_use]
    pub fn start_angle(mut self, angle: f32) -> Self {
        self.start_angle = Some(angle);
        self
    }

    /// rad, of a joint that is `past` (rad) its click with this number.
    pub(super) fn counted(&self, past: f32, click: f32) -> f64 {
        self.first_click() + f64::from(click) * f64::from(self.ratchet) + f64::from(past)
    }

    /// How far a joint at this counted angle (rad) is past the last click, rad, and the number of that click,
    /// at least `least`.
    pub(super) fn place(&self, counted: f64, least: f32) -> (f32, f32) {
        let (first, ratchet) = (self.first_click(), f64::from(self.ratchet));
        let reached = ((counted - first) / ratchet + REACHED).floor() as f32;
        let click = max(reached, least);
        let past = counted - first - f64::from(click) * ratchet;
        (clamp(past as f32, -MOST_PAST, MOST_PAST), click)
    }

    /// The same after the bodies have moved, from the angle between them, rad: in `f64` and from the click,
    /// so that no number of turns makes it less exact.
    pub(super) fn follow(&self, direction: f32, past: f32, click: f32) -> (f32, f32) {
        let (direction, last) = (f64::from(direction), self.counted(past, click));
        self.place(direction + ((last - direction) / TAU).round() * TAU, click)
    }

    /// rad. The one near the angle zero.
    fn first_click(&self) -> f64 {
        f64::from(self.phase) % f64::from(self.ratchet)
    }
}

impl Properties for RatchetJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { phase, ratchet, start_angle } = self;
        visitor.number(property("phase", "rad", WIDE), phase)?;
        let size = Range::elsewhere("from 1e-4 to 1e4, or negative");
        visitor.number(property("ratchet", "rad", size), ratchet)?;
        visitor.option("start_angle", start_angle, 0.0, |angle, visitor| {
            visitor.number(property("start_angle", "rad", WIDE), angle)
        })
    }
}

impl JointBehaviour for RatchetJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        let [least, most] = CLICK_SIZES;
        if !(least..=most).contains(&self.ratchet.abs()) {
            let expected = "from 1e-4 to 1e4, or negative";
            return Err(DefError::Value { field: "ratchet", value: self.ratchet, expected });
        }
        Ok(self)
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let mode = if self.ratchet > 0.0 { RowMode::LOWER_LIMIT } else { RowMode::UPPER_LIMIT };
        rows.write(relative_angle(at.angle), mode);
    }

    fn acts(&self) -> &'static str {
        "on the rotations of its bodies"
    }

    #[inline]
    fn measures_angle(&self) -> bool {
        true
    }

    fn start_angle_mut(&mut self) -> Option<&mut Option<f32>> {
        Some(&mut self.start_angle)
    }
}
