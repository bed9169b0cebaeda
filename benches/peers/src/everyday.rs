//! The everyday race: what ordinary games are made of, on this engine and on Box2D.
//!
//! ```text
//!   scene ──> times     every step, in several rounds; each run in a process of its own, contenders in turn
//!         └─> watched   once, without a clock: gaps of joints, depths of contacts, energy, who sleeps
//! ```
//!
//! An engine does the same work in the same step of each round, and other work on the machine only adds time.
//! So a scene takes the sum of the least times of its steps: a disturbance must hit the same step in every
//! round to count. Sleeping is off, so every step has all bodies awake.
//!
//! A ratio of times means little if the engines did different work or one did it badly. So each contender is
//! watched: figures come from poses and velocities alone, in the same way for all.

mod tables;
mod watched;

pub use tables::tables;
pub use watched::Watched;

use crate::change::Change;
use crate::engine::{BuildOptions, Engine, EngineKind, Unsupported};
use crate::time::{DT, milliseconds};
use clap::ValueEnum;
use physics::prelude::*;
use scenes::{CHAIN_LENGTHS, EVERYDAY, Scene};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use std::time::Instant;

/// The changes of this engine that race beside its defaults if no others are named.
pub const CHANGES: [Change; 2] = [Change::NoDirectJoints, Change::AllDirectJoints];

/// One engine with one setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contender {
    /// The engine.
    pub engine: EngineKind,
    /// What this engine does otherwise than its defaults.
    pub change: Option<Change>,
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let change = self.change.map_or(String::new(), |change| format!(" {}", change.name()));
        write!(f, "{}{change}", self.engine.name())
    }
}

/// What a child process is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Times,
    Watch,
}

/// One run of a contender, in words that [`FromStr`] reads: `times race_chains 1 - box2d`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    task: Task,
    scene: String,
    threads: usize,
    /// If not the scene's own number.
    steps: Option<u32>,
    contender: Contender,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = match self.task {
            Task::Times => "times",
            Task::Watch => "watch",
        };
        let steps = self.steps.map_or_else(|| "-".to_owned(), |steps| steps.to_string());
        write!(f, "{task} {} {} {steps} {}", self.scene, self.threads, self.contender)
    }
}

impl FromStr for Run {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let wrong = || format!("not a run: {line}");
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[task, scene, threads, steps, engine, ref change @ ..] = words.as_slice() else {
            return Err(wrong());
        };
        let change = match change {
            [] => None,
            [name] => Some(Change::from_str(name, false).map_err(|_| wrong())?),
            _ => return Err(wrong()),
        };
        Ok(Self {
            task: match task {
                "times" => Task::Times,
                "watch" => Task::Watch,
                _ => return Err(wrong()),
            },
            scene: scene.to_owned(),
            threads: threads.parse().map_err(|_| wrong())?,
            steps: match steps {
                "-" => None,
                number => Some(number.parse().map_err(|_| wrong())?),
            },
            contender: Contender {
                engine: EngineKind::from_str(engine, false).map_err(|_| wrong())?,
                change,
            },
        })
    }
}

/// A contender in a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EverydayRow {
    /// Name of the scene.
    pub scene: String,
    /// Number of threads.
    pub threads: usize,
    /// Who ran.
    pub contender: Contender,
    /// A step without the first, the mean over the least times, ms; or the reason why there is none.
    pub ms_per_step: Result<f64, String>,
    /// What it did. It is the same on all threads.
    pub watched: Result<Watched, String>,
}

/// The names of the scenes that can race. Those of [`EVERYDAY`] come first.
pub fn names() -> impl Iterator<Item = &'static str> {
    EVERYDAY.iter().chain(CHAIN_LENGTHS).map(|scene| scene.name)
}

fn find(name: &str) -> Result<&'static Scene, Unsupported> {
    let scene = EVERYDAY.iter().chain(CHAIN_LENGTHS).find(|scene| scene.name == name);
    scene.ok_or_else(|| Unsupported::because(format!("{name} is no scene of the everyday race")))
}

/// What to race.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names of scenes.
    pub scenes: Vec<String>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Number of steps, if not the scene's own.
    pub steps: Option<u32>,
    /// Number of rounds.
    pub rounds: u32,
    /// Who races.
    pub contenders: Vec<Contender>,
}

impl Plan {
    /// Number of runs.
    #[must_use]
    pub fn runs(&self) -> u64 {
        let timed = self.threads.len() as u64 * u64::from(self.rounds);
        (self.scenes.len() * self.contenders.len()) as u64 * (timed + 1)
    }

    /// Races, and calls `begin` before each run.
    pub fn start(&self, program: &Path, mut begin: impl FnMut(String)) -> Vec<EverydayRow> {
        let mut rows = Vec::new();
        for scene in &self.scenes {
            let run = |task, threads, contender| Run {
                task,
                scene: scene.clone(),
                threads,
                steps: self.steps,
                contender,
            };
            let mut ask = |run: &Run| {
                begin(run.to_string());
                answer(program, run)
            };
            let watched: Vec<Result<Watched, String>> = self
                .contenders
                .iter()
                .map(|&contender| parse(&ask(&run(Task::Watch, 1, contender))?))
                .collect();
            for &threads in &self.threads {
                let count = self.contenders.len();
                let mut least: Vec<Result<Vec<f64>, String>> = vec![Ok(Vec::new()); count];
                for round in 0..self.rounds as usize {
                    for turn in 0..count {
                        // Each round begins with another contender.
                        let i = (turn + round) % count;
                        let Ok(before) = &mut least[i] else { continue };
                        match ask(&run(Task::Times, threads, self.contenders[i]))
                            .and_then(|text| parse(&text))
                        {
                            Ok(times) => take_least(before, times),
                            Err(why) => least[i] = Err(why),
                        }
                    }
                }
                for ((&contender, least), watched) in self.contenders.iter().zip(least).zip(&watched) {
                    let ms_per_step = least.map(|times| mean_after_first(&times));
                    let (scene, watched) = (scene.clone(), watched.clone());
                    rows.push(EverydayRow { scene, threads, contender, ms_per_step, watched });
                }
            }
        }
        rows
    }
}

/// The least time of each step.
fn take_least(least: &mut Vec<f64>, times: Vec<f64>) {
    if least.is_empty() {
        *least = times;
        return;
    }
    for (least, time) in least.iter_mut().zip(times) {
        *least = least.min(time);
    }
}

/// The first step allocates memory and finds all pairs, once. It counts only if there is no other.
fn mean_after_first(times: &[f64]) -> f64 {
    let times = &times[usize::from(times.len() > 1)..];
    times.iter().sum::<f64>() / times.len() as f64
}

/// The answer of a child process.
fn answer(program: &Path, run: &Run) -> Result<String, String> {
    let output = Command::new(program)
        .args(["--child", &format!("everyday {run}")])
        .output()
        .map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(told.lines().last().unwrap_or("died").to_owned());
    }
    // Engines may print other lines, too.
    let answer = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned();
    Ok(answer)
}

fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))
}

/// Makes a run in this process; the answer is JSON.
///
/// # Errors
/// Words that name no run, and what the engine does not support.
pub fn child(words: &str) -> Result<String, String> {
    let run: Run = words.parse()?;
    let answer = match run.task {
        Task::Times => run.times().map(|times| serde_json::to_string(&times)),
        Task::Watch => run.watched().map(|watched| serde_json::to_string(&watched)),
    };
    answer.map_err(|Unsupported(why)| why)?.map_err(|error| error.to_string())
}

impl Run {
    fn steps(&self) -> Result<u32, Unsupported> {
        Ok(self.steps.unwrap_or(find(&self.scene)?.steps))
    }

    fn build(&self, level: &Level) -> Result<Box<dyn Engine>, Unsupported> {
        let Self { threads, contender: Contender { engine, change }, .. } = *self;
        engine.build(level, BuildOptions { threads, change, ..BuildOptions::default() })
    }

    /// How long each step takes, ms.
    fn times(&self) -> Result<Vec<f64>, Unsupported> {
        let mut engine = self.build(&(find(&self.scene)?.level)())?;
        let mut step = || {
            let start = Instant::now();
            engine.step(DT);
            milliseconds(start.elapsed())
        };
        Ok((0..self.steps()?).map(|_| step()).collect())
    }

    fn watched(&self) -> Result<Watched, Unsupported> {
        Watched::of((find(&self.scene)?.level)(), self.steps()?, |level| self.build(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(task: Task, scene: &str, engine: EngineKind) -> Run {
        let contender = Contender { engine, change: None };
        Run { task, scene: scene.to_owned(), threads: 1, steps: Some(60), contender }
    }

    /// A run is the same after it is written to a command line and parsed.
    #[test]
    fn run_survives_the_command_line() {
        for line in ["times race_chains 2 - box2d", "watch race_poles 1 30 ours no-direct-joints"] {
            assert_eq!(line.parse::<Run>().unwrap().to_string(), line);
        }
        for line in ["", "watch race_poles 1 -", "times race_poles 1 - ours some", "time race_poles 1 - ours"]
        {
            assert_eq!(line.parse::<Run>(), Err(format!("not a run: {line}")));
        }
    }

    /// The least time of each step counts, in whichever round it was.
    #[test]
    fn least_time_of_each_step_counts() {
        let mut least = Vec::new();
        for round in [[9.0, 3.0, 5.0], [8.0, 4.0, 2.0]] {
            take_least(&mut least, round.to_vec());
        }
        assert_eq!((least.as_slice(), mean_after_first(&least)), ([8.0, 3.0, 2.0].as_slice(), 2.5));
    }

    /// A pendulum keeps its energy to the error of the integration, and its hinge opens by millimetres at
    /// most, in each engine.
    #[test]
    fn pendulums_keep_their_energy_and_their_hinges() {
        for engine in EngineKind::ALL {
            let watched = run(Task::Watch, "race_pendulums", engine).watched().unwrap();
            // A link of 0.22 kg falls by up to 0.25 m, two hundred times: 110 J.
            assert!(
                watched.energy_gained < 2.0 && watched.energy_lost.abs() < 12.0,
                "{engine:?}: {watched:?}"
            );
            assert!(watched.widest_gap < 0.02 && watched.touching == 0.0, "{engine:?}: {watched:?}");
            assert!((19.75..19.9).contains(&watched.height), "{engine:?}: {watched:?}");
        }
    }
}
