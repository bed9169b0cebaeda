//! Whether an island that has been slow for half a second is at rest, or would go on moving.
//!
//! `finalize.rs` requires a steady velocity, so no body counts as slow that gravity is about to move. Two
//! questions remain, for the island as a whole:
//!
//! ```text
//!  is it in free fall?      nothing of infinite mass holds it, and its forces do not cancel: stays awake
//!  would it come to rest?   a body on which something rubs: yes, below its sleep speed. One that touches
//!                           nothing (drifts in space, swings on a joint), or that a motor or a belt drives:
//!                           no, it may sleep below a tenth of that
//! ```
//!
//! A joint that closes a gap moves a body without velocity, so a body with joints must also have moved no
//! faster than it may. The forces on an island are gravity and what the program applies. Weight and lift of a
//! floating body differ by rounding, so a thousandth of the forces counts as nothing.
//!
//! Turned down: the acceleration within the last step in place of a steady velocity, since contacts push a
//! little more in one step and less in the next; a longer time without speed, which keeps heaps awake.

use crate::settings::{BALANCED_SHARE, UNTOUCHED_SHARE, WorldSettings};
use crate::slot::BodySlot;
use crate::stores::{Bodies, Contacts, Joints, Stores};
use geom::Vec2;
use solver::BodyRow;

/// The root of the island, the row, the slot.
pub(super) type Member = (u32, u32, BodySlot);

#[derive(Clone, Copy, Debug, Default)]
struct Support {
    is_touched: bool,
    is_jointed: bool,
    is_driven: bool,
    /// Connected to a body of infinite mass by a contact or a joint.
    is_held: bool,
}

#[derive(Debug, Default)]
pub(super) struct Memory {
    supports: Vec<Support>,
}

impl Memory {
    /// Removes islands from `members`, sorted by islands, that are not at rest, and lets their slow time
    /// begin again.
    pub(super) fn keep_those_at_rest(&mut self, stores: &mut Stores, dt: f32, members: &mut Vec<Member>) {
        if members.is_empty() {
            return;
        }
        let Stores { bodies, joints, contacts, settings, .. } = stores;
        self.find_supports(bodies, joints, contacts);
        let (mut kept, mut start) = (0, 0);
        while start < members.len() {
            let island = members[start..].chunk_by(|a, b| a.0 == b.0).next().unwrap_or_default();
            let end = start + island.len();
            if self.is_at_rest(bodies, settings, dt, island) {
                members.copy_within(start..end, kept);
                kept += end - start;
            } else {
                for &(_, row, _) in island {
                    bodies.awake.motions[row as usize].slow_for = 0.0;
                }
            }
            start = end;
        }
        members.truncate(kept);
    }

    fn find_supports(&mut self, bodies: &Bodies, joints: &Joints, contacts: &Contacts) {
        self.supports.clear();
        self.supports.resize(bodies.awake.motions.len(), Support::default());
        for contact in &contacts.awake.contacts {
            let [p, q] = contact.impulses;
            if contact.manifold.count > 0 && p.normal + q.normal > 0.0 {
                let is_driven = contact.surface_speed != 0.0;
                let support = Support { is_touched: true, is_jointed: false, is_driven, is_held: true };
                self.add(bodies, [contact.a, contact.b], support);
            }
        }
        for joint in &joints.awake {
            let joint = &joints[joint.slot];
            if joint.is_enabled {
                let rows = joint.bodies.map(|body| bodies[body].row());
                let is_driven = joint.kind.is_driving();
                let support = Support { is_touched: false, is_jointed: true, is_driven, is_held: true };
                self.add(bodies, rows, support);
            }
        }
    }

    /// To both of its bodies. Only a body of infinite mass holds.
    fn add(&mut self, bodies: &Bodies, rows: [BodyRow; 2], support: Support) {
        let inputs = bodies.awake.solver.inputs();
        for (row, other) in [(rows[0], rows[1]), (rows[1], rows[0])] {
            let own = &mut self.supports[row.index()];
            own.is_touched |= support.is_touched;
            own.is_jointed |= support.is_jointed;
            own.is_driven |= support.is_driven;
            own.is_held |= support.is_held && !inputs[other.index()].is_movable();
        }
    }

    fn is_at_rest(&self, bodies: &Bodies, settings: &WorldSettings, dt: f32, island: &[Member]) -> bool {
        let is_still = |&(_, row, slot): &Member| {
            let (body, support) = (&bodies[slot], self.supports[row as usize]);
            let share = if support.is_touched && !support.is_driven { 1.0 } else { UNTOUCHED_SHARE };
            let state = &bodies.awake.solver.states()[row as usize];
            let limit = body.sleep_speed * settings.length_unit;
            let moved = || body.greatest_speed(state.delta_position, state.delta_rotation.angle());
            body.greatest_speed(state.velocity, state.angular_velocity) <= share * limit
                && (!support.is_jointed || moved() <= dt * limit)
        };
        island.iter().all(is_still) && !self.is_in_free_fall(bodies, settings.gravity, island)
    }

    fn is_in_free_fall(&self, bodies: &Bodies, gravity: Vec2, island: &[Member]) -> bool {
        let (mut sum, mut sizes) = (Vec2::zeros(), 0.0);
        for &(_, row, slot) in island {
            let (body, input) = (&bodies[slot], &bodies.awake.solver.inputs()[row as usize]);
            if self.supports[row as usize].is_held || body.locks.x || body.locks.y {
                return false;
            }
            if input.inverse_mass > 0.0 {
                let weight = body.acceleration_by(gravity);
                sum += input.acceleration / input.inverse_mass;
                sizes += (weight.norm() + (input.acceleration - weight).norm()) / input.inverse_mass;
            }
        }
        sum.norm() > BALANCED_SHARE * sizes
    }
}
