//! How often the nets of a step intervene in each scene that the docs show: `docs/measured/nets.csv`, which
//! `docs/nets.md` explains.

use super::DT;
use physics::prelude::*;
use scenes::{SCENES, Scene, ScriptRunner};
use std::fmt::Write;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/measured/nets.csv");

/// The sums of the counts over the steps of a scene, by name.
fn counts(scene: &Scene) -> [(&'static str, u32); 8] {
    let (mut world, _) = World::load(&(scene.level)()).expect("a level of this crate");
    let mut script_runner = ScriptRunner::of(&world);
    let mut sums = NetCounts::default().counts();
    for step in 0..scene.steps {
        let commands = scene.script.map_or_else(Vec::new, |script| script(step));
        script_runner.run(&mut world, &commands);
        world.step(DT);
        for (sum, (_, count)) in sums.iter_mut().zip(world.stats().nets.counts()) {
            sum.1 += count;
        }
    }
    sums
}

fn page() -> String {
    let names = NetCounts::default().counts().map(|(name, _)| name);
    let mut page = format!("scene,steps,{}\n", names.join(","));
    for scene in SCENES {
        let counts = counts(scene);
        let intervened = counts.iter().any(|(name, count)| *count > 0 && !["swept", "capped"].contains(name));
        if intervened {
            let counts = counts.map(|(_, count)| count.to_string());
            writeln!(page, "{},{},{}", scene.name, scene.steps, counts.join(",")).unwrap();
        }
    }
    page
}

#[test]
#[ignore = "writes docs/measured/nets.csv"]
fn write_page() {
    std::fs::write(PAGE, page()).unwrap();
}

/// The page says what the nets do in each scene: a change that makes one intervene shows here.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn page_of_nets_is_up_to_date() {
    let written = std::fs::read_to_string(PAGE).unwrap();
    let now = page();
    let differs = written.lines().zip(now.lines()).find(|(a, b)| a != b);
    assert!(
        written == now,
        "{differs:?}: write the page with `cargo test -p scenes --test all nets::write_page -- --ignored`"
    );
}
