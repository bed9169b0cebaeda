//! A loaded cluster in a sweep: contacts under a heavy load, solved together with the joints of what bears
//! it.
//!
//! ```text
//!        ______
//!       | 1000 |         Soft rows of the contacts sink by 0.2 mm for each time its own mass that a plank
//!   o===|______|===o     bears, and the joints, solved last, leave them the whole error. Together, neither
//!    plank o plank       does a joint open nor does a contact sink.
//! ```
//!
//! The joints stay the equations of `mechanisms/link.rs`, which enter Newton's method as rows with few bounds
//! or none. Their give is that of the whole impulse, not of its change, so impulses of rows that contradict
//! each other do not grow. The curvature of the motion, the inertia of taut links, and contradictions are
//! treated as without a load, by the same functions.
//!
//! A cluster that is not solved goes back to the order of the sweeps for the rest of the step: soft contacts,
//! then the joints of each mechanism, directly.

use super::newton::{self, GREATEST_KICK, LEFT, MAX_SOLVES};
use super::rows::{Group, RowPair};
use super::touch::Demand;
use crate::together::bounds::{MAX_ANGLE, ROUNDS_OF_INERTIA};
use crate::together::mechanisms::equation::Equation;
use crate::together::mechanisms::link::Link;
use crate::together::mechanisms::rounds::most_speeds;
use crate::together::mechanisms::solve::{MAX_CURVED, STRAIGHT, Solve};

/// `mechanism` lends one mechanism at a time.
pub(super) struct Linked<'a, F> {
    pub(super) rows: newton::Solve<'a>,
    pub(super) mechanisms: &'a [u32],
    /// Nodes of the mechanisms' bodies in the cluster.
    pub(super) homes: &'a [u32],
    pub(super) mechanism: F,
}

struct Part<'s, 'a> {
    joints: Solve<'a>,
    /// Rows of the joints in the cluster.
    pins: &'s mut [Group],
    nodes: &'s mut [newton::Node],
    homes: &'s [u32],
}

#[derive(Clone, Copy)]
pub(super) struct JointDemand {
    /// The share of an error that rigid rows remove in a second; 0 in relax sweeps.
    pub(super) rate: f64,
    /// The same in biased sweeps.
    pub(super) biased_rate: f64,
    pub(super) h: f64,
    pub(super) moves_next: bool,
}

// A method of `Part` by its name has one lifetime, and `for_each` needs any.
#[allow(clippy::redundant_closure_for_method_calls)]
impl<'a, F: Fn(usize) -> Solve<'a>> Linked<'a, F> {
    fn for_each(&mut self, mut run: impl FnMut(&mut Part<'_, 'a>)) {
        let Self { rows, mechanisms, homes, mechanism } = self;
        let (mut homes, mut pins) = (*homes, &mut rows.groups[rows.touches.len()..]);
        for &index in *mechanisms {
            let joints = mechanism(index as usize);
            let (own, others) = core::mem::take(&mut pins).split_at_mut(joints.links.len());
            let (own_homes, other_homes) = homes.split_at(joints.nodes.len());
            (pins, homes) = (others, other_homes);
            run(&mut Part { joints, pins: own, nodes: rows.nodes, homes: own_homes });
        }
    }

    /// Applies the impulses: of contacts alone, if they throw no body; of contacts and joints, as much as
    /// raises no energy. The first sub-step also evaluates the rows of joints.
    pub(super) fn warm_start(&mut self, is_first: bool) {
        if self.mechanisms.is_empty() {
            self.rows.warm_start(GREATEST_KICK * self.rows.unit);
            return;
        }
        self.rows.note_velocities();
        self.for_each(|part| {
            if is_first {
                part.joints.evaluate();
            }
            part.joints.warm_start();
            // `read_velocities` of the mechanism scales to the added inertia what contacts change.
            part.lend_own_inertia();
        });
        self.rows.warm_start(f64::INFINITY);
        let kept = self.rows.calm();
        if kept < 1.0 {
            self.for_each(|part| {
                part.equations(|equation| equation.impulse *= kept);
                part.take_back_velocities();
            });
            self.rows.write_velocities();
        }
    }

    /// Evaluates rows of joints and separations. The arms of joints have turned, so what the biased solve has
    /// added is first taken back with the arms at which it acted: see [`newton::Solve::begin`].
    pub(super) fn update(&mut self) {
        let is_soft = self.rows.progress.is_soft;
        self.for_each(|part| {
            if is_soft {
                part.joints.evaluate();
            } else {
                part.joints.apply(-1.0);
                part.equations(|equation| equation.impulse = equation.unbiased);
                part.joints.apply(1.0);
                part.joints.evaluate();
            }
        });
        self.rows.update_separations();
        self.rows.progress.is_factored &= self.mechanisms.is_empty();
    }

    pub(super) fn solve(&mut self, demands: &[Demand; 2], demand: &JointDemand, is_biased: bool) {
        let &JointDemand { rate, h, moves_next, .. } = demand;
        let inverse_h = 1.0 / h;
        self.rows.read_velocities();
        self.for_each(|part| {
            if is_biased {
                part.equations(|equation| equation.unbiased = equation.impulse);
            }
            part.joints.read_velocities(true);
            part.joints.set_biases(rate, inverse_h);
            part.lend_bodies();
        });
        self.rows.begin(is_biased);
        self.rows.begin_touches(demands);
        if !self.solve_rows(demand) {
            // The velocities with which the solve has begun, without the bias of the sub-step.
            self.rows.write_velocities();
            self.rows.progress.is_soft = true;
            self.for_each(|part| part.forget_inertia());
            return;
        }
        if moves_next {
            let mut angle = 0.0;
            self.for_each(|part| {
                let own = part.joints.greatest_angle(h);
                angle = if own > angle { own } else { angle };
            });
            let mut error = angle;
            for _ in 0..MAX_CURVED {
                if error < STRAIGHT || angle > MAX_ANGLE {
                    break;
                }
                error *= angle;
                let mut is_near = true;
                self.for_each(|part| is_near &= part.joints.add_curvature(rate, inverse_h, h));
                if !is_near || !self.solve_rows(demand) {
                    break;
                }
            }
        }
        self.rows.write_velocities();
    }

    pub(super) fn add_totals(&mut self) {
        self.rows.add_totals();
        self.for_each(|part| part.joints.add_totals());
    }

    pub(super) fn sweep(&mut self, demands: &[Demand; 2], demand: &JointDemand) {
        self.rows.sweep(demands);
        let &JointDemand { rate, biased_rate, h, moves_next } = demand;
        self.for_each(|part| {
            part.joints.factor();
            part.joints.contradiction_rate = biased_rate;
            part.joints.solve(rate, h, false, moves_next);
        });
    }

    /// Returns false, and leaves velocities and impulses as they are, if that does not succeed.
    fn solve_rows(&mut self, demand: &JointDemand) -> bool {
        for solve in 0..MAX_SOLVES {
            self.for_each(|part| part.lend_rows());
            let mut is_settled = false;
            for round in 0..ROUNDS_OF_INERTIA + 2 {
                if !self.rows.minimize(solve > 0) || !self.is_slow_enough() {
                    // An earlier solve has found a valid state, only less exact.
                    return solve > 0;
                }
                let (mut is_turned, mut is_softened) = (false, false);
                self.for_each(|part| {
                    part.take_back_changes();
                    if round < ROUNDS_OF_INERTIA {
                        is_turned |= part.joints.add_inertia(demand.h, true);
                    }
                });
                if !is_turned {
                    self.for_each(|part| {
                        part.joints.contradiction_rate = demand.biased_rate;
                        is_softened |= part.joints.soften(demand.h, true);
                    });
                }
                if !is_turned && !is_softened {
                    is_settled = true;
                    break;
                }
                self.rows.progress.is_factored = false;
                self.for_each(|part| {
                    part.lend_bodies();
                    part.lend_rows();
                });
            }
            if !is_settled && !self.rows.minimize(solve > 0) {
                return solve > 0;
            }
            let left = self.rows.take();
            self.for_each(|part| part.take_back());
            if left < LEFT * self.rows.unit {
                break;
            }
        }
        true
    }

    fn is_slow_enough(&self) -> bool {
        let most = most_speeds(self.rows.unit);
        let is_slow = |node: &newton::Node| {
            let speeds = node.velocity.iter().zip(&node.change).map(|(v, x)| (v + x).abs());
            speeds.zip(most).all(|(speed, most)| speed < most)
        };
        self.rows.nodes.iter().all(is_slow)
    }
}

impl Part<'_, '_> {
    fn equations(&mut self, run: impl FnMut(&mut Equation)) {
        self.joints.links.iter_mut().flat_map(Link::equations_mut).for_each(run);
    }

    fn lend_bodies(&mut self) {
        for (own, &home) in self.joints.nodes.iter().zip(self.homes) {
            let node = &mut self.nodes[home as usize];
            node.velocity = own.velocity;
            node.set_inertia(own.inverse[1], own.added);
        }
    }

    /// Without what was added.
    fn lend_own_inertia(&mut self) {
        for (own, &home) in self.joints.nodes.iter().zip(self.homes) {
            self.nodes[home as usize].set_inertia(own.inverse[1], 0.0);
        }
    }

    fn lend_rows(&mut self) {
        for (link, group) in self.joints.links.iter().zip(&mut *self.pins) {
            let bounds = if link.is_bounded { link.bounds } else { [f64::NEG_INFINITY, f64::INFINITY] };
            (group.count, group.bodies) = (1, link.bodies.map(|[body]| body));
            let [pair, ..] = &mut group.all;
            *pair = RowPair { factored: pair.factored, ..RowPair::EMPTY };
            for (row, equation) in link.equations().iter().enumerate() {
                pair.set_jacobian(row, &equation.jacobian);
                pair.give[row] = equation.give;
                pair.bias[row] = equation.bias;
                if equation.inverse_give != 0.0 {
                    pair.inverse_give[row] = equation.inverse_give;
                    pair.impulse[row] = equation.impulse;
                    (pair.bounds[0][row], pair.bounds[1][row]) = (bounds[0], bounds[1]);
                }
            }
        }
    }

    /// Changes for the mechanism to judge.
    fn take_back_changes(&mut self) {
        for (link, group) in self.joints.links.iter_mut().zip(&*self.pins) {
            let [RowPair { found, impulse, .. }, ..] = &group.all;
            for (equation, (found, impulse)) in link.equations_mut().iter_mut().zip(found.iter().zip(impulse))
            {
                equation.change = found - impulse;
            }
        }
        for (x, &home) in self.joints.x.iter_mut().zip(self.homes) {
            *x = self.nodes[home as usize].change;
        }
    }

    fn take_back_velocities(&mut self) {
        for (own, &home) in self.joints.nodes.iter_mut().zip(self.homes) {
            own.velocity = self.nodes[home as usize].velocity;
        }
    }

    /// The next solve begins with the new impulses.
    fn take_back(&mut self) {
        self.take_back_velocities();
        for (link, group) in self.joints.links.iter_mut().zip(&*self.pins) {
            let [RowPair { impulse, .. }, ..] = &group.all;
            for (equation, &impulse) in link.equations_mut().iter_mut().zip(impulse) {
                if equation.inverse_give > 0.0 {
                    equation.bias += equation.give * (impulse - equation.impulse);
                    equation.impulse = impulse;
                }
            }
        }
    }

    /// The joints are solved without the cluster from now on.
    fn forget_inertia(&mut self) {
        self.joints.nodes.iter_mut().for_each(|own| own.added = 0.0);
        self.lend_own_inertia();
    }
}
