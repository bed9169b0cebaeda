//! What the world stores for a joint, and the functions that write its rows and store their impulses.
//!
//! ```text
//!                point        angle                     along the axis or the line       perpendicular
//!   revolute     held         spring, motor, limits
//!   mouse        spring
//!   weld         held         held
//!   motor        limited      limited
//!   friction     velocity     velocity, both limited
//!   portal                    held                      held, in B as the image of A        held
//!   prismatic                 held                      spring, motor, limits            held
//!   wheel                     motor                     spring, limits                   held
//!   distance                                            held or spring; motor, limits
//!   pulley, gear              gear: both angles         pulley: both parts of the rope
//!   rack                      with the way              held, with the angle
//!   ratchet                   limit
//! ```
//!
//! *Held* is a rigid row, *limited* one whose force has a bound, *velocity* one that corrects no position;
//! *spring*, *limits* and *motor* if the definition asks for them. Impulses are stored by the position of
//! their row, so a change that gives the joint other rows sets them to zero.

use super::rows::{MAX_ROWS, RowWriter};
use super::{JointBehaviour, JointDef, JointGeometry, JointKind, RatchetJoint};
use crate::frame::FramePair;
use crate::place::Grid;
use crate::slot::BodySlot;
use crate::time_step::warm_start_scale;
use compute::math::{clamp, max};
use geom::{Point, Vec2};
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{BodyRow, JointRows};
use std::f32::consts::TAU;
use std::mem::{Discriminant, discriminant};

#[derive(Clone, Debug)]
pub(crate) struct Joint {
    // State: the definition, without user data, which are an array of their own.
    pub(crate) bodies: [BodySlot; 2],
    pub(crate) kind: JointKind,
    /// N, above zero; infinite for never.
    pub(crate) break_force: f32,
    /// N m, above zero; infinite for never.
    pub(crate) break_torque: f32,
    pub(crate) collide: bool,
    pub(crate) is_enabled: bool,
    /// *Derived* from the definition.
    pub(crate) row_count: u32,
    /// While the joint is not in the list of awake joints.
    pub(crate) state: JointState,
    /// *Derived*: the index in the list of awake joints.
    pub(crate) awake_index: Option<u32>,
}

/// *State*: what a joint keeps from step to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointState {
    /// In the order in which the joint writes its rows.
    pub(crate) impulses: [[f32; 2]; MAX_ROWS],
    /// The length of the sub-step in which the impulses acted, s; zero before the first step.
    pub(crate) h: f32,
    /// When the last step began, if rows depend on it: the angle of B in A's frame minus the reference angle,
    /// whole turns included, rad. For gears the error of the ratio as an angle of A, rad; for racks the
    /// error, m; for ratchets the angle past the click, rad.
    pub(crate) angle: f32,
    /// When the last step began, for gears: the angles of A and B, rad; for racks: how far along the axis B
    /// is, m, and its angle in A's frame, rad; for ratchets: the number of the click, exact up to 16 million,
    /// and zero.
    pub(crate) places: [f32; 2],
}

impl JointState {
    /// Counts whole turns.
    pub(crate) fn update_angle(&mut self, kind: &JointKind, pair: FramePair<'_>) {
        let [a, b] = pair.frames.map(|frame| frame.rotation);
        // Only the error of a gear is summed up, which stays precise after any number of turns: angles in
        // `f32` would drift by 13 nrad in a step.
        let last = self.places;
        let error = match kind {
            JointKind::Gear(gear) => {
                self.places = places_of(kind, pair);
                let [turned_a, turned_b] = [0, 1].map(|i| turned(last[i], self.places[i]));
                turned_a + f64::from(gear.ratio) * turned_b
            }
            JointKind::Rack(rack) => {
                self.places = places_of(kind, pair);
                let [along, angle] = self.places;
                f64::from(along) - f64::from(last[0]) + f64::from(rack.radius) * turned(last[1], angle)
            }
            JointKind::Ratchet(ratchet) => {
                let direction = (a.inverse() * b).angle();
                (self.angle, self.places[0]) = ratchet.follow(direction, self.angle, self.places[0]);
                return;
            }
            _ => {
                if kind.measures_angle() {
                    self.angle = unwrapped((a.inverse() * b).angle() - kind.reference_angle(), self.angle);
                }
                return;
            }
        };
        self.angle = (f64::from(self.angle) + error) as f32;
    }

    /// With whole turns, rad, as when the last step began.
    pub(crate) fn counted_angle(&self, kind: &JointKind) -> f32 {
        match kind {
            JointKind::Ratchet(ratchet) => ratchet.counted(self.angle, self.places[0]) as f32,
            _ => self.angle,
        }
    }

    pub(crate) fn begin_ratchet(&mut self, ratchet: &RatchetJoint, counted: f64) {
        let (past, click) = ratchet.place(counted, f32::NEG_INFINITY);
        (self.angle, self.places) = (past, [click, 0.0]);
    }

    pub(crate) fn scale_impulses_to(&mut self, h: f32) {
        if h != self.h {
            let scale = warm_start_scale(std::mem::replace(&mut self.h, h), h);
            self.impulses = self.impulses.map(|row| row.map(|impulse| impulse * scale));
        }
    }

    pub(crate) fn forget_impulses(&mut self) {
        self.impulses = [[0.0; 2]; MAX_ROWS];
    }

    pub(crate) fn take_impulses(&mut self, rows: impl Iterator<Item = JointRows>) {
        for (impulse, row) in self.impulses.iter_mut().zip(rows) {
            *impulse = row.impulse;
        }
    }
}

impl Joint {
    pub(crate) fn new(def: JointDef<BodySlot>, pair: FramePair<'_>) -> Self {
        let [a, b] = pair.frames.map(|frame| frame.rotation.angle());
        let (angle, places) = (def.kind.first_angle(b - a), places_of(&def.kind, pair));
        let mut state = JointState { impulses: [[0.0; 2]; MAX_ROWS], h: 0.0, angle, places };
        if let JointKind::Ratchet(ratchet) = def.kind {
            state.begin_ratchet(&ratchet, f64::from(angle));
        }
        let mut joint = Self {
            bodies: [def.a, def.b],
            kind: def.kind.started(),
            break_force: def.break_force,
            break_torque: def.break_torque,
            collide: def.collide,
            is_enabled: def.enabled,
            row_count: 0,
            state,
            awake_index: None,
        };
        joint.row_count = joint.row_signature().len() as u32;
        joint
    }

    pub(crate) fn def(&self, user_data: u128) -> JointDef<BodySlot> {
        let Self { bodies: [a, b], kind, break_force, break_torque, collide, is_enabled, .. } = *self;
        JointDef { a, b, kind, break_force, break_torque, collide, enabled: is_enabled, user_data }
    }

    /// The kind with which a joint between bodies with these angles (rad) would begin with the turns of this
    /// one.
    pub(crate) fn kind_to_start(&self, state: &JointState, angles: [f32; 2]) -> JointKind {
        let mut kind = self.kind;
        let first = kind.first_angle(angles[1] - angles[0]);
        let counted = unwrapped(first, state.counted_angle(&kind));
        if kind.measures_angle()
            && counted != first
            && let Some(start_angle) = kind.start_angle_mut()
        {
            *start_angle = Some(counted);
        }
        kind
    }

    pub(crate) fn forbids_contacts(&self) -> bool {
        self.is_enabled && !self.collide
    }

    pub(crate) fn can_break(&self) -> bool {
        self.break_force < f32::INFINITY || self.break_torque < f32::INFINITY
    }

    /// All but the bodies. Returns whether the joint writes other rows now, which start without impulses.
    pub(crate) fn redefine(&mut self, def: &JointDef<BodySlot>) -> bool {
        let before = self.row_signature();
        (self.kind, self.collide, self.is_enabled) = (def.kind.started(), def.collide, def.enabled);
        (self.break_force, self.break_torque) = (def.break_force, def.break_torque);
        let now = self.row_signature();
        self.row_count = now.len() as u32;
        now != before
    }

    #[inline]
    pub(crate) fn geometry(&self, state: &JointState, pair: FramePair<'_>, grid: &Grid) -> JointGeometry {
        let anchors = self.kind.anchors().unwrap_or([Point::origin(); 2]);
        JointGeometry::new(pair, grid, anchors, state.angle)
    }

    #[inline]
    pub(crate) fn write_rows(
        &self,
        state: &JointState,
        bodies: [BodyRow; 2],
        at: &JointGeometry,
        rows: &mut [JointRows],
    ) {
        let expected = rows.len();
        let mut writer = RowWriter::new(bodies, &state.impulses, rows);
        self.kind.write_rows(at, &mut writer);
        assert_eq!(writer.written(), expected, "a {} joint must fill its rows", self.kind.name());
    }

    /// Also returns how many there are.
    pub(crate) fn rows(&self, state: &JointState, at: &JointGeometry) -> ([JointRows; MAX_ROWS], usize) {
        let mut rows = [unused_row(); MAX_ROWS];
        let mut writer = RowWriter::new([BodyRow::STATIC; 2], &state.impulses, &mut rows);
        self.kind.write_rows(at, &mut writer);
        let count = writer.written();
        (rows, count)
    }

    fn row_signature(&self) -> Vec<(Discriminant<ConstraintError>, Discriminant<RowMode>)> {
        let (rows, count) = self.rows(&self.state, &JointGeometry::at_origin(self.state.angle));
        rows[..count].iter().map(|row| (discriminant(&row.error), discriminant(&row.mode))).collect()
    }

    /// On B, of the last sub-step: the impulse at its anchor (N s) and the angular impulse (N m s).
    pub(crate) fn reaction(&self, state: &JointState, at: &JointGeometry) -> (Vec2, f32) {
        let (rows, count) = self.rows(state, at);
        total_reaction(rows.into_iter().take(count))
    }
}

/// N s and N m s.
pub(crate) fn total_reaction(rows: impl Iterator<Item = JointRows>) -> (Vec2, f32) {
    rows.map(|row| row.reaction()).fold((Vec2::zeros(), 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1))
}

pub(crate) fn unused_row() -> JointRows {
    JointRows::new(BodyRow::STATIC, BodyRow::STATIC, ConstraintError::Point(JointFrame::default()), [0.0; 2])
}

impl JointKind {
    /// The angle, rad, of a new joint between bodies turned by this angle: with the whole turns for which it
    /// is nearest to its start angle, or to its limits.
    pub(crate) fn first_angle(&self, turned: f32) -> f32 {
        match self {
            Self::Revolute(joint) if joint.measures_angle() => {
                let angle = unwrapped(turned - joint.reference_angle, 0.0);
                match joint.start_angle {
                    Some(start_angle) => unwrapped(angle, start_angle),
                    None => nearest_to(joint.limits, angle),
                }
            }
            Self::Ratchet(joint) => unwrapped(turned, joint.start_angle.unwrap_or(0.0)),
            _ => 0.0,
        }
    }
}

/// The angle of the same direction (rad) that is nearest to a range.
fn nearest_to([lower, upper]: [f32; 2], angle: f32) -> f32 {
    let near = unwrapped(angle, clamp(angle, lower, upper));
    // A range of more than half a turn may contain an angle that is not the nearest to its end.
    let other = near + if near < lower { TAU } else { -TAU };
    let outside = |angle| max(lower - angle, angle - upper);
    if outside(near) > 0.0 && outside(other) < outside(near) { other } else { near }
}

fn places_of(kind: &JointKind, pair: FramePair<'_>) -> [f32; 2] {
    match kind {
        JointKind::Rack(rack) => rack.place(pair),
        _ => pair.frames.map(|frame| frame.rotation.angle()),
    }
}

/// At most half a turn, rad.
fn turned(from: f32, to: f32) -> f64 {
    let angle = f64::from(to) - f64::from(from);
    angle - (angle / core::f64::consts::TAU).round() * core::f64::consts::TAU
}

/// The angle of the same direction nearest to `last`, rad, which counts whole turns.
pub(crate) fn unwrapped(angle: f32, last: f32) -> f32 {
    let turns = ((last - angle) / TAU).round();
    angle + turns * TAU
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle of a rotation jumps back after each turn; the unwrapped angle continues, in both directions.
    #[test]
    fn unwrapped_angle_counts_whole_turns_in_both_directions() {
        for direction in [1.0, -1.0] {
            let mut angle = 0.0;
            for step in 0..1_000 {
                let true_angle = direction * step as f32 * 0.1;
                angle = unwrapped(geom::Rot::from_angle(true_angle).angle(), angle);
                // 1e-3 rad: the sum is up to 100 rad, where f32 resolves 8e-6 rad, and `angle` is exact to
                // 1e-6 rad.
                assert!((angle - true_angle).abs() < 1e-3, "{angle} {true_angle}");
            }
        }
    }
}
