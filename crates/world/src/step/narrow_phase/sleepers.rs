//! Which sleeping bodies a contact touches, and how they wake.

use crate::slot::BodySlot;
use crate::stores::{Bodies, Pair, Stores};
use solver::{BodyRow, Contact};

/// Some of these may be awake.
pub(super) fn wake_touched(stores: &mut Stores, wake: &[BodySlot]) {
    for &body in wake {
        if !stores.bodies[body].is_awake() {
            stores.wake(body);
        }
    }
    stores.renew_rows();
}

/// The dynamic bodies of a contact with points that are not awake.
pub(super) fn touched_sleepers<'a>(
    bodies: &'a Bodies,
    contact: &Contact,
    pair: &Pair,
) -> impl Iterator<Item = BodySlot> + use<'a> {
    let has_points = contact.manifold.count > 0;
    let rows = [contact.a, contact.b];
    // The row is tested first, since it has already been read.
    let is_touched = move |row| has_points && row == BodyRow::STATIC;
    let ends = rows.into_iter().zip(pair.bodies);
    ends.filter(move |&(row, body)| is_touched(row) && bodies.kind_and_row(body).is_dynamic())
        .map(|(_, body)| body)
}

#[inline(always)]
pub(super) fn has_static_row(contact: &Contact) -> bool {
    contact.a == BodyRow::STATIC || contact.b == BodyRow::STATIC
}

#[inline(always)]
pub(super) fn touches_sleeper(bodies: &Bodies, contact: &Contact, pair: &Pair) -> bool {
    has_static_row(contact) && touched_sleepers(bodies, contact, pair).next().is_some()
}
