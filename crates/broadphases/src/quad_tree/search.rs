//! Searches in the quadtree: which boxes overlap an AABB, and which a cast or a circle reaches.
//!
//! A stack of fixed size holds the nodes still to be visited, as in the dynamic tree.

use super::nodes::{DEPTH, NONE, OUTSIDE, QuadTree};
use crate::overlaps::Overlaps;
use broadphase::Key;
use broadphase::common::{DistanceQuery, Proxy};
use core::ops::ControlFlow;
use geom::Aabb;

/// Each level below the root leaves at most three siblings on the stack, the lowest level four.
const STACK_SIZE: usize = 3 * DEPTH + 1;

impl Overlaps for QuadTree {
    fn proxy(&self, key: Key) -> Option<Proxy> {
        self.proxies.get(key).copied()
    }

    fn visit_overlapping(
        &self,
        aabb: Aabb,
        mut visit: impl FnMut(&Proxy) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut stack, mut stack_len) = ([OUTSIDE; STACK_SIZE], 0);
        for start in [self.root, OUTSIDE] {
            if start != NONE {
                (stack[stack_len], stack_len) = (start, stack_len + 1);
            }
        }
        while stack_len > 0 {
            stack_len -= 1;
            let index = stack[stack_len];
            self.own_proxies(index).filter(|proxy| proxy.aabb.overlaps(aabb)).try_for_each(&mut visit)?;
            let children = self.nodes[index as usize].children;
            for child in children.into_iter().filter(|&child| child != NONE) {
                if self.nodes[child as usize].bounds.overlaps(aabb) {
                    (stack[stack_len], stack_len) = (child, stack_len + 1);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl QuadTree {
    /// The proxies within reach: first those outside the tree, then each node's own before its children's,
    /// the nearest child first. `visit` returns the new reach; zero or less ends the search.
    pub(super) fn visit_within_reach<Q: DistanceQuery>(
        &self,
        mut query: Q,
        visit: &mut dyn FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        let (mut stack, mut stack_len) = ([(OUTSIDE, Q::Distance::default()); STACK_SIZE], 0);
        for start in [self.root, OUTSIDE] {
            if start != NONE {
                (stack[stack_len], stack_len) = ((start, Q::Distance::default()), stack_len + 1);
            }
        }
        while stack_len > 0 {
            stack_len -= 1;
            let (index, distance) = stack[stack_len];
            // The reach may be shorter now.
            if !query.is_within_reach(distance) {
                continue;
            }
            for proxy in self.own_proxies(index) {
                if query.distance(proxy.aabb).is_some() {
                    query.shorten(visit(proxy.key))?;
                }
            }
            let first = stack_len;
            for child in self.nodes[index as usize].children.into_iter().filter(|&child| child != NONE) {
                let Some(distance) = query.distance(self.nodes[child as usize].bounds) else { continue };
                // The nearest is popped first; of equal ones, the first child.
                let mut position = stack_len;
                while position > first && stack[position - 1].1 <= distance {
                    stack[position] = stack[position - 1];
                    position -= 1;
                }
                stack[position] = (child, distance);
                stack_len += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use crate::QuadTree;
    use broadphase::{Broadphase, Mobility};
    use geom::Aabb;

    /// A grid of equal boxes moves diagonally. Nearly all are in nodes with few boxes, wherever they lie in
    /// their cells. (In an earlier version, boxes near the border of the bounds stayed in upper nodes, and
    /// each search tested half of the scene.)
    #[test]
    fn nearly_all_boxes_are_in_nodes_with_few_boxes() {
        let mut tree = QuadTree::default();
        let at = |key: u32, shift: f32| {
            Aabb::around([(key % 100) as f32 + shift, (key / 100) as f32 - shift], [0.6, 0.6])
        };
        for key in 0..10_000 {
            tree.insert(key, at(key, 0.0), Mobility::Moving).unwrap();
        }
        for step in 1_u8..20 {
            for key in 0..10_000 {
                tree.update(key, at(key, 0.3 * f32::from(step))).unwrap();
            }
            let crowded: u32 = tree.nodes.iter().map(|node| node.own_count).filter(|&count| count > 16).sum();
            assert!(crowded < 200, "step {step}: {crowded} boxes are in crowded nodes");
        }
        assert_eq!(tree.validate(), Ok(()));
    }
}
