//! The two bodies in each lane of a block of rows.

use crate::body::BodyIndex;
use crate::coloring::NOTHING;
use crate::motion::turned;
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState};
use compute::lanes::Column;
use compute::{LANES, Lanes};
use geom::Vec2;

pub(super) const ZERO: Column = [0.0; LANES];

/// Which rows, and of which bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairColumns {
    /// Places in the array of all rows, or [`NOTHING`].
    pub(super) rows: [u32; LANES],
    pub(super) a: [BodyIndex; LANES],
    pub(super) b: [BodyIndex; LANES],
    /// Bit `i`: lane `i` may move its body.
    write_a: u8,
    write_b: u8,
    pub(super) inverse_mass_a: Column,
    pub(super) inverse_inertia_a: Column,
    pub(super) inverse_mass_b: Column,
    pub(super) inverse_inertia_b: Column,
}

impl PairColumns {
    pub(super) const EMPTY: Self = Self {
        rows: [NOTHING; LANES],
        a: [BodyIndex::STATIC; LANES],
        b: [BodyIndex::STATIC; LANES],
        write_a: 0,
        write_b: 0,
        inverse_mass_a: ZERO,
        inverse_inertia_a: ZERO,
        inverse_mass_b: ZERO,
        inverse_inertia_b: ZERO,
    };

    pub(super) fn fill(
        &mut self,
        lane: usize,
        row: u32,
        [(at_a, a), (at_b, b)]: [(BodyIndex, &BodyInput); 2],
    ) {
        (self.rows[lane], self.a[lane], self.b[lane]) = (row, at_a, at_b);
        self.write_a |= u8::from(a.is_movable()) << lane;
        self.write_b |= u8::from(b.is_movable()) << lane;
        (self.inverse_mass_a[lane], self.inverse_inertia_a[lane]) = (a.inverse_mass, a.inverse_inertia);
        (self.inverse_mass_b[lane], self.inverse_inertia_b[lane]) = (b.inverse_mass, b.inverse_inertia);
    }

    /// Moves the bodies in a lane by these vectors (m kg), each times its inverse mass: what cannot move stays.
    pub(super) fn shift(&self, lane: usize, states: &mut [BodyState], by: [Vec2; 2]) {
        let ends = [(self.a[lane], self.inverse_mass_a[lane]), (self.b[lane], self.inverse_mass_b[lane])];
        for ((body, inverse_mass), by) in ends.into_iter().zip(by) {
            if inverse_mass > 0.0 {
                states[body.index()].delta_position += by * inverse_mass;
            }
        }
    }

    /// Turns the bodies in a lane by these angles (rad kg m^2), each times its inverse inertia.
    pub(super) fn turn(&self, lane: usize, states: &mut [BodyState], by: [f32; 2]) {
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

/// Velocities of the two bodies: x, y, angular, and what fills the record.
pub(super) struct Velocities<L> {
    pub(super) a: [L; 4],
    pub(super) b: [L; 4],
}

impl<L: Lanes> Velocities<L> {
    #[inline(always)]
    pub(super) fn gather(pair: &PairColumns, bodies: SharedBodies<'_>) -> Self {
        Self { a: bodies.gather::<L, 0>(&pair.a), b: bodies.gather::<L, 0>(&pair.b) }
    }

    /// Writes back the bodies that constraints can move: what cannot move must not even receive the zero that a
    /// not-a-number would make of it.
    #[inline(always)]
    pub(super) fn scatter(self, pair: &PairColumns, bodies: SharedBodies<'_>) {
        bodies.scatter(self.a, &pair.a, pair.write_a);
        bodies.scatter(self.b, &pair.b, pair.write_b);
    }

    /// Adds the effects of impulses: their x and y and moment, those on A already with their sign.
    #[inline(always)]
    pub(super) fn push(&mut self, pair: &PairColumns, on_a: [L; 3], on_b: [L; 3]) {
        let (mass, inertia) = (L::load(&pair.inverse_mass_a), L::load(&pair.inverse_inertia_a));
        self.a[0] = self.a[0] - mass * on_a[0];
        self.a[1] = self.a[1] - mass * on_a[1];
        self.a[2] = self.a[2] - inertia * on_a[2];
        let (mass, inertia) = (L::load(&pair.inverse_mass_b), L::load(&pair.inverse_inertia_b));
        self.b[0] = self.b[0] + mass * on_b[0];
        self.b[1] = self.b[1] + mass * on_b[1];
        self.b[2] = self.b[2] + inertia * on_b[2];
    }
}

/// Motion of the two bodies since the step began: x, y, and the cosine and sine of the turn.
pub(super) struct Motions<L> {
    pub(super) a: [L; 4],
    pub(super) b: [L; 4],
}

impl<L: Lanes> Motions<L> {
    #[inline(always)]
    pub(super) fn gather(pair: &PairColumns, bodies: SharedBodies<'_>) -> Self {
        Self { a: bodies.gather::<L, 1>(&pair.a), b: bodies.gather::<L, 1>(&pair.b) }
    }
}

/// A vector turned by a rotation, given as cosine and sine.
#[inline(always)]
pub(super) fn turn<L: Lanes>([x, y]: [L; 2], cos: L, sin: L) -> [L; 2] {
    [cos * x - sin * y, sin * x + cos * y]
}

/// Two columns as a vector.
#[inline(always)]
pub(super) fn load<L: Lanes>(columns: &[Column; 2]) -> [L; 2] {
    [L::load(&columns[0]), L::load(&columns[1])]
}

/// A vector in two columns.
#[inline(always)]
pub(super) fn store<L: Lanes>([x, y]: [L; 2], columns: &mut [Column; 2]) {
    x.store(&mut columns[0]);
    y.store(&mut columns[1]);
}
