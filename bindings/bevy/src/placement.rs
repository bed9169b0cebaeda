//! Where an entity is in the plane: the part of Bevy's `Transform`s that physics reads.
//!
//! ```text
//!   world point = position + rotation * (scale * local point)         of one Transform
//!   parent * child: scale multiplies by component, so a turned child of a parent that is scaled unevenly
//!   is not sheared. Bevy's own `Transform::mul_transform` does the same.
//! ```
//!
//! Computed here and not with `GlobalTransform`: that one is a frame old within the fixed step, and glam's
//! products have other last bits with SIMD than without.

use crate::prepare::All;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_transform::components::Transform;
use physics::prelude::Rot;

/// A position (m), a rotation about z and a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    pub position: Vec2,
    pub rotation: Rot,
    pub scale: Vec2,
}

impl Placement {
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Rot::IDENTITY, scale: Vec2::ONE };

    /// Of one `Transform`.
    pub fn of(transform: &Transform) -> Self {
        Self {
            position: transform.translation.truncate(),
            rotation: rot_of(transform.rotation),
            scale: transform.scale.truncate(),
        }
    }

    /// A child with this placement, seen from where `self` is seen.
    pub fn then(self, child: Self) -> Self {
        Self {
            position: self.position + turn(self.rotation, self.scale * child.position),
            rotation: self.rotation * child.rotation,
            scale: self.scale * child.scale,
        }
    }

    /// All its bits: NaN equals itself, so that bad numbers are told once and not in every step.
    pub fn bits(self) -> [u32; 6] {
        let Self { position: p, rotation: r, scale: s } = self;
        [p.x, p.y, r.cos, r.sin, s.x, s.y].map(f32::to_bits)
    }

    /// Whether [`Placement::to_local`] has a result.
    pub fn is_invertible(self) -> bool {
        let Self { position, rotation, scale } = self;
        position.is_finite() && rotation.is_finite() && scale.is_finite() && scale.x != 0.0 && scale.y != 0.0
    }

    /// The position and rotation of a child that is at `position` and `rotation` in the frame of this
    /// placement's parent.
    pub fn to_local(self, position: Vec2, rotation: Rot) -> (Vec2, Rot) {
        let away = position - self.position;
        (turn(self.rotation.inverse(), away) / self.scale, self.rotation.inverse() * rotation)
    }
}

/// A vector, turned.
pub(crate) fn turn(Rot { cos, sin }: Rot, v: Vec2) -> Vec2 {
    Vec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

/// The part of a rotation about z; the identity if there is none. NaN stays NaN.
pub(crate) fn rot_of(rotation: Quat) -> Rot {
    let (w, z) = (rotation.w, rotation.z);
    let raw = Rot { cos: w * w - z * z, sin: 2.0 * w * z };
    if raw.is_finite() { raw.normalized() } else { raw }
}

/// The rotation about z by half the angle on each side, without trigonometric functions: w = cos(angle / 2),
/// z = sin(angle / 2), from the half-angle formula that does not cancel.
pub(crate) fn quat_of(Rot { cos, sin }: Rot) -> Quat {
    let (w, z) = if cos >= 0.0 {
        let w = ((1.0 + cos) / 2.0).sqrt();
        (w, sin / (2.0 * w))
    } else {
        let z = ((1.0 - cos) / 2.0).sqrt().copysign(sin);
        (sin / (2.0 * z), z)
    };
    Quat::from_xyzw(0.0, 0.0, z, w)
}

/// The bits of what is written to a `Transform`.
pub(crate) fn local_bits((p, q): (Vec2, Quat)) -> [u32; 6] {
    [p.x, p.y, q.x, q.y, q.z, q.w].map(f32::to_bits)
}

/// Ancestors are looked up so many levels high.
pub(crate) const MAX_DEPTH: usize = 64;

/// The placement of the parent of an entity in the world; the identity without a parent.
pub(crate) fn parent_placement(
    entity: Entity,
    parents: &Query<'_, '_, &ChildOf, All>,
    placement: &impl Fn(Entity) -> Placement,
) -> Placement {
    let mut sum = Placement::IDENTITY;
    let mut at = entity;
    for _ in 0..MAX_DEPTH {
        let Ok(parent) = parents.get(at) else { break };
        at = parent.parent();
        sum = placement(at).then(sum);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rotation goes to a quaternion and back within two roundings of its cosine and sine, 3e-7.
    #[test]
    fn rotation_survives_the_quaternion() {
        for degrees in -180..=180 {
            let rotation = Rot::from_angle((degrees as f32).to_radians());
            let back = rot_of(quat_of(rotation));
            assert!((back.cos - rotation.cos).abs() < 3e-7 && (back.sin - rotation.sin).abs() < 3e-7);
        }
    }

    /// `to_local` undoes `then`, to the rounding of numbers of size 10.
    #[test]
    fn local_pose_is_the_inverse_of_a_product() {
        let parent = Placement {
            position: Vec2::new(3.0, -2.0),
            rotation: Rot::from_angle(0.7),
            scale: Vec2::new(2.0, 0.5),
        };
        let child =
            Placement { position: Vec2::new(1.0, 4.0), rotation: Rot::from_angle(-0.3), scale: Vec2::ONE };
        let world = parent.then(child);
        let (position, rotation) = parent.to_local(world.position, world.rotation);
        assert!((position - child.position).length() < 1e-5);
        assert!(rotation.angle_to(child.rotation).abs() < 1e-6);
    }
}
