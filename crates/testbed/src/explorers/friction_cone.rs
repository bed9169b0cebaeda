//! The friction cone: the impulse that would stop the sliding, and the one that friction gives.
//!
//! Source: *Impulse Responses*, Friction Impulse; *Sotirov*, Friction; *Gaul, Custom Physics Engine*,
//! Friction. The first text has no drawing of the cone.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::prelude::*;
use physics::solver::impulse::{BodyPair, Friction, RigidBody};
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "friction cone",
    about: "Drag the velocity of a ball that hits the ground, and see whether it sticks or slides.",
    sections: &[
        Text::ImpulseResponses.section("Friction Impulse"),
        Text::Sotirov.section("Friction"),
        Text::GaulCustom.section("Friction"),
    ],
    source: "crates/solver/src/impulse.rs",
    new: || Box::new(FrictionExplorer::new()),
};

/// Radius of the ball and height of the ground, m.
const RADIUS: f32 = 0.8;
const GROUND: f32 = -1.5;
/// Length of the cone, m.
const CONE: f32 = 2.6;

pub struct FrictionExplorer {
    /// The end of the velocity, drawn from the centre of the ball, m: 1 m drawn is 1 m/s.
    tip: Point,
    /// The angular velocity of the ball, rad/s.
    spin: f32,
    friction: Friction,
}

/// The impulses on the ball when it hits the ground, N s.
#[derive(Clone, Copy, Debug)]
struct Impulses {
    normal: f32,
    /// What would stop the sliding.
    stop: f32,
    /// What friction gives.
    tangent: f32,
}

impl FrictionExplorer {
    pub fn new() -> Self {
        let friction = Friction { static_coefficient: 0.6, dynamic_coefficient: 0.4 };
        Self { tip: Self::center() + Vec2::new(1.8, -1.2), spin: 0.0, friction }
    }

    fn center() -> Point {
        Point::new(0.0, GROUND + RADIUS)
    }

    fn pair(&self) -> BodyPair {
        let ball = RigidBody {
            velocity: self.tip - Self::center(),
            angular_velocity: self.spin,
            inverse_mass: 1.0,
            inverse_inertia: 2.0 / (RADIUS * RADIUS),
        };
        BodyPair { a: RigidBody::STATIC, b: ball, r_a: Vec2::zeros(), r_b: Vec2::new(0.0, -RADIUS) }
    }

    /// The impulses, and the ball after them.
    fn hit(&self) -> (Impulses, BodyPair) {
        let (n, t) = (Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.0));
        let mut pair = self.pair();
        let normal = pair.normal_impulse(n, 0.0);
        pair.apply(n * normal);
        let endless = Friction { static_coefficient: f32::INFINITY, dynamic_coefficient: 0.0 };
        let stop = if normal > 0.0 { pair.friction_impulse(t, normal, endless) } else { 0.0 };
        let tangent = pair.friction_impulse(t, normal, self.friction);
        pair.apply(t * tangent);
        (Impulses { normal, stop, tangent }, pair)
    }
}

impl Explore for FrictionExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Friction { static_coefficient, dynamic_coefficient } = &mut self.friction;
        vec![
            Control::Number {
                name: "static friction",
                value: static_coefficient,
                range: 0.0..=1.5,
                unit: "",
            },
            Control::Number {
                name: "dynamic friction",
                value: dynamic_coefficient,
                range: 0.0..=1.5,
                unit: "",
            },
            Control::Number { name: "spin", value: &mut self.spin, range: -6.0..=6.0, unit: " rad/s" },
        ]
    }

    pointer::moves!(tip);

    fn report(&self) -> Vec<String> {
        let (Impulses { normal, stop, tangent }, after) = self.hit();
        let outcome = if normal == 0.0 {
            "no contact"
        } else if tangent == stop {
            "it sticks"
        } else {
            "it slides"
        };
        vec![
            format!("normal impulse: {normal:.3} N s"),
            format!("to stop the sliding: {stop:.3} N s"),
            format!("friction: {tangent:.3} N s ({outcome})"),
            format!("sliding after: {:.3} m/s", after.relative_velocity().x),
            format!("spin after: {:.3} rad/s", after.b.angular_velocity),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let contact = Point::new(0.0, GROUND);
        let ground = [[-4.0, GROUND - 1.5], [4.0, GROUND - 1.5], [4.0, GROUND], [-4.0, GROUND]];
        canvas.hull(&ground.map(Point::from), 0.0, colors::shape(NO));
        canvas.circle(Self::center(), RADIUS, colors::shape(colors::B));
        let Friction { static_coefficient, dynamic_coefficient } = self.friction;
        for (slope, color) in [(static_coefficient, colors::A), (dynamic_coefficient, HELP)] {
            for side in [-1.0, 1.0] {
                let edge = Vec2::new(side * slope, 1.0) * (CONE / (1.0 + slope * slope).sqrt());
                canvas.segment(contact, contact + edge, Paint::stroke(color, 1.5));
            }
        }
        let (Impulses { normal, stop, tangent }, after) = self.hit();
        let end = |sideways: f32| contact + Vec2::new(sideways, normal);
        pen::arrow(canvas, contact, end(stop), Paint::stroke(NO, 2.0));
        pen::arrow(canvas, contact, end(tangent), Paint::stroke(YES, 3.0));
        pen::arrow(canvas, Self::center(), self.tip, Paint::stroke(colors::B, 2.0));
        pen::arrow(canvas, Self::center(), Self::center() + after.b.velocity, Paint::stroke(INK, 2.5));
        pen::handle(canvas, self.tip, colors::B);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball that moves away from the ground neither sticks nor slides.
    #[test]
    fn ball_that_moves_away_has_no_contact() {
        let mut one = FrictionExplorer::new();
        for (velocity, outcome) in
            [([0.3, 1.0], "no contact"), ([0.1, -1.0], "sticks"), ([3.0, -1.0], "slides")]
        {
            one.tip = FrictionExplorer::center() + Vec2::from(velocity);
            assert!(one.report()[2].contains(outcome), "{:?}", one.report());
        }
    }

    /// Inside the static cone the contact point sticks; outside of it the impulse lies on the dynamic cone.
    #[test]
    fn ball_sticks_inside_the_static_cone_and_else_lies_on_the_dynamic_cone() {
        let mut one = FrictionExplorer::new();
        let mut count = [0; 2];
        for i in 0..60 {
            one.tip = FrictionExplorer::center() + Vec2::new(0.1 * i as f32 - 3.0, -1.0);
            let (Impulses { normal, stop, tangent }, after) = one.hit();
            if stop.abs() <= 0.6 * normal {
                assert!(after.relative_velocity().x.abs() < 1e-5);
                count[0] += 1;
            } else {
                assert!((tangent.abs() - 0.4 * normal).abs() < 1e-6 && tangent * stop > 0.0);
                count[1] += 1;
            }
        }
        assert!(count[0] > 10 && count[1] > 10, "{count:?}");
    }
}
