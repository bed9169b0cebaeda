//! Properties of single broad phases: the shape of the tree, the axis of the sweep, the swaps of the list.

mod common;

use broadphase::{Broadphase, DynamicTree, Key, MAX_HEIGHT, Mobility, PairFinder, SortAndSweep, SweepList};
use common::{Numbers, crowd, found_by_overlap, pairs_of};
use compute::Workers;
use geom::{Aabb, Point, Vec2};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Boxes inserted one after the other along a line, the worst order for a tree that is never balanced, give
/// at most twice the least height of a binary tree. So do boxes at one point, and a line beside one box whose
/// perimeter overflows f32. Boxes inserted row by row into a grid give at most three times that height.
#[test]
fn the_height_of_the_tree_is_proportional_to_log_n_for_any_order_of_insertion() {
    let side = 100;
    let line = |i: u32| Aabb::around([i as f32, 0.0], [0.6, 0.6]);
    let grid = |i: u32| Aabb::around([(i % side) as f32, (i / side) as f32], [0.6, 0.6]);
    let point = |_: u32| Aabb::around([0.0, 0.0], [0.6, 0.6]);
    let count = side * side;
    let least = f64::from(count).log2().ceil() as u32; // 14
    let giant = |i: u32| if i == 0 { Aabb::new([f32::MIN; 2], [f32::MAX; 2]) } else { line(i) };
    let scenes: [(&dyn Fn(u32) -> Aabb, u32); 4] = [(&line, 2), (&grid, 3), (&point, 2), (&giant, 2)];
    for (scene, (aabb, multiple)) in scenes.into_iter().enumerate() {
        let mut tree = DynamicTree::default();
        for key in 0..count {
            tree.insert(key, aabb(key), Mobility::Moving).unwrap();
        }
        assert_eq!(tree.validate(), Ok(()));
        assert!(tree.height() <= multiple * least, "scene {scene}: height {}", tree.height());
    }
}

/// The parts of the tree are its nodes: one root encloses the static boxes, one the moving ones, and there
/// are as many levels as the height says. A list has no parts.
#[test]
fn parts_of_the_tree_are_its_nodes() {
    let parts_of = |broadphase: &dyn Broadphase| {
        let mut parts = Vec::new();
        broadphase.for_each_part(&mut |depth, aabb| parts.push((depth, aabb)));
        parts
    };
    let (tree, boxes) = crowd::<DynamicTree>(200);
    let parts = parts_of(&tree);
    let roots: Vec<Aabb> = parts.iter().filter(|part| part.0 == 0).map(|part| part.1).collect();
    assert!(roots.len() == 2 && boxes.iter().all(|aabb| roots.iter().any(|root| root.contains(*aabb))));
    assert_eq!(parts.iter().map(|part| part.0 + 1).max(), Some(tree.height()));
    assert_eq!(parts_of(&crowd::<SweepList>(200).0), []);
    assert_eq!(parts_of(&DynamicTree::default()), []);
}

/// Nested boxes, each the largest so far, would make the tree a list. Its height stays within the limit.
#[test]
fn nested_boxes_do_not_exceed_the_greatest_height() {
    let mut tree = DynamicTree::default();
    for key in 0..2000 {
        tree.insert(key, Aabb::around([0.0, 0.0], [1.0 + key as f32; 2]), Mobility::Moving).unwrap();
        assert!(tree.height() <= MAX_HEIGHT);
    }
    assert_eq!(tree.validate(), Ok(()));
    assert_eq!(found_by_overlap(&tree, Aabb::around([1999.5, 0.0], [0.1, 0.1])), [1999]);
}

/// If more than a thousand boxes have moved, but fewer than one in six, the tree sorts them before it
/// searches. It still finds the pairs that the sweep finds.
#[test]
fn sorting_moved_keys_does_not_change_the_pairs() {
    let ((mut tree, boxes), (mut sweep, _)) = (crowd::<DynamicTree>(9000), crowd::<SortAndSweep>(9000));
    let moved: Vec<Key> = (0..9000).filter(|key| key % 7 == 0).collect();
    for &key in &moved {
        let Aabb { lower, upper } = boxes[key as usize];
        let aabb = Aabb::new(lower + Vec2::new(0.3, -0.2), upper + Vec2::new(0.3, -0.2));
        tree.update(key, aabb).unwrap();
        sweep.update(key, aabb).unwrap();
    }
    assert_eq!(pairs_of(&mut tree, &moved), pairs_of(&mut sweep, &moved));
}

/// Greatest ratio of the sums of perimeters of an old tree and of a new one. It is 1.094 with the numbers of
/// this test; the rest is for changes of the build. A tree without rebuilding reaches 2.4.
const PERIMETER_BOUND: f32 = 1.15;

/// After every box has moved at random twenty times, the sum of perimeters is at most PERIMETER_BOUND times
/// that of a new tree of the same boxes.
#[test]
fn a_tree_keeps_its_quality_while_boxes_move_at_random() {
    let (mut tree, mut boxes) = crowd::<DynamicTree>(2000);
    let mut numbers = Numbers(5);
    for _ in 0..20 {
        for (key, aabb) in (0..).zip(&mut boxes) {
            let by = numbers.point(1.0) - Point::new(0.5, 0.5);
            *aabb = Aabb::new(aabb.lower + by, aabb.upper + by);
            tree.update(key, *aabb).unwrap();
        }
    }
    let mut fresh = DynamicTree::default();
    for (key, &aabb) in (0..).zip(&boxes) {
        fresh.insert(key, aabb, if key % 3 == 0 { Mobility::Static } else { Mobility::Moving }).unwrap();
    }
    assert_eq!(tree.validate(), Ok(()));
    assert!(
        tree.perimeter() < PERIMETER_BOUND * fresh.perimeter(),
        "{} against {}",
        tree.perimeter(),
        fresh.perimeter()
    );
}

/// Greatest ratio of the sums of perimeters of a tree, a fifth of whose boxes was inserted, and of a new one.
/// It is 1.17 with the numbers of this test, 3.4 if boxes go where the perimeter grows most, and 1.53 if full
/// nodes are split at the greatest sum.
const INSERTION_BOUND: f32 = 1.25;

/// Boxes that are inserted one by one go where boxes grow least: the sum of perimeters is at most
/// INSERTION_BOUND times that of a tree that is built of all boxes at once.
#[test]
fn inserted_boxes_go_where_the_perimeter_grows_least() {
    let mut numbers = Numbers(7);
    let boxes: Vec<(Key, Aabb, Mobility)> =
        (0..2000).map(|key| (key, Aabb::around(numbers.point(40.0), [0.6, 0.6]), Mobility::Moving)).collect();
    let built = |count: usize| {
        let mut tree = DynamicTree::default();
        tree.insert_many(&boxes[..count]).unwrap();
        tree
    };
    let mut tree = built(1600);
    for &(key, aabb, mobility) in &boxes[1600..] {
        tree.insert(key, aabb, mobility).unwrap();
    }
    assert_eq!(tree.validate(), Ok(()));
    let ratio = tree.perimeter() / built(2000).perimeter();
    assert!(ratio < INSERTION_BOUND, "{ratio}");
}

/// A tower is sorted from bottom to top, and a row from left to right. The ground below them does not count.
#[test]
fn the_axis_of_the_sweep_follows_the_scene() {
    let mut sweep = SortAndSweep::default();
    sweep.insert(100, Aabb::new([-1e9, -1e9], [1e9, 0.0]), Mobility::Static).unwrap();
    for (axis, place) in [(1, [0.0, 1.0]), (0, [1.0, 0.0]), (1, [0.1, 1.0])] {
        for key in 0..50 {
            let aabb = Aabb::around([place[0] * key as f32, 1.0 + place[1] * key as f32], [0.6, 0.6]);
            if sweep.update(key, aabb).is_err() {
                sweep.insert(key, aabb, Mobility::Moving).unwrap();
            }
        }
        // The first sweep computes the variance, the second uses it.
        let first = pairs_of(&mut sweep, &(0..50).collect::<Vec<_>>());
        let second = pairs_of(&mut sweep, &(0..50).collect::<Vec<_>>());
        assert_eq!((sweep.axis(), sweep.validate()), (axis, Ok(())));
        assert_eq!(first, second);
    }
}

/// A crate of a row.
fn crate_in_row(x: f32) -> Aabb {
    Aabb::around([x, 0.0], [0.6, 0.6])
}

/// If nothing moves, the list needs no swap. If everything moves a little, the number of swaps is
/// proportional to the number of boxes, at a constant density. If a few boxes are inserted or removed, there
/// are at most as many swaps for each of their endpoints as the list is long.
#[test]
fn sorting_the_list_again_takes_linear_time_after_small_motions() {
    let swaps = [1000, 4000].map(|count| {
        let mut list = SweepList::default();
        for key in 0..count {
            list.insert(key, crate_in_row(key as f32), Mobility::Moving).unwrap();
        }
        let all: Vec<Key> = (0..count).collect();
        let ends = 2 * count as usize;
        assert_eq!(pairs_of(&mut list, &all).len(), count as usize - 1);
        assert_eq!(list.swaps(), 0, "a general sort handles many new boxes");

        for key in 0..count {
            list.update(key, crate_in_row(key as f32)).unwrap();
        }
        pairs_of(&mut list, &all);
        assert_eq!(list.swaps(), 0);

        let mut numbers = Numbers(8);
        for key in 0..count {
            list.update(key, crate_in_row(key as f32 + 0.5 * numbers.next())).unwrap();
        }
        pairs_of(&mut list, &all);
        assert_eq!(list.validate(), Ok(()));
        let swaps = list.swaps();
        assert!(0 < swaps && swaps < ends, "{swaps} swaps of {ends} ends");

        list.remove(count / 2).unwrap();
        pairs_of(&mut list, &all);
        assert!(list.swaps() <= 2 * ends);
        for key in [count / 2, count, count + 1] {
            list.insert(key, crate_in_row(7.0), Mobility::Moving).unwrap();
        }
        pairs_of(&mut list, &all);
        assert!(list.swaps() <= 6 * ends);
        assert_eq!(list.validate(), Ok(()));
        swaps
    });
    let growth = swaps[1] as f64 / swaps[0] as f64;
    assert!((3.5..4.5).contains(&growth), "four times the boxes, {growth} times the swaps");
}

/// The worst case of insertion sort: in a mirrored scene, every pair of endpoints is out of order, except the
/// two of one box.
#[test]
fn a_mirrored_scene_costs_the_list_a_swap_for_every_pair_of_endpoints() {
    let count = 500;
    let mut list = SweepList::default();
    for mirrored in [false, true] {
        for key in 0..count {
            let x = 10.0 * key as f32 * if mirrored { -1.0 } else { 1.0 };
            if list.update(key, crate_in_row(x)).is_err() {
                list.insert(key, crate_in_row(x), Mobility::Moving).unwrap();
            }
        }
        assert!(pairs_of(&mut list, &(0..count).collect::<Vec<_>>()).is_empty());
    }
    let ends = 2 * count as usize;
    assert_eq!(list.swaps(), ends * (ends - 1) / 2 - count as usize);
    assert_eq!(list.validate(), Ok(()));
}

/// After a search whose filter panicked, the next search finds exactly the pairs of the boxes that are
/// stored.
#[test]
fn a_search_that_panicked_leaves_nothing_behind() {
    let mut tree = DynamicTree::default();
    let keys: Vec<Key> = (0..1000).collect();
    for (x, &key) in (0_u16..).zip(&keys) {
        let around = Aabb::around([f32::from(x), 0.0], [0.6, 0.6]);
        tree.insert(key, around, Mobility::Moving).unwrap();
    }
    let (mut finder, mut pairs) = (PairFinder::default(), Vec::new());
    let mut workers = Workers::new(1);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let calls = AtomicUsize::new(0);
        let filter = |_: &mut Vec<(Key, Key)>| assert!(calls.fetch_add(1, Ordering::Relaxed) < 5);
        finder.find(&mut tree, &keys, &mut workers, &filter, &mut pairs);
    }));
    assert!(panicked.is_err());
    for &key in &keys[2..] {
        tree.remove(key).unwrap();
    }
    finder.find(&mut tree, &[0], &mut workers, &|_| {}, &mut pairs);
    assert_eq!(pairs, [(0, 1)]);
}
