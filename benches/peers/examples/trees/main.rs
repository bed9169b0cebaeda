//! The trees of boxes by themselves, on the same boxes: this engine's, Box2D's, Parry's (Rapier's) and rstar's.
//!
//! ```sh
//! cargo run --release -p peers --example trees            # 1,000, 10,000 and 100,000 boxes
//! cargo run --release -p peers --example trees -- 1000000 ours parry
//! ```
//!
//! Boxes of 1.2 m lie one to a square metre. What moves goes 0.2 m a step in a direction of its own, about as far as a
//! body goes before the world gives it a new box, and each tree does what its engine does then:
//!
//! | | moved | before pairs | pairs |
//! |---|---|---|---|
//! | ours | in place, or elsewhere | worn parts anew | the tree against itself |
//! | Box2D | in place, nodes above enlarged | what was enlarged anew | a query for each that moved |
//! | Parry | few: taken out and put in; many: in place | refitted; many: parts anew | the tree against itself |
//! | rstar | taken out and put in | | a query for each that moved |
//!
//! All must find as many pairs, boxes and hits. The trees take turns, and the best round of each counts.

mod box2d;
mod ours;
mod parry;
mod rstar;

use fastrand::Rng;
use physics::prelude::*;
use std::time::Instant;

/// A tree of boxes, with keys from 0.
trait Tree {
    /// Its name.
    const NAME: &'static str;
    /// Over all boxes at once, if it can, and ready to be asked.
    fn make(boxes: &[Aabb]) -> Self;
    /// Takes over new boxes for some keys, and is ready to be asked.
    fn update(&mut self, moved: &[u32], boxes: &[Aabb]);
    /// Finds the overlapping pairs of which at least one has just moved, and returns how many.
    fn pairs(&mut self, moved: &[u32], boxes: &[Aabb]) -> usize;
    /// How many of the `found` pairs differ. Not timed: an engine whose tree names pairs twice drops those that it knows,
    /// nearly all, and only then looks for doubles.
    fn distinct(&mut self, found: usize) -> usize {
        found
    }
    /// The number of boxes that overlap another.
    fn count(&self, aabb: Aabb) -> usize;
    /// The fraction of a ray at which it meets the first box, given where it meets each; none if the tree knows no rays.
    fn ray(&self, origin: Point, translation: Vec2, boxes: &[Aabb]) -> Option<f32>;
}

/// Where a ray enters a box: the exact test that all trees share.
fn entry(aabb: Aabb, origin: Point, translation: Vec2) -> Option<f32> {
    aabb.ray_entry(origin, translation, 1.0)
}

/// A row of the table: what was done, the least time it took and what was found.
struct Row {
    what: String,
    ns: f64,
    found: f64,
}

/// A tree by its name, and what measures it.
type Named = (&'static str, fn(u32) -> Vec<Row>);

/// The share of boxes that move.
const SHARES: [u32; 3] = [1, 10, 100];
const ROUNDS: usize = 3;
const STEPS: usize = 12;
/// From so many boxes on, one round and fewer steps must do: else it takes half an hour.
const LARGE: u32 = 500_000;
const QUESTIONS: usize = 2000;

fn timed<R>(best: &mut f64, count: usize, what: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = what();
    *best = best.min(start.elapsed().as_nanos() as f64 / count as f64);
    result
}

fn measure<T: Tree>(count: u32) -> Vec<Row> {
    let mut random = Rng::with_seed(1);
    let side = (count as f32).sqrt();
    let mut boxes: Vec<Aabb> =
        (0..count).map(|_| Aabb::around([random.f32() * side, random.f32() * side], [0.6, 0.6])).collect();
    let ways: Vec<Vec2> = (0..count)
        .map(|_| Rot::from_angle(random.f32() * std::f32::consts::TAU) * Vec2::new(0.2, 0.0))
        .collect();
    let mut rows = Vec::new();
    let mut row = |what: String, ns, found: usize, of: usize| {
        rows.push(Row { what, ns, found: found as f64 / of as f64 });
    };

    let mut make = f64::INFINITY;
    let mut tree = timed(&mut make, count as usize, || T::make(&boxes));
    row("make, per box".to_owned(), make, boxes.len(), 1);

    let asked: Vec<(Point, Vec2)> = (0..QUESTIONS)
        .map(|_| {
            let origin = Point::new(random.f32() * side, random.f32() * side);
            (origin, Rot::from_angle(random.f32() * std::f32::consts::TAU) * Vec2::new(10.0, 0.0))
        })
        .collect();
    let questions = |tree: &T, boxes: &[Aabb], when: &str, row: &mut dyn FnMut(String, f64, usize, usize)| {
        let (mut best, mut found) = (f64::INFINITY, 0);
        for _ in 0..ROUNDS {
            found = timed(&mut best, QUESTIONS, || {
                asked.iter().map(|&(at, _)| tree.count(Aabb::around(at, [2.0, 2.0]))).sum()
            });
        }
        row(format!("a box of 4 m{when}"), best, found, QUESTIONS);
        let (mut best, mut hits) = (f64::INFINITY, 0.0);
        for _ in 0..ROUNDS {
            hits = timed(&mut best, QUESTIONS, || {
                asked
                    .iter()
                    .map(|&(at, way)| f64::from(tree.ray(at, way, boxes).unwrap_or(f32::NAN)))
                    .sum::<f64>()
            });
        }
        if hits.is_finite() {
            row(format!("a ray of 10 m{when}"), best, (1e3 * hits) as usize, QUESTIONS);
        }
    };
    questions(&tree, &boxes, "", &mut row);

    for share in SHARES {
        let moved: Vec<u32> = (0..count).filter(|key| key % (100 / share) == 0).collect();
        let (mut update, mut pairs, mut step, mut found) = (vec![], vec![], vec![], 0);
        for _ in 0..if count < LARGE { STEPS } else { 3 } {
            for &key in &moved {
                let (aabb, way) = (&mut boxes[key as usize], ways[key as usize]);
                // Round the world.
                let wrapped = (aabb.center() + way).map(|x| x.rem_euclid(side));
                *aabb = Aabb::around(wrapped, [0.6, 0.6]);
            }
            let (mut one, mut other) = (f64::INFINITY, f64::INFINITY);
            timed(&mut one, moved.len(), || tree.update(&moved, &boxes));
            found = timed(&mut other, moved.len(), || tree.pairs(&moved, &boxes));
            found = tree.distinct(found);
            update.push(one);
            pairs.push(other);
            step.push(one + other);
        }
        // The middle: a tree that puts off its work must not profit from its best step.
        for (what, times) in [("update", update), ("pairs", pairs), ("both", step)] {
            let ns = peers::measure::median(&times);
            row(format!("{share} % move: {what}, per moved"), ns, found, moved.len());
        }
    }
    questions(&tree, &boxes, ", after that", &mut row);
    rows
}

fn main() {
    let (counts, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.parse::<u32>().is_ok());
    let counts: Vec<u32> = counts.iter().filter_map(|count| count.parse().ok()).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|one| one.eq_ignore_ascii_case(name));
    for count in if counts.is_empty() { vec![1_000, 10_000, 100_000] } else { counts } {
        let mut best: Vec<(&str, Vec<Row>)> = Vec::new();
        for _ in 0..if count < LARGE { ROUNDS } else { 1 } {
            let trees: [Named; 4] = [
                (ours::Ours::NAME, measure::<ours::Ours>),
                (box2d::Box2d::NAME, measure::<box2d::Box2d>),
                (parry::Parry::NAME, measure::<parry::Parry>),
                (rstar::Rstar::NAME, measure::<rstar::Rstar>),
            ];
            for (name, measure) in trees.into_iter().filter(|(name, _)| wanted(name)) {
                let rows = measure(count);
                match best.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, old)) => {
                        old.iter_mut().zip(rows).for_each(|(old, new)| old.ns = old.ns.min(new.ns));
                    }
                    None => best.push((name, rows)),
                }
            }
        }
        if best.is_empty() {
            eprintln!("no tree of that name: ours, Box2D, Parry, rstar");
            return;
        }
        println!(
            "\n| {count} boxes, ns | {} |",
            best.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" | ")
        );
        println!("|---|{}", "---:|".repeat(best.len()));
        for row in &best[0].1 {
            let cell = |(_, rows): &(&str, Vec<Row>)| {
                rows.iter().find(|other| other.what == row.what).map_or(String::new(), |other| {
                    // What they found must agree, but for what touches to a rounding.
                    let same = (other.found - row.found).abs() <= 1e-3 * row.found;
                    format!(
                        "{:.0}{}",
                        other.ns,
                        if same { String::new() } else { format!(" (found {})", other.found) }
                    )
                })
            };
            println!("| {} | {} |", row.what, best.iter().map(cell).collect::<Vec<_>>().join(" | "));
        }
    }
}
