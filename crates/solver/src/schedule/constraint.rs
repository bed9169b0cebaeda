//! The properties of a constraint that the schedule reads.

use super::strips::Class;
use crate::BodyRow;

/// One constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) bodies: [BodyRow; 2],
    /// Which blocks it goes to, below [`Constraints::KINDS`].
    pub(crate) kind: usize,
    /// Whether it takes half of the time that others of its kind take: true for a contact of one point.
    pub(crate) is_light: bool,
    /// Not zero if the caller must visit its block again after filling it.
    pub(crate) extra_bits: u32,
    /// Not zero if it has restitution.
    pub(crate) restitution_bits: u32,
}

/// A list of constraints to be scheduled: all contacts, or all joint rows.
pub(crate) trait Constraints: Sync {
    /// Number of kinds. Long-range constraints are shared by all workers only if there is one kind.
    const KINDS: usize;

    /// The class of constraints that can move only one of their bodies: [`Class::Static`] if they are to be
    /// solved last, or [`Class::Interior`] if they are solved with the others.
    const ONE_MOVES: Class;

    fn len(&self) -> usize;

    /// The constraint with this index, or `None` if it need not be solved.
    fn get(&self, index: usize) -> Option<Constraint>;
}

/// An empty list.
pub(super) struct NoConstraints;

impl Constraints for NoConstraints {
    const KINDS: usize = 1;
    const ONE_MOVES: Class = Class::Static;

    fn len(&self) -> usize {
        0
    }

    fn get(&self, _index: usize) -> Option<Constraint> {
        None
    }
}
