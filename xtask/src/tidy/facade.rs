//! `physics` is a facade: it re-exports items of the lower crates and has no code of its own.
//!
//! Its files may hold documentation, attributes, `pub use`, `pub mod`, and the struct under `cfg(doctest)`
//! that makes the examples of README run as tests.

use super::Problem;
use super::source::{Source, is_word};

/// Reports the first item in a file of the facade that is not allowed.
pub fn check(source: &Source) -> Option<Problem> {
    let why = "code in the facade would be missing for users of a lower crate alone";
    let mend = "move it to a lower crate and re-export it";
    let at = first_foreign(&source.code)?;
    let line = source.text[at..].lines().next().unwrap_or_default();
    Some(source.problem(at, format!("`{line}` is not a re-export"), why, mend))
}

/// The position of the first item that is not allowed.
fn first_foreign(code: &str) -> Option<usize> {
    let mut rest = code;
    let mut for_doctests = false;
    loop {
        rest = rest.trim_start();
        let length = if rest.starts_with('#') {
            let length = attribute_length(rest)?;
            for_doctests |= rest[..length].contains("cfg(doctest)");
            length
        } else {
            let length = item_length(rest, for_doctests);
            for_doctests = false;
            length
        };
        if length == 0 {
            return (!rest.is_empty()).then(|| code.len() - rest.len());
        }
        rest = &rest[length..];
    }
}

/// The length of the allowed item that `rest` begins with, or zero. Of a module it is the length up to the
/// opening brace, because the items of the module are checked next.
fn item_length(rest: &str, for_doctests: bool) -> usize {
    let until = |end: char| rest.find(end).map_or(0, |at| at + end.len_utf8());
    if rest.starts_with('}') {
        1
    } else if rest.starts_with("pub use ") || (for_doctests && rest.starts_with("struct ")) {
        until(';')
    } else if let Some(head) = rest.strip_prefix("pub mod ") {
        let name = head.len() - head.trim_start_matches(is_word).len();
        until(if head[name..].trim_start().starts_with('{') { '{' } else { ';' })
    } else {
        0
    }
}

/// The length of `#[...]` or `#![...]`, which may hold more brackets.
fn attribute_length(rest: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => return Some(at + 1),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "//! The facade.\n#![warn(a[b])]\n\npub use geom;\n/// Common names.\n\
                        pub mod prelude {\n    pub use geom::{Point, Vec2};\n}\npub mod more;\n\n\
                        #[doc = include_str!(\"../README.md\")]\n#[cfg(doctest)]\nstruct ReadmeExamples;\n";

    fn line(code: &str) -> Option<usize> {
        check(&Source::new(code, "crates/physics/src/lib.rs")).map(|problem| problem.line)
    }

    #[test]
    fn re_exports_and_documentation_pass() {
        assert_eq!(line(GOOD), None);
        assert_eq!(line("//! The facade."), None);
    }

    #[test]
    fn other_items_are_reported_with_their_line() {
        for bad in
            ["pub fn f() {}", "struct X;", "const N: usize = 1;", "use geom::Point;", "impl X {}", "mod a;"]
        {
            assert_eq!(line(&format!("{GOOD}{bad}\n")), Some(14), "{bad}");
            assert_eq!(line(&format!("pub mod a {{\n{bad}\n}}")), Some(2), "{bad}");
        }
    }
}
