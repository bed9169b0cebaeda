//! This engine's tree.

use super::{Tree, entry};
use physics::broadphase::{Broadphase, DynamicTree, Mobility};
use physics::prelude::*;
use std::ops::ControlFlow;

pub(super) struct Ours {
    tree: DynamicTree,
    updates: Vec<(u32, Aabb)>,
    found: Vec<(u32, u32)>,
}

impl Tree for Ours {
    fn make(boxes: &[Aabb]) -> Self {
        let mut tree = DynamicTree::default();
        let boxes: Vec<_> = (0..).zip(boxes).map(|(key, &aabb)| (key, aabb, Mobility::Moving)).collect();
        tree.insert_many(&boxes).expect("good boxes");
        tree.find_pairs(&[], &mut Vec::new());
        Self { tree, updates: Vec::new(), found: Vec::new() }
    }

    fn update(&mut self, moved: &[u32], boxes: &[Aabb]) {
        self.updates.clear();
        self.updates.extend(moved.iter().map(|&key| (key, boxes[key as usize])));
        self.tree.update_many(&self.updates).expect("good boxes");
    }

    fn pairs(&mut self, moved: &[u32], _: &[Aabb]) -> usize {
        self.found.clear();
        self.tree.find_pairs(moved, &mut self.found);
        self.found.len()
    }

    fn distinct(&mut self, _: usize) -> usize {
        // If both boxes of a pair moved, both may report it.
        self.found.sort_unstable();
        self.found.dedup();
        self.found.len()
    }

    fn count(&self, aabb: Aabb) -> usize {
        let mut count = 0;
        self.tree.overlap_aabb(aabb, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    fn ray(&self, origin: Point, translation: Vec2, boxes: &[Aabb]) -> f32 {
        let mut first = 1.0_f32;
        self.tree.cast_ray(origin, translation, 1.0, &mut |key| {
            first = first.min(entry(boxes[key as usize], origin, translation).unwrap_or(1.0));
            first
        });
        first
    }
}
