//! The schedule that the next step would follow, on demand: for drawings.

use super::body_input::input_of;
use super::solve::widest_axis;
use crate::stores::Stores;
use crate::view::{BodyRef, ContactRef};
use solver::{Bodies, BodyRow, Contact, ContactSchedule, ScheduledContact};

/// The strips and colours that the soft solver would give to the bodies and contacts of a world as they are
/// now: which part a worker solves, and which contacts are solved side by side.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World};
///
/// let mut world = World::default();
/// let ground = world.add_body(BodyDef::fixed())?;
/// world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
/// for i in 0..3 {
///     let body = world.add_body(BodyDef::dynamic().position([0.0, 0.5 + i as f32]))?;
///     world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5)?))?;
/// }
/// world.step(1.0 / 60.0);
/// let schedule = world.schedule();
/// assert_eq!(schedule.strips(), 1); // fewer than 512 bodies
/// // The two contacts between bodies share the body in the middle; that with the ground comes last.
/// let mut colors: Vec<_> = schedule.contacts().map(|(_, at)| (at.class as u8, at.color)).collect();
/// colors.sort();
/// assert_eq!(colors, [(0, Some(0)), (0, Some(1)), (4, Some(0))]);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorldSchedule<'a> {
    stores: &'a Stores,
    axis: usize,
    schedule: ContactSchedule,
}

impl<'a> WorldSchedule<'a> {
    pub(crate) fn of(stores: &'a Stores) -> Self {
        let axis = widest_axis(&stores.bodies);
        let awake = &stores.bodies.awake;
        let mut bodies: Bodies = awake.solver.clone();
        for (input, motion) in bodies.inputs_mut().iter_mut().zip(awake.motions.iter()).skip(1) {
            *input = input_of(&stores.bodies[motion.body], motion, stores.settings.gravity);
            input.strip_coordinate =
                stores.bodies.grid.near_along(stores.bodies.frame(motion.body).place, axis);
        }
        let set = &stores.contacts.awake;
        // The program may have changed rows since.
        let contacts = set.contacts.iter().zip(set.pairs.iter()).map(|(&contact, pair)| {
            let [a, b] = pair.bodies.map(|slot| stores.bodies[slot].row());
            Contact { a, b, ..contact }
        });
        let contacts: Vec<Contact> = contacts.collect();
        Self { stores, axis, schedule: ContactSchedule::of(&bodies, &contacts) }
    }

    /// Number of strips.
    #[must_use]
    pub fn strips(&self) -> usize {
        self.schedule.strips()
    }

    /// The axis that the borders cut: 0 for x, 1 for y.
    #[must_use]
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// Where the borders cut the axis, in order, m.
    pub fn borders(&self) -> impl Iterator<Item = f32> + '_ {
        let anchor = self.stores.bodies.grid.anchor_along(self.axis);
        self.schedule.borders().iter().map(move |border| (anchor + f64::from(*border)) as f32)
    }

    /// The strip of a body; `None` for one that is static or asleep.
    #[must_use]
    pub fn strip_of(&self, body: BodyRef<'_>) -> Option<usize> {
        let row = self.stores.bodies.try_get(body.slot)?.row();
        (row != BodyRow::STATIC).then(|| self.schedule.strip_of(row)).flatten()
    }

    /// The contacts that have points and a body that is awake, and where each is in a sweep.
    pub fn contacts(&self) -> impl Iterator<Item = (ContactRef<'a>, ScheduledContact)> + '_ {
        let (stores, set) = (self.stores, &self.stores.contacts.awake);
        let all = set.contacts.iter().zip(set.pairs.iter()).enumerate();
        all.filter_map(move |(index, (contact, pair))| {
            Some((ContactRef { stores, contact, pair }, self.schedule.contact(index)?))
        })
    }
}
