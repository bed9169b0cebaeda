//! Worlds: settings, steps, what is in them, hashes.

mod calls;

use crate::definitions::P2WorldSettings;
use crate::error::{self, Fill, Outcome, P2Result, guard};
use crate::event::{P2BodyEvent, P2ContactBegin, P2ContactEnd, P2ContactHit, P2JointBreak, P2SensorEvent};
use crate::handle::{P2BodyId, P2ColliderId, P2JointId, P2WorldId};
use crate::host::{self, P2_LOG_WARNING};
use crate::registry::{self, Host};
use crate::values::{P2Vec2, P2WorldPose};
use crate::wire;
use physics::broadphase::DynamicTree;
use physics::geom::Vec2;
use physics::world::{BodyRef, StepWarning, World, WorldSettings};

/// The major version that this header is of.
pub const P2_VERSION_MAJOR: u32 = 0;
/// The minor version that this header is of.
pub const P2_VERSION_MINOR: u32 = 1;
/// The patch version that this header is of.
pub const P2_VERSION_PATCH: u32 = 0;

/// How many there are in a world.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct P2WorldStats {
    /// Bodies.
    pub bodies: u32,
    /// Bodies that are awake.
    pub awake: u32,
    /// Colliders.
    pub colliders: u32,
    /// Contacts: pairs of colliders whose boxes with a margin overlap.
    pub contacts: u32,
    /// Contacts whose colliders touch.
    pub touching: u32,
    /// Joints.
    pub joints: u32,
}

/// A body with its pose and velocity.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2BodyState {
    /// The body.
    pub body: P2BodyId,
    /// Where its origin is, and how it is rotated.
    pub pose: P2WorldPose,
    /// The velocity of its centre of mass, m/s.
    pub velocity: P2Vec2,
    /// Its angular velocity, rad/s.
    pub angular_velocity: f32,
    /// Whether it is awake.
    pub awake: u8,
    /// Its user data.
    pub user_data: [u64; 2],
}

impl P2BodyState {
    fn of(host: &registry::Host, body: BodyRef<'_>) -> Self {
        Self {
            body: host.handle(body.id()),
            pose: body.world_pose().into(),
            velocity: body.velocity().into(),
            angular_velocity: body.angular_velocity(),
            awake: body.is_awake().into(),
            user_data: wire::halves(body.user_data()),
        }
    }
}

/// Reads a quantity of a world.
fn get<T>(
    world: P2WorldId,
    out: *mut T,
    name: &str,
    read: impl FnOnce(&Host, &World) -> Outcome<T>,
) -> P2Result {
    guard(|| {
        let out = error::output(out, name)?;
        registry::read(world, |host| {
            out.put(read(host, &host.world)?);
            Ok(())
        })
    })
}

/// Changes a world.
fn set(world: P2WorldId, change: impl FnOnce(&mut World) -> Outcome) -> P2Result {
    guard(|| registry::change(world, |host| change(&mut host.world)))
}

/// Lists what is in a world.
fn list<T>(
    world: P2WorldId,
    to: *mut T,
    capacity: u32,
    count: *mut u32,
    name: &str,
    all: impl FnOnce(&Host, &World, Fill<T>) -> Outcome,
) -> P2Result {
    guard(|| {
        let out = error::fill(to, capacity, count, name)?;
        registry::read(world, |host| all(host, &host.world, out))
    })
}

/// The version of the library that is linked or loaded, in the form of `P2_VERSION`. While the major version
/// is 0, each minor version has a binary interface of its own: compare both before the first call.
#[unsafe(no_mangle)]
pub extern "C" fn p2_version() -> u32 {
    P2_VERSION_MAJOR << 16 | P2_VERSION_MINOR << 8 | P2_VERSION_PATCH
}

/// Makes a world without bodies. `settings` may be NULL for the default ones.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_create(settings: *const P2WorldSettings, world: *mut P2WorldId) -> P2Result {
    guard(|| {
        let out = error::output(world, "world")?;
        let mut own = WorldSettings::default();
        if !settings.is_null() {
            wire::read(error::input(settings, "settings")?, &mut own)?;
        }
        out.put(registry::add(World::with_broadphase(own, DynamicTree::default())?)?);
        Ok(())
    })
}

/// Destroys a world with all that is in it. All handles of it are stale from now on.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_destroy(world: P2WorldId) -> P2Result {
    guard(|| registry::remove(world).map(drop))
}

/// Whether there is such a world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_is_valid(world: P2WorldId) -> u8 {
    // A world that is busy is there.
    let code = registry::read(world, |_| Ok(())).map_or_else(|failure| failure.code(), |()| error::P2_OK);
    u8::from(matches!(code, error::P2_OK | error::P2_BUSY | error::P2_POISONED))
}

/// The settings.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_settings(world: P2WorldId, settings: *mut P2WorldSettings) -> P2Result {
    get(world, settings, "settings", |_, world| wire::write(*world.settings()))
}

/// Changes the settings and, if any is different, wakes all bodies. `length_unit` cannot be changed.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_settings(world: P2WorldId, settings: *const P2WorldSettings) -> P2Result {
    guard(|| {
        let settings = error::input(settings, "settings")?;
        registry::change(world, |host| {
            let mut own = *host.world.settings();
            wire::read(settings, &mut own)?;
            Ok(host.world.set_settings(own)?)
        })
    })
}

/// Sets the data that the program keeps with a world: not saved with it, and not changed by
/// `p2_world_clear` and `p2_world_restore`.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_user_data(world: P2WorldId, lower: u64, upper: u64) -> P2Result {
    guard(|| {
        registry::change(world, |host| {
            host.user_data = [lower, upper];
            Ok(())
        })
    })
}

/// The data that the program keeps with a world; zeros at first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_user_data(world: P2WorldId, user_data: *mut [u64; 2]) -> P2Result {
    get(world, user_data, "user_data", |host, _| Ok(host.user_data))
}

/// Advances the simulation by `dt` seconds, 0 to 1. A `dt` out of that range moves nothing, and is an error.
/// It never waits: while another thread reads or changes the world it is `P2_BUSY`, and nothing has moved.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_step(world: P2WorldId, dt: f32) -> P2Result {
    guard(|| {
        registry::change(world, |host| {
            if !(0.0..=1.0).contains(&dt) {
                return Err(error::Failure::range("dt", dt, "from 0 to 1"));
            }
            host.world.step(dt);
            for warning in host.world.events().warnings() {
                let text = match warning {
                    StepWarning::TimeStep(dt) => format!("a time step of {dt} s was left out"),
                    StepWarning::BodyStopped(body) => {
                        format!("{body} was stopped: its motion was not finite, or led out of the world")
                    }
                    StepWarning::HookAnswer { field, value, contacts, .. } => {
                        format!("the contact hook answered {field} = {value} for {contacts} contacts")
                    }
                };
                host::log(P2_LOG_WARNING, &error::c_text(&text));
            }
            Ok(())
        })
    })
}

/// Removes all bodies, colliders and joints. What is added from now on moves as in a new world, bit for bit.
/// All handles but that of the world are stale from now on.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_clear(world: P2WorldId) -> P2Result {
    guard(|| {
        registry::change(world, |host| {
            host.world.clear();
            host.new_epoch();
            Ok(())
        })
    })
}

/// Sets how many threads of its own a step uses, 1 to 32, the calling thread included; other numbers are
/// clamped. The results do not depend on it. See `p2_world_set_tasks` for the program's own threads.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_threads(world: P2WorldId, threads: u32) -> P2Result {
    set(world, |world| {
        world.set_threads(threads as usize);
        Ok(())
    })
}

/// How many threads a step uses, the calling thread included.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_threads(world: P2WorldId, threads: *mut u32) -> P2Result {
    get(world, threads, "threads", |_, world| Ok(world.threads() as u32))
}

/// How many things there are in the world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_stats(world: P2WorldId, stats: *mut P2WorldStats) -> P2Result {
    get(world, stats, "stats", |_, world| {
        let all = world.stats();
        let [bodies, awake, colliders, contacts, touching, joints] =
            [all.bodies, all.awake, all.colliders, all.contacts, all.touching, all.joints].map(|n| n as u32);
        Ok(P2WorldStats { bodies, awake, colliders, contacts, touching, joints })
    })
}

/// Closes joints that begin open, by moving bodies, until the worst is open by less than `tolerance` (m and
/// rad, above zero) or after `max_sweeps`. `left` is by how much the worst is open then.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_close_joints(
    world: P2WorldId,
    tolerance: f32,
    max_sweeps: u32,
    left: *mut f32,
) -> P2Result {
    guard(|| {
        let out = error::output(left, "left")?;
        registry::change(world, |host| {
            out.put(host.world.close_joints(tolerance, max_sweeps)?);
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_that_of_the_package() {
        let version = format!("{P2_VERSION_MAJOR}.{P2_VERSION_MINOR}.{P2_VERSION_PATCH}");
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
}
