//! What a step asks about the chosen solver and source of manifolds.

use crate::manifold_source::ManifoldSource;

/// Found once per step (`step/methods.rs`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRules {
    pub(crate) substeps: u32,
    /// Whether the solver pushes points that have not met yet. Otherwise no contact is swept before it
    /// solves, and the clamp lets shapes overlap by one slop, so that it pushes them in the next step.
    pub(crate) is_speculative: bool,
    /// Otherwise each manifold is computed from the shapes in every step.
    pub(crate) reuses_manifolds: bool,
    pub(crate) has_midpoints: bool,
    pub(crate) takes_columns: bool,
    pub(crate) manifolds: ManifoldSource,
}
