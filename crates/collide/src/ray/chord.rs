//! The stretch of a line that lies in a convex shape.
//!
//! Its ends are the first and the last point at which the line meets the border. A rounded hull's border is made
//! of its edges, moved out by the radius, and of arcs around its vertices, for which the whole circles may
//! stand: what they add lies inside.
//!
//! In the frame of the line an edge is a pair of points (x along, y across), and the line crosses it where y
//! changes sign, at x0 + (x1 - x0) y0 / (y0 - y1). Neighbouring edges of a sharp polygon share the y of their
//! common vertex, bit for bit, so no line slips through between them; where a polygon is rounded, circles
//! cover the joints.
//!
//! Turned down: Cyrus and Beck's clipping against the edges in turn. Just as good for sharp polygons, but it
//! needs the ends of the edges after all as soon as they are rounded, and says nothing of a capsule's caps.

use crate::fours::{self, Greatest};
use crate::tolerance::PARALLEL_SINE;
use compute::Quad;
use compute::math::{max, sqrt};
use geom::{HalfSpace, Point, RoundedHull, Segment, Vec2, cross, left_normal};

/// An endless line, in the frame of a shape.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// From where positions along it are measured, m.
    pub(super) through: Point,
    /// In which positions along it are measured, m: of any length that f32 can square.
    pub(super) direction: Vec2,
    /// One over the square of the length of the direction, 1/m^2.
    pub(super) per_square: f32,
}

impl Line {
    /// How far a point lies along the line and to the left of it, each times the length of the direction, m^2.
    #[inline]
    fn coordinates(&self, point: Point) -> (f32, f32) {
        let offset = point - self.through;
        (self.direction.dot(&offset), cross(self.direction, offset))
    }
}

impl Line {
    /// The coordinates of four points.
    #[inline(always)]
    fn coordinates_of_four(&self, [x, y]: [Quad; 2]) -> (Quad, Quad) {
        let (dx, dy) = (Quad::splat(self.direction.x), Quad::splat(self.direction.y));
        let x = x - Quad::splat(self.through.x);
        let y = y - Quad::splat(self.through.y);
        (dx * x + dy * y, dx * y - dy * x)
    }
}

/// A stretch of a line in a shape: positions along the line, as multiples of its direction, and the outward unit normal
/// where it enters.
#[derive(Clone, Copy)]
pub(super) struct Chord {
    pub(super) enter: f32,
    pub(super) leave: f32,
    pub(super) normal: Vec2,
}

impl Chord {
    const NONE: Self = Self { enter: f32::INFINITY, leave: f32::NEG_INFINITY, normal: Vec2::new(0.0, 0.0) };

    #[inline]
    fn entering(&mut self, at: f32, normal: Vec2) {
        if at < self.enter {
            (self.enter, self.normal) = (at, normal);
        }
    }

    #[inline]
    fn leaving(&mut self, at: f32) {
        self.leave = max(at, self.leave);
    }
}

/// In a circle, capsule or polygon.
pub(super) fn of_hull(line: Line, hull: RoundedHull<'_>) -> Option<Chord> {
    let mut chord = Chord::NONE;
    if !hull.normals.is_empty() {
        let mut edges = Edges::of_four(line, hull, 0);
        let mut start = 4;
        while let Some(from) = fours::block(start, hull.normals.len()) {
            edges = edges.and(Edges::of_four(line, hull, from));
            start += 4;
        }
        if edges.enter.number > f32::NEG_INFINITY {
            chord.entering(-edges.enter.number, hull.normals[edges.enter.index]);
        }
        chord.leaving(edges.leave.greatest().1);
    }
    if hull.radius > 0.0 {
        let reach = hull.radius * sqrt(line.direction.norm_squared());
        for &center in hull.vertices {
            cross_circle(line, center, hull.radius, reach, &mut chord);
        }
    }
    let Chord { enter, leave, normal } = chord;
    let chord = Chord { enter: enter * line.per_square, leave: leave * line.per_square, normal };
    (enter < f32::INFINITY).then_some(chord)
}

/// In a segment: one point, unless the line runs along it.
pub(super) fn of_segment(line: Line, segment: &Segment) -> Option<Chord> {
    let [a, b] = segment.ends();
    let along = b - a;
    let area = cross(line.direction, along);
    let crosses = area * area * line.per_square > PARALLEL_SINE * PARALLEL_SINE * along.norm_squared();
    if crosses { of_hull(line, segment.hull()) } else { None }
}

/// In a half-space: a ray of the line, all of it or nothing.
pub(super) fn of_half_space(line: Line, half_space: &HalfSpace) -> Option<Chord> {
    let mut chord = Chord { enter: f32::NEG_INFINITY, leave: f32::INFINITY, normal: half_space.normal() };
    let (height, climb) = (half_space.separation(line.through), half_space.normal().dot(&line.direction));
    if climb < 0.0 {
        chord.enter = height / -climb;
    } else if climb > 0.0 {
        chord.leave = height / -climb;
    } else if height > 0.0 {
        return None;
    }
    Some(chord)
}

/// Where a line crosses some edges of an outline that runs counter-clockwise: it enters from left to right.
struct Edges {
    /// The edge through which it enters first, and minus the place. An edge that ends on the line counts, one that lies
    /// in it does not, since its neighbours do.
    enter: Greatest,
    /// Where it leaves, for every fourth edge.
    leave: Quad,
}

impl Edges {
    /// The four edges from one on.
    #[inline(always)]
    fn of_four(line: Line, hull: RoundedHull<'_>, from: usize) -> Self {
        let mut starts = fours::columns(hull.vertices, from);
        let mut ends = fours::next_columns(hull.vertices, from);
        if hull.radius > 0.0 {
            let radius = Quad::splat(hull.radius);
            let [nx, ny] = fours::columns(hull.normals, from);
            let out = [nx * radius, ny * radius];
            for corners in [&mut starts, &mut ends] {
                *corners = [corners[0] + out[0], corners[1] + out[1]];
            }
        }
        let (x0, y0) = line.coordinates_of_four(starts);
        let (x1, y1) = line.coordinates_of_four(ends);
        let (zero, none) = (Quad::splat(0.0), Quad::splat(f32::NEG_INFINITY));
        // Where y0 = y1 = 0 the edge lies in the line, and the quotient is NaN, which is less than all else.
        let crossing = x0 + (x1 - x0) * (y0 / (y0 - y1));
        let enter = Greatest::of(from, Quad::select(zero.le(y0).and(y1.le(zero)), -crossing, none));
        let leave = Quad::select(y0.le(zero).and(zero.le(y1)), crossing, none).max(none);
        Self { enter, leave }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self { enter: self.enter.or(other.enter), leave: self.leave.max(other.leave) }
    }
}

/// Half the chord of a circle and the distance of its centre make a right triangle with the radius. `reach` is the
/// radius times the length of the line's direction, m^2.
#[inline]
fn cross_circle(line: Line, center: Point, radius: f32, reach: f32, chord: &mut Chord) {
    let (x, y) = line.coordinates(center);
    if y.abs() <= reach {
        let half = sqrt((reach - y) * (reach + y));
        let normal = (line.direction * -half - left_normal(line.direction) * y) * (line.per_square / radius);
        chord.entering(x - half, normal);
        chord.leaving(x + half);
    }
}
