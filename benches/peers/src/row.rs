//! The rows that are measured, as they are printed: one JSON object per line.

use crate::engine::EngineKind;
use crate::quality;
use serde::{Deserialize, Serialize};

/// How one engine ran through one scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedRow {
    /// The scene.
    pub scene: String,
    /// The engine.
    pub engine: EngineKind,
    /// How many threads it had.
    pub threads: usize,
    /// Why there are no figures, if there are none; then all others are zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
    /// What the figures do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Bodies at the end.
    pub bodies: u32,
    /// Pairs of shapes that touch at the end.
    pub touching: usize,
    /// Steps taken; the first is in none of the times, unless it is the only one.
    pub steps: u32,
    /// A step, the middle one, ms.
    pub ms_median: f64,
    /// A step, the 95th of a hundred, ms.
    pub ms_p95: f64,
    /// All steps together, ms.
    pub ms_total: f64,
    /// Processor time of all steps and threads together, ms.
    pub cpu_ms: f64,
    /// The most memory that the process held, MiB.
    pub rss_mb: Option<f64>,
    /// Mean height of the dynamic bodies at the end, m.
    pub mean_height_m: f64,
    /// Mean speed of the dynamic bodies at the end, m/s.
    pub residual_speed: f64,
}

impl SpeedRow {
    /// A row without figures.
    #[must_use]
    pub fn unsupported(scene: &str, engine: EngineKind, threads: usize, reason: String) -> Self {
        Self {
            scene: scene.to_owned(),
            engine,
            threads,
            unsupported: Some(reason),
            note: None,
            bodies: 0,
            touching: 0,
            steps: 0,
            ms_median: 0.0,
            ms_p95: 0.0,
            ms_total: 0.0,
            cpu_ms: 0.0,
            rss_mb: None,
            mean_height_m: 0.0,
            residual_speed: 0.0,
        }
    }
}

/// One operation of one engine, alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MicroRow {
    /// The comparison.
    pub micro: String,
    /// The engine.
    pub engine: EngineKind,
    /// Time of one operation, ns; none if it cannot do it.
    pub ns_per_op: Option<f64>,
    /// What the operations found, so that one can see that they did the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<f64>,
    /// Why there is no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

/// A row of any kind; each kind has a key that no other has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Row {
    /// Of a scene.
    Speed(SpeedRow),
    /// Of a probe.
    Quality(quality::Row),
    /// Of a micro comparison.
    Micro(MicroRow),
}

impl Row {
    /// The engine.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        match self {
            Self::Speed(row) => row.engine,
            Self::Quality(row) => row.engine,
            Self::Micro(row) => row.engine,
        }
    }
}
