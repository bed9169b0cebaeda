//! The stages of a step do not ask which method is chosen: they ask the rules that `step/methods.rs` makes of
//! the names in the settings. So a method of the texts concerns its own file and that one.

use super::Problem;
use super::source::{Source, is_word};
use super::text::occurrences;

/// What only [`ALLOWED`] files say.
const NAMES: &[&str] = &["Method::", "ManifoldMethod", "Classic", "classic", "impacts::", "cuts_at_impacts"];

/// The beginnings of the paths of files that may: the definitions, and what they stand for.
const ALLOWED: &[&str] = &["settings", "describe", "lib", "step/methods"];

/// The names of methods in a file of `world`, outside of its tests.
pub fn check(source: &Source) -> Vec<Problem> {
    let path = source.path.trim_start_matches("crates/world/src/");
    if ALLOWED.iter().any(|beginning| path.starts_with(beginning)) {
        return Vec::new();
    }
    let (why, mend) = ("the kernel knows no method by name", "add what it asks to StepRules");
    let code = source.compiled();
    occurrences(&code, NAMES)
        .filter(|(at, _)| !code[..*at].ends_with(is_word))
        .map(|(at, name)| source.problem(at, format!("`{name}`"), why, mend))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_may_not_name_a_method_and_its_tests_may() {
        let found = |path: &str, code: &str| check(&Source::new(code, path)).len();
        let stage = "crates/world/src/step/sweep.rs";
        assert_eq!(found(stage, "if settings.method == Method::Soft {}"), 1);
        assert_eq!(found(stage, "match settings.manifolds { ManifoldMethod::GjkEpa => 1 }"), 1);
        assert_eq!(found(stage, "// as Method::Soft\nif time.rules.is_speculative {}"), 0);
        assert_eq!(found(stage, "#[cfg(test)]\nmod tests { fn f() { settings.classic(c); } }"), 0);
        assert_eq!(found("crates/world/src/step/methods.rs", "Method::Soft => 1"), 0);
    }
}
