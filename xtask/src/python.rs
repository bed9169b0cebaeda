//! `cargo xtask python`: builds the Python package and tests it, in a virtual environment of its own.
//!
//! ```text
//!   target/venv           what requirements-dev.txt names; made anew when that file changes
//!   rustfmt, clippy       the crate in bindings/python/, which is no member of the workspace; with --quick,
//!                         clippy compiles it
//!   generate.py docs      the docstrings that come from the list of properties are up to date
//!   maturin, pip          the wheel is built and installed
//!   mypy, pyright         the examples, as a user's programs, with the stubs alone
//!   pytest                laws, bad input, handles, arrays, state, pictures, stubs, examples
//! ```
//!
//! `cargo xtask ci` does not depend on it: the engine needs no Python.

mod wheels;

use crate::Job;
use crate::shell::{Call, Failure, Outcome, cargo, linted};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const ARGUMENTS: &str = "
  --python VERSION   the version of Python, such as 3.12, or the path of a program (by default `python3`)
  --build            build and install the wheel only
  --quick            test a wheel that is built fast, and is slower: CI does
  --wheels           build wheels for x86-64 and aarch64 into bindings/python/target/dist, and try them; a long command
";

/// The oldest Python for which the wheel is built.
const OLDEST: &str = "3.10";

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let (mut version, mut only_build, mut for_others, mut quick) = (None, false, false, false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--build" => only_build = true,
            "--wheels" => for_others = true,
            "--quick" => quick = true,
            "--python" => {
                let found = rest.next().ok_or_else(|| Failure::Usage("--python needs a version".into()))?;
                version = Some(found.clone());
            }
            other => return Err(Failure::Usage(format!("`python` does not know `{other}`"))),
        }
    }
    if quick && (only_build || for_others) {
        return Err(Failure::Usage("--quick builds a wheel for tests alone".into()));
    }
    Ok(Box::new(move |workspace| run(workspace, version.as_deref(), only_build, for_others, quick)))
}

/// Builds, installs and tests.
fn run(
    workspace: &Workspace,
    version: Option<&str>,
    only_build: bool,
    for_others: bool,
    quick: bool,
) -> Outcome {
    let python = match version {
        None => "python3".to_owned(),
        Some(path) if path.contains(std::path::MAIN_SEPARATOR) => path.to_owned(),
        Some(version) => format!("python{version}"),
    };
    if let Err(missing) = usable(&python) {
        let message = format!("{missing}; the Python package needs Python {OLDEST} or later with `venv`");
        // A contributor without Python is not held up by tests; who asks for a wheel is told.
        if std::env::var_os("CI").is_some() || only_build || for_others {
            return Err(Failure::failed(message));
        }
        println!("nothing is tested: {message}");
        return Ok(());
    }
    let folder = workspace.root.join("bindings/python");
    if for_others {
        return wheels::run(workspace, &folder, &python);
    }
    let name = version.map_or("venv".to_owned(), |v| format!("venv-{}", v.replace(['/', '\\'], "-")));
    let venv = Venv { folder: folder.join("target").join(name) };
    venv.prepare(workspace, &python, &folder.join("requirements-dev.txt"))?;
    if !only_build {
        crate_of(&folder, "fmt", &["--check"]).run(workspace)?;
        if !quick {
            crate_of(&folder, "clippy", &["--locked", "--", "-D", "warnings"]).run(workspace)?;
        }
        venv.python().path(&folder.join("tools/generate.py")).args(["docs", "--check"]).run(workspace)?;
    }
    println!("compiling the engine; from nothing that takes six minutes of processor time");
    let wheels = folder.join("target").join("wheels");
    // Only the wheel that is built now may be found there.
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| Failure::failed(format!("{wheels:?}: {error}")))?;
    }
    let manifest = folder.join("Cargo.toml");
    let profile = if quick { "quick" } else { "release" };
    let build = venv
        .program("maturin")
        .args(["build", "--profile", profile, "--locked", "--manifest-path"])
        .path(&manifest)
        .arg("--out")
        .path(&wheels)
        .env("CARGO_TARGET_DIR", folder.join("target").to_string_lossy());
    if quick { linted(build) } else { build }.run(workspace)?;
    let wheel = only_file(&wheels)?;
    venv.python()
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"])
        .path(&wheel)
        .run(workspace)?;
    if only_build {
        println!("{} is installed in {}", wheel.display(), venv.folder.display());
        return Ok(());
    }
    let config = folder.join("pyproject.toml");
    venv.program("mypy")
        .arg("--config-file")
        .path(&config)
        .path(&folder.join("examples"))
        .path(&folder.join("tests/typed.py"))
        .run(workspace)?;
    venv.program("pyright").arg("--project").path(&config).run(workspace)?;
    venv.program("pytest")
        .arg("--rootdir")
        .path(&folder)
        .arg("-c")
        .path(&config)
        .path(&folder.join("tests"))
        .run(workspace)
}

/// Whether there is such a Python, and it can make virtual environments.
fn usable(python: &str) -> Result<(), String> {
    let succeeds = |words: &[&str]| {
        let done = Command::new(python).args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    if !succeeds(&["--version"]) {
        return Err(format!("`{python}` cannot be started"));
    }
    if succeeds(&["-c", "import venv, ensurepip"]) {
        Ok(())
    } else {
        Err(format!("`{python}` has no `venv`"))
    }
}

/// A call of cargo for the crate in `folder`, which builds in its own target folder.
fn crate_of(folder: &Path, command: &str, words: &[&str]) -> Call {
    cargo(command)
        .arg("--manifest-path")
        .path(&folder.join("Cargo.toml"))
        .args(words.iter().copied())
        .env("CARGO_TARGET_DIR", folder.join("target").to_string_lossy())
}

/// The only file of a folder.
fn only_file(folder: &Path) -> Outcome<PathBuf> {
    let mut files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(Failure::failed(format!("{} does not hold one wheel", folder.display()))),
    }
}

/// A virtual environment.
struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// Where its programs are.
    fn programs(&self) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    fn program(&self, name: &str) -> Call {
        let path = self.programs().join(name);
        // Tools that call cargo or Python find those of the environment.
        let others = std::env::var("PATH").unwrap_or_default();
        let separator = if cfg!(windows) { ';' } else { ':' };
        Call::new("")
            .path(&path)
            .env("PATH", format!("{}{separator}{others}", self.programs().display()))
            .env("VIRTUAL_ENV", self.folder.to_string_lossy())
    }

    fn python(&self) -> Call {
        self.program("python")
    }

    /// Makes it, and installs what `requirements` names, unless that is done.
    fn prepare(&self, workspace: &Workspace, python: &str, requirements: &Path) -> Outcome {
        let installed = self.folder.join("requirements-dev.txt");
        let read = |path: &Path| fs::read(path).ok();
        if self.programs().exists() && read(&installed) == read(requirements) {
            return Ok(());
        }
        Call::new(python).args(["-m", "venv", "--clear"]).path(&self.folder).run(workspace)?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        self.python().args(pip).path(requirements).run(workspace)?;
        fs::copy(requirements, &installed)
            .map(|_| ())
            .map_err(|error| Failure::failed(format!("{}: {error}", installed.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_python_is_named() {
        assert_eq!(usable("python9.99").unwrap_err(), "`python9.99` cannot be started");
    }
}
