//! Draws each task as an SVG file after some steps of its simple controller.
//!
//! `cargo run --release -p physics2d-tasks --example pictures -- FOLDER`

use std::error::Error;
use std::fmt::Write;
use tasks::geom::{Aabb, Point};
use tasks::{Options, WalkerGait, crane_driver, find, lander_pilot, pile_pusher};
use toolkit::draw::{DebugDraw, DrawOptions, Paint, draw_world};

/// The elements of an SVG file.
struct Picture {
    view: Aabb,
    text: String,
}

impl Picture {
    fn style(&self, paint: Paint) -> String {
        let fill = paint.fill.map_or("none".to_owned(), |color| color.to_string());
        let (stroke, width) = paint.stroke.map_or(("none".to_owned(), 0.0), |(c, w)| (c.to_string(), w));
        format!("fill='{fill}' stroke='{stroke}' stroke-width='{}'", width * self.pixel())
    }
}

impl DebugDraw for Picture {
    fn view(&self) -> Aabb {
        self.view
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        let style = self.style(paint);
        let [a, b] = [[a.x, -a.y], [b.x, -b.y]];
        let _ =
            writeln!(self.text, "<line x1='{}' y1='{}' x2='{}' y2='{}' {style}/>", a[0], a[1], b[0], b[1]);
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let style = self.style(paint);
        let outline = toolkit::draw::hull_outline(vertices, radius, self.pixel());
        let points: String = outline.iter().map(|point| format!("{},{} ", point.x, -point.y)).collect();
        let _ = writeln!(self.text, "<polygon points='{points}' {style}/>");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    let mut gait = WalkerGait::default();
    draw(&folder, "lunar_lander", 90, [0.0, 0.0, 20.0, 13.4], lander_pilot)?;
    draw(&folder, "bipedal_walker", 350, [0.0, 1.0, 20.0, 8.0], |o, a| gait.act(o, a))?;
    draw(&folder, "bipedal_walker_hardcore", 1, [0.0, -3.0, 60.0, 12.0], |_, a| a.fill(0.0))?;
    draw(&folder, "crane", 250, [-11.0, -1.0, 11.0, 10.0], crane_driver)?;
    draw(&folder, "pile", 120, [-2.1, -1.6, 2.1, 1.6], pile_pusher)?;
    draw(&folder, "push_t", 12, [0.0, 0.0, 5.12, 5.12], |o, a| a.copy_from_slice(&o[2..4]))
}

/// One world of a task after so many steps.
fn draw(
    folder: &str,
    name: &str,
    steps: usize,
    [left, lower, right, upper]: [f32; 4],
    mut pilot: impl FnMut(&[f32], &mut [f32]),
) -> Result<(), Box<dyn Error>> {
    let mut environment = find(name).ok_or("no such task")?.make(Options::default())?;
    let mut action = vec![0.0; environment.spec().actions.len()];
    for _ in 0..steps {
        pilot(environment.observations(), &mut action);
        environment.step(&action)?;
    }
    let view = Aabb::new([left, lower], [right, upper]);
    let mut picture = Picture { view, text: String::new() };
    draw_world(environment.world(0)?, &DrawOptions::default(), &mut picture);
    let (width, height) = (right - left, upper - lower);
    let text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='900' viewBox='{left} {} {width} {height}'>\n\
         <rect x='{left}' y='{}' width='{width}' height='{height}' fill='white'/>\n{}</svg>\n",
        -upper, -upper, picture.text
    );
    std::fs::write(format!("{folder}/{name}.svg"), text)?;
    Ok(())
}
