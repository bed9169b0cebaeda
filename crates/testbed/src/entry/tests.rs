//! The pages about the texts and what scenes and explorers say of themselves agree.

use super::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn all() -> Vec<Entry> {
    Entry::all().collect()
}

/// The cells of each row of the table of sections of a page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let table = page.lines().skip_while(|line| !line.starts_with("| section |"));
    let lines = table.skip(2).take_while(|line| line.starts_with("| "));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    lines.map(cells).collect()
}

/// What a page names in a row: `scene tower`, `explorer lines` or `comparison weights`.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    let spans = cell.split('`').skip(1).step_by(2);
    spans.filter(|span| ["scene ", "explorer ", "comparison "].iter().any(|kind| span.starts_with(kind)))
}

fn name_on_a_page(entry: Entry) -> String {
    format!("{} {}", entry.kind(), entry.name())
}

/// The name of a text is the heading of its page, its title that of the list of pages, and its sections are
/// those of the rows, in their order.
#[test]
fn names_titles_and_sections_are_those_of_the_pages() {
    let list = read("docs/texts/README.md").replace('*', "");
    for text in Text::ALL {
        let page = read(text.page());
        assert_eq!(page.lines().next(), Some(&*format!("# {}", text.name())));
        let file = text.page().strip_prefix("docs/texts/").unwrap();
        let row = format!("| [{}]({file}) | {} |", file.strip_suffix(".md").unwrap(), text.title());
        assert!(list.contains(&row), "{row}");
        let mut sections: Vec<String> = rows(&page).into_iter().map(|row| row[0].clone()).collect();
        sections.dedup();
        let names: Vec<&str> = text.sections().map(|section| section.name).collect();
        assert_eq!(names, sections, "{}", text.name());
    }
}

/// What names a section is named by a row of that section on the page of its text, and all that a row names
/// says that it shows that section.
#[test]
fn pages_and_entries_name_the_same_sections() {
    let mut on_pages = BTreeSet::new();
    for text in Text::ALL {
        for row in rows(&read(text.page())) {
            let section = format!("{}: {}", text.name(), row[0]);
            on_pages.extend(named(&row[4]).map(|name| (section.clone(), name.to_owned())));
        }
    }
    let mut by_entries = BTreeSet::new();
    for entry in all() {
        by_entries.extend(entry.sections().iter().map(|one| (one.to_string(), name_on_a_page(entry))));
    }
    let only_on_pages: Vec<_> = on_pages.difference(&by_entries).collect();
    let only_by_entries: Vec<_> = by_entries.difference(&on_pages).collect();
    assert!(
        only_on_pages.is_empty(),
        "a page names them, and they do not name the section: {only_on_pages:?}"
    );
    assert!(only_by_entries.is_empty(), "they name a section whose rows do not: {only_by_entries:?}");
}

/// Each row of the errata names, for each of its texts, sections that are on the page of that text, and tests
/// that exist.
#[test]
fn errata_name_sections_of_their_texts_and_tests_that_exist() {
    let page = read("docs/errata.md");
    let table = page.lines().skip_while(|line| !line.starts_with("| text | section |")).skip(2);
    let mut count = 0;
    for line in table.take_while(|line| line.starts_with("| ")) {
        let line = line.replace("\\|", "");
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [texts, sections, _, _, tests] = cells[..] else { panic!("{line}") };
        let (texts, sections): (Vec<_>, Vec<_>) =
            (texts.split("; ").collect(), sections.split("; ").collect());
        assert_eq!(texts.len(), sections.len(), "{line}");
        for (name, sections) in texts.into_iter().zip(sections) {
            let text = Text::ALL.into_iter().find(|text| text.name() == name).expect(name);
            for section in sections.split(", ") {
                assert!(text.sections().any(|known| known.name == section), "{name}: {section}");
            }
        }
        // `solver`, `impulse.rs`: `one`, `other`; `geom`, `tests/mass.rs`: `third`
        let mut folder = String::new();
        for part in tests.split("; ") {
            let names: Vec<&str> = part.split('`').skip(1).step_by(2).collect();
            let (mut source, mut found) = (String::new(), 0);
            for name in names {
                if name.ends_with(".rs") {
                    let path = format!("crates/{folder}/{name}");
                    let in_src = format!("crates/{folder}/src/{name}");
                    source = read(if root().join(&path).is_file() { &path } else { &in_src });
                } else if root().join("crates").join(name).is_dir() {
                    name.clone_into(&mut folder);
                } else {
                    assert!(source.contains(&format!("fn {name}(")), "{line}: {name}");
                    found += 1;
                }
            }
            assert!(found > 0, "{line}: no test");
        }
        count += 1;
    }
    assert!(count > 40, "{count} rows");
}

/// Every file that an entry links to exists. The file of a scene or a comparison has its definition.
#[test]
fn linked_files_exist() {
    for entry in all() {
        for (text, _) in entry.origins() {
            assert!(root().join(text.page()).is_file(), "{}: {}", entry.name(), text.page());
        }
        let source = read(entry.source());
        if !matches!(entry, Entry::Explorer(_)) {
            let name = entry.name();
            assert!(source.contains(&format!("\"{name}\"")), "{name}: {}", entry.source());
        }
    }
}

/// By text, each entry stands once under each of its sections, in the order of the texts, and those from no
/// text come last.
#[test]
fn each_entry_stands_under_each_of_its_sections() {
    let groups = by_text(&all());
    let order: Vec<Section> = Text::ALL.into_iter().flat_map(Text::sections).collect();
    let places: Vec<usize> = groups
        .iter()
        .map(|(section, _)| section.map_or(order.len(), |one| order.iter().position(|&o| o == one).unwrap()))
        .collect();
    assert!(places.is_sorted() && places.last() == Some(&order.len()), "{places:?}");
    for entry in all() {
        let shown: Vec<Option<Section>> = groups
            .iter()
            .flat_map(|(section, group)| group.iter().map(move |one| (section, one)))
            .filter(|(_, one)| one.name() == entry.name())
            .map(|(section, _)| *section)
            .collect();
        assert_eq!(shown.len(), entry.sections().len().max(1), "{}", entry.name());
        let is_one_of_its = |section: &Option<Section>| match section {
            Some(section) => entry.sections().contains(section),
            None => entry.sections().is_empty(),
        };
        assert!(shown.iter().all(is_one_of_its), "{}: {shown:?}", entry.name());
    }
}

/// An explorer says which texts it comes from, but for one of the engine alone; a benchmark comes from none.
#[test]
fn origins_name_the_text_once_with_its_sections() {
    let origins = |name: &str| {
        let entry = all().into_iter().find(|entry| entry.name() == name).unwrap();
        entry.origins().into_iter().map(|(_, words)| words).collect::<Vec<_>>()
    };
    assert_eq!(origins("triangle fan"), ["Sotirov 2022: Mass, Centroid, Rotational Inertia"]);
    assert_eq!(origins("many_pyramids"), [""; 0]);
    let without: Vec<_> = Entry::explorers().filter(|entry| entry.origins().is_empty()).collect();
    assert_eq!(without.iter().map(|entry| entry.name()).collect::<Vec<_>>(), ["batch"]);
}
