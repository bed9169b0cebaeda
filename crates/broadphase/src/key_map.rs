//! Where the box of each key is stored. Keys are small and dense, so an array is smaller and faster than a
//! hash map, and has a fixed order.

use crate::types::check_box;
use crate::{BroadphaseError, Key};
use alloc::{format, string::String, vec::Vec};
use geom::Aabb;

const ABSENT: u32 = u32::MAX;

/// A number for each key: where its box is stored.
///
/// ```
/// use broadphase::BroadphaseError;
/// use broadphase::common::KeyMap;
///
/// let mut map = KeyMap::default();
/// map.set(7, 0);
/// assert_eq!(map.find(7), Ok(0));
/// map.remove(7);
/// assert_eq!(map.find(7), Err(BroadphaseError::UnknownKey { key: 7 }));
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyMap {
    /// By key, or [`ABSENT`].
    indices: Vec<u32>,
}

impl KeyMap {
    pub(crate) fn prefetch(&self) {
        compute::prefetch_slice(&self.indices);
    }

    /// The number of a key, if any.
    #[inline]
    #[must_use]
    pub fn get(&self, key: Key) -> Option<u32> {
        self.indices.get(key as usize).copied().filter(|&index| index != ABSENT)
    }

    /// The number of a key.
    ///
    /// # Errors
    /// [`BroadphaseError::UnknownKey`].
    #[inline]
    pub fn find(&self, key: Key) -> Result<u32, BroadphaseError> {
        self.get(key).ok_or(BroadphaseError::UnknownKey { key })
    }

    /// [`KeyMap::find`] for a key whose box will be `aabb`, m.
    ///
    /// # Errors
    /// [`BroadphaseError::UnknownKey`] and [`BroadphaseError::InvalidBox`].
    #[inline]
    pub fn find_for_update(&self, key: Key, aabb: Aabb) -> Result<u32, BroadphaseError> {
        let index = self.find(key)?;
        check_box(key, aabb)?;
        Ok(index)
    }

    /// Checks that `aabb` (m) may be stored under `key`.
    ///
    /// # Errors
    /// [`BroadphaseError::KeyTaken`] and [`BroadphaseError::InvalidBox`].
    #[inline]
    pub fn check_insert(&self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        if self.get(key).is_some() {
            return Err(BroadphaseError::KeyTaken { key });
        }
        check_box(key, aabb)
    }

    /// Gives a key a number below `u32::MAX`.
    #[inline]
    pub fn set(&mut self, key: Key, index: u32) {
        if self.indices.len() <= key as usize {
            self.indices.resize(key as usize + 1, ABSENT);
        }
        self.indices[key as usize] = index;
    }

    /// Takes the number of a key away.
    ///
    /// # Panics
    /// If no key so great has ever had a number.
    #[inline]
    pub fn remove(&mut self, key: Key) {
        self.indices[key as usize] = ABSENT;
    }

    /// Takes all numbers away and keeps the memory.
    pub fn clear(&mut self) {
        self.indices.clear();
    }

    /// Checks that as many keys have a number as there are boxes `stored`.
    ///
    /// # Errors
    /// What is wrong.
    pub fn validate(&self, stored: usize) -> Result<(), String> {
        let known = self.indices.iter().filter(|&&index| index != ABSENT).count();
        if known == stored {
            Ok(())
        } else {
            Err(format!("{known} keys have an index, but {stored} boxes are stored"))
        }
    }
}
