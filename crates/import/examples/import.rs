//! Reads a level of another editor, prints what came in and what was skipped, and may write it as JSON.
//!
//! `cargo run -p physics2d-import --example import -- map.tmx [level.json]`

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let path =
        words.next().unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/house.svg").to_owned());
    let imported = import::read(&path)?;
    let level = &imported.level;
    println!("{path}, {}:", imported.format);
    let mut colliders = vec![0_usize; level.bodies.len()];
    level.colliders.iter().for_each(|collider| colliders[collider.body as usize] += 1);
    let mut layers: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for part in &imported.parts {
        let counts = layers.entry(&part.layer).or_default();
        counts[0] += 1;
        counts[1] += colliders[part.body as usize];
    }
    for (layer, [bodies, colliders]) in layers {
        println!("  {bodies} bodies with {colliders} colliders in \"{layer}\"");
    }
    println!(
        "  together {} bodies, {} colliders, {} joints",
        level.bodies.len(),
        level.colliders.len(),
        level.joints.len()
    );
    for skipped in &imported.skipped {
        println!("  skipped {skipped}");
    }
    if let Some(file) = words.next() {
        std::fs::write(&file, serde_json::to_string_pretty(level)?)?;
        println!("  wrote {file}");
    }
    Ok(())
}
