//! The springs of a step: how stiff each is, and how much of it may be explicit.
//!
//! **Stiffness.** k = m w^2, where m must not change while the bodies turn: else a rod on an undamped spring
//! at its end would gain energy.
//!
//! ```text
//!   point, distance    m = 1 / (1/mA + 1/mB)           whatever the arms; the force is along the gap
//!   all others         m = m_eff = 1 / (J M^-1 J^T)    the arms of an axis turn with A
//! ```
//!
//! If neither body can move, only turn, m is their inertia at their arms.
//!
//! **Demand.** Explicit springs on a body are stable while the sum of their (w h)^2 is below 4. By its arms a
//! spring may count more than once: with q^2 = 1/m_i + r^2/I_i of each body,
//!
//! ```text
//!   m (J v)^2 <= sum over both bodies of   m q_i (qA + qB) v^T M v
//! ```
//!
//! So a body demands the sum of (w h)^2 m q_i (qA + qB) over its springs (of (w h)^2 for other kinds, since
//! m_eff (J v)^2 <= v^T M v), and each spring is as implicit as the greater demand of its bodies needs
//! (`softness.rs`).

use super::rows::{ConstraintError, JointFrame, JointRows, RowMode};
use crate::{BodyInput, Softness};
use alloc::vec::Vec;
use compute::math::{max, min, sqrt};
use core::f32::consts::TAU;

/// More makes no difference; finite in sums.
const STIFFEST: f32 = 1e12;

/// As a part of K or of 1/m: no effect, and finite in products.
const SOFTEST: f32 = 1e24;

/// By body row; empty without springs.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpringDemands(Vec<f32>);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep<'a> {
    /// s.
    pub(crate) h: f32,
    /// Of limits of lengths, m/s.
    pub(crate) push_out_speed: f32,
    demands: &'a [f32],
}

/// J v + bias_rate C + give impulse = 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spring {
    /// 1/s.
    pub(crate) bias_rate: f32,
    /// The give is the first plus the second times K = J M^-1 J^T.
    pub(crate) give: [f32; 2],
}

/// Of a row whose stiffness does not change as its bodies turn, squared, m^2.
fn arms(error: &ConstraintError) -> Option<[f32; 2]> {
    match error {
        ConstraintError::Point(frame) | ConstraintError::Distance { frame, .. } => {
            let JointFrame { anchor_a, anchor_b, .. } = frame;
            Some([anchor_a.norm_squared(), anchor_b.norm_squared()])
        }
        _ => None,
    }
}

/// `arms` are squares (m^2).
fn inverse_mass([a, b]: [&BodyInput; 2], arms: [f32; 2]) -> (f32, [f32; 2]) {
    let turning = [arms[0] * a.inverse_inertia, arms[1] * b.inverse_inertia];
    let moving = a.inverse_mass + b.inverse_mass;
    let inverse = if moving > 0.0 { moving } else { turning[0] + turning[1] };
    (inverse, [sqrt(a.inverse_mass + turning[0]), sqrt(b.inverse_mass + turning[1])])
}

impl SpringDemands {
    pub(crate) fn find(&mut self, joints: &[JointRows], inputs: &[BodyInput], h: f32) {
        self.0.clear();
        for joint in joints {
            let RowMode::Spring { hertz, .. } = joint.mode else { continue };
            self.0.resize(inputs.len(), 0.0);
            let (angle, rows) = (TAU * hertz * h, [joint.a, joint.b]);
            let square = min(angle * angle, STIFFEST);
            let bodies = rows.map(|row| &inputs[row.index()]);
            let parts = if let Some(arms) = arms(&joint.error) {
                let (inverse, q) = inverse_mass(bodies, arms);
                q.map(|own| if own > 0.0 { own * (q[0] + q[1]) / inverse } else { 0.0 })
            } else {
                bodies.map(|body| if body.is_movable() { 1.0 } else { 0.0 })
            };
            for (row, part) in rows.into_iter().zip(parts) {
                self.0[row.index()] += square * part;
            }
        }
    }

    pub(crate) fn substep(&self, h: f32, push_out_speed: f32) -> Substep<'_> {
        Substep { h, push_out_speed, demands: &self.0 }
    }
}

impl Substep<'_> {
    // Not inlined, so that filling rigid rows stays short.
    #[inline(never)]
    pub(crate) fn spring(
        &self,
        rows: &JointRows,
        inputs: [&BodyInput; 2],
        hertz: f32,
        damping_ratio: f32,
    ) -> Spring {
        let [a, b] = [rows.a, rows.b].map(|row| self.demands.get(row.index()).copied().unwrap_or(0.0));
        let softness = Softness::oscillator(hertz, damping_ratio, self.h, max(a, b));
        let give = min(softness.impulse_scale / softness.mass_scale, SOFTEST);
        let give = match arms(&rows.error) {
            Some(arms) => [give * inverse_mass(inputs, arms).0, 0.0],
            None => [0.0, give],
        };
        Spring { bias_rate: softness.bias_rate, give }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyRow;
    use alloc::vec;
    use geom::Vec2;
    use proptest::prelude::*;

    /// A point spring between two bodies with the anchors `arms` (m) away from their centres.
    fn tie(bodies: [u32; 2], arms: [f32; 2], hertz: f32) -> JointRows {
        let [anchor_a, anchor_b] = arms.map(|arm| Vec2::new(arm, 0.0));
        let frame = JointFrame { anchor_a, anchor_b, gap: Vec2::zeros() };
        let [a, b] = bodies.map(BodyRow);
        JointRows::new(a, b, ConstraintError::Point(frame), [0.0; 2])
            .mode(RowMode::Spring { hertz, damping_ratio: 0.0 })
    }

    /// Springs between centres of equal bodies demand the square of w h of both, and springs to the ground of
    /// the body alone. The ground has no demand, and a body without springs none.
    #[test]
    fn demand_is_the_sum_of_squares_over_the_springs_of_a_body() {
        let body = BodyInput::dynamic(2.0, 0.5, Vec2::zeros());
        let inputs = [BodyInput::INFINITE_MASS, body, body, body];
        let h = 0.01;
        let joints = [tie([1, 2], [0.0; 2], 1.0), tie([0, 1], [0.0; 2], 2.0)];
        let mut demands = SpringDemands::default();
        demands.find(&joints, &inputs, h);
        let square = (TAU * h) * (TAU * h);
        for (found, expected) in demands.0.iter().zip([0.0, 5.0, 1.0, 0.0]) {
            assert!((found - expected * square).abs() < 1e-6, "{:?}", demands.0);
        }
        demands.find(&[], &inputs, h);
        assert!(demands.0.is_empty());
    }

    proptest! {
        /// With the demands as weights, m (J v)^2 is at most the weighted sum of v^T M v of both bodies.
        #[test]
        fn demand_bounds_what_a_spring_acts_on(
            masses in [0.1_f32..10.0, 0.1_f32..10.0], inertias in [0.01_f32..10.0, 0.01_f32..10.0],
            arms in [0.0_f32..2.0, 0.0_f32..2.0], v in [[-1.0_f32..1.0, -1.0_f32..1.0], [-1.0..1.0, -1.0..1.0]],
            is_static in any::<bool>(),
        ) {
            let body = |i: usize| BodyInput::dynamic(masses[i], inertias[i], Vec2::zeros());
            let inputs = [if is_static { BodyInput::INFINITE_MASS } else { body(0) }, body(1)];
            let mut demands = SpringDemands::default();
            let h = 0.01;
            demands.find(&[tie([0, 1], arms, 1.0)], &inputs, h);
            // Across the arms, where they count most. A static body does not move.
            let velocity = |i: usize| if i == 0 && is_static { [0.0; 2] } else { v[i] };
            let row = |i: usize| velocity(i)[0] + arms[i] * velocity(i)[1];
            let inverse: f32 = inputs.iter().map(|input| input.inverse_mass).sum();
            let acted = (row(1) - row(0)) * (row(1) - row(0)) / inverse * (TAU * h) * (TAU * h);
            let bound: f32 = (0..2)
                .map(|i| {
                    let [linear, angular] = velocity(i);
                    demands.0[i] * (masses[i] * linear * linear + inertias[i] * angular * angular)
                })
                .sum();
            prop_assert!(acted <= bound * 1.001 + 1e-9, "{} {}", acted, bound);
        }
    }

    /// The coefficients of a spring are finite for any frequency, and of a body that can only turn its
    /// inertia counts.
    #[test]
    fn coefficients_are_finite() {
        let wheel = BodyInput { inverse_mass: 0.0, ..BodyInput::dynamic(2.0, 0.5, Vec2::zeros()) };
        let inputs = vec![BodyInput::INFINITE_MASS, wheel];
        for hertz in [1e-30, 1e-9, 1.0, 1e9] {
            let rows = tie([0, 1], [0.0, 0.5], hertz);
            let mut demands = SpringDemands::default();
            demands.find(&[rows], &inputs, 0.01);
            let spring = demands.substep(0.01, 3.0).spring(&rows, [&inputs[0], &inputs[1]], hertz, 0.0);
            let [fixed, of_k] = spring.give;
            assert!(spring.bias_rate.is_finite() && fixed.is_finite() && of_k == 0.0, "{spring:?}");
            assert!(fixed > 0.0 && demands.0[1] > 0.0 || hertz < 1e-9, "{spring:?}");
        }
    }
}
