//! One mechanism in a sub-step.
//!
//! ```text
//!   warm start    v += M^-1 J^T impulse
//!   biased        solve: J v + rate C = 0; before the motion again, with its curvature
//!   relax         evaluate and factor at the new positions; solve: J v = 0
//! ```
//!
//! **A solve** finds velocities v + x and impulses with
//!
//! ```text
//!   (M + sum J^T J / give) x = - sum J^T (J v + bias) / give,   change of impulse = -(J (v+x) + bias) / give
//! ```
//!
//! A row whose impulse would leave its bounds is set to the bound and left out, until its velocity leads
//! away: an active set, kept from the last solve.
//!
//! **Curvature.** Points on a body that turns by the angle a leave the straight line by r a^2 / 2; bias alone
//! pulls them back later, and takes energy. So the motion is tried, and the solve repeated with its error:
//! with the relax solve this is RATTLE, which keeps energy.
//!
//! **Inertia.** A link that goes taut needs the inertia of `joint/geometric_stiffness.rs` at once: each solve
//! is repeated with more if its impulses demand half as much again. The body keeps its angular momentum,
//! which takes energy.
//!
//! Source: Andersen, "Rattle", 1983; Hairer, Lubich and Wanner, "Geometric Numerical Integration", 2006.

#![allow(unsafe_code)]

use super::link::Link;
use super::motion::Motion;
use super::node::Node;
use crate::JointRows;
use crate::together::bounds::{MAX_ANGLE, MAX_DEVIATION, MOST_INERTIA, STABLE};
use crate::together::kind::ClusterSweep;
use crate::together::matrix::elimination::{NONE, Structure};
use crate::together::matrix::factor::{self, Block, Diagonal, add_product, add_square};
use crate::together::matrix::number::{Number, Spatial, dot};
use crate::together::states::States;
use compute::Shared;
use core::sync::atomic::AtomicU32;

/// Solves for the curvature stop at an error of this share of the size of a body: each multiplies the error
/// by the angle that the fastest body turns in the sub-step, rad.
pub(crate) const STRAIGHT: f64 = 1e-6;

pub(crate) const MAX_CURVED: usize = 6;

pub(crate) struct Solve<'a, N: Number = f64> {
    pub(super) structure: Structure<'a>,
    pub(crate) nodes: &'a mut [Node<N>],
    pub(crate) links: &'a mut [Link<N>],
    pub(super) diagonals: &'a mut [Diagonal<N>],
    pub(super) blocks: &'a mut [Block<N>],
    pub(crate) x: &'a mut [Spatial<N>],
    pub(super) states: States<'a>,
    /// 1/s.
    pub(crate) contradiction_rate: f64,
    pub(super) let_go: &'a AtomicU32,
    pub(super) unit: f64,
}

#[inline(always)]
pub(super) fn select<N: Number, const K: usize>(lanes: N::Mask, yes: &[N; K], no: &mut [N; K]) {
    for i in 0..K {
        no[i] = N::select(lanes, yes[i], no[i]);
    }
}

impl<N: Number> Solve<'_, N> {
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn evaluate(&mut self) {
        let Self { nodes, links, states, .. } = self;
        for node in &mut **nodes {
            node.motion = Motion::of(*states, &node.body);
        }
        for link in &mut **links {
            let mut motions = [Motion::NONE; 2];
            let mut inverse = [[N::ZERO; 2]; 2];
            for end in 0..2 {
                if link.nodes[end] == NONE {
                    motions[end] = Motion::of(*states, &link.bodies[end]);
                    link.ground = states.velocity(&link.bodies[end]);
                } else {
                    let node = &nodes[link.nodes[end] as usize];
                    (motions[end], inverse[end]) = (node.motion, node.inverse);
                }
            }
            link.evaluate([&motions[0], &motions[1]], inverse);
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn factor(&mut self) {
        let Self { structure, nodes, links, diagonals, blocks, .. } = self;
        for (diagonal, node) in diagonals.iter_mut().zip(&**nodes) {
            *diagonal = node.mass();
        }
        for block in &mut **blocks {
            *block = [N::ZERO; 9];
        }
        for link in &**links {
            let [a, b] = link.nodes;
            for equation in link.equations() {
                let bound = equation.is_bound();
                if N::all(bound) {
                    continue;
                }
                let is_mixed = N::any(bound);
                let [ja, jb] = &equation.jacobian;
                let scale = equation.inverse_give;
                for (node, jacobian) in [(a, ja), (b, jb)] {
                    if node != NONE {
                        let diagonal = &mut diagonals[node as usize];
                        let before = *diagonal;
                        add_square(diagonal, jacobian, scale);
                        if is_mixed {
                            select(bound, &before, diagonal);
                        }
                    }
                }
                if link.block != NONE {
                    let (later, earlier) = if a > b { (ja, jb) } else { (jb, ja) };
                    let block = &mut blocks[link.block as usize];
                    let before = *block;
                    add_product(block, later, earlier, scale);
                    if is_mixed {
                        select(bound, &before, block);
                    }
                }
            }
        }
        factor::factor(*structure, diagonals, blocks);
    }

    #[inline(always)]
    pub(super) fn begin(&mut self, is_first: bool) {
        if is_first {
            self.evaluate();
            self.factor();
        }
        self.warm_start();
    }

    #[inline(always)]
    pub(super) fn finish(&mut self, sweep: &ClusterSweep) {
        if sweep.bodies_moved {
            self.evaluate();
            self.factor();
        }
        self.contradiction_rate = f64::from(sweep.joint_bias_rate);
        let (rate, h) = (f64::from(sweep.joints.bias_rate), f64::from(sweep.h));
        self.solve(rate, h, sweep.has_same_bias(), sweep.moves_next());
        if sweep.ends_substep() {
            self.add_totals();
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn warm_start(&mut self) {
        self.links.iter_mut().for_each(Link::hold_errors);
        self.apply(N::ONE);
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn apply(&mut self, times: N) {
        self.read_velocities(N::YES);
        let Self { nodes, links, .. } = self;
        for link in &**links {
            for equation in link.equations() {
                for (&node, jacobian) in link.nodes.iter().zip(&equation.jacobian) {
                    if node != NONE {
                        let node = &mut nodes[node as usize];
                        let [m, i] = node.inverse;
                        let i = i / (N::ONE + i * node.added);
                        let impulse = times * equation.impulse;
                        node.velocity[0] += m * (jacobian[0] * impulse);
                        node.velocity[1] += m * (jacobian[1] * impulse);
                        node.velocity[2] += i * (jacobian[2] * impulse);
                    }
                }
            }
        }
        self.write_velocities();
    }

    /// With the bias of a sweep ([`Link::set_bias`]), and with the curvature if bodies move next. If bias and
    /// velocities are those of the sweep before, the rows hold already.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn solve(&mut self, rate: f64, h: f64, has_same_bias: bool, moves_next: bool) {
        let (inverse_h, rate) = (N::splat(1.0 / h), N::splat(rate));
        let mut lanes = N::YES;
        if has_same_bias {
            lanes = N::and_not(lanes, self.velocities_are_as_written());
        }
        if N::any(lanes) {
            self.read_velocities(lanes);
            self.set_biases(rate, inverse_h);
        }
        let mut curved = N::YES;
        let (mut angle, mut error) = (N::ZERO, N::ZERO);
        for solve in 0..=MAX_CURVED {
            if N::any(lanes) {
                self.solve_rows(h, lanes);
            }
            if !moves_next || solve == MAX_CURVED {
                break;
            }
            if solve == 0 {
                angle = self.greatest_angle(N::splat(h));
                error = angle;
                curved = N::and_not(curved, N::splat(MAX_ANGLE).lt(angle));
            }
            curved = N::and_not(curved, error.lt(N::splat(STRAIGHT)));
            if !N::any(curved) {
                break;
            }
            error *= angle;
            curved = N::and(curved, self.add_curvature(rate, inverse_h, N::splat(h)));
            if !N::any(curved) {
                break;
            }
            lanes = curved;
        }
        self.write_velocities();
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn set_biases(&mut self, rate: N, inverse_h: N) {
        for link in &mut *self.links {
            let velocities = velocities(link, self.nodes);
            link.set_bias(rate, inverse_h, &velocities);
        }
    }

    /// In `h` seconds, rad.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn greatest_angle(&self, h: N) -> N {
        let mut angle = N::ZERO;
        for node in &*self.nodes {
            let own = (node.velocity[2] * h).abs();
            angle = N::select(angle.lt(own), own, angle);
        }
        angle
    }

    /// Sweeps over contacts do not know the inertia added in this step: their change of the angular velocity
    /// belongs to the body's own. Otherwise contacts and this solve would feed each other.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn read_velocities(&mut self, lanes: N::Mask) {
        for node in &mut *self.nodes {
            let written = node.velocity[2].rounded();
            let mut velocity = self.states.velocity(&node.body);
            let has_more = N::ZERO.lt(node.added);
            if N::any(has_more) {
                let change = velocity[2] - written;
                let less = written + change / (N::ONE + node.inverse[1] * node.added);
                velocity[2] = N::select(has_more, less, velocity[2]);
            }
            select(lanes, &velocity, &mut node.velocity);
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn velocities_are_as_written(&self) -> N::Mask {
        let mut lanes = N::YES;
        for node in &*self.nodes {
            let now = self.states.velocity::<N>(&node.body);
            for i in 0..3 {
                lanes = N::and(lanes, node.velocity[i].rounded().same_bits(now[i]));
            }
            if !N::any(lanes) {
                break;
            }
        }
        lanes
    }

    /// A locked coordinate keeps its velocity.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn write_velocities(&self) {
        for Node { body, inverse: [m, i], velocity, .. } in &*self.nodes {
            for lane in 0..N::LANES {
                let state = self.states.own(body.as_ref()[lane]);
                if m.lane(lane) > 0.0 {
                    state.velocity.x = velocity[0].lane(lane) as f32;
                    state.velocity.y = velocity[1].lane(lane) as f32;
                }
                if i.lane(lane) > 0.0 {
                    state.angular_velocity = velocity[2].lane(lane) as f32;
                }
            }
        }
    }

    /// Adds to the bias what the motion deviates from C + h J v. Returns false where more solves would not
    /// converge; the bias has no meaning there.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn add_curvature(&mut self, rate: N, inverse_h: N, h: N) -> N::Mask {
        let Self { nodes, links, states, .. } = self;
        let mut is_near = N::YES;
        for link in &mut **links {
            let velocities = velocities(link, nodes);
            link.set_bias(rate, inverse_h, &velocities);
            if !link.is_curved() {
                continue;
            }
            let mut motions = [Motion::NONE; 2];
            for end in 0..2 {
                motions[end] = match link.nodes[end] {
                    NONE => Motion::of(*states, &link.bodies[end]).advanced(&link.ground, h),
                    node => nodes[node as usize].motion.advanced(&nodes[node as usize].velocity, h),
                };
            }
            let errors = link.errors([&motions[0], &motions[1]]);
            let most = N::splat(MAX_DEVIATION) * link.arms;
            for (equation, error) in link.equations_mut().iter_mut().zip(errors) {
                let [ja, jb] = &equation.jacobian;
                let jv = dot(ja, &velocities[0]) + dot(jb, &velocities[1]);
                let deviation = (error - equation.error) * inverse_h - jv;
                is_near = N::and_not(is_near, most.lt(deviation.abs() * h));
                if !N::any(is_near) {
                    return is_near;
                }
                equation.bias += deviation;
            }
        }
        is_near
    }

    /// Adds inertia to bodies that these impulses would turn too fast for the step. Returns where any needs
    /// more.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn add_inertia(&mut self, h: f64, lanes: N::Mask) -> N::Mask {
        let (h, most) = (N::splat(h), N::splat(MOST_INERTIA));
        let Self { nodes, links, .. } = self;
        for node in &mut **nodes {
            node.demanded = N::ZERO;
        }
        for link in &**links {
            let moments = link.moments();
            for end in 0..2 {
                if link.nodes[end] != NONE {
                    let node = &mut nodes[link.nodes[end] as usize];
                    let times = h * moments[end].abs() * node.inverse[1];
                    node.demanded += N::select(times.lt(most), times, most);
                }
            }
        }
        let mut is_more = N::NO;
        for node in &mut **nodes {
            let has = N::ONE + (node.held + node.added) * node.inverse[1];
            let more = N::and(lanes, (has * N::splat(STABLE)).lt(node.demanded));
            if N::any(more) {
                let inertia = N::ONE / node.inverse[1];
                let demanded = node.demanded * inertia - inertia - node.held;
                // With its velocity kept, the body would gain energy.
                let slower = node.velocity[2] * ((inertia + node.added) / (inertia + demanded));
                node.velocity[2] = N::select(more, slower, node.velocity[2]);
                node.added = N::select(more, demanded, node.added);
                is_more = N::or(is_more, more);
            }
        }
        is_more
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn add_totals(&mut self) {
        for link in &mut *self.links {
            link.add_totals();
        }
    }

    pub(crate) fn store(&self, joints: Shared<'_, JointRows>) {
        for link in &*self.links {
            for lane in 0..N::LANES {
                let joint = link.joint.as_ref()[lane] as usize;
                // SAFETY: each joint's rows are in one mechanism, which the caller alone has.
                let rows = unsafe { joints.slice(joint..joint + 1) };
                link.store(lane, &mut rows[0]);
            }
        }
    }
}

#[inline(always)]
pub(super) fn velocities<N: Number>(link: &Link<N>, nodes: &[Node<N>]) -> [Spatial<N>; 2] {
    let mut velocities = [link.ground; 2];
    for end in 0..2 {
        if link.nodes[end] != NONE {
            velocities[end] = nodes[link.nodes[end] as usize].velocity;
        }
    }
    velocities
}
