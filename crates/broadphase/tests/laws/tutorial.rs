//! The broad phase that `docs/broadphase.md` develops. The page shows what lies between the marks, and a test
//! compares the two. The laws hold for it as for the others.

// [the boxes]
use broadphase::{Broadphase, BroadphaseError, Cast, Key, Mobility, PairSearch};
use geom::Aabb;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Boxes ordered by where they begin along x, like books on a shelf.
#[derive(Default)]
pub struct Shelf {
    boxes: BTreeMap<Key, (Aabb, Mobility)>,
    /// The whole metre at which each box begins, and its key.
    order: BTreeSet<(i32, Key)>,
    /// The width of the widest box so far, m.
    widest: f64,
}

/// The whole metre at or below x. All we need is that it never falls as x rises.
fn metre(x: f64) -> i32 {
    x.floor() as i32 // `as` saturates
}

/// The width in f64: no difference of two f32 overflows there, and its rounding is less than we allow for
/// below.
fn width(aabb: Aabb) -> f64 {
    f64::from(aabb.upper.x) - f64::from(aabb.lower.x)
}

impl Shelf {
    fn put(&mut self, key: Key, aabb: Aabb, mobility: Mobility) {
        self.boxes.insert(key, (aabb, mobility));
        self.order.insert((metre(aabb.lower.x.into()), key));
        self.widest = self.widest.max(width(aabb));
    }

    fn take(&mut self, key: Key) -> Result<Mobility, BroadphaseError> {
        let (aabb, mobility) = self.boxes.remove(&key).ok_or(BroadphaseError::UnknownKey { key })?;
        self.order.remove(&(metre(aabb.lower.x.into()), key));
        Ok(mobility)
    }
}

// [the search]
impl Shelf {
    /// The boxes that may overlap `aabb`: they begin before it ends, and at most the greatest width before it
    /// begins.
    fn candidates(&self, aabb: Aabb) -> impl Iterator<Item = Key> {
        // One metre less, for the rounding of the difference. `max` because a reversed range would panic.
        let first = metre(f64::from(aabb.lower.x) - self.widest).saturating_sub(1);
        let last = metre(aabb.upper.x.into()).max(first);
        self.order.range((first, Key::MIN)..=(last, Key::MAX)).map(|&(_, key)| key)
    }
}

// [the trait]
impl Broadphase for Shelf {
    fn insert(&mut self, key: Key, aabb: Aabb, mobility: Mobility) -> Result<(), BroadphaseError> {
        if self.boxes.contains_key(&key) {
            return Err(BroadphaseError::KeyTaken { key });
        }
        if !aabb.is_valid() {
            return Err(BroadphaseError::InvalidBox { key, aabb });
        }
        self.put(key, aabb, mobility);
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), BroadphaseError> {
        self.take(key).map(|_| ())
    }

    fn update(&mut self, key: Key, aabb: Aabb) -> Result<(), BroadphaseError> {
        if self.boxes.contains_key(&key) && !aabb.is_valid() {
            return Err(BroadphaseError::InvalidBox { key, aabb });
        }
        let mobility = self.take(key)?;
        self.put(key, aabb, mobility);
        Ok(())
    }

    fn contains(&self, key: Key) -> bool {
        self.boxes.contains_key(&key)
    }

    fn search_pairs(&mut self, moved: &[Key], search: &mut PairSearch<'_>) {
        search.for_each(moved, |key, pairs| {
            let Some(&(aabb, mobility)) = self.boxes.get(&key) else { return };
            for other in self.candidates(aabb).filter(|&other| other != key) {
                let (other_box, other_mobility) = self.boxes[&other];
                let one_moves = mobility == Mobility::Moving || other_mobility == Mobility::Moving;
                if one_moves && aabb.overlaps(other_box) {
                    pairs.push((key.min(other), key.max(other)));
                }
            }
        });
    }

    fn overlap_aabb(&self, aabb: Aabb, visit: &mut dyn FnMut(Key) -> ControlFlow<()>) {
        let found = self.candidates(aabb).filter(|key| self.boxes[key].0.overlaps(aabb));
        let _ = { found }.try_for_each(visit);
    }

    fn cast(&self, mut cast: Cast, visit: &mut dyn FnMut(Key) -> f32) {
        // In the order of keys, not of the ray: that is allowed, but slow.
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
        *self = Self::default();
    }

    fn validate(&self) -> Result<(), String> {
        for (key, (aabb, _)) in &self.boxes {
            if !self.order.contains(&(metre(aabb.lower.x.into()), *key)) || width(*aabb) > self.widest {
                return Err(format!("key {key} is not where it belongs in the order"));
            }
        }
        if self.boxes.len() == self.order.len() {
            Ok(())
        } else {
            Err(String::from("the order has keys without boxes"))
        }
    }
}
