//! Vectors, velocities and motions of eight bodies in lanes, so that blocks look like their formulas.
//!
//! Operations are in the order written, so that results have the same bits on every width. Functions are
//! `#[inline(always)]` and without closures, so that all are compiled with the wide instructions.

use crate::body::BodyIndex;
use crate::shared_bodies::SharedBodies;
use compute::lanes::Column;
use compute::{LANES, Lanes};
use core::ops::{Add, Mul, Neg, Sub};

pub(crate) const ZERO: Column = [0.0; LANES];

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

    #[inline(always)]
    pub(crate) fn load(columns: &[Column; 2]) -> Self {
        Self { x: L::load(&columns[0]), y: L::load(&columns[1]) }
    }

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

    /// By 90 degrees: the tangent of a normal.
    #[inline(always)]
    pub(crate) fn right_normal(self) -> Self {
        Self { x: self.y, y: -self.x }
    }

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

#[derive(Clone, Copy)]
pub(crate) struct VelocityLanes<L> {
    pub(crate) linear: LaneVec2<L>,
    /// rad/s.
    pub(crate) angular: L,
    /// 1/kg, as written into the states ([`BodyState`](crate::BodyState)); it fills the 128 bits.
    pub(crate) inverse_mass: L,
}

impl<L: Lanes> VelocityLanes<L> {
    #[inline(always)]
    pub(crate) fn gather(at: &[BodyIndex; LANES], bodies: SharedBodies<'_>) -> Self {
        let [x, y, angular, inverse_mass] = bodies.gather::<L, 0>(at);
        Self { linear: LaneVec2 { x, y }, angular, inverse_mass }
    }

    /// A body of infinite mass must not be written: other workers read it, and NaN times its inverse mass of
    /// zero is NaN.
    #[inline(always)]
    pub(crate) fn scatter(self, at: &[BodyIndex; LANES], write: u8, bodies: SharedBodies<'_>) {
        bodies.scatter([self.linear.x, self.linear.y, self.angular, self.inverse_mass], at, write);
    }
}

#[derive(Clone, Copy)]
pub(crate) struct MotionLanes<L> {
    /// m.
    pub(crate) translation: LaneVec2<L>,
    pub(crate) cos: L,
    pub(crate) sin: L,
}

impl<L: Lanes> MotionLanes<L> {
    #[inline(always)]
    pub(crate) fn gather(at: &[BodyIndex; LANES], bodies: SharedBodies<'_>) -> Self {
        let [x, y, cos, sin] = bodies.gather::<L, 1>(at);
        Self { translation: LaneVec2 { x, y }, cos, sin }
    }

    #[inline(always)]
    pub(crate) fn rotate(&self, v: LaneVec2<L>) -> LaneVec2<L> {
        LaneVec2 { x: self.cos * v.x - self.sin * v.y, y: self.sin * v.x + self.cos * v.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use compute::{Kernel, Width};
    use geom::{Rot, Vec2, cross};
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vec2> {
        (-10.0_f32..10.0, -10.0_f32..10.0).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn columns(vectors: &[Vec2]) -> [Column; 2] {
        let mut columns = [ZERO; 2];
        for (lane, vector) in vectors.iter().enumerate() {
            (columns[0][lane], columns[1][lane]) = (vector.x, vector.y);
        }
        columns
    }

    /// Results of all operations on two vectors and a rotation in each lane: dot, cross, then vectors.
    struct Operations<'a> {
        a: &'a [Column; 2],
        b: &'a [Column; 2],
        rotation: &'a [Column; 2],
    }

    impl Kernel for Operations<'_> {
        type Output = ([Column; 2], [[Column; 2]; 6]);

        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Output {
            let (a, b) = (LaneVec2::<L>::load(self.a), LaneVec2::<L>::load(self.b));
            let (mut scalars, mut vectors) = ([ZERO; 2], [[ZERO; 2]; 6]);
            a.dot(b).store(&mut scalars[0]);
            a.cross(b).store(&mut scalars[1]);
            (a + b).store(&mut vectors[0]);
            (a - b).store(&mut vectors[1]);
            (-a * b.x).store(&mut vectors[2]);
            a.right_normal().store(&mut vectors[3]);
            let LaneVec2 { x: cos, y: sin } = LaneVec2::<L>::load(self.rotation);
            MotionLanes { translation: a, cos, sin }.rotate(a).store(&mut vectors[4]);
            LaneVec2::select(a.x.lt(b.x), a, b).store(&mut vectors[5]);
            (scalars, vectors)
        }
    }

    proptest! {
        /// Every operation on a lane gives the result of `geom` for the vector in it, bit for bit if the
        /// formula is the same.
        #[test]
        fn vectors_in_lanes_follow_the_formulas_of_geom(
            a in prop::collection::vec(vector(), LANES), b in prop::collection::vec(vector(), LANES),
            angles in prop::collection::vec(-3.0_f32..3.0, LANES),
        ) {
            let rotations: Vec<_> = angles.iter().map(|&angle| Rot::from_angle(angle)).collect();
            let parts: Vec<_> = rotations.iter().map(|r| Vec2::new(r.cos, r.sin)).collect();
            for width in Width::all() {
                let operations = Operations { a: &columns(&a), b: &columns(&b), rotation: &columns(&parts) };
                let (scalars, vectors) = width.run(operations);
                for lane in 0..LANES {
                    let (p, q) = (a[lane], b[lane]);
                    prop_assert_eq!(scalars[0][lane], p.x * q.x + p.y * q.y);
                    prop_assert_eq!(scalars[1][lane], cross(p, q));
                    let expected = [
                        p + q,
                        p - q,
                        -p * q.x,
                        geom::right_normal(p),
                        rotations[lane] * p,
                        if p.x < q.x { p } else { q },
                    ];
                    for (found, expected) in vectors.iter().zip(expected) {
                        let found = Vec2::new(found[0][lane], found[1][lane]);
                        prop_assert!((found - expected).norm() <= 1e-5, "{found} for {expected}");
                    }
                }
            }
        }
    }
}
