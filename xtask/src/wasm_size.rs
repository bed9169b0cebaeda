//! `cargo xtask wasm-size FILE`: which crate, and which functions, the bytes of a WebAssembly module are.
//!
//! A generic function counts for the first crate of the engine in its name, `compute` only if there is no
//! other: what was compiled for a kernel counts for the crate of the kernel. What the compiler inlined counts
//! for the function that it is in. The module must hold names (`wasm-opt -g` keeps them), mangled as by
//! `-Csymbol-mangling-version=v0`.
//!
//! Formats: WebAssembly core 5.5, appendix 7.4.1 (names); Rust RFC 2603 (mangling).

use crate::shell::{Failure, Outcome};
use crate::{Job, layers};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

/// For `--help`.
pub const ARGUMENTS: &str = "
  FILE      a module with names
  COUNT     how many functions are listed; 30 by default
";

/// Numbers of sections.
const CUSTOM: u8 = 0;
const IMPORT: u8 = 2;
const CODE: u8 = 10;

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let usage = || Failure::Usage("wasm-size takes FILE and a COUNT of functions".to_owned());
    let (file, count) = match words {
        [option, ..] if option.starts_with('-') => return Err(usage()),
        [file] => (file.clone(), 30),
        [file, count] => (file.clone(), count.parse().map_err(|_| usage())?),
        _ => return Err(usage()),
    };
    Ok(Box::new(move |_| print(Path::new(&file), count)))
}

/// Prints the size of each crate in a module, and its largest functions.
pub fn print(file: &Path, count: usize) -> Outcome {
    let failed = |what: &dyn Display| Failure::failed(format!("{}: {what}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| failed(&error))?;
    let module = Module::read(&bytes).ok_or_else(|| failed(&"not a module"))?;
    print!("{}", module.report(bytes.len(), count));
    Ok(())
}

/// The functions of a module: size of the code, and name.
struct Module {
    functions: Vec<(usize, String)>,
}

/// What is left of a module or of a section of it.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// An unsigned number in LEB128.
    fn number(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                return Some(number);
            }
        }
    }

    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    /// Bytes with their number in front.
    fn block(&mut self) -> Option<&'a [u8]> {
        let len = self.number()?;
        self.take(len)
    }

    /// Reads past the limits of a table or of a memory.
    fn limits(&mut self) -> Option<()> {
        let flags = self.byte()?;
        self.number()?;
        if flags & 1 != 0 {
            self.number()?;
        }
        Some(())
    }
}

impl Module {
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut module = Reader(bytes.strip_prefix(b"\0asm\x01\0\0\0")?);
        let (mut imported, mut sizes, mut names) = (0, Vec::new(), BTreeMap::new());
        while let Some(section) = module.byte() {
            let mut content = Reader(module.block()?);
            match section {
                IMPORT => imported = imported_functions(&mut content)?,
                CODE => {
                    for _ in 0..content.number()? {
                        sizes.push(content.block()?.len());
                    }
                }
                CUSTOM if content.block()? == b"name" => names = function_names(&mut content)?,
                _ => {}
            }
        }
        let name = |index: usize| names.get(&(imported + index)).cloned().unwrap_or_default();
        Some(Self { functions: sizes.into_iter().enumerate().map(|(i, size)| (size, name(i))).collect() })
    }

    fn report(&self, len: usize, count: usize) -> String {
        let code: usize = self.functions.iter().map(|function| function.0).sum();
        let mut text = format!("{len} bytes, {code} of {} functions\n\n", self.functions.len());
        let mut crates = BTreeMap::<&str, usize>::new();
        let paths: Vec<_> = self.functions.iter().map(|(size, name)| (*size, identifiers(name))).collect();
        for (size, path) in &paths {
            *crates.entry(owner(path)).or_default() += size;
        }
        let mut crates: Vec<_> = crates.into_iter().collect();
        crates.sort_by_key(|&(name, size)| (std::cmp::Reverse(size), name));
        for (name, size) in crates {
            text += &format!("{size:9} {:5.1}%  {name}\n", 100.0 * size as f64 / code as f64);
        }
        let mut largest: Vec<_> = paths.iter().collect();
        largest.sort_by_key(|function| std::cmp::Reverse(function.0));
        text.push('\n');
        for (size, path) in largest.into_iter().take(count) {
            text += &format!("{size:9}  {}\n", path.join("::"));
        }
        text
    }
}

/// How many functions a module imports: they have the first numbers.
fn imported_functions(section: &mut Reader<'_>) -> Option<usize> {
    let mut functions = 0;
    for _ in 0..section.number()? {
        section.block()?;
        section.block()?;
        match section.byte()? {
            0 => {
                section.number()?;
                functions += 1;
            }
            1 => {
                section.byte()?;
                section.limits()?;
            }
            2 => section.limits()?,
            3 => _ = section.take(2)?,
            _ => return None,
        }
    }
    Some(functions)
}

/// The names of functions by number: part 1 of the section of names.
fn function_names(section: &mut Reader<'_>) -> Option<BTreeMap<usize, String>> {
    let mut names = BTreeMap::new();
    while let Some(part) = section.byte() {
        let mut content = Reader(section.block()?);
        if part == 1 {
            for _ in 0..content.number()? {
                let index = content.number()?;
                names.insert(index, String::from_utf8_lossy(content.block()?).into_owned());
            }
        }
    }
    Some(names)
}

/// The identifiers of a mangled name, in their order. Each stands after its length; before it may stand a
/// disambiguator, `s` and digits of base 62 up to `_`.
fn identifiers(name: &str) -> Vec<&str> {
    let Some(mut rest) = name.strip_prefix("_R") else {
        return vec![name];
    };
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        if ['s', 'B', 'K'].contains(&first)
            && let Some((digits, after)) = rest[1..].split_once('_')
            && digits.len() < 20
            && digits.chars().all(|c| c.is_ascii_alphanumeric())
        {
            // A disambiguator, a reference to a former part of the name, or a constant.
            rest = after;
        } else if first.is_ascii_digit() && first != '0' {
            let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let len: usize = rest[..rest.len() - after.len()].parse().unwrap_or(0);
            let after = after.strip_prefix('_').unwrap_or(after);
            let Some((identifier, after)) = after.split_at_checked(len) else { break };
            found.push(identifier);
            rest = after;
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

/// The crate that a function counts for.
fn owner<'a>(path: &[&'a str]) -> &'a str {
    let is_ours = |word: &&&str| layers::LIBRARIES.contains(word);
    let is_above_compute = |word: &&&str| is_ours(word) && **word != "compute";
    let ours = path.iter().find(is_above_compute).or_else(|| path.iter().find(is_ours));
    ours.or(path.first().filter(|_| path.len() > 1)).copied().unwrap_or("others")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = "_RINvNtCs4fqI2P2rA04_7compute5lanes6run_inNtNtB4_5quads9QuadLanesINtNtNtCs8Qy_6solver4soft\
                          7contact5SolveKb1_EECs1a_4pack";

    #[test]
    fn generic_function_counts_for_the_crate_that_it_is_compiled_for() {
        let path = identifiers(KERNEL);
        let expected = "compute lanes run_in quads QuadLanes solver soft contact Solve pack";
        assert_eq!(path.join(" "), expected);
        assert_eq!(owner(&path), "solver");
        assert_eq!(owner(&identifiers("memcpy")), "others");
    }

    /// One imported and two own functions, of which the second has two bytes more.
    #[test]
    fn sizes_and_names_are_read_from_the_sections() {
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |number: u8, content: &[u8]| {
            bytes.extend([number, content.len() as u8]);
            bytes.extend(content);
        };
        section(IMPORT, b"\x02\x01e\x01m\x02\0\x01\x01e\x01f\0\0");
        section(CODE, b"\x02\x02\0\x0b\x04\0\x01\x01\x0b");
        section(CUSTOM, b"\x04name\x01\x0a\x03\0\x01f\x01\x01g\x02\x01h");
        let module = Module::read(&bytes).expect("a module");
        assert_eq!(module.functions, [(2, "g".to_owned()), (4, "h".to_owned())]);
        assert!(Module::read(&bytes[..bytes.len() - 1]).is_none());
    }
}
