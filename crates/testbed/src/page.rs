//! The window on the canvas of a web page.
//!
//! The query of the page's address is the command line: `?scene=bridge&contacts` is `--scene bridge
//! --contacts`, so every state that the command line can name has a link.

use crate::options::{self, Command, Options};
use crate::window;
use eframe::web_sys::HtmlCanvasElement;
use eframe::{AppCreator, WebOptions, WebRunner};

/// Shows the testbed on a canvas, until the page is left. The returned runner keeps it alive.
///
/// # Errors
/// A text for a query that names no option, a scene that could not be loaded, or a page without OpenGL.
pub async fn show(canvas: HtmlCanvasElement, query: &str) -> Result<WebRunner, String> {
    let options = options_of(query)?;
    let app = window::create(&options)?;
    let creator: AppCreator<'static> = Box::new(move |creation| {
        window::dress(&creation.egui_ctx);
        Ok(Box::new(app))
    });
    let runner = WebRunner::new();
    let started = runner.start(canvas, WebOptions::default(), creator).await;
    started.map_err(|error| format!("no window on this canvas: {error:?}"))?;
    Ok(runner)
}

/// The options that the query of an address names.
fn options_of(query: &str) -> Result<Options, String> {
    match options::parse(options::words_of_query(query)) {
        Ok(Command::Run(options)) => Ok(options),
        Ok(_) => Err(format!("{query} asks for something that a page cannot show")),
        Err(error) => Err(error.to_string()),
    }
}
