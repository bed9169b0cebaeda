//! One tree: how a box comes, moves and goes.
//!
//! **Insertion** goes down into the box that grows least, to a node with a free slot. A full node is cut in two, and
//! the new half looks for a slot one level up, up to a new root if need be:
//!
//! ```text
//!     +---+---+---+---+   insert    +---+---+---+---+
//!     | p | . | . |   |      x      | p | . | . | q |
//!     +---+---+---+---+   ----->    +---+---+---+---+
//!       |                             |           |
//!     +---+---+---+---+     +---+---+---+---+   +---+---+---+---+
//!     | a | b | c | d |     | a | c |   |   |   | b | d | x |   |
//!     +---+---+---+---+     +---+---+---+---+   +---+---+---+---+
//! ```
//!
//! So no order of arrival makes a bad tree: whatever comes row by row goes up evenly, as in a B-tree.
//!
//! **Moving** writes the new box where the old one was, lets the boxes above grow where they must, and marks the nodes on
//! the way up as changed: [`Bvh::mend`] draws them tight again before the next search for pairs. Only a box that would
//! stretch its node too much is taken out and put in again elsewhere. Of many that move at once none looks at what lies above
//! its node: mending follows at once, and fits each box above only then, once for all below it.
//!
//! **Removal** frees the slot. What is left alone in a node takes the node's place.
//!
//! Source: Guttman, "R-trees: a dynamic index structure for spatial searching", 1984; Catto, "Dynamic Bounding Volume
//! Hierarchies", GDC 2019, for boxes that grow upwards and are mended later. Turned down: taking each box that moves
//! out and putting it in again, with rotations on the way up, as this tree once did. It keeps the tree at its best at any
//! moment, and most of these moments nobody looks.

use super::node::{FREE, Item, NONE, Node, Place, Slots, each};
use crate::Key;
use crate::four_boxes::WIDTH;
use crate::places::Places;
use alloc::vec::Vec;
use core::mem;
use geom::Aabb;

/// The most nodes that ever lie on a way down, so that a search gets by with a stack of fixed size. A million boxes
/// scattered at random need 10 to 14. Only boxes nested in each other, each the largest so far, come up to it, and then the
/// tree is built anew.
pub const MAX_HEIGHT: u32 = 32;

/// By how much the border of a node may grow before the node is taken apart. Less keeps the tree better and costs more. For
/// 10,000 boxes, moved 0.2 m, a step takes 424 / 424 / 130 ns for each box moved if 1 % / 10 % / all move; with 1.6 it
/// is 456 / 431 / 136, and rays after many such steps take up to 4 % less; with 2.4, 386 / 427 / 134 and 15 % more.
pub(super) const WEAR: f32 = 1.8;

/// Changes that even a small tree takes before it is mended.
const PATIENCE: usize = 100;

#[derive(Clone, Debug)]
pub(super) struct Bvh {
    pub nodes: Vec<Node>,
    /// By node, for the length of one search for pairs: the slots with something below that has moved. Apart from the nodes, so
    /// that it is quickly set and forgotten, and other threads can keep what they have read of them.
    pub moved: Vec<Slots>,
    /// [`NONE`] for a tree of nothing.
    pub root: u32,
    /// The last freed node, the first to be used again: which node is reused depends on the calls alone.
    pub first_free: u32,
    /// By key, the packed [`Place`] of its box.
    pub places: Places,
    pub leaf_count: usize,
    /// What happened since the tree was last mended: 3 for each box that moved, 4 for each that came.
    pub changes: usize,
    /// Boxes that came since the tree was last built as a whole.
    pub inserted: usize,
    /// Boxes that were taken out and put in again since then.
    pub displaced: usize,
    /// What a part of the tree is built of, while it is; and boxes that are listed, to be built in.
    pub items: Vec<Item>,
}

impl Default for Bvh {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            moved: Vec::new(),
            root: NONE,
            first_free: NONE,
            places: Places::default(),
            leaf_count: 0,
            changes: 0,
            inserted: 0,
            displaced: 0,
            items: Vec::new(),
        }
    }
}

impl Bvh {
    /// Stores a box under a key that has none.
    pub fn insert(&mut self, key: Key, aabb: Aabb) {
        self.leaf_count += 1;
        self.hang_new(Item { aabb, below: key, height: 0 });
    }

    fn hang_new(&mut self, item: Item) {
        self.hang(item);
        self.inserted += 1;
        self.count_changes(4);
    }

    /// Takes down a box, under a key that has none from now on, for [`Bvh::insert_listed`] to store.
    pub fn list(&mut self, key: Key, aabb: Aabb) {
        self.leaf_count += 1;
        // Any place will do until it has one, so that the key is taken.
        self.places.set(key, 0);
        self.items.push(Item { aabb, below: key, height: 0 });
    }

    /// Stores what has been listed: if it is much, all is built at once, as [`Bvh::mend`] would soon do anyway; a few are hung
    /// in one by one.
    pub fn insert_listed(&mut self) {
        if 4 * self.items.len() > self.leaf_count {
            self.rebuild();
            return;
        }
        let mut items = mem::take(&mut self.items);
        for item in items.drain(..) {
            self.hang_new(item);
        }
        self.items = items;
    }

    /// Forgets the box at a place.
    pub fn remove(&mut self, key: Key, place: Place) {
        self.places.forget(key);
        self.leaf_count -= 1;
        self.take_out(place);
    }

    /// Replaces the box at a place.
    pub fn update(&mut self, key: Key, place: Place, aabb: Aabb) {
        let node = self.node_mut(place.node);
        node.boxes.set(place.slot, aabb);
        let above = Place::unpacked(node.parent);
        if node.parent == NONE || self.node(above.node).boxes.get(above.slot).contains(aabb) {
            self.mark_changed(place.node);
        } else if self.node(place.node).is_worn() {
            self.displace(key, place, aabb);
        } else {
            self.grow(above, aabb);
            self.mark_changed(place.node);
        }
        self.count_changes(3);
    }

    /// Replaces the box at a place as one of many. What lies above it may be too small until [`Bvh::mend`] is called.
    pub fn update_one_of_many(&mut self, key: Key, place: Place, aabb: Aabb) {
        let node = self.node_mut(place.node);
        node.boxes.set(place.slot, aabb);
        if node.is_worn() {
            self.displace(key, place, aabb);
        } else {
            self.mark_changed(place.node);
        }
        self.changes += 3;
    }

    /// Takes out a box that would stretch its node too much, and puts it in again elsewhere.
    fn displace(&mut self, key: Key, place: Place, aabb: Aabb) {
        self.take_out(place);
        self.hang(Item { aabb, below: key, height: 0 });
        self.displaced += 1;
    }

    /// Mends the tree by and by, for those who never look for pairs: when as many boxes as there are have moved, or three
    /// quarters of them are new. So it costs no call more than mending is worth.
    fn count_changes(&mut self, count: usize) {
        self.changes += count;
        if self.changes > 3 * self.leaf_count + PATIENCE {
            self.mend();
        }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.moved.clear();
        self.places.clear();
        (self.root, self.first_free) = (NONE, NONE);
        (self.leaf_count, self.changes, self.inserted, self.displaced) = (0, 0, 0, 0);
    }

    pub fn height(&self) -> u32 {
        if self.root == NONE { 0 } else { self.node(self.root).height.into() }
    }

    pub fn place(&self, key: Key) -> Option<Place> {
        self.places.get(key).map(Place::unpacked)
    }

    /// The nodes in use, in the order of the array.
    pub fn used_nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        (0_u32..).zip(&self.nodes).filter(|(_, node)| node.height != FREE)
    }

    /// Half the border around all nodes, m.
    pub fn perimeter(&self) -> f32 {
        self.used_nodes().map(|(_, node)| node.perimeter()).sum()
    }

    #[inline(always)]
    pub fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    #[inline(always)]
    pub fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    pub fn take_node(&mut self) -> u32 {
        let index = self.first_free;
        if index == NONE {
            self.nodes.push(Node::new());
            self.moved.push(0);
            return (self.nodes.len() - 1) as u32;
        }
        self.first_free = self.node(index).parent;
        *self.node_mut(index) = Node::new();
        index
    }

    pub fn free_node(&mut self, index: u32) {
        let next = self.first_free;
        let node = self.node_mut(index);
        (node.parent, node.height) = (next, FREE);
        self.first_free = index;
    }

    /// A node as something to be put into a slot.
    pub fn as_item(&self, index: u32) -> Item {
        let node = self.node(index);
        Item { aabb: node.boxes.union(), below: index, height: node.height }
    }

    /// What is in a slot.
    pub fn item(&self, place: Place) -> Item {
        let node = self.node(place.node);
        let below = node.below[place.slot];
        let height = if node.is_leaf(place.slot) { 0 } else { self.node(below).height };
        Item { aabb: node.boxes.get(place.slot), below, height }
    }

    /// Puts something into a slot, and tells it where it is.
    #[inline(always)]
    pub fn put(&mut self, place: Place, item: Item) {
        self.node_mut(place.node).put(place.slot, item);
        if item.is_leaf() {
            self.places.set(item.below, place.packed());
        } else {
            self.node_mut(item.below).parent = place.packed();
        }
    }

    /// Marks a node and those above it, as far as they are not marked already.
    fn mark_changed(&mut self, mut index: u32) {
        while !mem::replace(&mut self.node_mut(index).changed, true) {
            let above = self.node(index).parent;
            if above == NONE {
                break;
            }
            index = Place::unpacked(above).node;
        }
    }

    /// Lets the box at a place, and those above it, grow to hold another.
    fn grow(&mut self, mut place: Place, aabb: Aabb) {
        loop {
            let node = self.node_mut(place.node);
            let old = node.boxes.get(place.slot);
            if old.contains(aabb) {
                return;
            }
            node.boxes.set(place.slot, old.union(aabb));
            if node.parent == NONE {
                return;
            }
            place = Place::unpacked(node.parent);
        }
    }

    /// Lets nodes be at least so much higher than what hangs below them.
    fn raise(&mut self, mut index: u32) {
        loop {
            let Node { parent, height, .. } = *self.node(index);
            if parent == NONE {
                break;
            }
            index = Place::unpacked(parent).node;
            if self.node(index).height > height {
                return;
            }
            self.node_mut(index).height = height + 1;
        }
        if self.height() > MAX_HEIGHT {
            self.rebuild();
        }
    }

    /// Hangs a key with its box into the tree.
    fn hang(&mut self, item: Item) {
        if self.root == NONE {
            self.root = self.take_node();
        }
        let index = self.choose_node(item.aabb);
        self.add(index, item);
    }

    /// The node to put a box into: down into what grows least, as long as that is larger than the box.
    fn choose_node(&self, aabb: Aabb) -> u32 {
        let own = aabb.half_perimeter();
        let mut index = self.root;
        loop {
            let node = self.node(index);
            let (mut least, mut next) = (f32::INFINITY, None);
            for slot in each(node.inner()) {
                let around = node.boxes.get(slot);
                let size = around.half_perimeter();
                let growth = around.union(aabb).half_perimeter() - size;
                if growth < least && size >= own {
                    (least, next) = (growth, Some(node.below[slot]));
                }
            }
            match next {
                // Not into a free slot on the way: what came there would lift all other branches a level higher.
                Some(below) => index = below,
                None => return index,
            }
        }
    }

    /// Puts something into a node, which is cut in two if it is full.
    fn add(&mut self, mut index: u32, mut item: Item) {
        loop {
            let free = (!self.node(index).used).trailing_zeros() as usize;
            if free < WIDTH {
                self.put(Place { node: index, slot: free }, item);
                let parent = self.node(index).parent;
                if parent != NONE {
                    self.grow(Place::unpacked(parent), item.aabb);
                }
                self.mark_changed(index);
                self.raise(index);
                return;
            }
            item = self.cut(index, item);
            let above = self.node(index).parent;
            if above != NONE {
                index = Place::unpacked(above).node;
                continue;
            }
            let root = self.take_node();
            self.root = root;
            let old = self.as_item(index);
            self.node_mut(index).made = old.aabb.half_perimeter();
            self.put(Place { node: root, slot: 0 }, old);
            index = root;
        }
    }

    /// Shares the four items of a full node, and one more, between the node and what is returned: two or three each, along
    /// the axis and at the place that leave the least border. What is larger than the other four together stays
    /// alone, to be put beside the node: among them it would make every search for one of them look at all.
    fn cut(&mut self, index: u32, extra: Item) -> Item {
        if extra.aabb.half_perimeter() > self.node(index).perimeter() {
            return extra;
        }
        let slot = |slot| self.item(Place { node: index, slot });
        let items = [slot(0), slot(1), slot(2), slot(3), extra];
        let around = |items: &[Item]| items.iter().fold(Aabb::EMPTY, |all, item| all.union(item.aabb));
        let (mut least, mut best) = (f32::INFINITY, (items, 2));
        for axis in 0..2 {
            let mut sorted = items;
            // Stable, so that ties are decided by the order of the slots.
            sorted.sort_by(|a, b| {
                let [a, b] = [a, b].map(|item| item.aabb.center().coords[axis]);
                a.total_cmp(&b)
            });
            for first in [2, 3] {
                let (left, right) = sorted.split_at(first);
                let border = around(left).half_perimeter() + around(right).half_perimeter();
                if border < least {
                    (least, best) = (border, (sorted, first));
                }
            }
        }
        let (sorted, first) = best;
        let new = self.take_node();
        let Node { parent, .. } = *self.node(index);
        *self.node_mut(index) = Node { parent, ..Node::new() };
        for (i, &item) in sorted.iter().enumerate() {
            let place =
                if i < first { Place { node: index, slot: i } } else { Place { node: new, slot: i - first } };
            self.put(place, item);
        }
        for half in [index, new] {
            self.node_mut(half).made = self.node(half).perimeter();
        }
        if parent != NONE {
            let (place, aabb) = (Place::unpacked(parent), self.node(index).boxes.union());
            self.node_mut(place.node).boxes.set(place.slot, aabb);
            let above = self.node(place.node).parent;
            if above != NONE {
                self.grow(Place::unpacked(above), aabb);
            }
            self.mark_changed(place.node);
        }
        self.as_item(new)
    }

    /// Frees a slot. A node that is left with one item gives its own place to it.
    fn take_out(&mut self, place: Place) {
        let index = place.node;
        let node = self.node_mut(index);
        node.clear(place.slot);
        let left: Slots = node.used;
        let parent = node.parent;
        if left == 0 {
            // Only a root is ever left with one.
            self.free_node(index);
            self.root = NONE;
        } else if left.is_power_of_two() && (parent != NONE || self.node(index).leaves == 0) {
            let last = self.item(Place { node: index, slot: left.trailing_zeros() as usize });
            self.free_node(index);
            if parent == NONE {
                self.root = last.below;
                self.node_mut(last.below).parent = NONE;
            } else {
                let above = Place::unpacked(parent);
                self.put(above, last);
                self.mark_changed(above.node);
            }
        } else {
            // Half empty is worn: a node that holds less is looked at no less often.
            if left.count_ones() <= WIDTH as u32 / 2 {
                self.node_mut(index).made = 0.0;
            }
            self.mark_changed(index);
        }
    }
}
