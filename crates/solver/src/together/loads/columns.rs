//! Tall columns: a walk over the contacts of bodies, from one that stands on a body of infinite mass.
//!
//! ```text
//!    [ ]  bears less than its weight, and touches more than two bodies: the column ends here
//!    [#]  bears more than its weight at few contacts: the walk goes on to what it touches
//!    [#]
//!    [#]  the base: a body of infinite mass bears it, and it bears more than eight times its weight
//!   _____
//! ```
//!
//! Bodies that stand on each other one by one are a column whatever they bear, if the lowest bears four times
//! its weight. So a tall column is found in its second step, while impulses still travel up through it.
//!
//! The walk ends without a column at a body that bears more than its weight at many contacts, or from the
//! side, as in an arch: in heaps and pyramids at the first or second body. How many contacts bear a body
//! follows from the normal impulses p at them: (sum p)^2 / (sum p^2).
//!
//! ```text
//!    [ ]        [ ]        [ ][ ]
//!    [#] 2      [#] 2.7     [#] 4       of the body that is marked
//!    [ ]       [ ][ ]      [ ][ ]
//! ```
//!
//! For alternatives, see `docs/experiments/loads.md`.

use super::pressed::{TALL, exceeds, will_touch};
use crate::{Bodies, BodyInput, BodyRow, Contact, SolverSettings};
use alloc::vec::Vec;
use geom::{Vec2, cross};

/// The base of a column carries more than this many times its weight, half of its own included.
const BASE: f32 = 8.0;

/// A body of a column bears its load at so many contacts at most.
const COLUMN_CONTACTS: f32 = 3.0;

/// The cosine of the angle of 37 degrees up to which a contact of a column is upright: more than the slopes
/// on which a column stands.
const UPRIGHT: f32 = 0.8;

/// A contact with more than this share of all impulses on a body of a column must be upright.
const MAIN_SHARE: f32 = 0.2;

/// At the base, at most this share of the force acts across the acceleration.
const ACROSS_SHARE: f32 = 0.1;

/// Of equal boxes, the lowest of nine bears more than eight times its weight. Fewer seem to do so only within
/// impacts.
pub(super) const MIN_COLUMN: usize = 9;

pub(super) const MAX_COLUMN: usize = 160;

/// As they will be in the next step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnSource<'a> {
    pub(crate) bodies: &'a Bodies,
    pub(crate) contacts: &'a [Contact],
    pub(crate) settings: &'a SolverSettings,
    /// s.
    pub(crate) dt: f32,
}

impl ColumnSource<'_> {
    /// In s.
    fn h(&self) -> f32 {
        self.dt / self.settings.substeps as f32
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Unknown,
    /// In the present walk.
    Walked,
    /// In a column, with more than its weight.
    Chosen,
    /// In no column, with more than its weight.
    Refused,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// Bodies of all columns that bear more than their weight.
    pub(super) loaded: Vec<BodyRow>,
    pub(super) bases: Vec<BodyRow>,
    /// By row; unknown between two steps.
    marks: Vec<Mark>,
    refused: Vec<BodyRow>,
    /// Bodies of the present walk, in order.
    walk: Vec<BodyRow>,
    /// Contacts of one of them.
    own: Vec<usize>,
}

/// The normal impulses on a body.
#[derive(Clone, Copy, Debug, Default)]
struct Bearing {
    /// N s.
    sum: f32,
    /// Sum of their squares over contacts of two points.
    squares: f32,
}

impl Bearing {
    fn add(&mut self, contact: &Contact) {
        let sum = normal_impulse(contact);
        self.sum += sum;
        self.squares += if contact.manifold.count > 1 { sum * sum } else { 0.0 };
    }

    /// What is above presses on a body from both sides, and its own weight from one.
    fn exceeds(&self, input: &BodyInput, times: f32, h: f32) -> bool {
        exceeds(input, self.sum * self.sum, 2.0 * times * h)
    }

    /// sum^2 / squares counts contacts: of equal impulses their number, and one that carries little counts
    /// for little, so nothing that leans lightly on a column changes whether it is one.
    fn is_at_few_contacts(&self) -> bool {
        self.sum * self.sum <= COLUMN_CONTACTS * self.squares
    }
}

/// Of both points, N s.
fn normal_impulse(contact: &Contact) -> f32 {
    let sum = contact.impulses[0].normal + contact.impulses[1].normal;
    if contact.manifold.count > 0 && sum > 0.0 { sum } else { 0.0 }
}

impl Contact {
    /// Whether a body bears a load at this contact: more than four times its weight, at two points, along its
    /// acceleration. The body has this inverse mass, 1/kg, and acceleration, m/s^2; `h` is the length of a
    /// sub-step, s. [`ContactGraph::supports`](crate::ContactGraph::supports) has an example.
    ///
    /// The search for columns asks for more than this, because where two such bodies meet, each may bear half
    /// of a column.
    #[must_use]
    pub fn bears_load(&self, inverse_mass: f32, acceleration: Vec2, h: f32) -> bool {
        let ([p, q], normal) = (self.impulses, self.manifold.normal);
        let sum = p.normal + q.normal;
        if self.manifold.count < 2 || sum <= 0.0 {
            return false;
        }
        let (squared, least) = (acceleration.norm_squared(), 0.5 * BASE * h);
        let impulse = normal * sum + Vec2::new(normal.y, -normal.x) * (p.tangent + q.tangent);
        let across = cross(impulse, acceleration);
        (sum * inverse_mass) * (sum * inverse_mass) > least * least * squared
            && across * across <= ACROSS_SHARE * ACROSS_SHARE * squared * impulse.norm_squared()
    }
}

fn is_between_two(source: &ColumnSource<'_>, row: BodyRow, own: &[usize]) -> bool {
    let acceleration = source.bodies.inputs()[row.index()].acceleration;
    let mut touching = own.iter().map(|&i| &source.contacts[i]).filter(|contact| contact.manifold.count > 0);
    let is_upright = |contact: &Contact| {
        let along = contact.manifold.normal.dot(&acceleration);
        contact.manifold.count == 2 && along * along > UPRIGHT * UPRIGHT * acceleration.norm_squared()
    };
    touching.by_ref().take(2).all(is_upright) && touching.next().is_none()
}

impl Columns {
    pub(super) fn clear(&mut self) {
        for row in self.loaded.drain(..).chain(self.refused.drain(..)) {
            self.marks[row.index()] = Mark::Unknown;
        }
        self.bases.clear();
    }

    /// `unit` is a metre in the units of the caller.
    pub(super) fn find<I: Iterator<Item = usize>>(
        &mut self,
        source: &ColumnSource<'_>,
        unit: f32,
        base: BodyRow,
        contacts_of: impl Fn(BodyRow) -> I,
    ) {
        let inputs = source.bodies.inputs();
        if self.marks.len() < inputs.len() {
            self.marks.resize(inputs.len(), Mark::Unknown);
        }
        if self.marks[base.index()] != Mark::Unknown {
            return;
        }
        self.marks[base.index()] = Mark::Walked;
        self.walk.clear();
        self.walk.push(base);
        let (listed, mut next, mut is_column) = (self.loaded.len(), 0, true);
        while let Some(&row) = self.walk.get(next).filter(|_| is_column) {
            next += 1;
            let mut bearing = Bearing::default();
            self.own.clear();
            for index in contacts_of(row) {
                // What a body dominates does not weigh on it.
                if source.contacts[index].is_dominated_by(row) {
                    continue;
                }
                self.own.push(index);
                bearing.add(&source.contacts[index]);
            }
            let (input, times) = (&inputs[row.index()], if next == 1 { BASE } else { TALL });
            let is_loaded = bearing.exceeds(input, times, source.h());
            if is_loaded || is_between_two(source, row, &self.own) {
                self.loaded.push(row);
                is_column = bearing.is_at_few_contacts()
                    && (0..self.own.len())
                        .all(|i| self.go_on(source, unit, (row, &bearing), self.own[i], next))
                    && self.walk.len() <= MAX_COLUMN;
            }
        }
        is_column &= self.walk.len() >= MIN_COLUMN;
        for row in &self.walk {
            self.marks[row.index()] = Mark::Unknown;
        }
        let mark = if is_column { Mark::Chosen } else { Mark::Refused };
        for row in &self.loaded[listed..] {
            self.marks[row.index()] = mark;
        }
        if is_column {
            self.bases.push(base);
        } else {
            self.refused.extend(self.loaded.drain(listed..));
        }
    }

    /// Adds the other body of a contact to the walk. Returns false if the contact cannot be one of a column.
    fn go_on(
        &mut self,
        source: &ColumnSource<'_>,
        unit: f32,
        (row, bearing): (BodyRow, &Bearing),
        index: usize,
        next: usize,
    ) -> bool {
        let contact = &source.contacts[index];
        let (inputs, states) = (source.bodies.inputs(), source.bodies.states());
        let sum = normal_impulse(contact);
        let is_main = sum > MAIN_SHARE * bearing.sum;
        let acceleration = inputs[row.index()].acceleration;
        let along = contact.manifold.normal.dot(&acceleration);
        let is_upright = along * along > UPRIGHT * UPRIGHT * acceleration.norm_squared();
        if is_main && !is_upright || contact.dominant().is_some() {
            return false;
        }
        let other = if contact.a == row { contact.b } else { contact.a };
        let mark = self.marks[other.index()];
        let is_wanted = matches!(mark, Mark::Unknown | Mark::Refused)
            && inputs[other.index()].is_movable()
            && contact.manifold.count > 0
            && (sum > 0.0 || will_touch(states, contact, source.dt, unit));
        if is_wanted && mark == Mark::Unknown {
            self.marks[other.index()] = Mark::Walked;
            self.walk.push(other);
            // What bears much comes first, because that ends most walks.
            let last = self.walk.len() - 1;
            if is_main {
                self.walk.swap(next, last);
            }
        }
        !is_wanted || mark == Mark::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyState, PointImpulse};
    use collide::Manifold;
    use proptest::prelude::*;

    const DT: f32 = 1.0 / 60.0;

    /// A contact that carries this impulse at its points, half at each if there are two.
    fn contact([a, b]: [u32; 2], normal: Vec2, points: u32, impulse: f32) -> Contact {
        let manifold = Manifold { normal, count: points, ..Manifold::EMPTY };
        let mut contact = Contact::new(BodyRow(a), BodyRow(b), manifold, 0.6, 0.0);
        let share = PointImpulse { normal: impulse / points as f32, tangent: 0.0 };
        contact.impulses[..points as usize].fill(share);
        contact
    }

    const UP: Vec2 = Vec2::new(0.0, 1.0);

    /// Bodies of equal mass, and their contacts.
    struct Scene {
        bodies: Bodies,
        contacts: Vec<Contact>,
        /// What carries a body in a sub-step, N s.
        weight: f32,
    }

    impl Scene {
        fn new(count: u32, mass: f32, acceleration: Vec2) -> Self {
            let mut bodies = Bodies::new();
            for _ in 0..count {
                bodies.push(BodyState::REST, BodyInput::dynamic(mass, mass, acceleration));
            }
            let h = DT / SolverSettings::default().substeps as f32;
            Self { bodies, contacts: Vec::new(), weight: mass * acceleration.norm() * h }
        }

        /// Bodies on each other, each of which carries those above: the normal impulses are those of a column
        /// at rest, also where the acceleration is not along the column.
        fn column(count: u32, mass: f32, acceleration: Vec2) -> Self {
            let mut scene = Self::new(count, mass, acceleration);
            let weight = mass * -acceleration.y * (scene.weight / (mass * acceleration.norm()));
            let carried = |i: u32| (count - i) as f32 * weight;
            scene.contacts.extend((0..count).map(|i| contact([i, i + 1], UP, 2, carried(i))));
            scene
        }

        /// The rows of the column on body 1. It is searched twice, with the same memory.
        fn find(&self) -> Option<Vec<u32>> {
            let settings = SolverSettings::default();
            let source =
                ColumnSource { bodies: &self.bodies, contacts: &self.contacts, settings: &settings, dt: DT };
            let mut columns = Columns::default();
            let [first, second] = [(); 2].map(|()| {
                columns.clear();
                columns.find(&source, 1.0, BodyRow(1), |row| {
                    let is_own = move |i: &usize| [self.contacts[*i].a, self.contacts[*i].b].contains(&row);
                    (0..self.contacts.len()).filter(is_own)
                });
                let mut rows: Vec<u32> = columns.loaded.iter().map(|row| row.0).collect();
                rows.sort_unstable();
                (columns.bases == [BodyRow(1)]).then_some(rows)
            });
            assert_eq!(first, second, "the search remembers the last one");
            first
        }
    }

    proptest! {
        /// A column of 9 to 160 equal boxes at rest is found whole, whatever mass, gravity and slope. On a
        /// slope the normal impulses are those of a lower column, and the lowest box may bear less than
        /// eight times its weight; but it bears the others one by one.
        #[test]
        fn columns_of_nine_to_160_boxes_are_found_whole(
            count in 1_u32..170, mass in 0.01_f32..1e4, gravity in 0.1_f32..1e3, slope in -0.5_f32..0.5,
        ) {
            let acceleration = Vec2::new(slope.sin(), -slope.cos()) * gravity;
            let found = Scene::column(count, mass, acceleration).find();
            let is_column = (MIN_COLUMN..=MAX_COLUMN).contains(&(count as usize));
            prop_assert_eq!(found, is_column.then(|| (1..=count).collect()));
        }

        /// (sum p)^2 / sum p^2 is between 1 and the number of contacts, and that number if all carry the
        /// same. So a body with one contact of two points or with two is always at few contacts, and one with
        /// four or more that carry the same never is. Contacts of one point only count against a column.
        #[test]
        fn few_contacts_are_at_most_three(
            impulses in prop::collection::vec(0.01_f32..10.0, 1..9), one_point in 0.0_f32..10.0,
        ) {
            let bearing = |impulses: &[f32]| {
                let mut bearing = Bearing::default();
                impulses.iter().for_each(|&p| bearing.add(&contact([1, 2], UP, 2, p)));
                bearing
            };
            let count = impulses.len();
            prop_assert!(bearing(&impulses[..count.min(2)]).is_at_few_contacts());
            // With three, rounding decides.
            let is_few = bearing(&[impulses[0]].repeat(count)).is_at_few_contacts();
            prop_assert!(count == 3 || is_few == (count < 3));
            let mut with_one_point = bearing(&impulses);
            let was_at_few = with_one_point.is_at_few_contacts();
            with_one_point.add(&contact([1, 2], UP, 1, one_point));
            prop_assert!(was_at_few || !with_one_point.is_at_few_contacts());
        }

        /// What acts at the base of a column acts along its weight. With friction it does on any slope;
        /// without, it acts along the normal, and on a slope of more than a tenth no column stands. Four
        /// times the weight is the least.
        #[test]
        fn base_bears_along_the_weight(slope in -0.6_f32..0.6, times in 0.1_f32..20.0, mass in 0.01_f32..1e4) {
            let (acceleration, h) = (Vec2::new(slope.sin(), -slope.cos()) * 10.0, DT / 4.0);
            let force = times * mass * 10.0 * h;
            let mut base = contact([0, 1], UP, 2, force * slope.cos());
            // The normal points to the body, so the tangent is (1, 0), and friction acts against the weight.
            base.impulses[0].tangent = -force * slope.sin();
            let bears = |contact: &Contact| contact.bears_load(1.0 / mass, acceleration, h);
            if (times * slope.cos() - 0.5 * BASE).abs() > 1e-2 {
                prop_assert_eq!(bears(&base), times * slope.cos() > 0.5 * BASE);
            }
            base.impulses[0].tangent = 0.0;
            if (slope.sin().abs() - ACROSS_SHARE).abs() > 1e-3 {
                let is_steep = slope.sin().abs() > ACROSS_SHARE;
                prop_assert!(!is_steep || !bears(&base));
            }
            base.manifold.count = 1;
            prop_assert!(!bears(&base));
        }
    }

    /// The walls of a pyramid are no columns: each box of its second row lies on two and bears two.
    #[test]
    fn pyramids_are_no_columns() {
        let rows = 20_u32;
        let mut scene = Scene::new(rows * (rows + 1) / 2, 1.0, Vec2::new(0.0, -10.0));
        // The rows from below; box 1 is the first of the lowest.
        let first_of = |row: u32| 1 + (0..row).map(|below| rows - below).sum::<u32>();
        for row in 0..rows {
            for i in 0..rows - row {
                let (own, above) = (first_of(row) + i, (rows - 1 - row) as f32 * scene.weight);
                if row == 0 {
                    scene.contacts.push(contact([0, own], UP, 2, above + scene.weight));
                } else {
                    for below in [i, i + 1] {
                        let half = 0.5 * (above + scene.weight);
                        scene.contacts.push(contact([first_of(row - 1) + below, own], UP, 2, half));
                    }
                }
            }
        }
        assert_eq!(scene.find(), None);
    }

    /// A column stays one while something leans lightly on it, and is none if that carries more than a fifth
    /// of what acts on the body.
    #[test]
    fn what_leans_heavily_on_a_column_makes_it_none() {
        for (share, is_column) in [(0.0, true), (0.15, true), (0.25, false)] {
            let mut scene = Scene::column(30, 2.0, Vec2::new(0.0, -10.0));
            // On box 10 act the impulses of its two contacts, and those from the side, which are the share of
            // all.
            let upright = (20.0 + 21.0) * scene.weight;
            let side = upright * share / (1.0 - share);
            scene.contacts.push(contact([0, 10], Vec2::new(1.0, 0.0), 1, side));
            assert_eq!(scene.find().is_some(), is_column, "{share}");
        }
    }

    /// A ball in a column makes it none.
    #[test]
    fn a_body_that_bears_at_single_points_makes_a_column_none() {
        let mut scene = Scene::column(30, 1.0, Vec2::new(0.0, -10.0));
        assert!(scene.find().is_some());
        let carried = normal_impulse(&scene.contacts[3]);
        scene.contacts[3] = contact([3, 4], UP, 1, carried);
        scene.contacts[4] = contact([4, 5], UP, 1, carried);
        assert_eq!(scene.find(), None);
    }
}
