//! Numbers, points and shapes from bytes. When the bytes are used up, zeros follow, so every input is
//! complete and a shorter one is a simpler one.

use physics::prelude::*;

/// Numbers at the ends of ranges, and those that make other engines panic.
const SPECIAL: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    1e-20,
    3e38,
    1e7,
    -1e5,
    1e10,
];

/// Bytes that are read as numbers and choices.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    /// Reads these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether all bytes have been read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte, or zero.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => 0,
        }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u8) -> bool {
        self.byte() % n == n - 1
    }

    /// Less than `n`, which is above zero.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()])) % n
    }

    /// A number from -8 to 8, often on a grid, so that places coincide.
    pub fn tame(&mut self) -> f32 {
        let [low, high] = [self.byte(), self.byte()];
        // Three of four lie on a grid of an eighth.
        let fine = if low.is_multiple_of(4) { f32::from(low) / 4096.0 } else { 0.0 };
        f32::from(high.cast_signed() / 2) / 8.0 + fine
    }

    /// Any number: a special one, any bits, or a tame one.
    pub fn wild(&mut self) -> f32 {
        let choice = self.byte();
        match choice {
            0..=63 => SPECIAL[usize::from(choice) % SPECIAL.len()],
            64..=95 => f32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
            _ => self.tame(),
        }
    }

    /// A wild number, or a tame one.
    pub fn number(&mut self, is_wild: bool) -> f32 {
        if is_wild { self.wild() } else { self.tame() }
    }

    /// A point with such numbers.
    pub fn point(&mut self, is_wild: bool) -> Point {
        Point::new(self.number(is_wild), self.number(is_wild))
    }

    /// A vector with such numbers.
    pub fn vector(&mut self, is_wild: bool) -> Vec2 {
        self.point(is_wild).coords
    }

    /// Up to `most` points.
    pub fn points(&mut self, is_wild: bool, most: usize) -> Vec<Point> {
        let count = self.below(most + 1);
        (0..count).map(|_| self.point(is_wild)).collect()
    }

    /// A pose with such numbers; a wild one may have no rotation at all.
    pub fn pose(&mut self, is_wild: bool) -> Pose {
        let position = self.point(is_wild);
        if is_wild && self.one_in(8) {
            return Pose { position, rotation: Rot { cos: self.wild(), sin: self.wild() } };
        }
        // A rotation by quarters of a turn keeps edges parallel.
        let angle = if self.one_in(2) { 0.25 * std::f32::consts::TAU } else { self.tame() };
        Pose { position, rotation: Rot::from_angle(angle) }
    }

    /// A shape, if its numbers make one.
    pub fn shape(&mut self, is_wild: bool) -> Option<Shape> {
        match self.below(8) {
            0 => physics::geom::Circle::new(self.point(is_wild), self.number(is_wild).abs())
                .map(Shape::Circle)
                .ok(),
            1 => Shape::segment(self.point(is_wild), self.point(is_wild)).ok(),
            2 => Shape::capsule(self.point(is_wild), self.point(is_wild), self.number(is_wild).abs()).ok(),
            3 => Shape::half_space(self.vector(is_wild), self.number(is_wild)).ok(),
            4 => {
                let [before, a, b, after] = [(); 4].map(|()| self.point(is_wild));
                let sides = if self.one_in(2) { Sides::One } else { Sides::Two };
                let [before, after] = [before, after].map(|end| self.one_in(2).then_some(end));
                ChainSegment::new(a, b, before, after, sides).map(Shape::ChainSegment).ok()
            }
            5 => Shape::rectangle(self.number(is_wild).abs(), self.number(is_wild).abs()).ok(),
            6 => Polygon::hull_of(self.points(is_wild, 12)).map(Shape::Polygon).ok(),
            _ => {
                let count = 3 + self.below(30);
                let polygon = Polygon::regular(count, self.number(is_wild).abs()).ok()?;
                polygon.rounded(self.number(is_wild).abs()).map(Shape::Polygon).ok()
            }
        }
    }
}
