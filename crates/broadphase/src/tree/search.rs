//! Searches in a tree: which boxes overlap an AABB, and which a cast or a circle reaches.
//!
//! Both have a stack of fixed size in the caller's frame, so a search allocates nothing and needs no
//! exclusive access. The leaves of a node come before its child nodes, the nearest of which is entered first.
//! Going back up by parent indices would read every node on the path twice.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::node::{ChildMask, NONE, Node, indices};
use crate::Key;
use crate::aabb_quad::WIDTH;
use crate::distance_query::LaneQuery;
use core::ops::ControlFlow;
use geom::Aabb;

/// Each level leaves at most `WIDTH - 1` nodes, the last `WIDTH`.
const DEPTH: usize = (WIDTH - 1) * MAX_HEIGHT as usize + 1;

struct Stack<T> {
    items: [T; DEPTH],
    len: usize,
}

impl<T: Copy + Default> Stack<T> {
    #[inline(always)]
    fn new() -> Self {
        Self { items: [T::default(); DEPTH], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }
}

impl Bvh {
    #[inline]
    pub fn overlap_aabb(&self, aabb: Aabb, visit: impl FnMut(Key) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_where(|node| node.overlapping(aabb), visit)
    }

    /// Visits the leaves that `test` selects, and descends into such nodes. Separate for a test that counts
    /// visited nodes.
    #[inline]
    pub fn visit_where(
        &self,
        mut test: impl FnMut(&Node) -> ChildMask,
        mut visit: impl FnMut(Key) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.root == NONE {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::new();
        let mut index = self.root;
        loop {
            let node = self.node(index);
            let found = test(node);
            for child in indices(found & node.leaves) {
                visit(node.children[child])?;
            }
            let mut children = indices(found & node.child_nodes());
            // Entered without the stack: reading it back would wait for its own write.
            let next = children.next();
            for child in children {
                stack.push(node.children[child]);
            }
            match next.map(|child| node.children[child]).or_else(|| stack.pop()) {
                Some(next) => index = next,
                None => return ControlFlow::Continue(()),
            }
        }
    }

    pub fn visit_within_reach<Q: LaneQuery>(
        &self,
        query: &mut Q,
        mut visit: impl FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        if self.root == NONE {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::new();
        let mut index = self.root;
        if !query.is_within_reach(Q::Distance::default()) {
            return ControlFlow::Continue(());
        }
        loop {
            let node = self.node(index);
            let (found, distances) = query.distances(&node.boxes);
            for child in indices(found & node.leaves) {
                if query.is_within_reach(distances[child]) {
                    query.shorten(visit(node.children[child]))?;
                }
            }
            let mut children = indices(found & node.child_nodes());
            if let Some(first) = children.next() {
                // Sorting the others would cost more in mispredicted branches than it saves.
                let mut next = (node.children[first], distances[first]);
                for child in children {
                    let other = (node.children[child], distances[child]);
                    let is_nearer = other.1 < next.1;
                    stack.push(if is_nearer { next } else { other });
                    next = if is_nearer { other } else { next };
                }
                if query.is_within_reach(next.1) {
                    index = next.0;
                    continue;
                }
            }
            // The reach may be shorter now.
            index = loop {
                match stack.pop() {
                    Some((next, distance)) if query.is_within_reach(distance) => break next,
                    Some(_) => {}
                    None => return ControlFlow::Continue(()),
                }
            };
        }
    }
}
