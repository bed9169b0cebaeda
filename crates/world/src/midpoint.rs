//! A *midpoint contact*: one point, computed for the poses in the middle of the step.
//!
//! Where round shapes roll, the contact point moves and its normal turns. That of the beginning of a step
//! adds energy to a body that rocks, at a rate of w^2 dt / 2 with the frequency w; with that of the middle
//! the error is of second order, as in the midpoint rule (Hairer, Lubich and Wanner, "Geometric Numerical
//! Integration", 2006).
//!
//! ```text
//!   now         middle        The bodies are moved on by v dt/2 and w dt/2, and the point is computed
//!   __o__        __o__         there. Adding the distance by which the surfaces approach until then, along
//!    \ n          | n          the new normal, gives the separation at the beginning of the step.
//! ```
//!
//! With v the velocity, a the angle until then, r the lever of the core ([`Cores`]) then, and n the normal,
//!
//! ```text
//!   s now = s then - [n.vB t + sin aB (rB x n) + (1 - cos aB) n.rB] + [the same of A]
//! ```
//!
//! `Cores::moment` tells the solver that levers are those of the middle. This is for contacts that had one
//! point and whose bodies move: for two points the gaps show the rotation (`manifold_cache.rs`). Turned down
//! (`docs/experiments/contacts.md`): rotating the normal in every sub-step; damping bodies that roll.

use crate::manifold_source::ManifoldSource;
use collide::{Manifold, Tolerances};
use compute::lanes::cos_sin_scalar;
use compute::math::max;
use geom::{Pose, Rot, Shape, Vec2, cross};
use solver::BodyState;

/// rad. If both bodies turn by less until the middle of the step or an impact, `Cores::moment` stays zero: a
/// lever of a metre is then off by less than a millimetre.
pub(crate) const MIN_TURN: f32 = 0.02;

/// Units of length/s, and rad/s. The normal of a slower body does not turn visibly in half a step.
pub(crate) const MIN_SPEED: f32 = 0.01;

/// Cosine of 26 degrees. A normal that turns farther until the middle of the step may be that of another
/// side.
pub(crate) const MIN_NORMAL_COSINE: f32 = 0.9;

/// rad. A shape other than a circle that turns farther until the middle of the step keeps its present
/// contact: the separation at its angular velocity would be meaningless.
pub(crate) const MAX_TURN: f32 = 0.5;

#[derive(Clone, Copy)]
pub(crate) struct MovingShape<'a> {
    pub(crate) shape: &'a Shape,
    /// As seen from A.
    pub(crate) pose: Pose,
    /// The centre of mass in the frame of the body, m.
    pub(crate) local_center: Vec2,
    pub(crate) state: &'a BodyState,
}

impl MovingShape<'_> {
    pub(crate) fn is_slow(&self, length_unit: f32) -> bool {
        let BodyState { velocity, angular_velocity, .. } = self.state;
        let min_speed = MIN_SPEED * length_unit;
        velocity.norm_squared() < min_speed * min_speed && angular_velocity.abs() < MIN_SPEED
    }

    /// By how much the core moves along `normal` in `time` seconds and this turn, m. `lever` is then that of
    /// the contact point, and `along` the coordinate of the core along the normal, from the centre of mass,
    /// m.
    #[inline(always)]
    fn way_along(&self, normal: Vec2, lever: Vec2, along: f32, turn: Rot, time: f32) -> f32 {
        self.state.velocity.dot(&normal) * time + turn.sin * cross(lever, normal) + (1.0 - turn.cos) * along
    }

    /// Another part of the shape may touch then.
    pub(crate) fn turns_far(&self, time: f32) -> bool {
        (self.state.angular_velocity * time).abs() > MAX_TURN && !matches!(self.shape, Shape::Circle(_))
    }
}

#[inline(always)]
pub(crate) fn turn_in(state: &BodyState, time: f32) -> Rot {
    let [cos, sin] = cos_sin_scalar(state.angular_velocity * time);
    Rot { cos, sin }
}

/// How far the cores of shapes with these radii lie behind a contact point with this separation, m.
#[inline(always)]
pub(crate) fn core_depths(radii: [f32; 2], separation: f32) -> [f32; 2] {
    radii.map(|radius| if radius > 0.0 { max(radius + 0.5 * separation, 0.0) } else { 0.0 })
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Later {
    /// With the separation of now, and anchors from the bodies' origins.
    pub(crate) manifold: Manifold,
    /// As seen from where A is now.
    pub(crate) poses: [Pose; 2],
    /// m, at that moment.
    pub(crate) separation: f32,
    /// m.
    pub(crate) radii: [f32; 2],
}

#[inline]
pub(crate) fn pose_after(pose: Pose, local_center: Vec2, state: &BodyState, turn: Rot, time: f32) -> Pose {
    let rotation = turn * pose.rotation;
    let center = pose.position + pose.rotation * local_center + state.velocity * time;
    Pose { position: center - rotation * local_center, rotation }
}

/// The manifold of two shapes after `time` seconds; `before` is the last one, of one point. `None`, for a
/// manifold of now, if the bodies are slow, the shapes farther apart than `speculative` (m), or if they then
/// have no point, two, or a normal that differs much.
#[inline]
pub(crate) fn midpoint_manifold(
    source: ManifoldSource,
    before: &Manifold,
    shapes: [MovingShape<'_>; 2],
    time: f32,
    speculative: f32,
    length_unit: f32,
) -> Option<Later> {
    let are_slow = shapes.iter().all(|shape| shape.is_slow(length_unit));
    if are_slow || shapes.iter().any(|shape| shape.turns_far(time)) {
        return None;
    }
    // The compiler does not inline the closure of `map`.
    let [a, b] = shapes;
    let (turn_a, turn_b) = (turn_in(a.state, time), turn_in(b.state, time));
    let pose_a = pose_after(a.pose, a.local_center, a.state, turn_a, time);
    let pose_b = pose_after(b.pose, b.local_center, b.state, turn_b, time);
    let poses = [pose_a, pose_b];
    let radii = [a.shape.radius(), b.shape.radius()];
    let tolerances = Tolerances::of_unit(length_unit);
    let mut manifold = source.find(tolerances, [a.shape, b.shape], poses, speculative);
    let (normal, point) = (manifold.normal, &mut manifold.points[0]);
    let separation = point.separation;
    let [depth_a, depth_b] = core_depths(radii, separation);
    let lever_a = point.anchor_a - poses[0].rotation * a.local_center;
    let lever_b = point.anchor_b - poses[1].rotation * b.local_center;
    let way_a = a.way_along(normal, lever_a, lever_a.dot(&normal) - depth_a, turn_a, time);
    let way_b = b.way_along(normal, lever_b, lever_b.dot(&normal) + depth_b, turn_b, time);
    point.separation = separation - (way_b - way_a);
    // False for NaN.
    let is_same = manifold.count == 1 && normal.dot(&before.normal) >= MIN_NORMAL_COSINE;
    let is_near = point.separation <= speculative;
    (is_same && is_near).then_some(Later { manifold, poses, separation, radii })
}
