//! The keys: one table, by which they act and from which the page of keys is written.

use eframe::egui::{self, Key};

/// What a key or a button of the bar does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pause or continue.
    Pause,
    /// Run one step, then pause.
    Step,
    /// Restart from the beginning.
    Restart,
    /// Show the whole scene.
    Fit,
    /// Show the next entry of the list.
    Next,
    /// Show the one before.
    Previous,
    /// Type into the search.
    Search,
    /// Show or hide the list.
    List,
    /// Show or hide the controls.
    Controls,
    /// Hide list and controls, or show both.
    Bare,
    /// Show the scene as it was defined beside it, or no longer.
    Beside,
    /// Show or hide graphs over time.
    Graphs,
    /// Change between light and dark.
    Theme,
    /// Show or hide the page of keys.
    Help,
}

/// An action with its keys, their names, and a description.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    /// What is done.
    pub action: Action,
    /// Any of these does it.
    pub keys: &'static [Key],
    /// The names of the keys, as they are shown.
    pub names: &'static str,
    /// What is done, in words.
    pub words: &'static str,
}

const fn row(action: Action, keys: &'static [Key], names: &'static str, words: &'static str) -> KeyRow {
    KeyRow { action, keys, names, words }
}

/// All keys that act once when pressed.
pub const KEYS: [KeyRow; 14] = [
    row(Action::Pause, &[Key::Space], "space", "pause or continue"),
    row(Action::Step, &[Key::S], "S", "run one step of 1/60 s, then pause"),
    row(Action::Restart, &[Key::R], "R", "restart with the settings as they are"),
    row(Action::Fit, &[Key::F], "F", "show the whole scene; again, fill the picture; again, what moves"),
    row(Action::Next, &[Key::N, Key::PageDown], "N, page down", "next entry of the list"),
    row(Action::Previous, &[Key::P, Key::PageUp], "P, page up", "previous entry of the list"),
    row(Action::Search, &[Key::Slash], "/", "type into the search"),
    row(Action::List, &[Key::L], "L", "show or hide the list"),
    row(Action::Controls, &[Key::C], "C", "show or hide the controls"),
    row(Action::Bare, &[Key::H], "H", "hide both, or show both"),
    row(Action::Beside, &[Key::B], "B", "show the scene as it was defined beside it"),
    row(Action::Graphs, &[Key::G], "G", "show or hide graphs over time"),
    row(Action::Theme, &[Key::T], "T", "light or dark; at first as the system has it"),
    row(Action::Help, &[Key::Questionmark, Key::F1], "?, F1", "show or hide this page"),
];

/// What else the hand can do, for the page of keys.
pub const GESTURES: [(&str, &str); 7] = [
    ("left button", "what the tool says: hold a body, or move the picture beside all bodies"),
    ("click", "inspect a body, a joint or a contact; rest on it to see it"),
    ("other buttons", "move the picture"),
    ("wheel, pinch", "zoom about the pointer"),
    ("arrow keys", "move the player of the scene platformer"),
    ("enter", "in the search: show the best match"),
    ("escape", "close this page"),
];

pub fn row_of(action: Action) -> &'static KeyRow {
    // Each action has a row: a test checks it.
    KEYS.iter().find(|row| row.action == action).unwrap_or(&KEYS[0])
}

/// The actions whose keys were pressed in this frame; none while the user types.
pub fn pressed(ctx: &egui::Context) -> Vec<Action> {
    if ctx.egui_wants_keyboard_input() {
        return Vec::new();
    }
    ctx.input(|input| {
        let modified = input.modifiers.ctrl || input.modifiers.alt || input.modifiers.command;
        let is_pressed = |row: &&KeyRow| !modified && row.keys.iter().any(|key| input.key_pressed(*key));
        KEYS.iter().filter(is_pressed).map(|row| row.action).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No key does two things, and each action has a key and a description.
    #[test]
    fn no_key_does_two_things() {
        let mut keys: Vec<Key> = KEYS.iter().flat_map(|row| row.keys).copied().collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        for row in &KEYS {
            assert!(!row.keys.is_empty() && !row.words.is_empty(), "{:?}", row.action);
            assert_eq!(row_of(row.action).words, row.words);
        }
    }
}
