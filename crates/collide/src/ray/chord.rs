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
use core::hint::select_unpredictable;
use geom::{HalfSpace, Point, RoundedHull, Segment, Vec2, cross, left_normal};

/// An endless line, in the frame of a shape.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// From where positions along it are measured, m.
    pub(super) through: Point,
    /// Unit.
    pub(super) direction: Vec2,
}

impl Line {
    /// The position along the line and the distance to the left of it, m.
    #[inline]
    fn coordinates(&self, point: Point) -> (f32, f32) {
        let offset = point - self.through;
        (self.direction.dot(&offset), cross(self.direction, offset))
    }
}

impl Line {
    /// The coordinates of four points that are moved by `out`.
    #[inline(always)]
    fn coordinates_of_four(&self, [x, y]: [Quad; 2], [out_x, out_y]: [Quad; 2]) -> (Quad, Quad) {
        let (dx, dy) = (Quad::splat(self.direction.x), Quad::splat(self.direction.y));
        let x = x + out_x - Quad::splat(self.through.x);
        let y = y + out_y - Quad::splat(self.through.y);
        (dx * x + dy * y, dx * y - dy * x)
    }
}

/// A stretch of a line in a shape: positions along the line, m, and the outward normal where it enters.
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
    let mut start = 0;
    let mut next = Some(0).filter(|_| !hull.normals.is_empty());
    while let Some(from) = next {
        cross_edges(line, hull, from, &mut chord);
        start += 4;
        next = fours::block(start, hull.normals.len());
    }
    if hull.radius > 0.0 {
        for &center in hull.vertices {
            cross_circle(line, center, hull.radius, &mut chord);
        }
    }
    (chord.enter < f32::INFINITY).then_some(chord)
}

/// In a segment: one point, unless the line runs along it.
pub(super) fn of_segment(line: Line, segment: &Segment) -> Option<Chord> {
    let [a, b] = segment.ends();
    let along = b - a;
    let sine = cross(line.direction, along) / along.norm();
    if sine.abs() > PARALLEL_SINE { of_hull(line, segment.hull()) } else { None }
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

/// The four edges from one on, of an outline that runs counter-clockwise: the line enters from left to right. An edge
/// that ends on the line counts, one that lies in it does not, since its neighbours do.
#[inline(always)]
fn cross_edges(line: Line, hull: RoundedHull<'_>, from: usize, chord: &mut Chord) {
    let [nx, ny] = fours::columns(hull.normals, from);
    let out = [nx * Quad::splat(hull.radius), ny * Quad::splat(hull.radius)];
    let (x0, y0) = line.coordinates_of_four(fours::columns(hull.vertices, from), out);
    let (x1, y1) = line.coordinates_of_four(fours::next_columns(hull.vertices, from), out);
    let zero = Quad::splat(0.0);
    // Where y0 = y1 = 0 the edge lies in the line, and the quotient is NaN, which is less than all else.
    let crossing = x0 + (x1 - x0) * (y0 / (y0 - y1));
    let none = Quad::splat(f32::NEG_INFINITY);
    let enters = Greatest::of(from, Quad::select(zero.le(y0).and(y1.le(zero)), -crossing, none));
    let (at, normal) = (-enters.number, hull.normals[enters.index]);
    (chord.enter, chord.normal) =
        select_unpredictable(at < chord.enter, (at, normal), (chord.enter, chord.normal));
    let leaves = Greatest::of(from, Quad::select(y0.le(zero).and(zero.le(y1)), crossing, none));
    chord.leaving(leaves.number);
}

/// Half the chord of a circle and the distance of its centre make a right triangle with the radius.
#[inline]
fn cross_circle(line: Line, center: Point, radius: f32, chord: &mut Chord) {
    let (x, y) = line.coordinates(center);
    if y.abs() <= radius {
        let half = sqrt((radius - y) * (radius + y));
        chord.entering(x - half, (line.direction * -half - left_normal(line.direction) * y) / radius);
        chord.leaving(x + half);
    }
}
