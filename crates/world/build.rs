//! Says so when the engine is compiled without optimization: its steps then take up to 85 times as long, and
//! the default profile of a new program does that. Cargo shows the line for dependencies by path.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!(
            "cargo::warning=the physics engine is compiled without optimization, and up to 85 times as slow: \
             add `[profile.dev.package.\"*\"]` with `opt-level = 3` to your Cargo.toml"
        );
    }
}
