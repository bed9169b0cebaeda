//! How often a step had to give something up.

/// How often the last step gave up what its constraints ask for, so that no error grows: see
/// [`SoftSolver::nets`](crate::SoftSolver::nets).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverNets {
    /// Loaded clusters that did not converge within their work, and had soft rows for the rest of the step;
    /// solves of mechanisms undone, because a body would have been faster than 1e7 m/s.
    pub given_up: u32,
    /// Contacts whose stored impulses were set to zero: they would have thrown a body on which something
    /// heavy presses, or a body of a loaded cluster.
    pub forgotten: u32,
    /// Contacts whose restitution was weakened, because their bodies had gained energy, or strengthened,
    /// because elastic ones had lost some.
    pub weakened: u32,
}
