//! 256 worlds of a batch as tiles: poles on carts, pushed at random.

use super::colors::{HELP, INK, YES};
use super::{AREA, Control, Explore, Explorer, pen};
use crate::draw::{Color, DebugDraw, DrawOptions, Paint, draw_world};
use physics::batch::{Action, Batch, BatchDef, BatchError, Flag, Observation, Parameter, Random, Varied};
use physics::geom::ShapeError;
use physics::prelude::*;
use std::cell::RefCell;

/// Its entry in the list. It comes from no text.
pub const EXPLORER: Explorer = Explorer {
    name: "batch",
    about: "256 worlds stepped side by side: poles of different lengths on carts that are pushed at random.",
    sections: &[],
    source: "crates/batch/src/batch.rs",
    new: || Box::new(BatchExplorer::new()),
};

/// Tiles along each side of the picture.
const SIDE: usize = 16;
const WORLDS: usize = SIDE * SIDE;
/// Width of a world in its tile, m. It is as wide for its height as the picture.
const WIDTH: f32 = 5.0;
/// Steps a second.
const RATE: f32 = 60.0;
/// Steps between two draws of the pushes.
const PUSH: usize = 10;
/// The step in which actions that are not finite are given.
const SPOILED: usize = 20;

/// What the user sets.
#[derive(Clone, Copy, PartialEq)]
struct Settings {
    seconds: f32,
    /// The longest pole is so many times the shortest.
    spread: f32,
    /// How many worlds get an action that is not finite.
    spoiled: usize,
}

pub struct BatchExplorer {
    settings: Settings,
    /// The worlds as they are after so many steps, with these settings.
    known: RefCell<Option<(Settings, usize, Batch)>>,
}

impl BatchExplorer {
    pub fn new() -> Self {
        let settings = Settings { seconds: 0.8, spread: 2.0, spoiled: 3 };
        Self { settings, known: RefCell::new(None) }
    }

    /// Calls `show` with the worlds at the moment that is set.
    fn with_batch<R>(&self, show: impl FnOnce(&Batch) -> R) -> Result<R, String> {
        let steps = (self.settings.seconds * RATE) as usize;
        let is_same = |other: &Settings| Settings { seconds: other.seconds, ..self.settings } == *other;
        let mut known = self.known.borrow_mut();
        let (mut at, mut batch) = match known.take() {
            Some((settings, at, batch)) if is_same(&settings) && at <= steps => (at, batch),
            _ => (0, build(self.settings.spread).map_err(|error| error.to_string())?),
        };
        while at < steps {
            let mut actions = pushes(at);
            if at == SPOILED {
                spoiled(self.settings.spoiled).for_each(|world| actions[2 * world] = f32::INFINITY);
            }
            batch.step(&actions).map_err(|error| error.to_string())?;
            at += 1;
        }
        let shown = show(&batch);
        *known = Some((self.settings, at, batch));
        Ok(shown)
    }
}

/// A pole on a cart on a rail, upright.
fn level() -> Result<Level, ShapeError> {
    let mut level = Level::default();
    let nothing = Filter { mask: 0, ..Filter::default() };
    let rail = ColliderDef::new(Shape::segment([-1.5, 0.0], [1.5, 0.0])?).filter(nothing);
    let rail = level.body_with(BodyDef::fixed(), rail);
    let cart = ColliderDef::new(Shape::rectangle(0.25, 0.12)?).filter(nothing);
    let cart = level.body_with(BodyDef::dynamic(), cart);
    // From the hinge on, so that it grows away from the hinge.
    let outline = [[-0.06, 0.0], [0.06, 0.0], [0.06, 0.8], [-0.06, 0.8]];
    let pole = ColliderDef::new(Shape::polygon(outline)?).filter(nothing);
    let pole = level.body_with(BodyDef::dynamic(), pole);
    level.joint(JointDef::new(rail, cart, PrismaticJoint::new([1.0, 0.0]).limits(-1.2, 1.2)));
    level.joint(JointDef::new(cart, pole, RevoluteJoint::new()));
    Ok(level)
}

fn build(spread: f32) -> Result<Batch, BatchError> {
    let level = level().map_err(DefError::from)?;
    let length =
        Parameter::new(Varied::Size { collider: 2 }, 2.0 / (1.0 + spread), 2.0 * spread / (1.0 + spread));
    BatchDef::new(&level)
        .worlds(WORLDS)
        .threads(2)
        .seed(1)
        .actions(vec![Action::force(1).scaled(3.0)])
        .observations(vec![Observation::JointAngle { joint: 1 }])
        .parameters(vec![length])
        .build()
}

/// A push on each cart, the same for some steps.
fn pushes(step: usize) -> Vec<f32> {
    let push = |world| Random::new(1, world as u64, (step / PUSH) as u64).between(-1.0, 1.0);
    (0..WORLDS).flat_map(|world| [push(world), 0.0]).collect()
}

/// The worlds that get an action that is not finite.
fn spoiled(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(|i| (i * 67 + 20) % WORLDS)
}

/// Whether a pole hangs down, at this angle, rad.
fn has_fallen(angle: f32) -> bool {
    angle.abs() > std::f32::consts::FRAC_PI_2
}

impl Explore for BatchExplorer {
    fn controls(&mut self) -> Vec<Control<'_>> {
        let Settings { seconds, spread, spoiled } = &mut self.settings;
        vec![
            Control::Number { name: "time", value: seconds, range: 0.0..=2.0, unit: " s" },
            Control::Number { name: "longest to shortest pole", value: spread, range: 1.0..=4.0, unit: "" },
            Control::Count { name: "worlds pushed endlessly", value: spoiled, range: 0..=8 },
        ]
    }

    fn handles(&self) -> Vec<Point> {
        Vec::new()
    }

    fn drag(&mut self, _: usize, _: Point) {}

    fn hint(&self) -> &'static str {
        "red: stopped by an action that is not finite; the others go on"
    }

    fn report(&self) -> Vec<String> {
        let report = self.with_batch(|batch| {
            let running = batch.flags().iter().filter(|&&flag| flag == Flag::Running).count();
            let fallen = batch.observations().iter().filter(|&&angle| has_fallen(angle)).count();
            let stopped = (0..batch.len()).find_map(|world| {
                let fault = batch.fault(world).ok()??;
                Some(format!("world {world} has stopped: {fault}"))
            });
            let first = format!("{running} of {WORLDS} worlds go on; {fallen} poles hang down");
            [Some(first), stopped].into_iter().flatten().collect()
        });
        report.unwrap_or_else(|error| vec![error])
    }

    fn draw(&self, canvas: &mut dyn DebugDraw) {
        let drawn = self.with_batch(|batch| {
            for world in 0..batch.len() {
                draw_tile(batch, world, canvas);
            }
        });
        if let Err(error) = drawn {
            pen::word(canvas, AREA.center(), error, INK);
        }
    }
}

/// Draws a world in its tile. The first is at the top left.
fn draw_tile(batch: &Batch, index: usize, canvas: &mut dyn DebugDraw) {
    let size = AREA.extents() / SIDE as f32;
    let (column, row) = ((index % SIDE) as f32, (index / SIDE) as f32);
    let corner = Point::new(AREA.lower.x + column * size.x, AREA.upper.y - (row + 1.0) * size.y);
    let is_running = batch.flags()[index] == Flag::Running;
    let frame = [[0.02, 0.02], [0.98, 0.02], [0.98, 0.98], [0.02, 0.98]];
    let frame = frame.map(|[x, y]| corner + Vec2::new(x * size.x, y * size.y));
    let (fill, stroke) = if is_running { (Color([0xff; 3]), HELP) } else { (Color([0xff, 0xe4, 0xe8]), YES) };
    canvas.hull(&frame, 0.0, Paint::fill(fill).outlined(stroke, 1.0));
    let Ok(world) = batch.world(index) else { return };
    let mut tile = Tile { middle: corner + size * 0.5, scale: size.x / WIDTH, canvas };
    draw_world(world, &DrawOptions { joints: false, ..DrawOptions::default() }, &mut tile);
}

/// A part of a picture that shows the surroundings of the origin of a world.
struct Tile<'a> {
    canvas: &'a mut dyn DebugDraw,
    middle: Point,
    /// m of the picture for each m of the world.
    scale: f32,
}

impl Tile<'_> {
    fn place(&self, point: Point) -> Point {
        self.middle + point.coords * self.scale
    }
}

impl DebugDraw for Tile<'_> {
    fn view(&self) -> Aabb {
        let half = Vec2::new(0.5 * WIDTH, 0.5 * WIDTH * AREA.extents().y / AREA.extents().x);
        Aabb { lower: Point::origin() - half, upper: Point::origin() + half }
    }

    fn pixel(&self) -> f32 {
        self.canvas.pixel() / self.scale
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        let (a, b) = (self.place(a), self.place(b));
        self.canvas.segment(a, b, paint);
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let placed: Vec<Point> = vertices.iter().map(|&vertex| self.place(vertex)).collect();
        self.canvas.hull(&placed, radius * self.scale, paint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Poles fall, worlds with an infinite push stop and no others, and going back in time shows what was
    /// shown before.
    #[test]
    fn poles_fall_and_only_spoiled_worlds_stop() {
        let mut one = BatchExplorer::new();
        let at = |one: &mut BatchExplorer, seconds: f32| {
            one.settings.seconds = seconds;
            one.report()
        };
        assert_eq!(at(&mut one, 0.0), ["256 of 256 worlds go on; 0 poles hang down"]);
        let early = at(&mut one, 0.5);
        assert!(
            early[0].starts_with("253 of 256") && early[1].starts_with("world 20 has stopped"),
            "{early:?}"
        );
        let hanging = |one: &BatchExplorer| {
            one.with_batch(|batch| batch.observations().iter().filter(|&&angle| has_fallen(angle)).count())
        };
        let late = at(&mut one, 2.0);
        assert!(hanging(&one).unwrap() > 100, "{late:?}");
        assert_eq!(at(&mut one, 0.5), early);
    }
}
