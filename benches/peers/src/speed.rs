//! Speed: a scene from its first step to its last, every step timed.

use crate::engine::{BuildOptions, EngineKind, Unsupported};
use crate::measure::{Sanity, median, milliseconds, peak_memory_mb, percentile};
use crate::row::SpeedRow;
use cpu_time::ProcessTime;
use scenes::{BENCHMARKS, Scene};
use std::time::Instant;

/// s. A step.
pub const DT: f32 = 1.0 / 60.0;

/// The large scenes, whose mean ratio is what is said of two engines in one number.
pub const LARGE: [&str; 12] = [
    "large_pyramid",
    "many_pyramids",
    "joint_grid",
    "smash",
    "tumbler",
    "spinner",
    "washer",
    "compounds",
    "junkyard",
    "ragdoll_rain",
    "circles5k",
    "convex3k",
];

/// Scenes that are also run with sleeping on, since whatever comes to rest in them is to cost nothing.
const SLEEPERS: [&str; 3] = ["many_pyramids", "tiles", "small1000"];

/// What the name of a scene ends in that is run with sleeping on.
pub const ASLEEP: &str = "_sleep";

/// The names of all speed scenes.
#[must_use]
pub fn names() -> Vec<String> {
    let all = BENCHMARKS.iter().map(|scene| scene.name.to_owned());
    all.chain(SLEEPERS.iter().map(|name| format!("{name}{ASLEEP}"))).collect()
}

/// The scene of a name, and whether it is to be run with sleeping on.
fn find(name: &str) -> Option<(&'static Scene, bool)> {
    let (plain, sleeping) = match name.strip_suffix(ASLEEP) {
        Some(plain) => (plain, true),
        None => (name, false),
    };
    BENCHMARKS.iter().find(|scene| scene.name == plain).map(|scene| (scene, sleeping))
}

/// What happens in a speed scene, in one sentence; empty for a name that is none.
#[must_use]
pub fn about(name: &str) -> String {
    match find(name) {
        Some((scene, true)) => format!("{} With sleeping on.", scene.about),
        Some((scene, false)) => scene.about.to_owned(),
        None => String::new(),
    }
}

/// Runs a scene, for `steps` steps rather than its own number if given.
///
/// # Errors
/// [`Unsupported`] if there is no such scene, or the engine cannot run it.
pub fn run(
    name: &str,
    engine: EngineKind,
    threads: usize,
    steps: Option<u32>,
) -> Result<SpeedRow, Unsupported> {
    let (scene, sleeping) =
        find(name).ok_or_else(|| Unsupported::because(format!("no scene named {name}")))?;
    let mut level = (scene.level)();
    level.settings.sleeping = sleeping;
    let mut world = engine.build(&level, BuildOptions { threads, bullets: false })?;
    drop(level);

    let steps = steps.unwrap_or(scene.steps);
    let mut times = Vec::with_capacity(steps as usize);
    let mut cpu = ProcessTime::now();
    for step in 0..steps {
        let commands = scene.script.map_or_else(Vec::new, |script| script(step));
        if step == 1 {
            cpu = ProcessTime::now();
        }
        let start = Instant::now();
        // What a script adds and removes is part of the work.
        world.follow(&commands)?;
        world.step(DT);
        times.push(milliseconds(start.elapsed()));
    }
    let cpu_ms = milliseconds(cpu.elapsed());
    let rss_mb = peak_memory_mb();
    // The first step makes room and finds all pairs: paid once. If it is the only one, it must do.
    let times = &times[usize::from(times.len() > 1)..];
    let Sanity { bodies, touching, mean_height, residual_speed } = Sanity::of(&*world);
    Ok(SpeedRow {
        scene: name.to_owned(),
        engine,
        threads,
        unsupported: None,
        note: None,
        bodies,
        touching,
        steps,
        ms_median: median(times),
        ms_p95: percentile(times, 0.95),
        ms_total: times.iter().sum(),
        cpu_ms,
        rss_mb,
        mean_height_m: mean_height,
        residual_speed,
    })
}

/// The row of several runs of the same: the median of each time, and the state of the first, which is that of all.
#[must_use]
pub fn combine(runs: &[SpeedRow]) -> Option<SpeedRow> {
    let first = runs.first()?;
    let middle = |value: fn(&SpeedRow) -> f64| median(&runs.iter().map(value).collect::<Vec<_>>());
    Some(SpeedRow {
        ms_median: middle(|run| run.ms_median),
        ms_p95: middle(|run| run.ms_p95),
        ms_total: middle(|run| run.ms_total),
        cpu_ms: middle(|run| run.cpu_ms),
        rss_mb: first.rss_mb.map(|_| middle(|run| run.rss_mb.unwrap_or(0.0))),
        ..first.clone()
    })
}
