//! The commands for contributors and for CI: `cargo xtask ci | tidy | snapshots | pictures | bench | counts
//! | soak | docs | site | publish | python | js | bevy | macroquad | capi | api | web | wasm-size`.
//!
//! Each subcommand has a file. It reads its arguments first and returns a [`Job`], so that a mistake in the
//! command line is reported before anything is built. [`layers`] says which crate may depend on which,
//! [`shell`] runs other programs, and [`workspace`] knows where files are.

mod api;
mod bench;
mod bevy;
mod capi;
mod ci;
mod docs;
mod js;
mod layers;
mod macroquad;
mod pictures;
mod python;
mod shell;
mod site;
mod snapshots;
mod soak;
mod tidy;
mod wasm_size;
mod web;
mod workspace;

use shell::{Failure, Outcome};
use std::process::ExitCode;
use workspace::Workspace;

/// What remains to be done after the arguments have been read.
type Job = Box<dyn FnOnce(&Workspace) -> Outcome>;

/// A subcommand.
struct Subcommand {
    name: &'static str,
    about: &'static str,
    /// Its arguments, one on each line, for `--help`.
    arguments: &'static str,
    /// Reads the arguments.
    plan: fn(&[String]) -> Outcome<Job>,
}

const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "ci",
        about: "run all checks, or the parts that are named",
        arguments: ci::ARGUMENTS,
        plan: ci::plan,
    },
    Subcommand {
        name: "tidy",
        about: "check the rules that no compiler checks",
        arguments: "",
        plan: tidy::plan,
    },
    Subcommand {
        name: "snapshots",
        about: "compare the results of tests with those recorded in .snap files",
        arguments: snapshots::ARGUMENTS,
        plan: snapshots::plan,
    },
    Subcommand {
        name: "pictures",
        about: "draw the pictures of docs/pictures anew",
        arguments: pictures::ARGUMENTS,
        plan: pictures::plan,
    },
    Subcommand {
        name: "bench",
        about: "compare this engine with Box2D and Rapier and write docs/measured/comparison.txt",
        arguments: bench::ARGUMENTS,
        plan: bench::plan,
    },
    Subcommand {
        name: "counts",
        about: "compare the instructions of scenes with the recorded counts",
        arguments: ci::counts::ARGUMENTS,
        plan: ci::counts::plan,
    },
    Subcommand {
        name: "soak",
        about: "run the property tests with new random cases, or the long tests that cargo test ignores",
        arguments: soak::ARGUMENTS,
        plan: soak::plan,
    },
    Subcommand {
        name: "docs",
        about: "build the documentation of all crates; any warning is an error",
        arguments: "",
        plan: docs::plan,
    },
    Subcommand {
        name: "site",
        about: "make the folder of web pages target/site: landing page, book, references, downloads",
        arguments: site::ARGUMENTS,
        plan: site::plan,
    },
    Subcommand {
        name: "publish",
        about: "publish the library crates, lowest first",
        arguments: ci::package::ARGUMENTS,
        plan: ci::package::plan,
    },
    Subcommand {
        name: "python",
        about: "build the Python package, test it and check its types",
        arguments: python::ARGUMENTS,
        plan: python::plan,
    },
    Subcommand {
        name: "js",
        about: "build the npm package, test it in Node and Chromium and check its types",
        arguments: js::ARGUMENTS,
        plan: js::plan,
    },
    Subcommand {
        name: "bevy",
        about: "test the plugin for Bevy without a window",
        arguments: bevy::ARGUMENTS,
        plan: bevy::plan,
    },
    Subcommand {
        name: "macroquad",
        about: "test the rules of the game in bindings/macroquad/ and build its window",
        arguments: "",
        plan: macroquad::plan,
    },
    Subcommand {
        name: "capi",
        about: "build the C library and test it from C and C++",
        arguments: capi::ARGUMENTS,
        plan: capi::plan,
    },
    Subcommand {
        name: "api",
        about: "write the calls of bindings/api.json in C, JavaScript and Python",
        arguments: api::ARGUMENTS,
        plan: api::plan,
    },
    Subcommand {
        name: "web",
        about: "build the testbed as a web page and test it",
        arguments: web::ARGUMENTS,
        plan: web::plan,
    },
    Subcommand {
        name: "wasm-size",
        about: "show which crates and functions the bytes of a WebAssembly module are",
        arguments: wasm_size::ARGUMENTS,
        plan: wasm_size::plan,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}\nhelp: cargo xtask --help");
            ExitCode::from(2)
        }
        Err(Failure::Failed(message)) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[String]) -> Outcome {
    let Some((name, rest)) = words.split_first().filter(|(name, _)| !is_help(name)) else {
        print!("{}", overview());
        return Ok(());
    };
    let subcommand = SUBCOMMANDS
        .iter()
        .find(|subcommand| subcommand.name == name)
        .ok_or_else(|| unknown("subcommand", name, SUBCOMMANDS.iter().map(|subcommand| subcommand.name)))?;
    if rest.iter().any(|word| is_help(word)) {
        print!("{}", help(subcommand));
        return Ok(());
    }
    let job = (subcommand.plan)(rest)?;
    job(&Workspace::load()?)
}

fn is_help(word: &str) -> bool {
    ["help", "--help", "-h"].contains(&word)
}

fn overview() -> String {
    let mut text = "cargo xtask SUBCOMMAND [ARGUMENT...]\n\n".to_owned();
    for subcommand in SUBCOMMANDS {
        text += &format!("  {:<10} {}\n", subcommand.name, subcommand.about);
    }
    text + "\ncargo xtask SUBCOMMAND --help explains the arguments.\n"
}

fn help(subcommand: &Subcommand) -> String {
    let Subcommand { name, about, arguments, .. } = subcommand;
    let arguments = if arguments.is_empty() { "\n  It takes no arguments.\n" } else { arguments };
    format!("cargo xtask {name}: {about}\n{arguments}")
}

/// The plan of a subcommand without arguments.
fn without_arguments(name: &str, words: &[String], job: fn(&Workspace) -> Outcome) -> Outcome<Job> {
    match words.first() {
        Some(word) => Err(Failure::Usage(format!("`{name}` takes no arguments, but got `{word}`"))),
        None => Ok(Box::new(job)),
    }
}

/// The error for a word that names nothing, with the known name nearest to it.
fn unknown<'a>(kind: &str, word: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let nearest = known.min_by_key(|name| strsim::damerau_levenshtein(name, word)).unwrap_or_default();
    Failure::Usage(format!("no {kind} `{word}`; did you mean `{nearest}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn misspelt_subcommand_error_names_the_nearest() {
        let answer = dispatch(&words("snapshot"));
        assert!(matches!(answer, Err(Failure::Usage(message)) if message.contains("`snapshots`")));
    }

    /// A usage error comes from `plan`, which knows no workspace, so nothing can have been built.
    #[test]
    fn every_subcommand_refuses_an_unknown_argument_before_it_does_anything() {
        for subcommand in SUBCOMMANDS {
            let answer = (subcommand.plan)(&words("--no-such-argument"));
            assert!(matches!(answer, Err(Failure::Usage(_))), "{}", subcommand.name);
        }
    }

    #[test]
    fn every_subcommand_has_help_wherever_the_word_stands() {
        for subcommand in SUBCOMMANDS {
            assert!(help(subcommand).starts_with(&format!("cargo xtask {}: ", subcommand.name)));
            for line in ["--help", "-h", "help", "x --help"] {
                assert!(dispatch(&words(&format!("{} {line}", subcommand.name))).is_ok());
            }
        }
    }
}
