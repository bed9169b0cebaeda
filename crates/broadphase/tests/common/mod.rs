//! Functions that several test files use.

use broadphase::{Broadphase, Key, Mobility};
use geom::{Aabb, Point};
use std::ops::ControlFlow;

/// The pairs that `find_pairs` reports, sorted and without duplicates.
pub fn pairs_of(broadphase: &mut impl Broadphase, moved: &[Key]) -> Vec<(Key, Key)> {
    let mut pairs = Vec::new();
    broadphase.find_pairs(moved, &mut pairs);
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The keys whose boxes overlap `aabb`, sorted.
pub fn found_by_overlap(broadphase: &impl Broadphase, aabb: Aabb) -> Vec<Key> {
    let mut found = Vec::new();
    broadphase.overlap_aabb(aabb, &mut |key| {
        found.push(key);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

/// Repeatable pseudo-random numbers from 0 to 1.
pub struct Numbers(pub u32);

impl Numbers {
    pub fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 16_777_216.0
    }

    pub fn point(&mut self, range: f32) -> Point {
        Point::new(self.next() * range, self.next() * range)
    }
}

/// Boxes of 1.2 m scattered over 40 m x 40 m, every third one static.
pub fn crowd<B: Broadphase + Default>(count: Key) -> (B, Vec<Aabb>) {
    let (mut broadphase, mut numbers) = (B::default(), Numbers(2));
    let boxes: Vec<Aabb> = (0..count).map(|_| Aabb::around(numbers.point(40.0), [0.6, 0.6])).collect();
    for (key, &aabb) in (0..).zip(&boxes) {
        broadphase.insert(key, aabb, if key % 3 == 0 { Mobility::Static } else { Mobility::Moving }).unwrap();
    }
    (broadphase, boxes)
}
