//! A simplex (point, segment or triangle) of a Minkowski difference, and its part nearest to the origin.
//!
//! For an edge from p to q the origin is beyond q if q . (q - p) < 0, and before p if p . (q - p) > 0. It is
//! on the inner side of a triangle's edge if the edge and the origin turn in the triangle's sense:
//!
//! ```text
//!         \  r  /
//!       pr \   / qr      seven regions: three corners, three edges, the inside.
//!           \ /          The region that contains the origin names the points that remain.
//!           / \
//!      ____/___\____
//!      p  /  pq \  q
//! ```
//!
//! The direction to the origin is the left or right normal of the segment, by the sign of p x q: accurate
//! even if the origin is very near, where the nearest point itself is a difference of nearly equal numbers.
//!
//! Source: Ericson 2005, section 5.1; Catto, GDC 2010, "Computing Distance". The signed-volume and Johnson
//! subalgorithms compare the same signs in the plane.

use crate::minkowski_difference::DifferencePoint;
use geom::{Point, Vec2, cross, left_normal};

/// One to three points, all needed for the point of their hull nearest to the origin.
#[derive(Clone, Copy)]
pub(crate) struct Simplex {
    points: [DifferencePoint; 3],
    count: usize,
}

/// Nearest points of two cores (sharp hulls of rounded shapes).
#[derive(Clone, Copy)]
pub(crate) struct CoreProximity {
    /// m; 0 if the simplex contains the origin: EPA replaces it by minus the depth.
    pub(crate) distance: f32,
    /// From the origin to the nearest point, unit; zero if the simplex contains the origin.
    pub(crate) normal: Vec2,
    /// In the frame of A, m.
    pub(crate) on_a: Point,
    pub(crate) on_b: Point,
}

impl CoreProximity {
    /// With a depth that is not measured yet.
    #[inline(always)]
    pub(crate) fn is_overlap(&self) -> bool {
        self.normal.x == 0.0 && self.normal.y == 0.0
    }
}

impl Simplex {
    #[inline(always)]
    pub(crate) fn point(p: DifferencePoint) -> Self {
        Self { points: [p, DifferencePoint::ZERO, DifferencePoint::ZERO], count: 1 }
    }

    #[inline(always)]
    fn edge(p: DifferencePoint, q: DifferencePoint) -> Self {
        Self { points: [p, q, DifferencePoint::ZERO], count: 2 }
    }

    #[inline(always)]
    pub(crate) fn points(&self) -> &[DifferencePoint] {
        &self.points[..self.count]
    }

    /// The two points may coincide.
    #[inline(always)]
    pub(crate) fn of_segment(p: DifferencePoint, q: DifferencePoint) -> Self {
        let [weight_p, weight_q] = weights(p.vector, q.vector);
        if weight_q <= 0.0 {
            Self::point(p)
        } else if weight_p <= 0.0 {
            Self::point(q)
        } else {
            Self::edge(p, q)
        }
    }

    /// A flat triangle never contains the origin.
    #[inline(always)]
    pub(crate) fn of_triangle(p: DifferencePoint, q: DifferencePoint, r: DifferencePoint) -> Self {
        let (vp, vq, vr) = (p.vector, q.vector, r.vector);
        let ([pq_p, pq_q], [pr_p, pr_r], [qr_q, qr_r]) = (weights(vp, vq), weights(vp, vr), weights(vq, vr));
        let area = cross(vq - vp, vr - vp);
        let (weight_p, weight_q, weight_r) =
            (area * cross(vq, vr), area * cross(vr, vp), area * cross(vp, vq));
        // The newest point r first, which GJK has just found nearer to the origin.
        if pr_p <= 0.0 && qr_q <= 0.0 {
            Self::point(r)
        } else if pr_p > 0.0 && pr_r > 0.0 && weight_q <= 0.0 {
            Self::edge(p, r)
        } else if qr_q > 0.0 && qr_r > 0.0 && weight_p <= 0.0 {
            Self::edge(q, r)
        } else if pq_p > 0.0 && pq_q > 0.0 && weight_r <= 0.0 {
            Self::edge(p, q)
        } else if pq_q <= 0.0 && pr_r <= 0.0 {
            Self::point(p)
        } else if pq_p <= 0.0 && qr_r <= 0.0 {
            Self::point(q)
        } else {
            Self { points: [p, q, r], count: 3 }
        }
    }

    #[inline(always)]
    pub(crate) fn with(&self, w: DifferencePoint) -> Self {
        match self.count {
            1 => Self::of_segment(self.points[0], w),
            _ => Self::of_triangle(self.points[0], self.points[1], w),
        }
    }

    /// From the nearest point to the origin, of any length; `None` if the simplex contains the origin.
    /// Squares (m^2) up to `min_square` are rounding.
    #[inline(always)]
    pub(crate) fn towards_origin(&self, min_square: f32) -> Option<Vec2> {
        let [p, q, _] = self.points.map(|point| point.vector);
        let towards = match self.count {
            1 => -p,
            2 => {
                let turn = cross(p, q);
                let left = left_normal(q - p);
                if turn == 0.0 {
                    return None;
                }
                if turn > 0.0 { left } else { -left }
            }
            _ => return None,
        };
        // NaN fails this comparison, so the search ends with a distance of NaN, not with an overlap.
        if towards.norm_squared() <= min_square { None } else { Some(towards) }
    }

    /// `towards` is the result of [`Simplex::towards_origin`].
    #[inline(always)]
    pub(crate) fn nearest(&self, towards: Option<Vec2>) -> CoreProximity {
        let [p, q, r] = self.points;
        let (on_a, on_b) = match self.count {
            1 => (p.on_a, p.on_b()),
            2 => {
                let [weight_p, weight_q] = weights(p.vector, q.vector);
                let fraction = weight_q / (weight_p + weight_q);
                let on_a = p.on_a + (q.on_a - p.on_a) * fraction;
                (on_a, on_a + p.vector + (q.vector - p.vector) * fraction)
            }
            _ => {
                let (weight_q, weight_r) = (cross(r.vector, p.vector), cross(p.vector, q.vector));
                let area = cross(q.vector, r.vector) + weight_q + weight_r;
                let common =
                    p.on_a + (q.on_a - p.on_a) * (weight_q / area) + (r.on_a - p.on_a) * (weight_r / area);
                (common, common)
            }
        };
        let Some(towards) = towards else {
            return CoreProximity { distance: 0.0, normal: Vec2::zeros(), on_a, on_b: on_a };
        };
        let normal = -towards / towards.norm();
        CoreProximity { distance: normal.dot(&p.vector), normal, on_a, on_b }
    }
}

/// Barycentric coordinates in `p` and `q` of the point of their line nearest to the origin, times their
/// squared distance.
#[inline(always)]
fn weights(p: Vec2, q: Vec2) -> [f32; 2] {
    let edge = q - p;
    [q.dot(&edge), -p.dot(&edge)]
}
