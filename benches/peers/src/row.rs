//! The measured rows, printed as one JSON object per line.

use crate::change::Change;
use crate::engine::{EngineKind, Stages};
use crate::quality;
use serde::{Deserialize, Serialize};

/// A run of one engine through one scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedRow {
    /// Name of the scene.
    pub scene: String,
    /// The engine.
    pub engine: EngineKind,
    /// Number of threads.
    pub threads: usize,
    /// The reason if there are no figures; then all figures are zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
    /// A remark about the figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What this engine did otherwise than its defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Number of bodies at the end.
    pub bodies: u32,
    /// Number of touching pairs of shapes at the end.
    pub touching: usize,
    /// Number of dynamic bodies that sleep at the end.
    #[serde(default)]
    pub asleep: u32,
    /// Number of steps. The first is not in any of the times, unless it is the only one.
    pub steps: u32,
    /// Median duration of a step, ms.
    pub ms_median: f64,
    /// 95th percentile of the duration of a step, ms.
    pub ms_p95: f64,
    /// Duration of all steps, ms.
    pub ms_total: f64,
    /// Duration of the stages of a step, ms, in the mean; none if the engine does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms_stages: Option<Stages>,
    /// How often the nets of this engine intervened, by the name of the count, per step in the mean
    /// ([`NetCounts`](physics::prelude::NetCounts)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nets: Option<Vec<(String, f64)>>,
    /// Processor time of all steps and threads, ms.
    pub cpu_ms: f64,
    /// Peak memory of the process, MiB.
    pub rss_mb: Option<f64>,
    /// Mean height of the dynamic bodies at the end, m.
    pub mean_height_m: f64,
    /// Mean speed of the dynamic bodies at the end, m/s.
    pub residual_speed: f64,
}

impl SpeedRow {
    /// Number of steps that are in the times.
    pub(crate) fn timed_steps(&self) -> f64 {
        f64::from(self.steps.saturating_sub(1).max(1))
    }

    /// Duration of a step in the mean, ms.
    pub(crate) fn ms_per_step(&self) -> f64 {
        self.ms_total / self.timed_steps()
    }

    /// A row without figures.
    #[must_use]
    pub fn unsupported(scene: &str, engine: EngineKind, threads: usize, reason: String) -> Self {
        Self {
            scene: scene.to_owned(),
            engine,
            threads,
            unsupported: Some(reason),
            note: None,
            change: None,
            bodies: 0,
            touching: 0,
            asleep: 0,
            steps: 0,
            ms_median: 0.0,
            ms_p95: 0.0,
            ms_total: 0.0,
            ms_stages: None,
            nets: None,
            cpu_ms: 0.0,
            rss_mb: None,
            mean_height_m: 0.0,
            residual_speed: 0.0,
        }
    }
}

/// One operation of one engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MicroRow {
    /// Name of the comparison.
    pub micro: String,
    /// The engine.
    pub engine: EngineKind,
    /// Time of one operation, ns; none if the engine cannot do it.
    pub ns_per_op: Option<f64>,
    /// A sum over the results, which shows that the engines did the same work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<f64>,
    /// Why there is no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

/// The instructions that one thread executes in a run of this engine, counted by valgrind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountRow {
    /// Name of the scene.
    pub counted: String,
    /// What the engine did otherwise than its defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Number of steps, the first ones of the scene.
    pub steps: u32,
    /// Instructions of a step in the mean, without those that load the scene; none if nothing was counted.
    pub instructions: Option<f64>,
    /// Why there is no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

/// A row of any kind. Each kind has a key that no other kind has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Row {
    /// A speed scene.
    Speed(SpeedRow),
    /// A quality probe.
    Quality(quality::Row),
    /// A micro comparison.
    Micro(MicroRow),
    /// Counted instructions.
    Count(CountRow),
}

impl Row {
    /// The engine.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        match self {
            Self::Speed(row) => row.engine,
            Self::Quality(row) => row.engine,
            Self::Micro(row) => row.engine,
            Self::Count(_) => EngineKind::Ours,
        }
    }
}
