//! All proxies in one array without gaps, each found by its key: the storage of every broad phase but the
//! trees.
//!
//! ```text
//!   key_map   key     0  1  2  3  4         list   index   0       1       2
//!             index   2  -  0  -  1                proxy   key 2   key 4   key 0
//! ```

use crate::distance_query::DistanceQuery;
use crate::key_map::KeyMap;
use crate::{BroadphaseError, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::Aabb;

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
        // The last proxy has filled the gap.
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

pub(crate) fn overlap_aabb(proxies: &[Proxy], aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
    let overlapping = proxies.iter().filter(|proxy| proxy.aabb.overlaps(aabb));
    let _ = overlapping.map(|proxy| proxy.key).try_for_each(visit);
}

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

/// Finds the boxes that overlap a box without looking at all.
pub(crate) trait Overlaps: Sync {
    fn proxy(&self, key: Key) -> Option<Proxy>;

    /// Visits the proxies whose boxes overlap `aabb`, each once, until `visit` breaks.
    fn visit_overlapping(&self, aabb: Aabb, visit: impl FnMut(&Proxy) -> ControlFlow<()>) -> ControlFlow<()>;
}

/// Finds the pairs of each moved box among the boxes that overlap it.
pub(crate) fn search_pairs(boxes: &impl Overlaps, moved: &[Key], search: &mut PairSearch<'_>) {
    search.for_each(moved, |key, pairs| {
        let Some(proxy) = boxes.proxy(key) else { return };
        // A pair of moved boxes is reported twice: cheaper than a test here.
        let _ = boxes.visit_overlapping(proxy.aabb, |other| {
            if other.key != key && other.pairs_with(&proxy) {
                pairs.push(pair(key, other.key));
            }
            ControlFlow::Continue(())
        });
    });
}

/// Methods of `Broadphase` for types with a field `proxies`, or with [`Overlaps`].
macro_rules! answer {
    (contains, len) => {
        fn contains(&self, key: crate::Key) -> bool {
            self.proxies.get(key).is_some()
        }

        fn len(&self) -> usize {
            self.proxies.list.len()
        }
    };
    (remove, update: $is_sorted:ident) => {
        fn remove(&mut self, key: crate::Key) -> Result<(), crate::BroadphaseError> {
            self.$is_sorted = false;
            self.proxies.remove(key)
        }

        fn update(&mut self, key: crate::Key, aabb: geom::Aabb) -> Result<(), crate::BroadphaseError> {
            self.$is_sorted = false;
            self.proxies.update(key, aabb)
        }
    };
    (cast, nearest) => {
        fn cast(&self, cast: crate::Cast, visit: &mut dyn FnMut(crate::Key) -> f32) {
            crate::proxies::visit_within_reach(&self.proxies.list, cast, visit);
        }

        fn nearest(&self, point: geom::Point, max_distance: f32, visit: &mut dyn FnMut(crate::Key) -> f32) {
            let circle = crate::distance_query::Circle::new(point, max_distance);
            crate::proxies::visit_within_reach(&self.proxies.list, circle, visit);
        }
    };
    (search_pairs, overlap_aabb) => {
        fn search_pairs(&mut self, moved: &[crate::Key], search: &mut crate::PairSearch<'_>) {
            crate::proxies::search_pairs(self, moved, search);
        }

        fn overlap_aabb(
            &self,
            aabb: geom::Aabb,
            visit: &mut dyn FnMut(crate::Key) -> core::ops::ControlFlow<()>,
        ) {
            let _ = crate::proxies::Overlaps::visit_overlapping(self, aabb, |proxy| visit(proxy.key));
        }
    };
}

pub(crate) use answer;
