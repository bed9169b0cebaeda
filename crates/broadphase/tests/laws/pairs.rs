//! Laws of pairs: static boxes, boxes at one point, huge boxes, boxes far from the origin, threads.

use super::common::{Numbers, crowd, found_by_overlap, pairs_of};
use super::history::{Call, perform, update};
use super::oracle::{Oracle, pairs_of_oracle};
use broadphase::{Broadphase, Key, Mobility, PairFinder};
use compute::Workers;
use geom::{Aabb, Point};

pub fn static_boxes_alone_make_no_pairs<B: Broadphase + Default>() {
    let mut broadphase = B::default();
    let square = Aabb::new([0.0, 0.0], [1.0, 1.0]);
    for key in 0..10 {
        broadphase.insert(key, square, Mobility::Static).unwrap();
    }
    assert!(pairs_of(&mut broadphase, &(0..10).collect::<Vec<_>>()).is_empty());
    // A moving box and a static one are a pair if either of the two has changed.
    broadphase.insert(10, square, Mobility::Moving).unwrap();
    assert_eq!(pairs_of(&mut broadphase, &[10]).len(), 10);
    assert_eq!(pairs_of(&mut broadphase, &[4]), [(4, 10)]);
    // After a removal, the key may be used for either mobility.
    broadphase.remove(4).unwrap();
    broadphase.insert(4, square, Mobility::Moving).unwrap();
    assert_eq!(pairs_of(&mut broadphase, &[4]).len(), 10);
}

pub fn boxes_at_one_point_are_all_pairs<B: Broadphase + Default>() {
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
    assert_eq!(found_by_overlap(&broadphase, point), [COUNT - 1]);
}

/// Half-spaces, the whole plane, and a crowd of crates: nothing overflows, and no crate is missed beside the
/// huge boxes.
pub fn boxes_of_any_size_can_be_mixed<B: Broadphase + Default>() {
    let (mut broadphase, mut oracle) = (B::default(), Oracle::new());
    let mut numbers = Numbers(1);
    let huge = [
        Aabb::new([-1e9, -1e9], [1e9, 0.0]),
        Aabb::new([-1e9, -1e9], [0.0, 1e9]),
        Aabb::around([0.0, 0.0], [1e9, 1e9]),
        Aabb::new([f32::MIN; 2], [f32::MAX; 2]),
        Aabb::new([f32::MAX; 2], [f32::MAX; 2]),
    ];
    for key in 0..400 {
        let (aabb, mobility) = match huge.get(key as usize / 40) {
            Some(&huge_box) if key % 40 == 0 => (huge_box, Mobility::Static),
            Some(&huge_box) if key % 40 == 1 => (huge_box, Mobility::Moving),
            _ => (Aabb::around(numbers.point(30.0), [0.5, 0.5]), Mobility::Moving),
        };
        broadphase.insert(key, aabb, mobility).unwrap();
        oracle.insert(key, (aabb, mobility));
    }
    assert_eq!(broadphase.validate(), Ok(()));
    let all: Vec<Key> = (0..400).collect();
    assert_eq!(pairs_of(&mut broadphase, &all), pairs_of_oracle(&oracle, &all));
    for _ in 0..20 {
        perform(
            &Call::CastRay(numbers.point(30.0), numbers.point(1e8).coords, 1.0),
            &mut broadphase,
            &mut oracle,
        );
        let aabb = Aabb::around(numbers.point(30.0), [1.0, 1e9]);
        perform(&Call::Overlap(aabb), &mut broadphase, &mut oracle);
    }
}

/// Crowds where neighbouring f32 are 64 m apart, so that many borders coincide, and at the ends of the range
/// of f32.
pub fn nothing_is_missed_far_from_the_origin<B: Broadphase + Default>() {
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
            perform(&Call::Overlap(Aabb::around(from, [3.0 * unit; 2])), &mut broadphase, &mut oracle);
            perform(&Call::CastRay(from, to - from, 1.0), &mut broadphase, &mut oracle);
        }
    }
}

/// If few or all boxes moved, with a filter or without, any number of threads finds the same sorted pairs,
/// those of `find_pairs`.
pub fn any_number_of_threads_finds_the_same_pairs<B: Broadphase + Default>() {
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
            assert_eq!(found, some, "{threads} threads, filtered");
        }
        assert_eq!(broadphase.validate(), Ok(()));
    }
}
