//! Where a box goes in the quadtree, and how the tree follows: full nodes are cut, small ones joined, the root grows.

use super::QuadTree;
use super::nodes::{GREATEST_HALF, LEAST_HALF, NONE, Node, OUTSIDE};
use geom::{Aabb, Point};

/// What reaches farther than this from the origin along an axis, m, is outside the tree. (Near it f32 are a metre apart.)
pub(super) const FARTHEST: f32 = 0.5 * GREATEST_HALF;

/// A node with so many boxes of its own is cut when another comes that would go down.
pub(super) const FULL: u32 = 8;

/// The quarters of a node are joined when no more boxes than this are left in it and below: half of [`FULL`], so that no
/// box that goes to and fro makes it cut and join in turn.
pub(super) const FEW: u32 = 4;

/// Whether a box has its place in the tree, and is not outside.
pub(super) fn in_range(aabb: Aabb) -> bool {
    Aabb::new([-FARTHEST; 2], [FARTHEST; 2]).contains(aabb)
}

impl QuadTree {
    /// Finds a place for a loose box, from the root, which grows if need be.
    pub(super) fn put(&mut self, place: u32) {
        let aabb = self.box_at(place);
        let held = self.root != NONE && self.nodes[self.root as usize].holds(aabb);
        if !held && !in_range(aabb) {
            self.nodes[OUTSIDE as usize].count += 1;
            self.link(place, OUTSIDE);
            return;
        }
        if self.root == NONE {
            let half = LEAST_HALF;
            let center = aabb.center();
            self.root = self.take_node(Node::new(center, half, Aabb::around(center, [2.0 * half; 2])));
        }
        while !self.nodes[self.root as usize].holds(aabb) {
            self.grow(aabb.center());
        }
        self.nodes[self.root as usize].count += 1;
        self.put_below(self.root, place);
    }

    /// Finds a place for a loose box in a node, which has counted it, or below.
    pub(super) fn put_below(&mut self, mut node: u32, place: u32) {
        let aabb = self.box_at(place);
        loop {
            let holder = &self.nodes[node as usize];
            let is_cut = holder.is_cut();
            let goes_down = is_cut || holder.own >= FULL;
            let Some(quarter) = goes_down.then(|| self.quarter_for(node, aabb)).flatten() else {
                self.link(place, node);
                return;
            };
            if !is_cut {
                self.cut(node);
            }
            node = self.take_quarter(node, quarter);
            self.nodes[node as usize].count += 1;
        }
    }

    /// Sends down whatever fits below.
    fn cut(&mut self, node: u32) {
        let mut next = self.nodes[node as usize].first;
        while next != NONE {
            let place = next;
            next = self.links[place as usize].next;
            if let Some(quarter) = self.quarter_for(node, self.box_at(place)) {
                self.unlink(place);
                let below = self.take_quarter(node, quarter);
                self.nodes[below as usize].count += 1;
                // It may be cut in turn, `DEPTH` times at most.
                self.put_below(below, place);
            }
        }
    }

    /// The quarter of a node to which a box would go: that of its centre, if it lies within the bounds.
    pub(super) fn quarter_for(&self, node: u32, aabb: Aabb) -> Option<usize> {
        let holder = &self.nodes[node as usize];
        let at = aabb.center();
        let quarter = usize::from(at.x >= holder.center.x) | usize::from(at.y >= holder.center.y) << 1;
        let bounds = match holder.quarters[quarter] {
            NONE if holder.half <= LEAST_HALF => return None,
            NONE => new_quarter(holder, quarter).bounds,
            below => self.nodes[below as usize].bounds,
        };
        bounds.contains(aabb).then_some(quarter)
    }

    fn take_quarter(&mut self, node: u32, quarter: usize) -> u32 {
        let holder = &self.nodes[node as usize];
        if holder.quarters[quarter] != NONE {
            return holder.quarters[quarter];
        }
        let below = self.take_node(Node { parent: node, ..new_quarter(holder, quarter) });
        self.nodes[node as usize].quarters[quarter] = below;
        below
    }

    /// Doubles the root towards a point.
    fn grow(&mut self, point: Point) {
        let root = &mut self.nodes[self.root as usize];
        let ahead = [point.x >= root.center.x, point.y >= root.center.y];
        let step = ahead.map(|ahead| if ahead { root.half } else { -root.half });
        let (center, half) = (Point::new(root.center.x + step[0], root.center.y + step[1]), 2.0 * root.half);
        let bounds = Aabb::around(center, [2.0 * half; 2]).union(root.bounds);
        if !root.is_cut() {
            // All boxes are its own, and lie in the larger bounds too.
            (root.center, root.half, root.bounds) = (center, half, bounds);
            return;
        }
        let (old, count) = (self.root, root.count);
        // Where the root grows to, the old one is left behind.
        let quarter = usize::from(!ahead[0]) | usize::from(!ahead[1]) << 1;
        let mut new = Node { count, ..Node::new(center, half, bounds) };
        new.quarters[quarter] = old;
        self.root = self.take_node(new);
        self.nodes[old as usize].parent = self.root;
    }

    /// Counts a box off a node, and those above as long as `leaves` says so; the first node that it does not leave.
    pub(super) fn count_off(&mut self, node: u32, leaves: impl Fn(&Node) -> bool) -> Option<u32> {
        let mut index = node;
        while index != NONE {
            let holder = &mut self.nodes[index as usize];
            // What is outside leaves that list for good.
            if node != OUTSIDE && !leaves(holder) {
                return Some(index);
            }
            holder.count -= 1;
            index = holder.parent;
        }
        None
    }

    /// Tidies up after a box has left a node: joins the quarters of the highest node above that has few boxes now, and
    /// takes away what is empty, a root with nothing but one quarter included.
    pub(super) fn join(&mut self, node: u32) {
        if node == OUTSIDE {
            return;
        }
        let (mut index, mut top) = (node, NONE);
        while index != NONE && self.nodes[index as usize].count <= FEW {
            (top, index) = (index, self.nodes[index as usize].parent);
        }
        if top != NONE {
            self.draw_up(top, top);
            if self.nodes[top as usize].count == 0 {
                self.drop_empty(top);
            }
        }
        while let Some(only) = self.only_quarter_of_root() {
            self.free_node(self.root);
            self.root = only;
            self.nodes[only as usize].parent = NONE;
        }
    }

    /// Moves all boxes below a node to `top` and frees the nodes there.
    fn draw_up(&mut self, node: u32, top: u32) {
        let quarters = core::mem::replace(&mut self.nodes[node as usize].quarters, [NONE; 4]);
        for below in quarters.into_iter().filter(|&below| below != NONE) {
            self.draw_up(below, top);
            while self.nodes[below as usize].first != NONE {
                let place = self.nodes[below as usize].first;
                self.unlink(place);
                self.link(place, top);
            }
            self.free_node(below);
        }
    }

    /// Frees an empty node, and is done: had the one above nothing else, it would be empty too.
    fn drop_empty(&mut self, node: u32) {
        let parent = self.nodes[node as usize].parent;
        if parent == NONE {
            self.root = NONE;
        } else {
            let quarters = &mut self.nodes[parent as usize].quarters;
            quarters.iter_mut().filter(|below| **below == node).for_each(|below| *below = NONE);
        }
        self.free_node(node);
    }

    fn only_quarter_of_root(&self) -> Option<u32> {
        let root = self.nodes.get(self.root as usize)?;
        let mut quarters = root.quarters.into_iter().filter(|&below| below != NONE);
        let only = quarters.next()?;
        (root.own == 0 && quarters.next().is_none()).then_some(only)
    }
}

/// A quarter of a node, its bounds cut to those of the node: with these rounding has the last word.
fn new_quarter(node: &Node, quarter: usize) -> Node {
    let half = 0.5 * node.half;
    let step = [quarter & 1, quarter >> 1].map(|side| if side == 1 { half } else { -half });
    let center = Point::new(node.center.x + step[0], node.center.y + step[1]);
    let wide = Aabb::around(center, [2.0 * half; 2]);
    let bounds = Aabb::new(
        [wide.lower.x.max(node.bounds.lower.x), wide.lower.y.max(node.bounds.lower.y)],
        [wide.upper.x.min(node.bounds.upper.x), wide.upper.y.min(node.bounds.upper.y)],
    );
    Node::new(center, half, bounds)
}
