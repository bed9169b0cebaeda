//! The store of contacts: pairs of colliders whose fat boxes overlap, or overlapped when the narrow phase
//! last tested them.
//!
//! ```text
//!   awake, asleep   contacts    what the solver reads: manifold, impulses, material    each of four sets:
//!                   caches      what lets the narrow phase reuse the manifold          three parallel arrays
//!                   pairs       slots of the contact, its colliders and its bodies
//!   sensors_awake, sensors_asleep    the same for pairs with a sensor, which never have a manifold
//!   by ContactSlot  locations   in which of the sets the contact is, and where
//!   shared          links       the lists of the bodies' contacts
//!                   pair_set    which pairs of colliders have a contact
//! ```
//!
//! What must stay true:
//!
//! - **A contact is awake if one of its bodies is**; a pair with a sensor also until the step has tested it
//!   for the first time at its present pose.
//! - **Two colliders have at most one contact**, whose first collider has the lower slot.
//! - **Slots are reused, the last freed first**, so they depend on the history only. So does the order within
//!   a set, which is *state*: the solver takes contacts in this order.

use super::bodies::{Bodies, Body};
use super::contact_flags::{Flagged, Flags};
use crate::invalid::{Invalid, ensure};
use crate::links::{Cursor, Links};
use crate::manifold_cache::ManifoldCache;
use crate::paged::{Marks, Paged};
use crate::pair_set::PairSet;
use crate::slot::{BodySlot, ColliderSlot, ContactSlot, Slot};
use crate::time_step::warm_start_scale;
use collide::Manifold;
use geom::Point;
use solver::{Contact, Cores, PointImpulse};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) slot: ContactSlot,
    pub(crate) colliders: [ColliderSlot; 2],
    pub(crate) bodies: [BodySlot; 2],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ContactSet {
    /// *State*, except the rows of the bodies, which are *derived*.
    pub(crate) contacts: Paged<Contact>,
    /// *State.*
    pub(crate) caches: Paged<ManifoldCache>,
    /// *State.*
    pub(crate) pairs: Paged<Pair>,
}

impl ContactSet {
    fn copy_from(&mut self, other: &Self) {
        let Self { contacts, caches, pairs } = other;
        self.contacts.copy_from(contacts);
        self.caches.copy_from(caches);
        self.pairs.copy_from(pairs);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Location {
    pub(super) is_asleep: bool,
    pub(super) is_sensor: bool,
    /// Like the two above *derived* from the sets.
    pub(super) index: u32,
    /// *State*, of a contact that is asleep: the sub-step in which its impulses acted, s.
    pub(super) h: f32,
}

pub(crate) struct AwakeContacts<'a> {
    pub(crate) contacts: &'a mut [Contact],
    pub(crate) caches: &'a mut [ManifoldCache],
    /// Rare in a heap at rest.
    pub(crate) changed_caches: Marks<'a>,
}

#[derive(Clone, Copy)]
pub(crate) struct ContactLists<'a> {
    /// In the order of the awake contacts.
    pub(crate) pairs: &'a [Pair],
    locations: &'a [Location],
    links: &'a Links<ContactSlot>,
}

impl<'a> ContactLists<'a> {
    /// Those that are awake and have no sensor, with others that the filter accepts, in the order of the
    /// list.
    pub(crate) fn of_body(
        self,
        body: &Body,
        accepts: impl Fn(ContactSlot, BodySlot) -> bool,
    ) -> impl Iterator<Item = &'a Pair> {
        // The filter first: the other body has been read with the link.
        self.links.iter(body.contacts).filter(move |&(slot, other)| accepts(slot, other)).filter_map(
            move |(slot, _)| {
                let Location { is_asleep, is_sensor, index, .. } = self.locations[slot.index()];
                (!is_asleep && !is_sensor).then(|| &self.pairs[index as usize])
            },
        )
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    pub(crate) awake: ContactSet,
    pub(crate) asleep: ContactSet,
    /// Tested for overlap in each step.
    pub(crate) sensors_awake: ContactSet,
    /// Whose bodies are asleep or static.
    pub(crate) sensors_asleep: ContactSet,
    /// *State*: the sub-step in which the impulses of awake contacts acted, s; zero before the first step.
    pub(crate) h: f32,
    pub(super) locations: Paged<Location>,
    /// *State*: the last one is used next.
    pub(super) free: Paged<ContactSlot>,
    pub(super) pair_set: PairSet,
    /// *State.*
    pub(super) links: Links<ContactSlot>,
}

impl Contacts {
    pub(super) fn prefetch(&self) {
        self.awake.contacts.prefetch();
        self.awake.caches.prefetch();
        self.awake.pairs.prefetch();
        self.locations.prefetch();
        self.links.prefetch();
        self.pair_set.prefetch();
    }

    pub(crate) fn len(&self) -> usize {
        self.awake.pairs.len() + self.asleep.pairs.len()
    }

    /// An index into [`Contacts::iter`].
    pub(super) fn slot_at(&self, index: usize) -> ContactSlot {
        let awake = self.awake.pairs.len();
        if index < awake { self.awake.pairs[index].slot } else { self.asleep.pairs[index - awake].slot }
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { awake, asleep, sensors_awake, sensors_asleep, h, locations, free, pair_set, links } =
            other;
        self.awake.copy_from(awake);
        self.asleep.copy_from(asleep);
        self.sensors_awake.copy_from(sensors_awake);
        self.sensors_asleep.copy_from(sensors_asleep);
        self.h = *h;
        self.locations.copy_from(locations);
        self.free.copy_from(free);
        self.pair_set.copy_from(pair_set);
        self.links.copy_from(links);
    }

    /// Growing for one after the other would copy them all again and again.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let ContactSet { contacts, caches, pairs } = &mut self.awake;
        contacts.reserve(additional);
        caches.reserve(additional);
        pairs.reserve(additional);
    }

    /// Without points, in the awake set; also links it to its bodies.
    pub(super) fn insert(
        &mut self,
        colliders: [ColliderSlot; 2],
        bodies: [BodySlot; 2],
        is_sensor: bool,
        store: &mut Bodies,
    ) -> ContactSlot {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.locations.push(Location { is_asleep: false, is_sensor: false, index: 0, h: 0.0 });
            ContactSlot::new(self.locations.len() - 1)
        });
        self.pair_set.insert(colliders);
        let [a, b] = bodies.map(|body| store[body].row());
        let contact = Contact::new(a, b, Manifold::EMPTY, 0.0, 0.0);
        self.locations[slot.index()].is_sensor = is_sensor;
        self.push(false, contact, ManifoldCache::NONE, Pair { slot, colliders, bodies });
        self.links.link(slot, bodies, &mut store.records, |bodies, body| &mut bodies[body].contacts);
        slot
    }

    pub(super) fn remove(&mut self, slot: ContactSlot, bodies: &mut Bodies) -> (Contact, Pair) {
        self.links.unlink(slot, &mut bodies.records, |bodies, body| &mut bodies[body].contacts);
        self.free.push(slot);
        let (contact, _, pair) = self.take(slot);
        self.pair_set.remove(pair.colliders);
        (contact, pair)
    }

    /// If it is awake. The marks of the last step are over: a contact may wake in the middle of another step.
    pub(crate) fn put_to_sleep(&mut self, slot: ContactSlot) {
        if !self.is_asleep(slot) {
            let (mut contact, cache, pair) = self.take(slot);
            contact.keep(Flags::STATE);
            self.push(true, contact, cache, pair);
            self.locations[slot.index()].h = self.h;
        }
    }

    /// If it is asleep, with its impulses scaled to the present sub-step.
    pub(super) fn wake(&mut self, slot: ContactSlot) {
        if self.is_asleep(slot) {
            let scale = warm_start_scale(self.locations[slot.index()].h, self.h);
            let (mut contact, cache, pair) = self.take(slot);
            contact.scale_impulses(scale);
            if cache.allowed_motion < 0.0 {
                // As after reading a snapshot.
                contact.cores = Cores::NONE;
            }
            self.push(false, contact, cache, pair);
        }
    }

    pub(crate) fn is_asleep(&self, slot: ContactSlot) -> bool {
        self.locations[slot.index()].is_asleep
    }

    pub(crate) fn is_sensor(&self, slot: ContactSlot) -> bool {
        self.locations[slot.index()].is_sensor
    }

    /// While nothing writes contacts.
    pub(crate) fn lists(&self) -> ContactLists<'_> {
        ContactLists { pairs: &self.awake.pairs, locations: &self.locations, links: &self.links }
    }

    /// Not a sensor's.
    pub(crate) fn get_awake(&self, slot: ContactSlot) -> (&Contact, &ManifoldCache, &Pair) {
        let index = self.locations[slot.index()].index as usize;
        (&self.awake.contacts[index], &self.awake.caches[index], &self.awake.pairs[index])
    }

    pub(crate) fn get(&self, slot: ContactSlot) -> (&Contact, &Pair) {
        let Location { is_asleep, is_sensor, index, .. } = self.locations[slot.index()];
        let set = match (is_asleep, is_sensor) {
            (false, false) => &self.awake,
            (true, false) => &self.asleep,
            (false, true) => &self.sensors_awake,
            (true, true) => &self.sensors_asleep,
        };
        (&set.contacts[index as usize], &set.pairs[index as usize])
    }

    pub(crate) fn awake_index(&self, slot: ContactSlot) -> Option<usize> {
        let Location { is_asleep, is_sensor, index, .. } = self.locations[slot.index()];
        (!is_asleep && !is_sensor).then_some(index as usize)
    }

    pub(crate) fn impact(&self, slot: ContactSlot) -> Point {
        self.cache(slot).impact()
    }

    /// Not a sensor's.
    pub(super) fn cache(&self, slot: ContactSlot) -> &ManifoldCache {
        let Location { is_asleep, index, .. } = self.locations[slot.index()];
        let set = if is_asleep { &self.asleep } else { &self.awake };
        &set.caches[index as usize]
    }

    pub(crate) fn contact_mut(&mut self, slot: ContactSlot) -> &mut Contact {
        let index = self.locations[slot.index()].index;
        &mut self.set_mut(slot).contacts[index as usize]
    }

    pub(crate) fn forget_cache(&mut self, slot: ContactSlot) {
        let index = self.locations[slot.index()].index;
        self.set_mut(slot).caches[index as usize] = ManifoldCache::NONE;
    }

    pub(crate) fn forget_all_caches(&mut self) {
        for set in [&mut self.awake, &mut self.asleep] {
            set.caches.fill(ManifoldCache::NONE);
        }
    }

    pub(crate) fn forget_impulses(&mut self, slot: ContactSlot) {
        let contact = self.contact_mut(slot);
        (contact.impulses, contact.rolling_impulse) = ([PointImpulse::default(); 2], 0.0);
    }

    /// s: the sub-step in which the impulses acted; zero before the first step.
    pub(super) fn length_of_substep(&self, slot: ContactSlot) -> f32 {
        let Location { is_asleep, h, .. } = self.locations[slot.index()];
        if is_asleep { h } else { self.h }
    }

    /// The lower slot first.
    pub(crate) fn exists(&self, colliders: [ColliderSlot; 2]) -> bool {
        self.pair_set.contains(colliders)
    }

    /// The lower slot of each pair first.
    pub(crate) fn retain_new(&self, pairs: &mut Vec<(broadphase::Key, broadphase::Key)>) {
        self.pair_set.retain_missing(pairs);
    }

    /// And the body at its other end.
    pub(crate) fn advance(&self, cursor: &mut Cursor) -> Option<(ContactSlot, BodySlot)> {
        self.links.advance(cursor)
    }

    /// And the body at the other end of each.
    pub(crate) fn of_body(
        &self,
        bodies: &Bodies,
        body: BodySlot,
    ) -> impl Iterator<Item = (ContactSlot, BodySlot)> {
        self.links.iter(bodies[body].contacts)
    }

    /// In the awake set, without those of sensors.
    pub(crate) fn awake_of_body(&self, body: &Body) -> impl Iterator<Item = usize> {
        self.links.iter(body.contacts).filter_map(|(slot, _)| self.awake_index(slot))
    }

    /// Awake ones first, without those of sensors.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Contact, &Pair)> {
        [&self.awake, &self.asleep].into_iter().flat_map(|set| set.contacts.iter().zip(&set.pairs))
    }

    pub(crate) fn sensor_pairs(&self) -> impl Iterator<Item = (&Contact, &Pair)> {
        let sets = [&self.sensors_awake, &self.sensors_asleep];
        sets.into_iter().flat_map(|set| set.contacts.iter().zip(&set.pairs))
    }

    pub(crate) fn renew_rows(&mut self, bodies: &Bodies) {
        for (contact, pair) in self.awake.contacts.iter_mut().zip(&self.awake.pairs) {
            [contact.a, contact.b] = pair.bodies.map(|body| bodies[body].row());
        }
    }

    /// To be written, with the lists of the bodies' contacts, to be read meanwhile. The pages of changed
    /// caches have to be marked.
    pub(crate) fn split_awake(&mut self) -> (AwakeContacts<'_>, ContactLists<'_>) {
        let Self { awake: ContactSet { contacts, caches, pairs }, locations, links, .. } = self;
        let (caches, changed_caches) = caches.split_marks();
        (AwakeContacts { contacts, caches, changed_caches }, ContactLists { pairs, locations, links })
    }

    fn set_mut(&mut self, slot: ContactSlot) -> &mut ContactSet {
        let Location { is_asleep, is_sensor, .. } = self.locations[slot.index()];
        self.set_of(is_asleep, is_sensor)
    }

    pub(super) fn set_of(&mut self, is_asleep: bool, is_sensor: bool) -> &mut ContactSet {
        match (is_asleep, is_sensor) {
            (false, false) => &mut self.awake,
            (true, false) => &mut self.asleep,
            (false, true) => &mut self.sensors_awake,
            (true, true) => &mut self.sensors_asleep,
        }
    }

    fn push(&mut self, is_asleep: bool, contact: Contact, cache: ManifoldCache, pair: Pair) {
        self.locations[pair.slot.index()].is_asleep = is_asleep;
        let set = self.set_mut(pair.slot);
        let index = set.pairs.len() as u32;
        set.contacts.push(contact);
        set.caches.push(cache);
        set.pairs.push(pair);
        self.locations[pair.slot.index()].index = index;
    }

    fn take(&mut self, slot: ContactSlot) -> (Contact, ManifoldCache, Pair) {
        let index = self.locations[slot.index()].index;
        let set = self.set_mut(slot);
        let contact = set.contacts.swap_remove(index as usize);
        let cache = set.caches.swap_remove(index as usize);
        let pair = set.pairs.swap_remove(index as usize);
        if let Some(moved) = set.pairs.get(index as usize).map(|moved| moved.slot) {
            self.locations[moved.index()].index = index;
        }
        (contact, cache, pair)
    }

    /// # Errors
    /// [`Invalid`] with the first disagreement.
    pub(crate) fn validate(&self, bodies: &Bodies) -> Result<(), Invalid> {
        let mut seen = BTreeSet::new();
        for (contact, pair) in self.iter().chain(self.sensor_pairs()) {
            let Pair { slot, colliders: [a, b], .. } = *pair;
            ensure!(a < b, "contact {slot} has colliders {a}, {b} out of order");
            ensure!(seen.insert([a, b]), "colliders {a} and {b} have two contacts");
            ensure!(self.exists([a, b]), "colliders {a}, {b} of contact {slot} are not in the set of pairs");
            let (found, _) = self.get(slot);
            ensure!(std::ptr::eq(found, contact), "contact {slot} is not where its location says");
            for body in pair.bodies {
                let is_linked = bodies.try_get(body).is_some()
                    && self.of_body(bodies, body).any(|(contact, _)| contact == slot);
                ensure!(is_linked, "contact {slot} is not in the list of body {body}");
            }
            let [body_a, body_b] = pair.bodies.map(|body| &bodies[body]);
            let (any_awake, is_asleep) = (body_a.is_awake() || body_b.is_awake(), self.is_asleep(slot));
            let has_points = contact.manifold.count > 0;
            if self.is_sensor(slot) {
                ensure!(!has_points, "pair {slot} with a sensor has a contact point");
                ensure!(
                    !any_awake || !is_asleep,
                    "pair {slot} with a sensor is asleep, a body of it is awake"
                );
                continue;
            }
            ensure!(
                any_awake != is_asleep,
                "contact {slot}: a body is awake is {any_awake}, the contact is asleep is {is_asleep}"
            );
            // A deferred contact goes on touching, also asleep, until a step looks at it again; its cache
            // does not hold (`step/sweep/order.rs`).
            let is_deferred = self.cache(slot).allowed_motion < 0.0;
            let touches = contact.has(Flags::TOUCHING);
            ensure!(!touches || has_points || is_deferred, "contact {slot} touches without a point");
            // The narrow phase has woken every body that a contact with points touches.
            let both_dynamic = body_a.is_dynamic() && body_b.is_dynamic();
            ensure!(
                !(has_points && both_dynamic) || body_a.is_awake() == body_b.is_awake(),
                "bodies {:?} touch, and one of them sleeps",
                pair.bodies
            );
        }
        ensure!(self.pair_set.len() == seen.len(), "{} pairs, {} contacts", self.pair_set.len(), seen.len());
        Ok(())
    }
}
