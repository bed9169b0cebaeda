//! Ratios as a plot: a row of dots for each measured thing, on a logarithmic axis with a line at 1. Left of
//! the line is better.
//!
//! Turned down: a plotting library. Dots on one axis are fifty lines of SVG, and no library draws rows of
//! labels.

use std::fmt::Write;

/// One line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What was measured.
    pub label: String,
    /// For each peer, the ratio ours / peer; none if one of the two has no figure.
    pub ratios: Vec<Option<f64>>,
}

/// Colours of the peers: different in hue and brightness, legible on white.
const COLOURS: [&str; 4] = ["#1f6fb4", "#d9822b", "#3f9b4f", "#8a4fbf"];

/// Sizes, px.
const LABELS: f64 = 240.0;
const AXIS: f64 = 480.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 64.0;
const ROW: f64 = 20.0;
const BOTTOM: f64 = 34.0;

/// A dot beyond this ratio, either way, stays at the edge: a figure of zero has no logarithm.
const EDGE: f64 = 1000.0;

/// The plot as SVG; `peers` names the denominators of the ratios of each line.
#[must_use]
pub fn ratios(title: &str, peers: &[&str], lines: &[Line]) -> String {
    let reach = reach(lines);
    let place = |ratio: f64| LABELS + AXIS * 0.5 * (1.0 + ratio.log10() / reach.log10());
    let (width, bottom) = (LABELS + AXIS + RIGHT, TOP + ROW * lines.len() as f64);
    let height = bottom + BOTTOM;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
    let mut x = 12.0;
    for (peer, colour) in peers.iter().zip(COLOURS.iter().cycle()) {
        let text = format!("ours / {peer}");
        let _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"40\" r=\"4.5\" fill=\"{colour}\"/>", x + 5.0);
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"44\">{text}</text>", x + 15.0);
        x += 40.0 + 7.0 * text.len() as f64;
    }
    for ratio in ticks(reach) {
        let x = place(ratio);
        let (colour, thickness) = if ratio == 1.0 { ("#333", 1.5) } else { ("#ddd", 1.0) };
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"{colour}\" \
             stroke-width=\"{thickness}\"/>\n<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" \
             fill=\"#555\">{ratio}</text>",
            bottom + 16.0
        );
    }
    for (i, line) in lines.iter().enumerate() {
        let y = TOP + ROW * (i as f64 + 0.5);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n<line x1=\"{LABELS}\" y1=\"{y:.1}\" \
             x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"#eee\"/>",
            LABELS - 10.0,
            y + 4.0,
            line.label,
            LABELS + AXIS
        );
        for (ratio, colour) in line.ratios.iter().zip(COLOURS.iter().cycle()) {
            let Some(ratio) = ratio else { continue };
            let x = place(ratio.clamp(reach.recip(), reach));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{colour}\"><title>{ratio:.3}</title></circle>"
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The ratio at the right end of the axis (its reciprocal is at the left end): the smallest of 2, 5, 10, 20,
/// ... that leaves out no dot.
fn reach(lines: &[Line]) -> f64 {
    let farthest = lines
        .iter()
        .flat_map(|line| line.ratios.iter().flatten())
        .map(|ratio| ratio.max(ratio.recip()))
        .fold(2.0, f64::max);
    STEPS.into_iter().find(|step| *step >= farthest).unwrap_or(EDGE)
}

const STEPS: [f64; 9] = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, EDGE];

/// The labels of the axis, up to its ends.
fn ticks(reach: f64) -> Vec<f64> {
    let shown = |step: &f64| *step <= reach && (reach <= 20.0 || step.log10().fract() == 0.0);
    let above: Vec<f64> = STEPS.into_iter().filter(shown).collect();
    let below = above.iter().rev().map(|step| step.recip());
    below.chain([1.0]).chain(above.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ratios: &[f64]) -> Line {
        Line { label: "x".to_owned(), ratios: ratios.iter().map(|ratio| Some(*ratio)).collect() }
    }

    /// The axis reaches equally far to both sides, and no farther than needed.
    #[test]
    fn axis_holds_all_dots() {
        assert_eq!(reach(&[line(&[0.9, 1.2])]), 2.0);
        assert_eq!(reach(&[line(&[0.3]), line(&[1.2])]), 5.0);
        assert_eq!(reach(&[line(&[0.0])]), EDGE);
        assert_eq!(ticks(5.0), [0.2, 0.5, 1.0, 2.0, 5.0]);
        assert_eq!(ticks(100.0), [0.01, 0.1, 1.0, 10.0, 100.0]);
    }

    /// A ratio of 2 lies as far to the right as a ratio of 1/2 to the left.
    #[test]
    fn dots_lie_at_the_logarithm_of_the_ratio() {
        let svg = ratios("t", &["box2d"], &[line(&[0.5, 1.0, 2.0])]);
        for x in [LABELS, LABELS + 0.5 * AXIS, LABELS + AXIS] {
            assert!(svg.contains(&format!("<circle cx=\"{x:.1}\"")), "{x} in {svg}");
        }
    }
}
