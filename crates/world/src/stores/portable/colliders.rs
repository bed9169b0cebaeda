//! Colliders, their fat boxes, and the lists of the bodies.

use super::super::Stores;
use super::super::colliders::{ColliderExtra, Colliders, Placement};
use super::super::edit::mobility;
use super::definitions::{code_filter, code_material, code_portal, code_shape};
use crate::collider::{Collider, check_offset};
use crate::error::DefError;
use crate::id::Slots;
use crate::paged::Paged;
use crate::portal::PortalRole;
use crate::settings::{Filter, Material};
use crate::slot::{BodySlot, ColliderSlot, Slot};
use crate::snapshot::{Coder, Reader, Record, SnapshotError};
use geom::{Aabb, Circle, Point, Pose, Shape, Vec2};

/// All that is written of a slot.
struct Part {
    generation: u32,
    is_present: bool,
    body: BodySlot,
    next: Option<ColliderSlot>,
    /// In its own frame.
    shape: Shape,
    offset: Pose,
    material: Material,
    filter: Filter,
    is_sensor: bool,
    is_enabled: bool,
    extra: ColliderExtra,
    fat: Aabb,
    has_moved: bool,
}

impl Part {
    fn code(&mut self, coder: &mut impl Coder) -> Result<(), SnapshotError> {
        let Self {
            generation,
            is_present,
            body,
            next,
            shape,
            offset,
            material,
            filter,
            is_sensor,
            is_enabled,
            extra: ColliderExtra { user_data, placement: _, one_way, has_hook, portal },
            fat,
            has_moved,
        } = self;
        coder.begin(Record::Collider);
        coder.int(generation)?;
        coder.flags([is_present])?;
        if !*is_present {
            return Ok(());
        }
        let (mut is_placed, mut is_one_way) = (*offset != Pose::IDENTITY, one_way.is_some());
        // Snapshots of before there was the last flag have a zero in its place.
        let (mut has_portal, mut is_disabled) = (portal.is_some(), !*is_enabled);
        coder.flags([
            is_sensor,
            has_hook,
            has_moved,
            &mut is_placed,
            &mut is_one_way,
            &mut has_portal,
            &mut is_disabled,
        ])?;
        *is_enabled = !is_disabled;
        coder.slot(body)?;
        coder.optional_slot(next)?;
        coder.aabb(fat)?;
        code_material(material, coder)?;
        code_filter(filter, coder)?;
        coder.wide(user_data)?;
        if is_placed {
            coder.pose(offset)?;
        }
        if is_one_way {
            coder.vector(one_way.get_or_insert(Vec2::zeros()))?;
        }
        if has_portal {
            code_portal(portal.get_or_insert(PortalRole::Rim { portal: 0 }), coder)?;
        }
        code_shape(shape, coder)
    }
}

/// A part of no collider.
fn no_part() -> Result<Part, DefError> {
    let extra = ColliderExtra { user_data: 0, placement: None, one_way: None, has_hook: false, portal: None };
    Ok(Part {
        generation: 0,
        is_present: false,
        body: BodySlot::new(0),
        next: None,
        shape: Shape::Circle(Circle::new(Point::origin(), 1.0)?),
        offset: Pose::IDENTITY,
        material: Material::default(),
        filter: Filter::default(),
        is_sensor: false,
        is_enabled: true,
        extra,
        fat: Aabb::around([0.0, 0.0], [1.0, 1.0]),
        has_moved: false,
    })
}

fn of_collider(index: usize) -> impl Fn(DefError) -> SnapshotError {
    move |error| SnapshotError::Definition { of: "collider", index, error }
}

pub(super) fn write(colliders: &Colliders, writer: &mut impl Coder) -> Result<(), SnapshotError> {
    let Colliders {
        records,
        extras,
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
        let mut part = no_part().map_err(of_collider(index))?;
        part.generation = records.generation(slot);
        if let Some(collider) = records.try_get(slot) {
            let Collider {
                body,
                next,
                previous: _,
                shape,
                material,
                filter,
                is_sensor,
                is_enabled,
                mass: _,
                reach: _,
                half_width: _,
                fast_way: _,
                very_fast_way: _,
                dynamic_margin: _,
            } = collider;
            let extra = &extras[index];
            let (shape, offset) = match &extra.placement {
                Some(placement) => (&placement.shape, placement.offset),
                None => (shape, Pose::IDENTITY),
            };
            part = Part {
                is_present: true,
                body: *body,
                next: *next,
                shape: shape.clone(),
                offset,
                material: *material,
                filter: *filter,
                is_sensor: *is_sensor,
                is_enabled: *is_enabled,
                extra: extra.clone(),
                fat: boxes[index],
                has_moved: has_moved[index],
                ..part
            };
        }
        part.code(writer)?;
    }
    writer.slots(&mut records.free().to_vec())
}

pub(super) fn read(stores: &mut Stores, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
    let (mut entries, mut extras, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut has_moved, mut mobilities, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    let mut sensor_count = 0;
    let count = reader.length(0)?;
    for index in 0..count {
        let mut part = no_part().map_err(of_collider(index))?;
        part.code(reader)?;
        let mut held = None;
        let mut collider = None;
        if part.is_present {
            let made = make(stores, &part).map_err(of_collider(index))?;
            let body = &stores.bodies[part.body];
            held = (body.is_enabled && part.is_enabled).then(|| mobility(body.kind));
            part.extra.placement = Placement::of(part.shape, part.offset);
            sensor_count += usize::from(part.is_sensor);
            if part.has_moved {
                moved.push(ColliderSlot::new(index));
            }
            collider = Some(made);
        }
        entries.push((part.generation, collider));
        extras.push(part.extra);
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
    // Among them are those of bodies whose boxes hold a way.
    colliders.undecided = (0..boxes.len()).map(ColliderSlot::new).collect();
    colliders.may_have_hooks = extras.iter().any(|extra| extra.has_hook);
    (colliders.extras, colliders.boxes) = (Paged::from(extras), Paged::from(boxes));
    (colliders.has_moved, colliders.mobilities) = (Paged::from(has_moved), Paged::from(mobilities));
    (colliders.moved, colliders.sensor_count) = (moved, sensor_count);
    link_lists(stores)
}

/// The record of a collider, with what is derived.
fn make(stores: &Stores, part: &Part) -> Result<Collider, DefError> {
    let Part { body, next, shape, offset, material, filter, is_sensor, is_enabled, extra, .. } = part;
    let missing =
        DefError::Index { field: "body of a collider", index: body.index() as u32, len: stores.bodies.len() };
    stores.bodies.try_get(*body).ok_or(missing)?;
    check_offset(*offset)?;
    let placed = if *offset == Pose::IDENTITY { shape.clone() } else { shape.transformed(*offset) };
    stores.check_shape(*body, &placed)?;
    if let Some(direction) = extra.one_way {
        crate::collider::one_way_direction(direction)?;
    }
    if let Some(portal) = extra.portal {
        portal.validated()?;
    }
    let unit = stores.settings.length_unit;
    let made = Collider::new(placed, *material, *filter, [*is_sensor, *is_enabled], *body, unit)?;
    Ok(Collider { next: *next, ..made })
}

/// Computes the beginnings, the ends and the backward links of the bodies' lists from the forward links.
/// These make lists if every collider is the next one of at most one other on the same body, and can be
/// reached from the first one of its body.
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
