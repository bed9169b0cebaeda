//! The rows of the everyday race as tables.

use super::{Contender, EverydayRow};
use crate::engine::EngineKind;
use crate::table::{Table, figure};
use std::fmt::Write;

/// The tables, in Markdown.
#[must_use]
pub fn tables(rows: &[EverydayRow]) -> String {
    let mut contenders: Vec<Contender> = Vec::new();
    for row in rows {
        if !contenders.contains(&row.contender) {
            contenders.push(row.contender);
        }
    }
    let mut text = format!("## Time, as a share of {PEER}'s\n\n{}", times(rows, &contenders).markdown());
    let lengths = lengths(rows, &contenders).markdown();
    if !lengths.is_empty() {
        let _ =
            write!(text, "\n## Time of a link, as a share of that in a chain with a link less\n\n{lengths}");
    }
    let _ = write!(text, "\n## What they did\n\n{}", watched(rows).markdown());
    for row in rows {
        if let Some(why) = row.ms_per_step.as_ref().err().or(row.watched.as_ref().err()) {
            let _ = writeln!(text, "\n{}, {}: {why}", row.scene, row.contender);
        }
    }
    text
}

/// The engine that others are compared with.
const PEER: Contender = Contender { engine: EngineKind::Box2d, change: None };

fn find_row<'a>(
    rows: &'a [EverydayRow],
    scene: &str,
    threads: usize,
    contender: Contender,
) -> Option<&'a EverydayRow> {
    rows.iter().find(|row| row.scene == scene && row.threads == threads && row.contender == contender)
}

fn ms(row: Option<&EverydayRow>) -> Option<f64> {
    row?.ms_per_step.as_ref().ok().copied()
}

/// The scenes and numbers of threads that have rows, in their order.
fn races(rows: &[EverydayRow]) -> Vec<(&str, usize)> {
    let mut races: Vec<(&str, usize)> = rows.iter().map(|row| (&*row.scene, row.threads)).collect();
    races.dedup();
    races
}

fn times(rows: &[EverydayRow], contenders: &[Contender]) -> Table {
    let others = contenders.iter().filter(|contender| **contender != PEER);
    let headings = ["scene".to_owned(), "threads".to_owned(), format!("{PEER} ms")];
    let mut table = Table::new(1, headings.into_iter().chain(others.clone().map(Contender::to_string)));
    for (scene, threads) in races(rows) {
        let time = |contender| ms(find_row(rows, scene, threads, contender));
        let peer = time(PEER);
        let ratios = others.clone().map(|contender| figure(time(*contender).zip(peer).map(|(a, b)| a / b)));
        let first = [scene.to_owned(), threads.to_string(), figure(peer)];
        table.row(first.into_iter().chain(ratios));
    }
    table
}

/// The number of links of the chains of a scene.
fn links(scene: &str) -> Option<u32> {
    scene.strip_prefix("race_chain_")?.parse().ok()
}

fn lengths(rows: &[EverydayRow], contenders: &[Contender]) -> Table {
    let headings = ["links".to_owned(), "threads".to_owned()];
    let mut table = Table::new(0, headings.into_iter().chain(contenders.iter().map(Contender::to_string)));
    for (scene, threads) in races(rows) {
        let Some(count) = links(scene) else { continue };
        let before = format!("race_chain_{}", count - 1);
        if !rows.iter().any(|row| row.scene == before) {
            continue;
        }
        let ratio = |contender: &Contender| {
            let now = ms(find_row(rows, scene, threads, *contender))? / f64::from(count);
            Some(now / (ms(find_row(rows, &before, threads, *contender))? / f64::from(count - 1)))
        };
        let first = [count.to_string(), threads.to_string()];
        table.row(first.into_iter().chain(contenders.iter().map(|contender| figure(ratio(contender)))));
    }
    table
}

fn watched(rows: &[EverydayRow]) -> Table {
    let headings = [
        "scene",
        "contender",
        "widest gap mm",
        "of the peer's",
        "usual gap mm",
        "deepest mm",
        "mean depth mm",
        "contacts",
        "gained J",
        "lost J",
        "height m",
        "speed m/s",
        "can sleep",
    ];
    let mut table = Table::new(2, headings.map(str::to_owned));
    let first = rows.first().map_or(0, |row| row.threads);
    for row in rows.iter().filter(|row| row.threads == first) {
        let Ok(watched) = &row.watched else { continue };
        let peer = find_row(rows, &row.scene, first, PEER).and_then(|row| row.watched.as_ref().ok());
        let share = peer.map(|peer| watched.widest_gap / peer.widest_gap);
        let mm = |metres: f64| format!("{:.3}", 1e3 * metres);
        table.row([
            row.scene.clone(),
            row.contender.to_string(),
            mm(watched.widest_gap),
            figure(share),
            mm(watched.usual_gap),
            mm(watched.deepest),
            mm(watched.mean_depth),
            figure(Some(watched.touching)),
            figure(Some(watched.energy_gained)),
            figure(Some(watched.energy_lost)),
            format!("{:.2}", watched.height),
            format!("{:.2}", watched.speed),
            watched.asleep.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ratio is that of one race, a length is compared with the one before, and a refusal is told.
    #[test]
    fn tables_compare_within_a_race() {
        let row = |scene: &str, engine, ms: f64| EverydayRow {
            scene: scene.to_owned(),
            threads: 1,
            contender: Contender { engine, change: None },
            ms_per_step: Ok(ms),
            watched: Err("not watched".to_owned()),
        };
        let (ours, box2d) = (EngineKind::Ours, EngineKind::Box2d);
        let rows = [
            row("race_chain_3", ours, 3.0),
            row("race_chain_3", box2d, 6.0),
            row("race_chain_4", ours, 8.0),
            row("race_chain_4", box2d, 8.0),
        ];
        let text = tables(&rows).replace(' ', "");
        assert!(text.contains("|race_chain_3|1|6.00|0.500|"), "{text}");
        assert!(text.contains("|4|1|2.00|1.00|"), "{text}");
        assert!(text.contains("race_chain_4,ours:notwatched"), "{text}");
    }
}
