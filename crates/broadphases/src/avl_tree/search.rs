//! Queries of the tree: depth first.

use super::{AvlTree, NONE, STACK};
use crate::overlaps::Overlaps;
use broadphase::Key;
use broadphase::common::{DistanceQuery, Proxy};
use core::ops::ControlFlow;
use geom::Aabb;

impl Overlaps for AvlTree {
    fn proxy(&self, key: Key) -> Option<Proxy> {
        self.key_map.get(key).map(|leaf| self.node(leaf).proxy())
    }

    fn visit_overlapping(
        &self,
        aabb: Aabb,
        mut visit: impl FnMut(&Proxy) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stack = [self.root; STACK];
        let mut count = usize::from(self.root != NONE);
        while count > 0 {
            count -= 1;
            let node = self.node(stack[count]);
            if !node.aabb.overlaps(aabb) {
                continue;
            }
            if node.is_leaf() {
                visit(&node.proxy())?;
            } else {
                // The first child is popped first.
                [stack[count + 1], stack[count]] = node.children;
                count += 2;
            }
        }
        ControlFlow::Continue(())
    }
}

impl AvlTree {
    /// The nearer child of each node first.
    pub(super) fn visit_within_reach<Q: DistanceQuery>(
        &self,
        mut query: Q,
        visit: &mut dyn FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        if self.root == NONE {
            return ControlFlow::Continue(());
        }
        let Some(first) = query.distance(self.node(self.root).aabb) else { return ControlFlow::Continue(()) };
        let mut stack = [(self.root, first); STACK];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (index, distance) = stack[count];
            // The reach may be shorter now.
            if !query.is_within_reach(distance) {
                continue;
            }
            let node = self.node(index);
            if node.is_leaf() {
                query.shorten(visit(node.key))?;
                continue;
            }
            let [a, b] = node.children.map(|child| Some((child, query.distance(self.node(child).aabb)?)));
            let second_is_nearer = matches!((a, b), (Some((_, a)), Some((_, b))) if b < a);
            let order = if second_is_nearer { [a, b] } else { [b, a] };
            for child in order.into_iter().flatten() {
                stack[count] = child;
                count += 1;
            }
        }
        ControlFlow::Continue(())
    }
}
