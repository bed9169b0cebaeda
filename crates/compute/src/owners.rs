//! The check of debug builds that no two shares of a phase use the same item of a [`Shared`](crate::Shared)
//! slice, unless both only read it.
//!
//! Every access by a worker of a team records the item, the phase and the share, and panics if another share
//! of the phase has recorded the item before. Shares are compared, not threads, so the check does not depend
//! on which worker comes first.
//!
//! Each phase of each team has its own number, so records of earlier phases need not be cleared. Records are
//! in a table of fixed size, indexed by address, in which a later record replaces an earlier one. So the
//! check may miss an overlap in large scenes, but it never reports one that does not exist.
//!
//! Code outside of a team is not checked. A worker that solves a batch on its own
//! ([`Member::alone`](crate::Member::alone)) acts for the share that it holds in its team. In release builds,
//! and without threads, all functions here are empty.

#[cfg(all(debug_assertions, feature = "std"))]
pub(crate) use check::*;

#[cfg(not(all(debug_assertions, feature = "std")))]
#[cfg_attr(any(not(feature = "std"), target_family = "wasm"), allow(dead_code))]
mod nothing {
    use core::ops::Range;

    #[inline(always)]
    pub(crate) fn new_team() -> u64 {
        0
    }
    #[inline(always)]
    pub(crate) fn enter(_team: u64, _phase: u32, _share: usize) {}
    #[inline(always)]
    pub(crate) fn leave() {}
    #[inline(always)]
    pub(crate) fn read<T>(_slice: *const T, _index: usize) {}
    #[inline(always)]
    pub(crate) fn write<T>(_slice: *const T, _items: Range<usize>) {}
    #[inline(always)]
    pub(crate) fn read_all<T>(_slice: *const T) {}
}

#[cfg(not(all(debug_assertions, feature = "std")))]
pub(crate) use nothing::*;

#[cfg(all(debug_assertions, feature = "std"))]
#[cfg_attr(target_family = "wasm", allow(dead_code))]
mod check {
    use core::cell::Cell;
    use core::ops::Range;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Mutex, OnceLock, PoisonError};

    /// Enough for the bodies and blocks of most test scenes.
    const NOTES: usize = 1 << 18;

    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Task {
        /// Of the team, then of its phase.
        phase: (u64, u32),
        share: usize,
    }

    #[derive(Clone, Copy, Default, PartialEq, Eq)]
    enum Users {
        #[default]
        None,
        One(usize),
        Several,
    }

    impl Users {
        fn add(&mut self, share: usize) {
            *self = match *self {
                Self::None => Self::One(share),
                Self::One(other) if other == share => *self,
                _ => Self::Several,
            };
        }

        fn include_another(self, share: usize) -> bool {
            !matches!(self, Self::None) && self != Self::One(share)
        }
    }

    #[derive(Clone, Copy, Default, PartialEq, Eq)]
    enum Subject {
        #[default]
        Nothing,
        Item(usize),
        Slice(usize),
    }

    #[derive(Clone, Copy, Default)]
    struct Note {
        subject: Subject,
        phase: (u64, u32),
        readers: Users,
        writers: Users,
    }

    static TEAMS: AtomicU64 = AtomicU64::new(1);
    static TABLE: OnceLock<Vec<Mutex<Note>>> = OnceLock::new();

    thread_local! {
        static TASK: Cell<Option<Task>> = const { Cell::new(None) };
    }

    pub(crate) fn new_team() -> u64 {
        TEAMS.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn enter(team: u64, phase: u32, share: usize) {
        TASK.set(Some(Task { phase: (team, phase), share }));
    }

    pub(crate) fn leave() {
        TASK.set(None);
    }

    pub(crate) fn read<T>(slice: *const T, index: usize) {
        if let Some(task) = TASK.get() {
            read_item(task, slice.wrapping_add(index) as usize, index);
        }
    }

    pub(crate) fn write<T>(slice: *const T, items: Range<usize>) {
        if let Some(task) = TASK.get() {
            write_items(task, slice as usize, items, size_of::<T>());
        }
    }

    pub(crate) fn read_all<T>(slice: *const T) {
        if let Some(task) = TASK.get() {
            read_slice(task, slice as usize);
        }
    }

    // Functions of addresses, so that they are compiled once and not for each type of items.

    fn read_item(task: Task, item: usize, index: usize) {
        note(task, Subject::Item(item), |note| {
            note.readers.add(task.share);
            note.writers.include_another(task.share)
        })
        .unwrap_or_else(|| {
            panic!("share {} reads item {index}, which another share of the phase writes", task.share)
        });
    }

    fn write_items(task: Task, slice: usize, items: Range<usize>, size: usize) {
        note(task, Subject::Slice(slice), |note| {
            note.writers.add(task.share);
            note.readers.include_another(task.share)
        })
        .unwrap_or_else(|| {
            panic!(
                "share {} writes items {items:?} of a slice that another share of the phase reads",
                task.share
            )
        });
        for index in items {
            let item = slice.wrapping_add(index.wrapping_mul(size));
            note(task, Subject::Item(item), |note| {
                note.writers.add(task.share);
                note.readers.include_another(task.share) || note.writers.include_another(task.share)
            })
            .unwrap_or_else(|| {
                panic!("share {} writes item {index}, which another share of the phase uses", task.share)
            });
        }
    }

    fn read_slice(task: Task, slice: usize) {
        note(task, Subject::Slice(slice), |note| {
            note.readers.add(task.share);
            note.writers.include_another(task.share)
        })
        .unwrap_or_else(|| {
            panic!("share {} reads a slice that another share of the phase writes", task.share)
        });
    }

    /// `None` if the change reports a conflict.
    fn note(task: Task, subject: Subject, change: impl FnOnce(&mut Note) -> bool) -> Option<()> {
        let table = TABLE.get_or_init(|| (0..NOTES).map(|_| Mutex::default()).collect());
        let address = match subject {
            Subject::Nothing => 0,
            Subject::Item(address) => address,
            Subject::Slice(address) => !address,
        };
        // Fibonacci hashing: the upper bits of the product.
        let hash = (address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - NOTES.ilog2());
        let mut note = table[hash as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if note.subject != subject || note.phase != task.phase {
            *note = Note { subject, phase: task.phase, ..Note::default() };
        }
        (!change(&mut note)).then_some(())
    }
}
