//! The chord: the part of a line that is in a convex shape.
//!
//! Its ends are the first and the last crossing of the boundary: the edges of a rounded hull moved out by the
//! radius, and circles around its vertices, of which all but the arc is inside the hull.
//!
//! In the frame of the line (x along it) the line crosses an edge where y changes sign, at x0 + (x1 - x0) y0
//! / (y0 - y1). Neighbouring edges of a sharp polygon have the same y at their common vertex, bit for bit, so
//! no line slips through; the circles cover the joints of a rounded one.
//!
//! Turned down: Cyrus and Beck's clipping, which does not handle round caps.

use crate::quad_search::{self, Greatest};
use crate::tolerance::PARALLEL_SINE;
use compute::Quad;
use compute::math::{max, sqrt};
use geom::{HalfSpace, Point, RoundedHull, Segment, Vec2, cross, left_normal};

#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) through: Point,
    /// From position 0 to position 1, m.
    pub(super) direction: Vec2,
    pub(super) per_square: f32,
}

impl Line {
    /// Along the line and to its left, each times the length of the direction, m^2.
    #[inline]
    fn coordinates(&self, point: Point) -> (f32, f32) {
        let offset = point - self.through;
        (self.direction.dot(&offset), cross(self.direction, offset))
    }

    #[inline(always)]
    fn coordinates_of_four(&self, [x, y]: [Quad; 2]) -> (Quad, Quad) {
        let (dx, dy) = (Quad::splat(self.direction.x), Quad::splat(self.direction.y));
        let x = x - Quad::splat(self.through.x);
        let y = y - Quad::splat(self.through.y);
        (dx * x + dy * y, dx * y - dy * x)
    }
}

/// Positions are multiples of the line's direction.
#[derive(Clone, Copy)]
pub(super) struct Chord {
    pub(super) enter: f32,
    pub(super) leave: f32,
    pub(super) normal: Vec2,
}

impl Chord {
    const NONE: Self = Self { enter: f32::INFINITY, leave: f32::NEG_INFINITY, normal: Vec2::new(0.0, 0.0) };

    #[inline]
    fn extend_start(&mut self, position: f32, normal: Vec2) {
        if position < self.enter {
            (self.enter, self.normal) = (position, normal);
        }
    }

    #[inline]
    fn extend_end(&mut self, position: f32) {
        self.leave = max(position, self.leave);
    }
}

pub(super) fn of_hull(line: Line, hull: RoundedHull<'_>) -> Option<Chord> {
    let mut chord = Chord::NONE;
    if !hull.normals.is_empty() {
        let mut crossings = EdgeCrossings::of_four(line, hull, 0);
        let mut visited = 4;
        while let Some(start) = quad_search::next_block(visited, hull.normals.len()) {
            crossings = crossings.and(EdgeCrossings::of_four(line, hull, start));
            visited += 4;
        }
        if crossings.enter.value > f32::NEG_INFINITY {
            chord.extend_start(-crossings.enter.value, hull.normals[crossings.enter.index]);
        }
        chord.extend_end(crossings.leave.greatest().1);
    }
    if hull.radius > 0.0 {
        let reach = hull.radius * sqrt(line.direction.norm_squared());
        for &center in hull.vertices {
            extend_by_circle(line, center, hull.radius, reach, &mut chord);
        }
    }
    let Chord { enter, leave, normal } = chord;
    let chord = Chord { enter: enter * line.per_square, leave: leave * line.per_square, normal };
    (enter < f32::INFINITY).then_some(chord)
}

/// One point; `None` if the line is parallel to the segment.
pub(super) fn of_segment(line: Line, segment: &Segment) -> Option<Chord> {
    let [a, b] = segment.ends();
    let edge = b - a;
    let area = cross(line.direction, edge);
    let crosses = area * area * line.per_square > PARALLEL_SINE * PARALLEL_SINE * edge.norm_squared();
    if crosses { of_hull(line, segment.hull()) } else { None }
}

/// Half of the line, all of it or none.
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

/// Of a counter-clockwise outline: where the line enters, an edge runs from its left to its right.
struct EdgeCrossings {
    /// The first edge through which the line enters, and minus the position. An edge with one end on the line
    /// counts; one with both does not, since its neighbours count.
    enter: Greatest,
    /// For each of the four lanes.
    leave: Quad,
}

impl EdgeCrossings {
    #[inline(always)]
    fn of_four(line: Line, hull: RoundedHull<'_>, start: usize) -> Self {
        let mut starts = quad_search::columns(hull.vertices, start);
        let mut ends = quad_search::next_columns(hull.vertices, start);
        if hull.radius > 0.0 {
            let radius = Quad::splat(hull.radius);
            let [nx, ny] = quad_search::columns(hull.normals, start);
            let offset = [nx * radius, ny * radius];
            for corners in [&mut starts, &mut ends] {
                *corners = [corners[0] + offset[0], corners[1] + offset[1]];
            }
        }
        let (x0, y0) = line.coordinates_of_four(starts);
        let (x1, y1) = line.coordinates_of_four(ends);
        let (zero, none) = (Quad::splat(0.0), Quad::splat(f32::NEG_INFINITY));
        // An edge on the line (y0 = y1 = 0) gives NaN, which `Greatest` treats as less than all else.
        let crossing = x0 + (x1 - x0) * (y0 / (y0 - y1));
        let enter = Greatest::of(start, Quad::select(zero.le(y0).and(y1.le(zero)), -crossing, none));
        let leave = Quad::select(y0.le(zero).and(zero.le(y1)), crossing, none).max(none);
        Self { enter, leave }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self { enter: self.enter.or(other.enter), leave: self.leave.max(other.leave) }
    }
}

/// Half the chord, the centre's distance and the radius form a right triangle. `reach` is the radius times
/// the length of the line's direction, m^2.
#[inline]
fn extend_by_circle(line: Line, center: Point, radius: f32, reach: f32, chord: &mut Chord) {
    let (x, y) = line.coordinates(center);
    if y.abs() <= reach {
        let half = sqrt((reach - y) * (reach + y));
        let normal = (line.direction * -half - left_normal(line.direction) * y) * (line.per_square / radius);
        chord.extend_start(x - half, normal);
        chord.extend_end(x + half);
    }
}
