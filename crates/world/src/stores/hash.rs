//! Hashes of a world: equal for worlds that are in the same state, bit for bit.
//!
//! FNV-1a: [`Stores::state_hash`] takes 32-bit words, poses and velocities in the order of slots,
//! [`TextHash`] the bytes of a text (`full_hash.rs`). Every NaN is the same word, since their bits differ
//! between processors. Not made to resist an attacker.

use super::Stores;
use crate::frame::Frame;
use crate::place::Place;
use crate::slot::BodySlot;
use std::fmt::{self, Write};

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Stores {
    pub(crate) fn state_hash(&self) -> u64 {
        (self.bodies.iter()).fold(OFFSET, |hash, (slot, _)| self.add_body_to_hash(slot, hash))
    }

    /// The high bits of FNV are mixed better, so both halves are in the low one.
    pub(crate) fn body_hash(&self, slot: BodySlot) -> u64 {
        let hash = self.add_body_to_hash(slot, OFFSET);
        (hash ^ hash >> 32) & u64::from(u32::MAX)
    }

    fn add_body_to_hash(&self, slot: BodySlot, mut hash: u64) -> u64 {
        let Frame { place: Place { x, y }, rotation, .. } = *self.bodies.frame(slot);
        let (velocity, angular_velocity) = self.velocity(slot);
        for word in [x, x >> 32, y, y >> 32] {
            hash = (hash ^ u64::from(word as u32)).wrapping_mul(PRIME);
        }
        for x in [rotation.cos, rotation.sin, velocity.x, velocity.y, angular_velocity] {
            let bits = if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
            hash = (hash ^ u64::from(bits)).wrapping_mul(PRIME);
        }
        hash
    }
}

pub(crate) struct TextHash(u64);

impl TextHash {
    pub(crate) fn new() -> Self {
        Self(OFFSET)
    }

    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}

impl Write for TextHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
        Ok(())
    }
}
