//! Whether a contact is a ghost collision: with a side or a corner that a neighbour of the shape covers.
//!
//! ```text
//!            ______               The slider M has sunk into the tile A by a hair, as soft contacts let it.
//!           |  M   |  -> v        Against B, the axis of least overlap is B's left side, so M would stop,
//!           |______|              though A covers this side. M and B alone cannot tell such a seam from a
//!   ___________n<-*|_______       step of a millimetre.
//!        A        | B
//! ```
//!
//! A slider M has a contact with a tile B, whose normal n points from B to M:
//!
//! 1. **On what part of B does it stand?** ([`Footing`]) On the side with the normal n, where it faces M;
//!    else on the corner farthest along n.
//! 2. **Does a neighbour A cover the footing?** ([`Footing::is_covered`]) If both its ends are within the
//!    slop of A, and A rises beyond the line through an end at right angles to n.
//! 3. **What is left?** ([`manifold_with_edges`]) The contact with another edge of B at the covered end
//!    ([`Footing::edges_at_ends`]), but no cut between pieces of a body ([`Footing::facing`]), nor an edge
//!    behind which M is deeper than in their hull ([`separation_from_hull`]).
//!
//! Turned down: `docs/experiments/seams.md`.

use crate::edge_separation::edge_separation;
use crate::manifold::Manifold;
use crate::manifold_builder::Placement;
use crate::narrow_phase::manifold_with_edge_of_a;
use crate::tolerance::Tolerances;
use compute::math::{clamp, max, min};
use geom::{Point, Pose, RoundedHull, Shape, Sides, Vec2, cross};

/// Sine of an angle. A normal that differs less from that of an edge counts as the edge's: a box that rocks
/// so little stands on it. Above the rounding of poses 4 km from the origin.
const EDGE_SINE: f32 = 2e-3;

/// The same for rounded shapes, whose normal turns as they pass a corner: the rounding of a unit normal.
const ROUNDED_EDGE_SINE: f32 = 1e-5;

/// Sine of an angle. A neighbour that rises beyond the line by less does not cover the corner: at 90 m/s its
/// normal gives a body only 9 mm/s, a jump of 4 micrometres.
const CORNER_SINE: f32 = 1e-4;

/// Relative rounding of a world coordinate: of the position and of the rotated vertex.
const ROUNDING: f32 = 2.4e-7;

/// A side of a tile that faces more than this share of the slider is a wall.
const WALL_SHARE: f32 = 0.5;

/// The part of the border of a tile on which a contact stands, in the frame of the tile.
///
/// ```
/// use collide::geom::{Pose, Shape, Vec2};
/// use collide::seam::Footing;
/// // Two flush tiles of a metre, and a crate that has sunk into them by a millimetre.
/// let (tile, crate_) = (Shape::rectangle(0.5, 0.5)?, Shape::rectangle(0.25, 0.25)?);
/// let (slider_in_tile, slop) = (Pose::at([-0.745, 0.749]), 0.005);
/// // The normal of the tile's left side: the contact stands on the uppermost millimetre of that side.
/// let footing = Footing::of(&tile, &crate_, slider_in_tile, Vec2::new(-1.0, 0.0), slop).unwrap();
/// let left_tile = Pose::at([-1.0, 0.0]);
/// assert!(footing.is_covered(&tile, left_tile, Pose::IDENTITY, slop));
/// // If the left tile were a centimetre lower, the side would be a real step.
/// let lower_tile = Pose::at([-1.0, -0.01]);
/// assert!(!footing.is_covered(&tile, lower_tile, Pose::IDENTITY, slop));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// Both ends, m; equal for a corner.
    pub ends: [Point; 2],
    /// Unit normal of the contact, out of the tile.
    pub normal: Vec2,
    /// The edge of the tile, or `None` for a corner.
    pub edge: Option<usize>,
}

impl Footing {
    /// The footing of a contact with `slider`, with the unit `normal` out of the tile, all in the frame of
    /// the tile.
    ///
    /// `None` where no neighbour can matter: the footing ends farther than `slop` (m) from every corner,
    /// faces more than half of the slider, or the tile has no corners (a circle, a half-space).
    #[must_use]
    pub fn of(tile: &Shape, slider: &Shape, slider_in_tile: Pose, normal: Vec2, slop: f32) -> Option<Self> {
        Self::bounded(tile, slider, slider_in_tile, normal, Some(slop))
    }

    /// [`Footing::of`] wherever on the tile it ends, and however much of the slider it faces: for cuts
    /// between the pieces of a body.
    #[must_use]
    pub fn facing(tile: &Shape, slider: &Shape, slider_in_tile: Pose, normal: Vec2) -> Option<Self> {
        Self::bounded(tile, slider, slider_in_tile, normal, None)
    }

    fn bounded(
        tile: &Shape,
        slider: &Shape,
        slider_in_tile: Pose,
        normal: Vec2,
        slop: Option<f32>,
    ) -> Option<Self> {
        let (hull, slider) = (tile.hull()?, slider.hull()?);
        if is_circle(hull) {
            return None;
        }
        let (edge, cosine) = farthest(hull.normals.iter().copied(), normal)?;
        let sine = if hull.radius + slider.radius > 0.0 { ROUNDED_EDGE_SINE } else { EDGE_SINE };
        if cosine > 0.0 && cross(hull.normals[edge], normal).abs() <= sine {
            return Self::on_edge(hull, edge, slider, slider_in_tile, slop);
        }
        let (corner, _) = farthest(hull.vertices.iter().map(|vertex| vertex.coords), normal)?;
        let end = hull.vertices[corner] + normal * hull.radius;
        Some(Self { ends: [end, end], normal, edge: None })
    }

    fn on_edge(
        tile: RoundedHull<'_>,
        edge: usize,
        slider: RoundedHull<'_>,
        slider_in_tile: Pose,
        slop: Option<f32>,
    ) -> Option<Self> {
        let (start, end) = (tile.vertices[edge], tile.vertices[tile.next(edge)]);
        let length = (end - start).norm();
        let direction = (end - start) / length;
        let direction_in_slider = slider_in_tile.rotation.inverse_rotate(direction);
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for vertex in slider.vertices {
            let coordinate = direction_in_slider.dot(&vertex.coords);
            (low, high) = (min(low, coordinate), max(high, coordinate));
        }
        let origin = direction.dot(&(slider_in_tile.position - start));
        let (low, high) = (origin + low - slider.radius, origin + high + slider.radius);
        let (from, to) = (clamp(low, 0.0, length), clamp(high, 0.0, length));
        if slop.is_some_and(|slop| {
            let meets_corner = from <= slop || length - to <= slop;
            !meets_corner || to - from > WALL_SHARE * (high - low)
        }) {
            return None;
        }
        let normal = tile.normals[edge];
        let point_at = |coordinate: f32| start + direction * coordinate + normal * tile.radius;
        Some(Self { ends: [point_at(from), point_at(to)], normal, edge: Some(edge) })
    }

    /// The distance of its ends, m.
    #[must_use]
    pub fn length(&self) -> f32 {
        (self.ends[1] - self.ends[0]).norm()
    }

    /// Whether `neighbour` covers it, within `slop` (m); poses are in the world. A circle covers nothing, nor
    /// does a shape rounded by more than `slop`: there is a groove beside it.
    #[must_use]
    pub fn is_covered(&self, neighbour: &Shape, neighbour_pose: Pose, tile_pose: Pose, slop: f32) -> bool {
        let tile_in_neighbour = neighbour_pose.relative(tile_pose);
        let normal = tile_in_neighbour.rotation * self.normal;
        let ends = self.ends.map(|end| tile_in_neighbour * end);
        let sine = if self.edge.is_some() { EDGE_SINE } else { CORNER_SINE };
        match (neighbour, neighbour.hull()) {
            (Shape::HalfSpace(half_space), _) => {
                let up = half_space.normal();
                ends.iter().all(|&end| half_space.separation(end) <= slop)
                    && normal.dot(&up) < 1.0 - 0.5 * sine * sine
            }
            (_, Some(hull)) if !is_circle(hull) && hull.radius <= slop => {
                let [p, q] = [tile_pose.position, neighbour_pose.position].map(|at| at.x.abs() + at.y.abs());
                let rounding = ROUNDING * max(p, q);
                ends.iter().all(|&end| {
                    is_near(hull, end, slop) && rises_beyond_line(hull, end, normal, slop, sine, rounding)
                })
            }
            _ => false,
        }
    }

    /// The edges of `tile` that meet an end of the footing, except its own: bit i for edge i. Leaves out
    /// edges from 64 on, and the inside of a one-sided chain.
    #[must_use]
    pub fn edges_at_ends(&self, tile: &Shape, slop: f32) -> u64 {
        let Some(hull) = tile.hull() else { return 0 };
        let mut edges = 0;
        for (i, vertex) in hull.vertices.iter().enumerate() {
            if self.ends.iter().any(|end| (end - vertex).norm() <= slop + hull.radius) {
                let before = if i == 0 { hull.vertices.len() - 1 } else { i - 1 };
                edges |= bit(i) | bit(before);
            }
        }
        let inside = match tile {
            Shape::ChainSegment(segment) if segment.sides() == Sides::One => bit(1),
            _ => 0,
        };
        edges & !inside & !self.edge.map_or(0, bit)
    }
}

/// The manifold of `slider` and one edge of `tile`, and that edge: of `edges` (bits) the one that separates
/// them most. The normal points from tile to slider. `None` without contact within `speculative` (m), or if
/// no part of the slider is over the edge.
///
/// ```
/// use collide::geom::{Pose, Shape, Vec2};
/// use collide::seam::manifold_with_edges;
/// let (tile, crate_) = (Shape::rectangle(0.5, 0.5)?, Shape::rectangle(0.25, 0.25)?);
/// let at = Pose::at([-0.745, 0.749]);
/// // Vertices are counter-clockwise from the lower left, so edge 2 is the upper side.
/// let (contact, edge) = manifold_with_edges(&tile, Pose::IDENTITY, &crate_, at, 0.02, 1 << 2).unwrap();
/// assert_eq!((contact.normal, edge), (Vec2::new(0.0, 1.0), 2));
/// assert!((contact.points()[0].separation + 0.001).abs() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn manifold_with_edges(
    tile: &Shape,
    tile_pose: Pose,
    slider: &Shape,
    slider_pose: Pose,
    speculative: f32,
    edges: u64,
) -> Option<(Manifold, usize)> {
    Tolerances::METRES.manifold_with_edges(tile, tile_pose, slider, slider_pose, speculative, edges)
}

impl Tolerances {
    /// [`manifold_with_edges`] with these tolerances.
    #[must_use]
    pub fn manifold_with_edges(
        self,
        tile: &Shape,
        tile_pose: Pose,
        slider: &Shape,
        slider_pose: Pose,
        speculative: f32,
        edges: u64,
    ) -> Option<(Manifold, usize)> {
        let (a, b) = (tile.hull()?, slider.hull()?);
        let b_in_a = tile_pose.relative(slider_pose);
        let allowed = (0..a.normals.len()).filter(|&edge| edges & bit(edge) != 0);
        let separations = allowed.map(|edge| (edge, edge_separation(a, edge, b, b_in_a)));
        let (edge, separation) =
            separations.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        if separation > speculative + a.radius + b.radius {
            return None;
        }
        let to_world = tile_pose.rotation;
        let placement = Placement { b_in_a, to_world, speculative, tolerances: self };
        let manifold = manifold_with_edge_of_a(a, edge, b, placement);
        (manifold.count > 0).then_some((manifold, edge))
    }
}

/// The most by which an edge of `slider` or of the hull of `parts` separates the two, m; negative if they
/// overlap. A cut between the parts is inside their hull, and does not count. Minus infinity for a
/// half-space.
///
/// ```
/// use collide::geom::{Pose, Shape};
/// use collide::seam::separation_from_hull;
/// // The two halves of a box that stands a millimetre deep in a floor.
/// let half = Shape::polygon([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5]])?;
/// let turned = Pose::new([0.0, 0.0], core::f32::consts::PI);
/// let (floor, at) = (Shape::rectangle(20.0, 0.5)?, Pose::at([0.0, -0.999]));
/// let separation = separation_from_hull([(&half, Pose::IDENTITY), (&half, turned)], &floor, at);
/// assert!((separation + 0.001).abs() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn separation_from_hull(parts: [(&Shape, Pose); 2], slider: &Shape, slider_pose: Pose) -> f32 {
    let [(Some(a), pose_a), (Some(b), pose_b)] = parts.map(|(shape, pose)| (shape.hull(), pose)) else {
        return f32::NEG_INFINITY;
    };
    let Some(slider) = slider.hull() else { return f32::NEG_INFINITY };
    let [a, b] = [(a, pose_a), (b, pose_b)].map(|(hull, pose)| (hull, slider_pose.relative(pose)));
    let slider = (slider, Pose::IDENTITY);
    let outward = normals(a).chain(normals(b)).chain(normals(slider).map(|normal| -normal));
    outward
        .map(|normal| -reach(slider, -normal) - max(reach(a, normal), reach(b, normal)))
        .fold(f32::NEG_INFINITY, max)
}

type PlacedHull<'a> = (RoundedHull<'a>, Pose);

fn normals<'a>((hull, pose): PlacedHull<'a>) -> impl Iterator<Item = Vec2> + 'a {
    hull.normals.iter().map(move |&normal| pose.rotation * normal)
}

fn reach((hull, pose): PlacedHull<'_>, direction: Vec2) -> f32 {
    let along = pose.rotation.inverse_rotate(direction);
    let farthest = hull.vertices.iter().map(|vertex| along.dot(&vertex.coords)).fold(f32::NEG_INFINITY, max);
    direction.dot(&pose.position.coords) + farthest + hull.radius
}

fn bit(edge: usize) -> u64 {
    if edge < 64 { 1 << edge } else { 0 }
}

fn is_circle(hull: RoundedHull<'_>) -> bool {
    hull.vertices.len() == 1
}

/// Of equal ones, the first.
fn farthest(vectors: impl Iterator<Item = Vec2>, direction: Vec2) -> Option<(usize, f32)> {
    let distances = vectors.map(|vector| vector.dot(&direction)).enumerate();
    distances.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn is_near(hull: RoundedHull<'_>, point: Point, slop: f32) -> bool {
    let reach = slop + hull.radius;
    let mut is_inside = hull.vertices.len() > 2;
    for (normal, vertex) in hull.normals.iter().zip(hull.vertices) {
        let distance = normal.dot(&(point - vertex));
        if distance > reach {
            return false;
        }
        is_inside &= distance <= 0.0;
    }
    // Beyond a corner, the corner is farther than the lines of both edges.
    is_inside
        || (0..hull.vertices.len()).any(|i| {
            let (start, end) = (hull.vertices[i], hull.vertices[hull.next(i)]);
            let (edge, to_point) = (end - start, point - start);
            let fraction = clamp(edge.dot(&to_point) / edge.norm_squared(), 0.0, 1.0);
            (to_point - edge * fraction).norm_squared() <= reach * reach
        })
}

/// Whether a vertex lies beyond the line through `end` at right angles to `normal`, seen from `end` at an
/// angle of more than `sine`; vertices within the slop of `end` do not count.
fn rises_beyond_line(
    hull: RoundedHull<'_>,
    end: Point,
    normal: Vec2,
    slop: f32,
    sine: f32,
    rounding: f32,
) -> bool {
    hull.vertices.iter().any(|vertex| {
        let to_vertex = vertex - end;
        let distance = to_vertex.norm();
        distance > slop + hull.radius && normal.dot(&to_vertex) + hull.radius > sine * distance + rounding
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SLOP: f32 = 0.005;
    const LEFT: Vec2 = Vec2::new(-1.0, 0.0);

    /// A box whose lower left corner is the origin.
    fn quadrant(width: f32, height: f32) -> Shape {
        Shape::rectangle(0.5 * width, 0.5 * height)
            .unwrap()
            .transformed(Pose::at([0.5 * width, 0.5 * height]))
    }

    proptest! {
        /// A box hits the left side of a tile, over a neighbour that is lower by a step. The side is covered
        /// if the step is at most the slop, and real above; and a box that overlaps the step by more than
        /// half of its height hits a wall.
        #[test]
        fn side_is_covered_up_to_a_step_of_the_slop(
            step in 0.0_f32..0.02, sag in 0.0_f32..0.002, size in 0.1_f32..2.0, turn in -3.0_f32..3.0,
        ) {
            prop_assume!((step - SLOP).abs() > 1e-4);
            let tile = quadrant(1.0, 1.0);
            let neighbour = quadrant(1.0, 1.0).transformed(Pose::at([-1.0, -step]));
            let slider = Shape::rectangle(0.5 * size, 0.5 * size).unwrap();
            let at = Pose::at([-0.5 * size, 1.0 - step - sag + 0.5 * size]);
            let all = Pose::new([3.0, -2.0], turn);
            let footing = Footing::of(&tile, &slider, at, LEFT, SLOP);
            let is_covered = footing.is_some_and(|footing| footing.is_covered(&neighbour, all, all, SLOP));
            prop_assert_eq!(is_covered, step < SLOP);
        }

        /// A side that faces more than half of the slider is a wall for it: there is no footing.
        #[test]
        fn side_that_faces_more_than_half_of_the_slider_is_a_wall(size in 0.002_f32..1.0, share in 0.55_f32..1.0) {
            let slider = Shape::rectangle(0.5 * size, 0.5 * size).unwrap();
            let at = Pose::at([-0.5 * size, 1.0 + size * (0.5 - share)]);
            prop_assert_eq!(Footing::of(&quadrant(1.0, 1.0), &slider, at, LEFT, SLOP), None);
        }

        /// A flush neighbour rises beyond the line at right angles to the normal between the corner of a tile
        /// and a ball beside it, so it covers the corner; beside a ledge of a centimetre the corner is real.
        #[test]
        fn corner_is_covered_by_a_flush_neighbour(lean in 0.001_f32..0.3, radius in 0.05_f32..2.0) {
            let (tile, ball) = (quadrant(1.0, 1.0), Shape::circle(radius).unwrap());
            let normal = Vec2::new(-lean, 1.0).normalize();
            let at = Pose { position: Point::new(0.0, 1.0) + normal * radius, ..Pose::IDENTITY };
            let footing = Footing::of(&tile, &ball, at, normal, SLOP).unwrap();
            prop_assert_eq!(footing.edge, None);
            for (ledge, expected) in [(0.0, true), (0.01, false)] {
                let pose = Pose::at([-1.0, -ledge]);
                prop_assert_eq!(footing.is_covered(&tile, pose, Pose::IDENTITY, SLOP), expected);
            }
        }
    }

    /// Flush boxes of a wall: each covers the end that is next to it, none covers both.
    #[test]
    fn neighbours_that_cover_one_end_each_cover_nothing() {
        let tile = quadrant(1.0, 0.2);
        let slider = Shape::rectangle(0.5, 0.5).unwrap();
        let footing = Footing::of(&tile, &slider, Pose::at([-0.5, 0.1]), LEFT, SLOP).unwrap();
        assert_eq!(footing.edge, Some(3));
        assert!((footing.length() - 0.2).abs() < 1e-6);
        for y in [-0.2, 0.2] {
            assert!(!footing.is_covered(&tile, Pose::at([0.0, y]), Pose::IDENTITY, SLOP));
        }
    }

    /// A circle, a capsule and a polygon rounded by more than the slop cover nothing.
    #[test]
    fn rounded_neighbours_cover_nothing() {
        let tile = quadrant(1.0, 1.0);
        let slider = Shape::rectangle(0.25, 0.25).unwrap();
        let footing = Footing::of(&tile, &slider, Pose::at([-0.25, 1.249]), LEFT, SLOP).unwrap();
        let flush = Pose::at([-1.0, 0.0]);
        assert!(footing.is_covered(&tile, flush, Pose::IDENTITY, SLOP));
        let core = geom::Polygon::rectangle(0.45, 0.45).unwrap();
        for (shape, pose) in [
            (Shape::Polygon(core.rounded(0.05).unwrap()), Pose::at([-0.5, 0.5])),
            (Shape::circle(0.5).unwrap(), Pose::at([-0.5, 0.5])),
            (Shape::capsule([-1.0, 0.0], [0.0, 0.0], 0.5).unwrap(), Pose::at([-0.5, 0.5])),
        ] {
            assert!(!footing.is_covered(&shape, pose, Pose::IDENTITY, SLOP), "{shape:?}");
        }
    }
}
