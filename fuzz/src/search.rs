//! The search for inputs that make a target panic: inputs of a corpus, changed at random.
//!
//! It is not guided by coverage, as libFuzzer is. It needs no other compiler, costs nothing per input, and
//! the same seed tries the same inputs everywhere, so it can be a test. `fuzz/libfuzzer` has the guided one.

use crate::Target;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A small generator of random numbers (splitmix64): the same numbers from the same seed on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From any seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Less than `n`, which is above zero.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}

/// An input that made a target panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The input, made shorter.
    pub bytes: Vec<u8>,
    /// What the panic said.
    pub message: String,
}

/// A search in one target.
#[derive(Debug)]
pub struct Search {
    target: &'static Target,
    corpus: Vec<Vec<u8>>,
    random: Random,
    /// How many inputs have been tried.
    pub executions: u64,
}

/// Bytes that stand for ends of ranges in many formats.
const NOTABLE: [u8; 8] = [0, 1, 0x7f, 0x80, 0xff, b'9', b'-', b'"'];

impl Search {
    /// A search that begins with the corpus of the target. A seed stands for one series of inputs.
    #[must_use]
    pub fn new(target: &'static Target, seed: u64) -> Self {
        Self { target, corpus: (target.corpus)(), random: Random::new(seed), executions: 0 }
    }

    /// The next input.
    fn next(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let whole = &self.corpus[random.below(self.corpus.len())];
        // Half of the inputs of targets without files are entirely new.
        if whole.len() <= 256 && random.below(2) == 0 {
            let length = random.below(self.target.longest);
            return (0..length).map(|_| random.bits() as u8).collect();
        }
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(6) {
            self.change(&mut bytes);
        }
        bytes.truncate(self.target.longest);
        bytes
    }

    /// Changes one place.
    fn change(&mut self, bytes: &mut Vec<u8>) {
        let random = &mut self.random;
        if bytes.is_empty() {
            bytes.push(random.bits() as u8);
        }
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(16)).min(bytes.len());
        match random.below(9) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.bits() as u8,
            3 => bytes[at] = NOTABLE[random.below(NOTABLE.len())],
            4 => _ = bytes.drain(at..end),
            5 => bytes.insert(at, random.bits() as u8),
            6 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            7 => {
                // A piece of another input.
                let other = &self.corpus[random.below(self.corpus.len())];
                if !other.is_empty() {
                    let from = random.below(other.len());
                    let piece = other[from..(from + 24).min(other.len())].to_vec();
                    bytes.splice(at..end, piece);
                }
            }
            _ => bytes[at..end].fill(NOTABLE[random.below(NOTABLE.len())]),
        }
    }

    /// Tries one input.
    ///
    /// # Errors
    /// [`Crash`] if the target panics.
    pub fn step(&mut self) -> Result<(), Crash> {
        let bytes = self.next();
        self.executions += 1;
        match message(self.target, &bytes) {
            None => Ok(()),
            Some(_) => {
                let bytes = shortened(self.target, bytes);
                let message = message(self.target, &bytes).unwrap_or_default();
                Err(Crash { bytes, message })
            }
        }
    }
}

/// What the target says when it panics; `None` if it does not.
fn message(target: &Target, bytes: &[u8]) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))).err()?;
    let text = payload.downcast_ref::<String>().cloned();
    Some(text.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default())
}

/// A shorter input that makes the target panic as well: ever smaller pieces are left out as long as it does.
#[must_use]
pub fn shortened(target: &Target, mut bytes: Vec<u8>) -> Vec<u8> {
    let mut piece = bytes.len() / 2;
    let mut tries = 0;
    while piece > 0 {
        let mut at = 0;
        while at < bytes.len() && tries < 2_000 {
            tries += 1;
            let mut shorter = bytes.clone();
            shorter.drain(at..(at + piece).min(bytes.len()));
            if message(target, &shorter).is_some() { bytes = shorter } else { at += piece }
        }
        piece /= 2;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAIL: Target = Target {
        name: "frail",
        about: "panics at a byte of 77 that another one follows",
        run: |bytes| assert!(!bytes.windows(2).any(|pair| pair[0] == 77 && pair[1] > 9), "found"),
        corpus: || vec![vec![1; 40]],
        longest: 64,
        short: 0,
    };

    #[test]
    fn search_finds_a_rare_input_and_makes_it_short() {
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let mut search = Search::new(&FRAIL, 1);
        let crash = (0..100_000).find_map(|_| search.step().err());
        std::panic::set_hook(quiet);
        let crash = crash.expect("it is found");
        assert_eq!((crash.bytes.len(), crash.message.as_str()), (2, "found"));
    }

    #[test]
    fn one_seed_stands_for_one_series_of_inputs() {
        let [mut a, mut b, mut c] = [1, 1, 2].map(|seed| Search::new(&FRAIL, seed));
        let series = |search: &mut Search| (0..50).map(|_| search.next()).collect::<Vec<_>>();
        let first = series(&mut a);
        assert_eq!(series(&mut b), first);
        assert_ne!(series(&mut c), first);
    }
}
