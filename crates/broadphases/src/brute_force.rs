//! Compares every moved box with every other. Without a data structure that could be wrong, it is the oracle
//! of the tests.

use crate::overlaps::{Overlaps, search_pairs};
use alloc::string::String;
use broadphase::common::{Circle, Proxies, Proxy};
use broadphase::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use core::ops::ControlFlow;
use geom::{Aabb, Point};

/// Compares every moved box with every other.
///
/// Changes take no time; pairs take the number of moved boxes times that of all; a query or a ray tests every
/// box. For some dozens of boxes few methods are faster.
///
/// ```
/// use broadphase::{Broadphase, Mobility};
/// use broadphases::BruteForce;
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

impl Overlaps for BruteForce {
    fn proxy(&self, key: Key) -> Option<Proxy> {
        self.proxies.get(key).copied()
    }

    fn visit_overlapping(&self, aabb: Aabb, visit: impl FnMut(&Proxy) -> ControlFlow<()>) -> ControlFlow<()> {
        self.proxies.list().iter().filter(|proxy| proxy.aabb.overlaps(aabb)).try_for_each(visit)
    }
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

    fn contains(&self, key: Key) -> bool {
        self.proxies.get(key).is_some()
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search_pairs(self, moved, search);
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        self.proxies.overlap_aabb(aabb, visit);
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        self.proxies.visit_within_reach(cast, visit);
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        self.proxies.visit_within_reach(Circle::new(point, max_distance), visit);
    }

    fn len(&self) -> usize {
        self.proxies.list().len()
    }

    fn clear(&mut self) {
        self.proxies.clear();
    }

    fn validate(&self) -> Result<(), String> {
        self.proxies.validate()
    }
}
