//! The bytes of a snapshot: records of words, written where they differ from the record before.
//!
//! ```text
//!   file     "snapshot", or "level 2d" | version u32 | check sum u64 | records
//!   record   mask, words, mask, words, ...      a mask is a byte for up to eight words: bit i is set if word
//!                                               i differs from the same word of the last record of this kind
//!   word     of a float: its 32 bits, little-endian
//!            of an index: the difference to the last one, zigzag, seven bits in a byte (LEB128)
//! ```
//!
//! So a body with the usual damping costs one bit for it, and 5,000 circles tell their radius once. Bytes are
//! the same on every platform, with every bit of a float.
//!
//! **One function codes a type in both directions**: it visits the fields, and the [`Coder`] writes or reads
//! them; a type taken apart without `..` does not compile when it gets a field that nobody codes. Files are
//! coded through `&mut dyn Coder`, since four copies would be 80 KB more code. The hash of `sync_hash.rs` has
//! a copy, for speed.
//!
//! A reader allocates nothing by a number that it has read. Turned down: `serde` with a binary format, which
//! writes every word; compression.

use super::SnapshotError;
use crate::place::Place;
use crate::slot::Slot;
use geom::{Aabb, MassProperties, Point, Pose, Position, Rot, Vec2};

pub(crate) type Magic = [u8; 8];

pub(crate) const SNAPSHOT: Magic = *b"snapshot";

/// The version of snapshots, levels and recordings that is written. Older ones are read.
///
/// | version | what is new in it |
/// |---|---|
/// | 1 | |
/// | 2 | categories and masks of 64 bits; flags of events; dominance |
pub(crate) const VERSION: u32 = 2;

pub(crate) fn is_known(version: u32) -> bool {
    (1..=VERSION).contains(&version)
}

pub(super) const HEADER: usize = 8 + 4 + 8;

const GROUP: usize = 8;

/// Words are compared with those of the last record of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    Settings,
    Anchor,
    Length,
    Slot,
    Body,
    Row,
    Collider,
    Joint,
    Contact,
    Apart,
    OnePoint,
    TwoPoints,
    Event,
    Point,
    // Of recordings.
    Call,
    Sums,
}

const KINDS: usize = Record::Sums as usize + 1;

pub(crate) trait Coder {
    fn reads(&self) -> bool;

    /// What is missing takes its place in the record, too.
    fn has_fixed_records(&self) -> bool {
        false
    }

    /// A writer writes the newest.
    fn version(&self) -> u32 {
        VERSION
    }

    fn begin(&mut self, record: Record);

    fn end(&mut self) -> Result<(), SnapshotError> {
        Ok(())
    }

    fn begin_call(&mut self, number: u32);

    /// Any bit may differ from the last one, or from `prediction`.
    fn bits(&mut self, value: &mut u32, prediction: Option<u32>) -> Result<(), SnapshotError>;

    /// Near to the last one.
    fn int(&mut self, value: &mut u32) -> Result<(), SnapshotError>;
}

pub(crate) trait Fields: Coder {
    fn float(&mut self, value: &mut f32) -> Result<(), SnapshotError> {
        let mut bits = value.to_bits();
        self.bits(&mut bits, None)?;
        *value = f32::from_bits(bits);
        Ok(())
    }

    fn floats<'a>(&mut self, values: impl IntoIterator<Item = &'a mut f32>) -> Result<(), SnapshotError> {
        values.into_iter().try_for_each(|value| self.float(value))
    }

    fn vector(&mut self, v: &mut Vec2) -> Result<(), SnapshotError> {
        self.floats(v.iter_mut())
    }

    fn point(&mut self, p: &mut Point) -> Result<(), SnapshotError> {
        self.vector(&mut p.coords)
    }

    fn points<'a>(&mut self, points: impl IntoIterator<Item = &'a mut Point>) -> Result<(), SnapshotError> {
        points.into_iter().try_for_each(|point| self.point(point))
    }

    /// The upper half first, which changes less often.
    fn double(&mut self, value: &mut f64) -> Result<(), SnapshotError> {
        let mut bits = value.to_bits();
        self.long(&mut bits, None)?;
        *value = f64::from_bits(bits);
        Ok(())
    }

    /// Any bit may differ from the last ones, or from `prediction`.
    fn long(&mut self, value: &mut u64, prediction: Option<u64>) -> Result<(), SnapshotError> {
        let halves = |value: u64| [(value >> 32) as u32, value as u32];
        let [mut high, mut low] = halves(*value);
        let predictions = prediction.map(halves);
        self.bits(&mut high, predictions.map(|[high, _]| high))?;
        self.bits(&mut low, predictions.map(|[_, low]| low))?;
        *value = u64::from(high) << 32 | u64::from(low);
        Ok(())
    }

    /// Often `prediction`.
    fn place(&mut self, place: &mut Place, prediction: Option<Place>) -> Result<(), SnapshotError> {
        let expected = prediction.map(|Place { x, y }| [x, y]);
        for (axis, value) in [&mut place.x, &mut place.y].into_iter().enumerate() {
            let mut bits = value.cast_unsigned();
            self.long(&mut bits, expected.map(|expected| expected[axis].cast_unsigned()))?;
            *value = bits.cast_signed();
        }
        Ok(())
    }

    fn rotation(&mut self, Rot { cos, sin }: &mut Rot) -> Result<(), SnapshotError> {
        self.float(cos)?;
        self.float(sin)
    }

    fn position(&mut self, Position { x, y }: &mut Position) -> Result<(), SnapshotError> {
        self.double(x)?;
        self.double(y)
    }

    fn pose(&mut self, pose: &mut Pose) -> Result<(), SnapshotError> {
        let Pose { position, rotation } = pose;
        self.point(position)?;
        self.rotation(rotation)
    }

    fn aabb(&mut self, aabb: &mut Aabb) -> Result<(), SnapshotError> {
        let Aabb { lower, upper } = aabb;
        self.point(lower)?;
        self.point(upper)
    }

    fn mass(&mut self, mass: &mut MassProperties) -> Result<(), SnapshotError> {
        let MassProperties { mass, center, inertia } = mass;
        self.float(mass)?;
        self.point(center)?;
        self.float(inertia)
    }

    fn wide(&mut self, value: &mut u128) -> Result<(), SnapshotError> {
        let mut all = 0;
        for shift in [0, 32, 64, 96] {
            let mut word = (*value >> shift) as u32;
            self.bits(&mut word, None)?;
            all |= u128::from(word) << shift;
        }
        *value = all;
        Ok(())
    }

    /// As the bits of one word.
    fn flags<const N: usize>(&mut self, flags: [&mut bool; N]) -> Result<(), SnapshotError> {
        let mut word = 0;
        for (i, flag) in flags.iter().enumerate() {
            word |= u32::from(**flag) << i;
        }
        self.int(&mut word)?;
        if word >= 1 << N {
            return Err(SnapshotError::Value { field: "flags" });
        }
        for (i, flag) in flags.into_iter().enumerate() {
            *flag = word >> i & 1 != 0;
        }
        Ok(())
    }

    /// By its index in `all`.
    fn choice<T: Copy + PartialEq>(&mut self, value: &mut T, all: &[T]) -> Result<(), SnapshotError> {
        let mut index = all.iter().position(|one| one == value).unwrap_or(0) as u32;
        self.int(&mut index)?;
        *value = *all.get(index as usize).ok_or(SnapshotError::Value { field: "choice" })?;
        Ok(())
    }

    fn slot<S: Slot>(&mut self, slot: &mut S) -> Result<(), SnapshotError> {
        let mut some = Some(*slot);
        self.optional_slot(&mut some)?;
        *slot = some.ok_or(SnapshotError::Value { field: "slot" })?;
        Ok(())
    }

    fn optional_slot<S: Slot>(&mut self, slot: &mut Option<S>) -> Result<(), SnapshotError> {
        let mut above = slot.map_or(0, |slot| slot.index() as u32 + 1);
        self.int(&mut above)?;
        *slot = above.checked_sub(1).map(|index| S::new(index as usize));
        Ok(())
    }

    fn length(&mut self, length: usize) -> Result<usize, SnapshotError> {
        self.begin(Record::Length);
        let mut word = length as u32;
        self.int(&mut word)?;
        Ok(word as usize)
    }

    fn slots<S: Slot>(&mut self, slots: &mut Vec<S>) -> Result<(), SnapshotError> {
        let count = self.length(slots.len())?;
        for i in 0..count {
            self.begin(Record::Slot);
            let mut slot = slots.get(i).copied().unwrap_or(S::new(0));
            self.slot(&mut slot)?;
            if self.reads() {
                slots.push(slot);
            }
        }
        Ok(())
    }
}

impl<C: Coder + ?Sized> Fields for C {}

#[derive(Debug, Default)]
struct Last {
    words: Vec<Vec<u32>>,
    kind: usize,
    next: usize,
}

impl Last {
    fn begin(&mut self, kind: usize) {
        (self.kind, self.next) = (kind, 0);
        if self.words.len() <= kind {
            self.words.resize_with(kind + 1, Vec::new);
        }
    }

    /// The last value of the next word, to be replaced, and its number in its group.
    fn advance(&mut self) -> (&mut u32, usize) {
        let (words, index) = (&mut self.words[self.kind], self.next);
        self.next += 1;
        if words.len() <= index {
            words.push(0);
        }
        (&mut words[index], index % GROUP)
    }
}

#[derive(Debug)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
    last: Last,
    mask: usize,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self::after(vec![0; HEADER])
    }

    /// For a file with another head.
    pub(crate) fn after(bytes: Vec<u8>) -> Self {
        Self { bytes, last: Last::default(), mask: 0 }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn finish(mut self, magic: Magic) -> Vec<u8> {
        let sum = check_sum(VERSION, &self.bytes[HEADER..]);
        self.bytes[..8].copy_from_slice(&magic);
        self.bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        self.bytes[12..HEADER].copy_from_slice(&sum.to_le_bytes());
        self.bytes
    }

    /// Returns the last value if this one must be written.
    fn changed(&mut self, value: u32, prediction: Option<u32>) -> Option<u32> {
        let (last, bit) = self.last.advance();
        let before = std::mem::replace(last, value);
        if bit == 0 {
            self.mask = self.bytes.len();
            self.bytes.push(0);
        }
        let expected = prediction.unwrap_or(before);
        (value != expected).then(|| {
            self.bytes[self.mask] |= 1 << bit;
            before
        })
    }
}

impl Coder for Writer {
    fn reads(&self) -> bool {
        false
    }

    fn begin(&mut self, record: Record) {
        self.last.begin(record as usize);
    }

    fn begin_call(&mut self, number: u32) {
        self.last.begin(KINDS + number as usize);
    }

    fn bits(&mut self, value: &mut u32, prediction: Option<u32>) -> Result<(), SnapshotError> {
        if self.changed(*value, prediction).is_some() {
            self.bytes.extend(value.to_le_bytes());
        }
        Ok(())
    }

    fn int(&mut self, value: &mut u32) -> Result<(), SnapshotError> {
        if let Some(before) = self.changed(*value, None) {
            let difference = value.wrapping_sub(before) as i32;
            let mut zigzag = (difference << 1 ^ difference >> 31) as u32;
            while zigzag >= 0x80 {
                self.bytes.push(zigzag as u8 | 0x80);
                zigzag >>= 7;
            }
            self.bytes.push(zigzag as u8);
        }
        Ok(())
    }
}

#[derive(Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    last: Last,
    mask: u8,
    version: u32,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], magic: Magic) -> Result<Self, SnapshotError> {
        let word = |at: usize| bytes.get(at..at + 4).map(|word| [word[0], word[1], word[2], word[3]]);
        if !bytes.starts_with(&magic) {
            return Err(SnapshotError::NotASnapshot);
        }
        let [Some(version), Some(low), Some(high)] = [8, 12, 16].map(word) else {
            return Err(SnapshotError::Truncated { length: bytes.len() });
        };
        let version = u32::from_le_bytes(version);
        if !is_known(version) {
            return Err(SnapshotError::Version { found: version, newest: VERSION });
        }
        let sum = u64::from(u32::from_le_bytes(high)) << 32 | u64::from(u32::from_le_bytes(low));
        if sum != check_sum(version, &bytes[HEADER..]) {
            return Err(SnapshotError::CheckSum);
        }
        Ok(Self::after(bytes, HEADER, version))
    }

    /// For a file of this version with another head.
    pub(crate) fn after(bytes: &'a [u8], at: usize, version: u32) -> Self {
        Self { bytes, at, last: Last::default(), mask: 0, version }
    }

    pub(crate) fn finish(self) -> Result<(), SnapshotError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            extra => Err(SnapshotError::TooLong { extra }),
        }
    }

    fn byte(&mut self) -> Result<u8, SnapshotError> {
        let byte = self.bytes.get(self.at).ok_or(SnapshotError::Truncated { length: self.bytes.len() })?;
        self.at += 1;
        Ok(*byte)
    }

    fn is_written(&mut self) -> Result<bool, SnapshotError> {
        let bit = self.last.next % GROUP;
        if bit == 0 {
            self.mask = self.byte()?;
        }
        Ok(self.mask >> bit & 1 != 0)
    }
}

impl Coder for Reader<'_> {
    fn reads(&self) -> bool {
        true
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn begin(&mut self, record: Record) {
        self.last.begin(record as usize);
    }

    fn begin_call(&mut self, number: u32) {
        self.last.begin(KINDS + number as usize);
    }

    fn bits(&mut self, value: &mut u32, prediction: Option<u32>) -> Result<(), SnapshotError> {
        let written = if self.is_written()? {
            let mut word = [0; 4];
            for byte in &mut word {
                *byte = self.byte()?;
            }
            Some(u32::from_le_bytes(word))
        } else {
            None
        };
        let (last, _) = self.last.advance();
        *last = written.or(prediction).unwrap_or(*last);
        *value = *last;
        Ok(())
    }

    fn int(&mut self, value: &mut u32) -> Result<(), SnapshotError> {
        let mut zigzag = 0_u32;
        if self.is_written()? {
            for shift in [0, 7, 14, 21, 28] {
                let byte = self.byte()?;
                zigzag |= u32::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
                if shift == 28 {
                    return Err(SnapshotError::Value { field: "index" });
                }
            }
        }
        let difference = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
        let (last, _) = self.last.advance();
        *last = last.wrapping_add(difference as u32);
        *value = *last;
        Ok(())
    }
}

/// FNV-1a over the version and the records, eight bytes at a time: it finds accidents, not attacks.
pub(crate) fn check_sum(version: u32, records: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325 ^ u64::from(version);
    for chunk in records.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        sum ^= sum >> 29;
    }
    // Zeros at the end would not change the last word.
    (sum ^ records.len() as u64).wrapping_mul(0x0000_0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Words of both sorts come back, whatever the record before was.
        #[test]
        fn words_that_are_read_are_those_that_were_written(
            records in prop::collection::vec(prop::collection::vec((any::<bool>(), prop_oneof![
                any::<u32>(), 0_u32..4, Just(u32::MAX), Just(1 << 31)
            ]), 1..20), 0..20),
        ) {
            let mut writer = Writer::new();
            for (i, record) in records.iter().enumerate() {
                writer.begin(if i % 2 == 0 { Record::Body } else { Record::Contact });
                for (is_int, word) in record {
                    let mut word = *word;
                    if *is_int { writer.int(&mut word).unwrap() } else { writer.bits(&mut word, None).unwrap() };
                }
            }
            let bytes = writer.finish(SNAPSHOT);
            let mut reader = Reader::new(&bytes, SNAPSHOT).unwrap();
            for (i, record) in records.iter().enumerate() {
                reader.begin(if i % 2 == 0 { Record::Body } else { Record::Contact });
                for (is_int, expected) in record {
                    let mut word = 0;
                    if *is_int { reader.int(&mut word).unwrap() } else { reader.bits(&mut word, None).unwrap() };
                    prop_assert_eq!(word, *expected);
                }
            }
            reader.finish().unwrap();
        }
    }
}
