//! What a caller knows of its contacts that a list of them does not say.
//!
//! A pass over all contacts, for those of a body or on the ground, took 3 to 4% of a step
//! (`docs/experiments/loads.md`); a caller has lists of both anyway.

use crate::{Bodies, Contact};

/// The contacts of the next step, as a graph: what stands on the ground, and what touches what. It is for
/// [`SoftSolver::prepare`](crate::SoftSolver::prepare).
#[derive(Clone, Debug)]
pub struct ContactGraph<'a, S, F> {
    /// The bodies, with their velocities and inputs.
    pub bodies: &'a Bodies,
    /// The contacts, with their impulses of the last step.
    pub contacts: &'a [Contact],
    /// Indices of the contacts with a body of infinite mass at which the other body
    /// [bears a load](Contact::bears_load). One that is missing is not looked at; one too many only takes
    /// time.
    pub supports: S,
    /// Gives the indices of the contacts of a body. Only those of bodies that bear a load, and of what these
    /// touch, are asked for.
    pub contacts_of: F,
}
