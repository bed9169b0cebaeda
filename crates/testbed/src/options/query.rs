//! The query of a web address, as the words of a command line.

use std::ffi::OsString;

/// `?scene=bridge&contacts` as `--scene=bridge --contacts`. A plus sign is a space, `%41` is the byte 41
/// (hexadecimal).
pub fn words_of_query(query: &str) -> Vec<OsString> {
    let parts = query.trim_start_matches('?').split('&').filter(|part| !part.is_empty());
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
            words_of_query(query)
                .into_iter()
                .map(|word| word.into_string().unwrap_or_default())
                .collect::<Vec<_>>()
        };
        assert_eq!(words("?scene=bridge&contacts"), ["--scene=bridge", "--contacts"]);
        assert_eq!(words("explorer=triangle%20fan"), ["--explorer=triangle fan"]);
        assert_eq!(words("?explorer=triangle+fan&"), ["--explorer=triangle fan"]);
        assert_eq!(words("?a=100%&b=%zz&c=%C3%A4"), ["--a=100%", "--b=%zz", "--c=\u{e4}"]);
        assert!(words("?").is_empty() && words("").is_empty());
    }
}
