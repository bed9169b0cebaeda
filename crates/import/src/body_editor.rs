//! Bodies of Physics Body Editor (A. Ribon): named outlines over pictures, with sides of length 1, y up. Each
//! becomes a static body at the origin, about the origin that was chosen for it.

use crate::draft::{Draft, Drawn, Look, Source};
use crate::map::{Map, Xy};
use crate::value::{items, number, text, xy};
use serde_json::Value;
use world::BodyDef;

/// Fills the level from a project.
pub(crate) fn read(draft: &mut Draft<'_>, project: &Value) -> Result<(), String> {
    let to_world = draft.down(1.0)?.of(Map::scale(1.0, -1.0));
    for (index, body) in items(project, "rigidBodies").iter().enumerate() {
        let source = Source::new(index, text(body, "name"), "rigidBodies");
        match shapes(body) {
            Ok((origin, shapes)) => {
                let map = to_world.of(Map::at([-origin[0], -origin[1]]));
                let drawn: Vec<_> = shapes.into_iter().map(|shape| (map, shape, Look::default())).collect();
                draft.body(&source, BodyDef::fixed(), Map::IDENTITY, &drawn, false);
            }
            Err(why) => draft.skip(&source, [0.0; 2], why),
        }
    }
    Ok(())
}

fn shapes(body: &Value) -> Result<(Xy, Vec<Drawn>), String> {
    let ring = |points: &Value| {
        points.as_array().map_or(&[][..], Vec::as_slice).iter().map(xy).collect::<Result<Vec<_>, _>>()
    };
    let mut shapes = Vec::new();
    // Convex pieces of the outlines, in files that have them.
    for piece in items(body, "polygons") {
        shapes.push(Drawn::Area(vec![ring(piece)?]));
    }
    if shapes.is_empty() {
        for outline in items(body, "shapes").iter().filter(|shape| shape["type"] != "CIRCLE") {
            shapes.push(Drawn::Area(vec![ring(&outline["vertices"])?]));
        }
    }
    for circle in items(body, "circles") {
        let center = [number(circle, "cx", 0.0)?, number(circle, "cy", 0.0)?];
        shapes.push(Drawn::Ellipse { center, radii: [number(circle, "r", 0.0)?; 2] });
    }
    Ok((xy(&body["origin"])?, shapes))
}
