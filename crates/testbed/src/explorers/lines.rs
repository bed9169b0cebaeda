//! Where two lines, a ray and a segment, or two segments intersect, and a line with all extended edges of a
//! polygon.
//!
//! Source: *Sotirov 2022*, Point vs. Shape Intersection: `line_vs_line`, `ray_vs_segment`, and the figure of
//! a horizontal line with the orange points of all extended edges.

use super::colors::{A, B, HELP, NO, YES};
use super::{AREA, Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::geom::{LineIntersection, SegmentIntersection, line_line, ray_segment, segment_segment};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "lines",
    about: "Drag the ends: where lines, rays and segments intersect, also if they are parallel or touch.",
    sections: &[Text::Sotirov.section("Point vs. Shape Intersection")],
    source: "crates/geom/src/lines.rs",
    new: || Box::new(LineExplorer::new()),
};

const KINDS: &[&str] = &["two lines", "ray and segment", "two segments", "line and edges"];
/// The pentagon of the text.
const PENTAGON: [[f32; 2]; 5] = [[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]];
/// Radius of an intersection, px.
const DOT: f32 = 5.0;

pub struct LineExplorer {
    /// The ends of A, then those of B, m.
    ends: [Point; 4],
    kind: usize,
}

/// What two of them share, in the words of the engine.
#[derive(Clone, Debug, PartialEq)]
enum Common {
    Nothing,
    Points(Vec<Point>),
    Part([Point; 2]),
    Everything,
}

impl LineExplorer {
    pub fn new() -> Self {
        let ends = [[-2.5, -1.0], [2.0, 1.3], [-1.5, 1.6], [1.8, -1.2]].map(Point::from);
        Self { ends, kind: 0 }
    }

    fn common(&self) -> Common {
        let [a0, a1, b0, b1] = self.ends;
        let of_segments = |found| match found {
            SegmentIntersection::Empty => Common::Nothing,
            SegmentIntersection::Point(point) => Common::Points(vec![point]),
            SegmentIntersection::Segment(part) => Common::Part(part),
        };
        match self.kind {
            0 => match line_line([a0, a1], [b0, b1]) {
                LineIntersection::Empty => Common::Nothing,
                LineIntersection::Point(point) => Common::Points(vec![point]),
                LineIntersection::Line => Common::Everything,
            },
            1 => of_segments(ray_segment(a0, a1 - a0, [b0, b1])),
            2 => of_segments(segment_segment([a0, a1], [b0, b1])),
            _ => {
                let edges = (0..5).map(|i| [PENTAGON[i], PENTAGON[(i + 1) % 5]]);
                let found = edges.filter_map(|edge| match line_line([a0, a1], edge.map(Point::from)) {
                    LineIntersection::Point(point) => Some(point),
                    _ => None,
                });
                Common::Points(found.collect())
            }
        }
    }

    /// Draws the infinite line through two points.
    fn extend(canvas: &mut dyn DebugDraw, from: Point, to: Point, color: Color, back: bool) {
        let along = to - from;
        if along.norm() > 0.0 {
            let far = along * (2.0 * AREA.extents().norm() / along.norm());
            canvas.segment(if back { from - far } else { from }, from + far, Paint::stroke(color, 1.0));
        }
    }
}

impl Explore for LineExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![Control::Choice { name: "intersect", value: &mut self.kind, names: KINDS }]
    }

    fn handles(&self) -> Vec<Point> {
        self.ends[..if self.kind == 3 { 2 } else { 4 }].to_vec()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.ends[handle] = to;
    }

    fn report(&self) -> Vec<String> {
        let show = |p: &Point| format!("({:.3}, {:.3})", p.x, p.y);
        match self.common() {
            Common::Nothing => vec!["no common point".to_owned()],
            Common::Everything => vec!["the lines are the same".to_owned()],
            Common::Part([from, to]) => vec![format!("common segment: {} to {}", show(&from), show(&to))],
            Common::Points(points) if points.is_empty() => vec!["no common point".to_owned()],
            Common::Points(points) => points.iter().map(|p| format!("common point: {}", show(p))).collect(),
        }
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let [a0, a1, b0, b1] = self.ends;
        if self.kind == 3 {
            let corners = PENTAGON.map(Point::from);
            for i in 0..5 {
                Self::extend(canvas, corners[i], corners[(i + 1) % 5], HELP, true);
            }
            pen::outline(canvas, &corners, Paint::stroke(B, 2.0));
            Self::extend(canvas, a0, a1, A, true);
        } else {
            match self.kind {
                0 => {
                    Self::extend(canvas, a0, a1, A, true);
                    Self::extend(canvas, b0, b1, B, true);
                }
                1 => Self::extend(canvas, a0, a1, A, false),
                _ => {}
            }
            canvas.segment(a0, a1, Paint::stroke(A, 2.5));
            canvas.segment(b0, b1, Paint::stroke(B, 2.5));
        }
        for (i, end) in self.handles().into_iter().enumerate() {
            pen::handle(canvas, end, if i < 2 { A } else { B });
        }
        let dot = DOT * canvas.pixel();
        match self.common() {
            Common::Points(points) => {
                for point in points {
                    canvas.circle(point, dot, Paint::fill(YES));
                }
            }
            Common::Part([from, to]) => canvas.segment(from, to, Paint::stroke(YES, 5.0)),
            Common::Everything => Self::extend(canvas, a0, a1, YES, true),
            Common::Nothing => pen::word(canvas, a0 + (b0 - a0) * 0.5, "apart", NO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertical, parallel, collinear and touching lines, in each kind.
    #[test]
    fn vertical_parallel_and_touching_lines_are_told() {
        let mut one = LineExplorer::new();
        let mut common = |ends: [[f32; 2]; 4], kind| {
            (one.ends, one.kind) = (ends.map(Point::from), kind);
            one.common()
        };
        let vertical = [[1.0, -1.0], [1.0, 1.0], [0.0, 0.5], [2.0, 0.5]];
        let crossing = Common::Points(vec![Point::new(1.0, 0.5)]);
        assert!((0..3).all(|kind| common(vertical, kind) == crossing));
        let parallel = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
        assert!((0..3).all(|kind| common(parallel, kind) == Common::Nothing));
        let collinear = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.0], [2.0, 0.0]];
        assert_eq!(common(collinear, 0), Common::Everything);
        assert_eq!(common(collinear, 2), Common::Part([[0.5, 0.0], [1.0, 0.0]].map(Point::from)));
        let touching = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 2.0]];
        assert_eq!(common(touching, 2), Common::Points(vec![Point::new(1.0, 0.0)]));
    }

    /// The line of the text meets the five extended edges but for the two that are parallel to it.
    #[test]
    fn line_meets_all_extended_edges_that_are_not_parallel() {
        let mut one = LineExplorer::new();
        (one.kind, one.ends[0], one.ends[1]) = (3, Point::new(2.5, 1.3), Point::new(3.5, 1.3));
        let Common::Points(points) = one.common() else { panic!() };
        assert_eq!(points.len(), 4);
        assert!(points.iter().all(|point| (point.y - 1.3).abs() < 1e-6));
    }
}
