//! The rows of a solve: limits, motors, and rows that contradict each other.
//!
//! ```text
//!   round    solve the rows that are between their bounds
//!            add inertia where the impulses demand it        solve.rs
//!            move rows to their bounds, or away from them
//!            soften what contradicts itself
//!            until nothing changes
//! ```

use super::solve::{Solve, select, velocities};
use crate::together::bounds::{MAX_ROUNDS, MOST_SPEED, ROUNDS_OF_ALL, ROUNDS_OF_INERTIA, TURNED_TOO_FAR};
use crate::together::matrix::elimination::NONE;
use crate::together::matrix::factor;
use crate::together::matrix::number::{Number, dot};
use core::sync::atomic::Ordering;

/// Along x and y, and angular; a metre is `unit`.
pub(crate) fn most_speeds(unit: f64) -> [f64; 3] {
    [MOST_SPEED * unit, MOST_SPEED * unit, MOST_SPEED]
}

impl<N: Number> Solve<'_, N> {
    /// For velocities in the nodes. All lanes take part in each round: one of `lanes` that needs no more gets
    /// the same bits again, and nobody reads what is written in others.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn solve_rows(&mut self, h: f64, lanes: N::Mask) {
        let (mut active, mut renewed) = (lanes, lanes);
        for round in 0..=MAX_ROUNDS {
            if N::any(renewed) {
                self.find_residuals(renewed);
            }
            self.solve_free_rows();
            if round == MAX_ROUNDS {
                break;
            }
            renewed = if round < ROUNDS_OF_INERTIA { self.add_inertia(h, active) } else { N::NO };
            let mut again = N::or(renewed, self.change_sides(round >= ROUNDS_OF_ALL, active));
            // Contradictions show when all rows are on their sides.
            let settled = N::and_not(active, again);
            if N::any(settled) {
                again = N::or(again, self.soften(h, settled));
            }
            active = again;
            if !N::any(active) {
                break;
            }
            self.factor();
        }
        let too_fast = N::and_not(lanes, self.is_slow_enough());
        if N::any(too_fast) {
            self.let_go(too_fast);
        }
        self.take_changes(lanes);
    }

    /// Not NaN either.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn is_slow_enough(&self) -> N::Mask {
        let mut is_slow_enough = N::YES;
        for (node, x) in self.nodes.iter().zip(&*self.x) {
            for (i, most) in most_speeds(self.unit).into_iter().enumerate() {
                let speed = (node.velocity[i] + x[i]).abs();
                is_slow_enough = N::and(is_slow_enough, speed.lt(N::splat(most)));
            }
        }
        is_slow_enough
    }

    /// The rows have no impulse until the next solve.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn let_go(&mut self, lanes: N::Mask) {
        self.let_go.fetch_add(self.count_mechanisms(lanes), Ordering::Relaxed);
        for x in &mut *self.x {
            select(lanes, &[N::ZERO; 3], x);
        }
        for link in &mut *self.links {
            for equation in link.equations_mut() {
                equation.change = N::select(lanes, -equation.impulse, equation.change);
            }
        }
    }

    #[cold]
    fn count_mechanisms(&self, lanes: N::Mask) -> u32 {
        let is_in = N::select(lanes, N::ONE, N::ZERO);
        let first = self.links.first().map(|link| link.joint);
        let joint = |lane: usize| first.as_ref().map(|joint| joint.as_ref()[lane]);
        let is_counted =
            |&lane: &usize| is_in.lane(lane) > 0.0 && (lane == 0 || joint(lane) != joint(lane - 1));
        (0..N::LANES).filter(is_counted).count() as u32
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn find_residuals(&mut self, lanes: N::Mask) {
        for link in &mut *self.links {
            let velocities = velocities(link, self.nodes);
            for equation in link.equations_mut() {
                let [ja, jb] = &equation.jacobian;
                let residual = dot(ja, &velocities[0]) + dot(jb, &velocities[1]) + equation.bias;
                equation.residual = N::select(lanes, residual, equation.residual);
            }
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn soften(&mut self, h: f64, lanes: N::Mask) -> N::Mask {
        let rate = N::splat(self.contradiction_rate);
        let (mut found, mut is_soft) = (N::NO, lanes);
        for (node, x) in self.nodes.iter().zip(&*self.x) {
            let (before, change) = (node.velocity[2], x[2]);
            let is_far = N::splat(TURNED_TOO_FAR).lt((before + change).abs() * N::splat(h));
            found = N::or(found, N::and(is_far, N::splat(TURNED_TOO_FAR).lt(change.abs() * N::splat(h))));
        }
        for link in &*self.links {
            is_soft = N::and(is_soft, link.is_soft());
            found = N::or(found, link.is_contradicted(rate, self.unit));
        }
        let found = N::and(N::and_not(lanes, is_soft), found);
        if N::any(found) {
            for link in &mut *self.links {
                link.soften(found);
            }
        }
        found
    }

    /// With each row on its side.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn solve_free_rows(&mut self) {
        let Self { structure, links, diagonals, blocks, x, .. } = self;
        for x in &mut **x {
            *x = [N::ZERO; 3];
        }
        for link in &mut **links {
            let (nodes, bounds, is_bounded) = (link.nodes, link.bounds, link.is_bounded);
            for equation in link.equations_mut() {
                equation.change = -equation.residual * equation.inverse_give;
                if is_bounded {
                    for i in 0..2 {
                        let change = bounds[i] - equation.impulse;
                        equation.change = N::select(equation.is_at[i], change, equation.change);
                    }
                }
                for (&node, jacobian) in nodes.iter().zip(&equation.jacobian) {
                    if node != NONE {
                        let x = &mut x[node as usize];
                        for i in 0..3 {
                            x[i] += jacobian[i] * equation.change;
                        }
                    }
                }
            }
        }
        factor::solve(*structure, diagonals, blocks, x);
        for link in &mut **links {
            let mut moved = [[N::ZERO; 3]; 2];
            for end in 0..2 {
                if link.nodes[end] != NONE {
                    moved[end] = x[link.nodes[end] as usize];
                }
            }
            let is_bounded = link.is_bounded;
            for equation in link.equations_mut() {
                let [ja, jb] = &equation.jacobian;
                let change = dot(ja, &moved[0]) + dot(jb, &moved[1]);
                let free = -(equation.residual + change) * equation.inverse_give;
                if is_bounded {
                    // Decides whether a row at a bound leaves it.
                    equation.record_rest(change);
                    equation.change = N::select(equation.is_bound(), equation.change, free);
                } else {
                    equation.change = free;
                }
            }
        }
    }

    /// Returns where any row has changed its side.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn change_sides(&mut self, only_one: bool, mut lanes: N::Mask) -> N::Mask {
        let mut has_changed = N::NO;
        for link in &mut *self.links {
            if !link.is_bounded {
                continue;
            }
            let bounds = link.bounds;
            for equation in link.equations_mut() {
                let changed = equation.change_side(bounds, lanes);
                has_changed = N::or(has_changed, changed);
                if only_one {
                    lanes = N::and_not(lanes, changed);
                }
            }
        }
        has_changed
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn take_changes(&mut self, lanes: N::Mask) {
        for (node, x) in self.nodes.iter_mut().zip(&*self.x) {
            for i in 0..3 {
                node.velocity[i] = N::select(lanes, node.velocity[i] + x[i], node.velocity[i]);
            }
        }
        for link in &mut *self.links {
            let (is_bounded, [lower, upper]) = (link.is_bounded, link.bounds);
            for equation in link.equations_mut() {
                let mut impulse = equation.impulse + equation.change;
                if is_bounded {
                    let low = N::select(upper.lt(impulse), upper, impulse);
                    impulse = N::select(impulse.lt(lower), lower, low);
                }
                equation.impulse = N::select(lanes, impulse, equation.impulse);
            }
        }
    }
}
