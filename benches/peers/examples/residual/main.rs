//! The motion that is left at the end of `small1000`, in this engine and in Box2D: bodies that roll away, or
//! bodies that do not come to rest.
//!
//! ```sh
//! cargo run --release -p peers --example residual
//! cargo run --release -p peers --example residual -- 5
//! ```
//!
//! For each of several seeds (forty by default): the mean speed of all shapes, the number of each kind that
//! is faster than 5 cm/s, and the mean speed of the others; at the end the means over the seeds with their
//! standard errors. One seed is not enough: a single circle that rolls at 5 m/s adds 0.005 m/s to the mean of
//! a thousand.

use peers::engine::{BuildOptions, EngineKind};
use scenes::Small;

const DT: f32 = 1.0 / 60.0;
const STEPS: u32 = 2000;
const BODIES: u32 = 1000;

/// A faster body rolls; a body at rest is slower, m/s.
const ROLLS: f32 = 0.05;

/// The kinds of shapes in turn: circles, capsules, rectangles, polygons.
const KINDS: usize = 4;

/// One run: mean speed of all bodies and of those that do not roll, m/s, and the number of each kind that
/// rolls.
struct Residual {
    mean: f64,
    mean_of_slow: f64,
    rolling: [u32; KINDS],
}

fn residual(kind: EngineKind, seed: u32) -> Residual {
    let mut level = Small { bodies: BODIES, seed }.level();
    level.settings.sleeping = false;
    let mut engine = kind.build(&level, BuildOptions::default()).expect("circles, capsules and polygons");
    for _ in 0..STEPS {
        engine.step(DT);
    }
    let (mut sum, mut sum_of_slow, mut rolling) = (0.0, 0.0, [0; KINDS]);
    for number in 1..=BODIES {
        let speed = engine.body(number).expect("nobody goes").velocity.norm();
        sum += f64::from(speed);
        if speed > ROLLS {
            rolling[(number as usize - 1) % KINDS] += 1;
        } else {
            sum_of_slow += f64::from(speed);
        }
    }
    let slow = BODIES - rolling.iter().sum::<u32>();
    Residual { mean: sum / f64::from(BODIES), mean_of_slow: sum_of_slow / f64::from(slow), rolling }
}

/// Mean and standard error.
fn statistics(values: &[f64]) -> String {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0).max(1.0);
    format!("{mean:.6} +- {:.6}", (variance / count).sqrt())
}

fn main() {
    let seeds = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(40);
    // The scene's own seed comes first.
    let first = Small::default().seed;
    let mut means = [Vec::new(), Vec::new()];
    let mut means_of_slow = [Vec::new(), Vec::new()];
    for seed in first..first + seeds {
        for (i, kind) in [EngineKind::Ours, EngineKind::Box2d].into_iter().enumerate() {
            let Residual { mean, mean_of_slow, rolling } = residual(kind, seed);
            println!(
                "{seed:>4} {:>6} {mean:.5} m/s, rolling {rolling:?}, others {mean_of_slow:.6} m/s",
                kind.name()
            );
            means[i].push(mean);
            means_of_slow[i].push(mean_of_slow);
        }
    }
    for (i, name) in ["ours", "box2d"].into_iter().enumerate() {
        println!("{name:>6} {} m/s, others {} m/s", statistics(&means[i]), statistics(&means_of_slow[i]));
    }
    let differences: Vec<f64> = means[0].iter().zip(&means[1]).map(|(ours, theirs)| ours - theirs).collect();
    println!("ours - box2d {} m/s", statistics(&differences));
}
