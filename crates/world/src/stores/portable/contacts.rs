//! Contacts and pairs with a sensor: the four sets, in their order, and the lists of the bodies.
//!
//! A contact of one point takes 60 bytes. A cache that holds adds 44: what the next step reads, the anchors
//! of contacts with points, and the relative pose of those with fewer than two.

use super::super::contacts::{ContactSet, Contacts, Location, Pair};
use super::super::{Bodies, Flags, Stores};
use crate::links::Links;
use crate::manifold_cache::ManifoldCache;
use crate::midpoint::core_depths;
use crate::paged::Paged;
use crate::slot::{BodySlot, ColliderSlot, ContactSlot, EndSlot, Slot};
use crate::snapshot::{Coder, Fields, Record, SnapshotError};
use collide::{FeatureId, Manifold, ManifoldPoint};
use solver::{BodyRow, Contact, Cores, PointImpulse};

struct Part {
    contact: Contact,
    cache: ManifoldCache,
    pair: Pair,
    next: [Option<EndSlot>; 2],
    h: f32,
}

/// All with a bit which [`Manifold::EMPTY`] does not have.
fn written_points(contact: &Contact) -> usize {
    let is_written = |i: usize| {
        i < contact.manifold.count as usize
            || contact.manifold.points[i] != Manifold::EMPTY.points[i]
            || contact.impulses[i] != PointImpulse::default()
    };
    (0..2).rev().find(|&i| is_written(i)).map_or(0, |i| i + 1)
}

impl Part {
    fn new() -> Self {
        let first = BodySlot::new(0);
        let (slot, collider) = (ContactSlot::new(0), ColliderSlot::new(0));
        Self {
            contact: Contact::new(BodyRow::STATIC, BodyRow::STATIC, Manifold::EMPTY, 0.0, 0.0),
            cache: ManifoldCache::NONE,
            pair: Pair { slot, colliders: [collider; 2], bodies: [first; 2] },
            next: [None; 2],
            h: 0.0,
        }
    }

    fn code(&mut self, is_asleep: bool, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let mut points = written_points(&self.contact) as u32;
        let Self { contact, cache, pair, next, h } = self;
        let Pair { slot, colliders: [collider_a, collider_b], bodies: _ } = pair;
        let Contact {
            a: _,
            b: _,
            manifold: Manifold { normal, points: manifold_points, count },
            step_impulse,
            impulses,
            rolling_impulse,
            friction,
            static_friction,
            restitution,
            rolling_resistance,
            surface_speed,
            // From shapes and a cache that holds, else from the next manifold; `Contacts::wake` forgets them.
            cores: _,
            user,
        } = contact;
        coder.begin(Record::Contact);
        coder.slot(slot)?;
        coder.slot(collider_a)?;
        coder.slot(collider_b)?;
        for next in next {
            coder.optional_slot(next)?;
        }
        *user &= Flags::WRITTEN.bits();
        coder.int(user)?;
        let mut has_cache = cache.allowed_motion >= 0.0;
        coder.flags([&mut has_cache])?;
        coder.int(count)?;
        coder.int(&mut points)?;
        if *count > 2 || points > 2 || points < *count || *user & !Flags::WRITTEN.bits() != 0 {
            return Err(SnapshotError::Value { field: "contact" });
        }
        // By the number of points, so that words are compared with their like.
        coder.begin(match *count {
            0 => Record::Apart,
            1 => Record::OnePoint,
            _ => Record::TwoPoints,
        });
        coder.floats([friction, static_friction, restitution, rolling_resistance, surface_speed])?;
        coder.floats([step_impulse, rolling_impulse])?;
        coder.vector(normal)?;
        let all = manifold_points.iter_mut().zip(&mut *impulses);
        for (point, impulse) in all.take(points as usize) {
            let ManifoldPoint { anchor_a, anchor_b, separation, feature: FeatureId(feature) } = point;
            let PointImpulse { normal, tangent } = impulse;
            coder.vector(anchor_a)?;
            coder.vector(anchor_b)?;
            coder.float(separation)?;
            coder.bits(feature, None)?;
            coder.floats([normal, tangent])?;
        }
        if is_asleep {
            coder.float(h)?;
        }
        if has_cache {
            code_cache(cache, *count, coder)?;
        }
        Ok(())
    }

    fn is_sound(&self) -> bool {
        let Self { contact, cache, h, .. } = self;
        let Contact { friction, static_friction, restitution, rolling_resistance, surface_speed, .. } =
            contact;
        let Manifold { normal, points, .. } = contact.manifold;
        let of_points = points.iter().flat_map(|point| {
            let ManifoldPoint { anchor_a: a, anchor_b: b, separation, .. } = *point;
            [a.x, a.y, b.x, b.y, separation]
        });
        let of_impulses = contact.impulses.iter().flat_map(|impulse| [impulse.normal, impulse.tangent]);
        let others = [normal.x, normal.y, contact.step_impulse, contact.rolling_impulse, *surface_speed, *h];
        let not_negative = [friction, static_friction, restitution, rolling_resistance, h];
        of_points.chain(of_impulses).chain(others).all(f32::is_finite)
            && not_negative.iter().all(|x| **x >= 0.0)
            && static_friction >= friction
            && is_finite(cache)
    }
}

/// A cache that holds, without what the narrow phase does not read for so many points, and without the reach,
/// which the shape gives.
fn code_cache(
    cache: &mut ManifoldCache,
    count: u32,
    coder: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    let ManifoldCache { normal, anchors_a, anchors_b, separations, b_in_a, reach: _, allowed_motion } = cache;
    coder.float(allowed_motion)?;
    if count < 2 {
        coder.pose(b_in_a)?;
    }
    if count > 0 {
        coder.vector(normal)?;
    }
    let points = anchors_a.iter_mut().zip(anchors_b).zip(separations);
    for ((a, b), separation) in points.take(count as usize) {
        coder.vector(a)?;
        coder.vector(b)?;
        coder.float(separation)?;
    }
    Ok(())
}

fn is_finite(cache: &ManifoldCache) -> bool {
    let ManifoldCache { normal, anchors_a, anchors_b, separations, b_in_a, reach: _, allowed_motion } = cache;
    let vectors = anchors_a.iter().chain(anchors_b).chain([normal]);
    vectors.flat_map(|v| [v.x, v.y]).chain(*separations).chain([*allowed_motion]).all(f32::is_finite)
        && b_in_a.is_finite()
}

fn sets(contacts: &Contacts) -> [(&ContactSet, bool); 4] {
    let Contacts {
        awake,
        asleep,
        sensors_awake,
        sensors_asleep,
        h: _,
        locations: _,
        free: _,
        pair_set: _,
        links: _,
    } = contacts;
    [(awake, false), (asleep, true), (sensors_awake, false), (sensors_asleep, true)]
}

pub(super) fn write(
    contacts: &Contacts,
    bodies: &Bodies,
    writer: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    writer.length(contacts.locations.len())?;
    writer.slots(&mut contacts.free.to_vec())?;
    writer.begin(Record::Settings);
    writer.float(&mut contacts.h.clone())?;
    for (set, is_asleep) in sets(contacts) {
        writer.length(set.pairs.len())?;
        for ((contact, cache), pair) in set.contacts.iter().zip(&set.caches).zip(&set.pairs) {
            let h = contacts.locations[pair.slot.index()].h;
            let next = contacts.links.next_ends(pair.slot, |body| bodies[body].contacts);
            Part { contact: *contact, cache: *cache, pair: *pair, next, h }.code(is_asleep, writer)?;
        }
    }
    Ok(())
}

pub(super) fn read(stores: &mut Stores, reader: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let bad = |field| SnapshotError::Value { field };
    let capacity = reader.length(0)?;
    let Stores { bodies, colliders, contacts, .. } = stores;
    let mut free: Vec<ContactSlot> = Vec::new();
    reader.slots(&mut free)?;
    reader.begin(Record::Settings);
    reader.float(&mut contacts.h)?;
    if !(contacts.h >= 0.0 && contacts.h.is_finite()) {
        return Err(bad("length of a sub-step"));
    }
    let (mut items, mut found) = (Vec::new(), Vec::new());
    for (is_sensor, is_asleep) in [(false, false), (false, true), (true, false), (true, true)] {
        let count = reader.length(0)?;
        for _ in 0..count {
            let mut part = Part::new();
            part.code(is_asleep, reader)?;
            let Part { contact, cache, pair, next: _, h: _ } = &mut part;
            let [a, b] = pair.colliders.map(|slot| colliders.try_get(slot));
            let (Some(a), Some(b)) = (a, b) else { return Err(bad("collider of a contact")) };
            pair.bodies = [a.body, b.body];
            let (reach, radii) = (b.reach, [a, b].map(|collider| collider.shape.radius()));
            let is_pair = pair.colliders[0] < pair.colliders[1] && a.body != b.body;
            if !is_pair
                || contacts.pair_set.contains(pair.colliders)
                || (a.is_sensor || b.is_sensor) != is_sensor
            {
                return Err(bad("pair of a contact"));
            }
            contacts.pair_set.insert(pair.colliders);
            if cache.allowed_motion >= 0.0 {
                cache.reach = reach;
                if contact.manifold.count > 0 {
                    let depth = core_depths(radii, cache.separations[0]);
                    contact.cores = Cores { depth, ..Cores::NONE };
                }
            }
            [contact.a, contact.b] = pair.bodies.map(|body| bodies[body].row());
            contact.set_dominant(bodies.dominant(pair.bodies).filter(|_| !is_sensor));
            if !part.is_sound() {
                return Err(bad("contact"));
            }
            for &collider in &part.pair.colliders {
                *colliders.contact_count_mut(collider) += 1;
            }
            let Part { contact, cache, pair, next, h } = part;
            items.push((pair.slot, pair.bodies, next));
            let set = contacts.set_of(is_asleep, is_sensor);
            let index = set.pairs.len() as u32;
            found.push((pair.slot, Location { is_asleep, is_sensor, index, h }));
            set.contacts.push(contact);
            set.caches.push(cache);
            set.pairs.push(pair);
        }
    }
    contacts.locations = Paged::from(located(&found, &free, capacity).ok_or(bad("slot of a contact"))?);
    contacts.free = Paged::from(free);
    contacts.links =
        Links::from_parts(&items, &mut bodies.records, |bodies, body| &mut bodies[body].contacts)
            .ok_or(bad("list of contacts"))?;
    Ok(())
}

/// If each slot holds one contact or is free.
fn located(
    found: &[(ContactSlot, Location)],
    free: &[ContactSlot],
    capacity: usize,
) -> Option<Vec<Location>> {
    if found.len() + free.len() != capacity {
        return None;
    }
    let mut locations = vec![None; capacity];
    let of_free = Location { is_asleep: false, is_sensor: false, index: 0, h: 0.0 };
    for (slot, location) in found.iter().copied().chain(free.iter().map(|&slot| (slot, of_free))) {
        if locations.get_mut(slot.index())?.replace(location).is_some() {
            return None;
        }
    }
    locations.into_iter().collect()
}
