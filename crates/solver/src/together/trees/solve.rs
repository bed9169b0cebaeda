//! A bunch of trees in a sub-step: elimination along the edges, from the leaves to the root and back.
//!
//! ```text
//!   B        how the velocity of a node follows an impulse on it, with all that hangs below; M^-1 at first
//!   v        its velocity, if nothing were above it
//!
//!   up       T = Jc Bc Jc^T + Jp Bp Jp^T + give = L t L^T       the rows of an edge from child c to parent p
//!            G = L^-1 Jp Bp          r = L^-1 (Jc vc + Jp vp + bias)
//!            Bp -= G^T t^-1 G        vp -= G^T t^-1 r
//!   down     change = -L^-T t^-1 (r + G i)      i: impulses on p by edges above, and by those after this one
//!            ic = Jc^T change,  ip += Jp^T change
//!   end      v += M^-1 i                        of each body
//! ```
//!
//! This is a Kalman filter over the tree with its adjoint smoother: bodies are states, rows are measurements.
//! No term grows with the stiffness of a row, so `f32` suffices. A row at a bound is left out, and the solve
//! is repeated until none wants to leave its side.
//!
//! Source: Featherstone, "Robot Dynamics Algorithms", 1987; Bryson and Frazier, "Smoothing for linear and
//! nonlinear dynamic systems", 1963.

use super::blocks::{EdgeBlock, EdgePlaces, Node, Records, place};
use super::rows::{LinkColumns, MAX_ANGLE, Motion, Rate, Row, Spatial};
use crate::body::BodyIndex;
use crate::lanes::{MotionLanes, VelocityLanes, ZERO};
use crate::shared_bodies::SharedBodies;
use crate::together::bounds::{self, MAX_ROUNDS, ROUNDS_OF_ALL, ROUNDS_OF_INERTIA};
use crate::together::kind::ClusterSweep;
use compute::lanes::Column;
use compute::math::min;
use compute::{Kernel, LANES, Lanes, Width};
use core::ops::Range;

/// A word has a bit for each tree of a bunch.
pub(super) const MOST_TREES: usize = 32;

/// A solve is repeated for the curvature while it has changed the angle a by which a body turns so much that
/// a times the change is larger: a micrometre at an arm of a metre, which is how `f32` rounds a place 8 m
/// away.
const STRAIGHT: f32 = 1e-6;
const MAX_CURVED: usize = 5;

/// rad. The next sub-step is expected to turn a body by as much as this one, up to this.
const STEADY: f32 = 2e-3;

const TURNED_TOO_FAR: f32 = bounds::TURNED_TOO_FAR as f32;
const MOST_SPEED: f32 = bounds::MOST_SPEED as f32;

/// Borrowed by the worker that solves the bunch.
pub(super) struct Solve<'a> {
    pub(super) records: Records<'a>,
    pub(super) nodes: &'a mut [Node],
    pub(super) blocks: &'a mut [EdgeBlock],
    pub(super) links: &'a mut [LinkColumns],
    pub(super) rows: &'a mut [Row],
    pub(super) bodies: SharedBodies<'a>,
    pub(super) width: Width,
    pub(super) unit: f32,
    /// Of a body.
    pub(super) most_links: f32,
    pub(super) is_closed: bool,
    /// Than when the step began.
    pub(super) has_more_inertia: &'a mut bool,
    /// Whether B, G and t are those of the present positions, inertias, gives, and rows at bounds.
    pub(super) is_factored: &'a mut bool,
    /// Trees whose last solve had the bias of another curvature.
    pub(super) curved: &'a mut u32,
    pub(super) let_go: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Demand {
    rate: f32,
    pub(super) biased_rate: f32,
    pub(super) h: f32,
    /// Bodies move before the next sweep of another bias.
    is_biased: bool,
    /// The solve will change angular velocities as in the last sub-step.
    is_first: bool,
}

#[inline(always)]
pub(super) fn trees_of(lanes: u8, trees: &[u8; LANES]) -> u32 {
    let mut found = 0;
    for lane in 0..LANES {
        found |= u32::from(lanes >> lane & 1) << trees[lane];
    }
    found
}

impl Demand {
    fn rows(&self) -> Rate {
        Rate { rate: self.rate, h: self.h, is_biased: self.is_biased }
    }
}

#[inline(always)]
pub(super) fn only<L: Lanes>(trees: u32, of: &[u8; LANES]) -> L {
    if trees == u32::MAX {
        return L::splat(1.0);
    }
    let mut column = ZERO;
    for lane in 0..LANES {
        column[lane] = (trees >> of[lane] & 1) as f32;
    }
    L::load(&column)
}

#[inline(always)]
fn expect<L: Lanes>(
    block: &mut EdgeBlock,
    records: Records<'_>,
    demand: &Demand,
    [child, parent]: [Spatial<L>; 2],
) -> [L; 2] {
    let (mut c, mut p) = (child.w, parent.w);
    if demand.is_first {
        let ([more_c, ..], [more_p, ..]) =
            (records.read::<L, 20>(&block.child), records.read::<L, 20>(&block.parent));
        (c, p) = (c + more_c, p + more_p);
    }
    if demand.is_biased {
        c.store(&mut block.expected[0]);
        p.store(&mut block.expected[1]);
    }
    [c, p]
}

#[inline(always)]
pub(super) fn abs<L: Lanes>(x: L) -> L {
    x.max(-x)
}

impl Solve<'_> {
    #[inline(always)]
    pub(super) fn state(&self, node: &Node) -> &mut [f32; 4] {
        self.bodies.velocity(node.body)
    }

    /// Before the solve.
    #[inline(always)]
    fn velocity<L: Lanes>(&self, bodies: &[BodyIndex; LANES]) -> Spatial<L> {
        let VelocityLanes { linear, angular, .. } = VelocityLanes::<L>::gather(bodies, self.bodies);
        Spatial { x: linear.x, y: linear.y, w: angular }
    }

    #[inline(always)]
    fn apply<L: Lanes>(&self, block: &EdgeBlock, impulse: [Spatial<L>; 2]) {
        for (end, at, write) in
            [(0, &block.child_bodies, block.write_child), (1, &block.parent_bodies, block.write_parent)]
        {
            if write != 0 {
                let [m, i] = [L::load(&block.inverse[end][0]), L::load(&block.inverse[end][1])];
                let mut velocity = VelocityLanes::<L>::gather(at, self.bodies);
                velocity.linear = velocity.linear + impulse[end].linear() * m;
                velocity.angular = velocity.angular + impulse[end].w * i;
                velocity.scatter(at, write, self.bodies);
            }
        }
    }

    #[inline(always)]
    pub(super) fn evaluate<L: Lanes>(&mut self) {
        *self.is_factored = false;
        let Self { blocks, links, rows, bodies, .. } = self;
        for block in &mut **blocks {
            let child = MotionLanes::<L>::gather(&block.child_bodies, *bodies);
            let parent = MotionLanes::<L>::gather(&block.parent_bodies, *bodies);
            let mut next = block.first_row as usize;
            for link in &mut links[block.own_links()] {
                let own = &mut rows[next..next + link.pattern.rows()];
                next += own.len();
                link.evaluate([&child, &parent], &block.inverse, own);
            }
        }
    }

    /// Springs act on the errors of now.
    #[inline(always)]
    pub(super) fn warm_start<L: Lanes>(&mut self) {
        if *self.has_more_inertia {
            self.scale_changes();
        }
        for index in 0..self.blocks.len() {
            let own = &mut self.rows[self.blocks[index].own_rows()];
            LinkColumns::hold_errors(own);
            let zero = L::splat(0.0);
            let mut impulse = [Spatial { x: zero, y: zero, w: zero }; 2];
            for row in &*own {
                let size = L::load(&row.impulse);
                impulse[0] = impulse[0].plus(Spatial::load(&row.child), size);
                impulse[1] = impulse[1].plus(Spatial::load(&row.parent), size);
            }
            self.apply(&self.blocks[index], impulse);
        }
        if *self.has_more_inertia {
            // What sweeps over contacts change next is measured from here.
            for node in &*self.nodes {
                self.records.one(node)[2] = self.state(node)[2];
            }
        }
    }

    /// A later sweep of the same bias solves trees whose velocities something else has changed, and the last
    /// one before bodies move also those that do not follow the curvature of their motion yet.
    #[inline(always)]
    pub(super) fn finish<L: Lanes>(&mut self, sweep: &ClusterSweep) {
        if sweep.bodies_moved {
            self.evaluate::<L>();
        }
        let mut demand = Demand {
            rate: sweep.joints.bias_rate,
            biased_rate: sweep.joint_bias_rate,
            h: sweep.h,
            is_biased: sweep.is_biased,
            is_first: sweep.is_biased && sweep.is_first,
        };
        if *self.has_more_inertia {
            self.scale_changes();
        }
        let mut trees = if sweep.has_same_bias() { self.touched() } else { u32::MAX };
        if sweep.moves_next() && sweep.has_same_bias() {
            trees |= *self.curved;
        }
        for _ in 0..=MAX_CURVED {
            if trees == 0 {
                break;
            }
            let curved = self.solve_rows::<L>(&demand, trees) & trees;
            self.take::<L>(&demand, trees);
            demand.is_first = false;
            *self.curved = *self.curved & !trees | curved;
            if !sweep.moves_next() {
                break;
            }
            trees = curved;
        }
        if sweep.ends_substep() {
            for row in &mut *self.rows {
                (L::load(&row.total) + L::load(&row.impulse)).store(&mut row.total);
            }
        }
    }

    /// Sweeps over contacts do not know the inertia added in this step: their change of the angular velocity
    /// belongs to the body's own.
    fn scale_changes(&self) {
        for node in &*self.nodes {
            let record = self.records.one(node);
            let [written, added, own] = [record[2], record[16], record[19]];
            if added > 0.0 {
                let [_, _, velocity, _] = self.state(node);
                *velocity = written + (*velocity - written) / (1.0 + own * added);
            }
        }
    }

    /// Trees of which a velocity has changed since it was written.
    #[inline(always)]
    fn touched(&self) -> u32 {
        let mut touched = 0;
        for node in &*self.nodes {
            let after = &self.records.one(node)[..4];
            touched |= u32::from(self.state(node) != after) << node.tree;
        }
        touched
    }

    /// Solves these trees for the velocities of the bodies, in biased sweeps for the curvature of the motion
    /// that follows. Returns the trees for which the curvature is another one now.
    #[inline(always)]
    fn solve_rows<L: Lanes>(&mut self, demand: &Demand, trees: u32) -> u32 {
        let has_bounds = self.blocks.iter().any(|block| block.is_bounded);
        let mut set_biases = true;
        for round in 0..=MAX_ROUNDS {
            if has_bounds {
                self.fix::<L>(trees, demand, set_biases);
            }
            let (width, mut next) = (self.width, 0);
            while let Some(block) = self.blocks.get(next) {
                let rows = block.rows;
                let alike = self.blocks[next..].iter().take_while(|block| block.rows == rows).count();
                let blocks = next..next + alike;
                next = blocks.end;
                match rows {
                    1 => width.run(Up::<1> { solve: self, blocks, demand, trees, set_biases }),
                    2 => width.run(Up::<2> { solve: self, blocks, demand, trees, set_biases }),
                    3 => width.run(Up::<3> { solve: self, blocks, demand, trees, set_biases }),
                    _ => width.run(Up::<4> { solve: self, blocks, demand, trees, set_biases }),
                }
            }
            (set_biases, *self.is_factored) = (false, true);
            let worst = width.run(Down { solve: self, demand });
            let [too_fast, turned] = self.judge(demand.h, &worst);
            let mut again = 0;
            if round < MAX_ROUNDS {
                again = if round < ROUNDS_OF_ALL {
                    self.change_sides::<L>(trees)
                } else {
                    self.change_one_side(trees)
                };
                if round < ROUNDS_OF_INERTIA {
                    again |= self.add_inertia::<L>(demand.h, trees);
                }
                // Contradictions show when all rows are on their sides.
                again |= self.soften::<L>(demand, trees & !again, turned);
            }
            *self.is_factored &= again == 0;
            if again == 0 {
                if too_fast & trees != 0 {
                    self.undo(too_fast & trees);
                }
                return worst.curved & !worst.fast;
            }
        }
        0
    }

    /// Gives rows at a bound the impulse of the bound, after setting biases if `set_biases`.
    #[inline(always)]
    fn fix<L: Lanes>(&mut self, trees: u32, demand: &Demand, set_biases: bool) {
        for index in 0..self.blocks.len() {
            if !self.blocks[index].is_bounded {
                continue;
            }
            let block = &self.blocks[index];
            let (child, parent) =
                (self.velocity::<L>(&block.child_bodies), self.velocity::<L>(&block.parent_bodies));
            let zero = L::splat(0.0);
            let block = &mut self.blocks[index];
            let expected = if set_biases {
                expect::<L>(block, self.records, demand, [child, parent])
            } else {
                [zero; 2]
            };
            let motion = Motion { velocities: [child, parent], expected };
            let is_in = zero.lt(only::<L>(trees, &block.trees));
            let mut impulse = [Spatial { x: zero, y: zero, w: zero }; 2];
            let mut greatest = zero;
            let mut next = block.first_row as usize;
            for link in &mut self.links[block.own_links()] {
                let own = &mut self.rows[next..next + link.pattern.rows()];
                next += own.len();
                if set_biases {
                    link.set_bias::<L>(demand.rows(), &motion, is_in, own);
                }
                if link.pattern.is_bounded {
                    let change = link.fix::<L>(is_in, &mut own[0]);
                    impulse[0] = impulse[0].plus(Spatial::load(&own[0].child), change);
                    impulse[1] = impulse[1].plus(Spatial::load(&own[0].parent), change);
                    greatest = greatest.max(abs(change));
                }
            }
            let (block, changed) = (&*block, L::bits(zero.lt(greatest)));
            if changed != 0 {
                let mut block = *block;
                (block.write_child, block.write_parent) =
                    (block.write_child & changed, block.write_parent & changed);
                self.apply(&block, impulse);
            }
        }
    }

    #[inline(always)]
    fn up<L: Lanes, const K: usize>(&mut self, index: usize, trees: u32, demand: &Demand, set_biases: bool) {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let Self { blocks, links, rows, records, bodies, is_factored, .. } = self;
        let (block, records, is_factored) = (&mut blocks[index], *records, **is_factored);
        let rows = &mut rows[block.own_rows()][..K];
        let lanes = only::<L>(trees, &block.trees);
        let EdgePlaces { is_leaf, is_first, is_last_of_root } = block.places;

        let [mc, ic] = [L::load(&block.inverse[0][0]), L::load(&block.inverse[0][1])];
        let (mut c_xx, mut c_xy, mut c_yy, mut c_xw, mut c_yw, mut c_ww) = (mc, zero, mc, zero, zero, ic);
        let [mp, ip] = [L::load(&block.inverse[1][0]), L::load(&block.inverse[1][1])];
        let (mut p_xx, mut p_xy, mut p_yy, mut p_xw, mut p_yw, mut p_ww) = (mp, zero, mp, zero, zero, ip);
        let (mut vc, mut vp) = (Spatial { x: zero, y: zero, w: zero }, Spatial { x: zero, y: zero, w: zero });
        if set_biases || is_leaf {
            let VelocityLanes { linear, angular, .. } =
                VelocityLanes::<L>::gather(&block.child_bodies, *bodies);
            vc = Spatial { x: linear.x, y: linear.y, w: angular };
        }
        if set_biases || is_first {
            let VelocityLanes { linear, angular, .. } =
                VelocityLanes::<L>::gather(&block.parent_bodies, *bodies);
            vp = Spatial { x: linear.x, y: linear.y, w: angular };
        }
        // `fix` has set the biases of blocks with bounds.
        if set_biases && !block.is_bounded {
            let is_in = zero.lt(lanes);
            let expected = expect::<L>(block, records, demand, [vc, vp]);
            let motion = Motion { velocities: [vc, vp], expected };
            let mut next = 0;
            for link in &mut links[block.own_links()] {
                let own = &mut rows[next..next + link.pattern.rows()];
                next += own.len();
                link.set_bias::<L>(demand.rows(), &motion, is_in, own);
            }
        }
        if is_factored {
            if !is_leaf {
                vc = records.spatial::<L, 4>(&block.child);
            }
            if !is_first {
                vp = records.spatial::<L, 4>(&block.parent);
            }
            let mut rest = [zero; K];
            let before = vp;
            for k in 0..K {
                let row = &mut rows[k];
                rest[k] = (row.velocity(vc, before) + L::load(&row.bias)) * lanes;
                if block.is_bounded {
                    rest[k] = L::select(row.is_bound::<L>(), zero, rest[k]);
                }
                for l in 0..k {
                    rest[k] = rest[k] - L::load(&block.lower[place(k, l)]) * rest[l];
                }
                rest[k].store(&mut row.rest);
                // In the order of the operations below, because a bunch may be factored again for one of its
                // trees.
                vp = vp.plus(Spatial::load(&row.gain).scaled(L::load(&row.inverse)), -rest[k]);
            }
            if !is_last_of_root {
                records.write::<L, 4>([vp.x, vp.y, vp.w, zero], &block.parent);
            }
            return;
        }
        if !is_leaf {
            let [x, y, w, ww] = records.read::<L, 4>(&block.child);
            let [xx, xy, yy, xw] = records.read::<L, 8>(&block.child);
            let [_, _, yw, _] = records.read::<L, 12>(&block.child);
            vc = Spatial { x, y, w };
            (c_xx, c_xy, c_yy, c_xw, c_yw, c_ww) = (xx, xy, yy, xw, yw, ww);
        }
        if !is_first {
            let [x, y, w, ww] = records.read::<L, 4>(&block.parent);
            let [xx, xy, yy, xw] = records.read::<L, 8>(&block.parent);
            let [_, _, yw, _] = records.read::<L, 12>(&block.parent);
            vp = Spatial { x, y, w };
            (p_xx, p_xy, p_yy, p_xw, p_yw, p_ww) = (xx, xy, yy, xw, yw, ww);
        }

        let none = Spatial { x: zero, y: zero, w: zero };
        let (mut jc, mut jp, mut gain) = ([none; K], [none; K], [none; K]);
        let mut rest = [zero; K];
        let mut t = [[zero; K]; K];
        for k in 0..K {
            let row = &rows[k];
            (jc[k], jp[k]) = (Spatial::load(&row.child), Spatial::load(&row.parent));
            rest[k] = (jc[k].dot(vc) + jp[k].dot(vp) + L::load(&row.bias)) * lanes;
            if block.is_bounded {
                let is_in = L::select(row.is_bound::<L>(), zero, one);
                (jc[k], jp[k], rest[k]) = (jc[k].scaled(is_in), jp[k].scaled(is_in), rest[k] * is_in);
            }
            let j = jc[k];
            let from_child = Spatial {
                x: c_xx * j.x + c_xy * j.y + c_xw * j.w,
                y: c_xy * j.x + c_yy * j.y + c_yw * j.w,
                w: c_xw * j.x + c_yw * j.y + c_ww * j.w,
            };
            let j = jp[k];
            gain[k] = Spatial {
                x: p_xx * j.x + p_xy * j.y + p_xw * j.w,
                y: p_xy * j.x + p_yy * j.y + p_yw * j.w,
                w: p_xw * j.x + p_yw * j.y + p_ww * j.w,
            };
            for l in 0..=k {
                t[k][l] = jc[l].dot(from_child) + jp[l].dot(gain[k]);
            }
            t[k][k] = t[k][k] + L::load(&row.give);
        }
        // Multiplies everything by L^-1, where T = L t L^T.
        let mut inverse = [zero; K];
        for k in 0..K {
            let mut below = [zero; K];
            for l in 0..k {
                let mut sum = t[k][l];
                for m in 0..l {
                    sum = sum - below[m] * t[l][m];
                }
                below[l] = sum;
            }
            let mut pivot = t[k][k];
            for l in 0..k {
                let factor = below[l] * inverse[l];
                pivot = pivot - factor * below[l];
                t[k][l] = factor;
                gain[k] = gain[k].plus(gain[l], -factor);
                rest[k] = rest[k] - factor * rest[l];
                factor.store(&mut block.lower[place(k, l)]);
            }
            pivot = pivot.max(L::load(&rows[k].least));
            inverse[k] = L::select(zero.lt(pivot), one / pivot, zero);
            let g = gain[k];
            let scaled = g.scaled(inverse[k]);
            p_xx = p_xx - scaled.x * g.x;
            p_xy = p_xy - scaled.x * g.y;
            p_yy = p_yy - scaled.y * g.y;
            p_xw = p_xw - scaled.x * g.w;
            p_yw = p_yw - scaled.y * g.w;
            p_ww = p_ww - scaled.w * g.w;
            vp = vp.plus(scaled, -rest[k]);
            let row = &mut rows[k];
            gain[k].store(&mut row.gain);
            inverse[k].store(&mut row.inverse);
            rest[k].store(&mut row.rest);
        }
        if !is_last_of_root {
            records.write::<L, 4>([vp.x, vp.y, vp.w, p_ww], &block.parent);
            records.write::<L, 8>([p_xx, p_xy, p_yy, p_xw], &block.parent);
            records.write::<L, 12>([zero, zero, p_yw, zero], &block.parent);
        }
    }

    /// Finds the changes of the impulses, and velocities of bodies that no later block changes.
    #[inline(always)]
    fn down<L: Lanes, const K: usize>(&mut self, index: usize, demand: &Demand, worst: &mut Worst) {
        let &Demand { h, is_biased, .. } = demand;
        let zero = L::splat(0.0);
        let Self { blocks, rows, records, bodies, .. } = self;
        let (block, records) = (&blocks[index], *records);
        let rows = &mut rows[block.own_rows()][..K];
        let EdgePlaces { is_leaf, is_first, is_last_of_root } = block.places;
        let none = Spatial { x: zero, y: zero, w: zero };
        let mut parent = if is_last_of_root { none } else { records.spatial::<L, 12>(&block.parent) };
        let mut change = [zero; K];
        for k in 0..K {
            let row = &rows[k];
            change[k] =
                -((L::load(&row.rest) + Spatial::load(&row.gain).dot(parent)) * L::load(&row.inverse));
        }
        for k in (0..K).rev() {
            for l in k + 1..K {
                change[k] = change[k] - L::load(&block.lower[place(l, k)]) * change[l];
            }
        }
        let mut child = none;
        for k in 0..K {
            let row = &mut rows[k];
            if block.is_bounded {
                change[k] = L::select(row.is_bound::<L>(), zero, change[k]);
            }
            change[k].store(&mut row.change);
            child = child.plus(Spatial::load(&row.child), change[k]);
            parent = parent.plus(Spatial::load(&row.parent), change[k]);
        }
        for (end, is_done, impulse, at, own) in [
            (0, is_leaf, child, &block.child, &block.child_bodies),
            (1, is_first, parent, &block.parent, &block.parent_bodies),
        ] {
            if !is_done {
                records.write::<L, 12>([impulse.x, impulse.y, impulse.w, zero], at);
                continue;
            }
            let [m, i] = [L::load(&block.inverse[end][0]), L::load(&block.inverse[end][1])];
            let before = VelocityLanes::<L>::gather(own, *bodies);
            let v = Spatial {
                x: before.linear.x + m * impulse.x,
                y: before.linear.y + m * impulse.y,
                w: before.angular + i * impulse.w,
            };
            records.write::<L, 0>([v.x, v.y, v.w, m], at);
            if is_biased {
                let h = L::splat(h);
                let (angle, change) = (abs(v.w) * h, abs(v.w - L::load(&block.expected[end])) * h);
                let curved = L::splat(STRAIGHT).lt((angle + change) * change);
                let is_fast = L::splat(MAX_ANGLE).lt(angle);
                if L::any(L::or(curved, is_fast)) {
                    worst.curved |= trees_of(L::bits(curved) & block.used, &block.trees);
                    worst.fast |= trees_of(L::bits(is_fast) & block.used, &block.trees);
                }
            }
            // NaN stays.
            let own = abs(v.x).max(abs(v.y)).max(abs(v.w));
            let before = L::load(&worst.speed);
            L::select(own.le(before), before, own).store(&mut worst.speed);
        }
    }

    /// Trees of which a velocity makes no sense, and those in which it turns a body too far.
    #[inline(always)]
    fn judge(&self, h: f32, worst: &Worst) -> [u32; 2] {
        let most = MOST_SPEED * self.unit;
        let fine = min(min(most, MOST_SPEED), TURNED_TOO_FAR / h);
        let mut found = [0; 2];
        // NaN is too fast.
        if !worst.speed.iter().all(|&speed| speed < fine) {
            for node in &*self.nodes {
                let (&mut [x, y, w, ..], before) = (self.records.one(node), self.state(node)[2]);
                let is_slow = x.abs() < most && y.abs() < most && w.abs() < MOST_SPEED;
                let is_turned = w.abs() * h > TURNED_TOO_FAR && (w - before).abs() * h > TURNED_TOO_FAR;
                found[0] |= u32::from(!is_slow) << node.tree;
                found[1] |= u32::from(is_turned) << node.tree;
            }
        }
        found
    }

    /// Takes velocities and impulses of a solve.
    #[inline(always)]
    fn take<L: Lanes>(&mut self, demand: &Demand, trees: u32) {
        for node in &*self.nodes {
            if trees >> node.tree & 1 == 1 {
                let (record, state) = (self.records.one(node), self.state(node));
                if demand.is_biased {
                    let before = if demand.is_first { 0.0 } else { record[20] };
                    let change = before + (record[2] - state[2]);
                    // After an impact, the next sub-step has no such change.
                    record[20] = if change.abs() * demand.h < STEADY { change } else { 0.0 };
                }
                state.copy_from_slice(&record[..4]);
            }
        }
        for block in &*self.blocks {
            let mut next = block.first_row as usize;
            for link in &self.links[block.own_links()] {
                let own = &mut self.rows[next..next + link.pattern.rows()];
                next += own.len();
                for row in own {
                    let mut impulse = L::load(&row.impulse) + L::load(&row.change);
                    if link.pattern.is_bounded {
                        impulse = impulse.min(L::load(&link.bounds[1])).max(L::load(&link.bounds[0]));
                    }
                    impulse.store(&mut row.impulse);
                }
            }
        }
    }
}

/// Of all nodes after a solve.
struct Worst {
    /// In each lane, m/s or rad/s.
    speed: Column,
    /// Trees whose motion has another curvature than that of the bias.
    curved: u32,
    /// Trees with a body that turns too fast to be followed along its curve.
    fast: u32,
}

/// The ways up, over blocks of K rows, and down are kernels of their own: without optimization, all
/// temporaries of a kernel lie in one frame, which would be as large as the stack of a thread may be.
struct Up<'s, 'a, const K: usize> {
    solve: &'s mut Solve<'a>,
    blocks: Range<usize>,
    demand: &'s Demand,
    trees: u32,
    set_biases: bool,
}

impl<const K: usize> Kernel for Up<'_, '_, K> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { solve, blocks, demand, trees, set_biases } = self;
        for index in blocks {
            solve.up::<L, K>(index, trees, demand, set_biases);
        }
    }
}

struct Down<'s, 'a> {
    solve: &'s mut Solve<'a>,
    demand: &'s Demand,
}

impl Kernel for Down<'_, '_> {
    type Output = Worst;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Worst {
        let Self { solve, demand } = self;
        let mut worst = Worst { speed: ZERO, curved: 0, fast: 0 };
        for index in (0..solve.blocks.len()).rev() {
            match solve.blocks[index].rows {
                1 => solve.down::<L, 1>(index, demand, &mut worst),
                2 => solve.down::<L, 2>(index, demand, &mut worst),
                3 => solve.down::<L, 3>(index, demand, &mut worst),
                _ => solve.down::<L, 4>(index, demand, &mut worst),
            }
        }
        worst
    }
}
