//! What the schedule reads of a constraint.

use super::strips::Class;
use crate::BodyRow;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(crate) bodies: [BodyRow; 2],
    /// Which blocks it goes to, below [`Constraints::KINDS`].
    pub(crate) kind: usize,
    /// A contact of one point, which takes half of the time.
    pub(crate) is_light: bool,
    /// Not zero if the caller must visit its block again after filling it.
    pub(crate) extra_bits: u32,
    pub(crate) restitution_bits: u32,
}

/// All contacts, or all joint rows.
pub(crate) trait Constraints: Sync {
    /// Long-range constraints are shared by all workers only if there is one.
    const KINDS: usize;

    /// Of constraints that can move only one of their bodies: [`Class::Static`] to be solved last,
    /// [`Class::Interior`] with the others.
    const ONE_MOVES: Class;

    fn len(&self) -> usize;

    /// `None` if it need not be solved.
    fn get(&self, index: usize) -> Option<Constraint>;
}

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
