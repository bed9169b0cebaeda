//! The list of what can be seen, with a search.

use super::heading;
use crate::window::explorers::Explorer;
use eframe::egui;
use scenes::Scene;

/// What can be chosen.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A scene that runs.
    Scene(&'static Scene),
    /// A picture of one idea, to be played with.
    Explorer(Explorer),
}

impl Choice {
    /// As it is listed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene(scene) => scene.name,
            Self::Explorer(explorer) => explorer.name(),
        }
    }

    /// What is seen, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Scene(scene) => scene.about,
            Self::Explorer(explorer) => explorer.about(),
        }
    }
}

/// The list; what has been chosen by a click, or as the first that is found by Enter.
pub fn list(ui: &mut egui::Ui, search: &mut String, current: &str) -> Option<Choice> {
    let label = ui.label("search");
    let field = ui.text_edit_singleline(search).labelled_by(label.id);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let (all, explorers) = (scenes::all().map(Choice::Scene), Explorer::ALL.map(Choice::Explorer));
    let mut first = None;
    let mut chosen = None;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut group = |ui: &mut egui::Ui, title: &str, all: Vec<Choice>| {
            if !all.is_empty() {
                heading(ui, title);
            }
            for choice in all {
                first = first.or(Some(choice));
                let row = ui.selectable_label(choice.name() == current, choice.name());
                if row.on_hover_text(choice.about()).clicked() {
                    chosen = Some(choice);
                }
            }
        };
        let found = |choice: &Choice| matches(search, choice.name(), choice.about());
        // Few before many, which may not all be in sight.
        group(ui, "explorers", explorers.into_iter().filter(found).collect());
        group(ui, "scenes", all.filter(found).collect());
        if first.is_none() {
            ui.weak("nothing is called or said to be so");
        }
    });
    if entered { first } else { chosen }
}

/// Whether each word of the search begins a word of the name or of what is said about it.
fn matches(search: &str, name: &str, about: &str) -> bool {
    let text = format!("{name} {about}").to_lowercase();
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    (search.to_lowercase().split(|letter: char| !letter.is_alphanumeric()))
        .all(|wanted| words.iter().any(|word| word.starts_with(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str) -> Vec<&'static str> {
        let all = scenes::all().filter(|scene| matches(search, scene.name, scene.about));
        all.map(|scene| scene.name).collect()
    }

    /// By part of a name, by a word of the sentence, in any case; several words narrow it down.
    #[test]
    fn scenes_are_found_by_how_words_begin() {
        assert_eq!(found("").len(), scenes::all().count());
        assert_eq!(found("Tow"), ["tower"]);
        assert_eq!(found("cue"), ["billiards"]);
        assert_eq!(found("large pyr"), found("large_pyramid"));
        assert!(found("pyramid").len() > found("large pyramid").len());
        assert!(found("xyzzy").is_empty());
    }
}
