//! Ragdolls of eleven bones.

use crate::parts::shape;
use physics::prelude::*;

/// Bones of one person.
pub(crate) const BONES: usize = 11;

/// A bone. A joint connects its upper end to its parent. Points are those of a standing person, relative to
/// the hips, m.
struct Bone {
    /// The bone to which the joint connects it. The first bone is its own parent and has no joint.
    parent: usize,
    upper: [f32; 2],
    lower: [f32; 2],
    radius: f32,
    /// The range of its angle, rad, counter-clockwise from its angle in a standing person.
    limits: [f32; 2],
}

const fn bone(parent: usize, upper: [f32; 2], lower: [f32; 2], radius: f32, limits: [f32; 2]) -> Bone {
    Bone { parent, upper, lower, radius, limits }
}

/// The range of the angle of each joint, rad. The person looks towards +x, so a hanging limb that swings
/// forwards turns counter-clockwise.
const CHEST: [f32; 2] = [-0.7, 0.3];
const HEAD: [f32; 2] = [-0.7, 0.5];
const SHOULDER: [f32; 2] = [-1.0, 2.8];
const ELBOW: [f32; 2] = [-0.1, 2.4];
const HIP: [f32; 2] = [-0.5, 2.0];
const KNEE: [f32; 2] = [-2.2, 0.1];

/// Trunk, chest and head; then arms and legs. This is a view from the side; the limbs are slightly apart.
const SKELETON: [Bone; BONES] = [
    bone(0, [0.0, 0.0], [0.0, 0.25], 0.13, [0.0; 2]),
    bone(0, [0.0, 0.25], [0.0, 0.5], 0.14, CHEST),
    bone(1, [0.0, 0.62], [0.0, 0.8], 0.1, HEAD),
    bone(1, [-0.05, 0.5], [-0.15, 0.23], 0.05, SHOULDER),
    bone(3, [-0.15, 0.23], [-0.15, -0.02], 0.045, ELBOW),
    bone(1, [0.05, 0.5], [0.15, 0.23], 0.05, SHOULDER),
    bone(5, [0.15, 0.23], [0.15, -0.02], 0.045, ELBOW),
    bone(0, [-0.03, -0.03], [-0.08, -0.45], 0.07, HIP),
    bone(7, [-0.08, -0.45], [-0.08, -0.87], 0.055, KNEE),
    bone(0, [0.03, -0.03], [0.08, -0.45], 0.07, HIP),
    bone(9, [0.08, -0.45], [0.08, -0.87], 0.055, KNEE),
];

/// A person about 1.8 m tall.
pub(crate) struct Person {
    /// The definition of all bones; its position and angle are those of the hips.
    pub(crate) hips: BodyDef,
    /// Density of the bones, kg/m^2.
    pub(crate) density: f32,
    /// Coefficient of friction.
    pub(crate) friction: f32,
    /// Whether the joints have limits.
    pub(crate) limits: bool,
    /// The filter group: negative, and different for each person, so that the bones of a person do not
    /// collide.
    pub(crate) group: i32,
}

impl Person {
    /// Adds the bones, in the order of the skeleton.
    pub(crate) fn add(&self, level: &mut Level) {
        let BodyDef { position: hips, rotation, .. } = self.hips;
        let first = level.bodies.len() as u32;
        let filter = Filter { group: self.group, ..Filter::default() };
        for (i, bone) in SKELETON.iter().enumerate() {
            let (upper, lower) = (Point::from(bone.upper), Point::from(bone.lower));
            let middle = upper + (lower - upper) * 0.5;
            let capsule = shape(Shape::capsule(upper - middle.coords, lower - middle.coords, bone.radius));
            let collider = ColliderDef::new(capsule).density(self.density).friction(self.friction);
            let def = self.hips.position(hips + rotation * middle.coords);
            let body = level.body_with(def, collider.filter(filter));
            if bone.parent != i {
                let parent = &SKELETON[bone.parent];
                let center = (Point::from(parent.upper).coords + Point::from(parent.lower).coords) * 0.5;
                let joint = RevoluteJoint::new().anchors(upper - center, upper - middle.coords);
                let [lower, upper] = bone.limits;
                let joint = if self.limits { joint.limits(lower, upper) } else { joint };
                level.joint(JointDef::new(first + bone.parent as u32, body, joint));
            }
        }
    }
}
