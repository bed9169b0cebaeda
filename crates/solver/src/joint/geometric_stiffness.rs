//! Geometric stiffness: extra inertia for the links of a chain under high tension, for stability.
//!
//! ```text
//!   T <---o------[ link ]------o---> T     When the link turns by a small angle, the tension turns it back:
//!          r1       I       r2             torque = -(r1 . T + r2 . T) angle,  w^2 = (r1 + r2) . T / I
//! ```
//!
//! The rows see velocities and do not contain this spring. So it is explicit, and symplectic Euler is stable
//! only while w h < 2. Links of 1 m and 0.2 kg that hold two tons have w h = 5, and the chain flies apart.
//! With
//!
//! ```text
//!       I' = I + sum over pins of max(0, h r . P - I0 / 2),     P = h T the impulse of the last sub-step
//! ```
//!
//! w h is at most about 1 for a link of two pins. I0 is I, or if a pin holds the body on one of infinite
//! mass, I + m l^2 about that pin, so pendulums get nothing. A link under less tension is unchanged; chains
//! swing as before, since m L^2 about the far end stays.
//!
//! Source: Tournier et al., "Stable Constrained Dynamics", 2015, who treat all bodies so. For alternatives,
//! see `docs/experiments/mechanisms.md`.

use super::rows::{ConstraintError, JointRows};
use crate::{BodyInput, BodyRow};
use alloc::vec::Vec;

/// The share of a body's inertia that h r . P of one pin may reach: with two pins, w h is half of what is
/// stable.
const STABLE_FRACTION: f32 = 0.5;

/// Adds inertia to bodies between joints under high tension, for sub-steps of `h` seconds, from the stored
/// impulses of the joints. Call it after writing the inputs of a step. `added` is scratch memory.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::joint::{ConstraintError, JointFrame, add_geometric_stiffness};
/// use solver::{Bodies, BodyInput, BodyRow, BodyState, JointRows};
///
/// // A link of 1 kg and 0.1 kg m^2 hangs from a pin 0.5 m above its centre, under a tension of 200 kN.
/// let h = 1.0 / 240.0;
/// let mut bodies = Bodies::new();
/// let link = bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 0.1, Vec2::zeros()));
/// let frame = JointFrame { anchor_b: Vec2::new(0.0, 0.5), ..JointFrame::default() };
/// let error = ConstraintError::Point(frame);
/// let pin = JointRows::new(BodyRow::STATIC, link, error, [0.0, 200_000.0 * h]);
///
/// add_geometric_stiffness(bodies.inputs_mut(), &[pin], h, &mut Vec::new());
/// let inertia = 1.0 / bodies.inputs()[link.index()].inverse_inertia;
/// // The inertia about the pin is 0.1 + 1 x 0.5^2; half of it is stable.
/// assert!((inertia - (0.1 + h * 0.5 * 200_000.0 * h - 0.5 * 0.35)).abs() < 1e-4);
/// ```
///
/// # Panics
/// If a joint names a body that does not exist.
pub fn add_geometric_stiffness(
    inputs: &mut [BodyInput],
    joints: &[JointRows],
    h: f32,
    added: &mut Vec<(BodyRow, f32)>,
) {
    added.clear();
    add_excess(inputs, joints, h, added);
    if added.is_empty() {
        return;
    }
    // A body turns too fast, unless a pin holds it.
    added.clear();
    hold(inputs, joints, added);
    let held = added.len();
    add_excess(inputs, joints, h, added);
    for &(body, inverse_inertia) in added[..held].iter().rev() {
        inputs[body.index()].inverse_inertia = inverse_inertia;
    }
    for &(body, added) in &added[held..] {
        let inverse_inertia = &mut inputs[body.index()].inverse_inertia;
        *inverse_inertia /= 1.0 + added * *inverse_inertia;
    }
}

/// The inertia that each pin demands for bodies that it turns too fast.
fn add_excess(inputs: &[BodyInput], joints: &[JointRows], h: f32, added: &mut Vec<(BodyRow, f32)>) {
    for joint in joints {
        let (ConstraintError::Point(frame) | ConstraintError::Distance { frame, .. }) = joint.error else {
            continue;
        };
        let (impulse, _) = joint.reaction();
        for (body, moment) in
            [(joint.a, -frame.anchor_a.dot(&impulse)), (joint.b, frame.anchor_b.dot(&impulse))]
        {
            let inverse_inertia = inputs[body.index()].inverse_inertia;
            let excess = h * moment * inverse_inertia - STABLE_FRACTION;
            if excess > 0.0 {
                added.push((body, excess / inverse_inertia));
            }
        }
    }
}

/// Gives bodies pinned to one of infinite mass their inertia about that pin, and lists their own.
fn hold(inputs: &mut [BodyInput], joints: &[JointRows], own: &mut Vec<(BodyRow, f32)>) {
    for joint in joints {
        for (end, body, other) in [(0, joint.a, joint.b), (1, joint.b, joint.a)] {
            let BodyInput { inverse_mass, inverse_inertia, .. } = inputs[body.index()];
            if inverse_mass > 0.0 && !inputs[other.index()].is_movable() {
                let held = joint.square_of_pin_lever(end) / inverse_mass;
                own.push((body, inverse_inertia));
                inputs[body.index()].inverse_inertia = inverse_inertia / (1.0 + held * inverse_inertia);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::JointFrame;
    use geom::Vec2;
    use proptest::prelude::*;

    const H: f32 = 1.0 / 240.0;

    /// The inverse inertia that a link gets from joints at these anchors (m) with these impulses (N s) on it.
    /// Every other joint has the link as A. The other body of all is a light one.
    fn stiffened(inverse_inertia: f32, pins: &[(Vec2, Vec2)]) -> f32 {
        let link_input = BodyInput { inverse_mass: 1.0, inverse_inertia, ..BodyInput::INFINITE_MASS };
        let mut inputs =
            [BodyInput::INFINITE_MASS, link_input, BodyInput { inverse_mass: 1e3, ..link_input }];
        let link = BodyRow(1);
        let joints: Vec<JointRows> = (0_u32..)
            .zip(pins)
            .map(|(i, &(anchor, impulse))| {
                let is_b = i % 2 == 0;
                let (anchor_a, anchor_b) =
                    if is_b { (Vec2::new(3.0, 0.0), anchor) } else { (anchor, Vec2::new(-5.0, 1.0)) };
                let frame = JointFrame { anchor_a, anchor_b, gap: Vec2::zeros() };
                let (a, b) = if is_b { (BodyRow(2), link) } else { (link, BodyRow(2)) };
                let on_b = if is_b { impulse } else { -impulse };
                JointRows::new(a, b, ConstraintError::Point(frame), [on_b.x, on_b.y])
            })
            .collect();
        add_geometric_stiffness(&mut inputs, &joints, H, &mut Vec::new());
        assert_eq!(inputs[0].inverse_inertia, 0.0);
        inputs[1].inverse_inertia
    }

    /// A link between two pins that pull along x with `tension` (N).
    fn taut_link(inverse_inertia: f32, [left, right]: [f32; 2], tension: f32) -> f32 {
        let pull = Vec2::new(tension * H, 0.0);
        stiffened(inverse_inertia, &[(Vec2::new(-left, 0.0), -pull), (Vec2::new(right, 0.0), pull)])
    }

    /// However high the tension is, a link turns with w h < 2, which the step needs to be stable. The inertia
    /// of a link that is stable without it, or under pressure, is unchanged, bit for bit.
    #[test]
    fn taut_link_is_stable_and_slack_link_keeps_its_inertia() {
        for inverse_inertia in [0.01, 1.0, 100.0] {
            for arms in [[0.5, 0.5], [0.1, 0.9], [1.0, 0.0]] {
                for tension in [-1e9, -1e3, 0.0, 1.0, 1e3, 1e5, 1e7, 1e9] {
                    let after = taut_link(inverse_inertia, arms, tension);
                    let square = |inverse: f32| tension * (arms[0] + arms[1]) * inverse * H * H;
                    assert!(square(after) < 2.0, "{inverse_inertia} {arms:?} {tension}: {}", square(after));
                    assert!(after <= inverse_inertia);
                    assert!(square(inverse_inertia) > 0.5 || after == inverse_inertia, "{tension}");
                }
            }
        }
    }

    /// A body on a pin of infinite mass cannot turn about its centre, so its inertia is that about the pin,
    /// I + m l^2: with w^2 = T l / (I + m l^2), a bob of any size that hangs at rest has w h < 0.5 for l
    /// above 4 g h^2.
    #[test]
    fn bob_on_a_fixed_pin_keeps_its_inertia() {
        for l in [0.01, 0.1, 1.0, 10.0] {
            for inverse_inertia in [1.0, 1e3, 1e6] {
                // 1 kg.
                let [x, p] = [Vec2::new(0.0, l), Vec2::new(0.0, 9.81 * H)];
                let input = BodyInput { inverse_mass: 1.0, inverse_inertia, ..BodyInput::INFINITE_MASS };
                let on = |ground: BodyInput| {
                    let mut inputs = [BodyInput::INFINITE_MASS, ground, input];
                    let frame = JointFrame { anchor_b: x, ..JointFrame::default() };
                    let pin = JointRows::new(BodyRow(1), BodyRow(2), ConstraintError::Point(frame), p.into());
                    add_geometric_stiffness(&mut inputs, &[pin], H, &mut Vec::new());
                    inputs[2].inverse_inertia
                };
                assert_eq!(on(BodyInput::INFINITE_MASS), inverse_inertia, "{l}");
                // A light body yields.
                let excess = H * x.dot(&p) * inverse_inertia - STABLE_FRACTION;
                let expected = inverse_inertia / (1.0 + excess.max(0.0));
                let found = on(BodyInput { inverse_mass: 1e3, inverse_inertia: 1e3, ..input });
                assert!((found / expected - 1.0).abs() < 1e-5, "{l} {inverse_inertia}");
            }
        }
    }

    fn arm() -> impl Strategy<Value = f32> {
        -1.0_f32..1.0
    }

    proptest! {
        /// With n pins that pull in any direction, (w h)^2 = h sum(r . P) / I' is at most max(1, n / 2): each
        /// pin adds h r . P - I / 2 to the inertia, or h r . P is at most I / 2. So the link is stable, below
        /// 4, up to seven pins.
        #[test]
        fn any_pins_keep_the_link_stable(
            inverse_inertia in 0.01_f32..100.0,
            pins in prop::collection::vec((arm(), arm(), -1.0_f32..1.0, -1.0_f32..1.0, 0.0_f32..9.0), 1..8),
        ) {
            let pins: Vec<(Vec2, Vec2)> = pins
                .into_iter()
                .map(|(x, y, px, py, digits)| {
                    (Vec2::new(x, y), Vec2::new(px, py) * 10.0_f32.powf(digits) * H)
                })
                .collect();
            let after = f64::from(stiffened(inverse_inertia, &pins));
            let h = f64::from(H);
            let [mut stiffness, mut magnitude] = [0.0; 2];
            for (r, p) in &pins {
                let [x, y] = [0, 1].map(|axis| f64::from(r[axis]) * f64::from(p[axis]));
                stiffness += x + y;
                magnitude += x.abs() + y.abs();
            }
            let rounding = 1e-6 * h * magnitude * after;
            let (square, bound) = (h * stiffness * after, (pins.len() as f64 / 2.0).max(1.0));
            prop_assert!(square <= bound * 1.0001 + rounding, "{} {}", square, bound);
            prop_assert!(after > 0.0 && after <= f64::from(inverse_inertia));
        }
    }
}
