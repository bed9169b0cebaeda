//! What keeps the tree good: where a leaf goes, rotations, and a new start if all else fails.
//!
//! The measure is the border of all nodes with children, added up. Written |a| for the half perimeter of a box and
//! a + b for the union of two, hanging a leaf x beside a node s costs
//!
//! ```text
//!   |s + x|  (the new parent)  +  sum over the nodes n above s of  |n + x| - |n|  (what they grow)
//! ```
//!
//! **Insertion** goes down from the root, at each node into the child below which the cost may still become least,
//! and stops when neither can beat the best place seen. The true optimum asks for a queue of open nodes (branch and
//! bound, Bittner et al.). Measured with 10,000 boxes: its trees have 8 % less border when new and the same when
//! the boxes have moved for a while, at four times the cost of an insertion and twice that of an update.
//!
//! **Rotations** mend on the way up what an earlier insertion, in ignorance of this one, decided badly.
//!
//! **Height** is nobody's aim: boxes of very different sizes, the ground among crates, want to hang at very
//! different depths. It is only kept from ruin. Where the cost is indifferent the lower side is
//! taken, so that boxes all at one point make an even tree; and a tree higher than [`MAX_HEIGHT`] is built
//! anew by halving.
//!
//! Source: Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019; Bittner, Hapala, Havran, "Incremental BVH
//! Construction for Ray Tracing", 2015; Kensler, "Tree Rotations for Improving Bounding Volume Hierarchies", 2008.
//! Turned down: the rotations of an AVL tree, named by the seed, which seek equal heights. They bound the height by
//! 1.44 log2 n, but tear neighbours apart to get there: equal heights are good for a search that follows
//! one path, while this one follows every path whose boxes it meets.

#[cfg(doc)]
use super::bvh::MAX_HEIGHT;
use super::bvh::{Bvh, FREE};
use alloc::vec::Vec;
use geom::Aabb;

/// A child of the node that a descent has come to, as a way to go on.
struct Way {
    child: u32,
    /// What hanging the leaf beside the child costs, the growth of the nodes above the child left out.
    cost: f32,
    /// Less than this no place in the child or below it can cost.
    bound: f32,
    height: u32,
}

impl Way {
    fn before(&self, other: &Self) -> bool {
        self.bound < other.bound || (self.bound == other.bound && self.height < other.height)
    }
}

impl Bvh {
    /// The node, `start` or one below it, beside which a leaf with this box adds little border.
    ///
    /// What all nodes down to the current one grow is part of every cost below it. It is taken off the best cost
    /// seen instead of added to the costs to come: then the growth of a node of 1e9 m does not swallow, in f32,
    /// the differences of a metre that are decided further down.
    pub fn best_sibling(&self, start: u32, aabb: Aabb) -> u32 {
        let own = aabb.half_perimeter();
        let (mut index, mut best) = (start, start);
        let mut united = self.node(index).aabb.union(aabb).half_perimeter();
        let mut best_cost = united;
        while !self.node(index).is_leaf() {
            let growth = united - self.node(index).perimeter();
            // Between two borders beyond f32 (of boxes of 1e38 m) it is not a number, and counts for nothing.
            if growth > 0.0 {
                best_cost -= growth;
            }
            let [left, right] = self.node(index).children.map(|child| self.way(child, aabb, own));
            let (near, far) = if right.before(&left) { (right, left) } else { (left, right) };
            // The nearer one last, and `<=`: of equal places the deeper and lower one.
            for way in [&far, &near] {
                if way.cost <= best_cost {
                    (best, best_cost) = (way.child, way.cost);
                }
            }
            if near.bound > best_cost {
                break;
            }
            (index, united) = (near.child, near.cost);
        }
        best
    }

    fn way(&self, child: u32, aabb: Aabb, own: f32) -> Way {
        let node = self.node(child);
        let cost = node.aabb.union(aabb).half_perimeter();
        // Below an inner child, the child grows, and the new parent is no smaller than the new leaf.
        let below = cost - node.perimeter() + own;
        let bound = if !node.is_leaf() && below < cost { below } else { cost };
        Way { child, cost, bound, height: node.height }
    }

    /// Swaps a child of `a` with a child of the other one, an uncle with its niece, if that takes border away:
    /// of the four swaps the one that takes most. Whether it did.
    ///
    /// ```text
    ///        a                 a
    ///      /   \             /   \
    ///     b     c    ->     f     c         |c| becomes |b + g|, all other boxes stay
    ///          / \               / \
    ///         f   g             b   g
    /// ```
    pub fn rotate(&mut self, a: u32) -> bool {
        let mut best_gain = 0.0;
        let mut best = None;
        for uncle in 0..2 {
            let [b, c] = [uncle, 1 - uncle].map(|side| self.node(self.node(a).children[side]));
            if c.is_leaf() {
                continue;
            }
            for niece in 0..2 {
                let g = self.node(c.children[1 - niece]);
                let gain = c.perimeter() - b.aabb.union(g.aabb).half_perimeter();
                if gain > best_gain {
                    (best_gain, best) = (gain, Some((uncle, niece)));
                }
            }
        }
        if let Some((uncle, niece)) = best {
            self.swap(a, uncle, niece);
        }
        best.is_some()
    }

    fn swap(&mut self, a: u32, uncle: usize, niece: usize) {
        let b = self.node(a).children[uncle];
        let c = self.node(a).children[1 - uncle];
        let f = self.node(c).children[niece];
        self.node_mut(a).children[uncle] = f;
        self.node_mut(c).children[niece] = b;
        self.node_mut(f).parent = a;
        self.node_mut(b).parent = c;
        self.refit(c);
        self.refit(a);
    }

    /// Builds the tree anew over the same leaves, with the least height there is.
    pub fn rebuild(&mut self) {
        let mut leaves = Vec::with_capacity(self.len());
        for index in 0..self.nodes.len() as u32 {
            match self.node(index).height {
                FREE => {}
                0 => leaves.push(index),
                _ => self.free_node(index),
            }
        }
        self.root = self.build(&mut leaves);
    }

    /// A loose tree over some leaves, at least one: halves them at the median of their centres, along the axis on which
    /// these spread more, and each half again. Its height is the least there is.
    fn build(&mut self, leaves: &mut [u32]) -> u32 {
        if let [leaf] = *leaves {
            return leaf;
        }
        let center = |tree: &Self, leaf: u32| tree.node(leaf).aabb.center();
        let spread = Aabb::of_points(leaves.iter().map(|&leaf| center(self, leaf))).extents();
        let axis = usize::from(spread.y > spread.x);
        let middle = leaves.len() / 2;
        leaves.select_nth_unstable_by(middle, |&a, &b| {
            let [x, y] = [a, b].map(|leaf| center(self, leaf).coords[axis]);
            x.total_cmp(&y).then(a.cmp(&b)) // no two are equal, so the halves do not depend on the selection
        });
        let (left, right) = leaves.split_at_mut(middle);
        let children = [self.build(left), self.build(right)];
        self.take_parent(children)
    }
}
