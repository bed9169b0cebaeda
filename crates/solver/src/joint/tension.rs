//! Inertia that a taut chain's links need beside their own, so that the step stays stable.
//!
//! ```text
//!       T <---o------[ link ]------o---> T       turned by a small angle, the pulls at its pins turn it back:
//!              r1       I       r2                torque = -(r1 . T + r2 . T) angle,  w^2 = (r1 + r2) . T / I
//! ```
//!
//! That spring is not in the rows, which know of velocities only: it acts through levers that turn with the link, so it is
//! integrated explicitly. A symplectic step of h stands w h < 2; a link of a metre and 0.2 kg under the ball of two tons
//! that hangs from thirty of it has 5, and the chain flies to pieces, however exactly its joints are solved. With
//!
//! ```text
//!       I' = I + sum over pins of max(0, h r . P - I / 2),     P = h T the impulse of the last sub-step
//! ```
//!
//! w h stays about 1 for a link of two pins. What is not that taut has the inertia it has, to the bit; the moment about
//! the chain's other end, m L^2, is left alone, so chains swing as before.
//!
//! Source: geometric stiffness as added inertia from Tournier et al., "Stable Constrained Dynamics", 2015; there all of it
//! and for all bodies, which slows down what is well. Turned down: a direct solve of the chain without this, which explodes
//! in the same way (26 m at 10,000 times the mass); smaller steps, which the mass ratio squares away.

use super::{JointRows, Measure};
use crate::{BodyInput, BodyRow};
use alloc::vec::Vec;

/// Gives bodies between taut joints more inertia for a step with sub-steps of `h` seconds. `more` is memory to use again.
///
/// # Panics
/// If a joint names a body that is not there.
pub fn brace(inputs: &mut [BodyInput], joints: &[JointRows], h: f32, more: &mut Vec<(BodyRow, f32)>) {
    more.clear();
    for joint in joints {
        let (Measure::Point(frame) | Measure::Distance { frame, .. }) = joint.measure else { continue };
        let (impulse, _) = joint.reaction();
        for (body, moment) in
            [(joint.a, -frame.anchor_a.dot(&impulse)), (joint.b, frame.anchor_b.dot(&impulse))]
        {
            let inverse = inputs[body.index()].inverse_inertia;
            let excess = h * moment * inverse - 0.5;
            if excess > 0.0 {
                more.push((body, excess / inverse));
            }
        }
    }
    for &(body, more) in &*more {
        let inverse = &mut inputs[body.index()].inverse_inertia;
        *inverse /= 1.0 + more * *inverse;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::JointFrame;
    use geom::Vec2;

    const H: f32 = 1.0 / 240.0;

    /// A link of a kilogram with these levers along x, pulled at both ends by `tension` (N), and what it then has of
    /// 1 / inertia.
    fn braced(inverse_inertia: f32, levers: [f32; 2], tension: f32) -> f32 {
        let mut inputs = [
            BodyInput::INFINITE_MASS,
            BodyInput::dynamic(1.0, 1.0 / inverse_inertia, Vec2::zeros()),
            BodyInput::INFINITE_MASS,
        ];
        let pin = |a, b, anchor_a, anchor_b, pull: f32| {
            let [anchor_a, anchor_b] = [anchor_a, anchor_b].map(|x| Vec2::new(x, 0.0));
            let frame = JointFrame { anchor_a, anchor_b, gap: Vec2::zeros() };
            JointRows::new(a, b, Measure::Point(frame), [pull * H, 0.0])
        };
        let joints = [
            pin(BodyRow(0), BodyRow(1), 3.0, -levers[0], -tension),
            pin(BodyRow(1), BodyRow(2), levers[1], -5.0, -tension),
        ];
        brace(&mut inputs, &joints, H, &mut Vec::new());
        assert_eq!([0, 2].map(|place| inputs[place].inverse_inertia), [0.0; 2]);
        inputs[1].inverse_inertia
    }

    /// However hard it is pulled, a link turns with w h below 2, which is what the step bears; one that does anyway, or
    /// that is pressed, keeps its inertia to the bit.
    #[test]
    fn a_taut_link_is_stable_and_a_slack_one_as_it_was() {
        for inverse_inertia in [0.01, 1.0, 100.0] {
            for levers in [[0.5, 0.5], [0.1, 0.9], [1.0, 0.0]] {
                for tension in [-1e9, -1e3, 0.0, 1.0, 1e3, 1e5, 1e7, 1e9] {
                    let after = braced(inverse_inertia, levers, tension);
                    let square = |inverse: f32| tension * (levers[0] + levers[1]) * inverse * H * H;
                    assert!(square(after) < 2.0, "{inverse_inertia} {levers:?} {tension}: {}", square(after));
                    assert!(after <= inverse_inertia);
                    assert!(square(inverse_inertia) > 0.5 || after == inverse_inertia, "{tension}");
                }
            }
        }
    }
}
