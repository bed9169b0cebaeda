//! Fields of JSON, and of XML that was turned into it, where numbers are texts.

use crate::ImportError;
use crate::map::Xy;
use roxmltree::{Document, ParsingOptions};
use serde_json::Value;

/// Elements may lie this deep in each other, as in `serde_json`: recursion must end before the stack does.
pub(crate) const MAX_DEPTH: usize = 100;

pub(crate) fn xml(text: &str) -> Result<Document<'_>, ImportError> {
    // Lists of properties and drawings have a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
        .map_err(|error| ImportError::Syntax { of: "XML", error: error.to_string() })
}

pub(crate) fn json(text: &str) -> Result<Value, ImportError> {
    serde_json::from_str(text).map_err(|error| ImportError::Syntax { of: "JSON", error: error.to_string() })
}

/// A finite number, which may be written as a text; `default` if it is left out.
pub(crate) fn number(of: &Value, field: &str, default: f64) -> Result<f64, String> {
    let value = match &of[field] {
        Value::Null => return Ok(default),
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_f64(),
    };
    value
        .filter(|value| value.is_finite())
        .ok_or_else(|| format!("{field} is {}: it must be a number", of[field]))
}

/// Whether a flag is set: `true`, 1, or a text that says so.
pub(crate) fn flag(of: &Value, field: &str, default: bool) -> bool {
    match &of[field] {
        Value::Null => default,
        Value::Bool(value) => *value,
        Value::String(text) => text == "true" || text == "1",
        value => value.as_f64().is_some_and(|value| value != 0.0),
    }
}

pub(crate) fn text<'a>(of: &'a Value, field: &str) -> &'a str {
    of[field].as_str().unwrap_or("")
}

/// An id or a name, whether it is a text or a number; `default` if it is left out.
pub(crate) fn word(of: &Value, field: &str, default: impl ToString) -> String {
    match &of[field] {
        Value::Null => default.to_string(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

pub(crate) fn items<'a>(of: &'a Value, field: &str) -> &'a [Value] {
    of[field].as_array().map_or(&[], Vec::as_slice)
}

/// `{ "x": .., "y": .. }`; the number 0 or nothing stands for the origin.
pub(crate) fn xy(of: &Value) -> Result<Xy, String> {
    match of {
        Value::Null | Value::Number(_) => Ok([0.0; 2]),
        _ => Ok([number(of, "x", 0.0)?, number(of, "y", 0.0)?]),
    }
}

/// The finite numbers in a text, whatever separates them.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let spaced = spaced(text);
    let words = spaced.split(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)));
    words.filter_map(|word| word.parse().ok()).filter(|number: &f64| number.is_finite()).collect()
}

/// The numbers by twos.
pub(crate) fn pairs(numbers: &[f64]) -> Vec<Xy> {
    numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// A text with a space before each sign and each second dot that begins a number: "1-2" and ".5.5" are two.
pub(crate) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 16);
    let (mut last, mut has_dot) = (' ', false);
    for c in text.chars() {
        let begins = ("+-".contains(c) && !"eE".contains(last)) || (c == '.' && has_dot);
        if begins {
            spaced.push(' ');
        }
        has_dot = c == '.' || (has_dot && !begins && (c.is_ascii_digit()));
        spaced.push(c);
        last = c;
    }
    spaced
}
