//! `cargo xtask bevy`: tests the plugin for Bevy, without a window.
//!
//! ```text
//!   rustfmt           the crate in bindings/bevy/, which is no member of the workspace
//!   cargo test        laws of the synchronisation and of rollback, headless; the examples are built and run;
//!                     clippy compiles the crate
//!   --screenshots     builds the windows, and draws the pictures of docs/bevy.md anew, under Xvfb
//! ```
//!
//! The feature `gizmos` is left out: it takes half as many crates again. There is one set of features, so
//! that Bevy is compiled once. `cargo xtask ci` does not depend on this command: the engine needs no Bevy.
//! CI takes no screenshots: Bevy's renderer is three times as much to compile.

use crate::Job;
use crate::js::crate_of;
use crate::shell::{Call, Failure, Outcome, linted};
use crate::workspace::Workspace;

pub const ARGUMENTS: &str = "
  --gizmos        with the feature `gizmos`, too: more crates
  --screenshots   draw the pictures instead; needs xvfb and a driver for Vulkan (mesa-vulkan-drivers)
";

/// Examples with a picture, and the frame that it shows.
const PICTURES: [(&str, u32); 3] = [("pile", 268), ("character", 260), ("tiled", 70)];

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let (mut gizmos, mut screenshots) = (false, false);
    for word in words {
        match word.as_str() {
            "--gizmos" => gizmos = true,
            "--screenshots" => screenshots = true,
            other => return Err(Failure::Usage(format!("`bevy` does not know `{other}`"))),
        }
    }
    if screenshots {
        return Ok(Box::new(draw));
    }
    Ok(Box::new(move |workspace| run(workspace, gizmos)))
}

/// Draws the pictures.
fn draw(workspace: &Workspace) -> Outcome {
    let folder = workspace.root.join("bindings/bevy");
    crate_of(&folder, "build", &["--locked", "-p", "bevy_physics2d_window"]).run(workspace)?;
    let program = folder.join("target/debug/bevy_physics2d_window");
    for (example, frame) in PICTURES {
        let file = workspace.root.join(format!("docs/pictures/bevy_{example}.png"));
        Call::new("xvfb-run -a -s")
            .arg("-screen 0 960x540x24")
            .path(&program)
            .args([example, "--screenshot"])
            .path(&file)
            .arg(frame.to_string())
            .run(workspace)?;
    }
    Ok(())
}

/// Checks and tests.
fn run(workspace: &Workspace, gizmos: bool) -> Outcome {
    let folder = workspace.root.join("bindings/bevy");
    let features = ["--features", if gizmos { "ggrs threads gizmos" } else { "ggrs threads" }];
    crate_of(&folder, "fmt", &["--all", "--check"]).run(workspace)?;
    linted(crate_of(&folder, "test", &["--locked"]).args(features)).run(workspace)
}
