//! Joints, and the list of those that have an awake body.

use super::super::joints::{AwakeJoint, Joints};
use super::super::{Bodies, Stores};
use crate::error::DefError;
use crate::frame::FramePair;
use crate::id::Slots;
use crate::joint::{FilterJoint, Joint, JointDef, JointState};
use crate::links::Links;
use crate::paged::Paged;
use crate::slot::{BodySlot, EndSlot, JointSlot, Slot};
use crate::snapshot::{Coder, Fields, Record, SnapshotError, code};

struct Part {
    generation: u32,
    is_present: bool,
    def: JointDef<BodySlot>,
    state: JointState,
    next: [Option<EndSlot>; 2],
}

impl Part {
    fn new() -> Self {
        let def = JointDef::new(BodySlot::new(0), BodySlot::new(0), FilterJoint);
        let state = Joint::new(def, FramePair::ORIGIN).state;
        Self { generation: 0, is_present: false, def, state, next: [None; 2] }
    }

    fn code(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let Self { generation, is_present, def, state, next } = self;
        coder.begin(Record::Joint);
        coder.int(generation)?;
        coder.flags([is_present])?;
        if !*is_present {
            return Ok(());
        }
        let JointState { impulses, h, angle, places } = state;
        coder.slot(&mut def.a)?;
        coder.slot(&mut def.b)?;
        coder.floats(impulses.iter_mut().flatten())?;
        coder.floats([h, angle])?;
        coder.floats(places)?;
        for next in next {
            coder.optional_slot(next)?;
        }
        code(def, coder)
    }

    fn check(&self, index: usize, stores: &Stores) -> Result<(), SnapshotError> {
        let Self { def, state, .. } = self;
        let refused = |error| SnapshotError::Definition { of: "joint", index, error };
        let checked = def.validated().map_err(refused)?;
        if def.a == def.b {
            return Err(refused(DefError::SameBody));
        }
        let has_bodies = [def.a, def.b].iter().all(|&body| stores.bodies.try_get(body).is_some());
        // Making an axis of unit length again may change its last bits.
        let has_unit_axis = def
            .kind
            .direction()
            .zip(checked.kind.direction())
            .is_none_or(|(axis, unit)| (axis - unit).norm() < 1e-5);
        let JointState { impulses, h, angle, places } = state;
        let numbers = impulses.iter().flatten().chain(places).chain([h, angle]);
        if has_bodies && has_unit_axis && *h >= 0.0 && numbers.into_iter().all(|x| x.is_finite()) {
            Ok(())
        } else {
            Err(SnapshotError::Value { field: "joint" })
        }
    }
}

pub(super) fn write(
    joints: &Joints,
    bodies: &Bodies,
    writer: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    let Joints { records, user_data: _, links, awake, rows_changed: _, row_cuts: _ } = joints;
    let count = writer.length(records.capacity())?;
    for slot in (0..count).map(JointSlot::new) {
        let mut part = Part::new();
        part.generation = records.generation(slot);
        if records.try_get(slot).is_some() {
            (part.is_present, part.def, part.state) = (true, joints.def(slot), *joints.state(slot));
            part.next = links.next_ends(slot, |body| bodies[body].joints);
        }
        part.code(writer)?;
    }
    writer.slots(&mut records.free().to_vec())?;
    let mut listed: Vec<JointSlot> = awake.iter().map(|joint| joint.slot).collect();
    writer.slots(&mut listed)
}

pub(super) fn read(stores: &mut Stores, reader: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let (mut entries, mut user_data, mut items) = (Vec::new(), Vec::new(), Vec::new());
    let count = reader.length(0)?;
    for index in 0..count {
        let mut part = Part::new();
        part.code(reader)?;
        let mut joint = None;
        if part.is_present {
            part.check(index, stores)?;
            joint = Some(Joint { state: part.state, ..Joint::new(part.def, FramePair::ORIGIN) });
            items.push((JointSlot::new(index), [part.def.a, part.def.b], part.next));
        }
        entries.push((part.generation, joint));
        user_data.push(part.def.user_data);
    }
    let mut free = Vec::new();
    reader.slots(&mut free)?;
    let mut listed = Vec::new();
    reader.slots(&mut listed)?;
    let Stores { bodies, joints, .. } = stores;
    let bad = |field| SnapshotError::Value { field };
    joints.records = Slots::from_parts(entries, free, 0).ok_or(bad("free joint"))?;
    joints.user_data = Paged::from(user_data);
    joints.links = Links::from_parts(&items, &mut bodies.records, |bodies, body| &mut bodies[body].joints)
        .ok_or(bad("list of joints"))?;
    joints.rows_changed = true;
    for slot in listed {
        if joints.try_get(slot).is_none_or(|joint| joint.awake_index.is_some()) {
            return Err(bad("awake joint"));
        }
        let index = joints.awake.len() as u32;
        let joint = &mut joints.records[slot];
        if !joint.kind.transmits() {
            // Earlier versions listed filter joints.
            continue;
        }
        joint.awake_index = Some(index);
        let Joint { row_count, state, .. } = *joint;
        joints.awake.push(AwakeJoint { slot, row_count, breaks: false, state });
    }
    Ok(())
}
