//! `cargo xtask api`: writes the calls of `bindings/api.json` in C, JavaScript and Python.
//!
//! A call that only reads or changes one thing is a line of the list; what is a language's own (iterators,
//! views of arrays, defaults of arguments, a mass that follows the colliders) stays written by hand.
//!
//! ```text
//!   api.json --> {c,js,python}/src/{body,...}/calls.rs    here: submodules, which use what their file has
//!            --> js/dist/modules/calls.js, index.d.ts     js/tools/generate.mjs
//!            --> python/package/physics2d/__init__.pyi    python/tools/generate.py, docs from `calls.rs`
//!   c/src/*/calls.rs --> c/include/physics2d.h            `cargo xtask capi --write`
//! ```
//!
//! [`Call`] says what each word of a line means.

use crate::Job;
use crate::shell::{Call as Program, Failure, Outcome};
use crate::workspace::Workspace;
use serde_json::Value;
use std::fmt::{Display, Write};
use std::fs;
use std::path::Path;

pub const ARGUMENTS: &str = "
  --check   write nothing; fail if a file is not what would be written
";

/// How a form is written. `@` stands for an argument or the answer, `#` for numbers of JavaScript.
struct Form {
    name: &'static str,
    /// In C: the type, an argument as a value of the engine, an answer as a value of C.
    c: [&'static str; 3],
    /// In JavaScript: how many numbers, an argument, the numbers of an answer. Nothing if it has none.
    js: (usize, &'static str, &'static str),
    /// In Python: an argument, the type of an answer, an answer.
    py: [&'static str; 3],
}

const fn form(
    name: &'static str,
    c: [&'static str; 3],
    js: (usize, &'static str, &'static str),
    py: [&'static str; 3],
) -> Form {
    Form { name, c, js, py }
}

/// The forms of arguments and answers. Things of a world, and lists of them, are answers alone.
const FORMS: &[Form] = &[
    form(
        "number",
        ["f32", "@", "@"],
        (1, "#0 as f32", "[f64::from(@)]"),
        ["values::finite(\"@\", @)?", "f64", "f64::from(@)"],
    ),
    form("wide", ["f64", "@", "@"], (1, "#0", "[@]"), ["values::number(\"@\", @)?", "f64", "@"]),
    form("hash", ["u64", "@", "@"], (0, "", ""), ["", "u64", "@"]),
    form(
        "flag",
        ["u8", "@ != 0", "@.into()"],
        (1, "#0 != 0.0", "[f64::from(u8::from(@))]"),
        ["", "bool", "@"],
    ),
    form(
        "vector",
        ["P2Vec2", "Vec2::from(@)", "@.into()"],
        (2, "vector(#0, #1)", "[@.x, @.y].map(f64::from)"),
        ["values::vector(\"@\", @)?", "Pair", "tuple(@)"],
    ),
    form(
        "point",
        ["P2Vec2", "Point::from(@)", "@.into()"],
        (2, "Point::new(#0 as f32, #1 as f32)", "[@.x, @.y].map(f64::from)"),
        ["values::point(\"@\", @)?", "Pair", "tuple(@.coords)"],
    ),
    form(
        "position",
        ["P2Position", "Position::from(@)", "@.into()"],
        (2, "Position::new(#0, #1)", "[@.x, @.y]"),
        ["values::position(\"@\", @)?", "Pair", "(@.x, @.y)"],
    ),
    form("pose", ["P2WorldPose", "WorldPose::from(@)", "@.into()"], (0, "", ""), [""; 3]),
    form("data", ["[u64; 2]", "wire::data(@)", "wire::halves(@)"], (0, "", ""), [""; 3]),
    form(
        "body",
        ["P2BodyId", "", "host.handle(@.id())"],
        (0, "", "parts(@.id().to_bits())"),
        ["", "Body", "body"],
    ),
    form("bodies", ["P2BodyId", "", ""], (0, "", ""), ["", "Vec<Body>", "Ok(body(@, id))"]),
    form(
        "colliders",
        ["P2ColliderId", "", "handles(host, @)"],
        (0, "", ""),
        ["", "Vec<Collider>", "Ok(collider(@, id))"],
    ),
    form("joints", ["P2JointId", "", ""], (0, "", ""), ["", "Vec<Bound<'py, PyAny>>", "joint(@, id)"]),
    form("rows", ["", "", ""], (0, "", ""), [""; 3]),
    form("shape", ["*const P2Shape", "shape::read(@)?", ""], (0, "", ""), [""; 3]),
    form("hit", ["P2CastHit", "", "P2CastHit::first(host, from, @)"], (0, "", ""), [""; 3]),
    form("hits", ["P2CastHit", "", "P2CastHit::all(host, from, @)"], (0, "", ""), [""; 3]),
    form("closest_hit", ["P2ClosestHit", "", "P2ClosestHit::of(host, from, @)"], (0, "", ""), [""; 3]),
];

const CLASSES: [&str; 5] = ["body", "collider", "joint", "query", "world"];

/// A call of the list, as one language has it.
///
/// | word | meaning |
/// |---|---|
/// | `on` | the class: `body`, `collider`, `joint`, `world`; `query` for what a world finds with a filter |
/// | `get`, `set`, `ask`, `call`, `find` | its name: read, set, a method with or without an answer, a query |
/// | `form`, `args` | of the answer or value; names and forms of arguments: rows of [`FORMS`] |
/// | `row` | of the form `rows`: the struct of C, which has a function `of(host, one)` |
/// | `is` | the engine's expression; by default its method, which may fail if it changes something |
/// | `or` | the call that is meant when the last argument is left out, where a language has such arguments |
/// | `in` | the languages, by default `c js py`; `_js` for the engine's side alone |
/// | `about` | the doc, with units; C cuts "To set it ...", since its setter has a doc |
/// | `c`, `out` | the name in C after `p2_body_`, and of the pointer to the answer |
///
/// `is_js`, `about_c`, `args_py` and their kin are for one language.
#[derive(Clone, Copy)]
struct Call<'a> {
    all: &'a Value,
    language: &'a str,
}

impl<'a> Call<'a> {
    /// What the list says for this language, or for all.
    fn word(self, key: &str) -> Option<&'a Value> {
        self.all.get(format!("{key}_{}", self.language)).or_else(|| self.all.get(key))
    }

    fn text(self, key: &str) -> Option<&'a str> {
        self.word(key)?.as_str()
    }

    fn on(self) -> &'a str {
        self.text("on").unwrap_or_default()
    }

    /// What it is: `get`, `set`, `ask`, `call` or `find`; and its name.
    fn kind(self) -> (&'static str, &'a str) {
        let kinds = ["get", "set", "ask", "call", "find"];
        kinds.into_iter().find_map(|kind| Some((kind, self.text(kind)?))).expect("one of these words")
    }

    fn changes(self) -> bool {
        matches!(self.kind().0, "set" | "call")
    }

    fn form(self) -> &'static Form {
        find(self.text("form").expect("a form"))
    }

    /// Names and forms of the arguments; that of a property has the name of the property.
    fn args(self) -> Vec<(&'a str, &'static Form)> {
        if let ("set", name) = self.kind() {
            return vec![(name, self.form())];
        }
        let words = self.word("args").and_then(Value::as_array).into_iter().flatten();
        words
            .map(|one| (one[0].as_str().unwrap_or_default(), find(one[1].as_str().unwrap_or_default())))
            .collect()
    }

    /// The expression of the engine.
    fn expression(self) -> String {
        if let Some(own) = self.text("is") {
            return own.to_owned();
        }
        let (kind, name) = self.kind();
        let prefix = if kind == "set" { "set_" } else { "" };
        let args: Vec<&str> = self.args().iter().map(|one| one.0).collect();
        format!("{}.{prefix}{name}({}){}", self.on(), args.join(", "), if self.changes() { "?" } else { "" })
    }

    /// Statements that make values of the engine of the arguments; those of JavaScript are numbered.
    fn given(self) -> String {
        let (mut all, mut number) = (String::new(), 0);
        for (name, form) in self.args() {
            let value = match self.language {
                "c" => form.c[1].to_owned(),
                "js" => {
                    let value = form.js.1.replace("#0", NUMBERS[number]);
                    number += form.js.0;
                    value.replace("#1", NUMBERS[number - 1])
                }
                _ => form.py[0].to_owned(),
            };
            if value != "@" {
                writeln!(all, "let {name} = {};", value.replace('@', name)).unwrap();
            }
        }
        all
    }

    /// How many numbers JavaScript gives it.
    fn numbers(self) -> usize {
        self.args().iter().map(|(_, form)| form.js.0).sum()
    }

    fn doc(self) -> String {
        let text = self.text("about").unwrap_or_default();
        let text = if self.language == "c" { text.split(" To set it").next().unwrap_or(text) } else { text };
        let (mut lines, mut line) = (String::new(), "///".to_owned());
        for word in text.split(' ') {
            if line.len() + 1 + word.len() > 104 {
                lines += &line;
                lines.push('\n');
                line = "///".to_owned();
            }
            line.push(' ');
            line += word;
        }
        lines + &line + "\n"
    }

    fn is_list(self) -> bool {
        matches!(self.text("form"), Some("bodies" | "colliders" | "joints" | "rows" | "hits"))
    }
}

/// The arguments of a function for JavaScript.
const NUMBERS: [&str; 4] = ["a", "b", "c", "d"];

fn find(name: &str) -> &'static Form {
    FORMS.iter().find(|form| form.name == name).unwrap_or_else(|| panic!("there is no form `{name}`"))
}

fn title(name: &str) -> String {
    format!("{}{}", name[..1].to_uppercase(), &name[1..])
}

/// A function of C.
fn c(call: Call<'_>) -> String {
    let ((kind, name), on) = (call.kind(), call.on());
    let on = if kind == "find" { "world" } else { on };
    let whole = match call.text("c") {
        Some(own) => own.to_owned(),
        None if kind == "set" => format!("set_{name}"),
        None if kind == "get" && !name.starts_with("is_") => format!("get_{name}"),
        None => name.to_owned(),
    };
    let out = if kind == "find" { call.form().name.trim_start_matches("closest_") } else { name };
    let out = call.text("out").unwrap_or(out).trim_start_matches("is_");
    let mut args = vec![format!("{on}: P2{}Id", title(on))];
    for (name, form) in call.args() {
        match form.name {
            "data" => args.push("lower: u64, upper: u64".to_owned()),
            _ => args.push(format!("{name}: {}", form.c[0])),
        }
    }
    let value = call.expression();
    let given = call.given().replace("wire::data(user_data)", "wire::data([lower, upper])");
    let row = call.text("row");
    let body = if call.changes() {
        format!("set({on}, |{on}| {{ {given} {value}; Ok(()) }})")
    } else if kind == "find" {
        // It is measured from its first position or pose.
        let place = call.args().into_iter().find(|(_, form)| form.name == "position");
        let given = match place {
            Some((place, _)) => given.replacen(&format!("let {place} ="), "let from =", 1),
            None => given.replace("let pose = WorldPose::from(pose)", "let (from, pose) = turned(pose)?"),
        };
        let (way, room) = if call.is_list() { ("many", "capacity, count, ") } else { ("one", "") };
        args.push(format!("filter: *const P2QueryFilter, {out}: *mut {}", call.form().c[0]));
        args.extend(call.is_list().then(|| "capacity: u32, count: *mut u32".to_owned()));
        let answer = call.form().c[2].replace('@', "found");
        let find =
            format!("query(world, filter, from, |host, filter| {{ let found = {value}; Ok({answer}) }})");
        format!("{way}({out}, {room}\"{out}\", || {{ {given} {find} }})")
    } else if call.is_list() {
        args.push(format!("{out}: *mut {}, capacity: u32, count: *mut u32", row.unwrap_or(call.form().c[0])));
        let item = row.map_or("host.handle(one.id())".to_owned(), |row| format!("{row}::of(host, one)"));
        let all = format!("out.put({value}.map(|one| {item}))");
        format!("list({on}, {out}, capacity, count, \"{out}\", |host, {on}, out| {all})")
    } else {
        args.push(format!("{out}: *mut {}", call.form().c[0]));
        let value = call.form().c[2].replace('@', &value);
        let host = if value.contains("host") { "host" } else { "_" };
        let value =
            if given.is_empty() { format!("Ok({value})") } else { format!("{{ {given} Ok({value}) }}") };
        format!("get({on}, {out}, \"{out}\", |{host}, {on}| {value})")
    };
    let head = format!("pub extern \"C\" fn p2_{on}_{whole}({}) -> P2Result", args.join(", "));
    format!("{}#[unsafe(no_mangle)]\n{head} {{ {body} }}\n\n", call.doc())
}

/// A function of Python.
fn py(call: Call<'_>) -> String {
    let ((kind, name), on) = (call.kind(), call.on());
    let mut text = if kind == "set" { String::new() } else { call.doc() };
    let (mut args, mut given) = (vec!["&self".to_owned()], call.given());
    for (name, _) in call.args() {
        args.push(format!("{name}: &Bound<'_, PyAny>"));
    }
    let mut value = call.expression();
    if let (Some(or), Some((last, form))) = (call.text("or"), call.args().last()) {
        let names: Vec<&str> = call.args().iter().map(|one| one.0).collect();
        writeln!(text, "#[pyo3(signature = ({} = None))]", names.join(", ")).unwrap();
        *args.last_mut().unwrap() = format!("{last}: Option<&Bound<'_, PyAny>>");
        let own = form.py[0].replace('@', last);
        let left_out = own.trim_end_matches('?');
        given = given.replace(&own, &format!("{last}.map(|{last}| {left_out}).transpose()?"));
        let rest = names[..names.len() - 1].join(", ");
        value = format!("match {last} {{ Some({last}) => {value}, None => {on}.{or}({rest})? }}");
    }
    let (attribute, prefix) = match kind {
        "get" => ("#[getter]\n", ""),
        "set" => ("#[setter]\n", "set_"),
        _ => ("", ""),
    };
    if call.changes() {
        let value = format!("self.change(|{on}| {{ {value}; Ok(()) }})");
        return format!(
            "{text}{attribute}fn {prefix}{name}({}) -> PyResult<()> {{ {given} {value} }}\n\n",
            args.join(", ")
        );
    }
    let form = call.form();
    let value = if call.is_list() {
        let (receiver, world) = match on {
            "world" => ("slf.get()", "slf"),
            _ => ("self", "self.world.bind(py)"),
        };
        args = match on {
            "world" => vec!["slf: &Bound<'py, Self>".to_owned()],
            _ => vec!["&self, py: Python<'py>".to_owned()],
        };
        let ids =
            format!("let ids: Vec<_> = {receiver}.read(|{on}| {value}.map(|one| one.id()).collect())?;");
        format!("{ids} ids.into_iter().map(|id| {}).collect()", form.py[2].replace('@', world))
    } else if form.name == "body" {
        args.push("py: Python<'_>".to_owned());
        format!("Ok(body(self.world.bind(py), self.read(|{on}| {value}.id())?))")
    } else if form.name == "position" {
        format!("self.read(|{on}| {{ let at = {value}; {} }})", form.py[2].replace('@', "at"))
    } else {
        format!("self.read(|{on}| {})", form.py[2].replace('@', &value))
    };
    let (life, args, answer) =
        (if form.py[1].contains("'py") { "<'py>" } else { "" }, args.join(", "), form.py[1]);
    let args = if life.is_empty() { args.replace("'py", "'_") } else { args };
    format!("{text}{attribute}fn {name}{life}({args}) -> PyResult<{answer}> {{ {given} {value} }}\n\n")
}

/// The functions of a class for JavaScript: what is read, what is changed, and what is listed, each by the
/// number of the call among its kind. One function for many calls is smaller than one for each.
fn js(on: &str, calls: &[Call<'_>]) -> String {
    let mut text = "#[wasm_bindgen]\nimpl Engine {\n".to_owned();
    let (handle, read) = match on {
        "world" => ("", "Ok::<_, Failure>(&self.world)".to_owned()),
        _ => ("slot: u32, generation: u32, ", format!("self.{on}(slot, generation)")),
    };
    let change = match on {
        "world" => "self.touch(); let world = &mut self.world;".to_owned(),
        "joint" => "let id = self.joint_id(slot, generation)?; let joint = &mut self.world.joint_mut(id)?;"
            .to_owned(),
        _ => format!("let {on} = &mut self.{on}_mut(slot, generation)?;"),
    };
    let about = |all: &[&Call<'_>]| {
        let names: Vec<String> =
            all.iter().enumerate().map(|(i, one)| format!("{i} {}", one.kind().1)).collect();
        names.join(", ")
    };
    for part in ["get", "set", "list"] {
        let all: Vec<&Call<'_>> = calls.iter().filter(|one| part_of(**one) == part).collect();
        if all.is_empty() {
            continue;
        }
        let most = all.iter().map(|one| one.numbers()).max().unwrap_or(0);
        let numbers: String = NUMBERS[..most].iter().map(|name| format!("{name}: f64, ")).collect();
        let (mut arms, mut first) = (String::new(), String::new());
        for (i, call) in all.iter().enumerate() {
            let (given, value) = (call.given(), call.expression());
            let arm = match part {
                // It takes the whole engine.
                "set" if value.starts_with("self.") => {
                    write!(first, "if what == {i} {{ {given} return {value}; }}").unwrap();
                    continue;
                }
                "set" => format!("{given} {value};"),
                "list" => format!("output.extend({value}.flat_map(|one| parts(one.id().to_bits())));"),
                _ => format!(
                    "{given} let found = {value}; answer(&{});",
                    call.form().js.2.replace('@', "found")
                ),
            };
            let last = i + 1 == all.len();
            writeln!(arms, "{} => {{ {arm} }}", if last { "_".to_owned() } else { i.to_string() }).unwrap();
        }
        let verb = match part {
            "get" => "Answers",
            "set" => "Changes",
            _ => "Lists slots and generations:",
        };
        let doc = format!("{verb} by `what`: {}.", about(&all));
        let doc = Call { all: &serde_json::json!({ "about": doc }), language: "js" }.doc();
        let receiver = if part == "set" { "&mut self" } else { "&self" };
        let answer = if part == "list" { "i32" } else { "bool" };
        let inside = match part {
            "get" => format!("succeeds({read}.map(|{on}| match what {{ {arms} }}))"),
            "set" => format!(
                "{first} let mut change = || -> Result<(), Failure> {{ {change} match what {{ {arms} }} Ok(()) }}; \
                 succeeds(change())"
            ),
            _ => format!("try_list(|output| {{ let {on} = {read}?; match what {{ {arms} }} Ok(()) }})"),
        };
        write!(
            text,
            "{doc}#[wasm_bindgen(js_name = {on}{})]\npub fn {on}_{part}({receiver}, {handle}what: u32, {numbers}) -> {answer} \
             {{ {inside} }}\n\n",
            title(part)
        )
        .unwrap();
    }
    text + "}\n"
}

/// Which function of JavaScript a call is in.
fn part_of(call: Call<'_>) -> &'static str {
    match () {
        () if call.changes() => "set",
        () if call.is_list() => "list",
        () => "get",
    }
}

/// The file of a class in a language, not yet formatted; nothing if it has no call.
fn file(language: &str, on: &str, list: &[Value]) -> Option<String> {
    let has = |one: &&Value| {
        let languages = one["in"].as_str().unwrap_or("c js py");
        one["on"] == on && languages.split(' ').any(|word| word.trim_start_matches('_') == language)
    };
    let calls: Vec<_> = list.iter().filter(has).map(|all| Call { all, language }).collect();
    if calls.is_empty() {
        return None;
    }
    let head = "// Written from bindings/api.json by `cargo xtask api`.\n\n";
    let each = |write: fn(Call<'_>) -> String| calls.iter().map(|one| write(*one)).collect::<String>();
    Some(match language {
        "c" => format!("//! Calls that are written once.\n{head}use super::*;\n\n{}", each(c)),
        "js" => {
            let lints = "#![allow(clippy::too_many_arguments, clippy::match_single_binding)]\n\n";
            format!("//! Calls that are written once.\n{head}{lints}use super::*;\n\n{}", js(on, &calls))
        }
        _ => format!(
            "//! Calls that are written once.\n{head}use super::*;\n\n#[pymethods]\nimpl {} {{\n{}}}\n",
            title(on),
            each(py)
        ),
    })
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let is_check = match words {
        [] => false,
        [word] if word == "--check" => true,
        _ => return Err(Failure::Usage("`api` takes nothing but `--check`".into())),
    };
    Ok(Box::new(move |workspace| run(workspace, is_check)))
}

/// Writes the files, or fails if one is stale.
pub fn run(workspace: &Workspace, is_check: bool) -> Outcome {
    let root = workspace.root.join("bindings");
    let failed = |path: &Path, error: &dyn Display| Failure::failed(format!("{}: {error}", path.display()));
    let write = |path: &Path, text: &str| {
        let made = fs::create_dir_all(path.parent().unwrap_or(&root)).and_then(|()| fs::write(path, text));
        made.map_err(|error| failed(path, &error))
    };
    let list = root.join("api.json");
    let text = fs::read_to_string(&list).map_err(|error| failed(&list, &error))?;
    let all: Value = serde_json::from_str(&text).map_err(|error| failed(&list, &error))?;
    let calls = all["calls"].as_array().ok_or_else(|| failed(&list, &"no list of calls"))?;
    let mut format =
        Program::new("rustfmt --edition 2024 --config-path").path(&workspace.root.join("rustfmt.toml"));
    let mut drafts = Vec::new();
    for (folder, language) in [("c", "c"), ("js", "js"), ("python", "py")] {
        for on in CLASSES {
            let Some(text) = file(language, on, calls) else { continue };
            let class = if folder == "js" && on == "world" { "engine" } else { on };
            let name = format!("{folder}/src/{class}/calls.rs");
            let draft = workspace.target.join("api").join(&name);
            write(&draft, &text)?;
            format = format.path(&draft);
            drafts.push((name, draft));
        }
    }
    format.run(workspace)?;
    let mut stale = Vec::new();
    for (name, draft) in drafts {
        let text = fs::read_to_string(&draft).map_err(|error| failed(&draft, &error))?;
        if fs::read_to_string(root.join(&name)).unwrap_or_default() == text {
            continue;
        }
        if !is_check {
            write(&root.join(&name), &text)?;
            println!("bindings/{name} is written");
        }
        stale.push(name);
    }
    if is_check && !stale.is_empty() {
        return Err(Failure::failed(format!(
            "stale in bindings/: {}; run `cargo xtask api`",
            stale.join(", ")
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of the list is a function in each language, with its doc, in the words of that language.
    #[test]
    fn new_call_of_a_world_is_one_line() {
        let line = r#"[{"on": "world", "ask": "sum", "args": [["by", "vector"]], "form": "number", "about": "A sum, J."}]"#;
        let list: Vec<Value> = serde_json::from_str(line).unwrap();
        for (language, expected) in [
            (
                "c",
                "/// A sum, J.\n#[unsafe(no_mangle)]\npub extern \"C\" fn p2_world_sum(world: P2WorldId, by: P2Vec2, sum: *mut f32)",
            ),
            ("js", "let by = vector(a, b);\n let found = world.sum(by); answer(&[f64::from(found)]);"),
            (
                "py",
                "/// A sum, J.\nfn sum(&self, by: &Bound<'_, PyAny>) -> PyResult<f64> { let by = values::vector(\"by\", by)?;",
            ),
        ] {
            let text = file(language, "world", &list).unwrap();
            assert!(text.contains(expected), "{language}: {text}");
        }
        assert_eq!(file("c", "body", &list), None);
    }

    /// `cbindgen` finds every call in the sources.
    #[test]
    fn calls_are_in_the_header_and_in_no_file_by_hand() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings");
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let all: Value = serde_json::from_str(&read("api.json")).unwrap();
        let header = read("c/include/physics2d.h");
        for on in CLASSES {
            let text = file("c", on, all["calls"].as_array().unwrap()).unwrap();
            for name in text.split("fn p2_").skip(1).map(|rest| rest.split('(').next().unwrap()) {
                assert!(header.contains(&format!("P2Result p2_{name}(")), "p2_{name}");
                assert!(!read(&format!("c/src/{on}.rs")).contains(&format!("fn p2_{name}(")), "p2_{name}");
            }
        }
    }
}
