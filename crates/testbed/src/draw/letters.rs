//! Letters as strokes, for pictures of pixels.
//!
//! Each letter is drawn on a grid, x from 0 to 4, y from 0 to 8:
//!
//! ```text
//!   8  ascender, capitals
//!   6  top of a small letter
//!   2  baseline
//!   0  descender
//! ```
//!
//! Two digits are a point, points without a space between them are one stroke.
//!
//! Turned down: a font file and a crate that reads it. Labels and numbers need no more than this.

use super::svg::TEXT_SIZE;

/// Width of a stroke, px.
pub const STROKE: f32 = 1.2;

/// Size of a step of the grid, and width of a letter with the gap to the next one, px.
const STEP: [f32; 2] = [0.08 * TEXT_SIZE, 0.11 * TEXT_SIZE];
const ADVANCE: f32 = 0.52 * TEXT_SIZE;

/// Height of the baseline on the grid.
const BASELINE: f32 = 2.0;

/// What stands for a letter that is not here.
const UNKNOWN: &str = "0208484202";

/// The strokes of a text, in px from its beginning on the baseline, y up.
pub fn strokes(text: &str) -> Vec<[[f32; 2]; 2]> {
    let mut all = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        let place = |digits: &[u8]| {
            let [x, y] = [0, 1].map(|i| f32::from(digits.get(i).map_or(0, |digit| digit - b'0')));
            [i as f32 * ADVANCE + x * STEP[0], (y - BASELINE) * STEP[1]]
        };
        for stroke in glyph(letter).split_whitespace() {
            let points: Vec<[f32; 2]> = stroke.as_bytes().chunks(2).map(place).collect();
            all.extend(points.windows(2).map(|ends| [ends[0], ends[1]]));
        }
    }
    all
}

fn glyph(letter: char) -> &'static str {
    match letter {
        ' ' => "",
        'a' => "16364542 441403123243",
        'b' => "0802 0516364543321203",
        'c' => "4536160503123243",
        'd' => "4842 4536160503123243",
        'e' => "04444536160503123243",
        'f' => "48382722 0646",
        'g' => "4536160503123243 46413010",
        'h' => "0802 0516364542",
        'i' => "2622 2728",
        'j' => "36312010 3738",
        'k' => "0802 4603 2442",
        'l' => "2822",
        'm' => "0602 05162522 25364542",
        'n' => "0602 0516364542",
        'o' => "163645433212030516",
        'p' => "0600 0516364543321203",
        'q' => "4640 4536160503123243",
        'r' => "0602 05163645",
        's' => "45361605143443321203",
        't' => "28233242 0646",
        'u' => "0603123243 4642",
        'v' => "062246",
        'w' => "0612253246",
        'x' => "0642 4602",
        'y' => "0622 4610",
        'z' => "06460242",
        'A' => "022842 1434",
        'B' => "02083847463505 3544433202",
        'C' => "4738180703123243",
        'D' => "02082846442202",
        'E' => "48080242 0535",
        'F' => "480802 0535",
        'G' => "47381807031232434525",
        'H' => "0208 4248 0545",
        'I' => "2228 1838 1232",
        'J' => "4843321203",
        'K' => "0208 4804 2642",
        'L' => "080242",
        'M' => "0208254842",
        'N' => "02084248",
        'O' | '0' => "183847433212030718",
        'P' => "02083847463505",
        'Q' => "183847433212030718 2442",
        'R' => "02083847463505 2542",
        'S' => "473818070615354443321203",
        'T' => "0848 2822",
        'U' => "080312324348",
        'V' => "082248",
        'W' => "0812263248",
        'X' => "0842 4802",
        'Y' => "082548 2522",
        'Z' => "08480242",
        '1' => "0628 2822 1232",
        '2' => "07183847460242",
        '3' => "07183847463525 354443321203",
        '4' => "32380444",
        '5' => "480805354443321203",
        '6' => "473818070312324344351504",
        '7' => "084812",
        '8' => "183847463515060718 1504031232434435",
        '9' => "031232434738180706153546",
        '.' => "2223",
        ',' => "2310",
        ':' => "2223 2526",
        ';' => "2310 2526",
        '+' => "2327 0545",
        '-' => "0545",
        '=' => "0646 0444",
        '/' => "0248",
        '%' => "0248 0608181606 3234444232",
        '_' => "0141",
        '(' => "38272332",
        ')' => "18272312",
        '<' => "460442",
        '>' => "064402",
        '°' => "1838361618",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every letter and digit, and whatever comparisons write, has strokes of its own.
    #[test]
    fn every_letter_of_a_comparison_has_strokes() {
        let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        let written = scenes::COMPARISONS.iter().flat_map(|one| {
            let figures = one.figures.iter().flat_map(|figure| [figure.show(-1.5), figure.show(20.0)]);
            one.panels.iter().map(|panel| panel.label.to_owned()).chain(figures).collect::<Vec<_>>()
        });
        let written: String = written.collect();
        for letter in plain.chain(written.chars()) {
            assert_ne!(glyph(letter), UNKNOWN, "{letter:?}");
            assert_eq!(strokes(&letter.to_string()).is_empty(), letter == ' ', "{letter:?}");
        }
    }

    /// So has whatever explorers write into their pictures.
    #[test]
    fn every_letter_of_an_explorer_has_strokes() {
        for explorer in crate::explorers::EXPLORERS {
            let mut svg = crate::draw::Svg::new(crate::explorers::AREA);
            crate::explorers::draw_of(&*(explorer.new)(), &mut svg);
            let picture = svg.finish();
            let texts = picture.lines().filter_map(|line| line.strip_suffix("</text>")?.split_once('>'));
            for (_, text) in texts {
                let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
                for letter in text.chars() {
                    assert_ne!(glyph(letter), UNKNOWN, "{}: {letter:?} in {text:?}", explorer.name);
                }
            }
        }
    }

    /// A letter lies between its place and that of the next one; a text of n letters is n places long.
    #[test]
    fn letters_lie_side_by_side() {
        for letter in (' '..='~').chain(['°', 'é']) {
            assert!(glyph(letter).bytes().all(|byte| byte == b' ' || (b'0'..=b'8').contains(&byte)));
            let text = format!("  {letter}");
            for [x, y] in strokes(&text).into_iter().flatten() {
                assert!((2.0 * ADVANCE..3.0 * ADVANCE).contains(&x), "{letter:?}: {x}");
                assert!((-0.25 * TEXT_SIZE..0.75 * TEXT_SIZE).contains(&y), "{letter:?}: {y}");
            }
        }
    }
}
