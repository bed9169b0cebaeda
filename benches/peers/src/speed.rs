//! Speed: runs a scene from its first step to its last and times every step.

use crate::change::Change;
use crate::engine::{BuildOptions, EngineKind, Stages, Unsupported};
use crate::measure::{Sanity, median, peak_memory_mb, percentile};
use crate::row::SpeedRow;
use crate::time::{DT, milliseconds};
use cpu_time::ProcessTime;
use scenes::{BENCHMARKS, CHAIN_LENGTHS, EVERYDAY, Scene};
use std::time::Instant;

/// The large scenes. The mean of their ratios compares two engines in one number.
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

/// Scenes that are also run with sleeping on: bodies that come to rest in them should take no time.
const SLEEPERS: [&str; 3] = ["many_pyramids", "tiles", "small1000"];

/// Scenes in which moving bodies are flagged as fast, for engines that need it.
const FLAGGED: [&str; 1] = ["fast_balls"];

/// Suffix of the name of a scene that is run with sleeping on.
pub const ASLEEP: &str = "_sleep";

/// The scenes of which all speed scenes are made.
fn raced() -> impl Iterator<Item = &'static Scene> {
    BENCHMARKS.iter().chain(EVERYDAY).chain(CHAIN_LENGTHS)
}

/// The names of all speed scenes.
#[must_use]
pub fn names() -> Vec<String> {
    let mut names = usual();
    names.extend(EVERYDAY.iter().chain(CHAIN_LENGTHS).map(|scene| scene.name.to_owned()));
    names
}

/// The names of those that are run if none is named. The others are of the [everyday](crate::everyday) race.
#[must_use]
pub fn usual() -> Vec<String> {
    let all = BENCHMARKS.iter().map(|scene| scene.name.to_owned());
    all.chain(SLEEPERS.iter().map(|name| format!("{name}{ASLEEP}"))).collect()
}

/// The scene of this name, and whether it is run with sleeping on.
fn find(name: &str) -> Option<(&'static Scene, bool)> {
    let (plain, sleeping) = match name.strip_suffix(ASLEEP) {
        Some(plain) => (plain, true),
        None => (name, false),
    };
    raced().find(|scene| scene.name == plain).map(|scene| (scene, sleeping))
}

/// The description of a speed scene; empty if there is none of this name.
#[must_use]
pub fn about(name: &str) -> String {
    match find(name) {
        Some((scene, true)) => format!("{} With sleeping on.", scene.about),
        Some((scene, false)) => scene.about.to_owned(),
        None => String::new(),
    }
}

/// How many steps a scene runs by default; none if there is no such scene.
#[must_use]
pub fn steps(name: &str) -> Option<u32> {
    find(name).map(|(scene, _)| scene.steps)
}

/// Runs a scene, for `steps` steps if given instead of its own number, and with a change of this engine's
/// settings if one is given.
///
/// # Errors
/// [`Unsupported`] if there is no such scene, or the engine cannot run it.
pub fn run(
    name: &str,
    engine: EngineKind,
    threads: usize,
    steps: Option<u32>,
    change: Option<Change>,
) -> Result<SpeedRow, Unsupported> {
    let (scene, sleeping) =
        find(name).ok_or_else(|| Unsupported::because(format!("no scene named {name}")))?;
    let mut level = (scene.level)();
    level.settings.sleeping = sleeping;
    let bullets = FLAGGED.contains(&scene.name);
    let mut world = engine.build(&level, BuildOptions { threads, bullets, change })?;
    drop(level);

    let steps = steps.unwrap_or(scene.steps);
    let mut times = Vec::with_capacity(steps as usize);
    let mut stages = Vec::with_capacity(steps as usize);
    let mut nets: Option<Vec<(String, f64)>> = None;
    let mut cpu = ProcessTime::now();
    for step in 0..steps {
        let commands = scene.script.map_or_else(Vec::new, |script| script(step));
        if step == 1 {
            cpu = ProcessTime::now();
        }
        let start = Instant::now();
        // What a script adds and removes counts as part of the step.
        world.follow(&commands)?;
        world.step(DT);
        times.push(milliseconds(start.elapsed()));
        stages.extend(world.stages());
        if let Some(counts) = world.nets() {
            let counts = counts.counts();
            let sums = nets.get_or_insert_with(|| counts.map(|(name, _)| (name.to_owned(), 0.0)).into());
            for (sum, (_, count)) in sums.iter_mut().zip(counts) {
                sum.1 += f64::from(count) / f64::from(steps);
            }
        }
    }
    let cpu_ms = milliseconds(cpu.elapsed());
    let rss_mb = peak_memory_mb();
    // The first step allocates memory and finds all pairs, once. It counts only if there is no other.
    let times = &times[usize::from(times.len() > 1)..];
    let stages = mean(&stages[usize::from(stages.len() > 1)..]);
    let Sanity { bodies, touching, asleep, mean_height, residual_speed } = Sanity::of(&*world);
    Ok(SpeedRow {
        scene: name.to_owned(),
        engine,
        threads,
        unsupported: None,
        note: None,
        change,
        bodies,
        touching,
        asleep,
        steps,
        ms_median: median(times),
        ms_p95: percentile(times, 0.95),
        ms_total: times.iter().sum(),
        ms_stages: stages,
        nets,
        cpu_ms,
        rss_mb,
        mean_height_m: mean_height,
        residual_speed,
    })
}

/// The mean of the stages; none if there are none.
fn mean<'a>(stages: impl IntoIterator<Item = &'a Stages, IntoIter: ExactSizeIterator>) -> Option<Stages> {
    let stages = stages.into_iter();
    let (count, mut mean) = (stages.len(), Stages::default());
    stages.for_each(|stage| mean.add(stage, 1.0 / count as f64));
    (count > 0).then_some(mean)
}

/// Combines several runs of the same scene: the median of each time, the mean of the stages, and the state
/// of the first run.
#[must_use]
pub fn combine(runs: &[SpeedRow]) -> Option<SpeedRow> {
    let first = runs.first()?;
    let middle = |value: fn(&SpeedRow) -> f64| median(&runs.iter().map(value).collect::<Vec<_>>());
    Some(SpeedRow {
        ms_median: middle(|run| run.ms_median),
        ms_p95: middle(|run| run.ms_p95),
        ms_total: middle(|run| run.ms_total),
        ms_stages: mean(&runs.iter().filter_map(|run| run.ms_stages).collect::<Vec<_>>()),
        cpu_ms: middle(|run| run.cpu_ms),
        rss_mb: first.rss_mb.map(|_| middle(|run| run.rss_mb.unwrap_or(0.0))),
        ..first.clone()
    })
}
