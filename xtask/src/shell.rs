//! Calls to other programs, written as the line that one would type, so that a failure can print it.

use crate::workspace::Workspace;
use std::fmt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a subcommand or a part of one comes to.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why it did not come off.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for something that does not exist: exit code 2.
    Usage(String),
    /// A check or a command failed: exit code 1.
    Failed(String),
}

impl Failure {
    /// A failed check, with what to tell the reader.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

/// A program with its arguments and the environment it gets in addition to ours.
#[derive(Clone, Debug)]
pub struct Call {
    words: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Call {
    /// The words of `line`, separated by spaces: the program, then its arguments.
    pub fn new(line: &str) -> Self {
        Self { words: line.split_whitespace().map(str::to_owned).collect(), environment: Vec::new() }
    }

    /// One more argument, which may contain spaces.
    pub fn arg(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// More arguments.
    pub fn args(mut self, words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// A path as an argument.
    pub fn path(self, path: &Path) -> Self {
        self.arg(path.to_string_lossy())
    }

    /// A variable of the environment.
    pub fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// Runs it in the workspace's root, its output passing through.
    pub fn run(&self, workspace: &Workspace) -> Outcome {
        let status = self.command(&workspace.root).status().map_err(|error| self.not_started(&error))?;
        if status.success() { Ok(()) } else { Err(Failure::failed(format!("`{self}` failed: {status}"))) }
    }

    /// Runs it in the workspace's root and returns its output, whatever its exit code; its standard error
    /// passes through.
    pub fn output(&self, workspace: &Workspace) -> Outcome<Output> {
        let mut command = self.command(&workspace.root);
        command.stderr(Stdio::inherit()).output().map_err(|error| self.not_started(&error))
    }

    /// Runs it where we are and returns its standard output without the last line break, or `None` if it
    /// is not there or fails.
    pub fn text(&self) -> Option<String> {
        let output = self.command(Path::new(".")).stderr(Stdio::inherit()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim_end().to_owned())
    }

    fn command(&self, folder: &Path) -> Command {
        // Cargo tells its subprocesses which cargo it is; a plain `cargo` could be another.
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
            _ if word.contains('\x1f') => format!("$'{}'", word.replace('\x1f', "\\x1f")), // cargo's separator
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

/// A cargo call: `line` is what stands after the word `cargo`.
pub fn cargo(line: &str) -> Call {
    Call::new(&format!("cargo {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a failure prints can be pasted into a shell.
    #[test]
    fn a_call_reads_as_the_line_one_would_type() {
        let call = cargo("doc --workspace").env("RUSTDOCFLAGS", "-D warnings").arg("a b");
        assert_eq!(call.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --workspace 'a b'");
        let call = cargo("check").env("CARGO_ENCODED_RUSTFLAGS", "-a\x1fb");
        assert_eq!(call.to_string(), r"CARGO_ENCODED_RUSTFLAGS=$'-a\x1fb' cargo check");
    }
}
