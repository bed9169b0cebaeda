//! Compares every moved box with every other. Without a data structure that could be wrong, it is the oracle
//! of the tests.

use crate::proxies::{self, Proxies, pair};
use crate::{Broadphase, BroadphaseError, Key, Mobility, PairSearch};
use alloc::string::String;
use core::ops::ControlFlow;
use geom::Aabb;

/// Compares every moved box with every other.
///
/// Changes take no time; pairs take the number of moved boxes times that of all; a query or a ray tests every
/// box. For some dozens of boxes few methods are faster.
///
/// ```
/// use broadphase::{Broadphase, BruteForce, Mobility};
/// use geom::Aabb;
///
/// let mut boxes = BruteForce::default();
/// boxes.insert(0, Aabb::around([0.0, 0.0], [1.0, 1.0]), Mobility::Static)?;
/// boxes.insert(1, Aabb::around([1.5, 0.0], [1.0, 1.0]), Mobility::Moving)?;
/// let mut pairs = Vec::new();
/// boxes.find_pairs(&[1], &mut pairs);
/// assert_eq!(pairs, [(0, 1)]);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    proxies: Proxies,
}

impl Broadphase for BruteForce {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.proxies.insert(key, aabb, mobility)
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.proxies.remove(key)
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.proxies.update(key, aabb)
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search.for_each(moved, |key, pairs| {
            let Some(proxy) = self.proxies.get(key) else { return };
            let partners =
                self.proxies.list.iter().filter(|other| other.key != key && other.pairs_with(proxy));
            pairs.extend(partners.map(|other| pair(key, other.key)));
        });
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        proxies::overlap_aabb(&self.proxies.list, aabb, visit);
    }

    proxies::answer!(cast, nearest);

    proxies::answer!(contains, len);

    fn clear(&mut self) {
        self.proxies.clear();
    }

    fn validate(&self) -> Result<(), String> {
        self.proxies.validate()
    }
}
