//! Joints: how one is described, its record, and the rows that it writes.

use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::id::BodyId;
use crate::links::NONE;
use geom::Point;
use solver::JointRows;
use solver::joint::{Hold, JointFrame, Measure, nearest_end};
use std::f32::consts::TAU;

/// rad. The limits of a joint that has none.
const NO_LIMITS: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// The two anchors stay together; the bodies turn about them.
    Revolute,
    /// The two anchors keep a distance, as a rod or a spring.
    Distance,
}

/// A joint to be added. `B` names a body: a handle in a [`World`](crate::World), an index in a
/// [`Level`](crate::Level).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDef<B = BodyId> {
    /// The first body.
    pub a: B,
    /// The second body.
    pub b: B,
    /// What it leaves free.
    pub kind: JointKind,
    /// The anchor in the first body's frame, m.
    pub anchor_a: Point,
    /// The anchor in the second body's frame, m.
    pub anchor_b: Point,
    /// Of a distance joint: the distance of the anchors, m, not negative.
    pub length: f32,
    /// Frequency as a spring, Hz; 0 for a joint that is as firm as the solver can make it.
    pub hertz: f32,
    /// Of a spring: damping ratio, not negative; 1 is critical.
    pub damping_ratio: f32,
    /// Of a revolute joint: the greatest force that it exerts, N, above zero; infinite for none.
    pub max_force: f32,
    /// Of a revolute joint: the angle of B in A's frame that counts as none, rad.
    pub reference_angle: f32,
    /// Of a revolute joint: the least and the greatest angle of B in A's frame, less `reference_angle`, rad;
    /// infinite for none.
    pub limits: [f32; 2],
    /// Of a revolute joint: the angular velocity of B, as seen from A, that its motor strives for, rad/s.
    pub motor_speed: f32,
    /// Of a revolute joint: the greatest torque of its motor, N m; 0 for no motor, infinite for one that
    /// nothing stops.
    pub max_motor_torque: f32,
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
            length: 0.0,
            hertz: 0.0,
            damping_ratio: 0.0,
            max_force: f32::INFINITY,
            reference_angle: 0.0,
            limits: NO_LIMITS,
            motor_speed: 0.0,
            max_motor_torque: 0.0,
            collide: false,
        }
    }

    /// Two points stay together: see [`JointDef::anchors`].
    #[must_use]
    pub fn revolute(a: B, b: B) -> Self {
        Self::new(JointKind::Revolute, a, b)
    }

    /// Two points stay `length` (m) apart, as if by a rod.
    #[must_use]
    pub fn distance(a: B, b: B, length: f32) -> Self {
        Self { length, ..Self::new(JointKind::Distance, a, b) }
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

    /// With no more force than `max_force`, N.
    #[must_use]
    pub fn max_force(mut self, max_force: f32) -> Self {
        self.max_force = max_force;
        self
    }

    /// With the bodies unturned to each other when B's angle in A's frame is `angle`, rad.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// With the angle held between `lower` and `upper`, rad; see [`JointDef::limits`].
    #[must_use]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// With a motor that turns B, as seen from A, at `speed` (rad/s) with no more than `max_torque` (N m).
    #[must_use]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        (self.motor_speed, self.max_motor_torque) = (speed, max_torque);
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
            length: self.length,
            hertz: self.hertz,
            damping_ratio: self.damping_ratio,
            max_force: self.max_force,
            reference_angle: self.reference_angle,
            limits: self.limits,
            motor_speed: self.motor_speed,
            max_motor_torque: self.max_motor_torque,
            collide: self.collide,
        }
    }

    pub(crate) fn validate(&self) -> Result<(), DefError> {
        finite_vector("anchor_a", self.anchor_a.coords)?;
        finite_vector("anchor_b", self.anchor_b.coords)?;
        not_negative("length", self.length)?;
        not_negative("hertz", self.hertz)?;
        not_negative("damping_ratio", self.damping_ratio)?;
        finite("reference_angle", self.reference_angle)?;
        finite("motor_speed", self.motor_speed)?;
        let [lower, upper] = self.limits;
        if lower.is_nan() || upper.is_nan() || lower > upper {
            return Err(DefError::Value {
                field: "limits",
                value: lower,
                expected: "not above the upper limit",
            });
        }
        if self.max_motor_torque.is_nan() || self.max_motor_torque < 0.0 {
            return Err(DefError::Value {
                field: "max_motor_torque",
                value: self.max_motor_torque,
                expected: "not negative",
            });
        }
        if self.max_force.is_nan() || self.max_force <= 0.0 {
            return Err(DefError::Value {
                field: "max_force",
                value: self.max_force,
                expected: "above zero",
            });
        }
        Ok(())
    }
}

/// Rows that a joint has at most, a point counting as one.
const MAX_ROWS: usize = 3;

/// The record behind a joint's handle.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// As it was described; its bodies are slots.
    pub(crate) def: JointDef<u32>,
    /// Of its rows in the order in which they are written.
    impulses: [[f32; 2]; MAX_ROWS],
    /// The angle of a revolute joint with limits as the last step began, whole turns included, rad.
    angle: f32,
    /// Place in the list of awake joints, or [`NONE`].
    pub(crate) awake: u32,
}

impl Joint {
    pub(crate) fn new(def: JointDef<u32>) -> Self {
        Self { def, impulses: [[0.0; 2]; MAX_ROWS], angle: 0.0, awake: NONE }
    }

    /// Whether its rows depend on the angle between the bodies.
    fn measures_angle(&self) -> bool {
        self.def.limits != NO_LIMITS
    }

    /// Takes note of the angle of B in A's frame, rad, as `turned` gives it, and keeps count of whole turns.
    pub(crate) fn turn(&mut self, turned: impl Fn() -> f32) {
        if self.measures_angle() {
            self.angle = unwrapped(turned() - self.def.reference_angle, self.angle);
        }
    }

    /// Writes the rows, for bodies in the given rows of the solver.
    pub(crate) fn write(&self, [a, b]: [u32; 2], frame: JointFrame, mut write: impl FnMut(JointRows)) {
        let mut impulses = self.impulses.iter();
        let mut row = |measure| JointRows::new(a, b, measure, *impulses.next().unwrap_or(&[0.0; 2]));
        let def = &self.def;
        let hold = if def.hertz > 0.0 {
            Hold::Spring { hertz: def.hertz, damping_ratio: def.damping_ratio }
        } else {
            Hold::Rigid
        };
        match def.kind {
            JointKind::Revolute => {
                let error = self.angle;
                let angle = |error| Measure::Angle { factors: [1.0, 1.0], error };
                if def.max_motor_torque > 0.0 {
                    let motor = Hold::Motor { speed: def.motor_speed };
                    write(row(angle(0.0)).hold(motor).max_force(def.max_motor_torque));
                }
                if self.measures_angle() {
                    let (end, hold) = nearest_end(error, def.limits);
                    write(row(angle(error - end)).hold(hold));
                }
                write(row(Measure::Point(frame)).hold(hold).max_force(def.max_force));
            }
            JointKind::Distance => {
                write(row(Measure::Distance { frame, length: def.length }).hold(hold));
            }
        }
    }

    /// Takes its rows' impulses back, from the front of an array in the order in which they were written; returns
    /// the rest.
    pub(crate) fn take_impulses<'a>(&mut self, rows: &'a [JointRows]) -> &'a [JointRows] {
        let mut count = 0;
        self.write([0; 2], JointFrame::default(), |_| count += 1);
        let (own, rest) = rows.split_at(count);
        for (impulse, row) in self.impulses.iter_mut().zip(own) {
            *impulse = row.impulse;
        }
        rest
    }
}

/// The angle nearest to `last` that is the same direction as `angle`, rad: how a joint remembers whole turns.
fn unwrapped(angle: f32, last: f32) -> f32 {
    let turns = ((last - angle) / TAU).round();
    angle + turns * TAU
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joint that turns on and on counts its turns, in both directions, though the angle of a pose starts over.
    #[test]
    fn turns_are_counted() {
        for direction in [1.0, -1.0] {
            let mut angle = 0.0;
            for step in 0..1_000 {
                let true_angle = direction * step as f32 * 0.1;
                angle = unwrapped(geom::Rot::from_angle(true_angle).angle(), angle);
                assert!((angle - true_angle).abs() < 1e-3, "{angle} {true_angle}");
            }
        }
    }
}
