//! What events and hooks show of the stores.

use super::{Bodies, Colliders, Pair};
use crate::events::{BodyEvent, EventCollider};
use crate::hook::HookCollider;
use crate::slot::{BodySlot, ColliderSlot};

impl EventCollider {
    pub(crate) fn new(slot: ColliderSlot, colliders: &Colliders, bodies: &Bodies) -> Self {
        let body = colliders[slot].body;
        Self {
            collider: colliders.handle(slot),
            body: bodies.handle(body),
            user_data: colliders.extra(slot).user_data,
            body_user_data: bodies.extra(body).user_data,
        }
    }

    pub(crate) fn of_pair(pair: &Pair, colliders: &Colliders, bodies: &Bodies) -> [Self; 2] {
        pair.colliders.map(|slot| Self::new(slot, colliders, bodies))
    }
}

impl BodyEvent {
    pub(crate) fn new(slot: BodySlot, bodies: &Bodies) -> Self {
        Self { body: bodies.handle(slot), user_data: bodies.extra(slot).user_data }
    }
}

impl<'a> HookCollider<'a> {
    pub(crate) fn new(slot: ColliderSlot, colliders: &'a Colliders, bodies: &Bodies) -> Self {
        let collider = &colliders[slot];
        Self {
            id: colliders.handle(slot),
            body: bodies.handle(collider.body),
            kind: bodies[collider.body].kind,
            shape: colliders.bare_shape(slot),
            material: collider.material,
            filter: collider.filter(),
            user_data: colliders.extra(slot).user_data,
            body_user_data: bodies.extra(collider.body).user_data,
        }
    }
}
