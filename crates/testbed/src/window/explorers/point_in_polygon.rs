//! Which points of a grid lie in a polygon, by two tests: cross products, and a ray that counts edges.
//!
//! Source: the text on custom physics engines, part 1, section on points in polygons, with its grid of orange
//! and purple points. A point is inside a convex polygon if it lies to the left of every edge. It is inside
//! any polygon if a ray from it crosses the outline an odd number of times. The first test is the engine's;
//! the second is drawn for the point under the pointer.

use super::Explore;
use super::colors::{self, INK, NO, YES};
use crate::draw::{DebugDraw, Paint};
use crate::window::canvas::Painted;
use crate::window::view::View;
use eframe::egui::{self, Response, Slider};
use physics::collide::algorithms::crossing;
use physics::prelude::*;

/// Half the width and height of the grid, m.
const GRID: f32 = 2.6;
/// Length of the ray, m.
const RAY: f32 = 10.0;
/// Radii of the dots of the grid and of the vertices, and the distance within which the pointer grabs a
/// vertex, px.
const DOT: f32 = 2.0;
const CORNER: f32 = 6.0;
const REACH: f32 = 12.0;
/// Greatest number of vertices; more cannot be told apart.
const MOST_CORNERS: usize = 8;

/// The explorer.
pub struct PointExplorer {
    corners: Vec<Point>,
    held: Option<usize>,
    /// Origin of the ray, m.
    probe: Point,
    /// Distance between points of the grid, m.
    spacing: f32,
}

impl PointExplorer {
    pub fn new() -> Self {
        Self { corners: regular(5), held: None, probe: Point::new(-0.6, 0.3), spacing: 0.1 }
    }

    /// The polygon as the engine's type, or the error if it is not valid.
    fn polygon(&self) -> Result<Polygon, ShapeError> {
        Polygon::new(self.corners.iter().copied())
    }

    /// The points where the ray from the probe to the right crosses the outline, m.
    fn crossings(&self) -> Vec<Point> {
        let ray = [self.probe, self.probe + Vec2::new(RAY, 0.0)];
        let edges =
            (0..self.corners.len()).map(|i| [self.corners[i], self.corners[(i + 1) % self.corners.len()]]);
        edges
            .filter_map(|edge| crossing(ray, edge))
            .map(|(along, _)| ray[0] + (ray[1] - ray[0]) * along)
            .collect()
    }

    fn grid(&self) -> impl Iterator<Item = Point> {
        let (count, spacing) = ((GRID / self.spacing) as i32, self.spacing);
        (-count..=count)
            .flat_map(move |row| (-count..=count).map(move |column| [column, row]))
            .map(move |place| Point::from(place.map(|number| number as f32 * spacing)))
    }
}

impl Explore for PointExplorer {
    fn panel(&mut self, ui: &mut egui::Ui) {
        let mut count = self.corners.len();
        ui.add(Slider::new(&mut count, 3..=MOST_CORNERS).text("corners"));
        if count != self.corners.len() {
            self.corners = regular(count);
        }
        ui.add(Slider::new(&mut self.spacing, 0.05..=0.5).text("spacing").suffix(" m"));
        ui.weak("drag the corners; elsewhere, drag the point");
        ui.separator();
        match self.polygon() {
            Ok(polygon) => {
                let count = self.grid().filter(|point| polygon.hull().contains(*point)).count();
                ui.label(format!("{count} points of the grid lie inside"));
                let inside = if polygon.hull().contains(self.probe) { "inside" } else { "outside" };
                ui.label(format!("left of every edge: {inside}"));
            }
            Err(error) => {
                ui.label("The engine's polygons are convex:");
                ui.colored_label(ui.visuals().error_fg_color, error.to_string());
            }
        }
        let crossings = self.crossings().len();
        let inside = if crossings % 2 == 1 { "odd, inside" } else { "even, outside" };
        ui.label(format!("edges that the ray crosses: {crossings}, {inside}"));
    }

    fn point(&mut self, response: &Response, view: &View) -> bool {
        let place = |pos: egui::Pos2| view.to_world((pos - response.rect.min).into());
        if response.drag_started_by(egui::PointerButton::Primary) {
            let pressed = response.ctx.input(|input| input.pointer.press_origin());
            let near = |point: Point| {
                (0..self.corners.len()).find(|i| (self.corners[*i] - point).norm() < REACH * view.pixel())
            };
            self.held = pressed.map(place).and_then(near);
        }
        let primary = response.dragged_by(egui::PointerButton::Primary);
        if let (true, Some(pos)) = (primary, response.interact_pointer_pos()) {
            match self.held {
                Some(corner) => self.corners[corner] = place(pos),
                None => self.probe = place(pos),
            }
        }
        primary
    }

    fn draw(&self, canvas: &mut Painted<'_>) {
        let pixel = canvas.pixel();
        let polygon = self.polygon();
        let outline = if polygon.is_ok() { colors::A } else { NO };
        if polygon.is_ok() {
            canvas.hull(&self.corners, 0.0, colors::shape(outline));
        }
        for i in 0..self.corners.len() {
            let next = self.corners[(i + 1) % self.corners.len()];
            canvas.segment(self.corners[i], next, Paint::stroke(outline, 1.5));
        }
        if let Ok(polygon) = &polygon {
            for point in self.grid() {
                let color = if polygon.hull().contains(point) { YES } else { NO };
                canvas.circle(point, DOT * pixel, Paint::fill(color));
            }
        }
        for corner in &self.corners {
            canvas.circle(*corner, CORNER * pixel, Paint::fill(colors::A).outlined(INK, 1.5));
        }
        canvas.arrow(
            self.probe,
            self.probe + Vec2::new(GRID + 0.8 - self.probe.x.min(GRID), 0.0),
            Paint::stroke(INK, 1.5),
        );
        canvas.circle(self.probe, CORNER * pixel, Paint::fill(INK));
        for (number, place) in self.crossings().into_iter().enumerate() {
            canvas.circle(place, CORNER * pixel, Paint::stroke(YES, 2.0));
            canvas.note(place, number + 1, YES);
        }
    }
}

fn regular(corners: usize) -> Vec<Point> {
    /// m.
    const RADIUS: f32 = 1.8;
    let turn = std::f32::consts::TAU / corners as f32;
    (0..corners)
        .map(|i| Point::from(Rot::from_angle(turn * (i as f32 + 0.3)) * Vec2::new(RADIUS, 0.0)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both tests agree on every point of the grid for every number of vertices.
    #[test]
    fn ray_agrees_with_cross_products() {
        let mut explorer = PointExplorer::new();
        for corners in 3..=MOST_CORNERS {
            explorer.corners = regular(corners);
            let polygon = explorer.polygon().unwrap();
            for point in explorer.grid().collect::<Vec<_>>() {
                explorer.probe = point;
                let odd = explorer.crossings().len() % 2 == 1;
                assert_eq!(odd, polygon.hull().contains(point), "{corners} corners, {point}");
            }
        }
    }

    /// An outline that is not convex is refused by the engine, and the ray still counts its crossings.
    #[test]
    fn outline_that_is_not_convex_is_refused() {
        let mut explorer = PointExplorer::new();
        explorer.corners[2] = Point::new(0.2, 0.1);
        assert!(matches!(explorer.polygon(), Err(ShapeError::NotConvex { .. })));
        explorer.probe = Point::new(-5.0, 0.3);
        assert_eq!(explorer.crossings().len() % 2, 0);
    }
}
