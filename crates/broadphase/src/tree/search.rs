//! Which leaves a box, a cast or a circle meets.
//!
//! Both walk down with a stack of the nodes still to be visited. Each level leaves at most one node waiting, so the
//! stack needs the height of the tree and one more, has a fixed size ([`MAX_HEIGHT`]) and lies in the caller's
//! frame: a search allocates nothing and needs no exclusive access.
//!
//! Turned down: going back up by the parent indices, without a stack. It reads every node on the path twice.

use super::bvh::{Bvh, MAX_HEIGHT, NONE};
use crate::Key;
use crate::probe::Probe;
use core::ops::ControlFlow;
use geom::Aabb;

/// Last in, first out.
struct Stack<T> {
    items: [T; MAX_HEIGHT as usize + 1],
    len: usize,
}

impl<T: Copy + Default> Stack<T> {
    #[inline(always)]
    fn new() -> Self {
        Self { items: [T::default(); MAX_HEIGHT as usize + 1], len: 0 }
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
    /// Visits the leaves that overlap `aabb`, until `visit` breaks off.
    #[inline]
    pub fn query(&self, aabb: Aabb, visit: impl FnMut(Key) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_where(|other| other.overlaps(aabb), visit)
    }

    /// Visits the leaves for which, and for the nodes above which, `goes_on` holds: apart from `query` for a test that
    /// counts how many nodes are looked at.
    #[inline]
    pub fn visit_where(
        &self,
        mut goes_on: impl FnMut(Aabb) -> bool,
        mut visit: impl FnMut(Key) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stack = Stack::new();
        if self.root != NONE && goes_on(self.node(self.root).aabb) {
            stack.push(self.root);
        }
        while let Some(index) = stack.pop() {
            let node = self.node(index);
            if node.is_leaf() {
                visit(node.key())?;
                continue;
            }
            for child in [node.children[1], node.children[0]] {
                if goes_on(self.node(child).aabb) {
                    stack.push(child);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the leaves within reach, of two siblings the nearer one first, and shortens the reach to what `visit`
    /// answers.
    pub fn search<P: Probe>(&self, probe: &mut P, mut visit: impl FnMut(Key) -> f32) -> ControlFlow<()> {
        if self.root == NONE {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::new();
        if let Some(reach) = probe.reach(self.node(self.root).aabb) {
            stack.push((self.root, reach));
        }
        while let Some((index, reach)) = stack.pop() {
            // It may have been shortened since the node was put aside.
            if !probe.reaches(reach) {
                continue;
            }
            let node = self.node(index);
            if node.is_leaf() {
                probe.shorten(visit(node.key()))?;
                continue;
            }
            let [left, right] = node.children.map(|child| (child, probe.reach(self.node(child).aabb)));
            let (near, far) = if right.1 < left.1 { (right, left) } else { (left, right) };
            for (child, reach) in [far, near] {
                if let Some(reach) = reach {
                    stack.push((child, reach));
                }
            }
        }
        ControlFlow::Continue(())
    }
}
