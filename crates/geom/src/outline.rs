//! A simple polygon with holes, which can be simplified and decomposed into convex pieces.
//!
//! ```text
//!   +-----------+      ring 0, the border: counter-clockwise
//!   |  +-----+  |      rings 1.., the holes: clockwise
//!   |  |     |  |      the solid lies to the left of every edge
//!   |  +-----+  |
//!   +-----------+
//! ```
//!
//! Vertices closer than the weld tolerance are merged, and exactly straight ones dropped. The result must be
//! simple: no two edges touch, except neighbours in their common vertex. The test is exact (`predicate`), so
//! an ear clipper always finds an ear.
//!
//! Pairs of edges are found by sort and sweep (*Souto, Video Game Physics II*): each edge is compared with
//! those before it, by left ends, that reach its left end: n log n for short edges, n^2 for a comb of long
//! ones. Bentley and Ottmann's sweep depends on the order of intersections, which are rounded.

use crate::Point;
use crate::convex_hull::weld_distance;
use crate::double::{ring_area, to_f64};
use crate::predicate::{extent, folds_back, orientation, ring_contains, segments_touch};
use crate::tolerance::{MIN_AREA, MIN_COORDINATE};
use crate::vector::first_not_finite;
use alloc::vec::Vec;
use thiserror::Error;

/// Why rings do not make an outline. Ring 0 is the border. Vertices and edges, by their first vertex, have
/// the indices of the caller's lists.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum OutlineError {
    /// A vertex is NaN or infinite.
    #[error("vertex {index} of ring {ring} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which ring.
        ring: usize,
        /// Which of its vertices.
        index: usize,
        /// Its x, m.
        x: f32,
        /// Its y, m.
        y: f32,
    },
    /// A ring has fewer than three vertices after merging.
    #[error(
        "ring {ring} has {count} vertices after merging near and dropping straight ones: it needs at least 3"
    )]
    TooFewVertices {
        /// Which ring.
        ring: usize,
        /// The number that is left.
        count: usize,
    },
    /// Two edges touch, or one folds back over the other.
    #[error(
        "edge {edge} of ring {ring} touches edge {other_edge} of ring {other_ring}: move or remove one of them"
    )]
    Touch {
        /// The ring of one edge.
        ring: usize,
        /// The first vertex of this edge.
        edge: usize,
        /// The ring of the other edge.
        other_ring: usize,
        /// Its first vertex.
        other_edge: usize,
    },
    /// A ring encloses too little area.
    #[error("ring {ring} encloses {area} m^2: it must enclose at least {MIN_AREA} m^2")]
    NoArea {
        /// Which ring.
        ring: usize,
        /// The enclosed area, m^2.
        area: f32,
    },
    /// A ring is so wide that its area may overflow.
    #[error("ring {ring} is {width} m wide: it must be narrower than {MAX_WIDTH} m")]
    TooWide {
        /// Which ring.
        ring: usize,
        /// Greater side of its box, m.
        width: f32,
    },
    /// A hole lies outside the border.
    #[error("ring {ring}, a hole, lies outside the border, ring 0: move or remove it")]
    HoleOutside {
        /// Which ring.
        ring: usize,
    },
    /// A hole lies in another hole.
    #[error("ring {ring}, a hole, lies in ring {other}, another hole: move or remove it")]
    NestedHole {
        /// The inner ring.
        ring: usize,
        /// The outer one.
        other: usize,
    },
}

/// m. Its square bounds the area; an f32 holds a hundred times as much.
const MAX_WIDTH: f32 = 1e18;

/// A border and its holes, simple and disjoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    vertices: Vec<Point>,
    ends: Vec<usize>,
}

impl Outline {
    /// An outline without holes, from the vertices of the border (m), in either winding.
    ///
    /// # Errors
    /// [`OutlineError`] names the wrong vertex or edges.
    ///
    /// ```
    /// use geom::{Outline, OutlineError};
    /// let clockwise_l = Outline::new([[0., 0.], [0., 2.], [1., 2.], [1., 1.], [2., 1.], [2., 0.]])?;
    /// assert_eq!(clockwise_l.area(), 3.0);
    /// let bow_tie = Outline::new([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
    /// assert!(matches!(bow_tie, Err(OutlineError::Touch { .. })));
    /// # Ok::<(), OutlineError>(())
    /// ```
    pub fn new<P: Into<Point>>(border: impl IntoIterator<Item = P>) -> Result<Self, OutlineError> {
        Self::of_rings(&[border.into_iter().map(Into::into).collect()])
    }

    /// An outline with holes, from the vertices of the border and of each hole (m), in either winding.
    ///
    /// # Errors
    /// [`OutlineError`] names the ring, and the wrong vertex or edges.
    ///
    /// ```
    /// use geom::Outline;
    /// let border = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    /// let hole = [[1.0, 1.0], [3.0, 1.0], [2.0, 3.0]];
    /// assert_eq!(Outline::with_holes(border, [hole])?.area(), 14.0);
    /// # Ok::<(), geom::OutlineError>(())
    /// ```
    pub fn with_holes<P: Into<Point>, Q: Into<Point>>(
        border: impl IntoIterator<Item = P>,
        holes: impl IntoIterator<Item = impl IntoIterator<Item = Q>>,
    ) -> Result<Self, OutlineError> {
        let mut rings = Vec::new();
        rings.push(border.into_iter().map(Into::into).collect());
        rings.extend(holes.into_iter().map(|hole| hole.into_iter().map(Into::into).collect()));
        Self::of_rings(&rings)
    }

    fn of_rings(rings: &[Vec<Point>]) -> Result<Self, OutlineError> {
        for (ring, vertices) in rings.iter().enumerate() {
            if let Some((index, p)) = first_not_finite(vertices) {
                return Err(OutlineError::NotFinite { ring, index, x: p.x, y: p.y });
            }
            let width = extent(vertices) as f32;
            if width >= MAX_WIDTH {
                return Err(OutlineError::TooWide { ring, width });
            }
        }
        let weld = weld_distance(rings.first().map_or(0.0, |border| extent(border)));
        let mut outline = Self { vertices: Vec::new(), ends: Vec::new() };
        let (mut numbers, mut reversed) = (Vec::new(), Vec::new());
        for (ring, vertices) in rings.iter().enumerate() {
            let mut clean = without_straight(&merged(vertices, weld));
            if clean.len() < 3 {
                return Err(OutlineError::TooFewVertices { ring, count: clean.len() });
            }
            let area = ring_area(clean.iter().map(|v| to_f64(v.1)));
            reversed.push((area < 0.0) == (ring == 0));
            if reversed[ring] {
                clean.reverse();
            }
            for (number, p) in clean {
                numbers.push(number);
                outline.vertices.push(p);
            }
            outline.ends.push(outline.vertices.len());
        }
        outline.check_simple(&numbers, &reversed)?;
        outline.check_nesting()?;
        Ok(outline)
    }

    /// The border first, counter-clockwise, then the holes, clockwise, m.
    #[must_use]
    pub fn rings(&self) -> impl ExactSizeIterator<Item = &[Point]> + Clone {
        (0..self.ends.len()).map(|ring| &self.vertices[self.range(ring)])
    }

    /// The border, counter-clockwise, m.
    #[must_use]
    pub fn border(&self) -> &[Point] {
        &self.vertices[self.range(0)]
    }

    /// The holes, clockwise, m.
    #[must_use]
    pub fn holes(&self) -> impl ExactSizeIterator<Item = &[Point]> + Clone {
        self.rings().skip(1)
    }

    /// All vertices, ring after ring, m.
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// The area of the solid, m^2.
    #[must_use]
    pub fn area(&self) -> f32 {
        let area: f64 = self.rings().map(|ring| ring_area(ring.iter().map(|&p| to_f64(p)))).sum();
        area as f32
    }

    pub(crate) fn range(&self, ring: usize) -> core::ops::Range<usize> {
        let start = if ring == 0 { 0 } else { self.ends[ring - 1] };
        start..self.ends[ring]
    }

    pub(crate) fn next_in(range: &core::ops::Range<usize>, vertex: usize) -> usize {
        if vertex + 1 < range.end { vertex + 1 } else { range.start }
    }

    /// No two edges may touch, except neighbours in their common vertex. `numbers` are the caller's indices
    /// of vertices; `reversed` are the rings that were turned.
    fn check_simple(&self, numbers: &[usize], reversed: &[bool]) -> Result<(), OutlineError> {
        let edges: Vec<(usize, [usize; 2])> = (0..self.ends.len())
            .flat_map(|ring| {
                let range = self.range(ring);
                range.clone().map(move |v| (ring, [v, Self::next_in(&range, v)]))
            })
            .collect();
        let touching = first_touch(&self.vertices, edges.iter().map(|edge| edge.1));
        if let Some((one, two)) = touching {
            // In the caller's order, an edge of a turned ring starts where it ends here.
            let start = |edge: usize| {
                let (ring, [from, to]) = edges[edge];
                (ring, if reversed[ring] { numbers[to] } else { numbers[from] })
            };
            let (one, two) = (start(one), start(two));
            let ((ring, edge), (other_ring, other_edge)) = if one < two { (one, two) } else { (two, one) };
            return Err(OutlineError::Touch { ring, edge, other_ring, other_edge });
        }
        for (ring, vertices) in self.rings().enumerate() {
            let area = ring_area(vertices.iter().map(|&p| to_f64(p))).abs();
            if area < f64::from(MIN_AREA) {
                return Err(OutlineError::NoArea { ring, area: area as f32 });
            }
        }
        Ok(())
    }

    /// One vertex is enough, since no rings touch.
    fn check_nesting(&self) -> Result<(), OutlineError> {
        for (ring, hole) in self.rings().enumerate().skip(1) {
            if !ring_contains(self.border(), hole[0]) {
                return Err(OutlineError::HoleOutside { ring });
            }
            let around = self
                .rings()
                .enumerate()
                .skip(1)
                .find(|&(other, around)| other != ring && ring_contains(around, hole[0]));
            if let Some((other, _)) = around {
                return Err(OutlineError::NestedHole { ring, other });
            }
        }
        Ok(())
    }
}

fn merged(vertices: &[Point], weld: f64) -> Vec<(usize, Point)> {
    // Products of such numbers would underflow.
    let flush = |v: f32| if v.abs() < MIN_COORDINATE { 0.0 } else { v };
    let near = |a: Point, b: Point| (to_f64(a) - to_f64(b)).norm_squared() <= weld * weld;
    let mut kept: Vec<(usize, Point)> = Vec::with_capacity(vertices.len());
    for (number, p) in vertices.iter().enumerate() {
        let p = Point::new(flush(p.x), flush(p.y));
        if kept.last().is_none_or(|last| !near(last.1, p)) {
            kept.push((number, p));
        }
    }
    while kept.len() > 1 && near(kept[0].1, kept[kept.len() - 1].1) {
        kept.pop();
    }
    kept
}

fn without_straight(ring: &[(usize, Point)]) -> Vec<(usize, Point)> {
    let count = ring.len();
    if count < 3 {
        return ring.to_vec();
    }
    let mut kept: Vec<(usize, Point)> = Vec::with_capacity(count);
    for (i, &vertex) in ring.iter().enumerate() {
        let before = kept.last().unwrap_or(&ring[count - 1]).1;
        let after = ring[(i + 1) % count].1;
        let is_straight = orientation(before, vertex.1, after) == 0.0 && !folds_back(before, vertex.1, after);
        if !is_straight {
            kept.push(vertex);
        }
    }
    kept
}

/// The first edges (pairs of indices into `points`) that touch, by their left ends. Neighbours, which share
/// an index, touch if one folds back.
pub(crate) fn first_touch(
    points: &[Point],
    edges: impl IntoIterator<Item = [usize; 2]>,
) -> Option<(usize, usize)> {
    let edges: Vec<[usize; 2]> = edges.into_iter().collect();
    let ends = |edge: usize| edges[edge].map(|v| points[v]);
    let sorted = |a: f32, b: f32| if a < b { (a, b) } else { (b, a) };
    let x_range = |edge: usize| sorted(ends(edge)[0].x, ends(edge)[1].x);
    let y_range = |edge: usize| sorted(ends(edge)[0].y, ends(edge)[1].y);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    compute::sort_by(&mut order, |&a, &b| x_range(a).0.total_cmp(&x_range(b).0).then(a.cmp(&b)));
    let mut active: Vec<usize> = Vec::new();
    for edge in order {
        let (left, (low, high)) = (x_range(edge).0, y_range(edge));
        active.retain(|&other| x_range(other).1 >= left);
        for &other in &active {
            let (other_low, other_high) = y_range(other);
            if other_high < low || other_low > high {
                continue;
            }
            let (one, two) = (edges[edge], edges[other]);
            let shared = |i: usize, j: usize| one[i] == two[j];
            let fold = |i: usize, j: usize| {
                shared(i, j) && folds_back(points[one[1 - i]], points[one[i]], points[two[1 - j]])
            };
            let neighbours = shared(0, 0) || shared(0, 1) || shared(1, 0) || shared(1, 1);
            let touch = if neighbours {
                fold(0, 0) || fold(0, 1) || fold(1, 0) || fold(1, 1)
            } else {
                segments_touch(ends(edge), ends(other))
            };
            if touch {
                return Some((edge.min(other), edge.max(other)));
            }
        }
        active.push(edge);
    }
    None
}
