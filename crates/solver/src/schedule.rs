//! The schedule of a step: which worker solves a constraint, when, and in which lane.
//!
//! ```text
//!   strip coordinates -> strips     parts of the scene side by side          strips.rs
//!   constraints       -> groups     by kind, class and strip                 groups.rs, classify.rs, sort.rs
//!                        colours    no two share a moving body: blocks      colors.rs, coloring.rs
//!                        batches    strips that constraints connect          batches.rs
//!                        ownership  who solves which strips                  ownership.rs
//!                        stages     what all workers finish before the next  stages.rs
//!   together.rs -> clusters   bodies that one worker solves together           clusters.rs
//!                        plan       what the workers read of all this            plan.rs
//! ```
//!
//! **Constraints that two workers solve at the same time share no moving body**: those of one class in
//! different strips, blocks of one colour, independent batches. Debug builds check it (`compute::Shared`).
//!
//! **The order of the constraints of a body** follows from bodies and constraints alone; the number of
//! workers decides only who solves what.

#![allow(unsafe_code)]

use crate::BodyInput;
use batches::Batches;
use clusters::FiledClusters;
use coloring::Coloring;
use compute::workers::MOST_SHARES;
use compute::{LANES, Member, Workers};
use stages::Stages;

pub(crate) use clusters::Clusters;
pub(crate) use coloring::EMPTY_LANE;
use constraint::NoConstraints;
pub(crate) use constraint::{Constraint, Constraints};
pub(crate) use plan::{Assignment, Plan};
pub(crate) use stages::{BatchRuns, ContactStage, MAX_KINDS};
pub(crate) use strips::{Class, Strips};

mod batches;
mod classify;
mod clusters;
mod coloring;
mod colors;
mod constraint;
mod groups;
mod ownership;
mod plan;
mod sort;
mod stages;
mod strips;

/// Phases of colouring are cut into so many for each worker, because groups take unequal times.
const SHARES_OF_WORKER: usize = 4;

/// [`Plan`] is the view that all workers share during a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    pub(crate) is_one_strip: bool,
    strips: Strips,
    contacts: Coloring,
    joints: Coloring,
    clusters: FiledClusters,
    batches: Batches,
    stages: Stages,
    /// The number of workers, if batches and stages are of one strip without clusters.
    team_of_one_strip: Option<usize>,
}

impl Schedule {
    /// [`Plan::fill_lanes`] then fills the lanes.
    pub(crate) fn decide(
        &mut self,
        workers: &mut Workers,
        team: usize,
        inputs: &[BodyInput],
        contacts: &impl Constraints,
        joints: &impl Constraints,
        clusters: &Clusters,
    ) {
        if self.is_one_strip {
            self.strips.unite(inputs);
        } else {
            self.strips.draw(inputs);
        }
        self.color(workers, team, contacts, joints, clusters);
        if self.batches.need_sorted_bodies(team) {
            self.strips.index_by_strip();
        } else {
            self.strips.index_by_row();
        }
    }

    /// For joints alone, on the calling thread; lanes are filled, body indices are rows.
    pub(crate) fn decide_as_one_strip(&mut self, inputs: &[BodyInput], joints: &impl Constraints) {
        self.strips.unite(inputs);
        self.color(&mut Workers::serial(), 1, &NoConstraints, joints, &Clusters::default());
        let plan = self.plan();
        // SAFETY: nobody else is there.
        unsafe {
            plan.contacts.fill_lanes(0..1);
            plan.joints.fill_lanes(0..1);
        }
        self.note_filled();
    }

    /// Of contacts alone, on the calling thread; nothing can be solved by them.
    pub(crate) fn color_contacts(&mut self, inputs: &[BodyInput], contacts: &impl Constraints) {
        self.strips.draw(inputs);
        self.contacts.begin(&self.strips, contacts, 1);
        self.contacts.share(&self.strips, contacts).run(&Member::alone());
    }

    /// Of [`Schedule::color_contacts`]. The overflow has no colour.
    pub(crate) fn for_each_contact(&self, visit: impl FnMut(u32, Class, usize, Option<usize>)) {
        self.contacts.for_each(visit);
    }

    fn color(
        &mut self,
        workers: &mut Workers,
        team: usize,
        contacts: &impl Constraints,
        joints: &impl Constraints,
        clusters: &Clusters,
    ) {
        let Self { strips, contacts: contact_coloring, joints: joint_coloring, .. } = self;
        let shares = if team > 1 { (SHARES_OF_WORKER * team).min(MOST_SHARES) } else { 1 };
        contact_coloring.begin(strips, contacts, shares);
        joint_coloring.begin(strips, joints, shares);
        let shared_contacts = contact_coloring.share(strips, contacts);
        let shared_joints = joint_coloring.share(strips, joints);
        workers.run_team_in_shares(shares, |member: Member<'_>| {
            shared_contacts.run(&member);
            shared_joints.run(&member);
        });
        contact_coloring.lay_out();
        joint_coloring.lay_out();
        // A strip alone is coupled to no other: all else follows from the lanes.
        let key = (self.strips.count() == 1 && clusters.is_empty()).then_some(team);
        let is_kept = self.contacts.is_kept() && self.joints.is_kept();
        let is_same = key.is_some() && self.team_of_one_strip == key;
        self.team_of_one_strip = key;
        if is_same && is_kept {
            return;
        }
        let (contacts, joints) = (self.contacts.groups(), self.joints.groups());
        self.clusters.file(clusters, &self.strips);
        self.batches.find(self.strips.count(), [contacts, joints], (&self.clusters, clusters), team);
        self.stages.find(contacts, joints);
    }

    pub(crate) fn strips(&self) -> &Strips {
        &self.strips
    }

    pub(crate) fn may_need_extra(&self) -> bool {
        self.contacts.may_need_extra()
    }

    pub(crate) fn may_bounce(&self) -> bool {
        self.contacts.may_bounce()
    }

    /// Or [`EMPTY_LANE`]. Before the lanes are filled, only the length is valid.
    pub(crate) fn contact_lanes(&self) -> &[[u32; LANES]] {
        self.contacts.lanes()
    }

    pub(crate) fn joint_lanes(&self, kind: usize) -> &[[u32; LANES]] {
        &self.joints.lanes()[self.joints.groups().blocks_of_kind(kind)]
    }

    pub(crate) fn plan(&mut self) -> Plan<'_> {
        Plan {
            strips: &self.strips,
            batches: &self.batches,
            stages: &self.stages,
            clusters: &self.clusters,
            contacts: self.contacts.table(),
            joints: self.joints.table(),
        }
    }

    /// The next step may keep them.
    pub(crate) fn note_filled(&mut self) {
        self.contacts.note_filled();
        self.joints.note_filled();
    }
}

#[cfg(all(test, debug_assertions, feature = "std"))]
mod tests {
    use super::*;
    use crate::BodyRow;
    use crate::BodyState;
    use crate::body::BodyIndex;
    use crate::lanes::VelocityLanes;
    use crate::shared_bodies::SharedBodies;
    use alloc::vec::Vec;
    use compute::{Kernel, Lanes, Share, Shared, Width};
    use core::ops::Range;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Pairs of bodies, like joints in two kinds.
    struct Pairs(Vec<[BodyRow; 2]>);

    impl Constraints for Pairs {
        const KINDS: usize = 2;
        const ONE_MOVES: Class = Class::Interior;

        fn len(&self) -> usize {
            self.0.len()
        }

        fn get(&self, index: usize) -> Option<Constraint> {
            let bodies = self.0[index];
            Some(Constraint { bodies, kind: index % 2, is_light: false, extra_bits: 0, restitution_bits: 0 })
        }
    }

    /// Reads and writes the velocities of two bodies, as each constraint does.
    struct Touch<'a>([BodyIndex; 2], SharedBodies<'a>);

    impl Kernel for Touch<'_> {
        type Output = ();

        #[inline(always)]
        fn run<L: Lanes>(self) {
            for body in self.0 {
                let at = [body; LANES];
                VelocityLanes::<L>::gather(&at, self.1).scatter(&at, 1, self.1);
            }
        }
    }

    /// Bodies in a row in eight strips, each connected to the next with gaps at the borders, and joints that
    /// connect the second strip with the last: many of them, since other tests that run at the same time
    /// overwrite records of the check.
    fn scene() -> (Vec<BodyInput>, Pairs) {
        let count = 6400;
        let body = |i: u32| BodyInput {
            strip_coordinate: i as f32 + (i / 800) as f32 * 100.0,
            ..BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros())
        };
        let inputs = core::iter::once(BodyInput::INFINITE_MASS).chain((0..count).map(body)).collect();
        let neighbours = (1..count).filter(|i| i % 800 != 0).map(|i| [i, i + 1].map(BodyRow));
        let long_range = (1..800).map(|i| [800 + i, 5600 + i].map(BodyRow));
        (inputs, Pairs(neighbours.chain(long_range).collect()))
    }

    /// Whether debug builds panic when two workers access all bodies of the constraints in
    /// `runs(plan, class, share)`, one of `classes` after the other.
    fn is_stopped(
        runs: impl for<'a> Fn(&Plan<'a>, Class, Share) -> Vec<Range<usize>> + Sync,
        classes: &[&[Class]],
    ) -> bool {
        let (inputs, pairs) = scene();
        let mut workers = Workers::new(2);
        let mut schedule = Schedule::default();
        schedule.decide(&mut workers, 2, &inputs, &NoConstraints, &pairs, &Clusters::default());
        assert_eq!(schedule.strips().count(), 8);
        let plan = schedule.plan();
        let mut states = alloc::vec![BodyState::REST; inputs.len()];
        // SAFETY: indices are below the number of bodies. What is not the workers' own stops the test.
        let bodies = unsafe { SharedBodies::new(Shared::new(&mut states)) };
        let job = AssertUnwindSafe(|| {
            workers.run_team(true, |member| {
                let mut phase = member.phase();
                while let Some(share) = phase.next() {
                    // SAFETY: each assignment is one share's.
                    plan.assignments(share).for_each(|assignment| unsafe { plan.fill_lanes(assignment) });
                }
                for &together in classes {
                    let mut phase = member.phase();
                    while let Some(share) = phase.next() {
                        for &class in together {
                            for run in runs(&plan, class, share) {
                                for kind in 0..2 {
                                    let (lanes, _) = plan.joint_blocks(kind, class, run.clone());
                                    // SAFETY: the lanes are full.
                                    let lanes = unsafe { plan.joint_lanes(lanes) }.as_flattened();
                                    for &i in lanes.iter().filter(|&&i| i != EMPTY_LANE) {
                                        let ends = pairs.0[i as usize].map(|row| plan.strips().index_of(row));
                                        Width::SCALAR.run(Touch(ends, bodies));
                                    }
                                }
                            }
                        }
                    }
                }
            });
        });
        catch_unwind(job).is_err()
    }

    fn assigned(plan: &Plan<'_>, class: Class, share: Share) -> Vec<Range<usize>> {
        let runs = plan.assignments(share).flat_map(|assignment| plan.joint_runs(class, assignment));
        runs.cloned().collect()
    }

    /// In each stage, the workers share no moving body.
    #[test]
    fn stages_share_no_moving_body_between_workers() {
        let stages = Class::ALL.map(|class| [class]);
        assert!(!is_stopped(assigned, &stages.each_ref().map(<[Class; 1]>::as_slice)));
    }

    /// If the owner of strip 0 solved the long-range joints that are filed there together with its own, other
    /// workers would solve the strips of their bodies at the same time. Debug builds find that.
    #[test]
    fn a_long_range_joint_solved_by_the_owner_of_strip_0_is_found() {
        let with_strip_0 = |plan: &Plan<'_>, class: Class, share: Share| {
            if class == Class::LongRange {
                let own = assigned(plan, Class::Interior, share);
                return own.into_iter().filter(|run| run.contains(&0)).map(|_| 0..1).collect();
            }
            assigned(plan, class, share)
        };
        assert!(is_stopped(with_strip_0, &[&[Class::Interior, Class::LongRange]]));
    }
}
