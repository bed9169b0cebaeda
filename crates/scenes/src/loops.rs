//! A ball runs through a vertical loop.

use crate::parts::{default, in_range, made, shape};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use physics::prelude::*;

/// A ball without friction runs down a ramp, through a vertical loop of straight sides and out at the other
/// end. It loses at every bend the part of its velocity that points into the next side, and no more.
///
/// ```text
///   o                .--<--.
///    \              /       \
///     \            |         |        The halves of the loop are switches: the left one is closed when
///      \            \       /         the ball has passed under it, and the right one is opened when the
///       `-._________ `-._.-'______    ball has passed the top.
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerticalLoop {
    /// The number of sides of the loop, 8 to 400, an even number.
    pub sides: u32,
    /// The radius of the circle on which its corners lie, m.
    pub radius: f32,
    /// The radius of the ball, m.
    pub ball: f32,
    /// Height of the start over the foot, m.
    pub start: f32,
}

default!(VerticalLoop { sides: 96, radius: 2.0, ball: 0.2, start: 9.0 });

/// The steps before which the left half of the loop is closed and the right one opened. The ball is at the
/// top in step 155.
const CLOSE_LEFT: u32 = 140;
const OPEN_RIGHT: u32 = 170;

/// m. Length of the level track before the loop, and behind it.
const TRACKS: [f32; 2] = [2.5, 9.0];

/// rad. The slope of the ramp, and its bends at the foot.
const SLOPE: f32 = 0.9;
const BENDS: u32 = 12;

/// m. The radius of the bow at the foot of the ramp.
const BOW: f32 = 4.0;

impl VerticalLoop {
    /// The indices of the right and the left half.
    pub const HALVES: [u32; 2] = [1, 2];

    /// The index of the ball. The ramp is body 0, the track behind the loop body 3.
    pub const BALL: u32 = 4;

    /// The points of the track in the order in which the ball passes them, m, and the index of the lowest
    /// point of the loop, where it begins and ends.
    #[must_use]
    pub fn track(&self) -> (Vec<Point>, usize) {
        let sides = in_range(8..=400, "sides", self.sides);
        let [before, behind] = TRACKS;
        // The bow ends in the level track; its bends lie on a circle around (-before, BOW).
        let on_bow = |angle: f32| {
            let turn = Rot::from_angle(-angle);
            Point::new(-before, BOW) + turn * Vec2::new(0.0, -BOW)
        };
        let steepest = on_bow(SLOPE);
        let slope = Rot::from_angle(-SLOPE);
        // The centre of the ball begins at `start`; the ramp reaches a metre farther.
        let length = (self.start - steepest.y) / -slope.sin + 1.0;
        let mut points = vec![steepest - slope * Vec2::new(length, 0.0)];
        points.extend((0..=BENDS).rev().map(|i| on_bow(SLOPE * i as f32 / BENDS as f32)));
        let foot = points.len();
        points.extend((0..=sides).map(|i| {
            let turn = Rot::from_angle(std::f32::consts::TAU * i as f32 / sides as f32);
            Point::new(0.0, self.radius) + turn * Vec2::new(0.0, -self.radius)
        }));
        // The loop is closed exactly.
        let lowest = points[foot];
        points[foot + sides as usize] = lowest;
        points.push(Point::new(behind, lowest.y));
        (points, foot)
    }

    /// Where the centre of the ball begins, m.
    #[must_use]
    pub fn beginning(&self) -> Point {
        let (points, _) = self.track();
        let along = (points[1] - points[0]).normalize();
        points[0] + along * 0.5 + Vec2::new(-along.y, along.x) * self.ball
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().sleeping(false).rolling_resistance(0.0));
        let (mut points, foot) = self.track();
        // The outer side of a chain is on its right, so the track is a chain from its end to its start.
        points.reverse();
        let count = points.len();
        let segments = made(chain(points, false, Sides::One));
        let material = Material { friction: 0.0, static_friction: 0.0, ..Material::default() };
        let half = self.sides as usize / 2;
        // The first segments of the chain are the last that the ball passes.
        let end_of_left = count - 1 - (foot + 2 * half);
        let ranges = [
            end_of_left + 2 * half..count - 1,
            end_of_left + half..end_of_left + 2 * half,
            end_of_left..end_of_left + half,
            0..end_of_left,
        ];
        for (part, range) in ranges.into_iter().enumerate() {
            let body = level.body(BodyDef::fixed().enabled(part as u32 != Self::HALVES[1]));
            level.chain(body, &segments[range], material, Filter::default());
        }
        let ball = ColliderDef::new(shape(Shape::circle(self.ball))).friction(0.0);
        level.body_with(BodyDef::dynamic().position(self.beginning()), ball);
        level
    }

    /// The switches.
    #[must_use]
    pub fn commands(step: u32) -> Vec<Command> {
        let [right, left] = Self::HALVES;
        match step {
            CLOSE_LEFT => vec![Command::SetEnabled { body: left, enabled: true }],
            OPEN_RIGHT => vec![Command::SetEnabled { body: right, enabled: false }],
            _ => Vec::new(),
        }
    }
}

pub(crate) const LOOP: Scene = scene(file!(), "loop", 220, view(-12.0, -1.0, 10.0, 11.0))
    .about("A ball without friction runs through a vertical loop of 96 sides, with the energy of the exact motion.")
    .level(|| VerticalLoop::default().level())
    .script(VerticalLoop::commands);
