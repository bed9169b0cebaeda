//! The list of targets. Each file says what its target promises.

mod collide;
mod geometry;
mod level;
mod replay;
mod snapshot;
mod world;

use std::fmt;

/// A function that takes any bytes and panics if the engine breaks a promise.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&[u8]),
    /// Inputs from which the search begins.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// The longest input that the search makes, in bytes.
    pub longest: usize,
    /// How many inputs `cargo test -p fuzz` tries: about a second of a debug build.
    pub short: u64,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target").field("name", &self.name).finish_non_exhaustive()
    }
}

/// For a target that makes its own sense of any bytes.
fn no_corpus() -> Vec<Vec<u8>> {
    vec![Vec::new(), (0..=255).collect()]
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "geometry",
        about: "hulls, outlines, pieces, cuts, fractures and masses of any points",
        run: geometry::run,
        corpus: no_corpus,
        longest: 200,
        short: 4_000,
    },
    Target {
        name: "collide",
        about: "manifolds, distances, casts and impacts of any two shapes",
        run: collide::run,
        corpus: no_corpus,
        longest: 160,
        short: 10_000,
    },
    Target {
        name: "world",
        about: "any calls to two worlds, with other threads, width and broad phase",
        run: world::run,
        corpus: no_corpus,
        longest: 500,
        short: 150,
    },
    Target {
        name: "snapshot",
        about: "any bytes as a snapshot",
        run: snapshot::run,
        corpus: snapshot::corpus,
        longest: 30_000,
        short: 1_000,
    },
    Target {
        name: "level",
        about: "any bytes as a level",
        run: level::run,
        corpus: level::corpus,
        longest: 30_000,
        short: 1_000,
    },
    Target {
        name: "level_text",
        about: "any text as a level in JSON",
        run: level::run_text,
        corpus: level::corpus_of_text,
        longest: 60_000,
        short: 500,
    },
    Target {
        name: "replay",
        about: "any bytes as a recording, which is played",
        run: replay::run,
        corpus: replay::corpus,
        longest: 30_000,
        short: 500,
    },
];

/// The target with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Where the records of a snapshot or a level begin: eight letters, version, check sum.
const HEADER: usize = 20;

/// The bytes with the head and the check sum that `world/src/snapshot/coder.rs` would write, so that a search
/// comes past them. `None` for bytes that are too short.
fn signed(bytes: &[u8], magic: &[u8; 8]) -> Option<Vec<u8>> {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut bytes = bytes.to_vec();
    let (head, records) = bytes.split_at_mut_checked(HEADER)?;
    let version = 2_u32;
    let mut sum = 0xcbf2_9ce4_8422_2325 ^ u64::from(version);
    for chunk in records.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        sum ^= sum >> 29;
    }
    sum = (sum ^ records.len() as u64).wrapping_mul(PRIME);
    head[..8].copy_from_slice(magic);
    head[8..12].copy_from_slice(&version.to_le_bytes());
    head[12..].copy_from_slice(&sum.to_le_bytes());
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::world::{Level, LevelError, Snapshot};

    /// The search would find nothing if its check sums were wrong.
    #[test]
    fn signed_bytes_have_the_check_sum_that_the_readers_expect() {
        let mut bytes = Level::default().to_bytes();
        bytes[15] ^= 1;
        assert_eq!(Level::from_bytes(&bytes), Err(LevelError::CheckSum));
        assert_eq!(Level::from_bytes(&signed(&bytes, b"level 2d").unwrap()), Ok(Level::default()));
        let snapshot = snapshot::corpus().remove(0);
        assert!(Snapshot::from_bytes(&signed(&snapshot, b"snapshot").unwrap()).is_ok());
    }
}
