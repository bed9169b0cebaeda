//! A ball that rolls round a circle of straight sides keeps the energy that the corners leave it.

use proptest::prelude::*;
use std::f64::consts::TAU;
use toolkit::geom::{Shape, Sides, chain};
use toolkit::world::{BodyDef, ColliderDef, Material, World, WorldSettings};

/// A weightless round of a ball inside a closed chain.
#[derive(Clone, Copy, Debug)]
struct Round {
    sides: usize,
    /// Of the circle through the vertices, m.
    radius: f32,
    ball: f32,
    /// m/s.
    speed: f32,
    friction: f32,
    rolling_resistance: f32,
    dt: f32,
}

impl Round {
    /// The share of the kinetic energy that is left after it.
    fn kept(self) -> f64 {
        let material = Material {
            friction: self.friction,
            static_friction: self.friction,
            restitution: 0.0,
            rolling_resistance: self.rolling_resistance,
            ..Material::default()
        };
        let settings = WorldSettings { rolling_resistance: 0.0, ..WorldSettings::default() };
        let settings = settings.gravity([0.0, 0.0]);
        let mut world = World::new(settings);
        let ground = world.add_body(BodyDef::fixed()).unwrap();
        let corner = |i: usize| {
            let angle = (0.5 - i as f64) * TAU / self.sides as f64 - 0.25 * TAU;
            [angle.cos(), angle.sin()].map(|along| (f64::from(self.radius) * along) as f32)
        };
        for segment in chain((0..self.sides).map(corner), true, Sides::One).unwrap() {
            let def = ColliderDef::new(Shape::ChainSegment(segment)).material(material);
            world.add_collider(ground, def).unwrap();
        }
        let inner = self.radius * (0.5 * TAU / self.sides as f64).cos() as f32;
        let spin = if self.friction > 0.0 { -self.speed / self.ball } else { 0.0 };
        let def = BodyDef::dynamic().position([0.0, self.ball - inner]).velocity([self.speed, 0.0]);
        let ball = world.add_body(def.angular_velocity(spin).can_sleep(false)).unwrap();
        let def = ColliderDef::new(Shape::circle(self.ball).unwrap()).material(material);
        world.add_collider(ball, def).unwrap();
        let before = world.kinetic_energy();
        let (mut angle, mut turned) = (-0.25 * TAU, 0.0);
        while turned < TAU {
            world.step(self.dt);
            let at = world.body(ball).unwrap().position();
            let now = f64::from(at.y).atan2(f64::from(at.x));
            turned += (now - angle).rem_euclid(TAU);
            angle = now;
        }
        world.kinetic_energy() / before
    }
}

proptest! {
    /// At a corner of the angle e the speed v of a ball without friction becomes v cos e. A ball that rolls
    /// also keeps its spin, a third of its momentum along the side: v becomes v (1 + 2 cos e) / 3. With a
    /// resistance c to rolling, the force m v^2 / R takes 4 pi / 3 times 2 c of the energy in a round.
    ///
    /// This holds while the ball passes at most one side in a step.
    #[test]
    fn a_ball_in_a_loop_keeps_what_the_corners_leave_it(
        sides in 24_usize..300, radius in 0.5_f32..6.0, ball in 0.06_f32..0.25, speed in 1.0_f32..10.0,
        is_rolling in any::<bool>(), resistance in 0.0_f32..0.02, rate in 60_f32..240.0,
    ) {
        let ball = ball * radius;
        let way = speed / rate / (radius * TAU as f32 / sides as f32);
        prop_assume!(speed / ball / rate < 1.0 && way < 1.0);
        let (friction, rolling_resistance) = if is_rolling { (0.5, resistance) } else { (0.0, 0.0) };
        let round = Round {
            sides, radius, ball, speed, friction, rolling_resistance,
            dt: 1.0 / rate,
        };
        let (n, cosine) = (sides as f64, (TAU / sides as f64).cos());
        let corner = if is_rolling { (1.0 + 2.0 * cosine) / 3.0 } else { cosine };
        let law = (2.0 * n * corner.ln() - f64::from(rolling_resistance) * TAU * 4.0 / 3.0).exp();
        let kept = round.kept();
        prop_assert!((kept - law).abs() < 0.02, "{round:?}: keeps {kept:.3} of {law:.3}");
    }
}
