//! Laws of worlds side by side, and of what is written of them.

use super::*;
use crate::options::{Command, parse};
use scenes::COMPARISONS;

fn side_by_side(comparison: &'static Comparison) -> Result<SideBySide, String> {
    SideBySide::new(
        comparison,
        Compute { broadphase: BroadphaseKind::Tree, threads: 1, width: Width::best() },
    )
}

fn run_words(words: &[&str]) -> Outcome {
    let Ok(Command::Run(options)) = parse(words) else { panic!("{words:?}") };
    run(options.comparison.unwrap(), &options).unwrap()
}

fn state_hashes(running: &SideBySide) -> Vec<u64> {
    running.worlds().iter().map(|world| world.world().state_hash()).collect()
}

/// All worlds do the same steps, each as if it were alone, with the figures of a meter that has seen every
/// step, and begin anew together.
#[test]
fn worlds_of_a_comparison_advance_together_as_if_alone() {
    for comparison in COMPARISONS {
        let mut running = side_by_side(comparison).unwrap();
        let begin = state_hashes(&running);
        for _ in 0..20 {
            running.step();
        }
        assert_eq!(running.steps(), 20);
        for (world, hash) in running.worlds().iter().zip(state_hashes(&running)) {
            let (mut alone, ids) = World::load(&(world.scene().level)()).unwrap();
            let mut meter = Meter::new(&alone, &ids.bodies, world.scene().view.area);
            for _ in 0..20 * world.panel.cuts {
                alone.step(DT / world.panel.cuts as f32);
                meter.see(&alone);
            }
            assert_eq!(hash, alone.state_hash(), "{}: {}", comparison.name, world.label());
            for (figure, value) in world.figures(comparison.figures) {
                assert_eq!(value, meter.value(figure, &alone), "{}: {figure:?}", comparison.name);
            }
        }
        running.restart().unwrap();
        assert_eq!((running.steps(), state_hashes(&running)), (0, begin));
    }
}

/// A comparison of scenes that do not exist says which one is missing.
#[test]
fn missing_scene_is_named() {
    const BROKEN: &Comparison = &Comparison {
        panels: &[
            Panel { label: "one", scene: "tower", cuts: 1 },
            Panel { label: "other", scene: "no_such_scene", cuts: 1 },
        ],
        ..COMPARISONS[0]
    };
    let error = side_by_side(BROKEN).unwrap_err();
    assert!(error.contains("no_such_scene"), "{error}");
}

/// The picture holds for each panel a drawing in a frame of its own, the label, and each figure with the
/// value that the report has; so does the report.
#[test]
fn picture_and_report_hold_every_panel() {
    for comparison in COMPARISONS {
        let words = ["--comparison", comparison.name, "--steps", "5", "--out", "a.svg"];
        let Outcome { report, picture } = run_words(&words);
        let picture = String::from_utf8(picture.unwrap()).unwrap();
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches("<svg x=").count(), comparison.panels.len(), "{}", comparison.name);
        assert_eq!(picture.matches("<svg").count(), picture.matches("</svg>").count());
        let mut running = side_by_side(comparison).unwrap();
        (0..5).for_each(|_| running.step());
        for world in running.worlds() {
            let shown = world.figures(comparison.figures).map(|(figure, value)| figure.show(value));
            for text in shown.chain([world.label().to_owned()]) {
                assert!(picture.contains(&format!(">{text}</text>")), "{}: {text}", comparison.name);
                assert!(report.contains(&text), "{text} in {report}");
            }
            assert!(report.contains(&format!("scene {}", world.scene().name)), "{report}");
        }
    }
}

/// A line of JSON holds the same values, unrounded.
#[test]
fn line_of_json_holds_the_figures_of_each_panel() {
    let report = run_words(&["--comparison", "corrections", "--steps", "10", "--json"]).report;
    assert_eq!(report.lines().count(), 1);
    let line: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&line["comparison"], &line["steps"]), (&"corrections".into(), &10.into()));
    let panels = line["panels"].as_array().unwrap();
    let mut running = side_by_side(scenes::find_comparison("corrections").unwrap()).unwrap();
    (0..10).for_each(|_| running.step());
    assert_eq!(panels.len(), running.worlds().len());
    for (panel, world) in panels.iter().zip(running.worlds()) {
        assert_eq!((&panel["label"], &panel["scene"]), (&world.label().into(), &world.scene().name.into()));
        assert_eq!(panel["state_hash"], format!("{:016x}", world.world().state_hash()));
        for ((figure, value), one) in world.figures(running.comparison().figures).zip(0..) {
            assert_eq!(panel["figures"][one]["name"], figure.name());
            // The parser of the test rounds the last digit.
            let read = panel["figures"][one]["value"].as_f64().unwrap();
            assert!((read - value).abs() <= 1e-14 * value.abs(), "{read} {value}");
        }
    }
}

/// Pixels and films show the same sheet: pictures of the size that the sheet says, with a world in every
/// cell.
#[test]
fn pixels_and_films_show_every_panel() {
    let png =
        run_words(&["--comparison", "contact points", "--steps", "5", "--out", "a.png"]).picture.unwrap();
    let picture = tiny_skia::Pixmap::decode_png(&png).unwrap();
    assert_eq!(picture.width(), 960);
    let running = side_by_side(scenes::find_comparison("contact points").unwrap()).unwrap();
    let sheet = crate::draw::Sheet::new(&running.drawn(false), 960);
    assert_eq!(picture.height() as f32, sheet.view().extents().y.round());
    let ground = [0xd3, 0xd5, 0xd9];
    for third in 0..3_u32 {
        let columns = third * 320 + 100..third * 320 + 220;
        let seen = columns.into_iter().flat_map(|x| (0..picture.height()).map(move |y| (x, y)));
        let is_ground = |(x, y): &(u32, u32)| {
            let pixel = picture.pixel(*x, *y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()] == ground
        };
        assert!(seen.filter(is_ground).count() > 1000, "panel {third}");
    }
    let film =
        run_words(&["--comparison", "contact points", "--steps", "4", "--out", "a.gif"]).picture.unwrap();
    assert!(film.starts_with(b"GIF89a"));
}
