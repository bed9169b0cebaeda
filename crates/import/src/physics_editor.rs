//! Bodies of PhysicsEditor: named lists of fixtures over pictures, about the anchor of the picture. Each
//! becomes a body at the origin: a sheet of parts that a game places.
//!
//! ```text
//!   plist, XML <polygon>1,2, 3,4</polygon>      for cocos2d, generic Box2D      y up
//!   XML <vertex x="1" y="2"/>                   for AndEngine                   y down
//!   JSON { name: [ { shape: [1, 2, ..] } ] }    for Phaser (p2), Corona         y down
//!   JSON { name: { fixtures: [ .. ] } }         for Phaser (Matter)             y down
//! ```
//!
//! Bodies of Physics Body Editor (A. Ribon) are the like: the width of a picture is 1, y points up, and the
//! origin that was chosen for a body is written beside its shapes. All are turned into one list first.
//! `ptm_ratio` in the file is the number of pixels that make a metre.

use crate::Kind;
use crate::draft::{Draft, Drawn, Look, Source};
use crate::map::{Map, Xy};
use crate::value::{MAX_DEPTH, flag, items, number, numbers, pairs, text, xy};
use roxmltree::Node;
use serde_json::{Map as Fields, Value, json};
use world::{BodyDef, Filter};

/// All bodies of a file.
pub(crate) struct Sheet {
    units: f64,
    is_y_up: bool,
    bodies: Vec<(String, Value)>,
}

/// A value of a property list.
fn plist(node: Node<'_, '_>, depth: usize) -> Value {
    let children = || node.children().filter(|child| child.is_element() && depth < MAX_DEPTH);
    match node.tag_name().name() {
        "dict" => {
            let mut fields = Fields::new();
            let mut key = "";
            for child in children() {
                if child.has_tag_name("key") {
                    key = child.text().unwrap_or("");
                } else {
                    fields.insert(key.to_owned(), plist(child, depth + 1));
                }
            }
            Value::Object(fields)
        }
        "array" => children().map(|child| plist(child, depth + 1)).collect(),
        "true" => Value::from(true),
        "false" => Value::from(false),
        _ => Value::from(node.text().unwrap_or("").trim()),
    }
}

/// Attributes, and elements that hold a text.
fn fields(node: Node<'_, '_>) -> Fields<String, Value> {
    let texts = node.children().filter(Node::is_element);
    let texts = texts.map(|child| {
        let text = child.text().unwrap_or("").trim();
        // An empty element is a flag.
        (child.tag_name().name(), Value::from(if text.is_empty() { "true" } else { text }))
    });
    let attributes = node.attributes().map(|attribute| (attribute.name(), Value::from(attribute.value())));
    attributes.chain(texts).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The bodies of a plist or of XML.
pub(crate) fn from_xml(root: Node<'_, '_>) -> Sheet {
    let ratio = |value: &Value| number(value, "ptm_ratio", 100.0).unwrap_or(100.0);
    if root.has_tag_name("plist") {
        let content = root.first_element_child().map_or(Value::Null, |dict| plist(dict, 0));
        let bodies = content["bodies"].as_object().into_iter().flatten();
        let bodies = bodies.map(|(name, body)| (name.clone(), body.clone())).collect();
        return Sheet { units: ratio(&content["metadata"]), is_y_up: true, bodies };
    }
    let named = |name: &'static str| root.descendants().filter(move |node| node.has_tag_name(name));
    let fixture = |node: Node<'_, '_>| {
        let mut fixture = fields(node);
        let with = |name: &'static str| node.descendants().filter(move |part| part.has_tag_name(name));
        let polygon = |polygon: Node<'_, '_>| {
            let vertices = polygon.children().filter(|child| child.has_tag_name("vertex"));
            let vertices: Vec<Value> = vertices.map(|vertex| Value::Object(fields(vertex))).collect();
            if vertices.is_empty() {
                Value::from(numbers(polygon.text().unwrap_or("")))
            } else {
                Value::from(vertices)
            }
        };
        fixture.insert("polygons".to_owned(), with("polygon").map(polygon).collect());
        if let Some(circle) = with("circle").next() {
            fixture.insert("circle".to_owned(), Value::Object(fields(circle)));
        }
        Value::Object(fixture)
    };
    let bodies = named("body").map(|node| {
        let mut body = fields(node);
        let fixtures = node.descendants().filter(|part| part.has_tag_name("fixture"));
        body.insert("fixtures".to_owned(), fixtures.map(fixture).collect());
        (node.attribute("name").unwrap_or("").to_owned(), Value::Object(body))
    });
    let units = named("metadata").next().map_or(100.0, |node| ratio(&Value::Object(fields(node))));
    Sheet { units, is_y_up: named("vertex").next().is_none(), bodies: bodies.collect() }
}

/// The bodies of JSON.
pub(crate) fn from_json(json: &Value) -> Sheet {
    let bodies = json.as_object().into_iter().flatten().filter(|(_, body)| !body.is_string());
    let bodies = bodies.map(|(name, body)| {
        let body = if body.is_array() { json!({ "fixtures": body }) } else { body.clone() };
        (name.clone(), body)
    });
    Sheet { units: 100.0, is_y_up: false, bodies: bodies.collect() }
}

/// The bodies of a project of Physics Body Editor. Outlines count if there are no convex pieces of them.
pub(crate) fn from_body_editor(project: &Value) -> Sheet {
    let body = |body: &Value| {
        let pieces = items(body, "polygons");
        let outlines = items(body, "shapes").iter().filter(|shape| shape["type"] != "CIRCLE");
        let outlines: Vec<&Value> = outlines.map(|shape| &shape["vertices"]).collect();
        let polygons = if pieces.is_empty() { json!(outlines) } else { json!(pieces) };
        let circles = items(body, "circles").iter();
        let circles = circles.map(|c| json!({ "circle": { "x": c["cx"], "y": c["cy"], "r": c["r"] } }));
        let has_polygons = polygons.as_array().is_some_and(|list| !list.is_empty());
        let fixtures = has_polygons.then(|| json!({ "polygons": polygons })).into_iter().chain(circles);
        let fixtures: Vec<Value> = fixtures.collect();
        (text(body, "name").to_owned(), json!({ "fixtures": fixtures, "origin": body["origin"] }))
    };
    Sheet { units: 1.0, is_y_up: true, bodies: items(project, "rigidBodies").iter().map(body).collect() }
}

/// Fills the level from the bodies.
pub(crate) fn read(draft: &mut Draft<'_>, sheet: &Sheet) -> Result<(), String> {
    let to_world = draft.down(sheet.units)?.of(Map::scale(1.0, if sheet.is_y_up { -1.0 } else { 1.0 }));
    for (name, body) in &sheet.bodies {
        let source = Source::new(name, name, "bodies");
        let [x, y] = xy(&body["origin"]).unwrap_or([f64::NAN; 2]);
        let map = to_world.of(Map::at([-x, -y]));
        let is_dynamic = ["dynamic", "is_dynamic"].iter().any(|field| flag(body, field, false));
        let is_dynamic = is_dynamic || !flag(body, "isStatic", true);
        let mut drawn = Vec::new();
        for (index, fixture) in items(body, "fixtures").iter().enumerate() {
            match read_fixture(body, fixture) {
                Ok((shapes, look)) => drawn.extend(shapes.into_iter().map(|shape| (map, shape, look))),
                Err(why) => {
                    let part = Source { id: format!("fixture {index} of {name}"), ..source.clone() };
                    draft.skip(&part, [0.0; 2], why);
                }
            }
        }
        let def = if is_dynamic { BodyDef::dynamic() } else { BodyDef::fixed() };
        draft.body(&source, def, Map::IDENTITY, &drawn, false);
    }
    Ok(())
}

fn read_fixture(body: &Value, fixture: &Value) -> Result<(Vec<Drawn>, Look), String> {
    // The Matter exporter gives the material to the body.
    let of = |names: &[&str], default: f64| {
        let found = [fixture, body]
            .iter()
            .find_map(|of| Some((*of, names.iter().find(|name| !of[**name].is_null())?)));
        found.map_or(Ok(default), |(of, name)| number(of, name, default))
    };
    let look = Look::default();
    let mut look =
        look.material(of(&["density"], 1.0)?, of(&["friction"], 0.6)?, of(&["restitution", "bounce"], 0.0)?);
    if flag(fixture, "isSensor", false) {
        look.kind = Kind::Sensor;
    }
    let matter = &body["collisionFilter"];
    let inner = if matter.is_object() { matter } else { &fixture["filter"] };
    let bits = |names: [&str; 4], default: f64| match names.iter().find(|name| !inner[**name].is_null()) {
        Some(name) => number(inner, name, default),
        None => of(&names, default),
    };
    look.filter = Filter {
        category: bits(["filter_categoryBits", "filterCategoryBits", "categoryBits", "category"], 1.0)?
            as u64,
        mask: bits(["filter_maskBits", "filterMaskBits", "maskBits", "mask"], 65535.0)? as u64,
        group: bits(["filter_groupIndex", "filterGroupIndex", "groupIndex", "group"], 0.0)? as i32,
    };
    let mut shapes = Vec::new();
    let lists = ["polygons", "vertices"].iter().flat_map(|field| items(fixture, field)).map(Value::clone);
    let flat = fixture["shape"].is_array().then(|| fixture["shape"].clone());
    for polygon in lists.chain(flat) {
        shapes.push(Drawn::Area(vec![points(&polygon)?]));
    }
    let circle = &fixture["circle"];
    if circle.is_object() {
        let position = numbers(text(circle, "position"));
        let center = if let [x, y] = position[..] { [x, y] } else { xy(circle)? };
        let radius = number(circle, if circle["r"].is_null() { "radius" } else { "r" }, 0.0)?;
        shapes.push(Drawn::Ellipse { center, radii: [radius; 2] });
    }
    if shapes.is_empty() { Err("it has neither polygon nor circle".to_owned()) } else { Ok((shapes, look)) }
}

/// Points as numbers one after the other, as texts `{x,y}`, or as objects.
fn points(list: &Value) -> Result<Vec<Xy>, String> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    if list.iter().all(Value::is_number) {
        return Ok(pairs(&list.iter().filter_map(Value::as_f64).collect::<Vec<_>>()));
    }
    let point = |point: &Value| match point.as_str() {
        Some(text) => match numbers(text)[..] {
            [x, y] => Ok([x, y]),
            _ => Err(format!("a vertex is {text}: it must be two numbers")),
        },
        None => xy(point),
    };
    list.iter().map(point).collect()
}
