//! The record behind a joint's handle, and the rows that it writes for the solver.
//!
//! ```text
//!                point    angle                     along the axis, or the line        across
//!   revolute     holds    motor, limits, spring
//!   weld         holds    holds
//!   motor        holds    holds                     both with no more than so much
//!   prismatic             holds                     motor, limits, spring              holds
//!   wheel                 motor                     limits, spring                     holds
//!   distance                                        holds or spring; limits
//!   pulley, gear          gear: both angles         pulley: both ropes
//! ```
//!
//! Impulses are kept row by row, in the order in which they are written, so a joint whose rows are others than before
//! starts from nothing.

use super::{JointDef, JointKind, NO_LIMITS};
use crate::core::growth;
use crate::links::NONE;
use geom::{Rot, Vec2};
use solver::joint::{ConstraintError, JointFrame, RowMode, nearest_limit};
use solver::{BodyRow, JointRows};
use std::f32::consts::TAU;
use std::mem::{Discriminant, discriminant};

/// Rows that a joint has at most, a point counting as one.
const MAX_ROWS: usize = 5;

/// The record behind a joint's handle.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// As it was described; its bodies are slots.
    pub(crate) def: JointDef<u32>,
    /// How many rows it writes.
    pub(crate) count: u32,
    /// What it remembers, while it is not awake.
    pub(crate) memory: Memory,
    /// Place in the list of awake joints, or [`NONE`].
    pub(crate) awake: u32,
}

/// What a joint remembers of the last step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// Of its rows in the order in which they are written.
    impulses: [[f32; 2]; MAX_ROWS],
    /// The time over which they acted, s; zero before the first step.
    pub(crate) substep: f32,
    /// As the last step began, if its rows depend on it: the angle of B in A's frame less the reference angle, whole
    /// turns included; of gears: how far they are out of step, as an angle of A; rad.
    angle: f32,
    /// Of gears: the angles of A and B as the last step began, rad.
    last: [f32; 2],
}

/// A joint of which a body is awake.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AwakeJoint {
    pub(crate) slot: u32,
    /// How many rows it writes.
    pub(crate) count: u32,
    /// Whether it has just borne more than it can.
    pub(crate) breaks: bool,
    pub(crate) memory: Memory,
}

impl Memory {
    /// Takes note of how the bodies are turned, and keeps count of whole turns.
    pub(crate) fn turn(&mut self, def: &JointDef<u32>, [a, b]: [Rot; 2]) {
        if !def.measures_angle() {
            return;
        }
        if def.kind == JointKind::Gear {
            // Only the difference is summed up, so that it keeps its precision after any number of turns.
            let [a, b] = [a.angle(), b.angle()];
            let [last_a, last_b] = self.last;
            self.angle += unwrapped(a - last_a, 0.0) + def.ratio * unwrapped(b - last_b, 0.0);
            self.last = [a, b];
        } else {
            self.angle = unwrapped((a.inverse() * b).angle() - def.reference_angle, self.angle);
        }
    }

    /// Makes its impulses such as act over `h` seconds.
    pub(crate) fn take_substeps_of(&mut self, h: f32) {
        if h != self.substep {
            let growth = growth(std::mem::replace(&mut self.substep, h), h);
            self.impulses = self.impulses.map(|row| row.map(|impulse| impulse * growth));
        }
    }

    /// Begins the next step without impulses.
    pub(crate) fn forget_impulses(&mut self) {
        self.impulses = [[0.0; 2]; MAX_ROWS];
    }

    /// Takes the impulses of the joint's rows back, which are in the order in which they were written.
    pub(crate) fn take_impulses(&mut self, rows: &[JointRows]) {
        for (impulse, row) in self.impulses.iter_mut().zip(rows) {
            *impulse = row.impulse;
        }
    }
}

/// Where the bodies of a joint are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) points: JointFrame,
    /// The axis, world axes.
    pub(crate) axis: Vec2,
    /// From the wheels of a pulley to the points, m.
    pub(crate) ropes: [Vec2; 2],
}

impl Joint {
    /// Between bodies of these angles, rad.
    pub(crate) fn new(def: JointDef<u32>, angles: [f32; 2]) -> Self {
        let memory = Memory { impulses: [[0.0; 2]; MAX_ROWS], substep: 0.0, angle: 0.0, last: angles };
        let mut joint = Self { def, count: 0, memory, awake: NONE };
        joint.count = joint.row_kinds().len() as u32;
        joint
    }

    /// Describes it anew. Returns whether it has other rows now, which start from nothing.
    pub(crate) fn redefine(&mut self, def: JointDef<u32>) -> bool {
        let before = self.row_kinds();
        self.def = def;
        let now = self.row_kinds();
        self.count = now.len() as u32;
        now != before
    }

    /// Writes the rows, for bodies in the given rows of the solver.
    #[inline]
    pub(crate) fn write(
        &self,
        memory: &Memory,
        [a, b]: [BodyRow; 2],
        place: &Place,
        mut write: impl FnMut(JointRows),
    ) {
        let mut impulses = memory.impulses.iter();
        let mut row = |error| JointRows::new(a, b, error, *impulses.next().unwrap_or(&[0.0; 2]));
        let def = &self.def;
        let frame = place.points;
        let spring = spring(def.hertz, def.damping_ratio);
        let angular_spring = self::spring(def.angular_hertz, def.angular_damping_ratio);
        let angle = |angle| ConstraintError::Angle { factors: [1.0, 1.0], angle };
        let along = |rest| ConstraintError::Axis { frame, axis: place.axis, rest };
        let motor = RowMode::Motor { speed: def.motor_speed };
        let has_motor = def.max_motor_torque > 0.0;
        let has_limits = def.limits != NO_LIMITS;
        match def.kind {
            JointKind::Revolute => {
                if angular_spring != RowMode::Rigid {
                    write(row(angle(memory.angle)).mode(angular_spring));
                }
                if has_motor {
                    write(row(angle(0.0)).mode(motor).max_force(def.max_motor_torque));
                }
                if has_limits {
                    let (end, limit) = nearest_limit(memory.angle, def.limits);
                    write(row(angle(memory.angle - end)).mode(limit));
                }
                write(row(ConstraintError::Point(frame)).mode(spring).max_force(def.max_force));
            }
            JointKind::Weld => {
                write(row(angle(memory.angle)).mode(angular_spring));
                write(row(ConstraintError::Point(frame)).mode(spring));
            }
            JointKind::Motor => {
                write(row(angle(memory.angle)).mode(angular_spring).max_force(def.max_motor_torque));
                write(row(ConstraintError::Point(frame)).mode(spring).max_force(def.max_force));
            }
            JointKind::Prismatic | JointKind::Wheel => {
                let slides = def.kind == JointKind::Prismatic;
                if slides {
                    write(row(angle(memory.angle)));
                }
                if spring != RowMode::Rigid {
                    write(row(along(0.0)).mode(spring));
                }
                if has_motor {
                    let error = if slides { along(0.0) } else { angle(0.0) };
                    write(row(error).mode(motor).max_force(def.max_motor_torque));
                }
                if has_limits {
                    let (end, limit) = nearest_limit(frame.gap.dot(&place.axis), def.limits);
                    write(row(along(end)).mode(limit));
                }
                // Across last: B leaving its axis is what the eye sees.
                write(row(ConstraintError::Axis { frame, axis: geom::left_normal(place.axis), rest: 0.0 }));
            }
            JointKind::Distance => {
                let distance = |length| ConstraintError::Distance { frame, length };
                if spring != RowMode::Rigid || !has_limits {
                    write(row(distance(def.length)).mode(spring));
                }
                if has_limits {
                    let (end, limit) = nearest_limit(frame.gap.norm(), def.limits);
                    write(row(distance(end)).mode(limit));
                }
            }
            JointKind::Pulley => {
                let (anchors, ropes) = ([frame.anchor_a, frame.anchor_b], place.ropes);
                let error = ConstraintError::Pulley { anchors, ropes, ratio: def.ratio, length: def.length };
                write(row(error).mode(RowMode::UpperLimit));
            }
            JointKind::Gear => {
                write(row(ConstraintError::Angle { factors: [-1.0, def.ratio], angle: memory.angle }));
            }
            JointKind::Filter => {}
        }
    }

    /// The error and the mode of each row, without numbers.
    fn row_kinds(&self) -> Vec<(Discriminant<ConstraintError>, Discriminant<RowMode>)> {
        let mut kinds = Vec::new();
        self.write(&self.memory, [BodyRow::STATIC; 2], &Place::default(), |row| {
            kinds.push((discriminant(&row.error), discriminant(&row.mode)));
        });
        kinds
    }

    /// Impulse (N s) on B at its anchor, and twist (N m s), of the last sub-step.
    pub(crate) fn reaction(&self, memory: &Memory, place: &Place) -> (Vec2, f32) {
        let mut sum = (Vec2::zeros(), 0.0);
        self.write(memory, [BodyRow::STATIC; 2], place, |row| {
            let (impulse, twist) = row.reaction();
            sum = (sum.0 + impulse, sum.1 + twist);
        });
        sum
    }
}

/// The mode of a row that may be a spring: rigid without a frequency.
fn spring(hertz: f32, damping_ratio: f32) -> RowMode {
    if hertz > 0.0 { RowMode::Spring { hertz, damping_ratio } } else { RowMode::Rigid }
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
