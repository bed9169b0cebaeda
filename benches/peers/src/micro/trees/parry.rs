//! Parry's tree, used as Rapier's broad phase uses it.

use super::{Tree, entry};
use physics::prelude as ours;
use rapier2d::parry::bounding_volume::Aabb;
use rapier2d::parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rapier2d::parry::query::Ray;
use rapier2d::prelude::Vector;

pub(super) struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    before: Vec<u32>,
}

/// Margin of Rapier's leaves, m; here nearly zero, since the boxes are given.
const MARGIN: f32 = 1e-6;

fn aabb_of(aabb: ours::Aabb) -> Aabb {
    Aabb::new(Vector::new(aabb.lower.x, aabb.lower.y), Vector::new(aabb.upper.x, aabb.upper.y))
}

impl Tree for Parry {
    fn make(boxes: &[ours::Aabb]) -> Self {
        let boxes: Vec<Aabb> = boxes.iter().copied().map(aabb_of).collect();
        let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        let mut workspace = BvhWorkspace::default();
        tree.refit(&mut workspace);
        Self { tree, workspace, before: Vec::new() }
    }

    fn update(&mut self, moved: &[u32], boxes: &[ours::Aabb]) {
        let few = moved.len() * 16 < boxes.len();
        for &key in moved {
            let aabb = aabb_of(boxes[key as usize]);
            if few {
                self.tree.reinsert_or_update_with_change_detection(aabb, key, MARGIN);
            } else {
                self.tree.insert_or_update_partially(aabb, key, MARGIN);
            }
        }
        if few && self.before.len() * 16 < boxes.len() {
            self.tree.refit_partial(&self.before, moved);
        } else {
            self.tree.optimize_incremental(&mut self.workspace);
            self.tree.refit(&mut self.workspace);
        }
        self.before = moved.to_vec();
    }

    fn pairs(&mut self, _: &[u32], _: &[ours::Aabb]) -> usize {
        let mut found = Vec::new();
        self.tree.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |a, b| found.push((a, b)));
        found.len()
    }

    fn count(&self, aabb: ours::Aabb) -> usize {
        self.tree.intersect_aabb(&aabb_of(aabb)).count()
    }

    fn ray(&self, origin: ours::Point, translation: ours::Vec2, boxes: &[ours::Aabb]) -> f32 {
        let ray = Ray::new(Vector::new(origin.x, origin.y), Vector::new(translation.x, translation.y));
        let found = self.tree.cast_ray(&ray, 1.0, |key, _| entry(boxes[key as usize], origin, translation));
        found.map_or(1.0, |(_, at)| at)
    }
}
