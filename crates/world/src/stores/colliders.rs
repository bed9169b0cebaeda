//! The store of colliders: records, fat boxes, and the changes that the broad phase does not have yet.
//!
//! ```text
//!   by ColliderSlot   records     body, shape, material, filter, mass
//!                     extras      user data, offsets
//!                     boxes       fat AABBs
//!                     has_moved   the fat box is new since pairs were last looked for
//!                     searched    fat AABBs when pairs were last looked for
//!                     mobilities  what the broad phase has under this key
//!                     contacts    how many contacts the collider has
//!   lists             moved       the slots that `has_moved` marks
//!                     changes     insertions, updates and removals for the broad phase
//! ```
//!
//! What must stay true:
//!
//! - **A fat box contains the AABB of its collider and half of the speculative distance around it** at the
//!   end of a step.
//! - **Every collider that `has_moved` marks is in `moved`**, which may hold others, and a slot twice.
//! - **Between calls of the user the broad phase holds exactly the fat boxes of enabled colliders on enabled
//!   bodies**: every change of a box is recorded in `changes`, which [`Colliders::flush`] applies.

mod box_changes;
mod record;
pub(super) mod visits;

pub(in crate::stores) use self::record::mass_of;
pub(crate) use self::record::{Collider, ColliderExtra, Placement};

use self::box_changes::BoxChanges;
use super::bodies::Body;
use super::contacts::Pair;
use crate::collider::ColliderDef;
use crate::id::{ColliderId, Slots, forward_to_records};
use crate::invalid::{Invalid, ensure};
use crate::paged::{Paged, next_epoch};
use crate::parts;
use crate::slot::{ColliderSlot, Slot};
use broadphase::{Broadphase, Key, Mobility};
use compute::Workers;
use geom::{Aabb, Shape};

#[derive(Clone, Debug)]
pub(crate) struct Colliders {
    pub(super) records: Slots<ColliderId, Collider>,
    pub(super) extras: Paged<ColliderExtra>,
    pub(super) boxes: Paged<Aabb>,
    /// *State*. Apart from the records, which are too large to be read for one bit.
    pub(super) has_moved: Paged<bool>,
    /// *Derived*: when pairs were last looked for; [`Aabb::EMPTY`] is always right. Two colliders that
    /// overlapped then have a contact, or may not have one.
    pub(super) searched: Paged<Aabb>,
    /// *Derived*: colliders that may be refused a contact for one step only; [`Colliders::end_search`] makes
    /// `searched` empty for them.
    pub(super) undecided: Vec<ColliderSlot>,
    /// *Derived*: what the broad phase holds once `changes` are applied; `None` if it is free or disabled.
    pub(super) mobilities: Paged<Option<Mobility>>,
    /// *Derived*: so that removing a collider without contacts looks at none. Apart from the records, which
    /// snapshots then copy less often.
    pub(super) contact_counts: Paged<u32>,
    /// *Derived* from `has_moved`, in any order.
    pub(super) moved: Vec<ColliderSlot>,
    pub(super) sensor_count: usize,
    /// *Derived*: false if no collider asks the hook of the world.
    pub(super) may_have_hooks: bool,
    /// *Scratch*: worlds with the same number have the same static boxes, once a step has used one of them,
    /// so what is known of static boxes holds while it is the same.
    pub(super) static_version: u64,
    /// *Scratch*, empty between calls of the user.
    pub(super) changes: BoxChanges,
}

forward_to_records!(Colliders, ColliderId, ColliderSlot, Collider);

impl Colliders {
    pub(super) fn prefetch_all(&self) {
        self.records.prefetch_all();
        self.boxes.prefetch();
        self.has_moved.prefetch();
        self.searched.prefetch();
        self.mobilities.prefetch();
        self.contact_counts.prefetch();
        compute::prefetch_slice(&self.moved);
    }

    pub(super) fn new(world: u32) -> Self {
        Self {
            records: Slots::new(world),
            extras: Paged::default(),
            boxes: Paged::default(),
            has_moved: Paged::default(),
            searched: Paged::default(),
            undecided: Vec::new(),
            mobilities: Paged::default(),
            contact_counts: Paged::default(),
            moved: Vec::new(),
            sensor_count: 0,
            may_have_hooks: false,
            static_version: 0,
            changes: BoxChanges::default(),
        }
    }

    pub(super) fn insert(
        &mut self,
        collider: Collider,
        extra: ColliderExtra,
        fat: Aabb,
        mobility: Mobility,
        body: &mut Body,
    ) -> ColliderSlot {
        let previous = body.last_collider;
        self.may_have_hooks |= extra.has_hook;
        let slot = self.records.insert(Collider { previous, ..collider });
        match previous {
            Some(previous) => self.records[previous].next = Some(slot),
            None => body.first_collider = Some(slot),
        }
        body.last_collider = Some(slot);
        if self.boxes.len() < self.records.capacity() {
            self.extras.push(extra);
            self.boxes.push(fat);
            self.has_moved.push(true);
            self.searched.push(Aabb::EMPTY);
            self.mobilities.push(None);
            self.contact_counts.push(0);
        } else {
            self.extras[slot.index()] = extra;
            self.boxes[slot.index()] = fat;
            self.has_moved[slot.index()] = true;
            self.searched[slot.index()] = Aabb::EMPTY;
            self.contact_counts[slot.index()] = 0;
        }
        self.sensor_count += usize::from(self.records[slot].is_sensor);
        if body.is_enabled && self.records[slot].is_enabled {
            self.record_insert(slot, mobility);
        } else {
            self.has_moved[slot.index()] = false;
        }
        self.moved.push(slot);
        slot
    }

    pub(super) fn set_world(&mut self, world: u32) {
        self.records.set_world(world);
    }

    /// Its contacts must be gone.
    pub(super) fn take_out(&mut self, slot: ColliderSlot) {
        if self.mobilities[slot.index()].is_some() {
            self.record_remove(slot);
        }
        self.has_moved[slot.index()] = false;
    }

    pub(super) fn put_back(&mut self, slot: ColliderSlot, fat: Aabb, mobility: Mobility) {
        self.boxes[slot.index()] = fat;
        self.record_insert(slot, mobility);
        self.searched[slot.index()] = Aabb::EMPTY;
        self.has_moved[slot.index()] = true;
        self.moved.push(slot);
    }

    /// Its contacts must be gone.
    pub(super) fn remove(&mut self, slot: ColliderSlot, body: &mut Body) {
        let Collider { previous, next, .. } = self.records[slot];
        match previous {
            Some(previous) => self.records[previous].next = next,
            None => body.first_collider = next,
        }
        match next {
            Some(next) => self.records[next].previous = previous,
            None => body.last_collider = previous,
        }
        self.take_out(slot);
        self.sensor_count -= usize::from(self.records[slot].is_sensor);
        self.records.remove(slot);
    }

    pub(crate) fn on_body(&self, body: &Body) -> impl Iterator<Item = ColliderSlot> {
        std::iter::successors(body.first_collider, |&slot| self.records[slot].next).inspect(|_| visits::add())
    }

    pub(super) fn on_body_last_first(&self, body: &Body) -> impl Iterator<Item = ColliderSlot> {
        std::iter::successors(body.last_collider, |&slot| self.records[slot].previous)
            .inspect(|_| visits::add())
    }

    pub(crate) fn def(&self, slot: ColliderSlot) -> ColliderDef {
        self.records[slot].def(self.extra(slot))
    }

    /// Without its skin: for all but contacts.
    #[inline]
    pub(crate) fn bare_shape(&self, slot: ColliderSlot) -> &Shape {
        let collider = &self.records[slot];
        let skin = if collider.has_skin { self.extra(slot).skin.as_ref() } else { None };
        skin.map_or(&collider.shape, |skin| &skin.bare)
    }

    pub(crate) fn extra(&self, slot: ColliderSlot) -> &ColliderExtra {
        &self.extras[slot.index()]
    }

    pub(crate) fn ask_for_contacts(&self, pair: &Pair) -> bool {
        pair.colliders.iter().any(|&slot| self.extra(slot).events.of_contacts)
    }

    pub(crate) fn ask_for_hits(&self, pair: &Pair) -> bool {
        pair.colliders.iter().any(|&slot| self.extra(slot).events.of_hits)
    }

    pub(crate) fn take_part_in_sensors(&self, pair: &Pair) -> bool {
        pair.colliders.iter().all(|&slot| self.extra(slot).events.of_sensors)
    }

    pub(crate) fn extra_mut(&mut self, slot: ColliderSlot) -> &mut ColliderExtra {
        &mut self.extras[slot.index()]
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: ColliderSlot) {
        self.records.prefetch(slot);
    }

    #[inline]
    pub(crate) fn fat_aabb(&self, slot: ColliderSlot) -> Aabb {
        self.boxes[slot.index()]
    }

    pub(crate) fn static_version(&self) -> u64 {
        self.static_version
    }

    pub(crate) fn sensor_count(&self) -> usize {
        self.sensor_count
    }

    pub(super) fn set_sensor(&mut self, slot: ColliderSlot, is_sensor: bool) {
        self.sensor_count -= usize::from(self.records[slot].is_sensor);
        self.sensor_count += usize::from(is_sensor);
        self.records[slot].is_sensor = is_sensor;
    }

    #[inline]
    pub(crate) fn boxes_overlap(&self, [a, b]: [ColliderSlot; 2]) -> bool {
        self.boxes[a.index()].overlaps(self.boxes[b.index()])
    }

    pub(crate) fn set_box(&mut self, slot: ColliderSlot, fat: Aabb) {
        self.changes.update_moving(slot);
        self.write_box(slot, fat);
    }

    /// [`Colliders::set_box`] for several lists, in order, on several threads. No collider is listed twice.
    pub(crate) fn set_boxes<'a>(
        &mut self,
        lists: impl Iterator<Item = &'a [(ColliderSlot, Aabb)]> + Clone + Sync,
        workers: &mut Workers,
    ) {
        for &(slot, _) in lists.clone().flatten() {
            self.changes.update_moving(slot);
            self.search_again(slot);
        }
        let count = parts::count_for(lists.clone().map(<[_]>::len).sum(), workers);
        parts::for_each(workers, count, self.boxes.parts_mut(count), |boxes| {
            for &(slot, fat) in lists.clone().flatten() {
                if let Some(own) = boxes.get_mut(slot.index()) {
                    *own = fat;
                }
            }
        });
    }

    /// For what the program does, also to static colliders.
    pub(super) fn set_box_at_will(&mut self, slot: ColliderSlot, fat: Aabb) {
        self.static_version = next_epoch();
        self.searched[slot.index()] = Aabb::EMPTY;
        self.changes.update(slot);
        self.write_box(slot, fat);
    }

    /// For a box far from where it was: the broad phase removes and inserts it.
    pub(super) fn insert_box_again(&mut self, slot: ColliderSlot, fat: Aabb, mobility: Mobility) {
        self.set_mobility(slot, mobility);
        self.searched[slot.index()] = Aabb::EMPTY;
        self.write_box(slot, fat);
    }

    fn write_box(&mut self, slot: ColliderSlot, fat: Aabb) {
        self.boxes[slot.index()] = fat;
        self.search_again(slot);
    }

    /// Its fat boxes stay as they are.
    pub(crate) fn search_again_for(&mut self, body: &Body) {
        let mut next = body.first_collider;
        while let Some(slot) = next {
            let Collider { is_enabled, next: after, .. } = self.records[slot];
            if is_enabled {
                self.searched[slot.index()] = Aabb::EMPTY;
                self.undecided.push(slot);
                self.search_again(slot);
            }
            next = after;
        }
    }

    /// The next search may refuse a body pairs that a later one is to find, though boxes stay.
    pub(crate) fn expect_refusals(&mut self, body: &Body) {
        let mut next = body.first_collider;
        while let Some(slot) = next {
            self.undecided.push(slot);
            next = self.records[slot].next;
        }
    }

    fn search_again(&mut self, slot: ColliderSlot) {
        if !std::mem::replace(&mut self.has_moved[slot.index()], true) {
            self.moved.push(slot);
        }
    }

    pub(super) fn set_mobility(&mut self, slot: ColliderSlot, mobility: Mobility) {
        self.record_remove(slot);
        self.record_insert(slot, mobility);
    }

    fn record_insert(&mut self, slot: ColliderSlot, mobility: Mobility) {
        if mobility == Mobility::Static {
            self.static_version = next_epoch();
        }
        self.mobilities[slot.index()] = Some(mobility);
        self.changes.insert(slot, mobility);
    }

    fn record_remove(&mut self, slot: ColliderSlot) {
        let mobility = self.mobilities[slot.index()].take();
        if mobility == Some(Mobility::Static) {
            self.static_version = next_epoch();
        }
        self.changes.remove(slot);
    }

    pub(super) fn held_mobility(&self, slot: ColliderSlot) -> Option<Mobility> {
        self.mobilities[slot.index()]
    }

    pub(crate) fn contact_count(&self, slot: ColliderSlot) -> u32 {
        self.contact_counts[slot.index()]
    }

    pub(super) fn contact_count_mut(&mut self, slot: ColliderSlot) -> &mut u32 {
        &mut self.contact_counts[slot.index()]
    }

    #[inline]
    pub(crate) fn has_moved(&self, slot: ColliderSlot) -> bool {
        self.has_moved[slot.index()]
    }

    /// Returns whether there are any. The caller looks for their pairs and calls [`Colliders::clear_moved`].
    pub(crate) fn take_moved(&mut self, keys: &mut Vec<Key>) -> bool {
        keys.clear();
        let moved = self.moved.drain(..).filter(|slot| self.has_moved[slot.index()]);
        keys.extend(moved.map(ColliderSlot::key));
        !keys.is_empty()
    }

    /// The next [`Colliders::take_moved`] returns them again.
    pub(crate) fn copy_moved(&self, keys: &mut Vec<Key>) {
        keys.clear();
        keys.extend(self.moved.iter().filter(|slot| self.has_moved[slot.index()]).map(|slot| slot.key()));
    }

    /// Whether the boxes overlapped when pairs were last looked for, so that no contact is to be made.
    #[inline]
    pub(crate) fn is_decided(&self, [a, b]: [ColliderSlot; 2]) -> bool {
        self.searched[a.index()].overlaps(self.searched[b.index()])
    }

    /// A removed contact: a later search may find the pair again.
    pub(super) fn search_pair_again(&mut self, pair: [ColliderSlot; 2]) {
        if self.is_decided(pair) {
            self.searched[pair[0].index()] = Aabb::EMPTY;
        }
    }

    /// After a search for the pairs of these colliders. The hook is asked again in every search, so nothing
    /// depends on what another hook has refused.
    pub(crate) fn clear_moved(&mut self, moved: &[Key], workers: &mut Workers) {
        let Self { boxes, has_moved, searched, extras, may_have_hooks, .. } = self;
        let count = parts::count_for(moved.len(), workers);
        let arrays = has_moved.parts_mut(count).zip(searched.parts_mut(count));
        parts::for_each(workers, count, arrays, |(has_moved, searched)| {
            for &key in moved {
                let slot = ColliderSlot::from_key(key).index();
                if let (Some(has_moved), Some(searched)) = (has_moved.get_mut(slot), searched.get_mut(slot)) {
                    *has_moved = false;
                    let asks_hook = *may_have_hooks && extras[slot].has_hook;
                    *searched = if asks_hook { Aabb::EMPTY } else { boxes[slot] };
                }
            }
        });
    }

    pub(crate) fn end_search(&mut self) {
        for slot in self.undecided.drain(..) {
            self.searched[slot.index()] = Aabb::EMPTY;
        }
    }

    /// Changes of one kind that follow each other are one call.
    pub(crate) fn flush(&mut self, broadphase: &mut impl Broadphase) {
        self.flush_on(broadphase, &mut Workers::serial());
    }

    pub(crate) fn flush_on(&mut self, broadphase: &mut impl Broadphase, workers: &mut Workers) {
        self.changes.apply(&self.boxes, broadphase, workers);
    }

    /// It must be empty.
    pub(crate) fn fill(&mut self, broadphase: &mut impl Broadphase) {
        self.changes.replace_by_insertions(&self.mobilities);
        self.flush(broadphase);
    }

    /// But for the changes for the broad phase.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self {
            records,
            extras,
            boxes,
            has_moved,
            searched,
            undecided,
            mobilities,
            contact_counts,
            moved,
            sensor_count,
            may_have_hooks,
            static_version: _,
            changes: _,
        } = other;
        self.records.copy_from(records);
        self.extras.copy_from(extras);
        self.boxes.copy_from(boxes);
        self.has_moved.copy_from(has_moved);
        self.searched.copy_from(searched);
        self.undecided.clone_from(undecided);
        self.mobilities.copy_from(mobilities);
        self.contact_counts.copy_from(contact_counts);
        self.moved.clone_from(moved);
        self.sensor_count = *sensor_count;
        self.may_have_hooks = *may_have_hooks;
    }

    /// Before the boxes of `other` are copied.
    pub(crate) fn record_differences(&mut self, other: &Self) {
        self.static_version = next_epoch();
        let Self { boxes, mobilities, changes, .. } = self;
        changes.add_differences((boxes, mobilities), (&other.boxes, &other.mobilities));
    }

    /// # Errors
    /// [`Invalid`] with the first disagreement.
    pub(crate) fn validate(&self) -> Result<(), Invalid> {
        let mut is_listed = vec![false; self.boxes.len()];
        for slot in &self.moved {
            is_listed[slot.index()] = true;
        }
        for slot in (0..self.mobilities.len()).map(ColliderSlot::new) {
            let is_held = self.mobilities[slot.index()].is_some();
            ensure!(
                !is_held || self.try_get(slot).is_some(),
                "removed collider {slot} is in the broad phase"
            );
        }
        let sensors = self.records.iter().filter(|(_, collider)| collider.is_sensor).count();
        ensure!(self.sensor_count == sensors, "{} sensors counted, {sensors} found", self.sensor_count);
        for (slot, _) in self.records.iter() {
            let fat = self.fat_aabb(slot);
            ensure!(fat.is_valid(), "the fat box of collider {slot} is {fat:?}");
            ensure!(
                !self.has_moved(slot) || is_listed[slot.index()],
                "collider {slot} has moved, but is not in the list of those that have"
            );
        }
        Ok(())
    }
}
