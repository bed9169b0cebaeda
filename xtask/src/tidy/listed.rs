//! A crate whose tests are one program lists the files of tests in `tests/all.rs`. Cargo would not tell of a
//! file that is not listed: its tests would never run.

use super::Problem;
use super::source::Source;

/// Reports the files beside a `tests/all.rs` that it does not list, nor the manifest names as programs of
/// their own.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let lists = sources.iter().filter_map(|source| Some((source, source.path.strip_suffix("tests/all.rs")?)));
    lists.flat_map(|(list, home)| unlisted(list, home, sources)).collect()
}

fn unlisted<'a>(
    list: &'a Source,
    home: &'a str,
    sources: &'a [Source],
) -> impl Iterator<Item = Problem> + 'a {
    let manifest = sources.iter().find(move |source| source.path == format!("{home}Cargo.toml"));
    let is_program = move |name: &str| {
        let of_its_own = format!("name = \"{name}\"");
        name == "all" || manifest.is_some_and(|manifest| manifest.text.contains(&of_its_own))
    };
    // `tests/hull.rs`, and `tests/query/main.rs`.
    let names = sources.iter().filter_map(move |source| {
        let name = source.path.strip_prefix(home)?.strip_prefix("tests/")?.strip_suffix(".rs")?;
        let name = name.strip_suffix("/main").unwrap_or(name);
        (!name.contains('/')).then_some(name)
    });
    let unlisted =
        names.filter(move |name| !is_program(name) && !list.code.contains(&format!("mod {name};")));
    unlisted.map(move |name| {
        let what = format!("the tests `{name}` are not listed");
        let mend = format!("add `mod {name};`, or a `[[test]]` to Cargo.toml");
        list.problem(0, what, "they would never run", &mend)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_tests_that_is_neither_listed_nor_a_program_is_reported() {
        let sources = [
            Source::new("mod bounds;\nmod common;\n", "crates/geom/tests/all.rs"),
            Source::new("", "crates/geom/tests/bounds.rs"),
            Source::new("", "crates/geom/tests/common/mod.rs"),
            Source::new("", "crates/geom/tests/hull.rs"),
            Source::new("", "crates/geom/tests/memory.rs"),
            Source::new("", "crates/geom/tests/query/main.rs"),
            Source::new("", "crates/geom/tests/query/rays.rs"),
            Source::new("[[test]]\nname = \"memory\"\n", "crates/geom/Cargo.toml"),
            Source::new("", "crates/solver/tests/rows.rs"),
        ];
        let found: Vec<String> = check(&sources).into_iter().map(|problem| problem.what).collect();
        assert_eq!(found, ["the tests `hull` are not listed", "the tests `query` are not listed"]);
    }
}
