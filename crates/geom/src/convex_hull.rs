//! The convex hull of points.
//!
//! Quickhull (Eddy 1977; *Souto, Video Game Physics II*, Convex and Concave Shapes). The two extreme points
//! along an axis divide the others into two sides. On each side the farthest point from the line is a corner;
//! it replaces the line by two edges, and the points beyond these are treated in the same way:
//!
//! ```text
//!            f                     f            points under a-f and f-b are inside and are dropped;
//!          .   .                 /...\          points above an edge stay with that edge
//!        .  .    .     ->      /.     \
//!       a --------- b         a         b
//! ```
//!
//! A point makes no corner within the flatness tolerance of its edge, or within the weld tolerance of an end.
//! So near-duplicates and near-collinear points are dropped, each within the tolerance of the hull; dropping
//! corners one by one afterwards would add up errors along a finely sampled arc. Andrew's monotone chain
//! cannot apply the tolerance (`docs/experiments/geometry.md`).

use crate::double::{Point64, Vec64, doubled_area, to_f64};
use crate::predicate::{bounds, extent};
use crate::tolerance::{FLATNESS, WELD};
use crate::vector::first_not_finite;
use crate::{Point, Polygon, ShapeError};
use alloc::vec::Vec;
use core::ops::Range;
use thiserror::Error;

/// Why points have no convex hull with an area.
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
    /// The points coincide.
    #[error(
        "all points coincide: they lie in a box of {extent} m, and points closer than {weld} m are merged"
    )]
    Coincident {
        /// The larger side of their box, m.
        extent: f32,
        /// Points nearer than this are merged, m.
        weld: f32,
    },
    /// The points lie on a line.
    #[error("the points lie on a line of {extent} m, to within {flatness} m: add a point beside it")]
    Collinear {
        /// The larger side of their box, m.
        extent: f32,
        /// A point nearer than this counts as on the line, m.
        flatness: f32,
    },
    /// The hull has more vertices than a polygon may have.
    #[error("the hull has {0} vertices: a polygon has at most {max}; `convex_hull` returns all of them",
        max = Polygon::MAX_VERTICES)]
    TooManyVertices(usize),
    /// The area does not fit into f32.
    #[error("the points span {0} m: their area is too large for f32")]
    TooLarge(f32),
}

pub(crate) fn weld_distance(extent: f64) -> f64 {
    let (absolute, relative) = (f64::from(WELD), flat_distance(extent));
    if absolute > relative { absolute } else { relative }
}

pub(crate) fn flat_distance(extent: f64) -> f64 {
    f64::from(FLATNESS) * extent
}

/// The corners of the convex hull of `points` (m), counter-clockwise and strictly convex, starting at the
/// least along the longer side of their box. Corners are among the points, and no point lies farther outside
/// than [`WELD`] or [`FLATNESS`] times the extent, whichever is larger.
///
/// # Errors
/// [`HullError`] for fewer than three points, a point that is not finite, and points that coincide or lie on
/// a line.
///
/// ```
/// use geom::{Point, convex_hull};
/// let cloud = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [1.0, 0.2], [0.0, 2.0], [2.0, 2.0]];
/// let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(Point::from);
/// assert_eq!(convex_hull(cloud)?, square);
/// # Ok::<(), geom::HullError>(())
/// ```
#[doc(alias = "b2ComputeHull")]
pub fn convex_hull<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Result<Vec<Point>, HullError> {
    hull_corners(&Vec::from_iter(points.into_iter().map(Into::into)), |_| ())
}

/// What quickhull does with one edge of the hull found so far, in indices of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullStep<'a> {
    /// The ends of the edge, counter-clockwise.
    pub ends: [usize; 2],
    /// The points beyond the edge, in no particular order.
    pub beyond: &'a [usize],
    /// The farthest of them, which becomes a corner; `None` if the edge is one of the hull.
    pub farthest: Option<usize>,
}

/// [`convex_hull`], with a callback for each edge. The first two join the extreme points along the longer
/// side of the box, there and back.
///
/// # Errors
/// As for [`convex_hull`].
///
/// ```
/// use geom::convex_hull_observed;
/// let kite = [[0.0, 0.0], [4.0, 0.0], [2.0, 1.0], [2.0, -1.0], [2.0, 0.5]].map(geom::Point::from);
/// let mut new_corners = Vec::new();
/// convex_hull_observed(&kite, |step| new_corners.extend(step.farthest))?;
/// assert_eq!(new_corners, [3, 2]); // below first; point 4 lies inside
/// # Ok::<(), geom::HullError>(())
/// ```
pub fn convex_hull_observed(
    points: &[Point],
    observe: impl FnMut(HullStep<'_>),
) -> Result<Vec<Point>, HullError> {
    hull_corners(points, observe)
}

fn hull_corners(points: &[Point], observe: impl FnMut(HullStep<'_>)) -> Result<Vec<Point>, HullError> {
    if let Some((index, p)) = first_not_finite(points) {
        return Err(HullError::NotFinite { index, x: p.x, y: p.y });
    }
    if points.len() < 3 {
        return Err(HullError::TooFewPoints(points.len()));
    }
    let size = extent(points);
    let (weld, flat) = (weld_distance(size), flat_distance(size));
    if size <= weld {
        return Err(HullError::Coincident { extent: size as f32, weld: weld as f32 });
    }
    let mut corners = Vec::with_capacity(points.len().min(16));
    quickhull(points, weld, flat, observe, |index| corners.push(points[index]));
    drop_flat_corners(&mut corners, flat, usize::MAX);
    if corners.len() < 3 {
        return Err(HullError::Collinear { extent: size as f32, flatness: flat as f32 });
    }
    Ok(corners)
}

impl Polygon {
    /// The [`convex_hull`] of `points` (m, in any order).
    ///
    /// # Errors
    /// As for [`convex_hull`], and if the hull has more than [`Polygon::MAX_VERTICES`] vertices or is too
    /// large for f32.
    ///
    /// ```
    /// use geom::{HullError, Polygon};
    /// let kite = Polygon::hull_of([[0.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0]])?;
    /// assert_eq!(kite.vertices().len(), 3);
    /// assert_eq!(Polygon::hull_of([[0.0, 0.0], [1.0, 1.0]]), Err(HullError::TooFewPoints(2)));
    /// # Ok::<(), HullError>(())
    /// ```
    pub fn hull_of<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Result<Self, HullError> {
        let corners = convex_hull(points)?;
        if corners.len() > Self::MAX_VERTICES {
            return Err(HullError::TooManyVertices(corners.len()));
        }
        polygon_from_corners(corners)
    }

    /// Drops the corners of the smallest area beyond `max_vertices`.
    pub(crate) fn hull_of_piece(points: &[Point], max_vertices: usize) -> Result<Self, HullError> {
        let mut corners = hull_corners(points, |_| ())?;
        drop_flat_corners(&mut corners, 0.0, max_vertices);
        polygon_from_corners(corners)
    }
}

/// The polygon without corners that are straight in f32, as near the ends of its range.
fn polygon_from_corners(mut corners: Vec<Point>) -> Result<Polygon, HullError> {
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

/// Calls `found` with the indices of the corners, counter-clockwise: none within `weld` of an earlier corner,
/// or within `flat` of the edge that it replaced.
pub(crate) fn quickhull(
    points: &[Point],
    weld: f64,
    flat: f64,
    mut observe: impl FnMut(HullStep<'_>),
    mut found: impl FnMut(usize),
) {
    let Some([first, last]) = ends_of_longer_side(points) else { return };
    let (mut few, mut many) = ([0; 2 * FEW_POINTS], Vec::new());
    let memory = if points.len() <= FEW_POINTS {
        &mut few[..2 * points.len()]
    } else {
        many.resize(2 * points.len(), 0);
        &mut many[..]
    };
    let (indices, spare) = memory.split_at_mut(points.len());
    indices.iter_mut().enumerate().for_each(|(i, index)| *index = i);
    let mut splitting = Splitting { points, weld, flat, indices, spare };
    // An explicit stack: points on a parabola would make recursion as deep as there are points.
    let mut edges = Vec::with_capacity(16);
    let [below, above] = splitting.split(0..points.len(), [first, last, first]);
    edges.push(above);
    edges.push(below);
    while let Some(Edge { ends: [a, b], beyond, farthest }) = edges.pop() {
        // `get` cannot panic, so without an observer the compiler removes this.
        let indices = splitting.indices.get(beyond.clone()).unwrap_or_default();
        observe(HullStep { ends: [a, b], beyond: indices, farthest });
        match farthest {
            Some(f) => {
                let [from_a, to_b] = splitting.split(beyond, [a, f, b]);
                edges.push(to_b);
                edges.push(from_a);
            }
            None => found(a),
        }
    }
}

/// Up to this many points the lists are on the stack, which saves the allocation.
const FEW_POINTS: usize = 16;

struct Edge {
    ends: [usize; 2],
    beyond: Range<usize>,
    farthest: Option<usize>,
}

struct Splitting<'a> {
    points: &'a [Point],
    /// m.
    weld: f64,
    /// m.
    flat: f64,
    /// Those beyond the same edge lie side by side.
    indices: &'a mut [usize],
    spare: &'a mut [usize],
}

impl Splitting<'_> {
    /// The points beyond the edges from `a` to `m` and from `m` to `b`.
    ///
    /// One pass whose only branch is for a new farthest point: each index is written to both lists, and then
    /// the end of one or of none advances.
    fn split(&mut self, beyond: Range<usize>, [a, m, b]: [usize; 3]) -> [Edge; 2] {
        let at = |index: usize| to_f64(self.points[index]);
        let mut before = CornerSearch::new([at(a), at(m)], self.weld, self.flat);
        let mut after = CornerSearch::new([at(m), at(b)], self.weld, self.flat);
        let (indices, spare) = (&mut self.indices[beyond.clone()], &mut *self.spare);
        let (mut count_before, mut count_after) = (0, 0);
        for i in 0..indices.len() {
            let index = indices[i];
            let p = at(index);
            let (is_before, is_after) = (before.accepts(p, index), after.accepts(p, index));
            indices[count_before] = index;
            spare[count_after] = index;
            count_before += usize::from(is_before);
            count_after += usize::from(is_after & !is_before);
        }
        indices[count_before..count_before + count_after].copy_from_slice(&spare[..count_after]);
        let middle = beyond.start + count_before;
        [
            Edge { ends: [a, m], beyond: beyond.start..middle, farthest: before.farthest },
            Edge { ends: [m, b], beyond: middle..middle + count_after, farthest: after.farthest },
        ]
    }
}

struct CornerSearch {
    from: Point64,
    to: Point64,
    edge: Vec64,
    /// The flatness tolerance times the length of the edge, squared, m^4.
    min_height_squared: f64,
    /// m^2.
    weld_squared: f64,
    farthest: Option<usize>,
    /// Of the farthest point above the edge, times the length of the edge, m^2.
    height: f64,
    /// The same along the edge, m^2.
    position: f64,
}

impl CornerSearch {
    fn new([from, to]: [Point64; 2], weld: f64, flat: f64) -> Self {
        let edge = to - from;
        Self {
            from,
            to,
            edge,
            min_height_squared: flat * flat * edge.norm_squared(),
            weld_squared: weld * weld,
            farthest: None,
            height: 0.0,
            position: 0.0,
        }
    }

    #[inline(always)]
    fn accepts(&mut self, p: Point64, index: usize) -> bool {
        let height = -doubled_area(self.from, self.to, p);
        let is_corner = (height > 0.0)
            & (height * height > self.min_height_squared)
            & ((p - self.from).norm_squared() > self.weld_squared)
            & ((p - self.to).norm_squared() > self.weld_squared);
        if is_corner & (height >= self.height) {
            self.update_farthest(p, height, index);
        }
        is_corner
    }

    /// Of equally far points, the last along the edge: one between two others would be no corner.
    #[inline]
    fn update_farthest(&mut self, p: Point64, height: f64, index: usize) {
        let position = self.edge.dot(&(p - self.from));
        if self.farthest.is_none() || height > self.height || position > self.position {
            (self.farthest, self.height, self.position) = (Some(index), height, position);
        }
    }
}

/// Along the longer side of the box; equal coordinates are ordered by the other.
fn ends_of_longer_side(points: &[Point]) -> Option<[usize; 2]> {
    let (lower, upper) = bounds(points);
    let size = |axis: usize| f64::from(upper[axis]) - f64::from(lower[axis]);
    let axis = usize::from(size(1) > size(0));
    let (low, high) = (lower[axis], upper[axis]);
    let (mut first, mut last) = (None::<(f32, usize)>, None::<(f32, usize)>);
    for (index, p) in points.iter().enumerate() {
        let (coordinate, other) = (p.coords[axis], p.coords[1 - axis]);
        if coordinate == low && first.is_none_or(|(least, _)| other < least) {
            first = Some((other, index));
        }
        if coordinate == high && last.is_none_or(|(most, _)| other > most) {
            last = Some((other, index));
        }
    }
    Some([first?.1, last?.1])
}

/// Drops corners within `flat` of the line of a neighbouring edge, the smallest first, then the smallest
/// until `max_count` are left. A very thin hull may keep fewer than three.
fn drop_flat_corners(corners: &mut Vec<Point>, flat: f64, max_count: usize) {
    let neighbours = |corners: &[Point], i: usize| -> [Point64; 3] {
        let last = corners.len() - 1;
        let (before, after) = (if i == 0 { last } else { i - 1 }, if i == last { 0 } else { i + 1 });
        [corners[before], corners[i], corners[after]].map(to_f64)
    };
    while corners.len() > 2 {
        let too_many = corners.len() > max_count;
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
