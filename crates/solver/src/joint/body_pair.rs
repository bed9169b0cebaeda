//! The two bodies in each lane of a block of joint rows.

use crate::body::BodyIndex;
pub(super) use crate::lanes::ZERO;
use crate::lanes::{LaneVec2, MotionLanes, VelocityLanes};
use crate::motion::turned;
use crate::schedule::EMPTY_LANE;
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState};
use compute::lanes::Column;
use compute::{LANES, Lanes};
use geom::Vec2;

#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPairColumns {
    /// Of the [`JointRows`](super::JointRows) in the caller's array, or [`EMPTY_LANE`].
    pub(super) rows: [u32; LANES],
    a: [BodyIndex; LANES],
    b: [BodyIndex; LANES],
    /// Bit `i`: constraints can move the body of lane `i`.
    write_a: u8,
    write_b: u8,
    /// 1/kg.
    pub(super) inverse_mass_a: Column,
    pub(super) inverse_mass_b: Column,
    /// 1/(kg m^2).
    pub(super) inverse_inertia_a: Column,
    pub(super) inverse_inertia_b: Column,
}

impl BodyPairColumns {
    pub(super) const EMPTY: Self = Self {
        rows: [EMPTY_LANE; LANES],
        a: [BodyIndex::STATIC; LANES],
        b: [BodyIndex::STATIC; LANES],
        write_a: 0,
        write_b: 0,
        inverse_mass_a: ZERO,
        inverse_mass_b: ZERO,
        inverse_inertia_a: ZERO,
        inverse_inertia_b: ZERO,
    };

    pub(super) fn fill(
        &mut self,
        lane: usize,
        row: u32,
        [(index_a, a), (index_b, b)]: [(BodyIndex, &BodyInput); 2],
    ) {
        (self.rows[lane], self.a[lane], self.b[lane]) = (row, index_a, index_b);
        self.write_a |= u8::from(a.is_movable()) << lane;
        self.write_b |= u8::from(b.is_movable()) << lane;
        (self.inverse_mass_a[lane], self.inverse_inertia_a[lane]) = (a.inverse_mass, a.inverse_inertia);
        (self.inverse_mass_b[lane], self.inverse_inertia_b[lane]) = (b.inverse_mass, b.inverse_inertia);
    }

    #[inline(always)]
    pub(super) fn motions<L: Lanes>(&self, bodies: SharedBodies<'_>) -> [MotionLanes<L>; 2] {
        [MotionLanes::gather(&self.a, bodies), MotionLanes::gather(&self.b, bodies)]
    }

    /// In kg m, each divided by the body's mass.
    pub(super) fn translate(&self, lane: usize, states: &mut [BodyState], by: [Vec2; 2]) {
        let ends = [(self.a[lane], self.inverse_mass_a[lane]), (self.b[lane], self.inverse_mass_b[lane])];
        for ((body, inverse_mass), by) in ends.into_iter().zip(by) {
            if inverse_mass > 0.0 {
                states[body.index()].delta_position += by * inverse_mass;
            }
        }
    }

    /// In rad kg m^2, each divided by the body's inertia.
    pub(super) fn rotate(&self, lane: usize, states: &mut [BodyState], by: [f32; 2]) {
        let ends =
            [(self.a[lane], self.inverse_inertia_a[lane]), (self.b[lane], self.inverse_inertia_b[lane])];
        for ((body, inverse_inertia), by) in ends.into_iter().zip(by) {
            if inverse_inertia > 0.0 {
                let state = &mut states[body.index()];
                state.delta_rotation = turned(state.delta_rotation, by * inverse_inertia);
            }
        }
    }
}

pub(super) struct PairVelocities<L> {
    pub(super) a: VelocityLanes<L>,
    pub(super) b: VelocityLanes<L>,
}

impl<L: Lanes> PairVelocities<L> {
    #[inline(always)]
    pub(super) fn gather(pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> Self {
        Self { a: VelocityLanes::gather(&pair.a, bodies), b: VelocityLanes::gather(&pair.b, bodies) }
    }

    /// Only of bodies that constraints can move: NaN times an inverse mass of zero is NaN.
    #[inline(always)]
    pub(super) fn scatter(self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) {
        self.a.scatter(&pair.a, pair.write_a, bodies);
        self.b.scatter(&pair.b, pair.write_b, bodies);
    }

    /// v' = v + M^-1 J^T impulse, each a linear (N s) and an angular one (N m s): subtracted from A, added to
    /// B.
    #[inline(always)]
    pub(super) fn apply_impulse(
        &mut self,
        pair: &BodyPairColumns,
        (linear_a, angular_a): (LaneVec2<L>, L),
        (linear_b, angular_b): (LaneVec2<L>, L),
    ) {
        self.a.linear = self.a.linear - linear_a * L::load(&pair.inverse_mass_a);
        self.a.angular = self.a.angular - L::load(&pair.inverse_inertia_a) * angular_a;
        self.b.linear = self.b.linear + linear_b * L::load(&pair.inverse_mass_b);
        self.b.angular = self.b.angular + L::load(&pair.inverse_inertia_b) * angular_b;
    }
}
