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
//! Bodies that stand on each other one by one are a column whatever they bear, if the lowest bears four
//! times its weight. So a tall column is found in its second step, while impulses still travel up through it.
//! Solved together from below while its upper part falls on, it would chatter and buckle.
//!
//! The walk ends without a column as soon as it comes to a body that bears more than its weight at many
//! contacts, or from the side, as in an arch: in heaps and pyramids at the first or second body. How many
//! contacts bear a body follows from the normal impulses p at them: (sum p)^2 / (sum p^2).
//!
//! ```text
//!    [ ]        [ ]        [ ][ ]
//!    [#] 2      [#] 2.7     [#] 4       of the body that is marked
//!    [ ]       [ ][ ]      [ ][ ]
//! ```
//!
//! Equal boxes have margins of half a weight: each carries half a weight more or less than the bounds.
//!
//! Turned down: a bound for how much the impulses on a body of a column may differ from its weight. With
//! 0.2 to 0.7 of the normal impulses, columns are left to the sweeps for single steps, and sway for long.
//! Sums over all contacts in each step instead of a walk, which took 2 to 10% of a step in scenes without
//! columns. To demand that both points of the base carry a tenth of the load: a column that swings onto one
//! edge fell back to the sweeps, which let go of its load in a single step, so that forty uneven boxes
//! collapsed with contacts of 53 Hz, and eighty with 45 Hz. Contacts of one point in columns, which made
//! clusters of the balls of a heap and of what meets in flight (`circles5k` took twice the instructions,
//! `tumbler` 3.5 times).

use super::pressed::{TALL, exceeds, will_touch};
use crate::{Bodies, BodyInput, BodyRow, Contact, SolverSettings};
use alloc::vec::Vec;
use geom::{Vec2, cross};

/// The base of a column carries more than this many times its weight, half of its own included.
const BASE: f32 = 8.0;

/// A body of a column bears its load at so many contacts at most.
const COLUMN_CONTACTS: f32 = 3.0;

/// A contact of a body of a column is upright if its normal is along the acceleration of the body, up to an
/// angle of this cosine: 37 degrees, more than the slopes on which a column stands.
const UPRIGHT: f32 = 0.8;

/// A contact that carries more than this share of all that acts on a body of a column must be upright.
const MAIN_SHARE: f32 = 0.2;

/// At the base of a column, not more than this share of the force acts across the acceleration.
const ACROSS_SHARE: f32 = 0.1;

/// The fewest bodies of a column: of equal boxes, the lowest of nine bears more than eight times its weight.
/// Fewer seem to do so only within impacts.
pub(super) const MIN_COLUMN: usize = 9;

/// The most.
pub(super) const MAX_COLUMN: usize = 160;

/// What [`SoftSolver::find_column`](crate::SoftSolver::find_column) reads, as it will be in the next step.
#[derive(Clone, Copy, Debug)]
pub struct ColumnSource<'a> {
    /// The bodies, with their velocities and inputs.
    pub bodies: &'a Bodies,
    /// The contacts, with their impulses of the last step.
    pub contacts: &'a [Contact],
    /// The settings of the step.
    pub settings: &'a SolverSettings,
    /// The length of the step, s.
    pub dt: f32,
}

impl ColumnSource<'_> {
    /// The length of a sub-step, s.
    fn h(&self) -> f32 {
        self.dt / self.settings.substeps as f32
    }
}

/// What is known of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Unknown,
    /// The present walk has come to it.
    Walked,
    /// It bears more than its weight, and is in a column.
    Chosen,
    /// It bears more than its weight, and is in none.
    Refused,
}

/// The columns of a step, with the memory of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// The bodies of all columns that bear more than their weight.
    pub(super) loaded: Vec<BodyRow>,
    /// The bases of the columns.
    pub(super) bases: Vec<BodyRow>,
    /// By row. Between two steps, all are unknown.
    marks: Vec<Mark>,
    /// Bodies that bear more than their weight and are in no column.
    refused: Vec<BodyRow>,
    /// The bodies of the present walk, in the order in which they are looked at.
    walk: Vec<BodyRow>,
    /// The contacts of one of them.
    own: Vec<usize>,
}

/// The normal impulses on a body.
#[derive(Clone, Copy, Debug, Default)]
struct Bearing {
    /// The sum of the normal impulses, N s.
    sum: f32,
    /// The sum of the squares of those of each contact of two points.
    squares: f32,
}

impl Bearing {
    fn add(&mut self, contact: &Contact) {
        let sum = normal_impulse(contact);
        self.sum += sum;
        self.squares += if contact.manifold.count > 1 { sum * sum } else { 0.0 };
    }

    /// Whether a body bears so many times its weight in sub-steps of `h` seconds: what is above presses on it
    /// from both sides, and its own weight from one.
    fn exceeds(&self, input: &BodyInput, times: f32, h: f32) -> bool {
        exceeds(input, self.sum * self.sum, 2.0 * times * h)
    }

    /// Whether the impulses act at few contacts. sum^2 / squares counts contacts: of equal impulses their
    /// number, and one that carries little counts for little, so nothing that leans lightly on a column
    /// changes whether it is one.
    fn is_at_few_contacts(&self) -> bool {
        self.sum * self.sum <= COLUMN_CONTACTS * self.squares
    }
}

/// The normal impulse of both points, N s; zero without points.
fn normal_impulse(contact: &Contact) -> f32 {
    let sum = contact.impulses[0].normal + contact.impulses[1].normal;
    if contact.manifold.count > 0 && sum > 0.0 { sum } else { 0.0 }
}

/// Whether a column may stand at a contact of a body of infinite mass: the other body, of this inverse mass
/// (1/kg) and acceleration (m/s^2), bears more than four times its weight there, at two points, and that
/// acts along the acceleration. `h` is the length of a sub-step, s.
///
/// This is for [`SoftSolver::find_column`](crate::SoftSolver::find_column), and asks less than that does:
/// where two such bodies meet, each may bear half of a column.
#[must_use]
pub fn may_bear_column(contact: &Contact, inverse_mass: f32, acceleration: Vec2, h: f32) -> bool {
    let ([p, q], normal) = (contact.impulses, contact.manifold.normal);
    let sum = p.normal + q.normal;
    if contact.manifold.count < 2 || sum <= 0.0 {
        return false;
    }
    let (squared, least) = (acceleration.norm_squared(), 0.5 * BASE * h);
    let impulse = normal * sum + Vec2::new(normal.y, -normal.x) * (p.tangent + q.tangent);
    let across = cross(impulse, acceleration);
    (sum * inverse_mass) * (sum * inverse_mass) > least * least * squared
        && across * across <= ACROSS_SHARE * ACROSS_SHARE * squared * impulse.norm_squared()
}

/// Whether a body has upright contacts of two points with two bodies, or with one, and no others.
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
    /// Forgets all columns.
    pub(super) fn clear(&mut self) {
        for row in self.loaded.drain(..).chain(self.refused.drain(..)) {
            self.marks[row.index()] = Mark::Unknown;
        }
        self.bases.clear();
    }

    /// Searches the column of which this body is the base. `contacts_of` lists the contacts of a body.
    pub(super) fn find<I: Iterator<Item = usize>>(
        &mut self,
        source: &ColumnSource<'_>,
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
                self.own.push(index);
                bearing.add(&source.contacts[index]);
            }
            let (input, times) = (&inputs[row.index()], if next == 1 { BASE } else { TALL });
            let is_loaded = bearing.exceeds(input, times, source.h());
            if is_loaded || is_between_two(source, row, &self.own) {
                self.loaded.push(row);
                is_column = bearing.is_at_few_contacts()
                    && (0..self.own.len()).all(|i| self.go_on(source, (row, &bearing), self.own[i], next))
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

    /// Adds the body at the other end of a contact to the walk. Returns false if the contact cannot be one of
    /// a column.
    fn go_on(
        &mut self,
        source: &ColumnSource<'_>,
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
        if is_main && along * along <= UPRIGHT * UPRIGHT * acceleration.norm_squared() {
            return false;
        }
        let other = if contact.a == row { contact.b } else { contact.a };
        let mark = self.marks[other.index()];
        let is_wanted = matches!(mark, Mark::Unknown | Mark::Refused)
            && inputs[other.index()].is_movable()
            && contact.manifold.count > 0
            && (sum > 0.0 || will_touch(states, contact, source.dt));
        if is_wanted && mark == Mark::Unknown {
            self.marks[other.index()] = Mark::Walked;
            self.walk.push(other);
            // What bears much is looked at first, since that ends most walks.
            let last = self.walk.len() - 1;
            if is_main {
                self.walk.swap(next, last);
            }
        }
        !is_wanted || mark == Mark::Unknown
    }
}
