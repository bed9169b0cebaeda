//! The contacts of a cluster, solved by Newton's method.
//!
//! From velocities v and impulses p0, it finds the change u of v that minimizes
//!
//! ```text
//!   1/2 u M u + sum of f(y) over the rows      y = J (v + u) + bias      p = bounded(p0 - y / give)
//!
//!   f = give/2 (p - p0)^2                      where p is between its bounds
//!   f = (p0 - b) y - give/2 (p0 - b)^2         where p is at its bound b: the tangent of the parabola there
//! ```
//!
//! the *augmented Lagrangian* of the rows, with the gradient M u - J^T (p - p0). The *side* of a row says
//! where its impulse is: at its lower bound, free, or at its upper bound. Each Newton step solves
//!
//! ```text
//!   (M + sum J^T J / give) du = J^T (p - p0) - M u           the sum is over the free rows
//! ```
//!
//! by the elimination of `matrix/factor.rs`, until no row changes its side (`docs/experiments/loads.md`):
//!
//! - The first step takes each side from p0; a repeated solve from the *demand*, p0 - y / give.
//! - A solve that leaves more than [`LEFT`] of velocity is repeated with p0 = p: [`MAX_SOLVES`].
//!
//! Source: Hintermüller, Ito and Kunisch, "The Primal-Dual Active Set Strategy as a Semismooth Newton
//! Method", 2002.

use super::rows::{EndSums, Group, RowPair, Velocities};
use super::touch::{Demand, Touch};
use crate::BodyInput;
use crate::body::BodyIndex;
use crate::together::matrix::elimination::{NONE, Structure};
use crate::together::matrix::factor::{self, Block, Diagonal, add_product, add_square};
use crate::together::matrix::number::Spatial;
use crate::together::states::INFINITE_MASS;
use crate::together::states::{States, spatial};
use compute::F64x2;

mod line_search;

/// The most Newton steps: heaps of 80 bodies at an impact need so many (`docs/experiments/loads.md`).
const MAX_STEPS: usize = 100;

/// The most solves with new impulses.
pub(super) const MAX_SOLVES: usize = 4;

/// A solve is repeated if it has left more velocity than this in a row, m/s.
pub(super) const LEFT: f64 = 0.01;

/// A smaller gradient counts as zero, as a change of velocity, m/s or rad/s.
const CONVERGED: f64 = 1e-10;

/// A cluster forgets its impulses if together they would change the velocity of a body by more than this,
/// m/s: those of an impact, or of a load of which one side has ended, from which the solve might not
/// converge. Those of a heavy load cancel.
pub(super) const GREATEST_KICK: f64 = 20.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) body: BodyIndex,
    /// 1/kg and 1/(kg m^2).
    pub(super) inverse: [f64; 2],
    /// kg and kg m^2.
    mass: [f64; 2],
    pub(super) velocity: Spatial,
    /// u.
    pub(super) change: Spatial,
}

impl Node {
    pub(super) const EMPTY: Self = Self {
        body: BodyIndex::STATIC,
        inverse: [0.0; 2],
        mass: [INFINITE_MASS; 2],
        velocity: [0.0; 3],
        change: [0.0; 3],
    };

    pub(super) fn fill(&mut self, body: BodyIndex, input: &BodyInput) {
        self.body = body;
        self.inverse = [f64::from(input.inverse_mass), f64::from(input.inverse_inertia)];
        self.mass = self.inverse.map(|inverse| if inverse > 0.0 { 1.0 / inverse } else { INFINITE_MASS });
    }

    /// What the body has, and what is added.
    pub(super) fn set_inertia(&mut self, inverse: f64, added: f64) {
        if inverse > 0.0 {
            self.mass[1] = 1.0 / inverse + added;
            self.inverse[1] = inverse / (1.0 + inverse * added);
        }
    }

    /// The square of the change of velocity by an impulse, (m/s)^2: that of the centre of mass, and that of a
    /// point at the radius of gyration about it.
    fn kick(&self, impulse: &Spatial) -> f64 {
        let [linear, angular] = self.inverse;
        let [x, y, turn] = impulse;
        linear * linear * (x * x + y * y) + linear * angular * (turn * turn)
    }

    fn masses(&self) -> Spatial {
        [self.mass[0], self.mass[0], self.mass[1]]
    }

    fn inverses(&self) -> Spatial {
        [self.inverse[0], self.inverse[0], self.inverse[1]]
    }
}

/// Kept through the sub-steps of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Products of blocks that are left in this step.
    pub(super) work_left: usize,
    /// For the rest of the step.
    pub(super) is_soft: bool,
    /// For the rows with a bit in [`RowPair::factored`].
    pub(super) is_factored: bool,
    /// In a sub-step, of contacts.
    pub(super) has_forgotten: bool,
}

/// Borrowed by the worker that solves the cluster.
pub(super) struct Solve<'a> {
    pub(super) structure: Structure<'a>,
    pub(super) nodes: &'a mut [Node],
    /// The rows of the touches first, in their order.
    pub(super) groups: &'a mut [Group],
    pub(super) touches: &'a mut [Touch],
    pub(super) diagonals: &'a mut [Diagonal],
    pub(super) blocks: &'a mut [Block],
    /// By node: sums of impulses, the gradient, or the Newton step du, one after the other.
    pub(super) x: &'a mut [Spatial],
    pub(super) progress: &'a mut Progress,
    pub(super) states: States<'a>,
    pub(super) unit: f64,
}

impl Solve<'_> {
    /// Call it before a warm start.
    pub(super) fn note_velocities(&mut self) {
        for node in &mut *self.nodes {
            node.change = spatial(&self.states.get(node.body));
        }
    }

    /// Applies the impulses of contacts, or forgets them if they would change the velocity of a body by more
    /// than `most`, m/s.
    pub(super) fn warm_start(&mut self, most: f64) {
        self.read_velocities();
        self.x.fill([0.0; 3]);
        let Self { nodes, groups, touches, x, .. } = self;
        for group in &groups[..touches.len()] {
            let mut sums = EndSums::of(group, x);
            for pair in group.pairs() {
                sums.add(pair, F64x2::new(pair.impulse));
            }
            sums.put(group, x);
        }
        if nodes.iter().zip(&**x).any(|(node, x)| node.kick(x) > most * most) {
            for pair in groups[..touches.len()].iter_mut().flat_map(Group::pairs_mut) {
                pair.impulse = [0.0; 2];
            }
            self.progress.has_forgotten = true;
            return;
        }
        self.add_velocities();
        self.write_velocities();
    }

    /// Ends a warm start of contacts and joints that has raised the kinetic energy: their impulses are then
    /// those of an impact, or of a load of which one side has ended. If they change the velocity v by d, the
    /// share s of them that leaves the least energy, (v + s d) M d = 0, is nearer to the solution. A load at
    /// rest has d = -v. Returns s.
    pub(super) fn calm(&mut self) -> f64 {
        let (mut vd, mut dd) = (0.0, 0.0);
        for node in &*self.nodes {
            for (i, (mass, inverse)) in node.masses().into_iter().zip(node.inverses()).enumerate() {
                if inverse > 0.0 {
                    let change = node.velocity[i] - node.change[i];
                    vd += mass * (node.change[i] * change);
                    dd += mass * (change * change);
                }
            }
        }
        if vd + 0.5 * dd <= 0.0 {
            return 1.0;
        }
        let kept = if vd < 0.0 { -vd / dd } else { 0.0 };
        for node in &mut *self.nodes {
            let inverses = node.inverses();
            for i in (0..3).filter(|&i| inverses[i] > 0.0) {
                node.velocity[i] = node.change[i] + kept * (node.velocity[i] - node.change[i]);
            }
        }
        for pair in self.groups[..self.touches.len()].iter_mut().flat_map(Group::pairs_mut) {
            pair.impulse = pair.impulse.map(|impulse| impulse * kept);
        }
        kept
    }

    /// A biased solve only moves bodies, so the relax solve starts from the impulses before it: pushes that
    /// contradict each other, as of bodies jammed between two walls, would otherwise add up. Velocities in
    /// the states stay.
    pub(super) fn begin(&mut self, is_biased: bool) {
        if is_biased {
            for pair in self.groups[..self.touches.len()].iter_mut().flat_map(Group::pairs_mut) {
                pair.unbiased = pair.impulse;
            }
        } else {
            self.take_bias_back();
        }
    }

    /// Of contacts and velocities.
    fn take_bias_back(&mut self) {
        self.x.fill([0.0; 3]);
        let Self { groups, touches, x, .. } = self;
        for group in &mut groups[..touches.len()] {
            let mut sums = EndSums::of(group, x);
            for pair in group.pairs_mut() {
                sums.add(pair, F64x2::new(pair.unbiased) - F64x2::new(pair.impulse));
                pair.impulse = pair.unbiased;
            }
            sums.put(group, x);
        }
        self.add_velocities();
    }

    /// Of the impulses in x.
    fn add_velocities(&mut self) {
        let Self { nodes, x, .. } = self;
        for (node, x) in nodes.iter_mut().zip(&**x) {
            let inverses = node.inverses();
            for i in 0..3 {
                node.velocity[i] += inverses[i] * x[i];
            }
        }
    }

    pub(super) fn sweep(&mut self, demands: &[Demand; 2]) {
        self.read_velocities();
        let Self { nodes, groups, touches, .. } = self;
        for (touch, group) in touches.iter().zip(&mut **groups) {
            let ends = group.nodes;
            let mut velocities = velocities(group, nodes);
            let inverse = ends.map(|end| if end == NONE { [0.0; 2] } else { nodes[end as usize].inverse });
            touch.sweep(group, &demands[usize::from(ends.contains(&NONE))], &mut velocities, inverse);
            for (end, velocity) in ends.into_iter().zip(velocities) {
                if end != NONE {
                    nodes[end as usize].velocity = velocity;
                }
            }
        }
        self.write_velocities();
    }

    pub(super) fn update_separations(&mut self) {
        for (touch, group) in self.touches.iter_mut().zip(&*self.groups) {
            let [a, b] = group.bodies.map(|body| self.states.get(body));
            touch.update_separations(group, [&a, &b]);
        }
    }

    pub(super) fn add_totals(&mut self) {
        for (touch, group) in self.touches.iter_mut().zip(&*self.groups) {
            touch.add_total(group);
        }
    }

    pub(super) fn read_velocities(&mut self) {
        for node in &mut *self.nodes {
            node.velocity = spatial(&self.states.get(node.body));
        }
        for group in &mut *self.groups {
            if let Some(end) = group.nodes.iter().position(|&node| node == NONE) {
                group.ground = spatial(&self.states.get(group.bodies[end]));
            }
        }
    }

    /// Only what impulses can move is written: a locked coordinate keeps its velocity.
    pub(super) fn write_velocities(&self) {
        for Node { body, inverse: [m, i], velocity, .. } in &*self.nodes {
            let state = self.states.own(*body);
            if *m > 0.0 {
                (state.velocity.x, state.velocity.y) = (velocity[0] as f32, velocity[1] as f32);
            }
            if *i > 0.0 {
                state.angular_velocity = velocity[2] as f32;
            }
        }
    }

    pub(super) fn begin_touches(&mut self, demands: &[Demand; 2]) {
        for (touch, group) in self.touches.iter().zip(&mut *self.groups) {
            let of = usize::from(group.nodes.contains(&NONE));
            touch.begin(group, &demands[of]);
        }
    }

    /// Newton's method. `is_repeated`: impulses are those of a solve for the same demands, so rows are near
    /// their sides. Returns whether it has converged: no row has changed its side, the gradient is zero to
    /// rounding, or the line search finds nothing lower.
    pub(super) fn minimize(&mut self, is_repeated: bool) -> bool {
        let is_factored = self.find_residuals(is_repeated);
        for step in 0..MAX_STEPS {
            if step > 0 && self.find_gradient() < CONVERGED {
                return true;
            }
            if !(step == 0 && is_factored || self.factor()) {
                return false;
            }
            factor::solve(self.structure, self.diagonals, self.blocks, self.x);
            let (is_same, mut is_finite) = self.advance();
            let mut length = 1.0;
            if !is_same {
                let Self { nodes, groups, x, progress, .. } = &mut *self;
                length = line_search::search(nodes, groups, x, &mut progress.work_left);
                is_finite = self.shorten(length);
            }
            for (node, x) in self.nodes.iter_mut().zip(&*self.x) {
                for (change, x) in node.change.iter_mut().zip(x) {
                    *change += length * x;
                }
            }
            if !is_finite {
                return false;
            }
            // From the sides of the demands the function falls along a step, so another slope is rounding.
            let is_least = length == 0.0 && (step > 0 || is_repeated);
            if is_same || is_least {
                return true;
            }
        }
        false
    }

    /// Finds J v + bias and the sides, and puts the negative gradient at u = 0 into x. Returns whether the
    /// matrix for these sides is factored.
    fn find_residuals(&mut self, is_repeated: bool) -> bool {
        let Self { nodes, groups, x, progress, .. } = self;
        let mut is_factored = progress.is_factored;
        x.fill([0.0; 3]);
        for node in &mut **nodes {
            node.change = [0.0; 3];
        }
        for group in &mut **groups {
            let velocities = Velocities::new(&velocities(group, nodes));
            let mut sums = EndSums::of(group, x);
            for pair in group.pairs_mut() {
                pair.begin(&velocities);
                if is_repeated {
                    pair.find(pair.demand(F64x2::splat(0.0)));
                }
                is_factored &= pair.is_factored();
                sums.add(pair, pair.impulse_change());
            }
            sums.put(group, x);
        }
        is_factored
    }

    /// Puts J^T (p - p0) - M u into x. Returns its greatest number, as a change of velocity, m/s or rad/s.
    fn find_gradient(&mut self) -> f64 {
        let per_metre = 1.0 / self.unit;
        let Self { nodes, groups, x, .. } = self;
        x.fill([0.0; 3]);
        for group in &**groups {
            let mut sums = EndSums::of(group, x);
            for pair in group.pairs() {
                sums.add(pair, pair.impulse_change());
            }
            sums.put(group, x);
        }
        let mut greatest = 0.0;
        for (node, x) in nodes.iter().zip(&mut **x) {
            let (masses, inverses) = (node.masses(), node.inverses());
            for i in 0..3 {
                x[i] -= masses[i] * node.change[i];
                let size = (x[i] * inverses[i]).abs() * if i < 2 { per_metre } else { 1.0 };
                greatest = if size > greatest { size } else { greatest };
            }
        }
        greatest
    }

    /// Factors the matrix for the sides, unless it is there. Returns false if that would exceed the budget.
    fn factor(&mut self) -> bool {
        let Self { structure, nodes, groups, diagonals, blocks, progress, .. } = self;
        if progress.is_factored && groups.iter().flat_map(Group::pairs).all(RowPair::is_factored) {
            return true;
        }
        let work = structure.targets.len() + structure.below.len() + nodes.len();
        if work > progress.work_left {
            return false;
        }
        progress.work_left -= work;
        progress.is_factored = true;
        for (diagonal, node) in diagonals.iter_mut().zip(&**nodes) {
            *diagonal = [node.mass[0], 0.0, node.mass[0], 0.0, 0.0, node.mass[1]];
        }
        blocks.fill([0.0; 9]);
        for group in &mut **groups {
            let ([a, b], block) = (group.nodes, group.block);
            for pair in group.pairs_mut() {
                pair.factored = pair.sides.free();
                for row in (0..2).filter(|row| pair.factored >> row & 1 != 0) {
                    let [ja, jb] = [pair.jacobian_of(row, 0), pair.jacobian_of(row, 1)];
                    let scale = pair.inverse_give[row];
                    if a != NONE {
                        add_square(&mut diagonals[a as usize], &ja, scale);
                    }
                    if b != NONE {
                        add_square(&mut diagonals[b as usize], &jb, scale);
                    }
                    if block != NONE {
                        let (later, earlier) = if a > b { (&ja, &jb) } else { (&jb, &ja) };
                        add_product(&mut blocks[block as usize], later, earlier, scale);
                    }
                }
            }
        }
        factor::factor(*structure, diagonals, blocks);
        true
    }

    /// Takes the whole step. Returns whether all rows stay on their sides, and whether all numbers are
    /// finite.
    fn advance(&mut self) -> (bool, bool) {
        let Self { groups, x, .. } = self;
        let (mut is_same, mut is_finite) = (true, true);
        for group in &mut **groups {
            let step = Velocities::of(group, x);
            for pair in group.pairs_mut() {
                let (has_same_sides, has_finite_numbers) = pair.advance(&step);
                is_same &= has_same_sides;
                is_finite &= has_finite_numbers;
            }
        }
        (is_same, is_finite)
    }

    /// Takes this part of the step. Returns whether all numbers are finite.
    fn shorten(&mut self, length: f64) -> bool {
        let mut is_finite = true;
        for pair in self.groups.iter_mut().flat_map(Group::pairs_mut) {
            is_finite &= pair.shorten(length);
        }
        is_finite
    }

    /// Accepts impulses, adds the velocities that follow from them exactly, and sets the bounds of friction.
    /// Returns the greatest velocity, m/s, that the give has left in a row of a contact, or by which friction
    /// misses its bounds.
    pub(super) fn take(&mut self) -> f64 {
        let Self { groups, touches, x, unit, .. } = self;
        x.fill([0.0; 3]);
        let mut left = 0.0;
        for (i, group) in groups.iter_mut().enumerate() {
            let mut changes = F64x2::splat(0.0);
            let mut sums = EndSums::of(group, x);
            for pair in group.pairs_mut() {
                let (impulse, found) = (F64x2::new(pair.impulse), F64x2::new(pair.found));
                sums.add(pair, -impulse);
                // Rows of rolling resistance have rad/s, which count as m/s whatever the unit of lengths.
                let weight = if pair.has_normal { 1.0 } else { *unit };
                let own = (found - impulse).abs() * F64x2::new(pair.give) * F64x2::splat(weight);
                changes = own.max(changes);
                pair.impulse = pair.found;
            }
            for pair in group.pairs() {
                sums.add(pair, F64x2::new(pair.impulse));
            }
            sums.put(group, x);
            let [first, second] = changes.numbers();
            let own = if first > second { first } else { second };
            if let Some(touch) = touches.get_mut(i) {
                let missed = touch.settle(group);
                let own = if missed > own { missed } else { own };
                left = if own > left { own } else { left };
            }
        }
        self.add_velocities();
        left
    }
}

#[inline(always)]
fn velocities(group: &Group, nodes: &[Node]) -> [Spatial; 2] {
    let velocity = |end: u32| nodes.get(end as usize).map_or(group.ground, |node| node.velocity);
    [velocity(group.nodes[0]), velocity(group.nodes[1])]
}
