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
//! which is M x = J^T change and J (v + x) + bias = -give change at once. A row whose impulse would leave its
//! bounds is set to the bound and left out of the sums, until its velocity shows that it wants back: an
//! active set, which begins with that of the last solve and so hardly ever needs a second round.
//!
//! **Curvature.** Points on a body that turns by the angle a within a sub-step leave the straight line by
//! r a^2 / 2. Bias alone pulls them back a sub-step later, and takes energy each time: a rod that turns about
//! its end at 30 rad/s keeps 12% of its energy for a minute. So the motion is made for trial, and the solve
//! is repeated with the error that it shows, until the error after the motion is right. With the relax solve,
//! which makes the velocities satisfy the rows where the bodies have arrived, that is the method RATTLE,
//! which keeps energy for ever: the rod 99.998%.
//!
//! **Inertia.** A link that goes taut within a step needs the extra inertia of `joint/geometric_stiffness.rs`
//! at once: what the step began with belongs to the tension of the step before. So each solve compares the
//! demand of its own impulses with what the links have, and is repeated with more. A body that gets inertia
//! keeps its angular momentum: with its angular velocity it would gain energy, and a chain that is hit would
//! explode. Without the inertia a chain of 30 with 10,000 times the mass flies apart when it goes taut at the
//! end of its swing. Under pressure a light link buckles too fast for the step, so that counts too.
//!
//! Source: Andersen, "Rattle", 1983; Hairer, Lubich and Wanner, "Geometric Numerical Integration", 2006.

#![allow(unsafe_code)]

use super::elimination::NONE;
use super::factor::{self, Block, Diagonal, Structure, add_product, add_square};
use super::link::{Link, Motion, Side, Spatial, dot};
use crate::body::BodyIndex;
use crate::{BodyInput, BodyState, JointRows};
use compute::Shared;

/// What stands for an infinite mass, kg: a body whose translation or rotation is locked.
const INFINITE: f64 = 1e30;

/// The most rounds of the active set. After them, impulses beyond their bounds are cut off.
const MAX_ROUNDS: usize = 12;

/// After this many rounds only one row changes its side in a round, the first one: then no set comes twice in
/// small systems, where all rows at once might alternate for ever.
const ROUNDS_OF_ALL: usize = 6;

/// As in `joint/geometric_stiffness.rs`.
const STABLE_FRACTION: f64 = 0.5;

/// Added inertia is enough if the demand is at most this many times as much.
const ENOUGH: f64 = 1.25;

/// A row adds at most this many times the inertia of its body. All probes of `docs/mechanisms.md` hold with a
/// tenth of it, a chain with 10,000 times the mass of a link among them. Rows that contradict each other
/// would demand any number, and then turn their bodies with any force.
const MOST_INERTIA: f64 = 1e3;

/// The most rounds in which inertia is added.
pub(crate) const ROUNDS_OF_INERTIA: usize = 3;

/// Solves for the curvature stop when the error that is left is less than this share of the size of a body:
/// each solve multiplies it by the angle that the fastest body turns within the sub-step, rad.
pub(crate) const STRAIGHT: f64 = 1e-6;

/// The most solves for the curvature.
pub(crate) const MAX_CURVED: usize = 6;

/// Bodies that turn by more than this within a sub-step, rad, are not followed along their curve: the solves
/// would not converge.
pub(crate) const MAX_ANGLE: f64 = 0.5;

/// Nor is a row followed whose points leave the straight line by more than this share of its arms: a point of
/// a body that turns by [`MAX_ANGLE`], or a rod that turns by as much between two bodies that do not.
const MAX_DEVIATION: f64 = 0.5 * MAX_ANGLE * MAX_ANGLE;

/// A solve that turns a body by more than this within the sub-step, rad, shows rows that contradict each
/// other, or nearly: two rods to bodies that move apart, a crank at its dead point.
const TURNED_TOO_FAR: f64 = 8.0;

/// If a body would be faster after a solve, m/s or rad/s, the rows have no answer: they contradict each other
/// and what the sweeps do.
pub(crate) const MOST_SPEED: f64 = 1e7;

/// A body of a mechanism.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(super) body: BodyIndex,
    /// 1 / mass (1/kg) and 1 / inertia (1/(kg m^2)).
    pub(crate) inverse: [f64; 2],
    pub(super) motion: Motion,
    pub(crate) velocity: Spatial,
    /// Inertia added in this sub-step, kg m^2, and what the impulses now demand.
    pub(crate) added: f64,
    demanded: f64,
}

impl Node {
    pub(super) const EMPTY: Self = Self {
        body: BodyIndex::STATIC,
        inverse: [0.0; 2],
        motion: Motion::NONE,
        velocity: [0.0; 3],
        added: 0.0,
        demanded: 0.0,
    };

    pub(super) fn fill(&mut self, body: BodyIndex, input: &BodyInput) {
        self.body = body;
        self.inverse = [f64::from(input.inverse_mass), f64::from(input.inverse_inertia)];
        self.added = 0.0;
    }

    fn mass(&self) -> Diagonal {
        let [m, i] = self.inverse.map(|inverse| if inverse > 0.0 { 1.0 / inverse } else { INFINITE });
        [m, 0.0, m, 0.0, 0.0, i + self.added]
    }
}

/// A mechanism, borrowed by the worker that solves it.
pub(crate) struct Solve<'a> {
    pub(super) structure: Structure<'a>,
    pub(crate) nodes: &'a mut [Node],
    pub(crate) links: &'a mut [Link],
    pub(super) diagonals: &'a mut [Diagonal],
    pub(super) blocks: &'a mut [Block],
    pub(crate) x: &'a mut [Spatial],
    pub(super) states: States<'a>,
    /// The rate of biased sweeps, 1/s.
    pub(crate) contradiction_rate: f64,
}

/// The states of all bodies, of which a cluster writes those of its own.
#[derive(Clone, Copy)]
pub(crate) struct States<'a>(Shared<'a, BodyState>);

impl<'a> States<'a> {
    /// # Safety
    /// All bodies of the cluster exist, and nobody else reads or writes those that move in the same phase.
    pub(crate) unsafe fn new(states: Shared<'a, BodyState>) -> Self {
        Self(states)
    }

    pub(crate) fn get(self, body: BodyIndex) -> BodyState {
        // SAFETY: the promise of `new`.
        unsafe { self.0.get(body.index()) }
    }

    pub(crate) fn own(self, body: BodyIndex) -> &'a mut BodyState {
        // SAFETY: the promise of `new`.
        let own = unsafe { self.0.slice(body.index()..body.index() + 1) };
        &mut own[0]
    }
}

pub(crate) fn spatial(state: &BodyState) -> Spatial {
    [f64::from(state.velocity.x), f64::from(state.velocity.y), f64::from(state.angular_velocity)]
}

impl Solve<'_> {
    /// Computes errors and Jacobians for the current positions.
    pub(crate) fn evaluate(&mut self) {
        let Self { nodes, links, states, .. } = self;
        for node in &mut **nodes {
            node.motion = Motion::of(&states.get(node.body));
        }
        for link in &mut **links {
            let mut motions = [Motion::NONE; 2];
            let mut inverse = [[0.0; 2]; 2];
            for end in 0..2 {
                if link.nodes[end] == NONE {
                    let state = states.get(link.bodies[end]);
                    motions[end] = Motion::of(&state);
                    link.ground = spatial(&state);
                } else {
                    let node = &nodes[link.nodes[end] as usize];
                    (motions[end], inverse[end]) = (node.motion, node.inverse);
                }
            }
            link.evaluate([&motions[0], &motions[1]], inverse);
        }
    }

    /// Assembles and factors H for the sides on which the rows are.
    pub(crate) fn factor(&mut self) {
        let Self { structure, nodes, links, diagonals, blocks, .. } = self;
        for (diagonal, node) in diagonals.iter_mut().zip(&**nodes) {
            *diagonal = node.mass();
        }
        blocks.fill([0.0; 9]);
        for link in &**links {
            let [a, b] = link.nodes;
            for equation in link.equations().iter().filter(|equation| equation.side == Side::Free) {
                let [ja, jb] = &equation.jacobian;
                let scale = equation.inverse_give;
                if a != NONE {
                    add_square(&mut diagonals[a as usize], ja, scale);
                }
                if b != NONE {
                    add_square(&mut diagonals[b as usize], jb, scale);
                }
                if link.block != NONE {
                    let (later, earlier) = if a > b { (ja, jb) } else { (jb, ja) };
                    add_product(&mut blocks[link.block as usize], later, earlier, scale);
                }
            }
        }
        factor::factor(*structure, diagonals, blocks);
    }

    /// Applies the accumulated impulses.
    pub(crate) fn warm_start(&mut self) {
        self.read_velocities();
        let Self { nodes, links, .. } = self;
        for link in &**links {
            for equation in link.equations() {
                for (&node, jacobian) in link.nodes.iter().zip(&equation.jacobian) {
                    if node != NONE {
                        let node = &mut nodes[node as usize];
                        let [m, i] = node.inverse;
                        let i = i / (1.0 + i * node.added);
                        let impulse = equation.impulse;
                        node.velocity[0] += m * (jacobian[0] * impulse);
                        node.velocity[1] += m * (jacobian[1] * impulse);
                        node.velocity[2] += i * (jacobian[2] * impulse);
                    }
                }
            }
        }
        self.write_velocities();
    }

    /// Solves with the bias of a sweep (see [`Link::set_bias`]), and if bodies move next, also for the
    /// curvature of their motion of `h` seconds. Where the sweep before had the same bias and nothing has
    /// changed a velocity since, the rows hold already.
    pub(crate) fn solve(&mut self, rate: f64, h: f64, has_same_bias: bool, moves_next: bool) {
        let inverse_h = 1.0 / h;
        let is_solved = has_same_bias && self.velocities_are_as_written();
        if !is_solved {
            self.read_velocities();
            self.set_biases(rate, inverse_h);
            self.solve_rows(h);
        }
        if moves_next {
            let angle = self.greatest_angle(h);
            let mut error = angle;
            for _ in 0..MAX_CURVED {
                if error < STRAIGHT || angle > MAX_ANGLE {
                    break;
                }
                error *= angle;
                if !self.add_curvature(rate, inverse_h, h) {
                    break;
                }
                self.solve_rows(h);
            }
        }
        self.write_velocities();
    }

    pub(crate) fn set_biases(&mut self, rate: f64, inverse_h: f64) {
        for link in &mut *self.links {
            link.set_bias(rate, inverse_h);
        }
    }

    /// How far the fastest body turns in `h` seconds, rad.
    pub(crate) fn greatest_angle(&self, h: f64) -> f64 {
        let mut angle = 0.0;
        for node in &*self.nodes {
            let own = (node.velocity[2] * h).abs();
            angle = if own > angle { own } else { angle };
        }
        angle
    }

    /// Sweeps over contacts do not know the inertia that a body got in this step. What they have changed of
    /// its angular velocity since it was written belongs to its own inertia; with both, the same impulse
    /// turns it less. Otherwise contacts and this solve would feed each other.
    pub(crate) fn read_velocities(&mut self) {
        for node in &mut *self.nodes {
            let written = f64::from(node.velocity[2] as f32);
            node.velocity = spatial(&self.states.get(node.body));
            if node.added > 0.0 {
                let change = node.velocity[2] - written;
                node.velocity[2] = written + change / (1.0 + node.inverse[1] * node.added);
            }
        }
    }

    /// Whether the velocities are those of the last solve.
    fn velocities_are_as_written(&self) -> bool {
        let is_as_written = |node: &Node| {
            let state = self.states.get(node.body);
            let now = [state.velocity.x, state.velocity.y, state.angular_velocity];
            node.velocity.iter().zip(now).all(|(&own, now)| (own as f32).to_bits() == now.to_bits())
        };
        self.nodes.iter().all(is_as_written)
    }

    /// Only what impulses can move is written: a locked coordinate keeps its velocity.
    fn write_velocities(&self) {
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

    /// Sets the bias again, and adds to it what the motion of `h` seconds deviates from C + h J v. Returns
    /// false if it deviates so far that more solves would not converge.
    pub(crate) fn add_curvature(&mut self, rate: f64, inverse_h: f64, h: f64) -> bool {
        let Self { nodes, links, states, .. } = self;
        for link in &mut **links {
            link.set_bias(rate, inverse_h);
            if !link.is_curved() {
                continue;
            }
            let motions = [0, 1].map(|end| match link.nodes[end] {
                NONE => Motion::of(&states.get(link.bodies[end])).advanced(&link.ground, h),
                node => nodes[node as usize].motion.advanced(&nodes[node as usize].velocity, h),
            });
            let errors = link.errors([&motions[0], &motions[1]]);
            let velocities = velocities(link, nodes);
            let most = MAX_DEVIATION * link.arms;
            for (equation, error) in link.equations_mut().iter_mut().zip(errors) {
                let [ja, jb] = &equation.jacobian;
                let jv = dot(ja, &velocities[0]) + dot(jb, &velocities[1]);
                let deviation = (error - equation.error) * inverse_h - jv;
                if deviation.abs() * h > most {
                    return false;
                }
                equation.bias += deviation;
            }
        }
        true
    }

    /// Adds inertia to bodies that the impulses of this solve would turn too fast for the step. Returns
    /// whether any needs more than it has.
    pub(crate) fn add_inertia(&mut self, h: f64) -> bool {
        let Self { nodes, links, .. } = self;
        for node in &mut **nodes {
            node.demanded = 0.0;
        }
        for link in &**links {
            for (&node, moment) in link.nodes.iter().zip(link.moments()) {
                if node != NONE {
                    let node = &mut nodes[node as usize];
                    let excess = h * moment.abs() * node.inverse[1] - STABLE_FRACTION;
                    if excess > 0.0 {
                        let excess = if excess < MOST_INERTIA { excess } else { MOST_INERTIA };
                        node.demanded += excess / node.inverse[1];
                    }
                }
            }
        }
        let mut is_more = false;
        for node in &mut **nodes {
            if node.demanded > node.added * ENOUGH {
                // The body keeps its angular momentum: with its velocity it would gain energy.
                let inertia = 1.0 / node.inverse[1];
                node.velocity[2] *= (inertia + node.added) / (inertia + node.demanded);
                node.added = node.demanded;
                is_more = true;
            }
        }
        is_more
    }

    /// Solves the rows with the biases that they have, for velocities in the nodes.
    fn solve_rows(&mut self, h: f64) {
        self.find_residuals();
        for round in 0..MAX_ROUNDS {
            self.solve_free_rows();
            let is_turned = round < ROUNDS_OF_INERTIA && self.add_inertia(h);
            if is_turned {
                self.find_residuals();
            }
            // Whether rows contradict each other shows when all are on their sides.
            if !self.change_sides(round >= ROUNDS_OF_ALL) && !is_turned && !self.soften(h) {
                break;
            }
            self.factor();
            if round + 1 == MAX_ROUNDS {
                self.solve_free_rows();
            }
        }
        if !self.is_bounded() {
            self.let_go();
        }
        self.take_changes();
    }

    /// Whether no body would leave with a speed that makes no sense, or that is not a number.
    fn is_bounded(&self) -> bool {
        let is_slow = |(v, x): (&f64, &f64)| (v + x).abs() < MOST_SPEED;
        self.nodes.iter().zip(&*self.x).all(|(node, x)| node.velocity.iter().zip(x).all(is_slow))
    }

    /// Undoes the solve: the rows have no impulse until the next one.
    fn let_go(&mut self) {
        self.x.fill([0.0; 3]);
        for link in &mut *self.links {
            link.equations_mut().iter_mut().for_each(|equation| equation.change = -equation.impulse);
        }
    }

    /// J v + bias of each equation.
    fn find_residuals(&mut self) {
        for link in &mut *self.links {
            let velocities = velocities(link, self.nodes);
            for equation in link.equations_mut() {
                let [ja, jb] = &equation.jacobian;
                equation.residual = dot(ja, &velocities[0]) + dot(jb, &velocities[1]) + equation.bias;
            }
        }
    }

    /// Softens a mechanism that contradicts itself. Returns whether it has.
    pub(crate) fn soften(&mut self, h: f64) -> bool {
        let rate = self.contradiction_rate;
        let turns_too_far = self.x.iter().any(|x| x[2].abs() * h > TURNED_TOO_FAR);
        if self.links.iter().all(Link::is_soft)
            || !turns_too_far && !self.links.iter().any(|link| link.is_contradicted(rate))
        {
            return false;
        }
        for link in &mut *self.links {
            link.soften();
        }
        true
    }

    /// x and the changes of all impulses, with each row on its side.
    fn solve_free_rows(&mut self) {
        let Self { structure, links, diagonals, blocks, x, .. } = self;
        x.fill([0.0; 3]);
        for link in &mut **links {
            let (nodes, bounds) = (link.nodes, link.bounds);
            for equation in link.equations_mut() {
                equation.change = match equation.side {
                    Side::Free => -equation.residual * equation.inverse_give,
                    Side::Lower => bounds[0] - equation.impulse,
                    Side::Upper => bounds[1] - equation.impulse,
                };
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
            let moved = link.nodes.map(|node| if node == NONE { [0.0; 3] } else { x[node as usize] });
            for equation in link.equations_mut() {
                let [ja, jb] = &equation.jacobian;
                let change = dot(ja, &moved[0]) + dot(jb, &moved[1]);
                if equation.side == Side::Free {
                    equation.change = -(equation.residual + change) * equation.inverse_give;
                } else {
                    // What is left of the row, for the decision whether it wants back.
                    equation.error_left(change);
                }
            }
        }
    }

    /// Puts rows on the side where they belong after a solve. Returns whether any has changed its side.
    fn change_sides(&mut self, only_one: bool) -> bool {
        let mut has_changed = false;
        for link in self.links.iter_mut().filter(|link| link.is_bounded) {
            let bounds = link.bounds;
            for equation in link.equations_mut() {
                let side = equation.wanted_side(bounds);
                if side != equation.side {
                    equation.side = side;
                    has_changed = true;
                    if only_one {
                        return true;
                    }
                }
            }
        }
        has_changed
    }

    /// Adds x to the velocities and the changes to the impulses.
    fn take_changes(&mut self) {
        for (node, x) in self.nodes.iter_mut().zip(&*self.x) {
            for (velocity, x) in node.velocity.iter_mut().zip(x) {
                *velocity += x;
            }
        }
        for link in &mut *self.links {
            let (is_bounded, [lower, upper]) = (link.is_bounded, link.bounds);
            for equation in link.equations_mut() {
                equation.impulse += equation.change;
                if is_bounded {
                    let impulse = equation.impulse;
                    equation.impulse = if impulse < lower {
                        lower
                    } else if impulse > upper {
                        upper
                    } else {
                        impulse
                    };
                }
            }
        }
    }

    /// Adds the impulses of a sub-step to the totals of the step.
    pub(crate) fn add_totals(&mut self) {
        self.links.iter_mut().for_each(Link::add_totals);
    }

    /// Stores the impulses in the caller's rows.
    pub(crate) fn store(&self, joints: Shared<'_, JointRows>) {
        for link in &*self.links {
            let joint = link.joint as usize;
            // SAFETY: each joint's rows are in one mechanism, which the caller alone has.
            let rows = unsafe { joints.slice(joint..joint + 1) };
            link.store(&mut rows[0]);
        }
    }
}

/// The velocities of the two bodies of a link.
#[inline(always)]
fn velocities(link: &Link, nodes: &[Node]) -> [Spatial; 2] {
    link.nodes.map(|node| if node == NONE { link.ground } else { nodes[node as usize].velocity })
}
