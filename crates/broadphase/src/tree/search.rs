//! Which boxes overlap another, and which a cast or a circle meets.
//!
//! Both walk down with a stack of the nodes still to be visited. Each level leaves at most three nodes waiting, so
//! the stack has a fixed size and lies in the caller's frame: a search allocates nothing and needs no exclusive
//! access. What has a key is visited at once, before the nodes beside it; of these the nearest is entered first.
//!
//! Turned down: going back up by the parent indices, without a stack. It reads every node on the path twice.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::node::{NONE, Node, Slots, each};
use crate::Key;
use crate::four_boxes::WIDTH;
use crate::probe::Probe;
use core::ops::ControlFlow;
use geom::Aabb;

/// Each level leaves at most so many waiting; and the last one all of its own.
const DEPTH: usize = (WIDTH - 1) * MAX_HEIGHT as usize + 1;

/// Last in, first out.
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
    /// Visits the keys whose boxes overlap `aabb`, until `visit` breaks off.
    #[inline]
    pub fn query(&self, aabb: Aabb, visit: impl FnMut(Key) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_where(|node| node.overlapping(aabb), visit)
    }

    /// Visits the keys in the slots that `test` picks of each node to which picked slots lead: apart from `query` for a
    /// test that counts how many nodes are looked at.
    #[inline]
    pub fn visit_where(
        &self,
        mut test: impl FnMut(&Node) -> Slots,
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
            for slot in each(found & node.leaves) {
                visit(node.below[slot])?;
            }
            let mut ways = each(found & node.inner());
            // The first way is taken at once: through the stack it would have to wait for itself.
            let next = ways.next();
            for slot in ways {
                stack.push(node.below[slot]);
            }
            match next.map(|slot| node.below[slot]).or_else(|| stack.pop()) {
                Some(next) => index = next,
                None => return ControlFlow::Continue(()),
            }
        }
    }

    /// Visits the keys within reach and shortens the reach to what `visit` answers.
    pub fn search<P: Probe>(&self, probe: &mut P, mut visit: impl FnMut(Key) -> f32) -> ControlFlow<()> {
        if self.root == NONE {
            return ControlFlow::Continue(());
        }
        let mut stack = Stack::new();
        let mut index = self.root;
        if !probe.reaches(P::Reach::default()) {
            return ControlFlow::Continue(());
        }
        loop {
            let node = self.node(index);
            let (found, reaches) = probe.reach_four(&node.boxes);
            for slot in each(found & node.leaves) {
                if probe.reaches(reaches[slot]) {
                    probe.shorten(visit(node.below[slot]))?;
                }
            }
            let mut ways = each(found & node.inner());
            if let Some(first) = ways.next() {
                // The nearest is taken at once, the others wait as they come: to sort them too would cost more in jumps that
                // nobody foresees than it saves.
                let mut next = (node.below[first], reaches[first]);
                for slot in ways {
                    let way = (node.below[slot], reaches[slot]);
                    let nearer = way.1 < next.1;
                    stack.push(if nearer { next } else { way });
                    next = if nearer { way } else { next };
                }
                if probe.reaches(next.1) {
                    index = next.0;
                    continue;
                }
            }
            // The cast may have been shortened since a node was put aside.
            index = loop {
                match stack.pop() {
                    Some((next, reach)) if probe.reaches(reach) => break next,
                    Some(_) => {}
                    None => return ControlFlow::Continue(()),
                }
            };
        }
    }
}
