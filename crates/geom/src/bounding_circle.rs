//! The smallest circle around points or a shape.
//!
//! It is held by two points on a diameter, or by three on its border, and is the only one. From the circle around one
//! point on, the point farthest outside joins those that hold it, and the smallest circle around these (at most four)
//! shows which two or three hold the new one:
//!
//! ```text
//!      .--*--.          .-----.        each circle is larger than the one before, since it is the smallest around
//!     /   |   \       /         \      all that held that one and a point outside of it; so no two or three points
//!    |    |    |  ->  *    .     * p   come up twice, and it ends. Some ten rounds, whatever the number of points.
//!     \   |   /       \         /
//!      '--*--'          '--*--'
//! ```
//!
//! Source: Welzl 1991 for what holds a circle, Gärtner 1999 (Fast and Robust Smallest Enclosing Balls) for taking the
//! farthest point; seed 004, bounding volumes.
//! Turned down: Welzl's recursion, as deep as there are points, in an order that must be shuffled to be fast.
//!
//! In double precision: the centre through three points on a shallow arc is a quotient of two differences that nearly
//! cancel. The centre is then rounded, and the radius measured from there and rounded up, so that
//! [`BoundingCircle::contains_point`] holds for every point.

use crate::predicate::{Wide, doubled_area, narrow, wide};
use crate::tolerance::CIRCLE_BORDER;
use crate::{Aabb, Point, Pose, RoundedHull, Shape};
use bytemuck::{Pod, Zeroable};

/// A circle as a bound: unlike [`Circle`](crate::Circle), a shape, it may have no size.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct BoundingCircle {
    /// Its middle, m.
    pub center: Point,
    /// Its radius, m, not negative.
    pub radius: f32,
}

impl BoundingCircle {
    /// The smallest circle around `points`, m; `None` if there are none, or one is not finite.
    ///
    /// Every point lies in it, and its radius exceeds the least by no more than two units in the last place of the
    /// largest coordinate.
    ///
    /// ```
    /// use geom::{BoundingCircle, Point};
    /// let points = [[0.0, 0.0], [4.0, 0.0], [2.0, 1.0], [2.0, 2.0]].map(Point::from);
    /// assert_eq!(
    ///     BoundingCircle::of_points(&points),
    ///     Some(BoundingCircle { center: Point::new(2.0, 0.0), radius: 2.0 })
    /// );
    /// ```
    #[must_use]
    pub fn of_points(points: &[Point]) -> Option<Self> {
        Self::around(points, 0.0)
    }

    /// The smallest circle around a rounded hull, m: that around its vertices, grown by its radius; `None` as for
    /// [`BoundingCircle::of_points`].
    #[must_use]
    pub fn of_hull(hull: RoundedHull<'_>) -> Option<Self> {
        Self::around(hull.vertices, hull.radius)
    }

    fn around(points: &[Point], radius: f32) -> Option<Self> {
        if !points.iter().all(|p| p.x.is_finite() && p.y.is_finite()) {
            return None;
        }
        let center = narrow(smallest_circle(points)?.center);
        let reach = points.iter().map(|&p| (wide(p) - wide(center)).norm());
        let reach = reach.fold(0.0_f64, |most, r| if r > most { r } else { most });
        let mut radius = up(reach + f64::from(radius));
        // A root that was rounded down to an f32 has a square below that which it came from.
        while points.iter().any(|&p| !crate::point_in_circle(center, radius, p).is_in()) {
            radius = radius.next_up();
        }
        Some(Self { center, radius })
    }

    /// Whether `point` (m) lies in the circle, its border included.
    #[must_use]
    pub fn contains_point(self, point: Point) -> bool {
        crate::point_in_circle(self.center, self.radius, point).is_in()
    }

    /// Whether two circles share a point; touching counts.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let radii = f64::from(self.radius) + f64::from(other.radius);
        (wide(other.center) - wide(self.center)).norm_squared() <= radii * radii
    }

    /// Whether the circle shares a point with a box; touching counts.
    #[must_use]
    pub fn overlaps_aabb(self, aabb: Aabb) -> bool {
        aabb.overlaps_circle(self.center, self.radius)
    }

    /// The circle moved by `pose`.
    #[must_use]
    pub fn transformed(self, pose: Pose) -> Self {
        Self { center: pose * self.center, radius: self.radius }
    }

    /// The smallest box around the circle.
    #[must_use]
    pub fn aabb(self) -> Aabb {
        Aabb { lower: self.center, upper: self.center }.expanded(self.radius)
    }
}

impl Shape {
    /// The smallest circle around the shape in its frame; `None` for a half-space, which has no end.
    ///
    /// ```
    /// use geom::{Point, Shape};
    /// let circle = Shape::capsule([0.0, 0.0], [3.0, 4.0], 0.5)?.bounding_circle().unwrap();
    /// assert_eq!((circle.center, circle.radius), (Point::new(1.5, 2.0), 3.0));
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn bounding_circle(&self) -> Option<BoundingCircle> {
        self.hull().and_then(BoundingCircle::of_hull)
    }
}

/// The least f32 that is not below `x`.
pub(crate) fn up(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) < x { rounded.next_up() } else { rounded }
}

/// A circle while it is sought.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    center: Wide,
    radius_squared: f64,
}

impl Candidate {
    fn holds(&self, p: Wide) -> bool {
        (p - self.center).norm_squared() <= self.radius_squared * (1.0 + CIRCLE_BORDER)
    }
}

/// The points that hold a circle.
type Holders = smallvec::SmallVec<[Wide; 3]>;

fn smallest_circle(points: &[Point]) -> Option<Candidate> {
    let first = wide(*points.first()?);
    let mut circle = Candidate { center: first, radius_squared: 0.0 };
    let mut holders: Holders = [first].into_iter().collect();
    // Of several as far, the first.
    let farthest_from = |center: Wide| {
        points.iter().map(|&p| wide(p)).fold((first, -1.0), |farthest, p| {
            let distance = (p - center).norm_squared();
            if distance > farthest.1 { (p, distance) } else { farthest }
        })
    };
    loop {
        let (p, _) = farthest_from(circle.center);
        if circle.holds(p) {
            return Some(circle);
        }
        let Some((larger, holding)) = around_holders(&holders, p) else { return Some(circle) };
        // Growth is what ends this; without it rounding is all that is left.
        if larger.radius_squared <= circle.radius_squared {
            return Some(circle);
        }
        (circle, holders) = (larger, holding);
    }
}

/// The smallest circle around at most three points and a fourth that is on its border.
fn around_holders(holders: &[Wide], p: Wide) -> Option<(Candidate, Holders)> {
    let mut smallest: Option<(Candidate, Holders)> = None;
    let mut consider = |candidate: Option<Candidate>, holding: &[Wide]| {
        let Some(candidate) = candidate.filter(|c| holders.iter().all(|&h| c.holds(h)) && c.holds(p)) else {
            return;
        };
        if smallest.as_ref().is_none_or(|(s, _)| candidate.radius_squared < s.radius_squared) {
            smallest = Some((candidate, holding.iter().copied().collect()));
        }
    };
    for (i, &a) in holders.iter().enumerate() {
        consider(Some(on_diameter(a, p)), &[a, p]);
        for &b in &holders[i + 1..] {
            consider(through(a, b, p), &[a, b, p]);
        }
    }
    smallest
}

fn on_diameter(a: Wide, b: Wide) -> Candidate {
    Candidate { center: nalgebra::center(&a, &b), radius_squared: 0.25 * (b - a).norm_squared() }
}

/// Through three points; `None` if they lie on a line.
///
/// From a, with u and v to the others: the centre c has c.u = u.u / 2 and c.v = v.v / 2.
fn through(a: Wide, b: Wide, c: Wide) -> Option<Candidate> {
    let doubled = doubled_area(a, b, c);
    if doubled == 0.0 {
        return None;
    }
    let (u, v) = (b - a, c - a);
    let (uu, vv) = (u.norm_squared(), v.norm_squared());
    let offset = nalgebra::Vector2::new(uu * v.y - vv * u.y, vv * u.x - uu * v.x) / (2.0 * doubled);
    let center = a + offset;
    // The farthest of the three, so that it holds all.
    let squares = [a, b, c].map(|p| (p - center).norm_squared());
    let radius_squared = squares.into_iter().fold(0.0, |most, s| if s > most { s } else { most });
    Some(Candidate { center, radius_squared })
}
