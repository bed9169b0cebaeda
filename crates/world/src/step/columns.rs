//! Tall columns, which the solver solves together: where their search begins.
//!
//! ```text
//!   contacts of static bodies, in the narrow phase, which reads them anyway --,
//!   contacts of kinematic bodies, in their lists                            ---> bases --> solver: walks up
//! ```
//!
//! Few contacts look as if a column stood there, and from most of these the walk ends at the next body, so
//! scenes without columns hardly pay for the search.

use crate::settings::WorldSettings;
use crate::slot::{BodySlot, ContactSlot};
use crate::stores::{Bodies, Pair, Stores};
use crate::time_step::TimeStep;
use geom::Vec2;
use solver::{BodyRow, ColumnSource, Contact, SoftSolver, may_bear_column};

/// What the search asks of a contact, the same for all contacts of a step.
#[derive(Clone, Copy)]
pub(super) struct BaseTest {
    gravity: Vec2,
    /// Length of a sub-step, s.
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
        may_bear_column(contact, body.inverse_masses()[0], body.acceleration_by(self.gravity), self.h)
    }
}

/// Where columns may stand.
#[derive(Clone, Copy)]
pub(super) struct Bases<'a> {
    /// The contacts of static bodies at which one may stand.
    pub(super) on_static: &'a [ContactSlot],
    /// Whether a kinematic body is awake, on which one may.
    pub(super) has_kinematic: bool,
}

/// Lets the solver search the columns that stand on static and on kinematic bodies.
pub(super) fn find(stores: &Stores, time: &TimeStep, bases: Bases<'_>, solver: &mut SoftSolver) {
    let Bases { on_static, has_kinematic } = bases;
    let Some(test) = BaseTest::new(&stores.settings, time) else { return };
    if on_static.is_empty() && !has_kinematic {
        return;
    }
    let Stores { bodies, contacts, settings, .. } = stores;
    let source = ColumnSource {
        bodies: &bodies.awake.solver,
        contacts: &contacts.awake.contacts,
        settings: &settings.scaled_solver(),
        dt: time.dt,
    };
    let contacts_of = |row: BodyRow| contacts.awake_of_body(&bodies[bodies.awake.motions[row.index()].body]);
    for &slot in on_static {
        let contact = contacts.get(slot).0;
        let row = if contact.a == BodyRow::STATIC { contact.b } else { contact.a };
        if row != BodyRow::STATIC && contact.manifold.count > 0 {
            solver.find_column(&source, row, contacts_of);
        }
    }
    if has_kinematic {
        for (row, input) in source.bodies.inputs().iter().enumerate().skip(1) {
            if !input.is_movable() {
                let own = BodyRow(row as u32);
                for index in contacts_of(own) {
                    let (contact, pair) = (&source.contacts[index], &contacts.awake.pairs[index]);
                    let end = usize::from(contact.a == own);
                    let other = [contact.a, contact.b][end];
                    if other != BodyRow::STATIC && test.accepts(bodies, contact, pair.bodies[end]) {
                        solver.find_column(&source, other, contacts_of);
                    }
                }
            }
        }
    }
}
