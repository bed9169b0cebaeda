//! Which boxes of the quadtree a box, a cast or a circle meets.
//!
//! As in the tree, a stack of nodes still to be visited, of a fixed size: each level leaves at most three waiting.

use super::QuadTree;
use super::nodes::{DEPTH, NONE, OUTSIDE};
use crate::Key;
use crate::boxes::Entry;
use crate::probe::Probe;
use core::ops::ControlFlow;
use geom::Aabb;

/// The most nodes that wait at once.
const WAITING: usize = 3 * DEPTH + 4;

impl QuadTree {
    /// Visits the entries that overlap `aabb`, until `visit` breaks off.
    pub(super) fn search_box(
        &self,
        aabb: Aabb,
        mut visit: impl FnMut(&Entry) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut stack, mut waiting) = ([OUTSIDE; WAITING], 0);
        // What is outside is a node without quarters.
        for start in [self.root, OUTSIDE] {
            if start != NONE {
                (stack[waiting], waiting) = (start, waiting + 1);
            }
        }
        while waiting > 0 {
            waiting -= 1;
            let index = stack[waiting];
            self.own(index).filter(|entry| entry.aabb.overlaps(aabb)).try_for_each(&mut visit)?;
            let quarters = self.nodes[index as usize].quarters;
            for below in quarters.into_iter().filter(|&below| below != NONE) {
                if self.nodes[below as usize].bounds.overlaps(aabb) {
                    (stack[waiting], waiting) = (below, waiting + 1);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the entries within reach, those of nearer nodes first, and shortens the reach to what `visit` answers.
    pub(super) fn search<P: Probe>(
        &self,
        mut probe: P,
        visit: &mut dyn FnMut(Key) -> f32,
    ) -> ControlFlow<()> {
        let (mut stack, mut waiting) = ([(OUTSIDE, P::Reach::default()); WAITING], 0);
        for start in [self.root, OUTSIDE] {
            if start != NONE {
                (stack[waiting], waiting) = ((start, P::Reach::default()), waiting + 1);
            }
        }
        while waiting > 0 {
            waiting -= 1;
            let (index, reach) = stack[waiting];
            // It may have been shortened since the node was put aside.
            if !probe.reaches(reach) {
                continue;
            }
            for entry in self.own(index) {
                if probe.reach(entry.aabb).is_some() {
                    probe.shorten(visit(entry.key))?;
                }
            }
            let first = waiting;
            for below in self.nodes[index as usize].quarters.into_iter().filter(|&below| below != NONE) {
                let Some(reach) = probe.reach(self.nodes[below as usize].bounds) else { continue };
                // The farthest first: the nearest is taken up first. Of equal ones, the first.
                let mut place = waiting;
                while place > first && stack[place - 1].1 <= reach {
                    stack[place] = stack[place - 1];
                    place -= 1;
                }
                stack[place] = (below, reach);
                waiting += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Broadphase, Mobility, QuadTree};
    use geom::Aabb;

    /// Boxes of one size, in rows, moved about: nearly all get down to nodes of few boxes, wherever they lie in their
    /// cells. (Those in the rim of the bounds once did not, and each search looked at half the scene.)
    #[test]
    fn few_boxes_stay_high_up() {
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
            let crowded: u32 = tree.nodes.iter().map(|node| node.own).filter(|&own| own > 16).sum();
            assert!(crowded < 200, "step {step}: {crowded} boxes are in crowded nodes");
        }
        assert_eq!(tree.validate(), Ok(()));
    }
}
