//! Which boxes a ray or a moving box touches, with rounding taken into account.
//!
//! The slab test: along each axis, the ray is between the two sides of the box for an interval of fractions.
//! It touches the box if both intervals overlap.
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
//! In f32 the plain test misses boxes: from 1e7 m away, a ray through a corner may "leave" before it
//! "enters". Each end has a relative error of at most (1 + u)^3 - 1, u = 2^-24, so `leave` is enlarged by a
//! few u: in doubt a hit.
//!
//! A moving box touches another where its centre touches the other expanded by its half extents (rounded
//! outwards), so one test serves both.
//!
//! Rounding is monotonic: a ray enters a box no earlier, and leaves it no later, than a box around it. So a
//! search of a tree skips no leaf that it would hit.
//!
//! Source: Ize, "Robust BVH Ray Traversal", JCGT 2013.

use crate::aabb_quad::{AabbQuad, WIDTH};
use crate::distance_query::{DistanceQuery, LaneQuery};
use compute::Quad;
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// 1 + 8 u covers the roundings of both ends (6 u) and of this product (1 u).
const ROUNDING: f32 = 1.0 + 4.0 * f32::EPSILON;

/// A ray, or a box that moves straight without turning, for [`Broadphase::cast`]. It never misses a box that
/// is touched, and may report one a few rounding errors away.
///
/// ```
/// use broadphase::Cast;
/// use geom::Aabb;
///
/// let wall = Aabb::around([5.0, 0.0], [1.0, 3.0]);
/// // From x = 0 to x = 10: a ray enters the wall at x = 4.
/// let ray = Cast::ray([0.0, 0.0], [10.0, 0.0], 1.0);
/// assert!((ray.entry(wall).unwrap() - 0.4).abs() < 1e-6);
/// // A box of half a metre to each side touches the wall half a metre earlier.
/// let moving = Cast::aabb(Aabb::around([0.0, 0.0], [0.5, 0.5]), [10.0, 0.0], 1.0);
/// assert!((moving.entry(wall).unwrap() - 0.35).abs() < 1e-6);
/// ```
///
/// [`Broadphase::cast`]: crate::Broadphase::cast
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    origin: Point,
    half_extents: Vec2,
    translation: Vec2,
    /// 1 / translation; zero, where that is no normal number, makes the test divide.
    inverse: Vec2,
    max_fraction: f32,
}

impl Cast {
    /// The points `origin + t * translation`, m, for t from 0 to `max_fraction`, which may be infinite.
    /// Touches nothing if `origin` or `translation` is not finite, or `max_fraction` is negative or NaN.
    #[must_use]
    pub fn ray(origin: impl Into<Point>, translation: impl Into<Vec2>, max_fraction: f32) -> Self {
        Self::new(origin.into(), Vec2::zeros(), translation.into(), max_fraction)
    }

    /// A box (m) that moves by `t * translation`, m, for t from 0 to `max_fraction`. Touches nothing if the
    /// box is not valid, or as in [`Cast::ray`].
    #[must_use]
    pub fn aabb(aabb: Aabb, translation: impl Into<Vec2>, max_fraction: f32) -> Self {
        let (mut center, mut half) = (Point::origin(), Vec2::zeros());
        for axis in 0..2 {
            let [low, high] = [aabb.lower, aabb.upper].map(|corner| f64::from(corner.coords[axis]));
            center.coords[axis] = (0.5 * (low + high)) as f32;
            let middle = f64::from(center.coords[axis]);
            let extent = if high - middle > middle - low { high - middle } else { middle - low };
            // Rounded up: never smaller than the given box.
            half[axis] = extent as f32 * (1.0 + f32::EPSILON);
        }
        let max_fraction = if aabb.is_valid() { max_fraction } else { TOUCHES_NOTHING };
        Self::new(center, half, translation.into(), max_fraction)
    }

    fn new(origin: Point, half_extents: Vec2, translation: Vec2, max_fraction: f32) -> Self {
        let is_finite = [origin.x, origin.y, translation.x, translation.y].iter().all(|x| x.is_finite());
        let max_fraction = if is_finite { max_fraction } else { TOUCHES_NOTHING };
        let inverse = translation.map(|d| if (1.0 / d).is_normal() { 1.0 / d } else { 0.0 });
        Self { origin, half_extents, translation, inverse, max_fraction }
    }

    /// The start of the ray, or of the box's centre, m.
    #[must_use]
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// Half the width and half the height of the box, m; zero for a ray.
    #[must_use]
    pub fn half_extents(&self) -> Vec2 {
        self.half_extents
    }

    /// The movement from fraction 0 to fraction 1, m.
    #[must_use]
    pub fn translation(&self) -> Vec2 {
        self.translation
    }

    /// Where the cast ends; negative or NaN if it touches nothing.
    #[must_use]
    pub fn max_fraction(&self) -> f32 {
        self.max_fraction
    }

    /// The fraction at which the cast enters a box, up to rounding; 0 if it starts inside, `None` for a miss.
    #[inline]
    #[must_use]
    pub fn entry(&self, aabb: Aabb) -> Option<f32> {
        // Predicted well: the same for all boxes of one cast.
        let aabb = if self.is_ray() { aabb } else { expanded(aabb, self.half_extents) };
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
            let inverse = self.inverse[axis];
            let divided = |x: f32| if inverse == 0.0 { x / d } else { x * inverse };
            let (first, last) = (divided(near - o), divided(far - o));
            enter = if first > enter { first } else { enter };
            leave = if last < leave { last } else { leave };
        }
        (enter <= leave * ROUNDING).then_some(enter)
    }

    /// Whether it still reaches an entry found earlier.
    #[inline]
    #[must_use]
    pub fn reaches(&self, entry: f32) -> bool {
        entry <= self.max_fraction * ROUNDING
    }

    /// The cast ends at `fraction`, unless it ends before. Breaks if that is zero or less.
    #[inline]
    pub fn shorten(&mut self, fraction: f32) -> ControlFlow<()> {
        if fraction < self.max_fraction {
            self.max_fraction = fraction;
        }
        if fraction <= 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn is_ray(&self) -> bool {
        self.half_extents.x == 0.0 && self.half_extents.y == 0.0
    }
}

const TOUCHES_NOTHING: f32 = -1.0;

/// By `half` (m) on every side, rounded outwards.
pub(crate) fn expanded(aabb: Aabb, half: Vec2) -> Aabb {
    // abs(x) * EPSILON is at least the distance to the next f32, and the sum is right to half of that; where
    // the product underflows, the sum is exact.
    let margin = |x: f32| if x < 0.0 { -x * f32::EPSILON } else { x * f32::EPSILON };
    let (low, high) = (aabb.lower - half, aabb.upper + half);
    Aabb::new(
        [low.x - margin(low.x), low.y - margin(low.y)],
        [high.x + margin(high.x), high.y + margin(high.y)],
    )
}

#[inline(always)]
fn expanded_sides(low: Quad, high: Quad, half: f32) -> [Quad; 2] {
    let (zero, half, epsilon) = (Quad::splat(0.0), Quad::splat(half), Quad::splat(f32::EPSILON));
    let (low, high) = (low - half, high + half);
    let [margin_low, margin_high] = [low, high].map(|x| x.max(zero - x) * epsilon);
    [low - margin_low, high + margin_high]
}

impl DistanceQuery for Cast {
    type Distance = f32;

    #[inline(always)]
    fn distance(&self, aabb: Aabb) -> Option<f32> {
        self.entry(aabb)
    }

    #[inline(always)]
    fn is_within_reach(&self, distance: f32) -> bool {
        self.reaches(distance)
    }

    #[inline(always)]
    fn shorten(&mut self, reach: f32) -> ControlFlow<()> {
        self.shorten(reach)
    }
}

impl LaneQuery for Cast {
    /// [`Cast::entry`] in four lanes, with the same bits. For a box in which the cast starts, the negative
    /// fraction where its line entered, so that a search enters first the node in which the ray has come
    /// farthest.
    #[inline(always)]
    fn distances(&self, boxes: &AabbQuad) -> (u8, [f32; WIDTH]) {
        let (mut enter, mut leave) = (Quad::splat(f32::MIN), Quad::splat(self.max_fraction));
        // Along an axis without motion.
        let mut contained = u8::MAX;
        for axis in 0..2 {
            let (o, d) = (Quad::splat(self.origin.coords[axis]), self.translation[axis]);
            let [mut low, mut high] = boxes.sides(axis);
            if !self.is_ray() {
                [low, high] = expanded_sides(low, high, self.half_extents[axis]);
            }
            if d == 0.0 {
                contained &= low.le(o).and(o.le(high)).bits();
                continue;
            }
            let (near, far) = if d > 0.0 { (low, high) } else { (high, low) };
            let (mut first, mut last) = (near - o, far - o);
            if self.inverse[axis] == 0.0 {
                (first, last) = (first / Quad::splat(d), last / Quad::splat(d));
            } else {
                let inverse = Quad::splat(self.inverse[axis]);
                (first, last) = (first * inverse, last * inverse);
            }
            enter = first.max(enter);
            leave = last.min(leave);
        }
        let found = enter.max(Quad::splat(0.0)).le(leave * Quad::splat(ROUNDING)).bits() & contained;
        (found, enter.numbers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {

        /// A ray through any point of a box, from any origin in any direction, touches the box and every box
        /// around it. (The point is exact: it is computed in f64 from an origin and a translation in f32.)
        #[test]
        fn a_ray_through_a_point_of_a_box_touches_the_box(
            origin in prop::array::uniform2(-1e7_f32..1e7),
            translation in prop::array::uniform2(-1e7_f32..1e7),
            t in 0.0_f64..1.0,
            size in prop::array::uniform4(0.0_f32..2.0),
        ) {
            let target = [0, 1].map(|i| f64::from(origin[i]) + t * f64::from(translation[i]));
            // A box that surely contains the target: from the next f32 below to the next above.
            let (below, above) = (target.map(below), target.map(above));
            let aabb = Aabb::new(below, above);
            let around = Aabb::new([below[0] - size[0], below[1] - size[1]], [above[0] + size[2], above[1] + size[3]]);
            let ray = Cast::ray(origin, translation, 1.0);
            let (inner, outer) = (ray.entry(aabb), ray.entry(around));
            prop_assert!(inner.is_some() && outer.is_some() && outer <= inner, "{inner:?} {outer:?}");
        }

        /// A moving box that touches another, even at a corner only, touches it and every box around it, even
        /// where rounding moves an expanded side by a metre.
        #[test]
        fn a_moving_box_touches_the_box_that_its_corner_reaches(
            lower in prop::array::uniform2(-1e7_f32..1e7),
            size in prop::array::uniform2(prop_oneof![Just(0.0_f32), 0.0_f32..3.0, 0.0_f32..1e6]),
            translation in prop::array::uniform2(prop_oneof![Just(0.0_f32), -1e7_f32..1e7]),
            t in 0.0_f64..1.0,
            corner in prop::array::uniform2(prop::bool::ANY),
            size_of_other in prop::array::uniform2(0.0_f32..2.0),
        ) {
            let moving = Aabb::new(lower, [lower[0] + size[0], lower[1] + size[1]]);
            let cast = Cast::aabb(moving, translation, 1.0);
            // The other box begins where a corner of the moving box arrives, and extends away from it.
            let mut other = Aabb::EMPTY;
            for i in 0..2 {
                let from = f64::from(if corner[i] { moving.upper[i] } else { moving.lower[i] });
                let at = from + t * f64::from(translation[i]);
                (other.lower[i], other.upper[i]) =
                    if corner[i] { (below(at), above(at) + size_of_other[i]) } else { (below(at) - size_of_other[i], above(at)) };
            }
            let (inner, outer) = (cast.entry(other), cast.entry(other.expanded(1.0)));
            prop_assert!(inner.is_some() && outer.is_some() && outer <= inner, "{inner:?} {outer:?}");
        }

        /// Four boxes in lanes give the bits of one box at a time. Where the cast starts inside a box, its
        /// distance is not positive. This holds for translations, too, whose reciprocal is zero, subnormal or
        /// infinite.
        #[test]
        fn four_boxes_in_lanes_agree_with_one_at_a_time(
            origin in prop::array::uniform2(-9_i8..9),
            way in prop::array::uniform2(prop_oneof![
                4 => -20.0_f32..20.0, 1 => Just(0.0_f32), 1 => Just(-1e-40), 1 => Just(1e-45), 1 => Just(3e38),
            ]),
            half in prop_oneof![Just(0.0_f32), 0.0_f32..3.0],
            max_fraction in prop_oneof![Just(1.0_f32), Just(f32::INFINITY), 0.0_f32..2.0],
            corners in prop::array::uniform4(prop::array::uniform2(-9_i8..9)),
            size in 0_u8..5,
        ) {
            let moving = Aabb::around(origin.map(f32::from), [half, half]);
            let cast = Cast::aabb(moving, way, max_fraction);
            let aabbs = corners.map(|at| at.map(f32::from)).map(|[x, y]| Aabb::new([x, y], [x + f32::from(size), y + 1.0]));
            let mut boxes = AabbQuad::EMPTY;
            for (slot, &aabb) in aabbs.iter().enumerate() {
                boxes.set(slot, aabb);
            }
            let (found, reaches) = cast.distances(&boxes);
            for (slot, &aabb) in aabbs.iter().enumerate() {
                let entry = cast.entry(aabb);
                prop_assert_eq!(entry.is_some(), found & 1 << slot != 0, "{:?}", aabb);
                if let Some(entry) = entry {
                    let start = if reaches[slot] > 0.0 { reaches[slot] } else { 0.0 };
                    prop_assert_eq!(entry.to_bits(), start.to_bits(), "{:?}", aabb);
                }
            }
        }
    }

    fn below(x: f64) -> f32 {
        let y = x as f32;
        if f64::from(y) <= x { y } else { y.next_down() }
    }

    fn above(x: f64) -> f32 {
        let y = x as f32;
        if f64::from(y) >= x { y } else { y.next_up() }
    }

    #[test]
    fn a_cast_never_gets_longer() {
        let mut ray = Cast::ray([0.0, 0.0], [1.0, 0.0], 2.0);
        for (answer, length) in [(f32::INFINITY, 2.0), (3.0, 2.0), (f32::NAN, 2.0), (0.5, 0.5)] {
            assert!(ray.shorten(answer).is_continue());
            assert_eq!(ray.max_fraction, length);
        }
        assert!(ray.shorten(0.0).is_break());
    }

    /// A valid box of any size can be cast. A cast with a NaN, an infinite origin or an invalid box touches
    /// nothing.
    #[test]
    fn valid_casts_touch_the_plane_and_invalid_ones_touch_nothing() {
        let plane = Aabb::new([f32::MIN; 2], [f32::MAX; 2]);
        let unit = Aabb::new([0.0; 2], [1.0; 2]);
        for good in [plane, unit, Aabb::new([f32::MAX; 2], [f32::MAX; 2]), Aabb::new([0.0; 2], [0.0; 2])] {
            assert_eq!(Cast::aabb(good, [1.0, 0.0], 1.0).entry(plane), Some(0.0), "{good:?}");
        }
        assert!(Cast::aabb(Aabb::new([7.0; 2], [7.0; 2]), [1.0, 0.0], 1.0).is_ray());
        for bad in [
            Cast::aabb(Aabb::EMPTY, [1.0, 0.0], 1.0),
            Cast::aabb(Aabb::new([1.0; 2], [0.0; 2]), [1.0, 0.0], 1.0),
            Cast::aabb(unit, [f32::NAN, 0.0], 1.0),
            Cast::aabb(unit, [1.0, 0.0], f32::NAN),
            Cast::ray([f32::INFINITY, 0.0], [1.0, 0.0], 1.0),
            Cast::ray([0.0, 0.0], [1.0, f32::NEG_INFINITY], 1.0),
            Cast::ray([0.0, 0.0], [1.0, 0.0], -1.0),
        ] {
            assert_eq!(bad.entry(plane), None, "{bad:?}");
            assert!(!bad.reaches(0.0));
        }
    }
}
