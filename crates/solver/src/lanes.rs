//! Vectors, velocities and motions of eight bodies in lanes, so that a constraint block reads as its formula.

use crate::body::BodyIndex;
use crate::shared_bodies::SharedBodies;
use compute::lanes::Column;
use compute::{LANES, Lanes};
use core::ops::{Add, Mul, Neg, Sub};

/// Eight 2D vectors in lanes.
#[derive(Clone, Copy)]
pub(crate) struct LaneVec2<L> {
    pub(crate) x: L,
    pub(crate) y: L,
}

impl<L: Lanes> LaneVec2<L> {
    #[inline(always)]
    pub(crate) fn new(x: L, y: L) -> Self {
        Self { x, y }
    }

    /// Reads two columns, x and y.
    #[inline(always)]
    pub(crate) fn load(columns: &[Column; 2]) -> Self {
        Self { x: L::load(&columns[0]), y: L::load(&columns[1]) }
    }

    /// Writes two columns, x and y.
    #[inline(always)]
    pub(crate) fn store(self, columns: &mut [Column; 2]) {
        self.x.store(&mut columns[0]);
        self.y.store(&mut columns[1]);
    }

    /// a . b
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> L {
        self.x * other.x + self.y * other.y
    }

    /// a x b
    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> L {
        self.x * other.y - self.y * other.x
    }

    /// In each lane `a` where the mask is set, and `b` elsewhere.
    #[inline(always)]
    pub(crate) fn select(mask: L::Mask, a: Self, b: Self) -> Self {
        Self { x: L::select(mask, a.x, b.x), y: L::select(mask, a.y, b.y) }
    }
}

impl<L: Lanes> Add for LaneVec2<L> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl<L: Lanes> Sub for LaneVec2<L> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl<L: Lanes> Mul<L> for LaneVec2<L> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: L) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

impl<L: Lanes> Neg for LaneVec2<L> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// Velocities of eight bodies.
#[derive(Clone, Copy)]
pub(crate) struct VelocityLanes<L> {
    /// Of the centre of mass, m/s.
    pub(crate) linear: LaneVec2<L>,
    /// rad/s.
    pub(crate) angular: L,
    /// 1/kg, where the solver has written it into the states (see [`BodyState`](crate::BodyState)); it fills the
    /// 128 bits that are read.
    pub(crate) inverse_mass: L,
}

impl<L: Lanes> VelocityLanes<L> {
    #[inline(always)]
    pub(crate) fn gather(at: &[BodyIndex; LANES], bodies: SharedBodies<'_>) -> Self {
        let [x, y, angular, inverse_mass] = bodies.gather::<L, 0>(at);
        Self { linear: LaneVec2 { x, y }, angular, inverse_mass }
    }

    /// Writes the velocities of the lanes whose bit in `write` is set.
    #[inline(always)]
    pub(crate) fn scatter(self, at: &[BodyIndex; LANES], write: u8, bodies: SharedBodies<'_>) {
        bodies.scatter([self.linear.x, self.linear.y, self.angular, self.inverse_mass], at, write);
    }
}

/// How eight bodies have moved since the step began.
#[derive(Clone, Copy)]
pub(crate) struct MotionLanes<L> {
    /// Displacement of the centre of mass, m.
    pub(crate) translation: LaneVec2<L>,
    /// Cosine and sine of the rotation.
    pub(crate) cos: L,
    pub(crate) sin: L,
}

impl<L: Lanes> MotionLanes<L> {
    #[inline(always)]
    pub(crate) fn gather(at: &[BodyIndex; LANES], bodies: SharedBodies<'_>) -> Self {
        let [x, y, cos, sin] = bodies.gather::<L, 1>(at);
        Self { translation: LaneVec2 { x, y }, cos, sin }
    }

    /// `v` turned by the rotation of the bodies.
    #[inline(always)]
    pub(crate) fn rotate(&self, v: LaneVec2<L>) -> LaneVec2<L> {
        LaneVec2 { x: self.cos * v.x - self.sin * v.y, y: self.sin * v.x + self.cos * v.y }
    }
}
