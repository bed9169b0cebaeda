//! What a step asks about the chosen solver and the chosen source of manifolds, in place of their names.

use crate::manifold_source::ManifoldSource;

/// How the stages of a step work for the chosen solver and source of manifolds. Found once per step
/// (`step/methods.rs`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRules {
    /// How many sub-steps the solver makes of a step.
    pub(crate) substeps: u32,
    /// Whether the solver pushes points that have not met yet. For one that does not, no contact is swept
    /// before it solves, and the clamp lets shapes overlap by one slop, so that it pushes them in the next
    /// step.
    pub(crate) is_speculative: bool,
    /// Whether manifolds may be moved along with the bodies from step to step. Otherwise each is computed
    /// from the shapes in every step.
    pub(crate) reuses_manifolds: bool,
    /// Whether contacts of one point may be found for the middle of the step.
    pub(crate) has_midpoints: bool,
    /// Whether the solver takes tall columns.
    pub(crate) takes_columns: bool,
    /// Where manifolds come from.
    pub(crate) manifolds: ManifoldSource,
}
