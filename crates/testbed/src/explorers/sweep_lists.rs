//! Sort and sweep: begin and end values of boxes in one sorted list, and the list of active boxes. First the
//! insertion sort, value by value, of a new list or of one that was sorted for the first places of the boxes;
//! then the sweep along the sorted list.
//!
//! Source: *Souto, Video Game Physics II*, The Sort and Sweep Algorithm.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::broadphase::{BroadphaseError, Key, Mobility, SortStep, SweepStep};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "sort and sweep",
    about: "Drag boxes and step through the sort and the sweep: their intervals, the active ones, the pairs.",
    sections: &[Text::Souto.section("The Sort and Sweep Algorithm")],
    source: "crates/broadphase/src/sweep_list.rs",
    new: || Box::new(SweepExplorer::new()),
};

/// Half the sides of the boxes, m.
const HALF: [[f32; 2]; 6] = [[0.6, 0.4], [0.4, 0.7], [0.9, 0.3], [0.5, 0.5], [0.3, 0.6], [0.7, 0.4]];
/// Height of the axis, and of the first interval above it, m.
const AXIS: f32 = -2.6;
const STEP: f32 = 0.09;
/// Number of values in the list.
const VALUES: usize = 2 * HALF.len();
/// Where the list is written while it is sorted: its left end and its height, and the width of a value, m.
const LIST: [f32; 2] = [-3.3, 2.6];
const WIDTH: f32 = 0.6;

/// Of the choice of lists.
const NEW: usize = 0;

/// What the engine does with one value when it sorts the list.
#[derive(Clone, Debug)]
struct Sorted {
    /// Its places in the list before and after.
    from: usize,
    to: usize,
    /// The list after it.
    list: Vec<(Key, bool)>,
}

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

pub struct SweepExplorer {
    centers: [Point; 6],
    /// Which list is sorted.
    list: usize,
    /// The step of the sort that is shown, from 1: the value that it sorts in. After the last, the sweep is.
    sorted: usize,
    /// How many of the begin and end values the sweep has passed.
    passed: usize,
}

impl SweepExplorer {
    pub fn new() -> Self {
        Self { centers: Self::first_places(), list: NEW, sorted: VALUES, passed: 6 }
    }

    fn first_places() -> [Point; 6] {
        [[-2.6, 1.2], [-1.9, 0.4], [-0.4, 1.7], [0.2, -0.2], [1.5, 0.9], [2.3, 0.2]].map(Point::from)
    }

    fn boxes_at(centers: [Point; 6]) -> [Aabb; 6] {
        core::array::from_fn(|i| Aabb::around(centers[i], HALF[i]))
    }

    fn boxes(&self) -> [Aabb; 6] {
        Self::boxes_at(self.centers)
    }

    /// What the engine does with each value to sort the list, or its error for a box that it refuses.
    fn sort_steps(&self) -> Result<Vec<Sorted>, BroadphaseError> {
        let mut list = SweepList::default();
        let before = if self.list == NEW { self.centers } else { Self::first_places() };
        for (key, one) in (0..).zip(Self::boxes_at(before)) {
            list.insert(key, one, Mobility::Moving)?;
        }
        if self.list != NEW {
            list.sort_observed(|_| ());
            for (key, one) in (0..).zip(self.boxes()) {
                list.update(key, one)?;
            }
        }
        let mut steps = Vec::new();
        list.sort_observed(|SortStep { from, to, list }| {
            steps.push(Sorted { from, to, list: list.to_vec() });
        });
        Ok(steps)
    }

    /// The step of the sort that is shown; `None` if the sweep is shown.
    fn sort_step(&self) -> Option<Sorted> {
        self.sort_steps().ok()?.into_iter().nth(self.sorted - 1)
    }

    /// What the engine does at each begin and end value of the list, or its error for a box that it refuses.
    fn steps(&self) -> Result<Vec<Passed>, BroadphaseError> {
        let mut list = SweepList::default();
        for (key, one) in (0..).zip(self.boxes()) {
            list.insert(key, one, Mobility::Moving)?;
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

    /// The value that the sweep has passed last; `None` before the first, and while the list is sorted.
    fn last_passed(&self) -> Option<Passed> {
        let last = self.passed.checked_sub(1).filter(|_| self.sort_step().is_none())?;
        self.steps().ok()?.into_iter().nth(last)
    }

    /// What is known where the sweep is now: the active boxes and the pairs so far.
    fn now(&self) -> (Vec<Key>, Vec<(Key, Key)>) {
        self.last_passed().map_or_else(Default::default, |step| (step.active, step.pairs))
    }

    /// Writes the list while it is sorted: first what is sorted, with an arrow to the value of this step from
    /// where it was, then the rest.
    fn draw_sort(&self, step: &Sorted, canvas: &mut dyn DebugDraw) {
        let [left, height] = LIST;
        let at = |place: usize| Point::new(left + WIDTH * place as f32, height);
        for (place, (key, is_end)) in step.list.iter().enumerate() {
            let color = match place {
                _ if place == step.to => INK,
                _ if place <= step.from => YES,
                _ => NO,
            };
            pen::word(canvas, at(place), name_of(*key, *is_end), color);
        }
        let below = Vec2::new(0.0, -0.2);
        pen::arrow(canvas, at(step.from) + below, at(step.to) + below, Paint::stroke(INK, 1.5));
    }
}

impl Explore for SweepExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice { name: "list", value: &mut self.list, names: &["new", "of the first places"] },
            Control::Count { name: "step of the sort", value: &mut self.sorted, range: 1..=VALUES },
            Control::Count { name: "values passed", value: &mut self.passed, range: 0..=VALUES },
        ]
    }

    pointer::moves_points!(centers);

    fn grab(&self, at: Point, _: f32) -> Option<usize> {
        (0..6).rev().find(|&i| self.boxes()[i].contains_point(at))
    }

    fn hint(&self) -> &'static str {
        "drag the boxes"
    }

    fn report(&self) -> Vec<String> {
        let (sort, steps) = match (self.sort_steps(), self.steps()) {
            (Ok(sort), Ok(steps)) => (sort, steps),
            (Err(error), _) | (_, Err(error)) => return vec![error.to_string()],
        };
        let names = |list: &[(Key, bool)]| {
            let names = list.iter().map(|(key, is_end)| name_of(*key, *is_end));
            names.collect::<Vec<_>>().join(" ")
        };
        if let Some(step) = sort.get(self.sorted - 1) {
            let (sorted, rest) = step.list.split_at(step.from + 1);
            let (key, is_end) = step.list[step.to];
            return vec![
                format!("step {} of {}: {} is sorted in", self.sorted, sort.len(), name_of(key, is_end)),
                format!("swaps with neighbours: {}", step.from - step.to),
                format!("sorted: {}", names(sorted)),
                format!("rest: {}", names(rest)),
            ];
        }
        let list: Vec<_> = steps.iter().map(|step| (step.key, step.is_end)).collect();
        let swaps: usize = sort.iter().map(|step| step.from - step.to).sum();
        let (active, pairs) = self.now();
        vec![
            format!("list: {}", names(&list)),
            format!("swaps of the sort: {swaps}"),
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
        if let Some(Passed { position: x, .. }) = self.last_passed() {
            canvas.segment(Point::new(x, AXIS - 0.2), Point::new(x, 2.8), Paint::stroke(INK, 2.0));
        }
        if let Some(step) = self.sort_step() {
            self.draw_sort(&step, canvas);
        }
    }
}

/// The name of a value in the list: b or e for begin or end, and the number of its box.
fn name_of(key: Key, is_end: bool) -> String {
    format!("{}{key}", if is_end { 'e' } else { 'b' })
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

    /// Each step sorts in the next value and leaves the others in their order; after the last the list is
    /// that of the sweep. A list that was sorted for the same places needs no swap, and one that was sorted
    /// for others as many as pairs of values have changed their order.
    #[test]
    fn each_step_of_the_sort_moves_one_value_and_the_last_leaves_the_list_of_the_sweep() {
        let mut one = SweepExplorer::new();
        let swaps = |one: &SweepExplorer| -> usize {
            one.sort_steps().unwrap().iter().map(|step| step.from - step.to).sum()
        };
        assert!(swaps(&one) > 0);
        one.list = 1 - NEW;
        assert_eq!(swaps(&one), 0);
        for (x, list) in [(-2.6, NEW), (-1.7, NEW), (-1.7, 1 - NEW), (3.5, 1 - NEW)] {
            one.drag(0, Point::new(x, 0.7));
            one.list = list;
            let (steps, boxes) = (one.sort_steps().unwrap(), one.boxes());
            let value = |&(key, is_end): &(Key, bool)| {
                let Aabb { lower, upper } = boxes[key as usize];
                if is_end { upper.x } else { lower.x }
            };
            assert_eq!(steps.len(), VALUES - 1);
            for (i, step) in steps.iter().enumerate() {
                assert_eq!(step.from, i + 1);
                assert!(step.list[..=step.from].is_sorted_by_key(value), "value {i}: {step:?}");
                if let Some(next) = steps.get(i + 1) {
                    let mut expected = step.list.clone();
                    let moved = expected.remove(next.from);
                    expected.insert(next.to, moved);
                    assert_eq!(next.list, expected, "value {i}");
                }
            }
            let of_sweep: Vec<_> = one.steps().unwrap().iter().map(|step| (step.key, step.is_end)).collect();
            assert_eq!(steps.last().unwrap().list, of_sweep);
        }
        let mut counted = 0;
        let first = SweepExplorer::boxes_at(SweepExplorer::first_places());
        let now = one.boxes();
        let ends = |boxes: &[Aabb; 6], i: usize| [boxes[i].lower.x, boxes[i].upper.x];
        for own in 0..2 {
            for other in 1..6 {
                for end in 0..2 {
                    let before = ends(&first, 0)[own] < ends(&first, other)[end];
                    let after = ends(&now, 0)[own] < ends(&now, other)[end];
                    counted += usize::from(before != after);
                }
            }
        }
        assert_eq!(swaps(&one), counted);
    }
}
