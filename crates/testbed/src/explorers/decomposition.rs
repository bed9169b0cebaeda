//! The convex hull of an outline, and its convex pieces: exact, or fewer that fill shallow notches. Both step
//! by step: quickhull replaces an edge by two to the farthest point beyond it, and the decomposition removes
//! diagonals of a triangulation.
//!
//! Source: *Souto, Video Game Physics II*, Convex and Concave Shapes.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::geom::{DecomposeSettings, Decomposition, convex_hull, convex_hull_observed};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "hull and pieces",
    about: "Drag the corners of a car and step: its convex hull, its exact convex pieces, or fewer approximate ones.",
    sections: &[Text::Souto.section("Convex and Concave Shapes")],
    source: "crates/geom/src/decompose.rs",
    new: || Box::new(DecompositionExplorer::new()),
};

/// A car with an open bed, counter-clockwise, m.
const CAR: &[[f32; 2]] = &[
    [-3.0, -0.8],
    [3.0, -0.8],
    [3.1, 0.1],
    [1.9, 0.4],
    [1.3, 1.5],
    [-0.2, 1.5],
    [-0.3, 0.2],
    [-2.6, 0.1],
    [-2.7, 0.9],
    [-3.1, 0.9],
];

/// The highest setting of the step, which shows the result.
const MOST_STEPS: usize = 24;
/// Radius of the points of the search for the hull, px.
const DOT: f32 = 10.0;

pub struct DecompositionExplorer {
    corners: Vec<Point>,
    show: usize,
    depth: f32,
    /// The step that is shown, from 1.
    step: usize,
}

/// One step of quickhull, in indices of the corners.
#[derive(Clone, Debug)]
struct EdgeStep {
    /// The hull of the corners that were found before, counter-clockwise.
    hull: Vec<usize>,
    ends: [usize; 2],
    beyond: Vec<usize>,
    farthest: Option<usize>,
}

/// One step of the decomposition, in indices of the corners.
#[derive(Clone, Debug)]
struct DiagonalStep {
    diagonal: Option<[usize; 2]>,
    is_removed: bool,
    /// The pieces after the step.
    rings: Vec<Vec<usize>>,
}

impl DecompositionExplorer {
    pub fn new() -> Self {
        let corners = CAR.iter().map(|&corner| corner.into()).collect();
        Self { corners, show: 1, depth: 0.0, step: MOST_STEPS }
    }

    /// The steps of quickhull; the hull of a step is that of the step before, with the farthest point in it.
    fn hull_steps(&self) -> Vec<EdgeStep> {
        let mut steps: Vec<EdgeStep> = Vec::new();
        let mut hull = Vec::new();
        // What is wrong with the corners is in the report.
        let _ = convex_hull_observed(&self.corners, |step| {
            if hull.is_empty() {
                hull.extend(step.ends);
            }
            steps.push(EdgeStep {
                hull: hull.clone(),
                ends: step.ends,
                beyond: step.beyond.to_vec(),
                farthest: step.farthest,
            });
            let place = hull.iter().position(|&corner| corner == step.ends[0]);
            if let (Some(place), Some(farthest)) = (place, step.farthest) {
                hull.insert(place + 1, farthest);
            }
        });
        steps
    }

    /// The pieces, and every step that led to them.
    fn decompose(&self) -> Result<(Decomposition, Vec<DiagonalStep>), String> {
        let outline = Outline::new(self.corners.iter().copied()).map_err(|error| error.to_string())?;
        let settings = DecomposeSettings { depth: self.depth, ..DecomposeSettings::default() };
        let mut steps = Vec::new();
        let found = outline.decompose_observed(settings, |step| {
            let rings = step.rings.iter().filter(|ring| !ring.is_empty()).cloned().collect();
            let (diagonal, is_removed) = (step.diagonal, step.is_removed);
            steps.push(DiagonalStep { diagonal, is_removed, rings });
        });
        Ok((found.map_err(|error| error.to_string())?, steps))
    }

    fn pieces(&self) -> Result<Decomposition, String> {
        self.decompose().map(|(pieces, _)| pieces)
    }

    /// The number of the step that is shown, of so many; `None` for the result.
    fn shown(&self, count: usize) -> Option<usize> {
        (self.step < MOST_STEPS && self.step <= count).then_some(self.step)
    }

    fn points<'a>(&'a self, which: &'a [usize]) -> impl Iterator<Item = Point> + 'a {
        which.iter().map(|&corner| self.corners[corner])
    }

    fn draw_hull_step(&self, step: &EdgeStep, canvas: &mut dyn DebugDraw) {
        let hull: Vec<Point> = self.points(&step.hull).collect();
        canvas.hull(&hull, 0.0, colors::shape(colors::B));
        let [from, to] = step.ends.map(|corner| self.corners[corner]);
        canvas.segment(from, to, Paint::stroke(INK, 4.0));
        let dot = DOT * canvas.pixel();
        for beyond in self.points(&step.beyond) {
            canvas.circle(beyond, dot, Paint::stroke(NO, 2.0));
        }
        if let Some(farthest) = step.farthest.map(|corner| self.corners[corner]) {
            canvas.circle(farthest, dot, Paint::fill(YES));
            for end in [from, to] {
                canvas.segment(end, farthest, Paint::stroke(HELP, 2.0));
            }
        }
    }

    fn draw_pieces_step(&self, step: &DiagonalStep, canvas: &mut dyn DebugDraw) {
        for (i, ring) in step.rings.iter().enumerate() {
            let corners: Vec<Point> = self.points(ring).collect();
            if let Ok(hull) = convex_hull(corners.iter().copied()) {
                canvas.hull(&hull, 0.0, Paint::fill(shade(i)));
            }
            pen::outline(canvas, &corners, Paint::stroke(INK, 1.0));
        }
        if let Some(ends) = step.diagonal {
            let [from, to] = ends.map(|corner| self.corners[corner]);
            let color = if step.is_removed { NO } else { YES };
            canvas.segment(from, to, Paint::stroke(color, 4.0));
            pen::word(
                canvas,
                from + (to - from) * 0.5,
                if step.is_removed { "removed" } else { "kept" },
                INK,
            );
        }
    }
}

/// The colour of a piece.
fn shade(piece: usize) -> Color {
    colors::A.towards(Color([0xff; 3]), 0.3 + 0.08 * (piece % 6) as f32)
}

impl Explore for DecompositionExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice { name: "show", value: &mut self.show, names: &["hull", "pieces"] },
            Control::Number { name: "filled depth", value: &mut self.depth, range: 0.0..=1.5, unit: " m" },
            Control::Count { name: "step", value: &mut self.step, range: 1..=MOST_STEPS },
        ]
    }

    pointer::moves_points!(corners);

    fn report(&self) -> Vec<String> {
        let hull = match convex_hull(self.corners.iter().copied()) {
            Ok(hull) => format!("hull: {} of {} corners", hull.len(), self.corners.len()),
            Err(error) => error.to_string(),
        };
        let pieces = match self.pieces() {
            Ok(found) => format!("{} pieces, {:.3} m² filled", found.pieces.len(), found.added_area),
            Err(error) => error,
        };
        let mut lines = vec![hull, pieces];
        if self.show == 0 {
            let steps = self.hull_steps();
            if let Some(shown) = self.shown(steps.len()) {
                let EdgeStep { ends: [a, b], beyond, farthest, .. } = &steps[shown - 1];
                lines.push(format!("step {shown} of {}: edge from {a} to {b}", steps.len()));
                lines.push(match farthest {
                    Some(corner) => format!("{} beyond it, corner {corner} the farthest", beyond.len()),
                    None => "no corner beyond it: an edge of the hull".to_owned(),
                });
            }
        } else if let Ok((_, steps)) = self.decompose()
            && let Some(shown) = self.shown(steps.len())
        {
            let DiagonalStep { diagonal, is_removed, rings } = &steps[shown - 1];
            let what = match (diagonal, is_removed) {
                (None, _) => "triangles".to_owned(),
                (Some([a, b]), true) => format!("diagonal from {a} to {b} removed"),
                (Some([a, b]), false) => format!("diagonal from {a} to {b} kept"),
            };
            lines.push(format!("step {shown} of {}: {what}, {} pieces", steps.len(), rings.len()));
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        if self.show == 0 {
            let steps = self.hull_steps();
            if let Some(shown) = self.shown(steps.len()) {
                self.draw_hull_step(&steps[shown - 1], canvas);
            } else if let Ok(hull) = convex_hull(self.corners.iter().copied()) {
                canvas.hull(&hull, 0.0, colors::shape(colors::B));
            }
        } else if let Ok((found, steps)) = self.decompose() {
            if let Some(shown) = self.shown(steps.len()) {
                self.draw_pieces_step(&steps[shown - 1], canvas);
            } else {
                for (i, piece) in found.pieces.iter().enumerate() {
                    canvas.hull(piece.vertices(), 0.0, Paint::fill(shade(i)).outlined(INK, 1.0));
                    pen::word(canvas, piece.centroid(), i, INK);
                }
            }
        }
        pen::outline(canvas, &self.corners, Paint::stroke(YES, 2.0));
        for (i, corner) in self.corners.iter().enumerate() {
            pen::handle(canvas, *corner, colors::A);
            if self.step < MOST_STEPS {
                pen::note(canvas, *corner, i, colors::A);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::geom::polygon_measures;

    /// Exact pieces have the area of the outline; a depth makes fewer that have more.
    #[test]
    fn exact_pieces_have_the_area_of_the_outline_and_a_depth_makes_fewer() {
        let mut one = DecompositionExplorer::new();
        let area = polygon_measures(one.corners.iter().copied()).area;
        let exact = one.pieces().unwrap();
        let sum: f32 =
            exact.pieces.iter().map(|piece| polygon_measures(piece.vertices().iter().copied()).area).sum();
        assert!((sum - area).abs() < 1e-3 && exact.pieces.len() > 2);
        one.depth = 1.0;
        let filled = one.pieces().unwrap();
        assert!(filled.pieces.len() < exact.pieces.len() && filled.added_area > 0.1);
    }

    /// An outline that crosses itself is answered with the engine's error.
    #[test]
    fn outline_that_crosses_itself_is_shown_as_the_error() {
        let mut one = DecompositionExplorer::new();
        one.drag(4, Point::new(1.0, -3.0));
        assert!(one.pieces().is_err());
        assert_eq!(one.report().len(), 2);
    }
    /// Each step of quickhull has a hull within that of the next, and the last one has the corners that the
    /// engine returns.
    #[test]
    fn hull_grows_by_its_farthest_point_until_it_is_that_of_the_engine() {
        let one = DecompositionExplorer::new();
        let steps = one.hull_steps();
        let area = |hull: &[usize]| polygon_measures(one.points(hull)).area;
        assert!(steps.windows(2).all(|pair| area(&pair[0].hull) <= area(&pair[1].hull)));
        assert!(steps.iter().all(|step| step.farthest.is_none_or(|corner| step.beyond.contains(&corner))));
        let expected = convex_hull(one.corners.iter().copied()).unwrap();
        let last = &steps[steps.len() - 1];
        assert!(last.farthest.is_none() && last.hull.len() == expected.len());
        assert!(one.points(&last.hull).all(|corner| expected.contains(&corner)));
        assert!(steps.len() < MOST_STEPS);
    }

    /// The pieces of every step cover the outline, each step has as many as the one before or one fewer, and
    /// the last one has those that the engine returns.
    #[test]
    fn every_step_covers_the_outline_and_joins_at_most_two_pieces() {
        let mut one = DecompositionExplorer::new();
        let area = polygon_measures(one.corners.iter().copied()).area;
        for depth in [0.0, 1.0] {
            one.depth = depth;
            let (found, steps) = one.decompose().unwrap();
            for step in &steps {
                let sum: f32 = step.rings.iter().map(|ring| polygon_measures(one.points(ring)).area).sum();
                assert!((sum - area).abs() < 1e-3, "{sum} for {area}");
            }
            for pair in steps.windows(2) {
                let joined = pair[0].rings.len() - pair[1].rings.len();
                assert_eq!(joined, usize::from(pair[1].is_removed));
            }
            assert_eq!(steps[0].rings.len(), one.corners.len() - 2, "triangles");
            assert_eq!(steps[steps.len() - 1].rings.len(), found.pieces.len());
            assert!(steps.len() < MOST_STEPS);
        }
    }
}
