//! Points as editors write them, without those that make no edge.
//!
//! ```text
//!   a  b b  c    d              b twice: once
//!   o--o-o--o----o              the last point of a ring equal to its first: left out
//!      e (closes the ring) -> a c between b and d on their line: left out of a polygon, not of a chain
//! ```
//!
//! Constructors refuse such points by name: a repeated point is as often an error of a program as a habit of
//! an editor. Here points are dropped that are nearer than constructions weld
//! ([`WELD`](crate::tolerance::WELD)), or than f32 tells apart: 1 km from the origin coordinates are rounded
//! to 0.06 mm.

use crate::convex_hull::weld_distance;
use crate::shape::{Polygon, ShapeError};
use crate::{Point, cross};
use alloc::vec::Vec;

/// The points of a line, or of a ring if `closed` (m), for [`chain`](crate::chain): without those that repeat
/// their predecessor, within [`WELD`](crate::tolerance::WELD), 5e-7 times the extent or the rounding of f32,
/// and without a last point that closes the ring. Points that are not finite stay, for the constructor to
/// name.
///
/// ```
/// use geom::{Sides, chain, cleaned};
/// // As an editor writes a triangle.
/// let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 0.0]];
/// assert!(chain(points, true, Sides::One).is_err());
/// assert_eq!(chain(cleaned(points, true), true, Sides::One)?.len(), 3);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
#[doc(alias("dedup", "weld", "remove_duplicates", "merge_points"))]
pub fn cleaned<P: Into<Point>>(points: impl IntoIterator<Item = P>, closed: bool) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().map(Into::into).collect();
    let near = weld(&points);
    points.dedup_by(|b, a| are_near(*a, *b, near));
    while closed && points.len() > 1 && are_near(points[0], points[points.len() - 1], near) {
        points.pop();
    }
    points
}

impl Polygon {
    /// From vertices (m) as editors write them, in either winding: like [`cleaned`], and without those on the
    /// line of their neighbours. What is left must be convex.
    ///
    /// # Errors
    /// [`ShapeError`], about the vertices that are left.
    ///
    /// ```
    /// use geom::{Polygon, ShapeError};
    /// let drawn = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 0.0]];
    /// let square = Polygon::cleaned(drawn)?;
    /// assert_eq!(square, Polygon::new([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])?);
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[doc(alias("from_editor", "b2ComputeHull", "convex_polyline"))]
    pub fn cleaned<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        let mut vertices = cleaned(vertices, true);
        let near = weld(&vertices);
        // Each vertex left out gives its neighbours another line.
        let mut next = 0;
        let mut kept = 0;
        while kept < vertices.len() && vertices.len() > 3 {
            let count = vertices.len();
            let at = next % count;
            let [before, own, after] = [at + count - 1, at, at + 1].map(|i| vertices[i % count]);
            let (line, arm) = (after - before, own - before);
            let is_between = arm.dot(&line) > 0.0 && (after - own).dot(&line) > 0.0;
            if is_between && f64::from(cross(line, arm).abs()) <= near * f64::from(line.norm()) {
                vertices.remove(at);
                (kept, next) = (0, at);
            } else {
                (kept, next) = (kept + 1, at + 1);
            }
        }
        Self::from_any_winding(vertices)
    }
}

/// Points nearer than this are one, m. From the line of its neighbours, rounding moves a point by up to
/// sqrt(2) times the distance of two floats.
fn weld(points: &[Point]) -> f64 {
    let (mut extent, mut reach) = (0.0_f64, 0.0_f64);
    for (i, p) in points.iter().enumerate() {
        for (a, b) in [(p.x, points[0].x), (p.y, points[0].y)] {
            let apart = (f64::from(a) - f64::from(b)).abs();
            // NaN is never farther.
            extent = if i > 0 && apart > extent { apart } else { extent };
            let far = f64::from(a.abs());
            reach = if far > reach { far } else { reach };
        }
    }
    if !extent.is_finite() {
        return 0.0;
    }
    let (welded, rounding) = (weld_distance(extent), 2.0 * f64::from(f32::EPSILON) * reach);
    if welded > rounding { welded } else { rounding }
}

fn are_near(a: Point, b: Point, near: f64) -> bool {
    let [x, y] = [f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y)];
    x * x + y * y < near * near
}
