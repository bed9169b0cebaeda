//! Collision shapes in text scenes of Godot 3 and 4 (`.tscn`).
//!
//! ```text
//!   [sub_resource type="RectangleShape2D" id="1"]    a shape, kept once
//!   [node name="Wall" type="StaticBody2D" parent="Level"]            a body
//!   [node name="Box" type="CollisionShape2D" parent="Level/Wall"]    what collides, in its frame
//! ```
//!
//! A node of a body becomes a body, with the collision nodes right below it. Layers, masks and joints are not
//! read: what two masks must agree on differs.

use crate::Kind;
use crate::draft::{Draft, Drawn, Look, Source, rectangle};
use crate::map::{Map, Xy};
use crate::value::{numbers, pairs};
use std::collections::BTreeMap;
use world::BodyDef;

/// A part of the file: its head in brackets, and the lines below it.
struct Section<'a> {
    head: &'a str,
    values: BTreeMap<&'a str, &'a str>,
}

impl Section<'_> {
    /// An attribute in the head: between quotes, or up to the next space.
    fn attribute(&self, name: &str) -> Option<&str> {
        let from = self.head.find(&format!(" {name}="))? + name.len() + 2;
        let rest = &self.head[from..];
        match rest.strip_prefix('"') {
            Some(rest) => rest.split('"').next(),
            None => rest.split([' ', ']']).next(),
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).copied()
    }

    /// The numbers in brackets. The name before them may have digits.
    fn list(&self, name: &str) -> Vec<f64> {
        self.value(name)
            .map_or(Vec::new(), |value| numbers(value.split_once('(').map_or(value, |(_, list)| list)))
    }

    fn number(&self, name: &str, default: f64) -> Result<f64, String> {
        match (self.value(name), &self.list(name)[..]) {
            (None, _) => Ok(default),
            (_, &[number]) => Ok(number),
            (Some(value), _) => Err(format!("{name} is {value}: it must be a number")),
        }
    }

    fn xy(&self, name: &str, default: Xy) -> Result<Xy, String> {
        match (self.value(name), &self.list(name)[..]) {
            (None, _) => Ok(default),
            (_, &[x, y]) => Ok([x, y]),
            (Some(value), _) => Err(format!("{name} is {value}: it must be two numbers")),
        }
    }

    fn is_set(&self, name: &str) -> bool {
        self.value(name) == Some("true")
    }

    /// From the frame of the node to that of its parent.
    fn map(&self) -> Result<Map, String> {
        if let [a, b, c, d, e, f] = self.list("transform")[..] {
            return Ok(Map([a, b, c, d, e, f]));
        }
        let degrees = self.number("rotation_degrees", 0.0)?.to_radians();
        let turned = Map::at(self.xy("position", [0.0; 2])?).of(Map::turn(self.number("rotation", degrees)?));
        let skew = self.number("skew", 0.0)?;
        let skewed = Map([1.0, 0.0, -libm::sin(skew), libm::cos(skew), 0.0, 0.0]);
        let [x, y] = self.xy("scale", [1.0; 2])?;
        Ok(turned.of(skewed).of(Map::scale(x, y)))
    }
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut at = 0;
    // The key whose value may go on in the next line, and where the value begins.
    let mut open: Option<(&str, usize)> = None;
    for line in text.split_inclusive('\n') {
        let (from, trimmed) = (at, line.trim());
        at += line.len();
        let is_key =
            |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_/".contains(c));
        if ["[gd_", "[node", "[sub_", "[ext_", "[con", "[edi", "[res"]
            .iter()
            .any(|head| trimmed.starts_with(head))
        {
            sections.push(Section { head: trimmed, values: BTreeMap::new() });
            open = None;
        } else if let Some((key, value)) = line.split_once(" = ").filter(|(key, _)| is_key(key)) {
            open = Some((key, from + line.len() - value.len()));
        }
        if let (Some((key, from)), Some(section)) = (open, sections.last_mut()) {
            section.values.insert(key, text[from..at].trim());
        }
    }
    sections
}

struct Body {
    source: Source,
    def: BodyDef,
    pose: Map,
    mass: Option<f64>,
    look: Look,
    drawn: Vec<(Map, Drawn, Look)>,
}

/// Fills the level from a scene.
pub(crate) fn read(draft: &mut Draft<'_>, text: &str) -> Result<(), String> {
    let world = draft.down(100.0)?;
    let sections = sections(text);
    let is_old = sections.first().is_some_and(|head| head.attribute("format") == Some("2"));
    let resources: BTreeMap<&str, &Section<'_>> = (sections.iter())
        .filter(|section| section.head.starts_with("[sub_resource"))
        .filter_map(|section| Some((section.attribute("id")?, section)))
        .collect();
    let mut maps: BTreeMap<String, Map> = BTreeMap::new();
    let mut bodies: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: Vec<Body> = Vec::new();
    for node in sections.iter().filter(|section| section.head.starts_with("[node")) {
        let name = node.attribute("name").unwrap_or("");
        let parent = node.attribute("parent");
        let path = match parent {
            None => ".".to_owned(),
            Some(".") => name.to_owned(),
            Some(parent) => format!("{parent}/{name}"),
        };
        let source = Source::new(&path, name, parent.unwrap_or(""));
        let above = parent.and_then(|parent| maps.get(parent)).copied().unwrap_or(world);
        let map = match node.map() {
            Ok(map) => above.of(map),
            Err(why) => {
                draft.skip(&source, above.origin(), why);
                continue;
            }
        };
        maps.insert(path.clone(), map);
        let kind = node.attribute("type").unwrap_or("");
        let body = match kind {
            "StaticBody2D" | "Area2D" => BodyDef::fixed(),
            "AnimatableBody2D" | "CharacterBody2D" | "KinematicBody2D" => BodyDef::kinematic(),
            "RigidBody2D" if node.value("mode") == Some("1") => BodyDef::fixed(),
            "RigidBody2D" => BodyDef::dynamic(),
            "CollisionShape2D" | "CollisionPolygon2D" => {
                let Some(body) = parent.and_then(|parent| bodies.get(parent)).map(|&body| &mut found[body])
                else {
                    draft.skip(&source, map.origin(), "its parent is no body");
                    continue;
                };
                let look = match body.look.kind {
                    Kind::Solid if node.is_set("one_way_collision") => {
                        Look { kind: Kind::OneWay, ..body.look }
                    }
                    _ => body.look,
                };
                match shapes(node, &resources, is_old) {
                    Ok(shapes) => body.drawn.extend(shapes.into_iter().map(|shape| (map, shape, look))),
                    Err(why) => draft.skip(&source, map.origin(), why),
                }
                continue;
            }
            "TileMap" | "TileMapLayer" => {
                draft.skip(&source, map.origin(), "tile maps of Godot are not read");
                continue;
            }
            _ if kind.ends_with("Joint2D") => {
                draft.skip(&source, map.origin(), format!("a {kind} is not read"));
                continue;
            }
            _ => {
                if kind.is_empty() && node.head.contains(" instance=") {
                    draft.skip(&source, map.origin(), "the scene that it is an instance of is not read");
                }
                continue;
            }
        };
        let material = ["physics_material_override"].iter().find_map(|name| resource(node, name, &resources));
        let material = |name, default| material.map_or(Ok(default), |of| of.number(name, default));
        let values = [("friction", 1.0), ("bounce", 0.0)].map(|(name, default)| material(name, default));
        let [friction, bounce] = values.map(|value| value.unwrap_or(f64::NAN));
        let sensor = if kind == "Area2D" { Kind::Sensor } else { Kind::Solid };
        let look = Look::of(sensor).material(1.0, friction, bounce);
        let mass = (kind == "RigidBody2D").then(|| node.number("mass", 1.0).unwrap_or(f64::NAN));
        let scale = node.number("gravity_scale", 1.0).unwrap_or(f64::NAN);
        bodies.insert(path, found.len());
        found.push(Body {
            source,
            def: body.gravity_scale(scale as f32),
            pose: map,
            mass,
            look,
            drawn: Vec::new(),
        });
    }
    for Body { source, def, pose, mass, drawn, .. } in found {
        let body = draft.body(&source, def, pose, &drawn, false);
        if let (Some(_), Some(mass)) = (body, mass) {
            draft.set_mass_of_last(mass);
        }
    }
    Ok(())
}

/// The resource that a value names: `SubResource("1")` or `SubResource( 1 )`.
fn resource<'a>(
    node: &Section<'_>,
    name: &str,
    of: &BTreeMap<&str, &'a Section<'a>>,
) -> Option<&'a Section<'a>> {
    let id = node.value(name)?.strip_prefix("SubResource(")?;
    of.get(id.trim_matches(|c: char| c.is_whitespace() || "\")".contains(c))).copied()
}

fn shapes(
    node: &Section<'_>,
    resources: &BTreeMap<&str, &Section<'_>>,
    is_old: bool,
) -> Result<Vec<Drawn>, String> {
    if node.is_set("disabled") {
        return Err("it is disabled".to_owned());
    }
    if node.attribute("type") == Some("CollisionPolygon2D") {
        let mut points = pairs(&node.list("polygon"));
        if node.value("build_mode") == Some("1") {
            points.extend(points.first().copied());
            return Ok(vec![Drawn::Line(points)]);
        }
        return Ok(vec![Drawn::Area(vec![points])]);
    }
    let shape = resource(node, "shape", resources).ok_or_else(|| {
        format!("its shape is {}: it must be in the scene", node.value("shape").unwrap_or("missing"))
    })?;
    let radius = || shape.number("radius", 10.0);
    Ok(vec![match shape.attribute("type").unwrap_or("") {
        "RectangleShape2D" => {
            let [x, y] = shape.xy("extents", [10.0; 2])?;
            let size @ [width, height] = shape.xy("size", [2.0 * x, 2.0 * y])?;
            if !(width > 0.0 && height > 0.0) {
                return Err(format!("its size is {width} x {height}"));
            }
            rectangle([-0.5 * width, -0.5 * height], size)
        }
        "CircleShape2D" => Drawn::Ellipse { center: [0.0; 2], radii: [radius()?; 2] },
        "CapsuleShape2D" => {
            // Godot 4 counts the caps as height.
            let (height, radius) = (shape.number("height", if is_old { 20.0 } else { 30.0 })?, radius()?);
            let half = 0.5 * if is_old { height } else { (height - 2.0 * radius).max(0.0) };
            Drawn::Capsule { a: [0.0, -half], b: [0.0, half], radius }
        }
        "SegmentShape2D" => Drawn::Line(vec![shape.xy("a", [0.0; 2])?, shape.xy("b", [0.0, 10.0])?]),
        "ConvexPolygonShape2D" => Drawn::Area(vec![pairs(&shape.list("points"))]),
        "ConcavePolygonShape2D" => {
            return Ok(pairs(&shape.list("segments"))
                .chunks_exact(2)
                .map(|ends| Drawn::Line(ends.to_vec()))
                .collect());
        }
        "WorldBoundaryShape2D" | "LineShape2D" => {
            let normal @ [x, y] = shape.xy("normal", [0.0, -1.0])?;
            let distance = shape.number("distance", shape.number("d", 0.0)?)?;
            Drawn::HalfSpace { at: [x * distance, y * distance], normal }
        }
        other => return Err(format!("a {other} is not read")),
    }])
}
