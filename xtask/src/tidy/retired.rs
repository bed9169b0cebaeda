//! Retired words: words of earlier versions that the glossary bans from the paths it names.
//!
//! The table stands at the end of `docs/glossary.md`, one line for each word: | retired | in | use instead |.
//! The second column lists files and folders, separated by commas.
//!
//! - A word in lower case (`zone`, `line_up`) is found as a word of a text and as a part of a name, in any
//!   case and in the plural: `zone_of`, `ZoneIndex`, `ZONES`. It is not found inside another word: `ozone`.
//! - A word with capitals (`Meeting`, `GROUND`) is found with exactly these capitals: `MeetingKind`, not
//!   `meeting`.
//! - A word with other characters (`BodyInput::KINEMATIC`, `lie under`) is found as it is written.

use super::Problem;
use super::source::{Source, is_word};

/// Where the table stands.
pub const GLOSSARY: &str = "docs/glossary.md";

/// How the line begins that is the head of the table.
const HEAD: &str = "| retired |";

/// One line of the table.
#[derive(Debug)]
struct Retired {
    /// The word, as it stands in the table, without back quotes.
    word: String,
    /// The files and folders from which it is banned.
    paths: Vec<String>,
    /// What stands in its place.
    instead: String,
    /// Its line in the glossary.
    line: usize,
}

/// Every use of a retired word where the glossary bans it, and every line of the table that cannot be
/// understood.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let Some(glossary) = sources.iter().find(|source| source.path == GLOSSARY) else { return Vec::new() };
    let (words, mut problems) = table(glossary);
    problems.extend(words.iter().flat_map(|retired| unknown_paths(retired, sources)));
    // The licences are others' texts.
    let is_ours = |source: &&Source| source.path != GLOSSARY && !source.path.contains("/LICENSE-");
    for source in sources.iter().filter(is_ours) {
        for retired in words.iter().filter(|retired| retired.paths.iter().any(|path| covers(path, source))) {
            problems.extend(uses(retired, source));
        }
    }
    problems
}

/// The table of the glossary, and its lines that are not understood.
fn table(glossary: &Source) -> (Vec<Retired>, Vec<Problem>) {
    let (mut words, mut problems) = (Vec::new(), Vec::new());
    let lines = glossary.text.lines().enumerate().skip_while(|(_, line)| !line.starts_with(HEAD));
    for (index, line) in lines.skip(2).take_while(|(_, line)| line.starts_with('|')) {
        let cells: Vec<String> =
            line.split('|').map(|cell| cell.replace('`', "").trim().to_owned()).collect();
        let list = |cell: &str| cell.split(',').map(|item| item.trim().to_owned()).collect::<Vec<_>>();
        match cells.as_slice() {
            [_, retired, paths, instead, _]
                if ![retired, paths, instead].iter().any(|cell| cell.is_empty()) =>
            {
                words.extend(list(retired).into_iter().map(|word| Retired {
                    word,
                    paths: list(paths).iter().map(|path| path.trim_end_matches('/').to_owned()).collect(),
                    instead: instead.clone(),
                    line: index + 1,
                }));
            }
            _ => problems.push(Problem {
                file: GLOSSARY.to_owned(),
                line: index + 1,
                what: "not a line of the form | retired | in | use instead |".to_owned(),
                why: "the check cannot read it",
                mend: "fill the three cells".to_owned(),
            }),
        }
    }
    (words, problems)
}

/// The paths in which there is no file, so that the ban would do nothing.
fn unknown_paths(retired: &Retired, sources: &[Source]) -> Vec<Problem> {
    let is_unknown = |path: &&String| !sources.iter().any(|source| covers(path, source));
    let problem = |path: &String| Problem {
        file: GLOSSARY.to_owned(),
        line: retired.line,
        what: format!("`{}` is banned from `{path}`, where there is no file", retired.word),
        why: "the ban does nothing",
        mend: "correct the path, relative to the root".to_owned(),
    };
    retired.paths.iter().filter(is_unknown).map(problem).collect()
}

/// Whether `path` is the source or a folder that holds it.
fn covers(path: &str, source: &Source) -> bool {
    source.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The uses of one retired word in one file, at most one on each line.
fn uses(retired: &Retired, source: &Source) -> Vec<Problem> {
    let problem = |line: usize| Problem {
        file: source.path.clone(),
        line,
        what: format!("`{}` is a retired word", retired.word),
        why: "one meaning has one word, that of the glossary",
        mend: format!("use instead: {}", retired.instead),
    };
    let lines = source.text.lines().enumerate();
    lines.filter(|(_, line)| is_used(&retired.word, line)).map(|(index, _)| problem(index + 1)).collect()
}

/// Whether `line` holds the retired word.
fn is_used(word: &str, line: &str) -> bool {
    if !word.chars().all(is_word) {
        return line.match_indices(word).any(|(at, _)| {
            let is_free = |inner: Option<char>, outer: Option<char>| {
                !(inner.is_some_and(is_word) && outer.is_some_and(is_word))
            };
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            is_free(word.chars().next(), before.chars().next_back())
                && is_free(word.chars().next_back(), after.chars().next())
        });
    }
    let wanted = parts(word);
    let any_case = !word.chars().any(char::is_uppercase);
    let is_same = |wanted: &str, found: &str| {
        let found = if any_case { found.to_lowercase() } else { found.to_owned() };
        found == wanted || (any_case && found.strip_suffix('s') == Some(wanted))
    };
    line.split(|c| !is_word(c)).filter(|name| !name.is_empty()).any(|name| {
        let found = parts(name);
        found.windows(wanted.len()).any(|found| wanted.iter().zip(found).all(|(a, b)| is_same(a, b)))
    })
}

/// The words that a name is made of: `strip_coordinate`, `StripCoordinate` and `STRIP_COORDINATE` have two. A
/// number belongs to the word before it.
fn parts(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for word in name.split('_').filter(|word| !word.is_empty()) {
        let mut start = 0;
        let chars: Vec<(usize, char)> = word.char_indices().collect();
        for (index, &(at, c)) in chars.iter().enumerate().skip(1) {
            let after_small = !chars[index - 1].1.is_uppercase();
            let before_small = chars.get(index + 1).is_some_and(|(_, next)| next.is_lowercase());
            // `AabbTree` and `AABBTree` both end in `Tree`.
            if c.is_uppercase() && (after_small || before_small) {
                parts.push(&word[start..at]);
                start = at;
            }
        }
        parts.push(&word[start..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_into_words() {
        assert_eq!(parts("strip_coordinate"), ["strip", "coordinate"]);
        assert_eq!(parts("_StripCoordinate2D"), ["Strip", "Coordinate2", "D"]);
        assert_eq!(parts("AABBTree"), ["AABB", "Tree"]);
        assert_eq!(parts("EVEN_BORDER"), ["EVEN", "BORDER"]);
    }

    #[test]
    fn a_word_in_lower_case_is_found_in_texts_and_names() {
        for used in ["// A zone.", "let zone_of = 1;", "ZoneIndex", "fn next_zones()", "x.zone", "ZONES"] {
            assert!(is_used("zone", used), "{used}");
        }
        for free in ["ozone", "zonal", "zoned", "// none"] {
            assert!(!is_used("zone", free), "{free}");
        }
        for used in ["line_up(x)", "LineUp", "fn line_ups"] {
            assert!(is_used("line_up", used), "{used}");
        }
        for free in ["line up", "line_upper", "up_line", "line"] {
            assert!(!is_used("line_up", free), "{free}");
        }
    }

    #[test]
    fn a_word_with_capitals_is_found_with_these_capitals() {
        assert!(is_used("Meeting", "struct MeetingKind;"));
        assert!(!is_used("Meeting", "// a meeting"));
        assert!(is_used("GROUND", "const GROUND: u32"));
        assert!(!is_used("GROUND", "Ground, ground"));
        assert!(is_used("EvenOdd", "IsEvenOddRule"));
    }

    #[test]
    fn other_words_are_found_as_written() {
        assert!(is_used("BodyInput::KINEMATIC", "x(BodyInput::KINEMATIC)"));
        assert!(!is_used("BodyInput::KINEMATIC", "MyBodyInput::KINEMATIC, BodyInput::KINEMATIC_ROW"));
        assert!(is_used("lie under", "they lie under it"));
        assert!(!is_used("lie under", "they lie underneath"));
    }

    const TABLE: &str = "# Glossary\nzone\n\n## Retired words\n\n| retired | in | use instead |\n|---|---|---|\n\
                         | `zone`, `Meeting` | `crates/solver`, README.md | strip |\n";

    fn lines(path: &str, text: &str) -> Vec<(usize, String)> {
        let sources = [
            Source::new(TABLE, GLOSSARY),
            Source::new("# Front page", "README.md"),
            Source::new("", "crates/solver/a.rs"),
            Source::new(text, path),
        ];
        check(&sources).into_iter().map(|problem| (problem.line, problem.to_string())).collect()
    }

    #[test]
    fn a_use_is_reported_with_its_line_and_what_to_use_instead() {
        let found = lines("crates/solver/src/b.rs", "//! B.\n// One zone\nfn zones(zone: Meeting) {}\n");
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3, 3]);
        assert!(
            found[0].1.starts_with("crates/solver/src/b.rs:2: `zone` is a retired word"),
            "{}",
            found[0].1
        );
        assert!(found[0].1.ends_with("use instead: strip"), "{}", found[0].1);
    }

    #[test]
    fn a_word_is_banned_only_from_the_paths_of_its_line() {
        assert_eq!(lines("crates/world/src/b.rs", "zone"), []);
        assert_eq!(lines("crates/solver2/src/b.rs", "zone"), []);
        assert_eq!(lines("README.md", "a zone").len(), 1);
    }

    #[test]
    fn a_line_that_says_nothing_or_bans_from_nowhere_is_reported() {
        for line in ["| zone | | strip |", "| zone | crates/nowhere | strip |", "| zone | strip |"] {
            let text = format!("| retired | in | use instead |\n|---|---|---|\n{line}\n");
            let found = check(&[Source::new(text, GLOSSARY)]);
            assert_eq!(found.iter().map(|problem| problem.line).collect::<Vec<_>>(), [3], "{line}");
        }
    }
}
