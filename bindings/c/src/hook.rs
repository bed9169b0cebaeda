//! Functions of the program that decide about contacts.

use crate::error::{P2Result, guard};
use crate::event::P2EventCollider;
use crate::handle::{self, P2WorldId};
use crate::registry;
use crate::values::P2Vec2;
use crate::wire;
use physics::world::{ContactHook, ContactResponse, HookCollider, HookContact};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A contact with points, before the solver.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2HookContact {
    /// One of the two colliders.
    pub a: P2EventCollider,
    /// The other.
    pub b: P2EventCollider,
    /// The middle of the contact points, m.
    pub point: P2Vec2,
    /// The unit normal from `a` to `b`.
    pub normal: P2Vec2,
    /// The velocity of `b` relative to `a` there, m/s.
    pub velocity: P2Vec2,
    /// Whether the contact already had points in the last step and pushed.
    pub had_points: u8,
}

/// What a contact does in a step. Numbers out of their range count as zero, and the step warns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2ContactResponse {
    /// Whether it pushes. If not, it also does not touch, as far as events are concerned.
    pub pushes: u8,
    /// Coefficient of sliding friction, not negative.
    pub friction: f32,
    /// Coefficient of static friction, not below that of sliding friction.
    pub static_friction: f32,
    /// Share of the approach speed with which the colliders part, not negative.
    pub restitution: f32,
    /// Speed of a conveyor belt, m/s.
    pub surface_speed: f32,
}

/// Whether two colliders may have a contact: asked when they come near each other. The answer must depend on
/// what does not change from step to step.
pub type P2HookAccepts = Option<
    unsafe extern "C" fn(a: *const P2EventCollider, b: *const P2EventCollider, context: *mut c_void) -> u8,
>;

/// Changes what a contact does in this step: `response` is what it would do.
pub type P2HookRespond = Option<
    unsafe extern "C" fn(
        contact: *const P2HookContact,
        response: *mut P2ContactResponse,
        context: *mut c_void,
    ),
>;

struct Hook {
    accepts: P2HookAccepts,
    respond: P2HookRespond,
    context: *mut c_void,
    place: usize,
    epoch: Arc<AtomicU64>,
}

// SAFETY: the context is only handed back to the program, which is told that threads of the step call.
unsafe impl Send for Hook {}
// SAFETY: as above.
unsafe impl Sync for Hook {}

impl std::fmt::Debug for Hook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hook")
    }
}

impl Hook {
    fn side(&self, side: &HookCollider<'_>) -> P2EventCollider {
        let epoch = self.epoch.load(Ordering::Relaxed);
        P2EventCollider {
            collider: handle::encode(side.id, self.place, epoch).unwrap_or(0),
            body: handle::encode(side.body, self.place, epoch).unwrap_or(0),
            user_data: wire::halves(side.user_data),
            body_user_data: wire::halves(side.body_user_data),
        }
    }
}

impl ContactHook for Hook {
    fn accepts(&self, a: &HookCollider<'_>, b: &HookCollider<'_>) -> bool {
        let Some(accepts) = self.accepts else { return true };
        let (a, b) = (self.side(a), self.side(b));
        // SAFETY: the program promises that this is a function of this type.
        unsafe { accepts(&raw const a, &raw const b, self.context) != 0 }
    }

    fn respond(&self, contact: &HookContact<'_>) -> ContactResponse {
        let Some(respond) = self.respond else { return contact.response };
        let given = P2HookContact {
            a: self.side(&contact.a),
            b: self.side(&contact.b),
            point: contact.point.into(),
            normal: contact.manifold.normal.into(),
            velocity: contact.velocity.into(),
            had_points: contact.had_points.into(),
        };
        let ContactResponse { pushes, friction, static_friction, restitution, surface_speed } =
            contact.response;
        let mut answer = P2ContactResponse {
            pushes: pushes.into(),
            friction,
            static_friction,
            restitution,
            surface_speed,
        };
        // SAFETY: as above; both lie there during the call.
        unsafe { respond(&raw const given, &raw mut answer, self.context) }
        ContactResponse {
            pushes: answer.pushes != 0,
            friction: answer.friction,
            static_friction: answer.static_friction,
            restitution: answer.restitution,
            surface_speed: answer.surface_speed,
        }
    }
}

/// Sets what decides about the contacts of colliders whose `hook` is 1; both NULL for nothing. The functions
/// are called during steps, by all threads of the step; they must be deterministic, and must not throw or
/// call into this world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_contact_hook(
    world: P2WorldId,
    accepts: P2HookAccepts,
    respond: P2HookRespond,
    context: *mut c_void,
) -> P2Result {
    guard(|| {
        registry::change(world, |host| {
            let (place, epoch) = (host.place, Arc::clone(&host.hook_epoch));
            let is_some = accepts.is_some() || respond.is_some();
            let hook = is_some.then_some(Hook { accepts, respond, context, place, epoch });
            host.world.set_contact_hook(hook.map(|hook| Arc::new(hook) as Arc<dyn ContactHook>));
            Ok(())
        })
    })
}
