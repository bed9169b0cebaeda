//! What the search of the list finds.

use crate::entry::Entry;

/// Whether the search finds an entry, by name, description, text or section.
pub fn is_match(search: &str, entry: Entry) -> bool {
    // The list asks this of every entry in every frame.
    if search.trim().is_empty() {
        return true;
    }
    let mut words = format!("{} {} {}", entry.name(), entry.title(), entry.about());
    for section in entry.sections() {
        words += &format!(" {} {} {}", section.text.title(), section.text.name(), section.name);
    }
    matches(search, &words)
}

/// Whether each word of the search begins a word of the text.
fn matches(search: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    (search.to_lowercase().split(|letter: char| !letter.is_alphanumeric()))
        .all(|wanted| words.iter().any(|word| word.starts_with(wanted)))
}

/// The entry that Enter chooses: one whose name is the search text, else one whose name begins with it, else
/// one whose name matches, else one whose description matches, else one whose text or section does; of
/// several the first in the list.
pub fn best_match(search: &str, entries: impl Iterator<Item = Entry>) -> Option<Entry> {
    let wanted = search.trim().to_lowercase().replace(' ', "_");
    let rank = |entry: &Entry| match entry.name().replace(' ', "_") {
        name if name == wanted => 0,
        name if name.starts_with(&wanted) => 1,
        name if matches(search, &name) => 2,
        name if matches(search, &format!("{name} {}", entry.about())) => 3,
        _ => 4,
    };
    entries.filter(|entry| is_match(search, *entry)).min_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str) -> Vec<&'static str> {
        Entry::scenes().filter(|scene| is_match(search, *scene)).map(Entry::name).collect()
    }

    /// The search matches beginnings of words in name and description, in any case; more words narrow it
    /// down.
    #[test]
    fn scenes_are_found_by_how_words_begin() {
        assert_eq!(found("").len(), scenes::all().count());
        // The second and the third are described as "A box is thrown at a tower".
        let towers = [
            "tower",
            "detection_once",
            "positions_first",
            "tower_iterated",
            "tower_iterated_60",
            "recipe_5",
            "recipe_10",
            "recipe_20",
            "recipe_warm",
            "steady_tower",
            "soft_tower",
        ];
        assert_eq!(found("Tow"), towers);
        assert_eq!(found("cue"), ["billiards", "billiards_iterated"]);
        assert_eq!(found("large pyr"), found("large_pyramid"));
        assert!(found("pyramid").len() > found("large pyramid").len());
        assert!(found("xyzzy").is_empty());
    }

    /// Texts and sections are found too, of scenes and of explorers; what the description says comes first.
    #[test]
    fn entries_are_found_by_text_and_section() {
        let all = Entry::all;
        let found = |search: &str| {
            all().filter(|entry| is_match(search, *entry)).map(Entry::name).collect::<Vec<_>>()
        };
        assert_eq!(found("minkowski sums"), ["minkowski sum"]);
        assert_eq!(found("sotirov centroid"), ["triangle fan", "mean of vertices"]);
        assert_eq!(found("grabbing bodies with the mouse"), ["grabbing"]);
        for entry in all() {
            for section in entry.sections() {
                assert!(found(&section.to_string()).contains(&entry.name()), "{section}: {}", entry.name());
            }
        }
        let best = |search: &str| best_match(search, all()).map(Entry::name);
        assert_eq!(best("shapes normals"), Some("normals"));
        assert_eq!(best("friction"), Some("friction cone"));
    }

    /// Enter chooses the scene of exactly this name, though other names and descriptions match too.
    #[test]
    fn exact_name_is_the_best_match() {
        for scene in scenes::all() {
            let best = best_match(scene.name, Entry::scenes()).unwrap();
            assert_eq!(best.name(), scene.name);
            let best = best_match(&scene.name.replace('_', " "), Entry::scenes()).unwrap();
            assert_eq!(best.name(), scene.name);
        }
        assert!(found("pyramid").len() > 1, "other scenes match too");
        let best = |search: &str| best_match(search, Entry::scenes()).map(Entry::name);
        assert_eq!(best("pyramid"), Some("pyramid"));
        assert_eq!(best("cue"), Some("billiards"));
        assert_eq!(best("xyzzy"), None);
    }
}
