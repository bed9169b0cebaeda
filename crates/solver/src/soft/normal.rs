//! Normal impulses of two points in each lane: one after the other, or both at once.
//!
//! A soft row (see [`Softness`]) with the accumulated impulse a and K = J M^-1 J' becomes, for the new impulse
//! x of two points at once,
//!
//! ```text
//!   K x + r >= 0,  x >= 0,  one of them zero in each point,
//!   r = mass_scale v + bias + impulse_scale diag(K) a - K a
//! ```
//!
//! which has four cases: both points push, only the first, only the second, none. They are tried in this
//! order, by selects. Where a point is still apart, or the matrix is nearly singular, or there is only one
//! point, the points take their turn; the second sees what the first has done through K12, so the body states
//! are still written once.
//!
//! A point that is apart by s may approach with s / h and no faster: it touches at the end of the sub-step.
//!
//!
//! Source of the 2x2 block: Box2D 2's block solver, there rigid; ours is soft.
//! Turned down: iterating over the two points until they agree. The four cases are exact, and have no branch.

use compute::Lanes;

/// A normal row of one point in each lane.
pub(super) struct SoftRow<L> {
    pub(super) impulse: L,
    pub(super) k: L,
    pub(super) mass: L,
    /// mass_scale v + bias.
    pub(super) target: L,
    pub(super) mass_scale: L,
    pub(super) impulse_scale: L,
    pub(super) separation: L,
}

/// The new impulses, first one point, then the other. What the first has changed reaches the second through
/// K12.
#[inline(always)]
pub(super) fn solve_in_turn<L: Lanes>(rows: &[SoftRow<L>; 2], k12: L) -> [L; 2] {
    let zero = L::splat(0.0);
    let [p, q] = rows;
    let first = (p.impulse - p.mass * p.target - p.impulse_scale * p.impulse).max(zero);
    let target = q.target + q.mass_scale * k12 * (first - p.impulse);
    let second = (q.impulse - q.mass * target - q.impulse_scale * q.impulse).max(zero);
    [first, second]
}

/// The r of the head of this file.
#[inline(always)]
pub(super) fn remainders<L: Lanes>(rows: &[SoftRow<L>; 2], k12: L) -> [L; 2] {
    let [p, q] = rows;
    let leak_p = p.target + p.k * p.impulse_scale * p.impulse;
    let leak_q = q.target + q.k * q.impulse_scale * q.impulse;
    [leak_p - (p.k * p.impulse + k12 * q.impulse), leak_q - (q.k * q.impulse + k12 * p.impulse)]
}

/// The solution of K x = -r.
#[inline(always)]
pub(super) fn both_push<L: Lanes>(
    rows: &[SoftRow<L>; 2],
    k12: L,
    inverse_det: L,
    [r1, r2]: [L; 2],
) -> [L; 2] {
    let [p, q] = rows;
    [(k12 * r2 - q.k * r1) * inverse_det, (k12 * r1 - p.k * r2) * inverse_det]
}

/// The new impulses of two points at once: the first of the four cases that holds, and `otherwise` if
/// rounding lets none hold.
#[inline(always)]
pub(super) fn solve_together<L: Lanes>(
    rows: &[SoftRow<L>; 2],
    k12: L,
    inverse_det: L,
    otherwise: [L; 2],
) -> [L; 2] {
    let zero = L::splat(0.0);
    let [r1, r2] = remainders(rows, k12);
    let [both1, both2] = both_push(rows, k12, inverse_det, [r1, r2]);
    let both = L::and(zero.le(both1), zero.le(both2));
    let only1 = -(r1 * rows[0].mass);
    let first = L::and(zero.le(only1), zero.le(k12 * only1 + r2));
    let only2 = -(r2 * rows[1].mass);
    let second = L::and(zero.le(only2), zero.le(k12 * only2 + r1));
    let none = L::and(zero.le(r1), zero.le(r2));
    let x1 = L::select(second, zero, L::select(none, zero, otherwise[0]));
    let x2 = L::select(second, only2, L::select(none, zero, otherwise[1]));
    [L::select(both, both1, L::select(first, only1, x1)), L::select(both, both2, L::select(first, zero, x2))]
}
