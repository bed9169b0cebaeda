//! A custom broad phase in fifty lines, which keeps all boxes in a sorted map. The world gives the same
//! result with it, bit for bit, because a broad phase only reports which boxes overlap.
//!
//! `cargo run -p physics2d-engine --example custom_broad_phase`

use physics::broadphase::{BroadphaseError, Cast, Key, Mobility, PairSearch};
use physics::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Keeps every box in a sorted map and compares it with all others. This is correct: a broad phase may report
/// too many pairs, but it must report every overlap.
#[derive(Default)]
struct SortedMap {
    boxes: BTreeMap<Key, (Aabb, Mobility)>,
}

impl Broadphase for SortedMap {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        if self.boxes.contains_key(&key) {
            return Err(BroadphaseError::KeyTaken { key });
        }
        self.boxes.insert(key, (aabb, mobility));
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.boxes.remove(&key).map(|_| ()).ok_or(BroadphaseError::UnknownKey { key })
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        self.boxes.get_mut(&key).ok_or(BroadphaseError::UnknownKey { key })?.0 = aabb;
        Ok(())
    }

    fn contains(&self, key: Key) -> bool {
        self.boxes.contains_key(&key)
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search.for_each(moved, |key, pairs| {
            let Some(&(aabb, mobility)) = self.boxes.get(&key) else { return };
            for (&other, &(other_box, other_mobility)) in &self.boxes {
                let both_static = mobility == Mobility::Static && other_mobility == Mobility::Static;
                if other != key && !both_static && aabb.overlaps(other_box) {
                    pairs.push((key.min(other), key.max(other)));
                }
            }
        });
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        for (&key, &(other, _)) in &self.boxes {
            if aabb.overlaps(other) && visit(key).is_break() {
                return;
            }
        }
    }

    fn cast(&self, mut cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        for (&key, &(aabb, _)) in &self.boxes {
            if cast.entry(aabb).is_some() && cast.shorten(visit(key)).is_break() {
                return;
            }
        }
    }

    fn len(&self) -> usize {
        self.boxes.len()
    }

    fn clear(&mut self) {
        self.boxes.clear();
    }

    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Simulates a pyramid of boxes for two seconds and returns a hash of its whole state.
fn run(broadphase: impl Broadphase) -> Result<u64, DefError> {
    let mut world = World::with_broadphase(WorldSettings::default(), broadphase)?;
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5)?))?;
    for row in 0..8 {
        for i in 0..8 - row {
            let position = [i as f32 + 0.5 * row as f32, 1.0 + 1.1 * row as f32];
            let body = world.add_body(BodyDef::dynamic().position(position))?;
            world.add_collider(body, ColliderDef::new(Shape::rectangle(0.45, 0.5)?))?;
        }
    }
    for _ in 0..120 {
        world.step(1.0 / 60.0);
    }
    Ok(world.state_hash())
}

fn main() -> Result<(), DefError> {
    let (ours, default) = (run(SortedMap::default())?, run(DynamicTree::default())?);
    println!("own broad phase {ours:016x}, dynamic tree {default:016x}");
    assert_eq!(ours, default);
    Ok(())
}
