//! Pseudo-random numbers that are the same on every platform, and random shapes.

use physics::prelude::*;

/// The state of a small generator (xorshift, Marsaglia 2003). Its first value is the seed.
pub(crate) struct Random(pub(crate) u32);

impl Random {
    fn next(&mut self) -> u32 {
        let mut x = self.0.max(1);
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self.0 = x;
        x
    }

    /// A number that is uniformly distributed between two bounds.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next() >> 8) as f32 / (1 << 24) as f32;
        low + (high - low) * unit
    }

    /// A number that is uniformly distributed between -1 and 1.
    pub(crate) fn signed(&mut self) -> f32 {
        self.between(-1.0, 1.0)
    }

    /// A circle, a capsule, a rectangle and a polygon, one after the other.
    pub(crate) fn mixed(&mut self, i: u32) -> Result<Shape, ShapeError> {
        match i % 4 {
            0 => Shape::circle(self.between(0.25, 0.5)),
            1 => {
                let half = self.between(0.1, 0.3);
                Shape::capsule([-half, 0.0], [half, 0.0], self.between(0.12, 0.25))
            }
            2 => Shape::rectangle(self.between(0.2, 0.45), self.between(0.2, 0.45)),
            _ => self.polygon(0.25, 0.5),
        }
    }

    /// A polygon with five to eight corners on a circle, whose radius lies between two bounds, m. The angles
    /// between corners are at least two fifths of those of a regular polygon, so no edge is too short.
    pub(crate) fn polygon(&mut self, low: f32, high: f32) -> Result<Shape, ShapeError> {
        let (corners, radius) = (5 + self.next() % 4, self.between(low, high));
        let turn = std::f32::consts::TAU / corners as f32;
        let vertices: Vec<Point> = (0..corners)
            .map(|i| Rot::from_angle(turn * (i as f32 + 0.3 * self.signed())) * Vec2::new(radius, 0.0))
            .map(Point::from)
            .collect();
        Shape::polygon(vertices)
    }
}
