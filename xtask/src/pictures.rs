//! `cargo xtask pictures`: draws the pictures of scenes, explorers and comparisons in `docs/pictures` anew,
//! by the testbed, the films there, and the two drawings of `diagrams.rs`.
//!
//! A scene ends in the same bits everywhere, and its drawing is text, so `--check` compares the files byte by
//! byte: a picture that was drawn before its scene changed differs. The plots of the comparison page are made
//! by `cargo xtask bench`, from what it measures.

mod diagrams;

use crate::Job;
use crate::ci::headless::build_testbed;
use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// For `--help`.
pub const ARGUMENTS: &str = "
  (none)     draw all pictures anew
  --check    draw them in a scratch folder and compare
  --drawings draw only those that need no testbed
";

/// Where the pictures are, relative to the root.
const FOLDER: &str = "docs/pictures";

/// Screenshots, which no one compares: `cargo xtask bevy --screenshots` writes those of Bevy, `cargo xtask
/// web --pictures` those of the page, and the game in `bindings/macroquad/` its own (`--screenshot FILE
/// FRAMES`).
const SCREENSHOTS: &[&str] = &[
    "bevy_character.png",
    "bevy_pile.png",
    "bevy_tiled.png",
    "page.png",
    "page_phone.png",
    "tower_game.png",
];

/// Films of scenes, `NAME.gif`, and how many steps each shows: for README. `--check` compares none, since
/// smooth edges may differ by a shade between processors, but bounds their size.
const FILMS: &[(&str, u32)] = &[("wrecking_ball", 160)];

/// Bytes of a film: what a first screen may cost.
const MAX_FILM: u64 = 400_000;

/// Scenes with a picture of their own, `NAME.svg`, at the end of their run.
const SINGLE: &[&str] = &["tower", "bridge"];

/// The sheet of many scenes.
const SHEET: &str = "scenes.svg";

/// Its scenes, and after how many steps each is drawn: when what it shows can be seen.
const SHEET_SCENES: &[(&str, u32)] = &[
    ("card_house", 240),
    ("arch", 240),
    ("ragdoll", 150),
    ("wrecking_ball", 140),
    ("newtons_cradle", 110),
    ("swinging_joints", 60),
    ("collision", 90),
    ("squash_1", 120),
    ("bridge", 120),
    ("static_friction", 150),
    ("tunnelling", 30),
    ("bouncing_max", 60),
    ("euler_explicit", 200),
    ("billiards", 120),
    ("hills", 150),
    ("car", 200),
    ("conveyor", 150),
    ("gear_train", 150),
];

/// Explorers with a picture, `explorer_NAME.svg`, for the pages about the texts.
const EXPLORERS: &[&str] = &[
    "perpendiculars",
    "point in polygon",
    "lines",
    "overlap of outlines",
    "triangle fan",
    "mean of vertices",
    "projection",
    "separating axes",
    "minimum translation",
    "manifold",
    "contact methods",
    "bounding volumes",
    "sort and sweep",
    "tree path",
    "grid path",
    "pair culling",
    "level and pieces",
    "hull and pieces",
    "support functions",
    "minkowski sum",
    "gjk and epa",
    "time of impact",
    "force and impulse",
    "impulse at a point",
    "friction cone",
    "revolute joint",
    "convergence",
];

/// Comparisons with a picture, `comparison_NAME.svg`, for the same pages: those in which one sees more than
/// other figures.
const COMPARISONS: &[&str] = &[
    "corrections",
    "jitter",
    "weights",
    "detection",
    "order of a step",
    "contact points",
    "integrators",
    "stacks by iterations",
    "two planks",
    "tower by iterations",
    "towers by recipe",
    "impacts",
    "restitution rules",
    "responses",
    "hulls and pieces",
];

/// Scenes in a line of the sheet, and the size of each in pixels, without its name.
const COLUMNS: usize = 6;
const CELL: [usize; 2] = [250, 170];
const GAP: usize = 30;

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(Box::new(renew)),
        ["--check"] => Ok(Box::new(check)),
        ["--drawings"] => Ok(Box::new(|workspace| store(workspace, diagrams::all()))),
        _ => Err(Failure::Usage(format!(
            "`pictures` takes --check, --drawings or nothing, not `{}`",
            words.join(" ")
        ))),
    }
}

fn renew(workspace: &Workspace) -> Outcome {
    store(workspace, draw_all(workspace)?)?;
    let program = build_testbed(workspace)?;
    for (scene, steps) in FILMS {
        let path = workspace.root.join(FOLDER).join(format!("{scene}.gif"));
        let call = Call::new("").path(&program).args(["--headless", "--scene", scene]);
        call.args(["--steps", &steps.to_string(), "--out"]).path(&path).run(workspace)?;
    }
    films_are_small(workspace)
}

fn films_are_small(workspace: &Workspace) -> Outcome {
    for (scene, _) in FILMS {
        let name = format!("{FOLDER}/{scene}.gif");
        let bytes = fs::metadata(workspace.root.join(&name)).map(|file| file.len());
        let bytes =
            bytes.map_err(|error| Failure::failed(format!("{name}: {error}; cargo xtask pictures")))?;
        if bytes > MAX_FILM {
            return Err(Failure::failed(format!("{name} has {bytes} bytes, more than {MAX_FILM}")));
        }
    }
    Ok(())
}

fn store(workspace: &Workspace, pictures: Vec<(String, String)>) -> Outcome {
    let folder = workspace.root.join(FOLDER);
    for (name, drawn) in pictures {
        let path = folder.join(&name);
        let is_new = fs::read_to_string(&path).ok().as_ref() != Some(&drawn);
        fs::write(&path, drawn).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
        println!("{FOLDER}/{name} {}", if is_new { "has changed: look at it" } else { "is as before" });
    }
    Ok(())
}

/// Fails if a picture is older than its scene, or if no command makes it.
pub fn check(workspace: &Workspace) -> Outcome {
    films_are_small(workspace)?;
    let drawn = draw_all(workspace)?;
    let committed =
        |name: &str| fs::read_to_string(workspace.root.join(FOLDER).join(name)).unwrap_or_default();
    let mut wrong: Vec<String> = drawn
        .iter()
        .filter(|(name, text)| committed(name) != *text)
        .map(|(name, _)| format!("{FOLDER}/{name} does not show what its scenes do now"))
        .collect();
    wrong.extend(workspace.files().iter().filter_map(|path| {
        let name = path.strip_prefix(FOLDER)?.strip_prefix('/')?;
        let is_film = FILMS.iter().any(|(scene, _)| name == format!("{scene}.gif"));
        let is_known = is_film || SCREENSHOTS.contains(&name) || drawn.iter().any(|(drawn, _)| drawn == name);
        (!is_known).then(|| format!("{path} is made by no command: add it to xtask/src/pictures.rs"))
    }));
    if wrong.is_empty() {
        println!("{} pictures show what their scenes do now", drawn.len());
        Ok(())
    } else {
        Err(Failure::failed(wrong.join("\n")))
    }
}

/// The name and the text of every picture.
fn draw_all(workspace: &Workspace) -> Outcome<Vec<(String, String)>> {
    let program = build_testbed(workspace)?;
    let draw = |option: &str, name: &str, steps| draw(workspace, &program, option, name, steps);
    let mut pictures = diagrams::all();
    for scene in SINGLE {
        pictures.push((format!("{scene}.svg"), draw("--scene", scene, None)?));
    }
    for (kind, names) in [("explorer", EXPLORERS), ("comparison", COMPARISONS)] {
        for name in names {
            let file = format!("{kind}_{}.svg", name.replace(' ', "_"));
            pictures.push((file, draw(&format!("--{kind}"), name, None)?));
        }
    }
    let cells: Outcome<Vec<_>> = SHEET_SCENES
        .iter()
        .map(|(scene, steps)| Ok((*scene, draw("--scene", scene, Some(*steps))?)))
        .collect();
    pictures.push((SHEET.to_owned(), sheet(&cells?)?));
    Ok(pictures)
}

/// The drawing of a scene after so many steps, or at the end of its run, of an explorer or of a comparison:
/// `option` says which.
fn draw(
    workspace: &Workspace,
    program: &Path,
    option: &str,
    name: &str,
    steps: Option<u32>,
) -> Outcome<String> {
    let path = workspace.scratch()?.join("picture.svg");
    let _ = fs::remove_file(&path); // one of another scene would hide that none was drawn
    let mut call = Call::new("").path(program).args(["--headless", option, name]);
    if let Some(steps) = steps {
        call = call.args(["--steps", &steps.to_string()]);
    }
    let call = call.arg("--out").path(&path);
    let status = call.output(workspace)?.status;
    let read = |path: &Path| {
        fs::read_to_string(path).ok().filter(|text| status.success() && text.starts_with("<svg"))
    };
    read(&path).ok_or_else(|| Failure::failed(format!("`{call}` drew no picture: {status}")))
}

/// One picture of many, each with its name below.
fn sheet(cells: &[(&str, String)]) -> Outcome<String> {
    let [width, height] = CELL;
    let lines = cells.len().div_ceil(COLUMNS);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"15\" \
         text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf7\"/>\n",
        COLUMNS * (width + GAP),
        lines * (height + GAP),
    );
    for (index, (name, drawing)) in cells.iter().enumerate() {
        let x = index % COLUMNS * (width + GAP) + GAP / 2;
        let y = index / COLUMNS * (height + GAP);
        let (head, body) =
            drawing.split_once('>').ok_or_else(|| Failure::failed(format!("{name}: not an SVG")))?;
        let view = head.split("viewBox=").nth(1).and_then(|rest| rest.split('"').nth(1));
        let view = view.ok_or_else(|| Failure::failed(format!("{name}: the drawing has no viewBox")))?;
        let _ = write!(
            text,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{view}\">"
        );
        text += body.trim_end();
        let _ =
            write!(text, "\n<text x=\"{}\" y=\"{}\">{name}</text>\n", x + width / 2, y + height + GAP / 2);
    }
    Ok(text + "</svg>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drawings need no testbed, so the tests compare them; `pictures --check` compares all.
    #[test]
    fn drawings_are_those_of_the_book() {
        for (name, drawn) in diagrams::all() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER).join(&name);
            let committed = fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == drawn, "{name} is older than its code: cargo xtask pictures");
        }
    }

    #[test]
    fn a_sheet_holds_each_drawing_in_its_own_frame_with_its_name() {
        let drawing = "<svg width=\"9\" viewBox=\"-1 -2 3 4\"><circle r=\"1\"/></svg>\n".to_owned();
        let cells = vec![("tower", drawing); COLUMNS + 1];
        let text = sheet(&cells).unwrap();
        assert_eq!(text.matches("viewBox=\"-1 -2 3 4\"><circle").count(), COLUMNS + 1);
        assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
        assert_eq!(text.matches(">tower</text>").count(), COLUMNS + 1);
        let second_line = format!("<svg x=\"{}\" y=\"{}\"", GAP / 2, CELL[1] + GAP);
        assert!(text.contains(&second_line), "{text}");
        assert!(sheet(&[("tower", "not a drawing".to_owned())]).is_err());
    }
}
