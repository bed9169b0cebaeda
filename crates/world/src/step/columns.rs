//! Tall columns, which the solver solves together: at which contacts their search begins.
//!
//! ```text
//!   contacts of static bodies, in the narrow phase, which reads them --,
//!   contacts of kinematic bodies, in their lists                     ---> supports --> solver: walks up
//! ```
//!
//! From most of the few contacts that look like the base of a column the walk ends at the next body, so other
//! scenes hardly pay for the search.

use crate::settings::WorldSettings;
use crate::slot::{BodySlot, ContactSlot};
use crate::stores::{Bodies, Pair, Stores};
use crate::time_step::TimeStep;
use geom::Vec2;
use solver::{BodyRow, Contact, ContactGraph, SoftSolver};

#[derive(Clone, Copy)]
pub(super) struct BaseTest {
    gravity: Vec2,
    /// s.
    h: f32,
}

impl BaseTest {
    /// `None` if no columns are searched.
    pub(super) fn new(settings: &WorldSettings, time: &TimeStep) -> Option<Self> {
        time.rules.takes_columns.then_some(Self { gravity: settings.gravity, h: time.h })
    }

    /// Whether a column may stand at a contact of a static body. Forces do not count here: the solver asks
    /// again.
    #[inline]
    pub(super) fn accepts_static(self, bodies: &Bodies, contact: &Contact, pair: &Pair) -> bool {
        self.accepts(bodies, contact, pair.bodies[usize::from(contact.a == BodyRow::STATIC)])
    }

    fn accepts(self, bodies: &Bodies, contact: &Contact, body: BodySlot) -> bool {
        if contact.manifold.count < 2 {
            return false;
        }
        let body = &bodies[body];
        contact.bears_load(body.inverse_masses()[0], body.acceleration_by(self.gravity), self.h)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Bases<'a> {
    pub(super) on_static: &'a [ContactSlot],
    pub(super) has_kinematic: bool,
}

pub(super) fn find(stores: &Stores, time: &TimeStep, bases: Bases<'_>, solver: &mut SoftSolver) {
    let Some(supports) = supports(stores, time, bases) else { return };
    let graph = ContactGraph {
        bodies: &stores.bodies.awake.solver,
        contacts: &stores.contacts.awake.contacts,
        supports,
        contacts_of: |row| contacts_of(stores, row),
    };
    solver.prepare(graph, &stores.settings.scaled_solver(), time.dt);
}

/// As indices of awake contacts.
pub(super) fn contacts_of(stores: &Stores, row: BodyRow) -> impl Iterator<Item = usize> {
    let Stores { bodies, contacts, .. } = stores;
    contacts.awake_of_body(&bodies[bodies.awake.motions[row.index()].body])
}

/// The same, where a column may stand.
pub(super) fn supports<'a>(
    stores: &'a Stores,
    time: &TimeStep,
    bases: Bases<'a>,
) -> Option<impl Iterator<Item = usize> + 'a> {
    let Bases { on_static, has_kinematic } = bases;
    let test = BaseTest::new(&stores.settings, time)?;
    if on_static.is_empty() && !has_kinematic {
        return None;
    }
    let Stores { bodies, contacts, .. } = stores;
    let inputs = bodies.awake.solver.inputs();
    let kinematic =
        (1..if has_kinematic { inputs.len() } else { 1 }).filter(|&row| !inputs[row].is_movable());
    let on_kinematic = kinematic.map(|row| BodyRow(row as u32)).flat_map(move |own| {
        contacts_of(stores, own).filter(move |&index| {
            let (contact, pair) = (&contacts.awake.contacts[index], &contacts.awake.pairs[index]);
            let end = usize::from(contact.a == own);
            [contact.a, contact.b][end] != BodyRow::STATIC && test.accepts(bodies, contact, pair.bodies[end])
        })
    });
    let on_static = on_static.iter().filter_map(|&slot| contacts.awake_index(slot));
    Some(on_static.chain(on_kinematic))
}
