//! The store of joints: records, links to the bodies, and a dense list of the joints that have an awake body.
//!
//! ```text
//!   by JointSlot   records     definition, number of rows; what is kept of the last step, while asleep
//!                  user_data   data of the program; here, because every step reads the records
//!                  links       the lists of the bodies' joints
//!   dense          awake       slot, number of rows, what is kept of the last step
//! ```
//!
//! What must stay true:
//!
//! - **A joint is in the list of awake joints if it and both bodies are enabled and one of them is awake**;
//!   its record knows the index. A filter joint, which transmits nothing, never is.
//! - **Every joint is linked to both of its bodies.**

use super::bodies::Bodies;
use crate::id::{JointId, Slots, forward_to_records};
use crate::invalid::{Invalid, ensure};
use crate::joint::{Joint, JointDef, JointGeometry, JointKind, JointState, unwrapped};
use crate::links::{Cursor, Links};
use crate::paged::Paged;
use crate::settings::JOINT_CHUNK;
use crate::slot::{BodySlot, JointSlot, Slot};
use geom::Vec2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct AwakeJoint {
    /// *State*, as is its place in the list: the solver takes joints in this order.
    pub(crate) slot: JointSlot,
    pub(crate) row_count: u32,
    pub(crate) breaks: bool,
    pub(crate) state: JointState,
}

#[derive(Clone, Debug)]
pub(crate) struct Joints {
    pub(crate) records: Slots<JointId, Joint>,
    pub(super) user_data: Paged<u128>,
    pub(super) links: Links<JointSlot>,
    pub(crate) awake: Vec<AwakeJoint>,
    /// *Derived*: since rows were last counted; `true` is always right.
    pub(super) rows_changed: bool,
    pub(super) row_cuts: Vec<usize>,
}

forward_to_records!(Joints, JointId, JointSlot, Joint);

impl Joints {
    pub(super) fn new(world: u32) -> Self {
        Self {
            records: Slots::new(world),
            user_data: Paged::default(),
            links: Links::default(),
            awake: Vec::new(),
            rows_changed: true,
            row_cuts: Vec::new(),
        }
    }

    /// `row_cuts`: where the rows of each chunk of [`JOINT_CHUNK`] awake joints begin, and where the last
    /// end.
    pub(crate) fn count_rows(&mut self) {
        if !std::mem::take(&mut self.rows_changed) {
            return;
        }
        let mut end = 0;
        self.row_cuts.clear();
        self.row_cuts.push(end);
        for joints in self.awake.chunks(JOINT_CHUNK) {
            end += joints.iter().map(|joint| joint.row_count as usize).sum::<usize>();
            self.row_cuts.push(end);
        }
    }

    pub(crate) fn awake_with_cuts(&mut self) -> (&Slots<JointId, Joint>, &mut Vec<AwakeJoint>, &[usize]) {
        (&self.records, &mut self.awake, &self.row_cuts)
    }

    pub(crate) fn row_count(&self) -> usize {
        self.row_cuts.last().copied().unwrap_or(0)
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { records, user_data, links, awake, rows_changed: _, row_cuts: _ } = other;
        self.records.copy_from(records);
        self.user_data.copy_from(user_data);
        self.links.copy_from(links);
        self.awake.clone_from(awake);
        self.rows_changed = true;
    }

    /// Not in the list of awake joints yet.
    pub(super) fn insert(&mut self, def: JointDef<BodySlot>, bodies: &mut Bodies) -> JointSlot {
        let ends = [def.a, def.b];
        let slot = self.records.insert(Joint::new(def, bodies.pair(ends)));
        self.user_data.resize(self.records.capacity(), 0);
        self.user_data[slot.index()] = def.user_data;
        self.links.link(slot, ends, &mut bodies.records, |bodies, body| &mut bodies[body].joints);
        slot
    }

    pub(super) fn remove(&mut self, slot: JointSlot, bodies: &mut Bodies) -> Joint {
        self.put_to_sleep(slot);
        self.links.unlink(slot, &mut bodies.records, |bodies, body| &mut bodies[body].joints);
        self.records.remove(slot)
    }

    /// If its rows change, they begin without impulses; if it counts turns now that were not counted, it
    /// begins with the nearest; a ratchet with other clicks holds the last one before it.
    pub(super) fn redefine(&mut self, slot: JointSlot, def: JointDef<BodySlot>, bodies: &Bodies) {
        self.user_data[slot.index()] = def.user_data;
        let kind = self.records[slot].kind;
        if matches!(kind, JointKind::Revolute(_)) && !kind.measures_angle() {
            let [a, b] = self.bodies(slot).map(|body| bodies.frame(body).rotation.angle());
            self.state_mut(slot).angle = def.kind.started().first_angle(b - a);
        }
        if let JointKind::Ratchet(ratchet) = def.kind
            && JointKind::Ratchet(ratchet).started() != kind
        {
            // The pawl falls in again.
            let [a, b] = self.bodies(slot).map(|body| bodies.frame(body).rotation.angle());
            let state = self.state_mut(slot);
            let counted = unwrapped(b - a, state.counted_angle(&kind));
            state.begin_ratchet(&ratchet, f64::from(counted));
        }
        if self.records[slot].redefine(&def) {
            self.state_mut(slot).forget_impulses();
        }
        let Joint { awake_index, row_count, .. } = self.records[slot];
        if let Some(index) = awake_index {
            self.awake[index as usize].row_count = row_count;
            self.rows_changed = true;
        }
    }

    pub(crate) fn def(&self, slot: JointSlot) -> JointDef<BodySlot> {
        self.records[slot].def(self.user_data(slot))
    }

    pub(crate) fn user_data(&self, slot: JointSlot) -> u128 {
        self.user_data[slot.index()]
    }

    pub(crate) fn set_user_data(&mut self, slot: JointSlot, user_data: u128) {
        self.user_data[slot.index()] = user_data;
    }

    pub(crate) fn bodies(&self, slot: JointSlot) -> [BodySlot; 2] {
        self.links.bodies(slot)
    }

    pub(crate) fn advance(&self, cursor: &mut Cursor) -> Option<(JointSlot, BodySlot)> {
        self.links.advance(cursor)
    }

    pub(crate) fn of_body(
        &self,
        bodies: &Bodies,
        body: BodySlot,
    ) -> impl Iterator<Item = (JointSlot, BodySlot)> {
        self.links.iter(bodies[body].joints)
    }

    pub(crate) fn state(&self, slot: JointSlot) -> &JointState {
        let joint = &self.records[slot];
        joint.awake_index.map_or(&joint.state, |index| &self.awake[index as usize].state)
    }

    pub(crate) fn state_mut(&mut self, slot: JointSlot) -> &mut JointState {
        let joint = &mut self.records[slot];
        match joint.awake_index {
            Some(index) => &mut self.awake[index as usize].state,
            None => &mut joint.state,
        }
    }

    /// While one of its bodies is awake: it and both are enabled, and it transmits something.
    pub(crate) fn acts(&self, slot: JointSlot, bodies: &Bodies) -> bool {
        let joint = &self.records[slot];
        joint.is_enabled
            && joint.kind.transmits()
            && self.bodies(slot).iter().all(|&body| bodies[body].is_enabled)
    }

    /// If it acts and one of its bodies is awake.
    pub(super) fn wake(&mut self, slot: JointSlot, bodies: &Bodies) {
        let acts = self.acts(slot, bodies);
        let ends = self.bodies(slot);
        let joint = &mut self.records[slot];
        if acts && joint.awake_index.is_none() && ends.iter().any(|&body| bodies[body].is_awake()) {
            joint.awake_index = Some(self.awake.len() as u32);
            let Joint { row_count, state, .. } = *joint;
            self.awake.push(AwakeJoint { slot, row_count, breaks: false, state });
            self.rows_changed = true;
        }
    }

    pub(super) fn put_to_sleep(&mut self, slot: JointSlot) {
        let Some(index) = self.records[slot].awake_index.take() else { return };
        self.records[slot].state = self.awake.swap_remove(index as usize).state;
        if let Some(moved) = self.awake.get(index as usize) {
            self.records[moved.slot].awake_index = Some(index);
        }
        self.rows_changed = true;
    }

    pub(crate) fn geometry(&self, slot: JointSlot, bodies: &Bodies) -> JointGeometry {
        let joint = &self.records[slot];
        joint.geometry(self.state(slot), bodies.pair(joint.bodies), &bodies.grid)
    }

    /// On the second body, of the last sub-step: force at its anchor (N) and torque (N m); zero before the
    /// first step.
    pub(crate) fn reaction(&self, slot: JointSlot, bodies: &Bodies) -> (Vec2, f32) {
        let state = self.state(slot);
        let h = state.h;
        if h <= 0.0 {
            return (Vec2::zeros(), 0.0);
        }
        let (impulse, angular_impulse) = self.records[slot].reaction(state, &self.geometry(slot, bodies));
        (impulse / h, angular_impulse / h)
    }

    /// # Errors
    /// [`Invalid`] with the first disagreement.
    pub(crate) fn validate(&self, bodies: &Bodies) -> Result<(), Invalid> {
        for (index, awake) in self.awake.iter().enumerate() {
            let joint = self.try_get(awake.slot);
            ensure!(
                joint.is_some_and(|joint| joint.awake_index == Some(index as u32)),
                "awake joint {index} has no record"
            );
        }
        for (slot, joint) in self.records.iter() {
            let ends = joint.bodies;
            for body in ends {
                let is_linked = bodies.try_get(body).is_some()
                    && self.of_body(bodies, body).any(|(joint, _)| joint == slot);
                ensure!(is_linked, "joint {slot} is not in the list of body {body}");
            }
            let acts = self.acts(slot, bodies);
            let is_awake = acts && ends.iter().any(|&body| bodies[body].is_awake());
            let is_listed = joint.awake_index.is_some_and(|index| {
                let awake = &self.awake[index as usize];
                awake.slot == slot && awake.row_count == joint.row_count
            });
            ensure!(
                is_awake == is_listed,
                "joint {slot}: it acts and a body is awake is {is_awake}, the joint is listed as awake is {is_listed}"
            );
            let [a, b] = ends.map(|body| &bodies[body]);
            ensure!(
                !(acts && a.is_dynamic() && b.is_dynamic()) || a.is_awake() == b.is_awake(),
                "joint {slot} joins a body that sleeps to one that is awake"
            );
        }
        Ok(())
    }
}
