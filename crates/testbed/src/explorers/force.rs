//! A force that acts for a while, beside an impulse that does the same at once.
//!
//! Source: *Impulse Responses*, the opening: v' = v + f dt / m, and v' = v + j / m; *Sotirov 2022*, Forces
//! and Impulses: "impulses are large forces applied over very short periods".
//!
//! Both bodies run in worlds of the engine. A force j / T that acts for T seconds leaves the velocity and the
//! spin of the impulse j, and a body that is behind by half of T.

use super::colors::{self, A, B, HELP, INK};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "force and impulse",
    about: "Drag the push and where it acts: a force of some duration, and the impulse that gives the same velocity and spin at once.",
    sections: &[Text::ImpulseResponses.section("(opening)"), Text::Sotirov.section("Forces and Impulses")],
    source: "crates/world/src/stores/edit/bodies.rs",
    new: || Box::new(ForceExplorer::new()),
};

/// Where the two bodies begin, m.
const STARTS: [Point; 2] = [Point::new(-2.3, 1.0), Point::new(-2.3, -1.4)];
/// Half the sides of the bodies, m.
const HALF: [f32; 2] = [0.5, 0.3];
/// Metres that are drawn for one newton second.
const SCALE: f32 = 0.5;
const DT: f32 = 1.0 / 60.0;
/// Steps that are shown, and how many lie between two drawings of a body.
const STEPS: u32 = 90;
const EACH: u32 = 15;

pub struct ForceExplorer {
    /// Where the push acts, and where its arrow begins, m; both are those of the upper body.
    push: [Point; 2],
    /// How long the force acts, s.
    duration: f32,
    /// kg.
    mass: f32,
}

/// How a body is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Push {
    Force,
    Impulse,
}

/// A body at a time.
#[derive(Clone, Copy, Debug)]
struct Shot {
    pose: Pose,
    velocity: Vec2,
    spin: f32,
}

impl ForceExplorer {
    pub fn new() -> Self {
        let at = STARTS[0] + Vec2::new(-0.5, -0.1);
        Self { push: [at, at - Vec2::new(1.5, 0.0) * SCALE], duration: 0.5, mass: 0.6 }
    }

    /// The impulse, N s.
    fn impulse(&self) -> Vec2 {
        (self.push[0] - self.push[1]) / SCALE
    }

    fn lever(&self) -> Vec2 {
        self.push[0] - STARTS[0]
    }

    /// The steps in which the force acts.
    fn steps_of_the_force(&self) -> u32 {
        ((self.duration / DT).round() as u32).max(1)
    }

    /// The body before the first step and after each of them. The force keeps its direction and its lever in
    /// the axes of the world, so that both have the same moment.
    fn run(&self, push: Push) -> Result<Vec<Shot>, DefError> {
        let start = STARTS[usize::from(push == Push::Impulse)];
        // One sub-step, as in the formulas of the texts.
        let settings = WorldSettings::default().gravity([0.0, 0.0]).substeps(1).sleeping(false);
        let mut world = World::new(settings);
        let body = world.add_body(BodyDef::dynamic().position(start))?;
        let density = self.mass / (4.0 * HALF[0] * HALF[1]);
        let [w, h] = HALF;
        world.add_collider(body, ColliderDef::new(Shape::rectangle(w, h)?).density(density))?;
        if push == Push::Impulse {
            world.body_mut(body)?.apply_impulse(self.impulse(), start + self.lever())?;
        }
        let count = self.steps_of_the_force();
        let force = self.impulse() / (count as f32 * DT);
        let mut shots = Vec::new();
        for step in 0..=STEPS {
            let view = world.body(body)?;
            let (pose, velocity, spin) = (view.pose(), view.velocity(), view.angular_velocity());
            shots.push(Shot { pose, velocity, spin });
            if push == Push::Force && step < count {
                let point = pose.position + self.lever();
                world.body_mut(body)?.apply_force(force, point)?;
            }
            world.step(DT);
        }
        Ok(shots)
    }

    fn draw_run(&self, canvas: &mut dyn DebugDraw, push: Push, color: Color) {
        let start = STARTS[usize::from(push == Push::Impulse)];
        let Ok(shots) = self.run(push) else { return };
        for (i, shot) in shots.iter().enumerate().step_by(EACH as usize) {
            let is_pushed = i == 0 || (push == Push::Force && (i as u32) < self.steps_of_the_force());
            let [w, h] = HALF;
            let corner = |[x, y]: [f32; 2]| shot.pose * Point::new(x, y);
            let corners = [[-w, -h], [w, -h], [w, h], [-w, h]].map(corner);
            if i == 0 {
                canvas.hull(&corners, 0.0, colors::shape(color));
            } else {
                pen::outline(canvas, &corners, Paint::stroke(color, 1.5));
            }
            if is_pushed {
                let steps = if push == Push::Force { self.steps_of_the_force() } else { EACH };
                // The part of the impulse that acts until the next drawing.
                let part = self.impulse() * (SCALE * (EACH as f32 / steps as f32).min(1.0));
                let at = shot.pose.position + self.lever();
                pen::arrow(canvas, at - part, at, Paint::stroke(INK, 2.5));
            }
        }
        let middles: Vec<Point> = shots.iter().map(|shot| shot.pose.position).collect();
        for pair in middles.windows(2) {
            canvas.segment(pair[0], pair[1], Paint::stroke(HELP, 1.0));
        }
        let words = match push {
            Push::Force => {
                format!("a force for {:.2} s, drawn every {:.2} s", self.duration, EACH as f32 * DT)
            }
            Push::Impulse => "an impulse, at once".to_owned(),
        };
        pen::note(canvas, start + Vec2::new(-0.6, 1.1), words, color);
    }
}

impl Explore for ForceExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { duration, mass, .. } = self;
        vec![
            Control::Number { name: "duration of the force", value: duration, range: DT..=1.0, unit: " s" },
            Control::Number { name: "mass", value: mass, range: 0.2..=2.0, unit: " kg" },
        ]
    }

    pointer::moves_points!(push);

    fn hint(&self) -> &'static str {
        "drag both ends of the push"
    }

    fn report(&self) -> Vec<String> {
        let runs = [self.run(Push::Force), self.run(Push::Impulse)];
        let (forced, pushed) = match runs {
            [Ok(forced), Ok(pushed)] => (forced, pushed),
            [Err(error), _] | [_, Err(error)] => return vec![format!("the engine refuses it: {error}")],
        };
        let last = |shots: &[Shot]| shots[shots.len() - 1];
        let show = |name: &str, shot: Shot| {
            format!("{name}: ({:.3}, {:.3}) m/s, {:.3} rad/s", shot.velocity.x, shot.velocity.y, shot.spin)
        };
        let (a, b) = (last(&forced), last(&pushed));
        let [way_a, way_b] = [(a, 0), (b, 1)].map(|(shot, i)| shot.pose.position - STARTS[i]);
        let (j, f) = (self.impulse(), self.impulse() / (self.steps_of_the_force() as f32 * DT));
        vec![
            format!("impulse: ({:.2}, {:.2}) N s; force: ({:.2}, {:.2}) N", j.x, j.y, f.x, f.y),
            show("after the force", a),
            show("after the impulse", b),
            format!("the body of the force is {:.0} mm behind", 1e3 * (way_b - way_a).norm()),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        self.draw_run(canvas, Push::Force, A);
        self.draw_run(canvas, Push::Impulse, B);
        for handle in self.push {
            pen::handle(canvas, handle, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The force leaves the velocity j / m and the spin r x j / I of the impulse, and the body behind by
    /// half of v (T - dt): its velocity grows in N equal parts, so the ways of the steps add up to v dt (N +
    /// 1) / 2, where those after the impulse add up to v dt N.
    #[test]
    fn force_gives_the_velocity_of_the_impulse_and_half_of_its_way() {
        let mut one = ForceExplorer::new();
        for duration in [DT, 0.1, 0.5, 1.0] {
            one.duration = duration;
            let [a, b] = [Push::Force, Push::Impulse].map(|push| one.run(push).unwrap()[STEPS as usize]);
            let velocity = one.impulse() / one.mass;
            let inertia = one.mass * (HALF[0] * HALF[0] + HALF[1] * HALF[1]) / 3.0;
            let spin = cross(one.lever(), one.impulse()) / inertia;
            for shot in [a, b] {
                // A sum of 60 parts, each rounded.
                assert!((shot.velocity - velocity).norm() < 1e-5 * velocity.norm(), "{shot:?}");
                assert!((shot.spin - spin).abs() < 1e-4 * spin.abs(), "{shot:?} {spin}");
            }
            let behind = (b.pose.position - STARTS[1]) - (a.pose.position - STARTS[0]);
            assert!((behind - velocity * (0.5 * (duration - DT))).norm() < 1e-4, "{duration} s: {behind:?}");
        }
    }
}
