//! A text file, and its code: the same text with comments, literals and modules of tests blanked.

use super::Problem;
use std::ops::Range;

/// A text file of the workspace.
#[derive(Debug)]
pub struct Source {
    /// Relative to the root, with `/` between parts.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// The text with comments and literals replaced by spaces, so that positions agree. Empty if the file is
    /// not Rust.
    pub code: String,
}

impl Source {
    /// The file at `path`, which has this text.
    pub fn new(text: impl Into<String>, path: impl Into<String>) -> Self {
        let (text, path) = (text.into(), path.into());
        let code = if path.ends_with(".rs") { without_comments(&text) } else { String::new() };
        Self { path, text, code }
    }

    /// Whether it belongs to the library of one of `crates`.
    pub fn is_library_of(&self, crates: &[&str]) -> bool {
        let below = |name: &&str| self.path.starts_with(&format!("crates/{name}/src/"));
        self.path.ends_with(".rs") && crates.iter().any(below)
    }

    /// The code, with modules of tests blanked too.
    pub fn compiled(&self) -> String {
        let mut code = self.code.clone();
        while let Some(range) = test_module(&code) {
            let blank = blanked(&code[range.clone()]);
            code.replace_range(range, &blank);
        }
        code
    }

    /// A rule that is broken at byte `at`.
    pub fn problem(&self, at: usize, what: String, why: &'static str, mend: &str) -> Problem {
        let line = 1 + self.text[..at].bytes().filter(|&byte| byte == b'\n').count();
        Problem { file: self.path.clone(), line, what, why, mend: mend.to_owned() }
    }
}

/// Whether `c` may be part of a name.
pub fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A space for each byte of `text`; line breaks stay.
fn blanked(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    while code.len() < text.len() {
        let rest = &text[code.len()..];
        let length = blank_length(rest, code.chars().next_back());
        if length > 0 {
            code.push_str(&blanked(&rest[..length]));
        } else {
            code.extend(rest.chars().next());
        }
    }
    code
}

/// The length of the comment or literal that `rest` begins with, or zero. `before` is the character before
/// `rest`.
fn blank_length(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment_length(rest);
    }
    if let Some(inside) = rest.strip_prefix('"') {
        return 1 + closing(inside, '"');
    }
    if let Some(inside) = rest.strip_prefix('\'') {
        // 'a' and '\n' are characters; 'a without a closing quote is a lifetime.
        let is_character = inside.starts_with('\\') || inside.chars().nth(1) == Some('\'');
        return if is_character { 1 + closing(inside, '\'') } else { 0 };
    }
    if before.is_none_or(|c| !is_word(c) || c == 'b' || c == 'c')
        && let Some(quoted) = rest.strip_prefix('r')
    {
        let hashes = quoted.len() - quoted.trim_start_matches('#').len();
        if quoted[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = &quoted[hashes + 1..];
            return 2 + hashes + inside.find(&end).map_or(inside.len(), |at| at + end.len());
        }
    }
    0
}

/// The length of a block comment, which may contain others.
fn block_comment_length(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        let step = match rest.as_bytes()[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            break;
        }
    }
    at
}

/// The position after the first `quote` without a backslash before it.
fn closing(inside: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    inside.len()
}

/// The range of the first `#[cfg(test)] mod name { ... }`. Other conditions that contain `test` count too.
fn test_module(code: &str) -> Option<Range<usize>> {
    let mut from = 0;
    while let Some(start) = code[from..].find("#[cfg(").map(|at| from + at) {
        from = start + code[start..].find(']')? + 1;
        let condition = &code[start + "#[cfg(".len()..from];
        let is_test =
            condition.split(|c| !is_word(c)).any(|word| word == "test") && !condition.contains("not(");
        let item = without_attributes(&code[from..]);
        let item = item.strip_prefix("pub(crate)").unwrap_or(item).trim_start();
        if is_test && item.starts_with("mod ") {
            let head = item.find(['{', ';'])?;
            if item[head..].starts_with('{') {
                let open = code.len() - item.len() + head;
                return Some(start..open + block_length(&code[open..]));
            }
        }
    }
    None
}

/// The item after its attributes.
fn without_attributes(item: &str) -> &str {
    let item = item.trim_start();
    match item.strip_prefix("#[").and_then(|attribute| attribute.split_once(']')) {
        Some((_, rest)) => without_attributes(rest),
        None => item,
    }
}

/// The length of the block in braces that `code` begins with.
fn block_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of `text`, spaces squeezed.
    fn left_of(text: &str) -> String {
        let source = Source::new(text, "crates/geom/src/a.rs");
        assert_eq!(source.code.len(), text.len(), "positions agree");
        source.compiled().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_blanked_and_nothing_else() {
        assert_eq!(left_of("a // b\nc /* d /* e */ f */ g"), "a c g");
        assert_eq!(left_of(r##"x("//", 'a', '\'', b'"', r#"a"b"#, br"\") y"##), "x( , , , b , , b ) y");
        assert_eq!(left_of("fn f<'a>(x: &'a str) -> &'a str { x }"), "fn f<'a>(x: &'a str) -> &'a str { x }");
        assert_eq!(left_of("let café = \"müller\"; r#type"), "let café = ; r#type");
        assert_eq!(left_of("\"open"), "");
    }

    /// Their condition may ask for more than `test`. Code after them stays.
    #[test]
    fn only_modules_of_tests_are_removed() {
        assert_eq!(left_of("a\n#[cfg(test)]\nmod tests { fn f() { \"}\" } }\nb"), "a b");
        assert_eq!(left_of("#[cfg(all(test, feature = \"std\"))] #[a] #[b] mod tests { x } b"), "b");
        for kept in
            ["#[cfg(test)] mod t; a { b }", "#[cfg(not(test))] mod t { a }", "#[cfg(test)] extern crate x;"]
        {
            assert_eq!(left_of(kept), kept);
        }
    }
}
