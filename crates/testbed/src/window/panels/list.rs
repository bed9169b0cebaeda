//! The list of scenes and explorers, with a search.

use super::heading;
use crate::explorers::{EXPLORERS, Explorer};
use eframe::egui;
use scenes::Scene;

/// An entry of the list.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A scene.
    Scene(&'static Scene),
    /// An explorer.
    Explorer(&'static Explorer),
}

impl Choice {
    /// Name in the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene(scene) => scene.name,
            Self::Explorer(explorer) => explorer.name,
        }
    }

    /// What it shows, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Scene(scene) => scene.about,
            Self::Explorer(explorer) => explorer.about,
        }
    }
}

/// Shows the list. Returns the entry that was clicked, or on Enter the one that best matches the search.
pub fn list(ui: &mut egui::Ui, search: &mut String, current: &str) -> Option<Choice> {
    let label = ui.label("search");
    let field = ui.text_edit_singleline(search).labelled_by(label.id);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let all = || scenes::all().map(Choice::Scene);
    let explorers: Vec<_> = EXPLORERS.iter().map(Choice::Explorer).collect();
    let best = best_match(search, explorers.iter().copied().chain(all()));
    let mut chosen = None;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut group = |ui: &mut egui::Ui, title: &str, all: Vec<Choice>| {
            if !all.is_empty() {
                heading(ui, title);
            }
            for choice in all {
                let row = ui.selectable_label(choice.name() == current, choice.name());
                if row.on_hover_text(choice.about()).clicked() {
                    chosen = Some(choice);
                }
            }
        };
        let found = |choice: &Choice| matches(search, choice.name(), choice.about());
        // Explorers come first: they are few, and below the scenes they could be out of sight.
        group(ui, "explorers", explorers.into_iter().filter(found).collect());
        group(ui, "scenes", all().filter(found).collect());
        if best.is_none() {
            ui.weak("no name or description matches");
        }
    });
    if entered { best } else { chosen }
}

/// Whether each word of the search begins a word of the name or of the description.
fn matches(search: &str, name: &str, about: &str) -> bool {
    let text = format!("{name} {about}").to_lowercase();
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    (search.to_lowercase().split(|letter: char| !letter.is_alphanumeric()))
        .all(|wanted| words.iter().any(|word| word.starts_with(wanted)))
}

/// The entry that Enter chooses: one whose name is the search text, else one whose name begins with it, else
/// one whose name matches, else one whose description matches; of several the first in the list.
fn best_match(search: &str, entries: impl Iterator<Item = Choice>) -> Option<Choice> {
    let wanted = search.trim().to_lowercase().replace(' ', "_");
    let rank = |entry: &Choice| match entry.name().replace(' ', "_") {
        name if name == wanted => 0,
        name if name.starts_with(&wanted) => 1,
        name if matches(search, &name, "") => 2,
        _ => 3,
    };
    entries.filter(|entry| matches(search, entry.name(), entry.about())).min_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str) -> Vec<&'static str> {
        let all = scenes::all().filter(|scene| matches(search, scene.name, scene.about));
        all.map(|scene| scene.name).collect()
    }

    /// The search matches beginnings of words in name and description, in any case; more words narrow it
    /// down.
    #[test]
    fn scenes_are_found_by_how_words_begin() {
        assert_eq!(found("").len(), scenes::all().count());
        // The second and the third are described as "A box is thrown at a tower".
        let towers =
            ["tower", "detection_once", "positions_first", "tower_iterated", "steady_tower", "soft_tower"];
        assert_eq!(found("Tow"), towers);
        assert_eq!(found("cue"), ["billiards", "billiards_iterated"]);
        assert_eq!(found("large pyr"), found("large_pyramid"));
        assert!(found("pyramid").len() > found("large pyramid").len());
        assert!(found("xyzzy").is_empty());
    }

    /// Enter chooses the scene of exactly this name, though other names and descriptions match too.
    #[test]
    fn exact_name_is_the_best_match() {
        for scene in scenes::all() {
            let best = best_match(scene.name, scenes::all().map(Choice::Scene)).unwrap();
            assert_eq!(best.name(), scene.name);
            let best = best_match(&scene.name.replace('_', " "), scenes::all().map(Choice::Scene)).unwrap();
            assert_eq!(best.name(), scene.name);
        }
        assert!(found("pyramid").len() > 1, "other scenes match too");
        let best = |search: &str| best_match(search, scenes::all().map(Choice::Scene)).map(Choice::name);
        assert_eq!(best("pyramid"), Some("pyramid"));
        assert_eq!(best("cue"), Some("billiards"));
        assert_eq!(best("xyzzy"), None);
    }
}
