//! The sub-steps of a step, which every worker runs sweep after sweep and stage by stage.
//!
//! ```text
//!   Interior          | EvenBorder        | ... | Static            | Interior ...
//!   worker 0 worker 1 | worker 0 worker 1 |     | worker 0 worker 1 |            each | : all wait
//! ```
//!
//! Within a stage no two workers touch the same moving body, and each works in a fixed order, so results do
//! not depend on the number of workers. Each stage is a phase of the team. A worker solves its independent
//! batches first, as a team of one, which waits for no other worker.
//!
//! A kernel for all sub-steps was no better than one call for each run of blocks
//! (`docs/experiments/solver.md`).

#![allow(unsafe_code)]

use super::block::SubstepConstants;
use super::step::{Contacts, Step};
use super::totals::Totaling;
use super::turned::Faces;
use crate::joint::JointBlocks;
use crate::motion::{Advance, Integrate, Unconstrained};
use crate::schedule::{Assignment, BatchRuns};
use crate::together::{ClusterSweep, SharedClusters, SolveUnit};
use crate::{BodyState, Softness};
use compute::math::min;
use compute::{Kernel, Lanes, Member, Share, Shared, Width};
use core::ops::Range;
use core::sync::atomic::Ordering;

/// Factor of the frequency and push-out speed of contacts with a body of infinite mass.
const STATIC_FACTOR: f32 = 2.0;

/// Above this fraction of the sub-step rate, a spring between moving bodies would be softer than the setting;
/// that of a contact with infinite mass has [`STATIC_FACTOR`] times as much.
const MAX_HERTZ_PER_RATE: f32 = 0.25;

pub(super) struct Worker<'w, 'a> {
    step: &'w Step<'a>,
    width: Width,
    member: &'w Member<'w>,
    batch: Option<(Assignment<'a>, BatchRuns)>,
}

/// For all biased, or all relax sweeps. Pairs: for contacts of two moving bodies, and of one.
struct SweepSettings<'a> {
    contacts: [Softness; 2],
    /// Of rigid rows.
    joints: Softness,
    /// That of biased sweeps, in relax sweeps too: mechanisms soften rows with it that contradict each other.
    joint_bias_rate: f32,
    constants: [&'a SubstepConstants; 2],
}

#[derive(Clone, Copy)]
struct Turn {
    /// Bodies have moved since the last sweep, so separations must be computed again.
    bodies_moved: bool,
    /// Among the biased, or the relax sweeps of the sub-step.
    is_first: bool,
    is_last: bool,
    totaling: Totaling,
}

impl<'w, 'a> Worker<'w, 'a> {
    /// `alone` in its team.
    pub(super) fn of_batch(
        step: &'w Step<'a>,
        width: Width,
        alone: &'w Member<'w>,
        batch: Assignment<'a>,
    ) -> Self {
        let runs = step.plan.runs_of_batch(batch);
        Self { step, width, member: alone, batch: Some((batch, runs)) }
    }

    pub(super) fn of_team(step: &'w Step<'a>, width: Width, member: &'w Member<'w>) -> Self {
        Self { step, width, member, batch: None }
    }

    pub(super) fn run(&self) {
        let Step { settings, h, .. } = *self.step;
        let max_hertz = MAX_HERTZ_PER_RATE / h;
        let hertz = min(settings.contact_hertz, max_hertz);
        let ratio = settings.contact_damping_ratio;
        let moving = SubstepConstants {
            inverse_h: 1.0 / h,
            push_out_speed: settings.push_out_speed,
            bounce_clearance: settings.bounce_clearance,
        };
        let against_infinite_mass =
            SubstepConstants { push_out_speed: STATIC_FACTOR * settings.push_out_speed, ..moving };
        let joints = Softness::spring(min(settings.joint_hertz, max_hertz), settings.joint_damping_ratio, h);
        let biased = SweepSettings {
            contacts: [Softness::spring(hertz, ratio, h), Softness::spring(STATIC_FACTOR * hertz, ratio, h)],
            joints,
            joint_bias_rate: joints.bias_rate,
            constants: [&moving, &against_infinite_mass],
        };
        let relax = SweepSettings { contacts: [Softness::RIGID; 2], joints: Softness::RIGID, ..biased };

        for substep in 0..settings.substeps {
            self.integrate_velocities_and_warm_start(substep == 0);
            for i in 1..=settings.biased_sweeps {
                let (is_first, is_last) = (i == 1, i == settings.biased_sweeps);
                let turn = Turn { bodies_moved: false, is_first, is_last, totaling: Totaling::None };
                self.sweep::<true>(&biased, turn);
            }
            self.integrate_positions();
            // The first sweep after the motion computes separations, and the last one adds up impulses, while
            // a block is in the cache.
            for i in 1..=settings.relax_sweeps {
                let is_last = i == settings.relax_sweeps;
                let totaling =
                    if is_last { Totaling::of_substep(substep, settings.substeps) } else { Totaling::None };
                let is_first = i == 1;
                let turn = Turn { bodies_moved: is_first, is_first, is_last, totaling };
                self.sweep::<false>(&relax, turn);
            }
        }
        self.apply_restitution();
    }

    fn assignment(&self, share: Share) -> Assignment<'a> {
        match self.batch {
            Some((batch, _)) => batch,
            None => self.step.plan.cooperative(share),
        }
    }

    /// `own` are indices that one assignment has.
    fn states(&self, own: Range<usize>) -> &'a mut [BodyState] {
        // SAFETY: assignments share no body, each share is handed out once, and nobody solves constraints in
        // such a phase.
        unsafe { self.step.bodies.states.slice(own) }
    }

    /// Applies the stored impulses in the first sub-step, and in the others if there are joints. Otherwise
    /// velocities carry them over (see `soft.rs`).
    fn integrate_velocities_and_warm_start(&self, is_first: bool) {
        let &Step { ref plan, bodies, h, .. } = self.step;
        let apply_impulses = is_first || !plan.joint_stages().is_empty() || plan.has_clusters();
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            for own in plan.bodies(self.assignment(share)) {
                // SAFETY: assignments share no body, each share is handed out once, and nobody writes inputs.
                let (unconstrained, inputs) =
                    unsafe { (bodies.unconstrained.slice(own.clone()), &bodies.inputs.read()[own.clone()]) };
                let unconstrained = if apply_impulses {
                    Unconstrained::Store(unconstrained)
                } else {
                    Unconstrained::CarryOver(unconstrained)
                };
                self.width.run(Integrate { states: self.states(own), inputs, h, unconstrained });
            }
        }
        if apply_impulses {
            self.warm_start(is_first);
        }
    }

    fn warm_start(&self, is_first: bool) {
        self.for_each_joint_run(|mut joints| joints.warm_start(self.width, self.step.shared_bodies()));
        self.for_each_contact_run(|_, contacts| self.width.run(WarmStart { contacts }));
        // SAFETY: `for_each_cluster` gives each cluster to one worker, in one unit.
        self.for_each_cluster(|clusters, unit, states| unsafe {
            clusters.warm_start(unit, states, is_first);
        });
    }

    /// A stage of clusters, unit by unit: nobody solves anything else meanwhile.
    fn for_each_cluster(&self, run: impl Fn(&SharedClusters<'a>, SolveUnit<'_>, Shared<'a, BodyState>)) {
        // Both are large, so they are not copied for each stage.
        let &Step { ref plan, ref clusters, bodies, .. } = self.step;
        if !plan.has_clusters() {
            return;
        }
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            let own = plan.clusters(self.assignment(share));
            clusters.for_each(own, |unit| run(clusters, unit, bodies.states));
        }
    }

    fn sweep<const BIASED: bool>(&self, sweep: &SweepSettings<'_>, turn: Turn) {
        let Turn { bodies_moved, is_first, is_last, totaling } = turn;
        self.for_each_joint_run(|mut joints| {
            let (bodies, inverse_h) = (self.step.shared_bodies(), sweep.constants[0].inverse_h);
            joints.solve(self.width, bodies, &sweep.joints, inverse_h, bodies_moved);
        });
        self.for_each_contact_run(|is_static, contacts| {
            let i = usize::from(is_static);
            let (softness, constants) = (&sweep.contacts[i], sweep.constants[i]);
            let faces = Faces { step: self.step, width: self.width };
            self.width.run(Solve::<BIASED> { contacts, softness, constants, faces, bodies_moved, totaling });
        });
        if !self.step.plan.has_clusters() {
            return;
        }
        let SweepSettings { contacts, joints, joint_bias_rate, .. } = *sweep;
        let cluster_sweep = ClusterSweep {
            contacts,
            push_out_speed: sweep.constants.map(|constants| constants.push_out_speed),
            joints,
            joint_bias_rate,
            h: self.step.h,
            inverse_h: sweep.constants[0].inverse_h,
            is_biased: BIASED,
            bodies_moved,
            is_first,
            is_last,
        };
        // SAFETY: `for_each_cluster` gives each cluster to one worker, in one unit.
        self.for_each_cluster(|clusters, unit, states| unsafe {
            clusters.solve(unit, states, &cluster_sweep);
        });
    }

    fn integrate_positions(&self) {
        let &Step { ref plan, h, .. } = self.step;
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            for own in plan.bodies(self.assignment(share)) {
                self.width.run(Advance { states: self.states(own), h });
            }
        }
    }

    fn apply_restitution(&self) {
        let &Step { contacts, h, .. } = self.step;
        // An independent batch may see the mark of another one, and then finds that none of its blocks
        // bounces.
        if !contacts.any_bounces.load(Ordering::Relaxed) {
            return;
        }
        self.for_each_contact_run(|_, contacts| self.width.run(ApplyRestitution { contacts, h }));
    }

    /// Each class has a phase of its own.
    #[inline(always)]
    fn for_each_joint_run(&self, run: impl Fn(JointBlocks<'a>)) {
        if let Some((_, runs)) = &self.batch {
            for kinds in runs.joints() {
                // SAFETY: this worker alone has the batch.
                run(unsafe { self.step.joints.runs(kinds) });
            }
            return;
        }
        for &class in self.step.plan.joint_stages() {
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                self.step.joints_of(class, self.assignment(share)).for_each(&run);
            }
        }
    }

    /// Each stage has a phase of its own. The boolean tells contacts with bodies of infinite mass.
    #[inline(always)]
    fn for_each_contact_run(&self, run: impl Fn(bool, Contacts<'a>)) {
        if let Some((_, runs)) = &self.batch {
            for (is_static, own) in runs.contacts() {
                // SAFETY: this worker alone has the batch, whose lanes are full.
                run(is_static, unsafe { self.step.contacts(own) });
            }
            return;
        }
        for stage in self.step.plan.contact_stages() {
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                let assignment = self.assignment(share);
                self.step
                    .for_each_contact_run(stage, assignment, |contacts| run(stage.is_static(), contacts));
            }
        }
    }
}

struct WarmStart<'a> {
    contacts: Contacts<'a>,
}

impl Kernel for WarmStart<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, extras, bodies, .. } = self.contacts;
        for (i, block) in blocks.iter().enumerate() {
            block.warm_start::<L>(bodies, extras.of(block, i));
        }
    }
}

struct Solve<'a, const BIASED: bool> {
    contacts: Contacts<'a>,
    softness: &'a Softness,
    constants: &'a SubstepConstants,
    faces: Faces<'a>,
    bodies_moved: bool,
    totaling: Totaling,
}

impl<const BIASED: bool> Kernel for Solve<'_, BIASED> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { softness, constants, faces, bodies_moved, totaling, .. } = self;
        let Contacts { blocks, totals, lanes, extras, bodies } = self.contacts;
        let mut next = 0;
        while next < blocks.len() {
            let solved = match &mut blocks[next..] {
                [first, second, ..] if first.is_solved_with(second) => {
                    let extras = [extras.of(first, next), extras.of(second, next + 1)];
                    if bodies_moved {
                        first.update_separations::<L>(bodies, extras[0].as_deref());
                        second.update_separations::<L>(bodies, extras[1].as_deref());
                        if first.faces | second.faces != 0 {
                            faces.turn_on(first, &lanes[next]);
                            faces.turn_on(second, &lanes[next + 1]);
                        }
                    }
                    first.solve_with::<L, BIASED>(second, bodies, extras, softness, constants);
                    2
                }
                [block, ..] => {
                    let extra = extras.of(block, next);
                    if bodies_moved {
                        block.update_separations::<L>(bodies, extra.as_deref());
                        if block.faces != 0 {
                            faces.turn_on(block, &lanes[next]);
                        }
                    }
                    block.solve::<L, BIASED>(bodies, extra, softness, constants);
                    1
                }
                [] => break,
            };
            for i in next..next + solved {
                totals[i].add::<L>(totaling, &blocks[i]);
            }
            next += solved;
        }
    }
}

struct ApplyRestitution<'a> {
    contacts: Contacts<'a>,
    h: f32,
}

impl Kernel for ApplyRestitution<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, extras, bodies, .. } = self.contacts;
        for (i, block) in blocks.iter_mut().enumerate() {
            if let Some(extra) = extras.of(block, i).filter(|extra| extra.bounces) {
                block.apply_restitution::<L>(bodies, extra, self.h);
            }
        }
    }
}
