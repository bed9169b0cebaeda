//! A changed definition onto a running body.

use physics::geom::WorldPose;
use physics::world::{BodyDef, BodyMut, DefError};

/// Sets what differs. The place comes first, since it can be refused by what the list of properties does not
/// know.
pub fn apply(body: &mut BodyMut<'_>, old: &BodyDef, new: &BodyDef) -> Result<(), DefError> {
    if (new.position, new.rotation) != (old.position, old.rotation) {
        body.set_world_pose(WorldPose { position: new.position, rotation: new.rotation })?;
    }
    if new.mass != old.mass {
        body.set_mass_override(new.mass)?;
    }
    if new.kind != old.kind {
        body.set_kind(new.kind)?;
    }
    if new.velocity != old.velocity {
        body.set_velocity(new.velocity)?;
    }
    if new.angular_velocity != old.angular_velocity {
        body.set_angular_velocity(new.angular_velocity)?;
    }
    if new.damping != old.damping {
        body.set_damping(new.damping)?;
    }
    if new.angular_damping != old.angular_damping {
        body.set_angular_damping(new.angular_damping)?;
    }
    if new.gravity_scale != old.gravity_scale {
        body.set_gravity_scale(new.gravity_scale)?;
    }
    if new.max_speed != old.max_speed {
        body.set_max_speed(new.max_speed)?;
    }
    if new.max_angular_speed != old.max_angular_speed {
        body.set_max_angular_speed(new.max_angular_speed)?;
    }
    if new.sleep_speed != old.sleep_speed {
        body.set_sleep_speed(new.sleep_speed)?;
    }
    if new.locks != old.locks {
        body.set_locks(new.locks);
    }
    if new.enabled != old.enabled {
        body.set_enabled(new.enabled);
    }
    if new.continuous != old.continuous {
        body.set_continuous(new.continuous);
    }
    if new.can_sleep != old.can_sleep {
        body.set_can_sleep(new.can_sleep);
    }
    if new.user_data != old.user_data {
        body.set_user_data(new.user_data);
    }
    match (old.awake, new.awake) {
        (false, true) => {
            body.wake();
        }
        (true, false) => {
            body.sleep();
        }
        _ => {}
    }
    Ok(())
}
