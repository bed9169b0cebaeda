//! What a caller knows of its contacts that a list of them does not say.

use crate::{Bodies, Contact};

/// The contacts of the next step, as a graph, for [`SoftSolver::prepare`](crate::SoftSolver::prepare), which
/// would otherwise have to pass over all contacts.
#[derive(Clone, Debug)]
pub struct ContactGraph<'a, S, F> {
    /// The bodies, with their velocities and inputs.
    pub bodies: &'a Bodies,
    /// The contacts, with their impulses of the last step.
    pub contacts: &'a [Contact],
    /// Indices of the contacts with a body of infinite mass at which the other body [bears a
    /// load](Contact::bears_load). One that is missing is not looked at; one too many only takes time.
    pub supports: S,
    /// Gives the indices of the contacts of a body. It is called for bodies that bear a load, and what these
    /// touch.
    pub contacts_of: F,
}
