//! A file of records of fixed size, which `bytemuck` casts between words and bytes.
//!
//! ```text
//!   file     magic | version u32 | check sum u64 | records       the head of every file: see `coder`
//!   record   word, word, ..., 0, 0                               as many words as `size` says for its kind
//!   word     32 bits, little-endian
//! ```
//!
//! A list is a record of its length, then an array of records of one size: item i is found without reading
//! those before. The words are those of `coder`, visited by the same functions, so a `bool` or an `enum` is a
//! word whose value is checked when it is read, and memory may change its layout without changing the file.

use super::SnapshotError;
use super::coder::{Coder, HEADER, Magic, Reader, Record, VERSION, Writer};

/// In words: that of the longest record of this kind, and some for fields to come. Zero for kinds that no
/// such file holds.
const fn size(record: Record, version: u32) -> usize {
    match record {
        Record::Settings => 48,
        Record::Length => 1,
        Record::Body => 36,
        Record::Point => 2,
        Record::Collider if version > 1 => 48,
        Record::Collider | Record::Joint => 40,
        _ => 0,
    }
}

#[derive(Debug, Default)]
pub(crate) struct RecordWriter {
    words: Vec<u32>,
    end: usize,
}

impl RecordWriter {
    pub(crate) fn finish(mut self, magic: Magic) -> Vec<u8> {
        self.words.iter_mut().for_each(|word| *word = word.to_le());
        let mut bytes = vec![0; HEADER];
        bytes.extend_from_slice(bytemuck::cast_slice(&self.words));
        Writer::after(bytes).finish(magic)
    }
}

impl Coder for RecordWriter {
    fn reads(&self) -> bool {
        false
    }

    fn has_fixed_records(&self) -> bool {
        true
    }

    fn begin(&mut self, record: Record) {
        debug_assert!(self.words.len() == self.end, "the record before has not ended");
        self.end += size(record, VERSION);
    }

    fn end(&mut self) -> Result<(), SnapshotError> {
        debug_assert!(self.words.len() <= self.end, "a record has more words than `size` says");
        self.words.resize(self.end, 0);
        Ok(())
    }

    fn begin_call(&mut self, _: u32) {
        debug_assert!(false, "a file of records holds no calls");
    }

    fn bits(&mut self, value: &mut u32, _: Option<u32>) -> Result<(), SnapshotError> {
        self.words.push(*value);
        Ok(())
    }

    fn int(&mut self, value: &mut u32) -> Result<(), SnapshotError> {
        self.bits(value, None)
    }
}

#[derive(Debug)]
pub(crate) struct RecordReader {
    words: Vec<u32>,
    length: usize,
    /// Of the next word, and of the end of the present record.
    at: usize,
    end: usize,
    version: u32,
}

impl RecordReader {
    pub(crate) fn new(bytes: &[u8], magic: Magic) -> Result<Self, SnapshotError> {
        let version = Reader::new(bytes, magic)?.version();
        let records = &bytes[HEADER..];
        let mut words = vec![0_u32; records.len() / 4];
        let whole = 4 * words.len();
        // The bytes of a file need not be aligned as words are.
        bytemuck::cast_slice_mut::<u32, u8>(&mut words).copy_from_slice(&records[..whole]);
        words.iter_mut().for_each(|word| *word = u32::from_le(*word));
        Ok(Self { words, length: bytes.len(), at: 0, end: 0, version })
    }

    pub(crate) fn finish(self) -> Result<(), SnapshotError> {
        match self.length - HEADER - 4 * self.at {
            0 => Ok(()),
            extra => Err(SnapshotError::TooLong { extra }),
        }
    }

    fn word(&mut self) -> Result<u32, SnapshotError> {
        let word = self.words.get(self.at).ok_or(SnapshotError::Truncated { length: self.length })?;
        self.at += 1;
        Ok(*word)
    }
}

impl Coder for RecordReader {
    fn reads(&self) -> bool {
        true
    }

    fn has_fixed_records(&self) -> bool {
        true
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn begin(&mut self, record: Record) {
        debug_assert!(self.at == self.end, "the record before has not ended");
        self.end = self.at + size(record, self.version);
    }

    /// Behind the fields are zeros: a level is written in one way only.
    fn end(&mut self) -> Result<(), SnapshotError> {
        while self.at < self.end {
            if self.word()? != 0 {
                return Err(SnapshotError::Value { field: "padding" });
            }
        }
        Ok(())
    }

    fn begin_call(&mut self, _: u32) {
        debug_assert!(false, "a file of records holds no calls");
    }

    fn bits(&mut self, value: &mut u32, _: Option<u32>) -> Result<(), SnapshotError> {
        *value = self.word()?;
        Ok(())
    }

    fn int(&mut self, value: &mut u32) -> Result<(), SnapshotError> {
        self.bits(value, None)
    }
}
