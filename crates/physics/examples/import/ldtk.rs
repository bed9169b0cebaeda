//! Reads a project of the editor LDtk as a level.
//!
//! ```text
//!   IntGrid layer     1: wall, 2: platform that lets pass from below; merged to rectangles
//!   Entities layer    Crate: a box, Ball: a circle, with fields `density` and `restitution`
//! ```
//!
//! LDtk counts pixels from the upper left corner, y down; the pivot of an entity says which of its points its
//! position is. A cell becomes a metre. A level of a world lies at `worldX`, `worldY`.
//!
//! Turned down: the crate `ldtk_rust`, which is generated from an older version of the format and reads all
//! of it; ten fields are needed here.

#[path = "grid.rs"]
mod grid;

use physics::prelude::*;
use serde_json::Value;
use std::error::Error;

/// What the numbers of the IntGrid layer stand for.
const WALL: u64 = 1;
const PLATFORM: u64 = 2;

type Read<T> = Result<T, Box<dyn Error>>;

fn number(of: &Value, field: &str) -> Read<f32> {
    Ok(of[field].as_f64().ok_or_else(|| format!("{field} is {}: it must be a number", of[field]))? as f32)
}

fn items<'a>(of: &'a Value, field: &str) -> &'a [Value] {
    of[field].as_array().map_or(&[], Vec::as_slice)
}

/// Both numbers of a list of two.
fn pair(of: &Value, field: &str) -> Read<[f32; 2]> {
    match items(of, field) {
        [x, y] => match (x.as_f64(), y.as_f64()) {
            (Some(x), Some(y)) => Ok([x as f32, y as f32]),
            _ => Err(format!("{field} holds no numbers").into()),
        },
        other => Err(format!("{field} has {} numbers: it must have 2", other.len()).into()),
    }
}

/// Adds the cells with this value as rectangles of one body. `corner` is the upper left corner of the layer,
/// m.
fn add_cells(level: &mut Level, body: u32, layer: &Value, value: u64, corner: Point) -> Read<()> {
    let [columns, rows] = [number(layer, "__cWid")? as u32, number(layer, "__cHei")? as u32];
    let cells = items(layer, "intGridCsv");
    if cells.len() != columns as usize * rows as usize {
        return Err(format!("the layer has {} cells: it must have {columns} x {rows}", cells.len()).into());
    }
    let is_value = |column: u32, row: u32| cells[(row * columns + column) as usize].as_u64() == Some(value);
    for cells in grid::rectangles(columns, rows, is_value) {
        let (x, y) = (0.5 * cells.width as f32, 0.5 * cells.height as f32);
        let center = corner + Vec2::new(cells.column as f32 + x, -(cells.row as f32 + y));
        let mut def = ColliderDef::new(Shape::rectangle(x, y)?).offset(center, 0.0);
        if value == PLATFORM {
            def = def.one_way([0.0, 1.0]);
        }
        level.collider(body, def);
    }
    Ok(())
}

/// Adds a crate or a ball.
fn add_entity(level: &mut Level, entity: &Value, cell: f32, corner: Point) -> Read<()> {
    let half = Vec2::new(number(entity, "width")?, number(entity, "height")?) * (0.5 / cell);
    let ([x, y], [pivot_x, pivot_y]) = (pair(entity, "px")?, pair(entity, "__pivot")?);
    let pivot = corner + Vec2::new(x, -y) / cell;
    let center = pivot + Vec2::new((1.0 - 2.0 * pivot_x) * half.x, (2.0 * pivot_y - 1.0) * half.y);
    let shape = match entity["__identifier"].as_str() {
        Some("Crate") => Shape::rectangle(half.x, half.y)?,
        Some("Ball") => Shape::circle(half.x)?,
        _ => return Ok(()),
    };
    let field = |name: &str| {
        let found = items(entity, "fieldInstances").iter().find(|field| field["__identifier"] == name)?;
        Some(found["__value"].as_f64()? as f32)
    };
    let def = ColliderDef::new(shape).density(field("density").unwrap_or(1.0));
    let def = def.restitution(field("restitution").unwrap_or(0.0));
    level.body_with(BodyDef::dynamic().position(center), def);
    Ok(())
}

/// One level of all levels of a project, from its JSON.
pub(crate) fn read(text: &str) -> Read<Level> {
    let project: Value = serde_json::from_str(text)?;
    let mut level = Level::default();
    let walls = level.body(BodyDef::fixed());
    for part in items(&project, "levels") {
        for layer in items(part, "layerInstances") {
            let cell = number(layer, "__gridSize")?;
            let corner = Point::new(number(part, "worldX")? / cell, -number(part, "worldY")? / cell);
            if layer["__type"] == "IntGrid" {
                add_cells(&mut level, walls, layer, WALL, corner)?;
                add_cells(&mut level, walls, layer, PLATFORM, corner)?;
            }
            for entity in items(layer, "entityInstances") {
                add_entity(&mut level, entity, cell, corner)?;
            }
        }
    }
    level.validate()?;
    Ok(level)
}
