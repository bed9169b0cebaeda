//! Support functions: the point of a shape that is farthest in a direction.
//!
//! Source: *Souto, Video Game Physics II*, Support Functions; its transformed shape T(x) = R x + c turns the
//! direction into the frame of the shape and the answer back.

use super::colors::{self, HELP, INK, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{Capsule, Circle, Ellipse, Posed, Support};
use physics::prelude::*;
use scenes::Text;
use std::f32::consts::{PI, TAU};

pub const EXPLORER: Explorer = Explorer {
    name: "support functions",
    about: "Drag the direction and turn the shape: the farthest point of polygon, circle, capsule, ellipse and rounded polygon.",
    sections: &[Text::Souto.section("Support Functions")],
    source: "crates/geom/src/support.rs",
    new: || Box::new(SupportExplorer::new()),
};

const SHAPES: &[&str] = &["polygon", "circle", "capsule", "ellipse", "rounded polygon"];
/// Directions by which the outline of a shape is drawn: only its support function is asked.
const DIRECTIONS: usize = 180;

pub struct SupportExplorer {
    shape: usize,
    position: Point,
    /// The end of the direction, which begins at the position, m.
    tip: Point,
    angle: f32,
}

impl SupportExplorer {
    pub fn new() -> Self {
        Self { shape: 3, position: Point::new(-0.6, -0.3), tip: Point::new(1.6, 1.8), angle: 0.4 }
    }

    fn direction(&self) -> Vec2 {
        self.tip - self.position
    }

    /// The farthest point of the shape at its pose.
    fn support(&self, direction: Vec2) -> Result<Point, ShapeError> {
        let pose = Pose::new(self.position, self.angle);
        Ok(match self.shape {
            0 => Posed::new(Polygon::regular(5, 1.4)?, pose).support(direction),
            1 => Posed::new(Circle::new([0.0, 0.0], 1.2)?, pose).support(direction),
            2 => Posed::new(Capsule::new([-1.2, 0.0], [1.2, 0.0], 0.5)?, pose).support(direction),
            3 => Posed::new(Ellipse::new([0.0, 0.0], [1.8, 0.8])?, pose).support(direction),
            _ => Posed::new(Polygon::regular(3, 1.3)?.rounded(0.4)?, pose).support(direction),
        })
    }

    /// The border, by asking in many directions.
    fn border(&self) -> Vec<Point> {
        let mut border: Vec<Point> = (0..DIRECTIONS)
            .filter_map(|i| {
                let turn = Rot::from_angle(TAU * i as f32 / DIRECTIONS as f32);
                self.support(turn * Vec2::new(1.0, 0.0)).ok()
            })
            .collect();
        border.dedup();
        border
    }
}

impl Explore for SupportExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice { name: "shape", value: &mut self.shape, names: SHAPES },
            Control::Number { name: "angle", value: &mut self.angle, range: -PI..=PI, unit: " rad" },
        ]
    }

    pointer::moves!(position, tip);

    fn turn(&mut self, _: usize, angle: f32) {
        self.angle = (self.angle + angle + PI).rem_euclid(TAU) - PI;
    }

    fn report(&self) -> Vec<String> {
        let direction = self.direction();
        let length = direction.norm();
        if !length.is_finite() {
            return vec!["The direction is not a number.".to_owned()];
        }
        if length == 0.0 {
            return vec!["There is no direction: its ends coincide.".to_owned()];
        }
        match self.support(direction) {
            Ok(p) => {
                let far = (p - self.position).dot(&direction) / length;
                vec![
                    format!("support point: ({:.3}, {:.3})", p.x, p.y),
                    format!("{far:.3} m along the direction"),
                ]
            }
            Err(error) => vec![error.to_string()],
        }
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        canvas.hull(&self.border(), 0.0, colors::shape(colors::A));
        pen::arrow(canvas, self.position, self.tip, Paint::stroke(INK, 2.0));
        let direction = self.direction();
        if let (Ok(p), true) = (self.support(direction), direction.norm() > 0.0) {
            let along = left_normal(direction) * (3.0 / direction.norm());
            canvas.segment(p - along, p + along, Paint::stroke(HELP, 1.5));
            canvas.circle(p, 6.0 * canvas.pixel(), Paint::fill(YES));
        }
        for handle in self.handles() {
            pen::handle(canvas, handle, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No point of the border is farther in any direction than the support point.
    #[test]
    fn no_point_of_the_border_is_farther_than_the_support_point() {
        let mut one = SupportExplorer::new();
        for (shape, name) in SHAPES.iter().enumerate() {
            one.shape = shape;
            let border = one.border();
            for i in 0..50 {
                let d = Rot::from_angle(0.13 * i as f32) * Vec2::new(1.0, 0.0);
                let far = one.support(d).unwrap().coords.dot(&d);
                assert!(border.iter().all(|p| p.coords.dot(&d) <= far + 1e-5), "{name}");
            }
        }
    }

    /// Without a direction there is no farthest point, and the report says so instead of a number.
    #[test]
    fn no_direction_is_said_in_words() {
        let mut one = SupportExplorer::new();
        one.tip = one.position;
        assert_eq!(one.report(), ["There is no direction: its ends coincide."]);
        one.tip = Point::new(f32::NAN, 0.0);
        assert_eq!(one.report(), ["The direction is not a number."]);
    }
}
