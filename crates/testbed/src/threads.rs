//! What the threads did in a step, as a picture and as a file for trace viewers.
//!
//! ```text
//!   stages      |  pairs  |   narrow phase   |        solve        | ...
//!   worker 0    |         | ################ | ## # ### ## #### ## |
//!   worker 1    |         | #############    | ## # ##  ## #### #  |
//! ```
//!
//! The file has the JSON of the trace event format, which Perfetto and `chrome://tracing` read.

use crate::options::TraceFormat;
use physics::world::{StepTrace, TracedStage};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// Of the stages, in the order in which they come first; then from the beginning again.
pub const COLORS: [[u8; 3]; 12] = [
    [0x8d, 0xa0, 0xcb],
    [0x1f, 0x78, 0xb4],
    [0xe6, 0x6f, 0x1a],
    [0xb0, 0xb0, 0xb0],
    [0x33, 0xa0, 0x2c],
    [0x9b, 0xc9, 0x6a],
    [0xd6, 0x3a, 0x3a],
    [0xf2, 0xa6, 0xa0],
    [0x6a, 0x3d, 0x9a],
    [0xb9, 0x9b, 0xd6],
    [0x8c, 0x56, 0x4b],
    [0x17, 0x9c, 0x9c],
];

/// Left of the rows, px.
const MARGIN: f64 = 74.0;
/// Of the whole step, px.
const WIDTH: f64 = 920.0;
const ROW: f64 = 26.0;
/// Where the first row begins, px.
const TOP: f64 = 34.0;

/// The trace of a step as a file.
///
/// # Errors
/// The message of the serializer; strings and numbers cause none.
pub fn file(trace: &StepTrace, title: &str, format: TraceFormat) -> Result<Vec<u8>, String> {
    match format {
        TraceFormat::Svg => Ok(picture(trace, title).into_bytes()),
        TraceFormat::Json => events(trace),
    }
}

/// The names of the stages, each once, with how long they took and for how long of that one thread worked
/// alone.
pub fn by_stage(trace: &StepTrace) -> Vec<(&'static str, Duration, Duration)> {
    let mut sums: Vec<(&'static str, Duration, Duration)> = Vec::new();
    for stage in &trace.stages {
        let (whole, alone) = (stage.duration(), trace.alone(stage));
        match sums.iter_mut().find(|sum| sum.0 == stage.name) {
            Some(sum) => (sum.1, sum.2) = (sum.1 + whole, sum.2 + alone),
            None => sums.push((stage.name, whole, alone)),
        }
    }
    sums
}

/// Where the moments of a trace are in a picture of a given width.
pub struct Scale {
    start: Duration,
    width: f64,
    whole: f64,
}

impl Scale {
    /// `None` for a trace without length.
    pub fn new(trace: &StepTrace, width: f64) -> Option<Self> {
        let whole = trace.duration().as_secs_f64();
        let start = trace.stages.first()?.start;
        (whole > 0.0).then_some(Self { start, width, whole })
    }

    /// Distance from the left edge.
    pub fn at(&self, moment: Duration) -> f64 {
        (self.width * moment.saturating_sub(self.start).as_secs_f64() / self.whole).min(self.width)
    }
}

/// The colour of the stage in which a moment lies.
pub fn color_at(trace: &StepTrace, moment: Duration) -> [u8; 3] {
    let stage = trace.stages.iter().rfind(|stage| stage.start <= moment);
    color_of(trace, stage.map_or("", |stage| stage.name))
}

/// The colour of a stage.
pub fn color_of(trace: &StepTrace, name: &str) -> [u8; 3] {
    let names = by_stage(trace);
    COLORS[names.iter().position(|stage| stage.0 == name).unwrap_or(0) % COLORS.len()]
}

/// How many workers have a row: those that did anything, and the calling thread.
pub fn workers(trace: &StepTrace) -> usize {
    trace.spans.iter().map(|span| span.worker + 1).max().unwrap_or(1)
}

/// A picture: a row of stages, one row for each thread, and the times of the stages.
fn picture(trace: &StepTrace, title: &str) -> String {
    let (rows, stages) = (1 + workers(trace), by_stage(trace));
    let table = TOP + rows as f64 * ROW + 44.0;
    let height = table + 18.0 * stages.len().div_ceil(3) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{height}\" \
         viewBox=\"0 0 {0} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        MARGIN + WIDTH + 16.0
    );
    let mut text = |x: f64, y: f64, words: &str| {
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>");
    };
    let ms = |time: Duration| 1e3 * time.as_secs_f64();
    let alone: Duration = stages.iter().map(|stage| stage.2).sum();
    let whole = ms(trace.duration());
    let share = if whole > 0.0 { 100.0 * ms(alone) / whole } else { 0.0 };
    text(8.0, 20.0, &format!("{title}: {whole:.2} ms, of which fewer than two threads work {share:.0}%"));
    text(8.0, TOP + 17.0, "stages");
    for worker in 0..workers(trace) {
        text(8.0, TOP + (1 + worker) as f64 * ROW + 17.0, &format!("thread {worker}"));
    }
    if whole > 0.0 {
        // A mark for each tenth of the power of ten below the step.
        let step = 10_f64.powf(whole.log10().floor());
        let tick = if whole / step < 3.0 { 0.2 * step } else { step };
        let bottom = TOP + rows as f64 * ROW;
        for i in 0..=(whole / tick) as u32 {
            let (time, x) = (f64::from(i) * tick, MARGIN + WIDTH * f64::from(i) * tick / whole);
            text(x - 8.0, bottom + 22.0, &format!("{time:.*}", usize::from(tick < 1.0)));
        }
        text(8.0, bottom + 22.0, "ms");
    }
    for (i, (name, whole, alone)) in stages.iter().enumerate() {
        let (x, y) = (8.0 + 330.0 * (i % 3) as f64, table + 18.0 * (i / 3) as f64);
        text(x + 16.0, y, &format!("{name}: {:.3} ms, one thread alone {:.3}", ms(*whole), ms(*alone)));
    }
    let mut bar = |x: f64, y: f64, width: f64, height: f64, [r, g, b]: [u8; 3]| {
        let width = width.max(0.4);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{height}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>"
        );
    };
    if let Some(scale) = Scale::new(trace, WIDTH) {
        for &TracedStage { name, start, end } in &trace.stages {
            let x = scale.at(start);
            bar(MARGIN + x, TOP + 4.0, scale.at(end) - x, ROW - 8.0, color_of(trace, name));
        }
        for span in &trace.spans {
            let (x, y) = (scale.at(span.start), TOP + (1 + span.worker) as f64 * ROW);
            bar(MARGIN + x, y + 4.0, scale.at(span.end) - x, ROW - 8.0, color_at(trace, span.start));
        }
    }
    for (i, stage) in stages.iter().enumerate() {
        let (x, y) = (8.0 + 330.0 * (i % 3) as f64, table + 18.0 * (i / 3) as f64);
        bar(x, y - 10.0, 11.0, 11.0, color_of(trace, stage.0));
    }
    svg + "</svg>\n"
}

/// A complete event of the trace event format; times in us.
#[derive(Serialize)]
struct Event {
    name: &'static str,
    ph: &'static str,
    ts: f64,
    dur: f64,
    pid: u32,
    tid: usize,
}

fn events(trace: &StepTrace) -> Result<Vec<u8>, String> {
    let begin = trace.stages.first().map_or(Duration::ZERO, |stage| stage.start);
    let event = |name, start: Duration, end: Duration, tid| {
        let us = |time: Duration| 1e6 * time.as_secs_f64();
        let (ts, dur) = (us(start.saturating_sub(begin)), us(end.saturating_sub(start)));
        Event { name, ph: "X", ts, dur, pid: 1, tid }
    };
    let stages = trace.stages.iter().map(|stage| event(stage.name, stage.start, stage.end, 0));
    let shares = trace.spans.iter().map(|span| event("share", span.start, span.end, span.worker));
    let all: Vec<Event> = stages.chain(shares).collect();
    serde_json::to_vec(&all).map_err(|error| format!("the trace as JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::compute::workers::Span;

    /// Pairs, which one thread finds alone, and a solver in which both work, one longer than the other.
    fn trace() -> StepTrace {
        let ms = Duration::from_millis;
        let stage = |name, start, end| TracedStage { name, start: ms(start), end: ms(end) };
        let span = |worker, start, end| Span { worker, start: ms(start), end: ms(end) };
        StepTrace {
            stages: vec![stage("pairs", 10, 12), stage("solve", 12, 20)],
            spans: vec![span(0, 12, 16), span(1, 12, 20)],
        }
    }

    #[test]
    fn stages_are_summed_by_name() {
        let ms = Duration::from_millis;
        assert_eq!(by_stage(&trace()), [("pairs", ms(2), ms(2)), ("solve", ms(8), ms(4))]);
        let mut twice = trace();
        twice.stages.extend([TracedStage { name: "pairs", start: ms(20), end: ms(23) }]);
        assert_eq!(by_stage(&twice)[0], ("pairs", ms(5), ms(5)));
    }

    /// The bar of worker 1 is as wide as the solver: 8 of 10 ms. The title has the share of 6 of 10 ms.
    #[test]
    fn picture_has_bars_in_proportion() {
        let svg = picture(&trace(), "a < b");
        assert!(svg.contains("a &lt; b: 10.00 ms, of which fewer than two threads work 60%"), "{svg}");
        let wide = format!("width=\"{:.2}\"", 0.8 * WIDTH);
        assert_eq!(svg.matches(&wide).count(), 2, "{svg}");
        assert!(svg.contains("thread 1") && !svg.contains("thread 2"));
        // Nothing was traced: no bar has an invalid width.
        assert!(!picture(&StepTrace::default(), "x").contains("NaN"));
    }

    #[test]
    fn events_begin_at_zero() {
        let text = String::from_utf8(events(&trace()).unwrap()).unwrap();
        let events: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        assert_eq!(events.len(), 4);
        assert_eq!(
            (&events[0]["name"], &events[0]["ts"], &events[1]["dur"]),
            (&"pairs".into(), &0.0.into(), &8e3.into())
        );
        assert_eq!((&events[3]["tid"], &events[3]["ts"]), (&1.into(), &2e3.into()));
    }
}
