//! Runs scenes and prints their hashes, for tools that watch a program: ThreadSanitizer, valgrind, perf. The
//! testbed, which also draws and measures, depends on more and takes longer to build.
//!
//! ```sh
//! cargo run --release -p scenes --example run -- THREADS SCENE STEPS [SCENE STEPS]...
//! ```
//!
//! The variables `DIRECT_JOINTS` (`off`, `loaded`, `all`) and `DIRECT_CONTACTS` (`off`, `heavy`, `columns`,
//! `tall`) replace the settings of the scene: for counting what solving joints directly and contacts together
//! costs.

use physics::prelude::*;
use physics::solver::{DirectContacts, DirectJoints};
use scenes::ScriptRunner;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match words.split_first() {
        Some((threads, runs)) if !runs.is_empty() && runs.len() % 2 == 0 => {
            runs.chunks_exact(2).try_for_each(|words| run(threads, &words[0], &words[1]))
        }
        _ => Err("run THREADS SCENE STEPS [SCENE STEPS]...".to_owned()),
    };
    outcome.map_or_else(
        |message| {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run(threads: &str, name: &str, steps: &str) -> Result<(), String> {
    let number = |word: &str| word.parse::<u32>().map_err(|error| format!("{word}: {error}"));
    let scene = scenes::find(name).ok_or_else(|| format!("no scene {name}"))?;
    let mut level = (scene.level)();
    let solver = &mut level.settings.solver;
    solver.direct_joints = direct_joints(solver.direct_joints)?;
    solver.direct_contacts = direct_contacts(solver.direct_contacts)?;
    let (mut world, _) = World::load(&level).map_err(|error| format!("{name}: {error}"))?;
    world.set_threads(number(threads)? as usize);
    let mut script_runner = ScriptRunner::of(&world);
    for step in 0..number(steps)? {
        let commands = scene.script.map_or_else(Vec::new, |script| script(step));
        script_runner.run(&mut world, &commands);
        world.step(1.0 / 60.0);
    }
    let (threads, lanes) = (world.threads(), world.width().name());
    println!(
        "{name}: {steps} steps on {threads} threads, hash {:016x}, lanes of {lanes}",
        world.state_hash()
    );
    Ok(())
}

fn direct_joints(of_scene: DirectJoints) -> Result<DirectJoints, String> {
    match std::env::var("DIRECT_JOINTS").as_deref() {
        Err(_) => Ok(of_scene),
        Ok("off") => Ok(DirectJoints::Off),
        Ok("loaded") => Ok(DirectJoints::Loaded),
        Ok("all") => Ok(DirectJoints::All),
        Ok(other) => Err(format!("DIRECT_JOINTS={other}: `off`, `loaded` and `all` are known")),
    }
}

fn direct_contacts(of_scene: DirectContacts) -> Result<DirectContacts, String> {
    match std::env::var("DIRECT_CONTACTS").as_deref() {
        Err(_) => Ok(of_scene),
        Ok("off") => Ok(DirectContacts::Off),
        Ok("heavy") => Ok(DirectContacts::Heavy),
        Ok("columns") => Ok(DirectContacts::Columns),
        Ok("tall") => Ok(DirectContacts::Tall),
        Ok(other) => Err(format!("DIRECT_CONTACTS={other}: `off`, `heavy`, `columns` and `tall` are known")),
    }
}
