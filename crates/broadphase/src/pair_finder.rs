//! Finding pairs on several threads.

use crate::pair_search::WorkerPairs;
use crate::{Broadphase, Key, PairFilter, PairSearch};
use alloc::vec::Vec;
use compute::Workers;

/// Finds pairs on several threads, and keeps its memory from search to search.
///
/// ```
/// use broadphase::compute::Workers;
/// use broadphase::{Broadphase, DynamicTree, Mobility, PairFinder};
/// use geom::Aabb;
///
/// let mut tree = DynamicTree::default();
/// for key in 0..1000 {
///     tree.insert(key, Aabb::around([key as f32, 0.0], [0.6, 0.6]), Mobility::Moving)?;
/// }
/// let moved: Vec<u32> = (0..1000).collect();
/// // The caller already knows the pairs of the lower half.
/// let remove_known = |pairs: &mut Vec<(u32, u32)>| pairs.retain(|pair| pair.0 >= 500);
/// let (mut finder, mut pairs) = (PairFinder::default(), Vec::new());
/// finder.find(&mut tree, &moved, &mut Workers::new(2), &remove_known, &mut pairs);
/// assert_eq!(pairs.len(), 499);
/// assert_eq!(pairs[0], (500, 501));
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Debug, Default)]
pub struct PairFinder {
    lists: Vec<WorkerPairs>,
}

impl PairFinder {
    /// Finds the pairs of the boxes in `moved`, and writes those that `filter` keeps to `pairs`, sorted and
    /// without duplicates: the same for every number of workers.
    ///
    /// # Panics
    /// If `filter` panics. The next search is not affected.
    pub fn find(
        &mut self,
        broadphase: &mut (impl Broadphase + ?Sized),
        moved: &[Key],
        workers: &mut Workers,
        filter: PairFilter<'_>,
        pairs: &mut Vec<(Key, Key)>,
    ) {
        if self.lists.len() < workers.threads() {
            self.lists.resize_with(workers.threads(), WorkerPairs::default);
        }
        for list in &mut self.lists {
            // A search that panicked may have left pairs.
            list.found.clear();
            list.kept.clear();
        }
        let lists = &mut self.lists[..workers.threads()];
        broadphase.search_pairs(moved, &mut PairSearch::new(workers, lists, filter));
        pairs.clear();
        for list in &mut self.lists {
            pairs.append(&mut list.kept);
        }
        compute::sort(pairs);
        pairs.dedup();
    }
}
