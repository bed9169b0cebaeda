//! The picture: bodies as filled shapes, the sling, the score.

use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::prelude::{
    Color, clear_background, draw_circle, draw_circle_lines, draw_line, draw_text, measure_text,
    screen_height, screen_width, vec2, vec3,
};
use physics::prelude::{BodyRef, Point, Pose, Shape};
use tower_game::{BALL_RADIUS, Game, LEVELS, Material, Phase, SLING, launch_velocity, path, pulled_ball};

/// What the picture shows, m: from the lower left corner, so wide.
const CORNER: [f32; 2] = [-4.0, -1.0];
const WIDTH: f32 = 32.0;

const SKY: Color = Color::new(0.85, 0.92, 0.97, 1.0);
const INK: Color = Color::new(0.13, 0.16, 0.22, 1.0);

/// From the world to the screen and back.
#[derive(Clone, Copy)]
pub struct Camera {
    /// Pixels for a metre.
    scale: f32,
    height: f32,
}

impl Camera {
    /// Of the window as it is now.
    pub fn of_screen() -> Self {
        Self { scale: screen_width() / WIDTH, height: screen_height() }
    }

    fn to_screen(self, p: Point) -> [f32; 2] {
        [(p.x - CORNER[0]) * self.scale, self.height - (p.y - CORNER[1]) * self.scale]
    }

    /// A point of the screen in the world, m.
    pub fn to_world(self, (x, y): (f32, f32)) -> [f32; 2] {
        [x / self.scale + CORNER[0], (self.height - y) / self.scale + CORNER[1]]
    }
}

fn color(material: Material) -> Color {
    let [r, g, b] = match material {
        Material::Earth => [0.45, 0.58, 0.36],
        Material::Wood => [0.72, 0.53, 0.33],
        Material::Stone => [0.55, 0.57, 0.61],
        Material::Glass | Material::Shard => [0.55, 0.80, 0.88],
        Material::Gold => [0.93, 0.74, 0.20],
        Material::Ball => [0.80, 0.27, 0.23],
    };
    Color::new(r, g, b, 1.0)
}

/// All of it. `alpha` is the share of the next step that has passed.
pub fn frame(game: &Game, pointer: [f32; 2], alpha: f32) {
    clear_background(SKY);
    let camera = Camera::of_screen();
    for body in game.world().bodies() {
        let material = game.piece(body.id()).map_or(Material::Shard, |piece| piece.material);
        draw_body(camera, body, game.before().pose(body, alpha), color(material));
    }
    if game.phase() == Phase::Aim {
        sling(camera, game, pointer);
    }
    words(game);
}

fn draw_body(camera: Camera, body: BodyRef<'_>, pose: Pose, color: Color) {
    for collider in body.colliders() {
        match collider.shape() {
            Shape::Circle(circle) => {
                let center = pose * circle.center();
                let [x, y] = camera.to_screen(center);
                let radius = circle.radius() * camera.scale;
                draw_circle(x, y, radius, color);
                draw_circle_lines(x, y, radius, 1.5, INK);
                // So that one sees it roll.
                let [to_x, to_y] = camera.to_screen(pose * Point::new(circle.radius(), 0.0));
                draw_line(x, y, to_x, to_y, 1.5, INK);
            }
            Shape::Polygon(polygon) => {
                let corners: Vec<[f32; 2]> =
                    polygon.vertices().iter().map(|&corner| camera.to_screen(pose * corner)).collect();
                fill(&corners, color);
                for (i, &[x, y]) in corners.iter().enumerate() {
                    let [to_x, to_y] = corners[(i + 1) % corners.len()];
                    draw_line(x, y, to_x, to_y, 1.5, INK);
                }
            }
            _ => {}
        }
    }
}

/// A convex outline, as a fan of triangles.
fn fill(corners: &[[f32; 2]], color: Color) {
    let vertices =
        corners.iter().map(|&[x, y]| Vertex::new2(vec3(x, y, 0.0), vec2(0.0, 0.0), color)).collect();
    let last = corners.len() as u16 - 1;
    let indices = (1..last).flat_map(|i| [0, i, i + 1]).collect();
    draw_mesh(&Mesh { vertices, indices, texture: None });
}

/// The post, the band, the ball that lies in it, and the path that it would take.
fn sling(camera: Camera, game: &Game, pointer: [f32; 2]) {
    let [x, y] = camera.to_screen(Point::from(SLING));
    let [foot_x, foot_y] = camera.to_screen(Point::new(SLING[0], 0.0));
    draw_line(foot_x, foot_y, x, y, 5.0, INK);
    let mut ball = [x, y];
    if game.is_pulled() {
        let velocity = launch_velocity(Point::from(pointer));
        ball = camera.to_screen(pulled_ball(Point::from(pointer)));
        draw_line(x, y, ball[0], ball[1], 3.0, color(Material::Wood));
        for point in path(velocity, game.world().settings().gravity) {
            let [x, y] = camera.to_screen(point);
            draw_circle(x, y, 2.5, INK);
        }
    }
    draw_circle(ball[0], ball[1], BALL_RADIUS * camera.scale, color(Material::Ball));
}

fn words(game: &Game) {
    let line = format!(
        "level {} of {LEVELS}   balls {}   targets {}   score {}",
        game.level() + 1,
        game.balls(),
        game.targets(),
        game.score()
    );
    draw_text(&line, 16.0, 28.0, 26.0, INK);
    let (title, below) = match game.phase() {
        Phase::Title if game.score() > 0 => ("YOU WON", "press to play again"),
        Phase::Title => ("TOWER", "press to play: pull the sling, break the gold"),
        Phase::Won => ("LEVEL WON", "press to go on"),
        Phase::Lost => ("NO BALL LEFT", "press to try again"),
        Phase::Aim | Phase::Flying => return,
    };
    for (text, size, y) in [(title, 72.0, 0.32), (below, 28.0, 0.42)] {
        let width = measure_text(text, None, size as u16, 1.0).width;
        draw_text(text, 0.5 * (screen_width() - width), y * screen_height(), size, INK);
    }
}
