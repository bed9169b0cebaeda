//! A wheel on the ground: it turns, and slips along and across.
//!
//! ```text
//!   s     = slip velocity of the tread: along the wheel  w r - v_along,  across it  -v_across
//!   F     = k s, cut to the friction limit
//!   I w'  = power / (|w| + 5)  -  F_along r            w: angular velocity of the wheel about its axle
//! ```
//!
//! `k` is high enough that a wheel within its limit stops slipping in a few steps, and low enough that it
//! does not overshoot.
//!
//! Source: the car of Gymnasium's `CarRacing-v3`, after Campbell, "Top-down car" (iforce2d.net).

use compute::math::{max, min};
use geom::Vec2;

/// m.
pub(super) const RADIUS: f32 = 0.54;
/// kg m^2, about the axle.
const INERTIA: f32 = 1.6;
/// W, of the engine, for each driven wheel.
const POWER: f32 = 40_000.0;
/// rad/s, by which the engine's power is that of a faster wheel, so that a wheel at rest has a finite torque.
const SLOW: f32 = 5.0;
/// N s/m, of the slip.
const GRIP: f32 = 82.0;
/// N, of a wheel on the road, and its share on grass.
const FRICTION: f32 = 400.0;
const ON_GRASS: f32 = 0.6;
/// rad/s, that a full brake takes away in a step; from 0.9 on the wheel is blocked.
const BRAKE: f32 = 15.0;
const BLOCKED: f32 = 0.9;

/// What a wheel has beside its body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tyre {
    /// rad/s, about the axle, positive forwards.
    pub(super) spin: f32,
    /// rad, about the axle.
    pub(super) phase: f32,
    /// Share of the engine's power, 0 to 1.
    pub(super) gas: f32,
    /// Whether it touches a tile of the road.
    pub(super) is_on_road: bool,
}

impl Tyre {
    /// Turns the wheel for `dt` s, and gives the force of the ground on it, N. `velocity` is that of its
    /// centre, m/s, and `along` the direction in which it rolls.
    pub(super) fn roll(&mut self, velocity: Vec2, along: Vec2, brake: f32, dt: f32) -> Vec2 {
        self.spin += dt * POWER * self.gas / INERTIA / (self.spin.abs() + SLOW);
        if brake >= BLOCKED {
            self.spin = 0.0;
        } else if brake > 0.0 {
            self.spin -= min(BRAKE * brake, self.spin.abs()) * self.spin.signum();
        }
        self.phase += self.spin * dt;
        let across = Vec2::new(along.y, -along.x);
        let slip = [self.spin * RADIUS - velocity.dot(&along), -velocity.dot(&across)];
        let mut force = Vec2::new(slip[0], slip[1]) * GRIP;
        let limit = if self.is_on_road { FRICTION } else { ON_GRASS * FRICTION };
        force *= limit / max(force.norm(), limit);
        self.spin -= dt * force.x * RADIUS / INERTIA;
        along * force.x + across * force.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 0.02;
    const NORTH: Vec2 = Vec2::new(0.0, 1.0);

    fn on_road() -> Tyre {
        Tyre { is_on_road: true, ..Tyre::default() }
    }

    /// The power that the engine gives is what turns the wheel and what the ground takes: at 50 rad/s, P dt /
    /// (w + 5) / I.
    #[test]
    fn a_wheel_in_the_air_gains_spin_by_the_power_of_its_engine() {
        let mut tyre = Tyre { spin: 50.0, gas: 1.0, ..on_road() };
        // It rolls without slip after the gain: the ground takes nothing.
        let gained = DT * POWER / INERTIA / 55.0;
        let force = tyre.roll(NORTH * ((50.0 + gained) * RADIUS), NORTH, 0.0, DT);
        assert!(force.norm() < 0.01, "{force}");
        assert!((tyre.spin - 50.0 - gained).abs() < 1e-3, "{}", tyre.spin);
    }

    /// The force is against the slip, never above the limit, and at it for a fast slip in any direction.
    #[test]
    fn friction_is_against_the_slip_and_limited() {
        for (is_on_road, limit) in [(true, 400.0), (false, 240.0)] {
            for angle in 0..12 {
                let (sin, cos) = (0.5 * angle as f32).sin_cos();
                let slip = Vec2::new(sin, cos);
                let force = Tyre { is_on_road, ..Tyre::default() }.roll(slip * 30.0, NORTH, 0.0, DT);
                assert!((force + slip * limit).norm() < 0.01, "{force}");
                let force = Tyre { is_on_road, ..Tyre::default() }.roll(slip, NORTH, 0.0, DT);
                assert!((force + slip * GRIP).norm() < 0.01, "{force}");
            }
        }
    }

    /// The slip of a wheel under a heavy car ends without a change of its sign: I and k are those of a stable
    /// step.
    #[test]
    fn a_wheel_comes_to_roll_without_overshooting() {
        let mut tyre = on_road();
        let mut last = f32::INFINITY;
        for _ in 0..200 {
            tyre.roll(NORTH * 10.0, NORTH, 0.0, DT);
            let slip = 10.0 - tyre.spin * RADIUS;
            assert!(slip >= -1e-4 && slip <= last, "{slip} after {last}");
            last = slip;
        }
        assert!(last < 1e-3, "{last}");
    }

    #[test]
    fn brakes_stop_a_wheel_and_never_turn_it_back() {
        for spin in [100.0, 3.0, -3.0] {
            let mut tyre = Tyre { spin, ..Tyre::default() };
            tyre.roll(Vec2::zeros(), NORTH, BLOCKED, DT);
            assert_eq!(tyre.spin, 0.0);
            let mut tyre = Tyre { spin, ..Tyre::default() };
            // The ground at the speed of the braked tread, so that it takes nothing.
            let braked = spin - (BRAKE * 0.5).min(spin.abs()) * spin.signum();
            tyre.roll(NORTH * (braked * RADIUS), NORTH, 0.5, DT);
            assert!((tyre.spin - braked).abs() < 1e-5, "{}", tyre.spin);
        }
    }
}
