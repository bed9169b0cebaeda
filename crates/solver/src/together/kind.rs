//! What the sub-steps ask of a cluster, of whatever kind it is.
//!
//! ```text
//!   fill         once a step     copy rows and masses
//!   warm start   each sub-step   apply the accumulated impulses
//!   solve        each sweep      after the sweep over joints and contacts
//!   store        once a step     write the impulses to the caller's contacts and joints
//! ```
//!
//! What belongs to a kind alone follows from these: whether bodies move next, for instance, from
//! [`ClusterSweep::moves_next`].

#![allow(unsafe_code)]

use crate::joint::Substep;
use crate::schedule::Strips;
use crate::{BodyInput, BodyState, Contact, JointRows, Softness};
use compute::Shared;

/// What a worker solves at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveUnit<'u> {
    /// A cluster.
    One(usize),
    /// Mechanisms that are trees, in lanes.
    Trees(&'u [u32]),
}

/// What clusters are filled from. Contacts and joints are the caller's; states and inputs are by body index.
#[derive(Clone, Copy)]
pub(crate) struct ClusterSource<'s> {
    pub(crate) contacts: Shared<'s, Contact>,
    pub(crate) joints: Shared<'s, JointRows>,
    pub(crate) states: Shared<'s, BodyState>,
    pub(crate) inputs: &'s [BodyInput],
    pub(crate) strips: &'s Strips,
    pub(crate) substep: Substep<'s>,
}

/// What a sweep demands of clusters. Pairs: for contacts of two moving bodies, and for those of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterSweep {
    pub(crate) contacts: [Softness; 2],
    /// Greatest speeds at which overlapping bodies are pushed apart, m/s.
    pub(crate) push_out_speed: [f32; 2],
    /// The softness of rigid rows of joints in this sweep.
    pub(crate) joints: Softness,
    /// The share of an error that rigid rows of joints remove in a second in biased sweeps.
    pub(crate) joint_bias_rate: f32,
    /// Length of a sub-step, s, and one divided by it.
    pub(crate) h: f32,
    pub(crate) inverse_h: f32,
    pub(crate) is_biased: bool,
    /// Whether bodies have moved since the last sweep.
    pub(crate) bodies_moved: bool,
    /// Whether it is the first, and the last, of the biased or of the relax sweeps.
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
}

impl ClusterSweep {
    /// Whether bodies move next, so that the curvature of their motion counts.
    pub(super) fn moves_next(&self) -> bool {
        self.is_biased && self.is_last
    }

    /// Whether the sub-step ends after it.
    pub(super) fn ends_substep(&self) -> bool {
        !self.is_biased && self.is_last
    }

    /// Whether the sweep before had the same bias, and no body has moved since.
    pub(super) fn has_same_bias(&self) -> bool {
        !self.is_first
    }
}

/// All clusters of one kind, as the workers of a step share them. Units have the numbers that clusters have
/// among their kind.
pub(super) trait ClusterKind<'a> {
    /// Copies rows, contacts and masses.
    ///
    /// # Safety
    /// Nobody else has the clusters of the unit, or writes states, in this phase.
    unsafe fn fill(&self, unit: SolveUnit<'_>, source: &ClusterSource<'_>);

    /// Applies the accumulated impulses. The first sub-step also evaluates the rows; in the others, the last
    /// relax sweep has done so.
    ///
    /// # Safety
    /// Nobody else has the clusters of the unit, or what they absorb, or reads or writes the moving bodies of
    /// these, in this phase.
    unsafe fn warm_start(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, is_first: bool);

    /// Solves the clusters at the end of a sweep.
    ///
    /// # Safety
    /// The same.
    unsafe fn solve(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, sweep: &ClusterSweep);

    /// Stores the impulses in the caller's contacts and joints.
    ///
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
