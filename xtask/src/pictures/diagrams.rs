//! Two drawings for those who begin: strips, colours and blocks of a scene of ten boxes, worked out by the
//! rules of the solver, and the data of a step, stage by stage.
//!
//! ```text
//!   wall     ten boxes in two strips, and their contacts   ->  groups, colours, lanes    strips.svg
//!   STAGES   what each stage of `world::step` reads and writes                            step.svg
//! ```
//!
//! The wall is coloured here by the rule of `solver/src/schedule/colors.rs` (the lowest colour that neither
//! body has), since the schedule of the solver is private and one strip is ten bodies wide there.

use std::fmt::Write as _;

/// The drawings by name.
pub fn all() -> Vec<(String, String)> {
    vec![("strips.svg".to_owned(), strips()), ("step.svg".to_owned(), step())]
}

/// An SVG of this size, with what `draw` writes on a light ground.
fn svg(width: u32, height: u32, draw: impl FnOnce(&mut String)) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n"
    );
    draw(&mut text);
    text + "</svg>\n"
}

/// How a rectangle looks: fill and stroke.
type Look = (&'static str, &'static str);

fn rect(text: &mut String, [x, y]: [f64; 2], [width, height]: [f64; 2], (fill, stroke): Look) {
    let _ = writeln!(
        text,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
    );
}

fn line(text: &mut String, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], style: &str) {
    let _ = writeln!(text, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {style}/>");
}

fn circle(text: &mut String, [x, y]: [f64; 2], radius: f64, (fill, stroke): Look) {
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>"
    );
}

fn write(text: &mut String, [x, y]: [f64; 2], style: &str, words: &str) {
    let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" {style}>{words}</text>");
}

const MIDDLE: &str = "text-anchor=\"middle\"";
const END: &str = "text-anchor=\"end\"";
const SMALL: &str = "font-size=\"12\" fill=\"#555\"";
const BOLD: &str = "font-weight=\"bold\"";
const FRAME: &str = "#7d8088";

/// Boxes in a row of the wall, and lanes of a block.
const ROW: usize = 5;
const LANES: usize = 8;

/// The border between the two strips, in widths of a box: half of the centres lie on either side.
const BORDER: f64 = 2.75;

/// The colour of no lane, the two of the contacts, and the grounds of the two strips.
const COLORS: [&str; 2] = ["#e08e3c", "#4f86c6"];
const STRIPS: [&str; 2] = ["#dfeadb", "#ece3f1"];

/// A contact of the wall: the boxes, of which the first may be the ground, and where it is.
struct Touch {
    boxes: [Option<usize>; 2],
    at: [f64; 2],
}

/// The middle of a box: the lower row has the numbers from zero, the upper one follows, moved by half.
fn center(of: usize) -> [f64; 2] {
    let upper = of >= ROW;
    [(of % ROW) as f64 + if upper { 1.0 } else { 0.5 }, if upper { 1.5 } else { 0.5 }]
}

fn strip(of: usize) -> usize {
    usize::from(center(of)[0] > BORDER)
}

/// The contacts of the wall: of the lower row with the ground, then of the upper row with the lower one.
fn touches() -> Vec<Touch> {
    let ground = (0..ROW).map(|below| Touch { boxes: [None, Some(below)], at: [center(below)[0], 0.0] });
    let between = (ROW..2 * ROW).flat_map(|above| {
        let under = [above - ROW, above - ROW + 1].into_iter().filter(|below| *below < ROW);
        under.map(move |below| {
            let x = 0.5 * (center(above)[0] + center(below)[0]);
            Touch { boxes: [Some(below), Some(above)], at: [x, 1.0] }
        })
    });
    between.chain(ground).collect()
}

/// Where a contact is solved: the groups in the order of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Group {
    Interior(usize),
    Border,
    Static(usize),
}

fn group(touch: &Touch) -> Group {
    match touch.boxes {
        [Some(a), Some(b)] if strip(a) == strip(b) => Group::Interior(strip(a)),
        [Some(_), Some(_)] => Group::Border,
        [_, Some(of)] | [Some(of), None] => Group::Static(strip(of)),
        [None, None] => Group::Static(0),
    }
}

/// For each contact its group and the lowest colour that neither of its boxes has in that group.
fn colored(touches: &[Touch]) -> Vec<(Group, usize)> {
    let mut found: Vec<(Group, usize)> = Vec::new();
    for touch in touches {
        let of = group(touch);
        let is_taken = |color: usize| {
            found.iter().zip(touches).any(|((group, taken), other)| {
                let shared = other.boxes.iter().flatten().any(|body| touch.boxes.contains(&Some(*body)));
                *group == of && *taken == color && shared
            })
        };
        let color = (0..).find(|color| !is_taken(*color)).unwrap_or_default();
        found.push((of, color));
    }
    found
}

/// The wall, and one sweep over its contacts by two workers.
fn strips() -> String {
    svg(1040, 650, |text| {
        let touches = touches();
        let found = colored(&touches);
        draw_wall(text, &touches, &found);
        draw_sweep(text, &found);
    })
}

/// Where the wall is drawn, and the size of a box.
const WALL: [f64; 2] = [60.0, 250.0];
const SIZE: f64 = 90.0;

fn draw_wall(text: &mut String, touches: &[Touch], found: &[(Group, usize)]) {
    let place = |[x, y]: [f64; 2]| [WALL[0] + x * SIZE, WALL[1] - y * SIZE];
    write(text, [WALL[0], 34.0], BOLD, "1  Strips: the scene is cut where it is widest");
    for of in 0..2 * ROW {
        let [x, y] = center(of);
        rect(text, place([x - 0.48, y + 0.48]), [0.96 * SIZE, 0.96 * SIZE], (STRIPS[strip(of)], FRAME));
        let [x, y] = place([x, y]);
        write(text, [x, y + 5.0], MIDDLE, &char::from(b'a' + of as u8).to_string());
    }
    rect(text, place([-0.3, 0.0]), [6.2 * SIZE, 20.0], ("#d3d5d9", FRAME));
    let border = "stroke=\"#b03a2e\" stroke-width=\"2\" stroke-dasharray=\"6 5\"";
    line(text, place([BORDER, 2.25]), place([BORDER, -0.35]), border);
    write(text, place([0.9, 2.1]), MIDDLE, "strip 0");
    write(text, place([4.2, 2.1]), MIDDLE, "strip 1");
    for (number, (touch, (_, color))) in touches.iter().zip(found).enumerate() {
        draw_contact(text, place(touch.at), number, *color);
    }
    write(text, [640.0, 34.0], BOLD, "2  Colours: in one, no two share a box");
    for (line, words) in [
        "Contact 1 joins a and f, contact 2 f and b: they share f,",
        "so 2 gets another colour. Contact 3 joins b and g: it",
        "may have the colour of 1 again. The ground never moves,",
        "so all contacts with it may have one colour.",
    ]
    .into_iter()
    .enumerate()
    {
        write(text, [640.0, 62.0 + 20.0 * line as f64], SMALL, words);
    }
    for (line, words) in [
        "A box is in the strip of its centre. In the engine a strip",
        "is about ten bodies wide, and a scene of less than 512",
        "bodies is one strip. In large scenes most lanes are full.",
    ]
    .into_iter()
    .enumerate()
    {
        write(text, [640.0, 172.0 + 20.0 * line as f64], SMALL, words);
    }
}

fn draw_contact(text: &mut String, at: [f64; 2], number: usize, color: usize) {
    circle(text, at, 11.0, (COLORS[color % COLORS.len()], "#333"));
    let style = format!("{MIDDLE} font-size=\"12\" fill=\"#fff\" {BOLD}");
    write(text, [at[0], at[1] + 4.0], &style, &(number + 1).to_string());
}

/// The left edges of the three phases of a sweep that the wall has, and the size of a lane.
const PHASES: [f64; 3] = [130.0, 420.0, 710.0];
const LANE: f64 = 31.0;

fn draw_sweep(text: &mut String, found: &[(Group, usize)]) {
    let top = 330.0;
    write(
        text,
        [WALL[0], top],
        BOLD,
        "3  Blocks of eight lanes, and one sweep of two workers, from left to right",
    );
    for (x, name) in PHASES.iter().zip(["inside strips", "border 0|1", "static"]) {
        write(text, [x + 4.0 * LANE, top + 30.0], MIDDLE, name);
    }
    let groups = [
        (0, 0, Group::Interior(0)),
        (0, 1, Group::Interior(1)),
        (1, 0, Group::Border),
        (2, 0, Group::Static(0)),
        (2, 1, Group::Static(1)),
    ];
    for (worker, ground) in STRIPS.into_iter().enumerate() {
        let y = top + 46.0 + 120.0 * worker as f64;
        rect(text, [PHASES[0] - 10.0, y], [850.0, 104.0], (ground, "none"));
        write(text, [PHASES[0] - 20.0, y + 56.0], END, &format!("worker {worker}"));
    }
    for (phase, worker, of) in groups {
        let most = found.iter().filter(|(group, _)| *group == of).map(|(_, color)| color + 1).max();
        for color in 0..most.unwrap_or_default() {
            let numbers = found.iter().enumerate().filter(|(_, place)| **place == (of, color));
            let numbers: Vec<usize> = numbers.map(|(number, _)| number).collect();
            let y = top + 58.0 + 120.0 * worker as f64 + 44.0 * color as f64;
            draw_block(text, [PHASES[phase], y], &numbers, color);
        }
    }
    let y = top + 46.0 + 120.0;
    write(
        text,
        [PHASES[1] + 4.0 * LANE, y + 56.0],
        &format!("{MIDDLE} {SMALL}"),
        "waits for the border, or takes",
    );
    write(text, [PHASES[1] + 4.0 * LANE, y + 72.0], &format!("{MIDDLE} {SMALL}"), "a share of a late worker");
    let wait = "stroke=\"#b03a2e\" stroke-width=\"2\"";
    for x in [PHASES[1], PHASES[2]] {
        line(text, [x - 21.0, top + 46.0], [x - 21.0, top + 270.0], wait);
    }
    write(
        text,
        [WALL[0], top + 296.0],
        SMALL,
        "Red lines: the workers wait for each other. A step repeats the sweep; the result is the same for any number of workers.",
    );
}

/// A block: eight lanes, of which the first hold these contacts.
fn draw_block(text: &mut String, [x, y]: [f64; 2], numbers: &[usize], color: usize) {
    for lane in 0..LANES {
        let at = [x + lane as f64 * LANE, y];
        rect(text, at, [LANE, 34.0], ("#fff", FRAME));
        if let Some(number) = numbers.get(lane) {
            draw_contact(text, [at[0] + 0.5 * LANE, y + 17.0], *number, color);
        }
    }
}

/// What a stage does with a kind of data.
const READS: char = 'r';
const WRITES: char = 'w';
const BOTH: char = 'b';

/// The kinds of data of a world, as rows of the drawing.
const DATA: &[&str] = &[
    "definitions",
    "poses",
    "velocities",
    "fat boxes",
    "pairs: contacts",
    "manifolds",
    "impulses",
    "motion in the step",
    "events",
    "awake or asleep",
];

/// The stages in their order, each with a letter for each kind of data, and what it does.
const STAGES: &[(&str, &str, &str)] = &[
    ("sweep::mark", "rrrw......", "fast bodies get boxes of their way"),
    ("pairs", "rrrrw.....", "the broad phase finds partners"),
    ("narrow_phase", "rrrrbwb.wb", "manifolds; touching begins and ends"),
    ("solve", "rrb..rbw..", "impulses change velocities"),
    ("sweep::clamp", "rrbbbr.b..", "fast bodies stop where they would pass"),
    ("contact_events", "rr...rrrw.", "what began to touch, what was hit"),
    ("finalize", "bwbw...rwb", "motion is added to poses"),
    ("sensors", "rr.rb...w.", "what is inside each sensor"),
    ("sleep", "rrr.r.r.wb", "islands at rest fall asleep"),
];

/// The data of a step: rows are kinds of data, columns stages.
fn step() -> String {
    let (left, top) = (190.0, 164.0);
    let (column, row) = (96.0, 36.0);
    let bottom = top + row * DATA.len() as f64;
    svg(1090, 590, |text| {
        write(text, [20.0, 34.0], BOLD, "One step, from left to right");
        write(
            text,
            [20.0, 56.0],
            SMALL,
            "A line is a kind of data of the world, a column a stage of world/src/step.rs.",
        );
        circle(text, [610.0, 30.0], 7.0, ("#fbfaf7", "#4f86c6"));
        write(text, [624.0, 35.0], SMALL, "reads");
        circle(text, [690.0, 30.0], 7.0, (COLORS[0], COLORS[0]));
        write(text, [704.0, 35.0], SMALL, "writes");
        circle(text, [780.0, 30.0], 7.0, (COLORS[0], "#4f86c6"));
        write(text, [794.0, 35.0], SMALL, "reads and writes");
        for (at, name) in DATA.iter().enumerate() {
            let y = top + row * (at as f64 + 0.5);
            line(text, [left - 10.0, y], [1076.0, y], "stroke=\"#b9bbc1\" stroke-width=\"2\"");
            line(text, [1076.0, y], [1068.0, y - 5.0], "stroke=\"#b9bbc1\" stroke-width=\"2\"");
            line(text, [1076.0, y], [1068.0, y + 5.0], "stroke=\"#b9bbc1\" stroke-width=\"2\"");
            write(text, [left - 18.0, y + 5.0], END, name);
        }
        for (at, (name, data, what)) in STAGES.iter().enumerate() {
            let x = left + column * (at as f64 + 0.5);
            let look = if at % 2 == 0 { "#f1efe8" } else { "#e9ece6" };
            rect(text, [x - 0.5 * column + 3.0, 78.0], [column - 6.0, top - 84.0], (look, FRAME));
            write(text, [x, 98.0], &format!("{MIDDLE} font-size=\"10.5\" {BOLD}"), name);
            for (line, words) in broken(what, 16).iter().enumerate() {
                let y = 112.0 + 11.0 * line as f64;
                write(text, [x, y], &format!("{MIDDLE} font-size=\"9.5\" fill=\"#555\""), words);
            }
            for (kind, letter) in data.chars().enumerate() {
                let look = match letter {
                    READS => ("#fbfaf7", "#4f86c6"),
                    WRITES => (COLORS[0], COLORS[0]),
                    BOTH => (COLORS[0], "#4f86c6"),
                    _ => continue,
                };
                circle(text, [x, top + row * (kind as f64 + 0.5)], 7.0, look);
            }
        }
        for (at, words) in [
            "The contact hook, the only code of the program within a step, is asked by pairs and narrow_phase; it sees the world and returns values.",
            "Only sweep::clamp goes back: bodies that it stops may need new boxes and pairs, so it searches and stops again, for a few rounds.",
        ]
        .into_iter()
        .enumerate()
        {
            write(text, [20.0, bottom + 26.0 + 20.0 * at as f64], SMALL, words);
        }
    })
}

/// The words in lines of at most `most` characters.
fn broken(words: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of colours: no two contacts of a colour and a group share a box.
    #[test]
    fn contacts_of_one_colour_share_no_box() {
        let touches = touches();
        let found = colored(&touches);
        for (i, a) in touches.iter().enumerate() {
            for (j, b) in touches.iter().enumerate().skip(i + 1) {
                let shared = a.boxes.iter().flatten().any(|body| b.boxes.contains(&Some(*body)));
                assert!(found[i] != found[j] || !shared, "{i} {j}");
            }
        }
    }

    /// What the words beside the drawing say of the wall.
    #[test]
    fn wall_has_ten_boxes_in_two_strips_and_contacts_of_each_class() {
        assert_eq!((0..2 * ROW).filter(|of| strip(*of) == 0).count(), ROW);
        let touches = touches();
        let found = colored(&touches);
        let count = |wanted: Group| found.iter().filter(|(group, _)| *group == wanted).count();
        let groups =
            [Group::Interior(0), Group::Interior(1), Group::Border, Group::Static(0), Group::Static(1)];
        assert_eq!(groups.map(count), [4, 4, 1, 3, 2]);
        assert_eq!([found[0].1, found[1].1, found[2].1], [0, 1, 0], "contacts 1, 2 and 3");
        assert!(found.iter().all(|(_, color)| *color < COLORS.len()));
    }

    #[test]
    fn each_stage_has_a_letter_for_each_kind_of_data() {
        for (name, data, _) in STAGES {
            assert_eq!(data.len(), DATA.len(), "{name}");
        }
    }

    /// Stages are those of the list in `world/src/step.rs`, in its order.
    #[test]
    fn stages_are_those_of_the_step_in_their_order() {
        let code = include_str!("../../../crates/world/src/step.rs");
        let body = &code[code.find("\nimpl Stages {").unwrap()..];
        let at = |name: &str| {
            let call = match name.split_once("::") {
                Some((_, "mark")) => "sweep::mark(".to_owned(),
                None if name == "solve" => "solve::prepare(".to_owned(),
                Some((file, part)) => format!("{file}::{part}::run("),
                None => format!("{name}::run("),
            };
            body.find(&call).unwrap_or_else(|| panic!("no call of {name}"))
        };
        assert!(STAGES.iter().map(|(name, ..)| at(name)).is_sorted());
    }
}
