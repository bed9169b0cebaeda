//! The order of impacts within a step: a bounce that turns a fast body away takes effect before its other
//! contacts do.
//!
//! ```text
//!         C            A flies to the right, and the search along its free way finds B at t = 0.2 and C
//!    A              at 0.7. But B turns A away, and C may never be met; or C is met at another speed, of
//!    o -->  B       which restitution knows nothing.
//!           o
//! ```
//!
//! All rows act at once, and restitution comes last. So of each body only the first impact is left to the
//! solver. The other contacts of a body that is turned away are **deferred**: they have no points in this
//! step, the clamp stops the body there, and it bounces in the next one.
//!
//! 1. *Impacts* are contacts that bounce and approach so fast that this makes a dynamic body very fast
//!    (`sweep.rs`).
//! 2. In the order of time, an impact is deferred if one of its bodies was turned away before. Impacts on
//!    bodies of infinite mass within [`SAME_PLACE`] of each other are one. Of two at the same time both stay.
//! 3. Then the other contacts of those bodies are deferred if they would bounce and carry no load.
//!
//! Bodies with joints and contacts with little restitution keep all their contacts.

use super::{SweptContacts, is_swept};
use crate::slot::ContactSlot;
use crate::stores::{Bodies, Flagged, Flags, Pair, Stores};
use collide::Manifold;
use compute::math::max;
use geom::cross;
use solver::{BodyRow, Contact};

/// m. Impacts of a body on two others of infinite mass are one if it moves by less than this between them.
const SAME_PLACE: f32 = 0.002;

/// A bounce with less restitution keeps under 4% of the energy, and counts as none.
const LEAST_RESTITUTION: f32 = 0.2;

/// In [`Memory::first`]: nothing turns the body away.
const NO_IMPACT: (f32, bool) = (f32::INFINITY, false);

#[derive(Clone, Copy, Debug)]
struct FastImpact {
    /// When the shapes touch, as a fraction of the step.
    fraction: f32,
    /// The share of the step in which the shapes approach by [`SAME_PLACE`]; zero if both bodies are dynamic.
    tolerance: f32,
    contact: ContactSlot,
    rows: [BodyRow; 2],
    /// Which of the bodies it turns away.
    turns_away: [bool; 2],
}

#[derive(Debug, Default)]
pub(in crate::step) struct Memory {
    impacts: Vec<FastImpact>,
    /// By row: the fraction of the first impact that turns the body away, infinite between two steps; and
    /// whether the other body has infinite mass.
    first: Vec<(f32, bool)>,
    turned_away: Vec<BodyRow>,
    deferred: Vec<ContactSlot>,
}

impl SweptContacts<'_> {
    /// Whether a contact with points that bounces is hit in this step, and its bounce makes a dynamic body
    /// very fast.
    #[inline]
    pub(in crate::step) fn is_fast_impact(&self, contact: &Contact, pair: &Pair) -> bool {
        (self.is_quick(contact.a) || self.is_quick(contact.b)) && self.turns_away_any(contact, pair)
    }

    #[inline(never)]
    fn turns_away_any(&self, contact: &Contact, pair: &Pair) -> bool {
        let (speed, point) = fastest_point(contact, self.motions.bodies);
        let is_hit =
            contact.has(Flags::SWEPT) || contact.manifold.points[point].separation <= speed * self.dt;
        is_hit
            && self.sweeps(pair)
            && turns_away(contact, pair, self.motions.bodies, speed * self.dt).contains(&true)
    }
}

/// Whether a contact has so much restitution that the order of its impacts matters.
#[inline]
pub(in crate::step) fn bounces(contact: &Contact) -> bool {
    contact.restitution >= LEAST_RESTITUTION
}

/// At each point, m/s.
pub(super) fn approach_speeds(contact: &Contact, bodies: &Bodies) -> impl Iterator<Item = f32> {
    let [a, b] = [contact.a, contact.b].map(|row| bodies.awake.solver.states()[row.index()]);
    let normal = contact.manifold.normal;
    contact.manifold.points().iter().map(move |point| {
        let of_a = a.velocity.dot(&normal) + a.angular_velocity * cross(point.anchor_a, normal);
        of_a - (b.velocity.dot(&normal) + b.angular_velocity * cross(point.anchor_b, normal))
    })
}

/// Its speed, m/s, and its index.
fn fastest_point(contact: &Contact, bodies: &Bodies) -> (f32, usize) {
    let mut fastest = (0.0, 0);
    for (i, speed) in approach_speeds(contact, bodies).enumerate() {
        if speed > fastest.0 {
            fastest = (speed, i);
        }
    }
    fastest
}

/// Which bodies of a contact that approaches by `way` (m) in a step become very fast by its bounce.
fn turns_away(contact: &Contact, pair: &Pair, bodies: &Bodies, way: f32) -> [bool; 2] {
    let inverse_masses = bodies.inverse_masses_in(contact, pair.bodies);
    let sum = max(inverse_masses[0] + inverse_masses[1], f32::MIN_POSITIVE);
    [(contact.a, inverse_masses[0]), (contact.b, inverse_masses[1])].map(|(row, inverse_mass)| {
        let change = (1.0 + contact.restitution) * way * (inverse_mass / sum);
        change > bodies.awake.extents[row.index()].very_fast_way
    })
}

/// Defers contacts of bodies that an impact turns away, and returns how many. The impacts are among the awake
/// contacts with the indices `flagged`.
pub(in crate::step) fn run(
    stores: &mut Stores,
    flagged: impl Iterator<Item = usize>,
    dt: f32,
    memory: &mut Memory,
) -> u32 {
    let Memory { impacts, first, turned_away, deferred } = memory;
    let is_impact = |&index: &usize| stores.contacts.awake.contacts[index].has(Flags::IMPACT);
    impacts.clear();
    impacts.extend(flagged.filter(is_impact).map(|index| FastImpact::new(stores, index, dt)));
    if impacts.is_empty() {
        return 0;
    }
    compute::sort_by(impacts, |p, q| {
        let later = || p.tolerance.total_cmp(&q.tolerance).then_with(|| p.contact.cmp(&q.contact));
        p.fraction.total_cmp(&q.fraction).then_with(later)
    });
    if first.len() < stores.bodies.awake.extents.len() {
        first.resize(stores.bodies.awake.extents.len(), NO_IMPACT);
    }
    deferred.clear();
    turned_away.clear();
    for impact in &*impacts {
        if impact.rows.iter().any(|row| impact.is_later_than(first[row.index()])) {
            deferred.push(impact.contact);
            continue;
        }
        for (row, is_turned_away) in impact.rows.iter().zip(impact.turns_away) {
            if is_turned_away && first[row.index()] == NO_IMPACT {
                first[row.index()] = (impact.fraction, impact.tolerance > 0.0);
                turned_away.push(*row);
            }
        }
    }
    for row in turned_away.drain(..) {
        first[row.index()] = NO_IMPACT;
        let body = stores.bodies.awake.motions[row.index()].body;
        let contacts = stores.contacts.of_body(&stores.bodies, body).map(|(contact, _)| contact);
        deferred.extend(contacts.filter(|&contact| may_be_deferred(stores, contact, dt)));
    }
    // A contact of two bodies that are turned away may be listed twice.
    compute::sort(deferred);
    deferred.dedup();
    let count = deferred.len() as u32;
    for slot in deferred.drain(..) {
        defer(stores, slot);
    }
    count
}

/// Whether a contact of a body that was turned away can wait for the next step: it would bounce, carries no
/// load, and is no fast impact itself. A contact that has just bounced still has its impulse, but parts.
fn may_be_deferred(stores: &Stores, slot: ContactSlot, dt: f32) -> bool {
    let (contact, pair) = stores.contacts.get(slot);
    let still = SAME_PLACE * stores.settings.length_unit / dt;
    let carries_nothing = contact.impulses.iter().all(|impulse| impulse.normal == 0.0);
    bounces(contact)
        && contact.manifold.count > 0
        && !contact.has(Flags::IMPACT)
        && (carries_nothing || approach_speeds(contact, &stores.bodies).any(|speed| speed.abs() > still))
        && is_swept(&stores.settings, &stores.bodies, pair.bodies)
        && !stores.contacts.is_sensor(slot)
        && !stores.contacts.is_asleep(slot)
}

/// Takes the points of a contact away until the next step.
fn defer(stores: &mut Stores, slot: ContactSlot) {
    let contact = stores.contacts.contact_mut(slot);
    contact.replace_manifold(Manifold::EMPTY);
    if contact.has(Flags::CHANGED) {
        // It would have begun to touch.
        contact.toggle(Flags::CHANGED | Flags::TOUCHING);
    }
    contact.clear(Flags::SWEPT | Flags::IMPACT | Flags::CANDIDATE | Flags::MAY_BEGIN | Flags::WAKES);
    contact.add(Flags::DEFERRED);
    stores.contacts.forget_cache(slot);
}

impl FastImpact {
    /// Whether a body is turned away before it gets here. A box lands on two tiles at once.
    fn is_later_than(&self, (first, is_fixed): (f32, bool)) -> bool {
        self.fraction > first + if is_fixed { self.tolerance } else { 0.0 }
    }

    fn new(stores: &Stores, index: usize, dt: f32) -> Self {
        let Stores { bodies, contacts, settings, .. } = stores;
        let (contact, pair) = (&contacts.awake.contacts[index], &contacts.awake.pairs[index]);
        let (speed, point) = fastest_point(contact, bodies);
        let way = speed * dt;
        let fraction = if contact.has(Flags::SWEPT) {
            contacts.awake.caches[index].fraction_of_impact()
        } else {
            contact.manifold.points[point].separation / way
        };
        // If the clamp stopped a body on a joint while its neighbours move on, they would come apart.
        let mut turns_away = turns_away(contact, pair, bodies, way);
        for (turns_away, &body) in turns_away.iter_mut().zip(&pair.bodies) {
            *turns_away &= stores.joints.of_body(bodies, body).next().is_none();
        }
        let are_dynamic = pair.bodies.iter().all(|&body| bodies[body].is_dynamic());
        Self {
            fraction,
            tolerance: if are_dynamic { 0.0 } else { SAME_PLACE * settings.length_unit / way },
            contact: pair.slot,
            rows: [contact.a, contact.b],
            turns_away,
        }
    }
}
