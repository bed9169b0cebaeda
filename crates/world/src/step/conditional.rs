//! Part of the narrow phase: contacts about which a one-way collider or the hook of the world decides.
//!
//! A one-way collider pushes in one direction d. When a contact gets points, it is decided whether the other
//! body arrives on that side; if not, it passes until the shapes are apart:
//!
//! ```text
//!     o                      no points before, normal along d, and no overlap when the last step began (the
//!     |v       pushes        overlap s is at most the approach of one step): pushes while it has points
//!  ===V=== d ^
//!
//!  ======= d ^               any other first contact: the flag PASSING suppresses the points until the
//!     ^        passes        separation is positive. So a body that jumps from below and ends within the
//!     |v                     platform falls back, and is never lifted.
//!     o
//! ```
//!
//! [`crate::BodyMut::drop_through`] sets the flag DROPPING, which suppresses the points until there are none.
//! Of a contact with a role in a portal, single points may not count (`portal.rs`). A contact without points
//! wakes nobody, connects no island and does not touch.
//!
//! Turned down: testing the body's centre against the platform, which lifts a body by half of its size once
//! its centre has passed.

use crate::body::BodyKind;
use crate::events::StepWarning;
use crate::hook::{ContactHook, ContactResponse, HookCollider, HookContact, RESPONSE_FIELDS};
use crate::manifold_cache::ManifoldCache;
use crate::portal::{PortalRole, PortalSide, clip};
use crate::settings::{LINEAR_SLOP, WorldSettings};
use crate::slot::{ColliderSlot, ContactSlot, Slot};
use crate::stores::{Bodies, Colliders, Flagged, Flags, Pair, combine_materials};
use collide::Manifold;
use compute::math::{max, min};
use geom::{Point, Vec2, left_normal};
use solver::Contact;
use std::sync::{Mutex, PoisonError};

/// Cosine of 60 degrees: the greatest angle between the normal and the direction of a one-way collider at
/// which a contact begins to push. A round body lands on the corner of a platform.
const BEGIN_COSINE: f32 = 0.5;

/// The same for a contact that pushes: a normal that turns a little at a corner drops nobody.
const KEEP_COSINE: f32 = 0.1;

#[derive(Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) settings: &'a WorldSettings,
    pub(super) bodies: &'a Bodies,
    pub(super) colliders: &'a Colliders,
    pub(super) hook: Option<&'a dyn ContactHook>,
    /// s.
    pub(super) dt: f32,
    /// `None` where answers of the hook that are out of range have no effect.
    pub(super) refused: Option<&'a RefusedAnswers>,
}

/// The first in the order of slots is kept, whatever thread found it.
#[derive(Debug, Default)]
pub(super) struct RefusedAnswers(Mutex<Option<Refused>>);

#[derive(Clone, Copy, Debug)]
struct Refused {
    contact: ContactSlot,
    colliders: [ColliderSlot; 2],
    field: &'static str,
    value: f32,
    contacts: u32,
}

impl RefusedAnswers {
    #[cold]
    fn note(&self, pair: &Pair, field: &'static str, value: f32) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let contacts = kept.map_or(1, |kept| kept.contacts.saturating_add(1));
        match &mut *kept {
            Some(kept) if kept.contact.index() < pair.slot.index() => kept.contacts = contacts,
            kept => {
                let (contact, colliders) = (pair.slot, pair.colliders);
                *kept = Some(Refused { contact, colliders, field, value, contacts });
            }
        }
    }

    pub(super) fn warning(self, colliders: &Colliders) -> Option<StepWarning> {
        let refused = self.0.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let Refused { field, value, contacts, .. } = refused;
        let colliders = refused.colliders.map(|slot| colliders.handle(slot));
        Some(StepWarning::HookAnswer { colliders, field, value, contacts })
    }
}

impl Conditions<'_> {
    /// `had_points` tells whether it pushed in the last step.
    #[inline(never)]
    pub(super) fn apply(
        &self,
        contact: &mut Contact,
        cache: &mut ManifoldCache,
        pair: &Pair,
        had_points: bool,
    ) {
        self.clip_at_portals(contact, cache, pair);
        if contact.manifold.count == 0 {
            contact.clear(Flags::PASSING | Flags::DROPPING);
            return;
        }
        let velocity = self.relative_velocity(contact);
        let pushes = self.decide_one_way(contact, pair, had_points, velocity)
            && self.ask_hook(contact, pair, had_points, velocity);
        if !pushes {
            contact.replace_manifold(Manifold::EMPTY);
            *cache = ManifoldCache::NONE;
        }
    }

    fn clip_at_portals(&self, contact: &mut Contact, cache: &mut ManifoldCache, pair: &Pair) {
        let roles = pair.colliders.map(|slot| self.colliders.extra(slot).portal);
        if contact.manifold.count == 0 || roles == [None; 2] {
            return;
        }
        let frames = self.bodies.pair(pair.bodies);
        let poses = frames.poses();
        let origin = frames.frames[0].place;
        let side = |index: usize| {
            let is_static = self.bodies[pair.bodies[index]].kind == BodyKind::Static;
            let center = poses[index].position + frames.frames[index].arm();
            let plane = match roles[index] {
                Some(PortalRole::Passing { point, .. }) => self.bodies.grid.seen_from(origin, point),
                _ => Point::origin(),
            };
            PortalSide { role: roles[index], is_static, center, plane }
        };
        let slop = LINEAR_SLOP * self.settings.length_unit;
        if let Some(clipped) = clip(&contact.manifold, [side(0), side(1)], slop) {
            let cores = contact.cores;
            contact.replace_manifold(clipped);
            contact.cores = cores;
            // The cache would move the clipped manifold along, without points that come back.
            *cache = ManifoldCache::NONE;
        }
    }

    /// At the middle of the points, m/s.
    fn relative_velocity(&self, contact: &Contact) -> Vec2 {
        let states = self.bodies.awake.solver.states();
        let (a, b) = (&states[contact.a.index()], &states[contact.b.index()]);
        let [anchor_a, anchor_b] = middle(&contact.manifold);
        b.velocity + left_normal(anchor_b) * b.angular_velocity
            - a.velocity
            - left_normal(anchor_a) * a.angular_velocity
    }

    /// Sets and clears the flag PASSING.
    fn decide_one_way(&self, contact: &mut Contact, pair: &Pair, had_points: bool, velocity: Vec2) -> bool {
        let separation = contact.manifold.points().iter().fold(f32::MAX, |s, point| min(s, point.separation));
        if separation > 0.0 {
            contact.clear(Flags::PASSING);
        }
        let sides = [(pair.colliders[0], pair.bodies[0], 1.0), (pair.colliders[1], pair.bodies[1], -1.0)];
        for (collider, body, sign) in sides {
            let Some(local) = self.colliders.extra(collider).one_way else { continue };
            let direction = self.bodies.frame(body).rotation * local;
            let cosine = direction.dot(&contact.manifold.normal) * sign;
            let arrives = if had_points {
                cosine > KEEP_COSINE
            } else {
                let approach = max(-velocity.dot(&contact.manifold.normal), 0.0) * self.dt;
                let slop = LINEAR_SLOP * self.settings.length_unit;
                cosine > BEGIN_COSINE && separation >= -(slop + approach)
            };
            if !contact.has(Flags::PASSING) && !arrives {
                contact.add(Flags::PASSING);
            }
        }
        !contact.has(Flags::PASSING | Flags::DROPPING)
    }

    /// Also sets the material that the hook answers.
    fn ask_hook(&self, contact: &mut Contact, pair: &Pair, had_points: bool, velocity: Vec2) -> bool {
        let Some(hook) = self.hook else { return true };
        if !pair.colliders.iter().any(|&slot| self.colliders.extra(slot).has_hook) {
            return true;
        }
        combine_materials(self.settings, pair.colliders.map(|slot| &self.colliders[slot]), contact);
        let [a, b] = pair.colliders.map(|slot| HookCollider::new(slot, self.colliders, self.bodies));
        let frames = self.bodies.pair(pair.bodies);
        let [anchor_a, anchor_b] = middle(&contact.manifold);
        let [of_a, _] = frames.frames;
        let point = of_a.arm() + (anchor_a + frames.between_centers() + anchor_b) * 0.5;
        let response = hook.respond(&HookContact {
            a,
            b,
            poses: pair.bodies.map(|body| self.bodies.pose(body)),
            manifold: &contact.manifold,
            point: self.bodies.grid.world_point(of_a.place, point.into()),
            velocity,
            had_points,
            response: ContactResponse {
                pushes: true,
                friction: contact.friction,
                static_friction: contact.static_friction,
                restitution: contact.restitution,
                surface_speed: contact.surface_speed,
            },
        });
        let ContactResponse { pushes, friction, static_friction, restitution, surface_speed } = response;
        let values = [friction, static_friction, restitution, surface_speed];
        // False for NaN.
        let in_range =
            [friction >= 0.0, static_friction >= 0.0, restitution >= 0.0, surface_speed.is_finite()];
        if let (Some(at), Some(refused)) = (in_range.iter().position(|ok| !ok), self.refused) {
            refused.note(pair, RESPONSE_FIELDS[at], values[at]);
        }
        let not_negative = |x: f32| if x >= 0.0 { min(x, f32::MAX) } else { 0.0 };
        contact.friction = not_negative(friction);
        contact.static_friction = max(not_negative(static_friction), contact.friction);
        contact.restitution = not_negative(restitution);
        contact.surface_speed = if surface_speed.is_finite() { surface_speed } else { 0.0 };
        pushes
    }
}

/// From the centre of mass of each body, m.
fn middle(manifold: &Manifold) -> [Vec2; 2] {
    let [p, q] = &manifold.points;
    match manifold.count {
        2 => [(p.anchor_a + q.anchor_a) * 0.5, (p.anchor_b + q.anchor_b) * 0.5],
        _ => [p.anchor_a, p.anchor_b],
    }
}
