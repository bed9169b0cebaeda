//! Each crate builds by itself, without features that other crates switch on, and with each of its own
//! features.

use crate::layers::{FEATURES, LAYERS, package};
use crate::shell::{Call, Outcome, cargo, linted};
use crate::workspace::Workspace;

/// This feature makes every step slow.
const SLOW: &str = "validate";

/// A command of cargo over the whole workspace with one set of features: `whole("test")`. All debug builds of
/// `ci` use it, since cargo chooses the features of a crate for the packages that are built together.
pub fn whole(workspace: &Workspace, command: &str) -> Call {
    let call = cargo(command).args(["--workspace", "--features"]).arg(quick());
    if workspace.is_linted && command != "doc" { linted(call) } else { call }
}

/// The features of the library crates that are off by default, but for the slow one: `physics2d-geom/mint`
/// and so on.
fn quick() -> String {
    let of_crate = |(name, features): &(&str, &[&str])| -> Vec<String> {
        let quick = features.iter().filter(|feature| **feature != SLOW);
        quick.map(|feature| format!("{}/{feature}", package(name))).collect()
    };
    FEATURES.iter().flat_map(of_crate).collect::<Vec<_>>().join(",")
}

/// Checks the library of every crate alone, then with each feature. Part `test` builds the tests with all
/// features but [`SLOW`] at once; passive worlds and shots are validated after every step there.
pub fn run(workspace: &Workspace) -> Outcome {
    LAYERS.iter().try_for_each(|layer| cargo("check -p").arg(package(layer.name)).run(workspace))?;
    for (name, features) in FEATURES {
        for feature in *features {
            if is_read(workspace, name, feature) {
                cargo("check -p").args([&package(name), "--features", feature]).run(workspace)?;
            }
        }
    }
    // For the features that only switch on those of other crates: the facade passes all of them on.
    cargo("check --all-features -p").arg(package("physics")).run(workspace)?;
    // A machine without a display needs no window. Without the tests, which compile the window all the same.
    cargo("check -p testbed --no-default-features").run(workspace)
}

/// Whether the sources of a crate depend on its feature. The others of its features only switch on those of
/// other crates: they are part of the manifest, which cargo reads in every build.
fn is_read(workspace: &Workspace, name: &str, feature: &str) -> bool {
    let folder = format!("crates/{name}/src/");
    let condition = format!("feature = \"{feature}\"");
    let files = workspace.files().into_iter().filter(|file| file.starts_with(&folder));
    files.into_iter().any(|file| {
        std::fs::read_to_string(workspace.root.join(file)).is_ok_and(|text| text.contains(&condition))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_named_as_cargo_wants_them() {
        let quick = quick();
        assert!(
            quick.starts_with("physics2d-compute/scalar,physics2d-geom/mint,physics2d-geom/glam,"),
            "{quick}"
        );
        assert!(quick.ends_with(",physics2d-engine/serde") && !quick.contains(SLOW), "{quick}");
    }

    #[test]
    fn features_that_a_crate_only_passes_on_are_known() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..").into();
        let workspace = Workspace { root, ..Workspace::default() };
        for (name, feature) in [("geom", "mint"), ("solver", "serde"), ("world", "serde"), ("world", SLOW)] {
            assert!(is_read(&workspace, name, feature), "{name}/{feature}");
        }
        for (name, feature) in [("world", "mint"), ("physics", "serde"), ("physics", SLOW)] {
            assert!(!is_read(&workspace, name, feature), "{name}/{feature}");
        }
    }
}
