//! Scenes on ground made of chains.

use crate::parts::{default, in_range, made, shape};
use crate::scene::{Scene, scene, view};
use physics::prelude::*;

/// Shapes roll and slide over hills, which are one chain of short segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hills {
    /// Length of a segment along the ground, 0.01 to 20 m.
    pub segment: f32,
    /// From which sides the ground can be touched.
    pub sides: Sides,
}

default!(Hills { segment: 0.25, sides: Sides::One });

impl Hills {
    /// Half of the width of the hills, m.
    const HALF_WIDTH: f32 = 20.0;

    /// The level. The ground is body 0, the shapes follow from left to right.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::new(WorldSettings::default());
        let ground = level.body(BodyDef::fixed());
        let segment = in_range(0.01..=Self::HALF_WIDTH, "segment (m)", self.segment);
        let count = (2.0 * Self::HALF_WIDTH / segment) as u32;
        // The vertices run from right to left, so that the outer side is above. Both ends have walls.
        let hill = |x: f32| 1.5 * Rot::from_angle(0.6 * x).cos + 0.004 * x * x;
        let along = (0..=count).map(|i| Self::HALF_WIDTH - segment * i as f32);
        let mut points: Vec<Point> = along.map(|x| Point::new(x, hill(x))).collect();
        let end = hill(Self::HALF_WIDTH) + 6.0;
        points.insert(0, Point::new(Self::HALF_WIDTH, end));
        points.push(Point::new(-Self::HALF_WIDTH, end));
        let segments = made(chain(points, false, self.sides));
        level.chain(ground, &segments, Material::default(), Filter::default());
        for i in 0..12 {
            let made = match i % 4 {
                0 => Shape::circle(0.5),
                1 => Shape::rectangle(0.6, 0.3),
                2 => Shape::capsule([-0.4, 0.0], [0.4, 0.0], 0.3),
                _ => Polygon::regular(6, 0.5).map(Shape::Polygon),
            };
            let x = 3.0 * (i as f32 - 5.5);
            let body = BodyDef::dynamic().position([x, hill(x) + 3.0]).velocity([3.0, 0.0]);
            level.body_with(body, ColliderDef::new(shape(made)).friction(0.2));
        }
        level
    }
}

pub(crate) const HILLS: Scene = scene(file!(), "hills", 480, view(-21.0, -3.0, 21.0, 10.0))
    .about("Shapes roll and slide over hills made of one chain; they do not catch on the seams between its segments.")
    .level(|| Hills::default().level());
