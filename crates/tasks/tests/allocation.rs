//! A steady step of each task allocates no memory while no episode ends.
//!
//! The file has only one test, since the allocator counts for the whole process.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use tasks::{ENTRIES, Options};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_steady_step_allocates_nothing() {
    for entry in ENTRIES {
        let mut environment =
            entry.make(Options { worlds: 8, chunk: 3, ..Options::default() }).expect("worlds");
        let actions = vec![0.0; 8 * environment.spec().actions.len()];
        let mut steps = |count: usize| {
            for _ in 0..count {
                environment.step(&actions).expect("as many actions");
            }
        };
        // Until all that falls has fallen.
        steps(500);
        let region = Region::new(ALLOCATOR);
        steps(100);
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{}: {change:?}", entry.name);
    }
}
