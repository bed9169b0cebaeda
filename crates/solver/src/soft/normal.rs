//! Normal impulses of eight contacts: one point after the other, or both at once.
//!
//! A soft row ([`Softness`](crate::Softness)) of velocity v, accumulated impulse a and new impulse x is a
//! complementarity problem. Its residual t is zero where the impulse a is right:
//!
//! ```text
//!   t + K (x - a) >= 0,  x >= 0,  one of them zero at each point
//!   t = mass_scale (v + bias) + impulse_scale diag(K) a          K = J M^-1 J^T
//! ```
//!
//! If both points push, x = a - K^-1 t solves it. If one would pull, or K is nearly singular, they are solved
//! one after the other: the change dx of the first changes the t of the second by mass_scale k12 dx. Over
//! several sweeps both ways reach the impulses for which t is zero.
//!
//! A point with separation s > 0 may approach with s / h and no faster, so that it touches at the end of the
//! sub-step: its bias is the greater of s / h and bias_rate s.
//!
//! **Why the 2x2 system**: in turn, the first point always takes more than half of the load, and a column of
//! boxes sways without end. Source: Box2D 2's block solver, which is rigid and tries four cases.

use compute::Lanes;

#[derive(Clone, Copy)]
pub(super) struct NormalRow<L> {
    /// a, N s.
    pub(super) impulse: L,
    /// t, m/s.
    pub(super) target: L,
    /// Diagonal element of K, 1/kg.
    pub(super) k: L,
}

/// How the normal impulse of one point changes the normal velocity of the other.
#[derive(Clone, Copy)]
pub(super) struct PointCoupling<L> {
    /// Element of K off its diagonal, 1/kg.
    pub(super) k12: L,
    /// 1 / det K, kg^2; 0 where K is nearly singular.
    pub(super) inverse_det: L,
}

#[inline(always)]
pub(super) fn solve<L: Lanes, const POINTS: usize>(
    rows: &[NormalRow<L>; POINTS],
    coupling: &PointCoupling<L>,
    mass_scale: L,
) -> [L; POINTS] {
    let zero = L::splat(0.0);
    let mut new = solve_in_turn(rows, coupling.k12 * mass_scale);
    if POINTS == 2 {
        let [x1, x2] = solve_together([&rows[0], &rows[1]], coupling);
        let both_push = L::and(zero.lt(coupling.inverse_det), L::and(zero.le(x1), zero.le(x2)));
        new[0] = L::select(both_push, x1, new[0]);
        new[1] = L::select(both_push, x2, new[1]);
    }
    new
}

/// The second point sees the change of the first through `k12`.
#[inline(always)]
pub(super) fn solve_in_turn<L: Lanes, const POINTS: usize>(
    rows: &[NormalRow<L>; POINTS],
    k12: L,
) -> [L; POINTS] {
    let zero = L::splat(0.0);
    let mut new = [zero; POINTS];
    for i in 0..POINTS {
        let NormalRow { impulse, mut target, k } = rows[i];
        if i > 0 {
            target = target + k12 * (new[i - 1] - rows[i - 1].impulse);
        }
        new[i] = (impulse - target / k).max(zero);
    }
    new
}

/// a - K^-1 t, if both points push.
#[inline(always)]
pub(super) fn solve_together<L: Lanes>([p, q]: [&NormalRow<L>; 2], coupling: &PointCoupling<L>) -> [L; 2] {
    let PointCoupling { k12, inverse_det } = *coupling;
    [
        p.impulse - (q.k * p.target - k12 * q.target) * inverse_det,
        q.impulse - (p.k * q.target - k12 * p.target) * inverse_det,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use compute::lanes::Column;
    use compute::{Kernel, LANES, Width};
    use proptest::prelude::*;

    /// Solves two points of rigid rows in each lane; returns their new impulses.
    struct Solve<'a> {
        /// a, t and k of each point.
        points: &'a [[Column; 3]; 2],
        k12: &'a Column,
        /// Whether K counts as regular, so that the points may be solved together.
        is_regular: bool,
    }

    impl Kernel for Solve<'_> {
        type Output = [Column; 2];

        #[inline(always)]
        fn run<L: Lanes>(self) -> [Column; 2] {
            let Solve { points: [p, q], k12, is_regular } = self;
            let one = L::splat(1.0);
            let rows = [
                NormalRow { impulse: L::load(&p[0]), target: L::load(&p[1]), k: L::load(&p[2]) },
                NormalRow { impulse: L::load(&q[0]), target: L::load(&q[1]), k: L::load(&q[2]) },
            ];
            let k12 = L::load(k12);
            let inverse_det =
                if is_regular { one / (rows[0].k * rows[1].k - k12 * k12) } else { L::splat(0.0) };
            let new = solve(&rows, &PointCoupling { k12, inverse_det }, one);
            let mut columns = [[0.0; LANES]; 2];
            new[0].store(&mut columns[0]);
            new[1].store(&mut columns[1]);
            columns
        }
    }

    /// The numbers a, t and k of a point.
    type Point = (f32, f32, f32);

    fn point() -> impl Strategy<Value = Point> {
        (0.0_f32..2.0, -3.0_f32..3.0, 1.0_f32..3.0)
    }

    proptest! {
        /// Impulses never pull. Solved together, both residuals are zero. Solved in turn (K is singular, or a
        /// point would pull), only the second row need hold: its residual is zero, or its impulse is zero and
        /// the point separates.
        #[test]
        fn normal_impulses_solve_the_complementarity_problem(
            lanes in prop::collection::vec((point(), point(), -0.9_f32..0.9), LANES), is_regular in any::<bool>(),
        ) {
            let column = |f: fn(&(Point, Point, f32)) -> f32| -> Column {
                lanes.iter().map(f).collect::<Vec<_>>().try_into().expect("eight lanes")
            };
            let points = [
                [column(|l| l.0.0), column(|l| l.0.1), column(|l| l.0.2)],
                [column(|l| l.1.0), column(|l| l.1.1), column(|l| l.1.2)],
            ];
            let k12 = column(|l| l.2);
            for width in Width::all() {
                let [x, y] = width.run(Solve { points: &points, k12: &k12, is_regular });
                for lane in 0..LANES {
                    let ((a, t, k1), (b, u, k2), k12) = lanes[lane];
                    prop_assert!(x[lane] >= 0.0 && y[lane] >= 0.0);
                    let (dx, dy) = (x[lane] - a, y[lane] - b);
                    let (first, second) = (t + k1 * dx + k12 * dy, u + k12 * dx + k2 * dy);
                    prop_assert!(second.abs() < 1e-4 || y[lane] == 0.0 && second > -1e-4, "{second}");
                    if is_regular && x[lane] > 0.0 && y[lane] > 0.0 {
                        // Both rows hold, unless a - K^-1 t pulls and the points were solved in turn.
                        let det = k1 * k2 - k12 * k12;
                        let exact = [a - (k2 * t - k12 * u) / det, b - (k1 * u - k12 * t) / det];
                        let pulls = exact.iter().any(|&x| x < 1e-4);
                        prop_assert!(pulls || first.abs() < 1e-4, "{first}");
                    }
                }
            }
        }
    }
}
