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

use crate::tolerance::PARALLEL_SINE;
use compute::math::{max, sqrt};
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
    for (edge, &normal) in hull.normals.iter().enumerate() {
        let out = normal * hull.radius;
        cross_edge(line, hull.vertices[edge] + out, hull.vertices[hull.next(edge)] + out, normal, &mut chord);
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

/// The edge from `start` to `end` of an outline that runs counter-clockwise: the line enters from left to right.
/// An edge that ends on the line counts, one that lies in it does not, since its neighbours do.
#[inline]
fn cross_edge(line: Line, start: Point, end: Point, normal: Vec2, chord: &mut Chord) {
    let ((x0, y0), (x1, y1)) = (line.coordinates(start), line.coordinates(end));
    let crossing = || x0 + (x1 - x0) * (y0 / (y0 - y1));
    if y0 > y1 && y0 >= 0.0 && y1 <= 0.0 {
        chord.entering(crossing(), normal);
    } else if y0 < y1 && y0 <= 0.0 && y1 >= 0.0 {
        chord.leaving(crossing());
    }
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
