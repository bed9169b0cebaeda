//! The workspace: its packages as cargo reports them, and its files.

use crate::shell::{Failure, Outcome, cargo};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The workspace that the current folder belongs to.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The folder of the root manifest.
    pub root: PathBuf,
    /// The folder in which cargo builds.
    pub target: PathBuf,
    /// The member crates.
    pub packages: Vec<Package>,
    /// Variables for every program that is run in it.
    pub environment: Vec<(&'static str, &'static str)>,
    /// Whether clippy takes the place of the compiler where [`features::whole`](crate::ci::features::whole)
    /// builds tests, as in the whole series: part `clippy` builds what the other parts run.
    pub is_linted: bool,
}

/// A member crate.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name of the crate, which is that of its folder.
    pub name: String,
    /// The name of the package: [`package`](crate::layers::package) says how they differ.
    pub package: String,
    /// Its folder, relative to the root, with `/` between parts.
    pub folder: String,
    /// The packages it depends on.
    pub dependencies: Vec<Dependency>,
}

/// A dependency in a manifest.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The name by which sources call it.
    pub name: String,
    /// Whether only tests, examples and benches use it.
    pub dev: bool,
}

impl Workspace {
    /// Reads the workspace from `cargo metadata`.
    pub fn load() -> Outcome<Self> {
        let call = cargo("metadata --format-version 1 --no-deps");
        let text = call.text().ok_or_else(|| Failure::failed(format!("`{call}` failed")))?;
        serde_json::from_str(&text)
            .ok()
            .as_ref()
            .and_then(Self::of_metadata)
            .ok_or_else(|| Failure::failed(format!("`{call}` gave an unexpected answer")))
    }

    fn of_metadata(metadata: &Value) -> Option<Self> {
        let root = PathBuf::from(metadata["workspace_root"].as_str()?);
        let package = |value: &Value| {
            let folder = Path::new(value["manifest_path"].as_str()?).parent()?;
            let dependency = |value: &Value| {
                let dev = value["kind"].as_str() == Some("dev");
                let name = value["rename"].as_str().or(value["name"].as_str())?;
                Some(Dependency { name: name.to_owned(), dev })
            };
            Some(Package {
                name: folder.file_name()?.to_str()?.to_owned(),
                package: value["name"].as_str()?.to_owned(),
                folder: relative(&root, folder),
                dependencies: value["dependencies"]
                    .as_array()?
                    .iter()
                    .map(dependency)
                    .collect::<Option<_>>()?,
            })
        };
        let packages = metadata["packages"].as_array()?.iter().map(package).collect::<Option<_>>()?;
        Some(Self {
            target: metadata["target_directory"].as_str()?.into(),
            packages,
            root,
            environment: Vec::new(),
            is_linted: false,
        })
    }

    /// The same workspace; programs get this variable too.
    pub fn with_environment(&self, name: &'static str, value: &'static str) -> Self {
        let mut workspace = self.clone();
        workspace.environment.push((name, value));
        workspace
    }

    /// The folder for files that the checks write, inside cargo's folder. Creates it.
    pub fn scratch(&self) -> Outcome<PathBuf> {
        let folder = self.target.join("ci");
        fs::create_dir_all(&folder).map_err(|e| Failure::failed(format!("{}: {e}", folder.display())))?;
        Ok(folder)
    }

    /// All files below the root, relative to it and sorted. Skips hidden folders other than `.ci` and
    /// `.cargo`, and folders marked as a cache, such as cargo's.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(&self.root, &mut found);
        let mut files: Vec<String> = found.iter().map(|path| relative(&self.root, path)).collect();
        files.sort();
        files
    }

    /// The files that git tracks or that `git add` would add; without git, all files.
    pub fn sources(&self) -> Vec<String> {
        // In a container the checkout may belong to another user; git refuses such folders by default.
        let git = crate::shell::Call::new(
            "git -c safe.directory=* ls-files -z --cached --others --exclude-standard",
        );
        match git.output(self) {
            Ok(output) if output.status.success() => {
                let listing = String::from_utf8_lossy(&output.stdout).into_owned();
                let mut files: Vec<String> = listing
                    .split_terminator('\0')
                    .filter(|file| self.root.join(file).is_file())
                    .map(str::to_owned)
                    .collect();
                files.sort();
                files
            }
            _ => self.files(),
        }
    }
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name.to_string_lossy().starts_with('.') && name != ".ci" && name != ".cargo";
        match entry.file_type() {
            Ok(kind) if kind.is_file() => found.push(path),
            Ok(kind) if kind.is_dir() && !hidden && !path.join("CACHEDIR.TAG").exists() => walk(&path, found),
            _ => {}
        }
    }
}
