//! Moves overlapping bodies apart without changing their velocities.

use super::contact_impulses::rigid_bodies;
use collide::ManifoldPoint;
use compute::math::{max, min};
use geom::Vec2;
use solver::impulse::{BodyPair, RigidBody};
use solver::{BodyInput, BodyRow, BodyState, Contact};

/// By a `fraction` of the overlap beyond `slop` (m). Both points move the bodies in the same direction, so
/// only the deeper one is corrected.
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
    let bodies = rigid_bodies(states, inputs, contact);
    close_gap(states, [contact.a, contact.b], bodies, -push);
}

/// Since the step began, m.
fn separation_change(states: &[BodyState], contact: &Contact, point: &ManifoldPoint) -> f32 {
    let normal = contact.manifold.normal;
    let along_normal = |body: BodyRow, anchor: Vec2, [normal_arm, tangent_arm]: [f32; 2]| {
        let BodyState { delta_position, delta_rotation: turn, .. } = states[body.index()];
        let moved = delta_position + (turn * anchor - anchor);
        moved.dot(&normal) + turn.sin * normal_arm - (turn.cos - 1.0) * tangent_arm
    };
    // No manifolds of later moments here: angular velocities do not matter.
    let [core_a, core_b] = contact.core_arms(point, [0.0; 2]);
    along_normal(contact.b, point.anchor_b, core_b) - along_normal(contact.a, point.anchor_a, core_a)
}

/// By `gap` (m), each body by its share of the inverse mass.
fn close_gap(states: &mut [BodyState], [a, b]: [BodyRow; 2], bodies: [RigidBody; 2], gap: Vec2) {
    let [body_a, body_b] = bodies;
    let pair = BodyPair { a: body_a, b: body_b, r_a: Vec2::zeros(), r_b: Vec2::zeros() };
    let [by_a, by_b] = pair.positional_correction(gap);
    states[a.index()].delta_position += by_a;
    states[b.index()].delta_position += by_b;
}
