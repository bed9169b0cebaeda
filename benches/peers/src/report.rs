//! Writes rows as a page: tables that are readable on a terminal, and plots of the ratios.
//!
//! A ratio is ours / peer; below 1 this engine is ahead. Several ratios are combined by the geometric mean,
//! the only mean that does not depend on which engine is the denominator.

use crate::engine::{EngineKind, Stages};
use crate::measure::geometric_mean;
use crate::plot::{self, Line};
use crate::price;
use crate::quality::{self, Better};
use crate::row::{MicroRow, Row, SpeedRow};
use crate::speed::{ASLEEP, LARGE};
use crate::table::{Table, figure};
use std::collections::BTreeMap;

mod trees;

/// A page and its plots.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The page in Markdown.
    pub text: String,
    /// File name and SVG text of each plot.
    pub plots: Vec<(String, String)>,
}

impl Report {
    /// The page of the [price list](price) alone.
    #[must_use]
    pub fn of_prices(rows: &[Row]) -> Self {
        let mut report = Self::default();
        let (mut speeds, mut probes, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            match row {
                Row::Speed(row) => speeds.push(row),
                Row::Quality(row) => probes.push(row),
                Row::Count(row) => counts.push(row),
                Row::Micro(_) => {}
            }
        }
        report.paragraph(&price::Rows { speeds: &speeds, counts: &counts, probes: &probes }.text());
        report
    }

    /// Makes a page of rows, in their order. `folder` is the path from the page to the plots; without it
    /// there are no plots.
    #[must_use]
    pub fn of(rows: &[Row], folder: Option<&str>) -> Self {
        let mut report = Self::default();
        let (mut speeds, mut probes, mut micros, mut trees, mut counts) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            match row {
                Row::Speed(row) => speeds.push(row),
                Row::Quality(row) => probes.push(row),
                Row::Count(row) => counts.push(row),
                Row::Micro(row) if trees::is_of_trees(row) => trees.push(row),
                Row::Micro(row) => micros.push(row),
            }
        }
        let price = price::Rows { speeds: &speeds, counts: &counts, probes: &probes }.text();
        speeds.retain(|row| row.change.is_none());
        probes.retain(|row| row.change.is_none());
        report.speed(&speeds, folder);
        report.paragraph(&price);
        report.quality(&probes, folder);
        report.micro(&micros, folder);
        report.trees(&trees, folder);
        report
    }

    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.push_str(text.trim_end());
            self.text.push_str("\n\n");
        }
    }

    fn plot(&mut self, folder: Option<&str>, name: &str, title: &str, peers: &[EngineKind], lines: &[Line]) {
        let Some(folder) =
            folder.filter(|_| lines.iter().any(|line| line.ratios.iter().any(Option::is_some)))
        else {
            return;
        };
        let names: Vec<&str> = peers.iter().map(|peer| peer.name()).collect();
        self.paragraph(&format!("![{title}]({folder}/{name}.svg)"));
        self.plots.push((format!("{name}.svg"), plot::ratios(title, &names, lines)));
    }

    fn speed(&mut self, rows: &[&SpeedRow], folder: Option<&str>) {
        if rows.is_empty() {
            return;
        }
        let engines = engines(rows.iter().map(|row| row.engine));
        let peers = peers(&engines);
        let races = races(rows, |row| (row.scene.clone(), row.threads), |row| row.engine);
        self.paragraph("## Speed");
        self.paragraph(
            "Milliseconds of a step, in the mean over all steps but the first. `_sleep`: with sleeping on, and then the \
             middle step, when what can sleep does; all others never sleep. `*`: the two engines ended in different \
             states, see below.",
        );
        let mut table = Table::new(1, headings(&["scene", "threads"], &engines, "", &peers));
        let mut lines: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        for ((scene, threads), race) in &races {
            let step = |engine: EngineKind| race.get(&engine).and_then(|row| ms_per_step(row));
            let ratios: Vec<_> =
                peers.iter().map(|peer| ratio(step(EngineKind::Ours), step(*peer))).collect();
            let times = engines.iter().map(|engine| figure(step(*engine)));
            let cells = [scene.clone(), threads.to_string()].into_iter().chain(times);
            let marked = peers.iter().zip(&ratios).map(|(peer, ratio)| {
                let both = race.get(&EngineKind::Ours).zip(race.get(peer));
                let same = both.is_none_or(|(ours, peer)| is_same_work(ours, peer));
                if same { figure(*ratio) } else { format!("{}*", figure(*ratio)) }
            });
            table.row(cells.chain(marked));
            lines.entry(*threads).or_default().push(Line { label: scene.clone(), ratios });
        }
        for (threads, lines) in &lines {
            let large: Vec<&Line> = lines.iter().filter(|line| LARGE.contains(&&*line.label)).collect();
            if large.len() == LARGE.len() {
                let means = (0..peers.len()).map(|peer| {
                    let ratios: Option<Vec<f64>> = large.iter().map(|line| line.ratios[peer]).collect();
                    figure(ratios.map(|ratios| geometric_mean(&ratios)))
                });
                let cells = ["the twelve large scenes".to_owned(), threads.to_string()].into_iter();
                table.row(cells.chain(engines.iter().map(|_| String::new())).chain(means));
            }
        }
        self.paragraph(&table.markdown());
        for (threads, lines) in &lines {
            let title = format!("Time of a step, {threads} thread{}", if *threads == 1 { "" } else { "s" });
            self.plot(folder, &format!("speed_{threads}"), &title, &peers, lines);
        }

        let mut costs = Table::new(
            1,
            ["scene", "threads", "engine", "steps", "median ms", "p95 ms", "cpu ms / step", "peak MiB"]
                .map(str::to_owned),
        );
        let mut sanity = Table::new(
            1,
            ["scene", "threads", "engine", "bodies", "touching", "mean height m", "residual m/s"]
                .map(str::to_owned),
        );
        let mut missing = String::new();
        for row in rows {
            let name =
                || [row.scene.clone(), row.threads.to_string(), row.engine.name().to_owned()].into_iter();
            if let Some(why) = row.unsupported.as_ref().or(row.note.as_ref()) {
                let plural = if row.threads == 1 { "" } else { "s" };
                let (scene, threads, engine) = (&row.scene, row.threads, row.engine.name());
                missing += &format!("- {scene}, {threads} thread{plural}, {engine}: {why}\n");
            }
            if row.unsupported.is_some() {
                continue;
            }
            costs.row(name().chain([
                row.steps.to_string(),
                figure(Some(row.ms_median)),
                figure(Some(row.ms_p95)),
                figure(Some(row.cpu_ms / row.timed_steps())),
                figure(row.rss_mb),
            ]));
            sanity.row(name().chain([
                row.bodies.to_string(),
                row.touching.to_string(),
                figure(Some(row.mean_height_m)),
                figure(Some(row.residual_speed)),
            ]));
        }
        self.unsupported(&missing);
        self.paragraph("### The same work");
        self.paragraph("The state in which each engine ended. Where these differ, so did the work.");
        self.paragraph(&sanity.markdown());
        self.paragraph("### What it cost");
        self.paragraph(&costs.markdown());
        self.stages(rows);
        self.nets(rows);
    }

    /// The interventions of the nets, for the engine that reports them. They do not depend on threads.
    fn nets(&mut self, rows: &[&SpeedRow]) {
        let mut table: Option<Table> = None;
        let mut listed: Vec<&str> = Vec::new();
        for row in rows {
            let Some(nets) = row.nets.as_ref().filter(|_| !listed.contains(&&*row.scene)) else { continue };
            listed.push(&row.scene);
            let names = nets.iter().map(|(name, _)| name.clone());
            let table =
                table.get_or_insert_with(|| Table::new(1, ["scene".to_owned()].into_iter().chain(names)));
            let mean = |mean: f64| if mean == 0.0 { "0".to_owned() } else { figure(Some(mean)) };
            table.row([row.scene.clone()].into_iter().chain(nets.iter().map(|net| mean(net.1))));
        }
        if let Some(table) = table {
            self.paragraph("### What the nets did");
            self.paragraph(
                "How often a net of this engine (docs/continuous.md) intervened in a step, in the mean. *Swept* contacts \
                 are exact; all other counts are what the step did beyond its equations.",
            );
            self.paragraph(&table.markdown());
        }
    }

    /// The stages of a step, for the engines that report them.
    fn stages(&mut self, rows: &[&SpeedRow]) {
        let headings = ["scene", "threads", "engine", "pairs", "narrow phase", "solver", "poses"];
        let mut table = Table::new(1, headings.map(str::to_owned));
        let timed = rows.iter().filter_map(|row| row.ms_stages.map(|stages| (row, stages)));
        for (row, Stages { pairs, narrow_phase, solver, poses }) in timed.clone() {
            let name = [row.scene.clone(), row.threads.to_string(), row.engine.name().to_owned()];
            table
                .row(name.into_iter().chain([pairs, narrow_phase, solver, poses].map(|ms| figure(Some(ms)))));
        }
        if timed.count() > 0 {
            self.paragraph("### Where the time goes");
            self.paragraph(
                "Milliseconds of each stage of a step, in the mean, as the engines report it (Rapier does not in \
                 this build). The stages differ: this engine looks for fast bodies in *pairs*, for what they may hit \
                 in *narrow phase*, and stops them in *solver*; Box2D does all of that, and its islands, in *poses*.",
            );
            self.paragraph(&table.markdown());
        }
    }

    fn quality(&mut self, rows: &[&quality::Row], folder: Option<&str>) {
        if rows.is_empty() {
            return;
        }
        let engines = engines(rows.iter().map(|row| row.engine));
        let peers = peers(&engines);
        let probes = races(rows, |row| row.probe.clone(), |row| row.engine);
        self.paragraph("## Quality");
        self.paragraph(
            "How far from the ideal, at the nominal parameters; in brackets the range over randomised ones, where \
             they were run. Beside it what a step took, in ms.",
        );
        let first = ["probe", "unit", "better"];
        let times = engines.iter().map(|engine| format!("{} ms", engine.name()));
        let mut table = Table::new(3, headings(&first, &engines, "", &[]).into_iter().chain(times));
        let mut lines = Vec::new();
        let mut missing = String::new();
        for (probe, _) in &probes {
            let of = |engine: EngineKind, seeded: bool| {
                rows.iter().filter(move |row| {
                    row.probe == *probe && row.engine == engine && row.seed.is_some() == seeded
                })
            };
            let Some(any) =
                rows.iter().filter(|row| row.probe == *probe).max_by_key(|row| row.value.is_some())
            else {
                continue;
            };
            let value = |engine: EngineKind| of(engine, false).find_map(|row| row.value);
            let values = engines.iter().map(|engine| {
                let seeded: Vec<f64> = of(*engine, true).filter_map(|row| row.value).collect();
                let nominal = figure(value(*engine));
                if seeded.is_empty() {
                    return nominal;
                }
                let least = seeded.iter().copied().fold(f64::INFINITY, f64::min);
                let most = seeded.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                format!("{nominal} ({} .. {})", figure(Some(least)), figure(Some(most)))
            });
            let times = engines
                .iter()
                .map(|engine| figure(of(*engine, false).map(|row| row.ms_per_step).find(|ms| *ms > 0.0)));
            let better = match any.better {
                Better::Lower => "lower",
                Better::Higher => "higher",
            };
            let cells = [probe.clone(), any.unit.clone(), better.to_owned()].into_iter();
            table.row(cells.chain(values).chain(times));
            let seen = |engine| value(engine).map(|value| value.abs().max(least_visible(&any.unit)));
            let ratios = peers.iter().map(|peer| match (seen(EngineKind::Ours)?, seen(*peer)?, any.better) {
                (0.0, 0.0, _) => Some(1.0),
                (ours, peer, Better::Lower) => Some(ours / peer),
                (ours, peer, Better::Higher) => Some(peer / ours),
            });
            lines.push(Line { label: probe.clone(), ratios: ratios.collect() });
            for row in rows.iter().filter(|row| row.probe == *probe) {
                if let Some(note) = row.unsupported.as_ref().or(row.note.as_ref()) {
                    let seed = row.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
                    missing += &format!("- {probe}, {}{seed}: {note}\n", row.engine.name());
                }
            }
        }
        self.paragraph(&table.markdown());
        self.unsupported(&missing);
        self.plot(folder, "quality", "Distance from the ideal", &peers, &lines);
    }

    fn micro(&mut self, rows: &[&MicroRow], folder: Option<&str>) {
        if rows.is_empty() {
            return;
        }
        let engines = engines(rows.iter().map(|row| row.engine));
        let peers = peers(&engines);
        self.paragraph("## Single operations");
        self.paragraph(
            "Nanoseconds of one operation, and what it found in the mean: a fraction of the way, a number of boxes, \
             corners or pieces, a share of pairs that touch, a distance in m, bytes of a snapshot (0: not known).",
        );
        let found = engines.iter().map(|engine| format!("{} found", engine.name()));
        let mut table =
            Table::new(1, headings(&["operation"], &engines, " ns", &peers).into_iter().chain(found));
        let mut lines = Vec::new();
        let mut missing = String::new();
        for (micro, race) in &races(rows, |row| row.micro.clone(), |row| row.engine) {
            let time = |engine: EngineKind| race.get(&engine).and_then(|row| row.ns_per_op);
            let ratios: Vec<_> =
                peers.iter().map(|peer| ratio(time(EngineKind::Ours), time(*peer))).collect();
            let found = engines.iter().map(|engine| figure(race.get(engine).and_then(|row| row.found)));
            let times = engines.iter().map(|engine| figure(time(*engine)));
            let cells = [micro.clone()].into_iter().chain(times);
            table.row(cells.chain(ratios.iter().map(|ratio| figure(*ratio))).chain(found));
            lines.push(Line { label: micro.clone(), ratios });
            for row in race.values() {
                if let Some(why) = &row.unsupported {
                    missing += &format!("- {micro}, {}: {why}\n", row.engine.name());
                }
            }
        }
        self.paragraph(&table.markdown());
        self.unsupported(&missing);
        self.plot(folder, "micro", "Time of one operation", &peers, &lines);
    }

    fn unsupported(&mut self, list: &str) {
        if !list.is_empty() {
            self.paragraph("Without a figure, or with a remark:");
            self.paragraph(list);
        }
    }
}

/// The engines that have rows, in their usual order.
fn engines(named: impl Iterator<Item = EngineKind>) -> Vec<EngineKind> {
    let mut engines: Vec<EngineKind> = named.collect();
    engines.sort_unstable();
    engines.dedup();
    engines
}

/// The engines that this one is compared with; empty if this engine has no rows.
fn peers(engines: &[EngineKind]) -> Vec<EngineKind> {
    let ours = engines.contains(&EngineKind::Ours);
    engines.iter().copied().filter(|engine| ours && *engine != EngineKind::Ours).collect()
}

fn headings(first: &[&str], engines: &[EngineKind], unit: &str, peers: &[EngineKind]) -> Vec<String> {
    let first = first.iter().map(|word| (*word).to_owned());
    let engines = engines.iter().map(|engine| format!("{}{unit}", engine.name()));
    let ratios = peers.iter().map(|peer| format!("ours / {}", peer.name()));
    first.chain(engines).chain(ratios).collect()
}

/// Groups rows by subject, in the order of first appearance, and by engine. Of several rows the first counts.
fn races<'a, R, K: PartialEq>(
    rows: &[&'a R],
    key: impl Fn(&R) -> K,
    engine: impl Fn(&R) -> EngineKind,
) -> Vec<(K, BTreeMap<EngineKind, &'a R>)> {
    let mut races: Vec<(K, BTreeMap<EngineKind, &'a R>)> = Vec::new();
    for row in rows {
        let key = key(row);
        let at = races.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            races.push((key, BTreeMap::new()));
            races.len() - 1
        });
        races[at].1.entry(engine(row)).or_insert(row);
    }
    races
}

fn ms_per_step(row: &SpeedRow) -> Option<f64> {
    let asleep = row.scene.ends_with(ASLEEP);
    row.unsupported.is_none().then(|| if asleep { row.ms_median } else { row.ms_per_step() })
}

/// Whether two engines ended in similar states: the same number of bodies, mean heights within half a metre
/// or a tenth, and numbers of touching pairs within a fifth. Chaotic motion alone changes them by less.
fn is_same_work(one: &SpeedRow, other: &SpeedRow) -> bool {
    let near =
        |a: f64, b: f64, share: f64, least: f64| (a - b).abs() <= (share * a.abs().max(b.abs())).max(least);
    let failed = one.unsupported.is_some() || other.unsupported.is_some();
    failed
        || one.bodies == other.bodies
            && near(one.mean_height_m, other.mean_height_m, 0.1, 0.5)
            && near(one.touching as f64, other.touching as f64, 0.2, 20.0)
}

/// A difference below this is not visible: 0.1 mm, 1 mm/s, a tenth of a percent.
fn least_visible(unit: &str) -> f64 {
    match unit {
        "m" => 1e-4,
        "m/s" => 1e-3,
        "%" => 0.1,
        _ => 0.0,
    }
}

fn ratio(ours: Option<f64>, peer: Option<f64>) -> Option<f64> {
    Some(ours? / peer?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(scene: &str, engine: EngineKind, ms: f64) -> Row {
        let row = SpeedRow::unsupported(scene, engine, 1, String::new());
        Row::Speed(SpeedRow { unsupported: None, steps: 11, ms_total: 10.0 * ms, ..row })
    }

    /// Each race is a line with its times and ratios; an engine without a figure is listed with its reason.
    #[test]
    fn race_is_one_line() {
        let refusal = SpeedRow::unsupported("a", EngineKind::Rapier, 1, "no wheels".to_owned());
        let rows =
            [speed("a", EngineKind::Ours, 1.0), speed("a", EngineKind::Box2d, 4.0), Row::Speed(refusal)];
        let report = Report::of(&rows, Some("pictures"));
        let line = report.text.lines().find(|line| line.starts_with("| a ")).unwrap_or_default();
        let cells: Vec<&str> = line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        assert_eq!(cells, ["a", "1", "1.00", "4.00", "-", "0.250", "-"]);
        assert!(report.text.contains("- a, 1 thread, rapier: no wheels"));
        assert_eq!(report.plots.len(), 1);
        assert!(report.text.contains("(pictures/speed_1.svg)"));
    }

    /// An engine that reports its stages has a line with them.
    #[test]
    fn stages_are_one_line() {
        let stages = Stages { pairs: 1.0, narrow_phase: 2.0, solver: 3.0, poses: 4.0 };
        let timed = |row| match row {
            Row::Speed(row) => Row::Speed(SpeedRow { ms_stages: Some(stages), ..row }),
            other => other,
        };
        let rows = [timed(speed("a", EngineKind::Ours, 10.0)), speed("a", EngineKind::Rapier, 4.0)];
        let text = Report::of(&rows, None).text;
        let lines = text.split("### Where the time goes").nth(1).unwrap_or_default().lines();
        let lines: Vec<String> =
            lines.filter(|line| line.starts_with("| a ")).map(|line| line.replace(' ', "")).collect();
        assert_eq!(lines, ["|a|1|ours|1.00|2.00|3.00|4.00|"]);
        assert!(!Report::of(&rows[1..], None).text.contains("Where the time goes"));
    }

    /// The counts of the nets of a scene are one line, for any number of threads.
    #[test]
    fn nets_of_a_scene_are_one_line() {
        let with = |threads, row| match row {
            Row::Speed(row) => Row::Speed(SpeedRow {
                threads,
                nets: Some(vec![("swept".to_owned(), 1.5), ("shortened".to_owned(), 0.0)]),
                ..row
            }),
            other => other,
        };
        let rows = [with(1, speed("a", EngineKind::Ours, 10.0)), with(2, speed("a", EngineKind::Ours, 6.0))];
        let text = Report::of(&rows, None).text;
        let lines = text.split("### What the nets did").nth(1).unwrap_or_default().lines();
        let lines: Vec<String> =
            lines.filter(|line| line.starts_with("| a ")).map(|line| line.replace(' ', "")).collect();
        assert_eq!(lines, ["|a|1.50|0|"]);
    }

    /// The mean over the large scenes appears when all of them have rows, and is the mean of the ratios.
    #[test]
    fn large_scenes_have_a_mean() {
        let race = |scene: &&str| [speed(scene, EngineKind::Ours, 3.0), speed(scene, EngineKind::Box2d, 6.0)];
        let rows: Vec<Row> = LARGE.iter().flat_map(race).collect();
        let mean = |rows: &[Row]| {
            let text = Report::of(rows, None).text;
            text.lines().find(|line| line.starts_with("| the twelve")).map(str::to_owned)
        };
        assert!(mean(&rows).is_some_and(|line| line.trim_end_matches(" |").ends_with(" 0.500")));
        assert_eq!(mean(&rows[2..]), None);
    }

    /// A ratio of runs that ended in different states is marked.
    #[test]
    fn ratio_of_different_states_is_marked() {
        let with = |engine, touching| match speed("a", engine, 1.0) {
            Row::Speed(row) => Row::Speed(SpeedRow { touching, ..row }),
            other => other,
        };
        for (touching, cell) in [(1100, " 1.00 |"), (2000, " 1.00* |")] {
            let rows = [with(EngineKind::Ours, 1000), with(EngineKind::Box2d, touching)];
            let text = Report::of(&rows, None).text;
            let line = text.lines().find(|line| line.starts_with("| a "));
            assert!(line.is_some_and(|line| line.ends_with(cell)), "{text}");
        }
    }

    /// Where more is better the ratio is inverted, so that left of the line is always better.
    #[test]
    fn smaller_ratio_is_always_better() {
        let row = |engine, value, better| {
            let row = quality::Row::without_value("p".to_owned(), engine, None, String::new());
            Row::Quality(quality::Row { value: Some(value), better, unsupported: None, ..row })
        };
        for (better, value) in [(Better::Lower, 0.5), (Better::Higher, 2.0)] {
            let rows = [row(EngineKind::Ours, value, better), row(EngineKind::Box2d, 1.0, better)];
            let plots = Report::of(&rows, Some("")).plots;
            assert!(plots[0].1.contains("<title>0.500</title>"), "{}", plots[0].1);
        }
    }
}
