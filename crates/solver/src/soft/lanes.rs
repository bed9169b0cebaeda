//! The bodies of a block in lanes: velocities, which a pass changes, and motion since the step began, which it
//! reads.

use super::block::{ContactBlock, PointColumns};
use crate::shared_bodies::SharedBodies;
use compute::Lanes;

/// Velocities of the two bodies in each lane, and their inverse masses.
pub(super) struct BodyLanes<L> {
    a: [L; 4],
    b: [L; 4],
}

impl<L: Lanes> BodyLanes<L> {
    #[inline(always)]
    pub(super) fn gather(block: &ContactBlock, bodies: SharedBodies<'_>) -> Self {
        Self { a: bodies.gather::<L, 0>(&block.a), b: bodies.gather::<L, 0>(&block.b) }
    }

    #[inline(always)]
    pub(super) fn scatter(self, block: &ContactBlock, bodies: SharedBodies<'_>) {
        bodies.scatter(self.a, &block.a, block.write_a);
        bodies.scatter(self.b, &block.b, block.write_b);
    }

    #[inline(always)]
    pub(super) fn relative_velocity(&self) -> [L; 2] {
        [self.b[0] - self.a[0], self.b[1] - self.a[1]]
    }

    #[inline(always)]
    pub(super) fn normal_velocity(&self, approach: L, point: &PointColumns) -> L {
        approach + self.b[2] * L::load(&point.across_b) - self.a[2] * L::load(&point.across_a)
    }

    #[inline(always)]
    pub(super) fn tangent_velocity(&self, block: &ContactBlock, point: &PointColumns) -> L {
        let [dx, dy] = self.relative_velocity();
        dx * L::load(&block.normal_y) - dy * L::load(&block.normal_x) - self.b[2] * L::load(&point.along_b)
            + self.a[2] * L::load(&point.along_a)
    }

    /// Applies normal impulses, one for each point.
    #[inline(always)]
    pub(super) fn push<const POINTS: usize>(&mut self, block: &ContactBlock, each: [L; POINTS]) {
        let (mut total, mut turn_a, mut turn_b) = {
            let p = &block.points[0];
            (each[0], L::load(&p.across_a) * each[0], L::load(&p.across_b) * each[0])
        };
        for i in 1..POINTS {
            let q = &block.points[i];
            total = total + each[i];
            turn_a = turn_a + L::load(&q.across_a) * each[i];
            turn_b = turn_b + L::load(&q.across_b) * each[i];
        }
        let (nx, ny) = (L::load(&block.normal_x), L::load(&block.normal_y));
        self.shift([nx * total, ny * total]);
        self.a[2] = self.a[2] - L::load(&block.inverse_inertia_a) * turn_a;
        self.b[2] = self.b[2] + L::load(&block.inverse_inertia_b) * turn_b;
    }

    /// Applies tangent impulses, along (ny, -nx), one for each point.
    #[inline(always)]
    pub(super) fn rub<const POINTS: usize>(&mut self, block: &ContactBlock, each: [L; POINTS]) {
        let (mut total, mut turn_a, mut turn_b) = {
            let p = &block.points[0];
            (each[0], L::load(&p.along_a) * each[0], L::load(&p.along_b) * each[0])
        };
        for i in 1..POINTS {
            let q = &block.points[i];
            total = total + each[i];
            turn_a = turn_a + L::load(&q.along_a) * each[i];
            turn_b = turn_b + L::load(&q.along_b) * each[i];
        }
        let (nx, ny) = (L::load(&block.normal_x), L::load(&block.normal_y));
        self.shift([ny * total, -(nx * total)]);
        self.a[2] = self.a[2] + L::load(&block.inverse_inertia_a) * turn_a;
        self.b[2] = self.b[2] - L::load(&block.inverse_inertia_b) * turn_b;
    }

    /// How fast the bodies turn against each other.
    #[inline(always)]
    pub(super) fn rolling(&self) -> L {
        self.b[2] - self.a[2]
    }

    /// Applies an impulse that only turns, N m s.
    #[inline(always)]
    pub(super) fn twist(&mut self, block: &ContactBlock, impulse: L) {
        self.a[2] = self.a[2] - L::load(&block.inverse_inertia_a) * impulse;
        self.b[2] = self.b[2] + L::load(&block.inverse_inertia_b) * impulse;
    }

    #[inline(always)]
    fn shift(&mut self, impulse: [L; 2]) {
        let (mass_a, mass_b) = (self.a[3], self.b[3]);
        let [x, y] = impulse;
        self.a[0] = self.a[0] - mass_a * x;
        self.a[1] = self.a[1] - mass_a * y;
        self.b[0] = self.b[0] + mass_b * x;
        self.b[1] = self.b[1] + mass_b * y;
    }
}

/// How the two bodies in each lane have moved since the step began.
pub(super) struct MotionLanes<L> {
    a: [L; 4],
    b: [L; 4],
}

impl<L: Lanes> MotionLanes<L> {
    #[inline(always)]
    pub(super) fn gather(block: &ContactBlock, bodies: SharedBodies<'_>) -> Self {
        Self { a: bodies.gather::<L, 1>(&block.a), b: bodies.gather::<L, 1>(&block.b) }
    }

    #[inline(always)]
    pub(super) fn separation(&self, point: &PointColumns, nx: L, ny: L) -> L {
        let [ax, ay, cos_a, sin_a] = self.a;
        let [bx, by, cos_b, sin_b] = self.b;
        let one = L::splat(1.0);
        L::load(&point.separation)
            + ((bx - ax) * nx + (by - ay) * ny)
            + ((cos_b - one) * L::load(&point.along_b) + sin_b * L::load(&point.across_b))
            - ((cos_a - one) * L::load(&point.along_a) + sin_a * L::load(&point.across_a))
    }
}
