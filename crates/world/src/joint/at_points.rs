//! Anchors given as points of the world.

use super::JointDef;
use crate::error::DefError;
use geom::{Position, WorldPose};

/// Gives the poses of the bodies of joints: a [`World`](crate::World), whose bodies are named by handles, or
/// a [`Level`](crate::Level), whose bodies are named by indices.
pub trait BodyPoses<B> {
    /// The pose of a body.
    ///
    /// # Errors
    /// [`DefError`] if there is no such body.
    fn pose_of(&self, body: B) -> Result<WorldPose, DefError>;
}

impl<B: Copy> JointDef<B> {
    /// [`JointDef::at_points`] with both anchors at `point`, m.
    ///
    /// ```
    /// use geom::Point;
    /// use world::{BodyDef, JointDef, RevoluteJoint, World};
    ///
    /// let mut world = World::default();
    /// let wall = world.add_body(BodyDef::fixed().position([-3.0, 1.0]))?;
    /// let gate = world.add_body(BodyDef::dynamic().position([1.0, 0.0]).angle(0.3))?;
    /// let hinge = JointDef::new(wall, gate, RevoluteJoint::new()).at_point(&world, [0.0, 0.0])?;
    /// let joint = world.add_joint(hinge)?;
    /// let joint = world.joint(joint)?;
    /// assert!(joint.error() < 1e-6 && joint.angle().abs() < 1e-6);
    /// # Ok::<(), world::DefError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`JointDef::at_points`].
    #[doc(alias("Initialize", "from_joint_local_to_world"))]
    #[doc(alias = "b2Body_GetLocalPoint")]
    pub fn at_point(self, poses: &impl BodyPoses<B>, point: impl Into<Position>) -> Result<Self, DefError> {
        let point = point.into();
        self.at_points(poses, point, point)
    }

    /// Puts the anchors at two points of the world or of the level, m, and makes the angle that the bodies
    /// have now the reference angle, if the joint has one. The axis (in A's frame) and the length do not
    /// change.
    ///
    /// # Errors
    /// [`DefError`] for a body that does not exist, and [`DefError::NoAnchors`] for a joint without anchors
    /// ([`JointKind::anchors`](crate::JointKind::anchors)).
    pub fn at_points(
        mut self,
        poses: &impl BodyPoses<B>,
        anchor_a: impl Into<Position>,
        anchor_b: impl Into<Position>,
    ) -> Result<Self, DefError> {
        let (a, b) = (poses.pose_of(self.a)?, poses.pose_of(self.b)?);
        let no_anchors = self.kind.no_anchors();
        let anchors = self.kind.anchors_mut().ok_or(no_anchors)?;
        let points = [a.inverse_transform(anchor_a), b.inverse_transform(anchor_b)];
        for (anchor, point) in anchors.into_iter().zip(points) {
            *anchor = point;
        }
        if let Some(angle) = self.kind.reference_angle_mut() {
            *angle = (a.rotation.inverse() * b.rotation).angle();
        }
        Ok(self)
    }
}
