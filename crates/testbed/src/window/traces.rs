//! What is seen of the last second: a ring where bodies have hit each other, and the ways of bodies.
//!
//! ```text
//!   flash   .  o  (   )      wider and thinner for a quarter of a second
//!   trail   - -=-==-===o     from thin to as wide as a line, a second long
//! ```
//!
//! Noted after each step, since the events of a step are gone with the next one; and only what is drawn.

use crate::draw::{DebugDraw, Paint, palette};
use physics::prelude::*;
use std::collections::VecDeque;

/// Steps for which a flash is seen.
const FLASH: u64 = 15;
/// Radius of a flash at its end, and width of its line at its beginning, px.
const RADIUS: f32 = 16.0;
const LINE: f32 = 2.5;
/// A trail has so many places, one each few steps.
const PLACES: usize = 20;
const EVERY: u64 = 3;
/// So many bodies leave trails at most: more hide each other.
const BODIES: usize = 300;

/// What was noted, and what is to be.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    /// Whether hits are noted.
    pub flashes: bool,
    /// Whether ways are noted.
    pub trails: bool,
    /// Places of hits, m, and the step of each.
    hits: VecDeque<(Point, u64)>,
    /// The last places of each body, m, the newest first.
    ways: Vec<(BodyId, VecDeque<Point>)>,
}

impl Traces {
    /// Notes what the last step has done; `step` is its number.
    pub fn note<B: Broadphase>(&mut self, world: &World<B>, step: u64) {
        if self.flashes {
            self.hits.extend(world.events().hits().iter().map(|hit| (hit.point, step)));
        }
        self.hits.retain(|(_, then)| step < then + FLASH);
        if !self.trails {
            self.ways.clear();
        } else if step.is_multiple_of(EVERY) {
            self.ways.retain(|(body, _)| world.body(*body).is_ok());
            for body in world.dynamic_bodies().filter(|body| body.is_awake()) {
                let known = self.ways.iter().position(|(known, _)| *known == body.id());
                let place = known.unwrap_or(self.ways.len());
                if place == BODIES {
                    continue;
                }
                if known.is_none() {
                    self.ways.push((body.id(), VecDeque::new()));
                }
                let places = &mut self.ways[place].1;
                places.push_front(body.center());
                places.truncate(PLACES);
            }
        }
    }

    /// Forgets what was noted.
    pub fn clear(&mut self) {
        (self.hits, self.ways) = (VecDeque::new(), Vec::new());
    }

    /// Draws the ways; call it before the bodies are drawn.
    pub fn draw_trails<B: Broadphase>(&self, world: &World<B>, canvas: &mut impl DebugDraw) {
        for (body, places) in &self.ways {
            let Ok(body) = world.body(*body) else { continue };
            let color = palette::of_kind(body);
            for (i, (to, from)) in places.iter().zip(places.iter().skip(1)).enumerate() {
                let share = 1.0 - i as f32 / PLACES as f32;
                canvas.segment(*from, *to, Paint::stroke(color, 0.5 + share * LINE));
            }
        }
    }

    /// Draws the flashes as they are after this step.
    pub fn draw_flashes(&self, step: u64, canvas: &mut impl DebugDraw) {
        for (place, then) in &self.hits {
            let share = step.saturating_sub(*then) as f32 / FLASH as f32;
            if share < 1.0 {
                let radius = (0.2 + 0.8 * share) * RADIUS * canvas.pixel();
                canvas.circle(*place, radius, Paint::stroke(palette::SENSOR_ENTERED, LINE * (1.0 - share)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball that falls 1.5 m hits the ground once: there is a flash at that place for a quarter of a
    /// second, and a trail down to it; without the options neither is noted.
    #[test]
    fn a_fall_leaves_a_flash_and_a_trail() {
        let run = |wanted: bool| {
            let mut level = Level::default();
            level.body_with(BodyDef::fixed(), ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap()));
            let ball = ColliderDef::new(Shape::circle(0.5).unwrap());
            level.body_with(BodyDef::dynamic().position([3.0, 2.0]), ball);
            let (mut world, _) = World::load(&level).unwrap();
            let mut traces = Traces { flashes: wanted, trails: wanted, ..Traces::default() };
            let (mut seen, mut longest) = (0, 0);
            for step in 1..=90 {
                world.step(1.0 / 60.0);
                traces.note(&world, step);
                seen += traces.hits.len() as u64;
                longest = longest.max(traces.ways.first().map_or(0, |(_, places)| places.len()));
                for (place, _) in &traces.hits {
                    assert!((place - Point::new(3.0, 0.0)).norm() < 0.05, "{place}");
                }
            }
            (seen, longest)
        };
        let (seen, longest) = run(true);
        assert!(seen == FLASH && longest >= 10, "{seen} {longest}");
        assert_eq!(run(false), (0, 0));
    }
}
