//! The normal impulse at a contact point, and the velocities of both bodies before and after.
//!
//! Source: *Impulse Responses*, The Normal Impulse; *Gaul, Custom Physics Engine*, Impulse Resolution in 2D.

use super::colors::{A, B, HELP, INK, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::prelude::*;
use physics::solver::impulse::{BodyPair, RigidBody};
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "impulse at a point",
    about: "Drag the velocities of two bodies and the contact point: the normal impulse, and the velocities after it.",
    sections: &[
        Text::CollisionDetection.section("Collision Resolution"),
        Text::ImpulseResponses.section("(opening)"),
        Text::ImpulseResponses.section("The Normal Impulse"),
        Text::GaulCustom.section("Rotation"),
    ],
    source: "crates/solver/src/impulse.rs",
    new: || Box::new(ImpulseExplorer::new()),
};

/// Centres of the two boxes and half their sides, m.
const CENTERS: [[f32; 2]; 2] = [[-1.2, 0.0], [1.2, 0.3]];
const HALF: [f32; 2] = [1.1, 0.8];

pub struct ImpulseExplorer {
    /// The ends of the velocities, drawn from the centres, and the contact point, m.
    tips: [Point; 3],
    spin: [f32; 2],
    mass: [f32; 2],
    restitution: f32,
}

impl ImpulseExplorer {
    pub fn new() -> Self {
        let tips = [[0.3, 0.4], [0.3, -0.6], [0.0, 0.5]].map(Point::from);
        Self { tips, spin: [0.0, 0.5], mass: [2.0, 1.0], restitution: 0.5 }
    }

    /// The bodies before the impulse. The normal points along x, from A to B.
    fn before(&self) -> BodyPair {
        let [w, h] = HALF;
        let body = |i: usize| {
            let center = Point::from(CENTERS[i]);
            let inverse_mass = if self.mass[i] > 0.0 { 1.0 / self.mass[i] } else { 0.0 };
            RigidBody {
                velocity: self.tips[i] - center,
                angular_velocity: self.spin[i],
                inverse_mass,
                inverse_inertia: inverse_mass * 3.0 / (w * w + h * h),
            }
        };
        let arm = |i: usize| self.tips[2] - Point::from(CENTERS[i]);
        BodyPair { a: body(0), b: body(1), r_a: arm(0), r_b: arm(1) }
    }

    fn normal() -> Vec2 {
        Vec2::new(1.0, 0.0)
    }

    /// The impulse (N s) and the bodies after it.
    fn after(&self) -> (f32, BodyPair) {
        let mut pair = self.before();
        let impulse = pair.normal_impulse(Self::normal(), self.restitution);
        pair.apply(Self::normal() * impulse);
        (impulse, pair)
    }
}

impl Explore for ImpulseExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Self { spin: [wa, wb], mass: [ma, mb], restitution, .. } = self;
        vec![
            Control::Number { name: "mass of A", value: ma, range: 0.0..=5.0, unit: " kg (0: static)" },
            Control::Number { name: "mass of B", value: mb, range: 0.0..=5.0, unit: " kg (0: static)" },
            Control::Number { name: "spin of A", value: wa, range: -3.0..=3.0, unit: " rad/s" },
            Control::Number { name: "spin of B", value: wb, range: -3.0..=3.0, unit: " rad/s" },
            Control::Number { name: "restitution", value: restitution, range: 0.0..=1.0, unit: "" },
        ]
    }

    pointer::moves_points!(tips);

    fn report(&self) -> Vec<String> {
        let (before, (impulse, after)) = (self.before(), self.after());
        let n = Self::normal();
        let show = |name: &str, from: &RigidBody, to: &RigidBody| {
            format!(
                "{name}: ({:.2}, {:.2}) m/s, {:.2} rad/s -> ({:.2}, {:.2}), {:.2}",
                from.velocity.x,
                from.velocity.y,
                from.angular_velocity,
                to.velocity.x,
                to.velocity.y,
                to.angular_velocity
            )
        };
        vec![
            format!("effective mass: {:.3} kg", before.effective_mass(n)),
            format!(
                "approach: {:.3} m/s, after: {:.3} m/s",
                before.relative_velocity().dot(&n),
                after.relative_velocity().dot(&n)
            ),
            format!("impulse: {impulse:.3} N s"),
            show("A", &before.a, &after.a),
            show("B", &before.b, &after.b),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let (impulse, after) = self.after();
        let point = self.tips[2];
        for (i, color) in [A, B].into_iter().enumerate() {
            let center = Point::from(CENTERS[i]);
            let [w, h] = HALF;
            let corners = [[-w, -h], [w, -h], [w, h], [-w, h]].map(|[x, y]| center + Vec2::new(x, y));
            canvas.hull(&corners, 0.0, super::colors::shape(color));
            canvas.segment(center, point, Paint::stroke(HELP, 1.0));
            let pale = color.towards(Color([0xff; 3]), 0.2);
            pen::arrow(canvas, center, self.tips[i], Paint::stroke(pale, 2.0));
            let velocity = [after.a, after.b][i].velocity;
            pen::arrow(canvas, center, center + velocity, Paint::stroke(INK, 2.5));
            pen::note(canvas, center, ["A", "B"][i], INK);
            pen::handle(canvas, self.tips[i], color);
        }
        pen::arrow(canvas, point, point + Self::normal() * impulse, Paint::stroke(YES, 3.0));
        pen::arrow(canvas, point, point - Self::normal() * impulse, Paint::stroke(YES, 3.0));
        pen::handle(canvas, point, YES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Restitution turns the approach into e times the parting; momentum is kept; a static body stays at its
    /// velocity; bodies that part get no impulse.
    #[test]
    fn parting_is_restitution_times_approach() {
        let mut one = ImpulseExplorer::new();
        let n = ImpulseExplorer::normal();
        for e in [0.0, 0.3, 1.0] {
            one.restitution = e;
            let (before, (_, after)) = (one.before(), one.after());
            let [came, left] = [before, after].map(|pair| pair.relative_velocity().dot(&n));
            assert!(came < 0.0 && (left + e * came).abs() < 1e-5, "{came} {left}");
            let momentum = |pair: &BodyPair| pair.a.velocity * one.mass[0] + pair.b.velocity * one.mass[1];
            assert!((momentum(&before) - momentum(&after)).norm() < 1e-5);
        }
        one.mass[1] = 0.0;
        assert_eq!(one.after().1.b, one.before().b);
        one.tips[0] = Point::new(-3.0, 0.0);
        assert_eq!(one.after().0, 0.0);
    }
}
