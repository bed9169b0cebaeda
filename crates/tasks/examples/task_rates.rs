//! Prints how many steps of how many worlds each task makes in a second, as a table of Markdown: any
//! actions, worlds that end are reset.
//!
//! `cargo run --release -p physics2d-tasks --example task_rates [NAME]`

use std::time::Instant;
use tasks::batch::{BatchError, Random};
use tasks::{Actions, ENTRIES, Options};

const WORLDS: [usize; 3] = [64, 1024, 4096];
/// s, of each measurement.
const TIME: f64 = 0.6;

fn main() -> Result<(), BatchError> {
    let only = std::env::args().nth(1);
    println!("| task | worlds | steps/s, 1 thread | steps/s, 2 threads |\n|---|---|---|---|");
    for entry in ENTRIES.iter().filter(|entry| only.as_deref().is_none_or(|name| name == entry.name)) {
        for worlds in WORLDS {
            let [one, two] =
                [1, 2].map(|threads| rate(entry, Options { worlds, threads, ..Options::default() }));
            println!("| {} | {worlds} | {:.0} | {:.0} |", entry.name, one?, two?);
        }
    }
    Ok(())
}

/// Steps of all worlds in a second, the best of three measurements.
fn rate(entry: &tasks::Entry, options: Options) -> Result<f64, BatchError> {
    let mut environment = entry.make(options)?;
    let actions = environment.spec().actions;
    let mut random = Random::new(1, 0, 0);
    // Four sets of actions, drawn before, so that drawing takes no time.
    let sets: [Vec<f32>; 4] = std::array::from_fn(|_| {
        let each = (0..options.worlds).flat_map(|_| match actions {
            Actions::Discrete(list) => vec![(random.unit() * list.len() as f32).floor()],
            Actions::Continuous(list) => list.iter().map(|it| random.between(it.low, it.high)).collect(),
        });
        each.collect()
    });
    let mut best = 0.0_f64;
    for _ in 0..3 {
        let start = Instant::now();
        let mut steps = 0;
        while start.elapsed().as_secs_f64() < TIME / 3.0 || steps < 8 {
            environment.step(&sets[steps % 4])?;
            environment.reset_ended();
            steps += 1;
        }
        let rate = (steps * options.worlds) as f64 / start.elapsed().as_secs_f64();
        if rate > best {
            best = rate;
        }
    }
    Ok(best)
}
