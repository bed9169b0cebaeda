//! All boxes in one array without gaps, each found by its key: what the broad phases without a tree are made of.
//!
//! ```text
//!   places   key     0  1  2  3  4          entries   0       1       2
//!            place   2  -  0  -  1                    key 2   key 4   key 0
//! ```

use crate::places::Places;
use crate::probe::Probe;
use crate::{BroadphaseError, Key, Mobility};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::Aabb;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub aabb: Aabb,
    pub key: Key,
    pub mobility: Mobility,
}

impl Entry {
    /// Whether two entries are a pair.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.aabb.overlaps(other.aabb)
            && (self.mobility == Mobility::Moving || other.mobility == Mobility::Moving)
    }
}

/// A pair as it is reported: the lower key first.
#[inline(always)]
pub(crate) fn pair(a: Key, b: Key) -> (Key, Key) {
    if a < b { (a, b) } else { (b, a) }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Boxes {
    /// In any order; whoever changes the order calls [`Boxes::note_places`].
    pub entries: Vec<Entry>,
    places: Places,
}

impl Boxes {
    pub fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.places.check_free(key, aabb)?;
        self.places.set(key, self.entries.len() as u32);
        self.entries.push(Entry { aabb, key, mobility });
        Ok(())
    }

    pub fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let place = self.places.find(key)?;
        self.places.forget(key);
        self.entries.swap_remove(place as usize);
        // The last entry fills the gap, unless it was the one removed.
        if let Some(filler) = self.entries.get(place as usize) {
            self.places.set(filler.key, place);
        }
        Ok(())
    }

    pub fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let place = self.places.find_for(key, aabb)?;
        self.entries[place as usize].aabb = aabb;
        Ok(())
    }

    pub fn get(&self, key: Key) -> Option<&Entry> {
        self.places.get(key).map(|place| &self.entries[place as usize])
    }

    /// Where in `entries` the box of a key is.
    pub fn find(&self, key: Key) -> Result<u32, BroadphaseError> {
        self.places.find(key)
    }

    /// To be called when `entries` has been put in another order.
    pub fn note_places(&mut self) {
        for (place, entry) in self.entries.iter().enumerate() {
            self.places.set(entry.key, place as u32);
        }
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.places.clear();
    }

    pub fn validate(&self) -> Result<(), String> {
        for (place, entry) in self.entries.iter().enumerate() {
            let noted = self.places.get(entry.key);
            if noted != Some(place as u32) {
                return Err(format!("entry {place} has key {}, whose place is {noted:?}", entry.key));
            }
            if !entry.aabb.is_valid() {
                return Err(format!("entry {place} has the box {:?}", entry.aabb));
            }
        }
        self.places.validate(self.entries.len())
    }
}

/// Visits the entries that overlap `aabb`.
pub(crate) fn query(entries: &[Entry], aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
    let overlapping = entries.iter().filter(|entry| entry.aabb.overlaps(aabb));
    let _ = overlapping.map(|entry| entry.key).try_for_each(visit);
}

/// Visits the entries within reach.
pub(crate) fn search(entries: &[Entry], mut probe: impl Probe, visit: &mut dyn FnMut(Key) -> f32) {
    for entry in entries {
        if probe.reach(entry.aabb).is_some() && probe.shorten(visit(entry.key)).is_break() {
            return;
        }
    }
}
