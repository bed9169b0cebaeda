//! The program as a shell sees it: its output, its files and its exit code.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn testbed(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testbed"));
    command.args(words.split_whitespace());
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn line_of_json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_str(text(&output.stdout).lines().last().unwrap()).unwrap()
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A headless run with --json prints one line with every key and plausible values, and writes no picture.
#[test]
fn headless_run_prints_one_line_of_json() {
    let folder = folder("json");
    let output = testbed("--headless --scene tower --steps 30 --json").current_dir(&folder).output().unwrap();
    let report = line_of_json(&output);
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let keys = [
        "scene",
        "solver",
        "broadphase",
        "threads",
        "width",
        "bodies",
        "colliders",
        "contacts",
        "joints",
        "steps",
        "awake_steps",
        "ms_median",
        "ms_p95",
        "ms_stages",
        "max_penetration_m",
        "max_sideways_drift_m",
        "kinetic_energy_j",
        "state_hash",
    ];
    assert_eq!(report.as_object().unwrap().len(), keys.len());
    for key in keys {
        assert!(report.get(key).is_some_and(|value| !value.is_null()), "{key} in {report}");
    }
    assert_eq!(report["scene"], "tower");
    assert_eq!(report["solver"], "soft");
    assert_eq!(report["steps"], 30);
    assert_eq!(report["bodies"], 11);
    let hash = report["state_hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// The same scene ends in the same state in every run and with every broad phase.
#[test]
fn runs_repeat_bit_for_bit_on_every_broad_phase() {
    let hash = |broadphase: &str| {
        let words = format!("--headless --scene bridge --steps 60 --json --broadphase {broadphase}");
        let report = line_of_json(&testbed(&words).output().unwrap());
        assert_eq!(report["broadphase"], broadphase);
        report["state_hash"].clone()
    };
    let expected = hash("tree");
    for broadphase in ["tree", "sweep", "brute"] {
        assert_eq!(hash(broadphase), expected, "{broadphase}");
    }
}

/// Without a display the program prints a summary and writes a picture named after the scene. (macOS and
/// Windows always have a display.)
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn run_without_display_writes_a_picture() {
    let folder = folder("picture");
    let mut command = testbed("--scene tower --steps 2 --contacts");
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).starts_with("tower, 2 steps"), "{output:?}");
    let picture = std::fs::read_to_string(folder.join("tower.svg")).unwrap();
    let wrote = format!("headless says so beforehand\nwrote tower.svg, {} bytes\n", picture.len());
    assert!(text(&output.stderr).ends_with(&wrote), "{output:?}");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
}

/// The extension of the file decides what is written: the end as pixels, or a film of the run.
#[test]
fn pictures_and_films_can_be_read() {
    let folder = folder("formats");
    for name in ["crate.png", "crate.gif"] {
        let words = format!("--headless --scene falling_crate --steps 12 --out {name}");
        let output = testbed(&words).current_dir(&folder).output().unwrap();
        let size = std::fs::metadata(folder.join(name)).unwrap().len();
        let wrote = format!("wrote {name}, {size} bytes\n");
        assert!(output.status.success() && text(&output.stderr) == wrote, "{output:?}");
    }
    // 120 pixels per metre, from x = -4 and y = 6. The crate has fallen from 5 m by 0.2 m.
    let picture = tiny_skia::Pixmap::load_png(folder.join("crate.png")).unwrap();
    assert_eq!((picture.width(), picture.height()), (960, 840));
    let seen = |x, y| picture.pixel(x, y).map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).unwrap();
    assert_eq!(seen(480, 144), [0x5f, 0x9e, 0xc9], "the crate");
    assert_eq!(seen(480, 800), [0xd3, 0xd5, 0xd9], "the ground");
    assert_eq!(seen(480, 400), [0xfb, 0xfa, 0xf7], "nothing");
    let film = std::fs::File::open(folder.join("crate.gif")).unwrap();
    let mut film = gif::DecodeOptions::new().read_info(film).unwrap();
    assert_eq!((film.width(), film.height()), (640, 560));
    let mut delays = Vec::new();
    while let Some(frame) = film.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [3, 4, 3, 3, 4, 3, 100], "every second step, and a pause");
}

/// The scenes come first, then the explorers and the comparisons, each by the name that `--explorer` or
/// `--comparison` takes.
#[test]
fn list_names_every_scene_explorer_and_comparison() {
    let output = testbed("--list").output().unwrap();
    let list = text(&output.stdout);
    assert!(output.status.success());
    let others: Vec<&str> = list.lines().skip(scenes::all().count()).collect();
    let comparisons = others.len() - scenes::COMPARISONS.len();
    assert!(comparisons > 0, "{list}");
    for (i, line) in others.into_iter().enumerate() {
        let (name, about) = line.split_once("  ").unwrap();
        let option = if i < comparisons { "--explorer" } else { "--comparison" };
        let explored = testbed("--headless --steps 0").args([option, name]).output().unwrap();
        let heading = format!("{name}: {}\n", about.trim_start());
        assert!(text(&explored.stdout).starts_with(&heading), "{line}: {explored:?}");
    }
    for (line, scene) in list.lines().zip(scenes::all()) {
        assert!(line.starts_with(scene.name) && line.ends_with(scene.about), "{line}");
    }
}

/// By text, each section of the texts is followed by its explorers and scenes, and what comes from no text
/// stands at the end, so that the list names everything.
#[test]
fn list_by_text_names_everything_below_its_section() {
    let output = testbed("--list texts").output().unwrap();
    let list = text(&output.stdout);
    assert!(output.status.success());
    let place = |line: &str| list.find(line).unwrap_or_else(|| panic!("{line}: {list}"));
    let page = place("\nDimitar Sotirov's tutorial of 2022, docs/texts/sotirov.md\n");
    let (mass, centroid) = (place("\n  Mass\n"), place("\n  Centroid\n"));
    let no_text = place("\nFrom no text\n");
    assert!(page < mass && mass < centroid && centroid < no_text);
    assert!(list[mass..centroid].contains("\n    explorer    triangle fan  "), "{}", &list[mass..centroid]);
    assert!(list[no_text..].contains("\n    scene       many_pyramids  "), "{}", &list[no_text..]);
    for scene in scenes::all() {
        let row = format!("    scene       {} ", scene.name);
        assert_eq!(list.matches(&row).count(), scene.sections.len().max(1), "{row}");
    }
}

/// An explorer is drawn as text or as pixels of the same shape, in the folder that is named; a film of it is
/// refused before anything is drawn.
#[test]
fn explorer_is_drawn_as_svg_or_png_and_not_as_a_film() {
    let folder = folder("explorer");
    let draw = |name: &str| {
        let mut command = testbed("--headless --out");
        command.arg(name).args(["--explorer", "triangle fan"]).current_dir(&folder).output().unwrap()
    };
    for name in ["fan.svg", "fan.png"] {
        let output = draw(name);
        let size = std::fs::metadata(folder.join(name)).unwrap().len();
        let wrote = format!("wrote {name}, {size} bytes\n");
        assert!(output.status.success() && text(&output.stderr) == wrote, "{output:?}");
    }
    assert!(std::fs::read_to_string(folder.join("fan.svg")).unwrap().starts_with("<svg"));
    let picture = tiny_skia::Pixmap::load_png(folder.join("fan.png")).unwrap();
    // 8 m by 6 m, on 960 pixels.
    assert_eq!((picture.width(), picture.height()), (960, 720));
    let paper = picture.pixel(0, 0);
    assert!((0..960).any(|x| (0..720).any(|y| picture.pixel(x, y) != paper)), "nothing is drawn");
    let refused = draw("fan.gif");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(text(&refused.stderr).contains("an explorer does not move"), "{refused:?}");
    assert!(!folder.join("fan.gif").exists());
}

/// A comparison without a window prints a line for each panel, writes its picture, and opens no window.
#[test]
fn comparison_writes_a_picture_of_all_panels() {
    let folder = folder("comparison");
    for name in ["w.svg", "w.png", "w.gif"] {
        let mut command = testbed("--headless --comparison weights --steps 6 --out");
        let output = command.arg(name).current_dir(&folder).output().unwrap();
        let size = std::fs::metadata(folder.join(name)).unwrap().len();
        let wrote = format!("wrote {name}, {size} bytes\n");
        assert!(output.status.success() && text(&output.stderr) == wrote, "{output:?}");
        assert!(
            text(&output.stdout).contains("\n  two points, by depth  scene landing_by_depth  "),
            "{output:?}"
        );
    }
    let picture = std::fs::read_to_string(folder.join("w.svg")).unwrap();
    assert_eq!(picture.matches("<svg x=").count(), 3);
    let refused = testbed("--headless --comparison weights --solver soft").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--solver does not go with --comparison"), "{refused:?}");
}

/// An invalid command line gives exit code 2 and one line with a suggestion.
#[test]
fn invalid_command_line_exits_with_2_and_a_suggestion() {
    for (words, expected) in [
        ("--headless --scene towr", "did you mean tower"),
        ("--broadphase three", "did you mean tree"),
        ("--jsn", "did you mean --json"),
        ("--steps x", "--steps \"x\""),
        ("--threads 0", "--threads \"0\""),
        ("tower", "\"tower\""),
        ("--out tower.jpg", "end in .svg, .png, .gif, not in \"jpg\""),
    ] {
        let output = testbed(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert_eq!(text(&output.stdout), "", "{words}");
        let message = text(&output.stderr);
        assert!(message.lines().count() == 1 && message.contains(expected), "{words}: {message}");
    }
}

/// A file that cannot be written gives exit code 1 with path and reason, after the report was printed.
#[test]
fn picture_that_cannot_be_written_exits_with_1_after_the_report() {
    let path = folder("missing").join("no/such.svg");
    let output = testbed("--headless --scene tower --steps 1 --json --out").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with('{'));
    let message = text(&output.stderr);
    assert!(message.contains(path.to_str().unwrap()) && message.contains("directory"), "{message}");
}
