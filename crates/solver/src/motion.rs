//! How bodies move between constraints, eight bodies at a time.
//!
//! ```text
//!   velocity   v' = (v + h a) / (1 + h damping)     implicit in the damping, so that none is too strong
//!   position   x' = x + h v',   R' = R turned by h w
//! ```
//!
//! Symplectic Euler: positions move with the new velocities, so that energy oscillates and does not grow (Hairer, Lubich
//! and Wanner, "Geometric Numerical Integration", 2006).

use crate::body::{BodyInput, BodyState};
use crate::settings::TINY;
use bytemuck::{must_cast_slice, must_cast_slice_mut};
use compute::{Kernel, LANES, Lanes, Width};
use geom::Rot;

/// Velocities take up gravity and forces for `h` seconds, and lose what damping takes. What has nearly died away becomes
/// zero.
pub(crate) struct Accelerate<'a> {
    pub(crate) states: &'a mut [BodyState],
    /// Of the same bodies.
    pub(crate) inputs: &'a [BodyInput],
    pub(crate) h: f32,
    pub(crate) free: Free<'a>,
}

/// Velocities without the impulses of a sub-step, x, y and angular, with a number to fill the record.
pub(crate) type FreeVelocity = [f32; 4];

/// What becomes of the velocities as they are once they are accelerated, before there are impulses.
pub(crate) enum Free<'a> {
    /// Nobody wants to know them.
    Forgotten,
    /// They are noted.
    Noted(&'a mut [FreeVelocity]),
    /// What has changed the velocities since these were noted changes them again; then they are noted.
    Carried(&'a mut [FreeVelocity]),
}

/// Positions move with the velocities for `h` seconds.
pub(crate) struct Advance<'a> {
    pub(crate) states: &'a mut [BodyState],
    pub(crate) h: f32,
}

/// Eight items from `first` on, the last one again and again where there are no more, and a bit for each that is there.
#[inline(always)]
fn eight(first: usize, len: usize) -> ([u32; LANES], u8) {
    let (mut at, mut there) = ([0; LANES], 0);
    for (lane, at) in at.iter_mut().enumerate() {
        *at = (first + lane).min(len - 1) as u32;
        there |= u8::from(first + lane < len) << lane;
    }
    (at, there)
}

/// Zero in place of a number so small that it may become subnormal.
#[inline(always)]
fn without_dust<L: Lanes>(x: L) -> L {
    L::select(x.max(-x).lt(L::splat(TINY)), L::splat(0.0), x)
}

impl Kernel for Accelerate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Accelerate { states, inputs, h, free } = self;
        let (len, one, h) = (states.len().min(inputs.len()), L::splat(1.0), L::splat(h));
        let (states, inputs): (&mut [[f32; 8]], &[[f32; 8]]) =
            (must_cast_slice_mut(states), must_cast_slice(inputs));
        let (noted, carried): (&mut [FreeVelocity], bool) = match free {
            Free::Forgotten => (&mut [], false),
            Free::Noted(free) => (free, false),
            Free::Carried(free) => (free, true),
        };
        for first in (0..len).step_by(LANES) {
            let (at, there) = eight(first, len);
            let [x, y, spin, inverse_mass] = L::gather::<0>(states, &at);
            let [_, _, ax, ay] = L::gather::<0>(inputs, &at);
            let [turn, damping, angular_damping, _] = L::gather::<1>(inputs, &at);
            let decay = one / (one + h * damping);
            let angular_decay = one / (one + h * angular_damping);
            let new = [
                without_dust((x + ax * h) * decay),
                without_dust((y + ay * h) * decay),
                without_dust((spin + turn * h) * angular_decay),
                inverse_mass,
            ];
            let mut velocity = new;
            if carried {
                let before = L::read::<4, 0>(noted, &at);
                velocity = [
                    new[0] + (x - before[0]),
                    new[1] + (y - before[1]),
                    new[2] + (spin - before[2]),
                    inverse_mass,
                ];
            }
            if !noted.is_empty() {
                L::write::<4, 0>(new, noted, &at, there);
            }
            L::write::<8, 0>(velocity, states, &at, there);
        }
    }
}

impl Kernel for Advance<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (len, h) = (self.states.len(), L::splat(self.h));
        let states: &mut [[f32; 8]] = must_cast_slice_mut(self.states);
        for first in (0..len).step_by(LANES) {
            let (at, there) = eight(first, len);
            let [vx, vy, spin, _] = L::gather::<0>(states, &at);
            let [x, y, cos, sin] = L::gather::<1>(states, &at);
            let [cos, sin] = turn([cos, sin], spin * h);
            L::write::<8, 4>([x + vx * h, y + vy * h, cos, sin], states, &at, there);
        }
    }
}

/// Rotations turned on by small angles, rad.
///
/// The Taylor polynomials of sine and cosine up to the fourth power, then normalised, which leaves an error of
/// angle^5 / 120. The first-order form that is common here turns a wheel at 10 rad/s too slowly by 0.06%.
#[inline(always)]
fn turn<L: Lanes>([cos, sin]: [L; 2], angle: L) -> [L; 2] {
    let (one, square) = (L::splat(1.0), angle * angle);
    let s = angle * (one - square * L::splat(1.0 / 6.0));
    let c = one - square * (L::splat(0.5) - square * L::splat(1.0 / 24.0));
    let (cos, sin) = (cos * c - sin * s, sin * c + cos * s);
    let scale = one / (cos * cos + sin * sin).sqrt();
    [cos * scale, sin * scale]
}

/// One rotation turned on by a small angle, rad.
pub(crate) fn turned(rotation: Rot, angle: f32) -> Rot {
    Width::SCALAR.run(Turn(rotation, angle))
}

struct Turn(Rot, f32);

impl Kernel for Turn {
    type Output = Rot;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Rot {
        let [cos, sin] = turn([L::splat(self.0.cos), L::splat(self.0.sin)], L::splat(self.1));
        let mut columns = [[0.0; LANES]; 2];
        cos.store(&mut columns[0]);
        sin.store(&mut columns[1]);
        Rot { cos: columns[0][0], sin: columns[1][0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use geom::Vec2;
    use proptest::prelude::*;

    /// A wheel at 30 rad/s is after one second where the angle says, to a thousandth of a radian.
    #[test]
    fn spinning_keeps_time() {
        let h = 1.0 / 240.0;
        let mut states = [BodyState::moving(Vec2::new(0.0, 0.0), 30.0)];
        for _ in 0..240 {
            Width::best().run(Advance { states: &mut states, h });
        }
        let expected = Rot::from_angle(30.0);
        let off = (expected.inverse() * states[0].delta_rotation).angle();
        assert!(off.abs() < 1e-3, "{off}");
    }

    /// A velocity, and what it is noted as.
    type Moving = (BodyState, FreeVelocity);

    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![8 => -10.0_f32..10.0, 1 => Just(0.0), 1 => -1e-15_f32..1e-15, 1 => Just(f32::NAN)]
    }

    fn body() -> impl Strategy<Value = (Moving, BodyInput)> {
        prop::collection::vec(number(), 16).prop_map(|n| {
            let mut state = BodyState::moving(Vec2::new(n[0], n[1]), n[2]);
            (state.inverse_mass, state.delta_position) = (n[3], Vec2::new(n[4], n[5]));
            let input = BodyInput {
                angular_acceleration: n[6],
                damping: n[7].abs(),
                angular_damping: n[8].abs(),
                ..BodyInput::dynamic(1.0, 1.0, Vec2::new(n[9], n[10]))
            };
            ((state, [n[11], n[12], n[13], n[14]]), input)
        })
    }

    /// As the formulas say it, in f64, of one body.
    fn accelerated(((state, free), input): &(Moving, BodyInput), h: f64) -> [[f64; 3]; 2] {
        let decay = |damping: f32| 1.0 / (1.0 + h * f64::from(damping));
        let was = [state.velocity.x, state.velocity.y, state.angular_velocity].map(f64::from);
        let by = [input.acceleration.x, input.acceleration.y, input.angular_acceleration].map(f64::from);
        let decay = [decay(input.damping), decay(input.damping), decay(input.angular_damping)];
        let new = [0, 1, 2].map(|i| (was[i] + h * by[i]) * decay[i]);
        [new, [0, 1, 2].map(|i| new[i] + (was[i] - f64::from(free[i])))]
    }

    proptest! {
        /// However many bodies, on all widths the same bits, and those of the formulas.
        #[test]
        fn all_bodies_move_by_the_formulas(bodies in prop::collection::vec(body(), 0..30), h in 1e-4_f32..0.02) {
            let inputs: Vec<_> = bodies.iter().map(|body| body.1).collect();
            let (states, free): (Vec<_>, Vec<_>) = bodies.iter().map(|body| body.0).unzip();
            let mut reference: Option<Vec<[Vec<u32>; 2]>> = None;
            for width in Width::all() {
                let mut found = vec![];
                for way in 0..3 {
                    let (mut states, mut free) = (states.clone(), free.clone());
                    let noted = match way {
                        0 => Free::Forgotten,
                        1 => Free::Noted(&mut free),
                        _ => Free::Carried(&mut free),
                    };
                    width.run(Accelerate { states: &mut states, inputs: &inputs, h, free: noted });
                    for (body, (state, free)) in bodies.iter().zip(states.iter().zip(&free)) {
                        let expected = accelerated(body, f64::from(h));
                        let velocity = [state.velocity.x, state.velocity.y, state.angular_velocity];
                        for i in 0..3 {
                            for (way, found, expected) in [
                                (way > 0, free[i], expected[0][i]),
                                (true, velocity[i], expected[usize::from(way == 2)][i]),
                            ] {
                                let off = (f64::from(found) - expected).abs();
                                let both_nan = found.is_nan() && expected.is_nan();
                                prop_assert!(!way || both_nan || off < 2e-5, "{found} for {expected}");
                            }
                        }
                        prop_assert!(state.inverse_mass.to_bits() == body.0.0.inverse_mass.to_bits());
                    }
                    width.run(Advance { states: &mut states, h });
                    for (state, (was, _)) in states.iter().zip(bodies.iter().map(|body| body.0)) {
                        for i in 0..2 {
                            let by = f64::from(state.velocity[i]) * f64::from(h);
                            let (found, expected) = (state.delta_position[i], f64::from(was.delta_position[i]) + by);
                            let is_so = (f64::from(found) - expected).abs() <= 1e-5;
                            prop_assert!(is_so || found.is_nan() && expected.is_nan(), "{found} for {expected}");
                        }
                    }
                    let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
                    found.push([
                        states.iter().flat_map(|&state| bytemuck::cast::<_, [f32; 8]>(state)).map(bits).collect(),
                        free.iter().flatten().copied().map(bits).collect(),
                    ]);
                }
                prop_assert_eq!(reference.get_or_insert(found.clone()), &found);
            }
        }
    }
}
