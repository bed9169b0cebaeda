//! Whether two polygons overlap, concave ones too: a vertex of one lies in the other, or two edges cross.
//!
//! Source: *2D Collision Detection and Resolution*, Collision Detection, the three conditions before the
//! separating axes.

use super::colors::{self, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{
    DecomposeSettings, Location, SegmentIntersection, point_in_polygon, polygons_overlap, segment_segment,
};
use physics::prelude::*;
use scenes::Text;
use std::f32::consts::{PI, TAU};

/// Its entry in the list.
pub const EXPLORER: Explorer = Explorer {
    name: "overlap of outlines",
    about: "Drag and turn two concave outlines: which vertices lie in the other, and which edges cross.",
    sections: &[Text::CollisionDetection.section("Collision Detection")],
    source: "crates/geom/src/containment.rs",
    new: || Box::new(OverlapExplorer::new()),
};

/// A hook and an arrow, counter-clockwise, m.
const HOOK: &[[f32; 2]] = &[[-1.2, -1.2], [1.2, -1.2], [1.2, 1.2], [0.5, 1.2], [0.5, -0.5], [-1.2, -0.5]];
const ARROW: &[[f32; 2]] = &[[0.0, -0.4], [1.1, -1.0], [0.0, 1.1], [-1.1, -1.0]];
/// Distance from the centre at which the pointer grabs an outline, m.
const REACH: f32 = 1.0;
/// Radius of a vertex and of a crossing, px.
const DOT: f32 = 5.0;

/// The explorer.
pub struct OverlapExplorer {
    position: [Point; 2],
    angle: [f32; 2],
    pieces: bool,
}

impl OverlapExplorer {
    pub fn new() -> Self {
        Self { position: [[-0.7, -0.3], [0.9, 0.6]].map(Point::from), angle: [0.0, 0.6], pieces: false }
    }

    /// The vertices of both in the world, m.
    fn outlines(&self) -> [Vec<Point>; 2] {
        [0, 1].map(|i| {
            let pose = Pose::new(self.position[i], self.angle[i]);
            [HOOK, ARROW][i].iter().map(|&vertex| pose * Point::from(vertex)).collect()
        })
    }

    /// The vertices of each that lie in the other, m.
    fn contained(&self) -> Vec<Point> {
        let [a, b] = self.outlines();
        let inside = |of: &[Point], other: &[Point]| {
            let is_in = |p: &Point| point_in_polygon(other.iter().copied(), *p) != Location::Outside;
            of.iter().copied().filter(is_in).collect::<Vec<_>>()
        };
        [inside(&a, &b), inside(&b, &a)].concat()
    }

    /// Where edges of the two cross, m.
    fn crossings(&self) -> Vec<Point> {
        let [a, b] = self.outlines();
        let edges = |of: &[Point]| -> Vec<[Point; 2]> {
            (0..of.len()).map(|i| [of[i], of[(i + 1) % of.len()]]).collect()
        };
        let mut found = Vec::new();
        for edge in edges(&a) {
            for other in edges(&b) {
                match segment_segment(edge, other) {
                    SegmentIntersection::Point(point) => found.push(point),
                    SegmentIntersection::Segment(part) => found.extend(part),
                    SegmentIntersection::Empty => {}
                }
            }
        }
        found
    }

    /// The engine's answer.
    fn overlaps(&self) -> bool {
        let [a, b] = self.outlines();
        polygons_overlap(a, b)
    }
}

impl Explore for OverlapExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { angle: [a, b], pieces, .. } = self;
        vec![
            Control::Number { name: "angle of the hook", value: a, range: -PI..=PI, unit: " rad" },
            Control::Number { name: "angle of the arrow", value: b, range: -PI..=PI, unit: " rad" },
            Control::Switch { name: "convex pieces", value: pieces },
        ]
    }

    fn handles(&self) -> Vec<Point> {
        self.position.to_vec()
    }

    fn grab(&self, at: Point, _: f32) -> Option<usize> {
        (0..2).rev().find(|&i| (self.position[i] - at).norm() < REACH)
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.position[handle] = to;
    }

    fn turn(&mut self, handle: usize, angle: f32) {
        self.angle[handle] = (self.angle[handle] + angle + PI).rem_euclid(TAU) - PI;
    }

    fn hint(&self) -> &'static str {
        "drag to move, drag with the right button to turn"
    }

    fn report(&self) -> Vec<String> {
        vec![
            format!("vertices in the other: {}", self.contained().len()),
            format!("crossings of edges: {}", self.crossings().len()),
            (if self.overlaps() { "The outlines overlap." } else { "The outlines are apart." }).to_owned(),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        for (outline, color) in self.outlines().iter().zip([colors::A, colors::B]) {
            let pieces = Outline::new(outline.iter().copied())
                .ok()
                .and_then(|outline| outline.decompose(DecomposeSettings::default()).ok());
            for piece in pieces.iter().flat_map(|found| &found.pieces) {
                let pale = color.towards(crate::draw::Color([0xff; 3]), 0.7);
                let line = if self.pieces { color } else { pale };
                canvas.hull(piece.vertices(), 0.0, Paint::fill(pale).outlined(line, 1.0));
            }
            pen::outline(canvas, outline, Paint::stroke(color, 2.0));
        }
        let dot = DOT * canvas.pixel();
        for vertex in self.contained() {
            canvas.circle(vertex, dot, Paint::fill(YES));
        }
        for crossing in self.crossings() {
            canvas.circle(crossing, dot, Paint::stroke(INK, 2.0));
        }
        for (position, name) in self.position.into_iter().zip(["hook", "arrow"]) {
            pen::word(canvas, position, name, NO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::collide::overlap;

    /// The outlines overlap exactly if a vertex is contained or edges cross, and exactly if two of their
    /// convex pieces overlap.
    #[test]
    fn overlap_is_that_of_the_convex_pieces() {
        let mut one = OverlapExplorer::new();
        let pieces = [HOOK, ARROW].map(|of| {
            let outline = Outline::new(of.iter().copied()).unwrap();
            outline.decompose(DecomposeSettings::default()).unwrap().pieces
        });
        let (mut yes, mut no) = (0, 0);
        for turn in 0..40 {
            for shift in 0..30 {
                one.angle[1] = 0.157 * turn as f32;
                one.position[1] = Point::new(0.21 * shift as f32 - 3.3, 0.09 * turn as f32 - 1.9);
                let pose = |i: usize| Pose::new(one.position[i], one.angle[i]);
                let by_pieces = pieces[0].iter().any(|a| {
                    let a = Shape::Polygon(a.clone());
                    pieces[1].iter().any(|b| overlap(&a, pose(0), &Shape::Polygon(b.clone()), pose(1)))
                });
                assert_eq!(one.overlaps(), by_pieces, "turn {turn}, shift {shift}");
                let seen = !one.contained().is_empty() || !one.crossings().is_empty();
                assert_eq!(one.overlaps(), seen, "turn {turn}, shift {shift}");
                *(if by_pieces { &mut yes } else { &mut no }) += 1;
            }
        }
        assert!(yes > 200 && no > 200, "{yes} {no}");
    }
}
