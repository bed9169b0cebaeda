//! Two polygons, dragged with the left button and turned with the right.

use super::colors;
use crate::draw::DebugDraw;
use crate::window::canvas::Painted;
use crate::window::view::View;
use eframe::egui::{self, PointerButton, Response, Slider};
use physics::geom::RoundedHull;
use physics::prelude::*;
use std::f32::consts::{PI, TAU};

/// Distance from the centre to the vertices, m.
const RADIUS: f32 = 1.1;
/// Angle for each pixel that the pointer moves, rad/px.
const TURN: f32 = PI / 300.0;
/// Greatest number of vertices; more cannot be told apart.
const MOST_CORNERS: usize = 8;

/// One of the two polygons.
#[derive(Clone, Debug)]
pub struct Placed {
    polygon: Polygon,
    /// Position of the centre, m.
    pub position: Point,
    /// Angle, rad.
    pub angle: f32,
}

impl Placed {
    fn new(corners: usize, position: [f32; 2], angle: f32) -> Self {
        Self { polygon: regular(corners), position: position.into(), angle }
    }

    /// Its pose.
    pub fn pose(&self) -> Pose {
        Pose::new(self.position, self.angle)
    }

    /// Its shape in its own frame.
    pub fn hull(&self) -> RoundedHull<'_> {
        self.polygon.hull()
    }

    /// Its shape as the engine takes it.
    pub fn shape(&self) -> Shape {
        Shape::Polygon(self.polygon.clone())
    }

    /// The ends of an edge, m.
    pub fn edge(&self, edge: usize) -> [Point; 2] {
        let hull = self.hull();
        [edge, hull.next(edge)].map(|vertex| self.pose() * hull.vertices[vertex])
    }
}

/// The two polygons, and which one the pointer holds.
#[derive(Clone, Debug)]
pub struct Pair {
    /// A and B.
    pub placed: [Placed; 2],
    held: Option<usize>,
}

impl Pair {
    /// A square and a pentagon that overlap a little.
    pub fn new() -> Self {
        let placed = [Placed::new(4, [0.0, -0.7], PI / 4.0), Placed::new(5, [0.3, 0.92], 0.62)];
        Self { placed, held: None }
    }

    /// Shows controls for numbers of vertices and angles.
    pub fn panel(&mut self, ui: &mut egui::Ui) {
        for (name, each) in ["A", "B"].into_iter().zip(&mut self.placed) {
            let mut corners = each.polygon.vertices().len();
            ui.add(Slider::new(&mut corners, 3..=MOST_CORNERS).text(format!("corners of {name}")));
            if corners != each.polygon.vertices().len() {
                each.polygon = regular(corners);
            }
            ui.add(Slider::new(&mut each.angle, -PI..=PI).text(format!("angle of {name}")).suffix(" rad"));
        }
        ui.weak("drag to move, drag with the right button to turn");
    }

    /// Moves or turns the polygon that the pointer holds. Returns whether it holds one.
    pub fn point(&mut self, response: &Response, view: &View) -> bool {
        if response.drag_started() {
            let pressed = response.ctx.input(|input| input.pointer.press_origin());
            self.held = pressed.and_then(|pos| self.at(view.to_world((pos - response.rect.min).into())));
        }
        if let Some(held) = self.held {
            let (each, delta) = (&mut self.placed[held], response.drag_delta());
            if response.dragged_by(PointerButton::Primary) {
                each.position += Vec2::new(delta.x, -delta.y) * view.pixel();
            } else if response.dragged() {
                each.angle = (each.angle - delta.x * TURN + PI).rem_euclid(TAU) - PI;
            }
        }
        if response.drag_stopped() {
            self.held = None;
        }
        self.held.is_some()
    }

    /// Index of the polygon at this point; B lies above A.
    fn at(&self, point: Point) -> Option<usize> {
        let holds = |each: &Placed| each.hull().contains(each.pose().inverse_transform(point));
        (0..2).rev().find(|index| holds(&self.placed[*index]))
    }

    /// Draws both with their names and the numbers of their edges.
    pub fn draw(&self, canvas: &mut Painted<'_>) {
        for (name, color, each) in [("A", colors::A, &self.placed[0]), ("B", colors::B, &self.placed[1])] {
            let vertices: Vec<Point> =
                each.hull().vertices.iter().map(|vertex| each.pose() * *vertex).collect();
            canvas.hull(&vertices, 0.0, colors::shape(color));
            canvas.word(each.position, name, color);
            for edge in 0..vertices.len() {
                let [from, to] = each.edge(edge);
                // The number is written inside, near the middle of the edge.
                let place = from + (to - from) * 0.5 + (each.position - (from + (to - from) * 0.5)) * 0.2;
                canvas.word(place, edge, color);
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
