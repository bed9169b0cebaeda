//! Numbers that a page repeats from the code are those of the code.
//!
//! A row of [`SAID`] gives a file, the words around a number in it (`#` stands for the number), and where the
//! code has that number: a constant, a field of a default, or a count of lines of the source. If the words
//! are gone, the row is reported too, so that it moves with them.

use super::Problem;
use super::source::Source;

/// Where the code has a number.
enum Known {
    /// `const NAME: T = value;` in a file, and the factor from its unit to that of the page.
    Const(&'static str, &'static str, f64),
    /// `name: value,` in a file, at its first place, and the same factor.
    Field(&'static str, &'static str, f64),
    /// How often a text stands in the files of a folder, or in one file.
    Count(&'static str, &'static str),
}

use Known::{Const, Count, Field};

const SETTINGS: &str = "crates/world/src/settings.rs";
const SOLVER: &str = "crates/solver/src/settings.rs";
const CACHE: &str = "crates/world/src/manifold_cache.rs";
const SET: &str = "crates/solver/src/together/loads/find/set.rs";
const PRESSED: &str = "crates/solver/src/together/loads/pressed.rs";
const COLUMNS: &str = "crates/solver/src/together/loads/columns.rs";
const NEWTON: &str = "crates/solver/src/together/loads/newton.rs";
const BOUNDS: &str = "crates/solver/src/together/bounds.rs";
const SEAMS: &str = "crates/world/src/step/seams.rs";

const JOINTS: Known = Count("crates/world/src/joint.rs", "Joint) = \"");
const BROAD_PHASES: Known = Count("crates/broadphase/src/", "\nimpl Broadphase for ");
const OTHERS: Known = Count("crates/broadphases/src/", "\nimpl Broadphase for ");

/// A page, the words around a number in it, and the number.
const SAID: &[(&str, &str, Known)] = &[
    ("crates/world/README.md", "**# kinds of joints**", JOINTS),
    ("docs/README.md", "| # ways to find overlapping boxes", BROAD_PHASES),
    ("docs/README.md", "and # others", OTHERS),
    ("docs/broadphase.md", "traits.rs): # in the crate", BROAD_PHASES),
    ("docs/broadphase.md", "# in the crate [`broadphases`]", OTHERS),
    ("docs/solver.md", "divided into # sub-steps", Field(SOLVER, "substeps", 1.0)),
    ("docs/solver.md", "makes # biased sweeps", Field(SOLVER, "biased_sweeps", 1.0)),
    ("docs/solver.md", "makes # relax sweep,", Field(SOLVER, "relax_sweeps", 1.0)),
    ("docs/solver.md", "`softness.rs`): # Hz between", Field(SOLVER, "contact_hertz", 1.0)),
    ("docs/solver.md", "# Hz against a body of infinite mass", Field(SOLVER, "contact_hertz", 2.0)),
    ("docs/solver.md", "damping ratio #. The", Field(SOLVER, "contact_damping_ratio", 1.0)),
    ("docs/solver.md", "separate at no more than # m/s", Field(SOLVER, "push_out_speed", 1.0)),
    (
        "docs/solver.md",
        "which is # by default, and the greater radius",
        Const(SETTINGS, "ROLLING_RESISTANCE", 1.0),
    ),
    ("docs/solver.md", "slow for # a second: no point", Const(SETTINGS, "TIME_TO_SLEEP", 1.0)),
    ("docs/solver.md", "no point faster than # cm/s", Const(SETTINGS, "SLEEP_SPEED", 100.0)),
    (
        "docs/solver.md",
        "fewer than # bodies is one strip",
        Const("crates/solver/src/schedule/strips.rs", "MIN_BODIES", 1.0),
    ),
    ("docs/solver.md", "none of # colours", Const("crates/solver/src/schedule/colors.rs", "COLORS", 1.0)),
    ("docs/solver.md", "until a point has separated by # mm", Const(CACHE, "REUSE_DISTANCE", 1000.0)),
    ("docs/solver.md", "until a body has turned by # degrees", Const(CACHE, "LEVER_LAG", 57.3)),
    (
        "docs/guide.md",
        "within # cm of each other (the *speculative",
        Const(SETTINGS, "SPECULATIVE_DISTANCE", 100.0),
    ),
    ("docs/guide.md", "is divided into # *sub-steps*", Field(SOLVER, "substeps", 1.0)),
    ("docs/guide.md", "slower than # cm/s is slow", Const(SETTINGS, "SLEEP_SPEED", 100.0)),
    ("docs/glossary.md", "faster than its sleep speed, # cm/s", Const(SETTINGS, "SLEEP_SPEED", 100.0)),
    ("docs/seams.md", "speculative distance of # cm", Const(SETTINGS, "SPECULATIVE_DISTANCE", 100.0)),
    ("docs/seams.md", "within the slop (# mm)", Const(SETTINGS, "LINEAR_SLOP", 1000.0)),
    ("docs/seams.md", "dynamic ones that move with it to # m/s", Const(SEAMS, "MAX_DRIFT", 1.0)),
    ("docs/seams.md", "along the normal faster than # m/s", Const(SEAMS, "MIN_APPROACH", 1.0)),
    (
        "docs/continuous.md",
        "overlap by more than # mm on the way",
        Const("crates/world/src/step/sweep/hit.rs", "GRAZE", 1000.0),
    ),
    ("docs/loads.md", "bodies on which more than # times their mass presses", Const(PRESSED, "HEAVY", 1.0)),
    ("docs/loads.md", "less than 1/# of the mass that presses", Const(PRESSED, "CRUSHED", 1.0)),
    ("docs/loads.md", "clusters of more than # bodies, or of more than 84", Const(SET, "MAX_BODIES", 1.0)),
    ("docs/loads.md", "120 bodies, or of more than # if one", Const(SET, "MAX_DEEP_BODIES", 1.0)),
    ("docs/loads.md", "with `Tall` more than #, if nothing heavy", Const(SET, "MAX_TALL", 1.0)),
    ("docs/loads.md", "it has from # to 160 bodies", Const(COLUMNS, "MIN_COLUMN", 1.0)),
    ("docs/loads.md", "it has from 9 to # bodies", Const(COLUMNS, "MAX_COLUMN", 1.0)),
    (
        "docs/loads.md",
        "velocity of a body by more than # m/s",
        Const("crates/solver/src/together/loads/newton.rs", "GREATEST_KICK", 1.0),
    ),
    (
        "docs/loads.md",
        "leaves # mm of it, in which",
        Const("crates/solver/src/together/loads/touch.rs", "DEAD_BAND", 1000.0),
    ),
    (
        "docs/mechanisms.md",
        "carries at least # times the mass",
        Const("crates/solver/src/together/mechanisms/graph.rs", "LOADED", 1.0),
    ),
    (SOLVER, "bear more than their weight, up to # bodies", Const(SET, "MAX_BODIES", 1.0)),
    (SOLVER, "tall columns: of up to # connected bodies", Const(COLUMNS, "MAX_COLUMN", 1.0)),
    (SOLVER, "the contacts of up to # connected bodies that bear", Const(SET, "MAX_TALL", 1.0)),
    ("docs/tasks.md", "approach at less than # m/s do not bounce", Field(SOLVER, "bounce_threshold", 1.0)),
    (
        "docs/tasks.md",
        "`WorldSettings::rolling_resistance` is # by default",
        Const(SETTINGS, "ROLLING_RESISTANCE", 1.0),
    ),
    ("docs/tasks.md", "it bears more than # times its mass", Const(PRESSED, "CRUSHED", 1.0)),
    ("docs/tasks.md", "a step of more than # mm", Const(SETTINGS, "LINEAR_SLOP", 1000.0)),
    ("docs/tasks.md", "up to # bodies: [loads]", Const(SET, "MAX_TALL", 1.0)),
    ("docs/snapshots.md", "their pages, of # items", Const("crates/world/src/paged.rs", "PAGE", 1.0)),
    ("docs/loads.md", "at most # times; this also", Const(NEWTON, "MAX_SOLVES", 1.0)),
    ("docs/loads.md", "does not converge in a # steps", Const(NEWTON, "MAX_STEPS", 1.0)),
    ("docs/loads.md", "has a *give* of # (see", Const(SET, "COLUMN_GIVE", 1.0)),
    ("docs/mechanisms.md", "the give is #. Contradictory", Const(BOUNDS, "CLOSED_GIVE", 1.0)),
    ("docs/mechanisms.md", "The give of a mechanism is # for", Const(BOUNDS, "SOFT_GIVE", 1.0)),
    ("docs/glossary.md", "works on: # `f32`", Const("crates/compute/src/lanes/traits.rs", "LANES", 1.0)),
    ("docs/README.md", "![# of the scenes]", Count("xtask/src/pictures.rs", "\n    (\"")),
    (
        "docs/architecture.md",
        "islands that have been slow for # a second",
        Const(SETTINGS, "TIME_TO_SLEEP", 1.0),
    ),
    ("CONTRIBUTING.md", "instructions of # scenes", Count("xtask/src/ci/counts.rs", "\n    (\"")),
];

/// Numbers of pages that are not those of the code, and rows of the table that find nothing.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    SAID.iter().flat_map(|(page, words, known)| check_row(sources, page, words, known)).collect()
}

fn check_row(sources: &[Source], page: &str, words: &str, known: &Known) -> Vec<Problem> {
    // A part of the workspace is checked by the tests below.
    let Some(page) = sources.iter().find(|source| source.path == page) else { return Vec::new() };
    let (why, mend) = ("a reader trusts it", "write the number of the code");
    let Some(exact) = value(known, sources) else {
        let what = format!("the code has no number for `{words}`");
        return vec![page.problem(0, what, why, "correct the row in xtask/src/tidy/numbers.rs")];
    };
    let text = unwrapped(page);
    let said = numbers(&text, words);
    if said.is_empty() {
        let what = format!("the words `{words}` are gone");
        return vec![page.problem(0, what, why, "correct the row in xtask/src/tidy/numbers.rs")];
    }
    let wrong = said.into_iter().filter(|(_, number)| (number - exact).abs() > 0.05 * exact.abs());
    let line = |said: &str| page.text.find(said).unwrap_or(0);
    wrong
        .map(|(said, _)| {
            let what = format!("`{}`, where the code has {exact}", words.replace('#', said));
            page.problem(line(words.split('#').next().unwrap_or_default().trim()), what, why, mend)
        })
        .collect()
}

/// The number that the code has.
fn value(known: &Known, sources: &[Source]) -> Option<f64> {
    let parsed = |file: &str, before: &str, end: char| -> Option<f64> {
        let source = sources.iter().find(|source| source.path == file)?;
        let rest = &source.text[source.text.find(before)? + before.len()..];
        let rest = rest.strip_prefix(|c: char| c == ':')?;
        let value = &rest[..rest.find(end)?];
        // `T = value` of a constant, `value` of a field.
        value.rsplit('=').next()?.trim().replace('_', "").parse().ok()
    };
    match known {
        Const(file, name, scale) => Some(parsed(file, &format!("const {name}"), ';')? * scale),
        Field(file, name, scale) => {
            let source = sources.iter().find(|source| source.path == *file)?;
            let default = source.text.find("Default for SolverSettings")?;
            let rest = &source.text[default..];
            let name = format!("{name}: ");
            let rest = &rest[rest.find(&name)? + name.len()..];
            Some(rest[..rest.find(',')?].trim().parse::<f64>().ok()? * scale)
        }
        Count(place, text) => {
            let of = sources.iter().filter(|source| source.path.starts_with(place));
            let count: usize = of.map(|source| source.text.matches(text).count()).sum();
            (count > 0).then_some(count as f64)
        }
    }
}

/// The text without marks of comments, with each run of white space replaced by one space.
fn unwrapped(page: &Source) -> String {
    let is_code = page.path.ends_with(".rs");
    let line = |line: &str| -> String {
        let line = line.trim();
        if is_code { line.trim_start_matches(['/', '!']).to_owned() } else { line.to_owned() }
    };
    let text: Vec<String> = page.text.lines().map(line).collect();
    text.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers at the place of `#` in `words`, wherever these stand in the text, as they are written there.
fn numbers<'a>(text: &'a str, words: &str) -> Vec<(&'a str, f64)> {
    let Some((before, after)) = words.split_once('#') else { return Vec::new() };
    let starts = text.match_indices(after).filter_map(|(end, _)| {
        let start = text[..end].rfind([' ', '(', '[', '*', '/']).map_or(0, |at| at + 1);
        let is_there = text[..start].ends_with(before);
        is_there.then_some((&text[start..end], number(&text[start..end])?))
    });
    starts.collect()
}

/// A number in digits or in words.
fn number(text: &str) -> Option<f64> {
    const WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen \
                         fifteen sixteen seventeen eighteen nineteen twenty";
    let lower = text.to_lowercase();
    match lower.as_str() {
        "half" => Some(0.5),
        "forty" => Some(40.0),
        "hundred" => Some(100.0),
        word => WORDS
            .split(' ')
            .position(|known| known == word)
            .map(|at| at as f64)
            .or_else(|| word.replace(',', "").parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "//! A.\npub(crate) const SPEED: f32 = 0.05; // m/s\nconst MOST: usize = 1_100;\n\
                        impl Default for SolverSettings {\n    substeps: 4,\n}\n";

    fn wrong(text: &str, words: &str, known: &Known) -> usize {
        let sources = [Source::new(text, "docs/a.md"), Source::new(CODE, "crates/solver/src/a.rs")];
        check_row(&sources, "docs/a.md", words, known).len()
    }

    #[test]
    fn a_number_that_differs_from_the_code_is_found_in_digits_and_in_words() {
        let steps = Field("crates/solver/src/a.rs", "substeps", 1.0);
        assert_eq!(wrong("It is cut into four\nsub-steps.", "into # sub-steps", &steps), 0);
        assert_eq!(wrong("It is cut into 4 sub-steps.", "into # sub-steps", &steps), 0);
        assert_eq!(wrong("It is cut into five sub-steps.", "into # sub-steps", &steps), 1);
        let speed = Const("crates/solver/src/a.rs", "SPEED", 100.0);
        assert_eq!(wrong("slower than 5 cm/s,", "than # cm/s", &speed), 0);
        assert_eq!(wrong("slower than 5 cm/s or than 6 cm/s", "than # cm/s", &speed), 1);
        let most = Const("crates/solver/src/a.rs", "MOST", 1.0);
        assert_eq!(wrong("1/1,100 of the mass", "1/# of the mass", &most), 0);
        let lines = Count("crates/solver/src/", "const ");
        assert_eq!(wrong("**Two constants**", "**# constants**", &lines), 0);
        assert_eq!(wrong("**Ten constants**", "**# constants**", &lines), 1);
    }

    #[test]
    fn a_row_without_words_or_without_a_constant_is_found() {
        let speed = Const("crates/solver/src/a.rs", "SPEED", 100.0);
        assert_eq!(wrong("Something else.", "than # cm/s", &speed), 1);
        assert_eq!(wrong("than 5 cm/s", "than # cm/s", &Const("crates/solver/src/a.rs", "GONE", 1.0)), 1);
    }

    #[test]
    fn every_row_has_one_place_for_its_number() {
        for (page, words, _) in SAID {
            assert_eq!(words.matches('#').count(), 1, "{page}: {words}");
        }
    }
}
