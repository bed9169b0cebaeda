//! rstar's R*-tree.

use super::Tree;
use physics::prelude::*;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

type Item = GeomWithData<Rectangle<[f32; 2]>, u32>;

pub(super) struct Rstar {
    tree: RTree<Item>,
    /// The box in the tree, for each key.
    stored: Vec<Aabb>,
    /// The last step in which the box moved, for each key. If both boxes of a pair moved, only one of them
    /// reports it.
    moved: Vec<u32>,
    step: u32,
}

fn item(key: u32, aabb: Aabb) -> Item {
    Item::new(Rectangle::from_corners(aabb.lower.coords.into(), aabb.upper.coords.into()), key)
}

fn envelope(aabb: Aabb) -> AABB<[f32; 2]> {
    AABB::from_corners(aabb.lower.coords.into(), aabb.upper.coords.into())
}

impl Tree for Rstar {
    const NO_RAYS: Option<&'static str> = Some("no rays");

    fn make(boxes: &[Aabb]) -> Self {
        let items = (0..).zip(boxes).map(|(key, &aabb)| item(key, aabb)).collect();
        Self { tree: RTree::bulk_load(items), stored: boxes.to_vec(), moved: vec![0; boxes.len()], step: 0 }
    }

    fn update(&mut self, moved: &[u32], boxes: &[Aabb]) {
        self.step += 1;
        for &key in moved {
            let old = std::mem::replace(&mut self.stored[key as usize], boxes[key as usize]);
            self.tree.remove(&item(key, old));
            self.tree.insert(item(key, boxes[key as usize]));
            self.moved[key as usize] = self.step;
        }
    }

    fn pairs(&mut self, moved: &[u32], boxes: &[Aabb]) -> usize {
        let partners = |key: u32| {
            let found = self.tree.locate_in_envelope_intersecting(&envelope(boxes[key as usize]));
            found
                .filter(|other| other.data != key)
                .filter(|other| self.moved[other.data as usize] != self.step || key < other.data)
                .count()
        };
        moved.iter().map(|&key| partners(key)).sum()
    }

    fn count(&self, aabb: Aabb) -> usize {
        self.tree.locate_in_envelope_intersecting(&envelope(aabb)).count()
    }

    fn ray(&self, _: Point, _: Vec2, _: &[Aabb]) -> f32 {
        f32::NAN
    }
}
