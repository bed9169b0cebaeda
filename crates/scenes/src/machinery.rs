//! Machines under great loads: drawbridge, catapult and clockwork. Beside each is the same machine,
//! solved by sweeps alone. See `docs/mechanisms.md`.

use crate::pairs::{pair_of_scenes, settings};
use crate::parts::{PARTS, bar, default, ground, hinge, rectangle, shape, wall};
use crate::scene::{Scene, view};
use physics::prelude::*;

/// A drawbridge that a winch raises by a light chain, with a cart on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawbridge {
    /// Mass of the cart, kg. The deck has 400 kg, a link of the chain 1 kg.
    pub mass: f32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(Drawbridge { mass: 1500.0, is_steady: true });

impl Drawbridge {
    /// Links of the chain, each of half a metre.
    const LINKS: u32 = 14;

    /// The level. The frame of the world is body 0, the deck body 2, the cart the last body.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        let frame = ground(&mut level);
        wall(&mut level, [-4.6, 2.0], 0.5, 5.0);
        let (foot, deck_length) = (Point::new(-3.4, 0.0), 6.0);
        let half = 0.5 * deck_length;
        let deck = BodyDef::dynamic().position(foot + Vec2::new(half, 0.0));
        let deck = level.body_with(deck, rectangle(half, 0.1).density(333.0).filter(PARTS));
        hinge(&mut level, (frame, [foot.x, foot.y]), (deck, [-half, 0.0]));
        // The chain is taut when the deck is level.
        let tip = foot + Vec2::new(deck_length - 0.5, 0.0);
        let length = 0.5 * Self::LINKS as f32;
        let top = Point::new(foot.x, (length * length - (deck_length - 0.5) * (deck_length - 0.5)).sqrt());
        let along = (top - tip) / length;
        let mut last = (deck, [half - 0.5, 0.0]);
        for i in 0..Self::LINKS {
            let [from, to] = [0.5, 0.5].map(|step| step * along);
            let from = tip + i as f32 * from;
            let (link, half) = bar(&mut level, [from, from + to], 20.0);
            hinge(&mut level, last, (link, [-half, 0.0]));
            last = (link, [half, 0.0]);
        }
        // The winch draws the end of the chain up along the wall.
        let winch = level
            .body_with(BodyDef::dynamic().position(top), rectangle(0.2, 0.2).density(50.0).filter(PARTS));
        let rail = PrismaticJoint::new([0.0, 1.0]).anchors([top.x, top.y], [0.0, 0.0]);
        level.joint(JointDef::new(frame, winch, rail.motor(0.3, 1e5).limits(0.0, 1.2)));
        hinge(&mut level, last, (winch, [0.0, 0.0]));
        let cart = BodyDef::dynamic().position([foot.x + 1.0, 0.5]);
        level.body_with(cart, rectangle(0.6, 0.4).density(self.mass / 0.96).friction(0.9));
        level
    }
}

/// A catapult with a heavy counterweight that hangs on the short arm of its beam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Catapult {
    /// Mass of the counterweight, kg. The beam has 30 kg, the stone 4 kg.
    pub counterweight: f32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(Catapult { counterweight: 3000.0, is_steady: true });

impl Catapult {
    /// The level. The floor is body 0; the stone is the last body.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        wall(&mut level, [40.0, -0.5], 50.0, 0.5);
        let frame = ground(&mut level);
        let (axle, short, long) = (Point::new(0.0, 3.0), 1.0_f32, 4.0_f32);
        // The long arm points down to the left, at 35 degrees below the horizontal.
        let down = Rot::from_angle(3.75) * Vec2::new(1.0, 0.0);
        let (beam, half) = bar(&mut level, [axle + long * down, axle - short * down], 60.0);
        let pin = RevoluteJoint::new().anchors(axle, [half - short, 0.0]);
        // The beam stops upright, and the stone flies on.
        let stop = pin.reference_angle(0.0).limits(-2.0, 2.0);
        level.joint(JointDef::new(frame, beam, stop));
        let hook = axle - short * down;
        let weight = BodyDef::dynamic().position(hook - Vec2::new(0.0, 0.7));
        let weight = level.body_with(weight, rectangle(0.5, 0.5).density(self.counterweight).filter(PARTS));
        hinge(&mut level, (beam, [half, 0.0]), (weight, [0.0, 0.7]));
        // A cup at the end of the long arm: a side that the stone cannot roll over.
        let rim = rectangle(0.05, 0.25).offset([-half + 0.05, 0.2], 0.0).density(1.0).filter(PARTS);
        level.collider(beam, rim);
        let rim = rectangle(0.05, 0.25).offset([-half + 0.75, 0.2], 0.0).density(1.0).filter(PARTS);
        level.collider(beam, rim);
        let across = Vec2::new(down.y, -down.x);
        let stone = axle + (long - 0.4) * down + 0.3 * if across.y > 0.0 { across } else { -across };
        let ball = ColliderDef::new(shape(Shape::circle(0.24))).density(22.0);
        level.body_with(BodyDef::dynamic().position(stone), ball);
        level
    }
}

/// A train of gears that a motor drives: each wheel turns three times as fast as the one before, and the last
/// one is a hundred times as dense as the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clockwork {
    /// Wheels.
    pub wheels: u32,
    /// Ratio of two wheels that follow each other.
    pub ratio: f32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(Clockwork { wheels: 5, ratio: 3.0, is_steady: true });

impl Clockwork {
    /// rad/s. Speed of the first wheel.
    pub const SPEED: f32 = 0.4;

    /// The level. The frame is body 0, the wheels follow, the slowest first.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings(self.is_steady));
        let frame = ground(&mut level);
        let mut before = None;
        let mut x = -4.0;
        let mut radius = 1.2;
        for i in 0..self.wheels {
            // A hand on each wheel shows how it turns.
            x += radius;
            let no_collisions = Filter { mask: 0, ..PARTS };
            let rim = ColliderDef::new(shape(Shape::circle(radius)))
                .density(if i + 1 == self.wheels { 2000.0 } else { 20.0 })
                .filter(no_collisions);
            let wheel = level.body_with(BodyDef::dynamic().position([x, 0.0]), rim);
            let hand = rectangle(0.05, 0.45 * radius).offset([0.0, 0.5 * radius], 0.0);
            level.collider(wheel, hand.density(1.0).filter(no_collisions));
            let axle = RevoluteJoint::new().anchors([x, 0.0], [0.0, 0.0]);
            let axle = if before.is_none() { axle.motor(Self::SPEED, 1e6) } else { axle };
            level.joint(JointDef::new(frame, wheel, axle));
            if let Some(neighbour) = before {
                // Wheels in mesh turn in opposite directions.
                level.joint(JointDef::new(neighbour, wheel, GearJoint::new(1.0 / self.ratio)));
            }
            x += radius;
            radius *= 0.75;
            before = Some(wheel);
        }
        level
    }
}

pair_of_scenes!(
    STEADY_DRAWBRIDGE,
    SOFT_DRAWBRIDGE,
    Drawbridge,
    ["steady_drawbridge", "soft_drawbridge"],
    [
        "A winch raises a drawbridge with a cart of 1,500 kg by a chain of 14 kg that does not stretch.",
        "The same drawbridge with sweeps alone: the chain stretches, and the deck hangs lower."
    ],
    480,
    view(-6.0, -3.0, 6.0, 8.0)
);

pair_of_scenes!(
    STEADY_CATAPULT,
    SOFT_CATAPULT,
    Catapult,
    ["steady_catapult", "soft_catapult"],
    [
        "A counterweight of 3,000 kg throws a stone of 4 kg with a light beam, which keeps to its axle.",
        "The same catapult with sweeps alone: the axle gives way."
    ],
    300,
    view(-6.0, -0.5, 34.0, 16.0)
);

pair_of_scenes!(
    STEADY_CLOCKWORK,
    SOFT_CLOCKWORK,
    Clockwork,
    ["steady_clockwork", "soft_clockwork"],
    [
        "Five wheels, each three times as fast as the one before, the last one heavy, turn as one.",
        "The same wheels with sweeps alone lag behind each other."
    ],
    600,
    view(-5.0, -2.0, 4.0, 2.0)
);
