//! A tracked vehicle with a heavy hull. Beside it is the same vehicle, solved by sweeps alone.
//! See `docs/mechanisms.md`.

use crate::pairs::{pair_of_scenes, settings};
use crate::parts::{default, hinge, rectangle, shape, wall};
use crate::scene::{Scene, view};
use physics::prelude::*;
use physics::solver::DirectJoints;
use std::f32::consts::{PI, TAU};

/// A vehicle on a belt of links that are pinned to each other, a closed chain. A motor turns the sprocket at
/// the rear, whose teeth reach through the gaps between the links; a spring presses the idler at the front
/// against the belt; the road wheels are sprung and bear the hull.
///
/// ```text
///               ______
///          ____|______|=====
///         /________________\
///      .-o---o---o---o---o---o-.
///     o  ( sprocket )  ( idler ) o
///      `o.                   .o'
///         `o.  (o)(o)(o)(o).o'      road wheels
///            `o--o--o--o--o'
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackedVehicle {
    /// Mass of the hull, kg. A link has 8 kg, a road wheel 20 kg.
    pub mass: f32,
    /// Bumps on the road, each 12 to 20 cm high.
    pub bumps: u32,
    /// Whether joints are solved together.
    pub is_steady: bool,
}

default!(TrackedVehicle { mass: 2000.0, bumps: 3, is_steady: true });

/// m. The distance of the pins of a link.
const PITCH: f32 = 0.2;

/// m. Half of the thickness of a link.
const HALF_THICKNESS: f32 = 0.04;

/// Teeth of the sprocket, and links that would go around it.
const TEETH: u32 = 14;

/// Links at the bottom, on the slope at either end, around the sprocket or the idler, and at the top.
const RUNS: [u32; 4] = [9, 3, 5, 12];

/// Road wheels, and the radius of each, m.
const ROAD_WHEELS: u32 = 5;
const ROAD_WHEEL: f32 = 0.17;

/// m. A tooth of the sprocket that points upwards from its centre. The gap that it fills is 8 cm wide between
/// the middles of two links and less at their inner edges: the links are at an angle there.
const TOOTH: [[f32; 2]; 4] = [[-0.026, 0.38], [0.026, 0.38], [0.012, 0.46], [-0.012, 0.46]];

/// Links collide with the road and with wheels, not with each other.
const LINKS: Filter = Filter { category: 2, mask: 1 | 4, group: 0 };

/// Wheels collide with links.
const WHEELS: Filter = Filter { category: 4, mask: 2, group: 0 };

/// The hull collides with the road.
const HULL: Filter = Filter { category: 8, mask: 1, group: 0 };

impl TrackedVehicle {
    /// The index of the hull. The road is body 0.
    pub const HULL: u32 = 1;

    /// The index of the sprocket.
    pub const SPROCKET: u32 = 2;

    /// rad/s. How fast the motor turns the sprocket against the hull: clockwise, so it drives to the right.
    pub const SPEED: f32 = -3.0;

    /// How far the belt moves while the sprocket turns by a radian, m.
    #[must_use]
    pub fn way_per_radian() -> f32 {
        TEETH as f32 * PITCH / TAU
    }

    /// How far the middle of a link on the sprocket is from its centre, m.
    fn belt_radius() -> f32 {
        let half_turn = Rot::from_angle(PI / TEETH as f32);
        0.5 * PITCH * half_turn.cos / half_turn.sin
    }

    /// The pins of the belt from its lower left corner, counter-clockwise, and the centres of sprocket and
    /// idler.
    fn belt() -> (Vec<Point>, [Point; 2]) {
        let turn = |i: u32| Rot::from_angle(TAU / TEETH as f32 * i as f32) * Vec2::new(1.0, 0.0);
        let [bottom, slope, around, top] = RUNS;
        // Going around a wheel each link turns by one tooth. The slope is as steep as lets the ends meet.
        let back: f32 = (1..=around).map(|i| turn(i).x).sum();
        let cos = (0.5 * (top - bottom) as f32 + back) / slope as f32;
        let rising = Vec2::new(cos, (1.0 - cos * cos).sqrt());
        let mirrored = |v: Vec2| Vec2::new(v.x, -v.y);
        let mut ways = vec![turn(0); bottom as usize];
        ways.extend(vec![rising; slope as usize]);
        ways.extend((1..=around).rev().map(|i| -mirrored(turn(i))));
        ways.extend(vec![-turn(0); top as usize]);
        ways.extend((1..=around).map(|i| -turn(i)));
        ways.extend(vec![mirrored(rising); slope as usize]);
        let mut pins = Vec::new();
        let mut pin = Point::new(-0.5 * PITCH * bottom as f32, 0.0);
        for way in ways {
            pins.push(pin);
            pin += PITCH * way;
        }
        // The first link of the run at the top lies on the idler, with its middle above the centre.
        let front = pins[(bottom + slope + around) as usize] - Vec2::new(0.5 * PITCH, Self::belt_radius());
        (pins, [Point::new(-front.x, front.y), front])
    }

    /// The level. The road is body 0; then come hull, sprocket, idler, the road wheels, the links and the
    /// bumps.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut settings = settings(self.is_steady);
        if self.is_steady {
            // No joint of the belt bears more than a few links: the contacts bear the hull.
            settings = settings.direct_joints(DirectJoints::All);
        }
        let mut level = Level::new(settings);
        wall(&mut level, [10.0, -0.5 - HALF_THICKNESS], 20.0, 0.5);
        let (pins, [rear, front]) = Self::belt();
        let hull = self.add_hull(&mut level);
        // Wheels touch the inside of the links.
        let inside = Self::belt_radius() - HALF_THICKNESS;
        let disc = |radius: f32, density: f32| {
            ColliderDef::new(shape(Shape::circle(radius))).density(density).friction(0.3).filter(WHEELS)
        };
        let sprocket = level.body_with(BodyDef::dynamic().position(rear), disc(inside, 100.0));
        for i in 0..TEETH {
            // A pin is half a turn of a link from the middle of the link at the top.
            let angle = TAU / TEETH as f32 * (i as f32 + 0.5);
            let tooth =
                ColliderDef::new(shape(Shape::polygon(TOOTH.map(Point::from)))).offset([0.0, 0.0], angle);
            level.collider(sprocket, tooth.density(100.0).friction(0.3).filter(WHEELS));
        }
        let axle = RevoluteJoint::new().anchors(rear, [0.0, 0.0]).motor(Self::SPEED, 5000.0);
        level.joint(JointDef::new(hull, sprocket, axle));
        let idler = level.body_with(BodyDef::dynamic().position(front), disc(inside, 100.0));
        let axle = WheelJoint::new([1.0, 0.0]).anchors(front + Vec2::new(0.03, 0.0), [0.0, 0.0]);
        level.joint(JointDef::new(hull, idler, axle.spring(8.0, 4.0).limits(-0.1, 0.05)));
        for i in 0..ROAD_WHEELS {
            let at =
                Point::new(0.36 * (i as f32 - 0.5 * (ROAD_WHEELS - 1) as f32), HALF_THICKNESS + ROAD_WHEEL);
            let wheel = level.body_with(BodyDef::dynamic().position(at), disc(ROAD_WHEEL, 220.0));
            let axle = WheelJoint::new([0.0, 1.0]).anchors(at - Vec2::new(0.0, 0.03), [0.0, 0.0]);
            level.joint(JointDef::new(hull, wheel, axle.spring(12.5, 4.0).limits(-0.05, 0.1)));
        }
        self.add_links(&mut level, &pins);
        for i in 0..self.bumps {
            let height = 0.12 + 0.04 * (i % 3) as f32;
            let bump = ColliderDef::new(shape(Shape::circle(0.8))).friction(0.9);
            level.body_with(
                BodyDef::fixed().position([4.0 + 3.0 * i as f32, height - 0.8 - HALF_THICKNESS]),
                bump,
            );
        }
        level
    }

    /// The hull: the part between the sides of the belt, the deck above it and a cabin.
    fn add_hull(&self, level: &mut Level) -> u32 {
        let hull = level.body(BodyDef::dynamic());
        let parts = [([0.0, 0.7], [1.0, 0.2]), ([0.0, 1.45], [1.6, 0.2]), ([-0.3, 1.85], [0.7, 0.2])];
        let area: f32 = parts.iter().map(|(_, half)| 4.0 * half[0] * half[1]).sum();
        for (center, [half_width, half_height]) in parts {
            let part = rectangle(half_width, half_height).offset(center, 0.0).density(self.mass / area);
            level.collider(hull, part.filter(HULL));
        }
        hull
    }

    fn add_links(&self, level: &mut Level, pins: &[Point]) {
        let first = level.bodies.len() as u32;
        let half = 0.5 * PITCH;
        for (i, &from) in pins.iter().enumerate() {
            let way = (pins[(i + 1) % pins.len()] - from) / PITCH;
            // A link whose motion is cut short where it would pass something opens its pins, by 3 cm.
            let mut def = BodyDef::dynamic().position(from + half * way).continuous(false);
            def.rotation = Rot { cos: way.x, sin: way.y };
            let link = level.body_with(
                def,
                rectangle(0.3 * PITCH, HALF_THICKNESS).density(700.0).friction(0.9).filter(LINKS),
            );
            // What holds the pins collides with nothing.
            let lug = rectangle(half, 0.4 * HALF_THICKNESS).density(200.0);
            level.collider(link, lug.filter(Filter { mask: 0, ..LINKS }));
        }
        let links = pins.len() as u32;
        for i in 0..links {
            hinge(level, (first + i, [half, 0.0]), (first + (i + 1) % links, [-half, 0.0]));
        }
    }
}

pair_of_scenes!(
    STEADY_TRACKED_VEHICLE,
    SOFT_TRACKED_VEHICLE,
    TrackedVehicle,
    ["steady_tracked_vehicle", "soft_tracked_vehicle"],
    [
        "A vehicle with a hull of 2,000 kg drives over bumps on a belt of 37 links of 8 kg, which stays closed.",
        "The same vehicle with sweeps alone: the pins of its belt open by centimetres."
    ],
    600,
    view(-3.5, -2.2, 5.5, 2.4).following(TrackedVehicle::HULL)
);
