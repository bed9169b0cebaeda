//! Each crate builds by itself, without features that other crates switch on, and with each of its own
//! features.

use crate::layers::{FEATURES, LAYERS};
use crate::shell::{Call, Outcome, cargo};
use crate::workspace::Workspace;

/// This feature makes every step slow.
const SLOW: &str = "validate";

/// A command of cargo over the whole workspace with one set of features: `whole("test")`. All debug builds of
/// `ci` use it, since cargo chooses the features of a crate for the packages that are built together.
pub fn whole(command: &str) -> Call {
    cargo(command).args(["--workspace", "--features"]).arg(quick())
}

/// The features of the library crates that are off by default, but for the slow one: `geom/mint,geom/glam`
/// and so on.
fn quick() -> String {
    let of_crate = |(name, features): &(&str, &[&str])| -> Vec<String> {
        let quick = features.iter().filter(|feature| **feature != SLOW);
        quick.map(|feature| format!("{name}/{feature}")).collect()
    };
    FEATURES.iter().flat_map(of_crate).collect::<Vec<_>>().join(",")
}

/// Checks the library of every crate alone, then with each feature, and tests `world` with its checks after
/// every step. Part `test` builds the tests, with all other features at once.
pub fn run(workspace: &Workspace) -> Outcome {
    LAYERS.iter().try_for_each(|layer| cargo("check -p").arg(layer.name).run(workspace))?;
    for (name, features) in FEATURES {
        for feature in *features {
            cargo("check -p").args([name, "--features", feature]).run(workspace)?;
        }
    }
    // A machine without a display needs no window.
    cargo("check -p testbed --all-targets --no-default-features").run(workspace)?;
    // Not the tests of seams: they are thousands of runs over hundreds of colliders, minutes with a check of
    // the whole world after every step. Queries change nothing.
    let tests = "test -p world --lib --test all --test swept --features";
    cargo(tests).arg(SLOW).env("PROPTEST_CASES", "60").run(workspace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_named_as_cargo_wants_them() {
        let quick = quick();
        assert!(quick.starts_with("geom/mint,geom/glam,geom/serde,solver/serde,"), "{quick}");
        assert!(quick.ends_with(",physics/serde") && !quick.contains(SLOW), "{quick}");
    }
}
