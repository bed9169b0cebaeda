//! The list of all properties: `docs/properties.json` for programs and `docs/properties.md` for people are
//! what the code says, and every field of a level as text is in it.
//!
//! `cargo test -p physics2d-world --test all write_properties -- --ignored` writes both.

use properties::Listed;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use world::{Described, describe};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources that define what is described.
const SOURCES: [&str; 7] = [
    "crates/world/src/settings.rs",
    "crates/world/src/settings/material.rs",
    "crates/world/src/body.rs",
    "crates/world/src/collider.rs",
    "crates/world/src/portal.rs",
    "crates/solver/src/settings.rs",
    "crates/textbook/src/classic/settings.rs",
];

/// The text of all sources.
fn sources() -> String {
    let mut paths: Vec<_> = SOURCES.iter().map(|path| root().join(path)).collect();
    let joints = std::fs::read_dir(root().join("crates/world/src/joint")).unwrap();
    paths.extend(joints.map(|entry| entry.unwrap().path()));
    paths.push(root().join("crates/world/src/joint.rs"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap() + "\n").collect()
}

/// The comment above a line of the source, without links to items of Rust.
fn comment_above(source: &str, at: usize) -> String {
    let lines = source[..at].lines().rev();
    let above = lines
        .take_while(|line| line.trim_start().starts_with(['/', '#', ')', '"']) || line.contains("serde"));
    let mut words: Vec<_> = above.filter_map(|line| line.trim_start().strip_prefix("/// ")).collect();
    words.reverse();
    let mut text = String::new();
    let mut rest = words.join(" ");
    // [`Name`](path) and [`Name`] become `Name`.
    while let Some(start) = rest.find("[`") {
        text.push_str(&rest[..start]);
        let Some(end) = rest[start..].find("`]").map(|end| start + end + 2) else { break };
        text.push_str(&rest[start + 1..end - 1]);
        let after =
            rest[end..].strip_prefix('(').and_then(|link| link.find(')').map(|close| end + 2 + close));
        rest = rest[after.unwrap_or(end)..].to_owned();
    }
    text + &rest
}

/// What the source says of a property of a definition.
fn about(source: &str, definition: &str, property: &str) -> String {
    let (name, variant) = definition.split_once("::").unwrap_or((definition, ""));
    let head = ["pub struct ", "pub enum "].map(|what| format!("\n{what}{name}"));
    let at = head.iter().find_map(|head| {
        let mut found = source.match_indices(head.as_str()).map(|(at, _)| at + head.len());
        found.find(|&end| source[end..].starts_with([' ', '<']))
    });
    let mut body = &source[at.unwrap_or_else(|| panic!("no source of {definition}"))..];
    body = &body[..body.find("\n}\n").unwrap()];
    if !variant.is_empty() {
        body = &body[body.find(&format!("    {variant} {{")).unwrap_or_else(|| panic!("no {definition}"))..];
    }
    let field = property.split('.').next().unwrap();
    let at = [format!("    pub {field}: "), format!("        {field}: ")]
        .into_iter()
        .find_map(|line| body.find(&line));
    let at = at.unwrap_or_else(|| panic!("{definition} has no field {field}"));
    let text = comment_above(body, at);
    assert!(!text.is_empty(), "{definition}.{field} has no comment");
    text
}

fn number(value: f32) -> Value {
    if value.is_finite() && value.abs() < f32::MAX { json!(value) } else { Value::Null }
}

fn as_json(all: &[Described]) -> String {
    let source = sources();
    let of = |definition: &Described, one: &Listed| {
        let mut fields = json!({
            "name": one.name, "form": one.form, "optional": one.is_optional, "default": one.value,
            "about": about(&source, &definition.name, &one.name),
        });
        let Value::Object(map) = &mut fields else { panic!("not an object") };
        if !one.unit.is_empty() {
            map.insert("unit".into(), json!(one.unit));
        }
        if let Some(range) = one.range {
            map.insert("range".into(), json!(range.expected));
            if !range.is_checked_elsewhere {
                map.insert("least".into(), number(range.least));
                map.insert("most".into(), number(range.most));
                map.insert("above_least".into(), json!(range.is_open));
                map.insert("may_be_infinite".into(), json!(range.most == f32::INFINITY));
            }
        }
        if !one.choices.is_empty() {
            map.insert("choices".into(), json!(one.choices));
        }
        fields
    };
    let definitions: Vec<_> = all
        .iter()
        .map(|one| {
            let properties: Vec<_> = one.properties.iter().map(|property| of(one, property)).collect();
            json!({ "name": one.name, "properties": properties })
        })
        .collect();
    serde_json::to_string_pretty(&json!({ "definitions": definitions })).unwrap() + "\n"
}

/// Up to the end of the first sentence.
fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].trim_end_matches('.')
}

fn as_page(all: &[Described]) -> String {
    let source = sources();
    let mut page = String::from(
        "# Properties of all definitions\n\nWhat a program sets of a world, a body, a collider and a joint: the \
         fields of the structs in Rust, of a level\nas text, and of the other languages. The same list for \
         programs is [`properties.json`](properties.json), with the\nwhole text of each. Lengths are in the \
         program's unit: metres, unless `length_unit` says otherwise. *Finite* excludes\ninfinity and NaN.\n\n\
         Written by `cargo test -p physics2d-world --test all write_properties -- --ignored`; `cargo xtask ci` compares \
         it with the code.\n",
    );
    for one in all {
        if one.properties.is_empty() {
            continue;
        }
        writeln!(
            page,
            "\n## {}\n\n| property | meaning | what | range | default |\n|---|---|---|---|---|",
            one.name
        )
        .unwrap();
        for property in &one.properties {
            let text = about(&source, &one.name, &property.name);
            let mut what = if property.choices.is_empty() {
                property.form.clone()
            } else {
                property.choices.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            };
            if !property.unit.is_empty() {
                write!(what, ", {}", property.unit).unwrap();
            }
            let range = property.range.map_or("", |range| range.expected);
            let value = &property.value;
            writeln!(
                page,
                "| `{}` | {} | {what} | {range} | {value} |",
                property.name,
                first_sentence(&text)
            )
            .unwrap();
        }
    }
    page
}

/// Fails if the files are not what the code says.
#[test]
fn files_of_all_properties_are_those_of_the_code() {
    let all = describe();
    for (path, expected) in [("docs/properties.json", as_json(&all)), ("docs/properties.md", as_page(&all))] {
        let found = std::fs::read_to_string(root().join(path)).unwrap_or_default();
        assert!(found == expected, "{path} is out of date: see the head of tests/property_list.rs");
    }
}

#[test]
#[ignore = "writes docs/properties.json and docs/properties.md"]
fn write_properties() {
    let all = describe();
    std::fs::write(root().join("docs/properties.json"), as_json(&all)).unwrap();
    std::fs::write(root().join("docs/properties.md"), as_page(&all)).unwrap();
}

/// The names of what `serde` writes of a definition are those of the list, in every definition.
#[cfg(feature = "serde")]
#[test]
fn texts_have_the_names_of_the_list() {
    use world::{BodyDef, Filter, Level, Material, WorldSettings};
    let names = |value: Value| match value {
        Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>(),
        other => panic!("{other}"),
    };
    let all = describe();
    let listed = |name: &str| {
        let definition = all.iter().find(|one| one.name == name).unwrap();
        let mut names: Vec<_> =
            definition.properties.iter().map(|one| one.name.split('.').next().unwrap().to_owned()).collect();
        names.sort();
        names.dedup();
        names
    };
    let settings = WorldSettings::default();
    let texts = [
        ("WorldSettings", serde_json::to_value(settings)),
        ("SolverSettings", serde_json::to_value(settings.solver)),
        ("ClassicSettings", serde_json::to_value(settings.classic)),
        ("BodyDef", serde_json::to_value(BodyDef::default())),
        ("Material", serde_json::to_value(Material::default())),
        ("Filter", serde_json::to_value(Filter::default())),
    ];
    for (name, text) in texts {
        let mut found = names(text.unwrap());
        found.sort();
        assert_eq!(found, listed(name), "{name}");
    }
    let level = crate::level_bytes::full_level();
    let Value::Object(text) = serde_json::to_value::<&Level>(&level).unwrap() else { panic!() };
    let mut kinds = 0;
    for joint in text["joints"].as_array().unwrap() {
        let Value::Object(kind) = &joint["kind"] else { panic!("{joint}") };
        let (name, fields) = kind.iter().next().unwrap();
        // A filter has no fields.
        if !fields.is_null() {
            let mut found = names(fields.clone());
            found.sort();
            assert_eq!(found, listed(&format!("{name}Joint")));
            kinds += 1;
        }
    }
    assert!(kinds >= 12, "{kinds} kinds of joints");
}

/// Each number of the list is that of the field with its name: a definition in which all numbers differ is
/// listed and written by `serde`, and both say the same.
#[cfg(feature = "serde")]
#[test]
fn numbers_of_the_list_are_those_of_the_fields() {
    use properties::{Properties, list};
    use serde::Serialize;
    use solver::SolverSettings;
    use world::{BodyDef, DistanceJoint, Material, MotorJoint, RevoluteJoint, WeldJoint, WheelJoint};

    fn check<T: Properties + Serialize>(mut definition: T) -> usize {
        let text = serde_json::to_value(&definition).unwrap();
        let mut compared = 0;
        for one in list(&mut definition) {
            if one.form == "number" && !one.is_optional {
                let of_field = text[&one.name].as_f64().unwrap() as f32;
                assert_eq!(one.value.parse::<f32>().unwrap(), of_field, "{}", one.name);
                compared += 1;
            }
        }
        compared
    }
    let body = BodyDef::dynamic().damping(0.1, 0.2).gravity_scale(0.3).angular_velocity(0.4);
    let hinge = RevoluteJoint::new().reference_angle(0.1).motor(0.2, 0.3).angular_spring(0.4, 0.5);
    let spring = DistanceJoint {
        length: 0.1,
        hertz: 0.2,
        damping_ratio: 0.3,
        ..DistanceJoint::new(1.0).motor(0.4, 0.5)
    };
    let weld = WeldJoint::new().spring(0.1, 0.2).angular_spring(0.3, 0.4);
    let material = Material {
        density: 0.1,
        friction: 0.2,
        static_friction: 0.3,
        restitution: 0.4,
        rolling_resistance: 0.5,
        surface_speed: 0.6,
    };
    let compared = [
        check(body.max_speeds(0.5, 0.6).sleep_speed(0.7)),
        check(hinge),
        check(spring),
        check(weld),
        check(WheelJoint::new([0.0, 1.0]).spring(0.1, 0.2).motor(0.3, 0.4)),
        check(MotorJoint {
            reference_angle: 0.3,
            hertz: 0.4,
            damping_ratio: 0.5,
            ..MotorJoint::new(0.1, 0.2)
        }),
        check(material),
        check(SolverSettings::default()),
    ];
    assert_eq!(compared, [7, 5, 5, 5, 4, 7, 6, 7]);
}
