//! The oracle: a map from keys to boxes, searched from end to end with exact comparisons.

use broadphase::{Broadphase, Cast, Key, Mobility};
use geom::{Aabb, Point, Vec2};
use std::collections::BTreeMap;

pub type Oracle = BTreeMap<Key, (Aabb, Mobility)>;

pub fn overlap(a: Aabb, b: Aabb) -> bool {
    (0..2).all(|i| a.lower[i] <= b.upper[i] && b.lower[i] <= a.upper[i])
}

pub fn pairs_of_oracle(oracle: &Oracle, moved: &[Key]) -> Vec<(Key, Key)> {
    let mut pairs = Vec::new();
    for (&a, &(box_a, mobility_a)) in oracle {
        for (&b, &(box_b, mobility_b)) in oracle.range(a + 1..) {
            let one_moved = moved.contains(&a) || moved.contains(&b);
            let one_moves = mobility_a == Mobility::Moving || mobility_b == Mobility::Moving;
            if one_moved && one_moves && overlap(box_a, box_b) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// The keys that a cast visits if nothing shortens it, sorted.
pub fn found_by_cast(broadphase: &impl Broadphase, cast: Cast) -> Vec<Key> {
    let mut found = Vec::new();
    broadphase.cast(cast, &mut |key| {
        found.push(key);
        f32::INFINITY
    });
    sorted_each_once(found)
}

pub fn found_nearest(broadphase: &impl Broadphase, point: Point, max_distance: f32) -> Vec<Key> {
    let mut found = Vec::new();
    broadphase.nearest(point, max_distance, &mut |key| {
        found.push(key);
        f32::INFINITY
    });
    sorted_each_once(found)
}

pub fn sorted_each_once(mut found: Vec<Key>) -> Vec<Key> {
    let visits = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!(visits, found.len(), "a key is visited twice");
    found
}

/// The slab test in f64, where differences of f32 are exact and quotients nearly so.
pub fn exact_ray_entry(aabb: Aabb, origin: Point, translation: Vec2, max_fraction: f32) -> Option<f64> {
    exact_box_entry(aabb, Aabb { lower: origin, upper: origin }, translation, max_fraction)
}

/// The fraction at which a moving box first touches another: along each axis, the translation so far lies
/// between the two differences of sides.
pub fn exact_box_entry(aabb: Aabb, moving: Aabb, translation: Vec2, max_fraction: f32) -> Option<f64> {
    let (mut enter, mut leave) = (0.0_f64, f64::from(max_fraction));
    for i in 0..2 {
        let [low, high, left, right, d] =
            [aabb.lower[i], aabb.upper[i], moving.lower[i], moving.upper[i], translation[i]].map(f64::from);
        let (first, last) = (low - right, high - left);
        if d == 0.0 {
            if first > 0.0 || last < 0.0 {
                return None;
            }
        } else {
            let (a, b) = (first / d, last / d);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    (enter <= leave).then_some(enter)
}

pub fn exact_distance(aabb: Aabb, point: Point) -> f64 {
    let off = |i: usize| {
        let [low, high, at] = [aabb.lower[i], aabb.upper[i], point[i]].map(f64::from);
        (low - at).max(at - high).max(0.0)
    };
    off(0).hypot(off(1))
}
