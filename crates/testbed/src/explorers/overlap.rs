//! Whether two polygons overlap, concave ones too: a vertex of one lies in the other, or two edges cross.
//!
//! Shows step by step the search of the engine, which ends as soon as it is decided: the boxes, each edge of
//! the hook with each of the arrow, and, if no edges touch, one vertex of each in the other. With *convex
//! pieces*, it compares the pieces of the two, pair by pair.
//!
//! Source: *2D Collision Detection and Resolution*, Collision Detection, the three conditions before the
//! separating axes.

use super::colors::{self, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::collide::overlap;
use physics::geom::{
    DecomposeSettings, Location, OverlapStep, SegmentIntersection, point_in_polygon,
    polygons_overlap_observed, segment_segment,
};
use physics::prelude::*;
use scenes::Text;
use std::f32::consts::{PI, TAU};

pub const EXPLORER: Explorer = Explorer {
    name: "overlap of outlines",
    about: "Drag and turn two concave outlines and step: which vertices lie in the other, which edges or pieces meet.",
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
/// The highest setting of the step, which shows the result: more steps than this no search has.
const MOST_STEPS: usize = HOOK.len() * ARROW.len() + 4;

/// One step of the search.
#[derive(Clone, Debug)]
struct Step {
    /// What is compared.
    what: Compared,
    /// Whether it shares a point.
    meets: bool,
}

/// What is compared in a step.
#[derive(Clone, Debug)]
enum Compared {
    Boxes,
    /// An edge of the hook and one of the arrow, by their numbers.
    Edges([usize; 2]),
    /// The first vertex of the hook (0) or of the arrow (1), and the other outline.
    Vertex(usize),
    /// A piece of the hook and one of the arrow, by their numbers.
    Pieces([usize; 2]),
}

pub struct OverlapExplorer {
    position: [Point; 2],
    angle: [f32; 2],
    pieces: bool,
    /// The step that is shown, from 1.
    step: usize,
}

impl OverlapExplorer {
    pub fn new() -> Self {
        let position = [[-0.7, -0.3], [0.9, 0.6]].map(Point::from);
        Self { position, angle: [0.0, 0.6], pieces: false, step: MOST_STEPS }
    }

    fn pose(&self, which: usize) -> Pose {
        Pose::new(self.position[which], self.angle[which])
    }

    /// The convex pieces of the hook (0) or the arrow (1), in its own frame.
    fn pieces_of(which: usize) -> Vec<Polygon> {
        // Both outlines are simple; the tests make their pieces.
        let outline = Outline::new([HOOK, ARROW][which].iter().copied()).ok();
        let found = outline.and_then(|outline| outline.decompose(DecomposeSettings::default()).ok());
        found.map_or(Vec::new(), |found| found.pieces)
    }

    /// The vertices of both in the world, m.
    fn outlines(&self) -> [Vec<Point>; 2] {
        [0, 1].map(|i| {
            let pose = self.pose(i);
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

    /// Each step of the engine's search, and its answer.
    fn search(&self) -> (Vec<Step>, bool) {
        let mut steps = Vec::new();
        if self.pieces {
            let [hook, arrow] =
                [0, 1].map(|i| Self::pieces_of(i).into_iter().map(Shape::Polygon).collect::<Vec<_>>());
            for (i, a) in hook.iter().enumerate() {
                for (j, b) in arrow.iter().enumerate() {
                    let meets = overlap(a, self.pose(0), b, self.pose(1));
                    steps.push(Step { what: Compared::Pieces([i, j]), meets });
                    if meets {
                        return (steps, true);
                    }
                }
            }
            return (steps, false);
        }
        let [hook, arrow] = self.outlines();
        let answer = polygons_overlap_observed(hook, arrow, |step| {
            let (what, meets) = match step {
                OverlapStep::Boxes { overlap } => (Compared::Boxes, overlap),
                OverlapStep::Edges { edges, touch } => (Compared::Edges(edges), touch),
                OverlapStep::FirstVertex { of, is_in } => (Compared::Vertex(of), is_in),
            };
            steps.push(Step { what, meets });
        });
        (steps, answer)
    }

    /// The step that is shown, with its number; `None` for the result.
    fn shown(&self) -> Option<(usize, Step)> {
        let (steps, _) = self.search();
        let step = steps.get(self.step - 1).filter(|_| self.step < MOST_STEPS)?;
        Some((self.step, step.clone()))
    }

    fn draw_step(&self, step: &Step, canvas: &mut dyn DebugDraw) {
        let color = if step.meets { YES } else { INK };
        let outlines = self.outlines();
        match step.what {
            Compared::Boxes => {
                for outline in &outlines {
                    let Aabb { lower, upper } = Aabb::of_points(outline.iter().copied());
                    let corners = [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)];
                    pen::outline(canvas, &corners, Paint::stroke(color, 2.0));
                }
            }
            Compared::Edges(edges) => {
                for (outline, edge) in outlines.iter().zip(edges) {
                    let ends = [outline[edge], outline[(edge + 1) % outline.len()]];
                    canvas.segment(ends[0], ends[1], Paint::stroke(color, 5.0));
                }
            }
            Compared::Vertex(of) => {
                pen::outline(canvas, &outlines[1 - of], Paint::stroke(color, 4.0));
                canvas.circle(outlines[of][0], 1.6 * DOT * canvas.pixel(), Paint::fill(color));
            }
            Compared::Pieces(pieces) => {
                for (which, piece) in pieces.into_iter().enumerate() {
                    let found = Self::pieces_of(which);
                    let corners: Vec<Point> =
                        found[piece].vertices().iter().map(|&corner| self.pose(which) * corner).collect();
                    pen::outline(canvas, &corners, Paint::stroke(color, 5.0));
                }
            }
        }
    }
}

impl Step {
    /// What is compared and what comes of it.
    fn words(&self) -> String {
        let meets = self.meets;
        match self.what {
            Compared::Boxes => format!("the boxes {}", if meets { "overlap" } else { "are apart" }),
            Compared::Edges([i, j]) => {
                format!(
                    "edge {i} of the hook, {j} of the arrow: {}",
                    if meets { "they touch" } else { "apart" }
                )
            }
            Compared::Vertex(of) => {
                let [own, other] = if of == 0 { ["hook", "arrow"] } else { ["arrow", "hook"] };
                let place = if meets { "in" } else { "outside" };
                format!("no edges touch; vertex 0 of the {own} is {place} the {other}")
            }
            Compared::Pieces([i, j]) => {
                format!(
                    "piece {i} of the hook, {j} of the arrow: {}",
                    if meets { "they overlap" } else { "apart" }
                )
            }
        }
    }
}

impl Explore for OverlapExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { angle: [a, b], pieces, step, .. } = self;
        vec![
            Control::Number { name: "angle of the hook", value: a, range: -PI..=PI, unit: " rad" },
            Control::Number { name: "angle of the arrow", value: b, range: -PI..=PI, unit: " rad" },
            Control::Switch { name: "convex pieces", value: pieces },
            Control::Count { name: "step", value: step, range: 1..=MOST_STEPS },
        ]
    }

    pointer::moves_points!(position);

    fn grab(&self, at: Point, _: f32) -> Option<usize> {
        (0..2).rev().find(|&i| (self.position[i] - at).norm() < REACH)
    }

    fn turn(&mut self, handle: usize, angle: f32) {
        self.angle[handle] = (self.angle[handle] + angle + PI).rem_euclid(TAU) - PI;
    }

    fn hint(&self) -> &'static str {
        "drag to move, drag with the right button to turn"
    }

    fn report(&self) -> Vec<String> {
        let (steps, overlaps) = self.search();
        if let Some((number, step)) = self.shown() {
            return vec![format!("step {number} of {}", steps.len()), step.words()];
        }
        vec![
            format!("vertices in the other: {}", self.contained().len()),
            format!("crossings of edges: {}", self.crossings().len()),
            format!("decided by step {}", steps.len()),
            (if overlaps { "The outlines overlap." } else { "The outlines are apart." }).to_owned(),
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
        if let Some((_, step)) = self.shown() {
            self.draw_step(&step, canvas);
        } else {
            let dot = DOT * canvas.pixel();
            for vertex in self.contained() {
                canvas.circle(vertex, dot, Paint::fill(YES));
            }
            for crossing in self.crossings() {
                canvas.circle(crossing, dot, Paint::stroke(INK, 2.0));
            }
        }
        for (position, name) in self.position.into_iter().zip(["hook", "arrow"]) {
            pen::word(canvas, position, name, NO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                assert_eq!(one.search().1, by_pieces, "turn {turn}, shift {shift}");
                let seen = !one.contained().is_empty() || !one.crossings().is_empty();
                assert_eq!(one.search().1, seen, "turn {turn}, shift {shift}");
                *(if by_pieces { &mut yes } else { &mut no }) += 1;
            }
        }
        assert!(yes > 200 && no > 200, "{yes} {no}");
    }

    /// The search ends with the first step that decides, no step before it does, and pieces and edges lead to
    /// one answer. Outlines in one another are found by a vertex. Only the result says whether they overlap.
    #[test]
    fn search_ends_with_the_step_that_decides() {
        let mut one = OverlapExplorer::new();
        let (mut ends, far) = ([0; 4], Point::new(9.0, 9.0));
        let places = (0..60).map(|i| Point::new(0.11 * i as f32 - 3.3, 0.05 * i as f32 - 1.9)).chain([far]);
        for (turn, place) in places.enumerate() {
            one.angle[1] = 0.7 * turn as f32;
            one.position[1] = place;
            one.pieces = false;
            let (edges, overlaps) = one.search();
            one.pieces = true;
            let (pieces, by_pieces) = one.search();
            assert_eq!(overlaps, by_pieces, "{place}");
            for steps in [&edges, &pieces] {
                let (last, before) = steps.split_last().unwrap();
                let decides = |step: &Step| match step.what {
                    Compared::Boxes => !step.meets,
                    _ => step.meets,
                };
                assert!(!before.iter().any(decides) && (decides(last) || !overlaps), "{place}: {steps:?}");
                assert!(steps.len() < MOST_STEPS);
                ends[match last.what {
                    Compared::Boxes => 0,
                    Compared::Edges(_) => 1,
                    Compared::Vertex(_) => 2,
                    Compared::Pieces(_) => 3,
                }] += 1;
            }
            for step in [1, edges.len(), MOST_STEPS] {
                (one.pieces, one.step) = (false, step);
                let is_told = one.report().iter().any(|line| line.starts_with("The outlines"));
                assert_eq!(is_told, step == MOST_STEPS);
            }
        }
        assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
    }
}
