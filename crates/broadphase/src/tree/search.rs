//! Which leaves a box or a ray meets.
//!
//! Both walk down with a stack of the nodes still to be visited. Each level leaves at most one node waiting, so the
//! stack needs the height of the tree and one more, has a fixed size ([`MAX_HEIGHT`]) and lies in the caller's
//! frame: a search allocates nothing and needs no exclusive access.
//!
//! Turned down: going back up by the parent indices, without a stack. It reads every node on the path twice.

use super::bvh::{Bvh, MAX_HEIGHT, NONE};
use crate::Key;
use crate::ray::Ray;
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
    pub fn query(&self, aabb: Aabb, mut visit: impl FnMut(Key) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut stack = Stack::new();
        if self.root != NONE && self.node(self.root).aabb.overlaps(aabb) {
            stack.push(self.root);
        }
        while let Some(index) = stack.pop() {
            let node = self.node(index);
            if node.is_leaf() {
                visit(node.key())?;
                continue;
            }
            for child in [node.children[1], node.children[0]] {
                if self.node(child).aabb.overlaps(aabb) {
                    stack.push(child);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the leaves that the ray touches, of two siblings the one it enters first, and shortens the ray to
    /// what `visit` answers.
    pub fn ray_cast(&self, ray: &mut Ray, mut visit: impl FnMut(Key) -> f32) -> ControlFlow<()> {
        if self.root == NONE {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::new();
        if let Some(entry) = ray.entry(self.node(self.root).aabb) {
            stack.push((self.root, entry));
        }
        while let Some((index, entry)) = stack.pop() {
            // It may have been shortened since the node was put aside.
            if !ray.reaches(entry) {
                continue;
            }
            let node = self.node(index);
            if node.is_leaf() {
                ray.shorten(visit(node.key()))?;
                continue;
            }
            let [left, right] = node.children.map(|child| (child, ray.entry(self.node(child).aabb)));
            let (near, far) = if right.1 < left.1 { (right, left) } else { (left, right) };
            for (child, entry) in [far, near] {
                if let Some(entry) = entry {
                    stack.push((child, entry));
                }
            }
        }
        ControlFlow::Continue(())
    }
}
