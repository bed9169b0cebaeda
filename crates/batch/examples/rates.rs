//! How many steps of small worlds a batch makes in a second, and how long a reset takes, as a table for
//! `docs/batch.md`:
//!
//! ```text
//! cargo run --release -p physics2d-batch --example rates [most worlds, 65536] [seconds a row, 1] [skip, 1]
//! ```
//!
//! Two levels: a closed box with 7 or 16 balls and boxes, two or four of which are hinged to others; random
//! forces on every second body keep them moving. Nothing sleeps. Rates are by the time that the processor
//! worked for this program, so another program on the machine disturbs them less.

use batch::geom::Shape;
use batch::world::{BodyDef, ColliderDef, JointDef, Level, RevoluteJoint, WorldSettings};
use batch::{Action, Batch, BatchDef, BatchError, Observation, Random};
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

/// A closed box with `bodies` balls and boxes, of which `joints` pairs are hinged together.
fn level(bodies: u32, joints: u32) -> Result<Level, Box<dyn Error>> {
    let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]).sleeping(false));
    let side = 1.2 * f64::from(bodies).sqrt().ceil() as f32;
    let walls = level.body(BodyDef::fixed());
    let sides = [
        (side, 0.5, 0.0, -0.5),
        (side, 0.5, 0.0, 2.0 * side + 0.5),
        (0.5, side + 1.0, -side - 0.5, side),
        (0.5, side + 1.0, side + 0.5, side),
    ];
    for (half_width, half_height, x, y) in sides {
        level.collider(
            walls,
            ColliderDef::new(Shape::rectangle(half_width, half_height)?).offset([x, y], 0.0),
        );
    }
    let mut random = Random::new(1, 0, 0);
    let columns = f64::from(bodies).sqrt().ceil() as u32;
    let mut places = Vec::new();
    for i in 0..bodies {
        let x = -side + 1.0 + 1.6 * (i % columns) as f32 + random.between(-0.1, 0.1);
        let y = 0.8 + 1.2 * (i / columns) as f32;
        let size = random.between(0.35, 0.45);
        let shape = if i % 2 == 0 { Shape::circle(size)? } else { Shape::rectangle(size, 0.3)? };
        let def = BodyDef::dynamic().position([x, y]).angle(random.between(-0.5, 0.5));
        places.push((level.body_with(def, ColliderDef::new(shape)), x, y));
    }
    for pair in places.chunks(3).take(joints as usize) {
        let ((a, ax, ay), (b, bx, by)) = (pair[0], pair[1]);
        let half = [0.5 * (bx - ax), 0.5 * (by - ay)];
        level.joint(JointDef::new(a, b, RevoluteJoint::new().anchors(half, half.map(|x| -x))));
    }
    Ok(level)
}

/// The time that the processor has worked for this program, in all of its threads; since `start` where the
/// system does not tell it.
fn processor_time(start: Instant) -> Duration {
    let time_of = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    let threads = fs::read_dir("/proc/self/task").ok();
    let total = threads.and_then(|threads| threads.flatten().map(time_of).sum::<Option<u64>>());
    total.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The memory of this program, KiB; zero where the system does not tell it.
fn memory() -> f64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok());
    4.0 * pages.unwrap_or(0.0)
}

/// What has been measured.
struct Rates {
    /// KiB a world.
    memory: f64,
    /// World-steps a second of processor time, and a second of the clock.
    steps: [f64; 2],
    /// us a world, by the clock.
    reset: f64,
}

fn measure(
    level: &Level,
    [worlds, threads]: [usize; 2],
    skip: u32,
    seconds: f64,
) -> Result<Rates, BatchError> {
    let bodies = (1..level.bodies.len() as u32).step_by(2);
    let before = memory();
    let mut batch = BatchDef::new(level)
        .worlds(worlds)
        .threads(threads)
        .frame_skip(skip)
        .actions(bodies.map(|body| Action::force(body).scaled(14.0)).collect())
        .observations(vec![Observation::Pose { body: 1 }, Observation::Velocity { body: 1 }])
        .build()?;
    let mut random = Random::new(2, 0, 0);
    // A few sets of actions, used in turn: drawing them is no part of what is measured.
    let count = worlds * batch.action_len();
    let sets = if worlds > 4096 { 2 } else { 16 };
    let actions: Vec<Vec<f32>> =
        (0..sets).map(|_| (0..count).map(|_| random.between(-1.0, 1.0)).collect()).collect();
    let start = Instant::now();
    let mut at = 0;
    let mut run = |batch: &mut Batch, steps: usize| -> Result<[f64; 2], BatchError> {
        let (clock, processor) = (Instant::now(), processor_time(start));
        for _ in 0..steps {
            batch.step(&actions[at % sets])?;
            at += 1;
        }
        let processor = processor_time(start).saturating_sub(processor);
        Ok([processor.as_secs_f64(), clock.elapsed().as_secs_f64()])
    };
    // Until the bodies lie on each other.
    run(&mut batch, 60_usize.div_ceil(skip as usize))?;
    let memory = (memory() - before) / worlds as f64;
    let [_, one] = run(&mut batch, 4)?;
    let steps = ((4.0 * seconds / one) as usize).clamp(4, 100_000);
    let times = run(&mut batch, steps)?;
    let steps = times.map(|time| (worlds * steps * skip as usize) as f64 / time);
    // Each time after a step, so that there is something to restore; by the clock, whose median another
    // program does not disturb.
    let mut resets = vec![0.0; (100_000 / worlds).clamp(5, 501)];
    for reset in &mut resets {
        run(&mut batch, 1)?;
        let clock = Instant::now();
        batch.reset_all();
        *reset = 1e6 * clock.elapsed().as_secs_f64() / worlds as f64;
    }
    resets.sort_by(f64::total_cmp);
    let reset = resets[resets.len() / 2];
    Ok(Rates { memory, steps, reset })
}

/// A row of the table, for bodies, joints, worlds, threads, frame skip and seconds.
fn row(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [bodies, joints, worlds, threads, skip, seconds] = arguments else {
        return Err("six arguments".into());
    };
    let size = [worlds.parse()?, threads.parse()?];
    let level = level(bodies.parse()?, joints.parse()?)?;
    let Rates { memory, steps: [core, clock], reset } =
        measure(&level, size, skip.parse()?, seconds.parse()?)?;
    println!(
        "| {bodies} | {worlds} | {threads} | {core:.0} | {clock:.0} | {:.2} | {reset:.2} | {memory:.0} |",
        1e6 / core
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() == 6 {
        return row(&arguments);
    }
    let most: usize = arguments.first().map_or(Ok(65_536), |text| text.parse())?;
    let argument = |index: usize| arguments.get(index).map_or("1", String::as_str);
    let (seconds, skip) = (argument(1), argument(2));
    let head = ["bodies", "worlds", "threads", "steps a core-second", "steps a second", "us a step"];
    println!("| {} | reset, us | KiB a world |", head.join(" | "));
    println!("{}|", "|---".repeat(8));
    // Each row in a program of its own, so that memory which one has freed does not count for the next.
    let program = std::env::current_exe()?;
    for (bodies, joints) in [("7", "2"), ("16", "4")] {
        for worlds in [64, 256, 1024, 4096, 16_384, 65_536].into_iter().filter(|&worlds| worlds <= most) {
            for threads in ["1", "2"] {
                let row = [bodies, joints, &worlds.to_string(), threads, skip, seconds];
                let output = std::process::Command::new(&program).args(row).output()?;
                print!("{}{}", String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
            }
        }
    }
    Ok(())
}
