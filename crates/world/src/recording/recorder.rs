//! What a world keeps while it is recorded: its state at the beginning, and every call since.
//!
//! ```text
//!   calls    AddBody  Step  Step  Step  SetVelocity  Step ...        in the order in which they were made
//!   sums                s     s     s                 s              one for each step: which body differs
//!   hashes                          h                                every 60 steps, and at the end
//! ```
//!
//! **Rollback.** When the world goes back to a snapshot, the recording is cut at the snapshot's place in it,
//! so that of a network game it holds the course on which all inputs are known, once. A snapshot without a
//! place (of another world, from bytes, of a course that was cut off) is kept whole, as a call.

use super::call::Call;
use super::sums::Sums;
use crate::stores::Stores;
use std::sync::atomic::{AtomicU32, Ordering};

/// A second at 60 Hz.
pub(super) const HASH_INTERVAL: usize = 60;

static NEXT_TAG: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    recorder: u32,
    calls: usize,
    steps: usize,
    /// Of the last call before; no other call of this recorder has it, also after a cut.
    serial: u64,
    has_hook: bool,
}

/// All of it is *scratch* to the world: no step reads it.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    tag: u32,
    pub(super) snapshots: Vec<Stores>,
    pub(super) had_hook: bool,
    has_hook: bool,
    pub(super) calls: Vec<Call>,
    serials: Vec<u64>,
    last_serial: u64,
    pub(super) sums: Vec<Sums>,
    pub(super) hashes: Vec<(usize, u64)>,
}

impl Recorder {
    pub(crate) fn new(stores: &Stores) -> Self {
        Self {
            tag: NEXT_TAG.fetch_add(1, Ordering::Relaxed),
            snapshots: vec![copy(stores)],
            had_hook: stores.hook.is_some(),
            has_hook: stores.hook.is_some(),
            calls: Vec::new(),
            serials: Vec::new(),
            last_serial: 0,
            sums: Vec::new(),
            hashes: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, call: Call) {
        self.last_serial += 1;
        if let Call::SetContactHook(is_some) | Call::KeepContactHook(is_some) = call {
            self.has_hook = is_some;
        }
        self.calls.push(call);
        self.serials.push(self.last_serial);
    }

    pub(crate) fn push_step(&mut self, dt: f32, stores: &Stores) {
        self.push(Call::Step(dt));
        self.sums.push(Sums::of(stores));
        if self.sums.len().is_multiple_of(HASH_INTERVAL) {
            self.push_hash(stores);
        }
    }

    /// If it is not there yet.
    pub(crate) fn push_hash(&mut self, stores: &Stores) {
        let frame = self.sums.len();
        if self.hashes.last().is_none_or(|&(last, _)| last < frame) {
            self.hashes.push((frame, stores.state_hash()));
        }
    }

    pub(crate) fn place(&self) -> Place {
        let serial = self.serials.last().copied().unwrap_or(0);
        Place {
            recorder: self.tag,
            calls: self.calls.len(),
            steps: self.sums.len(),
            serial,
            has_hook: self.has_hook,
        }
    }

    /// `stores` is the world as restored from a snapshot with this place.
    pub(crate) fn restored(&mut self, place: Option<Place>, stores: &Stores) {
        match place.filter(|place| self.has(place)) {
            Some(Place { calls, steps, has_hook, .. }) => {
                self.calls.truncate(calls);
                self.serials.truncate(calls);
                self.sums.truncate(steps);
                self.hashes.retain(|&(frame, _)| frame <= steps);
                self.has_hook = has_hook;
                if stores.hook.is_some() != has_hook {
                    self.push(Call::KeepContactHook(stores.hook.is_some()));
                }
            }
            None => {
                self.snapshots.push(copy(stores));
                self.push(Call::Restore(self.snapshots.len() as u32 - 1));
            }
        }
    }

    fn has(&self, place: &Place) -> bool {
        let Place { recorder, calls, serial, .. } = *place;
        let last = match calls.checked_sub(1) {
            Some(last) => self.serials.get(last).copied(),
            None => Some(0),
        };
        recorder == self.tag && last == Some(serial)
    }
}

fn copy(stores: &Stores) -> Stores {
    let mut copy = Stores::new(stores.settings, stores.world());
    copy.copy_from(stores);
    copy
}
