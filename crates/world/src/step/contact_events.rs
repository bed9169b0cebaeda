//! After the stage `solve`: events of contacts that only the solver can decide.
//!
//! ```text
//!        o           The narrow phase sees a gap that is wider than the slop, so nothing touches yet. The
//!        | v         solver stops the ball at the ground, or lets it bounce: the colliders have met within
//!    ____v____       the step, and the next narrow phase would report it a step late, with the velocity
//!                    already turned. So a contact that pushed begins to touch in this step.
//! ```
//!
//! The narrow phase collects the contacts that have points and do not touch, and the few whose points
//! approach fast, because hits need the speed before the solver. This file looks at their impulses
//! afterwards.

use crate::events::{ContactBegin, ContactHit, EventCollider, finite_in_event};
use crate::frame::FramePair;
use crate::parts;
use crate::slot::ContactSlot;
use crate::stores::{Bodies, Colliders, Flagged, Flags, Pair, Stores};
use compute::Workers;
use geom::{Point, Vec2, left_normal};
use solver::{BodyState, Contact};

/// Looking at a contact of an event takes as long as so many rows: records are read from memory.
pub(super) const ROWS_PER_EVENT: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// With points, but not touching: they begin to touch if they push.
    pub(super) begins: Vec<ContactSlot>,
    pub(super) hits: Vec<HitCandidate>,
}

/// It is hit if it pushes.
#[derive(Clone, Copy, Debug)]
pub(super) struct HitCandidate {
    contact: ContactSlot,
    /// Before the step, m/s.
    approach_speed: f32,
    point: usize,
}

impl HitCandidate {
    pub(super) fn new(slot: ContactSlot, contact: &Contact, bodies: &Bodies) -> Self {
        let (approach_speed, point) = approach_speed(contact, bodies);
        Self { contact: slot, approach_speed, point }
    }
}

/// A point with a load does not approach.
#[inline]
pub(super) fn has_unloaded_point(contact: &Contact) -> bool {
    let [p, q] = &contact.impulses;
    p.normal == 0.0 || (contact.manifold.count > 1 && q.normal == 0.0)
}

/// Of the fastest point without a load, m/s, and its index. Zero if there is none.
#[inline(never)]
pub(super) fn approach_speed(contact: &Contact, bodies: &Bodies) -> (f32, usize) {
    let mut fastest = (0.0, 0);
    for (i, point) in contact.manifold.points().iter().enumerate() {
        if contact.impulses[i].normal == 0.0 {
            let states = bodies.awake.solver.states();
            let velocity_at = |state: &BodyState, anchor: Vec2| {
                state.velocity + left_normal(anchor) * state.angular_velocity
            };
            let a = velocity_at(&states[contact.a.index()], point.anchor_a);
            let b = velocity_at(&states[contact.b.index()], point.anchor_b);
            let speed = (a - b).dot(&contact.manifold.normal);
            if speed > fastest.0 {
                fastest = (speed, i);
            }
        }
    }
    fastest
}

/// What one thread has found, on cache lines of its own, since the lengths of the lists change.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Found {
    /// With their events, if one is asked for.
    begun: Vec<(ContactSlot, Option<ContactBegin>)>,
    hits: Vec<ContactHit>,
}

/// For each thread; empty between steps.
#[derive(Debug, Default)]
pub(super) struct Memory {
    found: Vec<Found>,
}

/// Threads take equal parts of the lists; what they find is put together in order.
pub(super) fn run(stores: &mut Stores, candidates: &Candidates, workers: &mut Workers, memory: &mut Memory) {
    let Candidates { begins, hits } = candidates;
    let count = parts::count_for(ROWS_PER_EVENT * (begins.len() + hits.len()), workers);
    if memory.found.len() < count {
        memory.found.resize_with(count, Found::default);
    }
    let read = &*stores;
    let begins = parts::cut(begins, count);
    let lists = begins.zip(parts::cut(hits, count)).zip(&mut memory.found);
    parts::for_each(workers, count, lists, |((begins, hits), found)| {
        found.find_begins(read, begins);
        found.find_hits(read, hits);
    });
    let Stores { contacts, events, .. } = stores;
    for Found { begun, hits } in &mut memory.found[..count] {
        for (slot, begin) in begun.drain(..) {
            let contact = contacts.contact_mut(slot);
            // Listed twice if manifolds are computed again within a step.
            if !contact.has(Flags::TOUCHING) {
                contact.add(Flags::TOUCHING);
                contact.add_if(begin.is_none(), Flags::SILENT);
                events.new.begun.extend(begin);
            }
        }
        events.new.hits.append(hits);
    }
}

impl Found {
    fn find_begins(&mut self, stores: &Stores, candidates: &[ContactSlot]) {
        let Stores { bodies, colliders, contacts, .. } = stores;
        for &slot in candidates {
            let (contact, pair) = contacts.get(slot);
            if contact.step_impulse > 0.0 && !contact.has(Flags::TOUCHING) {
                let begin = colliders.ask_for_contacts(pair).then(|| {
                    let begin = ContactBegin::new(contact, pair, colliders, bodies);
                    let is_swept = contact.has(Flags::SWEPT);
                    let point = if is_swept { impact_position(stores, slot, pair) } else { begin.point };
                    ContactBegin { point, ..begin }
                });
                self.begun.push((slot, begin));
            }
        }
    }

    fn find_hits(&mut self, stores: &Stores, candidates: &[HitCandidate]) {
        let Stores { bodies, colliders, contacts, .. } = stores;
        for candidate in candidates {
            let (contact, pair) = contacts.get(candidate.contact);
            let impulse = contact.step_impulse;
            if impulse <= 0.0 || contact.manifold.count == 0 || !colliders.ask_for_hits(pair) {
                continue;
            }
            let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
            let point = candidate.point.min(contact.manifold.points().len() - 1);
            let point = if contact.has(Flags::SWEPT) {
                impact_position(stores, candidate.contact, pair)
            } else {
                let point = point_position(contact, bodies.pair(pair.bodies), point);
                bodies.grid.world_point(bodies.frame(pair.bodies[0]).place, point)
            };
            self.hits.push(ContactHit {
                a,
                b,
                point,
                normal: contact.manifold.normal,
                approach_speed: finite_in_event(candidate.approach_speed),
                impulse: finite_in_event(impulse),
            });
        }
    }
}

/// As seen from A, m.
fn point_position(contact: &Contact, frames: FramePair<'_>, point: usize) -> Point {
    let point = &contact.manifold.points[point];
    let from_center = (point.anchor_a + frames.between_centers() + point.anchor_b) * 0.5;
    Point::from(frames.frames[0].arm() + from_center)
}

/// In the world, m.
fn impact_position(stores: &Stores, slot: ContactSlot, pair: &Pair) -> Point {
    let place = stores.bodies.frame(pair.bodies[0]).place;
    stores.bodies.grid.world_point(place, stores.contacts.impact(slot))
}

impl ContactBegin {
    pub(super) fn new(contact: &Contact, pair: &Pair, colliders: &Colliders, bodies: &Bodies) -> Self {
        let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
        let frames = bodies.pair(pair.bodies);
        let first = point_position(contact, frames, 0);
        let point = match contact.manifold.count {
            2 => first + (point_position(contact, frames, 1) - first) * 0.5,
            _ => first,
        };
        let point = bodies.grid.world_point(frames.frames[0].place, point);
        Self { a, b, point, normal: contact.manifold.normal }
    }
}
