//! What the sub-steps ask of any cluster.
//!
//! ```text
//!   fill         once a step     copy rows and masses
//!   warm start   each sub-step   apply the accumulated impulses
//!   solve        each sweep      after the sweep over joints and contacts
//!   store        once a step     write the impulses to the caller's contacts and joints
//! ```

#![allow(unsafe_code)]

use crate::joint::Substep;
use crate::schedule::Strips;
use crate::{BodyInput, BodyState, Contact, JointRows, Softness};
use compute::Shared;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveUnit<'u> {
    One(usize),
    Trees(&'u [u32]),
}

/// Contacts and joints are the caller's; states and inputs are by body index.
#[derive(Clone, Copy)]
pub(crate) struct ClusterSource<'s> {
    pub(crate) contacts: Shared<'s, Contact>,
    pub(crate) joints: Shared<'s, JointRows>,
    pub(crate) states: Shared<'s, BodyState>,
    pub(crate) inputs: &'s [BodyInput],
    pub(crate) strips: &'s Strips,
    pub(crate) substep: Substep<'s>,
}

/// Pairs are for contacts of two moving bodies, and of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterSweep {
    pub(crate) contacts: [Softness; 2],
    /// Of overlapping bodies, m/s.
    pub(crate) push_out_speed: [f32; 2],
    pub(crate) joints: Softness,
    /// Of an error, in a second, in biased sweeps.
    pub(crate) joint_bias_rate: f32,
    /// s, and 1/s.
    pub(crate) h: f32,
    pub(crate) inverse_h: f32,
    pub(crate) is_biased: bool,
    pub(crate) bodies_moved: bool,
    /// Of the biased or of the relax sweeps.
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
}

impl ClusterSweep {
    /// The curvature of their motion counts if bodies move next.
    pub(super) fn moves_next(&self) -> bool {
        self.is_biased && self.is_last
    }

    pub(super) fn ends_substep(&self) -> bool {
        !self.is_biased && self.is_last
    }

    /// And no body has moved since.
    pub(super) fn has_same_bias(&self) -> bool {
        !self.is_first
    }
}

/// Units have the numbers of clusters among their kind.
pub(super) trait ClusterKind<'a> {
    /// # Safety
    /// Nobody else has the clusters of the unit, or writes states, in this phase.
    unsafe fn fill(&self, unit: SolveUnit<'_>, source: &ClusterSource<'_>);

    /// The first sub-step also evaluates the rows; else the last relax sweep has done so.
    ///
    /// # Safety
    /// Nobody else has the clusters of the unit, or what they absorb, or reads or writes the moving bodies of
    /// these, in this phase.
    unsafe fn warm_start(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, is_first: bool);

    /// # Safety
    /// The same.
    unsafe fn solve(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, sweep: &ClusterSweep);

    /// # Safety
    /// Nobody else has the clusters of the unit, or what they absorb, in this phase.
    unsafe fn store(
        &self,
        unit: SolveUnit<'_>,
        states: Shared<'a, BodyState>,
        contacts: Shared<'_, Contact>,
        joints: Shared<'_, JointRows>,
    );
}
