//! What follows from the contacts that the narrow phase has flagged.
//!
//! Several threads collect it, each from a run of chunks. The lists of all runs are put together in the order
//! of contacts, so no list depends on the number of threads.

use super::chunk::{FlaggedContacts, count_flagged, flagged_indices};
use super::touched_sleepers;
use crate::events::{ContactBegin, ContactEnd, EventCollider, Events};
use crate::parts;
use crate::slot::{BodySlot, ContactSlot};
use crate::step::contact_events::{Candidates, HitCandidate, ROWS_PER_EVENT};
use crate::stores::{ContactSet, Contacts, Flagged, Flags, Stores};
use compute::Workers;
use compute::math::max;

/// What follows from the contacts of a run of chunks, in the order of contacts. It has cache lines of its
/// own, since workers change the lengths of the lists.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Changes {
    /// The bodies of contacts that have lost their points, and carried a load until then.
    pub(super) unloaded: Vec<[BodySlot; 2]>,
    /// Whose fat boxes no longer overlap.
    pub(super) separated: Vec<ContactSlot>,
    /// Sleeping bodies that are touched.
    pub(super) wake: Vec<BodySlot>,
    /// Contacts of which the step may report that they begin to touch or are hit.
    pub(super) candidates: Candidates,
    /// Contacts at which a tall column may stand.
    pub(super) bases: Vec<ContactSlot>,
    /// Contacts of static or sleeping bodies that are deep in the other one.
    pub(super) deep: Vec<ContactSlot>,
    pub(super) swept: u32,
    begun: Vec<ContactBegin>,
    ended: Vec<ContactEnd>,
    /// Contacts that begin to touch unreported, and those of them that end to.
    silent: Vec<ContactSlot>,
    /// For how long the slowest body of a contact that has lost its points has been slow, s.
    longest_slow: f32,
}

impl Changes {
    fn clear(&mut self) {
        let Self {
            unloaded,
            separated,
            wake,
            candidates,
            bases,
            deep,
            swept,
            begun,
            ended,
            silent,
            longest_slow,
        } = self;
        unloaded.clear();
        separated.clear();
        wake.clear();
        candidates.begins.clear();
        candidates.hits.clear();
        bases.clear();
        deep.clear();
        begun.clear();
        ended.clear();
        silent.clear();
        (*swept, *longest_slow) = (0, 0.0);
    }

    /// Adds what follows from these chunks, of which the first has this number.
    fn find(&mut self, stores: &Stores, first: usize, flagged: &[FlaggedContacts]) {
        let Stores { bodies, colliders, contacts, .. } = stores;
        let ContactSet { contacts, pairs, .. } = &contacts.awake;
        for index in flagged_indices(first, flagged) {
            let (contact, pair) = (&contacts[index], &pairs[index]);
            if contact.has(Flags::DISCONNECTED) {
                // An island may have split: see `sleep.rs`.
                for row in [contact.a, contact.b] {
                    self.longest_slow = max(self.longest_slow, bodies.awake.motions[row.index()].slow_for);
                }
            }
            self.swept += u32::from(contact.has(Flags::SWEPT));
            if contact.has(Flags::UNLOADED) {
                self.unloaded.push(pair.bodies);
            }
            if contact.has(Flags::SEPARATED) {
                self.separated.push(pair.slot);
            }
            if contact.has(Flags::CHANGED) {
                let begins = contact.has(Flags::TOUCHING);
                if contact.has(Flags::SILENT) || (begins && !colliders.ask_for_contacts(pair)) {
                    self.silent.push(pair.slot);
                } else if begins {
                    self.begun.push(ContactBegin::new(contact, pair, colliders, bodies));
                } else {
                    let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
                    self.ended.push(ContactEnd { a, b });
                }
            }
            if contact.has(Flags::CANDIDATE) {
                self.candidates.hits.push(HitCandidate::new(pair.slot, contact, bodies));
            }
            if contact.has(Flags::MAY_BEGIN) {
                self.candidates.begins.push(pair.slot);
            }
            if contact.has(Flags::BASE) && !contact.has(Flags::SEPARATED) {
                self.bases.push(pair.slot);
            }
            if contact.has(Flags::DEEP) && !contact.has(Flags::SEPARATED) {
                self.deep.push(pair.slot);
            }
            if contact.has(Flags::WAKES) {
                self.wake.extend(touched_sleepers(bodies, contact, pair));
            }
        }
    }

    fn append(&mut self, other: &mut Self) {
        let Self {
            unloaded,
            separated,
            wake,
            candidates,
            bases,
            deep,
            swept,
            begun,
            ended,
            silent,
            longest_slow,
        } = other;
        self.unloaded.append(unloaded);
        self.separated.append(separated);
        self.wake.append(wake);
        self.candidates.begins.append(&mut candidates.begins);
        self.candidates.hits.append(&mut candidates.hits);
        self.bases.append(bases);
        self.deep.append(deep);
        self.swept += std::mem::take(swept);
        self.begun.append(begun);
        self.ended.append(ended);
        self.silent.append(silent);
        self.longest_slow = max(self.longest_slow, *longest_slow);
    }

    fn report(&mut self, events: &mut Events, contacts: &mut Contacts) {
        events.begun.append(&mut self.begun);
        events.ended.append(&mut self.ended);
        for slot in self.silent.drain(..) {
            contacts.contact_mut(slot).toggle(Flags::SILENT);
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct CollectedChanges {
    /// Once they are collected.
    pub(super) all: Changes,
    /// Of the other threads, empty between steps.
    others: Vec<Changes>,
}

impl CollectedChanges {
    pub(super) fn collect(
        &mut self,
        stores: &mut Stores,
        flagged: &[FlaggedContacts],
        workers: &mut Workers,
    ) {
        let Self { all, others } = self;
        all.clear();
        let count = parts::count_for(ROWS_PER_EVENT * count_flagged(flagged), workers);
        if others.len() + 1 < count {
            others.resize_with(count - 1, Changes::default);
        }
        let size = flagged.len().div_ceil(count).max(1);
        let read = &*stores;
        let runs = (0..).step_by(size).zip(flagged.chunks(size));
        let runs = runs.zip(std::iter::once(&mut *all).chain(&mut *others));
        parts::for_each(workers, count, runs, |((first, flagged), changes)| {
            changes.find(read, *first, flagged);
        });
        others.iter_mut().take(count - 1).for_each(|other| all.append(other));
        all.report(&mut stores.events.new, &mut stores.contacts);
        stores.bodies.longest_slow = max(stores.bodies.longest_slow, all.longest_slow);
    }
}
