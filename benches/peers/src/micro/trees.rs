//! Trees of boxes alone, on the same boxes: this engine's, Box2D's, Parry's (Rapier's) and rstar's.
//!
//! ```text
//!   make ──> ask ──> 12 steps in which 1 % move ──> 10 % ──> all ──> ask again
//!             │                  │
//!        a box of 4 m       update: the new boxes taken over, and all done that pairs need
//!        a ray of 10 m      pairs:  those of which one has just moved
//!                           both
//! ```
//!
//! A box that moves goes 0.2 m in a step, about as far as a body moves before the world gives it a new fat
//! AABB. Each tree then does what its engine does:
//!
//! ```text
//!         moved                             before pairs                    pairs
//! ours    in place, or reinserted           degraded parts rebuilt          the tree against itself
//! Box2D   in place, nodes above enlarged    enlarged parts rebuilt          a query for each that moved
//! Parry   few: reinserted; many: in place   refitted; many: parts rebuilt   the tree against itself
//! rstar   removed and inserted                                              a query for each that moved
//! ```
//!
//! A ray looks for the middle half of a box: shapes do not fill their boxes. The least time of several rounds
//! counts, and in a round the mean over its steps: otherwise a tree that postpones work would seem fast. All
//! trees must find the same; the page marks differences.

mod box2d;
mod ours;
mod parry;
mod rstar;

use crate::engine::EngineKind;
use crate::row::MicroRow;
use physics::prelude::*;
use scenes::{Crowd, crowds};
use std::time::Instant;

/// The operations that are timed for each crowd, in the order of the rows.
pub const OPERATIONS: [&str; 14] = [
    "make",
    "box",
    "ray",
    "1% update",
    "1% pairs",
    "1% both",
    "10% update",
    "10% pairs",
    "10% both",
    "100% update",
    "100% pairs",
    "100% both",
    "box after",
    "ray after",
];

/// A tree of boxes, with keys from 0.
trait Tree {
    /// The reason if it casts no rays.
    const NO_RAYS: Option<&'static str> = None;
    /// Builds the tree over all boxes, at once if it can, ready for queries.
    fn make(boxes: &[Aabb]) -> Self;
    /// Takes new boxes for some keys, and is ready for queries.
    fn update(&mut self, moved: &[u32], boxes: &[Aabb]);
    /// Finds the overlapping pairs of which at least one box has just moved, and returns their number.
    fn pairs(&mut self, moved: &[u32], boxes: &[Aabb]) -> usize;
    /// Number of different pairs among the `found` ones. Not timed: an engine whose tree reports pairs twice
    /// first drops the pairs that it knows, which are nearly all, and only then removes duplicates.
    fn distinct(&mut self, found: usize) -> usize {
        found
    }
    /// Number of boxes that overlap a box.
    fn count(&self, aabb: Aabb) -> usize;
    /// The smallest fraction of a ray at which [`entry`] of a box lies; 1 if it hits none.
    fn ray(&self, origin: Point, translation: Vec2, boxes: &[Aabb]) -> f32;
}

/// Where a ray enters the middle half of a box: the exact test that all trees share.
fn entry(aabb: Aabb, origin: Point, translation: Vec2) -> Option<f32> {
    let quarter = 0.25 * (aabb.upper - aabb.lower);
    Aabb { lower: aabb.lower + quarter, upper: aabb.upper - quarter }.ray_entry(origin, translation, 1.0)
}

/// Shares of the boxes that move, percent.
const SHARES: [u32; 3] = [1, 10, 100];

/// Number of steps for each share. Together a box moves 2.4 m, twice its width, in the slowest case.
const STEPS: usize = 12;

/// With at least this many boxes fewer steps are run; otherwise it takes half an hour.
const LARGE: u32 = 500_000;

/// Number of boxes processed in all rounds together, with at most ten rounds: rounds of few boxes are short,
/// and their least time needs several of them.
const ENOUGH: u32 = 30_000;

/// Number of boxes and of rays for which each tree is asked.
const QUESTIONS: usize = 2000;

/// Times all operations of an engine's tree with `count` boxes of each crowd. Each row is named
/// `name`/crowd/[operation](OPERATIONS).
pub(super) fn measure(name: &str, engine: EngineKind, count: u32) -> Vec<MicroRow> {
    match engine {
        EngineKind::Ours => measure_tree::<ours::Ours>(name, engine, count),
        EngineKind::Box2d => measure_tree::<box2d::Box2d>(name, engine, count),
        EngineKind::Rapier | EngineKind::RapierBest => measure_tree::<parry::Parry>(name, engine, count),
        EngineKind::Rstar => measure_tree::<rstar::Rstar>(name, engine, count),
    }
}

fn measure_tree<T: Tree>(name: &str, engine: EngineKind, count: u32) -> Vec<MicroRow> {
    let mut rows = Vec::new();
    for crowd in Crowd::ALL {
        let boxes = crowd.boxes(count as usize);
        let mut best = round::<T>(boxes.clone());
        for _ in 1..(ENOUGH / count).clamp(1, 10) {
            for (best, new) in best.iter_mut().zip(round::<T>(boxes.clone())) {
                best.ns = best.ns.min(new.ns);
            }
        }
        rows.extend(OPERATIONS.iter().zip(best).map(|(operation, Timed { ns, found })| {
            let unsupported = T::NO_RAYS.filter(|_| operation.starts_with("ray")).map(str::to_owned);
            MicroRow {
                micro: format!("{name}/{}/{operation}", crowd.name()),
                engine,
                ns_per_op: unsupported.is_none().then_some(ns),
                found: found.filter(|_| unsupported.is_none()),
                unsupported,
            }
        }));
    }
    rows
}

/// Time of an operation, ns, and the mean of what it found, if that can be compared.
struct Timed {
    ns: f64,
    found: Option<f64>,
}

/// Runs `what`, which does something `count` times, and adds the time of one to `times`, ns.
fn timed<R>(times: &mut Vec<f64>, count: usize, what: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = what();
    times.push(start.elapsed().as_nanos() as f64 / count as f64);
    result
}

/// Times all [`OPERATIONS`].
fn round<T: Tree>(mut boxes: Vec<Aabb>) -> Vec<Timed> {
    let count = boxes.len();
    let ways = crowds::ways(count, 0.2);
    let asked: Vec<(Point, Vec2)> =
        crowds::places(&boxes, QUESTIONS).into_iter().zip(crowds::ways(QUESTIONS, 10.0)).collect();

    let mut times = Vec::new();
    let mut tree = timed(&mut times, count, || T::make(&boxes));
    let mut results = vec![Timed { ns: times[0], found: None }];
    results.extend(questions(&tree, &asked, &boxes));
    for share in SHARES {
        let moved: Vec<u32> = (0..count as u32).step_by((100 / share) as usize).collect();
        let [mut update, mut pairs] = [Vec::new(), Vec::new()];
        let mut found = 0;
        for _ in 0..if count < LARGE as usize { STEPS } else { 3 } {
            for &key in &moved {
                let (aabb, way) = (&mut boxes[key as usize], ways[key as usize]);
                *aabb = Aabb { lower: aabb.lower + way, upper: aabb.upper + way };
            }
            timed(&mut update, moved.len(), || tree.update(&moved, &boxes));
            found = timed(&mut pairs, moved.len(), || tree.pairs(&moved, &boxes));
            found = tree.distinct(found);
        }
        let [update, pairs] = [update, pairs].map(|times| times.iter().sum::<f64>() / times.len() as f64);
        let found = Some(found as f64 / moved.len() as f64);
        let times = [(update, None), (pairs, found), (update + pairs, found)];
        results.extend(times.map(|(ns, found)| Timed { ns, found }));
    }
    results.extend(questions(&tree, &asked, &boxes));
    results
}

/// A box of 4 m around each position, and a ray from it.
fn questions<T: Tree>(tree: &T, asked: &[(Point, Vec2)], boxes: &[Aabb]) -> [Timed; 2] {
    let of = |question: &dyn Fn(Point, Vec2) -> f64| {
        let (mut times, mut found) = (Vec::new(), 0.0);
        for _ in 0..3 {
            found = timed(&mut times, asked.len(), || asked.iter().map(|&(at, way)| question(at, way)).sum());
        }
        let ns = times.into_iter().fold(f64::INFINITY, f64::min);
        Timed { ns, found: Some(found / asked.len() as f64) }
    };
    [
        of(&|at, _| tree.count(Aabb::around(at, [2.0, 2.0])) as f64),
        of(&|at, way| f64::from(tree.ray(at, way, boxes))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All trees find the same boxes, pairs and ray hits in every crowd, before and after boxes move.
    #[test]
    fn trees_agree() {
        for crowd in Crowd::ALL {
            let boxes = crowd.boxes(700);
            let ours = round::<ours::Ours>(boxes.clone());
            assert_eq!(ours.len(), OPERATIONS.len());
            for (name, other) in [
                ("Box2D", round::<box2d::Box2d>(boxes.clone())),
                ("Parry", round::<parry::Parry>(boxes.clone())),
                ("rstar", round::<rstar::Rstar>(boxes.clone())),
            ] {
                for ((what, ours), other) in OPERATIONS.iter().zip(&ours).zip(other) {
                    let (Some(ours), Some(found)) = (ours.found, other.found) else { continue };
                    // Boxes that touch to within rounding may or may not be counted. NaN stands for a tree
                    // without rays.
                    let same = found.is_nan() || (found - ours).abs() <= 1e-3 * ours;
                    assert!(same, "{crowd:?}, {what}: {name} finds {found}, not {ours}");
                }
            }
        }
    }
}
