//! Writes scenes as level files, which every binding reads: `cargo xtask site` offers them for download.
//!
//! ```sh
//! cargo run -p scenes --example levels -- FOLDER SCENE...
//! ```

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, names) = words.split_first().ok_or("levels FOLDER SCENE...")?;
    std::fs::create_dir_all(folder)?;
    for name in names {
        let scene = scenes::find(name).ok_or_else(|| format!("no scene {name}"))?;
        std::fs::write(Path::new(folder).join(format!("{name}.level")), (scene.level)().to_bytes())?;
    }
    Ok(())
}
