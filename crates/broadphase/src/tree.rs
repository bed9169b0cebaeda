//! A dynamic tree of boxes. A node has up to four children with their boxes: keys, or other nodes, whose
//! boxes enclose all below them.
//!
//! ```text
//!      +-----------------------------------+
//!      | +----------+            root      |       root  [a|b|4| ]
//!      | | 0    +-+ |   +----------+       |              /  \
//!      | | +-+  |1| |   | +-+ b    |       |      [0|1| | ]  [2|3| | ]
//!      | | +-+  +-+ |   | |2|  +-+ |  +-+  |
//!      | |  a       |   | +-+  |3| |  |4|  |       numbers: keys; letters: nodes. A map has for
//!      | +----------+   |      +-+ |  +-+  |       each key the child that holds its box.
//!      |                +----------+       |
//!      +-----------------------------------+
//! ```
//!
//! A search skips every child whose box does not overlap, with all below: it visits about log n nodes, if
//! boxes are small and overlap little. The chance that a random box or ray touches a node grows with its
//! perimeter, so a tree is built and rebuilt by the sum of perimeters (the *surface area heuristic*). Static
//! and moving boxes have a tree each: static ones cost nothing in a step.
//!
//! Source: Souto, *Video Game Physics II*, Dynamic Bounding Volume Trees; Catto, "Dynamic Bounding Volume
//! Hierarchies", GDC 2019. Turned down (`docs/experiments/broadphase.md`): one tree for all; two children to
//! a node; enlarged boxes.

mod build;
mod bvh;
mod edit;
mod node;
mod pairs;
mod refit;
mod search;
mod validate;

pub use bvh::MAX_HEIGHT;

use crate::common::Circle;
use crate::proxies::pair;
use crate::traits::check_update;
use crate::types::check_box;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use bvh::Bvh;
use compute::Workers;
use core::mem;
use core::ops::ControlFlow;
use geom::{Aabb, Point};
use node::ChildRef;

/// If more than one box in six has moved, one walk through both trees finds all pairs. With fewer, a search
/// from the root for each is quicker (`docs/experiments/broadphase.md`).
const BOXES_PER_MOVED_FOR_WALK: usize = 6;

/// If more than one box in eight has moved, [`Broadphase::update_all_moving`] copies all boxes from the
/// caller's array: finding the node of a moved one takes ten times as long as copying a box.
const BOXES_PER_MOVED_TO_COPY_ALL: usize = 8;

/// From this number on, moved boxes are searched for in the order of their positions in the tree: neighbours
/// visit the same nodes, while these are in the cache.
const MIN_MOVED_TO_SORT: usize = 1024;

/// Two trees of boxes, for static and for moving ones. The default broad phase: no kind of scene is known
/// that makes it slow.
///
/// With n boxes, a change takes log n, [`Broadphase::find_pairs`] log n for each moved box, or n if many have
/// moved, and a query or a ray log n plus the boxes that it finds.
///
/// ```
/// use broadphase::{Broadphase, DynamicTree, Mobility};
/// use geom::{Aabb, Point};
///
/// let mut tree = DynamicTree::default();
/// for key in 0..1000 {
///     tree.insert(key, Aabb::around([key as f32, 0.0], [0.4, 0.4]), Mobility::Static)?;
/// }
/// // The three nearest boxes: distance, m, and key. They are 0 m, 0.6 m and 0.6 m away.
/// let point = Point::new(500.0, 0.0);
/// let mut found = [(0.0, 0); 3];
/// let distance = |key| (key as f32 - point.x).abs() - 0.4;
/// let count = tree.nearest_k(point, 10.0, &mut found, &mut |key| distance(key).max(0.0));
/// assert_eq!((count, found.map(|(_, key)| key)), (3, [500, 499, 501]));
/// // A good tree of 1000 boxes has 5 levels at least, and some more.
/// assert!(tree.height() <= 10);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DynamicTree {
    trees: [Bvh; 2],
    /// Scratch: positions in the tree and moved keys.
    order: Vec<(u32, Key)>,
}

impl DynamicTree {
    /// The nodes on the longest path from a root to a box, at most [`MAX_HEIGHT`]. A measure of quality, as
    /// is [`DynamicTree::perimeter`].
    #[must_use]
    pub fn height(&self) -> u32 {
        let [stationary, moving] = self.trees.each_ref().map(Bvh::height);
        stationary.max(moving)
    }

    /// Half of the sum of the perimeters of all nodes, m. The smaller, the fewer nodes a search visits.
    #[must_use]
    pub fn perimeter(&self) -> f32 {
        self.trees.iter().map(Bvh::perimeter).sum()
    }

    fn tree(&self, mobility: Mobility) -> &Bvh {
        &self.trees[mobility as usize]
    }

    fn locate(&self, key: Key) -> Option<(Mobility, ChildRef)> {
        // Calls for moving boxes are more frequent.
        let find = |mobility| Some((mobility, self.tree(mobility).find(key)?));
        find(Mobility::Moving).or_else(|| find(Mobility::Static))
    }

    fn tree_of_mut(&mut self, key: Key) -> Option<(&mut Bvh, ChildRef)> {
        let (mobility, at) = self.locate(key)?;
        Some((&mut self.trees[mobility as usize], at))
    }

    fn find_for_update(&mut self, key: Key, aabb: Aabb) -> Result<(&mut Bvh, ChildRef), BroadphaseError> {
        let found = self.tree_of_mut(key).ok_or(BroadphaseError::UnknownKey { key })?;
        check_box(key, aabb)?;
        Ok(found)
    }

    fn check_insert(&self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        if self.locate(key).is_some() {
            return Err(BroadphaseError::KeyTaken { key });
        }
        check_box(key, aabb)
    }

    fn pairs_of(&self, key: Key, pairs: &mut Vec<(Key, Key)>) {
        let Some((mobility, at)) = self.locate(key) else { return };
        let aabb = self.tree(mobility).subtree(at).aabb;
        let mut report = |other| {
            if other != key {
                pairs.push(pair(key, other));
            }
            ControlFlow::Continue(())
        };
        // Reporting a pair of moved boxes twice is cheaper than a test.
        let _ = self.tree(Mobility::Moving).overlap_aabb(aabb, &mut report);
        if mobility == Mobility::Moving {
            let _ = self.tree(Mobility::Static).overlap_aabb(aabb, &mut report);
        }
    }
}

impl Broadphase for DynamicTree {
    fn prefetch(&self) {
        self.trees.iter().for_each(Bvh::prefetch);
    }

    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.check_insert(key, aabb)?;
        self.trees[mobility as usize].insert(key, aabb);
        Ok(())
    }

    fn insert_many(&mut self, boxes: &[(Key, Aabb, Mobility)]) -> Result<(), BroadphaseError> {
        let staged = boxes.iter().try_for_each(|&(key, aabb, mobility)| {
            self.check_insert(key, aabb)?;
            self.trees[mobility as usize].stage(key, aabb);
            Ok(())
        });
        if staged.is_err() {
            self.trees.iter_mut().for_each(Bvh::discard_staged);
        } else {
            self.trees.iter_mut().for_each(Bvh::insert_staged);
        }
        staged
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let (tree, at) = self.tree_of_mut(key).ok_or(BroadphaseError::UnknownKey { key })?;
        tree.remove(key, at);
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let (tree, at) = self.find_for_update(key, aabb)?;
        tree.update(key, at, aabb);
        Ok(())
    }

    fn contains(&self, key: Key) -> bool {
        self.locate(key).is_some()
    }

    fn update_many(&mut self, boxes: &[(Key, Aabb)]) -> Result<(), BroadphaseError> {
        boxes.iter().try_for_each(|&(key, aabb)| check_update(self.contains(key), key, aabb))?;
        for &(key, aabb) in boxes {
            if let Some((tree, at)) = self.tree_of_mut(key) {
                tree.update_one_of_many(key, at, aabb);
            }
        }
        self.trees.iter_mut().for_each(Bvh::refit);
        Ok(())
    }

    fn update_all_moving(&mut self, boxes: &[Aabb], count: usize, workers: &mut Workers) -> bool {
        let tree = &mut self.trees[Mobility::Moving as usize];
        let is_worth_it = BOXES_PER_MOVED_TO_COPY_ALL * count > tree.leaf_count;
        if is_worth_it {
            tree.pull_all(boxes, count, workers);
            tree.refit();
        }
        is_worth_it
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        self.trees.iter_mut().for_each(Bvh::refit);
        if BOXES_PER_MOVED_FOR_WALK * moved.len() < self.len() {
            if moved.len() < MIN_MOVED_TO_SORT {
                search.for_each(moved, |key, pairs| self.pairs_of(key, pairs));
                return;
            }
            let mut order = mem::take(&mut self.order);
            order.clear();
            let position = |key| self.tree(Mobility::Moving).find(key).map_or(u32::MAX, ChildRef::packed);
            order.extend(moved.iter().map(|&key| (position(key), key)));
            compute::sort(&mut order);
            search.for_each_chunk(order.len(), |chunk, pairs| {
                for &(_, key) in &order[chunk] {
                    self.pairs_of(key, pairs);
                }
            });
            self.order = order;
            return;
        }
        for &key in moved {
            if let Some((tree, at)) = self.tree_of_mut(key) {
                tree.mark_moved(at);
            }
        }
        self.trees.iter_mut().for_each(Bvh::propagate_moved);
        let (stationary, moving) = (self.tree(Mobility::Static), self.tree(Mobility::Moving));
        search.for_each_chunk(moving.nodes.len(), |nodes, pairs| moving.find_pairs(nodes, stationary, pairs));
        self.trees.iter_mut().for_each(Bvh::clear_moved);
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.trees.iter().try_for_each(|tree| tree.overlap_aabb(aabb, &mut *visit));
    }

    fn overlap_static(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.tree(Mobility::Static).overlap_aabb(aabb, visit);
    }

    fn cast(&self, mut cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        // A hit in the first tree shortens the search in the second.
        let _ = self.trees.iter().try_for_each(|tree| tree.visit_within_reach(&mut cast, &mut *visit));
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let mut circle = Circle::new(point, max_distance);
        let _ = self.trees.iter().try_for_each(|tree| tree.visit_within_reach(&mut circle, &mut *visit));
    }

    fn len(&self) -> usize {
        self.trees.iter().map(|tree| tree.leaf_count).sum()
    }

    fn clear(&mut self) {
        self.trees.iter_mut().for_each(Bvh::clear);
    }

    fn for_each_part(&self, visit: &mut dyn FnMut(u32, Aabb)) {
        for tree in self.trees.iter().filter(|tree| tree.leaf_count > 0) {
            tree.for_each_node(visit);
        }
    }

    fn validate(&self) -> Result<(), String> {
        for (mobility, tree) in [Mobility::Static, Mobility::Moving].into_iter().zip(&self.trees) {
            tree.validate().map_err(|what| format!("{mobility:?}: {what}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Tiles of a metre in a square, and two hundred crates on the first rows.
    fn tiles_and_crates(side: u32) -> DynamicTree {
        let mut tree = DynamicTree::default();
        for i in 0..side * side {
            let (column, row) = (i % side, i / side);
            let tile = Aabb::around([column as f32, row as f32], [0.5, 0.5]);
            tree.insert(200 + i, tile, Mobility::Static).unwrap();
        }
        for key in 0..200 {
            tree.insert(key, crate_at(key, 0.0), Mobility::Moving).unwrap();
        }
        tree
    }

    fn crate_at(key: Key, shift: f32) -> Aabb {
        Aabb::around([2.0 * (key % 40) as f32 + shift, 2.0 * (key / 40) as f32], [0.6, 0.6])
    }

    /// Crates move among ten thousand tiles, and among a million. The static tree does not change, the pairs
    /// are the same, and finding them visits more nodes only in proportion to the levels of the tree. The
    /// nodes are counted, so the test gives the same result on every machine.
    #[test]
    fn moving_boxes_among_a_million_static_ones_visit_only_a_few_more_levels() {
        let mut visits = vec![];
        let mut found = vec![];
        for side in [100, 1000] {
            let mut tree = tiles_and_crates(side);
            tree.find_pairs(&[], &mut vec![]);
            let boxes = |tree: &DynamicTree| -> Vec<Aabb> {
                let nodes = &tree.tree(Mobility::Static).nodes;
                nodes.iter().flat_map(|node| [0, 1, 2, 3].map(|child| node.boxes.get(child))).collect()
            };
            let before = boxes(&tree);
            for key in 0..200 {
                tree.update(key, crate_at(key, 0.3)).unwrap();
            }
            let mut pairs = vec![];
            tree.find_pairs(&(0..200).collect::<Vec<_>>(), &mut pairs);
            assert!(boxes(&tree) == before, "moving boxes have changed the static tree");
            found.push(pairs.len());
            let mut count = 0;
            for key in 0..200 {
                let aabb = crate_at(key, 0.3);
                let counted = |node: &node::Node| {
                    count += 1;
                    node.overlapping(aabb)
                };
                let _ = tree.tree(Mobility::Static).visit_where(counted, |_| ControlFlow::Continue(()));
            }
            visits.push(count);
        }
        assert_eq!(found[0], found[1]);
        // log2 of 1,000,000 over log2 of 10,000 is 1.5.
        assert!(2 * visits[1] <= 3 * visits[0], "{visits:?} nodes visited");
    }
}
