//! The query of a web address, as the words of a command line.

use super::UsageError;
use crate::entry::Entry;
use std::ffi::OsString;

/// The options that name what is shown.
const KINDS: [&str; 3] = ["scene", "explorer", "comparison"];

/// `?scene=bridge&contacts` as `--scene=bridge --contacts`, without names that are not among `known`. A plus
/// sign is a space, `%41` is the byte 41 (hexadecimal). A query that does not say what is shown gets the
/// scene `otherwise`.
pub fn words_of_query(query: &str, known: &[&str], otherwise: &str) -> Vec<OsString> {
    let name = |part: &&str| part.split('=').next().is_some_and(|name| known.contains(&name));
    let parts = || query.trim_start_matches('?').split('&').filter(name);
    let says_what = parts().any(|part| part.split('=').next().is_some_and(|name| KINDS.contains(&name)));
    let scene = (!says_what).then(|| format!("scene={otherwise}"));
    let words = parts().map(decoded).chain(scene);
    words.map(|word| OsString::from(format!("--{word}"))).collect()
}

/// What a page answers to a query that is not valid: a sentence, and for a wrong name the most similar ones,
/// as queries with their titles, best first.
pub fn answer(error: &UsageError) -> (String, Vec<(String, String)>) {
    let UsageError::UnknownName { option, value, nearest } = error else {
        return (error.to_string(), Vec::new());
    };
    let kind = option.trim_start_matches('-');
    if !KINDS.contains(&kind) {
        return (error.to_string(), Vec::new());
    }
    let entry = |name: &str| Entry::all().find(|entry| entry.kind() == kind && entry.name() == name);
    let entries = nearest.iter().filter_map(|name| entry(name));
    let offers = entries.map(|entry| (query_of(entry), entry.title())).collect();
    (format!("There is no {kind} called \u{201c}{value}\u{201d}."), offers)
}

/// The query that shows an entry: `?scene=bridge`.
pub fn query_of(entry: Entry) -> String {
    format!("?{}={}", entry.kind(), entry.name().replace(' ', "+"))
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
            let words = words_of_query(query, &["scene", "explorer", "contacts", "theme"], "tower");
            words.into_iter().map(|word| word.into_string().unwrap_or_default()).collect::<Vec<_>>()
        };
        assert_eq!(words("?scene=bridge&contacts"), ["--scene=bridge", "--contacts"]);
        assert_eq!(words("explorer=triangle%20fan"), ["--explorer=triangle fan"]);
        assert_eq!(words("?explorer=triangle+fan&"), ["--explorer=triangle fan"]);
        assert_eq!(words("?scene=100%&scene=%zz%C3%A4"), ["--scene=100%", "--scene=%zz\u{e4}"]);
        assert_eq!(words("?utm_source=x&scene=bridge&out=file"), ["--scene=bridge"]);
        assert_eq!(
            (words("?"), words("")),
            (vec!["--scene=tower".to_owned()], vec!["--scene=tower".to_owned()])
        );
        assert_eq!(words("?theme=dark"), ["--theme=dark", "--scene=tower"]);
    }

    /// A wrong name is answered with links to similar ones, each of which is valid; another wrong value with
    /// a sentence alone.
    #[test]
    fn a_wrong_link_offers_the_nearest() {
        let refused = |query: &str| {
            let words = words_of_query(query, &["scene", "explorer", "comparison", "solver"], "tower");
            answer(&crate::options::parse(words).unwrap_err())
        };
        for (query, offer, title) in [
            ("?scene=brigde", "?scene=bridge", "Bridge"),
            ("?scene=wreckingball", "?scene=wrecking_ball", "Wrecking ball"),
            ("?explorer=minkowsky", "?explorer=minkowski+sum", "Minkowski sum"),
            ("?comparison=weihgts", "?comparison=weights", "Weights"),
        ] {
            let (sentence, offers) = refused(query);
            assert!(sentence.starts_with("There is no ") && !sentence.contains("--"), "{sentence}");
            assert_eq!(offers[0], (offer.to_owned(), title.to_owned()));
            for (query, _) in offers {
                let words = words_of_query(&query, &["scene", "explorer", "comparison"], "tower");
                assert!(crate::options::parse(words).is_ok(), "{query}");
            }
        }
        let (sentence, offers) = refused("?scene=bridge&solver=sof");
        assert!(sentence.contains("soft") && offers.is_empty(), "{sentence}");
    }
}
