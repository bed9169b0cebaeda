//! Sort and sweep: begin and end values of boxes in one sorted list, and the list of active boxes.
//!
//! Source: *Souto, Video Game Physics II*, The Sort and Sweep Algorithm.

use super::colors::{self, HELP, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::broadphase::{Key, Mobility};
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

/// The explorer.
pub struct SweepExplorer {
    centers: [Point; 6],
    /// How many of the begin and end values the sweep has passed.
    passed: usize,
}

impl SweepExplorer {
    pub fn new() -> Self {
        let centers = [[-2.6, 1.2], [-1.9, 0.4], [-0.4, 1.7], [0.2, -0.2], [1.5, 0.9], [2.3, 0.2]];
        Self { centers: centers.map(Point::from), passed: 5 }
    }

    fn boxes(&self) -> [Aabb; 6] {
        core::array::from_fn(|i| Aabb::around(self.centers[i], HALF[i]))
    }

    /// The begin and end values in order: position on the axis, box, whether it is an end.
    fn endpoints(&self) -> Vec<(f32, usize, bool)> {
        let mut all: Vec<_> = (self.boxes().iter().enumerate())
            .flat_map(|(i, one)| [(one.lower.x, i, false), (one.upper.x, i, true)])
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        all
    }

    /// The boxes that have begun and not ended.
    fn active(&self) -> Vec<usize> {
        let mut active = Vec::new();
        for (_, which, is_end) in self.endpoints().into_iter().take(self.passed) {
            if is_end {
                active.retain(|&other| other != which);
            } else {
                active.push(which);
            }
        }
        active
    }

    /// The pairs that the engine finds, the lower number first, or the error for a box it refuses.
    fn pairs(&self) -> Result<Vec<(Key, Key)>, String> {
        let mut list = SweepList::default();
        for (key, one) in (0..).zip(self.boxes()) {
            list.insert(key, one, Mobility::Moving).map_err(|error| error.to_string())?;
        }
        let mut pairs = Vec::new();
        list.find_pairs(&[0, 1, 2, 3, 4, 5], &mut pairs);
        for pair in &mut pairs {
            *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
        }
        pairs.sort_unstable();
        Ok(pairs)
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
        let list: Vec<String> = self
            .endpoints()
            .iter()
            .map(|(_, i, end)| format!("{}{i}", if *end { 'e' } else { 'b' }))
            .collect();
        let pairs = match self.pairs() {
            Ok(pairs) => format!("pairs that overlap: {pairs:?}"),
            Err(error) => error,
        };
        vec![format!("list: {}", list.join(" ")), format!("active: {:?}", self.active()), pairs]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let (active, pairs) = (self.active(), self.pairs().unwrap_or_default());
        canvas.segment(Point::new(-3.8, AXIS), Point::new(3.8, AXIS), Paint::stroke(INK, 1.5));
        for (i, one) in self.boxes().iter().enumerate() {
            let is_paired = pairs.iter().any(|pair| pair.0 as usize == i || pair.1 as usize == i);
            let paint = if is_paired { colors::shape(YES) } else { colors::shape(colors::A) };
            let Aabb { lower, upper } = *one;
            let corners = [lower, Point::new(upper.x, lower.y), upper, Point::new(lower.x, upper.y)];
            canvas.hull(&corners, 0.0, paint);
            pen::word(canvas, one.center(), i, INK);
            let y = AXIS + STEP * (i + 1) as f32;
            let color = if active.contains(&i) { YES } else { NO };
            canvas.segment(Point::new(lower.x, y), Point::new(upper.x, y), Paint::stroke(color, 4.0));
            for x in [lower.x, upper.x] {
                canvas.segment(Point::new(x, AXIS), Point::new(x, lower.y), Paint::stroke(HELP, 0.75));
            }
        }
        if let Some((x, ..)) = self.passed.checked_sub(1).and_then(|last| self.endpoints().get(last).copied())
        {
            canvas.segment(Point::new(x, AXIS - 0.2), Point::new(x, 2.8), Paint::stroke(INK, 2.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All active boxes overlap on the axis, every pair of the engine is active together at some value, and
    /// at the end none is active.
    #[test]
    fn pairs_of_the_engine_are_active_together() {
        let mut one = SweepExplorer::new();
        let pairs = one.pairs().unwrap();
        assert!(!pairs.is_empty());
        let mut together = vec![false; pairs.len()];
        for passed in 0..=12 {
            one.passed = passed;
            let active = one.active();
            for (seen, (a, b)) in together.iter_mut().zip(&pairs) {
                *seen |= active.contains(&(*a as usize)) && active.contains(&(*b as usize));
            }
        }
        assert!(together.iter().all(|&seen| seen) && one.active().is_empty());
    }
}
