//! Bodies that are jammed between others of infinite mass.
//!
//! ```text
//!        ___              ___
//!   -->  \  |   [box]    |  /  <--
//!         \_|____________|_/
//! ```
//!
//! Nothing stops the wedges, so no velocity of the box keeps both contacts: each sweep finds the box
//! approaching one of them and adds m v to its impulse. The impulses balance, and grow to 800 N s on a box of
//! 1 kg after half a second. They throw the box when a wedge slips off an edge. The same happens to a body of
//! many pieces that begins across a floor.
//!
//! Such impulses have no solution, so all of the body are forgotten before the next step. It is jammed if it
//! is deep in a body of infinite mass that presses hard on it, and another such body presses hard from the
//! opposite side; or, where a kinematic body presses, if it still approaches this one after the solver, or
//! another body of infinite mass presses hard from any side. A body that carries a load has reached the speed
//! of what carries it, and keeps its impulses.
//!
//! Turned down: a bound on the impulse, which is as large below a tower (`docs/experiments/contacts.md`).

use crate::slot::ContactSlot;
use crate::stores::{Bodies, Contacts, Stores};
use geom::{Vec2, left_normal};
use solver::{BodyInput, BodyRow, BodyState, Contact};

/// m, scaled by the length unit: what carries a load, or is hit, overlaps less.
pub(super) const DEEP: f32 = 0.02;

/// m/s, scaled by the length unit: an approach that the solver has left.
const APPROACH: f32 = 0.05;

/// m/s, scaled by the length unit: how much the impulse of one sub-step alone would change the velocity of a
/// body that is pressed hard.
const PRESSED: f32 = 2.0;

/// Of the angle between the normals of two contacts that pin a body.
const OPPOSITE: f32 = -0.7;

#[derive(Debug, Default)]
pub(super) struct Memory {
    /// By their positions in the awake set; empty between steps.
    contacts: Vec<usize>,
}

/// Forgets the impulses of jammed bodies. `deep` are the contacts of static or sleeping bodies that are deep
/// in others.
pub(super) fn relieve(stores: &mut Stores, deep: &[ContactSlot], memory: &mut Memory) {
    let Stores { bodies, contacts, settings, nets, .. } = stores;
    let scene = Scene { bodies, contacts, unit: settings.length_unit };
    let found = &mut memory.contacts;
    for (row, input) in bodies.awake.solver.inputs().iter().enumerate().skip(1) {
        let kinematic = BodyRow(row as u32);
        if !input.is_movable() {
            for index in scene.contacts_of(kinematic) {
                let body = other(&contacts.awake.contacts[index], kinematic);
                if scene.is_jammed(index, body) {
                    found.extend(scene.contacts_of(body));
                }
            }
        }
    }
    for index in deep.iter().filter_map(|&slot| contacts.awake_index(slot)) {
        let contact = &contacts.awake.contacts[index];
        let body = other(contact, BodyRow::STATIC);
        if scene.is_pinned(index, body) {
            found.extend(scene.contacts_of(body));
        }
    }
    if found.is_empty() {
        return;
    }
    compute::sort(found);
    found.dedup();
    for index in found.drain(..) {
        let contact = &mut contacts.awake.contacts[index];
        if contact.impulses.iter().any(|impulse| impulse.normal > 0.0) {
            contact.scale_impulses(0.0);
            nets.forgotten += 1;
        }
    }
}

fn other(contact: &Contact, body: BodyRow) -> BodyRow {
    if contact.a == body { contact.b } else { contact.a }
}

fn outward(contact: &Contact, body: BodyRow) -> Vec2 {
    if contact.a == body { contact.manifold.normal } else { -contact.manifold.normal }
}

struct Scene<'a> {
    bodies: &'a Bodies,
    contacts: &'a Contacts,
    unit: f32,
}

impl Scene<'_> {
    fn contacts_of(&self, row: BodyRow) -> impl Iterator<Item = usize> {
        self.contacts.awake_of_body(&self.bodies[self.bodies.awake.motions[row.index()].body])
    }

    fn inputs(&self) -> &[BodyInput] {
        self.bodies.awake.solver.inputs()
    }

    /// Whether a kinematic body presses hard on one that is deep in it and still approaches, or that another
    /// body of infinite mass holds, deep in one of the two.
    fn is_jammed(&self, index: usize, body: BodyRow) -> bool {
        let contact = &self.contacts.awake.contacts[index];
        if !self.is_pressed(contact, body) {
            return false;
        }
        let is_deep = self.is_deep(contact);
        (is_deep && self.approaches(contact))
            || self.contacts_of(body).any(|it| it != index && self.holds(it, body, is_deep))
    }

    /// Whether this contact and one on the other side press hard on a body, each with one of infinite mass.
    fn is_pinned(&self, index: usize, body: BodyRow) -> bool {
        let contact = &self.contacts.awake.contacts[index];
        self.is_deep(contact)
            && self.is_pressed(contact, body)
            && self.contacts_of(body).any(|it| {
                let opposite = &self.contacts.awake.contacts[it];
                outward(contact, body).dot(&outward(opposite, body)) < OPPOSITE
                    && !self.inputs()[other(opposite, body).index()].is_movable()
                    && self.is_pressed(opposite, body)
            })
    }

    fn is_deep(&self, contact: &Contact) -> bool {
        contact.manifold.points().iter().any(|point| point.separation < -DEEP * self.unit)
    }

    fn is_pressed(&self, contact: &Contact, body: BodyRow) -> bool {
        let impulse = contact.impulses[0].normal + contact.impulses[1].normal;
        impulse * self.inputs()[body.index()].inverse_mass > PRESSED * self.unit
    }

    /// Whether a body of infinite mass presses on this one. It need not be deep in it if it `is_deep` in
    /// another one.
    fn holds(&self, index: usize, body: BodyRow, is_deep: bool) -> bool {
        let contact = &self.contacts.awake.contacts[index];
        let is_infinite = !self.inputs()[other(contact, body).index()].is_movable();
        is_infinite && self.is_pressed(contact, body) && (is_deep || self.is_deep(contact))
    }

    /// Whether points that carry an impulse still approach each other.
    fn approaches(&self, contact: &Contact) -> bool {
        let states = self.bodies.awake.solver.states();
        let velocity_at =
            |state: &BodyState, anchor: Vec2| state.velocity + left_normal(anchor) * state.angular_velocity;
        contact.manifold.points().iter().zip(&contact.impulses).any(|(point, impulse)| {
            let a = velocity_at(&states[contact.a.index()], point.anchor_a);
            let b = velocity_at(&states[contact.b.index()], point.anchor_b);
            impulse.normal > 0.0 && (a - b).dot(&contact.manifold.normal) > APPROACH * self.unit
        })
    }
}
