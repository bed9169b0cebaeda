//! Normal impulses of the points in each lane: one after the other, or two at once.
//!
//! A soft row (see [`Softness`](crate::Softness)) with the accumulated impulse a, for the new impulses x, is the
//! complementarity problem
//!
//! ```text
//!   t + K (x - a) >= 0,  x >= 0,  one of them zero in each point,
//!   t = mass_scale (v + bias) + impulse_scale diag(K) a
//! ```
//!
//! with K = J M^-1 J'. If both points push, x = a - K^-1 t, which is exact. If that would make one of them pull, they
//! take their turn: the second sees what the first has done through K12, so the body states are written once. Turns
//! come to the same end, over several sweeps, and to the right one at once if a point that is not to push had no impulse
//! before, as nearly all have.
//!
//! Where K is nearly singular, because the points are close to each other or the bodies do not turn, its inverse would
//! turn small differences into impulses (a house of cards crept by 0.2 mm a second, a pile of polygons trembled), and the
//! points always take their turn.
//!
//! A point that is apart by s may approach with s / h and no faster: it touches at the end of the sub-step. Since
//! s / h > rate s there and s / h < rate s where shapes overlap, the bias is the greater of the two, without a branch.
//!
//! **What the 2x2 system is for**: a column of boxes. In turn, the first point always gets more than its half; a stack of
//! thirty sways by a centimetre for ever, at some millimetres a second (both at once: below a micrometre, and it rests);
//! with levers that did not lag it leant by 1.1 m in 10 s. Piles and pyramids do not care, and pay 2 to 4% of a step.
//!
//! Source of the 2x2 block: Box2D 2's block solver, there rigid, with four cases one after the other; ours is soft.
//! Turned down: all four cases. The two in which one point pushes cost as much as the rest of the kernel, and no probe
//! showed a difference.

use compute::Lanes;

/// A normal row of one point in each lane.
#[derive(Clone, Copy)]
pub(super) struct Row<L> {
    pub(super) impulse: L,
    /// The t of the head of this file.
    pub(super) target: L,
    /// The diagonal element of K, 1/kg.
    pub(super) k: L,
}

/// What the points of a contact have to do with each other.
#[derive(Clone, Copy)]
pub(super) struct Coupling<L> {
    /// Element of K off its diagonal, 1/kg.
    pub(super) k12: L,
    /// kg^2; 0 where K is nearly singular.
    pub(super) inverse_det: L,
}

/// The new impulses of one point or two.
#[inline(always)]
pub(super) fn solve<L: Lanes, const POINTS: usize>(
    rows: &[Row<L>; POINTS],
    coupling: &Coupling<L>,
    mass_scale: L,
) -> [L; POINTS] {
    let zero = L::splat(0.0);
    let mut new = solve_in_turn(rows, coupling.k12 * mass_scale);
    if POINTS == 2 {
        let [x1, x2] = both_push([&rows[0], &rows[1]], coupling);
        let push = L::and(zero.lt(coupling.inverse_det), L::and(zero.le(x1), zero.le(x2)));
        new[0] = L::select(push, x1, new[0]);
        new[1] = L::select(push, x2, new[1]);
    }
    new
}

/// The new impulses, first one point, then the other. What the first has changed reaches the second through K12.
#[inline(always)]
pub(super) fn solve_in_turn<L: Lanes, const POINTS: usize>(rows: &[Row<L>; POINTS], k12: L) -> [L; POINTS] {
    let zero = L::splat(0.0);
    let mut new = [zero; POINTS];
    for i in 0..POINTS {
        let Row { impulse, mut target, k } = rows[i];
        if i > 0 {
            target = target + k12 * (new[i - 1] - rows[i - 1].impulse);
        }
        new[i] = (impulse - target / k).max(zero);
    }
    new
}

/// The impulses if both points push: a - K^-1 t.
#[inline(always)]
pub(super) fn both_push<L: Lanes>([p, q]: [&Row<L>; 2], coupling: &Coupling<L>) -> [L; 2] {
    let Coupling { k12, inverse_det } = *coupling;
    [
        p.impulse - (q.k * p.target - k12 * q.target) * inverse_det,
        q.impulse - (p.k * q.target - k12 * p.target) * inverse_det,
    ]
}
