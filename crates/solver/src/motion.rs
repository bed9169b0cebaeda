//! Integration of velocities and positions, eight bodies at a time.
//!
//! ```text
//!   velocity   v' = (1 - h c) v + h a               c: damping; beyond c = 1 / h: v' = a / c
//!   position   x' = x + h v',   R' = R rotated by h w
//! ```
//!
//! The damping acts on the velocity alone, not on what a changes it by. So a body ends at the speed a / c,
//! and what holds it at rest bears m a exactly; an implicit step would let it bear m a / (1 + h c).
//!
//! Symplectic Euler: positions use the new velocities, so energy oscillates and does not grow (Hairer, Lubich
//! and Wanner, "Geometric Numerical Integration", 2006).

use crate::body::{BodyInput, BodyState};
use crate::settings::TINY;
use bytemuck::{must_cast_slice, must_cast_slice_mut};
use compute::{Kernel, LANES, Lanes, Width, lanes};
use geom::Rot;

/// Gravity, forces and damping over `h` seconds. A velocity that is nearly zero becomes zero.
pub(crate) struct Integrate<'a> {
    pub(crate) states: &'a mut [BodyState],
    pub(crate) inputs: &'a [BodyInput],
    pub(crate) h: f32,
    pub(crate) unconstrained: Unconstrained<'a>,
}

/// After forces and damping and before impulses: x, y, angular, and padding.
pub(crate) type UnconstrainedVelocity = [f32; 4];

pub(crate) enum Unconstrained<'a> {
    Ignore,
    Store(&'a mut [UnconstrainedVelocity]),
    /// Applies the impulses of the last sub-step again: adds the velocity minus the old unconstrained one to
    /// each new unconstrained velocity, and stores the new ones.
    CarryOver(&'a mut [UnconstrainedVelocity]),
}

pub(crate) struct Advance<'a> {
    pub(crate) states: &'a mut [BodyState],
    pub(crate) h: f32,
}

/// Integrates gravity, forces and damping of all bodies over `dt` seconds, as a sub-step does.
pub fn integrate_velocities(states: &mut [BodyState], inputs: &[BodyInput], dt: f32) {
    Width::SCALAR.run(Integrate { states, inputs, h: dt, unconstrained: Unconstrained::Ignore });
}

/// Moves all bodies for `dt` seconds with their velocities.
pub fn integrate_positions(states: &mut [BodyState], dt: f32) {
    Width::SCALAR.run(Advance { states, h: dt });
}

/// Indices of up to eight items and a bit for each that exists; the missing ones repeat the last.
#[inline(always)]
fn eight(len: usize) -> ([u32; LANES], u8) {
    let (mut at, mut exists) = ([0; LANES], 0);
    for (lane, at) in at.iter_mut().enumerate() {
        *at = lane.min(len - 1) as u32;
        exists |= u8::from(lane < len) << lane;
    }
    (at, exists)
}

#[inline(always)]
fn flush_tiny<L: Lanes>(x: L) -> L {
    L::select(x.max(-x).lt(L::splat(TINY)), L::splat(0.0), x)
}

/// Constant indices need no bounds checks.
const WHOLE: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

impl Kernel for Integrate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Integrate { states, inputs, h, unconstrained } = self;
        let len = states.len().min(inputs.len());
        let (states, inputs): (&mut [[f32; 8]], &[[f32; 8]]) =
            (must_cast_slice_mut(states), must_cast_slice(inputs));
        let (mut stored, carry_over) = match unconstrained {
            Unconstrained::Ignore => (None, false),
            Unconstrained::Store(stored) => (Some(stored), false),
            Unconstrained::CarryOver(stored) => (Some(stored), true),
        };
        let h = L::splat(h);
        for first in (0..len).step_by(LANES) {
            let own = first..len.min(first + LANES);
            let stored = stored.as_mut().map(|stored| &mut stored[own.clone()]);
            let (states, inputs) = (&mut states[own.clone()], &inputs[own]);
            if states.len() == LANES {
                integrate(states, inputs, h, stored, carry_over, &WHOLE, u8::MAX);
            } else {
                let (at, exists) = eight(states.len());
                integrate(states, inputs, h, stored, carry_over, &at, exists);
            }
        }
    }
}

/// The share of a velocity that is left after `h` seconds, and for how long, s, an acceleration adds to it.
#[inline(always)]
fn damped<L: Lanes>(h: L, damping: L) -> [L; 2] {
    let (one, lost) = (L::splat(1.0), h * damping);
    [one - one.min(lost), h / one.max(lost)]
}

#[inline(always)]
fn integrate<L: Lanes>(
    states: &mut [[f32; 8]],
    inputs: &[[f32; 8]],
    h: L,
    stored: Option<&mut [UnconstrainedVelocity]>,
    carry_over: bool,
    at: &[u32; LANES],
    exists: u8,
) {
    let [x, y, angular, inverse_mass] = L::gather::<0>(states, at);
    let [_, _, ax, ay] = L::gather::<0>(inputs, at);
    let [angular_acceleration, damping, angular_damping, _] = L::gather::<1>(inputs, at);
    let [kept, gain] = damped(h, damping);
    let [angular_kept, angular_gain] = damped(h, angular_damping);
    let new = [
        flush_tiny(x * kept + ax * gain),
        flush_tiny(y * kept + ay * gain),
        flush_tiny(angular * angular_kept + angular_acceleration * angular_gain),
        inverse_mass,
    ];
    let mut velocity = new;
    if let Some(stored) = stored {
        if carry_over {
            let before = L::read::<4, 0>(stored, at);
            velocity = [
                new[0] + (x - before[0]),
                new[1] + (y - before[1]),
                new[2] + (angular - before[2]),
                inverse_mass,
            ];
        }
        L::write::<4, 0>(new, stored, at, exists);
    }
    L::write::<8, 0>(velocity, states, at, exists);
}

impl Kernel for Advance<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let h = L::splat(self.h);
        let states: &mut [[f32; 8]] = must_cast_slice_mut(self.states);
        let len = states.len();
        for first in (0..len).step_by(LANES) {
            let states = &mut states[first..len.min(first + LANES)];
            if states.len() == LANES {
                advance(states, h, &WHOLE, u8::MAX);
            } else {
                let (at, exists) = eight(states.len());
                advance(states, h, &at, exists);
            }
        }
    }
}

#[inline(always)]
fn advance<L: Lanes>(states: &mut [[f32; 8]], h: L, at: &[u32; LANES], exists: u8) {
    let [vx, vy, angular, _] = L::gather::<0>(states, at);
    let [x, y, cos, sin] = L::gather::<1>(states, at);
    // The usual first-order form turns a wheel of 10 rad/s too slowly by 0.06%.
    let [cos, sin] = lanes::turned([cos, sin], angular * h);
    L::write::<8, 4>([x + vx * h, y + vy * h, cos, sin], states, at, exists);
}

pub(crate) fn turned(rotation: Rot, angle: f32) -> Rot {
    Width::SCALAR.run(Rotate(rotation, angle))
}

struct Rotate(Rot, f32);

impl Kernel for Rotate {
    type Output = Rot;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Rot {
        let [cos, sin] = lanes::turned([L::splat(self.0.cos), L::splat(self.0.sin)], L::splat(self.1));
        let mut columns = [[0.0; LANES]; 2];
        cos.store(&mut columns[0]);
        sin.store(&mut columns[1]);
        Rot { cos: columns[0][0], sin: columns[1][0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use geom::Vec2;
    use proptest::prelude::*;

    /// At any speed, also one of several turns in a sub-step.
    #[test]
    fn a_wheel_has_turned_by_its_speed_times_the_time() {
        for (speed, rate) in [(0.01, 60), (1.0, 240), (30.0, 240), (400.0, 240), (-400.0, 60), (400.0, 30)] {
            let mut states = [BodyState::moving(Vec2::new(0.0, 0.0), speed)];
            for _ in 0..rate {
                Width::best().run(Advance { states: &mut states, h: 1.0 / rate as f32 });
            }
            let error = (Rot::from_angle(-speed) * states[0].delta_rotation).angle();
            assert!(error.abs() < 1e-3 + 2e-5 * speed.abs(), "{error} at {speed} rad/s");
        }
    }

    /// All kinds of numbers, among them zero, nearly subnormal ones and NaN.
    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![8 => -10.0_f32..10.0, 1 => Just(0.0), 1 => -1e-15_f32..1e-15, 1 => Just(f32::NAN)]
    }

    #[derive(Clone, Copy, Debug)]
    struct Body {
        state: BodyState,
        input: BodyInput,
        stored: UnconstrainedVelocity,
    }

    fn body() -> impl Strategy<Value = Body> {
        prop::collection::vec(number(), 16).prop_map(|n| {
            let mut state = BodyState::moving(Vec2::new(n[0], n[1]), n[2]);
            (state.inverse_mass, state.delta_position) = (n[3], Vec2::new(n[4], n[5]));
            let input = BodyInput {
                angular_acceleration: n[6],
                damping: n[7].abs(),
                angular_damping: n[8].abs(),
                ..BodyInput::dynamic(1.0, 1.0, Vec2::new(n[9], n[10]))
            };
            Body { state, input, stored: [n[11], n[12], n[13], n[14]] }
        })
    }

    impl Body {
        /// The unconstrained velocity, by the formula, in f64.
        fn unconstrained(&self, h: f64) -> [f64; 3] {
            let Self { state, input, .. } = self;
            let damped = |i: usize| {
                let damping = f64::from([input.damping, input.damping, input.angular_damping][i]);
                if damping * h > 1.0 { [0.0, 1.0 / damping] } else { [1.0 - h * damping, h] }
            };
            let before = [state.velocity.x, state.velocity.y, state.angular_velocity].map(f64::from);
            let change =
                [input.acceleration.x, input.acceleration.y, input.angular_acceleration].map(f64::from);
            [0, 1, 2].map(|i| {
                let [kept, gain] = damped(i);
                before[i] * kept + change[i] * gain
            })
        }

        /// The velocity after carrying the impulses over.
        fn carried_over(&self, h: f64) -> [f64; 3] {
            let (new, state) = (self.unconstrained(h), &self.state);
            let before = [state.velocity.x, state.velocity.y, state.angular_velocity].map(f64::from);
            [0, 1, 2].map(|i| new[i] + (before[i] - f64::from(self.stored[i])))
        }
    }

    fn is_close(found: f32, expected: f64, tolerance: f64) -> bool {
        (f64::from(found) - expected).abs() < tolerance || found.is_nan() && expected.is_nan()
    }

    proptest! {
        /// For any number of bodies, and for each use of the unconstrained velocities.
        #[test]
        fn velocities_and_positions_follow_the_formulas(
            bodies in prop::collection::vec(body(), 0..30), h in 1e-4_f32..0.02,
        ) {
            let inputs: Vec<_> = bodies.iter().map(|body| body.input).collect();
            let width = Width::best();
            for mode in 0..3 {
                let mut states: Vec<_> = bodies.iter().map(|body| body.state).collect();
                let mut stored: Vec<_> = bodies.iter().map(|body| body.stored).collect();
                let unconstrained = unconstrained(mode, &mut stored);
                width.run(Integrate { states: &mut states, inputs: &inputs, h, unconstrained });
                for (body, (state, stored)) in bodies.iter().zip(states.iter().zip(&stored)) {
                    let new = body.unconstrained(f64::from(h));
                    let expected = if mode == 2 { body.carried_over(f64::from(h)) } else { new };
                    let velocity = [state.velocity.x, state.velocity.y, state.angular_velocity];
                    for i in 0..3 {
                        let (v, s) = (velocity[i], stored[i]);
                        prop_assert!(is_close(v, expected[i], 2e-5), "{v} for {}", expected[i]);
                        prop_assert!(mode == 0 || is_close(s, new[i], 2e-5), "{s} for {}", new[i]);
                    }
                    prop_assert!(state.inverse_mass.to_bits() == body.state.inverse_mass.to_bits());
                }
                width.run(Advance { states: &mut states, h });
                for (state, body) in states.iter().zip(&bodies) {
                    for i in 0..2 {
                        let way = f64::from(state.velocity[i]) * f64::from(h);
                        let expected = f64::from(body.state.delta_position[i]) + way;
                        let found = state.delta_position[i];
                        prop_assert!(is_close(found, expected, 1.1e-5), "{found} for {expected}");
                    }
                }
            }
        }

        /// The formula for one body gives the bits of the kernel, but for what the kernel takes for zero.
        #[test]
        fn one_body_moves_freely_as_in_lanes(
            bodies in prop::collection::vec(body(), 1..20), h in 1e-4_f32..0.5,
        ) {
            let mut states: Vec<_> = bodies.iter().map(|body| body.state).collect();
            let inputs: Vec<_> = bodies.iter().map(|body| body.input).collect();
            Width::best().run(Integrate { states: &mut states, inputs: &inputs, h, unconstrained: Unconstrained::Ignore });
            let bits = |x: f32| if x.abs() < TINY { 0 } else if x.is_nan() { 1 } else { x.to_bits() };
            for (body, now) in bodies.iter().zip(&states) {
                let (velocity, spin) = body.input.freely_moving(body.state.velocity, body.state.angular_velocity, h);
                let found = [now.velocity.x, now.velocity.y, now.angular_velocity].map(bits);
                prop_assert_eq!([velocity.x, velocity.y, spin].map(bits), found, "{:?}", body);
            }
        }

        /// The same bits on all widths.
        #[test]
        fn widths_agree_on_the_motion_of_bodies(
            bodies in prop::collection::vec(body(), 0..30), h in 1e-4_f32..0.02, mode in 0_u8..3,
        ) {
            let inputs: Vec<_> = bodies.iter().map(|body| body.input).collect();
            let mut reference = None;
            for width in Width::all() {
                let mut states: Vec<_> = bodies.iter().map(|body| body.state).collect();
                let mut stored: Vec<_> = bodies.iter().map(|body| body.stored).collect();
                let unconstrained = unconstrained(mode, &mut stored);
                width.run(Integrate { states: &mut states, inputs: &inputs, h, unconstrained });
                width.run(Advance { states: &mut states, h });
                // The bits of a NaN may differ.
                let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
                let numbers = states.iter().flat_map(|&state| bytemuck::cast::<_, [f32; 8]>(state));
                let found: Vec<u32> = numbers.chain(stored.iter().flatten().copied()).map(bits).collect();
                prop_assert_eq!(reference.get_or_insert(found.clone()), &found, "{}", width.name());
            }
        }
    }

    fn unconstrained(mode: u8, stored: &mut [UnconstrainedVelocity]) -> Unconstrained<'_> {
        match mode {
            0 => Unconstrained::Ignore,
            1 => Unconstrained::Store(stored),
            _ => Unconstrained::CarryOver(stored),
        }
    }
}
