//! Random histories of insertions, moves, removals and queries, compared with the oracle after each call.

use super::common::{found_by_overlap, pairs_of};
use super::oracle::{
    Oracle, exact_box_entry, exact_distance, exact_ray_entry, found_by_cast, found_nearest, overlap,
    pairs_of_oracle,
};
use broadphase::compute::Workers;
use broadphase::{Broadphase, BroadphaseError, Cast, Key, Mobility};
use geom::{Aabb, Point, Vec2};
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Call {
    Insert(Key, Aabb, Mobility),
    InsertMany(Vec<(Key, Aabb, Mobility)>),
    Remove(Key),
    UpdateMany(Vec<(Key, Aabb)>),
    /// Moves those of these keys that move, with the boxes of all keys at hand.
    UpdateAllMoving(Vec<(Key, Aabb)>),
    Teleport(Key, Aabb),
    Nudge(Key, Vec2),
    /// Finds the pairs of the keys whose bits are set.
    FindPairs(u64),
    Overlap(Aabb),
    CastRay(Point, Vec2, f32),
    CastAabb(Aabb, Vec2, f32),
    Nearest(Point, f32),
    Clear,
}

/// Few keys, so that they are often taken, freed and taken again.
const KEYS: Key = 40;

fn coordinate() -> impl Strategy<Value = f32> {
    // Borders on whole metres touch exactly.
    prop_oneof![3 => -20.0_f32..20.0, 2 => (-20_i8..20).prop_map(f32::from)]
}

fn any_box() -> impl Strategy<Value = Aabb> {
    let size = prop_oneof![4 => 0.0_f32..3.0, 2 => (0_u8..3).prop_map(f32::from), 1 => 0.0_f32..40.0];
    prop_oneof![
        20 => ([coordinate(), coordinate()], [size.clone(), size])
            .prop_map(|([x, y], [w, h])| Aabb::new([x, y], [x + w, y + h])),
        // A half-space, a wall, the whole plane, and the whole range of f32.
        1 => coordinate().prop_map(|y| Aabb::new([-1e9, -1e9], [1e9, y])),
        1 => coordinate().prop_map(|x| Aabb::new([x, -1e9], [x, 1e9])),
        1 => Just(Aabb::around([0.0, 0.0], [1e9, 1e9])),
        1 => Just(Aabb::new([f32::MIN; 2], [f32::MAX; 2])),
    ]
}

fn any_call() -> impl Strategy<Value = Call> {
    let mobility = prop_oneof![1 => Just(Mobility::Static), 2 => Just(Mobility::Moving)];
    let small = -0.2_f32..0.2;
    let direction = prop_oneof![1 => Just(0.0_f32), 4 => -50.0_f32..50.0];
    prop_oneof![
        40 => (0..KEYS, any_box(), mobility.clone()).prop_map(|(key, aabb, mobility)| Call::Insert(key, aabb, mobility)),
        4 => prop::collection::vec((0..KEYS, any_box(), mobility.clone()), 0..12).prop_map(Call::InsertMany),
        12 => (0..KEYS).prop_map(Call::Remove),
        6 => prop::collection::vec((0..KEYS, any_box()), 0..12).prop_map(Call::UpdateMany),
        6 => prop::collection::vec((0..KEYS, any_box()), 0..12).prop_map(Call::UpdateAllMoving),
        12 => (0..KEYS, any_box()).prop_map(|(key, aabb)| Call::Teleport(key, aabb)),
        24 => (0..KEYS, small.clone(), small).prop_map(|(key, x, y)| Call::Nudge(key, Vec2::new(x, y))),
        12 => any::<u64>().prop_map(Call::FindPairs),
        12 => any_box().prop_map(Call::Overlap),
        12 => ([coordinate(), coordinate()], [direction.clone(), direction.clone()], 0.0_f32..2.0)
            .prop_map(|(from, by, max)| Call::CastRay(from.into(), by.into(), max)),
        8 => (any_box(), [direction.clone(), direction.clone()], 0.0_f32..2.0)
            .prop_map(|(aabb, by, max)| Call::CastAabb(aabb, by.into(), max)),
        8 => ([coordinate(), coordinate()], prop_oneof![0.0_f32..30.0, Just(f32::INFINITY)])
            .prop_map(|(at, max)| Call::Nearest(at.into(), max)),
        1 => Just(Call::Clear),
    ]
}

/// The least number of histories: some seconds for all broad phases. Otherwise histories get a 64th of the
/// cases of a property test, because each has more than a hundred calls and validates the whole structure
/// after each call.
const MIN_HISTORIES: u32 = 125;

fn history_config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = (config.cases / 64).max(MIN_HISTORIES);
    ProptestConfig { cases, source_file: Some(file!()), ..config }
}

pub fn any_history_agrees_with_the_oracle<B: Broadphase + Default>() {
    check_histories(B::default);
}

/// Histories of broad phases made by `new`.
pub fn check_histories<B: Broadphase>(new: impl Fn() -> B) {
    check_histories_of(&Just(()), |()| new());
}

/// Histories of broad phases made by `new` from what `strategy` draws.
pub fn check_histories_of<S: Strategy, B: Broadphase>(strategy: &S, new: impl Fn(S::Value) -> B) {
    let config = history_config();
    proptest!(config, |(how in strategy, calls in prop::collection::vec(any_call(), 1..250))| {
        let (mut broadphase, mut oracle) = (new(how), Oracle::new());
        for call in &calls {
            perform(call, &mut broadphase, &mut oracle);
            prop_assert_eq!(broadphase.validate(), Ok(()), "after {:?}", call);
            prop_assert_eq!(broadphase.len(), oracle.len());
            prop_assert!((0..KEYS).all(|key| broadphase.contains(key) == oracle.contains_key(&key)));
        }
    });
}

/// Makes a call on the broad phase and on the oracle, and compares what they find and whether they refuse.
pub fn perform(call: &Call, broadphase: &mut impl Broadphase, oracle: &mut Oracle) {
    match *call {
        Call::Insert(key, aabb, mobility) => {
            let taken = oracle.contains_key(&key);
            let expected = if taken { Err(BroadphaseError::KeyTaken { key }) } else { Ok(()) };
            assert_eq!(broadphase.insert(key, aabb, mobility), expected);
            oracle.entry(key).or_insert((aabb, mobility));
        }
        Call::InsertMany(ref boxes) => {
            // All or nothing. A key may be taken by an earlier box of the same call.
            let mut after = oracle.clone();
            let taken =
                boxes.iter().find(|&&(key, aabb, mobility)| after.insert(key, (aabb, mobility)).is_some());
            let expected = taken.map_or(Ok(()), |&(key, ..)| Err(BroadphaseError::KeyTaken { key }));
            assert_eq!(broadphase.insert_many(boxes), expected);
            if expected.is_ok() {
                *oracle = after;
            }
        }
        Call::Remove(key) => {
            let expected = oracle.remove(&key).map(|_| ()).ok_or(BroadphaseError::UnknownKey { key });
            assert_eq!(broadphase.remove(key), expected);
        }
        Call::UpdateMany(ref boxes) => {
            // All or nothing. A key may come twice: its last box counts.
            let unknown = boxes.iter().find(|(key, _)| !oracle.contains_key(key));
            let expected = unknown.map_or(Ok(()), |&(key, _)| Err(BroadphaseError::UnknownKey { key }));
            assert_eq!(broadphase.update_many(boxes), expected);
            if expected.is_ok() {
                for (key, aabb) in boxes {
                    oracle.entry(*key).and_modify(|entry| entry.0 = *aabb);
                }
            }
        }
        Call::UpdateAllMoving(ref updates) => {
            for &(key, aabb) in updates {
                oracle.entry(key).and_modify(|entry| match entry.1 {
                    Mobility::Moving => entry.0 = aabb,
                    Mobility::Static => {}
                });
            }
            // No box of a static key is read, nor one of a key that is not stored.
            let mut boxes = vec![Aabb::EMPTY; KEYS as usize];
            let moving = oracle.iter().filter(|(_, entry)| entry.1 == Mobility::Moving);
            let moving: Vec<(Key, Aabb)> = moving.map(|(&key, entry)| (key, entry.0)).collect();
            for &(key, aabb) in &moving {
                boxes[key as usize] = aabb;
            }
            if !broadphase.update_all_moving(&boxes, updates.len(), &mut Workers::serial()) {
                assert_eq!(broadphase.update_many(&moving), Ok(()));
            }
        }
        Call::Teleport(key, aabb) => update(broadphase, oracle, key, aabb),
        Call::Nudge(key, by) => {
            let old = oracle.get(&key).map_or(Aabb::around([0.0, 0.0], [1.0, 1.0]), |entry| entry.0);
            update(broadphase, oracle, key, Aabb::new(old.lower + by, old.upper + by));
        }
        Call::FindPairs(bits) => {
            // Some of the keys were never used.
            let moved: Vec<Key> = (0..64).filter(|key| bits >> key & 1 == 1).collect();
            assert_eq!(pairs_of(broadphase, &moved), pairs_of_oracle(oracle, &moved));
        }
        Call::Overlap(aabb) => {
            let overlapping = oracle.iter().filter(|(_, entry)| overlap(entry.0, aabb));
            assert_eq!(
                found_by_overlap(broadphase, aabb),
                overlapping.map(|(&key, _)| key).collect::<Vec<_>>()
            );
        }
        Call::CastRay(origin, translation, max_fraction) => {
            let found = found_by_cast(broadphase, Cast::ray(origin, translation, max_fraction));
            for (key, entry) in &*oracle {
                if exact_ray_entry(entry.0, origin, translation, max_fraction).is_some() {
                    assert!(found.contains(key), "the ray misses key {key}");
                }
            }
            assert!(found.iter().all(|key| oracle.contains_key(key)));
        }
        Call::CastAabb(aabb, translation, max_fraction) => {
            let found = found_by_cast(broadphase, Cast::aabb(aabb, translation, max_fraction));
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
                    assert!(found.contains(key), "key {key} is within the distance but not found");
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

pub fn update(broadphase: &mut impl Broadphase, oracle: &mut Oracle, key: Key, aabb: Aabb) {
    let stored = oracle.get_mut(&key);
    let expected = if stored.is_some() { Ok(()) } else { Err(BroadphaseError::UnknownKey { key }) };
    assert_eq!(broadphase.update(key, aabb), expected);
    if let Some(entry) = stored {
        entry.0 = aabb;
    }
}
