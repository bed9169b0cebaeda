//! How deep bodies overlap in the large scenes, in this engine and in Box2D. Both are measured in the same
//! way: the poses of an engine are put into a world of this engine, whose narrow phase computes the overlaps.
//!
//! ```sh
//! cargo run --release -p peers --example overlap
//! cargo run --release -p peers --example overlap -- tumbler
//! ```
//!
//! The testbed's `max_penetration_m` is the deepest overlap of all, which in a scene with fast bodies depends
//! on chance. This program prints, at four times in a scene and in mm: the deepest overlap with a static or
//! kinematic body; and between dynamic bodies the deepest, the one that a thousandth of touching contacts
//! exceed, the one that a hundredth exceed, and the mean.

use peers::engine::{BuildOptions, Engine, EngineKind};
use peers::measure::overlaps;
use physics::prelude::*;

const DT: f32 = 1.0 / 60.0;
const SCENES: [&str; 5] = ["large_pyramid", "tumbler", "junkyard", "compounds", "spinner"];

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let scenes: Vec<&str> =
        if named.is_empty() { SCENES.to_vec() } else { named.iter().map(String::as_str).collect() };
    println!(
        "{:>15} {:>6} {:>5} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "scene", "engine", "step", "fixed", "deepest", "0.1%", "1%", "mean"
    );
    for name in scenes {
        let Some(scene) = scenes::find(name) else {
            println!("no scene named {name}");
            continue;
        };
        for kind in [EngineKind::Ours, EngineKind::Box2d] {
            let mut level = (scene.level)();
            level.settings.sleeping = false;
            let Ok(mut engine) = kind.build(&level, BuildOptions::default()) else { continue };
            for step in 0..scene.steps {
                let commands = scene.script.map_or_else(Vec::new, |script| script(step));
                if engine.follow(&commands).is_err() {
                    break;
                }
                engine.step(DT);
                if (step + 1) % (scene.steps / 4).max(1) == 0 {
                    report(name, kind, step + 1, &level, &*engine);
                }
            }
        }
    }
}

/// A line of the table.
fn report(name: &str, kind: EngineKind, step: u32, level: &Level, engine: &dyn Engine) {
    let [mut fixed, mut depths] = overlaps(level, engine);
    for list in [&mut fixed, &mut depths] {
        list.sort_by(|a, b| b.total_cmp(a));
    }
    let at = |share: f32| 1e3 * depths.get((share * depths.len() as f32) as usize).copied().unwrap_or(0.0);
    let mean = 1e3 * depths.iter().sum::<f32>() / depths.len().max(1) as f32;
    let fixed = 1e3 * fixed.first().copied().unwrap_or(0.0);
    println!(
        "{name:>15} {:>6} {step:>5} {fixed:8.1} {:8.1} {:8.2} {:8.2} {mean:8.3}",
        kind.name(),
        at(0.0),
        at(0.001),
        at(0.01)
    );
}
