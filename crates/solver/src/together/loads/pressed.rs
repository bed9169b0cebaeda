//! Which bodies carry a heavy load, and which contacts are solved together because of it.
//!
//! ```text
//!    ______    A heavy body presses on a lighter one: it moves or falls towards it, or the contact
//!   | 1000 |   between them already carries more than 16 times what the lighter one weighs. That
//!   |______|   one presses on those below in its turn, with the mass of the heavy body.
//!     [1]      pressed by 1000
//!     [1]      pressed by 1000        [1] beside, [1] on top of the heavy body: not pressed
//! ```
//!
//! Through a joint, a body presses on each one of less than a sixteenth of its mass that no body of infinite
//! mass holds: a chassis on its wheels, a load on its feet. A body joined to one of infinite mass presses on
//! nothing, since the joint may carry it.
//!
//! A contact is *loaded* if one of its two bodies is pressed. So are the contacts of bodies that bear more
//! than their weight, if they hang together with such a one, or, with [`DirectContacts::Tall`], by
//! themselves; and with [`DirectContacts::Columns`] those of tall columns (`columns.rs`).
//!
//! Loads follow from masses, velocities and stored impulses alone: the mass ratio alone would take all crates
//! on a ship, the load alone comes a step too late.

use crate::bounce::least_bounce;
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectContacts, JointRows};
use alloc::vec::Vec;
use geom::{Vec2, cross};

/// From this ratio of masses on, a contact is loaded; below, soft rows sink by less than 4 mm. With 8, a heap
/// of shapes whose sizes differ by up to 2.5 times was full of loads.
pub(super) const HEAVY: f32 = 16.0;

/// Contacts of bodies whose masses differ by more stay with the sweeps, in which the light body is crushed. A
/// solve would let it carry the heavy one and shoot it away as soon as it slips.
const CRUSHED: f32 = 1100.0;

/// The inverse mass, as a share of that of the lightest body, at which a body counts as infinitely heavy: one
/// whose coordinates are locked presses on nothing.
const INFINITE: f32 = 1e-8;

/// A pressed body hands its load on to those that carry this many times their weight from it.
const HANDED_ON: f32 = 2.0;

/// A body presses if it gains at least this share of its acceleration towards the other in a step ...
const PRESSING_SHARE: f32 = 0.25;

/// ... and this speed more, m/s.
const PRESSING_SPEED: f32 = 0.01;

/// A body is loaded, where that alone counts, if it carries more than this many times its weight, half of its
/// own included: of equal boxes, the first from above carries a half, the second one and a half.
pub(super) const TALL: f32 = 1.0;

/// Smaller accelerations count as this, m/s^2: loads where there is no gravity.
const LEAST_ACCELERATION: f32 = 1.0;

/// Surfaces touch if they will be closer than this after the step, m.
const TOUCHING: f32 = 0.01;

/// Rounds in which a load is handed on: a column of as many bodies.
const MAX_ROUNDS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Load {
    /// Nothing that soft rows cannot carry.
    Light,
    /// More than its weight, in a tall column.
    Column,
    /// The base of a tall column.
    Base,
    /// More than its weight.
    Tall,
    /// A heavy body.
    Heavy,
}

/// Bodies are indexed by row.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) method: DirectContacts,
    pub(super) contacts: &'a [Contact],
    pub(super) joints: &'a [JointRows],
    pub(super) states: &'a [BodyState],
    pub(super) inputs: &'a [BodyInput],
    /// m/s.
    pub(super) bounce_threshold: f32,
    /// s.
    pub(super) dt: f32,
    pub(super) h: f32,
    /// A metre in the units of the caller.
    pub(super) unit: f32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Loads {
    /// By row: the mass with which the body may press on others, kg: its own, or what presses on it. Zero if
    /// its own is infinite, or if a joint connects the body to one of infinite mass.
    masses: Vec<f32>,
    /// By row, kg: the greatest mass.
    pressing: Vec<f32>,
    /// By row: the sum of the normal impulses, N s.
    bearings: Vec<f32>,
    /// By row.
    pub(super) of: Vec<Load>,
    pub(super) is_pressed: bool,
    /// Whether a body counts as infinitely heavy beside the lightest, or columns stand beside something that
    /// is pressed, so that more of their bodies count as loaded.
    pub(super) may_follow_from_afar: bool,
}

impl Loads {
    /// The loads of columns are known. Returns whether there are any that make a cluster.
    pub(super) fn find(&mut self, source: &Source<'_>, [loaded, bases]: [&[BodyRow]; 2]) -> bool {
        let is_pressed = self.find_heavy(source);
        self.is_pressed = is_pressed;
        self.may_follow_from_afar |= is_pressed && !bases.is_empty();
        let is_tall = source.method == DirectContacts::Tall;
        if !is_pressed && !is_tall && bases.is_empty() {
            self.of.clear();
            return false;
        }
        if !is_pressed {
            self.pressing.clear();
            self.pressing.resize(source.inputs.len(), 0.0);
        }
        self.bearings.clear();
        self.bearings.resize(source.inputs.len(), 0.0);
        if is_pressed || is_tall {
            self.find_bearings(source);
        }
        let Self { of, pressing, bearings, .. } = self;
        of.clear();
        of.extend(source.inputs.iter().zip(&*bearings).zip(&*pressing).map(|((input, &sum), &pressing)| {
            if pressing > 0.0 {
                Load::Heavy
            } else if sum != 0.0 && exceeds(input, sum * sum, 2.0 * TALL * source.h) {
                // What is above presses on a body from both sides, and its own weight from one.
                Load::Tall
            } else {
                Load::Light
            }
        }));
        for (rows, load) in [(loaded, Load::Column), (bases, Load::Base)] {
            for row in rows.iter().filter(|row| pressing[row.index()] <= 0.0) {
                of[row.index()] = load;
            }
        }
        is_pressed || !bases.is_empty() || of.contains(&Load::Tall)
    }

    /// Returns whether there are any.
    fn find_heavy(&mut self, source: &Source<'_>) -> bool {
        let (of_heaviest, of_lightest) = extremes(source.inputs);
        self.may_follow_from_afar = of_heaviest <= INFINITE * of_lightest;
        if of_lightest <= HEAVY * of_heaviest {
            return false;
        }
        let Self { masses, pressing, .. } = self;
        masses.clear();
        masses.extend(source.inputs.iter().map(|&BodyInput { inverse_mass: inverse, .. }| {
            if inverse > INFINITE * of_lightest { 1.0 / inverse } else { 0.0 }
        }));
        for joint in source.joints {
            let [a, b] = source.inverse_masses(joint.a, joint.b);
            if b <= 0.0 {
                masses[joint.a.index()] = 0.0;
            }
            if a <= 0.0 {
                masses[joint.b.index()] = 0.0;
            }
        }
        // A lighter body presses on none, whatever the rounding of a division.
        let least = 0.99 * HEAVY / of_lightest;
        if masses.iter().all(|&mass| mass < least) {
            return false;
        }
        pressing.clear();
        pressing.resize(source.inputs.len(), 0.0);
        let rounds = (0..MAX_ROUNDS).take_while(|_| {
            // Both, whatever the first has found.
            hand_on_through_joints(source, masses, pressing) | hand_on(source, least, masses, pressing)
        });
        rounds.count() > 0
    }

    fn find_bearings(&mut self, source: &Source<'_>) {
        let bearings = &mut self.bearings;
        for contact in source.contacts {
            let [p, q] = contact.impulses;
            if contact.manifold.count > 0 {
                for row in [contact.a, contact.b] {
                    let is_moved = !contact.is_dominated_by(row);
                    bearings[row.index()] += if is_moved { p.normal + q.normal } else { 0.0 };
                }
            }
        }
    }
}

/// Of the heaviest body of finite mass and of the lightest, 1/kg: infinity and zero if there is none.
fn extremes(inputs: &[BodyInput]) -> (f32, f32) {
    let (mut of_heaviest, mut of_lightest) = (u32::MAX, 0.0_f32);
    for input in inputs {
        let inverse = input.inverse_mass;
        // The bits of positive numbers have their order, and those of zero become the greatest. There is no
        // branch, because this runs for every body of every step.
        let own = inverse.to_bits().wrapping_sub(1);
        of_heaviest = if own < of_heaviest { own } else { of_heaviest };
        of_lightest = if inverse > of_lightest { inverse } else { of_lightest };
    }
    (if of_lightest > 0.0 { f32::from_bits(of_heaviest + 1) } else { f32::INFINITY }, of_lightest)
}

/// Returns whether a greater mass presses on a body than before. Masses below `least` (kg) press on none.
fn hand_on(source: &Source<'_>, least: f32, masses: &mut [f32], pressing: &mut [f32]) -> bool {
    let mut has_changed = false;
    for contact in source.contacts {
        let (a, b, normal) = (contact.a.index(), contact.b.index(), contact.manifold.normal);
        let is_light = masses[a] < least && masses[b] < least;
        if is_light || contact.manifold.count == 0 || contact.dominant().is_some() {
            continue;
        }
        for (from, to, normal) in [(a, b, normal), (b, a, -normal)] {
            let mass = masses[from];
            let ratio = mass * source.inputs[to].inverse_mass;
            if ratio > HEAVY
                && ratio <= CRUSHED
                && mass > pressing[to]
                && source.will_touch(contact)
                && source.presses([from, to], normal, contact, pressing[from] > 0.0)
            {
                pressing[to] = mass;
                if masses[to] > 0.0 && masses[to] < mass {
                    masses[to] = mass;
                }
                has_changed = true;
            }
        }
    }
    has_changed
}

/// The same through joints. They are exact whatever the ratio, so no body is crushed.
fn hand_on_through_joints(source: &Source<'_>, masses: &mut [f32], pressing: &mut [f32]) -> bool {
    let mut has_changed = false;
    for joint in source.joints {
        let (a, b) = (joint.a.index(), joint.b.index());
        for (from, to) in [(a, b), (b, a)] {
            let mass = masses[from];
            let is_heavy = mass * source.inputs[to].inverse_mass > HEAVY;
            if is_heavy && mass > pressing[to] && masses[to] > 0.0 {
                pressing[to] = mass;
                masses[to] = if masses[to] < mass { mass } else { masses[to] };
                has_changed = true;
            }
        }
    }
    has_changed
}

/// Whether an impulse of this square changes the velocity by more than the acceleration does within `least`
/// seconds.
pub(super) fn exceeds(input: &BodyInput, square: f32, least: f32) -> bool {
    let acceleration = input.acceleration.norm_squared();
    acceleration > 0.0 && square * (input.inverse_mass * input.inverse_mass) > least * least * acceleration
}

impl Source<'_> {
    fn inverse_masses(&self, a: BodyRow, b: BodyRow) -> [f32; 2] {
        [self.inputs[a.index()].inverse_mass, self.inputs[b.index()].inverse_mass]
    }

    pub(super) fn is_heavier(&self, body: BodyRow, than: BodyRow) -> bool {
        let [own, other] = self.inverse_masses(body, than);
        own > 0.0 && other > HEAVY * own
    }

    pub(super) fn crushes(&self, contact: &Contact) -> bool {
        let [a, b] = self.inverse_masses(contact.a, contact.b);
        let [lighter, heavier] = if a > b { [a, b] } else { [b, a] };
        heavier > 0.0 && lighter > CRUSHED * heavier
    }

    pub(super) fn will_touch(&self, contact: &Contact) -> bool {
        will_touch(self.states, contact, self.dt, self.unit)
    }

    /// The normal points from the one body to the other.
    fn presses(&self, [from, to]: [usize; 2], normal: Vec2, contact: &Contact, is_pressed: bool) -> bool {
        let (body, input) = (&self.states[from], &self.inputs[from]);
        let gained = input.acceleration.dot(&normal) * self.dt;
        let threshold = PRESSING_SHARE * input.acceleration.norm() * self.dt + PRESSING_SPEED * self.unit;
        if body.velocity.dot(&normal) + gained > threshold {
            return true;
        }
        let other = &self.inputs[to];
        let acceleration = other.acceleration.norm();
        let least = LEAST_ACCELERATION * self.unit;
        let weight = if acceleration > least { acceleration } else { least };
        let sum = contact.impulses[0].normal + contact.impulses[1].normal;
        sum * other.inverse_mass > if is_pressed { HANDED_ON } else { HEAVY } * weight * self.h
    }

    /// Restitution belongs to the soft rows.
    pub(super) fn bounces(&self, contact: &Contact) -> bool {
        let normal = contact.manifold.normal;
        let [a, b] = [&self.states[contact.a.index()], &self.states[contact.b.index()]];
        let inputs = [contact.a, contact.b].map(|row| &self.inputs[row.index()]);
        contact.restitution > 0.0
            && contact.manifold.points().iter().any(|point| {
                point_velocity(a, b, point.anchor_a, point.anchor_b, normal)
                    < -least_bounce(self.bounce_threshold, inputs)
            })
    }
}

pub(super) fn will_touch(states: &[BodyState], contact: &Contact, dt: f32, unit: f32) -> bool {
    let normal = contact.manifold.normal;
    let [a, b] = [&states[contact.a.index()], &states[contact.b.index()]];
    contact.manifold.points().iter().any(|point| {
        let approach = point_velocity(a, b, point.anchor_a, point.anchor_b, normal);
        let least = if approach < 0.0 { approach } else { 0.0 };
        point.separation + least * dt < TOUCHING * unit
    })
}

fn point_velocity(a: &BodyState, b: &BodyState, anchor_a: Vec2, anchor_b: Vec2, normal: Vec2) -> f32 {
    (b.velocity - a.velocity).dot(&normal) + b.angular_velocity * cross(anchor_b, normal)
        - a.angular_velocity * cross(anchor_a, normal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The inverse masses of the heaviest and of the lightest body are those that a sort finds.
        #[test]
        fn extremes_leave_bodies_of_infinite_mass_out(
            masses in prop::collection::vec(prop_oneof![Just(f32::INFINITY), 1e-6_f32..1e6], 0..20),
        ) {
            let body = |&mass: &f32| BodyInput { inverse_mass: 1.0 / mass, ..BodyInput::INFINITE_MASS };
            let inputs: Vec<_> = masses.iter().map(body).collect();
            let mut inverses: Vec<_> = inputs.iter().map(|input| input.inverse_mass).collect();
            inverses.retain(|&inverse| inverse > 0.0);
            inverses.sort_by(f32::total_cmp);
            let wanted = inverses.first().zip(inverses.last());
            prop_assert_eq!(extremes(&inputs), wanted.map_or((f32::INFINITY, 0.0), |(&a, &b)| (a, b)));
        }
    }
}
