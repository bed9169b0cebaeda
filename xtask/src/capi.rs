//! `cargo xtask capi`: builds the C library and tests it from C and C++.
//!
//! ```text
//!   generate --check   src/definitions.rs and include/physics2d.h are those of the properties and functions
//!   rustfmt            the crates in bindings/c/, which are no members of the workspace
//!   cargo test         laws of handles and definitions; clippy compiles the crates
//!   cc, c++            tests/c/*.c as C11, tests/c/*.cpp as C++17, with all warnings as errors; each is run
//!   equal hashes       tests/c/hashes.c prints what examples/expected.rs prints, which uses the engine
//!   valgrind, ASan     the same programs again: no invalid access, no leak
//!   CMake, pkg-config  examples/c/fall.c, as a user's program, with the folder that is released
//!   love               examples/love without a window: the pile has the hash that it has in C
//! ```
//!
//! `cargo xtask ci` does not depend on it.

use crate::Job;
use crate::ci::is_installed;
use crate::js::crate_of;
use crate::shell::{Call, Failure, Outcome, linted};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

pub const ARGUMENTS: &str = "
  --write                write the generated files anew: src/definitions.rs and include/physics2d.h
  --overhead             measure what a call costs from C and from Rust; nothing is tested
  --release-folder DIR   build the library optimized and write what is released into DIR; nothing is tested
";

/// What the command does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    Test,
    Write,
    Overhead,
    Release(PathBuf),
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let mut task = Task::Test;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        task = match word.as_str() {
            "--write" => Task::Write,
            "--overhead" => Task::Overhead,
            "--release-folder" => {
                let missing = || Failure::Usage("--release-folder needs a folder".into());
                Task::Release(PathBuf::from(rest.next().ok_or_else(missing)?))
            }
            other => return Err(Failure::Usage(format!("`capi` does not know `{other}`"))),
        };
    }
    Ok(Box::new(move |workspace| run(workspace, &task)))
}

fn run(workspace: &Workspace, task: &Task) -> Outcome {
    let folder = workspace.root.join("bindings/c");
    let generate = crate_of(&folder, "run", &["--locked", "-q", "-p", "generate"]);
    match task {
        Task::Write => return generate.run(workspace),
        Task::Overhead => return overhead(workspace, &folder),
        Task::Release(into) => {
            crate_of(&folder, "build", &["--locked", "--release"]).run(workspace)?;
            let into = workspace.root.join(into);
            release(workspace, &folder, "release", &into)?;
            println!("the library is in {}", into.display());
            return Ok(());
        }
        Task::Test => {}
    }
    linted(generate.args(["--", "--check"])).run(workspace)?;
    crate_of(&folder, "fmt", &["--all", "--check"]).run(workspace)?;
    // Not with `generate`, which needs other features of serde: the engine would be compiled again.
    linted(crate_of(&folder, "test", &["--locked"])).run(workspace)?;
    if !has(&["cc", "c++"], "the library is not tested from C")? {
        return Ok(());
    }
    linted(crate_of(&folder, "build", &["--locked"])).run(workspace)?;
    let programs = Programs { folder: &folder, workspace };
    let hashes = programs.hashes()?;
    print!("{hashes}");
    let has_valgrind = has(&["valgrind"], "memory is not checked by valgrind")?;
    for source in programs.sources()? {
        let program = programs.compile(&source, "plain", &[])?;
        programs.test(&Call::new("").path(&program), &source, &hashes)?;
        // Leaks that other frames still point into are not reported: a block has a head (`memory.rs`).
        let valgrind = "valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
                        --errors-for-leak-kinds=definite";
        if has_valgrind {
            programs.test(&Call::new(valgrind).path(&program), &source, &hashes)?;
        }
        let sanitizer = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let program = programs.compile(&source, "sanitized", &sanitizer)?;
        programs.test(&Call::new("").path(&program), &source, &hashes)?;
    }
    let released = folder.join("target/released");
    release(workspace, &folder, "debug", &released)?;
    user(workspace, &folder, &released)?;
    love(workspace, &folder, &hashes)
}

/// Writes what a user needs into a folder: the header, both libraries, and what CMake and pkg-config read.
fn release(workspace: &Workspace, folder: &Path, profile: &str, into: &Path) -> Outcome {
    let built = folder.join("target").join(profile);
    let (shared, fixed) = libraries();
    let version = version(&folder.join("Cargo.toml"))?;
    if into.exists() {
        fs::remove_dir_all(into).map_err(|error| Failure::failed(format!("{}: {error}", into.display())))?;
    }
    let write = |name: &str, bytes: Vec<u8>| -> Outcome {
        let path = into.join(name);
        let made = fs::create_dir_all(path.parent().unwrap_or(into)).and_then(|()| fs::write(&path, bytes));
        made.map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
    };
    let read =
        |path: &Path| fs::read(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())));
    write("include/physics2d.h", read(&folder.join("include/physics2d.h"))?)?;
    let soname = soname(&version, shared);
    write(&format!("lib/{soname}"), read(&built.join(shared))?)?;
    if soname != shared {
        link(&soname, &into.join("lib").join(shared))?;
    }
    write(&format!("lib/{fixed}"), read(&built.join(fixed))?)?;
    if cfg!(windows) {
        write(&format!("lib/{shared}.lib"), read(&built.join(format!("{shared}.lib")))?)?;
    }
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        write(license, read(&workspace.root.join(license))?)?;
    }
    for (name, to) in [
        ("physics2d.pc.in", "lib/pkgconfig/physics2d.pc"),
        ("physics2d-config.cmake.in", "lib/cmake/physics2d/physics2d-config.cmake"),
        ("physics2d-config-version.cmake.in", "lib/cmake/physics2d/physics2d-config-version.cmake"),
    ] {
        let text = String::from_utf8_lossy(&read(&folder.join("release").join(name))?).into_owned();
        let mut parts = version.split('.');
        let [major, minor] = [(); 2].map(|()| parts.next().unwrap_or_default());
        let text = text.replace("@VERSION@", &version).replace("@SHARED@", shared).replace("@STATIC@", fixed);
        let text = text.replace("@MAJOR@", major).replace("@MINOR@", minor).replace("@SONAME@", &soname);
        write(to, text.into_bytes())?;
    }
    Ok(())
}

/// Runs the same calls from C and from Rust, and prints a table of their times.
fn overhead(workspace: &Workspace, folder: &Path) -> Outcome {
    let build = ["--locked", "--release", "--lib", "--example", "overhead"];
    crate_of(folder, "build", &build).run(workspace)?;
    let target = folder.join("target");
    let program = target.join("c/overhead");
    fs::create_dir_all(target.join("c"))
        .map_err(|error| Failure::failed(format!("{}: {error}", target.display())))?;
    Call::new("cc -std=c11 -O2 -Wall -Wextra -Werror -I")
        .path(&folder.join("include"))
        .path(&folder.join("examples/c/overhead.c"))
        .path(&target.join("release/libphysics2d.a"))
        .args(["-lm", "-lpthread", "-ldl", "-o"])
        .path(&program)
        .run(workspace)?;
    // The least of several runs: other programs only add to a time.
    let mut rows: Vec<(String, f64, f64)> = Vec::new();
    for _ in 0..5 {
        let from_c = text(workspace, &Call::new("").path(&program))?;
        let from_rust = text(workspace, &Call::new("").path(&target.join("release/examples/overhead")))?;
        for (c, rust) in from_c.lines().zip(from_rust.lines()) {
            let row = |line: &str| {
                let (name, time) = line.split_once(' ')?;
                Some((name.to_owned(), time.parse::<f64>().ok()?))
            };
            let (Some((name, c)), Some((_, rust))) = (row(c), row(rust)) else { continue };
            match rows.iter_mut().find(|(one, ..)| *one == name) {
                Some((_, least_c, least_rust)) => {
                    (*least_c, *least_rust) = (least_c.min(c), least_rust.min(rust));
                }
                None => rows.push((name, c, rust)),
            }
        }
    }
    println!("| call | from C | from Rust |\n|---|---|---|");
    for (name, c, rust) in rows {
        println!("| {name} | {c:.1} | {rust:.1} |");
    }
    Ok(())
}

/// The names of the shared and of the static library.
fn libraries() -> (&'static str, &'static str) {
    if cfg!(windows) {
        ("physics2d.dll", "physics2d.lib")
    } else if cfg!(target_os = "macos") {
        ("libphysics2d.dylib", "libphysics2d.a")
    } else {
        ("libphysics2d.so", "libphysics2d.a")
    }
}

/// Lets a path name a file of the same folder.
#[cfg(unix)]
fn link(file: &str, path: &Path) -> Outcome {
    let made = std::os::unix::fs::symlink(file, path);
    made.map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// Only shared libraries of Linux have a second name.
#[cfg(not(unix))]
fn link(_: &str, path: &Path) -> Outcome {
    Err(Failure::failed(format!("{}: no links here", path.display())))
}

/// The name by which the loader knows the shared library of a version: `bindings/c/build.rs` gives it.
fn soname(version: &str, shared: &str) -> String {
    let binary_interface: Vec<&str> = version.split('.').take(2).collect();
    if cfg!(target_os = "linux") {
        format!("{shared}.{}", binary_interface.join("."))
    } else {
        shared.to_owned()
    }
}

/// The version in a manifest.
fn version(manifest: &Path) -> Outcome<String> {
    let text = fs::read_to_string(manifest).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|rest| rest.split('"').next()).map(str::to_owned);
    version.ok_or_else(|| Failure::failed(format!("{} has no version", manifest.display())))
}

/// Builds a user's program with the folder that is released, by CMake and by pkg-config.
fn user(workspace: &Workspace, folder: &Path, released: &Path) -> Outcome {
    let program = folder.join("examples/c/fall.c");
    let into = folder.join("target/c/user");
    fs::create_dir_all(&into).map_err(|error| Failure::failed(format!("{}: {error}", into.display())))?;
    if has(&["cmake"], "what CMake reads is not tested")? {
        let build = into.join("cmake");
        Call::new("cmake -S")
            .path(&folder.join("tests/cmake"))
            .arg("-B")
            .path(&build)
            .arg(format!("-DCMAKE_PREFIX_PATH={}", released.display()))
            .arg("--log-level=WARNING")
            .run(workspace)?;
        Call::new("cmake --build").path(&build).run(workspace)?;
        for name in ["fall_physics2d", "fall_static"] {
            Call::new("").path(&build.join(name)).run(workspace)?;
        }
        // While the major version is 0, another minor version is another interface.
        let versions = released.join("lib/cmake/physics2d/physics2d-config-version.cmake");
        Call::new("cmake")
            .arg(format!("-DFILE={}", versions.display()))
            .arg("-P")
            .path(&folder.join("tests/cmake/versions.cmake"))
            .run(workspace)?;
    }
    if has(&["pkg-config"], "what pkg-config reads is not tested")? {
        let path = released.join("lib/pkgconfig").to_string_lossy().into_owned();
        let flags = Call::new("pkg-config --cflags --libs physics2d").env("PKG_CONFIG_PATH", path);
        let flags = flags.text().ok_or_else(|| Failure::failed(format!("`{flags}` failed")))?;
        // The program of the page, too.
        let page = into.join("page.c");
        let text_of_page = fs::read_to_string(workspace.root.join("docs/capi.md")).unwrap_or_default();
        let block = block(&text_of_page).ok_or_else(|| Failure::failed("docs/capi.md has no program"))?;
        fs::write(&page, block).map_err(|error| Failure::failed(format!("{}: {error}", page.display())))?;
        for program in [program, page] {
            let built = into.join(program.file_stem().unwrap_or_default());
            Call::new("cc -std=c11 -Wall -Wextra -Werror")
                .path(&program)
                .args(flags.split_whitespace())
                .arg("-o")
                .path(&built)
                .run(workspace)?;
            let path = released.join("lib").to_string_lossy().into_owned();
            let found = text(workspace, &Call::new("").path(&built).env("LD_LIBRARY_PATH", path))?;
            if found.trim() != "1.00" {
                return Err(Failure::failed(format!("{} prints {found}", program.display())));
            }
        }
    }
    Ok(())
}

/// The program of a page: the block of C that includes the header.
fn block(page: &str) -> Option<&str> {
    let blocks = page.split("```c\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.into_iter().find(|block| block.contains("#include <physics2d.h>"))
}

/// Runs the game in LÖVE without a window, and compares the hash of its pile.
fn love(workspace: &Workspace, folder: &Path, hashes: &str) -> Outcome {
    if !has(&["love"], "the game in LÖVE is not tested")? {
        return Ok(());
    }
    let library = folder.join("target/debug").join(libraries().0);
    let call = Call::new("love")
        .path(&folder.join("examples/love"))
        .env("P2_HEADLESS", "1")
        .env("P2_HEADER", folder.join("include/physics2d.h").to_string_lossy())
        .env("P2_LIBRARY", library.to_string_lossy());
    let found = text(workspace, &call)?;
    if !hashes.starts_with("pile ") || found.lines().next() != hashes.lines().next() {
        return Err(Failure::failed(format!("the engine's hashes:\n{hashes}that in LÖVE:\n{found}")));
    }
    print!("in LÖVE: {found}");
    Ok(())
}

/// What a program prints.
fn text(workspace: &Workspace, call: &Call) -> Outcome<String> {
    let output = call.output(workspace)?;
    if !output.status.success() {
        return Err(Failure::failed(format!("`{call}` failed: {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether these programs are there. Without one of them, a contributor is not held up.
fn has(programs: &[&str], otherwise: &str) -> Outcome<bool> {
    let missing: Vec<&str> = programs.iter().copied().filter(|program| !is_installed(program)).collect();
    if missing.is_empty() {
        return Ok(true);
    }
    let message = format!("{otherwise}: `{}` is not installed", missing.join("`, `"));
    if std::env::var_os("CI").is_some() {
        return Err(Failure::failed(message));
    }
    println!("{message}");
    Ok(false)
}

/// The test programs in C and C++.
struct Programs<'a> {
    folder: &'a Path,
    workspace: &'a Workspace,
}

impl Programs<'_> {
    /// The sources, in the order of their names.
    fn sources(&self) -> Outcome<Vec<PathBuf>> {
        let files = fs::read_dir(self.folder.join("tests/c")).into_iter().flatten().flatten();
        let mut sources: Vec<PathBuf> =
            files.map(|file| file.path()).filter(|path| compiler(path).is_some()).collect();
        sources.sort();
        if sources.is_empty() {
            return Err(Failure::failed("bindings/c/tests/c holds no programs"));
        }
        Ok(sources)
    }

    /// Compiles a program with the static library, into `target/c/KIND`.
    fn compile(&self, source: &Path, kind: &str, flags: &[&str]) -> Outcome<PathBuf> {
        let target = self.folder.join("target");
        let into = target.join("c").join(kind);
        fs::create_dir_all(&into).map_err(|error| Failure::failed(format!("{}: {error}", into.display())))?;
        let program = into.join(source.file_stem().unwrap_or_default());
        let (compiler, standard) = compiler(source).unwrap_or(("cc", "-std=c11"));
        Call::new(compiler)
            .args([standard, "-Wall", "-Wextra", "-Werror", "-g", "-O1"])
            .args(flags.iter().copied())
            .arg("-I")
            .path(&self.folder.join("include"))
            .path(source)
            .path(&target.join("debug/libphysics2d.a"))
            .args(["-lm", "-lpthread", "-ldl", "-o"])
            .path(&program)
            .run(self.workspace)?;
        Ok(program)
    }

    /// What the engine itself says, which also writes the levels.
    fn hashes(&self) -> Outcome<String> {
        let example = ["--locked", "-q", "--example", "expected", "--"];
        let call = linted(crate_of(self.folder, "run", &example));
        let hashes = text(self.workspace, &call.path(&self.levels()))?;
        if hashes.lines().count() < 5 {
            return Err(Failure::failed(format!("these are not five hashes:\n{hashes}")));
        }
        Ok(hashes)
    }

    fn levels(&self) -> PathBuf {
        self.folder.join("target/levels")
    }

    /// Runs a program; what the one prints that prints hashes is compared with those of the engine.
    fn test(&self, call: &Call, source: &Path, hashes: &str) -> Outcome {
        match source.file_stem().and_then(|stem| stem.to_str()) {
            Some("hashes") => {
                let found = text(self.workspace, &call.clone().path(&self.levels()))?;
                if found != hashes {
                    let message = format!("the engine's hashes:\n{hashes}those through C:\n{found}");
                    return Err(Failure::failed(message));
                }
                Ok(())
            }
            // Valgrind takes fifty times as long.
            Some("random") if call.to_string().starts_with("valgrind") => {
                call.clone().arg("2").run(self.workspace)
            }
            _ => call.run(self.workspace),
        }
    }
}

/// The compiler of a source file, and the standard that it is held to.
fn compiler(source: &Path) -> Option<(&'static str, &'static str)> {
    match source.extension()?.to_str()? {
        "c" => Some(("cc", "-std=c11")),
        "cpp" => Some(("c++", "-std=c++17")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_compiled_by_their_ending() {
        assert_eq!(compiler(Path::new("a/b.cpp")), Some(("c++", "-std=c++17")));
        assert_eq!(compiler(Path::new("check.h")), None);
    }

    #[test]
    fn program_of_a_page_is_found() {
        let page = "```c\nother\n```\ntext\n```c\n#include <physics2d.h>\nint x;\n```\n";
        assert_eq!(block(page), Some("#include <physics2d.h>\nint x;\n"));
    }

    #[test]
    fn version_is_that_of_the_manifest() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/c/Cargo.toml");
        assert!(version(&manifest).unwrap().starts_with(|first: char| first.is_ascii_digit()));
    }
}
