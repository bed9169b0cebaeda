//! Oriented bounding boxes: the rectangle of least area around points or a shape, whichever way it is turned.
//!
//! ```text
//!          ____----*\          Of all rectangles around a convex polygon, one of least area has a side along one of
//!    *----         | \         its edges. So the edges are tried in turn; as they turn, the farthest vertices ahead,
//!     \            |  *        above and behind only ever go on: calipers that rotate around the polygon once, in
//!      \___________*/          time linear in its vertices.
//! ```
//!
//! Rounding by a radius r makes the sides w + 2 r and h + 2 r. Between two edges both w h and w + h are concave in the
//! angle, so that the least area still lies at an edge.
//!
//! Source: Freeman and Shapira 1975 for the edge, Toussaint 1983 for the calipers; seed 004, bounding volumes.
//! Turned down: the principal axes of the points' covariance, which is no minimum: a square may get a box of twice
//! its area.
//!
//! The box is chosen in double precision, turned by an angle in f32, and then measured around all points again, with
//! the extents rounded up: whatever rounding does to the choice, [`Obb::contains_point`] holds for every point.

use crate::bounding_circle::up;
use crate::hull::quickhull;
use crate::predicate::{Wide, narrow, wide};
use crate::vector::unit;
use crate::{Aabb, Point, Pose, Rot, RoundedHull, Shape, Vec2};
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use compute::math::{max, min};

/// A rectangle, turned.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Obb {
    /// Its middle, m.
    pub center: Point,
    /// Half of its sides, m, not negative.
    pub half_extents: Vec2,
    /// How its sides are turned from x and y.
    pub rotation: Rot,
}

impl Obb {
    /// The rectangle of least area around `points`, m; its longer side along its x axis, which points to the right,
    /// or straight up. `None` if there are no points, or one is not finite.
    ///
    /// Every point lies in it; its area is at most 1 + 1e-5 times the least, as long as it is no thinner than 1e-5 of
    /// its distance from the origin and of its own length.
    ///
    /// ```
    /// use geom::{Obb, Point};
    /// // A square on its corner, and a point in it.
    /// let points = [[2.0, 0.0], [3.0, 1.0], [2.0, 2.0], [1.0, 1.0], [2.2, 0.9]].map(Point::from);
    /// let obb = Obb::of_points(&points).unwrap();
    /// assert!((obb.area() - 2.0).abs() < 1e-5);
    /// assert!(points.iter().all(|&p| obb.contains_point(p)));
    /// ```
    #[must_use]
    pub fn of_points(points: &[Point]) -> Option<Self> {
        Self::around(points, 0.0)
    }

    /// The rectangle of least area around a rounded hull, m, in its frame; `None`, and how exact, as for
    /// [`Obb::of_points`].
    #[must_use]
    pub fn of_hull(hull: RoundedHull<'_>) -> Option<Self> {
        Self::around(hull.vertices, hull.radius)
    }

    fn around(points: &[Point], radius: f32) -> Option<Self> {
        if points.is_empty() || !points.iter().all(|p| p.x.is_finite() && p.y.is_finite()) {
            return None;
        }
        let corners: Vec<Wide> =
            quickhull(points, 0.0, 0.0).into_iter().map(|index| wide(points[index])).collect();
        let along = least_area_edge(&corners, radius.into());
        let x_axis = Vec2::new(along.x as f32, along.y as f32);
        let rotation = unit(x_axis).map_or(Rot::IDENTITY, |v| Rot { cos: v.x, sin: v.y });
        let turned = Self::measured(points, radius, rotation);
        let rotation = if turned.half_extents.x >= turned.half_extents.y {
            rotation
        } else {
            Rot { cos: -rotation.sin, sin: rotation.cos }
        };
        // Of the two ways to say the same axis.
        let rotation = if rotation.cos < 0.0 || (rotation.cos == 0.0 && rotation.sin < 0.0) {
            Rot { cos: -rotation.cos, sin: -rotation.sin }
        } else {
            rotation
        };
        Some(Self::measured(points, radius, rotation))
    }

    /// The box with this rotation around points with a radius.
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
        obb.center = narrow(
            wide(points[0])
                + nalgebra::Vector2::new(cos * middle.x - sin * middle.y, sin * middle.x + cos * middle.y),
        );
        let mut reach = [0.0_f64; 2];
        for &p in points {
            let local = obb.to_local(p);
            for axis in 0..2 {
                let value = local[axis].abs();
                reach[axis] = if value > reach[axis] { value } else { reach[axis] };
            }
        }
        obb.half_extents = Vec2::from(reach.map(|r| up(r + f64::from(radius))));
        obb
    }

    /// A point as seen from the box: its sides along x and y, its middle the origin.
    fn to_local(self, p: Point) -> nalgebra::Vector2<f64> {
        let offset = wide(p) - wide(self.center);
        let (cos, sin) = (f64::from(self.rotation.cos), f64::from(self.rotation.sin));
        nalgebra::Vector2::new(cos * offset.x + sin * offset.y, cos * offset.y - sin * offset.x)
    }

    /// Whether `point` (m) lies in the box, its border included.
    #[must_use]
    pub fn contains_point(self, point: Point) -> bool {
        let local = self.to_local(point);
        local.x.abs() <= f64::from(self.half_extents.x) && local.y.abs() <= f64::from(self.half_extents.y)
    }

    /// Whether two boxes share a point; touching borders count, but for rounding.
    ///
    /// By separating axes (Gottschalk 1996): of two boxes only the four directions of their sides can have a gap, and
    /// along the side of one the other reaches as far as its two half sides do together.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        !(self.has_gap(other) || other.has_gap(self))
    }

    /// Whether a side of this box separates it from another.
    fn has_gap(self, other: Self) -> bool {
        let apart = self.rotation.inverse_rotate(other.center - self.center);
        let turn = self.rotation.inverse() * other.rotation;
        let (cos, sin) = (turn.cos.abs(), turn.sin.abs());
        let (own, half) = (self.half_extents, other.half_extents);
        apart.x.abs() > own.x + (cos * half.x + sin * half.y)
            || apart.y.abs() > own.y + (sin * half.x + cos * half.y)
    }

    /// The corners, m, counter-clockwise from the one that is lower left in the frame of the box.
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

    /// The smallest box along x and y around this one, m.
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
    /// The rectangle of least area around the shape in its frame, which is in it but for rounding of some units in
    /// the last place; `None` for a half-space, which has no end. See [`Obb::transformed`] for one at a pose.
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

/// The direction of the edge of a convex ring along which the rectangle around it, grown by `radius`, has the least
/// area; of several the first. Zero if there is no edge.
fn least_area_edge(ring: &[Wide], radius: f64) -> nalgebra::Vector2<f64> {
    let count = ring.len();
    let next = |i: usize| if i + 1 < count { i + 1 } else { 0 };
    // The farthest vertex in a direction, on from one: no more than once around, whatever rounding says.
    let advance = |from: usize, direction: nalgebra::Vector2<f64>| {
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
    let mut best = nalgebra::Vector2::zeros();
    let mut calipers: Option<[usize; 3]> = None;
    for i in 0..count {
        let edge = ring[next(i)] - ring[i];
        let length = edge.norm();
        if length == 0.0 {
            continue;
        }
        let along = edge / length;
        let up = nalgebra::Vector2::new(-along.y, along.x);
        // Each goes on from where it was; at first, from the one before it.
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
