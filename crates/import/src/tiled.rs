//! Maps of Tiled, <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.
//!
//! ```text
//!   tile layers     the collision shapes of tiles; whole tiles of a class (or with `collides`) are merged
//!   object layers   rectangle, ellipse, capsule, polygon, polyline; tile objects as the shapes of their tile
//!   of an object    class: see `Options::kind`; properties `dynamic`, `density`, `friction`, `restitution`
//! ```
//!
//! XML is first turned into what Tiled's JSON says, so one reader serves both. Three maps lie between a shape
//! and the world: of the object (turned about its position, clockwise, y down), of the orientation (isometric
//! objects are drawn in a skewed grid), and of the screen to metres.
//!
//! Turned down: the crate `tiled`, which reads the XML only and refuses a map for one bad object.

use crate::Kind;
use crate::draft::{Draft, Drawn, Look, Source, rectangle};
use crate::map::{Map, Xy};
use crate::value::{MAX_DEPTH, flag, items, json, number, numbers, pairs, text, word, xml, xy};
use base64::Engine;
use roxmltree::Node;
use serde_json::{Map as Fields, Value, json};
use std::collections::{BTreeMap, btree_map::Entry};
use std::io::Read;
use world::BodyDef;

/// Bytes. More than any map has cells for: a bound for what a small compressed text asks for.
const MAX_DATA: u64 = 1 << 26;

/// Cells. Farther out no chunk begins: a bound for what a bad file says.
const FAR: f64 = 1e12;

/// Bits of the number of a tile: mirrored left to right, top to bottom, and along the diagonal.
const FLIPS: [u32; 3] = [1 << 31, 1 << 30, 1 << 29];
/// The number of a tile without its flips; the fourth bit turns hexagons.
const TILE: u32 = (1 << 28) - 1;

type Files<'a> = &'a dyn Fn(&str) -> Option<String>;

/// An element of XML as the JSON of Tiled says it.
pub(crate) fn element(node: Node<'_, '_>, depth: usize) -> Value {
    let mut fields: Fields<String, Value> =
        node.attributes().map(|a| (a.name().to_owned(), Value::from(a.value()))).collect();
    fn push(fields: &mut Fields<String, Value>, list: &str, value: Value) {
        let list = fields.entry(list).or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.push(value.clone()));
    }
    let is_tile = node.has_tag_name("tile");
    for child in node.children().filter(|child| child.is_element() && depth < MAX_DEPTH) {
        let tag = child.tag_name().name();
        let mut value = element(child, depth + 1);
        match tag {
            "objectgroup" if is_tile => drop(fields.insert(tag.to_owned(), value)),
            "layer" | "objectgroup" | "group" | "imagelayer" => {
                value["type"] = Value::from(if tag == "layer" { "tilelayer" } else { tag });
                push(&mut fields, "layers", value);
            }
            "tileset" | "tile" | "object" | "property" | "chunk" => {
                push(&mut fields, &format!("{tag}s"), value);
            }
            "properties" => drop(fields.insert(tag.to_owned(), value["propertys"].take())),
            "polygon" | "polyline" => {
                let points = pairs(&numbers(child.attribute("points").unwrap_or("")));
                let points = points.iter().map(|[x, y]| json!({ "x": x, "y": y })).collect();
                fields.insert(tag.to_owned(), Value::Array(points));
            }
            "ellipse" | "capsule" | "point" | "text" => {
                drop(fields.insert(tag.to_owned(), Value::from(true)));
            }
            "image" => {
                fields.insert("imagewidth".to_owned(), value["width"].take());
                fields.insert("imageheight".to_owned(), value["height"].take());
            }
            "data" => {
                let mut with = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
                ["encoding", "compression"].into_iter().for_each(|name| with(name, value[name].clone()));
                with("chunks", value["chunks"].take());
                let tiles = items(&value, "tiles").iter().map(|tile| tile["gid"].clone()).collect::<Vec<_>>();
                let content = child.text().unwrap_or("").trim();
                with("data", if content.is_empty() { Value::from(tiles) } else { Value::from(content) });
            }
            "tileoffset" => drop(fields.insert(tag.to_owned(), value)),
            _ => {}
        }
    }
    if node.has_tag_name("chunk") {
        let tiles =
            items(&Value::Object(fields.clone()), "tiles").iter().map(|tile| tile["gid"].clone()).collect();
        let content = node.text().unwrap_or("").trim();
        let data = if content.is_empty() { Value::Array(tiles) } else { Value::from(content) };
        fields.insert("data".to_owned(), data);
    }
    Value::Object(fields)
}

/// A file beside the map, in XML or JSON.
fn beside(files: Files<'_>, path: &str) -> Result<Value, String> {
    let text = files(path).ok_or_else(|| format!("the file {path} is missing"))?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let of_file = |error| format!("{path}: {error}");
    if text.starts_with('<') {
        return Ok(element(xml(text).map_err(of_file)?.root_element(), 0));
    }
    json(text).map_err(of_file)
}

/// A property, which older files keep in an object.
fn property<'a>(of: &'a Value, name: &str) -> &'a Value {
    let listed = items(of, "properties").iter().find(|property| property["name"] == name);
    listed.map_or(&of["properties"][name], |property| &property["value"])
}

fn class(of: &Value) -> &str {
    let class = text(of, "class");
    if class.is_empty() { text(of, "type") } else { class }
}

/// The numbers of the tiles of a layer or a chunk.
fn gids(part: &Value, layer: &Value) -> Result<Vec<u32>, String> {
    let bytes = match (&part["data"], text(layer, "encoding")) {
        (Value::Array(list), _) => {
            let gid = |gid: &Value| Ok(number(&json!({ "gid": gid }), "gid", 0.0)? as u32);
            return list.iter().map(gid).collect();
        }
        (Value::String(text), "base64") => base64::engine::general_purpose::STANDARD
            .decode(text.split_whitespace().collect::<String>())
            .map_err(|error| format!("its base64 has an error: {error}"))?,
        (Value::String(text), _) => {
            let gid =
                |word: &str| word.parse().map_err(|_| format!("a tile is \"{word}\": it must be a number"));
            return text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(gid).collect();
        }
        _ => return Err("it has no data".to_owned()),
    };
    let compression = text(layer, "compression");
    let mut out = Vec::new();
    let mut reader: Box<dyn Read> = match compression {
        "" => Box::new(&bytes[..]),
        "zlib" => Box::new(flate2::read::ZlibDecoder::new(&bytes[..])),
        "gzip" => Box::new(flate2::read::GzDecoder::new(&bytes[..])),
        other => {
            return Err(format!(
                "tiles compressed as {other} are not read: choose CSV, zlib or gzip in Tiled"
            ));
        }
    };
    let read = reader.by_ref().take(MAX_DATA).read_to_end(&mut out);
    read.map_err(|error| format!("its {compression} data have an error: {error}"))?;
    Ok(out.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

/// A tile of a tile set.
#[derive(Default)]
struct Tile {
    class: String,
    /// Whether its property `collides` is set.
    collides: bool,
    size: Xy,
    /// From the lower left corner of its cell.
    offset: Xy,
    /// Its collision shapes.
    shapes: Vec<Value>,
}

struct Reader<'d, 'a> {
    draft: &'d mut Draft<'a>,
    files: Files<'d>,
    /// From the screen, px, to metres.
    world: Map,
    /// From cells to the screen, and from coordinates of objects; `None` in grids that are not read.
    cells: Option<Map>,
    objects: Option<Map>,
    is_isometric: bool,
    cell: Xy,
    /// The first number of each tile set, the tile set, and its file.
    sets: BTreeMap<u32, (Value, String)>,
}

/// Fills the level from a map.
pub(crate) fn read(draft: &mut Draft<'_>, map: &Value, files: Files<'_>) -> Result<(), String> {
    let cell @ [width, height] = [number(map, "tilewidth", 0.0)?, number(map, "tileheight", 0.0)?];
    if !(width > 0.0 && height > 0.0) {
        return Err(format!("a tile has {width} x {height} px: both must be above zero"));
    }
    let orientation = text(map, "orientation");
    let top = [0.5 * width * number(map, "height", 0.0)?, 0.0];
    // A step along the columns of an isometric grid goes half a tile right and half a tile down.
    let skewed = Map([0.5 * width, 0.5 * height, -0.5 * width, 0.5 * height, top[0], top[1]]);
    let is_isometric = orientation == "isometric";
    let (cells, objects) = match orientation {
        "isometric" => (Some(skewed), Some(skewed.of(Map::scale(1.0 / height, 1.0 / height)))),
        "orthogonal" | "" => (Some(Map::scale(width, height)), Some(Map::IDENTITY)),
        "staggered" | "hexagonal" => (None, Some(Map::IDENTITY)),
        _ => (None, None),
    };
    let mut sets = BTreeMap::new();
    for set in items(map, "tilesets") {
        let first = number(set, "firstgid", 1.0)? as u32;
        let source = text(set, "source");
        let set = if source.is_empty() { Ok(set.clone()) } else { beside(files, source) };
        match set {
            Ok(set) => drop(sets.insert(first, (set, source.to_owned()))),
            Err(why) => draft.skip(&Source::new(format!("tile set {source}"), "", ""), [0.0; 2], why),
        }
    }
    let world = draft.down(width)?;
    let mut reader = Reader { draft, files, world, cells, objects, is_isometric, cell, sets };
    reader.layers(map, "", [0.0; 2], 0);
    Ok(())
}

impl Reader<'_, '_> {
    fn layers(&mut self, group: &Value, path: &str, offset: Xy, depth: usize) {
        for layer in items(group, "layers") {
            let name = text(layer, "name");
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            let source = Source::new(format!("layer {}", word(layer, "id", "?")), name, &path);
            if let Err(why) = self.layer(layer, &source, offset, depth) {
                self.draft.skip(&source, self.world.point(offset), why);
            }
        }
    }

    fn layer(&mut self, layer: &Value, source: &Source, [x, y]: Xy, depth: usize) -> Result<(), String> {
        let at = [x + number(layer, "offsetx", 0.0)?, y + number(layer, "offsety", 0.0)?];
        let parallax = [number(layer, "parallaxx", 1.0)?, number(layer, "parallaxy", 1.0)?];
        if parallax != [1.0; 2] {
            return Err(format!("its parallax of {parallax:?} moves it with the camera"));
        }
        match text(layer, "type") {
            "group" if depth >= MAX_DEPTH => return Err("its groups are nested too deep".to_owned()),
            "group" => self.layers(layer, &source.layer, at, depth + 1),
            "tilelayer" => self.tiles(layer, source, at)?,
            "objectgroup" => {
                for object in items(layer, "objects") {
                    let named = Source::new(word(object, "id", "?"), text(object, "name"), &source.layer);
                    if let Err(why) = self.object(object, &named, at) {
                        let place = [
                            number(object, "x", 0.0).unwrap_or(0.0),
                            number(object, "y", 0.0).unwrap_or(0.0),
                        ];
                        let place =
                            self.world.of(Map::at(at)).of(self.objects.unwrap_or(Map::IDENTITY)).point(place);
                        self.draft.skip(&named, place, why);
                    }
                }
            }
            // Pictures have no collision.
            "imagelayer" => {}
            other => return Err(format!("a layer of the type \"{other}\" is unknown")),
        }
        Ok(())
    }

    fn tile(&self, gid: u32) -> Result<Tile, String> {
        let number_of = gid & TILE;
        let found = self.sets.range(..=number_of).next_back();
        let (first, (set, _)) = found.ok_or_else(|| format!("tile {number_of} is in no tile set"))?;
        let id = number_of - first;
        // Older files have an object with the ids as keys.
        let tile = match &set["tiles"] {
            Value::Array(tiles) => tiles
                .iter()
                .find(|tile| number(tile, "id", -1.0) == Ok(f64::from(id)))
                .unwrap_or(&Value::Null),
            tiles => &tiles[id.to_string()],
        };
        let size = |of_tile, of_set, default| number(tile, of_tile, number(set, of_set, default)?);
        let older = json!({ "properties": set["tileproperties"][id.to_string()] });
        let is_set = |of: &Value| flag(&json!({ "collides": property(of, "collides") }), "collides", false);
        Ok(Tile {
            class: class(tile).to_owned(),
            collides: is_set(tile) || is_set(&older),
            size: [
                size("imagewidth", "tilewidth", self.cell[0])?,
                size("imageheight", "tileheight", self.cell[1])?,
            ],
            offset: xy(&set["tileoffset"])?,
            shapes: items(&tile["objectgroup"], "objects").to_vec(),
        })
    }

    /// The collision shapes of a tile, with maps to the frame whose origin is its lower left corner.
    fn shapes_of_tile(&mut self, gid: u32, tile: &Tile, source: &Source) -> Vec<(Map, Drawn, Look)> {
        let [width, height] = tile.size;
        let [flip_x, flip_y, flip_diagonal] = FLIPS.map(|flip| gid & flip != 0);
        let diagonal = if flip_diagonal { Map([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]) } else { Map::IDENTITY };
        let [width, height] = if flip_diagonal { [height, width] } else { [width, height] };
        let mirror = |flips: bool, length: f64| if flips { (-1.0, length) } else { (1.0, 0.0) };
        let ((a, e), (d, f)) = (mirror(flip_x, width), mirror(flip_y, height));
        let flipped = Map([a, 0.0, 0.0, d, e, f - height]).of(diagonal);
        let mut found = Vec::new();
        for shape in &tile.shapes {
            match drawn(shape) {
                Ok((map, drawn)) => {
                    let kind = (self.draft.options.kind)(class(shape));
                    let kind = kind.unwrap_or_else(|| self.draft.kind(&tile.class, Kind::Solid));
                    found.push((flipped.of(map), drawn, Look::of(kind)));
                }
                Err(why) => {
                    let source = Source {
                        id: format!("shape {} of tile {}", word(shape, "id", "?"), gid & TILE),
                        ..source.clone()
                    };
                    if !self.draft.out.skipped.iter().any(|skipped| skipped.id == source.id) {
                        self.draft.skip(&source, [0.0; 2], why);
                    }
                }
            }
        }
        found
    }

    fn tiles(&mut self, layer: &Value, source: &Source, at: Xy) -> Result<(), String> {
        let cells = self.cells.ok_or("tiles in a grid of this orientation are not read")?;
        let chunks = items(layer, "chunks");
        let chunks = if chunks.is_empty() { std::slice::from_ref(layer) } else { chunks };
        let to_world = self.world.of(Map::at(at));
        let mut solid = BTreeMap::new();
        let mut found = Vec::new();
        let mut known = BTreeMap::new();
        let mut without = 0;
        for chunk in chunks {
            let [x, y] =
                [number(chunk, "x", 0.0)?, number(chunk, "y", 0.0)?].map(|at| at.clamp(-FAR, FAR) as i64);
            let columns = number(chunk, "width", 0.0)?.max(1.0) as usize;
            for (i, gid) in gids(chunk, layer)?.into_iter().enumerate().filter(|(_, gid)| gid & TILE != 0) {
                let [column, row] = [x + (i % columns) as i64, y + (i / columns) as i64];
                if let Entry::Vacant(entry) = known.entry(gid) {
                    let tile = self.tile(gid).unwrap_or_else(|why| {
                        let named = Source { id: format!("tile {}", gid & TILE), ..source.clone() };
                        self.draft.skip(&named, to_world.origin(), why);
                        Tile::default()
                    });
                    let shapes = self.shapes_of_tile(gid, &tile, source);
                    entry.insert((tile, shapes));
                }
                let Some((tile, shapes)) = known.get(&gid) else { continue };
                let class = if tile.class.is_empty() { class(layer) } else { &tile.class };
                let default = if tile.collides { Kind::Solid } else { Kind::Nothing };
                match &shapes[..] {
                    [] if !tile.shapes.is_empty() => {}
                    [] => match self.draft.kind(class, default) {
                        Kind::Nothing => without += 1,
                        kind => drop(solid.insert((row, column), kind)),
                    },
                    [(map, Drawn::Area(rings), look)] if self.fills_its_cell(tile, *map, rings) => {
                        solid.insert((row, column), look.kind);
                    }
                    shapes => {
                        let (column, row) = (column as f64, row as f64);
                        let [left, _] = cells.point([column, row + 1.0]);
                        let [_, bottom] = cells.point([column + 1.0, row + 1.0]);
                        let corner = to_world.of(Map::at([left + tile.offset[0], bottom + tile.offset[1]]));
                        found.extend(
                            shapes.iter().map(|(map, drawn, look)| (corner.of(*map), drawn.clone(), *look)),
                        );
                    }
                }
            }
        }
        for ([column, row, width, height], kind) in merged(solid) {
            let corner = [column as f64, row as f64];
            found.push((
                to_world.of(cells),
                rectangle(corner, [width as f64, height as f64]),
                Look::of(kind),
            ));
        }
        if without > 0 {
            let why = format!("{without} tiles have neither collision shapes nor a class that is solid");
            self.draft.skip(source, to_world.origin(), why);
        }
        if !found.is_empty() {
            let pose = Map::at(to_world.origin());
            self.draft.body(source, BodyDef::fixed(), pose, &found, false);
        }
        Ok(())
    }

    /// Whether a collision shape is the rectangle of a whole cell.
    fn fills_its_cell(&self, tile: &Tile, map: Map, rings: &[Vec<Xy>]) -> bool {
        let [width, height] = self.cell;
        let is_corner = |&at: &Xy| {
            let [x, y] = map.point(at);
            (x == 0.0 || x == width) && (y == 0.0 || y == -height)
        };
        !self.is_isometric
            && tile.offset == [0.0; 2]
            && tile.size == self.cell
            && matches!(rings, [ring] if ring.len() == 4 && ring.iter().all(is_corner))
            && map.0[..4].iter().map(|x| x * x).sum::<f64>() == 2.0
    }

    /// An object with what its template says and it does not.
    fn with_template(&self, object: &Value, path: &str) -> Result<Value, String> {
        let template = beside(self.files, path)?;
        let either = |one: &str, list: &str| template.get(one).or_else(|| items(&template, list).first());
        let (Some(base), Some(own)) = (either("object", "objects"), object.as_object()) else {
            return Err(format!("its template {path} has no object"));
        };
        let mut merged = base.as_object().cloned().unwrap_or_default();
        if let (false, Some(set)) = (base["gid"].is_null(), either("tileset", "tilesets")) {
            // The number of its tile counts in its own tile set.
            let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
            let source = name(text(set, "source"));
            let found = self.sets.iter().find(|(_, (_, file))| name(file) == source);
            let (first, _) =
                found.ok_or_else(|| format!("the map has no tile set {source} of its template"))?;
            let gid = number(base, "gid", 0.0)? - number(set, "firstgid", 1.0)? + f64::from(*first);
            merged.insert("gid".to_owned(), Value::from(gid));
        }
        merged.extend(own.iter().map(|(name, value)| (name.clone(), value.clone())));
        Ok(Value::Object(merged))
    }

    fn object(&mut self, object: &Value, source: &Source, at: Xy) -> Result<(), String> {
        let template = text(object, "template");
        let merged;
        let object = if template.is_empty() {
            object
        } else {
            merged = self.with_template(object, template)?;
            &merged
        };
        let grid = self.objects.ok_or("objects in a grid of this orientation are not read")?;
        let at = Map::at(at).of(Map::at(grid.point([number(object, "x", 0.0)?, number(object, "y", 0.0)?])));
        let pose = self.world.of(at).of(Map::turn(number(object, "rotation", 0.0)?.to_radians()));
        let gid = number(object, "gid", 0.0)? as u32;
        let mut own_class = class(object).to_owned();
        let mut shapes = if gid == 0 {
            let (_, drawn) = drawn(object)?;
            let Map([a, b, c, d, ..]) = grid;
            vec![(Map([a, b, c, d, 0.0, 0.0]), drawn, Look::default())]
        } else {
            let tile = self.tile(gid)?;
            let size = size(object)?;
            // A tile object hangs from its lower left corner, isometric ones from the middle of the bottom.
            let set = self
                .sets
                .range(..=gid & TILE)
                .next_back()
                .map_or("", |(_, (set, _))| text(set, "objectalignment"));
            let [x, y] = match set {
                "" | "unspecified" if self.is_isometric => [0.5, 1.0],
                "" | "unspecified" => [0.0, 1.0],
                other => [("left", "right", 0), ("top", "bottom", 1)].map(|(low, high, _)| {
                    if other.contains(low) {
                        0.0
                    } else if other.contains(high) {
                        1.0
                    } else {
                        0.5
                    }
                }),
            };
            let corner = Map::at([-x * size[0], (1.0 - y) * size[1]]);
            let shapes = self.shapes_of_tile(gid, &tile, source);
            if own_class.is_empty() {
                own_class.clone_from(&tile.class);
            }
            let stretch = Map::scale(size[0] / tile.size[0], size[1] / tile.size[1]);
            if shapes.is_empty() {
                vec![(corner, rectangle([0.0, -size[1]], size), Look::default())]
            } else {
                shapes
                    .into_iter()
                    .map(|(map, drawn, look)| (corner.of(stretch).of(map), drawn, look))
                    .collect()
            }
        };
        let own = |name: &str, default: f64| number(&json!({ name: property(object, name) }), name, default);
        let (density, friction, restitution) =
            (own("density", 1.0)?, own("friction", 0.6)?, own("restitution", 0.0)?);
        for (map, _, look) in &mut shapes {
            *map = pose.of(*map);
            look.kind = self.draft.kind(&own_class, look.kind);
            *look = look.material(density, friction, restitution);
        }
        let is_dynamic = flag(&json!({ "dynamic": property(object, "dynamic") }), "dynamic", false);
        let def = if is_dynamic { BodyDef::dynamic() } else { BodyDef::fixed() };
        self.draft.body(source, def, pose, &shapes, false);
        Ok(())
    }
}

fn size(object: &Value) -> Result<Xy, String> {
    let [width, height] = [number(object, "width", 0.0)?, number(object, "height", 0.0)?];
    if width > 0.0 && height > 0.0 {
        Ok([width, height])
    } else {
        Err(format!("its size is {width} x {height}"))
    }
}

/// What an object draws about its position, and the map of its position and rotation.
fn drawn(object: &Value) -> Result<(Map, Drawn), String> {
    let at = [number(object, "x", 0.0)?, number(object, "y", 0.0)?];
    let map = Map::at(at).of(Map::turn(number(object, "rotation", 0.0)?.to_radians()));
    let points = |field| items(object, field).iter().map(xy).collect::<Result<Vec<Xy>, String>>();
    let drawn = match () {
        () if flag(object, "point", false) => return Err("a point has no shape".to_owned()),
        () if !object["text"].is_null() => return Err("a text has no shape".to_owned()),
        () if object["polygon"].is_array() => Drawn::Area(vec![points("polygon")?]),
        () if object["polyline"].is_array() => Drawn::Line(points("polyline")?),
        () => {
            let size @ [width, height] = size(object)?;
            let (middle, radius) = ([0.5 * width, 0.5 * height], 0.5 * width.min(height));
            match () {
                () if flag(object, "ellipse", false) => Drawn::Ellipse { center: middle, radii: middle },
                () if flag(object, "capsule", false) => {
                    let b = [width - radius, height - radius];
                    Drawn::Capsule { a: [radius, radius], b, radius }
                }
                () => rectangle([0.0; 2], size),
            }
        }
    };
    Ok((map, drawn))
}

/// Merges cells into few rectangles (column, row, width, height) of one kind: fewer colliders, fewer seams.
///
/// ```text
///   . # # # .        . 0 0 0 .
///   . # # # .   ->   . 0 0 0 .     A run of cells in a row grows downward while the same run is there.
///   # # . . .        1 1 . . .
/// ```
pub(crate) fn merged(mut cells: BTreeMap<(i64, i64), Kind>) -> Vec<([i64; 4], Kind)> {
    let mut found = Vec::new();
    while let Some((&(row, column), &kind)) = cells.first_key_value() {
        let is_there = |row: i64, column: i64| cells.get(&(row, column)) == Some(&kind);
        let width = (column..).take_while(|&c| is_there(row, c)).count() as i64;
        let is_run = |&r: &i64| (column..column + width).all(|c| is_there(r, c));
        let height = (row..).take_while(is_run).count() as i64;
        for r in row..row + height {
            (column..column + width).for_each(|c| {
                cells.remove(&(r, c));
            });
        }
        found.push(([column, row, width, height], kind));
    }
    found
}
