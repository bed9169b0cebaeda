//! The convex hull of points: the rubber band around them.
//!
//! Quickhull (Eddy 1977; seed 004, Convex and Concave Shapes). The two points farthest apart along an axis split
//! the others in two sides; of each side the point farthest from the line is a corner, and splits what lies
//! beyond its two new edges again:
//!
//! ```text
//!            f                     f            what lies under a-f and f-b is inside and forgotten;
//!          .   .                 /...\          what lies above goes on with its edge
//!        .  .    .     ->      /.     \
//!       a --------- b         a         b
//! ```
//!
//! A point that is no farther beyond its edge than the flatness tolerance, or as close as the weld tolerance to
//! one of its ends, makes no corner. So near-duplicates weld and near-collinear corners go in the recursion
//! itself, and what is left out is known to lie within the tolerance of the hull; removing them afterwards, one by
//! one, would let small errors add up along a finely drawn arc.
//!
//! Turned down: Andrew's monotone chain, n log n in the worst case too, but with nowhere to put the tolerance. Lists
//! that stay on the stack while there are few points: they are moved about more than asking for memory costs.

use crate::predicate::{Wide, bounds, doubled_area, extent, ring_area, wide};
use crate::tolerance::{FLATNESS, WELD};
use crate::{Point, Polygon, ShapeError};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use thiserror::Error;

/// Why points have no hull that is a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum HullError {
    /// Fewer than three points.
    #[error("{0} points: a hull needs at least 3")]
    TooFewPoints(usize),
    /// A point is NaN or infinite.
    #[error("point {index} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which point.
        index: usize,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
    /// The points fit into a box of the weld tolerance.
    #[error("all points coincide: they lie in a box of {extent} m, and points nearer than {weld} m are one")]
    Coincident {
        /// The larger side of the box around them, m.
        extent: f32,
        /// What is welded, m.
        weld: f32,
    },
    /// The points lie on a line, to the tolerance.
    #[error("the points lie on a line of {extent} m, to within {flatness} m")]
    Collinear {
        /// The larger side of the box around them, m.
        extent: f32,
        /// What counts as on the line, m.
        flatness: f32,
    },
    /// The hull has more vertices than a polygon may have.
    #[error("the hull has {0} vertices: a polygon has at most {max}; `convex_hull` gives them all",
        max = Polygon::MAX_VERTICES)]
    TooManyVertices(usize),
    /// The points lie too far apart for f32 to hold the area.
    #[error("the points span {0} m: too large for areas in f32")]
    TooLarge(f32),
}

/// Within which distance points of a set of this extent are one, m.
pub(crate) fn weld_distance(extent: f64) -> f64 {
    let (absolute, relative) = (f64::from(WELD), flat_distance(extent));
    if absolute > relative { absolute } else { relative }
}

/// Within which distance of a line a point of a set of this extent lies on it, m.
pub(crate) fn flat_distance(extent: f64) -> f64 {
    f64::from(FLATNESS) * extent
}

/// The corners of the convex hull of `points` (m), counter-clockwise, strictly convex, from the lowest along the
/// longer side of their box. Each is one of the points, and every point lies within
/// [`WELD`] or [`FLATNESS`] times the extent, whichever is larger, of the hull.
///
/// # Errors
/// [`HullError`] for fewer than three points, for a point that is not finite, and for points that coincide or lie on
/// a line.
///
/// ```
/// use geom::{Point, convex_hull};
/// let cloud = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [1.0, 0.2], [0.0, 2.0], [2.0, 2.0]].map(Point::from);
/// let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(Point::from);
/// assert_eq!(convex_hull(&cloud)?, square);
/// # Ok::<(), geom::HullError>(())
/// ```
pub fn convex_hull(points: &[Point]) -> Result<Vec<Point>, HullError> {
    for (index, p) in points.iter().enumerate() {
        if !(p.x.is_finite() && p.y.is_finite()) {
            return Err(HullError::NotFinite { index, x: p.x, y: p.y });
        }
    }
    if points.len() < 3 {
        return Err(HullError::TooFewPoints(points.len()));
    }
    let size = extent(points);
    let (weld, flat) = (weld_distance(size), flat_distance(size));
    if size <= weld {
        return Err(HullError::Coincident { extent: size as f32, weld: weld as f32 });
    }
    let mut corners: Vec<Point> =
        quickhull(points, weld, flat).into_iter().map(|index| points[index]).collect();
    drop_flat_corners(&mut corners, flat, usize::MAX);
    if corners.len() < 3 {
        return Err(HullError::Collinear { extent: size as f32, flatness: flat as f32 });
    }
    Ok(corners)
}

impl Polygon {
    /// The convex hull of `points` (m), as [`convex_hull`] finds it.
    ///
    /// # Errors
    /// [`HullError`] as [`convex_hull`] gives it, and if the hull has more than [`Polygon::MAX_VERTICES`] vertices or
    /// is too large for f32.
    ///
    /// ```
    /// use geom::{HullError, Polygon};
    /// let kite = Polygon::hull_of([[0.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0]])?;
    /// assert_eq!(kite.vertices().len(), 3);
    /// assert_eq!(Polygon::hull_of([[0.0, 0.0], [1.0, 1.0]]), Err(HullError::TooFewPoints(2)));
    /// # Ok::<(), HullError>(())
    /// ```
    pub fn hull_of<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Result<Self, HullError> {
        let points: Vec<Point> = points.into_iter().map(Into::into).collect();
        let corners = convex_hull(&points)?;
        if corners.len() > Self::MAX_VERTICES {
            return Err(HullError::TooManyVertices(corners.len()));
        }
        accepted(corners)
    }

    /// The hull of a piece that a construction made: at most `most` vertices, the least corners left out.
    pub(crate) fn hull_of_piece(points: &[Point], most: usize) -> Result<Self, HullError> {
        let mut corners = convex_hull(points)?;
        drop_flat_corners(&mut corners, 0.0, most);
        accepted(corners)
    }
}

/// The polygon with these corners. Where f32 does not see a corner that double precision saw, it goes: the
/// tolerances leave that to extents near the ends of the range of f32.
fn accepted(mut corners: Vec<Point>) -> Result<Polygon, HullError> {
    loop {
        let size = extent(&corners) as f32;
        let corner = match Polygon::new(corners.iter().copied()) {
            Ok(polygon) => return Ok(polygon),
            Err(ShapeError::NotConvex { vertex, .. }) => vertex,
            Err(ShapeError::ShortEdge { index, .. }) => index,
            Err(ShapeError::VertexCount(_)) => {
                return Err(HullError::Collinear {
                    extent: size,
                    flatness: flat_distance(size.into()) as f32,
                });
            }
            Err(_) => return Err(HullError::TooLarge(size)),
        };
        corners.remove(corner);
    }
}

/// The indices of the corners of the hull, counter-clockwise: no corner lies within `weld` of a corner before it, or
/// within `flat` of the line that it was split from.
pub(crate) fn quickhull(points: &[Point], weld: f64, flat: f64) -> Vec<usize> {
    let Some([first, last]) = ends_of_longer_side(points) else { return Vec::new() };
    let mut splitting =
        Splitting { points, weld, flat, indices: (0..points.len()).collect(), spare: vec![0; points.len()] };
    let mut corners = Vec::with_capacity(16);
    // A stack instead of recursion: points on a parabola would recurse once for each.
    let mut edges = Vec::with_capacity(16);
    let [below, above] = splitting.split(0..points.len(), [first, last, first]);
    edges.push(above);
    edges.push(below);
    while let Some(Edge { ends: [a, b], beyond, farthest }) = edges.pop() {
        match farthest {
            Some(f) => {
                let [from_a, to_b] = splitting.split(beyond, [a, f, b]);
                edges.push(to_b);
                edges.push(from_a);
            }
            None => corners.push(a),
        }
    }
    corners
}

/// An edge of the hull of what has been looked at so far, and what lies beyond it.
struct Edge {
    ends: [usize; 2],
    /// Where the points beyond it are among the indices of [`Splitting`].
    beyond: Range<usize>,
    /// The one that is farthest from the edge; `None` if there is none.
    farthest: Option<usize>,
}

/// The points, in the order in which they are split.
struct Splitting<'a> {
    points: &'a [Point],
    /// m.
    weld: f64,
    /// m.
    flat: f64,
    /// All points, those beyond an edge side by side.
    indices: Vec<usize>,
    /// As many, for the moment in which they are put side by side.
    spare: Vec<usize>,
}

impl Splitting<'_> {
    /// Of some of the points those beyond the edge from `a` to `m` and those beyond the edge from `m` to `b`.
    ///
    /// All are looked at once, and there is no branch but for a new farthest one: each is written down for both, and
    /// counted for one, or for none.
    fn split(&mut self, beyond: Range<usize>, [a, m, b]: [usize; 3]) -> [Edge; 2] {
        let at = |index: usize| wide(self.points[index]);
        let mut before = Beyond::of([at(a), at(m)], self.weld, self.flat);
        let mut after = Beyond::of([at(m), at(b)], self.weld, self.flat);
        let (some, spare) = (&mut self.indices[beyond.clone()], &mut self.spare[..]);
        let (mut of_before, mut of_after) = (0, 0);
        for place in 0..some.len() {
            let index = some[place];
            let p = at(index);
            let (is_before, is_after) = (before.takes(p, index), after.takes(p, index));
            some[of_before] = index;
            spare[of_after] = index;
            of_before += usize::from(is_before);
            of_after += usize::from(is_after & !is_before);
        }
        some[of_before..of_before + of_after].copy_from_slice(&spare[..of_after]);
        let middle = beyond.start + of_before;
        [
            Edge { ends: [a, m], beyond: beyond.start..middle, farthest: before.farthest },
            Edge { ends: [m, b], beyond: middle..middle + of_after, farthest: after.farthest },
        ]
    }
}

/// What can be a corner beyond an edge, and which point is the farthest so far.
struct Beyond {
    from: Wide,
    to: Wide,
    along: nalgebra::Vector2<f64>,
    /// What counts as on the line, times the length of the edge, squared, m^4: which saves a root.
    least: f64,
    /// m^2.
    weld: f64,
    /// The farthest, its height and its place along the edge, times the length of the edge, m^2.
    farthest: Option<usize>,
    height: f64,
    place: f64,
}

impl Beyond {
    fn of([from, to]: [Wide; 2], weld: f64, flat: f64) -> Self {
        let along = to - from;
        let least = flat * flat * along.norm_squared();
        Self { from, to, along, least, weld: weld * weld, farthest: None, height: 0.0, place: 0.0 }
    }

    /// Whether the point can be a corner.
    #[inline(always)]
    fn takes(&mut self, p: Wide, index: usize) -> bool {
        let height = -doubled_area(self.from, self.to, p);
        let corner = (height > 0.0)
            & (height * height > self.least)
            & ((p - self.from).norm_squared() > self.weld)
            & ((p - self.to).norm_squared() > self.weld);
        if corner & (height >= self.height) {
            self.consider(p, height, index);
        }
        corner
    }

    /// Of several equally far, the last along the edge: one between two others would be no corner.
    #[inline]
    fn consider(&mut self, p: Wide, height: f64, index: usize) {
        let place = self.along.dot(&(p - self.from));
        if self.farthest.is_none() || height > self.height || place > self.place {
            (self.farthest, self.height, self.place) = (Some(index), height, place);
        }
    }
}

/// The two ends along the longer side of the box: far apart, whatever the points; ties by the other coordinate.
fn ends_of_longer_side(points: &[Point]) -> Option<[usize; 2]> {
    let (lower, upper) = bounds(points);
    let size = |axis: usize| f64::from(upper[axis]) - f64::from(lower[axis]);
    let axis = usize::from(size(1) > size(0));
    let (low, high) = (lower[axis], upper[axis]);
    let (mut first, mut last) = (None::<(f32, usize)>, None::<(f32, usize)>);
    for (index, p) in points.iter().enumerate() {
        let (along, across) = (p.coords[axis], p.coords[1 - axis]);
        if along == low && first.is_none_or(|(least, _)| across < least) {
            first = Some((across, index));
        }
        if along == high && last.is_none_or(|(most, _)| across > most) {
            last = Some((across, index));
        }
    }
    Some([first?.1, last?.1])
}

/// Takes away corners that lie within `flat` of the line of a neighbouring edge, the smallest first, and then the
/// smallest until `most` are left. What a needle leaves may be less than a triangle.
fn drop_flat_corners(corners: &mut Vec<Point>, flat: f64, most: usize) {
    let neighbours = |corners: &[Point], i: usize| -> [Wide; 3] {
        let count = corners.len();
        [corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count]].map(wide)
    };
    while corners.len() > 2 {
        let too_many = corners.len() > most;
        let smallest = (0..corners.len())
            .filter_map(|i| {
                let [a, b, c] = neighbours(corners, i);
                let doubled = doubled_area(a, b, c);
                let (before, after) = ((b - a).norm_squared(), (c - b).norm_squared());
                let longer = if before > after { before } else { after };
                let is_flat = doubled <= 0.0 || doubled * doubled <= flat * flat * longer;
                (too_many || is_flat).then_some((doubled, i))
            })
            .reduce(|least, corner| if corner.0 < least.0 { corner } else { least });
        let Some((_, corner)) = smallest else { return };
        corners.remove(corner);
    }
}

/// The area of a polygon's sharp outline, m^2.
pub(crate) fn area_of(polygon: &Polygon) -> f64 {
    ring_area(polygon.vertices().iter().map(|&p| wide(p)))
}
