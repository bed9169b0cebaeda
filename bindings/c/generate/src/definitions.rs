//! The definitions, from the list of properties.

use crate::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

/// Variants of enums with fields, in the order of their numbers in files: `docs/properties.json` has only
/// those that have fields.
const ENUMS: [(&str, &[&str]); 2] = [
    ("PositionCorrection", &["None", "Baumgarte", "Projection", "Split"]),
    ("PortalRole", &["Passing", "Rim"]),
];

/// What the list says of Rust, and what a program in C looks for in its place. What is not in this table and
/// names an item of Rust is refused: see [`in_c`].
const IN_C: [(&str, &str); 17] = [
    (": see `BodyMut::set_enabled`", ": see `p2_body_set_enabled`"),
    (": see `JointMut::set_enabled`", ": see `p2_joint_set_enabled`"),
    (" See `JointDef::breaks` for chains that are made straight.", ""),
    // In Rust, functions of these names say more than the fields.
    (
        ", in which it pushes: see `ColliderDef::one_way`.",
        ", in which it pushes: what comes from the other side passes, as through a platform from below.",
    ),
    (": see `ColliderDef::enabled`", ""),
    (": see `ColliderDef::contact_events`", ": reported if one of the two colliders asks"),
    (": see `ColliderDef::hit_events`", ": reported if one of the two colliders asks"),
    (": see `ColliderDef::sensor_events`", ": reported if sensor and visitor both do"),
    ("the `ContactHook` of the world decides", "the hook of the world decides (`p2_world_set_contact_hook`)"),
    ("`PortalRole`", "`P2PortalRole`"),
    ("`Events::hits`", "`p2_world_get_contact_hits`"),
    ("`BodyDef::", "`P2BodyDef::"),
    ("`Material::", "`P2Material::"),
    ("`WorldSettings::", "`P2WorldSettings::"),
    ("`ImpulseMethod::Accumulated`", "`P2_CLASSIC_IMPULSES_ACCUMULATED`"),
    ("`None` for", "not given for"),
    // The default is told as 1.
    (" True by default.", ""),
];

/// A text of the list in the words of C.
fn in_c(text: &str) -> String {
    let text = IN_C.iter().fold(text.to_owned(), |text, (rust, c)| text.replace(rust, c));
    let text = text.replace("and has `None`", "and has none").replace(". not given", ". Not given");
    // `P2BodyDef::continuous` is a field of a struct of C.
    let paths = text.split('`').skip(1).step_by(2).filter(|word| word.contains("::") || *word == "None");
    for path in paths {
        assert!(path.starts_with("P2"), "`{path}` is an item of Rust: add it to IN_C\n{text}");
    }
    text
}

/// A definition of the list.
struct Listed {
    name: String,
    fields: Vec<Field>,
}

/// A property.
#[derive(Clone)]
struct Field {
    /// As in Rust: `damping`, `locks_x`.
    name: String,
    form: String,
    /// The name before the dot of an optional with several parts.
    group: Option<String>,
    is_optional: bool,
    about: String,
    default: String,
    limits: String,
    choices: Vec<String>,
}

fn words(name: &str) -> String {
    name.replace(['.', ' '], "_")
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn field(value: &Value) -> Field {
    let (name, is_optional) = (text(value, "name"), value["optional"].as_bool().unwrap_or(false));
    let form = text(value, "form");
    let (group, name) = match name.split_once('.') {
        Some((group, part)) if is_optional => (Some(words(group)), words(part)),
        _ => (None, words(&name)),
    };
    let choices: Vec<String> = value["choices"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one.as_str().unwrap().to_owned())
        .collect();
    let mut limits = Vec::new();
    let (unit, range, default) = (text(value, "unit"), text(value, "range"), text(value, "default"));
    let default = match (form.as_str(), default.as_str()) {
        ("flag", "true") => "1".to_owned(),
        ("flag", "false") => "0".to_owned(),
        (_, "none") => "not given".to_owned(),
        _ => default,
    };
    if !unit.is_empty() {
        limits.push(format!("Unit: {unit}."));
    }
    if !range.is_empty() {
        limits.push(format!("Range: {range}."));
    }
    // Those of choices are constants, which are named after the definition: `Writer::member`.
    if !default.is_empty() && choices.is_empty() {
        limits.push(format!("Default: {default}."));
    }
    let about = in_c(&text(value, "about"));
    Field { name, form, group, is_optional, about, default, limits: limits.join(" "), choices }
}

fn all() -> Vec<Listed> {
    let path = root().join("../../docs/properties.json");
    let json: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let definition = |value: &Value| Listed {
        name: text(value, "name"),
        fields: value["properties"].as_array().unwrap().iter().map(field).collect(),
    };
    json["definitions"].as_array().unwrap().iter().map(definition).collect()
}

/// `BodyDef` as `body_def`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn camel(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// A definition without the word that all have: `BodyDef` is `Body`.
fn stem(name: &str) -> &str {
    name.trim_end_matches("Def").trim_end_matches("Settings")
}

/// The type of a field; `None` if it is a definition of its own.
fn leaf(form: &str) -> Option<&'static str> {
    Some(match form {
        "number" => "f32",
        "point" | "vector" => "P2Vec2",
        "position" => "P2Position",
        "rotation" => "P2Rot",
        "interval" => "P2Interval",
        "positions" => "[P2Position; 2]",
        "pose" => "P2Pose",
        "count" | "index" | "choice" => "u32",
        "mask" => "u64",
        "signed" => "i32",
        "flag" => "u8",
        "data" => "[u64; 2]",
        _ => return None,
    })
}

fn is_joint(name: &str) -> bool {
    name.ends_with("Joint")
}

/// The name of the struct in C.
fn struct_name(name: &str) -> String {
    if is_joint(name) { format!("P2{name}Def") } else { format!("P2{name}") }
}

/// The type of the engine.
fn path(name: &str) -> String {
    match name {
        "SolverSettings" => format!("physics::solver::{name}"),
        "ClassicSettings" | "PositionCorrection" => format!("physics::textbook::{name}"),
        _ if is_joint(name) => format!("physics::world::joints::{name}"),
        _ => format!("physics::world::{name}"),
    }
}

fn comment(out: &mut String, indent: &str, text: &str) {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent.len() + 5 + line.len() + word.len() > 110 {
            writeln!(out, "{indent}/// {line}").unwrap();
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        writeln!(out, "{indent}/// {line}").unwrap();
    }
}

/// Writes the file.
struct Writer {
    all: Vec<Listed>,
    out: String,
}

impl Writer {
    fn get(&self, name: &str) -> &Listed {
        self.all.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("no definition `{name}`"))
    }

    /// The fields of a definition; of an enum, those of all its variants, each name once.
    fn fields(&self, name: &str) -> Vec<Field> {
        let Some((_, variants)) = ENUMS.iter().find(|(one, _)| *one == name) else {
            return self.get(name).fields.clone();
        };
        let mut fields: Vec<Field> = Vec::new();
        for listed in &self.all {
            let Some(variant) = listed.name.strip_prefix(name).and_then(|rest| rest.strip_prefix("::"))
            else {
                continue;
            };
            assert!(variants.contains(&variant), "{name} has a new variant {variant}: add it to ENUMS");
            for field in &listed.fields {
                if let Some(same) = fields.iter().find(|one| one.name == field.name) {
                    assert_eq!(same.form, field.form, "{name}: {}", field.name);
                } else {
                    fields.push(field.clone());
                }
            }
        }
        fields
    }

    /// The constants of the choices of a definition.
    fn constants(&mut self, name: &str) {
        let upper = |text: &str| snake(text).to_uppercase();
        let mut constants = Vec::new();
        for field in self.fields(name) {
            for (index, choice) in field.choices.iter().enumerate() {
                let about = format!("A value of `{}::{}`.", struct_name(name), field.name);
                constants.push((constant(name, &field, choice), index, about));
            }
        }
        if let Some((_, variants)) = ENUMS.iter().find(|(one, _)| *one == name) {
            for (index, variant) in variants.iter().enumerate() {
                let constant = format!("P2_{}_{}", upper(name), upper(variant));
                constants.push((constant, index, format!("A value of `{}::kind`.", struct_name(name))));
            }
        }
        for (constant, index, about) in constants {
            writeln!(
                self.out,
                "/// {about}\n\
                 pub const {constant}: u32 = {index};"
            )
            .unwrap();
        }
    }

    /// A struct, after those that it has parts of.
    fn structure(&mut self, name: &str, done: &mut BTreeMap<String, ()>) {
        if done.insert(name.to_owned(), ()).is_some() {
            return;
        }
        let fields = self.fields(name);
        for part in fields.iter().filter(|field| leaf(&field.form).is_none() && field.form != "JointKind") {
            self.structure(&part.form, done);
        }
        self.out.push('\n');
        self.constants(name);
        let mut groups: Vec<(String, Vec<Field>)> = Vec::new();
        for field in &fields {
            if let Some(group) = &field.group {
                match groups.last_mut() {
                    Some((last, parts)) if last == group => parts.push(field.clone()),
                    _ => groups.push((group.clone(), vec![field.clone()])),
                }
            }
        }
        for (group, parts) in &groups {
            let about = format!("What `{}::{group}` holds.", struct_name(name));
            let members: String = parts.iter().map(|part| member(name, part)).collect();
            let group = format!("P2{}{}", stem(name), camel(group));
            writeln!(
                self.out,
                "\n/// {about}\n\
                 #[derive(Clone, Copy, Debug)]\n#[repr(C)]\npub struct {group} {{\n{members}}}\n"
            )
            .unwrap();
        }
        let is_enum = ENUMS.iter().any(|(one, _)| *one == name);
        let mut members = String::new();
        if is_enum {
            members += "    /// Which of the variants it is: it says which of the other fields count.\n    pub kind: u32,\n";
        }
        if name == "JointDef" {
            members += "    /// The first body, A.\n    pub body_a: P2BodyId,\n    /// The second body, B.\n    pub body_b: P2BodyId,\n";
        }
        if is_joint(name) {
            members += "    /// The bodies, and what all kinds have in common.\n    pub base: P2JointDef,\n";
        }
        let mut last_group = None;
        for field in fields.iter().filter(|field| field.form != "JointKind") {
            if let Some(group) = &field.group {
                if last_group.as_ref() != Some(group) {
                    comment(&mut members, "    ", &format!("Whether `{group}` is given. Default: 0."));
                    writeln!(members, "    pub has_{group}: u8,").unwrap();
                    comment(&mut members, "    ", &field.about);
                    writeln!(members, "    pub {group}: P2{}{},", stem(name), camel(group)).unwrap();
                    last_group = Some(group.clone());
                }
                continue;
            }
            if field.is_optional {
                comment(&mut members, "    ", &format!("Whether `{}` is given. Default: 0.", field.name));
                writeln!(members, "    pub has_{}: u8,", field.name).unwrap();
            }
            members += &member(name, field);
        }
        let c_name = struct_name(name);
        let default = format!("p2_{}_default", snake(&c_name[2..]));
        let about = match name {
            _ if is_enum => format!("One of the variants of `{name}`."),
            "JointDef" => "What the definitions of all kinds of joints begin with.".to_owned(),
            _ => format!("All properties of a {}: start from `{default}()`.", spoken(name)),
        };
        writeln!(
            self.out,
            "\n/// {about}\n#[derive(Clone, Copy, Debug)]\n#[repr(C)]\npub struct {c_name} {{\n{members}}}"
        )
        .unwrap();
        if !is_enum && name != "JointDef" {
            self.conversion(name, &default);
        }
    }

    /// What makes a struct a definition, and its functions.
    fn conversion(&mut self, name: &str, default: &str) {
        let (c_name, engine) = (struct_name(name), path(name));
        let (of, value) = match name {
            _ if is_joint(name) => {
                // Of a struct without fields, the name is the value.
                let call = if self.get(name).fields.is_empty() { "" } else { "::default()" };
                ("JointDef<()>".to_owned(), format!("JointDef::new((), (), {engine}{call})"))
            }
            "ColliderDef" => (engine.clone(), format!("{engine}::new(crate::shape::blank())")),
            _ => (engine.clone(), format!("{engine}::default()")),
        };
        let mut entries = Vec::new();
        if is_joint(name) {
            let kinds: Vec<&str> =
                self.all.iter().map(|one| one.name.as_str()).filter(|one| is_joint(one)).collect();
            let kind = kinds.iter().position(|one| *one == name).unwrap();
            self.entries("JointDef", &c_name, "base.", &mut entries);
            entries.push(format!("Entry::Kind({kind})"));
        }
        self.entries(name, &c_name, "", &mut entries);
        let entries: String = entries.iter().map(|entry| format!("        {entry},\n")).collect();
        let about = if is_joint(name) {
            "\n/// The default definition of this kind of joint; without bodies, which must be set."
        } else {
            "\n/// The default."
        };
        writeln!(
            self.out,
            "\n// SAFETY: the offsets are those of the fields, in the order of the properties.\n\
             unsafe impl Definition for {c_name} {{\n    type Of = {of};\n    \
             const ENTRIES: &'static [Entry] = &[\n{entries}    ];\n}}\n\
             {about}\n#[unsafe(no_mangle)]\npub extern \"C\" fn {default}() -> {c_name} {{\n    \
             wire::default({value})\n}}"
        )
        .unwrap();
        if is_joint(name) {
            let short = snake(name);
            let spoken = spoken(name);
            let function = |about: &str, name: &str, arguments: &str, call: &str| {
                format!(
                    "\n/// {about}\n#[unsafe(no_mangle)]\n\
                     pub extern \"C\" fn p2_{short}_{name}({arguments}) -> P2Result {{\n    \
                     joint::{call}\n}}\n"
                )
            };
            let text = [
                format!("\nimpl JointDefinition for {c_name} {{\n"),
                "    fn base(&mut self) -> &mut P2JointDef {\n        &mut self.base\n    }\n}\n".to_owned(),
                function(
                    &format!("Adds a {spoken}."),
                    "create",
                    &format!("def: *const {c_name}, joint: *mut P2JointId"),
                    "create(def, joint)",
                ),
                function(
                    &format!("The definition that a {spoken} has now."),
                    "get_def",
                    &format!("joint: P2JointId, def: *mut {c_name}"),
                    "get_def(joint, def)",
                ),
                function(
                    &format!(
                        "Makes a {spoken} what a definition says. Its bodies must be those that it has."
                    ),
                    "set_def",
                    &format!("joint: P2JointId, def: *const {c_name}"),
                    "set_def(joint, def)",
                ),
            ];
            self.out += &text.concat();
        }
    }

    /// The kinds of joints, as numbers.
    fn kinds(&mut self) {
        let kinds: Vec<&str> = self.all.iter().filter_map(|one| one.name.strip_suffix("Joint")).collect();
        let mut arms = String::new();
        let mut constants = String::new();
        for (index, kind) in kinds.iter().enumerate() {
            let constant = format!("P2_JOINT_KIND_{}", snake(kind).to_uppercase());
            writeln!(
                constants,
                "/// What `p2_joint_get_kind` says of a {} joint.\npub const {constant}: u32 = {index};",
                spoken(kind)
            )
            .unwrap();
            writeln!(arms, "        JointKind::{kind}(_) => {constant},").unwrap();
        }
        write!(
            self.out,
            "\n{constants}\n/// The number of a kind of joint.\n\
             pub(crate) fn kind_of(kind: &JointKind) -> u32 {{\n    match kind {{\n{arms}    }}\n}}\n"
        )
        .unwrap();
    }

    /// The entries of a definition that lies in a struct behind this path.
    fn entries(&self, name: &str, root: &str, prefix: &str, entries: &mut Vec<String>) {
        let fields = &self.get(name).fields;
        let mut index = 0;
        while let Some(field) = fields.get(index) {
            let run = match &field.group {
                Some(group) => {
                    fields[index..].iter().take_while(|one| one.group.as_ref() == Some(group)).count()
                }
                None => 1,
            };
            let mut own = Vec::new();
            for field in &fields[index..index + run] {
                let inner = field.group.as_ref().map_or(String::new(), |group| format!("{group}."));
                let at = format!("{prefix}{inner}{}", field.name);
                if field.form == "JointKind" {
                    // The kind of the struct follows.
                } else if leaf(&field.form).is_some() {
                    own.push(format!("Entry::At(offset_of!({root}, {at}))"));
                } else if let Some((_, variants)) = ENUMS.iter().find(|(one, _)| *one == field.form) {
                    own.push(self.variants(&field.form, variants, root, &at));
                } else {
                    self.entries(&field.form, root, &format!("{at}."), &mut own);
                }
            }
            if field.is_optional {
                let name = field.group.as_ref().unwrap_or(&field.name);
                let len = own.len();
                entries.push(format!(
                    "Entry::Option {{ has: offset_of!({root}, {prefix}has_{name}), len: {len} }}"
                ));
            }
            entries.extend(own);
            index += run;
        }
    }

    fn variants(&self, name: &str, variants: &[&str], root: &str, at: &str) -> String {
        let mut branches = Vec::new();
        for variant in variants {
            let full = format!("{name}::{variant}");
            let mut own = Vec::new();
            if self.all.iter().any(|one| one.name == full) {
                self.entries(&full, root, &format!("{at}."), &mut own);
            }
            branches.push(format!("&[{}]", own.join(", ")));
        }
        format!("Entry::Variant(offset_of!({root}, {at}.kind), &[{}])", branches.join(", "))
    }
}

/// A name in a sentence.
fn spoken(name: &str) -> String {
    snake(stem(name)).replace('_', " ")
}

/// The constant of a choice of a definition.
fn constant(definition: &str, field: &Field, choice: &str) -> String {
    let upper = |text: &str| snake(text).to_uppercase();
    format!("P2_{}_{}_{}", upper(stem(definition)), field.name.to_uppercase(), upper(choice))
}

fn member(definition: &str, field: &Field) -> String {
    let mut text = String::new();
    let default = if field.choices.is_empty() || field.default.is_empty() {
        String::new()
    } else {
        format!(" Default: `{}`.", constant(definition, field, &field.default))
    };
    comment(&mut text, "    ", &format!("{} {}{default}", field.about, field.limits));
    let kind = leaf(&field.form).map_or_else(|| struct_name(&field.form), str::to_owned);
    writeln!(text, "    pub {}: {kind},", field.name).unwrap();
    text
}

/// The file.
pub fn definitions() -> String {
    let head = "\
//! Definitions: structs, defaults, and the functions of each kind of joint.
//!
//! Written from `docs/properties.json` by `cargo xtask capi --write`; a test compares.
#![cfg_attr(rustfmt, rustfmt::skip)]

use crate::error::P2Result;
use crate::handle::{P2BodyId, P2JointId};
use crate::joint::{self, JointDefinition};
use crate::values::{P2Interval, P2Pose, P2Position, P2Rot, P2Vec2};
use crate::wire::{self, Definition, Entry};
use physics::world::{JointDef, JointKind};
use std::mem::offset_of;
";
    let mut writer = Writer { all: all(), out: head.to_owned() };
    let names: Vec<String> =
        writer.all.iter().map(|one| one.name.clone()).filter(|name| !name.contains("::")).collect();
    let mut done = BTreeMap::new();
    for name in names {
        writer.structure(&name, &mut done);
    }
    writer.kinds();
    writer.out
}
