//! Runs every program in `crates/physics/examples`. Each checks its own result and panics if it is wrong.

use super::features;
use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use std::fs;

const FOLDER: &str = "crates/physics/examples";

/// Runs them in alphabetical order. Part `test` has built them already, with the same features.
pub fn run(workspace: &Workspace) -> Outcome {
    let names = names(workspace)?;
    if names.is_empty() {
        return Err(Failure::failed(format!("{FOLDER} holds no example")));
    }
    features::whole(workspace, "build").arg("--examples").run(workspace)?;
    let programs = workspace.target.join("debug/examples");
    names.iter().try_for_each(|name| {
        let program = programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Call::new("").path(&program).run(workspace)
    })
}

/// The names of the examples.
fn names(workspace: &Workspace) -> Outcome<Vec<String>> {
    let folder = workspace.root.join(FOLDER);
    let entries = fs::read_dir(&folder).map_err(|error| Failure::failed(format!("{FOLDER}: {error}")))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".rs")?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}
