//! A position in a large world.
//!
//! A coordinate of a [`Point`] is exact to half a millimetre 10 km from the origin, to half a metre at 10,000
//! km. So places are [`Position`]s; points and vectors, measured from something near, stay `f32`.

use crate::{Point, Pose, Rot, Vec2};
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::ops::{Add, AddAssign, Mul, Sub};

/// A position in a large world, m.
///
/// ```
/// use geom::{Position, Vec2};
///
/// let far = Position::new(1e7, 0.25);
/// assert_eq!(far + Vec2::new(0.5, 0.0), Position::new(10_000_000.5, 0.25));
/// assert_eq!(far - Position::from([1e7, 0.0]), Vec2::new(0.0, 0.25));
/// assert_eq!(format!("{far:.1}"), "{10000000.0, 0.2}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Position {
    /// m.
    pub x: f64,
    /// m.
    pub y: f64,
}

impl Position {
    /// x and y are zero.
    pub const ORIGIN: Self = Self::new(0.0, 0.0);

    /// At x and y, m.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The nearest point, m.
    #[must_use]
    pub fn to_point(self) -> Point {
        Point::new(self.x as f32, self.y as f32)
    }

    /// Whether both coordinates are finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// A [`Pose`] in a large world: rotate about the origin, then translate.
///
/// ```
/// use geom::{Point, Position, WorldPose};
///
/// let tower = WorldPose::new([1e7, 0.0], std::f32::consts::FRAC_PI_2);
/// let top = tower * Point::new(0.25, 0.0);
/// assert!((top - Position::new(1e7, 0.25)).norm() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct WorldPose {
    /// The image of the origin, m.
    pub position: Position,
    /// It also applies to directions.
    pub rotation: Rot,
}

impl WorldPose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: Position::ORIGIN, rotation: Rot::IDENTITY };

    /// At `position` (m), rotated by `angle` (radians, counter-clockwise).
    #[must_use]
    pub fn new(position: impl Into<Position>, angle: f32) -> Self {
        Self { position: position.into(), rotation: Rot::from_angle(angle) }
    }

    /// At `position` (m), not rotated.
    #[must_use]
    pub fn at(position: impl Into<Position>) -> Self {
        Self { position: position.into(), rotation: Rot::IDENTITY }
    }

    /// The nearest pose with `f32` coordinates.
    #[must_use]
    pub fn to_pose(self) -> Pose {
        Pose { position: self.position.to_point(), rotation: self.rotation }
    }

    /// This pose, measured from another position.
    #[must_use]
    pub fn seen_from(self, origin: impl Into<Position>) -> Pose {
        Pose { position: (self.position - origin.into()).into(), rotation: self.rotation }
    }

    /// The point (m) in the frame of this pose that is at a position of the world.
    #[must_use]
    pub fn inverse_transform(self, position: impl Into<Position>) -> Point {
        self.rotation.inverse_rotate(position.into() - self.position).into()
    }

    /// The inverse motion. A rotation whose length is not one in f64 puts a far pose off by its distance
    /// times the error.
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        let Position { x, y } = rotated(rotation, self.position);
        Self { position: Position { x: -x, y: -y }, rotation }
    }
}

fn rotated(Rot { cos, sin }: Rot, Position { x, y }: Position) -> Position {
    let (cos, sin) = (f64::from(cos), f64::from(sin));
    Position { x: cos * x - sin * y, y: sin * x + cos * y }
}

impl From<Pose> for WorldPose {
    fn from(pose: Pose) -> Self {
        Self { position: pose.position.into(), rotation: pose.rotation }
    }
}

impl Mul<Point> for WorldPose {
    type Output = Position;
    fn mul(self, point: Point) -> Position {
        self.position + self.rotation * point.coords
    }
}

impl Mul<Position> for WorldPose {
    type Output = Position;
    fn mul(self, position: Position) -> Position {
        let Position { x, y } = rotated(self.rotation, position);
        Position { x: x + self.position.x, y: y + self.position.y }
    }
}

impl From<[f64; 2]> for Position {
    fn from([x, y]: [f64; 2]) -> Self {
        Self { x, y }
    }
}

impl From<[f32; 2]> for Position {
    fn from([x, y]: [f32; 2]) -> Self {
        Self { x: x.into(), y: y.into() }
    }
}

impl From<Point> for Position {
    fn from(point: Point) -> Self {
        [point.x, point.y].into()
    }
}

impl From<Vec2> for Position {
    fn from(vector: Vec2) -> Self {
        [vector.x, vector.y].into()
    }
}

impl From<Position> for [f64; 2] {
    fn from(Position { x, y }: Position) -> Self {
        [x, y]
    }
}

impl Add<Vec2> for Position {
    type Output = Self;
    fn add(self, by: Vec2) -> Self {
        Self { x: self.x + f64::from(by.x), y: self.y + f64::from(by.y) }
    }
}

impl AddAssign<Vec2> for Position {
    fn add_assign(&mut self, by: Vec2) {
        *self = *self + by;
    }
}

impl Sub<Vec2> for Position {
    type Output = Self;
    fn sub(self, by: Vec2) -> Self {
        self + -by
    }
}

impl Sub for Position {
    type Output = Vec2;
    fn sub(self, from: Self) -> Vec2 {
        Vec2::new((self.x - from.x) as f32, (self.y - from.y) as f32)
    }
}

#[cfg(feature = "mint")]
impl From<mint::Point2<f32>> for Position {
    fn from(point: mint::Point2<f32>) -> Self {
        [point.x, point.y].into()
    }
}

#[cfg(feature = "mint")]
impl From<mint::Point2<f64>> for Position {
    fn from(point: mint::Point2<f64>) -> Self {
        [point.x, point.y].into()
    }
}

/// As a point: `{1.5, -2}`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        fmt::Display::fmt(&self.x, f)?;
        f.write_str(", ")?;
        fmt::Display::fmt(&self.y, f)?;
        f.write_str("}")
    }
}

/// As a point: the list of its coordinates.
#[cfg(feature = "serde")]
impl serde::Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y].serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Position {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <[f64; 2]>::deserialize(deserializer).map(Self::from)
    }
}
