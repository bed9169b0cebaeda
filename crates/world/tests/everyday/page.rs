//! Writes `docs/measured/everyday.txt`, and lists figures for whoever looks for the cause of one.

use super::{Case, Figure, Group, NETS, bumps, groups, settings};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// How far a figure is through a range, from 0 in the middle, or at the best end, to 1 at the bound.
fn use_of_range(value: f64, range: &RangeInclusive<f64>) -> f64 {
    let (low, high) = (*range.start(), *range.end());
    match () {
        () if low.is_finite() => (2.0 * value - low - high).abs() / (high - low),
        () if high == 0.0 => value,
        () => value / high,
    }
}

fn number(x: f64) -> String {
    if x.abs() >= 100.0 { format!("{x:.0}") } else { format!("{x:.4}") }
}

fn bound(range: &RangeInclusive<f64>) -> String {
    if range.start().is_finite() {
        format!("{} to {}", number(*range.start()), number(*range.end()))
    } else {
        format!("at most {}", number(*range.end()))
    }
}

/// The value of a figure that comes nearest to its bound, of all cases that have it.
struct Worst<'a> {
    name: &'static str,
    has_other_pace: bool,
    value: f64,
    range: RangeInclusive<f64>,
    case: &'a str,
    /// How many cases have the figure.
    count: usize,
}

/// Adds a figure of a case, for which this range counts.
fn add<'a>(all: &mut Vec<Worst<'a>>, case: &'a Case, figure: &Figure, range: RangeInclusive<f64>) {
    let &Figure { name, value, .. } = figure;
    let Case { name: case, has_other_pace, .. } = case;
    let same = |it: &&mut Worst<'_>| it.name == name && it.has_other_pace == *has_other_pace;
    match all.iter_mut().find(same) {
        Some(it) => {
            it.count += 1;
            if use_of_range(value, &range) > use_of_range(it.value, &it.range) {
                (it.value, it.range, it.case) = (value, range, case);
            }
        }
        None => all.push(Worst { name, has_other_pace: *has_other_pace, value, range, case, count: 1 }),
    }
}

/// One row for each figure of a group, and another one for steps of other lengths.
fn rows(group: &Group, page: &mut String) {
    let mut all = Vec::new();
    for case in &group.cases {
        for figure in (case.run)(settings()).figures {
            let range = figure.range.clone();
            add(&mut all, case, &figure, range);
        }
    }
    all.sort_by_key(|it| it.has_other_pace);
    for Worst { name, has_other_pace, value, range, case, count } in all {
        let other = if has_other_pace { ", other steps" } else { "" };
        let (value, bound) = (number(value), bound(&range));
        writeln!(page, "| {name}{other} | {value} | {bound} | {case} | {count} |").unwrap();
    }
}

/// For each net that changes something, why, and which figures then leave their range.
fn differences(group: &Group, page: &mut String) {
    if group.differs.is_empty() {
        page.push_str("\nThe same with each net switched.\n");
    }
    for difference in group.differs {
        let net = NETS.iter().find(|net| net.name == difference.net).unwrap();
        let mut worst: Vec<(f64, Figure, &str)> = Vec::new();
        for case in group.cases.iter().filter(|case| !bumps(case, net)) {
            for figure in (case.run)((net.switch)(settings())).figures {
                let outside = (figure.range.start() - figure.value).max(figure.value - figure.range.end());
                match worst.iter_mut().find(|(_, it, _)| it.name == figure.name) {
                    _ if outside <= 0.0 => (),
                    Some(it) if it.0 < outside => *it = (outside, figure, &case.name),
                    Some(_) => (),
                    None => worst.push((outside, figure, &case.name)),
                }
            }
        }
        write!(page, "\nWith *{}*: {}.", net.name, difference.why).unwrap();
        let figures: Vec<_> = worst
            .iter()
            .map(|(_, it, case)| {
                format!("{} {} in place of {} ({case})", it.name, number(it.value), bound(&it.range))
            })
            .collect();
        if figures.is_empty() {
            page.push_str(" All figures hold.\n");
        } else {
            writeln!(page, " Then, at most: {}.", figures.join("; ")).unwrap();
        }
    }
}

#[test]
#[ignore = "writes docs/measured/everyday.txt"]
fn write_page() {
    let mut page = String::from(
        "Everyday motion beside its laws. docs/everyday.md says how it is measured and what falls short.\n",
    );
    for group in groups() {
        write!(page, "\n## {}\n\n{}\n\n", capitalized(group.name), group.law).unwrap();
        page.push_str(
            "| figure | farthest from the law | allowed | in the case | of |\n|---|---|---|---|---|\n",
        );
        rows(&group, &mut page);
        differences(&group, &mut page);
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/measured/everyday.txt"), page).unwrap();
}

/// Prints each figure of the groups whose name contains `EVERYDAY`, with the defaults and with each net
/// switched where that changes it.
#[test]
#[ignore = "measures every figure with every net, and prints them"]
fn list_figures() {
    let wanted = std::env::var("EVERYDAY").unwrap_or_default();
    for group in groups().iter().filter(|group| group.name.contains(&wanted)) {
        println!("# {}", group.name);
        for case in &group.cases {
            let default = (case.run)(settings()).figures;
            for (i, Figure { name, value, range }) in default.iter().enumerate() {
                let through = use_of_range(*value, range);
                println!("{through:7.3} {:9} {name:28} {}", number(*value), case.name);
                for net in &NETS {
                    let other = &(case.run)((net.switch)(settings())).figures[i];
                    if other.value != *value {
                        println!("{:18}{:9} with {}", "", number(other.value), net.name);
                    }
                }
            }
        }
    }
}

fn capitalized(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}
