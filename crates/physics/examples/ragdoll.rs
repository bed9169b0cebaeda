//! A ragdoll of seven capsules falls onto a ball. Revolute joints with limits connect its bones. The bones
//! are in one negative collision group, so they do not collide with each other.
//!
//! `cargo run -p physics2d-engine --example ragdoll`

use physics::prelude::*;

/// A bone: the bone to which a joint connects it, its upper and lower end in a standing person (m), and the
/// range of its angle (rad).
struct Bone {
    parent: Option<usize>,
    upper: [f32; 2],
    lower: [f32; 2],
    radius: f32,
    limits: [f32; 2],
}

const fn bone(
    parent: Option<usize>,
    upper: [f32; 2],
    lower: [f32; 2],
    radius: f32,
    limits: [f32; 2],
) -> Bone {
    Bone { parent, upper, lower, radius, limits }
}

const BONES: [Bone; 7] = [
    bone(None, [0.0, 3.0], [0.0, 3.5], 0.14, [0.0, 0.0]), // trunk
    bone(Some(0), [0.0, 3.62], [0.0, 3.8], 0.1, [-0.5, 0.5]), // head
    bone(Some(0), [-0.1, 3.5], [-0.2, 3.0], 0.05, [-1.0, 2.8]), // left arm
    bone(Some(0), [0.1, 3.5], [0.2, 3.0], 0.05, [-1.0, 2.8]), // right arm
    bone(Some(0), [-0.05, 3.0], [-0.1, 2.55], 0.07, [-0.5, 2.0]), // left thigh
    bone(Some(0), [0.05, 3.0], [0.1, 2.55], 0.07, [-0.5, 2.0]), // right thigh
    bone(Some(4), [-0.1, 2.55], [-0.1, 2.1], 0.055, [-2.2, 0.1]), // left shin
];

fn main() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    let ball = world.add_body(BodyDef::fixed().position([0.4, 0.6]))?;
    world.add_collider(ball, ColliderDef::new(Shape::circle(0.6)?))?;

    // Colliders of the same negative group never collide with each other.
    let filter = Filter { group: -1, ..Filter::default() };
    let mut bodies = Vec::new();
    let mut joints = Vec::new();
    for Bone { parent, upper, lower, radius, limits } in BONES {
        let (upper, lower) = (Point::from(upper), Point::from(lower));
        let middle = upper + (lower - upper) * 0.5;
        let body = world.add_body(BodyDef::dynamic().position(middle))?;
        let capsule = Shape::capsule(upper - middle.coords, lower - middle.coords, radius)?;
        world.add_collider(body, ColliderDef::new(capsule).density(900.0).filter(filter))?;
        bodies.push(body);
        if let Some(parent) = parent {
            // The joint is at the upper end of the bone, a point of the world.
            let joint = RevoluteJoint::new().limits(limits[0], limits[1]);
            let joint = JointDef::new(bodies[parent], body, joint).at_point(&world, upper)?;
            joints.push(world.add_joint(joint)?);
        }
    }

    let mut worst_gap = 0.0_f32;
    for step in 0..600 {
        world.step(1.0 / 60.0);
        for &joint in &joints {
            let [a, b] = world.joint(joint)?.anchors();
            worst_gap = worst_gap.max((b - a).norm());
        }
        if step % 120 == 119 {
            let head = world.body(bodies[1])?.pose().position;
            println!("after {:2} s the head is at ({:5.2}, {:4.2}) m", (step + 1) / 60, head.x, head.y);
        }
    }
    println!("the anchors of a joint were never more than {:.1} mm apart", 1000.0 * worst_gap);
    assert!(worst_gap < 0.05, "a joint came apart by {worst_gap} m");
    let head = world.body(bodies[1])?.pose().position.y;
    assert!(head < 2.0, "the ragdoll has not fallen: its head is at {head} m");
    Ok(())
}
