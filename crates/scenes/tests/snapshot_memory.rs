//! Saving and restoring allocate nothing once warm, and hostile bytes allocate in proportion to their number.
//!
//! The file has only one test, since the allocator counts for the whole process.

use physics::prelude::*;
use physics::world::Snapshot;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DT: f32 = 1.0 / 60.0;

#[test]
fn rollback_allocates_nothing_and_bytes_allocate_by_their_number() {
    for (name, until_steady) in [("pile", 400), ("bridge", 300), ("sensors", 200), ("ragdoll", 200)] {
        let mut level = (scenes::find(name).expect("a scene").level)();
        level.settings.sleeping = false;
        let (mut world, _) = World::load(&level).expect("a level");
        for _ in 0..until_steady {
            world.step(DT);
        }
        let (mut beginning, mut frames): (Snapshot, [Snapshot; 10]) = Default::default();
        world.save(&mut beginning);
        let mut region = Region::new(ALLOCATOR);
        for round in 0..5 {
            if round == 2 {
                // All frames have been run twice, so everything has been as large as it gets.
                region = Region::new(ALLOCATOR);
            }
            world.restore(&beginning).expect("a snapshot");
            for frame in &mut frames {
                world.save(frame);
                world.step(DT);
            }
            world.restore(&frames[2]).expect("a snapshot");
            for frame in &mut frames[2..] {
                world.save(frame);
                world.step(DT);
            }
        }
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{name}: {change:?}");
    }
    hostile_lengths_allocate_nothing();
}

/// In a file of a few hundred bytes, large numbers are put everywhere. Without a right check sum none is
/// read, so the sum is made right.
fn hostile_lengths_allocate_nothing() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::dynamic()).expect("a body");
    world.add_collider(body, ColliderDef::new(Shape::circle(0.5).expect("a shape"))).expect("a collider");
    world.step(DT);
    let mut snapshot = Snapshot::new();
    world.save(&mut snapshot);
    let bytes = snapshot.to_bytes().expect("a snapshot");
    for at in 20..bytes.len() {
        for value in [0x7f, 0xff, 0xf0, 0x01] {
            let mut changed = bytes.clone();
            // A long number: all bits of a length are set.
            changed.splice(at..at, [value | 0x80, 0xff, 0xff, 0xff, 0x0f]);
            changed[at - 1] = value;
            sign(&mut changed);
            let region = Region::new(ALLOCATOR);
            let read = Snapshot::from_bytes(&changed);
            let allocated = region.change().bytes_allocated;
            assert!(allocated < 200_000, "{allocated} bytes for {}, {:?}", bytes.len(), read.err());
        }
    }
}

/// Writes the check sum that the bytes need, as the crate `world` computes it.
fn sign(bytes: &mut [u8]) {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut sum = 0xcbf2_9ce4_8422_2325 ^ u64::from(bytes[8]);
    for chunk in bytes[20..].chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(PRIME);
        sum ^= sum >> 29;
    }
    sum = (sum ^ (bytes.len() - 20) as u64).wrapping_mul(PRIME);
    bytes[12..20].copy_from_slice(&sum.to_le_bytes());
}
