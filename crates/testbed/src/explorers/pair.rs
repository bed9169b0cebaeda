//! Two regular polygons that are dragged and turned.

use super::control::Control;
use super::{colors, pen};
use crate::draw::DebugDraw;
use physics::geom::RoundedHull;
use physics::prelude::*;
use std::f32::consts::{PI, TAU};

/// Distance from the centre to the vertices, m.
const RADIUS: f32 = 1.1;
/// Greatest number of vertices; more cannot be told apart.
const MOST_CORNERS: usize = 8;

#[derive(Clone, Debug)]
pub struct Placed {
    /// The regular polygons with three corners and more.
    polygons: Vec<Polygon>,
    corners: usize,
    /// Position of the centre, m.
    pub position: Point,
    /// Angle, rad.
    pub angle: f32,
}

impl Placed {
    fn new(corners: usize, position: [f32; 2], angle: f32) -> Self {
        let polygons = (3..=MOST_CORNERS).map(regular).collect();
        Self { polygons, corners, position: position.into(), angle }
    }

    pub fn polygon(&self) -> &Polygon {
        &self.polygons[self.corners - 3]
    }

    pub fn pose(&self) -> Pose {
        Pose::new(self.position, self.angle)
    }

    /// Its shape in its own frame.
    pub fn hull(&self) -> RoundedHull<'_> {
        self.polygon().hull()
    }

    /// Its shape as the engine takes it.
    pub fn shape(&self) -> Shape {
        Shape::Polygon(self.polygon().clone())
    }

    /// The ends of an edge, m.
    pub fn edge(&self, edge: usize) -> [Point; 2] {
        let hull = self.hull();
        [edge, hull.next(edge)].map(|vertex| self.pose() * hull.vertices[vertex])
    }
}

#[derive(Clone, Debug)]
pub struct Pair {
    /// A and B.
    pub placed: [Placed; 2],
}

impl Pair {
    /// How to use the pointer.
    pub const HINT: &'static str = "drag to move, drag with the right button to turn";

    /// A square and a pentagon that overlap a little.
    pub fn new() -> Self {
        Self::at_centers([0.0, -0.7], [0.3, 0.92])
    }

    /// The same two side by side, so that a drawing that is wider than high holds their difference, too.
    pub fn side_by_side() -> Self {
        Self::at_centers([-0.75, 0.0], [0.87, 0.1])
    }

    fn at_centers(a: [f32; 2], b: [f32; 2]) -> Self {
        Self { placed: [Placed::new(4, a, PI / 4.0), Placed::new(5, b, 0.62)] }
    }

    /// Numbers of vertices and angles.
    pub fn controls(&mut self) -> Vec<Control<'_>> {
        let mut all = Vec::new();
        let names = [("corners of A", "angle of A"), ("corners of B", "angle of B")];
        for ((corners, angle), each) in names.into_iter().zip(&mut self.placed) {
            all.push(Control::Count { name: corners, value: &mut each.corners, range: 3..=MOST_CORNERS });
            all.push(Control::Number { name: angle, value: &mut each.angle, range: -PI..=PI, unit: " rad" });
        }
        all
    }

    pub fn handles(&self) -> Vec<Point> {
        self.placed.iter().map(|each| each.position).collect()
    }

    pub fn drag(&mut self, which: usize, to: Point) {
        self.placed[which].position = to;
    }

    pub fn turn(&mut self, which: usize, angle: f32) {
        let each = &mut self.placed[which];
        each.angle = (each.angle + angle + PI).rem_euclid(TAU) - PI;
    }

    /// Index of the polygon at this point; B lies above A.
    pub fn at(&self, point: Point) -> Option<usize> {
        let holds = |each: &Placed| each.hull().contains(each.pose().inverse_transform(point));
        (0..2).rev().find(|index| holds(&self.placed[*index]))
    }

    /// Draws both with their names and the numbers of their edges.
    pub fn draw(&self, canvas: &mut dyn DebugDraw) {
        for (name, color, each) in [("A", colors::A, &self.placed[0]), ("B", colors::B, &self.placed[1])] {
            let vertices: Vec<Point> =
                each.hull().vertices.iter().map(|vertex| each.pose() * *vertex).collect();
            canvas.hull(&vertices, 0.0, colors::shape(color));
            pen::word(canvas, each.position, name, color);
            for edge in 0..vertices.len() {
                let [from, to] = each.edge(edge);
                // The number is written inside, near the middle of the edge.
                let place = from + (to - from) * 0.5 + (each.position - (from + (to - from) * 0.5)) * 0.2;
                pen::word(canvas, place, edge, color);
            }
        }
    }
}

/// A regular polygon; vertices and radius are valid by construction.
fn regular(corners: usize) -> Polygon {
    match Polygon::regular(corners, RADIUS) {
        Ok(polygon) => polygon,
        Err(error) => panic!("{error}"),
    }
}
