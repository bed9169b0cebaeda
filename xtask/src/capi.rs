//! `cargo xtask capi`: builds the C library and tests it from C and C++.
//!
//! ```text
//!   generate --check   src/definitions.rs and include/physics2d.h are those of the properties and functions
//!   rustfmt, clippy    the crates in capi/, which are no members of the workspace
//!   cargo test         laws of handles and definitions
//!   cc, c++            tests/c/*.c as C11, tests/c/*.cpp as C++17, with all warnings as errors; each is run
//!   equal hashes       tests/c/hashes.c prints what examples/expected.rs prints, which uses the engine
//! ```
//!
//! `cargo xtask ci` does not depend on it.

use crate::Job;
use crate::ci::is_installed;
use crate::js::crate_of;
use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

pub const ARGUMENTS: &str = "
  --write   write the generated files anew: src/definitions.rs and include/physics2d.h
";

/// What the command does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    Test,
    Write,
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let mut task = Task::Test;
    for word in words {
        task = match word.as_str() {
            "--write" => Task::Write,
            other => return Err(Failure::Usage(format!("`capi` does not know `{other}`"))),
        };
    }
    Ok(Box::new(move |workspace| run(workspace, &task)))
}

fn run(workspace: &Workspace, task: &Task) -> Outcome {
    let folder = workspace.root.join("capi");
    let generate = crate_of(&folder, "run", &["--locked", "-q", "-p", "generate"]);
    if *task == Task::Write {
        return generate.run(workspace);
    }
    generate.args(["--", "--check"]).run(workspace)?;
    crate_of(&folder, "fmt", &["--all", "--check"]).run(workspace)?;
    let lints = crate_of(&folder, "clippy", &["--locked", "--workspace", "--all-targets"]);
    lints.args(["--", "-D", "warnings"]).run(workspace)?;
    crate_of(&folder, "test", &["--locked"]).run(workspace)?;
    if !has(&["cc", "c++"], "the library is not tested from C")? {
        return Ok(());
    }
    crate_of(&folder, "build", &["--locked"]).run(workspace)?;
    let programs = Programs { folder: &folder, workspace };
    for source in programs.sources()? {
        let program = programs.compile(&source, "plain", &[])?;
        if program.file_name().is_some_and(|name| name == "hashes") {
            programs.compare(&program)?;
        } else {
            programs.call(&program).run(workspace)?;
        }
    }
    Ok(())
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
            return Err(Failure::failed("capi/tests/c holds no programs"));
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

    fn call(&self, program: &Path) -> Call {
        Call::new("").path(program)
    }

    /// Runs the program that prints hashes, and compares them with those of the engine.
    fn compare(&self, program: &Path) -> Outcome {
        let expected = crate_of(self.folder, "run", &["--locked", "-q", "--example", "expected"]);
        let lines = |call: &Call| -> Outcome<String> {
            let output = call.output(self.workspace)?;
            if !output.status.success() {
                return Err(Failure::failed(format!("`{call}` failed: {}", output.status)));
            }
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let expected = lines(&expected)?;
        let found = lines(&self.call(program))?;
        if expected.trim().is_empty() || expected != found {
            return Err(Failure::failed(format!(
                "the engine's hashes:\n{expected}those through C:\n{found}"
            )));
        }
        print!("{found}");
        Ok(())
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
}
