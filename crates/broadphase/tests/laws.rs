//! What every broad phase must do, whichever it is: each law is written once and asked of all.
//!
//! The oracle is a map from keys to boxes, looked through from end to end with exact comparisons.

mod common;
mod tutorial;

use broadphase::{
    Broadphase, BroadphaseError, BruteForce, Cast, DynamicTree, Key, Mobility, PairFinder, QuadTree,
    SortAndSweep, SweepList, UniformGrid,
};
use common::{Numbers, crowd, found_by_query, pairs_of};
use compute::Workers;
use geom::{Aabb, Point, Vec2};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs a law, a function generic over the broad phase, as a test for each of them.
macro_rules! for_each_broadphase {
    ($($(#[$doc:meta])* $law:ident;)*) => {
        $($(#[$doc])* mod $law {
            use super::*;
            #[test] fn brute_force() { super::$law::<BruteForce>(); }
            #[test] fn sweep_list() { super::$law::<SweepList>(); }
            #[test] fn sort_and_sweep() { super::$law::<SortAndSweep>(); }
            #[test] fn uniform_grid() { super::$law::<UniformGrid>(); }
            #[test] fn quad_tree() { super::$law::<QuadTree>(); }
            #[test] fn shelf_of_the_tutorial() { super::$law::<tutorial::Shelf>(); }
            #[test] fn dynamic_tree() { super::$law::<DynamicTree>(); }
        })*
    };
}

for_each_broadphase! {
    any_history_agrees_with_the_oracle;
    refusals_say_why_and_change_nothing;
    nothing_is_found_where_nothing_is;
    scenery_alone_makes_no_pairs;
    boxes_at_one_point_all_meet;
    boxes_of_any_size_live_together;
    nothing_is_lost_far_from_the_origin;
    rays_along_borders_and_through_corners_miss_nothing;
    a_visitor_can_stop_early;
    the_nearest_box_on_a_ray_is_found;
    a_box_on_its_way_finds_what_it_touches_first;
    questions_are_answered_as_by_looking_at_everything;
    the_nearest_are_found_in_order;
    what_is_no_number_or_out_of_reach_finds_nothing;
    the_same_calls_give_the_same_answers_in_the_same_order;
    any_number_of_threads_finds_the_same_pairs;
    many_at_once_are_as_one_by_one;
}

#[derive(Clone, Debug)]
enum Call {
    Insert(Key, Aabb, Mobility),
    InsertMany(Vec<(Key, Aabb, Mobility)>),
    Remove(Key),
    UpdateMany(Vec<(Key, Aabb)>),
    Teleport(Key, Aabb),
    Nudge(Key, Vec2),
    /// One bit for each key.
    FindPairs(u64),
    Query(Aabb),
    RayCast(Point, Vec2, f32),
    BoxCast(Aabb, Vec2, f32),
    Nearest(Point, f32),
    Clear,
}

/// Few enough that keys are often taken, freed and taken again.
const KEYS: Key = 40;

fn coordinate() -> impl Strategy<Value = f32> {
    // On whole metres borders touch exactly.
    prop_oneof![3 => -20.0_f32..20.0, 2 => (-20_i8..20).prop_map(f32::from)]
}

fn any_box() -> impl Strategy<Value = Aabb> {
    let size = prop_oneof![4 => 0.0_f32..3.0, 2 => (0_u8..3).prop_map(f32::from), 1 => 0.0_f32..40.0];
    prop_oneof![
        20 => ([coordinate(), coordinate()], [size.clone(), size])
            .prop_map(|([x, y], [w, h])| Aabb::new([x, y], [x + w, y + h])),
        // A half-space, a wall, the whole plane, and all that f32 can hold.
        1 => coordinate().prop_map(|y| Aabb::new([-1e9, -1e9], [1e9, y])),
        1 => coordinate().prop_map(|x| Aabb::new([x, -1e9], [x, 1e9])),
        1 => Just(Aabb::around([0.0, 0.0], [1e9, 1e9])),
        1 => Just(Aabb::new([f32::MIN; 2], [f32::MAX; 2])),
    ]
}

fn any_call() -> impl Strategy<Value = Call> {
    let mobility = prop_oneof![1 => Just(Mobility::Fixed), 2 => Just(Mobility::Moving)];
    let small = -0.2_f32..0.2;
    let direction = prop_oneof![1 => Just(0.0_f32), 4 => -50.0_f32..50.0];
    prop_oneof![
        40 => (0..KEYS, any_box(), mobility.clone()).prop_map(|(key, aabb, mobility)| Call::Insert(key, aabb, mobility)),
        4 => prop::collection::vec((0..KEYS, any_box(), mobility.clone()), 0..12).prop_map(Call::InsertMany),
        12 => (0..KEYS).prop_map(Call::Remove),
        6 => prop::collection::vec((0..KEYS, any_box()), 0..12).prop_map(Call::UpdateMany),
        12 => (0..KEYS, any_box()).prop_map(|(key, aabb)| Call::Teleport(key, aabb)),
        24 => (0..KEYS, small.clone(), small).prop_map(|(key, x, y)| Call::Nudge(key, Vec2::new(x, y))),
        12 => any::<u64>().prop_map(Call::FindPairs),
        12 => any_box().prop_map(Call::Query),
        12 => ([coordinate(), coordinate()], [direction.clone(), direction.clone()], 0.0_f32..2.0)
            .prop_map(|(from, by, max)| Call::RayCast(from.into(), by.into(), max)),
        8 => (any_box(), [direction.clone(), direction.clone()], 0.0_f32..2.0)
            .prop_map(|(aabb, by, max)| Call::BoxCast(aabb, by.into(), max)),
        8 => ([coordinate(), coordinate()], prop_oneof![0.0_f32..30.0, Just(f32::INFINITY)])
            .prop_map(|(at, max)| Call::Nearest(at.into(), max)),
        1 => Just(Call::Clear),
    ]
}

type Oracle = BTreeMap<Key, (Aabb, Mobility)>;

/// Of what a long search draws for each property, histories take a 64th: each has more than a hundred calls, and the whole
/// structure is checked after each. But no fewer than this, which is some seconds for all broad phases.
const FEWEST_HISTORIES: u32 = 125;

fn of_histories() -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = (config.cases / 64).max(FEWEST_HISTORIES);
    ProptestConfig { cases, source_file: Some(file!()), ..config }
}

fn any_history_agrees_with_the_oracle<B: Broadphase + Default>() {
    let config = of_histories();
    proptest!(config, |(calls in prop::collection::vec(any_call(), 1..250))| {
        let (mut broadphase, mut oracle) = (B::default(), Oracle::new());
        for call in &calls {
            make(call, &mut broadphase, &mut oracle);
            prop_assert_eq!(broadphase.validate(), Ok(()), "after {:?}", call);
            prop_assert_eq!(broadphase.len(), oracle.len());
        }
    });
}

/// Makes a call and compares what it finds, or whether it is refused.
fn make(call: &Call, broadphase: &mut impl Broadphase, oracle: &mut Oracle) {
    match *call {
        Call::Insert(key, aabb, mobility) => {
            let taken = oracle.contains_key(&key);
            let expected = if taken { Err(BroadphaseError::KeyTaken { key }) } else { Ok(()) };
            assert_eq!(broadphase.insert(key, aabb, mobility), expected);
            oracle.entry(key).or_insert((aabb, mobility));
        }
        Call::InsertMany(ref boxes) => {
            // Up to the first that is taken, by others or by one of themselves.
            let mut expected = Ok(());
            for &(key, aabb, mobility) in boxes {
                if oracle.contains_key(&key) {
                    expected = Err(BroadphaseError::KeyTaken { key });
                    break;
                }
                oracle.insert(key, (aabb, mobility));
            }
            assert_eq!(broadphase.insert_many(boxes), expected);
        }
        Call::Remove(key) => {
            let expected = oracle.remove(&key).map(|_| ()).ok_or(BroadphaseError::UnknownKey { key });
            assert_eq!(broadphase.remove(key), expected);
        }
        Call::UpdateMany(ref boxes) => {
            // Up to the first that is not there. A key may come twice: its last box counts.
            let mut expected = Ok(());
            for &(key, aabb) in boxes {
                let Some(entry) = oracle.get_mut(&key) else {
                    expected = Err(BroadphaseError::UnknownKey { key });
                    break;
                };
                entry.0 = aabb;
            }
            assert_eq!(broadphase.update_many(boxes), expected);
        }
        Call::Teleport(key, aabb) => update(broadphase, oracle, key, aabb),
        Call::Nudge(key, by) => {
            let old = oracle.get(&key).map_or(Aabb::around([0.0, 0.0], [1.0, 1.0]), |entry| entry.0);
            update(broadphase, oracle, key, Aabb::new(old.lower + by, old.upper + by));
        }
        Call::FindPairs(bits) => {
            // Also keys that were never used.
            let moved: Vec<Key> = (0..64).filter(|key| bits >> key & 1 == 1).collect();
            assert_eq!(pairs_of(broadphase, &moved), pairs_of_oracle(oracle, &moved));
        }
        Call::Query(aabb) => {
            let overlapping = oracle.iter().filter(|(_, entry)| overlap(entry.0, aabb));
            assert_eq!(
                found_by_query(broadphase, aabb),
                overlapping.map(|(&key, _)| key).collect::<Vec<_>>()
            );
        }
        Call::RayCast(origin, translation, max_fraction) => {
            let found = found_by_cast(broadphase, Cast::ray(origin, translation, max_fraction));
            for (key, entry) in &*oracle {
                if exact_ray_entry(entry.0, origin, translation, max_fraction).is_some() {
                    assert!(found.contains(key), "the ray misses key {key}");
                }
            }
            assert!(found.iter().all(|key| oracle.contains_key(key)));
        }
        Call::BoxCast(aabb, translation, max_fraction) => {
            let found = found_by_cast(broadphase, Cast::of_box(aabb, translation, max_fraction));
            for (key, entry) in &*oracle {
                if exact_box_entry(entry.0, aabb, translation, max_fraction).is_some() {
                    assert!(found.contains(key), "the box misses key {key}");
                }
            }
            assert!(found.iter().all(|key| oracle.contains_key(key)));
        }
        Call::Nearest(point, max_distance) => {
            let found = found_nearest(broadphase, point, max_distance);
            for (key, entry) in &*oracle {
                if exact_distance(entry.0, point) <= f64::from(max_distance) {
                    assert!(found.contains(key), "key {key} is near and not found");
                }
            }
            assert!(found.iter().all(|key| oracle.contains_key(key)));
        }
        Call::Clear => {
            broadphase.clear();
            oracle.clear();
        }
    }
}

fn update(broadphase: &mut impl Broadphase, oracle: &mut Oracle, key: Key, aabb: Aabb) {
    let stored = oracle.get_mut(&key);
    let expected = if stored.is_some() { Ok(()) } else { Err(BroadphaseError::UnknownKey { key }) };
    assert_eq!(broadphase.update(key, aabb), expected);
    if let Some(entry) = stored {
        entry.0 = aabb;
    }
}

fn overlap(a: Aabb, b: Aabb) -> bool {
    (0..2).all(|i| a.lower[i] <= b.upper[i] && b.lower[i] <= a.upper[i])
}

fn pairs_of_oracle(oracle: &Oracle, moved: &[Key]) -> Vec<(Key, Key)> {
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

/// All that a cast visits if nothing shortens it, each once, sorted.
fn found_by_cast(broadphase: &impl Broadphase, cast: Cast) -> Vec<Key> {
    let mut found = Vec::new();
    broadphase.cast(cast, &mut |key| {
        found.push(key);
        f32::INFINITY
    });
    sorted_each_once(found)
}

fn found_nearest(broadphase: &impl Broadphase, point: Point, max_distance: f32) -> Vec<Key> {
    let mut found = Vec::new();
    broadphase.nearest(point, max_distance, &mut |key| {
        found.push(key);
        f32::INFINITY
    });
    sorted_each_once(found)
}

fn sorted_each_once(mut found: Vec<Key>) -> Vec<Key> {
    let visits = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!(visits, found.len(), "a box is visited twice");
    found
}

/// The slab test in f64, where the differences of f32 are exact and the quotients nearly.
fn exact_ray_entry(aabb: Aabb, origin: Point, translation: Vec2, max_fraction: f32) -> Option<f64> {
    exact_box_entry(aabb, Aabb { lower: origin, upper: origin }, translation, max_fraction)
}

/// When a box on its way first touches another: when the way so far lies between the two differences of sides.
fn exact_box_entry(aabb: Aabb, moving: Aabb, translation: Vec2, max_fraction: f32) -> Option<f64> {
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

fn exact_distance(aabb: Aabb, point: Point) -> f64 {
    let off = |i: usize| {
        let [low, high, at] = [aabb.lower[i], aabb.upper[i], point[i]].map(f64::from);
        (low - at).max(at - high).max(0.0)
    };
    off(0).hypot(off(1))
}

fn refusals_say_why_and_change_nothing<B: Broadphase + Default>() {
    let mut broadphase = B::default();
    let good = Aabb::new([0.0, 0.0], [1.0, 1.0]);
    broadphase.insert(3, good, Mobility::Moving).unwrap();

    for (lower, upper) in [
        ([f32::NAN, 0.0], [1.0, 1.0]),
        ([0.0, 0.0], [1.0, f32::INFINITY]),
        ([0.0, f32::NEG_INFINITY], [1.0, 1.0]),
        ([2.0, 0.0], [1.0, 1.0]),
        ([0.0, 2.0], [1.0, 1.0]),
    ] {
        let bad = Aabb::new(lower, upper);
        for error in
            [broadphase.insert(4, bad, Mobility::Moving).unwrap_err(), broadphase.update(3, bad).unwrap_err()]
        {
            assert!(matches!(error, BroadphaseError::InvalidBox { .. }), "{error}");
        }
    }
    let moved_away = Aabb::new([5.0, 5.0], [6.0, 6.0]);
    assert_eq!(broadphase.insert(3, moved_away, Mobility::Fixed), Err(BroadphaseError::KeyTaken { key: 3 }));
    assert_eq!(broadphase.update(2, good), Err(BroadphaseError::UnknownKey { key: 2 }));
    assert_eq!(broadphase.remove(1_000_000), Err(BroadphaseError::UnknownKey { key: 1_000_000 }));

    assert_eq!(broadphase.validate(), Ok(()));
    assert_eq!((broadphase.len(), found_by_query(&broadphase, good)), (1, vec![3]));
    assert!(found_by_query(&broadphase, moved_away).is_empty());
    let error = broadphase.insert(9, Aabb::new([0.5, f32::NAN], [1.0, 1.0]), Mobility::Fixed).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the box of key 9, from (0.5, NaN) to (1, 1), must have finite corners in order"
    );
}

fn nothing_is_found_where_nothing_is<B: Broadphase + Default>() {
    fn check(broadphase: &mut impl Broadphase) {
        assert!(broadphase.is_empty());
        assert_eq!(broadphase.validate(), Ok(()));
        assert!(pairs_of(broadphase, &[0, 7]).is_empty());
        broadphase.query(Aabb::new([f32::MIN; 2], [f32::MAX; 2]), &mut |key| panic!("found {key}"));
        broadphase
            .ray_cast(Point::origin(), Vec2::new(1.0, 0.0), f32::INFINITY, &mut |key| panic!("found {key}"));
        assert_eq!(broadphase.remove(0), Err(BroadphaseError::UnknownKey { key: 0 }));
    }
    let mut broadphase = B::default();
    check(&mut broadphase);
    broadphase.insert(0, Aabb::new([0.0, 0.0], [1.0, 1.0]), Mobility::Moving).unwrap();
    broadphase.remove(0).unwrap();
    check(&mut broadphase);
    broadphase.insert(0, Aabb::new([0.0, 0.0], [1.0, 1.0]), Mobility::Fixed).unwrap();

    // A box or a ray of no numbers meets nothing, and a ray of no length only what it starts in.
    broadphase.query(Aabb::EMPTY, &mut |key| panic!("found {key}"));
    broadphase.query(Aabb::new([f32::NAN; 2], [f32::NAN; 2]), &mut |key| panic!("found {key}"));
    for max_fraction in [-1.0, f32::NAN] {
        broadphase
            .ray_cast(Point::origin(), Vec2::new(1.0, 0.0), max_fraction, &mut |key| panic!("found {key}"));
    }
    for (x, expected) in [(0.5, 1), (1.5, 0)] {
        let mut found = 0;
        broadphase.ray_cast(Point::new(x, 0.5), Vec2::zeros(), 1.0, &mut |_| {
            found += 1;
            1.0
        });
        assert_eq!(found, expected);
    }

    broadphase.clear();
    check(&mut broadphase);
}

fn scenery_alone_makes_no_pairs<B: Broadphase + Default>() {
    let mut broadphase = B::default();
    let square = Aabb::new([0.0, 0.0], [1.0, 1.0]);
    for key in 0..10 {
        broadphase.insert(key, square, Mobility::Fixed).unwrap();
    }
    assert!(pairs_of(&mut broadphase, &(0..10).collect::<Vec<_>>()).is_empty());
    // What moves meets the scenery, whichever of them has changed.
    broadphase.insert(10, square, Mobility::Moving).unwrap();
    assert_eq!(pairs_of(&mut broadphase, &[10]).len(), 10);
    assert_eq!(pairs_of(&mut broadphase, &[4]), [(4, 10)]);
    // A key is free for either mobility when its box is gone.
    broadphase.remove(4).unwrap();
    broadphase.insert(4, square, Mobility::Moving).unwrap();
    assert_eq!(pairs_of(&mut broadphase, &[4]).len(), 10);
}

fn boxes_at_one_point_all_meet<B: Broadphase + Default>() {
    const COUNT: Key = 600;
    let mut broadphase = B::default();
    let point = Aabb::new([7.0, -3.0], [7.0, -3.0]);
    for key in 0..COUNT {
        broadphase.insert(key, point, Mobility::Moving).unwrap();
    }
    assert_eq!(broadphase.validate(), Ok(()));
    assert_eq!(
        pairs_of(&mut broadphase, &(0..COUNT).collect::<Vec<_>>()).len() as Key,
        COUNT * (COUNT - 1) / 2
    );
    assert_eq!(pairs_of(&mut broadphase, &[5]).len() as Key, COUNT - 1);
    for key in 0..COUNT {
        broadphase.update(key, point).unwrap();
    }
    for key in 0..COUNT - 1 {
        broadphase.remove(key).unwrap();
    }
    assert_eq!(broadphase.validate(), Ok(()));
    assert_eq!(found_by_query(&broadphase, point), [COUNT - 1]);
}

/// Half-spaces, the plane, and a crowd of crates: nothing overflows, and no crate is lost beside the giants.
fn boxes_of_any_size_live_together<B: Broadphase + Default>() {
    let (mut broadphase, mut oracle) = (B::default(), Oracle::new());
    let mut numbers = Numbers(1);
    let giants = [
        Aabb::new([-1e9, -1e9], [1e9, 0.0]),
        Aabb::new([-1e9, -1e9], [0.0, 1e9]),
        Aabb::around([0.0, 0.0], [1e9, 1e9]),
        Aabb::new([f32::MIN; 2], [f32::MAX; 2]),
        Aabb::new([f32::MAX; 2], [f32::MAX; 2]),
    ];
    for key in 0..400 {
        let (aabb, mobility) = match giants.get(key as usize / 40) {
            Some(&giant) if key % 40 == 0 => (giant, Mobility::Fixed),
            Some(&giant) if key % 40 == 1 => (giant, Mobility::Moving),
            _ => (Aabb::around(numbers.point(30.0), [0.5, 0.5]), Mobility::Moving),
        };
        broadphase.insert(key, aabb, mobility).unwrap();
        oracle.insert(key, (aabb, mobility));
    }
    assert_eq!(broadphase.validate(), Ok(()));
    let all: Vec<Key> = (0..400).collect();
    assert_eq!(pairs_of(&mut broadphase, &all), pairs_of_oracle(&oracle, &all));
    for _ in 0..20 {
        make(
            &Call::RayCast(numbers.point(30.0), numbers.point(1e8).coords, 1.0),
            &mut broadphase,
            &mut oracle,
        );
        let aabb = Aabb::around(numbers.point(30.0), [1.0, 1e9]);
        make(&Call::Query(aabb), &mut broadphase, &mut oracle);
    }
}

/// A crowd where f32 are 64 m apart, so that many borders coincide, and others at the ends of what f32 can hold.
fn nothing_is_lost_far_from_the_origin<B: Broadphase + Default>() {
    for far in [-1e9, 1e9, -3e38, 3e38_f32] {
        let (mut broadphase, mut oracle) = (B::default(), Oracle::new());
        let mut numbers = Numbers(6);
        let unit = far.abs() * f32::EPSILON;
        let mut place = || Point::new(far, -far) + numbers.point(40.0 * unit).coords;
        for key in 0..300 {
            let (aabb, mobility) = (Aabb::around(place(), [unit, unit]), Mobility::Moving);
            broadphase.insert(key, aabb, mobility).unwrap();
            oracle.insert(key, (aabb, mobility));
        }
        for key in 0..100 {
            update(&mut broadphase, &mut oracle, 3 * key, Aabb::around(place(), [unit, unit]));
        }
        assert_eq!(broadphase.validate(), Ok(()));
        let all: Vec<Key> = (0..300).collect();
        assert_eq!(pairs_of(&mut broadphase, &all), pairs_of_oracle(&oracle, &all));
        for _ in 0..20 {
            let (from, to) = (place(), place());
            make(&Call::Query(Aabb::around(from, [3.0 * unit; 2])), &mut broadphase, &mut oracle);
            make(&Call::RayCast(from, to - from, 1.0), &mut broadphase, &mut oracle);
        }
    }
}

/// Boxes with corners on whole metres and rays from one whole metre to another, near and at a distance: they run
/// along borders, end on them, and meet boxes at a single point.
fn rays_along_borders_and_through_corners_miss_nothing<B: Broadphase + Default>() {
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
        // Every other one starts ten times as far away on the same line.
        let origin = if i % 2 == 0 { from.into() } else { to + (Point::from(from) - to) * 10.0 };
        make(&Call::RayCast(origin, to - origin, 1.0), &mut broadphase, &mut oracle);
    }
}

fn a_visitor_can_stop_early<B: Broadphase + Default>() {
    let (broadphase, _) = crowd::<B>(200);
    for limit in [1, 5, 100] {
        let mut visits = 0;
        broadphase.query(Aabb::new([-1e9; 2], [1e9; 2]), &mut |_| {
            visits += 1;
            if visits == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(visits, limit);
    }
    let mut visits = 0;
    broadphase.ray_cast(Point::origin(), Vec2::new(40.0, 40.0), 1.0, &mut |_| {
        visits += 1;
        0.0
    });
    assert_eq!(visits, 1);
}

/// With a visitor that shortens the ray to each hit, the last hit is the nearest of all.
fn the_nearest_box_on_a_ray_is_found<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(500);
    let mut numbers = Numbers(3);
    for _ in 0..300 {
        let origin = numbers.point(80.0) - Vec2::new(20.0, 20.0);
        let translation = numbers.point(40.0) - origin;
        let all = boxes.iter().filter_map(|aabb| aabb.ray_entry(origin, translation, 1.0));
        let expected = all.fold(f32::INFINITY, f32::min);

        let mut nearest = f32::INFINITY;
        broadphase.ray_cast(origin, translation, 1.0, &mut |key| {
            if let Some(entry) = boxes[key as usize].ray_entry(origin, translation, nearest.min(1.0)) {
                assert!(entry <= nearest);
                nearest = entry;
            }
            nearest
        });
        assert_eq!(nearest, expected);
    }
}

fn a_box_on_its_way_finds_what_it_touches_first<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(500);
    let mut numbers = Numbers(9);
    for _ in 0..300 {
        let from = numbers.point(80.0) - Vec2::new(20.0, 20.0);
        let moving = Aabb::around(from, numbers.point(2.0).coords);
        let translation = numbers.point(40.0) - from;
        let entry = |key: Key| exact_box_entry(boxes[key as usize], moving, translation, 1.0);
        let expected = (0..500).filter_map(entry).fold(f64::INFINITY, f64::min);

        let mut nearest = f64::INFINITY;
        broadphase.box_cast(moving, translation, 1.0, &mut |key| {
            nearest = nearest.min(entry(key).unwrap_or(f64::INFINITY));
            nearest as f32
        });
        assert_eq!(nearest, expected);
    }
}

/// Each kind of question, with a filter for odd keys, finds what the oracle finds, and nothing that is off by more
/// than a millimetre.
fn questions_are_answered_as_by_looking_at_everything<B: Broadphase + Default>() {
    let (broadphase, boxes) = crowd::<B>(500);
    let mut numbers = Numbers(10);
    let check = |found: &[Key], touches: &dyn Fn(Aabb) -> bool| {
        for (key, &aabb) in (0..).zip(&boxes).filter(|(key, _)| key % 2 == 1) {
            assert!(!touches(aabb) || found.contains(&key), "key {key} is missed");
            assert!(touches(aabb.expanded(1e-3)) || !found.contains(&key), "key {key} is far");
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
        broadphase.segment_cast(from, to, &mut all);
        check(&sorted_each_once(found), &|aabb| exact_ray_entry(aabb, from, to - from, 1.0).is_some());

        let mut found = Vec::new();
        broadphase.query_point(from, &mut |key| {
            found.extend((key % 2 == 1).then_some(key));
            ControlFlow::Continue(())
        });
        check(&sorted_each_once(found), &|aabb| aabb.contains_point(from));

        let moving = Aabb::around(from, [numbers.next() * 3.0, 0.5]);
        let casts = [Cast::of_box(moving, to - from, 0.5), Cast::ray(to, Vec2::new(1.0, 0.0), f32::INFINITY)];
        let mut found = [vec![], vec![]];
        broadphase.cast_batch(&casts, &mut |place, key| {
            found[place].extend((key % 2 == 1).then_some(key));
            f32::INFINITY
        });
        let [by_box, by_ray] = found;
        check(&sorted_each_once(by_box), &|aabb| exact_box_entry(aabb, moving, to - from, 0.5).is_some());
        let way = Vec2::new(1.0, 0.0);
        check(&sorted_each_once(by_ray), &|aabb| exact_ray_entry(aabb, to, way, f32::INFINITY).is_some());
    }
}

/// The k nearest, for all k, near and far, with a filter: by distance, then by key.
fn the_nearest_are_found_in_order<B: Broadphase + Default>() {
    let (mut broadphase, mut boxes) = crowd::<B>(300);
    // Some lie in one place, so that there are ties, some are large, and one is the ground.
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
            let passed = i % 2 == 0 && key % 2 == 1;
            if passed { f32::INFINITY } else { exact_distance(boxes[key as usize], point) as f32 }
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

fn what_is_no_number_or_out_of_reach_finds_nothing<B: Broadphase + Default>() {
    let (mut broadphase, _) = crowd::<B>(50);
    broadphase.insert(50, Aabb::new([f32::MIN; 2], [f32::MAX; 2]), Mobility::Moving).unwrap();
    let unit = Aabb::new([0.0; 2], [1.0; 2]);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        broadphase.nearest(Point::new(bad, 0.0), f32::INFINITY, &mut |key| panic!("found {key}"));
        for cast in [
            Cast::ray([0.0, bad], [1.0, 0.0], 1.0),
            Cast::ray([0.0, 0.0], [bad, 0.0], 1.0),
            Cast::of_box(unit, [0.0, bad], 1.0),
            Cast::of_box(Aabb::new([0.0; 2], [bad, 1.0]), [1.0, 0.0], 1.0),
        ] {
            broadphase.cast(cast, &mut |key| panic!("found {key}"));
        }
    }
    for max in [-1.0, f32::NAN, f32::NEG_INFINITY] {
        broadphase.nearest(Point::origin(), max, &mut |key| panic!("found {key}"));
        broadphase.box_cast(unit, Vec2::new(1.0, 0.0), max, &mut |key| panic!("found {key}"));
        assert_eq!(broadphase.nearest_k(Point::origin(), max, &mut [(0.0, 0); 3], &mut |_| 0.0), 0);
    }
    // Distances that are no numbers are passed over.
    assert_eq!(broadphase.nearest_k(Point::origin(), 1e9, &mut [(0.0, 0); 3], &mut |_| f32::NAN), 0);
    // And zero, or less, ends the search.
    for answer in [0.0, -1.0] {
        let mut visits = 0;
        broadphase.nearest(Point::origin(), 1e9, &mut |_| {
            visits += 1;
            answer
        });
        assert_eq!(visits, 1);
    }
}

/// What the page shows is what is tested here.
#[test]
fn the_page_shows_the_tutorial_as_it_is() {
    let page = include_str!("../../../docs/broadphase.md");
    let code = include_str!("tutorial/mod.rs");
    let (_, parts) = code.split_once("\n// [").unwrap();
    for part in parts.split("\n// [") {
        let (name, body) = part.split_once("]\n").unwrap();
        let fence = format!("```rust\n{}\n```", body.trim_end());
        assert!(page.contains(&fence), "{name}: the page shows other code");
    }
}

/// Two runs of the same calls, the second on memory that has been used before.
fn the_same_calls_give_the_same_answers_in_the_same_order<B: Broadphase + Default>() {
    let mut broadphase = B::default();
    let mut run = || {
        broadphase.clear();
        let mut numbers = Numbers(4);
        let mut found = Vec::new();
        for step in 0..400 {
            let key = (numbers.next() * 60.0) as Key;
            let aabb = Aabb::around(numbers.point(10.0), [1.0, 1.0]);
            if broadphase.update(key, aabb).is_err() {
                broadphase.insert(key, aabb, Mobility::Moving).unwrap();
            } else if step % 5 == 0 {
                broadphase.remove(key).unwrap();
            }
            broadphase.find_pairs(&[key], &mut found);
        }
        found
    };
    assert_eq!(run(), run());
}

/// Into nothing, to many and to few; with one among them that is no box.
fn many_at_once_are_as_one_by_one<B: Broadphase + Default>() {
    let mut numbers = Numbers(8);
    let mut boxes: Vec<(Key, Aabb, Mobility)> = (0..1200)
        .map(|key| {
            let mobility = if key % 3 == 0 { Mobility::Fixed } else { Mobility::Moving };
            (key, Aabb::around(numbers.point(40.0), [0.6, 0.6]), mobility)
        })
        .collect();
    let (mut at_once, mut one_by_one) = (B::default(), BruteForce::default());
    for range in [0..700, 700..720, 720..1150] {
        for &(key, aabb, mobility) in &boxes[range.clone()] {
            one_by_one.insert(key, aabb, mobility).unwrap();
        }
        assert_eq!(at_once.insert_many(&boxes[range.clone()]), Ok(()));
        assert_eq!((at_once.validate(), at_once.len()), (Ok(()), range.end));
        let all: Vec<Key> = (0..range.end as Key).collect();
        assert_eq!(pairs_of(&mut at_once, &all), pairs_of(&mut one_by_one, &all));
    }
    let bad = Aabb { lower: Point::new(f32::NAN, 0.0), upper: Point::new(1.0, 1.0) };
    boxes[1170].1 = bad;
    let refused = at_once.insert_many(&boxes[1150..]);
    assert!(matches!(refused, Err(BroadphaseError::InvalidBox { key: 1170, .. })), "{refused:?}");
    assert_eq!((at_once.validate(), at_once.len()), (Ok(()), 1170));
    assert_eq!(at_once.insert_many(&[]), Ok(()));

    for &(key, aabb, mobility) in &boxes[1150..1170] {
        one_by_one.insert(key, aabb, mobility).unwrap();
    }
    // Steps in which few move, some, or all; scenery too, and one that jumps across.
    for one_in in [400, 30, 5, 2, 1, 1, 1, 1, 1, 1] {
        let moved: Vec<Key> = (0..1170).filter(|key| key % one_in == 0).collect();
        let updates: Vec<(Key, Aabb)> = moved
            .iter()
            .map(|&key| {
                let aabb = &mut boxes[key as usize].1;
                let by =
                    if key == 600 { Vec2::new(15.0, 0.0) } else { numbers.point(1.0) - Point::new(0.5, 0.5) };
                *aabb = Aabb::new(aabb.lower + by, aabb.upper + by);
                (key, *aabb)
            })
            .collect();
        for &(key, aabb) in &updates {
            one_by_one.update(key, aabb).unwrap();
        }
        assert_eq!(at_once.update_many(&updates), Ok(()));
        assert_eq!(at_once.validate(), Ok(()), "one in {one_in} moved");
        let view = Aabb::around([20.0, 20.0], [5.0, 5.0]);
        assert_eq!(found_by_query(&at_once, view), found_by_query(&one_by_one, view));
        assert_eq!(pairs_of(&mut at_once, &moved), pairs_of(&mut one_by_one, &moved));
    }
    // Those before the first that is refused are moved, those after it are not.
    let far = Aabb::around([500.0, 0.0], [1.0, 1.0]);
    let refused = at_once.update_many(&[(1, far), (2, bad), (3, far)]);
    assert!(matches!(refused, Err(BroadphaseError::InvalidBox { key: 2, .. })), "{refused:?}");
    let refused = at_once.update_many(&[(4, far), (1170, far), (5, far)]);
    assert_eq!(refused, Err(BroadphaseError::UnknownKey { key: 1170 }));
    assert_eq!((at_once.validate(), found_by_query(&at_once, far)), (Ok(()), vec![1, 4]));
    assert_eq!(at_once.update_many(&[]), Ok(()));
}

/// Few that moved or all, sifted or not: one thread and five find the same, in the same order, and what `find_pairs` finds.
fn any_number_of_threads_finds_the_same_pairs<B: Broadphase + Default>() {
    let (mut broadphase, mut boxes) = crowd::<B>(1500);
    let mut numbers = Numbers(6);
    let mut finder = PairFinder::default();
    for one_in in [1, 2, 5, 20, 400] {
        let moved: Vec<Key> = (0..1500).filter(|key| key % one_in == 0).collect();
        for &key in &moved {
            let by = numbers.point(1.0) - Point::new(0.5, 0.5);
            let aabb = &mut boxes[key as usize];
            *aabb = Aabb::new(aabb.lower + by, aabb.upper + by);
            broadphase.update(key, *aabb).unwrap();
        }
        let all = pairs_of(&mut broadphase, &moved);
        assert!(!all.is_empty());
        let odd = |pair: &(Key, Key)| (pair.0 + pair.1) % 2 == 1;
        let some: Vec<(Key, Key)> = all.iter().copied().filter(odd).collect();
        for threads in [1, 2, 5] {
            let mut workers = Workers::new(threads);
            let mut found = vec![(0, 0)];
            finder.find(&mut broadphase, &moved, &mut workers, &|_| (), &mut found);
            assert_eq!(found, all, "{threads} threads");
            finder.find(&mut broadphase, &moved, &mut workers, &|pairs| pairs.retain(odd), &mut found);
            assert_eq!(found, some, "{threads} threads, sifted");
        }
        assert_eq!(broadphase.validate(), Ok(()));
    }
}

/// Boxes of a thousandth of a cell or of a thousand cells: the size of the cells makes a difference to the cost alone.
#[test]
fn a_grid_of_any_cell_size_agrees_with_the_oracle() {
    let config = of_histories();
    let sizes = prop_oneof![Just(1.0_f32), Just(0.1), Just(1e-30), Just(1e6), Just(f32::MAX), 0.5_f32..50.0];
    proptest!(config, |(size in sizes, calls in prop::collection::vec(any_call(), 1..250))| {
        let (mut grid, mut oracle) = (UniformGrid::new(size).unwrap(), Oracle::new());
        for call in &calls {
            make(call, &mut grid, &mut oracle);
            prop_assert_eq!(grid.validate(), Ok(()), "after {:?}", call);
        }
    });
}

/// A search whose sift has panicked leaves nothing behind: the next one finds what is there, and no box that is gone.
#[test]
fn a_search_that_was_broken_off_leaves_nothing() {
    let mut tree = DynamicTree::default();
    let keys: Vec<Key> = (0..1000).collect();
    for (x, &key) in (0_u16..).zip(&keys) {
        let around = Aabb::around([f32::from(x), 0.0], [0.6, 0.6]);
        tree.insert(key, around, Mobility::Moving).unwrap();
    }
    let (mut finder, mut pairs) = (PairFinder::default(), Vec::new());
    let mut workers = Workers::new(1);
    let broken = catch_unwind(AssertUnwindSafe(|| {
        let calls = AtomicUsize::new(0);
        let sift = |_: &mut Vec<(Key, Key)>| assert!(calls.fetch_add(1, Ordering::Relaxed) < 5);
        finder.find(&mut tree, &keys, &mut workers, &sift, &mut pairs);
    }));
    assert!(broken.is_err());
    for &key in &keys[2..] {
        tree.remove(key).unwrap();
    }
    finder.find(&mut tree, &[0], &mut workers, &|_| {}, &mut pairs);
    assert_eq!(pairs, [(0, 1)]);
}
