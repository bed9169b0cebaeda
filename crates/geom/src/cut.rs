//! A convex polygon cut in two by a line.
//!
//! ```text
//!            b                     Vertices within the weld tolerance of the line lie on it: both parts have
//!       +----|-------+             them, and no sliver is made between a vertex and a cut that grazes it.
//!       |    |       |
//!  left |    | right |             A part that would be no valid polygon, or have no mass, is not cut off: the
//!       +----|-------+             whole stays whole, on the side where most of it lies. So no area is lost.
//!            a
//! ```
//!
//! Sides are told exactly (`predicate`), the two new vertices are computed once for both parts, and the line is taken
//! in the same sense whichever way it is given, so a turned line gives the same parts, bit for bit.
//!
//! A rounded polygon is cut in its core, each part of which keeps its distance, the radius, from the line: the
//! parts touch along the line and do not overlap, and their new corners are round like the others, which is where
//! they lose some area. Turned down: cutting the core along the line itself, after which the parts overlap by
//! twice the radius, and push each other apart.

use crate::clip::clip;
use crate::hull::{area_of, weld_distance};
use crate::predicate::{Wide, extent, narrow, ring_area, wide};
use crate::tolerance::MIN_AREA;
use crate::{Point, Polygon};
use alloc::vec::Vec;
use thiserror::Error;

/// Why there is no line to cut along.
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
    /// The points are the same.
    #[error("a and b are both ({x}, {y}): two points make a line")]
    NoLine {
        /// Their x, m.
        x: f32,
        /// Their y, m.
        y: f32,
    },
}

/// What lies on either side of a line: both parts, or the whole on one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The part to the left of the line.
    pub left: Option<Polygon>,
    /// The part to the right.
    pub right: Option<Polygon>,
}

/// The pieces on either side of a line. Those of one side need not hang together: a U cut across has two arms.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPieces {
    /// The pieces to the left of the line.
    pub left: Vec<Polygon>,
    /// The pieces to the right.
    pub right: Vec<Polygon>,
}

impl Polygon {
    /// Cut by the endless line through `a` and `b` (m).
    ///
    /// The areas of sharp parts add up to the whole's but for rounding and welding: its circumference times
    /// [`WELD`](crate::tolerance::WELD), or times four units in the last place of its largest coordinate or extent if
    /// that is more.
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
            if !(p.x.is_finite() && p.y.is_finite()) {
                return Err(CutError::NotFinite { field, x: p.x, y: p.y });
            }
        }
        if a == b {
            return Err(CutError::NoLine { x: a.x, y: a.y });
        }
        if (b.x, b.y) < (a.x, a.y) {
            let Cut { left, right } = self.cut_upwards(b, a);
            return Ok(Cut { left: right, right: left });
        }
        Ok(self.cut_upwards(a, b))
    }

    /// With `a` left of `b`, or below it.
    fn cut_upwards(&self, a: Point, b: Point) -> Cut {
        let ring: Vec<Wide> = self.vertices().iter().map(|&p| wide(p)).collect();
        let length = (wide(b) - wide(a)).norm();
        let on_line = weld_distance(extent(self.vertices()));
        let heights: Vec<f64> = self
            .vertices()
            .iter()
            .map(|&p| crate::predicate::orientation(a, b, p) / length)
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
            _ if mostly_left(&heights, &left, &right) => Cut { left: Some(self.clone()), right: None },
            _ => Cut { left: None, right: Some(self.clone()) },
        }
    }

    /// A part of this polygon, rounded like it, if it is a polygon with a mass.
    pub(crate) fn piece(&self, ring: &[Wide]) -> Option<Self> {
        let points: Vec<Point> = ring.iter().map(|&p| narrow(p)).collect();
        let piece = Self::hull_of_piece(&points, Self::MAX_VERTICES).ok()?;
        (area_of(&piece) >= f64::from(MIN_AREA)).then_some(())?;
        piece.rounded(self.radius()).ok()
    }
}

/// On which side an uncut polygon lies: where more of its area is, and by its farthest vertex if neither side has any.
fn mostly_left(heights: &[f64], left: &[Wide], right: &[Wide]) -> bool {
    let area = |ring: &[Wide]| ring_area(ring.iter().copied());
    let (left, right) = (area(left), area(right));
    if left == right {
        let farthest = heights.iter().fold(0.0_f64, |far, &h| if h.abs() > far.abs() { h } else { far });
        return farthest >= 0.0;
    }
    left > right
}

/// Each of `pieces` cut by the endless line through `a` and `b` (m): how a concave shape is cut, from its
/// [decomposition](crate::Outline::decompose).
///
/// # Errors
/// As [`Polygon::cut`].
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
