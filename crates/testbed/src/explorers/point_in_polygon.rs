//! Which points of a grid lie in a polygon, by two tests: cross products, and a ray that counts edges.
//!
//! Source: *Sotirov 2022*, section Point vs. Shape Intersection, with its grid of orange and purple points.
//!
//! A point is inside a convex polygon if it lies to the left of every edge. It is inside any polygon if a
//! ray from it crosses the border an odd number of times. It is inside a circle if it is nearer to the
//! centre than the radius. The tests are the engine's, and so is what the ray finds out about each edge, one
//! after the other.

use super::colors::{self, INK, NO, YES};
use super::{Control, Explore, Explorer, pen};
use crate::draw::{DebugDraw, Paint};
use physics::geom::{
    EdgeStep, Location, point_in_circle, point_in_convex, point_in_polygon, point_in_polygon_observed,
};
use physics::prelude::*;
use scenes::Text;

pub const EXPLORER: Explorer = Explorer {
    name: "point in polygon",
    about: "Drag the corners and step: which points of a grid lie inside, and which edges a ray crosses. Of a circle, the distance.",
    sections: &[Text::Sotirov.section("Point vs. Shape Intersection")],
    source: "crates/geom/src/containment.rs",
    new: || Box::new(PointExplorer::new()),
};

/// Half the width and height of the grid, m.
const GRID: f32 = 2.6;
/// Radii of the dots of the grid and of a crossing, px.
const DOT: f32 = 2.0;
const CROSSING: f32 = 6.0;
/// Greatest number of vertices; more cannot be told apart.
const MOST_CORNERS: usize = 8;
/// The highest setting of the edge, which shows the result.
const MOST_STEPS: usize = MOST_CORNERS + 1;

/// Of the choice of shapes.
const CIRCLE: usize = 1;

pub struct PointExplorer {
    shape: usize,
    /// The centre of the circle and a point of its border, m.
    circle: [Point; 2],
    corners: Vec<Point>,
    /// Number of corners that the user wants.
    count: usize,
    /// Origin of the ray, m.
    probe: Point,
    /// Distance between points of the grid, m.
    spacing: f32,
    /// The edge that is shown, from 1, with those before it.
    step: usize,
}

impl PointExplorer {
    pub fn new() -> Self {
        Self {
            shape: 0,
            circle: [Point::new(0.3, -0.2), Point::new(1.8, 0.3)],
            corners: pen::regular(5, 1.8),
            count: 5,
            probe: Point::new(-0.6, 0.3),
            spacing: 0.1,
            step: MOST_STEPS,
        }
    }

    fn is_circle(&self) -> bool {
        self.shape == CIRCLE
    }

    fn radius(&self) -> f32 {
        (self.circle[1] - self.circle[0]).norm()
    }

    /// Where a point lies, of the circle or of the polygon by the ray.
    fn location(&self, point: Point) -> Location {
        if self.is_circle() {
            point_in_circle(self.circle[0], self.radius(), point)
        } else {
            point_in_polygon(self.corners(), point)
        }
    }

    /// The corners; a regular polygon if their number has just changed.
    fn corners(&self) -> Vec<Point> {
        if self.count == self.corners.len() { self.corners.clone() } else { pen::regular(self.count, 1.8) }
    }

    /// Whether the engine accepts the polygon as a shape.
    fn refusal(&self) -> Option<ShapeError> {
        Polygon::new(self.corners()).err()
    }

    /// Whether the point is in the polygon: by cross products if it is convex, and by the ray.
    fn answers(&self, point: Point) -> (Option<Location>, Location) {
        let corners = self.corners();
        let convex = self.refusal().is_none().then(|| point_in_convex(corners.iter().copied(), point));
        (convex, point_in_polygon(corners, point))
    }

    /// What the ray from the probe to the right finds out about each edge, and where the point lies.
    fn edges(&self) -> (Vec<EdgeStep>, Location) {
        let mut steps = Vec::new();
        let location = point_in_polygon_observed(self.corners(), self.probe, |step| steps.push(step));
        (steps, location)
    }

    /// How many of so many edges are shown, and whether they are all, with the result.
    fn count_shown(&self, count: usize) -> (usize, bool) {
        let is_result = self.step > count || self.step == MOST_STEPS;
        (if is_result { count } else { self.step }, is_result)
    }

    fn ends_of(&self, edge: usize) -> [Point; 2] {
        let corners = self.corners();
        [corners[edge], corners[(edge + 1) % corners.len()]]
    }

    /// Where the ray crosses those of the edges that it crosses, m.
    fn crossings(&self, edges: &[EdgeStep]) -> Vec<Point> {
        let place = |step: &EdgeStep| {
            let [a, b] = self.ends_of(step.edge);
            a + (b - a) * ((self.probe.y - a.y) / (b.y - a.y))
        };
        edges.iter().filter(|step| step.is_crossed).map(place).collect()
    }

    fn grid(&self) -> impl Iterator<Item = Point> {
        let (count, spacing) = ((GRID / self.spacing) as i32, self.spacing);
        (-count..=count)
            .flat_map(move |row| (-count..=count).map(move |column| [column, row]))
            .map(move |place| Point::from(place.map(|number| number as f32 * spacing)))
    }
}

impl Explore for PointExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        self.corners = self.corners();
        vec![
            Control::Choice { name: "shape", value: &mut self.shape, names: &["polygon", "circle"] },
            Control::Count { name: "corners", value: &mut self.count, range: 3..=MOST_CORNERS },
            Control::Number { name: "spacing", value: &mut self.spacing, range: 0.05..=0.5, unit: " m" },
            Control::Count { name: "edge", value: &mut self.step, range: 1..=MOST_STEPS },
        ]
    }

    fn handles(&self) -> Vec<Point> {
        let mut handles = if self.is_circle() { self.circle.to_vec() } else { self.corners() };
        handles.push(self.probe);
        handles
    }

    fn drag(&mut self, handle: usize, to: Point) {
        self.corners = self.corners();
        let places = if self.is_circle() { self.circle.as_mut_slice() } else { self.corners.as_mut_slice() };
        match places.get_mut(handle) {
            Some(place) => *place = to,
            None => self.probe = to,
        }
    }

    fn report(&self) -> Vec<String> {
        let count = self.grid().filter(|&point| self.location(point) != Location::Outside).count();
        let mut lines = vec![format!("{count} points of the grid lie inside")];
        if self.is_circle() {
            let distance = (self.probe - self.circle[0]).norm();
            lines.push(format!("distance from the centre: {distance:.3} m, radius: {:.3} m", self.radius()));
            lines.push(format!("so {:?}", self.location(self.probe)));
            return lines;
        }
        let (edges, by_ray) = self.edges();
        let (shown, is_result) = self.count_shown(edges.len());
        if !is_result {
            let step = edges[shown - 1];
            lines.push(format!("edge {shown} of {}: {}", self.corners().len(), words(step)));
            let crossed = edges[..shown].iter().filter(|step| step.is_crossed).count();
            lines.push(format!("edges crossed so far: {crossed}, {}", parity(step.is_odd)));
            return lines;
        }
        match (self.refusal(), self.answers(self.probe).0) {
            (Some(error), _) => lines.push(format!("cross products need a convex polygon: {error}")),
            (None, Some(location)) => lines.push(format!("left of every edge: {location:?}")),
            (None, None) => {}
        }
        let crossings = self.crossings(&edges).len();
        lines.push(format!("edges that the ray crosses: {crossings}, so {by_ray:?}"));
        lines
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let pixel = canvas.pixel();
        let is_convex = self.refusal().is_none();
        let corners = if self.is_circle() { Vec::new() } else { self.corners() };
        if self.is_circle() {
            canvas.circle(self.circle[0], self.radius(), colors::shape(colors::A));
        } else if is_convex {
            canvas.hull(&corners, 0.0, colors::shape(colors::A));
        }
        pen::outline(canvas, &corners, Paint::stroke(if is_convex { colors::A } else { NO }, 1.5));
        for point in self.grid() {
            let color = if self.location(point) == Location::Outside { NO } else { YES };
            canvas.circle(point, DOT * pixel, Paint::fill(color));
        }
        for &handle in if self.is_circle() { self.circle.as_slice() } else { corners.as_slice() } {
            pen::handle(canvas, handle, colors::A);
        }
        if self.is_circle() {
            pen::arrow(canvas, self.circle[0], self.probe, Paint::stroke(INK, 1.5));
            pen::handle(canvas, self.probe, INK);
            return;
        }
        let end = Point::new(GRID + 0.8, self.probe.y);
        pen::arrow(canvas, self.probe, end, Paint::stroke(INK, 1.5));
        pen::handle(canvas, self.probe, INK);
        let (edges, _) = self.edges();
        let (shown, is_result) = self.count_shown(edges.len());
        for (i, step) in edges[..shown].iter().enumerate().filter(|_| !is_result) {
            let [from, to] = self.ends_of(step.edge);
            let color = if step.is_crossed || step.is_on_edge { YES } else { NO };
            canvas.segment(from, to, Paint::stroke(color, if i + 1 == shown { 5.0 } else { 2.5 }));
        }
        for (number, place) in (1..).zip(self.crossings(&edges[..shown])) {
            canvas.circle(place, CROSSING * pixel, Paint::stroke(YES, 2.0));
            pen::note(canvas, place, number, YES);
        }
    }
}

/// What the ray finds out about an edge, in words.
fn words(step: EdgeStep) -> &'static str {
    match step {
        EdgeStep { is_on_edge: true, .. } => "the point lies on it",
        EdgeStep { is_crossed: true, .. } => "the ray crosses it",
        EdgeStep { straddles: true, .. } => "it passes the point on the left",
        _ => "no end or both are above the ray",
    }
}

fn parity(is_odd: bool) -> &'static str {
    if is_odd { "an odd number" } else { "an even number" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use physics::geom::crossed_edges;

    /// Both tests agree on every point of the grid for every number of vertices, and the number of crossings
    /// is odd exactly inside.
    #[test]
    fn ray_agrees_with_cross_products() {
        let mut explorer = PointExplorer::new();
        for corners in 3..=MOST_CORNERS {
            explorer.count = corners;
            for point in explorer.grid().collect::<Vec<_>>() {
                explorer.probe = point;
                let (convex, by_ray) = explorer.answers(point);
                assert_eq!(convex, Some(by_ray), "{corners} corners, {point}");
                let odd = explorer.crossings(&explorer.edges().0).len() % 2 == 1;
                assert!(by_ray == Location::Border || odd == (by_ray == Location::Inside), "{point}");
            }
        }
    }

    /// An outline that is not convex is refused by the cross products, and the ray still tells.
    #[test]
    fn outline_that_is_not_convex_is_told_by_the_ray() {
        let mut explorer = PointExplorer::new();
        explorer.corners[2] = Point::new(0.2, 0.1);
        assert!(matches!(explorer.refusal(), Some(ShapeError::NotConvex { .. })));
        explorer.probe = Point::new(-5.0, 0.3);
        assert_eq!(explorer.crossings(&explorer.edges().0).len() % 2, 0);
        assert_eq!(explorer.answers(explorer.probe), (None, Location::Outside));
    }

    /// In a circle are the points of the grid that are nearer to its centre than its radius; one of radius
    /// zero has only its centre on its border.
    #[test]
    fn points_in_a_circle_are_nearer_than_the_radius() {
        let mut explorer = PointExplorer::new();
        explorer.shape = CIRCLE;
        explorer.circle = [Point::new(0.5, 0.0), Point::new(0.5, 1.0)];
        for point in explorer.grid().collect::<Vec<_>>() {
            let distance = (point - explorer.circle[0]).norm();
            if (distance - 1.0).abs() > 1e-5 {
                assert_eq!(explorer.location(point) == Location::Inside, distance < 1.0, "{point}");
            }
        }
        explorer.circle = [Point::new(0.5, 0.0); 2];
        let on = explorer.grid().filter(|&point| explorer.location(point) != Location::Outside).count();
        assert!(on <= 1 && explorer.location(explorer.circle[0]) == Location::Border);
    }

    /// The dots of the text: a vertex at the height of the point does not confuse the ray.
    #[test]
    fn point_at_the_height_of_a_vertex_is_told_right() {
        let mut explorer = PointExplorer::new();
        explorer.corners =
            [[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]].map(Point::from).to_vec();
        for (x, expected) in [(-2.0, Location::Outside), (0.0, Location::Inside), (2.5, Location::Outside)] {
            assert_eq!(explorer.answers(Point::new(x, 1.0)).1, expected, "{x}");
        }
        assert_eq!(explorer.answers(Point::new(-2.0, 2.0)).1, Location::Outside);
    }

    /// Each step tells one edge, in order, and those that are crossed are the engine's; the border ends the
    /// search. What the last step tells agrees with the result, and only the result names the location.
    #[test]
    fn steps_go_over_the_edges_in_order_and_end_at_the_location() {
        let mut explorer = PointExplorer::new();
        explorer.corners[2] = Point::new(0.2, 0.1);
        let corner = explorer.corners[3];
        for probe in [Point::new(-0.6, 0.3), Point::new(-2.5, 0.3), Point::new(0.4, 1.2), corner] {
            explorer.probe = probe;
            let (edges, location) = explorer.edges();
            assert_eq!(location, explorer.answers(probe).1);
            assert!(edges.iter().enumerate().all(|(i, step)| step.edge == i));
            let crossed: Vec<usize> =
                edges.iter().filter(|step| step.is_crossed).map(|step| step.edge).collect();
            let expected: Vec<usize> = crossed_edges(explorer.corners(), probe).collect();
            match location {
                Location::Border => assert!(edges.last().is_some_and(|step| step.is_on_edge)),
                _ => assert_eq!(crossed, expected, "{probe}"),
            }
            assert!(edges.iter().all(|step| step.straddles || !step.is_crossed));
            for step in 1..=MOST_STEPS {
                explorer.step = step;
                let is_named = explorer.report().iter().any(|line| line.contains(", so "));
                assert_eq!(is_named, step > edges.len(), "{probe}, step {step}");
            }
        }
    }
}
