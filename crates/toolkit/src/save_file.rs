//! A file that holds the game's own data beside what the engine writes.
//!
//! ```text
//!   "2DSAVE\0\1"  count  {name length, name, data length, data} ...  checksum         numbers little-endian
//! ```
//!
//! The engine's bytes (snapshot, level, recording) know nothing of scores and inventories, and have versions
//! of their own. So the file is a list of named parts around them: the game reads the parts that it knows.

use std::collections::BTreeMap;
use thiserror::Error;

/// The beginning of a file, with its version.
const MAGIC: [u8; 8] = *b"2DSAVE\0\x01";

/// The reason for which bytes are no save file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SaveFileError {
    /// The bytes begin in another way: another kind of file, or a later version.
    #[error("the bytes do not begin as a save file of this version")]
    Format,
    /// The bytes end early, or go on after the end.
    #[error("the file ends at byte {0}, in the middle of a part, or goes on after its end")]
    Length(usize),
    /// A bit has changed.
    #[error("the checksum of the file is wrong: it is damaged")]
    Checksum,
    /// A name of a part is not text, or comes twice.
    #[error("the name of part {0} is not valid, or comes twice")]
    Name(usize),
}

/// Named parts of a file: a snapshot of the world, and whatever the game keeps.
///
/// ```
/// use toolkit::SaveFile;
/// use toolkit::world::{BodyDef, Snapshot, World};
///
/// let mut world = World::default();
/// let hero = world.add_body(BodyDef::dynamic())?;
/// let mut snapshot = Snapshot::default();
/// world.save(&mut snapshot);
/// let mut file = SaveFile::default();
/// file.set("world", snapshot.to_bytes()?);
/// file.set("score", 1_200_u32.to_le_bytes());
/// let bytes = file.to_bytes();
///
/// let file = SaveFile::from_bytes(&bytes)?;
/// world.restore(&Snapshot::from_bytes(file.get("world").unwrap())?)?;
/// assert_eq!(file.get("score"), Some(&1_200_u32.to_le_bytes()[..]));
/// # let _ = hero;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(alias("savegame", "save_game", "archive", "bundle"))]
pub struct SaveFile {
    parts: BTreeMap<String, Vec<u8>>,
}

impl SaveFile {
    /// Sets a part; one of this name is replaced.
    pub fn set(&mut self, name: impl Into<String>, data: impl Into<Vec<u8>>) {
        self.parts.insert(name.into(), data.into());
    }

    /// The data of a part.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.parts.get(name).map(Vec::as_slice)
    }

    /// Takes a part out.
    pub fn remove(&mut self, name: &str) -> Option<Vec<u8>> {
        self.parts.remove(name)
    }

    /// The names of the parts, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// The file. Equal parts give equal bytes, on every platform.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        push(&mut bytes, self.parts.len());
        for (name, data) in &self.parts {
            for part in [name.as_bytes(), data] {
                push(&mut bytes, part.len());
                bytes.extend_from_slice(part);
            }
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The parts of a file. Reads any bytes without panicking, and allocates no more than they hold.
    ///
    /// # Errors
    /// [`SaveFileError`] for bytes that [`SaveFile::to_bytes`] has not written, or that have changed since.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SaveFileError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(SaveFileError::Format);
        }
        let Some((body, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(SaveFileError::Length(bytes.len()));
        };
        let mut reader = Reader { bytes: body, at: MAGIC.len() };
        let count = reader.length()?;
        let mut parts = BTreeMap::new();
        for index in 0..count {
            let length = reader.length()?;
            let name = std::str::from_utf8(reader.take(length)?).map_err(|_| SaveFileError::Name(index))?;
            let length = reader.length()?;
            let data = reader.take(length)?;
            if parts.insert(name.to_owned(), data.to_vec()).is_some() {
                return Err(SaveFileError::Name(index));
            }
        }
        if reader.at != body.len() {
            return Err(SaveFileError::Length(reader.at));
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(SaveFileError::Checksum);
        }
        Ok(Self { parts })
    }
}

fn push(bytes: &mut Vec<u8>, length: usize) {
    bytes.extend_from_slice(&(length as u64).to_le_bytes());
}

/// Reads lengths and bytes, and ends where they end.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], SaveFileError> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(SaveFileError::Length(self.bytes.len()))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn length(&mut self) -> Result<usize, SaveFileError> {
        let bytes = self.take(8)?;
        let number = bytes.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        usize::try_from(number).map_err(|_| SaveFileError::Length(self.at))
    }
}

/// FNV-1a, 64 bits: against accidents, not against cheats.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
