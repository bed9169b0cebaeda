//! Colliders, their fat boxes, and the lists of the bodies.

use super::super::Stores;
use super::super::colliders::{Collider, ColliderExtra, Colliders};
use super::super::edit::{check_shape, mobility};
use crate::collider::{ColliderDef, check_offset};
use crate::error::DefError;
use crate::id::Slots;
use crate::paged::Paged;
use crate::slot::{BodySlot, ColliderSlot, Slot};
use crate::snapshot::{Coder, Fields, Record, SnapshotError, blank_shape, code, code_shape};
use geom::Aabb;

struct Part {
    generation: u32,
    is_present: bool,
    body: BodySlot,
    next: Option<ColliderSlot>,
    def: ColliderDef,
    fat: Aabb,
    has_moved: bool,
}

impl Part {
    fn blank() -> Self {
        Self {
            generation: 0,
            is_present: false,
            body: BodySlot::new(0),
            next: None,
            def: ColliderDef::new(blank_shape()),
            fat: Aabb::around([0.0, 0.0], [1.0, 1.0]),
            has_moved: false,
        }
    }

    fn code(&mut self, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let Self { generation, is_present, body, next, def, fat, has_moved } = self;
        coder.begin(Record::Collider);
        coder.int(generation)?;
        coder.flags([is_present, has_moved])?;
        if !*is_present {
            return Ok(());
        }
        coder.slot(body)?;
        coder.optional_slot(next)?;
        coder.aabb(fat)?;
        code(def, coder)?;
        code_shape(&mut def.shape, coder)
    }
}

fn of_collider(index: usize) -> impl Fn(DefError) -> SnapshotError {
    move |error| SnapshotError::Definition { of: "collider", index, error }
}

pub(super) fn write(colliders: &Colliders, writer: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let Colliders {
        records,
        extras: _,
        boxes,
        has_moved,
        searched: _,
        undecided: _,
        mobilities: _,
        contact_counts: _,
        moved: _,
        sensor_count: _,
        may_have_hooks: _,
        changes: _,
        static_version: _,
    } = colliders;
    let count = writer.length(records.capacity())?;
    for index in 0..count {
        let slot = ColliderSlot::new(index);
        let mut part = Part::blank();
        part.generation = records.generation(slot);
        if let Some(collider) = records.try_get(slot) {
            part = Part {
                is_present: true,
                body: collider.body,
                next: collider.next,
                def: colliders.def(slot),
                fat: boxes[index],
                has_moved: has_moved[index],
                ..part
            };
        }
        part.code(writer)?;
    }
    writer.slots(&mut records.free().to_vec())
}

pub(super) fn read(stores: &mut Stores, reader: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    let (mut entries, mut extras, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut has_moved, mut mobilities, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    let mut sensor_count = 0;
    let count = reader.length(0)?;
    for index in 0..count {
        let mut part = Part::blank();
        part.code(reader)?;
        let mut held = None;
        let mut collider = None;
        if part.is_present {
            let made = make(stores, &part).map_err(of_collider(index))?;
            let body = &stores.bodies[part.body];
            held = (body.is_enabled && part.def.enabled).then(|| mobility(body.kind));
            sensor_count += usize::from(part.def.sensor);
            if part.has_moved {
                moved.push(ColliderSlot::new(index));
            }
            collider = Some(made);
        }
        entries.push((part.generation, collider));
        extras.push(ColliderExtra::new(part.def));
        boxes.push(part.fat);
        has_moved.push(part.has_moved);
        mobilities.push(held);
    }
    let mut free = Vec::new();
    reader.slots(&mut free)?;
    let colliders = &mut stores.colliders;
    let bad = SnapshotError::Value { field: "free collider" };
    colliders.records = Slots::from_parts(entries, free, 0).ok_or(bad)?;
    colliders.contact_counts = Paged::from(vec![0; boxes.len()]);
    colliders.searched = Paged::from(vec![Aabb::EMPTY; boxes.len()]);
    // Among them are those of bodies whose boxes cover a motion.
    colliders.undecided = (0..boxes.len()).map(ColliderSlot::new).collect();
    colliders.may_have_hooks = extras.iter().any(|extra| extra.has_hook);
    (colliders.extras, colliders.boxes) = (Paged::from(extras), Paged::from(boxes));
    (colliders.has_moved, colliders.mobilities) = (Paged::from(has_moved), Paged::from(mobilities));
    (colliders.moved, colliders.sensor_count) = (moved, sensor_count);
    link_lists(stores)
}

fn make(stores: &Stores, part: &Part) -> Result<Collider, DefError> {
    let Part { body, next, def, .. } = part;
    let missing =
        DefError::Index { field: "body of a collider", index: body.index() as u32, len: stores.bodies.len() };
    stores.bodies.try_get(*body).ok_or(missing)?;
    check_offset(def.offset)?;
    if let Some(direction) = def.one_way {
        crate::collider::one_way_direction(direction)?;
    }
    if let Some(portal) = def.portal {
        portal.validated()?;
    }
    let made = Collider::new(def, *body, stores.settings.length_unit)?;
    check_shape(stores.bodies[*body].kind, &made.shape)?;
    Ok(Collider { next: *next, ..made })
}

/// The beginnings, ends and backward links from the forward links, which make lists if every collider is the
/// next of at most one other on the same body, and can be reached from the first.
fn link_lists(stores: &mut Stores) -> Result<(), SnapshotError> {
    let Stores { bodies, colliders, .. } = stores;
    let bad = || SnapshotError::Value { field: "list of colliders" };
    let slots: Vec<BodySlot> = bodies.iter().map(|(slot, _)| slot).collect();
    let mut count = 0;
    for body in slots {
        let (mut previous, mut next) = (None, bodies[body].first_collider);
        while let Some(slot) = next {
            count += 1;
            let is_on_body = colliders.try_get(slot).is_some_and(|collider| collider.body == body);
            // A list that comes back to a collider has more steps than there are colliders.
            if !is_on_body || count > colliders.len() {
                return Err(bad());
            }
            colliders[slot].previous = previous;
            previous = Some(slot);
            next = colliders[slot].next;
        }
        bodies[body].last_collider = previous;
    }
    if count == colliders.len() { Ok(()) } else { Err(bad()) }
}
