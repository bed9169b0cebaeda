//! A dynamic tree of boxes: each node's box holds the boxes of its two children, the leaves are what is stored.
//!
//! ```text
//!      +-----------------------------+
//!      | +----------+          root  |                root              nodes, one flat array of 32 bytes each:
//!      | | 0    +-+ |   +----------+ |               /    \
//!      | | +-+  |1| |   | +-+ b    | |              a      b              0  1  2    3   4  5  6
//!      | | +-+  +-+ |   | |2|  +-+ | |             / \    / \            [0][1][a][root][2][3][b]
//!      | |  a       |   | +-+  |3| | |            0   1  2   3                  |         |
//!      | +----------+   |      +-+ | |                                          +- parent, children, height, box
//!      |                +----------+ |
//!      +-----------------------------+           places, by key: which node (and which tree) is its leaf
//! ```
//!
//! Whoever looks for overlaps starts at the root and skips every node, with all below it, whose box does not
//! overlap: log n boxes instead of n, if the nodes are small and overlap little. A good tree is one with little
//! border in all, since the chance that a random box or ray meets a node grows with the node's perimeter (in three
//! dimensions its surface, whence the name surface-area heuristic). Where a leaf is put and how the tree is
//! rotated afterwards both follow that one cost.
//!
//! There are two trees, one for the scenery and one for what moves. What rests costs nothing, what moves never
//! reshapes the tree of the scenery, and two boxes of the scenery are never even compared.
//!
//! | file | holds |
//! |---|---|
//! | `tree.rs` | the two trees and the map of the keys: the broad phase |
//! | `tree/bvh.rs` | one tree: its nodes, how a leaf comes and goes |
//! | `tree/improve.rs` | where a leaf goes; rotations; building anew what has grown too high |
//! | `tree/search.rs` | which leaves a box or a ray meets |
//! | `tree/check.rs` | what must hold at every node |
//!
//! Source: seed 004, Dynamic Bounding Volume Trees; Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019.
//! Turned down: one tree for all, with a flag; nodes on the heap with pointers; an enlarged box for each leaf,
//! which belongs to whoever knows how things move, the caller.

mod bvh;
mod check;
mod improve;
mod search;

pub use bvh::MAX_HEIGHT;

use crate::boxes::pair;
use crate::places::Places;
use crate::probe::Circle;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility};
use alloc::{format, string::String, vec::Vec};
use bvh::Bvh;
use core::ops::ControlFlow;
use geom::{Aabb, Point};

/// Two trees of boxes, for the scenery and for what moves.
///
/// A change costs the logarithm of the boxes stored, [`Broadphase::find_pairs`] that for each box that moved, a
/// query or a ray that plus what it finds.
#[derive(Clone, Debug, Default)]
pub struct DynamicTree {
    /// By mobility.
    trees: [Bvh; 2],
    /// By key, as [`Leaf::packed`].
    places: Places,
}

/// Which leaf of which tree holds a box.
#[derive(Clone, Copy)]
struct Leaf {
    mobility: Mobility,
    node: u32,
}

impl Leaf {
    fn packed(self) -> u32 {
        self.node << 1 | self.mobility as u32
    }

    fn unpacked(place: u32) -> Self {
        let mobility = if place & 1 == Mobility::Fixed as u32 { Mobility::Fixed } else { Mobility::Moving };
        Self { mobility, node: place >> 1 }
    }
}

impl DynamicTree {
    /// The number of levels above the leaves of the taller tree: at least log2 of its boxes, at most
    /// [`MAX_HEIGHT`]. A measure of quality, as is [`DynamicTree::perimeter`].
    #[must_use]
    pub fn height(&self) -> u32 {
        let [fixed, moving] = self.trees.each_ref().map(Bvh::height);
        fixed.max(moving)
    }

    /// Half the border of all boxes around boxes, m: what insertion and rotations seek to keep small.
    #[must_use]
    pub fn perimeter(&self) -> f32 {
        self.trees.iter().map(Bvh::perimeter).sum()
    }

    fn tree(&self, mobility: Mobility) -> &Bvh {
        &self.trees[mobility as usize]
    }

    fn tree_mut(&mut self, mobility: Mobility) -> &mut Bvh {
        &mut self.trees[mobility as usize]
    }
}

impl Broadphase for DynamicTree {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.places.check_free(key, aabb)?;
        let node = self.tree_mut(mobility).insert(key, aabb);
        self.places.set(key, Leaf { mobility, node }.packed());
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let leaf = Leaf::unpacked(self.places.find(key)?);
        self.tree_mut(leaf.mobility).remove(leaf.node);
        self.places.forget(key);
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let leaf = Leaf::unpacked(self.places.find_for(key, aabb)?);
        self.tree_mut(leaf.mobility).update(leaf.node, aabb);
        Ok(())
    }

    fn find_pairs(&mut self, moved: &[Key], pairs: &mut Vec<(Key, Key)>) {
        for &key in moved {
            let Some(leaf) = self.places.get(key).map(Leaf::unpacked) else { continue };
            let aabb = self.tree(leaf.mobility).leaf_box(leaf.node);
            let mut report = |other| {
                if other != key {
                    pairs.push(pair(key, other));
                }
                ControlFlow::Continue(())
            };
            // Two that moved find each other: a second report costs the caller less than asking does here.
            let _ = self.tree(Mobility::Moving).query(aabb, &mut report);
            if leaf.mobility == Mobility::Moving {
                let _ = self.tree(Mobility::Fixed).query(aabb, &mut report);
            }
        }
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
        self.trees.iter().map(Bvh::len).sum()
    }

    fn clear(&mut self) {
        self.trees.iter_mut().for_each(Bvh::clear);
        self.places.clear();
    }

    fn validate(&self) -> Result<(), String> {
        for mobility in [Mobility::Fixed, Mobility::Moving] {
            self.tree(mobility).validate()?;
            for (node, key) in self.tree(mobility).leaves() {
                if self.places.get(key) != Some(Leaf { mobility, node }.packed()) {
                    return Err(format!("key {key} does not lead to its leaf, node {node}"));
                }
            }
        }
        self.places.validate(self.len())
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
            tree.insert(200 + i, tile, Mobility::Fixed).unwrap();
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
            let before: Vec<Aabb> = tree.trees[0].nodes.iter().map(|node| node.aabb).collect();
            for key in 0..200 {
                tree.update(key, crate_at(key, 0.3)).unwrap();
            }
            let untouched = tree.trees[0].nodes.iter().map(|node| node.aabb).eq(before);
            assert!(untouched, "what moves has changed the tree of what rests");

            let mut pairs = vec![];
            tree.find_pairs(&(0..200).collect::<Vec<_>>(), &mut pairs);
            found.push(pairs.len());
            let mut count = 0;
            for key in 0..200 {
                let aabb = crate_at(key, 0.3);
                let counted = |other: Aabb| {
                    count += 1;
                    other.overlaps(aabb)
                };
                let _ = tree.tree(Mobility::Fixed).visit_where(counted, |_| ControlFlow::Continue(()));
            }
            looks.push(count);
        }
        assert_eq!(found[0], found[1]);
        // log2 of 1,000,000 over log2 of 10,000 is 1.5.
        assert!(2 * looks[1] <= 3 * looks[0], "{looks:?} nodes looked at");
    }
}
