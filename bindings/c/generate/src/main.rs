//! Writes what is generated of the C library, or with `--check` says what is stale.
//!
//! ```text
//!   docs/properties.json  -->  src/definitions.rs   structs, defaults, functions of joints
//!   src/*.rs              -->  include/physics2d.h  by cbindgen, with cbindgen.toml
//! ```
//!
//! A package of its own: it must run when the library does not compile.

mod definitions;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// The folder of the library.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let is_check = env::args().nth(1).is_some_and(|word| word == "--check");
    let mut is_stale = false;
    // The header is made of the definitions, so these come first.
    for name in ["src/definitions.rs", "include/physics2d.h"] {
        let (path, is_header) = (root().join(name), name.ends_with(".h"));
        let text = if is_header { header() } else { definitions::definitions() };
        if fs::read_to_string(&path).unwrap_or_default() == text {
            continue;
        }
        if is_check {
            eprintln!("bindings/c/{name} is stale: run `cargo xtask capi --write`");
            is_stale = true;
        } else {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be made");
            fs::write(&path, text).expect("a file that can be written");
            println!("bindings/c/{name} is written");
        }
    }
    if is_stale { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn header() -> String {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml");
    let bindings = cbindgen::Builder::new().with_crate(root()).with_config(config).generate();
    let mut bytes = Vec::new();
    bindings.expect("sources that cbindgen reads").write(&mut bytes);
    String::from_utf8(bytes).expect("UTF-8")
}
