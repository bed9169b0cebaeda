//! Ground of heights at equal distances, with edits and holes.

use crate::definitions::P2ColliderDef;
use crate::error::{self, Failure, Outcome, P2_FULL, P2Result, guard};
use crate::handle::{Kind, P2BodyId, P2ColliderId, P2WorldId};
use crate::objects::Objects;
use crate::registry;
use crate::wire;
use physics::geom::Shape;
use physics::toolkit::HeightField;
use physics::world::ColliderDef;

/// A height field; zero is none.
pub type P2HeightFieldId = u64;

struct Field {
    field: HeightField,
    /// The world that it is in.
    world: P2WorldId,
}

static FIELDS: Objects<Field> = Objects::new(3, "height_field");

/// The first height that is refused, by its place in the array.
fn check(heights: &[f32]) -> Outcome {
    let most = HeightField::GREATEST_HEIGHT;
    match heights.iter().position(|height| !(-most..=most).contains(height)) {
        None => Ok(()),
        Some(place) => {
            let field = format!("heights[{place}]");
            Err(Failure::range(&field, heights[place], "from -1e6 to 1e6"))
        }
    }
}

/// Adds ground of heights (m) that are `spacing` metres apart along the x axis of a body, the first above
/// its origin: a collider for each cell between two heights, touched from above, all with the same
/// properties. The world keeps the colliders; destroy the height field, too.
///
/// It is no part of the state of the world: where it is edited between a snapshot and its restore, keep a
/// copy with the snapshot, and go on with that.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_create(
    body: P2BodyId,
    def: *const P2ColliderDef,
    spacing: f32,
    heights: *const f32,
    heights_count: u32,
    height_field: *mut P2HeightFieldId,
) -> P2Result {
    guard(|| {
        let def = error::input(def, "def")?;
        let out = error::output(height_field, "height_field")?;
        let heights = error::array(heights, heights_count, "heights")?;
        if heights.len() < 2 {
            return Err(Failure::range("heights_count", heights_count, "from 2 to 1048576"));
        }
        check(heights)?;
        let mut own = ColliderDef::new(Shape::circle(1.0)?);
        wire::read(def, &mut own)?;
        registry::change_of(body, Kind::Body, "body", |host| {
            let id = host.body_id(body, "body")?;
            let mut field = HeightField::new(id, spacing, heights.iter().copied())?.properties(own);
            field.update(&mut host.world)?;
            // Not more colliders than have handles.
            if (0..heights.len() - 1)
                .any(|cell| field.collider(cell).is_some_and(|id| host.new_handle(id).is_none()))
            {
                field.remove(&mut host.world)?;
                return Err(Failure::new(P2_FULL, "there are no handles left for the colliders"));
            }
            out.put(FIELDS.add(Field { field, world: host.id() }));
            Ok(())
        })
    })
}

/// Another height field with the same heights, holes and colliders: for a snapshot that is taken now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_copy(
    height_field: P2HeightFieldId,
    copy: *mut P2HeightFieldId,
) -> P2Result {
    guard(|| {
        let out = error::output(copy, "copy")?;
        let (field, world) = FIELDS.with(height_field, |own| Ok((own.field.clone(), own.world)))?;
        out.put(FIELDS.add(Field { field, world }));
        Ok(())
    })
}

/// Forgets a height field. Its colliders stay, unless `p2_height_field_remove` has removed them.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_destroy(height_field: P2HeightFieldId) -> P2Result {
    guard(|| FIELDS.remove(height_field))
}

/// Removes the colliders of a height field from its world; the body stays. The next edit adds them again.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_remove(height_field: P2HeightFieldId) -> P2Result {
    change(height_field, |field, world| Ok(field.remove(world)?))
}

fn change(
    height_field: P2HeightFieldId,
    change: impl FnOnce(&mut HeightField, &mut physics::world::World) -> Outcome,
) -> P2Result {
    guard(|| {
        FIELDS.with(height_field, |own| {
            let Field { field, world } = own;
            registry::change(*world, |host| change(field, &mut host.world))
        })
    })
}

/// Sets the heights from number `start` on, m, and wakes what touches the cells that change: those beside the
/// heights, and their neighbours. `changed`, which may be NULL, gets how many cells these are.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_set_heights(
    height_field: P2HeightFieldId,
    start: u32,
    heights: *const f32,
    heights_count: u32,
    changed: *mut u32,
) -> P2Result {
    change(height_field, |field, world| {
        let heights = error::array(heights, heights_count, "heights")?;
        let out = if changed.is_null() { None } else { Some(error::output(changed, "changed")?) };
        check(heights)?;
        let count = field.set_heights_in(world, start as usize, heights)?;
        if let Some(out) = out {
            out.put(count as u32);
        }
        Ok(())
    })
}

/// Makes the cell between heights `cell` and `cell + 1` a hole, or fills it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_set_hole(
    height_field: P2HeightFieldId,
    cell: u32,
    is_hole: u8,
) -> P2Result {
    change(height_field, |field, world| {
        field.set_hole_in(world, cell as usize, is_hole != 0)?;
        Ok(())
    })
}

/// The heights, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_get_heights(
    height_field: P2HeightFieldId,
    heights: *mut f32,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    guard(|| {
        let out = error::fill(heights, capacity, count, "heights")?;
        FIELDS.with(height_field, |own| out.put(own.field.heights().iter().copied()))
    })
}

/// The height at `x`, both in m in the frame of the body; NaN beyond the ends and at a hole.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_get_height_at(
    height_field: P2HeightFieldId,
    x: f32,
    height: *mut f32,
) -> P2Result {
    guard(|| {
        let out = error::output(height, "height")?;
        FIELDS.with(height_field, |own| {
            out.put(own.field.height_at(x).unwrap_or(f32::NAN));
            Ok(())
        })
    })
}

/// The collider of a cell; null for a hole.
#[unsafe(no_mangle)]
pub extern "C" fn p2_height_field_get_collider(
    height_field: P2HeightFieldId,
    cell: u32,
    collider: *mut P2ColliderId,
) -> P2Result {
    guard(|| {
        let out = error::output(collider, "collider")?;
        FIELDS.with(height_field, |own| {
            let cells = own.field.heights().len() - 1;
            if cell as usize >= cells {
                let expected = "below the number of cells of the field";
                return Err(Failure::range("cell", cell, expected));
            }
            registry::read(own.world, |host| {
                out.put(own.field.collider(cell as usize).map_or(0, |id| host.handle(id)));
                Ok(())
            })
        })
    })
}
