//! When two moving shapes touch: the quadratic for circles, conservative advancement for a stick that turns.
//!
//! Conservative advancement is shown iteration by iteration, with the pose at which it measures, the nearest
//! points there, and below the shapes a graph of the gap over the step:
//!
//! ```text
//!   gap
//!   |\_  .            the curve: the distance at every moment of the step
//!   |  \__.___        each dotted line: from a measured gap to the moment before which nothing can touch,
//!   |...\...\...\_    which is where the next iteration measures
//!   +----t1-t2--t3-- t
//! ```
//!
//! Source: *Souto, Video Game Physics II*, Continuous Collision Detection and Continuous Collision Detection
//! for Non-Circles.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::collide::algorithms::{CircleImpact, circle_impact};
use physics::collide::{Impact, Proximity, Sweep, Tolerances, separation};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "time of impact",
    about: "Drag a motion and step: the roots for circles, and the poses at which conservative advancement measures.",
    sections: &[
        Text::Souto.section("Continuous Collision Detection"),
        Text::Souto.section("Continuous Collision Detection for Non-Circles"),
    ],
    source: "crates/collide/src/time_of_impact.rs",
    new: || Box::new(ImpactExplorer::new()),
};

/// Radii of the circles, m.
const RADII: [f32; 2] = [0.8, 0.5];
/// Half the sides of the stick and of the wall, m.
const STICK: [f32; 2] = [0.08, 0.8];
const WALL: [f32; 2] = [0.5, 0.9];
/// Interpolated poses that are drawn.
const POSES: usize = 8;
/// The highest setting of the iteration, which shows all: more than this cannot be told apart.
const MOST_STEPS: usize = 24;
/// Number of iterations whose numbers are reported: those before the one that is shown.
const REPORTED: usize = 6;
/// The graph of the gap: its corners at the lower left and the upper right, m.
const GRAPH: [[f32; 2]; 2] = [[-3.5, -2.75], [3.5, -1.75]];
/// Number of lines that the curve of the gap is drawn with.
const SAMPLES: usize = 120;

pub struct ImpactExplorer {
    /// The fixed shape, and start and end of the moving one, m.
    places: [Point; 3],
    /// Rotation of the stick in the step, rad.
    turn: f32,
    stick: usize,
    /// The iteration that is shown, from 1.
    step: usize,
}

impl ImpactExplorer {
    pub fn new() -> Self {
        let places = [[0.6, 0.6], [-3.0, -0.1], [3.2, 1.4]].map(Point::from);
        Self { places, turn: 4.0, stick: 1, step: MOST_STEPS }
    }

    fn motion(&self) -> Vec2 {
        self.places[2] - self.places[1]
    }

    /// The roots for the circles.
    fn roots(&self) -> CircleImpact {
        circle_impact(self.places[1] - self.places[0], self.motion(), RADII[0] + RADII[1])
    }

    fn sweep(&self) -> Sweep {
        Sweep::new(Pose::at(self.places[1]), self.motion(), self.turn)
    }

    /// How many of so many iterations are shown.
    fn count_shown(&self, count: usize) -> usize {
        if self.step < MOST_STEPS { self.step.min(count) } else { count }
    }

    fn shapes() -> Option<[Shape; 2]> {
        let [[w, h], [v, g]] = [WALL, STICK];
        Some([Shape::rectangle(w, h).ok()?, Shape::rectangle(v, g).ok()?])
    }

    /// The wall and the stick at a fraction of the step: their distance, m, and nearest points.
    fn near_at(&self, fraction: f32) -> Option<Proximity> {
        let [wall, stick] = Self::shapes()?;
        separation(&wall, Pose::at(self.places[0]), &stick, self.sweep().pose_at(fraction))
    }

    /// The stick against the wall: the result, and every fraction at which the distance was measured (m).
    fn advancement(&self) -> Option<(Impact, Vec<(f32, f32)>)> {
        let [wall, stick] = Self::shapes()?;
        let mut measured = Vec::new();
        let still = Sweep::still(Pose::at(self.places[0]));
        let impact = Tolerances::METRES.time_of_impact_observed(
            &wall,
            &still,
            &stick,
            &self.sweep(),
            0.0,
            |fraction, gap| {
                measured.push((fraction, gap));
            },
        );
        Some((impact, measured))
    }

    /// Draws the graph of the gap over the step, and the iterations up to the one that is shown.
    fn draw_graph(&self, canvas: &mut dyn DebugDraw, shown: &[(f32, f32)]) {
        let [[left, bottom], [right, top]] = GRAPH;
        let share = |i: usize| i as f32 / SAMPLES as f32;
        let gap = |t: f32| self.near_at(t).map_or(f32::NAN, |near| near.separation.max(0.0));
        let gaps: Vec<f32> = (0..=SAMPLES).map(|i| gap(share(i))).collect();
        let greatest = gaps.iter().copied().fold(0.1, f32::max);
        let at = |t: f32, gap: f32| {
            Point::new(left + (right - left) * t, bottom + (top - bottom) * (gap / greatest).min(1.0))
        };
        canvas.segment(at(0.0, 0.0), at(1.0, 0.0), Paint::stroke(INK, 1.5));
        canvas.segment(at(0.0, 0.0), at(0.0, greatest), Paint::stroke(INK, 1.5));
        let above = at(0.0, greatest) + Vec2::new(0.0, 24.0 * canvas.pixel());
        pen::note(canvas, above, format!("gap, up to {greatest:.2} m"), INK);
        pen::note(canvas, at(0.93, 0.0), "time", INK);
        for (i, pair) in gaps.windows(2).enumerate() {
            canvas.segment(at(share(i), pair[0]), at(share(i + 1), pair[1]), Paint::stroke(HELP, 2.0));
        }
        for pair in shown.windows(2) {
            canvas.segment(at(pair[0].0, pair[0].1), at(pair[1].0, 0.0), Paint::stroke(NO, 1.0));
            canvas.segment(at(pair[1].0, 0.0), at(pair[1].0, pair[1].1), Paint::stroke(NO, 0.75));
        }
        for (i, (t, gap)) in shown.iter().enumerate() {
            let color = if i + 1 == shown.len() { INK } else { NO };
            canvas.circle(at(*t, *gap), 3.5 * canvas.pixel(), Paint::fill(color));
        }
    }

    fn draw_stick(&self, canvas: &mut dyn DebugDraw, fraction: f32, paint: Paint) {
        let [w, h] = STICK;
        let pose = self.sweep().pose_at(fraction);
        let corners = [[-w, -h], [w, -h], [w, h], [-w, h]].map(|corner| pose * Point::from(corner));
        canvas.hull(&corners, 0.0, paint);
    }
}

impl Explore for ImpactExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice {
                name: "shapes",
                value: &mut self.stick,
                names: &["two circles", "wall and stick"],
            },
            Control::Number { name: "rotation", value: &mut self.turn, range: -20.0..=20.0, unit: " rad" },
            Control::Count { name: "iteration", value: &mut self.step, range: 1..=MOST_STEPS },
        ]
    }

    pointer::moves_points!(places);

    fn report(&self) -> Vec<String> {
        if self.stick == 0 {
            return vec![match self.roots() {
                CircleImpact::Never => "no root: they never touch".to_owned(),
                CircleImpact::Once(t) => format!("one root: they graze at {t:.4} of the step"),
                CircleImpact::Twice(begin, end) => {
                    format!("two roots: they touch at {begin:.4} and part at {end:.4} of the step")
                }
            }];
        }
        let Some((impact, measured)) = self.advancement() else { return vec!["no shape".to_owned()] };
        let shown = self.count_shown(measured.len());
        let mut lines = vec![format!("iteration {shown} of {}", measured.len())];
        if let Some((first, _)) = measured.first().filter(|(first, _)| *first > 0.0) {
            lines.push(format!("before {first:.4} not even their bounding circles touch"));
        }
        for (i, (t, gap)) in measured.iter().enumerate().take(shown).skip(shown.saturating_sub(REPORTED)) {
            let next = match measured.get(i + 1) {
                Some((next, _)) => format!("no touch before {next:.4}"),
                None => "the last".to_owned(),
            };
            lines.push(format!("at {t:.4}: {:.1} mm apart, {next}", 1e3 * gap));
        }
        if shown == measured.len() {
            lines.push(match impact {
                Impact::Separated => "They do not touch in the step.".to_owned(),
                Impact::Overlapped => "They overlap at the start.".to_owned(),
                Impact::Touching(touch) => format!("touch at {:.4} of the step", touch.fraction),
            });
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let [fixed, start, end] = self.places;
        pen::arrow(canvas, start, end, Paint::stroke(HELP, 1.5));
        let share = |i: usize| i as f32 / POSES as f32;
        if self.stick == 0 {
            canvas.circle(fixed, RADII[0], colors::shape(colors::A));
            for i in 0..=POSES {
                canvas.circle(start + self.motion() * share(i), RADII[1], Paint::stroke(NO, 1.0));
            }
            let roots: &[f32] = match self.roots() {
                CircleImpact::Never => &[],
                CircleImpact::Once(t) => &[t],
                CircleImpact::Twice(begin, end) => &[begin, end],
            };
            for (t, color) in roots.iter().zip([YES, colors::B]) {
                let center = start + self.motion() * *t;
                canvas.circle(center, RADII[1], Paint::stroke(color, 2.5));
                pen::word(canvas, center, format!("{t:.3}"), color);
            }
        } else {
            let [w, h] = WALL;
            let corners = [[-w, -h], [w, -h], [w, h], [-w, h]].map(|[x, y]| fixed + Vec2::new(x, y));
            canvas.hull(&corners, 0.0, colors::shape(colors::A));
            for i in 0..=POSES {
                self.draw_stick(canvas, share(i), Paint::stroke(HELP, 1.0));
            }
            if let Some((impact, measured)) = self.advancement() {
                let shown = &measured[..self.count_shown(measured.len())];
                for (t, _) in shown {
                    self.draw_stick(canvas, *t, Paint::stroke(NO, 1.0));
                }
                self.draw_graph(canvas, shown);
                let is_over = shown.len() == measured.len();
                if let (Impact::Touching(touch), true) = (impact, is_over) {
                    self.draw_stick(canvas, touch.fraction, Paint::stroke(YES, 2.5));
                    let tip = touch.point + touch.normal * 0.6;
                    pen::arrow(canvas, touch.point, tip, Paint::stroke(INK, 2.0));
                } else if let Some((t, _)) = shown.last() {
                    self.draw_stick(canvas, *t, Paint::stroke(INK, 2.5));
                    if let Some(near) = self.near_at(*t) {
                        canvas.segment(near.points[0], near.points[1], Paint::stroke(INK, 1.5));
                        for point in near.points {
                            canvas.circle(point, 3.5 * canvas.pixel(), Paint::fill(INK));
                        }
                    }
                }
            }
        }
        for (place, color) in self.places.into_iter().zip([colors::A, colors::B, INK]) {
            pen::handle(canvas, place, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At each root the circles just touch; the stick is nowhere nearer than measured before the impact, and
    /// the fractions grow.
    #[test]
    fn roots_touch_and_advancement_goes_forward() {
        let mut one = ImpactExplorer::new();
        let CircleImpact::Twice(begin, end) = one.roots() else { panic!() };
        for t in [begin, end] {
            let gap = (one.places[1] + one.motion() * t - one.places[0]).norm() - RADII[0] - RADII[1];
            assert!(gap.abs() < 1e-4, "{gap}");
        }
        for turn in [-20.0, -4.0, 0.0, 4.0, 20.0] {
            one.turn = turn;
            let (impact, measured) = one.advancement().unwrap();
            assert!(measured.windows(2).all(|pair| pair[0].0 < pair[1].0), "{measured:?}");
            let touch = impact.touch().unwrap();
            assert_eq!(measured.last().unwrap().0, touch.fraction);
        }
    }

    /// What is drawn at an iteration is the distance that the engine measured there, and the curve of the gap
    /// is above zero before the touch: each iteration was right to say that nothing touches earlier.
    #[test]
    fn nearest_points_of_an_iteration_are_as_far_apart_as_it_measured() {
        let mut one = ImpactExplorer::new();
        for turn in [-20.0, -4.0, 0.0, 4.0, 20.0] {
            one.turn = turn;
            let (_, measured) = one.advancement().unwrap();
            for (t, gap) in &measured {
                let near = one.near_at(*t).unwrap();
                assert!((near.separation - gap).abs() < 1e-4, "turn {turn}: {} {gap}", near.separation);
            }
            let end = measured.last().unwrap().0;
            for i in 0..100 {
                let t = end * i as f32 / 100.0;
                assert!(one.near_at(t).unwrap().separation > 0.0, "turn {turn}, fraction {t}");
            }
        }
    }

    /// Only the last iteration tells the result.
    #[test]
    fn result_is_told_by_the_last_iteration_alone() {
        let mut one = ImpactExplorer::new();
        let count = one.advancement().unwrap().1.len();
        for step in 1..=count {
            one.step = step;
            assert_eq!(one.report().iter().any(|line| line.starts_with("touch at")), step == count);
        }
    }
}
