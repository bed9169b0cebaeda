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
use crate::frame::Frame;
use crate::slot::BodySlot;
use crate::time_step::warm_start_scale;
use geom::{Rot, Vec2};
use solver::joint::{Hold, JointFrame, Measure, nearest_end};
use solver::{BodyRow, JointRows};
use std::f32::consts::TAU;
use std::mem::{Discriminant, discriminant};

/// Rows that a joint has at most, a point counting as one.
const MAX_ROWS: usize = 5;

/// The record behind a joint's handle.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// As it was described; its bodies are slots.
    pub(crate) def: JointDef<BodySlot>,
    /// *Derived* from the definition: how many rows it writes.
    pub(crate) row_count: u32,
    /// What it keeps of the last step, while it is not in the list of awake joints.
    pub(crate) state: JointState,
    /// Its index in the list of awake joints, if it is there.
    pub(crate) awake_index: Option<u32>,
}

/// *State*: what a joint keeps from step to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointState {
    /// The impulses of its rows, in the order in which they are written.
    impulses: [[f32; 2]; MAX_ROWS],
    /// The length of the sub-step in which they acted, s; zero before the first step.
    pub(crate) h: f32,
    /// As the last step began, if its rows depend on it: the angle of B in A's frame less the reference angle, whole
    /// turns included; of gears: how far they are out of step, as an angle of A; rad.
    angle: f32,
    /// Of gears: the angles of A and B as the last step began, rad.
    last: [f32; 2],
}

impl JointState {
    /// Measures the angle between the bodies, and counts whole turns.
    pub(crate) fn measure_angle(&mut self, def: &JointDef<BodySlot>, [a, b]: [Rot; 2]) {
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

    /// Scales the impulses to sub-steps of `h` seconds, to warm-start them.
    pub(crate) fn scale_impulses_to(&mut self, h: f32) {
        if h != self.h {
            let scale = warm_start_scale(std::mem::replace(&mut self.h, h), h);
            self.impulses = self.impulses.map(|row| row.map(|impulse| impulse * scale));
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

/// Where the anchors and the axis of a joint are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JointGeometry {
    pub(crate) points: JointFrame,
    /// The axis, world axes.
    pub(crate) axis: Vec2,
    /// From the wheels of a pulley to the points, m.
    pub(crate) ropes: [Vec2; 2],
}

impl JointGeometry {
    /// For bodies in these frames.
    #[inline]
    pub(crate) fn new([a, b]: [&Frame; 2], def: &JointDef<BodySlot>) -> Self {
        let anchor_a = a.pose.rotation * (def.anchor_a.coords - a.local_center);
        let anchor_b = b.pose.rotation * (def.anchor_b.coords - b.local_center);
        // Positions are subtracted before anchors are added, which keeps the gap exact far from the origin.
        let gap = (b.center() - a.center()) + (anchor_b - anchor_a);
        let ropes = [(a.center() - def.wheels[0]) + anchor_a, (b.center() - def.wheels[1]) + anchor_b];
        Self { points: JointFrame { anchor_a, anchor_b, gap }, axis: a.pose.rotation * def.axis, ropes }
    }
}

impl Joint {
    /// Between bodies of these angles, rad.
    pub(crate) fn new(def: JointDef<BodySlot>, angles: [f32; 2]) -> Self {
        let state = JointState { impulses: [[0.0; 2]; MAX_ROWS], h: 0.0, angle: 0.0, last: angles };
        let mut joint = Self { def, row_count: 0, state, awake_index: None };
        joint.row_count = joint.sorts().len() as u32;
        joint
    }

    /// Describes it anew. Returns whether it has other rows now, which start from nothing.
    pub(crate) fn redefine(&mut self, def: JointDef<BodySlot>) -> bool {
        let before = self.sorts();
        self.def = def;
        let now = self.sorts();
        self.row_count = now.len() as u32;
        now != before
    }

    /// Writes the rows, for bodies in the given rows of the solver.
    #[inline]
    pub(crate) fn write(
        &self,
        state: &JointState,
        [a, b]: [BodyRow; 2],
        geometry: &JointGeometry,
        mut write: impl FnMut(JointRows),
    ) {
        let mut impulses = state.impulses.iter();
        let mut row = |measure| JointRows::new(a, b, measure, *impulses.next().unwrap_or(&[0.0; 2]));
        let def = &self.def;
        let frame = geometry.points;
        let spring = spring(def.hertz, def.damping_ratio);
        let angular_spring = self::spring(def.angular_hertz, def.angular_damping_ratio);
        let angle = |error| Measure::Angle { factors: [1.0, 1.0], error };
        let along = |rest| Measure::Axis { frame, axis: geometry.axis, rest };
        let motor = Hold::Motor { speed: def.motor_speed };
        let has_motor = def.max_motor_torque > 0.0;
        let has_limits = def.limits != NO_LIMITS;
        match def.kind {
            JointKind::Revolute => {
                if angular_spring != Hold::Rigid {
                    write(row(angle(state.angle)).hold(angular_spring));
                }
                if has_motor {
                    write(row(angle(0.0)).hold(motor).max_force(def.max_motor_torque));
                }
                if has_limits {
                    let (end, hold) = nearest_end(state.angle, def.limits);
                    write(row(angle(state.angle - end)).hold(hold));
                }
                write(row(Measure::Point(frame)).hold(spring).max_force(def.max_force));
            }
            JointKind::Weld => {
                write(row(angle(state.angle)).hold(angular_spring));
                write(row(Measure::Point(frame)).hold(spring));
            }
            JointKind::Motor => {
                write(row(angle(state.angle)).hold(angular_spring).max_force(def.max_motor_torque));
                write(row(Measure::Point(frame)).hold(spring).max_force(def.max_force));
            }
            JointKind::Prismatic | JointKind::Wheel => {
                let slides = def.kind == JointKind::Prismatic;
                if slides {
                    write(row(angle(state.angle)));
                }
                if spring != Hold::Rigid {
                    write(row(along(0.0)).hold(spring));
                }
                if has_motor {
                    let measure = if slides { along(0.0) } else { angle(0.0) };
                    write(row(measure).hold(motor).max_force(def.max_motor_torque));
                }
                if has_limits {
                    let (end, hold) = nearest_end(frame.gap.dot(&geometry.axis), def.limits);
                    write(row(along(end)).hold(hold));
                }
                // Across last: B leaving its axis is what the eye sees.
                write(row(Measure::Axis { frame, axis: geom::left_normal(geometry.axis), rest: 0.0 }));
            }
            JointKind::Distance => {
                let measure = |length| Measure::Distance { frame, length };
                if spring != Hold::Rigid || !has_limits {
                    write(row(measure(def.length)).hold(spring));
                }
                if has_limits {
                    let (end, hold) = nearest_end(frame.gap.norm(), def.limits);
                    write(row(measure(end)).hold(hold));
                }
            }
            JointKind::Pulley => {
                let (anchors, ropes) = ([frame.anchor_a, frame.anchor_b], geometry.ropes);
                let measure = Measure::Pulley { anchors, ropes, ratio: def.ratio, length: def.length };
                write(row(measure).hold(Hold::AtMost));
            }
            JointKind::Gear => {
                write(row(Measure::Angle { factors: [-1.0, def.ratio], error: state.angle }));
            }
            JointKind::Filter => {}
        }
    }

    /// What its rows measure and how they hold, without numbers.
    fn sorts(&self) -> Vec<(Discriminant<Measure>, Discriminant<Hold>)> {
        let mut sorts = Vec::new();
        self.write(&self.state, [BodyRow::STATIC; 2], &JointGeometry::default(), |row| {
            sorts.push((discriminant(&row.measure), discriminant(&row.hold)));
        });
        sorts
    }

    /// Impulse (N s) on B at its anchor, and twist (N m s), of the last sub-step.
    pub(crate) fn reaction(&self, state: &JointState, geometry: &JointGeometry) -> (Vec2, f32) {
        let mut sum = (Vec2::zeros(), 0.0);
        self.write(state, [BodyRow::STATIC; 2], geometry, |row| {
            let (impulse, twist) = row.reaction();
            sum = (sum.0 + impulse, sum.1 + twist);
        });
        sum
    }
}

/// How a row holds that may be a spring: firmly if it has no frequency.
fn spring(hertz: f32, damping_ratio: f32) -> Hold {
    if hertz > 0.0 { Hold::Spring { hertz, damping_ratio } } else { Hold::Rigid }
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
