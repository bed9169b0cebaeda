//! What is measured while a scene runs: numbers of the last second, and values over time for graphs.
//!
//! A value is noted once a frame in which the world has done a step, so that graphs stand still while the
//! scene is paused.

use super::session::{DT, StageMs};
use physics::prelude::*;
use std::collections::VecDeque;

/// How many values a graph shows: ten seconds at 60 frames a second.
pub const LENGTH: usize = 600;
/// Over how long rates are counted, s.
const SPAN: f64 = 1.0;
/// Weight of the newest value in the moving average of the time of drawing.
const NEWEST: f64 = 0.1;

#[derive(Clone, Debug, Default)]
pub struct Series(VecDeque<f32>);

impl Series {
    /// Adds a value, and forgets the oldest if there are more than [`LENGTH`]. NaN and infinity are left out.
    pub fn push(&mut self, value: f64) {
        let value = value as f32;
        if value.is_finite() {
            if self.0.len() == LENGTH {
                self.0.pop_front();
            }
            self.0.push_back(value);
        }
    }

    /// The values, the oldest first.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        self.0.iter().copied()
    }

    pub fn last(&self) -> Option<f32> {
        self.0.back().copied()
    }
}

/// Counts what happens in a second.
#[derive(Clone, Debug, Default)]
pub struct Rate(VecDeque<(f64, u64)>);

impl Rate {
    /// Tells that `count` were counted in all until `time`, s. Time or count that goes back begins anew.
    pub fn note(&mut self, time: f64, count: u64) {
        if self.0.back().is_some_and(|(last, most)| time < *last || count < *most) {
            self.0.clear();
        }
        self.0.push_back((time, count));
        while self.0.len() > 2 && self.0.get(1).is_some_and(|(second, _)| time - second >= SPAN) {
            self.0.pop_front();
        }
    }

    /// How many in a second, 1/s; 0 before anything is known.
    pub fn per_second(&self) -> f64 {
        match (self.0.front(), self.0.back()) {
            (Some((begin, first)), Some((end, last))) if end > begin => (last - first) as f64 / (end - begin),
            _ => 0.0,
        }
    }
}

/// One curve of a graph: its name, its values, and its unit.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is.
    pub name: &'static str,
    /// Its values.
    pub series: Series,
}

/// Several curves on one scale.
#[derive(Clone, Debug)]
pub struct Graph {
    /// What it shows.
    pub name: &'static str,
    /// The unit of all curves.
    pub unit: &'static str,
    /// The curves.
    pub curves: Vec<Curve>,
}

impl Graph {
    fn new(name: &'static str, unit: &'static str, curves: &[&'static str]) -> Self {
        let curve = |name: &&'static str| Curve { name, series: Series::default() };
        Self { name, unit, curves: curves.iter().map(curve).collect() }
    }

    fn push(&mut self, values: impl IntoIterator<Item = f64>) {
        self.curves.iter_mut().zip(values).for_each(|(curve, value)| curve.series.push(value));
    }

    /// The least and the greatest value, with some space; never empty. Zero is in it, so that heights can be
    /// compared.
    pub fn range(&self) -> [f32; 2] {
        let values = self.curves.iter().flat_map(|curve| curve.series.values());
        let [least, most] =
            values.fold([0.0_f32; 2], |[least, most], value| [least.min(value), most.max(value)]);
        let space = (0.05 * (most - least)).max(1e-6);
        [if least < 0.0 { least - space } else { 0.0 }, most + space]
    }
}

#[derive(Clone, Debug)]
pub struct Meters {
    frames: Rate,
    steps: Rate,
    counted: u64,
    /// The number of steps when values were noted last.
    noted: u64,
    /// Moving average of the time that drawing the picture takes, ms.
    draw_ms: f64,
    /// The graphs: time, energy, momentum, contacts, bodies.
    pub graphs: [Graph; 5],
}

impl Default for Meters {
    fn default() -> Self {
        Self {
            frames: Rate::default(),
            steps: Rate::default(),
            counted: 0,
            noted: 0,
            draw_ms: 0.0,
            graphs: [
                Graph::new("time", "ms", &["pairs", "narrow phase", "solve", "finalize", "sleep", "drawing"]),
                Graph::new("energy", "J", &["kinetic", "potential"]),
                Graph::new("momentum", "kg m/s", &["x", "y"]),
                Graph::new("contacts", "", &["touching", "near"]),
                Graph::new("bodies", "", &["awake"]),
            ],
        }
    }
}

impl Meters {
    /// Notes a frame: `time` in s, the steps that the world has done since the scene began, and how long the
    /// picture took to draw, ms.
    pub fn note_frame(&mut self, time: f64, steps: u64, draw_ms: f64) {
        self.counted += 1;
        self.frames.note(time, self.counted);
        self.steps.note(time, steps);
        let share = if self.draw_ms == 0.0 { 1.0 } else { NEWEST };
        self.draw_ms += share * (draw_ms - self.draw_ms);
    }

    /// Notes the values of a world, if it has done a step since the last time; begins anew if it has begun
    /// anew.
    pub fn note_world<B: Broadphase>(&mut self, world: &World<B>, steps: u64, stages: &StageMs) {
        if steps < self.noted {
            self.clear();
        }
        if steps == self.noted {
            return;
        }
        self.noted = steps;
        let [kinetic, potential, x, y] = sums(world);
        let stats = world.stats();
        let near = stats.contacts - stats.touching;
        let draw_ms = self.draw_ms;
        let [time, energy, momentum, contacts, bodies] = &mut self.graphs;
        time.push(stages.iter().map(|(_, ms)| *ms).chain([draw_ms]));
        energy.push([kinetic, potential]);
        momentum.push([x, y]);
        contacts.push([stats.touching as f64, near as f64]);
        bodies.push([stats.awake as f64]);
    }

    /// Forgets the graphs: another scene, or the same from its beginning.
    pub fn clear(&mut self) {
        let (frames, counted, draw_ms) = (std::mem::take(&mut self.frames), self.counted, self.draw_ms);
        *self = Self { frames, counted, draw_ms, ..Self::default() };
    }

    pub fn frames_per_second(&self) -> f64 {
        self.frames.per_second()
    }

    pub fn steps_per_second(&self) -> f64 {
        self.steps.per_second()
    }

    /// How fast time passes in the world: 1 in real time.
    pub fn real_time_factor(&self) -> f64 {
        self.steps_per_second() * f64::from(DT)
    }

    /// Moving average of the time that drawing the picture takes, ms.
    pub fn draw_ms(&self) -> f64 {
        self.draw_ms
    }
}

/// Kinetic energy, potential energy in the world's gravity with its zero at the origin, J, and the
/// components of the momentum, kg m/s, of all dynamic bodies.
fn sums<B: Broadphase>(world: &World<B>) -> [f64; 4] {
    let gravity = world.settings().gravity;
    let mut sums = [0.0; 4];
    for body in world.dynamic_bodies() {
        let (mass, velocity) = (body.mass_properties().mass, body.velocity());
        let lift = -gravity.dot(&body.center().coords) * body.gravity_scale();
        let values = [body.kinetic_energy(), mass * lift, mass * velocity.x, mass * velocity.y];
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += f64::from(value));
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A series keeps the newest values in their order, and no NaN.
    #[test]
    fn series_keeps_the_newest_values() {
        let mut series = Series::default();
        for value in 0..2 * LENGTH {
            series.push(value as f64);
            series.push(f64::NAN);
        }
        assert_eq!(series.values().len(), LENGTH);
        assert!(series.values().eq((LENGTH..2 * LENGTH).map(|value| value as f32)));
        assert_eq!(series.last(), Some((2 * LENGTH - 1) as f32));
    }

    /// Steady rates are found exactly, a change within the span, and a count that begins anew gives no
    /// nonsense.
    #[test]
    fn rate_counts_the_last_second() {
        let mut rate = Rate::default();
        assert_eq!(rate.per_second(), 0.0);
        for frame in 0..300_u32 {
            rate.note(f64::from(frame) / 50.0, u64::from(frame) * 3);
        }
        assert!((rate.per_second() - 150.0).abs() < 1e-6, "{}", rate.per_second());
        for frame in 0..120_u32 {
            rate.note(6.0 + f64::from(frame) / 50.0, 900);
        }
        assert_eq!(rate.per_second(), 0.0, "nothing more in the last second");
        rate.note(8.5, 0);
        rate.note(8.6, 5);
        assert!((rate.per_second() - 50.0).abs() < 1e-6);
    }

    /// A range holds zero and every value, and is not empty without values.
    #[test]
    fn range_of_a_graph_holds_every_value_and_zero() {
        let mut graph = Graph::new("energy", "J", &["a", "b"]);
        assert!(graph.range()[1] > graph.range()[0]);
        for value in [3.0, -2.0, 8.0] {
            graph.push([value, 0.5 * value]);
        }
        let [least, most] = graph.range();
        assert!(least < -2.0 && most > 8.0 && least > -3.0 && most < 9.0, "{least} {most}");
    }

    /// A body that falls without drag loses as much potential as it gains kinetic energy, and gains the
    /// momentum m g t; a paused world adds nothing, and one that begins anew forgets the rest.
    #[test]
    fn falling_body_keeps_its_energy() {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]));
        let ball = ColliderDef::new(Shape::circle(0.5).unwrap()).density(1.0);
        level.body_with(BodyDef::dynamic().position([0.0, 50.0]), ball);
        let (mut world, _) = World::load(&level).unwrap();
        let mut meters = Meters::default();
        for step in 1..=60 {
            world.step(DT);
            meters.note_world(&world, step, &Default::default());
            meters.note_world(&world, step, &Default::default());
        }
        let [_, energy, momentum, ..] = &meters.graphs;
        let values: Vec<Vec<f32>> =
            energy.curves.iter().map(|curve| curve.series.values().collect()).collect();
        assert_eq!(values[0].len(), 60);
        let sum = |i: usize| values[0][i] + values[1][i];
        // Symplectic Euler with sub-steps of 1/240 s is off by m g (g h / 2) t = 0.2% of what it has fallen.
        assert!((sum(59) - sum(0)).abs() < 0.01 * values[0][59], "{} {}", sum(0), sum(59));
        let mass = world.dynamic_bodies().next().unwrap().mass_properties().mass;
        let gained = momentum.curves[1].series.last().unwrap();
        assert!((gained + 10.0 * mass).abs() < 0.01 * mass, "{gained}");
        meters.note_world(&world, 1, &Default::default());
        assert_eq!(meters.graphs[1].curves[0].series.values().len(), 1);
    }
}
