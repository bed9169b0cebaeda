//! A point, a segment or a triangle, and the part of it that is nearest to the origin.
//!
//! Which part that is follows from signs. Along an edge from p to q the origin lies beyond q if q . (q - p) < 0,
//! before p if p . (q - p) > 0; it lies on the inner side of an edge of a triangle if the triangle of that edge and
//! the origin turns the same way as the whole:
//!
//! ```text
//!         \  r  /
//!       pr \   / qr      seven regions: three corners, three edges, the inside.
//!           \ /          The origin's region names the points that remain.
//!           / \
//!      ____/___\____
//!      p  /  pq \  q
//! ```
//!
//! Towards the origin from a segment is a quarter turn from the segment, to the side of the sign of p x q: a
//! direction with all its digits however near the origin is, where the nearest point itself, the difference of
//! nearly equal numbers, has none left.
//!
//! Source: Ericson 2005, section 5.1; Catto, GDC 2010, "Computing Distance", for the regions in this form.
//! Turned down: the signed-volume and Johnson subalgorithms. In the plane they come to the same signs.

use crate::difference::DifferencePoint;
use crate::tolerance::MIN_DIRECTION;
use geom::{Point, Vec2, cross, left_normal};

/// Up to three points of a Minkowski difference, of which none is needless: the point of their hull that is nearest
/// to the origin lies between all of them.
#[derive(Clone, Copy)]
pub(crate) struct Simplex {
    points: [DifferencePoint; 3],
    count: usize,
}

/// How the nearest point of a simplex lies.
#[derive(Clone, Copy)]
pub(crate) struct Nearest {
    /// m; 0 if the simplex holds the origin.
    pub(crate) distance: f32,
    /// From the origin to the nearest point, unit; zero if the simplex holds the origin.
    pub(crate) normal: Vec2,
    /// The point of A and the point of B whose difference is the nearest point, in the frame of A.
    pub(crate) on_a: Point,
    pub(crate) on_b: Point,
}

impl Nearest {
    /// Whether the two share a point, whose depth is not known yet.
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

    /// The nearest part of the segment from `p` to `q`, which may coincide.
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

    /// The nearest part of a triangle, which may be flat; flat ones hold nothing.
    #[inline(always)]
    pub(crate) fn of_triangle(p: DifferencePoint, q: DifferencePoint, r: DifferencePoint) -> Self {
        let (vp, vq, vr) = (p.vector, q.vector, r.vector);
        let ([pq_p, pq_q], [pr_p, pr_r], [qr_q, qr_r]) = (weights(vp, vq), weights(vp, vr), weights(vq, vr));
        let area = cross(vq - vp, vr - vp);
        let (weight_p, weight_q, weight_r) =
            (area * cross(vq, vr), area * cross(vr, vp), area * cross(vp, vq));
        // The latest point first: it is the one that GJK has just found nearer.
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

    /// With one more point, and without those that are no longer needed.
    #[inline(always)]
    pub(crate) fn with(&self, w: DifferencePoint) -> Self {
        match self.count {
            1 => Self::of_segment(self.points[0], w),
            _ => Self::of_triangle(self.points[0], self.points[1], w),
        }
    }

    /// From the nearest point towards the origin, of any length; `None` if the simplex holds the origin.
    #[inline(always)]
    pub(crate) fn towards_origin(&self) -> Option<Vec2> {
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
        // NaN is no overlap: it goes on, and ends as a distance of NaN.
        if towards.norm_squared() <= MIN_DIRECTION * MIN_DIRECTION { None } else { Some(towards) }
    }

    /// The nearest point. `towards` is what [`Simplex::towards_origin`] says.
    #[inline(always)]
    pub(crate) fn nearest(&self, towards: Option<Vec2>) -> Nearest {
        let [p, q, r] = self.points;
        let (on_a, on_b) = match self.count {
            1 => (p.on_a, p.on_b()),
            2 => {
                let [weight_p, weight_q] = weights(p.vector, q.vector);
                let share = weight_q / (weight_p + weight_q);
                let on_a = p.on_a + (q.on_a - p.on_a) * share;
                (on_a, on_a + p.vector + (q.vector - p.vector) * share)
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
            return Nearest { distance: 0.0, normal: Vec2::zeros(), on_a, on_b: on_a };
        };
        let normal = -towards / towards.norm();
        Nearest { distance: normal.dot(&p.vector), normal, on_a, on_b }
    }
}

/// How much of `p` and of `q` is in the point of their line that is nearest to the origin, times their squared
/// distance.
#[inline(always)]
fn weights(p: Vec2, q: Vec2) -> [f32; 2] {
    let along = q - p;
    [q.dot(&along), -p.dot(&along)]
}
