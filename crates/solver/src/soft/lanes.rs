//! The bodies of a block in lanes: velocities, which a pass changes, and motion since the step began, which it
//! reads.

use super::block::{ContactBlock, PointColumns};
use compute::Lanes;

/// Velocities of the two bodies in each lane.
pub(super) struct BodyLanes<L> {
    a: [L; 4],
    b: [L; 4],
}

impl<L: Lanes> BodyLanes<L> {
    #[inline(always)]
    pub(super) fn gather(block: &ContactBlock, records: &[[f32; 8]]) -> Self {
        Self { a: L::gather::<0>(records, &block.a), b: L::gather::<0>(records, &block.b) }
    }

    #[inline(always)]
    pub(super) fn scatter(self, block: &ContactBlock, records: &mut [[f32; 8]]) {
        L::scatter::<0>(self.a, records, &block.a, block.write_a);
        L::scatter::<0>(self.b, records, &block.b, block.write_b);
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

    /// Applies normal impulses: `total` for the velocities, `each` for the spins.
    #[inline(always)]
    pub(super) fn push(&mut self, block: &ContactBlock, total: L, each: [L; 2]) {
        let (nx, ny) = (L::load(&block.normal_x), L::load(&block.normal_y));
        self.shift(block, [nx * total, ny * total]);
        let [p, q] = &block.points;
        let turn_a = L::load(&p.across_a) * each[0] + L::load(&q.across_a) * each[1];
        let turn_b = L::load(&p.across_b) * each[0] + L::load(&q.across_b) * each[1];
        self.a[2] = self.a[2] - L::load(&block.inverse_inertia_a) * turn_a;
        self.b[2] = self.b[2] + L::load(&block.inverse_inertia_b) * turn_b;
    }

    /// Applies tangent impulses, along (ny, -nx).
    #[inline(always)]
    pub(super) fn rub(&mut self, block: &ContactBlock, total: L, each: [L; 2]) {
        let (nx, ny) = (L::load(&block.normal_x), L::load(&block.normal_y));
        self.shift(block, [ny * total, -(nx * total)]);
        let [p, q] = &block.points;
        let turn_a = L::load(&p.along_a) * each[0] + L::load(&q.along_a) * each[1];
        let turn_b = L::load(&p.along_b) * each[0] + L::load(&q.along_b) * each[1];
        self.a[2] = self.a[2] + L::load(&block.inverse_inertia_a) * turn_a;
        self.b[2] = self.b[2] - L::load(&block.inverse_inertia_b) * turn_b;
    }

    #[inline(always)]
    fn shift(&mut self, block: &ContactBlock, impulse: [L; 2]) {
        let (mass_a, mass_b) = (L::load(&block.inverse_mass_a), L::load(&block.inverse_mass_b));
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
    pub(super) fn gather(block: &ContactBlock, records: &[[f32; 8]]) -> Self {
        Self { a: L::gather::<1>(records, &block.a), b: L::gather::<1>(records, &block.b) }
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
