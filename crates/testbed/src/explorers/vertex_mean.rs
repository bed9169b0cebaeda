//! The mean of a polygon's vertices beside its centroid.
//!
//! Source: *Sotirov 2022*, Centroid: for triangles and regular polygons they are the same point, for others
//! they are not. Vertices that lie in an edge show why: they change the list, and not the shape.

use super::colors::{self, A, HELP, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{PolygonMeasures, polygon_measures};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "mean of vertices",
    about: "Drag the corners, and add vertices to an edge: the mean of the vertices moves to that edge, the centroid stays.",
    sections: &[Text::Sotirov.section("Centroid")],
    source: "crates/geom/src/mass.rs",
    new: || Box::new(MeanExplorer::new()),
};

/// The pentagon of the text, m.
const PENTAGON: &[[f32; 2]] = &[[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]];
const TRIANGLE: &[[f32; 2]] = &[[2.0, -1.0], [1.5, 2.0], [-1.0, -1.0]];
/// Where the text's origin is shown, m.
const PLACE: Vec2 = Vec2::new(-0.6, -0.4);
/// Radii of the dots of a vertex in an edge, and of a mean, px.
const SMALL: f32 = 3.5;
const LARGE: f32 = 7.0;

pub struct MeanExplorer {
    corners: [Vec<Point>; 3],
    polygon: usize,
    /// Vertices between the last corner and the first, in equal distances.
    added: usize,
}

impl MeanExplorer {
    pub fn new() -> Self {
        let shown = |corners: &[[f32; 2]]| corners.iter().map(|&at| Point::from(at) + PLACE).collect();
        Self { corners: [shown(PENTAGON), pen::regular(5, 1.8), shown(TRIANGLE)], polygon: 0, added: 0 }
    }

    /// The vertices in the chosen edge.
    fn between(&self) -> Vec<Point> {
        let corners = &self.corners[self.polygon];
        let [first, .., last] = corners.as_slice() else { return Vec::new() };
        (1..=self.added).map(|i| last + (first - last) * (i as f32 / (self.added + 1) as f32)).collect()
    }

    fn vertices(&self) -> Vec<Point> {
        self.corners[self.polygon].iter().copied().chain(self.between()).collect()
    }

    fn mean(&self) -> Point {
        let vertices = self.vertices();
        let sum = vertices.iter().fold(Vec2::zeros(), |sum, vertex| sum + vertex.coords);
        Point::from(sum / vertices.len() as f32)
    }

    fn measures(&self) -> PolygonMeasures {
        polygon_measures(self.vertices())
    }
}

impl Explore for MeanExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let names = &["pentagon of the text", "regular", "triangle"];
        vec![
            Control::Choice { name: "polygon", value: &mut self.polygon, names },
            Control::Count { name: "vertices in the thick edge", value: &mut self.added, range: 0..=20 },
        ]
    }

    fn handles(&self) -> Vec<Point> {
        self.corners[self.polygon].clone()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.corners[self.polygon][handle] = to;
    }

    fn report(&self) -> Vec<String> {
        let (mean, PolygonMeasures { area, centroid, .. }) = (self.mean(), self.measures());
        let show = |name: &str, at: Point| format!("{name}: ({:.3}, {:.3})", at.x, at.y);
        vec![
            show("mean of the vertices", mean),
            show("centroid", centroid),
            format!("apart by {:.0} mm", 1e3 * (mean - centroid).norm()),
            format!("vertices: {}, area: {area:.3} m²", self.vertices().len()),
        ]
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let corners = &self.corners[self.polygon];
        if let Ok(polygon) = Polygon::from_any_winding(corners.iter().copied()) {
            canvas.hull(polygon.vertices(), 0.0, colors::shape(A));
        }
        pen::outline(canvas, corners, Paint::stroke(A, 1.5));
        if let [first, .., last] = corners.as_slice() {
            canvas.segment(*last, *first, Paint::stroke(A, 4.0));
        }
        let (mean, centroid) = (self.mean(), self.measures().centroid);
        for vertex in self.vertices() {
            canvas.segment(mean, vertex, Paint::stroke(HELP, 1.0));
        }
        for &corner in corners {
            pen::handle(canvas, corner, A);
        }
        for vertex in self.between() {
            canvas.circle(vertex, SMALL * canvas.pixel(), Paint::fill(INK));
        }
        for (at, color) in [(mean, NO), (centroid, YES)] {
            canvas.circle(at, LARGE * canvas.pixel(), Paint::fill(color));
        }
        let above = mean + Vec2::new(0.0, 18.0) * canvas.pixel();
        pen::word(canvas, above, "mean of the vertices", INK);
        pen::note(canvas, centroid, "centroid", YES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The centroid of the pentagon is that of the text, 0.33 m from the mean of its vertices.
    #[test]
    fn mean_of_the_pentagon_of_the_text_is_not_its_centroid() {
        let one = MeanExplorer::new();
        let centroid = one.measures().centroid;
        assert!((centroid - PLACE - Point::new(0.569_958_85, 0.296_296_3)).norm() < 1e-6);
        // (2 + 2.2 + 1.5 - 1.2 - 1) / 5 and (-1 + 1 + 2 + 1 - 1) / 5.
        assert!((one.mean() - PLACE - Point::new(0.7, 0.4)).norm() < 1e-6);
    }

    /// For a triangle and a regular polygon they are the same point, as the text says.
    #[test]
    fn mean_of_a_triangle_and_of_a_regular_polygon_is_their_centroid() {
        let mut one = MeanExplorer::new();
        for polygon in [1, 2] {
            one.polygon = polygon;
            assert!((one.mean() - one.measures().centroid).norm() < 1e-6, "{}", one.report()[2]);
        }
    }

    /// Vertices in an edge change neither area nor centroid, and pull the mean to the edge: with as many as
    /// there are corners, half of the way to its middle.
    #[test]
    fn vertices_in_an_edge_move_the_mean_and_not_the_centroid() {
        let mut one = MeanExplorer::new();
        let (mean, measures) = (one.mean(), one.measures());
        one.added = 5;
        let middle = one.between()[2];
        assert!((one.mean() - (mean + (middle - mean) * 0.5)).norm() < 1e-6);
        let after = one.measures();
        assert!(
            (after.centroid - measures.centroid).norm() < 1e-6 && (after.area - measures.area).abs() < 1e-5
        );
    }
}
