//! Quality: scenes with a known ideal, and the distance of each engine from it.
//!
//! ```text
//!   Probe ──> Trial { engine, seed } ──> Level ──> Live
//!                │                                   │ poses alone
//!                └──> Row { value, unit, better, ms_per_step } <── gap, sink, peak, ...
//! ```
//!
//! Everything is computed from the poses and velocities that an engine reports, so each engine is measured in
//! the same way. With a seed, sizes, masses and angles are drawn around their nominal values, so that nothing
//! can be tuned to one number; the ideal is that of the drawn values.
//!
//! A figure is a distance from the ideal, without a limit that must be met. NaN is stored as no value, with a
//! note.

use crate::change::Change;
use crate::engine::EngineKind;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

mod contact;
mod fast;
pub(crate) mod geometry;
mod heap;
mod ideal;
mod impacts;
mod joints;
#[cfg(test)]
mod known;
mod probes;
mod ratios;
mod stacks;
mod structures;
mod trial;

pub use probes::PROBES;
use trial::Trial;

/// Which direction is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Zero is best.
    Lower,
    /// More is better.
    Higher,
}

/// A figure of one engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the probe, with the name of the figure after a slash if there are several.
    pub probe: String,
    /// The engine.
    pub engine: EngineKind,
    /// The seed of sizes, masses and angles; none for the nominal ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What this engine did otherwise than its defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The figure; none if it could not be measured.
    pub value: Option<f64>,
    /// Its unit.
    pub unit: String,
    /// Which direction is better.
    pub better: Better,
    /// Mean duration of a step in the trial, ms.
    pub ms_per_step: f64,
    /// A remark about the figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Why there is no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
}

impl Row {
    /// A row that says why there is no figure.
    #[must_use]
    pub fn without_value(probe: String, engine: EngineKind, seed: Option<u64>, why: String) -> Self {
        let (unit, better) = (String::new(), Better::Lower);
        Self {
            probe,
            engine,
            seed,
            change: None,
            value: None,
            unit,
            better,
            ms_per_step: 0.0,
            note: None,
            unsupported: Some(why),
        }
    }
}

/// A figure that a probe gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its name within the probe.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Which direction is better.
    pub better: Better,
}

const fn lower(name: &'static str, unit: &'static str) -> Figure {
    Figure { name, unit, better: Better::Lower }
}

const fn higher(name: &'static str, unit: &'static str) -> Figure {
    Figure { name, unit, better: Better::Higher }
}

/// A probe.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Its name.
    pub name: &'static str,
    /// What is done and measured, in one sentence.
    pub about: &'static str,
    /// Its figures, in this order.
    pub figures: &'static [Figure],
    measure: trial::Measure,
}

impl Probe {
    /// The name of a figure among those of all probes.
    fn full_name(&self, figure: &Figure) -> String {
        format!("{}/{}", self.name, figure.name)
    }
}

/// Runs a probe, with a change of this engine's settings if one is given; returns a row for each of its
/// figures.
#[must_use]
pub fn run(probe: &Probe, engine: EngineKind, seed: Option<u64>, change: Option<Change>) -> Vec<Row> {
    let rows = rows(probe, Trial::new(engine, seed).changed(change));
    rows.into_iter().map(|row| Row { change, ..row }).collect()
}

fn rows(probe: &Probe, mut trial: Trial) -> Vec<Row> {
    let (engine, seed) = (trial.engine(), trial.seed());
    // Figures measured before a failure are kept.
    let outcome = catch_unwind(AssertUnwindSafe(|| (probe.measure)(&mut trial)));
    let why = match outcome {
        Ok(Ok(())) => "not measured".to_owned(),
        Ok(Err(unsupported)) => unsupported.0,
        Err(panic) => format!("panicked: {}", message(&*panic)),
    };
    let row = |figure: &Figure| {
        let Figure { name, unit, better } = *figure;
        let empty = Row::without_value(probe.full_name(figure), engine, seed, why.clone());
        let empty = Row { unit: unit.to_owned(), better, ..empty };
        let Some(found) = trial.found(name) else { return empty };
        let value = Some(found.value).filter(|value| value.is_finite());
        let unsupported = value.is_none().then(|| "not a finite number".to_owned());
        Row { value, unsupported, note: found.note.clone(), ms_per_step: found.ms_per_step, ..empty }
    };
    probe.figures.iter().map(row).collect()
}

/// The message of a panic.
fn message(panic: &dyn std::any::Any) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// Names of probes and full names of figures are unique.
    #[test]
    fn names_are_unique() {
        let probes: HashSet<&str> = PROBES.iter().map(|probe| probe.name).collect();
        assert_eq!(probes.len(), PROBES.len());
        let figures =
            || PROBES.iter().flat_map(|probe| probe.figures.iter().map(|figure| probe.full_name(figure)));
        assert_eq!(figures().collect::<HashSet<_>>().len(), figures().count());
    }

    /// Every probe gives all its figures on this engine, even when its scenes are cut short.
    #[test]
    fn every_probe_runs_on_ours() {
        for probe in PROBES {
            for seed in [None, Some(1)] {
                let rows = rows(probe, Trial::new(EngineKind::Ours, seed).at_most(12));
                assert_eq!(rows.len(), probe.figures.len());
                for row in rows {
                    assert!(row.value.is_some(), "{row:?}");
                    assert!(row.ms_per_step > 0.0, "{row:?}");
                }
            }
        }
    }

    /// The values of a probe's figures, by name.
    fn values_of(name: &str, seed: Option<u64>, builder: trial::Builder) -> HashMap<String, f64> {
        let probe = PROBES.iter().find(|probe| probe.name == name).unwrap();
        let rows = rows(probe, Trial::new(EngineKind::Ours, seed).built_by(builder));
        rows.into_iter().map(|row| (row.probe[name.len() + 1..].to_owned(), row.value.unwrap())).collect()
    }

    /// Scenes begin in their ideal state: if nothing moves, figures of rest are zero, no joint has a gap, and
    /// nothing overlaps.
    #[test]
    fn scenes_begin_in_their_ideal_state() {
        for name in [
            "stack_30",
            "stack_30_uneven",
            "pyramid_40",
            "heavy_on_light",
            "chain_30",
            "bridge_heavy",
            "arch",
            "card_house",
        ] {
            for seed in [None, Some(1), Some(2)] {
                for (figure, value) in values_of(name, seed, known::still) {
                    let ideal = match figure.as_str() {
                        "standing" => 100.0,
                        "time_to_sleep" => 1.0 / 60.0,
                        _ => 0.0,
                    };
                    assert!((value - ideal).abs() < 2e-5, "{name}/{figure} {seed:?}: {value}");
                }
            }
        }
    }

    /// Bodies that pass through everything are counted as passed for every seed; bodies that slide for ever
    /// meet no seam.
    #[test]
    fn bodies_without_collision_count_as_passed() {
        for seed in [None, Some(1), Some(2)] {
            for name in ["bullet_static", "bullet_dynamic", "bullet_equal", "bullet_vs_bullet", "pinball"] {
                for (figure, value) in values_of(name, seed, known::ghosts) {
                    assert_eq!(value, 100.0, "{name}/{figure} {seed:?}");
                }
            }
            let house = values_of("bounce_house", seed, known::ghosts);
            assert_eq!(house["lost"], 100.0);
            assert!(house["energy_gained"].abs() < 1e-9, "{house:?}");
            let steps = values_of("seams_steps", seed, known::ghosts);
            assert_eq!(steps["missed"], 100.0);
            assert!(values_of("ledge", seed, known::ghosts)["aside"] < 1e-6);
            let sticks = values_of("spinning_stick", seed, known::ghosts);
            assert_eq!(sticks["default"], 100.0);
            assert!(sticks["depth_default"] > 1.6, "{sticks:?}");
            for name in ["seams", "seams_chain"] {
                for (figure, value) in values_of(name, seed, known::ghosts) {
                    assert!(value.abs() < 2e-5, "{name}/{figure} {seed:?}: {value}");
                }
            }
        }
    }

    /// If an engine moves nothing, figures of rest are ideal, but those of the pendulum, of the falling ball
    /// and of the sliding box are not.
    #[test]
    fn motionless_engine_fails_the_probes_of_motion() {
        for name in ["bullet_static", "bullet_dynamic", "bullet_equal", "spinning_stick", "boxes_on_segment"]
        {
            assert!(values_of(name, None, known::still).values().all(|&value| value == 0.0), "{name}");
        }
        assert_eq!(values_of("rocking_plank", None, known::still)["swing_error"], 100.0);
        let ramp = values_of("friction_ramp", None, known::still);
        assert_eq!((ramp["creep_1deg"], ramp["creep_0.1deg"]), (0.0, 0.0));
        // Half of g (sin - mu cos) t^2 at atan(0.6) plus one degree: 20 m sin(1 degree) / cos(atan(0.6)).
        let slid = 20.0 * 1.0_f64.to_radians().sin() * 0.6_f64.hypot(1.0);
        assert!((ramp["slide_1deg"] - slid).abs() < 1e-5, "{ramp:?} {slid}");
        let peaks = values_of("restitution", None, known::still);
        assert!((peaks["e0.5_peak_1"] - 0.25 * 5.2).abs() < 0.06, "{peaks:?}");
        assert_eq!(values_of("pendulum", None, known::still)["period_error"], 100.0);
    }

    /// The same seed gives the same figures; another seed gives others.
    #[test]
    fn same_seed_gives_the_same_figures() {
        let probe = PROBES.iter().find(|probe| probe.name == "pendulum").unwrap();
        let values = |seed| {
            let rows = rows(probe, Trial::new(EngineKind::Ours, seed).at_most(300));
            rows.into_iter().map(|row| row.value).collect::<Vec<_>>()
        };
        assert_eq!(values(Some(1)), values(Some(1)));
        assert_ne!(values(Some(1)), values(Some(2)));
        assert_ne!(values(Some(1)), values(None));
    }

    /// After a panic or a refusal only the later figures are missing, and the row gives the reason.
    #[test]
    fn failed_probe_says_why() {
        const FIGURES: &[Figure] = &[lower("before", "m"), higher("after", "s")];
        let broken = |measure| Probe { name: "broken", about: "", figures: FIGURES, measure };
        let panics = broken(|trial| {
            trial.record("before", 1.0, trial::Cost::default());
            panic!("no {}", "luck")
        });
        let rows = run(&panics, EngineKind::Ours, Some(3), None);
        assert_eq!((rows[0].value, &rows[0].unsupported), (Some(1.0), &None));
        assert_eq!((rows[1].value, rows[1].unsupported.as_deref()), (None, Some("panicked: no luck")));
        assert_eq!((rows[1].better, rows[1].seed), (Better::Higher, Some(3)));
        let refuses = broken(|trial| {
            trial.record("before", f64::NAN, trial::Cost::default());
            Err(crate::engine::Unsupported::because("no such thing"))
        });
        let rows = run(&refuses, EngineKind::Rapier, None, None);
        assert_eq!((rows[0].value, rows[0].unsupported.as_deref()), (None, Some("not a finite number")));
        assert_eq!(rows[1].unsupported.as_deref(), Some("no such thing"));
    }
}
