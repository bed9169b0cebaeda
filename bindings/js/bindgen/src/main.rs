//! `bindgen IN.wasm OUT_DIR NAME`: wasm-bindgen without its command line, which brings an HTTP server.
//!
//! Writes `NAME_bg.wasm`, and `NAME.js`, a module that finds no file by itself: the program gives it the
//! bytes.

use std::env::args;
use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = args().skip(1).collect();
    let [input, folder, name] = words.as_slice() else { return Err("bindgen IN.wasm OUT_DIR NAME".into()) };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(false);
    bindgen.web(true)?.omit_default_module_path(true).demangle(false);
    bindgen.generate(folder)?;
    Ok(())
}
