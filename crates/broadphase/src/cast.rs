//! Which boxes a ray or a moving box touches, rounding included.
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
//! corner region of a box may "leave" in rounding before it "enters". Each side is found by one subtraction of exact
//! inputs and one product with 1/d, itself rounded, so it is right to (1 + u)^3, with u = 2^-24 the unit roundoff;
//! stretching the end by a few u makes the test err towards a hit, and never miss.
//!
//! A box that moves touches another when its centre touches that other grown by its own half width and height: the
//! Minkowski sum of the two. So one test serves for both, and a ray is the cast of a box without extent. The
//! grown sides are rounded outwards, to the next f32 at least, which keeps the argument above as it is.
//!
//! It also makes a tree safe: rounding is monotone, so a box around another is entered no later and left no
//! earlier, and a leaf that would be hit is never cut off above.
//!
//! Source: Ize, "Robust BVH Ray Traversal", JCGT 2013. Turned down: `Aabb::ray_entry` of `geom`, which says where
//! the ray enters, for those who need that; and dividing by d, which saves a rounding, and costs a ray 7 % more.

use crate::four_boxes::{FourBoxes, WIDTH};
use crate::probe::Probe;
use compute::Quad;
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// By how much the end of a stretch is stretched: 8 u, which covers the roundings of both ends (6 u) and of
/// this product (1 u).
const ROUNDING: f32 = 1.0 + 4.0 * f32::EPSILON;

/// A ray, or a box that moves along a straight line without turning: what [`Broadphase::cast`] looks along.
///
/// The tests of this type never miss a box that is touched; they may report one that is passed at a distance of
/// a few roundings.
///
/// [`Broadphase::cast`]: crate::Broadphase::cast
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    pub(crate) origin: Point,
    pub(crate) half_extents: Vec2,
    pub(crate) translation: Vec2,
    /// 1 / translation; 0 where that is no number of full precision, and one must divide.
    inverse: Vec2,
    pub(crate) max_fraction: f32,
}

impl Cast {
    /// The points `origin + t * translation`, m, for t from 0 to `max_fraction`, which may be infinite. It touches
    /// nothing if `origin` or `translation` is not finite, or `max_fraction` is negative or NaN.
    #[must_use]
    pub fn ray(origin: impl Into<Point>, translation: impl Into<Vec2>, max_fraction: f32) -> Self {
        Self::new(origin.into(), Vec2::zeros(), translation.into(), max_fraction)
    }

    /// A box (m) on its way along `translation`, m, for fractions from 0 to `max_fraction`. It touches nothing if
    /// the box is not valid, or for the reasons given at [`Cast::ray`].
    #[must_use]
    pub fn of_box(aabb: Aabb, translation: impl Into<Vec2>, max_fraction: f32) -> Self {
        let (mut center, mut half) = (Point::origin(), Vec2::zeros());
        for axis in 0..2 {
            let [low, high] = [aabb.lower, aabb.upper].map(|corner| f64::from(corner.coords[axis]));
            center.coords[axis] = (0.5 * (low + high)) as f32;
            let middle = f64::from(center.coords[axis]);
            let reach = if high - middle > middle - low { high - middle } else { middle - low };
            // Rounded up: half of the box is never longer than it is taken to be.
            half[axis] = reach as f32 * (1.0 + f32::EPSILON);
        }
        let max_fraction = if aabb.is_valid() { max_fraction } else { NOWHERE };
        Self::new(center, half, translation.into(), max_fraction)
    }

    fn new(origin: Point, half_extents: Vec2, translation: Vec2, max_fraction: f32) -> Self {
        let finite = [origin.x, origin.y, translation.x, translation.y].iter().all(|x| x.is_finite());
        let max_fraction = if finite { max_fraction } else { NOWHERE };
        let inverse = translation.map(|d| if (1.0 / d).is_normal() { 1.0 / d } else { 0.0 });
        Self { origin, half_extents, translation, inverse, max_fraction }
    }

    /// Where the ray, or the centre of the box, starts, m.
    #[must_use]
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// Half the width and height of the box, m; zero for a ray.
    #[must_use]
    pub fn half_extents(&self) -> Vec2 {
        self.half_extents
    }

    /// The way for fractions from 0 to 1, m.
    #[must_use]
    pub fn translation(&self) -> Vec2 {
        self.translation
    }

    /// The fraction at which it ends; negative or NaN if it touches nothing.
    #[must_use]
    pub fn max_fraction(&self) -> f32 {
        self.max_fraction
    }

    /// The fraction at which it enters the box, to rounding; 0 if it starts inside, `None` if it misses.
    #[inline]
    #[must_use]
    pub fn entry(&self, aabb: Aabb) -> Option<f32> {
        // A ray must not pay for what it has not, and all boxes of a cast take the same branch.
        let aabb = if self.is_ray() { aabb } else { grown(aabb, self.half_extents) };
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
            let over = |x: f32| if inverse == 0.0 { x / d } else { x * inverse };
            let (first, last) = (over(near - o), over(far - o));
            enter = if first > enter { first } else { enter };
            leave = if last < leave { last } else { leave };
        }
        (enter <= leave * ROUNDING).then_some(enter)
    }

    /// Whether it, perhaps shortened since, still gets as far as an entry found earlier.
    #[inline]
    #[must_use]
    pub fn reaches(&self, entry: f32) -> bool {
        entry <= self.max_fraction * ROUNDING
    }

    /// Takes a visitor's answer: it ends at `fraction`, if that is sooner. Nothing is left of it at zero.
    #[inline]
    pub fn shorten(&mut self, fraction: f32) -> ControlFlow<()> {
        if fraction < self.max_fraction {
            self.max_fraction = fraction;
        }
        if fraction <= 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    pub(crate) fn is_ray(&self) -> bool {
        self.half_extents.x == 0.0 && self.half_extents.y == 0.0
    }
}

/// The end of what never starts.
const NOWHERE: f32 = -1.0;

/// A box with `half` (m) added on either side, each side rounded outwards.
pub(crate) fn grown(aabb: Aabb, half: Vec2) -> Aabb {
    // Of a number the product is at least the distance to the next, and the sum is right to half of that. (The sum
    // is exact where the product is lost in underflow.)
    let out = |x: f32| if x < 0.0 { -x * f32::EPSILON } else { x * f32::EPSILON };
    let (low, high) = (aabb.lower - half, aabb.upper + half);
    Aabb::new([low.x - out(low.x), low.y - out(low.y)], [high.x + out(high.x), high.y + out(high.y)])
}

/// [`grown`] along one axis, in four lanes.
#[inline(always)]
fn grown_slab(low: Quad, high: Quad, half: f32) -> [Quad; 2] {
    let (zero, half, epsilon) = (Quad::splat(0.0), Quad::splat(half), Quad::splat(f32::EPSILON));
    let (low, high) = (low - half, high + half);
    let [out_low, out_high] = [low, high].map(|x| x.max(zero - x) * epsilon);
    [low - out_low, high + out_high]
}

impl Probe for Cast {
    type Reach = f32;

    #[inline(always)]
    fn reach(&self, aabb: Aabb) -> Option<f32> {
        self.entry(aabb)
    }

    /// [`Cast::entry`] in four lanes, the same bits, except where it starts inside. There it says since when: it is the more
    /// negative the farther the ray has come within the box, and of nodes that lie above each other the one with the ray in its
    /// middle is the first to be entered.
    #[inline(always)]
    fn reach_four(&self, boxes: &FourBoxes) -> (u8, [f32; WIDTH]) {
        let (mut enter, mut leave) = (Quad::splat(f32::MIN), Quad::splat(self.max_fraction));
        let mut abreast = u8::MAX;
        for axis in 0..2 {
            let (o, d) = (Quad::splat(self.origin.coords[axis]), self.translation[axis]);
            let [mut low, mut high] = boxes.slab(axis);
            if !self.is_ray() {
                [low, high] = grown_slab(low, high, self.half_extents[axis]);
            }
            if d == 0.0 {
                abreast &= low.le(o).and(o.le(high)).bits();
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
        let found = enter.max(Quad::splat(0.0)).le(leave * Quad::splat(ROUNDING)).bits() & abreast;
        (found, enter.numbers())
    }

    #[inline(always)]
    fn reaches(&self, reach: f32) -> bool {
        self.reaches(reach)
    }

    #[inline(always)]
    fn shorten(&mut self, bound: f32) -> ControlFlow<()> {
        self.shorten(bound)
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
            let (below, above) = (target.map(below), target.map(above));
            let aabb = Aabb::new(below, above);
            let around = Aabb::new([below[0] - size[0], below[1] - size[1]], [above[0] + size[2], above[1] + size[3]]);
            let ray = Cast::ray(origin, translation, 1.0);
            let (inner, outer) = (ray.entry(aabb), ray.entry(around));
            prop_assert!(inner.is_some() && outer.is_some() && outer <= inner, "{inner:?} {outer:?}");
        }

        /// A box that passes another on its way, if only with a corner, touches it and every box around it: even
        /// where the sum of a side and half an extent is rounded by a metre.
        #[test]
        fn no_box_that_meets_a_box_is_lost(
            lower in prop::array::uniform2(-1e7_f32..1e7),
            size in prop::array::uniform2(prop_oneof![Just(0.0_f32), 0.0_f32..3.0, 0.0_f32..1e6]),
            translation in prop::array::uniform2(prop_oneof![Just(0.0_f32), -1e7_f32..1e7]),
            t in 0.0_f64..1.0,
            corner in prop::array::uniform2(prop::bool::ANY),
            size_of_other in prop::array::uniform2(0.0_f32..2.0),
        ) {
            let moving = Aabb::new(lower, [lower[0] + size[0], lower[1] + size[1]]);
            let cast = Cast::of_box(moving, translation, 1.0);
            // The other begins where a corner of this one gets to, and lies beyond it.
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

        /// Four boxes at once are met as one by one, and where the cast starts inside it is not said to start later; also
        /// along ways so short or long that nothing can be said about 1/d.
        #[test]
        fn four_at_once_are_met_as_one_by_one(
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
            let cast = Cast::of_box(moving, way, max_fraction);
            let aabbs = corners.map(|at| at.map(f32::from)).map(|[x, y]| Aabb::new([x, y], [x + f32::from(size), y + 1.0]));
            let mut boxes = FourBoxes::EMPTY;
            for (slot, &aabb) in aabbs.iter().enumerate() {
                boxes.set(slot, aabb);
            }
            let (found, reaches) = cast.reach_four(&boxes);
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
    fn a_ray_only_ever_shortens() {
        let mut ray = Cast::ray([0.0, 0.0], [1.0, 0.0], 2.0);
        for (answer, length) in [(f32::INFINITY, 2.0), (3.0, 2.0), (f32::NAN, 2.0), (0.5, 0.5)] {
            assert!(ray.shorten(answer).is_continue());
            assert_eq!(ray.max_fraction, length);
        }
        assert!(ray.shorten(0.0).is_break());
    }

    /// A box of any size moves as well as it is allowed to; what is not a number goes nowhere.
    #[test]
    fn casts_of_anything_touch_the_plane_or_nothing() {
        let plane = Aabb::new([f32::MIN; 2], [f32::MAX; 2]);
        let unit = Aabb::new([0.0; 2], [1.0; 2]);
        for good in [plane, unit, Aabb::new([f32::MAX; 2], [f32::MAX; 2]), Aabb::new([0.0; 2], [0.0; 2])] {
            assert_eq!(Cast::of_box(good, [1.0, 0.0], 1.0).entry(plane), Some(0.0), "{good:?}");
        }
        assert!(Cast::of_box(Aabb::new([7.0; 2], [7.0; 2]), [1.0, 0.0], 1.0).is_ray());
        for bad in [
            Cast::of_box(Aabb::EMPTY, [1.0, 0.0], 1.0),
            Cast::of_box(Aabb::new([1.0; 2], [0.0; 2]), [1.0, 0.0], 1.0),
            Cast::of_box(unit, [f32::NAN, 0.0], 1.0),
            Cast::of_box(unit, [1.0, 0.0], f32::NAN),
            Cast::ray([f32::INFINITY, 0.0], [1.0, 0.0], 1.0),
            Cast::ray([0.0, 0.0], [1.0, f32::NEG_INFINITY], 1.0),
            Cast::ray([0.0, 0.0], [1.0, 0.0], -1.0),
        ] {
            assert_eq!(bad.entry(plane), None, "{bad:?}");
            assert!(!bad.reaches(0.0));
        }
    }
}
