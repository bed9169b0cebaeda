//! Names the shared library after its binary interface, which each minor version changes while the major one
//! is 0: a program that was linked with another one is refused by the loader, and does not read wrong
//! structs.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name: &str| std::env::var(name).unwrap_or_default();
    if part("CARGO_CFG_TARGET_OS") == "linux" {
        let (major, minor) = (part("CARGO_PKG_VERSION_MAJOR"), part("CARGO_PKG_VERSION_MINOR"));
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libphysics2d.so.{major}.{minor}");
    }
}
