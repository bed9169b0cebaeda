//! Bounding volumes of a shape: axis-aligned box, oriented box, circle.
//!
//! Source: *Souto, Video Game Physics II*, Broad Phase; *Gaul, The Basics*, Axis Aligned Bounding Boxes.

use super::colors::{self, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, Paint};
use physics::geom::{Aabb, Obb};
use physics::prelude::*;
use scenes::Text;
use std::f32::consts::PI;

pub const EXPLORER: Explorer = Explorer {
    name: "bounding volumes",
    about: "Turn a shape: its axis-aligned box, its oriented box and its bounding circle, and how much of each is empty.",
    sections: &[
        Text::Sotirov.section("Point vs. Shape Intersection"),
        Text::GaulCustom.section("Game Physics High Level Detail"),
        Text::Souto.section("Broad Phase"),
        Text::GaulBasics.section("Axis Aligned Bounding Boxes"),
    ],
    source: "crates/geom/src/obb.rs",
    new: || Box::new(BoundsExplorer::new()),
};

const SHAPES: &[&str] = &["triangle", "capsule", "pentagon", "circle", "half-space"];
const OBB: Color = Color([0x4f, 0x9d, 0x69]);

pub struct BoundsExplorer {
    shape: usize,
    position: Point,
    probe: Point,
    angle: f32,
}

impl BoundsExplorer {
    pub fn new() -> Self {
        Self { shape: 0, position: Point::new(-0.5, 0.0), probe: Point::new(1.6, 1.0), angle: 0.5 }
    }

    fn pose(&self) -> Pose {
        Pose::new(self.position, self.angle)
    }

    fn shape(&self) -> Result<Shape, ShapeError> {
        match self.shape {
            0 => Shape::polygon([[-1.8, -0.5], [1.8, -0.5], [0.3, 0.7]]),
            1 => Shape::capsule([-1.2, 0.0], [1.2, 0.0], 0.4),
            2 => Polygon::regular(5, 1.3).map(Shape::Polygon),
            3 => Shape::circle(1.2),
            _ => Shape::half_space([0.0, 1.0], 0.0),
        }
    }
}

impl Explore for BoundsExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice { name: "shape", value: &mut self.shape, names: SHAPES },
            Control::Number { name: "angle", value: &mut self.angle, range: -PI..=PI, unit: " rad" },
        ]
    }

    pointer::moves!(position, probe);

    fn turn(&mut self, _: usize, angle: f32) {
        self.angle += angle;
    }

    fn report(&self) -> Vec<String> {
        let shape = match self.shape() {
            Ok(shape) => shape,
            Err(error) => return vec![error.to_string()],
        };
        let (Some(obb), Some(circle)) = (shape.obb(), shape.bounding_circle()) else {
            return vec!["a half-space has no bounding volume".to_owned()];
        };
        let area = shape.mass_properties(1.0).map_or(0.0, |mass| mass.mass);
        let extents = shape.aabb(self.pose()).extents();
        let round = PI * circle.radius * circle.radius;
        let inside = |is_in: bool| if is_in { "inside" } else { "outside" };
        let line = |name: &str, bound: f32, is_in: bool| {
            format!(
                "{name}: {bound:.2} m², {:.0}% empty, point {}",
                100.0 * (1.0 - area / bound),
                inside(is_in)
            )
        };
        let aabb = shape.aabb(self.pose());
        vec![
            format!("shape: {area:.2} m²"),
            line("box along the axes", extents.x * extents.y, aabb.contains_point(self.probe)),
            line("oriented box", obb.area(), obb.transformed(self.pose()).contains_point(self.probe)),
            line("circle", round, circle.transformed(self.pose()).contains_point(self.probe)),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let Ok(shape) = self.shape() else { return };
        let pose = self.pose();
        if let Some(hull) = shape.hull() {
            let corners: Vec<Point> = hull.vertices.iter().map(|&vertex| pose * vertex).collect();
            canvas.hull(&corners, hull.radius, colors::shape(colors::A));
        }
        if let (Some(obb), Some(circle)) = (shape.obb(), shape.bounding_circle()) {
            let mut volume = |corners: [Point; 4], color| {
                pen::outline(canvas, &corners, Paint::stroke(color, 2.0));
            };
            volume(Obb::from(shape.aabb(pose)).corners(), YES);
            volume(obb.transformed(pose).corners(), OBB);
            let circle = circle.transformed(pose);
            canvas.circle(circle.center, circle.radius, Paint::stroke(NO, 2.0));
            let Aabb { lower, upper } = shape.aabb(pose);
            pen::note(canvas, Point::new(lower.x, upper.y), "AABB", YES);
            pen::note(canvas, obb.transformed(pose).corners()[1], "OBB", OBB);
            pen::note(canvas, circle.center + Vec2::new(0.0, -circle.radius), "circle", NO);
        }
        for (handle, color) in self.handles().into_iter().zip([INK, colors::B]) {
            pen::handle(canvas, handle, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oriented box turns with the shape and is never larger than the box along the axes; each volume
    /// contains the corners.
    #[test]
    fn oriented_box_is_never_larger_than_the_box_along_the_axes() {
        let mut one = BoundsExplorer::new();
        for shape in 0..4 {
            for turn in 0..60 {
                (one.shape, one.angle) = (shape, 0.1 * turn as f32);
                let (body, pose) = (one.shape().unwrap(), one.pose());
                let (obb, aabb) = (body.obb().unwrap(), body.aabb(pose).extents());
                assert!(obb.area() <= aabb.x * aabb.y * 1.0001, "shape {shape}, turn {turn}");
            }
        }
    }
}
