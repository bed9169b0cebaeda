//! The schedule of contacts of the step that would come next, for drawings and measurements.

use crate::schedule::{Class, Schedule};
use crate::soft::ContactList;
use crate::{Bodies, BodyRow, Contact};
use alloc::vec;
use alloc::vec::Vec;

/// Which strips a contact touches. Contacts are solved class by class, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactClass {
    /// Between two bodies of a strip.
    Interior,
    /// Across the border above an even strip.
    EvenBorder,
    /// Across the border above an odd strip.
    OddBorder,
    /// Between strips that are not neighbours.
    LongRange,
    /// Between a body and one of infinite mass.
    Static,
}

/// The place of a contact in the order of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledContact {
    /// Classes are solved one after the other.
    pub class: ContactClass,
    /// The lower of the strips that it touches; 0 for [`ContactClass::LongRange`].
    pub strip: usize,
    /// Contacts of one class, strip and colour share no moving body, and are solved eight at once. `None` for
    /// a contact that found no colour, and is solved alone.
    pub color: Option<usize>,
}

/// The strips and colours that [`SoftSolver`](crate::SoftSolver) gives to bodies and contacts, as if it
/// solved none directly.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::{Bodies, BodyInput, BodyRow, BodyState, Contact, ContactSchedule};
/// use solver::collide::Manifold;
///
/// // Three balls in a row: the second contact shares a ball with the first.
/// let mut bodies = Bodies::new();
/// let rows: Vec<BodyRow> = (0..3)
///     .map(|_| bodies.push(BodyState::REST, BodyInput::dynamic(1.0, 0.1, Vec2::zeros())))
///     .collect();
/// let mut manifold = Manifold::EMPTY;
/// (manifold.normal, manifold.count) = (Vec2::new(1.0, 0.0), 1);
/// let contacts = [0, 1].map(|i| Contact::new(rows[i], rows[i + 1], manifold, 0.6, 0.0));
/// let schedule = ContactSchedule::of(&bodies, &contacts);
/// assert_eq!(schedule.strips(), 1);
/// let colors = [0, 1].map(|contact| schedule.contact(contact).unwrap().color);
/// assert_eq!(colors, [Some(0), Some(1)]);
/// ```
#[derive(Clone, Debug)]
pub struct ContactSchedule {
    schedule: Schedule,
    contacts: Vec<Option<ScheduledContact>>,
}

impl ContactSchedule {
    /// Of bodies and contacts as the next step would get them.
    ///
    /// # Panics
    /// If a contact names a body that does not exist.
    #[must_use]
    pub fn of(bodies: &Bodies, contacts: &[Contact]) -> Self {
        let mut schedule = Schedule::default();
        schedule.color_contacts(bodies.inputs(), &ContactList(contacts, &[]));
        let mut found = vec![None; contacts.len()];
        schedule.for_each_contact(|contact, class, strip, color| {
            let class = match class {
                Class::Interior => ContactClass::Interior,
                Class::EvenBorder => ContactClass::EvenBorder,
                Class::OddBorder => ContactClass::OddBorder,
                Class::LongRange => ContactClass::LongRange,
                Class::Static => ContactClass::Static,
            };
            found[contact as usize] = Some(ScheduledContact { class, strip, color });
        });
        Self { schedule, contacts: found }
    }

    /// Number of strips.
    #[must_use]
    pub fn strips(&self) -> usize {
        self.schedule.strips().count()
    }

    /// The strip coordinates ([`BodyInput::strip_coordinate`](crate::BodyInput::strip_coordinate)) of the
    /// borders between strips, in order; body rows if no body has a coordinate.
    #[must_use]
    pub fn borders(&self) -> &[f32] {
        self.schedule.strips().borders()
    }

    /// The strip of a body; `None` if there is no such body.
    #[must_use]
    pub fn strip_of(&self, body: BodyRow) -> Option<usize> {
        self.schedule.strips().strip_of(body)
    }

    /// The place of a contact; `None` if it has no points, so that no step solves it, or does not exist.
    #[must_use]
    pub fn contact(&self, index: usize) -> Option<ScheduledContact> {
        self.contacts.get(index).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyInput, BodyState, SoftSolver, SolverSettings};
    use alloc::collections::BTreeMap;
    use collide::Manifold;
    use geom::Vec2;

    /// Bodies in a row along which contacts join neighbours and, here and there, far ones.
    fn row_of_bodies(count: u32) -> (Bodies, Vec<Contact>) {
        let mut bodies = Bodies::new();
        for i in 0..count {
            let mut input = BodyInput::dynamic(1.0, 0.1, Vec2::zeros());
            input.strip_coordinate = i as f32;
            bodies.push(BodyState::REST, input);
        }
        let mut manifold = Manifold::EMPTY;
        (manifold.normal, manifold.count) = (Vec2::new(1.0, 0.0), 1);
        let contact = |a: u32, b: u32| Contact::new(BodyRow(a), BodyRow(b), manifold, 0.6, 0.0);
        let mut contacts: Vec<Contact> = (1..count).map(|i| contact(i, i + 1)).collect();
        contacts.extend((1..count / 50).map(|i| contact(i, count - i)));
        contacts.extend((1..=count).step_by(7).map(|i| contact(0, i)));
        contacts.push(Contact::new(BodyRow(1), BodyRow(2), Manifold::EMPTY, 0.6, 0.0));
        (bodies, contacts)
    }

    /// No two contacts of one class, strip and colour share a body that moves; each class occurs; strips rise
    /// along the row; a contact without points is nowhere.
    #[test]
    fn contacts_of_one_color_share_no_moving_body() {
        let (bodies, contacts) = row_of_bodies(3000);
        let schedule = ContactSchedule::of(&bodies, &contacts);
        assert!(schedule.strips() > 2 && schedule.borders().len() + 1 == schedule.strips());
        let strips: Vec<usize> = (1..=3000).map(|row| schedule.strip_of(BodyRow(row)).unwrap()).collect();
        assert!(strips.is_sorted() && strips[2999] + 1 == schedule.strips());
        assert_eq!(schedule.strip_of(BodyRow(3001)), None);
        let (mut taken, mut classes) = (BTreeMap::new(), BTreeMap::new());
        for (index, contact) in contacts.iter().enumerate() {
            let Some(place) = schedule.contact(index) else {
                assert_eq!(contact.manifold.count, 0);
                continue;
            };
            *classes.entry(place.class as u8).or_insert(0) += 1;
            let Some(color) = place.color else { continue };
            for body in [contact.a, contact.b].into_iter().filter(|row| *row != BodyRow::STATIC) {
                let key = (place.class as u8, place.strip, color, body.0);
                assert!(taken.insert(key, index).is_none(), "{place:?} has body {body:?} twice");
            }
        }
        assert_eq!(classes.len(), 5, "{classes:?}");
    }

    /// It is the schedule of the step: the same contacts in each block.
    #[test]
    fn schedule_is_that_of_the_step() {
        let (mut bodies, mut contacts) = row_of_bodies(3000);
        let schedule = ContactSchedule::of(&bodies, &contacts);
        let mut solver = SoftSolver::new();
        let settings =
            SolverSettings { direct_contacts: crate::DirectContacts::Off, ..SolverSettings::default() };
        solver.step(&mut bodies, &mut contacts, &mut [], &settings, 0.01);
        let mut seen = 0;
        for lanes in solver.contact_lanes() {
            let places = lanes.iter().filter(|lane| **lane != crate::schedule::EMPTY_LANE);
            let places: Vec<_> = places.map(|&lane| schedule.contact(lane as usize).unwrap()).collect();
            assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
            seen += places.len();
        }
        assert_eq!(seen, contacts.len() - 1);
    }
}
