//! A simple polygon with holes: what a user draws, before it becomes convex pieces.
//!
//! ```text
//!   +-----------+      ring 0, the border: counter-clockwise
//!   |  +-----+  |      rings 1.., the holes: clockwise
//!   |  |     |  |      the solid lies to the left of every edge
//!   |  +-----+  |
//!   +-----------+
//! ```
//!
//! Vertices nearer than the weld tolerance are one, and exactly straight ones are dropped. What is then left must be
//! simple: no two edges touch but neighbours, and those only in their common vertex. The test is exact
//! (`predicate`), so that everything built on an outline may rely on it: an ear clipper whose input is simple cannot
//! get stuck.
//!
//! Edges are compared by sort and sweep (seed 004): sorted by their left ends, each with those before it that still
//! reach it. n log n where edges are short against the width, n^2 for a comb of long ones. Turned down: Bentley and
//! Ottmann's sweep, n log n always, but its tree must be ordered by intersections that rounding moves.

use crate::Point;
use crate::hull::weld_distance;
use crate::predicate::{extent, folds_back, orientation, ring_area, ring_contains, segments_touch, wide};
use crate::tolerance::{MIN_AREA, MIN_COORDINATE};
use alloc::vec::Vec;
use thiserror::Error;

/// Why rings do not make an outline. Ring 0 is the border, the others are holes; edges are named by the vertex they
/// start at, as the caller numbered it.
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
    /// A ring has fewer than three vertices after welding.
    #[error("ring {ring} has {count} vertices that are apart and not straight: at least 3 make a ring")]
    TooFewVertices {
        /// Which ring.
        ring: usize,
        /// What is left of it.
        count: usize,
    },
    /// Two edges cross or touch, or one folds back over the other.
    #[error(
        "edge {edge} of ring {ring} touches edge {other_edge} of ring {other_ring}: the outline is not simple"
    )]
    Touch {
        /// The ring of one edge.
        ring: usize,
        /// Its first vertex.
        edge: usize,
        /// The ring of the other.
        other_ring: usize,
        /// Its first vertex.
        other_edge: usize,
    },
    /// A ring encloses next to nothing.
    #[error("ring {ring} encloses {area} m^2: at least {MIN_AREA} m^2 make an inside")]
    NoArea {
        /// Which ring.
        ring: usize,
        /// What it encloses, m^2.
        area: f32,
    },
    /// A hole lies outside the border.
    #[error("hole {ring} lies outside the border")]
    HoleOutside {
        /// Which ring.
        ring: usize,
    },
    /// A hole lies in another hole.
    #[error("hole {ring} lies in hole {other}")]
    NestedHole {
        /// The inner ring.
        ring: usize,
        /// The outer one.
        other: usize,
    },
}

/// A border and its holes, simple and disjoint.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::OutlineData", into = "crate::serialized::OutlineData")
)]
pub struct Outline {
    vertices: Vec<Point>,
    /// Where each ring ends in `vertices`.
    ends: Vec<usize>,
}

impl Outline {
    /// Without holes: the border's vertices (m), in either sense.
    ///
    /// # Errors
    /// [`OutlineError`] naming what is wrong.
    ///
    /// ```
    /// use geom::{Outline, OutlineError};
    /// let clockwise_l = Outline::new([[0.0, 0.0], [0.0, 2.0], [1.0, 2.0], [1.0, 1.0], [2.0, 1.0], [2.0, 0.0]])?;
    /// assert_eq!(clockwise_l.area(), 3.0);
    /// let bow_tie = Outline::new([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
    /// assert!(matches!(bow_tie, Err(OutlineError::Touch { .. })));
    /// # Ok::<(), OutlineError>(())
    /// ```
    pub fn new<P: Into<Point>>(border: impl IntoIterator<Item = P>) -> Result<Self, OutlineError> {
        let border: Vec<Point> = border.into_iter().map(Into::into).collect();
        Self::of_rings(&[&border])
    }

    /// With holes: all vertices in metres, every ring in either sense.
    ///
    /// # Errors
    /// [`OutlineError`] naming what is wrong.
    ///
    /// ```
    /// use geom::{Outline, Point};
    /// let border = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(Point::from);
    /// let hole = [[1.0, 1.0], [3.0, 1.0], [2.0, 3.0]].map(Point::from);
    /// assert_eq!(Outline::with_holes(&border, &[&hole])?.area(), 14.0);
    /// # Ok::<(), geom::OutlineError>(())
    /// ```
    pub fn with_holes(border: &[Point], holes: &[&[Point]]) -> Result<Self, OutlineError> {
        let mut rings = Vec::with_capacity(holes.len() + 1);
        rings.push(border);
        rings.extend_from_slice(holes);
        Self::of_rings(&rings)
    }

    fn of_rings(rings: &[&[Point]]) -> Result<Self, OutlineError> {
        for (ring, vertices) in rings.iter().enumerate() {
            for (index, p) in vertices.iter().enumerate() {
                if !(p.x.is_finite() && p.y.is_finite()) {
                    return Err(OutlineError::NotFinite { ring, index, x: p.x, y: p.y });
                }
            }
        }
        let weld = weld_distance(rings.first().map_or(0.0, |border| extent(border)));
        let mut outline = Self { vertices: Vec::new(), ends: Vec::new() };
        let (mut numbers, mut reversed) = (Vec::new(), Vec::new());
        for (ring, vertices) in rings.iter().enumerate() {
            let mut clean = without_straight(&welded(vertices, weld));
            if clean.len() < 3 {
                return Err(OutlineError::TooFewVertices { ring, count: clean.len() });
            }
            let area = ring_area(clean.iter().map(|v| wide(v.1)));
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

    /// The rings (m): the border first, counter-clockwise, then the holes, clockwise.
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
        self.wide_area() as f32
    }

    pub(crate) fn wide_area(&self) -> f64 {
        self.rings().map(|ring| ring_area(ring.iter().map(|&p| wide(p)))).sum()
    }

    /// Where the vertices of a ring lie.
    pub(crate) fn range(&self, ring: usize) -> core::ops::Range<usize> {
        let start = if ring == 0 { 0 } else { self.ends[ring - 1] };
        start..self.ends[ring]
    }

    /// The vertex after `vertex` in its ring.
    pub(crate) fn next_in(range: &core::ops::Range<usize>, vertex: usize) -> usize {
        if vertex + 1 < range.end { vertex + 1 } else { range.start }
    }

    /// No two edges touch but neighbours. `numbers` are the caller's numbers of the vertices, `reversed` says which
    /// rings the caller gave the other way round.
    fn check_simple(&self, numbers: &[usize], reversed: &[bool]) -> Result<(), OutlineError> {
        let edges: Vec<(usize, [usize; 2])> = (0..self.ends.len())
            .flat_map(|ring| {
                let range = self.range(ring);
                range.clone().map(move |v| (ring, [v, Self::next_in(&range, v)]))
            })
            .collect();
        let touching = first_touch(&self.vertices, edges.iter().map(|edge| edge.1));
        if let Some((one, two)) = touching {
            // An edge of a reversed ring starts, for the caller, where it ends here.
            let start = |edge: usize| {
                let (ring, [from, to]) = edges[edge];
                (ring, if reversed[ring] { numbers[to] } else { numbers[from] })
            };
            let (one, two) = (start(one), start(two));
            let ((ring, edge), (other_ring, other_edge)) = if one < two { (one, two) } else { (two, one) };
            return Err(OutlineError::Touch { ring, edge, other_ring, other_edge });
        }
        for (ring, vertices) in self.rings().enumerate() {
            let area = ring_area(vertices.iter().map(|&p| wide(p))).abs();
            if area < f64::from(MIN_AREA) {
                return Err(OutlineError::NoArea { ring, area: area as f32 });
            }
        }
        Ok(())
    }

    /// Holes lie in the border and not in each other; one vertex speaks for a ring, since none touch.
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

/// The vertices with their numbers, those within `weld` of the one before left out.
fn welded(vertices: &[Point], weld: f64) -> Vec<(usize, Point)> {
    // So near to zero that products of such numbers underflow, it is zero.
    let flush = |v: f32| if v.abs() < MIN_COORDINATE { 0.0 } else { v };
    let near = |a: Point, b: Point| (wide(a) - wide(b)).norm_squared() <= weld * weld;
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

/// The vertices without those that lie exactly between their neighbours.
fn without_straight(ring: &[(usize, Point)]) -> Vec<(usize, Point)> {
    let count = ring.len();
    if count < 3 {
        return ring.to_vec();
    }
    let mut kept: Vec<(usize, Point)> = Vec::with_capacity(count);
    for (i, &vertex) in ring.iter().enumerate() {
        let before = kept.last().unwrap_or(&ring[count - 1]).1;
        let after = ring[(i + 1) % count].1;
        let straight = orientation(before, vertex.1, after) == 0.0 && !folds_back(before, vertex.1, after);
        if !straight {
            kept.push(vertex);
        }
    }
    kept
}

/// The first two edges (of indices into `points`) that touch, in the order of their left ends: neighbours, which
/// share an index, only if one folds back over the other.
pub(crate) fn first_touch(
    points: &[Point],
    edges: impl IntoIterator<Item = [usize; 2]>,
) -> Option<(usize, usize)> {
    let edges: Vec<[usize; 2]> = edges.into_iter().collect();
    let ends = |edge: usize| edges[edge].map(|v| points[v]);
    let sorted = |a: f32, b: f32| if a < b { (a, b) } else { (b, a) };
    let left = |edge: usize| sorted(ends(edge)[0].x, ends(edge)[1].x);
    let level = |edge: usize| sorted(ends(edge)[0].y, ends(edge)[1].y);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&a, &b| left(a).0.total_cmp(&left(b).0).then(a.cmp(&b)));
    let mut reaching: Vec<usize> = Vec::new();
    for edge in order {
        let (from, (low, high)) = (left(edge).0, level(edge));
        reaching.retain(|&other| left(other).1 >= from);
        for &other in &reaching {
            let (other_low, other_high) = level(other);
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
        reaching.push(edge);
    }
    None
}
