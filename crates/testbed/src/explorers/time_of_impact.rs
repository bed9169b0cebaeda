//! When two moving shapes touch: the quadratic for circles, conservative advancement for a stick that turns.
//!
//! Source: *Souto, Video Game Physics II*, Continuous Collision Detection and Continuous Collision Detection
//! for Non-Circles.

use super::colors::{self, HELP, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::collide::algorithms::{CircleImpact, circle_impact};
use physics::collide::textbook::time_of_impact_observed;
use physics::collide::{Impact, Sweep};
use physics::prelude::*;
use scenes::Text;

/// Its entry in the list.
pub const EXPLORER: Explorer = Explorer {
    name: "time of impact",
    about: "Drag a motion: the two roots for circles, and the poses at which conservative advancement measures.",
    sections: &[
        Text::Souto.section("Continuous Collision Detection"),
        Text::Souto.section("CCD for Non-Circles"),
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

/// The explorer.
pub struct ImpactExplorer {
    /// The fixed shape, and start and end of the moving one, m.
    places: [Point; 3],
    /// Rotation of the stick in the step, rad.
    turn: f32,
    stick: usize,
}

impl ImpactExplorer {
    pub fn new() -> Self {
        Self { places: [[0.6, 0.1], [-3.0, -0.6], [3.2, 0.9]].map(Point::from), turn: 4.0, stick: 1 }
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

    /// The stick against the wall: the result, and every fraction at which the distance was measured (m).
    fn advancement(&self) -> Option<(Impact, Vec<(f32, f32)>)> {
        let shapes = [WALL, STICK].map(|[w, h]| Shape::rectangle(w, h).ok());
        let [Some(wall), Some(stick)] = shapes else { return None };
        let mut measured = Vec::new();
        let still = Sweep::still(Pose::at(self.places[0]));
        let impact = time_of_impact_observed(&wall, &still, &stick, &self.sweep(), 0.0, |fraction, gap| {
            measured.push((fraction, gap));
        });
        Some((impact, measured))
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
        ]
    }

    fn handles(&self) -> Vec<Point> {
        self.places.to_vec()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.places[handle] = to;
    }

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
        let mut lines = vec![match impact {
            Impact::Separated => "They do not touch in the step.".to_owned(),
            Impact::Overlapped => "They overlap at the start.".to_owned(),
            Impact::Touching(touch) => format!("touch at {:.4} of the step", touch.fraction),
        }];
        lines.push(format!("distance measured {} times", measured.len()));
        lines.extend(measured.iter().take(8).map(|(t, gap)| format!("at {t:.4}: {:.1} mm apart", 1e3 * gap)));
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
                for (t, _) in &measured {
                    self.draw_stick(canvas, *t, Paint::stroke(NO, 1.0));
                }
                if let Impact::Touching(touch) = impact {
                    self.draw_stick(canvas, touch.fraction, Paint::stroke(YES, 2.5));
                    pen::arrow(
                        canvas,
                        touch.point,
                        touch.point + touch.normal * 0.6,
                        Paint::stroke(INK, 2.0),
                    );
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
}
