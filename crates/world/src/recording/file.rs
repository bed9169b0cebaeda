//! The bytes of a recording.
//!
//! ```text
//!   file      "replayed" | version u32 | check sum u64 | flags u32
//!             | snapshot count u32 | snapshots | records
//!   snapshot  length u32 | the bytes of `Snapshot::to_bytes`
//!   records   sums: count, then two words for each step
//!             hashes: count, then frame and two words for each
//!             calls: count, then for each its number, and its arguments
//!             of equal steps in succession: the call, and how often it is made
//! ```
//!
//! Integers are little-endian. The check sum is over all that follows it. Records are those of
//! `snapshot/coder.rs`, and each call is a kind of its own, so a mouse that drags a body costs its new
//! position and two bytes. A reader allocates in proportion to the bytes: each step has at least one byte
//! among the sums, and there cannot be more steps among the calls.

use super::call::Call;
use super::recorder::HASH_INTERVAL;
use super::sums::Sums;
use super::{Content, Recording};
use crate::snapshot::{
    Coder, Fields, Magic, Reader, Record, Snapshot, SnapshotError, VERSION, Writer, check_sum, is_known,
};
use std::sync::Arc;
use thiserror::Error;

const MAGIC: Magic = *b"replayed";

/// Magic, version, check sum.
const HEADER: usize = 8 + 4 + 8;

const HAD_HOOK: u32 = 1;

/// Why bytes are not a recording.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecordingError {
    /// The bytes do not begin as those of a recording do.
    #[error("these bytes are not a recording")]
    NotARecording,
    /// A later version of this crate has written the bytes.
    #[error("the recording has version {found} of the format: this crate reads versions 1 to {newest}")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The newest version that can be read.
        newest: u32,
    },
    /// The bytes are not those that were written.
    #[error("the check sum of the recording is wrong: its bytes have changed since they were written")]
    CheckSum,
    /// The bytes end too early.
    #[error("the recording ends after {length} bytes, before it is complete")]
    Truncated {
        /// How many bytes there are.
        length: usize,
    },
    /// A number is out of its range, or two parts of the recording contradict each other.
    #[error("the {field} in the recording is impossible")]
    Value {
        /// What the number means.
        field: &'static str,
    },
    /// One of the snapshots in the recording is refused.
    #[error("snapshot {index} in the recording: {error}")]
    Snapshot {
        /// Its index; 0 is the beginning.
        index: usize,
        /// What is wrong with it.
        #[source]
        error: SnapshotError,
    },
    /// The arguments of a call are refused.
    #[error("call {index} in the recording: {error}")]
    Call {
        /// Its index among the calls.
        index: usize,
        /// What is wrong with it.
        #[source]
        error: SnapshotError,
    },
}

impl Recording {
    /// The recording as bytes, for a file or another machine: the same on every platform.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.content.to_bytes()
    }

    /// A recording from the bytes of [`Recording::to_bytes`]. Everything is checked, so bytes from a stranger
    /// are a recording, which may be refused when it is played, or an error. Time and memory are proportional
    /// to the number of bytes. (The check sum finds accidents; it is no proof of who wrote the bytes.)
    ///
    /// # Errors
    /// [`RecordingError`] for bytes that are no recording.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordingError> {
        let truncated = || RecordingError::Truncated { length: bytes.len() };
        let word = |at: usize| -> Result<u32, RecordingError> {
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            Ok(u32::from_le_bytes(word.ok_or_else(truncated)?))
        };
        if !bytes.starts_with(&MAGIC) {
            return Err(RecordingError::NotARecording);
        }
        let found = word(8)?;
        if !is_known(found) {
            return Err(RecordingError::Version { found, newest: VERSION });
        }
        let sum = u64::from(word(16)?) << 32 | u64::from(word(12)?);
        if sum != check_sum(found, &bytes[HEADER..]) {
            return Err(RecordingError::CheckSum);
        }
        let (flags, count) = (word(HEADER)?, word(HEADER + 4)?);
        if flags > HAD_HOOK {
            return Err(RecordingError::Value { field: "flags" });
        }
        let (mut at, mut snapshots) = (HEADER + 8, Vec::new());
        for index in 0..count as usize {
            let length = word(at)? as usize;
            let end = (at + 4).checked_add(length).ok_or_else(truncated)?;
            let snapshot = Snapshot::from_bytes(bytes.get(at + 4..end).ok_or_else(truncated)?);
            snapshots.push(snapshot.map_err(|error| RecordingError::Snapshot { index, error })?);
            at = end;
        }
        if snapshots.is_empty() {
            return Err(RecordingError::Value { field: "number of snapshots" });
        }
        let (calls, sums, hashes) = (Vec::new(), Vec::new(), Vec::new());
        let mut content = Content { snapshots, had_hook: flags == HAD_HOOK, calls, sums, hashes };
        let mut reader = Reader::after(bytes, at, found);
        content.read(&mut reader as &mut dyn Coder)?;
        reader.finish().map_err(plain)?;
        Ok(Self { content: Arc::new(content) })
    }
}

impl Content {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes.extend((u32::from(self.had_hook) * HAD_HOOK).to_le_bytes());
        bytes.extend((self.snapshots.len() as u32).to_le_bytes());
        for snapshot in &self.snapshots {
            let snapshot = snapshot.to_bytes().expect("a recording holds no empty snapshot");
            bytes.extend((snapshot.len() as u32).to_le_bytes());
            bytes.extend(snapshot);
        }
        let mut writer = Writer::after(bytes);
        self.write(&mut writer as &mut dyn Coder).expect("a writer refuses nothing");
        let mut bytes = writer.into_bytes();
        let sum = check_sum(VERSION, &bytes[HEADER..]);
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..HEADER].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn write(&self, writer: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
        let Self { calls, sums, hashes, snapshots: _, had_hook: _ } = self;
        writer.length(sums.len())?;
        sums.iter().try_for_each(|sums| code_sums(&mut sums.clone(), writer))?;
        writer.length(hashes.len())?;
        hashes.iter().try_for_each(|hash| code_hash(&mut hash.clone(), writer))?;
        let runs: Vec<&[Call]> = calls.chunk_by(is_same_step).collect();
        writer.length(runs.len())?;
        for run in runs {
            code_run(&mut run[0].clone(), &mut (run.len() as u32), writer)?;
        }
        Ok(())
    }

    fn read(&mut self, reader: &mut (impl Coder + ?Sized)) -> Result<(), RecordingError> {
        let bad = |field| RecordingError::Value { field };
        for _ in 0..reader.length(0).map_err(plain)? {
            let mut sums = Sums::default();
            code_sums(&mut sums, reader).map_err(plain)?;
            self.sums.push(sums);
        }
        for _ in 0..reader.length(0).map_err(plain)? {
            let mut hash = (0, 0);
            code_hash(&mut hash, reader).map_err(plain)?;
            let is_after_last = self.hashes.last().is_none_or(|&(last, _)| last < hash.0);
            let is_due = hash.0.is_multiple_of(HASH_INTERVAL) || hash.0 == self.sums.len();
            if !is_after_last || !is_due || hash.0 > self.sums.len() {
                return Err(bad("frame of a hash"));
            }
            self.hashes.push(hash);
        }
        let mut steps = 0;
        for index in 0..reader.length(0).map_err(plain)? {
            let (mut call, mut times) = (Call::Step(0.0), 1);
            code_run(&mut call, &mut times, reader).map_err(|error| RecordingError::Call { index, error })?;
            if matches!(call, Call::Restore(snapshot) if snapshot as usize >= self.snapshots.len()) {
                return Err(bad("index of a snapshot"));
            }
            if let Call::Step(_) = call {
                steps += times as usize;
            }
            if steps > self.sums.len() || times == 0 {
                return Err(bad("number of steps"));
            }
            self.calls.extend(std::iter::repeat_n(call, times as usize));
        }
        if steps != self.sums.len() {
            return Err(bad("number of steps"));
        }
        Ok(())
    }
}

fn plain(error: SnapshotError) -> RecordingError {
    match error {
        SnapshotError::Truncated { length } => RecordingError::Truncated { length },
        SnapshotError::Value { field } => RecordingError::Value { field },
        SnapshotError::TooLong { .. } => RecordingError::Value { field: "length of the file" },
        _ => RecordingError::Value { field: "record" },
    }
}

fn is_same_step(a: &Call, b: &Call) -> bool {
    matches!((a, b), (Call::Step(a), Call::Step(b)) if a.to_bits() == b.to_bits())
}

fn code_sums(sums: &mut Sums, coder: &mut (impl Coder + ?Sized)) -> Result<(), SnapshotError> {
    coder.begin(Record::Sums);
    sums.0.iter_mut().try_for_each(|word| coder.bits(word, None))
}

fn code_hash(
    (frame, hash): &mut (usize, u64),
    coder: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    coder.begin(Record::Slot);
    let (mut at, mut low, mut high) = (*frame as u32, *hash as u32, (*hash >> 32) as u32);
    coder.int(&mut at)?;
    coder.bits(&mut low, None)?;
    coder.bits(&mut high, None)?;
    (*frame, *hash) = (at as usize, u64::from(high) << 32 | u64::from(low));
    Ok(())
}

/// Only a step is made more often than once.
fn code_run(
    call: &mut Call,
    times: &mut u32,
    coder: &mut (impl Coder + ?Sized),
) -> Result<(), SnapshotError> {
    coder.begin(Record::Call);
    let mut number = call.number();
    coder.int(&mut number)?;
    if coder.reads() {
        *call = Call::blank(number).ok_or(SnapshotError::Value { field: "number of a call" })?;
    }
    coder.begin_call(number);
    call.code_arguments(coder)?;
    if let Call::Step(_) = call { coder.int(times) } else { Ok(()) }
}
