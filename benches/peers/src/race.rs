//! Races: the runs and their order. Each run has a process of its own.
//!
//! A run is described by a line of words such as `speed large_pyramid box2d 1 - -`, which this program passes
//! to itself after `--child`. The child prints one JSON row per line. If the process fails, the row says so.

use crate::change::Change;
use crate::engine::EngineKind;
use crate::measure::percentile;
use crate::row::{CountRow, MicroRow, Row, SpeedRow};
use crate::{count, micro, quality, speed};
use clap::ValueEnum;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

/// One run in a process of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// A speed scene.
    Speed {
        /// Name of the scene.
        scene: String,
        /// The engine.
        engine: EngineKind,
        /// Number of threads.
        threads: usize,
        /// Number of steps, if not the scene's own.
        steps: Option<u32>,
        /// What this engine does otherwise than its defaults.
        change: Option<Change>,
    },
    /// A quality probe.
    Quality {
        /// Name of the probe.
        probe: String,
        /// The engine.
        engine: EngineKind,
        /// The seed from which sizes, masses and angles are drawn.
        seed: Option<u64>,
        /// What this engine does otherwise than its defaults.
        change: Option<Change>,
    },
    /// The instructions of a speed scene on this engine and one thread, counted by valgrind.
    Count {
        /// Name of the scene.
        scene: String,
        /// Number of steps.
        steps: u32,
        /// What this engine does otherwise than its defaults.
        change: Option<Change>,
    },
    /// A micro comparison.
    Micro {
        /// Name of the comparison.
        micro: String,
        /// The engine.
        engine: EngineKind,
    },
}

/// The words passed to the child; `-` stands for no value.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_dash =
            |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let name_of = |change: Option<Change>| change.map_or("-", Change::name);
        match self {
            Self::Speed { scene, engine, threads, steps, change } => {
                let (steps, change) = (or_dash(steps.map(u64::from)), name_of(*change));
                write!(f, "speed {scene} {} {threads} {steps} {change}", engine.name())
            }
            Self::Quality { probe, engine, seed, change } => {
                let (seed, change) = (or_dash(*seed), name_of(*change));
                write!(f, "quality {probe} {} {seed} {change}", engine.name())
            }
            Self::Count { scene, steps, change } => write!(f, "count {scene} {steps} {}", name_of(*change)),
            Self::Micro { micro, engine } => write!(f, "micro {micro} {}", engine.name()),
        }
    }
}

/// Parses the words that `Display` of [`Run`] writes.
impl FromStr for Run {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let wrong = || format!("not a run: {line}");
        let engine = |name: &str| EngineKind::from_str(name, false).map_err(|_| wrong());
        let number = |word: &str| match word {
            "-" => Ok(None),
            word => word.parse().map(Some).map_err(|_| wrong()),
        };
        let change_of = |word: &str| match word {
            "-" => Ok(None),
            word => Change::from_str(word, false).map(Some).map_err(|_| wrong()),
        };
        match *line.split_whitespace().collect::<Vec<_>>() {
            ["speed", scene, name, threads, steps, change] => Ok(Self::Speed {
                scene: scene.to_owned(),
                engine: engine(name)?,
                threads: threads.parse().map_err(|_| wrong())?,
                steps: number(steps)?.map(|steps| steps as u32),
                change: change_of(change)?,
            }),
            ["quality", probe, name, seed, change] => Ok(Self::Quality {
                probe: probe.to_owned(),
                engine: engine(name)?,
                seed: number(seed)?,
                change: change_of(change)?,
            }),
            ["count", scene, steps, change] => Ok(Self::Count {
                scene: scene.to_owned(),
                steps: steps.parse().map_err(|_| wrong())?,
                change: change_of(change)?,
            }),
            ["micro", micro, name] => Ok(Self::Micro { micro: micro.to_owned(), engine: engine(name)? }),
            _ => Err(wrong()),
        }
    }
}

impl Run {
    /// Makes the run in this process.
    ///
    /// # Errors
    /// The name, if there is no such scene, probe or comparison.
    pub fn here(&self) -> Result<Vec<Row>, String> {
        match self {
            Self::Speed { scene, engine, threads, steps, change } => {
                let row = speed::run(scene, *engine, *threads, *steps, *change)
                    .unwrap_or_else(|why| SpeedRow::unsupported(scene, *engine, *threads, why.0));
                Ok(vec![Row::Speed(row)])
            }
            Self::Quality { probe, engine, seed, change } => {
                let probe = quality::PROBES
                    .iter()
                    .find(|known| known.name == probe)
                    .ok_or_else(|| format!("no probe named {probe}"))?;
                Ok(quality::run(probe, *engine, *seed, *change).into_iter().map(Row::Quality).collect())
            }
            Self::Count { scene, steps, change } => Ok(vec![Row::Count(count::row(scene, *steps, *change))]),
            Self::Micro { micro, engine } => {
                let micro = micro::MICROS
                    .iter()
                    .find(|known| known.name == micro)
                    .ok_or_else(|| format!("no micro comparison named {micro}"))?;
                Ok(micro::run(micro, *engine).into_iter().map(Row::Micro).collect())
            }
        }
    }

    /// Makes the run in a process of its own. If that fails, the row says why.
    #[must_use]
    pub fn apart(&self, programs: &Programs) -> Vec<Row> {
        self.try_apart(programs).unwrap_or_else(|why| vec![self.failed(why)])
    }

    fn engine(&self) -> EngineKind {
        match self {
            Self::Speed { engine, .. } | Self::Quality { engine, .. } | Self::Micro { engine, .. } => *engine,
            Self::Count { .. } => EngineKind::Ours,
        }
    }

    fn try_apart(&self, programs: &Programs) -> Result<Vec<Row>, String> {
        let program = match (&programs.rapier_best, self.engine()) {
            (Some(program), EngineKind::RapierBest) => program,
            _ => &programs.this,
        };
        let output = Command::new(program)
            .args(["--child", &self.to_string()])
            .output()
            .map_err(|error| error.to_string())?;
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stderr);
            let last = told.lines().last().unwrap_or_default();
            return Err(format!("died: {} {last}", output.status).trim_end().to_owned());
        }
        let answer = String::from_utf8_lossy(&output.stdout);
        // Engines may print other lines too.
        let rows = answer.lines().filter(|line| line.starts_with('{'));
        rows.map(|line| serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))).collect()
    }

    fn failed(&self, why: String) -> Row {
        match self.clone() {
            Self::Speed { scene, engine, threads, change, .. } => {
                Row::Speed(SpeedRow { change, ..SpeedRow::unsupported(&scene, engine, threads, why) })
            }
            Self::Quality { probe, engine, seed, change } => {
                let row = quality::Row::without_value(probe, engine, seed, why);
                Row::Quality(quality::Row { change, ..row })
            }
            Self::Count { scene, steps, change } => Row::Count(CountRow {
                counted: scene,
                change,
                steps,
                instructions: None,
                unsupported: Some(why),
            }),
            Self::Micro { micro, engine } => {
                Row::Micro(MicroRow { micro, engine, ns_per_op: None, found: None, unsupported: Some(why) })
            }
        }
    }
}

/// The programs that make the runs.
#[derive(Clone, Debug)]
pub struct Programs {
    /// This program.
    pub this: PathBuf,
    /// The same program built with the fastest settings of Rapier.
    pub rapier_best: Option<PathBuf>,
}

/// The runs of all engines on one subject, repeated several times.
#[derive(Clone, Debug)]
pub struct Race {
    /// One run of each engine and number of threads.
    pub runs: Vec<Run>,
    /// Number of repetitions.
    pub repeat: u32,
}

impl Race {
    /// Number of runs in all.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.runs.len() as u64 * u64::from(self.repeat)
    }

    /// Whether there is nothing to run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes all runs. Each round begins with another engine, so that none is always first after a pause.
    /// Calls `begin` before each run and `end` after it. Returns the rows in the order of the runs.
    pub fn start(&self, programs: &Programs, mut begin: impl FnMut(&Run), mut end: impl FnMut()) -> Vec<Row> {
        let count = self.runs.len();
        let mut rows = vec![Vec::new(); count];
        for round in 0..self.repeat as usize {
            for turn in 0..count {
                let i = (turn + round) % count;
                begin(&self.runs[i]);
                rows[i].push(self.runs[i].apart(programs));
                end();
            }
        }
        rows.into_iter().flat_map(combine).collect()
    }
}

/// Combines the rows of several repetitions of a run: the median of each time; all other figures are equal.
fn combine(rounds: Vec<Vec<Row>>) -> Vec<Row> {
    let speeds: Vec<SpeedRow> = rounds
        .iter()
        .flatten()
        .filter_map(|row| match row {
            Row::Speed(row) if row.unsupported.is_none() => Some(row.clone()),
            _ => None,
        })
        .collect();
    match speed::combine(&speeds) {
        Some(row) => {
            let failed = rounds.len() - speeds.len();
            let note = (failed > 0).then(|| format!("failed in {failed} of {} runs", rounds.len()));
            vec![Row::Speed(SpeedRow { note: note.or_else(|| row.note.clone()), ..row })]
        }
        None => combine_others(rounds),
    }
}

/// Combines rows of probes (median) and of single operations (minimum: they are so short that noise only
/// adds).
fn combine_others(mut rounds: Vec<Vec<Row>>) -> Vec<Row> {
    let combined = |i: usize, share: f64| {
        let time = |row: &Row| match row {
            Row::Quality(row) => Some(row.ms_per_step),
            Row::Micro(row) => row.ns_per_op,
            Row::Speed(_) | Row::Count(_) => None,
        };
        let times: Vec<f64> = rounds.iter().filter_map(|rows| rows.get(i).and_then(time)).collect();
        (!times.is_empty()).then(|| percentile(&times, share))
    };
    let times: Vec<[Option<f64>; 2]> =
        (0..rounds.first().map_or(0, Vec::len)).map(|i| [combined(i, 0.5), combined(i, 0.0)]).collect();
    let mut rows = if rounds.is_empty() { Vec::new() } else { rounds.swap_remove(0) };
    for (row, [middle, least]) in rows.iter_mut().zip(times) {
        match row {
            Row::Quality(row) => row.ms_per_step = middle.unwrap_or(row.ms_per_step),
            Row::Micro(row) => row.ns_per_op = least,
            Row::Speed(_) | Row::Count(_) => {}
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run is the same after it is written to a command line and parsed.
    #[test]
    fn run_survives_the_command_line() {
        for line in [
            "speed tiles box2d 2 - -",
            "speed tiles ours 1 30 sweep-static",
            "quality arch rapier 7 -",
            "quality arch ours - no-loads",
            "count washer 20 no-seams",
            "micro ray_10k ours",
        ] {
            assert_eq!(line.parse::<Run>().unwrap().to_string(), line);
        }
        for line in
            ["", "speed", "speed tiles unity 1 - -", "speed tiles ours one - -", "speed tiles ours 1 - some"]
        {
            assert_eq!(line.parse::<Run>(), Err(format!("not a run: {line}")));
        }
    }

    /// Of single operations the minimum counts, separately for each row.
    #[test]
    fn repetitions_of_operations_combine_to_the_minimum() {
        let row = |micro: &str, ns| {
            let (micro, engine) = (micro.to_owned(), EngineKind::Ours);
            Row::Micro(MicroRow { micro, engine, ns_per_op: Some(ns), found: None, unsupported: None })
        };
        let rounds = [[3.0, 1.0], [1.5, 2.0], [2.0, 3.0]].map(|[a, b]| vec![row("a", a), row("b", b)]);
        assert_eq!(combine(rounds.to_vec()), [row("a", 1.5), row("b", 1.0)]);
    }

    /// Of each time the median counts; the state is that of the first run.
    #[test]
    fn repetitions_of_scenes_combine_to_the_median() {
        let row = |ms| {
            let row = SpeedRow::unsupported("tiles", EngineKind::Ours, 1, String::new());
            Row::Speed(SpeedRow { unsupported: None, ms_median: ms, ms_total: 10.0 * ms, ..row })
        };
        let rows = combine(vec![vec![row(3.0)], vec![row(1.0)], vec![row(2.0)]]);
        assert_eq!(rows, [row(2.0)]);
        let failed = Row::Speed(SpeedRow::unsupported("tiles", EngineKind::Ours, 1, "no".to_owned()));
        assert_eq!(combine(vec![vec![failed.clone()], vec![failed.clone()]]), [failed]);
    }
}
