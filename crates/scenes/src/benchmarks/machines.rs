//! Bodies that are driven: by a motor, by a constant velocity, by a script.

use super::{DT, block, first_of, settings, trough};
use crate::parts::{default, made, rectangle, regular_polygon, shape};
use crate::script::Command;
use physics::prelude::*;
use std::f32::consts::TAU;

/// rad/s. 25 degrees per second.
const TURNING: f32 = 25.0 / 360.0 * TAU;

/// Boxes in a square drum that a motor turns about its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tumbler {
    /// Boxes side by side, and above each other.
    pub grid: u32,
}

default!(Tumbler { grid: 45 });

impl Tumbler {
    /// m. The centre of the drum.
    pub const CENTER: [f32; 2] = [0.0, 10.0];

    /// The level. Body 0 carries the drum, which is body 1; the boxes follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        let ground = level.body(BodyDef::fixed());
        let drum = level.body(BodyDef::dynamic().position(Self::CENTER));
        for side in [-10.0, 10.0] {
            level.collider(drum, block(0.5, 10.0, [side, 0.0]).density(50.0));
            level.collider(drum, block(10.0, 0.5, [0.0, side]).density(50.0));
        }
        let motor = RevoluteJoint::new().anchors(Self::CENTER, Point::origin()).motor(TURNING, 1e8);
        level.joint(JointDef::new(ground, drum, motor));
        add_grid(&mut level, Self::CENTER, self.grid, 0.4, 0.125);
        level
    }
}

/// Small boxes in a kinematic ring that turns at a constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Washer {
    /// Boxes side by side, and above each other.
    pub grid: u32,
}

default!(Washer { grid: 90 });

impl Washer {
    /// Number of quadrilaterals of the ring.
    const QUADS: u32 = 36;

    /// The level. The ring is body 0, with its centre at the origin; the boxes follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        let ring = level.body(BodyDef::kinematic().angular_velocity(TURNING));
        for i in 0..Self::QUADS {
            let [from, to] = [i, i + 1].map(|i| Rot::from_angle(TAU * i as f32 / Self::QUADS as f32));
            let mut quad = |inner: f32, outer: f32| {
                let corners = [(from, inner), (from, outer), (to, outer), (to, inner)]
                    .map(|(rotation, radius)| Point::from(rotation * Vec2::new(radius, 0.0)));
                level.collider(ring, ColliderDef::new(shape(Shape::polygon(corners))));
            };
            quad(16.0, 18.0);
            if i % 9 == 0 {
                // A blade is as wide as the quadrilateral on which it stands.
                quad(14.0, 16.0);
            }
        }
        add_grid(&mut level, [0.0, 0.0], self.grid, 0.21, 0.1);
        level
    }
}

/// A rotor with a motor of infinite torque stirs slippery shapes in a round bowl. At the start, neighbouring
/// shapes overlap, and those in the middle overlap the rotor. As in the original, bodies part violently in
/// the first steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spinner {
    /// Number of shapes.
    pub bodies: u32,
}

default!(Spinner { bodies: 6076 });

impl Spinner {
    /// m. The middle of the bowl.
    pub const CENTER: Point = Point::new(0.0, 32.0);
    /// m. Its radius.
    pub const RADIUS: f32 = 40.0;
    /// Points of its chain.
    const POINTS: u32 = 360;

    /// The level. The bowl is body 0, the rotor body 1; the shapes follow row by row from below.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        let bowl = level.body(BodyDef::fixed());
        // Clockwise, so that the outer side of the chain faces the inside of the bowl.
        let turn = -TAU / Self::POINTS as f32;
        let points = (0..Self::POINTS)
            .map(|i| Self::CENTER + Rot::from_angle(turn * i as f32) * Vec2::new(Self::RADIUS, 0.0));
        let segments = made(chain(points, true, Sides::One));
        let slippery = Material { friction: 0.1, static_friction: 0.1, ..Material::default() };
        level.chain(bowl, &segments, slippery, Filter::default());

        let axle = Point::new(0.0, 12.0);
        let blade = Polygon::rectangle(0.4, 20.0).and_then(|blade| blade.rounded(0.2));
        let blade = ColliderDef::new(shape(blade.map(Shape::Polygon))).friction(0.0);
        let rotor = level.body_with(BodyDef::dynamic().position(axle), blade);
        // Bodies connected by a joint do not collide, so the rotor may overlap the bowl.
        let motor = RevoluteJoint::new().anchors(axle, Point::origin()).motor(5.0, f32::INFINITY);
        level.joint(JointDef::new(bowl, rotor, motor));

        let light = Material { density: 0.25, restitution: 0.1, ..slippery };
        let kinds = [
            Shape::capsule([-0.25, 0.0], [0.25, 0.0], 0.25),
            Shape::circle(0.35),
            Shape::rectangle(0.35, 0.35),
        ]
        .map(|kind| ColliderDef::new(shape(kind)).material(light));
        let (spacing, columns) = (0.5, 92);
        for i in 0..self.bodies {
            let position = [-23.0 + spacing * (i % columns) as f32, 2.0 + spacing * (i / columns) as f32];
            let collider = kinds[i as usize % kinds.len()].clone();
            level.body_with(BodyDef::dynamic().position(position), collider);
        }
        level
    }
}

/// A pusher drives back and forth through pentagons that fall into a trough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Junkyard {
    /// Pentagons side by side.
    pub columns: u32,
    /// Pentagons above each other.
    pub rows: u32,
}

default!(Junkyard { columns: 200, rows: 40 });

impl Junkyard {
    /// Body number of the pusher.
    pub const PUSHER: u32 = 1;

    /// The level. The trough is body 0; the pusher is body 1, with its lower side on the floor. The pentagons
    /// follow row by row from below; the lowest row is above the pusher.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(settings());
        trough(&mut level, 161, 50);
        let half_height = 4.0;
        let pusher = BodyDef::kinematic().position([Self::pusher_at(0), half_height]);
        level.body_with(pusher, rectangle(2.0, half_height));
        let spacing = 0.75;
        let pentagon = ColliderDef::new(regular_polygon(5, 0.25));
        for row in 0..self.rows {
            for column in 0..self.columns {
                let x = first_of(self.columns, spacing) + spacing * column as f32;
                let y = 2.0 * half_height + 1.0 + spacing * row as f32;
                level.body_with(BodyDef::dynamic().position([x, y]), pentagon.clone());
            }
        }
        level
    }

    /// The position of the pusher before a step, m: x = 80 sin(0.2 t).
    #[must_use]
    pub fn pusher_at(step: u32) -> f32 {
        80.0 * Rot::from_angle(0.2 * DT * step as f32).sin
    }

    /// Before each step, the pusher gets the velocity that moves it to its position after the step.
    #[must_use]
    pub fn commands(&self, step: u32) -> Vec<Command> {
        let velocity = (Self::pusher_at(step + 1) - Self::pusher_at(step)) / DT;
        vec![Command::Drive { body: Self::PUSHER, velocity: Vec2::new(velocity, 0.0), angular_velocity: 0.0 }]
    }
}

/// Adds a square of boxes around a point.
fn add_grid(level: &mut Level, center: [f32; 2], count: u32, spacing: f32, half: f32) {
    let coordinate = |i: u32| first_of(count, spacing) + spacing * i as f32;
    for row in 0..count {
        for column in 0..count {
            let position = [center[0] + coordinate(column), center[1] + coordinate(row)];
            level.body_with(BodyDef::dynamic().position(position), rectangle(half, half));
        }
    }
}
