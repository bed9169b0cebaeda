//! The query of a web address, as the words of a command line.

use std::ffi::OsString;

/// `?scene=bridge&contacts` as `--scene=bridge --contacts`, without names that are not among `known`. A plus
/// sign is a space, `%41` is the byte 41 (hexadecimal).
pub fn words_of_query(query: &str, known: &[&str]) -> Vec<OsString> {
    let name = |part: &&str| part.split('=').next().is_some_and(|name| known.contains(&name));
    let parts = query.trim_start_matches('?').split('&').filter(name);
    parts.map(|part| OsString::from(format!("--{}", decoded(part)))).collect()
}

/// A sequence of bytes that is no text gets the replacement character.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, others @ ..] = rest {
        rest = others;
        let escaped = match (first, others) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                // Two digits are at most 255.
                digit(high).zip(digit(low)).map(|(high, low)| ((16 * high + low) as u8, after))
            }
            _ => None,
        };
        match escaped {
            Some((byte, after)) => {
                bytes.push(byte);
                rest = after;
            }
            None => bytes.push(if *first == b'+' { b' ' } else { *first }),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_a_command_line() {
        let words = |query: &str| {
            let words = words_of_query(query, &["scene", "explorer", "contacts"]);
            words.into_iter().map(|word| word.into_string().unwrap_or_default()).collect::<Vec<_>>()
        };
        assert_eq!(words("?scene=bridge&contacts"), ["--scene=bridge", "--contacts"]);
        assert_eq!(words("explorer=triangle%20fan"), ["--explorer=triangle fan"]);
        assert_eq!(words("?explorer=triangle+fan&"), ["--explorer=triangle fan"]);
        assert_eq!(words("?scene=100%&scene=%zz%C3%A4"), ["--scene=100%", "--scene=%zz\u{e4}"]);
        assert_eq!(words("?utm_source=x&scene=bridge&out=file"), ["--scene=bridge"]);
        assert!(words("?").is_empty() && words("").is_empty());
    }
}
