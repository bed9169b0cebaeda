//! Every moved box against every other: no structure, and so nothing to get wrong. The oracle of the others.

use crate::boxes::{self, Boxes, pair};
use crate::ray::Ray;
use crate::{Broadphase, BroadphaseError, Key, Mobility};
use alloc::{string::String, vec::Vec};
use core::ops::ControlFlow;
use geom::{Aabb, Point, Vec2};

/// Looks at everything: changes cost nothing, pairs cost the moved boxes times all, a query or a ray all boxes.
///
/// What the other broad phases are compared with; and, for some dozens of boxes, hard to beat.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    boxes: Boxes,
}

impl Broadphase for BruteForce {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        self.boxes.insert(key, aabb, mobility)
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.boxes.remove(key)
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.boxes.update(key, aabb)
    }

    fn find_pairs(&mut self, moved: &[Key], pairs: &mut Vec<(Key, Key)>) {
        for entry in moved.iter().filter_map(|&key| self.boxes.get(key)) {
            let partners =
                self.boxes.entries.iter().filter(|other| other.key != entry.key && other.meets(entry));
            pairs.extend(partners.map(|other| pair(entry.key, other.key)));
        }
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        boxes::query(&self.boxes.entries, aabb, visit);
    }

    fn ray_cast(
        &self,
        origin: Point,
        translation: Vec2,
        max_fraction: f32,
        visit: &mut dyn FnMut(Key) -> f32,
    ) {
        boxes::ray_cast(&self.boxes.entries, Ray { origin, translation, max_fraction }, visit);
    }

    fn len(&self) -> usize {
        self.boxes.entries.len()
    }

    fn clear(&mut self) {
        self.boxes.clear();
    }

    fn validate(&self) -> Result<(), String> {
        self.boxes.validate()
    }
}
