//! Small scenes that each show one thing.

use crate::parts::{default, rectangle, shape, wall};
use crate::scene::{Scene, scene, view};
use crate::text::Text;
use physics::prelude::*;

/// A crate falls on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FallingCrate {
    /// Height of the crate's centre above the ground, m.
    pub height: f32,
    /// Its angle, rad.
    pub angle: f32,
    /// Its restitution.
    pub restitution: f32,
}

default!(FallingCrate { height: 5.0, angle: 0.3, restitution: 0.0 });

impl FallingCrate {
    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        wall(&mut level, [0.0, -0.5], 20.0, 0.5);
        level.body_with(
            BodyDef::dynamic().position([0.0, self.height]).angle(self.angle),
            rectangle(0.5, 0.5).density(200.0).restitution(self.restitution),
        );
        level
    }
}

/// Boxes on a slope, the first with the highest friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionRamp {
    /// Angle of the slope, rad.
    pub slope: f32,
    /// Friction of each box. The slope has a friction of 1, so a pair has the square root of this number.
    pub frictions: [f32; 5],
}

// tan 0.4 = 0.423. The coefficients of the pairs are 0.87, 0.6, 0.45, 0.4 and 0.2.
default!(FrictionRamp { slope: 0.4, frictions: [0.75, 0.36, 0.2025, 0.16, 0.04] });

impl FrictionRamp {
    /// The level. The boxes are bodies 2 to 6, downwards along the slope.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]));
        wall(&mut level, [0.0, -1.5], 40.0, 0.5);
        let rotation = Rot::from_angle(-self.slope);
        level.body_with(
            BodyDef::fixed().position([-4.0, 4.0]).angle(-self.slope),
            rectangle(11.0, 0.25).friction(1.0),
        );
        for (i, friction) in self.frictions.into_iter().enumerate() {
            let along = -9.0 + 2.5 * i as f32;
            let offset = rotation * Vec2::new(along, 0.75);
            level.body_with(
                BodyDef::dynamic().position(Point::new(-4.0, 4.0) + offset).angle(-self.slope),
                rectangle(0.5, 0.5).friction(friction),
            );
        }
        level
    }
}

/// Pool balls without gravity: a cue ball and a triangle of fifteen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Billiards {
    /// Speed of the cue ball, m/s.
    pub speed: f32,
    /// Restitution of balls and cushions.
    pub restitution: f32,
}

default!(Billiards { speed: 6.0, restitution: 0.95 });

impl Billiards {
    /// Radius of a ball, m.
    pub const RADIUS: f32 = 0.028_575;

    /// The level. The balls are bodies 4 to 19, the cue ball first.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut settings = WorldSettings::default().gravity([0.0, 0.0]);
        // The balls are small and slow compared with crates, so slow impacts must bounce too.
        settings.solver.bounce_threshold = 0.02;
        let mut level = Level::new(settings);
        let (density, restitution) = (66.0, self.restitution);
        let material =
            Material { density, friction: 0.05, static_friction: 0.05, restitution, ..Material::default() };
        for (center, half) in [
            ([0.0, -0.735], [1.47, 0.1]),
            ([0.0, 0.735], [1.47, 0.1]),
            ([-1.37, 0.0], [0.1, 0.835]),
            ([1.37, 0.0], [0.1, 0.835]),
        ] {
            level
                .body_with(BodyDef::fixed().position(center), rectangle(half[0], half[1]).material(material));
        }
        let r = Self::RADIUS;
        let mut ball = |position: [f32; 2], velocity: [f32; 2]| {
            // The damping models the friction of the cloth.
            let body = BodyDef::dynamic().position(position).velocity(velocity).damping(0.3, 0.3);
            level.body_with(body, ColliderDef::new(shape(Shape::circle(r))).material(material));
        };
        ball([-0.7, 0.004], [self.speed, 0.0]);
        for row in 0..5 {
            for place in 0..=row {
                // Rows of touching circles are sqrt(3) r apart. A slightly larger distance keeps them from
                // overlapping.
                let x = 0.6 + 1.733 * r * row as f32;
                let y = r * 2.001 * (place as f32 - 0.5 * row as f32);
                ball([x, y], [0.0, 0.0]);
            }
        }
        level
    }
}

pub(crate) const FALLING_CRATE: Scene = scene(file!(), "falling_crate", 240, view(-4.0, -1.0, 4.0, 6.0))
    .about("A crate falls onto the ground and comes to rest.")
    .sections(&[Text::GaulCustom.section("Game Physics High Level Detail")])
    .level(|| FallingCrate::default().level());

pub(crate) const FRICTION_RAMP: Scene = scene(file!(), "friction_ramp", 180, view(-16.0, -2.0, 12.0, 14.0))
    .about("Of five boxes on a slope, those whose friction exceeds the tangent of the slope stay, and the others slide.")
    .sections(&[Text::ImpulseResponses.section("Friction Impulse")])
    .level(|| FrictionRamp::default().level());

pub(crate) const BILLIARDS: Scene = scene(file!(), "billiards", 240, view(-1.6, -0.9, 1.6, 0.9))
    .about("A cue ball hits fifteen others and scatters them; seen from above, so there is no gravity.")
    .level(|| Billiards::default().level());
