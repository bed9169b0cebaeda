//! Each crate builds by itself, without features that other crates switch on, and with each of its own features.

use crate::layers::{FEATURES, LAYERS};
use crate::shell::{Outcome, cargo};
use crate::workspace::Workspace;

/// The features of the library crates that are off by default: `geom/mint` and so on.
pub fn of_libraries() -> impl Iterator<Item = String> {
    FEATURES
        .iter()
        .flat_map(|(name, features)| features.iter().map(move |feature| format!("{name}/{feature}")))
}

/// Checks every crate alone, then with each feature, and tests `world` with its checks after every step.
pub fn run(workspace: &Workspace) -> Outcome {
    LAYERS.iter().try_for_each(|layer| cargo("check -p").arg(layer.name).run(workspace))?;
    for (name, features) in FEATURES {
        for feature in *features {
            cargo("check --all-targets -p").args([name, "--features", feature]).run(workspace)?;
        }
    }
    // A machine without a display needs no window.
    cargo("check -p testbed --all-targets --no-default-features").run(workspace)?;
    // Part `test` switches on the other features; this one makes every step slow.
    cargo("test -p world --lib --tests --features validate").env("PROPTEST_CASES", "100").run(workspace)
}
