//! A contact of one point, computed for the poses of the bodies in the middle of the step (a *midpoint
//! contact*).
//!
//! Where round shapes roll, the contact point moves along the surfaces and its normal turns. A solver that
//! uses the normal of the beginning for a whole step uses one that lags by half a step on average. This adds
//! energy to a body that rocks, at a rate of w^2 dt / 2 with the frequency w: a capsule laid across a static
//! circle rocks by 0.05 rad at first, and by 0.54 rad after half a minute. With the normal of the middle of
//! the step the error is of second order, as in the midpoint rule (Hairer, Lubich and Wanner, "Geometric
//! Numerical Integration", 2006): the capsule then rocks by 0.02 rad, since softness takes some of its
//! energy.
//!
//! ```text
//!    now         middle        The bodies are moved on by v dt/2 and w dt/2, and the point is computed
//!   __o__        __o__         there. To its separation is added the distance by which the surfaces approach
//!     \ n          | n         until then, along the new normal: so it is the separation of now.
//! ```
//!
//! At rest both are the same. So only contacts that had one point and whose bodies move are computed this
//! way, and not for the beginning of the step too: each manifold is computed once. For two points the gaps
//! show the relative rotation of the bodies, and the lag of their levers is intended (`manifold_cache.rs`).
//!
//! Turned down without a test: rotating the normal in every sub-step, since the solver would have to store
//! and compute more for it than for all the rest of a contact; damping bodies that roll, which stops wheels.

use crate::frame::Frame;
use crate::manifold_method::ManifoldMethod;
use collide::Manifold;
use compute::math::sqrt;
use geom::{Pose, Rot, Shape, cross};
use solver::BodyState;

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
    pub(crate) frame: &'a Frame,
    pub(crate) state: &'a BodyState,
}

impl MovingShape<'_> {
    pub(crate) fn is_slow(&self, length_unit: f32) -> bool {
        let BodyState { velocity, angular_velocity, .. } = self.state;
        let min_speed = MIN_SPEED * length_unit;
        velocity.norm_squared() < min_speed * min_speed && angular_velocity.abs() < MIN_SPEED
    }

    /// Whether the body turns so far in `time` seconds that another part of its shape may touch.
    pub(crate) fn turns_far(&self, time: f32) -> bool {
        (self.state.angular_velocity * time).abs() > MAX_TURN && !matches!(self.shape, Shape::Circle(_))
    }
}

/// The pose of a body after `time` seconds.
#[inline]
pub(crate) fn pose_after(frame: &Frame, state: &BodyState, time: f32) -> Pose {
    // The angle of half a step is small, so it is taken for its sine.
    let sin = state.angular_velocity * time;
    let scale = 1.0 / sqrt(1.0 + sin * sin);
    let rotation = Rot { cos: scale, sin: sin * scale } * frame.pose.rotation;
    let center = frame.center() + state.velocity * time;
    Pose { position: center - rotation * frame.local_center, rotation }
}

/// The manifold of two shapes after `time` seconds, with the separation of now, and with anchors that are
/// measured from the bodies' origins, and the poses of the bodies then. `before` is the last manifold, of one
/// point.
///
/// `None` if the manifold has to be computed for now: if the bodies are slow, if the shapes are farther apart
/// than `speculative` (m), or if they then have no point, two points or a normal that differs much.
#[inline]
pub(crate) fn midpoint_manifold(
    method: ManifoldMethod,
    before: &Manifold,
    shapes: [MovingShape<'_>; 2],
    time: f32,
    speculative: f32,
    length_unit: f32,
) -> Option<(Manifold, [Pose; 2])> {
    let are_slow = shapes.iter().all(|shape| shape.is_slow(length_unit));
    if are_slow || shapes.iter().any(|shape| shape.turns_far(time)) {
        return None;
    }
    // Without `map`, whose closure the compiler does not inline.
    let [a, b] = shapes;
    let poses = [pose_after(a.frame, a.state, time), pose_after(b.frame, b.state, time)];
    let (a, b) = (a.shape, b.shape);
    let mut later = method.find(a, poses[0], b, poses[1], speculative);
    let point = &mut later.points[0];
    let normal_speed = |i: usize, anchor| {
        let BodyState { velocity, angular_velocity, .. } = shapes[i].state;
        let lever = anchor - poses[i].rotation * shapes[i].frame.local_center;
        velocity.dot(&later.normal) + angular_velocity * cross(lever, later.normal)
    };
    point.separation -= time * (normal_speed(1, point.anchor_b) - normal_speed(0, point.anchor_a));
    // NaN fails every comparison, so it yields None.
    let is_same = later.count == 1 && later.normal.dot(&before.normal) >= MIN_NORMAL_COSINE;
    (is_same && point.separation <= speculative).then_some((later, poses))
}
