//! Laws of calls: what is refused, what is empty, many boxes at once, and the same answers for the same
//! calls.

use super::common::{Numbers, found_by_overlap, pairs_of};
use broadphase::compute::Workers;
use broadphase::{Broadphase, BroadphaseError, Key, Mobility, SortAndSweep};
use geom::{Aabb, Point, Vec2};

pub fn refused_calls_tell_why_and_change_nothing<B: Broadphase + Default>() {
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
    assert_eq!(broadphase.insert(3, moved_away, Mobility::Static), Err(BroadphaseError::KeyTaken { key: 3 }));
    assert_eq!(broadphase.update(2, good), Err(BroadphaseError::UnknownKey { key: 2 }));
    assert_eq!(broadphase.remove(1_000_000), Err(BroadphaseError::UnknownKey { key: 1_000_000 }));

    assert_eq!(broadphase.validate(), Ok(()));
    assert_eq!((broadphase.len(), found_by_overlap(&broadphase, good)), (1, vec![3]));
    assert!(found_by_overlap(&broadphase, moved_away).is_empty());
    let error = broadphase.insert(9, Aabb::new([0.5, f32::NAN], [1.0, 1.0]), Mobility::Static).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the box of key 9, from (0.5, NaN) to (1, 1), must have finite corners in order"
    );
}

pub fn an_empty_broad_phase_finds_nothing<B: Broadphase + Default>() {
    fn check(broadphase: &mut impl Broadphase) {
        assert!(broadphase.is_empty());
        assert_eq!(broadphase.validate(), Ok(()));
        assert!(pairs_of(broadphase, &[0, 7]).is_empty());
        broadphase.overlap_aabb(Aabb::new([f32::MIN; 2], [f32::MAX; 2]), &mut |key| panic!("found {key}"));
        broadphase
            .cast_ray(Point::origin(), Vec2::new(1.0, 0.0), f32::INFINITY, &mut |key| panic!("found {key}"));
        assert_eq!(broadphase.remove(0), Err(BroadphaseError::UnknownKey { key: 0 }));
    }
    let mut broadphase = B::default();
    check(&mut broadphase);
    broadphase.insert(0, Aabb::new([0.0, 0.0], [1.0, 1.0]), Mobility::Moving).unwrap();
    broadphase.remove(0).unwrap();
    check(&mut broadphase);
    broadphase.insert(0, Aabb::new([0.0, 0.0], [1.0, 1.0]), Mobility::Static).unwrap();

    // An empty box and a box or a ray with NaN find nothing. A ray without length finds the boxes that
    // contain its origin.
    broadphase.overlap_aabb(Aabb::EMPTY, &mut |key| panic!("found {key}"));
    broadphase.overlap_aabb(Aabb::new([f32::NAN; 2], [f32::NAN; 2]), &mut |key| panic!("found {key}"));
    for max_fraction in [-1.0, f32::NAN] {
        broadphase
            .cast_ray(Point::origin(), Vec2::new(1.0, 0.0), max_fraction, &mut |key| panic!("found {key}"));
    }
    for (x, expected) in [(0.5, 1), (1.5, 0)] {
        let mut found = 0;
        broadphase.cast_ray(Point::new(x, 0.5), Vec2::zeros(), 1.0, &mut |_| {
            found += 1;
            1.0
        });
        assert_eq!(found, expected);
    }

    broadphase.clear();
    check(&mut broadphase);
}

/// Many boxes are inserted into an empty broad phase, few into many, and many into few; then few, some or all
/// are moved. A call with one invalid box or one unknown key changes nothing.
pub fn many_at_once_give_the_same_as_one_by_one<B: Broadphase + Default>() {
    let mut numbers = Numbers(8);
    let mut boxes: Vec<(Key, Aabb, Mobility)> = (0..1200)
        .map(|key| {
            let mobility = if key % 3 == 0 { Mobility::Static } else { Mobility::Moving };
            (key, Aabb::around(numbers.point(40.0), [0.6, 0.6]), mobility)
        })
        .collect();
    let (mut at_once, mut one_by_one) = (B::default(), SortAndSweep::default());
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
    let twice = at_once.insert_many(&[boxes[1160], boxes[1161], boxes[1160]]);
    assert_eq!(twice, Err(BroadphaseError::KeyTaken { key: 1160 }));
    assert_eq!((at_once.validate(), at_once.len()), (Ok(()), 1150));
    assert_eq!(at_once.insert_many(&[]), Ok(()));
    assert_eq!(at_once.insert_many(&boxes[1150..1170]), Ok(()));

    for &(key, aabb, mobility) in &boxes[1150..1170] {
        one_by_one.insert(key, aabb, mobility).unwrap();
    }
    // Steps in which few, some or all boxes move, static ones too, and one box jumps far.
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
        assert_eq!(found_by_overlap(&at_once, view), found_by_overlap(&one_by_one, view));
        assert_eq!(pairs_of(&mut at_once, &moved), pairs_of(&mut one_by_one, &moved));
    }
    // The same on two threads, with all boxes at hand.
    for one_in in [9, 7, 5, 2, 1, 1, 1] {
        let moved: Vec<Key> = (0..1170).filter(|key| key % one_in == 0).collect();
        for &key in &moved {
            let (_, aabb, mobility) = &mut boxes[key as usize];
            if *mobility == Mobility::Moving {
                let by = numbers.point(1.0) - Point::new(0.5, 0.5);
                *aabb = Aabb::new(aabb.lower + by, aabb.upper + by);
                one_by_one.update(key, *aabb).unwrap();
            }
        }
        let all: Vec<Aabb> = boxes.iter().map(|&(_, aabb, _)| aabb).collect();
        if !at_once.update_all_moving(&all, moved.len(), &mut Workers::new(2)) {
            let moved = moved.iter().map(|&key| (key, all[key as usize])).collect::<Vec<_>>();
            assert_eq!(at_once.update_many(&moved), Ok(()));
        }
        assert_eq!(at_once.validate(), Ok(()), "one in {one_in} moved");
        let view = Aabb::around([20.0, 20.0], [5.0, 5.0]);
        assert_eq!(found_by_overlap(&at_once, view), found_by_overlap(&one_by_one, view));
        assert_eq!(pairs_of(&mut at_once, &moved), pairs_of(&mut one_by_one, &moved));
    }
    // A refused call moves no box.
    let far = Aabb::around([500.0, 0.0], [1.0, 1.0]);
    let refused = at_once.update_many(&[(1, far), (2, bad), (3, far)]);
    assert!(matches!(refused, Err(BroadphaseError::InvalidBox { key: 2, .. })), "{refused:?}");
    let refused = at_once.update_many(&[(4, far), (1170, far), (5, far)]);
    assert_eq!(refused, Err(BroadphaseError::UnknownKey { key: 1170 }));
    assert_eq!((at_once.validate(), found_by_overlap(&at_once, far)), (Ok(()), vec![]));
    assert_eq!(at_once.update_many(&[]), Ok(()));
}

/// Two runs of the same calls, the second in memory that the first has used.
pub fn the_same_calls_give_the_same_answers_in_the_same_order<B: Broadphase + Default>() {
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
