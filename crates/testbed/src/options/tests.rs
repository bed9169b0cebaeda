//! Laws of the command line.

use super::*;

fn options(line: &str) -> Options {
    match parse(line.split_whitespace()) {
        Ok(Command::Run(options)) => options,
        other => panic!("{line}: {other:?}"),
    }
}

/// A trace is written headless, as a picture or for a trace viewer, and no picture beside it.
#[test]
fn trace_is_written_by_extension() {
    for (file, format) in [("a.svg", TraceFormat::Svg), ("b.JSON", TraceFormat::Json)] {
        let options = options(&format!("--trace {file}"));
        assert_eq!(options.trace, Some(Trace { path: file.into(), format }));
        assert_eq!((options.window, options.picture), (false, None));
    }
    assert!(message("--trace a.png").starts_with("--trace \"a.png\": give a name that ends in .svg"));
    assert!(
        message("--trace a.svg --comparison corrections")
            .starts_with("--trace does not go with --comparison")
    );
}

fn message(line: &str) -> String {
    match parse(line.split_whitespace()) {
        Err(error) => error.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

fn drawn(path: &str, format: Format) -> Option<Picture> {
    Some(Picture { path: path.into(), format })
}

/// An empty command line runs the default scene for its own number of steps and writes a picture.
#[test]
fn empty_command_line_runs_the_default_scene() {
    let options = options("");
    assert_eq!((options.scene.name, options.steps), ("pile", options.scene.steps));
    assert_eq!((options.broadphase, options.threads), (BroadphaseKind::Tree, 1));
    assert_eq!(options.picture, drawn("pile.svg", Format::Svg));
    assert!(!options.contacts && !options.json);
}

#[test]
fn each_option_is_parsed() {
    for scene in scenes::all() {
        assert_eq!(options(&format!("--scene {}", scene.name)).scene.name, scene.name);
    }
    for kind in BroadphaseKind::ALL {
        assert_eq!(options(&format!("--broadphase {}", kind.name())).broadphase, kind);
    }
    assert_eq!(options("").solver, None);
    for (name, method) in [("soft", Method::Soft), ("classic", Method::Classic)] {
        assert_eq!(options(&format!("--solver {name}")).solver, Some(method));
    }
    assert_eq!(options("--steps 7").steps, 7);
    assert_eq!(options("--steps=0").steps, 0);
    assert_eq!(options("--threads 32").threads, 32);
    for width in Width::all() {
        assert_eq!(options(&format!("--width {}", width.name())).width, width);
    }
    assert!(options("--contacts").contacts);
    assert!(options("--json").json);
    assert_eq!(options("--record a.rec").record, Some("a.rec".into()));
    let Ok(Command::Replay(replay)) = parse("--replay a --compare b --threads 3".split(' ')) else {
        panic!("--replay");
    };
    assert_eq!((replay.file, replay.compare, replay.threads), ("a".into(), Some("b".into()), 3));
    assert_eq!(
        message("--compare b"),
        "--compare needs --replay: the two files are compared with each other"
    );
    for (line, order) in [("--list", ListBy::Kind), ("--list --json", ListBy::Kind)]
        .into_iter()
        .chain([("--list texts", ListBy::Text), ("--list=texts", ListBy::Text)])
    {
        assert!(matches!(parse(line.split(' ')), Ok(Command::List(by)) if by == order), "{line}");
    }
    assert!(message("--list text").contains("did you mean texts"));
    assert!(matches!(parse(["--help"]), Ok(Command::Help)));
    assert!(matches!(parse(["-h"]), Ok(Command::Help)));
    assert!(matches!(parse(["--threads", "none", "--no-such-option", "--help"]), Ok(Command::Help)));
    assert_eq!(options("--steps 7 --steps 8").steps, 8, "the last counts");
}

/// A headless run writes a picture only if a file is named.
#[test]
fn picture_is_written_unless_headless_without_file() {
    assert_eq!(options("--headless").picture, None);
    assert_eq!(options("--headless --out a/b.svg").picture, drawn("a/b.svg", Format::Svg));
    assert_eq!(options("--scene tower").picture, drawn("tower.svg", Format::Svg));
}

/// The extension of the file decides the format; an unknown one is answered with the known ones.
#[test]
fn extension_decides_the_format() {
    for format in Format::ALL {
        let path = format!("a.b/c.{}", format.extension());
        assert_eq!(options(&format!("--out {path}")).picture, drawn(&path, format));
        assert!(HELP.contains(&format!(".{} ", format.extension())));
    }
    assert_eq!(options("--out C.PNG").picture, drawn("C.PNG", Format::Png));
    for (path, extension) in [("a.png/b.jpg", "jpg"), ("a.png/b", ""), (".gif", "")] {
        let expected = format!("--out {path:?}: pictures end in .svg, .png, .gif, not in {extension:?}");
        assert_eq!(message(&format!("--out {path}")), expected);
    }
}

/// A message names the option, its value and the valid range.
#[test]
fn invalid_value_error_names_option_value_and_range() {
    for value in ["-1", "1.5", "many", "4294967296"] {
        let expected = format!("--steps {value:?}: give a whole number from 0 to 4294967295");
        assert_eq!(message(&format!("--steps={value}")), expected);
    }
    for value in ["0", "33", "two"] {
        let expected = format!("--threads {value:?}: give a whole number from 1 to 32");
        assert_eq!(message(&format!("--threads {value}")), expected);
    }
    assert_eq!(message("--scene"), "missing argument for option '--scene'");
    assert_eq!(message("--json=yes"), r#"unexpected argument for option '--json': "yes""#);
    assert_eq!(message("tower"), r#"unexpected argument "tower""#);
}

/// An explorer is chosen by its name, and its picture has that name.
#[test]
fn explorer_is_chosen_by_name() {
    for explorer in EXPLORERS {
        let Ok(Command::Run(options)) = parse(["--explorer", explorer.name]) else { panic!() };
        assert_eq!(options.explorer.map(|one| one.name), Some(explorer.name));
        let file = format!("{}.svg", explorer.name.replace(' ', "_"));
        assert_eq!(options.picture, drawn(&file, Format::Svg));
    }
    assert!(message("--explorer gjk").contains("did you mean gjk and epa"));
}

/// A comparison is chosen by its name, and its picture has that name; it has its own number of steps.
#[test]
fn comparison_is_chosen_by_name() {
    for comparison in COMPARISONS {
        let Ok(Command::Run(options)) = parse(["--comparison", comparison.name]) else { panic!() };
        assert_eq!(options.comparison.map(|one| one.name), Some(comparison.name));
        let file = format!("{}.svg", comparison.name.replace(' ', "_"));
        assert_eq!((options.picture, options.steps), (drawn(&file, Format::Svg), comparison.steps));
    }
    assert_eq!(options("--comparison weights --steps 7").steps, 7);
    assert!(message("--comparison weihgts").contains("did you mean weights"));
}

/// An option that a comparison cannot follow is refused, and not silently left out.
#[test]
fn options_that_do_not_go_with_a_comparison_are_refused() {
    for words in ["--solver soft", "--record a.rec", "--explorer lines"] {
        let option = words.split(' ').next().unwrap();
        let said = message(&format!("--comparison weights {words}"));
        assert!(said.starts_with(option) && said.contains("--comparison"), "{said}");
        assert!(message(&format!("{words} --comparison weights")).starts_with(option));
    }
    assert_eq!(options("--comparison weights --threads 2 --broadphase grid").threads, 2);
}

/// A misspelt name is answered with the most similar ones.
#[test]
fn misspelt_name_error_suggests_similar_names() {
    assert_eq!(
        message("--scene towr"),
        r#"--scene "towr": no such name; did you mean tower, tower_iterated, tower_iterated_60?"#
    );
    assert_eq!(message("--broadphase swep"), r#"--broadphase "swep": no such name; did you mean sweep?"#);
    assert_eq!(message("--step 3"), "no option --step; did you mean --steps?");
    for (wrong, right) in
        [("pyr", "pyramid"), ("ramp", "friction_ramp"), ("brigde", "bridge"), ("Tower", "tower")]
    {
        let message = message(&format!("--scene {wrong}"));
        assert!(message.contains(&format!("did you mean {right}")), "{message}");
    }
    assert!(message("--scene no-such-scene").contains("did you mean "));
    assert!(message("-x").contains("no option -x; did you mean --"));
}

/// The help names every option, and the default scene exists.
#[test]
fn help_names_every_option() {
    for option in OPTIONS {
        assert!(HELP.contains(&format!("\n  {option} ")), "{option}");
    }
    for kind in BroadphaseKind::ALL {
        assert!(HELP.contains(kind.name()));
    }
    assert!(HELP.contains(&format!("[{DEFAULT_SCENE}]")) && HELP.contains(&format!("1 to {MAX_THREADS}")));
    assert!(HELP.lines().all(|line| line.len() <= 110));
}
