//! The Minkowski sum and difference of two convex polygons, edge by edge: the edges of both, which are sorted
//! by direction already, are merged.
//!
//! Source: *Souto, Video Game Physics II*, Minkowski Sums. The sum is A inflated by B; two shapes overlap
//! exactly if their difference contains the origin.

use super::colors::{self, INK, NO, YES};
use super::pair::Pair;
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{Location, MergeStep, minkowski_sum_observed, point_in_convex};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "minkowski sum",
    about: "Drag and turn two polygons and step: their sum, or their difference, which contains the origin while they overlap.",
    sections: &[Text::Souto.section("Minkowski Sums")],
    source: "crates/geom/src/minkowski.rs",
    new: || Box::new(MinkowskiExplorer::new()),
};

/// The highest setting of the step, which shows the result: two octagons have no more edges than it has steps
/// before that.
const MOST_STEPS: usize = 17;
/// Radius of a vertex of the sum, px.
const DOT: f32 = 4.5;
/// Of the choice of what is shown.
const SUM: usize = 0;

pub struct MinkowskiExplorer {
    pair: Pair,
    kind: usize,
    /// The edge that is shown, from 1, with those before it.
    step: usize,
}

impl MinkowskiExplorer {
    pub fn new() -> Self {
        Self { pair: Pair::side_by_side(), kind: 1, step: MOST_STEPS }
    }

    fn corners(&self, which: usize) -> Vec<Point> {
        let one = &self.pair.placed[which];
        one.hull().vertices.iter().map(|&vertex| one.pose() * vertex).collect()
    }

    /// The two polygons whose edges are merged, m, each with the name that its edges have: for the sum, A
    /// and B, the latter measured from its centre; for the difference B - A, B, and A turned by half a turn.
    fn merged(&self) -> [(&'static str, Vec<Point>); 2] {
        let (a, b) = (self.corners(0), self.corners(1));
        if self.kind == SUM {
            let center = self.pair.placed[1].position;
            [("A", a), ("B", b.iter().map(|&corner| Point::from(corner - center)).collect())]
        } else {
            [("B", b), ("-A", a.into_iter().map(|corner| -corner).collect())]
        }
    }

    /// The sum or the difference, and each edge that the engine adds to it.
    fn steps(&self) -> (Vec<MergeStep>, Vec<Point>) {
        let [(_, first), (_, second)] = self.merged();
        let mut steps = Vec::new();
        let combined = minkowski_sum_observed(first, second, |step| steps.push(step));
        (steps, combined)
    }

    /// How many of so many edges are shown; `None` for the result.
    fn shown(&self, count: usize) -> Option<usize> {
        (self.step <= count).then_some(self.step)
    }

    /// The names of the polygons from which a step takes its edge, with the numbers of the edges.
    fn taken(&self, step: &MergeStep) -> String {
        let merged = self.merged();
        let names = (0..2).filter(|&i| step.takes[i]).map(|i| format!("{} of {}", step.of[i], merged[i].0));
        names.collect::<Vec<_>>().join(" and ")
    }

    /// Draws what the first edges of the sum are, and which edges of the two polygons they come from.
    fn draw_steps(&self, steps: &[MergeStep], next: Point, canvas: &mut dyn DebugDraw) {
        let ends = steps.iter().skip(1).map(|step| step.vertex).chain([next]);
        // The polygon of each of the two, by its index in the pair.
        let which = if self.kind == SUM { [0, 1] } else { [1, 0] };
        for (i, (step, end)) in steps.iter().zip(ends).enumerate() {
            let is_last = i + 1 == steps.len();
            let (width, dot) = if is_last { (4.0, 1.4 * DOT) } else { (2.0, DOT) };
            let color = match step.takes {
                [true, true] => INK,
                takes => [colors::A, colors::B][which[usize::from(takes[1])]],
            };
            pen::arrow(canvas, step.vertex, end, Paint::stroke(color, width));
            canvas.circle(step.vertex, dot * canvas.pixel(), Paint::fill(color));
            for place in (0..2).filter(|&place| step.takes[place] && is_last) {
                let [from, to] = self.pair.placed[which[place]].edge(step.of[place]);
                canvas.segment(from, to, Paint::stroke(INK, 5.0));
            }
        }
    }
}

impl Explore for MinkowskiExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { pair, kind, step } = self;
        let mut all = pair.controls();
        all.push(Control::Choice { name: "show", value: kind, names: &["sum", "difference"] });
        all.push(Control::Count { name: "edge", value: step, range: 1..=MOST_STEPS });
        all
    }

    pointer::moves_pair!();

    fn report(&self) -> Vec<String> {
        let (steps, combined) = self.steps();
        if let Some(shown) = self.shown(steps.len()) {
            let step = &steps[shown - 1];
            return vec![
                format!("edge {shown} of {}: edge {}", steps.len(), self.taken(step)),
                format!("it begins at ({:.3}, {:.3}) m", step.vertex.x, step.vertex.y),
            ];
        }
        let mut lines = vec![format!("{} corners", combined.len())];
        if self.kind == 1 {
            let origin = point_in_convex(combined, Point::origin());
            lines.push(format!("the origin: {origin:?}"));
            let overlap = origin != Location::Outside;
            lines.push((if overlap { "They overlap." } else { "They are apart." }).to_owned());
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let (steps, combined) = self.steps();
        let contains = point_in_convex(combined.iter().copied(), Point::origin()) != Location::Outside;
        let color = if self.kind == 1 && contains { YES } else { NO };
        let shown = self.shown(steps.len());
        if combined.len() > 2 && shown.is_none() {
            canvas.hull(&combined, 0.0, colors::shape(color));
        }
        self.pair.draw(canvas);
        if let Some(shown) = shown {
            self.draw_steps(&steps[..shown], combined[shown % combined.len()], canvas);
        }
        let reach = 8.0 * canvas.pixel();
        for along in [Vec2::new(reach, 0.0), Vec2::new(0.0, reach)] {
            canvas.segment(Point::from(-along), Point::from(along), Paint::stroke(INK, 2.0));
        }
        pen::note(canvas, Point::origin(), "origin", INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::collide::overlap;

    /// The difference contains the origin exactly while the engine says that the polygons overlap.
    #[test]
    fn difference_contains_the_origin_while_they_overlap() {
        let mut one = MinkowskiExplorer::new();
        one.pair = Pair::new();
        let mut count = [0; 2];
        for turn in 0..40 {
            for shift in 0..30 {
                one.pair.placed[1].angle = 0.157 * turn as f32;
                one.pair.placed[1].position = Point::new(0.15 * shift as f32 - 2.2, 0.05 * turn as f32);
                let [a, b] = &one.pair.placed;
                let expected = overlap(&a.shape(), a.pose(), &b.shape(), b.pose());
                let found = point_in_convex(one.steps().1, Point::origin()) != Location::Outside;
                assert_eq!(found, expected, "turn {turn}, shift {shift}");
                count[usize::from(found)] += 1;
            }
        }
        assert!(count[0] > 200 && count[1] > 200, "{count:?}");
    }

    /// The steps take each edge of each polygon once, in the order of their directions, and begin at the
    /// corners of the sum.
    #[test]
    fn steps_take_each_edge_once_and_sorted_by_direction() {
        let (mut one, mut at_once) = (MinkowskiExplorer::new(), 0);
        for turn in 0..40 {
            one.kind = turn % 2;
            one.pair.placed[0].angle = 0.0;
            one.pair.placed[1].angle = 0.157 * (turn / 2) as f32;
            let (steps, combined) = one.steps();
            assert!(steps.iter().map(|step| step.vertex).eq(combined) && steps.len() < MOST_STEPS);
            let mut angles = Vec::new();
            for (which, (_, ring)) in one.merged().iter().enumerate() {
                let taken: Vec<_> = steps.iter().filter(|step| step.takes[which]).collect();
                let mut edges: Vec<usize> = taken.iter().map(|step| step.of[which]).collect();
                edges.sort_unstable();
                assert!(edges.into_iter().eq(0..ring.len()), "turn {turn}");
            }
            for step in &steps {
                at_once += usize::from(step.takes == [true, true]);
                let which = usize::from(!step.takes[0]);
                let (_, ring) = &one.merged()[which];
                let i = step.of[which];
                let edge = ring[(i + 1) % ring.len()] - ring[i];
                angles.push(edge.y.atan2(edge.x).rem_euclid(std::f32::consts::TAU - 1e-5));
            }
            assert!(angles.is_sorted(), "turn {turn}: {angles:?}");
        }
        assert!(at_once < 40, "{at_once}");
    }
}
