//! All proxies in one array without gaps, each found by its key: the storage of every broad phase but the
//! tree.
//!
//! ```text
//!   key_map   key     0  1  2  3  4         list   index   0       1       2
//!             index   2  -  0  -  1                proxy   key 2   key 4   key 0
//! ```

use crate::distance_query::DistanceQuery;
use crate::key_map::KeyMap;
use crate::{BroadphaseError, Key, Mobility};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::Aabb;

/// What is stored for a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proxy {
    pub aabb: Aabb,
    pub key: Key,
    pub mobility: Mobility,
}

impl Proxy {
    /// Whether two proxies are a pair: their boxes overlap and at least one of them moves.
    #[inline(always)]
    pub fn pairs_with(&self, other: &Self) -> bool {
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
pub(crate) struct Proxies {
    /// In any order. Code that reorders it calls [`Proxies::update_key_map`].
    pub list: Vec<Proxy>,
    key_map: KeyMap,
}

impl Proxies {
    pub fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.key_map.check_insert(key, aabb)?;
        self.key_map.set(key, self.list.len() as u32);
        self.list.push(Proxy { aabb, key, mobility });
        Ok(())
    }

    pub fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let index = self.key_map.find(key)?;
        self.key_map.remove(key);
        self.list.swap_remove(index as usize);
        // The last proxy has filled the gap, unless it was the one removed.
        if let Some(filler) = self.list.get(index as usize) {
            self.key_map.set(filler.key, index);
        }
        Ok(())
    }

    pub fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let index = self.key_map.find_for_update(key, aabb)?;
        self.list[index as usize].aabb = aabb;
        Ok(())
    }

    pub fn get(&self, key: Key) -> Option<&Proxy> {
        self.key_map.get(key).map(|index| &self.list[index as usize])
    }

    /// The index of a key's proxy in `list`.
    pub fn find(&self, key: Key) -> Result<u32, BroadphaseError> {
        self.key_map.find(key)
    }

    /// Must be called after `list` was reordered.
    pub fn update_key_map(&mut self) {
        for (index, proxy) in self.list.iter().enumerate() {
            self.key_map.set(proxy.key, index as u32);
        }
    }

    pub fn clear(&mut self) {
        self.list.clear();
        self.key_map.clear();
    }

    pub fn validate(&self) -> Result<(), String> {
        for (index, proxy) in self.list.iter().enumerate() {
            let known = self.key_map.get(proxy.key);
            if known != Some(index as u32) {
                return Err(format!(
                    "proxy {index} has key {}, for which the map has index {known:?}",
                    proxy.key
                ));
            }
            if !proxy.aabb.is_valid() {
                return Err(format!("proxy {index} has an invalid box {:?}", proxy.aabb));
            }
        }
        self.key_map.validate(self.list.len())
    }
}

/// Visits the keys of the proxies whose boxes overlap `aabb`.
pub(crate) fn overlap_aabb(proxies: &[Proxy], aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
    let overlapping = proxies.iter().filter(|proxy| proxy.aabb.overlaps(aabb));
    let _ = overlapping.map(|proxy| proxy.key).try_for_each(visit);
}

/// Visits the keys of the proxies within reach.
pub(crate) fn visit_within_reach(
    proxies: &[Proxy],
    mut query: impl DistanceQuery,
    visit: &mut dyn FnMut(Key) -> f32,
) {
    for proxy in proxies {
        if query.distance(proxy.aabb).is_some() && query.shorten(visit(proxy.key)).is_break() {
            return;
        }
    }
}
