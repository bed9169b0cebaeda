//! Moves overlapping bodies apart without changing their velocities.

use super::contact_impulses::rigid_body;
use crate::impulse::BodyPair;
use crate::{BodyInput, BodyRow, BodyState, Contact};
use collide::ManifoldPoint;
use compute::math::{max, min};
use geom::Vec2;

/// Moves the two bodies of a contact apart by a `fraction` of their overlap beyond `slop` (m). Both points of
/// a contact move the bodies in the same direction, so only the deeper one is corrected.
pub(super) fn push_apart(
    states: &mut [BodyState],
    inputs: &[BodyInput],
    contact: &Contact,
    fraction: f32,
    slop: f32,
) {
    let points = contact.manifold.points().iter();
    let separations = points.map(|point| point.separation + separation_change(states, contact, point));
    let deepest = separations.fold(f32::INFINITY, min);
    let push = contact.manifold.normal * (fraction * max(-deepest - slop, 0.0));
    close_gap(states, inputs, [contact.a, contact.b], -push);
}

/// How much the separation of a contact point has grown since the step began, m.
fn separation_change(states: &[BodyState], contact: &Contact, point: &ManifoldPoint) -> f32 {
    let displacement = |body: BodyRow, core: Vec2| {
        let state = &states[body.index()];
        state.delta_position + (state.delta_rotation * core - core)
    };
    let [shift_a, shift_b] = contact.core_shifts(point);
    (displacement(contact.b, point.anchor_b + shift_b) - displacement(contact.a, point.anchor_a + shift_a))
        .dot(&contact.manifold.normal)
}

/// Moves the bodies A and B so that their distance shrinks by `gap` (m), each by its share of the inverse
/// mass.
fn close_gap(states: &mut [BodyState], inputs: &[BodyInput], [a, b]: [BodyRow; 2], gap: Vec2) {
    let pair = BodyPair {
        a: rigid_body(states, inputs, a),
        b: rigid_body(states, inputs, b),
        r_a: Vec2::zeros(),
        r_b: Vec2::zeros(),
    };
    let [by_a, by_b] = pair.positional_correction(gap);
    states[a.index()].delta_position += by_a;
    states[b.index()].delta_position += by_b;
}
