//! Prints what the simple controllers of this crate achieve: return and length of an episode in each of 100
//! worlds.
//!
//! `cargo run --release -p physics2d-tasks --example pilots [WORLDS]`

use tasks::batch::BatchError;
use tasks::{Environment, Options, WalkerGait, car_driver, crane_driver, find, lander_pilot, pile_pusher};

fn main() -> Result<(), BatchError> {
    let worlds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100);
    println!("| task | mean return | deviation | mean steps | above 200 |\n|---|---|---|---|---|");
    for name in ["lunar_lander", "lunar_lander_continuous"] {
        play(name, worlds, |_, observation, action| lander_pilot(observation, action))?;
    }
    play("crane", worlds, |_, observation, action| crane_driver(observation, action))?;
    play("pile", worlds, |_, observation, action| pile_pusher(observation, action))?;
    play("car_racing", worlds, |_, observation, action| car_driver(observation, action))?;
    let mut gaits = vec![WalkerGait::default(); worlds];
    play("bipedal_walker", worlds, |world, observation, action| gaits[world].act(observation, action))
}

/// One episode in each world.
fn play(
    name: &str,
    worlds: usize,
    mut pilot: impl FnMut(usize, &[f32], &mut [f32]),
) -> Result<(), BatchError> {
    let Some(entry) = find(name) else { return Ok(()) };
    let mut environment: Box<dyn Environment> =
        entry.make(Options { worlds, threads: 2, ..Options::default() })?;
    let spec = environment.spec();
    let (seen, acted) = (spec.observations.len(), spec.actions.len());
    let mut actions = vec![0.0; worlds * acted];
    let mut sums = vec![0.0_f32; worlds];
    let mut lengths = vec![0_u32; worlds];
    let mut ended = vec![false; worlds];
    while ended.iter().any(|&ended| !ended) {
        let rows = environment.observations().chunks(seen).zip(actions.chunks_mut(acted));
        rows.enumerate().for_each(|(world, (observation, action))| pilot(world, observation, action));
        environment.step(&actions)?;
        for world in (0..worlds).filter(|&world| !ended[world]).collect::<Vec<_>>() {
            sums[world] += environment.rewards()[world];
            lengths[world] += 1;
            ended[world] = environment.terminated()[world] || environment.truncated()[world];
        }
    }
    let count = worlds as f32;
    let mean = sums.iter().sum::<f32>() / count;
    let deviation = (sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f32>() / count).sqrt();
    let length = lengths.iter().sum::<u32>() as f32 / count;
    let good = sums.iter().filter(|&&sum| sum > 200.0).count();
    println!("| {name} | {mean:.1} | {deviation:.1} | {length:.0} | {good} of {worlds} |");
    Ok(())
}
