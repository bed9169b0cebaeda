//! The figures of the front page are those of the page that they come from.
//!
//! README says of the large scenes: "0.61 of Box2D 3.2's time on one thread and 0.56 on two". The comparison
//! page holds the geometric means in the line whose first cell ends in "large scenes", and `cargo xtask
//! bench` writes it.

use super::Problem;
use super::source::Source;

/// The page that repeats the figures.
const FRONT: &str = "README.md";

/// The page from which they come.
const PAGE: &str = "docs/measured/comparison.txt";

/// The column of the page with the ratio that README tells, and that with the number of threads.
const RATIO: &str = "ours / box2d";
const THREADS: &str = "threads";

/// The words of README before each figure of time, and the number of threads of that figure.
const SAID: &[(&str, &str)] =
    &[(" of Box2D 3.2's time on one thread", "1"), (" on two (geometric mean", "2")];

/// README's claim that no scene takes longer than on Box2D.
const NONE_LONGER: &str = "none takes longer";

/// README's figures that are not on the page.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let find = |path: &str| sources.iter().find(|source| source.path == path);
    let (Some(front), Some(page)) = (find(FRONT), find(PAGE)) else { return Vec::new() };
    let text = unwrapped(&front.text);
    let rows = ratios(&page.text);
    let mut problems = Vec::new();
    for (words, threads) in SAID {
        let means: Vec<&Row> = rows.iter().filter(|row| row.is_mean() && row.threads == *threads).collect();
        let said = text.split_once(words).and_then(|(before, _)| before.rsplit(' ').next()?.parse().ok());
        let what = match (means.as_slice(), said) {
            ([], _) => format!("{PAGE} has no mean of the large scenes on {threads} threads"),
            (_, None) => format!("no figure before the words `{}`", words.trim()),
            // Half a unit of the last digit that README tells, and as much for the rounding of the page.
            ([mean, ..], Some(said)) if !agrees(mean.ratio, said) => {
                format!("{said} of Box2D's time on {threads} threads, where {PAGE} says {}", mean.ratio)
            }
            _ => continue,
        };
        problems.push(problem(front, words, what));
    }
    // Means are of the large scenes; the claim is about these too, and about every single one of them.
    let slower = rows.iter().take_while(|row| !row.is_mean()).find(|row| row.ratio > 1.0);
    if let Some(row) = slower.filter(|_| text.contains(NONE_LONGER)) {
        let Row { scene, threads, ratio } = row;
        let what = format!("`{NONE_LONGER}`, where {PAGE} says {ratio} for {scene} on {threads} threads");
        problems.push(problem(front, NONE_LONGER, what));
    }
    problems
}

/// Whether a figure of two digits is the page's figure of three.
fn agrees(exact: f64, said: f64) -> bool {
    (exact - said).abs() < 0.0055
}

fn problem(front: &Source, words: &str, what: String) -> Problem {
    let start = words.split_whitespace().next_back().unwrap_or_default();
    let line = front.text.lines().position(|line| line.contains(start)).unwrap_or(0) + 1;
    Problem {
        file: front.path.clone(),
        line,
        what,
        why: "the front page tells what was measured",
        mend: "copy the figure from the page, which `cargo xtask bench` writes".to_owned(),
    }
}

/// The text with each run of white space replaced by one space.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One line of the table of speed.
#[derive(Debug)]
struct Row {
    scene: String,
    threads: String,
    ratio: f64,
}

impl Row {
    fn is_mean(&self) -> bool {
        self.scene.ends_with("large scenes")
    }
}

/// The lines of the first table that has the columns [`THREADS`] and [`RATIO`].
fn ratios(page: &str) -> Vec<Row> {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let mut lines = page.lines().skip_while(|line| !(line.contains(THREADS) && line.contains(RATIO)));
    let head = cells(lines.next().unwrap_or_default());
    let column = |name: &str| head.iter().position(|cell| cell == name);
    let (Some(threads), Some(ratio)) = (column(THREADS), column(RATIO)) else { return Vec::new() };
    let row = |line: &str| {
        let cells = cells(line);
        // `*` marks scenes that ended in different states.
        let ratio = cells.get(ratio)?.trim_end_matches('*').parse().ok()?;
        Some(Row { scene: cells.get(1)?.clone(), threads: cells.get(threads)?.clone(), ratio })
    };
    lines.take_while(|line| line.starts_with('|')).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| scene | threads | ours | ours / box2d | ours / rapier |\n|---|--:|--:|--:|--:|\n\
                         | pile | 1 | 2.0 | 0.613* | 0.4 |\n| pile | 2 | 2.0 | 0.9 | 2.0 |\n\
                         | the twelve large scenes | 1 | | 0.605 | 0.386 |\n\
                         | the twelve large scenes | 2 | | 0.561 | - |\n";

    const SENTENCE: &str = "A step takes 0.61 of Box2D 3.2's\ntime on one thread and 0.56 on two (geometric means; none \
                            takes longer).";

    /// The wrong figures of README.
    fn wrong(readme: &str, page: &str) -> Vec<String> {
        let sources = [Source::new(readme, FRONT), Source::new(page, PAGE)];
        check(&sources).into_iter().map(|problem| problem.what).collect()
    }

    #[test]
    fn figures_that_agree_pass() {
        assert_eq!(wrong(SENTENCE, TABLE), [""; 0]);
        assert_eq!(wrong(&SENTENCE.replace("0.61", "0.60"), TABLE), [""; 0], "0.605 rounds either way");
    }

    #[test]
    fn a_figure_that_is_not_on_the_page_is_found() {
        for (old, new) in [("0.61", "0.62"), ("0.61", "about half"), ("0.56", "0.57"), ("0.56", "0.55")] {
            assert_eq!(wrong(&SENTENCE.replace(old, new), TABLE).len(), 1, "{new}");
        }
        assert_eq!(wrong("No figures.", TABLE).len(), 2);
        assert_eq!(wrong(SENTENCE, "No table.").len(), 2);
    }

    #[test]
    fn a_scene_that_takes_longer_is_found() {
        let slower = TABLE.replace("0.9 |", "1.01 |");
        let found = wrong(SENTENCE, &slower);
        assert!(found.len() == 1 && found[0].contains("1.01 for pile on 2 threads"), "{found:?}");
        assert_eq!(wrong(&SENTENCE.replace("none", "few"), &slower), [""; 0]);
    }
}
