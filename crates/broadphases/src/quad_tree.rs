//! A loose quadtree: square cells, split into four where there are many boxes.
//!
//! ```text
//!      +---------------+---------------+        each node has a square cell, and boxes within its bounds:
//!      |               |  +--+         |        the cell expanded by half its width on every side
//!      |     +---+     |  |2 |         |
//!      |     | 1 |     |  +--+         |             +- - - - - - -+
//!      |     +---+     |               |             .   +-----+   .
//!      +---------------+-------+-------+             .   |cell |   .
//!      |             +---+     |       |             .   +-----+   .
//!      |             | 3 |     +---+---+             +- - - - - - -+
//!      |             +---+     |   |4,5|
//!      +---------------+-------+---+---+        so box 3, which crosses a border, still fits one child
//! ```
//!
//! - **A box goes down into the child that contains its centre**, if it is within that child's bounds.
//! - **A node splits** at [`SPLIT_AT`] boxes of its own; children are joined when [`MAX_OWN_AFTER_JOIN`] are
//!   left.
//! - **The root doubles** towards a box outside, at most [`DEPTH`] halvings: boxes beyond [`MAX_COORDINATE`]
//!   are in a list that every search tests.
//! - **A box that moves stays in its node** while it is in the bounds and fits no child.
//!
//! Source: Souto, *Video Game Physics II*, Broad Phase; Finkel and Bentley, "Quad Trees", 1974; Ulrich,
//! "Loose Octrees", 2000. Turned down (`docs/experiments/broadphase.md`): four children allocated together;
//! tight boxes.

mod insert;
mod nodes;
mod search;
mod validate;

pub use nodes::QuadTree;

use crate::overlaps::{Overlaps, search_pairs};
use alloc::{string::String, vec::Vec};
use broadphase::common::Circle;
use broadphase::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use core::ops::ControlFlow;
use geom::{Aabb, Point};
use nodes::{Link, NONE, OUTSIDE};
#[cfg(doc)]
use {
    insert::{MAX_COORDINATE, MAX_OWN_AFTER_JOIN, SPLIT_AT},
    nodes::DEPTH,
};

impl Broadphase for QuadTree {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        let index = self.proxies.list().len() as u32;
        self.proxies.insert(key, aabb, mobility)?;
        self.links.push(Link::UNLINKED);
        self.insert_from_root(index);
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let index = self.proxies.find(key)?;
        let node = self.links[index as usize].node;
        self.unlink(index);
        self.subtract_count(node, |_| true);
        self.join(node);
        self.proxies.remove(key)?;
        self.links.swap_remove(index as usize);
        if (index as usize) < self.links.len() {
            self.relink(index);
        }
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.proxies.update(key, aabb)?;
        let index = self.proxies.find(key)?;
        let node = self.links[index as usize].node;
        if self.may_stay(node, aabb) {
            return Ok(());
        }
        self.unlink(index);
        // A box that moved a little finds its new node near the old one.
        let above = self.subtract_count(node, |node| !node.can_hold(aabb));
        match above {
            Some(above) => self.insert_below(above, index),
            None => self.insert_from_root(index),
        }
        self.join(node);
        Ok(())
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search_pairs(self, moved, search);
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.visit_overlapping(aabb, |proxy| visit(proxy.key));
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        let _ = self.visit_within_reach(cast, visit);
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let _ = self.visit_within_reach(Circle::new(point, max_distance), visit);
    }

    fn contains(&self, key: Key) -> bool {
        self.proxies.get(key).is_some()
    }

    fn len(&self) -> usize {
        self.proxies.list().len()
    }

    fn clear(&mut self) {
        self.proxies.clear();
        self.links.clear();
        self.clear_nodes();
    }

    /// The square cells. A box may reach over the sides of its cell.
    fn for_each_part(&self, visit: &mut dyn FnMut(u32, Aabb)) {
        let mut waiting = Vec::from_iter((self.root != NONE).then_some((self.root, 0)));
        while let Some((index, depth)) = waiting.pop() {
            let node = &self.nodes[index as usize];
            visit(depth, Aabb::around(node.center, [node.half_width; 2]));
            let children = node.children.into_iter().filter(|child| *child != NONE);
            waiting.extend(children.map(|child| (child, depth + 1)));
        }
    }

    fn validate(&self) -> Result<(), String> {
        self.proxies.validate()?;
        self.validate_nodes()
    }
}

impl QuadTree {
    fn may_stay(&self, node: u32, aabb: Aabb) -> bool {
        if node == OUTSIDE {
            return !insert::is_in_range(aabb);
        }
        let holder = &self.nodes[node as usize];
        holder.bounds.contains(aabb) && (!holder.is_split() || self.child_for(node, aabb).is_none())
    }
}
