//! Writes `docs/everyday.md`.

use super::{Figure, Group, NETS, groups, settings};
use std::fmt::Write;

/// How far a figure is through its range, from 0 in the middle, or at the best end, to 1 at the bound.
fn use_of_range(figure: &Figure) -> f64 {
    let (low, high) = (*figure.range.start(), *figure.range.end());
    if low.is_finite() { (2.0 * figure.value - low - high).abs() / (high - low) } else { figure.value / high }
}

fn number(x: f64) -> String {
    if x.abs() >= 100.0 { format!("{x:.0}") } else { format!("{x:.4}") }
}

/// One row for each figure of a group: the value that comes nearest to its bound, of all cases.
fn rows(group: &Group, page: &mut String) {
    let mut worst: Vec<(Figure, &str, usize)> = Vec::new();
    for case in &group.cases {
        for figure in (case.run)(settings()).figures {
            match worst.iter_mut().find(|(it, ..)| it.name == figure.name) {
                Some((it, name, count)) => {
                    *count += 1;
                    if use_of_range(&figure) > use_of_range(it) {
                        (*it, *name) = (figure, &case.name);
                    }
                }
                None => worst.push((figure, &case.name, 1)),
            }
        }
    }
    for (Figure { name, value, range }, case, count) in worst {
        let bound = if range.start().is_finite() {
            format!("{} to {}", number(*range.start()), number(*range.end()))
        } else {
            format!("at most {}", number(*range.end()))
        };
        writeln!(page, "| {name} | {} | {bound} | {case} | {count} |", number(value)).unwrap();
    }
}

#[test]
#[ignore = "writes docs/everyday.md"]
fn write_page() {
    let mut page = String::from(include_str!("page.md"));
    for group in groups() {
        write!(page, "\n## {}\n\n{}\n\n", capitalized(group.name), group.law).unwrap();
        page.push_str(
            "| figure | farthest from the law | allowed | in the case | of |\n|---|---|---|---|---|\n",
        );
        rows(&group, &mut page);
        if group.differs.is_empty() {
            page.push_str("\nThe same with each net switched.\n");
        }
        for (net, reason) in group.differs {
            writeln!(page, "\nNot compared with *{net}*: {reason}.").unwrap();
        }
    }
    let nets: Vec<_> = NETS.iter().map(|net| format!("- {}", net.name)).collect();
    let page = page.replace("NETS", &nets.join("\n"));
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/everyday.md"), page).unwrap();
}

fn capitalized(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}
