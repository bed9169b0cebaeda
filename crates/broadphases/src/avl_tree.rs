//! A binary tree of boxes that rotations keep balanced, as in an AVL tree: the tree of the text.
//!
//! ```text
//!            P                      Leaves hold the boxes of keys; an inner node bounds its two children.
//!          /   \                    A query descends only where the boxes overlap.
//!         A     c
//!        / \                        The heights of two children differ by at most one. Inserting or removing
//!       a   b                       a leaf may break that on the way up; one rotation repairs a node.
//!
//!          A                 C      If C is higher than B by two, C takes its place, and A takes that child
//!        /   \             /   \    of C which is lower. There is no order among leaves that a rotation must
//!       B     C    ->     A     F   keep, so one rotation is always enough.
//!           /   \       /   \
//!          F     G     B     G
//! ```
//!
//! So n boxes make a tree not higher than 1.44 log2 n, whatever the order of insertion. But rotations see
//! heights only, and may join boxes that lie far apart. [`DynamicTree`](broadphase::DynamicTree) sees
//! perimeters, has four children, and is faster.
//!
//! Source: *Souto, Video Game Physics II*, Dynamic Bounding Volume Trees. The child to descend into is the
//! one whose perimeter grows less, as in Box2D 2.3. Turned down: the order along a space-filling curve, with
//! another search for every box that leaves its place there.

mod search;

use crate::overlaps::{Overlaps, search_pairs};
use alloc::{format, string::String, vec::Vec};
use broadphase::common::{Circle, KeyMap, Proxy};
use broadphase::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use core::ops::ControlFlow;
use geom::{Aabb, Point};

const NONE: u32 = u32::MAX;

/// More than 1.44 x 32, the height for 2^32 leaves.
const STACK: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    /// Of a free node the next free one.
    parent: u32,
    children: [u32; 2],
    /// 0 for a leaf.
    height: u32,
    /// Of a leaf.
    key: Key,
    /// Of a leaf.
    mobility: Mobility,
}

impl Node {
    fn proxy(&self) -> Proxy {
        Proxy { aabb: self.aabb, key: self.key, mobility: self.mobility }
    }

    fn is_leaf(&self) -> bool {
        self.children[0] == NONE
    }
}

/// What [`AvlTree::visit_path`] shows of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisitedNode {
    /// The box of the node, m.
    pub aabb: Aabb,
    /// How many nodes are above it.
    pub depth: u32,
    /// The key, if the node is a leaf.
    pub key: Option<Key>,
    /// Whether the box overlaps that of the query. If not, the search does not go below it.
    pub is_entered: bool,
}

/// A binary tree balanced by rotations.
///
/// ```
/// use broadphase::{Broadphase, Mobility};
/// use broadphases::AvlTree;
/// use geom::Aabb;
///
/// let mut tree = AvlTree::default();
/// for key in 0..1000 {
///     // One after the other along a line: the worst order for a tree that is not balanced.
///     tree.insert(key, Aabb::around([key as f32, 0.0], [0.6, 0.6]), Mobility::Moving)?;
/// }
/// assert!(tree.height() <= 14); // 1.44 log2 1000
/// let mut pairs = Vec::new();
/// tree.find_pairs(&[500], &mut pairs);
/// pairs.sort_unstable();
/// assert_eq!(pairs, [(499, 500), (500, 501)]);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AvlTree {
    nodes: Vec<Node>,
    root: u32,
    free: u32,
    leaves: usize,
    key_map: KeyMap,
}

impl Default for AvlTree {
    fn default() -> Self {
        Self { nodes: Vec::new(), root: NONE, free: NONE, leaves: 0, key_map: KeyMap::default() }
    }
}

impl AvlTree {
    /// The nodes on the way from the root to the lowest leaf, without the leaf; 0 for one box or none.
    #[must_use]
    pub fn height(&self) -> u32 {
        if self.root == NONE { 0 } else { self.node(self.root).height }
    }

    /// Calls `visit` with every node that a query for `aabb` (m) looks at, the higher ones first: for
    /// pictures.
    pub fn visit_path(&self, aabb: Aabb, visit: &mut dyn FnMut(VisitedNode)) {
        let mut stack = [(self.root, 0); STACK];
        let mut count = usize::from(self.root != NONE);
        while count > 0 {
            count -= 1;
            let (index, depth) = stack[count];
            let node = *self.node(index);
            let is_entered = node.aabb.overlaps(aabb);
            let key = node.is_leaf().then_some(node.key);
            visit(VisitedNode { aabb: node.aabb, depth, key, is_entered });
            if is_entered && !node.is_leaf() {
                for child in node.children {
                    stack[count] = (child, depth + 1);
                    count += 1;
                }
            }
        }
    }

    fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    fn allocate(&mut self, node: Node) -> u32 {
        if self.free == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        let index = self.free;
        self.free = self.node(index).parent;
        *self.node_mut(index) = node;
        index
    }

    fn release(&mut self, index: u32) {
        self.node_mut(index).parent = self.free;
        self.free = index;
    }

    fn replace_child(&mut self, parent: u32, from: u32, to: u32) {
        if parent == NONE {
            self.root = to;
        } else if self.node(parent).children[0] == from {
            self.node_mut(parent).children[0] = to;
        } else {
            self.node_mut(parent).children[1] = to;
        }
        self.node_mut(to).parent = parent;
    }

    /// Goes downwards into the child whose perimeter grows less.
    fn best_sibling(&self, aabb: Aabb) -> u32 {
        let mut at = self.root;
        while !self.node(at).is_leaf() {
            let growth = self.node(at).children.map(|child| {
                let own = self.node(child).aabb;
                own.union(aabb).half_perimeter() - own.half_perimeter()
            });
            // NaN, where perimeters overflow, chooses the first child.
            let second_is_better = growth[1] < growth[0];
            at = self.node(at).children[usize::from(second_is_better)];
        }
        at
    }

    fn link_leaf(&mut self, leaf: u32) {
        if self.root == NONE {
            self.root = leaf;
            self.node_mut(leaf).parent = NONE;
            return;
        }
        let sibling = self.best_sibling(self.node(leaf).aabb);
        let above = self.node(sibling).parent;
        let joined = Node { children: [sibling, leaf], ..*self.node(leaf) };
        let parent = self.allocate(joined);
        self.replace_child(above, sibling, parent);
        for child in [sibling, leaf] {
            self.node_mut(child).parent = parent;
        }
        self.repair_up(parent);
    }

    fn unlink_leaf(&mut self, leaf: u32) {
        let parent = self.node(leaf).parent;
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let [first, second] = self.node(parent).children;
        let sibling = if first == leaf { second } else { first };
        let above = self.node(parent).parent;
        self.replace_child(above, parent, sibling);
        self.release(parent);
        self.repair_up(above);
    }

    /// Balances and bounds every node from `index` to the root.
    fn repair_up(&mut self, mut index: u32) {
        while index != NONE {
            let top = self.balance(index);
            index = self.node(top).parent;
        }
    }

    fn refresh(&mut self, index: u32) {
        let [first, second] = self.node(index).children.map(|child| *self.node(child));
        let node = self.node_mut(index);
        node.height = 1 + first.height.max(second.height);
        node.aabb = first.aabb.union(second.aabb);
    }

    /// Rotates if the heights of the children differ by more than one. Returns the node on top.
    fn balance(&mut self, a: u32) -> u32 {
        let children = self.node(a).children;
        let heights = children.map(|child| self.node(child).height);
        if heights[0].abs_diff(heights[1]) <= 1 {
            self.refresh(a);
            return a;
        }
        let high = usize::from(heights[1] > heights[0]);
        let c = children[high];
        let [f, g] = self.node(c).children;
        let (keep, give) = if self.node(f).height >= self.node(g).height { (f, g) } else { (g, f) };
        let above = self.node(a).parent;
        self.replace_child(above, a, c);
        self.node_mut(c).children = [a, keep];
        self.node_mut(a).parent = c;
        self.node_mut(a).children[high] = give;
        self.node_mut(give).parent = a;
        self.refresh(a);
        self.refresh(c);
        c
    }

    fn validate_node(&self, index: u32, parent: u32) -> Result<usize, String> {
        let node = self.node(index);
        if node.parent != parent {
            return Err(format!("node {index} has the parent {}, not {parent}", node.parent));
        }
        if node.is_leaf() {
            let known = self.key_map.get(node.key);
            return if known == Some(index) && node.height == 0 {
                Ok(1)
            } else {
                Err(format!("leaf {index} of key {} is known as {known:?}", node.key))
            };
        }
        let [first, second] = node.children.map(|child| self.node(child));
        let is_balanced = first.height.abs_diff(second.height) <= 1;
        if !is_balanced || node.height != 1 + first.height.max(second.height) {
            return Err(format!(
                "node {index} of height {} has {}, {}",
                node.height, first.height, second.height
            ));
        }
        if !(node.aabb.contains(first.aabb) && node.aabb.contains(second.aabb)) {
            return Err(format!("node {index} does not contain its children"));
        }
        let [a, b] = node.children;
        Ok(self.validate_node(a, index)? + self.validate_node(b, index)?)
    }
}

impl Broadphase for AvlTree {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.key_map.check_insert(key, aabb)?;
        let leaf = Node { aabb, parent: NONE, children: [NONE; 2], height: 0, key, mobility };
        let index = self.allocate(leaf);
        self.key_map.set(key, index);
        self.leaves += 1;
        self.link_leaf(index);
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        let leaf = self.key_map.find(key)?;
        self.unlink_leaf(leaf);
        self.release(leaf);
        self.key_map.remove(key);
        self.leaves -= 1;
        Ok(())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        let leaf = self.key_map.find_for_update(key, aabb)?;
        let parent = self.node(leaf).parent;
        let may_stay = parent == NONE || self.node(parent).aabb.contains(aabb);
        if may_stay {
            self.node_mut(leaf).aabb = aabb;
        } else {
            self.unlink_leaf(leaf);
            self.node_mut(leaf).aabb = aabb;
            self.link_leaf(leaf);
        }
        Ok(())
    }

    fn contains(&self, key: Key) -> bool {
        self.key_map.get(key).is_some()
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

    fn len(&self) -> usize {
        self.leaves
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.key_map.clear();
        (self.root, self.free, self.leaves) = (NONE, NONE, 0);
    }

    fn for_each_part(&self, visit: &mut dyn FnMut(u32, Aabb)) {
        let mut waiting = Vec::from_iter((self.root != NONE).then_some((self.root, 0)));
        while let Some((index, depth)) = waiting.pop() {
            let node = self.node(index);
            if !node.is_leaf() {
                visit(depth, node.aabb);
                waiting.extend(node.children.map(|child| (child, depth + 1)));
            }
        }
    }

    fn validate(&self) -> Result<(), String> {
        self.key_map.validate(self.leaves)?;
        let found = if self.root == NONE { 0 } else { self.validate_node(self.root, NONE)? };
        if found == self.leaves { Ok(()) } else { Err(format!("{found} leaves of {}", self.leaves)) }
    }
}
