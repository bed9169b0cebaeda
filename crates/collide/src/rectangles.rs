//! The distance of two rectangles that are apart, in closed form.
//!
//! Convex polygons that are apart are nearest at a vertex of one of them. The nearest point of a rectangle to
//! a vertex is the vertex with its coordinates limited to the rectangle, so two blocks of four vertices give
//! the distance:
//!
//! ```text
//!              * p      nearest point of the rectangle: p limited to it in x and y
//!      _______/         from there to p: zero along an axis where p is between the sides
//!     |       |         apart: all four vertices of one rectangle are beyond one side of the other
//!     |_______|
//! ```
//!
//! Source: Ericson 2005, sections 5.1.3 (closest point of a box) and 4.4 (separating axes of boxes).

use crate::quad_search::{Greatest, columns};
use crate::simplex::CoreProximity;
use crate::tolerance::Tolerances;
use compute::Quad;
use compute::math::{max, min, sqrt};
use geom::{Point, Pose, RoundedHull, Vec2};

/// In the frame of `a`, without radii. `None` unless both are rectangles along the axes of their frames, and
/// so far apart that neither the distance nor its square is lost to rounding.
#[inline(never)]
pub(crate) fn distance(
    tolerances: Tolerances,
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
) -> Option<CoreProximity> {
    let rectangles = [Rectangle::of(a)?, Rectangle::of(b)?];
    let into_frames = [b_in_a, b_in_a.inverse()];
    let (b_at_a, b_is_beyond) = rectangles[0].nearest_vertex(moved(into_frames[0], columns(b.vertices, 0)));
    let (a_at_b, a_is_beyond) = rectangles[1].nearest_vertex(moved(into_frames[1], columns(a.vertices, 0)));
    let square = -max(b_at_a.value, a_at_b.value);
    if !(a_is_beyond || b_is_beyond)
        || !(square > tolerances.min_direction_squared() && square < f32::INFINITY)
    {
        return None;
    }
    // Indexed, because whose vertex is nearest is unpredictable.
    let side = usize::from(a_at_b.value > b_at_a.value);
    let vertex = [b.vertices, a.vertices][side][[b_at_a.index, a_at_b.index][side]];
    let vertex = into_frames[side] * vertex;
    let nearest = rectangles[side].nearest_to(vertex);
    let into_a = [Pose::IDENTITY, b_in_a][side];
    let points = [into_a * nearest, into_a * vertex];
    let distance = sqrt(square);
    let normal = into_a.rotation * (vertex - nearest) * ([1.0, -1.0][side] / distance);
    Some(CoreProximity { distance, normal, on_a: points[side], on_b: points[1 - side] })
}

#[derive(Clone, Copy)]
struct Rectangle {
    /// m.
    lower: Vec2,
    /// m.
    upper: Vec2,
}

impl Rectangle {
    #[inline(always)]
    fn of(hull: RoundedHull<'_>) -> Option<Self> {
        let &[a, b, c, d] = hull.vertices else { return None };
        let starts_level = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
        let starts_upright = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y;
        (starts_level || starts_upright).then(|| Self {
            lower: Vec2::new(min(a.x, c.x), min(a.y, c.y)),
            upper: Vec2::new(max(a.x, c.x), max(a.y, c.y)),
        })
    }

    /// With minus its squared distance, and whether all points lie beyond one side.
    #[inline(always)]
    fn nearest_vertex(self, [x, y]: [Quad; 2]) -> (Greatest, bool) {
        let zero = Quad::splat(0.0);
        let beyond = |x: Quad, lower: f32, upper: f32| x - x.min(Quad::splat(upper)).max(Quad::splat(lower));
        let (dx, dy) = (beyond(x, self.lower.x, self.upper.x), beyond(y, self.lower.y, self.upper.y));
        let is_apart =
            [zero.lt(dx), dx.lt(zero), zero.lt(dy), dy.lt(zero)].iter().any(|m| m.bits() == 0b1111);
        (Greatest::of(0, -(dx * dx + dy * dy)), is_apart)
    }

    #[inline(always)]
    fn nearest_to(self, point: Point) -> Point {
        let limited = |x: f32, lower: f32, upper: f32| max(min(x, upper), lower);
        Point::new(limited(point.x, self.lower.x, self.upper.x), limited(point.y, self.lower.y, self.upper.y))
    }
}

#[inline(always)]
fn moved(pose: Pose, [x, y]: [Quad; 2]) -> [Quad; 2] {
    let [cos, sin] = [pose.rotation.cos, pose.rotation.sin].map(Quad::splat);
    [Quad::splat(pose.position.x) + (cos * x - sin * y), Quad::splat(pose.position.y) + (sin * x + cos * y)]
}
