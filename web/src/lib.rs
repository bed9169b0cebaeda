//! The entry of the page: `index.html` calls [`start`].

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// Shows the testbed on a canvas; `query` is that of the page's address, such as `?scene=bridge`.
///
/// # Errors
/// A text that the page shows in place of the canvas.
#[wasm_bindgen]
pub async fn start(canvas: HtmlCanvasElement, query: String) -> Result<(), JsValue> {
    let runner = testbed::page::show(canvas, &query).await.map_err(|error| JsValue::from_str(&error))?;
    // The page shows it until it is left.
    std::mem::forget(runner);
    Ok(())
}
