//! What the schedule has to know of a constraint.

use super::strips::Class;
use crate::BodyRow;

/// One constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) bodies: [BodyRow; 2],
    /// Which blocks it goes to, below [`Constraints::KINDS`].
    pub(crate) kind: usize,
    /// Whether it takes half of the time of others of its kind: a contact of one point.
    pub(crate) is_light: bool,
    /// Whether the caller has to look at its block once more after filling it.
    pub(crate) may_need_extra: bool,
}

/// A list of constraints to be scheduled: all contacts, or all joint rows.
pub(crate) trait Constraints: Sync {
    /// Number of kinds. Long-range constraints are shared by all workers only if there is one kind.
    const KINDS: usize;

    /// The class of constraints that can move only one of their bodies: [`Class::Static`] if they are to be
    /// solved last, or [`Class::Interior`] if like all others.
    const ONE_MOVES: Class;

    fn len(&self) -> usize;

    /// The constraint of this number, or `None` if it needs no solving.
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
