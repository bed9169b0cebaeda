//! Stages: parts of a sweep that all workers of the cooperative batches finish before the next begins.
//!
//! ```text
//!   joints     Interior | EvenBorder | OddBorder | LongRange
//!   contacts   Interior | EvenBorder | OddBorder | LongRange, one stage for each run of blocks | Static
//! ```

use super::groups::Groups;
use super::strips::Class;
use alloc::vec::Vec;
use core::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ContactStage {
    /// The owner of a strip solves its blocks of this class.
    Strips(Class),
    /// Long-range, of one colour: each worker solves an equal part.
    SharedColor(Range<usize>),
    /// Long-range, for one worker: few, or of several colours.
    Single(Range<usize>),
}

impl ContactStage {
    #[inline(always)]
    pub(crate) fn is_static(&self) -> bool {
        *self == Self::Strips(Class::Static)
    }
}

/// Of an independent batch, in order, without empty ones: a run of contacts for each stage, of joints one of
/// each kind for each class. Found once in a step, because small scenes spend 4% of a step on it otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct BatchRuns {
    /// Whether contacts have a body of infinite mass. Strips have four stages.
    contacts: [(bool, Range<usize>); 4],
    contact_count: usize,
    /// Counted within the kind. A batch has no long-range joints.
    joints: [[Range<usize>; MAX_KINDS]; 3],
    joint_count: usize,
}

pub(crate) const MAX_KINDS: usize = 5;

impl BatchRuns {
    pub(super) fn add(&mut self, is_static: bool, blocks: Range<usize>) {
        if !blocks.is_empty() {
            self.contacts[self.contact_count] = (is_static, blocks);
            self.contact_count += 1;
        }
    }

    pub(super) fn add_joints(&mut self, kinds: [Range<usize>; MAX_KINDS]) {
        if kinds.iter().any(|blocks| !blocks.is_empty()) {
            self.joints[self.joint_count] = kinds;
            self.joint_count += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn contacts(&self) -> impl Iterator<Item = (bool, Range<usize>)> + '_ {
        self.contacts[..self.contact_count].iter().cloned()
    }

    #[inline(always)]
    pub(crate) fn joints(&self) -> &[[Range<usize>; MAX_KINDS]] {
        &self.joints[..self.joint_count]
    }
}

/// Without empty ones, in order.
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
