//! What the narrow phase reads of a body.

use crate::place::Place;
use bytemuck::{Pod, Zeroable};
use geom::{Point, Pose, Rot, Vec2};

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Frame {
    /// *State.* Where its origin is.
    pub(crate) place: Place,
    /// *State.*
    pub(crate) rotation: Rot,
    /// *Derived* from the colliders: the centre of mass in the body's frame, m; zero for a static body.
    pub(crate) local_center: Vec2,
}

impl Frame {
    pub(crate) const ORIGIN: Self =
        Self { place: Place { x: 0, y: 0 }, rotation: Rot::IDENTITY, local_center: Vec2::new(0.0, 0.0) };

    /// From the origin of the body to its centre of mass, m.
    #[inline(always)]
    pub(crate) fn arm(&self) -> Vec2 {
        self.rotation * self.local_center
    }

    /// In `f64`, so that a centre of mass that stays while its body turns keeps every bit.
    #[inline(always)]
    pub(crate) fn exact_arm(&self) -> [f64; 2] {
        let Rot { cos, sin } = self.rotation;
        let [cos, sin, x, y] = [cos, sin, self.local_center.x, self.local_center.y].map(f64::from);
        [cos * x - sin * y, sin * x + cos * y]
    }

    /// As seen from its own place.
    #[inline(always)]
    pub(crate) fn own_pose(&self) -> Pose {
        Pose { position: Point::new(0.0, 0.0), rotation: self.rotation }
    }
}

/// The frames of two bodies, and where B is as seen from A. Everything between two bodies is computed in
/// these coordinates: the axes of the world, and A's origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FramePair<'a> {
    pub(crate) frames: [&'a Frame; 2],
    /// From A's origin to B's, m.
    pub(crate) between: Vec2,
}

impl FramePair<'_> {
    pub(crate) const ORIGIN: Self = Self { frames: [&Frame::ORIGIN; 2], between: Vec2::new(0.0, 0.0) };

    /// The poses as seen from the place of A.
    #[inline(always)]
    pub(crate) fn poses(&self) -> [Pose; 2] {
        let [a, b] = self.frames;
        [a.own_pose(), Pose { position: self.between.into(), rotation: b.rotation }]
    }

    /// From the centre of mass of A to that of B, m.
    #[inline(always)]
    pub(crate) fn between_centers(&self) -> Vec2 {
        let [a, b] = self.frames;
        self.between + (b.arm() - a.arm())
    }
}
