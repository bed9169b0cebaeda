//! Which boxes a ray touches, rounding included.
//!
//! The slab test: along each axis the ray lies between the two sides of the box for a stretch of its length, and it
//! touches the box if the two stretches have a common part.
//!
//! ```text
//!             |  x slab |
//!       ______|_________|______ /
//!  y          |  box  * |     /         x:  [----------]
//!  slab ______|_____*___|___/           y:        [-----------]
//!             |   /     | /             common:   [----]   enter = start, leave = end
//!               /
//! ```
//!
//! In f32 the plain test loses boxes: seen from 1e7 m away, where coordinates are a metre apart, a ray through the
//! corner region of a box may "leave" in rounding before it "enters". Each side is found by one subtraction
//! and one division of exact inputs, so it is right to (1 + u)^2, with u = 2^-24 the unit roundoff; stretching
//! the end by a few u makes the test err towards a hit, and never miss.
//!
//! It also makes a tree safe: rounding is monotone, so a box around another is entered no later and left no
//! earlier, and a leaf that would be hit is never cut off above.
//!
//! Source: Ize, "Robust BVH Ray Traversal", JCGT 2013. Turned down: `Aabb::ray_entry` of `geom`, which says where
//! the ray enters, for those who need that; and multiplying by 1/d, which costs another rounding.

use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// By how much the end of a stretch is stretched: 8 u, which covers the roundings of both ends (4 u) and of
/// this product (1 u).
const ROUNDING: f32 = 1.0 + 4.0 * f32::EPSILON;

/// The points `origin + t * translation` for t from 0 to `max_fraction`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub origin: Point,
    pub translation: Vec2,
    pub max_fraction: f32,
}

impl Ray {
    /// The fraction at which the ray enters the box, to rounding; 0 if it starts inside, `None` if it misses.
    #[inline]
    pub fn entry(&self, aabb: Aabb) -> Option<f32> {
        let (mut enter, mut leave) = (0.0_f32, self.max_fraction);
        for axis in 0..2 {
            let (o, d) = (self.origin.coords[axis], self.translation[axis]);
            let (low, high) = (aabb.lower.coords[axis], aabb.upper.coords[axis]);
            if d == 0.0 {
                if o < low || o > high {
                    return None;
                }
                continue;
            }
            let (near, far) = if d > 0.0 { (low, high) } else { (high, low) };
            let (first, last) = ((near - o) / d, (far - o) / d);
            enter = if first > enter { first } else { enter };
            leave = if last < leave { last } else { leave };
        }
        (enter <= leave * ROUNDING).then_some(enter)
    }

    /// Whether the ray, perhaps shortened since, still gets as far as an entry found earlier.
    #[inline]
    pub fn reaches(&self, entry: f32) -> bool {
        entry <= self.max_fraction * ROUNDING
    }

    /// Takes a visitor's answer: the ray ends at `fraction`, if that is sooner. Nothing is left of it at zero.
    #[inline]
    pub fn shorten(&mut self, fraction: f32) -> ControlFlow<()> {
        if fraction < self.max_fraction {
            self.max_fraction = fraction;
        }
        if fraction <= 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A ray aimed at any point of a box, from anywhere and in any direction, touches the box and every box
        /// around it. (The aim is exact: origin and translation are f32, the target is where they lead in f64.)
        #[test]
        fn no_ray_that_meets_a_box_is_lost(
            origin in prop::array::uniform2(-1e7_f32..1e7),
            translation in prop::array::uniform2(-1e7_f32..1e7),
            t in 0.0_f64..1.0,
            size in prop::array::uniform4(0.0_f32..2.0),
        ) {
            let target = [0, 1].map(|i| f64::from(origin[i]) + t * f64::from(translation[i]));
            // The nearest f32 below and above the target: a box that holds it for sure.
            let below = target.map(|x| { let y = x as f32; if f64::from(y) <= x { y } else { y.next_down() } });
            let above = target.map(|x| { let y = x as f32; if f64::from(y) >= x { y } else { y.next_up() } });
            let aabb = Aabb::new(below, above);
            let around = Aabb::new([below[0] - size[0], below[1] - size[1]], [above[0] + size[2], above[1] + size[3]]);
            let ray = Ray { origin: origin.into(), translation: translation.into(), max_fraction: 1.0 };
            let (inner, outer) = (ray.entry(aabb), ray.entry(around));
            prop_assert!(inner.is_some() && outer.is_some() && outer <= inner, "{inner:?} {outer:?}");
        }
    }

    #[test]
    fn a_ray_only_ever_shortens() {
        let mut ray = Ray { origin: Point::origin(), translation: Vec2::new(1.0, 0.0), max_fraction: 2.0 };
        for (answer, length) in [(f32::INFINITY, 2.0), (3.0, 2.0), (f32::NAN, 2.0), (0.5, 0.5)] {
            assert!(ray.shorten(answer).is_continue());
            assert_eq!(ray.max_fraction, length);
        }
        assert!(ray.shorten(0.0).is_break());
    }
}
