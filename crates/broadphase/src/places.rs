//! Where the box of each key lies: an array indexed by key.
//!
//! Turned down: a hash map. Keys are small and dense, so an array is smaller, faster, and has one order.

use crate::{BroadphaseError, Key};
use alloc::{format, string::String, vec::Vec};
use geom::Aabb;

/// No place: the key has no box.
const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    of: Vec<u32>,
}

impl Places {
    pub fn get(&self, key: Key) -> Option<u32> {
        self.of.get(key as usize).copied().filter(|&place| place != NOWHERE)
    }

    pub fn find(&self, key: Key) -> Result<u32, BroadphaseError> {
        self.get(key).ok_or(BroadphaseError::UnknownKey { key })
    }

    /// The place of a key whose box is about to become `aabb`.
    pub fn find_for(&self, key: Key, aabb: Aabb) -> Result<u32, BroadphaseError> {
        let place = self.find(key)?;
        if aabb.is_valid() { Ok(place) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
    }

    /// Whether `aabb` may be stored under `key`, which must have no box.
    pub fn check_free(&self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        if self.get(key).is_some() {
            return Err(BroadphaseError::KeyTaken { key });
        }
        if aabb.is_valid() { Ok(()) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
    }

    pub fn set(&mut self, key: Key, place: u32) {
        if self.of.len() <= key as usize {
            self.of.resize(key as usize + 1, NOWHERE);
        }
        self.of[key as usize] = place;
    }

    pub fn forget(&mut self, key: Key) {
        self.of[key as usize] = NOWHERE;
    }

    pub fn clear(&mut self) {
        self.of.clear();
    }

    /// Whether exactly `stored` keys have a place.
    pub fn validate(&self, stored: usize) -> Result<(), String> {
        let placed = self.of.iter().filter(|&&place| place != NOWHERE).count();
        if placed == stored {
            Ok(())
        } else {
            Err(format!("{placed} keys have a place, {stored} boxes are stored"))
        }
    }
}
