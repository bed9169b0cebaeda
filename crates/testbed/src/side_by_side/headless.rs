//! A comparison without a window: what was measured, and a picture or a film of all panels.

use super::{Compute, DT, SideBySide};
use crate::draw::{Film, Format, Raster, Sheet};
use crate::options::Options;
use crate::progress::Progress;
use scenes::Comparison;
use serde::Serialize;
use std::fmt::Write as _;

/// Width of a picture and of a film, px.
const PICTURE: u16 = 960;
const FILM: u16 = 640;

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The measurements, for people or as a line of JSON, as the options ask.
    pub report: String,
    /// The bytes of the picture, if one was asked for.
    pub picture: Option<Vec<u8>>,
}

/// Runs the scenes of a comparison as the options say.
///
/// # Errors
/// If a scene cannot be loaded or drawn.
pub fn run(comparison: &'static Comparison, options: &Options) -> Result<Outcome, String> {
    let Options { broadphase, threads, width, steps, contacts, theme, .. } = *options;
    let theme = theme.unwrap_or_default();
    let mut running = SideBySide::new(comparison, Compute { broadphase, threads, width })?;
    let format = options.picture.as_ref().map(|picture| picture.format);
    let mut film = None;
    if format == Some(Format::Gif) {
        let sheet = Sheet::new(&running.drawn(contacts), FILM);
        film = Some((Film::new(sheet.view(), steps, DT, theme)?, sheet));
    }
    let mut progress = Progress::new(steps);
    for step in 0..=steps {
        if step > 0 {
            running.step();
        }
        if let Some((film, sheet)) = &mut film {
            let mut painted = Ok(());
            film.see(step, sheet.view(), |canvas| painted = sheet.paint(&running.drawn(contacts), canvas))?;
            painted?;
        }
        progress.advance(step);
    }
    let cells = running.drawn(contacts);
    let sheet = Sheet::new(&cells, PICTURE);
    let picture = match (format, film) {
        (None, _) => None,
        (Some(_), Some((film, _))) => Some(film.finish()?),
        (Some(Format::Png), None) => {
            let mut raster = Raster::new(sheet.view(), PICTURE)?;
            sheet.paint(&cells, &mut raster)?;
            Some(raster.png(theme)?)
        }
        (Some(Format::Svg | Format::Gif), None) => Some(theme.of_svg(sheet.svg(&cells)).into_bytes()),
    };
    let report = if options.json { json(&running)? } else { summary(&running) };
    Ok(Outcome { report, picture })
}

/// The report for programs; its fields, in this order, are the keys of the line.
#[derive(Serialize)]
struct Line {
    comparison: &'static str,
    steps: u32,
    panels: Vec<PanelLine>,
}

#[derive(Serialize)]
struct PanelLine {
    label: &'static str,
    scene: &'static str,
    figures: Vec<FigureLine>,
    state_hash: String,
}

#[derive(Serialize)]
struct FigureLine {
    name: String,
    value: f64,
    unit: &'static str,
}

fn json(running: &SideBySide) -> Result<String, String> {
    let comparison = running.comparison();
    let panels = running.worlds().iter().map(|world| PanelLine {
        label: world.label(),
        scene: world.scene().name,
        figures: (world.figures(comparison.figures))
            .map(|(figure, value)| FigureLine { name: figure.name(), value, unit: figure.unit() })
            .collect(),
        state_hash: format!("{:016x}", world.world().state_hash()),
    });
    let line = Line { comparison: comparison.name, steps: running.steps(), panels: panels.collect() };
    let line = serde_json::to_string(&line).map_err(|error| format!("the report as JSON: {error}"))?;
    Ok(line + "\n")
}

fn summary(running: &SideBySide) -> String {
    let comparison = running.comparison();
    let mut text = format!("{}: {}\n", comparison.name, comparison.about);
    let _ = writeln!(text, "after {} steps of 1/60 s in each world:", running.steps());
    let wide = |width: fn(&super::PanelWorld) -> usize| running.worlds().iter().map(width).max().unwrap_or(0);
    let (label, scene) = (wide(|world| world.label().len()), wide(|world| world.scene().name.len()));
    for world in running.worlds() {
        let figures: Vec<String> =
            world.figures(comparison.figures).map(|(figure, value)| figure.show(value)).collect();
        let _ = writeln!(
            text,
            "  {:label$}  scene {:scene$}  {}; state hash {:016x}",
            world.label(),
            world.scene().name,
            figures.join(", "),
            world.world().state_hash()
        );
    }
    text
}
