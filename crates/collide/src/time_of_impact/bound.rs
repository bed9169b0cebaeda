//! How fast the gap between two moving shapes can close: the bound of conservative advancement.
//!
//! A gap along any direction n bounds the distance, so n may rotate at any rate s. Seen from n, a vertex r of
//! a body that rotates at w advances in a time x by
//!
//! ```text
//!   n . (R((w - s) x) - 1) r  <=  (w - s) (n x r)' x + (w - s)^2 |r| x^2 / 2    Taylor, with rest term
//! ```
//!
//! The vector p between the centres, which changes at the velocity v, advances by at most
//!
//! ```text
//!   -(n . v + s n' . p) x + (s^2 |p| / 2 + |s v|) x^2
//! ```
//!
//! The greatest first term of all vertices is a support function along a rotating direction, so a concave
//! function of x bounds the gap from below. Its root lies between that for the vertices farthest now, exact
//! or too late, and that of a chord, never too late. If the nearest feature is an edge, n should rotate with
//! it.
//!
//! The caller takes the greater advance of this and of Mirtich's bound, n . v + |w| |r|, by which advances
//! shrink with the gap, not with its square root.

use crate::minkowski_difference::{SupportMap, Vertices};
use crate::sweep::Sweep;
use crate::tolerance::TOI_CHORDS;
use compute::math::{max, min, sqrt};
use geom::{Point, Pose, Rot, RoundedHull, Vec2, left_normal, right_normal};

pub(super) struct Motion<'a> {
    pub(super) a: &'a Sweep,
    pub(super) b: &'a Sweep,
    pivots: (Point, Point),
    /// At fraction 0, in world axes, m.
    pub(super) apart: Vec2,
    pub(super) change: Vec2,
}

#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) b_in_a: Pose,
    rotation_a: Rot,
    apart: Vec2,
}

impl<'a> Motion<'a> {
    pub(super) fn new(a: &'a Sweep, pivot_a: Point, b: &'a Sweep, pivot_b: Point) -> Self {
        let apart = (b.start.position - a.start.position) + b.start.rotation * pivot_b.coords
            - a.start.rotation * pivot_a.coords;
        Self { a, b, pivots: (pivot_a, pivot_b), apart, change: b.translation - a.translation }
    }

    pub(super) fn at(&self, fraction: f32) -> Moment {
        let (rotation_a, rotation_b) = (self.a.rotation_at(fraction), self.b.rotation_at(fraction));
        let apart = self.apart + self.change * fraction;
        let position = self.pivots.0 + rotation_a.inverse_rotate(apart - rotation_b * self.pivots.1.coords);
        Moment { b_in_a: Pose { position, rotation: rotation_a.inverse() * rotation_b }, rotation_a, apart }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Approach<'a> {
    /// Unit, from A to B, in the frame of A.
    pub(super) normal: Vec2,
    /// m; how much farther the shapes may approach.
    pub(super) gap: f32,
    /// m.
    pub(super) tolerance: f32,
    pub(super) moment: Moment,
    pub(super) motion: &'a Motion<'a>,
}

#[derive(Clone, Copy)]
pub(super) struct RotatingHull<'a> {
    pub(super) hull: RoundedHull<'a>,
    /// Centre of the rotation, in the frame of the hull, m; without rotation the mean of the vertices, for a
    /// smaller bounding circle.
    pub(super) pivot: Point,
    /// Radians per step.
    pub(super) angle: f32,
    /// From the pivot, m.
    pub(super) arm: f32,
}

impl<'a> RotatingHull<'a> {
    pub(super) fn new(hull: RoundedHull<'a>, sweep: &Sweep) -> Self {
        let mut pivot = sweep.center;
        if sweep.angle == 0.0 {
            let sum: Vec2 = hull.vertices.iter().map(|vertex| vertex.coords).sum();
            pivot = Point::from(sum / hull.vertices.len() as f32);
        }
        let arm = RoundedHull { radius: 0.0, ..hull }.reach(pivot);
        Self { hull, pivot, angle: sweep.angle, arm }
    }

    /// The speed that the rotation gives to the vertex farthest along `normal`, m per step.
    fn speed_along(&self, normal: Vec2) -> f32 {
        let (farthest, _) = Vertices(self.hull.vertices).farthest(normal);
        self.angle * right_normal(normal).dot(&(farthest - self.pivot))
    }

    /// The reach along `normal` from the pivot after a fraction of the step, m, if every vertex keeps its
    /// velocity.
    fn reach_after(&self, normal: Vec2, fraction: f32) -> f32 {
        let rotated = normal + right_normal(normal) * (self.angle * fraction);
        let (farthest, _) = Vertices(self.hull.vertices).farthest(rotated);
        rotated.dot(&(farthest - self.pivot))
    }

    /// Of Taylor's formula, divided by the fraction squared, m.
    fn rest_term(&self) -> f32 {
        0.5 * self.angle * self.angle * self.arm
    }
}

impl Approach<'_> {
    /// Of the pivots, along a normal that rotates by `spin` radians per step, m per step.
    pub(super) fn closing_velocity(&self, spin: f32) -> f32 {
        let normal = self.moment.rotation_a * self.normal;
        -self.motion.change.dot(&normal) - spin * left_normal(normal).dot(&self.moment.apart)
    }

    /// Of the pivots in the rest of the step, m.
    pub(super) fn greatest_distance(&self, rest: f32) -> f32 {
        max(self.moment.apart.norm(), (self.moment.apart + self.motion.change * rest).norm())
    }

    /// A fraction, at most `rest`, within which the gap cannot close by Taylor's bound, if the normal rotates
    /// by `spin` radians per step. `sides` are the rotating hulls and their outward normals, in their frames.
    pub(super) fn advance<const SIDES: usize>(
        &self,
        spin: f32,
        sides: [(RotatingHull<'_>, Vec2); SIDES],
        rest: f32,
    ) -> f32 {
        let sides = sides.map(|(side, normal)| (RotatingHull { angle: side.angle - spin, ..side }, normal));
        let closing = self.closing_velocity(spin);
        let (mut velocity, mut reach_now) = (closing, 0.0);
        let mut curvature =
            spin.abs() * (0.5 * spin.abs() * self.greatest_distance(rest) + self.motion.change.norm());
        for (side, normal) in &sides {
            velocity += side.speed_along(*normal);
            reach_now += side.reach_after(*normal, 0.0);
            curvature += side.rest_term();
        }
        let latest = time_to_close(self.gap, velocity, curvature);
        let remaining = |x: f32| {
            let reach_then = sides.iter().fold(0.0, |sum, (side, normal)| sum + side.reach_after(*normal, x));
            self.gap - (closing * x + (reach_then - reach_now) + curvature * x * x)
        };
        last_nonnegative(remaining, self.gap, min(latest, rest), 0.25 * self.tolerance)
    }
}

/// The x at which velocity x + curvature x^2 reaches `gap` > 0; infinity if it never does.
pub(super) fn time_to_close(gap: f32, velocity: f32, curvature: f32) -> f32 {
    // Of the two formulas for the root, the one without a subtraction.
    let root = sqrt(velocity * velocity + 4.0 * curvature * gap);
    if velocity > 0.0 {
        2.0 * gap / (velocity + root)
    } else if curvature > 0.0 {
        (root - velocity) / (2.0 * curvature)
    } else {
        f32::INFINITY
    }
}

/// The root of the concave function `remaining`, or a little less, at most `latest`. At zero it is `at_zero`,
/// which is positive. `slack` (m), half of the distance from aim to target, keeps rounding off the target.
fn last_nonnegative(remaining: impl Fn(f32) -> f32, at_zero: f32, latest: f32, slack: f32) -> f32 {
    let at_latest = remaining(latest);
    if at_latest >= -slack {
        return latest;
    }
    let (mut early, mut at_early) = (0.0, at_zero);
    for _ in 0..TOI_CHORDS {
        early += (latest - early) * (at_early / (at_early - at_latest));
        at_early = remaining(early);
        if at_early <= slack {
            break;
        }
    }
    early
}
