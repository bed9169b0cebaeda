//! The smallest circle around points or a shape.
//!
//! Two points on a diameter or three on its border, its boundary points, determine it. The search starts with
//! the circle around one point. In each round the point farthest outside joins, and the smallest circle
//! around these at most four points has the new boundary points:
//!
//! ```text
//!      .--*--.          .-----.        Each circle is larger than the one before, since it is the
//!     /   |   \       /         \      smallest around the old boundary points and one point outside.
//!    |    |    |  ->  *    .     * p   So no set of boundary points comes up twice, and the search
//!     \   |   /       \         /      ends: after some ten rounds, whatever the number of points.
//!      '--*--'          '--*--'
//! ```
//!
//! Source: Welzl 1991 for the boundary points, Gärtner 1999 (Fast and Robust Smallest Enclosing Balls) for
//! the farthest point; *Souto, Video Game Physics II*, bounding volumes. Welzl's recursion is as deep as
//! there are points.
//!
//! The search is in double precision, since the centre through three points on a shallow arc is a quotient of
//! differences that nearly cancel. The radius is measured from the rounded centre and rounded up, so
//! [`BoundingCircle::contains_point`] is true for every point.

use crate::double::{Point64, Vec64, doubled_area, round_up, to_f32, to_f64};
use crate::tolerance::CIRCLE_BORDER;
use crate::vector::is_finite;
use crate::{Aabb, Point, Pose, RoundedHull, Shape, point_in_circle};
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};

/// A circle as a bound.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct BoundingCircle {
    /// The centre, m.
    pub center: Point,
    /// The radius, m, not negative.
    pub radius: f32,
}

impl BoundingCircle {
    /// The smallest circle around `points` (m); `None` if there are none, or one is not finite. Its radius
    /// exceeds the least by at most two units in the last place of the largest coordinate.
    ///
    /// ```
    /// use geom::{BoundingCircle, Point};
    /// let points = [[0.0, 0.0], [4.0, 0.0], [2.0, 1.0], [2.0, 2.0]];
    /// assert_eq!(
    ///     BoundingCircle::of_points(points),
    ///     Some(BoundingCircle { center: Point::new(2.0, 0.0), radius: 2.0 })
    /// );
    /// ```
    #[must_use]
    pub fn of_points<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Option<Self> {
        let points: Vec<Point> = points.into_iter().map(Into::into).collect();
        Self::around(&points, 0.0)
    }

    /// As [`BoundingCircle::of_points`], around a rounded hull.
    #[must_use]
    pub fn of_hull(hull: RoundedHull<'_>) -> Option<Self> {
        Self::around(hull.vertices, hull.radius)
    }

    fn around(points: &[Point], radius: f32) -> Option<Self> {
        if !points.iter().all(|&p| is_finite(p)) {
            return None;
        }
        let center = to_f32(smallest_circle(points)?.center);
        let distances = points.iter().map(|&p| (to_f64(p) - to_f64(center)).norm());
        let farthest = distances.fold(0.0_f64, |most, r| if r > most { r } else { most });
        let mut radius = round_up(farthest + f64::from(radius));
        // A square root that was rounded down has too small a square.
        while points.iter().any(|&p| !point_in_circle(center, radius, p).is_in()) {
            radius = radius.next_up();
        }
        Some(Self { center, radius })
    }

    /// Whether `point` (m) lies in the circle or on its border.
    #[must_use]
    pub fn contains_point(self, point: Point) -> bool {
        point_in_circle(self.center, self.radius, point).is_in()
    }

    /// Whether two circles share a point; touching counts.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let radii = f64::from(self.radius) + f64::from(other.radius);
        (to_f64(other.center) - to_f64(self.center)).norm_squared() <= radii * radii
    }

    /// Whether it shares a point with a box; touching counts.
    #[must_use]
    pub fn overlaps_aabb(self, aabb: Aabb) -> bool {
        aabb.overlaps_circle(self.center, self.radius)
    }

    /// The circle moved by `pose`.
    #[must_use]
    pub fn transformed(self, pose: Pose) -> Self {
        Self { center: pose * self.center, radius: self.radius }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn aabb(self) -> Aabb {
        Aabb { lower: self.center, upper: self.center }.expanded(self.radius)
    }
}

impl Shape {
    /// The smallest circle around the shape in its frame; `None` for a half-space.
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

#[derive(Clone, Copy, Debug)]
struct Candidate {
    center: Point64,
    radius_squared: f64,
}

impl Candidate {
    fn contains(&self, p: Point64) -> bool {
        (p - self.center).norm_squared() <= self.radius_squared * (1.0 + CIRCLE_BORDER)
    }
}

type BoundaryPoints = smallvec::SmallVec<[Point64; 3]>;

fn smallest_circle(points: &[Point]) -> Option<Candidate> {
    let first = to_f64(*points.first()?);
    let mut circle = Candidate { center: first, radius_squared: 0.0 };
    let mut boundary: BoundaryPoints = [first].into_iter().collect();
    let farthest_from = |center: Point64| {
        points.iter().map(|&p| to_f64(p)).fold((first, -1.0), |farthest, p| {
            let distance = (p - center).norm_squared();
            if distance > farthest.1 { (p, distance) } else { farthest }
        })
    };
    loop {
        let (p, _) = farthest_from(circle.center);
        if circle.contains(p) {
            return Some(circle);
        }
        let Some((larger, its_boundary)) = around_boundary(&boundary, p) else { return Some(circle) };
        // Only rounding errors are left.
        if larger.radius_squared <= circle.radius_squared {
            return Some(circle);
        }
        (circle, boundary) = (larger, its_boundary);
    }
}

/// Around at most three points, and a fourth on the border.
fn around_boundary(boundary: &[Point64], p: Point64) -> Option<(Candidate, BoundaryPoints)> {
    let mut smallest: Option<(Candidate, BoundaryPoints)> = None;
    let mut consider = |candidate: Option<Candidate>, its_boundary: &[Point64]| {
        let contains_all = |c: &Candidate| boundary.iter().all(|&b| c.contains(b)) && c.contains(p);
        let Some(candidate) = candidate.filter(contains_all) else { return };
        if smallest.as_ref().is_none_or(|(s, _)| candidate.radius_squared < s.radius_squared) {
            smallest = Some((candidate, its_boundary.iter().copied().collect()));
        }
    };
    for (i, &a) in boundary.iter().enumerate() {
        consider(Some(on_diameter(a, p)), &[a, p]);
        for &b in &boundary[i + 1..] {
            consider(through(a, b, p), &[a, b, p]);
        }
    }
    smallest
}

fn on_diameter(a: Point64, b: Point64) -> Candidate {
    Candidate { center: nalgebra::center(&a, &b), radius_squared: 0.25 * (b - a).norm_squared() }
}

/// `None` if the points lie on a line. With u = b - a and v = c - a, the centre a + x satisfies x.u = u.u / 2
/// and x.v = v.v / 2.
fn through(a: Point64, b: Point64, c: Point64) -> Option<Candidate> {
    let doubled = doubled_area(a, b, c);
    if doubled == 0.0 {
        return None;
    }
    let (u, v) = (b - a, c - a);
    let (uu, vv) = (u.norm_squared(), v.norm_squared());
    let offset = Vec64::new(uu * v.y - vv * u.y, vv * u.x - uu * v.x) / (2.0 * doubled);
    let center = a + offset;
    let squares = [a, b, c].map(|p| (p - center).norm_squared());
    let radius_squared = squares.into_iter().fold(0.0, |most, s| if s > most { s } else { most });
    Some(Candidate { center, radius_squared })
}
