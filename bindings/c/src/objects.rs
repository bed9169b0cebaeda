//! Things of the library that are no part of a world: snapshots and characters, by handle.

use crate::error::{Failure, Outcome, P2_STALE_HANDLE};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where the sort of thing stands in a handle: above the index, below the generation.
const SORT_AT: u32 = 28;

/// Things of one sort.
pub struct Objects<T> {
    sort: u64,
    name: &'static str,
    slots: Mutex<Vec<Slot<T>>>,
}

struct Slot<T> {
    generation: u32,
    object: Option<Arc<Mutex<T>>>,
}

impl<T> Objects<T> {
    /// None yet. `sort` is a number from 1 to 15.
    pub const fn new(sort: u64, name: &'static str) -> Self {
        Self { sort, name, slots: Mutex::new(Vec::new()) }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Slot<T>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a thing.
    pub fn add(&self, object: T) -> u64 {
        let object = Some(Arc::new(Mutex::new(object)));
        let mut all = self.lock();
        let free = all.iter().position(|slot| slot.object.is_none() && slot.generation < u32::MAX);
        let index = free.unwrap_or(all.len());
        if free.is_none() {
            all.push(Slot { generation: 0, object: None });
        }
        let slot = &mut all[index];
        slot.generation += 1;
        slot.object = object;
        u64::from(slot.generation) << 32 | self.sort << SORT_AT | index as u64
    }

    fn slot<'a>(&self, all: &'a mut [Slot<T>], handle: u64) -> Outcome<&'a mut Slot<T>> {
        let (index, sort) = (handle & ((1 << SORT_AT) - 1), handle >> SORT_AT & 15);
        let slot = all.get_mut(index as usize).filter(|_| sort == self.sort);
        let slot = slot.filter(|slot| u64::from(slot.generation) == handle >> 32 && slot.object.is_some());
        slot.ok_or_else(|| {
            let message = format_args!("there is no such {}: it has been destroyed", self.name);
            Failure::new(P2_STALE_HANDLE, message).at(self.name, f64::NAN)
        })
    }

    /// Uses a thing. Calls with the same thing wait for each other.
    pub fn with<R>(&self, handle: u64, run: impl FnOnce(&mut T) -> Outcome<R>) -> Outcome<R> {
        let object = self.slot(&mut self.lock(), handle)?.object.clone();
        let object = object.unwrap_or_else(|| unreachable!("`slot` has checked it"));
        run(&mut object.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Destroys a thing.
    pub fn remove(&self, handle: u64) -> Outcome {
        self.slot(&mut self.lock(), handle)?.object = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_and_foreign_handles_are_refused() {
        let (ones, others) = (Objects::new(1, "one"), Objects::new(2, "other"));
        let (a, b) = (ones.add(5), others.add(6));
        assert_eq!(ones.with(a, |x| Ok(*x)).unwrap(), 5);
        assert!(ones.with(b, |x| Ok(*x)).is_err() && ones.with(0, |x| Ok(*x)).is_err());
        ones.remove(a).unwrap();
        let c = ones.add(7);
        assert!(ones.with(a, |x| Ok(*x)).is_err() && ones.remove(a).is_err());
        assert_eq!((ones.with(c, |x| Ok(*x)).unwrap(), others.with(b, |x| Ok(*x)).unwrap()), (7, 6));
    }
}
