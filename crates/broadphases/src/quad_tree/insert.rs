//! The choice of the node for a box: full nodes are split, small ones joined, and the root grows.

use super::nodes::{MAX_HALF_WIDTH, MIN_HALF_WIDTH, NONE, Node, OUTSIDE, QuadTree};
use compute::math::{max, min};
use geom::{Aabb, Point};

/// m. A box that reaches farther along an axis is outside the tree. (There neighbouring f32 are a metre
/// apart.)
pub(super) const MAX_COORDINATE: f32 = 0.5 * MAX_HALF_WIDTH;

/// A node with as many boxes of its own is split for another that fits a child.
pub(super) const SPLIT_AT: u32 = 8;

/// Children are joined when no more boxes are left in a node and below: half of [`SPLIT_AT`], so that a box
/// that moves to and fro does not split and join in turn.
pub(super) const MAX_OWN_AFTER_JOIN: u32 = 4;

/// Whether a box belongs to the tree and not to the node [`OUTSIDE`].
pub(super) fn is_in_range(aabb: Aabb) -> bool {
    Aabb::new([-MAX_COORDINATE; 2], [MAX_COORDINATE; 2]).contains(aabb)
}

impl QuadTree {
    /// Links an unlinked box, searching from the root, which grows if needed.
    pub(super) fn insert_from_root(&mut self, index: u32) {
        let aabb = self.aabb(index);
        let fits = self.root != NONE && self.nodes[self.root as usize].can_hold(aabb);
        if !fits && !is_in_range(aabb) {
            self.nodes[OUTSIDE as usize].count += 1;
            self.link(index, OUTSIDE);
            return;
        }
        if self.root == NONE {
            let half_width = MIN_HALF_WIDTH;
            let center = aabb.center();
            self.root = self.allocate_node(Node::new(
                center,
                half_width,
                Aabb::around(center, [2.0 * half_width; 2]),
            ));
        }
        while !self.nodes[self.root as usize].can_hold(aabb) {
            self.grow_root(aabb.center());
        }
        self.nodes[self.root as usize].count += 1;
        self.insert_below(self.root, index);
    }

    /// Links an unlinked box, which the node has counted, to it or below.
    pub(super) fn insert_below(&mut self, mut node: u32, index: u32) {
        let aabb = self.aabb(index);
        loop {
            let holder = &self.nodes[node as usize];
            let is_split = holder.is_split();
            let may_descend = is_split || holder.own_count >= SPLIT_AT;
            let Some(child) = may_descend.then(|| self.child_for(node, aabb)).flatten() else {
                self.link(index, node);
                return;
            };
            if !is_split {
                self.split(node);
            }
            node = self.get_or_create_child(node, child);
            self.nodes[node as usize].count += 1;
        }
    }

    fn split(&mut self, node: u32) {
        let mut next = self.nodes[node as usize].first;
        while next != NONE {
            let index = next;
            next = self.links[index as usize].next;
            if let Some(child) = self.child_for(node, self.aabb(index)) {
                self.unlink(index);
                let below = self.get_or_create_child(node, child);
                self.nodes[below as usize].count += 1;
                // The child may be split in turn, `DEPTH` times at most.
                self.insert_below(below, index);
            }
        }
    }

    /// The child, 0 to 3, whose cell contains a box's centre and whose bounds contain the box.
    pub(super) fn child_for(&self, node: u32, aabb: Aabb) -> Option<usize> {
        let holder = &self.nodes[node as usize];
        let center = aabb.center();
        let child = usize::from(center.x >= holder.center.x) | usize::from(center.y >= holder.center.y) << 1;
        let bounds = match holder.children[child] {
            NONE if holder.half_width <= MIN_HALF_WIDTH => return None,
            NONE => new_child(holder, child).bounds,
            below => self.nodes[below as usize].bounds,
        };
        bounds.contains(aabb).then_some(child)
    }

    fn get_or_create_child(&mut self, node: u32, child: usize) -> u32 {
        let holder = &self.nodes[node as usize];
        if holder.children[child] != NONE {
            return holder.children[child];
        }
        let below = self.allocate_node(Node { parent: node, ..new_child(holder, child) });
        self.nodes[node as usize].children[child] = below;
        below
    }

    fn grow_root(&mut self, point: Point) {
        let root = &mut self.nodes[self.root as usize];
        let towards_upper = [point.x >= root.center.x, point.y >= root.center.y];
        let step = towards_upper.map(|upper| if upper { root.half_width } else { -root.half_width });
        let center = Point::new(root.center.x + step[0], root.center.y + step[1]);
        let half_width = 2.0 * root.half_width;
        let bounds = Aabb::around(center, [2.0 * half_width; 2]).union(root.bounds);
        if !root.is_split() {
            // The larger bounds hold the root's boxes too.
            (root.center, root.half_width, root.bounds) = (center, half_width, bounds);
            return;
        }
        let (old, count) = (self.root, root.count);
        let child = usize::from(!towards_upper[0]) | usize::from(!towards_upper[1]) << 1;
        let mut new = Node { count, ..Node::new(center, half_width, bounds) };
        new.children[child] = old;
        self.root = self.allocate_node(new);
        self.nodes[old as usize].parent = self.root;
    }

    /// Subtracts a box from the counts from a node upwards. Returns the first node that it does not leave.
    pub(super) fn subtract_count(&mut self, node: u32, leaves: impl Fn(&Node) -> bool) -> Option<u32> {
        let mut index = node;
        while index != NONE {
            let holder = &mut self.nodes[index as usize];
            if node != OUTSIDE && !leaves(holder) {
                return Some(index);
            }
            holder.count -= 1;
            index = holder.parent;
        }
        None
    }

    /// After a box has left a node: joins the children of the highest node with few boxes, and removes empty
    /// nodes and a root with one child.
    pub(super) fn join(&mut self, node: u32) {
        if node == OUTSIDE {
            return;
        }
        let (mut index, mut top) = (node, NONE);
        while index != NONE && self.nodes[index as usize].count <= MAX_OWN_AFTER_JOIN {
            (top, index) = (index, self.nodes[index as usize].parent);
        }
        if top != NONE {
            self.move_boxes_up(top, top);
            if self.nodes[top as usize].count == 0 {
                self.remove_empty(top);
            }
        }
        while let Some(only) = self.only_child_of_root() {
            self.free_node(self.root);
            self.root = only;
            self.nodes[only as usize].parent = NONE;
        }
    }

    fn move_boxes_up(&mut self, node: u32, top: u32) {
        let children = core::mem::replace(&mut self.nodes[node as usize].children, [NONE; 4]);
        for below in children.into_iter().filter(|&below| below != NONE) {
            self.move_boxes_up(below, top);
            while self.nodes[below as usize].first != NONE {
                let index = self.nodes[below as usize].first;
                self.unlink(index);
                self.link(index, top);
            }
            self.free_node(below);
        }
    }

    /// Its parent is not empty: it would have been the highest node with few boxes.
    fn remove_empty(&mut self, node: u32) {
        let parent = self.nodes[node as usize].parent;
        if parent == NONE {
            self.root = NONE;
        } else {
            let children = &mut self.nodes[parent as usize].children;
            children.iter_mut().filter(|below| **below == node).for_each(|below| *below = NONE);
        }
        self.free_node(node);
    }

    fn only_child_of_root(&self) -> Option<u32> {
        let root = self.nodes.get(self.root as usize)?;
        let mut children = root.children.into_iter().filter(|&below| below != NONE);
        let only = children.next()?;
        (root.own_count == 0 && children.next().is_none()).then_some(only)
    }
}

/// Its bounds are clipped to the node's, since rounding may move them.
fn new_child(node: &Node, child: usize) -> Node {
    let half_width = 0.5 * node.half_width;
    let step = [child & 1, child >> 1].map(|side| if side == 1 { half_width } else { -half_width });
    let center = Point::new(node.center.x + step[0], node.center.y + step[1]);
    let wide = Aabb::around(center, [2.0 * half_width; 2]);
    let bounds = Aabb::new(
        [max(wide.lower.x, node.bounds.lower.x), max(wide.lower.y, node.bounds.lower.y)],
        [min(wide.upper.x, node.bounds.upper.x), min(wide.upper.y, node.bounds.upper.y)],
    );
    Node::new(center, half_width, bounds)
}
