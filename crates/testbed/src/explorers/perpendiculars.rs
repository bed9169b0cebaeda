//! The two perpendiculars of a vector, and which of them points out of a polygon.
//!
//! Source: *Sotirov 2022*, Shapes: of (x, y), the clockwise one is (y, -x) and the counter-clockwise one
//! (-y, x). Along the edges of a counter-clockwise polygon the clockwise one points outwards.

use super::colors::{self, A, B, HELP, INK};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{Location, point_in_polygon, right_normal};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "perpendiculars",
    about: "Drag a vector and the corners of a polygon: both perpendiculars, and which of them points outwards on each edge.",
    sections: &[Text::Sotirov.section("Shapes")],
    source: "crates/geom/src/vector.rs",
    new: || Box::new(PerpendicularsExplorer::new()),
};

/// Where the vector begins, m.
const START: Point = Point::new(-2.0, -0.6);
/// The vector of the text, and the scale at which it is shown.
const VECTOR: Vec2 = Vec2::new(1.5, 2.5);
const SCALE: f32 = 0.5;
/// The pentagon of the text, counter-clockwise, and where its origin is shown, m.
const PENTAGON: [[f32; 2]; 5] = [[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]];
const PLACE: Vec2 = Vec2::new(1.8, -0.3);
/// Length of the perpendiculars of an edge, m.
const LENGTH: f32 = 0.55;
/// How far beside an edge the polygon is asked for, as a fraction of the edge.
const BESIDE: f32 = 1e-3;

pub struct PerpendicularsExplorer {
    tip: Point,
    corners: [Point; 5],
    /// 0 for the corners as they are, 1 for the other order.
    order: usize,
}

/// One edge.
#[derive(Clone, Copy, Debug)]
struct Edge {
    middle: Point,
    /// Unit vectors, turned clockwise and counter-clockwise.
    right: Vec2,
    left: Vec2,
    is_right_outward: bool,
}

impl PerpendicularsExplorer {
    pub fn new() -> Self {
        let corners = PENTAGON.map(|corner| Point::from(corner) * 0.7 + PLACE);
        Self { tip: START + VECTOR * SCALE, corners, order: 0 }
    }

    /// The corners in the chosen order.
    fn outline(&self) -> Vec<Point> {
        let mut corners = self.corners.to_vec();
        if self.order == 1 {
            corners.reverse();
        }
        corners
    }

    /// The edges that have a direction.
    fn edges(&self) -> Vec<Edge> {
        let outline = self.outline();
        let edge = |i: usize| {
            let (from, to) = (outline[i], outline[(i + 1) % outline.len()]);
            let along = to - from;
            let unit = along.try_normalize(f32::MIN_POSITIVE).filter(|unit| unit.x.is_finite())?;
            let middle = from + along * 0.5;
            let beside = middle + right_normal(along) * BESIDE;
            let is_right_outward = point_in_polygon(outline.iter().copied(), beside) == Location::Outside;
            Some(Edge { middle, right: right_normal(unit), left: left_normal(unit), is_right_outward })
        };
        (0..outline.len()).filter_map(edge).collect()
    }
}

impl Explore for PerpendicularsExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let names = &["counter-clockwise", "clockwise"];
        vec![Control::Choice { name: "order of the corners", value: &mut self.order, names }]
    }

    fn handles(&self) -> Vec<Point> {
        [self.tip].into_iter().chain(self.corners).collect()
    }

    fn drag(&mut self, handle: usize, to: Point) {
        match handle.checked_sub(1) {
            Some(corner) => self.corners[corner] = to,
            None => self.tip = to,
        }
    }

    fn report(&self) -> Vec<String> {
        let u = (self.tip - START) / SCALE;
        let show = |name: &str, v: Vec2| format!("{name}: ({:.2}, {:.2})", v.x, v.y);
        let (right, left) = (right_normal(u), left_normal(u));
        let edges = self.edges();
        let outwards = edges.iter().filter(|edge| edge.is_right_outward).count();
        let mut lines = vec![
            show("u", u),
            show("clockwise, (y, -x)", right),
            show("counter-clockwise, (-y, x)", left),
            format!("u times either: {:.2}, {:.2}", u.dot(&right), u.dot(&left)),
            format!("edges whose clockwise one points outwards: {outwards} of {}", edges.len()),
        ];
        lines.extend(Polygon::new(self.outline()).err().map(|error| format!("no polygon: {error}")));
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let u = self.tip - START;
        pen::arrow(canvas, START, self.tip, Paint::stroke(INK, 2.5));
        for (turned, color, words) in
            [(right_normal(u), A, "clockwise (y, -x)"), (left_normal(u), B, "counter-clockwise (-y, x)")]
        {
            let end = START + turned;
            pen::arrow(canvas, START, end, Paint::stroke(color, 2.5));
            // Beyond the tip, so that the arrow does not cross it.
            let aside = Vec2::new(0.0, if turned.y < 0.0 { -24.0 } else { 20.0 });
            let at = end + aside * canvas.pixel();
            pen::word(canvas, at, words, color);
        }
        pen::handle(canvas, self.tip, INK);
        pen::note(canvas, self.tip, "u", INK);
        let outline = self.outline();
        if let Ok(polygon) = Polygon::from_any_winding(outline.iter().copied()) {
            canvas.hull(polygon.vertices(), 0.0, colors::shape(HELP));
        }
        for (i, corner) in outline.iter().enumerate() {
            pen::arrow(canvas, *corner, outline[(i + 1) % outline.len()], Paint::stroke(INK, 1.5));
        }
        for Edge { middle, right, left, .. } in self.edges() {
            pen::arrow(canvas, middle, middle + right * LENGTH, Paint::stroke(A, 2.0));
            pen::arrow(canvas, middle, middle + left * LENGTH, Paint::stroke(B, 2.0));
        }
        for (number, corner) in outline.into_iter().enumerate() {
            pen::handle(canvas, corner, INK);
            pen::note(canvas, corner, number, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both are perpendicular to the vector, as long as it, and opposite; of (1.5, 2.5) the text draws (2.5,
    /// -1.5) and (-2.5, 1.5).
    #[test]
    fn perpendiculars_are_those_of_the_text() {
        let (right, left) = (right_normal(VECTOR), left_normal(VECTOR));
        assert_eq!((right, left), (Vec2::new(2.5, -1.5), Vec2::new(-2.5, 1.5)));
        assert_eq!((VECTOR.dot(&right), right + left, cross(VECTOR, left) > 0.0), (0.0, Vec2::zeros(), true));
    }

    /// The clockwise ones of all edges point outwards if the corners run counter-clockwise, and inwards if
    /// they run clockwise, which the engine refuses.
    #[test]
    fn clockwise_perpendiculars_point_out_of_counter_clockwise_polygons() {
        let mut one = PerpendicularsExplorer::new();
        assert!(one.edges().len() == 5 && one.edges().iter().all(|edge| edge.is_right_outward));
        assert!(Polygon::new(one.outline()).is_ok());
        one.order = 1;
        assert!(one.edges().len() == 5 && !one.edges().iter().any(|edge| edge.is_right_outward));
        assert!(Polygon::new(one.outline()).is_err());
    }
}
