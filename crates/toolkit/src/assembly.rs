//! Bodies that joints hold together, moved and turned as one.
//!
//! Every pose is multiplied by the same rigid motion, and velocities turn with it. Anchors and reference
//! angles are in the frames of the bodies, so joints between them stay as they are.

use broadphase::Broadphase;
use geom::{Position, Rot, Vec2, WorldPose};
use std::collections::BTreeSet;
use world::{BodyId, BodyKind, BodyRef, DefError, HandleError, World};

/// The bodies that joints connect with a body, itself first, in the order in which they are found: a ragdoll,
/// a car, a crane. The search does not go on beyond static bodies, and leaves them out.
///
/// # Errors
/// [`HandleError`] for a stale handle.
#[doc(alias("joint_graph", "attached_bodies"))]
pub fn joined_bodies<B: Broadphase>(world: &World<B>, body: BodyId) -> Result<Vec<BodyId>, HandleError> {
    let mut found = vec![world.body(body)?.id()];
    let mut is_known: BTreeSet<BodyId> = found.iter().copied().collect();
    let mut next = 0;
    while let Some(&body) = found.get(next) {
        next += 1;
        let mut joined: Vec<BodyId> = Vec::new();
        for joint in world.body(body)?.joints() {
            let ends = joint.bodies().into_iter().filter(|end| end.kind() != BodyKind::Static);
            joined.extend(ends.map(BodyRef::id));
        }
        // By handle, since the order of the list of joints is that of adding.
        joined.sort_unstable();
        found.extend(joined.into_iter().filter(|&end| is_known.insert(end)));
    }
    Ok(found)
}

/// Moves bodies by one rigid `motion` of the world: each is rotated about the origin, then moved (m), with
/// its velocity. What lies between is not touched. Joints to other bodies, such as a static one, are drawn
/// open.
///
/// # Errors
/// [`DefError`] for a stale handle, a motion that is not finite, or a body that would leave the world;
/// nothing is changed.
///
/// ```
/// use toolkit::geom::{Pose, Rot};
/// use toolkit::world::{BodyDef, JointDef, RevoluteJoint, World};
/// use toolkit::{joined_bodies, move_bodies};
///
/// let mut world = World::default();
/// let arm = world.add_body(BodyDef::dynamic())?;
/// let hand = world.add_body(BodyDef::dynamic().position([1.0, 0.0]))?;
/// let wrist = JointDef::new(arm, hand, RevoluteJoint::new()).at_point(&world, [0.5, 0.0])?;
/// let wrist = world.add_joint(wrist)?;
/// let bodies = joined_bodies(&world, arm)?;
/// move_bodies(&mut world, &bodies, Pose::new([9.0, 4.0], std::f32::consts::FRAC_PI_2))?;
/// assert!((world.body(hand)?.pose().position.y - 5.0).abs() < 1e-6); // 1 m above the arm
/// assert!(world.joint(wrist)?.error() < 1e-6);
/// # Ok::<(), toolkit::world::DefError>(())
/// ```
#[doc(alias("teleport", "rotate_group", "translate_group", "move_group"))]
pub fn move_bodies<B: Broadphase>(
    world: &mut World<B>,
    bodies: &[BodyId],
    motion: impl Into<WorldPose>,
) -> Result<(), DefError> {
    let Some(&first) = bodies.first() else { return Ok(()) };
    let (motion, from) = (motion.into(), world.body(first)?.position_f64());
    turn_about(world, bodies, [from, motion * from], motion.rotation)
}

/// [`move_bodies`] for a body and all that joints connect with it ([`joined_bodies`]), so that the body gets
/// this pose.
///
/// # Errors
/// As [`move_bodies`].
pub fn place_joined<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    pose: impl Into<WorldPose>,
) -> Result<(), DefError> {
    let (now, pose) = (world.body(body)?.world_pose(), pose.into());
    let rotation = pose.rotation * now.rotation.inverse();
    let bodies = joined_bodies(world, body)?;
    turn_about(world, &bodies, [now.position, pose.position], rotation)
}

/// Moves bodies by a rotation about the first position, which goes to the second one: positions far from the
/// origin of the world keep their digits.
fn turn_about<B: Broadphase>(
    world: &mut World<B>,
    bodies: &[BodyId],
    [from, to]: [Position; 2],
    rotation: Rot,
) -> Result<(), DefError> {
    let mut moved = Vec::with_capacity(bodies.len());
    for &body in bodies {
        let view = world.body(body)?;
        let WorldPose { position: Position { x, y }, rotation: old } = view.world_pose();
        let arm = Position { x: x - from.x, y: y - from.y };
        let position = WorldPose { position: to, rotation } * arm;
        world.check_position(["position.x", "position.y"], position)?;
        let pose = WorldPose { position, rotation: (rotation * old).normalized() };
        let velocity = rotation * view.velocity();
        for (field, value) in [
            ("rotation", pose.rotation.cos),
            ("rotation", pose.rotation.sin),
            ("velocity.x", velocity.x),
            ("velocity.y", velocity.y),
        ] {
            if !value.is_finite() {
                return Err(DefError::Value { field, value, expected: "finite" });
            }
        }
        moved.push((body, pose, velocity));
    }
    for (body, pose, velocity) in moved {
        put(world, body, pose, velocity)?;
    }
    Ok(())
}

fn put<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    pose: WorldPose,
    velocity: Vec2,
) -> Result<(), DefError> {
    let mut view = world.body_mut(body)?;
    view.set_world_pose(pose)?;
    if view.view().velocity() != velocity {
        view.set_velocity(velocity)?;
    }
    Ok(())
}
