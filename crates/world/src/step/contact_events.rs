//! After the stage `solve`: events of contacts that only the solver can decide.
//!
//! ```text
//!        o           The narrow phase sees a gap that is wider than the slop, so nothing touches yet. The
//!        | v         solver stops the ball at the ground, or lets it bounce: the colliders have met within
//!    ____v____       the step, and the next narrow phase would report it a step late, with the velocity
//!                    already turned. So a contact that pushed begins to touch in this step.
//! ```
//!
//! The narrow phase collects the few contacts that may begin to touch or that are approached fast, in the
//! order of contacts. This file looks at their impulses afterwards.

use crate::events::{ContactBegin, ContactHit, EventCollider};
use crate::slot::ContactSlot;
use crate::stores::{Bodies, Colliders, Pair, Stores, TOUCHING};
use geom::{Point, Vec2, left_normal};
use solver::{BodyState, Contact};

/// A contact of which the solver decides whether there is an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    contact: ContactSlot,
    /// How fast its points approach before the step, m/s; zero if that is no hit.
    approach_speed: f32,
    /// The point that approaches fastest.
    point: usize,
}

impl Candidate {
    pub(super) fn new(slot: ContactSlot, contact: &Contact, bodies: &Bodies, hit_speed: f32) -> Self {
        let (speed, point) = approach_speed(contact, bodies);
        let approach_speed = if speed > hit_speed { speed } else { 0.0 };
        Self { contact: slot, approach_speed, point }
    }
}

/// How fast the fastest point of a contact approaches, m/s, and which point it is. Only points without a load
/// count, since a point that carries a load does not approach. Zero if there is none.
#[inline]
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

/// Reports the candidates that the solver has pushed apart.
pub(super) fn run(stores: &mut Stores, candidates: &[Candidate]) {
    let Stores { bodies, colliders, contacts, events, .. } = stores;
    for candidate in candidates {
        let contact = contacts.contact_mut(candidate.contact);
        let impulse: f32 = contact.step_impulses.iter().sum();
        if impulse <= 0.0 || contact.manifold.count == 0 {
            continue;
        }
        let begins = contact.user & TOUCHING == 0;
        contact.user |= TOUCHING;
        let (contact, pair) = contacts.get(candidate.contact);
        if begins {
            events.new.begun.push(ContactBegin::new(contact, pair, colliders, bodies));
        }
        if candidate.approach_speed > 0.0 {
            let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
            let point = candidate.point.min(contact.manifold.points().len() - 1);
            events.new.hits.push(ContactHit {
                a,
                b,
                point: point_position(contact, pair, bodies, point),
                normal: contact.manifold.normal,
                approach_speed: candidate.approach_speed,
                impulse,
            });
        }
    }
}

/// The middle between the two anchors of a contact point, m.
fn point_position(contact: &Contact, pair: &Pair, bodies: &Bodies, point: usize) -> Point {
    let [a, b] = pair.bodies.map(|body| bodies.frame(body).center());
    let point = &contact.manifold.points[point];
    a + (point.anchor_a + (b - a) + point.anchor_b) * 0.5
}

impl ContactBegin {
    /// The event of a contact with points.
    pub(super) fn new(contact: &Contact, pair: &Pair, colliders: &Colliders, bodies: &Bodies) -> Self {
        let [a, b] = EventCollider::of_pair(pair, colliders, bodies);
        let first = point_position(contact, pair, bodies, 0);
        let point = match contact.manifold.count {
            2 => first + (point_position(contact, pair, bodies, 1) - first) * 0.5,
            _ => first,
        };
        Self { a, b, point, normal: contact.manifold.normal }
    }
}
