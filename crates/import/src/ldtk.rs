//! Projects of LDtk, <https://ldtk.io/json/>.
//!
//! ```text
//!   IntGrid     each value but 0 is solid, or what `Options::kind` says of its name in `defs`; merged
//!   entities    those of a known class, or with the field `dynamic`: a box, or an ellipse if `defs` draw one
//! ```
//!
//! One scale holds for the project, whatever the grids of its layers. The levels of a linear layout have no
//! place in the file: they follow each other without gaps, as in the game.

use crate::Kind;
use crate::draft::{Draft, Drawn, Look, Source, rectangle};
use crate::map::{Map, Xy};
use crate::tiled::merged;
use crate::value::{flag, items, json, number, text, word};
use serde_json::Value;
use std::collections::BTreeMap;
use world::BodyDef;

type Files<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Fills the level from all levels of all worlds of a project.
pub(crate) fn read(draft: &mut Draft<'_>, project: &Value, files: Files<'_>) -> Result<(), String> {
    let grid = number(project, "defaultGridSize", 16.0)?;
    let to_world = draft.down(grid)?;
    // A project with several worlds keeps its levels there.
    let worlds = std::iter::once(project).chain(items(project, "worlds"));
    for world in worlds {
        let mut next = 0.0;
        for level in items(world, "levels") {
            let name = word(level, "identifier", "?");
            let [width, height] = [number(level, "pxWid", 0.0)?, number(level, "pxHei", 0.0)?];
            let at = match text(world, "worldLayout") {
                "LinearHorizontal" => [next, 0.0],
                "LinearVertical" => [0.0, next],
                _ => [number(level, "worldX", 0.0)?, number(level, "worldY", 0.0)?],
            };
            next += if text(world, "worldLayout") == "LinearVertical" { height } else { width };
            let source = Source::new(word(level, "uid", &name), &name, &name);
            let file = text(level, "externalRelPath");
            let outside;
            let level = if level["layerInstances"].is_array() || file.is_empty() {
                level
            } else {
                let found = files(file).ok_or_else(|| format!("the file {file} is missing"));
                match found.and_then(|text| json(&text).map_err(|error| format!("{file}: {error}"))) {
                    Ok(found) => outside = found,
                    Err(why) => {
                        draft.skip(&source, to_world.point(at), why);
                        continue;
                    }
                }
                &outside
            };
            for layer in items(level, "layerInstances") {
                let path = format!("{name}/{}", text(layer, "__identifier"));
                let source = Source::new(word(layer, "iid", &path), text(layer, "__identifier"), &path);
                if let Err(why) = read_layer(draft, &project["defs"], layer, &source, to_world, at) {
                    draft.skip(&source, to_world.point(at), why);
                }
            }
        }
    }
    Ok(())
}

fn read_layer(
    draft: &mut Draft<'_>,
    defs: &Value,
    layer: &Value,
    source: &Source,
    to_world: Map,
    [x, y]: Xy,
) -> Result<(), String> {
    let offset = [number(layer, "__pxTotalOffsetX", 0.0)?, number(layer, "__pxTotalOffsetY", 0.0)?];
    let to_world = to_world.of(Map::at([x + offset[0], y + offset[1]]));
    let columns = number(layer, "__cWid", 0.0)?.max(1.0) as usize;
    let grid = number(layer, "__gridSize", 0.0)?;
    let def =
        items(defs, "layers").iter().find(|def| !def["uid"].is_null() && def["uid"] == layer["layerDefUid"]);
    let name_of = |value: u64| -> &str {
        let values = def.map_or(&[][..], |def| items(def, "intGridValues"));
        values.iter().find(|of| of["value"] == value).map_or("", |of| text(of, "identifier"))
    };
    // Versions before 0.8 list the cells that are not zero.
    let older =
        items(layer, "intGrid").iter().map(|cell| (number(cell, "coordId", 0.0), number(cell, "v", -1.0)));
    let older = older.map(|(index, value)| Ok((index? as usize, (value? + 1.0) as u64)));
    let newer = items(layer, "intGridCsv").iter().enumerate();
    let newer = newer.map(|(i, value)| {
        value.as_u64().map(|v| (i, v)).ok_or(format!("cell {i} is {value}: it must be a number"))
    });
    let mut cells = BTreeMap::new();
    let mut left_out: BTreeMap<u64, usize> = BTreeMap::new();
    for cell in newer.chain(older) {
        let (index, value) = cell?;
        match if value == 0 { Kind::Nothing } else { draft.kind(name_of(value), Kind::Solid) } {
            Kind::Nothing if value == 0 => {}
            Kind::Nothing => *left_out.entry(value).or_default() += 1,
            kind => drop(cells.insert(((index / columns) as i64, (index % columns) as i64), kind)),
        }
    }
    for (value, count) in left_out {
        let why = format!("its class \"{}\" leaves out {count} cells of the value {value}", name_of(value));
        draft.skip(source, to_world.origin(), why);
    }
    let merged = merged(cells).into_iter().map(|([column, row, width, height], kind)| {
        let corner = [column as f64 * grid, row as f64 * grid];
        (to_world, rectangle(corner, [width as f64 * grid, height as f64 * grid]), Look::of(kind))
    });
    let merged: Vec<_> = merged.collect();
    if !merged.is_empty() {
        draft.body(source, BodyDef::fixed(), Map::at(to_world.origin()), &merged, false);
    }
    for entity in items(layer, "entityInstances") {
        let name = text(entity, "__identifier");
        let source = Source::new(word(entity, "iid", name), name, &source.layer);
        let place = pair(entity, "px").unwrap_or_default();
        if let Err(why) = read_entity(draft, defs, entity, &source, to_world) {
            draft.skip(&source, to_world.point(place), why);
        }
    }
    Ok(())
}

fn pair(of: &Value, field: &str) -> Result<Xy, String> {
    match items(of, field) {
        [x, y] => x.as_f64().zip(y.as_f64()).map(|(x, y)| [x, y]),
        _ => None,
    }
    .ok_or_else(|| format!("{field} is {}: it must be two numbers", of[field]))
}

fn read_entity(
    draft: &mut Draft<'_>,
    defs: &Value,
    entity: &Value,
    source: &Source,
    to_world: Map,
) -> Result<(), String> {
    let field = |name: &str| {
        let found = items(entity, "fieldInstances")
            .iter()
            .find(|field| text(field, "__identifier").eq_ignore_ascii_case(name));
        found.map_or(&Value::Null, |field| &field["__value"])
    };
    let own = |name: &str, default: f64| number(&serde_json::json!({ name: field(name) }), name, default);
    let is_dynamic = flag(&serde_json::json!({ "dynamic": field("dynamic") }), "dynamic", false);
    let default = if is_dynamic { Kind::Solid } else { Kind::Nothing };
    let kind = draft.kind(&source.name, default);
    if kind == Kind::Nothing {
        return Err(format!("the entity {} has neither a class that collides nor `dynamic`", source.name));
    }
    let size @ [width, height] = [number(entity, "width", 0.0)?, number(entity, "height", 0.0)?];
    let ([x, y], pivot) = (pair(entity, "px")?, pair(entity, "__pivot")?);
    let corner = [x - pivot[0] * width, y - pivot[1] * height];
    let center = [corner[0] + 0.5 * width, corner[1] + 0.5 * height];
    let def =
        items(defs, "entities").iter().find(|def| !def["uid"].is_null() && def["uid"] == entity["defUid"]);
    let drawn = if def.is_some_and(|def| def["renderMode"] == "Ellipse") {
        Drawn::Ellipse { center, radii: [0.5 * width, 0.5 * height] }
    } else {
        rectangle(corner, size)
    };
    let look = Look::of(kind).material(own("density", 1.0)?, own("friction", 0.6)?, own("restitution", 0.0)?);
    let def = if is_dynamic { BodyDef::dynamic() } else { BodyDef::fixed() };
    draft.body(source, def, Map::at(to_world.point(center)), &[(to_world, drawn, look)], false);
    Ok(())
}
