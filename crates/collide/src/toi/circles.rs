//! When two moving circles touch: a quadratic equation.
//!
//! With p the way from one centre to the other at the start and d its change over the step, the centres are
//! |p + t d| apart, and touch at the distance r, the sum of the radii:
//!
//! ```text
//!   d.d t^2 + 2 p.d t + p.p - r^2 = 0            s = p x d / |d|   how near the centres pass
//!                                                h = sqrt(r^2 - s^2)
//!   t = (-p.d / |d| -+ h) / |d|                  the half chord, by Pythagoras
//! ```
//!
//! Written with s the discriminant is (r - |s|) (r + |s|): two short factors, where the b^2 - a c of the text is
//! the difference of two long numbers.
//!
//! Source: seed 004, section Continuous Collision Detection. **Erratum:** of two roots it takes the smaller for the
//! time of impact. For circles that overlap at the start the smaller root is in the past; it is when they would
//! have touched had they come the same way.

use compute::math::sqrt;
use geom::{Vec2, cross};

/// The fractions of a step, in order, at which two circles just touch; any number, also outside of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircleImpact {
    /// They never do.
    Never,
    /// They graze each other.
    Once(f32),
    /// They begin to overlap, and they come apart again.
    Twice(f32, f32),
}

/// When two circles touch whose centres are `apart` (m, from the first to the second) at fraction 0, whose
/// difference moves by `motion` (m, that of the second less that of the first) until fraction 1, and whose radii
/// add up to `reach` (m).
///
/// Circles that do not move relative to each other never begin to touch. Numbers that are not finite give `Never`.
///
/// ```
/// use collide::{CircleImpact, circle_impact};
/// use geom::Vec2;
/// let apart = Vec2::new(5.0, 0.0);
/// assert_eq!(circle_impact(apart, Vec2::new(-8.0, 0.0), 1.0), CircleImpact::Twice(0.5, 0.75));
/// assert_eq!(circle_impact(Vec2::new(5.0, 1.0), Vec2::new(-8.0, 0.0), 1.0), CircleImpact::Once(0.625));
/// assert_eq!(circle_impact(apart, Vec2::new(0.0, 1.0), 1.0), CircleImpact::Never);
/// ```
#[must_use]
pub fn circle_impact(apart: Vec2, motion: Vec2, reach: f32) -> CircleImpact {
    let length = motion.norm();
    let direction = motion / length;
    let (nearest, passing) = (-apart.dot(&direction), cross(apart, direction).abs());
    let half_chord = sqrt((reach - passing) * (reach + passing));
    let (begin, end) = ((nearest - half_chord) / length, (nearest + half_chord) / length);
    // The root of a negative number is NaN, and so is all that follows from a motion of no length.
    if !(begin.is_finite() && end.is_finite()) || reach < 0.0 {
        CircleImpact::Never
    } else if half_chord == 0.0 {
        CircleImpact::Once(begin)
    } else {
        CircleImpact::Twice(begin, end)
    }
}
