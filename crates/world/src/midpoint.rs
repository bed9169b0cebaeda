//! A contact of one point, computed for the poses of the bodies in the middle of the step (a *midpoint
//! contact*).
//!
//! Where round shapes roll, the contact point moves along the surfaces and its normal turns. A solver that
//! uses the normal of the beginning for a whole step uses one that lags by half a step on average. This adds
//! energy to a body that rocks, at a rate of w^2 dt / 2 with the frequency w. With the normal of the middle
//! of the step the error is of second order, as in the midpoint rule (Hairer, Lubich and Wanner, "Geometric
//! Numerical Integration", 2006; figures in `docs/experiments/contacts.md`).
//!
//! ```text
//!    now         middle        The bodies are moved on by v dt/2 and w dt/2, and the point is computed
//!   __o__        __o__         there. To its separation is added the distance by which the surfaces approach
//!     \ n          | n         until then, along the new normal: so it is the separation of now.
//! ```
//!
//! With v the velocity, a the angle until then, r the lever of the core ([`Cores`]) then, and n the normal,
//!
//! ```text
//!   s now = s then - [n.vB t + sin aB (rB x n) + (1 - cos aB) n.rB] + [the same of A]
//! ```
//!
//! The solver gets the levers of the middle and is told so (`Cores::moment`), so that its separations are
//! those of cores that are turned back to where they are when the step begins.
//!
//! So only contacts that had one point and whose bodies move are computed this way, and each manifold once.
//! For two points the gaps show the relative rotation, and the lag of their levers is intended
//! (`manifold_cache.rs`).
//!
//! Turned down without a test (`docs/experiments/contacts.md`): rotating the normal in every sub-step;
//! damping bodies that roll.

use crate::manifold_source::ManifoldSource;
use collide::{Manifold, Tolerances};
use compute::lanes::cos_sin_scalar;
use compute::math::max;
use geom::{Pose, Rot, Shape, Vec2, cross};
use solver::BodyState;

/// rad. If both bodies turn by less until the middle of the step, or in the step of an impact,
/// `Cores::moment` stays zero. Up to it a lever of a metre is off by less than a millimetre at the end of the
/// step.
pub(crate) const MIN_TURN: f32 = 0.02;

/// Units of length/s, and rad/s. The normal of a slower body does not turn visibly until the middle of a
/// step.
pub(crate) const MIN_SPEED: f32 = 0.01;

/// Cosine of the angle by which a normal may turn until the middle of the step, 26 degrees. One that turns
/// farther may be the normal of another side of the shape.
pub(crate) const MIN_NORMAL_COSINE: f32 = 0.9;

/// rad. A shape that turns farther until the middle of the step, and is not a circle, is looked at as it is
/// now: the separation at its present angular velocity would be meaningless.
pub(crate) const MAX_TURN: f32 = 0.5;

/// A shape, the pose of its body, and the motion of the body.
#[derive(Clone, Copy)]
pub(crate) struct MovingShape<'a> {
    pub(crate) shape: &'a Shape,
    /// As seen from the place of A.
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

    /// By how much the core moves along `normal` in `time` seconds and this turn, m. After them, `lever` is
    /// that of the contact point, and `along` the coordinate of the core along the normal, both from the
    /// centre of mass, m.
    #[inline(always)]
    fn way_along(&self, normal: Vec2, lever: Vec2, along: f32, turn: Rot, time: f32) -> f32 {
        self.state.velocity.dot(&normal) * time + turn.sin * cross(lever, normal) + (1.0 - turn.cos) * along
    }

    /// Whether the body turns so far in `time` seconds that another part of its shape may touch.
    pub(crate) fn turns_far(&self, time: f32) -> bool {
        (self.state.angular_velocity * time).abs() > MAX_TURN && !matches!(self.shape, Shape::Circle(_))
    }
}

/// The rotation of a body in `time` seconds.
#[inline(always)]
pub(crate) fn turn_in(state: &BodyState, time: f32) -> Rot {
    let [cos, sin] = cos_sin_scalar(state.angular_velocity * time);
    Rot { cos, sin }
}

/// How far the cores of two shapes with these radii lie behind their contact point if they are `separation`
/// apart, m.
#[inline(always)]
pub(crate) fn core_depths(radii: [f32; 2], separation: f32) -> [f32; 2] {
    radii.map(|radius| if radius > 0.0 { max(radius + 0.5 * separation, 0.0) } else { 0.0 })
}

/// A manifold of one point that was found for a later moment of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Later {
    /// With the separation of now, and with anchors that are measured from the bodies' origins.
    pub(crate) manifold: Manifold,
    /// The poses of the bodies then, as seen from where A is now.
    pub(crate) poses: [Pose; 2],
    /// The separation then, m.
    pub(crate) separation: f32,
    /// The radii by which the shapes are rounded, m.
    pub(crate) radii: [f32; 2],
}

/// The pose of a body after `time` seconds, in which it makes a turn.
#[inline]
pub(crate) fn pose_after(pose: Pose, local_center: Vec2, state: &BodyState, turn: Rot, time: f32) -> Pose {
    let rotation = turn * pose.rotation;
    let center = pose.position + pose.rotation * local_center + state.velocity * time;
    Pose { position: center - rotation * local_center, rotation }
}

/// The manifold of two shapes after `time` seconds. `before` is the last manifold, of one point.
///
/// `None` if the manifold has to be computed for now: if the bodies are slow, if the shapes are farther apart
/// than `speculative` (m), or if they then have no point, two points or a normal that differs much.
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
    // Without `map`, whose closure the compiler does not inline.
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
    // NaN fails every comparison, so it yields None.
    let is_same = manifold.count == 1 && normal.dot(&before.normal) >= MIN_NORMAL_COSINE;
    let is_near = point.separation <= speculative;
    (is_same && is_near).then_some(Later { manifold, poses, separation, radii })
}
