//! How long `World::sync_hash` takes beside a step, for 3,000 bodies that are all awake.
//!
//! Run it with `cargo run --release -p scenes --example sync_times`; `docs/robustness.md` quotes it.

use physics::prelude::*;
use scenes::{Circles, Pyramid};
use std::hint::black_box;
use std::time::Instant;

const DT: f32 = 1.0 / 60.0;

/// The least times of a step, of the hash after it, and of the hash of poses and velocities, ms. The least
/// of many is what other programs on the machine disturb least.
fn measure(name: &str, mut level: Level) {
    level.settings.sleeping = false;
    let (mut world, _) = World::load(&level).expect("a level of this crate");
    (0..300).for_each(|_| world.step(DT));
    let mut least = [f64::INFINITY; 3];
    for _ in 0..120 {
        let mut times = [0.0; 3];
        let mut timed = |i: usize, run: &mut dyn FnMut()| {
            let start = Instant::now();
            run();
            times[i] = start.elapsed().as_secs_f64() * 1e3;
        };
        timed(0, &mut || world.step(DT));
        timed(1, &mut || _ = black_box(world.sync_hash()));
        timed(2, &mut || _ = black_box(world.state_hash()));
        least = [0, 1, 2].map(|i| least[i].min(times[i]));
    }
    let [step, sync, state] = least;
    let stats = world.stats();
    println!(
        "{name:10} {:5} awake {:6} contacts | step {step:.3} sync_hash {sync:.3} ({:.0}%) state_hash {state:.3} ms",
        stats.awake,
        stats.contacts,
        100.0 * sync / step,
    );
}

fn main() {
    measure("circles", Circles { columns: 60, rows: 50, ..Circles::default() }.level());
    measure("pyramid", Pyramid { base: 77, sleeping: false }.level());
}
