//! How bodies move within a step: freely, as the step begins, and as the solver has let them.
//!
//! ```text
//!   free      v' = (v + a h) / (1 + h c), x' = x + v' h, for each sub-step: the solver without impulses
//!   actual    the solver's change of position and rotation
//! ```
//!
//! Both are a [`Sweep`]: one point of the body moves on a straight line, and the body turns about it: the
//! centre of mass of a body that flies, the hinge of one that hangs on a hinge. Otherwise a stick that is
//! pinned at its end and turns by a radian in the step would seem to leave its pin by an eighth of its
//! length.

use crate::body::BodyKind;
use crate::frame::Frame;
use crate::joint::JointKind;
use crate::slot::BodySlot;
use crate::step::body_input::input_of;
use crate::stores::{Bodies, Colliders, Joints, Pair, Stores};
use crate::time_step::TimeStep;
use collide::Sweep;
use compute::math::{max, min};
use core::f32::consts::TAU;
use geom::{Point, Pose, Rot, Vec2, left_normal};
use solver::{BodyInput, BodyState};

/// Whether two points come as near to each other as `distance`: B is `from` away from A at the beginning, and
/// moves on a straight line by `way` as seen from A; all in m.
pub(in crate::step) fn comes_within(from: Vec2, way: Vec2, distance: f32) -> bool {
    let share = -from.dot(&way) / max(way.norm_squared(), f32::MIN_POSITIVE);
    let nearest = from + way * min(max(share, 0.0), 1.0);
    let square = nearest.norm_squared();
    // NaN may.
    distance >= 0.0 && (square <= distance * distance || square.is_nan())
}

#[derive(Clone, Copy)]
pub(in crate::step) struct Motions<'a> {
    pub(super) bodies: &'a Bodies,
    pub(super) colliders: &'a Colliders,
    joints: &'a Joints,
    gravity: Vec2,
    time: &'a TimeStep,
    /// By row: the angle to which the clamp has shortened the turn of a body in this step, rad; NaN, or no
    /// element, if it has not.
    turns: &'a [f32],
}

impl<'a> Motions<'a> {
    pub(in crate::step) fn new(stores: &'a Stores, time: &'a TimeStep) -> Self {
        let Stores { bodies, colliders, joints, settings, .. } = stores;
        Self::of_parts(bodies, colliders, joints, settings.gravity, time)
    }

    pub(in crate::step) fn of_parts(
        bodies: &'a Bodies,
        colliders: &'a Colliders,
        joints: &'a Joints,
        gravity: Vec2,
        time: &'a TimeStep,
    ) -> Self {
        Self { bodies, colliders, joints, gravity, time, turns: &[] }
    }

    pub(super) fn with_turns(self, turns: &'a [f32]) -> Self {
        Self { turns, ..self }
    }

    pub(super) fn dt(&self) -> f32 {
        self.time.dt
    }

    /// The motion of a body until the end of the step if no contact stops it, as seen from where it is now,
    /// at the beginning.
    pub(in crate::step) fn free(&self, slot: BodySlot) -> Sweep {
        match self.bodies.state(slot) {
            Some(state) => self.free_from(slot, state.velocity, state.angular_velocity),
            None => still(self.bodies.frame(slot)),
        }
    }

    /// The same for a body that is awake and began the step with these velocities (m/s and rad/s).
    pub(super) fn free_from(&self, slot: BodySlot, velocity: Vec2, angular_velocity: f32) -> Sweep {
        let (frame, body) = (self.bodies.frame(slot), &self.bodies[slot]);
        let motion = &self.bodies.awake.motions[body.row().index()];
        let input = input_of(body, motion, self.gravity);
        let BodyInput { acceleration, angular_acceleration, damping, angular_damping, .. } = input;
        let TimeStep { h, dt, .. } = *self.time;
        let substeps = self.time.rules.substeps;
        let (mut later, mut spin) = (velocity, angular_velocity);
        let (mut translation, mut angle) = (Vec2::zeros(), 0.0);
        if damping == 0.0 && angular_damping == 0.0 {
            // The sum of the velocities of n sub-steps, v + a h, v + 2 a h, and so on.
            let fall = 0.5 * h * h * (substeps * (substeps + 1)) as f32;
            translation = velocity * dt + acceleration * fall;
            angle = spin * dt + angular_acceleration * fall;
        } else {
            for _ in 0..substeps {
                (later, spin) = input.freely_moving(later, spin, h);
                translation += later * h;
                angle += spin * h;
            }
        }
        let local_center = Point::from(frame.local_center);
        match self.hinge(slot) {
            Some(hinge) => {
                let lever = frame.rotation * (hinge - local_center);
                let of_hinge = (velocity + left_normal(lever) * angular_velocity) * dt;
                Sweep::new(frame.own_pose(), of_hinge, angular_velocity * dt).about(hinge)
            }
            None => Sweep::new(frame.own_pose(), translation, angle).about(local_center),
        }
    }

    /// From motions as seen from where each body is.
    pub(in crate::step) fn seen_from_first(&self, bodies: [BodySlot; 2], [a, b]: [Sweep; 2]) -> [Sweep; 2] {
        let between = self.bodies.pair(bodies).between;
        [a, Sweep { start: Pose { position: b.start.position + between, ..b.start }, ..b }]
    }

    /// m, along a unit vector.
    #[inline]
    pub(super) fn fall_along(&self, direction: Vec2) -> f32 {
        self.gravity.dot(&direction).abs() * self.time.dt * self.time.dt
    }

    /// By gravity and forces, m/s^2: zero unless the body is dynamic and awake.
    pub(super) fn acceleration(&self, slot: BodySlot) -> Vec2 {
        let body = &self.bodies[slot];
        if body.is_awake() {
            input_of(body, &self.bodies.awake.motions[body.row().index()], self.gravity).acceleration
        } else {
            Vec2::zeros()
        }
    }

    /// The motion that the solver has found, as seen from where the body is now, at the beginning.
    pub(super) fn actual(&self, slot: BodySlot) -> Sweep {
        let frame = self.bodies.frame(slot);
        let Some(state) = self.bodies.state(slot) else { return still(frame) };
        let BodyState { delta_position, delta_rotation, angular_velocity, .. } = *state;
        // The rotation does not say how often the body has turned; its velocity does, until it is shortened.
        let part = delta_rotation.angle();
        let shortened = self.turns.get(self.bodies[slot].row().index()).filter(|turn| !turn.is_nan());
        let angle = shortened
            .copied()
            .unwrap_or_else(|| part + ((angular_velocity * self.time.dt - part) / TAU).round() * TAU);
        let center = self.hinge(slot).unwrap_or(Point::from(frame.local_center));
        let lever = frame.rotation * (center.coords - frame.local_center);
        let translation = delta_position + (delta_rotation * lever - lever);
        Sweep::new(frame.own_pose(), translation, angle).about(center)
    }

    /// How far the shapes of a pair reach from the centres of mass of their bodies, at most, m. A static body
    /// stores no reach, and its origin is the centre.
    pub(super) fn reaches(&self, pair: &Pair) -> [f32; 2] {
        [0, 1].map(|side| match self.bodies[pair.bodies[side]].kind {
            BodyKind::Static => self.colliders[pair.colliders[side]].reach,
            _ => self.bodies[pair.bodies[side]].reach,
        })
    }

    /// Whether the solver has moved a body farther than one that is not fast.
    pub(super) fn has_moved_far(&self, slot: BodySlot) -> bool {
        let row = self.bodies[slot].row().index();
        let awake = &self.bodies.awake;
        let (state, extent) = (&awake.solver.states()[row], &awake.extents[row]);
        let spin = state.angular_velocity.abs() * self.time.dt * extent.spin_reach;
        row != 0 && state.delta_position.norm() + spin > extent.fast_way
    }

    /// The motion of a body whose pose is already that of the end of the step, from there to the beginning,
    /// as seen from there.
    pub(super) fn backwards(&self, slot: BodySlot) -> Sweep {
        let (frame, way) = (self.bodies.frame(slot), self.actual(slot));
        let to_center = self.bodies.state(slot).map_or(Vec2::zeros(), |state| state.delta_position);
        Sweep::new(frame.own_pose(), -to_center, -way.angle).about(frame.local_center)
    }

    /// The point of a body, in its frame, at which its first hinge holds it.
    fn hinge(&self, slot: BodySlot) -> Option<Point> {
        let mut joints = self.joints.of_body(self.bodies, slot);
        joints.find_map(|(joint, _)| {
            let side = usize::from(self.joints.bodies(joint)[1] == slot);
            let record = &self.joints[joint];
            let is_hinge = matches!(record.kind, JointKind::Revolute(_)) && record.awake_index.is_some();
            if is_hinge { record.kind.anchors().map(|anchors| anchors[side]) } else { None }
        })
    }
}

fn still(frame: &Frame) -> Sweep {
    Sweep::still(frame.own_pose()).about(frame.local_center)
}

/// The same motion from start to end, on which another point of the body, in its frame, moves on a straight
/// line.
pub(super) fn about(sweep: &Sweep, center: Point) -> Sweep {
    let lever = sweep.start.rotation * (center - sweep.center);
    let turned = Rot::from_angle(sweep.angle) * lever;
    Sweep { center, translation: sweep.translation + (turned - lever), ..*sweep }
}

/// By how much the centre of mass moves, m, and the body turns, until a fraction of its sweep.
pub(super) fn moved(sweep: &Sweep, local_center: Vec2, fraction: f32) -> (Vec2, Rot) {
    let turn = Rot::from_angle(sweep.angle * fraction);
    let lever = sweep.start.rotation * (local_center - sweep.center.coords);
    (sweep.translation * fraction + (turn * lever - lever), turn)
}
