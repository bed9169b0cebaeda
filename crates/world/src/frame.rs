//! The pose and the centre of mass of a body: the part of it that the narrow phase reads.

use bytemuck::{Pod, Zeroable};
use geom::{Point, Pose, Vec2};

/// Pose and centre of mass of a body.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Frame {
    /// *State.*
    pub(crate) pose: Pose,
    /// *Derived* from the colliders: the centre of mass in the body's frame, m; zero for a static body.
    pub(crate) local_center: Vec2,
}

impl Frame {
    /// At the origin, for what is made before its place is known.
    pub(crate) const ORIGIN: Self = Self { pose: Pose::IDENTITY, local_center: Vec2::new(0.0, 0.0) };

    /// The centre of mass, m.
    pub(crate) fn center(&self) -> Point {
        self.pose.position + self.pose.rotation * self.local_center
    }
}
