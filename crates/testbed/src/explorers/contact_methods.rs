//! Four ways to find the contact points of two polygons, and which way the impulse at them turns the body.
//!
//! Source: *2D Collision Detection and Resolution*, Collision Manifolds and Collision Resolution (the mean
//! that turns the body the wrong way); *Sotirov 2022*, Failed (?) first try and The better method.

use super::colors::{self, HELP, INK, NO, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::prelude::*;
use physics::textbook::contact_points::{
    ContactPoints, by_farthest_vertex, by_mean, by_most_opposed_normal, by_support_average,
};
use scenes::Text;
use std::f32::consts::{PI, TAU};

pub const EXPLORER: Explorer = Explorer {
    name: "contact methods",
    about: "Turn a plank on an edge: contact points by clipping, by their mean, and by support points, and how each turns it.",
    sections: &[
        Text::CollisionDetection.section("Collision Resolution"),
        Text::Sotirov.section("Failed (?) first try"),
        Text::Sotirov.section("The better method"),
    ],
    source: "crates/textbook/src/contact_points.rs",
    new: || Box::new(MethodExplorer::new()),
};

type Method = fn(&Polygon, Pose, &Polygon, Pose) -> Option<ContactPoints>;
const NAMES: &[&str] = &["most opposed normal", "farthest vertex", "mean", "average of supports"];
const METHODS: [Method; 4] = [by_most_opposed_normal, by_farthest_vertex, by_mean, by_support_average];
/// Half the sides of the ground and of the plank, m.
const HALF: [[f32; 2]; 2] = [[1.1, 1.0], [1.6, 0.5]];
/// Radius of a point, px, and length of the drawn normal, m.
const DOT: f32 = 5.0;
const NORMAL: f32 = 0.8;

pub struct MethodExplorer {
    method: usize,
    position: [Point; 2],
    angle: f32,
}

impl MethodExplorer {
    pub fn new() -> Self {
        Self { method: 0, position: [[0.0, -1.4], [-0.25, 0.07]].map(Point::from), angle: 0.02 }
    }

    fn polygons() -> Result<[Polygon; 2], ShapeError> {
        let [[w, h], [v, g]] = HALF;
        Ok([Polygon::rectangle(w, h)?, Polygon::rectangle(v, g)?])
    }

    fn poses(&self) -> [Pose; 2] {
        [Pose::at(self.position[0]), Pose::new(self.position[1], self.angle)]
    }

    fn found(&self, method: usize) -> Option<ContactPoints> {
        let [a, b] = Self::polygons().ok()?;
        let [pose_a, pose_b] = self.poses();
        METHODS[method](&a, pose_a, &b, pose_b)
    }

    /// The torque of impulses along the normal at the points, each in proportion to its depth, divided by
    /// their sum: m, positive if it turns B counter-clockwise.
    fn lever(&self, method: usize) -> Option<f32> {
        let found = self.found(method)?;
        let sum: f32 = found.contacts().map(|point| point.depth).sum();
        let torque: f32 = found
            .contacts()
            .map(|point| point.depth * cross(point.position - self.position[1], found.mtv.normal))
            .sum();
        (sum > 0.0).then_some(torque / sum)
    }
}

impl Explore for MethodExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        vec![
            Control::Choice { name: "method", value: &mut self.method, names: NAMES },
            Control::Number { name: "angle of B", value: &mut self.angle, range: -PI..=PI, unit: " rad" },
        ]
    }

    pointer::moves_points!(position);

    fn turn(&mut self, handle: usize, angle: f32) {
        if handle == 1 {
            self.angle = (self.angle + angle + PI).rem_euclid(TAU) - PI;
        }
    }

    fn hint(&self) -> &'static str {
        "drag the centres, turn B with the right button"
    }

    fn report(&self) -> Vec<String> {
        let Some(found) = self.found(self.method) else { return vec!["They are apart.".to_owned()] };
        let mut lines: Vec<String> = (found.candidates().iter())
            .map(|point| {
                let kept = if point.is_contact { "kept" } else { "rejected" };
                format!(
                    "{kept}: ({:.3}, {:.3}), {:.0} mm deep",
                    point.position.x,
                    point.position.y,
                    1e3 * point.depth
                )
            })
            .collect();
        for (i, name) in NAMES.iter().enumerate() {
            lines.push(match self.lever(i) {
                Some(lever) => format!("{name}: lever arm {:.0} mm", 1e3 * lever),
                None => format!("{name}: no contact point"),
            });
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let Ok(polygons) = Self::polygons() else { return };
        for ((polygon, pose), color) in polygons.iter().zip(self.poses()).zip([colors::A, colors::B]) {
            let corners: Vec<Point> = polygon.vertices().iter().map(|&vertex| pose * vertex).collect();
            canvas.hull(&corners, 0.0, colors::shape(color));
        }
        for (position, name) in self.position.into_iter().zip(["A", "B"]) {
            pen::handle(canvas, position, INK);
            pen::note(canvas, position, name, INK);
        }
        let Some(found) = self.found(self.method) else { return };
        let dot = DOT * canvas.pixel();
        for point in found.candidates() {
            if point.is_contact {
                let end = point.position + found.mtv.normal * NORMAL;
                pen::arrow(canvas, point.position, end, Paint::stroke(YES, 2.0));
                canvas.segment(self.position[1], point.position, Paint::stroke(HELP, 1.5));
                canvas.circle(point.position, dot, Paint::fill(YES));
            } else {
                canvas.circle(point.position, dot, Paint::stroke(NO, 2.0));
            }
        }
        if let Some(lever) = self.lever(self.method) {
            let sense = if lever > 0.0 { "turns B counter-clockwise" } else { "turns B clockwise" };
            pen::note(canvas, self.position[1] + Vec2::new(0.0, 0.9), sense, YES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The case of the text: the right end of the plank hangs over the edge and its left end is deeper. Both
    /// points by depth turn it clockwise, which lifts the left end; the mean turns it the other way.
    #[test]
    fn mean_turns_the_plank_the_wrong_way() {
        let mut one = MethodExplorer::new();
        one.angle = 0.02;
        one.position[1] = Point::new(-0.25, 0.07);
        let [clip, farthest, mean, support] = [0, 1, 2, 3].map(|method| one.lever(method).unwrap());
        assert!(clip < 0.0 && (clip - farthest).abs() < 1e-4, "{clip} {farthest}");
        assert!(mean > 0.0, "{mean}");
        assert!(support.is_finite());
    }
}
