//! A loose quadtree: squares cut into four, as long as there is something to be told apart.
//!
//! ```text
//!      +---------------+---------------+        each node has a square cell, and holds boxes within its bounds:
//!      |               |  +--+         |        the cell with half its width added on every side
//!      |     +---+     |  |2 |         |
//!      |     | 1 |     |  +--+         |             +- - - - - - -+
//!      |     +---+     |               |             .   +-----+   .
//!      +---------------+-------+-------+             .   |cell |   .
//!      |             +---+     |       |             .   +-----+   .
//!      |             | 3 |     +---+---+             +- - - - - - -+
//!      |             +---+     |   |4,5|
//!      +---------------+-------+---+---+        so 3, which lies across a border, still fits one of the four
//! ```
//!
//! - **A box goes down into the quarter of its centre, if it lies within the bounds of that.** Were the bounds the cells
//!   themselves, small boxes on the middle lines of the root would be stuck there, for every search to look at
//!   (straddlers). With bounds twice as wide only what is larger than the next cell stays.
//! - **Nothing depends on where a cell is.** Boxes lie within the bounds of their node, and bounds within those of the
//!   node above: this is checked as boxes come, not computed; so rounding may move a cell, and no box is lost.
//! - **A node is cut when it is full**, at [`FULL`] boxes of which one would go down, and its quarters are joined again
//!   when [`FEW`] are left. There are no empty nodes.
//! - **The root grows**, doubling towards a box that lies outside, and shrinks to the only quarter in use.
//! - **What lies or reaches farther out than [`FARTHEST`]** is in a list that every search looks at: the ground that
//!   stands for a half-space, and what was lost in space. So the depth is bounded, by the ratio of the
//!   largest cell to the smallest, [`DEPTH`] halvings, and a search has a stack of fixed size.
//! - **A box that moves stays where it is** while it is within the bounds of its node and no quarter of that would
//!   take it. Being wide, bounds let a box pass back and forth over a border at no cost.
//!
//! | file | holds |
//! |---|---|
//! | `quad_tree.rs` | boxes by key, and which node has which: the broad phase |
//! | `quad_tree/nodes.rs` | the nodes: cells, quarters, lists of boxes |
//! | `quad_tree/place.rs` | where a box goes; cutting, joining, growing |
//! | `quad_tree/search.rs` | which boxes a box, a cast or a circle meets |
//! | `quad_tree/check.rs` | what must hold at every node |
//!
//! Source: seed 004, Broad Phase, which names quadtrees; Finkel and Bentley, "Quad Trees", 1974; Ulrich, "Loose
//! Octrees", Game Programming Gems, 2000. Turned down: four children at once in one block, most of them empty in a
//! sparse scene, and a block cannot take in the old root; tight boxes around what is below each node, which makes
//! another [`DynamicTree`](crate::DynamicTree) of it, with all the upkeep.

mod check;
mod nodes;
mod place;
mod search;

use crate::boxes::{Boxes, Entry, pair};
use crate::probe::Circle;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::{string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point};
use nodes::{Link, Node, OUTSIDE};
#[cfg(doc)]
use {
    nodes::DEPTH,
    place::{FARTHEST, FEW, FULL},
};

/// Boxes in squares that are cut into four where there are many.
///
/// A change costs nothing while a box stays within the bounds of its square, else the depth at most;
/// [`Broadphase::find_pairs`], a query and a ray cost the squares that they touch and what is in them, and all boxes
/// farther from the origin than 8000 km.
#[derive(Clone, Debug)]
pub struct QuadTree {
    boxes: Boxes,
    /// By place in `boxes`.
    links: Vec<Link>,
    /// The first is no part of the tree: it has the boxes that are [`OUTSIDE`].
    nodes: Vec<Node>,
    root: u32,
    first_free: u32,
}

impl Broadphase for QuadTree {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        let place = self.boxes.entries.len() as u32;
        self.boxes.insert(key, aabb, mobility)?;
        self.links.push(Link::LOOSE);
        self.put(place);
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let place = self.boxes.find(key)?;
        let node = self.links[place as usize].node;
        self.unlink(place);
        self.count_off(node, |_| true);
        self.join(node);
        self.boxes.remove(key)?;
        self.links.swap_remove(place as usize);
        // The last box has filled the gap, unless it was the one removed.
        if (place as usize) < self.links.len() {
            self.note_place(place);
        }
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.boxes.update(key, aabb)?;
        let place = self.boxes.find(key)?;
        let node = self.links[place as usize].node;
        if self.may_stay(node, aabb) {
            return Ok(());
        }
        self.unlink(place);
        // What moved a little has its new place close by.
        let above = self.count_off(node, |node| !node.holds(aabb));
        match above {
            Some(above) => self.put_below(above, place),
            None => self.put(place),
        }
        self.join(node);
        Ok(())
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search.for_each(moved, |key, pairs| {
            let Some(entry) = self.boxes.get(key) else { return };
            // Two that moved find each other: a second report costs the caller less than asking does here.
            let _ = self.search_box(entry.aabb, |other| {
                if other.key != key && other.meets(entry) {
                    pairs.push(pair(key, other.key));
                }
                ControlFlow::Continue(())
            });
        });
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let _ = self.search_box(aabb, |entry| visit(entry.key));
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        let _ = self.search(cast, visit);
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        let _ = self.search(Circle::new(point, max_distance), visit);
    }

    fn len(&self) -> usize {
        self.boxes.entries.len()
    }

    fn clear(&mut self) {
        self.boxes.clear();
        self.links.clear();
        self.clear_nodes();
    }

    fn validate(&self) -> Result<(), String> {
        self.boxes.validate()?;
        self.validate_nodes()
    }
}

impl QuadTree {
    /// The boxes of a node itself.
    fn own(&self, node: u32) -> impl Iterator<Item = &Entry> {
        self.own_places(node).map(|place| &self.boxes.entries[place as usize])
    }

    fn box_at(&self, place: u32) -> Aabb {
        self.boxes.entries[place as usize].aabb
    }

    /// Whether a box may stay in the node that has it.
    fn may_stay(&self, node: u32, aabb: Aabb) -> bool {
        if node == OUTSIDE {
            return !place::in_range(aabb);
        }
        let holder = &self.nodes[node as usize];
        holder.bounds.contains(aabb) && (!holder.is_cut() || self.quarter_for(node, aabb).is_none())
    }
}
