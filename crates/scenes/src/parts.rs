//! The parts of which scenes are built.
//!
//! What can be invalid is made by functions that panic: see the head of `lib.rs`.

use physics::prelude::*;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

/// The part, which is valid if the parameters of the scene are: see the head of `lib.rs`.
pub(crate) fn made<T, E: Display>(part: Result<T, E>) -> T {
    match part {
        Ok(part) => part,
        Err(error) => panic!("a part of a scene is invalid: {error}"),
    }
}

/// A parameter that says how many parts there are, if it lies in this range: see the head of `lib.rs`.
pub(crate) fn in_range<T: PartialOrd + Debug>(range: RangeInclusive<T>, name: &str, value: T) -> T {
    if range.contains(&value) {
        return value;
    }
    made(Err(format!("{name} is {value:?}: it must be in {range:?}")))
}

pub(crate) fn shape(part: Result<Shape, ShapeError>) -> Shape {
    made(part)
}

pub(crate) fn rectangle(half_width: f32, half_height: f32) -> ColliderDef {
    ColliderDef::new(shape(Shape::rectangle(half_width, half_height)))
}

/// A regular polygon around the origin, with its corners on a circle.
pub(crate) fn regular_polygon(corners: u32, radius: f32) -> Shape {
    let turn = std::f32::consts::TAU / corners as f32;
    let corner = |i: u32| Rot::from_angle(turn * i as f32) * Vec2::new(radius, 0.0);
    shape(Shape::polygon((0..corners).map(|i| Point::from(corner(i)))))
}

/// Adds a static box.
pub(crate) fn wall(level: &mut Level, center: [f32; 2], half_width: f32, half_height: f32) -> u32 {
    level.body_with(BodyDef::fixed().position(center), rectangle(half_width, half_height))
}

/// The filter of parts that collide with the rest of a scene and not with each other.
pub(crate) const PARTS: Filter = Filter { category: 1, mask: u64::MAX, group: -1 };

/// Adds a static body without colliders, of which joints need only the frame: that of the world.
pub(crate) fn ground(level: &mut Level) -> u32 {
    level.body(BodyDef::fixed())
}

/// Adds a bar between two points, 10 cm thick. Returns the body and half of its length, m: its ends are at
/// plus and minus that on its x axis.
pub(crate) fn bar(level: &mut Level, [from, to]: [Point; 2], density: f32) -> (u32, f32) {
    let along = to - from;
    let half = 0.5 * along.norm();
    let mut def = BodyDef::dynamic().position(from + 0.5 * along);
    let direction = along / (2.0 * half);
    def.rotation = Rot { cos: direction.x, sin: direction.y };
    (level.body_with(def, rectangle(half, 0.05).density(density).filter(PARTS)), half)
}

/// Connects two bodies by a hinge at the given points of each.
pub(crate) fn hinge(level: &mut Level, a: (u32, [f32; 2]), b: (u32, [f32; 2])) {
    level.joint(JointDef::new(a.0, b.0, RevoluteJoint::new().anchors(a.1, b.1)));
}

/// The default parameters of a scene: `default!(Slider { slope: 0.5, speed: 1.5 })`.
macro_rules! default {
    ($scene:ident { $($parameters:tt)* }) => {
        impl Default for $scene {
            fn default() -> Self {
                Self { $($parameters)* }
            }
        }
    };
}

pub(crate) use default;
