//! The pairs of each moved box, found among the boxes that overlap it.

use broadphase::common::Proxy;
use broadphase::{Key, PairSearch};
use core::ops::ControlFlow;
use geom::Aabb;

/// Finds the boxes that overlap a box.
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
            if other.key != key
                && let Some(pair) = proxy.pair_with(other)
            {
                pairs.push(pair);
            }
            ControlFlow::Continue(())
        });
    });
}
