//! The trees of boxes: the mean of each operation over all crowds, and a line for each crowd and operation.

use super::{Report, engines, headings, peers, races, ratio};
use crate::engine::EngineKind;
use crate::measure::geometric_mean;
use crate::micro::trees::OPERATIONS;
use crate::plot::Line;
use crate::row::MicroRow;
use crate::table::{Table, figure};
use std::collections::BTreeMap;

/// The race, the crowd and the operation of a row; none if it is not about trees.
fn parts(row: &MicroRow) -> Option<[&str; 3]> {
    let mut parts = row.micro.splitn(3, '/');
    Some([parts.next()?, parts.next()?, parts.next()?])
}

/// Whether a row is about a tree by itself.
pub(super) fn is_of_trees(row: &MicroRow) -> bool {
    parts(row).is_some()
}

/// Compares what two trees found: apart from rounding at touching borders it must be equal.
fn is_same(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_none_or(|(one, other)| (one - other).abs() <= 1e-3 * one.abs())
}

impl Report {
    pub(super) fn trees(&mut self, rows: &[&MicroRow], folder: Option<&str>) {
        if rows.is_empty() {
            return;
        }
        let engines = engines(rows.iter().map(|row| row.engine));
        let peers = peers(&engines);
        self.paragraph("## Trees of boxes");
        self.paragraph(
            "The tree of each engine by itself (Rapier's is Parry's), over the same boxes. `make`: over all boxes at once, per \
             box. `box`, `ray`: one of 4 m, one of 10 m. Then a share of the boxes moves: `update` is all that is done before \
             pairs can be looked for, `pairs` finds those of which one has moved, both per box that moved. `after`: asked \
             again, when all have wandered. Found: pairs for each that moved, boxes, the fraction of a ray; `*`: the \
             two found different numbers.",
        );
        let mut table = Table::new(
            3,
            headings(&["boxes", "crowd", "operation"], &engines, " ns", &peers)
                .into_iter()
                .chain(["found".to_owned()]),
        );
        let mut of_operation: BTreeMap<&str, Vec<Vec<f64>>> = BTreeMap::new();
        let mut missing = String::new();
        for (_, race) in &races(rows, |row| row.micro.clone(), |row| row.engine) {
            let Some([name, crowd, operation]) = race.values().next().and_then(|row| parts(row)) else {
                continue;
            };
            let time = |engine: EngineKind| race.get(&engine).and_then(|row| row.ns_per_op);
            let found = |engine: EngineKind| race.get(&engine).and_then(|row| row.found);
            let any = engines.iter().find_map(|engine| found(*engine));
            let times = engines.iter().map(|engine| figure(time(*engine)));
            let means = of_operation.entry(operation).or_insert_with(|| vec![Vec::new(); peers.len()]);
            let ratios = peers.iter().zip(means).map(|(peer, mean)| {
                let ratio = ratio(time(EngineKind::Ours), time(*peer));
                mean.extend(ratio);
                let mark = if is_same(found(EngineKind::Ours), found(*peer)) { "" } else { "*" };
                format!("{}{mark}", figure(ratio))
            });
            let cells = [name.trim_start_matches("trees_"), crowd, operation].map(str::to_owned).into_iter();
            table.row(cells.chain(times).chain(ratios).chain([figure(any)]));
        }
        for row in rows {
            if let Some(why) = &row.unsupported {
                let line = format!("- {}: {why}\n", row.engine.name());
                if !missing.contains(&line) {
                    missing += &line;
                }
            }
        }
        self.means(&peers, &of_operation, folder);
        self.paragraph(&table.markdown());
        self.unsupported(&missing);
    }

    /// The mean ratio of each operation over all crowds.
    fn means(
        &mut self,
        peers: &[EngineKind],
        of_operation: &BTreeMap<&str, Vec<Vec<f64>>>,
        folder: Option<&str>,
    ) {
        let mut table = Table::new(1, headings(&["mean of all crowds"], &[], "", peers));
        let mut lines = Vec::new();
        for operation in OPERATIONS {
            let Some(ratios) = of_operation.get(operation) else { continue };
            let means: Vec<_> =
                ratios.iter().map(|ratios| (!ratios.is_empty()).then(|| geometric_mean(ratios))).collect();
            table.row([operation.to_owned()].into_iter().chain(means.iter().map(|mean| figure(*mean))));
            lines.push(Line { label: operation.to_owned(), ratios: means });
        }
        self.paragraph(&table.markdown());
        self.plot(folder, "trees", "Time of one operation of a tree, mean over crowds", peers, &lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Row;

    /// Each crowd has a line, each operation a mean, and results on which two trees disagree are marked.
    #[test]
    fn each_crowd_has_a_line_and_each_operation_a_mean() {
        let row = |micro: &str, engine, ns, found| {
            let micro = micro.to_owned();
            Row::Micro(MicroRow { micro, engine, ns_per_op: Some(ns), found: Some(found), unsupported: None })
        };
        let [ours, box2d] = [EngineKind::Ours, EngineKind::Box2d];
        let rows = [
            row("trees_1k/uniform/box", ours, 100.0, 5.0),
            row("trees_1k/uniform/box", box2d, 200.0, 5.0),
            row("trees_1k/sparse/box", ours, 100.0, 1.0),
            row("trees_1k/sparse/box", box2d, 800.0, 2.0),
            row("hull_8", ours, 1.0, 1.0),
        ];
        let report = Report::of(&rows, Some("pictures"));
        let cells = |start: &str| {
            let line = report.text.lines().find(|line| line.starts_with(start)).unwrap_or_default();
            line.split('|')
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(cells("| box "), ["box", "0.250"]);
        assert_eq!(cells("| 1k    | uniform"), ["1k", "uniform", "box", "100", "200", "0.500", "5.00"]);
        assert_eq!(cells("| 1k    | sparse"), ["1k", "sparse", "box", "100", "800", "0.125*", "1.00"]);
        assert!(report.text.contains("## Single operations") && report.text.contains("(pictures/trees.svg)"));
    }
}
