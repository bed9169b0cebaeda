//! How long saving, restoring and rolling back take, and how many bytes a snapshot has.
//!
//! Run it with `cargo run --release -p scenes --example snapshot_times`; `docs/snapshots.md` quotes it.

use physics::prelude::*;
use physics::world::{Snapshot, SnapshotError};
use scenes::Circles;
use std::time::{Duration, Instant};

const DT: f32 = 1.0 / 60.0;

/// How many frames are rolled back, and how many snapshots are kept.
const ROLLED_BACK: usize = 8;
const KEPT: usize = 10;

/// The least of many times, which the other programs on the machine disturb least, and the median.
fn timed(mut run: impl FnMut()) -> [f64; 2] {
    let mut times: Vec<Duration> = (0..60)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    [times[0], times[times.len() / 2]].map(|time| time.as_secs_f64() * 1e3)
}

/// Prints a row for a world that has run for `steps` steps.
fn measure(name: &str, mut level: Level, sleeping: bool, steps: u32) -> Result<(), SnapshotError> {
    level.settings.sleeping = sleeping;
    let (mut world, _) = World::load(&level).expect("a level of this crate");
    let mut frames: [Snapshot; KEPT] = Default::default();
    for frame in 0..steps as usize {
        world.save(&mut frames[frame % KEPT]);
        world.step(DT);
    }
    let mut newest = 0;
    // Each save follows a step, and each restore leads to another frame, so nothing is found to be the same.
    let mut save = [f64::INFINITY; 2];
    for _ in 0..30 {
        newest += 1;
        world.step(DT);
        let start = Instant::now();
        world.save(&mut frames[newest % KEPT]);
        let time = start.elapsed().as_secs_f64() * 1e3;
        save = [save[0].min(time), 0.0];
    }
    let mut restored = newest;
    let restore = timed(|| {
        restored += 3;
        let _ = std::hint::black_box(world.restore(&frames[restored % KEPT]));
    });
    let rollback = timed(|| {
        let _ = std::hint::black_box(world.restore(&frames[(newest + KEPT - ROLLED_BACK) % KEPT]));
        for frame in newest + KEPT - ROLLED_BACK..newest + KEPT {
            world.save(&mut frames[frame % KEPT]);
            world.step(DT);
        }
    });
    let step = timed(|| world.step(DT));
    world.save(&mut frames[0]);
    let bytes = frames[0].to_bytes()?;
    let (write, read) = (
        timed(|| _ = std::hint::black_box(frames[0].to_bytes())),
        timed(|| _ = std::hint::black_box(Snapshot::from_bytes(&bytes))),
    );
    let stats = world.stats();
    println!(
        "{name:12} {:5} awake {:6} contacts {:6} touching | save {:.3} restore {:.3} ({:.3}) | {ROLLED_BACK} back \
         {:.2} ({:.2}), a step {:.3} | {:7} bytes, {:5.1} per body, write {:.2} read {:.2} ms",
        stats.awake,
        stats.contacts,
        stats.touching,
        save[0],
        restore[0],
        restore[1],
        rollback[0],
        rollback[1],
        step[0],
        bytes.len(),
        bytes.len() as f64 / stats.bodies as f64,
        write[0],
        read[0],
    );
    Ok(())
}

fn main() -> Result<(), SnapshotError> {
    let circles = |columns, rows| Circles { columns, rows, ..Circles::default() }.level();
    let named = |name| (scenes::find(name).expect("a scene").level)();
    println!("times in ms, the least of many; in brackets the median");
    measure("falling", circles(50, 100), false, 20)?;
    measure("circles5k", circles(50, 100), false, 400)?;
    measure("circles1k", circles(20, 50), false, 300)?;
    measure("falling1k", circles(20, 50), false, 20)?;
    measure("pyramid", named("large_pyramid"), false, 60)?;
    measure("pile", named("pile"), true, 120)?;
    measure("asleep", named("pile"), true, 1500)
}
