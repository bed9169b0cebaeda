//! Oriented bounding boxes: the rectangle of least area around points or a shape, in any orientation.
//!
//! ```text
//!          ____----*\          Among all rectangles around a convex polygon, one of least area has a side
//!    *----         | \         along an edge. So each edge is tried in turn. From edge to edge, the farthest
//!     \            |  *        vertices ahead, above and behind only move forward: rotating calipers, which
//!      \___________*/          go around the polygon once, in time linear in its vertices.
//! ```
//!
//! Rounding by a radius r makes the sides w + 2 r and h + 2 r; between two edges both w h and w + h are
//! concave functions of the angle, so the least area still lies at an edge.
//!
//! Source: Freeman and Shapira 1975 for the edge, Toussaint 1983 for the calipers; *Souto, Video Game Physics
//! II*, bounding volumes. The principal axes of the covariance may give a square a box of twice its area.
//!
//! The direction is chosen in double precision and rounded; then the box is measured again, rounded up, so
//! that [`Obb::contains_point`] is true for every point.

use crate::convex_hull::quickhull;
use crate::double::{Point64, Vec64, round_up, to_f32, to_f64};
use crate::vector::{is_finite, unit};
use crate::{Aabb, Point, Pose, Rot, RoundedHull, Shape, Vec2};
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use compute::math::{max, min};

/// A rectangle in any orientation.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Obb {
    /// The centre, m.
    pub center: Point,
    /// Half the sides, m, not negative.
    pub half_extents: Vec2,
    /// The rotation of its sides from the axes.
    pub rotation: Rot,
}

impl Obb {
    /// The rectangle of least area around `points` (m), its longer side along its x axis, which points to the
    /// right, or straight up. `None` if there are no points, or one is not finite. Its area is at most 1 +
    /// 1e-5 times the least, unless it is thinner than 1e-5 of its distance from the origin or of its length.
    ///
    /// ```
    /// use geom::{Obb, Point};
    /// // A square that stands on a corner, and a point in it.
    /// let points = [[2.0, 0.0], [3.0, 1.0], [2.0, 2.0], [1.0, 1.0], [2.2, 0.9]].map(Point::from);
    /// let obb = Obb::of_points(points).unwrap();
    /// assert!((obb.area() - 2.0).abs() < 1e-5);
    /// assert!(points.iter().all(|&p| obb.contains_point(p)));
    /// ```
    #[must_use]
    pub fn of_points<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Option<Self> {
        let points: Vec<Point> = points.into_iter().map(Into::into).collect();
        Self::around(&points, 0.0)
    }

    /// As [`Obb::of_points`], around a rounded hull, in its frame.
    #[must_use]
    pub fn of_hull(hull: RoundedHull<'_>) -> Option<Self> {
        Self::around(hull.vertices, hull.radius)
    }

    fn around(points: &[Point], radius: f32) -> Option<Self> {
        if points.is_empty() || !points.iter().all(|&p| is_finite(p)) {
            return None;
        }
        let mut corners: Vec<Point64> = Vec::new();
        quickhull(points, 0.0, 0.0, |_| (), |index| corners.push(to_f64(points[index])));
        let edge = least_area_edge(&corners, radius.into());
        let x_axis = Vec2::new(edge.x as f32, edge.y as f32);
        let rotation = unit(x_axis).map_or(Rot::IDENTITY, |v| Rot { cos: v.x, sin: v.y });
        let obb = Self::measured(points, radius, rotation);
        let rotation = if obb.half_extents.x >= obb.half_extents.y {
            rotation
        } else {
            Rot { cos: -rotation.sin, sin: rotation.cos }
        };
        // Of two opposite directions, the one to the right, or straight up.
        let rotation = if rotation.cos < 0.0 || (rotation.cos == 0.0 && rotation.sin < 0.0) {
            Rot { cos: -rotation.cos, sin: -rotation.sin }
        } else {
            rotation
        };
        Some(Self::measured(points, radius, rotation))
    }

    fn measured(points: &[Point], radius: f32, rotation: Rot) -> Self {
        let mut obb = Self { center: points[0], half_extents: Vec2::zeros(), rotation };
        let local = obb.to_local(points[0]);
        let (mut lower, mut upper) = (local, local);
        for &p in points {
            let local = obb.to_local(p);
            for axis in 0..2 {
                let value = local[axis];
                lower[axis] = if value < lower[axis] { value } else { lower[axis] };
                upper[axis] = if value > upper[axis] { value } else { upper[axis] };
            }
        }
        let middle = (lower + upper) * 0.5;
        let (cos, sin) = (f64::from(rotation.cos), f64::from(rotation.sin));
        obb.center = to_f32(
            to_f64(points[0]) + Vec64::new(cos * middle.x - sin * middle.y, sin * middle.x + cos * middle.y),
        );
        let mut half = [0.0_f64; 2];
        for &p in points {
            let local = obb.to_local(p);
            for axis in 0..2 {
                let value = local[axis].abs();
                half[axis] = if value > half[axis] { value } else { half[axis] };
            }
        }
        obb.half_extents = Vec2::from(half.map(|h| round_up(h + f64::from(radius))));
        obb
    }

    fn to_local(self, p: Point) -> Vec64 {
        let offset = to_f64(p) - to_f64(self.center);
        let (cos, sin) = (f64::from(self.rotation.cos), f64::from(self.rotation.sin));
        Vec64::new(cos * offset.x + sin * offset.y, cos * offset.y - sin * offset.x)
    }

    /// Whether `point` (m) lies in the box or on its border.
    #[must_use]
    pub fn contains_point(self, point: Point) -> bool {
        let local = self.to_local(point);
        local.x.abs() <= f64::from(self.half_extents.x) && local.y.abs() <= f64::from(self.half_extents.y)
    }

    /// Whether two boxes share a point; touching counts, but for rounding. By separating axes (Gottschalk
    /// 1996): a gap shows along one of the four directions of their sides.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        !(self.has_gap(other) || other.has_gap(self))
    }

    fn has_gap(self, other: Self) -> bool {
        let offset = self.rotation.inverse_rotate(other.center - self.center);
        let relative = self.rotation.inverse() * other.rotation;
        let (cos, sin) = (relative.cos.abs(), relative.sin.abs());
        let (own, half) = (self.half_extents, other.half_extents);
        offset.x.abs() > own.x + (cos * half.x + sin * half.y)
            || offset.y.abs() > own.y + (sin * half.x + cos * half.y)
    }

    /// The corners, m, counter-clockwise, from the lower left one in the frame of the box.
    #[must_use]
    pub fn corners(self) -> [Point; 4] {
        let (w, h) = (self.half_extents.x, self.half_extents.y);
        [[-w, -h], [w, -h], [w, h], [-w, h]].map(|corner| self.center + self.rotation * Vec2::from(corner))
    }

    /// The area, m^2.
    #[must_use]
    pub fn area(self) -> f32 {
        4.0 * self.half_extents.x * self.half_extents.y
    }

    /// The box moved by `pose`.
    #[must_use]
    pub fn transformed(self, pose: Pose) -> Self {
        Self {
            center: pose * self.center,
            half_extents: self.half_extents,
            rotation: pose.rotation * self.rotation,
        }
    }

    /// The smallest axis-aligned box around it, m.
    #[must_use]
    pub fn aabb(self) -> Aabb {
        let corners = self.corners();
        let (mut lower, mut upper) = (corners[0], corners[0]);
        for p in corners {
            lower = Point::new(min(p.x, lower.x), min(p.y, lower.y));
            upper = Point::new(max(p.x, upper.x), max(p.y, upper.y));
        }
        Aabb { lower, upper }
    }
}

impl From<Aabb> for Obb {
    fn from(aabb: Aabb) -> Self {
        Self { center: aabb.center(), half_extents: aabb.extents() * 0.5, rotation: Rot::IDENTITY }
    }
}

impl Shape {
    /// The rectangle of least area around the shape in its frame, which it may exceed by some units in the
    /// last place. `None` for a half-space. [`Obb::transformed`] moves it to a pose.
    ///
    /// ```
    /// use geom::Shape;
    /// let capsule = Shape::capsule([0.0, 0.0], [3.0, 4.0], 0.5)?;
    /// let obb = capsule.obb().unwrap();
    /// assert!((obb.half_extents.x - 3.0).abs() < 1e-5 && (obb.half_extents.y - 0.5).abs() < 1e-5);
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn obb(&self) -> Option<Obb> {
        self.hull().and_then(Obb::of_hull)
    }
}

/// The direction of the side of the rectangle of least area around the ring, grown by `radius`; the first of
/// several, zero without edges.
fn least_area_edge(ring: &[Point64], radius: f64) -> Vec64 {
    let count = ring.len();
    let next = |i: usize| if i + 1 < count { i + 1 } else { 0 };
    // The farthest vertex in a direction, searched forwards; once around at most, whatever the rounding.
    let advance = |from: usize, direction: Vec64| {
        let mut at = from;
        for _ in 0..count {
            if (ring[next(at)] - ring[at]).dot(&direction) <= 0.0 {
                break;
            }
            at = next(at);
        }
        at
    };
    let mut least = f64::INFINITY;
    let mut best = Vec64::zeros();
    let mut calipers: Option<[usize; 3]> = None;
    for i in 0..count {
        let edge = ring[next(i)] - ring[i];
        let length = edge.norm();
        if length == 0.0 {
            continue;
        }
        let along = edge / length;
        let up = Vec64::new(-along.y, along.x);
        // Each caliper starts from its last vertex, at first from the caliper before it.
        let ahead = advance(calipers.map_or(next(i), |[ahead, ..]| ahead), along);
        let above = advance(calipers.map_or(ahead, |[_, above, _]| above), up);
        let behind = advance(calipers.map_or(above, |[.., behind]| behind), -along);
        calipers = Some([ahead, above, behind]);
        let width = (ring[ahead] - ring[behind]).dot(&along) + 2.0 * radius;
        let height = (ring[above] - ring[i]).dot(&up) + 2.0 * radius;
        let area = width * height;
        if area < least {
            (least, best) = (area, along);
        }
    }
    best
}
