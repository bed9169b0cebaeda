//! Joints that are open are closed by moving bodies, without speed.
//!
//! ```text
//!   until all errors are within the tolerance, at most `max_sweeps` times:
//!     for each joint, in the order of slots and back:
//!       for each rigid row and each limit that is exceeded, at the poses of now:
//!         lambda = -C / (J M^-1 J^T),  poses += M^-1 J^T lambda
//! ```
//!
//! Nonlinear projected Gauss-Seidel on positions: every body moves as little as its mass lets it. It works on
//! copies of the poses; [`BodyMut::set_pose`](crate::BodyMut::set_pose), which recordings know, then moves
//! the bodies. Turned down: the position correction of the classic solver, which does not turn bodies, so a
//! rod between two fixed points does not find its angle.

use super::World;
use crate::body::check_position;
use crate::error::{DefError, positive};
use crate::frame::{Frame, FramePair};
use crate::id::BodyId;
use crate::joint::{Joint, JointState, MAX_ROWS};
use crate::place::Grid;
use crate::slot::{BodySlot, JointSlot};
use crate::stores::Stores;
use broadphase::Broadphase;
use compute::math::{max, min};
use geom::{Rot, Vec2, WorldPose, cross};
use solver::JointRows;
use solver::joint::{ConstraintError, RowMode};
use std::collections::BTreeMap;

/// rad, by which one row turns a body at most: rows are linear in the angle.
const MAX_TURN: f32 = 0.2;

impl<B: Broadphase> World<B> {
    /// Closes open joints by moving bodies without giving them speed: for assemblies that were made or loaded
    /// with gaps, which a step would close with a jerk. It moves the bodies of joints whose rigid parts are
    /// off by more than `tolerance` (m, and rad for angles; above zero), the lighter ones more, and those
    /// that are joined to them. Limits count if they are exceeded; springs, motors, and joints with a
    /// greatest force do not. Velocities stay. Bodies may overlap afterwards.
    ///
    /// Ends when all errors are within the tolerance, or after `max_sweeps` over the joints. A chain of n
    /// links that hangs between two points takes n^2 sweeps to 0.1 mm (20 links 300, 1 ms; 60 links 3,000, 60
    /// ms). Returns the greatest error left, m or rad, which is large where joints contradict each other.
    ///
    /// ```
    /// use world::{BodyDef, JointDef, RevoluteJoint, World};
    ///
    /// let mut world = World::default();
    /// let post = world.add_body(BodyDef::fixed())?;
    /// let gate = world.add_body(BodyDef::dynamic().position([1.5, 0.2]))?;
    /// let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [-1.0, 0.0]);
    /// let hinge = world.add_joint(JointDef::new(post, gate, hinge))?;
    /// assert!(world.joint(hinge)?.error() > 0.5); // the gate hangs beside its post
    /// let left = world.close_joints(1e-4, 1_000)?;
    /// assert!(left < 1e-4 && world.joint(hinge)?.error() < 1e-4);
    /// assert_eq!(world.body(gate)?.velocity().norm(), 0.0);
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefError`] for a tolerance that is not above zero, or if a body would leave the world.
    #[doc(alias(
        "assemble",
        "project",
        "position_correction",
        "SolvePositionConstraints",
        "close_gaps",
        "snap"
    ))]
    pub fn close_joints(&mut self, tolerance: f32, max_sweeps: u32) -> Result<f32, DefError> {
        let joints = self.stores.joints.iter().map(|(slot, _)| slot).collect::<Vec<_>>();
        self.close(&joints, tolerance, max_sweeps)
    }

    pub(super) fn close(
        &mut self,
        joints: &[JointSlot],
        tolerance: f32,
        max_sweeps: u32,
    ) -> Result<f32, DefError> {
        let tolerance = positive("tolerance", tolerance)?;
        let mut assembly = Assembly::new(&self.stores, joints);
        let mut left = assembly.greatest_error();
        for sweep in 0..max_sweeps {
            if left <= tolerance {
                break;
            }
            // The errors that a sweep has met estimate those that it leaves.
            let met = assembly.sweep(tolerance, sweep % 2 == 1);
            if met <= tolerance || sweep + 1 == max_sweeps {
                left = assembly.greatest_error();
            }
        }
        let moved = assembly.moved_bodies();
        for (_, pose) in &moved {
            check_position(pose.position, self.stores.settings.length_unit)?;
        }
        for (body, pose) in moved {
            self.body_mut(body)?.set_world_pose(pose)?;
        }
        Ok(left)
    }
}

struct Member {
    body: BodySlot,
    frame: Frame,
    inverse_mass: Vec2,
    inverse_inertia: f32,
    has_moved: bool,
}

impl Member {
    fn new(stores: &Stores, slot: BodySlot) -> Self {
        let body = &stores.bodies[slot];
        let ([inverse_mass, inverse_inertia], local_center) = stores.inverse_masses_now(slot);
        let [inverse_mass, inverse_inertia] =
            if body.has_left_world { [0.0; 2] } else { [inverse_mass, inverse_inertia] };
        let frame = Frame { local_center, ..*stores.bodies.frame(slot) };
        let along = |is_locked| if is_locked { 0.0 } else { inverse_mass };
        Self {
            body: slot,
            frame,
            inverse_mass: Vec2::new(along(body.locks.x), along(body.locks.y)),
            inverse_inertia,
            has_moved: false,
        }
    }

    /// How far a unit push in `direction` with this arm (m) moves it: J M^-1 J^T.
    fn give(&self, direction: Vec2, arm: f32) -> f32 {
        self.inverse_mass.component_mul(&direction).dot(&direction) + self.inverse_inertia * arm * arm
    }

    /// On its centre of mass, kg m and kg m^2.
    fn push(&mut self, grid: &Grid, impulse: Vec2, angular: f32) {
        let moved = self.inverse_mass.component_mul(&impulse);
        let turned = self.inverse_inertia * angular;
        if moved == Vec2::zeros() && turned == 0.0 {
            return;
        }
        self.has_moved = true;
        let before = self.frame.arm();
        self.frame.rotation = (Rot::from_angle(turned) * self.frame.rotation).normalized();
        let way = moved + (before - self.frame.arm());
        self.frame.place = grid.moved(self.frame.place, [way.x, way.y].map(f64::from));
    }
}

struct Link<'a> {
    joint: &'a Joint,
    state: JointState,
    ends: [usize; 2],
}

struct Assembly<'a> {
    stores: &'a Stores,
    members: Vec<Member>,
    links: Vec<Link<'a>>,
}

/// On a body: direction, and arm about the centre of mass, m.
type Push = (Vec2, f32);

impl<'a> Assembly<'a> {
    fn new(stores: &'a Stores, joints: &[JointSlot]) -> Self {
        let mut assembly = Self { stores, members: Vec::new(), links: Vec::new() };
        let mut members = BTreeMap::new();
        for &slot in joints {
            let joint = &stores.joints[slot];
            if stores.joints.acts(slot, &stores.bodies) {
                let ends = joint.bodies.map(|body| {
                    *members.entry(body).or_insert_with(|| {
                        assembly.members.push(Member::new(stores, body));
                        assembly.members.len() - 1
                    })
                });
                assembly.links.push(Link { joint, state: *stores.joints.state(slot), ends });
            }
        }
        assembly
    }

    fn moved_bodies(&self) -> Vec<(BodyId, WorldPose)> {
        let bodies = &self.stores.bodies;
        let moved = self.members.iter().filter(|member| member.has_moved);
        let pose = |Frame { place, rotation, .. }: Frame| WorldPose {
            position: bodies.grid.position(place).into(),
            rotation,
        };
        moved.map(|member| (bodies.handle(member.body), pose(member.frame))).collect()
    }

    fn rows(&mut self, link: usize) -> ([JointRows; MAX_ROWS], usize) {
        let Link { joint, state, ends } = &mut self.links[link];
        let (grid, [a, b]) = (&self.stores.bodies.grid, ends.map(|end| &self.members[end].frame));
        let pair = FramePair { frames: [a, b], between: grid.vector(a.place, b.place) };
        state.update_angle(&joint.kind, pair);
        joint.rows(state, &joint.geometry(state, pair, grid))
    }

    /// m or rad.
    fn error(&mut self, link: usize) -> f32 {
        let (rows, count) = self.rows(link);
        rows[..count].iter().map(error_of).fold(0.0, max)
    }

    fn greatest_error(&mut self) -> f32 {
        (0..self.links.len()).map(|link| self.error(link)).fold(0.0, max)
    }

    /// Corrects all joints off by more than the tolerance, and those of bodies that have moved. Returns the
    /// greatest error that it met.
    fn sweep(&mut self, tolerance: f32, is_backward: bool) -> f32 {
        let (count, mut met) = (self.links.len(), 0.0);
        for turn in 0..count {
            let link = if is_backward { count - 1 - turn } else { turn };
            let error = self.error(link);
            met = max(met, error);
            let may_move = self.links[link].ends.iter().any(|&end| self.members[end].has_moved);
            if error > tolerance || may_move && error > 0.0 {
                for row in 0..self.rows(link).1 {
                    self.correct(link, row);
                }
            }
        }
        met
    }

    fn correct(&mut self, link: usize, row: usize) {
        let row = self.rows(link).0[row];
        if error_of(&row) == 0.0 {
            return;
        }
        let [a, b] = self.links[link].ends;
        let grid = &self.stores.bodies.grid;
        let Ok([a, b]) = self.members.get_disjoint_mut([a, b]) else { return };
        if let ConstraintError::Point(frame) = row.error {
            let (r_a, r_b) = (frame.anchor_a, frame.anchor_b);
            let (ia, ib) = (a.inverse_inertia, b.inverse_inertia);
            let mass = a.inverse_mass + b.inverse_mass;
            let xx = mass.x + ia * r_a.y * r_a.y + ib * r_b.y * r_b.y;
            let yy = mass.y + ia * r_a.x * r_a.x + ib * r_b.x * r_b.x;
            let xy = -ia * r_a.x * r_a.y - ib * r_b.x * r_b.y;
            let det = xx * yy - xy * xy;
            let gap = frame.gap;
            if det > 1e-6 * xx * yy {
                let impulse = Vec2::new(yy * gap.x - xy * gap.y, xx * gap.y - xy * gap.x) / det;
                apply(grid, [a, b], [(impulse, cross(r_a, impulse)), (impulse, cross(r_b, impulse))], -1.0);
            } else {
                // A body that cannot go along one axis.
                for (u, error) in [(Vec2::new(1.0, 0.0), gap.x), (Vec2::new(0.0, 1.0), gap.y)] {
                    correct_scalar(grid, [a, b], [(u, cross(r_a, u)), (u, cross(r_b, u))], error);
                }
            }
        } else {
            correct_scalar(grid, [a, b], pushes(&row.error), signed_error(&row));
        }
    }
}

/// m or rad.
fn correct_scalar(grid: &Grid, [a, b]: [&mut Member; 2], [on_a, on_b]: [Push; 2], error: f32) {
    let give = a.give(on_a.0, on_a.1) + b.give(on_b.0, on_b.1);
    if give > 0.0 {
        apply(grid, [a, b], [on_a, on_b], -error / give);
    }
}

/// Less if that turns one of them too far.
fn apply(grid: &Grid, [a, b]: [&mut Member; 2], [on_a, on_b]: [Push; 2], impulse: f32) {
    let [turn_a, turn_b] = [a.inverse_inertia * on_a.1 * impulse, b.inverse_inertia * on_b.1 * impulse];
    let turn = max(turn_a.abs(), turn_b.abs());
    let impulse = impulse * if turn > MAX_TURN { MAX_TURN / turn } else { 1.0 };
    if impulse.is_finite() {
        a.push(grid, on_a.0 * -impulse, -on_a.1 * impulse);
        b.push(grid, on_b.0 * impulse, on_b.1 * impulse);
    }
}

/// C grows by B's motion along the second push, less A's along the first.
fn pushes(error: &ConstraintError) -> [Push; 2] {
    let unit = |v: Vec2| {
        let length = v.norm();
        if length > 0.0 { v / length } else { Vec2::new(1.0, 0.0) }
    };
    match *error {
        ConstraintError::Point(_) => [(Vec2::zeros(), 0.0); 2],
        ConstraintError::Angle { factors, .. } => factors.map(|factor| (Vec2::zeros(), factor)),
        ConstraintError::Axis { frame, axis, .. } => {
            // The axis turns with A, so A's arm reaches to B's point.
            [(axis, cross(frame.anchor_a + frame.gap, axis)), (axis, cross(frame.anchor_b, axis))]
        }
        ConstraintError::Distance { frame, .. } => {
            let u = unit(frame.gap);
            [(u, cross(frame.anchor_a, u)), (u, cross(frame.anchor_b, u))]
        }
        ConstraintError::Pulley { anchors, ropes, ratio, .. } => {
            let (on_a, on_b) = (-unit(ropes[0]), unit(ropes[1]) * ratio);
            [(on_a, cross(anchors[0], on_a)), (on_b, cross(anchors[1], on_b))]
        }
        ConstraintError::Image { directions, factors, .. } => [0, 1].map(|i| (directions[i], factors[i])),
    }
}

/// m or rad; zero for springs, motors and limits that are kept; of a point the length of its gap.
fn signed_error(row: &JointRows) -> f32 {
    let error = match row.error {
        ConstraintError::Point(frame) => frame.gap.norm(),
        ConstraintError::Angle { angle, .. } => angle,
        ConstraintError::Axis { frame, axis, rest } => axis.dot(&frame.gap) - rest,
        ConstraintError::Distance { frame, length } => frame.gap.norm() - length,
        ConstraintError::Pulley { ropes, ratio, length, .. } => {
            ropes[0].norm() + ratio * ropes[1].norm() - length
        }
        ConstraintError::Image { error, .. } => error,
    };
    let is_bounded = row.force_bounds[1] < f32::INFINITY;
    match row.mode {
        RowMode::Rigid if !is_bounded => error,
        RowMode::Limit { range: [lower, upper] } => min(error - lower, 0.0) + max(error - upper, 0.0),
        RowMode::Rigid | RowMode::Spring { .. } | RowMode::Motor { .. } => 0.0,
    }
}

fn error_of(row: &JointRows) -> f32 {
    signed_error(row).abs()
}
