//! The contents of the window: panels, the picture, and what the pointer does to the picture.
//!
//! ```text
//!   +--------+---------------------------+----------+
//!   | search |  scenes  pause step  fit  | controls |
//!   | scenes |---------------------------|          |
//!   |        | title                     |          |
//!   |        |         picture           |          |
//!   |        | tools      (hint)         |          |
//!   |        |---------------------------|          |
//!   |        |  ten scenes, or status    |          |
//!   +--------+---------------------------+----------+
//! ```
//!
//! List and controls are hidden at first; in a narrow window each takes the place of the picture (`layout`).
//! Figures and settings for experts are shown when the controls are asked for all.
//!
//! With the left button one grabs a body, or moves the picture if there is no body; with any other button one
//! always moves the picture. In place of grabbing, the tools offer to cut, to break and more. The wheel
//! zooms. The arrow keys move the player of the scene `platformer`.

mod pictures;
#[cfg(test)]
mod tests;

use super::canvas::paper;
use super::explorers::Explorers;
use super::inspect::Target;
use super::keys::{self, Action};
use super::layout::{CONTROLS, LIST, Layout, Side, for_fingers};
use super::links;
use super::meters::Meters;
use super::overlay::Extra;
use super::panels::{self, ListState};
use super::session::{ComputeOptions, Session};
use super::side_by_side::Compared;
use super::thumbnails::Thumbnails;
use super::twin::Twin;
use super::view::{Fit, Screen, View, bodies, grown, moving};
use super::{of_egui, set_theme, theme_of};
use crate::draw::{DrawOptions, Theme};
use crate::entry::Entry;
use crate::explorers::Explorer;
use crate::options::Options;
#[cfg(any(target_arch = "wasm32", test))]
use crate::options::query_of;
use crate::parameters;
use crate::side_by_side::Compute;
use eframe::egui::{self, Panel};
use physics::prelude::Aabb;
use std::path::PathBuf;

/// Size of a joint below which it fades, px: its dots and lines are as wide as what it joins.
const FADE_JOINTS: f32 = 60.0;

/// Size of the picture before egui has told it, px.
const CANVAS: Screen = [800.0, 600.0];

/// The state of the window.
pub struct App {
    session: Session,
    view: View,
    /// What of the scene is shown until the user moves the picture.
    fit: Fit,
    /// What was shown of it last, m, if it grows with what moves.
    grown: Option<Aabb>,
    /// Whether a body was held once: then nobody must be invited to it.
    has_grabbed: bool,
    draw_options: DrawOptions,
    /// What else is drawn of a scene.
    extra: Extra,
    /// What was clicked, and is described in the side bar.
    inspected: Option<Target>,
    /// Where the left button went down, px, while it is down.
    pressed: Option<egui::Pos2>,
    /// The colours that the user has chosen, if not those of the system.
    theme: Option<Theme>,
    layout: Layout,
    list: ListState,
    thumbnails: Thumbnails,
    explorers: Explorers,
    meters: Meters,
    /// The scene as it was defined, if it is shown beside.
    twin: Option<Twin>,
    /// The explorer that is shown in place of the scene.
    explored: Option<&'static Explorer>,
    /// The comparison that is shown in place of both.
    compared: Option<Compared>,
    /// The file for the recording.
    record: Option<PathBuf>,
    /// Where links lead.
    checkout: Option<PathBuf>,
    /// The addresses of links that were clicked and are not open yet.
    clicked: Vec<String>,
}

impl App {
    /// Runs the scene of the options.
    ///
    /// # Errors
    /// The name of the scene and the reason, if its level is not valid.
    pub fn new(options: &Options) -> Result<Self, String> {
        let Options { solver, broadphase, threads, width, .. } = *options;
        let session = Session::new(options.scene, ComputeOptions { solver, broadphase, threads, width })?;
        let (contacts, normals) = (options.contacts, options.contacts);
        let edge_normals = options.scene.view.edge_normals;
        let shortened = true;
        let draw_options = DrawOptions {
            contacts,
            normals,
            edge_normals,
            shortened,
            ground_as_one: true,
            color_by_kind: true,
            fade_joints: FADE_JOINTS,
            ..DrawOptions::default()
        };
        let view = View::new(CANVAS, options.scene.view.area);
        let (list, explorers) = (ListState::default(), Explorers::new());
        let mut layout = Layout::default();
        // They are nothing without their sliders.
        if options.explorer.is_some() || options.comparison.is_some() {
            layout.open_beside(Side::Controls);
        }
        let (explored, record) = (options.explorer, options.record.clone());
        let compared =
            options.comparison.map(|one| Compared::new(one, Compute { broadphase, threads, width }));
        let compared = compared.transpose()?;
        let (checkout, clicked) = (links::find_checkout(), Vec::new());
        Ok(Self {
            session,
            view,
            fit: Fit::default(),
            grown: None,
            has_grabbed: false,
            draw_options,
            extra: Extra::default(),
            inspected: None,
            pressed: None,
            theme: options.theme,
            layout,
            list,
            thumbnails: Thumbnails::default(),
            explorers,
            meters: Meters::default(),
            twin: None,
            explored,
            compared,
            record,
            checkout,
            clicked,
        })
    }

    /// Shows one frame.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        self.layout.resize(ui.available_size().into());
        if self.layout.is_narrow() {
            for_fingers(ui.style_mut());
        }
        keys::pressed(ui.ctx()).into_iter().for_each(|action| self.act(action, ui.ctx()));
        Panel::top("bar").show(ui, |ui| self.bar(ui));
        if self.layout.shows(Side::List) {
            self.beside(Side::List, LIST, ui, Self::list);
        }
        if self.compared.is_some() {
            self.show_comparison(ui);
        } else if let Some(explorer) = self.explored {
            self.show_explorer(explorer, ui);
        } else {
            self.show_scene(ui);
        }
        panels::help(ui.ctx(), &mut self.layout.help);
        self.clicked.extend(links::take_clicked(ui.ctx()));
    }

    /// Shows a panel at a side of the picture, or in its place.
    fn beside(
        &mut self,
        side: Side,
        width: f32,
        ui: &mut egui::Ui,
        show: impl FnOnce(&mut Self, &mut egui::Ui),
    ) {
        if !self.layout.shows(side) {
            return;
        }
        if self.layout.is_narrow() {
            egui::CentralPanel::default().show(ui, |ui| show(self, ui));
            return;
        }
        let panel = match side {
            Side::List => Panel::left("list"),
            Side::Controls => Panel::right("controls"),
        };
        panel.default_size(width).show(ui, |ui| show(self, ui));
    }

    fn show_scene(&mut self, ui: &mut egui::Ui) {
        self.beside(Side::Controls, CONTROLS, ui, Self::controls);
        if self.layout.shows_picture() {
            self.showcase(ui);
            if self.layout.all || self.session.error().is_some() {
                Panel::bottom("status").show(ui, |ui| {
                    if self.layout.is_narrow() {
                        panels::short_status(ui, &self.session, &self.meters);
                        return;
                    }
                    panels::status(ui, &self.session, &self.meters);
                    let scene = Entry::Scene(self.session.scene());
                    ui.horizontal_wrapped(|ui| links::origins(ui, self.checkout.as_deref(), scene));
                });
            }
            if self.layout.graphs {
                Panel::bottom("graphs").show(ui, |ui| panels::graphs(ui, &self.meters.graphs));
            }
            let frame = egui::Frame::new().fill(paper(ui.ctx()));
            egui::CentralPanel::default().frame(frame).show(ui, |ui| self.pictures(ui));
        }
        if !self.session.paused {
            ui.ctx().request_repaint();
        }
    }

    /// Shows an explorer; the scene is paused meanwhile.
    fn show_explorer(&mut self, explorer: &'static Explorer, ui: &mut egui::Ui) {
        self.beside(Side::Controls, CONTROLS, ui, |app, ui| {
            app.explorers.panel(explorer, app.checkout.as_deref(), ui);
        });
        if self.layout.shows_picture() {
            let frame = egui::Frame::new().fill(paper(ui.ctx()));
            egui::CentralPanel::default().frame(frame).show(ui, |ui| self.explorers.picture(explorer, ui));
        }
    }

    /// Shows a comparison; the scene is paused meanwhile.
    fn show_comparison(&mut self, ui: &mut egui::Ui) {
        let mut chosen = None;
        self.beside(Side::Controls, CONTROLS, ui, |app, ui| {
            let Self { compared, draw_options, checkout, .. } = app;
            chosen = compared.as_mut().and_then(|one| one.controls(ui, draw_options, checkout.as_deref()));
        });
        if let (true, Some(compared)) = (self.layout.shows_picture(), &mut self.compared) {
            compared.show(ui, &self.draw_options);
        }
        if let Some(scene) = chosen {
            self.choose(Entry::Scene(scene));
        }
    }

    /// What is shown.
    fn current(&self) -> Entry {
        let compared = self.compared.as_ref().map(|one| Entry::Comparison(one.worlds().comparison()));
        let explored = self.explored.map(Entry::Explorer);
        compared.or(explored).unwrap_or(Entry::Scene(self.session.scene()))
    }

    /// Does what a key or a button says.
    fn act(&mut self, action: Action, context: &egui::Context) {
        match action {
            Action::Next | Action::Previous => {
                let by = if action == Action::Next { 1 } else { -1 };
                self.list.beside(self.current(), by).into_iter().for_each(|entry| self.choose(entry));
            }
            Action::Search => {
                self.layout.open(Side::List);
                self.list.focus_search();
            }
            Action::List => self.layout.toggle(Side::List),
            Action::Controls => self.layout.toggle(Side::Controls),
            Action::Bare => self.layout.toggle_all(),
            Action::Beside => {
                let wanted = self.twin.is_none() && matches!(self.current(), Entry::Scene(_));
                self.twin = wanted.then(|| Twin::of(&self.session).ok()).flatten();
            }
            Action::Graphs => self.layout.graphs ^= true,
            Action::Theme => {
                let wanted = theme_of(context).other();
                // Where both agree, the window follows the system again.
                let of_system = context.system_theme().unwrap_or(egui::Theme::Light);
                self.theme = (of_egui(wanted) != of_system).then_some(wanted);
                set_theme(context, self.theme);
            }
            Action::Help => self.layout.help ^= true,
            Action::Pause | Action::Step | Action::Restart | Action::Fit => self.run(action),
        }
    }

    /// Pauses, steps, restarts or fits what is shown.
    fn run(&mut self, action: Action) {
        if let Some(compared) = &mut self.compared {
            compared.act(action);
            return;
        }
        if self.explored.is_some() {
            if action == Action::Fit {
                self.explorers.fit();
            }
            return;
        }
        match action {
            Action::Pause => self.session.paused ^= true,
            Action::Step => {
                self.session.paused = true;
                self.session.step();
            }
            Action::Restart => {
                self.session.restart();
                self.grown = None;
            }
            Action::Fit => {
                self.fit = if self.view.is_fitted() { self.fit.next() } else { Fit::Whole };
                let area = self.fitted_area(0.0);
                self.view.fit(area);
            }
            _ => {}
        }
    }

    /// Shows the row of chosen scenes, unless the list shows all.
    fn showcase(&mut self, ui: &mut egui::Ui) {
        if self.layout.shows(Side::List) {
            return;
        }
        let (current, is_low) = (self.current(), self.layout.is_low());
        let row = Panel::bottom("showcase").resizable(false).show_separator_line(false);
        // A low window has no space to give away.
        let frame = egui::Frame::side_top_panel(ui.style());
        let row = if is_low { row.frame(frame.inner_margin(egui::Margin::symmetric(8, 0))) } else { row };
        let shown = row.show(ui, |ui| panels::showcase(ui, &mut self.thumbnails, current, is_low));
        shown.inner.into_iter().for_each(|entry| self.choose(entry));
    }

    /// The part of the world that is shown unless the user has moved the picture, m; `seconds` after the last
    /// call.
    fn fitted_area(&mut self, seconds: f32) -> Aabb {
        if self.fit == Fit::Grown && self.session.scene().view.follow.is_none() {
            let (scene, bodies) = (self.session.shown_area(), bodies(self.session.world()));
            return *self.grown.insert(grown(self.grown, scene, bodies, seconds));
        }
        let moving = (self.fit != Fit::Whole).then(|| moving(self.session.world())).flatten();
        self.fit.area(self.session.shown_area(), moving, self.view.aspect())
    }

    fn list(&mut self, ui: &mut egui::Ui) {
        let current = self.current();
        if let Some(entry) = panels::list(ui, &mut self.list, &mut self.thumbnails, current) {
            self.choose(entry);
            self.layout.chosen();
        }
    }

    /// Shows an entry of the list. Every one loads (tests check that). If one did not, what is shown would
    /// stay.
    fn choose(&mut self, entry: Entry) {
        match entry {
            Entry::Scene(scene) => {
                if self.session.choose(scene).is_ok() {
                    (self.explored, self.compared) = (None, None);
                    self.meters.clear();
                    (self.inspected, self.fit, self.grown) = (None, Fit::default(), None);
                    self.twin = None;
                    self.view.fit(scene.view.area);
                    self.draw_options.edge_normals = scene.view.edge_normals;
                }
            }
            Entry::Explorer(explorer) => {
                self.session.release();
                self.layout.open_beside(Side::Controls);
                (self.explored, self.compared) = (Some(explorer), None);
            }
            Entry::Comparison(comparison) => {
                let ComputeOptions { broadphase, threads, width, .. } = self.session.compute_options();
                if let Ok(compared) = Compared::new(comparison, Compute { broadphase, threads, width }) {
                    self.session.release();
                    self.layout.open_beside(Side::Controls);
                    self.draw_options.edge_normals = false;
                    (self.explored, self.compared) = (None, Some(compared));
                }
            }
        }
    }

    fn controls(&mut self, ui: &mut egui::Ui) {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.toggle_value(&mut self.layout.all, "all settings").on_hover_text("and figures, for experts");
            panels::inspected(ui, self.session.world(), &mut self.inspected);
            let scene = self.session.scene().name;
            if let Some(values) = panels::parameters(ui, parameters::of(scene), self.session.values()) {
                self.session.set_values(values);
                self.grown = None;
            }
            let mut controls = self.session.controls();
            panels::controls(ui, &mut controls);
            if !self.layout.all {
                panels::looks(ui, &mut self.draw_options, &mut self.extra);
                panels::speed(ui, &mut self.session.speed);
                self.session.set_controls(controls);
                return;
            }
            panels::methods(ui, &mut controls, &mut self.session.grip);
            panels::layers(ui, &mut self.draw_options);
            panels::extra_layers(ui, &mut self.extra);
            panels::speed(ui, &mut self.session.speed);
            let smooth = ui.checkbox(&mut self.session.smooth, "between steps");
            smooth.on_hover_text("bodies are drawn between their last two states, at the time of the frame");
            self.session.set_controls(controls);
            panels::timing(ui, self.session.stages());
            panels::threads(ui, self.session.world().step_trace());
            panels::nets(ui, &self.session.world().stats().nets);
        });
    }

    /// Shows the buttons for the window and for what runs, and below them what is shown.
    fn bar(&mut self, ui: &mut egui::Ui) {
        let paused = self.compared.as_ref().map_or(self.session.paused, |compared| compared.paused);
        let run = panels::run_buttons(paused);
        let run = match self.current() {
            Entry::Scene(_) => &run[..],
            Entry::Comparison(_) => &run[..4],
            Entry::Explorer(_) => &run[3..4],
        };
        let is_narrow = self.layout.is_narrow();
        let is_calm = is_narrow || !self.layout.all;
        let is_few =
            |action: Action| panels::FEW_BUTTONS.contains(&action) || (action == Action::Help && !is_narrow);
        let has_room = |action: Action| !is_calm || is_few(action);
        let theme = (Action::Theme, theme_of(ui.ctx()).other().name());
        let all = panels::WINDOW_BUTTONS.into_iter().chain(run.iter().copied()).chain([theme]);
        let buttons: Vec<_> = all.filter(|(action, _)| has_room(*action)).collect();
        let is_shown = |action: Action| match action {
            Action::List => self.layout.shows(Side::List),
            Action::Controls => self.layout.shows(Side::Controls),
            Action::Graphs => self.layout.graphs,
            Action::Help => self.layout.help,
            Action::Beside => self.twin.is_some(),
            _ => false,
        };
        panels::bar(ui, &buttons, is_shown, is_narrow)
            .into_iter()
            .for_each(|action| self.act(action, ui.ctx()));
        let current = self.current();
        let Entry::Scene(_) = current else {
            panels::title(ui, &current.title(), current.about());
            return;
        };
        if !is_calm {
            let [shown, now] = self.session.frames();
            if let Some(frame) = panels::scrub_bar(ui, shown, now) {
                self.session.scrub(frame);
            }
        }
    }

    /// The query of a page's address that shows what is shown here: `?scene=bridge&contacts`.
    #[cfg(any(target_arch = "wasm32", test))]
    pub fn query(&self) -> String {
        let current = self.current();
        let contacts = matches!(current, Entry::Scene(_)) && self.draw_options.contacts;
        let contacts = if contacts { "&contacts" } else { "" };
        let theme = self.theme.map_or(String::new(), |theme| format!("&theme={}", theme.name()));
        format!("{}{contacts}{theme}", query_of(current))
    }

    /// The colours that the user has chosen, if not those of the system.
    pub fn theme(&self) -> Option<Theme> {
        self.theme
    }

    /// Whether there is room for the picture or one panel only.
    #[cfg(target_arch = "wasm32")]
    pub fn is_narrow(&self) -> bool {
        self.layout.is_narrow()
    }

    /// Whether a scene is shown, not a panel in its place, with what experts want to see.
    #[cfg(target_arch = "wasm32")]
    pub fn shows_all(&self) -> bool {
        matches!(self.current(), Entry::Scene(_)) && self.layout.shows_picture() && self.layout.all
    }

    /// The name of a file for the recording of the scene that is shown, and its bytes.
    #[cfg(target_arch = "wasm32")]
    pub fn recording(&self) -> Option<(String, Vec<u8>)> {
        let recording = self.session.recording()?;
        Some((format!("{}.recording", self.session.scene().name), recording.to_bytes()))
    }

    /// Writes the recording of the scene that is shown, if a file was named.
    fn write_recording(&self) {
        if let (Some(path), Some(recording)) = (&self.record, self.session.recording()) {
            match std::fs::write(path, recording.to_bytes()) {
                Ok(()) => eprintln!("wrote {}", path.display()),
                Err(error) => eprintln!("cannot write {}: {error}", path.display()),
            }
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.show(ui);
        self.clicked.drain(..).for_each(links::open);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.write_recording();
    }
}
