//! The sides of levers: of bodies that turn far within the step, or that a motor may turn, since a flipper is
//! at rest when the step begins in which it strikes. The solver turns the normals of their contacts with them
//! (`solver/src/soft/turned.rs`).
//!
//! The normal of a contact is that of a side, or goes from corner to corner or centre. Only that of a side
//! turns with its body, and only if this is the one with the greater inertia: a bat that hits a ball, not a
//! board that falls onto the ground. With sides of the lighter body too, what is jammed between kinematic
//! bodies leaves at km/s (`docs/experiments/contacts.md`).

use crate::stores::{Bodies, Colliders, Pair, Stores};
use compute::lanes::cos_sin_scalar;
use compute::math::{max, min};
use geom::{Rot, Shape, Vec2, cross, right_normal};
use solver::joint::RowMode;
use solver::{BodyRow, Contact, Face, JointRows, TurningSide};

/// rad in a step. The solver keeps the normals of what turns by less.
const LEAST_TURN: f32 = 0.03;

/// Of the inertia of a lever to that of what it hits.
const LEAST_RATIO: f32 = 4.0;

/// Sine of the greatest angle between a normal and the side that gives it.
const PARALLEL: f32 = 1e-3;

#[derive(Debug, Default)]
pub(super) struct Memory {
    rows: Vec<BodyRow>,
    pub(super) sides: Vec<TurningSide>,
}

/// Of a step of `dt` seconds. The contact of a side is its place in the awake set plus `first`.
pub(super) fn find(stores: &Stores, joints: &[JointRows], dt: f32, first: usize, memory: &mut Memory) {
    let Memory { rows, sides } = memory;
    let Stores { bodies, colliders, contacts, .. } = stores;
    let states = bodies.awake.solver.states();
    // Room for all that may turn some day: a steady step allocates nothing.
    rows.reserve(states.len());
    sides.reserve(states.len());
    let turning = (1..states.len()).filter(|&row| (states[row].angular_velocity * dt).abs() > LEAST_TURN);
    rows.extend(turning.map(|row| BodyRow(row as u32)));
    let is_driven = |mode: &RowMode| matches!(mode, RowMode::Motor { speed, .. } if *speed != 0.0);
    let driven = joints.iter().filter(|rows| is_driven(&rows.mode));
    rows.extend(driven.flat_map(|rows| [rows.a, rows.b]).filter(|&row| row != BodyRow::STATIC));
    let scene = Scene { bodies, colliders };
    let inputs = bodies.awake.solver.inputs();
    for row in rows.drain(..) {
        let body = &bodies[bodies.awake.motions[row.index()].body];
        for index in contacts.awake_of_body(body) {
            let contact = &contacts.awake.contacts[index];
            let other = if contact.a == row { contact.b } else { contact.a };
            let inertias = [row, other].map(|row| inputs[row.index()].inverse_inertia);
            if contact.manifold.count > 0 && LEAST_RATIO * inertias[0] <= inertias[1] {
                let side = scene.side_of(row, contact, &contacts.awake.pairs[index]);
                sides.extend(side.map(|side| TurningSide { contact: first + index, ..side }));
            }
        }
    }
}

struct Scene<'a> {
    bodies: &'a Bodies,
    colliders: &'a Colliders,
}

impl Scene<'_> {
    /// The side of the body in this row that gives the contact its normal; without the place of the contact.
    fn side_of(&self, row: BodyRow, contact: &Contact, pair: &Pair) -> Option<TurningSide> {
        let (face, body) = if contact.a == row { (Face::OfA, 0) } else { (Face::OfB, 1) };
        Some(TurningSide { contact: 0, face, ends: self.ends(body, contact, pair)? })
    }

    fn ends(&self, body: usize, contact: &Contact, pair: &Pair) -> Option<[f32; 2]> {
        let Contact { manifold, cores, .. } = contact;
        let row = [contact.a, contact.b][body];
        let state = &self.bodies.awake.solver.states()[row.index()];
        let [cos, sin] = cos_sin_scalar(state.angular_velocity * cores.moment);
        let frame = self.bodies.frame(pair.bodies[body]);
        let rotation = Rot { cos, sin } * frame.rotation;
        let normal = rotation.inverse_rotate(manifold.normal);
        let anchor = [manifold.points[0].anchor_a, manifold.points[0].anchor_b][body];
        let at = rotation.inverse_rotate(anchor) + frame.local_center;
        ends_of_side(&self.colliders[pair.colliders[body]].shape, normal, body == 0, at)
    }
}

/// How far the side of a shape with this contact normal goes on from `at`, against and along the tangent, m.
/// The normal points out of the shape if `is_a`, else into it; all is in the frame of the body.
fn ends_of_side(shape: &Shape, normal: Vec2, is_a: bool, at: Vec2) -> Option<[f32; 2]> {
    const ENDLESS: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];
    let out = if is_a { normal } else { -normal };
    let is_side = |side: &Vec2| side.dot(&out) > 0.0 && cross(*side, out).abs() < PARALLEL;
    match shape {
        Shape::HalfSpace(half_space) => is_side(&half_space.normal()).then_some(ENDLESS),
        Shape::Circle(_) => None,
        _ => {
            let hull = shape.hull()?;
            let edge = hull.normals.iter().position(is_side)?;
            if matches!(shape, Shape::Segment(_)) {
                // The next segment of a chain goes on.
                return Some(ENDLESS);
            }
            let along = |vertex: usize| (hull.vertices[vertex].coords - at).dot(&right_normal(normal));
            let (start, end) = (along(edge), along(hull.next(edge)));
            Some([min(min(start, end), 0.0), max(max(start, end), 0.0)])
        }
    }
}
