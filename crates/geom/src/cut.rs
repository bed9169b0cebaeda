//! A convex polygon cut in two by a line.
//!
//! ```text
//!            b                     A vertex within the weld tolerance of the line counts as on the line:
//!       +----|-------+             both parts get it, and a cut that grazes it makes no sliver.
//!       |    |       |
//!  left |    | right |             If a part would be no valid polygon, or too small for a mass, nothing is
//!       +----|-------+             cut off: the polygon stays whole, on the side where most of it lies. So
//!            a                     no area is lost.
//! ```
//!
//! The sides of vertices are exact (`predicate`), and the two new vertices are computed once, with the line
//! always in the same direction, so both orders of its points give the same bits.
//!
//! Of a rounded polygon the core is cut, and both parts keep the radius as their distance from the line: they
//! touch, and their new round corners lose some area. Cores cut along the line itself would overlap by twice
//! the radius.

use crate::clip::clip;
use crate::convex_hull::weld_distance;
use crate::double::{Point64, ring_area, sharp_area, to_f32, to_f64};
use crate::predicate::{extent, orientation};
use crate::tolerance::MIN_AREA;
use crate::vector::is_finite;
use crate::{Point, Polygon};
use alloc::vec::Vec;
use thiserror::Error;

/// Why two points do not determine a line to cut along.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CutError {
    /// A point of the line is NaN or infinite.
    #[error("{field} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which point.
        field: &'static str,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
    /// The points are equal.
    #[error("a and b are both ({x}, {y}): a line needs two different points")]
    NoLine {
        /// Their x, m.
        x: f32,
        /// Their y, m.
        y: f32,
    },
}

/// The parts on both sides of a line, or the whole polygon on one.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The part to the left of the line.
    pub left: Option<Polygon>,
    /// The part to the right.
    pub right: Option<Polygon>,
}

/// The pieces on both sides of a line. Those of one side need not be connected: a U cut across has two arms.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPieces {
    /// The pieces to the left of the line.
    pub left: Vec<Polygon>,
    /// The pieces to the right.
    pub right: Vec<Polygon>,
}

impl Polygon {
    /// Cuts the polygon by the infinite line through `a` and `b` (m).
    ///
    /// The areas of sharp parts add up to the whole but for the perimeter times
    /// [`WELD`](crate::tolerance::WELD), or times four units in the last place of the largest coordinate or
    /// of the extent if that is more.
    ///
    /// # Errors
    /// [`CutError`] for points that are not finite or coincide.
    ///
    /// ```
    /// use geom::Polygon;
    /// let square = Polygon::rectangle(1.0, 1.0)?;
    /// let cut = square.cut([0.5, 0.0], [0.5, 1.0])?;
    /// assert_eq!(cut.left, Polygon::new([[-1.0, -1.0], [0.5, -1.0], [0.5, 1.0], [-1.0, 1.0]]).ok());
    /// assert!(cut.right.is_some());
    ///
    /// let along_an_edge = square.cut([1.0, 0.0], [1.0, 1.0])?;
    /// assert_eq!((along_an_edge.left, along_an_edge.right), (Some(square), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cut(&self, a: impl Into<Point>, b: impl Into<Point>) -> Result<Cut, CutError> {
        let (a, b) = (a.into(), b.into());
        for (field, p) in [("a", a), ("b", b)] {
            if !is_finite(p) {
                return Err(CutError::NotFinite { field, x: p.x, y: p.y });
            }
        }
        if a == b {
            return Err(CutError::NoLine { x: a.x, y: a.y });
        }
        if (b.x, b.y) < (a.x, a.y) {
            let Cut { left, right } = self.cut_rightwards(b, a);
            return Ok(Cut { left: right, right: left });
        }
        Ok(self.cut_rightwards(a, b))
    }

    /// From `a` to `b`, where `a` lies left of `b`, or below it.
    fn cut_rightwards(&self, a: Point, b: Point) -> Cut {
        let ring: Vec<Point64> = self.vertices().iter().map(|&p| to_f64(p)).collect();
        let length = (to_f64(b) - to_f64(a)).norm();
        let on_line = weld_distance(extent(self.vertices()));
        let heights: Vec<f64> = self
            .vertices()
            .iter()
            .map(|&p| orientation(a, b, p) / length)
            .map(|height| if height.abs() <= on_line { 0.0 } else { height })
            .collect();
        let radius = f64::from(self.radius());
        let part = |sign: f64| {
            let inwards: Vec<f64> = heights.iter().map(|h| sign * h - radius).collect();
            clip(&ring, &inwards)
        };
        let (left, right) = (part(1.0), part(-1.0));
        match (self.piece(&left), self.piece(&right)) {
            (Some(left), Some(right)) => Cut { left: Some(left), right: Some(right) },
            _ if is_mostly_left(&heights, &left, &right) => Cut { left: Some(self.clone()), right: None },
            _ => Cut { left: None, right: Some(self.clone()) },
        }
    }

    /// Inside `ring`, with the same rounding; `None` if it is no valid polygon or too small for a mass.
    pub(crate) fn piece(&self, ring: &[Point64]) -> Option<Self> {
        let points: Vec<Point> = ring.iter().map(|&p| to_f32(p)).collect();
        let piece = Self::hull_of_piece(&points, Self::MAX_VERTICES).ok()?;
        (sharp_area(piece.vertices()) >= f64::from(MIN_AREA)).then_some(())?;
        piece.rounded(self.radius()).ok()
    }
}

/// The side of an uncut polygon: that of more of its area, or of its farthest vertex.
fn is_mostly_left(heights: &[f64], left: &[Point64], right: &[Point64]) -> bool {
    let area = |ring: &[Point64]| ring_area(ring.iter().copied());
    let (left, right) = (area(left), area(right));
    if left == right {
        let farthest = heights.iter().fold(0.0_f64, |far, &h| if h.abs() > far.abs() { h } else { far });
        return farthest >= 0.0;
    }
    left > right
}

/// Cuts each of `pieces`, as of a [decomposition](crate::Outline::decompose), by the infinite line through
/// `a` and `b` (m).
///
/// # Errors
/// As for [`Polygon::cut`].
///
/// ```
/// use geom::{DecomposeSettings, Outline, cut_pieces};
/// let u = Outline::new([[0., 0.], [3., 0.], [3., 3.], [2., 3.], [2., 1.], [1., 1.], [1., 3.], [0., 3.]])?;
/// let pieces = u.decompose(DecomposeSettings::default())?.pieces;
/// let arms = cut_pieces(&pieces, [3.0, 2.0], [0.0, 2.0])?.right;
/// assert_eq!(arms.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cut_pieces(
    pieces: &[Polygon],
    a: impl Into<Point>,
    b: impl Into<Point>,
) -> Result<CutPieces, CutError> {
    let (a, b) = (a.into(), b.into());
    let mut sides = CutPieces { left: Vec::new(), right: Vec::new() };
    for piece in pieces {
        let Cut { left, right } = piece.cut(a, b)?;
        sides.left.extend(left);
        sides.right.extend(right);
    }
    Ok(sides)
}
