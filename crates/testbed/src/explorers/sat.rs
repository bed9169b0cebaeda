//! The separating axis theorem: two convex shapes are separate exactly if their projections on some axis are.
//!
//! Source: *2D Collision Detection and Resolution*, section Collision Detection; *Sotirov 2022*, Polygon vs.
//! Polygon. Their axes are the normals of all edges. Of parallel normals the first is enough, since the
//! projections on both are the same.

use super::colors::{self, HELP, INK, NO, YES};
use super::pair::Pair;
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{cross, left_normal};
use physics::prelude::*;
use physics::textbook::{Interval, max_separation_from, project};
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "separating axes",
    about: "Drag and turn a polygon: the shadows of both, axis by axis, the least overlap, and the cached edge.",
    sections: &[
        Text::CollisionDetection.section("Collision Detection"),
        Text::Sotirov.section("Polygon vs. Polygon"),
        Text::Souto.section("Testing for Intersections - The Separating Axis Theorem"),
    ],
    source: "crates/textbook/src/projection.rs",
    new: || Box::new(SatExplorer::new()),
};

/// Distance of the drawn axes from the middle, m.
const DISTANCE: f32 = 2.35;
/// Half the length of a drawn axis, m.
const HALF: f32 = 2.6;
/// Distances of the projections of A and B from their axis, px.
const SIDE: f32 = 4.0;
/// Distance of the number from the axis, px.
const NUMBER: f32 = 36.0;
/// Sine of the angle below which two axes count as one.
const PARALLEL: f32 = 1e-5;

/// More axes than two polygons have here.
const MOST_AXES: usize = 16;

pub struct SatExplorer {
    pair: Pair,
    all: bool,
    /// How many axes the search has looked at.
    step: usize,
    /// The edge of A from which the search of the next step begins.
    cached: usize,
}

/// An axis and the projections on it.
#[derive(Clone, Copy, Debug)]
struct Axis {
    /// The polygon whose edge it is normal to (0 for A) and the edge.
    edge: (usize, usize),
    direction: Vec2,
    shadows: [Interval; 2],
}

impl Axis {
    fn overlap(&self) -> f32 {
        self.shadows[0].overlap(self.shadows[1])
    }
}

impl SatExplorer {
    pub fn new() -> Self {
        Self { pair: Pair::new(), all: true, step: MOST_AXES, cached: 0 }
    }

    /// The normals of all edges, without those parallel to an earlier one.
    fn axes(&self) -> Vec<Axis> {
        let placed = &self.pair.placed;
        let mut axes: Vec<Axis> = Vec::new();
        for (owner, each) in placed.iter().enumerate() {
            for (edge, normal) in each.hull().normals.iter().enumerate() {
                let direction = each.pose().rotation * *normal;
                if axes.iter().all(|axis| cross(axis.direction, direction).abs() > PARALLEL) {
                    let shadows = [0, 1].map(|i| project(placed[i].hull(), placed[i].pose(), direction));
                    axes.push(Axis { edge: (owner, edge), direction, shadows });
                }
            }
        }
        axes
    }

    /// The cached edge of A, and the edge of A to which the search from it leads.
    fn cached_search(&self) -> [usize; 2] {
        let [a, b] = &self.pair.placed;
        let start = self.cached.min(a.hull().vertices.len() - 1);
        let found = max_separation_from(a.hull(), b.hull(), a.pose().relative(b.pose()), start);
        [start, found.edge]
    }

    /// The axes that the search has looked at. It ends at one that separates the shapes.
    fn visited(&self) -> Vec<Axis> {
        let axes = self.axes();
        let separating = axes.iter().position(|axis| axis.overlap() <= 0.0);
        let end = if self.step < MOST_AXES { separating.map_or(axes.len(), |i| i + 1) } else { axes.len() };
        axes.into_iter().take(self.step.min(end)).collect()
    }

    /// The axis with the least overlap (of equals the first): the shortest translation that separates them,
    /// or the widest gap.
    fn least(axes: &[Axis]) -> Option<usize> {
        (0..axes.len()).min_by(|i, j| axes[*i].overlap().total_cmp(&axes[*j].overlap()))
    }
}

impl Explore for SatExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let mut all = self.pair.controls();
        all.push(Control::Switch { name: "all axes", value: &mut self.all });
        all.push(Control::Count { name: "axes looked at", value: &mut self.step, range: 1..=MOST_AXES });
        all.push(Control::Count { name: "cached edge of A", value: &mut self.cached, range: 0..=7 });
        all
    }

    pointer::moves_pair!();

    fn report(&self) -> Vec<String> {
        let (axes, count) = (self.visited(), self.axes().len());
        let least = Self::least(&axes);
        let mut lines: Vec<String> = vec![format!("axes looked at: {} of {count}", axes.len())];
        for (i, axis) in axes.iter().enumerate() {
            let (owner, edge) = axis.edge;
            let (overlap, name) = (1000.0 * axis.overlap(), ["A", "B"][owner]);
            let what = if overlap > 0.0 { "overlap" } else { "gap" };
            let mark = if Some(i) == least { "  <- the least" } else { "" };
            lines.push(format!("edge {edge} of {name}: {what} {:.0} mm{mark}", overlap.abs()));
        }
        lines.push(match least.map(|i| axes[i].overlap()) {
            Some(overlap) if overlap > 0.0 && axes.len() < count => {
                "Not known yet: all overlap so far.".to_owned()
            }
            Some(overlap) if overlap > 0.0 => "They overlap: no axis separates them.".to_owned(),
            _ => "They are apart: one axis is enough.".to_owned(),
        });
        let [walk, found] = self.cached_search();
        lines.push(format!("cached edge {walk} of A leads to edge {found}"));
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        self.pair.draw(canvas);
        let [walk, found] = self.cached_search();
        for (edge, word, color) in [(walk, "cached", HELP), (found, "found", INK)] {
            let a = &self.pair.placed[0];
            let corners = a.hull().vertices;
            let [start, end] = [edge, (edge + 1) % corners.len()].map(|i| a.pose() * corners[i]);
            canvas.segment(start, end, Paint::stroke(color, 4.0));
            // The name of one that is both is that of the answer.
            if edge == found || word == "cached" && walk != found {
                pen::note(canvas, end, word, color);
            }
        }
        let axes = self.visited();
        let least = Self::least(&axes);
        for (i, axis) in axes.iter().enumerate() {
            if self.all || Some(i) == least {
                draw_axis(axis, Some(i) == least, canvas);
            }
        }
    }
}

/// Draws an axis beside the shapes, a projection on each of its sides, and the overlap of the two on it.
fn draw_axis(axis: &Axis, decides: bool, canvas: &mut dyn DebugDraw) {
    let (along, aside) = (axis.direction, left_normal(axis.direction));
    let at = |t: f32| Point::from(aside * DISTANCE + along * t);
    let faint = if decides { INK } else { HELP };
    canvas.segment(at(-HALF), at(HALF), Paint::stroke(faint, 1.0));
    let side = aside * (SIDE * canvas.pixel());
    let mut bar = |interval: Interval, shift: Vec2, paint: Paint| {
        canvas.segment(at(interval.lower) + shift, at(interval.upper) + shift, paint);
    };
    let [a, b] = axis.shadows;
    let width = if decides { 5.0 } else { 2.5 };
    bar(a, -side, Paint::stroke(colors::A, width));
    bar(b, side, Paint::stroke(colors::B, width));
    // A negative length is a gap: the same two numbers in the other order.
    let common = Interval { lower: a.lower.max(b.lower), upper: a.upper.min(b.upper) };
    let color = if axis.overlap() > 0.0 { YES } else { NO };
    bar(common, Vec2::zeros(), Paint::stroke(color, if decides { 3.0 } else { 1.5 }));
    if decides {
        for (interval, color) in [(a, colors::A), (b, colors::B)] {
            for t in [interval.lower, interval.upper] {
                // From the axis down through the shape.
                canvas.segment(at(t), at(t) - aside * (2.0 * DISTANCE), Paint::stroke(color, 0.75));
            }
        }
        let beside = aside * (NUMBER * canvas.pixel());
        let place = at(0.5 * (common.lower + common.upper)) + beside;
        pen::word(canvas, place, format!("{:.0} mm", 1000.0 * axis.overlap()), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::collide::algorithms::max_separation;

    /// Step by step the least overlap falls or stays, a search of separate shapes ends at the first axis that
    /// separates them, and that of shapes that overlap has to look at all.
    #[test]
    fn search_ends_at_the_first_separating_axis_or_looks_at_all() {
        let mut explorer = SatExplorer::new();
        for x in [0.1, 0.4, 3.0] {
            explorer.pair.placed[0].position = Point::origin();
            explorer.pair.placed[1].position = Point::new(x, 0.2);
            let (all, mut least) = (explorer.axes(), f32::INFINITY);
            for step in 1..MOST_AXES {
                explorer.step = step;
                let visited = explorer.visited();
                let now = visited[SatExplorer::least(&visited).unwrap()].overlap();
                assert!(now <= least && visited.len() <= step);
                least = now;
                let (last, before) = visited.split_last().unwrap();
                assert!(before.iter().all(|axis| axis.overlap() > 0.0));
                let has_ended = visited.len() < step.min(all.len());
                assert!(!has_ended || last.overlap() <= 0.0, "step {step}");
            }
            assert_eq!(least <= 0.0, x == 3.0);
        }
    }

    /// The cached edge leads to the edge that separates most, whichever it is.
    #[test]
    fn every_cached_edge_of_separate_shapes_leads_to_the_best() {
        let mut explorer = SatExplorer::new();
        explorer.pair.placed[1].position = explorer.pair.placed[0].position + Vec2::new(3.0, 0.2);
        let [a, b] = &explorer.pair.placed;
        let best = max_separation(a.hull(), b.hull(), a.pose().relative(b.pose())).edge;
        for edge in 0..8 {
            explorer.cached = edge;
            assert_eq!(explorer.cached_search()[1], best, "from {edge}");
        }
    }

    /// The least overlap agrees with the engine's separation along edge normals. If the shapes are separate,
    /// the projections can show a wider gap than any edge normal does, since projections end at vertices.
    #[test]
    fn projections_decide_as_the_engine_does() {
        let mut explorer = SatExplorer::new();
        let (mut apart, mut overlapping) = (0, 0);
        for turn in 0..40 {
            for shift in 0..30 {
                let b = &mut explorer.pair.placed[1];
                b.angle = 0.157 * turn as f32;
                b.position = Point::new(0.15 * shift as f32 - 2.2, 0.05 * turn as f32);
                let axes = explorer.axes();
                let overlap = axes[SatExplorer::least(&axes).unwrap()].overlap();
                let [a, b] = &explorer.pair.placed;
                let b_in_a = a.pose().relative(b.pose());
                let separation = max_separation(a.hull(), b.hull(), b_in_a)
                    .distance
                    .max(max_separation(b.hull(), a.hull(), b_in_a.inverse()).distance);
                let agree =
                    if overlap > 0.0 { overlap + separation } else { (overlap + separation).max(0.0) };
                assert!(agree.abs() < 1e-4, "turn {turn}, shift {shift}: {overlap} {separation}");
                assert_eq!(overlap > 1e-4, separation < -1e-4);
                *if overlap > 0.0 { &mut overlapping } else { &mut apart } += 1;
            }
        }
        assert!(apart > 100 && overlapping > 100, "{apart} {overlapping}");
    }
}
