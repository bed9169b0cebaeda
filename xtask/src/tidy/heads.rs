//! What one reads first is short: the head of a file (idea, formula, source, and one line for each
//! alternative), and the pages of the first hour together.
//!
//! Words of prose are counted, tables too, and not those in fenced drawings and formulas. What was measured
//! and what was turned down is an entry of the notebook, `docs/experiments`, and a head names its page.

use super::Problem;
use super::source::Source;

/// Words of prose in a head. The style page says about 200; a word more is no reason to break a sentence.
const MOST_PROSE: usize = 220;

/// Words of a head with those in its drawings and formulas: no prose hides in a drawing.
const MOST: usize = 330;

/// The pages of the first hour, and the words that they may have together.
const FIRST_HOUR: &[&str] = &["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/guide.md"];
const MOST_FIRST: usize = 3500;

/// Files whose heads may be longer, and why.
const LONGER: &[(&str, &str)] = &[];

/// Reports a head that is too long.
pub fn check(source: &Source) -> Option<Problem> {
    if LONGER.iter().any(|(file, _)| *file == source.path) {
        return None;
    }
    let [prose, all] = words(&source.text);
    let what = if prose > MOST_PROSE {
        format!("a head of {prose} words of prose, more than {MOST_PROSE}")
    } else if all > MOST {
        format!("a head of {all} words with its drawings, more than {MOST}")
    } else {
        return None;
    };
    let mend = "move what was measured or turned down to docs/experiments, and name the page";
    Some(source.problem(0, what, "one reads it before the code, not in place of it", mend))
}

/// Reports that the pages of the first hour have become too long.
pub fn first_hour(sources: &[Source]) -> Option<Problem> {
    let pages = sources.iter().filter(|source| FIRST_HOUR.contains(&source.path.as_str()));
    let words: usize = pages.map(|page| page.text.split_whitespace().count()).sum();
    let first = sources.iter().find(|source| source.path == FIRST_HOUR[0])?;
    let what = format!("{} have {words} words together, more than {MOST_FIRST}", FIRST_HOUR.join(", "));
    let (why, mend) = ("one reads them in an hour", "move reference to a page of its own");
    (words > MOST_FIRST).then(|| first.problem(0, what, why, mend))
}

/// The words of the head of a file, without those in fences and with them.
fn words(text: &str) -> [usize; 2] {
    let head = text.lines().map(str::trim_start).take_while(|line| {
        line.is_empty() || line.starts_with("//!") || line.starts_with("#![") || line.starts_with("// ")
    });
    let (mut prose, mut all, mut is_fenced) = (0, 0, false);
    for line in head.filter_map(|line| line.strip_prefix("//!")) {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        let is_word = |word: &&str| word.contains(|c: char| c.is_alphanumeric());
        let words = line.split_whitespace().filter(is_word).count();
        all += words;
        prose += if is_fenced { 0 } else { words };
    }
    [prose, all]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(head: &str) -> Source {
        Source::new(format!("{head}\nuse x;\n//! no head any more\n"), "crates/geom/src/a.rs")
    }

    #[test]
    fn prose_counts_with_tables_and_drawings_count_apart() {
        let head =
            "//! One two, three: 4.\n//!\n//! | five | - |\n//! ```text\n//!  +--a--+ b\n//! ```\n//! six";
        assert_eq!(words(&file(head).text), [6, 8]);
        assert_eq!(words("#![no_std]\n// one\n\n//! two\nfn f() {}\n//! three"), [1, 1]);
    }

    #[test]
    fn a_head_is_too_long_from_one_word_beyond_either_bound() {
        let prose = |words: usize| format!("//! {}", "word ".repeat(words));
        let fence = |words: usize| format!("\n//! ```text\n//! {}\n//! ```", "word ".repeat(words));
        assert_eq!(check(&file(&prose(MOST_PROSE))), None);
        assert!(check(&file(&prose(MOST_PROSE + 1))).is_some());
        let full = prose(MOST_PROSE);
        assert_eq!(check(&file(&(full.clone() + &fence(MOST - MOST_PROSE)))), None);
        assert!(check(&file(&(full + &fence(MOST - MOST_PROSE + 1)))).is_some());
    }

    #[test]
    fn pages_of_the_first_hour_count_together() {
        let page = |path: &str, words: usize| Source::new("word ".repeat(words), path);
        let pages = |words| [page("README.md", 1), page("docs/guide.md", words), page("docs/a.md", 9999)];
        assert_eq!(first_hour(&pages(MOST_FIRST - 1)), None);
        assert!(first_hour(&pages(MOST_FIRST)).is_some());
    }

    #[test]
    fn an_exception_has_a_reason() {
        for (file, reason) in LONGER {
            assert!(reason.split_whitespace().count() > 3, "{file}: {reason}");
        }
    }
}
