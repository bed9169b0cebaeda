//! Contacts: pairs of colliders whose fat boxes overlap, or did when their shapes were last looked at.
//!
//! Contacts of awake bodies lie dense in three parallel arrays: what the solver reads, what the narrow phase needs to
//! renew it, and whose contact it is. Contacts between bodies that are not awake lie apart, in three more. A contact
//! has an id, which stays while it exists; ids are reused, last freed first, so they depend only on the history.

use crate::core::growth;
use crate::detection::Detection;
use crate::links::Links;
use crate::pair_set::PairSet;
use collide::Manifold;
use solver::{BodyRow, Contact};

/// Flag in [`Contact::user`]: the colliders touch, as reported by events.
pub(crate) const TOUCHING: u32 = 1;
/// Flag in [`Contact::user`]: the narrow phase found that touching has begun or ended.
pub(crate) const CHANGED: u32 = 2;
/// Flag in [`Contact::user`]: a sleeper is touched.
pub(crate) const WAKES: u32 = 4;
/// Flag in [`Contact::user`]: the fat boxes no longer overlap.
pub(crate) const SEPARATED: u32 = 8;
/// Flag in [`Contact::user`]: the narrow phase found no point any more, so the bodies are held together no longer.
pub(crate) const PARTED: u32 = 16;

/// Whose contact it is, as slots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) id: u32,
    pub(crate) colliders: [u32; 2],
    pub(crate) bodies: [u32; 2],
}

/// Contacts in parallel arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactSet {
    pub(crate) contacts: Vec<Contact>,
    pub(crate) detections: Vec<Detection>,
    pub(crate) pairs: Vec<Pair>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    asleep: bool,
    index: u32,
    /// Of one asleep: the time over which its impulses acted, s.
    substep: f32,
}

/// All contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    pub(crate) awake: ContactSet,
    pub(crate) asleep: ContactSet,
    /// Where each contact lies, by id.
    places: Vec<Place>,
    free: Vec<u32>,
    of_colliders: PairSet,
    pub(crate) links: Links,
}

impl Contacts {
    pub(crate) fn len(&self) -> usize {
        self.awake.pairs.len() + self.asleep.pairs.len()
    }

    /// Adds a contact, awake, without points, of bodies in these rows of the solver.
    pub(crate) fn create(&mut self, colliders: [u32; 2], bodies: [u32; 2], rows: [BodyRow; 2]) -> u32 {
        let id = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place { asleep: false, index: 0, substep: 0.0 });
            self.places.len() as u32 - 1
        });
        self.of_colliders.insert(colliders);
        let contact = Contact::new(rows[0], rows[1], Manifold::EMPTY, 0.0, 0.0);
        self.push(false, contact, Detection::NONE, Pair { id, colliders, bodies });
        id
    }

    /// Removes a contact from its array and frees its id; its links must be gone.
    pub(crate) fn remove(&mut self, id: u32) -> (Contact, Pair) {
        self.free.push(id);
        let (contact, _, pair) = self.take(id);
        self.of_colliders.remove(pair.colliders);
        (contact, pair)
    }

    /// Moves a contact to the sleeping ones, whose impulses acted over `substep` seconds.
    pub(crate) fn put_to_sleep(&mut self, id: u32, substep: f32) {
        if !self.is_asleep(id) {
            let (contact, detection, pair) = self.take(id);
            self.push(true, contact, detection, pair);
            self.places[id as usize].substep = substep;
        }
    }

    /// Moves a contact to the awake ones, whose impulses act over `substep` seconds.
    pub(crate) fn wake(&mut self, id: u32, substep: f32) {
        if self.is_asleep(id) {
            let growth = growth(self.places[id as usize].substep, substep);
            let (mut contact, detection, pair) = self.take(id);
            contact.scale_impulses(growth);
            self.push(false, contact, detection, pair);
        }
    }

    pub(crate) fn is_asleep(&self, id: u32) -> bool {
        self.places[id as usize].asleep
    }

    /// A contact by id.
    pub(crate) fn get(&self, id: u32) -> (&Contact, &Pair) {
        let Place { asleep, index, .. } = self.places[id as usize];
        let set = if asleep { &self.asleep } else { &self.awake };
        (&set.contacts[index as usize], &set.pairs[index as usize])
    }

    /// What the solver reads of a contact.
    pub(crate) fn contact_mut(&mut self, id: u32) -> &mut Contact {
        let Place { asleep, index, .. } = self.places[id as usize];
        &mut self.set(asleep).contacts[index as usize]
    }

    /// Has the shapes of a contact looked at anew in the next step.
    pub(crate) fn forget_detection(&mut self, id: u32) {
        let Place { asleep, index, .. } = self.places[id as usize];
        self.set(asleep).detections[index as usize] = Detection::NONE;
    }

    /// Whether two colliders, the lower slot first, have a contact.
    pub(crate) fn exists(&self, colliders: [u32; 2]) -> bool {
        self.of_colliders.contains(colliders)
    }

    fn set(&mut self, asleep: bool) -> &mut ContactSet {
        if asleep { &mut self.asleep } else { &mut self.awake }
    }

    fn push(&mut self, asleep: bool, contact: Contact, detection: Detection, pair: Pair) {
        let set = self.set(asleep);
        let index = set.pairs.len() as u32;
        set.contacts.push(contact);
        set.detections.push(detection);
        set.pairs.push(pair);
        let place = &mut self.places[pair.id as usize];
        (place.asleep, place.index) = (asleep, index);
    }

    fn take(&mut self, id: u32) -> (Contact, Detection, Pair) {
        let Place { asleep, index, .. } = self.places[id as usize];
        let set = self.set(asleep);
        let contact = set.contacts.swap_remove(index as usize);
        let detection = set.detections.swap_remove(index as usize);
        let pair = set.pairs.swap_remove(index as usize);
        if let Some(moved) = set.pairs.get(index as usize) {
            let moved = moved.id;
            self.places[moved as usize].index = index;
        }
        (contact, detection, pair)
    }
}
