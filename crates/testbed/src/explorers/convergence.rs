//! How the overlap in a tower depends on the number of iterations, with and without warm starting.
//!
//! Source: *Gaul, Custom Physics Engine*, Iterative Solving, and the reader's question below it about boxes
//! that squeeze; *Sotirov 2022*, Iterations; *2D Collision Detection and Resolution*, State Propagation.

use super::colors::{A, B, INK};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::prelude::*;
use scenes::Squash;
use scenes::Text;
use std::cell::RefCell;

pub const EXPLORER: Explorer = Explorer {
    name: "convergence",
    about: "The deepest overlap in a tower after one second, by number of iterations, with and without warm starting.",
    sections: &[
        Text::Sotirov.section("Iterations"),
        Text::GaulCustom.section("Iterative Solving"),
        Text::GaulCustom.section("7 thoughts on “Custom Physics Engine – Part 1: Impulse Resolution"),
    ],
    source: "crates/textbook/src/classic/solver.rs",
    new: || Box::new(ConvergenceExplorer::new()),
};

/// Numbers of iterations that are tried.
const TRIED: [u32; 8] = [1, 2, 3, 4, 6, 8, 12, 20];
/// For how many steps of 1/60 s each tower stands.
const STEPS: u32 = 60;
const DT: f32 = 1.0 / 60.0;
/// Height of the highest bar, m.
const HIGHEST: f32 = 4.0;
/// Bottom of the bars, m.
const FLOOR: f32 = -2.2;

/// Overlaps without and with warm starting for each number of iterations, m.
type Overlaps = [[f32; 2]; TRIED.len()];

pub struct ConvergenceExplorer {
    boxes: usize,
    /// The results for one number of boxes: a run takes some milliseconds.
    known: RefCell<Option<(usize, Overlaps)>>,
}

impl ConvergenceExplorer {
    pub fn new() -> Self {
        Self { boxes: 5, known: RefCell::new(None) }
    }

    /// The deepest overlap, m.
    fn overlap(boxes: usize, iterations: u32, warm_start: bool) -> f32 {
        let level = Squash { stacks: boxes as u32, iterations, warm_start }.level();
        let Ok((mut world, _)) = World::load(&level) else { return f32::NAN };
        for _ in 0..STEPS {
            world.step(DT);
        }
        world.max_penetration()
    }

    fn overlaps(&self) -> Overlaps {
        let mut known = self.known.borrow_mut();
        match *known {
            Some((boxes, overlaps)) if boxes == self.boxes => overlaps,
            _ => {
                let found =
                    TRIED.map(|count| [false, true].map(|warm| Self::overlap(self.boxes, count, warm)));
                *known = Some((self.boxes, found));
                found
            }
        }
    }
}

impl Explore for ConvergenceExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![Control::Count { name: "boxes", value: &mut self.boxes, range: 1..=8 }]
    }

    fn handles(&self) -> Vec<Point> {
        Vec::new()
    }

    fn drag(&mut self, _: usize, _: Point) {}

    fn hint(&self) -> &'static str {
        "red: without warm starting, blue: with it"
    }

    fn report(&self) -> Vec<String> {
        (TRIED.iter().zip(self.overlaps()))
            .map(|(count, [cold, warm])| {
                format!("{count} iterations: {:.1} mm, warm {:.1} mm", 1e3 * cold, 1e3 * warm)
            })
            .collect()
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        canvas.segment(Point::new(-3.6, FLOOR), Point::new(3.6, FLOOR), Paint::stroke(INK, 1.5));
        let greatest = self.overlaps().iter().flatten().copied().fold(1e-6, f32::max);
        for (place, (count, overlaps)) in TRIED.iter().zip(self.overlaps()).enumerate() {
            let middle = 0.85 * (place as f32 - 3.5);
            for ((side, overlap), color) in [-0.28, 0.02].into_iter().zip(overlaps).zip([B, A]) {
                let (left, right) = (middle + side, middle + side + 0.26);
                let top = FLOOR + HIGHEST * overlap / greatest;
                let bar = [[left, FLOOR], [right, FLOOR], [right, top], [left, top]].map(Point::from);
                canvas.hull(&bar, 0.0, super::colors::shape(color));
                let above = Point::new(0.5 * (left + right), top + 0.12);
                pen::word(canvas, above, format!("{:.1}", 1e3 * overlap), color);
            }
            pen::word(canvas, Point::new(middle, FLOOR - 0.2), count, INK);
        }
        pen::note(canvas, Point::new(-3.6, FLOOR - 0.4), "iterations, and the deepest overlap in mm", INK);
        pen::note(canvas, Point::new(0.0, 2.4), "red: no warm starting; blue: warm starting", INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without warm starting the overlap shrinks with the iterations; with it, it is small from the
    /// beginning.
    #[test]
    fn overlap_shrinks_with_iterations_and_warm_starting_saves_them() {
        let overlaps = ConvergenceExplorer::new().overlaps();
        assert!(overlaps[0][0] > 2.0 * overlaps[7][0], "{overlaps:?}");
        assert!(overlaps[0][1] < 0.5 * overlaps[0][0], "{overlaps:?}");
        assert!(overlaps.windows(2).all(|pair| pair[1][0] <= pair[0][0] + 1e-3), "{overlaps:?}");
    }
}
