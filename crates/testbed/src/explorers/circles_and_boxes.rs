//! The minimum translation vector of circles, boxes and polygons: one routine for each pair.
//!
//! Source: *Sotirov 2022*, Circle vs. Circle and Polygon vs. Circle, with the figures of the purple arrow;
//! *Gaul, The Basics*, Simple Manifold Generation.

use super::colors::{self, HELP, INK, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::Circle;
use physics::prelude::*;
use physics::textbook::mtv::{self, Mtv};
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "minimum translation",
    about: "Drag circles, boxes and polygons onto each other: the arrow is the shortest way apart.",
    sections: &[
        Text::CollisionDetection.section("Penetration Vectors"),
        Text::Sotirov.section("Circle vs. Circle"),
        Text::Sotirov.section("Polygon vs. Circle"),
        Text::Souto.section("Testing for Intersections - The Separating Axis Theorem"),
        Text::GaulBasics.section("(Circles)"),
        Text::GaulBasics.section("Circle vs Circle"),
        Text::GaulBasics.section("(AABB vs AABB)"),
        Text::GaulBasics.section("Circle vs AABB"),
    ],
    source: "crates/textbook/src/mtv.rs",
    new: || Box::new(MtvExplorer::new()),
};

const PAIRS: &[&str] = &["two circles", "two boxes", "box and circle", "polygon and circle", "two polygons"];
/// Half the sides of the boxes, m.
const HALF: [[f32; 2]; 2] = [[1.6, 0.8], [0.7, 0.7]];

pub struct MtvExplorer {
    centers: [Point; 2],
    radii: [f32; 2],
    pair: usize,
    moved: bool,
}

impl MtvExplorer {
    pub fn new() -> Self {
        let centers = [[-0.5, 0.0], [0.8, 1.0]].map(Point::from);
        Self { centers, radii: [2.0, 1.2], pair: 0, moved: false }
    }

    /// What the engine computes, or the error for a radius that is not valid.
    fn mtv(&self) -> Result<Option<Mtv>, ShapeError> {
        let [pose_a, pose_b] = self.centers.map(Pose::at);
        let boxes = [0, 1].map(|i| Aabb::around(self.centers[i], HALF[i]));
        let circle = |i: usize| Circle::new([0.0, 0.0], self.radii[i]);
        Ok(match self.pair {
            0 => mtv::circles(&circle(0)?, pose_a, &circle(1)?, pose_b),
            1 => mtv::aabbs(boxes[0], boxes[1]),
            2 => {
                circle(1)?;
                mtv::aabb_circle(boxes[0], self.centers[1], self.radii[1])
            }
            3 => mtv::polygon_circle(&Self::pentagon()?, pose_a, &circle(1)?, pose_b),
            _ => mtv::polygons(&Self::pentagon()?, pose_a, &Self::triangle()?, pose_b),
        })
    }

    fn pentagon() -> Result<Polygon, ShapeError> {
        Polygon::new([[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]])
    }

    fn triangle() -> Result<Polygon, ShapeError> {
        Polygon::new([[-1.0, -0.6], [1.0, -0.6], [0.0, 1.0]])
    }

    /// Draws A (0) or B (1) with its centre moved by `shift`.
    fn draw_one(&self, canvas: &mut dyn DebugDraw, which: usize, shift: Vec2, paint: Paint) {
        let center = self.centers[which] + shift;
        let is_circle = [self.pair == 0, matches!(self.pair, 0 | 2 | 3)][which];
        if is_circle {
            canvas.circle(center, self.radii[which], paint);
            return;
        }
        let polygon = if matches!(self.pair, 1 | 2) {
            Polygon::rectangle(HALF[which][0], HALF[which][1])
        } else if which == 0 {
            Self::pentagon()
        } else {
            Self::triangle()
        };
        if let Ok(polygon) = polygon {
            let corners: Vec<Point> = polygon.vertices().iter().map(|&v| center + v.coords).collect();
            canvas.hull(&corners, 0.0, paint);
        }
    }
}

impl Explore for MtvExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let [a, b] = &mut self.radii;
        vec![
            Control::Choice { name: "shapes", value: &mut self.pair, names: PAIRS },
            Control::Number { name: "radius of A", value: a, range: 0.0..=2.5, unit: " m" },
            Control::Number { name: "radius of B", value: b, range: 0.0..=2.5, unit: " m" },
            Control::Switch { name: "move B apart", value: &mut self.moved },
        ]
    }

    pointer::moves_points!(centers);

    fn report(&self) -> Vec<String> {
        let [a, b] = self.centers;
        let distance = format!("distance of the centres: {:.3} m", (b - a).norm());
        let found = match self.mtv() {
            Err(error) => error.to_string(),
            Ok(None) => "They do not overlap.".to_owned(),
            Ok(Some(Mtv { normal, depth })) => {
                format!("normal ({:.3}, {:.3}), depth {depth:.3} m", normal.x, normal.y)
            }
        };
        vec![distance, found]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let [a, b] = self.centers;
        let found = self.mtv().ok().flatten();
        self.draw_one(canvas, 0, Vec2::zeros(), colors::shape(colors::A));
        self.draw_one(canvas, 1, Vec2::zeros(), Paint::stroke(colors::B, 2.0));
        canvas.segment(a, b, Paint::stroke(HELP, 1.5));
        if let Some(found) = found {
            if self.moved {
                self.draw_one(canvas, 1, found.translation(), Paint::stroke(YES, 1.5));
            }
            pen::arrow(canvas, b, b + found.translation(), Paint::stroke(YES, 3.0));
        }
        for (center, name) in [(a, "A"), (b, "B")] {
            pen::handle(canvas, center, INK);
            pen::note(canvas, center, name, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After B is moved by the vector, the two only touch: whatever the shapes, also for equal centres.
    #[test]
    fn moved_by_the_vector_they_only_touch() {
        let mut one = MtvExplorer::new();
        for (pair, name) in PAIRS.iter().enumerate() {
            for at in [[0.8, 1.0], [-0.5, 0.0], [-0.4, 0.1], [0.2, -0.9]] {
                (one.pair, one.centers[1]) = (pair, at.into());
                let before = one.mtv().unwrap().unwrap();
                one.centers[1] += before.translation();
                let left = one.mtv().unwrap().map_or(0.0, |mtv| mtv.depth);
                assert!(left < 1e-5, "{name} at {at:?}: {left}");
            }
        }
    }

    /// A radius of zero is answered with the engine's error.
    #[test]
    fn radius_of_zero_is_shown_as_the_error() {
        let mut one = MtvExplorer::new();
        one.radii[0] = 0.0;
        assert!(one.mtv().is_err() && one.report()[1].contains("radius"), "{:?}", one.report());
    }
}
