//! A race of wheels that roll without resistance.

use crate::marks::Query;
use crate::parts::{made, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::script::Command;
use physics::prelude::*;

/// Wheels of all sizes, each on a lane of its own, roll without resistance: each keeps its speed, however
/// small and fast it is. An outline and a line show where each is promised to be at the end.
///
/// ```text
///   ______o____________________________|___      way = v t
///   _____( )_______|_______________________
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelRace {
    /// Radius (m) and speed (m/s) of each wheel, from the highest lane down.
    pub wheels: [(f32, f32); 8],
    /// Duration of the race, s.
    pub time: f32,
}

impl Default for WheelRace {
    fn default() -> Self {
        let radii = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.2, 2.0];
        let speeds = [6.0, 1.0, 15.0, 24.0, 10.0, 3.0, 20.0, 12.0];
        Self { wheels: std::array::from_fn(|i| (radii[i], speeds[i])), time: 2.0 }
    }
}

/// m. Half of the thickness of a lane, and the free height over a wheel.
const HALF_LANE: f32 = 0.1;
const HEADROOM: f32 = 0.6;

impl WheelRace {
    /// The upper side of the lane of each wheel, m. The lowest is at zero.
    fn floors(&self) -> [f32; 8] {
        let mut floors = [0.0; 8];
        for i in (0..7).rev() {
            let below = self.wheels[i + 1].0;
            floors[i] = floors[i + 1] + 2.0 * below + HEADROOM + 2.0 * HALF_LANE;
        }
        floors
    }

    /// Where the centre of each wheel is promised to be after so many seconds, m.
    #[must_use]
    pub fn promised(&self, time: f32) -> [Point; 8] {
        let floors = self.floors();
        std::array::from_fn(|i| {
            let (radius, speed) = self.wheels[i];
            Point::new(speed * time, floors[i] + radius)
        })
    }

    /// The level. The lanes are bodies 0 to 7, from the highest down, the wheels bodies 8 to 15.
    ///
    /// # Panics
    /// If a radius is not positive and finite.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().rolling_resistance(0.0));
        let most = self.wheels.iter().fold(0.0, |most: f32, (_, speed)| most.max(*speed));
        let half_length = 0.5 * most * self.time + 3.0;
        for floor in self.floors() {
            wall(&mut level, [half_length - 3.0, floor - HALF_LANE], half_length, HALF_LANE);
        }
        for ((radius, speed), start) in self.wheels.into_iter().zip(self.promised(0.0)) {
            let def = BodyDef::dynamic().position(start).velocity([speed, 0.0]);
            let wheel = ColliderDef::new(shape(Shape::circle(radius)));
            level.body_with(def.angular_velocity(-speed / radius), wheel);
        }
        level
    }

    /// The marks of the end, in every step alike.
    fn commands(&self) -> Vec<Command> {
        let ends = self.promised(self.time).into_iter().zip(self.wheels);
        ends.flat_map(|(center, (radius, _))| {
            // A little smaller than the wheel, so that it does not overlap the lane.
            let outline = made(Shape::circle(0.99 * radius));
            let top = center + Vec2::new(0.0, radius + 0.8 * HEADROOM);
            let line = Ray::new(top, Vec2::new(0.0, -2.0 * radius - HEADROOM));
            [
                Command::Ask(Query::Ray(line)),
                Command::Ask(Query::Overlap { shape: outline, pose: Pose::at(center) }),
            ]
        })
        .collect()
    }
}

pub(crate) const ROLLING: Scene = scene(file!(), "rolling", 120, view(-4.0, -1.0, 52.0, 17.0))
    .about("Eight wheels, of 2 cm to 2 m, race without rolling resistance: each comes as far as it promised.")
    .level(|| WheelRace::default().level())
    .script(|_| WheelRace::default().commands());
