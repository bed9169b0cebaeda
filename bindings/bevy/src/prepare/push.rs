//! What acts in the coming step: targets, impulses, forces.

use super::problems::Problems;
use super::sorted;
use crate::components::{ExternalForce, ExternalImpulse, KinematicTarget, Part};
use crate::resource::Physics;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use physics::prelude::{DefError, Pose};

/// What acts once or in each step.
#[derive(SystemParam)]
pub(crate) struct Pushes<'w, 's> {
    forces: Query<'w, 's, (Entity, &'static ExternalForce)>,
    impulses: Query<'w, 's, (Entity, &'static mut ExternalImpulse)>,
    targets: Query<'w, 's, (Entity, &'static KinematicTarget)>,
}

/// Checked before the first half of a push acts, so that a refused one does nothing.
fn finite(field: &'static str, value: f32) -> Result<(), DefError> {
    if value.is_finite() { Ok(()) } else { Err(DefError::Value { field, value, expected: "finite" }) }
}

pub(super) fn push(
    physics: &mut Physics,
    pushes: &mut Pushes<'_, '_>,
    problems: &mut Problems<'_, '_>,
    dt: f32,
) {
    for entity in sorted(&physics.links, pushes.targets.iter().map(|it| it.0)) {
        let Ok((_, target)) = pushes.targets.get(entity) else { continue };
        let pose = Pose::new([target.position.x, target.position.y], target.angle);
        if let Some(mut body) = physics.body_mut(entity) {
            problems.tell_once(entity, body.set_target_pose(pose, dt).map(|_| ()));
        }
        problems.commands.entity(entity).try_remove::<KinematicTarget>();
    }
    for entity in sorted(&physics.links, pushes.impulses.iter().map(|it| it.0)) {
        let Ok((_, mut impulse)) = pushes.impulses.get_mut(entity) else { continue };
        let ExternalImpulse { impulse: push, torque_impulse } = *impulse;
        if *impulse == ExternalImpulse::default() {
            continue;
        }
        *impulse.bypass_change_detection() = ExternalImpulse::default();
        let Some(mut body) = physics.body_mut(entity) else { continue };
        let result = finite("torque_impulse", torque_impulse)
            .and_then(|()| body.apply_central_impulse([push.x, push.y]).map(|_| ()))
            .and_then(|()| body.apply_angular_impulse(torque_impulse).map(|_| ()));
        problems.tell_once(entity, result);
    }
    for entity in sorted(&physics.links, pushes.forces.iter().map(|it| it.0)) {
        let Ok((_, &ExternalForce { force, torque })) = pushes.forces.get(entity) else { continue };
        if force == Vec2::ZERO && torque == 0.0 {
            problems.tell(entity, Part::Force, Ok::<_, DefError>(()));
            continue;
        }
        let Some(mut body) = physics.body_mut(entity) else { continue };
        let result = finite("torque", torque)
            .and_then(|()| body.apply_central_force([force.x, force.y]).map(|_| ()))
            .and_then(|()| body.apply_torque(torque).map(|_| ()));
        problems.tell(entity, Part::Force, result);
    }
}
