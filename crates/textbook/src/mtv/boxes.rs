//! Axis-aligned boxes, with each other and with circles.
//!
//! Two boxes overlap on both axes or not at all: the MTV is along the axis of the lesser overlap. A circle
//! leaves a box from its nearest point, or through the nearest side:
//!
//! ```text
//!     .---------.    ( )  outside: n from the nearest point to the centre, depth r - distance
//!     |  o->    |         inside:  n through the nearest side, depth r + distance to that side
//!     '---------'
//! ```
//!
//! Source: Gaul, The Basics, section Simple Manifold Generation. **Errata:** the text takes the axis of the
//! *greater* overlap; its normal to the right is (0, 0); the circle leaves by the side of the centre's larger
//! coordinate, right only for squares; then the normal is the reversed vector between the centres, and the
//! depth r - distance instead of r + distance.

use super::Mtv;
use collide::tolerance::MIN_DIRECTION;
use compute::math::clamp;
use geom::{Aabb, Point, Vec2};

/// The MTV of two boxes (m); `None` if they are apart. Equal overlaps give x; if the centres coincide, it
/// points right or up.
///
/// ```
/// use collide::geom::{Aabb, Vec2};
/// use textbook::mtv;
/// let a = Aabb::new([0.0, 0.0], [2.0, 2.0]);
/// let right = mtv::aabbs(a, Aabb::new([1.75, 0.5], [3.75, 2.5])).unwrap();
/// assert_eq!((right.normal, right.depth), (Vec2::new(1.0, 0.0), 0.25));
/// assert!(mtv::aabbs(a, Aabb::new([2.5, 0.0], [3.0, 2.0])).is_none());
/// ```
#[must_use]
pub fn aabbs(a: Aabb, b: Aabb) -> Option<Mtv> {
    let apart = b.center() - a.center();
    let reach = (a.extents() + b.extents()) * 0.5;
    let overlap = reach - apart.abs();
    let sign = |x: f32| if x < 0.0 { -1.0 } else { 1.0 };
    let along_x = Mtv::if_overlapping(Vec2::new(sign(apart.x), 0.0), overlap.x)?;
    let along_y = Mtv::if_overlapping(Vec2::new(0.0, sign(apart.y)), overlap.y)?;
    Some(if along_y.depth < along_x.depth { along_y } else { along_x })
}

/// The MTV of a box (A) and a circle (B), m; `None` if they are apart. Of equally near sides, the first of
/// left, right, lower, upper.
///
/// ```
/// use collide::geom::{Aabb, Vec2};
/// use textbook::mtv;
/// let flat = Aabb::new([-4.0, -1.0], [4.0, 1.0]);
/// // The centre is 2 m from the right side and 0.5 m from the upper one.
/// let inside = mtv::aabb_circle(flat, [2.0, 0.5], 0.25).unwrap();
/// assert_eq!((inside.normal, inside.depth), (Vec2::new(0.0, 1.0), 0.75));
/// ```
#[must_use]
pub fn aabb_circle(a: Aabb, center: impl Into<Point>, radius: f32) -> Option<Mtv> {
    let center = center.into();
    let nearest = Point::new(clamp(center.x, a.lower.x, a.upper.x), clamp(center.y, a.lower.y, a.upper.y));
    let apart = center - nearest;
    let distance = apart.norm();
    if distance > MIN_DIRECTION {
        return Mtv::if_overlapping(apart / distance, radius - distance);
    }
    let sides = [
        (Vec2::new(-1.0, 0.0), center.x - a.lower.x),
        (Vec2::new(1.0, 0.0), a.upper.x - center.x),
        (Vec2::new(0.0, -1.0), center.y - a.lower.y),
        (Vec2::new(0.0, 1.0), a.upper.y - center.y),
    ];
    let nearest =
        sides.into_iter().fold(sides[0], |nearest, side| if side.1 < nearest.1 { side } else { nearest });
    Mtv::if_overlapping(nearest.0, radius + nearest.1)
}
