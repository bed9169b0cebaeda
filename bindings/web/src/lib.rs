//! The entries of the page: `index.html` calls [`start`], a test [`hash_of_scene`].

use physics::prelude::{DynamicTree, World};
use testbed::page::{Host, show};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

// Written in `host.js`.
#[wasm_bindgen(raw_module = "./host.js")]
extern "C" {
    fn set_query(query: &str);
    fn offer(query: &str, title: &str);
    fn download(name: &str, bytes: &[u8]);
}

/// The functions of `host.js`.
struct Page;

impl Host for Page {
    fn set_query(&self, query: &str) {
        set_query(query);
    }

    fn offer(&self, query: &str, title: &str) {
        offer(query, title);
    }

    fn download(&self, name: &str, bytes: &[u8]) {
        download(name, bytes);
    }
}

/// Shows the testbed on a canvas; `query` is that of the page's address, such as `?scene=bridge`.
///
/// # Errors
/// A text that the page shows in place of the canvas.
#[wasm_bindgen]
pub async fn start(canvas: HtmlCanvasElement, query: String) -> Result<(), JsValue> {
    let runner = show(canvas, &query, Page).await.map_err(|error| JsValue::from_str(&error))?;
    // The page shows it until it is left.
    std::mem::forget(runner);
    Ok(())
}

/// The hash of a scene after so many steps of 1/60 s, in hexadecimal: that of every other machine.
///
/// # Errors
/// A text for a name that no scene has.
#[wasm_bindgen]
pub fn hash_of_scene(name: &str, steps: u32) -> Result<String, JsValue> {
    let scene = scenes::find(name).ok_or_else(|| JsValue::from_str(&format!("no scene `{name}`")))?;
    let loaded = World::load_with(&(scene.level)(), DynamicTree::default());
    let (mut world, _) = loaded.map_err(|error| JsValue::from_str(&error.to_string()))?;
    (0..steps).for_each(|_| world.step(1.0 / 60.0));
    Ok(format!("{:016x}", world.state_hash()))
}
