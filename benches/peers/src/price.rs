//! The price list: what each feature of this engine costs, in time and instructions, and what it is for.
//!
//! ```text
//!   scene x (all features | one feature off | the guarantees of Box2D | Box2D)  ──>  times, stages
//!   scene x (all features | one feature off)                                    ──>  counted instructions
//!   probe x (all features | its feature off)                                    ──>  what the feature gives
//! ```
//!
//! The price of a feature is the share of a step that is saved without it. Prices do not add up: without one
//! feature the motion differs, and so does the work of all others.
//!
//! **The estimate of the newest Box2D** is the measured Box2D with a cheaper stage *pairs*. Its broad phase
//! was rebuilt after the measured commit ("over 30% in scenarios with lots of movement and pair creation",
//! pull request 1104); nobody here has built it.

use crate::change::Change;
use crate::engine::EngineKind;
use crate::measure::geometric_mean;
use crate::quality;
use crate::row::{CountRow, SpeedRow};
use crate::table::{Table, figure};

/// What is left of the stage *pairs* of Box2D in the estimate of its newest version.
const PAIRS_OF_NEWEST: f64 = 0.4;

/// A feature that can be switched off.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// What it is called in the tables.
    pub name: &'static str,
    /// What switches it off. The search for sleep is off in the speed scenes, so its change switches it on.
    pub change: Change,
    /// The full name of the figure of a probe that it serves.
    pub serves: Option<&'static str>,
}

impl Feature {
    /// The probe of the figure.
    #[must_use]
    pub fn probe(&self) -> Option<&'static str> {
        self.serves.and_then(|figure| figure.split('/').next())
    }
}

/// The features, in the order of the columns.
pub const FEATURES: &[Feature] = &[
    Feature { name: "seams", change: Change::NoSeams, serves: Some("seams/box_bump") },
    Feature {
        name: "middle of the step",
        change: Change::NoMidpoints,
        serves: Some("rocking_plank/swing_error"),
    },
    Feature {
        name: "swept against bodies that move",
        change: Change::SweepStatic,
        serves: Some("bullet_dynamic/default"),
    },
    Feature { name: "swept at all", change: Change::SweepNothing, serves: Some("bullet_static/default") },
    Feature {
        name: "second biased sweep",
        change: Change::OneBiasedSweep,
        serves: Some("pyramid_40/last_second"),
    },
    Feature { name: "loads", change: Change::NoLoads, serves: Some("heavy_on_light/sink_1000") },
    Feature { name: "direct joints", change: Change::NoDirectJoints, serves: Some("chain_30/peak_1000") },
    Feature { name: "events", change: Change::NoEvents, serves: None },
    Feature { name: "search for sleep", change: Change::Sleeping, serves: None },
];

/// The rows of which the list is made.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// Of speed scenes, with and without changes.
    pub speeds: &'a [&'a SpeedRow],
    /// Counted instructions.
    pub counts: &'a [&'a CountRow],
    /// Of the probes, with and without changes.
    pub probes: &'a [&'a quality::Row],
}

impl Rows<'_> {
    /// The scenes and threads of which there are rows with a change, in order.
    fn subjects(&self) -> Vec<(&str, usize)> {
        let mut subjects: Vec<(&str, usize)> = Vec::new();
        for row in self.speeds.iter().filter(|row| row.change.is_some()) {
            let subject = (&*row.scene, row.threads);
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        subjects
    }

    fn speed(
        &self,
        (scene, threads): (&str, usize),
        engine: EngineKind,
        change: Option<Change>,
    ) -> Option<&SpeedRow> {
        let is_it = |row: &&&SpeedRow| {
            (&*row.scene, row.threads, row.engine, row.change) == (scene, threads, engine, change)
        };
        self.speeds.iter().find(is_it).copied().filter(|row| row.unsupported.is_none())
    }

    fn ms(&self, subject: (&str, usize), engine: EngineKind, change: Option<Change>) -> Option<f64> {
        self.speed(subject, engine, change).map(SpeedRow::ms_per_step)
    }

    fn instructions(&self, scene: &str, change: Option<Change>) -> Option<f64> {
        let row = self.counts.iter().find(|row| row.counted == scene && row.change == change)?;
        row.instructions
    }

    fn probe(&self, figure: &str, change: Option<Change>) -> Option<&quality::Row> {
        let is_it = |row: &&&quality::Row| {
            row.probe == figure
                && row.engine == EngineKind::Ours
                && row.seed.is_none()
                && row.change == change
        };
        self.probes.iter().find(is_it).copied()
    }

    /// The time of a step without a feature by that with it; none if bodies sleep in one of the runs.
    fn time_ratio(&self, subject: (&str, usize), change: Change) -> Option<f64> {
        let with = self.speed(subject, EngineKind::Ours, None)?;
        let without = self.speed(subject, EngineKind::Ours, Some(change))?;
        (with.asleep == without.asleep).then(|| without.ms_per_step() / with.ms_per_step())
    }

    fn instruction_ratio(&self, scene: &str, change: Change) -> Option<f64> {
        Some(self.instructions(scene, Some(change))? / self.instructions(scene, None)?)
    }

    /// The section of the page; empty if no row has a change.
    #[must_use]
    pub fn text(&self) -> String {
        let subjects = self.subjects();
        if subjects.is_empty() {
            return String::new();
        }
        let mut text = PREFACE.to_owned();
        text += &grid("ms", &subjects, |subject, change| self.time_ratio(subject, change));
        if !self.counts.is_empty() {
            let one: Vec<_> = subjects.iter().copied().filter(|subject| subject.1 == subjects[0].1).collect();
            text += "The same in counted instructions, over the first tenth of the steps:\n\n";
            text += &grid("instructions", &one, |subject, change| self.instruction_ratio(subject.0, change));
        }
        text += &self.serves(&subjects);
        text += &self.net_for_net(&subjects);
        text
    }

    /// What each feature is for, and what it costs in the mean.
    fn serves(&self, subjects: &[(&str, usize)]) -> String {
        let headings =
            ["feature", "switched off by", "serves", "unit", "with", "without", "ms", "instructions"];
        let mut table = Table::new(4, headings.map(str::to_owned));
        for feature in FEATURES {
            let figures = [None, Some(feature.change)]
                .map(|change| feature.serves.and_then(|figure| self.probe(figure, change)));
            let times = mean(subjects.iter().map(|subject| self.time_ratio(*subject, feature.change)));
            let counts =
                mean(subjects.iter().map(|subject| self.instruction_ratio(subject.0, feature.change)));
            if times.is_none() && counts.is_none() {
                continue;
            }
            let [with, without] = figures.map(|row| figure(row.and_then(|row| row.value)));
            let unit = figures[0].map(|row| row.unit.clone()).unwrap_or_default();
            let serves = feature.serves.unwrap_or_default().to_owned();
            let named = [feature.name.to_owned(), format!("`{}`", feature.change.name()), serves, unit];
            table.row(named.into_iter().chain([with, without, saved(times), saved(counts)]));
        }
        format!(
            "What each is for: a probe with and without it; and the price in the mean over the scenes.\n\n{}\n",
            table.markdown()
        )
    }

    /// Our times and Box2D's, each with the guarantees of the other.
    fn net_for_net(&self, subjects: &[(&str, usize)]) -> String {
        let headings = [
            "scene",
            "threads",
            "ours",
            "as-box2d",
            "box2d",
            "estimate",
            "ours / box2d",
            "as-box2d / box2d",
            "ours / estimate",
        ];
        let mut table = Table::new(1, headings.map(str::to_owned));
        let mut ratios: [Vec<Option<f64>>; 3] = Default::default();
        for &subject in subjects {
            let ours = self.ms(subject, EngineKind::Ours, None);
            let as_box2d = self.ms(subject, EngineKind::Ours, Some(Change::AsBox2d));
            let box2d = self.ms(subject, EngineKind::Box2d, None);
            let estimate = self.speed(subject, EngineKind::Box2d, None).and_then(estimate_of_newest);
            let of_row = [ratio(ours, box2d), ratio(as_box2d, box2d), ratio(ours, estimate)];
            let name = [subject.0.to_owned(), subject.1.to_string()];
            table.row(
                name.into_iter()
                    .chain([ours, as_box2d, box2d, estimate].into_iter().chain(of_row).map(figure)),
            );
            ratios.iter_mut().zip(of_row).for_each(|(all, ratio)| all.push(ratio));
        }
        if ratios[0].iter().all(Option::is_none) {
            return String::new();
        }
        let means = ratios.map(|all| figure(mean(all.into_iter())));
        table.row(
            ["the mean of these".to_owned()].into_iter().chain((0..5).map(|_| String::new())).chain(means),
        );
        format!("{NET_FOR_NET}{}\n", table.markdown())
    }
}

const PREFACE: &str = "## Prices

Percent of a step that are saved when a feature is switched off, one at a time. `-`: not run, or bodies slept in one of \
the two runs. Prices do not add up, and with other motion the work differs: a percent or two are chance. \
The search for sleep is off in these scenes: it is switched on, so what it costs has a minus sign.

";

const NET_FOR_NET: &str = "### Net for net

`as-box2d` is this engine with the guarantees of Box2D's defaults: swept against static bodies only, no smooth seams, \
manifolds of the start of the step, one biased sweep, no loads and no direct joints. *Estimate*: **not measured**. It \
is the measured Box2D with its stage *pairs* at 0.4 of its time, since its broad phase was rebuilt after the measured \
commit; it could not be built here.

";

/// The time of a step of the newest Box2D, estimated from the stages of the measured one, ms.
fn estimate_of_newest(row: &SpeedRow) -> Option<f64> {
    let stages = row.ms_stages?;
    Some(row.ms_per_step() - (1.0 - PAIRS_OF_NEWEST) * stages.pairs)
}

/// A table of what each feature costs in each scene.
fn grid(
    what: &str,
    subjects: &[(&str, usize)],
    ratio: impl Fn((&str, usize), Change) -> Option<f64>,
) -> String {
    let names = FEATURES.iter().map(|feature| feature.name.to_owned());
    let mut table =
        Table::new(1, [format!("saved, % of {what}"), "threads".to_owned()].into_iter().chain(names));
    for &subject in subjects {
        let cells = FEATURES.iter().map(|feature| saved(ratio(subject, feature.change)));
        table.row([subject.0.to_owned(), subject.1.to_string()].into_iter().chain(cells));
    }
    format!("{}\n", table.markdown())
}

/// A ratio as the percent that are saved.
fn saved(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.1}", 100.0 * (1.0 - ratio)))
}

fn ratio(ours: Option<f64>, theirs: Option<f64>) -> Option<f64> {
    Some(ours? / theirs?)
}

/// The geometric mean of those that there are; none if there are none.
fn mean(ratios: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let ratios: Vec<f64> = ratios.flatten().collect();
    (!ratios.is_empty()).then(|| geometric_mean(&ratios))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Stages;
    use crate::quality::PROBES;

    fn row(engine: EngineKind, change: Option<Change>, ms: f64) -> SpeedRow {
        let stages = Some(Stages { pairs: 1.0, ..Stages::default() });
        let row = SpeedRow::unsupported("a", engine, 1, String::new());
        SpeedRow { unsupported: None, change, steps: 11, ms_total: 10.0 * ms, ms_stages: stages, ..row }
    }

    fn cells(text: &str, begin: &str) -> Vec<String> {
        let line = text.lines().find(|line| line.starts_with(begin)).unwrap_or_default();
        line.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
    }

    /// Each figure that a feature serves is one of a probe.
    #[test]
    fn served_figures_exist() {
        for feature in FEATURES {
            let Some(served) = feature.serves else { continue };
            let exists = PROBES.iter().any(|probe| {
                probe.figures.iter().any(|figure| format!("{}/{}", probe.name, figure.name) == served)
            });
            assert!(exists, "{served}");
        }
    }

    /// A step of 4 ms that takes 3 without a feature: it costs 25%. Box2D takes 5 ms, of which 1 for pairs:
    /// 4.4 in the estimate. Runs in which bodies sleep are not compared.
    #[test]
    fn list_shows_what_is_saved() {
        let asleep = SpeedRow { asleep: 1, ..row(EngineKind::Ours, Some(Change::NoSeams), 1.0) };
        let rows = [
            row(EngineKind::Ours, None, 4.0),
            row(EngineKind::Ours, Some(Change::NoMidpoints), 3.0),
            row(EngineKind::Ours, Some(Change::AsBox2d), 2.0),
            row(EngineKind::Box2d, None, 5.0),
            asleep,
        ];
        let count = |change, instructions| CountRow {
            counted: "a".to_owned(),
            change,
            steps: 1,
            instructions: Some(instructions),
            unsupported: None,
        };
        let counts = [count(None, 100.0), count(Some(Change::NoMidpoints), 90.0)];
        let (speeds, counts): (Vec<_>, Vec<_>) = (rows.iter().collect(), counts.iter().collect());
        let text = Rows { speeds: &speeds, counts: &counts, probes: &[] }.text();
        assert_eq!(cells(&text, "| a")[..4], ["a", "1", "-", "25.0"], "{text}");
        assert!(
            cells(&text, "| middle of the step").ends_with(&["25.0".to_owned(), "10.0".to_owned()]),
            "{text}"
        );
        let net = text.split("### Net for net").nth(1).unwrap_or_default();
        assert_eq!(cells(net, "| a"), ["a", "1", "4.00", "2.00", "5.00", "4.40", "0.800", "0.400", "0.909"]);
        assert!(Rows { speeds: &speeds[..1], counts: &[], probes: &[] }.text().is_empty());
    }
}
