//! A scene from its level to its report.
//!
//! The broad phase is a type of the world, so the whole run is compiled once for each; an enum chooses which.
//! Turned down: a boxed broad phase, which would put a call through a pointer into what is measured here.

use crate::draw::Camera;
use crate::options::{BroadphaseKind, Options, Picture, solver_name};
use crate::progress::Progress;
use crate::report::{Report, Stages, percentile};
use physics::prelude::*;
use physics::world::StageTimes;
use scenes::{Cast, Script};
use std::time::Instant;

/// s. The step that the scenes are made for.
const DT: f32 = 1.0 / 60.0;

/// The steps at the end, a second of them, in which the deepest overlap counts. Over a whole run it would tell
/// how hard things hit each other on the way, not how well they rest.
const RESTING_STEPS: u32 = 60;

/// What comes out of a run.
#[derive(Debug)]
pub struct Outcome {
    /// What was measured.
    pub report: Report,
    /// The file of the picture, if one was asked for.
    pub picture: Option<Vec<u8>>,
}

/// Runs a scene as the options say.
///
/// # Errors
/// The scene and what is wrong with it, if its level cannot be or cannot be drawn.
pub fn run(options: &Options) -> Result<Outcome, String> {
    let outcome = match options.broadphase {
        BroadphaseKind::Tree => run_on::<DynamicTree>(options),
        BroadphaseKind::Sweep => run_on::<SortAndSweep>(options),
        BroadphaseKind::List => run_on::<SweepList>(options),
        BroadphaseKind::Grid => run_on::<UniformGrid>(options),
        BroadphaseKind::Quad => run_on::<QuadTree>(options),
        BroadphaseKind::Brute => run_on::<BruteForce>(options),
    };
    outcome.map_err(|error| format!("scene {}: {error}", options.scene.name))
}

fn run_on<B: Broadphase + Default>(options: &Options) -> Result<Outcome, String> {
    let Options { scene, steps, contacts, .. } = *options;
    let mut level = (scene.level)();
    level.settings.method = options.solver.unwrap_or(level.settings.method);
    let mut world = World::load_with(&level, B::default()).map_err(|error: DefError| error.to_string())?;
    world.set_threads(options.threads);
    world.set_width(options.width);
    let camera = |picture: &Picture| Camera::new(picture.format, scene.view, contacts, steps, DT);
    let mut camera = options.picture.as_ref().map(camera).transpose()?;
    let starts: Vec<(BodyId, Point)> =
        world.dynamic_bodies().map(|body| (body.id(), body.center())).collect();
    let watch = |world: &World<B>, done| match &mut camera {
        Some(camera) => camera.see(world, done),
        None => Ok(()),
    };
    let Measured { mut milliseconds, stages, max_penetration } =
        step(&mut world, scene.script, steps, watch)?;
    // The first step makes room for all others. If it is the only one, it must do.
    let first = usize::from(milliseconds.len() > 1);
    let milliseconds = &mut milliseconds[first..];
    let stats = world.stats();
    let report = Report {
        scene: scene.name,
        solver: solver_name(level.settings.method),
        broadphase: options.broadphase.name(),
        threads: world.threads(),
        width: world.width().name(),
        bodies: stats.bodies,
        colliders: stats.colliders,
        contacts: stats.touching,
        joints: stats.joints,
        steps,
        ms_median: percentile(milliseconds, 0.5),
        ms_p95: percentile(milliseconds, 0.95),
        ms_stages: stages.mean(milliseconds.len()),
        max_penetration_m: max_penetration,
        max_sideways_drift_m: max_sideways_drift(&world, &starts),
        kinetic_energy_j: world.kinetic_energy(),
        state_hash: format!("{:016x}", world.state_hash()),
    };
    let picture = camera.map(|camera| camera.finish(&world)).transpose()?;
    Ok(Outcome { report, picture })
}

/// What can only be measured on the way.
struct Measured {
    /// How long each step took.
    milliseconds: Vec<f64>,
    /// The same by stage, all steps but the first together.
    stages: StageSums,
    /// The deepest overlap in the last steps, m.
    max_penetration: f32,
}

/// Durations of the stages of many steps, ms.
#[derive(Default)]
struct StageSums(Vec<(&'static str, f64)>);

impl StageSums {
    fn add(&mut self, times: &StageTimes) {
        let stages = times.stages();
        self.0.resize_with(stages.len(), Default::default);
        for ((name, sum), stage) in self.0.iter_mut().zip(stages) {
            *name = stage.0;
            *sum += 1e3 * stage.1.as_secs_f64();
        }
    }

    fn mean(self, steps: usize) -> Stages {
        Stages(self.0.into_iter().map(|(name, sum)| (name, sum / steps as f64)).collect())
    }
}

/// Takes the steps, and lets `watch` see the world before the first and after each, with how many were taken.
/// Only the steps themselves are timed, and what the scene's script does between them.
fn step<B: Broadphase>(
    world: &mut World<B>,
    script: Option<Script>,
    steps: u32,
    mut watch: impl FnMut(&World<B>, u32) -> Result<(), String>,
) -> Result<Measured, String> {
    let mut progress = Progress::new(steps);
    let mut cast = Cast::of(world);
    let mut measured =
        Measured { milliseconds: Vec::new(), stages: StageSums::default(), max_penetration: 0.0 };
    watch(world, 0)?;
    for done in 1..=steps {
        let commands = script.map_or_else(Vec::new, |script| script(done - 1));
        let start = Instant::now();
        // What a script adds and removes is part of the work.
        cast.follow(world, &commands);
        world.step(DT);
        measured.milliseconds.push(start.elapsed().as_nanos() as f64 / 1e6);
        if done > 1 || steps == 1 {
            measured.stages.add(world.stage_times());
        }
        if steps - done < RESTING_STEPS {
            measured.max_penetration = greater(measured.max_penetration, world.max_penetration());
        }
        watch(world, done)?;
        progress.advance(done);
    }
    Ok(measured)
}

/// How far a dynamic body is from where it began, horizontally; the greatest, m. What came later or is gone does
/// not count.
fn max_sideways_drift<B: Broadphase>(world: &World<B>, starts: &[(BodyId, Point)]) -> f32 {
    let drifts =
        (starts.iter()).filter_map(|(id, start)| Some((world.body(*id).ok()?.center().x - start.x).abs()));
    drifts.fold(0.0, greater)
}

/// The greater number; NaN, if there is one, so that it shows. (`f32::max` would drop it.)
fn greater(a: f32, b: f32) -> f32 {
    if b > a || b.is_nan() { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Command, parse};
    use physics::compute::Width;

    fn run_line(line: &str) -> Outcome {
        match parse(line.split_whitespace()) {
            Ok(Command::Run(options)) => run(&options).unwrap(),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// A tower stands: shallow overlaps, hardly a drift, hardly any energy, and ten contacts.
    #[test]
    fn the_tower_is_measured_as_it_stands() {
        let report = run_line("--headless --scene tower --steps 120").report;
        assert_eq!((report.bodies, report.contacts, report.joints), (11, 10, 0));
        assert!((0.0..0.01).contains(&report.max_penetration_m), "{report:?}");
        assert!((0.0..0.01).contains(&report.max_sideways_drift_m), "{report:?}");
        assert!((0.0..0.01).contains(&report.kinetic_energy_j), "{report:?}");
        assert!(report.ms_median > 0.0 && report.ms_median <= report.ms_p95, "{report:?}");
    }

    /// What slides has drifted: v t for the cue ball, less what the cloth takes, until it hits.
    #[test]
    fn drift_is_horizontal_distance() {
        let drift = run_line("--headless --scene billiards --steps 6").report.max_sideways_drift_m;
        assert!((0.57..0.6).contains(&drift), "{drift}");
        assert_eq!(run_line("--headless --scene falling_crate --steps 6").report.max_sideways_drift_m, 0.0);
    }

    /// Neither the broad phase nor the threads nor the lanes show in a result; the report says which lanes there were.
    #[test]
    fn how_it_is_computed_does_not_show() {
        let hash =
            |how: &str| run_line(&format!("--headless --scene pile --steps 90 {how}")).report.state_hash;
        let expected = hash("");
        assert_eq!(expected.len(), 16);
        for how in ["--broadphase sweep", "--broadphase brute", "--threads 2"] {
            assert_eq!(hash(how), expected, "{how}");
        }
        for width in Width::all().map(Width::name) {
            let line = format!("--headless --scene pile --steps 90 --width {width}");
            let report = run_line(&line).report;
            assert_eq!((report.width, report.state_hash), (width, expected.clone()));
        }
    }

    /// A script is followed: the pusher has gone, and people have come.
    #[test]
    fn scripts_are_followed() {
        let rain = run_line("--headless --scene ragdoll_rain --steps 9").report;
        assert_eq!(rain.bodies, 5 + 2 * 5 * 5 * 11);
        assert!(run_line("--headless --scene junkyard --steps 0").report.bodies > 8000);
    }

    /// Nor does a film of it.
    #[test]
    fn being_seen_changes_nothing() {
        let run = |how: &str| run_line(&format!("--headless --scene tower --steps 20 {how}"));
        let (unseen, seen) = (run(""), run("--out tower.gif"));
        assert_eq!(seen.report.state_hash, unseen.report.state_hash);
        assert!(unseen.picture.is_none() && seen.picture.unwrap().starts_with(b"GIF89a"));
    }

    /// No step, no duration: the picture is of the beginning.
    #[test]
    fn no_steps_show_the_beginning() {
        let Outcome { report, picture } = run_line("--scene falling_crate --steps 0");
        assert!(report.ms_median.is_nan() && report.max_penetration_m == 0.0);
        assert!(picture.unwrap().starts_with(b"<svg"));
        assert!(run_line("--scene falling_crate --steps 1").report.ms_median > 0.0);
    }

    #[test]
    fn what_is_no_number_is_not_hidden() {
        assert!([1.0, f32::NAN, 2.0].into_iter().fold(0.0, greater).is_nan());
        assert_eq!([1.0, 3.0, 2.0].into_iter().fold(0.0, greater), 3.0);
    }
}
