//! The energy of a body as a polynomial in s, the factor of restitution; `bounce_energy.rs` has the formula.

use crate::{BodyInput, BodyState};
use compute::math::sqrt;

/// The least share of the energy that strengthening makes up for.
const MISSING: f64 = 1e-6;

/// m/s and rad/s.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyVelocity {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) angular: f64,
}

/// By how much the energy of a body has grown: without what restitution has added, and the coefficients of s
/// and s^2.
pub(super) fn energy_terms(
    before: &BodyState,
    after: &BodyState,
    input: &BodyInput,
    added: BodyVelocity,
    h: f32,
) -> [f64; 3] {
    let [mass, inertia] = [input.inverse_mass, input.inverse_inertia]
        .map(|inverse| if inverse > 0.0 { 1.0 / f64::from(inverse) } else { 0.0 });
    let half = 0.5 * f64::from(h);
    let [ax, ay] = [input.acceleration.x, input.acceleration.y].map(f64::from);
    let alpha = f64::from(input.angular_acceleration);
    let velocity = |state: &BodyState| {
        let [x, y] = [state.velocity.x, state.velocity.y].map(f64::from);
        BodyVelocity {
            x: x + half * ax,
            y: y + half * ay,
            angular: f64::from(state.angular_velocity) + half * alpha,
        }
    };
    let (start, end) = (velocity(before), velocity(after));
    let without =
        BodyVelocity { x: end.x - added.x, y: end.y - added.y, angular: end.angular - added.angular };
    let product =
        |a: BodyVelocity, b: BodyVelocity| mass * (a.x * b.x + a.y * b.y) + inertia * a.angular * b.angular;
    let [dx, dy] = [after.delta_position.x, after.delta_position.y].map(f64::from);
    let mut work = mass * (ax * dx + ay * dy);
    if alpha != 0.0 {
        work += inertia * alpha * f64::from(after.delta_rotation.angle());
    }
    [
        0.5 * (product(without, without) - product(start, start)) - work,
        product(without, added),
        0.5 * product(added, added),
    ]
}

/// The greatest s from 0 to `most` for which the polynomial is not positive. 0 if the energy has grown
/// without restitution (p0 >= 0) and with all of it, even if a part would lower it. Not above 1 if hardly any
/// energy is missing there, and 1 if a number is not finite.
pub(super) fn greatest_share([p0, p1, p2]: [f64; 3], most: f64) -> f32 {
    let all = p0 + p1 + p2;
    if !all.is_finite() || p2 <= 0.0 || all <= 0.0 && (most <= 1.0 || -all < MISSING * p2) {
        return 1.0;
    }
    if p0 >= 0.0 && all > 0.0 {
        return 0.0;
    }
    // s^2 + 2 m s + q = 0: the greater root.
    let (m, q) = (0.5 * p1 / p2, p0 / p2);
    let root = f64::from(sqrt((m * m - q) as f32));
    let s = if m > 0.0 { -q / (m + root) } else { root - m };
    s.clamp(0.0, most) as f32
}

#[cfg(test)]
mod tests {
    use super::super::MOST;
    use super::*;
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        /// The share is the greatest one for which the energy has not grown: it has not at the share, and it
        /// would at a greater one.
        #[test]
        fn greatest_share_keeps_the_energy(p0 in -2.0_f64..0.5, p1 in -3.0_f64..3.0, p2 in 0.01_f64..2.0) {
            let share = f64::from(greatest_share([p0, p1, p2], 1.0));
            let excess = |s: f64| p0 + s * (p1 + s * p2);
            prop_assert!((0.0..=1.0).contains(&share));
            prop_assert!(excess(share) < 1e-5 || share == 0.0 && p0 > 0.0, "{}", excess(share));
            prop_assert!(share == 1.0 || excess(share + 1e-3) > 0.0 || p0 >= 0.0);
        }

        /// An elastic group has its energy again at the share, unless that is the most; one that has gained
        /// energy has the share of any other group.
        #[test]
        fn share_of_an_elastic_group_restores_its_energy(
            p0 in -2.0_f64..0.5, p1 in -3.0_f64..3.0, p2 in 0.01_f64..2.0,
        ) {
            let share = f64::from(greatest_share([p0, p1, p2], MOST));
            let excess = |s: f64| p0 + s * (p1 + s * p2);
            if excess(1.0) > 0.0 {
                prop_assert_eq!(share, f64::from(greatest_share([p0, p1, p2], 1.0)));
            } else {
                prop_assert!((1.0..=MOST).contains(&share));
                let is_restored = excess(share).abs() < 1.01 * MISSING * p2 + 1e-5;
                prop_assert!(is_restored || share == MOST && excess(share) < 0.0, "{}", excess(share));
            }
        }
    }

    /// NaN, from bodies whose velocity is not finite, changes nothing.
    #[test]
    fn greatest_share_of_nan_is_all() {
        assert_eq!(greatest_share([f64::NAN, 1.0, 1.0], MOST), 1.0);
        assert_eq!(greatest_share([f64::INFINITY, 1.0, 1.0], 1.0), 1.0);
    }

    /// In free flight the energy of a body is the same after any number of symplectic sub-steps.
    #[test]
    fn energy_of_a_body_in_free_flight_is_kept() {
        let (h, substeps) = (1.0 / 240.0, 4);
        let input = BodyInput::dynamic(2.0, 0.5, Vec2::new(3.0, -9.81));
        let before = BodyState::moving(Vec2::new(-1.0, 4.0), 2.0);
        let mut after = before;
        for _ in 0..substeps {
            after.velocity += input.acceleration * h;
            after.delta_position += after.velocity * h;
        }
        let [growth, ..] = energy_terms(&before, &after, &input, BodyVelocity::default(), h);
        assert!(growth.abs() < 1e-5, "{growth} J");
    }
}
