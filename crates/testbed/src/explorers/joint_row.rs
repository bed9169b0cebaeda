//! The impulse of a revolute joint: the 2x2 system that makes the relative velocity of two points zero.
//!
//! Step by step: the relative velocity, the matrix of the system with the share of each body, its solution,
//! the velocities after it, and the correction of the positions.
//!
//! Source: *Impulse Responses*, Revolute Joints.

use super::colors::{A, B, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::prelude::*;
use physics::solver::impulse::{BodyPair, RigidBody};
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "revolute joint",
    about: "Drag two bodies on a joint and their velocities and step: the impulse that gives the joint's two points one velocity.",
    sections: &[Text::ImpulseResponses.section("Revolute Joints")],
    source: "crates/solver/src/impulse.rs",
    new: || Box::new(JointExplorer::new()),
};

/// Half the sides of the two rods, m.
const HALF: [f32; 2] = [1.2, 0.15];

/// The steps, as one chooses them.
const STEPS: &[&str] = &["1 velocity", "2 matrix", "3 impulse", "4 apply", "5 correction"];
/// Their numbers.
const VELOCITY: usize = 0;
const MATRIX: usize = 1;
const IMPULSE: usize = 2;
const APPLY: usize = 3;
const CORRECTION: usize = 4;

pub struct JointExplorer {
    /// The centres of A and B, then the ends of their velocities, m.
    points: [Point; 4],
    spin: [f32; 2],
    mass: [f32; 2],
    percent: f32,
    /// The step that is shown, with those before it.
    step: usize,
}

impl JointExplorer {
    pub fn new() -> Self {
        let points = [[-1.3, 0.2], [1.5, -0.3], [-1.0, 1.4], [2.0, -1.3]].map(Point::from);
        Self { points, spin: [0.0, 1.0], mass: [2.0, 1.0], percent: 0.0, step: CORRECTION }
    }

    /// The anchors in the world: the right end of A and the left end of B, m.
    fn anchors(&self) -> [Point; 2] {
        [self.points[0] + Vec2::new(HALF[0], 0.0), self.points[1] - Vec2::new(HALF[0], 0.0)]
    }

    fn pair(&self) -> BodyPair {
        let [w, h] = HALF;
        let body = |i: usize| {
            let inverse_mass = if self.mass[i] > 0.0 { 1.0 / self.mass[i] } else { 0.0 };
            RigidBody {
                velocity: self.points[2 + i] - self.points[i],
                angular_velocity: self.spin[i],
                inverse_mass,
                inverse_inertia: inverse_mass * 3.0 / (w * w + h * h),
            }
        };
        let [on_a, on_b] = self.anchors();
        BodyPair { a: body(0), b: body(1), r_a: on_a - self.points[0], r_b: on_b - self.points[1] }
    }

    /// The share of A and of B in the matrix of the system, 1/kg: the matrix, were the other body static.
    fn shares(&self) -> [[f32; 3]; 2] {
        let pair = self.pair();
        let share_of_a = BodyPair { b: RigidBody::STATIC, ..pair };
        let share_of_b = BodyPair { a: RigidBody::STATIC, ..pair };
        [share_of_a.revolute_matrix(), share_of_b.revolute_matrix()]
    }

    /// The impulse on B, N s, and the bodies after it.
    fn solved(&self) -> (Vec2, BodyPair) {
        let mut pair = self.pair();
        let impulse = pair.revolute_impulse();
        pair.apply(impulse);
        (impulse, pair)
    }

    /// How the position correction moves A and B, m.
    fn correction(&self) -> [Vec2; 2] {
        let [on_a, on_b] = self.anchors();
        self.pair().positional_correction((on_b - on_a) * self.percent)
    }
}

impl Explore for JointExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { spin: [wa, wb], mass: [ma, mb], percent, step, .. } = self;
        vec![
            Control::Choice { name: "step", value: step, names: STEPS },
            Control::Number { name: "mass of A", value: ma, range: 0.0..=5.0, unit: " kg (0: static)" },
            Control::Number { name: "mass of B", value: mb, range: 0.0..=5.0, unit: " kg (0: static)" },
            Control::Number { name: "spin of A", value: wa, range: -3.0..=3.0, unit: " rad/s" },
            Control::Number { name: "spin of B", value: wb, range: -3.0..=3.0, unit: " rad/s" },
            Control::Number { name: "position correction", value: percent, range: 0.0..=1.0, unit: "" },
        ]
    }

    pointer::moves_points!(points);

    fn report(&self) -> Vec<String> {
        let (before, (impulse, after)) = (self.pair(), self.solved());
        let (v, w) = (before.relative_velocity(), after.relative_velocity());
        let mut lines = vec![format!("1. relative velocity: ({:.3}, {:.3}) m/s", v.x, v.y)];
        if self.step >= MATRIX {
            let rows = |[k11, k12, k22]: [f32; 3]| {
                [format!("| {k11:.3}  {k12:.3} |"), format!("| {k12:.3}  {k22:.3} |")]
            };
            let [first, second] = rows(before.revolute_matrix());
            lines.push(format!("2. K = {first}"));
            lines.push(format!("       {second}  1/kg"));
            if self.step == MATRIX {
                let [of_a, of_b] = self.shares().map(rows);
                for (place, start) in ["   A + B: ", "          "].into_iter().enumerate() {
                    lines.push(format!("{start}{} {}", of_a[place], of_b[place]));
                }
            }
        }
        if self.step >= IMPULSE {
            lines.push(format!("3. impulse: ({:.3}, {:.3}) N s", impulse.x, impulse.y));
        }
        if self.step >= APPLY {
            lines.push(format!("4. after it: ({:.3}, {:.3}) m/s", w.x, w.y));
        }
        if self.step >= CORRECTION {
            let [on_a, on_b] = self.anchors();
            let [a, b] = self.correction().map(|moved| 1e3 * moved.norm());
            lines.push(format!("5. gap of the anchors: {:.0} mm", 1e3 * (on_b - on_a).norm()));
            lines.push(format!("   correction of A: {a:.0} mm, of B: {b:.0} mm"));
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let (impulse, after) = self.solved();
        let [w, h] = HALF;
        let moved = self.correction();
        for (i, color) in [A, B].into_iter().enumerate() {
            let corners =
                |center: Point| [[-w, -h], [w, -h], [w, h], [-w, h]].map(|[x, y]| center + Vec2::new(x, y));
            canvas.hull(&corners(self.points[i]), 0.0, super::colors::shape(color));
            if self.step >= CORRECTION {
                pen::outline(canvas, &corners(self.points[i] + moved[i]), Paint::stroke(NO, 1.0));
            }
            pen::arrow(canvas, self.points[i], self.points[2 + i], Paint::stroke(color, 2.0));
            if self.step >= APPLY {
                let velocity = [after.a, after.b][i].velocity;
                pen::arrow(canvas, self.points[i], self.points[i] + velocity, Paint::stroke(INK, 2.5));
            }
            pen::handle(canvas, self.points[i], color);
            pen::handle(canvas, self.points[2 + i], color);
        }
        let [on_a, on_b] = self.anchors();
        canvas.segment(on_a, on_b, Paint::stroke(HELP, 2.0));
        // The lever arms that enter the matrix, and the velocity of each anchor.
        let pair = self.pair();
        let levers = [(on_a, pair.r_a, pair.a, A), (on_b, pair.r_b, pair.b, B)];
        for (anchor, arm, body, color) in levers.into_iter().filter(|_| self.step <= MATRIX) {
            if self.step == MATRIX {
                pen::arrow(canvas, anchor - arm, anchor, Paint::stroke(INK, 2.0));
            } else {
                pen::arrow(canvas, anchor, anchor + body.velocity_at(arm), Paint::stroke(color, 3.0));
            }
        }
        if self.step == VELOCITY {
            let relative = pair.relative_velocity();
            pen::arrow(canvas, on_b, on_b + relative, Paint::stroke(INK, 2.5));
            pen::note(canvas, on_b + relative * 0.5, "relative", INK);
        }
        if self.step >= IMPULSE {
            pen::arrow(canvas, on_a, on_a - impulse, Paint::stroke(YES, 2.5));
            pen::arrow(canvas, on_b, on_b + impulse, Paint::stroke(YES, 2.5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After the impulse the two points have one velocity; a static body keeps its own; the correction by the
    /// whole gap closes it, and the heavier body moves less.
    #[test]
    fn impulse_gives_the_two_points_one_velocity() {
        let mut one = JointExplorer::new();
        assert!(one.pair().relative_velocity().norm() > 1.0);
        assert!(one.solved().1.relative_velocity().norm() < 1e-5);
        one.percent = 1.0;
        let ([a, b], [on_a, on_b]) = (one.correction(), one.anchors());
        assert!(((on_b + b) - (on_a + a)).norm() < 1e-5 && a.norm() < b.norm());
        one.mass[0] = 0.0;
        assert_eq!(one.solved().1.a, one.pair().a);
        assert_eq!(one.correction()[0], Vec2::zeros());
        one.mass[1] = 0.0;
        assert_eq!(one.solved().0, Vec2::zeros(), "two static bodies: no impulse");
    }

    /// The matrix is the sum of the shares of the two bodies, and turns the impulse into the opposite of the
    /// relative velocity. Each step tells one thing more, and the impulse is told from its step on.
    #[test]
    fn steps_lead_from_the_matrix_to_the_impulse() {
        let mut one = JointExplorer::new();
        for spin in [-3.0, 0.0, 2.5] {
            one.spin = [spin, 1.0 - spin];
            let ([a, b], matrix) = (one.shares(), one.pair().revolute_matrix());
            let [k11, k12, k22] = matrix;
            for i in 0..3 {
                assert!((a[i] + b[i] - matrix[i]).abs() < 1e-5);
            }
            let (j, v) = (one.solved().0, one.pair().relative_velocity());
            let changed = Vec2::new(k11 * j.x + k12 * j.y, k12 * j.x + k22 * j.y);
            assert!((changed + v).norm() < 1e-4, "{changed} {v}");
            for step in 0..STEPS.len() {
                one.step = step;
                let told = |start: &str| one.report().iter().any(|line| line.starts_with(start));
                for (number, start) in ["1.", "2.", "3.", "4.", "5."].into_iter().enumerate() {
                    assert_eq!(told(start), number <= step);
                }
            }
        }
    }
}
