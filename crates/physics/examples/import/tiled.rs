//! Reads a map of the editor Tiled (TMX) as a level.
//!
//! ```text
//!   tile layers      tiles of class "solid" are walls, merged to rectangles; "platform" lets pass from below
//!   object layers    rectangle, ellipse, polygon, polyline: colliders; points are left to the game
//!                    property `dynamic`: it moves; `density`; class "area": a sensor
//! ```
//!
//! Tiled counts pixels from the upper left corner, y down, and turns clockwise: [`Map::point`] and the sign
//! of the angle turn both round. A tile becomes a metre.
//!
//! Turned down: the JSON form of Tiled, which says the same; a parser of our own, since the crate `tiled` is
//! kept by the makers of Tiled and knows compressed layers, templates and external tile sets.

#[path = "grid.rs"]
mod grid;

use physics::geom::DecomposeSettings;
use physics::prelude::*;
use std::error::Error;
use std::path::Path;
use tiled::{LayerType, Loader, Object, ObjectShape, PropertyValue, TileLayer};

type Read<T> = Result<T, Box<dyn Error>>;

/// Where a map is in the world: the size of a tile, px, and of the map, m.
struct Map {
    tile: f32,
    height: f32,
}

impl Map {
    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(x / self.tile, self.height - y / self.tile)
    }

    fn length(&self, pixels: f32) -> f32 {
        pixels / self.tile
    }

    /// Points in the frame of an object.
    fn points(&self, points: &[(f32, f32)]) -> Vec<Point> {
        points.iter().map(|&(x, y)| Point::new(self.length(x), -self.length(y))).collect()
    }
}

fn number(object: &Object<'_>, name: &str) -> Option<f32> {
    match object.properties.get(name)? {
        PropertyValue::FloatValue(value) => Some(*value),
        PropertyValue::IntValue(value) => Some(*value as f32),
        _ => None,
    }
}

/// Adds the tiles of a class as rectangles of one body.
fn add_tiles(level: &mut Level, body: u32, layer: &TileLayer<'_>, class: &str, map: &Map) -> Read<()> {
    let (Some(columns), Some(rows)) = (layer.width(), layer.height()) else {
        return Err("the map is infinite: give it a size in Tiled".into());
    };
    let is_of_class = |column: u32, row: u32| {
        let tile = layer.get_tile(column as i32, row as i32).and_then(|tile| tile.get_tile());
        tile.is_some_and(|tile| tile.user_type == class)
    };
    for cells in grid::rectangles(columns, rows, is_of_class) {
        let (width, height) = (cells.width as f32, cells.height as f32);
        let corner = map.point(cells.column as f32 * map.tile, cells.row as f32 * map.tile);
        let shape = Shape::rectangle(0.5 * width, 0.5 * height)?;
        let mut def = ColliderDef::new(shape).offset(corner + Vec2::new(0.5 * width, -0.5 * height), 0.0);
        if class == "platform" {
            def = def.one_way([0.0, 1.0]);
        }
        level.collider(body, def);
    }
    Ok(())
}

/// Adds an object of an object layer; a point or a text is none of ours.
fn add_object(level: &mut Level, object: &Object<'_>, map: &Map) -> Read<()> {
    let is_dynamic = matches!(object.properties.get("dynamic"), Some(PropertyValue::BoolValue(true)));
    let def = if is_dynamic { BodyDef::dynamic() } else { BodyDef::fixed() };
    let def = def.position(map.point(object.x, object.y)).angle(-object.rotation.to_radians());
    let shapes = match &object.shape {
        // Its position is the upper left corner, about which it is turned.
        ObjectShape::Rect { width, height } => {
            let (x, y) = (0.5 * map.length(*width), 0.5 * map.length(*height));
            vec![Shape::rectangle(x, y)?.transformed(Pose::at([x, -y]))]
        }
        ObjectShape::Ellipse { width, height } if width == height => {
            let radius = 0.5 * map.length(*width);
            vec![Shape::circle(radius)?.transformed(Pose::at([radius, -radius]))]
        }
        ObjectShape::Ellipse { width, height } => {
            let (x, y) = (0.5 * map.length(*width), 0.5 * map.length(*height));
            let corner = |i: u8| {
                let Rot { cos, sin } = Rot::from_angle(f32::from(i) * std::f32::consts::TAU / 24.0);
                [x + x * cos, -y + y * sin]
            };
            vec![Shape::polygon((0..24).map(corner))?]
        }
        // It may be concave, and turn either way.
        ObjectShape::Polygon { points } => {
            let pieces = Outline::new(map.points(points))?.decompose(DecomposeSettings::default())?.pieces;
            pieces.into_iter().map(Shape::Polygon).collect()
        }
        ObjectShape::Polyline { points } => {
            let mut points = map.points(points);
            // A chain has its outer side on the right of its direction.
            points.reverse();
            chain(points, false, Sides::Two)?.into_iter().map(Shape::ChainSegment).collect()
        }
        _ => return Ok(()),
    };
    let body = level.body(def);
    for shape in shapes {
        let def = ColliderDef::new(shape).density(number(object, "density").unwrap_or(1.0));
        level.collider(body, def.sensor(object.user_type == "area"));
    }
    Ok(())
}

/// The level of the map in a file.
pub(crate) fn read(path: impl AsRef<Path>) -> Read<Level> {
    let tmx = Loader::new().load_tmx_map(path)?;
    let map = Map { tile: tmx.tile_width as f32, height: tmx.height as f32 };
    let mut level = Level::default();
    let walls = level.body(BodyDef::fixed());
    for layer in tmx.layers() {
        match layer.layer_type() {
            LayerType::Tiles(tiles) => {
                add_tiles(&mut level, walls, &tiles, "solid", &map)?;
                add_tiles(&mut level, walls, &tiles, "platform", &map)?;
            }
            LayerType::Objects(objects) => {
                objects.objects().try_for_each(|object| add_object(&mut level, &object, &map))?;
            }
            LayerType::Image(_) | LayerType::Group(_) => {}
        }
    }
    level.validate()?;
    Ok(level)
}
