//! Decomposes a concave outline, with holes, into few convex pieces.
//!
//! 1. Triangulate the outline between its vertices (`triangulate`).
//! 2. Remove diagonals while the corners at both ends stay convex (Hertel and Mehlhorn, Fast Triangulation of
//!    Simple Polygons, 1983: at most four times the fewest pieces). Diagonals that alone make no reflex
//!    corner convex go first, those that do so at both ends last; among equals the longest.
//! 3. Join further neighbours, the shallowest notch first, if the notches that the hull of both fills are no
//!    deeper than the given depth. It is measured on the joined *outlines*, so it bounds the result however
//!    many pieces were joined:
//!
//! ```text
//!      +-----+     lid
//!      |      \ . . . . .+       the notch under the lid is filled if its
//!      |       \___/     |       deepest vertex is no farther than `depth`
//!      |        notch    |       from the lid
//!      +-----------------+
//! ```
//!
//! The exact decomposition too fills notches of [`FLATNESS`](crate::tolerance::FLATNESS) times the extent,
//! which f32 cannot tell from straight lines.
//!
//! Turned down: the fewest possible pieces (Chazelle and Dobkin 1985): cubic time, no holes; V-HACD (*Souto,
//! Video Game Physics II*), whose voxels lose the exact corners.

use crate::convex_hull::{flat_distance, quickhull};
use crate::double::{doubled_area, ring_area, sharp_area, to_f64};
use crate::predicate::{extent, orientation};
use crate::tolerance::MIN_AREA;
use crate::triangulate::{EdgeOwners, triangulate};
use crate::{Outline, Point, Polygon};
use alloc::vec::Vec;
use thiserror::Error;

/// How an outline is decomposed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecomposeSettings {
    /// The most vertices of a piece, from 3 to [`Polygon::MAX_VERTICES`].
    pub max_vertices: usize,
    /// How deep notches may be that a piece fills, m, not negative; zero for exact pieces. Pieces may overlap
    /// in notches.
    pub depth: f32,
}

impl Default for DecomposeSettings {
    /// Exact pieces with up to [`Polygon::MAX_VERTICES`] vertices.
    fn default() -> Self {
        Self { max_vertices: Polygon::MAX_VERTICES, depth: 0.0 }
    }
}

/// Why an outline cannot be decomposed.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum DecomposeError {
    /// `max_vertices` is out of range.
    #[error("max_vertices is {0}: it must be from 3 to {max}", max = Polygon::MAX_VERTICES)]
    MaxVertices(usize),
    /// The depth is not finite or is negative.
    #[error("depth is {0} m: it must be finite and not negative")]
    Depth(f32),
    /// Every piece is too thin or too large to be a polygon.
    #[error(
        "the outline of {area} m^2 gives no valid polygon: all its pieces are too thin, too small or too large"
    )]
    NoPieces {
        /// The area of the outline, m^2.
        area: f32,
    },
}

/// Convex pieces of an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition {
    /// Each has an area of at least [`MIN_AREA`].
    pub pieces: Vec<Polygon>,
    /// Area of the outline without a piece, m^2, where it would be too thin or too small.
    pub missing_area: f32,
    /// Area that pieces cover beyond their share of the outline, m^2: filled notches.
    pub added_area: f32,
}

/// What happens to one diagonal between two pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecomposeStep<'a> {
    /// Its ends, as indices of the outline's vertices; `None` for the triangulation.
    pub diagonal: Option<[usize; 2]>,
    /// Whether it was removed; otherwise one end would be a reflex corner, or the piece too large.
    pub is_removed: bool,
    /// The pieces after the step, as counter-clockwise rings of vertex indices; empty for a piece that was
    /// joined to another.
    pub rings: &'a [Vec<usize>],
}

impl Outline {
    /// The outline as convex pieces. Exact ones do not overlap, and fill it to the tolerances of
    /// [`convex_hull`](crate::convex_hull). With a depth they cover it, and no point farther away than the
    /// depth.
    ///
    /// # Errors
    /// [`DecomposeError`] for settings out of range, and if no piece is left.
    ///
    /// ```
    /// use geom::{DecomposeSettings, Outline};
    /// // A shallow bowl.
    /// let bowl = Outline::new([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [3.0, 1.9], [1.0, 1.9], [0.0, 2.0]])?;
    /// let exact = bowl.decompose(DecomposeSettings::default())?;
    /// assert!(exact.pieces.len() > 1 && exact.added_area == 0.0);
    /// let filled = bowl.decompose(DecomposeSettings { depth: 0.2, ..Default::default() })?;
    /// assert_eq!(filled.pieces.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("convex_decomposition", "trimesh"))]
    pub fn decompose(&self, settings: DecomposeSettings) -> Result<Decomposition, DecomposeError> {
        self.decompose_observed(settings, |_| ())
    }

    /// [`Outline::decompose`], with a callback for the triangulation, for each diagonal that Hertel and
    /// Mehlhorn's method looks at, and for each that is removed for a shallow notch.
    ///
    /// # Errors
    /// As for [`Outline::decompose`].
    ///
    /// ```
    /// use geom::{DecomposeSettings, Outline};
    /// let square = Outline::new([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])?;
    /// let mut pieces = Vec::new();
    /// square.decompose_observed(DecomposeSettings::default(), |step| {
    ///     pieces.push(step.rings.iter().filter(|ring| !ring.is_empty()).count());
    /// })?;
    /// assert_eq!(pieces, [2, 1]); // two triangles; the diagonal between them is removed
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decompose_observed(
        &self,
        settings: DecomposeSettings,
        mut observe: impl FnMut(DecomposeStep<'_>),
    ) -> Result<Decomposition, DecomposeError> {
        let DecomposeSettings { max_vertices, depth } = settings;
        if !(3..=Polygon::MAX_VERTICES).contains(&max_vertices) {
            return Err(DecomposeError::MaxVertices(max_vertices));
        }
        if !(depth.is_finite() && depth >= 0.0) {
            return Err(DecomposeError::Depth(depth));
        }
        let (triangles, owners) = triangulate(self);
        let mut joining = Joining::new(self.vertices(), &triangles, owners, max_vertices);
        observe(DecomposeStep { diagonal: None, is_removed: false, rings: &joining.rings });
        joining.join_convex(&self.neighbours_in_rings(), &mut observe);
        let flat = flat_distance(extent(self.vertices()));
        joining.join_shallow(if f64::from(depth) > flat { f64::from(depth) } else { flat }, &mut observe);
        self.polygons(&joining, max_vertices)
    }

    fn neighbours_in_rings(&self) -> Vec<[usize; 2]> {
        let mut neighbours = Vec::from_iter((0..self.vertices().len()).map(|v| [v, v]));
        for ring in 0..self.rings().len() {
            let range = self.range(ring);
            for v in range.clone() {
                let next = Self::next_in(&range, v);
                neighbours[v][1] = next;
                neighbours[next][0] = v;
            }
        }
        neighbours
    }

    fn polygons(&self, joining: &Joining<'_>, max_vertices: usize) -> Result<Decomposition, DecomposeError> {
        let mut pieces = Vec::new();
        let (mut missing, mut added) = (0.0, 0.0);
        for ring in joining.rings.iter().filter(|ring| !ring.is_empty()) {
            let points: Vec<Point> = ring.iter().map(|&v| self.vertices()[v]).collect();
            let area_in_outline = ring_area(points.iter().map(|&p| to_f64(p)));
            let piece = Polygon::hull_of_piece(&points, max_vertices).ok();
            let Some(piece) = piece.filter(|piece| sharp_area(piece.vertices()) >= f64::from(MIN_AREA))
            else {
                missing += area_in_outline;
                continue;
            };
            let difference = sharp_area(piece.vertices()) - area_in_outline;
            let account = if difference > 0.0 { &mut added } else { &mut missing };
            *account += difference.abs();
            pieces.push(piece);
        }
        if pieces.is_empty() {
            return Err(DecomposeError::NoPieces { area: self.area() });
        }
        Ok(Decomposition { pieces, missing_area: missing as f32, added_area: added as f32 })
    }
}

struct Joining<'a> {
    points: &'a [Point],
    /// Empty if the piece was joined to another.
    rings: Vec<Vec<usize>>,
    /// Itself if to none.
    joined_to: Vec<usize>,
    /// As vertex indices; empty if they are not known.
    hulls: Vec<Vec<usize>>,
    owners: EdgeOwners,
    max_vertices: usize,
    /// Of vertices copied or given to a hull.
    work: usize,
}

impl<'a> Joining<'a> {
    fn new(points: &'a [Point], triangles: &[[usize; 3]], owners: EdgeOwners, max_vertices: usize) -> Self {
        let rings = triangles.iter().map(|t| t.to_vec()).collect();
        let joined_to = (0..triangles.len()).collect();
        let hulls = triangles.iter().map(|_| Vec::new()).collect();
        Self { points, rings, joined_to, hulls, owners, max_vertices, work: 0 }
    }

    fn diagonals(&self) -> Vec<[usize; 2]> {
        let both = |&[a, b]: &[usize; 2]| a < b && self.owners.contains_key(&[b, a]);
        self.owners.keys().copied().filter(both).collect()
    }

    /// If they are still two pieces.
    fn sides(&self, [a, b]: [usize; 2]) -> Option<(usize, usize)> {
        let piece = |edge: [usize; 2]| {
            let mut piece = *self.owners.get(&edge)?;
            while self.joined_to[piece] != piece {
                piece = self.joined_to[piece];
            }
            Some(piece)
        };
        let (left, right) = (piece([a, b])?, piece([b, a])?);
        (left != right).then_some((left, right))
    }

    /// The ring of a piece from `to` on; `from` and `to` are the ends of one edge.
    fn ring_after(
        &self,
        piece: usize,
        from: usize,
        to: usize,
    ) -> Option<impl Iterator<Item = usize> + Clone + '_> {
        let ring = &self.rings[piece];
        let count = ring.len();
        let start = (0..count).find(|&i| ring[i] == from && ring[(i + 1) % count] == to)?;
        Some((1..=count).map(move |step| ring[(start + step) % count]))
    }

    /// The rings of both pieces: around the left one from b to a, then around the right one.
    fn joined(&self, [a, b]: [usize; 2]) -> Option<Vec<usize>> {
        let (left, right) = self.sides([a, b])?;
        let mut ring: Vec<usize> = self.ring_after(left, a, b)?.collect();
        let rest = self.rings[right].len() - 2;
        ring.extend(self.ring_after(right, b, a)?.skip(1).take(rest));
        Some(ring)
    }

    fn join(&mut self, diagonal: [usize; 2], ring: Vec<usize>) -> Option<usize> {
        let (left, right) = self.sides(diagonal)?;
        let (low, high) = if left < right { (left, right) } else { (right, left) };
        self.work += ring.len();
        self.rings[low] = ring;
        self.rings[high] = Vec::new();
        self.hulls[low] = Vec::new();
        self.joined_to[high] = low;
        Some(low)
    }

    /// If the corners at both ends stay convex.
    fn join_convex(&mut self, neighbours: &[[usize; 2]], observe: &mut impl FnMut(DecomposeStep<'_>)) {
        let points = self.points;
        // Whether the corner at `at` is reflex, and the diagonal to `end` alone makes both its parts convex.
        let resolves_reflex = |at: usize, end: usize| {
            let [before, after] = neighbours[at].map(|v| points[v]);
            let (at, end) = (points[at], points[end]);
            orientation(before, at, after) < 0.0
                && orientation(before, at, end) >= 0.0
                && orientation(at, after, end) >= 0.0
        };
        let mut diagonals: Vec<(u8, f64, [usize; 2])> = self
            .diagonals()
            .into_iter()
            .map(|[a, b]| {
                let length = (to_f64(points[a]) - to_f64(points[b])).norm_squared();
                (u8::from(resolves_reflex(a, b)) + u8::from(resolves_reflex(b, a)), length, [a, b])
            })
            .collect();
        compute::sort_by(&mut diagonals, |one, two| {
            one.0.cmp(&two.0).then(two.1.total_cmp(&one.1)).then(one.2.cmp(&two.2))
        });
        for (_, _, diagonal) in diagonals {
            self.work += self.sides(diagonal).map_or(0, |(l, r)| self.rings[l].len() + self.rings[r].len());
            let Some(ring) = self.joined(diagonal).filter(|ring| ring.len() <= self.max_vertices) else {
                observe(DecomposeStep { diagonal: Some(diagonal), is_removed: false, rings: &self.rings });
                continue;
            };
            let count = ring.len();
            let is_convex = |v: usize| {
                (0..count).filter(|&i| ring[i] == v).all(|i| {
                    let corner = [ring[(i + count - 1) % count], v, ring[(i + 1) % count]];
                    let [a, b, c] = corner.map(|v| self.points[v]);
                    orientation(a, b, c) >= 0.0
                })
            };
            let is_removed = diagonal.into_iter().all(is_convex);
            if is_removed {
                self.join(diagonal, ring);
            }
            observe(DecomposeStep { diagonal: Some(diagonal), is_removed, rings: &self.rings });
        }
    }

    /// A deep diagonal stays deep and is not looked at again: the spine of a comb would be measured against
    /// each of thousands of neighbours after each join.
    fn join_shallow(&mut self, depth: f64, observe: &mut impl FnMut(DecomposeStep<'_>)) {
        let mut candidates = Vec::new();
        for diagonal in self.diagonals() {
            if !self.is_deep(diagonal, depth) {
                candidates.push((diagonal, self.notch_depth(diagonal, depth)));
            }
        }
        loop {
            let least = candidates
                .iter()
                .filter_map(|&(diagonal, notch)| notch.map(|notch| (notch, diagonal)))
                .reduce(|least, other| if other.0 < least.0 { other } else { least });
            let Some((_, diagonal)) = least else { return };
            let Some(piece) = self.joined(diagonal).and_then(|ring| self.join(diagonal, ring)) else {
                return;
            };
            observe(DecomposeStep { diagonal: Some(diagonal), is_removed: true, rings: &self.rings });
            candidates.retain_mut(|(diagonal, notch)| {
                let Some((left, right)) = self.sides(*diagonal) else { return false };
                if left != piece && right != piece {
                    return true;
                }
                if self.is_deep(*diagonal, depth) {
                    return false;
                }
                *notch = self.notch_depth(*diagonal, depth);
                true
            });
        }
    }

    /// Whether an end lies deeper than `depth` (m) inside the hull of both pieces. The notch is then deeper,
    /// and remains so: the hull only grows, and the end stays on the outline.
    fn is_deep(&mut self, diagonal: [usize; 2], depth: f64) -> bool {
        let Some((left, right)) = self.sides(diagonal) else { return false };
        let mut both = self.hull_of(left);
        both.extend(self.hull_of(right));
        let corners = self.hull_corners(&both);
        let next = corners.iter().skip(1).chain(corners.first());
        let edges = corners.iter().zip(next).map(|(&from, &to)| [from, to].map(|v| to_f64(self.points[v])));
        // Twice, since the hull of the rings may differ from that of the hulls by rounding.
        let is_inside = |end: usize| {
            let mut edges = edges.clone();
            edges.all(|[from, to]| {
                doubled_area(from, to, to_f64(self.points[end])) > 2.0 * depth * (to - from).norm()
            })
        };
        corners.len() > 2 && diagonal.into_iter().any(is_inside)
    }

    fn hull_of(&mut self, piece: usize) -> Vec<usize> {
        if self.hulls[piece].is_empty() {
            let ring = core::mem::take(&mut self.rings[piece]);
            self.hulls[piece] = self.hull_corners(&ring);
            self.rings[piece] = ring;
        }
        self.hulls[piece].clone()
    }

    fn hull_corners(&mut self, vertices: &[usize]) -> Vec<usize> {
        self.work += vertices.len();
        let points: Vec<Point> = vertices.iter().map(|&v| self.points[v]).collect();
        let mut corners = Vec::new();
        quickhull(&points, 0.0, 0.0, |_| (), |corner| corners.push(vertices[corner]));
        corners
    }

    /// Deepest notch that the hull of both pieces fills, m; `None` if it is deeper than `depth` or the hull
    /// has too many vertices.
    fn notch_depth(&mut self, diagonal: [usize; 2], depth: f64) -> Option<f64> {
        let ring: Vec<Point> = self.joined(diagonal)?.into_iter().map(|v| self.points[v]).collect();
        self.work += ring.len();
        let mut corners = Vec::new();
        quickhull(&ring, 0.0, 0.0, |_| (), |corner| corners.push(corner));
        compute::sort(&mut corners);
        let (&first, count) = (corners.first()?, corners.len());
        if count > self.max_vertices {
            return None;
        }
        let mut deepest = 0.0;
        for (i, &corner) in corners.iter().enumerate() {
            let next = if i + 1 < count { corners[i + 1] } else { first + ring.len() };
            let (from, to) = (to_f64(ring[corner]), to_f64(ring[next % ring.len()]));
            let lid = (to - from).norm();
            for vertex in corner + 1..next {
                let below = doubled_area(from, to, to_f64(ring[vertex % ring.len()])) / lid;
                deepest = if below > deepest { below } else { deepest };
            }
        }
        (deepest <= depth).then_some(deepest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comb whose teeth are triangles on a straight spine.
    fn comb(teeth: usize) -> Outline {
        let mut points = Vec::from([[0.0, -1.0], [teeth as f32 * 0.1, -1.0]]);
        for i in (0..teeth).rev() {
            let x = i as f32 * 0.1;
            points.extend([[x + 0.075, 1.0], [x + 0.025, 0.0]]);
        }
        Outline::new(points).unwrap()
    }

    /// Joining the pieces of a comb copies and measures so many vertices: proportional to those of the
    /// outline, with up to a full piece for each. The spine was measured against every tooth after each join,
    /// with all of its vertices: 10,002 vertices took 2.4 s.
    #[test]
    fn work_of_joining_the_pieces_of_a_comb_is_linear() {
        let works = [300, 600, 1200, 2400].map(|teeth| {
            let outline = comb(teeth);
            let (triangles, owners) = triangulate(&outline);
            let mut joining = Joining::new(outline.vertices(), &triangles, owners, Polygon::MAX_VERTICES);
            joining.join_convex(&outline.neighbours_in_rings(), &mut |_| ());
            joining.join_shallow(flat_distance(extent(outline.vertices())), &mut |_| ());
            let pieces = joining.rings.iter().filter(|ring| !ring.is_empty()).count();
            assert_eq!(pieces, teeth + 1, "the teeth and the spine");
            joining.work
        });
        for pair in works.windows(2) {
            // Twice the work and a few more joins of the spine with itself.
            assert!(pair[1] < pair[0] * 5 / 2, "{works:?}");
        }
        // For each vertex a diagonal or two, each with a piece of at most so many vertices on both sides.
        assert!(works[3] < 4_802 * 2 * Polygon::MAX_VERTICES, "{works:?}");
    }
}
