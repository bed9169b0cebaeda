//! A load that is taken away: its impulses are forgotten.
//!
//! ```text
//!    ______                    The contacts below the heavy body hold its weight, and the next step would
//!   | 1000 |  is removed       begin with that: the light bodies would be thrown up. So the stored impulses
//!   |______|                   on a body from which a load is taken away are set to zero, if they are now
//!     [1]   ^  held by 1000    out of balance; then those on the bodies below, if they are, and so on.
//!   __[1]__ ^  held by 1000    What does not carry the load is in balance, and keeps its impulses.
//! ```
//!
//! What carries a load moves as one ([`MAX_DRIFT`]): in a crowd that a rotor stirs, every body is out of
//! balance because others hit it, and most impulses would be forgotten in each step.
//!
//! A *load* is the contact of a body with one of less than an eighth of its mass that carries more than
//! [`OUT_OF_BALANCE`] times the lighter one's weight. Its last point is gone when a collider is removed, or
//! when the narrow phase finds that the shapes have parted. Turned down (`docs/experiments/world.md`):
//! letting the solver find impulses out of balance.

use super::Stores;
use crate::settings::WorldSettings;
use crate::slot::{BodySlot, ContactSlot};
use crate::stores::{Bodies, Pair};
use geom::Vec2;
use solver::{Contact, Dominant};

/// Masses of a body and its load.
const HEAVY: f32 = 8.0;

/// In weights of the body: the sum of impulses that is out of balance.
const OUT_OF_BALANCE: f32 = 16.0;

/// m/s^2, scaled by the length unit: for loads without gravity.
const LEAST_ACCELERATION: f32 = 1.0;

/// m/s, scaled by the length unit: the relative speed of bodies that carry a load together.
const MAX_DRIFT: f32 = 1.0;

/// Whether the lighter one does. The impulses are those of `h` seconds.
#[cold]
pub(crate) fn carries_load(
    settings: &WorldSettings,
    bodies: &Bodies,
    contact: &Contact,
    pair: [BodySlot; 2],
    h: f32,
) -> bool {
    let impulse = sum(contact);
    if impulse <= 0.0 || h <= 0.0 || contact.dominant().is_some() {
        return false;
    }
    let [a, b] = pair.map(|body| bodies[body].inverse_masses()[0]);
    let (heavier, lighter) = if a < b { (a, b) } else { (b, a) };
    heavier > 0.0 && lighter > HEAVY * heavier && is_out_of_balance(settings, lighter, impulse / h)
}

fn sum(contact: &Contact) -> f32 {
    contact.impulses[0].normal + contact.impulses[1].normal
}

/// Nothing loads such a body there.
fn dominates(contact: &Contact, pair: &Pair, body: BodySlot) -> bool {
    match contact.dominant() {
        None => false,
        Some(Dominant::A) => pair.bodies[0] == body,
        Some(Dominant::B) => pair.bodies[1] == body,
    }
}

/// A force in N. False for NaN.
fn is_out_of_balance(settings: &WorldSettings, inverse_mass: f32, force: f32) -> bool {
    let gravity = settings.gravity.norm();
    let least = LEAST_ACCELERATION * settings.length_unit;
    force * inverse_mass > OUT_OF_BALANCE * if gravity > least { gravity } else { least }
}

impl Stores {
    /// Of the contacts through which the lighter body has carried the other. The heavier one is left out: a
    /// motor may hold it, whose impulses are not looked at, and then its contacts are never in balance.
    pub(crate) fn forget_load(&mut self, pair: [BodySlot; 2]) {
        let [a, b] = pair.map(|body| self.bodies[body].inverse_masses()[0]);
        let mut bodies = vec![if a > b { pair[0] } else { pair[1] }];
        while let Some(body) = bodies.pop() {
            if !self.is_thrown(body) {
                continue;
            }
            let mut cursor = self.bodies[body].contacts.cursor();
            while let Some((contact, other)) = self.contacts.advance(&mut cursor) {
                let (state, pair) = self.contacts.get(contact);
                if sum(state) > 0.0 && !dominates(state, pair, body) {
                    let is_carried = !dominates(state, pair, other);
                    self.contacts.forget_impulses(contact);
                    self.nets.forgotten += 1;
                    if is_carried && self.move_as_one([body, other]) {
                        bodies.push(other);
                    }
                }
            }
        }
    }

    fn move_as_one(&self, pair: [BodySlot; 2]) -> bool {
        let velocity = |body| self.bodies.state(body).map_or(Vec2::zeros(), |state| state.velocity);
        let [a, b] = pair.map(velocity);
        (b - a).norm() <= MAX_DRIFT * self.settings.length_unit
    }

    fn is_thrown(&self, body: BodySlot) -> bool {
        let contacts = self.contacts.of_body(&self.bodies, body);
        let force = contacts.fold(Vec2::zeros(), |force, (contact, _)| force + self.force(contact, body));
        let [inverse_mass, _] = self.bodies[body].inverse_masses();
        is_out_of_balance(&self.settings, inverse_mass, force.norm())
    }

    /// N, on one of its bodies.
    fn force(&self, slot: ContactSlot, body: BodySlot) -> Vec2 {
        let (contact, pair) = self.contacts.get(slot);
        let h = self.contacts.length_of_substep(slot);
        if contact.manifold.count == 0 || h <= 0.0 || dominates(contact, pair, body) {
            return Vec2::zeros();
        }
        let direction = if pair.bodies[0] == body { -1.0 } else { 1.0 };
        contact.manifold.normal * (direction * sum(contact) / h)
    }
}
