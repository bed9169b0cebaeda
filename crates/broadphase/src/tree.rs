//! A dynamic tree of boxes: each node holds up to four boxes side by side, and below each a key or another node, whose
//! boxes it encloses.
//!
//! ```text
//!      +-----------------------------------+
//!      | +----------+            root      |       root  [ a | b | 4 |   ]       nodes, one flat array
//!      | | 0    +-+ |   +----------+       |               /   \
//!      | | +-+  |1| |   | +-+ b    |       |    [ 0 | 1 |   |   ]  [ 2 | 3 |   |   ]
//!      | | +-+  +-+ |   | |2|  +-+ |  +-+  |
//!      | |  a       |   | +-+  |3| |  |4|  |       numbers: keys; letters: nodes. By key there is the place, node and
//!      | +----------+   |      +-+ |  +-+  |       slot, where its box lies.
//!      |                +----------+       |
//!      +-----------------------------------+
//! ```
//!
//! Whoever looks for overlaps starts at the root and skips every box, with all below it, that does not
//! overlap: log n nodes instead of n, if their boxes are small and overlap little. A good tree is one with little
//! border in all, since the chance that a random box or ray meets a node grows with the node's perimeter (in three
//! dimensions its surface, whence the name surface-area heuristic). How the tree is built, and when a part of it is
//! built anew, both follow that one cost.
//!
//! There are two trees, one for the scenery and one for what moves. What rests costs nothing, what moves never
//! reshapes the tree of the scenery, and two boxes of the scenery are never even compared.
//!
//! | file | holds |
//! |---|---|
//! | `tree.rs` | the two trees: the broad phase |
//! | `tree/node.rs` | a node, four boxes wide |
//! | `tree/bvh.rs` | one tree: how a box comes, moves and goes, quickly |
//! | `tree/mend.rs` | how the tree is made good again, before pairs are looked for |
//! | `tree/build.rs` | a tree over many boxes at once |
//! | `tree/pairs.rs` | all pairs, node by node |
//! | `tree/search.rs` | which boxes another box or a ray meets |
//! | `tree/check.rs` | what must hold at every node |
//!
//! Source: seed 004, Dynamic Bounding Volume Trees; Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019; what the
//! files name. Turned down: one tree for all, with a flag; two children to a node, as in the seed (docs/broadphase.md has what it
//! cost); nodes on the heap with pointers; an enlarged box for each leaf, which belongs to whoever knows how
//! things move, the caller.

mod build;
mod bvh;
mod check;
mod mend;
mod node;
mod pairs;
mod search;

pub use bvh::MAX_HEIGHT;

use crate::boxes::pair;
use crate::probe::Circle;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{format, string::String, vec::Vec};
use bvh::Bvh;
use core::mem;
use core::ops::ControlFlow;
use geom::{Aabb, Point};
use node::Place;

/// If more than one box in so many has moved, all pairs are found in one walk; else the walk would go to many nodes that are
/// nobody's partners, for the sake of those that it can reach only through them. With 10,000 boxes of one size the two are
/// even between one in five and one in three, with many sizes between one in ten and one in five.
const MANY: usize = 6;

/// From so many on, what moved is looked for in the order of its places in the tree: neighbours go the same way, and of a tree that
/// is larger than the cache the way lies in it still. Fewer are looked for as they come, which spares the sorting.
const SCATTERED: usize = 1024;

/// Two trees of boxes, for the scenery and for what moves.
///
/// A change costs the logarithm of the boxes stored, [`Broadphase::find_pairs`] that for each box that moved, a
/// query or a ray that plus what it finds.
#[derive(Clone, Debug, Default)]
pub struct DynamicTree {
    /// By mobility.
    trees: [Bvh; 2],
    /// Scratch of a search: what moved, with its places in the moving tree.
    order: Vec<(u32, Key)>,
}

impl DynamicTree {
    /// The number of nodes on the longest way from a root to a box: at least log4 of the boxes, at most
    /// [`MAX_HEIGHT`]. A measure of quality, as is [`DynamicTree::perimeter`].
    #[must_use]
    pub fn height(&self) -> u32 {
        let [statics, moving] = self.trees.each_ref().map(Bvh::height);
        statics.max(moving)
    }

    /// Half the border of all boxes around boxes, m: what is to be kept small.
    #[must_use]
    pub fn perimeter(&self) -> f32 {
        self.trees.iter().map(Bvh::perimeter).sum()
    }

    fn tree(&self, mobility: Mobility) -> &Bvh {
        &self.trees[mobility as usize]
    }

    /// In which tree a key is, and where.
    fn locate(&self, key: Key) -> Option<(Mobility, Place)> {
        // What moves is asked for more often.
        let place = |mobility| Some((mobility, self.tree(mobility).place(key)?));
        place(Mobility::Moving).or_else(|| place(Mobility::Static))
    }

    /// The tree that holds a key, and where.
    fn find(&mut self, key: Key) -> Option<(&mut Bvh, Place)> {
        let (mobility, place) = self.locate(key)?;
        Some((&mut self.trees[mobility as usize], place))
    }

    /// As [`DynamicTree::find`], for a box that is to be put there.
    fn find_for(&mut self, key: Key, aabb: Aabb) -> Result<(&mut Bvh, Place), BroadphaseError> {
        let found = self.find(key).ok_or(BroadphaseError::UnknownKey { key })?;
        if aabb.is_valid() { Ok(found) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
    }

    /// Whether a box may be stored under a key.
    fn check_free(&self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        if self.locate(key).is_some() {
            return Err(BroadphaseError::KeyTaken { key });
        }
        if aabb.is_valid() { Ok(()) } else { Err(BroadphaseError::InvalidBox { key, aabb }) }
    }

    /// The pairs of one, looked for from the roots.
    fn pairs_of(&self, key: Key, pairs: &mut Vec<(Key, Key)>) {
        let Some((mobility, place)) = self.locate(key) else { return };
        let aabb = self.tree(mobility).item(place).aabb;
        let mut report = |other| {
            if other != key {
                pairs.push(pair(key, other));
            }
            ControlFlow::Continue(())
        };
        // Two that moved find each other: a second report costs the caller less than asking does here.
        let _ = self.tree(Mobility::Moving).query(aabb, &mut report);
        if mobility == Mobility::Moving {
            let _ = self.tree(Mobility::Static).query(aabb, &mut report);
        }
    }
}

impl Broadphase for DynamicTree {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.check_free(key, aabb)?;
        self.trees[mobility as usize].insert(key, aabb);
        Ok(())
    }

    fn insert_many(&mut self, boxes: &[(Key, Aabb, Mobility)]) -> Result<(), BroadphaseError> {
        let listed = boxes.iter().try_for_each(|&(key, aabb, mobility)| {
            self.check_free(key, aabb)?;
            self.trees[mobility as usize].list(key, aabb);
            Ok(())
        });
        self.trees.iter_mut().for_each(Bvh::insert_listed);
        listed
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let (tree, place) = self.find(key).ok_or(BroadphaseError::UnknownKey { key })?;
        tree.remove(key, place);
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let (tree, place) = self.find_for(key, aabb)?;
        tree.update(key, place, aabb);
        Ok(())
    }

    fn update_many(&mut self, boxes: &[(Key, Aabb)]) -> Result<(), BroadphaseError> {
        let updated = boxes.iter().try_for_each(|&(key, aabb)| {
            let (tree, place) = self.find_for(key, aabb)?;
            tree.update_one_of_many(key, place, aabb);
            Ok(())
        });
        self.trees.iter_mut().for_each(Bvh::mend);
        updated
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        self.trees.iter_mut().for_each(Bvh::mend);
        if MANY * moved.len() < self.len() {
            if moved.len() < SCATTERED {
                search.for_each(moved, |key, pairs| self.pairs_of(key, pairs));
                return;
            }
            let mut order = mem::take(&mut self.order);
            order.clear();
            let place = |key| self.tree(Mobility::Moving).place(key).map_or(u32::MAX, Place::packed);
            order.extend(moved.iter().map(|&key| (place(key), key)));
            order.sort_unstable();
            search.in_pieces(order.len(), |piece, pairs| {
                for &(_, key) in &order[piece] {
                    self.pairs_of(key, pairs);
                }
            });
            self.order = order;
            return;
        }
        for &key in moved {
            if let Some((tree, place)) = self.find(key) {
                tree.mark_moved(place);
            }
        }
        self.trees.iter_mut().for_each(Bvh::spread_moved);
        let (statics, moving) = (self.tree(Mobility::Static), self.tree(Mobility::Moving));
        search.in_pieces(moving.nodes.len(), |nodes, pairs| moving.pairs_at(nodes, statics, pairs));
        self.trees.iter_mut().for_each(Bvh::forget_moved);
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.trees.iter().try_for_each(|tree| tree.query(aabb, &mut *visit));
    }

    fn cast(&self, mut cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        // One for both trees: what it met in the first shortens it in the second.
        let _ = self.trees.iter().try_for_each(|tree| tree.search(&mut cast, &mut *visit));
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let mut circle = Circle::new(point, max_distance);
        let _ = self.trees.iter().try_for_each(|tree| tree.search(&mut circle, &mut *visit));
    }

    fn len(&self) -> usize {
        self.trees.iter().map(|tree| tree.leaf_count).sum()
    }

    fn clear(&mut self) {
        self.trees.iter_mut().for_each(Bvh::clear);
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

    /// Tiles of a metre, row by row, and two hundred crates on the first rows.
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

    /// A million tiles, beside ten thousand: the crates among them move without a look at the tree of the tiles, the same
    /// pairs are found, and to find them half as many nodes more are looked at as there are more levels, at most.
    /// Counted, not timed: the same on every machine.
    #[test]
    fn a_million_resting_boxes_cost_a_few_levels() {
        let mut looks = vec![];
        let mut found = vec![];
        for side in [100, 1000] {
            let mut tree = tiles_and_crates(side);
            tree.find_pairs(&[], &mut vec![]);
            let boxes = |tree: &DynamicTree| -> Vec<Aabb> {
                tree.trees[0]
                    .nodes
                    .iter()
                    .flat_map(|node| [0, 1, 2, 3].map(|slot| node.boxes.get(slot)))
                    .collect()
            };
            let before = boxes(&tree);
            for key in 0..200 {
                tree.update(key, crate_at(key, 0.3)).unwrap();
            }
            let mut pairs = vec![];
            tree.find_pairs(&(0..200).collect::<Vec<_>>(), &mut pairs);
            assert!(boxes(&tree) == before, "what moves has changed the tree of what rests");
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
            looks.push(count);
        }
        assert_eq!(found[0], found[1]);
        // log2 of 1,000,000 over log2 of 10,000 is 1.5.
        assert!(2 * looks[1] <= 3 * looks[0], "{looks:?} nodes looked at");
    }
}
