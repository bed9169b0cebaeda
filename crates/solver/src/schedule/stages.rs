//! Stages: the parts of a sweep, each of which all workers of the cooperative batches finish before the next
//! begins.
//!
//! ```text
//!   joints     Interior | EvenBorder | OddBorder | LongRange
//!   contacts   Interior | EvenBorder | OddBorder | LongRange, one stage for each run of blocks | Static
//! ```

use super::groups::Groups;
use super::strips::Class;
use alloc::vec::Vec;
use core::ops::Range;

/// Blocks of contacts that are solved in one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ContactStage {
    /// The blocks of a class: the worker to which a strip belongs solves the blocks of that strip.
    Strips(Class),
    /// Long-range blocks of one colour, of which each worker solves an equal part.
    SharedColor(Range<usize>),
    /// Long-range blocks that one worker solves, because they are few or of several colours.
    Single(Range<usize>),
}

impl ContactStage {
    /// Whether one body of each contact has infinite mass.
    #[inline(always)]
    pub(crate) fn is_static(&self) -> bool {
        *self == Self::Strips(Class::Static)
    }
}

/// The blocks of an independent batch: of contacts, one run for each stage that is not empty, in order; of
/// joints, one run of each kind for each class that is not empty, in order. Found once in a step: to find
/// those of contacts in each sweep takes 4% of the instructions of a step with ten bodies (`small10`), and
/// those of joints more.
#[derive(Clone, Debug, Default)]
pub(crate) struct BatchRuns {
    /// Whether one body of each contact has infinite mass, and the blocks. Strips have four stages.
    contacts: [(bool, Range<usize>); 4],
    contact_count: usize,
    /// The blocks of each kind, counted within the kind. A batch has no long-range joints.
    joints: [[Range<usize>; MAX_KINDS]; 3],
    joint_count: usize,
}

/// The greatest number of kinds of a list of constraints.
pub(crate) const MAX_KINDS: usize = 5;

impl BatchRuns {
    /// Adds the run of the next stage of contacts, unless it is empty.
    pub(super) fn add(&mut self, is_static: bool, blocks: Range<usize>) {
        if !blocks.is_empty() {
            self.contacts[self.contact_count] = (is_static, blocks);
            self.contact_count += 1;
        }
    }

    /// Adds the runs of the next class of joints, unless all are empty.
    pub(super) fn add_joints(&mut self, kinds: [Range<usize>; MAX_KINDS]) {
        if kinds.iter().any(|blocks| !blocks.is_empty()) {
            self.joints[self.joint_count] = kinds;
            self.joint_count += 1;
        }
    }

    /// The runs of contacts, with whether one body of each contact has infinite mass.
    #[inline(always)]
    pub(crate) fn contacts(&self) -> impl Iterator<Item = (bool, Range<usize>)> + '_ {
        self.contacts[..self.contact_count].iter().cloned()
    }

    /// The runs of joints of each kind, class by class.
    #[inline(always)]
    pub(crate) fn joints(&self) -> &[[Range<usize>; MAX_KINDS]] {
        &self.joints[..self.joint_count]
    }
}

/// The stages of a sweep that are not empty, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages {
    pub(super) joints: Vec<Class>,
    pub(super) contacts: Vec<ContactStage>,
}

impl Stages {
    pub(super) fn find(&mut self, contacts: &Groups, joints: &Groups) {
        self.joints.clear();
        if !joints.is_empty() {
            self.joints.extend(Class::ALL.into_iter().filter(|&class| joints.has(class)));
        }
        self.contacts.clear();
        for class in Class::ALL {
            if class == Class::LongRange {
                self.contacts.extend(contacts.long_range.iter().map(|run| {
                    let blocks = run.blocks.clone();
                    if run.is_shared {
                        ContactStage::SharedColor(blocks)
                    } else {
                        ContactStage::Single(blocks)
                    }
                }));
            } else if contacts.has(class) {
                self.contacts.push(ContactStage::Strips(class));
            }
        }
    }
}
