//! Bodies that joints hold together, moved and turned as one.
//!
//! Every pose is multiplied by the same rigid motion, and velocities turn with it. Anchors and reference
//! angles are in the frames of the bodies, so no joint opens and no motor notices.

use broadphase::Broadphase;
use geom::{Pose, Vec2};
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
/// open by it.
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
    motion: Pose,
) -> Result<(), DefError> {
    let mut olds = Vec::with_capacity(bodies.len());
    for &body in bodies {
        let view = world.body(body)?;
        olds.push((body, view.pose(), view.velocity()));
    }
    for (done, &(body, pose, velocity)) in olds.iter().enumerate() {
        if let Err(error) = put(world, body, motion * pose, motion.rotation * velocity) {
            for &(body, pose, velocity) in &olds[..=done] {
                put(world, body, pose, velocity)?;
            }
            return Err(error);
        }
    }
    Ok(())
}

/// [`move_bodies`] for a body and all that joints connect with it ([`joined_bodies`]), so that the body gets
/// this pose.
///
/// # Errors
/// As [`move_bodies`].
pub fn place_joined<B: Broadphase>(world: &mut World<B>, body: BodyId, pose: Pose) -> Result<(), DefError> {
    let now = world.body(body)?.pose();
    let rotation = pose.rotation * now.rotation.inverse();
    // The rotation about where the body is now, so that positions far from the origin keep their digits.
    let bodies = joined_bodies(world, body)?;
    let motion = Pose { position: pose.position - rotation * now.position.coords, rotation };
    move_bodies(world, &bodies, motion)
}

fn put<B: Broadphase>(
    world: &mut World<B>,
    body: BodyId,
    pose: Pose,
    velocity: Vec2,
) -> Result<(), DefError> {
    let mut view = world.body_mut(body)?;
    view.set_pose(Pose { rotation: pose.rotation.normalized(), ..pose })?;
    if view.view().velocity() != velocity {
        view.set_velocity(velocity)?;
    }
    Ok(())
}
