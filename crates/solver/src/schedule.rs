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
//! ```
//!
//! **Constraints that two workers solve at the same time share no moving body.** That follows from classes
//! for the strips of one class, from colours for the blocks of one long-range colour, and from couplings for
//! independent batches. Debug builds check it at every access (`compute::Shared`).
//!
//! **The schedule decides the order in which constraints of a body are solved, and no worker can change it.**
//! Strips, groups and colours follow from bodies and constraints alone; the number of workers decides only
//! which worker solves which constraints.

#![allow(unsafe_code)]

use crate::body::BodyIndex;
use crate::{BodyInput, BodyRow};
use batches::Batches;
use clusters::FiledClusters;
use coloring::{Coloring, LaneTable};
use compute::{LANES, Member, Share, Workers};
use core::ops::Range;
use stages::Stages;

pub(crate) use clusters::Clusters;
pub(crate) use coloring::EMPTY_LANE;
use constraint::NoConstraints;
pub(crate) use constraint::{Constraint, Constraints};
pub(crate) use stages::{BatchRuns, ContactStage};
pub(crate) use strips::{Class, Strips};

mod batches;
mod classify;
mod clusters;
mod coloring;
mod colors;
mod constraint;
mod groups;
mod ownership;
mod sort;
mod stages;
mod strips;

/// The schedule, with the memory that it keeps from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    strips: Strips,
    contacts: Coloring,
    joints: Coloring,
    clusters: FiledClusters,
    batches: Batches,
    stages: Stages,
}

impl Schedule {
    /// Makes the schedule for `team` of these workers. [`Plan::fill_lanes`] then fills the lanes.
    pub(crate) fn decide(
        &mut self,
        workers: &mut Workers,
        team: usize,
        inputs: &[BodyInput],
        contacts: &impl Constraints,
        joints: &impl Constraints,
        clusters: &Clusters,
    ) {
        self.strips.draw(inputs);
        self.color(workers, team, contacts, joints, clusters);
        if self.batches.need_sorted_bodies(team) {
            self.strips.index_by_strip();
        } else {
            self.strips.index_by_row();
        }
    }

    /// Makes the schedule for joints alone, on the calling thread, with one strip and with the lanes filled.
    /// Body indices are rows.
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

    fn color(
        &mut self,
        workers: &mut Workers,
        team: usize,
        contacts: &impl Constraints,
        joints: &impl Constraints,
        clusters: &Clusters,
    ) {
        let Self { strips, contacts: contact_coloring, joints: joint_coloring, .. } = self;
        contact_coloring.begin(strips, contacts, team);
        joint_coloring.begin(strips, joints, team);
        let shared_contacts = contact_coloring.share(strips, contacts);
        let shared_joints = joint_coloring.share(strips, joints);
        workers.run_team(team > 1, |member: Member<'_>| {
            shared_contacts.run(&member);
            shared_joints.run(&member);
        });
        contact_coloring.lay_out();
        joint_coloring.lay_out();
        let (contacts, joints) = (self.contacts.groups(), self.joints.groups());
        self.clusters.file(clusters, &self.strips);
        self.batches.find(self.strips.count(), [contacts, joints], (&self.clusters, clusters), team);
        self.stages.find(contacts, joints);
    }

    pub(crate) fn strips(&self) -> &Strips {
        &self.strips
    }

    /// Whether a contact [may need an extra](Constraint::extra_bits).
    pub(crate) fn may_need_extra(&self) -> bool {
        self.contacts.may_need_extra()
    }

    /// Whether a contact has restitution.
    pub(crate) fn may_bounce(&self) -> bool {
        self.contacts.may_bounce()
    }

    /// Index of the contact in each lane of each block, or [`EMPTY_LANE`]. Before the lanes are filled, only
    /// the length of the list is valid.
    pub(crate) fn contact_lanes(&self) -> &[[u32; LANES]] {
        self.contacts.lanes()
    }

    /// The same for the joint rows of a kind.
    pub(crate) fn joint_lanes(&self, kind: usize) -> &[[u32; LANES]] {
        &self.joints.lanes()[self.joints.groups().blocks_of_kind(kind)]
    }

    /// The schedule in the form that the workers of a step read.
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

    /// Records that all lanes are filled, so that the next step may keep them.
    pub(crate) fn note_filled(&mut self) {
        self.contacts.note_filled();
        self.joints.note_filled();
    }
}

/// The part that a worker solves without waiting for others: an independent batch, or its share of a stage of
/// the cooperative batches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Assignment<'a> {
    /// Strips of a batch.
    Independent(&'a Range<usize>),
    /// The share, and the strips of its owner.
    Cooperative(Share, &'a [Range<usize>]),
}

impl<'a> Assignment<'a> {
    /// The strips, in runs.
    #[inline(always)]
    fn strips(self) -> &'a [Range<usize>] {
        match self {
            Self::Independent(batch) => core::slice::from_ref(batch),
            Self::Cooperative(_, strips) => strips,
        }
    }
}

/// The schedule as the workers of a step follow it.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    strips: &'a Strips,
    batches: &'a Batches,
    stages: &'a Stages,
    clusters: &'a FiledClusters,
    contacts: LaneTable<'a>,
    joints: LaneTable<'a>,
}

impl<'a> Plan<'a> {
    pub(crate) fn strips(&self) -> &'a Strips {
        self.strips
    }

    /// The stages of contacts, in order.
    #[inline(always)]
    pub(crate) fn contact_stages(&self) -> &'a [ContactStage] {
        &self.stages.contacts
    }

    /// The stages of joints, in order: before those of contacts.
    #[inline(always)]
    pub(crate) fn joint_stages(&self) -> &'a [Class] {
        &self.stages.joints
    }

    /// Whether there are clusters.
    #[inline(always)]
    pub(crate) fn has_clusters(&self) -> bool {
        !self.clusters.is_empty()
    }

    /// The numbers of the clusters of an assignment.
    pub(crate) fn clusters(&self, assignment: Assignment<'a>) -> impl Iterator<Item = usize> + use<'a> {
        let clusters = self.clusters;
        let runs = assignment.strips().iter().flat_map(move |run| clusters.of(run.clone()));
        runs.map(|&cluster| cluster as usize)
    }

    /// Whether there are cooperative batches.
    pub(crate) fn has_cooperative(&self) -> bool {
        self.batches.has_cooperative()
    }

    /// The independent batches of the owner of a share.
    #[inline(always)]
    pub(crate) fn independent(&self, share: Share) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
        self.batches.independent.of(share).iter().map(Assignment::Independent)
    }

    /// A share of the cooperative batches.
    #[inline(always)]
    pub(crate) fn cooperative(&self, share: Share) -> Assignment<'a> {
        Assignment::Cooperative(share, self.batches.cooperative.of(share))
    }

    /// All assignments of the owner of a share in a step.
    #[inline(always)]
    pub(crate) fn assignments(&self, share: Share) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
        self.independent(share).chain(core::iter::once(self.cooperative(share)))
    }

    /// The indices of the bodies of an assignment, in runs, without [`BodyIndex::STATIC`]: all workers read
    /// that body at any time, so no worker may write it.
    #[inline(always)]
    pub(crate) fn bodies(&self, assignment: Assignment<'a>) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let strips = self.strips;
        let after_static = BodyIndex::STATIC.index() + 1;
        assignment.strips().iter().map(move |run| {
            let indices = strips.indices(run.clone());
            indices.start.max(after_static)..indices.end.max(after_static)
        })
    }

    /// The rows of the bodies with these indices.
    #[inline(always)]
    pub(crate) fn rows(&self, indices: Range<usize>) -> &'a [BodyRow] {
        self.strips.rows(indices)
    }

    /// Calls `run` for each run of blocks of contacts that an assignment has in a stage. Runs that are empty
    /// are left out.
    #[inline(always)]
    pub(crate) fn for_each_contact_run(
        &self,
        stage: &ContactStage,
        assignment: Assignment<'a>,
        mut run: impl FnMut(Range<usize>),
    ) {
        let mut run_if_any = |blocks: Range<usize>| {
            if !blocks.is_empty() {
                run(blocks);
            }
        };
        match (stage, assignment) {
            (ContactStage::Strips(class), _) => {
                let groups = self.contacts.groups();
                for strips in assignment.strips() {
                    run_if_any(groups.blocks(0, *class, strips.clone()));
                }
            }
            (ContactStage::SharedColor(blocks), Assignment::Cooperative(share, _)) => {
                run_if_any(share.of(blocks.clone()));
            }
            (ContactStage::Single(blocks), Assignment::Cooperative(share, _)) => {
                run_if_any(share.alone(blocks.clone()));
            }
            (_, Assignment::Independent(_)) => {}
        }
    }

    /// The runs of blocks of contacts of an independent batch. It has no long-range contacts.
    pub(crate) fn runs_of_batch(&self, batch: Assignment<'a>) -> BatchRuns {
        let groups = self.contacts.groups();
        let mut runs = BatchRuns::default();
        for stage in self.contact_stages() {
            if let (ContactStage::Strips(class), [strips]) = (stage, batch.strips()) {
                runs.add(stage.is_static(), groups.blocks(0, *class, strips.clone()));
            }
        }
        runs
    }

    /// The runs of strips under which the joints of an assignment in a class are filed. Long-range joints are
    /// filed under strip 0; the first share of the cooperative batches solves them, whichever worker owns
    /// that strip.
    #[inline(always)]
    pub(crate) fn joint_runs(&self, class: Class, assignment: Assignment<'a>) -> &'a [Range<usize>] {
        #[allow(clippy::single_range_in_vec_init)] // One run: the first strip.
        const FIRST: &[Range<usize>] = &[0..1];
        match (class, assignment) {
            (Class::LongRange, Assignment::Cooperative(share, _)) if share.index() == 0 => FIRST,
            (Class::LongRange, _) => &[],
            _ => assignment.strips(),
        }
    }

    /// The blocks of one kind of joints in a run of strips: the position of their lanes among those of all
    /// kinds, and of the blocks among those of the kind.
    #[inline(always)]
    pub(crate) fn joint_blocks(
        &self,
        kind: usize,
        class: Class,
        run: Range<usize>,
    ) -> (Range<usize>, Range<usize>) {
        let groups = self.joints.groups();
        let (blocks, first) = (groups.blocks(kind, class, run), groups.blocks_of_kind(kind).start);
        (blocks.clone(), blocks.start - first..blocks.end - first)
    }

    /// Fills the lanes of an assignment.
    ///
    /// # Safety
    /// Nobody else has this assignment, and nobody reads lanes in this phase.
    pub(crate) unsafe fn fill_lanes(&self, assignment: Assignment<'a>) {
        for run in assignment.strips() {
            // SAFETY: the caller's promise. Long-range lanes belong to strip 0.
            unsafe {
                self.contacts.fill_lanes(run.clone());
                self.joints.fill_lanes(run.clone());
            }
        }
    }

    /// Number of the contact in each lane of these blocks.
    ///
    /// # Safety
    /// As long as the reference lives, nobody fills lanes.
    #[inline(always)]
    pub(crate) unsafe fn contact_lanes(&self, blocks: Range<usize>) -> &'a [[u32; LANES]] {
        // SAFETY: the caller's promise.
        unsafe { self.contacts.lanes(blocks) }
    }

    /// By block of contacts: whether the next one shares no moving body with it.
    ///
    /// # Safety
    /// As [`Plan::contact_lanes`].
    #[inline(always)]
    pub(crate) unsafe fn is_apart_from_next(&self, blocks: Range<usize>) -> &'a [bool] {
        // SAFETY: the caller's promise.
        unsafe { self.contacts.is_color_of_next(blocks) }
    }

    /// Number of the joint rows in each lane of these blocks, counted among all kinds.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    pub(crate) unsafe fn joint_lanes(&self, blocks: Range<usize>) -> &'a [[u32; LANES]] {
        // SAFETY: the caller's promise.
        unsafe { self.joints.lanes(blocks) }
    }
}

#[cfg(all(test, debug_assertions, feature = "std"))]
mod tests {
    use super::*;
    use crate::BodyState;
    use crate::lanes::VelocityLanes;
    use crate::shared_bodies::SharedBodies;
    use alloc::vec::Vec;
    use compute::{Kernel, Lanes, Shared, Width};
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

    /// Whether debug builds panic for two workers that access all bodies of the constraints in these `runs`
    /// of strips, by class, assignment and owner of the first strip.
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

    /// An earlier version gave long-range joints to the owner of strip 0, under which they are filed, while
    /// other workers were solving the strips of their bodies. Debug builds find that.
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
