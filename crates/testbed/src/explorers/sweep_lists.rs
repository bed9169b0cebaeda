//! Sort and sweep: begin and end values of boxes in one sorted list, and the list of active boxes.
//!
//! Source: *Souto, Video Game Physics II*, The Sort and Sweep Algorithm.

use super::colors::{self, HELP, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::broadphase::{Key, Mobility, SweepStep};
use physics::prelude::*;
use scenes::Text;

/// Its entry in the list.
pub const EXPLORER: Explorer = Explorer {
    name: "sort and sweep",
    about: "Drag boxes and the sweep: their intervals on the axis, the active ones, and the pairs that overlap.",
    sections: &[Text::Souto.section("The Sort and Sweep Algorithm")],
    source: "crates/broadphase/src/sweep_list.rs",
    new: || Box::new(SweepExplorer::new()),
};

/// Half the sides of the boxes, m.
const HALF: [[f32; 2]; 6] = [[0.6, 0.4], [0.4, 0.7], [0.9, 0.3], [0.5, 0.5], [0.3, 0.6], [0.7, 0.4]];
/// Height of the axis, and of the first interval above it, m.
const AXIS: f32 = -2.6;
const STEP: f32 = 0.09;

/// What the engine does at one value of the list.
#[derive(Clone, Debug)]
struct Passed {
    position: f32,
    key: Key,
    is_end: bool,
    /// The active boxes after it.
    active: Vec<Key>,
    /// The pairs that were found so far, the lower number first.
    pairs: Vec<(Key, Key)>,
}

/// The explorer.
pub struct SweepExplorer {
    centers: [Point; 6],
    /// How many of the begin and end values the sweep has passed.
    passed: usize,
}

impl SweepExplorer {
    pub fn new() -> Self {
        let centers = [[-2.6, 1.2], [-1.9, 0.4], [-0.4, 1.7], [0.2, -0.2], [1.5, 0.9], [2.3, 0.2]];
        Self { centers: centers.map(Point::from), passed: 6 }
    }

    fn boxes(&self) -> [Aabb; 6] {
        core::array::from_fn(|i| Aabb::around(self.centers[i], HALF[i]))
    }

    /// What the engine does at each begin and end value of the list, or its error for a box that it refuses.
    fn steps(&self) -> Result<Vec<Passed>, String> {
        let mut list = SweepList::default();
        for (key, one) in (0..).zip(self.boxes()) {
            list.insert(key, one, Mobility::Moving).map_err(|error| error.to_string())?;
        }
        let mut steps = Vec::new();
        list.sweep_observed(|step| {
            let sorted = |mut keys: Vec<Key>| {
                keys.sort_unstable();
                keys
            };
            let mut pairs: Vec<_> = step.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
            pairs.sort_unstable();
            let SweepStep { position, key, is_end, .. } = step;
            steps.push(Passed { position, key, is_end, active: sorted(step.active.to_vec()), pairs });
        });
        Ok(steps)
    }

    /// What is known where the sweep is now: the active boxes and the pairs so far.
    fn now(&self) -> (Vec<Key>, Vec<(Key, Key)>) {
        let last = self.passed.checked_sub(1);
        let step = last.and_then(|last| self.steps().ok()?.into_iter().nth(last));
        step.map_or_else(Default::default, |step| (step.active, step.pairs))
    }
}

impl Explore for SweepExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![Control::Count { name: "values passed", value: &mut self.passed, range: 0..=12 }]
    }

    fn handles(&self) -> Vec<Point> {
        self.centers.to_vec()
    }

    fn grab(&self, at: Point, _: f32) -> Option<usize> {
        (0..6).rev().find(|&i| self.boxes()[i].contains_point(at))
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.centers[handle] = to;
    }

    fn hint(&self) -> &'static str {
        "drag the boxes"
    }

    fn report(&self) -> Vec<String> {
        let steps = match self.steps() {
            Ok(steps) => steps,
            Err(error) => return vec![error],
        };
        let name = |step: &Passed| format!("{}{}", if step.is_end { 'e' } else { 'b' }, step.key);
        let list: Vec<String> = steps.iter().map(name).collect();
        let (active, pairs) = self.now();
        vec![
            format!("list: {}", list.join(" ")),
            format!("active: {active:?}"),
            format!("pairs so far: {pairs:?}"),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let (active, pairs) = self.now();
        canvas.segment(Point::new(-3.8, AXIS), Point::new(3.8, AXIS), Paint::stroke(INK, 1.5));
        for (i, one) in self.boxes().iter().enumerate() {
            let is_paired = pairs.iter().any(|pair| pair.0 as usize == i || pair.1 as usize == i);
            let paint = if is_paired { colors::shape(YES) } else { colors::shape(colors::A) };
            let Aabb { lower, upper } = *one;
            let corners = [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)];
            canvas.hull(&corners, 0.0, paint);
            pen::word(canvas, one.center(), i, INK);
            let y = AXIS + STEP * (i + 1) as f32;
            let color = if active.contains(&(i as Key)) { YES } else { NO };
            canvas.segment(Point::new(lower.x, y), Point::new(upper.x, y), Paint::stroke(color, 4.0));
            for x in [lower.x, upper.x] {
                canvas.segment(Point::new(x, AXIS), Point::new(x, lower.y), Paint::stroke(HELP, 0.75));
            }
        }
        let last = self.passed.checked_sub(1).and_then(|last| self.steps().ok()?.into_iter().nth(last));
        if let Some(Passed { position: x, .. }) = last {
            canvas.segment(Point::new(x, AXIS - 0.2), Point::new(x, 2.8), Paint::stroke(INK, 2.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list rises. The active boxes are those that have begun and not ended, the pairs so far are the
    /// boxes that overlap and have begun, and at the end none is active.
    #[test]
    fn active_boxes_and_pairs_are_those_of_the_intervals_passed() {
        let mut one = SweepExplorer::new();
        for x in [-2.6, -0.5, 1.4] {
            one.drag(0, Point::new(x, 0.7));
            let (steps, boxes) = (one.steps().unwrap(), one.boxes());
            assert_eq!(steps.len(), 12);
            assert!(steps.windows(2).all(|pair| pair[0].position <= pair[1].position));
            for (i, step) in steps.iter().enumerate() {
                let seen = |key: usize, is_end: bool| {
                    steps[..=i].iter().any(|one| one.key as usize == key && one.is_end == is_end)
                };
                let active: Vec<Key> = (0..6)
                    .filter(|&key| seen(key, false) && !seen(key, true))
                    .map(|key| key as Key)
                    .collect();
                assert_eq!(step.active, active, "value {i}");
                let begun =
                    |a: usize, b: usize| seen(a, false) && seen(b, false) && boxes[a].overlaps(boxes[b]);
                let pairs: Vec<_> = (0..6)
                    .flat_map(|a| (a + 1..6).map(move |b| (a, b)))
                    .filter(|&(a, b)| begun(a, b))
                    .map(|(a, b)| (a as Key, b as Key))
                    .collect();
                assert_eq!(step.pairs, pairs, "value {i}");
            }
            assert!(steps[11].active.is_empty() && !steps[11].pairs.is_empty());
        }
    }
}
