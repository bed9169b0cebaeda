//! Every moved box against every other: no structure, and so nothing to get wrong. The oracle of the others.

use crate::boxes::{self, Boxes, pair};
use crate::probe::Circle;
use crate::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use alloc::string::String;
use core::ops::ControlFlow;
use geom::{Aabb, Point};

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

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search.for_each(moved, |key, pairs| {
            let Some(entry) = self.boxes.get(key) else { return };
            let partners = self.boxes.entries.iter().filter(|other| other.key != key && other.meets(entry));
            pairs.extend(partners.map(|other| pair(key, other.key)));
        });
    }

    fn query(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        boxes::query(&self.boxes.entries, aabb, visit);
    }

    fn cast(&self, cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        boxes::search(&self.boxes.entries, cast, visit);
    }

    fn nearest(&self, point: Point, max_distance: f32, visit: &mut dyn FnMut(Key) -> f32) {
        boxes::search(&self.boxes.entries, Circle::new(point, max_distance), visit);
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
