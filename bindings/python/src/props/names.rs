//! The names of properties, choices and variants in Python.

use pyo3::prelude::*;
use std::sync::OnceLock;

/// The parts whose properties stand among those of the whole.
const FLAT: [&str; 4] = ["Material", "Filter", "JointKind", "PortalRole"];

/// The name of a variant in Python, under which its properties follow.
pub const VARIANT: &str = "type";

/// Whether the properties of a part of this type stand among those of the whole.
pub fn is_flat(kind: &str) -> bool {
    FLAT.contains(&kind)
}

/// A property's name as a keyword.
pub fn keyword(name: &str) -> String {
    name.replace([' ', '.'], "_")
}

/// `GeometricMean` as `geometric_mean`.
pub fn word(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// The names of the variants of a type, in the order of their numbers. A variant without properties, which is
/// not described, is the first one and called `none`.
pub fn variants(kind: &str, count: usize) -> Vec<String> {
    static ALL: OnceLock<Vec<String>> = OnceLock::new();
    let all = ALL.get_or_init(|| physics::world::describe().into_iter().map(|one| one.name).collect());
    let of_kind = |name: &String| Some(word(name.strip_prefix(kind)?.strip_prefix("::")?));
    let described: Vec<String> = all.iter().filter_map(of_kind).collect();
    let bare = count.saturating_sub(described.len());
    std::iter::repeat_n("none".to_owned(), bare).chain(described).collect()
}

/// What to write in place of an argument that is not known, as the end of a message. `physics2d/_hints.py`
/// knows the names of peers, and which spelling is near.
pub fn hint<'a>(
    py: Python<'_>,
    call: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> PyResult<String> {
    let known: Vec<_> = known.collect();
    py.import("physics2d._hints")?.getattr("argument")?.call1((call, name, known))?.extract()
}
