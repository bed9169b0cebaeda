//! All proxies in one array without gaps, found by their keys: the storage of every broad phase but the
//! trees.
//!
//! ```text
//!   key_map   key     0  1  2  3  4         list   index   0       1       2
//!             index   2  -  0  -  1                proxy   key 2   key 4   key 0
//! ```

use crate::common::{DistanceQuery, KeyMap};
use crate::{BroadphaseError, Key, Mobility};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::Aabb;

/// What a broad phase stores under a key.
#[derive(Clone, Copy, Debug)]
pub struct Proxy {
    /// The box, m.
    pub aabb: Aabb,
    /// Its key.
    pub key: Key,
    /// Whether the box may move.
    pub mobility: Mobility,
}

impl Proxy {
    /// The pair of two proxies of different keys, the lower key first, if they overlap and at least one
    /// moves.
    #[inline(always)]
    #[must_use]
    pub fn pair_with(&self, other: &Self) -> Option<(Key, Key)> {
        let is_pair = self.aabb.overlaps(other.aabb)
            && (self.mobility == Mobility::Moving || other.mobility == Mobility::Moving);
        is_pair.then(|| pair(self.key, other.key))
    }
}

/// The lower key first.
#[inline(always)]
pub(crate) fn pair(a: Key, b: Key) -> (Key, Key) {
    if a < b { (a, b) } else { (b, a) }
}

/// Boxes in one array without gaps, found by their keys.
///
/// ```
/// use broadphase::Mobility;
/// use broadphase::common::Proxies;
/// use geom::Aabb;
///
/// let mut proxies = Proxies::default();
/// proxies.insert(7, Aabb::around([0.0, 0.0], [1.0, 1.0]), Mobility::Static)?;
/// proxies.insert(4, Aabb::around([1.5, 0.0], [1.0, 1.0]), Mobility::Moving)?;
/// let [seven, four] = proxies.list() else { panic!() };
/// assert_eq!(seven.pair_with(four), Some((4, 7)));
/// // The last proxy fills the gap of a removed one.
/// proxies.remove(7)?;
/// assert_eq!(proxies.list()[0].key, 4);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// In any order. After a reordering call [`Proxies::update_key_map`].
    pub(crate) list: Vec<Proxy>,
    key_map: KeyMap,
}

impl Proxies {
    /// Appends a box, m.
    ///
    /// # Errors
    /// As for [`Broadphase::insert`](crate::Broadphase::insert); nothing changes.
    pub fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.key_map.check_insert(key, aabb)?;
        self.key_map.set(key, self.list.len() as u32);
        self.list.push(Proxy { aabb, key, mobility });
        Ok(())
    }

    /// Removes the box of a key. The last proxy fills the gap.
    ///
    /// # Errors
    /// [`BroadphaseError::UnknownKey`]; nothing changes.
    pub fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let index = self.key_map.find(key)?;
        self.key_map.remove(key);
        self.list.swap_remove(index as usize);
        if let Some(filler) = self.list.get(index as usize) {
            self.key_map.set(filler.key, index);
        }
        Ok(())
    }

    /// Replaces the box of a key, m.
    ///
    /// # Errors
    /// As for [`Broadphase::update`](crate::Broadphase::update); nothing changes.
    pub fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let index = self.key_map.find_for_update(key, aabb)?;
        self.list[index as usize].aabb = aabb;
        Ok(())
    }

    /// All proxies, in any order.
    #[inline(always)]
    #[must_use]
    pub fn list(&self) -> &[Proxy] {
        &self.list
    }

    /// The proxy of a key, if it has one.
    #[inline]
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&Proxy> {
        self.key_map.get(key).map(|index| &self.list[index as usize])
    }

    /// The index of a key's proxy in [`Proxies::list`].
    ///
    /// # Errors
    /// [`BroadphaseError::UnknownKey`].
    #[inline]
    pub fn find(&self, key: Key) -> Result<u32, BroadphaseError> {
        self.key_map.find(key)
    }

    /// After `list` was reordered.
    pub(crate) fn update_key_map(&mut self) {
        for (index, proxy) in self.list.iter().enumerate() {
            self.key_map.set(proxy.key, index as u32);
        }
    }

    /// Removes all boxes and keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.key_map.clear();
    }

    /// Tests every box: [`Broadphase::overlap_aabb`](crate::Broadphase::overlap_aabb).
    pub fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        overlap_aabb(&self.list, aabb, visit);
    }

    /// Tests every box: visits the keys of those within reach, which `visit` may shorten.
    pub fn visit_within_reach(&self, mut query: impl DistanceQuery, visit: &mut dyn FnMut(Key) -> f32) {
        for proxy in &self.list {
            if query.distance(proxy.aabb).is_some() && query.shorten(visit(proxy.key)).is_break() {
                return;
            }
        }
    }

    /// Checks that each key has its proxy, and each proxy a valid box.
    ///
    /// # Errors
    /// What is wrong.
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

pub(crate) fn overlap_aabb(proxies: &[Proxy], aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
    let overlapping = proxies.iter().filter(|proxy| proxy.aabb.overlaps(aabb));
    let _ = overlapping.map(|proxy| proxy.key).try_for_each(visit);
}
