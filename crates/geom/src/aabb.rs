//! Axis-aligned bounding boxes.

use crate::{Point, Vec2, point_in_circle};
use bytemuck::{Pod, Zeroable};
use compute::math::{clamp, max, min};

/// The points between two corners, borders included.
///
/// ```
/// use geom::{Aabb, Point, Vec2};
/// let aabb = Aabb::around([2.0, 1.0], [0.5, 0.5]);
/// assert_eq!(aabb, Aabb::new([1.5, 0.5], [2.5, 1.5]));
/// assert!(aabb.overlaps(Aabb::new([2.5, 0.0], [9.0, 9.0])), "touching counts");
/// assert_eq!(aabb.expanded(0.25).extents(), Vec2::new(1.5, 1.5));
/// // A ray from the left enters after three quarters of its way.
/// assert_eq!(aabb.ray_entry(Point::new(0.0, 1.0), Vec2::new(2.0, 0.0), 1.0), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Aabb {
    /// The least coordinates, m.
    pub lower: Point,
    /// The greatest coordinates, m.
    pub upper: Point,
}

impl Aabb {
    /// The empty box: its union with another box is the other box.
    pub const EMPTY: Self = Self {
        lower: Point::new(f32::INFINITY, f32::INFINITY),
        upper: Point::new(f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// Between two corners, m, which are not checked; see [`Aabb::is_valid`].
    #[must_use]
    pub fn new(lower: impl Into<Point>, upper: impl Into<Point>) -> Self {
        Self { lower: lower.into(), upper: upper.into() }
    }

    /// Around a centre (m), with half the width and half the height, m.
    #[must_use]
    pub fn around(center: impl Into<Point>, half_extents: impl Into<Vec2>) -> Self {
        let (center, half) = (center.into(), half_extents.into());
        Self { lower: center - half, upper: center + half }
    }

    /// The smallest box around all `points` (m); [`Aabb::EMPTY`] if there are none.
    #[must_use]
    pub fn of_points<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Self {
        points
            .into_iter()
            .map(Into::into)
            .fold(Self::EMPTY, |aabb, p| aabb.union(Self { lower: p, upper: p }))
    }

    /// Whether both corners are finite and in order.
    #[must_use]
    pub fn is_valid(self) -> bool {
        let finite = |p: Point| p.x.is_finite() && p.y.is_finite();
        finite(self.lower)
            && finite(self.upper)
            && self.lower.x <= self.upper.x
            && self.lower.y <= self.upper.y
    }

    /// Whether the two boxes share a point; touching counts.
    #[inline(always)]
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        // `&`, not `&&`: four comparisons cost less than one mispredicted branch.
        (self.lower.x <= other.upper.x)
            & (other.lower.x <= self.upper.x)
            & (self.lower.y <= other.upper.y)
            & (other.lower.y <= self.upper.y)
    }

    /// Whether `inner` lies in this box; touching counts.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, inner: Self) -> bool {
        (self.lower.x <= inner.lower.x)
            & (inner.upper.x <= self.upper.x)
            & (self.lower.y <= inner.lower.y)
            & (inner.upper.y <= self.upper.y)
    }

    /// Whether the point (m) lies in this box or on its border.
    #[inline(always)]
    #[must_use]
    pub fn contains_point(self, p: Point) -> bool {
        self.contains(Self { lower: p, upper: p })
    }

    /// The nearest point of the box to `p`, m; `p` itself if it lies in the box.
    #[inline(always)]
    #[must_use]
    pub fn closest_point(self, p: Point) -> Point {
        Point::new(clamp(p.x, self.lower.x, self.upper.x), clamp(p.y, self.lower.y, self.upper.y))
    }

    /// Whether it shares a point with the circle around `center` (m) with `radius` (m, not negative);
    /// touching counts. The nearest point of the box decides (*Gaul, The Basics*, AABB vs Circle).
    ///
    /// ```
    /// use geom::Aabb;
    /// let square = Aabb::new([0.0, 0.0], [2.0, 2.0]);
    /// assert!(square.overlaps_circle([5.0, 6.0], 5.0));
    /// assert!(!square.overlaps_circle([5.0, 6.1], 5.0), "the box of the circle would overlap");
    /// ```
    #[inline]
    #[must_use]
    pub fn overlaps_circle(self, center: impl Into<Point>, radius: f32) -> bool {
        let center = center.into();
        self.is_valid() && point_in_circle(center, radius, self.closest_point(center)).is_in()
    }

    /// The smallest box that contains both boxes.
    #[inline(always)]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            lower: Point::new(min(self.lower.x, other.lower.x), min(self.lower.y, other.lower.y)),
            upper: Point::new(max(self.upper.x, other.upper.x), max(self.upper.y, other.upper.y)),
        }
    }

    /// The box grown by `margin` (m) on every side.
    #[inline(always)]
    #[must_use]
    pub fn expanded(self, margin: f32) -> Self {
        let margin = Vec2::new(margin, margin);
        Self { lower: self.lower - margin, upper: self.upper + margin }
    }

    /// The smallest box around it before and after moving by `translation` (m).
    #[inline(always)]
    #[must_use]
    pub fn swept(self, translation: Vec2) -> Self {
        self.union(Self { lower: self.lower + translation, upper: self.upper + translation })
    }

    /// The centre, m.
    #[inline(always)]
    #[must_use]
    pub fn center(self) -> Point {
        nalgebra::center(&self.lower, &self.upper)
    }

    /// Width and height, m.
    #[inline(always)]
    #[must_use]
    pub fn extents(self) -> Vec2 {
        self.upper - self.lower
    }

    /// Half of the perimeter, m: the surface area heuristic in two dimensions.
    #[inline(always)]
    #[must_use]
    pub fn half_perimeter(self) -> f32 {
        let extents = self.extents();
        extents.x + extents.y
    }

    /// Where the ray from `origin` along `translation` (m) enters the box: the least fraction in [0,
    /// `max_fraction`] at which it is inside; `None` if it does not enter or `max_fraction` is negative.
    ///
    /// The slab test (Kay and Kajiya 1986). Without a component, the ray is in that slab everywhere or
    /// nowhere.
    #[inline]
    #[must_use]
    pub fn ray_entry(self, origin: Point, translation: Vec2, max_fraction: f32) -> Option<f32> {
        let (mut enter, mut leave) = (0.0_f32, max_fraction);
        for axis in 0..2 {
            let (o, d) = (origin.coords[axis], translation[axis]);
            let (low, high) = (self.lower.coords[axis], self.upper.coords[axis]);
            if d == 0.0 {
                if o < low || o > high {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low - o) / d, (high - o) / d);
            enter = max(enter, min(a, b));
            leave = min(leave, max(a, b));
        }
        (enter <= leave).then_some(enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn aabb() -> impl Strategy<Value = Aabb> {
        ((-9.0_f32..9.0, -9.0_f32..9.0), (0.0_f32..6.0, 0.0_f32..6.0))
            .prop_map(|((x, y), (w, h))| Aabb::new([x, y], [x + w, y + h]))
    }

    proptest! {
        /// The union contains both boxes, and shrunk by a millimetre on all sides it does not.
        #[test]
        fn union_is_the_smallest_box_around_both(a in aabb(), b in aabb()) {
            let both = a.union(b);
            prop_assert!(both.contains(a) && both.contains(b));
            let inner = both.expanded(-1e-3);
            prop_assert!(!(inner.contains(a) && inner.contains(b)));
        }

        /// Overlap is symmetric. Boxes overlap exactly if they share a point: the middle of their common
        /// part.
        #[test]
        fn boxes_overlap_if_and_only_if_they_share_a_point(a in aabb(), b in aabb()) {
            prop_assert_eq!(a.overlaps(b), b.overlaps(a));
            let middle = Point::new(
                0.5 * (max(a.lower.x, b.lower.x) + min(a.upper.x, b.upper.x)),
                0.5 * (max(a.lower.y, b.lower.y) + min(a.upper.y, b.upper.y)),
            );
            prop_assert_eq!(a.overlaps(b), a.contains_point(middle) && b.contains_point(middle));
        }

        /// The entry point of a ray lies in the box, and no sampled point before it does.
        #[test]
        fn ray_entry_is_the_first_point_of_the_ray_in_the_box(
            a in aabb(), ox in -20.0_f32..20.0, oy in -20.0_f32..20.0, dx in -40.0_f32..40.0, dy in -40.0_f32..40.0,
        ) {
            let (origin, translation) = (Point::new(ox, oy), Vec2::new(dx, dy));
            let entry = a.ray_entry(origin, translation, 1.0);
            if let Some(t) = entry {
                prop_assert!(a.expanded(1e-3).contains_point(origin + translation * t));
            }
            let before = entry.unwrap_or(1.0);
            for i in 0..50 {
                let p = origin + translation * (before * i as f32 / 50.0);
                prop_assert!(entry == Some(0.0) || !a.expanded(-1e-3).contains_point(p));
            }
        }
    }

    #[test]
    fn empty_and_invalid_boxes_overlap_nothing() {
        assert!(!Aabb::EMPTY.is_valid() && !Aabb::EMPTY.overlaps(Aabb::EMPTY));
        assert!(!Aabb::new([f32::NAN, 0.0], [1.0, 1.0]).is_valid());
        assert!(
            Aabb::around([1.0, 2.0], [0.5, 0.5]).ray_entry([0.0; 2].into(), Vec2::zeros(), 1.0).is_none()
        );
    }
}
