//! When two moving circles touch: a quadratic equation.
//!
//! With p the vector between the centres at the start and d its change over the step, the circles touch at
//! the fraction t where |p + t d| is r, the sum of the radii:
//!
//! ```text
//!   d.d t^2 + 2 p.d t + p.p - r^2 = 0            s = p x d / |d|   the least distance of the centres
//!                                                h = sqrt(r^2 - s^2)
//!   t = (-p.d / |d| -+ h) / |d|                  half of the chord, by Pythagoras
//! ```
//!
//! Written with s, the discriminant is (r - |s|) (r + |s|), a product; Souto's b^2 - a c is the difference of
//! two large numbers. Source: Souto, Video Game Physics II, section Continuous Collision Detection.
//! **Erratum:** the text takes the smaller root, which is in the past for circles that overlap at the start.

use compute::math::sqrt;
use geom::{Vec2, cross};

/// The fractions of a step, in order, at which two circles just touch, perhaps outside of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircleImpact {
    /// They never touch.
    Never,
    /// They graze each other.
    Once(f32),
    /// They begin to overlap at the first fraction, and separate at the second.
    Twice(f32, f32),
}

/// When two moving circles touch.
///
/// - `apart`: from the first centre to the second at fraction 0, m.
/// - `motion`: of the second circle minus that of the first, until fraction 1, m.
/// - `reach`: the sum of the radii, m.
///
/// Circles without relative motion, and numbers that are not finite, give [`CircleImpact::Never`].
///
/// ```
/// use collide::algorithms::{CircleImpact, circle_impact};
/// use collide::geom::Vec2;
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
    // NaN for no touch, and for a motion of length zero.
    if !(begin.is_finite() && end.is_finite()) || reach < 0.0 {
        CircleImpact::Never
    } else if half_chord == 0.0 {
        CircleImpact::Once(begin)
    } else {
        CircleImpact::Twice(begin, end)
    }
}
