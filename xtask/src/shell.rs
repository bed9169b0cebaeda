//! Runs other programs. A call is written as the line that one would type, and a failure prints that line.

use crate::workspace::Workspace;
use std::fmt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The result of a subcommand or of a step of it.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why a subcommand failed.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(String),
    /// A check or a command failed: exit code 1.
    Failed(String),
}

impl Failure {
    /// A failed check; the message says what is wrong and how to correct it.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

/// A program, its arguments, and the variables that are added to the environment.
#[derive(Clone, Debug)]
pub struct Call {
    words: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Call {
    /// `line` holds the program and its arguments, separated by spaces.
    pub fn new(line: &str) -> Self {
        Self { words: line.split_whitespace().map(str::to_owned).collect(), environment: Vec::new() }
    }

    /// Adds an argument, which may contain spaces.
    pub fn arg(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// Adds arguments.
    pub fn args(mut self, words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// Adds a path as an argument.
    pub fn path(self, path: &Path) -> Self {
        self.arg(path.to_string_lossy())
    }

    /// Adds a variable of the environment.
    pub fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Runs the call in the root of the workspace. Its output goes where ours goes.
    pub fn run(&self, workspace: &Workspace) -> Outcome {
        let status = self.command_in(workspace).status().map_err(|error| self.not_started(&error))?;
        if status.success() { Ok(()) } else { Err(Failure::failed(format!("`{self}` failed: {status}"))) }
    }

    /// Runs the call in the root of the workspace and returns its standard output and exit code. Its standard
    /// error goes where ours goes.
    pub fn output(&self, workspace: &Workspace) -> Outcome<Output> {
        let mut command = self.command_in(workspace);
        command.stderr(Stdio::inherit()).output().map_err(|error| self.not_started(&error))
    }

    /// Runs the call in the current folder and returns its standard output without trailing white space.
    /// `None` if the program is missing or fails.
    pub fn text(&self) -> Option<String> {
        let output = self.command(Path::new(".")).stderr(Stdio::inherit()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim_end().to_owned())
    }

    fn command_in(&self, workspace: &Workspace) -> Command {
        let mut command = self.command(&workspace.root);
        for (name, value) in &workspace.environment {
            // What the call asks for goes first.
            if self.environment.iter().all(|(own, _)| own != name) {
                command.env(name, value);
            }
        }
        command
    }

    fn command(&self, folder: &Path) -> Command {
        // Cargo names itself in the variable CARGO; `cargo` of the search path may be another version.
        let program = match self.words[0].as_str() {
            "cargo" => std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            other => other.into(),
        };
        let mut command = Command::new(program);
        command.args(&self.words[1..]).envs(self.environment.iter().cloned()).current_dir(folder);
        command
    }

    fn not_started(&self, error: &std::io::Error) -> Failure {
        Failure::failed(format!("`{self}` could not be started: {error}"))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |word: &str| match word {
            // Cargo separates encoded flags by this character.
            _ if word.contains('\x1f') => format!("$'{}'", word.replace('\x1f', "\\x1f")),
            _ if word.contains(' ') => format!("'{word}'"),
            _ => word.to_owned(),
        };
        for (name, value) in &self.environment {
            write!(f, "{name}={} ", quoted(value))?;
        }
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        f.write_str(&words.join(" "))
    }
}

/// A call of cargo; `line` is the rest of the line after the word `cargo`.
pub fn cargo(line: &str) -> Call {
    Call::new(&format!("cargo {line}"))
}

/// The call of cargo with clippy in place of the compiler for the members of the workspace: it lints what it
/// compiles, and a warning is an error. So the dependencies are compiled once; `cargo clippy` would check all
/// of them beforehand, which takes half as long again.
pub fn linted(call: Call) -> Call {
    // What `cargo clippy` does. The driver reads its arguments from the variable.
    call.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_call_can_be_pasted_into_a_shell() {
        let call = cargo("doc --workspace").env("RUSTDOCFLAGS", "-D warnings").arg("a b");
        assert_eq!(call.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --workspace 'a b'");
        let call = cargo("check").env("CARGO_ENCODED_RUSTFLAGS", "-a\x1fb");
        assert_eq!(call.to_string(), r"CARGO_ENCODED_RUSTFLAGS=$'-a\x1fb' cargo check");
    }
}
