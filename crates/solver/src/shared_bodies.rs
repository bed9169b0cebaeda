//! The states of all bodies, as records of eight numbers that the workers of a step share.

#![allow(unsafe_code)]

use crate::BodyState;
use crate::body::BodyIndex;
use compute::{LANES, Lanes, Shared};

#[derive(Clone, Copy)]
pub(crate) struct SharedBodies<'a>(Shared<'a, [f32; 8]>);

impl<'a> SharedBodies<'a> {
    /// # Safety
    /// Every body index that is used with it is below the number of states. What several workers do in one
    /// phase shares no moving body: the schedule sees to that (`schedule.rs`).
    #[inline(always)]
    pub(crate) unsafe fn new(states: Shared<'a, BodyState>) -> Self {
        Self(states.cast())
    }

    /// Velocity, angular velocity and inverse mass (`HALF` 0), or the motion since the step began (`HALF` 1).
    #[inline(always)]
    pub(crate) fn gather<L: Lanes, const HALF: usize>(self, at: &[BodyIndex; LANES]) -> [L; 4] {
        // SAFETY: the promise of `new`.
        unsafe { L::gather_shared::<HALF>(self.0, bytemuck::must_cast_ref(at)) }
    }

    /// Of a body that nobody else uses.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn velocity(&self, body: BodyIndex) -> &mut [f32; 4] {
        // SAFETY: the promise of `new`.
        let states = unsafe { self.0.slice(body.index()..body.index() + 1) };
        let [velocity, _]: &mut [[f32; 4]; 2] = bytemuck::cast_mut(&mut states[0]);
        velocity
    }

    /// In the lanes whose bit in `write` is set.
    #[inline(always)]
    pub(crate) fn scatter<L: Lanes>(self, values: [L; 4], at: &[BodyIndex; LANES], write: u8) {
        // SAFETY: the promise of `new`.
        unsafe { L::scatter_shared::<0>(values, self.0, bytemuck::must_cast_ref(at), write) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{LaneVec2, VelocityLanes};
    use compute::{Kernel, Width};
    use geom::Vec2;

    /// Gathers two bodies, lets an impulse act between them, and scatters them.
    struct Push<'a>(SharedBodies<'a>, [[BodyIndex; LANES]; 2], u8);

    impl Kernel for Push<'_> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(self) {
            let Push(bodies, [a, b], write) = self;
            let (mut va, mut vb) =
                (VelocityLanes::<L>::gather(&a, bodies), VelocityLanes::<L>::gather(&b, bodies));
            let impulse = LaneVec2::new(L::splat(3.0), L::splat(-4.0));
            va.linear = va.linear - impulse * va.inverse_mass;
            vb.linear = vb.linear + impulse * vb.inverse_mass;
            vb.angular = vb.angular + L::splat(0.5);
            va.scatter(&a, write, bodies);
            vb.scatter(&b, write, bodies);
        }
    }

    /// An impulse changes both bodies of the lanes that may be written, by opposite momenta, and no other
    /// body.
    #[test]
    fn an_impulse_reaches_the_bodies_of_the_written_lanes_only() {
        for width in Width::all() {
            let state = BodyState { inverse_mass: 0.5, ..BodyState::moving(Vec2::new(1.0, 2.0), 3.0) };
            let mut states = [state; 2 * LANES];
            let at = |first: usize| core::array::from_fn(|lane| BodyIndex((first + lane) as u32));
            // SAFETY: the indices are below the number of bodies, and nobody else has them.
            let bodies = unsafe { SharedBodies::new(Shared::new(&mut states)) };
            width.run(Push(bodies, [at(0), at(LANES)], 0b0101_0001));
            for (i, found) in states.iter().enumerate() {
                let expected = match (0b0101_0001 >> (i % LANES) & 1, i < LANES) {
                    (0, _) => state,
                    (_, true) => BodyState { velocity: Vec2::new(-0.5, 4.0), ..state },
                    (_, false) => BodyState { velocity: Vec2::new(2.5, 0.0), angular_velocity: 3.5, ..state },
                };
                assert_eq!(*found, expected, "body {i}, {}", width.name());
            }
        }
    }
}
