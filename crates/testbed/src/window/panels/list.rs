//! The list of scenes, comparisons and explorers, in groups, with a search. It can be read by group or by the
//! texts that entries come from.

mod row;
mod search;

use super::heading;
use crate::entry::{Entry, beside, by_text, grouped};
use crate::window::thumbnails::Thumbnails;
use eframe::egui;
use row::row;
use search::{best_match, is_match};

/// What the user has set in the list.
#[derive(Clone, Debug, Default)]
pub struct ListState {
    /// The text of the search.
    pub search: String,
    /// Whether the entries stand under the sections of the texts.
    pub is_by_text: bool,
    /// Names of the groups that are folded.
    folded: Vec<&'static str>,
    /// Whether the search should take the keyboard in the next frame.
    wants_focus: bool,
    /// The entry that was marked in the last frame: a new one is scrolled to.
    marked: Option<Entry>,
}

impl ListState {
    pub fn focus_search(&mut self) {
        self.wants_focus = true;
    }

    /// The entry so many places behind the current one among those that the search finds.
    pub fn beside(&self, current: Entry, by: isize) -> Option<Entry> {
        let groups = grouped().into_iter().flat_map(|(_, members)| members);
        let found: Vec<Entry> = groups.filter(|entry| is_match(&self.search, *entry)).collect();
        beside(&found, current, by)
    }

    fn fold(&mut self, group: &'static str) {
        if self.folded.contains(&group) {
            self.folded.retain(|name| *name != group);
        } else {
            self.folded.push(group);
        }
    }
}

/// Shows the list. Returns the entry that was clicked, or on Enter the one that best matches the search.
pub fn list(
    ui: &mut egui::Ui,
    state: &mut ListState,
    thumbnails: &mut Thumbnails,
    current: Entry,
) -> Option<Entry> {
    let mut entered = false;
    ui.horizontal(|ui| {
        let label = ui.label("search");
        let width = ui.available_width();
        let field =
            egui::TextEdit::singleline(&mut state.search).hint_text("name or word").desired_width(width);
        let field = ui.add(field).labelled_by(label.id);
        if std::mem::take(&mut state.wants_focus) {
            field.request_focus();
        }
        entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    });
    let hint = "under the sections of the texts that they come from";
    ui.checkbox(&mut state.is_by_text, "by text").on_hover_text(hint);
    let is_new = state.marked.is_none_or(|marked| !marked.is(current));
    state.marked = Some(current);
    let mut rows = Rows { current, scroll: is_new, thumbnails };
    let is_found = Entry::all().any(|entry| is_match(&state.search, entry));
    let mut chosen = None;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if !is_found {
            ui.weak("no name, description or section matches");
        } else if state.is_by_text {
            chosen = rows_by_text(ui, state, &mut rows);
        } else {
            chosen = rows_by_group(ui, state, &mut rows);
        }
    });
    if entered { best_match(&state.search, Entry::all()) } else { chosen }
}

fn rows_by_group(ui: &mut egui::Ui, state: &mut ListState, rows: &mut Rows<'_>) -> Option<Entry> {
    let mut chosen = None;
    for (name, members) in grouped() {
        let found: Vec<Entry> = members.into_iter().filter(|entry| is_match(&state.search, *entry)).collect();
        if found.is_empty() {
            continue;
        }
        // The marked entry is never out of sight for being folded when it is first shown.
        if rows.scroll && found.iter().any(|entry| entry.is(rows.current)) {
            state.folded.retain(|folded| *folded != name);
        }
        let is_open = !state.folded.contains(&name) || !state.search.is_empty();
        let sign = if is_open { "-" } else { "+" };
        ui.add_space(8.0);
        let title = egui::RichText::new(format!("{sign} {name} ({})", found.len())).strong();
        let heading = ui.add(egui::Button::new(title).frame(false));
        if heading.on_hover_text("fold or unfold").clicked() {
            state.fold(name);
        }
        if is_open {
            chosen = rows.show(ui, &found).or(chosen);
        }
    }
    chosen
}

fn rows_by_text(ui: &mut egui::Ui, state: &ListState, rows: &mut Rows<'_>) -> Option<Entry> {
    let found: Vec<Entry> = Entry::all().filter(|entry| is_match(&state.search, *entry)).collect();
    let (mut chosen, mut text) = (None, None);
    for (section, entries) in by_text(&found) {
        match section {
            Some(section) => {
                if text != Some(section.text) {
                    heading(ui, section.text.name());
                }
                text = Some(section.text);
                ui.label(egui::RichText::new(section.name).italics());
            }
            None => heading(ui, "from no text"),
        }
        chosen = rows.show(ui, &entries).or(chosen);
    }
    chosen
}

/// What the rows have in common.
struct Rows<'a> {
    current: Entry,
    /// Whether the current entry is scrolled to.
    scroll: bool,
    thumbnails: &'a mut Thumbnails,
}

impl Rows<'_> {
    /// Shows a row for each entry, marks the current one, and scrolls to it if asked. Returns what was
    /// clicked.
    fn show(&mut self, ui: &mut egui::Ui, entries: &[Entry]) -> Option<Entry> {
        let mut chosen = None;
        for entry in entries {
            let is_current = entry.is(self.current);
            let shown = row(ui, *entry, is_current, self.thumbnails);
            if is_current && self.scroll {
                shown.scroll_to_me(Some(egui::Align::Center));
            }
            if shown.on_hover_text(entry.about()).clicked() {
                chosen = Some(*entry);
            }
        }
        chosen
    }
}
