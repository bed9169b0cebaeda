//! A contact of one point as it will be in the middle of the step.
//!
//! Where round things roll, the point runs along the surfaces and its normal turns. A solver that pushes along the normal of
//! the beginning for a whole step pushes along one that is half a step late in the mean: it leans forward, and what rocks
//! gains energy at a rate of w^2 dt / 2, w being the frequency. A capsule laid across a fixed circle rocks by 0.05 rad, and
//! after half a minute by 0.54. With the normal of the middle the error is of second order, as in the midpoint rule (Hairer,
//! Lubich and Wanner, "Geometric Numerical Integration", 2006): it rocks by 0.02 then, which is what softness takes.
//!
//! ```text
//!    now         middle            the bodies are moved on by v dt/2, w dt/2; the point is found there;
//!   __o__        __o__             the separation is that of now: less what the surfaces approach by then,
//!     \ n          | n             along the new normal
//! ```
//!
//! At rest the two are the same. So only what touched in one point when it was last looked at, and moves, is looked at like
//! that, and then not as it is now: a contact is found once. Two points say by themselves how bodies lie on each other, and
//! their levers lag on purpose (`detection.rs`).
//!
//! Turned down without a try: turning the normal in every sub-step, which costs the solver more than all that it knows of a contact; damping
//! what rolls, which stops wheels.

use crate::body::Frame;
use collide::Manifold;
use compute::math::sqrt;
use geom::{Pose, Rot, Shape, cross};
use solver::BodyState;

/// Units of length/s and rad/s. What is slower has the same normal in the middle of a step.
const STILL: f32 = 0.01;

/// Cosine of the angle by which a normal may turn until then: one that turns farther may be that of the other side.
const SAME_SIDE: f32 = 0.9;

/// A body of a contact: where it is, and how it moves.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) frame: &'a Frame,
    pub(crate) state: &'a BodyState,
}

impl Mover<'_> {
    fn is_still(&self, length_unit: f32) -> bool {
        let BodyState { velocity, angular_velocity, .. } = self.state;
        let still = STILL * length_unit;
        velocity.norm_squared() < still * still && angular_velocity.abs() < STILL
    }

    /// Its pose in so many seconds.
    #[inline]
    fn pose_in(&self, time: f32) -> Pose {
        // The angle is that of half a step: what the sine is less than it, nobody sees here.
        let sin = self.state.angular_velocity * time;
        let scale = 1.0 / sqrt(1.0 + sin * sin);
        let rotation = Rot { cos: scale, sin: sin * scale } * self.frame.pose.rotation;
        let center = self.frame.center() + self.state.velocity * time;
        Pose { position: center - rotation * self.frame.local_center, rotation }
    }
}

/// The one point of two bodies, which was the only one before, as it will be in `time` seconds with the separation of now, its
/// anchors measured from the origins of the bodies; or nothing, if it has to be looked for where they are: if they hardly
/// move, have parted by more than `speculative` (m), or touch otherwise.
#[inline]
pub(crate) fn look_ahead(
    before: &Manifold,
    movers: [Mover<'_>; 2],
    time: f32,
    speculative: f32,
    length_unit: f32,
) -> Option<Manifold> {
    if movers.iter().all(|mover| mover.is_still(length_unit)) {
        return None;
    }
    let poses = movers.map(|mover| mover.pose_in(time));
    let [a, b] = movers.map(|mover| mover.shape);
    let mut later = collide::manifold(a, poses[0], b, poses[1], speculative);
    let point = &mut later.points[0];
    let speed = |i: usize, anchor| {
        let BodyState { velocity, angular_velocity, .. } = movers[i].state;
        let lever = anchor - poses[i].rotation * movers[i].frame.local_center;
        velocity.dot(&later.normal) + angular_velocity * cross(lever, later.normal)
    };
    point.separation -= time * (speed(1, point.anchor_b) - speed(0, point.anchor_a));
    // Of what is not a number nothing is so.
    let is_same = later.count == 1 && later.normal.dot(&before.normal) >= SAME_SIDE;
    (is_same && point.separation <= speculative).then_some(later)
}
