//! Laws of queries: overlaps, rays, moving boxes, the nearest boxes, and of parts.

use super::common::{Numbers, crowd};
use super::history::{Call, perform};
use super::oracle::{Oracle, exact_box_entry, exact_distance, exact_ray_entry, sorted_each_once};
use broadphase::{Broadphase, Cast, Key, Mobility};
use geom::{Aabb, Point, Vec2};
use std::ops::ControlFlow;

/// Boxes with corners on whole metres, and rays from one whole metre to another, from near and far. The rays
/// run along borders, end on them, and touch boxes at a single point.
pub fn rays_along_borders_and_through_corners_miss_nothing<B: Broadphase + Default>() {
    let (mut broadphase, mut oracle) = (B::default(), Oracle::new());
    let mut numbers = Numbers(7);
    let mut whole = |range: f32| (numbers.next() * range) as i32 as f32;
    for key in 0..500 {
        let (lower, size) = ([whole(40.0), whole(40.0)], [whole(4.0), whole(4.0)]);
        let aabb = Aabb::new(lower, [lower[0] + size[0], lower[1] + size[1]]);
        broadphase.insert(key, aabb, Mobility::Moving).unwrap();
        oracle.insert(key, (aabb, Mobility::Moving));
    }
    for i in 0..400 {
        let (from, to) = ([whole(40.0), whole(40.0)], Point::new(whole(40.0), whole(40.0)));
        // Every other ray starts ten times as far away on the same line.
        let origin = if i % 2 == 0 { from.into() } else { to + (Point::from(from) - to) * 10.0 };
        perform(&Call::CastRay(origin, to - origin, 1.0), &mut broadphase, &mut oracle);
    }
}

pub fn a_visitor_can_stop_a_search<B: Broadphase + Default>() {
    let (broadphase, _) = crowd::<B>(200);
    for limit in [1, 5, 100] {
        let mut visits = 0;
        broadphase.overlap_aabb(Aabb::new([-1e9; 2], [1e9; 2]), &mut |_| {
            visits += 1;
            if visits == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(visits, limit);
    }
    let mut visits = 0;
    broadphase.cast_ray(Point::origin(), Vec2::new(40.0, 40.0), 1.0, &mut |_| {
        visits += 1;
        0.0
    });
    assert_eq!(visits, 1);
}

/// If the visitor shortens the ray to each hit, the last hit is the nearest of all.
pub fn the_nearest_box_on_a_ray_is_found<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(500);
    let mut numbers = Numbers(3);
    for _ in 0..300 {
        let origin = numbers.point(80.0) - Vec2::new(20.0, 20.0);
        let translation = numbers.point(40.0) - origin;
        let all = boxes.iter().filter_map(|aabb| aabb.ray_entry(origin, translation, 1.0));
        let expected = all.fold(f32::INFINITY, f32::min);

        let mut nearest = f32::INFINITY;
        broadphase.cast_ray(origin, translation, 1.0, &mut |key| {
            if let Some(entry) = boxes[key as usize].ray_entry(origin, translation, nearest.min(1.0)) {
                assert!(entry <= nearest);
                nearest = entry;
            }
            nearest
        });
        assert_eq!(nearest, expected);
    }
}

pub fn a_moving_box_finds_what_it_touches_first<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(500);
    let mut numbers = Numbers(9);
    for _ in 0..300 {
        let from = numbers.point(80.0) - Vec2::new(20.0, 20.0);
        let moving = Aabb::around(from, numbers.point(2.0).coords);
        let translation = numbers.point(40.0) - from;
        let entry = |key: Key| exact_box_entry(boxes[key as usize], moving, translation, 1.0);
        let expected = (0..500).filter_map(entry).fold(f64::INFINITY, f64::min);

        let mut nearest = f64::INFINITY;
        broadphase.cast_aabb(moving, translation, 1.0, &mut |key| {
            nearest = nearest.min(entry(key).unwrap_or(f64::INFINITY));
            nearest as f32
        });
        assert_eq!(nearest, expected);
    }
}

/// Every kind of query, filtered to odd keys, finds all boxes that it touches, and no box that is farther
/// away than a millimetre.
pub fn every_kind_of_query_agrees_with_brute_force<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(500);
    let mut numbers = Numbers(10);
    let check = |found: &[Key], touches: &dyn Fn(Aabb) -> bool| {
        for (key, &aabb) in (0..).zip(&boxes).filter(|(key, _)| key % 2 == 1) {
            assert!(!touches(aabb) || found.contains(&key), "key {key} is missed");
            assert!(
                touches(aabb.expanded(1e-3)) || !found.contains(&key),
                "key {key} is found but not touched"
            );
        }
    };
    for _ in 0..200 {
        let (from, to) = (numbers.point(40.0), numbers.point(40.0));
        let mut found = Vec::new();
        let mut all = |key: Key| {
            if key % 2 == 1 {
                found.push(key);
            }
            f32::INFINITY
        };
        broadphase.cast_segment(from, to, &mut all);
        check(&sorted_each_once(found), &|aabb| exact_ray_entry(aabb, from, to - from, 1.0).is_some());

        let mut found = Vec::new();
        broadphase.overlap_point(from, &mut |key| {
            found.extend((key % 2 == 1).then_some(key));
            ControlFlow::Continue(())
        });
        check(&sorted_each_once(found), &|aabb| aabb.contains_point(from));

        let moving = Aabb::around(from, [numbers.next() * 3.0, 0.5]);
        let casts = [Cast::aabb(moving, to - from, 0.5), Cast::ray(to, Vec2::new(1.0, 0.0), f32::INFINITY)];
        let mut found = [vec![], vec![]];
        broadphase.cast_many(&casts, &mut |place, key| {
            found[place].extend((key % 2 == 1).then_some(key));
            f32::INFINITY
        });
        let [by_box, by_ray] = found;
        check(&sorted_each_once(by_box), &|aabb| exact_box_entry(aabb, moving, to - from, 0.5).is_some());
        let way = Vec2::new(1.0, 0.0);
        check(&sorted_each_once(by_ray), &|aabb| exact_ray_entry(aabb, to, way, f32::INFINITY).is_some());
    }
}

/// The k nearest boxes for small and large k, near and far, with and without a filter.
pub fn nearest_k_is_ordered_by_distance_then_key<B: Broadphase + Default>() {
    let (mut broadphase, mut boxes) = crowd::<B>(300);
    // Some boxes are at the same place, so that distances are equal, some are large, and one is the ground.
    let more = (0..20).map(|i| Aabb::around([50.0, 20.0], [if i < 10 { 1.0 } else { 5.0 + i as f32 }, 1.0]));
    for aabb in more.chain([Aabb::new([-1e9, -1e9], [1e9, -30.0])]) {
        broadphase.insert(boxes.len() as Key, aabb, Mobility::Moving).unwrap();
        boxes.push(aabb);
    }
    let mut numbers = Numbers(11);
    for i in 0..200 {
        let far = if i % 10 == 0 { 1e6 } else { 100.0 };
        let point = numbers.point(far) - Vec2::new(30.0, 30.0);
        let max_distance = if i % 3 == 0 { 10.0 } else { f32::INFINITY };
        let distance = |key: Key| {
            let is_filtered_out = i % 2 == 0 && key % 2 == 1;
            if is_filtered_out { f32::INFINITY } else { exact_distance(boxes[key as usize], point) as f32 }
        };
        let mut expected: Vec<(f32, Key)> = (0..boxes.len() as Key).map(|key| (distance(key), key)).collect();
        expected.retain(|found| found.0 <= max_distance && found.0 < f32::INFINITY);
        expected.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap());
        for k in [0, 1, 7, 400] {
            let mut found = vec![(0.0, 0); k];
            let mut visits = 0;
            let count = broadphase.nearest_k(point, max_distance, &mut found, &mut |key| {
                visits += 1;
                distance(key)
            });
            assert_eq!(found[..count], expected[..expected.len().min(k)], "{k} nearest to {point}");
            assert!(visits <= boxes.len());
        }
    }
}

pub fn invalid_queries_find_nothing<B: Broadphase + Default>() {
    let (mut broadphase, _) = crowd::<B>(50);
    broadphase.insert(50, Aabb::new([f32::MIN; 2], [f32::MAX; 2]), Mobility::Moving).unwrap();
    let unit = Aabb::new([0.0; 2], [1.0; 2]);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        broadphase.nearest(Point::new(bad, 0.0), f32::INFINITY, &mut |key| panic!("found {key}"));
        for cast in [
            Cast::ray([0.0, bad], [1.0, 0.0], 1.0),
            Cast::ray([0.0, 0.0], [bad, 0.0], 1.0),
            Cast::aabb(unit, [0.0, bad], 1.0),
            Cast::aabb(Aabb::new([0.0; 2], [bad, 1.0]), [1.0, 0.0], 1.0),
        ] {
            broadphase.cast(cast, &mut |key| panic!("found {key}"));
        }
    }
    for max in [-1.0, f32::NAN, f32::NEG_INFINITY] {
        broadphase.nearest(Point::origin(), max, &mut |key| panic!("found {key}"));
        broadphase.cast_aabb(unit, Vec2::new(1.0, 0.0), max, &mut |key| panic!("found {key}"));
        assert_eq!(broadphase.nearest_k(Point::origin(), max, &mut [(0.0, 0); 3], &mut |_| 0.0), 0);
    }
    // A distance of NaN filters the key out.
    assert_eq!(broadphase.nearest_k(Point::origin(), 1e9, &mut [(0.0, 0); 3], &mut |_| f32::NAN), 0);
    // A reach of zero or less ends the search.
    for answer in [0.0, -1.0] {
        let mut visits = 0;
        broadphase.nearest(Point::origin(), 1e9, &mut |_| {
            visits += 1;
            answer
        });
        assert_eq!(visits, 1);
    }
}

/// The parts of a broad phase lie inside each other by depth, up to rounding, and contain the centres of all
/// boxes, if there are any.
pub fn parts_lie_inside_each_other_by_depth<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(200);
    let mut parts = Vec::new();
    broadphase.for_each_part(&mut |depth, aabb| parts.push((depth, aabb)));
    for (depth, aabb) in parts.iter().filter(|part| part.0 > 0) {
        let encloses = |part: &(u32, Aabb)| part.0 + 1 == *depth && part.1.expanded(1e-3).contains(*aabb);
        assert!(parts.iter().any(encloses), "{aabb:?} at depth {depth}");
    }
    let outermost: Vec<Aabb> = parts.iter().filter(|part| part.0 == 0).map(|part| part.1).collect();
    let is_inside = |aabb: &Aabb| outermost.iter().any(|part| part.contains_point(aabb.center()));
    assert!(parts.is_empty() || boxes.iter().all(is_inside));
}
