//! The window on the canvas of a web page.
//!
//! The query of the page's address is the command line: `?scene=bridge&contacts` is `--scene bridge
//! --contacts`. What is shown is written back into the address, so each scene has a link.

use crate::options::{self, Command, Options};
use crate::window::{self, App};
use eframe::egui;
use eframe::web_sys::HtmlCanvasElement;
use eframe::{AppCreator, WebOptions, WebRunner};

/// What the page does for the window.
pub trait Host {
    /// Puts a query into the address of the page, without loading it anew.
    fn set_query(&self, query: &str);

    /// Offers another query, with its title, where the window cannot be shown.
    fn offer(&self, query: &str, title: &str);

    /// Gives the user a file.
    fn download(&self, name: &str, bytes: &[u8]);
}

/// Shows the testbed on a canvas, until the page is left. The returned runner keeps it alive.
///
/// # Errors
/// A text for a query that names no option, a scene that could not be loaded, or a page without OpenGL.
pub async fn show(
    canvas: HtmlCanvasElement,
    query: &str,
    host: impl Host + 'static,
) -> Result<WebRunner, String> {
    let options = options_of(query, &host)?;
    let shown = Shown { app: App::new(&options)?, query: None, host };
    let creator: AppCreator<'static> = Box::new(move |creation| {
        window::dress(&creation.egui_ctx, shown.app.theme());
        Ok(Box::new(shown))
    });
    let runner = WebRunner::new();
    let started = runner.start(canvas, WebOptions::default(), creator).await;
    started.map_err(|error| format!("no window on this canvas: {error:?}"))?;
    Ok(runner)
}

/// The options that a page knows. A shared link may have others, of those who count visitors.
const KNOWN: [&str; 7] = ["scene", "explorer", "comparison", "contacts", "theme", "solver", "broadphase"];

/// The options that the query of an address names. Of a wrong name the nearest ones are offered.
fn options_of(query: &str, host: &impl Host) -> Result<Options, String> {
    match options::parse(options::words_of_query(query, &KNOWN, window::SHOWCASE[0])) {
        Ok(Command::Run(options)) => Ok(options),
        Ok(_) => Err(format!("{query} asks for something that a page cannot show")),
        Err(error) => {
            let (sentence, offers) = options::answer(&error);
            offers.iter().for_each(|(query, title)| host.offer(query, title));
            Err(sentence)
        }
    }
}

/// The window in its page.
struct Shown<H> {
    app: App,
    /// That of the address; unknown at first.
    query: Option<String>,
    host: H,
}

impl<H: Host> eframe::App for Shown<H> {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        eframe::App::ui(&mut self.app, ui, frame);
        let query = self.app.query();
        if self.query.as_ref() != Some(&query) {
            self.host.set_query(&query);
            self.query = Some(query);
        }
        if self.app.shows_all() {
            // Above the status on a phone, where buttons fill the upper line.
            let is_narrow = self.app.is_narrow();
            let (side, offset) = if is_narrow {
                (egui::Align2::RIGHT_BOTTOM, [-6.0, -40.0])
            } else {
                (egui::Align2::RIGHT_TOP, [-6.0, 4.0])
            };
            let corner = egui::Area::new(egui::Id::unique("recording")).anchor(side, offset);
            let hint = "download what was done in this run; the testbed replays it";
            let shown = corner.show(ui.ctx(), |ui| {
                let small = egui::Button::new("recording").small();
                let size = egui::vec2(0.0, if is_narrow { window::FINGER } else { 0.0 });
                ui.add(small.min_size(size)).on_hover_text(hint)
            });
            let button = shown.inner;
            if button.clicked()
                && let Some((name, bytes)) = self.app.recording()
            {
                self.host.download(&name, &bytes);
            }
        }
    }
}
