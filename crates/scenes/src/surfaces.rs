//! Scenes of surface velocity and of rolling resistance.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// A belt carries a box and a ball to the right and drops them on another belt, which carries them to the
/// left, up to a wall.
///
/// The box slides until it is as fast as the belt, which takes the time v / (mu g). The ball soon rolls.
/// Friction accelerates its centre by mu g, and the surface of the ball, by its spin, by twice as much. So
/// its contact point is as fast as the belt when the ball has a third of the belt's speed, and then
/// friction no longer accelerates the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conveyor {
    /// Speed of the belts, m/s.
    pub speed: f32,
    /// Friction of all bodies.
    pub friction: f32,
}

default!(Conveyor { speed: 3.0, friction: 0.3 });

pub(crate) const CONVEYOR: Scene = scene(file!(), "conveyor", 900, view(-10.0, -1.0, 14.0, 7.0))
    .about("A belt carries a box and a ball and drops them on another belt, which brings them back.")
    .level(|| Conveyor::default().level());

impl Conveyor {
    /// The level. The belts are bodies 0, above, and 1; the wall is body 2, the box 3, the ball 4.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]).rolling_resistance(0.0));
        let belt = |half_length: f32, speed: f32| {
            rectangle(half_length, 0.25).friction(self.friction).surface_speed(speed)
        };
        level.body_with(BodyDef::fixed().position([0.0, 4.0]), belt(6.0, self.speed));
        level.body_with(BodyDef::fixed().position([2.0, 0.0]), belt(10.0, -self.speed));
        wall(&mut level, [-8.25, 1.0], 0.25, 1.25);
        let above = |x: f32| BodyDef::dynamic().position([x, 4.75]);
        level.body_with(above(-3.0), rectangle(0.5, 0.5).friction(self.friction));
        let ball = ColliderDef::new(shape(Shape::circle(0.5)));
        level.body_with(above(-5.0), ball.friction(self.friction));
        level
    }
}

/// Balls on a slope, the first with the highest resistance to rolling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingSlope {
    /// Angle of the slope, rad.
    pub slope: f32,
    /// Rolling resistance of each ball; the slope has none.
    pub resistances: [f32; 5],
}

// tan 0.2 = 0.203.
default!(RollingSlope { slope: 0.2, resistances: [0.3, 0.21, 0.15, 0.08, 0.0] });

pub(crate) const ROLLING_SLOPE: Scene = scene(file!(), "rolling_slope", 180, view(-13.0, -4.0, 13.0, 5.0))
    .about(
        "Five balls on a slope: those with more rolling resistance than its tangent stay, the others roll.",
    )
    .level(|| RollingSlope::default().level());

impl RollingSlope {
    /// Radius of a ball, m.
    pub const RADIUS: f32 = 0.4;

    /// The level. The balls are bodies 1 to 5, downwards along the slope.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]).rolling_resistance(0.0));
        level.body_with(BodyDef::fixed().angle(-self.slope), rectangle(12.0, 0.25).friction(1.0));
        let rotation = Rot::from_angle(-self.slope);
        for (i, resistance) in self.resistances.into_iter().enumerate() {
            let offset = rotation * Vec2::new(-10.0 + 2.0 * i as f32, 0.25 + Self::RADIUS);
            let ball = ColliderDef::new(shape(Shape::circle(Self::RADIUS)));
            level.body_with(
                BodyDef::dynamic().position(Point::origin() + offset),
                ball.friction(1.0).rolling_resistance(resistance),
            );
        }
        level
    }
}
