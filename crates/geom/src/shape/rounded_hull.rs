//! The common form of circle, segment, capsule and polygon.

use crate::{Aabb, Point, Pose, Vec2, cross, distance_squared};
use compute::Quad;
use compute::math::{clamp, max, min, sqrt};

/// All points within a radius of the convex hull of some vertices: a view of a shape.
///
/// ```
/// use geom::{Point, Polygon, ShapeError};
/// let plate = Polygon::rectangle(1.0, 1.0)?.rounded(0.25)?;
/// let hull = plate.hull();
/// assert_eq!((hull.vertices.len(), hull.radius), (4, 0.25));
/// assert!(hull.contains(Point::new(1.2, 0.0)));
/// assert_eq!(hull.next(3), 0);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RoundedHull<'a> {
    /// Counter-clockwise, m.
    pub vertices: &'a [Point],
    /// Unit, outward, of the edge that starts at each vertex; none for one vertex.
    pub normals: &'a [Vec2],
    /// The rounding radius, m.
    pub radius: f32,
}

#[inline(always)]
fn twice(p: Point) -> Quad {
    Quad::new([p.x, p.y, p.x, p.y])
}

impl RoundedHull<'_> {
    /// The vertex after `index`; the first follows the last.
    #[inline(always)]
    #[must_use]
    pub fn next(&self, index: usize) -> usize {
        if index + 1 < self.vertices.len() { index + 1 } else { 0 }
    }

    /// The smallest box around the hull at `pose`, m.
    ///
    /// # Panics
    /// If the hull has no vertex. The hull of a shape has one.
    #[inline]
    #[must_use]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        // x and y at a time, with the bits of `pose * vertex`: in every step every moving body gets a box.
        let Pose { position, rotation } = pose;
        let origin = twice(position);
        let place = |vertex: Point| origin + twice(vertex).rotated(rotation.cos, rotation.sin);
        let first = place(self.vertices[0]);
        let (mut lower, mut upper) = (first, first);
        for &vertex in &self.vertices[1..] {
            let p = place(vertex);
            (lower, upper) = (p.min(lower), p.max(upper));
        }
        let [left, bottom, ..] = lower.numbers();
        let [right, top, ..] = upper.numbers();
        Aabb { lower: Point::new(left, bottom), upper: Point::new(right, top) }.expanded(self.radius)
    }

    /// The greatest distance of a point of the hull from `point` (in its frame), m.
    #[must_use]
    pub fn reach(&self, point: Point) -> f32 {
        let farthest = self.vertices.iter().fold(0.0, |reach, &v| max(distance_squared(v, point), reach));
        sqrt(farthest) + self.radius
    }

    /// Whether `point` (m, in its frame) lies in the hull or on its border.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.vertices.len() > 2 && self.is_left_of_all_edges(point)
            || self.border_distance_squared(point) <= self.radius * self.radius
    }

    /// By cross products, as in *Sotirov 2022*, which leaves the border out.
    fn is_left_of_all_edges(&self, point: Point) -> bool {
        (0..self.vertices.len()).all(|i| {
            let (a, b) = (self.vertices[i], self.vertices[self.next(i)]);
            cross(b - a, point - a) >= 0.0
        })
    }

    fn border_distance_squared(&self, point: Point) -> f32 {
        (0..self.vertices.len()).fold(f32::INFINITY, |least, i| {
            let nearest = closest_on_segment(self.vertices[i], self.vertices[self.next(i)], point);
            min(distance_squared(nearest, point), least)
        })
    }
}

/// In f32: faster than [`crate::closest_on_segment`], accurate enough to compare with a radius.
fn closest_on_segment(a: Point, b: Point, point: Point) -> Point {
    let ab = b - a;
    let length_squared = ab.norm_squared();
    if length_squared == 0.0 {
        return a;
    }
    a + ab * clamp((point - a).dot(&ab) / length_squared, 0.0, 1.0)
}
