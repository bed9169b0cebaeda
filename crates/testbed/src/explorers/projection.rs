//! The projection of a vector onto another one, and of a polygon onto an axis.
//!
//! Source: *Sotirov 2022*, Polygon vs. Polygon: the projection of v onto s is s (s . v) / |s|^2.

use super::colors::{self, A, B, HELP, INK, YES};
use super::pointer;
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::closest_on_line;
use physics::prelude::*;
use physics::textbook::project;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "projection",
    about: "Drag two vectors: the projection of one onto the other, and the shadow of a polygon on the same axis.",
    sections: &[
        Text::CollisionDetection.section("Collision Detection"),
        Text::Sotirov.section("Polygon vs. Polygon"),
    ],
    source: "crates/textbook/src/projection.rs",
    new: || Box::new(ProjectionExplorer::new()),
};

/// Distance of the shadow from its axis, px.
const ASIDE: f32 = 10.0;

pub struct ProjectionExplorer {
    /// The ends of s and v, which begin at the origin, and the centre of the polygon, m.
    ends: [Point; 3],
}

impl ProjectionExplorer {
    pub fn new() -> Self {
        Self { ends: [[2.4, 1.2], [0.4, 2.1], [-1.6, -1.0]].map(Point::from) }
    }

    /// The end of the projection of v onto s, m: the point of the line through s that is nearest to v.
    fn projected(&self) -> Point {
        closest_on_line([Point::origin(), self.ends[0]], self.ends[1])
    }

    /// The unit vector along s, if it has a direction.
    fn axis(&self) -> Option<Vec2> {
        self.ends[0].coords.try_normalize(f32::MIN_POSITIVE).filter(|axis| axis.x.is_finite())
    }

    fn pentagon() -> Option<Polygon> {
        Polygon::regular(5, 0.9).ok()
    }
}

impl Explore for ProjectionExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        Vec::new()
    }

    pointer::moves_points!(ends);

    fn report(&self) -> Vec<String> {
        let (s, v, p) = (self.ends[0].coords, self.ends[1].coords, self.projected());
        let mut lines = vec![
            format!("s . v = {:.3} m², |s|² = {:.3} m²", s.dot(&v), s.norm_squared()),
            format!("projection: ({:.3}, {:.3}), {:.3} m long", p.x, p.y, p.coords.norm()),
        ];
        match (self.axis(), Self::pentagon()) {
            (Some(axis), Some(pentagon)) => {
                let shadow = project(pentagon.hull(), Pose::at(self.ends[2]), axis);
                lines.push(format!("shadow of the pentagon: {:.3} to {:.3} m", shadow.lower, shadow.upper));
            }
            _ => lines.push("s has no direction: nothing can be projected onto it".to_owned()),
        }
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let [s, v, center] = self.ends;
        if let (Some(axis), Some(pentagon)) = (self.axis(), Self::pentagon()) {
            canvas.segment(Point::from(axis * -9.0), Point::from(axis * 9.0), Paint::stroke(HELP, 1.0));
            let pose = Pose::at(center);
            let corners: Vec<Point> = pentagon.vertices().iter().map(|&vertex| pose * vertex).collect();
            canvas.hull(&corners, 0.0, colors::shape(B));
            let shadow = project(pentagon.hull(), pose, axis);
            let aside = left_normal(axis) * (-ASIDE * canvas.pixel());
            let at = |t: f32| Point::from(axis * t) + aside;
            canvas.segment(at(shadow.lower), at(shadow.upper), Paint::stroke(B, 4.0));
            for corner in corners {
                let foot = closest_on_line([Point::origin(), s], corner);
                canvas.segment(corner, foot, Paint::stroke(HELP, 0.75));
            }
        }
        let p = self.projected();
        canvas.segment(v, p, Paint::stroke(HELP, 1.5));
        pen::arrow(canvas, Point::origin(), s, Paint::stroke(INK, 2.0));
        pen::arrow(canvas, Point::origin(), v, Paint::stroke(A, 2.0));
        pen::arrow(canvas, Point::origin(), p, Paint::stroke(YES, 3.0));
        for (end, name) in self.ends.into_iter().zip(["s", "v", ""]) {
            pen::handle(canvas, end, INK);
            pen::note(canvas, end, name, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The projection is s (s . v) / |s|^2, as the text derives it.
    #[test]
    fn projection_follows_the_formula_of_the_text() {
        let mut one = ProjectionExplorer::new();
        for turn in 0..50 {
            one.drag(0, Point::from(Rot::from_angle(0.3 * turn as f32) * Vec2::new(1.7, 0.4)));
            let (s, v) = (one.ends[0].coords, one.ends[1].coords);
            let expected = s * (s.dot(&v) / s.norm_squared());
            assert!((one.projected().coords - expected).norm() < 1e-5);
        }
    }
}
