//! The changes of fat boxes that the broad phase does not have yet.
//!
//! ```text
//!   store      insert 3, insert 4 | update 1, update 7, update 3 | remove 2      in the order of the calls
//!                      v                        v                      v
//!   broad      insert_many         update_many or                   remove       one call for each run of
//!   phase                          update_all_moving                             changes of one kind
//! ```
//!
//! A change holds no box: the broad phase gets the one that the collider has by then.

use crate::paged::Paged;
use crate::slot::{ColliderSlot, Slot};
use broadphase::{Broadphase, Key, Mobility};
use compute::Workers;
use geom::Aabb;

#[derive(Clone, Copy, Debug)]
enum Change {
    Insert(ColliderSlot, Mobility),
    Update(ColliderSlot),
    Remove(ColliderSlot),
}

impl Change {
    fn goes_with(&self, other: &Self) -> bool {
        let both = (self, other);
        matches!(both, (Self::Insert(..), Self::Insert(..)) | (Self::Update(_), Self::Update(_)))
    }
}

/// In order; empty between calls of the user.
#[derive(Clone, Debug, Default)]
pub(in crate::stores) struct BoxChanges {
    changes: Vec<Change>,
    updates_static: bool,
    updates: Vec<(Key, Aabb)>,
    inserts: Vec<(Key, Aabb, Mobility)>,
}

impl BoxChanges {
    pub(super) fn insert(&mut self, slot: ColliderSlot, mobility: Mobility) {
        self.changes.push(Change::Insert(slot, mobility));
    }

    pub(super) fn update_moving(&mut self, slot: ColliderSlot) {
        self.changes.push(Change::Update(slot));
    }

    pub(super) fn update(&mut self, slot: ColliderSlot) {
        self.updates_static = true;
        self.changes.push(Change::Update(slot));
    }

    pub(super) fn remove(&mut self, slot: ColliderSlot) {
        self.changes.push(Change::Remove(slot));
    }

    /// `boxes` are those of the colliders now.
    pub(super) fn apply(&mut self, boxes: &[Aabb], broadphase: &mut impl Broadphase, workers: &mut Workers) {
        let Self { changes, updates_static, updates, inserts } = self;
        let fat = |slot: ColliderSlot| boxes[slot.index()];
        for run in changes.chunk_by(Change::goes_with) {
            let result = match *run {
                [Change::Insert(slot, mobility)] => broadphase.insert(slot.key(), fat(slot), mobility),
                [Change::Remove(slot)] => broadphase.remove(slot.key()),
                // Boxes that later changes insert or remove do no harm.
                [Change::Update(_), ..]
                    if !*updates_static && broadphase.update_all_moving(boxes, run.len(), workers) =>
                {
                    Ok(())
                }
                [Change::Update(_), ..] => {
                    updates.clear();
                    updates.extend(run.iter().filter_map(|change| match *change {
                        Change::Update(slot) => Some((slot.key(), fat(slot))),
                        _ => None,
                    }));
                    broadphase.update_many(updates)
                }
                ref several => {
                    inserts.clear();
                    inserts.extend(several.iter().filter_map(|change| match *change {
                        Change::Insert(slot, mobility) => Some((slot.key(), fat(slot), mobility)),
                        _ => None,
                    }));
                    broadphase.insert_many(inserts)
                }
            };
            debug_assert!(result.is_ok(), "{run:?}: {result:?}");
        }
        changes.clear();
        *updates_static = false;
    }

    pub(super) fn replace_by_insertions(&mut self, mobilities: &[Option<Mobility>]) {
        self.changes.clear();
        for (index, mobility) in mobilities.iter().enumerate() {
            if let &Some(mobility) = mobility {
                self.insert(ColliderSlot::new(index), mobility);
            }
        }
    }

    /// The changes that turn the boxes of one world, given with what its broad phase holds, into those of
    /// another.
    pub(super) fn add_differences(
        &mut self,
        (boxes, mobilities): (&Paged<Aabb>, &Paged<Option<Mobility>>),
        (other_boxes, other_mobilities): (&Paged<Aabb>, &Paged<Option<Mobility>>),
    ) {
        debug_assert!(self.changes.is_empty(), "changes that the broad phase does not have");
        let mobility = |of: &Paged<Option<Mobility>>, index: usize| of.get(index).copied().flatten();
        for index in mobilities.differences(other_mobilities).flatten() {
            let (old, new) = (mobility(mobilities, index), mobility(other_mobilities, index));
            if old != new {
                let slot = ColliderSlot::new(index);
                if old.is_some() {
                    self.remove(slot);
                }
                if let Some(mobility) = new {
                    self.insert(slot, mobility);
                }
            }
        }
        for index in boxes.differences(other_boxes).flatten() {
            let (old, new) = (mobility(mobilities, index), mobility(other_mobilities, index));
            // Boxes are never NaN, and which zero it is does not matter.
            if old.is_some() && old == new && boxes.get(index) != other_boxes.get(index) {
                self.update(ColliderSlot::new(index));
            }
        }
    }
}
