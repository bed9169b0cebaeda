//! Where the box of each key is stored: an array indexed by key.
//!
//! Turned down: a hash map. Keys are small and dense, so an array is smaller, faster, and has a fixed order.

use crate::{BroadphaseError, Key};
use alloc::{format, string::String, vec::Vec};
use geom::Aabb;

const ABSENT: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMap {
    /// By key: where its box is stored, or [`ABSENT`].
    indices: Vec<u32>,
}

impl KeyMap {
    /// Asks the memory for the first keys.
    pub fn prefetch(&self) {
        compute::prefetch_slice(&self.indices);
    }

    pub fn get(&self, key: Key) -> Option<u32> {
        self.indices.get(key as usize).copied().filter(|&index| index != ABSENT)
    }

    pub fn find(&self, key: Key) -> Result<u32, BroadphaseError> {
        self.get(key).ok_or(BroadphaseError::UnknownKey { key })
    }

    pub fn find_for_update(&self, key: Key, aabb: Aabb) -> Result<u32, BroadphaseError> {
        let index = self.find(key)?;
        if aabb.is_valid() { Ok(index) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
    }

    /// Checks that `aabb` may be stored under `key`, which must have no box.
    pub fn check_insert(&self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        if self.get(key).is_some() {
            return Err(BroadphaseError::KeyTaken { key });
        }
        if aabb.is_valid() { Ok(()) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
    }

    pub fn set(&mut self, key: Key, index: u32) {
        if self.indices.len() <= key as usize {
            self.indices.resize(key as usize + 1, ABSENT);
        }
        self.indices[key as usize] = index;
    }

    pub fn remove(&mut self, key: Key) {
        self.indices[key as usize] = ABSENT;
    }

    pub fn clear(&mut self) {
        self.indices.clear();
    }

    pub fn validate(&self, stored: usize) -> Result<(), String> {
        let known = self.indices.iter().filter(|&&index| index != ABSENT).count();
        if known == stored {
            Ok(())
        } else {
            Err(format!("{known} keys have an index, but {stored} boxes are stored"))
        }
    }
}
