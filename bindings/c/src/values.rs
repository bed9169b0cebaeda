//! Vectors, positions, rotations and poses.

use physics::geom::{Point, Pose, Position, Rot, Vec2, WorldPose};

/// A vector, or a point in the frame of a body, m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct P2Vec2 {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}

/// A position in the world, m. Twice the digits, so that it is as exact 10,000 km from the origin as near it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct P2Position {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

/// A rotation, as cosine and sine of its angle. Zeros are no rotation: see `p2_rot` and `p2_rot_identity`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct P2Rot {
    /// The cosine of the angle.
    pub cos: f32,
    /// The sine of the angle.
    pub sin: f32,
}

/// A pose in the frame of a body: it rotates, then moves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct P2Pose {
    /// Where the origin is, m.
    pub position: P2Vec2,
    /// How it is rotated.
    pub rotation: P2Rot,
}

/// A pose in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct P2WorldPose {
    /// Where the origin is, m.
    pub position: P2Position,
    /// How it is rotated.
    pub rotation: P2Rot,
}

/// Numbers between two bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct P2Interval {
    /// The least number, or minus infinity.
    pub lower: f32,
    /// The greatest number, or infinity.
    pub upper: f32,
}

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct P2Aabb {
    /// The lower left corner, m.
    pub lower: P2Vec2,
    /// The upper right corner, m.
    pub upper: P2Vec2,
}

/// Mass, centre of mass and rotational inertia.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct P2MassProperties {
    /// Mass, kg. Zero for a body that nothing can move.
    pub mass: f32,
    /// Centre of mass in the frame of the body, m.
    pub center: P2Vec2,
    /// Rotational inertia about the centre of mass, kg m^2.
    pub inertia: f32,
}

impl From<Vec2> for P2Vec2 {
    fn from(v: Vec2) -> Self {
        Self { x: v.x, y: v.y }
    }
}

impl From<Point> for P2Vec2 {
    fn from(p: Point) -> Self {
        Self { x: p.x, y: p.y }
    }
}

impl From<P2Vec2> for Vec2 {
    fn from(v: P2Vec2) -> Self {
        Self::new(v.x, v.y)
    }
}

impl From<P2Vec2> for Point {
    fn from(v: P2Vec2) -> Self {
        Self::new(v.x, v.y)
    }
}

impl From<Position> for P2Position {
    fn from(p: Position) -> Self {
        Self { x: p.x, y: p.y }
    }
}

impl From<P2Position> for Position {
    fn from(p: P2Position) -> Self {
        Self::new(p.x, p.y)
    }
}

impl From<Rot> for P2Rot {
    fn from(Rot { cos, sin }: Rot) -> Self {
        Self { cos, sin }
    }
}

impl From<P2Rot> for Rot {
    fn from(P2Rot { cos, sin }: P2Rot) -> Self {
        Self { cos, sin }
    }
}

impl From<Pose> for P2Pose {
    fn from(pose: Pose) -> Self {
        Self { position: pose.position.into(), rotation: pose.rotation.into() }
    }
}

impl From<P2Pose> for Pose {
    fn from(pose: P2Pose) -> Self {
        Self { position: pose.position.into(), rotation: pose.rotation.into() }
    }
}

impl From<WorldPose> for P2WorldPose {
    fn from(pose: WorldPose) -> Self {
        Self { position: pose.position.into(), rotation: pose.rotation.into() }
    }
}

impl From<P2WorldPose> for WorldPose {
    fn from(pose: P2WorldPose) -> Self {
        Self { position: pose.position.into(), rotation: pose.rotation.into() }
    }
}

/// The rotation by an angle in radians. Computed without the trigonometry of the platform, so with the same
/// bits everywhere; NaN for an angle that is not finite.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rot(angle: f32) -> P2Rot {
    Rot::from_angle(angle).into()
}

/// The rotation by nothing.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rot_identity() -> P2Rot {
    P2Rot { cos: 1.0, sin: 0.0 }
}

/// The angle of a rotation, rad, from -pi to pi.
#[unsafe(no_mangle)]
pub extern "C" fn p2_rot_angle(rotation: P2Rot) -> f32 {
    Rot::from(rotation).angle()
}
