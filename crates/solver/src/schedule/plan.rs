//! What belongs to an assignment of a worker: strips, bodies, clusters, blocks, and the lanes of blocks.

#![allow(unsafe_code)]

use super::batches::Batches;
use super::clusters::FiledClusters;
use super::coloring::LaneTable;
use super::stages::{BatchRuns, ContactStage, Stages};
use super::strips::{Class, Strips};
use crate::BodyRow;
use crate::body::BodyIndex;
use compute::{LANES, Share};
use core::ops::Range;

/// What a worker solves without waiting: an independent batch, or a share of a stage of the cooperative ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Assignment<'a> {
    Independent(&'a Range<usize>),
    Cooperative(Share, &'a [Range<usize>]),
}

impl<'a> Assignment<'a> {
    #[inline(always)]
    fn strips(self) -> &'a [Range<usize>] {
        match self {
            Self::Independent(batch) => core::slice::from_ref(batch),
            Self::Cooperative(_, strips) => strips,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(super) strips: &'a Strips,
    pub(super) batches: &'a Batches,
    pub(super) stages: &'a Stages,
    pub(super) clusters: &'a FiledClusters,
    pub(super) contacts: LaneTable<'a>,
    pub(super) joints: LaneTable<'a>,
}

impl<'a> Plan<'a> {
    pub(crate) fn strips(&self) -> &'a Strips {
        self.strips
    }

    #[inline(always)]
    pub(crate) fn contact_stages(&self) -> &'a [ContactStage] {
        &self.stages.contacts
    }

    /// Before those of contacts.
    #[inline(always)]
    pub(crate) fn joint_stages(&self) -> &'a [Class] {
        &self.stages.joints
    }

    #[inline(always)]
    pub(crate) fn has_clusters(&self) -> bool {
        !self.clusters.is_empty()
    }

    pub(crate) fn clusters(&self, assignment: Assignment<'a>) -> impl Iterator<Item = &'a [u32]> + use<'a> {
        let clusters = self.clusters;
        assignment.strips().iter().map(move |run| clusters.of(run.clone()))
    }

    pub(crate) fn has_cooperative(&self) -> bool {
        self.batches.has_cooperative()
    }

    #[inline(always)]
    pub(crate) fn independent(&self, share: Share) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
        self.batches.independent.of(share).iter().map(Assignment::Independent)
    }

    #[inline(always)]
    pub(crate) fn cooperative(&self, share: Share) -> Assignment<'a> {
        Assignment::Cooperative(share, self.batches.cooperative.of(share))
    }

    #[inline(always)]
    pub(crate) fn assignments(&self, share: Share) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
        self.independent(share).chain(core::iter::once(self.cooperative(share)))
    }

    /// Without [`BodyIndex::STATIC`], which all workers read at any time, so none may write it.
    #[inline(always)]
    pub(crate) fn bodies(&self, assignment: Assignment<'a>) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let strips = self.strips;
        let after_static = BodyIndex::STATIC.index() + 1;
        assignment.strips().iter().map(move |run| {
            let indices = strips.indices(run.clone());
            indices.start.max(after_static)..indices.end.max(after_static)
        })
    }

    #[inline(always)]
    pub(crate) fn rows(&self, indices: Range<usize>) -> &'a [BodyRow] {
        self.strips.rows(indices)
    }

    /// Without empty runs.
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

    /// It has no long-range constraints.
    pub(crate) fn runs_of_batch(&self, batch: Assignment<'a>) -> BatchRuns {
        let groups = self.contacts.groups();
        let mut runs = BatchRuns::default();
        for stage in self.contact_stages() {
            if let (ContactStage::Strips(class), [strips]) = (stage, batch.strips()) {
                runs.add(stage.is_static(), groups.blocks(0, *class, strips.clone()));
            }
        }
        for &class in self.joint_stages() {
            if let (Class::Interior | Class::EvenBorder | Class::OddBorder, [strips]) =
                (class, batch.strips())
            {
                let blocks = |kind| self.joint_blocks(kind, class, strips.clone()).1;
                runs.add_joints(core::array::from_fn(blocks));
            }
        }
        runs
    }

    /// Long-range joints are filed under strip 0; the first share of the cooperative batches solves them.
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

    /// The position of their lanes among those of all kinds, and of the blocks among those of the kind.
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

    /// # Safety
    /// As long as the reference lives, nobody fills lanes.
    #[inline(always)]
    pub(crate) unsafe fn contact_lanes(&self, blocks: Range<usize>) -> &'a [[u32; LANES]] {
        // SAFETY: the caller's promise.
        unsafe { self.contacts.lanes(blocks) }
    }

    /// # Safety
    /// As [`Plan::contact_lanes`].
    #[inline(always)]
    pub(crate) unsafe fn is_apart_from_next(&self, blocks: Range<usize>) -> &'a [bool] {
        // SAFETY: the caller's promise.
        unsafe { self.contacts.is_color_of_next(blocks) }
    }

    /// Counted among all kinds.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    pub(crate) unsafe fn joint_lanes(&self, blocks: Range<usize>) -> &'a [[u32; LANES]] {
        // SAFETY: the caller's promise.
        unsafe { self.joints.lanes(blocks) }
    }
}
