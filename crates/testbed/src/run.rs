//! Runs a scene and measures it.

use crate::any_world::{AnyWorld, broadphase};
use crate::draw::Camera;
use crate::options::{Options, Picture, solver_name};
use crate::progress::Progress;
use crate::report::{Report, Stages, percentile};
use crate::threads::{self, by_stage};
use physics::prelude::*;
use physics::world::{Recording, StageTimes, StepTrace, machine_clock};
use scenes::{Script, ScriptRunner};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The time step that the scenes are made for, s.
const DT: f32 = 1.0 / 60.0;

/// Number of steps at the end (one second) in which the deepest overlap is measured. Over the whole run it
/// would measure the impacts on the way, and not how well bodies rest.
const RESTING_STEPS: u32 = 60;

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The measurements.
    pub report: Report,
    /// The bytes of the picture, if one was asked for.
    pub picture: Option<Vec<u8>>,
    /// The bytes of the trace, if one was asked for.
    pub trace: Option<Vec<u8>>,
    /// The recording, if one was asked for.
    pub recording: Option<Recording>,
}

/// Runs a scene as the options say.
///
/// # Errors
/// The name of the scene and the reason, if its level is not valid or cannot be drawn.
pub fn run(options: &Options) -> Result<Outcome, String> {
    perform(options).map_err(|error| format!("scene {}: {error}", options.scene.name))
}

fn perform(options: &Options) -> Result<Outcome, String> {
    let Options { scene, steps, contacts, theme, .. } = *options;
    let mut level = (scene.level)();
    level.settings.method = options.solver.unwrap_or(level.settings.method);
    let (mut world, ids) =
        World::load_with(&level, broadphase(options.broadphase)).map_err(|error| error.to_string())?;
    world.set_threads(options.threads);
    world.set_width(options.width);
    world.set_clock(Some(machine_clock));
    world.set_tracing(options.trace.is_some());
    if options.record.is_some() {
        world.start_recording();
    }
    let look = (contacts, theme.unwrap_or_default());
    let camera =
        |picture: &Picture| Camera::new(picture.format, scene.view, ids.bodies.clone(), look, steps, DT);
    let mut camera = options.picture.as_ref().map(camera).transpose()?;
    let starts: Vec<(BodyId, Point)> =
        world.dynamic_bodies().map(|body| (body.id(), body.center())).collect();
    let watch = |world: &AnyWorld, script_runner: &ScriptRunner, done| match &mut camera {
        Some(camera) => camera.see(world, script_runner, done),
        None => Ok(()),
    };
    let mut script_runner = ScriptRunner::before(&world, scene.script);
    let Measured { awake_steps, mut milliseconds, stages, alone, traces, max_penetration } =
        step(&mut world, &mut script_runner, scene.script, steps, watch)?;
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
        awake_steps,
        ms_median: percentile(&mut milliseconds, 0.5),
        ms_p95: percentile(&mut milliseconds, 0.95),
        ms_stages: stages.mean(milliseconds.len()),
        ms_alone: options.trace.as_ref().map(|_| alone.mean(milliseconds.len())),
        max_penetration_m: max_penetration,
        max_sideways_drift_m: max_sideways_drift(&world, &starts),
        kinetic_energy_j: world.kinetic_energy(),
        state_hash: format!("{:016x}", world.state_hash()),
    };
    let picture = camera.map(|camera| camera.finish(&world, &script_runner)).transpose()?;
    let trace = match &options.trace {
        Some(trace) => {
            let (threads, steps) = (report.threads, traces.len());
            let title = format!("{}, {threads} threads, median of {steps} steps", scene.name);
            Some(threads::file(&median(traces), &title, trace.format)?)
        }
        None => None,
    };
    Ok(Outcome { report, picture, trace, recording: world.stop_recording() })
}

/// Measurements that are taken during the run.
struct Measured {
    /// Number of steps at whose end a body was awake.
    awake_steps: u32,
    /// Durations of these steps without the first, which allocates memory. If no step is left, those of all
    /// steps.
    milliseconds: Vec<f64>,
    /// Sums of the durations of the stages over the same steps.
    stages: StageSums,
    /// For how long fewer than two threads worked, by stage; none if the world is not traced.
    alone: StageSums,
    /// The traces of the last steps in which a body was awake, if the world is traced.
    traces: VecDeque<StepTrace>,
    /// The deepest overlap in the last steps, m.
    max_penetration: f32,
}

/// Durations of some steps.
#[derive(Default)]
struct Durations {
    milliseconds: Vec<f64>,
    stages: StageSums,
}

impl Durations {
    fn add(&mut self, milliseconds: f64, stages: &StageTimes) {
        self.milliseconds.push(milliseconds);
        self.stages.add(stages);
    }
}

/// Sums of the durations of each stage, ms.
#[derive(Default)]
struct StageSums(Vec<(&'static str, f64)>);

impl StageSums {
    fn add(&mut self, times: &StageTimes) {
        times.stages().into_iter().for_each(|(name, time)| self.add_to(name, time));
    }

    fn add_to(&mut self, name: &'static str, time: Duration) {
        let milliseconds = 1e3 * time.as_secs_f64();
        match self.0.iter_mut().find(|stage| stage.0 == name) {
            Some((_, sum)) => *sum += milliseconds,
            None => self.0.push((name, milliseconds)),
        }
    }

    fn mean(self, steps: usize) -> Stages {
        Stages(self.0.into_iter().map(|(name, sum)| (name, sum / steps as f64)).collect())
    }
}

/// Runs the steps. Calls `watch` before the first step and after each step with the number of steps done.
/// Only the steps are timed, with what the scene's script does between them.
fn step(
    world: &mut AnyWorld,
    script_runner: &mut ScriptRunner,
    script: Option<Script>,
    steps: u32,
    mut watch: impl FnMut(&AnyWorld, &ScriptRunner, u32) -> Result<(), String>,
) -> Result<Measured, String> {
    let mut progress = Progress::new(steps);
    let (mut all, mut awake) = (Durations::default(), Durations::default());
    let (mut awake_steps, mut max_penetration) = (0, 0.0);
    let (mut alone, mut traces) = (StageSums::default(), VecDeque::new());
    watch(world, script_runner, 0)?;
    for done in 1..=steps {
        let commands = script.map_or_else(Vec::new, |script| script(done - 1));
        let start = Instant::now();
        // What a script adds and removes counts as part of the step.
        script_runner.run(world, &commands);
        world.step(DT);
        let milliseconds = start.elapsed().as_nanos() as f64 / 1e6;
        all.add(milliseconds, world.stage_times());
        if world.stats().awake > 0 {
            awake_steps += 1;
            if done > 1 {
                awake.add(milliseconds, world.stage_times());
                for (name, _, time) in by_stage(world.step_trace()) {
                    alone.add_to(name, time);
                }
                if !world.step_trace().stages.is_empty() {
                    traces.push_back(world.step_trace().clone());
                    if traces.len() > RESTING_STEPS as usize {
                        traces.pop_front();
                    }
                }
            }
        }
        if steps - done < RESTING_STEPS {
            max_penetration = greater(max_penetration, world.max_penetration());
        }
        watch(world, script_runner, done)?;
        progress.advance(done);
    }
    let Durations { milliseconds, stages } = if awake.milliseconds.is_empty() { all } else { awake };
    Ok(Measured { awake_steps, milliseconds, stages, alone, traces, max_penetration })
}

/// The trace with the median duration; an empty one if there is none.
fn median(traces: VecDeque<StepTrace>) -> StepTrace {
    let mut traces = Vec::from(traces);
    traces.sort_by_key(StepTrace::duration);
    let middle = traces.len() / 2;
    traces.into_iter().nth(middle).unwrap_or_default()
}

/// The greatest horizontal distance between the position of a dynamic body and its position at the beginning,
/// m. Bodies that came later or are gone do not count.
fn max_sideways_drift(world: &AnyWorld, starts: &[(BodyId, Point)]) -> f32 {
    let drifts =
        (starts.iter()).filter_map(|(id, start)| Some((world.body(*id).ok()?.center().x - start.x).abs()));
    drifts.fold(0.0, greater)
}

/// The greater number; NaN if one of them is NaN, so that it shows in the report. (`f32::max` would drop it.)
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

    /// A tower stands: small overlaps, nearly no drift and energy, and ten contacts.
    #[test]
    fn tower_has_small_overlap_drift_and_energy() {
        let report = run_line("--headless --scene tower --steps 120").report;
        assert_eq!((report.bodies, report.contacts, report.joints), (11, 10, 0));
        assert!((0.0..0.01).contains(&report.max_penetration_m), "{report:?}");
        assert!((0.0..0.01).contains(&report.max_sideways_drift_m), "{report:?}");
        assert!((0.0..0.01).contains(&report.kinetic_energy_j), "{report:?}");
        assert!(report.ms_median > 0.0 && report.ms_median <= report.ms_p95, "{report:?}");
    }

    /// A tower that falls asleep reports the duration of its awake steps: they are longer than the others.
    #[test]
    fn steps_of_a_sleeping_scene_are_not_counted() {
        let awake = run_line("--headless --scene tower --steps 20").report;
        let asleep = run_line("--headless --scene tower --steps 1200").report;
        assert_eq!(awake.awake_steps, 20);
        assert!((20..600).contains(&asleep.awake_steps), "{asleep:?}");
        assert!(asleep.ms_median > 0.1 * awake.ms_median, "{asleep:?} and {awake:?}");
    }

    /// A sliding ball drifts by v t, less what friction takes, until it hits another one.
    #[test]
    fn drift_is_horizontal_distance() {
        let drift = run_line("--headless --scene billiards --steps 6").report.max_sideways_drift_m;
        assert!((0.57..0.6).contains(&drift), "{drift}");
        assert_eq!(run_line("--headless --scene falling_crate --steps 6").report.max_sideways_drift_m, 0.0);
    }

    /// Broad phase, threads and lane width do not change a result; the report names the lane width.
    #[test]
    fn broad_phase_threads_and_width_do_not_change_the_result() {
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

    /// The run follows the script of a scene: it removes the pusher and adds people.
    #[test]
    fn run_follows_the_script() {
        let rain = run_line("--headless --scene ragdoll_rain --steps 9").report;
        assert_eq!(rain.bodies, 5 + 2 * 5 * 5 * 11);
        assert!(run_line("--headless --scene junkyard --steps 0").report.bodies > 8000);
    }

    /// Recording a film changes no result.
    #[test]
    fn recording_changes_no_result() {
        let run = |how: &str| run_line(&format!("--headless --scene tower --steps 20 {how}"));
        let (unseen, seen) = (run(""), run("--out tower.gif"));
        assert_eq!(seen.report.state_hash, unseen.report.state_hash);
        assert!(unseen.picture.is_none() && seen.picture.unwrap().starts_with(b"GIF89a"));
    }

    /// Without steps there are no durations, and the picture shows the beginning.
    #[test]
    fn run_without_steps_shows_the_beginning() {
        let Outcome { report, picture, .. } = run_line("--scene falling_crate --steps 0");
        assert!(report.ms_median.is_nan() && report.max_penetration_m == 0.0);
        assert!(picture.unwrap().starts_with(b"<svg"));
        assert!(run_line("--scene falling_crate --steps 1").report.ms_median > 0.0);
    }

    #[test]
    fn greater_of_a_number_and_nan_is_nan() {
        assert!([1.0, f32::NAN, 2.0].into_iter().fold(0.0, greater).is_nan());
        assert_eq!([1.0, 3.0, 2.0].into_iter().fold(0.0, greater), 3.0);
    }
}
