//! The portal joint: two bodies of which one is the image of the other.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, relative_angle};
use crate::body::{UNIT, check_rotation, unit_rotation};
use crate::definition::{self, WIDE, check_ranges};
use crate::error::DefError;
use geom::{Vec2, WorldPose};
use properties::{Properties, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// B is the image of A under `map`: its pose is `map` times A's pose, its velocity is A's velocity rotated,
/// and it turns as fast as A.
///
/// ```text
///   v_B = R v_A,   w_B = w_A,   x_B = map x_A        R: the rotation of `map`; x: centres of mass
/// ```
///
/// A force F on A acts on B as R F. Two bodies of half the mass, one on each side of a portal, move as the
/// whole body does that is half through it. `toolkit::Portals` makes these joints.
///
/// ```
/// use geom::Pose;
/// use std::f32::consts::FRAC_PI_2;
/// use world::{BodyDef, JointDef, PortalJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
/// let map = Pose::new([10.0, 0.0], FRAC_PI_2);
/// let body = world.add_body(BodyDef::dynamic().position([1.0, 0.0]))?; // 1 kg
/// let image = world.add_body(BodyDef::dynamic().position([10.0, 1.0]).angle(FRAC_PI_2))?;
/// world.add_joint(JointDef::new(body, image, PortalJoint::new(map)))?;
/// world.body_mut(body)?.apply_central_impulse([2.0, 0.0])?; // N s
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let [v, w] = [body, image].map(|id| world.body(id).unwrap().velocity());
/// assert!((v.x - 1.0).abs() < 1e-5 && (w.y - 1.0).abs() < 1e-5); // 2 N s on 2 kg
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PortalJoint {
    /// Maps the pose of A to the pose of B: a rotation and a translation of the world, m.
    pub map: WorldPose,
}

impl PortalJoint {
    /// B is the image of A under `map`.
    #[must_use]
    pub fn new(map: impl Into<WorldPose>) -> Self {
        Self { map: map.into() }
    }
}

impl PortalJoint {
    /// From the image of the centre of mass of A to that of B, m.
    fn gap(&self, at: &JointGeometry) -> Vec2 {
        at.center(1) - self.map * at.center(0)
    }
}

impl Properties for PortalJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { map } = self;
        definition::position(visitor, property("map.position", "m", WIDE), &mut map.position)?;
        definition::rotation(visitor, property("map.rotation", "", UNIT), &mut map.rotation)
    }
}

impl JointBehaviour for PortalJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        check_rotation(self.map.rotation)?;
        Ok(Self { map: WorldPose { rotation: unit_rotation(self.map.rotation), ..self.map } })
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        rows.write(relative_angle(at.angle), RowMode::Rigid);
        let gap = self.gap(at);
        for on_a in [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)] {
            let on_b = self.map.rotation * on_a;
            let (directions, factors) = ([on_a, on_b], [0.0; 2]);
            let error = ConstraintError::Image { directions, factors, error: gap.dot(&on_b) };
            rows.write(error, RowMode::Rigid);
        }
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        self.gap(at).norm()
    }

    fn reference_angle(&self) -> f32 {
        self.map.rotation.angle()
    }

    #[inline]
    fn measures_angle(&self) -> bool {
        true
    }

    fn acts(&self) -> &'static str {
        "on the poses of its bodies"
    }

    fn direction(&self) -> Option<Vec2> {
        Some(Vec2::new(self.map.rotation.cos, self.map.rotation.sin))
    }
}
